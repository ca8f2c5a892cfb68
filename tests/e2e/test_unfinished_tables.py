"""The real program is killed and started again: its unfinished table goes on, and its matches are in the history."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import sys
from contextlib import asynccontextmanager

import pytest

from core import Record, games, replay
from net.client.events import ConnectionRestored, HostRestarted, MatchBegan, MatchChanged, MatchEnded, RefusalReceived
from net.journal import JOURNAL_FILE
from net.security.known_hosts import HostTrust
from tests.support.depth import sample_cases
from tests.support.join import join

MAX_TEST_SECONDS = 300
"""The longest time of a test."""


def free_port():
    """Return a TCP port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@asynccontextmanager
async def running_program(folder, *arguments):
    """Context manager: run the program with these arguments; at the end of the block it is killed if it still runs."""
    pipe = asyncio.subprocess.PIPE
    environment = {**os.environ, "QUEENS_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    command = (sys.executable, "-m", "tui", *arguments)
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=environment)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def run_program_to_end(folder, *arguments):
    """Run the program to its end; return its exit status, its output and its error output."""
    async with running_program(folder, *arguments) as process:
        out, error = await process.communicate()
        return process.returncode, out.decode(), error.decode()


async def read_until(process, text):
    """Read lines from a process until one contains `text`; return all of them."""
    lines = []
    while not lines or text not in lines[-1]:
        line = await process.stdout.readline()
        assert line, f"{lines} {await process.stderr.read()}"
        lines.append(line.decode())
    return "".join(lines)


class AutomaticPlayer:
    """Plays for a client by a bot, as long as actions are left; `actions_left` is their number, at first `actions`.

    A test may raise `actions_left` and call `act`. Events: `rests` is set when the client could act but no actions are
    left, or is out of the match; `over` at the end of a match, `back` after a reconnect.
    """

    def __init__(self, client, actions):
        self.client = client
        self.actions_left = actions
        self.rests = asyncio.Event()
        self.over = asyncio.Event()
        self.back = asyncio.Event()
        self.views = []
        self.events = []
        client.set_listener(self)

    def __call__(self, event):
        self.events.append(event)
        match event:
            case MatchBegan(view=view) | MatchChanged(view=view):
                self.views.append(view)
                self.act()
            case MatchEnded():
                self.over.set()
            case ConnectionRestored():
                self.back.set()

    def act(self):
        """Send an action if the client may act and an action is left.

        If none is left, set `rests` as soon as the last one is answered.
        """
        view = self.client.view
        game = games[view.game]
        if game.legal(view):
            if self.actions_left:
                self.actions_left -= 1
                self.client.send_action(game.bots["careful"](view))
            elif self.client._pending_act is None:
                self.rests.set()
        elif view.facts.get(f"status/{self.client.seat}") == "finished":
            self.rests.set()  # one seat in three hundred is out after six decisions


def piles_of_own_seat(client):
    """Return the piles of the client's own seat; they stay the same while the client does nothing."""
    return {name: pile for name, pile in client.view.piles.items() if name.endswith(f"/{client.seat}")}


@pytest.mark.deep
@pytest.mark.parametrize("arguments", sample_cases([(), ("--durable",)], 1), ids=" ".join)
async def test_killed_hosting_program_resumes_its_table(tmp_path, arguments):
    folder, port = tmp_path / "host", free_port()
    command = ("host", "mad-queens", "--headless", "--bind", "127.0.0.1", "--port", str(port))
    command += ("--seats", "3", "--bots", "1", "--pace", "fast", *arguments)
    async with asyncio.timeout(MAX_TEST_SECONDS):
        async with running_program(folder, *command) as host:
            assert "unfinished" not in await read_until(host, "Ctrl+C closes it")
            names = ("Ann", "Bea")
            clients = [await join("127.0.0.1", port, name, trust=HostTrust(tmp_path / name)) for name in names]
            robots = [AutomaticPlayer(client, actions) for client, actions in zip(clients, (6, 1000), strict=True)]
            clients[0].start_match()
            await robots[0].rests.wait()
            before = piles_of_own_seat(clients[0])
            os.kill(host.pid, signal.SIGKILL)
            await host.wait()
        async with running_program(folder, *command) as host:
            assert "Your unfinished match goes on" in await read_until(host, "Ctrl+C closes it")
            for robot in robots:
                await robot.back.wait()
            assert piles_of_own_seat(clients[0]) == before
            robots[0].actions_left = 1000
            robots[0].act()
            for robot in robots:
                await robot.over.wait()
                kinds = {type(event) for event in robot.events}
                assert not kinds & {RefusalReceived, HostRestarted}
            standings = [client.standings for client in clients]
            for client in clients:
                await client.close()
            host.send_signal(signal.SIGTERM)
            assert await host.wait() == 0
            assert (await host.stderr.read()) == b""
        assert standings[0] == standings[1]
        await check_history(folder, tmp_path / "record", standings[0])


