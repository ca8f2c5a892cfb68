"""The registry of games, and the replay of a record of any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from core.engine.dealer import Dealer
from core.engine.game import Game
from core.engine.match import Match
from core.engine.record import Record
from core.errors import BadRecord, RulesError


class Games(Mapping[str, Game]):
    """Games by their slugs, in a fixed order; the package of a game is imported on the first access.

    A game called ``big-queen`` is the `GAME` of the package `core.big_queen`.
    """

    def __init__(self, slugs: tuple[str, ...]) -> None:
        self._slugs = slugs
        self._loaded: dict[str, Game] = {}

    def __getitem__(self, slug: str) -> Game:
        game = self._loaded.get(slug)
        if game is None:
            if slug not in self._slugs:
                raise KeyError(slug)
            found: object = import_module(f"core.{slug.replace('-', '_')}").GAME
            assert isinstance(found, Game)
            game = self._loaded[slug] = found
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._slugs)

    def __len__(self) -> int:
        return len(self._slugs)

    def __contains__(self, slug: object) -> bool:
        return slug in self._slugs


games: Final = Games(
    (
        "mad-queens",
        "mad-queens-classic",
        "big-queen",
        "queens-dungeon",
        "queen-bees-ii",
    )
)
"""Every game by its slug, such as ``mad-queens``, in the order in which menus offer them."""


def find_game(name: str) -> Game | None:
    """Return the game whose slug is `name`, in capitals or small letters and with hyphens, spaces or underscores
    between its words; None if there is none."""
    return games.get(name.lower().replace("_", "-").replace(" ", "-"))


def unknown_game_sentence(name: str) -> str:
    """Return the sentence which says that there is no game called `name`, without its full stop."""
    return f"There is no game called {name!r}"


def match_at_start(record: Record) -> Match:
    """Return the match of a record as it was before the first action.

    Raises `BadRecord` if there is no such game, or if it has no match with these seats, options and cards.
    """
    game = games.get(record.game)
    if game is None:
        raise BadRecord(f"The record is of a game called {record.game[:40]!r}; there are: {', '.join(games)}.")
    try:
        options = game.settings_of_record(dict(record.options))
        return game.start(record.seats, options=options, dealer=Dealer.parse(record.seed, record.deal))
    except RulesError as error:
        raise BadRecord(f"The match of the record cannot be started: {error}") from error


def replay(record: Record) -> Match:
    """Play a record and return the match as it was after the last action.

    Raises `BadRecord` if the game, its seats, options or deal do not exist, if the rules refuse an action, or if the
    digest of the match is not the recorded one.
    """
    match = match_at_start(record)
    done = 0
    try:
        for seat, action in record.actions:
            match.act(seat, match.game.parse(action))
            done += 1
    except RulesError as error:
        raise BadRecord(f"The record breaks off at action {done + 1}: {error}") from error
    if match.digest.hex() != record.digest:
        raise BadRecord("The record's digest is not that of the match it describes: one of them has been altered.")
    return match
