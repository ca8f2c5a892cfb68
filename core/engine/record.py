"""Records: a whole match as a short text that people can read, keep and replay.

    mad-queens record 1
    game mad-queens
    seats 2
    seed 7
    set visibility sealed
    set rules 2
    deal deck/0 6♥ 2♠ 10♣ | Q♦
    0 reveal
    1 reveal
    0 bank
    digest 5f0c…

There are `set` lines only for options that differ from their defaults and, from the second on, for the revision of the
rules; there are `deal` lines only for a prepared deal.
After the digest a proof may follow (see `core.engine.record_proof`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from core.errors import BadRecord

if TYPE_CHECKING:
    from core.engine.record_proof import Proof

RECORD_FORMAT: Final = "mad-queens record 1"
"""The first line of a record, which names its format."""

REQUIRED_HEADER_WORDS: Final = ("game", "seats", "seed", "digest")
"""The first words of the lines that occur exactly once in every record."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was played, up to some action; ``Record.parse(str(record)) == record``."""

    game: str
    """The slug of the game."""
    seats: int
    """The number of seats."""
    seed: str
    """The text from which all chance of the match follows."""
    options: tuple[tuple[str, str], ...]
    """The options that differ from the defaults, as (name, value) texts."""
    deal: tuple[tuple[str, str], ...]
    """The prepared deal as (stream, orders) texts (`Dealer.script_text`), () for a match without one."""
    actions: tuple[tuple[int, str], ...]
    """The actions as (seat, text)."""
    digest: str
    """The digest after the last action, in hexadecimal."""
    proof: Proof | None = None
    """The proof that a table has added so that anyone can check the match; None if there is none."""

    def __str__(self) -> str:
        lines = [RECORD_FORMAT, f"game {self.game}", f"seats {self.seats}", f"seed {self.seed}"]
        lines += [f"set {name} {value}" for name, value in self.options]
        lines += [f"deal {name} {orders}" for name, orders in self.deal]
        lines += [f"{seat} {action}" for seat, action in self.actions]
        return "\n".join([*lines, f"digest {self.digest}", "" if self.proof is None else str(self.proof)])

    @classmethod
    def parse(cls, text: str) -> Record:
        """Parse the text that `str(record)` writes.

        Raises `BadRecord`, which names the wrong or missing line, if the text is no record.
        """
        from core.engine.record_proof import PROOF_FORMAT, Proof  # not imported by programs that read no record

        lines = text.splitlines()
        if not lines or lines[0].strip() != RECORD_FORMAT:
            raise BadRecord(f"This is not a record: its first line should be {RECORD_FORMAT!r}.")
        head: dict[str, str] = {}
        options: list[tuple[str, str]] = []
        deal: list[tuple[str, str]] = []
        actions: list[tuple[int, str]] = []
        proof: Proof | None = None
        for number, line in enumerate(lines[1:], start=2):
            word, _, rest = line.strip().partition(" ")
            if not word:
                continue
            if "digest" in head and line.strip() == PROOF_FORMAT:
                proof = Proof.parse(lines[number - 1 :], number)
                break
            if not rest or "digest" in head:
                raise BadRecord(f"Line {number} of the record cannot be read: {line[:60]!r}.")
            if word in ("set", "deal"):
                name, _, value = rest.partition(" ")
                known = options if word == "set" else deal
                if any(name == other for other, _ in known):
                    raise BadRecord(f"Line {number} of the record says {word} {name[:40]!r} a second time.")
                known.append((name, value))
            elif word.isascii() and word.isdigit() and len(word) < 7:
                actions.append((int(word), rest))
            elif word in REQUIRED_HEADER_WORDS and word not in head:
                head[word] = rest
            else:
                raise BadRecord(f"Line {number} of the record cannot be read: {line[:60]!r}.")
        _check_header(head)
        return cls(
            head["game"],
            int(head["seats"]),
            head["seed"],
            tuple(options),
            tuple(deal),
            tuple(actions),
            head["digest"],
            proof,
        )


def _check_header(head: Mapping[str, str]) -> None:
    """Raise `BadRecord` if a header line is missing or the number of seats is no number."""
    for word in REQUIRED_HEADER_WORDS:
        if word not in head:
            raise BadRecord(f"The record has no line that begins with {word!r}.")
    if not (head["seats"].isascii() and head["seats"].isdigit() and len(head["seats"]) < 7):
        raise BadRecord(f"The record's number of seats is not a number: {head['seats'][:20]!r}.")
