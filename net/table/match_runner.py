"""A match being played at a table: whose decision it is, which seats play by themselves, and when they do."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from core import Action, Match, games
from core.engine.proof import Deal
from core.engine.sealed_play import Shadow
from core.fairness.verification import Trace
from net.journal.entries import ActionEntry
from net.protocol.change_codec import write_view
from net.protocol.messages import MatchResult, MatchSnapshot
from net.protocol.table_state import Clock
from net.table.decision_clock import Due, public
from net.table.delayed_actions import DelayedActions
from net.table.update_stream import UpdateStream

AWAY: Final = ""
"""The program of a seat for which nobody decides: the automatic action of the rulings, at once."""

TIME_LIMIT: Final = "time_limit"
"""A game's option of this name is the number of minutes after which the table says that time has run out."""


class MatchRunner:
    """One match at a table, from its first decision at the time `now` to its standings.

    Programs decide for the seats without which the match does not go on (`Match.awaited`). A bot that may act
    though nobody waits for it does so only where its game has something for it to `interject`. Where a person
    decides, and there is a `clock`, the automatic action of the rulings is done when so many seconds have passed.
    `names` are those with which the match began, `called` those of who has the seats by now.
    `deal` is what the seed follows from, None where it was given; `trace` are the marks for the record.
    """

    __slots__ = (
        "_arranged",
        "_by",
        "_due",
        "_ends_at",
        "_expired",
        "_game",
        "_interjections",
        "_pace",
        "_planned",
        "_programs",
        "_shown",
        "began",
        "called",
        "clock",
        "deal",
        "graces",
        "match",
        "names",
        "news",
        "number",
        "steps",
        "trace",
    )

    def __init__(self, number: int, match: Match, names: tuple[str, ...], pace: float, now: float) -> None:
        minutes = match.options.get(TIME_LIMIT)
        self.number = number
        self.match = match
        self._game = games[match.game.slug]
        self.names = self.called = names
        self.began = now
        self.steps = [0] * match.seats
        self.clock = 0
        self._pace = pace
        self._programs: dict[int, str] = {}
        self._by: dict[int, str] = {}
        self._arranged = 0
        self._planned = (-1, 0)
        self._due: dict[int, Due] = {}
        self._expired: dict[int, Shadow | None] = {}
        self._interjections: dict[int, tuple[Action, float, float]] = {}
        self._ends_at = now + 60 * minutes if isinstance(minutes, int) and minutes else None
        self.news = UpdateStream(match)
        self._shown: tuple[tuple[object, ...], MatchSnapshot] | None = None
        self.deal: Deal | None = None
        self.trace = Trace(match, names)
        self.graces = DelayedActions(match.options)
        self.graces.note(match, now)

    # Decisions

    def act(self, seat: int, action: Action, by: str, now: float, person: str = "", ask: int = 0) -> ActionEntry:
        """Let a seat, or the table itself (the number after the last seat), act; note what is to be told of it.

        Raises `core.IllegalAction`, and changes nothing, if the rules do not allow it.
        """
        changes = self.match.act(seat, action)
        self.news.note(changes)
        self.trace.note(seat, action, changes)
        if seat < len(self.steps):
            self.steps[seat] += 1
        self.graces.note(self.match, now)
        return ActionEntry(self.number, seat, str(action), by, person, ask, round(now - self.began, 3))

    def end_time(self, now: float) -> list[ActionEntry]:
        """Say that the time is up, once, if it is: that is for the table itself to say (QD-20)."""
        if self._ends_at is None or now < self._ends_at:
            return []
        self._ends_at = None
        table = self.match.seats
        return [self.act(table, action, "table", now) for action in self.match.legal(table)[:1]]

    def entrust(self, seat: int, program: str, by: str = "bot") -> None:
        """Let a bot of the game, or for `AWAY` the automatic action, decide for a seat from now on.

        `by` is what the journal says of its actions: ``away`` if it stands in for somebody.
        """
        self._programs[seat] = program
        self._by[seat] = by if program else "away"
        self._expired.pop(seat, None)
        self._forget(seat)

    def give_back(self, seat: int) -> None:
        """Let a person decide for a seat again."""
        self._programs.pop(seat, None)
        self._forget(seat)

    def rename(self, seat: int, name: str) -> None:
        """Note that somebody else has a seat from now on."""
        self.called = (*self.called[:seat], name, *self.called[seat + 1 :])

    def set_clock(self, seconds: int) -> None:
        """Give every decision of a person so many seconds from the next one on, or (0) as long as they like."""
        self.clock = seconds
        self._arranged += 1
        if not seconds:
            self._due = {seat: due for seat, due in self._due.items() if due.clock is None}

    def _forget(self, seat: int) -> None:
        self._due.pop(seat, None)
        self._interjections.pop(seat, None)
        self._arranged += 1

    def play_due(self, now: float) -> list[ActionEntry]:
        """Let everybody whose time has come act once, all decided from the same state; what ripens later waits."""
        self.plan(now)
        acted = self._interject(now)
        if acted:
            self.plan(now)
        due = [seat for seat, due in sorted(self._due.items()) if due.when <= now]
        decided = [(seat, self._decide(seat)) for seat in due]
        for seat, action in decided:
            ripe = self.graces.ripe_at(action)
            if ripe > now:
                self._due[seat] = Due(self.steps[seat], ripe)
                continue
            seal = self._due.pop(seat).seal
            self._arranged += 1
            if action in self.match.legal(seat):
                by = self._by[seat] if seat in self._programs else "clock"
                acted.append(self.act(seat, action, by, now))
                if by == "clock":
                    self._expired[seat] = seal
        self.plan(now)
        return acted

    def all_know(self, seat: int) -> bool:
        """Whether it is no secret any more that the clock decided for a seat the last time that it did."""
        seal = self._expired.get(seat)
        return seal is None or self.match.sealed_play.shadows.get(seat) is not seal

    def wake_at(self) -> float | None:
        """Return when the next decision is due, the next held-back action counts, or time is up; or None."""
        times = [due.when for due in self._due.values()]
        times += [when for *_, when in self._interjections.values()]
        times += [when for when in (self.graces.wake_at(), self._ends_at) if when is not None]
        return min(times, default=None)

    def plan(self, now: float) -> None:
        """Note who is waited for now and when something is decided for them, if anything has changed since."""
        planned = len(self.match.actions), self._arranged
        if planned == self._planned:
            return
        self._planned = planned
        awaited, steps = self.match.awaited, self.steps
        for seat in [seat for seat, due in self._due.items() if seat not in awaited or due.step != steps[seat]]:
            del self._due[seat]
        decided = awaited if self.clock else awaited & self._programs.keys()
        for seat in sorted(decided - self._due.keys()):
            self._due[seat] = self._next_due(seat, now)
        self._plan_interjections(now)

    def _next_due(self, seat: int, now: float) -> Due:
        seconds = self._delay(seat, self.steps[seat])
        clock = Clock(seconds, now + seconds, seat) if seat not in self._programs else None
        return Due(self.steps[seat], now + seconds, clock, self.match.sealed_play.shadows.get(seat))

    # What nobody waits for

    def _plan_interjections(self, now: float) -> None:
        """Let every bot that may act though it need not say what it would do, and when: never within a grace."""
        match, before = self.match, self._interjections
        interject = self._game.interject
        self._interjections = {}
        if interject is None or match.waiting == match.awaited:
            return
        for seat in sorted(match.waiting & self._programs.keys()):
            action = interject(match.view(seat)) if self._programs[seat] in self._game.bots else None
            if action is None or action not in match.legal(seat):
                continue
            ripe = self.graces.ripe_at(action)
            known = before.get(seat)
            if known is not None and known[:2] == (action, ripe):
                self._interjections[seat] = known
            else:
                self._interjections[seat] = (action, ripe, max(now, ripe) + self._delay(seat, self.steps[seat]))

    def _interject(self, now: float) -> list[ActionEntry]:
        """Let the bots whose time has come do it, if it is still possible; it puts off no decision of theirs."""
        acted: list[ActionEntry] = []
        for seat, (action, _, when) in sorted(self._interjections.items()):
            if when > now:
                continue
            del self._interjections[seat]
            if action in self.match.legal(seat) and self.graces.ripe_at(action) <= now:
                acted.append(self.act(seat, action, self._by[seat], now))
                if seat in self._due:
                    self._due[seat] = self._due[seat]._replace(step=self.steps[seat])
        return acted

    def _delay(self, seat: int, step: int) -> float:
        """Return how long a decision takes: a person's the clock, a program's about the pace, never twice the same."""
        program = self._programs.get(seat)
        if program is None:
            return self.clock
        if program == AWAY:
            return 0.0
        whim = crc32(f"{self.number} {seat} {step}".encode()) / 0xFFFFFFFF
        return self._pace * (0.6 + 0.8 * whim)

    def _decide(self, seat: int) -> Action:
        program = self._programs.get(seat)
        bot = None if program is None else self._game.bots.get(program)
        return self.match.default(seat, away=program == AWAY) if bot is None else bot(self.match.view(seat))

    # Telling

    def clock_of(self, seat: int) -> Clock | None:
        """Return the clock of a person's own decision, or None."""
        due = self._due.get(seat)
        return None if due is None else due.clock

    def public_clock(self) -> Clock | None:
        """Return the clock that those see who have nothing to decide (`net.table.decision_clock.public`)."""
        return public(self._due, self.clock, bool(self.match.sealed_play.shadows)) if self.clock else None

    def begin(self, audience: int | None, opening: bool) -> MatchSnapshot:
        """Return the match as an audience may know it now, with the changes of setting up if it has just begun."""
        match, names = self.match, self.names
        same_for = (*self.news.shared(audience), names)
        if self._shown is not None and self._shown[0] == same_for and self.news.all_told and not opening:
            return self._shown[1]
        options = {name: value for name, value in match.options.items() if isinstance(value, bool | int | str)}
        begin = MatchSnapshot(
            self.number,
            self.news.version(audience),
            match.game.slug,
            options,
            names,
            write_view(match.view(audience), match.layout),
            self.news.opening(audience) if opening else (),
        )
        if self.news.all_told and not opening:
            self._shown = same_for, begin
        return begin

    def ended(self) -> MatchResult:
        """Return the final standings."""
        return MatchResult(self.number, tuple((s.seat, s.score, s.rank) for s in self.match.standings), self.called)
