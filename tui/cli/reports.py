"""The commands that print a report and end: rules, find, simulate, history, stats, replay and verify."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from tui.cli.errors import CommandFailed, WrongCommand
from tui.cli.parser import suggestion
from tui.cli.requests import game_by_name, parse_options
from tui.cli.run_interface import replay_record, wants_line_mode

if TYPE_CHECKING:
    from core.engine.simulation import SeatTally

LONGEST_FIND_SECONDS: Final = 600
"""Longest time for which `queens find` browses."""


def print_rules(chosen: argparse.Namespace) -> int:
    """Print a rulebook, in a pager if that is possible; without a game print the list of games."""
    if chosen.game is None:
        from core import games

        for game in games.values():
            print(f"{game.slug:<20} {game.title}: {game.tagline}")
        print("\nqueens rules GAME shows the rulebook of one of them.")
        return 0
    from shutil import get_terminal_size

    from tui.text.rulebook import rulebook_text

    game = game_by_name(chosen.game)
    text = rulebook_text(game.title, game.rules, max(get_terminal_size().columns, 40))
    if sys.stdout.isatty() and not wants_line_mode(chosen):
        import pydoc

        pydoc.pager(text)
    else:
        print(text)
    return 0


def print_tables(chosen: argparse.Namespace) -> int:
    """Print the tables on this network."""
    import asyncio

    from tui.connect.look_around import look_around
    from tui.text.discovery import found_tables_json, found_tables_text

    if not 0 < chosen.seconds <= LONGEST_FIND_SECONDS:
        raise WrongCommand(f"--seconds is a number above 0 and up to {LONGEST_FIND_SECONDS}.")
    tables, trouble = asyncio.run(look_around(chosen.seconds))
    if trouble:
        raise CommandFailed(trouble)
    print((found_tables_json if chosen.json else found_tables_text)(tables))
    return 0


def print_simulation(chosen: argparse.Namespace) -> int:
    """Let bots play many matches, and print how they did."""
    from core import BadOption
    from core.engine.simulation import simulate

    game = game_by_name(chosen.game)
    bots = chosen.bots.split(",") if chosen.bots else [next(iter(game.bots))]
    unknown = next((bot for bot in bots if bot not in game.bots), None)
    if unknown is not None:
        known = f"it has: {', '.join(game.bots)}."
        raise WrongCommand(f"{game.title} has no bot called {unknown!r}; {suggestion(unknown, game.bots) or known}")
    if chosen.matches < 1:
        raise WrongCommand("--matches is a number from 1.")
    seats = game.usual_seats if chosen.seats is None else chosen.seats
    options = parse_options(chosen.set, game)
    try:
        tallies = simulate(game, chosen.matches, seats, bots, chosen.seed, options)
    except BadOption as error:
        raise WrongCommand(str(error)) from error
    print((_simulation_json if chosen.json else _simulation_text)(tallies, chosen.matches))
    return 0


def _simulation_text(tallies: Sequence[SeatTally], matches: int) -> str:
    """Return how bots did in a number of matches, as a table."""
    lines = [f"{'seat':>4}  {'bot':<12} {'points a match':>14} {'wins':>7}"]
    for tally in tallies:
        share = f"{tally.wins / matches:.1%}"
        lines.append(f"{tally.seat + 1:>4}  {tally.bot:<12} {tally.points / matches:>14.2f} {share:>7}")
    return "\n".join(lines)


def _simulation_json(tallies: Sequence[SeatTally], matches: int) -> str:
    """Return how bots did in a number of matches, as JSON."""
    import json
    from dataclasses import asdict

    return json.dumps({"matches": matches, "seats": [asdict(tally) for tally in tallies]})


def print_history(chosen: argparse.Namespace) -> int:
    """Print the list of matches in the journal or one match, or export its record."""
    from net.errors import NetError
    from net.journal import JOURNAL_FILE
    from tui.settings import data_folder
    from tui.text.history import export_record, history_report, match_report

    path = data_folder() / JOURNAL_FILE
    game = chosen.game and game_by_name(chosen.game).slug
    if chosen.match is None and chosen.record:
        raise WrongCommand("--record writes the record of one match: give its number, as in queens history 3.")
    if chosen.match is None and chosen.last < 1:
        raise WrongCommand("--last is a number from 1.")
    try:
        if chosen.match is None:
            print(history_report(path, game, chosen.last, chosen.json))
        elif chosen.record:
            print(export_record(path, chosen.match, chosen.record))
        else:
            print(match_report(path, chosen.match, chosen.json))
    except (NetError, LookupError) as error:
        raise CommandFailed(str(error.args[0])) from error
    except FileExistsError as error:
        raise CommandFailed(f"{chosen.record} is there already and is left as it is; choose another name.") from error
    except OSError as error:
        raise CommandFailed(f"{chosen.record} cannot be written: {error.strerror}.") from error
    return 0


def print_statistics(chosen: argparse.Namespace) -> int:
    """Print how everybody has done, from the journal."""
    from net.errors import NetError
    from net.journal import JOURNAL_FILE
    from tui.settings import data_folder
    from tui.text.history import statistics_report

    game = chosen.game and game_by_name(chosen.game).slug
    try:
        print(statistics_report(data_folder() / JOURNAL_FILE, game, chosen.json))
    except NetError as error:
        raise CommandFailed(str(error.args[0])) from error
    return 0


def replay(chosen: argparse.Namespace) -> int:
    """Show a recorded match again."""
    from core import RulesError
    from tui.settings import data_folder
    from tui.text.records import read_record

    try:
        return replay_record(chosen, read_record(chosen.record, data_folder()))
    except RulesError as error:
        raise CommandFailed(str(error)) from error


def print_verdict(chosen: argparse.Namespace) -> int:
    """Verify a recorded match, and print whether it was fair and by the rules."""
    from core import RulesError
    from core.fairness.verification import verify
    from tui.settings import data_folder
    from tui.text.records import read_record, verdict_sentence

    try:
        verdict = verify(read_record(chosen.record, data_folder()))
    except RulesError as error:
        raise CommandFailed(str(error)) from error
    if verdict.fair is False:
        raise CommandFailed(verdict_sentence(verdict))
    print(verdict_sentence(verdict))
    return 0


REPORTS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "rules": print_rules,
    "find": print_tables,
    "simulate": print_simulation,
    "history": print_history,
    "stats": print_statistics,
    "replay": replay,
    "verify": print_verdict,
}
"""The commands of this file: each takes the parsed command line and returns the exit status."""
