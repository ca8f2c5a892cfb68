"""`ClubRoutes`: where people go who come to a club, to its hall or to a table, here or at another host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Final

from msgspec.structs import replace

from net.club.administration import CLUB_IS_CLOSING_SENTENCE, SENT_AWAY_FROM_CLUB_SENTENCE
from net.club.hall import Hall
from net.club.hall_people import KnownPerson
from net.club.tick import PersonReported
from net.cluster.retry import ask_until_answer
from net.errors import NetError, Rejected, TableTaken
from net.host.club_storage import AdmitPerson
from net.host.club_tables import ClubTable, ClubTables
from net.host.connection import Direction, Route
from net.host.hall_runner import HallRunner
from net.limits import MAX_NAME_WAIT_SECONDS, TABLE_MOVE_CHECKS, TABLE_MOVE_WAIT_SECONDS
from net.protocol.messages import Hello, TableElsewhere
from net.security.hall_tokens import HallTokens
from net.table.tick import key_in_club
from net.transport.code_attempts import CodeAttempts

COME_INTO_THE_HALL_SENTENCE: Final = "This is a club: come into its hall first, and then to a table."
"""The answer to the hello, at a table, of somebody without a token of the hall."""
NO_TABLE_OPENED_SENTENCE: Final = "No table can be opened just now: the club cannot save anything."
"""The answer to somebody who asked for a table, when opening it has failed."""
NOBODY_COMES_IN_SENTENCE: Final = "Nobody new can come in just now, as the club cannot save anything: try again soon."
"""The answer to a newcomer while the store is away, so that nobody knows which names are free."""
NO_SUCH_TABLE_SENTENCE: Final = "There is no table {0} in this club; perhaps it has been closed."
"""The answer to a hello for a table that the club does not have, with its number."""


class ClubRoutes:
    """Finds out where the sender of a hello goes in a club, with its `hall` and its `tables` in this process.

    `start_task` runs a search that takes time. `code_attempts` bounds wrong guesses of the code of the hall. `admit`
    gives a name to a person whom this host does not know; None if no other host can know them. `host_with_store` is the
    address of another host, to which everybody goes while this one is cut off from the store, else "".
    """

    def __init__(
        self,
        hall: Hall,
        hall_runner: HallRunner,
        tables: ClubTables,
        tokens: HallTokens,
        code_attempts: CodeAttempts,
        start_task: Callable[[Coroutine[None, None, Direction]], asyncio.Task[Direction]],
    ) -> None:
        self.admit: AdmitPerson | None = None
        self.host_with_store = ""
        self._hall = hall
        self._hall_runner = hall_runner
        self._tables = tables
        self._tokens = tokens
        self._code_attempts = code_attempts
        self._start_task = start_task

    def route(self, hello: Hello) -> Direction | asyncio.Future[Direction]:
        """Return where the sender of a hello goes: to the hall, to a table, to another host, or a sentence that says
        why nowhere. To a table they go only with a token of the hall, and under the name that they have there.

        A suspended table is resumed first. A person whom this host does not know gets a name that nobody has at another
        host.
        """
        person = self._hall.id_of(hello.tokens)
        if not hello.club_table:
            if self._hall.was_sent_away(hello):
                return SENT_AWAY_FROM_CLUB_SENTENCE
            admit = self.admit
            if admit is not None and not self._hall.name_of(person) and (person or self._hall.is_code(hello.code)):
                return self._start_task(self._route_new_person(hello, person, admit))
            return Route(self._hall_runner, self._code_attempts, hello, bool(person))
        if not person:
            return COME_INTO_THE_HALL_SENTENCE
        if self._hall.is_sent_away(person):
            return SENT_AWAY_FROM_CLUB_SENTENCE
        if self.host_with_store:
            return TableElsewhere(self.host_with_store)
        number = hello.club_table
        table = self._tables.get(number)
        if table is not None and not self._tables.are_left:
            return self._route_to(table, hello, person)
        if table is not None:
            return self._start_task(self._find_moving_table(hello, person))
        if self._tables.is_suspended(number) and self._tables.are_left:
            others = self._tables.register.other_hosts
            return TableElsewhere(others[0].address) if others else NO_TABLE_OPENED_SENTENCE
        if self._tables.is_suspended(number) and not self._tables.register.cannot_run(number):
            return (
                CLUB_IS_CLOSING_SENTENCE
                if self._hall.is_closing
                else self._start_task(self._resume_table(hello, person))
            )
        host = self._tables.register.host_of(number)
        if host is None:
            return self._start_task(self._find_unknown_table(hello, person))
        return TableElsewhere(host) if host else self._start_task(self._find_moving_table(hello, person))

    async def _route_new_person(self, hello: Hello, person: str, admit: AdmitPerson) -> Direction:
        """Wait until the club has given a name to a person whom this host does not know; return their route to the
        hall, or a sentence that says why nobody can come in."""
        if not person:
            hello = replace(hello, token=self._tokens.new_token(), other_tokens=())
        try:
            async with asyncio.timeout(MAX_NAME_WAIT_SECONDS):
                known = await self._admit_person(self._hall.id_of(hello.tokens), hello.name, admit)
        except (NetError, TimeoutError):
            return NOBODY_COMES_IN_SENTENCE
        self._hall_runner.post_input(PersonReported(known))
        return Route(self._hall_runner, self._code_attempts, hello, bool(person))

    async def _admit_person(self, id: str, name: str, admit: AdmitPerson) -> KnownPerson:
        """Return the person with this identifier, who may come in under `name` or another one."""
        return await ask_until_answer(lambda: admit(id, name, lambda: [self._hall.name, *self._hall.names]))

    async def _resume_table(self, hello: Hello, person: str) -> Direction:
        """Resume a suspended table, and return the route to it, or a sentence that says why there is none."""
        try:
            table = await self._tables.resume(hello.club_table)
        except Rejected as error:
            return str(error)
        except TableTaken:  # another host has resumed it at the same time
            return await self._find_moving_table(hello, person)
        except NetError:
            return NO_TABLE_OPENED_SENTENCE
        if table is not None:
            return self._route_to(table, hello, person)
        host = self._tables.register.host_of(hello.club_table)
        return NO_SUCH_TABLE_SENTENCE.format(hello.club_table) if host is None else TableElsewhere(host)

    async def _find_unknown_table(self, hello: Hello, person: str) -> Direction:
        """Return where a table is that this host does not know yet, or a sentence if there is no such table."""
        if await self._tables.register.has_table(hello.club_table):
            return await self._find_moving_table(hello, person)
        return NO_SUCH_TABLE_SENTENCE.format(hello.club_table)

    async def _find_moving_table(self, hello: Hello, person: str) -> Direction:
        """Return where a table is that is changing its host, as soon as that is known; without an address if it is not
        known in time."""
        number = hello.club_table
        for _ in range(TABLE_MOVE_CHECKS):
            await asyncio.sleep(TABLE_MOVE_WAIT_SECONDS / TABLE_MOVE_CHECKS)
            table = self._tables.get(number)
            if table is not None and not self._tables.are_left:
                return self._route_to(table, hello, person)
            host = self._tables.register.host_of(number)
            if host:
                return TableElsewhere(host)
        return TableElsewhere()

    def _route_to(self, table: ClubTable, hello: Hello, person: str) -> Direction:
        """Return the route of a person to a table of this host, or a sentence if they have been sent away meanwhile."""
        if self._hall.is_sent_away(person):
            return SENT_AWAY_FROM_CLUB_SENTENCE
        hello = replace(hello, name=self._hall.name_of(person) or hello.name)
        has_seat = any(map(table.runner.has_seat, hello.tokens))
        address = self._tokens.guest_address(hello.tokens)
        return Route(table.runner, table.code_attempts, hello, has_seat, key_in_club(person), address)
