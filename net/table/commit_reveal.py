"""How a seed comes about at a table, before the cards: who has committed, who has revealed, how long is waited.

There is no clock, no chance, no input or output here: time is an argument, the host's secret comes from the secret
of its table. The hashes are those of `core.fairness`.

First everybody who is asked commits; when all have, or time is up, nobody can any more, and those who did reveal
their secrets; when all have, or time is up again, the deal is settled and the match begins. Who is late, gone, or
says another secret than the one committed to has no part in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from core.engine.proof import Deal, Part
from core.fairness.commitments import HOST, Occasion, commitment, sealed, seat_named, seed, settled
from net.limits import DEAL_SECONDS
from net.protocol.deal_stage import DealStage
from net.protocol.messages import DealProgress

HASH: Final = re.compile(r"[0-9a-f]{64}\Z")
"""What a commitment and a secret look like."""


class CommitReveal:
    """The deal of one match, from its announcement at the time `now` until its seed is settled.

    `secret` is the host's, in hexadecimal; `seats` are those whose persons are asked.
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
        self.go_on(now)

    def commit(self, seat: int, promise: str) -> None:
        """Bind a seat to its secret; a second time, too late, or from who was not asked it counts for nothing."""
        if self.stage is DealStage.COMMIT and seat in self.seats and HASH.match(promise):
            self._commitments.setdefault(seat, promise)

    def reveal(self, seat: int, secret: str) -> None:
        """Take in the secret of a seat; one that it has not committed itself to counts for nothing."""
        if self.stage is not DealStage.REVEAL or not HASH.match(secret):
            return
        if commitment(self.occasion, seat_named(seat), secret) == self._commitments.get(seat):
            self._secrets[seat] = secret

    def go_on(self, now: float, gone: Iterable[int] = ()) -> bool:
        """Go on to the next stage, and return whether it is another one, if nobody is waited for any more.

        The seats in `gone` are not waited for: their persons are away.
        """
        before = self.stage
        if self.stage is DealStage.COMMIT and self._over(self._commitments, self.seats, gone, now):
            self.stage, self.deadline = DealStage.REVEAL, now + DEAL_SECONDS
        if self.stage is DealStage.REVEAL and self._over(self._secrets, self._commitments, gone, now):
            self.stage = DealStage.SETTLED
        return self.stage is not before

    def _over(self, have: Iterable[int], asked: Iterable[int], gone: Iterable[int], now: float) -> bool:
        return now >= self.deadline or not {*asked} - {*have} - {*gone}

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats that were asked and have no part in the deal, once it is settled."""
        return tuple(seat for seat in self.seats if seat not in self._secrets)

    @property
    def deal(self) -> Deal:
        """The deal as it stands, with the host's secret: for the table and its journal, until the match is over."""
        parts = (Part(s, self._commitments.get(s, ""), self._secrets.get(s, "")) for s in self.seats)
        host = commitment(self.occasion, HOST, self.secret)
        return Deal(self.occasion.table, self.occasion.match, host, self.secret, tuple(parts))

    @property
    def seed(self) -> str:
        """The seed, once the deal is settled."""
        return seed(self.occasion, self.deal)

    def told(self) -> DealProgress:
        """Return what everybody is told of the deal as it stands."""
        return told(self.deal, self.stage)


def told(deal: Deal, stage: DealStage = DealStage.SETTLED) -> DealProgress:
    """Return what everybody may know of a deal before its match is over.

    However many take part it is short: the hash of all commitments, and then of all that was revealed, binds the host
    to them. What they are of is in the record that comes in the end.
    """
    return DealProgress(
        deal.match,
        stage.value,
        deal.host,
        "" if stage is DealStage.COMMIT else sealed(deal),
        settled(deal) if stage is DealStage.SETTLED else "",
    )


def given(match: int) -> DealProgress:
    """Return what everybody is told where there is no fair deal: the seed of the match was given."""
    return DealProgress(match, DealStage.GIVEN.value)
