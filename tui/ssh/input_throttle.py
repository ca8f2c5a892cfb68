"""What a guest sends, passed on no faster than anybody types: a flood of keys must not make the others wait."""

from __future__ import annotations

from typing import Final

from net.protocol.rate_limit import TokenBucket
from tui.ssh.limits import INPUT_BYTES_AT_ONCE, INPUT_BYTES_PER_SECOND, PASTE_BYTES

PASTE_BEGINS: Final = b"\x1b[200~"
PASTE_ENDS: Final = b"\x1b[201~"


class InputThrottle:
    """A bucket of bytes that fills with time; `pending` is what has come and must wait, `paste` the paste so far."""

    def __init__(self, now: float) -> None:
        self._waiting = bytearray()
        self._allowance = TokenBucket(INPUT_BYTES_PER_SECOND, INPUT_BYTES_AT_ONCE, now)
        self._tail = b""
        self.paste = 0

    @property
    def pending(self) -> bool:
        """Whether something has come that must wait."""
        return bool(self._waiting)

    def add(self, data: bytes) -> None:
        """Take in what has come."""
        self._waiting += data

    def take(self, now: float) -> bytes:
        """Return what may be looked at now."""
        count = min(len(self._waiting), int(self._allowance.left(now)))
        self._allowance.spend(count, now)
        part = bytes(self._waiting[:count])
        del self._waiting[:count]
        self._measure_paste(part)
        return part

    @property
    def too_much(self) -> bool:
        """Whether somebody pastes more than anybody can use."""
        return self.paste > PASTE_BYTES

    def _measure_paste(self, part: bytes) -> None:
        """Count the bytes since a paste began that has not ended; its marks may come in pieces."""
        text = self._tail + part
        begins, ends = text.rfind(PASTE_BEGINS), text.rfind(PASTE_ENDS)
        if begins > ends:
            self.paste = len(text) - begins
        elif ends >= 0:
            self.paste = 0
        elif self.paste:
            self.paste += len(part)
        self._tail = text[1 - len(PASTE_ENDS) :]
