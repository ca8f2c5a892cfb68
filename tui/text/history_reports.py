"""Text and JSON about played matches: the list, one match with its standings, and statistics."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import to_builtins
from rich.cells import cell_len

from core import RulesError, View, games
from core.engine.english import count, english_list
from net.errors import JournalMissing, NetError
from net.journal import JOURNAL_FILE
from net.journal.history import (
    FinishedMatch,
    HighScore,
    PlayerTally,
    SeatResult,
    finished_match,
    finished_matches,
    high_scores,
    player_tallies,
    previous_best_score,
    record_text,
)
from tui.settings import can_write_to
from tui.text.columns import align_columns
from tui.text.results import BOT_NAME_SUFFIX, best_score_sentence, bot_decisions_text, own_name, team_name

NO_MATCHES_SENTENCE: Final = (
    "No match has been finished on this machine yet. Matches at somebody else's table are kept by their host."
)
"""The sentence in place of the history if it is empty."""

NO_PAST_MATCHES_OF_GAME_SENTENCE: Final = "No match of this game has been finished on this machine yet."
"""The sentence in place of the history of one game if it is empty."""

MAX_CHANGED_SEATS_NAMED: Final = 3
"""A change of players is described if at most this many seats have changed theirs."""

CHOSEN_SEEDS_LEFT_OUT_SENTENCE: Final = "Matches with a chosen deal do not count."
"""The sentence below a table of scores in matches alone."""

CHOSEN_SEED_SENTENCE: Final = "The seed of this match was chosen, so its score does not count among the best."
"""The sentence beside a score that does not count among the best."""

MAX_RESULTS_NAMED: Final = 4
"""In the list of matches, at most this many results of one match are named."""


def check_history_can_be_kept(path: Path) -> None:
    """Raise `JournalMissing` if there is no journal and its folder cannot be used; a missing file alone is no error."""
    if not os.path.exists(path) and not can_write_to(path.parent):
        raise JournalMissing(path, "its folder cannot be used")


def history_report(path: Path, game: str | None, limit: int, as_json: bool) -> str:
    """Return the `limit` matches in a journal, of one game or all (None), as text or JSON.

    Raises `net.errors.NetError`.
    """
    check_history_can_be_kept(path)
    matches = finished_matches(path, game, max(limit, 0))
    return match_list_json(matches) if as_json else match_list_text(matches) or _no_matches_sentence(game)


def match_report(path: Path, match_number: int, as_json: bool) -> str:
    """Return the match with this number in a journal as text or JSON.

    Raises `LookupError` if the journal has no such match, or `net.errors.NetError` if it cannot be read.
    """
    check_history_can_be_kept(path)
    match = finished_match(path, match_number)
    if match is None:
        raise LookupError(f"There is no match {match_number}; queens history lists all matches.")
    return (match_json if as_json else match_text)(match)


def statistics_report(path: Path, game: str | None, as_json: bool, me: str = "", columns: int = 0) -> str:
    """Return the statistics of all players, for one game or all (None), as text or JSON; raises `net.errors.NetError`
    if the journal cannot be read.

    `me` is the name of the person at this program, whose rows the text marks; "" marks none. In a width of `columns`
    (0: any) columns of a table that is too wide are left out.
    """
    check_history_can_be_kept(path)
    tallies, scores = player_tallies(path, game), high_scores(path, game)
    if as_json:
        return statistics_json(tallies, scores)
    return statistics_text(tallies, scores, me, columns) or _no_matches_sentence(game)


def _no_matches_sentence(game: str | None) -> str:
    """Return the sentence in place of the matches of a game, or of all (None), if there are none."""
    return NO_MATCHES_SENTENCE if game is None else NO_PAST_MATCHES_OF_GAME_SENTENCE


def compare_with_best(folder: Path, game: str, score: int, chosen_seed: bool = False) -> str:
    """Return a sentence that compares a solo score with the best one before it; "" if the journal is unreadable.

    With `chosen_seed` somebody chose the seed of the match, and the sentence says that its score is no record.
    """
    if chosen_seed:
        return CHOSEN_SEED_SENTENCE
    with suppress(NetError):
        return best_score_sentence(score, previous_best_score(folder / JOURNAL_FILE, game))
    return ""


def export_record(path: Path, match_number: int, target: str) -> str:
    """Save the record of the match with this number in a new file and return the confirmation.

    With ``-`` as `target` return the record itself. Raises `LookupError` if there is no such record,
    `net.errors.NetError`, or `OSError` if the file cannot be written or exists already.
    """
    check_history_can_be_kept(path)
    text = record_text(path, match_number)
    if text is None:
        raise LookupError(f"There is no record of match {match_number}; queens history lists all matches.")
    if target == "-":
        return text.rstrip("\n")
    with open(target, "x", encoding="utf-8") as file:
        file.write(text)
    return f"The record of match {match_number} is in {target}; queens verify {target} checks it."


def match_list_text(matches: Sequence[FinishedMatch]) -> str:
    """Return matches as lines in columns: number, end, game and results; "" without any."""
    if not matches:
        return ""
    rows = [[str(one.id), local_time(one.ended), game_title(one.game), _results_line(one.results)] for one in matches]
    return "\n".join(align_columns([["no.", "ended", "game", "result"], *rows], right_aligned=(0,)))


def match_text(match: FinishedMatch) -> str:
    """Return one match: game, options, times and standings."""
    settings = "".join(f"\n  {option_sentence(match.game, name, value)}" for name, value in match.options)
    view = view_without_cards(match)
    bot_decisions = {one.seat: (one.by_bot, one.decisions) for one in match.results}
    rows = [
        [f"{one.rank}.", result_name(one), f"{one.score}", ", ".join(filter(None, remarks))]
        for one in match.results
        for remarks in [(team_name(view, one.seat), bot_decisions_text(bot_decisions, one.seat))]
    ]
    table = align_columns([["", "name", "points", ""], *rows], right_aligned=(0, 2))
    return "\n".join([match_heading(match) + settings, "", *table])


def match_heading(match: FinishedMatch) -> str:
    """Return number, game, start and duration of a match."""
    minutes = max(1, round((match.ended - match.began) / 60))
    return f"Match {match.id}: {game_title(match.game)}, {local_time(match.began)}, {count(minutes, 'minute')}."


def view_without_cards(match: FinishedMatch) -> View | None:
    """Return a view with the game and the options of a match, and no cards; None if the game no longer has them."""
    game = games.get(match.game)
    if game is None:
        return None
    try:
        return View(game.slug, match.seats, game.settings(match.seats, dict(match.options)), None, {}, {})
    except RulesError:
        return None


def option_sentence(slug: str, name: str, value: str) -> str:
    """Return the label and the value of an option of the game `slug`; if the game no longer has it, name and value."""
    game = games.get(slug)
    option = game.options.get(name) if game is not None else None
    if option is None:
        return f"{name}: {value}"
    try:
        return f"{option.label or name}: {option.text_of(option.parse_value(name, value))}"
    except RulesError:
        return f"{option.label or name}: {value}"


def statistics_text(tallies: Sequence[PlayerTally], scores: Sequence[HighScore], me: str = "", columns: int = 0) -> str:
    """Return the statistics of all players and the best solo scores, game by game; rows of the name `me` are marked.

    If a table is wider than `columns` (0: no limit), columns are left out, the least interesting first. Without any
    results the text is "".
    """

    def label(name: str) -> str:
        """Return a name; the reader's name is marked."""
        return own_name(name) if name == me else name

    parts: list[str] = []
    for slug in games:
        rows = [
            [
                label(one.name),
                str(one.matches),
                str(one.wins),
                f"{one.wins / one.matches:.0%}",
                str(one.best),
                average_text(one),
                str(one.matches_with_bot or ""),
            ]
            for one in tallies
            if one.game == slug
        ]
        if rows:
            helped = "with a bot" if any(row[-1] for row in rows) else ""
            head = ["name", "matches", "won", "win %", "best", "average", helped]
            numbers = ("matches", "won", "win %", "best", "average", "with a bot")
            optional = ("win %", "average", "with a bot", "best")
            parts += [game_title(slug), *_fitting_table([head, *rows], numbers, optional, columns), ""]
        best = [
            [str(one.score), label(one.name), local_time(one.ended), f"no. {one.id}"]
            for one in scores
            if one.game == slug
        ]
        if best:
            best.insert(0, ["points", "name", "ended", "match"])
            table = _fitting_table(best, ("points",), ("ended", "match"), columns)
            parts += [f"{game_title(slug)}, alone", *table, CHOSEN_SEEDS_LEFT_OUT_SENTENCE, ""]
    return "\n".join(parts[:-1])


