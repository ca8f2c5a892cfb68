"""The promises, checked over the whole history of a run: while it happens, after every death, and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from core import View, games
from net.errors import NetError, PeerFault, Rejected, TooSlow
from net.journal.entries import ActionEntry, Entry, MatchAbortedEntry, MatchBeganEntry, MatchEndedEntry, PersonEntry
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
    to_bytes,
)
from net.protocol.table_state import Clock, ClockChanged
from net.table.owner_requests import SENT_AWAY
from net.table.table import Table
from net.table.tick import TickResult
from tests.sim.oracle import Oracle, oracles
from tests.sim.virtual_disk import SYNC_SECONDS, Disk
from tests.sim.world import World

if TYPE_CHECKING:
    from tests.sim.local_player import WatchedLocalClient
    from tests.sim.remote_players import RemotePerson, WatchedRemoteClient

    Program: TypeAlias = WatchedRemoteClient | WatchedLocalClient


class Invariants:
    """Watches one run."""

    def __init__(self, world: World, disk: Disk) -> None:
        self.world = world
        self.disk = disk
        self.behind: set[str] = set()
        self.oracles: dict[int, Oracle] = {}
        self.committed: list[tuple[float, tuple[Entry, ...]]] = []
        self.told_at = 0.0
        self.in_hand: tuple[Entry, ...] = ()
        self.asked: dict[tuple[str, int], Act] = {}
        self.applied: dict[tuple[str, int], int] = {}
        self.answered: set[tuple[str, int]] = set()
        self.tokens: dict[str, str] = {}
        self.seats: set[tuple[str, int | None]] = set()
        self._died_at: float | None = None
        self._power = False

    def wrong(self, what: str) -> None:
        """Say that a promise is broken."""
        self.world.demand(False, what)

    # The host's side

    def ticked(self, result: TickResult) -> None:
        """The table has handled a tick. What it sends is checked where it arrives, against what was committed."""
        if result.sends:
            self.told_at = self.world.now

    def written(self, entries: Sequence[Entry]) -> None:
        """A tick's entries have been committed: what they say must be possible, and asked for."""
        self.committed.append((self.world.now, tuple(entries)))
        for entry in entries:
            self.world.note("journal", entry)
            match entry:
                case MatchBeganEntry(match):
                    self.oracles[match] = Oracle(entry)
                case ActionEntry():
                    self._acted(entry)
                case PersonEntry(token, seat=seat):
                    self.seats.add((token, seat))
                case MatchEndedEntry(match, standings, digest):
                    final = self.oracles[match].match
                    same = standings == tuple((one.seat, one.score, one.rank) for one in final.standings)
                    self.world.demand(same and digest == final.digest.hex(), "the result is not that of the match")
                case MatchAbortedEntry(match):
                    self.applied = {ask: where for ask, where in self.applied.items() if where != match}

    def _acted(self, entry: ActionEntry) -> None:
        oracle = self.oracles.get(entry.match)
        if oracle is None:
            self.wrong(f"{entry} is of a match that has not begun")
            return
        step = oracle.steps[entry.seat] if entry.seat < len(oracle.steps) else 0
        if entry.by == "person":
            self._was_asked(entry, step)
        oracle.act(entry)

    def _was_asked(self, entry: ActionEntry, step: int) -> None:
        """What a person does is what that person asked for, for this decision, and once (promise 8)."""
        act = self.asked.get((entry.person, entry.ask))
        if act is None:
            self.wrong(f"nobody has asked for {entry}")
            return
        action = games[self.oracles[entry.match].began.game].parse(act.action)
        same = (act.match, act.step, str(action)) == (entry.match, step, entry.action)
        self.world.demand(same, f"{entry} was done as decision {step}, but {act} was asked for")
        self.world.demand(self.applied.get((entry.person, entry.ask)) != entry.match, f"{entry} was done twice")
        self.applied[entry.person, entry.ask] = entry.match

    def died(self, power: bool, hand: Sequence[Entry]) -> None:
        """The process has died, or the machine has lost its power, with what it was writing in its hand."""
        self.in_hand = tuple(hand)
        self._died_at = self.world.now
        self._power = power
        self.world.count("the host lost power" if power else "the host was killed")

    def started(self, table: Table, again: bool) -> None:
        """After a death everything that was committed is there; after a power cut all but the last second."""
        ticks = self.disk.read()
        known = [tick for _, tick in self.committed]
        kept = 0
        while kept < min(len(known), len(ticks)) and known[kept] == ticks[kept]:
            kept += 1
        safe = len(known)
        if self._power and not self.disk.durable:
            assert self._died_at is not None
            safe = sum(when <= self._died_at - SYNC_SECONDS for when, _ in self.committed)
        self.world.demand(kept >= safe, f"the journal has lost {known[kept:][:3]}")
        self.world.demand(kept == min(len(known), len(ticks)), "the journal tells another story than before")
        more = ticks[kept:]
        self.world.demand(more in ([], [self.in_hand]), f"the journal holds what was never written: {more}")
        self.committed = [*self.committed[:kept], *((self.world.now, tick) for tick in more)]
        entries = [entry for tick in ticks for entry in tick]
        self.seats |= {(entry.token, entry.seat) for entry in entries if isinstance(entry, PersonEntry)}
        self.oracles = oracles(entries)
        stopped = {entry.match for entry in entries if isinstance(entry, MatchAbortedEntry)}
        acted = [entry for entry in entries if isinstance(entry, ActionEntry) and entry.ask]
        self.applied = {(entry.person, entry.ask): entry.match for entry in acted if entry.match not in stopped}
        if again:
            self.same_match(table)
        if again and table.state.playing is not None:
            self.world.count("a match went on after a restart")

    def same_match(self, table: Table) -> None:
        """The table plays exactly what was written down."""
        running = table.state.playing
        if running is None:
            return
        oracle = self.oracles.get(running.number)
        self.world.demand(oracle is not None, "a match is played that was never written down")
        assert oracle is not None
        self.world.demand(
            running.match.digest == oracle.match.digest and running.steps == oracle.steps,
            "the table plays another match than the journal tells",
        )

    # The people's side

    def said(self, visitor: Program, message: ClientMessage) -> None:
        """Somebody's program says something."""
        match message:
            case Act(id):
                self.asked[visitor.token, id] = message
            case RequestSnapshot():
                self.wrong(f"{visitor.person.name} was told an update that does not fit their view")

    def refused(self, name: str, error: NetError) -> None:
        """Somebody was sent away: an honest person's end is never at fault, but for being slow."""
        self.world.note(name, f"is sent away: {error}")
        self.world.count(f"refused: {type(error).__name__}")
        if str(error) == SENT_AWAY:
            self.world.count("somebody was sent away by the owner")
        elif isinstance(error, PeerFault | Rejected) and not isinstance(error, TooSlow):
            self.wrong(f"{name} is honest, and was sent away: {error}")

    def verified(self, name: str, fair: bool | None, sentence: str) -> None:
        """Who checks a match by themselves finds nothing wrong with what an honest host did (promise 9)."""
        self.world.demand(fair is not False, f"{name} has found something wrong: {sentence}")
        self.world.count("a match was proven fair" if fair else "a match was checked without a proof of its deal")

    def heard(self, visitor: Program, message: ServerMessage) -> None:
        """Somebody was told something: it is true, written down, and theirs to know."""
        match message:
            case MatchUpdate(version, changes):
                self._update(visitor, version, [to_bytes(change) for change in changes])
            case MatchSnapshot(match, version):
                if visitor.inside and visitor.person.name in self.behind:
                    self.behind.discard(visitor.person.name)
                    self.world.count("fell behind and was shown everything anew")
                self._begin(visitor, match, version)
            case ClockChanged(Clock(_, left, seat)) if visitor.view is not None:
                sealed = visitor.view.options.get("visibility") == "sealed"
                betrays = sealed and left is not None and seat != visitor.seat
                self.world.demand(not betrays, f"a clock tells {visitor.person.name} how far somebody else is")
            case RecordPiece(match, data=data) if data:
                self.proven(match)
            case ActionAnswered(id, match, step):
                self._done(visitor, id, match, step)
            case ActionDelayed():
                self.world.count("an action was held back")
            case RequestRefused(id, reason) if id:
                self._refuse(visitor, id, reason)
            case Welcome(token):
                self._welcome(visitor.person, token)

    def proven(self, match: int) -> None:
        """The record of a match, with all its secrets, is given to nobody before it is over."""
        over = any(
            isinstance(entry, MatchEndedEntry | MatchAbortedEntry) and entry.match == match
            for _, tick in self.committed
            for entry in tick
        )
        self.world.demand(over, f"somebody was given the record of match {match}, which is not over")

    def _oracle_of(self, visitor: Program) -> Oracle:
        mirror = visitor._replica
        assert mirror is not None
        oracle = self.oracles.get(mirror.match)
        self.world.demand(oracle is not None, f"{visitor.person.name} is told of a match that was never written down")
        assert oracle is not None
        return oracle

    def _update(self, visitor: Program, version: int, changes: list[bytes]) -> None:
        """What an audience is told is its own stream of changes, without a gap, redacted as the rules say."""
        oracle = self._oracle_of(visitor)
        view = visitor.view
        assert view is not None
        stream = oracle.stream(view.seat)
        who = f"{visitor.person.name} in seat {view.seat}"
        self.world.demand(version <= len(stream), f"{who} was told of something before it was written down")
        expected = stream[version - len(changes) : version]
        self.world.demand(changes == expected, f"{who} was told {changes} instead of {expected}")

    def _begin(self, visitor: Program, match: int, version: int) -> None:
        """A fresh view is what this audience may know at that point, and nothing else."""
        oracle = self._oracle_of(visitor)
        self.world.demand(oracle.began.match == match, "a view of another match than was said")
        assert visitor.view is not None
        who = f"{visitor.person.name} in seat {visitor.seat}"
        self.world.demand(visitor.view.seat == visitor.seat, f"{who} is shown what another seat sees")
        theirs = visitor.seat is None or (visitor.token, visitor.seat) in self.seats
        self.world.demand(theirs, f"{who} has never had that seat")
        expected = oracle.view(visitor.seat, version)
        self.world.demand(expected is not None, f"{who} is shown version {version}, which there has not been")
        if visitor.view != expected:
            self.wrong(f"{who} is shown another view at version {version}: {difference(visitor.view, expected)}")

    def _done(self, visitor: Program, id: int, match: int, step: int) -> None:
        """What is acknowledged is written down."""
        if (visitor.token, id) in self.answered and visitor.sent is not None and visitor.sent.id == id:
            self.world.count("a duplicate was answered from the record")
        self.answered.add((visitor.token, id))
        oracle = self.oracles.get(match)
        seat = visitor.seat
        if oracle is None or seat is None or oracle.match.over:
            return
        who = f"{visitor.person.name} in seat {seat}"
        self.world.demand(step <= oracle.steps[seat], f"{who} is told that step {step} is done, which is not")

    def _refuse(self, visitor: Program, id: int, reason: str) -> None:
        """What was done is never refused afterwards."""
        if "held back" in reason:
            self.world.count("a held-back action lapsed")
        done = (visitor.token, id) in self.applied
        self.world.demand(not done, f"{visitor.person.name} is refused what was done, number {id}: {reason}")

    def _welcome(self, person: RemotePerson, token: str) -> None:
        """Nobody ever gets another's token."""
        owner = self.tokens.setdefault(token, person.name)
        self.world.demand(owner == person.name, f"{person.name} was given the token of {owner}")
        person.token = token


def difference(one: View | None, other: View | None) -> str:
    """Return where two views differ."""
    if one is None or other is None:
        return f"{one} is not {other}"
    pairs = [(one.piles, other.piles), (one.facts, other.facts), (one.options, other.options)]
    return ", ".join(
        f"{name}: {a.get(name, 'nothing')} is not {b.get(name, 'nothing')}"
        for a, b in pairs
        for name in sorted({*a, *b})
        if a.get(name) != b.get(name)
    )
