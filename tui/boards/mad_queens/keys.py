"""The key bindings of the Mad Queens board, and their names."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

from core.engine.cards import SUITS
from tui.boards.common.keys import ESCAPE_KEY, LOG_LABEL, key_name_function
from tui.boards.mad_queens.text import END_GAME_LABEL, LOOK_AT_NEXT_LABEL

_SUIT_BY_QUEEN_KEY: Final = dict(zip("cdhs", SUITS, strict=True))
"""Maps the letter of a suit key to the suit of the Queen that it chooses."""

MAD_QUEENS_KEYS: Final[list[BindingType]] = [
    Binding("space", "reveal", "Reveal a card", id="queens.reveal"),
    Binding("b", "bank", "Bank the row", id="queens.bank"),
    Binding("e", "end", END_GAME_LABEL, id="queens.end"),
    Binding("l", "toggle_log", LOG_LABEL, id="queens.log"),
    Binding("y", "answer(True)", "Yes", show=False),
    Binding("n", "answer(False)", "No", show=False),
    ESCAPE_KEY,
    *(Binding(key, f"queen('{suit}')", show=False) for key, suit in _SUIT_BY_QUEEN_KEY.items()),
    Binding("tab,right", "look(1)", LOOK_AT_NEXT_LABEL, show=False),
    Binding("shift+tab,left", "look(-1)", "Look at the previous player", show=False),
]
"""The key bindings of the board of Mad Queens."""

key_name_of = key_name_function(MAD_QUEENS_KEYS)
"""A function that takes the action of a key binding and returns the name of its first key, as buttons show it."""
