"""Texts about the program's own files: where they are, how large, whether they are valid, and the journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from core.engine.english import count
from tui.text.columns import align_columns
from tui.text.window_size import MIN_WINDOW_SIZES_TEXT, is_window_large_enough

NO_TABLE_ANSWERED_SENTENCE: Final = (
    "Searching works, but no table answered: there may be none, or a firewall or a guest network hides them."
)
"""The finding that a search for tables found none."""
JOIN_BY_ADDRESS_REMEDY: Final = "Then: queens join ADDRESS."
"""What helps where tables cannot be found."""


def finding_line(is_good: bool, fact: str, remedy: str = "") -> str:
    """Return the line on a `fact`; if it is not good, or could not be found out, it is a note, and the `remedy`
    follows."""
    return f"  {'good' if is_good else 'note'}  {fact}{'' if is_good else f' {remedy}'}".rstrip()


def terminal_lines(columns: int, rows: int, colours: int, suit_cells: int | None, utf_8: bool) -> list[str]:
    """Return the lines on a terminal: size, number of colours, character set, and the width of a suit symbol in cells.

    `columns` and `rows` are 0 if the size is unknown; `suit_cells` is None if it could not be measured.
    """
    depth = {0: "no colours", 16: "16 colours", 256: "256 colours"}.get(colours, "16 million colours")
    lines = [
        "Terminal",
        finding_line(
            is_window_large_enough(columns, rows),
            f"{columns} columns by {rows} rows.",
            f"Screens need {MIN_WINDOW_SIZES_TEXT}: enlarge it.",
        )
        if columns and rows
        else finding_line(False, "Its size is unknown: no terminal answered."),
        finding_line(
            colours >= 256,
            f"It shows {depth}.",
            "Themes need 256: set TERM=xterm-256color if it can, and unset NO_COLOR.",
        ),
        finding_line(utf_8, f"Encoding: {'UTF-8' if utf_8 else 'not UTF-8'}.", "Use --ascii."),
    ]
    if suit_cells is None:
        lines.append(finding_line(False, "The width of suit symbols is unknown: no terminal answered."))
    else:
        words = "one cell" if suit_cells == 1 else count(suit_cells, "cell")
        fact = f"Suit symbols are {words} wide."
        lines.append(finding_line(suit_cells == 1, fact, "Cards need one: use --ascii."))
    return lines


def network_lines(table_count: int, trouble: str, has_network: bool = True) -> list[str]:
    """Return the lines on the network: how many tables were found, or what made the search impossible (`trouble`).

    `has_network`: this machine has an address beside the loopback address. A search that found nothing is no proof that
    tables can be found.
    """
    if trouble:
        return ["Network", finding_line(False, trouble, JOIN_BY_ADDRESS_REMEDY)]
    lines = []
    if table_count:
        lines.append(finding_line(has_network, f"Searching works: {count(table_count, 'table')} found."))
    elif has_network:
        lines.append(finding_line(False, NO_TABLE_ANSWERED_SENTENCE, JOIN_BY_ADDRESS_REMEDY))
    if not has_network:
        lines.append(finding_line(False, "No other machine can reach this one: its only address is loopback."))
    return ["Network", *lines]


def version_lines(program: str, python: str, textual: str) -> list[str]:
    """Return the lines on the versions."""
    return [f"Mad Queens {program}, Python {python}, Textual {textual}"]


def file_lines(folder: Path, sizes: Sequence[tuple[str, int]]) -> list[str]:
    """Return a line with the data folder and one for each file in it, from its name and its size in bytes."""
    rows = [[f"  {name}", size_text(size)] for name, size in sizes]
    return [f"The files of Mad Queens are in {folder}.", *align_columns(rows, right_aligned=(1,))]


def journal_sentence(match_count: int, packed_count: int) -> str:
    """Return the sentence about a valid journal: its numbers of finished matches, and of those archived, whose records
    are packed.
    """
    return f"The journal is sound: {count(match_count, 'finished match', 'finished matches')}, {packed_count} archived."


def unprotected_file_sentence(file: Path) -> str:
    """Return the sentence about a file that other users of the machine can read or change."""
    return f"{file.name} is open to other users of this machine: chmod 600 {file} closes it."


def saved_records_sentence(record_count: int, target: Path) -> str:
    """Return the confirmation that this number of records has been saved in a folder."""
    return f"{count(record_count, 'record')} could be read and {'is' if record_count == 1 else 'are'} in {target}."


def size_text(size: int) -> str:
    """Return a number of bytes as text with a unit."""
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
