"""The table menu: requests about a table and about the people at it, in the lobby and during a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from net.client.api import Client
from net.protocol.table_state import SeatInfo, TableInfo
from tui.screens.base import BaseScreen
from tui.screens.choice_dialog import ChoiceDialog
from tui.screens.confirm_dialog import ConfirmDialog
from tui.text.table import END_MATCH_QUESTION, INVITATION_COPIED, kick_question, mute_confirmation, seat_occupant
from tui.widgets.menu import Choice

PERSON_PREFIX: Final = "@"
"""First character of a choice's name if the rest is a person's name."""

INVITATION_LABELS: Final = ("How others join", "Or with ssh")


def open_table_menu(screen: BaseScreen, client: Client) -> None:
    """Open a dialog with the requests about the table, and everybody at it."""
    table = client.table
    if table is None:
        return
    session = screen.program.session
    lines = ("", "") if session is None else (session.join_command, session.ssh_command)
    ways = {words: line for words, line in zip(INVITATION_LABELS, lines, strict=True) if line}

    def carry_out(name: str | None) -> None:
        if name in ways:
            screen.app.copy_to_clipboard(ways[name])
            screen.program.show_notice(INVITATION_COPIED)
        elif name == "pause":
            client.pause(not table.paused)
        elif name == "terms":
            _open_terms(screen)
        elif name == "end":
            _confirm(screen, *END_MATCH_QUESTION, client.end_match)
        elif name:
            open_person_menu(screen, client, name.removeprefix(PERSON_PREFIX))

    screen.app.push_screen(ChoiceDialog(table.name, _table_choices(client, table, ways)), carry_out)


def open_person_menu(screen: BaseScreen, client: Client, name: str) -> None:
    """Open a dialog with the requests about one person or bot, or show a notice if there are none."""
    table = client.table
    if table is None:
        return
    seat = next((seat for seat in table.seats if seat.name == name), None)
    ways = dict(_person_choices(screen, client, table, name, seat))
    if not ways:
        nothing = f"There is nothing to be done about {name}."
        screen.program.show_notice(nothing if name != client.name else "This is you.")
        return
    choices = [Choice(str(number), "", words) for number, words in enumerate(ways)]
    screen.app.push_screen(
        ChoiceDialog(name, choices), lambda number: list(ways.values())[int(number)]() if number else None
    )


def _table_choices(client: Client, table: TableInfo, ways: Mapping[str, str]) -> Iterator[Choice]:
    playing = table.phase == "playing"
    if client.owner and playing:
        yield Choice("pause", "", "Go on with the match" if table.paused else "Let the match stand still")
    yield from (Choice(words, "", words, line) for words, line in ways.items())
    if client.owner:
        yield Choice("terms", "", "How the table is run", "clock, absence, seats")
    if client.owner and playing:
        yield Choice("end", "", "Break the match off", "it counts for nobody")
    for seat in table.seats:
        if seat.name:
            yield Choice(f"{PERSON_PREFIX}{seat.name}", "", seat.name, seat_occupant(seat, seat.seat == client.seat))
    for name in table.watchers:
        yield Choice(f"{PERSON_PREFIX}{name}", "", name, "watches")


def _person_choices(
    screen: BaseScreen, client: Client, table: TableInfo, name: str, seat: SeatInfo | None
) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the label and the function of each request about a person or bot."""
    bot = seat is not None and bool(seat.bot)
    playing = table.phase == "playing"
    if seat is not None and bot:
        where = seat.seat
        if client.seat is None and table.terms.take_over:
            yield f"Sit down and play {'on ' if playing else ''}for {name}", lambda: client.sit(where)
        elif client.seat is not None and not playing:
            yield f"Change places with {name}", lambda: client.sit(where)
        if client.owner and not playing:
            yield "Free this seat", lambda: client.remove_bot(where)
            for kind in screen.program.games[table.game].bots:
                if kind != seat.bot:
                    yield f"Let a {kind} bot sit here", lambda kind=kind: _replace_bot(client, where, kind)  # type: ignore[misc]
        return
    if name == client.name:
        return
    muted = name in client.muted
    mute_label = f"Hear {name} again" if muted else f"Hear nothing more from {name}"
    yield mute_label, lambda: _toggle_mute(screen, client, name)
    if not client.owner:
        return
    if seat is None or seat.here:
        yield f"Let {name} run the table", lambda: client.make_owner(name)
    elif playing:
        where = seat.seat
        yield f"Give the seat of {name} to a bot for good", lambda: client.replace(where)
    question = kick_question(table, name)
    yield f"Send {name} away", lambda: _confirm(screen, question, "Send away", lambda: client.kick(name))


def _toggle_mute(screen: BaseScreen, client: Client, name: str) -> None:
    """Mute a person or undo it, and confirm it by a notice, because nothing else shows it."""
    muted = name not in client.muted
    client.mute(name, muted)
    screen.program.show_notice(
        f"{mute_confirmation(name, muted)} M, {name} brings it back." if muted else mute_confirmation(name, muted)
    )


def _replace_bot(client: Client, seat: int, bot: str) -> None:
    client.remove_bot(seat)
    client.add_bot(bot, seat)


def _open_terms(screen: BaseScreen) -> None:
    from tui.screens.table_settings import TableSettingsScreen

    screen.app.push_screen(TableSettingsScreen())


def _confirm(screen: BaseScreen, question: str, yes: str, then: Callable[[], None]) -> None:
    screen.app.push_screen(ConfirmDialog(question, yes, "No"), lambda agreed: then() if agreed else None)
