"""Changes and views in the form in which messages carry them; `net.protocol.change_codec` converts them to and from
those of `core`."""

from __future__ import annotations

from typing import Any, TypeAlias

from net.protocol.field_types import Index, Message, ShortText, WholeNumber


class WireMoved(Message, frozen=True, tag=0):
    """Cards moved between two piles, given by their index in the layout.

    `cards` is one byte per card, or their number if the audience does not see them; `position` is the position in the
    target pile, from 0 at the bottom, or -1 for its top.
    """

    source: Index
    target: Index
    cards: bytes | WholeNumber
    position: Index = -1


class WireShuffled(Message, frozen=True, tag=1):
    """A pile, given by its index in the layout, was shuffled."""

    place: Index


class WireFact(Message, frozen=True, tag=2):
    """A fact, given by its index in the layout, was set to a value."""

    fact: Index
    value: Any


class WireRemark(Message, frozen=True, tag=3):
    """A remark, which is a line for the log: the `key` of its text, the `seat` that it is about (None: no seat), and
    the `particulars`, the values in the text.
    """

    key: ShortText
    seat: WholeNumber | None
    particulars: tuple[Any, ...]


WireChange: TypeAlias = WireMoved | WireShuffled | WireFact | WireRemark
"""Any change in wire form."""


class WireView(Message, frozen=True):
    """A whole view: every pile of the layout, and every fact that this audience may know, in the layout's order.

    In `piles` a pile is given by its cards where the audience sees them, else by the number of its cards. `facts` are
    the values of the facts.
    """

    piles: tuple[bytes | WholeNumber, ...]
    facts: tuple[Any, ...]


class WirePast(Message, frozen=True):
    """What a seat has been shown of a match so far: its `first_view`, the changes of the `opening`, which are in that
    view, and all changes since then, those of each action together in one of the `batches`.

    The changes are those of the updates that the seat was sent, in the same order, or would have been sent. An action
    of which the seat was shown nothing has no batch.
    """

    first_view: WireView
    opening: tuple[WireChange, ...]
    batches: tuple[tuple[WireChange, ...], ...]
