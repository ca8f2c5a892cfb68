"""ConfirmDialog: a dialog with a question and two answers, yes and no."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.widgets.key_bar import Key, KeyBar
from tui.widgets.menu import Choice, Menu

LONG_QUESTION_CELLS: Final = 120
"""Length in cells above which a question gets a wider box, so that it fits a small screen."""


class ConfirmDialog(ModalScreen[bool]):
    """Asks `question`; the result is whether the person chose `yes`. `yes` and `no` are the labels of the answers."""

    CSS_PATH = "confirm_dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", show=False),
        Binding("y", "answer(True)", show=False),
    ]

    def __init__(self, question: str, yes: str, no: str = "Stay") -> None:
        super().__init__()
        self._question = question
        self._yes = yes
        self._no = no

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(self._question, id="question", markup=False)
            yield Menu((Choice("no", "n", self._no), Choice("yes", "y", self._yes)), ground="panel")
            yield KeyBar((Key("Enter", "Choose", "choose", primary=True), Key("Esc", self._no, "answer(False)")))

    def on_mount(self) -> None:
        if cell_len(self._question) > LONG_QUESTION_CELLS:
            self.query_one("#box").add_class("-long")

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.dismiss(message.name == "yes")

    def action_choose(self) -> None:
        """Answer with the choice under the cursor."""
        self.query_one(Menu).action_choose()

    def action_answer(self, agreed: bool) -> None:
        """Close the dialog with this answer."""
        self.dismiss(agreed)
