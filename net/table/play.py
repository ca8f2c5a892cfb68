"""The play of a match at a table: it executes and journals the actions of people, bots and clocks."""

from __future__ import annotations

from core import Action, RulesError
from net.limits import MAX_REASON_CELLS
from net.protocol.messages import Act, ActionAnswered, ActionDelayed, PlayOnFast, RequestRefused
from net.protocol.refusals import ONLY_DURING_MATCH_SENTENCE, pause_sentence
from net.protocol.sanitize import clean_text
from net.protocol.table_state import only_bots_decide
from net.table.broadcast import Broadcast
from net.table.match_end import MatchEnd
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.presence import Presence
from net.table.state import ImpossibleRequest, TableState
from net.table.tick import TickOutput

ACTION_TOO_LATE_SENTENCE = "That came too late: the table has moved on."
"""The refusal of an action for a decision that has been made already."""

PEOPLE_STILL_DECIDE_SENTENCE = "Somebody is still playing; the bots can be sped up when only they are left."
"""The refusal of the request to play on fast while a person decides in the match."""


class Play:
    """Executes and journals the actions of a match until it is over."""

    __slots__ = ("_broadcast", "_match_end", "_output", "_presence", "_state")

    def __init__(
        self, state: TableState, output: TickOutput, broadcast: Broadcast, presence: Presence, match_end: MatchEnd
    ) -> None:
        self._state = state
        self._output = output
        self._broadcast = broadcast
        self._presence = presence
        self._match_end = match_end

    # Action messages

    def handle_action(self, person: Person, message: Act) -> None:
        """Execute or delay the action of an `Act` message, and send the reply.

        An action that is impossible or too late is refused. A message that was answered before is not executed again
        but gets the same reply, with the time that is left of a delay.
        """
        if message.id > person.last_action_id:
            person.last_action_id = message.id
            try:
                person.last_reply = self._execute_or_delay(person, message)
            except (ImpossibleRequest, RulesError) as error:
                person.last_reply = RequestRefused(message.id, clean_text(str(error), MAX_REASON_CELLS))
        elif isinstance(person.last_reply, ActionDelayed) and self._state.active_runner is not None:
            delayed = self._state.active_runner.delayed_actions
            person.last_reply = delayed.updated_reply(person.last_reply, person, self._state.time)
        if person.last_reply is not None:
            self._broadcast.send(person, person.last_reply)

    def _execute_or_delay(self, person: Person, message: Act) -> ActionAnswered | ActionDelayed | None:
        """Execute or delay an action and return the reply.

        None if the action is delayed but counts in this very tick: then `play_due` sends the reply. Raises
        `ImpossibleRequest` or `core.RulesError`, with nothing changed, if the action is not possible.
        """
        state, runner, seat = self._state, self._state.active_runner, person.seat
        if runner is None:
            raise ImpossibleRequest(ONLY_DURING_MATCH_SENTENCE)
        if seat is None:
            raise ImpossibleRequest("You are watching; only those who have a seat play.")
        if state.is_paused:
            owner = state.owner
            raise ImpossibleRequest(pause_sentence(None if owner is None or owner is person else owner.name))
        if (message.match_number, message.step) != (runner.number, runner.steps[seat]):
            raise ImpossibleRequest(ACTION_TOO_LATE_SENTENCE)
        if message.version is not None and message.version < runner.updates.version_when_prompted(seat):
            raise ImpossibleRequest(ACTION_TOO_LATE_SENTENCE)
        action = runner.match.game.parse(message.action)
        if runner.delayed_actions.must_wait(action, state.time) and action in runner.match.legal(seat):
            delayed = runner.delayed_actions.delay_action(person, message.id, seat, action, message.action)
            return ActionDelayed(message.id, delayed.counts_at - state.time) if delayed.counts_at > state.time else None
        return self._perform_action(runner, person, seat, action, message.action, message.id)

    def _perform_action(
        self, runner: MatchRunner, person: Person, seat: int, action: Action, text: str, action_id: int
    ) -> ActionAnswered:
        """Execute an action of a person's seat in the match, journal it, and return the reply.

        Raises `core.IllegalAction`, with nothing changed.
        """
        acted = runner.act(seat, action, "person", self._state.time, person.token, action_id, text)
        self._output.add_entries(acted)
        person.clock_expiries = 0
        return ActionAnswered(action_id, runner.number, runner.steps[seat])

    # Speed

    def play_on_fast(self, person: Person, message: PlayOnFast) -> None:
        """Make the bots decide fast until a bot gets or leaves a seat, or the match ends.

        Raises `ImpossibleRequest` while a person decides in the match, or without a match.
        """
        runner = self._state.active_runner
        if runner is None:
            raise ImpossibleRequest(ONLY_DURING_MATCH_SENTENCE)
        if not only_bots_decide(self._state.info(), runner.match.view(None)):
            raise ImpossibleRequest(PEOPLE_STILL_DECIDE_SENTENCE)
        runner.bots.decide_without_pause(self._state.time)

    # Every tick

    def act_if_time_is_up(self) -> None:
        """Take and journal the table's own action if the match's time limit is over, unless the match stands still.

        Called before the inputs of a tick.
        """
        if self._state.active_runner is not None and not self._state.stands_still:
            self._output.add_entries(*self._state.active_runner.act_if_time_is_up(self._state.time))

    def play_due(self) -> None:
        """Execute and journal what is due, unless the match stands still; send the updates; end a match that is over.

        Due are delayed actions and the decisions of bots and clocks. People who let the clock decide are marked idle.
        """
        runner = self._state.active_runner
        if runner is None:
            return
        if not self._state.stands_still:
            self._execute_delayed(runner)
            acted = runner.play_due(self._state.time)
            self._output.add_entries(*acted)
            self._execute_delayed(runner)
            if acted:
                self._presence.count_expiries(runner, acted)
            self._presence.mark_idle_people(runner)
        self._broadcast.send_updates(runner)
        if runner.match.over:
            self._match_end.finish_match(runner)

    def _execute_delayed(self, runner: MatchRunner) -> None:
        """Execute the delayed actions that count now, in the order received, and refuse those that have lapsed."""
        match = runner.match
        while (delayed := runner.delayed_actions.pop_ready(match, self._state.time)) is not None:
            person = delayed.person
            if runner.delayed_actions.has_lapsed(delayed, match):
                reason = f"Your {delayed.action.verb} was held back to be fair to slow connections, and came too late."
                reply: ActionAnswered | RequestRefused = RequestRefused(delayed.action_id, reason)
            else:
                reply = self._perform_action(
                    runner, person, delayed.seat, delayed.action, delayed.text, delayed.action_id
                )
            if person.last_action_id == delayed.action_id:
                person.last_reply = reply
            if person.connection in self._state.people.connected:
                self._broadcast.send(person, reply)
