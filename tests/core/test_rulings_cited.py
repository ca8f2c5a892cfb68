"""Citations of core/RULINGS.md: every ruling is cited where it is carried out, and every citation names a ruling that
exists.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import core

CORE_FOLDER = Path(core.__file__).parent
"""The folder of the package `core`."""
REPOSITORY_ROOT = CORE_FOLDER.parent
"""The root folder of the repository."""
RULINGS_TEXT = (CORE_FOLDER / "RULINGS.md").read_text(encoding="utf-8")
"""The text of core/RULINGS.md."""

SERIES_BY_GAME_FOLDER = {
    "mad_queens": "MQ",
    "mad_queens_classic": "MC",
    "big_queen": "BQ",
    "queens_dungeon": "QD",
    "queen_bees_ii": "QB",
}
"""Maps the folder of a game to the prefix of the numbers of its rulings."""

CITED_RULING_PATTERN = re.compile(r"\b(MQ|MC|BQ|QD|QB|G)-(\d+)(?:\s*(?:to|…|–)\s*(?:\1-)?(\d+))?")
"""Pattern of a ruling or a range of rulings in a text, such as ``MQ-15 to MQ-20``."""

CITED_VECTOR_PATTERN = re.compile(r"\b(?:MQ|MC|BQ|QD|QB)-V\d+")
"""Pattern of the name of a test vector in a text, such as ``MQ-V3``."""

CITED_SECTION_PATTERN = re.compile(r"\bRULINGS\s+(\d(?:\.\d+)?(?:(?:,\s+|\s+and\s+|\s+to\s+)\d\.\d+)*)")
"""Pattern of one or more sections of RULINGS in a text, such as ``RULINGS 4.2 and 4.3``."""

SECTION_WITHOUT_DOCUMENT_PATTERN = re.compile(r"\([^()]*?(?<![\d.])([2-8]\.\d{1,2})(?=[,;) ]|$)[^()]*\)")
"""Pattern of the number of a section in parentheses without the name of its document, such as ``(4.4)``."""

DEFINED_RULING_PATTERN = re.compile(r"^- \*\*(MQ|MC|BQ|QD|QB|G)-(\d+)", re.MULTILINE)
"""Pattern of the beginning of a ruling in RULINGS."""

DEFINED_SECTION_PATTERN = re.compile(r"^#+ (\d(?:\.\d+)?)\.? ", re.MULTILINE)
"""Pattern of the heading of a section in RULINGS."""

DEFINED_RULINGS = {(series, int(number)) for series, number in DEFINED_RULING_PATTERN.findall(RULINGS_TEXT)}
"""The series and number of every ruling in RULINGS."""

DEFINED_SECTIONS = set(DEFINED_SECTION_PATTERN.findall(RULINGS_TEXT))
"""The number of every section in RULINGS."""


def rulings_cited(text: str) -> Iterator[tuple[str, int]]:
    """Yield the rulings that a text cites; ``MQ-15 to MQ-20`` cites six."""
    for series, first, last in CITED_RULING_PATTERN.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield series, number


def sections_cited(text: str) -> Iterator[str]:
    """Yield the sections that a text cites; ``RULINGS 4.2, 4.3`` cites two."""
    for numbers in CITED_SECTION_PATTERN.findall(text):
        yield from re.findall(r"\d(?:\.\d+)?", numbers)


def sections_without_document(path: Path) -> list[str]:
    """Return the section numbers in a file's docstrings and comments that have no word RULINGS before them."""
    texts = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""'))
    ]
    return [
        bare for text in texts for bare in SECTION_WITHOUT_DOCUMENT_PATTERN.findall(CITED_SECTION_PATTERN.sub("", text))
    ]


def source_files(*folders: Path) -> list[Path]:
    """Return all Python files in these folders but this one."""
    this_file = Path(__file__)
    return sorted(path for folder in folders for path in folder.rglob("*.py") if path != this_file)


