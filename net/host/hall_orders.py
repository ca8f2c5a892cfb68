"""`HallOrders`: carries out what the hall of a club orders, at the tables of the club or by ending it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Final

from core import RulesError
from net.club.administration import (
    AnnounceOrder,
    CloseForGoodOrder,
    EndOrder,
    HallBroadcast,
    NoMoreMatchesOrder,
    SendAwayOrder,
    StopOrder,
)
from net.club.table_lifecycle import CloseOrder, OpenOrder, SeatOrder, SuspendOrder
from net.club.tick import (
    ArrivalOrder,
    HallInput,
    HallOrder,
    LookUpAnswered,
    LookUpOrder,
    OpeningFailed,
    OrderAnswered,
    SeatAnswered,
    TableOpened,
)
from net.errors import NetError
from net.host.club_results import ClubResults
from net.host.club_routes import NO_TABLE_OPENED_SENTENCE
from net.host.club_tables import ClubTables
from net.limits import SEAT_RESERVATION_ANSWER_SECONDS, STORE_ANSWER_SECONDS
from net.protocol.messages import RequestRefused
from net.table.tick import OrganiserAnnouncement, PersonSentAway, key_in_club

NO_RESULTS_SENTENCE: Final = "The club's matches and results cannot be read just now: try again soon."
"""The answer to a question about the results, when the journal or the store cannot be read."""


class HallOrders:
    """Carries out the orders of a hall with the `tables` of its club and the `results` of its matches.

    `post` passes an answer to the hall, and `start_task` runs work that the club awaits before it ends. The event
    `stopped` is set when the club has been told to stop, and the other hosts have learnt of that; `ends_everywhere` is
    then whether it ends at all of its hosts.
    """

    def __init__(
        self,
        tables: ClubTables,
        results: ClubResults,
        post: Callable[[HallInput], None],
        start_task: Callable[[Coroutine[None, None, None]], asyncio.Task[None]],
        stopped: asyncio.Event,
    ) -> None:
        self.ends_everywhere = False
        self._tables = tables
        self._results = results
        self._post = post
        self._start_task = start_task
        self._stopped = stopped
        self._stop_kept: asyncio.Task[None] | None = None  # the task that tells the other hosts

    def carry_out(self, order: HallOrder) -> None:
        """Do to the tables, or to the club itself, what the hall has ordered."""
        match order:
            case OpenOrder():
                self._start_task(self._open_table(order))
            case SeatOrder():
                self._start_task(self._reserve_seat(order))
            case CloseOrder(number, if_suspended=True):
                self._tables.close_suspended(number)
            case CloseOrder(number):
                self._tables.close_table(number)
            case SuspendOrder(number):
                self._tables.suspend(number)
            case ArrivalOrder(person):
                self._tables.register.record_arrival(person)
            case LookUpOrder():
                self._start_task(self._answer_look_up(order))
            case SendAwayOrder(person):
                self._tables.post_to_all_tables(PersonSentAway(key_in_club(person)))
            case AnnounceOrder(text):
                self._tables.post_to_all_tables(OrganiserAnnouncement(text))
            case NoMoreMatchesOrder(reason):
                self._tables.begin_no_more_matches(reason)
            case HallBroadcast():
                self._tables.register.send_to_other_halls(order)
            case CloseForGoodOrder(number):
                self._carry_out_and_answer(order, self._close_for_good(number))
            case StopOrder(minutes):
                self._stop_kept = self._carry_out_and_answer(order, self._tables.register.record_club_stop(minutes))
            case EndOrder(everywhere):
                self.ends_everywhere = everywhere
                if self._stop_kept is None:
                    self._stopped.set()
                else:  # the other hosts must learn of the stop
                    self._stop_kept.add_done_callback(lambda _: self._stopped.set())

    async def _close_for_good(self, number: int) -> None:
        """Close a table for good, after writing where every host of the club reads it that this is ordered."""
        await self._tables.register.record_table_closing(number)
        self._tables.close_table(number)

    def _carry_out_and_answer(
        self, order: CloseForGoodOrder | StopOrder, work: Coroutine[None, None, None]
    ) -> asyncio.Task[None]:
        """Begin `work`, which carries out an order of an organiser, and answer the organiser when it is done; return
        its task.

        If it is not done within `STORE_ANSWER_SECONDS`, the organiser is first told that it takes longer.
        """
        kept = self._start_task(work)

        def answer(text: str) -> None:
            """Answer who gave the order."""
            self._post(OrderAnswered(order.connection, text))

        waits = asyncio.get_running_loop().call_later(STORE_ANSWER_SECONDS, answer, order.answer_while_waiting)

        def finish(kept: asyncio.Task[None]) -> None:
            """Say that it is done, unless the club has ended before, or something has failed."""
            waits.cancel()
            if not kept.cancelled():
                answer(order.answer_when_done if kept.exception() is None else order.answer_while_waiting)

        kept.add_done_callback(finish)
        return kept

    async def _open_table(self, order: OpenOrder) -> None:
        """Open a table, and report to the hall that it is open or why not."""
        try:
            table = await self._tables.open(order, key_in_club(order.person))
        except RulesError as error:
            self._post(OpeningFailed(order.order_number, str(error)))
        except Exception as error:
            self._post(OpeningFailed(order.order_number, NO_TABLE_OPENED_SENTENCE))
            if not isinstance(error, NetError):
                raise
        else:
            self._post(TableOpened(order.order_number, table.number, table.runner.table.code))

    async def _reserve_seat(self, order: SeatOrder) -> None:
        """Reserve a seat for a person who wants to play, unless another host has, and report that to the hall."""
        is_reserved = None
        with suppress(TimeoutError):
            async with asyncio.timeout(SEAT_RESERVATION_ANSWER_SECONDS):
                is_reserved = await self._tables.register.reserve_seat(order.number, order.taken_or_promised_seats)
        self._post(SeatAnswered(order, is_reserved))

    async def _answer_look_up(self, order: LookUpOrder) -> None:
        """Answer a question about matches of the club or totals of the evening."""
        try:
            answered = LookUpAnswered(order.connection, await self._results.answer(order.request, order.name))
        except NetError:
            answered = LookUpAnswered(order.connection, RequestRefused(0, NO_RESULTS_SENTENCE))
        self._post(answered)
