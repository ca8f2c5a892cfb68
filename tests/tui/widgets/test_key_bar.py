"""How the program names keys to people, and when the key bar shows them."""

from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.events import Key

from tui.cards import FOUR_COLOURS
from tui.widgets.key_bar import KeyBar, listed_key, useless_key_sentence


class FingerApp(App[None]):
    """A program that is used with fingers, with one listed key; `labels_painted` has its label at each painting."""

    look = FOUR_COLOURS
    used_with_fingers = True
    label = "Go on"
    BINDINGS: ClassVar = [listed_key("enter", "go_on", "Go on", 0)]

    def __init__(self) -> None:
        super().__init__()
        self.bar = KeyBar(lambda active: self.label)
        self.labels_painted: list[list[str]] = []

    def compose(self) -> ComposeResult:
        yield self.bar

    def post_display_hook(self) -> None:
        self.labels_painted.append([key.description for key in self.bar.listed_keys])


async def test_change_of_a_key_alone_is_followed_by_a_painting_after_which_a_page_gets_its_buttons() -> None:
    app = FingerApp()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.labels_painted.clear()
        app.label = "Standings"
        app.screen.refresh_bindings()
        await pilot.pause()
        await pilot.pause()
        assert app.labels_painted[-1:] == [["Standings"]]


@pytest.mark.parametrize(
    ("key", "character", "name"),
    [
        ("x", "x", "X"),
        ("ß", "ß", "ß"),
        ("space", " ", "Space"),
        ("escape", "\x1b", "Esc"),
        ("comma", ",", ","),
        ("up", None, "Up"),
        ("ctrl+pageup", None, "Ctrl+PgUp"),
        ("section_sign", None, "Section Sign"),
    ],
)
def test_key_without_use_is_named_as_people_call_it(key, character, name):
    assert useless_key_sentence(Key(key, character)) == f"{name} does nothing now."
