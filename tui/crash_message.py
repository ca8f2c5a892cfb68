"""The message for a crash of the program: one sentence, or a traceback if the user asks for it."""

from __future__ import annotations

import os
from typing import Final

DEBUG_VARIABLE: Final = "QUEENS_DEBUG"
"""The environment variable that shows tracebacks."""

CRASHED_SENTENCE: Final = (
    "Sorry: something in this program went wrong, and it had to close. A match in progress is kept: start the program "
    f"again and carry on. With {DEBUG_VARIABLE}=1 in the environment it says what went wrong."
)
"""The sentence that the program prints when it has crashed."""

IMPOSSIBLE_TO_SHOW_SENTENCE: Final = (
    "What the host sent cannot be shown: the host or this program is at fault; with "
    f"{DEBUG_VARIABLE}=1 in the environment it says where."
)
"""Shown when the state of a table of another program causes an error here: its host may send wrong data."""


def wants_traceback() -> bool:
    """Whether the user asked for tracebacks with `QUEENS_DEBUG`."""
    return bool(os.environ.get(DEBUG_VARIABLE))
