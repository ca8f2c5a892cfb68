"""Encodes messages as frames, and decodes the unpacked value of a frame as a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, get_args

import msgspec

from net.errors import Malformed
from net.protocol.client_messages import ClientMessage
from net.protocol.field_types import Message
from net.protocol.server_messages import ServerMessage

AnyMessage: TypeAlias = ClientMessage | ServerMessage
"""A message of either end."""

_MESSAGE_ENCODER: Final = msgspec.msgpack.Encoder()
"""The encoder of messages as MessagePack."""

_CLIENT_MESSAGE_BY_TAG: Final = {kind.__struct_config__.tag: kind for kind in get_args(ClientMessage)}
"""Maps the tag of each message that clients send to its class."""
_SERVER_MESSAGE_BY_TAG: Final = {kind.__struct_config__.tag: kind for kind in get_args(ServerMessage)}
"""Maps the tag of each message that the host sends to its class.

`msgspec.convert` is slow with a union, which it prepares in every call.
"""


def encode_message(message: Message) -> bytes:
    """Return the frame of a message: its encoded bytes."""
    return _MESSAGE_ENCODER.encode(message)


def read_client_message(unpacked: object) -> ClientMessage:
    """Return the message of a client from `unpacked`, the unpacked value of a frame; or raise `Malformed`."""
    message: ClientMessage = _read_message(unpacked, _CLIENT_MESSAGE_BY_TAG)
    return message


def read_server_message(unpacked: object) -> ServerMessage:
    """Return the message of a host from `unpacked`, the unpacked value of a frame; or raise `Malformed`."""
    message: ServerMessage = _read_message(unpacked, _SERVER_MESSAGE_BY_TAG)
    return message


def _read_message(unpacked: object, kinds: Mapping[object, type[Any]]) -> Any:
    """Return the message of which `unpacked` is the unpacked frame; its tag selects one of the classes `kinds`.

    Raises `Malformed` if it is not a message of one of these classes.
    """
    tag = unpacked[0] if isinstance(unpacked, list) and unpacked else None
    if type(tag) is not int or tag not in kinds:
        raise Malformed("That is not a message of this protocol.")
    try:
        return msgspec.convert(unpacked, type=kinds[tag])
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(f"That is not a message of this protocol: {error}.") from error
