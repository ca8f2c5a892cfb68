"""What a client has been shown of a match: for what an interface builds up from the changes, such as its log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain

from msgspec import Struct

from core import Change, View
from net.limits import MAX_PAST_CHANGES, MAX_SEATS_REMEMBERED


class MatchPast(Struct, frozen=True):
    """What an audience has been shown of a match before its present view, to which these changes lead."""

    first_view: View
    """The first view of the match that is known; the changes of the opening are already in it."""
    opening_changes: tuple[Change, ...] = ()
    """The changes by which the match was set up; empty if they are not known."""
    batches: tuple[tuple[Change, ...], ...] = ()
    """The changes since the first view, in order: those of each action together, or of several that came at once."""
    missed: tuple[int, int] = (0, 0)
    """The first batch that the person missed while they were away, and the one after the last; equal if none."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes of all batches."""
        return tuple(chain.from_iterable(self.batches))

    @property
    def has_changes(self) -> bool:
        """Whether it contains changes, and is not the first view alone."""
        return bool(self.opening_changes or self.batches)

    def leads_to(self, view: View) -> bool:
        """Return whether the changes are few enough, and lead to `view`."""
        if sum(map(len, self.batches)) > MAX_PAST_CHANGES:
            return False
        try:
            return self.first_view.apply_all(self.changes) == view
        except (KeyError, ValueError):  # changes that are impossible there, because the host lies
            return False

    def with_missed_changes(self, missed: Sequence[Change]) -> MatchPast:
        """Return this past with its last changes marked as those that the person missed; unchanged if they are
        others."""
        changes = self.changes
        start = len(changes) - len(missed)
        if not missed or changes[max(start, 0) :] != tuple(missed):
            return self
        batches: list[tuple[Change, ...]] = []
        for batch, end in zip(self.batches, accumulate(map(len, self.batches)), strict=True):
            cut = min(max(start - end + len(batch), 0), len(batch))
            batches += filter(None, (batch[:cut], batch[cut:]))
        known = sum(end <= start for end in accumulate(map(len, batches)))
        return MatchPast(self.first_view, self.opening_changes, tuple(batches), (known, len(batches)))


class ShownMatch:
    """Collects what a client is shown of one match, from the past that a snapshot brings, or else from the view of it.

    Nothing is collected in a match with too many seats, or once there are too many changes: to apply them once more
    would take too long.
    """

    __slots__ = ("_batches", "_change_count", "_past")

    def __init__(self, past: MatchPast) -> None:
        self._past = past
        self._batches = [*past.batches]
        self._change_count = sum(map(len, past.batches)) if past.first_view.seats <= MAX_SEATS_REMEMBERED else -1

    def add_changes(self, changes: tuple[Change, ...]) -> None:
        """Add changes that came together."""
        if self._change_count < 0 or not changes:
            return
        self._batches.append(changes)
        self._change_count += len(changes)
        if self._change_count > MAX_PAST_CHANGES:
            self._batches.clear()
            self._change_count = -1

    @property
    def past(self) -> MatchPast | None:
        """What was shown before the present view; None if it was not collected."""
        past = self._past
        if self._change_count < 0:
            return None
        return MatchPast(past.first_view, past.opening_changes, tuple(self._batches), past.missed)
