"""`DealPart`: the part of one client in one deal (its commitment and secret), or what the host has sent it about a deal
to which it adds nothing.

The steps of a deal and what they prove: `core.fairness`. This module decides what a client answers to each of them, and
remembers it for the verdict.
"""

from __future__ import annotations

from typing import Final

from core.engine.record_proof import HASH_PATTERN, DealProof, SeatContribution
from core.fairness.commitments import DealtMatch, commitment, deal_seal, seat_label
from net.protocol.messages import Commit, DealProgress, Reveal
from net.protocol.table_state import SeatInfo

CONTRADICTION_SENTENCE: Final = "The host has said two different things about the deal of this match."
"""The sentence about a host that contradicts what it sent about a deal before."""

ONLY_WATCHED_CLAUSE: Final = "spectators have no part in the deal"
"""A clause which says why the deal proves nothing to a client: it only watches."""
NO_PART_CLAUSE: Final = "this program had no part in the deal"
"""A clause which says why the deal proves nothing to a client: it added no secret to the deal, for example because it
came later."""
STARTED_AGAIN_CLAUSE: Final = "this program was restarted and lost its share of the shuffle, which the check needs"
"""A clause which says why the deal proves nothing to a person: their program was started again, and has lost the secret
that it had put into the shuffle. The host could bring that about, too: it alone says who was at the table before."""
OTHER_COMMITMENT_CLAUSE: Final = "the deal has a part for your seat that is not this program's"
"""A clause which says why a program keeps its secret: the final list has another commitment for the program's seat."""
SEAL_DIFFERS_FROM_TABLE_CLAUSE: Final = "the host's list of who takes part is not the table that it showed you"
"""A clause which says why a program keeps its secret: the host's final list of commitments has other seats, or another
number of abandoned deals, than the program was shown."""
INVALID_SEAL_CLAUSE: Final = "the host's seal does not fit its list of the parts"
"""A clause which says why a program keeps its secret: the host's final list of commitments is malformed, or the seal is
not its hash."""
SEAT_CHANGED_CLAUSE: Final = "the host has moved you to a seat that is not the one in the deal"
"""A clause which says why the deal proves nothing to a client: the host has changed its seat since."""
EARLIER_MATCH_CLAUSE: Final = "the host went back to an earlier match"
"""A clause which says why a program takes no part in a deal: a later match has been dealt at the table already."""
SEED_GIVEN_CLAUSE: Final = "the seed was chosen beforehand"
"""A clause which says why a deal proves nothing: its seed was given, without commit-reveal."""


class DealPart:
    """One client's part in one deal, or what the client was told of a deal in which it has no part.

    dealt_match       the match that is dealt
    host              the host's commitment
    abandoned_deals   the number of abandoned deals by the host's count
    seat, secret      the client's seat and its own secret; None and "" without a part
    seal              the seal that the host sent, "" before that
    number            the number of this program's reveal at this host (`net.client.deal_memory`), 0 before it
    abandoned_before  the number of abandoned deals that an earlier process of this program counted
    lie               a sentence about a proven lie of the host, or ""
    no_proof_clause   a clause that says why the deal proves nothing to this client, or ""
    """

    __slots__ = (
        "abandoned_before",
        "abandoned_deals",
        "dealt_match",
        "host",
        "lie",
        "no_proof_clause",
        "number",
        "seal",
        "seat",
        "secret",
    )

    def __init__(self, dealt_match: DealtMatch, host: str, abandoned_deals: int = 0) -> None:
        self.dealt_match = dealt_match
        self.host = host
        self.abandoned_deals = abandoned_deals
        self.seat: int | None = None
        self.secret = ""
        self.seal = ""
        self.number = 0
        self.abandoned_before = 0
        self.lie = ""
        self.no_proof_clause = NO_PART_CLAUSE

    def is_of_same_match(self, message: DealProgress, table_id: str) -> bool:
        """Return whether `message` is about a deal of the same match; `table_id` is the id of the table that it comes
        from."""
        return (self.dealt_match.table_id, self.dealt_match.match_number) == (table_id, message.match_number)

    def is_of_this_deal(self, message: DealProgress, table_id: str) -> bool:
        """Return whether `message`, from the table with the id `table_id`, is about this very deal."""
        return self.is_of_same_match(message, table_id) and self.host == message.host_commitment

    def commit(self, seat: int, secret: str) -> None:
        """Take part in the deal from this seat with `secret`, a fresh one in hexadecimal."""
        self.seat, self.secret = seat, secret

    def commit_message(self) -> Commit | None:
        """Return the message with this client's commitment; None if the client takes no part in the deal."""
        return Commit(self.dealt_match.match_number, self.host, self._commitment) if self.secret else None

    @property
    def _commitment(self) -> str:
        """Return the commitment of this client to its secret."""
        assert self.seat is not None
        return commitment(self.dealt_match, seat_label(self.seat), self.secret)

    def accept_seal(self, message: DealProgress, seats: tuple[SeatInfo, ...]) -> Reveal | None:
        """Check the host's final list of commitments; return the message that reveals the secret, or None if it must be
        kept.

        `seats` are those of the table as the host has shown them. If the host sends another seal than before, that is
        recorded as its `lie`; what is wrong with the list becomes `no_proof_clause`.
        """
        if self.seal and self.seal != message.seal:
            self.lie = CONTRADICTION_SENTENCE
            return None
        self.seal = message.seal
        if not self.secret:
            return None
        self.no_proof_clause = self._commitment_list_fault(message, seats)
        if self.no_proof_clause:
            return None
        return Reveal(self.dealt_match.match_number, self.host, self.secret)

    def _commitment_list_fault(self, message: DealProgress, seats: tuple[SeatInfo, ...]) -> str:
        """Return a clause which says why the secret must be kept after this final list of commitments; "" if it may be
        revealed."""
        listed = {seat: made.hex() for seat, made in message.commitments}
        people = [number for number, seat in enumerate(seats) if not seat.bot]
        if [seat for seat, _ in message.commitments] != people or message.abandoned_deals != self.abandoned_deals:
            return SEAL_DIFFERS_FROM_TABLE_CLAUSE
        if not all(not made or HASH_PATTERN.match(made) for made in listed.values()):
            return INVALID_SEAL_CLAUSE
        parts = tuple(SeatContribution(seat, made) for seat, made in listed.items())
        deal = DealProof(
            self.dealt_match.table_id, self.dealt_match.match_number, self.host, "", parts, "", self.abandoned_deals
        )
        if deal_seal(self.dealt_match, [seat.name for seat in seats], deal) != message.seal:
            return INVALID_SEAL_CLAUSE
        own = "" if self.seat is None else listed.get(self.seat, "")
        if own != self._commitment:
            return OTHER_COMMITMENT_CLAUSE if own else NO_PART_CLAUSE
        return ""

    def accept_settled_seed(self, message: DealProgress) -> None:
        """Store the seal of a message that says that the seed is settled; another seal than before is the
        host's `lie`.
        """
        if self.seal and self.seal != message.seal:
            self.lie = CONTRADICTION_SENTENCE
        self.seal = self.seal or message.seal

    @property
    def proves_fair_deal(self) -> bool:
        """Whether this client can vouch for the deal: it checked the seal of the host before it revealed its own
        secret."""
        return bool(self.number) and not self.no_proof_clause
