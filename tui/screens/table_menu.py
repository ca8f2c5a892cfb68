"""The table menu: requests about a table and about the people at it, in the lobby and during a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from net.client.api import Client
from net.protocol.table_state import SeatInfo
from tui.screens.base import BaseScreen
from tui.screens.dialog import choice_dialog, confirmation_dialog
from tui.table.client_request import ClientRequest, RequestSituation
from tui.table.requests import person_requests, table_requests
from tui.text.table import INVITATION_COPIED_SENTENCE, seat_occupant
from tui.widgets.background_work import begin_work
from tui.widgets.menu import LetterChoice

PERSON_CHOICE_PREFIX: Final = "@"
"""The prefix of the name of a choice whose rest is the name of a person."""

THEMES_CHOICE: Final = LetterChoice("themes", "", "Themes", "colours of the table and the cards")
"""The choice that opens the list of themes."""

BROWSERS_CHOICE: Final = LetterChoice("browsers", "", "Let phones and browsers in", "they open an address, or scan it")
"""The choice that opens the table to browsers, for a person whose table is not served to them yet."""

JOIN_LABELS: Final = ("How others join", "Or with ssh", "Or in a browser")
"""The labels of the instructions to join: by a command over TCP, over SSH, and by the page for browsers."""

TABLE_MENU_ABOUT: Final = (
    "What you can do with the table, how others join it, and who is here: Enter on a name shows what you can do about "
    "that person. The owner can do more than others. Enter copies a line that ends in an address. A match goes on "
    "behind the menu."
)
"""The help text about the table menu."""

PERSON_MENU_ABOUT: Final = "What you can do about one person or bot at the table."
"""The help text about the menu of a person."""

UNDO_HINT_BY_REQUEST: Final = {"mute": "M, then {name}, undoes it."}
"""Maps the name of a request to the sentence on how to undo it, which follows the confirmation.

