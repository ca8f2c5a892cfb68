"""Mutants: hosts with one fault each, every one of which the simulator must detect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import chain
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from msgspec.structs import replace

import core.mad_queens.match
from core.mad_queens.match import MadQueensMatch
from net.host.table_runner import TableRunner
from net.journal.codec import pack_tick, unpack_tick
from net.journal.entries import Entry
from net.protocol.change_codec import encode_change
from net.protocol.messages import MatchUpdate, WireChange, WirePast
from net.table import seat_past, table, update_stream
from net.table.play import Play
from net.table.presence import Presence
from net.table.state import TableState
from net.table.tick import Input, TickResult
from net.table.update_stream import UpdateStream
from tests.sim.patches import Patch, apply_patches
from tests.sim.virtual_disk import VirtualDisk


@dataclass(frozen=True)
class Mutant:
    """A fault put into the host's code, and the runs of the simulator that must detect it.

    `game`: the slug of the game played in these runs. `patches`: each is an object, the name of one of its attributes,
    and the faulty function that replaces the attribute. `runner_type` and `disk`: faulty classes with which the host
    runs. `frequent_fault`: the name of the method of `FaultInjector`, which injects crashes and network faults, that
    must be called often because it exposes the mutant; empty if any mixture of faults exposes it.
    """

    game: str
    patches: tuple[Patch, ...] = ()
    frequent_fault: str = ""
    runner_type: type[TableRunner] = TableRunner
    disk: type[VirtualDisk] = VirtualDisk

    def patches_applied(self) -> AbstractContextManager[None]:
        """Return a context manager that applies the patches within its block."""
        return apply_patches(self.patches)


class RunnerThatAcknowledgesFirst(TableRunner):
    """A runner that sends the messages of a tick (one call of the table) before it commits the tick's journal
    entries."""

    def _run_tick(self) -> None:
        """Run a tick without a journal, and commit its entries after the messages."""
        sink, self._journal = self._journal, None
        real = self.table
        journal: list[Entry] = []

        def handle(inputs: Sequence[Input], now: float) -> TickResult:
            """Run the tick at the table, and keep its journal entries for later."""
            result = real.handle(inputs, now)
            journal.extend(result.journal)
            return result

        self.table = SimpleNamespace(handle=handle)  # type: ignore[assignment]
        super()._run_tick()
        self.table, self._journal = real, sink
        if sink is not None and journal:
            sink.commit(journal, lambda error: None)


class RunnerThatIgnoresPendingCommit(TableRunner):
    """A runner that starts the commit of a tick, and sends its messages while the journal still writes."""

    def _run_tick(self) -> None:
        """Run a tick, and send its messages before the journal has reported the commit as done."""
        super()._run_tick()
        result, self._uncommitted = self._uncommitted, None
        if result is not None:
            self._perform_result(result)


class DiskThatIgnoresTornTail(VirtualDisk):
    """A disk that reads a half-written transaction as if it were whole."""

    def _part_of_torn_write(self, tick: bytes) -> bytes:
        """Return the part of a tick that was written before a kill, in the form of a whole tick with fewer entries."""
        entries = unpack_tick(tick)
        return pack_tick(entries[: self._simulation.chance.randint(1, len(entries))])


def make_handle_action_ignore_ids(real: Callable[..., None]) -> Callable[..., None]:
    """Return `real` (`Play.handle_action`) changed so that an action is executed even if its id was used before."""

    def act(play: Play, person: Any, message: Any) -> None:
        """Forget the id of the last action, and handle the new action."""
        person.last_action_id = message.id - 1
        real(play, person, message)

    return act


def make_execution_ignore_steps(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return `real` (`Play._execute_or_delay`) changed so that an action sent for an earlier decision counts for the
    present one.
    """

    def decide(play: Play, person: Any, message: Any) -> Any:
        """Carry out an action as if it answered the present decision."""
        runner = play._state.active_runner
        if runner is not None and person.seat is not None:
            message = replace(message, match_number=runner.number, step=runner.steps[person.seat], version=None)
        return real(play, person, message)

    return decide


