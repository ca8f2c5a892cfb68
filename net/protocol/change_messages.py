"""Changes and views as messages carry them; `net.protocol.change_codec` converts them to and from those of `core`."""

from __future__ import annotations

from typing import Any, TypeAlias

from net.protocol.fields import Index, Message, Small, Word


class WireMoved(Message, frozen=True, tag=0):
    """Cards moved between two piles, given by their index in the layout; `cards` is one byte per card, or a count."""

    source: Index
    target: Index
    cards: bytes | Small
    at: Index = -1


class WireShuffled(Message, frozen=True, tag=1):
    """A pile was shuffled."""

    place: Index


class WireFact(Message, frozen=True, tag=2):
    """A fact was given a value."""

    fact: Index
    value: Any


class WireRemark(Message, frozen=True, tag=3):
    """A line for the log."""

    key: Word
    seat: Small | None
    particulars: tuple[Any, ...]


WireChange: TypeAlias = WireMoved | WireShuffled | WireFact | WireRemark


class WireView(Message, frozen=True):
    """A whole view: every pile of the layout, and every fact that this audience may know, in the layout's order."""

    piles: tuple[bytes | Small, ...]
    facts: tuple[Any, ...]
