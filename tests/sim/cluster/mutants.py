"""Mutants of a club on several machines: hosts with one fault each, every one of which the simulator must detect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from msgspec import structs

from net.club.table_lifecycle import TableLifecycle
from net.cluster import table_log
from net.cluster.arrivals import ClusterArrivals
from net.cluster.directory import ClusterDirectory
from net.cluster.hosts import ClusterHosts
from net.cluster.journal import ClusterTableJournal
from net.cluster.leases import Leases
from net.cluster.orders import CLOSING_KEY_PREFIX, STOP_KEY, ClusterOrders
from net.cluster.retry import ask_until_answer
from net.cluster.store import EntryRefused, StoreEntry, StoreUnreachable
from net.cluster.table_log import LogEntry, TableLog
from net.cluster.table_records import TableRecord, TableRecords
from net.security.table_secrets import TableSecrets
from tests.sim.patches import Patch, apply_patches


@dataclass(frozen=True)
class ClusterMutant:
    """A fault put into a host of a club.

    Each patch is an object, the name of its attribute, and the replacement. `first_seed` is the first seed to try,
    because rare faults are detected with some seeds only.
    """

    patches: tuple[Patch, ...]
    first_seed: int = 0

    def patches_applied(self) -> AbstractContextManager[None]:
        """Return a context manager that applies the patches within its block."""
        return apply_patches(self.patches)


def report_commit_when_sent(journal: ClusterTableJournal, entries: Sequence[Any], on_done: Callable[..., None]) -> None:
    """Report a commit as safe as soon as it is sent to the store; this replaces `ClusterTableJournal.commit`."""
    journal._waiting = lambda error: None
    journal._start_task(journal._commit(entries))
    journal._loop.call_soon(on_done, None)


def make_append_without_check(expects_last_entry: bool) -> Callable[..., Any]:
    """Return a replacement of `TableLog._try_to_append` that treats every entry that the store has acknowledged as
    valid.

    With `expects_last_entry` the store refuses the entry unless the log ends with the expected one; otherwise it
    accepts the entry after any other.
    """

    async def attempt(log: TableLog, mark: str, entry: bytes) -> bool | None:
        """Write an entry, and believe that it counts."""
        try:
            log.sequence = log._expected = await log._store.append(
                log._key, entry, log._expected if expects_last_entry else None
            )
        except StoreUnreachable:
            return None
        except EntryRefused:
            return False
        return True

    return attempt


async def claim_without_last_tick(log: TableLog, has_writer_stopped: Callable[[str], Any]) -> tuple[bytes, ...]:
    """Take a table over, but return its ticks (entries written together) without the last one; this replaces
    `TableLog.claim`.
    """
    return (await ORIGINAL_CLAIM_METHOD(log, has_writer_stopped))[:-1]


async def claim_without_an_entry(log: TableLog, has_writer_stopped: Callable[[str], Any]) -> tuple[bytes, ...]:
    """Take a table over by only reading its log, without writing a claim; this replaces `TableLog.claim`."""
    attempt, log._try_to_append = log._try_to_append, write_nothing  # type: ignore[method-assign]
    try:
        return await ORIGINAL_CLAIM_METHOD(log, has_writer_stopped)
    finally:
        log._try_to_append = attempt  # type: ignore[method-assign]


async def write_nothing(mark: str, entry: bytes) -> bool:
    """Return True, as if the entry had been written; this replaces `TableLog._try_to_append` during a claim."""
    return True


def make_find_next_entry_ignore_marks(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return `TableLog._find_next_entry` changed so that a host treats the next entry of the log as written by itself,
    whoever wrote it.
    """

    async def successor(log: TableLog) -> Any:
        """Return the successor with the mark that the writer expects for."""
        found = await real(log)
        if found is None:
            return None
        stored, entry = found
        return stored, LogEntry(
            entry.follows, f"{log.writer} {log._written}", entry.data, entry.is_whole_state, entry.is_continued
        )

    return successor


