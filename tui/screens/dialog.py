"""Dialog: a question or a title with a list of answers, from which a person picks one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, TypeVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.widgets.key_bar import ANSWER_KEYS, ESCAPE_KEY_POSITION, HELP_KEY_POSITION, KeyBar, listed_key, listed_keys
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.page import Page
from tui.widgets.scroll import Scroll

AnswerT = TypeVar("AnswerT")

MIN_LONG_QUESTION_CELLS: Final = 120
"""A question of more than this many cells gets a wider box, so that the dialog fits a small screen."""

MIN_LIST_BOX_CELLS: Final = 60
"""A box with a list is at least this wide; a longer choice makes it wider, up to the width of the screen."""

BOX_MARGIN_CELLS: Final = 2
"""The number of cells that the box has on either side of the list."""


class Dialog(ModalScreen[AnswerT]):
    """Asks `question`; the result is that of the picked answer, or `no_answer` if Esc closes the dialog.

    `answers` are the choices, each with its result. `is_narrow`: it is a question with short answers; a click outside
    its box does not close it, and `close_label` says in the key bar what Esc means. `latest_choices` returns the
    answers as they are now, for `update_answers`; None if they cannot change. `about` is what F1 says about the dialog;
    without it the dialog has no help.
    """

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "close", "Back", ESCAPE_KEY_POSITION),
        listed_key("f1", "help", "Help", HELP_KEY_POSITION),
        *ANSWER_KEYS,
    ]

    def __init__(
        self,
        question: str,
        answers: Iterable[tuple[LetterChoice, AnswerT]],
        no_answer: AnswerT,
        is_narrow: bool = False,
        close_label: str = "",
        latest_choices: Callable[[], Iterable[tuple[LetterChoice, AnswerT]]] | None = None,
        about: str = "",
    ) -> None:
        super().__init__()
        self._about = about
        self._latest = latest_choices
        self._question = question
        answers = tuple(answers)
        self._results = {choice.name: result for choice, result in answers}
        self._menu = Menu((choice for choice, _ in answers), ground="panel", whole_remarks=not is_narrow)
        self._no_answer = no_answer
        self._close_label = close_label
        self.narrow = is_narrow

    def compose(self) -> ComposeResult:
        """Yield the box with its widgets."""
        with Page(id="box", classes="-narrow" if self.narrow else ""):
            yield Static(self._question, id="question", markup=False)
            yield Scroll(self._menu, id="list", can_focus=False)
            yield KeyBar(self._key_description)

    def on_mount(self) -> None:
        box = self.query_one("#box")
        if not self.narrow:
            box.styles.width = max(self._menu.wanted_width + 2 * BOX_MARGIN_CELLS, MIN_LIST_BOX_CELLS)
        elif cell_len(self._question) > MIN_LONG_QUESTION_CELLS:
            box.add_class("-long")
        self._menu.focus()

    def update_answers(self) -> None:
        """Show the answers as they are now, if they can change; the cursor stays on its answer if it can."""
        if self._latest is not None:
            answers = tuple(self._latest())
            self._results = {choice.name: result for choice, result in answers}
            self._menu.show_choices(choice for choice, _ in answers)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Close the dialog with the result of the answer, unless that answer no longer exists."""
        if message.name in self._results:
            self.dismiss(self._results[message.name])

    def on_click(self, event: events.Click) -> None:
        """Close a dialog with a list after a click outside its box."""
        if event.widget is self and not self.narrow:
            self.action_close()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "help" or bool(self._about)

    def action_help(self) -> None:
        """Open the help about this dialog."""
        from tui.screens.help import HelpScreen, HelpText

        keys = tuple(listed_keys(self, self._key_description))
        self.app.push_screen(HelpScreen(HelpText(self._question, self._about, "", keys, "")))

    def _key_description(self, active: ActiveBinding) -> str:
        """Return what the key bar writes about an active key; "" if it does not list the key."""
        closes = active.binding.action == "close"
        return self._close_label if closes and self._close_label else active.binding.description

    def action_close(self) -> None:
        """Close the dialog without an answer."""
        self.dismiss(self._no_answer)


def confirmation_dialog(
    question: str, yes_label: str, no_label: str = "Stay", *, enter_agrees: bool = False
) -> Dialog[bool]:
    """Return a dialog whose result is whether the person chose `yes_label`; `yes_label` and `no_label` are the labels
    of the answers.

    Enter without moving the cursor means `no_label`, as for what cannot be taken back; with `enter_agrees` it means
    `yes_label`, as for an offer. Esc means `no_label`, too.
    """
    answers = [(LetterChoice("no", "n", no_label), False), (LetterChoice("yes", "y", yes_label), True)]
    if enter_agrees:
        answers.reverse()
    return Dialog(question, answers, no_answer=False, is_narrow=True, close_label=no_label)


def choice_dialog(title: str, choices: Callable[[], Iterable[LetterChoice]], about: str = "") -> Dialog[str]:
    """Return a dialog whose result is the name of the picked choice, "" for none.

    `choices` returns the choices as they are now; `about` is what F1 says about the dialog.
    """

    def answers() -> Iterable[tuple[LetterChoice, str]]:
        """Return each choice with its name."""
        return [(choice, choice.name) for choice in choices()]

    return Dialog(title, answers(), no_answer="", latest_choices=answers, about=about)
