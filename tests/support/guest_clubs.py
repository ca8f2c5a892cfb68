"""A club with a listener for guests, over SSH or in browsers, and clients of people in this process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

from net.client.hall import HallEvent, TableGranted
from net.host.club_server import ClubServer, ClubSpec, open_club
from net.host.local_client import OWN_VERIFIER_SPEC
from net.host.local_club import enter_local_hall, join_local_club_table
from tests.support.patience import PATIENCE_SECONDS
from tests.support.web_guest import WebTable
from tests.tui.ssh.conftest import LOOPBACK_ADDRESS, SshTable
from tui.guest.club import ClubService
from tui.guest.host import GuestHost
from tui.guest.session import GuestSession
from tui.screens.hall import HallScreen

if TYPE_CHECKING:
    from net.host.cluster_storage import ClusterStorage
    from net.host.local_hall_client import LocalHallClient
    from tui.screens.base import BaseScreen


class GuestClub(SshTable):
    """A club with one table, which Olga has opened; `join` lets a guest come in and sit down there."""

    club: ClubServer
    olga: LocalHallClient

    async def open(self, game: str = "mad-queens", seats: int = 4, code: str = "", seed: int | None = 1) -> Self:
        """Open the club with Olga's table and the listener for guests, and return this object.

        `seed` is ignored: other tables of the tests take it.
        """
        await self.open_club(code)
        self.owner = await self.open_table_of(self.olga, game, seats=seats)
        return self

    async def open_club(self, code: str = "", storage: ClusterStorage | None = None) -> None:
        """Open the club and the listener for guests, without a table; with a `storage` it is one of several hosts."""
        certificate = None if storage is None else storage.certificate
        self.club = await open_club(
            ClubSpec("Café", code), LOOPBACK_ADDRESS, 0, certificate=certificate, storage=storage
        )
        self.guests = GuestHost(ClubService(self.club), self.folder)
        await self.listen()
        self._stack.push_async_callback(self.close)
        self.olga = await enter_local_hall(self.club, "Olga", code)

    async def open_table_of(self, person: LocalHallClient, game: str, **settings: Any) -> Any:
        """Open a table for a person in the hall, and return their client there.

        The attributes `number` and `code` of this object become those of the table.
        """
        offered: asyncio.Future[TableGranted] = asyncio.get_running_loop().create_future()

        def listen(event: HallEvent) -> None:
            """Record the offer."""
            if isinstance(event, TableGranted):
                offered.set_result(event)

        person.set_listener(listen)
        person.open_table(game, **settings)
        offer = await asyncio.wait_for(offered, PATIENCE_SECONDS)
        self.number, self.code = offer.number, offer.code
        table = self.club.tables.get(self.number)
        assert table is not None
        self.runner, self.table = table.runner, table.runner.table
        client = await join_local_club_table(self.club, person, self.number, self.code)
        client.verifier._spec = OWN_VERIFIER_SPEC  # that of a person with a program of their own
        return client

    async def close(self) -> None:
        """Close the listener and the club."""
        self.server.stop()
        await self.club.close()
        await self.server.close()

    async def bring_in_guest(
        self, name: str = "ann", size: tuple[int, int] = (100, 30), device: str = "", **rest: Any
    ) -> Any:
        """Let a guest come into the club; return the guest as soon as they are in the hall, at a table, or refused."""
        sessions = set(self.server.sessions.values())
        guest = await super().join(name, size, device, **rest)

        def is_in() -> bool:
            """Whether the guest has been let in, or the end has come."""
            new = [session for session in self.server.sessions.values() if session not in sessions]
            guest.session = new[0] if new else getattr(guest, "session", None)
            return guest.has_ended or (guest.session is not None and guest.session.visit is not None)

        await self.wait_until(is_in)
        return guest

    async def bring_guest_to_question(self, name: str, question: str) -> Any:
        """Let a guest come who is asked for the code of the club; return the guest once the question is shown."""
        guest = await super().join(name)
        await guest.wait_for_text(question)
        return guest

    def answer(self, guest: Any, code: str) -> None:
        """Type the answer to the question for the code."""
        guest.press(f"{code}\r")

    async def join(self, name: str = "ann", size: tuple[int, int] = (100, 30), device: str = "", **rest: Any) -> Any:
        """Let a guest come in and sit down at Olga's table, unless they are there already; return the guest."""
        guest = await self.bring_in_guest(name, size, device, **rest)
        if not guest.has_ended and guest.session.visit.table is None:
            await guest.wait_for_text("Olga's table")
            await guest.wait_until_settled()
            guest.press("\r")
            await self.wait_until(lambda: guest.has_ended or guest.session.visit.table is not None)
            await self.wait_until(
                lambda: guest.has_ended or not shows_screen(guest.session, HallScreen)
            )  # where keys go from now on
        return guest

    async def complete_departure(self, guest: Any) -> None:
        """Wait until a guest who has left the table is in the hall, and let them leave the club."""
        await self.wait_until(lambda: shows_screen(guest.session, HallScreen))
        await guest.wait_for_text("Café: ")
        await guest.wait_until_settled()
        guest.press("\x1b")
        await guest.wait_for_text("You have left the club.")


def shows_screen(session: GuestSession, screen: type[BaseScreen]) -> bool:
    """Return whether the program of a guest's session shows a screen of this class; False if it shows no screens, as at
    its start or in the line mode.
    """
    return session.app is not None and isinstance(session.app.top_screen, screen)


class SshClub(GuestClub):
    """A club with guests over SSH."""


class WebClub(GuestClub, WebTable):  # type: ignore[misc]
    """A club with guests in browsers."""

    def answer(self, guest: Any, code: str) -> None:
        """Answer the question for the code, as the form of the page does."""
        guest.send("enter", name="", code=code)
