"""The host's machine: a process that runs the real table and connections, and that can die at any instant.

Like `net.house` it gathers what comes into ticks, has each tick's entries written down by somebody else while it
waits, and then carries out the other effects in order; unlike it, each effect is carried out by itself, so that
the process can be killed between any two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checks import Checks
from disk import Disk
from links import Wire
from presence import Presence
from world import Event, World

from net.connection import HostEnd
from net.effects import Asked, Drop, Effect, Ending, Entry, Gone, Input, Journal, Link, Paused, Resumed, Send, WakeAt
from net.errors import PeerFault
from net.limits import LINGER_SECONDS
from net.messages import Bye, Hello, to_bytes
from net.table import Table


class HostLine:
    """The host's end of one connection, as `net.host.Far` is; `whose` names who is at the other, for the checks."""

    def __init__(self, host: Host, wire: Wire, whose: str) -> None:
        self.wire = wire
        self.whose = whose
        self.greeted = False
        self.link: Link | None = host.connect(self)
        self._host = host
        self._world = host.world
        self._end = HostEnd(host.time())
        self._timer = host.at(self._end.deadline, self.look_at_clock)
        wire.up.target = wire.down.source = self

    def received(self, data: bytes) -> None:
        if self.link is None or not self._host.alive:
            return
        for heard in self._end.receive(data, self._host.time()):
            if isinstance(heard, PeerFault):
                self._host.checks.fault(self.whose, heard)
                self._give_up()
                return
            if isinstance(heard, Hello) and not self.greeted:
                self.greeted = True
                self._host.presence.greeted(self.whose)
            elif isinstance(heard, Bye):
                self._host.presence.parted(self.whose, goodbye=True)
            self._host.post(Asked(self.link, heard))
        self._flush()

    def ended(self) -> None:
        if self._host.alive:
            self._timer.cancel()
            self._part()
            self.wire.down.finish()

    def full(self) -> None:
        if self.link is not None and self._host.alive:
            self._world.count("a reader fell behind")
            self._host.checks.behind.add(self.whose)
            self._host.post(Paused(self.link))

    def drained(self) -> None:
        if self.link is not None and self._host.alive:
            self._host.post(Resumed(self.link))

    def deliver(self, frame: bytes) -> None:
        self._end.send_frame(frame)
        self._flush()

    def close(self) -> None:
        """Say that nothing more follows, and cut the line a little later."""
        if self.link is not None and self.greeted:
            self._host.presence.parted(self.whose)
        self.link = None
        self._end.closing = True
        self._timer.cancel()
        self.wire.down.finish()
        self._world.after(LINGER_SECONDS, self.wire.cut)

    def _flush(self) -> None:
        self.wire.down.write(self._end.take())

    def _give_up(self) -> None:
        self._flush()
        self._part()
        self.close()

    def _part(self) -> None:
        if self.link is not None:
            link, self.link = self.link, None
            self._host.presence.parted(self.whose)
            self._host.disconnect(link)
            self._host.post(Gone(link))

    def look_at_clock(self) -> None:
        """Do what the time asks for."""
        self._timer.cancel()
        if self.link is None or not self._host.alive:
            return
        fault = self._end.check(self._host.time())
        if fault is not None:
            self._host.checks.fault(self.whose, fault)
            self._give_up()
            return
        self._flush()
        self._timer = self._host.at(self._end.deadline, self.look_at_clock)


def nothing() -> None:
    """Do nothing when the fuse has burnt."""


