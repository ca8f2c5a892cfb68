"""Every ruling of a game is cited in that game's own folder, so that the code says where its rules come from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import core

CORE = Path(core.__file__).parent

SERIES = {
    "mad_queens": ("MQ", {*range(1, 46)}),
    "mad_queens_classic": ("MC", {*range(1, 10)}),
    "big_queen": ("BQ", {*range(1, 28)}),
    "queens_dungeon": ("QD", {*range(1, 29), *range(40, 46)}),
    "queen_bees_ii": ("QB", {*range(1, 13)}),
}
"""For each game's folder, how its rulings are called and which there are."""

CITED = re.compile(r"\b(MQ|MC|BQ|QD|QB)-(\d+)(?:\s*(?:to|…|–)\s*(?:\1-)?(\d+))?")


def rulings_cited(text: str) -> Iterator[tuple[str, int]]:
    """Yield the rulings that a text cites, all of them where it says ``MQ-15 to MQ-20``."""
    for series, first, last in CITED.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield series, number


def rulings_cited_in(folder: Path) -> set[tuple[str, int]]:
    return {ruling for path in folder.rglob("*.py") for ruling in rulings_cited(path.read_text(encoding="utf-8"))}


def named(series: str, numbers: set[int]) -> str:
    return " ".join(f"{series}-{number}" for number in sorted(numbers))


def test_ranges_count_for_all_that_lies_in_them() -> None:
    text = "2.8, MQ-15 to\n        MQ-17; MQ-20 and MQ-3, QD-7…QD-9, QD-40–42; MQ-V5 is a vector, no ruling"
    assert list(rulings_cited(text)) == [
        *(("MQ", number) for number in (15, 16, 17, 20, 3)),
        *(("QD", number) for number in (7, 8, 9, 40, 41, 42)),
    ]


@pytest.mark.parametrize("folder", SERIES)
def test_every_ruling_of_a_game_is_cited_in_its_folder(folder: str) -> None:
    series, numbers = SERIES[folder]
    cited = {number for name, number in rulings_cited_in(CORE / folder) if name == series}
    missing = numbers - cited
    assert not missing, f"core/{folder} does not cite {named(series, missing)}: name each where it is carried out."


def test_no_ruling_is_cited_that_does_not_exist() -> None:
    known = {(series, number) for series, numbers in SERIES.values() for number in numbers}
    unknown = rulings_cited_in(CORE) - known
    assert not unknown, f"There are no such rulings as core cites: {sorted(unknown)}."
