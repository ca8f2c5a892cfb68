"""Who comes to a table: let in, given their place again, told everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.errors import CodeRejected, Malformed, Rejected
from net.limits import PEOPLE, PROTOCOL_VERSION
from net.protocol.messages import ActionAnswered, ClientMessage, Hello, MatchAborted, TableNotice, Welcome
from net.protocol.sanitize import unique_name
from net.protocol.table_state import CAN_TAKE_OVER
from net.security.table_secrets import same
from net.table.inputs_effects import Link
from net.table.owner_requests import SENT_AWAY
from net.table.person import Person
from net.table.snapshot import Memory
from net.table.state import LOBBY

NO_CODE: Final = "This table asks for a code, which its host's lobby shows; on the command line give it with --code."
ALL_TAKEN: Final = "All seats are taken: you watch."
MATCH_ON: Final = "A match is being played: you watch, and can sit down when it is over."
OVER_MEANWHILE: Final = "The match ended while you were away."
WRONG_CODE: Final = "This table asks for a code, and that was not it; its host's lobby shows it."


class Arriving(Memory):
    """The part of a table that receives whoever comes."""

    def meet(self, link: Link, message: ClientMessage) -> None:
        """Let in somebody who says hello; anything else ends a link that has no person yet."""
        if not isinstance(message, Hello):
            self.drop(link, Malformed("The first thing to say to a host is hello."))
        elif not self.secrets.opens(message.code) and self.seating.by_token(message.token) is None:
            self.drop(link, CodeRejected(WRONG_CODE if message.code.strip() else NO_CODE))
        elif any(same(message.token, token) for token in self.banned):
            self.drop(link, Rejected(SENT_AWAY))
        else:
            known = self.seating.by_token(message.token)
            if len(self.seating.here) >= PEOPLE and (known is None or (known.gone and known.seat is None)):
                self.drop(link, Rejected(f"This table is full: {PEOPLE} people are here."))
            elif known is not None:
                self._let_back(known, link, message)
            else:
                name = unique_name(message.name, self.seating.taken_names())
                self._let_sit(Person(link, name, self.secrets.token(), message.watch), link, message)

    def _let_back(self, person: Person, link: Link, hello: Hello) -> None:
        """Give somebody who was here before their place again, or another one if they have none any more."""
        was_gone = person.gone
        if was_gone and person.seat is None:
            person.name = unique_name(person.name, self.seating.taken_names())
        self.take_back(person, link)
        if was_gone and person.seat is None:
            self._let_sit(person, link, hello)
            return
        self._arrive(person, hello)
        if was_gone:
            self.notice(person, "is back.")

    def _let_sit(self, person: Person, link: Link, hello: Hello) -> None:
        """Let somebody in, to a free seat if there is one."""
        self.seating.arrive(person, link)
        self._arrive(person, hello)
        if not person.watch and self.phase == LOBBY and self.dealing is None:
            free = self.seating.first_free()
            if free is not None:
                self.seating.seat(person, free)
        self.notice(person, "watches." if person.seat is None else "sits down.")

    def _arrive(self, person: Person, hello: Hello) -> None:
        """Note that somebody is here to whom everything is to be told."""
        person.arriving = person.welcome = True
        person.slow_since = None
        person.clock = None
        person.has = hello
        if self.founder is None:
            self.founder = person

    def fall_behind(self, person: Person) -> None:
        """Note that somebody does not read what they are told, and what they have been told of the match until now.

        When they read again they are told what they miss, so that a long view is not followed by itself for ever.
        """
        person.slow_since = self.now
        running = self.playing
        if running is not None and person.follows == running.number and not person.arriving:
            version, process = running.news.version(person.seat), self.secrets.process
            person.has = Hello(
                PROTOCOL_VERSION, person.name, "", False, "", running.number, version, person.seat, process
            )

    def let_in(self) -> None:
        """Tell everything to those who have just come, and to those who have lost track."""
        people = [p for p in self.seating.here.values() if p.arriving and p.slow_since is None]
        if not people:
            return
        telling, running = self.telling, self.playing
        for person in people:
            person.arriving = False
            telling.tell(person, self.you(person))
        telling.say(people, self.state().relative(self.time))
        if running is None:
            self._tell_outcome(people)
        else:
            for person in people:
                step = 0 if person.seat is None else running.steps[person.seat]
                telling.tell(person, ActionAnswered(person.settled, running.number, step))
            telling.catch_up(running, people, self._told_by)
        for person in people:
            person.has = None
            if person.welcome:
                person.welcome = False
                telling.tell(person, Welcome(person.token, self.secrets.table, person.done, self.secrets.process))
                if person.seat is None and not person.watch:
                    telling.tell(person, TableNotice(self._why_watching()))
        dealt = self.deal_is()
        if dealt is not None:
            telling.say(people, dealt)

    @property
    def _told_by(self) -> tuple[str, str]:
        return self.secrets.process, self.before

    def _why_watching(self) -> str:
        if self.playing is None:
            return ALL_TAKEN
        vacant = self.terms.take_over and any(chair.bot_name for chair in self.seating.chairs)
        return CAN_TAKE_OVER if vacant else MATCH_ON

    def _tell_outcome(self, people: Sequence[Person]) -> None:
        """Tell those who were away when the last match ended how it did; of an earlier one only that it is over."""
        outcome = self.outcome
        missed: list[Person] = []
        for person in people:
            unfinished = {person.follows, 0 if person.has is None else person.has.match} - {0}
            if outcome is not None and outcome.match in unfinished:
                person.follows = outcome.match
                missed.append(person)
            else:
                person.follows = 0
                for match in sorted(unfinished):
                    self.telling.tell(person, MatchAborted(match, OVER_MEANWHILE))
        if outcome is None:
            return
        if self.running is not None:
            self.telling.catch_up(self.running, missed, self._told_by)
        self.telling.end(missed, outcome)
