"""Commit-reveal: a seed made of everybody's secrets, so that nobody can choose the cards.

Before a match the host and every person with a seat draw a secret of 32 bytes and publish only its *commitment*; then
the seats reveal their secrets, and the host reveals its own after the match. The seed is the hash of all secrets, so
nobody can choose it as long as one of them was drawn at random. Nobody but the host can know the seed before the end,
and the host could not know it when it committed itself.

All hashes are SHA-256 of UTF-8 text, written in hexadecimal. With OCCASION as `Occasion` prints them and WHO being
``host`` or ``seat 3``:

    commitment   queens-fair-1 commitment\\nOCCASION\\nWHO SECRET
    commitments  queens-fair-1 sealed\\nhost COMMITMENT\\nseat 0 COMMITMENT -\\n…           in the order of the seats
    deal         queens-fair-1 settled\\nhost COMMITMENT\\nseat 0 COMMITMENT SECRET\\n…     in the order of the seats
    seed         queens-fair-1 seed\\nOCCASION\\nDEAL\\nhost SECRET

A commitment or secret that did not come in time is a minus: that seat is in the record and adds no chance.
`core.fairness.verification` checks a whole match.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from core.engine.proof import MISSING, Deal

SECRET_BYTES: Final = 32
"""Length of a secret in bytes."""

HOST: Final = "host"


def seat_named(seat: int) -> str:
    """Return the name of a seat in hashed texts."""
    return f"seat {seat}"


# The deal


@dataclass(frozen=True, slots=True)
class Occasion:
    """The match that is dealt: its table, number, game, number of seats, and options other than the defaults."""

    table: str
    match: int
    game: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        settings = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.table} {self.match} {self.game} {self.seats}{settings}"


def commitment(occasion: Occasion, who: str, secret: str) -> str:
    """Return the hash that binds the host (`HOST`) or a seat (`seat_named`) to its secret, in hexadecimal."""
    return _hash("commitment", f"{occasion}\n{who} {secret}")


def deal_seed(occasion: Occasion, deal: Deal) -> str:
    """Return the seed that follows from the secrets of a deal, that of the host included."""
    return _hash("seed", f"{occasion}\n{deal_hash(deal)}\n{HOST} {deal.secret}")


def commitments_hash(deal: Deal) -> str:
    """Return a hash of all commitments of a deal; a seat that knows it can tell later whether one was changed."""
    return _hash("sealed", _parts(replace(deal, parts=tuple(replace(part, secret="") for part in deal.parts))))


def deal_hash(deal: Deal) -> str:
    """Return a hash of a deal with the seats' secrets, without the host's; after it nothing of the deal can change."""
    return _hash("settled", _parts(deal))


def _parts(deal: Deal) -> str:
    parts = (f"{seat_named(p.seat)} {p.commitment or MISSING} {p.secret or MISSING}" for p in deal.parts)
    return "\n".join([f"{HOST} {deal.host}", *parts])


def deal_fault(occasion: Occasion, deal: Deal) -> str:
    """Return in one sentence the first fault in the secrets of a deal, or "" if there is none."""
    if (deal.table, deal.match) != (occasion.table, occasion.match):
        return "The deal is not that of this match."
    if not deal.secret:
        return "The host has not revealed its secret."
    if commitment(occasion, HOST, deal.secret) != deal.host:
        return "The secret of the host is not the one that it had committed itself to."
    for part in deal.parts:
        if part.seat >= occasion.seats:
            return f"The deal has a part of seat {part.seat + 1}, and there are only {occasion.seats}."
        if part.secret and commitment(occasion, seat_named(part.seat), part.secret) != part.commitment:
            return f"The secret of seat {part.seat + 1} is not the one that it had committed itself to."
    return ""


def _hash(what: str, text: str) -> str:
    return sha256(f"queens-fair-1 {what}\n{text}".encode()).hexdigest()
