"""What a table is to be like that is opened: a new one is made so, and one that goes on is asked whether it is such."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from core import Game
from net.journal.entries import Saved
from net.table.table import Table


@dataclass(frozen=True, slots=True)
class Opening:
    """A table as somebody asks for it; what the arguments mean is said at `net.table.Table`."""

    game: Game
    seats: int
    options: Mapping[str, object]
    name: str = ""
    code: str = field(default="", repr=False)
    seed: int | str | None = field(default=None, repr=False)
    pace: float = 0.0
    bots: int = 0
    address: str = ""

    def make(self) -> Table:
        """Return a new table; raises `core.BadOption`."""
        return Table(
            self.game,
            self.seats,
            self.options,
            secret=secrets.token_bytes(32),
            name=self.name,
            code=self.code,
            seed=self.seed,
            pace=self.pace,
            bots=self.bots,
            address=self.address,
        )

    def restore(self, saved: Saved) -> Table:
        """Return the table that was written down, with its own code if it had one; raises `core.RulesError`."""
        return Table.restore(
            saved,
            asyncio.get_running_loop().time(),
            pace=self.pace,
            address=self.address,
            code=saved.table.code or self.code,
            chance=secrets.token_bytes(16),
        )

    def like(self, saved: Saved) -> bool:
        """Whether the table that was written down is for the same game and as many seats."""
        return (saved.table.game, len(saved.table.chairs)) == (self.game.slug, self.seats)
