"""The program in a terminal that sends bytes that are not UTF-8, or that is closed in the middle of a match."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.support.depth import sample_cases
from tests.support.terminal import Terminal

BYTES_THAT_ARE_NOT_UTF_8 = (b"\x80", b"\xff\xfe", b"\x9b31m", b"caf\xe9 ol\xe9", b"\x1b[200~\xe9\xff\x1b[201~")
"""Byte strings that are not valid UTF-8."""


def test_bytes_that_are_not_utf_8_do_not_end_a_match(tmp_path: Path) -> None:
    with Terminal(["play", "mad-queens", "--seed", "1"], tmp_path) as terminal:
        terminal.wait_for("Space Reveal")
        for piece in BYTES_THAT_ARE_NOT_UTF_8:
            os.write(terminal.fileno(), piece)
            terminal.wait_until_settled()
        terminal.press("\x1b")
        terminal.wait_for("Leave the match?")


@pytest.mark.deep
@pytest.mark.parametrize(
    "arguments", sample_cases([("play", "mad-queens", "--pace", "fast"), (), ("join",)], 1), ids=" ".join
)
def test_program_ends_when_its_terminal_is_closed_in_a_match(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with Terminal([*arguments], tmp_path, TEXTUAL_ANIMATIONS="full") as terminal:
        terminal.wait_for("Esc")
        terminal.press(" ")
        terminal.close_terminal()
        os.killpg(terminal._process.pid, signal.SIGHUP)
        terminal.wait_for_exit()
