"""Makes a `TableSpec` from a person's choices, and a `Table` from a `TableSpec`.

Here a table gets the event loop's clock and the system's random bytes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence

from core import Game, games
from net.journal.entries import SavedTable
from net.table.spec import TableSpec
from net.table.table import Table


def make_table_spec(
    game: str,
    *,
    seats: int | None = None,
    bots: int = 0,
    bot_kinds: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    name: str = "",
    code: str = "",
    seed: int | str | None = None,
    pace: float = 0.0,
) -> TableSpec:
    """Return what a table for the game with this slug is opened with.

    seats      the number of seats; None: one for each bot and one person, or without bots the game's usual number
    bots       how many seats, from the last one on, are given to bots
    bot_kinds  the levels or bots that play them, in this order
    options    the options of the game that differ from their defaults
    name       the name of the table, "" for that of the host's person
    code       the code that people need to join, "" for none
    seed       the seed of the first match, None for commit-reveal
    pace       about how many seconds a bot takes for a decision

    Raises `KeyError` for an unknown game; seats and options are checked when a table is opened.
    """
    rules = games[game]
    number = _default_seats(rules, bots) if seats is None else seats
    return TableSpec(rules, number, options or {}, name, code, seed, pace, min(bots, number), bot_kinds)


def _default_seats(game: Game, bots: int) -> int:
    """Return the number of seats of a table for which the person has chosen none.

    With bots it is the least that seats them and the person, or the greatest of the game if they are too many.
    """
    if not bots:
        return game.usual_seats
    return next((number for number in game.seats if number >= bots + 1), game.seats[-1])


def new_table(spec: TableSpec) -> Table:
    """Return a new table; raises `core.BadOption` for seats or options that the game does not have."""
    return Table(spec, secrets.token_bytes(32), secrets.token_bytes)


def restore_saved_table(spec: TableSpec, saved: SavedTable) -> Table:
    """Return the journalled table, as it was saved.

    `spec` gives only what is not saved of it: how its bots pace themselves (`pace`, `people_begin`), its address, and
    its code if none was saved. Raises `core.RulesError` if its game is unknown or its match cannot be replayed.
    """
    return Table.restore(
        saved,
        asyncio.get_running_loop().time(),
        pace=spec.pace,
        people_begin=spec.people_begin,
        address=spec.address,
        code=saved.table.code or spec.code,
        chance=secrets.token_bytes(16),
        draw_bytes=secrets.token_bytes,
    )


def matches_saved_table(spec: TableSpec, saved: SavedTable) -> bool:
    """Return whether the journalled table is for the same game and the same number of seats."""
    return (saved.table.game, len(saved.table.chairs)) == (spec.game.slug, spec.seats)
