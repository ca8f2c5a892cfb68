"""The programs of the kill test: ``host FOLDER PORT GAME SEATS BOTS KILLS SEED`` and ``join PORT NAME SEED``.

``host`` runs a host as a child process, kills it with SIGKILL at random moments and starts it again, KILLS times. The
child is a fork of this process, which has imported everything, so it starts in some milliseconds. Then ``host`` prints
``done`` and keeps the last host until its own input ends.

``join`` plays for one client, match after match, until a line is typed, one match has ended and it is connected. Then
it prints as JSON which of its actions were acknowledged, and a hash of every view that it received.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from core import View, games
from net.client import host_link
from net.client.events import (
    ConnectionRestored,
    Event,
    HostLost,
    HostRestarted,
    MatchBegan,
    MatchChanged,
    MatchEnded,
    ReconnectAttempt,
    RefusalReceived,
    TableChanged,
)
from net.client.join_spec import HostSpec, JoinSpec
from net.client.remote import RemoteClient, join
from net.host.recovery import JournalSettings
from net.host.server import host
from net.host.table_spec import make_table_spec
from net.journal import JOURNAL_FILE
from net.protocol.messages import Act, ActionAnswered, RequestRefused, ServerMessage, Welcome

MAX_CLIENT_SECONDS = 3600
"""Longest time for which a client plays before it gives up."""

HOST_LIFE_SECONDS = (0.0, 0.12)
"""The shortest and the longest time from the moment when a host listens until it is killed."""

MAX_PAUSE_SECONDS = 0.012
"""Longest time for which a client waits before an action.

With it, some twenty hosts after one another serve one match.
"""


def view_hash(view: View) -> str:
    """Return a hash of everything that a view holds."""
    parts = (view.game, view.seat, sorted(view.piles.items()), sorted(view.facts.items()))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


# The host


async def run_host(
    folder: Path, port: int, game: str, seats: int, bots: int, ready_descriptor: int, lifeline_descriptor: int
) -> None:
    """Host a table; write a byte to the file descriptor `ready_descriptor` when it listens.

    The host ends at SIGTERM, or when the other end of the pipe `lifeline_descriptor` closes.
    """
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    loop.add_reader(lifeline_descriptor, stop.set)
    keeping = JournalSettings(folder / JOURNAL_FILE, time.time)
    server, _ = await host(
        make_table_spec(game, seats=seats, bots=bots, pace=0), None, "127.0.0.1", port, journal=keeping
    )
    os.write(ready_descriptor, b"+")
    await stop.wait()
    await server.close()


LIFELINE_READ_END, LIFELINE_WRITE_END = os.pipe()
"""The two ends of a pipe: a host reads from it, and ends when this process, which alone can write to it, has ended."""


def start_host_process(*arguments: object) -> int:
    """Fork a host, wait until it listens, and return its process id; fail if it ends before it listens."""
    seen, ready = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(seen)
        os.close(LIFELINE_WRITE_END)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        asyncio.run(run_host(*arguments, ready, LIFELINE_READ_END))  # type: ignore[arg-type]
        os._exit(0)
    os.close(ready)
    if not os.read(seen, 1):
        raise SystemExit("the host did not begin to listen")
    os.close(seen)
    return child


def kill_and_restart(folder: Path, port: int, game: str, seats: int, bots: int, kills: int, seed: int) -> None:
    """Run a host as a child process; kill it `kills` times at random moments and start it again.

    Prints ``listening`` when the first host listens, waits for a line, prints ``done`` after the last kill, and ends
    the host when its input ends.
    """
    chance = random.Random(seed)
    arguments = (folder, port, game, seats, bots)
    child = start_host_process(*arguments)
    print("listening", flush=True)
    sys.stdin.readline()
    for _ in range(kills):
        time.sleep(chance.uniform(*HOST_LIFE_SECONDS))
        os.kill(child, signal.SIGKILL)
        assert os.waitpid(child, 0)[1] == signal.SIGKILL
        child = start_host_process(*arguments)
    print("done", flush=True)
    sys.stdin.read()
    os.kill(child, signal.SIGTERM)
    assert os.waitpid(child, 0)[1] == 0


# A client


class RecordingPlayer:
    """Plays for one client, and records the answers and views that it receives.

    `acknowledged` lists the match, step and text of each action that the host has confirmed, `views` the match and hash
    of each view, `trouble` the texts of refusals and lost connections. Numbers: `returns` counts reconnects, `matches`
    ended matches, `resent` the actions sent again after a reconnect, `done_before` those of them that the host had
    already carried out.
    """

    def __init__(self, client: RemoteClient, seed: int) -> None:
        self.client = client
        self.chance = random.Random(seed)
        self.back = asyncio.Event()
        self.back.set()
        self.finished = asyncio.Event()
        self.unanswered_requests: dict[int, Act] = {}
        self.acknowledged: list[tuple[int, int, str]] = []
        self.views: list[tuple[int, str]] = []
        self.trouble: list[str] = []
        self.returns = self.matches = self.resent = self.done_before = 0
        self._timer: asyncio.TimerHandle | None = None
        self._send, self._received = client._send, client.message_received
        client._send = self.send_and_record  # type: ignore[method-assign]
        client.message_received = self.record_and_pass_on  # type: ignore[method-assign]
        client.set_listener(self.handle_event)
        if client.view is not None:
            self.add_view(client.view)

    def send_and_record(self, message: object) -> None:
        """Send a message for the client; keep an action until the host answers it."""
        if isinstance(message, Act):
            self.unanswered_requests[message.id] = message
        self._send(message)  # type: ignore[arg-type]

    def record_and_pass_on(self, message: ServerMessage) -> None:
        """Record what a message of the host acknowledges or refuses, and pass it on to the client."""
        if isinstance(message, Welcome) and self.client._pending_act is not None:
            self.resent += 1
            self.done_before += message.last_action_id >= self.client._pending_act.id
        if isinstance(message, RequestRefused) and message.id:
            self.trouble.append(message.reason)
        if isinstance(message, ActionAnswered):
            act = self.unanswered_requests.pop(message.id, None)
            if act is not None:
                self.acknowledged.append((act.match_number, act.step, act.action))
        self._received(message)

    def handle_event(self, event: Event) -> None:
        """Record what an event reports, and act soon if an action may have become possible."""
        match event:
            case MatchBegan(view=view) | MatchChanged(view=view):
                self.add_view(view)
            case MatchEnded():
                self.matches += 1
                self.finished.set()
                self.act_after_pause()
            case RefusalReceived():
                self.act_after_pause()
            case HostRestarted():
                self.trouble.append("the table was another one")
            case ReconnectAttempt():
                self.back.clear()
            case ConnectionRestored():
                self.back.set()
                self.returns += 1
                self.act_after_pause()
            case TableChanged():
                self.act_after_pause()
            case HostLost(reason):
                self.trouble.append(f"lost: {reason}")
                self.back.set()

    def add_view(self, view: View) -> None:
        """Record the hash of a view unless it equals the last one, and act soon."""
        match = self.client._replica.match  # type: ignore[union-attr]
        seen = (match, view_hash(view))
        if not self.views or self.views[-1] != seen:
            self.views.append(seen)
        self.act_after_pause()

    def act_after_pause(self) -> None:
        """Act after a random pause, unless a pause is already running."""
        if self._timer is None:
            delay = self.chance.uniform(0, MAX_PAUSE_SECONDS)
            self._timer = asyncio.get_running_loop().call_later(delay, self.start_match_or_act)

    def start_match_or_act(self) -> None:
        """In the lobby start a match, as the owner; in a match send a bot's action or a random one."""
        self._timer = None
        client, table, view = self.client, self.client.table, self.client.view
        if table is not None and table.phase == "lobby":
            if client.is_owner and all(seat.name for seat in table.seats):
                client.start_match()
        elif view is not None and games[view.game].legal(view):
            game = games[view.game]
            bots = list(game.bots.values())
            client.send_action(bots[-1](view) if bots else self.chance.choice(game.legal(view)))


