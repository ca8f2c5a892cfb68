from __future__ import annotations

import os
import pty

from tui.app.terminal_watch import is_gone


def test_terminal_is_gone_when_its_other_end_is_closed() -> None:
    master, slave = pty.openpty()
    assert not is_gone(slave)
    os.close(master)
    assert is_gone(slave)
    os.close(slave)
