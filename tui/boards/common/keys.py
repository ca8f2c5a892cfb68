"""The keys that several boards have, and the names of keys as buttons and sentences show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from textual.binding import Binding, BindingType

from tui.boards.common.commands import GoOn
from tui.drawing import Button
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, key_label, listed_key

EARLIER_KEY: Final = listed_key("less_than_sign", "page_log(-1)", "Earlier in the log", 1, in_bar=False)
"""The key binding by which every board shows earlier lines of its log, and shows the log at all."""

LATER_KEY: Final = listed_key("greater_than_sign", "page_log(1)", "Later in the log", 1, in_bar=False)
"""The key binding by which every board shows later lines of its log."""

LOG_KEYS: Final = (
    EARLIER_KEY,
    LATER_KEY,
    Binding("comma", "page_log(-1)", show=False),
    Binding("full_stop", "page_log(1)", show=False),
)
"""The key bindings by which every board shows and pages its log; those that are not shown are the same keys of many
keyboards without Shift."""

LOG_LABEL: Final = "Show or hide the log in a small window"
"""The label of the key that shows or hides the log, on every board."""

SORT_LABEL: Final = "Sort the hand another way"
"""The label of the key that sorts the hand, on every board with a hand."""

ESCAPE_KEY: Final = listed_key("escape", "answer(False)", "Back", ESCAPE_KEY_POSITION, in_help=False)
"""The binding of Esc that is listed while a board asks something or shows something over the table; otherwise Esc
leaves the match.
"""

GO_ON_KEYS: Final = ("enter", "escape", "space", "r")
"""The keys that go on after the result of a round or hand that waits for its reader; R, as it also shows the result
again."""

GO_ON_BUTTON: Final = Button("Enter", "Go on", GoOn(), primary=True)
"""The button that goes on after the result of a round or hand, with the first of `GO_ON_KEYS`."""

ESCAPE_LABEL: Final = key_label(ESCAPE_KEY)
"""The name of Esc, as buttons show it."""


def close_key(description: str) -> Binding:
    """Return the binding of Esc for a board that closes something with it; `description` says what it does.

    The key bar lists it while it works.
    """
    return listed_key("escape", "close", description, ESCAPE_KEY_POSITION, in_help=False)


def key_name_function(bindings: Iterable[BindingType]) -> Callable[[str], str]:
    """Return a function that returns, for an action of a key binding, the name of its first key as on buttons:
    ``Space``.
    """
    names: dict[str, str] = {}
    for binding in bindings:
        assert isinstance(binding, Binding)
        names.setdefault(binding.action, key_label(binding))
    return names.__getitem__
