"""Checks whether the terminal has been closed.

A shell that closes ends its programs, but not those that are detached from it; Textual would then read the end of their
input again and again and use all of the processor.
"""

from __future__ import annotations

import select
from typing import Final

TERMINAL_CHECK_SECONDS: Final = 3.0
"""The time between two checks whether the terminal has been closed."""

HANGUP_EXIT_STATUS: Final = 129
"""The exit status of a program whose terminal has been closed: 128 plus the number of the signal SIGHUP."""


def is_terminal_closed(descriptor: int) -> bool:
    """Whether the terminal of this file descriptor has been closed at its other end; False if that is unknown."""
    poll = getattr(select, "poll", None)
    if poll is None:
        return False
    poller = poll()
    poller.register(descriptor, 0)
    return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poller.poll(0))
