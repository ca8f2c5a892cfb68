"""The lock that keeps a table of the journal to one process: a file lock that ends with the process.

Nothing has to be cleaned up after a crash, and a second program that cannot take the lock knows that the table is
being played at this moment. The file holds a *mark*: how far the table was written. It outlives a killed process, so
the next one knows whether the journal still holds all of it.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

if sys.platform == "win32":
    import msvcrt

    def _lock_file(file: int) -> None:
        """Lock an open file, given by its descriptor, against other processes; raises `OSError` if it is locked."""
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _is_shown_locked(path: Path) -> bool:
        """Return whether another process has locked the file at `path`: the byte that it has locked cannot be read."""
        try:
            with open(path, "rb") as file:
                file.read(1)
        except PermissionError:
            return True
        return False

else:
    import fcntl

    def _lock_file(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _is_shown_locked(path: Path) -> bool | None:
        """Return whether the system's list of locks names the file at `path`; None without such a list
        (proc_locks(5))."""
        try:
            locks = SYSTEM_LOCKS_FILE.read_text(encoding="ascii").splitlines()
        except OSError:
            return None
        # the device is left out: on some file systems the list has another number for it than stat
        held = {line.split()[-3].rpartition(":")[2] for line in locks if " FLOCK " in line and "->" not in line}
        return str(os.stat(path).st_ino) in held


SYSTEM_LOCKS_FILE: Final = Path("/proc/locks")
"""The file in which Linux lists the locks that are held."""


MARK_OFFSET: Final = 1
"""The position in bytes at which the mark, how far a table was written, begins in the lock file: Windows locks the
first byte of the file against reading."""

_MARK_PATTERN: Final = re.compile(r".([0-9a-f]{8}) ((\d{20}) (\d{20}) (\S*))\n", re.DOTALL)
"""The pattern of a mark: its CRC-32, the numbers of the committed and the synced tick, and the run of the system."""


class TableMark(NamedTuple):
    """The mark in a table's lock file: how far the table was written.

    `committed_tick` is the number of the last tick that was committed, `synced_tick` of the last one that is on the
    disk. `boot_name` names the run of the operating system in which the mark was written; "" where the system has no
    name for it.
    """

    committed_tick: int
    synced_tick: int
    boot_name: str

    @property
    def least_tick(self) -> int:
        """The number of the last tick that the journal must contain: a power cut may lose what was not on the disk."""
        return self.committed_tick if self.is_of_this_boot else self.synced_tick

    @property
    def is_of_this_boot(self) -> bool:
        """Whether the machine has certainly not been started again since the mark was written."""
        return bool(self.boot_name) and self.boot_name == name_of_boot()


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

    def write_mark(self, committed_tick: int, synced_tick: int) -> None:
        """Write how far the table has been written.

        `committed_tick` is the number of the last tick that was committed, `synced_tick` of the last one that is on the
        disk. Does nothing after `release`. Raises `OSError` if the lock file cannot be written.
        """
        content = f"{committed_tick:020} {synced_tick:020} {name_of_boot()}"
        if self._file >= 0:
            os.lseek(self._file, MARK_OFFSET, os.SEEK_SET)
            os.write(self._file, f"{crc32(content.encode()):08x} {content}\n".encode())

    def release(self, *, is_finished: bool = True) -> None:
        """End the lock. Its file is removed if the table has ended (`is_finished`), or if the file holds no mark.

        A second call does nothing.
        """
        file, self._file = self._file, -1
        if file >= 0:
            if is_finished or read_mark(self._path) is None:
                with suppress(OSError):
                    os.unlink(self._path)
            os.close(file)


def is_locked(path: Path) -> bool:
    """Return whether a process has locked the file at `path`.

    Where the system does not show its locks (macOS), the lock is taken for a moment to find out. Raises `OSError` if
    the lock file cannot be opened.
    """
    if not path.exists():
        return False
    try:
        shown = _is_shown_locked(path)
    except FileNotFoundError:  # its holder has just released it
        return False
    if shown is None:
        lock = JournalLock.acquire(path)
        if lock is not None:
            lock.release(is_finished=False)
        return lock is None
    return shown


def read_mark(path: Path) -> TableMark | None:
    """Return the mark in the lock file at `path`: how far the table was written; None if there is none, or it is
    damaged."""
    with suppress(OSError), open(path, "rb") as file:
        file.seek(MARK_OFFSET)
        found = _MARK_PATTERN.fullmatch("." + file.read(200).decode("ascii", "replace"))
        if found is not None and int(found[1], 16) == crc32(found[2].encode()):
            return TableMark(int(found[3]), int(found[4]), found[5])
    return None


@cache
def name_of_boot() -> str:
    """Return the name of this run of the operating system, different after every start; empty if it has none."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""
