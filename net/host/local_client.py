"""`LocalClient`: a client in the host's own process. It exchanges the same messages as over TCP, unencoded."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from core import Game, games
from core.fairness.commitments import SECRET_BYTES
from net.client.background import run_in_background
from net.client.session import ClientSession, ignore
from net.errors import NetError
from net.host.recovery import Keeping, kept_table
from net.host.table_runner import TableRunner
from net.journal import SOLO_SLOT, TableJournal
from net.protocol.frames import EncodedFrames
from net.protocol.messages import Bye, ClientMessage, ServerMessage
from net.table.spec import TableSpec
from net.table.tick import Disconnected, Received

PACE_SECONDS: Final = 0.8
"""How long a program pretends to think where people watch."""


class LocalClient(ClientSession):
    """The client of a person whose program runs in the host's own process.

    With `owns_runner`, closing the client closes the table. With `says_goodbye`, closing it leaves the table, as
    closing a remote client does; otherwise the seat is kept for the token. A client that is not `resumable` gives its
    seat up for good, however it ends. `chance` are 32 random bytes for commit–reveal deals, by default from the system.
    """

    def __init__(
        self,
        runner: TableRunner,
        name: str,
        code: str = "",
        *,
        watch: bool = False,
        token: str = "",
        owns_runner: bool = False,
        says_goodbye: bool = False,
        resumable: bool = True,
        chance: bytes | None = None,
        verifies: bool = True,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._admission: asyncio.Future[None] = self._loop.create_future()
        super().__init__(
            name,
            code,
            watch,
            token,
            chance=secrets.token_bytes(SECRET_BYTES) if chance is None else chance,
            verifies=verifies,
            on_welcome=self._admitted,
            on_failure=self._failed,
        )
        self.resumable = resumable
        self._runner = runner
        self._owns_runner = owns_runner
        self._says_goodbye = says_goodbye
        self._link: int | None = runner.connect(self)

    async def enter(self) -> None:
        """Send the hello and wait until the table has let this person in; raises `NetError` if it does not."""
        self._send(self.hello())
        await self._admission

    async def close(self) -> None:
        if self._says_goodbye:
            self._send(Bye(not self.resumable))
        await self._disconnect()

    async def drop(self) -> None:
        """Disconnect as if the connection had broken: a resumable client keeps its seat."""
        if not self.resumable:
            self._send(Bye(True))
        await self._disconnect()

    def time(self) -> float:
        return self._loop.time()

    # Called by the table's runner (`net.protocol.frames.Outbox`)

    def deliver(self, messages: Sequence[ServerMessage], frames: EncodedFrames) -> None:
        """Process the messages of one tick after it, so that no fault of a listener can disturb the table."""
        self._loop.call_soon(self._handle_all, messages)

    def end(self, error: NetError) -> None:
        """The table has ended this link: report the host lost."""
        self._link = None
        self._loop.call_soon(self.report_lost, str(error))

    # Within

    async def _disconnect(self) -> None:
        self._listener = ignore
        link, self._link = self._link, None
        if link is not None:
            self._runner.disconnect(link)
        if self._owns_runner:
            await self._runner.end()
        elif link is not None:
            self._runner.post(Disconnected(link))

    def _admitted(self) -> None:
        if not self._admission.done():
            self._admission.set_result(None)

    def _failed(self, error: NetError) -> None:
        if not self._admission.done():
            self._admission.set_exception(error)

    def _run_in_background(self, work: Iterator[None]) -> None:
        run_in_background(self._loop, work, lambda: self._link is not None)

    def _handle_all(self, messages: Sequence[ServerMessage]) -> None:
        for message in messages:
            self.handle(message)

    def _send(self, message: ClientMessage) -> None:
        if self._link is not None:
            self._runner.post(Received(self._link, message))


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
    table, chapter = await kept_table(keeping, SOLO_SLOT, spec)
    house = TableRunner(table, chapter)
    client = LocalClient(house, name, watch=watch, owns_runner=True, token=chapter.host_token if chapter else "")
    await come_in(client, house, chapter)
    return client


async def come_in(client: LocalClient, house: TableRunner, chapter: TableJournal | None) -> None:
    """Let the person at this machine in, and write down whose table it is; if that fails the house is closed again.

    Raises `net.errors.JournalUnusable` if it cannot be written down.
    """
    try:
        await client.enter()
        if chapter is not None:
            await chapter.keep_host_token(client.token)
    except BaseException:
        await house.end()
        if house.broken.done():
            raise house.broken.result() from None
        raise
