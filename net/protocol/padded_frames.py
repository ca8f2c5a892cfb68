"""Padding: bytes without meaning after messages, so that the length of what is sent says little about its content.

TLS hides what a message says, but not how long it is. So an endpoint fills up what it sends at once to a multiple of
some number of bytes. The padding is one MessagePack value that is no message: nil (one byte) or binary (two bytes and
more). The receiver skips one such value after a message.
"""

from __future__ import annotations

from typing import Final


def _padding_of_size(size: int) -> bytes:
    """Return the padding of `size` bytes, from 0 (none) to 257."""
    return b"\xc0" * size if size < 2 else b"\xc4" + bytes((size - 2,)) + bytes(size - 2)


_PADDING_BY_SIZE: Final = tuple(map(_padding_of_size, range(256)))
"""The padding of each size in bytes, from 0 to 255."""


def with_padding(data: bytes, multiple_bytes: int) -> bytes:
    """Return `data`, one or more complete frames, with padding up to the next multiple of `multiple_bytes` bytes (at
    most 256)."""
    return data + _PADDING_BY_SIZE[-len(data) % multiple_bytes]


def is_padding(unpacked: object) -> bool:
    """Return whether `unpacked`, the unpacked value of a frame, has the form of padding, which no message has."""
    return unpacked is None or type(unpacked) is bytes
