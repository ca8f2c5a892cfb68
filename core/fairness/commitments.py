"""A fair deal: how a seed comes about from everybody's secrets, so that nobody can have chosen the cards.

Before a match the host and every person with a seat think of a secret of 32 bytes and say only its *commitment*;
then the seats say their secrets, and the host says its own after the match. The seed is the hash of all, so it is
beyond the will of everybody as long as one of them has chosen by chance. Nobody but the host can know it before
the end, and the host could not know it when it committed itself.

All hashes are SHA-256 of UTF-8 text, written in hexadecimal. With OCCASION as `Occasion` prints them and WHO being
``host`` or ``seat 3``:

    commitment   queens-fair-1 commitment\\nOCCASION\\nWHO SECRET
    sealed       queens-fair-1 sealed\\nhost COMMITMENT\\nseat 0 COMMITMENT -\\n…           in the order of the seats
    settled      queens-fair-1 settled\\nhost COMMITMENT\\nseat 0 COMMITMENT SECRET\\n…     in the order of the seats
    seed         queens-fair-1 seed\\nOCCASION\\nSETTLED\\nhost SECRET

What did not come, or not in time, is a minus: who did not take part is named in the record, and adds no chance.
`core.fairness.verification` checks a whole match.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from core.engine.proof import MISSING, Deal

SECRET_BYTES: Final = 32
"""How long a secret is."""

HOST: Final = "host"


def seat_named(seat: int) -> str:
    """Return what a seat is called where something is hashed."""
    return f"seat {seat}"


# The deal


@dataclass(frozen=True, slots=True)
class Occasion:
    """What is dealt: which match at which table, of which game, for how many seats, with which options."""

    table: str
    match: int
    game: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        settings = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.table} {self.match} {self.game} {self.seats}{settings}"


def commitment(occasion: Occasion, who: str, secret: str) -> str:
    """Return the hash by which the host (`HOST`) or a seat (`seat_named`) is bound to its secret, in hexadecimal."""
    return _hash("commitment", f"{occasion}\n{who} {secret}")


def seed(occasion: Occasion, deal: Deal) -> str:
    """Return the seed that follows from the secrets of a deal, that of the host included."""
    return _hash("seed", f"{occasion}\n{settled(deal)}\n{HOST} {deal.secret}")


def sealed(deal: Deal) -> str:
    """Return a hash of who has committed to what: whoever knows it knows later whether that is still so."""
    return _hash("sealed", _parts(replace(deal, parts=tuple(replace(part, secret="") for part in deal.parts))))


def settled(deal: Deal) -> str:
    """Return a hash of a whole deal but for the host's secret: with the cards that follow it cannot change any more."""
    return _hash("settled", _parts(deal))


def _parts(deal: Deal) -> str:
    parts = (f"{seat_named(p.seat)} {p.commitment or MISSING} {p.secret or MISSING}" for p in deal.parts)
    return "\n".join([f"{HOST} {deal.host}", *parts])


def flaw(occasion: Occasion, deal: Deal) -> str:
    """Return in one sentence the first thing that is wrong with the secrets of a deal; nothing if they are right."""
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
