"""What has been played, in words: the list of matches, one match with its standings, and how everybody has done."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Final

from rich.cells import cell_len

from core import games
from core.engine.english import count
from net.errors import JournalMissing, NetError
from net.journal import NAME
from net.journal.history import (
    FinishedMatch,
    HighScore,
    Result,
    Tally,
    best_before,
    ended_match,
    high_scores,
    history,
    record_text,
    tallies,
)
from tui.settings import can_keep
from tui.text.results import to_beat

NOTHING: Final = (
    "No match has been played to its end on this machine yet; what is played at somebody else's table is kept by "
    "their host."
)

SEATS_NAMED: Final = 4
"""How many of those who played stand on one line of the list."""


def look_at(path: Path) -> None:
    """Raise `JournalMissing` if there is no journal because none can be there, unlike an empty one."""
    if not os.path.exists(path) and not can_keep(path.parent):
        raise JournalMissing(path, "its folder cannot be used")


def history_in(path: Path, game: str | None, last: int, as_json: bool) -> str:
    """Return the last matches in a journal, of one game or all; this and what follows raises `net.errors.NetError`."""
    look_at(path)
    return (list_in_json if as_json else list_in_words)(history(path, game, max(last, 0)))


def match_in(path: Path, id: int, as_json: bool) -> str:
    """Return one match in a journal; raises `LookupError` if there is none of this number."""
    look_at(path)
    match = ended_match(path, id)
    if match is None:
        raise LookupError(f"There is no match {id}; queens history lists those that there are.")
    return (match_in_json if as_json else match_in_words)(match)


def stats_in(path: Path, game: str | None, as_json: bool) -> str:
    """Return how everybody has done."""
    look_at(path)
    return (stats_in_json if as_json else stats_in_words)(tallies(path, game), high_scores(path, game))


def beside_the_best(folder: Path, game: str, score: int) -> str:
    """Return in a sentence what the latest result of somebody alone means beside the best one before it."""
    with suppress(NetError):
        return to_beat(score, best_before(folder / NAME, game))
    return ""


def save_record(path: Path, id: int, target: str) -> str:
    """Write the record of a match into a new file and return what there is to say.

    Raises `LookupError`, or `OSError` if the file cannot be written or is there already.
    """
    look_at(path)
    text = record_text(path, id)
    if text is None:
        raise LookupError(f"There is no record of a match {id}; queens history lists the matches that there are.")
    if target == "-":
        return text.rstrip("\n")
    with open(target, "x", encoding="utf-8") as file:
        file.write(text)
    return f"The record of match {id} is in {target}; queens verify {target} checks it."


def list_in_words(matches: Sequence[FinishedMatch]) -> str:
    """Return matches as lines: number, when, game, and who has won before whom."""
    if not matches:
        return NOTHING
    rows = [[str(one.id), when(one.ended), title(one.game), _outcome(one.results)] for one in matches]
    return "\n".join(in_columns([["no.", "ended", "game", "result"], *rows], right=(0,)))


def match_in_words(match: FinishedMatch) -> str:
    """Return one match: what was played, when, and its standings."""
    settings = "".join(f"\n  {name} = {value}" for name, value in match.options)
    rows = [[f"{one.rank}.", called(one), f"{one.score}"] for one in match.results]
    return "\n".join([head_of(match) + settings, "", *in_columns([["", "name", "points"], *rows], right=(0, 2))])


def head_of(match: FinishedMatch) -> str:
    """Return which match that is, when it was and how long it took."""
    minutes = max(1, round((match.ended - match.began) / 60))
    return f"Match {match.id}: {title(match.game)}, {when(match.began)}, {count(minutes, 'minute')}."


def stats_in_words(tallies: Sequence[Tally], scores: Sequence[HighScore]) -> str:
    """Return how everybody has done, game by game, and the best results of those who played alone."""
    if not tallies and not scores:
        return NOTHING
    parts: list[str] = []
    for slug in games:
        rows = [
            [one.name, str(one.matches), str(one.wins), f"{one.wins / one.matches:.0%}", str(one.best), mean(one)]
            for one in tallies
            if one.game == slug
        ]
        if rows:
            head = ["name", "matches", "won", "share", "best", "average"]
            parts += [title(slug), *in_columns([head, *rows], right=(1, 2, 3, 4, 5)), ""]
        best = [[str(one.score), one.name, when(one.ended), f"no. {one.id}"] for one in scores if one.game == slug]
        if best:
            parts += [f"{title(slug)}, alone", *in_columns([["points", "name", "ended", "match"], *best], (0,)), ""]
    return "\n".join(parts[:-1])


def list_in_json(matches: Sequence[FinishedMatch]) -> str:
    """Return matches as JSON; times are in seconds since 1970."""
    return json.dumps([_plain(match) for match in matches], ensure_ascii=False)


def match_in_json(match: FinishedMatch) -> str:
    """Return one match as JSON."""
    return json.dumps(_plain(match), ensure_ascii=False)


def stats_in_json(tallies: Sequence[Tally], scores: Sequence[HighScore]) -> str:
    """Return how everybody has done as JSON."""
    plain = {"players": [asdict(one) for one in tallies], "alone": [asdict(one) for one in scores]}
    return json.dumps(plain, ensure_ascii=False)


def in_columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Return rows as lines in which the columns stand below each other; those in `right` end below each other."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_in_cell(row, widths, right)).rstrip() for row in rows]


def _in_cell(row: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> list[str]:
    spaces = [" " * (width - cell_len(text)) for text, width in zip(row, widths, strict=True)]
    return [
        blank + text if column in right else text + blank
        for column, (text, blank) in enumerate(zip(row, spaces, strict=True))
    ]


def when(seconds: float) -> str:
    """Return a time as the clock on the wall shows it."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def mean(tally: Tally) -> str:
    """Return an average with one decimal."""
    return f"{tally.average:.1f}"


def title(slug: str) -> str:
    """Return the title of a game, also of one that there is no more."""
    game = games.get(slug)
    return slug if game is None else game.title


def _outcome(results: Sequence[Result]) -> str:
    named = [f"{called(one)} {one.score}" for one in results[:SEATS_NAMED]]
    more = len(results) - len(named)
    return ", ".join([*named, *([f"and {more} more"] if more else [])])


def called(result: Result) -> str:
    """Return the name of a seat, and whether a program held it at the end."""
    return f"{result.name} (bot)" if result.bot else result.name


def _plain(match: FinishedMatch) -> dict[str, object]:
    return {**asdict(match), "options": dict(match.options)}
