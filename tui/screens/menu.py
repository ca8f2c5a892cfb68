"""A list to choose from: by letter, by arrows and Enter, or by mouse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from tui.cards import Canvas
from tui.paint import Paint
from tui.screens.painted import Painted


class Choice(Struct, frozen=True):
    """One line of a menu: what it is called inside, the letter that picks it, its label and a quiet remark."""

    name: str
    letter: str
    label: str
    remark: str = ""


class Menu(Painted, can_focus=True):
    """A list of choices, one row each; it says `Menu.Chosen` when one is picked and `Menu.Pointed` when looked at.

    Where there is too little room, remarks are clipped, or with `whole_remarks` the labels before them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("home", "move(-1000)", show=False),
        Binding("end", "move(1000)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    @dataclass
    class Chosen(Message):
        """A choice was picked."""

        menu: Menu
        name: str

        @property
        def control(self) -> Menu:
            """The menu it was picked in."""
            return self.menu

    @dataclass
    class Pointed(Chosen):
        """The cursor came to a choice."""

    def __init__(
        self,
        choices: Iterable[Choice] = (),
        *,
        id: str | None = None,
        ground: str = "felt",
        whole_remarks: bool = False,
    ) -> None:
        super().__init__(id=id, ground=ground)
        self._whole_remarks = whole_remarks
        self._choices = tuple(choices)
        self.index = 0

    @property
    def choices(self) -> Sequence[Choice]:
        """The lines, in order."""
        return self._choices

    def show(self, choices: Iterable[Choice]) -> None:
        """Show these choices from now on; the cursor stays on its choice if that is still there."""
        choices = tuple(choices)
        if choices == self._choices:
            return
        here = self._choices[self.index].name if self._choices else ""
        names = [choice.name for choice in choices]
        resized = len(choices) != len(self._choices)
        self._choices = choices
        self.index = names.index(here) if here in names else min(self.index, max(len(choices) - 1, 0))
        self.repaint(layout=resized)

    def point_at(self, name: str) -> None:
        """Put the cursor on a choice, if there is one of that name."""
        for index, choice in enumerate(self._choices):
            if choice.name == name and index != self.index:
                self.index = index
                self.repaint()
                self.post_message(self.Pointed(self, name))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(len(self._choices), 1)

    def paint(self, canvas: Canvas, paint: Paint) -> None:
        label = max((cell_len(choice.label) for choice in self._choices), default=0)
        if self._whole_remarks:
            remark = max((cell_len(choice.remark) for choice in self._choices), default=0)
            label = min(label, max(canvas.width - remark - 7, 8))
        for y, choice in enumerate(self._choices):
            here = y == self.index and self.has_focus
            plain, quiet = (paint.cursor, paint.cursor_quiet) if here else (paint.strong, paint.quiet)
            if here:
                canvas.fill(0, y, canvas.width, 1, paint.cursor)
            key = paint.cursor_key if here else paint.key
            if y == self.index:
                canvas.text(1, y, paint.sign("▸"), key)
            x = 3
            if choice.letter:
                canvas.text(x, y, choice.letter.upper(), key)
                x += 3
            room = label if self._whole_remarks else canvas.width - x - 1
            canvas.text(x, y, choice.label, plain, max(room, 0), paint.sign("…"))
            x += label + 3
            if choice.remark and x < canvas.width - 4:
                canvas.text(x, y, choice.remark, quiet, canvas.width - x - 1, paint.sign("…"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._choices) if action == "choose" else True

    def action_move(self, by: int) -> None:
        """Move the cursor up or down, not past the ends."""
        if self._choices:
            index = min(max(self.index + by, 0), len(self._choices) - 1)
            self.point_at(self._choices[index].name)

    def action_choose(self) -> None:
        """Pick the choice under the cursor."""
        if self._choices:
            self.post_message(self.Chosen(self, self._choices[self.index].name))

    def choose_by_letter(self, letter: str) -> bool:
        """Pick the choice of that letter; return whether there is one."""
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

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self._choices):
            event.stop()
            self.point_at(self._choices[event.y].name)
            self.action_choose()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if event.y < len(self._choices):
            self.point_at(self._choices[event.y].name)

    def on_focus(self) -> None:
        self.repaint()

    def on_blur(self) -> None:
        self.repaint()
