"""`Evidence`: one client's observations of a match, and their comparison with the host's record of the match.

`core.fairness.verification.check_in_steps` verifies that a record is consistent in itself. This module compares the
record with the data that only this client has: its part in the deal and what the host published about it, every view
and change that it received, and its own actions.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from hashlib import sha256
from typing import Final

from core import Change, Match, Record, Standing, View
from core.engine.record_proof import DealProof
from core.fairness.verification import (
    Verdict,
    abandoned_deals_phrase,
    change_text,
    check_in_steps,
    rules_followed_sentence,
)
from net.client.deal_memory import HostDeals
from net.client.deal_part import NO_PART_CLAUSE, ONLY_WATCHED_CLAUSE, SEAT_CHANGED_CLAUSE, SEED_GIVEN_CLAUSE, DealPart
from net.limits import MAX_OBSERVATIONS_KEPT

VIEW_DIFFERS_SENTENCE: Final = (
    "What the host showed you was not this match: it differs after action {done} of the record."
)
"""The verdict if a view or a change that the client was shown does not occur in the record."""

HOST_ROLLED_BACK_SENTENCE: Final = "Match not proved: the host once went back a bit, as after a power cut. {played}."
"""The verdict if a change that was shown does not occur in the record and the host was restarted after it."""

FAIR_DEAL_SENTENCE: Final = "Fair deal: {who} shuffled together, and nobody could choose the cards."
"""The verdict if nobody could choose the cards, not even the host."""

FAIR_DEAL_SAYS_HOST_SENTENCE: Final = (
    "Fair deal, says the host: {who} shuffled together, and nobody could choose the cards."
)
"""The verdict for a guest of the host's own process, whose check the host itself has made."""

ONLY_OWN_PROGRAM_CHECKS_SENTENCE: Final = "Only a program of your own could check it."
"""The sentence after a verdict that found no fault, for a guest over SSH or in a browser: their program runs at the
host, so the host has checked its own deal."""

FAIR_DEAL_AFTER_ABANDONED_SENTENCE: Final = "Fair deal, but after {deals}: somebody could choose among {choice}."
"""The verdict if deals were abandoned after a secret was revealed, so that the next one could have been preferred."""


class Observation:
    """A part of a match as it was shown to one audience: a snapshot (a view) and the changes after it.

    `view`: the snapshot; `first_version`: the number of changes before the view; `version`: the number of changes up to
    the latest one; `checkpoints`: pairs of a change's number and a hash of all changes from `first_version` to that
    change; `process`: the identifier of the host's process that sent view and changes (None: not known yet).
    """

    __slots__ = ("_hash", "checkpoints", "first_version", "process", "version", "view")

    def __init__(self, view: View, version: int, process: str | None) -> None:
        self.view = view
        self.process = process
        self.first_version = self.version = version
        self.checkpoints: list[tuple[int, bytes]] = []
        self._hash = sha256()

    def add_changes(self, changes: Iterable[Change]) -> None:
        """Add changes that the client was shown after those that it was shown before."""
        for change in changes:
            self._hash.update(change_text(change).encode())
            self.version += 1
        self.checkpoints.append((self.version, self._hash.digest()[:8]))


class ObservationCheck:
    """Compares one observation with the replay of a match, change by change.

    `has_begun`: whether the replay has reached the snapshot; `is_given_up`: whether the caller has given the check up
    at a difference that does not prove that the host cheated.
    """

    __slots__ = ("_checkpoint", "_hash", "_observation", "_version", "has_begun", "is_given_up")

    def __init__(self, observation: Observation) -> None:
        self.has_begun = False
        self.is_given_up = False
        self._observation = observation
        self._version = 0
        self._checkpoint = 0
        self._hash = sha256()

    def agrees_with_match(self, match: Match, changes: Iterable[Change]) -> bool:
        """Return whether the observation agrees with the match after these changes.

        Call it first for the beginning of the match, without changes, and then after every action.
        """
        observation = self._observation
        for change in changes:
            seen = change.seen_by(observation.view.seat)
            if seen is not None and not self._accepts_change(seen):
                return False
        if not self.has_begun and self._version == observation.first_version:
            self.has_begun = True
            return match.view(observation.view.seat) == observation.view
        return True

    def _accepts_change(self, change: Change) -> bool:
        """Count a change of the replay as this audience sees it; return whether the client was shown the same
        change.
        """
        checkpoints = self._observation.checkpoints
        self._version += 1
        if not self.has_begun:
            return self._version <= self._observation.first_version
        if self._checkpoint == len(checkpoints):
            return True  # more happened than was shown before the connection broke or another snapshot came
        self._hash.update(change_text(change).encode())
        version, expected = checkpoints[self._checkpoint]
        if self._version < version:
            return True
        self._checkpoint += 1
        return self._hash.digest()[:8] == expected

    @property
    def process(self) -> str | None:
        """The identifier of the host's process that showed the observation, or None if it is not known."""
        return self._observation.process

    @property
    def is_complete(self) -> bool:
        """Whether everything that the client was shown has been found in the replay of the record."""
        return self.has_begun and not self.is_given_up and self._checkpoint == len(self._observation.checkpoints)


