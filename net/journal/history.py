"""History and statistics from the journal: finished matches with their results, results by player, high scores.

Every function opens the journal at `path` for reading, returns an empty value for a journal that does not exist, and
raises `JournalDamaged` or `JournalUnusable` for one that cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from msgspec import Struct

from net.journal.database import JournalDatabase, is_empty
from net.journal.records import stored_text

NO_MATCH_LIMIT: Final = 1_000_000
"""A number of matches greater than that of any history: as a limit it stands for all of them."""


class SeatResult(Struct, frozen=True):
    """The result of one seat of a match."""

    seat: int
    name: str
    """The name of the seat's player."""
    bot: str
    """The bot that played the seat at the end, "" for a person."""
    score: int
    rank: int
    """The rank of the seat in the match, counted from 1."""
    by_bot: int = 0
    """The number of the person's `decisions` that a bot made for them."""
    decisions: int = 0
    """The number of the person's decisions; 0 if a bot made none of them."""


class FinishedMatch(Struct, frozen=True):
    """A finished match, with its number `id` in the history.

    `began` and `ended` are times of day in seconds, `results` are best first.

    `game` is the slug of the game, `seats` the number of seats, and `options` are the options as (name, value) texts.
    """

    id: int
    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    began: float
    ended: float
    results: tuple[SeatResult, ...]


class PlayerTally(Struct, frozen=True):
    """The results of one person in all matches of a game with two or more seats: `best` and `average` are of scores.

    People are distinguished by name only. In `matches_with_bot` of the matches a bot decided for them at times.

    `name` is the person's name and `game` the slug of the game. `matches` is how many they have finished, and `wins`
    how many of these they have won.
    """

    name: str
    game: str
    matches: int
    wins: int
    best: int
    average: float
    matches_with_bot: int = 0


class HighScore(Struct, frozen=True):
    """A score in a match with one seat; `ended` is a time of day in seconds, `id` the match's number in the history.

    `game` is the slug of the game, and `name` the name of the player.
    """

    game: str
    score: int
    name: str
    ended: float
    id: int


_RESULT_TABLES_SQL: Final = "results JOIN matches ON match = id LEFT JOIN bot_decisions USING (match, seat)"
"""The SQL tables from which results are read, joined."""

_DEAL_IS_FAIR_SQL: Final = "stored_text(record) LIKE '%' || char(10) || 'host %'"
"""The SQL condition on a record that its deal is provably fair, so that nobody has chosen the seed.

Somebody who chooses the seed could try seeds until the match goes well.
"""

_IS_FAIR_SOLO_SCORE_SQL: Final = f"bot = '' AND by_bot IS NULL AND seats = 1 AND {_DEAL_IS_FAIR_SQL}"
"""SQL condition on a result: a person has played the match alone and by themselves, and its deal is fair."""


def finished_matches(path: Path, game: str | None = None, limit: int = NO_MATCH_LIMIT) -> tuple[FinishedMatch, ...]:
    """Return the finished matches of one game, or of all (None), at most the `limit` of them, the latest first."""
    if is_empty(path):
        return ()
    with JournalDatabase(path, only_reading=True) as file:
        return _read_matches(file, "(? IS NULL OR game = ?)", (game, game), limit)


def finished_match(path: Path, match_id: int) -> FinishedMatch | None:
    """Return the finished match with the number `match_id` in the history; None if there is none."""
    if is_empty(path):
        return None
    with JournalDatabase(path, only_reading=True) as file:
        return next(iter(_read_matches(file, "id = ?", (match_id,), 1)), None)


def record_text(path: Path, match_id: int) -> str | None:
    """Return the record of the finished match with the number `match_id` in the history; None if there is none.

    It is the text that `queens replay` and `queens verify` read.
    """
    if is_empty(path):
        return None
    with JournalDatabase(path, only_reading=True) as file:
        found = file.rows("SELECT record FROM matches WHERE id = ? AND record != ''", (match_id,))
    return stored_text(found[0][0]) if found else None


def journal_counts(path: Path) -> tuple[int, int]:
    """Return (matches, packed): how many matches were played to the end, and how many of their records are packed."""
    if is_empty(path):
        return (0, 0)
    with JournalDatabase(path, only_reading=True) as file:
        [(matches, packed)] = file.rows(
            "SELECT count(*), total(typeof(record) = 'blob') FROM matches WHERE ended IS NOT NULL"
        )
    return matches, int(packed)


