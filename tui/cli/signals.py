"""Handlers for the signals after which the program leaves its tables and ends."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from typing import Final

END_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that end a program without an interface."""


def handle_signal(name: str, action: Callable[[], object]) -> None:
    """Call `action` on the running event loop when the signal of this name, such as "SIGHUP", arrives.

    Does nothing if the system does not have the signal, or if the signal is ignored (SIGHUP under ``nohup``).
    """
    number = getattr(signal, name, None)
    if number is None or signal.getsignal(number) is signal.SIG_IGN:
        return
    with contextlib.suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(number, action)
