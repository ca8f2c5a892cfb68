"""A dialog with a list of choices, of which one is chosen or none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.widgets.key_bar import Key, KeyBar
from tui.widgets.menu import Choice, Menu
from tui.widgets.scroll import Scroll

USUAL_BOX_CELLS: Final = 60
"""Cells that the box takes where its longest choice needs no more; it never takes more than the screen has."""

SIDE_CELLS: Final = 2
"""Cells of the box on either side of the list."""

ROWS_AROUND_LIST: Final = 8
"""Rows around the list: the title, the keys, air between them, and the screen above and below the box."""


class ChoiceDialog(ModalScreen[str]):
    """Offers `choices` under a `title`; the answer is the name of the one picked, or nothing."""

    CSS_PATH = "choice_dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "nothing", show=False)]

    def __init__(self, title: str, choices: Iterable[Choice]) -> None:
        super().__init__()
        self._title = title
        self._menu = Menu(choices, ground="panel", whole_remarks=True)

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(self._title, id="title", markup=False)
            yield Scroll(self._menu, id="list", can_focus=False)
            yield KeyBar((Key("Enter", "Choose", "choose", primary=True), Key("Esc", "Back", "nothing")))

    def on_mount(self) -> None:
        self.query_one("#box").styles.width = max(self._menu.wanted_width + 2 * SIDE_CELLS, USUAL_BOX_CELLS)
        self._menu.focus()

    def on_resize(self, event: events.Resize) -> None:
        """Leave room for what stands around the list, which scrolls where it is longer."""
        self.query_one("#list").styles.max_height = max(event.size.height - ROWS_AROUND_LIST, 1)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.dismiss(message.name)

    def on_click(self, event: events.Click) -> None:
        """Leave by a click beside the box."""
        if event.widget is self:
            self.dismiss("")

    def action_choose(self) -> None:
        """Pick what the cursor is on."""
        self._menu.action_choose()

    def action_nothing(self) -> None:
        """Leave without picking anything."""
        self.dismiss("")
