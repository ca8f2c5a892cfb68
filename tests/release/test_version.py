"""The version of the package must be that of the newest heading of CHANGELOG."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

REPOSITORY_ROOT = Path(__file__).parents[2]
"""The root folder of the repository."""
VERSION_HEADING_PATTERN = re.compile(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2}|not released yet)\)$", re.MULTILINE)
"""Pattern of the heading of a version in the change log."""


def version_of_changelog(changelog: str) -> str:
    """Return the version that the package must have by the first heading of a change log; before its release it ends in
    ``.dev0``.
    """
    newest = next(line for line in changelog.splitlines() if line.startswith("## "))
    found = VERSION_HEADING_PATTERN.fullmatch(newest)
    assert found is not None, f"{newest!r} is neither a version with its date nor one that is not released yet"
    number, when = found.groups()
    return f"{number}.dev0" if when == "not released yet" else number


def test_version_of_the_package_is_that_of_the_newest_heading_of_the_changelog() -> None:
    project = tomllib.loads((REPOSITORY_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == version_of_changelog((REPOSITORY_ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("heading", "version"), [("0.3.0 (not released yet)", "0.3.0.dev0"), ("0.2.0 (2026-11-22)", "0.2.0")]
)
def test_version_of_a_changelog_ends_in_dev0_until_it_is_released(heading: str, version: str) -> None:
    assert version_of_changelog(f"# Changes\n\n## {heading}\n\n## 0.1.0 (2026-11-20)\n") == version


def test_changelog_heading_without_a_version_or_a_date_is_refused() -> None:
    for heading in ("Unreleased", "0.3.0", "0.3.0 (soon)"):
        with pytest.raises(AssertionError):
            version_of_changelog(f"## {heading}\n")
