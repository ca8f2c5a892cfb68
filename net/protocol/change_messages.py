"""Changes and views in the plain form in which they travel (`net.protocol.change_codec`)."""

from __future__ import annotations

from typing import Any, TypeAlias

from net.protocol.fields import Index, Message, Small, Word


class WireMoved(Message, frozen=True, tag=0):
    """Cards moved between two piles; a pile is its index in the layout, `cards` a byte a card or their number."""

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
    """A whole view: every pile of the layout, and every fact that this audience may know, in order."""

    piles: tuple[bytes | Small, ...]
    facts: tuple[Any, ...]
