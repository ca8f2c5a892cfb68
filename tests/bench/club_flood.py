"""Measures how much a flood at one table of a club slows the people at its other tables.

    python -m tests.bench.club_flood [--tables 20] [--flooders 20] [--rounds 5] [--seconds 5]
                                     [--rate 190] [--no-journal]

The club, the flooders and the people each run in a process of their own. At `--tables` tables one person plays with a
bot, at a human pace. At one more table `--flooders` people, each from an address of their own, send `--rate` messages a
second: as many as one person may, and most of them of the kinds that cost the host most. Each round has a calm half and
a flooded one. The figures are the milliseconds from an action until its answer (median and 99th percentile; `grows by`
is the median over the rounds), the processor time of the club a second, and the processor milliseconds of one turn of
its event loop (99th percentile and most). An action waits for the turn in which it arrives to end, so the last figure
says what others wait for; it is worth something on a busy machine, too, and the first ones are not. `taken` counts the
messages that the club reads from everybody: above its bound for one table the flood waits unread. What still waits is
thrown away after each flood, or it would be read in the calm half that follows.

It uses loopback only and needs Linux. Compare only figures of one run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import struct
import sys
import tempfile
import time
from array import array
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any, TypeAlias

from tests.bench.module_process import ModuleProcess, running_module
from tests.bench.table_clients import SIGN_OF_LIFE_SECONDS, ClientCrowd
from tests.bench.table_host import cpu_seconds, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from net.client.remote import RemoteClient

PLAYED_SLUG = "mad-queens"
"""The slug of the game that people play."""
THINKING_SECONDS = 0.25
"""Time in seconds for which a person thinks before an action."""


# The club


TURN_MILLISECONDS = array("d")
"""List of the processor milliseconds of each turn of the club's event loop since the list was last read and emptied."""


def measure_turns_from_now_on() -> None:
    """From now on, add the processor time of every turn of the event loop to `TURN_MILLISECONDS`."""
    turn = asyncio.BaseEventLoop._run_once  # type: ignore[attr-defined]

    def timed_turn(loop: asyncio.BaseEventLoop) -> None:
        """Run one turn, and note its time."""
        begin = thread_time()
        turn(loop)
        TURN_MILLISECONDS.append((thread_time() - begin) * 1e3)

    asyncio.BaseEventLoop._run_once = timed_turn  # type: ignore[attr-defined]


COUNT_OF_MESSAGES_TAKEN: list[int] = [0]
"""List with one number: how many messages the club has taken from connections since the number was last read and reset.
"""


def count_messages_from_now_on() -> None:
    """From now on, add the messages of all connections to `COUNT_OF_MESSAGES_TAKEN`."""
    from net.host.table_runner import TickRunner

    count = TickRunner.count_received

    def count_and_handle(runner: TickRunner[Any], messages: int, now: float) -> float:
        """Count the messages, and handle them as the original function does."""
        COUNT_OF_MESSAGES_TAKEN[0] += messages
        return count(runner, messages, now)

    TickRunner.count_received = count_and_handle  # type: ignore[method-assign]


async def answer_lines_of_input(port: int) -> None:
    """Print the port, then after every line of the input what the club has done since the line before.

    This is one line of JSON: the processor seconds in all, the 99th percentile and the longest of the event loop's
    turns in milliseconds, and the number of messages taken.
    """
    print_json(port=port)
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while await lines.readline():
        turns = TURN_MILLISECONDS.tolist() or [0.0]
        del TURN_MILLISECONDS[:]
        taken, COUNT_OF_MESSAGES_TAKEN[0] = COUNT_OF_MESSAGES_TAKEN[0], 0
        print_json(cpu=cpu_seconds(), turn=percentile_99(turns * 2), longest=max(turns), taken=taken)


async def serve_club(journal: bool) -> None:
    """Run a club at a free port until the end of the input."""
    from net.host.club_server import ClubSpec, open_club
    from net.host.recovery import JournalSettings
    from net.journal import JOURNAL_FILE

    with tempfile.TemporaryDirectory() as folder:
        kept = JournalSettings(Path(folder) / JOURNAL_FILE, time.time) if journal else None
        club = await open_club(ClubSpec("Club"), "127.0.0.1", 0, journal=kept)
        await answer_lines_of_input(int(club.address.rpartition(":")[2]))
        await club.close()


