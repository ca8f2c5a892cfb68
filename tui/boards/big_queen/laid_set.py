"""A laid set: a column of overlapping cards with its twos on top, below a heading; with the Queen of spades framed in
gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from core import Card
from core.big_queen import BIG_QUEEN, POINTS_BY_CARD, TEAM_NAMES, card_sort_key
from tui.boards.big_queen.scene import BigQueenScene
from tui.boards.big_queen.selection import target_rank
from tui.boards.big_queen.set_columns import STRIP, SetColumns
from tui.cards import HUGE, MID, MINI, Size, face, style
from tui.cards.figures import is_court
from tui.drawing import Brush, Rect
from tui.drawing.styles import badge_style, text_style

NEW_CARD_LABEL: Final = "new"
"""The label on a card that a set has got since my last turn, and at one that my hand got last."""

SHORT_NEW_CARD_LABEL: Final = "+"
"""The label on a new card, as `NEW_CARD_LABEL`, where that has no room."""


def cards_in_column_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a set in the order in which its column shows them: twos first, the Queen of spades last."""
    return tuple(sorted(cards, key=lambda card: (card % 13 != 0, card == BIG_QUEEN, card_sort_key(card))))


def paint_set(
    brush: Brush, columns: SetColumns, scene: BigQueenScene, team: int, rank: str, cards: tuple[Card, ...]
) -> None:
    """Paint a set as a column of overlapping cards, the last one in full, below its heading; and the cursor at it.

    A set with the Queen of spades has a golden frame.
    """
    column, size, look = columns.rects[rank], columns.size, brush.look
    has_edge = columns.overlap and column.x > columns.area.x
    new = _indexes_of_new_cards(cards, scene.cards_added_to_sets.get(f"{TEAM_NAMES[team]}/{rank}", ()))
    shown = _visible_indexes(cards, max(column.height - size.height, 1), new)
    labelled = {shown[0]} if len(new) == len(cards) else new
    _paint_heading(brush, columns, rank, cards, shows_all=len(shown) == len(cards))
    y, rows = column.y + 1, columns.rows_per_covered_card(rank, len(cards))
    for index in shown:
        is_whole = index == shown[-1] and size is not STRIP
        if is_whole:
            brush.canvas.blit(column.x, y, face(cards[index], size, look, has_edge=has_edge))
        else:
            _paint_covered_card(brush, Rect(column.x, y, column.width, rows), size, cards[index], has_edge=has_edge)
        if index in labelled:
            _paint_new_label(brush, column, columns.step, y)
        y += size.height if is_whole else rows
    if BIG_QUEEN in cards:
        _paint_golden_frame(brush, columns, Rect(column.x, column.y, column.width, y - column.y))
    if team == scene.team and scene.selection.zone == "sets" and rank == target_rank(scene.view, scene.selection):
        sign = "^" if look.ascii else "▲"
        row = min(y, column.bottom - 1)
        brush.canvas.text(column.x + column.width // 2, row, sign, text_style(look, "highlight", True))


def _indexes_of_new_cards(cards: Sequence[Card], added: Iterable[Card]) -> frozenset[int]:
    """Return the indexes in a set of the cards that were `added` to it, of equal cards the last ones."""
    left, found = Counter(added), set()
    for index in range(len(cards) - 1, -1, -1):
        if left[cards[index]] > 0:
            left[cards[index]] -= 1
            found.add(index)
    return frozenset(found)


def _visible_indexes(cards: Sequence[Card], most: int, new: Iterable[int]) -> list[int]:
    """Return the indexes of at most `most` cards of a set that its column shows, in order.

    If they are not all: new cards first, then the last one, a two, and the lowest others.
    """
    last = len(cards) - 1
    wanted = [*sorted(new, reverse=True), last, *([0] if cards[0].rank == "2" else []), *range(last, -1, -1)]
    if most > 1:
        wanted.insert(0, last)
    return sorted(list(dict.fromkeys(wanted))[:most])


def _paint_heading(brush: Brush, columns: SetColumns, rank: str, cards: Sequence[Card], *, shows_all: bool) -> None:
    """Paint above a set its rank, its points, and the number of its cards if there is room; on gold, with a crown, if
    the Queen of spades is among them.

    If not all cards are shown, their number always is, if need be instead of the points and the rank.
    """
    column, room, margin = columns.rects[rank], columns.heading_columns(rank), 0
    crowned = BIG_QUEEN in cards
    crown = ("*" if brush.look.ascii else "♛") if crowned else ""
    if crowned:
        margin = int(columns.has_free_columns)
        room = column.width + 2 * margin if margin else room
    number, points = len(cards), sum(POINTS_BY_CARD[card] for card in cards)
    counts = (f" x{number} {points}", f"x{number} {points}", f" x{number}", f"x{number}")
    forms = (f" {number} cards, {points}", *(() if shows_all else counts), f" {points} pts", f" {points}", "")
    name = f"{crown}{rank}"
    most = {forms[0]: min(column.width, room)}  # wider than its column, it would run into the next heading
    note = next((text for text in forms if len(name + text) <= most.get(text, room)), "")
    if not shows_all and note not in forms[: 1 + len(counts)]:
        note = counts[-1]
        name = crown if len(crown + note) <= room else ""  # the cards show the rank, and the frame shows the Queen
    width = max(min(column.width, room), len(name + note))
    if crowned:
        text = f"{name}{note.rjust(room - len(name))}" if margin else f"{name}{note}"
        brush.canvas.text(column.x - margin, column.y, text, badge_style(brush.look, "gold"))
        return
    brush.write(column.x, column.y, f"{name}{note.rjust(width - len(name))}", "muted")
    brush.write(column.x, column.y, name, "ink", bold=True)


def _paint_covered_card(brush: Brush, rect: Rect, size: Size, card: Card, *, has_edge: bool) -> None:
    """Paint the visible rows of a card that another one of its set covers: its index (rank and suit), and what of the
    face has room below it."""
    look = brush.look
    if rect.height > 1:
        shown = face(card, size, look, has_edge=has_edge).upper_rows(rect.height)
        brush.canvas.blit(rect.x, rect.y, shown)
        if look.solid and (size.height > HUGE.height or is_court(card)):  # no half of a large pip, no hat alone
            blank = style(None, look.palette.paper)
            brush.canvas.fill(rect.x + has_edge, rect.y + 1, rect.width - has_edge, rect.height - 1, blank)
    text = look.card_text(card)
    pad = int(has_edge or size.width > MINI.width)
    text = text.rjust(rect.width) if size is STRIP else f"{' ' * pad}{text}".ljust(rect.width)
    wild, golden = card % 13 == 0, card == BIG_QUEEN
    if not look.solid:
        pen = look.inverse_style() if wild else style(look.suit_ink(card), bold=True)
        brush.canvas.text(rect.x, rect.y, text, look.badge("gold") if golden and look.coloured else pen)
        return
    palette = look.palette
    paper, ink = palette.temporary_paper if wild else palette.paper, look.suit_ink(card)
    if golden:
        paper, ink = palette.crown, palette.crown_ink
    brush.canvas.text(rect.x, rect.y, text, style(ink, paper, bold=True))
    if has_edge and text[0] == " ":
        brush.canvas.text(rect.x, rect.y, "|" if look.ascii else "▏", style(palette.shade, paper))


def _paint_new_label(brush: Brush, column: Rect, step: int, y: int) -> None:
    """Paint on the card in row `y` of a column that it is new; beside it if the card has no room."""
    if column.width >= MID.width:
        label, x = NEW_CARD_LABEL, column.right - len(NEW_CARD_LABEL)
    else:
        label, x = SHORT_NEW_CARD_LABEL, column.right - (column.width >= MINI.width)
        if x >= column.x + step:
            return
    brush.write_badge(x, y, label, "gold", width=len(label))


def _paint_golden_frame(brush: Brush, columns: SetColumns, rect: Rect) -> None:
    """Paint golden edges left and right of a set, below its heading, if there are free columns beside it."""
    if not columns.has_free_columns:
        return
    for x, sign in ((rect.x - 1, "▐"), (rect.right, "▌")):
        for y in range(rect.y + 1, rect.bottom):
            brush.canvas.text(x, y, "|" if brush.look.ascii else sign, text_style(brush.look, "gold", True))
