"""Opening something at a port, or at the next free one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

from net.errors import PortTaken
from tui.connect.request import TableRequest

OpenedT = TypeVar("OpenedT")

MAX_PORTS_TRIED: Final = 20
"""If no port is named, at most this many are tried from the usual one upwards: no machine has more tables."""


async def open_at_free_port(
    open_at: Callable[[int], Awaitable[OpenedT]], first_port: int, *, only_there: bool
) -> OpenedT:
    """Call `open_at` with the first port and, unless it is to be `only_there`, with the next ones until one is free.

    Raises `PortTaken` if each port that was tried is in use.
    """
    last_port = first_port if only_there else first_port + MAX_PORTS_TRIED - 1
    for port in range(first_port, last_port):
        with suppress(PortTaken):
            return await open_at(port)
    return await open_at(last_port)


def other_port_sentence(request: TableRequest, port: int, subject: str = "this table") -> str:
    """Return the sentence that `subject` is at another `port` than requested; "" if it is at the requested one."""
    if request.port in (0, port):
        return ""
    return f"Port {request.port} is taken on this machine: {subject} is on port {port}."
