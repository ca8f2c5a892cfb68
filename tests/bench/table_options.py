"""The options that `table.py` passes to `table_host.py`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Served:
    """What one process serves.

    `kind` is ``table``, ``bare`` (a broadcast) or ``idle`` (`tables` idle tables, with a match `begun` or not). `level`
    is that at which all bots play `game`, and `pace` about how many seconds a bot takes for a decision. `journal` and
    `durable` say whether the table is kept and each commit synced to disk.
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
    def from_text(cls, text: str) -> Served:
        """Return the options from the text that `to_text` made."""
        return cls(**json.loads(text))
