"""Requests that only the owner of a table may make: its game and settings, its bots, its people, pause and stop."""

from __future__ import annotations

from typing import Final, get_args

from core import games
from core.engine.registry import unknown_game_sentence
from net.errors import Rejected
from net.limits import DECISION_CLOCK_SECONDS_RANGE, MAX_BANNED_PEOPLE_KEPT, MAX_GRACE_SECONDS
from net.protocol.messages import (
    AddBot,
    Configure,
    EndMatch,
    HandOver,
    Kick,
    OwnerRequest,
    Pause,
    RemoveBot,
    ReplaceAbsent,
    SetTerms,
    Start,
    TableNotice,
)
from net.protocol.refusals import (
    IS_OWNER_NOW_TEXT,
    NO_BOT_THERE_SENTENCE,
    ONLY_DURING_MATCH_SENTENCE,
    ONLY_FOR_OWNER_SENTENCE,
    wait_for_founder_sentence,
)
from net.protocol.table_state import gives_hints
from net.table.broadcast import Broadcast
from net.table.match_end import MatchEnd
from net.table.match_runner import MatchRunner
from net.table.match_start import MatchStart
from net.table.person import Person
from net.table.presence import Presence
from net.table.seats import default_bot
from net.table.state import ImpossibleRequest, TableState
from net.table.take_over import TakeOver
from net.table.tick import person_of_key

SENT_AWAY_FROM_TABLE_SENTENCE: Final = (
    "The owner has sent you away; until the table closes, nobody new comes in from your address."
)
"""The answer to the hello of a person whom the owner has banned."""

ADDRESS_SENT_AWAY_SENTENCE: Final = (
    "Somebody at your address has been sent away from this table; nobody new comes in from there until it closes."
)
"""The answer to the hello of a newcomer from the address of a banned person."""

FOUNDER_ONLY_REQUESTS: Final = (ReplaceAbsent, HandOver, EndMatch)
"""The requests that only the founder may make: an owner who stands in for an absent founder may not, as they cannot be
undone."""

REQUESTS_REFUSED_IN_FOUNDER_GRACE: Final = (Kick, Configure)
"""The requests that an owner who stands in for an absent founder may not make while the founder's grace period runs."""

OWNER_ONLY_REQUESTS: Final = get_args(OwnerRequest)
"""All requests that only the owner may make."""

LOBBY_ONLY_REQUESTS: Final = (Configure, AddBot, RemoveBot, Start)
"""The requests that are refused during a match."""


def sent_away_by_owner_sentence(owner: str, founder: str) -> str:
    """Return the sentence for a person whom an owner of this name has sent away in the founder's absence."""
    return f"{owner} has sent you away until {founder} is back, whose table this is."


def banned_address_hash(state: TableState, origin: str) -> str:
    """Return the hash of the address or network of a person who was sent away, as `TableState.banned_identities` holds
    it."""
    return state.secrets.keyed_hash(f"origin {origin}")


def banned_key_hash(state: TableState, key: str) -> str:
    """Return the hash of the SSH key of a person who was sent away, as `TableState.banned_identities` holds it."""
    return state.secrets.keyed_hash(f"key {key}")


