"""Text about the program's own files: where they are, how large, whether they are sound, and what is in the journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.engine.english import count
from tui.text.columns import in_columns


def file_lines(folder: Path, sizes: Sequence[tuple[str, int]]) -> list[str]:
    """Return a line with the data folder and one for each file in it, from its name and its size in bytes."""
    rows = [[f"  {name}", size_text(size)] for name, size in sizes]
    return [f"The files of Mad Queens are in {folder}.", *in_columns(rows, right=(1,))]


def journal_sentence(matches: int, packed: int) -> str:
    """Return the sentence about a sound journal, from the numbers of finished matches and of packed records."""
    return (
        f"The journal is sound. Matches played to the end: {matches}; of their records packed, as they are older than "
        f"a month: {packed}."
    )


def open_file_sentence(file: Path) -> str:
    """Return the sentence about a file that other users of the machine can read or change."""
    return f"{file.name} is open to other users of this machine: chmod 600 {file} closes it."


def saved_records_sentence(number: int, target: Path) -> str:
    """Return the confirmation that this number of records has been saved in a folder."""
    return f"{count(number, 'record')} could be read and {'is' if number == 1 else 'are'} in {target}."


def size_text(size: int) -> str:
    """Return a number of bytes as people read it."""
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
