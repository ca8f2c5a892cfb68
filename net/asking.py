"""What people at a table may ask for, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from core import Action, Game, RulesError, games
from core.fairness import Occasion
from core.proof import Deal
from net.client import TableState
from net.deal import Dealing, Stage, given, told
from net.effects import Began, Journal
from net.identity import Secrets
from net.limits import (
    CHAT_CELLS,
    CHAT_LINES_AT_ONCE,
    CHAT_LINES_PER_SECOND,
    LOOK_SECONDS,
    NAME_CELLS,
    NOTICES_AT_ONCE,
    NOTICES_PER_SECOND,
    REASON_CELLS,
    WATCHERS_NAMED,
)
from net.messages import (
    Act,
    AddBot,
    Commit,
    Configure,
    DealIs,
    Done,
    Heard,
    Held,
    Notice,
    Prove,
    Refuse,
    RemoveBot,
    Reveal,
    Start,
    You,
)
from net.proving import Shelf
from net.running import Running
from net.seating import Chair, Person, Seating, best_bot
from net.telling import Telling
from net.text import clean

LOBBY: Final = "lobby"
PLAYING: Final = "playing"


class Refusal(Exception):
    """What was asked is not possible now, for a reason in one sentence; nothing has changed."""


class Asking:
    """The part of a table that answers what somebody who is there asks for.

    Every method but `act` raises `Refusal` or `core.RulesError`, and changes nothing, if it is not possible.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, object],
        secrets: Secrets,
        name: str,
        pace: float,
        bots: int,
        address: str,
    ) -> None:
        self.name = clean(name, NAME_CELLS)
        self.game = game
        self.options = game.settings(seats, options)
        self.phase = LOBBY
        self.running: Running | None = None
        self.dealing: Dealing | None = None
        self.shelf = Shelf()
        self.matches = 0
        self.address = address
        self.secrets = secrets
        self.owner: Person | None = None
        self.now = 0.0
        self.seating = Seating([Chair() for _ in range(seats)])
        for seat in range(seats - min(bots, seats), seats):
            self.seating.seat_bot(seat, best_bot(game))
        self.telling = Telling(self.seating, self.state())
        self._pace = pace
        self._notices = float(NOTICES_AT_ONCE)
        self._noticed_at = 0.0

    @property
    def playing(self) -> Running | None:
        """The match that is being played, or None."""
        return self.running if self.phase == PLAYING else None

    def state(self) -> TableState:
        """Return the table as everybody at it may know it."""
        watchers = self.seating.watchers()
        return TableState(
            self.name or self.game.title,
            self.game.slug,
            self.options,
            self.seating.states(),
            tuple(person.name for person in watchers[:WATCHERS_NAMED]),
            self.phase,
            self.matches,
            self.address,
            None if self.owner is None else self.owner.seat,
            len(watchers),
        )

    def you(self, person: Person) -> You:
        """Return who somebody is at this table now."""
        return You(person.name, person.seat, person is self.owner)

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Tell everybody whose seat is another one afterwards."""
        before = {person: person.seat for person in self.seating.here.values()}
        yield
        for person, seat in before.items():
            if person.seat != seat and not person.arriving:
                self.telling.tell(person, self.you(person))

    def notice(self, person: Person, what: str) -> None:
        """Let everybody else read in their log what somebody does, unless there is too much of that already."""
        earned = (self.now - self._noticed_at) * NOTICES_PER_SECOND
        allowance = min(NOTICES_AT_ONCE, self._notices + earned)
        self._notices, self._noticed_at = allowance, self.now
        others = [other for other in self.telling.listeners() if other is not person]
        if others and allowance >= 1:
            self._notices -= 1
            self.telling.say(others, Notice(f"{person.name} {what}"))

    # Playing

    def act(self, person: Person, ask: Act) -> None:
        """Do what a seat decides, once: a duplicate gets the answer again, a late one is refused."""
        if ask.id > person.done:
            person.done = ask.id
            try:
                person.answer = self._decide(person, ask)
            except (Refusal, RulesError) as error:
                person.answer = Refuse(ask.id, clean(str(error), REASON_CELLS))
        elif isinstance(person.answer, Held) and self.playing is not None:
            person.answer = self.playing.graces.still_held(person.answer, person, self.now)
        if person.answer is not None:
            self.telling.tell(person, person.answer)

    def _decide(self, person: Person, ask: Act) -> Done | Held | None:
        """Return the answer, or None if there is one in this tick, when it is the turn of what is held back."""
        running, seat = self.playing, person.seat
        if running is None:
            raise Refusal("No match is being played now.")
        if seat is None:
            raise Refusal("You are watching; only those who have a seat play.")
        if (ask.match, ask.step) != (running.number, running.steps[seat]):
            raise Refusal("That came too late: the table has moved on.")
        action = running.match.game.parse(ask.action)
        if running.graces.holds(action, self.now) and action in running.match.legal(seat):
            held = running.graces.hold(person, ask.id, seat, action)
            return Held(ask.id, held.ripe - self.now) if held.ripe > self.now else None
        return self._do(running, seat, action, ask.id)

    def _do(self, running: Running, seat: int, action: Action, id: int) -> Done:
        self.telling.effects.append(Journal(running.act(seat, action, "person", self.now)))
        return Done(id, running.number, running.steps[seat])

    def release(self) -> None:
        """Do what has been held back long enough, in the order received, and say so of what came to nothing."""
        running = self.playing
        if running is None:
            return
        graces, match = running.graces, running.match
        while (held := graces.release(match, self.now)) is not None:
            person = held.person
            if graces.lapsed(held, match):
                reason = f"Your {held.action.verb} was held back to be fair to slow lines, and is no longer due."
                answer: Done | Refuse = Refuse(held.id, reason)
            else:
                answer = self._do(running, held.seat, held.action, held.id)
            if person.done == held.id:
                person.answer = answer
            if person.link in self.seating.here:
                self.telling.tell(person, answer)

    def look(self, person: Person) -> None:
        """Show somebody everything anew."""
        if self.now - person.looked_at < LOOK_SECONDS:
            raise Refusal("You have been shown the whole table a moment ago.")
        person.looked_at = self.now
        person.arriving = True

    def say(self, person: Person, text: str) -> None:
        """Let everybody hear what somebody says."""
        line = clean(text, CHAT_CELLS)
        if not line:
            return
        earned = (self.now - person.chat_at) * CHAT_LINES_PER_SECOND
        allowance = min(CHAT_LINES_AT_ONCE, person.chat_allowance + earned)
        if allowance < 1:
            raise Refusal("Not so fast: others want to read what you say.")
        person.chat_allowance, person.chat_at = allowance - 1, self.now
        self.telling.everybody(Heard(person.name, line))

    # Between matches

    def sit(self, person: Person, seat: int | None) -> None:
        """Give somebody a seat, or the first free one."""
        self._between_matches("Seats are taken between matches.")
        where = self.seating.first_free() if seat is None else seat
        if where is None:
            raise Refusal("All seats are taken; you can watch.")
        if not self.seating.is_free(where):
            raise Refusal(f"Seat {where + 1} is not free.")
        person.watch = False
        with self.moving():
            self.seating.seat(person, where)
        self.notice(person, "sits down.")

    def stand(self, person: Person) -> None:
        """Let somebody watch."""
        self._between_matches("You can leave your seat when the match is over.")
        person.watch = True
        seated = person.seat is not None
        with self.moving():
            self.seating.unseat(person)
        if seated:
            self.notice(person, "watches.")

    def arrange(self, person: Person, message: Configure | AddBot | RemoveBot | Start) -> None:
        """Do what only the owner may."""
        if person is not self.owner:
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
        if self.dealing is not None:
            raise Refusal("The match begins in a moment.")

    def _configure(self, slug: str, seats: int, options: Mapping[str, object]) -> None:
        game = games.get(slug)
        if game is None:
            raise Refusal(f"There is no game called {slug!r}.")
        self.options = game.settings(seats, options)
        self.game = game
        self.running = None
        with self.moving():
            self.seating.rearrange(seats, game)

    def _add_bot(self, bot: str, seat: int | None) -> None:
        bot = bot or best_bot(self.game)
        if self.game.bots and bot not in self.game.bots:
            raise Refusal(f"The programs that play {self.game.title} are: {', '.join(self.game.bots)}.")
        where = self.seating.first_free() if seat is None else seat
        if where is None or not self.seating.is_free(where):
            raise Refusal("There is no free seat for a program.")
        self.seating.seat_bot(where, bot)

    # The deal

    def _start(self) -> None:
        """Let a match begin: free seats are filled, and those who sit there settle with the host what is dealt."""
        number = self.matches + 1
        self.seating.fill(best_bot(self.game))
        if self.secrets.given:
            self._begin(self.secrets.seed(number), None)
            return
        seats, options = len(self.seating.chairs), self.game.departures(self.options)
        occasion = Occasion(self.secrets.table, number, self.game.slug, seats, options)
        self.dealing = Dealing(occasion, self.secrets.deal(number), self._able(), self.now)
        self.telling.table(self.state())
        self.telling.everybody(self.dealing.told())
        self.deal()

    def settle(self, person: Person, message: Commit | Reveal) -> None:
        """Take in the part that somebody has in the deal; what is late or out of place counts for nothing."""
        dealing = self.dealing
        if dealing is None or person.seat is None or message.match != dealing.occasion.match:
            return
        if isinstance(message, Commit):
            dealing.commit(person.seat, message.commitment)
        else:
            dealing.reveal(person.seat, message.secret)

    def deal(self) -> None:
        """Go on with the deal if nobody is waited for any more, and begin the match when it is settled."""
        dealing = self.dealing
        if dealing is None:
            return
        moved = dealing.go_on(self.now, set(dealing.seats) - self._able())
        if dealing.stage is Stage.SETTLED:
            self.dealing = None
            self._name_silent(dealing.silent)
            self._begin(dealing.seed, dealing.deal)
        elif moved:
            self.telling.everybody(dealing.told())

    def _able(self) -> set[int]:
        """Return the seats whose persons are here and listen."""
        people = self.telling.listeners()
        return {person.seat for person in people if person.seat is not None}

    def _name_silent(self, seats: Sequence[int]) -> None:
        names = [name for name in (self.seating.names()[seat] for seat in seats[:3]) if name]
        if names:
            others = f" and {len(seats) - 3} others" if len(seats) > 3 else ""
            what = "took no part in the deal; the match goes on without that."
            self.telling.everybody(Notice(f"{', '.join(names)}{others} {what}"))

    def deal_is(self) -> DealIs | None:
        """Return what everybody may know of the deal of the match that is dealt or played, if there is one."""
        if self.dealing is not None:
            return self.dealing.told()
        running = self.playing
        if running is None:
            return None
        return given(running.number) if running.deal is None else told(running.deal)

    def prove(self, person: Person, ask: Prove) -> None:
        """Give somebody a piece of the record of the last match, to check it."""
        piece = self.shelf.piece(ask.match, ask.at, person.token)
        if piece is not None:
            self.telling.tell(person, piece)

    def _begin(self, seed: int | str, deal: Deal | None) -> None:
        """Begin a match, and show everybody what they may know."""
        seating, telling = self.seating, self.telling
        seating.fill(best_bot(self.game))
        self.matches += 1
        seats = len(seating.chairs)
        match = self.game.start(seats, seed, dict(self.options))
        self.running = running = Running(self.matches, match, seating.names(), self._pace, self.now)
        running.deal = deal
        for seat, chair in enumerate(seating.chairs):
            if chair.person is None:
                running.entrust(seat, chair.bot)
        self.phase = PLAYING
        options = tuple((name, str(value)) for name, value in self.options.items())
        text = "" if deal is None else str(deal)
        began = Began(running.number, self.game.slug, seats, options, str(seed), running.names, deal=text)
        telling.effects.append(Journal(began))
        telling.table(self.state())
        dealt = self.deal_is()
        if dealt is not None:
            telling.everybody(dealt)
        telling.begin(running, telling.listeners(), opening=True)
