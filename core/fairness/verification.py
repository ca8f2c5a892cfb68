"""Verification of a record: whether its deal was fair and its match was played by the rules.

`verify` needs the record alone. `check` is the same in small steps, for a program that must stay responsive, and takes
a witness that compares the match with what a client saw of it. `Trace` makes the marks of a record.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeAlias

from core.engine.match import Match
from core.engine.piles import Change, FactSet, Moved, Remark, Shuffled
from core.engine.proof import Deal, Proof
from core.engine.record import Record
from core.engine.registry import start_of
from core.errors import BadRecord, RulesError
from core.fairness.commitments import Occasion, deal_fault, deal_seed

MARKS: Final = 4096
"""The most marks that a record has; in a longer match only every second action has one, or every fourth …"""


def change_text(change: Change) -> str:
    """Return a change as the text that marks are hashed from; it must never change."""
    match change:
        case Moved(to, source, target, cards, at):
            what = str(cards) if isinstance(cards, int) else " ".join(map(str, cards))
            return f"{to} {source}>{target} {what} {at}\n"
        case FactSet(to, fact, value):
            return f"{to} {fact}={value}\n"
        case Remark(to, key, seat, particulars):
            return f"{to} # {key} {seat} {' '.join(map(str, particulars))}\n"
        case Shuffled(to, place):
            return f"{to} {place} shuffled\n"


class Trace:
    """Makes the marks of a match while it is played; with them a check can tell where a record was altered.

    A mark is the first six digits of the hash of everything up to some action: the game, the players' names, the
    changes of setting up, every action and its changes. The first mark is that of the beginning. `names` are the
    players' names at the beginning; there is a mark for every `stride` actions.
    """

    __slots__ = ("_hash", "_many", "marks", "names", "stride")

    def __init__(self, match: Match, names: Sequence[str] = ()) -> None:
        self._hash = sha256(b"queens-fair-1 marks\n")
        self._many = 0
        self.names = tuple(names)
        self.stride = 1
        self.marks: list[str] = []
        occasion = Occasion("", 0, match.game.slug, match.seats, match.game.departures(match.options))
        opening = "".join(map(change_text, match.opening))
        names = [" ".join(name.split()) for name in names]
        self._hash.update("\n".join([f"{occasion} {len(names)}", *names, opening]).encode())
        self._keep_mark()

    def note(self, seat: int, action: object, changes: Sequence[Change]) -> None:
        """Add one action with its changes."""
        self._hash.update(f"{seat} {action}\n{''.join(map(change_text, changes))}".encode())
        self._many += 1
        if self._many % self.stride == 0:
            self._keep_mark()

    @property
    def mark(self) -> str:
        """The mark after the latest action."""
        return self._hash.hexdigest()[:6]

    def _keep_mark(self) -> None:
        self.marks.append(self.mark)
        if len(self.marks) > MARKS:
            self.marks = self.marks[::2]
            self.stride *= 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check, in one sentence for a person.

    `fair` is False if something is wrong: the sentence names the first step that is. It is True if the deal is
    proven and the match follows from it by the rules, and None if only the latter can be said.
    """

    fair: bool | None
    sentence: str


Witness: TypeAlias = Callable[[int, Match, Sequence[Change]], str]
"""Returns in one sentence what differs from what was seen, or "".

Its arguments are the number of actions done (0: the beginning), the match, and the changes of the latest action.
"""


def see_nothing(done: int, match: Match, changes: Sequence[Change]) -> str:
    """The witness without any evidence: it never objects."""
    return ""


def verify(record: Record, witness: Witness = see_nothing) -> Verdict:
    """Check a whole record and return the verdict."""
    checking = check(record, witness)
    while True:
        try:
            next(checking)
        except StopIteration as done:
            verdict: Verdict = done.value
            return verdict


