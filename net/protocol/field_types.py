"""The types of the fields of messages, each with its bound; `msgspec` checks them when a message is received."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from net.limits import MAX_LINE_CHARACTERS, MAX_LIST_ITEMS_OF_CLIENT, MAX_SHORT_TEXT_CHARACTERS, MAX_TOKENS_OFFERED

ShortText: TypeAlias = Annotated[str, Meta(max_length=MAX_SHORT_TEXT_CHARACTERS)]
"""A short text, such as a name, a token or an action."""

Line: TypeAlias = Annotated[str, Meta(max_length=MAX_LINE_CHARACTERS)]
"""A longer text in one line: a chat line or an explanation."""

WholeNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
"""A count, an id or a version: a whole number that every language can hold."""

Index: TypeAlias = Annotated[int, Meta(ge=-1, lt=1 << 31)]
"""The index of a pile or fact in a game's layout, or of a card in a pile; -1 means the box, or the top of a pile."""

Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=1e9)]
"""A duration in seconds, or a time in seconds that a client has computed from a received duration."""

Setting: TypeAlias = bool | int | ShortText
"""The value of an option of a game."""

Settings: TypeAlias = Annotated[dict[ShortText, Setting], Meta(max_length=MAX_LIST_ITEMS_OF_CLIENT)]
"""The options of a game: maps the name of each to its value."""


OfferedTokens: TypeAlias = Annotated[tuple[ShortText, ...], Meta(max_length=MAX_TOKENS_OFFERED)]
"""The tokens of one person for tables of one host."""


class Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The base class of all messages and of the values in them: encoded as a list of the fields in order."""
