"""What an eavesdropper on the network can count during a sealed play (in which players do not see each other's cards):
TLS records and their lengths.
"""

from __future__ import annotations

import asyncio

import pytest

from core import Action, games
from net.client.events import ChatReceived, MatchBegan, MatchChanged
from net.host.server import host
from net.host.table_spec import make_table_spec
from net.protocol.table_state import Terms
from net.security.host_certificate import host_certificate
from net.security.known_hosts import HostTrust
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS

REVEAL_ACTION, BANK_ACTION = Action(("reveal",)), Action(("bank",))
SEALED_OPTION = {"visibility": "sealed"}
"""The option of Mad Queens with which players do not see each other's cards during a play."""
APPLICATION_DATA_TYPE = 0x17
"""The type number of the TLS records that carry encrypted data."""


class EavesdroppingRelay:
    """A relay between clients and a host that records what an eavesdropper can see of the encrypted bytes.

    `port` is where it listens. `records` holds for each connection, the oldest first, the lengths of the TLS records so
    far; a length is negative if the host sent the record.
    """

    def __init__(self, host_port: int) -> None:
        self.records: list[list[int]] = []
        self._host_port = host_port

    async def open(self) -> int:
        """Listen on a port of this machine, and return it."""
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes on in both directions until one end closes."""
        records: list[int] = []
        self.records.append(records)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._host_port)
        await asyncio.gather(
            self._pass_on(reader, far_writer, records, 1), self._pass_on(far_reader, writer, records, -1)
        )

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, records: list[int], sign_of_direction: int
    ) -> None:
        """Pass TLS records on in one direction, and record the lengths of those with encrypted data, multiplied by
        `sign_of_direction`.
        """
        try:
            while True:
                head = await reader.readexactly(5)
                length = int.from_bytes(head[3:], "big")
                writer.write(head + await reader.readexactly(length))
                if head[0] == APPLICATION_DATA_TYPE:
                    records.append(sign_of_direction * length)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()


def seed_with_a_catch() -> int:
    """Return a seed of Mad Queens with which, in a sealed play, the first card of seat 1 is safe and its second one is
    caught.
    """
    for seed in range(1000):
        match = games["mad-queens"].start(2, seed=seed, options=SEALED_OPTION)
        match.act(1, REVEAL_ACTION)
        if BANK_ACTION in match.legal(1):
            match.act(1, REVEAL_ACTION)
            if 1 not in match.choices:
                return seed
    raise AssertionError("there is no such seed")


async def record_lengths_of_sealed_play(folder, second_action: Action, clock_seconds: int) -> list[list[int]]:
    """Return the lengths of the TLS records of a play in which Bob reveals and then ends his play by `second_action`.

    Bob has seat 1; Ann does nothing. The first list is for Bob's connection, the second for that of the spectator Wim,
    each in both directions and in order; a length is negative if the host sent the record. They begin with Bob's first
    action and end when both have read everything. `clock_seconds` is the time for a decision in seconds, 0 for no
    clock.
    """
    server, ann = await host(
        make_table_spec("mad-queens", seats=2, seed=seed_with_a_catch(), pace=0, options=SEALED_OPTION),
        "Ann",
        "127.0.0.1",
        0,
        certificate=host_certificate(folder / "ann"),
    )
    wire = EavesdroppingRelay(int(server.table.address.rpartition(":")[2]))
    port = await wire.open()
    bob = await join("127.0.0.1", port, "Bob", trust=HostTrust(folder / "bob"))
    wim = await join("127.0.0.1", port, "Wim", watch=True, trust=HostTrust(folder / "wim"))
    events: list[tuple[str, object]] = []
    news = asyncio.Event()
    for client in (bob, wim):
        client.set_listener(lambda event, name=client.name: (events.append((name, event)), news.set()))

    async def until(name: str, kind: type, times: int = 1) -> None:
        """Wait until the client of a person has reported a number of events of a kind."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while sum(who == name and isinstance(event, kind) for who, event in events) < times:
                news.clear()
                await news.wait()

    async def wait_until_everybody_has_read() -> None:
        """Wait until both have read all that was sent before."""
        ann.send_chat("Well?")
        lines = 1 + sum(isinstance(event, ChatReceived) for _, event in events) // 2
        await until("Bob", ChatReceived, lines)
        await until("Wim", ChatReceived, lines)

    ann.set_terms(Terms(clock=clock_seconds))
    ann.start_match()
    await until("Bob", MatchBegan)
    await until("Wim", MatchBegan)
    await wait_until_everybody_has_read()
    before = [len(records) for records in wire.records]
    bob.send_action(REVEAL_ACTION)
    await until("Bob", MatchChanged)
    bob.send_action(second_action)
    await until("Bob", MatchChanged, 2)
    await wait_until_everybody_has_read()
    assert not games["mad-queens"].legal(bob.view)
    assert server.table.state.active_runner.match.sealed_play.public_states
    found = [records[start:] for records, start in zip(wire.records, before, strict=True)]
    async with asyncio.timeout(PATIENCE_SECONDS):
        await asyncio.gather(bob.close(), wim.close())
        await server.close()
    wire.close()
    return found


@pytest.mark.parametrize("clock", [0, 60], ids=["no clock", "clock"])
async def test_eavesdropper_counts_the_same_records_of_the_same_lengths_whether_a_seat_banks_or_is_caught(
    tmp_path, clock
):
    banked = await record_lengths_of_sealed_play(tmp_path, BANK_ACTION, clock)
    caught = await record_lengths_of_sealed_play(tmp_path, REVEAL_ACTION, clock)
    assert banked == caught
    assert len(banked[0]) > len(banked[1]) > 0
