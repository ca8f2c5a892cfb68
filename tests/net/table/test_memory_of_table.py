"""A table in play takes little memory, so that a thousand tables fit into one process."""

from __future__ import annotations

import gc
import random
import sys
import types

from core import games
from net.limits import PROTOCOL_VERSION
from net.protocol.messages import Hello, Start
from net.table.spec import TableSpec
from net.table.table import Table
from net.table.tick import MessageReceived

MAX_TABLE_BYTES = 34_000
"""Largest number of bytes that one table with four bots, its match and one spectator may take at any time, without
objects shared with other tables.
"""
TYPES_NOT_COUNTED = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)
"""Types of objects that refer to the whole program, and so do not count as part of a table."""


def table_of_bots(chance):
    """Return a table whose match has begun, with four bots and a spectator, and when its next tick is due."""
    table = Table(
        TableSpec(games["mad-queens"], 4, {}, "Bots", pace=1.5, bots=4), chance.randbytes(32), chance.randbytes
    )
    table.handle([MessageReceived(1, Hello(PROTOCOL_VERSION, "Ann", watch=True))], 0.0)
    return table, table.handle([MessageReceived(1, Start())], 0.0).wake_at


def objects_of(table):
    """Return all objects that a table refers to, directly or by others, by their ids."""
    found, left = {}, [table]
    while left:
        item = left.pop()
        if id(item) not in found and not isinstance(item, TYPES_NOT_COUNTED):
            found[id(item)] = item
            left += gc.get_referents(item)
    return found


def bytes_not_shared_with_other_table(table, other):
    """Return the bytes of all objects that a table refers to and another one does not."""
    shared = objects_of(other)
    return sum(sys.getsizeof(item) for number, item in objects_of(table).items() if number not in shared)


def test_table_in_play_holds_little_memory_from_the_beginning_of_a_match_to_its_end():
    chance = random.Random(3)
    (table, wake_at), (other, _) = table_of_bots(chance), table_of_bots(chance)
    most, ticks = 0, 0
    while table.is_playing:
        wake_at = table.handle([], wake_at).wake_at
        ticks += 1
        if ticks % 20 == 0 or not table.is_playing:
            most = max(most, bytes_not_shared_with_other_table(table, other))
    assert ticks > 150
    assert most < MAX_TABLE_BYTES
