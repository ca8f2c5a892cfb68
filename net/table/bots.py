"""The bots that play seats of one match: which bot or level plays which seat, what it does, and when.

A bot decides for its seat when the match does not go on without it (`core.Match.awaited`). Where its game has an
out-of-turn action (`core.Game.out_of_turn_action`), it may also act though nobody waits for it.

A level that takes time for its decision begins to think as soon as the match waits for it, and is done by the planned
time or soon after. In each tick only one thinking level does one piece of work, and the next tick follows at once: so
nobody at the table waits longer than for one piece of work.
"""

from __future__ import annotations

from collections.abc import Iterable, KeysView, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from core import Action, Change, Match, games
from core.engine.game import NORMAL_LEVEL, Level
from core.engine.temperament import PLAIN, Temperament
from net.limits import FAST_DECISION_SECONDS, MAX_SEATS_WITH_DIFFICULTY, MAX_THOUGHT_SECONDS
from net.table.delayed_actions import DelayedActions
from net.table.thinker import DecisionThinker

EARLIEST_TABLE_TIME: Final = 0.0
"""A table time before every other one: what is planned for it is due at once."""

USUAL_DIFFICULTY: Final = 2 / 3
"""The difficulty of a decision, from 0 to 1, for which a bot takes about the pace of the table."""

EASY_CHOICE_DIFFICULTY: Final = 0.2
"""The difficulty, from 0 to 1, of a decision in which one choice is clearly the best."""


class PlannedBotDecision(NamedTuple):
    """A decision that a bot makes at the table time `decision_time`, for a seat that has done `step` actions before."""

    step: int
    decision_time: float


class PlannedOutOfTurnAction(NamedTuple):
    """An action that a bot does at the table time `action_time` though the match does not wait for it.

    It is held back, and takes effect at the table time `counts_at`, because others may have acted earlier
    (`net.table.delayed_actions`).
    """

    action: Action
    counts_at: float
    action_time: float


