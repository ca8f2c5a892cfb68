"""What has happened in a match, as every audience is told of it.

An *audience* is a seat, or None for everybody who watches. Each audience is told its own stream of changes
and counts them: that number is its version. It must not count what others did unseen, or a sealed play would
leak how often they turned a card. Who was away says which version they have, and is told the changes since.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from core import Change, FactSet, Match, Moved, Remark, Shuffled
from core.engine.piles import NOBODY, Layout, all_but
from net.limits import RESUME_CHANGES, UPDATE_CHANGES
from net.protocol.change_codec import write_change
from net.protocol.messages import MatchUpdate, WireChange

NO_SEATS: Final[frozenset[int]] = frozenset()

NOT_YET: Final = 1 << 62
"""The version of an audience with which it will be told something; no other is as high."""


class UpdateStream:
    """What has happened in one match and how much of it each audience has been told, in changes.

    The last `RESUME_CHANGES` of them are kept as the rules made them, and redacted anew for whoever comes back.
    """

    __slots__ = (
        "_asked",
        "_before",
        "_common",
        "_just_asked",
        "_match",
        "_more",
        "_past",
        "_secrets",
        "_unsaid",
        "_waiting",
    )

    def __init__(self, match: Match) -> None:
        self._match = match
        self._secrets = has_secrets(match.layout)
        self._unsaid: list[Change] = []
        self._past: list[Change] = []
        self._common = 0
        self._more: dict[int, int] = {}
        self._before: dict[int | None, int] = {}
        self._asked: dict[int, int] = {}
        self._just_asked: list[int] = []
        self._waiting = match.waiting

    def note(self, changes: Iterable[Change]) -> None:
        """Note what has happened, to be told of later; what seats can do now, they have not been told yet."""
        self._unsaid += changes
        waiting = self._match.waiting
        if waiting is not self._waiting:
            self._asked |= dict.fromkeys(waiting - self._waiting, NOT_YET)
            self._just_asked += waiting - self._waiting
            self._waiting = waiting

    @property
    def all_told(self) -> bool:
        """Whether everything that has happened is counted in the versions."""
        return not self._unsaid

    @property
    def alike(self) -> bool:
        """Whether everybody will be told the same, and always has been: then those who watch stand for all."""
        return not self._more and not any(map(concerned, self._unsaid))

    def version(self, audience: int | None) -> int:
        """Return how many changes an audience has been told."""
        return self._common + (0 if audience is None else self._more.get(audience, 0))

    def asked_since(self, seat: int) -> int:
        """Return the version with which a seat was told that it can act now."""
        return self._asked.get(seat, 0)

    def updates(self, audiences: Sequence[int | None]) -> list[tuple[list[int | None], MatchUpdate | None]]:
        """Return what to tell these audiences of all that has happened since, and count it for everybody.

        Audiences that are told the same stand together. None instead of an update: there is so much that a
        fresh view is shorter.
        """
        news, self._unsaid = self._unsaid, []
        told: dict[int | None, tuple[WireChange, ...]] = self._count(news) if news else {None: ()}
        for seat in self._just_asked:
            self._asked[seat] = self.version(seat)
        self._just_asked.clear()
        groups: dict[tuple[int, int | None], list[int | None]] = {}
        for audience in audiences:
            mark = audience if audience in told else None
            if told[mark]:
                groups.setdefault((self.version(audience), mark), []).append(audience)
        return [
            (
                group,
                MatchUpdate(version, told[mark]) if len(told[mark]) <= UPDATE_CHANGES else None,
            )
            for (version, mark), group in groups.items()
        ]

    def _count(self, news: list[Change]) -> dict[int | None, tuple[WireChange, ...]]:
        """Return what is told of these changes, as `redacted` does, and count it whoever listens."""
        told = redacted(news)
        common = len(told[None])
        self._common += common
        for seat, own in told.items():
            if seat is not None and len(own) != common:
                self._more[seat] = self._more.get(seat, 0) + len(own) - common
        self._past += news
        if len(self._past) > 2 * RESUME_CHANGES:
            del self._past[:-RESUME_CHANGES]
        return told

    def go_on(self) -> None:
        """Note that another process begins here: what the one before it told beyond this was lost in a power cut."""
        self._before = {audience: self.version(audience) for audience in (None, *range(self._match.seats))}

    def since(self, audience: int | None, version: int, before: bool = False) -> MatchUpdate | None:
        """Return the changes that lead an audience from a version of its own to now; None if that is not known.

        `before` says that the process before this one told it. To be called when those who listen have been told
        everything.
        """
        missing = self.version(audience) - version
        if missing < 0 or (before and version > self._before.get(audience, -1)):
            return None
        changes: list[WireChange] = []
        for change in reversed(self._past):
            if len(changes) == missing:
                break
            seen = change.seen_by(audience)
            if seen is not None:
                changes.append(write_change(seen))
        return MatchUpdate(version + missing, tuple(reversed(changes))) if len(changes) == missing else None

    def opening(self, audience: int | None) -> tuple[WireChange, ...]:
        """Return the changes of setting the match up, as an audience may know them."""
        told = redacted(self._match.opening)
        return told.get(audience, told[None])

    def shared(self, audience: int | None) -> tuple[int, int | None]:
        """Return a mark that is the same for audiences which one and the same view serves."""
        alike = not self._match.sealed_play.shadows and not self._secrets
        return self.version(audience), None if alike else audience


def has_secrets(layout: Layout) -> bool:
    """Whether some pile or fact is for one seat alone."""
    return any(place.audience >= 0 for place in layout.piles) or any(fact.audience >= 0 for fact in layout.facts)


def redacted(changes: Sequence[Change]) -> dict[int | None, tuple[WireChange, ...]]:
    """Return what is told of these changes: under None to those who watch, under a seat what it is told instead.

    A change is put into its plain form once for all who are told the same of it.
    """
    common = [_written(change, None) for change in changes]
    own: dict[int, list[WireChange | None]] = {}
    for place, change in enumerate(changes):
        for seat in concerned(change):
            if seat not in own:
                own[seat] = common.copy()
            own[seat][place] = _written(change, seat)
    told: dict[int | None, tuple[WireChange, ...]] = {None: _compact(common)}
    for seat, changed in own.items():
        told[seat] = _compact(changed)
    return told


def _compact(told: Iterable[WireChange | None]) -> tuple[WireChange, ...]:
    return tuple(change for change in told if change is not None)


def _written(change: Change, audience: int | None) -> WireChange | None:
    seen = change.seen_by(audience)
    return None if seen is None else write_change(seen)


def concerned(change: Change) -> AbstractSet[int]:
    """Return the seats that may be told something else of a change than those who watch."""
    match change:
        case Moved(to, source, target):
            audiences: tuple[int, ...] = (to, source.audience, target.audience)
        case FactSet(to, fact):
            audiences = (to, fact.audience)
        case Shuffled(to, place):
            audiences = (to, place.audience)
        case Remark(to):
            audiences = (to,)
    if min(audiences) >= NOBODY and max(audiences) < 0:
        return NO_SEATS
    private = {audience for audience in audiences if audience >= 0}
    return private | {all_but(audience) for audience in audiences if audience < NOBODY}
