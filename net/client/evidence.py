"""`Evidence`: one client's observations of a match, and their comparison with the host's record of the match.

`core.fairness.verification.check_in_steps` verifies that a record is consistent in itself. This module compares the
record with the data that only this client has: the commitments that the host published before the deal, the client's
own secret, every view and change that it received, and its own actions.
"""

from __future__ import annotations

import hmac
from collections.abc import Generator, Iterable, Sequence
from hashlib import sha256
from typing import Final

from core import Change, Match, Record, Standing, View
from core.engine.proof import Deal
from core.fairness.commitments import Occasion, commitment, commitments_hash, deal_hash, seat_label
from core.fairness.verification import Verdict, change_text, check_in_steps
from net.limits import OBSERVATIONS
from net.protocol.deal_stage import DealStage
from net.protocol.messages import Commit, DealProgress, Reveal

VIEW_DIFFERS: Final = "What the host showed you was not this match: it differs after action {done} of the record."

HOST_ROLLED_BACK: Final = (
    "Checked: the {many} actions follow the rules. The host once went back a bit, as after a power cut."
)
"""The verdict if a change that was shown is not in the record and the host was restarted after it."""


class Observation:
    """A part of a match as it was shown to one audience: a snapshot (a view) and the changes after it.

    `start`: the number of changes before the view; `version`: the number of changes up to the latest one;
    `checkpoints`: pairs of a change's number and a hash of all changes from `start` to that change; `process`: the
    identifier of the host's process that sent them (None: not known yet).
    """

    __slots__ = ("_hash", "checkpoints", "process", "start", "version", "view")

    def __init__(self, view: View, version: int, process: str | None) -> None:
        self.view = view
        self.process = process
        self.start = self.version = version
        self.checkpoints: list[tuple[int, bytes]] = []
        self._hash = sha256()

    def add_changes(self, changes: Iterable[Change]) -> None:
        """Add changes that were shown."""
        for change in changes:
            self._hash.update(change_text(change).encode())
            self.version += 1
        self.checkpoints.append((self.version, self._hash.digest()[:8]))


class ObservationCheck:
    """Compares one observation with the replay of a match, change by change.

    `has_begun`: whether the replay has reached the snapshot; `failed`: whether a difference was found, set by the
    caller, and only for one that is no proof of cheating.
    """

    __slots__ = ("_checkpoint", "_hash", "_observation", "_version", "failed", "has_begun")

    def __init__(self, observation: Observation) -> None:
        self.has_begun = False
        self.failed = False
        self._observation = observation
        self._version = 0
        self._checkpoint = 0
        self._hash = sha256()

    def agrees_with_match(self, match: Match, changes: Iterable[Change]) -> bool:
        """Whether the observation agrees with the match after these changes.

        Call it first for the beginning of the match, without changes, and then after every action.
        """
        observation = self._observation
        for change in changes:
            seen = change.seen_by(observation.view.seat)
            if seen is not None and not self._accepts_change(seen):
                return False
        if not self.has_begun and self._version == observation.start:
            self.has_begun = True
            return match.view(observation.view.seat) == observation.view
        return True

    def _accepts_change(self, change: Change) -> bool:
        checkpoints = self._observation.checkpoints
        self._version += 1
        if not self.has_begun:
            return self._version <= self._observation.start
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
        """The process of the host that showed the observation."""
        return self._observation.process

    @property
    def is_complete(self) -> bool:
        """Whether the whole observation was found in the replay."""
        return self.has_begun and not self.failed and self._checkpoint == len(self._observation.checkpoints)


