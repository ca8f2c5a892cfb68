"""Who is not there: their seat waits for them, then a program stands in, and when they are back they take over.

Somebody is away whose link is gone, and also who is here but lets the clock decide (G-7). Nothing here depends on
the phase of the table but that only a match needs somebody to stand in.
"""

from __future__ import annotations

from collections.abc import Iterable

from net.errors import NetError, SessionEnded
from net.journal.entries import ActionEntry
from net.limits import TIMEOUTS_UNTIL_AWAY
from net.protocol.messages import ActionAnswered
from net.security.table_secrets import TableSecrets
from net.table.inputs_effects import Link
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.seats import best_bot
from net.table.spec import TableSpec
from net.table.state import SharedTableState

ELSEWHERE = "You have come back from elsewhere; this end is no longer yours."


class Absence(SharedTableState):
    """The part of a table that sees to those who are away."""

    def __init__(self, spec: TableSpec, secrets: TableSecrets) -> None:
        super().__init__(spec, secrets)
        self._idling: list[Person] = []

    def lose(self, link: Link, left: bool = False, for_good: bool = False) -> None:
        """See to the place of somebody whose link is gone; with `left` they have said goodbye and are not waited for.

        In a match their seat stays theirs, unless they have left `for_good` and nothing can bring them back.
        """
        person = self.seating.here.get(link)
        if person is None:
            return
        self.stirred = True
        self.seating.depart(person)
        person.left = left
        if left and self.playing is None:
            self.seating.unseat(person)
        if left and person is self.founder:
            self.founder = self.owner
        seat = person.seat
        if seat is None:
            self.notice(person, "has gone.")
        elif for_good:
            self.give_to_bot(seat, best_bot(self.game), filler=True)
            self.notice(person, f"has gone; {self.seating.chairs[seat].bot_name}, a bot, has the seat.")
        elif left:
            self.notice(person, "has gone.")
            self.give_up(person)
        else:
            self.seating.wait(person, self.time + self.terms.grace)
            waits = f"; the table waits {self.terms.grace} s for them" if self.terms.grace else ""
            self.notice(person, f"is away{waits}.")

    def take_back(self, person: Person, link: Link) -> None:
        """Give somebody who shows their token their place again, also when their old link is not gone yet."""
        if not person.gone:
            self.telling.farewell(person.link, SessionEnded(ELSEWHERE))
            self.dropped.add(person.link)
        self.seating.arrive(person, link)
        self.stirred = True
        person.left = False
        self.wake(person)

    def wake(self, person: Person) -> None:
        """Let somebody decide for themselves again who is there after all."""
        stood_in, idle = person.stand_in, person.idle
        person.stand_in = ""
        person.idle = False
        person.expiries = 0
        running = self.playing
        if running is None or person.seat is None or not (stood_in or idle):
            return
        self.stirred = True
        running.give_back(person.seat)
        if idle:
            self.tell_step(running, person)
            self.notice(person, "is back.")

    def tell_step(self, running: MatchRunner, person: Person) -> None:
        """Tell somebody which decision is their next, since one was made for them."""
        if person.seat is not None and not person.gone:
            self.telling.tell(person, ActionAnswered(person.settled, running.number, running.steps[person.seat]))

    def see_to_absent(self) -> None:
        """Wait no longer for those whose grace is over."""
        for person in list(self.seating.waited.values()):
            if person.away_until is not None and self.time >= person.away_until and not self.standstill.is_paused:
                self.stirred = True
                self.give_up(person)

    def give_up(self, person: Person) -> None:
        """Wait no longer for somebody: in a match the best program stands in for them."""
        self.seating.wait(person, None)
        running = self.playing
        if running is not None and person.seat is not None and not person.stand_in:
            person.stand_in = best_bot(self.game)
            running.entrust(person.seat, person.stand_in, "away")
            self.notice(person, f"is away; a bot plays until {person.name} is back.")

    def give_to_bot(self, seat: int, bot: str, filler: bool = False) -> None:
        """Let a bot have a seat from now on instead of whoever has it; a `filler` leaves it after the match."""
        with self.moving():
            self.seating.seat_bot(seat, bot, filler)
        if self.playing is not None:
            self.playing.entrust(seat, bot)
            self.playing.rename(seat, self.seating.chairs[seat].bot_name)

    def note_who_decided(self, running: MatchRunner, acted: Iterable[ActionEntry]) -> None:
        """Tell people what was decided for them, and take those for away who let the clock decide again and again."""
        for entry in acted:
            person = self.seating.chairs[entry.seat].person if entry.seat < running.match.seats else None
            if person is None:
                continue
            if entry.by == "clock":
                person.expiries += 1
                if person.expiries == TIMEOUTS_UNTIL_AWAY:
                    self._idling.append(person)
            if entry.by in ("clock", "away"):
                self.tell_step(running, person)

    def note_idle(self, running: MatchRunner) -> None:
        """Let programs stand in for those who let the clock decide, once that tells nothing of a sealed play."""
        self._idling = [
            p for p in self._idling if p.expiries >= TIMEOUTS_UNTIL_AWAY and not p.absent and p.seat is not None
        ]
        for person in self._idling:
            if person.seat is not None and running.all_know(person.seat):
                self.stirred = True
                person.idle = True
                self.give_up(person)
                running.plan(self.time)

    def drop(self, link: Link, error: NetError) -> None:
        """Say what is wrong and end a link."""
        self.telling.farewell(link, error)
        self.dropped.add(link)
        self.lose(link)