``{name}`` stands for the person.
"""


def open_table_menu(screen: BaseScreen, client: Client) -> None:
    """Open a dialog with the requests about the table, the ways to join it, and everybody at it."""
    if client.table is None:
        return
    session = screen.program.session
    handle = None if session is None else session.handle
    lines = ("", "", "") if handle is None else (handle.join_command, handle.ssh_command, handle.web_address)
    ways = {words: line for words, line in zip(JOIN_LABELS, lines, strict=True) if line}

    def choices() -> Iterable[LetterChoice]:
        """Return the choices as the table is now."""
        situation = _situation_of(client)
        extra = [BROWSERS_CHOICE] if handle is not None and handle.can_open_to_browsers else []
        return () if situation is None else [*extra, *_table_choices(situation, table_requests(situation), ways)]

    def carry_out(name: str | None) -> None:
        """Carry out the choice of this name, if it is still possible."""
        situation = _situation_of(client)
        requests = {} if situation is None else {request.name: request for request in table_requests(situation)}
        if name in ways:
            screen.program.copy_text(ways[name], INVITATION_COPIED_SENTENCE)
        elif name == BROWSERS_CHOICE.name and session is not None and session.handle.can_open_to_browsers:
            begin_work(screen.app, None, session.open_to_browsers)
        elif name == THEMES_CHOICE.name:
            _open_themes(screen)
        elif name in requests and situation is not None:
            _make_request(screen, requests[name], situation)
        elif name and name.startswith(PERSON_CHOICE_PREFIX):
            open_person_menu(screen, client, name.removeprefix(PERSON_CHOICE_PREFIX))

    screen.app.push_screen(choice_dialog(client.table.name, choices, TABLE_MENU_ABOUT), carry_out)


def open_person_menu(screen: BaseScreen, client: Client, name: str) -> None:
    """Open a dialog with the requests about one person or bot, or show a notice that there are none."""

    def requests() -> dict[str, ClientRequest]:
        """Return the requests that are possible now, by their names."""
        situation = _situation_of(client)
        return {} if situation is None else {one.name: one for one in person_requests(situation.about(name))}

    def choices() -> Iterable[LetterChoice]:
        """Return the choices as the table is now."""
        situation = _situation_of(client)
        about = None if situation is None else situation.about(name)
        if about is None:
            return []
        return [LetterChoice(one.name, "", one.label_in(about), one.remark_in(about)) for one in requests().values()]

    def carry_out(chosen: str | None) -> None:
        """Make the request of this name, if it is still possible."""
        situation, request = _situation_of(client), requests().get(chosen or "")
        if situation is not None and request is not None:
            _make_request(screen, request, situation.about(name))

    if client.table is None:
        return
    if not requests():
        nothing = f"Nothing to choose here for {name}."
        screen.program.show_notice(nothing if name != client.name else "This is you.")
        return
    screen.app.push_screen(choice_dialog(name, choices, PERSON_MENU_ABOUT), carry_out)


def _situation_of(client: Client) -> RequestSituation | None:
    """Return the situation of a client at its table; None before the table is known."""
    table = client.table
    return None if table is None else RequestSituation(client, table, is_playing=table.phase == "playing")


def _table_choices(
    situation: RequestSituation, requests: Iterable[ClientRequest], join_instruction_by_label: Mapping[str, str]
) -> Iterator[LetterChoice]:
    """Yield the choices of the table menu: requests, instructions to join, requests that open a dialog, people.

    `join_instruction_by_label` maps the label of an instruction to its text.
    """
    choices = [
        (request, LetterChoice(request.name, "", request.label_in(situation), request.remark_in(situation)))
        for request in requests
    ]
    yield from (choice for request, choice in choices if not _has_dialog(request))
    yield from (LetterChoice(words, "", words, line) for words, line in join_instruction_by_label.items())
    yield from (choice for request, choice in choices if _has_dialog(request))
    yield THEMES_CHOICE
    for seat in situation.table.seats:
        if seat.name:
            mine = seat.seat == situation.client.seat
            yield LetterChoice(f"{PERSON_CHOICE_PREFIX}{seat.name}", "", seat.name, seat_occupant(seat, mine))
    for name in situation.table.spectators:
        yield LetterChoice(f"{PERSON_CHOICE_PREFIX}{name}", "", name, "watches")


def _has_dialog(request: ClientRequest) -> bool:
    """Whether a request opens a form or a question before it is sent."""
    return request.call is None or request.question is not None


def _make_request(screen: BaseScreen, request: ClientRequest, situation: RequestSituation) -> None:
    """Send a request, after its question if it has one; a request with values opens its form or asks for a seat."""
    if request.opens:
        _DIALOG_OPENER_BY_REQUESTED_VALUES[request.opens](screen, situation)
    elif request.question is not None:
        question = request.question(situation)
        screen.app.push_screen(
            confirmation_dialog(question.text, question.yes_label, "No"),
            lambda agreed: _send_request(screen, request, situation) if agreed else None,
        )
    else:
        _send_request(screen, request, situation)


def _send_request(screen: BaseScreen, request: ClientRequest, situation: RequestSituation) -> None:
    """Send a request, and show its confirmation if it has one."""
    request.send(situation)
    confirmation = request.confirmation(situation)
    if confirmation:
        hint = UNDO_HINT_BY_REQUEST.get(request.name, "").format(name=situation.name)
        screen.program.show_notice(f"{confirmation} {hint}".rstrip())


def _open_choice_of_new_seat(screen: BaseScreen, about: RequestSituation) -> None:
    """Ask to which seat the person of a situation moves; somebody who sits there gets that person's seat."""
    client, name = about.client, about.name

    def seats() -> dict[str, SeatInfo]:
        """Return the other seats by the names of their choices; the name changes with the person in the seat."""
        situation = _situation_of(client)
        moved = None if situation is None else situation.about(name).seat
        if situation is None or moved is None:
            return {}
        others = (seat for seat in situation.table.seats if seat.seat != moved.seat)
        return {f"{seat.seat} {seat.name}": seat for seat in others}

    def choices() -> Iterable[LetterChoice]:
        """Return the choices as the table is now."""
        return [
            LetterChoice(one, "", f"Seat {seat.seat + 1}", f"swaps with {seat.name}" if seat.name else "free")
            for one, seat in seats().items()
        ]

    def move(chosen: str | None) -> None:
        """Move the person to the chosen seat, if the people in both seats are still the same."""
        situation, target = _situation_of(client), seats().get(chosen or "")
        moved = None if situation is None else situation.about(name).seat
        if moved is not None and target is not None:
            client.swap_seats(moved.seat, target.seat)

    screen.app.push_screen(choice_dialog(f"Where does {name} sit?", choices), move)


def _open_terms_form(screen: BaseScreen, situation: RequestSituation) -> None:
    """Open the form of the table's terms."""
    from tui.screens.table_settings import TableSettingsScreen

    screen.app.push_screen(TableSettingsScreen())


def _open_themes(screen: BaseScreen) -> None:
    """Open the list of themes; the table stays open below it."""
    from tui.screens.themes import ThemesScreen

    screen.app.push_screen(ThemesScreen())


_DIALOG_OPENER_BY_REQUESTED_VALUES: Final[Mapping[str, Callable[[BaseScreen, RequestSituation], None]]] = {
    "seats": _open_choice_of_new_seat,
    "terms": _open_terms_form,
}
"""Maps the value of the field `opens` of a request to the function that asks the person for the values of the
request."""
