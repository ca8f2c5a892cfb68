"""The places of the Big Queen table where cards and points travel to and from, by name.

``stock``, ``discard``  the stock, and the end of the discard pile
``own/2/9``   the card at index 2 of my hand of 9 cards, in the order shown
``hand/3``    the player at seat 3, in the heading of their team
``meld/A/7``  the lowest card of team A's set of sevens
``laid/A``    the score of team A
"""

from __future__ import annotations

from core.big_queen import TEAM_NAMES
from tui.boards.big_queen.discard_pile import pile_positions
from tui.boards.big_queen.hand import card_rects
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.scene import NATURAL_RANKS, BigQueenScene, cards_of_team_set
from tui.boards.big_queen.set_columns import STRIP
from tui.boards.big_queen.team_scores import player_rects, score_position
from tui.boards.common.travel import CardPlace
from tui.cards import CHIP, MINI


def place_of(scene: BigQueenScene, layout: BigQueenLayout, name: str) -> CardPlace | None:
    """Return where the pile or card with this name lies in the layout of a scene; None if it is not visible."""
    kind, *rest = name.split("/")
    if kind == "own":
        size = layout.hand_size_for(int(rest[1]))
        rect = card_rects(layout, int(rest[1])).get(int(rest[0]))
        return None if rect is None else CardPlace(rect.x, rect.y + (size is not CHIP), size)
    if kind == "hand":
        rect = player_rects(layout, scene).get(int(rest[0]))
        return None if rect is None else CardPlace(rect.x + 1, rect.y, CHIP)
    if kind == "meld":
        return _place_in_set(scene, layout, TEAM_NAMES.index(rest[0]), rest[1])
    if kind == "laid":
        x, y = score_position(layout, TEAM_NAMES.index(rest[0]))
        return CardPlace(x, y, CHIP)
    if kind == "stock":
        return CardPlace(
            layout.stock.x, layout.stock.y, layout.size if layout.stock.height >= layout.size.height else CHIP
        )
    return _place_at_end_of_pile(scene, layout)


def _place_in_set(scene: BigQueenScene, layout: BigQueenLayout, team: int, rank: str) -> CardPlace:
    """Return the place of the last card of a set on the screen; if there is no set yet, the place of its first card."""
    ranks = scene.laid_ranks(team)
    columns = layout.set_columns(team, tuple(one for one in NATURAL_RANKS if one in ranks or one == rank))
    column, number = columns.rects[rank], max(len(cards_of_team_set(scene.view, team, rank)), 1)
    above = min((number - 1) * columns.rows_per_covered_card(rank, number), column.height - 1 - columns.size.height)
    return CardPlace(column.x, column.y + 1 + max(above, 0), CHIP if columns.size is STRIP else columns.size)


def _place_at_end_of_pile(scene: BigQueenScene, layout: BigQueenLayout) -> CardPlace:
    """Return the place of the newest card of the discard pile; if it is empty, the place of its first card."""
    pile = scene.view.count("discard")
    if not pile:
        return CardPlace(layout.pile.x, layout.pile.y, layout.size if layout.pile.height > layout.size.height else CHIP)
    positions, height = pile_positions(layout, pile, pile)
    last = positions[-1]
    size = CHIP if height == CHIP.height else layout.size if last.in_one_line else MINI
    return CardPlace(last.x, last.y, size)
