"""Runs one match at a table: executes actions, plays the seats of bots, and decides when the time limit runs out."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from core import Action, Match, games
from core.engine.proof import Deal
from core.engine.sealed_play import Shadow
from core.fairness.verification import MarkTrace
from net.journal.entries import ActionEntry
from net.protocol.change_codec import write_view
from net.protocol.messages import MatchResult, MatchSnapshot
from net.protocol.table_state import Clock
from net.table.decision_clock import DueDecision, public_clock
from net.table.delayed_actions import DelayedActions
from net.table.update_stream import UpdateStream

TIME_LIMIT: Final = "time_limit"
"""The option of a game that sets its time limit in minutes; when it is over, the table announces that time is up."""


class MatchRunner:
    """One match at a table, from its first decision at the time `started_at` to its standings.

    Bots decide for the seats without which the match does not go on (`Match.awaited`). A bot that may act though
    nobody waits for it does so only where its game has an interjection for it. With `limit_seconds` the automatic
    action of the rules is taken for a person who has not decided within that time.

    `names` are the names with which the match began, `current_names` those of the people and bots who have the seats
    now. `steps` counts the actions of each seat. `deal` is what the seed was derived from, None where it was given;
    `trace` collects the marks for the record.
    """

    __slots__ = (
        "_bots",
        "_bots_journalled_as",
        "_due",
        "_game",
        "_interjections",
        "_pace",
        "_schedule_changes",
        "_scheduled_for",
        "_snapshot",
        "_time_is_up_at",
        "_timed_out",
        "current_names",
        "deal",
        "delayed",
        "limit_seconds",
        "match",
        "names",
        "number",
        "started_at",
        "steps",
        "trace",
        "updates",
    )

    def __init__(self, number: int, match: Match, names: tuple[str, ...], pace: float, started_at: float) -> None:
        minutes = match.options.get(TIME_LIMIT)
        self.number = number
        self.match = match
        self.names = self.current_names = names
        self.started_at = started_at
        self.steps = [0] * match.seats
        self.limit_seconds = 0
        self.deal: Deal | None = None
        self.trace = MarkTrace(match, names)
        self.updates = UpdateStream(match)
        self.delayed = DelayedActions(match.options)
        self.delayed.update(match, started_at)
        self._game = games[match.game.slug]
        self._pace = pace
        self._bots: dict[int, str] = {}
        self._bots_journalled_as: dict[int, str] = {}
        self._due: dict[int, DueDecision] = {}
        self._timed_out: dict[int, Shadow | None] = {}
        self._interjections: dict[int, tuple[Action, float, float]] = {}
        self._schedule_changes = 0
        self._scheduled_for = (-1, 0)
        self._time_is_up_at = started_at + 60 * minutes if isinstance(minutes, int) and minutes else None
        self._snapshot: tuple[tuple[object, ...], MatchSnapshot] | None = None

    # Actions

    def act(
        self, seat: int, action: Action, by: str, now: float, token: str = "", action_id: int = 0, text: str = ""
    ) -> ActionEntry:
        """Execute an action of a seat, or of the table itself (the number after the last seat); return its entry.

        `by` is that of the entry (`net.journal.entries.ActionEntry`). `token`, `action_id` and `text` are those of a
        person's message, so that the action is not printed again. Raises `core.IllegalAction`, and changes nothing, if
        the rules do not allow it.
        """
        changes = self.match.act(seat, action)
        self.updates.add(changes)
        self.trace.add_action(seat, action, changes)
        if seat < len(self.steps):
            self.steps[seat] += 1
        self.delayed.update(self.match, now)
        at = round(now - self.started_at, 3)
        return ActionEntry(self.number, seat, text or str(action), by, token, action_id, at)

    def announce_time_is_up(self, now: float) -> list[ActionEntry]:
        """Take the table's own action, once, when the time limit is over (QD-20); return its entry."""
        if self._time_is_up_at is None or now < self._time_is_up_at:
            return []
        self._time_is_up_at = None
        table = self.match.seats
        return [self.act(table, action, "table", now) for action in self.match.legal(table)[:1]]

    def play_due(self, now: float) -> list[ActionEntry]:
        """Play every decision that is due now, each decided from the same state; return the entries.

        An action of a bot that is still within its grace is put off until it counts.
        """
        self.schedule(now)
        acted = self._interject(now)
        if acted:
            self.schedule(now)
        due = [seat for seat, decision in sorted(self._due.items()) if decision.when <= now]
        decided = [(seat, self._decide(seat)) for seat in due]
        for seat, action in decided:
            counts_at = self.delayed.counts_at(action)
            if counts_at > now:
                self._due[seat] = DueDecision(self.steps[seat], counts_at)
                continue
            shadow = self._due.pop(seat).shadow
            self._schedule_changes += 1
            if action in self.match.legal(seat):
                by = self._bots_journalled_as[seat] if seat in self._bots else "clock"
                acted.append(self.act(seat, action, by, now))
                if by == "clock":
                    self._timed_out[seat] = shadow
        self.schedule(now)
        return acted

    def timeout_is_public(self, seat: int) -> bool:
        """Whether everybody can see by now that the clock made the last decision of a seat, not its person."""
        shadow = self._timed_out.get(seat)
        return shadow is None or self.match.sealed_play.shadows.get(seat) is not shadow

    def _decide(self, seat: int) -> Action:
        name = self._bots.get(seat)
        bot = None if name is None else self._game.bots.get(name)
        return self.match.default(seat) if bot is None else bot(self.match.view(seat))

    # Who plays a seat

    def set_bot(self, seat: int, bot: str, journalled_as: str = "bot") -> None:
        """Give a seat to a bot of the game; `journalled_as` is ``bot``, or ``away`` for a stand-in bot."""
        self._bots[seat] = bot
        self._bots_journalled_as[seat] = journalled_as
        self._timed_out.pop(seat, None)
        self._reschedule(seat)

    def clear_bot(self, seat: int) -> None:
        """Give a seat back to its person."""
        self._bots.pop(seat, None)
        self._reschedule(seat)

    def set_name(self, seat: int, name: str) -> None:
        """Set the name of who has a seat now."""
        self.current_names = (*self.current_names[:seat], name, *self.current_names[seat + 1 :])

    def set_time_limit(self, seconds: int) -> None:
        """Set the time limit of every decision of a person, from the next one on; 0 for none."""
        self.limit_seconds = seconds
        self._schedule_changes += 1
        if not seconds:
            self._due = {seat: decision for seat, decision in self._due.items() if decision.clock is None}

    # When decisions are due

    def wake_at(self) -> float | None:
        """Return when the next decision is due, the next delayed action counts, or time is up; or None."""
        times = [decision.when for decision in self._due.values()]
        times += [when for *_, when in self._interjections.values()]
        times += [when for when in (self.delayed.wake_at(), self._time_is_up_at) if when is not None]
        return min(times, default=None)

    def schedule(self, now: float) -> None:
        """Work out whose decisions are due when, if anything has changed since the last call."""
        state = len(self.match.actions), self._schedule_changes
        if state == self._scheduled_for:
            return
        self._scheduled_for = state
        awaited, steps = self.match.awaited, self.steps
        for seat in [
            seat for seat, decision in self._due.items() if seat not in awaited or decision.step != steps[seat]
        ]:
            del self._due[seat]
        decided = awaited if self.limit_seconds else awaited & self._bots.keys()
        for seat in sorted(decided - self._due.keys()):
            self._due[seat] = self._next_due(seat, now)
        self._schedule_interjections(now)

    def _reschedule(self, seat: int) -> None:
        self._due.pop(seat, None)
        self._interjections.pop(seat, None)
        self._schedule_changes += 1

    def _next_due(self, seat: int, now: float) -> DueDecision:
        seconds = self._thinking_seconds(seat)
        clock = Clock(seconds, now + seconds, seat) if seat not in self._bots else None
        return DueDecision(self.steps[seat], now + seconds, clock, self.match.sealed_play.shadows.get(seat))

    def _thinking_seconds(self, seat: int) -> float:
        """Return how long a decision takes: a person's the time limit, a bot's about the pace, never twice the same."""
        bot = self._bots.get(seat)
        if bot is None:
            return self.limit_seconds
        variation = crc32(f"{self.number} {seat} {self.steps[seat]}".encode()) / 0xFFFFFFFF
        return self._pace * (0.6 + 0.8 * variation)

    # Interjections: actions of bots for which nobody waits

    def _schedule_interjections(self, now: float) -> None:
        """Ask every bot that may act though nobody waits for it what it would do; plan it for after its grace."""
        match, before = self.match, self._interjections
        interject = self._game.interject
        self._interjections = {}
        if interject is None or match.waiting == match.awaited:
            return
        for seat in sorted(match.waiting & self._bots.keys()):
            action = interject(match.view(seat)) if self._bots[seat] in self._game.bots else None
            if action is None or action not in match.legal(seat):
                continue
            counts_at = self.delayed.counts_at(action)
            known = before.get(seat)
            if known is not None and known[:2] == (action, counts_at):
                self._interjections[seat] = known
            else:
                when = max(now, counts_at) + self._thinking_seconds(seat)
                self._interjections[seat] = (action, counts_at, when)

    def _interject(self, now: float) -> list[ActionEntry]:
        """Execute the interjections that are due and still possible; they do not put off the bot's own decision."""
        acted: list[ActionEntry] = []
        for seat, (action, _, when) in sorted(self._interjections.items()):
            if when > now:
                continue
            del self._interjections[seat]
            if action in self.match.legal(seat) and self.delayed.counts_at(action) <= now:
                acted.append(self.act(seat, action, self._bots_journalled_as[seat], now))
                if seat in self._due:
                    self._due[seat] = self._due[seat]._replace(step=self.steps[seat])
        return acted

    # What is shown

    def clock_of(self, seat: int) -> Clock | None:
        """Return the clock of a person's own decision, or None."""
        decision = self._due.get(seat)
        return None if decision is None else decision.clock

    def public_clock(self) -> Clock | None:
        """Return the clock for people without a decision of their own; see `decision_clock.public_clock`."""
        if not self.limit_seconds:
            return None
        return public_clock(self._due, self.limit_seconds, bool(self.match.sealed_play.shadows))

    def snapshot(self, audience: int | None, opening: bool) -> MatchSnapshot:
        """Return the match as an audience may know it now; with `opening`, also the changes of setting it up."""
        match, names = self.match, self.names
        same_for = (*self.updates.view_group(audience), names)
        cacheable = self.updates.all_counted and not opening
        if cacheable and self._snapshot is not None and self._snapshot[0] == same_for:
            return self._snapshot[1]
        options = {name: value for name, value in match.options.items() if isinstance(value, bool | int | str)}
        snapshot = MatchSnapshot(
            self.number,
            self.updates.version(audience),
            match.game.slug,
            options,
            names,
            write_view(match.view(audience), match.layout),
            self.updates.opening(audience) if opening else (),
        )
        if cacheable:
            self._snapshot = same_for, snapshot
        return snapshot

    def result(self) -> MatchResult:
        """Return the final standings."""
        standings = tuple((s.seat, s.score, s.rank) for s in self.match.standings)
        return MatchResult(self.number, standings, self.current_names)
