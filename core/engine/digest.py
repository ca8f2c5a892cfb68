"""The digest of a match: a hash of its whole state, equal on every machine and for every order of actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from core.engine.cards import Card
from core.engine.piles import Layout, Value
from core.engine.random_stream import RandomStream


def state_digest(
    heading: str,
    layout: Layout,
    piles: Sequence[Sequence[Card]],
    facts: Sequence[Value],
    streams: Iterable[RandomStream],
) -> bytes:
    """Return the SHA-256 hash of a state: its `heading` (game, seats, options), piles, facts and random streams."""
    state = sha256(f"{heading}\n".encode())
    for place, pile in zip(layout.piles, piles, strict=True):
        state.update(f"pile {place.name} ".encode() + bytes(pile) + b"\n")
    for fact, value in zip(layout.facts, facts, strict=True):
        state.update(f"fact {fact.name} {fact_text(value)}\n".encode())
    for stream in streams:
        state.update(f"stream {stream.state}\n".encode())
    return state.digest()


def fact_text(value: Value) -> str:
    """Return a fact's value as the text that is hashed; this text must never change, since records carry digests."""
    if isinstance(value, tuple):
        return "(" + " ".join(map(fact_text, value)) + ")"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    return str(value)