# The flood


class FloodingCrowd(ClientCrowd):
    """People who come into the hall of a club, sit down together at one table, and send messages without a pause.

    Of the connections, the first `people` are to the hall, the others to the table.
    """

    def __init__(self, port: int, people: int) -> None:
        from net.protocol.endpoint import ClientEndpoint
        from net.protocol.messages import Hello, OpenTable, Pong, encode_message

        super().__init__(port, first=1_000)
        self._pong = encode_message(Pong())
        self._unsent: dict[int, bytes] = {}
        self.on_bytes = self._read_messages
        self._people = people
        self._endpoints = [ClientEndpoint(Hello(0, ""), 0) for _ in range(2 * people)]
        self._tokens: dict[int, str] = {}
        self._table = 0
        self.cut_offs = 0
        self._at_table: set[int] = set()
        hello = [Hello(protocol_version(), f"Flood {number}") for number in range(people)]
        self.connect([encode_message(one) for one in hello])
        self.read_until(lambda: len(self._tokens) == people)
        self.send_from(0, encode_message(OpenTable(PLAYED_SLUG, seats=4)))
        self.read_until(lambda: bool(self._table))
        self.connect([self._hello_message_for_table(number) for number in range(people)])
        self.read_until(lambda: len(self._at_table) == people)

    def _hello_message_for_table(self, table_number: int) -> bytes:
        from net.protocol.messages import Hello, encode_message

        return encode_message(
            Hello(protocol_version(), "", other_tokens=(self._tokens[table_number],), club_table=self._table)
        )

    def handle_cut_off(self, client_number: int) -> None:
        """Connect again: the club cuts off people who send too fast."""
        assert client_number >= self._people, "the club has cut off somebody in the hall"
        self._unsent.pop(client_number, None)
        self.cut_offs += 1
        self.connect_again(client_number, self._hello_message_for_table(client_number - self._people))

    def _read_messages(self, client_number: int, data: bytes) -> None:
        """Record the tokens, the number of the table, and who has been let in at the table; ignore other messages."""
        from net.protocol.messages import HallWelcome, TableReady, Welcome

        if client_number in self._at_table or (client_number in self._tokens and (client_number or self._table)):
            return
        for message in self._endpoints[client_number].receive(data, 0):
            match message:
                case HallWelcome(token):
                    self._tokens[client_number] = token
                case TableReady(number):
                    self._table = number
                case Welcome():
                    self._at_table.add(client_number)
                case _:
                    pass

    def send(self, seconds: float, rate: float) -> int:
        """Make everybody send `rate` messages a second for a time; return how many messages were really sent in all.

        The others were dropped because the club did not read and the connection was full.
        """
        from net.protocol.messages import Act, Ready, RequestSnapshot, SendChat, Sit, Stand, encode_message

        costly = (Ready(True), Sit(None), Ready(False), Stand())
        turns = cycle((*costly, SendChat("la"), Act(1, 1, 1, "x"), RequestSnapshot()))
        begin, sent, left = perf_counter(), 0, 0
        while (passed := perf_counter() - begin) < seconds:
            if passed * rate > sent:
                data = encode_message(next(turns))
                for who in range(self._people, 2 * self._people):
                    left += self._send_whole_frames(who, data)
                sent += 1
            self.read(0.001)
        return left

    def reset_and_reconnect(self) -> None:
        """Reset all connections to the table and connect again, so that the club still has to read nothing of what was
        sent.
        """
        from net.protocol.endpoint import ClientEndpoint
        from net.protocol.messages import Hello

        self._unsent.clear()
        self._at_table.clear()
        for who in range(self._people, 2 * self._people):
            self._endpoints[who] = ClientEndpoint(Hello(0, ""), 0)
            self.links[who].setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connect_again(who, self._hello_message_for_table(who - self._people))
        self.read_until(lambda: len(self._at_table) == self._people)

    def _send_whole_frames(self, client_number: int, data: bytes) -> bool:
        """Send the rest of the last message if it did not fit, else `data`, as far as the connection takes it.

        Return whether a message was sent to its end.
        """
        data = self._unsent.pop(client_number, data)
        try:
            size = self.links[client_number].send(data)
        except BlockingIOError:
            size = 0
        except OSError:  # it has been cut off, which the next read finds out
            return False
        if size < len(data):
            self._unsent[client_number] = data[size:]
        return size == len(data)

    def _send_signs_of_life(self) -> None:
        """Send a message from everybody in the hall so that the club sends no ping; the people at the table send enough
        messages anyway.
        """
        if perf_counter() > self._gave_sign + SIGN_OF_LIFE_SECONDS:
            self._gave_sign = perf_counter()
            for link in self.links[: self._people]:
                link.sendall(self._pong)