def rulings_cited_in(folder: Path) -> set[tuple[str, int]]:
    """Return the rulings cited in a folder, as (series, number)."""
    return {ruling for path in source_files(folder) for ruling in rulings_cited(path.read_text(encoding="utf-8"))}


def rulings_text(series: str, numbers: set[int]) -> str:
    """Return these rulings of a series as a text for an error message, such as ``MQ-3, MQ-7``."""
    return " ".join(f"{series}-{number}" for number in sorted(numbers))


def test_range_of_rulings_cites_each_ruling_in_it() -> None:
    text = "2.8, MQ-15 to\n        MQ-17; MQ-20 and MQ-3, QD-7…QD-9, QD-40–42; MQ-V5 is a vector, no ruling"
    assert list(rulings_cited(text)) == [
        *(("MQ", number) for number in (15, 16, 17, 20, 3)),
        *(("QD", number) for number in (7, 8, 9, 40, 41, 42)),
    ]


def test_list_of_sections_cites_each_section_in_it() -> None:
    text = "(RULINGS 4.2, 4.3, BQ-14), RULINGS 5; see RULINGS 2.13 and 8.1, 12"
    assert list(sections_cited(text)) == ["4.2", "4.3", "5", "2.13", "8.1"]


def test_rulings_of_every_series_are_found_in_the_document() -> None:
    expected = {"G": 9, "MQ": 45, "MC": 9, "BQ": 27, "QD": 34, "QB": 12}
    assert {series: sum(one == series for one, _ in DEFINED_RULINGS) for series in expected} == expected
    assert {"1", "2.12", "4.4", "9"} <= DEFINED_SECTIONS


@pytest.mark.parametrize("folder", SERIES_BY_GAME_FOLDER)
def test_every_ruling_of_a_game_is_cited_in_its_folder(folder: str) -> None:
    series = SERIES_BY_GAME_FOLDER[folder]
    cited = {number for name, number in rulings_cited_in(CORE_FOLDER / folder) if name == series}
    missing = {number for name, number in DEFINED_RULINGS if name == series} - cited
    assert not missing, (
        f"core/{folder} does not cite {rulings_text(series, missing)}: name each where it is carried out."
    )


@pytest.mark.parametrize("layer", ["core", "net", "tui", "tests"])
def test_every_ruling_cited_is_in_the_document(layer: str) -> None:
    unknown = rulings_cited_in(REPOSITORY_ROOT / layer) - DEFINED_RULINGS
    assert not unknown, f"core/RULINGS.md has no such rulings as {layer} cites: {sorted(unknown)}."


@pytest.mark.parametrize("layer", ["core", "net", "tui", "tests"])
def test_every_section_and_vector_cited_is_in_the_document(layer: str) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in source_files(REPOSITORY_ROOT / layer)}
    unknown = {
        f"{path.relative_to(REPOSITORY_ROOT)}: {cited}"
        for path, text in texts.items()
        for cited in sections_cited(text)
        if cited not in DEFINED_SECTIONS
    }
    unknown |= {
        f"{path.relative_to(REPOSITORY_ROOT)}: {vector}"
        for path, text in texts.items()
        for vector in CITED_VECTOR_PATTERN.findall(text)
        if not re.search(rf"\b{vector}\b", RULINGS_TEXT) and not is_vector_of_a_range(vector)
    }
    assert not unknown


@pytest.mark.parametrize("folder", SERIES_BY_GAME_FOLDER)
def test_sections_are_cited_with_the_name_of_the_document(folder: str) -> None:
    bare = {
        path.name: found for path in source_files(CORE_FOLDER / folder) if (found := sections_without_document(path))
    }
    assert not bare, f"core/{folder}: write RULINGS before these section numbers: {bare}"


def is_vector_of_a_range(vector: str) -> bool:
    """Return whether the document names this test vector only as one of a range, as in ``MQ-V9…V11``."""
    series, _, number = vector.partition("-V")
    ranges = re.findall(rf"{series}-V(\d+)…V(\d+)", RULINGS_TEXT)
    return any(int(first) <= int(number) <= int(last) for first, last in ranges)
