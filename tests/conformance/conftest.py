"""Fixtures of the conformance tests: every game of the registry, at tables of representative sizes and options.

A test that asks for `table` runs once for each game and representative number of seats, a test that asks for `game`
once for each game. Nothing here or in the tests knows any game by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import strategies as st

from core import Action, BadOption, Game, Match, Value, games
from core.engine.rule_set import FIRST_REVISION, REVISION_OPTION_NAME
from tests.support.depth import ONLY_DEEP_MARKS

MAX_SMALL_TABLE_SEATS = 8
"""Largest number of seats of a small match, for which tests compare all numbers of seats and all audiences."""

LARGE_TABLE_SEATS = 17
"""Number of seats of a large match, for games of any number of players."""


def representative_seats(game: Game) -> list[int]:
    """Return all numbers of seats of a game for few players, or some numbers for a game of any number of players."""
    numbers = [number for number in game.seats if number <= MAX_SMALL_TABLE_SEATS]
    if len(game.seats) > 2 * MAX_SMALL_TABLE_SEATS:
        numbers = [number for number in numbers if number in (1, 2, 3, 5)]
    rest = [number for number in game.seats if number > MAX_SMALL_TABLE_SEATS]
    return numbers + [number for number in rest if number == LARGE_TABLE_SEATS or len(rest) < MAX_SMALL_TABLE_SEATS]


@dataclass(frozen=True)
class GameWithSeats:
    """A game with a number of seats. The tests call it a table, though it has no people and no network."""

    game: Game
    seats: int

    def __str__(self) -> str:
        return f"{self.game.slug}-{self.seats}"

    def start(self, seed: int | str, options: Mapping[str, object] | None = None) -> Match:
        """Start a match of the game with this number of seats."""
        return self.game.start(self.seats, seed=seed, options=options or {})

    @property
    def audiences(self) -> list[int | None]:
        """Return the audiences to compare: None for the spectators, and all seats of a small table or some of a large
        one.
        """
        seats = range(self.seats)
        return [None, *(seats if self.seats <= 4 else (0, 1, self.seats - 1))]

    def settings_strategy(self) -> st.SearchStrategy[Mapping[str, Value]]:
        """Return a Hypothesis strategy for settings of this game: most of them differ from the defaults, and some are
        those of older rules.
        """
        kinds = {name: values_of_option(option) for name, option in self.game.options.items()}
        if self.game.revision > FIRST_REVISION:
            kinds[REVISION_OPTION_NAME] = st.integers(FIRST_REVISION, self.game.revision)
        drawn = st.fixed_dictionaries({}, optional=kinds) if kinds else st.just({})
        return drawn.map(self._accepted_settings)

    def _accepted_settings(self, options: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return `options`, of which the last ones are dropped until the game accepts all that remain."""
        chosen = dict(options)
        while chosen:
            try:
                self.game.match_settings(self.seats, chosen)
            except BadOption:
                chosen.popitem()
            else:
                break
        return chosen


def values_of_option(option) -> st.SearchStrategy[Value]:
    """Return a Hypothesis strategy for the values of an option.

    A range of numbers is represented by its ends, its middle and its default.
    """
    if option.choices:
        return st.sampled_from(option.choices)
    if option.bounds is not None:
        low, high = option.bounds
        return st.sampled_from(sorted({low, min(low + 1, high), (low + high) // 2, high, int(option.default)}))
    return st.booleans()


@dataclass(frozen=True)
class RandomPlay:
    """Functions that play any match by random legal actions; given to tests by the fixture `random_play`."""

    def random_actions(self, match: Match, random: Random, limit: int = 100_000) -> Iterator[tuple[int, Action]]:
        """Yield random legal pairs of seat and action; the caller must carry out each pair before it asks for the next
        one. Ends with the match, or after `limit` pairs.
        """
        for _ in range(limit):
            if match.over:
                return
            seat = random.choice(sorted(match.waiting))
            yield seat, random.choice(match.legal(seat))

    def after_random_actions(self, match: Match, random: Random, limit: int) -> Match:
        """Carry out at most `limit` random actions in a match; return the same match."""
        for seat, action in self.random_actions(match, random, limit):
            match.act(seat, action)
        return match


@pytest.fixture(scope="session")
def random_play() -> RandomPlay:
    """Return the functions that play a match at random, as a `RandomPlay`."""
    return RandomPlay()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once for each value of the parameters that it asks for.

    `game`: each game; `table`: each game with each representative number of seats; `small_table`: the same, up to four
    seats; `some_table`: each game with its usual and its largest number of seats, in the deep run also with the others;
    `usual_table`: each game with its usual number of seats.
    """
    if "table" in metafunc.fixturenames:
        tables = [GameWithSeats(game, seats) for game in games.values() for seats in representative_seats(game)]
        metafunc.parametrize("table", tables, ids=str)
    if "some_table" in metafunc.fixturenames:
        tables = []
        for game in games.values():
            numbers = representative_seats(game)
            for seats in numbers:
                is_usual = seats in (game.usual_seats, numbers[-1])
                tables.append(pytest.param(GameWithSeats(game, seats), marks=() if is_usual else ONLY_DEEP_MARKS))
        metafunc.parametrize("some_table", tables, ids=str)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(games.values()), ids=[game.slug for game in games.values()])
    if "small_table" in metafunc.fixturenames:
        tables = [
            GameWithSeats(game, seats) for game in games.values() for seats in representative_seats(game) if seats <= 4
        ]
        metafunc.parametrize("small_table", tables, ids=str)
    if "usual_table" in metafunc.fixturenames:
        metafunc.parametrize("usual_table", [GameWithSeats(game, game.usual_seats) for game in games.values()], ids=str)
