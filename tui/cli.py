"""The command line: does what is written after ``queens`` (see `tui.arguments`).

What a command needs is read only when it is known to be wanted, so that help and mistakes answer at once.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.arguments import parser
from tui.faults import FAULT, wants_traceback

if TYPE_CHECKING:
    from core import Game, Record
    from tui.app import QueensApp
    from tui.plan import Plan
    from tui.settings import Settings


SIMPLE_TERMINALS: Final = ("dumb", "unknown")
"""What `TERM` is where a terminal can only print lines."""

LONGEST_LOOK: Final = 600
"""Seconds for which `queens find` may look around."""


TERMINATED: Final = 143
"""The exit status of a program that was told to end (SIGTERM), as shells count it."""


class WrongCommand(Exception):
    """The command line asks for something that does not exist; its text is one sentence (exit status 2)."""


class Failed(Exception):
    """What was asked for cannot be done; its text is one sentence (exit status 1)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit status: 0, 2 for a wrong command line, else 1."""
    try:
        chosen = parser().parse_args(arguments)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 2
    try:
        return _run(chosen)
    except WrongCommand as error:
        print(f"queens: {error}", file=sys.stderr)
        return 2
    except Failed as error:
        print(f"queens: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 1
    except Exception:
        if wants_traceback():
            raise
        print(f"queens: {FAULT}", file=sys.stderr)
        return 1


def _run(chosen: argparse.Namespace) -> int:
    if chosen.version:
        from importlib.metadata import version

        print(f"queens {version('mad-queens')}")
        return 0
    if chosen.command == "rules":
        return _show_rules(chosen.game, _in_lines(chosen))
    if chosen.command == "find":
        return _find_tables(chosen)
    if chosen.command == "simulate":
        return _count_matches(chosen)
    if chosen.command in ("history", "stats"):
        return _look_back(chosen)
    if chosen.command in ("replay", "verify"):
        return _show_record(chosen)
    gc.disable()  # what is read and made until the first screen is there stays; the program enables it again
    try:
        settings = _settings(chosen)
        plan = _plan(chosen, settings)
        if plan is not None and chosen.command == "host" and chosen.headless:
            gc.enable()
            _tell_trouble(settings)
            return _host_without_screen(plan, settings)
        return _show(plan, settings, chosen)
    finally:
        gc.enable()


def _settings(chosen: argparse.Namespace) -> Settings:
    from tui.settings import Settings, clean_name, data_folder

    settings = Settings.load(data_folder())
    name = getattr(chosen, "name", None)
    if name is not None:
        if not clean_name(name):
            raise WrongCommand("--name needs at least one letter that can be seen.")
        settings.name = clean_name(name)
        settings.save(data_folder())
    settings.pace = getattr(chosen, "pace", None) or settings.pace
    return settings


def _tell_trouble(settings: Settings) -> None:
    if settings.trouble:
        print(f"queens: {settings.trouble}", file=sys.stderr)


def _plan(chosen: argparse.Namespace, settings: Settings) -> Plan | None:
    """Return what is to be done first, or None for the home screen; raises `WrongCommand`."""
    from tui.plan import Plan, read_address

    if chosen.command == "join" and chosen.address is not None:
        try:
            address, port = read_address(chosen.address)
        except ValueError as error:
            raise WrongCommand(str(error)) from error
        return _join_plan(chosen, address, port)
    if chosen.command not in ("play", "host"):
        return None
    from core import BadOption, Dealer
    from net.limits import PORT
    from tui.doors import unfinished_alone

    if chosen.command == "host" and chosen.port is not None and not 0 <= chosen.port < 65536:
        raise WrongCommand(f"--port {chosen.port} is no port: it is a number from 1 to 65535.")
    game = _game(chosen.game or settings.table.game)
    seats = _seats(chosen, game)
    bots = seats - 1 if chosen.bots is None and chosen.command == "play" else chosen.bots or 0
    options = dict(_pair(text) for text in chosen.set)
    try:
        game.settings(seats, options)
        Dealer.seeded(getattr(chosen, "seed", None) or 0)
    except BadOption as error:
        raise WrongCommand(str(error)) from error
    if chosen.command == "play":
        anew = chosen.game or chosen.seats or chosen.bots or chosen.set or chosen.seed
        going_on = None if anew else unfinished_alone()
        return Plan("play", game.slug, seats, bots, options, seed=chosen.seed, going_on=going_on)
    return Plan(
        "host",
        game.slug,
        seats,
        bots,
        options,
        port=PORT if chosen.port is None else chosen.port,
        any_port=chosen.port is None,
        bind=chosen.bind,
        code=_code(chosen),
        insecure=chosen.insecure,
        ssh=chosen.ssh,
        anew=chosen.new,
        durable=chosen.durable,
    )


def _join_plan(chosen: argparse.Namespace, address: str, port: int | None = None) -> Plan:
    """Return the plan of joining a table at an address, or at one that is still to be chosen."""
    from net.limits import PORT
    from tui.plan import Plan

    return Plan(
        "join",
        address=address,
        port=PORT if port is None else port,
        code=chosen.code,
        watch=chosen.watch,
        insecure=chosen.insecure,
        accept="any" if chosen.new_key else "",
    )


def _code(chosen: argparse.Namespace) -> str:
    """Return the secret part of the code of the table to be hosted; nothing if everybody may come."""
    from net.codes import LONGEST_SECRET, fold, new_secret

    word: str = chosen.code.strip()
    if word and not 0 < len(fold(word)) <= LONGEST_SECRET:
        raise WrongCommand(f"--code is a word of 1 to {LONGEST_SECRET} letters and digits.")
    if chosen.private and not word:
        import secrets

        return new_secret(secrets.token_bytes(4))
    return word


def _seats(chosen: argparse.Namespace, game: Game) -> int:
    """Return how many seats there are to be: as many as asked for, else as the bots ask for, else as usual."""
    bots: int | None = chosen.bots
    hosting = chosen.command == "host"
    people = 0 if hosting and chosen.headless else 1
    if bots is not None and bots < 0:
        raise WrongCommand("--bots is a number from 0.")
    if chosen.seats is None:
        if not hosting:
            return game.usual_seats if bots is None else bots + 1
        least = max(game.usual_seats, (bots or 0) + people)
        return next((number for number in game.seats if number >= least), least)
    seats: int = chosen.seats
    if bots is not None and bots + people > seats:
        raise WrongCommand(f"{bots} bots{' and you' if people else ''} do not fit into {seats} seats.")
    if not hosting and bots is not None and bots != seats - 1:
        raise WrongCommand(f"{seats} seats are you and {seats - 1} bots: leave out --bots or --seats.")
    return seats


def _game(name: str) -> Game:
    from core import games

    game = games.get(name.lower().replace("_", "-").replace(" ", "-"))
    if game is None:
        raise WrongCommand(f"There is no game called {name!r}; there are: {', '.join(games)}.")
    return game


def _pair(text: str) -> tuple[str, str]:
    option, equals, value = text.partition("=")
    if not equals or not option:
        raise WrongCommand(f"--set is written OPTION=VALUE, not {text!r}.")
    return option.strip().replace("-", "_"), value.strip()


def _show_rules(name: str | None, plain: bool = False) -> int:
    if name is None:
        from core import games

        for game in games.values():
            print(f"{game.slug:<20} {game.title}: {game.tagline}")
        print("\nqueens rules GAME shows the rulebook of one of them.")
        return 0
    from shutil import get_terminal_size

    from tui.plain_text import plain_text

    game = _game(name)
    text = plain_text(game.title, game.rules, max(get_terminal_size().columns, 40))
    if sys.stdout.isatty() and not plain:
        import pydoc

        pydoc.pager(text)
    else:
        print(text)
    return 0


def _find_tables(chosen: argparse.Namespace) -> int:
    import asyncio

    from tui.finding import in_json, in_words, look_around

    if not 0 < chosen.seconds <= LONGEST_LOOK:
        raise WrongCommand(f"--seconds is a number above 0 and up to {LONGEST_LOOK}.")
    tables, trouble = asyncio.run(look_around(chosen.seconds))
    if trouble:
        raise Failed(trouble)
    print((in_json if chosen.json else in_words)(tables))
    return 0


def _count_matches(chosen: argparse.Namespace) -> int:
    from core import BadOption
    from core.simulation import simulate
    from tui.tallies import in_json, in_words

    game = _game(chosen.game)
    bots = chosen.bots.split(",") if chosen.bots else [next(iter(game.bots))]
    unknown = next((bot for bot in bots if bot not in game.bots), None)
    if unknown is not None:
        raise WrongCommand(f"{game.title} has no bot called {unknown!r}; it has: {', '.join(game.bots)}.")
    if chosen.matches < 1:
        raise WrongCommand("--matches is a number from 1.")
    seats = game.usual_seats if chosen.seats is None else chosen.seats
    options = dict(_pair(text) for text in chosen.set)
    try:
        tallies = simulate(game, chosen.matches, seats, bots, chosen.seed, options)
    except BadOption as error:
        raise WrongCommand(str(error)) from error
    print((in_json if chosen.json else in_words)(tallies, chosen.matches))
    return 0


def _look_back(chosen: argparse.Namespace) -> int:
    """Show what has been played, as the journal knows it."""
    from net.errors import NetError
    from net.journal import NAME
    from tui.annals import history_in, match_in, save_record, stats_in
    from tui.settings import data_folder

    path = data_folder() / NAME
    game = chosen.game and _game(chosen.game).slug
    try:
        if chosen.command == "stats":
            print(stats_in(path, game, chosen.json))
        elif chosen.match is None and chosen.record:
            raise WrongCommand("--record writes the record of one match: give its number, as in queens history 3.")
        elif chosen.match is None:
            print(history_in(path, game, chosen.last, chosen.json))
        elif chosen.record:
            print(save_record(path, chosen.match, chosen.record))
        else:
            print(match_in(path, chosen.match, chosen.json))
    except (NetError, LookupError) as error:
        raise Failed(str(error.args[0])) from error
    except OSError as error:
        raise Failed(f"{chosen.record} cannot be written: {error.strerror}.") from error
    return 0


def _show_record(chosen: argparse.Namespace) -> int:
    """Check a match that has been kept, or show it again."""
    from core import RulesError
    from core.checking import verify
    from tui.records import in_words, read_record
    from tui.settings import data_folder

    try:
        record = read_record(chosen.record, data_folder())
        if chosen.command == "replay":
            return _replay(chosen, record)
        verdict = verify(record)
    except RulesError as error:
        raise Failed(str(error)) from error
    if verdict.fair is False:
        raise Failed(in_words(verdict))
    print(in_words(verdict))
    return 0


def _replay(chosen: argparse.Namespace, record: Record) -> int:
    from core.checking import Verdict, verify
    from net.playback import Playback
    from tui.plain.lines import lines
    from tui.records import in_words, told

    if chosen.seat is not None and chosen.seat < 1:
        raise WrongCommand("--seat is a number from 1.")
    seat = None if chosen.seat is None else chosen.seat - 1
    playback = Playback(record, seat)
    if sys.stdout.isatty() and sys.stdin.isatty() and not _in_lines(chosen):
        import asyncio

        from tui.replay import ReplayApp
        from tui.settings import data_folder

        sentence = in_words(verify(record))
        ascii_only = getattr(chosen, "ascii", False)
        app = ReplayApp(_settings(chosen), data_folder(), playback, sentence, ascii_only=ascii_only)
        asyncio.run(_show_until_end(app))
        return _status(app)
    for line in told(record, seat):
        if not isinstance(line, Verdict):
            print(*lines(line, 0, getattr(chosen, "ascii", False)))
        elif line.fair is False:
            sys.stdout.flush()
            raise Failed(in_words(line))
        else:
            print(in_words(line))
    return 0


def _show(plan: Plan | None, settings: Settings, chosen: argparse.Namespace) -> int:
    if _in_lines(chosen):
        return _talk(plan, settings, chosen)
    if not (sys.stdout.isatty() and sys.stdin.isatty()):
        raise Failed("the interface needs a terminal for input and output; without one, --plain plays in lines.")
    import asyncio

    from tui.app import QueensApp
    from tui.doors import look_nearby
    from tui.settings import data_folder

    if plan is not None:  # else the home screen says it
        _tell_trouble(settings)
    if plan is None and chosen.command == "join":
        plan = _join_plan(chosen, "")
    app = QueensApp(settings, data_folder(), plan, ascii_only=getattr(chosen, "ascii", False), lookout=look_nearby)
    asyncio.run(_show_until_end(app))
    return _status(app)


def _status(app: QueensApp) -> int:
    """Return the exit status of a program that has ended; raises `Failed` if a fault has ended it."""
    if app.fault is not None and not wants_traceback():
        raise Failed(FAULT) from app.fault
    return app.return_code or 0


def _in_lines(chosen: argparse.Namespace) -> bool:
    """Whether to play in lines: where that is asked for, and on terminals that can do nothing else."""
    simple = (*SIMPLE_TERMINALS, "") if os.name == "posix" else SIMPLE_TERMINALS
    return getattr(chosen, "plain", False) or (os.environ.get("TERM", "") in simple and sys.stdin.isatty())


def _talk(plan: Plan | None, settings: Settings, chosen: argparse.Namespace) -> int:
    from tui.plain.program import run

    gc.enable()
    if getattr(chosen, "pace", None) is None and not sys.stdin.isatty():
        settings.pace = "fast"  # nobody watches how a bot thinks
    if plan is None and chosen.command == "join":
        plan = _join_plan(chosen, "")
    return run(plan, settings, ascii_only=getattr(chosen, "ascii", False) or settings.ascii)


async def _show_until_end(app: QueensApp) -> None:
    """Show the program until it ends, and leave the table, also after a fault: others may be at it."""
    import asyncio
    import signal

    with contextlib.suppress(NotImplementedError):  # whoever ends the program finds the terminal as it was
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: app.exit(return_code=TERMINATED))
    try:
        await app.run_async()
    finally:
        await app.leave_table()


def _host_without_screen(plan: Plan, settings: Settings) -> int:
    import asyncio

    from net.errors import NetError
    from tui.doors import in_words

    try:
        asyncio.run(_keep_open(plan, settings))
    except (NetError, OSError) as error:
        raise Failed(in_words(error, plan)) from error
    return 0


async def _keep_open(plan: Plan, settings: Settings) -> None:
    """Host a table until somebody presses Ctrl+C."""
    import asyncio
    import signal

    from tui.doors import GOES_ON, key_in_words, open_host
    from tui.invitation import INSECURE, invitation, ssh_invitation

    stop = asyncio.Event()
    if not wants_traceback():
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)  # it is said below
    host, _ = await open_host(plan, settings, None)
    for reason in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(reason, stop.set)
    print(f"The table is open. Others join with:\n\n  {invitation(host.table.address, host.code, plan.insecure)}\n")
    if host.annex is not None:
        print(f"Or with nothing but an ssh client:\n\n  {ssh_invitation(host.table.address, host.annex.port)}\n")
    if plan.insecure:
        print(INSECURE)
    if host.went_on:
        print(GOES_ON)
    if host.certificate is not None:
        print(key_in_words(host.certificate))
    print("Whoever comes first runs the table. Ctrl+C closes it.", flush=True)
    if host.announcer is not None:
        host.announcer.listen(lambda trouble: print(f"queens: {trouble}", file=sys.stderr, flush=True))
    stopped = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait((stopped, host.house.broken), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
        await host.close()
    if host.house.broken.done():
        raise host.house.broken.result()
    print("The table is closed.")
