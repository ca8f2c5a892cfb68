"""The rule set of a game: name, seats, options, piles and facts, legal actions and refusals, as a match needs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from core.engine.action import Action, parse
from core.engine.option import Option
from core.engine.piles import Layout, Value
from core.engine.view import View
from core.errors import BadOption

Options: TypeAlias = Mapping[str, Value]
"""The options of a match: maps the name of every option of the game to its value."""


REVISION_OPTION_NAME: Final = "rules"
"""The name of the option of a match that is the revision of the rules by which it is played.

People cannot set it: a new match has the newest revision of its game, and an old match that names none has the first.
"""

FIRST_REVISION: Final = 1
"""The number of the revision of the rules for a match whose record names no revision."""
SECOND_REVISION: Final = 2
"""The second revision of the rules of all five games; RULINGS section 10 says what it changed."""

MATCH_IS_OVER_SENTENCE: Final = "The match is over."
"""The sentence for an action in a match that has ended."""
NOT_YOUR_TURN_SENTENCE: Final = "It is not your turn."
"""The sentence for an action of a seat that cannot act now."""
ONLY_WATCHING_SENTENCE: Final = "You are watching this match; its players decide."
"""The refusal of an action of a spectator."""


def allow_every_combination(seats: int, options: Options) -> None:
    """Do nothing: the default of `RuleSet.check_combination`, for games that allow every combination of seats and
    options."""


def unchanged_action(action: Action) -> Action:
    """Return `action` itself: the default of `RuleSet.canonical`."""
    return action


def no_specific_refusal(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return "": the default of `RuleSet.why_not`, for which `RuleSet.refusal` uses a sentence that all games share."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)  # a game equals only itself
class RuleSet:
    """The rules of one game as a match uses them; `core.engine.game.Game` adds what people and programs use."""

    slug: str
    """The game's name in lower case, its words joined by hyphens."""
    title: str
    """The game's name as a heading."""
    seats: Sequence[int]
    """The allowed numbers of players."""
    options: Mapping[str, Option]
    """Maps the name of each option to the option."""
    patterns: tuple[str, ...]
    """The forms of the game's actions, such as ``bank CARD``: a verb, and what follows it in capitals."""
    layout: Callable[[int, Options], Layout]
    """Returns the layout for a number of seats and the options."""
    legal: Callable[[View], tuple[Action, ...]]
    """Returns the legal actions of the seat of a view, in a stable order, from nothing but what the seat sees."""
    why_not: Callable[[View, Sequence[Action], Action], str] = no_specific_refusal
    """Returns in one sentence why the seat of a view, which has these choices (none if it may not act), may not do an
    action; "" where the sentence common to all games fits (`refusal`)."""
    canonical: Callable[[Action], Action] = unchanged_action
    """Returns the canonical form of an action that can be written in several ways, such as with its cards in any
    order."""
    check_combination: Callable[[int, Options], None] = allow_every_combination
    """Raises `BadOption` for a combination of seats and options that the game does not have."""
    revision: int = FIRST_REVISION
    """The number of the newest revision of the rules. It is raised by 1 when the rules change so that the same actions
    would lead to another match or be recorded by other changes; a match of an earlier revision is replayed by that
    one."""
    seat_verbs: tuple[str, ...] = ()
    """The verbs (first words) of the actions in which a number is a seat."""

    def settings(self, seats: int, options: Mapping[str, object]) -> Options:
        """Return every option with its value: the one in `options`, which may be a text, or else the default.

        Raises `BadOption` if the game has no such number of seats, option, value, or combination of them.
        """
        if type(seats) is not int or seats not in self.seats:
            raise BadOption(self.seat_count_refusal(seats))
        for name in options:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise BadOption(f"{self.title} has no option {name!r}; it has: {known}.")
        settings: dict[str, Value] = {
            name: option.parse_value(name, options.get(name, option.default)) for name, option in self.options.items()
        }
        self.check_combination(seats, settings)
        return MappingProxyType(settings)

    def match_settings(self, seats: int, options: Mapping[str, object]) -> Options:
        """Return the settings of a match: every option with its value, and the revision of the rules as
        `REVISION_OPTION_NAME`.

        The revision is the newest unless `options` names another. Raises `BadOption` for a number of seats, an option
        or a value that the game does not have, and for an unknown revision.
        """
        chosen = {name: value for name, value in options.items() if name != REVISION_OPTION_NAME}
        revision = self._known_revision(options.get(REVISION_OPTION_NAME, self.revision))
        return MappingProxyType({**self.settings(seats, chosen), REVISION_OPTION_NAME: revision})

    def _known_revision(self, value: object) -> int:
        """Return the number of a revision; raises `BadOption` if these rules have no such revision."""
        for number in range(FIRST_REVISION, self.revision + 1):
            if value == number or value == str(number):
                return number
        raise BadOption(
            f"This program knows rules 1 to {self.revision} of {self.title}, not rules {str(value)[:20]!r}:"
            " a newer version may know them."
        )

    def revision_of(self, settings: Options) -> int:
        """Return the revision of the rules in the settings of a match; the newest if they name none."""
        number = settings.get(REVISION_OPTION_NAME, self.revision)
        assert isinstance(number, int)
        return number

    def changed_options(self, settings: Options) -> tuple[tuple[str, str], ...]:
        """Return the options that differ from their defaults in `settings`, as the (name, value) texts of a record."""
        differing = ((n, option) for n, option in self.options.items() if settings[n] != option.default)
        return tuple((name, option.text_of(settings[name])) for name, option in differing)

    def record_options(self, settings: Options) -> tuple[tuple[str, str], ...]:
        """Return the options to write into the record of a match with these settings, as (name, value) texts.

        They are the `changed_options`, and the revision of the rules (`REVISION_OPTION_NAME`) if it is not the first.
        """
        number = self.revision_of(settings)
        return self.changed_options(settings) + (
            ((REVISION_OPTION_NAME, str(number)),) if number > FIRST_REVISION else ()
        )

    def settings_of_record(self, options: Mapping[str, object]) -> Mapping[str, object]:
        """Return the `options` of a recorded match with its revision of the rules: the first if they name none."""
        return {REVISION_OPTION_NAME: FIRST_REVISION, **options}

    @property
    def seat_counts_in_words(self) -> str:
        """The allowed numbers of players in words: ``1 to 1000`` or ``4, 6, 8 or 10``."""
        numbers = list(self.seats)
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} to {numbers[-1]}"
        *rest, last = map(str, numbers)
        return f"{', '.join(rest)} or {last}" if rest else last

    def seat_count_refusal(self, seats: object) -> str:
        """Return the sentence which says that the game cannot be played by `seats` players."""
        return f"{self.title} is for {self.seat_counts_in_words} players, not {seats}."

    def parse(self, text: str) -> Action:
        """Return `text` as an action in canonical form; raises `BadNotation` if it is no action of this game."""
        return self.canonical(parse(text, self.patterns))

    def refusal(self, view: View, action: Action) -> str:
        """Return in one sentence why the seat of `view` may not do `action`, which is not among `legal(view)`.

        It follows from what the seat sees alone, so hosts, boards and bots give the same reason.
        """
        if view.facts["over"] is True:
            return MATCH_IS_OVER_SENTENCE
        if view.seat is None:
            return ONLY_WATCHING_SENTENCE
        choices = self.legal(view)
        if type(action) is not Action:
            if choices:
                return f"{str(action)[:40]!r} is not an action of {self.title}."
            action = Action()
        reason = self.why_not(view, choices, action)
        if reason:
            return reason
        if not choices:
            return NOT_YOUR_TURN_SENTENCE
        possible = ", ".join(map(self.text_of_action, choices[:12]))
        return f"{self.text_of_action(action)} is not possible now; you may: {possible}."

    def text_of_action(self, action: Action) -> str:
        """Return an action as text for people: its canonical form, with seats counted from 1."""
        if action and action[0] in self.seat_verbs and type(action[-1]) is int:
            return str(Action((*action[:-1], action[-1] + 1)))
        return str(action)
