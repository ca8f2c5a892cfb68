"""`DealMemory`: what a program remembers of the deals of all hosts as long as it runs.

A host that knows all secrets of a deal can abandon it and deal again, until it likes the cards. Nobody can prevent
that, so every program counts the deals for which it has revealed a secret and whose match it has not seen to its end.
It counts them by host and not by connection, so a new connection or another table of a host hides none. A club has many
tables at the same time, and people go from one to another while matches are played on: there every table is counted by
itself. But deals at a table that the club ends count for the next deal at any of its tables. The program's parts in
the deals of unfinished matches are kept in a file, if it is given one, and are then known to its next process.
"""

from __future__ import annotations

from net.client.deal_part import DealPart
from net.client.saved_deal_parts import SavedDealParts
from net.limits import MAX_TABLES_REMEMBERED_PER_HOST


class DealsOfEndedTables:
    """The number of abandoned `deals` at tables that the club has ended; they count for the club's next deal."""

    __slots__ = ("deals",)

    def __init__(self) -> None:
        self.deals = 0

    def add(self, deals: int) -> None:
        """Add `deals` to the number of deals at tables that the club has ended; a negative number is subtracted."""
        self.deals = max(0, self.deals + deals)


class HostDeals:
    """The deals of one host, or at one table of a club, in which this program has revealed a secret, numbered from 1.

    `last_deal_number` is the number of the last deal, 0 before the first; `last_played_deal_number` is that of the last
    deal whose match was seen to its end, or 0. `saved_deal_parts` is the file of this program's parts in the deals of
    unfinished matches, in which `key` identifies the host. `deals_of_ended_tables` counts for all tables of the same
    club.
    """

    __slots__ = (
        "_deals_of_ended_tables",
        "_given_up",
        "_key",
        "_latest_match",
        "_numbers",
        "_saved_parts",
        "last_deal_number",
        "last_played_deal_number",
    )

    def __init__(
        self,
        saved_deal_parts: SavedDealParts | None = None,
        key: str = "",
        deals_of_ended_tables: DealsOfEndedTables | None = None,
    ) -> None:
        self.last_deal_number = 0
        self.last_played_deal_number = 0
        self._saved_parts = SavedDealParts() if saved_deal_parts is None else saved_deal_parts
        self._key = key
        self._deals_of_ended_tables = DealsOfEndedTables() if deals_of_ended_tables is None else deals_of_ended_tables
        self._given_up = 0  # the deals of this table that `deals_of_ended_tables` has
        self._numbers: dict[str, int] = {}
        self._latest_match: dict[str, int] = {}

    def is_earlier_match(self, table_id: str, match: int) -> bool:
        """Return whether a later match than this one has been dealt at the table."""
        return match < self._latest_match.get(table_id, 0)

    def add_match(self, table_id: str, match: int) -> None:
        """Remember that a match is dealt at a table, for the last `MAX_TABLES_REMEMBERED_PER_HOST` tables only."""
        self._latest_match.pop(table_id, None)
        self._latest_match[table_id] = match
        if len(self._latest_match) > MAX_TABLES_REMEMBERED_PER_HOST:
            del self._latest_match[next(iter(self._latest_match))]

    def add_reveal(self, part: DealPart) -> None:
        """Count the deal in which `part` is, because its secret is revealed now; set the number of the part, and save
        it."""
        self._set_number(part)
        self._saved_parts.save(part, self._key, max(self.count_abandoned_before(part.number), part.abandoned_before))

    def restore_part(self, part: DealPart, seat: int) -> bool:
        """Complete a part in a deal by what an earlier process saved of this seat's part in it; return whether anything
        was saved."""
        restored = self._saved_parts.restore(part, self._key, seat)
        if restored:
            self._set_number(part)
        return restored

    def remove_part(self, part: DealPart) -> None:
        """Delete what is saved of a part in a deal, because its match is over."""
        self._saved_parts.remove(part)

    def _set_number(self, part: DealPart) -> None:
        """Set `part.number`, the number of the deal: the next number if its seal is new, else the one that this seal
        has already."""
        if part.seal not in self._numbers:
            self._recount_table_deals()
            self.last_deal_number += self._deals_of_ended_tables.deals + 1
            self._deals_of_ended_tables.deals = 0
            self._numbers[part.seal] = self.last_deal_number
            if len(self._numbers) > MAX_TABLES_REMEMBERED_PER_HOST:
                del self._numbers[next(iter(self._numbers))]
        part.number = self._numbers[part.seal]

    def count_abandoned_before(self, deal_number: int) -> int:
        """Return how many deals before deal `deal_number` were abandoned since a match was last seen to its end."""
        return max(0, deal_number - 1 - self.last_played_deal_number)

    def end_match(self, deal_number: int) -> None:
        """Remember that the match of deal `deal_number` was seen to its end."""
        self._recount_table_deals()
        self.last_played_deal_number = max(self.last_played_deal_number, deal_number)

    def end_table(self) -> None:
        """Remember that the club has ended this table: its unfinished match counts for the next deal at another one."""
        self._recount_table_deals()
        self._given_up = self.last_deal_number - self.last_played_deal_number
        self._deals_of_ended_tables.add(self._given_up)

    def _recount_table_deals(self) -> None:
        """Count the deals of this table as its own again: the table had been ended, but has been opened again."""
        self._deals_of_ended_tables.add(-self._given_up)
        self._given_up = 0


class DealMemory:
    """The `HostDeals` of every host and every table of a club.

    A host is known by the fingerprint of its key, or by its address where it has no key.

    `saved_deal_parts` is the file of this program's parts in the deals of unfinished matches, of all hosts together.
    """

    __slots__ = ("_clubs", "_hosts", "_saved_parts")

    def __init__(self, saved_deal_parts: SavedDealParts | None = None) -> None:
        self._saved_parts = SavedDealParts() if saved_deal_parts is None else saved_deal_parts
        self._hosts: dict[str, HostDeals] = {}
        self._clubs: dict[str, DealsOfEndedTables] = {}

    def deals_of_host(self, key: str, club_table: int = 0) -> HostDeals:
        """Return the deals of the host with this key, or of its table of this number if it is a club.

        At the first call they are empty.
        """
        if not club_table:
            return self._hosts.setdefault(key, HostDeals(self._saved_parts, key))
        place = f"{key}/{club_table}"
        deals_of_ended_tables = self._clubs.setdefault(key, DealsOfEndedTables())
        return self._hosts.setdefault(place, HostDeals(self._saved_parts, place, deals_of_ended_tables))
