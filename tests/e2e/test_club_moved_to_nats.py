"""A club of one machine is moved to NATS, and goes on at two hosts: real programs, servers and an ssh client."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_club import come_into_hall, opened_table_number
from tests.e2e.test_ssh_table import open_ssh_client
from tests.support.depth import only_deep
from tests.support.line_program import LineModeProgram
from tests.support.nats_servers import NatsServers, needs_nats, run_nats_servers
from tests.support.terminal import free_port

if TYPE_CHECKING:
    from tests.e2e.test_ssh_table import SshOpener

__all__ = ["open_ssh_client"]

pytestmark = [needs_nats, pytest.mark.slow]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServers]:
    """Yield one running NATS server, which ends with the test."""
    yield from run_nats_servers(tmp_path, 1)


@only_deep
def test_club_moved_from_one_machine_to_two_hosts_keeps_its_match_and_people(
    start_program, open_ssh_client: SshOpener, server: NatsServers
) -> None:
    port, ssh = free_port(), free_port()
    others = free_port(), free_port()

    def open_club(folder: str, port: str, ssh: str, *more: str) -> LineModeProgram:
        """Return a host of the club that is open; it has its data in a folder of this name."""
        arguments = ("--name", "Café", "--bind", "127.0.0.1", "--port", port, "--ssh", ssh, "--pace", "fast")
        club = start_program(folder, "club", *arguments, *more)
        club.wait_for(r"Ctrl\+C closes it")
        return club

    club = open_club("machine", port, ssh)
    ann = come_into_hall(start_program, port, "Ann")
    ann.type("open mad-queens 2")
    number = opened_table_number(ann)
    jo = open_ssh_client(ssh, "jo")
    jo.wait_for("Ann's table, Mad Queens")
    jo.wait_until_settled()
    jo.press("\r")
    jo.wait_for("Ann starts it")
    ann.wait_for("^jo sits down")
    ann.type("start")
    jo.wait_for("Space Reveal")
    club.process.send_signal(signal.SIGTERM)
    assert club.wait_for_exit() == 0
    ann.wait_for("^The host has closed the table")
    jo.wait_for("The club is closed.")

    cluster = ("--cluster", server.urls[0])
    carried = start_program("machine", "club", "import", "--name", "Café", "--port", port, *cluster)
    carried.wait_for("^Café has 1 table from this machine, asleep until somebody comes")
    assert carried.wait_for_exit() == 0

    first, second = open_club("machine", port, ssh, *cluster), open_club("other", *others, *cluster)
    assert any(line.startswith("NATS keeps one copy of this club") for line in first.lines)
    assert "It is one of 2 hosts of the club." in second.lines
    ann = come_into_hall(start_program, port, "Ann")
    ann.type(number)
    ann.wait_for("^Your move|^You play on|^Mad Queens")
    jo = open_ssh_client(others[1], "jo")  # at the other host than the one that runs the table
    jo.wait_for("Ann's table, Mad Queens")
    jo.wait_until_settled()
    jo.press("\r")
    jo.wait_for("Space Reveal")

    first.process.send_signal(signal.SIGTERM)
    assert first.wait_for_exit() == 0
    ann.wait_for("^You are back at the table")
    jo.wait_for("Space Reveal")
    cat = come_into_hall(start_program, others[0], "Cat")
    cat.type(next(line for line in second.lines if "/run " in line).strip())
    cat.wait_for("^Café: You run the club")
    cat.type("/stop 0")
    cat.wait_for("^The club is closed")
    ann.wait_for("^The host has closed the table")
    jo.wait_for("The club is closed.")
    assert second.wait_for_exit() == 0
