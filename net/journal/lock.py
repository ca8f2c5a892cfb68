"""The lock that keeps a table of the journal to one process: a file lock that ends with the process.

Nothing has to be cleaned up after a crash, and a second program that cannot take the lock knows that the table is
being played at this moment.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock_file(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock_file(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class JournalLock:
    """An exclusive lock on a file, against other locks in this process and in others, until `release`."""

    __slots__ = ("_file", "_path")

    def __init__(self, path: Path, file: int) -> None:
        self._path = path
        self._file = file

    @classmethod
    def acquire(cls, path: Path) -> JournalLock | None:
        """Return a lock on the file at `path`, or None if another process or table holds it.

        The file is made if it does not exist. Raises `OSError` if it cannot be made.
        """
        while True:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock_file(file)
                if os.path.samestat(os.fstat(file), os.stat(path)):
                    return cls(path, file)
            except FileNotFoundError:  # its holder has just released it
                pass
            except OSError:
                os.close(file)
                return None
            os.close(file)

    def release(self) -> None:
        """End the lock and remove its file; calling it again does nothing."""
        file, self._file = self._file, -1
        if file >= 0:
            with suppress(OSError):
                os.unlink(self._path)
            os.close(file)
