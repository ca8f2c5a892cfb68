"""The functions that the requests at a table consist of, where they are longer than an expression: conditions, labels,
remarks and calls.

Each function takes a `RequestSituation`. Conditions return whether a menu offers the request; labels and remarks return
what the menu says about it; the others make the call on the client.
"""

from __future__ import annotations

from net.protocol.table_state import only_bots_decide
from tui.table.client_request import RequestSituation


def has_free_seat(situation: RequestSituation) -> bool:
    """Return whether the table has a seat with no person and no bot."""
    return any(not seat.name for seat in situation.table.seats)


def has_bot(situation: RequestSituation) -> bool:
    """Return whether the request is about a bot, or about a table with at least one bot."""
    return situation.is_about_bot_seat or (situation.is_about_table and any(seat.bot for seat in situation.table.seats))


def can_sit(situation: RequestSituation) -> bool:
    """Return whether the person can take the seat; for a request about the table, whether they can take any seat."""
    seat = situation.seat
    if situation.is_about_table:
        return any(can_sit(situation.about_seat(one)) for one in situation.table.seats)
    if not situation.is_about_bot_seat:
        return seat is not None and not seat.name
    return situation.table.terms.take_over if situation.client.seat is None else not situation.is_playing


def can_claim_seat(situation: RequestSituation) -> bool:
    """Return whether the person may say that they are the absent person of this seat, back with a new name."""
    client = situation.client
    return is_absent_player(situation) and client.seat is None and not client.is_owner


def seat_label(situation: RequestSituation) -> str:
    """Return the label for taking a seat: the seat of an absent person, another seat, or any free seat."""
    watching = situation.client.seat is None
    if situation.name:
        instead_of = "and take over from" if situation.is_playing else "in place of"
        return f"Sit down {instead_of} {situation.name}" if watching else f"Swap seats with {situation.name}"
    if not watching:
        return "Take another seat"
    return "Sit down" if has_free_seat(situation) else "Sit down for a bot"


def seat_remark(situation: RequestSituation) -> str:
    """Return who has to agree before the person takes over from a bot in a match; "" if nobody has to.

    Nobody is asked about a seat that the person has had in the match; only the host knows this for certain.
    """
    client, table = situation.client, situation.table
    if not situation.is_playing or client.seat is not None or table.terms.take_over_often:
        return ""
    if table.missing_founder:
        return f"only if you had it, as {table.missing_founder} is away"
    return "" if client.is_owner else f"{table.owner_name or 'the owner'} may be asked first"


def take_seat(situation: RequestSituation) -> None:
    """Take the seat that the request is about; for a request about the table the seat that the host chooses."""
    situation.client.take_seat(None if situation.seat is None else situation.seat.seat)


def is_ready(situation: RequestSituation) -> bool:
    """Return whether the person has said that they are ready."""
    seat = situation.client.seat
    return seat is not None and any(one.is_ready for one in situation.table.seats[seat : seat + 1])


def is_muted(situation: RequestSituation) -> bool:
    """Return whether the person has muted the one whom the request is about."""
    return situation.name in situation.client.muted_names


def remove_bot(situation: RequestSituation) -> None:
    """Free the seat of a bot."""
    if situation.seat is not None:
        situation.client.remove_bot(situation.seat.seat)


def replace_absent_player(situation: RequestSituation) -> None:
    """Give the seat of an absent player to a bot for good."""
    if situation.seat is not None:
        situation.client.give_seat_to_bot(situation.seat.seat)


def can_be_owner(situation: RequestSituation) -> bool:
    """Return whether the request is about a spectator, or about a player who is not away."""
    return situation.seat is None or situation.seat.is_here


def may_play_on_fast(situation: RequestSituation) -> bool:
    """Return whether only bots still decide in the match, so that they may play it to its end fast."""
    view = situation.client.view
    return situation.is_playing and view is not None and only_bots_decide(situation.table, view)


def can_take_table_back(situation: RequestSituation) -> bool:
    """Return whether the table runs on the machine of the person, but somebody else owns it."""
    return situation.table.host_name == situation.client.name and not situation.client.is_owner


def can_be_kicked(situation: RequestSituation) -> bool:
    """Return whether the owner may kick the one whom the request is about: anybody but the person at the machine that
    hosts the table.
    """
    return situation.name != situation.table.host_name


def is_absent_player(situation: RequestSituation) -> bool:
    """Return whether the request is about a player who is away."""
    return situation.is_about_other_person and situation.seat is not None and not situation.seat.is_here


def can_swap_seats(situation: RequestSituation) -> bool:
    """Return whether two people may swap seats: both have one, and only the owner can swap with a person who
    is away."""
    seat, client = situation.seat, situation.client
    if seat is None or client.seat is None or not situation.is_about_other_person:
        return False
    return seat.is_here or client.is_owner


def swap_seats_label(situation: RequestSituation) -> str:
    """Return the label for a swap of seats: it says "ask", unless the person is the owner."""
    verb = "Swap" if situation.client.is_owner else "Ask to swap"
    return f"{verb} seats with {situation.name}"


def swap_seats(situation: RequestSituation) -> None:
    """Swap seats with the player whom the request is about, or ask them to."""
    own, other = situation.client.seat, situation.seat
    if own is not None and other is not None:
        situation.client.swap_seats(own, other.seat)


def has_other_bot(bot_name: str, situation: RequestSituation) -> bool:
    """Return whether the seat has a bot of another kind than `bot_name`."""
    return situation.seat is not None and bool(situation.seat.bot) and situation.seat.bot != bot_name


def change_bot(bot_name: str, situation: RequestSituation) -> None:
    """Replace the bot of a seat by a bot of the kind `bot_name`."""
    if situation.seat is not None:
        situation.client.remove_bot(situation.seat.seat)
        situation.client.add_bot(bot_name, situation.seat.seat)
