"""A program at a table that plays by itself: ``host GAME SEATS BOTS``, or ``join PORT NAME``.

The host prints its port first and starts the match when every other client has said in the chat that it is ready. Each
program prints, as JSON, the standings and a hash of the view at the beginning of every play, hand, round or turn, and
ends when the match is over.
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
from net.client.join_spec import HostSpec, JoinSpec
from net.client.remote import join
from net.host.server import host
from net.host.table_spec import make_table_spec

MAX_MATCH_SECONDS = 300
"""Longest time of a match; within it the host disconnects nobody, because a busy machine may be slow."""


def public_view_hash(view: View) -> str:
    """Return a hash of everything in a view that all seats see alike: not the seat, and not the hands."""
    piles = {name: pile for name, pile in view.piles.items() if not name.startswith("hand/")}
    facts = {name: view.facts[name] for name in view.facts}
    return hashlib.sha256(repr((view.game, sorted(piles.items()), sorted(facts.items()))).encode()).hexdigest()[:16]


class AutomaticParticipant:
    """Plays for one client by the first bot of the game, and records what the client sees.

    `seen` maps the numbers of play, hand, round and turn to the hash of the view when they began. Events: `full` is set
    when `clients` other people have said that they are ready, `over` at the end of the match, `alone` when all other
    people have left after it.
    """

    def __init__(self, client: Client, clients: int = 0) -> None:
        self.client = client
        self.clients = clients
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
                    self.seen[when] = public_view_hash(view)
                game = games[view.game]
                if game.legal(view):
                    bots = list(game.bots.values())
                    self.client.send_action(bots[0](view) if bots else game.legal(view)[0])
            case MatchEnded(standings):
                self.standings = [[s.seat, s.score, s.rank] for s in standings]
                self.over.set()
            case ChatReceived(text="ready"):
                self.ready += 1
                if self.ready == self.clients:
                    self.full.set()
            case TableChanged(table):
                people = sum(bool(seat.name) and not seat.bot for seat in table.seats)
                if self.over.is_set() and people == 1:
                    self.alone.set()

    def report(self) -> None:
        """Print as JSON the standings, the hashes kept in `seen`, and the hash of the last view."""
        view = self.client.view
        assert view is not None
        print(json.dumps({"standings": self.standings, "seen": self.seen, "final": public_view_hash(view)}), flush=True)


async def run_host(game: str, seats: int, bots: int) -> None:
    """Host a table with `bots` bots and print its port; play one match when all clients are ready, and print the
    report. End when all clients have left.
    """
    net.protocol.endpoint.MAX_SILENCE_SECONDS = MAX_MATCH_SECONDS  # type: ignore[misc]
    net.table.catch_up.MAX_SLOW_SECONDS = net.table.table.MAX_SLOW_SECONDS = MAX_MATCH_SECONDS  # type: ignore[misc, attr-defined]
    server, client = await host(
        make_table_spec(game, seats=seats, bots=bots, seed=2026, pace=0), "Host", "127.0.0.1", 0
    )
    assert client is not None
    participant = AutomaticParticipant(client, clients=seats - bots - 1)
    print(client.table.address.rpartition(":")[2], flush=True)
    await participant.full.wait()
    client.start_match()
    await participant.over.wait()
    participant.report()
    await participant.alone.wait()
    await client.close()
    await server.close()


async def run_client(port: int, name: str) -> None:
    """Join a table on this machine, say in the chat that this client is ready, play one match, and print the report."""
    client = await join(HostSpec("127.0.0.1", port), JoinSpec(name))
    participant = AutomaticParticipant(client)
    client.send_chat("ready")
    await participant.over.wait()
    participant.report()
    await client.close()


async def main(arguments: list[str]) -> None:
    """Run the host or the client that the command line names; raise `TimeoutError` after `MAX_MATCH_SECONDS`."""
    async with asyncio.timeout(MAX_MATCH_SECONDS):
        if arguments[0] == "host":
            await run_host(arguments[1], int(arguments[2]), int(arguments[3]))
        else:
            await run_client(int(arguments[1]), arguments[2])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
