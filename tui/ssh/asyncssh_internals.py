"""The private names of asyncssh that the server needs, each with the reason.

tests/tui/ssh/test_asyncssh_internals.py checks every name and says what fails without it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncssh
from asyncssh.packet import PacketDecodeError, SSHPacket

from net.protocol.rate_limit import TokenBucket
from tui.ssh.limits import MAX_RSA_EXPONENT_BITS


def limit_read_rate(
    connection: asyncssh.SSHServerConnection, bucket: TokenBucket, bytes_at_once: int, count: Callable[[int], None]
) -> None:
    """Read from a connection no faster than the token bucket `bucket` allows, and at most `bytes_at_once` in one read.

    `count` is called with the number of bytes of every read. The limit is on the private transport (`_transport`),
    because some packets belong to no channel, so flow control of channels would not slow them.
    """
    transport, receive = connection._transport, connection.data_received
    if not isinstance(transport, asyncio.Transport):
        return
    loop = asyncio.get_running_loop()

    def resume() -> None:
        """Read again after a pause."""
        if not transport.is_closing():
            transport.resume_reading()

    def data_received(data: bytes, datatype: asyncssh.DataType = None) -> None:
        """Pass on what was read, and pause reading if it exceeds the rate."""
        receive(data, datatype)
        count(len(data))
        pause = bucket.overdraw(len(data), loop.time())
        if pause and not transport.is_closing():
            transport.pause_reading()
            loop.call_later(pause, resume)

    transport.max_size = bytes_at_once  # type: ignore[attr-defined]
    connection.data_received = data_received  # type: ignore[method-assign]


def has_sent_host_key(connection: asyncssh.SSHServerConnection) -> bool:
    """Whether the host's part of the first key exchange has been sent; from then on the session id (`_session_id`) is
    set.
    """
    return bool(connection._session_id)


def refuse_costly_keys(connection: asyncssh.SSHServerConnection) -> None:
    """Refuse the keys of a login whose signatures would cost much time to check (`is_costly_key`).

    asyncssh has no such bound, and checks the signature of a certificate before it asks whether the certificate is
    wanted; so its own method (`validate_public_key`) is replaced.
    """
    validate = connection.validate_public_key

    async def validate_public_key(username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Return whether a key is not costly and valid, and a signature, if there is one, was made by it."""
        return not is_costly_key(key_data) and await validate(username, key_data, msg, signature)

    connection.validate_public_key = validate_public_key  # type: ignore[method-assign]


def is_costly_key(key_data: bytes) -> bool:
    """Whether a public key (RFC 4253, 6.6) is an RSA key with a long exponent, a certificate, or no key at all.

    A certificate contains a key of an authority as well, and no table knows an authority.
    """
    try:
        packet = SSHPacket(key_data)
        algorithm = packet.get_string()
        if algorithm == b"ssh-rsa":
            return packet.get_mpint().bit_length() > MAX_RSA_EXPONENT_BITS
        return b"-cert-" in algorithm or algorithm.startswith(b"x509v3-")
    except PacketDecodeError:
        return True


def collect_variables_in(channel: asyncssh.SSHServerChannel[bytes], variables: dict[bytes, bytes]) -> None:
    """Make a channel store the environment variables that its client sends in `variables`.

    The dict of asyncssh (`_env`) would take any number of any length.
    """
    channel._env = variables
