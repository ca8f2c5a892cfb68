"""The play areas of both teams: their sets by rank, each a column of cards with its twos on top."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rich.style import Style

from core import Card
from core.big_queen import BIG_QUEEN, POINTS_BY_CARD, TEAM_NAMES, card_sort_key
from tui.boards.big_queen.commands import SelectSet
from tui.boards.big_queen.layout import STRIP_WIDTH, BigQueenLayout
from tui.boards.big_queen.scene import NATURAL_RANKS, BigQueenScene, cards_of_team_set
from tui.boards.big_queen.selection import target_rank
from tui.boards.big_queen.team_scores import team_style, team_symbol
from tui.cards import MID, MINI, Drawing, Look, Size, Sketch, empty_place, face, style
from tui.drawing import Brush, ClickArea, Rect
from tui.drawing.styles import badge_style

GROWN_SET_LABEL: Final = "new"
"""The label of a set that has just got cards: on its uppermost card, or, if its cards are strips of one row each, below
them or beside them."""

_SHORT_GROWN_SET_LABEL: Final = "+"
"""The label of a set that has just got cards, where there is no room for `GROWN_SET_LABEL`."""

_LEGEND_OF_SHORT_LABEL: Final = f"{_SHORT_GROWN_SET_LABEL} {GROWN_SET_LABEL}"
"""The explanation of `_SHORT_GROWN_SET_LABEL`, which is painted before the sets."""


def paint_areas(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint both play areas; return the click areas of the sets, each with its command."""
    places: list[ClickArea] = []
    for team, rect in enumerate(layout.areas):
        if layout.label_width:
            _paint_team_label(brush, rect, layout, scene, team)
        for number, rank in enumerate(NATURAL_RANKS):
            slot = layout.set_rect(team, number)
            _paint_set(brush, slot, layout, scene, team, rank)
            places.append((Rect(slot.x, slot.y, layout.columns_per_set, slot.height), SelectSet(team, rank)))
    return places


def _paint_team_label(brush: Brush, rect: Rect, layout: BigQueenLayout, scene: BigQueenScene, team: int) -> None:
    """Paint before the sets of a play area the name of its team, and the points laid in it."""
    x, width = rect.x + 1, layout.label_width - 2
    ours = team == scene.team
    whose = "" if scene.team < 0 else "ours" if ours else "theirs"
    low = rect.height < 3
    head = whose.upper() if low and whose else f"TEAM {TEAM_NAMES[team]}"
    brush.canvas.text(rect.x, rect.y, team_symbol(team, brush.look), team_style(team, brush.look))
    brush.write(x, rect.y, head, "highlight" if ours else "ink", bold=True, width=width)
    if not low:
        brush.write(x, rect.y + 1, whose, "muted", width=width)
    laid = str(scene.laid_points(team))
    words = next((text for text in (f"{laid} points", f"{laid} pt") if brush.width_in_cells(text) <= width), laid)
    brush.write(x, rect.y + (1 if low else 2), words, "ink", bold=True, width=width)


def _paint_set(brush: Brush, slot: Rect, layout: BigQueenLayout, scene: BigQueenScene, team: int, rank: str) -> None:
    """Paint a team's set of a rank, as a column of cards or as strips (one row for each card), or its empty place; and
    the cursor at it."""
    cards = cards_in_column_order(cards_of_team_set(scene.view, team, rank))
    aimed = team == scene.team and scene.selection.zone == "sets" and rank == target_rank(scene.view, scene.selection)
    if not cards:
        _paint_place_of_missing_set(brush, slot, layout, rank)
    elif layout.set_size is not None:
        _paint_column(brush, slot, layout, rank, cards, f"{TEAM_NAMES[team]}/{rank}" in scene.grown_sets)
    else:
        _paint_strips(brush, slot, layout, rank, cards, f"{TEAM_NAMES[team]}/{rank}" in scene.grown_sets)
    if aimed:
        brush.canvas.text(
            slot.x + slot.width // 2, slot.bottom, "^" if brush.look.ascii else "▲", _cursor_style(brush.look)
        )


def _cursor_style(look: Look) -> Style:
    """Return the style of the cursor."""
    return style(look.palette.highlight, bold=True)


