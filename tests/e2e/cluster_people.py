"""The people of a club on several machines, as a program: two at each table, who play match after match.

    python -m tests.e2e.cluster_people FOLDER TABLES LONGEST_PAUSE PORT…

The club has a host at each port of this machine. LONGEST_PAUSE is the longest time in seconds for which somebody thinks
before an action. The program reads commands, one word a line, and answers each with a JSON object in a line:

    some    when some table has gone on since the word came: {"seconds": until then, "away": the longest time for which
            a person has had no connection in between}
    more    the same, when every table has gone on
    where   when everybody has a connection: the port of the host and the number of returns of each person, by table
    end     when the last match is over, as nobody begins another one: what everybody has seen and done, by table
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any

from core import games
from net.client.events import ConnectionRestored, Event, MatchEnded, ReconnectAttempt, RefusalReceived
from net.client.hall import HallEvent, TableGranted
from net.client.remote import RemoteClient
from net.protocol.messages import ActionAnswered, ServerMessage
from net.security.known_hosts import HostTrust
from tests.e2e import killed_host_driver
from tests.support.join import enter_hall, join
from tests.support.patience import PATIENCE_SECONDS

GAME_SEATS_AND_BOTS = (("mad-queens", 2, 0), ("big-queen", 4, 2), ("queens-dungeon", 2, 0), ("mad-queens", 3, 1))
"""The game, the number of seats and the number of bots of the tables that are opened, in turn."""


MAX_WAIT_SECONDS = 0.9 * PATIENCE_SECONDS
"""Longest wait for anything; after it the program prints where everybody is, and ends."""

CONDITION_BY_COMMAND = {"some": any, "more": all}
"""Maps a command of one word to the condition that the program then waits for: that any table has gone on, or that all
have.
"""


class ClubPlayer(killed_host_driver.RecordingPlayer):
    """One person at a table, who begins no further match once `ends` is set; `last_done` is the number of their last
    acknowledged request. `longest_away` is the longest time in seconds for which the connection was lost, since
    `longest_away` was last set to 0.
    """

    ends = False

    def __init__(self, client: RemoteClient, seed: int) -> None:
        self.last_done = 0
        self.longest_away = 0.0
        self._lost_at: float | None = None
        self._has_begun = False
        super().__init__(client, seed)

    def record_and_pass_on(self, message: ServerMessage) -> None:
        """Record which request the host has acknowledged last, and pass the message on to the client."""
        if isinstance(message, ActionAnswered):
            self.last_done = max(self.last_done, message.id)
        super().record_and_pass_on(message)

    def handle_event(self, event: Event) -> None:
        """Measure for how long the connection is lost, and notice the end of a match."""
        if isinstance(event, ReconnectAttempt) and self._lost_at is None:
            self._lost_at = monotonic()
        elif isinstance(event, ConnectionRestored) and self._lost_at is not None:
            self.longest_away = max(self.longest_away, monotonic() - self._lost_at)
            self._lost_at = None
        elif isinstance(event, MatchEnded):
            self._has_begun = False
        super().handle_event(event)

    def start_match_or_act(self) -> None:
        """Act in a match, or in the lobby begin one unless the play is to end."""
        table = self.client.table
        if table is not None and table.phase == "lobby" and self.client.is_owner:
            if self.ends and not self._has_begun:
                self._timer = None
                return
            self._has_begun = True  # if the request is lost, it is sent again
        super().start_match_or_act()

    def __str__(self) -> str:
        """Where this person is, to find out why play has stopped."""
        client, table, view = self.client, self.client.table, self.client.view
        facts = (self.last_done, self.returns, self.trouble[-3:], client._address, client._connection is not None)
        play = view is not None and (view.seat, client._replica.version, games[view.game].legal(view)[:2])
        pending = client._pending_act
        return f"{client.name} {facts} {play} {pending} {table and table.phase} {self._has_begun}"

    @property
    def may_play_on(self) -> bool:
        """Return whether a match is being played, or may begin."""
        table = self.client.table
        return self._has_begun or not self.back.is_set() or table is None or table.phase != "lobby"

    def report(self) -> dict[str, object]:
        """Return everything that this person has done and seen."""
        return {
            "seat": self.client.seat,
            "acknowledged": self.acknowledged,
            "views": self.views,
            "trouble": self.trouble,
            "returns": self.returns,
            "resent": self.resent,
            "done before": self.done_before,
        }


async def open_table_for_two(folder: Path, ports: list[int], game_index: int) -> tuple[int, tuple[ClubPlayer, ...]]:
    """Open a table for two people, who sit down there, each through another host; return its number and the two
    people.
    """
    game, seats, bots = GAME_SEATS_AND_BOTS[game_index % len(GAME_SEATS_AND_BOTS)]
    addresses = tuple(f"127.0.0.1:{port}" for port in ports)
    offered: asyncio.Future[TableGranted] = asyncio.get_running_loop().create_future()

    def listen(event: HallEvent) -> None:
        """Wait for the table."""
        if isinstance(event, TableGranted):
            offered.set_result(event)
        elif isinstance(event, RefusalReceived):
            offered.set_exception(AssertionError(event.reason))

    players = []
    for place in range(2):
        port = ports[(game_index + place) % len(ports)]
        trust = HostTrust(folder)
        hall = await enter_hall("127.0.0.1", port, f"P{game_index}-{place}", trust=trust)
        if not place:
            hall.set_listener(listen)
            hall.open_table(game, seats=seats, bots=bots)
        table = await offered
        token = hall.token
        client = await join(
            "127.0.0.1",
            port,
            f"P{game_index}-{place}",
            find_tokens=lambda host, token=token: (token,),  # type: ignore[misc]
            trust=trust,
            club_table=table.number,
            find_hosts=lambda: addresses,
        )
        await hall.close()
        players.append(ClubPlayer(client, 2 * game_index + place))
    for player in players:
        player.act_after_pause()
    return table.number, tuple(players)


async def wait_for_next_actions(
    people: Iterable[tuple[ClubPlayer, ...]], condition: Callable[..., bool] = all
) -> dict[str, float]:
    """Wait until an action that a person chose after this call has been acknowledged: with `all` at every table, with
    `any` at one. Return the seconds until then, and the longest time for which a person had no connection.
    """
    began = monotonic()
    tables = list(people)
    before = {player: player.client._last_action_id for table in tables for player in table}
    for player in before:
        player.longest_away = 0.0
    while not condition(any(player.last_done > before[player] for player in table) for table in tables):  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    return {"seconds": monotonic() - began, "away": max(player.longest_away for player in before)}


async def find_people(people: dict[int, tuple[ClubPlayer, ...]]) -> dict[int, list[tuple[int, int]]]:
    """Return the port of the host and the number of returns of each person, by the number of their table, once
    everybody has a connection."""
    for player in chain(*people.values()):
        await player.back.wait()
    return {
        number: [(player.client.present_address[1], player.returns) for player in table]
        for number, table in people.items()
    }


async def end_play(people: dict[int, tuple[ClubPlayer, ...]]) -> dict[int, list[dict[str, object]]]:
    """Let the running matches end; then return the reports of all people, by the number of their table."""
    ClubPlayer.ends = True
    killed_host_driver.MAX_PAUSE_SECONDS = 0.02
    while any(player.may_play_on for table in people.values() for player in table):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    return {number: [player.report() for player in table] for number, table in people.items()}


async def main() -> None:
    """Make everybody sit down, print ``{}``, and carry out the commands that are read until the input ends."""
    folder, tables, pause, *ports = sys.argv[1:]
    killed_host_driver.MAX_PAUSE_SECONDS = float(pause)
    people = dict(
        [await open_table_for_two(Path(folder), list(map(int, ports)), number) for number in range(int(tables))]
    )
    print("{}", flush=True)
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while word := (await reader.readline()).decode().strip():
        try:
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                match word:
                    case "where":
                        answer: dict[Any, Any] = await find_people(people)
                    case "end":
                        answer = await end_play(people)
                    case _:
                        answer = await wait_for_next_actions(people.values(), CONDITION_BY_COMMAND[word])
        except TimeoutError:
            sys.exit(f"In vain: {word}\n" + "\n".join(str(player) for table in people.values() for player in table))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