def player_tallies(path: Path, game: str | None = None) -> tuple[PlayerTally, ...]:
    """Return one tally for each person and game, sorted by game, most wins first; only those of `game` unless it is
    None. `path` is the file of the journal; without matches there are no tallies."""
    if is_empty(path):
        return ()
    query = (
        "SELECT name, game, count(*), sum(rank = 1), max(score), avg(score), count(by_bot)"
        f" FROM {_RESULT_TABLES_SQL}"
        " WHERE bot = '' AND seats > 1 AND ended IS NOT NULL AND (? IS NULL OR game = ?)"
        " GROUP BY game, name ORDER BY game, 4 DESC, 3, name"
    )
    with JournalDatabase(path, only_reading=True) as file:
        return tuple(PlayerTally(*row) for row in file.rows(query, (game, game)))


def high_scores(
    path: Path, game: str | None = None, scores_per_game: int = 5, *, name: str | None = None
) -> tuple[HighScore, ...]:
    """Return the `scores_per_game` best scores of matches with one seat in one game, or in each, best first.

    They are the scores of the person called `name`, or of everybody (None). Of equal scores the earlier comes first.
    Matches with a chosen seed, or in which a bot decided for the person, are left out.
    """
    if is_empty(path):
        return ()
    query = (
        f"SELECT game, score, name, ended, id FROM {_RESULT_TABLES_SQL}"
        f" WHERE {_IS_FAIR_SOLO_SCORE_SQL} AND ended IS NOT NULL"
        " AND (? IS NULL OR game = ?) AND (? IS NULL OR name = ?)"
        " ORDER BY game, score DESC, ended, id"
    )
    with JournalDatabase(path, only_reading=True) as file:
        file.add_function("stored_text", stored_text)
        scores = [HighScore(*row) for row in file.rows(query, (game, game, name, name))]
    return tuple(
        score for _, of_game in groupby(scores, lambda one: one.game) for score in list(of_game)[:scores_per_game]
    )


def solo_scores(path: Path, game: str, name: str) -> tuple[int, ...]:
    """Return the scores of the person called `name` in a game's matches with one seat, the earliest first.

    Matches with a chosen seed, or in which a bot decided for the person, are left out, as in `high_scores`.
    """
    if is_empty(path):
        return ()
    query = (
        f"SELECT score FROM {_RESULT_TABLES_SQL}"
        f" WHERE {_IS_FAIR_SOLO_SCORE_SQL} AND ended IS NOT NULL AND game = ? AND name = ? ORDER BY ended, id"
    )
    with JournalDatabase(path, only_reading=True) as file:
        file.add_function("stored_text", stored_text)
        return tuple(score for (score,) in file.rows(query, (game, name)))


def previous_best_score(path: Path, game: str) -> int | None:
    """Return the best score in a game's matches with one seat before the latest such match; None if there was none
    before.

    Matches with a chosen seed, or in which a bot decided for the person, are left out.
    """
    if is_empty(path):
        return None
    query = (
        f"SELECT max(score) FROM {_RESULT_TABLES_SQL} WHERE {_IS_FAIR_SOLO_SCORE_SQL} AND game = ?"
        " AND id < (SELECT max(id) FROM matches WHERE seats = 1 AND game = ? AND ended IS NOT NULL)"
    )
    with JournalDatabase(path, only_reading=True) as file:
        file.add_function("stored_text", stored_text)
        [(score,)] = file.rows(query, (game, game))
    return None if score is None else int(score)


def matches_with_numbers(file: JournalDatabase, numbers: Sequence[int]) -> Iterator[FinishedMatch]:
    """Yield the finished matches with these numbers in the history, in this order."""
    for number in numbers:
        yield from _read_matches(file, "id = ?", (number,), 1)


def _read_matches(
    file: JournalDatabase, condition: str, values: tuple[object, ...], limit: int
) -> tuple[FinishedMatch, ...]:
    """Return the finished matches that meet the SQL condition `condition`, at most the `limit` of them, the latest
    first."""
    query = (
        "SELECT id, game, seats, options, began, ended FROM matches"
        f" WHERE ended IS NOT NULL AND record IS NOT NULL AND {condition} ORDER BY ended DESC, id DESC LIMIT ?"
    )
    rows = file.rows(query, (*values, limit))
    return tuple(
        FinishedMatch(id, game, seats, _parse_options(options), began, ended, _read_results(file, id))
        for id, game, seats, options, began, ended in rows
    )


def _read_results(file: JournalDatabase, match_id: int) -> tuple[SeatResult, ...]:
    """Return the results of the match with the number `match_id` in the history, best first."""
    query = (
        "SELECT seat, name, bot, score, rank, ifnull(by_bot, 0), ifnull(decisions, 0)"
        " FROM results LEFT JOIN bot_decisions USING (match, seat) WHERE match = ? ORDER BY rank, seat"
    )
    return tuple(SeatResult(*row) for row in file.rows(query, (match_id,)))


def _parse_options(text: str) -> tuple[tuple[str, str], ...]:
    """Return the options of a match from their text in the list, ``OPTION=VALUE`` separated by spaces."""
    return tuple((name, value) for name, _, value in (word.partition("=") for word in text.split()))
