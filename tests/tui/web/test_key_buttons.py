"""The buttons of the page: a key that does nothing yet has none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from textual.widget import Widget

from tui.web.key_buttons import KeyButtons
from tui.widgets.key_bar import Key, listed_key


def test_dim_key_has_no_button_until_it_works(monkeypatch):
    shown: list[list[dict[str, Any]]] = []
    buttons = KeyButtons(lambda keys, typing: shown.append(keys))
    screen = SimpleNamespace(has_class=lambda name: False)
    app = cast(Any, SimpleNamespace(top_screen=screen, focused=None))
    go_on, leave = (
        listed_key("enter", "go_on", "Go on", 0, primary=True),
        listed_key("f4", "step_back", "Step back", 12),
    )
    for enabled in (False, True):
        keys = [
            Key("Enter", "Go on", go_on, Widget(), enabled=enabled),
            Key("F4", "Step back", leave, Widget()),
        ]
        monkeypatch.setattr(buttons, "_key_bar_of", lambda screen, keys=keys: SimpleNamespace(listed_keys=keys))
        buttons.update(app)
    assert [len(keys) for keys in shown] == [1, 2]
