"""The specification of a table to be opened: its game, its seats, its rules and its address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core import Game


@dataclass(frozen=True, slots=True)
class TableSpec:
    """The specification of a table: everything that is decided about it before it is opened."""

    game: Game
    seats: int
    """The number of seats."""
    options: Mapping[str, object]
    """The game's options that differ from their defaults."""
    name: str = ""
    """The name of the table; the name of the host's person if it is ""."""
    code: str = field(default="", repr=False)
    """The code that everybody who joins must give; "" if none is needed."""
    seed: int | str | None = field(default=None, repr=False)
    """The seed of the first match, from which those of later matches follow; None: commit-reveal for each match."""
    pace: float = 0.0
    """The approximate number of seconds that a bot takes for a decision."""
    bots: int = 0
    """The number of seats that are given to bots, from the last seat on."""
    bot_kinds: Sequence[str] = ()
    """The levels or other bots of the game that these seats get, in this order, and again from the first; the last of
    them is the usual bot of the table. Without them it is the usual bot of the game."""
    address: str = ""
    """The address that is shown to the people at the table."""
    founder: str = ""
    """The text that identifies the person to whom the table will belong (`net.table.tick.MessageReceived.key`): the
    fingerprint of their SSH key, or who they are in a club; "": the first who joins."""
    people_begin: bool = False
    """Whether bots decide nothing while the match waits for a person who has done nothing in it yet."""
