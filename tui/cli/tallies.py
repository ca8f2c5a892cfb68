"""How bots did in many matches, as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from core.engine.simulation import Tally


def in_words(tallies: Sequence[Tally], matches: int) -> str:
    """Return the tallies as a table."""
    lines = [f"{'seat':>4}  {'bot':<12} {'points a match':>14} {'wins':>7}"]
    for tally in tallies:
        share = f"{tally.wins / matches:.1%}"
        lines.append(f"{tally.seat + 1:>4}  {tally.bot:<12} {tally.points / matches:>14.2f} {share:>7}")
    return "\n".join(lines)


def in_json(tallies: Sequence[Tally], matches: int) -> str:
    """Return the tallies as JSON."""
    return json.dumps({"matches": matches, "seats": [asdict(tally) for tally in tallies]})