class Evidence:
    """This client's observations of one match at one table, from its deal to its standings.

    `match`: the number of the match; `names`: the names in the seats when the client was first shown the match;
    `deal_part`: the client's part in its deal, None if it was told nothing of a deal; `is_played_out`: whether a check
    has found the match played to its end from that deal.
    """

    def __init__(self, match: int, names: Sequence[str], part: DealPart | None) -> None:
        self.match = match
        self.names = tuple(names)
        self.deal_part = part
        self.observations: list[Observation] = []
        self.standings: tuple[Standing, ...] | None = None
        self.is_played_out = False
        self._seats: list[int | None] = []
        self._own_actions: dict[tuple[int, int], tuple[str, str | None]] = {}
        self._process: str | None = None

    # The match

    def add_snapshot(self, view: View, version: int, process: str | None) -> None:
        """Add a snapshot from a process of the host (None: not known yet).

        Of more than `MAX_OBSERVATIONS_KEPT` the first and the latest are kept.
        """
        if len(self.observations) == MAX_OBSERVATIONS_KEPT:
            del self.observations[1]
        self.observations.append(Observation(view, version, process))
        self._process = process
        self._seats.append(view.seat)
        self._seats = list(dict.fromkeys(self._seats))

    def was_seen_from(self, seat: int | None) -> bool:
        """Return whether the client was shown the match from this seat (None: as a spectator)."""
        return seat in self._seats

    def set_host_process(self, process: str) -> None:
        """Set the identifier of the host's process that sends the following observations."""
        self._process = process
        for observation in self.observations:
            observation.process = process if observation.process is None else observation.process

    def add_changes(self, changes: Sequence[Change]) -> None:
        """Add changes that the client was shown after the latest snapshot; nothing is added before the first
        snapshot."""
        if self.observations and changes:
            self.observations[-1].add_changes(changes)

    def add_own_action(self, seat: int, actions_before: int, action: str) -> None:
        """Add an action of this client that the host has confirmed, in its text form.

        `actions_before` is how many actions the seat had made in the match before it.
        """
        self._own_actions[seat, actions_before] = action, self._process

    # The check

    def check_in_steps(
        self, record: Record, deals: HostDeals, believes_host: bool = False
    ) -> Generator[None, None, Verdict]:
        """Check the host's record against this evidence step by step; the generator returns the verdict.

        It also sets `is_played_out`. `deals` is what this program remembers of the deals of the host. `believes_host`:
        whether the person has no program of their own, so that nothing is proved to them.
        """
        wrong = self._deal_fault(record)
        if wrong:
            return Verdict(False, wrong)
        checks = [ObservationCheck(observation) for observation in self.observations]
        steps: dict[int, int] = {}
        rolled_back = is_over = False

        def compare(done: int, match: Match, changes: Sequence[Change]) -> str:
            nonlocal rolled_back, is_over
            is_over = match.over
            if done:
                seat, action = match.actions[-1]
                step = steps[seat] = steps.get(seat, -1) + 1
                own_action, process = self._own_actions.get((seat, step), (str(action), self._process))
                rolled_back |= own_action != str(action) and process != self._process
                if own_action != str(action) and process == self._process:
                    return f"Action {done} of the record, {str(action)[:40]!r}, is not what you did."
            for observed in checks:
                if not observed.is_given_up and not observed.agrees_with_match(match, changes if done else ()):
                    if observed.process == self._process:
                        return VIEW_DIFFERS_SENTENCE.format(done=done)
                    observed.is_given_up = rolled_back = True
            return ""

        verdict = yield from check_in_steps(record, compare)
        if verdict.fair is False:
            return verdict
        if not all(observed.is_complete for observed in checks if observed.process == self._process):
            return Verdict(False, "The record ends before what the host has shown you.")
        self.is_played_out = is_over
        if rolled_back or not all(observed.is_complete for observed in checks):
            return Verdict(None, HOST_ROLLED_BACK_SENTENCE.format(played=rules_followed_sentence(record)))
        if record.proof is not None and self.standings not in (None, record.proof.standings):
            return Verdict(False, "The standings that the host sent are not those of the match.")
        return self._personal_verdict(record, deals, believes_host)

    def _deal_fault(self, record: Record) -> str:
        """Return a sentence about a difference between the record's deal and what the host has said of it, or ""."""
        part, proof = self.deal_part, record.proof
        if proof is not None and _names_as_in_record(self.names) != _names_as_in_record(proof.names):
            return "The host has changed who sits where: the names in the record differ from those that it showed."
        if part is None or not part.host:
            return ""
        if part.lie:
            return part.lie
        deal = None if proof is None else proof.deal
        if deal is None:
            return "The host had bound itself to a fair deal, and has no proof of it."
        if (deal.table_id, deal.match_number) != (part.dealt_match.table_id, self.match):
            return "The host shows the proof of another match."
        if deal.host_commitment != part.host:
            return "The host has swapped its secret for one that it never committed to."
        if part.seal and deal.seal != part.seal:
            return "The host has changed the deal after it was sealed."
        if part.proves_fair_deal and self._seats[0] not in (part.seat, None):
            return "The host has given you a seat that is not the one in the deal."
        return ""

    def _personal_verdict(self, record: Record, deals: HostDeals, believes_host: bool) -> Verdict:
        """Return the verdict of a check that has found no fault: what the deal proves to this client."""
        played = f"{rules_followed_sentence(record)}."
        if believes_host:
            played += f" {ONLY_OWN_PROGRAM_CHECKS_SENTENCE}"
        deal = None if record.proof is None else record.proof.deal
        missing = self._no_proof_clause(deal)
        if deal is None or missing:
            return Verdict(None, f"Deal not proved: {missing}. {played}")
        number = 0 if self.deal_part is None else self.deal_part.number
        restored = 0 if self.deal_part is None else self.deal_part.abandoned_before
        abandoned = max(deal.abandoned_deals, deals.count_abandoned_before(number), restored)
        if abandoned:
            after = FAIR_DEAL_AFTER_ABANDONED_SENTENCE.format(
                deals=abandoned_deals_phrase(abandoned), choice=abandoned + 1
            )
            return Verdict(None, f"{after} {played}")
        absent = len(deal.contributions) - len(deal.revealed)
        who = f"all but {absent}" if absent else "everybody" if len(deal.contributions) > 1 else "you and the table"
        if believes_host:
            return Verdict(None, f"{FAIR_DEAL_SAYS_HOST_SENTENCE.format(who=who)} {played}")
        return Verdict(True, f"{FAIR_DEAL_SENTENCE.format(who=who)} {played}")

    def _no_proof_clause(self, deal: DealProof | None) -> str:
        """Return a clause which says why the deal proves nothing to this client, or "" if it does."""
        part = self.deal_part
        if deal is None:
            return SEED_GIVEN_CLAUSE
        if set(self._seats) == {None}:
            return ONLY_WATCHED_CLAUSE
        if part is None or not part.proves_fair_deal:
            return NO_PART_CLAUSE if part is None else part.no_proof_clause or NO_PART_CLAUSE
        return SEAT_CHANGED_CLAUSE if set(self._seats) - {part.seat, None} else ""


def _names_as_in_record(names: Sequence[str]) -> list[str]:
    """Return names in the form in which a record has them: with single spaces, and none at the ends."""
    return [" ".join(name.split()) for name in names]