class Bots:
    """The bots of one match, and what each of them is about to do.

    `match_number` is the number of the match. `steps_by_seat` is the number of actions that each seat has taken, and
    `delayed_actions` knows from when on an action counts; the table changes both while this object reads them. A
    decision takes about `pace` seconds. With `people_begin` no bot decides while the match waits for a person who has
    done nothing in it yet, so that a person alone with bots can look around before the others move.
    """

    __slots__ = (
        "_delayed_actions",
        "_fast",
        "_game",
        "_journalled_as",
        "_match",
        "_number",
        "_out_of_turn_plans",
        "_pace",
        "_people_begin",
        "_players",
        "_steps",
        "_temperaments",
        "_thinkers",
        "_turns",
    )

    def __init__(
        self,
        match_number: int,
        match: Match,
        steps_by_seat: Sequence[int],
        delayed_actions: DelayedActions,
        pace: float,
        people_begin: bool = False,
    ) -> None:
        self._number = match_number
        self._match = match
        self._game = games[match.game.slug]
        self._steps = steps_by_seat
        self._delayed_actions = delayed_actions
        self._pace = pace
        self._people_begin = people_begin
        self._fast = False
        self._players: dict[int, Level | None] = {}
        self._journalled_as: dict[int, str] = {}
        self._temperaments: dict[int, Temperament] = {}
        self._turns: dict[int, PlannedBotDecision] = {}
        self._out_of_turn_plans: dict[int, PlannedOutOfTurnAction] = {}
        self._thinkers: dict[int, DecisionThinker] = {}

    # The seats of bots

    @property
    def seats(self) -> KeysView[int]:
        """The seats that bots play."""
        return self._players.keys()

    def add(self, seat: int, bot: str, journalled_as: str, temperament: Temperament = PLAIN) -> None:
        """Give a seat to the bot or level called `bot`, in place of the bot that may have it.

        `journalled_as` is how the journal names who decided its actions: ``bot``, or ``away`` for a stand-in bot. From
        then on all bots take their usual time again.
        """
        self.remove(seat)
        self._players[seat] = level = self._game.bot_called(bot, temperament)
        self._journalled_as[seat] = journalled_as
        self._temperaments[seat] = temperament
        if level is not None and level.bot is None:
            self._thinkers[seat] = DecisionThinker(self._game, self._match, seat, level)

    def remove(self, seat: int) -> None:
        """Take a seat from its bot, if it has one, with all that the bot has planned. From then on the other bots take
        their usual time again, even if this seat had no bot.
        """
        self._fast = False
        self._players.pop(seat, None)
        self._turns.pop(seat, None)
        self._out_of_turn_plans.pop(seat, None)
        self._thinkers.pop(seat, None)

    def note(self, changes: Iterable[Change]) -> None:
        """Add the changes of an action, as far as a seat is shown them, to the memory of each level that has one."""
        for thinker in self._thinkers.values():
            thinker.note(changes)

    # The times of decisions

    def decide_without_pause(self, now: float) -> None:
        """Make all bots decide within about `FAST_DECISION_SECONDS`, until a bot gets or leaves a seat.

        Decisions that are planned already are moved forward.
        """
        self._fast = True
        soon = now + self._decision_seconds(min(self._turns, default=0))
        self._turns = {
            seat: turn._replace(decision_time=min(turn.decision_time, soon)) for seat, turn in self._turns.items()
        }

    def schedule_decisions(self, now: float) -> None:
        """Plan a decision for each bot that the match waits for and that has none planned; plan all out-of-turn
        actions.

        Decisions that the match no longer waits for are dropped.
        """
        awaited, steps = self._match.awaited, self._steps
        if self._people_begin and not all(steps[seat] for seat in awaited - self.seats):
            awaited = frozenset()
        self._turns = {s: turn for s, turn in self._turns.items() if s in awaited and turn.step == steps[s]}
        for seat in sorted(awaited & self.seats - self._turns.keys()):
            self._turns[seat] = PlannedBotDecision(
                steps[seat], now + self._decision_seconds(seat, self._difficulty(seat))
            )
        for seat, thinker in self._thinkers.items():
            if seat in self._turns:
                thinker.begin_computation()
            else:
                thinker.discard_computation()
        self._plan_out_of_turn_actions(now)

    def _plan_out_of_turn_actions(self, now: float) -> None:
        """Ask every bot that may act for its out-of-turn action, and plan those that are legal.

        Each is planned for after the time from which on the action counts; one that is planned already keeps its time.
        There is none while nobody may act out of turn.
        """
        match, before, out_of_turn_action = self._match, self._out_of_turn_plans, self._game.out_of_turn_action
        self._out_of_turn_plans = {}
        if out_of_turn_action is None or match.waiting == match.awaited:
            return
        for seat in sorted(match.waiting & self.seats):
            action = out_of_turn_action(match.view(seat)) if self._players[seat] else None
            if action is None or action not in match.legal(seat):
                continue
            counts_at = self._delayed_actions.counts_at(action)
            known = before.get(seat)
            if known is not None and (known.action, known.counts_at) == (action, counts_at):
                self._out_of_turn_plans[seat] = known
            else:
                when = max(now, counts_at) + self._decision_seconds(seat)
                self._out_of_turn_plans[seat] = PlannedOutOfTurnAction(action, counts_at, when)

    def _difficulty(self, seat: int) -> float:
        """Return the difficulty of the decision of a seat's bot, from 0 for one without a choice to 1.

        The closer the bot's two best choices are, the greater it is; for a bot that cannot say how close they are, it
        grows with the number of choices.
        """
        choices, player = len(self._match.legal(seat)), self._players[seat]
        if choices <= 1 or not self._pace:
            return 0.0
        if player is None or self._match.seats > MAX_SEATS_WITH_DIFFICULTY:
            doubt = None
        else:
            doubt = player.doubt(self._match.view(seat))
        return 1 - 1 / choices if doubt is None else EASY_CHOICE_DIFFICULTY + (1 - EASY_CHOICE_DIFFICULTY) * doubt

    def _decision_seconds(self, seat: int, difficulty: float = USUAL_DIFFICULTY) -> float:
        """Return how many seconds the bot of a seat takes for its next decision, by its `difficulty` from 0 to 1.

        A decision without a choice takes about half the pace, and the hardest no more than 1.4 times the pace. It
        follows from the match, the seat and the number of the decision, so a restarted host plans the same.
        """
        variation = crc32(f"{self._number} {seat} {self._steps[seat]}".encode()) / 0xFFFFFFFF
        pace = min(self._pace, FAST_DECISION_SECONDS) if self._fast else self._pace
        return pace * (0.55 + 0.75 * difficulty) * (0.7 + 0.375 * variation)

    def wake_times(self) -> list[float]:
        """Return the table times of all planned decisions and actions; `EARLIEST_TABLE_TIME` while a level is
        thinking."""
        decisions = [turn.decision_time for seat, turn in self._turns.items() if not self._is_thinking(seat)]
        if len(decisions) < len(self._turns):
            decisions.append(EARLIEST_TABLE_TIME)
        return decisions + [plan.action_time for plan in self._out_of_turn_plans.values()]

    def _is_thinking(self, seat: int) -> bool:
        """Return whether a level computes the decision of a seat now."""
        return seat in self._thinkers and self._thinkers[seat].is_thinking

    # The decisions

    def think(self) -> None:
        """Do one piece of work of one level that is thinking; at each call another level has its turn."""
        for seat, thinker in self._thinkers.items():
            if thinker.is_thinking:
                thinker.do_piece_of_work()
                self._thinkers[seat] = self._thinkers.pop(seat)  # the others first
                return

    def due_actions(self, now: float) -> list[tuple[int, Action]]:
        """Return (seat, action) for each bot that decides now; the bot chooses the action by what the seat sees.

        A level that is still thinking then gets up to `MAX_THOUGHT_SECONDS` more; if that is not enough, the seat does
        what the usual level would do.
        """
        return [
            (seat, self._choose_action(seat))
            for seat, turn in self._turns.items()
            if turn.decision_time <= now
            and (now >= turn.decision_time + MAX_THOUGHT_SECONDS or not self._is_thinking(seat))
        ]

    def _choose_action(self, seat: int) -> Action:
        """Return the choice of a seat's bot; the automatic action of the rules where the game has no such bot.

        If the thought of a level has not led to a legal action, it is the action of the usual level.
        """
        player = self._players[seat]
        if seat in self._thinkers:
            action = self._thinkers[seat].action
            if action is not None and action in self._match.legal(seat):
                return action
            player = self._game.bot_called(NORMAL_LEVEL, self._temperaments[seat])
        if player is None or player.bot is None:
            return self._match.default(seat)
        return player.bot(self._match.view(seat))

    def pop_out_of_turn_action(self, now: float) -> tuple[int, Action] | None:
        """Remove and return the seat and action of the first out-of-turn action that is due and still possible, or
        None.

        Out-of-turn actions that are due but no longer possible are dropped. The bot's decision stays planned as it is.
        """
        for seat, (action, _, when) in sorted(self._out_of_turn_plans.items()):
            if when > now:
                continue
            del self._out_of_turn_plans[seat]
            if action in self._match.legal(seat) and self._delayed_actions.counts_at(action) <= now:
                if seat in self._turns:
                    self._turns[seat] = self._turns[seat]._replace(step=self._steps[seat] + 1)
                return seat, action
        return None

    def postpone_decision(self, seat: int, decision_time: float) -> None:
        """Put off the decision of a seat's bot until the table time `decision_time`, in seconds."""
        self._turns[seat] = PlannedBotDecision(self._steps[seat], decision_time)

    def cancel_decision(self, seat: int) -> None:
        """Drop the planned decision of a seat's bot; it is planned again if the match still waits for it."""
        del self._turns[seat]

    def finish_decision(self, seat: int) -> str:
        """End the planned decision of a seat's bot, because its action is executed next; return how the journal names
        who decided it: ``bot`` or ``away``."""
        del self._turns[seat]
        return self._journalled_as[seat]

    def journalled_as(self, seat: int) -> str:
        """Return how the journal names who decides an action of a seat's bot: ``bot``, or ``away`` for a stand-in
        bot."""
        return self._journalled_as[seat]
