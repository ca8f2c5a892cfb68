"""ChatLine: the input for a line of chat."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.widgets import Input

from net.limits import MAX_CHAT_CELLS
from tui.widgets.key_bar import listed_key


class ChatLine(Input):
    """The input for a line of chat; Enter sends it. A pasted text that is too long is cut."""

    BINDINGS: ClassVar[list[BindingType]] = [listed_key("enter", "submit", "Send", 0, primary=True)]

    def __init__(self, placeholder: str) -> None:
        super().__init__(placeholder=placeholder, max_length=MAX_CHAT_CELLS, id="line", compact=True)

    def on_paste(self, event: events.Paste) -> None:
        """Insert as much of a pasted text as there is room for, its lines joined by spaces.

        Textual would insert only the first line, and nothing of a text that is too long.
        """
        event.stop()
        event.prevent_default()
        start, end = sorted(self.selection)
        room = MAX_CHAT_CELLS - len(self.value) + end - start
        line = " ".join(line.strip() for line in event.text.strip().splitlines() if line.strip())
        self.replace(line[:room], start, end)
