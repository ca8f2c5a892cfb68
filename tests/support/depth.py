"""How much the random tests play: a part in the README's test command, the whole with `QUEENS_DEEP=1` (`.ci/run`)."""

from __future__ import annotations

import os
from typing import Final

DEEP: Final = os.environ.get("QUEENS_DEEP") == "1"
"""Whether the random tests play as much as they can use."""


def by_depth(usual: int, deep: int) -> int:
    """Return how many matches, seeds or the like a test plays: `deep` if the whole is asked for, else `usual`."""
    return deep if DEEP else usual
