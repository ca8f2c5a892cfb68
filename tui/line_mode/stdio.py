"""Reads and writes lines on file descriptors: pipes, files and terminals.

It uses threads, so that neither a missing input nor an unread output blocks the event loop, which may run a table with
other people.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import queue
import threading
from collections.abc import Callable
from typing import Final

MAX_INPUT_LINE_CHARACTERS: Final = 4_096
"""At most this many characters of a line are read; the rest is dropped."""

MAX_LINES_READ_AHEAD: Final = 256
"""At most this many lines are read before they are handled; further ones stay in the pipe."""

MAX_UNWRITTEN_LINES: Final = 20_000
"""At most this many lines may wait to be written; further ones are dropped, and their number is written instead."""

FLUSH_SECONDS: Final = 2.0
"""`LineWriter.close` waits at most this many seconds for the last lines to be written."""


class LineReader:
    """Reads lines from a file descriptor in a thread."""

    def __init__(self, descriptor: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._free_places = threading.Semaphore(MAX_LINES_READ_AHEAD)
        self._input_ended = False
        self._descriptor = descriptor
        # A daemon: it may wait for input forever, and must not keep the process alive.
        threading.Thread(target=self._read_input, name="input", daemon=True).start()

    async def read_line(self) -> str | None:
        """Return the next line without its end, or None at the end of the input."""
        if self._input_ended:
            return None
        line = await self._lines.get()
        self._free_places.release()
        self._input_ended = line is None
        return line

    def _read_input(self) -> None:
        """Queue every line of the input, and None at its end; runs in the thread."""
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        rest = ""
        while data := self._read_bytes():
            *whole, rest = (rest + decoder.decode(data)).replace("\r\n", "\n").replace("\r", "\n").split("\n")
            for line in whole:
                self._queue_line(line[:MAX_INPUT_LINE_CHARACTERS])
            rest = rest[:MAX_INPUT_LINE_CHARACTERS]
        if rest:
            self._queue_line(rest)
        self._queue_line(None)

    def _read_bytes(self) -> bytes:
        """Return the next bytes of the input; empty at its end, or when it can no longer be read."""
        try:
            return os.read(self._descriptor, 65_536)
        except OSError:
            return b""

    def _queue_line(self, line: str | None) -> None:
        """Pass a line to the event loop, waiting while `MAX_LINES_READ_AHEAD` lines are queued; runs in the thread."""
        self._free_places.acquire()
        try:
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
        except RuntimeError:  # the program has ended
            self._free_places.release()


class LineWriter:
    """Writes lines to a file descriptor in a thread.

    Calls `on_gone` once, when the reader at the other end has closed it.
    """

    def __init__(self, descriptor: int, encoding: str, on_gone: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._descriptor = descriptor
        self._encoding = encoding
        self._on_gone = on_gone
        self._unwritten_lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._dropped_line_count = 0
        self._thread = threading.Thread(target=self._write_output, name="output", daemon=True)
        self._thread.start()

    def write_line(self, line: str) -> None:
        """Queue a line to be written; returns at once."""
        if self._unwritten_lines.qsize() >= MAX_UNWRITTEN_LINES:
            self._dropped_line_count += 1
            return
        if self._dropped_line_count:
            self._queue_line(f"{self._dropped_line_count} lines were left out here: nobody was reading.")
            self._dropped_line_count = 0
        self._queue_line(line)

    def close(self) -> None:
        """Write the queued lines, waiting at most `FLUSH_SECONDS`, and stop."""
        self._unwritten_lines.put(None)
        self._thread.join(FLUSH_SECONDS)

    def _queue_line(self, line: str) -> None:
        """Queue the bytes of a line for the thread."""
        self._unwritten_lines.put(f"{line}\n".encode(self._encoding, "replace"))

    def _write_output(self) -> None:
        """Write the queued lines until `close`; runs in the thread."""
        try:
            while (data := self._unwritten_lines.get()) is not None:
                while data:
                    data = data[os.write(self._descriptor, data) :]
        except OSError:
            try:
                self._loop.call_soon_threadsafe(self._on_gone)
            except RuntimeError:  # the program has ended
                return
