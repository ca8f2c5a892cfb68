"""Commands that make a request at the table, such as taking a seat, changing the game, or ending the match.

`run_request` runs the command of every request in `tui.table.requests`. A request in `_ARGUMENT_HANDLER_BY_REQUEST` has
a function of its own, which takes the conversation, the request, its situation, and `arguments`: the typed line without
its first word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from core import BadOption, games
from core.engine.english import count
from core.engine.registry import find_game, unknown_game_sentence
from net.protocol.refusals import NO_BOT_THERE_SENTENCE
from net.protocol.sanitize import find_name
from net.protocol.table_state import SeatInfo, TableInfo
from tui.line_mode.conversation import ALREADY_SO_SENTENCE
from tui.line_mode.house_rules import no_house_rules_sentence, split_house_rule
from tui.line_mode.lobby_menu import game_choice, options_choice, seats_choice
from tui.line_mode.narrators.choices import parse_number
from tui.table.client_request import ClientRequest, RequestSituation
from tui.text.table import hints_phrase

if TYPE_CHECKING:
    from tui.line_mode.conversation import Conversation

CONFIRMED_SUFFIX: Final = " now"
"""The word added to a command once its question has been answered, so that the command does not ask again."""


def run_request(request: ClientRequest, conversation: Conversation, arguments: str) -> None:
    """Make a request, after its question if it has one; if nobody and no seat is named, print what is missing."""
    situation = conversation.situation
    if situation is None:
        return
    if request.name in _ARGUMENT_HANDLER_BY_REQUEST:
        _ARGUMENT_HANDLER_BY_REQUEST[request.name](conversation, request, situation, arguments)
        return
    subject, confirmed = _find_confirmed_subject(conversation, request, situation, arguments)
    if subject is None:
        conversation.write(_missing_subject_sentence(conversation, request, arguments))
    elif request.question is not None and not confirmed:
        question, command = (
            request.question(subject),
            f"{request.name}{_typed_subject(request, subject)}{CONFIRMED_SUFFIX}",
        )
        conversation.menus.open_question(question.text, question.yes_label, question.no_label, command)
    else:
        _send_request(conversation, request, subject)


def _send_request(conversation: Conversation, request: ClientRequest, subject: RequestSituation) -> None:
    """Send a request, and print its confirmation if it has one."""
    request.send(subject)
    confirmation = request.confirmation(subject)
    if confirmation:
        conversation.write(confirmation)


# Whom or what a request is about


def _find_confirmed_subject(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> tuple[RequestSituation | None, bool]:
    """Return the situation with the typed person or seat, None if there is none, and whether the question has been
    answered.
    """
    if request.about == "table":
        return situation, arguments.lower() == CONFIRMED_SUFFIX.strip()
    subject = _find_subject(conversation, request, situation, arguments)
    if subject is None and arguments.endswith(CONFIRMED_SUFFIX):
        return _find_subject(conversation, request, situation, arguments.removesuffix(CONFIRMED_SUFFIX)), True
    return subject, False


def _find_subject(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, text: str
) -> RequestSituation | None:
    """Return the situation with the person or the seat that `text` names; None if it names none."""
    if request.about == "person":
        name = conversation.find_person(text)
        return situation.about(name) if name else None
    seat = _find_seat(situation.table, text)
    return situation.about_seat(seat) if seat is not None else None


def _typed_subject(request: ClientRequest, subject: RequestSituation) -> str:
    """Return the argument that names the person or seat of a request in a command, with a space before it; else ""."""
    if request.about == "person":
        return f" {subject.name}"
    return f" {subject.seat.seat + 1}" if request.about == "seat" and subject.seat is not None else ""


def _missing_subject_sentence(conversation: Conversation, request: ClientRequest, arguments: str) -> str:
    """Return the sentence for arguments that name no person and no seat."""
    if request.about == "person":
        if arguments:
            return conversation.unknown_name_sentence(arguments)
        return request.missing_name_sentence or f"Type {request.name} and the name."
    return request.missing_name_sentence or f"Type {request.name} and the number of the seat."


def _find_seat(table: TableInfo, text: str) -> SeatInfo | None:
    """Return the seat of a number, counted from 1, or of a name; None if there is none."""
    if not text:
        return None
    number = parse_number(text)
    if number is not None:
        return table.seats[number - 1] if 0 < number <= len(table.seats) else None
    name = find_name(text, [seat.name for seat in table.seats if seat.name])
    return next((seat for seat in table.seats if name and seat.name == name), None)


def _unknown_seat_sentence(table: TableInfo) -> str:
    """Return the sentence that says which seats the table has."""
    return f"The table has seats 1 to {len(table.seats)}."


# Chat


def _say_chat(conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str) -> None:
    """Send a line of chat."""
    if arguments:
        conversation.client.send_chat(arguments)
    else:
        conversation.write("Type what you want to say after the word say.")


def _mute_person(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Mute a person; without a name print the muted people."""
    name = conversation.find_person(arguments) if arguments else ""
    if name:
        _send_request(conversation, request, situation.about(name))
    else:
        conversation.write(
            conversation.unknown_name_sentence(arguments) if arguments else _muted_people_sentence(conversation)
        )


