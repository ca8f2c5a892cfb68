"""The key bindings of the Big Queen board, and their names."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

from tui.boards.big_queen.cursor import CARDS_PER_PAGE, STEP_TO_THE_END
from tui.boards.big_queen.text import ANNOUNCE_ONE_CARD_LABEL, NOT_YET_LABEL
from tui.boards.common.keys import LOG_LABEL, SORT_LABEL, close_key, key_name_function

BIG_QUEEN_KEYS: Final[list[BindingType]] = [
    Binding("d", "draw", "Draw a card, or deal", id="bigqueen.draw"),
    Binding("enter", "take_or_lay", "Take the card, or lay what is selected", id="bigqueen.enter"),
    Binding("space", "toggle_card", "Select a card in your hand", id="bigqueen.pick"),
    Binding("x", "discard", "Discard the card, and announce if one is left", id="bigqueen.discard"),
    Binding("z", "discard_silently", "Discard and keep silent", id="bigqueen.quiet"),
    Binding("f", "find_next", "Find the next card to take, or cards to lay", id="bigqueen.find"),
    Binding(
        "w",
        "find_other_way",
        "Choose other cards of yours to take the card, or another set for a 2",
        id="bigqueen.other",
    ),
    Binding("a", "ask", "Ask to go out: to end the round with your last card", id="bigqueen.ask"),
    Binding("y", "answer(True)", "Yes, your partner may go out", id="bigqueen.yes"),
    Binding("n", "answer(False)", NOT_YET_LABEL, id="bigqueen.no"),
    Binding("o", "announce", ANNOUNCE_ONE_CARD_LABEL, id="bigqueen.announce"),
    Binding("c", "catch", "Catch a player who has not announced", id="bigqueen.catch"),
    Binding("s", "sort", SORT_LABEL, id="bigqueen.sort"),
    Binding("up", "change_zone(-1)", "Go to the discard pile, and on to the sets", id="bigqueen.up"),
    Binding("down", "change_zone(1)", "Go back to the hand", id="bigqueen.down"),
    Binding("backspace", "clear_selection", "Deselect all cards; Esc does it, too", id="bigqueen.clear"),
    close_key("Deselect"),
    Binding("l", "toggle_log", LOG_LABEL, id="bigqueen.log"),
    Binding("left", "move(-1)", show=False),
    Binding("right", "move(1)", show=False),
    Binding("home", f"move(-{STEP_TO_THE_END})", show=False),
    Binding("end", f"move({STEP_TO_THE_END})", show=False),
    Binding("pageup", f"move(-{CARDS_PER_PAGE})", show=False),
    Binding("pagedown", f"move({CARDS_PER_PAGE})", show=False),
    *(Binding(key, f"rank('{key.upper()}')", show=False) for key in "1234567890jqk"),
]
"""The key bindings of the board of Big Queen."""

key_name_of = key_name_function(BIG_QUEEN_KEYS)
"""A function that takes the action of a key binding and returns the name of its first key, as buttons show it."""
