"""What people and programs decide in a match, until it is over."""

from __future__ import annotations

from core import Action, RulesError
from net.limits import REASON_CELLS
from net.protocol.messages import Act, ActionAnswered, ActionDelayed, MatchAborted, RequestRefused
from net.protocol.sanitize import clean
from net.table.inputs_effects import Journal, MatchAbortedEntry, MatchEndedEntry
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.presence import Absence
from net.table.record_download import RecordDownload, record_of
from net.table.state import LOBBY, Refusal

TOO_LATE = "That came too late: the table has moved on."


class Playing(Absence):
    """The part of a table that carries out what is decided in its match."""

    shelf: RecordDownload

    def act(self, person: Person, ask: Act) -> None:
        """Do what a seat decides, once: a duplicate gets the answer again, a late one is refused."""
        if ask.id > person.done:
            person.done = ask.id
            try:
                person.answer = self._decide(person, ask)
            except (Refusal, RulesError) as error:
                person.answer = RequestRefused(ask.id, clean(str(error), REASON_CELLS))
        elif isinstance(person.answer, ActionDelayed) and self.playing is not None:
            person.answer = self.playing.graces.still_held(person.answer, person, self.time)
        if person.answer is not None:
            self.telling.tell(person, person.answer)

    def _decide(self, person: Person, ask: Act) -> ActionAnswered | ActionDelayed | None:
        """Return the answer, or None if there is one in this tick, when it is the turn of what is held back."""
        running, seat = self.playing, person.seat
        if running is None:
            raise Refusal("No match is being played now.")
        if seat is None:
            raise Refusal("You are watching; only those who have a seat play.")
        if self.standstill.is_paused:
            owner = self.owner
            who = "you go" if owner is None or owner is person else f"{owner.name} goes"
            raise Refusal(f"The match stands still until {who} on with it.")
        if (ask.match, ask.step) != (running.number, running.steps[seat]):
            raise Refusal(TOO_LATE)
        if ask.version is not None and ask.version < running.news.asked_since(seat):
            raise Refusal(TOO_LATE)
        action = running.match.game.parse(ask.action)
        if running.graces.holds(action, self.time) and action in running.match.legal(seat):
            held = running.graces.hold(person, ask.id, seat, action)
            return ActionDelayed(ask.id, held.ripe - self.time) if held.ripe > self.time else None
        return self._do(running, person, seat, action, ask.id)

    def _do(self, running: MatchRunner, person: Person, seat: int, action: Action, id: int) -> ActionAnswered:
        acted = running.act(seat, action, "person", self.time, person.token, id)
        self.telling.effects.append(Journal(acted))
        person.expiries = 0
        return ActionAnswered(id, running.number, running.steps[seat])

    def _release(self, running: MatchRunner) -> None:
        """Do what has been held back long enough, in the order received, and say so of what came to nothing."""
        graces, match = running.graces, running.match
        while (held := graces.release(match, self.time)) is not None:
            person = held.person
            if graces.lapsed(held, match):
                reason = f"Your {held.action.verb} was held back to be fair to slow lines, and is no longer due."
                answer: ActionAnswered | RequestRefused = RequestRefused(held.id, reason)
            else:
                answer = self._do(running, person, held.seat, held.action, held.id)
            if person.done == held.id:
                person.answer = answer
            if person.link in self.seating.here:
                self.telling.tell(person, answer)

    def play(self) -> None:
        """Do what was held back, let programs and clocks decide, tell what has happened, and close what is over."""
        running = self.playing
        if running is None:
            return
        if not self.standstill.is_paused:
            self._release(running)
            acted = running.play_due(self.time)
            self.telling.effects += map(Journal, acted)
            self._release(running)
            if acted:
                self.note_who_decided(running, acted)
            self.note_idle(running)
        self.telling.match(running)
        if running.match.over:
            self._close(running)

    def _close(self, running: MatchRunner) -> None:
        """Write down how a match ended, add it to the evening, and go back to the lobby."""
        match = running.match
        text = str(record_of(running))
        self.shelf.keep(running.number, text)
        standings = tuple((standing.seat, standing.score, standing.rank) for standing in match.standings)
        self.telling.effects.append(Journal(MatchEndedEntry(running.number, standings, match.digest.hex(), text)))
        for seat, score, rank in standings:
            person = self.seating.chairs[seat].person
            if person is not None:
                person.count(match.game.slug, score, rank == 1)
        self.outcome = running.ended()
        self.telling.end(self.telling.listeners(), self.outcome)
        self._adjourn()

    def abort(self, running: MatchRunner, reason: str) -> None:
        """Break off a match: it counts for nobody."""
        self.telling.effects.append(Journal(MatchAbortedEntry(running.number, reason)))
        self.shelf.keep(running.number, str(record_of(running)))
        self.telling.match(running)
        self.outcome = MatchAborted(running.number, reason)
        self.telling.end(self.telling.listeners(), self.outcome)
        self.running = None
        self._adjourn()

    def _adjourn(self) -> None:
        """Go back to the lobby with everybody in their seats."""
        self.phase = LOBBY
        self.stirred = True
        self.standstill.resume(self.now)
        self.set_time(self.now)
        watchers = self.seating.watchers()
        for chair in self.seating.chairs:
            if chair.person is not None:
                chair.person.stand_in = ""
                chair.person.idle = chair.person.ready = False
                chair.person.expiries = 0
        with self.moving():
            self.seating.dismiss_fillers()
        self.add_up()
        for person in watchers:
            if person.seat is not None:
                self.notice(person, "sits down.")
