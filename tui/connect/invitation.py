"""The invitation to a table: one shell command with which other players join it, written and parsed."""

from __future__ import annotations

from shlex import quote, split
from typing import TYPE_CHECKING, Final
from urllib.parse import quote as url_quote

from msgspec import Struct

from tui.connect.address import short_address

if TYPE_CHECKING:
    from net.protocol.table_state import TableInfo

INSECURE_NOTICE: Final = "This link has no TLS (--insecure): anybody in between can listen."
"""The warning at a table whose connections are not encrypted."""

PLAIN_WEB_NOTICE: Final = "Others on this network could listen in."
"""The warning about a page for browsers without encryption."""

OPEN_TO_BROWSERS_SENTENCE: Final = "Anybody with a phone or a browser can come in now: {}"
"""The sentence when an open table lets browsers in; ``{}`` stands for the address of the page."""

JOIN_TABLE_BY_COMMAND_TEXT: Final = "Others on this network join with:"
"""The line before the command with which others join a table, in the line mode."""

JOIN_CLUB_BY_COMMAND_TEXT: Final = "Others come in with:"
"""The text before the command with which others join a club."""

JOIN_CLUB_BY_SSH_TEXT: Final = "Or with any ssh client:"
"""The text before the command with which others join a club with an SSH client."""

JOIN_TABLE_BY_SSH_TEXT: Final = "Or with nothing but an ssh client:"
"""The line before the command with which others join a table with an SSH client."""
JOIN_BY_BROWSER_TEXT: Final = "Or with a phone, in any browser:"
"""The text before the address of the page for browsers, in the line mode."""


def invitation(address: str, code: str = "", insecure: bool = False) -> str:
    """Return the shell command that joins the table at an address; the default port is left out.

    `code` is the table code, "" for none; `insecure`: the link is without TLS.
    """
    where = short_address(address)
    if where.endswith("]"):  # an IPv6 address without a port needs no brackets, which some shells take for a pattern
        where = where.strip("[]")
    words = ["queens join", quote(where)]
    if code:
        words += ["--code", quote(code)]
    if insecure:
        words.append("--insecure")
    return " ".join(words)


def table_invitation(table: TableInfo, code: str = "", insecure: bool = False) -> str:
    """Return the shell command that joins a table, or "" if it has no address.

    `code` is the table code, "" for none; `insecure`: the link is without TLS.
    """
    return invitation(table.address, code, insecure) if table.address else ""


class Invitation(Struct, frozen=True):
    """The parts of an invitation: address, table code (may be empty), and whether the link is without TLS.

    `insecure` is true if the link is without TLS.
    """

    address: str
    code: str = ""
    insecure: bool = False


def parse_invitation(text: str) -> Invitation | None:
    """Return the parts of a pasted ``queens join ADDRESS --code CODE``, or None if the text is something else."""
    try:
        words = split(text)
    except ValueError:  # a quotation mark that stands alone
        return None
    if words[:1] in (["$"], ["%"], [">"]):
        words = words[1:]
    if words[:2] != ["queens", "join"]:
        return None
    address = code = ""
    rest = iter(words[2:])
    for word in rest:
        option, equals, value = word.partition("=")
        if option == "--code":
            code = value if equals else next(rest, "")
        elif option == "--name" and not equals:
            next(rest, "")
        elif not word.startswith("-"):
            address = address or word
    return Invitation(address, code, "--insecure" in words)


def ssh_invitation(address: str, port: int) -> str:
    """Return the shell command that joins the table at ``HOST:PORT`` over SSH, at SSH port `port` of that host."""
    return f"ssh -p {port} NAME@{address.rpartition(':')[0].strip('[]')}"


def web_address(address: str, port: int, encrypted: bool, code: str = "") -> str:
    """Return the address of the page of the table at ``HOST:PORT``, at port `port` of that host.

    `code` is the table code. The address has its secret part behind a ``#``, which browsers send to nobody.
    """
    from net.security.table_code import TableCode

    host = address.rpartition(":")[0]
    usual = 443 if encrypted else 80
    where = host if port == usual else f"{host}:{port}"
    fragment = f"#code={url_quote(TableCode.read(code).secret)}" if code else ""
    return f"http{'s' if encrypted else ''}://{where}/{fragment}"


def plain_web_notice(page_address: str) -> str:
    """Return the sentence that the page at an address is not encrypted; "" if there is none, or if it is encrypted."""
    return PLAIN_WEB_NOTICE if page_address.startswith("http:") else ""


def guest_invitation_sentences(ssh_command: str, page_address: str) -> list[str]:
    """Return the sentences that say how people come in with an SSH client or a browser.

    They name the command `ssh_command` and the address of the page for browsers; "" means that there is no such way in.
    """
    said = [f"{JOIN_TABLE_BY_SSH_TEXT} {ssh_command}"] if ssh_command else []
    return (
        [*said, f"{JOIN_BY_BROWSER_TEXT} {page_address}", *filter(None, [plain_web_notice(page_address)])]
        if page_address
        else said
    )
