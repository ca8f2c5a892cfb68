"""`TakeOvers`: which tables one host of a club is to take over, and when.

A table is taken over when its host is gone or has released it. All hosts agree on the order of its successors
(`net.cluster.leases.order_of_successors`). That no host takes a table over too early is ensured by the table's log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from net.cluster.hosts import ClusterHosts
from net.cluster.leases import order_of_successors
from net.cluster.table_records import TableRecord, TableRecords
from net.limits import MAX_TABLE_HAND_OVER_SECONDS


class TakeOvers:
    """The tables that the host called `host` is to take over, by the `records` of the tables and the leases of `hosts`.

    `take_over` is called with the number of each of them; the caller answers with `end` when it has run or given up the
    table. `clock` is that of `hosts`.
    """

    def __init__(
        self,
        host: str,
        hosts: ClusterHosts,
        records: TableRecords,
        clock: Callable[[], float],
        take_over: Callable[[int], None],
    ) -> None:
        self._host = host
        self._hosts = hosts
        self._records = records
        self._clock = clock
        self._take_over = take_over
        self._begun: set[int] = set()
        self._wait_until: dict[int, int] = {}  # the number of this host's renewal that must be seen first
        self._released_at: dict[int, float] = {}
        self._checks_later = False

    def begin_due(self) -> None:
        """Begin to take over the tables that this host is to run and does not run yet.

        Call it whenever a record, or a host, has changed.
        """
        if not self._hosts.leases.lease_generation(self._clock()):
            return
        for table_number, record in list(self._records.by_table.items()):
            if (
                table_number not in self._records.own
                and table_number not in self._begun
                and self._may_take_over(table_number, record)
            ):
                self._begun.add(table_number)
                self._take_over(table_number)

    def end(self, table_number: int) -> None:
        """Record that taking a table over has ended, in success or not."""
        self._begun.discard(table_number)
        self.wait_for_renewal(table_number)

    def wait_for_renewal(self, table_number: int) -> None:
        """Put off taking a table over until this host has seen a renewal of its own lease that is not sent yet.

        Call it if another host has written in the table's log, and so may be present again: by then this host has seen
        what that host wrote in the store before.
        """
        self._wait_until[table_number] = self._hosts.renewals_sent + 1

    def record_run(self, table_number: int) -> None:
        """Record that a table has a host, so that the next release of it counts from its own moment."""
        self._released_at.pop(table_number, None)

    def _may_take_over(self, table_number: int, record: TableRecord) -> bool:
        """Return whether this host may take over a table that it does not run yet."""
        return not self._hosts.is_leaving and not record.row.suspended and self._is_successor(table_number, record)

    def _is_successor(self, table_number: int, record: TableRecord) -> bool:
        """Return whether this host is the one to go on with a table whose host is gone."""
        if self._hosts.renewals_seen < self._wait_until.get(table_number, 0):
            return False
        if record.host == self._host:  # it was lost to another one, which may be gone before it has written its record
            return True
        if record.host:
            return self._hosts.leases.is_gone(record.host) and self._rank_among_successors(table_number) == 0
        place = self._rank_among_successors(table_number)
        released = self._released_at.setdefault(table_number, self._clock())
        if place is not None and self._clock() < released + place * MAX_TABLE_HAND_OVER_SECONDS:
            self._schedule_check()  # those before this host may have died a moment ago
            return False
        return place is not None

    def _rank_among_successors(self, table_number: int) -> int | None:
        """Return how many hosts are to take a table over before this one; None if this one is not to do so."""
        hosts = order_of_successors(table_number, self._hosts.leases.present_hosts)
        return hosts.index(self._host) if self._host in hosts else None

    def _schedule_check(self) -> None:
        """Check a moment later whether there are tables to take over, once for all calls in the meantime."""
        if not self._checks_later:
            self._checks_later = True
            asyncio.get_running_loop().call_later(MAX_TABLE_HAND_OVER_SECONDS, self._check)

    def _check(self) -> None:
        """Check whether there are tables to take over."""
        self._checks_later = False
        self.begin_due()
