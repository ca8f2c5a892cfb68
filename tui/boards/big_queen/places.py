"""The places of the Big Queen table where cards and points travel to and from, by name.

``stock``, ``discard``  the stock, and the end of the discard pile
``own/2/9``   the card 2 of my hand of 9, counted from 0 in the order shown
``hand/3``    another player, in the heading of their team
``meld/A/7``  the lowest card of a set
``laid/A``    the score of a team
"""

from __future__ import annotations

from core.big_queen import TEAMS
from tui.boards.big_queen.discard_pile import pile_spots
from tui.boards.big_queen.hand import card_spots
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.scene import NATURAL_RANKS, BigQueenScene, team_set
from tui.boards.big_queen.team_scores import player_rects, score_spot
from tui.boards.common.travel import CardPlace
from tui.cards import CHIP, MINI


def place_of(scene: BigQueenScene, where: BigQueenLayout, name: str) -> CardPlace | None:
    """Return the place of a name in the layout of a scene; None if it is not visible."""
    kind, *rest = name.split("/")
    if kind == "own":
        rect = card_spots(where, int(rest[1])).get(int(rest[0]))
        return None if rect is None else CardPlace(rect.x, rect.y + (where.hand_size is not CHIP), where.hand_size)
    if kind == "hand":
        rect = player_rects(where, scene).get(int(rest[0]))
        return None if rect is None else CardPlace(rect.x + 1, rect.y, CHIP)
    if kind == "meld":
        return _place_in_set(scene, where, TEAMS.index(rest[0]), rest[1])
    if kind == "laid":
        x, y = score_spot(where, TEAMS.index(rest[0]))
        return CardPlace(x, y, CHIP)
    if kind == "stock":
        return CardPlace(where.stock.x, where.stock.y, where.size if where.stock.height >= where.size.height else CHIP)
    return _end_of_pile(scene, where)


def _place_in_set(scene: BigQueenScene, where: BigQueenLayout, team: int, rank: str) -> CardPlace:
    """Return the place of the lowest card of a set, or of the first one if there is no set yet."""
    slot = where.slot_of(team, NATURAL_RANKS.index(rank))
    size = where.set_size or CHIP
    above = max(len(team_set(scene.view, team, rank)) - 1, 0)
    return CardPlace(slot.x, slot.y + min(above, max(slot.height - size.height, 0)), size)


def _end_of_pile(scene: BigQueenScene, where: BigQueenLayout) -> CardPlace:
    """Return the place of the newest card of the discard pile, or of the first one if it is empty."""
    pile = scene.view.count("discard")
    if not pile:
        return CardPlace(where.pile.x, where.pile.y, where.size if where.pile.height > where.size.height else CHIP)
    spots, height = pile_spots(where, pile, pile)
    last = spots[-1]
    size = CHIP if height == CHIP.height else where.size if last.whole else MINI
    return CardPlace(last.x, last.y, size)