class Evidence:
    """This client's observations of one match at one table, from its deal to its standings.

    `match`: the number of the match; `chance`: this client's random bytes, from which its secret for the deal is
    derived; `was_present`: whether the client was at the table before the deal; `is_redeal`: whether the host has dealt
    this match once before and knew all secrets then.
    """

    def __init__(self, match: int, chance: bytes, was_present: bool = True, is_redeal: bool = False) -> None:
        self.match = match
        self.was_present = was_present
        self.is_redeal = is_redeal
        self.observations: list[Observation] = []
        self.standings: tuple[Standing, ...] | None = None
        self._table = ""
        self._chance = chance
        self._deal = DealProgress(match, "")
        self._contradiction = ""
        self._seat: int | None = None
        self._secret = ""
        self._revealed = False
        self._own_actions: dict[tuple[int, int], tuple[str, str | None]] = {}
        self._process: str | None = None

    # The deal

    def process_deal(self, message: DealProgress, seat: int | None, occasion: Occasion) -> Commit | Reveal | None:
        """Process one stage of the deal; return this client's commitment or secret if the stage requests it."""
        before = self._deal
        self._table = occasion.table
        if message.stage == DealStage.COMMIT.value and before.stage not in ("", message.stage):
            before = DealProgress(message.match, "")
            self.is_redeal |= self._revealed
        for field in ("host", "sealed", "settled"):
            old, new = getattr(before, field), getattr(message, field)
            if old and new and old != new:
                self._contradiction = (
                    self._contradiction or "The host has said two different things about the deal of this match."
                )
        self._deal = DealProgress(
            self.match,
            message.stage,
            message.host or before.host,
            message.sealed or before.sealed,
            message.settled or before.settled,
        )
        if message.stage == DealStage.COMMIT.value and seat is not None and self._chance:
            text = f"{self._table} {self.match} {seat} {message.host}"
            self._seat, self._secret = seat, hmac.new(self._chance, text.encode(), sha256).hexdigest()
            return Commit(self.match, commitment(occasion, seat_label(seat), self._secret))
        if message.stage == DealStage.REVEAL.value and self._secret:
            self._revealed = True
            return Reveal(self.match, self._secret)
        return None

    @property
    def redealt_after_reveal(self) -> bool:
        """Whether this client has revealed its secret and was shown no cards: a new deal now would be suspicious."""
        return self._revealed and not self.observations

    # The match

    def add_snapshot(self, view: View, version: int, process: str | None) -> None:
        """Add a snapshot from a process of the host (None: not known yet); only `OBSERVATIONS` of them are kept."""
        if len(self.observations) == OBSERVATIONS:
            del self.observations[1]
        self.observations.append(Observation(view, version, process))
        self._process = process

    def set_host_process(self, process: str) -> None:
        """Set the identifier of the host's process that sends the following observations."""
        self._process = process
        for observation in self.observations:
            observation.process = process if observation.process is None else observation.process

    def add_changes(self, changes: Sequence[Change]) -> None:
        """Add changes that were shown."""
        if self.observations and changes:
            self.observations[-1].add_changes(changes)

    def add_own_action(self, seat: int, step: int, action: str) -> None:
        """Add an own action that the host has confirmed; `step` counts the seat's actions from 0."""
        self._own_actions[seat, step] = action, self._process

    # The check

    def check_in_steps(self, record: Record) -> Generator[None, None, Verdict]:
        """Check the host's record against this evidence step by step; the generator returns the verdict."""
        deal = None if record.proof is None else record.proof.deal
        wrong = self._deal_fault(deal)
        if wrong:
            return Verdict(False, wrong)
        checks = [ObservationCheck(observation) for observation in self.observations]
        steps: dict[int, int] = {}
        rolled_back = False

        def compare(done: int, match: Match, changes: Sequence[Change]) -> str:
            nonlocal rolled_back
            if done:
                seat, action = match.actions[-1]
                step = steps[seat] = steps.get(seat, -1) + 1
                own_action, process = self._own_actions.get((seat, step), (str(action), self._process))
                rolled_back |= own_action != str(action) and process != self._process
                if own_action != str(action) and process == self._process:
                    return f"Action {done} of the record, {str(action)[:40]!r}, is not what you did."
            for observed in checks:
                if not observed.failed and not observed.agrees_with_match(match, changes if done else ()):
                    if observed.process == self._process:
                        return VIEW_DIFFERS.format(done=done)
                    observed.failed = rolled_back = True
            return ""

        verdict = yield from check_in_steps(record, compare)
        if verdict.fair is False:
            return verdict
        if not all(observed.is_complete for observed in checks if observed.process == self._process):
            return Verdict(False, "The record ends before what the host has shown you.")
        if rolled_back or not all(observed.is_complete for observed in checks):
            return Verdict(None, HOST_ROLLED_BACK.format(many=len(record.actions)))
        if record.proof is not None and self.standings not in (None, record.proof.standings):
            return Verdict(False, "The standings that the host told are not those of the match.")
        return self._personal_verdict(record, verdict)

    def _deal_fault(self, deal: Deal | None) -> str:
        """Return a sentence about a difference between the record's deal and the host's messages about it, or ""."""
        announced = self._deal
        if self._contradiction or not announced.host:
            return self._contradiction
        if deal is None:
            return "The host had bound itself to a fair deal, and has no proof of it."
        if (deal.table, deal.match) != (self._table, self.match):
            return "The host shows the proof of another match."
        if deal.host != announced.host:
            return "The host has exchanged its secret: it is not the one that it had committed itself to."
        if announced.sealed and commitments_hash(deal) != announced.sealed:
            return "The host has exchanged somebody's commitment after it was made."
        if announced.settled and deal_hash(deal) != announced.settled:
            return "The host has exchanged somebody's secret after the cards were dealt."
        if self._secret and any(
            part.seat == self._seat and part.secret not in ("", self._secret) for part in deal.parts
        ):
            return "The host has exchanged your own part in the deal."
        return ""

    @property
    def _own_seat(self) -> int | None:
        """The seat whose part in the deal has to be this client's: otherwise the deal proves nothing to it."""
        if self._seat is not None:
            return self._seat
        return self.observations[0].view.seat if self.was_present and self.observations else None

    def _personal_verdict(self, record: Record, verdict: Verdict) -> Verdict:
        """Return `verdict`, whose check found no fault, with a sentence about this client's own part in the deal."""
        deal = None if record.proof is None else record.proof.deal
        if verdict.fair is None or deal is None:
            return verdict
        played = f"the {len(record.actions)} actions follow the rules"
        if self.is_redeal:
            return Verdict(None, f"Checked: {played}. The host dealt twice, knowing all secrets: that proves nothing.")
        if not self._deal.settled:
            return Verdict(None, f"Checked: {played}. This end was told of the deal too late for a proof.")
        own = self._own_seat
        if own is not None and (own, self._secret) not in [(part.seat, part.secret) for part in deal.revealed]:
            return Verdict(None, f"Checked: {played}. The deal is without your part, so it proves nothing to you.")
        silent = len(deal.parts) - len(deal.revealed)
        without = f", though without the part of {silent}" if silent else ""
        return Verdict(True, f"Checked: the deal was fair{without}, and {played}.")
