"""Prints how people join a table or a club that runs without an interface."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Final

from tui.cli.printed_text import print_text

if TYPE_CHECKING:
    from net.security.host_certificate import Certificate
    from tui.connect.guest_listeners import SshListener, WebListener


ROWS_OF_OTHER_INSTRUCTIONS: Final = 21
"""The number of terminal rows for all instructions but the QR code, which is printed if it fits into the rows left."""


def print_join_instructions(
    address: str, code: str, qr_screen: str, *, insecure: bool, ssh: SshListener | None, web: WebListener | None
) -> None:
    """Print how people join what listens at ``HOST:PORT``, with any program that it lets in.

    `qr_screen` names the screen on which people find the QR code, if the terminal has no room for it beside the rest.
    """
    from tui.connect.invitation import (
        INSECURE_NOTICE,
        JOIN_BY_BROWSER_TEXT,
        JOIN_TABLE_BY_SSH_TEXT,
        PLAIN_WEB_NOTICE,
        invitation,
        ssh_invitation,
        web_address,
    )

    print(f"  {invitation(address, code, insecure)}\n")
    if ssh is not None:
        print_text(f"{JOIN_TABLE_BY_SSH_TEXT}\n\n  {ssh_invitation(address, ssh.port)}\n")
    if web is not None:
        page = web_address(address, web.port, web.encrypted, code)
        print_text(f"{JOIN_BY_BROWSER_TEXT}\n\n  {page}\n")
        if sys.stdout.isatty():
            _print_qr_code(page, qr_screen)
        if not web.encrypted:
            print_text(PLAIN_WEB_NOTICE)
    if insecure:
        print_text(INSECURE_NOTICE)


def print_keys(certificate: Certificate | None, ssh: SshListener | None) -> None:
    """Print the fingerprints of the keys, which people who join for the first time are shown."""
    from tui.connect.host_table import host_key_sentence, ssh_key_sentence

    if certificate is not None:
        print_text(host_key_sentence(certificate))
    if ssh is not None:
        print_text(ssh_key_sentence(ssh))


def _print_qr_code(address: str, qr_screen: str) -> None:
    """Print the QR code of an address, dark on light whatever colours the terminal has.

    If there is no room for it, print that `qr_screen` shows it.
    """
    import shutil

    from tui.drawing.qr_code import qr_code_rows

    rows = qr_code_rows(address)
    window = shutil.get_terminal_size()
    if len(rows[0]) > window.columns or len(rows) + ROWS_OF_OTHER_INSTRUCTIONS > window.lines:
        print_text(f"Q in the {qr_screen} shows it as a code to scan.")
    else:
        with contextlib.suppress(UnicodeEncodeError):
            print("".join(f"  \x1b[38;5;16;48;5;231m{row}\x1b[0m\n" for row in rows))
