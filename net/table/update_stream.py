"""The updates of one match: its recent changes, redacted for every audience, and how many each has been sent.

An audience is a seat, or None for all spectators. Each audience is sent its own stream of changes, and the number of
them is its version. Changes that the audience may not see are not counted, or a sealed play would reveal how often the
others turned a card. A client that comes back says which version it has, and is sent the changes since then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Final

from core import Change, FactChanged, Match, Moved, Remark, Shuffled
from core.engine.piles import NOBODY, Layout, all_but
from net.limits import MAX_RESUME_CHANGES, MAX_UPDATE_CHANGES
from net.protocol.change_codec import encode_change
from net.protocol.messages import MatchUpdate, WireChange
from net.table.change_log import ChangeLog

NO_SEATS: Final[frozenset[int]] = frozenset()
"""The empty set of seats."""

NOT_YET_PROMPTED_VERSION: Final = 1 << 62
"""A version higher than any other: the seat can act, but the update that shows it has not been sent yet."""


class UpdateStream:
    """Per-audience version counters and the recent change history of one match.

    The last `MAX_RESUME_CHANGES` changes are kept as the rules made them, and redacted for each client that comes back.
    """

    __slots__ = (
        "_extra",
        "_has_private_places",
        "_just_prompted",
        "_log",
        "_match",
        "_previous_process_versions",
        "_prompted_at",
        "_public_version",
        "_unsent",
        "_unsent_at",
        "_waiting",
    )

    def __init__(self, match: Match) -> None:
        self._match = match
        self._has_private_places = has_private_places(match.layout)
        self._unsent: list[Change] = []
        self._unsent_at: list[float] = []
        self._log = ChangeLog(match.layout)
        self._public_version = 0
        self._extra: dict[int, int] = {}
        self._previous_process_versions: dict[int | None, int] = {}
        self._prompted_at: dict[int, int] = {}
        self._just_prompted: list[int] = []
        self._waiting = match.waiting

    def add_changes(self, changes: Sequence[Change], now: float = 0.0) -> None:
        """Add the changes of one action at the table time `now`, to be sent with the next `take_updates`.

        Also records which seats can act since this action.
        """
        self._unsent += changes
        self._unsent_at += [now] * len(changes)
        waiting = self._match.waiting
        if waiting is not self._waiting:
            self._prompted_at |= dict.fromkeys(waiting - self._waiting, NOT_YET_PROMPTED_VERSION)
            self._just_prompted += waiting - self._waiting
            self._waiting = waiting

    @property
    def are_all_changes_counted(self) -> bool:
        """Whether `take_updates` has taken every change that was added: only then do the versions, the numbers of
        changes that the audiences have been sent, count all of them."""
        return not self._unsent

    @property
    def is_same_for_everybody(self) -> bool:
        """Whether the next update and all earlier ones are the same for every audience."""
        return not self._extra and not any(map(seats_shown_change_differently, self._unsent))

    def version(self, audience: int | None) -> int:
        """Return how many changes an audience has been sent."""
        return self._public_version + (0 if audience is None else self._extra.get(audience, 0))

    def version_when_prompted(self, seat: int) -> int:
        """Return the version of the update after which a seat could see that it can act now.

        0 if it could act from the beginning, `NOT_YET_PROMPTED_VERSION` if that update has not been sent yet.
        """
        return self._prompted_at.get(seat, 0)

    def take_updates(self, audiences: Sequence[int | None]) -> list[tuple[list[int | None], MatchUpdate | None]]:
        """Return (audiences, update) pairs: the changes since the last call, as these audiences may know them.

        Audiences with the same update are in one pair. None in place of an update means that a snapshot is shorter. The
        changes are counted in the versions of all audiences.
        """
        changes, self._unsent = self._unsent, []
        redacted_changes: dict[int | None, tuple[WireChange, ...]] = (
            self._count_changes(changes) if changes else {None: ()}
        )
        for seat in self._just_prompted:
            self._prompted_at[seat] = self.version(seat)
        self._just_prompted.clear()
        groups: dict[tuple[int, int | None], list[int | None]] = {}
        for audience in audiences:
            key = audience if audience in redacted_changes else None
            if redacted_changes[key]:
                groups.setdefault((self.version(audience), key), []).append(audience)
        return [
            (
                group,
                MatchUpdate(version, redacted_changes[key])
                if len(redacted_changes[key]) <= MAX_UPDATE_CHANGES
                else None,
            )
            for (version, key), group in groups.items()
        ]

    def _count_changes(self, changes: list[Change]) -> dict[int | None, tuple[WireChange, ...]]:
        """Count these changes in the version of each audience, store them, and return what each audience may see of
        them."""
        redacted_changes = redact_for_audiences(changes)
        public = len(redacted_changes[None])
        self._public_version += public
        for seat, own in redacted_changes.items():
            if seat is not None and len(own) != public:
                self._extra[seat] = self._extra.get(seat, 0) + len(own) - public
        self._log.add(changes, self._unsent_at)
        self._unsent_at.clear()
        return redacted_changes

    def restart_versions(self) -> None:
        """Record that a new host process begins at the present versions; later ones were lost in a power cut."""
        self._previous_process_versions = {
            audience: self.version(audience) for audience in (None, *range(self._match.seats))
        }

    def changes_since(
        self, audience: int | None, version: int, by_previous_process: bool = False
    ) -> MatchUpdate | None:
        """Return the update that leads an audience from an earlier version to the present one.

        None if the changes since that version are not kept. `by_previous_process`: the host process before this one
        sent that version. Call this only when `take_updates` has taken all changes.
        """
        missing = self.version(audience) - version
        if missing < 0 or (by_previous_process and version > self._previous_process_versions.get(audience, -1)):
            return None
        changes: list[WireChange] = []
        for change in self._log.newest_first():
            if len(changes) == missing:
                break
            seen = change.seen_by(audience)
            if seen is not None:
                changes.append(encode_change(seen))
        return MatchUpdate(version + missing, tuple(reversed(changes))) if len(changes) == missing else None

    def changes_sent_before(self, time: float) -> int:
        """Return how many changes of the match had been sent before the table time `time`.

        For infinity it is how many have been sent by now.
        """
        return self._log.number_of_first_change_at(time)

    def changes_after(self, audience: int | None, sent_version: int) -> tuple[WireChange, ...]:
        """Return the changes of the match after the first `sent_version`, as an audience may know them.

        If there are more than `MAX_RESUME_CHANGES`, only the last of them. Call this only when `take_updates` has taken
        all changes.
        """
        number = min(self._log.change_count - sent_version, MAX_RESUME_CHANGES)
        seen = (change.seen_by(audience) for change in islice(self._log.newest_first(), number))
        return tuple(encode_change(change) for change in seen if change is not None)[::-1]

    def opening(self, audience: int | None) -> tuple[WireChange, ...]:
        """Return the changes by which the match was set up, as the seat `audience` sees them, or a spectator for
        None."""
        redacted_changes = redact_for_audiences(self._match.opening_changes)
        return redacted_changes.get(audience, redacted_changes[None])

    def snapshot_key(self, audience: int | None) -> tuple[int, int | None]:
        """Return a key that is equal for audiences to which the same snapshot can be sent: (version, audience).

        The second is None for all audiences if nothing in the match is private.
        """
        same_for_all = not self._match.sealed_play.public_states and not self._has_private_places
        return self.version(audience), None if same_for_all else audience


def has_private_places(layout: Layout) -> bool:
    """Return whether a game has a pile or a fact that only one seat sees."""
    return any(place.audience >= 0 for place in layout.piles) or any(fact.audience >= 0 for fact in layout.facts)


def redact_for_audiences(changes: Sequence[Change]) -> dict[int | None, tuple[WireChange, ...]]:
    """Return these changes as each audience may know them: under None for spectators, under a seat where it differs.

    A change is encoded once for all audiences that see the same of it.
    """
    common = [_encode_change(change, None) for change in changes]
    own: dict[int, list[WireChange | None]] = {}
    for index, change in enumerate(changes):
        for seat in seats_shown_change_differently(change):
            if seat not in own:
                own[seat] = common.copy()
            own[seat][index] = _encode_change(change, seat)
    by_audience: dict[int | None, tuple[WireChange, ...]] = {None: _without_unseen_changes(common)}
    for seat, changed in own.items():
        by_audience[seat] = _without_unseen_changes(changed)
    return by_audience


def _without_unseen_changes(changes: Iterable[WireChange | None]) -> tuple[WireChange, ...]:
    """Return changes, in the form in which messages carry them, without those (None) that the audience is not shown."""
    return tuple(change for change in changes if change is not None)


def _encode_change(change: Change, audience: int | None) -> WireChange | None:
    """Return a change as an audience may know it, in the form in which messages carry it; None if it may know nothing
    of it."""
    seen = change.seen_by(audience)
    return None if seen is None else encode_change(seen)


def seats_shown_change_differently(change: Change) -> AbstractSet[int]:
    """Return the seats that may be shown a change in another form than spectators are."""
    match change:
        case Moved(to, source, target):
            audiences: tuple[int, ...] = (to, source.audience, target.audience)
        case FactChanged(to, fact):
            audiences = (to, fact.audience)
        case Shuffled(to, place):
            audiences = (to, place.audience)
        case Remark(to):
            audiences = (to,)
    if min(audiences) >= NOBODY and max(audiences) < 0:
        return NO_SEATS
    private = {audience for audience in audiences if audience >= 0}
    return private | {all_but(audience) for audience in audiences if audience < NOBODY}
