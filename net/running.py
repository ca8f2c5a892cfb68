"""A match being played at a table: whose decision it is, which seats play by themselves, and who is told what.

An *audience* is a seat, or None for everybody who watches. Each audience is told its own stream of changes
and counts them: that number is its version. It must not count what others did unseen, or a sealed play would
leak how often they turned a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from zlib import crc32

from core import Action, Change, FactSet, Match, Moved, Remark, Shuffled
from core.piles import NOBODY, Layout, all_but
from net.effects import Acted
from net.limits import UPDATE_CHANGES
from net.messages import Begin, Ended, Update, WireChange
from net.wire import write_change, write_view

AWAY: Final = ""
"""The program of a seat whose person is not there: the automatic action of the rulings, at once."""


class Running:
    """One match at a table, from its first decision to its standings."""

    __slots__ = ("_due", "_news", "_pace", "_programs", "_secrets", "match", "names", "number", "steps", "versions")

    def __init__(self, number: int, match: Match, names: tuple[str, ...], pace: float) -> None:
        self.number = number
        self.match = match
        self.names = names
        self.steps = [0] * match.seats
        self.versions: dict[int | None, int] = dict.fromkeys([None, *range(match.seats)], 0)
        self._pace = pace
        self._secrets = has_secrets(match.layout)
        self._programs: dict[int, str] = {}
        self._due: dict[int, tuple[int, float]] = {}
        self._news: list[Change] = []

    # Decisions

    def act(self, seat: int, action: Action, by: str) -> Acted:
        """Let a seat act and note what is to be told of it.

        Raises `core.IllegalAction`, and changes nothing, if the rules do not allow it.
        """
        self._news += self.match.act(seat, action)
        self.steps[seat] += 1
        return Acted(self.number, seat, str(action), by)

    def entrust(self, seat: int, program: str) -> None:
        """Let a bot of the game, or for `AWAY` the automatic action, decide for a seat from now on."""
        self._programs[seat] = program
        self._due.pop(seat, None)

    def give_back(self, seat: int) -> None:
        """Let a person decide for a seat again."""
        self._programs.pop(seat, None)
        self._due.pop(seat, None)

    def play_due(self, now: float) -> list[Acted]:
        """Let every program whose time has come take one action, all decided from the same state."""
        self._plan(now)
        due = [seat for seat, (_, when) in sorted(self._due.items()) if when <= now]
        decided = [(seat, self._decide(seat)) for seat in due]
        acted: list[Acted] = []
        for seat, action in decided:
            del self._due[seat]
            if action in self.match.legal(seat):
                acted.append(self.act(seat, action, "bot" if self._programs[seat] else "away"))
        self._plan(now)
        return acted

    def wake_at(self) -> float | None:
        """Return when the next program is due, or None."""
        return min((when for _, when in self._due.values()), default=None)

    def _plan(self, now: float) -> None:
        waiting = self.match.waiting
        for seat in [seat for seat in self._due if seat not in waiting]:
            del self._due[seat]
        for seat in sorted(waiting & self._programs.keys()):
            step = self.steps[seat]
            if seat not in self._due or self._due[seat][0] != step:
                self._due[seat] = (step, now + self._delay(seat, step))

    def _delay(self, seat: int, step: int) -> float:
        """Return how long a program pretends to think: about the pace, never twice the same, always the same."""
        if self._programs[seat] == AWAY:
            return 0.0
        whim = crc32(f"{self.number} {seat} {step}".encode()) / 0xFFFFFFFF
        return self._pace * (0.6 + 0.8 * whim)

    def _decide(self, seat: int) -> Action:
        program = self._programs[seat]
        bot = self.match.game.bots.get(program)
        return self.match.default(seat, away=program == AWAY) if bot is None else bot(self.match.view(seat))

    # Telling

    def begin(self, audience: int | None, opening: bool) -> Begin:
        """Return the match as an audience may know it now, with the changes of setting up if it has just begun."""
        match = self.match
        options = {name: value for name, value in match.options.items() if isinstance(value, bool | int | str)}
        return Begin(
            self.number,
            self.versions[audience],
            match.game.slug,
            options,
            self.names,
            write_view(match.view(audience), match.layout),
            self._opening(audience) if opening else (),
        )

    def updates(self, audiences: Sequence[int | None]) -> list[tuple[list[int | None], Update | None]]:
        """Return what to tell these audiences of all that has happened since, and count it.

        Audiences that are told the same stand together. None instead of an update: there is so much that a
        fresh view is shorter.
        """
        news, self._news = self._news, []
        groups: dict[tuple[int, int | None], list[int | None]] = {}
        told = redacted(news, audiences) if news else {}
        common = told.get(None, ())
        for audience in audiences:
            changes = told.get(audience, common)
            if changes:
                self.versions[audience] += len(changes)
                mark = audience if audience in told else None
                groups.setdefault((self.versions[audience], mark), []).append(audience)
        return [
            (group, Update(version, told[mark]) if len(told[mark]) <= UPDATE_CHANGES else None)
            for (version, mark), group in groups.items()
        ]

    def ended(self) -> Ended:
        """Return the final standings."""
        return Ended(self.number, tuple((s.seat, s.score, s.rank) for s in self.match.standings), self.names)

    def _opening(self, audience: int | None) -> tuple[WireChange, ...]:
        told = redacted(self.match.opening, (audience,))
        return told.get(audience, told[None])

    def shared(self, audience: int | None) -> tuple[int, int | None]:
        """Return a mark that is the same for audiences which one and the same `begin` serves."""
        alike = not self.match.shadows and not self._secrets
        return self.versions[audience], None if alike else audience


def has_secrets(layout: Layout) -> bool:
    """Whether some pile or fact is for one seat alone."""
    return any(place.audience >= 0 for place in layout.piles) or any(fact.audience >= 0 for fact in layout.facts)


def redacted(changes: Sequence[Change], audiences: Iterable[int | None]) -> dict[int | None, tuple[WireChange, ...]]:
    """Return what is told of these changes: under None to those who watch, under a seat what it is told instead.

    A change is put into its plain form once for all who are told the same of it.
    """
    common = [_written(change, None) for change in changes]
    asked = {audience for audience in audiences if audience is not None}
    own: dict[int, list[WireChange | None]] = {}
    for place, change in enumerate(changes):
        for seat in concerned(change):
            if seat in asked:
                own.setdefault(seat, common.copy())[place] = _written(change, seat)
    told: dict[int | None, tuple[WireChange, ...]] = {None: _compact(common)}
    for seat, changed in own.items():
        told[seat] = _compact(changed)
    return told


def _compact(told: Iterable[WireChange | None]) -> tuple[WireChange, ...]:
    return tuple(change for change in told if change is not None)


def _written(change: Change, audience: int | None) -> WireChange | None:
    seen = change.seen_by(audience)
    return None if seen is None else write_change(seen)


def concerned(change: Change) -> set[int]:
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
    private = {audience for audience in audiences if audience >= 0}
    return private | {all_but(audience) for audience in audiences if audience < NOBODY}
