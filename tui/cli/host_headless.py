"""``queens host --headless``: hosts a table without an interface."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

from tui.cli.errors import CommandFailed
from tui.crash_message import wants_traceback

if TYPE_CHECKING:
    from tui.connect.request import TableRequest
    from tui.settings import Settings


def host_headless(request: TableRequest, settings: Settings) -> int:
    """Host a table until SIGINT, SIGTERM or SIGHUP; return 0. Raises `CommandFailed` if it cannot open or breaks."""
    import asyncio

    from net.errors import NetError
    from tui.connect.open_table import opening_failure

    try:
        asyncio.run(_host_until_stopped(request, settings))
    except (NetError, OSError) as error:
        raise CommandFailed(opening_failure(error, request)) from error
    return 0


async def _host_until_stopped(request: TableRequest, settings: Settings) -> None:
    """Host a table and print how to join it, until SIGINT, SIGTERM or SIGHUP; raises the error that broke the table."""
    import asyncio

    from tui.cli.listeners import table_listeners
    from tui.cli.signals import handle_signal
    from tui.cli.ways_in import print_keys, print_ways_in
    from tui.connect.host_table import open_host, resume_notices
    from tui.text.table import DESERTED_SENTENCE

    stop = asyncio.Event()
    if not wants_traceback():
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)  # it is said below
    host, _ = await open_host(request, settings, None, table_listeners)
    server = host.server
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        handle_signal(name, stop.set)
    print("The table is open. Others join with:\n")
    print_ways_in(server.table.address, server.code, insecure=request.insecure, ssh=host.ssh, web=host.web)
    for sentence in resume_notices(host):
        print(sentence)
    if server.match_resumed:
        print(DESERTED_SENTENCE)
    print_keys(server.certificate, host.ssh)
    print("The first to come is the table's owner. Ctrl+C closes it.", flush=True)
    host.announcer.report_trouble_to(lambda trouble: print(f"queens: {trouble}", file=sys.stderr, flush=True))
    stopped = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait((stopped, server.runner.failed), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
        await host.close()
    if server.runner.failed.done():
        raise server.runner.failed.result()
    with contextlib.suppress(OSError):  # after SIGHUP there may be no terminal any more
        print("The table is closed.", flush=True)
