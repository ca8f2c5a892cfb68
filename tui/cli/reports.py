"""The commands that print something and end: rules, tables nearby, counted matches, and what was played."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from tui.cli.errors import Failed, WrongCommand
from tui.cli.parser import meant
from tui.cli.requests import game_called, options_set
from tui.cli.run_interface import in_lines, replay_record

LONGEST_LOOK: Final = 600
"""Seconds for which `queens find` may look around."""


def show_rules(chosen: argparse.Namespace) -> int:
    """Print a rulebook, or the list of games."""
    name, plain = chosen.game, in_lines(chosen)
    if name is None:
        from core import games

        for game in games.values():
            print(f"{game.slug:<20} {game.title}: {game.tagline}")
        print("\nqueens rules GAME shows the rulebook of one of them.")
        return 0
    from shutil import get_terminal_size

    from tui.text.rulebook import plain_text

    game = game_called(name)
    text = plain_text(game.title, game.rules, max(get_terminal_size().columns, 40))
    if sys.stdout.isatty() and not plain:
        import pydoc

        pydoc.pager(text)
    else:
        print(text)
    return 0


def find_tables(chosen: argparse.Namespace) -> int:
    """List the tables on this network."""
    import asyncio

    from tui.connect.look_around import look_around
    from tui.text.discovery import in_json, in_words

    if not 0 < chosen.seconds <= LONGEST_LOOK:
        raise WrongCommand(f"--seconds is a number above 0 and up to {LONGEST_LOOK}.")
    tables, trouble = asyncio.run(look_around(chosen.seconds))
    if trouble:
        raise Failed(trouble)
    print((in_json if chosen.json else in_words)(tables))
    return 0


def count_matches(chosen: argparse.Namespace) -> int:
    """Let bots play many matches, and print how they did."""
    from core import BadOption
    from core.engine.simulation import simulate
    from tui.cli.tallies import in_json, in_words

    game = game_called(chosen.game)
    bots = chosen.bots.split(",") if chosen.bots else [next(iter(game.bots))]
    unknown = next((bot for bot in bots if bot not in game.bots), None)
    if unknown is not None:
        there = f"it has: {', '.join(game.bots)}."
        raise WrongCommand(f"{game.title} has no bot called {unknown!r}; {meant(unknown, game.bots) or there}")
    if chosen.matches < 1:
        raise WrongCommand("--matches is a number from 1.")
    seats = game.usual_seats if chosen.seats is None else chosen.seats
    options = options_set(chosen.set, game)
    try:
        tallies = simulate(game, chosen.matches, seats, bots, chosen.seed, options)
    except BadOption as error:
        raise WrongCommand(str(error)) from error
    print((in_json if chosen.json else in_words)(tallies, chosen.matches))
    return 0


def look_back(chosen: argparse.Namespace) -> int:
    """Show what has been played, as the journal knows it."""
    from net.errors import NetError
    from net.journal import NAME
    from tui.settings import data_folder
    from tui.text.history import history_in, match_in, save_record, stats_in

    path = data_folder() / NAME
    game = chosen.game and game_called(chosen.game).slug
    try:
        if chosen.command == "stats":
            print(stats_in(path, game, chosen.json))
        elif chosen.match is None and chosen.record:
            raise WrongCommand("--record writes the record of one match: give its number, as in queens history 3.")
        elif chosen.match is None:
            if chosen.last < 1:
                raise WrongCommand("--last is a number from 1.")
            print(history_in(path, game, chosen.last, chosen.json))
        elif chosen.record:
            print(save_record(path, chosen.match, chosen.record))
        else:
            print(match_in(path, chosen.match, chosen.json))
    except (NetError, LookupError) as error:
        raise Failed(str(error.args[0])) from error
    except FileExistsError as error:
        raise Failed(f"{chosen.record} is there already and is left as it is; choose another name.") from error
    except OSError as error:
        raise Failed(f"{chosen.record} cannot be written: {error.strerror}.") from error
    return 0


def show_record(chosen: argparse.Namespace) -> int:
    """Check a match that has been kept, or show it again."""
    from core import RulesError
    from core.fairness.verification import verify
    from tui.settings import data_folder
    from tui.text.records import read_record, verdict_sentence

    try:
        record = read_record(chosen.record, data_folder())
        if chosen.command == "replay":
            return replay_record(chosen, record)
        verdict = verify(record)
    except RulesError as error:
        raise Failed(str(error)) from error
    if verdict.fair is False:
        raise Failed(verdict_sentence(verdict))
    print(verdict_sentence(verdict))
    return 0
