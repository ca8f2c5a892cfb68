"""What one end has seen of a match, and whether the record that the host shows in the end agrees with it.

The check of `verification` says whether a record is right in itself. Here is compared what only this end knows:
what the host was bound to before the cards, this end's own secret, every view and change that it was shown, and
what its own person did.
"""

from __future__ import annotations

import hmac
from collections.abc import Generator, Iterable, Sequence
from hashlib import sha256
from typing import Final

from core import Change, Match, Record, Standing, View
from core.engine.proof import Deal
from core.fairness.commitments import Occasion, commitment, sealed, seat_named, settled
from core.fairness.verification import Verdict, check, spelled
from net.limits import SIGHTS
from net.protocol.deal_stage import DealStage
from net.protocol.messages import Commit, DealProgress, Reveal

OTHERWISE: Final = "What the host showed you was not this match: it differs after action {done} of the record."

WENT_BACK: Final = "Checked: the {many} actions follow the rules. The host once went back a bit, as after a power cut."
"""What is said where something that was shown is not in the record, and the host was started anew after it."""


class Observation:
    """A stretch of a match as one audience was shown it: a view, and the changes from there on.

    `seals` are the numbers of changes after which a hash of all of them is known, with that hash; `process` is which
    process of the host showed it.
    """

    __slots__ = ("_hash", "process", "seals", "start", "version", "view")

    def __init__(self, view: View, version: int, process: str | None) -> None:
        self.view = view
        self.process = process
        self.start = self.version = version
        self.seals: list[tuple[int, bytes]] = []
        self._hash = sha256()

    def told(self, changes: Iterable[Change]) -> None:
        """Note what was told."""
        for change in changes:
            self._hash.update(spelled(change).encode())
            self.version += 1
        self.seals.append((self.version, self._hash.digest()[:8]))


class EvidenceCheck:
    """A sight being compared with a match that is played again."""

    __slots__ = ("_at", "_hash", "_next", "_sight", "begun", "lost")

    def __init__(self, sight: Observation) -> None:
        self.begun = False
        self.lost = False
        self._sight = sight
        self._at = 0
        self._next = 0
        self._hash = sha256()

    def agrees(self, match: Match, changes: Iterable[Change]) -> bool:
        """Whether this sight agrees with the match after these changes; the opening is shown with no changes."""
        sight = self._sight
        for change in changes:
            seen = change.seen_by(sight.view.seat)
            if seen is not None and not self._take(seen):
                return False
        if not self.begun and self._at == sight.start:
            self.begun = True
            return match.view(sight.view.seat) == sight.view
        return True

    def _take(self, change: Change) -> bool:
        seals = self._sight.seals
        self._at += 1
        if not self.begun:
            return self._at <= self._sight.start
        if self._next == len(seals):
            return True  # more happened than was told before the link was lost, or a fresh view came
        self._hash.update(spelled(change).encode())
        version, seal = seals[self._next]
        if self._at < version:
            return True
        self._next += 1
        return self._hash.digest()[:8] == seal

    @property
    def process(self) -> str | None:
        """Which process of the host showed it."""
        return self._sight.process

    @property
    def over(self) -> bool:
        """Whether all that was seen has come."""
        return self.begun and not self.lost and self._next == len(self._sight.seals)


