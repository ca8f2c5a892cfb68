"""The numbered menu of the lobby: the requests of `tui.table.requests.LOBBY_MENU`, with submenus for their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core import games
from core.engine.english import count
from core.engine.option import Option
from net.client.api import Client
from tui.line_mode.house_rules import house_rule_label
from tui.line_mode.narrators.choices import NumberedChoice
from tui.table.client_request import ClientRequest, RequestSituation
from tui.table.requests import lobby_requests

MAX_SUBMENU_CHOICES: Final = 10
"""A submenu offers at most this many seats or numbers of players; larger numbers can be typed."""


def lobby_choices(client: Client, *, solo: bool) -> tuple[NumberedChoice, ...]:
    """Return the choices of the lobby menu."""
    if client.table is None:
        return ()
    situation = RequestSituation(client, client.table, is_playing=False, solo=solo)
    found = [
        _CHOICE_MAKER_BY_REQUEST.get(request.name, _choice_of_request)(request, situation)
        for request in lobby_requests(situation)
    ]
    return (*found, NumberedChoice("Leave", "quit"))


def _choice_of_request(
    request: ClientRequest, situation: RequestSituation, submenu: tuple[NumberedChoice, ...] = (), heading: str = ""
) -> NumberedChoice:
    """Return the choice of a request; with a `submenu` the choice opens this submenu under the `heading`."""
    return NumberedChoice(
        request.label_in(situation),
        "" if submenu else request.name,
        submenu=submenu,
        heading=heading,
        keys=(request.key,) if request.key else (),
    )


def _seat_choice(request: ClientRequest, situation: RequestSituation) -> NumberedChoice:
    """Return the choice of the first free seat, or the submenu of free seats and of bots' seats."""
    table = situation.table
    if situation.client.seat is None and any(not seat.name for seat in table.seats):
        return _choice_of_request(request, situation)
    named = []
    for seat in table.seats:
        if request.is_offered(situation.about_seat(seat)):
            whose = f", of {seat.name}" if seat.bot else ""
            named.append(NumberedChoice(f"Seat {seat.seat + 1}{whose}", f"{request.name} {seat.seat + 1}"))
    return _choice_of_request(request, situation, tuple(named[:MAX_SUBMENU_CHOICES]), "Which seat?")


def _bot_choice(request: ClientRequest, situation: RequestSituation) -> NumberedChoice:
    """Return the choice that opens the menu of bots."""
    bots = [seat for seat in situation.table.seats if request.is_offered(situation.about_seat(seat))]
    named = tuple(
        NumberedChoice(f"{bot.name} in seat {bot.seat + 1}", f"{request.name} {bot.seat + 1}") for bot in bots
    )
    return _choice_of_request(request, situation, named, "Which bot?")


def game_choice(request: ClientRequest, situation: RequestSituation) -> NumberedChoice:
    """Return the choice that opens the menu of games."""
    named = tuple(
        NumberedChoice(f"{game.title}: {game.tagline}", f"{request.name} {slug}") for slug, game in games.items()
    )
    return _choice_of_request(request, situation, named, "Which game?")


def seats_choice(request: ClientRequest, situation: RequestSituation) -> NumberedChoice:
    """Return the choice that opens the menu of player numbers, of which only the first ten are listed."""
    game = games[situation.table.game]
    numbers = list(game.seats)[:MAX_SUBMENU_CHOICES]
    named = tuple(NumberedChoice(count(number, "player"), f"{request.name} {number}") for number in numbers)
    rest = f" Type seats and a number for more, up to {game.seats[-1]}." if len(game.seats) > len(numbers) else ""
    return _choice_of_request(request, situation, named, f"How many play?{rest}")


def options_choice(request: ClientRequest, situation: RequestSituation) -> NumberedChoice:
    """Return the choice that opens the menu of house rules, each with a menu of its values."""
    table = situation.table
    found = []
    for name, option in games[table.game].options.items():
        label = house_rule_label(name, option, table.options.get(name, option.default), len(table.seats))
        values, heading = _option_values(name, option)
        found.append(NumberedChoice(label, submenu=values, heading=heading))
    return _choice_of_request(request, situation, tuple(found), "Which one?")


def _option_values(name: str, option: Option) -> tuple[tuple[NumberedChoice, ...], str]:
    """Return the menu of the values of a house rule, and its heading; a rule with a number has to be typed."""
    if option.bounds:
        low, high = option.bounds
        usual = option.text_of(option.default)
        heading = f"Type set {name} and a number from {low} to {high}."
        return (NumberedChoice(f"As usual, {usual}", f"set {name} {usual}"),), heading
    values = option.choices or ("on", "off")
    return tuple(NumberedChoice(value, f"set {name} {value}") for value in values), option.help


_CHOICE_MAKER_BY_REQUEST: Final[Mapping[str, Callable[[ClientRequest, RequestSituation], NumberedChoice]]] = {
    "sit": _seat_choice,
    "remove": _bot_choice,
    "game": game_choice,
    "seats": seats_choice,
    "set": options_choice,
}
"""Maps the name of a request that opens a submenu in the lobby to the function that makes its choice."""
