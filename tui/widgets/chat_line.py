"""ChatLine: the input for a line of chat."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import Input

from net.limits import CHAT_CELLS
from tui.widgets.key_bar import listed_key


class ChatLine(Input):
    """The input for a line of chat; Enter sends it."""

    BINDINGS: ClassVar[list[BindingType]] = [listed_key("enter", "submit", "Send", 0, primary=True)]

    def __init__(self, placeholder: str) -> None:
        super().__init__(placeholder=placeholder, max_length=CHAT_CELLS, id="line", compact=True)
