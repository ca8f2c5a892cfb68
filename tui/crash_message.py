"""What becomes of a fault of the program itself: one line, or for those who look for it all that Python knows."""

from __future__ import annotations

import os
from typing import Final

DEBUG: Final = "QUEENS_DEBUG"
"""The environment variable with which a fault is shown as Python shows it."""

FAULT: Final = (
    "Sorry: something in this program went wrong, and it had to close. A match that was going on is kept: start it "
    f"again and go on. With {DEBUG}=1 in the environment it says what went wrong."
)


def wants_traceback() -> bool:
    """Whether whoever started the program wants to see what is wrong with it."""
    return bool(os.environ.get(DEBUG))
