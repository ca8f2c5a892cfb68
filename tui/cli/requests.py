"""Turns a parsed command line into settings and a `TableRequest`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tui.cli.errors import WrongCommand
from tui.cli.printed_text import print_text
from tui.cli.suggestion import spelling_suggestion
from tui.lessons import GAMES_WITH_LESSON

if TYPE_CHECKING:
    import argparse

    from core import Game
    from tui.connect.request import TableRequest
    from tui.settings import LastTableSetup, Settings


def load_settings(args: argparse.Namespace) -> Settings:
    """Return the saved settings, with the name and pace of the command line; that name is saved when a table opens.

    Raises `WrongCommand` if the name has no visible character or is too long.
    """
    from tui.settings import Settings, data_folder

    settings = Settings.load(data_folder())
    name = getattr(args, "name", None)
    if name is not None:
        settings.give_name(checked_name(name, "a table has"))
    settings.pace = getattr(args, "pace", None) or settings.pace
    return settings


def checked_name(wanted: str, error_subject: str) -> str:
    """Return the name of ``--name`` as it can be shown.

    `error_subject` stands before "room for … characters" in the error for a name that is too long: ``a table has``.

    Raises `WrongCommand` if the name has no visible character or is too long.
    """
    from net.limits import MAX_NAME_CELLS
    from net.protocol.sanitize import clean_text

    name = clean_text(wanted, MAX_NAME_CELLS)
    if not name:
        raise WrongCommand("--name needs at least one letter that can be seen.")
    if name != clean_text(wanted, 2 * len(wanted)):
        raise WrongCommand(f"--name is too long: {error_subject} room for {MAX_NAME_CELLS} characters of it.")
    return name


def print_settings_problem(settings: Settings) -> None:
    """Print the problem with the settings file, if there is one."""
    if settings.trouble:
        print_text(f"queens: {settings.trouble}", file=sys.stderr)


class DescribedTable(NamedTuple):
    """The table that ``queens play`` or ``queens host`` describes: game, seats, how many of them are bots, options.

    `bot_kinds` are levels or names of bots. `is_remembered`: the values are those that the person set up last.
    """

    game: Game
    seats: int
    bots: int
    options: dict[str, str]
    bot_kinds: tuple[str, ...]
    is_remembered: bool


def table_request(args: argparse.Namespace, settings: Settings) -> TableRequest | None:
    """Return the request for the table to open first; ``play`` without arguments continues an unfinished match.

    None stands for the home screen or, for ``join`` without an address, for the tables nearby. Raises `WrongCommand` if
    the arguments are wrong or contradict each other.
    """
    if args.command == "play":
        return _play_request(args, _described_table(args, settings))
    if args.command == "host":
        return _host_request(args, _described_table(args, settings))
    if args.command != "join" or args.address is None:
        return None
    from tui.connect.address import parse_address

    try:
        address, port = parse_address(args.address)
    except ValueError as error:
        raise WrongCommand(str(error)) from error
    return join_request(args, address, port)


def _described_table(args: argparse.Namespace, settings: Settings) -> DescribedTable:
    """Return the table that ``play`` or ``host`` describes; raises `WrongCommand` if there is none.

    What the command line leaves out is taken from the table of this game that was set up last; not with a seed, which
    deals the same cards whatever was played before.
    """
    from core import BadOption
    from tui.connect.remembered_table import remembered_table
    from tui.settings import LastTableSetup

    rules = None if args.rules is None else house_rules_by_name(args.rules, settings)
    game = game_by_name(args.game or (rules or remembered_table(settings)).game)
    if rules is not None and rules.game != game.slug:
        raise WrongCommand(f"{args.rules} are house rules of {game_by_name(rules.game).title}, not of {game.title}.")
    bots, kinds = _parse_bots_option(args, game)
    was_set_up = settings.last_table_of_game(game.slug) not in (None, LastTableSetup())
    remembered = rules is None and args.command == "play" and args.seed is None and was_set_up
    base = remembered_table(settings, game.slug) if remembered else rules
    takes_seats = base is not None and args.seats is None and bots is None
    seats = base.seats if base is not None and takes_seats else _seat_count(args, game, bots)
    kept = {} if base is None or (remembered and not _game_allows(game, seats, base.options)) else base.options
    options = {**kept, **parse_options(args.set, game)}
    try:
        game.settings(seats, options)
    except BadOption as error:
        raise WrongCommand(str(error)) from error
    if bots is None:
        bots = seats - 1 if args.command == "play" else 0
    return DescribedTable(game, seats, bots, options, kinds or (() if base is None else base.bot_kinds), remembered)


def _play_request(args: argparse.Namespace, table: DescribedTable) -> TableRequest:
    """Return the request to play alone at a table; without arguments that of the latest unfinished match.

    Raises `WrongCommand` for a seed that is too long.
    """
    from core import BadOption, Dealer
    from tui.connect.request import TableRequest
    from tui.connect.unfinished import latest_unfinished_table

    try:
        Dealer.seeded(args.seed or 0)
    except BadOption as error:
        raise WrongCommand(str(error)) from error
    has_bots = args.bots and table.bots  # no bots are no other match
    names_match = args.game or args.seats or has_bots or args.set or args.seed or args.rules
    unfinished = None if names_match else latest_unfinished_table()
    return TableRequest(
        "play",
        table.game.slug,
        table.seats,
        table.bots,
        table.options,
        seed=args.seed,
        unfinished_table=None if unfinished is None else unfinished.number,
        bot_kinds=table.bot_kinds,
        repeats_last_table=table.is_remembered,
    )


def _host_request(args: argparse.Namespace, table: DescribedTable) -> TableRequest:
    """Return the request to host a table; raises `WrongCommand` if an option about ports or guests is wrong."""
    from tui.connect.request import TableRequest

    return TableRequest(
        "host",
        table.game.slug,
        table.seats,
        table.bots,
        table.options,
        **_listener_arguments(args),
        new_table=args.new,
        is_game_named=bool(args.game or args.rules),
        bot_kinds=table.bot_kinds,
    )


def club_request(args: argparse.Namespace) -> TableRequest:
    """Return the request with the addresses and ports at which a club lets people in; raises `WrongCommand` if an
    option about them is wrong."""
    from tui.connect.request import TableRequest

    return TableRequest("host", public_address=_public_address(args), **_listener_arguments(args))


def check_seat_option(args: argparse.Namespace) -> None:
    """Raise `WrongCommand` if ``--seat`` is no number of a seat."""
    if args.seat is not None and args.seat < 1:
        raise WrongCommand("--seat is a number from 1.")


def check_port_option(args: argparse.Namespace) -> None:
    """Raise `WrongCommand` if ``--port`` is not a valid port."""
    from tui.connect.address import not_a_port_sentence

    if args.port is not None and not 0 <= args.port < 65536:
        raise WrongCommand(not_a_port_sentence(f"--port {args.port}"))


def _game_allows(game: Game, seats: int, options: Mapping[str, str]) -> bool:
    """Return whether a game allows these options for this number of seats."""
    from core import BadOption

    try:
        game.settings(seats, options)
    except BadOption:
        return False
    return True


def _listener_arguments(args: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of a `TableRequest` that say where a host listens, whom it lets in, and what it keeps.

    Raises `WrongCommand` if an option about this is wrong.
    """
    from net.limits import DEFAULT_PORT

    check_port_option(args)
    return {
        "port": DEFAULT_PORT if args.port is None else args.port,
        "any_port": args.port is None,
        "bind": bind_address(args),
        "code": code_secret(args),
        "insecure": args.insecure,
        "ssh_port": args.ssh,
        "durable": args.durable,
        **_web_arguments(args),
    }