class OwnerRequests:
    """Carries out the requests of the owner, after `require_right` has admitted them.

    Every other method takes the owner and their message, and raises `ImpossibleRequest` or `core.RulesError`, with
    nothing changed, if the request is not possible.
    """

    __slots__ = ("_broadcast", "_match_end", "_match_start", "_presence", "_state", "_take_over")

    def __init__(
        self,
        state: TableState,
        broadcast: Broadcast,
        presence: Presence,
        take_over: TakeOver,
        match_start: MatchStart,
        match_end: MatchEnd,
    ) -> None:
        self._state = state
        self._broadcast = broadcast
        self._presence = presence
        self._take_over = take_over
        self._match_start = match_start
        self._match_end = match_end

    def require_right(self, person: Person, message: OwnerRequest) -> None:
        """Raise `ImpossibleRequest` if this person may not make this request, or not now."""
        state = self._state
        takes_back = person is state.host_person and isinstance(message, HandOver) and message.name == person.name
        if person is not state.owner and not takes_back:
            raise ImpossibleRequest(ONLY_FOR_OWNER_SENTENCE)
        founder = state.missing_founder
        if founder is not None and not takes_back and self._needs_founder(founder, message):
            raise ImpossibleRequest(wait_for_founder_sentence(founder.name))
        if isinstance(message, LOBBY_ONLY_REQUESTS):
            self._state.require_lobby("That has to wait until the match is over.")

    def _needs_founder(self, founder: Person, message: OwnerRequest) -> bool:
        """Return whether an owner who stands in for the founder may not make a request, because the founder could not
        undo it.

        Among these requests are those to let people take over seats, because they have seen cards then, and to allow
        hints, because decisions have been made by them then.
        """
        if isinstance(message, SetTerms):
            terms, now = message.terms, self._state.terms
            return (terms.take_over, terms.take_over_often, terms.hints) != (
                now.take_over,
                now.take_over_often,
                now.hints,
            )
        in_grace = founder.away_until is not None
        return isinstance(message, FOUNDER_ONLY_REQUESTS) or (
            in_grace and isinstance(message, REQUESTS_REFUSED_IN_FOUNDER_GRACE)
        )

    # The game, the settings and the match

    def configure_table(self, owner: Person, message: Configure) -> None:
        """Set the game, number of seats and options; people and bots in removed seats move to free ones or lose theirs.

        The last match is no longer shown.
        """
        state, game = self._state, games.get(message.game)
        if game is None:
            raise ImpossibleRequest(f"{unknown_game_sentence(message.game)}.")
        state.options = game.settings(message.seats, message.options)
        state.game = game
        state.runner = None
        with self._broadcast.announce_seat_changes():
            state.seats.resize(message.seats, game)
        state.update_totals()

    def set_terms(self, owner: Person, message: SetTerms) -> None:
        """Set the terms of the table; a new time limit applies from the next decision on.

        The others are told at once when hints are given from now on, or not any more.
        """
        terms = message.terms
        least, most = DECISION_CLOCK_SECONDS_RANGE
        if terms.clock and not least <= terms.clock <= most:
            raise ImpossibleRequest(f"A clock has {least} to {most} seconds; 0 is no clock.")
        if terms.grace > MAX_GRACE_SECONDS:
            raise ImpossibleRequest(f"The table waits at most {MAX_GRACE_SECONDS} seconds for absent players.")
        gave_hints = gives_hints(self._state.info())
        self._state.terms = terms
        if gives_hints(self._state.info()) is not gave_hints:
            self._send_notice_of_hints(owner, not gave_hints)
        if self._state.active_runner is not None:
            self._state.active_runner.set_time_limit(terms.clock)

    def _send_notice_of_hints(self, owner: Person, hints_are_on: bool) -> None:
        """Tell the others that the owner has switched hints on (`hints_are_on`) or off.

        This notice is sent however many there are: an owner must not be able to allow hints for a moment unnoticed.
        """
        notice = f"{owner.name} turns hints on." if hints_are_on else f"{owner.name} turns hints off."
        others = [person for person in self._broadcast.listeners() if person is not owner]
        self._broadcast.send_to_people(others, TableNotice(notice))

    def start_match(self, owner: Person, message: Start) -> None:
        """Start the next match: begin its deal, or the match itself if its seed is given."""
        if self._state.no_match_reason:
            raise ImpossibleRequest(self._state.no_match_reason)
        self._match_start.start_match()

    def pause_or_resume(self, owner: Person, message: Pause) -> None:
        """Pause the match or resume it, and tell the others; no effect if it is paused, or not paused, already."""
        self._require_match()
        if message.is_paused is self._state.is_paused:
            return
        if message.is_paused:
            self._state.pause_match()
        else:
            self._state.resume_match()
        self._broadcast.send_notice(owner, "pauses the match." if message.is_paused else "continues the match.")

    def stop_match(self, owner: Person, message: EndMatch) -> None:
        """Abort the match that is being played."""
        self._match_end.stop_match(self._require_match(), f"{owner.name} has called the match off.")

    def _require_match(self) -> MatchRunner:
        """Return the runner of the match that is being played; raises `ImpossibleRequest` if there is none."""
        runner = self._state.active_runner
        if runner is None or runner.match.over:
            raise ImpossibleRequest(ONLY_DURING_MATCH_SENTENCE)
        return runner

    # People

    def _person_called(self, name: str) -> Person:
        """Return the person of this name; raises `ImpossibleRequest` if there is none."""
        person = self._state.people.find_by_name(name)
        if person is None:
            raise ImpossibleRequest(f"Nobody here is called {name[:20]!r}.")
        return person

    def make_owner(self, owner: Person, message: HandOver) -> None:
        """Make another person, who must be connected, the founder and so the owner; tell the others."""
        person = self._person_called(message.name)
        if person.is_disconnected:
            raise ImpossibleRequest(f"{person.name} is away.")
        self._state.founder = person
        self._broadcast.send_notice(person, IS_OWNER_NOW_TEXT)

    def kick_person(self, owner: Person, message: Kick) -> None:
        """Ban a person, their address and their SSH key: end their connection, forget them, and tell the others.

        In a club their identifier is banned and not their address, as a whole club may have one.

        Their seat becomes free, or in a match a bot gets it. The owner, and the person at the host's machine, cannot be
        banned. Others from the same address who are known stay, and may come back.

        An owner who stands in for the founder cannot ban the founder, and others only until the founder is back or the
        host is started again: they are not forgotten, and in a match a bot stands in for them.
        """
        state, person = self._state, self._person_called(message.name)
        if person is owner:
            raise ImpossibleRequest("You cannot send yourself away; you can leave.")
        if person is state.host_person:
            raise ImpossibleRequest(f"The table runs on {person.name}'s machine: {person.name} stays.")
        founder = state.missing_founder
        if founder is not None:
            self._send_away_until_back(owner, person, founder)
            return
        bans_address = person.origin and not person_of_key(person.key)
        self._send_away(person, *([banned_address_hash(state, person.origin)] if bans_address else []))

    def send_away_by_host(self, key: str) -> None:
        """Ban everybody with a key, as an organiser of a club orders: like the owner, but not their address."""
        for person in [person for person in self._state.people if person.key == key]:
            self._state.has_changed = True
            self._send_away(person)

    def _send_away(self, person: Person, *banned_hashes: str) -> None:
        """Ban a person by token, key and `banned_hashes`, forget them, and tell the others."""
        state, seat = self._state, person.seat
        banned = [person.token, *banned_hashes, *([banned_key_hash(state, person.key)] if person.key else [])]
        state.banned_identities = tuple(dict.fromkeys((*state.banned_identities, *banned)))[
            -3 * MAX_BANNED_PEOPLE_KEPT :
        ]
        if not person.is_disconnected:
            self._broadcast.disconnect(person.connection, Rejected(SENT_AWAY_FROM_TABLE_SENTENCE))
        if seat is not None and state.active_runner is not None:
            self._take_over.give_seat_to_bot(seat, default_bot(state.game))
        state.seats.unseat_person(person)
        state.people.forget_person(person)
        if person is state.founder:
            state.founder = state.owner
        state.update_totals()
        self._broadcast.send_notice(person, "has been sent away.")

    def _send_away_until_back(self, owner: Person, person: Person, founder: Person) -> None:
        """End a person's connection, keep them away until the founder is back, and tell the others."""
        if person is founder:
            raise ImpossibleRequest(f"The table is {person.name}'s: {person.name} stays.")
        if not person.is_disconnected:
            self._broadcast.disconnect(
                person.connection, Rejected(sent_away_by_owner_sentence(owner.name, founder.name))
            )
        person.sent_away_by = owner.name
        self._presence.handle_goodbye(person, is_for_good=False)
        self._broadcast.send_notice(person, f"has been sent away until {founder.name} is back.")

    def readmit_sent_away(self) -> None:
        """Allow the people sent away in the founder's absence to join again, and tell the founder, who is back."""
        founder = self._state.founder
        if founder is None or founder.is_disconnected:
            return
        for person in self._state.people:
            if person.sent_away_by:
                notice = f"{person.sent_away_by} has sent {person.name} away meanwhile"
                self._broadcast.send(founder, TableNotice(f"{notice}; {person.name} may come back now."))
                person.sent_away_by = ""

    # Bots

    def give_seat_of_absent_to_bot(self, owner: Person, message: ReplaceAbsent) -> None:
        """Give the seat of an absent person to a bot for good, and tell the others."""
        person = self._state.seats.person_in(message.seat)
        if person is None or not person.is_absent:
            raise ImpossibleRequest("Only the seat of somebody who is away can be given to a bot.")
        self._take_over.give_seat_to_bot(message.seat, self._name_of_bot(message.bot))
        self._broadcast.send_notice(person, "has lost the seat to a bot.")

    def _name_of_bot(self, name: str) -> str:
        """Return `name` if it names a bot or level of the game, and for "" the usual bot of the table.

        Raises `ImpossibleRequest` for any other name.
        """
        game = self._state.game
        bot = name or self._state.table_bot
        if game.bot_names and bot not in game.bot_names:
            raise ImpossibleRequest(game.unknown_bot_sentence(bot))
        return bot

    def add_bot(self, owner: Person, message: AddBot) -> None:
        """Give the seat in the message, or the first free one, to a bot."""
        bot, seats = self._name_of_bot(message.bot), self._state.seats
        seat = seats.first_free_seat() if message.seat is None else message.seat
        if seat is None or not seats.is_free(seat):
            raise ImpossibleRequest("There is no free seat for a bot.")
        seats.seat_bot(seat, bot)

    def remove_bot(self, owner: Person, message: RemoveBot) -> None:
        """Free the seat of a bot."""
        if not self._state.seats.has_bot(message.seat):
            raise ImpossibleRequest(NO_BOT_THERE_SENTENCE)
        self._state.seats.clear_seat(message.seat)
