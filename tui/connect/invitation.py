"""How others come to a table, in one line that can be read out loud, typed or copied."""

from __future__ import annotations

from shlex import quote
from typing import Final

from tui.connect.request import short_address

INSECURE: Final = "This link is without TLS (--insecure): anybody on the way can listen."

OTHERS_JOIN: Final = "Others on this network join with:"
"""What stands before the command that takes others to a table, wherever lines are written."""


def invitation(address: str, code: str = "", insecure: bool = False) -> str:
    """Return the command that takes others to the table at an address; the port stands only if it is not the usual."""
    where = short_address(address)
    if where.endswith("]"):  # an address of IPv6 alone needs no brackets, which some shells take for a pattern
        where = where.strip("[]")
    words = ["queens join", quote(where)]
    if code:
        words += ["--code", quote(code)]
    if insecure:
        words.append("--insecure")
    return " ".join(words)


def ssh_invitation(address: str, port: int) -> str:
    """Return the command that takes others to the table at an address over SSH, at another port of that machine."""
    return f"ssh -p {port} NAME@{address.rpartition(':')[0].strip('[]')}"
