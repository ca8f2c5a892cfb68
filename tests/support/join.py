"""Joins a table, or a hall of a club, over TCP in one call, for tests that need only an address and a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from net.client import hall, remote
from net.client.deal_memory import DealMemory
from net.client.hall import RemoteHallClient
from net.client.join_spec import HostSpec, JoinSpec
from net.client.remote import RemoteClient
from net.security.known_hosts import HostTrust


async def join(
    address: str,
    port: int,
    name: str,
    code: str = "",
    *,
    trust: HostTrust | None = None,
    find_tokens: Callable[[str], Sequence[str]] = lambda fingerprint: (),
    find_hosts: Callable[[], Sequence[str]] = lambda: (),
    deals: DealMemory | None = None,
    **person: Any,
) -> RemoteClient:
    """Join the table at an address and return the client.

    The arguments are the fields of a `HostSpec` and, with `person`, of a `JoinSpec`.
    """
    host = HostSpec(address, port, trust, find_tokens, find_hosts)
    return await remote.join(host, JoinSpec(name, code, **person), deals=deals)


async def enter_hall(
    address: str, port: int, name: str, code: str = "", *, token: str = "", trust: HostTrust | None = None
) -> RemoteHallClient:
    """Come into the hall of the club at an address, and return the client there."""
    return await hall.enter_hall(HostSpec(address, port, trust), name, code, token=token)