def accept_all_entries_of_log(entries: Sequence[Any]) -> list[Any]:
    """Return all entries of a log as valid, even those that do not follow the last valid one; this replaces
    `entries_that_count`.
    """
    return [(stored, table_log._decode_log_entry(stored)) for stored in entries]


def renew_lapsed_lease_under_old_number(leases: Leases, sent: float, now: float) -> None:
    """Record the renewal of a lease under its old number even if it had lapsed meanwhile; this replaces
    `Leases.record_renewal`.
    """
    leases._generation = 1
    leases._held_until = max(leases._held_until, sent + 5.0)


async def treat_every_writer_as_stopped(directory: ClusterDirectory, number: int, writer: str) -> bool:
    """Return True, so that a host takes over the table of any other, even of one that still runs it; this replaces
    `ClusterDirectory.has_writer_stopped`.
    """
    return True


async def treat_every_table_as_open(orders: ClusterOrders, number: int) -> bool:
    """Return False without asking the store whether a table is closed; this replaces `ClusterOrders.is_closed`."""
    return False


async def record_closing_without_retry(orders: ClusterOrders, number: int) -> None:
    """Try only once to write to the store that a table is closed, and report it as done; this replaces
    `ClusterOrders.record_table_closing`.
    """
    with suppress(StoreUnreachable):
        await orders._store.append(f"{CLOSING_KEY_PREFIX}{number}", b"\x01")


async def treat_stop_as_not_carried_out(hosts: ClusterHosts, stop: int) -> bool:
    """Return False, so that a host which is opened ends the stop of the club; this replaces
    `ClusterHosts.is_stop_carried_out`.
    """
    return False


async def treat_stop_as_carried_out(hosts: ClusterHosts, stop: int) -> bool:
    """Return True, so that the stop of a club is never over; this replaces `ClusterHosts.is_stop_carried_out`."""
    return True


def ignore_late_stop(orders: ClusterOrders, stored: StoreEntry) -> None:
    """Ignore an order to stop that arrives more than two seconds late; this replaces `ClusterOrders._receive_stop`."""
    if not stored.data or orders._store._store.simulation.now - orders._store._store.written_at[STOP_KEY] < 2:  # type: ignore[attr-defined]
        ORIGINAL_RECEIVE_STOP_METHOD(orders, stored)


async def skip_wait_for_record(records: TableRecords, number: int) -> None:
    """Return at once, without waiting for the record of a new table; this replaces
    `TableRecords.wait_for_record`.
    """


def record_opener_without_table_limit(lifecycle: TableLifecycle, number: int, opener: str, now: float) -> None:
    """Count a table for its opener even if they already have too many tables open; this replaces
    `TableLifecycle._record_opener`.
    """
    lifecycle._opener[number] = opener
    lifecycle._opened.setdefault(opener, set()).add(number)


def make_keep_omit_opener(real: Callable[..., None]) -> Callable[..., None]:
    """Return `TableRecords._keep` changed so that a table of another host has no opener."""

    def keep(records: TableRecords, number: int, record: TableRecord) -> None:
        """Keep the record of a table, without the opener if it is another host's."""
        real(records, number, record if record.host == records._host else structs.replace(record, opener=""))

    return keep


def treat_every_arrival_elsewhere_as_newer(places: ClusterArrivals, person: str, sequence: int) -> None:
    """Report that a person has gone to another host whenever another host has written so, even earlier; this replaces
    `ClusterArrivals._report_later_arrival_elsewhere`.
    """
    if sequence:
        for elsewhere in places._subscribers:
            elsewhere(person)


def ignore_arrivals_elsewhere(places: ClusterArrivals, stored: StoreEntry) -> None:
    """Do nothing, so that a host does not learn who has come to other hosts; this replaces
    `ClusterArrivals._receive`."""


async def treat_log_without_entries_as_removed(log: TableLog) -> bool:
    """Return whether a server has no entry of the log, though perhaps it has only not received the log yet; this
    replaces `TableLog._is_removed`.
    """
    return log.sequence > 0 and await ask_until_answer(lambda: log._store.last(log._key)) is None


