"""The command line: ``queens`` and what can be written after it.

Only `argparse` is read before it is known what is wanted, so that help and mistakes answer at once.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from core import Game
    from tui.plan import Plan
    from tui.settings import Settings

EXAMPLES: Final = """\
examples:
  queens                               the home screen
  queens play mad-queens --bots 3      a match against three bots, here and now
  queens play mad-queens --seed 7 --set visibility=sealed
  queens host mad-queens               a table that others on your network can join
  queens join 192.168.1.20             the table on that machine
  queens rules mad-queens              how it is played
  queens simulate mad-queens --matches 1000 --bots careful,steady

A match can be played with the keyboard alone or with the mouse alone; F1 explains every screen.
Settings are kept where the platform keeps them; the environment variable QUEENS_DATA names another folder.
"""


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


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--ascii", action="store_true", default=argparse.SUPPRESS, help="draw with plain ASCII only")
    top = argparse.ArgumentParser(
        prog="queens",
        description="Mad Queens: card games in a terminal, against bots or with others on your network.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[shared],
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _play(commands.add_parser("play", parents=[shared], help="play here and now against bots"))
    _host(commands.add_parser("host", parents=[shared], help="open a table that others can join, and play"))
    _join(commands.add_parser("join", parents=[shared], help="join a table on another machine"))
    rules = commands.add_parser("rules", parents=[shared], help="read a game's rulebook")
    rules.add_argument("game", nargs="?", metavar="GAME", help="which game; without it the games are listed")
    _simulate(commands.add_parser("simulate", parents=[shared], help="let bots play many matches, and count"))
    return top


def _name(command: argparse.ArgumentParser) -> None:
    command.add_argument("--name", help="what you are called at the table; remembered")


def _options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seats", type=int, metavar="N", help="how many play, bots included")
    command.add_argument("--bots", type=int, metavar="N", help="how many of them are bots")
    command.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule, as its rulebook names it"
    )
    command.add_argument("--pace", choices=("fast", "normal", "slow"), help="how long bots think")


def _play(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="which game, such as mad-queens")
    command.add_argument("--seed", help="the same seed deals the same cards")
    _options(command)
    _name(command)


def _host(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", nargs="?", metavar="GAME", help="which game; it can be changed in the lobby")
    command.add_argument("--port", type=int, default=7433, metavar="PORT", help="where to listen (7433)")
    command.add_argument("--bind", default="", metavar="ADDRESS", help="listen at this address only")
    command.add_argument("--code", default="", help="let only those in who know this code")
    command.add_argument("--headless", action="store_true", help="only host, without a screen, until Ctrl+C")
    _options(command)
    _name(command)


def _join(command: argparse.ArgumentParser) -> None:
    command.add_argument("address", nargs="?", metavar="ADDRESS[:PORT]", help="where the table is")
    command.add_argument("--code", default="", help="the code of the table, if it has one")
    command.add_argument("--watch", action="store_true", help="watch instead of playing")
    _name(command)


def _simulate(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="which game")
    command.add_argument("--matches", type=int, default=100, metavar="N", help="how many matches (100)")
    command.add_argument("--seats", type=int, metavar="N", help="how many play")
    command.add_argument("--bots", metavar="NAME,NAME...", help="which bots, from the first seat on, and round again")
    command.add_argument("--seed", default="1", help="the same seed gives the same matches (1)")
    command.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    command.add_argument("--json", action="store_true", help="answer as JSON")


def _run(chosen: argparse.Namespace) -> int:
    if chosen.command == "rules":
        return _show_rules(chosen.game)
    if chosen.command == "simulate":
        return _count_matches(chosen)
    settings = _settings(chosen)
    plan = _plan(chosen, settings)
    if plan is not None and chosen.command == "host" and chosen.headless:
        return _host_without_screen(plan, settings)
    return _show(plan, settings, chosen)


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


def _plan(chosen: argparse.Namespace, settings: Settings) -> Plan | None:
    """Return what is to be done first, or None for the home screen; raises `WrongCommand`."""
    from tui.plan import Plan, read_address

    if chosen.command == "join" and chosen.address is not None:
        try:
            address, port = read_address(chosen.address)
        except ValueError as error:
            raise WrongCommand(str(error)) from error
        return Plan("join", address=address, port=port, code=chosen.code, watch=chosen.watch)
    if chosen.command not in ("play", "host"):
        return None
    from core import BadOption, Dealer

    game = _game(chosen.game or settings.table.game)
    seats = _seats(chosen, game.usual_seats)
    bots = seats - 1 if chosen.bots is None and chosen.command == "play" else chosen.bots or 0
    options = dict(_pair(text) for text in chosen.set)
    try:
        game.settings(seats, options)
        Dealer.seeded(getattr(chosen, "seed", None) or 0)
    except BadOption as error:
        raise WrongCommand(str(error)) from error
    if chosen.command == "play":
        return Plan("play", game.slug, seats, bots, options, seed=chosen.seed)
    return Plan("host", game.slug, seats, bots, options, port=chosen.port, bind=chosen.bind, code=chosen.code)


def _seats(chosen: argparse.Namespace, usual: int) -> int:
    """Return how many seats there are to be: as many as asked for, else as the bots ask for, else as usual."""
    bots: int | None = chosen.bots
    most = chosen.seats if chosen.command == "host" and chosen.headless else None
    if bots is not None and bots < 0:
        raise WrongCommand("--bots is a number from 0.")
    if chosen.seats is None:
        if chosen.command == "host":
            return max(usual, (bots or 0) + 1)
        return usual if bots is None else bots + 1
    seats: int = chosen.seats
    if bots is not None and bots > (most if most is not None else seats - 1):
        raise WrongCommand(f"{bots} bots and you do not fit into {seats} seats.")
    if chosen.command == "play" and bots is not None and bots != seats - 1:
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


def _show_rules(name: str | None) -> int:
    if name is None:
        from core import games

        for game in games.values():
            print(f"{game.slug:<20} {game.title}: {game.tagline}")
        print("\nqueens rules GAME shows the rulebook of one of them.")
        return 0
    text = _game(name).rules
    if sys.stdout.isatty():
        import pydoc

        pydoc.pager(text)
    else:
        print(text)
    return 0


def _count_matches(chosen: argparse.Namespace) -> int:
    from core import BadOption
    from tui.simulate import in_json, in_words, simulate

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


def _show(plan: Plan | None, settings: Settings, chosen: argparse.Namespace) -> int:
    if not (sys.stdout.isatty() and sys.stdin.isatty()):
        raise Failed("the interface needs a terminal for input and output; run it in one, or see queens --help.")
    from tui.app import QueensApp
    from tui.settings import data_folder

    first = "join" if chosen.command == "join" and plan is None else None
    app = QueensApp(settings, data_folder(), plan, first=first, ascii_only=getattr(chosen, "ascii", False))
    app.run()
    return app.return_code or 0


def _host_without_screen(plan: Plan, settings: Settings) -> int:
    import asyncio

    from tui.doors import in_words

    try:
        asyncio.run(_keep_open(plan, settings))
    except OSError as error:
        raise Failed(in_words(error, plan)) from error
    return 0


async def _keep_open(plan: Plan, settings: Settings) -> None:
    """Host a table until somebody presses Ctrl+C."""
    import asyncio
    import signal

    from tui.doors import open_host
    from tui.plan import short_address

    stop = asyncio.Event()
    host, _ = await open_host(plan, settings, None)
    for reason in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(reason, stop.set)
    code = f" --code {plan.code}" if plan.code else ""
    print(f"The table is open. Others join with:\n\n  queens join {short_address(host.table.address)}{code}\n")
    print("Whoever comes first runs the table. Ctrl+C closes it.", flush=True)
    try:
        await stop.wait()
    finally:
        await host.close()
    print("The table is closed.")
