"""Finds tables on the local network (mDNS)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from net.discovery.announcement import FoundTable
    from net.discovery.browse import TableBrowser


def table_browser(changed: Callable[[], None]) -> TableBrowser:
    """Return a browser for tables on this network; it calls `changed` when its list changes. Its `open` starts it.

    Tables of hosts whose keys this program has seen before come first.
    """
    from net.discovery.browse import TableBrowser
    from net.security.known_hosts import KnownHosts
    from tui.settings import data_folder

    return TableBrowser(changed, KnownHosts(data_folder()).keys())


async def browse_for_tables(seconds: float) -> tuple[Sequence[FoundTable], str]:
    """Browse for `seconds`; return the tables found, and the reason if browsing is impossible, else ""."""
    browser = table_browser(lambda: None)
    try:
        async with asyncio.timeout(seconds):
            await browser.open()
            if not browser.trouble:
                await asyncio.sleep(seconds)
    except TimeoutError:
        pass
    tables, trouble = browser.tables, browser.trouble
    await browser.close()
    return tables, trouble
