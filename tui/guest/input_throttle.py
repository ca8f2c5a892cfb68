"""The rate limit on the bytes that a guest types, so that a flood of keys cannot hold up the event loop."""

from __future__ import annotations

from typing import Final

from net.protocol.rate_limit import TokenBucket
from tui.guest.limits import INPUT_BYTES_AT_ONCE, INPUT_BYTES_PER_SECOND, MAX_PASTE_BYTES, MIN_ENDLESS_PASTE_BYTES

PASTE_BEGIN_BYTES: Final = b"\x1b[200~"
"""The bytes that a terminal sends before a paste."""

PASTE_END_BYTES: Final = b"\x1b[201~"
"""The bytes that a terminal sends after a paste."""


class InputThrottle:
    """A queue of typed bytes that are taken out at a limited rate.

    Of a paste only the first `MAX_PASTE_BYTES` bytes are returned. `paste` is the number of bytes of the paste in
    progress; `cuts_paste` says whether the rest of it is being dropped.
    """

    def __init__(self, now: float) -> None:
        self._waiting_bytes = bytearray()
        self._bucket = TokenBucket(INPUT_BYTES_PER_SECOND, INPUT_BYTES_AT_ONCE, now)
        self._tail = b""
        self.paste = 0
        self.cuts_paste = False

    @property
    def has_waiting_bytes(self) -> bool:
        """Whether bytes are waiting that can be returned."""
        return bool(self._waiting_bytes) and not self.cuts_paste

    def add(self, data: bytes) -> None:
        """Queue bytes that have arrived."""
        self._waiting_bytes += data

    def take_bytes(self, now: float) -> bytes:
        """Return the bytes that may be handled at `now` (loop time in seconds), in order.

        If a paste is too long, what is returned ends with the last byte of it that is not dropped.
        """
        if self.cuts_paste:
            self._drop_rest_of_paste()
        if self.cuts_paste:
            return b""
        count = min(len(self._waiting_bytes), int(self._bucket.tokens_left(now)))
        self._bucket.spend(count, now)
        part = bytes(self._waiting_bytes[:count])
        del self._waiting_bytes[:count]
        self._count_paste_bytes(part)
        if self.paste > MAX_PASTE_BYTES:
            self.cuts_paste = True
            self._waiting_bytes[:0] = part[-len(PASTE_END_BYTES) :]  # they may begin the mark at the end
            self._tail = b""
            part = part[: -len(PASTE_END_BYTES)] + PASTE_END_BYTES
        return part

    def _drop_rest_of_paste(self) -> None:
        """Drop the bytes of the paste that wait; what may be the beginning of `PASTE_END_BYTES` stays."""
        end = self._waiting_bytes.find(PASTE_END_BYTES)
        dropped = end + len(PASTE_END_BYTES) if end >= 0 else max(len(self._waiting_bytes) - len(PASTE_END_BYTES), 0)
        del self._waiting_bytes[:dropped]
        self.cuts_paste = end < 0
        self.paste = self.paste + dropped if end < 0 else 0

    @property
    def paste_too_long(self) -> bool:
        """Whether the paste in progress exceeds `MIN_ENDLESS_PASTE_BYTES`."""
        return self.paste > MIN_ENDLESS_PASTE_BYTES

    def _count_paste_bytes(self, part: bytes) -> None:
        """Count the bytes of the paste in progress; its begin and end marks may be split between calls."""
        text = self._tail + part
        begins, ends = text.rfind(PASTE_BEGIN_BYTES), text.rfind(PASTE_END_BYTES)
        if begins > ends:
            self.paste = len(text) - begins
        elif ends >= 0:
            self.paste = 0
        elif self.paste:
            self.paste += len(part)
        self._tail = text[1 - len(PASTE_END_BYTES) :]
