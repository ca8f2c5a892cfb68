"""Signals that end the program in order."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable


def handle_signal(name: str, action: Callable[[], object]) -> None:
    """Call `action` on the running loop when the signal of this name comes, such as "SIGHUP".

    A signal that the system does not have, or that is ignored (SIGHUP under ``nohup``), stays as it is.
    """
    number = getattr(signal, name, None)
    if number is None or signal.getsignal(number) is signal.SIG_IGN:
        return
    with contextlib.suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(number, action)