async def check_history(folder, target, standings):
    """Check that the history of the program has only the match with these standings, and that the record of the match
    is valid. Check also that the statistics name Ann, and that the journal keeps no ticks of the match. `target` is the
    file to which the record is written.
    """
    status, out, _ = await run_program_to_end(folder, "history", "--json")
    [match] = json.loads(out)
    assert status == 0
    assert [(one["seat"], one["score"], one["rank"]) for one in match["results"]] == [
        (one.seat, one.score, one.rank) for one in standings
    ]
    assert {one["name"] for one in match["results"] if not one["bot"]} == {"Ann", "Bea"}
    status, out, _ = await run_program_to_end(folder, "history", str(match["id"]), "--record", str(target))
    assert status == 0
    assert replay(Record.parse(target.read_text())).standings == standings
    assert (await run_program_to_end(folder, "verify", str(target)))[0] == 0
    status, out, _ = await run_program_to_end(folder, "stats")
    assert status == 0
    assert "Ann" in out
    base = sqlite3.connect(folder / JOURNAL_FILE)
    assert base.execute("SELECT count(*) FROM ticks").fetchone() == (0,), "what is over needs no ticks"
    base.close()


async def test_new_table_does_not_replace_an_unfinished_table(tmp_path):
    folder, port = tmp_path / "host", free_port()
    command = ("host", "mad-queens", "--headless", "--insecure", "--bind", "127.0.0.1", "--port", str(port))
    tables = []
    async with asyncio.timeout(MAX_TEST_SECONDS):
        for arguments in ((), ("--new",), ()):
            async with running_program(folder, *command, *arguments) as host:
                said = await read_until(host, "Ctrl+C closes it")
                client = await join("127.0.0.1", port, "Ann")
                tables.append(client._table_id)
                if arguments == () and len(tables) == 1:
                    robot = AutomaticPlayer(client, 3)
                    client.start_match()
                    await robot.rests.wait()
                    os.kill(host.pid, signal.SIGKILL)
                    await host.wait()
                else:
                    assert ("unfinished match goes on;" in said) == (arguments == ())
                    host.send_signal(signal.SIGTERM)
                    assert await host.wait() == 0
                await client.close()
    assert tables[0] == tables[2] != tables[1]


async def test_invalid_journal_is_refused_in_one_sentence(tmp_path):
    (tmp_path / JOURNAL_FILE).write_text("My diary. Nobody may write into it.")
    arguments = ("host", "--headless", "--insecure", "--bind", "127.0.0.1", "--port", str(free_port()))
    async with asyncio.timeout(MAX_TEST_SECONDS):
        status, out, error = await run_program_to_end(tmp_path, *arguments)
        assert (status, out) == (1, "")
        assert (
            error
            == f"queens: {tmp_path / JOURNAL_FILE} is not a journal of Mad Queens and is left as it is; move it away.\n"
        )
        assert (await run_program_to_end(tmp_path, "history"))[0] == 1
        assert (await run_program_to_end(tmp_path, "stats"))[2] == error
    assert (tmp_path / JOURNAL_FILE).read_text() == "My diary. Nobody may write into it."
