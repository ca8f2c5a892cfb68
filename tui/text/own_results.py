"""The results of a person in each game on this machine, as short texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from core import Record, RulesError, games
from core.engine.english import count, english_list
from core.engine.game import no_end_cause
from net.client.playback import Playback
from net.errors import NetError
from net.journal import JOURNAL_FILE
from net.journal.history import FinishedMatch, finished_matches, high_scores, player_tallies, record_text, solo_scores
from tui.text.history_reports import game_title, result_name
from tui.text.results import MAX_WINNERS_NAMED, ordinal
from tui.text.story import firsts_and_bests_sentence

MAX_MATCHES_WITH_END_CAUSES: Final = 30
"""The causes of the end are counted for at most this many of the latest matches, because each is replayed for that."""


MAX_MATCHES_IN_CHART: Final = 100
"""A curve shows at most this many of the latest matches."""

CURVE_END_LABELS: Final = ("first", "latest")
"""The labels below the two ends of a curve: the first and the latest of the matches that it shows."""

MIN_MATCHES_FOR_CHART: Final = 2
"""A chart is drawn if there are at least this many matches; the tables say as much about a single one."""

MAX_OPPONENTS_LISTED: Final = 6
"""The results against others name at most this many of them."""


SCORES_COMPARED_IN_AVERAGES: Final = 5
"""The average of this many latest scores is compared with that of as many before them."""


class OwnResults(NamedTuple):
    """The results of a person.

    `games` has two lines for each game, by its slug, and `last_match` is a line on the last match. Any line may be "".
    """

    games: Mapping[str, tuple[str, str]]
    last_match: str


def read_own_results(folder: Path, name: str) -> OwnResults:
    """Return the results of the person called `name` in the journal of `folder`; empty if it cannot be read."""
    lines: dict[str, tuple[str, str]] = {slug: ("", "") for slug in games if games[slug].title}
    with suppress(NetError):
        path = folder / JOURNAL_FILE
        won = {one.game: one for one in player_tallies(path) if one.name == name}
        alone = {one.game: one.score for one in high_scores(path, scores_per_game=1, name=name)}
        for slug in games:
            tally = won.get(slug)
            record = f"won {tally.wins}/{tally.matches}" if tally else ""
            scores = [*([tally.best] if tally else []), *([alone[slug]] if slug in alone else [])]
            lines[slug] = (record, f"best {max(scores)}" if scores else "")
        last = next(iter(finished_matches(path, limit=1)), None)
        return OwnResults(lines, "" if last is None else last_match_in_brief(last, name))
    return OwnResults(lines, "")


def last_match_in_brief(match: FinishedMatch, name: str) -> str:
    """Return game and result of a match, as in ``Mad Queens: Ada and Cleo 41, you 31``."""
    own = next((one for one in match.results if one.name == name and not one.bot), None)
    best = [one for one in match.results if one.rank == match.results[0].rank]
    winners = sorted(("you" if one is own else one.name for one in best), key=lambda winner: winner != "you")
    if len(winners) > MAX_WINNERS_NAMED:
        winners[MAX_WINNERS_NAMED - 1 :] = [f"{len(winners) - MAX_WINNERS_NAMED + 1} others"]
    told = [f"{english_list(winners)} {best[0].score}"]
    if own is not None and own not in best:
        told.append(f"you {own.score}")
    return f"{game_title(match.game)}: {', '.join(told)}"


def own_firsts_and_bests_sentence(folder: Path, game: str, name: str) -> str:
    """Return the sentence on the firsts and bests of the person called `name` in their latest match of a game.

    It is read from the journal of `folder`; "" if there were none, or if the journal cannot be read.
    """
    with suppress(NetError):
        matches = finished_matches(folder / JOURNAL_FILE, game)
        own = [one for one in matches if any(result.name == name for result in one.results)]
        return firsts_and_bests_sentence(own, name)
    return ""


class Opponent(NamedTuple):
    """How a person did against another, or against a bot: in `times_ahead` of their `matches` together they came in
    ahead.

    A match in which both had the same rank, as partners have, does not count.
    """

    name: str
    times_ahead: int
    matches: int


class GameResults(NamedTuple):
    """The results of a person in one game."""

    points: tuple[int, ...]
    """The scores in matches against others, the earliest first."""
    wins: int
    """The number of matches against others that were won."""
    solo_points: tuple[int, ...]
    """The scores in solo matches, the earliest first, without those with a chosen seed, as these can be repeated."""
    counts_of_end_causes: tuple[tuple[str, int], ...]
    """The causes that ended the person's games, each with the number of games that it ended."""
    ranks: tuple[int, ...] = ()
    """The ranks in the matches against others, from 1, the earliest first."""
    opponents: tuple[Opponent, ...] = ()
    """The opponents met most often, at most `MAX_OPPONENTS_LISTED`, the most frequent first."""