def make_match_perform_in_order_of_arrival(real: Callable[..., None]) -> Callable[..., None]:
    """Return `real`, the function by which a match carries out an action, changed so that the last seat to act draws
    first from the shared deck."""

    def perform(match: Any, seat: int, action: Any) -> None:
        """Carry out an action; at the barrier the seat that acted last comes first."""
        update = core.mad_queens.match.update_banned_cards
        with patch.object(
            core.mad_queens.match,
            "update_banned_cards",
            lambda same, order: update(same, sorted(order, key=lambda other: (other != seat, other))),
        ):
            real(match, seat, action)

    return perform


def make_changes_since_omit_last_change(real: Callable[..., MatchUpdate | None]) -> Callable[..., MatchUpdate | None]:
    """Return `real` (`UpdateStream.changes_since`) changed so that the last change that a client has missed is left
    out.
    """

    def changes_since(stream: UpdateStream, *arguments: Any, **options: Any) -> MatchUpdate | None:
        """Return the update without its last change."""
        update = real(stream, *arguments, **options)
        return update if update is None or not update.changes else replace(update, changes=update.changes[:-1])

    return changes_since


def make_changes_since_accept_lost_versions(
    real: Callable[..., MatchUpdate | None],
) -> Callable[..., MatchUpdate | None]:
    """Return `real` (`UpdateStream.changes_since`) changed so that it accepts a version that was lost in a power
    cut.
    """

    def changes_since(stream: UpdateStream, audience: int | None, version: int, **options: Any) -> MatchUpdate | None:
        """Return the update as if this process had sent the version."""
        return real(stream, audience, version)

    return changes_since


def make_restore_skip_grace_periods(real: Callable[..., None]) -> Callable[..., None]:
    """Return `real` (`restore_table`) changed so that after a restart no grace periods begin."""

    def restore_table(state: TableState, *arguments: Any) -> None:
        """Restore the table, and end every grace period."""
        real(state, *arguments)
        state.people.in_grace.clear()

    return restore_table


def past_without_actions(
    first_view: Any, opening: tuple[WireChange, ...], batches: tuple[tuple[WireChange, ...], ...]
) -> WirePast:
    """Return a past in which all changes of the match are those of one action; this replaces `WirePast`."""
    return WirePast(first_view, opening, (tuple(chain.from_iterable(batches)),) if batches else ())


def end_grace_period_without_bot(presence: Presence, person: Any) -> None:
    """End a grace period without seating a stand-in bot; this replaces `Presence.end_grace_period`."""
    presence._state.people.set_grace(person, None)


MUTANT_BY_NAME: Final[Mapping[str, Mutant]] = {
    "acknowledge before journalling": Mutant("mad-queens", runner_type=RunnerThatAcknowledgesFirst),
    "send while the journal writes": Mutant("mad-queens", runner_type=RunnerThatIgnoresPendingCommit),
    "forget action ids": Mutant(
        "mad-queens", ((Play, "handle_action", make_handle_action_ignore_ids(Play.handle_action)),)
    ),
    "resolve ties by arrival": Mutant(
        "mad-queens", ((MadQueensMatch, "_perform", make_match_perform_in_order_of_arrival(MadQueensMatch._perform)),)
    ),
    "send a change unredacted": Mutant(
        "big-queen", ((update_stream, "_encode_change", lambda change, audience: encode_change(change)),)
    ),
    "resume one change short": Mutant(
        "mad-queens",
        ((UpdateStream, "changes_since", make_changes_since_omit_last_change(UpdateStream.changes_since)),),
    ),
    "tell the past as one action": Mutant("queen-bees-ii", ((seat_past, "WirePast", past_without_actions),)),
    "never replace the absent": Mutant(
        "queen-bees-ii", ((Presence, "end_grace_period", end_grace_period_without_bot),)
    ),
    "forget absence at restart": Mutant(
        "queen-bees-ii", ((table, "restore_table", make_restore_skip_grace_periods(table.restore_table)),)
    ),
    "resume from a version lost in a power cut": Mutant(
        "mad-queens",
        ((UpdateStream, "changes_since", make_changes_since_accept_lost_versions(UpdateStream.changes_since)),),
        frequent_fault="cut_power_after_action",
    ),
    "ignore a torn tail": Mutant("mad-queens", frequent_fault="kill_host_during_write", disk=DiskThatIgnoresTornTail),
    "accept an action for another decision": Mutant(
        "mad-queens", ((Play, "_execute_or_delay", make_execution_ignore_steps(Play._execute_or_delay)),)
    ),
}
"""Maps the name of a fault to the mutant of the host that has it."""