def cards_in_column_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a set in the order in which its column shows them: twos first, the Queen of spades last."""
    return tuple(sorted(cards, key=lambda card: (card % 13 != 0, card == BIG_QUEEN, card_sort_key(card))))


def _paint_place_of_missing_set(brush: Brush, slot: Rect, layout: BigQueenLayout, rank: str) -> None:
    """Paint the place of a set that does not exist yet: its rank, as pale as above a set, and dots."""
    look = brush.look
    if layout.set_size is None:
        brush.write(slot.x, slot.y, rank.center(slot.width).replace(" ", "." if look.ascii else "·"), "muted")
        return
    brush.canvas.blit(slot.x, slot.y + 1, _empty_set_drawing(slot.width, slot.height - 1, look))
    _paint_column_heading(brush, slot, slot.width, rank)


def _paint_column_heading(brush: Brush, slot: Rect, room: int, rank: str, cards: Sequence[Card] = ()) -> None:
    """Paint above a set its rank, and in `room` columns the number of its `cards` and their points: ``x3=15``.

    The points are left out if only the number has room.
    """
    number = f"x{len(cards)}"
    points = f"{number}={sum(POINTS_BY_CARD[card] for card in cards)}"
    note = next((text for text in (points, number) if cards and len(f"{rank} {text}") <= room), "")
    margin = int(not note or len(f" {rank} {note}") <= slot.width)
    brush.write(slot.x + margin, slot.y, rank, "muted", bold=bool(cards))
    if note:
        end = max(slot.right, slot.x + len(f"{rank} {note}"))
        brush.write_right_aligned(end, slot.y, note, "ink", bold=True)


@lru_cache(maxsize=64)
def _empty_set_drawing(width: int, height: int, look: Look) -> Drawing:
    """Return the drawing of a place without a set, as tall as a column of cards may get."""
    ground = look.palette.sheet if look.solid else None
    lane = Sketch(width, height, style(None, ground))
    if width <= MINI.width or look.ascii or not look.solid:
        return lane.to_drawing()
    quiet = style(look.palette.felt, ground)
    for y, text in enumerate(empty_place(Size("lane", width, height), look).texts):
        for x, sign in enumerate(text):
            if sign != " ":
                lane.put_text(x, y, sign, quiet)
    return lane.to_drawing()


def _paint_strips(
    brush: Brush, slot: Rect, layout: BigQueenLayout, rank: str, cards: tuple[Card, ...], has_grown: bool
) -> None:
    """Paint a set as strips, one row with rank and suit for each card; if there are more cards than rows, the first row
    has the rank and the number of cards.

    `has_grown`: the set has got cards since my last turn.
    """
    y = slot.y
    shown = cards
    if len(cards) > slot.height:
        _paint_strips_heading(brush, slot, rank, len(cards), layout.columns_per_set)
        y += 1
        shown = _lowest_cards(cards, slot.height - 1)
    for card in shown:
        _paint_strip(brush, slot.x, y, STRIP_WIDTH, card)
        y += 1
    if has_grown and y < slot.bottom:
        brush.write(slot.x, y, GROWN_SET_LABEL, "highlight", bold=True)
    elif has_grown:
        has_room = layout.columns_per_set > STRIP_WIDTH + len(GROWN_SET_LABEL) + 1
        label = f" {GROWN_SET_LABEL}" if has_room else _SHORT_GROWN_SET_LABEL
        brush.write(slot.x + STRIP_WIDTH, y - 1, label, "highlight", bold=True)
        if not has_room and layout.label_width:
            brush.write(layout.areas[0].x + 1, layout.areas[0].bottom, _LEGEND_OF_SHORT_LABEL, "highlight", bold=True)


def _paint_strips_heading(brush: Brush, slot: Rect, rank: str, card_count: int, max_width: int) -> None:
    """Paint above the strips of a set their rank and, in bold, their number.

    The rank is left out if there is no room for it in `max_width` columns, as each strip shows it, too.
    """
    number = f"x{card_count}"
    head = f"{rank}{number}" if len(rank + number) <= max_width else number
    brush.canvas.text(slot.x, slot.y, head.rjust(STRIP_WIDTH), badge_style(brush.look, "panel"))
    if head != number:
        brush.write(slot.x, slot.y, rank, "muted")


def _lowest_cards(cards: tuple[Card, ...], rows: int) -> tuple[Card, ...]:
    """Return the last `rows` cards of a column, with a two among them if the set has any."""
    if rows > 1 and cards[0].rank == "2" and cards[-rows].rank != "2":
        return (cards[0], *cards[len(cards) - rows + 1 :])
    return cards[len(cards) - rows :]


def _paint_column(
    brush: Brush, slot: Rect, layout: BigQueenLayout, rank: str, cards: tuple[Card, ...], has_grown: bool
) -> None:
    """Paint a set as a column of overlapping cards, the last one in full, below its rank.

    `has_grown`: the set has got cards since my last turn.
    """
    size = layout.set_size
    assert size is not None
    head = int(slot.height > size.height)
    strips = slot.height - size.height - head
    above = cards[:-1]
    hidden = len(above) > strips
    if head:
        _paint_column_heading(brush, slot, layout.columns_per_set - 1, rank, cards)
    y = slot.y + head
    for card in _lowest_cards(above, strips) if hidden and strips else above[:strips]:
        _paint_strip(brush, slot.x, y, size.width, card)
        y += 1
    brush.canvas.blit(slot.x, y, face(cards[-1], size, brush.look))
    if has_grown:
        label = GROWN_SET_LABEL if size.width >= MID.width else _SHORT_GROWN_SET_LABEL
        brush.write_badge(slot.x + size.width - len(label), slot.y + head, label, "gold", width=len(label))


def _paint_strip(brush: Brush, x: int, y: int, width: int, card: Card) -> None:
    """Paint the upper edge of a card, one row with its index (rank and suit)."""
    look = brush.look
    text = look.card_text(card)
    text = text.rjust(width) if width == STRIP_WIDTH else f" {text}".ljust(width) if width > 5 else text.ljust(width)
    wild = card % 13 == 0
    if not look.solid:
        golden = card == BIG_QUEEN and look.coloured
        pen = look.badge("gold") if golden else look.inverse_style() if wild else style(look.suit_ink(card), bold=True)
        brush.canvas.text(x, y, text, pen)
        return
    palette = look.palette
    paper, ink = palette.temporary_paper if wild else palette.paper, look.suit_ink(card)
    if card == BIG_QUEEN:
        paper, ink = palette.crown, palette.crown_ink
    brush.canvas.text(x, y, text, style(ink, paper, bold=True))
