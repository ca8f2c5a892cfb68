"""One deal: how the seed of a match is settled before the cards are dealt.

This module has no clock, no chance and no I/O: time and the host's secret are arguments. What the steps prove:
`core.fairness`.

First every person who has a seat is asked to commit. When all have, or time is up, the list of the commitments is
sealed, and those who committed reveal their secrets. When all have, the seed is settled and the match begins. If a
secret is still missing when time is up, or when none of the people who have yet to reveal can be reached, the deal is
void.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from core.engine.record_proof import HASH_PATTERN, DealProof, SeatContribution
from core.fairness.commitments import HOST_LABEL, DealtMatch, commitment, deal_seal, deal_seed, seat_label
from net.limits import MAX_DEAL_STAGE_SECONDS
from net.protocol.deal_stage import DealStage
from net.protocol.messages import DealProgress


class DealSeating(Struct, frozen=True):
    """The names and the people in all seats when a deal begins; if they change, the deal is no longer valid.

    `names` are those of all seats, and `person_seats` the seats of people; bots have the others.
    """

    names: tuple[str, ...]
    person_seats: tuple[int, ...]


class CommitReveal:
    """One deal, from its announcement at the time `now` until its seed is settled or the deal is void.

    secret           the host's secret for this deal, in hexadecimal
    host             the commitment to it, which identifies the deal
    seating          the names and the people in all seats
    seats            the seats of people who are asked to take part
    abandoned_deals  how many deals were abandoned before this one
    void_before      how many earlier deals of this match were void
    deadline         the time at which the present stage ends at the latest
    """

    __slots__ = (
        "_commitments",
        "_seal",
        "_secrets",
        "abandoned_deals",
        "deadline",
        "dealt_match",
        "host",
        "seating",
        "seats",
        "secret",
        "stage",
        "void_before",
    )

    def __init__(
        self,
        dealt_match: DealtMatch,
        secret: str,
        seating: DealSeating,
        seats: Iterable[int],
        now: float,
        *,
        abandoned_deals: int = 0,
        void_before: int = 0,
    ) -> None:
        self.dealt_match = dealt_match
        self.secret = secret
        self.seating = seating
        self.seats = tuple(sorted(seats))
        self.abandoned_deals = abandoned_deals
        self.void_before = void_before
        self.stage = DealStage.COMMIT
        self.deadline = now + MAX_DEAL_STAGE_SECONDS
        self.host = commitment(dealt_match, HOST_LABEL, secret)
        self._seal = ""
        self._commitments: dict[int, str] = {}
        self._secrets: dict[int, str] = {}
        self.advance(now)

    def commit(self, seat: int, value: str) -> None:
        """Accept the commitment of a seat; ignore it if it is late, malformed, not asked for, or a second one."""
        if self.stage is DealStage.COMMIT and seat in self.seats and HASH_PATTERN.match(value):
            self._commitments.setdefault(seat, value)

    def reveal(self, seat: int, secret: str) -> None:
        """Accept the secret of a seat; ignore it if it is early or late, or does not match the commitment."""
        if self.stage is not DealStage.REVEAL or not HASH_PATTERN.match(secret):
            return
        if commitment(self.dealt_match, seat_label(seat), secret) == self._commitments.get(seat):
            self._secrets[seat] = secret

    def advance(self, now: float, unreachable_seats: Iterable[int] = ()) -> bool:
        """End each stage that is complete at the time `now`; return whether the stage has changed.

        A stage is complete when every seat that was asked has answered, apart from those in `unreachable_seats`, or
        when its time is up. The deal is void if a secret is missing at the end.
        """
        before = self.stage
        if self.stage is DealStage.COMMIT and self._is_stage_complete(
            self._commitments, self.seats, unreachable_seats, now
        ):
            self.stage, self.deadline = DealStage.REVEAL, now + MAX_DEAL_STAGE_SECONDS
            self._seal = deal_seal(self.dealt_match, self.seating.names, self.deal)
        if self.stage is DealStage.REVEAL and self._is_stage_complete(
            self._secrets, self._commitments, unreachable_seats, now
        ):
            self.stage = DealStage.VOID if self.unrevealed_seats else DealStage.SETTLED
        return self.stage is not before

    def _is_stage_complete(
        self, seats_with_answer: Iterable[int], seats_asked: Iterable[int], unreachable_seats: Iterable[int], now: float
    ) -> bool:
        """Return whether the stage ends: its time is up, or every seat that is asked has answered or cannot be
        reached."""
        return now >= self.deadline or not {*seats_asked} - {*seats_with_answer} - {*unreachable_seats}

    @property
    def uncommitted_seats(self) -> tuple[int, ...]:
        """The seats that were asked and did not commit."""
        return tuple(seat for seat in self.seats if seat not in self._commitments)

    @property
    def unrevealed_seats(self) -> tuple[int, ...]:
        """The seats that committed and have not revealed their secret."""
        return tuple(seat for seat in self._commitments if seat not in self._secrets)

    @property
    def deal(self) -> DealProof:
        """The deal in its present state, with the host's secret, which nobody else may see before the match is over."""
        parts = (
            SeatContribution(s, self._commitments.get(s, ""), self._secrets.get(s, ""))
            for s in sorted(self.seating.person_seats)
        )
        table, match = self.dealt_match.table_id, self.dealt_match.match_number
        return DealProof(table, match, self.host, self.secret, tuple(parts), self._seal, self.abandoned_deals)

    @property
    def seed(self) -> str:
        """The seed; only when all secrets have been revealed."""
        return deal_seed(self.deal)

    def message(self) -> DealProgress:
        """Return what everybody may know of the deal now; after the stage of commitments, with the final list of
        them."""
        deal, message = self.deal, deal_message(self.deal, self.stage)
        if self.stage is not DealStage.REVEAL:
            return message
        return replace(
            message, commitments=tuple((part.seat, bytes.fromhex(part.commitment)) for part in deal.contributions)
        )


def deal_message(deal: DealProof, stage: DealStage = DealStage.SETTLED) -> DealProgress:
    """Return what everybody may know of a deal before its match is over, without the list of its commitments."""
    return DealProgress(deal.match_number, stage.value, deal.host_commitment, deal.abandoned_deals, deal.seal)


def given_seed_message(match_number: int) -> DealProgress:
    """Return what everybody is sent about a match whose seed was given, so that nothing proves its deal."""
    return DealProgress(match_number, DealStage.SEED_GIVEN.value)
