"""Remote people of the simulator: each has a machine with the real client as a program on it, and decides at random."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from core import games
from net.client.events import (
    ConnectionRestored,
    HostLost,
    HostRestarted,
    MatchBegan,
    MatchChanged,
    QuestionsReceived,
    ReconnectAttempt,
    RefusalReceived,
    TableChanged,
    VerificationResult,
)
from net.client.events import Event as News
from net.client.join_spec import HostSpec, JoinSpec, VerifierSpec
from net.client.remote import RemoteClient
from net.errors import NetError
from net.protocol.messages import (
    Act,
    ClientMessage,
    ConnectionFailed,
    MatchResult,
    MatchSnapshot,
    MatchUpdate,
    ServerMessage,
    Welcome,
)
from net.table.owner_requests import SENT_AWAY_FROM_TABLE_SENTENCE
from tests.sim.host_machine import HostMachine, NetworkPath
from tests.sim.invariants import Invariants
from tests.sim.processes import Process
from tests.sim.simulation import FutureEvent, Simulation
from tests.sim.virtual_links import NetworkLink, Transport

BOT_ACTION_SHARE_BY_SLUG: Final = {"queens-dungeon": 0.85, "big-queen": 0.7}
"""Maps the slug of a game to the share of decisions in which a person takes a bot's action instead of a random legal
one, which makes a match shorter.
"""

SHARE_OF_VERIFYING_PEOPLE: Final = 0.1
"""Share of people whose programs verify the whole match when it is over, which takes a while."""

MAX_LEAVING_SECONDS: Final = 4.0
"""Longest time in seconds that a program may take to leave a table before it is ended."""

REPEATED_ACTION_SHARE: Final = 0.05
"""Share of the actions that a program sends twice, which a correct program never does."""


class WatchedRemoteClient(RemoteClient):
    """A `RemoteClient` that passes every message to the invariants."""

    def __init__(self, person: RemotePerson) -> None:
        chance = person.simulation.chance
        verifier = VerifierSpec(chance.randbytes, checks_matches=chance.random() < SHARE_OF_VERIFYING_PEOPLE)
        super().__init__(
            HostSpec("host", chance=chance), JoinSpec(person.name, "", person.watch, person.token), verifier
        )
        self.person = person
        self.checks = person.checks
        self.sent: Act | None = None
        self.set_listener(person.on_event)

    @property
    def transport(self) -> Transport | None:
        """The connection that is used now."""
        transport = None if self._connection is None else self._connection._transport
        return transport if isinstance(transport, Transport) else None

    @property
    def has_joined(self) -> bool:
        """Return whether this client has joined the table, as far as it knows."""
        return bool(self._table_id) and self._connection is not None and self._admission is None

    def message_received(self, message: ServerMessage) -> None:
        """Pass a message on to the client, and check that it fits and is true."""
        self.person.simulation.note(self.person.name, message)
        waits = not (self._admission is None or self._admission.done() or isinstance(message, ConnectionFailed))
        news = [message]
        if waits and isinstance(message, Welcome):
            news = [*self._before_welcome, message]
        elif waits:
            news = []
        before = self._replica
        try:
            super().message_received(message)
        except NetError as fault:
            self.checks.fail(f"{self.person.name} was sent what does not fit: {fault} ({message})")
        for one in news:
            self.checks.check_received_message(self, one)
        if waits and before is not None and self._replica is not None and before.match == self._replica.match and news:
            self._count_way_of_catching_up({type(one) for one in news})

    def _report_failure(self, error: NetError) -> None:
        """Check the reason for which the host refuses this client, and report it to the client."""
        self.checks.check_refusal(self.person.name, error)
        if str(error) == SENT_AWAY_FROM_TABLE_SENTENCE:
            self.person.token = ""  # a banned person can join only as a new one
        super()._report_failure(error)

    def _count_way_of_catching_up(self, message_types: set[type]) -> None:
        """Count by which messages the host brought a reconnected client up to date, unless its match had ended.

        `message_types` are the types of these messages.
        """
        how = "was sent a snapshot" if MatchSnapshot in message_types else "was sent the changes since"
        if MatchResult not in message_types:
            self.person.simulation.count(
                f"came back and {how if message_types & {MatchSnapshot, MatchUpdate} else 'had missed nothing'}"
            )

    def send_again_unchecked(self, message: ClientMessage) -> None:
        """Send a message again without passing it to the checks of the run, which have already recorded it."""
        super()._send(message)

    def _send(self, message: ClientMessage) -> None:
        """Record a message, and send it to the host."""
        if isinstance(message, Act):
            if self.sent is not None and self.sent.id == message.id:
                self.person.simulation.count("an action was sent again after coming back")
            self.sent = message
        self.checks.record_sent_message(self, message)
        super()._send(message)


class RemotePerson:
    """A person with a machine of their own, on which they start the program again after it has ended.

    `watch`: joins as a spectator. `eager`: has not left for good, and so starts the program again. `lets_clock_decide`:
    often makes no decision until the clock does. `haste`: the longest time in seconds for any other decision.
    """

    def __init__(
        self,
        simulation: Simulation,
        machine: HostMachine,
        checks: Invariants,
        name: str,
        link: NetworkLink,
        watch: bool,
    ) -> None:
        self.simulation = simulation
        self.machine = machine
        self.checks = checks
        self.name = name
        self.link = link
        self.watch = watch
        self.token = ""
        self.process: Process | None = None
        self.program: WatchedRemoteClient | None = None
        self.eager = True
        self.lets_clock_decide = False
        self.haste = 0.05 + simulation.chance.random()
        self._thinking: FutureEvent | None = None

    @property
    def has_joined(self) -> bool:
        """Return whether this person is at the table, as far as they know."""
        return self.program is not None and self.program.has_joined

    @property
    def transport(self) -> Transport | None:
        """The connection that this person's program uses now."""
        return None if self.program is None else self.program.transport

    def start_program(self) -> None:
        """Start the program and join."""
        way = NetworkPath(self.machine, self.name, self.link)
        self.process = process = Process(self.simulation, self.name, 100 * self.simulation.chance.random(), way)
        process.run(self._start_client, process)

    def _start_client(self, process: Process) -> None:
        """Start the client within a process, and join the table."""
        self.program = program = WatchedRemoteClient(self)
        process.create_task(program.join_table()).add_done_callback(self._handle_joining_result)

    def _handle_joining_result(self, joining_task: asyncio.Task[None]) -> None:
        """End the program if joining has failed; an error that is no `NetError` fails the run."""
        error = joining_task.exception()
        if error is not None:
            if not isinstance(error, NetError):
                self.simulation.first_error = error
            self.end_program()

    def end_program(self) -> None:
        """End the program, keep the token, and start the program again after a while."""
        if self.process is not None:
            self.process.end()
            self._break_connection(loses_power=False)
            self.process = self.program = None
            self.simulation.schedule_after(0.5 + 4 * self.simulation.chance.random(), self.rejoin)

    def rejoin(self) -> None:
        """Start the program again, unless it runs or the person has left for good."""
        if self.eager and self.process is None:
            self.start_program()

    def kill_program(self, loses_power: bool) -> None:
        """Kill the program, or with `loses_power` cut the power of its machine; it is not started again by itself."""
        if self.process is not None:
            self.process.end()
            self._break_connection(loses_power)
            self.process = self.program = None

    def _break_connection(self, loses_power: bool) -> None:
        """Break the connection; with `loses_power` the host does not notice it."""
        transport = self.transport
        if transport is not None and loses_power:
            transport.wire.break_unnoticed()
        elif transport is not None:
            transport.wire.cut()

    def leave_for_good(self) -> None:
        """Leave the table for good: if the program runs, say goodbye, and end the program `MAX_LEAVING_SECONDS`
        later.
        """
        self.eager = False
        process, program = self.process, self.program
        if process is None or program is None:
            return
        self.process = self.program = None
        process.run(lambda: process.create_task(program.close()))
        self.simulation.schedule_after(MAX_LEAVING_SECONDS, lambda: self._end(process, program))

    def _end(self, process: Process, program: WatchedRemoteClient) -> None:
        """End a process, and break its connection."""
        process.end()
        if program.transport is not None:
            program.transport.wire.cut()

    # Playing

    def on_event(self, news: News) -> None:
        """React to an event of the client: plan a decision, react to the table, check a verdict, or end the program."""
        if isinstance(news, MatchBegan | MatchChanged | RefusalReceived | ConnectionRestored):
            self.schedule_decision()
        elif isinstance(news, TableChanged):
            self._react_to_table()
        elif isinstance(news, QuestionsReceived):
            for question in news.questions:
                self.use_client(lambda program, asked=question: program.answer_question(asked, True))
        elif isinstance(news, ReconnectAttempt):
            self.simulation.count("a client tried to come back by itself")
        elif isinstance(news, VerificationResult):
            self.checks.check_verification(self.name, news.fair, news.sentence)
        elif isinstance(news, HostRestarted):
            self.simulation.count("another table answered")
        elif isinstance(news, HostLost):
            self.simulation.schedule_after(0.0, self.end_program)

    def _react_to_table(self) -> None:
        """React to a changed table: plan a decision; if the match is paused and theirs to resume, resume it later.

        At a table that everybody has left, replace a stand-in bot after a second.
        """
        if self.program is None or self.program.table is None:
            return
        if self.program.table.deserted:
            self.simulation.schedule_after(1.0, lambda: self.use_client(lambda program: program.dismiss_stand_in()))
        if not self.program.table.paused:
            self.schedule_decision()
        elif self.program.is_owner:
            pause = 20 * self.simulation.chance.random() ** 2
            self.simulation.schedule_after(pause, lambda: self.use_client(lambda program: program.pause_match(False)))

    def use_client(self, request: Callable[[WatchedRemoteClient], None]) -> None:
        """Call `request` with this person's client.

        Does nothing while they are not at the table or their program is down.
        """
        if self.has_joined and self.process is not None and self.program is not None:
            self.process.run(request, self.program)

    def schedule_decision(self) -> None:
        """Schedule a decision, if the person has one to make and none is scheduled."""
        if self._thinking is None and self._legal_actions():
            slow = self.lets_clock_decide and self.simulation.chance.random() < 0.3
            pause = 0.02 + (20 if slow else self.haste) * self.simulation.chance.random()
            self._thinking = self.simulation.schedule_after(pause, self._decide)

    def _legal_actions(self) -> tuple[object, ...]:
        """Return the person's legal actions; empty while there is nothing to decide."""
        program = self.program
        if program is None or program.view is None or program.seat is None or program.view.seat != program.seat:
            return ()
        if program.table is not None and program.table.paused:
            return ()
        return games[program.view.game].legal(program.view)

    def _decide(self) -> None:
        """Send a decision, if there still is one: a catch if one is legal, else a random legal action or that of a bot.

        Sometimes schedule that it is sent again.
        """
        self._thinking = None
        choices = self._legal_actions()
        if not choices or self.program is None or self.process is None or not self.has_joined:
            return
        view = self.program.view
        assert view is not None
        game = games[view.game]
        legal = game.legal(view)
        eager = [action for action in legal if action.verb == "catch"]
        if eager or self.simulation.chance.random() >= BOT_ACTION_SHARE_BY_SLUG.get(game.slug, 0.2):
            action = self.simulation.chance.choice(eager or legal)
        else:
            action = next(iter(game.bots.values()))(view)
        self.use_client(lambda program: program.send_action(action))
        if self.simulation.chance.random() < REPEATED_ACTION_SHARE:
            self.simulation.schedule_after(
                self.simulation.chance.random(),
                self.simulation.chance.choice((self.resend_action, self.resend_with_new_id)),
            )

    def resend_action(self) -> None:
        """Send the last action message again, with the same id."""
        if self.program is not None and self.program.sent is not None:
            sent = self.program.sent
            self.use_client(lambda program: program.send_again_unchecked(sent))
            self.simulation.count("an action was sent twice")

    def resend_with_new_id(self) -> None:
        """Send the last action again under a new id: the host must refuse it, or carry it out once."""
        if self.has_joined and self.program is not None and self.program.sent is not None:
            self.program._last_action_id += 1
            stale = replace(self.program.sent, id=self.program._last_action_id)
            self.use_client(lambda program: program._send(stale))
            self.simulation.count("an action came for another decision")
