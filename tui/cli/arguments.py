"""The parser of the commands and options of ``queens``.

It imports only `argparse`, so that help and error messages appear at once.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Final

from net.limits import DEFAULT_PORT, DEFAULT_SSH_PORT, DEFAULT_WEB_PORT
from tui.cli.parser import FriendlyParser

COMMAND_EXAMPLES: Final = """\
examples:
  queens                               the home screen
  queens play mad-queens --bots 3      a match against three bots, here and now
  queens play queen-bees-ii --bots hard,hard,easy      and how well each one plays
  queens play mad-queens --seed 7 --set visibility=sealed
  queens host mad-queens               a table that others on your network can join
  queens host --ssh                    the same, also for anybody with an ssh client
  queens host --web                    the same, also for anybody with a phone or a browser
  queens club --name "Café Mozart"     many tables at one address, and a hall where everybody meets
  queens club --ssh --web              the same, also for phones, browsers and ssh clients
  queens club --name Camp --cluster nats://10.0.0.1,nats://10.0.0.2,nats://10.0.0.3       one club on several machines
  queens join                          the tables on your network, to choose from
  queens join 192.168.1.20             the table on that machine
  queens learn mad-queens              a four-minute lesson
  queens rules mad-queens              how it is played
  queens history                       the matches played here; queens history 3 shows match 3
  queens replay                        the latest match again; queens replay 3 shows match 3
  queens verify 3                      what its record proves
  eval "$(queens completion bash)"     Tab completes queens; zsh: completion zsh, fish: completion fish
  queens simulate mad-queens --matches 1000 --bots hard,normal,normal,easy
  queens play mad-queens --plain       in lines, for screen readers, pipes and simple terminals

