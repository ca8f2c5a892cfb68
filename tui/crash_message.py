"""The message for a crash of the program: one sentence, or a traceback if the user asks for it."""

from __future__ import annotations

import os
from typing import Final

DEBUG_VARIABLE: Final = "QUEENS_DEBUG"
"""The environment variable that shows tracebacks."""

PROGRAM_CRASHED_SENTENCE: Final = (
    "Sorry: something in this program went wrong, and it had to close. A match in progress is kept: start the program "
    f"again and carry on. With {DEBUG_VARIABLE}=1 in the environment it says what went wrong."
)
"""The sentence that the program prints when it has crashed."""

WRONG_TABLE_DATA_SENTENCE: Final = (
    "What the host sent cannot be shown: the host or this program is at fault; with "
    f"{DEBUG_VARIABLE}=1 in the environment it says where."
)
"""The sentence for an error in showing a table of another host, which may have sent wrong data."""


def wants_traceback() -> bool:
    """Return whether the user asks for tracebacks by the environment variable ``QUEENS_DEBUG``."""
    return bool(os.environ.get(DEBUG_VARIABLE))
