"""`DealMemory`: what a program remembers of the deals of all hosts as long as it lives.

A host that knows all secrets of a deal can abandon it and deal again, until it likes the cards. Nobody can prevent
that, so every program counts the deals for which it has revealed a secret and whose match it has not seen to its end.
It counts them for each host and not for each connection or table: hanging up or opening another table hides none.
"""

from __future__ import annotations

from net.limits import TABLES_REMEMBERED


class HostDeals:
    """The deals of one host in which this program took part, numbered from 1 in the order of its reveals.

    `revealed` is the number of the last one; `played_out` is that of the last one whose match was seen to its end.
    """

    __slots__ = ("_latest_match", "played_out", "revealed")

    def __init__(self) -> None:
        self.revealed = 0
        self.played_out = 0
        self._latest_match: dict[str, int] = {}

    def is_earlier_match(self, table: str, match: int) -> bool:
        """Whether a later match than this one has been dealt at the table."""
        return match < self._latest_match.get(table, 0)

    def add_match(self, table: str, match: int) -> None:
        """Remember that a match is dealt at a table, for the last `TABLES_REMEMBERED` tables only."""
        self._latest_match.pop(table, None)
        self._latest_match[table] = match
        if len(self._latest_match) > TABLES_REMEMBERED:
            del self._latest_match[next(iter(self._latest_match))]

    def add_reveal(self) -> int:
        """Count a deal for which this program now reveals its secret, and return its number."""
        self.revealed += 1
        return self.revealed

    def abandoned_before(self, number: int) -> int:
        """Return how many deals before this one were abandoned since a match was last seen to its end."""
        return max(0, number - 1 - self.played_out)

    def end_match(self, number: int) -> None:
        """Remember that the match of a deal was seen to its end."""
        self.played_out = max(self.played_out, number)


class DealMemory:
    """The `HostDeals` of every host, by the fingerprint of its key, or by its address where it has no key."""

    __slots__ = ("_hosts",)

    def __init__(self) -> None:
        self._hosts: dict[str, HostDeals] = {}

    def of_host(self, key: str) -> HostDeals:
        """Return the deals of one host; none have been counted at the first call for its key."""
        return self._hosts.setdefault(key, HostDeals())
