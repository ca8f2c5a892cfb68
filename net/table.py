"""A table: people come, sit down, play one match after another, and are told what they may know.

`Table.handle` takes all that has arrived since the last time (one *tick*) and returns what is to be done about
it, in order: what tells anybody of an action stands after the `Journal` effect that writes it down. There is
no clock, no chance, no input or output here; time is an argument and chance comes from the secret given at
the start.

What a table does is spread over parts that build on each other: `net.gathering` is who is there, `absence` who is
not, `playing` what is decided, `settling` how a match begins, `asking` what anybody may ask for, `owning` what its
owner may, `memory` what is written down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from core import BadOption, Game, RulesError, games
from net.effects import Asked, Drop, Effect, Ending, Gone, Input, Journal, Link, Paused, Resumed, WakeAt
from net.errors import HostGone, Malformed, NotAdmitted, TooSlow
from net.gathering import LOBBY, Refusal
from net.identity import Secrets, same
from net.limits import PEOPLE, REASON_CELLS, SLOW_SECONDS
from net.memory import Memory
from net.messages import (
    Act,
    Ask,
    Bye,
    Commit,
    Done,
    Hello,
    Look,
    Notice,
    Ping,
    Pong,
    Prove,
    Ready,
    Refuse,
    Reveal,
    Say,
    Sit,
    Stand,
    Welcome,
)
from net.owning import SENT_AWAY
from net.person import Person
from net.saved import Saved
from net.text import clean, unique

NO_CODE: Final = "This table asks for a code, which its host's lobby shows; on the command line give it with --code."
ALL_TAKEN: Final = "All seats are taken: you watch."
MATCH_ON: Final = "A match is being played: you watch, and can sit down when it is over."
MATCH_ON_TAKE_OVER: Final = "A match is being played: you watch, and can take over the seat of a program."
WRONG_CODE: Final = "This table asks for a code, and that was not it; its host's lobby shows it."

Quiet = Act | Say | Look | Ping | Pong | Commit | Reveal | Prove
"""What can be asked for without anything about the table or its people being another thing afterwards."""


class Table(Memory):
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
        self._tell_at: float | None = None

    @classmethod
    def restore(
        cls,
        saved: Saved,
        now: float,
        *,
        pace: float = 0.0,
        address: str = "",
        code: str | None = None,
        chance: bytes = b"",
    ) -> Table:
        """Return a table that goes on from what has been written down of it (`net.saved.gathered`).

        The match that was being played is where it was after the last action in the journal. Everybody is away,
        and waited for from now on; who comes back by their token has their place again. `pace`, `address` and, unless
        it is None, `code` are new; everything else is as it was. `chance` are a few random bytes: they tell this
        process from one whose last second a power cut has undone. Raises `core.RulesError` if the match cannot be
        played again.
        """
        kept = saved.table
        if kept.game not in games:
            raise BadOption(f"There is no game called {kept.game!r}.")
        seats, options = len(kept.chairs), dict(kept.options)
        table = cls(games[kept.game], seats, options, secret=kept.secret, name=kept.name, pace=pace, address=address)
        table.recall(saved, now, code, chance)
        return table

    def handle(self, inputs: Sequence[Input], now: float) -> list[Effect]:
        """Take in what has come since the last time and return what is to be done about it, in order."""
        effects: list[Effect] = []
        self.telling.effects = effects
        self.set_time(now)
        self.dropped.clear()
        if self.playing is not None and not self.standstill.stands:
            effects += map(Journal, self.playing.end_time(self.time))
        for item in inputs:
            self._take(item)
        self._let_slow_ones_go()
        self.see_to_absent()
        self.deal()
        self.play()
        stirred, self.stirred = self.stirred, False
        if stirred:
            self.tell_owner()
        self._tell_table(stirred)
        self._let_in()
        self.telling.clocks(self.playing)
        if stirred:
            effects[:0] = map(Journal, self.remember())
        effects.append(WakeAt(self._wake_at()))
        return effects

    def _tell_table(self, stirred: bool) -> None:
        """Tell everybody how the table is now, if that may have changed; in a crowd perhaps a little later."""
        if stirred or (self._tell_at is not None and self.now >= self._tell_at):
            self._tell_at = self.telling.table_waits_until(self.now)
            if self._tell_at is None:
                self.telling.table(self.state())

    def _take(self, item: Input) -> None:
        here = self.seating.here
        self.stirred |= not (isinstance(item, Asked) and isinstance(item.message, Quiet))
        match item:
            case Asked(link, message) if link in here:
                self._grant(here[link], message)
            case Asked(link, message) if link not in self.dropped:
                self._meet(link, message)
            case Gone(link):
                self.lose(link)
            case Paused(link) if link in here and here[link].slow_since is None:
                here[link].slow_since = self.now
            case Resumed(link) if link in here and here[link].slow_since is not None:
                here[link].slow_since = None
                here[link].arriving = True
            case Ending():
                for person in list(here.values()):
                    self.telling.farewell(person.link, HostGone("The host has closed the table."))
                    self.dropped.add(person.link)
                    self.seating.depart(person)
            case _:
                pass

    def _wake_at(self) -> float | None:
        times = [p.slow_since + SLOW_SECONDS for p in self.seating.here.values() if p.slow_since is not None]
        if self.dealing is not None:
            times.append(self.dealing.deadline)
        if self._tell_at is not None:
            times.append(self._tell_at)
        ours = [person.away_until for person in self.seating.waited.values() if person.away_until is not None]
        if self.playing is not None and (due := self.playing.wake_at()) is not None:
            ours.append(due)
        next_of_ours = self.standstill.real(min(ours, default=None))
        return min(times if next_of_ours is None else [*times, next_of_ours], default=None)

    def _grant(self, person: Person, message: Ask) -> None:
        """Do what somebody who is here asks for, or say why not."""
        if person.idle and not isinstance(message, Ping | Pong | Look | Bye):
            self.wake(person)
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
                    self.dropped.add(person.link)
                    self.lose(person.link, left=True)
                case Hello():
                    raise Refusal("You are at the table already.")
                case Sit(seat):
                    self.sit(person, seat)
                case Stand():
                    self.stand(person)
                case Ready(on):
                    self.get_ready(person, on)
                case Commit() | Reveal():
                    self.settle(person, message)
                case Prove():
                    self.prove(person, message)
                case Ping() | Pong():
                    pass
                case _:
                    self.arrange(person, message)
        except (Refusal, RulesError) as error:
            self.telling.tell(person, Refuse(0, clean(str(error), REASON_CELLS)))

    # Coming

    def _meet(self, link: Link, message: Ask) -> None:
        """Let in somebody who says hello; anything else ends a link that has no person yet."""
        if not isinstance(message, Hello):
            self.drop(link, Malformed("The first thing to say to a host is hello."))
        elif not self.secrets.opens(message.code):
            self.drop(link, NotAdmitted(WRONG_CODE if message.code.strip() else NO_CODE))
        elif any(same(message.token, token) for token in self.banned):
            self.drop(link, NotAdmitted(SENT_AWAY))
        else:
            known = self.seating.by_token(message.token)
            if len(self.seating.here) >= PEOPLE and (known is None or (known.gone and known.seat is None)):
                self.drop(link, NotAdmitted(f"This table is full: {PEOPLE} people are here."))
            elif known is not None:
                self._let_back(known, link, message)
            else:
                name = unique(message.name, self.seating.taken_names())
                self._let_sit(Person(link, name, self.secrets.token(), message.watch), link, message)

    def _let_back(self, person: Person, link: Link, hello: Hello) -> None:
        """Give somebody who was here before their place again, or another one if they have none any more."""
        was_gone = person.gone
        if was_gone and person.seat is None:
            person.name = unique(person.name, self.seating.taken_names())
        self.take_back(person, link)
        if was_gone and person.seat is None:
            self._let_sit(person, link, hello)
            return
        self._arrive(person, hello)
        if was_gone:
            self.notice(person, "is back.")

    def _let_sit(self, person: Person, link: Link, hello: Hello) -> None:
        """Let somebody in, to a free seat if there is one."""
        self.seating.arrive(person, link)
        self._arrive(person, hello)
        if not person.watch and self.phase == LOBBY and self.dealing is None:
            free = self.seating.first_free()
            if free is not None:
                self.seating.seat(person, free)
        self.notice(person, "watches." if person.seat is None else "sits down.")

    def _arrive(self, person: Person, hello: Hello) -> None:
        """Note that somebody is here to whom everything is to be told."""
        person.arriving = person.welcome = True
        person.slow_since = None
        person.clock = None
        person.has = hello
        if self.founder is None:
            self.founder = person

    def _let_in(self) -> None:
        """Tell everything to those who have just come, and to those who have lost track."""
        people = [p for p in self.seating.here.values() if p.arriving and p.slow_since is None]
        if not people:
            return
        telling, running = self.telling, self.playing
        for person in people:
            person.arriving = False
            telling.tell(person, self.you(person))
        telling.say(people, telling.table_is(self.state()))
        if running is None:
            self._tell_outcome(people)
        else:
            for person in people:
                step = 0 if person.seat is None else running.steps[person.seat]
                telling.tell(person, Done(person.settled, running.number, step))
            telling.catch_up(running, people, self._told_by)
        for person in people:
            person.has = None
            if person.welcome:
                person.welcome = False
                telling.tell(person, Welcome(person.token, self.secrets.table, person.done, self.secrets.process))
                if person.seat is None and not person.watch:
                    telling.tell(person, Notice(self._why_watching()))
        dealt = self.deal_is()
        if dealt is not None:
            telling.say(people, dealt)

    @property
    def _told_by(self) -> tuple[str, str]:
        return self.secrets.process, self.before

    def _why_watching(self) -> str:
        if self.playing is None:
            return ALL_TAKEN
        vacant = self.terms.take_over and any(chair.bot_name for chair in self.seating.chairs)
        return MATCH_ON_TAKE_OVER if vacant else MATCH_ON

    def _tell_outcome(self, people: Sequence[Person]) -> None:
        """Tell those who were away when the last match ended how it did."""
        outcome = self.outcome
        if outcome is None:
            return
        missed = [p for p in people if outcome.match in (p.follows, 0 if p.has is None else p.has.match)]
        for person in missed:
            person.follows = outcome.match
        if self.running is not None:
            self.telling.catch_up(self.running, missed, self._told_by)
        self.telling.end(missed, outcome)

    def _let_slow_ones_go(self) -> None:
        for person in list(self.seating.here.values()):
            if person.slow_since is not None and self.now >= person.slow_since + SLOW_SECONDS:
                self.drop(person.link, TooSlow("What the table tells you has not been read for too long."))
