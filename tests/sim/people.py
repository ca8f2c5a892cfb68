"""People: a machine each, a program on it that speaks through the real client, and a head that plays by chance.

`Visitor` does what `net.far.FarGuest` does, with simulated connections instead of asyncio's.
"""

from __future__ import annotations

from typing import Final

from checks import Checks
from links import Road, Wire
from machine import Machine
from msgspec.structs import replace
from world import Event, World

from core import games
from net.client import Event as News
from net.client import MatchBegan, Played, Reconnected, Refused
from net.connection import PersonEnd
from net.errors import HostGone, NetError, PeerFault
from net.guest import Guest
from net.limits import JOIN_SECONDS, LINGER_SECONDS, RETRY_SECONDS, RETURN_SECONDS
from net.messages import Act, Ask, Begin, Bye, Ended, Failed, Tell, Update, Welcome

SENSIBLE: Final = 0.85
"""How often a person does what a bot would, instead of anything legal."""


class PersonLine:
    """A person's end of one connection, as `net.far.Line` is."""

    def __init__(self, visitor: Visitor, wire: Wire) -> None:
        self.wire = wire
        self.gone = False
        self._visitor = visitor
        self._world = visitor.world
        self._end = PersonEnd(visitor.hello(), self._world.now)
        self._timer = self._world.at(self._end.deadline, self._look_at_clock)
        wire.down.target = wire.up.source = self
        self._flush()

    def received(self, data: bytes) -> None:
        if self.gone or not self._visitor.runs:
            return
        for heard in self._end.receive(data, self._world.now):
            if isinstance(heard, PeerFault):
                self._visitor.checks.wrong(f"{self._visitor.person.name} was told what is no message: {heard}")
            self._visitor.hear(heard)
            if self.gone:
                return
        self._flush()

    def ended(self) -> None:
        self._lose(HostGone("The connection to the host has ended."))

    def full(self) -> None:
        """A person's program never stops writing: it says little."""

    def drained(self) -> None:
        """See `full`."""

    def say(self, message: Ask) -> None:
        self._end.send(message)
        self._flush()

    def close(self) -> None:
        """Say that nothing more follows, and cut the line a little later."""
        self.wire.up.finish()
        self._world.after(LINGER_SECONDS, self.wire.cut)
        self._lose(HostGone("The connection was closed here."))

    def _lose(self, error: NetError) -> None:
        if not self.gone:
            self.gone = True
            self._timer.cancel()
            self.wire.up.finish()
            self._visitor.off_line(self, error)

    def _flush(self) -> None:
        self.wire.up.write(self._end.take())

    def _look_at_clock(self) -> None:
        if self.gone or not self._visitor.runs:
            return
        if self._end.check(self._world.now) is not None:
            self._world.count("a person gave the silent host up")
            self.close()
            return
        self._flush()
        self._timer = self._world.at(self._end.deadline, self._look_at_clock)


