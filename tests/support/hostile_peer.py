"""Hypothesis strategies for what a hostile peer may send: damaged messages, and valid ones that make no sense."""

from __future__ import annotations

from functools import cache
from itertools import cycle
from typing import get_args

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from net.protocol.messages import Message

hostile_numbers = st.sampled_from([0, 1, 2, 3, 7, 40, 255, 1000, 65_536, 2**31 - 1, 2**53 - 1]) | st.integers(0, 12)
"""Hypothesis strategy for small and extreme whole numbers."""

hostile_texts = st.sampled_from(
    ["", "mad-queens", "steady", "reveal", "bank", "play Q♠", "visibility", "open", "sealed", "\x1b[2J"]
)
"""Hypothesis strategy for texts that a field may hold, hostile ones among them."""

hostile_texts |= st.text(max_size=12)
hostile_values = (
    st.none() | st.booleans() | hostile_numbers | hostile_texts | st.lists(hostile_numbers | hostile_texts, max_size=3)
)
"""Hypothesis strategy for values of any type that a message can hold."""


def values_of_type(kind: object) -> st.SearchStrategy[object]:
    """Return a strategy for values of a type: they pass the type check of messages, but perhaps no other check.

    `kind` is a type of `msgspec.inspect`; a type that no message uses raises `AssertionError`.
    """
    match kind:
        case inspect.UnionType(types):
            return st.one_of([values_of_type(one) for one in types])
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=least):
            return (
                hostile_numbers
                if least == 0
                else hostile_numbers | st.integers(-3, 3).filter(lambda n: least is None or n >= least)
            )
        case inspect.FloatType():
            return st.floats(0, 1e9)
        case inspect.StrType():
            return hostile_texts
        case inspect.BytesType():
            return st.binary(max_size=6)
        case inspect.NoneType():
            return st.none()
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return st.lists(values_of_type(item), max_size=4).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*[values_of_type(item) for item in items])
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(values_of_type(key), values_of_type(value), max_size=3)
        case inspect.StructType(cls=cls):
            return messages_of_class(cls)
        case inspect.EnumType(cls=enum):
            return st.sampled_from(sorted(enum))
        case inspect.LiteralType(values):
            return st.sampled_from(values)
        case inspect.AnyType():
            return hostile_values
    raise AssertionError(f"there is no strategy for {kind}")


@cache
def messages_of_class(cls: type[msgspec.Struct]) -> st.SearchStrategy[object]:
    """Return a strategy for messages of a class; their fields have values of the right types."""
    kind = inspect.type_info(cls)
    assert isinstance(kind, inspect.StructType)
    return st.builds(cls, **{field.name: values_of_type(field.type) for field in kind.fields})


def messages_of_union(union: object) -> st.SearchStrategy[Message]:
    """Return a strategy for messages of the classes in a union of types; every class is equally likely."""
    return st.one_of([messages_of_class(cls) for cls in get_args(union)])  # type: ignore[return-value]


damages_to_bytes = st.lists(
    st.tuples(
        st.sampled_from(["change", "drop", "double", "insert", "cut", "swap"]),
        st.floats(0, 1),
        st.binary(min_size=1, max_size=9),
    ),
    min_size=1,
    max_size=4,
)
"""Hypothesis strategy for the argument `damages` of `damaged_bytes`: one to four damages to a stream of bytes.

A damage is (kind, place as a fraction of the length, bytes). The kinds ``change`` and ``insert`` write the bytes;
``drop``, ``double`` and ``swap`` use only how many there are; ``cut`` ignores them.
"""


def damaged_bytes(stream: bytes, damages: list[tuple[str, float, bytes]]) -> bytes:
    """Return a stream of bytes with damages done to it, one after the other.

    A damage is (kind, place, bytes); the place is a fraction of the length, from 0 to 1. ``change`` and ``insert``
    write the bytes at the place; ``drop``, ``double`` and ``swap`` remove, repeat or exchange as many bytes as are
    given; ``cut`` removes everything from the place on.
    """
    data = bytearray(stream)
    for what, where, other in damages:
        at, size = int(where * len(data)), len(other)
        match what:
            case "change":
                data[at : at + size] = other
            case "drop":
                del data[at : at + size]
            case "double":
                data[at:at] = data[at : at + size]
            case "insert":
                data[at:at] = other
            case "cut":
                del data[at:]
            case "swap":
                data[at : at + 2 * size] = data[at + size : at + 2 * size] + data[at : at + size]
    return bytes(data)


ways_to_cut = st.sampled_from([0, 1]) | st.lists(st.integers(1, 99), min_size=1, max_size=9)
"""Hypothesis strategy for the argument `lengths` of `cut_into_pieces`, which says how a stream is cut."""


def cut_into_pieces(data: bytes, lengths: int | list[int]) -> list[bytes]:
    """Return the data in pieces.

    `lengths` 0 leaves it whole, 1 cuts after every byte; a list gives the lengths of the pieces, in turn.
    """
    if lengths == 0:
        return [data]
    lengths = cycle([1] if lengths == 1 else lengths)
    pieces, at = [], 0
    while at < len(data):
        size = next(lengths)
        pieces.append(data[at : at + size])
        at += size
    return pieces
