"""A table, its people and the bytes between them, in memory and without a network; each call of `run_tick` is one tick
of the table.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from core import Action, Game, View, games
from net.client.deal_memory import HostDeals
from net.client.events import Event
from net.client.join_spec import JoinSpec, VerifierSpec
from net.client.session import ClientSession
from net.errors import PeerFault
from net.journal.entries import (
    ActionEntry,
    Entry,
    MatchAbortedEntry,
    MatchBeganEntry,
    MatchEndedEntry,
    add_up_to_saved_table,
)
from net.protocol.endpoint import ClientEndpoint, HostEndpoint
from net.protocol.messages import Bye, ClientMessage, Message, encode_message
from net.protocol.table_state import SeatInfo
from net.table.spec import TableSpec
from net.table.table import Table
from net.table.tick import ConnectionLost, Input, MessageReceived, TickResult, WritingPaused, WritingResumed


def sensible_action(game: Game, view: View, chance: random.Random) -> Action:
    """Return an action for the view's seat as a sensible player takes it: that of the last of the game's bots, or a
    random legal one if it has none.
    """
    bots = list(game.bots.values())
    return bots[-1](view) if bots else chance.choice(game.legal(view))


class Player(ClientSession):
    """A client whose messages go as bytes, through a real pair of protocol endpoints, to the table of a `TableHarness`.

    `resumable` is whether it can come back to its seat after a lost connection, `origin` is the address from which it
    comes, "" for the host's machine. `key` identifies its person: the fingerprint of an SSH key, or an identifier in a
    club. `deals` is what its program remembers of the host's deals. `connection_id` is that of its present connection,
    0 without one; `received_bytes` is everything that it was ever sent.
    """

    def __init__(
        self,
        harness: TableHarness,
        name: str,
        code: str = "",
        watch: bool = False,
        draw_bytes: Callable[[int], bytes] | None = None,
        resumable: bool = True,
        origin: str = "",
        key: str = "",
        deals: HostDeals | None = None,
    ) -> None:
        super().__init__(JoinSpec(name, code, watch, can_resume=resumable), VerifierSpec(draw_bytes), deals=deals)
        self.origin = origin
        self.key = key
        self.harness = harness
        self.events: list[Event] = []
        self.received_bytes = b""
        self.connection_id = 0
        self.set_listener(self.events.append)

    def connect(self) -> None:
        """Open a new connection to the table, and send the hello on it."""
        self.connection_id = self.harness.new_connection_id()
        self._host_end, self._client_end = (
            HostEndpoint(self.harness.now),
            ClientEndpoint(self.hello_message(), self.harness.now),
        )
        self.harness.players[self.connection_id] = self
        self._deliver_to_host()

    def say_goodbye(self) -> None:
        """Leave the table with a `Bye`."""
        self._send(Bye())
        self.harness.run_tick()
        self.connection_id = 0

    def lose_connection(self) -> None:
        """Lose the connection without a `Bye`, as when a cable is cut."""
        self.harness.players.pop(self.connection_id, None)
        self.harness.inbox.append(ConnectionLost(self.connection_id))
        self.connection_id = 0

    def stop_reading(self) -> None:
        """Report to the table that this person's send buffer is full."""
        self.harness.inbox.append(WritingPaused(self.connection_id))

    def resume_reading(self) -> None:
        """Report to the table that this person's send buffer has room again."""
        self.harness.inbox.append(WritingResumed(self.connection_id))

    def _send(self, message: ClientMessage) -> None:
        """Send a message to the host, unless there is no connection."""
        if self.connection_id:
            self._client_end.send(message)
            self._deliver_to_host()

    def _deliver_to_host(self) -> None:
        """Put the messages that this client has sent into the table's inbox."""
        for message in self._host_end.receive(self._client_end.take_outgoing(), self.harness.now):
            assert not isinstance(message, PeerFault), message
            self.harness.inbox.append(MessageReceived(self.connection_id, message, self.origin, self.key))

    def receive_bytes(self, data: bytes) -> None:
        """Add bytes of the host to `received_bytes`, and handle the messages in them; a fault in them fails the
        test.
        """
        self.received_bytes += data
        for message in self._client_end.receive(data, self.harness.now):
            assert not isinstance(message, PeerFault), message
            self.handle_message(message)

    def time(self) -> float:
        """Return the harness's virtual time in seconds."""
        return self.harness.now

    def seats_with_seconds_left(self) -> list[SeatInfo]:
        """Return the seats of the table, each with `away_until` replaced by the seconds left of its grace period."""
        assert self.table is not None
        return [seat_with_seconds_left(seat, self.table_time()) for seat in self.table.seats]

    async def close(self) -> None:
        """Lose the connection without a goodbye."""
        self.lose_connection()

    def last_event(self, event_class: type) -> Event:
        """Return the latest event of this kind; raises `StopIteration` if there is none."""
        return next(event for event in reversed(self.events) if isinstance(event, event_class))

    def event_count(self, event_class: type) -> int:
        """Return how many events of this kind the client has reported."""
        return sum(isinstance(event, event_class) for event in self.events)


