"""The rate limit on the bytes that a guest types, so that a flood of keys cannot hold up the event loop."""

from __future__ import annotations

from typing import Final

from net.protocol.rate_limit import TokenBucket
from tui.guest.limits import INPUT_BYTES_AT_ONCE, INPUT_BYTES_PER_SECOND, PASTE_BYTES

PASTE_BEGINS: Final = b"\x1b[200~"
"""The bytes before a paste."""

PASTE_ENDS: Final = b"\x1b[201~"
"""The bytes after a paste."""


class InputThrottle:
    """A queue of input bytes that are handed out at a limited rate.

    `paste` counts the bytes of the paste in progress.
    """

    def __init__(self, now: float) -> None:
        self._waiting = bytearray()
        self._bucket = TokenBucket(INPUT_BYTES_PER_SECOND, INPUT_BYTES_AT_ONCE, now)
        self._tail = b""
        self.paste = 0

    @property
    def pending(self) -> bool:
        """Whether bytes are waiting."""
        return bool(self._waiting)

    def add(self, data: bytes) -> None:
        """Queue bytes that have arrived."""
        self._waiting += data

    def take_bytes(self, now: float) -> bytes:
        """Return the bytes that may be handled at `now` (loop time in seconds), in order."""
        count = min(len(self._waiting), int(self._bucket.tokens_left(now)))
        self._bucket.spend(count, now)
        part = bytes(self._waiting[:count])
        del self._waiting[:count]
        self._measure_paste(part)
        return part

    @property
    def paste_too_long(self) -> bool:
        """Whether the paste in progress exceeds `PASTE_BYTES`."""
        return self.paste > PASTE_BYTES

    def _measure_paste(self, part: bytes) -> None:
        """Count the bytes of the paste in progress; its begin and end marks may be split between calls."""
        text = self._tail + part
        begins, ends = text.rfind(PASTE_BEGINS), text.rfind(PASTE_ENDS)
        if begins > ends:
            self.paste = len(text) - begins
        elif ends >= 0:
            self.paste = 0
        elif self.paste:
            self.paste += len(part)
        self._tail = text[1 - len(PASTE_ENDS) :]