def _fitting_table(
    rows: Sequence[Sequence[str]], right_aligned: Sequence[str], optional: Sequence[str], columns: int
) -> list[str]:
    """Return rows, the first of them with the headings, as lines no wider than `columns` (0: any) if possible.

    Columns with headings in `right_aligned` are aligned right; those in `optional` are left out, one after another,
    until the lines fit.
    """
    head = rows[0]
    lines = align_columns(rows, [place for place, heading in enumerate(head) if heading in right_aligned])
    if not optional or not 0 < columns < max(map(cell_len, lines)):
        return lines
    fewer = [[text for heading, text in zip(head, row, strict=True) if heading != optional[0]] for row in rows]
    return _fitting_table(fewer, right_aligned, optional[1:], columns)


def match_list_json(matches: Sequence[FinishedMatch]) -> str:
    """Return matches as JSON; times are in seconds since 1970."""
    return json.dumps([_match_fields(match) for match in matches], ensure_ascii=False)


def match_json(match: FinishedMatch) -> str:
    """Return one match as JSON."""
    return json.dumps(_match_fields(match), ensure_ascii=False)


def statistics_json(tallies: Sequence[PlayerTally], scores: Sequence[HighScore]) -> str:
    """Return the statistics as JSON."""
    plain = {"players": [to_builtins(one) for one in tallies], "alone": [to_builtins(one) for one in scores]}
    return json.dumps(plain, ensure_ascii=False)


