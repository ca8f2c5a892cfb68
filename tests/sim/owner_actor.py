"""What the owner of a table, and those who watch, do with it while a match goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from net.protocol.table_state import Terms
from tests.sim.remote_players import RemotePerson
from tests.sim.table_configs import TABLE_CONFIGS
from tests.sim.world import World


class OwnerActor:
    """Whoever runs the table at some instant does something that only they may do."""

    def __init__(self, world: World, people: Sequence[RemotePerson]) -> None:
        self.world = world
        self.people = people
        self.whims: list[Callable[[RemotePerson], None]] = [
            self.pause,
            self.pause,
            self.pause,
            self.kick,
            self.replace,
            self.hand_over,
            self.set_terms,
            self.set_terms,
            self.end_match,
            self.configure,
            self.bots,
        ]

    def plan(self, number: int, until: float) -> None:
        """Let so many things be done before an instant."""
        for _ in range(number):
            self.world.at(self.world.chance.uniform(1.0, until), self.something)

    def something(self) -> None:
        """Do something as the owner, or as somebody who watches."""
        if self.world.chance.random() < 0.4:
            self.world.chance.choice((self.take_over, self.move))()
            return
        owner = self.owner()
        if owner is not None:
            self.world.chance.choice(self.whims)(owner)

    def owner(self) -> RemotePerson | None:
        """Return who runs the table now, as far as they know."""
        return next((one for one in self.people if one.inside and one.program is not None and one.program.owner), None)

    def _other(self, owner: RemotePerson) -> str:
        """Return what somebody else is called at the table."""
        names = [one.program.name for one in self.people if one is not owner and one.program is not None]
        return self.world.chance.choice(names) if names else ""

    # Whims

    def pause(self, owner: RemotePerson) -> None:
        """Let the match stand still; whoever runs the table lets it go on again (see `RemotePerson.on_news`)."""
        owner.do(lambda program: program.pause())

    def kick(self, owner: RemotePerson) -> None:
        """Send somebody away, who stays away."""
        name = self._other(owner)
        owner.do(lambda program: program.kick(name))

    def replace(self, owner: RemotePerson) -> None:
        """Give a seat to a program; that is refused unless its person is away."""
        seat = self.world.chance.randrange(3)
        owner.do(lambda program: program.replace(seat))

    def hand_over(self, owner: RemotePerson) -> None:
        """Make somebody else the owner."""
        name = self._other(owner)
        owner.do(lambda program: program.make_owner(name))

    def set_terms(self, owner: RemotePerson) -> None:
        """Change the clock and the grace."""
        terms = self.terms()
        owner.do(lambda program: program.set_terms(terms))

    def terms(self) -> Terms:
        """Return some way to run a table."""
        return Terms(self.world.chance.choice((0, 5, 5, 8)), self.world.chance.choice((0, 1, 2, 30)))

    def end_match(self, owner: RemotePerson) -> None:
        """Break the match off, if it has gone on for a while."""
        if self.world.chance.random() < 0.3:
            owner.do(lambda program: program.end_match())

    def configure(self, owner: RemotePerson) -> None:
        """Play something else from now on; that is refused while a match is being played."""
        slug = self.world.chance.choice(list(TABLE_CONFIGS))
        seats, options = self.world.chance.choice(TABLE_CONFIGS[slug])
        owner.do(lambda program: program.configure(slug, seats, options))

    def bots(self, owner: RemotePerson) -> None:
        """Give seats to programs, and take them away again."""
        seat = self.world.chance.randrange(4)
        owner.do(lambda program: program.remove_bot(seat))
        owner.do(lambda program: program.add_bot())

    def move(self) -> None:
        """Let somebody sit down elsewhere between two matches: standing, or from their seat, perhaps for a program."""
        person = self.world.chance.choice(self.people)
        seat = self.world.chance.randrange(4)
        if seat % 2:
            person.do(lambda program: program.stand())
        person.do(lambda program: program.ready())
        if self.world.chance.random() < 0.7:
            person.do(lambda program: program.sit(seat))

    def take_over(self) -> None:
        """Let somebody who watches sit down in a program's seat."""
        for person in self.people:
            if person.inside and person.program is not None and person.program.seat is None:
                person.do(lambda program: program.sit())
