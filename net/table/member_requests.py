"""What anybody at a table may ask for but to play, and what becomes of it."""

from __future__ import annotations

from net.limits import CHAT_CELLS, SNAPSHOT_INTERVAL_SECONDS
from net.protocol.messages import ChatLine
from net.protocol.sanitize import clean
from net.table.match_start import Settling
from net.table.person import Person
from net.table.state import LOBBY, Refusal


class Asking(Settling):
    """The part of a table that answers what somebody who is there asks for.

    Every method raises `Refusal` or `core.RulesError`, and changes nothing, if it is not possible.
    """

    def between_matches(self, otherwise: str) -> None:
        """Raise `Refusal`, for that reason, unless no match is being dealt or played."""
        if self.phase != LOBBY:
            raise Refusal(otherwise)
        if self.dealing is not None:
            raise Refusal("The match begins in a moment.")

    def look(self, person: Person) -> None:
        """Show somebody everything anew."""
        if self.now - person.looked_at < SNAPSHOT_INTERVAL_SECONDS:
            raise Refusal("You have been shown the whole table a moment ago.")
        person.looked_at = self.now
        person.arriving = True
        person.has = None

    def say(self, person: Person, text: str) -> None:
        """Let everybody hear what somebody says."""
        if not person.chat.spend(1, self.now):
            raise Refusal("Not so fast: others want to read what you say.")
        line = clean(text, CHAT_CELLS)
        if line:
            self.telling.everybody(ChatLine(person.name, line))

    def sit(self, person: Person, seat: int | None) -> None:
        """Give somebody a seat, or the first free one; that of a program too, during a match if the table allows it."""
        if self.playing is not None:
            self._take_over(person, seat)
            return
        self.between_matches("Seats are taken between matches.")
        where = self.seating.first_free() if seat is None else seat
        if where is None:
            raise Refusal("All seats are taken; you can watch.")
        if not self.seating.is_free(where) and not self._gives_way(person, where):
            raise Refusal(f"Seat {where + 1} is not free.")
        bot = self.seating.chairs[where].bot_name
        person.watch = False
        with self.moving():
            self.seating.seat(person, where)
        self.notice(person, f"takes the seat of {bot}." if bot else "sits down.")

    def _gives_way(self, person: Person, seat: int) -> bool:
        """Whether a program holds a seat and leaves it: for the seat of who wants it, or for nothing if it may."""
        chairs = self.seating.chairs
        held = seat < len(chairs) and bool(chairs[seat].bot_name)
        return held and (person.seat is not None or self.terms.take_over)

    def _take_over(self, person: Person, seat: int | None) -> None:
        """Let somebody who watches go on for a program."""
        running, chairs = self.playing, self.seating.chairs
        if running is None or not self.terms.take_over:
            raise Refusal("Seats are taken between matches.")
        if person.seat is not None:
            raise Refusal("You have a seat; another one can be taken when the match is over.")
        where = next((n for n, chair in enumerate(chairs) if chair.bot_name), None) if seat is None else seat
        if where is None or where >= len(chairs) or not chairs[where].bot_name:
            raise Refusal("Only the seat of a bot can be taken over during a match.")
        bot = chairs[where].bot_name
        person.watch = False
        with self.moving():
            self.seating.seat(person, where)
        running.give_back(where)
        running.rename(where, person.name)
        self.notice(person, f"takes over from {bot}.")

    def stand(self, person: Person) -> None:
        """Let somebody watch."""
        self.between_matches("You can leave your seat when the match is over.")
        person.watch = True
        seated = person.seat is not None
        with self.moving():
            self.seating.unseat(person)
        if seated:
            self.notice(person, "watches.")

    def get_ready(self, person: Person, on: bool) -> None:
        """Let everybody see that somebody is ready, or not."""
        person.ready = on
