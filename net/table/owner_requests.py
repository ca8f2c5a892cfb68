"""What only the owner of a table may ask for: what is played, with whom, how, and when it stops."""

from __future__ import annotations

from collections.abc import Mapping

from core import games
from net.errors import Rejected
from net.limits import BANNED_PEOPLE, CLOCK_SECONDS, LONGEST_GRACE_SECONDS
from net.protocol.messages import (
    AddBot,
    Configure,
    EndMatch,
    HandOver,
    Kick,
    OwnerRequest,
    Pause,
    RemoveBot,
    Replace,
    SetTerms,
    Start,
)
from net.protocol.table_state import Terms
from net.table.match_runner import MatchRunner
from net.table.member_requests import Asking
from net.table.person import Person
from net.table.seats import Seat, best_bot
from net.table.state import Refusal

SENT_AWAY = "Whoever runs the table has sent you away; you cannot come back to it."


class Owning(Asking):
    """The part of a table that does what its owner wants, or raises `Refusal` or `core.RulesError`."""

    def arrange(self, person: Person, message: OwnerRequest) -> None:
        """Do what only the owner may."""
        if person is not self.owner:
            raise Refusal("That is for whoever runs the table.")
        if isinstance(message, Configure | AddBot | RemoveBot | Start):
            self.between_matches("That can be done when the match is over.")
        match message:
            case Configure(game, seats, options):
                self._configure(game, seats, options)
            case AddBot(bot, seat):
                self._add_bot(bot, seat)
            case RemoveBot(seat):
                self._remove_bot(seat)
            case Start():
                self.start()
            case Kick(name):
                self._kick(self._called(name))
            case Replace(seat, bot):
                self._replace(seat, bot)
            case HandOver(name):
                self._hand_over(self._called(name))
            case SetTerms(terms):
                self._set_terms(terms)
            case Pause(on):
                self._pause(person, on)
            case EndMatch():
                self.abort(self._match(), f"{person.name} has ended the match.")

    # What is played, and how

    def _configure(self, slug: str, seats: int, options: Mapping[str, object]) -> None:
        game = games.get(slug)
        if game is None:
            raise Refusal(f"There is no game called {slug!r}.")
        self.options = game.settings(seats, options)
        self.game = game
        self.running = None
        with self.moving():
            self.seating.rearrange(seats, game)
        self.add_up()

    def _set_terms(self, terms: Terms) -> None:
        least, most = CLOCK_SECONDS
        if terms.clock and not least <= terms.clock <= most:
            raise Refusal(f"A clock is set to {least} to {most} seconds, or 0 for none.")
        if terms.grace > LONGEST_GRACE_SECONDS:
            raise Refusal(f"Nobody is waited for longer than {LONGEST_GRACE_SECONDS} seconds.")
        self.terms = terms
        if self.playing is not None:
            self.playing.set_clock(terms.clock)

    def _match(self) -> MatchRunner:
        if self.playing is None or self.playing.match.over:
            raise Refusal("No match is being played now.")
        return self.playing

    def _pause(self, person: Person, on: bool) -> None:
        self._match()
        if on is self.standstill.is_paused:
            return
        if on:
            self.standstill.pause(self.now)
        else:
            self.standstill.resume(self.now)
        self.set_time(self.now)
        self.notice(person, "lets the match stand still." if on else "goes on with the match.")

    # With whom

    def _called(self, name: str) -> Person:
        person = self.seating.by_name(name)
        if person is None:
            raise Refusal(f"Nobody here is called {name[:20]!r}.")
        return person

    def _hand_over(self, person: Person) -> None:
        if person.gone:
            raise Refusal(f"{person.name} is away.")
        self.founder = person
        self.notice(person, "runs the table now.")

    def _kick(self, person: Person) -> None:
        """Send somebody away, who cannot come back as themselves; in a match a program has their seat from now on."""
        if person is self.owner:
            raise Refusal("You cannot send yourself away; you can leave.")
        seat = person.seat
        self.banned = (*self.banned, person.token)[-BANNED_PEOPLE:]
        if not person.gone:
            self.telling.farewell(person.link, Rejected(SENT_AWAY))
            self.dropped.add(person.link)
        self.seating.forget(person)
        if person is self.founder:
            self.founder = self.owner
        if seat is not None and self.playing is not None:
            self.give_to_bot(seat, best_bot(self.game))
        self.add_up()
        self.notice(person, "has been sent away.")

    def _replace(self, seat: int, bot: str) -> None:
        person = self.seating.chairs[seat].person if seat < len(self.seating.chairs) else None
        if person is None or not person.absent:
            raise Refusal("Only the seat of somebody who is away can be given to a bot.")
        self.give_to_bot(seat, self._bot(bot))
        self.notice(person, "has lost the seat to a bot.")

    def _bot(self, bot: str) -> str:
        bot = bot or best_bot(self.game)
        if self.game.bots and bot not in self.game.bots:
            raise Refusal(f"The bots that play {self.game.title} are: {', '.join(self.game.bots)}.")
        return bot

    def _add_bot(self, bot: str, seat: int | None) -> None:
        bot = self._bot(bot)
        where = self.seating.first_free() if seat is None else seat
        if where is None or not self.seating.is_free(where):
            raise Refusal("There is no free seat for a bot.")
        self.seating.seat_bot(where, bot)

    def _remove_bot(self, seat: int) -> None:
        if seat >= len(self.seating.chairs) or not self.seating.chairs[seat].bot_name:
            raise Refusal("No bot sits there.")
        self.seating.chairs[seat] = Seat()
