"""Keeps Python's garbage collector from stopping everybody, for longer the more guests there are.

A guest's program is some twenty thousand objects that live as long as the guest stays. Whenever many of them are new
Python looks at all objects there are: half a second with sixty guests, in which nobody's keys are answered. So the
objects of a program that has started are put aside, and looked at again only when enough guests have gone.
"""

from __future__ import annotations

import gc

from tui.ssh.limits import LEFT_SHARE, LEFT_TOGETHER


class GcPolicy:
    """Knows how many guests have come and gone since the last full collection."""

    def __init__(self) -> None:
        self._here = 0
        self._left = 0

    def come(self) -> None:
        """Put aside what a guest's program is made of, now that it is there."""
        self._here += 1
        gc.collect(0)
        gc.freeze()

    def leave(self) -> None:
        """Note that a guest's program has ended; collect what is left of those who are gone if there are enough."""
        self._here -= 1
        self._left += 1
        if self._left >= max(LEFT_TOGETHER, self._here * LEFT_SHARE):
            self.collect()

    def end(self) -> None:
        """Look at everything again, as usual."""
        gc.unfreeze()

    def collect(self) -> None:
        """Collect all that is left of those who are gone."""
        self._left = 0
        gc.unfreeze()
        gc.collect()
        gc.freeze()
