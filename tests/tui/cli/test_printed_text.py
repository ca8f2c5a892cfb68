"""What the commands print: broken between words on a terminal, and unbroken in a pipe or a file."""

from __future__ import annotations

import io

import pytest

from tui.cli.main import main
from tui.cli.printed_text import print_text


class FakeTerminal(io.StringIO):
    """A stand-in for a terminal that stores what is printed on it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def use_terminal_of_20_columns(monkeypatch) -> None:
    """Use a terminal of 20 columns."""
    monkeypatch.setenv("COLUMNS", "20")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("A sentence that goes on and on.", ["A sentence that goes", "on and on."]),
        ("  good  Its letters are all UTF-8.", ["  good  Its letters", "        are all", "        UTF-8."]),
        ("First.\n  --a b  c\n", ["First.", "  --a b  c", ""]),
        ("seat  points    wins", ["seat  points    wins"]),
        ("It is in /a/path/of/more/columns now.", ["It is in /a/path/of/more/columns now."]),
        ("大大大大 大大大大 大大", ["大大大大 大大大大", "大大"]),
    ],
)
def test_long_line_is_broken_between_words_on_a_terminal_and_whole_in_a_pipe(text, lines):
    terminal, pipe = FakeTerminal(), io.StringIO()
    print_text(text, file=terminal)
    print_text(text, file=pipe)
    assert terminal.getvalue() == "\n".join([*lines, ""])
    assert pipe.getvalue() == text + "\n"


def test_error_of_a_command_is_broken_between_words(monkeypatch):
    terminal = FakeTerminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["verify", "99"]) == 1
    printed = terminal.getvalue().splitlines()
    assert len(printed) > 1
    assert all(len(line) <= 20 for line in printed)
    with_options = FakeTerminal()
    monkeypatch.setattr("sys.stderr", with_options)
    assert main(["verify", "--wrong"]) == 2
    assert all(len(line) <= 20 for line in with_options.getvalue().splitlines())
