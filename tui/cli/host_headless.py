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

    from tui.cli.listeners import Listeners
    from tui.cli.signals import handle_signal
    from tui.connect.host_table import host_key_sentence, open_host, resume_notices, ssh_key_sentence
    from tui.connect.invitation import INSECURE_NOTICE, PLAIN_WEB_NOTICE, invitation, ssh_invitation, web_address
    from tui.text.table import DESERTED_SENTENCE

    stop = asyncio.Event()
    if not wants_traceback():
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)  # it is said below
    host, _ = await open_host(request, settings, None, Listeners)
    server = host.server
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        handle_signal(name, stop.set)
    print(
        f"The table is open. Others join with:\n\n  {invitation(server.table.address, server.code, request.insecure)}\n"
    )
    if host.ssh is not None:
        print(f"Or with nothing but an ssh client:\n\n  {ssh_invitation(server.table.address, host.ssh.port)}\n")
    if host.web is not None:
        address = web_address(server.table.address, host.web.port, host.web.encrypted, server.code)
        print(f"Or with a phone, in any browser:\n\n  {address}\n")
        if sys.stdout.isatty():
            _print_qr_code(address)
        if not host.web.encrypted:
            print(PLAIN_WEB_NOTICE)
    if request.insecure:
        print(INSECURE_NOTICE)
    for sentence in resume_notices(host):
        print(sentence)
    if server.match_resumed:
        print(DESERTED_SENTENCE)
    if server.certificate is not None:
        print(host_key_sentence(server.certificate))
    if host.ssh is not None:
        print(ssh_key_sentence(host.ssh))
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


def _print_qr_code(address: str) -> None:
    """Print the code to scan, dark on light in every terminal, unless it is wider than the terminal."""
    import shutil

    from tui.drawing.qr_code import qr_code_rows

    rows = qr_code_rows(address)
    if len(rows[0]) <= shutil.get_terminal_size().columns:
        with contextlib.suppress(UnicodeEncodeError):
            print("".join(f"  \x1b[38;5;16;48;5;231m{row}\x1b[0m\n" for row in rows))