class Visitor(Guest):
    """One life of a person's program."""

    def __init__(self, person: Person) -> None:
        super().__init__(person.name, "", person.watch, person.token)
        self.person = person
        self.world = person.world
        self.checks = person.checks
        self.runs = True
        self.inside = False
        self.line: PersonLine | None = None
        self.sent: Act | None = None
        self.welcomed = self._let_in
        self.failed = self._refused
        self._try = 0
        self._tries = 0
        self._until: float | None = None
        self._entering = False
        self._news: list[Tell] = []

    def time(self) -> float:
        return self.world.now

    # Coming in and coming back

    def enter(self) -> None:
        """Try to reach the table."""
        self._try += 1
        self._entering = True
        number = self._try
        self.person.machine.connect(self.person, lambda wire: self._reached(number, wire))
        self.world.after(JOIN_SECONDS, lambda: self._too_long(number))

    def _reached(self, number: int, wire: Wire | None) -> None:
        if not self.runs or number != self._try or not self._entering:
            if wire is not None:
                wire.up.finish()
            return
        if wire is None:
            self._not_in(HostGone("Nobody answers there."))
            return
        self._news = []
        self.line = PersonLine(self, wire)

    def _too_long(self, number: int) -> None:
        if self.runs and self._entering and number == self._try:
            line, self.line = self.line, None
            self._not_in(HostGone("Nothing has answered for too long."))
            if line is not None:
                line.close()

    def _let_in(self) -> None:
        self._entering = False
        self._tries = 0
        self.inside = True
        if self._until is not None:
            self._until = None
            self._emit(Reconnected())

    def _refused(self, error: NetError) -> None:
        self.checks.refused(self, error)
        if self._entering:
            self._not_in(error)
        else:
            self.lose(str(error))
            self.person.lost()

    def _not_in(self, error: NetError) -> None:
        """Try again after a pause, if there is a point in it."""
        self._entering = False
        if self._until is None or not isinstance(error, HostGone) or self.world.now >= self._until:
            self.lose(str(error))
            self.person.lost()
            return
        self._retry()

    def _retry(self) -> None:
        pause = RETRY_SECONDS[min(self._tries, len(RETRY_SECONDS) - 1)]
        self._tries += 1
        self.world.after(pause, lambda: self.enter() if self.runs and self.line is None else None)

    def off_line(self, line: PersonLine, error: NetError) -> None:
        if self.line is line:
            self.line = None
        if not self.runs or self.line is not None:
            return
        if self._entering:
            self._not_in(error)
        elif self.inside and self._lost is None:
            self.inside = False
            self._until = self.world.now + RETURN_SECONDS
            self._retry()

    # What is said

    def hear(self, message: Tell) -> None:
        """Take in one message; what is told before the welcome waits for it, as in `net.far`."""
        if not self._entering or isinstance(message, Failed):
            self._take(message)
            return
        self._news.append(message)
        if isinstance(message, Welcome):
            news, self._news = self._news, []
            self._count_return(news)
            if self._table_id and message.table != self._table_id:
                self.world.count("another table answered")
                self._forget()
            for one in news:
                self._take(one)

    def _count_return(self, news: list[Tell]) -> None:
        """Note how somebody who came back was brought up to date."""
        kinds = {type(message) for message in news}
        if self._mirror is None or Ended in kinds:
            return
        how = "was shown everything anew" if Begin in kinds else "was told the changes since"
        self.world.count(f"came back and {how if kinds & {Begin, Update} else 'had missed nothing'}")

    def _take(self, message: Tell) -> None:
        self.world.note(self.person.name, message)
        try:
            super().hear(message)
        except PeerFault as fault:
            self.checks.wrong(f"{self.person.name} was told what does not fit: {fault} ({message})")
        self.checks.heard(self, message)

    def _say(self, message: Ask) -> None:
        if self.line is not None and self.runs:
            if isinstance(message, Act):
                if self.sent is not None and self.sent.id == message.id:
                    self.world.count("an action was sent again after coming back")
                self.sent = message
            self.checks.said(self, message)
            self.line.say(message)

    async def close(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Say goodbye and end."""
        self.runs = False
        if self.line is not None:
            self.line.say(Bye())
            self.line.close()

    def die(self, power: bool = False) -> None:
        """End at once; the kernel tells the host, unless the whole machine is gone."""
        self.runs = False
        if self.line is not None:
            if power:
                self.line.wire.vanish()
            else:
                self.line.wire.cut()


class Person:
    """Somebody with a machine, who comes back when their program is lost, as long as they are `eager`."""

    def __init__(self, world: World, machine: Machine, checks: Checks, name: str, road: Road, watch: bool) -> None:
        self.world = world
        self.machine = machine
        self.checks = checks
        self.name = name
        self.road = road
        self.watch = watch
        self.token = ""
        self.program: Visitor | None = None
        self.eager = True
        self.haste = 0.05 + world.chance.random()
        self._thinking: Event | None = None

    @property
    def inside(self) -> bool:
        """Whether this person is at the table, as far as they know."""
        return self.program is not None and self.program.inside and self.program.line is not None

    def come(self) -> None:
        """Start the program and join."""
        self.program = Visitor(self)
        self.program.listen(self._on_news)
        self.program.enter()

    def lost(self) -> None:
        """The program has ended: keep the token, start it again after a while."""
        if self.program is not None:
            self.program.runs = False
            self.program = None
        self.world.after(0.5 + 4 * self.world.chance.random(), self.come_again)

    def come_again(self) -> None:
        """Start the program anew, unless it runs or is wanted no more."""
        if self.eager and self.program is None:
            self.come()

    def vanish(self, power: bool) -> None:
        """The program is killed, or the machine loses its power; the person does not come back by themselves."""
        if self.program is not None:
            self.program.die(power)
            self.program = None

    def give_up(self) -> None:
        """Leave for good, with a goodbye."""
        self.eager = False
        if self.program is not None:
            self.program.leave()
            self.program = None

    # Playing

    def _on_news(self, news: News) -> None:
        if isinstance(news, MatchBegan | Played | Refused | Reconnected):
            self.think()

    def think(self) -> None:
        """Decide something in a while, if there is something to decide."""
        if self._thinking is None and self._choices():
            self._thinking = self.world.after(self.haste * self.world.chance.random(), self._decide)

    def _choices(self) -> tuple[object, ...]:
        program = self.program
        if program is None or program.view is None or program.seat is None or program.view.seat != program.seat:
            return ()
        return games[program.view.game].legal(program.view)

    def _decide(self) -> None:
        self._thinking = None
        choices = self._choices()
        if not choices or self.program is None or not self.inside:
            return
        view = self.program.view
        assert view is not None
        game = games[view.game]
        if self.world.chance.random() < SENSIBLE:
            self.program.act(next(iter(game.bots.values()))(view))
        else:
            self.program.act(self.world.chance.choice(game.legal(view)))

    def again(self) -> None:
        """Say the last action again, as no good program would without a reason."""
        if self.inside and self.program is not None and self.program.line is not None and self.program.sent is not None:
            self.world.count("an action was said twice")
            self.program.line.say(self.program.sent)

    def again_as_new(self) -> None:
        """Say the last action again under a new number: it is for a decision that is past, or asked for twice."""
        program = self.program
        if self.inside and program is not None and program.sent is not None:
            self.world.count("an action came for another decision")
            program._last_id += 1
            program._say(replace(program.sent, id=program._last_id))
