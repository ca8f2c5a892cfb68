"""Lets people in a club's own process, such as guests over SSH, into its hall, and from there to a table.

They are treated as people over TCP: where they may go, under which name, and how often codes may be tried from their
address.
"""

from __future__ import annotations

import asyncio

from msgspec import structs

from net.client.hall import HallClient
from net.client.join_spec import HostSpec, JoinSpec
from net.client.remote import RemoteClient
from net.errors import CLUB_CLOSED_SENTENCE, HOST_CLOSED_TABLE_SENTENCE, HostGone, ReachedOtherHost, Rejected
from net.host.club_server import ClubServer
from net.host.connection import Route
from net.host.local_client import GUEST_VERIFIER_SPEC, LocalClient
from net.host.local_hall_client import LocalHallClient
from net.host.local_link import wait_for_admission
from net.host.table_runner import TableRunner
from net.limits import PROTOCOL_VERSION
from net.protocol.messages import Hello, TableElsewhere
from net.security.known_hosts import trust_only_key
from net.table.tick import person_of_key
from net.transport.address_errors import split_address
from net.transport.admission import origin_of_address
from net.transport.code_attempts import CodeDelayed, CodeRefused


async def enter_local_hall(
    club: ClubServer, name: str, code: str = "", *, token: str = "", address: str = ""
) -> LocalHallClient:
    """Come into the hall of a club of this process, and return the client of the person called `name`.

    `code` is the code of the club, `token` that of an earlier client, `address` the IP address of the person. Raises
    `NetError` if the club refuses the person or is closing.
    """
    hello = Hello(PROTOCOL_VERSION, name, code, token=token)
    route = await _find_route(club, hello)
    assert not isinstance(route, TableElsewhere)
    await _wait_for_code_check(route, hello, address)
    client = LocalHallClient(route.runner, name, code, token=route.hello.token, origin=origin_of_address(address))
    await wait_for_admission(client.enter(), client.drop_connection, CLUB_CLOSED_SENTENCE)
    return client


async def join_local_club_table(
    club: ClubServer,
    hall: HallClient,
    table_number: int,
    code: str = "",
    *,
    watch: bool = False,
    token: str = "",
    resumable: bool = True,
    address: str = "",
) -> LocalClient | RemoteClient:
    """Join a table of a club of this process, and return the client of the person whose client in the hall is `hall`.

    If the club has several hosts, the client joins over TCP even at a table of this process: so it can reconnect when
    another host takes the table over.

    `table_number` is the number of the table in the club, `code` the secret part of its code, `token` that of an
    earlier client at this table, and `address` the IP address of the person. With `watch` the person takes no seat. A
    client that is not `resumable` loses its seat with the connection. Raises `CodeRejected` without the right code, or
    another `NetError`.
    """
    tokens = (hall.token, club.guest_address_token(address)) if club.hosts and address else (hall.token,)
    person = JoinSpec(hall.name, code, watch, token, tokens, can_resume=resumable, club_table=table_number)
    hello = structs.replace(person, token=token or hall.token).hello()
    route = await _find_route(club, hello)
    client: LocalClient | RemoteClient
    if isinstance(route, TableElsewhere):
        client = _remote_client(club, route.address, person)
    elif club.hosts:  # the code is checked when the connection is there
        client = _remote_client(club, club.address, person)
    else:
        await _wait_for_code_check(route, hello, address)
        client = _local_client(route, person, address)
    await wait_for_admission(client.join_table(), client.drop_connection, HOST_CLOSED_TABLE_SENTENCE)
    return client


def _local_client(route: Route, person: JoinSpec, address: str) -> LocalClient:
    """Return the client of a person who goes to a table of this process."""
    assert isinstance(route.runner, TableRunner)
    return LocalClient(
        route.runner,
        structs.replace(person, name=route.hello.name, other_tokens=(), club_table=0),
        GUEST_VERIFIER_SPEC,
        says_goodbye=True,
        origin=origin_of_address(address),
        key=route.key,
    )


def _remote_client(club: ClubServer, address: str, person: JoinSpec) -> RemoteClient:
    """Return the client of a person who goes to a table of the host at an address; all hosts have the same key."""
    if not address:
        raise ReachedOtherHost(address)
    fingerprint = "" if club.certificate is None else club.certificate.fingerprint
    trust = trust_only_key(fingerprint, person.code) if fingerprint else None
    host = HostSpec(*split_address(address), trust, lambda fingerprint: person.other_tokens, lambda: club.hosts)
    return RemoteClient(host, person, GUEST_VERIFIER_SPEC)


def seat_tokens_and_holders(club: ClubServer) -> tuple[frozenset[str], frozenset[str]]:
    """Return the tokens of all seats at tables that run, and the public identifiers of the people who have
    these seats.
    """
    people = [seat.person for table in club.tables for seat in table.runner.table.state.seats]
    seated = [person for person in people if person is not None]
    return frozenset(person.token for person in seated), frozenset(person_of_key(person.key) for person in seated)


async def _find_route(club: ClubServer, hello: Hello) -> Route | TableElsewhere:
    """Return the table, hall or other host to which the sender of a hello is to be connected.

    Raises `Rejected` if there is none, `HostGone` if the club ends meanwhile.
    """
    found = club.route_here(hello)
    if isinstance(found, asyncio.Future):
        await asyncio.wait([found])
        if found.cancelled():
            raise HostGone(CLUB_CLOSED_SENTENCE)
    route = found.result() if isinstance(found, asyncio.Future) else found
    if isinstance(route, str):
        raise Rejected(route)
    return route


async def _wait_for_code_check(route: Route, hello: Hello, address: str) -> None:
    """Wait as long as this address waits for an answer to this code; raises `Rejected` after too many wrong codes."""
    match route.code_attempts.check_hello(address, hello.code, hello.tokens, asyncio.get_running_loop().time()):
        case CodeRefused(sentence):
            raise Rejected(sentence)
        case CodeDelayed(seconds):
            await asyncio.sleep(seconds)
        case _:
            pass
