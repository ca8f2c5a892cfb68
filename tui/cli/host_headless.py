"""``queens host --headless``: hosts a table without an interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.cli.errors import CommandFailed
from tui.cli.printed_text import print_text

if TYPE_CHECKING:
    from tui.connect.request import TableRequest
    from tui.settings import Settings


def host_headless(request: TableRequest, settings: Settings) -> int:
    """Host a table until SIGINT, SIGTERM or SIGHUP; return 0.

    Raises `CommandFailed` if it cannot open or fails.
    """
    import asyncio

    from net.errors import NetError
    from tui.connect.open_table import table_opening_failure_sentence

    try:
        asyncio.run(_host_until_stopped(request, settings))
    except (NetError, OSError) as error:
        raise CommandFailed(table_opening_failure_sentence(error, request)) from error
    return 0


async def _host_until_stopped(request: TableRequest, settings: Settings) -> None:
    """Host a table and print how to join it, until SIGINT, SIGTERM or SIGHUP; raises the error that ended the table."""
    import asyncio

    from tui.cli.headless_commands import (
        handle_end_signals,
        print_end_or_raise_failure,
        silence_asyncio_errors,
        wait_for_end,
    )
    from tui.cli.join_instructions import print_join_instructions, print_keys
    from tui.cli.listeners import table_listeners
    from tui.connect.host_table import open_host, resume_notices
    from tui.text.table import DESERTED_SENTENCE

    stopped = asyncio.Event()
    silence_asyncio_errors()
    host, _ = await open_host(request, settings, None, table_listeners)
    server = host.server
    try:
        handle_end_signals(stopped.set)
        print_text("The table is open. Others join with:\n")
        print_join_instructions(
            server.table.address, server.code, "lobby", insecure=request.insecure, ssh=host.ssh, web=host.web
        )
        for sentence in resume_notices(host):
            print_text(sentence)
        if server.match_resumed:
            print_text(DESERTED_SENTENCE)
        print_keys(server.certificate, host.ssh)
        print_text("The first to come is the table's owner. Ctrl+C closes it.")
        await wait_for_end(host.announcer, stopped, server.runner.failure)
    finally:
        await host.close()
    print_end_or_raise_failure(server.runner.failure, "The table is closed.")
