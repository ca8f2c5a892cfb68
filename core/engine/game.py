"""What every game offers: its name, its seats, its options, and how to start a match of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from core.engine.action import Action, parse
from core.engine.dealer import Dealer
from core.engine.piles import Layout, Remark, Value
from core.engine.view import View
from core.errors import BadOption

if TYPE_CHECKING:
    from core.engine.match import Match

Bot: TypeAlias = Callable[[View], Action]
"""A player that is a program: what it does with a view in which it has something to decide."""

_SWITCH: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be set before a match: its default, what it may be, and one line of help.

    A value is one of `choices` if there are any, else a whole number within `bounds` (both included), else
    on or off. `label` is what people call it, in a few words.
    """

    default: bool | int | str
    help: str
    choices: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None
    label: str = ""

    def read(self, name: str, value: object) -> bool | int | str:
        """Return `value`, which may be a text, as a value of this option called `name`.

        Raises `BadOption` if it is none.
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
        if isinstance(value, str) and value.lower() in _SWITCH:
            return _SWITCH[value.lower()]
        raise BadOption(f"{name} is on or off, not {value!r}.")

    def show(self, value: Value) -> str:
        """Return `value` as a player would write it."""
        return ("off", "on")[value] if isinstance(value, bool) else str(value)


def allow_all(seats: int, options: Mapping[str, Value]) -> None:
    """Allow every combination of seats and options."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat stands: its score and its rank from 1; equal scores share a rank."""

    seat: int
    score: int
    rank: int


@dataclass(frozen=True)
class Game:
    """A set of rules.

    `seats` holds the allowed numbers of players, `options` what can be set, `patterns` the shapes of its
    actions (see `core.engine.action`), `bots` the programs that can play it, best first, and `sentence` what a remark
    says, in one plain sentence that leaves out the name of its seat. `check` may raise `BadOption` for a
    combination of seats and options that the game does not have. `interject` is what a bot would do in a view in
    which its seat may act though nobody waits for it, or None for nothing; a game without it has bots that are
    silent then.
    """

    slug: str
    title: str
    tagline: str
    seats: Sequence[int]
    usual_seats: int
    options: Mapping[str, Option]
    patterns: tuple[str, ...]
    match: Callable[[Game, int, Mapping[str, Value], Dealer], Match]
    layout: Callable[[int, Mapping[str, Value]], Layout]
    legal: Callable[[View], tuple[Action, ...]]
    bots: Mapping[str, Bot]
    sentence: Callable[[Remark], str]
    check: Callable[[int, Mapping[str, Value]], None] = allow_all
    interject: Callable[[View], Action | None] | None = None

    def start(
        self,
        seats: int,
        seed: int | str = 0,
        options: Mapping[str, object] | None = None,
        dealer: Dealer | None = None,
    ) -> Match:
        """Start a match for `seats` players.

        All chance comes from `dealer` if there is one, else from `seed`. `options` holds what differs from
        the defaults, as values or as texts. Raises `BadOption` if this game has no such seats or options.
        """
        settings = self.settings(seats, options or {})
        return self.match(self, seats, settings, dealer or Dealer.seeded(seed))

    def settings(self, seats: int, options: Mapping[str, object]) -> Mapping[str, Value]:
        """Return every option of this game with its value, the defaults where `options` is silent.

        Raises `BadOption` as `start` does.
        """
        if type(seats) is not int or seats not in self.seats:
            raise BadOption(f"{self.title} is for {self.seats_in_words} players, not {seats}.")
        for name in options:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise BadOption(f"{self.title} has no option {name!r}; it has: {known}.")
        settings: dict[str, Value] = {
            name: option.read(name, options.get(name, option.default)) for name, option in self.options.items()
        }
        self.check(seats, settings)
        return MappingProxyType(settings)

    def departures(self, settings: Mapping[str, Value]) -> tuple[tuple[str, str], ...]:
        """Return the options that differ from their defaults in `settings`, as the texts of a record."""
        differing = ((n, option) for n, option in self.options.items() if settings[n] != option.default)
        return tuple((name, option.show(settings[name])) for name, option in differing)

    @property
    def seats_in_words(self) -> str:
        """The allowed numbers of players as a reader expects them: ``1 to 1000`` or ``4, 6, 8 or 10``."""
        numbers = list(self.seats)
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} to {numbers[-1]}"
        *rest, last = map(str, numbers)
        return f"{', '.join(rest)} or {last}" if rest else last

    def parse(self, text: str) -> Action:
        """Return the action that `text` writes; raises `BadNotation` if it writes none."""
        return parse(text, self.patterns)

    @property
    def rules(self) -> str:
        """The rulebook of this game, in Markdown."""
        folder = self.slug.replace("-", "_")
        return resources.files("core").joinpath(folder, "RULES.md").read_text(encoding="utf-8")
