"""Gives and frees seats: free ones in the lobby, those of bots also during a match, and seats that are given to a bot.

Who takes over a bot's seat during a match sees its cards, and anybody can have several names and addresses: under them
one person could look into the hands of all bots. So the owner is asked about each person who takes over a seat, unless
they have played that seat before in the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from net.protocol.messages import Sit, Stand, TableNotice
from net.protocol.refusals import wait_for_founder_sentence
from net.protocol.sanitize import name_key_without_number
from net.table.broadcast import Broadcast
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.state import ImpossibleRequest, TableState

ALLOWED_BY_OWNER_SENTENCE: Final = "The owner can allow more: M, Table settings."
"""The end of each sentence which says why a person may not see the cards of a second seat."""

NAMESAKE_PLAYS_SENTENCE: Final = (
    f"Somebody with your name already has a hand in this match. {ALLOWED_BY_OWNER_SENTENCE}"
)
"""The refusal to take over a seat because somebody of the person's name plays in the match."""
SAME_ADDRESS_PLAYS_SENTENCE: Final = (
    "Somebody at your address already has a hand in this match. You get back a seat you left "
    f"only under the name you had. {ALLOWED_BY_OWNER_SENTENCE}"
)
"""The refusal to take over a seat because somebody at the person's address plays in the match."""
PLAYED_OTHER_SEAT_SENTENCE: Final = f"You have had another hand in this match. {ALLOWED_BY_OWNER_SENTENCE}"
"""The refusal to take over a seat because the person has played another one in the match."""
CARDS_SEEN_BY_OTHERS_SENTENCE: Final = (
    "Somebody else has seen these cards: until the match is over, the seat is theirs or a bot's."
)
"""The refusal to take over a seat because somebody else has played it in the match."""


TAKE_OVER_REFUSED_SENTENCE: Final = "The owner lets you watch until the match is over."
"""The notice to a spectator to whom the owner has refused a seat."""

ONLY_BOTS_SEATS_SENTENCE: Final = "Only the seat of a bot can be taken over during a match."
"""The refusal of a seat that no bot has, during a match."""
NOBODY_REFUSED: Final[tuple[int, frozenset[str]]] = (0, frozenset())
"""No refusals: the number of the match for which refusals hold, and the identities that the owner refuses a seat."""


SEATS_ARE_TAKEN_BETWEEN_MATCHES_SENTENCE: Final = "Seats are taken between matches."
"""The refusal to a spectator who asks for a seat in a match of a table whose terms do not allow it."""


