"""The watch over the terminal: the program notices that it has been closed."""

from __future__ import annotations

import os
import pty

from tui.app.terminal_watch import is_terminal_closed


def test_program_notices_that_the_other_end_of_its_terminal_is_closed() -> None:
    master, slave = pty.openpty()
    assert not is_terminal_closed(slave)
    os.close(master)
    assert is_terminal_closed(slave)
    os.close(slave)
