"""What a table is opened with: its game, its seats, its rules and its address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core import Game


@dataclass(frozen=True, slots=True)
class TableSpec:
    """The specification of a table: everything that is decided about it before it is opened.

    `options` are the game's options that differ from their defaults. `code` is asked of everybody who joins, unless
    it is empty. `seed` fixes the deals; without it every deal is settled by commit-reveal. `pace` is about how long
    a bot seems to think, in seconds. Bots get the last `bots` seats; `bot_kinds` are their levels or other bots of the
    game in this order, from the first again after the last, and the usual one if the game has none of them; the last
    of them is the usual one of the table. `address` is shown to the people at the table.
    """

    game: Game
    seats: int
    options: Mapping[str, object]
    name: str = ""
    code: str = field(default="", repr=False)
    seed: int | str | None = field(default=None, repr=False)
    pace: float = 0.0
    bots: int = 0
    bot_kinds: Sequence[str] = ()
    address: str = ""