def protocol_version() -> int:
    """Return the version of the protocol that the flooding people speak."""
    from net.limits import PROTOCOL_VERSION

    return PROTOCOL_VERSION


def run_flood(port: int, people: int, seconds: float, rate: float) -> None:
    """Flood a table of the club at a port whenever a line is read, until the end of the input.

    Lines come in pairs. The first starts a flood of `seconds`. After the second, when the club has nothing left of the
    flood to read, print how many messages were sent.
    """
    crowd = FloodingCrowd(port, people)
    print(json.dumps({}), flush=True)
    while sys.stdin in wait_for_input(crowd):
        if not sys.stdin.readline():
            break
        print(json.dumps({}), flush=True)
        left = crowd.send(seconds, rate)
        sys.stdin.readline()
        crowd.reset_and_reconnect()
        print(json.dumps({"left": left, "cut_offs": crowd.cut_offs}), flush=True)
    crowd.close()


def wait_for_input(crowd: ClientCrowd) -> list[Any]:
    """Wait until the input has a line, and return the streams that can be read; meanwhile the clients of `crowd` read
    what they are sent.
    """
    import select

    while not (found := select.select([sys.stdin], [], [], 0)[0]):
        crowd.read(0.05)
    return found


# The people


class ClubPlayer:
    """A person at a table of their own, who plays with a bot.

    `answer_milliseconds` lists how long each answer took, `absence_milliseconds` how long the connection was lost each
    time.
    """

    def __init__(self, client: RemoteClient) -> None:
        self.answer_milliseconds: list[float] = []
        self.absence_milliseconds: list[float] = []
        self._lost_at: float | None = None
        self._client = client
        self._event_arrived = asyncio.Event()
        client.set_listener(self._handle_event)

    def _handle_event(self, event: object) -> None:
        """Record how long the connection was lost, and wake the player at any event."""
        from net.client.events import ConnectionRestored, ReconnectAttempt

        if isinstance(event, ReconnectAttempt) and self._lost_at is None:
            self._lost_at = perf_counter()
        elif isinstance(event, ConnectionRestored) and self._lost_at is not None:
            self.absence_milliseconds.append((perf_counter() - self._lost_at) * 1e3)
            self._lost_at = None
        self._event_arrived.set()

    async def play(self) -> None:
        """Play one match after another until the task is cancelled."""
        from core import games

        game, client = games[PLAYED_SLUG], self._client
        bot = next(iter(game.bots.values()))
        while True:
            self._event_arrived.clear()
            view = client.view
            if client.table is not None and client.table.phase != "playing":
                client.start_match()
            elif view is not None and game.legal(view) and not client.awaits_answer:
                await asyncio.sleep(THINKING_SECONDS)
                begin = perf_counter()
                client.send_action(bot(view))
                while client.awaits_answer:
                    self._event_arrived.clear()
                    await self._event_arrived.wait()
                self.answer_milliseconds.append((perf_counter() - begin) * 1e3)
                continue
            await self._event_arrived.wait()


