"""What a table is, before anybody asks anything of it: its people, what it plays, whose it is, and its time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from net.limits import NAME_CELLS, NOTICES_AT_ONCE, NOTICES_PER_SECOND, TOTALS_NAMED, WATCHERS_NAMED
from net.protocol.messages import MatchAborted, MatchResult, TableNotice, YourPlace
from net.protocol.pausable_clock import PausableClock
from net.protocol.rate_limit import TokenBucket
from net.protocol.sanitize import clean, name_key
from net.protocol.table_state import TableInfo, Terms, Total, plain_settings
from net.security.table_secrets import TableSecrets
from net.table.broadcast import Broadcast
from net.table.inputs_effects import Link
from net.table.match_runner import MatchRunner
from net.table.person import Person, Score
from net.table.seats import Seat, Seats, best_bot
from net.table.spec import TableSpec

LOBBY: Final = "lobby"
PLAYING: Final = "playing"


class Refusal(Exception):
    """What was asked is not possible now, for a reason in one sentence; nothing has changed."""


class SharedTableState:
    """The people of a table and what they play; everything else that a table does stands on this.

    `now` is the real time, `time` that of the table, which stands while it pauses: clocks, graces and programs go
    by that. The table belongs to its `founder`, the first who came or whom it was given to; while they are away
    whoever has been here longest runs it as its `owner`. `before` names the process that ran it before this one.
    """

    def __init__(self, spec: TableSpec, secrets: TableSecrets) -> None:
        game, seats = spec.game, spec.seats
        self.name = clean(spec.name, NAME_CELLS)
        self.game = game
        self.options = game.settings(seats, spec.options)
        self.terms = Terms()
        self.phase = LOBBY
        self.running: MatchRunner | None = None
        self.outcome: MatchResult | MatchAborted | None = None
        self.matches = 0
        self.totals: tuple[Total, ...] = ()
        self.address = spec.address
        self.secrets = secrets
        self.before = ""
        self.founder: Person | None = None
        self.banned: tuple[str, ...] = ()
        self.now = 0.0
        self.time = 0.0
        self.standstill = PausableClock()
        self.pace = spec.pace
        self.seating = Seats([Seat() for _ in range(seats)])
        for seat in range(seats - min(spec.bots, seats), seats):
            self.seating.seat_bot(seat, best_bot(game))
        self.telling = Broadcast(self.seating, self.state())
        self.dropped: set[Link] = set()
        self.stirred = False
        self._owner_told: Person | None = None
        self._notices = TokenBucket(NOTICES_PER_SECOND, NOTICES_AT_ONCE, 0.0)

    @property
    def playing(self) -> MatchRunner | None:
        """The match that is being played, or None."""
        return self.running if self.phase == PLAYING else None

    @property
    def owner(self) -> Person | None:
        """Who runs the table now, or None if nobody is here."""
        here = self.seating.here
        if self.founder is not None and self.founder.link in here:
            return self.founder
        return next(iter(here.values()), None)

    def set_time(self, now: float) -> None:
        """Note what time it is."""
        self.now = now
        self.time = self.telling.time = self.standstill.read(now)

    def state(self) -> TableInfo:
        """Return the table as everybody at it may know it."""
        watchers, owner = self.seating.watchers(), self.owner
        return TableInfo(
            self.name or self.game.title,
            self.game.slug,
            plain_settings(self.options),
            self.seating.states(),
            tuple(person.name for person in watchers[:WATCHERS_NAMED]),
            self.phase,
            self.matches,
            self.address,
            None if owner is None else owner.seat,
            len(watchers),
            self.terms,
            self.standstill.is_paused,
            self.totals,
            "" if owner is None else owner.name,
        )

    def add_up(self) -> None:
        """Work out how everybody has done this evening: who has won most comes first, then who has most points.

        Somebody who left and came again as another person of that name is one to those who read it.
        """
        names: dict[str, str] = {}
        scores: dict[str, list[Score]] = defaultdict(list)
        for person in self.seating.everybody():
            if person.scores:
                names[name_key(person.name)] = person.name
                scores[name_key(person.name)].append(person.total(self.game.slug))
        totals = [Total(names[look], *map(sum, zip(*scores[look], strict=True))) for look in names]
        totals.sort(key=lambda one: (-one.wins, -one.points, one.name))
        self.totals = tuple(totals[:TOTALS_NAMED])

    # Telling

    def you(self, person: Person) -> YourPlace:
        """Return who somebody is at this table now."""
        return YourPlace(person.name, person.seat, person is self.owner)

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Tell everybody whose seat is another one afterwards; during a match they see it from there from now on."""
        before = {person: person.seat for person in self.seating.here.values()}
        yield
        for person, seat in before.items():
            if person.seat != seat and not person.arriving:
                if self.playing is not None:
                    person.arriving = True
                else:
                    self.telling.tell(person, self.you(person))

    def tell_owner(self) -> None:
        """Tell who runs the table now, and who did, if that has changed."""
        before, self._owner_told = self._owner_told, self.owner
        if before is not self._owner_told:
            for person in (before, self._owner_told):
                if person is not None and not person.gone and not person.arriving:
                    self.telling.tell(person, self.you(person))

    def notice(self, person: Person, what: str) -> None:
        """Let everybody else read in their log what somebody does, unless there is too much of that already."""
        others = [other for other in self.telling.listeners() if other is not person]
        if others and self._notices.spend(1, self.now):
            self.telling.say(others, TableNotice(f"{person.name} {what}"))
