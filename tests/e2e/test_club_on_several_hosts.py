"""One club on several machines as its people use it: real hosts with shared NATS servers are killed and stopped."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from net.host.cluster_storage import club_store
from tests.e2e.club_machines import recorded_port
from tests.e2e.test_ssh_table import open_ssh_client
from tests.support.depth import IS_DEEP_RUN
from tests.support.line_program import LineModeProgram, play_to_the_end
from tests.support.nats_servers import NatsServers, needs_nats, run_nats_servers
from tests.support.patience import PATIENCE_SECONDS
from tests.support.terminal import free_port

if TYPE_CHECKING:
    from tests.e2e.test_ssh_table import SshOpener

__all__ = ["open_ssh_client"]

pytestmark = [
    needs_nats,
    pytest.mark.slow,
    pytest.mark.deep,
    pytest.mark.skipif(not IS_DEEP_RUN, reason="three servers, three hosts, and leases that have to run out"),
]


@pytest.fixture
def nats_servers(tmp_path: Path) -> Iterator[NatsServers]:
    """Yield three running NATS servers, which end with the test."""
    yield from run_nats_servers(tmp_path, 3)


def open_host(start_program, servers: NatsServers, port: str, folder: str, *options: str) -> LineModeProgram:
    """Start a host of the club at a port, with a data folder of its own; return it when it is open."""
    arguments = ("--bind", "127.0.0.1", "--port", port, "--pace", "fast", "--name", "Café", *options)
    host = start_program(folder, "club", *arguments, "--cluster", ",".join(servers.urls))
    host.wait_for(r"Ctrl\+C closes it")
    return host


def come_into_hall(start_program, port: str, name: str) -> LineModeProgram:
    """Return the program of a person who has come into the hall."""
    person = start_program(name, "join", f"127.0.0.1:{port}", "--plain", "--name", name)
    person.wait_for("^Type the number of a table to sit down")
    return person


def begin_match(ann: LineModeProgram, bob: LineModeProgram) -> str:
    """Let Ann open the table *Lions* and Bob, at another host, sit down there; return its number when their match has
    begun."""
    ann.type("open mad-queens 2 name=Lions")
    number = re.search(r"\d+", ann.wait_for(r"^In the hall it is table \d+"))[0]
    bob.type(number)
    bob.wait_for("^Seat 2: Bob .you.")
    ann.wait_for("^Bob sits down")
    ann.type("start")
    for person in (ann, bob):
        person.wait_for("^Mad Queens begins: ")
    return number


async def port_of_table(servers: NatsServers, table_number: str, ports: Sequence[str]) -> str:
    """Return the port of the host that runs a table, as soon as the table's record in the store names one of the hosts
    at these ports.
    """
    async with club_store(servers.urls, "Café") as store, asyncio.timeout(PATIENCE_SECONDS):
        while (port := str(await recorded_port(store, int(table_number)))) not in ports:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return port


def test_match_goes_on_while_hosts_are_killed_or_stopped_and_the_store_does_not_answer(
    start_program, nats_servers
) -> None:
    ports = [free_port() for _ in range(3)]

    hosts = [open_host(start_program, nats_servers, ports[machine], f"host{machine}.1") for machine in range(3)]
    ann, bob = come_into_hall(start_program, ports[0], "Ann"), come_into_hall(start_program, ports[1], "Bob")
    number = begin_match(ann, bob)

    hosts[0].process.kill()
    for person in (ann, bob):
        person.wait_for("^You are back at the table")
    hosts[0].process.wait()
    hosts[0] = open_host(start_program, nats_servers, ports[0], "host0.2")

    runs_table = hosts[ports.index(asyncio.run(port_of_table(nats_servers, number, ports[1:])))]
    runs_table.process.send_signal(signal.SIGTERM)
    assert runs_table.wait_for_exit() == 0
    runs_table.wait_for("^This host is closed; the club goes on at the others")
    for person in (ann, bob):
        person.wait_for("^You are back at the table")

    for server in (0, 1):
        nats_servers.kill(server)
    for person in (ann, bob):
        person.wait_for("Play waits until the club can save it again")
    for server in (0, 1):
        nats_servers.start(server)
    for person in (ann, bob):
        person.wait_for("Play goes on: the club can save it")
        person.type("")  # the choices are written again
    play_to_the_end(ann, bob)
    ann.type("quit")
    ann.wait_for("^Café: 1 table, ")


def test_match_goes_on_after_hosts_are_stopped_at_the_same_time_and_is_there_after_all_have_been(
    start_program, nats_servers
) -> None:
    ports = [free_port() for _ in range(3)]
    hosts = [open_host(start_program, nats_servers, ports[machine], f"host{machine}.1") for machine in range(3)]
    ann, bob = come_into_hall(start_program, ports[0], "Ann"), come_into_hall(start_program, ports[1], "Bob")
    number = begin_match(ann, bob)

    for host in hosts[:2]:
        host.process.send_signal(signal.SIGTERM)
    for host in hosts[:2]:
        assert host.wait_for_exit() == 0
    for person in (ann, bob):
        person.wait_for("^You are back at the table")

    hosts[2].process.send_signal(signal.SIGTERM)
    assert hosts[2].wait_for_exit() == 0
    hosts[2].wait_for("^The club is closed")
    for person in (ann, bob):
        person.wait_for("The club is closed")
    open_host(start_program, nats_servers, ports[2], "host2.2")
    ann, bob = come_into_hall(start_program, ports[2], "Ann"), come_into_hall(start_program, ports[2], "Bob")
    for person in (ann, bob):
        person.type(number)
        person.wait_for("^You are back|goes on")
        person.type("")
    play_to_the_end(ann, bob)


def test_host_that_is_stopped_keeps_its_ssh_guest_until_they_leave_or_it_is_stopped_again(
    start_program, nats_servers, open_ssh_client: SshOpener
) -> None:
    ports, ssh_ports = ([free_port() for _ in range(2)] for _ in range(2))

    def open_ssh_host(machine: int, life: int) -> LineModeProgram:
        """Return a host of the club that is open to ssh."""
        options = ("--ssh", ssh_ports[machine])
        return open_host(start_program, nats_servers, ports[machine], f"host{machine}.{life}", *options)

    hosts = [open_ssh_host(machine, 1) for machine in range(2)]
    ann = come_into_hall(start_program, ports[1], "Ann")
    ann.type("open mad-queens 2 name=Lions")
    ann.wait_for("^In the hall it is table")
    far = open_ssh_client(ssh_ports[0], "jo")
    far.wait_for("Lions, Mad Queens")
    far.wait_until_settled()
    far.press("\r")
    far.wait_for("Ann starts it")
    ann.wait_for("^jo sits down")
    ann.type("start")
    far.wait_for("Space Reveal")

    hosts[0].process.send_signal(signal.SIGTERM)
    hosts[0].wait_for("^The other hosts go on with the tables. 1 guest with ssh is carried on here for 30 minutes")
    far.wait_for("machine of the club is being stopped")
    far.wait_until_settled()
    far.press(" ")
    far.wait_for("B Bank")
    hosts[0].process.send_signal(signal.SIGTERM)
    assert hosts[0].wait_for_exit() == 0
    far.wait_for_exit()

    hosts[0] = open_ssh_host(0, 2)
    far = open_ssh_client(ssh_ports[1], "jo")
    far.wait_for("Space Reveal", "B Bank")
    hosts[1].process.send_signal(signal.SIGTERM)
    hosts[1].wait_for("^The other hosts go on with the tables")
    ann.wait_for("^You are back at the table")
    os.killpg(far._process.pid, signal.SIGKILL)
    assert hosts[1].wait_for_exit() == 0
