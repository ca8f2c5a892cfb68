"""`ClubServer`: a club that listens on the network, with its hall and its tables; `open_club` opens one.

All connections come to one listener, with one key and one admission. The number of a table in the hello says where a
connection goes: 0 is the hall. The hall gives everybody a token, and without it nobody comes to a table.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any, Final, TypeVar

from msgspec import Struct

from net.club.directory import GuestPorts, OtherHost
from net.club.hall import Hall
from net.club.tick import (
    ClubStopRequested,
    HostsChanged,
    PeopleElsewhereCounted,
    PersonEnteredElsewhere,
    PersonReported,
    TableClosed,
    TableRowChanged,
)
from net.cluster.cancellation import cancel_tasks
from net.discovery.announcement import OwnAnnouncement
from net.errors import CLUB_CLOSED_SENTENCE, HostGone, NetError
from net.host.club_results import ClubResults
from net.host.club_routes import ClubRoutes
from net.host.club_storage import ClubPeople, ClubStorage, LocalStorage, SharedGuestTokens
from net.host.club_tables import ClubTables
from net.host.connection import Direction, ServerConnection
from net.host.connection_server import ALL_ADDRESSES, ConnectionServer, bind_port, bound_address_and_port
from net.host.garbage_collections import collect_garbage_at_intervals
from net.host.hall_orders import HallOrders
from net.host.hall_runner import HallRunner
from net.host.recovery import JournalSettings
from net.host.store_probe import OtherHostSearch
from net.limits import (
    DEFAULT_PORT,
    MAX_CLUB_TABLES,
    MAX_HALL_PEOPLE,
    MAX_UNAUTHENTICATED_CONNECTIONS,
)
from net.protocol.messages import ChatLine, Hello, TableElsewhere, TableNotice
from net.security.hall_tokens import HallTokens
from net.security.host_certificate import Certificate
from net.security.known_hosts import trust_only_key
from net.security.table_code import check_chosen_secret
from net.security.table_secrets import is_same_token
from net.transport.address_errors import address_with_port, host_of_address
from net.transport.admission import Admission
from net.transport.code_attempts import CodeAttempts
from net.transport.interfaces import own_address
from net.transport.listening_socket import max_open_connections

TaskResultT = TypeVar("TaskResultT")

PLAY_WAITS_SENTENCE: Final = "Play waits until the club can save it again, and goes on by itself."
"""The announcement to everybody that all matches stand still, because the store cannot be reached."""
PLAY_GOES_ON_SENTENCE: Final = "Play goes on: the club can save it again."
"""The announcement to everybody that the matches continue, because the store can be reached again."""


class ClubSpec(Struct, frozen=True):
    """The specification of a club to be opened: its `name`, the secret part of its `code`, and the `pace` of the bots
    in seconds.

    `is_code_drawn`: the code was drawn at random, so the code of the club's other hosts may replace it.
    """

    name: str
    code: str = ""
    pace: float = 0.0
    is_code_drawn: bool = False


class ClubServer(ConnectionServer):
    """A club: many tables, and a hall in which people find them, open on the network.

    Make one with `open_club`; `close` ends it. `address` is the one by which others come in. `code_attempts` bounds
    wrong guesses of the code that lets people into the hall. The future `failure` is done with the error that has ended
    the club; the event `stopped` is set when somebody has told the club to stop, and its opener has to close it. A
    person who gives the `organiser_key` in the hall is an organiser. `hosts` are the addresses of all hosts of
    the club, if it has several. `guest_tokens` keeps the tokens of guests for all hosts; None if this host keeps them.
    """

    def __init__(
        self,
        listener: asyncio.Server,
        hall: Hall,
        tables: ClubTables,
        certificate: Certificate | None,
        address: str,
        tokens: HallTokens,
        results: ClubResults | None = None,
        guest_tokens: SharedGuestTokens | None = None,
    ) -> None:
        total = max_open_connections(2 * MAX_HALL_PEOPLE + MAX_UNAUTHENTICATED_CONNECTIONS + MAX_CLUB_TABLES)
        admission: Admission[ServerConnection] = Admission(
            max_connections=max(total - MAX_CLUB_TABLES, total // 2), max_people_per_address=MAX_HALL_PEOPLE
        )
        super().__init__(listener, certificate, admission)
        self.hall = hall
        self.tables = tables
        self.address = address
        self.organiser_key = tokens.organiser_key
        self.guest_address_token = tokens.guest_address_token
        self._host_key = tokens.host_key
        self.guest_tokens = guest_tokens
        self._is_closing = False
        self._leaving_subscribers: list[Callable[[int], None]] = []
        self._hands_over = False
        self._results = results or ClubResults(None)
        self.hosts: tuple[str, ...] = ()
        self._play_subscribers: list[Callable[[bool], None]] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self.stopped = asyncio.Event()
        self._orders = HallOrders(
            tables, self._results, lambda item: self._hall_runner.post_input(item), self._start_task, self.stopped
        )
        self._hall_runner = HallRunner(hall, self._orders.carry_out)
        self.code_attempts = CodeAttempts(hall.is_code, lambda token: bool(hall.id_of([token])))
        self._routes = ClubRoutes(hall, self._hall_runner, tables, tokens, self.code_attempts, self._start_task)
        self.route_here = self._routes.route
        self._other_host_search = OtherHostSearch(
            lambda: [address for address in self.hosts if address != self.address],
            None if certificate is None else trust_only_key(certificate.fingerprint),
            tokens.host_key,
            self._lead_people_to,
            self._start_task,
        )
        self._saving: asyncio.Task[None] | None = None
        self._collecting = asyncio.get_running_loop().create_task(collect_garbage_at_intervals())
        self.failure: asyncio.Future[NetError] = asyncio.get_running_loop().create_future()
        for part in (self._hall_runner.failure, tables.failure):
            part.add_done_callback(self._handle_failure)
        post = self._hall_runner.post_input
        tables.register.watch(
            lambda row, opener: post(TableRowChanged(row, opener)), lambda number: post(TableClosed(number))
        )
        tables.register.watch_arrivals(lambda person: post(PersonEnteredElsewhere(person)))
        tables.register.watch_halls(post)
        tables.register.watch_stop(lambda minutes: post(ClubStopRequested(minutes, everywhere=True)))
        tables.register.watch_hosts(self._tell_hosts, self._tell_whether_play_waits)
        tables.register.share_people_count(lambda: hall.people, lambda people: post(PeopleElsewhereCounted(people)))

    @property
    def code(self) -> str:
        """The code to invite others, with the fingerprint of the host's key; empty if the club has none."""
        return self.whole_code(self.hall.code)

    def announcement(self) -> OwnAnnouncement:
        """Return the current announcement of the club on the network."""
        return OwnAnnouncement(
            self.hall.id,
            self.hall.name,
            "",
            self.hall.tables_with_room,
            self.hall.tables,
            "lobby",
            bool(self.hall.code),
            self.certificate.fingerprint if self.certificate is not None else "",
            int(self.address.rpartition(":")[2]),
            is_club=True,
            host=self.address,
        )

    def route(self, hello: Hello) -> Direction | asyncio.Future[Direction]:
        """Return where the sender of a hello from the network goes: elsewhere while this host is cut off from the
        store.

        Another host of the club may ask in a hello whether people can play here; then the result is the answer.
        """
        if is_same_token(hello.token, self._host_key):
            return self._start_task(self._answer_other_host())
        elsewhere = self._routes.host_with_store
        return TableElsewhere(elsewhere) if elsewhere else self.route_here(hello)

    def knows(self, hello: Hello) -> bool:
        """Return whether the sender of a hello is a person of the club who has not been sent away."""
        person = self.hall.id_of(hello.tokens)
        return bool(person) and not self.hall.is_sent_away(person)

    async def _answer_other_host(self) -> TableElsewhere:
        """Return the answer to another host that asks whether people can play here: with an address if they can."""
        return TableElsewhere(self.address if await self.tables.register.can_write() else "")

    def _tell_hosts(self, addresses: tuple[str, ...]) -> None:
        """Tell everybody the present addresses of the hosts of the club.

        If this host has handed its tables over and no other host is there any more, it has nothing left to do.
        """
        self.hosts = addresses
        if self._hands_over and not addresses:
            self.stopped.set()
        self.admission.host_addresses = frozenset(map(host_of_address, self.tables.register.addresses_with_leaving))
        self._hall_runner.post_input(HostsChanged(addresses))

    def _tell_whether_play_waits(self, waits: bool) -> None:
        """Announce that play waits, because nothing can be written, or that it continues; nothing is announced once the
        club ends."""
        if self._is_closing:
            return
        for report_play_waits in self._play_subscribers:
            report_play_waits(waits)
        sentence = PLAY_WAITS_SENTENCE if waits else PLAY_GOES_ON_SENTENCE
        self._hall_runner.send_to_all(ChatLine(self.hall.name, sentence))
        for table in self.tables:
            table.runner.send_to_all(TableNotice(sentence))
        if waits:
            self._other_host_search.begin()
        else:
            self._other_host_search.end()

    def _lead_people_to(self, host: str) -> None:
        """Lead everybody to another host, because this one is cut off from the store; with "" let them come here.

        Guests whose screens this host draws stay in its hall; from there they go to tables of other hosts.
        """
        if host and not self._routes.host_with_store:
            self.tables.register.lose_all_tables()
            for connection in list(self._connections):
                connection.disconnect()
        self._routes.host_with_store = host

    def stop(self, minutes: int) -> None:
        """Begin no more matches, and set `stopped` when the last one is over or `minutes` have passed."""
        self._hall_runner.post_input(ClubStopRequested(minutes))

    def save_known_people(self, file: ClubPeople) -> None:
        """Save the people whom the hall knows in `file`, repeatedly from now on and when the club ends."""
        hall, post = self.hall, self._hall_runner.post_input
        self._routes.admit = file.admit
        saving = file.keep_up_to_date(
            lambda: hall.known_people, lambda: hall.known_people_version, lambda person: post(PersonReported(person))
        )
        self._saving = asyncio.get_running_loop().create_task(saving)

    def read_results(self) -> None:
        """Begin to read the results of the club's matches; results above the store's limit are removed from then on."""
        self._start_task(self._read_results())

    async def _read_results(self) -> None:
        """Read the results; if that is not possible now, people who ask for them are told."""
        with suppress(NetError):
            await self._results.read_matches_of_evening()

    def watch_play_waits(self, report_play_waits: Callable[[bool], None]) -> None:
        """Call `report_play_waits` with True when play waits because nothing can be written, and with False when it
        goes on.
        """
        self._play_subscribers.append(report_play_waits)

    def open_to_guests(self, web_port: int, web_encrypted: bool, ssh_port: int) -> None:
        """Tell everybody from now on at which ports browsers and ssh clients come in; 0 for none."""
        self.hall.guest_ports = (web_port, web_encrypted, ssh_port)
        self.tables.register.open_to_guests(GuestPorts(web_port, web_encrypted, ssh_port))
        self.tables.open_to_browsers(web_port, web_encrypted)

    @property
    def other_hosts(self) -> tuple[OtherHost, ...]:
        """The other hosts of the club, which go on when this one ends."""
        return self.tables.register.other_hosts

    @property
    def way_in(self) -> OtherHost:
        """By which address, and at which ports of guests, others come into the club: at another host, if this one is
        being stopped."""
        if self.tables.are_left and self.other_hosts:
            return self.other_hosts[0]
        return OtherHost(self.address, GuestPorts(*self.hall.guest_ports))

    def watch_leaving(self, on_leave: Callable[[int], None]) -> None:
        """Call `on_leave` when this host is stopped and the club goes on at others: when these have its tables, and
        before people are taken out of its hall.

        Its argument is the number of minutes for which guests who cannot be moved may stay connected, 0 when this host
        ends.
        """
        self._leaving_subscribers.append(on_leave)

    async def hand_over(self, minutes: int) -> bool:
        """Hand all tables over to the other hosts, and send everybody there who can be moved.

        From now on nobody comes in here over the network. Guests who cannot be moved stay connected until `close`, and
        play at tables of other hosts; they read that this host ends in `minutes` at the latest. `stopped` is set if all
        other hosts go meanwhile. Returns False if there is no other host, or none any more: then only `close` is
        possible.
        """
        self._hands_over = True
        if not await self.tables.leave() or not self.other_hosts:
            return False
        self.stop_listening()
        await self.tables.hand_over()
        if not self.other_hosts:
            return False
        for leaves in self._leaving_subscribers:
            leaves(minutes)
        for connection in list(self._connections):
            connection.disconnect()
        return True

    async def close(self) -> None:
        """Stop listening, and end the hall and all tables with a goodbye to everybody; unfinished matches are kept.

        If the club has other hosts, they take over the tables, and people reconnect to them. But if an organiser has
        stopped the club, it ends at every host.
        """
        self._is_closing = True
        self._other_host_search.end()
        leaves_tables = await self.tables.leave(self._orders.ends_everywhere)
        goes_on_elsewhere = leaves_tables and not self._orders.ends_everywhere
        self.stop_listening()
        if goes_on_elsewhere:
            await self.tables.hand_over()
            for leaves in self._leaving_subscribers:
                leaves(0)
        if leaves_tables:
            await cancel_tasks(list(self._tasks))
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await (self._hall_runner.abandon() if goes_on_elsewhere else self._hall_runner.end_hall())
        await self.tables.close()
        await self.close_connections(HostGone(CLUB_CLOSED_SENTENCE))
        await cancel_tasks([self._collecting, *([] if self._saving is None else [self._saving])])

    def _start_task(self, work: Coroutine[None, None, TaskResultT]) -> asyncio.Task[TaskResultT]:
        """Run `work` as a task that is awaited before the club ends, and return the task."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _handle_failure(self, failure: asyncio.Future[NetError]) -> None:
        """Stop listening, because the hall or the journal has failed."""
        self.stop_listening()
        if not self.failure.done():
            self.failure.set_result(failure.result())


async def open_club(
    spec: ClubSpec,
    address: str = "",
    port: int = DEFAULT_PORT,
    *,
    certificate: Certificate | None = None,
    journal: JournalSettings | None = None,
    storage: ClubStorage | None = None,
    public_address: str = "",
) -> ClubServer:
    """Open a club on the network, with the tables that were open when the club at this port ended.

    Its `storage` is on this machine, in the `journal`, if no other is given. Without a `journal` nothing is kept,
    neither tables nor tokens. `public_address` is the IP address that clients and other hosts are told; "" stands for
    the one where the club listens. Raises `net.errors.BadCode`, `ClubInUse`, `JournalDamaged`, `JournalUnusable`,
    `NotListening` (an `OSError`; `PortTaken` if the port is in use), or what the `storage` raises.
    """
    code = check_chosen_secret(spec.code) if spec.code.strip() else ""
    storage = storage or LocalStorage(journal)
    async with AsyncExitStack() as on_failure:
        listener = await bind_port(lambda: server.new_connection(), address, port)
        on_failure.callback(listener.close)
        bound, port = bound_address_and_port(listener)
        shown = address_with_port(public_address or (own_address() if bound in ALL_ADDRESSES else bound), port)
        tables = ClubTables(storage.register(shown, port), address=shown, pace=spec.pace)
        on_failure.push_async_callback(tables.close)
        code = await storage.common_code(code, is_drawn=spec.is_code_drawn)
        await tables.recover()
        tokens = HallTokens(storage.secret(port), secrets.token_bytes(16))
        people = storage.people(port)
        known = () if people is None else people.load()
        hall = Hall(spec.name, tokens, code, asyncio.get_running_loop().time(), known)
        guest_tokens = storage.guest_tokens(tokens.token_of_guest)
        server = ClubServer(listener, hall, tables, certificate, shown, tokens, storage.results(), guest_tokens)
        await server.accept_connections()
        server.read_results()
        if people is not None:
            server.save_known_people(people)
        on_failure.pop_all()
    return server
