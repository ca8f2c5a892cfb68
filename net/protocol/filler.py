"""Fillers: bytes without meaning after messages, so that the length of what is sent says little of what it says.

TLS hides what a message says, but not how long it is. So an endpoint fills up what it sends at once to a multiple of
some bytes. The filler is a MessagePack value that is no message: nil (one byte) or binary (two bytes and more). The
receiver skips one after a message.
"""

from __future__ import annotations

from typing import Final


def _filler(size: int) -> bytes:
    """Return the filler of `size` bytes, from 0 (none) to 257."""
    return b"\xc0" * size if size < 2 else b"\xc4" + bytes((size - 2,)) + bytes(size - 2)


_FILLERS: Final = tuple(map(_filler, range(256)))


def with_filler(data: bytes, multiple: int) -> bytes:
    """Return frames, followed by a filler if their length is no multiple of `multiple` bytes (at most 256)."""
    return data + _FILLERS[-len(data) % multiple]


def is_filler(plain: object) -> bool:
    """Return whether the unpacked value of a frame has the form of a filler, which no message has."""
    return plain is None or type(plain) is bytes
