"""`DealMemory`: what a program remembers of the deals of all hosts as long as it runs.

A host that knows all secrets of a deal can abandon it and deal again, until it likes the cards. Nobody can prevent
that, so every program counts the deals for which it has revealed a secret and whose match it has not seen to its end.
It counts them by host and not by connection or table, so a new connection or another table hides none. Its parts in the
deals of unfinished matches are kept in a file, if it is given one, and are then known to its next process.
"""

from __future__ import annotations

from net.client.deal_part import DealPart
from net.client.saved_deal_parts import SavedDealParts
from net.limits import TABLES_REMEMBERED


class HostDeals:
    """The deals of one host in which this program took part, numbered from 1 in the order of its reveals.

    `revealed` is the number of the last deal, 0 before the first; `played_out` is the number of the last deal whose
    match was seen to its end, or 0. `saved_deal_parts` is the file of this program's parts in the deals of unfinished
    matches, in which `key` identifies the host.
    """

    __slots__ = ("_key", "_latest_match", "_numbers", "_saved_parts", "played_out", "revealed")

    def __init__(self, saved_deal_parts: SavedDealParts | None = None, key: str = "") -> None:
        self.revealed = 0
        self.played_out = 0
        self._saved_parts = SavedDealParts() if saved_deal_parts is None else saved_deal_parts
        self._key = key
        self._numbers: dict[str, int] = {}
        self._latest_match: dict[str, int] = {}

    def is_earlier_match(self, table_id: str, match: int) -> bool:
        """Whether a later match than this one has been dealt at the table."""
        return match < self._latest_match.get(table_id, 0)

    def add_match(self, table_id: str, match: int) -> None:
        """Remember that a match is dealt at a table, for the last `TABLES_REMEMBERED` tables only."""
        self._latest_match.pop(table_id, None)
        self._latest_match[table_id] = match
        if len(self._latest_match) > TABLES_REMEMBERED:
            del self._latest_match[next(iter(self._latest_match))]

    def add_reveal(self, part: DealPart) -> None:
        """Count the deal of `part`, whose secret is revealed now; set the number of the part, and save it."""
        self._set_number(part)
        self._saved_parts.save(part, self._key, max(self.abandoned_before(part.number), part.abandoned_before))

    def restore_part(self, part: DealPart, seat: int) -> bool:
        """Complete a part from the saved part of this seat in the same deal; return whether there is one."""
        restored = self._saved_parts.restore(part, self._key, seat)
        if restored:
            self._set_number(part)
        return restored

    def remove_part(self, part: DealPart) -> None:
        """Delete a saved part, because its match is over."""
        self._saved_parts.remove(part)

    def _set_number(self, part: DealPart) -> None:
        """Set `part.number`: the next number for a seal that is new, else the number that this seal has already."""
        if part.seal not in self._numbers:
            self.revealed += 1
            self._numbers[part.seal] = self.revealed
            if len(self._numbers) > TABLES_REMEMBERED:
                del self._numbers[next(iter(self._numbers))]
        part.number = self._numbers[part.seal]

    def abandoned_before(self, number: int) -> int:
        """Return how many deals before deal `number` were abandoned since a match was last seen to its end."""
        return max(0, number - 1 - self.played_out)

    def end_match(self, number: int) -> None:
        """Remember that the match of deal `number` was seen to its end."""
        self.played_out = max(self.played_out, number)


class DealMemory:
    """The `HostDeals` of every host, by the fingerprint of its key, or by its address where it has no key.

    `saved_deal_parts` is the file of this program's parts in the deals of unfinished matches, of all hosts together.
    """

    __slots__ = ("_hosts", "_saved_parts")

    def __init__(self, saved_deal_parts: SavedDealParts | None = None) -> None:
        self._saved_parts = SavedDealParts() if saved_deal_parts is None else saved_deal_parts
        self._hosts: dict[str, HostDeals] = {}

    def of_host(self, key: str) -> HostDeals:
        """Return the deals of the host with this key; at the first call for a key they are empty."""
        return self._hosts.setdefault(key, HostDeals(self._saved_parts, key))
