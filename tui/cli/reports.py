"""The commands that print a report and end: rules, find, simulate, history, stats, replay, analyse, verify, doctor,
completion.

The function of each takes the parsed command line, prints on standard output and returns the exit status. It raises
`WrongCommand` if the command line is wrong and `CommandFailed` if the command fails; `main` prints their sentences.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from tui.cli.errors import CommandFailed, WrongCommand, writing_failure
from tui.cli.printed_text import print_text, progress_printer
from tui.cli.requests import bot_kinds, game_by_name, parse_options
from tui.cli.run_interface import replay_record, wants_line_mode

if TYPE_CHECKING:
    from core.engine.simulation import SeatTally

MIN_REPORT_COLUMNS: Final = 40
"""A report in a terminal is at least this many columns wide."""

MAX_FIND_SECONDS: Final = 600
"""`queens find` browses for at most this many seconds."""


def print_rules(args: argparse.Namespace) -> int:
    """Print a rulebook (on a terminal in a pager) or, if none is named, the list of games; return 0."""
    if args.game is None:
        from core import games

        for game in games.values():
            print(f"{game.slug:<20} {game.title}: {game.tagline}")
        print("\nqueens rules GAME shows the rulebook of one of them.")
        _print_house_rules()
        return 0
    from shutil import get_terminal_size

    from tui.text.rulebook import rulebook_text

    game = game_by_name(args.game)
    text = rulebook_text(game.title, game.rules, max(get_terminal_size().columns, 40))
    if sys.stdout.isatty() and not wants_line_mode(args):
        import pydoc

        pydoc.pager(text)
    else:
        print(text)
    return 0


def _print_house_rules() -> None:
    """Print the house rules that are saved under a name, if there are any."""
    from core import games
    from tui.settings import Settings, data_folder

    saved = Settings.load(data_folder()).house_rules
    if saved:
        print("\nHouse rules of yours, for queens play --rules NAME:")
    for name, choice in saved.items():
        if choice.game in games:
            options = games[choice.game].options
            differing = [
                f"{key}={value}"
                for key, value in choice.options.items()
                if key in options and value != options[key].text_of(options[key].default)
            ]
            print(f"{name:<20} {', '.join([games[choice.game].title, *differing])}")


def _print_report(report: str, args: argparse.Namespace) -> None:
    """Print a report: JSON unchanged, text with its lines broken between words."""
    if args.json:
        print(report)
    else:
        print_text(report)


def print_tables(args: argparse.Namespace) -> int:
    """Print the tables found on the local network in ``--seconds``, as text or JSON; return 0."""
    import asyncio

    from tui.connect.nearby_tables import browse_for_tables
    from tui.text.discovery import found_tables_json, found_tables_text

    if not 0 < args.seconds <= MAX_FIND_SECONDS:
        raise WrongCommand(f"--seconds is a number above 0 and up to {MAX_FIND_SECONDS}.")
    tables, trouble = asyncio.run(browse_for_tables(args.seconds))
    if trouble:
        raise CommandFailed(trouble)
    _print_report((found_tables_json if args.json else found_tables_text)(tables), args)
    return 0


def print_simulation(args: argparse.Namespace) -> int:
    """Simulate many matches between bots and print their results, as text or JSON; return 0."""
    from core import BadOption
    from core.engine.english import count
    from core.engine.simulation import simulate

    game = game_by_name(args.game)
    bots = [game.usual_bot] if args.bots is None else list(bot_kinds(args.bots, game))
    if args.matches < 1:
        raise WrongCommand("--matches is a number from 1.")
    seats = game.usual_seats if args.seats is None else args.seats
    if seats not in game.seats:
        raise WrongCommand(game.seat_count_refusal(seats))
    if len(bots) > seats:
        raise WrongCommand(f"{count(len(bots), 'bot')} do not fit into {count(seats, 'seat')}.")
    options = parse_options(args.set, game)
    try:
        show_progress = progress_printer("Match", args.matches)
        tallies = simulate(game, args.matches, seats, bots, args.seed, options, show_progress)
    except BadOption as error:
        raise WrongCommand(str(error)) from error
    _print_report((_simulation_json if args.json else _simulation_text)(tallies), args)
    return 0


EXPLANATION_OF_SIMULATION: Final = (
    "Points are the average of a match; the spread is their standard deviation.",
    "95 %: in 95 of 100 simulations of this size the true figure lies between the two.",
)
"""The lines that are printed below the results of a simulation: what its columns mean."""


def _simulation_text(tallies: Sequence[SeatTally]) -> str:
    """Return the results of bots as a table in plain text, with spread and bounds beside the figures."""
    lines = [f"{'seat':>4}  {'bot':<9} {'points':>8} {'spread':>7} {'95 %':>20} {'wins':>7} {'95 %':>16}"]
    for tally in tallies:
        points, wins, spread = tally.bounds_of_points, tally.bounds_of_wins, tally.spread_of_points
        between = "" if points is None else f"{points.low:.2f} to {points.high:.2f}"
        figures = f"{tally.points_a_match:>8.2f} {'' if spread is None else f'{spread:.2f}':>7} {between:>20}"
        shares = f"{tally.win_share:>7.1%} {f'{wins.low:.1%} to {wins.high:.1%}':>16}"
        lines.append(f"{tally.seat + 1:>4}  {tally.bot:<9} {figures} {shares}")
    return "\n".join([*lines, "", *EXPLANATION_OF_SIMULATION])


def _simulation_json(tallies: Sequence[SeatTally]) -> str:
    """Return the results of bots as JSON; the bounds of a figure are a list of two numbers, or null."""
    import json

    from core.engine.coach import CONFIDENCE

    seats = [
        {
            "seat": tally.seat,
            "bot": tally.bot,
            "points": tally.point_sum,
            "wins": tally.wins,
            "points_a_match": tally.points_a_match,
            "points_spread": tally.spread_of_points,
            "points_bounds": tally.bounds_of_points,
            "win_share": tally.win_share,
            "win_bounds": tally.bounds_of_wins,
        }
        for tally in tallies
    ]
    return json.dumps({"matches": tallies[0].match_count, "confidence": CONFIDENCE, "seats": seats})


def print_history(args: argparse.Namespace) -> int:
    """Print the latest matches or one of them, as text or JSON, or write the record of one to a new file; return 0.

    Raises `WrongCommand` for options that do not go together, `CommandFailed` if the journal cannot be read, the match
    or its record is missing, or the file is there already or cannot be written.
    """
    from net.errors import NetError
    from net.journal import JOURNAL_FILE
    from tui.settings import data_folder
    from tui.text.history_reports import export_record, history_report, match_report

    path = data_folder() / JOURNAL_FILE
    game = args.game and game_by_name(args.game).slug
    if args.match is None and args.record:
        raise WrongCommand("--record writes the record of one match: give its number, as in queens history 3.")
    if args.match is None and args.last < 1:
        raise WrongCommand("--last is a number from 1.")
    try:
        if args.match is None:
            _print_report(history_report(path, game, args.last, args.json), args)
        elif args.record:
            sentence = export_record(path, args.match, args.record)
            print(sentence) if args.record == "-" else print_text(sentence)
        else:
            _print_report(match_report(path, args.match, args.json), args)
    except (NetError, LookupError) as error:
        raise CommandFailed(str(error.args[0])) from error
    except OSError as error:
        raise writing_failure(error, args.record) from error
    return 0


def print_statistics(args: argparse.Namespace) -> int:
    """Print the statistics of all players, for one game or for every game, as text or JSON; return 0.

    Below the text are charts for the person whom the settings name. Raises `WrongCommand` for an unknown game,
    `CommandFailed` if the journal cannot be read.
    """
    from shutil import get_terminal_size

    from net.errors import NetError
    from net.journal import JOURNAL_FILE
    from tui.cli.own_charts import own_charts_text
    from tui.settings import Settings, data_folder
    from tui.text.history_reports import statistics_report

    game = args.game and game_by_name(args.game).slug
    path, ascii_only = data_folder() / JOURNAL_FILE, getattr(args, "ascii", False)
    try:
        _print_report(statistics_report(path, game, args.json), args)
        if not args.json:
            width = max(get_terminal_size().columns, MIN_REPORT_COLUMNS)
            charts = own_charts_text(path, game, Settings.load(data_folder()).name, width, ascii_only)
            print_text(*(["", charts] if charts else []))
    except NetError as error:
        raise CommandFailed(str(error.args[0])) from error
    return 0


def run_replay(args: argparse.Namespace) -> int:
    """Replay a recorded match on a board, in lines or into a file; return the exit status."""
    from core import RulesError
    from tui.settings import data_folder
    from tui.text.records import read_record

    if args.export is None and (args.step is not None or args.size is not None):
        raise WrongCommand("--step and --size are for --export, as in queens replay 3 --export match.svg --step 40.")
    try:
        record = read_record(args.record, data_folder())
        if args.export is None:
            return replay_record(args, record)
        from tui.cli.export import export_replay

        return export_replay(args, record)
    except RulesError as error:
        raise CommandFailed(str(error)) from error


def print_analysis(args: argparse.Namespace) -> int:
    """Print the course of a recorded match and the decisions that cost one seat most, as text or JSON; return 0.

    The seat is that of ``--seat``; without it that of the person whom the settings name, and if they did not play in
    the match, no decisions are printed. Raises `WrongCommand` for a seat that the match does not have, `CommandFailed`
    if the record cannot be read or played.
    """
    from shutil import get_terminal_size

    from core import RulesError, games
    from core.engine.analysis import analyse
    from core.engine.computation import run_to_end
    from core.engine.registry import match_at_start
    from tui.cards import LOOKS
    from tui.drawing.chart import Curve
    from tui.drawing.course_chart import NamedCurve, course_chart_text
    from tui.line_mode.plain_lines import replace_non_ascii
    from tui.settings import Settings, data_folder
    from tui.text.analysis import CourseChart, analysis_json, analysis_text
    from tui.text.records import own_seat, read_record, seat_names

    try:
        record = read_record(args.record, data_folder())
        start = match_at_start(record)
        if args.seat is not None and not 1 <= args.seat <= record.seats:
            raise WrongCommand(f"--seat is a number from 1 to {record.seats} in this match.")
        seat = own_seat(record, Settings.load(data_folder()).name) if args.seat is None else args.seat - 1
        game, names = games[record.game], seat_names(record)
        analysis = run_to_end(analyse(game, start, record.actions, seat))
    except RulesError as error:
        raise CommandFailed(str(error)) from error
    if args.json:
        print(analysis_json(analysis, names, seat))
        return 0
    ascii_line = getattr(args, "ascii", False)
    width, look = max(get_terminal_size().columns, MIN_REPORT_COLUMNS), LOOKS["ascii" if ascii_line else "outline"]

    def draw(chart: CourseChart) -> str:
        """Return a chart of courses as lines of text."""
        curves = [NamedCurve(one.name, str(one.score), Curve(one.values, one.own, one.team)) for one in chart.courses]
        return course_chart_text(curves, width, look, chart.axis_labels, percent=chart.percent)

    text = analysis_text(game, start.options, analysis, names, seat, draw)
    if seat is None:
        text += f" --seat N, from 1 to {record.seats}, judges those of a seat."
    print_text(replace_non_ascii(text) if ascii_line else text)
    return 0


def print_verdict(args: argparse.Namespace) -> int:
    """Print whether a recorded match was dealt fairly and played by the rules; return 0, or raise `CommandFailed`."""
    from core import RulesError
    from core.fairness.verification import verify_record
    from tui.settings import data_folder
    from tui.text.records import read_record, verdict_sentence

    try:
        verdict = verify_record(read_record(args.record, data_folder()))
    except RulesError as error:
        raise CommandFailed(str(error)) from error
    if verdict.fair is False:
        raise CommandFailed(verdict_sentence(verdict))
    print_text(verdict_sentence(verdict))
    return 0


def print_doctor_report(args: argparse.Namespace) -> int:
    """Print a report on terminal, network and files, or export all records.

    Return 1 if a file of the program is not valid, else 0.
    """
    from pathlib import Path

    from net.errors import NetError
    from tui.cli.doctor import examine_folder, examine_network, examine_terminal, export_readable_records
    from tui.settings import data_folder

    try:
        if args.export:
            print_text(export_readable_records(data_folder(), Path(args.export)))
            return 0
    except NetError as error:
        raise CommandFailed(str(error)) from error
    except OSError as error:
        raise CommandFailed(f"{error.filename or args.export} cannot be written: {error.strerror}.") from error
    print_text(examine_terminal(), examine_network())
    report, sound = examine_folder(data_folder())
    print_text(report)
    return 0 if sound else 1


def print_completion(args: argparse.Namespace) -> int:
    """Print the script that completes ``queens`` in a shell; return 0."""
    from tui.cli.arguments import parser
    from tui.cli.completion import completion_script

    print(completion_script(parser(), args.shell), end="")
    return 0


REPORT_BY_COMMAND: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "rules": print_rules,
    "find": print_tables,
    "simulate": print_simulation,
    "history": print_history,
    "stats": print_statistics,
    "replay": run_replay,
    "analyse": print_analysis,
    "verify": print_verdict,
    "doctor": print_doctor_report,
    "completion": print_completion,
}
"""Maps the name of a command of this file to its function."""
