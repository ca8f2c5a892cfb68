"""QR codes (ISO/IEC 18004) in half blocks: two rows of modules in a row of cells."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

QR_MARGIN_MODULES: Final = 2
"""The width of the light margin around a QR code, in modules.

The standard asks for four, but the cameras of phones need only two.
"""

_HALF_BLOCK_BY_MODULES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""Maps two truth values, whether the upper and whether the lower module (square of the code) is dark, to a
character."""


@lru_cache(maxsize=4)
def qr_code_rows(text: str) -> tuple[str, ...]:
    """Return the QR code of a text as rows of equal width, to be written dark on light."""
    import segno

    code = segno.make(text, error="l", micro=False)
    margin = [False] * QR_MARGIN_MODULES
    rows = [[*margin, *map(bool, row), *margin] for row in code.matrix]
    blank = [[False] * len(rows[0])] * QR_MARGIN_MODULES
    rows = [*blank, *rows, *blank]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return tuple(
        "".join(_HALF_BLOCK_BY_MODULES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