def check(record: Record, witness: Witness = see_nothing) -> Generator[None, None, Verdict]:
    """Check a record step by step: each step is at most one action of the match, and the last returns the verdict.

    What is checked, in this order: that there is such a match; the secrets of the deal; that its seed follows from
    them; every action, with its mark and what the `witness` says of it; the digest; the standings.
    """
    proof = record.proof
    try:
        match = start_of(record)
    except BadRecord as error:
        return _wrong(str(error))
    wrong = "" if proof is None else _wrong_beginning(record, proof, match)
    wrong = wrong or witness(0, match, match.opening)
    if wrong:
        return _wrong(wrong)
    trace = Trace(match, () if proof is None else proof.names)
    yield
    for done, (seat, text) in enumerate(record.actions, start=1):
        try:
            changes = match.act(seat, match.game.parse(text))
        except RulesError as error:
            return _wrong(f"{_named(record, done)} is not possible: {error}")
        if proof is not None:
            trace.note(seat, text, changes)
            wrong = _wrong_action(record, proof, trace, done)
        wrong = wrong or witness(done, match, changes)
        if wrong:
            return _wrong(wrong)
        yield
    return _end(record, match)


def _wrong(sentence: str) -> Verdict:
    return Verdict(False, sentence)


def _wrong_beginning(record: Record, proof: Proof, match: Match) -> str:
    """Return in one sentence what is wrong with the deal, the seed or the options of a record, or ""."""
    if proof.deal is not None:
        occasion = Occasion(
            proof.deal.table, proof.deal.match, record.game, record.seats, match.game.departures(match.options)
        )
        wrong = deal_fault(occasion, proof.deal)
        if wrong:
            return wrong
        if record.seed != deal_seed(occasion, proof.deal):
            return "The seed of the match does not follow from the secrets of the deal."
        if record.deal:
            return "The match was dealt from prepared cards, and not from the seed alone."
    if record.options != match.game.departures(match.options):
        return "The options of the record are not written as they are where a match is kept."
    if proof.marks[:1] != tuple(Trace(match, proof.names).marks):
        return "The match does not begin as its first mark says: the names, the options or the seed have been altered."
    return ""


def _wrong_action(record: Record, proof: Proof, trace: Trace, done: int) -> str:
    """Return in one sentence what is wrong after `done` actions, or ""."""
    place = done // proof.stride
    if done % proof.stride or proof.marks[place : place + 1] == (trace.mark,):
        return ""
    if proof.stride == 1:
        return f"{_named(record, done)} is not what was played: the mark differs."
    first = done - proof.stride + 1
    return f"One of the actions {first} to {done} of the record is not what was played: the mark differs."


def _end(record: Record, match: Match) -> Verdict:
    proof = record.proof
    if proof is not None and len(proof.marks) > 1 + len(record.actions) // proof.stride:
        return _wrong(f"The record breaks off after its action {len(record.actions)}: it has marks of later ones.")
    if match.digest.hex() != record.digest:
        return _wrong(f"The digest after the last action, number {len(record.actions)}, is not that of the record.")
    played = (
        f"The {len(record.actions)} actions follow the rules{'' if match.over else ', though the match is not over'}"
    )
    if proof is None:
        return Verdict(None, f"{played}, and the digest is right. There is no proof of the deal.")
    if proof.standings != match.standings:
        return _wrong("The standings of the record are not those of the match that it describes.")
    if proof.deal is None:
        return Verdict(None, f"{played}. The seed was given: this was no fair deal.")
    if not proof.deal.revealed:
        return Verdict(None, f"{played}. Nobody but the host had a part in the deal, so it proves little.")
    return Verdict(True, f"The deal was fair: {_who(proof.deal)}. {played}.")


def _named(record: Record, done: int) -> str:
    """Return an action of a record, counted from 1, as the beginning of a sentence."""
    seat, text = record.actions[done - 1]
    whose = f"seat {seat + 1}" if seat < record.seats else "the table"
    return f"Action {done} of the record, {text[:40]!r} of {whose},"


def _who(deal: Deal) -> str:
    """Return a clause that names who had a part in a deal, and who had none though asked."""
    seats = [part.seat + 1 for part in deal.revealed]
    missing = [part.seat + 1 for part in deal.parts if not part.secret]
    said = f"it follows from the secrets of the host and of {_seats(seats)}"
    return f"{said}, without {_seats(missing)}, which did not take part" if missing else said


def _seats(numbers: Sequence[int]) -> str:
    if len(numbers) > 8:
        return f"{len(numbers)} seats"
    *rest, last = map(str, numbers)
    return f"seats {', '.join(rest)} and {last}" if rest else f"seat {last}"
