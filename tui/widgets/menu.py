"""Menu: a list of choices, chosen by letter, by arrows and Enter, or by mouse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import monotonic
from typing import ClassVar, Final

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from tui.cards import Canvas
from tui.drawing.styles import Styles
from tui.drawing.wrap import wrap
from tui.text.window_size import is_window_narrow
from tui.widgets import settle_time
from tui.widgets.canvas_view import MIN_FINGER_ROWS, CanvasView
from tui.widgets.key_bar import listed_key

MENU_GAP_CELLS: Final = 3
"""The width of the gap between label and remark, and of the space left of a label for the cursor and the letter."""

MIN_LABEL_CELLS: Final = 16
"""Labels beside aligned remarks are at least this wide: a seat number and twelve cells of a name."""

MIN_REMARK_CELLS: Final = 12
"""A remark of several rows stands beside its label if it has at least this many cells there, otherwise below it."""

CURSOR_MARKER: Final = "▸"
"""The character before the choice under the cursor, if this menu takes the keys."""

UNFOCUSED_CURSOR_MARKER: Final = "●"
"""The character before the choice under the cursor, if another widget takes the keys."""

REMARK_INDENT_CELLS: Final = 4
"""The indent of a remark below its label, in cells."""


class LetterChoice(Struct, frozen=True):
    """One entry of a menu, which a letter chooses: its name in the program, the letter, its label, and a remark."""

    name: str
    letter: str
    label: str
    remark: str = ""

    @property
    def indent(self) -> int:
        """The column of the first cell of the label."""
        return 2 * MENU_GAP_CELLS if self.letter else MENU_GAP_CELLS


class ChoiceTextRow(Struct, frozen=True):
    """One row of a painted choice: a part of its label and of its remark; `x` is the column where the remark begins."""

    label: str
    remark: str = ""
    x: int = 0


class Menu(CanvasView, can_focus=True):
    """A widget that shows choices; it posts `Menu.Chosen` when one is chosen and `Menu.Pointed` when the cursor moves
    to one.

    Each choice has one row, in which it is clipped; with `whole_remarks`, and in a narrow window, it has as many rows
    as its text needs; with `aligns_remarks` all remarks are below their labels as soon as one has no room beside its
    own. On a touch screen it has at least `MIN_FINGER_ROWS`.

    Choices may change while a person reads them (`show_choices`). Nobody chooses what has come under the cursor unread:
    if the choice under the cursor is removed, the cursor is on no choice until a key or the mouse moves it, and a
    choice that is new, or has another label, can be chosen once it has been on the screen for `SETTLE_SECONDS`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("home", "move(-1000)", show=False),
        Binding("end", "move(1000)", show=False),
        listed_key("enter", "choose", "Choose", 0, primary=True),
        Binding("space", "choose", show=False),
    ]

    class Chosen(Message):
        """Event: the person has chosen a choice.

        `name` identifies the choice in its `menu`.
        """

        def __init__(self, menu: Menu, name: str) -> None:
            super().__init__()
            self.menu = menu
            self.name = name

        @property
        def control(self) -> Menu:
            """The menu of the choice."""
            return self.menu

    class Pointed(Chosen):
        """Event: the cursor has moved to a choice."""

    class ChosenTooSoon(Message):
        """Event: the person has chosen what was not on the screen long enough, so nothing is chosen."""

    def __init__(
        self,
        choices: Iterable[LetterChoice] = (),
        *,
        id: str | None = None,
        ground: str = "felt",
        whole_remarks: bool = False,
        aligns_remarks: bool = False,
    ) -> None:
        super().__init__(id=id, ground=ground)
        self._whole_remarks = whole_remarks
        self._aligns_remarks = aligns_remarks
        self._choices = tuple(choices)
        self._row_ranges: list[tuple[int, int]] = []
        self._painted_choices: Sequence[LetterChoice] = ()
        self._shown_since: dict[tuple[object, ...], float] = {(one.name, one.label): 0.0 for one in self._choices}
        self.index = 0
        self._lost_choice = False

    @property
    def choices(self) -> Sequence[LetterChoice]:
        """The choices, in order."""
        return self._choices

    @property
    def choice_at_cursor(self) -> LetterChoice | None:
        """The choice under the cursor; None in an empty menu, and after the choice under the cursor was removed."""
        return None if self._lost_choice or not self._choices else self._choices[self.index]

    def show_choices(self, choices: Iterable[LetterChoice]) -> None:
        """Replace the choices. The cursor stays on its choice; if that is not among the new ones, the cursor is on
        none."""
        choices = tuple(choices)
        if choices == self._choices:
            return
        pointed = self.choice_at_cursor
        names = [choice.name for choice in choices]
        before = self._height(self.size.width)
        self._lost_choice = bool(choices) and (self._lost_choice or pointed is not None)
        if pointed is not None and pointed.name in names:
            self.index, self._lost_choice = names.index(pointed.name), False
        else:
            self.index = min(self.index, len(choices)) if self._lost_choice else 0
        self._choices = choices
        self.repaint(layout=self._height(self.size.width) != before)

    def point_at_neighbour(self) -> None:
        """Move the cursor to the choice that is now in the place of the one that the person has removed."""
        if self._lost_choice:
            self.point_at(self._choices[min(self.index, len(self._choices) - 1)].name)

    def point_at(self, name: str) -> None:
        """Move the cursor to the choice of this name, if there is one."""
        for index, choice in enumerate(self._choices):
            if choice.name == name and (index != self.index or self._lost_choice):
                self.index, self._lost_choice = index, False
                self.repaint()
                self.scroll_cursor_into_view()
                self.post_message(self.Pointed(self, name))

    @property
    def cursor_rows(self) -> tuple[int, int] | None:
        is_painted = not self._lost_choice and self.index < len(self._row_ranges)
        return self._row_ranges[self.index] if is_painted else None

    @property
    def wanted_width(self) -> int:
        """The least width in cells with which every choice fits into one row."""
        indent = max((choice.indent for choice in self._choices), default=0)
        remark = self._remark_cells
        return indent + self._label_cells + (MENU_GAP_CELLS + remark if remark else 0) + 1

    @property
    def _label_cells(self) -> int:
        """The cells of the longest label of the choices."""
        return max((cell_len(choice.label) for choice in self._choices), default=0)

    @property
    def _remark_cells(self) -> int:
        """The cells of the longest remark of the choices."""
        return max((cell_len(choice.remark) for choice in self._choices), default=0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(self._height(width), 1)

    @property
    def _shows_whole_remarks(self) -> bool:
        """Whether each choice has as many rows as its text needs: always in a narrow window."""
        return self._whole_remarks or (self.is_attached and is_window_narrow(self.app.size.width))

    def _height(self, width: int) -> int:
        """Return the rows that the choices take at a width."""
        return sum(map(len, self._choice_rows(width)))

    def _choice_rows(self, width: int) -> Iterator[Sequence[ChoiceTextRow]]:
        """Yield the rows of each choice for a width in cells; on a touch screen with empty ones up to
        `MIN_FINGER_ROWS`."""
        least = MIN_FINGER_ROWS if self.used_with_fingers else 1
        return ((*rows, *[ChoiceTextRow("")] * (least - len(rows))) for rows in self._text_rows(width))

    def _text_rows(self, width: int) -> Iterator[Sequence[ChoiceTextRow]]:
        """Yield the rows that the text of each choice takes at a width in cells."""
        if not self._shows_whole_remarks:
            yield from (
                (ChoiceTextRow(one.label, one.remark, one.indent + self._label_cells + MENU_GAP_CELLS),)
                for one in self._choices
            )
            return
        if self._aligns_remarks and self.wanted_width > width:
            yield from (_rows_with_remark_below(choice, width) for choice in self._choices)
            return
        remarks = (MENU_GAP_CELLS + cell_len(choice.remark) + 1 + choice.indent for choice in self._choices)
        longest = max((remark for remark in remarks if remark <= width - MIN_LABEL_CELLS), default=0)
        column = min(self._label_cells, width - longest)
        for choice in self._choices:
            yield _unclipped_rows(choice, width, choice.indent + column + MENU_GAP_CELLS)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the rows of each choice, and store since when each choice is shown, and since when in its row."""
        self._row_ranges, self._painted_choices = [], self._choices
        before, self._shown_since = self._shown_since, {}
        now = monotonic()
        top = 0
        for choice, rows in zip(self._choices, self._choice_rows(canvas.width), strict=True):
            self._paint_choice(canvas, styles, top, choice, rows, choice is self.choice_at_cursor)
            self._row_ranges.append((top, top + len(rows)))
            for key in ((choice.name, choice.label), (choice.name, choice.label, top)):
                self._shown_since[key] = before.get(key, now)
            top += len(rows)

    def _is_settled(self, *key: object) -> bool:
        """Whether a choice has been shown long enough; `key` is its name and label, and for a click its row."""
        since = self._shown_since.get(key)
        return since is not None and monotonic() >= since + settle_time.SETTLE_SECONDS

    def _paint_choice(
        self,
        canvas: Canvas,
        styles: Styles,
        top: int,
        choice: LetterChoice,
        rows: Sequence[ChoiceTextRow],
        is_at_cursor: bool,
    ) -> None:
        """Paint the rows of a choice from row `top`; `is_at_cursor`: whether the cursor is on it."""
        is_cursor = is_at_cursor and self.has_focus
        plain, quiet = (styles.cursor, styles.cursor_quiet) if is_cursor else (styles.strong, styles.quiet)
        key = styles.cursor_key if is_cursor else styles.key
        if is_cursor:
            canvas.fill(0, top, canvas.width, len(rows), styles.cursor)
        if is_at_cursor:
            canvas.text(
                1, top, styles.displayable_text(CURSOR_MARKER if self.has_focus else UNFOCUSED_CURSOR_MARKER), key
            )
        if choice.letter:
            canvas.text(MENU_GAP_CELLS, top, choice.letter.upper(), key)
        for y, row in enumerate(rows, top):
            canvas.text(
                choice.indent,
                y,
                row.label,
                plain,
                max(canvas.width - choice.indent - 1, 0),
                styles.displayable_text("…"),
            )
            if row.remark and row.x < canvas.width - 4:
                canvas.text(row.x, y, row.remark, quiet, canvas.width - row.x - 1, styles.displayable_text("…"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._choices) if action == "choose" else True

    def action_move(self, by: int) -> None:
        """Move the cursor by `by` choices, not past the ends; from no choice, to one beside the removed one."""
        if self._choices:
            by -= self._lost_choice and by > 0
            index = min(max(self.index + by, 0), len(self._choices) - 1)
            self.point_at(self._choices[index].name)

    def action_choose(self) -> None:
        """Choose the choice under the cursor, if it has been there long enough."""
        choice = self.choice_at_cursor
        if choice is not None and self._is_settled(choice.name, choice.label):
            self.post_message(self.Chosen(self, choice.name))
        elif choice is not None:
            self.post_message(self.ChosenTooSoon())

    def choose(self, choice: LetterChoice) -> None:
        """Choose a choice as a click on it does: if it is still there, and has been shown long enough."""
        if choice in self._choices:
            self.point_at(choice.name)
            self.action_choose()

    def choose_by_letter(self, letter: str) -> bool:
        """Choose the choice with this letter; return whether there is such a choice."""
        for choice in self._choices:
            if choice.letter and choice.letter.lower() == letter.lower():
                self.point_at(choice.name)
                self.post_message(self.Chosen(self, choice.name))
                return True
        return False

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character and self.choose_by_letter(event.character):
            event.stop()
            event.prevent_default()

    def click_target(self, x: int, y: int) -> tuple[LetterChoice, int] | None:
        """Return the choice that is painted in row `y`, and its first row; None if none is."""
        for choice, (top, bottom) in zip(self._painted_choices, self._row_ranges, strict=True):
            if top <= y < bottom:
                return choice, top
        return None

    def on_click(self, event: events.Click) -> None:
        painted = self.click_target(event.x, event.y)
        if painted is not None:
            event.stop()
            choice, top = painted
            self.point_at(choice.name)
            is_pointed = self.choice_at_cursor is not None and self.choice_at_cursor.name == choice.name
            if is_pointed and self._is_settled(choice.name, choice.label, top):
                self.action_choose()
            else:
                self.post_message(self.ChosenTooSoon())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        painted = self.click_target(event.x, event.y)
        if painted is not None:
            self.point_at(painted[0].name)

    def on_focus(self) -> None:
        self.repaint()

    def on_blur(self) -> None:
        self.repaint()


def _unclipped_rows(choice: LetterChoice, width: int, column: int) -> Sequence[ChoiceTextRow]:
    """Return the rows of a choice without clipping, for a width in cells.

    The remark begins in `column`; if there is too little room for it, further to the left or below the label.
    """
    indent, remark = choice.indent, choice.remark
    labels = _label_rows(choice, width)
    end = indent + cell_len(labels[-1]) + MENU_GAP_CELLS
    x = max(column, end)
    if x + cell_len(remark) >= width:
        x = max(end, width - cell_len(remark) - 1)
    if not remark or x + cell_len(remark) < width:
        return [*map(ChoiceTextRow, labels[:-1]), ChoiceTextRow(labels[-1], remark, x)]
    beside = end <= column and width - column > max(MIN_REMARK_CELLS, *map(cell_len, remark.split()))
    if not beside:
        return _rows_with_remark_below(choice, width)
    remarks = wrap(remark, max(width - column - 1, 1))
    return [
        *map(ChoiceTextRow, labels[:-1]),
        ChoiceTextRow(labels[-1], remarks[0], column),
        *(ChoiceTextRow("", part, column) for part in remarks[1:]),
    ]


def _rows_with_remark_below(choice: LetterChoice, width: int) -> Sequence[ChoiceTextRow]:
    """Return the rows of a choice without clipping, for a width in cells, with the remark below the label."""
    x = choice.indent + REMARK_INDENT_CELLS
    parts = wrap(choice.remark, max(width - x - 1, 1))
    return [*map(ChoiceTextRow, _label_rows(choice, width)), *(ChoiceTextRow("", part, x) for part in parts)]


def _label_rows(choice: LetterChoice, width: int) -> list[str]:
    """Return the rows of the label of a choice without clipping, for a width in cells.

    What comes before two spaces, such as a number, has a column of its own if half the width is left for the rest.
    """
    room = max(width - choice.indent - 1, 1)
    if cell_len(choice.label) <= room:
        return [choice.label]
    head, gap, rest = choice.label.rpartition("  ")
    indent = cell_len(head + gap)
    if 2 * indent > room or not rest.strip():
        return wrap(choice.label, room)
    first, *others = wrap(rest, room - indent)
    return [head + gap + first, *(" " * indent + other for other in others)]