async def open_table_and_sit_down(port: int, table_number: int, hosts: Sequence[str] = ()) -> ClubPlayer:
    """Come into the hall, open a table and sit down there; `hosts` are the addresses of all hosts of the club."""
    from net.client.hall import TableGranted
    from tests.support.join import enter_hall, join

    hall = await enter_hall("127.0.0.1", port, f"Person {table_number}")
    offered: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def record_offer(event: object) -> None:
        """Record the table that was opened."""
        if isinstance(event, TableGranted):
            offered.set_result(event.number)

    hall.set_listener(record_offer)
    hall.open_table(PLAYED_SLUG, seats=2, bots=1)
    table = await offered
    client = await join("127.0.0.1", port, "", other_tokens=(hall.token,), club_table=table, find_hosts=lambda: hosts)
    return ClubPlayer(client)


def percentile_99(values: list[float]) -> float:
    """Return the 99th percentile of at least two values."""
    return quantiles(values, n=100, method="inclusive")[98]


HalfRoundFigures: TypeAlias = tuple[list[float], dict[str, float]]
"""The figures of half a round: the milliseconds until each answer to all people, and the load of the club by name."""


async def measure_rounds(
    club: ModuleProcess, flooders: ModuleProcess, tables: int, rounds: int, seconds: float
) -> tuple[list[HalfRoundFigures], list[HalfRoundFigures]]:
    """Measure `rounds` rounds; return the figures of the calm halves and those of the flooded halves, in order."""
    players = [await open_table_and_sit_down(club.ready["port"], number) for number in range(tables)]
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(1)
    found: tuple[list[HalfRoundFigures], list[HalfRoundFigures]] = ([], [])
    for _ in range(rounds):
        for half in found:
            for player in players:
                player.answer_milliseconds.clear()
            if half is found[1]:
                await asyncio.to_thread(flooders.request_answer, "flood")
            before = club.request_answer("?")["cpu"]
            await asyncio.sleep(seconds)
            load = club.request_answer("?")
            load["cpu"] = (load["cpu"] - before) / seconds
            load["taken"] /= seconds
            load["left"], load["cut_offs"] = 0, 0
            if half is found[1]:
                sent = await asyncio.to_thread(flooders.request_answer, "how many?")
                load["left"], load["cut_offs"] = sent["left"] / seconds, sent["cut_offs"]
            half.append(([taken for player in players for taken in player.answer_milliseconds], load))
        await asyncio.sleep(1)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return found


def main() -> None:
    """Measure the club without and with a flood, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--flooders", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rate", type=float, default=190.0)
    parser.add_argument("--no-journal", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--flood", type=int, default=0, metavar="PORT", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        measure_turns_from_now_on()
        count_messages_from_now_on()
        asyncio.run(serve_club(not args.no_journal))
        return
    if args.flood:
        run_flood(args.flood, args.flooders, args.seconds, args.rate)
        return
    with running_module("club_flood", "--serve", *(["--no-journal"] if args.no_journal else [])) as club:
        options = ("--flooders", args.flooders, "--seconds", args.seconds, "--rate", args.rate)
        with running_module("club_flood", "--flood", str(club.ready["port"]), *map(str, options)) as flooders:
            found = asyncio.run(measure_rounds(club, flooders, args.tables, args.rounds, args.seconds))
    for name, halves in zip(("calm", "flooded"), found, strict=True):
        times = [taken for half, _ in halves for taken in half]
        figures = ("cpu", "turn", "longest", "left", "taken")
        cpu, turn, longest, left, taken = (median(load[figure] for _, load in halves) for figure in figures)
        print(
            f"{name:8} p50 {median(times):7.2f} ms  p99 {percentile_99(times):7.2f} ms  {len(times):5} actions  "
            f"CPU {cpu:.2f}  turn p99 {turn:6.2f} ms  most {longest:6.2f} ms  "
            f"a second {left:5.0f} sent by flooders, {taken:5.0f} taken in all"
        )
    growth = median(percentile_99(late) - percentile_99(soon) for (soon, _), (late, _) in zip(*found, strict=True))
    turns = median(late["turn"] - soon["turn"] for (_, soon), (_, late) in zip(*found, strict=True))
    print(f"p99 grows by {growth:.2f} ms, that of a turn of the event loop by {turns:.2f} ms")


if __name__ == "__main__":
    main()
