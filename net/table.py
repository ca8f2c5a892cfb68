"""A table: people come, sit down, play one match after another, and are told what they may know.

`Table.handle` takes all that has arrived since the last time (one *tick*) and returns what is to be done about
it, in order: what tells anybody of an action stands after the `Journal` effect that writes it down. There is
no clock, no chance, no input or output here; time is an argument and chance comes from the secret given at
the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from core import Game, RulesError
from net.asking import LOBBY, Asking, Refusal
from net.effects import Asked, Closed, Drop, Effect, Ending, Gone, Input, Journal, Link, Paused, Resumed, WakeAt
from net.errors import HostGone, Malformed, NetError, NotAdmitted, TooSlow
from net.identity import Secrets
from net.limits import PEOPLE, REASON_CELLS, SLOW_SECONDS
from net.messages import (
    Act,
    AddBot,
    Ask,
    Bye,
    Commit,
    Configure,
    Done,
    Hello,
    Look,
    Notice,
    Ping,
    Pong,
    Prove,
    Refuse,
    RemoveBot,
    Reveal,
    Say,
    Sit,
    Stand,
    Start,
    Welcome,
)
from net.proving import record_of
from net.running import AWAY
from net.saved import Saved
from net.seating import Person
from net.telling import table_is
from net.text import clean, unique

NO_CODE: Final = "This table asks for a code; give it with --code."
ALL_TAKEN: Final = "All seats are taken: you watch."
MATCH_ON: Final = "A match is being played: you watch, and can sit down when it is over."
WRONG_CODE: Final = "This table asks for a code, and that was not it."


class Table(Asking):
    """One table of one host.

    `secret` (32 random bytes) is what tokens and, unless `seed` is given, the seeds of the matches are derived
    from; `code` is asked of everybody who comes, unless it is empty; `pace` is how long a program pretends to
    think, in seconds; the last `bots` seats are given to programs. Raises `core.BadOption` for seats or options
    that the game does not have.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, object],
        *,
        secret: bytes,
        name: str = "",
        code: str = "",
        seed: int | str | None = None,
        pace: float = 0.0,
        bots: int = 0,
        address: str = "",
    ) -> None:
        super().__init__(game, seats, options, Secrets(secret, code, seed), name, pace, bots, address)
        self._dropped: set[Link] = set()
        self._stirred = False

    @classmethod
    def restore(
        cls, saved: Saved, now: float, *, pace: float = 0.0, address: str = "", code: str | None = None
    ) -> Table:
        """Return a table that goes on from what has been written down of it (`net.saved.gathered`).

        The match that was being played is where it was after the last action in the journal. Everybody is away,
        and waited for from now on; who comes back by their token has their place again. `pace`, `address` and, unless
        it is None, `code` are new; everything else is as it was. Raises `core.RulesError` if the match cannot be
        played again.
        """
        raise NotImplementedError

    def handle(self, inputs: Sequence[Input], now: float) -> list[Effect]:
        """Take in what has come since the last time and return what is to be done about it, in order."""
        effects: list[Effect] = []
        self.telling.effects = effects
        self.now = now
        self._dropped.clear()
        if self.playing is not None:
            effects += map(Journal, self.playing.end_time(now))
        for item in inputs:
            self._take(item)
        self._let_slow_ones_go()
        self.deal()
        self._play()
        if self._stirred:
            self.telling.table(self.state())
            self._stirred = False
        self._let_in()
        effects.append(WakeAt(self._wake_at()))
        return effects

    def _take(self, item: Input) -> None:
        here = self.seating.here
        self._stirred |= not (isinstance(item, Asked) and isinstance(item.message, Act | Commit | Reveal | Prove))
        match item:
            case Asked(link, message) if link in here:
                self._grant(here[link], message)
            case Asked(link, message) if link not in self._dropped:
                self._meet(link, message)
            case Gone(link):
                self._lose(link)
            case Paused(link) if link in here and here[link].slow_since is None:
                here[link].slow_since = self.now
            case Resumed(link) if link in here and here[link].slow_since is not None:
                here[link].slow_since = None
                here[link].arriving = True
            case Ending():
                for link in here:
                    self.telling.farewell(link, HostGone("The host has closed the table."))
                self._dropped.update(here)
                here.clear()
                self.owner = None
            case _:
                pass

    def _wake_at(self) -> float | None:
        times = [p.slow_since + SLOW_SECONDS for p in self.seating.here.values() if p.slow_since is not None]
        due = self.playing.wake_at() if self.playing is not None else None
        due = self.dealing.deadline if self.dealing is not None else due
        return min(times if due is None else [*times, due], default=None)

    def _grant(self, person: Person, message: Ask) -> None:
        """Do what somebody who is here asks for, or say why not."""
        try:
            match message:
                case Act():
                    self.act(person, message)
                case Say(text):
                    self.say(person, text)
                case Look():
                    self.look(person)
                case Bye():
                    self.telling.effects.append(Drop(person.link, HostGone("You have left the table.")))
                    self._dropped.add(person.link)
                    self._lose(person.link)
                case Hello():
                    raise Refusal("You are at the table already.")
                case Sit(seat):
                    self.sit(person, seat)
                case Stand():
                    self.stand(person)
                case Configure() | AddBot() | RemoveBot() | Start():
                    self.arrange(person, message)
                case Commit() | Reveal():
                    self.settle(person, message)
                case Prove():
                    self.prove(person, message)
                case Ping() | Pong():
                    pass
                case _:
                    raise Refusal("That is not possible at this table yet.")
        except (Refusal, RulesError) as error:
            self.telling.tell(person, Refuse(0, clean(str(error), REASON_CELLS)))

    # Coming and going

    def _meet(self, link: Link, message: Ask) -> None:
        """Let in somebody who says hello; anything else ends a link that has no person yet."""
        if not isinstance(message, Hello):
            self._drop(link, Malformed("The first thing to say to a host is hello."))
        elif not self.secrets.opens(message.code):
            self._drop(link, NotAdmitted(WRONG_CODE if message.code.strip() else NO_CODE))
        elif (known := self.seating.by_token(message.token)) is not None:
            self._take_back(known, link)
        elif len(self.seating.here) >= PEOPLE:
            self._drop(link, NotAdmitted(f"This table is full: {PEOPLE} people are here."))
        else:
            name = unique(message.name, self.seating.taken_names())
            person = Person(link, name, self.secrets.token(), message.watch)
            self._arrive(person)
            free = self.seating.first_free()
            if not message.watch and free is not None and self.phase == LOBBY:
                self.seating.seat(person, free)
            self.notice(person, "watches." if person.seat is None else "sits down.")

    def _arrive(self, person: Person) -> None:
        self.seating.here[person.link] = person
        person.arriving = person.welcome = True
        person.slow_since = None
        if self.owner is None:
            self.owner = person

    def _take_back(self, person: Person, link: Link) -> None:
        """Give somebody who shows their token their place again, also when their old link is not gone yet."""
        if self.seating.here.pop(person.link, None) is not None:
            error = HostGone("You have come back from elsewhere; this end is no longer yours.")
            self.telling.farewell(person.link, error)
            self._dropped.add(person.link)
        was_away = self.seating.away.pop(person.token, None) is not None
        person.link = link
        self._arrive(person)
        if was_away:
            self.notice(person, "is back.")
        if self.playing is not None and person.seat is not None:
            self.playing.give_back(person.seat)

    def _lose(self, link: Link) -> None:
        """See to the place of somebody whose link is gone: in a match their seat waits for them (see `AWAY`).

        This is where a grace before the automatic actions begin has its place.
        """
        person = self.seating.here.pop(link, None)
        if person is None:
            return
        self._stirred = True
        if self.playing is not None and person.seat is not None:
            person.link = -1
            self.seating.away[person.token] = person
            self.playing.entrust(person.seat, AWAY)
            self.notice(person, f"has gone; automatic moves are made until {person.name} is back.")
        else:
            self.seating.unseat(person)
            self.notice(person, "has gone.")
        if self.owner is person:
            self.owner = next(iter(self.seating.here.values()), None)
            if self.owner is not None:
                self.telling.tell(self.owner, self.you(self.owner))

    def _drop(self, link: Link, error: NetError) -> None:
        self.telling.farewell(link, error)
        self._dropped.add(link)
        self._lose(link)

    def _let_slow_ones_go(self) -> None:
        for person in list(self.seating.here.values()):
            if person.slow_since is not None and self.now >= person.slow_since + SLOW_SECONDS:
                self._drop(person.link, TooSlow("What the table tells you has not been read for too long."))

    # The match

    def _play(self) -> None:
        """Do what was held back, let programs play, tell what has happened, and close a match that is over."""
        running = self.playing
        if running is None:
            return
        self.release()
        self.telling.effects += map(Journal, running.play_due(self.now))
        self.release()
        self.telling.match(running)
        if running.match.over:
            text = str(record_of(running))
            self.shelf.keep(running.number, text)
            self.telling.effects.append(Journal(Closed(running.number, record=text)))
            self.telling.end(running, self.telling.listeners())
            self.phase = LOBBY
            self._stirred = True
            watchers = self.seating.watchers()
            with self.moving():
                self.seating.dismiss_fillers()
            for person in watchers:
                if person.seat is not None:
                    self.notice(person, "sits down.")

    def _let_in(self) -> None:
        """Tell everything to those who have just come, and to those who have lost track."""
        people = [p for p in self.seating.here.values() if p.arriving and p.slow_since is None]
        if not people:
            return
        telling, running = self.telling, self.running
        for person in people:
            person.arriving = False
            telling.tell(person, self.you(person))
        telling.say(people, table_is(self.state()))
        if running is not None and running is self.playing:
            for person in people:
                step = 0 if person.seat is None else running.steps[person.seat]
                telling.tell(person, Done(person.settled, running.number, step))
            telling.begin(running, people)
        elif running is not None:
            telling.end(running, people)
        for person in people:
            if person.welcome:
                person.welcome = False
                telling.tell(person, Welcome(person.token, self.secrets.table, person.done))
                if person.seat is None and not person.watch:
                    telling.tell(person, Notice(ALL_TAKEN if self.playing is None else MATCH_ON))
        dealt = self.deal_is()
        if dealt is not None:
            telling.say(people, dealt)
