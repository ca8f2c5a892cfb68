"""What `table.py` asks `table_host.py` to serve."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Served:
    """A process to measure, of a `kind`: ``table``, ``bare`` (a broadcast) or ``idle`` (`tables` idle tables)."""

    kind: str
    seats: int = 2
    bots: int = 0
    pace: float = 0.0
    seed: int | None = None
    tables: int = 0
    begun: bool = False
    journal: bool = True
    durable: bool = False
    tls: bool = False

    def to_text(self) -> str:
        """Return this as an argument of a command."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Served:
        """Return the value that `to_text` has written."""
        return cls(**json.loads(text))
