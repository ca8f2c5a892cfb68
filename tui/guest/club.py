"""The hall of a club for guests, and how they go to a table and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from net.errors import CLUB_CLOSED_SENTENCE, NetError
from net.host.local_club import enter_local_hall, join_local_club_table, seat_tokens_and_holders
from net.security.table_code import TableCode
from tui.connect.club import HallHandle, club_table_sentence
from tui.connect.invitation import invitation, ssh_invitation, web_address
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.guest.farewells import LEFT_CLUB_FAREWELL
from tui.guest.guest_service import Carrier, GuestHandle, GuestMemory, ServiceKind, ServiceSentences
from tui.guest.guest_tokens import TokenPriority
from tui.guest.identity import GuestIdentity, GuestPlace, ResumeInfo, TableAccess
from tui.text.hall import same_person_sentence
from tui.text.table import renamed_sentence

if TYPE_CHECKING:
    from net.host.club_server import ClubServer
    from net.host.local_hall_client import LocalHallClient

CLUB_CODE_QUESTION: Final = "This club has a code; ask the person who runs it. Code:"
"""The question for the code of the club."""

WRONG_CLUB_CODE_ANSWER: Final = "That is not the code of this club."
"""The answer to a wrong code of the club."""

NO_CLUB_CODE_FAREWELL: Final = "Nobody gets into this club without its code; come back when you have it."
"""The farewell of a guest who gives no code."""


class GuestHall(HallHandle):
    """The hall of a club for one guest, whose `identity` is "" if the guest cannot be recognised when they come back.

    `visit` says where the guest is, and `info` has what lets them return there; both are kept up to date.
    `is_big_screen`: the guest shows the table to a whole room.
    """

    client: LocalHallClient

    def __init__(
        self,
        host: GuestMemory,
        club: ClubServer,
        client: LocalHallClient,
        guest: GuestIdentity,
        identity: str,
        info: ResumeInfo,
        visit: GuestHandle,
        *,
        is_big_screen: bool,
    ) -> None:
        self.client = client
        self.request = TableRequest(
            "join", address=club.address, is_big_screen=is_big_screen, insecure=club.certificate is None
        )
        self.join_code = host.service.code or info.code
        self.notices = ""
        self._host, self._club = host, club
        self._guest, self._identity = guest, identity
        self._info, self._visit = info, visit
        self._is_big_screen = is_big_screen

    @property
    def address(self) -> str:
        """The address by which others come in: that of another host, if this one is being stopped."""
        return self._club.way_in.address

    @property
    def ssh_command(self) -> str:
        """The command with which others join the club with an SSH client, "" if they cannot."""
        way = self._club.way_in
        return ssh_invitation(way.address, way.ports.ssh) if way.ports.ssh else ""

    @property
    def web_address(self) -> str:
        """The address of the page for browsers; empty if the club serves none there."""
        way = self._club.way_in
        ports = way.ports
        return web_address(way.address, ports.web, ports.is_web_encrypted, self.join_code) if ports.web else ""

    def save_token(self) -> None:
        """Do nothing: the host keeps the token, and there is no reconnect in its own process."""

    async def open_table(self, table_number: int, code: str = "", *, watch: bool = False) -> TableHandle:
        """Join a table of the club as the guest, with the token that the host keeps for them, and return the table.

        The token that the table gives is kept. `table_number` is the number of the table in the club, `code` its code.
        Without `watch` the guest takes a seat.
        """
        entry = self._info.tables.get(table_number, TableAccess())
        place = f"{self._club.hall.id}/{table_number}"
        if self._identity and not entry.token:
            entry.token = await self._host.find_token(self._identity, place)
        watch = watch or self._is_big_screen
        client = await join_local_club_table(
            self._club,
            self.client,
            table_number,
            TableCode.read(code or entry.code).secret,
            watch=watch,
            token=entry.token,
            resumable=bool(self._identity),
            address=self._guest.address,
        )
        known_token = entry.token
        self._info.tables[table_number] = TableAccess(client.token, code or entry.code)
        self._info.table = table_number
        self._tell_hosts_where_guest_is(GuestPlace(table_number, code or entry.code, watch))
        self._visit.table = handle = TableHandle(
            client,
            replace(self.request, watch=watch),
            release_token=self._record_leaving,
            join_code=self.join_code,
            club_table_sentence=club_table_sentence(table_number, code or entry.code),
        )
        if self._identity and client.token != known_token:
            await self._host.keep_token(self._identity, place, client.token)
        return handle

    def _record_leaving(self) -> None:
        """Record that the guest has left the table and is in the hall."""
        self._visit.table = None
        self._info.table = 0
        self._tell_hosts_where_guest_is(GuestPlace())

    def _tell_hosts_where_guest_is(self, place: GuestPlace) -> None:
        """Tell all hosts of the club where the guest is, because the guest may come back at another host."""
        if self._identity:
            self._host.keep_place(self._identity, place)

    async def leave(self) -> None:
        """Leave the club."""
        await self.client.close()


class ClubService:
    """The hall of `club`, for guests (`tui.guest.guest_service.GuestService`)."""

    kind: ServiceKind = "club"
    sentences = ServiceSentences(
        CLUB_CODE_QUESTION, WRONG_CLUB_CODE_ANSWER, NO_CLUB_CODE_FAREWELL, LEFT_CLUB_FAREWELL, CLUB_CLOSED_SENTENCE
    )

    def __init__(self, club: ClubServer) -> None:
        self._club = club
        self.code = club.code
        self.code_attempts = club.code_attempts
        self.shared_tokens = club.guest_tokens

    def ways_to_other_hosts(self, carrier: Carrier) -> tuple[str, ...]:
        """Return the lines or addresses by which guests of this carrier come in at other hosts of the club.

        If no other host lets in guests of this carrier, return the commands that join with the installed program.
        """
        others = self._club.other_hosts
        if carrier == "ssh":
            ways = [ssh_invitation(other.address, other.ports.ssh) for other in others if other.ports.ssh]
        else:
            ways = [
                web_address(other.address, other.ports.web, other.ports.is_web_encrypted, self.code)
                for other in others
                if other.ports.web
            ]
        return tuple(ways or [invitation(other.address, self.code) for other in others])

    def watch_leaving(self, on_leave: Callable[[int], None]) -> None:
        """Call `on_leave` with a number of minutes when this host is stopped and the club goes on at others."""
        self._club.watch_leaving(on_leave)

    @property
    def public_id(self) -> str:
        """The public identifier of the club."""
        return self._club.hall.id

    @property
    def title(self) -> str:
        """The name of the club."""
        return self._club.hall.name

    def is_code(self, code: str) -> bool:
        """Return whether this is the code of the club, or the club has none."""
        return self._club.hall.is_code(code)

    def identity_of(self, guest: GuestIdentity, *, is_big_screen: bool) -> str:
        """Return the key of a guest without the name, because in a club one key, or one browser, is one person.

        A page that shows a table to a room has another identity: it is not the person whose browser it is.
        """
        return guest.identity if is_big_screen else guest.key

    def has_seat(self, info: ResumeInfo) -> bool:
        """Return whether the guest has a seat at the table where they are."""
        table = self._club.tables.get(info.table)
        return table is not None and table.runner.has_seat(info.tables[info.table].token)

    def token_priorities(self) -> Callable[[str], TokenPriority]:
        """Return a function that returns the priority of a token.

        It knows the tokens of seats, and those of people in the hall who have a seat. The token of somebody who was
        sent away counts as one of a seat: without it they would come back as a newcomer.
        """
        seats, people = seat_tokens_and_holders(self._club)
        hall = self._club.hall

        def priority(token: str) -> TokenPriority:
            """Return the priority of a token of the hall, or of a table."""
            person = hall.id_of([token])
            if token in seats or person in people or hall.is_sent_away(person):
                return TokenPriority.SEAT
            return TokenPriority.NO_SEAT if person else TokenPriority.OTHER_TABLE

        return priority

    async def let_in(
        self, host: GuestMemory, guest: GuestIdentity, info: ResumeInfo, *, watch: bool, is_big_screen: bool
    ) -> GuestHandle:
        """Admit a guest to the hall, and lead them back to the table where they were.

        Raises `NetError` if the club refuses the guest.
        """
        identity = self.identity_of(guest, is_big_screen=is_big_screen)
        was_known = bool(self._club.hall.name_of(self._club.hall.id_of([info.token])))
        client = await enter_local_hall(
            self._club, guest.name, TableCode.read(info.code).secret, token=info.token, address=guest.address
        )
        renamed = same_person_sentence if was_known else renamed_sentence
        visit = GuestHandle(client.name, client.club_name, client.token, renamed(guest.name, client.name))
        visit.hall = GuestHall(host, self._club, client, guest, identity, info, visit, is_big_screen=is_big_screen)
        place, info.token = await self._last_place_of(host, guest, info, is_big_screen), client.token
        if place.table:
            try:
                await visit.hall.open_table(place.table, place.code, watch=place.watch)
            except NetError as error:
                visit.notices, info.table = str(error), 0
            except BaseException:
                await visit.drop()
                raise
        return visit

    async def _last_place_of(
        self, host: GuestMemory, guest: GuestIdentity, info: ResumeInfo, is_big_screen: bool
    ) -> GuestPlace:
        """Return where a guest was last, at this host or another one of the club; the hall, if that table is not open
        any more.

        A page that shows a table to a room gets the table of the person with the same browser.
        """
        identities = dict.fromkeys(filter(None, (guest.key, self.identity_of(guest, is_big_screen=is_big_screen))))
        known = [await host.find_place(identity) for identity in identities]
        if any(place is not None for place in known):
            return next((place for place in known if place is not None and self._is_open(place.table)), GuestPlace())
        owner = host.resume_info_by_identity.get(guest.key) if is_big_screen and guest.key else None
        if owner is None or not owner.table:
            return GuestPlace(info.table)
        return GuestPlace(owner.table, owner.tables[owner.table].code)

    def _is_open(self, number: int) -> bool:
        """Return whether a host of the club runs the table with this number, or is about to take it over."""
        tables = self._club.tables
        return tables.get(number) is not None or tables.register.host_of(number) is not None
