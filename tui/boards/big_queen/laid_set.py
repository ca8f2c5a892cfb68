"""A laid set: a column of overlapping cards with its twos on top, below a heading; with the Queen of spades framed in
gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from rich.style import Style

from core import Card
from core.big_queen import BIG_QUEEN, POINTS_BY_CARD, TEAM_NAMES, card_sort_key
from tui.boards.big_queen.big_queen_badge import big_queen_crown
from tui.boards.big_queen.scene import BigQueenScene
from tui.boards.big_queen.selection import target_rank
from tui.boards.big_queen.set_columns import STRIP, SetColumns
from tui.cards import HUGE, MID, MINI, Look, Size, face, style
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


class _SetRow(NamedTuple):
    """Cards of a set that its column shows one below the other or side by side, and the rows that they take."""

    indexes: Sequence[int]
    height: int


def paint_set(
    brush: Brush,
    columns: SetColumns,
    scene: BigQueenScene,
    team: int,
    rank: str,
    cards: tuple[Card, ...],
    heading_form: int,
) -> None:
    """Paint a set as a column of overlapping cards, the last one in full, below its heading; and the cursor at it.

    Where the column is too short for that, less of the last card is shown, and then several cards share a row: their
    rank, and the suit of each. A set with the Queen of spades has a golden frame. `heading_form` is that of
    `longest_heading_form`.
    """
    column, size, look = columns.rects[rank], columns.size, brush.look
    has_edge = columns.overlap and column.x > columns.area.x and len(rank) + 2 <= column.width  # else it hides a suit
    new = _indexes_of_new_cards(cards, scene.cards_added_to_sets.get(f"{TEAM_NAMES[team]}/{rank}", ()))
    label = NEW_CARD_LABEL if column.width >= MID.width else SHORT_NEW_CARD_LABEL
    widths = _RowWidths.of_set(columns, rank, cards, label, _columns_before_rank(size, has_edge=has_edge))
    rows = _rows_of_set(columns, rank, cards, new, widths)
    shows_all = sum(len(row.indexes) for row in rows) == len(cards)
    _paint_heading(brush, columns, rank, cards, heading_form, shows_all=shows_all)
    y = column.y + 1
    for row in rows:
        first = row.indexes[0]
        is_shared = len(row.indexes) > 1
        if is_shared:
            place = Rect(column.x, y, widths.row, row.height)
            _paint_cards_side_by_side(brush, place, size, [cards[index] for index in row.indexes], has_edge=has_edge)
        elif row is rows[-1] and size is not STRIP and row.height > 1:
            shown = face(cards[first], size, look, has_edge=has_edge).upper_rows(row.height)
            brush.canvas.blit(column.x, y, shown)
        else:
            _paint_covered_card(
                brush, Rect(column.x, y, column.width, row.height), size, cards[first], has_edge=has_edge
            )
        if new & {*row.indexes} and widths.has_room(cards[first].rank, len(row.indexes), is_labelled=True):
            end = widths.labelled_row if is_shared else min(widths.labelled_row, column.width + 1)
            brush.write_badge(column.x + end - len(label), y, label, "gold", width=len(label))
        y += row.height
    if BIG_QUEEN in cards:
        _paint_golden_frame(brush, columns, Rect(column.x, column.y, column.width, y - column.y))
    if team == scene.team and scene.selection.zone == "sets" and rank == target_rank(scene.view, scene.selection):
        sign = "^" if look.ascii else "▲"
        line = min(y, column.bottom - 1)
        brush.canvas.text(column.x + column.width // 2, line, sign, text_style(look, "highlight", True))


class _RowWidths(NamedTuple):
    """The columns of a row of a set: `before_rank` stay free at its left end, and the `label` of new cards has its
    place at the right end of a `labelled_row`, in which a strip takes one column more if it is free."""

    row: int
    labelled_row: int
    before_rank: int
    label: str

    @classmethod
    def of_set(cls, columns: SetColumns, rank: str, cards: Sequence[Card], label: str, before_rank: int) -> _RowWidths:
        """Return the widths of the rows of a set: cards side by side in strips take the gap beside them too, unless the
        frame of the set is there."""
        column = columns.rects[rank]
        if columns.size is not STRIP or (BIG_QUEEN in cards and columns.has_free_columns):
            return cls(column.width, column.width, before_rank, label)
        row = max(column.width, columns.heading_columns(rank))
        labelled_row = min(max(row, column.width + len(label)), columns.step, columns.area.right - column.x)
        return cls(row, max(labelled_row, column.width), before_rank, label)

    def has_room(self, rank: str, number: int, *, is_labelled: bool) -> bool:
        """Return whether a row holds a rank and this number of suits, and beside them the label if it has one."""
        room = self.labelled_row - len(self.label) if is_labelled else self.row
        return self.before_rank + len(rank) + number <= room


def _rows_of_set(
    columns: SetColumns,
    rank: str,
    cards: Sequence[Card],
    new: frozenset[int],
    widths: _RowWidths,
) -> list[_SetRow]:
    """Return the rows of cards of a set in its column, the last of one card alone; not all cards if there is no room
    for them even side by side."""
    size, room, last = columns.size, columns.rects[rank].height - 1, len(cards) - 1
    each = columns.rows_per_covered_card(rank, len(cards))
    if each * last < room:
        return [
            *(_SetRow((index,), each) for index in range(last)),
            _SetRow((last,), min(size.height, room - each * last)),
        ]
    for apart in (new, frozenset[int]()):
        groups = _side_by_side(cards[:last], apart, new, widths)
        if len(groups) < room:
            return [*(_SetRow(group, 1) for group in groups), _SetRow((last,), min(size.height, room - len(groups)))]
    return [_SetRow((index,), 1) for index in _visible_indexes(cards, max(room, 1), new)]


def _side_by_side(
    cards: Sequence[Card], apart: frozenset[int], labelled: frozenset[int], widths: _RowWidths
) -> list[Sequence[int]]:
    """Return the indexes of cards in groups that each fit into a row: of one rank, with the suit of each card, and with
    a label if one of them is `labelled`. Those `apart` are in rows without others."""
    groups: list[Sequence[int]] = []
    for is_apart in (False, True):
        for is_wild in (True, False):
            row: list[int] = []
            for index, card in enumerate(cards):
                if (index in apart) != is_apart or (card.rank == "2") != is_wild:
                    continue
                is_labelled = not labelled.isdisjoint((*row, index))
                if row and not widths.has_room(card.rank, len(row) + 1, is_labelled=is_labelled):
                    groups.append(row)
                    row = []
                row.append(index)
            groups += [row] if row else []
    return groups


def _paint_cards_side_by_side(brush: Brush, rect: Rect, size: Size, cards: Sequence[Card], *, has_edge: bool) -> None:
    """Paint cards of one rank in one row: the rank, and the suit of each."""
    _paint_covered_card(brush, rect, size, cards[0], has_edge=has_edge)
    look, pad = brush.look, _columns_before_rank(size, has_edge=has_edge)
    x = rect.x + pad + len(look.card_text(cards[0]))
    for card in cards[1:]:
        suit = look.card_text(card)[len(card.rank) :]
        x = brush.canvas.text(x, rect.y, suit, _covered_card_style(look, card))


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


_HEADING_FORMS: Final = (" {number} cards, {points}", " {points} pts", "{points}pt", "")
"""What stands after the rank in the heading of a set, the longest form first."""

_FORM_WITHOUT_RANK: Final = 2
"""The index of the form that stands in place of the rank: with it, ``6 15pt`` would be too long, and ``6:15`` a time of
day. The cards below show the rank."""


def longest_heading_form(columns: SetColumns, cards_by_rank: Mapping[str, Sequence[Card]]) -> int:
    """Return the index in `_HEADING_FORMS` of the longest form for which the headings of all sets have room: all of
    them name their points, or none."""
    return next(
        form
        for form in range(len(_HEADING_FORMS))
        if form == len(_HEADING_FORMS) - 1
        or all(_heading_texts(columns, rank, cards, form) is not None for rank, cards in cards_by_rank.items())
    )


def _heading_texts(columns: SetColumns, rank: str, cards: Sequence[Card], form: int) -> tuple[bool, str, str] | None:
    """Return what the heading of a set has in one of the `_HEADING_FORMS`: whether a crown comes first, its rank, and
    what follows that; None if there is no room.

    Where a crown and the rank do not both fit, the crown is left out; where not even the rank fits, the crown of a
    Queen of spades stands for it.
    """
    note = _HEADING_FORMS[form].format(number=len(cards), points=sum(POINTS_BY_CARD[card] for card in cards))
    room = _heading_room(columns, rank, cards)
    if form == 0:  # wider than its column, it would run into the next heading
        room = min(columns.rects[rank].width, room)
    name = "" if form == _FORM_WITHOUT_RANK else rank
    texts = [(False, name, note)]
    if BIG_QUEEN in cards:
        texts = [(True, name, note), *texts, (True, "", note.lstrip().removesuffix("pt"))]
    return next((text for text in texts if text[0] + len(text[1] + text[2]) <= room), None)


def _heading_room(columns: SetColumns, rank: str, cards: Sequence[Card]) -> int:
    """Return how many columns the heading of a set has; one of gold is as wide as the frame of its set."""
    if BIG_QUEEN in cards and columns.has_free_columns:
        return columns.rects[rank].width + 2
    return columns.heading_columns(rank)


def _paint_heading(
    brush: Brush, columns: SetColumns, rank: str, cards: Sequence[Card], form: int, *, shows_all: bool
) -> None:
    """Paint above a set its rank, and what the `form` of its heading says; on gold, with a crown, if the Queen of
    spades is among its cards. If not all cards are shown, it names their number instead.
    """
    column, room = columns.rects[rank], _heading_room(columns, rank, cards)
    crowned = BIG_QUEEN in cards
    crown = big_queen_crown(brush.look) if crowned else ""
    has_crown, name, note = _heading_texts(columns, rank, cards, form) or (crowned, rank, "")
    crown = crown if has_crown or not shows_all else ""
    if not shows_all:
        note = f" x{len(cards)}" if len(crown + rank) + 2 + len(str(len(cards))) < room else f"x{len(cards)}"
        crown = crown if len(crown + note) <= room else ""  # the frame shows the Queen, and the cards show the rank
        name = rank if len(crown + rank + note) <= room else ""
    name = f"{crown}{name}"
    width = max(min(column.width, room), len(name + note)) if rank in name else len(name + note)
    if crowned:
        margin = int(columns.has_free_columns)
        text = f"{name}{note}"
        if margin:
            text = f"{name}{note.rjust(room - len(name))}" if rank in name else text.ljust(room)
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
    text, pad = look.card_text(card), _columns_before_rank(size, has_edge=has_edge)
    text = f"{' ' * pad}{text}".ljust(rect.width)
    brush.canvas.text(rect.x, rect.y, text, _covered_card_style(look, card))
    if look.solid and has_edge and text[0] == " ":
        edge = style(look.palette.shade, look.palette.paper)
        brush.canvas.text(rect.x, rect.y, "|" if look.ascii else "▏", edge)


def _columns_before_rank(size: Size, *, has_edge: bool) -> int:
    """Return the columns before the rank of a covered card."""
    return int(has_edge or size.width > MINI.width)


def _covered_card_style(look: Look, card: Card) -> Style:
    """Return the style of the rank and the suit of a covered card: on gold for the Queen of spades, on another paper
    for a two, which is wild."""
    wild, golden = card % 13 == 0, card == BIG_QUEEN
    if not look.solid:
        pen = look.inverse_style() if wild else style(look.suit_ink(card), bold=True)
        return look.badge("gold") if golden and look.coloured else pen
    palette = look.palette
    if golden:
        return style(palette.crown_ink, palette.crown, bold=True)
    return style(look.suit_ink(card), palette.temporary_paper if wild else palette.paper, bold=True)


def _paint_golden_frame(brush: Brush, columns: SetColumns, rect: Rect) -> None:
    """Paint golden edges left and right of a set, below its heading, if there are free columns beside it."""
    if not columns.has_free_columns:
        return
    for x, sign in ((rect.x - 1, "▐"), (rect.right, "▌")):
        for y in range(rect.y + 1, rect.bottom):
            brush.canvas.text(x, y, "|" if brush.look.ascii else sign, text_style(brush.look, "gold", True))