def read_game_results(path: Path, game: str, name: str, *, with_end_causes: bool = True) -> GameResults:
    """Return the results of the person called `name` in a game; raises `net.errors.NetError`.

    `with_end_causes`: in a game that knows such causes, they include how the person's games in the latest
    `MAX_MATCHES_WITH_END_CAUSES` matches ended.
    """
    played = [
        (match, one)
        for match in reversed(finished_matches(path, game))
        for one in match.results
        if one.name == name and not one.bot
    ]
    together = [one for match, one in played if match.seats > 1]
    compared = Counter[str]()
    ahead = Counter[str]()
    for match, one in played:
        for other in match.results:
            compared[result_name(other)] += other.rank != one.rank
            ahead[result_name(other)] += other.rank > one.rank
    has_end_causes = with_end_causes and games[game].end_cause is not no_end_cause
    latest = played[-MAX_MATCHES_WITH_END_CAUSES:] if has_end_causes else []
    causes = Counter(_end_cause(path, match.id, one.seat) for match, one in latest)
    del causes[""]
    return GameResults(
        tuple(one.score for one in together),
        sum(one.rank == 1 for one in together),
        solo_scores(path, game, name),
        tuple(causes.most_common()),
        tuple(one.rank for one in together),
        tuple(
            Opponent(other, ahead[other], number)
            for other, number in compared.most_common(MAX_OPPONENTS_LISTED)
            if number
        ),
    )


def read_results_by_title(path: Path, name: str) -> Mapping[str, GameResults]:
    """Return the results of the person called `name` in each game, by its title, without end causes; raises
    `net.errors.NetError`."""
    return {game.title: read_game_results(path, game.slug, name, with_end_causes=False) for game in games.values()}


def wins_of_matches(results: Mapping[str, GameResults]) -> Sequence[tuple[str, int, str]]:
    """Return the title, the number of wins and ``2 of 5`` matches for each game played, from the results by title; ()
    if there are too few matches for a chart.
    """
    played = {title: one for title, one in results.items() if one.points}
    if sum(len(one.points) for one in played.values()) < MIN_MATCHES_FOR_CHART:
        return ()
    return tuple((title, one.wins, f"{one.wins} of {len(one.points)}") for title, one in played.items())


class ScoreCurve(NamedTuple):
    """The scores of a person in matches of one game against others, or alone, for a curve.

    `heading` says which they are, how many, and how many of them are shown; `best` is the best of all, `scores` are the
    latest, the oldest first.
    """

    heading: str
    best: int
    scores: tuple[float, ...]


def score_curves(results: GameResults, unit: str) -> Iterator[ScoreCurve]:
    """Yield the scores against others, and those alone, if there are enough for a curve; `unit` is theirs, in the
    singular."""
    for how, points in (("against others", results.points), ("alone", results.solo_points)):
        if len(points) >= MIN_MATCHES_FOR_CHART:
            scores = tuple(map(float, points[-MAX_MATCHES_IN_CHART:]))
            is_cut = len(scores) < len(points)
            shown = f"latest {len(scores)} of {len(points)}" if is_cut else count(len(points), "match", "matches")
            yield ScoreCurve(f"{unit.capitalize()}s {how}: {shown}", max(points), scores)


def game_results_sentence(results: GameResults, unit: str) -> str:
    """Return the sentence on the results of a person in one game; "" if there are none.

    `unit` is that of the scores, in the singular.
    """
    points, alone = results.points, results.solo_points
    if len(points) > 1:
        return f"{len(points)} matches, {results.wins} won; {_averages_clause(points, unit)}."
    if points:
        cause = f" ({results.counts_of_end_causes[0][0]})" if not alone and results.counts_of_end_causes else ""
        return f"One match so far: {count(points[0], unit)}, {ordinal(results.ranks[0])} place{cause}."
    if not alone:
        return ""
    if len(alone) == 1:
        return f"One match alone so far: {count(alone[0], unit)}."
    return f"{len(alone)} matches alone; best {max(alone)}, {_averages_clause(alone, unit)}."


def _averages_clause(points: Sequence[int], unit: str) -> str:
    """Return the clause on the average of scores; with enough of them it compares the latest with those before."""
    several = SCORES_COMPARED_IN_AVERAGES
    if len(points) < 2 * several:
        return f"{sum(points) / len(points):.1f} {unit}s on average"
    latest, before = (sum(part) / several for part in (points[-several:], points[-2 * several : -several]))
    return f"your last {several} average {latest:.1f}, the {several} before {before:.1f}"


def all_results_sentence(results: Mapping[str, GameResults]) -> str:
    """Return the sentence on the results of a person in all games, by title; "" if there are none."""
    numbers = {title: len(one.points) for title, one in results.items() if one.points}
    if not numbers:
        return ""
    won = sum(one.wins for one in results.values())
    if sum(numbers.values()) == 1:
        return f"One match so far, of {next(iter(numbers))}: {'you won' if won else 'you did not win'}."
    most = max(numbers, key=numbers.__getitem__)
    often = f", most often {most}" if len(numbers) > 1 else f", all of {most}"
    return f"{sum(numbers.values())} matches{often}; {won} won."


def _end_cause(path: Path, match_number: int, seat: int) -> str:
    """Return what ended the game of a seat in a recorded match; "" if the record is bad."""
    with suppress(RulesError):
        text = record_text(path, match_number)
        if text is not None:
            playback = Playback(Record.parse(text), seat)
            playback.move_to(playback.total_actions)
            return games[playback.record.game].end_cause(playback.view, seat)
    return ""
