"""The sentences about errors if a table cannot be opened or reached at an address."""

from __future__ import annotations

import errno
import socket

import pytest

from net.errors import HostGone, NetError, NotListening, PortTaken, Rejected
from net.host.server import bind_port, host
from net.host.table_spec import make_table_spec
from net.transport.address_errors import connection_failure_sentence, opening_failure_sentence, rejoin_command
from tests.support.join import join


def free_port() -> int:
    """Return a port of this machine at which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_unreachable_table_is_explained_when_nobody_answers():
    port = free_port()
    with pytest.raises(HostGone) as caught:
        await join("127.0.0.1", port, "Bob")
    assert str(caught.value) == f"There is no table at 127.0.0.1:{port}: nobody answers there."


@pytest.mark.parametrize("address", ["no-such-machine.invalid", "a..b", "x" * 70])
async def test_unknown_host_name_is_explained(address):
    with pytest.raises(HostGone, match=f"no machine called {address} is known here"):
        await join(address, 7433, "Bob")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (TimeoutError(), "no answer came in time"),
        (OSError(errno.ETIMEDOUT, "x"), "no answer came in time"),
        (OSError(errno.EHOSTUNREACH, "x"), "that machine cannot be reached from here"),
        (OSError(errno.ECONNREFUSED, "x"), "nobody answers there"),
        (OSError("Multiple exceptions: [Errno 111]"), "nobody answers there"),
    ],
)
def test_every_connection_error_is_explained(error, sentence):
    assert connection_failure_sentence(error, "10.0.0.9", 7433) == f"There is no table at 10.0.0.9:7433: {sentence}."


def test_printed_command_to_come_back_is_quoted_for_the_shell():
    assert rejoin_command("10.0.0.9", 7433, insecure=False) == "queens join 10.0.0.9"
    assert rejoin_command("10.0.0.9", 7434, insecure=True) == "queens join 10.0.0.9:7434 --insecure"
    assert rejoin_command("fe80::1", 7433, insecure=False) == "queens join fe80::1"
    assert rejoin_command("fe80::1", 7434, insecure=False) == "queens join '[fe80::1]:7434'"


@pytest.mark.parametrize("port", [-1, 65_536, 99_999])
async def test_invalid_port_number_is_explained(port):
    with pytest.raises(NotListening, match=f"There is no port {port}: a port is a number from 0 to 65535."):
        await host(make_table_spec("mad-queens"), "Ann", "127.0.0.1", port)
    with pytest.raises(NetError, match="a port is a number from 1 to 65535"):
        await join("127.0.0.1", port, "Bob")


async def test_listening_at_a_taken_port_is_explained():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="Port") as caught:
            await host(make_table_spec("mad-queens"), "Ann", "127.0.0.1", port)
    assert str(caught.value) == (
        f"Port {port} is taken on this machine, perhaps by another table; choose another with --port."
    )


async def test_port_taken_between_open_and_listen_is_explained(monkeypatch):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]

        async def open_and_be_late(*where):
            """Bind the port, and let another socket listen at it first."""
            opened = await bind_port(*where)
            other.listen()
            return opened

        monkeypatch.setattr("net.host.server.bind_port", open_and_be_late)
        with pytest.raises(PortTaken, match=f"Port {port} is taken on this machine.*choose another with --port"):
            await host(make_table_spec("mad-queens"), "Ann", "127.0.0.1", port)


async def test_listening_at_an_address_of_another_machine_is_explained():
    with pytest.raises(NotListening, match="This machine has no address"):
        await host(make_table_spec("mad-queens"), "Ann", "192.0.2.1", 0)


def test_every_listening_error_is_explained():
    assert "Port 80 is reserved on this machine" in opening_failure_sentence(OSError(errno.EACCES, "x"), "", 80)
    assert "port 7433" in opening_failure_sentence(OSError(errno.EIO, "x"), "", 7433)


async def test_missing_and_wrong_codes_are_explained_differently():
    server, ann = await host(make_table_spec("mad-queens", code="queens"), "Ann", "127.0.0.1", 0)
    port = int(ann.table.address.rpartition(":")[2])
    with pytest.raises(Rejected, match="give it with --code"):
        await join("127.0.0.1", port, "Bob")
    with pytest.raises(Rejected, match="that was not it"):
        await join("127.0.0.1", port, "Bob", "king")
    await ann.close()
    await server.close()
