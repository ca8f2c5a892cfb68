"""A table: people come, sit down, play one match after another, and are told what they may know.

`Table.handle` takes all that has arrived since the last time (one *tick*) and returns what is to be done about
it, in order: what tells anybody of an action stands after the `Journal` effect that writes it down. There is
no clock, no chance, no input or output here; time is an argument and chance comes from the secret given at
the start.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final

from core import Game, RulesError, games
from net.client import SeatState, TableState
from net.effects import (
    Asked,
    Began,
    Closed,
    Drop,
    Effect,
    Ending,
    Gone,
    Input,
    Journal,
    Link,
    Paused,
    Resumed,
    Send,
    WakeAt,
)
from net.errors import HostGone, Malformed, NetError, NotAdmitted, TooSlow
from net.limits import (
    CHAT_CELLS,
    CHAT_LINES_AT_ONCE,
    CHAT_LINES_PER_SECOND,
    LOOK_SECONDS,
    NAME_CELLS,
    PEOPLE,
    REASON_CELLS,
    SLOW_SECONDS,
    WATCHERS_NAMED,
)
from net.messages import (
    Act,
    AddBot,
    Ask,
    Bye,
    Configure,
    Done,
    Failed,
    Heard,
    Hello,
    Look,
    Ping,
    Pong,
    Refuse,
    RemoveBot,
    Say,
    SeatsAre,
    Sit,
    Stand,
    Start,
    TableIs,
    Tell,
    Welcome,
    WireSeat,
    You,
)
from net.running import AWAY, Running
from net.seating import Chair, Person, Seating, best_bot
from net.text import clean, unique

LOBBY: Final = "lobby"
PLAYING: Final = "playing"


class Refusal(Exception):
    """What was asked is not possible now, for a reason in one sentence; nothing has changed."""


class Table:
    """One table of one host.

    `secret` (32 random bytes) is what tokens and, unless `seed` is given, the seeds of the matches are derived
    from; `code` is asked of everybody who comes, unless it is empty; `pace` is how long a program pretends to
    think, in seconds. Raises `core.BadOption` for seats or options that the game does not have.
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
        self.name = clean(name, NAME_CELLS) or game.title
        self.game = game
        self.options = game.settings(seats, options)
        self.phase = LOBBY
        self.running: Running | None = None
        self.matches = 0
        self.seating = Seating([Chair() for _ in range(seats)])
        self.address = address
        self._secret = secret
        self._code = code
        self._seed = seed
        self._pace = pace
        self._owner: Person | None = None
        self._tokens = 0
        self._effects: list[Effect] = []
        self._now = 0.0
        for seat in range(seats - min(bots, seats), seats):
            self.seating.seat_bot(seat, best_bot(game))
        self._told = self._state()

    # One tick

    def handle(self, inputs: Sequence[Input], now: float) -> list[Effect]:
        """Take in what has come since the last time and return what is to be done about it, in order."""
        self._effects = []
        self._now = now
        for item in inputs:
            self._take(item)
        self._let_slow_ones_go()
        self._run()
        self._tell_table()
        self._tell_match()
        self._let_in()
        self._effects.append(WakeAt(self._wake_at()))
        return self._effects

    def _take(self, item: Input) -> None:
        match item:
            case Asked(link, message):
                person = self.seating.here.get(link)
                if person is None:
                    self._meet(link, message)
                else:
                    self._grant(person, message)
            case Gone(link):
                self._lose(link)
            case Paused(link) if link in self.seating.here:
                person = self.seating.here[link]
                person.slow_since = self._now if person.slow_since is None else person.slow_since
            case Resumed(link) if link in self.seating.here:
                person = self.seating.here[link]
                if person.slow_since is not None:
                    person.slow_since = None
                    person.arriving = True
            case Ending():
                for person in list(self.seating.here.values()):
                    self._drop(person.link, HostGone("The host has closed the table."))
            case _:
                pass

    def _wake_at(self) -> float | None:
        slow = [p.slow_since + SLOW_SECONDS for p in self.seating.here.values() if p.slow_since is not None]
        due = self.running.wake_at() if self.running is not None else None
        return min([*slow, *([] if due is None else [due])], default=None)

    # Coming and going

    def _meet(self, link: Link, message: Ask) -> None:
        """Let somebody in who says hello; anything else ends a link that has no person yet."""
        if not isinstance(message, Hello):
            if not isinstance(message, Bye | Ping | Pong):
                self._drop(link, Malformed("The first thing to say to a host is hello."))
            return
        if not hmac.compare_digest(message.code.encode(), self._code.encode()) and self._code:
            self._drop(link, NotAdmitted("This table asks for a code, and that was not it."))
            return
        known = self._by_token(message.token)
        if known is not None:
            self._take_back(known, link)
        elif len(self.seating.here) >= PEOPLE:
            self._drop(link, NotAdmitted(f"This table is full: {PEOPLE} people are here."))
        else:
            self._admit(link, message)

    def _admit(self, link: Link, hello: Hello) -> None:
        person = Person(link, unique(hello.name, self.seating.taken_names()), self._token(), hello.watch)
        self.seating.here[link] = person
        if self._owner is None:
            self._owner = person
        free = self.seating.first_free()
        if not hello.watch and free is not None and self.phase == LOBBY:
            self.seating.seat(person, free)

    def _by_token(self, token: str) -> Person | None:
        if not token:
            return None
        people = (*self.seating.away.values(), *self.seating.here.values())
        return next((person for person in people if hmac.compare_digest(person.token, token)), None)

    def _take_back(self, person: Person, link: Link) -> None:
        """Give somebody who shows their token their place again, also when their old link is not gone yet."""
        if self.seating.here.pop(person.link, None) is not None:
            self._drop(person.link, HostGone("You have come back from elsewhere; this end is no longer yours."))
        self.seating.away.pop(person.token, None)
        person.link = link
        person.arriving = person.welcome = True
        person.slow_since = None
        self.seating.here[link] = person
        if self._owner is None:
            self._owner = person
        if self._playing is not None and person.seat is not None:
            self._playing.give_back(person.seat)

    def _lose(self, link: Link) -> None:
        """See to the place of somebody whose link is gone: in a match their seat waits for them (see `AWAY`)."""
        person = self.seating.here.pop(link, None)
        if person is None:
            return
        if self._playing is not None and person.seat is not None:
            person.link = -1
            self.seating.away[person.token] = person
            self._playing.entrust(person.seat, AWAY)
        else:
            self.seating.unseat(person)
        if self._owner is person:
            self._owner = next(iter(self.seating.here.values()), None)
            if self._owner is not None:
                self._tell(self._owner, self._you(self._owner))

    def _let_slow_ones_go(self) -> None:
        for person in list(self.seating.here.values()):
            if person.slow_since is not None and self._now >= person.slow_since + SLOW_SECONDS:
                self._drop(person.link, TooSlow("You have not read what the table tells for too long."))

    def _drop(self, link: Link, error: NetError) -> None:
        self._effects.append(Send((link,), Failed(type(error).__name__, str(error))))
        self._effects.append(Drop(link, error))
        self._lose(link)

    # What people ask for

    def _grant(self, person: Person, message: Ask) -> None:
        try:
            match message:
                case Act():
                    self._act(person, message)
                case Say(text):
                    self._say(person, text)
                case Look():
                    self._look(person)
                case Bye():
                    self._effects.append(Drop(person.link, HostGone("You have left the table.")))
                    self._lose(person.link)
                case Hello():
                    raise Refusal("You are at the table already.")
                case Sit(seat):
                    self._sit(person, seat)
                case Stand():
                    self._stand(person)
                case Configure() | AddBot() | RemoveBot() | Start():
                    self._arrange(person, message)
                case _:
                    pass
        except (Refusal, RulesError) as error:
            self._tell(person, Refuse(0, clean(str(error), REASON_CELLS)))

    def _act(self, person: Person, ask: Act) -> None:
        """Do what a seat decides, once: a duplicate gets the answer again, a late one is refused."""
        if ask.id <= person.done:
            if person.answer is not None:
                self._tell(person, person.answer)
            return
        person.done = ask.id
        try:
            running, seat = self._decision(person, ask)
            action = running.match.game.parse(ask.action)
            self._effects.append(Journal(running.act(seat, action, "person")))
            person.answer = Done(ask.id, running.number, running.steps[seat])
        except (Refusal, RulesError) as error:
            person.answer = Refuse(ask.id, clean(str(error), REASON_CELLS))
        self._tell(person, person.answer)

    def _decision(self, person: Person, ask: Act) -> tuple[Running, int]:
        running = self._playing
        if running is None:
            raise Refusal("No match is being played now.")
        if person.seat is None:
            raise Refusal("You are watching; only those who have a seat play.")
        if (ask.match, ask.step) != (running.number, running.steps[person.seat]):
            raise Refusal("That came too late: the table has moved on.")
        return running, person.seat

    def _say(self, person: Person, text: str) -> None:
        earned = (self._now - person.chat_at) * CHAT_LINES_PER_SECOND
        allowance = min(CHAT_LINES_AT_ONCE, person.chat_allowance + earned)
        line = clean(text, CHAT_CELLS)
        if not line:
            return
        if allowance < 1:
            raise Refusal("Not so fast: others want to read what you say.")
        person.chat_allowance, person.chat_at = allowance - 1, self._now
        self._broadcast(Heard(person.name, line))

    def _look(self, person: Person) -> None:
        if self._now - person.looked_at < LOOK_SECONDS:
            raise Refusal("You have been shown the whole table a moment ago.")
        person.looked_at = self._now
        person.arriving = True

    def _sit(self, person: Person, seat: int | None) -> None:
        self._between_matches("Seats are taken between matches.")
        where = self.seating.first_free() if seat is None else seat
        if where is None:
            raise Refusal("All seats are taken; you can watch.")
        if not self.seating.is_free(where):
            raise Refusal(f"Seat {where + 1} is not free.")
        self.seating.seat(person, where)
        person.watch = False
        self._tell(person, self._you(person))

    def _stand(self, person: Person) -> None:
        self._between_matches("You can leave your seat when the match is over.")
        self.seating.unseat(person)
        person.watch = True
        self._tell(person, self._you(person))

    def _arrange(self, person: Person, message: Configure | AddBot | RemoveBot | Start) -> None:
        """Do what only the owner may, and only between matches."""
        if person is not self._owner:
            raise Refusal("Only the owner of the table can do that.")
        self._between_matches("That can be done when the match is over.")
        match message:
            case Configure(game, seats, options):
                self._configure(game, seats, options)
            case AddBot(bot, seat):
                self._add_bot(bot, seat)
            case RemoveBot(seat):
                if seat >= len(self.seating.chairs) or not self.seating.chairs[seat].bot_name:
                    raise Refusal("No program sits there.")
                self.seating.chairs[seat] = Chair()
            case Start():
                self._start()

    def _between_matches(self, otherwise: str) -> None:
        if self.phase != LOBBY:
            raise Refusal(otherwise)

    def _configure(self, slug: str, seats: int, options: Mapping[str, object]) -> None:
        game = games.get(slug)
        if game is None:
            raise Refusal(f"There is no game called {slug!r}.")
        settings = game.settings(seats, options)
        if self.name == self.game.title:
            self.name = game.title
        self.game, self.options = game, settings
        self.running = None
        before = {person: person.seat for person in self.seating.here.values()}
        self.seating.rearrange(seats, game)
        for person, seat in before.items():
            if person.seat != seat:
                self._tell(person, self._you(person))

    def _add_bot(self, bot: str, seat: int | None) -> None:
        bot = bot or best_bot(self.game)
        if self.game.bots and bot not in self.game.bots:
            raise Refusal(f"The programs that play {self.game.title} are: {', '.join(self.game.bots)}.")
        where = self.seating.first_free() if seat is None else seat
        if where is None or not self.seating.is_free(where):
            raise Refusal("There is no free seat for a program.")
        self.seating.seat_bot(where, bot)

    # Matches

    @property
    def _playing(self) -> Running | None:
        return self.running if self.phase == PLAYING else None

    def _start(self) -> None:
        self.seating.fill(best_bot(self.game))
        self.matches += 1
        seats = len(self.seating.chairs)
        seed = self._seed_of(self.matches)
        match = self.game.start(seats, seed, dict(self.options))
        self.running = running = Running(self.matches, match, self.seating.names(), self._pace)
        for seat, chair in enumerate(self.seating.chairs):
            if chair.person is None:
                running.entrust(seat, chair.bot)
        self.phase = PLAYING
        options = tuple((name, str(value)) for name, value in self.options.items())
        self._effects.append(Journal(Began(running.number, self.game.slug, seats, options, str(seed), running.names)))
        self._tell_table()
        self._tell_begin([person for person in self.seating.here.values() if self._listens(person)], opening=True)

    def _run(self) -> None:
        """Let programs play, and close a match that is over."""
        if self._playing is not None:
            self._effects += map(Journal, self._playing.play_due(self._now))

    def _tell_begin(self, people: Iterable[Person], opening: bool = False) -> None:
        assert self.running is not None
        alike = self.running.alike and len(set(self.running.versions.values())) == 1
        groups: dict[int | None, list[Person]] = {}
        for person in people:
            person.follows = self.running.number
            groups.setdefault(None if alike else person.seat, []).append(person)
        for audience, group in groups.items():
            message = self.running.begin(audience, opening)
            self._effects.append(Send(tuple(person.link for person in group), message))

    def _tell_match(self) -> None:
        """Tell everybody what has happened in the match, and when it is over, how it ended."""
        running = self._playing
        if running is None:
            return
        groups: dict[int | None, list[Person]] = {}
        for person in self.seating.here.values():
            if self._listens(person) and person.follows == running.number:
                groups.setdefault(person.seat, []).append(person)
        for audiences, update in running.updates(groups):
            people = [person for audience in audiences for person in groups[audience]]
            if update is None:
                self._tell_begin(people)
            else:
                self._effects.append(Send(tuple(person.link for person in people), update))
        if running.match.over:
            self._close(running)

    def _close(self, running: Running) -> None:
        self._effects.append(Journal(Closed(running.number)))
        self._broadcast(running.ended())
        for person in self.seating.here.values():
            if self._listens(person):
                person.follows = 0
        self.phase = LOBBY
        seats = {person: person.seat for person in self.seating.here.values()}
        self.seating.dismiss_fillers()
        for person, seat in seats.items():
            if person.seat != seat and not person.arriving:
                self._tell(person, self._you(person))
        self._tell_table()

    # Telling

    def _listens(self, person: Person) -> bool:
        return not person.arriving and person.slow_since is None

    def _tell(self, person: Person, message: Tell) -> None:
        """Say something to one person, unless their queue is full; they are told everything anew when it is not."""
        if person.slow_since is None:
            self._effects.append(Send((person.link,), message))

    def _broadcast(self, message: Tell) -> None:
        links = tuple(person.link for person in self.seating.here.values() if self._listens(person))
        if links:
            self._effects.append(Send(links, message))

    def _tell_table(self) -> None:
        """Tell everybody what has changed about the table since they were last told."""
        before, now = self._told, self._state()
        if before == now:
            return
        self._told = now
        if _but_for_seats(before) != _but_for_seats(now) or len(before.seats) != len(now.seats):
            self._broadcast(_table_is(now))
            return
        changed = tuple(
            _wire_seat(now.seats[seat]) for seat in range(len(now.seats)) if before.seats[seat] != now.seats[seat]
        )
        self._broadcast(SeatsAre(changed, now.watchers, now.watching, now.owner))

    def _let_in(self) -> None:
        """Tell everything to those who have just come, and to those who have lost track."""
        running = self.running
        for person in self.seating.here.values():
            if not person.arriving or person.slow_since is not None:
                continue
            person.arriving = False
            self._tell(person, self._you(person))
            self._tell(person, _table_is(self._told))
            if running is not None and self.phase == PLAYING:
                step = 0 if person.seat is None else running.steps[person.seat]
                self._tell(person, Done(person.done, running.number, step))
                self._tell_begin([person])
            elif running is not None and person.follows == running.number:
                person.follows = 0
                self._tell(person, running.ended())
            if person.welcome:
                person.welcome = False
                self._tell(person, Welcome(person.token))

    def _you(self, person: Person) -> You:
        return You(person.name, person.seat, person is self._owner)

    def _state(self) -> TableState:
        watchers = self.seating.watchers()
        return TableState(
            self.name,
            self.game.slug,
            self.options,
            self.seating.states(),
            tuple(person.name for person in watchers[:WATCHERS_NAMED]),
            self.phase,
            self.matches,
            self.address,
            None if self._owner is None else self._owner.seat,
            len(watchers),
        )

    # Secrets

    def _token(self) -> str:
        self._tokens += 1
        return self._derive(f"token {self._tokens}")

    def _seed_of(self, match: int) -> int | str:
        if self._seed is None:
            return self._derive(f"seed {match}")
        return self._seed if match == 1 else f"{self._seed}.{match}"

    def _derive(self, what: str) -> str:
        return sha256(self._secret + what.encode()).hexdigest()[:32]


def _but_for_seats(table: TableState) -> tuple[object, ...]:
    return (table.name, table.game, dict(table.options), table.phase, table.matches, table.address)


def _wire_seat(state: SeatState) -> WireSeat:
    return WireSeat(state.seat, state.name, state.bot, state.here, state.ready)


def _table_is(table: TableState) -> TableIs:
    options = {name: value for name, value in table.options.items() if isinstance(value, bool | int | str)}
    return TableIs(
        table.name,
        table.game,
        options,
        tuple(map(_wire_seat, table.seats)),
        table.watchers,
        table.watching,
        table.phase,
        table.matches,
        table.address,
        table.owner,
    )
