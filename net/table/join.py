"""Joining a table: a hello is checked, and its sender gets their place back, a free seat, or a place to watch.

How long an answer to a wrong code waits, and when an address may try no more: `net.transport.code_attempts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.errors import CodeRejected, Malformed, NetError, Rejected
from net.limits import MAX_PEOPLE
from net.protocol.messages import ClientMessage, Hello
from net.protocol.refusals import HELLO_FIRST_SENTENCE
from net.protocol.sanitize import name_key_without_number, unique_name
from net.security.table_secrets import is_same_token
from net.table.broadcast import Broadcast
from net.table.catch_up import CatchUp
from net.table.owner_requests import (
    ADDRESS_SENT_AWAY_SENTENCE,
    SENT_AWAY_FROM_TABLE_SENTENCE,
    banned_address_hash,
    banned_key_hash,
    sent_away_by_owner_sentence,
)
from net.table.person import Person
from net.table.presence import Presence
from net.table.state import TablePhase, TableState
from net.table.tick import ConnectionId, person_of_key

NO_TABLE_CODE_SENTENCE: Final = (
    "This table asks for a code, which its host's lobby shows; on the command line give it with --code."
)
"""The answer to a hello without a code, where the table asks for one."""
WRONG_TABLE_CODE_SENTENCE: Final = "This table asks for a code, and that was not it; its host's lobby shows it."
"""The answer to a hello with a wrong code."""
NO_TOKENS: Final[frozenset[str]] = frozenset()
"""The empty set of tokens."""


class Join:
    """Admits people to the table by their hello, the first message of every connection, or refuses them."""

    __slots__ = ("_broadcast", "_catch_up", "_presence", "_state")

    def __init__(self, state: TableState, broadcast: Broadcast, presence: Presence, catch_up: CatchUp) -> None:
        self._state = state
        self._broadcast = broadcast
        self._presence = presence
        self._catch_up = catch_up

    def handle_hello(self, connection: ConnectionId, message: ClientMessage, origin: str, key: str) -> None:
        """Admit the sender of a hello, or end the connection with the reason.

        `origin` is the address or network that the connection comes from, "" for the machine of the host. `key` is the
        fingerprint of the SSH key that the sender has proved, or says who they are in a club; "" for neither.
        """
        refusal = self._refusal(message, origin, key)
        if refusal is not None:
            self._broadcast.disconnect(connection, refusal)
            return
        assert isinstance(message, Hello)
        known = self._state.people.find_by_any_token(message.tokens)
        if known is not None:
            known.origin, known.key = origin, key
            self._resume_person(known, connection, message)
        else:
            name = self._free_name(message.name, key)
            person = Person(connection, name, self._state.secrets.new_token(), message.watch, origin=origin, key=key)
            person.absent_namesakes = self._absent_people_called(name)
            self._admit_person(person, connection, message)

    def _free_name(self, name: str, key: str) -> str:
        """Return the name of somebody who joins: the one that they ask for, with a number if it is taken.

        People of a club, whom their `key` shows, keep the name that the hall has given to nobody else, so that their
        results count for them: a bot of that name gets another one.
        """
        seats, runner = self._state.seats, self._state.active_runner
        if person_of_key(key):
            for seat in seats.rename_bots_called(name):
                if runner is not None:
                    runner.set_name(seat, seats[seat].bot_name)
        return unique_name(name, seats.taken_names())

    def _refusal(self, message: ClientMessage, origin: str, key: str) -> NetError | None:
        """Return the error that says why the sender of a first message may not join; None if they may.

        `origin` is the address or network that they come from, `key` the fingerprint of their SSH key, or what says who
        they are in a club.
        """
        state = self._state
        if not isinstance(message, Hello):
            return Malformed(HELLO_FIRST_SENTENCE)
        if not admits_hello(state, message.code, message.tokens):
            return CodeRejected(WRONG_TABLE_CODE_SENTENCE if message.code.strip() else NO_TABLE_CODE_SENTENCE)
        if any(is_same_token(offered, token) for offered in message.tokens for token in state.banned_identities):
            return Rejected(SENT_AWAY_FROM_TABLE_SENTENCE)
        known = state.people.find_by_any_token(message.tokens)
        meanwhile = self._refusal_of_banned_person(known, origin, key)
        if meanwhile is not None:
            return meanwhile
        if key and banned_key_hash(state, key) in state.banned_identities:
            return Rejected(SENT_AWAY_FROM_TABLE_SENTENCE)
        if known is None and banned_address_hash(state, origin) in state.banned_identities:
            return Rejected(ADDRESS_SENT_AWAY_SENTENCE)
        if len(state.people.connected) >= MAX_PEOPLE and (
            known is None or (known.is_disconnected and known.seat is None)
        ):
            return Rejected(f"This table is full: {MAX_PEOPLE} people are here.")
        return None

    def _refusal_of_banned_person(self, known_person: Person | None, origin: str, key: str) -> NetError | None:
        """Return the error for a person whom an owner has banned in the founder's absence; None for other people.

        `known_person` is the person whose token was sent; a newcomer (None) is recognised by their key or, except in a
        club, by their address.
        """
        founder = self._state.missing_founder
        if founder is None or known_person is founder:
            return None
        for person in self._state.people:
            same_address = origin and person.origin == origin and not person_of_key(key)
            same = same_address or (key and person.key == key)
            if person.sent_away_by and (person is known_person or (known_person is None and same)):
                return Rejected(sent_away_by_owner_sentence(person.sent_away_by, founder.name))
        return None

    def _absent_people_called(self, name: str) -> frozenset[str]:
        """Return the tokens of absent people with a seat whose name is `name`, with or without a number after it."""
        key = name_key_without_number(name)
        people = [seat.person for seat in self._state.seats if seat.person is not None and seat.person.is_absent]
        return frozenset(person.token for person in people if name_key_without_number(person.name) == key) or NO_TOKENS

    def _resume_person(self, person: Person, connection: ConnectionId, hello: Hello) -> None:
        """Connect a known person again: they get their seat back, or, without one, are admitted like a newcomer.

        An older connection of theirs ends. The others are told if the person was away.
        """
        was_disconnected = person.is_disconnected
        if was_disconnected and person.seat is None:
            person.name = self._free_name(person.name, person.key)
        elif was_disconnected and connection == self._state.host_connection:
            self._rename_host_person(person, hello.name)
        self._presence.reconnect(person, connection)
        if was_disconnected and person.seat is None:
            self._admit_person(person, connection, hello)
            return
        self._mark_for_welcome(person, hello)
        if was_disconnected:
            self._broadcast.send_notice(person, "is back.")

    def _rename_host_person(self, person: Person, name: str) -> None:
        """Give the host's own player, who comes back to a seat, the name that they have now, so that the match counts
        for them: it may have begun before they were asked for their name."""
        seat, runner = person.seat, self._state.active_runner
        if seat is None or name_key_without_number(name) == name_key_without_number(person.name):
            return
        person.name = self._free_name(name, person.key)
        if runner is not None:
            runner.set_name(seat, person.name)

    def _admit_person(self, person: Person, connection: ConnectionId, hello: Hello) -> None:
        """Admit a person to a free seat in the lobby, else as a spectator, and tell the others.

        A person who wants to watch gets no seat.
        """
        state = self._state
        state.people.set_connected(person, connection)
        self._mark_for_welcome(person, hello)
        if not person.only_watches and state.phase is TablePhase.LOBBY:
            free = state.seats.first_free_seat()
            if free is not None:
                state.seats.seat_person(person, free)
        self._broadcast.send_notice(person, "watches." if person.seat is None else "sits down.")

    def _mark_for_welcome(self, person: Person, hello: Hello) -> None:
        """Mark a person to be sent the state of the table.

        The first person at a table, or the one who opened it in a club, becomes its founder, and the one who joined
        from the host's machine `host_person`.
        """
        person.can_resume = hello.resumable
        self._catch_up.mark_for_snapshot(person, hello)
        if self._state.founder is None and self._state.expected_founder in ("", person.key):
            self._state.founder = person
        if person.connection == self._state.host_connection:
            self._state.host_person = person


def admits_hello(state: TableState, code: str, tokens: Sequence[str]) -> bool:
    """Return whether somebody with this code and these tokens may join: the code is right, or one of the tokens is
    known."""
    return state.secrets.is_code(code) or state.people.find_by_any_token(tokens) is not None
