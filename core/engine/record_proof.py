"""The proof of a record: the origin of its deal, and marks along the match, by which anyone can check it.

It is optional and follows the digest:

    proof queens-fair-1
    name 0 Bea
    name 1 Ada
    table 5b0c…
    match 4
    seal SEAL 0
    host COMMITMENT SECRET
    seat 0 COMMITMENT SECRET
    standing 0 31 1
    standing 1 12 2
    marks 1 9f3c2a 00b1d4 …

`core.fairness` defines the hashed texts. The `seal` line ends with the number of abandoned deals; versions 0.1 and 0.2
wrote no such line. Where `table`, `match`, `host` and `seat` lines are missing, the seed was given, and there is no
fair deal to prove. A minus stands for a missing hash.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from core.engine.standings import Standing
from core.errors import BadRecord

PROOF_FORMAT: Final = "proof queens-fair-1"
"""The first line of a proof, which names its format."""

HASH_PATTERN: Final = re.compile(r"[0-9a-f]{64}\Z")
"""The pattern of a commitment, a secret and a seal: 64 hexadecimal digits in lower case."""

_MARK_PATTERN: Final = re.compile(r"[0-9a-f]{6}\Z")
"""The pattern of a mark, a short hash of the state of the match: six hexadecimal digits in lower case."""
_WORD_PATTERN: Final = re.compile(r"[!-~]{1,64}\Z")
"""The pattern of the identifier of a table."""
_WHOLE_NUMBER_PATTERN: Final = re.compile(r"(0|-?[1-9][0-9]{0,8})\Z")
"""The pattern of a whole number."""
MISSING_HASH: Final = "-"
"""The text that stands for a missing hash."""


@dataclass(frozen=True, slots=True)
class SeatContribution:
    """The contribution of one seat to a deal: its commitment and its secret, each empty if the seat did not send it in
    time."""

    seat: int
    commitment: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class DealProof:
    """The proof of a deal: what the seed of a match was made from. These are the host's commitment and secret, and the
    contribution of every seat with a person."""

    table_id: str
    """The identifier of the table at which the match was dealt."""
    match_number: int
    """The number of the match at the table."""
    host_commitment: str
    """The host's commitment: the hash of its secret, published before anybody else committed."""
    host_secret: str = ""
    """The host's secret, "" until the match is over."""
    contributions: tuple[SeatContribution, ...] = ()
    """For each seat that has a person, its contribution to the seed (commitment and secret), in the order of the
    seats."""
    seal: str = ""
    """The hash of all that was fixed before anybody revealed a secret; "" in the deals of versions 0.1 and 0.2."""
    abandoned_deals: int = 0
    """The number of deals that were abandoned before this one; 0 in the deals of versions 0.1 and 0.2."""

    @property
    def revealed(self) -> tuple[SeatContribution, ...]:
        """The contributions whose secret was revealed."""
        return tuple(part for part in self.contributions if part.secret)

    def __str__(self) -> str:
        lines = [f"table {self.table_id}", f"match {self.match_number}"]
        lines += [f"seal {self.seal} {self.abandoned_deals}"] if self.seal else []
        lines += [f"host {self.host_commitment} {self.host_secret or MISSING_HASH}"]
        lines += [
            f"seat {p.seat} {p.commitment or MISSING_HASH} {p.secret or MISSING_HASH}" for p in self.contributions
        ]
        return "\n".join(lines)

    @classmethod
    def parse(cls, text: str) -> DealProof:
        """Parse the text that `str(deal)` writes; raises `BadRecord`, which quotes the first line that cannot be
        read."""
        deal = _ProofReader()
        for number, line in enumerate(text.splitlines(), start=1):
            deal.read(number, line.strip())
        if deal.deal is None:
            raise BadRecord("This is not a deal: it has no line that begins with 'host'.")
        return deal.whole_deal()


@dataclass(frozen=True, slots=True)
class Proof:
    """The part of a record, besides the match itself, by which anyone can check the match and its deal."""

    names: tuple[str, ...]
    """The names of the players, by seat."""
    deal: DealProof | None
    """The origin of the seed; None where the seed was given."""
    standings: tuple[Standing, ...]
    """The score and rank of every seat at the end of the match."""
    actions_per_mark: int
    """The number of actions from one of the short hashes in `marks` to the next."""
    marks: tuple[str, ...]
    """Hashes by which a check finds where a record was altered: the first of the match before any action, then one of
    the match after every `actions_per_mark` actions, six hexadecimal digits each."""

    def __str__(self) -> str:
        lines = [
            PROOF_FORMAT,
            *(f"name {seat} {' '.join(name.split())}".rstrip() for seat, name in enumerate(self.names)),
        ]
        lines += [] if self.deal is None else [str(self.deal)]
        lines += [f"standing {s.seat} {s.score} {s.rank}" for s in self.standings]
        return "\n".join([*lines, f"marks {self.actions_per_mark} {' '.join(self.marks)}", ""])

    @classmethod
    def parse(cls, lines: Sequence[str], first_line_number: int) -> Proof:
        """Return the proof of these lines of a record, whose first is line number `first_line_number` of it (from 1).

        Raises `BadRecord`, which names the wrong or missing line, if they are no proof.
        """
        read = _ProofReader()
        for number, line in enumerate(lines[1:], start=first_line_number + 1):
            if line.strip():
                read.read(number, line.strip())
        if read.marks is None:
            raise BadRecord("The record's proof has no line that begins with 'marks'.")
        deal = read.whole_deal() if read.has_deal else None
        stride, marks = read.marks
        return cls(tuple(read.names), deal, tuple(read.standings), stride, marks)


