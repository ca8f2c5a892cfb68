"""Options: the settings of a game that people choose before a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from core.engine.piles import Value
from core.errors import BadOption

_ON_OFF_WORDS: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
"""Maps each text that turns an option on or off to True or False."""


class Option(NamedTuple):
    """One setting of a game: its default, its allowed values, and one line of help.

    A value is one of `choices` if there are any, else a whole number within `bounds`, else on or off.
    """

    default: bool | int | str
    """The value of the option where nobody chooses one."""
    help: str
    """The effect of the option, in one line."""
    choices: tuple[str, ...] = ()
    """The values from which people choose, if the option is one of a few words."""
    bounds: tuple[int, int] | None = None
    """The minimum and the maximum of a whole number; None for an option that is on or off, or one of `choices`."""
    label: str = ""
    """The name of the option as people read it, in a few words."""
    value_of_zero: Callable[[int], int] | None = None
    """Returns the value that 0 means for a number of seats; None if 0 has no special meaning."""

    def parse_value(self, name: str, value: object) -> bool | int | str:
        """Return `value`, which may be a text, as a value of this option, which is called `name`.

        Raises `BadOption` if the option does not allow it.
        """
        if self.choices:
            if value in self.choices:
                return str(value)
            raise BadOption(f"{name} is one of {', '.join(self.choices)}, not {value!r}.")
        if self.bounds is not None:
            low, high = self.bounds
            text = str(value)
            plain = text.removeprefix("-").isdecimal() and len(text) < 20 and not isinstance(value, bool)
            if plain and low <= int(text) <= high:
                return int(text)
            raise BadOption(f"{name} is a whole number from {low} to {high}, not {value!r}.")
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in _ON_OFF_WORDS:
            return _ON_OFF_WORDS[value.lower()]
        raise BadOption(f"{name} is on or off, not {value!r}.")

    def text_for_people(self, value: Value, seats: int) -> str:
        """Return `value` as people read it at a table of `seats`: ``auto (1000)`` for a 0 that means 1000."""
        if self.value_of_zero is not None and value == 0:
            return f"auto ({self.value_of_zero(seats)})"
        return self.text_of(value)

    def text_of(self, value: Value) -> str:
        """Return `value` as a player would type it."""
        return ("off", "on")[value] if isinstance(value, bool) else str(value)