def derive_same_digits_at_all_tables(secrets: TableSecrets, purpose: str) -> str:
    """Return digits for a token that are the same at all tables; this replaces `TableSecrets._derive_digits`."""
    return sha256(purpose.encode()).hexdigest()[:32]


ORIGINAL_RECEIVE_STOP_METHOD: Final = ClusterOrders._receive_stop
"""The original method `ClusterOrders._receive_stop`, which a mutant calls."""

ORIGINAL_CLAIM_METHOD: Final = TableLog.claim
"""The original method `TableLog.claim`, which mutants call."""

CLUSTER_MUTANT_BY_NAME: Final[Mapping[str, ClusterMutant]] = {
    "told before acknowledged": ClusterMutant(((ClusterTableJournal, "commit", report_commit_when_sent),)),
    "no expected sequence": ClusterMutant(((TableLog, "_try_to_append", make_append_without_check(False)),)),
    "the store is trusted to compare the sequence": ClusterMutant(
        ((TableLog, "_try_to_append", make_append_without_check(True)),)
    ),
    "lease not checked": ClusterMutant(((ClusterTableJournal, "may_send", lambda journal: True),), first_seed=390),
    "a lease that has lapsed counts as the same": ClusterMutant(
        ((Leases, "record_renewal", renew_lapsed_lease_under_old_number),), first_seed=1_140
    ),
    "take-over without reading to the end": ClusterMutant(((TableLog, "claim", claim_without_last_tick),)),
    "two owners after a split": ClusterMutant(((TableLog, "claim", claim_without_an_entry),), first_seed=210),
    "token of another table accepted": ClusterMutant(
        ((TableSecrets, "_derive_digits", derive_same_digits_at_all_tables),)
    ),
    "another's entry is taken for one's own": ClusterMutant(
        ((TableLog, "_find_next_entry", make_find_next_entry_ignore_marks(TableLog._find_next_entry)),)
    ),
    "all entries of a log count": ClusterMutant(
        ((table_log, "entries_that_count", accept_all_entries_of_log),), first_seed=650
    ),
    "a host that has lost the table writes": ClusterMutant(
        ((ClusterDirectory, "has_writer_stopped", treat_every_writer_as_stopped),)
    ),
    "a table that was closed is taken over": ClusterMutant(
        (
            (ClusterOrders, "is_closed", treat_every_table_as_open),
            (ClusterOrders, "is_known_to_be_closed", lambda orders, number: False),
        )
    ),
    "a table is said to be closed before that is written": ClusterMutant(
        ((ClusterOrders, "record_table_closing", record_closing_without_retry),)
    ),
    "a stop ends when any host is opened": ClusterMutant(
        ((ClusterHosts, "is_stop_carried_out", treat_stop_as_not_carried_out),)
    ),
    "a stop never ends": ClusterMutant(((ClusterHosts, "is_stop_carried_out", treat_stop_as_carried_out),)),
    "a stop is heard at one moment only": ClusterMutant(((ClusterOrders, "_receive_stop", ignore_late_stop),)),
    "tables opened at two hosts at once are not bounded": ClusterMutant(
        ((TableLifecycle, "_record_opener", record_opener_without_table_limit),)
    ),
    "the opener of a table is known at its host only": ClusterMutant(
        ((TableRecords, "_keep", make_keep_omit_opener(TableRecords._keep)),),
    ),
    "an earlier place in another hall counts": ClusterMutant(
        ((ClusterArrivals, "_report_later_arrival_elsewhere", treat_every_arrival_elsewhere_as_newer),)
    ),
    "each host has places of its own": ClusterMutant(((ClusterArrivals, "_receive", ignore_arrivals_elsewhere),)),
    "a log without entries is taken for removed": ClusterMutant(
        ((TableLog, "_is_removed", treat_log_without_entries_as_removed),)
    ),
    "people come before the record is written": ClusterMutant(
        ((TableRecords, "wait_for_record", skip_wait_for_record),)
    ),
}
"""Maps the name of a fault to the mutant that has it, for a club on several machines."""
