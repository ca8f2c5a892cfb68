"""The examinations of `queens doctor`: terminal, network and the program's own files.

It also exports readable records.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from net.errors import NetError
from net.journal import JOURNAL_FILE
from net.journal.history import journal_counts
from net.journal.rescue import readable_records
from tui.settings import can_write_to
from tui.text.doctor import (
    file_lines,
    finding_line,
    journal_sentence,
    network_lines,
    saved_records_sentence,
    terminal_lines,
    unprotected_file_sentence,
    version_lines,
)

MODE_BITS_OF_OTHER_USERS: Final = stat.S_IRWXG | stat.S_IRWXO
"""The bits of a file's mode that let other users of this machine read, write or run it."""


NETWORK_SEARCH_SECONDS: Final = 1.0
"""The time for which `examine_network` looks for tables, in seconds."""


def examine_terminal() -> str:
    """Return a report on the versions of the program and on what its terminal can show."""
    import sys
    from importlib.metadata import version
    from platform import python_version
    from shutil import get_terminal_size

    from tui.cards import terminal_colours
    from tui.cli.terminal_width import measured_cells

    size = get_terminal_size((0, 0))
    utf_8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    colours = terminal_colours(os.environ)
    return "\n".join(
        [
            *version_lines(version("mad-queens"), python_version(), version("textual")),
            *terminal_lines(size.columns, size.lines, colours, measured_cells("♠") if utf_8 else None, utf_8),
        ]
    )


def examine_network() -> str:
    """Return a report on whether tables on this network can be found, after `NETWORK_SEARCH_SECONDS`."""
    import asyncio

    from net.transport.interfaces import reachable_addresses
    from tui.connect.nearby_tables import browse_for_tables

    tables, trouble = asyncio.run(browse_for_tables(NETWORK_SEARCH_SECONDS))
    has_network = not all(ip_address(address).is_loopback for address in reachable_addresses(""))
    return "\n".join(network_lines(len(tables), trouble, has_network))


def examine_folder(folder: Path) -> tuple[str, bool]:
    """Return a report on the files in the data folder, and whether all are valid and closed to other users."""
    remedy = "Set QUEENS_DATA to a folder of yours."
    try:
        files = _files_in(folder)  # before the journal is read, as SQLite may then remove its log
    except OSError as error:
        fault = finding_line(False, f"Its files cannot be read: {error.strerror}.", remedy)
        return "\n".join([*file_lines(folder, ()), fault]), False
    lines = file_lines(folder, [(file.name, status.st_size) for file, status in files])
    faults: list[str] = []
    if not can_write_to(folder):
        faults.append(finding_line(False, "Nothing can be written there.", remedy))
    try:
        lines.append(journal_sentence(*journal_counts(folder / JOURNAL_FILE)))
    except NetError as error:
        faults.append(str(error))
    if os.name == "posix":
        faults += [
            unprotected_file_sentence(file) for file, status in files if status.st_mode & MODE_BITS_OF_OTHER_USERS
        ]
    return "\n".join([*lines, *faults]), not faults


def _files_in(folder: Path) -> list[tuple[Path, os.stat_result]]:
    """Return the files in a folder and the status of each, by name; none if there is no such folder.

    Raises `OSError` if the folder or a file in it cannot be examined.
    """
    files: list[tuple[Path, os.stat_result]] = []
    with suppress(FileNotFoundError):
        for file in sorted(folder.iterdir()):
            try:
                status = file.stat()
            except OSError as error:  # a running program has removed it, or it is a link that leads nowhere
                if error.errno not in (errno.ENOENT, errno.ELOOP):
                    raise
            else:
                if stat.S_ISREG(status.st_mode):
                    files.append((file, status))
    return files


def export_readable_records(folder: Path, target: Path) -> str:
    """Save each readable record of the journal in `folder` as a file in `target`; return the confirmation.

    `target` is created if it is missing.

    Raises `net.errors.NetError`, or `OSError` if a file cannot be written or is there already.
    """
    target.mkdir(parents=True, exist_ok=True)
    saved = 0
    for number, text in readable_records(folder / JOURNAL_FILE):
        with open(target / f"match-{number}.txt", "x", encoding="utf-8") as file:
            file.write(text)
        saved += 1
    return saved_records_sentence(saved, target)
