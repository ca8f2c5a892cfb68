"""Measures how well the levels of play do against each other, and how long they think.

    python -m tests.bench.bots [--quick | --temperaments] [--matches 200] [--seed S] [--results FILE] [ROW ...]

Each printed row measures one player, or in Big Queen one team, of a level among players of another level; with
`--temperaments`, one of a temperament among plain players of the same level. Each deal is played once with the measured
player in each seat. The column "even" is the share of wins of a player as strong as the others; ± is half the 95 %
interval of the share measured.

With `--results` each match is written to a file when it is over, and matches that are there already are not played
again: a run that was stopped goes on where it was, and a longer run adds to a shorter one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from core import Game, Match, games
from core.engine.game import Level
from core.engine.memory import Memory
from core.engine.temperament import (
    BOLD,
    CAREFUL,
    PLAIN,
    QUEEN_LOVER,
    Temperament,
)

MATCHES_PER_ROW_IN_QUICK_RUN = 8
"""Number of matches of each row that are played with `--quick`, which is done in two minutes."""


class MeasuredRow(NamedTuple):
    """What one printed row measures: a game, its seats and options, a level, and the level of the other players.

    `temperament` is that of the measured player or team; the others are plain.
    """

    slug: str
    seats: int
    options: dict[str, object]
    level: str
    other_level: str
    temperament: Temperament = PLAIN

    @property
    def name(self) -> str:
        """The text before the figures of the row, such as "big-queen, 4 seats: hard among normal"."""
        words = {CAREFUL: "careful ", BOLD: "bold ", QUEEN_LOVER: "fond "}.get(self.temperament, "")
        options = "".join(f", {name}" for name in self.options)
        return f"{self.slug}, {self.seats} seats{options}: {words}{self.level} among {self.other_level}"


LEVEL_ROWS = [
    *(MeasuredRow("queen-bees-ii", seats, {}, "hard", "normal") for seats in (4, 3)),
    MeasuredRow("queen-bees-ii", 4, {}, "easy", "normal"),
    *(MeasuredRow("queens-dungeon", seats, {}, "hard", "normal") for seats in (4, 3, 5, 8)),
    MeasuredRow("queens-dungeon", 4, {"partners": True}, "hard", "normal"),
    MeasuredRow("queens-dungeon", 4, {}, "easy", "normal"),
    MeasuredRow("mad-queens", 4, {}, "hard", "normal"),
    MeasuredRow("mad-queens", 4, {}, "easy", "normal"),
    MeasuredRow("mad-queens-classic", 4, {}, "hard", "normal"),
    MeasuredRow("mad-queens-classic", 4, {}, "easy", "normal"),
    MeasuredRow("big-queen", 4, {}, "hard", "normal"),
    MeasuredRow("big-queen", 4, {}, "easy", "normal"),
    *(MeasuredRow(slug, 4, {}, "normal", "normal") for slug in games),
]
"""What the printed rows measure, the most important first. The last rows measure how long the level *normal* thinks."""

TEMPERAMENT_ROWS = [
    MeasuredRow(slug, 4, {}, level, level, temperament)
    for level in ("normal", "hard")
    for slug in games
    for temperament in (CAREFUL, BOLD, QUEEN_LOVER)
]
"""What the rows measure that are printed with `--temperaments`: whether a temperament is clearly weaker than a player
of the same level without one.
"""

MAX_MEDIAN_MS = 25
"""Largest accepted median of the times of decisions, in milliseconds of processor time."""

MAX_DECISION_MS = 100
"""Largest accepted time of a single decision, in milliseconds of processor time."""


@dataclass
class RowResult:
    """The result of a row: the number of matches, the wins of the measured player, and how many seconds each of their
    decisions took.

    A win that n seats share counts as 1/n for each of them.
    """

    match_count: int
    wins: float
    decision_seconds: list[float]

    def add_outcome(self, outcome: MatchOutcome) -> None:
        """Add the outcome of one match to the totals of the row."""
        self.match_count += 1
        self.wins += outcome.win_share
        self.decision_seconds += outcome.decision_seconds

    @property
    def share_of_wins(self) -> float:
        """The share of matches that the measured player has won, from 0 to 1."""
        return self.wins / self.match_count

    @property
    def half_interval(self) -> float:
        """Half the width of the 95 % interval of the share."""
        return 1.96 * sqrt(
            max(self.share_of_wins * (1 - self.share_of_wins), 1 / self.match_count / 4) / self.match_count
        )


class RememberingMatch:
    """A match between bots, each of which remembers what its seat is shown; `levels` holds the level of each seat."""

    def __init__(self, game: Game, match: Match, levels: Sequence[Level]) -> None:
        self.game = game
        self.match = match
        self.levels = levels
        self.memories: list[Memory] = [game.memory(match.view(seat)) for seat in range(match.seats)]

    def play(self, measured_seats: Sequence[int], seconds: list[float]) -> None:
        """Play the match to its end; add to `seconds` the time of each decision of the `measured_seats` seats."""
        match = self.match
        while not match.over:
            for seat in sorted(match.awaited):
                if seat in match.awaited:
                    self._act_out_of_turn()
                if seat in match.awaited:
                    view, begin = match.view(seat), process_time()
                    action = self.levels[seat](self.game, view, self.memories[seat])
                    if seat in measured_seats:
                        seconds.append(process_time() - begin)
                    self.act(seat, action)

    def act(self, seat: int, action) -> None:
        """Carry out an action, and add to the memory of every seat what this seat is shown of it."""
        changes = self.match.act(seat, action)
        for memory in self.memories:
            memory.note(changes)

    def _act_out_of_turn(self) -> None:
        """Carry out the bots' out-of-turn actions: actions that they take though the match does not wait for them."""
        match, out_of_turn_action = self.match, self.game.out_of_turn_action
        for seat in sorted(match.waiting - match.awaited) if out_of_turn_action else ():
            action = out_of_turn_action(match.view(seat)) if seat in match.waiting - match.awaited else None
            if action is not None:
                self.act(seat, action)


