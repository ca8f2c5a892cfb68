"""One process for one table: a lock on a file that the system itself lets go when the process dies.

Nothing has to be cleared up after a crash, and a second program that finds the table taken knows that it is
being played at this moment.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class JournalLock:
    """What holds a file against every other `JournalLock` to it, in this process or another, until `drop`."""

    __slots__ = ("_file", "_path")

    def __init__(self, path: Path, file: int) -> None:
        self._path = path
        self._file = file

    @classmethod
    def take(cls, path: Path) -> JournalLock | None:
        """Return the claim to a file, which is made if need be, or None if somebody has it; raises `OSError`."""
        while True:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(file)
                if os.path.samestat(os.fstat(file), os.stat(path)):
                    return cls(path, file)
            except FileNotFoundError:  # whoever had it dropped it just now
                pass
            except OSError:
                os.close(file)
                return None
            os.close(file)

    def drop(self) -> None:
        """Let it go, and the file with it."""
        file, self._file = self._file, -1
        if file >= 0:
            with suppress(OSError):
                os.unlink(self._path)
            os.close(file)
