"""A client in the host's own process: the same messages as over a network, handed over as they are."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from core import Game, games
from core.fairness.commitments import SECRET_BYTES
from net.client.background import at_leisure
from net.client.session import ClientSession, ignore, nothing
from net.errors import NetError
from net.host.recovery import Keeping, kept_table
from net.host.table_runner import TableRunner
from net.journal import ALONE, TableJournal
from net.protocol.frames import EncodedFrames
from net.protocol.messages import ClientMessage, ServerMessage
from net.table.inputs_effects import Asked, Gone
from net.table.spec import TableSpec

PACE_SECONDS: Final = 0.8
"""How long a program pretends to think where people watch."""


class LocalClient(ClientSession):
    """The end of a person who sits at the host's own machine."""

    def __init__(
        self,
        house: TableRunner,
        name: str,
        watch: bool = False,
        code: str = "",
        *,
        keeps_house: bool = False,
        token: str = "",
    ) -> None:
        super().__init__(name, code, watch, token)
        self.notary.chance = secrets.token_bytes(SECRET_BYTES)
        self._house = house
        self._loop = asyncio.get_running_loop()
        self._keeps_house = keeps_house
        self._link: int | None = house.connect(self)

    async def enter(self) -> None:
        """Say hello and wait until the table has let this person in; raises `NetError` if it does not."""
        inside: asyncio.Future[None] = self._loop.create_future()
        self.welcomed = lambda: inside.set_result(None)
        self.failed = inside.set_exception
        self._say(self.hello())
        try:
            await inside
        finally:
            self.welcomed, self.failed = nothing, ignore

    def deliver(self, messages: Sequence[ServerMessage], frames: EncodedFrames) -> None:
        """Take in the messages of one tick, after it: what a listener does cannot disturb the table."""
        self._loop.call_soon(self._take_in, messages)

    def end(self, error: NetError) -> None:
        """Take in that the table has ended this link."""
        self._link = None
        self._loop.call_soon(self.lose, str(error))

    def time(self) -> float:
        return self._loop.time()

    async def close(self) -> None:
        self._listener = ignore
        link, self._link = self._link, None
        if link is not None:
            self._house.disconnect(link)
        if self._keeps_house:
            await self._house.end()
        elif link is not None:
            self._house.post(Gone(link))

    def _at_leisure(self, work: Iterator[None]) -> None:
        at_leisure(self._loop, work, lambda: self._link is not None)

    def _take_in(self, messages: Sequence[ServerMessage]) -> None:
        for message in messages:
            self.hear(message)

    def _say(self, message: ClientMessage) -> None:
        if self._link is not None:
            self._house.post(Asked(self._link, message))


def seats_for(game: Game, seats: int | None, bots: int, people: int = 1) -> int:
    """Return how many seats a table should have: as asked, else enough for its bots and people, else as usual."""
    if seats is not None:
        return seats
    if not bots:
        return game.usual_seats
    return next((number for number in game.seats if number >= bots + people), game.seats[-1])


async def open_table(
    game: str,
    name: str,
    *,
    seats: int | None = None,
    bots: int = 0,
    options: Mapping[str, object] | None = None,
    seed: int | str | None = None,
    pace: float = PACE_SECONDS,
    watch: bool = False,
    keeping: Keeping | None = None,
) -> LocalClient:
    """Open a table in this process, without a network, and return the client of the person at it.

    `seats` defaults to as many as `bots` and one person need, or the game's usual number; seats that are free
    at the start of a match are filled with programs. With `keeping` it is written down, and if that says to go on
    with a table, that one is opened, as it was. Raises `KeyError` for a game there is not, `core.BadOption` for
    seats or options it does not have, and `net.errors.JournalDamaged` or `JournalUnusable`.
    """
    rules = games[game]
    number = seats_for(rules, seats, bots)
    spec = TableSpec(rules, number, options or {}, seed=seed, pace=pace, bots=min(bots, number - (not watch)))
    if keeping is not None and keeping.number is None:
        keeping = replace(keeping, anew=True)
    table, chapter = await kept_table(keeping, ALONE, spec)
    house = TableRunner(table, chapter)
    client = LocalClient(house, name, watch, keeps_house=True, token=chapter.own if chapter else "")
    await come_in(client, house, chapter)
    return client


async def come_in(client: LocalClient, house: TableRunner, chapter: TableJournal | None) -> None:
    """Let the person at this machine in, and write down whose table it is; if that fails the house is closed again.

    Raises `net.errors.JournalUnusable` if it cannot be written down.
    """
    try:
        await client.enter()
        if chapter is not None:
            await chapter.keep_own(client.token)
    except BaseException:
        await house.end()
        if house.broken.done():
            raise house.broken.result() from None
        raise