class MatchOutcome(NamedTuple):
    """The outcome of one match: the measured player's share of the win, from 0 to 1, and how many seconds each of their
    decisions took.
    """

    win_share: float
    decision_seconds: list[float]


def play_matches(row: MeasuredRow, seed: str, skipped: int = 0) -> Iterator[MatchOutcome]:
    """Play the matches of a row and yield their outcomes, without end; the first `skipped` matches are not played.

    Each deal is played once with the measured level in each seat or team.
    """
    game = games[row.slug]
    settings = game.settings(row.seats, row.options)
    teams: dict[int, list[int]] = {}
    for seat in range(row.seats):
        team = game.team_of(seat, settings)
        teams.setdefault(seat if team is None else team, []).append(seat)
    while True:
        deal, place = divmod(skipped, len(teams))
        measured = list(teams.values())[place]
        match = game.start(row.seats, f"{seed}-{deal}", row.options)
        levels = [
            game.levels[row.level].for_temperament(row.temperament)
            if seat in measured
            else game.levels[row.other_level]
            for seat in range(row.seats)
        ]
        outcome = MatchOutcome(0.0, [])
        RememberingMatch(game, match, levels).play(measured, outcome.decision_seconds)
        winners = [standing.seat for standing in match.standings if standing.rank == 1]
        yield outcome._replace(win_share=sum(seat in winners for seat in measured) / len(winners))
        skipped += 1


def play_row(row: MeasuredRow, matches: int, seed: str, results: Path | None = None) -> RowResult:
    """Play `matches` matches of a row and return its result; matches that are in the file `results` are not played
    again.
    """
    title = f"{row.name}, {seed}"
    known = [json.loads(line) for line in results.read_text().splitlines()] if results and results.exists() else []
    tally = RowResult(0, 0.0, [])
    for name, win, seconds in known:
        if name == title:
            tally.add_outcome(MatchOutcome(win, seconds))
    more = play_matches(row, seed, tally.match_count)
    while tally.match_count < matches:
        outcome = next(more)
        tally.add_outcome(outcome)
        if results:
            with results.open("a") as file:
                file.write(
                    json.dumps([title, outcome.win_share, [round(second, 5) for second in outcome.decision_seconds]])
                    + "\n"
                )
    return tally


def format_decision_times(seconds: Sequence[float]) -> str:
    """Return a text with the median, the 99.9th percentile and the maximum of the times of decisions, and whether they
    are too long.
    """
    times = sorted(1000 * second for second in seconds)
    too_long = " too long" if median(times) > MAX_MEDIAN_MS or times[-1] > MAX_DECISION_MS else ""
    return f"{median(times):11.2f}{times[int(0.999 * len(times))]:9.2f}{times[-1]:8.2f}{too_long}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the matches of the rows that the arguments name, of all rows if they name none, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="what is measured: a part of what stands before a row")
    parser.add_argument("--matches", type=int, default=200, help="matches of each row (default 200)")
    parser.add_argument(
        "--quick", action="store_true", help=f"{MATCHES_PER_ROW_IN_QUICK_RUN} matches of each row, in two minutes"
    )
    parser.add_argument("--temperaments", action="store_true", help="temperaments among plain players of their level")
    parser.add_argument("--seed", default="bots", help="the seed of the deals (default bots)")
    parser.add_argument("--results", type=Path, metavar="FILE", help="a file with the matches played so far")
    chosen = parser.parse_args(arguments)

    print(
        f"A decision may take {MAX_MEDIAN_MS} ms in the median and {MAX_DECISION_MS} at most,"
        " garbage collection included."
    )
    heading = f"{'one among others':52}{'matches':>8}{'won %':>8}{'±':>6}{'even':>6}"
    print(f"{heading}{'median ms':>11}{'99.9% ms':>9}{'max ms':>8}")
    for row in TEMPERAMENT_ROWS if chosen.temperaments else LEVEL_ROWS:
        if chosen.rows and not any(part in row.name for part in chosen.rows):
            continue
        tally = play_row(
            row, MATCHES_PER_ROW_IN_QUICK_RUN if chosen.quick else chosen.matches, chosen.seed, chosen.results
        )
        game = games[row.slug]
        even = 100 / (2 if game.has_teams(game.settings(row.seats, row.options)) else row.seats)
        won = f"{100 * tally.share_of_wins:8.1f}{100 * tally.half_interval:6.1f}{even:6.1f}"
        print(f"{row.name:52}{tally.match_count:8}{won}{format_decision_times(tally.decision_seconds)}", flush=True)


if __name__ == "__main__":
    main()
