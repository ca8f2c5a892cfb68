"""The private names of asyncssh that the server uses exist; each test says what breaks without its name."""

from __future__ import annotations

import asyncio
from math import gcd

import asyncssh
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tui.ssh.asyncssh_internals import has_sent_host_key, is_costly_key
from tui.ssh.client_variables import ClientVariables


async def test_connection_of_asyncssh_has_its_transport_in_a_private_attribute(ssh_table):
    table = await ssh_table.open()
    await table.connect()
    [connection] = table.server.connections
    transport = connection._connection._transport
    assert isinstance(transport, asyncio.Transport), "without _transport a flood of packets is read without a limit"
    assert transport.max_size < 65_536, "without max_size one read takes all that has come"
    assert connection.bytes_read > 0, "data_received is not called for what comes: nothing is counted or limited"


async def test_connection_of_asyncssh_has_a_session_id_once_the_host_key_was_sent(ssh_table):
    table = await ssh_table.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", table.server.port)
    await reader.readline()
    [silent] = table.server.connections
    assert not has_sent_host_key(silent._connection), "a silent connection would be waited for as long as a person"
    await table.connect()
    [other] = table.server.connections - {silent}
    assert has_sent_host_key(other._connection), "nobody would have the time to compare the host key"
    writer.close()


def key_with_a_long_exponent() -> asyncssh.SSHKey:
    """Return an RSA key of 2,048 bits whose public exponent is as long as the key."""
    numbers = rsa.generate_private_key(65_537, 2_048).private_numbers()
    p, q = numbers.p, numbers.q
    phi, n = (p - 1) * (q - 1), p * q
    e = next(e for e in range(phi - 1, 1, -2) if e.bit_length() > 2_000 and gcd(e, phi) == 1 and e != phi - 1)
    d = pow(e, -1, phi)
    parts = rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), numbers.iqmp, rsa.RSAPublicNumbers(e, n))
    key = parts.private_key(unsafe_skip_rsa_key_validation=True)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    return asyncssh.import_private_key(pem, unsafe_skip_rsa_key_validation=True)


async def test_signature_by_an_rsa_key_with_a_long_exponent_is_not_checked(ssh_table, monkeypatch):
    table = await ssh_table.open()
    monkeypatch.setattr("asyncssh.rsa.RSAKey.verify", lambda *_: pytest.fail("a huge exponent is computed with"))
    key = key_with_a_long_exponent()
    assert is_costly_key(key.public_data)
    await table.connect("ann", client_keys=[key])
    [connection] = table.server.connections
    assert connection._identity == "", "without validate_public_key a signature costs the host 10 ms"


async def test_signature_of_a_certificate_is_not_checked(ssh_table, monkeypatch):
    table = await ssh_table.open()
    key, authority = (
        asyncssh.generate_private_key("ssh-ed25519"),
        asyncssh.generate_private_key("ssh-rsa", key_size=2048),
    )
    certificate = authority.generate_user_certificate(key, "ann")
    monkeypatch.setattr("asyncssh.rsa.RSAKey.verify", lambda *_: pytest.fail("nobody has asked for an authority"))
    await table.connect("ann", client_keys=[(key, certificate)])
    [connection] = table.server.connections
    assert connection._identity == key.get_fingerprint(), "the key itself is as good as without a certificate"


@pytest.mark.parametrize("algorithm", ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"])
async def test_guest_is_known_by_an_ordinary_key(ssh_table, algorithm):
    table = await ssh_table.open()
    key = asyncssh.generate_private_key(algorithm)
    await table.connect("ann", client_keys=[key])
    [connection] = table.server.connections
    assert connection._identity == key.get_fingerprint()


@pytest.mark.parametrize("data", [b"", b"\0\0\0\x07ssh-rsa", b"\0\0\0\x07ssh-rsa\xff\xff\xff\xff"])
def test_data_that_is_no_key_is_refused(data):
    assert is_costly_key(data)


async def test_channel_of_asyncssh_keeps_the_variables_of_its_client_in_a_private_attribute(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh(env={"LANG": "C.UTF-8"})
    await guest.wait_for_text("you")
    [session] = table.server.sessions.values()
    kept = session._terminal._channel.channel._env
    assert isinstance(kept, ClientVariables), "without _env a client may send any number of variables of any length"
