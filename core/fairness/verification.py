"""Verification of a record: whether its match was played by the rules, and what its deal proves.

A record alone never proves a fair deal: one person can make up all the secrets in it. Only a program that took part
can say more (`net.client.evidence`).

`verify_record` checks a whole record, `check_in_steps` in small steps, for a program that must stay responsive. Both
take a *witness*, a function that compares the replayed match with a client's observations. `MarkTrace` computes the
marks of a record: short hashes of the match at regular intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from core.engine.computation import run_to_end
from core.engine.english import count
from core.engine.match import Match
from core.engine.piles import Change, FactChanged, Moved, Remark, Shuffled
from core.engine.record import Record
from core.engine.record_proof import DealProof, Proof
from core.engine.registry import match_at_start
from core.errors import BadRecord, RulesError
from core.fairness.commitments import DealtMatch, deal_fault, deal_seed
from core.fairness.commitments_of_0_2 import old_deal_fault, old_deal_seed

MARK_BYTES: Final = 3
"""The number of bytes of a mark, a short hash by which an altered place in a record is found; a record shows it in
hexadecimal."""

MAX_MARKS: Final = 4096
"""Maximum number of marks (short hashes of the match so far) in a record: a match with more actions has one for every
second action, or every fourth, and so on."""


def change_text(change: Change) -> str:
    """Return a change as a string for hashing. The format must never change: the marks of old records depend on it."""
    match change:
        case Moved(to, source, target, cards, at):
            what = str(cards) if isinstance(cards, int) else " ".join(map(str, cards))
            return f"{to} {source}>{target} {what} {at}\n"
        case FactChanged(to, fact, value):
            return f"{to} {fact}={value}\n"
        case Remark(to, key, seat, particulars):
            return f"{to} # {key} {seat} {' '.join(map(str, particulars))}\n"
        case Shuffled(to, place):
            return f"{to} {place} shuffled\n"


class MarkTrace:
    """Computes the marks of a match during play, from which a check finds the place where a record was altered.

    A mark is the first six hexadecimal digits of a hash over the game, the players' names, the changes of setting up,
    and every action so far with its changes. `names`: the players' names at the beginning; `actions_per_mark`: the
    number of actions from one mark to the next.
    """

    __slots__ = ("_action_count", "_hash", "_marks", "actions_per_mark", "names")

    def __init__(self, match: Match, names: Sequence[str] = ()) -> None:
        self._hash = sha256(b"queens-fair-1 marks\n")
        self._action_count = 0
        self.names = tuple(names)
        self.actions_per_mark = 1
        self._marks = bytearray()  # a tenth of the memory of a list of strings
        dealt_match = DealtMatch("", 0, match.game.slug, match.seats, match.game.changed_options(match.options))
        opening = "".join(map(change_text, match.opening_changes))
        names = [" ".join(name.split()) for name in names]
        self._hash.update("\n".join([f"{dealt_match} {len(names)}", *names, opening]).encode())
        self._save_mark()

    def add_action(self, seat: int, action: object, changes: Sequence[Change]) -> None:
        """Add one action of a seat, and the changes that resulted from it; after every `actions_per_mark` actions add a
        mark."""
        self._hash.update(f"{seat} {action}\n{''.join(map(change_text, changes))}".encode())
        self._action_count += 1
        if self._action_count % self.actions_per_mark == 0:
            self._save_mark()

    @property
    def latest_mark(self) -> str:
        """The mark after the latest action: six hexadecimal digits of the hash of everything so far."""
        return self._hash.digest()[:MARK_BYTES].hex()

    @property
    def marks(self) -> tuple[str, ...]:
        """All marks so far, beginning with that before the first action: short hashes of the match, six hexadecimal
        digits each."""
        return tuple(self._marks.hex(" ", MARK_BYTES).split())

    def _save_mark(self) -> None:
        """Add the mark after the latest action; if there are more than `MAX_MARKS`, drop every second and double
        `actions_per_mark`."""
        self._marks += self._hash.digest()[:MARK_BYTES]
        if len(self._marks) > MAX_MARKS * MARK_BYTES:
            self._marks = bytearray.fromhex("".join(self.marks[::2]))
            self.actions_per_mark *= 2


class Verdict(NamedTuple):
    """The result of a check of a record.

    `fair` is True if the match follows the rules and nobody could choose the cards: only the program of a person who
    took part can find that. It is None if the match follows the rules, but it is not proven that nobody could choose
    the cards, or a deal was abandoned before; False if the check found a fault. `sentence` is the result for a person
    to read; after a fault it names the first wrong step.
    """

    fair: bool | None
    sentence: str


NO_PROOF_BY_RECORD_SENTENCE: Final = (
    "A record alone cannot prove that the deal was fair; if you played, your result told you."
)
"""The sentence after the verdict on a record file, which says that the file alone does not prove a fair deal."""

Witness: TypeAlias = Callable[[int, Match, Sequence[Change]], str]
"""A function that compares a match with observations: returns a sentence about the difference, or "" without one.