A match can be played with the keyboard alone or with the mouse alone; F1 explains every screen.
Settings are kept where the platform keeps them; the environment variable QUEENS_DATA names another folder.
"""
"""The examples at the end of the help text."""


class BotsHelp(str):
    """The help of ``--bots``; when argparse formats it (`%`), it imports the games and adds the bots of each."""

    __slots__ = ()

    def __mod__(self, values: object) -> str:
        return super().__mod__(values) + bots_by_game_text()


def bots_by_game_text() -> str:
    """Return the bots of all games in words: ``careful, steady (mad-queens, mad-queens-classic), … (big-queen), …``."""
    from core import games

    players: dict[str, list[str]] = {}
    for slug, game in games.items():
        players.setdefault(", ".join(game.bots), []).append(slug)
    return ", ".join(f"{bots} ({', '.join(slugs)})" for bots, slugs in players.items())


def parser() -> FriendlyParser:
    """Return the parser of the whole command line."""
    shared = FriendlyParser(add_help=False)
    shared.add_argument("--ascii", action="store_true", default=argparse.SUPPRESS, help="draw in plain ASCII")
    shared.add_argument(
        "--plain",
        action="store_true",
        default=argparse.SUPPRESS,
        help="line mode: numbered choices and sentences, for screen readers, pipes and simple terminals",
    )
    top = FriendlyParser(
        prog="queens",
        description="Mad Queens: card games in a terminal, against bots or with others on your network.",
        epilog=COMMAND_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[shared],
    )
    top.add_argument("--version", action="store_true", help="print the version")
    top.add_argument("--man", action="store_true", help="print the manual page: queens --man | man -l -")
    _add_name_option(top)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add_play_arguments(commands.add_parser("play", parents=[shared], help="play here and now against bots"))
    _add_host_arguments(
        commands.add_parser("host", parents=[shared], help="open a table that others can join, and play")
    )
    _add_club_arguments(commands.add_parser("club", help="open a club: many tables at one address, and a hall"))
    _add_join_arguments(commands.add_parser("join", parents=[shared], help="join a table on another machine"))
    _add_find_arguments(commands.add_parser("find", help="list the tables on this network"))
    _add_learn_arguments(commands.add_parser("learn", parents=[shared], help="learn a game in four minutes"))
    rules = commands.add_parser("rules", parents=[shared], help="read a game's rulebook")
    rules.add_argument("game", nargs="?", metavar="GAME", help="which game; without it, all games are listed")
    _add_history_arguments(commands.add_parser("history", parents=[shared], help="the matches played on this machine"))
    _add_stats_arguments(
        commands.add_parser("stats", parents=[shared], help="how everybody has done, and the best results")
    )
    _add_replay_arguments(commands.add_parser("replay", parents=[shared], help="replay a match, step by step"))
    _add_analyse_arguments(
        commands.add_parser("analyse", parents=[shared], help="show how a match went, and which decisions cost most")
    )
    _add_verify_arguments(
        commands.add_parser(
            "verify", help="check what the record of a match proves: a fair deal, and play by the rules"
        )
    )
    doctor = commands.add_parser(
        "doctor", help="say what your terminal and network can do, and whether your files are sound"
    )
    doctor.add_argument(
        "--export", metavar="FOLDER", help="save every readable record there, even of a damaged journal"
    )
    _add_simulate_arguments(
        commands.add_parser("simulate", parents=[shared], help="let bots play many matches, and keep count")
    )
    completion = commands.add_parser("completion", help="print the script that makes Tab complete queens in your shell")
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help="which shell")
    top.commands = commands.choices
    return top


def _add_name_option(command: argparse.ArgumentParser) -> None:
    """Add ``--name`` to a command; it may also stand before the command, with the same meaning."""
    command.add_argument("--name", default=argparse.SUPPRESS, help="your name at the table; remembered")


def _add_pace_option(command: argparse.ArgumentParser) -> None:
    """Add the option ``--pace``, how long bots think, to a command."""
    command.add_argument("--pace", choices=("fast", "normal", "slow"), help="how long bots think")


def _add_insecure_option(command: argparse.ArgumentParser) -> None:
    """Add the option ``--insecure``, which allows connections without TLS, to a command."""
    command.add_argument("--insecure", action="store_true", help="without TLS, for debugging: anybody can listen")


def _add_durable_option(command: argparse.ArgumentParser) -> None:
    """Add the option ``--durable``, by which every journal entry waits for the disk, to a command."""
    command.add_argument("--durable", action="store_true", help="lose nothing even in a power cut; slower")


def _add_json_option(command: argparse.ArgumentParser) -> None:
    """Add the option ``--json``, which prints JSON in place of text, to a command."""
    command.add_argument("--json", action="store_true", help="print JSON")


def _add_game_options(command: argparse.ArgumentParser) -> None:
    """Add the options for the game of a table: seats, bots and house rules."""
    command.add_argument("--seats", type=int, metavar="N", help="how many play, bots included")
    command.add_argument(
        "--bots",
        metavar="N",
        help="how many bots; or a list of their levels, such as hard,normal (easy, normal or hard)",
    )
    command.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule, as its rulebook names it"
    )
    command.add_argument("--rules", metavar="NAME", help="house rules that you have saved under this name")
    _add_pace_option(command)


def _add_listener_options(command: argparse.ArgumentParser, port_help: str) -> None:
    """Add the options that say where a host listens, and whom it lets in."""
    command.add_argument("--port", type=int, metavar="PORT", help=port_help)
    command.add_argument("--bind", metavar="ADDRESS", help="listen on this address only")
    command.add_argument("--private", action="store_true", help="let in only those who have the code it makes up")
    command.add_argument("--code", metavar="WORD", help="the same, with your own word in the code")
    _add_insecure_option(command)


def _add_guest_options(command: argparse.ArgumentParser, hint: str) -> None:
    """Add the options that say which guests without this program are let in, and at which ports.

    `hint` is the advice in the error for a wrong port; in it ``{0}`` stands for what was typed and ``{1}`` for the
    option.
    """
    for option, program, port in (("--ssh", "ssh client", DEFAULT_SSH_PORT), ("--web", "browser", DEFAULT_WEB_PORT)):
        command.add_argument(
            option,
            type=partial(_parse_port, option=option, hint=hint),
            nargs="?",
            const=0,
            metavar="PORT",
            help=f"let people in with any {program} as well, on this port ({port}, or the next free one)",
        )
    command.add_argument(
        "--web-tls", action="store_true", help="--web with the host's own certificate, which browsers warn about"
    )
    command.add_argument("--web-host", metavar="NAME", help="--web also under this host name of yours")
    command.add_argument("--certificate", metavar="FILE", help="--web over HTTPS with this certificate and --key")
    command.add_argument("--key", metavar="FILE", help="the key of --certificate")


def _add_club_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens club``."""
    command.add_argument(
        "what",
        nargs="?",
        metavar="import",
        help="with --cluster: carry over the club of this machine, and end; with --table: a table of queens host",
    )
    command.add_argument(
        "--table",
        type=int,
        metavar="PORT",
        help="with import: carry over the table that queens host had on this port, to the club of --port or --cluster",
    )
    _add_listener_options(command, f"listen on this port ({DEFAULT_PORT})")
    _add_guest_options(command, "type queens club {1}, or a number after it")
    command.add_argument("--name", default=argparse.SUPPRESS, help="what the club is called")
    _add_pace_option(command)
    _add_durable_option(command)
    command.add_argument(
        "--cluster",
        metavar="URLS",
        help="be one of several hosts of the club with this --name, sharing the NATS servers nats://HOST:4222,nats://…",
    )
    command.add_argument(
        "--address",
        metavar="ADDRESS",
        help="the IP address by which others, and the club's other hosts, reach this machine, if it has several",
    )
    command.add_argument(
        "--drain",
        type=int,
        metavar="MINUTES",
        help="when stopped (Ctrl+C, SIGTERM), give the matches in play this many minutes to end; one of several "
        "hosts keeps its ssh guests that long (30 unless you say otherwise)",
    )


