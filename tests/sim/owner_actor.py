"""Makes random requests of the owner of a table and of its spectators during a match, apart from playing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from net.protocol.table_state import Terms
from tests.sim.remote_players import RemotePerson
from tests.sim.simulation import Simulation
from tests.sim.table_configs import TABLE_CONFIGS_BY_SLUG

BOT_LEVELS = ("", "", "easy", "hard")
"""Levels from which the owner chooses for a new bot; an empty text means the usual level.

A hard bot thinks for many ticks.
"""


class OwnerActor:
    """Makes random requests of the person who owns the table at that moment, and of spectators."""

    def __init__(self, simulation: Simulation, people: Sequence[RemotePerson]) -> None:
        self.simulation = simulation
        self.people = people
        self.owner_actions: list[Callable[[RemotePerson], None]] = [
            self.pause_match,
            self.pause_match,
            self.pause_match,
            self.kick_person,
            self.give_seat_to_bot,
            self.make_other_person_owner,
            self.set_terms,
            self.set_terms,
            self.end_match,
            self.configure_table,
            self.replace_bot,
        ]

    def schedule_requests(self, count: int, end_time: float) -> None:
        """Schedule this number of requests before the time `end_time`."""
        for _ in range(count):
            self.simulation.schedule_at(self.simulation.chance.uniform(1.0, end_time), self.make_random_request)

    def make_random_request(self) -> None:
        """Make one random request, as the owner or as a spectator."""
        if self.simulation.chance.random() < 0.4:
            self.simulation.chance.choice((self.request_seats_for_spectators, self.move_person))()
            return
        owner = self.owner()
        if owner is not None:
            self.simulation.chance.choice(self.owner_actions)(owner)

    def owner(self) -> RemotePerson | None:
        """Return the person whose client says that they own the table, or None if there is none."""
        return next(
            (one for one in self.people if one.has_joined and one.program is not None and one.program.is_owner), None
        )

    def _random_other_name(self, owner: RemotePerson) -> str:
        """Return the name at the table of a random other person; empty if there is none."""
        names = [one.program.name for one in self.people if one is not owner and one.program is not None]
        return self.simulation.chance.choice(names) if names else ""

    # Requests of the owner

    def pause_match(self, owner: RemotePerson) -> None:
        """Pause the match; the owner resumes it later."""
        owner.use_client(lambda program: program.pause_match())

    def kick_person(self, owner: RemotePerson) -> None:
        """Remove another person from the table for good."""
        name = self._random_other_name(owner)
        owner.use_client(lambda program: program.kick_person(name))

    def give_seat_to_bot(self, owner: RemotePerson) -> None:
        """Ask to give a seat to a bot of any level; the table refuses this unless the person of the seat is absent."""
        seat, level = self.simulation.chance.randrange(3), self.simulation.chance.choice(BOT_LEVELS)
        owner.use_client(lambda program: program.give_seat_to_bot(seat, level))

    def make_other_person_owner(self, owner: RemotePerson) -> None:
        """Make somebody else the owner."""
        name = self._random_other_name(owner)
        owner.use_client(lambda program: program.make_owner(name))

    def set_terms(self, owner: RemotePerson) -> None:
        """Change the time limit and the grace period."""
        terms = self.random_terms()
        owner.use_client(lambda program: program.set_terms(terms))

    def random_terms(self) -> Terms:
        """Return random terms of a table."""
        return Terms(self.simulation.chance.choice((0, 5, 5, 8)), self.simulation.chance.choice((0, 1, 2, 30)))

    def end_match(self, owner: RemotePerson) -> None:
        """Stop the match in some of the calls, chosen at random; in the others do nothing."""
        if self.simulation.chance.random() < 0.3:
            owner.use_client(lambda program: program.end_match())

    def configure_table(self, owner: RemotePerson) -> None:
        """Ask to change the game and its options; the table refuses this during a match."""
        slug = self.simulation.chance.choice(list(TABLE_CONFIGS_BY_SLUG))
        seats, options = self.simulation.chance.choice(TABLE_CONFIGS_BY_SLUG[slug])
        owner.use_client(lambda program: program.configure_table(slug, seats, options))

    def replace_bot(self, owner: RemotePerson) -> None:
        """Remove the bot of a random seat, if it has one, and add a bot of any level to a free seat."""
        seat, level = self.simulation.chance.randrange(4), self.simulation.chance.choice(BOT_LEVELS)
        owner.use_client(lambda program: program.remove_bot(seat))
        owner.use_client(lambda program: program.add_bot(level))

    def move_person(self) -> None:
        """Request by chance that a person stands up, sits down in a random seat, perhaps a bot's, and is ready."""
        person = self.simulation.chance.choice(self.people)
        seat = self.simulation.chance.randrange(4)
        if seat % 2:
            person.use_client(lambda program: program.leave_seat())
        person.use_client(lambda program: program.set_ready())
        if self.simulation.chance.random() < 0.7:
            person.use_client(lambda program: program.take_seat(seat))

    def request_seats_for_spectators(self) -> None:
        """Request a seat for every spectator at the table: a free one, or that of a bot if the terms of the table allow
        it.
        """
        for person in self.people:
            if person.has_joined and person.program is not None and person.program.seat is None:
                person.use_client(lambda program: program.take_seat())
