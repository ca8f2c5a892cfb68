"""Multicast DNS by the library zeroconf, for announcing (`announce`) and browsing (`browse`).

The library is imported when it is first used, because the import takes tens of milliseconds."""

from __future__ import annotations

import asyncio
import errno
import logging
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

SERVICE_TYPE: Final = "_queens._tcp.local."
"""The service type of a table on the network."""


async def import_zeroconf() -> None:
    """Import the library zeroconf in a thread, so that the event loop is not blocked.

    Raises `ImportError` if it is missing.
    """
    await asyncio.get_running_loop().run_in_executor(None, import_module, "zeroconf.asyncio")
    log = logging.getLogger("zeroconf")
    if not log.handlers:
        log.addHandler(logging.NullHandler())
    log.propagate = False  # a warning on a screen is worse than none


def open_multicast_dns(addresses: list[str] | None = None) -> AsyncZeroconf:
    """Return a multicast DNS endpoint at `addresses` of this machine, or, if that is None, at all of its addresses.

    Raises `OSError` or `RuntimeError` if there is no network for it.
    """
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    if addresses is not None:
        return AsyncZeroconf(interfaces=addresses)
    try:
        return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.All)
    except (OSError, RuntimeError):
        return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.V4Only)


def multicast_failure_reason(error: BaseException) -> str:
    """Return the reason in `error` why multicast DNS does not work here, as a part of a sentence."""
    if isinstance(error, ImportError):
        return "the library zeroconf is not installed"
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return "another program keeps port 5353 of this machine to itself"
    if isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EPERM):
        return "this machine does not allow multicast"
    if isinstance(error, OSError | RuntimeError):
        return "this machine has no network that carries multicast"
    return "the network refuses the announcement"
