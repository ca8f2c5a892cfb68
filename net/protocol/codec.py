"""Messages to bytes, and from the plain data of a frame back to messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, get_args

import msgspec

from net.errors import Malformed
from net.protocol.client_messages import Ask
from net.protocol.fields import Message
from net.protocol.server_messages import Tell

Said: TypeAlias = Ask | Tell

_ENCODER: Final = msgspec.msgpack.Encoder()


def to_bytes(message: Message) -> bytes:
    """Return a message as it stands on the wire."""
    return _ENCODER.encode(message)


_ASKS: Final = {kind.__struct_config__.tag: kind for kind in get_args(Ask)}
_TELLS: Final = {kind.__struct_config__.tag: kind for kind in get_args(Tell)}
"""Every kind of message by its number: for one kind the check is made ready once, for any of them each time anew."""


def read_ask(plain: object) -> Ask:
    """Return what a person's end says, from the plain data of one frame; raises `Malformed` if it is nothing."""
    ask: Ask = _read(plain, _ASKS)
    return ask


def read_tell(plain: object) -> Tell:
    """Return what a host says, from the plain data of one frame; raises `Malformed` if it is nothing."""
    tell: Tell = _read(plain, _TELLS)
    return tell


def _read(plain: object, kinds: Mapping[object, type[Any]]) -> Any:
    tag = plain[0] if isinstance(plain, list) and plain else None
    if type(tag) is not int or tag not in kinds:
        raise Malformed("That is no message of this protocol.")
    try:
        return msgspec.convert(plain, type=kinds[tag])
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(f"That is no message of this protocol: {error}.") from error
