"""The oracle of the simulator: every match replayed from the journal, and what each audience may be sent of it.

The oracle shares nothing with the table but the rules. It plays the entries of the journal and redacts every change
itself, so it knows all changes that each audience may be sent, and the view at any point of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from core import Action, Change, Match, View, games
from net.journal.entries import ActionEntry, MatchBeganEntry
from net.protocol.change_codec import encode_change
from net.protocol.messages import encode_message


class MatchOracle:
    """One match, replayed from its journal entries."""

    def __init__(self, began: MatchBeganEntry) -> None:
        self.began = began
        self.action_entries: list[ActionEntry] = []
        self.steps = [0] * began.seats
        self.match: Match = games[began.game].start(began.seats, began.seed, dict(began.options))
        self._states = [self.match.copy()]
        self._changes: list[Change] = []
        self._until = [0]
        self._streams: dict[int | None, list[bytes]] = {}
        self._marks: dict[int | None, list[int]] = {}

    def act(self, entry: ActionEntry) -> None:
        """Play the action of an entry; raises `IllegalAction` if the rules do not allow it."""
        self._changes += self.match.act(entry.seat, self.match.game.parse(entry.action))
        self._until.append(len(self._changes))
        self._states.append(self.match.copy())
        self.action_entries.append(entry)
        if entry.seat < len(self.steps):
            self.steps[entry.seat] += 1

    def changes_for_audience(self, audience: int | None) -> list[bytes]:
        """Return all changes that an audience may be sent from the beginning to now, each encoded."""
        stream = self._streams.setdefault(audience, [])
        marks = self._marks.setdefault(audience, [0])
        for action in range(len(marks), len(self._until)):
            for change in self._changes[self._until[action - 1] : self._until[action]]:
                seen = change.seen_by(audience)
                if seen is not None:
                    stream.append(encode_message(encode_change(seen)))
            marks.append(len(stream))
        return stream

    def batches_for_audience(self, audience: int | None, version: int) -> list[list[bytes]]:
        """Return the changes that an audience may be sent up to a version, those of each action together."""
        stream = self.changes_for_audience(audience)[:version]
        ends = (min(mark, version) for mark in self._marks[audience])
        return [stream[start:end] for start, end in pairwise(ends) if start < end]

    def view(self, audience: int | None, version: int) -> View | None:
        """Return the view of an audience at a version, or None if no action ends with that version."""
        self.changes_for_audience(audience)
        for mark, state in zip(reversed(self._marks[audience]), reversed(self._states), strict=True):
            if mark == version:
                return state.view(audience)
        return None

    def digest_in_another_order(self, chance: Random) -> bytes:
        """Return the digest of the match after the same decisions of every seat, taken in another order where the order
        is free. If a decision is not possible in that order, return a text that is no digest.
        """
        match = self._states[0].copy()
        own: dict[int, list[Action]] = {}
        for seat, action in reversed(self.match.actions):
            own.setdefault(seat, []).append(action)
        for _ in self.match.actions:
            ready = [seat for seat in sorted(match.waiting) if own.get(seat)]
            if not ready or own[seat := chance.choice(ready)][-1] not in match.legal(seat):
                return b"something is not possible any more"
            match.act(seat, own[seat].pop())
        return match.digest


def oracles_by_match(entries: Sequence[object]) -> dict[int, MatchOracle]:
    """Return the oracle of every match in these journal entries, by the number of the match."""
    found: dict[int, MatchOracle] = {}
    for entry in entries:
        match entry:
            case MatchBeganEntry(match):
                found[match] = MatchOracle(entry)
            case ActionEntry(match):
                found[match].act(entry)
    return found
