"""The keys that several boards have, and the names of keys for what a board writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from textual.binding import Binding, BindingType

from tui.widgets.key_bar import BACK_ORDER, key_label, listed_key

LOG_KEYS: Final = (
    listed_key("comma", "page_log(-1)", "Earlier in the log", 1, in_bar=False),
    listed_key("full_stop", "page_log(1)", "Later in the log", 1, in_bar=False),
)

ESCAPE_KEY: Final = listed_key("escape", "answer(False)", "Back", BACK_ORDER, in_help=False)
"""Esc, listed while a board asks something or shows something over the table; else Esc leaves the match."""

ESCAPE_LABEL: Final = key_label(ESCAPE_KEY)


def key_names(bindings: Iterable[BindingType]) -> Callable[[str], str]:
    """Return a function that returns the name of the first key of an action, as buttons and sentences write it."""
    names: dict[str, str] = {}
    for binding in bindings:
        assert isinstance(binding, Binding)
        names.setdefault(binding.action, key_label(binding))
    return names.__getitem__
