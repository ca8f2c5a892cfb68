"""The options that the bench of a table passes to its server process."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class ServerOptions:
    """Options of the server process of the bench.

    `kind` is ``table``, ``bare`` (a broadcast without a table) or ``idle``: that is `tables` idle tables, with a match
    begun if `begun`. A table has `seats` seats, of which `bots` have bots; they play `game` at `level` and take about
    `pace` seconds for a decision. `journal` says whether the table has a journal, `durable` whether each commit is
    synced to disk.
    """

    kind: str
    seats: int = 2
    bots: int = 0
    pace: float = 0.0
    game: str = "mad-queens"
    level: str = "normal"
    seed: int | None = None
    tables: int = 0
    begun: bool = False
    journal: bool = True
    durable: bool = False
    tls: bool = False

    def to_text(self) -> str:
        """Return the options as one argument of a command line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> ServerOptions:
        """Return the options from a text that `to_text` has made."""
        return cls(**json.loads(text))
