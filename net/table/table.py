"""A table: people come, sit down, play one match after another, and are told what they may know.

`Table.handle` takes all that has arrived since the last time (one *tick*) and returns what is to be done about
it, in order: what tells anybody of an action stands after the `Journal` effect that writes it down. There is
no clock, no chance, no input or output here; time is an argument and chance comes from the secret given at
the start.

What a table does is spread over parts that build on each other: `net.table.state` is who is there, `absence` who is
not, `playing` what is decided, `settling` how a match begins, `asking` what anybody may ask for, `owning` what its
owner may, `memory` what is written down, `arriving` how people come.
"""

from __future__ import annotations

from collections.abc import Sequence

from core import BadOption, RulesError, games
from net.errors import HostGone, SessionEnded, TooSlow
from net.journal.entries import SavedTable
from net.limits import REASON_CELLS, SLOW_SECONDS
from net.protocol.messages import (
    Act,
    Bye,
    ClientMessage,
    Commit,
    Hello,
    Ping,
    Pong,
    Ready,
    RequestRecord,
    RequestRefused,
    RequestSnapshot,
    Reveal,
    SendChat,
    Sit,
    Stand,
)
from net.protocol.sanitize import clean
from net.security.table_secrets import TableSecrets
from net.table.inputs_effects import Asked, Drop, Effect, Ending, Gone, Input, Journal, Link, Paused, Resumed, WakeAt
from net.table.join import Arriving
from net.table.person import Person
from net.table.spec import TableSpec
from net.table.state import Refusal

Quiet = Act | SendChat | RequestSnapshot | Ping | Pong | Commit | Reveal | RequestRecord
"""What can be asked for without anything about the table or its people being another thing afterwards."""


class Table(Arriving):
    """One table of one host.

    `secret` (32 random bytes) is what tokens and, unless the spec gives a seed, the seeds of the matches are derived
    from. Raises `core.BadOption` for seats or options that the game does not have.
    """

    def __init__(self, spec: TableSpec, secret: bytes) -> None:
        super().__init__(spec, TableSecrets(secret, spec.code, spec.seed))
        self._tell_at: float | None = None
        self._dropped_before: set[Link] = set()  # what these say meanwhile comes in the tick after, and none later

    @classmethod
    def restore(
        cls,
        saved: SavedTable,
        now: float,
        *,
        pace: float = 0.0,
        address: str = "",
        code: str | None = None,
        chance: bytes = b"",
    ) -> Table:
        """Return a table that goes on from what has been written down of it (`net.journal.entries.saved_table`).

        The match that was being played is where it was after the last action in the journal. Everybody is away,
        and waited for from now on; who comes back by their token has their place again. `pace`, `address` and, unless
        it is None, `code` are new; everything else is as it was. `chance` are a few random bytes: they tell this
        process from one whose last second a power cut has undone. Raises `core.RulesError` if the match cannot be
        played again.
        """
        kept = saved.table
        if kept.game not in games:
            raise BadOption(f"There is no game called {kept.game!r}.")
        game, seats, options = games[kept.game], len(kept.chairs), dict(kept.options)
        table = cls(TableSpec(game, seats, options, kept.name, pace=pace, address=address), kept.secret)
        table.recall(saved, now, code, chance)
        return table

    def admits(self, code: str, token: str) -> bool:
        """Whether somebody with this code and seat token may join: the code is right, or the token is known."""
        return self.secrets.opens(code) or self.seating.by_token(token) is not None

    def handle(self, inputs: Sequence[Input], now: float) -> list[Effect]:
        """Take in what has come since the last time and return what is to be done about it, in order."""
        effects: list[Effect] = []
        self.telling.effects = effects
        self.set_time(now)
        self._dropped_before, self.dropped = self.dropped, set()
        if self.playing is not None and not self.standstill.is_paused:
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
        self.let_in()
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
        match item:
            case Asked(link, message) if link in here:
                if self._grant(here[link], message) and not isinstance(message, Quiet):
                    self.stirred = True
            case Asked(link, message) if link not in self.dropped and link not in self._dropped_before:
                self.stirred = True
                self.meet(link, message)
            case Gone(link) if link in here:
                self.lose(link)
            case Paused(link) if link in here and here[link].slow_since is None:
                self.fall_behind(here[link])
            case Resumed(link) if link in here and here[link].slow_since is not None:
                here[link].slow_since = None
                here[link].arriving = True
            case Ending():
                self.stirred = True
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
        next_of_ours = self.standstill.real_time(min(ours, default=None))
        return min(times if next_of_ours is None else [*times, next_of_ours], default=None)

    def _grant(self, person: Person, message: ClientMessage) -> bool:
        """Do what somebody who is here asks for, or say why not; return whether it was done."""
        if person.idle and not isinstance(message, Ping | Pong | RequestSnapshot | Bye):
            self.wake(person)
        try:
            match message:
                case Act():
                    self.act(person, message)
                case SendChat(text):
                    self.say(person, text)
                case RequestSnapshot():
                    self.look(person)
                case Bye(for_good):
                    self.telling.effects.append(Drop(person.link, SessionEnded("You have left the table.")))
                    self.dropped.add(person.link)
                    self.lose(person.link, left=True, for_good=for_good)
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
                case RequestRecord():
                    self.prove(person, message)
                case Ping() | Pong():
                    pass
                case _:
                    self.arrange(person, message)
        except (Refusal, RulesError) as error:
            self.telling.tell(person, RequestRefused(0, clean(str(error), REASON_CELLS)))
            return False
        return True

    def _let_slow_ones_go(self) -> None:
        for person in list(self.seating.here.values()):
            if person.slow_since is not None and self.now >= person.slow_since + SLOW_SECONDS:
                self.drop(person.link, TooSlow("What the table tells you has not been read for too long."))