def _add_play_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens play``."""
    command.add_argument(
        "game", nargs="?", metavar="GAME", help="which game; without it, your unfinished match goes on"
    )
    command.add_argument("--seed", help="the same seed deals the same cards")
    _add_game_options(command)
    _add_name_option(command)


def _add_learn_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens learn``."""
    command.add_argument("game", nargs="?", metavar="GAME", help="which game; without it, the lessons to choose from")
    _add_name_option(command)


def _add_host_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens host``."""
    command.add_argument("game", nargs="?", metavar="GAME", help="which game; it can be changed in the lobby")
    _add_listener_options(command, f"listen on exactly this port (usually {DEFAULT_PORT}, or the next free one)")
    _add_guest_options(command, "the game goes first: queens host {0} {1}")
    command.add_argument("--headless", action="store_true", help="only host, without a screen, until Ctrl+C")
    command.add_argument("--new", action="store_true", help="open a new table even if a match there is unfinished")
    _add_durable_option(command)
    _add_game_options(command)
    _add_name_option(command)


def _parse_port(text: str, option: str, hint: str) -> int:
    """Return the port that was typed as the value of an option; raises `argparse.ArgumentTypeError` if it is not a
    number.

    `hint` is the advice in the error; in it ``{0}`` stands for what was typed and ``{1}`` for the option.
    """
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; {hint.format(text, option)}")
    return int(text)


def _add_join_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens join``."""
    command.add_argument(
        "address", nargs="?", metavar="ADDRESS[:PORT]", help="where the table is; without it, the tables nearby"
    )
    command.add_argument("--code", default="", help="the code of the table, if it has one")
    command.add_argument("--watch", action="store_true", help="watch instead of playing")
    command.add_argument(
        "--big", action="store_true", help="show the table to the whole room, in letters you can read from afar"
    )
    command.add_argument("--new-key", action="store_true", help="trust the host's key even if it has changed")
    _add_insecure_option(command)
    _add_name_option(command)


def _add_record_arguments(command: argparse.ArgumentParser) -> None:
    """Add the argument that names the record of a match."""
    command.add_argument(
        "record",
        nargs="?",
        default="",
        metavar="RECORD",
        help="a file, or the number of a match in the history; otherwise the latest match",
    )


def _add_replay_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens replay``."""
    _add_record_arguments(command)
    command.add_argument("--seat", type=int, metavar="N", help="as seat N saw it, from 1; otherwise as a spectator")
    command.add_argument(
        "--export", metavar="FILE", help="write a recording (.cast), a picture (.svg) or a text (.txt)"
    )
    command.add_argument(
        "--step", type=int, metavar="N", help="the picture or text of step N; otherwise of the last one"
    )
    command.add_argument("--size", metavar="COLSxROWS", help="how large the picture or recording is (80x24)")


def _add_analyse_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens analyse``."""
    _add_record_arguments(command)
    command.add_argument("--seat", type=int, metavar="N", help="the decisions of seat N, from 1; otherwise yours")
    _add_json_option(command)


def _add_verify_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens verify``."""
    _add_record_arguments(command)


def _add_simulate_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens simulate``."""
    command.add_argument("game", metavar="GAME", help="which game")
    command.add_argument("--matches", type=int, default=100, metavar="N", help="how many matches (100)")
    command.add_argument("--seats", type=int, metavar="N", help="how many play")
    command.add_argument(
        "--bots",
        metavar="NAME,NAME...",
        help=BotsHelp("which bots, seat by seat, the list repeated as needed: easy, normal, hard, or "),
    )
    command.add_argument("--seed", default="1", help="the same seed gives the same matches (1)")
    command.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    _add_json_option(command)


def _add_history_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens history``."""
    command.add_argument("match", nargs="?", type=int, metavar="MATCH", help="show one match, by its number")
    command.add_argument("--game", metavar="GAME", help="matches of this game only")
    command.add_argument("--last", type=int, default=20, metavar="N", help="how many, the latest first (20)")
    command.add_argument("--record", metavar="FILE", help="write the match's record there, for replay and verify")
    _add_json_option(command)


def _add_stats_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens stats``."""
    command.add_argument("game", nargs="?", metavar="GAME", help="which game; without it, all of them")
    _add_json_option(command)


def _add_find_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``queens find``."""
    _add_json_option(command)
    command.add_argument("--seconds", type=float, default=3.0, metavar="N", help="how many seconds to look for (3)")
