"""Fixtures that run the real program in pseudo-terminals and in pipes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.line_program import LineModeProgram
from tests.support.terminal import PROGRAM_ARGUMENTS, ProgramOpener, Terminal


@pytest.fixture
def open_program(tmp_path: Path) -> Iterator[ProgramOpener]:
    """Return a function that runs the program, with some arguments, in a new pseudo-terminal, and returns the
    `Terminal`. All of them are closed after the test.
    """
    with ExitStack() as stack:

        def open_one(
            *arguments: str,
            name: str = "Wanda",
            size: tuple[int, int] = (80, 24),
            program: Sequence[str] = PROGRAM_ARGUMENTS,
            **environment: str,
        ) -> Terminal:
            """Open the program in a new terminal of this size; `program` is the beginning of Python's command line."""
            folder = tmp_path / name
            folder.mkdir(exist_ok=True)
            table = {"game": "mad-queens", "seats": 3, "bots": 2}
            settings = {"name": name, "animation": "off", "pace": "fast", "table": table, "lesson_offered": True}
            (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
            return stack.enter_context(Terminal(arguments, folder, size, program, **environment))

        yield open_one


@pytest.fixture
def start_program(tmp_path: Path) -> Iterator[object]:
    """Return a function that starts a program in the line mode, in pipes or in a terminal, with a data folder of its
    own. All of them are ended after the test.
    """
    with ExitStack() as stack:

        def start(name: str, *arguments: str, terminal: bool = False, **environment: str) -> LineModeProgram:
            """Start the program for a person of this name."""
            folder = tmp_path / name
            folder.mkdir(exist_ok=True)
            program = LineModeProgram(folder, *arguments, terminal=terminal, **environment)
            stack.callback(program.close)
            return program

        yield start
