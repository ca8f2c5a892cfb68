"""The key bindings of the trick board, their names, and the options that some of them depend on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.binding import Binding, BindingType

from core.engine.cards import SUITS
from tui.boards.common.keys import ESCAPE_KEY, LOG_LABEL, SORT_LABEL, key_name_function
from tui.boards.tricks.labels import ACCUSE_LABEL, CALL_CHALLENGE_LABEL, OWN_UP_LABEL, TAKE_SPARE_HAND_LABEL

SUIT_BY_KEY: Final = dict(zip("cdhs", SUITS, strict=True))
"""Maps a suit key to its suit."""

RANK_BY_KEY: Final = {**{str(n): str(n) for n in range(2, 10)}, "0": "10", "1": "10", "j": "J", "q": "Q", "a": "A"}
"""Maps a rank key to its rank."""

_SUITS_HELP: Final = "Name trump, or point at a suit; D H S too"
"""The help on the suit keys."""

SUITS_HELP_WITHOUT_TRUMP_SUIT: Final = "Point at a suit; D H S too"
"""The help on the suit keys in a game in which no suit is named trump."""

_RANKS_HELP: Final = "Point at a rank; 3 to 9, 0, J Q K A too"
"""The help on the rank keys."""

TRICK_KEYS: Final[list[BindingType]] = [
    Binding("enter", "choose", "Play the card pointed at", id="tricks.play"),
    Binding("left", "move(-1)", "Point at another card", key_display="←→", id="tricks.left"),
    Binding("right", "move(1)", show=False),
    Binding("home", "move_to_end(False)", show=False),
    Binding("end", "move_to_end(True)", show=False),
    Binding("o", "sort", SORT_LABEL, id="tricks.sort"),
    Binding("v", "last_trick", "See the last trick", id="tricks.last"),
    Binding("r", "hand_result", "See what the last hand brought", id="tricks.result"),
    Binding("l", "toggle_log", LOG_LABEL, id="tricks.log"),
    Binding("x", "challenge", CALL_CHALLENGE_LABEL, id="tricks.challenge"),
    Binding("b", "take_back", "Take a wrong card back (honour)", id="tricks.back"),
    Binding("u", "own_up", f"{OWN_UP_LABEL} (honour)", id="tricks.own"),
    Binding("w", "accuse", f"{ACCUSE_LABEL} (honour)", id="tricks.accuse"),
    Binding("f", "keep", "Play on with the hand as it is", id="tricks.keep"),
    Binding("e", "exchange", TAKE_SPARE_HAND_LABEL, id="tricks.exchange"),
    Binding("k", "king", show=False),
    Binding("up", "pick(-1)", show=False, key_display="↑"),
    Binding("down", "pick(1)", show=False, key_display="↓"),
    Binding("n", "answer(False)", show=False),
    ESCAPE_KEY,
    Binding("tab", "look(1)", show=False),
    Binding("shift+tab", "look(-1)", show=False),
    *(Binding(key, f"suit('{key}')", _SUITS_HELP, show=key == "c") for key in SUIT_BY_KEY),
    *(Binding(key, f"rank('{key}')", _RANKS_HELP, show=key == "2") for key in RANK_BY_KEY),
]
"""The key bindings of the board of the trick games."""

key_name_of = key_name_function(TRICK_KEYS)
"""A function that takes the action of a key binding and returns the name of its first key, as buttons show it."""

_HONOUR_MODE_OPTION: Final = (("reneging", "honour"),)
"""The name and value of the option that enables the keys of the honour mode."""

_OPTIONS_BY_KEY_ACTION: Final[dict[str, tuple[tuple[str, object], ...]]] = {
    "challenge": (("challenge", True),),
    "keep": (("switch", True), ("exchange", True)),
    "exchange": (("exchange", True),),
    **dict.fromkeys(("take_back", "own_up", "accuse"), _HONOUR_MODE_OPTION),
}
"""Maps the action of a key that only some matches use to names and values of options; any one of these enables the
key."""


def is_key_unused(options: Mapping[str, object], action: str) -> bool:
    """Return whether a match with these options never uses the key of an action."""
    return action in _OPTIONS_BY_KEY_ACTION and not any(
        options.get(name) == value for name, value in _OPTIONS_BY_KEY_ACTION[action]
    )
