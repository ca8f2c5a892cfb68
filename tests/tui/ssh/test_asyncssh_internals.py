"""The private names of asyncssh that the server uses exist; each test says what breaks without its name."""

from __future__ import annotations

import asyncio

from tui.ssh.asyncssh_internals import has_sent_host_key
from tui.ssh.client_environment import ClientVariables


async def test_connection_has_its_transport_in_a_private_attribute(ssh_table):
    table = await ssh_table.open()
    await table.connect()
    [connection] = table.server.connections
    transport = connection._connection._transport
    assert isinstance(transport, asyncio.Transport), "without _transport a flood of packets is read without a limit"
    assert transport.max_size < 65_536, "without max_size one read takes all that has come"
    assert connection.bytes_read > 0, "data_received is not called for what comes: nothing is counted or limited"


async def test_connection_has_a_session_id_once_the_host_key_has_been_sent(ssh_table):
    table = await ssh_table.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", table.server.port)
    await reader.readline()
    [silent] = table.server.connections
    assert not has_sent_host_key(silent._connection), "a silent connection would be waited for as long as a person"
    await table.connect()
    [other] = table.server.connections - {silent}
    assert has_sent_host_key(other._connection), "nobody would have the time to compare the host key"
    writer.close()


async def test_channel_keeps_the_variables_of_its_client_in_a_private_attribute(ssh_table):
    table = await ssh_table.open()
    guest = await table.asyncssh_guest(env={"LANG": "C.UTF-8"})
    await guest.wait_for_text("you")
    [session] = table.server.sessions.values()
    kept = session._terminal._channel._env
    assert isinstance(kept, ClientVariables), "without _env a client may send any number of variables of any length"