def _unmute_person(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Unmute a person; without the name of a muted one print the muted people."""
    name = find_name(arguments, sorted(conversation.client.muted_names))
    if name:
        _send_request(conversation, request, situation.about(name))
    else:
        conversation.write(_muted_people_sentence(conversation))


def _muted_people_sentence(conversation: Conversation) -> str:
    """Return the sentence with the muted people."""
    return f"Muted: {', '.join(sorted(conversation.client.muted_names)) or 'nobody'}."


# Seats and the start of a match


def _start_match(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Begin a match, and wait for it before the next typed line."""
    conversation.start_match()


def _take_seat(conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str) -> None:
    """Sit down in the seat of a number, or in the first free one."""
    seat = _find_seat(situation.table, arguments)
    if arguments and seat is None:
        conversation.write(_unknown_seat_sentence(situation.table))
    elif seat is not None and seat.seat == conversation.client.seat:
        conversation.write(ALREADY_SO_SENTENCE)
    else:
        subject = situation if seat is None else situation.about_seat(seat)
        if conversation.is_playing:  # the owner is asked first
            request.send(subject)
        else:
            conversation.change_table(lambda: request.send(subject), is_already_so=False)


def _become_spectator(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Leave the seat and watch."""
    watching = conversation.client.seat is None
    if watching and conversation.is_playing:
        conversation.write(ALREADY_SO_SENTENCE)
    else:  # also for somebody who watches because no seat was free: then none is given to them later
        conversation.change_table(lambda: request.send(situation), is_already_so=watching)


def _set_ready(conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str) -> None:
    """Mark the person as ready for the next match, after ``no`` as not ready.

    Without arguments switch between the two.
    """
    if conversation.client.seat is None:
        conversation.write("Only those who have a seat can be ready; sit down first.")
    elif arguments:
        conversation.client.set_ready(arguments.lower() not in ("no", "off", "not"))
    else:
        request.send(situation)


def _swap_seats(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Swap seats with somebody, or ask them whether they agree."""
    seat = _find_seat(situation.table, arguments)
    if conversation.client.seat is None:
        conversation.write("You have no seat to change; sit takes one.")
    elif seat is None or seat.seat == conversation.client.seat:
        conversation.write(request.missing_name_sentence)
    elif seat.name and not seat.bot:
        _send_request(conversation, request, situation.about_seat(seat))
    else:  # a free seat or that of a bot needs nobody's consent
        conversation.change_table(lambda: conversation.client.take_seat(seat.seat), is_already_so=False)


def _move_person(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Move the typed person to the seat whose number is the last word of `arguments`."""
    subject, _, number = arguments.rpartition(" ")
    seat, target = _find_seat(situation.table, subject.strip()), _find_seat(situation.table, number)
    if seat is None or target is None or seat is target:
        conversation.write("Type move, a seat or a name, and the number of the other seat.")
    else:
        conversation.change_table(lambda: conversation.client.swap_seats(seat.seat, target.seat), is_already_so=False)


def _answer_question(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Answer the question about a seat that was written last: agree, or refuse, by the request's name."""
    conversation.events.answer_question(request.name == "agree")


# Bots


def _add_bot(conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str) -> None:
    """Add a bot; `arguments` may name its level or kind, and a seat. It replaces the bot of a seat that has one."""
    game = games[situation.table.game]
    words = arguments.lower().split()
    kind = next((word for word in words if word in game.bot_names), "")
    seat = next((word for word in words if parse_number(word) is not None), "")
    if set(words) - {kind, seat, "seat"}:
        conversation.write(
            f"Type bot, then if you like its level ({', '.join(game.levels or game.bots)}) and the number of its seat."
        )
        return
    found = _find_seat(situation.table, seat)
    if seat and found is None:
        conversation.write(_unknown_seat_sentence(situation.table))
        return
    where = found.seat if found is not None else None
    if kind and found is not None and found.bot:
        conversation.client.remove_bot(found.seat)
    conversation.change_table(lambda: conversation.client.add_bot(kind, where), is_already_so=False)


def _remove_bot(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Remove the bot of a seat, or the last bot."""
    bots = [seat for seat in situation.table.seats if seat.bot]
    seat = _find_seat(situation.table, arguments) if arguments else (bots[-1] if bots else None)
    if seat is None or not seat.bot:
        conversation.write(NO_BOT_THERE_SENTENCE if arguments else "No bot sits at this table.")
        return
    subject = situation.about_seat(seat)
    conversation.change_table(lambda: request.send(subject), is_already_so=False)


# Game, seats and house rules


def _change_game(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Change the game; without a name open the menu of games."""
    table = situation.table
    game = find_game(arguments)
    if not arguments:
        conversation.menus.open_submenu(game_choice(request, situation))
    elif game is None:
        conversation.write(f"{unknown_game_sentence(arguments)}; there are: {', '.join(games)}.")
    else:
        seats = len(table.seats) if len(table.seats) in game.seats else game.usual_seats
        _request_settings(conversation, table, game.slug, seats, {})


def _change_seats(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Change the number of players; without a number open the menu of numbers."""
    table = situation.table
    number = parse_number(arguments)
    if number is not None:
        _request_settings(conversation, table, table.game, number, dict(table.options))
    else:
        conversation.menus.open_submenu(seats_choice(request, situation))


def _set_option(
    conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str
) -> None:
    """Change a house rule; without one open the menu of all house rules."""
    table = situation.table
    game = games[table.game]
    option, value = split_house_rule(arguments)
    if option in game.options:
        _request_settings(conversation, table, table.game, len(table.seats), {**table.options, option: value})
    elif game.options:
        conversation.menus.open_submenu(options_choice(request, situation))
    else:
        conversation.write(no_house_rules_sentence(game))


def _request_settings(
    conversation: Conversation, table: TableInfo, slug: str, seats: int, options: dict[str, object]
) -> None:
    """Request another game, number of seats or options and await them, or print why the game does not allow them."""
    try:
        settings = games[slug].settings(seats, options)
    except BadOption as error:
        conversation.write(str(error))
        return
    now = {name: table.options.get(name, option.default) for name, option in games[slug].options.items()}
    same = (slug, seats, dict(settings)) == (table.game, len(table.seats), now)
    conversation.change_table(lambda: conversation.client.configure_table(slug, seats, options), is_already_so=same)


# Terms of the table


def _set_clock(conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str) -> None:
    """Set the time limit of each decision in seconds; without a number print how, and the present limit."""
    terms, seconds = situation.table.terms, parse_number(arguments)
    if seconds is None:
        _ask_for_seconds(conversation, request, "seconds that every decision may take, 0 for no limit", terms.clock)
    else:
        conversation.client.set_terms(replace(terms, clock=seconds))


def _set_grace(conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str) -> None:
    """Set the grace period for absent players in seconds; without a number print how, and the present period."""
    terms, seconds = situation.table.terms, parse_number(arguments)
    if seconds is None:
        _ask_for_seconds(conversation, request, "seconds to wait for a player who is away", terms.grace)
    else:
        conversation.client.set_terms(replace(terms, grace=seconds))


def _set_hints(conversation: Conversation, request: ClientRequest, situation: RequestSituation, arguments: str) -> None:
    """Set whether players get hints; without one of `HINT_VALUE_BY_WORD` print how to set it, and the present value."""
    if arguments.lower() in HINT_VALUE_BY_WORD:
        conversation.client.set_terms(replace(situation.table.terms, hints=HINT_VALUE_BY_WORD[arguments.lower()]))
    else:
        conversation.write(
            f"Type {request.name} on, {request.name} off, or {request.name} alone: while no other person plays."
            f" Now there are {hints_phrase(situation.table)}."
        )


HINT_VALUE_BY_WORD: Final[Mapping[str, bool | None]] = {"on": True, "off": False, "alone": None}
"""Maps a word that can be typed about hints to the value of `Terms.hints`."""


def _ask_for_seconds(conversation: Conversation, request: ClientRequest, description: str, present: int) -> None:
    """Write how to set a time in seconds, and its `present` value."""
    conversation.write(f"Type {request.name} and the {description}; now {count(present, 'second')}.")


_ARGUMENT_HANDLER_BY_REQUEST: Final[
    Mapping[str, Callable[[Conversation, ClientRequest, RequestSituation, str], None]]
] = {
    "say": _say_chat,
    "mute": _mute_person,
    "unmute": _unmute_person,
    "start": _start_match,
    "sit": _take_seat,
    "watch": _become_spectator,
    "ready": _set_ready,
    "swap": _swap_seats,
    "move": _move_person,
    "agree": _answer_question,
    "refuse": _answer_question,
    "bot": _add_bot,
    "remove": _remove_bot,
    "game": _change_game,
    "seats": _change_seats,
    "set": _set_option,
    "clock": _set_clock,
    "grace": _set_grace,
    "hints": _set_hints,
}
"""Maps a request with values, or one that waits for the host's answer, to the function that reads its arguments."""
