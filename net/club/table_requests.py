"""`TableRequests`: what people in the hall of a club ask for in order to play: a new table, or a seat at any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core import RulesError, games
from core.engine.registry import unknown_game_sentence
from net.club.administration import CLUB_IS_CLOSING_SENTENCE, Administration
from net.club.hall_people import HallPeople, HallPerson
from net.club.table_lifecycle import TABLE_IS_OPENED_ALREADY_SENTENCE, SeatOrder, TableLifecycle
from net.club.tick import OpeningFailed, TableOpened
from net.errors import NetError
from net.limits import MAX_REASON_CELLS
from net.protocol.messages import OpenTable, PlayNow, RequestRefused, ServerMessage, TableReady
from net.protocol.sanitize import clean_text
from net.table.state import ImpossibleRequest

SEAT_NOT_KNOWN_YET_SENTENCE: Final = "The club cannot give you a seat just now: try again in a moment."
"""The answer to a person who wants to play while the store of the club does not answer."""


class TableRequests:
    """Carries out the requests for tables and seats of the people in a hall, and sends them the answers.

    `send` sends a message to a person, and `order_seat` orders the host to find out whether a seat is free. While
    `may_have_other_halls` another hall may promise the same seat, so a seat is promised only after that. Times are real
    times in seconds. The methods for requests raise `ImpossibleRequest`, `core.RulesError` or `NetError` if the
    request is refused.
    """

    def __init__(
        self,
        people: HallPeople,
        lifecycle: TableLifecycle,
        administration: Administration,
        send: Callable[[HallPerson, ServerMessage], None],
        order_seat: Callable[[SeatOrder], None],
    ) -> None:
        self.may_have_other_halls = False
        self._people = people
        self._lifecycle = lifecycle
        self._administration = administration
        self._send = send
        self._order_seat = order_seat

    def open_table(self, person: HallPerson, message: OpenTable, now: float) -> None:
        """Order a table to be opened as a person has asked."""
        if self._administration.is_closing:
            raise ImpossibleRequest(CLUB_IS_CLOSING_SENTENCE)
        game = games.get(message.game)
        if game is None:
            raise ImpossibleRequest(f"{unknown_game_sentence(message.game)}.")
        self._lifecycle.order_table(person, game, message, now)

    def play_now(self, person: HallPerson, message: PlayNow, now: float) -> None:
        """Name a table with room to a person who wants to play, or order a new one to be opened for them."""
        if not person.request_rate.spend(1, now):
            raise ImpossibleRequest("Not so fast: wait a moment, and ask again.")
        if self._administration.is_closing:
            raise ImpossibleRequest(CLUB_IS_CLOSING_SENTENCE)
        if message.game and message.game not in games:
            raise ImpossibleRequest(f"{unknown_game_sentence(message.game)}.")
        if person.waits_for_table:
            raise ImpossibleRequest(TABLE_IS_OPENED_ALREADY_SENTENCE)
        self._find_seat(person, message.game, now)

    def answer_seat_request(self, order: SeatOrder, is_reserved: bool | None, now: float) -> None:
        """Name the table to a person for whom a seat is reserved; if another host was faster, look for another one.

        With None the person is told to try again.
        """
        person = self._people.find_by_id(order.person)
        if person is None:
            return
        person.waits_for_table = False
        if person.connection not in self._people.connected:
            return
        if is_reserved:
            self._send(person, TableReady(order.number))
            return
        if is_reserved is None:
            self._send(person, RequestRefused(0, SEAT_NOT_KNOWN_YET_SENTENCE))
            return
        try:
            self._find_seat(person, order.game, now)
        except (ImpossibleRequest, RulesError, NetError) as error:
            self._send(person, refusal_because(error))

    def answer_opening(self, done: TableOpened | OpeningFailed) -> None:
        """Tell the person who asked for a table that it is open, or why it could not be opened."""
        person = self._people.find_by_id(self._lifecycle.finish_opening(done.order_number))
        if person is None or person.connection not in self._people.connected:
            return
        if isinstance(done, TableOpened):
            self._send(person, TableReady(done.number, done.code))
        else:
            self._send(person, refusal_because(done.reason))

    def _find_seat(self, person: HallPerson, game: str, now: float) -> None:
        """Name a table of a game, or of any, with a free seat that is promised to nobody else, or open a new one.

        Where other halls may promise it, too, that is known only when the store has answered.
        """
        found = self._lifecycle.promise_seat(game, now)
        if found is None:
            self.open_table(person, OpenTable(game or next(iter(games))), now)
        elif not self.may_have_other_halls:
            self._send(person, TableReady(found[0]))
        else:
            person.waits_for_table = True
            self._order_seat(SeatOrder(person.id, game, *found))


def refusal_because(reason: Exception | str) -> RequestRefused:
    """Return the message to a person in the hall that their request is refused for this `reason`."""
    return RequestRefused(0, clean_text(str(reason), MAX_REASON_CELLS))
