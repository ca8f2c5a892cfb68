"""Whether the program notices that its terminal has been closed."""

from __future__ import annotations

import os
import pty

from tui.app.terminal_watch import is_terminal_closed


def test_terminal_is_gone_when_its_other_end_is_closed() -> None:
    master, slave = pty.openpty()
    assert not is_terminal_closed(slave)
    os.close(master)
    assert is_terminal_closed(slave)
    os.close(slave)
