"""Commands that request a change of the table: seats, game, house rules, and the commands of its owner.

Each function takes the conversation and `arguments`: the typed line without its first word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from core import BadOption, games
from core.engine.english import count
from net.protocol.sanitize import find_name
from net.protocol.table_state import SeatInfo, TableInfo
from tui.line_mode.conversation import ALREADY_SO
from tui.line_mode.plain_lines import number_in
from tui.line_mode.table_text import game_choice, options_choice, seats_choice
from tui.text.table import END_MATCH_QUESTION, kick_question

if TYPE_CHECKING:
    from tui.line_mode.conversation import Conversation

CONFIRMED: Final = " now"
"""Added to a command after its question has been answered, so that it does not ask again."""


def start_match(conversation: Conversation, arguments: str) -> None:
    """Begin a match."""
    conversation.start_match()


def take_seat(conversation: Conversation, arguments: str) -> None:
    """Sit down in the seat of a number, or in the first free one."""
    seat = _find_seat(conversation, arguments)
    if arguments and seat is None:
        conversation.write(_unknown_seat_sentence(conversation))
        return
    where = seat.seat if seat is not None else None
    if where is not None and where == conversation.client.seat:
        conversation.write(ALREADY_SO)
    else:
        conversation.change_table(lambda: conversation.client.sit(where), already=False)


def become_spectator(conversation: Conversation, arguments: str) -> None:
    """Leave the seat and watch."""
    watching = conversation.client.seat is None
    if watching and conversation.playing:
        conversation.write(ALREADY_SO)
    else:  # also for somebody who watches because no seat was free: then none is given to them later
        conversation.change_table(conversation.client.stand, already=watching)


def set_ready(conversation: Conversation, arguments: str) -> None:
    """Mark the person as ready for the next match, or as not ready."""
    client = conversation.client
    if client.seat is None or client.table is None:
        conversation.write("Only those who have a seat can be ready; sit down first.")
        return
    now = client.table.seats[client.seat].ready
    client.ready(not now if not arguments else arguments.lower() not in ("no", "off", "not"))


def add_bot(conversation: Conversation, arguments: str) -> None:
    """Add a bot; `arguments` may give its kind and its seat."""
    table = conversation.client.table
    if table is None:
        return
    kinds = list(games[table.game].bots)
    words = arguments.lower().split()
    kind = next((word for word in words if word in kinds), "")
    seat = next((word for word in words if number_in(word) is not None), "")
    if set(words) - {kind, seat, "seat"}:
        conversation.write(f"Write bot, then if you like its kind ({', '.join(kinds)}) and the number of its seat.")
        return
    found = _find_seat(conversation, seat)
    if seat and found is None:
        conversation.write(_unknown_seat_sentence(conversation))
        return
    where = found.seat if found is not None else None
    conversation.change_table(lambda: conversation.client.add_bot(kind, where), already=False)


def remove_bot(conversation: Conversation, arguments: str) -> None:
    """Remove the bot of a seat, or the last bot."""
    table = conversation.client.table
    bots = [seat for seat in table.seats if seat.bot] if table is not None else []
    seat = _find_seat(conversation, arguments) if arguments else (bots[-1] if bots else None)
    if seat is None or not seat.bot:
        conversation.write("No bot sits there." if arguments else "No bot sits at this table.")
        return
    where = seat.seat
    conversation.change_table(lambda: conversation.client.remove_bot(where), already=False)


def change_game(conversation: Conversation, arguments: str) -> None:
    """Change the game; without a name open the menu of games."""
    table = conversation.client.table
    slug = arguments.lower().replace(" ", "-").replace("_", "-")
    if table is None:
        return
    if not arguments:
        conversation.menus.open_submenu(game_choice())
    elif slug not in games:
        conversation.write(f"There is no game called {arguments}; there are: {', '.join(games)}.")
    else:
        game = games[slug]
        seats = len(table.seats) if len(table.seats) in game.seats else game.usual_seats
        _configure(conversation, table, slug, seats, {})


def change_seats(conversation: Conversation, arguments: str) -> None:
    """Change the number of players; without a number open the menu of numbers."""
    table = conversation.client.table
    if table is None:
        return
    number = number_in(arguments)
    if number is not None:
        _configure(conversation, table, table.game, number, dict(table.options))
    else:
        conversation.menus.open_submenu(seats_choice(games[table.game]))


def set_option(conversation: Conversation, arguments: str) -> None:
    """Change a house rule; without one open the menu of all house rules."""
    table = conversation.client.table
    if table is None:
        return
    game = games[table.game]
    *name, value = arguments.replace("=", " ").split() or [""]
    option = "_".join(name).lower().replace("-", "_")
    if not name or option not in game.options:
        if not game.options:
            conversation.write(f"{game.title} has no house rules.")
        else:
            conversation.menus.open_submenu(options_choice(game, table))
        return
    _configure(conversation, table, table.game, len(table.seats), {**table.options, option: value})


def _configure(conversation: Conversation, table: TableInfo, slug: str, seats: int, options: dict[str, object]) -> None:
    """Request another game, number of seats or options, or print the reason why the game does not allow them."""
    try:
        settings = games[slug].settings(seats, options)
    except BadOption as error:
        conversation.write(str(error))
        return
    now = {name: table.options.get(name, option.default) for name, option in games[slug].options.items()}
    same = (slug, seats, dict(settings)) == (table.game, len(table.seats), now)
    conversation.change_table(lambda: conversation.client.configure(slug, seats, options), already=same)


# For the owner only


def kick_person(conversation: Conversation, arguments: str) -> None:
    """Ask for confirmation, then remove a person from the table."""
    sure = conversation.person_with_name(arguments.removesuffix(CONFIRMED)) if arguments.endswith(CONFIRMED) else ""
    if sure and not conversation.person_with_name(arguments):
        conversation.client.kick(sure)
        return

    def ask_to_kick(person: str) -> None:
        table = conversation.client.table
        question = "" if table is None else kick_question(table, person)
        conversation.menus.open_question(question, "Send away", "No", f"kick {person}{CONFIRMED}")

    _act_on_person(conversation, arguments, ask_to_kick, "Write whom: kick and the name.")


def make_owner(conversation: Conversation, arguments: str) -> None:
    """Make another person the owner."""
    _act_on_person(conversation, arguments, conversation.client.make_owner, "Write to whom: owner and the name.")


def _act_on_person(conversation: Conversation, name: str, action: Callable[[str], None], missing_name: str) -> None:
    """Call `action` with the person of a name, else print the names, or `missing_name` if `name` is empty."""
    person = conversation.person_with_name(name)
    if person:
        action(person)
    else:
        conversation.write(conversation.unknown_name_sentence(name) if name else missing_name)


def pause_match(conversation: Conversation, arguments: str) -> None:
    """Pause the match."""
    conversation.client.pause()


def resume_match(conversation: Conversation, arguments: str) -> None:
    """Resume a paused match."""
    conversation.client.pause(False)


def end_match(conversation: Conversation, arguments: str) -> None:
    """Ask for confirmation, then end the match for all players."""
    if arguments.lower() == CONFIRMED.strip():
        conversation.client.end_match()
    else:
        conversation.menus.open_question(*END_MATCH_QUESTION, "No, play on", f"stop{CONFIRMED}")


def replace_seat(conversation: Conversation, arguments: str) -> None:
    """Replace an absent player by a bot permanently."""
    seat = _find_seat(conversation, arguments)
    if seat is None:
        conversation.write("Write whose seat a bot is to take for good: replace and its number or the name.")
        return
    conversation.client.replace(seat.seat)


def set_clock(conversation: Conversation, arguments: str) -> None:
    """Set the time limit of each decision in seconds."""
    _set_seconds(conversation, arguments, "clock", "seconds that every decision may take, 0 for as long as one likes")


def set_grace(conversation: Conversation, arguments: str) -> None:
    """Set the grace period for absent players in seconds."""
    _set_seconds(conversation, arguments, "grace", "seconds that somebody who is away is waited for")


def _set_seconds(conversation: Conversation, arguments: str, name: str, description: str) -> None:
    table = conversation.client.table
    if table is None:
        return
    number = number_in(arguments)
    if number is None:
        conversation.write(f"Write {name} and the {description}; now {count(getattr(table.terms, name), 'second')}.")
    elif name == "clock":
        conversation.client.set_terms(replace(table.terms, clock=number))
    else:
        conversation.client.set_terms(replace(table.terms, grace=number))


def _find_seat(conversation: Conversation, text: str) -> SeatInfo | None:
    """Return the seat of a number, counted from 1, or of a name; None if there is none."""
    table = conversation.client.table
    if table is None or not text:
        return None
    number = number_in(text)
    if number is not None:
        return table.seats[number - 1] if 0 < number <= len(table.seats) else None
    name = find_name(text, [seat.name for seat in table.seats if seat.name])
    return next((seat for seat in table.seats if name and seat.name == name), None)


def _unknown_seat_sentence(conversation: Conversation) -> str:
    table = conversation.client.table
    return f"The table has seats 1 to {len(table.seats) if table is not None else 0}."
