"""Commit–reveal: a seed made of the secrets of the host and all seats, so that none of them can choose the cards.

Before a match the host and every seated person draw a secret of 32 random bytes and publish only its *commitment*, a
hash of it; then the seats reveal their secrets, and the host reveals its own after the match. The seed is the hash of
all secrets, so no participant can choose it as long as one secret is random. Before the end of the match only the host
can know the seed, and the host did not know it when it published its commitment.

All hashes are SHA-256 of UTF-8 text, written in hexadecimal. With OCCASION as `Occasion` prints them and WHO being
``host`` or ``seat 3``:

    commitment   queens-fair-1 commitment\\nOCCASION\\nWHO SECRET
    commitments  queens-fair-1 sealed\\nhost COMMITMENT\\nseat 0 COMMITMENT -\\n…           in the order of the seats
    deal         queens-fair-1 settled\\nhost COMMITMENT\\nseat 0 COMMITMENT SECRET\\n…     in the order of the seats
    seed         queens-fair-1 seed\\nOCCASION\\nDEAL\\nhost SECRET

A commitment or secret that was not received in time is written as a minus sign: the record lists that seat, and the
seat adds no randomness.
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


def seat_label(seat: int) -> str:
    """Return the name of a seat in the strings that are hashed, such as ``seat 3``."""
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


def commitment(occasion: Occasion, party: str, secret: str) -> str:
    """Return the hexadecimal hash that binds a `party`, the host (`HOST`) or a seat (`seat_label`), to its secret."""
    return _tagged_hash("commitment", f"{occasion}\n{party} {secret}")


def deal_seed(occasion: Occasion, deal: Deal) -> str:
    """Return the seed of a match: the hash of the secrets of its deal, the host's secret included."""
    return _tagged_hash("seed", f"{occasion}\n{deal_hash(deal)}\n{HOST} {deal.secret}")


def commitments_hash(deal: Deal) -> str:
    """Return a hash of all commitments of a deal, with which a seat can detect a commitment that is changed later."""
    return _tagged_hash(
        "sealed", _part_lines(replace(deal, parts=tuple(replace(part, secret="") for part in deal.parts)))
    )


def deal_hash(deal: Deal) -> str:
    """Return a hash of the commitments of a deal and the secrets of its seats, without the host's secret."""
    return _tagged_hash("settled", _part_lines(deal))


def _part_lines(deal: Deal) -> str:
    parts = (f"{seat_label(p.seat)} {p.commitment or MISSING} {p.secret or MISSING}" for p in deal.parts)
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
        if part.secret and commitment(occasion, seat_label(part.seat), part.secret) != part.commitment:
            return f"The secret of seat {part.seat + 1} is not the one that it had committed itself to."
    return ""


def _tagged_hash(tag: str, text: str) -> str:
    return sha256(f"queens-fair-1 {tag}\n{text}".encode()).hexdigest()
