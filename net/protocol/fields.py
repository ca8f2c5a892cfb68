"""The kinds of values that messages are made of, each with its bound."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from net.limits import CLIENT_LIST_ITEMS, LINE_CHARACTERS, WORD_CHARACTERS

Word: TypeAlias = Annotated[str, Meta(max_length=WORD_CHARACTERS)]
Line: TypeAlias = Annotated[str, Meta(max_length=LINE_CHARACTERS)]
Small: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
Index: TypeAlias = Annotated[int, Meta(ge=-1, lt=1 << 31)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0)]
Setting: TypeAlias = bool | int | Word
Settings: TypeAlias = Annotated[dict[Word, Setting], Meta(max_length=CLIENT_LIST_ITEMS)]


class Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Anything that is said on the wire."""