class Evidence:
    """What one end has seen of one match at one table, from its deal to its standings.

    `chance` are this end's own random bytes, from which its secret for the deal follows; `there` is whether it was
    at the table before; `again` whether the host has dealt anew before this, knowing everybody's secrets.
    """

    def __init__(self, match: int, chance: bytes, there: bool = True, again: bool = False) -> None:
        self.match = match
        self.there = there
        self.again = again
        self.sights: list[Observation] = []
        self.standings: tuple[Standing, ...] | None = None
        self._table = ""
        self._chance = chance
        self._deal = DealProgress(match, "")
        self._flaw = ""
        self._seat: int | None = None
        self._secret = ""
        self._revealed = False
        self._did: dict[tuple[int, int], tuple[str, str | None]] = {}
        self._process: str | None = None

    # The deal

    def hear(self, message: DealProgress, seat: int | None, occasion: Occasion) -> Commit | Reveal | None:
        """Take in how far the deal is, and return what is to be said to it."""
        before = self._deal
        self._table = occasion.table
        if message.stage == DealStage.COMMIT.value and before.stage not in ("", message.stage):
            before = DealProgress(message.match, "")
            self.again |= self._revealed
        for what in ("host", "sealed", "settled"):
            old, new = getattr(before, what), getattr(message, what)
            if old and new and old != new:
                self._flaw = self._flaw or "The host has said two different things about the deal of this match."
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
            return Commit(self.match, commitment(occasion, seat_named(seat), self._secret))
        if message.stage == DealStage.REVEAL.value and self._secret:
            self._revealed = True
            return Reveal(self.match, self._secret)
        return None

    @property
    def dropped(self) -> bool:
        """Whether the host, if it deals anew now, knew all secrets and showed nobody what came of them."""
        return self._revealed and not self.sights

    # The match

    def begin(self, view: View, version: int, process: str | None) -> None:
        """Note that a fresh view is shown, by a process of the host, or by one that has not said yet which it is."""
        if len(self.sights) == SIGHTS:
            del self.sights[1]
        self.sights.append(Observation(view, version, process))
        self._process = process

    def welcomed(self, process: str) -> None:
        """Note which process of the host it is that tells this end from now on."""
        self._process = process
        for sight in self.sights:
            sight.process = process if sight.process is None else sight.process

    def told(self, changes: Sequence[Change]) -> None:
        """Note what is told."""
        if self.sights and changes:
            self.sights[-1].told(changes)

    def did(self, seat: int, step: int, action: str) -> None:
        """Note what this end's own person did, as the host has confirmed it."""
        self._did[seat, step] = action, self._process

    # The check

    def check(self, record: Record) -> Generator[None, None, Verdict]:
        """Check the record that the host shows, bit by bit, as `check` does; return what became of it."""
        deal = None if record.proof is None else record.proof.deal
        wrong = self._wrong_deal(deal)
        if wrong:
            return Verdict(False, wrong)
        looks = [EvidenceCheck(sight) for sight in self.sights]
        steps: dict[int, int] = {}
        lost = False

        def compare(done: int, match: Match, changes: Sequence[Change]) -> str:
            nonlocal lost
            if done:
                seat, action = match.actions[-1]
                step = steps[seat] = steps.get(seat, -1) + 1
                did, process = self._did.get((seat, step), (str(action), self._process))
                lost |= did != str(action) and process != self._process
                if did != str(action) and process == self._process:
                    return f"Action {done} of the record, {str(action)[:40]!r}, is not what you did."
            for look in looks:
                if not look.lost and not look.agrees(match, changes if done else ()):
                    if look.process == self._process:
                        return OTHERWISE.format(done=done)
                    look.lost = lost = True
            return ""

        verdict = yield from check(record, compare)
        if verdict.fair is False:
            return verdict
        if not all(look.over for look in looks if look.process == self._process):
            return Verdict(False, "The record ends before what the host has shown you.")
        if lost or not all(look.over for look in looks):
            return Verdict(None, WENT_BACK.format(many=len(record.actions)))
        if record.proof is not None and self.standings not in (None, record.proof.standings):
            return Verdict(False, "The standings that the host told are not those of the match.")
        return self._in_short(record, verdict)

    def _wrong_deal(self, deal: Deal | None) -> str:
        """Return what of a deal is not as the host had said before the cards, if anything is."""
        said = self._deal
        if self._flaw or not said.host:
            return self._flaw
        if deal is None:
            return "The host had bound itself to a fair deal, and has no proof of it."
        if (deal.table, deal.match) != (self._table, self.match):
            return "The host shows the proof of another match."
        if deal.host != said.host:
            return "The host has exchanged its secret: it is not the one that it had committed itself to."
        if said.sealed and sealed(deal) != said.sealed:
            return "The host has exchanged somebody's commitment after it was made."
        if said.settled and settled(deal) != said.settled:
            return "The host has exchanged somebody's secret after the cards were dealt."
        if self._secret and any(
            part.seat == self._seat and part.secret not in ("", self._secret) for part in deal.parts
        ):
            return "The host has exchanged your own part in the deal."
        return ""

    @property
    def _own_seat(self) -> int | None:
        """The seat whose part in the deal has to be ours: without that a deal proves nothing to us."""
        if self._seat is not None:
            return self._seat
        return self.sights[0].view.seat if self.there and self.sights else None

    def _in_short(self, record: Record, verdict: Verdict) -> Verdict:
        """Return a good verdict as it concerns the person at this end."""
        deal = None if record.proof is None else record.proof.deal
        if verdict.fair is None or deal is None:
            return verdict
        played = f"the {len(record.actions)} actions follow the rules"
        if self.again:
            return Verdict(None, f"Checked: {played}. The host dealt twice, knowing all secrets: that proves nothing.")
        if not self._deal.settled:
            return Verdict(None, f"Checked: {played}. This end was told of the deal too late for a proof.")
        own = self._own_seat
        if own is not None and (own, self._secret) not in [(part.seat, part.secret) for part in deal.revealed]:
            return Verdict(None, f"Checked: {played}. The deal is without your part, so it proves nothing to you.")
        silent = len(deal.parts) - len(deal.revealed)
        without = f", though without the part of {silent}" if silent else ""
        return Verdict(True, f"Checked: the deal was fair{without}, and {played}.")
