"""What a table writes down of itself, and how it goes on from that."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from core.engine.proof import Deal
from net.journal.entries import SavedChair, SavedMatch, SavedTable
from net.limits import PEOPLE
from net.protocol.messages import ActionAnswered
from net.security.table_secrets import TableSecrets
from net.table.inputs_effects import Entry, PersonEntry, PersonRemovedEntry, TableEntry
from net.table.owner_requests import Owning
from net.table.person import Person, Score
from net.table.record_download import record_of
from net.table.seats import Seat
from net.table.spec import TableSpec
from net.table.state import LOBBY, PLAYING

NOBODY = SavedChair()


class Memory(Owning):
    """The part of a table that remembers: it knows what has been written down, and writes down what differs."""

    def __init__(self, spec: TableSpec, secrets: TableSecrets) -> None:
        super().__init__(spec, secrets)
        self._kept: TableEntry | None = None
        self._people_kept: dict[str, PersonEntry] = {}

    # Writing down

    def remember(self) -> Iterator[Entry]:
        """Yield what is to be written down of the table and its people since this was last called."""
        table = self._table_kept()
        if table != self._kept:
            self._kept = table
            yield table
        known = {person.token: person for person in self.seating.everybody() if self._has_a_place(person)}
        for token, person in known.items():
            kept = _person_kept(person)
            if self._people_kept.get(token) != kept:
                self._people_kept[token] = kept
                yield kept
        for token in [token for token in self._people_kept if token not in known]:
            del self._people_kept[token]
            yield PersonRemovedEntry(token)

    def _has_a_place(self, person: Person) -> bool:
        """Whether something of somebody is to outlive this process; who only ever watched is a newcomer to the next."""
        return person.seat is not None or bool(person.scores) or person is self.founder

    def _table_kept(self) -> TableEntry:
        return TableEntry(
            self.secrets.secret,
            self.secrets.first,
            self.secrets.code,
            self.name,
            self.game.slug,
            tuple((name, str(value)) for name, value in self.options.items()),
            tuple(map(_chair_kept, self.seating.chairs)),
            self.terms,
            self.matches,
            "" if self.founder is None else self.founder.token,
            self.secrets.boots,
            self.secrets.process,
            self.standstill.is_paused,
            self.banned,
        )

    # Going on

    def recall(self, saved: SavedTable, now: float, code: str | None, chance: bytes) -> None:
        """Become the table that was written down, of the same game, seats and options."""
        kept = saved.table
        self._kept = kept
        self._people_kept = {person.token: person for person in saved.people}
        self.set_time(now)
        self.secrets = TableSecrets(kept.secret, kept.code if code is None else code, kept.seed)
        self.secrets.go_on(kept.process, kept.boots + 1, chance)
        self.before = kept.process
        self.terms = kept.terms
        self.matches = kept.matches
        self.banned = kept.banned
        self.seating.chairs[:] = [Seat(None, chair.bot, chair.name, chair.filler) for chair in kept.chairs]
        for one in saved.people:
            self._recall_person(one)
        self.founder = self.seating.by_token(kept.founder)
        if saved.match is not None:
            self._recall_match(saved.match, kept.options)
        if self.playing is None:
            self.seating.dismiss_fillers()  # they came for a match that was about to begin
        if kept.paused and self.playing is not None:
            self.standstill.pause(now)
        self.add_up()
        for person in list(self.seating.away.values()):
            if person.seat is not None and person.left:
                self.give_up(person)
            elif person.seat is not None:
                self.seating.wait(person, self.time + self.terms.grace)

    def _recall_person(self, kept: PersonEntry) -> None:
        person = Person(-1, kept.name, kept.token, kept.watch, left=kept.left, done=kept.done)
        person.scores = {game: Score(*score) for game, *score in kept.scores}
        self.seating.remember(person)
        seat = kept.seat
        if seat is not None and seat < len(self.seating.chairs) and self.seating.chairs[seat].person is None:
            self.seating.chairs[seat] = Seat(person)
            person.seat = seat

    def _recall_match(self, kept: SavedMatch, options: tuple[tuple[str, str], ...]) -> None:
        """Play the last match again up to where it was; who asked for what is known from it, too."""
        began, acted = kept.began, kept.acted
        if (began.game, began.seats) != (self.game.slug, len(self.seating.chairs)) or began.options != options:
            return  # the table has been set to something else since it was over
        self.matches = max(self.matches, 1)
        self.phase = PLAYING
        deal = Deal.parse(began.deal) if began.deal else None
        running = self.set_up(began, began.seed, deal, self.time - (acted[-1].at if acted else 0.0))
        for entry in acted:
            running.act(entry.seat, running.match.game.parse(entry.action), entry.by, running.began + entry.at)
            running.news.updates(())
            person = self.seating.by_token(entry.person)
            if person is not None:
                person.done = max(person.done, entry.ask)
                person.answer = ActionAnswered(entry.ask, running.number, running.steps[entry.seat])
        running.news.go_on()
        for seat, chair in enumerate(self.seating.chairs):
            running.rename(seat, chair.bot_name if chair.person is None else chair.person.name)
        if kept.closed is not None:
            self.phase = LOBBY
            self.outcome = running.ended()
            self.shelf.keep(running.number, kept.closed.record or str(record_of(running)))


# Values, most of them as they were: the same one is made once

_same_chair: Final = lru_cache(maxsize=2 * PEOPLE)(SavedChair)
_same_person: Final = lru_cache(maxsize=2 * PEOPLE)(PersonEntry)


def _chair_kept(chair: Seat) -> SavedChair:
    return _same_chair(chair.bot, chair.bot_name, chair.filler) if chair.bot_name else NOBODY


def _person_kept(person: Person) -> PersonEntry:
    return _same_person(
        person.token,
        person.name,
        person.watch,
        person.seat,
        person.left,
        tuple((game, *score) for game, score in person.scores.items()) if person.scores else (),
        person.done,
    )
