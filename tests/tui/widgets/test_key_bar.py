"""How the program names keys to people."""

import pytest
from textual.events import Key

from tui.widgets.key_bar import useless_key_sentence


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
