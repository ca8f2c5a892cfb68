"""Form: a list of settings with values and help; arrows, digits or the mouse change a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from core import Option
from tui.cards import Canvas
from tui.drawing.styles import Styles
from tui.drawing.wrap import wrap
from tui.widgets.canvas_view import MIN_FINGER_ROWS, CanvasView

MAX_TYPED_DIGITS: Final = 6
"""A person can type at most this many digits of a number."""

INDENT_CELLS: Final = 3
"""The width of the space before a label and its help, in which the cursor is shown."""

FIELDS_PER_PAGE_KEY: Final = 4
"""Page Up and Page Down move the cursor by this many fields, about a small window of them."""

LONG_RANGE: Final = 2_000
"""In a range of more whole numbers than this, the arrow keys step by `LONG_RANGE_STEP`."""

LONG_RANGE_STEP: Final = 50
"""In a long range the arrow keys stop at the multiples of this number."""

MAX_VALUE_END_CELLS: Final = 52
"""Values end at most this far from the left edge: room for the longest label, and in a wide form still near it."""


@dataclass(frozen=True, slots=True)
class Field:
    """One setting of a form, with its possible `values` in order, or a range of whole numbers (`bounds`), or both.

    If both are given, the arrow keys step through the values, and any number within the bounds can be typed. `bounds`
    is None for a setting without a range. `zero_value` is the value that a typed 0 stands for, or "". `zero_text` is
    shown instead of the value 0, if it is not "".

    `name` identifies the setting, `label` is what the form calls it, `value` its present value as a text, and `help` a
    sentence about it, "" for none.
    """

    name: str
    label: str
    value: str
    help: str = ""
    values: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None
    zero_value: str = ""
    zero_text: str = ""

    @classmethod
    def of_option(cls, name: str, option: Option, value: str | None = None, seats: int = 0) -> Field:
        """Return the field for an option of a game at a table of `seats`; None as `value` stands for its default."""
        values = option.choices or (() if option.bounds else ("off", "on"))
        shown = value if value is not None else option.text_of(option.default)
        zero = option.text_for_people(0, seats) if option.value_of_zero is not None else ""
        return cls(name, option.label or name, shown, option.help, values, option.bounds, zero_text=zero)

    @property
    def value_text(self) -> str:
        """The text that is shown for the value."""
        return self.zero_text if self.zero_text and self.value == "0" else self.value

    def step(self, by: int) -> Field:
        """Return the field with the value that is `by` places further in `values`.

        It stops at the ends, but a field of two values wraps round. In a range of numbers it is the number that is `by`
        steps away, and in a long range (`LONG_RANGE`) the multiple of `LONG_RANGE_STEP` there.
        """
        if self.bounds is not None and not self.values:
            low, high = self.bounds
            size = LONG_RANGE_STEP if high - low > LONG_RANGE else 1
            multiples = int(self.value) // size if by > 0 else -(-int(self.value) // size)
            return replace(self, value=str(min(max((multiples + by) * size, low), high)))
        if self.value not in self.values:
            return self._step_between_values(by)
        place = self.values.index(self.value) + by
        if len(self.values) == 2:
            place %= 2
        return replace(self, value=self.values[min(max(place, 0), len(self.values) - 1)])

    def _step_between_values(self, by: int) -> Field:
        """Return the field with another value of the list, if its value is a typed number that is not listed.

        The new value is `by` places away from where the number would be in the list.
        """
        lower = [value for value in self.values if self._value_as_number(value) < self._value_as_number(self.value)]
        higher = self.values[len(lower) :]
        if by < 0:
            return replace(self, value=(lower or higher)[max(by, -len(lower)) if lower else 0])
        return replace(self, value=higher[min(by, len(higher)) - 1] if higher else lower[-1])

    def _value_as_number(self, value: str) -> int:
        """Return a value as a number."""
        return 0 if value == self.zero_value else int(value)

    def with_typed_value(self, typed_text: str) -> Field:
        """Return the field with a typed value, for which `refusal` must be empty."""
        number = int(typed_text)
        return replace(self, value=str(number) if number or not self.zero_value else self.zero_value)

    def refusal(self, typed_text: str) -> str:
        """Return the sentence that says why a typed text is not a valid value; "" if it is valid."""
        assert self.bounds is not None
        low, high = self.bounds
        if typed_text.isdigit() and (low <= int(typed_text) <= high or (self.zero_value and int(typed_text) == 0)):
            return ""
        zero = f", or 0 for {self.zero_value}" if self.zero_value else ""
        return f"{self.label} is a number from {low} to {high}{zero}."


class Form(CanvasView, can_focus=True):
    """A widget that shows fields below each other, each with its help; it posts `Form.Changed` or, for wrong digits,
    `Form.Refused`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("home", "move(-1000)", show=False),
        Binding("end", "move(1000)", show=False),
        Binding("left,minus", "step(-1)", show=False),
        Binding("right,plus,space", "step(1)", show=False),
        Binding("pageup", f"move(-{FIELDS_PER_PAGE_KEY})", show=False),
        Binding("pagedown", f"move({FIELDS_PER_PAGE_KEY})", show=False),
    ]

    @dataclass
    class Refused(Message):
        """Event: the typed text is not a valid value; `reason` is one sentence."""

        reason: str

    @dataclass
    class Changed(Message):
        """Event: a field of the form has another value; `typed` says whether digits of it were typed."""

        form: Form
        field: Field
        typed: bool = False

        @property
        def control(self) -> Form:
            """The form of the field."""
            return self.form

    def __init__(self, fields: Iterable[Field] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._fields = list(fields)
        self.index = 0
        self._typed_text: str | None = None
        self._typed_digits = ""
        self._row_ranges: list[tuple[int, int]] = []
        self._value_rows = 1

    @property
    def refusal(self) -> str:
        """The sentence that says why the typed text is not a valid value; empty if it is valid."""
        return "" if self._typed_text is None else self._fields[self.index].refusal(self._typed_text)

    @property
    def fields(self) -> Sequence[Field]:
        """The fields with their values, in order."""
        return tuple(self._fields)

    def show_fields(self, fields: Iterable[Field], *, from_first: bool = False) -> None:
        """Replace the fields; with `from_first` move the cursor to the first one."""
        self._fields = list(fields)
        self.index = 0 if from_first else min(self.index, max(len(self._fields) - 1, 0))
        if from_first:
            self.call_after_refresh(self.scroll_cursor_into_view)
        self.repaint(layout=True)

    @property
    def cursor_rows(self) -> tuple[int, int] | None:
        return self._row_ranges[self.index] if self.index < len(self._row_ranges) else None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        rows = (len(self._label_rows(field, width)) + 1 + len(self._help_rows(field, width)) for field in self._fields)
        return max(sum(rows) - 1, 1)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint each field: label, value and help."""
        self._row_ranges = []
        self._value_rows = MIN_FINGER_ROWS if self.used_with_fingers else 1
        y = 0
        for number, field in enumerate(self._fields):
            head, lines = self._label_rows(field, canvas.width), self._help_rows(field, canvas.width)
            is_cursor = number == self.index and self.has_focus
            bottom = y + len(head) + len(lines)
            if is_cursor:
                canvas.fill(0, y, canvas.width, bottom - y, styles.cursor)
                canvas.text(1, y, styles.displayable_text("▸"), styles.cursor_key)
            for row, line in enumerate(head, y):
                canvas.text(INDENT_CELLS, row, line, styles.cursor if is_cursor else styles.strong)
            self._paint_value(canvas, styles, y + len(head) - 1, field, is_cursor)
            for row, line in enumerate(lines, y + len(head)):
                canvas.text(INDENT_CELLS, row, line, styles.cursor_quiet if is_cursor else styles.quiet)
            self._row_ranges.append((y, bottom))
            y = bottom + 1

    def _paint_value(self, canvas: Canvas, styles: Styles, y: int, field: Field, is_cursor: bool) -> None:
        """Paint the value of a field between its arrows in row `y`."""
        key, quiet = (styles.cursor_key, styles.cursor_key) if is_cursor else (styles.gold, styles.quiet)
        x = self._left_arrow_column(field, canvas.width)
        canvas.text(x, y, styles.displayable_text("‹"), quiet)
        value = self._typed_text if is_cursor and self._typed_text is not None else field.value_text
        canvas.text(x + 2, y, value.center(self._value_width(field)), key)
        canvas.text(x + 3 + self._value_width(field), y, styles.displayable_text("›"), quiet)

    def _label_rows(self, field: Field, width: int) -> list[str]:
        """Return the rows of the label; the last one leaves room for the value."""
        room = self._left_arrow_column(field, width) - INDENT_CELLS - 1
        if cell_len(field.label) <= room:
            return [field.label]
        lines = wrap(field.label, max(width - INDENT_CELLS - 1, 1))
        return lines if cell_len(lines[-1]) <= room else [*lines, ""]

    def _left_arrow_column(self, field: Field, width: int) -> int:
        """Return the column of the left arrow of a field."""
        return min(width, MAX_VALUE_END_CELLS) - self._value_width(field) - 5

    @staticmethod
    def _value_width(field: Field) -> int:
        """Return the largest width in cells that the value of a field can take."""
        longest = max(map(cell_len, field.values), default=4)
        return max(longest, cell_len(field.value), cell_len(field.zero_text), 6)

    @staticmethod
    def _help_rows(field: Field, width: int) -> list[str]:
        """Return the help of a field, wrapped."""
        return wrap(field.help, max(width - INDENT_CELLS - 3, 10))

    # What a person does

    def action_move(self, by: int) -> None:
        """Move the cursor down by `by` fields (up if negative), at most to an end, and scroll to it.

        Raises `SkipAction` for one step past an end, so that the key does what it does on the screen.
        """
        if abs(by) == 1 and not 0 <= self.index + by < len(self._fields):
            raise SkipAction
        self._move_cursor_to(min(max(self.index + by, 0), len(self._fields) - 1))

    def action_step(self, by: int) -> None:
        """Replace the value under the cursor by the one `by` places further in its list."""
        if self._fields:
            self._end_typing()
            self._set_field(self._fields[self.index].step(by))

    def on_key(self, event: events.Key) -> None:
        if not self._fields:
            return
        field = self._fields[self.index]
        if event.character and event.character in "0123456789":
            if field.bounds is not None:
                event.stop()
                self._show_typed_text(((self._typed_text or "") + event.character)[:MAX_TYPED_DIGITS])
            elif self._choose_by_digits(field, event.character):
                event.stop()
        elif event.key == "backspace" and field.bounds is not None:
            event.stop()
            begun = "" if field.value == field.zero_value else field.value
            self._show_typed_text((begun if self._typed_text is None else self._typed_text)[:-1])

    def _show_typed_text(self, typed_text: str) -> None:
        """Show the digits typed so far; if they are a valid value, set it, else post `Refused`."""
        self._typed_text = typed_text
        self.repaint()
        if self.refusal:
            self.post_message(self.Refused(self.refusal))
        else:
            self._set_field(self._fields[self.index].with_typed_value(typed_text), typed=True)

    def _choose_by_digits(self, field: Field, digit: str) -> bool:
        """Choose the first value that begins with the digits typed so far, or else with the last digit alone; return
        whether there is one.
        """
        for begun in (self._typed_digits + digit, digit):
            found = next((value for value in field.values if value.startswith(begun)), None)
            if found is not None:
                self._typed_digits = begun
                self._set_field(replace(field, value=begun if begun in field.values else found))
                return True
        return False

    def _end_typing(self) -> None:
        """Drop the digits typed so far, and show the value of the field again."""
        self._typed_digits = ""
        if self._typed_text is not None:
            self._typed_text = None
            self.repaint()

    def click_target(self, x: int, y: int) -> tuple[int, int] | None:
        """Return the number of the field in row `y`, and how many values further a click there steps; None if a click
        does nothing.

        It steps on the value, for fingers also in the row below it.
        """
        for number, (top, bottom) in enumerate(self._row_ranges):
            if top <= y < bottom:
                return number, self._step_of_click(number, x, y - top)
        return None

    def _step_of_click(self, field_number: int, x: int, y: int) -> int:
        """Return how many values further a click steps in column `x` and row `y` of a field: 1, -1 or 0."""
        field, width = self._fields[field_number], self.size.width
        left, row = self._left_arrow_column(field, width), len(self._label_rows(field, width)) - 1
        if not left - 1 <= x < left + 5 + self._value_width(field) or not row <= y < row + self._value_rows:
            return 0
        return -1 if x < left + 2 + self._value_width(field) // 2 and not self._has_two_values(field_number) else 1

    def on_click(self, event: events.Click) -> None:
        target = self.click_target(event.x, event.y)
        if target is not None:
            event.stop()
            number, step = target
            self._move_cursor_to(number)
            if step:
                self.action_step(step)

    def _has_two_values(self, field_number: int) -> bool:
        """Whether the field of this number has two values."""
        return len(self._fields[field_number].values) == 2

    def _move_cursor_to(self, field_number: int) -> None:
        """End typing, move the cursor to a field, and scroll it into view."""
        self._end_typing()
        if field_number != self.index:
            self.index = field_number
            self.repaint()
        self.scroll_cursor_into_view()

    def _set_field(self, field: Field, *, typed: bool = False) -> None:
        """Replace the field under the cursor; post `Changed` if its value differs or was `typed`."""
        if typed or field != self._fields[self.index]:
            self._fields[self.index] = field
            self.repaint()
            self.post_message(self.Changed(self, field, typed))

    def on_focus(self) -> None:
        self.repaint()

    def on_blur(self) -> None:
        self._typed_text = None
        self._typed_digits = ""
        self.repaint()
