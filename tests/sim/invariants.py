"""The invariants of a simulated run, checked while it runs, after every death of the host, and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from core import View, games
from net.errors import NetError, PeerFault, Rejected, TooSlow
from net.journal.entries import ActionEntry, Entry, MatchAbortedEntry, MatchBeganEntry, MatchEndedEntry, PersonEntry
from net.protocol.change_codec import encode_change, encode_view
from net.protocol.messages import (
    Act,
    ActionAnswered,
    ActionDelayed,
    ClientMessage,
    MatchSnapshot,
    MatchUpdate,
    RecordPiece,
    RequestRefused,
    RequestSnapshot,
    ServerMessage,
    Welcome,
    WirePast,
    encode_message,
)
from net.protocol.table_state import ClockChanged, ShownClock
from net.table.owner_requests import ADDRESS_SENT_AWAY_SENTENCE, SENT_AWAY_FROM_TABLE_SENTENCE
from net.table.table import Table
from net.table.tick import TickResult
from tests.sim.oracle import MatchOracle, oracles_by_match
from tests.sim.simulation import Simulation
from tests.sim.virtual_disk import MAX_UNSYNCED_SECONDS, VirtualDisk

if TYPE_CHECKING:
    from tests.sim.local_player import WatchedLocalClient
    from tests.sim.remote_players import RemotePerson, WatchedRemoteClient

    Program: TypeAlias = WatchedRemoteClient | WatchedLocalClient


SENT_BEFORE_COMMIT_FAILURE: Final = "a message was sent before its tick was committed"
"""Beginning of the error of a run in which a message was sent before its tick was committed."""


class Invariants:
    """Checks the invariants of one run."""

    def __init__(self, simulation: Simulation, disk: VirtualDisk) -> None:
        self.simulation = simulation
        self.disk = disk
        self.behind: set[str] = set()
        self.oracles: dict[int, MatchOracle] = {}
        self.committed: list[tuple[float, tuple[Entry, ...]]] = []
        self.last_send_at = 0.0
        self.being_written: tuple[Entry, ...] = ()
        self.uncommitted_seats: TickResult | None = None
        self.requested: dict[tuple[str, int], Act] = {}
        self.applied: dict[tuple[str, int], int] = {}
        self.answered: set[tuple[str, int]] = set()
        self.tokens: dict[str, str] = {}
        self.seats: set[tuple[str, int | None]] = set()
        self._died_at: float | None = None
        self._power = False

    def fail(self, reason: str) -> None:
        """Fail the run: raise `InvariantViolated` with this reason."""
        self.simulation.check(False, reason)

    # The host's side

    def record_tick(self, result: TickResult) -> None:
        """Record a tick that the table has handled, and the time if it sends something.

        Nothing is checked yet: messages of a tick with journal entries may be delivered only after the commit of these
        entries.
        """
        if result.sends:
            self.last_send_at = self.simulation.now
        self.uncommitted_seats = result if result.journal else None

    def check_delivery(self, messages: Sequence[ServerMessage]) -> None:
        """Check that all entries that led to the messages which the runner sends to a person are committed."""
        if self.uncommitted_seats is not None:
            sends = [send.message for send in self.uncommitted_seats.sends]
            early = [message for message in messages if any(message is other for other in sends)]
            self.simulation.check(
                not early, f"{SENT_BEFORE_COMMIT_FAILURE}: {early[:1]} before {self.uncommitted_seats.journal[:1]}"
            )

    def check_commit(self, entries: Sequence[Entry]) -> None:
        """Check committed entries: actions are possible and were requested, and results are those of the match.

        Then allow the messages of their tick, and record the entries, the seats of people, and the requests of a match.
        """
        self.uncommitted_seats = None
        self.committed.append((self.simulation.now, tuple(entries)))
        for entry in entries:
            self.simulation.note("journal", entry)
            match entry:
                case MatchBeganEntry(match):
                    self.oracles[match] = MatchOracle(entry)
                case ActionEntry():
                    self._check_action(entry)
                case PersonEntry(token, seat=seat):
                    self.seats.add((token, seat))
                case MatchEndedEntry(match, standings, digest):
                    final = self.oracles[match].match
                    same = standings == tuple((one.seat, one.score, one.rank) for one in final.standings)
                    self.simulation.check(same and digest == final.digest.hex(), "the result is not that of the match")
                case MatchAbortedEntry(match):
                    self.applied = {ask: where for ask, where in self.applied.items() if where != match}

    def _check_action(self, entry: ActionEntry) -> None:
        """Fail if an action belongs to no match, or is a person's and was not requested; then play it in the oracle."""
        oracle = self.oracles.get(entry.match)
        if oracle is None:
            self.fail(f"{entry} is of a match that has not begun")
            return
        step = oracle.steps[entry.seat] if entry.seat < len(oracle.steps) else 0
        if entry.by == "person":
            self._check_was_requested(entry, step)
        oracle.act(entry)

    def _check_was_requested(self, entry: ActionEntry, step: int) -> None:
        """Check that the action's person requested it for their decision `step`, and that it is executed only once."""
        act = self.requested.get((entry.person, entry.ask))
        if act is None:
            self.fail(f"nobody has requested {entry}")
            return
        action = games[self.oracles[entry.match].began.game].parse(act.action)
        same = (act.match_number, act.step, str(action)) == (entry.match, step, entry.action)
        self.simulation.check(same, f"{entry} was done as decision {step}, but {act} was requested")
        self.simulation.check(self.applied.get((entry.person, entry.ask)) != entry.match, f"{entry} was done twice")
        self.applied[entry.person, entry.ask] = entry.match

    def record_host_death(self, loses_power: bool, being_written: Sequence[Entry]) -> None:
        """Record that the process was killed, or with `loses_power` that its machine lost power, while it wrote
        `being_written`. The messages of a tick that is not committed are no longer allowed.
        """
        self.being_written = tuple(being_written)
        self.uncommitted_seats = None
        self._died_at = self.simulation.now
        self._power = loses_power
        self.simulation.count("the host lost power" if loses_power else "the host was killed")

    def check_restart(self, table: Table, was_table_restored: bool) -> None:
        """Check, when the host starts, that the journal has everything that was committed.

        After a power cut the commits of the last second may be missing. From then on what the journal holds counts as
        committed. `was_table_restored` says that the table was restored: then it must also play the match of the
        journal.
        """
        ticks = self.disk.read()
        known = [tick for _, tick in self.committed]
        kept = 0
        while kept < min(len(known), len(ticks)) and known[kept] == ticks[kept]:
            kept += 1
        safe = len(known)
        if self._power and not self.disk.durable:
            assert self._died_at is not None
            safe = sum(when <= self._died_at - MAX_UNSYNCED_SECONDS for when, _ in self.committed)
        self.simulation.check(kept >= safe, f"the journal has lost {known[kept:][:3]}")
        self.simulation.check(kept == min(len(known), len(ticks)), "the journal differs from before")
        more = ticks[kept:]
        self.simulation.check(more in ([], [self.being_written]), f"the journal holds what was never written: {more}")
        self.committed = [*self.committed[:kept], *((self.simulation.now, tick) for tick in more)]
        entries = [entry for tick in ticks for entry in tick]
        self.seats |= {(entry.token, entry.seat) for entry in entries if isinstance(entry, PersonEntry)}
        self.oracles = oracles_by_match(entries)
        stopped = {entry.match for entry in entries if isinstance(entry, MatchAbortedEntry)}
        acted = [entry for entry in entries if isinstance(entry, ActionEntry) and entry.ask]
        self.applied = {(entry.person, entry.ask): entry.match for entry in acted if entry.match not in stopped}
        if was_table_restored:
            self.check_table_plays_committed_match(table)
        if was_table_restored and table.state.active_runner is not None:
            self.simulation.count("a match went on after a restart")

    def check_table_plays_committed_match(self, table: Table) -> None:
        """Check that the match at the table is the match of the committed entries."""
        runner = table.state.active_runner
        if runner is None:
            return
        oracle = self.oracles.get(runner.number)
        self.simulation.check(oracle is not None, "a match is played that was never committed")
        assert oracle is not None
        self.simulation.check(
            runner.match.digest == oracle.match.digest and runner.steps == oracle.steps,
            "the table plays another match than the journal holds",
        )

    # The people's side

    def record_sent_message(self, client: Program, message: ClientMessage) -> None:
        """Record an action that a client requests; fail if it requests a snapshot, which it does only if an update did
        not fit.
        """
        match message:
            case Act(id):
                self.requested[client.token, id] = message
            case RequestSnapshot():
                self.fail(f"{client.person.name} was sent an update that does not fit their view")

    def check_refusal(self, name: str, error: NetError) -> None:
        """Count and log why a connection was refused; fail if the reason is a fault other than reading too slowly."""
        self.simulation.note(name, f"is sent away: {error}")
        self.simulation.count(f"refused: {type(error).__name__}")
        if str(error) in (SENT_AWAY_FROM_TABLE_SENTENCE, ADDRESS_SENT_AWAY_SENTENCE):
            self.simulation.count("somebody was sent away by the owner")
        elif isinstance(error, PeerFault | Rejected) and not isinstance(error, TooSlow):
            self.fail(f"{name} is honest, and was sent away: {error}")

    def check_verification(self, name: str, fair: bool | None, sentence: str) -> None:
        """Check the verdict of a person's client on a match: an honest host is never found unfair.

        `fair` is None if the deal had no proof; `sentence` is the verdict in words.
        """
        self.simulation.check(fair is not False, f"{name} has found something wrong: {sentence}")
        self.simulation.count("a match was proven fair" if fair else "a match was checked without a proof of its deal")

    def check_received_message(self, client: Program, message: ServerMessage) -> None:
        """Check that a message to a client is true and committed, and contains only what the client's seat may know."""
        match message:
            case MatchUpdate(version, changes):
                self._check_update(client, version, [encode_message(change) for change in changes])
            case MatchSnapshot(match, version, past=past):
                if client.has_joined and client.person.name in self.behind:
                    self.behind.discard(client.person.name)
                    self.simulation.count("fell behind and was sent a snapshot")
                self._check_snapshot(client, match, version)
                if past is not None:
                    self._check_past(client, version, past)
            case ClockChanged(ShownClock(_, left, seat)) if client.view is not None:
                sealed = client.view.options.get("visibility") == "sealed"
                betrays = sealed and left is not None and seat != client.seat
                self.simulation.check(not betrays, f"a clock shows {client.person.name} how far somebody else is")
            case RecordPiece(match, data=data) if data:
                self.check_sent_record(match)
            case ActionAnswered(id, match, step):
                self._check_acknowledgement(client, id, match, step)
            case ActionDelayed():
                self.simulation.count("an action was held back")
            case RequestRefused(id, reason) if id:
                self._check_request_refusal(client, id, reason)
            case Welcome(token):
                self._check_token(client.person, token)

    def check_sent_record(self, match_number: int) -> None:
        """Check that a record, which holds all secrets of a match, is sent only after the match is over."""
        over = any(
            isinstance(entry, MatchEndedEntry | MatchAbortedEntry) and entry.match == match_number
            for _, tick in self.committed
            for entry in tick
        )
        self.simulation.check(over, f"somebody was given the record of match {match_number}, which is not over")

    def _oracle_of(self, client: Program) -> MatchOracle:
        """Return the oracle of the match that a client follows; fail the run if it was never committed."""
        replica = client._replica
        assert replica is not None
        oracle = self.oracles.get(replica.match)
        self.simulation.check(oracle is not None, f"{client.person.name} is sent a match that was never committed")
        assert oracle is not None
        return oracle

    def _check_update(self, client: Program, version: int, changes: list[bytes]) -> None:
        """Check the changes of an update against the rules: they must be those up to `version` that the client's
        audience may know.
        """
        oracle = self._oracle_of(client)
        view = client.view
        assert view is not None
        stream = oracle.changes_for_audience(view.seat)
        who = f"{client.person.name} in seat {view.seat}"
        self.simulation.check(version <= len(stream), f"{who} was sent something before it was committed")
        expected = stream[version - len(changes) : version]
        self.simulation.check(changes == expected, f"{who} was sent {changes} instead of {expected}")

    def _check_snapshot(self, client: Program, match_number: int, version: int) -> None:
        """Check that a snapshot holds what this audience may know at its version, and nothing else."""
        oracle = self._oracle_of(client)
        self.simulation.check(oracle.began.match == match_number, "a view of another match than announced")
        assert client.view is not None
        who = f"{client.person.name} in seat {client.seat}"
        self.simulation.check(client.view.seat == client.seat, f"{who} is shown what another seat sees")
        theirs = client.seat is None or (client.token, client.seat) in self.seats
        self.simulation.check(theirs, f"{who} has never had that seat")
        expected = oracle.view(client.seat, version)
        self.simulation.check(expected is not None, f"{who} is shown version {version}, which there has not been")
        if client.view != expected:
            self.fail(f"{who} is shown another view at version {version}: {difference_of_views(client.view, expected)}")

    def _check_past(self, client: Program, version: int, past: WirePast) -> None:
        """Check that a seat's past holds what the seat was shown up to a version: the first view and all changes, by
        action."""
        oracle = self._oracle_of(client)
        who = f"{client.person.name} in seat {client.seat}"
        first_view = oracle.view(client.seat, 0)
        assert first_view is not None
        shown = encode_view(first_view, oracle.match.layout)
        self.simulation.check(client.seat is not None, f"{who} is sent the past of a seat and has none")
        self.simulation.check(
            encode_message(past.first_view) == encode_message(shown), f"{who} began with another view"
        )
        opening = [change.seen_by(client.seat) for change in oracle.match.opening_changes]
        told = tuple(encode_change(change) for change in opening if change is not None)
        self.simulation.check(past.opening == told, f"{who} is told of another opening")
        batches = [list(map(encode_message, batch)) for batch in past.batches]
        expected = oracle.batches_for_audience(client.seat, version)
        self.simulation.check(batches == expected, f"{who} is sent another past than that of the seat")
        self.simulation.count("somebody was sent the past of their seat")

    def _check_acknowledgement(self, client: Program, action_id: int, match_number: int, step: int) -> None:
        """Record that the action with this id is acknowledged; check that the seat's decision `step` is committed.

        For a spectator, or when the match is over, nothing is checked.
        """
        if (client.token, action_id) in self.answered and client.sent is not None and client.sent.id == action_id:
            self.simulation.count("a duplicate was answered from the record")
        self.answered.add((client.token, action_id))
        oracle = self.oracles.get(match_number)
        seat = client.seat
        if oracle is None or seat is None or oracle.match.over:
            return
        who = f"{client.person.name} in seat {seat}"
        self.simulation.check(step <= oracle.steps[seat], f"{who} is sent that step {step} is done, which is not")

    def _check_request_refusal(self, client: Program, action_id: int, reason: str) -> None:
        """Check that the action with this id, which the host refused, was not executed."""
        if "held back" in reason:
            self.simulation.count("a held-back action lapsed")
        done = (client.token, action_id) in self.applied
        self.simulation.check(not done, f"{client.person.name} is refused what was done, number {action_id}: {reason}")

    def _check_token(self, person: RemotePerson, token: str) -> None:
        """Check that nobody else was given this token, and record it as the person's."""
        owner = self.tokens.setdefault(token, person.name)
        self.simulation.check(owner == person.name, f"{person.name} was given the token of {owner}")
        person.token = token


def difference_of_views(view: View | None, other: View | None) -> str:
    """Return a text that says where piles, facts and options of two views differ; empty if they are equal."""
    if view is None or other is None:
        return f"{view} is not {other}"
    pairs = [(view.piles, other.piles), (view.facts, other.facts), (view.options, other.options)]
    return ", ".join(
        f"{name}: {a.get(name, 'nothing')} is not {b.get(name, 'nothing')}"
        for a, b in pairs
        for name in sorted({*a, *b})
        if a.get(name) != b.get(name)
    )
