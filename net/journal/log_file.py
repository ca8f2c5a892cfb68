"""The log that SQLite keeps beside the journal's file: whether it holds commits that SQLite would not read.

SQLite reads the log up to the first frame whose checksum is wrong and takes all that follows for the remains of an
older log, so it would drop all commits behind a damaged frame without a word. A frame is a header of 24 bytes and a
page; its checksum continues that of the frame before (https://www.sqlite.org/walformat.html).

On POSIX systems a process that closes any descriptor of a file loses all its locks on it, also those of SQLite. Another
process that closes the journal then deletes the log of the first one (https://www.sqlite.org/howtocorrupt.html, 2.2).
So nothing in a process that may be running a table opens and closes the database or the shared-memory file, here or
elsewhere; the log itself is never locked.
"""

from __future__ import annotations

import os
import struct
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

LOG_HEADER_BYTES: Final = 32
"""The length of the header of the log."""
FRAME_HEADER_BYTES: Final = 24
"""The length of the header of each frame of the log."""
LITTLE_ENDIAN_MAGIC: Final = 0x377F0682
"""The first number of a log with little-endian checksums; the next number is that of a log with big-endian ones."""

_INDEX_STRUCT: Final = struct.Struct("=16xI12x8s")
"""The `struct` of the number of accepted frames and their salts in the shared-memory file that SQLite creates for the
log."""


def log_path(path: Path) -> Path:
    """Return the path of the log of the database at `path`."""
    return Path(f"{path}-wal")


def log_length(path: Path) -> int:
    """Return the size in bytes of the log of the database at `path`; 0 if it has none."""
    with suppress(OSError):
        return log_path(path).stat().st_size
    return 0


class OpenIndexFiles:
    """The shared-memory files that have been read; each stays open until it is deleted, as the docstring of the module
    explains."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._files: dict[Path, int] = {}

    def read(self, path: Path) -> bytes:
        """Return the beginning of the shared-memory file of the database at `path`.

        Raises `OSError` if it cannot be read.
        """
        index = Path(f"{path}-shm")
        if os.name != "posix":  # elsewhere locks belong to a descriptor, and an open file cannot be deleted
            return index.read_bytes()[: _INDEX_STRUCT.size]
        with self._lock:
            self._close_deleted_files()
            if index not in self._files:
                self._files[index] = os.open(index, os.O_RDONLY)
            return os.pread(self._files[index], _INDEX_STRUCT.size, 0)

    def _close_deleted_files(self) -> None:
        """Close the files that have been deleted, which SQLite does when the last process closes a database."""
        for index, file in list(self._files.items()):
            try:
                is_there = os.path.samestat(os.fstat(file), os.stat(index))
            except FileNotFoundError:
                is_there = False
            if not is_there:
                os.close(self._files.pop(index))


_open_index_files: Final = OpenIndexFiles()
"""The shared-memory files that this process has read."""


def has_unread_commits(path: Path, page: int) -> bool:
    """Return whether whole commits of the log follow what SQLite takes for its end; call it after a read of the
    database.

    `page` is the page size of the database in bytes. While another process writes, commits that have just come can look
    like that. Raises `OSError` if the log cannot be read.
    """
    if log_length(path) <= LOG_HEADER_BYTES:
        return False
    index = _open_index_files.read(path)
    log = log_path(path).read_bytes()
    accepted, accepted_salts = _INDEX_STRUCT.unpack(index) if len(index) == _INDEX_STRUCT.size else (0, b"")
    magic, size = struct.unpack_from(">I4xI", log)
    order = "<" if magic == LITTLE_ENDIAN_MAGIC else ">"
    salts: bytes | None = log[16:24]
    if struct.unpack_from(">II", log, 24) != _checksum(order, (0, 0), log[:24]):
        accepted, salts, size, order = 0, None, page, ""
    elif salts != accepted_salts:
        accepted = 0
    frames = range(LOG_HEADER_BYTES, len(log) - FRAME_HEADER_BYTES - size + 1, FRAME_HEADER_BYTES + size)
    return any(
        _is_commit_after(log, start - FRAME_HEADER_BYTES - size, start, size, salts, order)
        for start in frames[accepted:]
    )


def _is_commit_after(log: bytes, previous_frame: int, start: int, size: int, salts: bytes | None, order: str) -> bool:
    """Return whether the frame at `start` ends a commit and continues the checksum of the frame that starts at
    `previous_frame`.

    Its salts must be `salts`, or, if that is None, the salts of the frame at `previous_frame`. `order` is the byte
    order of the checksum; if it is "", both orders are tried.
    """
    if previous_frame < 0 or not int.from_bytes(log[start + 4 : start + 8], "big"):
        return False
    if log[start + 8 : start + 16] != (log[previous_frame + 8 : previous_frame + 16] if salts is None else salts):
        return False
    content = log[start : start + 8] + log[start + FRAME_HEADER_BYTES : start + FRAME_HEADER_BYTES + size]
    first = struct.unpack_from(">II", log, previous_frame + 16)
    wanted = struct.unpack_from(">II", log, start + 16)
    return any(_checksum(one, first, content) == wanted for one in order or "<>")


def _checksum(order: str, initial_checksum: tuple[int, int], content: bytes) -> tuple[int, int]:
    """Return SQLite's checksum of `content`, continued from `initial_checksum`; `order` is the byte order of its
    words."""
    one, two = initial_checksum
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for at in range(0, len(words), 2):
        one = (one + words[at] + two) & 0xFFFFFFFF
        two = (two + words[at + 1] + one) & 0xFFFFFFFF
    return one, two
