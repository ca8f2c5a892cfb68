"""Frames: the encoded messages of one tick, and the interface through which a table's runner sends them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from net.errors import NetError
from net.protocol.messages import ServerMessage, encode_message


class FrameCache:
    """A cache of encoded messages that are sent at one time: each message is encoded once, however many people receive
    it.

    Make a new one for every tick: messages are recognised by identity, so they must live as long as this object.
    """

    __slots__ = ("_frames",)

    def __init__(self) -> None:
        self._frames: dict[int, bytes] = {}

    def frame_of(self, message: ServerMessage) -> bytes:
        """Return the frame of a message, encoded by the first call for this message."""
        frame = self._frames.get(id(message))
        if frame is None:
            frame = self._frames[id(message)] = encode_message(message)
        return frame


class Outbox(Protocol):
    """The receiver of a table's messages to one person: a TCP connection, or a client in the same process."""

    def deliver_messages(self, messages: Sequence[ServerMessage], frames: FrameCache) -> None:
        """Send these messages, in order; `frames` is the cache of their encoded bytes."""

    def end_connection(self, error: NetError) -> None:
        """Close the connection because of `error`, after everything that was delivered has been sent."""