class TableHarness:
    """A table in memory, the clients of its people, and a virtual clock in seconds from 0.

    Messages of clients wait in `inbox`; `run_tick` passes all of them to the table and its answers to the clients.
    `result` is that of the latest tick, `all_entries` are all journal entries of the run, `wake_at` is the time at
    which the table wants its next tick (None: only when input arrives). `players` maps connections to clients.
    """

    def __init__(self, game: str = "mad-queens", seats: int = 3, **kw: object) -> None:
        options = kw.pop("options", {})
        self.game = games[game]
        self.chance = random.Random(1)
        self.table = Table(TableSpec(self.game, seats, options, **{"seed": 7, **kw}), bytes(32), self.chance.randbytes)  # type: ignore[arg-type]
        self.now = 0.0
        self.inbox: list[Input] = []
        self.players: dict[int, Player] = {}
        self.result = TickResult()
        self.all_entries: list[Entry] = []
        self.wake_at: float | None = None
        self._last_connection_id = 0

    def new_connection_id(self) -> int:
        """Return a connection number that was not used before."""
        self._last_connection_id += 1
        return self._last_connection_id

    def join_person(self, name: str, **settings: object) -> Player:
        """Join a new person in a tick with no other input, and return their client."""
        player = Player(self, name, **settings)  # type: ignore[arg-type]
        player.connect()
        self.run_tick()
        return player

    def start_match_of(self, *names: str) -> list[Player]:
        """Join people with these names, start a match as the first person, and return their clients."""
        people = [self.join_person(name) for name in names]
        people[0].start_match()
        self.run_tick()
        return people

    def run_tick(self) -> TickResult:
        """Run one tick, in which the table handles all that has arrived: pass all waiting inputs to the table, deliver
        its messages, and return its result."""
        inbox, self.inbox = self.inbox, []
        self.result = self.table.handle(inbox, self.now)
        self.all_entries += self.result.journal
        for send in self.result.sends:
            frame = encode_message(send.message)
            for connection in send.connections:
                if connection in self.players:
                    self.players[connection].receive_bytes(frame)
        for drop in self.result.drops:
            player = self.players.pop(drop.connection, None)
            if player is not None and player.connection_id == drop.connection:
                player.connection_id = 0
        self.wake_at = self.result.wake_at
        return self.result

    def restart_host(self) -> None:
        """Restart the host: restore the table from the journal, and cut all connections.

        Nobody reconnects by itself.
        """
        saved = add_up_to_saved_table(self.all_entries)
        assert saved is not None
        self.table = Table.restore(saved, self.now, draw_bytes=self.chance.randbytes)
        self.inbox.clear()
        for player in self.players.values():
            player.connection_id = 0
        self.players.clear()

    def lasting_state(self) -> object:
        """Return the part of the table's state that a restart of the host restores, for comparison with another one."""
        state = self.table.state
        runner = state.runner
        people = sorted(
            (p.token, p.name, p.seat, p.only_watches, p.has_left, tuple(sorted(p.scores.items())))
            for p in state.people
            if p.seat is not None or p.scores or p is state.founder
        )
        seats = [(seat.bot, seat.bot_name, seat.is_filler) for seat in state.seats]
        match = None if runner is None else (runner.number, runner.match.digest, runner.steps, runner.current_names)
        versions = None if runner is None else [runner.updates.version(a) for a in (None, *range(runner.match.seats))]
        info = state.info()
        return (
            (info.game, info.options, info.phase, state.matches, state.terms, state.totals, state.banned_identities),
            (people, seats, match, versions),
            ("" if state.founder is None else state.founder.token, state.is_paused),
        )

    def pass_time(self, seconds: float) -> None:
        """Advance the clock by `seconds`, with a tick whenever the table wants one, and one at the end."""
        until = self.now + seconds
        while self.wake_at is not None and self.wake_at <= until:
            self.now = max(self.now, self.wake_at)
            self.run_tick()
        self.now = until
        self.run_tick()

    def sent_messages(self) -> list[Message]:
        """Return the messages that the table sent in the latest tick."""
        return [send.message for send in self.result.sends]

    def new_match_entries(self) -> list[object]:
        """Return those entries of the latest tick that begin a match, act in it or end it, without who requested an
        action.
        """
        return [
            entry_without_request(entry)
            for entry in self.result.journal
            if isinstance(entry, MatchBeganEntry | ActionEntry | MatchEndedEntry | MatchAbortedEntry)
        ]

    def run_until_idle(self, limit: int = 10_000) -> None:
        """Advance the clock until the table needs no more ticks; raise `AssertionError` after `limit` ticks."""
        for _ in range(limit):
            if not self.inbox and self.wake_at is None:
                return
            self.now = max(self.now, self.wake_at or self.now)
            self.run_tick()
        raise AssertionError("the table never needs no tick")

    def play_match(
        self, players: Sequence[Player], limit: int = 10_000, after_tick: Callable[[], None] | None = None
    ) -> None:
        """Play the match to its end: these people act sensibly while connected.

        `after_tick` is called after every tick.

        Raise `AssertionError` after `limit` ticks.
        """
        for _ in range(limit):
            if self.table.state.active_runner is None:
                return
            for player in players:
                if player.connection_id and player.view is not None and self.game.legal(player.view):
                    player.send_action(sensible_action(self.game, player.view, self.chance))
            if not self.inbox and self.wake_at is not None:
                self.now = max(self.now, self.wake_at)
            self.run_tick()
            if after_tick is not None:
                after_tick()
        raise AssertionError("the match does not end")

    def check_replicas(self) -> None:
        """Check that every connected client has the view, the seat, the questions and the table that it should have."""
        state = self.table.state
        runner = state.runner
        for person in self.table._broadcast.listeners():
            player = self.players[person.connection]
            if runner is not None and person.followed_match_number == runner.number:
                assert player.view == runner.match.view(person.seat), player.name
            assert (player.seat, player.name, player.is_owner) == (person.seat, person.name, person is state.owner)
            assert player.questions == person.questions
            assert player.table is not None
            now = self.table.info()
            assert player.seats_with_seconds_left() == [seat_with_seconds_left(seat, state.time) for seat in now.seats]
            assert (player.table.phase, player.table.owner) == (now.phase, now.owner)
            assert player.table.owner_name == now.owner_name
            assert (player.table.game, player.table.options) == (now.game, now.options)
            assert (player.table.terms, player.table.paused) == (now.terms, now.paused)
            assert player.table.deserted == now.deserted
            assert player.table.totals == now.totals


def seat_with_seconds_left(seat: SeatInfo, now: float) -> SeatInfo:
    """Return a seat whose `away_until`, the time until which a bot waits for its person, is replaced by the seconds
    from `now`, at least 0; None stays.
    """
    return seat if seat.away_until is None else replace(seat, away_until=round(max(0.0, seat.away_until - now), 3))


def entry_without_request(entry: object) -> object:
    """Return a journal entry; if it is an action, without the person and the id of the request."""
    return dataclasses.replace(entry, person="", ask=0) if isinstance(entry, ActionEntry) else entry


@pytest.fixture
def make_harness() -> Callable[..., TableHarness]:
    """Fixture that returns the class `TableHarness`; calling it makes a table in its lobby with nobody at it."""
    return TableHarness


@pytest.fixture
def choose_sensible_action() -> Callable[[Game, View, random.Random], Action]:
    """Fixture that returns the function `sensible_action`, which chooses the action that a sensible player would
    take.
    """
    return sensible_action
