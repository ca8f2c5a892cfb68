"""The requests that a person can make at a table: the menus of the screens and the commands of lines are made of them.

A new request without values is a method of `Client` and one row of `TABLE_REQUESTS`; nothing else changes:

- A row about a person or a seat is a choice in the menu of that person, and the command ``NAME`` or ``SEAT`` of lines.
- A row about the table is a choice in the table menu of the screens (``M``), and a command of lines.

Some requests need more than their row:

- ``agree`` and ``refuse`` answer the question that was written last; the table menu has two choices for each question.
- A request with values, such as ``game`` or ``clock``, has no `call`. The screens ask for the values in a form
  (`tui.screens.table_setup`, `tui.screens.table_settings`) or a dialog (`tui.screens.table_menu`), which a request in
  the table menu names in `opens`; the line mode reads them in `tui.line_mode.table_commands`.
- A request of `LOBBY_MENU` is a number in the lobby menu of the line mode instead, and a key in the ``BINDINGS`` of
  `tui.screens.lobby`. If lines have to ask for a value, it also has a submenu in `tui.line_mode.lobby_menu`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from core import games
from net.protocol.table_state import SeatQuestion
from tui.table.client_request import (
    AVAILABLE_TO_OWNER,
    AVAILABLE_TO_OWNER_IN_ANY_LOBBY,
    AVAILABLE_TO_OWNER_IN_LOBBY,
    AVAILABLE_TO_OWNER_IN_MATCH,
    AVAILABLE_WITH_OTHERS,
    Availability,
    ClientRequest,
    Question,
    RequestSituation,
)
from tui.table.request_functions import (
    can_be_kicked,
    can_be_owner,
    can_claim_seat,
    can_sit,
    can_swap_seats,
    can_take_table_back,
    change_bot,
    has_bot,
    has_free_seat,
    has_other_bot,
    is_absent_player,
    is_muted,
    is_ready,
    may_play_on_fast,
    remove_bot,
    replace_absent_player,
    seat_label,
    seat_remark,
    swap_seats,
    swap_seats_label,
    take_seat,
)
from tui.text.bots import LEVEL_MEANING_BY_NAME
from tui.text.table import END_MATCH_QUESTION, kick_question, mute_confirmation, seat_question_answers

CHAT_REQUESTS: Final = (
    ClientRequest(
        name="say",
        usage="say TEXT",
        help="say something to everybody",
        availability=AVAILABLE_WITH_OTHERS,
    ),
    ClientRequest(
        name="mute",
        usage="mute NAME",
        help="stop hearing what somebody says",
        label="Mute {name}",
        about="person",
        availability=AVAILABLE_WITH_OTHERS,
        offered_if=lambda situation: not is_muted(situation),
        call=lambda situation: situation.client.mute_person(situation.name),
        confirmation=lambda situation: mute_confirmation(situation.name, True),
    ),
    ClientRequest(
        name="unmute",
        usage="unmute NAME",
        help="hear somebody again",
        label="Unmute {name}",
        about="person",
        availability=AVAILABLE_WITH_OTHERS,
        offered_if=is_muted,
        call=lambda situation: situation.client.mute_person(situation.name, False),
        confirmation=lambda situation: mute_confirmation(situation.name, False),
    ),
)
"""The requests about the chat, in the order in which the help of the line mode lists them."""

TABLE_REQUESTS: Final[tuple[ClientRequest, ...]] = (
    ClientRequest(
        name="start",
        usage="start",
        help="begin a match",
        label=lambda situation: "Play again" if situation.table.matches else "Start the match",
        key="s",
        availability=AVAILABLE_TO_OWNER_IN_ANY_LOBBY,
        call=lambda situation: situation.client.start_match(),
    ),
    ClientRequest(
        name="sit",
        usage="sit 2",
        help="sit down, in a seat of your choice",
        label=seat_label,
        remark=seat_remark,
        about="seat",
        availability=AVAILABLE_WITH_OTHERS,
        offered_if=can_sit,
        call=take_seat,
    ),
    ClientRequest(
        name="claim",
        label="I am {name}",
        remark="the owner is asked",
        about="seat",
        availability=Availability("match", needs_shared_table=True),
        offered_if=can_claim_seat,
        call=take_seat,
    ),
    ClientRequest(
        name="watch",
        usage="watch",
        help="leave your seat and watch",
        label="Watch instead of playing",
        key="w",
        availability=AVAILABLE_WITH_OTHERS,
        offered_if=lambda situation: situation.client.seat is not None,
        call=lambda situation: situation.client.leave_seat(),
    ),
    ClientRequest(
        name="swap",
        usage="swap 2",
        help="swap seats with somebody",
        missing_name_sentence="Type swap, and the number of a seat or a name.",
        label=swap_seats_label,
        about="seat",
        availability=Availability("lobby", needs_shared_table=True),
        offered_if=can_swap_seats,
        call=swap_seats,
        confirmation=lambda situation: "" if situation.client.is_owner else f"{situation.name} is asked.",
    ),
    ClientRequest(
        name="move",
        usage="move 2 4",
        help="move somebody to another seat",
        label="Move {name} to another seat",
        about="seat",
        availability=AVAILABLE_TO_OWNER_IN_LOBBY,
        offered_if=lambda situation: situation.is_about_other_person and situation.seat is not None,
        opens="seats",
    ),
    ClientRequest(
        name="agree",
        usage="agree",
        help="say yes to a question about a seat",
        availability=AVAILABLE_WITH_OTHERS,
    ),
    ClientRequest(
        name="refuse",
        usage="refuse",
        help="say no to a question about a seat",
        availability=AVAILABLE_WITH_OTHERS,
    ),
    ClientRequest(
        name="ready",
        usage="ready",
        help="say that you are ready, or not",
        label=lambda situation: f"Say that you are {'not ' if is_ready(situation) else ''}ready",
        availability=Availability("lobby", needs_shared_table=True),
        offered_if=lambda situation: situation.client.seat is not None and not situation.client.is_owner,
        call=lambda situation: situation.client.set_ready(not is_ready(situation)),
    ),
    ClientRequest(
        name="bot",
        usage="bot hard 3",
        help="let a bot sit down: easy, normal or hard",
        label="Add a bot",
        key="b",
        availability=AVAILABLE_TO_OWNER_IN_ANY_LOBBY,
        offered_if=has_free_seat,
        call=lambda situation: situation.client.add_bot(),
    ),
    ClientRequest(
        name="remove",
        usage="remove 3",
        help="take the bot out of a seat",
        label=lambda situation: "Free this seat" if situation.name else "Remove a bot",
        key="x",
        about="seat",
        availability=AVAILABLE_TO_OWNER_IN_LOBBY,
        offered_if=has_bot,
        call=remove_bot,
    ),
    ClientRequest(
        name="game",
        usage="game big-queen",
        help="play another game",
        label="Change the game",
        key="g",
        availability=AVAILABLE_TO_OWNER_IN_ANY_LOBBY,
    ),
    ClientRequest(
        name="seats",
        usage="seats 4",
        help="change the number of players",
        label="Change the number of players",
        availability=AVAILABLE_TO_OWNER_IN_ANY_LOBBY,
    ),
    ClientRequest(
        name="set",
        usage="set OPTION VALUE",
        help="change a house rule",
        label="Change the house rules",
        availability=AVAILABLE_TO_OWNER_IN_ANY_LOBBY,
        offered_if=lambda situation: bool(games[situation.table.game].options),
    ),
    ClientRequest(
        name="clock",
        usage="clock 30",
        help="how many seconds a decision may take",
        availability=AVAILABLE_TO_OWNER,
    ),
    ClientRequest(
        name="grace",
        usage="grace 30",
        help="how long to wait for players who are away",
        availability=AVAILABLE_TO_OWNER,
    ),
    ClientRequest(
        name="hints",
        usage="hints on",
        help="whether players get hints: on, off, or alone",
        availability=AVAILABLE_TO_OWNER,
    ),
    ClientRequest(
        name="terms",
        label="Table settings",
        remark="clock, absence, seats, hints",
        availability=AVAILABLE_TO_OWNER,
        opens="terms",
    ),
    ClientRequest(
        name="kick",
        usage="kick NAME",
        help="send somebody away",
        missing_name_sentence="Type kick, and the name.",
        label="Send {name} away",
        about="person",
        availability=AVAILABLE_TO_OWNER,
        offered_if=can_be_kicked,
        question=lambda situation: Question(kick_question(situation.table, situation.name), "Send away"),
        call=lambda situation: situation.client.kick_person(situation.name),
    ),
    ClientRequest(
        name="owner",
        usage="owner NAME",
        help="make somebody else the owner",
        missing_name_sentence="Type owner, and the name.",
        label="Make {name} the owner",
        about="person",
        availability=AVAILABLE_TO_OWNER,
        offered_if=can_be_owner,
        call=lambda situation: situation.client.make_owner(situation.name),
    ),
    ClientRequest(
        name="retake",
        usage="retake",
        help="be the owner again, if the table runs on your machine",
        label="Take the table back",
        remark="it runs on your machine",
        availability=AVAILABLE_WITH_OTHERS,
        offered_if=can_take_table_back,
        call=lambda situation: situation.client.make_owner(situation.client.name),
    ),
    ClientRequest(
        name="replace",
        usage="replace 2",
        help="give an absent player's seat to a bot",
        missing_name_sentence="Type replace, and whose seat goes to a bot for good: its number or the name.",
        label="Give {name}'s seat to a bot for good",
        about="seat",
        availability=AVAILABLE_TO_OWNER_IN_MATCH,
        offered_if=is_absent_player,
        call=replace_absent_player,
    ),
    ClientRequest(
        name="fast",
        usage="fast",
        help="speed up the bots when only they are left",
        label="Speed up the bots",
        availability=Availability("match"),
        offered_if=may_play_on_fast,
        call=lambda situation: situation.client.play_on_fast(),
    ),
    ClientRequest(
        name="pause",
        usage="pause",
        help="pause the match",
        label="Pause the match",
        availability=AVAILABLE_TO_OWNER_IN_MATCH,
        offered_if=lambda situation: not situation.table.paused,
        call=lambda situation: situation.client.pause_match(),
    ),
    ClientRequest(
        name="continue",
        usage="continue",
        help="continue the match",
        label="Continue the match",
        availability=AVAILABLE_TO_OWNER_IN_MATCH,
        offered_if=lambda situation: situation.table.paused,
        call=lambda situation: situation.client.pause_match(False),
    ),
    ClientRequest(
        name="stop",
        usage="stop",
        help="call the match off for everybody",
        label="Call the match off",
        remark="it counts for nobody",
        availability=AVAILABLE_TO_OWNER_IN_MATCH,
        question=lambda situation: Question(*END_MATCH_QUESTION, no_label="No, play on"),
        call=lambda situation: situation.client.end_match(),
    ),
)
"""The requests about the table and its seats, in the order in which the help of the line mode lists them."""

LOBBY_MENU: Final = ("start", "ready", "watch", "sit", "bot", "remove", "game", "seats", "set")
"""The names of the main requests between two matches, in the order in which a menu of the lobby offers them."""


def table_requests(situation: RequestSituation) -> list[ClientRequest]:
    """Return the requests that the table menu offers now, in its order; answers to open questions come first."""
    return [
        request
        for request in (*_requests_to_answer(situation), *TABLE_REQUESTS)
        if request.about == "table" and request.name not in LOBBY_MENU and request.is_offered(situation)
    ]


def person_requests(situation: RequestSituation) -> list[ClientRequest]:
    """Return the requests that the menu of a person or bot offers now; those that ask for confirmation come last."""
    rows = (*CHAT_REQUESTS, *TABLE_REQUESTS, *_bot_change_requests(situation))
    offered = [request for request in rows if request.about != "table" and request.is_offered(situation)]
    return sorted(offered, key=lambda request: request.question is not None)


def lobby_requests(situation: RequestSituation) -> list[ClientRequest]:
    """Return the requests that a menu of the lobby offers now, in its order."""
    rows = {request.name: request for request in TABLE_REQUESTS}
    return [rows[name] for name in LOBBY_MENU if rows[name].is_offered(situation)]


def _requests_to_answer(situation: RequestSituation) -> Iterator[ClientRequest]:
    """Yield two requests for each question about a seat that the person can answer: to agree, and to refuse."""
    for question in situation.client.questions:
        for agrees in (True, False):
            yield ClientRequest(
                name=f"{'agree' if agrees else 'refuse'} {question.kind} {question.seat} {question.name}",
                label=partial(_answer_label, question, agrees),
                availability=AVAILABLE_WITH_OTHERS,
                call=partial(_answer_question, question, agrees),
            )


def _answer_label(question: SeatQuestion, agrees: bool, situation: RequestSituation) -> str:
    """Return the label of the choice that answers a question with yes (`agrees`) or no."""
    return seat_question_answers(question, situation.table)[not agrees]


def _answer_question(question: SeatQuestion, agrees: bool, situation: RequestSituation) -> None:
    """Answer a question with yes (`agrees`) or no."""
    situation.client.answer_question(question, agrees)


def _bot_change_requests(situation: RequestSituation) -> Iterator[ClientRequest]:
    """Yield a request for each other level that a bot can have; in a game without levels, for each other bot."""
    game = games[situation.table.game]
    for kind in game.levels or game.bots:
        yield ClientRequest(
            name=f"bot {kind}",
            label=f"Let {'an' if kind[0] in 'aeiou' else 'a'} {kind} bot sit here",
            remark=LEVEL_MEANING_BY_NAME.get(kind, ""),
            about="seat",
            availability=AVAILABLE_TO_OWNER_IN_ANY_LOBBY,
            offered_if=partial(has_other_bot, kind),
            call=partial(change_bot, kind),
        )
