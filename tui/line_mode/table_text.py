"""A table in sentences: its description and its changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core import Game, games
from core.engine.english import count, english_list
from net.client.api import Client
from net.protocol.refusals import IS_OWNER_NOW_TEXT, pause_sentence
from net.protocol.table_state import SeatInfo, TableInfo
from tui.text.table import (
    DESERTED_SENTENCE,
    bots_sentence,
    changed_rules,
    hint_news,
    hints_phrase,
    lobby_status,
    owner_name,
    seat_occupant,
    team_label,
)

MAX_PEOPLE_READY_ONE_BY_ONE = 8
"""Each player who is ready is reported if there are at most this many people, otherwise only that all are."""

MAX_SEATS_DESCRIBED = 20
"""Seats are described one by one if there are at most this many; of larger tables only those with people are."""


def table_description(client: Client, invitation: Sequence[str] = (), *, solo: bool = False) -> list[str]:
    """Return sentences that describe a table in the lobby.

    `invitation` are the sentences on how to join it. `solo`: no other person can join it.
    """
    table = client.table
    if table is None:
        return []
    game = games[table.game]
    said = [f"{_game_and_rules_line(game, table)}."]
    if not solo:
        said.append(f"There are {hints_phrase(table)}.")
        where = f"a table of {game.title}" if table.name == game.title else table.name
        said = [f"You are at {where}.", *said, *people_at_table(client), *invitation]
        waits = lobby_status(game, table, client.is_owner)
        said += [waits] if waits else []
    elif who := bots_sentence(game, table):
        said.append(who)
    return said


def _game_and_rules_line(game: Game, table: TableInfo) -> str:
    """Return the game, the number of players and the changed house rules in one line."""
    rules = changed_rules(game, table)
    return f"{game.title} for {count(len(table.seats), 'player')}{f'; {english_list(rules)}' if rules else ''}"


def people_at_table(client: Client) -> list[str]:
    """Return sentences with the occupant of each seat and the spectators."""
    table = client.table
    if table is None:
        return []
    seats = table.seats
    if len(seats) > MAX_SEATS_DESCRIBED:
        people = [seat for seat in seats if seat.name and not seat.bot]
        free = sum(not seat.name for seat in seats)
        said = [f"{len(seats)} seats, {free} of them free, {len(seats) - free - len(people)} bots."]
        seats = tuple(people[:MAX_SEATS_DESCRIBED])
    else:
        said = []
    said += [f"Seat {seat.seat + 1}: {_seat_description(seat, client)}." for seat in seats]
    if table.spectators:
        more = table.spectator_count - len(table.spectators)
        said.append(f"Watching: {english_list([*table.spectators, f'{more} more'] if more > 0 else table.spectators)}.")
    return said


def _seat_description(seat: SeatInfo, client: Client) -> str:
    """Return a line with the number, the occupant and the team of a seat, and whether they are ready or away."""
    mine = seat.seat == client.seat
    words = [seat_occupant(seat, mine)]
    if client.table is not None:
        words.append(team_label(client.table, seat.seat))
    if client.table is not None and client.table.owner == seat.seat:
        words.append("owner")
    if seat.is_ready and not seat.bot:
        words.append("ready")
    if seat.stand_in:
        words.append("a bot plays until they are back")
    more = ", ".join(word for word in words if word)
    if not seat.name:
        return more
    return f"{seat.name}{f' ({more})' if more else ''}"


def table_news(earlier: TableInfo, present: TableInfo, own_seat: int | None) -> Iterator[str]:
    """Yield sentences for the changes of a table, except arrivals and departures: the host sends notices of them.

    `own_seat` is the reader's own seat.
    """
    game = games[present.game]
    if (earlier.game, len(earlier.seats), dict(earlier.options)) != (
        present.game,
        len(present.seats),
        dict(present.options),
    ):
        yield f"The game is now {_game_and_rules_line(game, present)}."
    elif earlier.phase == present.phase:
        is_crowded = sum(bool(seat.name and not seat.bot) for seat in present.seats) > MAX_PEOPLE_READY_ONE_BY_ONE
        for was, now in zip(earlier.seats, present.seats, strict=True):
            yield from _seat_news(was, now, now.seat == own_seat, is_crowded)
        if is_crowded and _all_ready(present) and not _all_ready(earlier):
            yield "Everybody is ready."
    if present.owner != earlier.owner and present.owner != own_seat and present.owner is not None:
        yield f"{owner_name(present)} {IS_OWNER_NOW_TEXT}"
    if (
        present.paused != earlier.paused and present.owner == own_seat
    ):  # other people get a notice from the host that names who did it
        yield pause_sentence(None) if present.paused else "The match goes on."
    if present.deserted and not earlier.deserted:
        yield DESERTED_SENTENCE
    yield from _settings_news(earlier, present, own_seat)


def _all_ready(table: TableInfo) -> bool:
    """Return whether all people with a seat are ready, apart from the owner and those who are away."""
    people = [seat for seat in table.seats if seat.name and not seat.bot and seat.is_here and seat.seat != table.owner]
    return all(seat.is_ready for seat in people)


def _seat_news(earlier: SeatInfo, present: SeatInfo, is_own_seat: bool, is_crowded: bool) -> Iterator[str]:
    """Yield sentences for the change of a seat from `earlier` to `present`.

    `is_own_seat`: it is the reader's own seat. `is_crowded`: there are too many people at the table to report each one
    who is ready.
    """
    if present.bot and present.bot != earlier.bot:
        yield f"Seat {present.seat + 1}: {present.name} ({seat_occupant(present, is_own_seat)})."
    elif earlier.bot and not present.name:
        yield f"Seat {present.seat + 1} is free."
    if (
        earlier.name == present.name
        and present.is_ready != earlier.is_ready
        and not present.bot
        and (is_own_seat or not is_crowded)
    ):
        name = "You are" if is_own_seat else f"{present.name} is"
        yield f"{name} {'ready' if present.is_ready else 'no longer ready'}."
    if is_own_seat and present.stand_in and not earlier.stand_in:
        yield "You have run out of time again and again: a bot plays for you until you do something yourself."


def _settings_news(earlier: TableInfo, present: TableInfo, own_seat: int | None) -> Iterator[str]:
    """Yield a sentence for each changed term of a table: decision clock, grace period, bots' seats, hints."""
    was, now = earlier.terms, present.terms
    if was.clock != now.clock:
        clock = f"at most {count(now.clock, 'second')}" if now.clock else "as long as you like"
        yield f"Every decision may take {clock}."
    if was.grace != now.grace:
        yield f"The table waits {count(now.grace, 'second')} for players who are away."
    if was.take_over != now.take_over:
        yield f"Spectators {'may' if now.take_over else 'may not'} take over from a bot."
    hints = hint_news(earlier, present, own_seat)
    if hints:
        yield hints


def totals_sentences(table: TableInfo) -> list[str]:
    """Return a list with the sentence of the totals of all matches at a table; empty before the second match."""
    if table.matches < 2 or not table.totals:
        return []
    played = any(total.points for total in table.totals)  # not before a match of the present game
    words = [
        f"{total.name}: {count(total.wins, 'win')}"
        + (f", {count(total.points, 'point')}" if played else "")
        + (f" (with a bot in {total.matches_with_bot})" if total.matches_with_bot else "")
        for total in table.totals
    ]
    return [f"After {table.matches} matches. {'; '.join(words)}."]
