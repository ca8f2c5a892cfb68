"""The examples in README and CONTRIBUTING work as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

REPOSITORY_ROOT = Path(__file__).parents[1]
"""The root folder of the repository."""
README_TEXT = (REPOSITORY_ROOT / "README.md").read_text(encoding="utf-8")
"""The text of README.md."""
CONTRIBUTING_TEXT = (REPOSITORY_ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
"""The text of .github/CONTRIBUTING.md."""


def test_python_example_of_contributing_runs_and_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", CONTRIBUTING_TEXT, re.DOTALL)
    exec(compile(example, "CONTRIBUTING.md", "exec"), {})
    score, same = capsys.readouterr().out.split()
    assert int(score) > 0
    assert same == "True"


def test_readme_has_one_command_to_play_and_one_to_test() -> None:
    commands = re.findall(r"^python3 .*$", README_TEXT, re.MULTILINE)
    assert [command.rsplit("/", 1)[1] for command in commands] == ["queens", "pytest"]


def test_every_picture_of_the_readme_exists() -> None:
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", README_TEXT)
    assert pictures
    assert all((REPOSITORY_ROOT / picture).is_file() for picture in pictures)
