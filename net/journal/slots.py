"""The slots of tables: the texts by which the journal finds again what was opened for solo play, at a port, or in a
club.
"""

from __future__ import annotations

from typing import Final

SOLO_SLOT: Final = "alone"
"""The slot of solo matches."""

HOSTED_SLOT_PREFIX: Final = "port "
"""The beginning of the slot of a table hosted at a port."""
CLUB_SLOT_PREFIX: Final = "club "
"""The beginning of the slot of a club's tables."""
_PRIVATE_SLOT_SUFFIX: Final = ", private"
"""The end of the slot of a club's tables that ask for a code."""


def hosted_slot(port: int) -> str:
    """Return the slot of the tables that are hosted at this port."""
    return f"{HOSTED_SLOT_PREFIX}{port}"


def club_slot(port: int) -> str:
    """Return the slot of the tables of the club at this port."""
    return f"{CLUB_SLOT_PREFIX}{port}"


def slot_of_table_carried_over_from(port: int) -> str:
    """Return the slot of a table that was hosted at a port and is being carried over to a club elsewhere.

    It begins as those of clubs do, so such a table is not offered as an unfinished one.
    """
    return f"{CLUB_SLOT_PREFIX}from port {port}"


def private_slot(slot: str) -> str:
    """Return the slot of those tables of a club that ask for a code.

    `slot` is that of the club's other tables.
    """
    return f"{slot}{_PRIVATE_SLOT_SUFFIX}"


def port_of_slot(slot: str) -> int:
    """Return the port in a `slot` of hosted tables, such as ``port 7777``."""
    return int(slot.removeprefix(HOSTED_SLOT_PREFIX))
