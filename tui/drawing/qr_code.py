"""QR codes (ISO/IEC 18004) in half blocks: two rows of modules in a row of cells."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

QUIET_MODULES: Final = 2
"""The light margin around a code; the standard asks for four modules, and cameras of phones are content with two."""

_PAIR_CELLS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""The cell for a dark upper and a dark lower module."""


@lru_cache(maxsize=4)
def qr_code_rows(text: str) -> tuple[str, ...]:
    """Return the QR code of a text as rows of equal width, to be written dark on light."""
    import segno

    code = segno.make(text, error="l", micro=False)
    margin = [False] * QUIET_MODULES
    rows = [[*margin, *map(bool, row), *margin] for row in code.matrix]
    blank = [[False] * len(rows[0])] * QUIET_MODULES
    rows = [*blank, *rows, *blank]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return tuple(
        "".join(_PAIR_CELLS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
