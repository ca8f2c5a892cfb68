"""The bots that play seats of one match: which bot plays which seat, what it does, and when.

A bot decides for its seat when the match does not go on without it (`core.Match.awaited`). Where its game has an
interjection (`core.Game.interject`), it may also act though nobody waits for it.
"""

from __future__ import annotations

from collections.abc import KeysView, Sequence
from typing import NamedTuple
from zlib import crc32

from core import Action, Match, games
from net.limits import FAST_SECONDS
from net.table.delayed_actions import DelayedActions


class BotTurn(NamedTuple):
    """A decision that a bot makes at the table time `when`, for a seat that has taken `step` actions."""

    step: int
    when: float


class Interjection(NamedTuple):
    """An action that a bot takes at the table time `when` though nobody waits for it; it counts from `counts_at` on."""

    action: Action
    counts_at: float
    when: float


class Bots:
    """The bots of one match, and what each of them is about to do.

    `number` is the number of the match. `steps` is the table's own count of the actions of each seat, and
    `delayed_actions` knows since when an action counts; both are read whenever they are needed. A decision takes about
    `pace` seconds.
    """

    __slots__ = (
        "_bots",
        "_delayed_actions",
        "_fast",
        "_game",
        "_interjections",
        "_journalled_as",
        "_match",
        "_number",
        "_pace",
        "_steps",
        "_turns",
    )

    def __init__(
        self, number: int, match: Match, steps: Sequence[int], delayed_actions: DelayedActions, pace: float
    ) -> None:
        self._number = number
        self._match = match
        self._game = games[match.game.slug]
        self._steps = steps
        self._delayed_actions = delayed_actions
        self._pace = pace
        self._fast = False
        self._bots: dict[int, str] = {}
        self._journalled_as: dict[int, str] = {}
        self._turns: dict[int, BotTurn] = {}
        self._interjections: dict[int, Interjection] = {}

    # Which seats

    @property
    def seats(self) -> KeysView[int]:
        """The seats that bots play."""
        return self._bots.keys()

    def add(self, seat: int, bot: str, journalled_as: str) -> None:
        """Give a seat to a bot of the game, in place of the bot that may have it; ends `decide_fast`.

        `journalled_as` is the `by` of the entries of its actions.
        """
        self.remove(seat)
        self._bots[seat] = bot
        self._journalled_as[seat] = journalled_as

    def remove(self, seat: int) -> None:
        """Take a seat from its bot, if it has one, and drop all that the bot has planned; ends `decide_fast`."""
        self._fast = False
        self._bots.pop(seat, None)
        self._turns.pop(seat, None)
        self._interjections.pop(seat, None)

    # When

    def decide_fast(self, now: float) -> None:
        """Make all bots decide fast, planned decisions too, until a bot gets or leaves a seat."""
        self._fast = True
        soon = now + self._thinking_seconds(min(self._turns, default=0))
        self._turns = {seat: turn._replace(when=min(turn.when, soon)) for seat, turn in self._turns.items()}

    def schedule_decisions(self, now: float) -> None:
        """Plan a decision for each bot that the match waits for and that has none, and the interjections of all bots.

        Plans that no longer hold are dropped.
        """
        awaited, steps = self._match.awaited, self._steps
        self._turns = {s: turn for s, turn in self._turns.items() if s in awaited and turn.step == steps[s]}
        for seat in sorted(awaited & self.seats - self._turns.keys()):
            self._turns[seat] = BotTurn(steps[seat], now + self._thinking_seconds(seat))
        self._schedule_interjections(now)

    def _schedule_interjections(self, now: float) -> None:
        """Ask every bot that may act for its interjection, and plan those that are legal for after their grace.

        An unchanged interjection keeps its time. There is none while nobody may act out of turn.
        """
        match, before, interject = self._match, self._interjections, self._game.interject
        self._interjections = {}
        if interject is None or match.waiting == match.awaited:
            return
        for seat in sorted(match.waiting & self.seats):
            action = interject(match.view(seat)) if self._bots[seat] in self._game.bots else None
            if action is None or action not in match.legal(seat):
                continue
            counts_at = self._delayed_actions.counts_at(action)
            known = before.get(seat)
            if known is not None and (known.action, known.counts_at) == (action, counts_at):
                self._interjections[seat] = known
            else:
                when = max(now, counts_at) + self._thinking_seconds(seat)
                self._interjections[seat] = Interjection(action, counts_at, when)

    def _thinking_seconds(self, seat: int) -> float:
        """Return how long the bot of a seat takes for its next decision: 0.6 to 1.4 times the pace.

        It follows from the match, the seat and the number of the decision, so a restarted host plans the same.
        """
        variation = crc32(f"{self._number} {seat} {self._steps[seat]}".encode()) / 0xFFFFFFFF
        pace = min(self._pace, FAST_SECONDS) if self._fast else self._pace
        return pace * (0.6 + 0.8 * variation)

    def wake_times(self) -> list[float]:
        """Return the table times of all planned decisions and interjections."""
        decisions = [turn.when for turn in self._turns.values()]
        return decisions + [interjection.when for interjection in self._interjections.values()]

    # What

    def due_actions(self, now: float) -> list[tuple[int, Action]]:
        """Return the seats whose bots decide now, each with the action that its bot chooses from what the seat sees."""
        return [(seat, self._choose_action(seat)) for seat, turn in self._turns.items() if turn.when <= now]

    def _choose_action(self, seat: int) -> Action:
        """Return the choice of a seat's bot; the automatic action of the rules where the game has no such bot."""
        bot = self._game.bots.get(self._bots[seat])
        return self._match.default(seat) if bot is None else bot(self._match.view(seat))

    def pop_interjection(self, now: float) -> tuple[int, Action] | None:
        """Remove and return the seat and action of the first interjection that is due and still possible, or None.

        Those before it that are due but no longer possible are dropped. It does not put off the bot's own decision.
        """
        for seat, (action, _, when) in sorted(self._interjections.items()):
            if when > now:
                continue
            del self._interjections[seat]
            if action in self._match.legal(seat) and self._delayed_actions.counts_at(action) <= now:
                if seat in self._turns:
                    self._turns[seat] = self._turns[seat]._replace(step=self._steps[seat] + 1)
                return seat, action
        return None

    def postpone_decision(self, seat: int, until: float) -> None:
        """Put off the decision of a seat's bot to the table time `until`."""
        self._turns[seat] = BotTurn(self._steps[seat], until)

    def cancel_decision(self, seat: int) -> None:
        """Drop the planned decision of a seat's bot; it is planned again if the match still waits for it."""
        del self._turns[seat]

    def finish_decision(self, seat: int) -> str:
        """End the planned decision of a seat's bot, whose action is executed next; return the `by` of its entry."""
        del self._turns[seat]
        return self._journalled_as[seat]

    def journalled_as(self, seat: int) -> str:
        """Return the `by` of the entry of an action of a seat's bot (`net.journal.entries.ActionEntry`)."""
        return self._journalled_as[seat]
