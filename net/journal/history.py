"""What has been played, as the journal knows it: matches with their results, and how everybody has done."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from net.journal.database import JournalDatabase

EVERYTHING: Final = 1_000_000
"""More matches than anybody plays."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a seat came out of a match; `bot` is the program that held it at the end, nothing for a person."""

    seat: int
    name: str
    bot: str
    score: int
    rank: int


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over: `began` and `ended` are seconds of the day's clock, `results` stand best first."""

    id: int
    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    began: float
    ended: float
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How somebody has done in one game against others; people are told apart by their names."""

    name: str
    game: str
    matches: int
    wins: int
    best: int
    average: float


@dataclass(frozen=True, slots=True)
class HighScore:
    """What somebody has reached alone, in match `id`."""

    game: str
    score: int
    name: str
    ended: float
    id: int


def history(path: Path, game: str | None = None, last: int = EVERYTHING) -> tuple[FinishedMatch, ...]:
    """Return the `last` matches, of one game or all, the latest first. Raises `JournalDamaged` or `JournalUnusable`.

    As of the other functions here, nothing comes of a journal that does not exist.
    """
    if _is_empty(path):
        return ()
    with JournalDatabase(path, only_reading=True) as file:
        return _matches(file, "(? IS NULL OR game = ?)", (game, game), last)


def ended_match(path: Path, id: int) -> FinishedMatch | None:
    """Return one match, or None if there is none of this number."""
    if _is_empty(path):
        return None
    with JournalDatabase(path, only_reading=True) as file:
        return next(iter(_matches(file, "id = ?", (id,), 1)), None)


def record_text(path: Path, id: int) -> str | None:
    """Return the record of one match, which `queens replay` and `queens verify` read; None if there is none."""
    if _is_empty(path):
        return None
    with JournalDatabase(path, only_reading=True) as file:
        return next((text for (text,) in file.rows("SELECT record FROM matches WHERE id = ?", (id,)) if text), None)


def tallies(path: Path, game: str | None = None) -> tuple[Tally, ...]:
    """Return how people have done in matches of two and more seats: by game, whoever has won most often first."""
    if _is_empty(path):
        return ()
    query = (
        "SELECT name, game, count(*), sum(rank = 1), max(score), avg(score) FROM results JOIN matches ON match = id"
        " WHERE bot = '' AND seats > 1 AND ended IS NOT NULL AND (? IS NULL OR game = ?)"
        " GROUP BY game, name ORDER BY game, 4 DESC, 3, name"
    )
    with JournalDatabase(path, only_reading=True) as file:
        return tuple(Tally(*row) for row in file.rows(query, (game, game)))


def high_scores(path: Path, game: str | None = None, places: int = 5) -> tuple[HighScore, ...]:
    """Return the best results of people who played alone, by game, best first; equal ones in the order of time."""
    if _is_empty(path):
        return ()
    query = (
        "SELECT game, score, name, ended, id FROM results JOIN matches ON match = id"
        " WHERE bot = '' AND seats = 1 AND ended IS NOT NULL AND (? IS NULL OR game = ?)"
        " ORDER BY game, score DESC, ended, id"
    )
    with JournalDatabase(path, only_reading=True) as file:
        scores = [HighScore(*row) for row in file.rows(query, (game, game))]
    return tuple(score for _, of_game in groupby(scores, lambda one: one.game) for score in list(of_game)[:places])


def best_before(path: Path, game: str) -> int | None:
    """Return the best result of anybody alone in a game before the latest one, which it is to be compared with."""
    if _is_empty(path):
        return None
    query = (
        "SELECT max(score) FROM results JOIN matches ON match = id WHERE bot = '' AND seats = 1 AND game = ?"
        " AND id < (SELECT max(id) FROM matches WHERE seats = 1 AND game = ? AND ended IS NOT NULL)"
    )
    with JournalDatabase(path, only_reading=True) as file:
        [(score,)] = file.rows(query, (game, game))
    return None if score is None else int(score)


def _is_empty(path: Path) -> bool:
    """Whether nothing was ever written there: no file, or one without a single byte."""
    return not os.path.exists(path) or (os.path.isfile(path) and os.path.getsize(path) == 0)


def _matches(file: JournalDatabase, which: str, values: tuple[object, ...], last: int) -> tuple[FinishedMatch, ...]:
    query = (
        "SELECT id, game, seats, options, began, ended FROM matches"
        f" WHERE ended IS NOT NULL AND record IS NOT NULL AND {which} ORDER BY ended DESC, id DESC LIMIT ?"
    )
    found = file.rows(query, (*values, last))
    return tuple(
        FinishedMatch(id, game, seats, _options(options), began, ended, _results(file, id))
        for id, game, seats, options, began, ended in found
    )


def _results(file: JournalDatabase, id: int) -> tuple[Result, ...]:
    query = "SELECT seat, name, bot, score, rank FROM results WHERE match = ? ORDER BY rank, seat"
    return tuple(Result(*row) for row in file.rows(query, (id,)))


def _options(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, _, value in (word.partition("=") for word in text.split()))
