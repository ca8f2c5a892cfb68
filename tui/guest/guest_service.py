"""What the guests of a host join: a table (`TableService`), or the hall of a club (`tui.guest.club.ClubService`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

from net.client.join_spec import JoinSpec
from net.client.remote import RemoteClient
from net.errors import HOST_CLOSED_TABLE_SENTENCE
from net.host.local_client import GUEST_VERIFIER_SPEC, LocalClient
from net.host.local_hall_client import LocalHallClient
from net.host.local_link import wait_for_admission
from net.security.table_code import TableCode
from net.transport.admission import origin_of_address
from net.transport.code_attempts import CodeAttempts
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.guest.farewells import LEFT_TABLE_FAREWELL
from tui.guest.guest_tokens import TokenPriority
from tui.guest.identity import GuestIdentity, GuestPlace, ResumeInfo
from tui.text.table import renamed_sentence

if TYPE_CHECKING:
    from net.host.club_storage import SharedGuestTokens
    from net.host.table_runner import TableRunner
    from tui.connect.club import HallHandle


ServiceKind: TypeAlias = Literal["table", "club"]
"""Whether guests join a table or a club."""

Carrier: TypeAlias = Literal["ssh", "web"]
"""The kind of the connection by which a guest comes in: over SSH or from a browser."""

CODE_QUESTION: Final = "This table has a code; its host's lobby shows it. Code:"
"""The question for the code of the table."""

WRONG_TABLE_CODE_ANSWER: Final = "That is not the code of this table."
"""The answer to a wrong code of the table."""

NO_CODE_FAREWELL: Final = "Nobody sits down at this table without its code; come back when you have it."
"""The farewell of a guest who gives no code."""


@dataclass(frozen=True, slots=True)
class ServiceSentences:
    """The sentences that guests of a table or club read.

    `code_question` asks for its code, `wrong_code_answer` answers a wrong one, and `no_code_farewell` is the farewell
    of a guest who gives none. `leave_farewell` is the farewell of a guest who has left, `close_farewell` that of all
    guests when the table or club closes.
    """

    code_question: str
    wrong_code_answer: str
    no_code_farewell: str
    leave_farewell: str
    close_farewell: str


@dataclass(slots=True)
class GuestHandle:
    """What a guest has from arrival to departure, also while they switch between screen and lines: their table, and
    their hall.

    `table` is the table where they are, None in the hall of a club; `hall` is that hall, None at a table without a
    club. `name` is the name of the guest, `title` that of the table or club, and `token` lets the guest return.
    `notices` are the sentences that are shown first, or "".
    """

    name: str
    title: str
    token: str
    notices: str = ""
    table: TableHandle | None = None
    hall: HallHandle | None = None

    def take_notices(self) -> str:
        """Return the notices, and clear them."""
        notices, self.notices = self.notices, ""
        return notices

    async def leave(self) -> None:
        """Leave the table, and the club."""
        if self.table is not None:
            await self.table.leave()
        if self.hall is not None:
            await self.hall.leave()

    async def drop(self) -> None:
        """Disconnect like a broken connection: the seat is kept for a guest who can return."""
        if self.table is not None:
            assert isinstance(self.table.client, LocalClient | RemoteClient)
            await self.table.client.drop_connection()
        if self.hall is not None:
            assert isinstance(self.hall.client, LocalHallClient)
            await self.hall.client.drop_connection()


class GuestMemory(Protocol):
    """The memory of a host by which its guests can return (`tui.guest.host.GuestHost`).

    `resume_info_by_identity` has what lets a guest return, by identity.
    """

    service: GuestService
    resume_info_by_identity: dict[str, ResumeInfo]

    async def find_token(self, identity: str, table: str) -> str:
        """Return the token of a guest for the table, or club, with this identifier from disk; "" without one."""

    async def keep_token(self, identity: str, table: str, token: str) -> None:
        """Store the token of a guest for the table, or club, with this identifier on disk."""

    async def find_place(self, identity: str) -> GuestPlace | None:
        """Return where a guest is, or was when their connection ended, as the hosts of a club know it; None if it is
        not known."""

    def keep_place(self, identity: str, place: GuestPlace) -> None:
        """Tell all hosts of a club where a guest is; returns at once."""


class GuestService(Protocol):
    """A table or club, as the sessions of its guests use it.

    `public_id` differs for every table and club. `shared_tokens` keeps the tokens of guests for all hosts of a club;
    None if this host keeps them. `code` is the secret part of the code with which others come in over TCP, "" for none.
    `code_attempts` limits wrong codes over TCP and all carriers together.
    """

    kind: ServiceKind
    code: str
    code_attempts: CodeAttempts
    sentences: ServiceSentences
    shared_tokens: SharedGuestTokens | None

    @property
    def public_id(self) -> str:
        """The public identifier of the table or club."""

    @property
    def title(self) -> str:
        """The name of the table or club; "" if it has none."""

    def is_code(self, code: str) -> bool:
        """Return whether `code` is the secret part of the table code, or guests need no code."""

    def identity_of(self, guest: GuestIdentity, *, is_big_screen: bool) -> str:
        """Return the identity by which the table or club recognises a guest who comes back, "" if it cannot.

        `is_big_screen`: the guest shows a table to a room.
        """

    def has_seat(self, info: ResumeInfo) -> bool:
        """Return whether the guest who returns with `info` has a seat."""

    def token_priorities(self) -> Callable[[str], TokenPriority]:
        """Return a function that returns the priority of a token on disk; it may be called in another thread."""

    def ways_to_other_hosts(self, carrier: Carrier) -> tuple[str, ...]:
        """Return the lines or addresses by which guests of this carrier come in at other hosts of the club."""

    def watch_leaving(self, on_leave: Callable[[int], None]) -> None:
        """Call `on_leave` when this host is stopped and the club goes on at others.

        It gets the number of minutes for which this host still serves the guests who cannot be moved, 0 when it ends.
        """

    async def let_in(
        self, host: GuestMemory, guest: GuestIdentity, info: ResumeInfo, *, watch: bool, is_big_screen: bool
    ) -> GuestHandle:
        """Admit a guest who returns with `info` and has given the code in it, and return where they are.

        `watch`: the guest takes no seat. `is_big_screen`: they show the table to a whole room. Raises `NetError` if the
        table or club refuses the guest.
        """


class TableService:
    """The table of a `runner`, for guests.

    `code` is the secret part of the table code, "" for none, and `code_attempts` limits wrong codes.
    """

    kind: ServiceKind = "table"
    shared_tokens: SharedGuestTokens | None = None
    sentences = ServiceSentences(
        CODE_QUESTION, WRONG_TABLE_CODE_ANSWER, NO_CODE_FAREWELL, LEFT_TABLE_FAREWELL, HOST_CLOSED_TABLE_SENTENCE
    )

    def __init__(self, runner: TableRunner, code_attempts: CodeAttempts | None = None, code: str = "") -> None:
        self.runner = runner
        self.code = code
        self.code_attempts = code_attempts or CodeAttempts(runner.is_code, runner.is_member)

    @property
    def public_id(self) -> str:
        """The public identifier of the table."""
        return self.runner.table_id

    @property
    def title(self) -> str:
        """The name of the table; "" if it has none, as where nobody plays at the host's machine."""
        return self.runner.table.state.name

    def is_code(self, code: str) -> bool:
        """Return whether this is the table's code, or the table has none."""
        return self.runner.is_code(code)

    def identity_of(self, guest: GuestIdentity, *, is_big_screen: bool) -> str:
        """Return the identity of a guest, made of key and name, because two people may use one device."""
        return guest.identity

    def has_seat(self, info: ResumeInfo) -> bool:
        """Return whether the token belongs to a seat."""
        return self.runner.has_seat(info.token)

    def token_priorities(self) -> Callable[[str], TokenPriority]:
        """Return a function that returns the priority of a token; it changes nothing at the table."""
        return self._token_priority

    def _token_priority(self, token: str) -> TokenPriority:
        """Return the priority of a token by whether the table knows it, and has a seat for it."""
        if self.runner.has_seat(token):
            return TokenPriority.SEAT
        return TokenPriority.NO_SEAT if self.runner.is_member(token) else TokenPriority.OTHER_TABLE

    def ways_to_other_hosts(self, carrier: Carrier) -> tuple[str, ...]:
        """Return nothing: a table on its own has one host."""
        return ()

    def watch_leaving(self, on_leave: Callable[[int], None]) -> None:
        """Do nothing: a table on its own has one host."""

    async def let_in(
        self, host: GuestMemory, guest: GuestIdentity, info: ResumeInfo, *, watch: bool, is_big_screen: bool
    ) -> GuestHandle:
        """Join the guest to the table, and return where they are; raises `NetError` if the table refuses them or
        closes."""
        code = TableCode.read(info.code).secret
        client = LocalClient(
            self.runner,
            JoinSpec(guest.name, code, watch or is_big_screen, info.token, can_resume=bool(guest.identity)),
            GUEST_VERIFIER_SPEC,
            says_goodbye=True,
            origin=origin_of_address(guest.address),
            key=guest.key,
        )
        await wait_for_admission(client.join_table(), client.drop_connection, HOST_CLOSED_TABLE_SENTENCE)
        table = client.table
        handle = TableHandle(
            client,
            TableRequest(
                "join",
                address=table.address if table is not None else "",
                watch=is_big_screen,
                is_big_screen=is_big_screen,
            ),
            join_code=self.code or info.code,
        )
        renamed = "" if client.token == info.token else renamed_sentence(guest.name, client.name)  # else it was said
        return GuestHandle(client.name, table.name if table is not None else "", client.token, renamed, handle)