def local_time(seconds: float) -> str:
    """Return a Unix time as local date and time."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def average_text(tally: PlayerTally) -> str:
    """Return the average of a player's scores in a game, as text with one decimal."""
    return f"{tally.average:.1f}"


def game_title(slug: str) -> str:
    """Return the title of a game, or the slug of one that no longer exists."""
    game = games.get(slug)
    return slug if game is None else game.title


def _results_line(results: Sequence[SeatResult]) -> str:
    """Return the names and scores of a match in one line; after `MAX_RESULTS_NAMED` the others are counted."""
    named = [
        f"{result_name(one)} {one.score}{' (with a bot)' if one.by_bot else ''}" for one in results[:MAX_RESULTS_NAMED]
    ]
    more = len(results) - len(named)
    return ", ".join([*named, *([f"and {more} more"] if more else [])])


def changed_seats_sentence(names: Sequence[str], results: Sequence[SeatResult]) -> str:
    """Return the sentence on which seats had another name at the end of a match than at its beginning, "" if none had.

    `names` are the names at the beginning, by seat. The journal does not say when during the match a seat changed.
    """
    changed = [
        f"{result_name(one)} had {names[one.seat]}'s seat"
        for one in sorted(results, key=lambda one: one.seat)
        if one.seat < len(names) and " ".join(one.name.split()) != " ".join(names[one.seat].split())
    ]
    if not changed:
        return ""
    more = (
        f" and {count(len(changed) - MAX_CHANGED_SEATS_NAMED, 'other')}"
        if len(changed) > MAX_CHANGED_SEATS_NAMED
        else ""
    )
    told = ", ".join(changed[:MAX_CHANGED_SEATS_NAMED]) if more else english_list(changed)
    return f"These names are from the start; by the end {told}{more}."


def result_name(result: SeatResult) -> str:
    """Return the name of a player, with a suffix if a bot played the seat at the end."""
    return f"{result.name}{BOT_NAME_SUFFIX}" if result.bot else result.name


def _match_fields(match: FinishedMatch) -> dict[str, object]:
    """Return the fields of a match as JSON values."""
    return {**to_builtins(match), "options": dict(match.options)}