class Host:
    """One life of the host's process."""

    def __init__(self, world: World, table: Table, disk: Disk, checks: Checks, offset: float) -> None:
        self.world = world
        self.table = table
        self.disk = disk
        self.checks = checks
        self.alive = True
        self.fuse: int | None = None
        self.burnt: Callable[[], None] = nothing
        self.offset = offset
        self.presence = Presence(world, self)
        self._lines: dict[Link, HostLine] = {}
        self._next_link = 1
        self._inbox: list[Input] = []
        self._ticking: Event | None = None
        self._hand: Sequence[Entry] = ()
        self._alarm: Event | None = None

    # Its clock

    def time(self) -> float:
        """The time on this machine's clock, which counts from anywhere and may jump ahead."""
        return self.world.now + self.offset

    def at(self, when: float, do: Callable[[], None]) -> Event:
        """Let something happen at a time of this machine's clock."""
        return self.world.at(when - self.offset, do)

    def jump(self, seconds: float) -> None:
        """Let the clock jump ahead."""
        self.offset += seconds
        self.stir()
        for line in self.lines:
            line.look_at_clock()

    # What lines call

    def accept(self, wire: Wire, whose: str) -> None:
        """Take in a new connection."""
        HostLine(self, wire, whose)

    def connect(self, line: HostLine) -> Link:
        link = self._next_link
        self._next_link += 1
        self._lines[link] = line
        return link

    def disconnect(self, link: Link) -> None:
        self._lines.pop(link, None)

    def post(self, item: Input) -> None:
        self._inbox.append(item)
        self.stir()

    def stir(self) -> None:
        """Let there be a tick as soon as the one before it has been carried out."""
        if self._ticking is None and not self._hand and self.alive:
            self._ticking = self.world.after(0.0, self._tick)

    # One tick

    def _tick(self) -> None:
        self._ticking = None
        if not self.alive:
            return
        inbox, self._inbox = self._inbox, []
        effects = self.table.handle(inbox, self.time())
        self.checks.ticked(effects)
        self.presence.ticked(self.table, effects)
        self.carry_out(effects)

    def carry_out(self, effects: Sequence[Effect]) -> None:
        """Write down what is to be written down, and when that is done do the rest."""
        entries = [effect.entry for effect in effects if isinstance(effect, Journal)]
        rest = [effect for effect in effects if not isinstance(effect, Journal)]
        if entries:
            self.write(entries, lambda: self.perform(rest, fresh=True))
        else:
            self.perform(rest, fresh=False)

    def write(self, entries: Sequence[Entry], then: Callable[[], None]) -> None:
        """Have entries committed, which takes its time, and go on; what comes meanwhile waits."""
        self._hand = entries
        if self._burns():
            self.die()
            self.burnt()
            return

        def written() -> None:
            if self.alive:
                self._hand = ()
                self.disk.commit(entries)
                self.checks.written(entries)
                then()

        self.world.after(self.disk.time(), written)

    def perform(self, effects: Sequence[Effect], fresh: bool) -> None:
        """Carry out the effects of one tick that are no entries, in order; `fresh` if entries came before them."""
        frames: dict[int, bytes] = {}
        for effect in effects:
            if self._burns():
                self.world.count("killed between journal and send" if fresh else "killed between two effects")
                self.die()
                self.burnt()
                return
            match effect:
                case Send(links, message):
                    fresh = False
                    frame = frames.get(id(message)) or frames.setdefault(id(message), to_bytes(message))
                    for link in links:
                        if link in self._lines:
                            self._lines[link].deliver(frame)
                case Drop(link):
                    line = self._lines.pop(link, None)
                    if line is not None:
                        line.close()
                case WakeAt(when):
                    self._set_alarm(when)
        if self._inbox:
            self.stir()

    def _set_alarm(self, when: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if when is None else self.at(when, self.stir)

    # Ends

    def _burns(self) -> bool:
        if self.fuse is not None:
            self.fuse -= 1
        return self.fuse is not None and self.fuse < 0

    def die(self, power: bool = False) -> None:
        """End this process at once; `power` takes the whole machine with it."""
        if not self.alive:
            return
        self.alive = False
        self.world.note("host", "loses power" if power else "is killed")
        self.disk.break_off(self._hand, power)
        for line in self.lines:
            if power:
                line.wire.vanish()
            else:
                line.wire.cut()
        self.checks.died(power, self._hand)

    def end(self) -> None:
        """End in order: everybody is told goodbye."""
        self._inbox.append(Ending())
        self._tick()
        self.alive = False

    @property
    def lines(self) -> list[HostLine]:
        """Every connection there is, also of those who have not said hello."""
        return [*self._lines.values()]
