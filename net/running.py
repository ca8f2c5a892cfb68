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
from net.graces import Graces
from net.limits import UPDATE_CHANGES
from net.messages import Begin, Ended, Update, WireChange
from net.wire import write_change, write_view

AWAY: Final = ""
"""The program of a seat whose person is not there: the automatic action of the rulings, at once."""

TIME_LIMIT: Final = "time_limit"
"""A game's option of this name is the number of minutes after which the table says that time has run out."""


class Running:
    """One match at a table, from its first decision at the time `now` to its standings.

    Programs decide for the seats without which the match does not go on (`Match.awaited`). A bot that may act
    though nobody waits for it does so only where its game has something for it to `interject`.
    """

    __slots__ = (
        "_due",
        "_ends_at",
        "_interjections",
        "_news",
        "_pace",
        "_programs",
        "_secrets",
        "graces",
        "match",
        "names",
        "number",
        "steps",
        "versions",
    )

    def __init__(self, number: int, match: Match, names: tuple[str, ...], pace: float, now: float) -> None:
        minutes = match.options.get(TIME_LIMIT)
        self.number = number
        self.match = match
        self.names = names
        self.steps = [0] * match.seats
        self.versions: dict[int | None, int] = dict.fromkeys([None, *range(match.seats)], 0)
        self._pace = pace
        self._secrets = has_secrets(match.layout)
        self._programs: dict[int, str] = {}
        self._due: dict[int, tuple[int, float]] = {}
        self._interjections: dict[int, tuple[Action, float, float]] = {}
        self._ends_at = now + 60 * minutes if isinstance(minutes, int) and minutes else None
        self._news: list[Change] = []
        self.graces = Graces(match.options)
        self.graces.note(match, now)

    # Decisions

    def act(self, seat: int, action: Action, by: str, now: float) -> Acted:
        """Let a seat, or the table itself (the number after the last seat), act; note what is to be told of it.

        Raises `core.IllegalAction`, and changes nothing, if the rules do not allow it.
        """
        self._news += self.match.act(seat, action)
        if seat < len(self.steps):
            self.steps[seat] += 1
        self.graces.note(self.match, now)
        return Acted(self.number, seat, str(action), by)

    def end_time(self, now: float) -> list[Acted]:
        """Say that the time is up, once, if it is: that is for the table itself to say (QD-20)."""
        if self._ends_at is None or now < self._ends_at:
            return []
        self._ends_at = None
        table = self.match.seats
        return [self.act(table, action, "clock", now) for action in self.match.legal(table)[:1]]

    def entrust(self, seat: int, program: str) -> None:
        """Let a bot of the game, or for `AWAY` the automatic action, decide for a seat from now on."""
        self._programs[seat] = program
        self._forget(seat)

    def give_back(self, seat: int) -> None:
        """Let a person decide for a seat again."""
        self._programs.pop(seat, None)
        self._forget(seat)

    def _forget(self, seat: int) -> None:
        self._due.pop(seat, None)
        self._interjections.pop(seat, None)

    def play_due(self, now: float) -> list[Acted]:
        """Let every program whose time has come act once, all decided from the same state; what ripens later waits."""
        self._plan(now)
        acted = self._interject(now)
        if acted:
            self._plan(now)
        due = [seat for seat, (_, when) in sorted(self._due.items()) if when <= now]
        decided = [(seat, self._decide(seat)) for seat in due]
        for seat, action in decided:
            ripe = self.graces.ripe_at(action)
            if ripe > now:
                self._due[seat] = (self.steps[seat], ripe)
                continue
            del self._due[seat]
            if action in self.match.legal(seat):
                acted.append(self.act(seat, action, "bot" if self._programs[seat] else "away", now))
        self._plan(now)
        return acted

    def wake_at(self) -> float | None:
        """Return when the next program is due, the next held-back action counts, or time is up; or None."""
        times = [when for _, when in self._due.values()]
        times += [when for *_, when in self._interjections.values()]
        times += [when for when in (self.graces.wake_at(), self._ends_at) if when is not None]
        return min(times, default=None)

    def _plan(self, now: float) -> None:
        awaited = self.match.awaited
        for seat in [seat for seat in self._due if seat not in awaited]:
            del self._due[seat]
        for seat in sorted(awaited & self._programs.keys()):
            step = self.steps[seat]
            if seat not in self._due or self._due[seat][0] != step:
                self._due[seat] = (step, now + self._delay(seat, step))
        self._plan_interjections(now)

    # What nobody waits for

    def _plan_interjections(self, now: float) -> None:
        """Let every bot that may act though it need not say what it would do, and when: never within a grace."""
        match, before = self.match, self._interjections
        interject = match.game.interject
        self._interjections = {}
        if interject is None or match.waiting == match.awaited:
            return
        for seat in sorted(match.waiting & self._programs.keys()):
            action = interject(match.view(seat)) if self._programs[seat] in match.game.bots else None
            if action is None or action not in match.legal(seat):
                continue
            ripe = self.graces.ripe_at(action)
            known = before.get(seat)
            if known is not None and known[:2] == (action, ripe):
                self._interjections[seat] = known
            else:
                self._interjections[seat] = (action, ripe, max(now, ripe) + self._delay(seat, self.steps[seat]))

    def _interject(self, now: float) -> list[Acted]:
        """Let the bots whose time has come do it, if it is still possible; it puts off no decision of theirs."""
        acted: list[Acted] = []
        for seat, (action, _, when) in sorted(self._interjections.items()):
            if when > now:
                continue
            del self._interjections[seat]
            if action in self.match.legal(seat) and self.graces.ripe_at(action) <= now:
                acted.append(self.act(seat, action, "bot", now))
                if seat in self._due:
                    self._due[seat] = (self.steps[seat], self._due[seat][1])
        return acted

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
