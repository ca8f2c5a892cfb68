"""Taking and leaving seats: free ones in the lobby, those of bots also during a match, and giving a seat to a bot."""

from __future__ import annotations

from typing import Final

from net.protocol.messages import Sit, Stand
from net.protocol.sanitize import unnumbered_key
from net.table.broadcast import Broadcast
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.state import ImpossibleRequest, TableState

SAW_OTHER_CARDS: Final = "Your name or address has a hand in this match already; the owner can allow more under M."
CARDS_SEEN_BY_OTHERS: Final = (
    "Somebody else has seen these cards: the seat is theirs, or a bot's, until the match is over."
)


class TakeOver:
    """Gives seats to people and bots, and tells the table.

    `take_seat` and `leave_seat` answer for a request: they raise `ImpossibleRequest`, with nothing changed, if it is
    not possible.
    """

    __slots__ = ("_broadcast", "_state")

    def __init__(self, state: TableState, broadcast: Broadcast) -> None:
        self._state = state
        self._broadcast = broadcast

    # A person

    def take_seat(self, person: Person, message: Sit) -> None:
        """Give a person the seat that they ask for, or the first free one, and tell the others.

        A bot in it gives way to a person who has a seat, and where the terms allow it to any, also during a match.
        """
        state, broadcast, seats = self._state, self._broadcast, self._state.seats
        if state.playing is not None:
            self._take_over_in_match(state.playing, person, message.seat)
            return
        state.require_lobby("Seats are taken between matches.")
        seat = seats.first_free() if message.seat is None else message.seat
        if seat is None:
            raise ImpossibleRequest("All seats are taken; you can watch.")
        if not seats.is_free(seat) and not self._bot_gives_way(person, seat):
            raise ImpossibleRequest(f"Seat {seat + 1} is not free.")
        bot = seats[seat].bot_name
        person.watch = False
        with broadcast.announce_seat_changes():
            seats.seat_person(person, seat)
        broadcast.send_notice(person, f"takes the seat of {bot}." if bot else "sits down.")

    def _bot_gives_way(self, person: Person, seat: int) -> bool:
        """Whether a bot leaves this seat to a person: for their own seat, or for nothing if the table allows it."""
        return self._state.seats.has_bot(seat) and (person.seat is not None or self._state.terms.take_over)

    def _take_over_in_match(self, runner: MatchRunner, person: Person, seat: int | None) -> None:
        """Give a spectator the seat of a bot in the match that is being played, and tell the others.

        Without `seat` it is one that they have played in this match, or the first of a bot.
        """
        state, seats = self._state, self._state.seats
        if not state.terms.take_over:
            raise ImpossibleRequest("Seats are taken between matches.")
        if person.seat is not None:
            raise ImpossibleRequest("You have a seat; another one can be taken when the match is over.")
        if seat is None:
            seat = self._former_seat_of(person)
        if seat is None:
            seat = seats.first_bot()
        if seat is None or not seats.has_bot(seat):
            raise ImpossibleRequest("Only the seat of a bot can be taken over during a match.")
        self._require_no_other_hand(runner, person, seat)
        bot = seats[seat].bot_name
        person.watch = False
        with self._broadcast.announce_seat_changes():
            seats.seat_person(person, seat)
        runner.clear_bot(seat)
        runner.set_name(seat, person.name)
        self._broadcast.send_notice(person, f"takes over from {bot}.")

    def _former_seat_of(self, person: Person) -> int | None:
        """Return a seat of a bot that this person has played earlier in this match, or None."""
        own, runner = self._identities_of(person), self._state.playing
        return next(
            (
                seat
                for seat, (match, identities) in self._state.former_players.items()
                if runner is not None
                and match == runner.number
                and own & identities
                and self._state.seats.has_bot(seat)
            ),
            None,
        )

    def _require_no_other_hand(self, runner: MatchRunner, person: Person, seat: int) -> None:
        """Raise `ImpossibleRequest` for a person who would see the cards of a second seat of a match.

        People with a common identity (`_identities_of`) count as one. After somebody has left a seat, only they or a
        bot may play it until the end of the match. The owner may allow more (`Terms.take_over_often`).
        """
        if self._state.terms.take_over_often:
            return
        own, state = self._identities_of(person), self._state
        seen = {other: known for other, (match, known) in state.former_players.items() if match == runner.number}
        held = {number: self._identities_of(held.person) for number, held in enumerate(state.seats) if held.person}
        if any(own & identities for other, identities in (*seen.items(), *held.items()) if other != seat):
            raise ImpossibleRequest(SAW_OTHER_CARDS)
        if seat in seen and not own & seen[seat]:
            raise ImpossibleRequest(CARDS_SEEN_BY_OTHERS)

    def leave_seat(self, person: Person, message: Stand) -> None:
        """Make a person a spectator, in the lobby, and tell the others if they had a seat."""
        self._state.require_lobby("You can leave your seat when the match is over.")
        person.watch = True
        seated = person.seat is not None
        with self._broadcast.announce_seat_changes():
            self._state.seats.unseat_person(person)
        if seated:
            self._broadcast.send_notice(person, "watches.")

    # A bot

    def give_seat_to_bot(self, seat: int, bot: str, filler: bool = False) -> None:
        """Give a seat to a bot for good, also during a match; a `filler` leaves it after the match.

        The person in it loses it, and is remembered as one who has seen its cards.
        """
        self._record_former_player(seat)
        with self._broadcast.announce_seat_changes():
            self._state.seats.seat_bot(seat, bot, filler)
        runner = self._state.playing
        if runner is not None:
            runner.set_bot(seat, bot)
            runner.set_name(seat, self._state.seats[seat].bot_name)

    def _record_former_player(self, seat: int) -> None:
        """Remember who has seen the cards of a seat in this match."""
        runner, person = self._state.playing, self._state.seats.person_in(seat)
        if runner is None or person is None:
            return
        match, known = self._state.former_players.get(seat, (runner.number, frozenset()))
        others = known if match == runner.number else frozenset()
        self._state.former_players[seat] = runner.number, others | self._identities_of(person)

    def _identities_of(self, person: Person) -> frozenset[str]:
        """Return what a person who joins again is recognised by: token, name without a number behind it, and origin.

        They are keyed hashes, because the journal keeps them.
        """
        name = unnumbered_key(person.name)
        identities = {"token": person.token, "name": name, "origin": person.origin, "key": person.key}
        keyed_hash = self._state.secrets.keyed_hash
        return frozenset(keyed_hash(f"{kind} {identity}") for kind, identity in identities.items() if identity)