Its arguments are the number of actions done (0: the beginning), the match, and the changes of the latest action.
"""


def accept_everything(actions_done: int, match: Match, changes: Sequence[Change]) -> str:
    """Return "", as a witness that has no observations and so never finds a difference."""
    return ""


def verify_record(record: Record, witness: Witness = accept_everything) -> Verdict:
    """Check a whole record and return the verdict, which is never True; `witness` is called after every action."""
    return run_to_end(check_in_steps(record, witness))


def check_in_steps(record: Record, witness: Witness = accept_everything) -> Generator[None, None, Verdict]:
    """Check a record step by step: the generator yields after every action of the match and returns the verdict.

    The checks, in this order: the game, seats and options exist; the secrets of the deal match their commitments; the
    seed follows from the secrets; every action is legal, its mark is right and the `witness` accepts it; the digest is
    right; the standings are right.
    """
    proof = record.proof
    try:
        match = match_at_start(record)
    except BadRecord as error:
        return _fault_verdict(str(error))
    wrong = "" if proof is None else _beginning_fault(record, proof, match)
    wrong = wrong or witness(0, match, match.opening_changes)
    if wrong:
        return _fault_verdict(wrong)
    trace = MarkTrace(match, () if proof is None else proof.names)
    yield
    for done, (seat, text) in enumerate(record.actions, start=1):
        try:
            changes = match.act(seat, match.game.parse(text))
        except RulesError as error:
            return _fault_verdict(f"{_action_label(record, done)} is not possible: {error}")
        if proof is not None:
            trace.add_action(seat, text, changes)
            wrong = _action_fault(record, proof, trace, done)
        wrong = wrong or witness(done, match, changes)
        if wrong:
            return _fault_verdict(wrong)
        yield
    return _final_verdict(record, match)


def _fault_verdict(sentence: str) -> Verdict:
    """Return the verdict on a record in which the check has found a fault."""
    return Verdict(False, sentence)


def _beginning_fault(record: Record, proof: Proof, match: Match) -> str:
    """Return a sentence about a fault in the deal, seed, options or first mark of a record, or "" without a fault."""
    if proof.deal is not None:
        wrong = _deal_fault(record, proof, proof.deal, match)
        if wrong:
            return wrong
    if record.options != match.game.record_options(match.options):
        return "The record does not write its options the way a journal does."
    if proof.marks[:1] != MarkTrace(match, proof.names).marks:
        return "The match does not begin as its first mark says: the names, the options or the seed have been altered."
    return ""


def _deal_fault(record: Record, proof: Proof, deal: DealProof, match: Match) -> str:
    """Return a sentence about a fault in the secrets of a deal or in the seed, or about prepared cards, else ""."""
    if deal.seal:
        options = match.game.record_options(match.options)
        dealt_match = DealtMatch(deal.table_id, deal.match_number, record.game, record.seats, options)
        wrong, seed = deal_fault(dealt_match, proof.names, deal), deal_seed(deal)
    else:
        options = match.game.changed_options(match.options)
        dealt_match = DealtMatch(deal.table_id, deal.match_number, record.game, record.seats, options)
        wrong, seed = old_deal_fault(dealt_match, deal), old_deal_seed(dealt_match, deal)
    if wrong:
        return wrong
    if record.seed != seed:
        return "The seed of the match does not follow from the secrets of the deal."
    return "The match was dealt from prepared cards, and not from the seed alone." if record.deal else ""


def _action_fault(record: Record, proof: Proof, trace: MarkTrace, actions_done: int) -> str:
    """Return a sentence about a wrong mark (a short hash of the match) in a record after `actions_done` actions.

    Returns "" if the mark is correct, or the record has none after that number of actions.
    """
    place = actions_done // proof.actions_per_mark
    if actions_done % proof.actions_per_mark or proof.marks[place : place + 1] == (trace.latest_mark,):
        return ""
    if proof.actions_per_mark == 1:
        return f"{_action_label(record, actions_done)} is not what was played: the mark differs."
    first = actions_done - proof.actions_per_mark + 1
    return f"One of the actions {first} to {actions_done} of the record is not what was played: the mark differs."


def _final_verdict(record: Record, match: Match) -> Verdict:
    """Return the verdict after all actions: a fault in the marks, digest or standings, or what the deal proves."""
    proof = record.proof
    if proof is not None and len(proof.marks) > 1 + len(record.actions) // proof.actions_per_mark:
        return _fault_verdict(
            f"The record breaks off after its action {len(record.actions)}: it has marks of later ones."
        )
    if match.digest.hex() != record.digest:
        return _fault_verdict(
            f"The digest after the last action, number {len(record.actions)}, is not that of the record."
        )
    played = rules_followed_sentence(record)
    played += "" if match.over else ", though the match is not over"
    if proof is None:
        return Verdict(None, f"Deal not proved: the record has no proof of it. {played}, and the digest is right.")
    if proof.standings != match.standings:
        return _fault_verdict("The standings of the record are not those of the match that it describes.")
    if proof.deal is None:
        return Verdict(None, f"Deal not proved: the seed was chosen beforehand. {played}.")
    if not proof.deal.revealed:
        return Verdict(None, f"Deal not proved: nobody but the host had a part in it. {played}.")
    return Verdict(None, f"{_deal_sentence(proof.deal)} {played}. {NO_PROOF_BY_RECORD_SENTENCE}")


def rules_followed_sentence(record: Record) -> str:
    """Return the sentence which says that all actions of a record follow the rules, without its full stop."""
    number = len(record.actions)
    return "The only move followed the rules" if number == 1 else f"All {number} moves followed the rules"


def _action_label(record: Record, actions_done: int) -> str:
    """Return the beginning of a sentence that names action number `actions_done` (from 1) of a record, its seat
    included."""
    seat, text = record.actions[actions_done - 1]
    whose = f"seat {seat + 1}" if seat < record.seats else "the table"
    return f"Action {actions_done} of the record, {text[:40]!r} of {whose},"


def _deal_sentence(deal: DealProof) -> str:
    """Return the sentence for a record without a fault: whose programs shuffled the cards, and what that proves."""
    seats = [part.seat + 1 for part in deal.revealed]
    absent = [part.seat + 1 for part in deal.contributions if not part.secret]
    without = f", without {_seat_list(absent)}" if absent else ""
    abandoned = f", after {abandoned_deals_phrase(deal.abandoned_deals)}" if deal.abandoned_deals else ""
    left_out = sum(bool(part.commitment) for part in deal.contributions) - len(deal.revealed)
    choice = " Parts were left out, so the host could choose among several deals." if left_out else ""
    alone = len(seats) == 1  # perhaps a match against bots, in which there was no host to speak of
    who = f"the program of seat {seats[0]} and the one that dealt" if alone else f"the host and {_seat_list(seats)}"
    return f"No fault found: the record says that {who} shuffled the cards together{without}{abandoned}.{choice}"


def abandoned_deals_phrase(deal_count: int) -> str:
    """Return a number of abandoned deals in words, such as ``2 abandoned deals``."""
    return count(deal_count, "abandoned deal")


def _seat_list(numbers: Sequence[int]) -> str:
    """Return seats for a sentence: ``seat 2``, ``seats 1, 2 and 4``, or only their number if there are more than 8.

    `numbers` already count from 1.
    """
    if len(numbers) > 8:
        return f"{len(numbers)} seats"
    *rest, last = map(str, numbers)
    return f"seats {', '.join(rest)} and {last}" if rest else f"seat {last}"
