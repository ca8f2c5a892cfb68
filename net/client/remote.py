"""`RemoteClient`: the client of a table over TCP, which reconnects to its seat by itself; `join` makes one."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Final

from msgspec import structs

from net.client.background_work import run_in_background
from net.client.connection import ClientConnection
from net.client.deal_memory import DealMemory
from net.client.events import ConnectionRestored, HostRestarted, ReconnectAttempt
from net.client.host_link import HOST_UNREACHABLE_SENTENCE, HostLink
from net.client.join_spec import HostSpec, JoinSpec, VerifierSpec
from net.client.session import ClientSession, ignore_report
from net.errors import Malformed, ReachedClub, ReachedOtherHost
from net.limits import MAX_JOIN_SECONDS, MAX_MESSAGES_BEFORE_WELCOME, MAX_TOKENS_OFFERED
from net.protocol.messages import Bye, ConnectionFailed, HallWelcome, Hello, ServerMessage, TableElsewhere, Welcome
from net.transport.address_errors import check_port, rejoin_command

SEAT_KEPT_SENTENCE: Final = "Your seat is kept: join again ({0})."
"""The sentence to a player whose host cannot be reached, with the command by which they come back."""
NO_WELCOME_SENTENCE: Final = "The host sends too much before its welcome."
"""The reason for which a client ends the connection to a host that sends messages and no welcome."""
RESTARTED_WITHOUT_MATCH_SENTENCE: Final = (
    "The host has opened another table; your unfinished match may be kept for later."
)
"""The reason of a `HostRestarted`, after which the person's match is gone."""


class RemoteClient(HostLink, ClientSession):
    """The client of a person at a table on another machine. Make one with `join`, which explains the arguments.

    A client that is not `resumable` gives up its seat when it is closed, but reconnects like all others when a
    connection breaks: it is that of a guest whose screen is drawn by another host of the club.
    """

    is_remote = True

    def __init__(
        self, host: HostSpec, spec: JoinSpec, verifier: VerifierSpec, *, deals: DealMemory | None = None
    ) -> None:
        HostLink.__init__(self, host)
        ClientSession.__init__(
            self,
            spec if host.trust is None else structs.replace(spec, code=host.trust.secret),
            verifier,
            on_welcome=self._finish_admission,
            on_failure=self._report_failure,
        )
        self._find_tokens = host.find_tokens
        self._find_tokens_of_other_names = host.find_tokens_of_other_names
        self._deals = DealMemory() if deals is None else deals
        self._before_welcome: list[ServerMessage] = []
        self._host_restarted = False

    async def join_table(self) -> None:
        """Connect, send the hello and wait until the host has admitted this person.

        Raises `NetError` if it cannot be reached or refuses them.
        """
        await self._enter(MAX_JOIN_SECONDS)

    def time(self) -> float:
        return self._loop.time()

    async def close(self) -> None:
        """Say goodbye to the host, and wait until the connection has ended; no more events are reported."""
        self._listener = ignore_report
        await super().close()

    async def drop_connection(self) -> None:
        """Disconnect like a broken connection, unless the person cannot come back: then say goodbye."""
        await (super().drop_connection() if self.can_resume else self.close())

    def _goodbye_message(self) -> Bye:
        """Return the last message to the host: a person who cannot come back gives up their seat."""
        return Bye(for_good=not self.can_resume)

    def _run_in_background(self, work: Iterator[None]) -> None:
        run_in_background(self._loop, work, lambda: not self._closed and not self._is_lost)

    # Called by the link and its connection

    def hello_for_host(self, host: str) -> Hello:
        """Return the hello on a new connection, and note which host this is."""
        if self._trust is not None and not self.token:
            self.other_tokens = tuple(self._find_tokens(host))
        hello = self.hello_message(self._deals.deals_of_host(host, self._spec.club_table))
        others = () if self.token else tuple(self._find_tokens_of_other_names(host))[:MAX_TOKENS_OFFERED]
        return structs.replace(hello, resumable=True, tokens_of_other_names=others)

    def connection_opened(self, connection: ClientConnection) -> None:
        """Use a new connection, which has been opened, from now on."""
        super().connection_opened(connection)
        self._before_welcome = []
        self._host_restarted = False

    def message_received(self, message: ServerMessage) -> None:
        """Carry out what a message of the host says; messages before the welcome wait, as it identifies the table.

        If it is another table than before, `HostRestarted` is reported first. Raises `Malformed` for a message that no
        honest host sends, and for too many before the welcome, `ReachedClub` for the welcome of a hall, and
        `ReachedOtherHost` if another host runs the table.
        """
        if not self._waits_for_admission or isinstance(message, ConnectionFailed):
            self.handle_message(message)
            return
        if isinstance(message, HallWelcome):
            raise ReachedClub(message.token)
        if isinstance(message, TableElsewhere):
            raise ReachedOtherHost(message.address)
        self._before_welcome.append(message)
        if len(self._before_welcome) > MAX_MESSAGES_BEFORE_WELCOME:
            raise Malformed(NO_WELCOME_SENTENCE)
        if isinstance(message, Welcome):
            messages, self._before_welcome = self._before_welcome, []
            if self._table_id and message.table_id != self._table_id:
                self._host_restarted = True
                self._forget_table()
                self._emit_event(HostRestarted(RESTARTED_WITHOUT_MATCH_SENTENCE))
            self.handle_messages(messages)

    def report_host_lost(self, reason: str) -> None:
        """Report that the host is lost for good, for a `reason`; only the first call has an effect."""
        if self._spec.club_table and not self._is_lost:
            self.verifier.deals.end_table()
        HostLink.report_host_lost(self, reason)
        ClientSession.report_host_lost(self, reason)

    def _report_attempt(self, seconds_left: float) -> None:
        """Report an attempt to reach the host again."""
        self._emit_event(ReconnectAttempt(seconds_left))

    def _report_reconnected(self) -> None:
        """Report that the person is at the table again; say nothing if the host now runs another table."""
        if not self._host_restarted:
            self._emit_event(ConnectionRestored())

    def _host_lost_sentence(self) -> str:
        """Return the sentence for a lost host; for a player in a match it contains the command to return."""
        if self.seat is None or self.table is None or self.table.phase != "playing":
            return HOST_UNREACHABLE_SENTENCE
        command = rejoin_command(*self._address, insecure=self._trust is None)
        return f"{HOST_UNREACHABLE_SENTENCE} {SEAT_KEPT_SENTENCE.format(command)}"


async def join(host: HostSpec, spec: JoinSpec, *, deals: DealMemory | None = None) -> RemoteClient:
    """Join a table of a host on the network, and return the client of the person there.

    The returned client has a `table`, and a `view` if a match is being played. `deals` is what the program remembers of
    the deals of all hosts; by default the client begins with an empty memory.

    Raises `net.errors.HostGone` if nothing answers, `CodeRejected` without the right code, `Rejected` if there is
    no room, `WrongVersion` for another version of the protocol, `TlsMismatch` if only one end uses TLS, `WrongHost` or
    `ChangedKey` if the host is not the expected one, `NotListening` for an impossible port, and without `club_table`
    `ReachedClub` if there is a club at the address.
    """
    check_port(host.port)
    client = RemoteClient(host, spec, VerifierSpec(secrets.token_bytes), deals=deals)
    await client.join_table()
    return client