def _web_arguments(args: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of a `TableRequest` that say whether browsers may join, and at which addresses.

    Raises `WrongCommand` if only one of certificate and key is given, or another certificate is asked for as well.
    """
    if bool(args.certificate) != bool(args.key):
        raise WrongCommand("--certificate and --key belong together: a certificate, and the key it was made for.")
    if args.certificate and args.web_tls:
        raise WrongCommand("--web-tls is for those who have no certificate: leave it out, or --certificate and --key.")
    wanted = args.web_tls or args.certificate or args.web_host
    return {
        "web_port": 0 if wanted and args.web is None else args.web,
        "web_tls": args.web_tls,
        "web_host": args.web_host or "",
        "certificate": args.certificate or "",
        "certificate_key": args.key or "",
    }


def requested_lesson(args: argparse.Namespace) -> str | None:
    """Return the slug of the game to learn, "" if the person is to choose it, or None for no lesson.

    Raises `WrongCommand` for a game without a lesson.
    """
    if args.command != "learn":
        return None
    if args.game is None:
        return ""
    game = game_by_name(args.game)
    if game.slug not in GAMES_WITH_LESSON:
        raise WrongCommand(f"{game.title} has no lesson yet; queens rules {game.slug} shows its rulebook.")
    return game.slug


def join_request(args: argparse.Namespace, address: str, port: int | None = None) -> TableRequest:
    """Return the request to join the table at an address; an empty address lets the user choose a table.

    `port` is the port named beside the address, None if none was named.
    """
    from net.limits import DEFAULT_PORT
    from tui.connect.request import TableRequest

    return TableRequest(
        "join",
        address=address,
        port=DEFAULT_PORT if port is None else port,
        code=args.code,
        watch=args.watch or args.big,
        is_big_screen=args.big,
        insecure=args.insecure,
        trusted_key="any" if args.new_key else "",
    )


def code_secret(args: argparse.Namespace) -> str:
    """Return the secret part of the table code: that of ``--code``, a new one for ``--private``, else "".

    Raises `WrongCommand` if ``--code`` is empty or cannot be a table code.
    """
    from net.errors import BadCode
    from net.security.table_code import check_chosen_secret, new_secret

    word: str = "" if args.code is None else args.code.strip()
    if args.code is not None and not word:  # perhaps a variable of the shell that is not set
        raise WrongCommand("--code is empty, and without a code the table is open to everybody: give a word.")
    if args.private and not word:
        import secrets

        return new_secret(secrets.token_bytes(4))
    try:
        return check_chosen_secret(word) if word else ""
    except BadCode as error:
        raise WrongCommand(f"--code: {error}") from error


def bind_address(args: argparse.Namespace) -> str:
    """Return the address of ``--bind`` to listen at, "" without the option: all addresses. Raises `WrongCommand` if
    ``--bind`` is empty."""
    if args.bind is not None and not args.bind.strip():
        raise WrongCommand("--bind is empty, and without an address the table is open everywhere: give an address.")
    return args.bind or ""


def _public_address(args: argparse.Namespace) -> str:
    """Return the IP address of ``--address``, "" without the option; raises `WrongCommand` if it is none by which
    others can reach this machine."""
    from ipaddress import ip_address

    if args.address is None:
        return ""
    try:
        address = ip_address(args.address.strip().removeprefix("[").removesuffix("]"))
    except ValueError:
        address = None
    if address is None or address.is_unspecified:
        raise WrongCommand("--address takes an IP address of this machine, such as 192.168.1.20, without a port.")
    return str(address)


def _parse_bots_option(args: argparse.Namespace, game: Game) -> tuple[int | None, tuple[str, ...]]:
    """Return the number of bots that ``--bots`` asks for (None without it) and their levels or names; raises
    `WrongCommand` if it asks for something else."""
    if args.bots is None:
        return None, ()
    try:
        number = int(args.bots)
    except ValueError:
        kinds = bot_kinds(args.bots, game)
        return len(kinds), kinds
    if number < 0:
        raise WrongCommand("--bots is a number from 0, or a list of levels such as hard,normal.")
    return number, ()


def bot_kinds(text: str, game: Game) -> tuple[str, ...]:
    """Return the levels and names of bots in a list such as ``hard,normal``.

    Raises `WrongCommand` for one that does not exist.
    """
    kinds = tuple(kind.strip().lower() for kind in text.split(","))
    unknown = next((kind for kind in kinds if kind not in game.bot_names), None)
    if unknown is not None:
        suggestion = spelling_suggestion(unknown, game.bot_names)
        if suggestion:
            raise WrongCommand(f"{game.title} has no bot called {unknown!r}; {suggestion}")
        raise WrongCommand(game.unknown_bot_sentence(unknown))
    return kinds


def _seat_count(args: argparse.Namespace, game: Game, bots: int | None) -> int:
    """Return the number of seats: that of ``--seats``, else enough for the bots, else the game's default.

    Raises `WrongCommand` if seats and bots do not go together.
    """
    from core.engine.english import count

    hosting = args.command == "host"
    people = 0 if hosting and args.headless else 1
    if args.seats is None:
        if not hosting:
            together = game.usual_seats if bots is None else bots + 1
            if together not in game.seats:
                yours = f"you and {count(together - 1, 'bot')} are {together}"
                raise WrongCommand(f"{game.title} is for {game.seat_counts_in_words} players, and {yours}.")
            return together
        least = max(game.usual_seats, (bots or 0) + people)
        return next((number for number in game.seats if number >= least), least)
    seats: int = args.seats
    if seats not in game.seats:
        raise WrongCommand(game.seat_count_refusal(seats))
    if bots is not None and bots + people > seats:
        players = f"{count(bots, 'bot')}{' and you' if people else ''}"
        raise WrongCommand(f"{players} do not fit into {count(seats, 'seat')}: leave out --seats, or have fewer bots.")
    if not hosting and bots is not None and bots != seats - 1:
        named = f", not {count(bots, 'bot')}" if bots else ""
        raise WrongCommand(
            f"{count(seats, 'seat')} are you and {count(seats - 1, 'bot')}{named}: leave out --bots or --seats."
        )
    return seats


def game_by_name(name: str) -> Game:
    """Return the game of a slug in any case, also with spaces or underscores for hyphens; raises `WrongCommand` if
    there is no such game."""
    from core import games
    from core.engine.registry import find_game, unknown_game_sentence

    game = find_game(name)
    if game is None:
        among = f"there are: {', '.join(games)}."
        raise WrongCommand(f"{unknown_game_sentence(name)}; {spelling_suggestion(name, games) or among}")
    return game


def house_rules_by_name(name: str, settings: Settings) -> LastTableSetup:
    """Return the house rules that are saved under a name; if there are none, raises `WrongCommand` with the saved
    names."""
    found = settings.house_rules_called(name)
    if found is None:
        names = ", ".join(settings.house_rules)
        there = f"there are: {names}." if names else "none are saved yet: S saves them where a table is set up."
        raise WrongCommand(f"There are no house rules called {name!r}; {there}")
    return found[1]


def parse_options(texts: Iterable[str], game: Game) -> dict[str, str]:
    """Return the values of house rules written ``OPTION=VALUE``, by option; values are not checked.

    Raises `WrongCommand` for another form, and for an option that is probably a misspelt one of the game; other unknown
    options are kept, and the rules refuse them.
    """
    options = dict(map(_parse_option, texts))
    for name in options:
        near = "" if name in game.options else spelling_suggestion(name, game.options)
        if near:  # else the rules say what there is
            raise WrongCommand(f"{game.title} has no option {name!r}; {near}")
    return options


def _parse_option(text: str) -> tuple[str, str]:
    """Return the name and the value of a house rule written ``OPTION=VALUE``; raises `WrongCommand` if `text` has
    another form."""
    option, equals, value = text.partition("=")
    if not equals or not option:
        raise WrongCommand(f"--set is written OPTION=VALUE, not {text!r}.")
    return option.strip().replace("-", "_"), value.strip()
