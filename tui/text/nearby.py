"""A short text on who hosts tables on this network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.engine.english import english_list

if TYPE_CHECKING:
    from net.discovery.announcement import FoundTable


def nearby_hosts_text(tables: Sequence[FoundTable]) -> str:
    """Return the text on who hosts tables on this network, as in ``now nearby: Ada and Bob``; "" if nobody does."""
    if not tables:
        return ""
    hosts = list(dict.fromkeys(table.owner_name for table in tables))
    return f"now nearby: {english_list(hosts) if len(hosts) < 3 else f'{hosts[0]} and {len(hosts) - 1} others'}"
