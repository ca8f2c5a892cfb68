"""What the commands have in common that run a table or a club without an interface, until a signal or an error."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.cli.printed_text import print_if_possible
from tui.cli.signals import END_SIGNALS, handle_signal
from tui.crash_message import wants_traceback

if TYPE_CHECKING:
    from net.discovery.announce import Announcer
    from net.errors import NetError


def silence_asyncio_errors() -> None:
    """Stop asyncio from logging the errors of tasks, if no traceback is wanted: the program prints the error that ends
    it.
    """
    if not wants_traceback():
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)


def handle_end_signals(action: Callable[[], object]) -> None:
    """Call `action` whenever a signal asks the program to end."""
    for name in END_SIGNALS:
        handle_signal(name, action)


async def wait_for_end(announcer: Announcer, stopped: asyncio.Event, failure: asyncio.Future[NetError]) -> None:
    """Wait until `stopped` is set or `failure` is done; meanwhile, print problems of the `announcer`."""
    announcer.report_trouble_to(lambda trouble: print_if_possible(f"queens: {trouble}", file=sys.stderr))
    stopping = asyncio.ensure_future(stopped.wait())
    try:
        await asyncio.wait((stopping, failure), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()


def print_end_or_raise_failure(failure: asyncio.Future[NetError], sentence: str) -> None:
    """Print `sentence`, the last one of the program; if `failure` is done, raise its error instead."""
    if failure.done():
        raise failure.result()
    print_if_possible(sentence)
