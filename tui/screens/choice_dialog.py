"""ChoiceDialog: a dialog with a list, from which a person picks one choice or none."""

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
"""Least width of the box in cells; a longer choice makes it wider, up to the width of the screen."""

SIDE_CELLS: Final = 2
"""Cells of the box on either side of the list."""

ROWS_AROUND_LIST: Final = 8
"""Rows around the list: the title, the keys, air between them, and the screen above and below the box."""


class ChoiceDialog(ModalScreen[str]):
    """Offers `choices` under a `title`; the result is the name of the picked choice, or an empty text for none."""

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
        """Limit the height of the list, which scrolls if it is longer."""
        self.query_one("#list").styles.max_height = max(event.size.height - ROWS_AROUND_LIST, 1)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.dismiss(message.name)

    def on_click(self, event: events.Click) -> None:
        """Close the dialog on a click beside the box."""
        if event.widget is self:
            self.dismiss("")

    def action_choose(self) -> None:
        """Pick the choice under the cursor."""
        self._menu.action_choose()

    def action_nothing(self) -> None:
        """Close the dialog without a choice."""
        self.dismiss("")
