"""Text about the program's own files: where they are, how large, whether they are sound, and what is in the journal."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from core.engine.english import count
from net.errors import NetError
from net.journal import JOURNAL_FILE
from net.journal.history import journal_counts
from net.journal.rescue import readable_records
from tui.text.columns import in_columns

READABLE_BY_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def doctor_report(folder: Path) -> tuple[str, bool]:
    """Return what is in the data folder, and whether all of it is sound."""
    lines = [f"The files of Mad Queens are in {folder}."]
    sound = True
    files = sorted(file for file in folder.iterdir() if file.is_file()) if folder.is_dir() else []
    lines += in_columns([[f"  {file.name}", size_text(file.stat().st_size)] for file in files], right=(1,))
    try:
        matches, packed = journal_counts(folder / JOURNAL_FILE)
        lines.append(
            f"The journal is sound. Matches played to the end: {matches}; of their records packed, as they are older "
            f"than a month: {packed}."
        )
    except NetError as error:
        sound = False
        lines.append(str(error))
    for file in files if os.name == "posix" else []:
        if file.suffix in (".pem", ".db") and file.stat().st_mode & READABLE_BY_OTHERS:
            sound = False
            lines.append(f"{file.name} holds secrets and other users can read it: chmod 600 {file} closes it.")
    return "\n".join(lines), sound


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
    return f"{count(saved, 'record')} could be read and {'is' if saved == 1 else 'are'} in {target}."


def size_text(size: int) -> str:
    """Return a number of bytes as people read it."""
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
