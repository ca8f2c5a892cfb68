"""Runs one match at a table: executes and counts its actions, plays what is due, and shows each audience its state."""

from __future__ import annotations

from typing import Final

from core import Action, Match
from core.engine.record_proof import DealProof
from core.engine.temperament import PLAIN, Temperament
from core.fairness.verification import MarkTrace
from net.journal.entries import BOT_DECIDERS, ActionEntry
from net.protocol.change_codec import encode_view
from net.protocol.messages import MatchResult, MatchSnapshot
from net.protocol.table_state import plain_settings
from net.table.bots import Bots
from net.table.decision_clock import DecisionClock
from net.table.delayed_actions import DelayedActions
from net.table.interned_values import intern_value
from net.table.update_stream import UpdateStream

TIME_LIMIT_OPTION: Final = "time_limit"
"""The name of the option of a game that sets its time limit in minutes; when it is over, the table announces that time
is up."""

NOT_SCHEDULED: Final = -1
"""A number of actions that no match has: decisions were last scheduled at none, so they must be scheduled again."""


class MatchRunner:
    """One match at a table, from its first decision at the time `started_at` to its standings.

    `bots` decide for their seats, each in about `pace` seconds, and `decision_clock` for people whose time has run out.
    With `people_begin` the bots wait for people who have done nothing yet (`TableSpec.people_begin`).

    `names` are the names with which the match began, `current_names` those of the people and bots who have the seats
    now. `steps` is the number of actions that each seat has taken, `_bot_steps` the number that a bot has taken for it.
    `deal` is the deal from which the seed follows, None where the seed was given; `trace` collects the marks for the
    record.
    """

    __slots__ = (
        "_bot_steps",
        "_scheduled_at",
        "_snapshot",
        "_time_is_up_at",
        "bots",
        "current_names",
        "deal",
        "decision_clock",
        "delayed_actions",
        "match",
        "names",
        "number",
        "started_at",
        "steps",
        "trace",
        "updates",
    )

    def __init__(
        self,
        match_number: int,
        match: Match,
        names: tuple[str, ...],
        pace: float,
        started_at: float,
        people_begin: bool = False,
    ) -> None:
        minutes = match.options.get(TIME_LIMIT_OPTION)
        self.number = match_number
        self.match = match
        self.names = self.current_names = names
        self.started_at = started_at
        self.steps = [0] * match.seats
        self._bot_steps = [0] * match.seats
        self.deal: DealProof | None = None
        self.trace = MarkTrace(match, names)
        self.updates = UpdateStream(match)
        self.delayed_actions = DelayedActions(match.options)
        self.delayed_actions.update(match, started_at)
        self.bots = Bots(match_number, match, self.steps, self.delayed_actions, pace, people_begin)
        self.decision_clock = DecisionClock(match, self.steps)
        self._scheduled_at = NOT_SCHEDULED
        self._time_is_up_at = started_at + 60 * minutes if isinstance(minutes, int) and minutes else None
        self._snapshot: tuple[tuple[object, ...], MatchSnapshot] | None = None

    # Actions

    def act(
        self,
        seat: int,
        action: Action,
        decided_by: str,
        now: float,
        token: str = "",
        action_id: int = 0,
        text: str = "",
    ) -> ActionEntry:
        """Execute an action of a seat, or of the table itself (the number after the last seat); return its entry.

        `decided_by` says who decided, as in the journal: ``person``, ``bot``, ``away``, ``clock`` or ``table``. For a
        person's action, `token` is that person's, and `action_id` and `text` are the id and the action of their
        message. Raises `core.IllegalAction`, and changes nothing, if the rules do not allow it.
        """
        changes = self.match.act(seat, action)
        self.match.actions[-1] = intern_value(self.match.actions[-1])  # an equal pair, which other tables have, too
        self.updates.add_changes(changes, now)
        self.bots.note(changes)
        self.trace.add_action(seat, action, changes)
        if seat < len(self.steps):
            self.steps[seat] += 1
            self._bot_steps[seat] += decided_by in BOT_DECIDERS
        self.delayed_actions.update(self.match, now)
        at = round(now - self.started_at, 3)
        return ActionEntry(self.number, seat, text or str(action), decided_by, token, action_id, at)

    def act_if_time_is_up(self, now: float) -> list[ActionEntry]:
        """Take the table's own action, once in a match, if the time limit is over (QD-20); return its entry, or an
        empty list."""
        if self._time_is_up_at is None or now < self._time_is_up_at:
            return []
        self._time_is_up_at = None
        table = self.match.seats
        return [self.act(table, action, "table", now) for action in self.match.legal(table)[:1]]

    def play_due(self, now: float) -> list[ActionEntry]:
        """Make every decision of a bot or a clock that is due now, and let a bot that thinks do a piece of work.

        All decide by the same state, before any of the actions. Returns the entries of the actions. An action that does
        not count yet (`net.table.delayed_actions`) is put off until it counts.
        """
        self.schedule_decisions(now)
        acted = self._play_out_of_turn_actions(now)
        self.schedule_decisions(now)
        self.bots.think()
        decided = sorted([*self.bots.due_actions(now), *self.decision_clock.due_actions(now)], key=lambda due: due[0])
        for seat, action in decided:
            decider: Bots | DecisionClock = self.bots if seat in self.bots.seats else self.decision_clock
            counts_at = self.delayed_actions.counts_at(action)
            if counts_at > now:
                decider.postpone_decision(seat, counts_at)
            elif action in self.match.legal(seat):
                acted.append(self.act(seat, action, decider.finish_decision(seat), now))
            else:
                decider.cancel_decision(seat)
                self._scheduled_at = NOT_SCHEDULED
        self.schedule_decisions(now)
        return acted

    def _play_out_of_turn_actions(self, now: float) -> list[ActionEntry]:
        """Carry out the out-of-turn actions of bots (`Game.out_of_turn_action`) that are due and legal; return their
        entries."""
        acted: list[ActionEntry] = []
        while (planned := self.bots.pop_out_of_turn_action(now)) is not None:
            seat, action = planned
            acted.append(self.act(seat, action, self.bots.journalled_as(seat), now))
        return acted

    # Who plays a seat

    def set_bot(self, seat: int, bot: str, journalled_as: str = "bot", temperament: Temperament = PLAIN) -> None:
        """Give a seat to a bot or a level of the game, with a temperament, and stop the clock of its person.

        `journalled_as` is ``bot``, or ``away`` for a stand-in bot.
        """
        self.bots.add(seat, bot, journalled_as, temperament)
        self.decision_clock.forget_seat(seat)
        self._scheduled_at = NOT_SCHEDULED

    def clear_bot(self, seat: int) -> None:
        """Let the person in a seat decide again, instead of the bot."""
        self.bots.remove(seat)
        self._scheduled_at = NOT_SCHEDULED

    def set_name(self, seat: int, name: str) -> None:
        """Set the present name of the person or bot in a seat."""
        self.current_names = (*self.current_names[:seat], name, *self.current_names[seat + 1 :])

    def set_time_limit(self, seconds: int) -> None:
        """Set the time limit of every decision of a person, from the next one on; 0 for none."""
        self.decision_clock.set_limit(seconds)
        self._scheduled_at = NOT_SCHEDULED

    # When decisions are due

    def wake_at(self) -> float | None:
        """Return the table time at which something is due: a decision, a delayed action or the time limit; None if
        nothing is."""
        times = [*self.bots.wake_times(), *self.decision_clock.wake_times()]
        times += [when for when in (self.delayed_actions.wake_at(), self._time_is_up_at) if when is not None]
        return min(times, default=None)

    def schedule_decisions(self, now: float) -> None:
        """Work out whose decisions are due when, if anything has changed since the last call."""
        if self._scheduled_at != len(self.match.actions):
            self._scheduled_at = len(self.match.actions)
            self.bots.schedule_decisions(now)
            self.decision_clock.schedule_decisions(now, self.bots.seats)

    # What is shown

    def snapshot(self, audience: int | None, with_opening: bool) -> MatchSnapshot:
        """Return the match as an audience may know it now; `with_opening`: also the changes by which it was set
        up."""
        match, names = self.match, self.names
        same_for = (*self.updates.snapshot_key(audience), names)
        cacheable = self.updates.are_all_changes_counted and not with_opening
        if cacheable and self._snapshot is not None and self._snapshot[0] == same_for:
            return self._snapshot[1]
        snapshot = MatchSnapshot(
            self.number,
            self.updates.version(audience),
            match.game.slug,
            plain_settings(match.options),
            names,
            encode_view(match.view(audience), match.layout),
            self.updates.opening(audience) if with_opening else (),
        )
        if cacheable:
            self._snapshot = same_for, snapshot
        return snapshot

    def end_tick(self) -> None:
        """Drop the views and the snapshot of the match that were cached in this tick: most tables do not need them
        again."""
        self._snapshot = None
        self.match.forget_views()

    def result(self) -> MatchResult:
        """Return the final standings."""
        standings = tuple((s.seat, s.score, s.rank) for s in self.match.standings)
        return MatchResult(self.number, standings, self.current_names, self.bot_decisions())

    def bot_decisions(self) -> tuple[tuple[int, int, int], ...]:
        """Return (seat, decisions by a bot, all decisions) for each person for whom a bot has decided."""
        counted = enumerate(zip(self._bot_steps, self.steps, strict=True))
        return tuple(
            (seat, by_bot, steps) for seat, (by_bot, steps) in counted if by_bot and not self._is_seat_of_bot(seat)
        )

    def _is_seat_of_bot(self, seat: int) -> bool:
        """Return whether a seat is that of a bot, and not of a person for whom a stand-in bot plays."""
        return seat in self.bots.seats and self.bots.journalled_as(seat) == "bot"