class _ProofReader:
    """Reads the lines of a proof one by one and keeps their values. Lines may come in any order, those of seats in the
    order of the seats."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.standings: list[Standing] = []
        self.table_id = ""
        self.match = 0
        self.seal: tuple[str, int] = ("", 0)
        self.deal: DealProof | None = None
        self.parts: list[SeatContribution] = []
        self.marks: tuple[int, tuple[str, ...]] | None = None

    @property
    def has_deal(self) -> bool:
        """Whether a line of a deal has been read."""
        return self.deal is not None or bool(self.table_id or self.match or self.parts or self.seal[0])

    def read(self, line_number: int, line: str) -> None:
        """Read line `line_number` of the record; raises `BadRecord` if it does not belong in a proof."""
        word, _, rest = line.partition(" ")
        if not self._accept_line(word, rest):
            raise BadRecord(f"Line {line_number} of the record's proof cannot be read: {line[:60]!r}.")

    def _accept_line(self, word: str, rest: str) -> bool:
        """Store the content of a line, given as its first `word` and the `rest`; return False if it is not correct."""
        words = rest.split(" ")
        match word, words:
            case "name", [seat, *name] if seat == str(len(self.names)):
                self.names.append(" ".join(name))
            case "table", [table] if _WORD_PATTERN.match(table) and not self.table_id:
                self.table_id = table
            case "match", [match] if _WHOLE_NUMBER_PATTERN.match(match) and int(match) > 0 and not self.match:
                self.match = int(match)
            case "seal", [seal, abandoned] if (
                HASH_PATTERN.match(seal) and _WHOLE_NUMBER_PATTERN.match(abandoned) and int(abandoned) >= 0
            ):
                if self.seal[0]:
                    return False
                self.seal = seal, int(abandoned)
            case "host", [commitment, secret] if (
                HASH_PATTERN.match(commitment) and _is_hash_or_missing(secret) and self.deal is None
            ):
                self.deal = DealProof("", 0, commitment, _hash_or_empty(secret))
            case "seat", [seat, commitment, secret] if (
                _WHOLE_NUMBER_PATTERN.match(seat) and _is_hash_or_missing(commitment) and _is_hash_or_missing(secret)
            ):
                return self._add_seat_contribution(
                    SeatContribution(int(seat), _hash_or_empty(commitment), _hash_or_empty(secret))
                )
            case "standing", [seat, score, rank] if all(map(_WHOLE_NUMBER_PATTERN.match, words)):
                self.standings.append(Standing(int(seat), int(score), int(rank)))
            case "marks", [stride, *marks] if _WHOLE_NUMBER_PATTERN.match(stride) and all(
                map(_MARK_PATTERN.match, marks)
            ):
                if int(stride) < 1 or self.marks is not None:
                    return False
                self.marks = int(stride), tuple(marks)
            case _:
                return False
        return True

    def _add_seat_contribution(self, contribution: SeatContribution) -> bool:
        """Add the contribution of a seat; return False if it is out of order or has no commitment."""
        last = self.parts[-1].seat if self.parts else -1
        if contribution.seat <= last or (contribution.secret and not contribution.commitment):
            return False
        self.parts.append(contribution)
        return True

    def whole_deal(self) -> DealProof:
        """Return the deal that was read; raises `BadRecord` if something of it is missing."""
        if self.deal is None or not self.table_id or not self.match:
            missing = "host" if self.deal is None else "match" if self.table_id else "table"
            raise BadRecord(f"The record's proof has no line that begins with {missing!r}.")
        seal, abandoned = self.seal
        parts = tuple(self.parts)
        return replace(
            self.deal,
            table_id=self.table_id,
            match_number=self.match,
            contributions=parts,
            seal=seal,
            abandoned_deals=abandoned,
        )


def _is_hash_or_missing(text: str) -> bool:
    """Return whether a word of a proof is a hash, or the text that stands for a missing one."""
    return text == MISSING_HASH or HASH_PATTERN.match(text) is not None


def _hash_or_empty(text: str) -> str:
    """Return a word of a proof, which is a hash; "" for the text that stands for a missing one."""
    return "" if text == MISSING_HASH else text
