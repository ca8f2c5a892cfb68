"""Turns a parsed command line into settings and a `TableRequest`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.cli.errors import WrongCommand
from tui.cli.parser import suggestion

if TYPE_CHECKING:
    from core import Game
    from tui.connect.request import TableRequest
    from tui.settings import Settings


def load_settings(chosen: argparse.Namespace) -> Settings:
    """Return the saved settings with the name and pace of the command line; raises `WrongCommand`."""
    from net.limits import NAME_CELLS
    from net.protocol.sanitize import clean
    from tui.settings import Settings, clean_name, data_folder

    settings = Settings.load(data_folder())
    name = getattr(chosen, "name", None)
    if name is not None:
        if not clean_name(name):
            raise WrongCommand("--name needs at least one letter that can be seen.")
        if clean_name(name) != clean(name, 2 * len(name)):
            raise WrongCommand(f"--name is too long: a table has room for {NAME_CELLS} characters of it.")
        settings.name = clean_name(name)
        settings.save(data_folder())
    settings.pace = getattr(chosen, "pace", None) or settings.pace
    return settings


def print_settings_problem(settings: Settings) -> None:
    """Print what is wrong with the settings file, if anything is."""
    if settings.trouble:
        print(f"queens: {settings.trouble}", file=sys.stderr)


def table_request(chosen: argparse.Namespace, settings: Settings) -> TableRequest | None:
    """Return the table to open first, or None for the home screen; raises `WrongCommand`."""
    from tui.connect.address import read_address
    from tui.connect.request import TableRequest

    if chosen.command == "join" and chosen.address is not None:
        try:
            address, port = read_address(chosen.address)
        except ValueError as error:
            raise WrongCommand(str(error)) from error
        return join_request(chosen, address, port)
    if chosen.command not in ("play", "host"):
        return None
    from core import BadOption, Dealer
    from net.limits import PORT
    from tui.connect.unfinished import latest_unfinished_number

    if chosen.command == "host" and chosen.port is not None and not 0 <= chosen.port < 65536:
        raise WrongCommand(f"--port {chosen.port} is no port: it is a number from 1 to 65535.")
    game = game_by_name(chosen.game or settings.table.game)
    seats = _seats(chosen, game)
    bots = seats - 1 if chosen.bots is None and chosen.command == "play" else chosen.bots or 0
    options = parse_options(chosen.set, game)
    try:
        game.settings(seats, options)
        Dealer.seeded(getattr(chosen, "seed", None) or 0)
    except BadOption as error:
        raise WrongCommand(str(error)) from error
    if chosen.command == "play":
        new_match = chosen.game or chosen.seats or chosen.bots or chosen.set or chosen.seed
        unfinished = None if new_match else latest_unfinished_number()
        return TableRequest("play", game.slug, seats, bots, options, seed=chosen.seed, unfinished=unfinished)
    return TableRequest(
        "host",
        game.slug,
        seats,
        bots,
        options,
        port=PORT if chosen.port is None else chosen.port,
        any_port=chosen.port is None,
        bind=_bind(chosen),
        code=_code(chosen),
        insecure=chosen.insecure,
        ssh_port=chosen.ssh,
        new_table=chosen.new,
        game_named=bool(chosen.game),
        durable=chosen.durable,
    )


def join_request(chosen: argparse.Namespace, address: str, port: int | None = None) -> TableRequest:
    """Return the request to join the table at an address; with an empty address the person chooses one."""
    from net.limits import PORT
    from tui.connect.request import TableRequest

    return TableRequest(
        "join",
        address=address,
        port=PORT if port is None else port,
        code=chosen.code,
        watch=chosen.watch,
        insecure=chosen.insecure,
        accept="any" if chosen.new_key else "",
    )


def _code(chosen: argparse.Namespace) -> str:
    """Return the secret part of the table code, or an empty text for a table without a code."""
    from net.errors import BadCode
    from net.security.table_code import chosen_secret, new_secret

    word: str = "" if chosen.code is None else chosen.code.strip()
    if chosen.code is not None and not word:  # perhaps a variable of the shell that is not set
        raise WrongCommand("--code is empty, and without a code the table is open to everybody: give a word.")
    if chosen.private and not word:
        import secrets

        return new_secret(secrets.token_bytes(4))
    try:
        return chosen_secret(word) if word else ""
    except BadCode as error:
        raise WrongCommand(f"--code: {error}") from error


def _bind(chosen: argparse.Namespace) -> str:
    """Return the address to listen at, or an empty text for all addresses."""
    if chosen.bind is not None and not chosen.bind.strip():
        raise WrongCommand("--bind is empty, and without an address the table is open everywhere: give an address.")
    return chosen.bind or ""


def _seats(chosen: argparse.Namespace, game: Game) -> int:
    """Return the number of seats: as asked for, else from the number of bots, else the usual one."""
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


def game_by_name(name: str) -> Game:
    """Return the game of a name; raises `WrongCommand`."""
    from core import games

    game = games.get(name.lower().replace("_", "-").replace(" ", "-"))
    if game is None:
        among = f"there are: {', '.join(games)}."
        raise WrongCommand(f"There is no game called {name!r}; {suggestion(name, games) or among}")
    return game


def parse_options(texts: Iterable[str], game: Game) -> dict[str, str]:
    """Parse house rules written ``OPTION=VALUE``; raises `WrongCommand`."""
    options = dict(map(_option_set, texts))
    for name in options:
        near = "" if name in game.options else suggestion(name, game.options)
        if near:  # else the rules say what there is
            raise WrongCommand(f"{game.title} has no option {name!r}; {near}")
    return options


def _option_set(text: str) -> tuple[str, str]:
    option, equals, value = text.partition("=")
    if not equals or not option:
        raise WrongCommand(f"--set is written OPTION=VALUE, not {text!r}.")
    return option.strip().replace("-", "_"), value.strip()