async def run_client(port: int, name: str, seed: int) -> None:
    """Join the table, print ``joined``, and play; once a line is typed or the input ends, print a report as JSON.

    The report waits until a match has ended and the client is connected.
    """
    host_link.RECONNECT_PAUSES_SECONDS = (0.005, 0.01, 0.02, 0.05)  # type: ignore[misc]
    client = await join(HostSpec("127.0.0.1", port), JoinSpec(name))
    player = RecordingPlayer(client, seed)
    print("joined", flush=True)
    player.act_after_pause()
    over = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin, over.set)
    await over.wait()
    asyncio.get_running_loop().remove_reader(sys.stdin)
    await player.finished.wait()
    await player.back.wait()
    report = {
        "seat": client.seat,
        "acknowledged": player.acknowledged,
        "views": player.views,
        "trouble": player.trouble,
        "returns": player.returns,
        "matches": player.matches,
        "resent": player.resent,
        "done before": player.done_before,
    }
    print(json.dumps(report), flush=True)
    await client.close()


async def run_client_with_time_limit(port: int, name: str, seed: int) -> None:
    """Join the table and play as `run_client` does, but raise `TimeoutError` after `MAX_CLIENT_SECONDS`."""
    async with asyncio.timeout(MAX_CLIENT_SECONDS):
        await run_client(port, name, seed)


if __name__ == "__main__":
    role, *rest = sys.argv[1:]
    if role == "host":
        where, port, game, *numbers = rest
        kill_and_restart(Path(where), int(port), game, *map(int, numbers))  # type: ignore[arg-type]
    else:
        asyncio.run(run_client_with_time_limit(int(rest[0]), rest[1], int(rest[2])))
