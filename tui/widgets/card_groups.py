"""CardGroups: a picture of cards in groups beside each other, each with its heading."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len
from textual.geometry import Size as ScreenSize

from core import Card
from tui.cards import CHIP, LARGE, MID, MINI, Canvas, Size, State, face, fan, paint_fan
from tui.cards.sizes import MIN_VISIBLE_COLUMNS
from tui.drawing.styles import Styles
from tui.widgets.page import ShrinkablePicture

CardGroup: TypeAlias = tuple[str, Sequence[Card]]
"""A heading, and the cards below it."""

MIN_ROWS_BY_SIZE: Final = ((LARGE, 50), (MID, 36), (MINI, 0))
"""The sizes of cards, the largest first, each with the rows that a window has at least if they are used."""

HEADING_ROWS: Final = 1
"""The height of the headings above the cards."""

GROUP_GAP: Final = 3
"""The width in columns of the gap between two groups."""


_MORE_GROUPS_TEXT: Final = "and {} more"
"""The text behind the groups if there is no room for all; ``{}`` is replaced by the number of the others."""


_GROUPS_BEFORE_TEXT: Final = 2
"""That text takes no room from this number of groups, the most important ones."""


class PlacedGroup(NamedTuple):
    """A group with its first column and its width."""

    x: int
    width: int
    group: CardGroup


class CardGroups(ShrinkablePicture):
    """A widget that paints groups of cards, the first ones if there is no room for all; in one row as chips."""

    INDENT: Final = 3
    """The number of free columns before the first group."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._groups: Sequence[CardGroup] = ()
        self._trumps: Collection[Card] = ()

    def show_groups(self, groups: Sequence[CardGroup], trumps: Collection[Card] = ()) -> None:
        """Show these groups, the most important first; one without cards is left out, and the `trumps` are marked."""
        self._groups = [group for group in groups if group[1]]
        self._trumps = trumps
        self.repaint(layout=True)

    def possible_row_counts(self, viewport: ScreenSize) -> Sequence[int]:
        if not self._groups:
            return (0,)
        sizes = [size for size, rows in MIN_ROWS_BY_SIZE if viewport.height >= rows]
        return [*(size.height + HEADING_ROWS for size in sizes), CHIP.height]

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the groups in the largest cards that fit the height."""
        size = next((size for size, _ in MIN_ROWS_BY_SIZE if canvas.height >= size.height + HEADING_ROWS), None)
        if size is None:
            self._paint_chips(canvas, styles)
            return
        placed = self._place_groups(canvas.width, size)
        for place in placed:
            heading, cards = place.group
            canvas.text(place.x, 0, styles.displayable_text(heading), styles.quiet, width=place.width)
            laid = fan(len(cards), place.width, size, centred=False)
            states = [self._state_of(card) for card in cards]
            paint_fan(canvas, place.x, HEADING_ROWS - 1, laid, cards, states, styles.look)
        if missing := len(self._groups) - len(placed):
            end = max((place.x + place.width + GROUP_GAP for place in placed), default=self.INDENT)
            if end + len(text := _MORE_GROUPS_TEXT.format(missing)) <= canvas.width:
                canvas.text(end, 0, text, styles.quiet)

    def _state_of(self, card: Card) -> State:
        """Return the state in which a card is painted."""
        return State.TRUMP if card in self._trumps else State.NORMAL

    def _place_groups(self, width: int, size: Size) -> list[PlacedGroup]:
        """Return the groups that fit into `width` columns with their places; all cards have the same step, the widest
        with which all groups fit, else the least.
        """
        room = width - self.INDENT
        steps = range(size.width + 1, MIN_VISIBLE_COLUMNS, -1)
        step = next((step for step in steps if self._total_width(step, size) <= room), MIN_VISIBLE_COLUMNS)
        all_fit = self._total_width(step, size) <= room
        placed: list[PlacedGroup] = []
        x = self.INDENT
        for group in self._groups:
            taken = _group_width(group, step, size)
            rest = 0 if all_fit or len(placed) < _GROUPS_BEFORE_TEXT else len(self._groups) - len(placed) - 1
            if x + taken + _columns_of_more_groups(rest) > width:
                break
            placed.append(PlacedGroup(x, taken, group))
            x += taken + GROUP_GAP
        return placed

    def _total_width(self, step: int, size: Size) -> int:
        """Return the columns of all groups with the gaps between them."""
        return sum(_group_width(group, step, size) + GROUP_GAP for group in self._groups) - GROUP_GAP

    def _paint_chips(self, canvas: Canvas, styles: Styles) -> None:
        """Paint heading and cards of each group in one row, as many as fit."""
        x = self.INDENT
        for number, (heading, cards) in enumerate(self._groups, 1):
            text, rest = (
                styles.displayable_text(heading),
                len(self._groups) - number if number > _GROUPS_BEFORE_TEXT else 0,
            )
            room = canvas.width - x - cell_len(text) - 1 - _columns_of_more_groups(rest)
            shown, sign = cards, ""
            if len(cards) * CHIP.width > room and number <= _GROUPS_BEFORE_TEXT:
                shown, sign = cards[: max(room - 1, 0) // CHIP.width], "…"
            if not shown or len(shown) * CHIP.width > room:
                canvas.text(x, 0, _MORE_GROUPS_TEXT.format(len(self._groups) - number + 1), styles.quiet)
                break
            x = canvas.text(x, 0, text, styles.quiet) + 1
            for card in shown:
                canvas.blit(x, 0, face(card, CHIP, styles.look, self._state_of(card)))
                x += CHIP.width
            x = canvas.text(x, 0, styles.displayable_text(sign), styles.quiet) + GROUP_GAP


def _columns_of_more_groups(number: int) -> int:
    """Return the columns of the text on `number` further groups, with the gap before it; 0 without any."""
    return GROUP_GAP + len(_MORE_GROUPS_TEXT.format(number)) if number else 0


def _group_width(group: CardGroup, step: int, size: Size) -> int:
    """Return the columns of a group whose cards are `step` columns apart."""
    heading, cards = group
    return max(cell_len(heading), size.width + (len(cards) - 1) * step)