class TakeOver:
    """Gives seats to people and bots, and announces it to the table.

    `take_seat` and `leave_seat` carry out a request of a person: if it is not possible, they raise `ImpossibleRequest`
    and change nothing.
    """

    __slots__ = ("_broadcast", "_refused", "_state")

    def __init__(self, state: TableState, broadcast: Broadcast) -> None:
        self._state = state
        self._broadcast = broadcast
        self._refused = NOBODY_REFUSED

    # A person

    def take_seat(self, person: Person, message: Sit) -> None:
        """Give a person the seat that they ask for, or the first free one, and tell the others.

        Between matches a person who has a seat may also swap seats with a bot. Where the terms allow it, any person
        may have the seat of a bot, also during a match.
        """
        state, broadcast, seats = self._state, self._broadcast, self._state.seats
        if state.active_runner is not None:
            self._take_over_in_match(state.active_runner, person, message.seat)
            return
        state.require_lobby(SEATS_ARE_TAKEN_BETWEEN_MATCHES_SENTENCE)
        seat = seats.first_free_seat() if message.seat is None else message.seat
        if seat is None:
            raise ImpossibleRequest("All seats are taken; you can watch.")
        if not seats.is_free(seat) and not self._may_take_bots_seat(person, seat):
            raise ImpossibleRequest(f"Seat {seat + 1} is not free.")
        bot = seats[seat].bot_name
        person.only_watches = False
        with broadcast.announce_seat_changes():
            seats.seat_person(person, seat)
        broadcast.send_notice(person, f"takes the seat of {bot}." if bot else "sits down.")

    def _may_take_bots_seat(self, person: Person, seat: int) -> bool:
        """Return whether a seat is a bot's, and the person may have it: in exchange for their own seat, or because the
        terms allow it."""
        return self._state.seats.has_bot(seat) and (person.seat is not None or self._state.terms.take_over)

    def _take_over_in_match(self, runner: MatchRunner, person: Person, seat: int | None) -> None:
        """Give a spectator the seat of a bot in the match that is being played, or ask the owner whether they get it.

        With None it is a seat that they have played in this match, else the first seat of a bot. They get it at once if
        they have played it before, if they are the owner and do not stand in for the founder, and where the terms let
        everybody take over seats often.
        """
        state, seats = self._state, self._state.seats
        if seat is not None and self._claim_seat(person, seat):
            return
        if not state.terms.take_over:
            raise ImpossibleRequest(SEATS_ARE_TAKEN_BETWEEN_MATCHES_SENTENCE)
        if person.seat is not None:
            raise ImpossibleRequest("You have a seat; another one can be taken when the match is over.")
        if seat is None:
            seat = self._former_seat_of(person)
        if seat is None:
            seat = seats.first_bot_seat()
        if seat is None or not seats.has_bot(seat):
            raise ImpossibleRequest(ONLY_BOTS_SEATS_SENTENCE)
        why_not = self._seat_refusal_sentence(runner, person, seat)
        if why_not:
            raise ImpossibleRequest(why_not)
        founder, owner = state.missing_founder, state.owner
        if state.terms.take_over_often or self._has_played(runner, person, seat) or (person is owner and not founder):
            self._give_bot_seat(runner, person, seat)
            return
        if founder is not None:
            raise ImpossibleRequest(wait_for_founder_sentence(founder.name))
        if self._refused[0] == runner.number and self._refused[1] & _identities_of(person):
            raise ImpossibleRequest(TAKE_OVER_REFUSED_SENTENCE)
        person.bot_seat_asked_for = (runner.number, seat)
        if owner is not None:
            asked = f"{owner.name} has been asked whether you may take over from {seats[seat].bot_name}."
            self._broadcast.send(person, TableNotice(asked))

    def _claim_seat(self, person: Person, seat: int) -> bool:
        """Record that a spectator says they are the absent person of a seat; return whether they may say so.

        Return False if nobody is absent from the seat, for a player, for the owner, and for the seat of the person at
        the host's machine. The owner is asked (`net.table.seat_questions`).
        """
        state = self._state
        absent = state.seats.person_in(seat)
        if absent is None or not absent.is_absent or absent is state.host_person:
            return False
        if person.seat is not None or person in (absent, state.owner):
            return False
        person.claimed_token = absent.token
        person.return_announced = False
        state.has_changed = True
        return True

    def seat_requests(self) -> Iterator[tuple[Person, int]]:
        """Yield the spectators who ask the owner for the seat of a bot in the match being played, each with the seat.

        There is one for each seat at a time. There are none while the owner stands in for the founder.
        """
        state = self._state
        runner = state.active_runner
        if runner is None or not state.terms.take_over or state.missing_founder is not None:
            return
        asked_about = set()
        for person in state.people.connected.values():
            match, seat = person.bot_seat_asked_for or (0, 0)
            if match != runner.number or person.seat is not None or seat in asked_about:
                continue
            if state.seats.has_bot(seat):
                asked_about.add(seat)
                yield person, seat

    def refuse_request(self, person: Person) -> None:
        """Drop the request of a spectator for the seat of a bot; they can ask for no seat until the match is over.

        Nor can others who share an identity with them (`_identities_of`).
        """
        match, _ = person.bot_seat_asked_for or (0, 0)
        others: frozenset[str] = self._refused[1] if self._refused[0] == match else frozenset()
        self._refused = match, others | _identities_of(person)
        for other in self._state.people.connected.values():
            if _identities_of(other) & self._refused[1]:
                other.bot_seat_asked_for = None

    def grant_request(self, person: Person, seat: int) -> None:
        """Give a spectator the seat of a bot that they have asked for.

        Raises `ImpossibleRequest` if they have seen the cards of another seat since; their request is dropped then.
        """
        runner = self._state.active_runner
        assert runner is not None
        person.bot_seat_asked_for = None
        why_not = self._seat_refusal_sentence(runner, person, seat)
        if why_not:
            self._broadcast.send(person, TableNotice(why_not))
            raise ImpossibleRequest(f"{person.name} knows another hand of this match.")
        self._give_bot_seat(runner, person, seat)

    def _give_bot_seat(self, runner: MatchRunner, person: Person, seat: int) -> None:
        """Give a spectator the seat of a bot in the match that is being played, and tell the others."""
        state = self._state
        bot = state.seats[seat].bot_name
        person.only_watches = False
        person.bot_seat_asked_for = None
        with self._broadcast.announce_seat_changes():
            state.seats.seat_person(person, seat)
        runner.clear_bot(seat)
        runner.set_name(seat, person.name)
        self._broadcast.send_notice(person, f"takes over from {bot}.")

    def give_seat_of_absent(self, person: Person, newcomer: Person) -> None:
        """Give the seat of an absent person to a newcomer, also during a match, and tell the others.

        The absent person is still known by their token, and remembered as one who has seen the cards.
        """
        state, seat = self._state, person.seat
        assert seat is not None
        self._record_former_player(seat)
        newcomer.only_watches = False
        with self._broadcast.announce_seat_changes():
            state.seats.seat_person(newcomer, seat)
        if state.active_runner is not None:
            state.active_runner.clear_bot(seat)
            state.active_runner.set_name(seat, newcomer.name)
        self._broadcast.send_notice(newcomer, f"takes the seat of {person.name}.")

    def _has_played(self, runner: MatchRunner, person: Person, seat: int) -> bool:
        """Return whether a person has played this seat earlier in this match, by their token or SSH key.

        A name or an address is not enough: anybody may have taken that of somebody who has left.
        """
        match, known = self._state.former_players.get(seat, (0, frozenset()))
        return match == runner.number and bool(self._hash_identities(_identities_of(person, secret_only=True)) & known)

    def _former_seat_of(self, person: Person) -> int | None:
        """Return a seat of a bot that this person has played earlier in this match, or None."""
        own, runner = self._hash_identities(_identities_of(person)), self._state.active_runner
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

    def _seat_refusal_sentence(self, runner: MatchRunner, person: Person, seat: int) -> str:
        """Return why a person may not play a seat, because of cards that they or others have seen; "" if they may.

        A person may not play a second seat of the match. People who share an identity (`_identities_of`) count as one;
        but the address alone does not keep a person from a seat that was left under their own name and address, since
        the owner is asked about them. After a person has left a seat, only they or a bot may play it until the end of
        the match. The terms may allow more (`Terms.take_over_often`).
        """
        if self._state.terms.take_over_often:
            return ""
        state, address = self._state, frozenset({f"origin {person.origin}"} if person.origin else ())
        own = _identities_of(person)
        secret = _identities_of(person, secret_only=True)
        seen = {other: known for other, (match, known) in state.former_players.items() if match == runner.number}
        names_and_address = self._hash_identities(own - secret)
        is_former = names_and_address <= seen.get(seat, frozenset())
        kinds = {PLAYED_OTHER_SEAT_SENTENCE: secret, NAMESAKE_PLAYS_SENTENCE: own - secret - address}
        if not is_former:
            kinds[SAME_ADDRESS_PLAYS_SENTENCE] = address
        for why_not, identities in kinds.items():
            hashes = self._hash_identities(identities)
            if any(hashes & known for other, known in seen.items() if other != seat):
                return why_not
            if any(held.person and identities & _identities_of(held.person) for held in state.seats):
                return why_not
        return CARDS_SEEN_BY_OTHERS_SENTENCE if seat in seen and not self._hash_identities(own) & seen[seat] else ""

    def leave_seat(self, person: Person, message: Stand) -> None:
        """Make a person a spectator, in the lobby, and tell the others if they had a seat."""
        self._state.require_lobby("You can leave your seat when the match is over.")
        person.only_watches = True
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
        runner = self._state.active_runner
        if runner is not None:
            given = self._state.seats[seat]
            runner.set_bot(seat, bot, temperament=given.temperament)
            runner.set_name(seat, given.bot_name)

    def _record_former_player(self, seat: int) -> None:
        """Remember who has seen the cards of a seat in this match."""
        runner, person = self._state.active_runner, self._state.seats.person_in(seat)
        if runner is None or person is None:
            return
        match, known = self._state.former_players.get(seat, (runner.number, frozenset()))
        others = known if match == runner.number else frozenset()
        self._state.former_players[seat] = runner.number, others | self._hash_identities(_identities_of(person))

    def _hash_identities(self, identities: frozenset[str]) -> frozenset[str]:
        """Return keyed hashes of identities, so that the journal can store them without any token or address."""
        return frozenset(map(self._state.secrets.keyed_hash, identities))


def former_players_after_end(state: TableState) -> dict[int, tuple[int, frozenset[str]]]:
    """Return the former players as they will be after the end of this process.

    People who cannot come back lose their seats then. The next process does not know from which address they came.
    """
    former, runner = dict(state.former_players), state.active_runner
    if runner is None:
        return former
    for seat, held in enumerate(state.seats):
        if held.person is not None and not held.person.can_resume:
            match, known = former.get(seat, (runner.number, frozenset()))
            others = known if match == runner.number else frozenset()
            own = frozenset(map(state.secrets.keyed_hash, _identities_of(held.person)))
            former[seat] = runner.number, others | own
    return former


def _identities_of(person: Person, secret_only: bool = False) -> frozenset[str]:
    """Return the texts by which a person who joins again is recognised: token, SSH key, name without a number, and
    origin.

    With `secret_only` only those that nobody else can have are returned: token and SSH key.
    """
    identities = {"token": person.token, "key": person.key}
    if not secret_only:
        identities |= {"name": name_key_without_number(person.name), "origin": person.origin}
    return frozenset(f"{kind} {identity}" for kind, identity in identities.items() if identity)
