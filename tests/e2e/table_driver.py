"""One process at a table: ``host GAME SEATS BOTS``, or ``join PORT NAME``. Plays by itself and prints what it saw.

The host prints its port first and starts when everybody has said that they are ready. Each process ends when the
match is over and prints, as JSON, the standings and, for every play, hand or round it has seen begin, a hash of
the view.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys

import net.protocol.endpoint
import net.table.catch_up
import net.table.table
from core import View, games
from net.client.api import Client
from net.client.events import ChatReceived, Event, MatchBegan, MatchChanged, MatchEnded, TableChanged
from net.client.remote import join
from net.host.server import host
from net.host.table_spec import table_spec

BOUND_SECONDS = 90
"""Longest time of a match; the host lets go of nobody within it, because a busy machine takes long over one."""


def fingerprint(view: View) -> str:
    """A hash of what everybody may see: all that a view holds but its seat and hands."""
    piles = {name: pile for name, pile in view.piles.items() if not name.startswith("hand/")}
    facts = {name: view.facts[name] for name in view.facts}
    return hashlib.sha256(repr((view.game, sorted(piles.items()), sorted(facts.items()))).encode()).hexdigest()[:16]


class Watch:
    """Plays for one client and keeps what it sees."""

    def __init__(self, client: Client, guests: int = 0) -> None:
        self.client = client
        self.guests = guests
        self.over = asyncio.Event()
        self.full = asyncio.Event()
        self.alone = asyncio.Event()
        self.ready = 0
        self.seen: dict[str, str] = {}
        self.standings: list[list[int]] = []
        client.set_listener(self)

    def __call__(self, event: Event) -> None:
        match event:
            case MatchBegan(view=view) | MatchChanged(view=view):
                when = str([view.facts.get(name) for name in ("play", "hand", "round", "turn")])
                if when not in self.seen:
                    self.seen[when] = fingerprint(view)
                game = games[view.game]
                if game.legal(view):
                    bots = list(game.bots.values())
                    self.client.send_action(bots[0](view) if bots else game.legal(view)[0])
            case MatchEnded(standings):
                self.standings = [[s.seat, s.score, s.rank] for s in standings]
                self.over.set()
            case ChatReceived(text="ready"):
                self.ready += 1
                if self.ready == self.guests:
                    self.full.set()
            case TableChanged(table):
                people = sum(bool(seat.name) and not seat.bot for seat in table.seats)
                if self.over.is_set() and people == 1:
                    self.alone.set()

    def report(self) -> None:
        """Print as JSON the standings, the hashes of the views seen, and that of the last view."""
        view = self.client.view
        assert view is not None
        print(json.dumps({"standings": self.standings, "seen": self.seen, "final": fingerprint(view)}), flush=True)


async def run_host(game: str, seats: int, bots: int) -> None:
    """Host a table, play, and report."""
    net.protocol.endpoint.SILENCE_SECONDS = BOUND_SECONDS  # type: ignore[misc]
    net.table.catch_up.SLOW_SECONDS = net.table.table.SLOW_SECONDS = BOUND_SECONDS  # type: ignore[misc, attr-defined]
    server, client = await host(table_spec(game, seats=seats, bots=bots, seed=2026, pace=0), "Host", "127.0.0.1", 0)
    assert client is not None
    watch = Watch(client, guests=seats - bots - 1)
    print(client.table.address.rpartition(":")[2], flush=True)
    await watch.full.wait()
    client.start_match()
    await watch.over.wait()
    watch.report()
    await watch.alone.wait()
    await client.close()
    await server.close()


async def run_guest(port: int, name: str) -> None:
    """Join a table, play, and report."""
    client = await join("127.0.0.1", port, name)
    watch = Watch(client)
    client.send_chat("ready")
    await watch.over.wait()
    watch.report()
    await client.close()


async def main(words: list[str]) -> None:
    """Run the host or the guest that the words name."""
    async with asyncio.timeout(BOUND_SECONDS):
        if words[0] == "host":
            await run_host(words[1], int(words[2]), int(words[3]))
        else:
            await run_guest(int(words[1]), words[2])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
