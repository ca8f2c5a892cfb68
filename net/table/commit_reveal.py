"""The commit-reveal of one match: how its seed is settled before the cards are dealt.

This module has no clock, no chance and no I/O: time is an argument, and the host's secret comes from the secrets of its
table. The hashes are those of `core.fairness`.

First every person who has a seat is asked to commit. When all have, or time is up, no more commitments are accepted,
and those who committed reveal their secrets. When all have, or time is up again, the seed is settled and the match
begins. People who are late, disconnected, or reveal another secret than they committed to have no part in the seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from core.engine.proof import Deal, SeatPart
from core.fairness.commitments import HOST, Occasion, commitment, commitments_hash, deal_hash, deal_seed, seat_label
from net.limits import DEAL_SECONDS
from net.protocol.deal_stage import DealStage
from net.protocol.messages import DealProgress

HASH: Final = re.compile(r"[0-9a-f]{64}\Z")
"""What a commitment and a secret look like."""


class CommitReveal:
    """The commit-reveal of one match, from its announcement at the time `now` until its seed is settled.

    `secret` is the host's, in hexadecimal; `seats` are those whose people are asked to take part. `deadline` is when
    the present stage ends at the latest.
    """

    __slots__ = ("_commitments", "_secrets", "deadline", "occasion", "seats", "secret", "stage")

    def __init__(self, occasion: Occasion, secret: str, seats: Iterable[int], now: float) -> None:
        self.occasion = occasion
        self.secret = secret
        self.seats = tuple(sorted(seats))
        self.stage = DealStage.COMMIT
        self.deadline = now + DEAL_SECONDS
        self._commitments: dict[int, str] = {}
        self._secrets: dict[int, str] = {}
        self.advance(now)

    def commit(self, seat: int, value: str) -> None:
        """Accept the commitment of a seat; one that is late, second or was not asked for is ignored."""
        if self.stage is DealStage.COMMIT and seat in self.seats and HASH.match(value):
            self._commitments.setdefault(seat, value)

    def reveal(self, seat: int, secret: str) -> None:
        """Accept the secret of a seat; one that does not match its commitment is ignored."""
        if self.stage is not DealStage.REVEAL or not HASH.match(secret):
            return
        if commitment(self.occasion, seat_label(seat), secret) == self._commitments.get(seat):
            self._secrets[seat] = secret

    def advance(self, now: float, unreachable: Iterable[int] = ()) -> bool:
        """Go to the next stage if everybody has answered or time is up; return whether the stage has changed.

        The seats in `unreachable` are not waited for.
        """
        before = self.stage
        if self.stage is DealStage.COMMIT and self._complete(self._commitments, self.seats, unreachable, now):
            self.stage, self.deadline = DealStage.REVEAL, now + DEAL_SECONDS
        if self.stage is DealStage.REVEAL and self._complete(self._secrets, self._commitments, unreachable, now):
            self.stage = DealStage.SETTLED
        return self.stage is not before

    def _complete(self, answered: Iterable[int], asked: Iterable[int], unreachable: Iterable[int], now: float) -> bool:
        return now >= self.deadline or not {*asked} - {*answered} - {*unreachable}

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats that were asked and have no part in the seed, once it is settled."""
        return tuple(seat for seat in self.seats if seat not in self._secrets)

    @property
    def deal(self) -> Deal:
        """The deal as it stands, with the host's secret: nobody else may see it before the match is over."""
        parts = (SeatPart(s, self._commitments.get(s, ""), self._secrets.get(s, "")) for s in self.seats)
        host = commitment(self.occasion, HOST, self.secret)
        return Deal(self.occasion.table, self.occasion.match, host, self.secret, tuple(parts))

    @property
    def seed(self) -> str:
        """The seed, once the deal is settled."""
        return deal_seed(self.occasion, self.deal)

    def message(self) -> DealProgress:
        """Return what everybody may know of the deal as it stands."""
        return deal_message(self.deal, self.stage)


def deal_message(deal: Deal, stage: DealStage = DealStage.SETTLED) -> DealProgress:
    """Return what everybody may know of a deal before its match is over.

    Its size does not depend on how many take part: the hash of all commitments, and then of all secrets, binds the
    host to them. They themselves are in the record of the match.
    """
    return DealProgress(
        deal.match,
        stage.value,
        deal.host,
        "" if stage is DealStage.COMMIT else commitments_hash(deal),
        deal_hash(deal) if stage is DealStage.SETTLED else "",
    )


def given_seed_message(match: int) -> DealProgress:
    """Return what everybody is sent about a match whose seed was given, so that nothing proves its deal."""
    return DealProgress(match, DealStage.GIVEN.value)
