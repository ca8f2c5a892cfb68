"""Opening a table as the program does it: with a key of its own, at the next free port, and with a code if wanted."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace

import pytest

from net.certificates import FILE, in_groups
from net.codes import Code
from net.errors import NotAdmitted, PortTaken, WrongHost
from tui.doors import open_door
from tui.plan import Plan
from tui.settings import Settings

WAIT = 30


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch) -> None:
    """Nobody else's data, and nothing told to the network."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    monkeypatch.setattr("net.discovery.announce", lambda host, name: None)


@pytest.fixture
def taken() -> int:
    """A port at which somebody listens already."""
    with socket.create_server(("127.0.0.1", 0)) as link:
        yield link.getsockname()[1]


def host_plan(port: int, **particulars: object) -> Plan:
    return Plan("host", seats=4, bots=0, port=port, bind="127.0.0.1", **particulars)


async def leave(*places) -> None:
    async with asyncio.timeout(WAIT):
        for place in places:
            await place.leave()


async def test_where_no_port_is_asked_for_the_next_free_one_is_taken_and_said(taken) -> None:
    place = await open_door(host_plan(taken, any_port=True), Settings("Ann"))
    port = int(place.host.table.address.rpartition(":")[2])
    assert port > taken
    assert f"Port {taken} is taken on this machine: this table is at port {port}." in place.news
    assert place.news.endswith(f"The key of this host is {in_groups(place.host.certificate.fingerprint)}.")
    await leave(place)


async def test_a_port_that_was_asked_for_is_no_other(taken) -> None:
    with pytest.raises(PortTaken, match=f"Port {taken} is taken on this machine.*--port"):
        await open_door(host_plan(taken), Settings("Ann"))


async def test_a_guest_is_told_what_there_is_to_know_and_the_code_opens(tmp_path, monkeypatch) -> None:
    hosting = await open_door(host_plan(0, code="rose"), Settings("Ann"))
    port, code = int(hosting.host.table.address.rpartition(":")[2]), hosting.host.code
    assert code.endswith("-rose")
    assert (tmp_path / FILE).exists()
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "guest"))
    joining = Plan("join", address="127.0.0.1", port=port, code=code)
    guest = await open_door(joining, Settings("Ann"))
    assert "The code has proved that this is the right host" in guest.news
    assert "Somebody here is called Ann already: you are Ann 2." in guest.news
    again = await open_door(replace(joining, code="rose"), Settings("Bea"))
    assert Code.read(guest.code) == Code.read(again.code) == Code.read(code), "whoever has it can hand it on"
    await leave(again)
    with pytest.raises(WrongHost):
        await open_door(replace(joining, code="ZZZZ" + code[4:]), Settings("Bob"))
    with pytest.raises(NotAdmitted, match="that was not it"):
        await open_door(replace(joining, code=code[:-4] + "lily"), Settings("Bob"))
    await leave(guest, hosting)


async def test_a_host_without_tls_has_no_key_and_says_the_word_alone(tmp_path) -> None:
    hosting = await open_door(host_plan(0, code="rose", insecure=True), Settings("Ann"))
    assert hosting.host.code == "rose"
    assert not (tmp_path / FILE).exists()
    port = int(hosting.host.table.address.rpartition(":")[2])
    guest = await open_door(Plan("join", address="127.0.0.1", port=port, code="ROSE", insecure=True), Settings("Bob"))
    assert guest.client.seat == 1
    assert guest.code == "ROSE"
    await leave(guest, hosting)
