"""Checks whether the terminal is gone.

A shell that closes ends its programs with it, but one that has been detached from its shell lives on, and Textual
would then read the end of its input over and over, with all the power of the machine.
"""

from __future__ import annotations

import select
from typing import Final

WATCH_SECONDS: Final = 3.0
"""Time between two checks whether the terminal is still there; nobody waits for the answer."""


def is_gone(descriptor: int) -> bool:
    """Whether the terminal of this descriptor has been closed at its other end."""
    poll = getattr(select, "poll", None)
    if poll is None:
        return False
    poller = poll()
    poller.register(descriptor, 0)
    return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poller.poll(0))
