"""Measures what guests over SSH cost and how quickly they are served, with the real OpenSSH client.

    python -m tests.bench.ssh [--guests 1 20 100] [--joins 20] [--keys 40] [--players 5] [--come-and-go 500]
                              [--seconds 5] [--leavers 100] [--waves 1]
                              [--only guests joins flood screens leave come-and-go]

A host without a screen runs in a process of its own, on loopback; each client runs in a pseudo-terminal. The bench
measures, for each number of guests in the lobby: the memory of the host per guest, the time from starting ssh to the
last byte of the whole screen for one more guest, and the time from a key to the last byte of what it changes. Then it
measures the keys of some players while `--joins` guests join at once, and while one guest sends keys as fast as the
connection takes them, while one guest opens and closes the help without a pause, and while `--leavers` guests hang up
at once; at last the memory of the host while `--come-and-go` guests come and go. A key is a letter typed
into the chat line, which the screen then shows.

It needs Linux and takes some three minutes by default. All clients run on the same machine as the host and are part of
every figure; the line `ssh alone` gives the time that the client itself takes until it is sent away.
"""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import os
import re
import struct
import termios
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from statistics import median, quantiles
from time import perf_counter
from typing import Self

from tests.bench.headless_host import HeadlessHost, free_port

TERMINAL_SIZE = (100, 30)
"""The columns and rows of a guest's terminal."""

MAX_WAIT_SECONDS = 60.0
"""The longest time that the bench waits for anything before it gives up."""

TYPING_BEFORE_JOINS_SECONDS = 0.3
"""Time in seconds for which players type before others begin to join."""

PAUSE_BETWEEN_KEYS_SECONDS = 0.1
"""The pause in seconds between two keys of a player."""

SECONDS_BEFORE_MEASUREMENT_PER_GUEST = 0.03
"""Time in seconds, for each guest, that the bench waits before it measures, so that the host can show all guests who
else has come.
"""

MAX_GUESTS_AT_ONCE = 8
"""Number of guests who join at the same time."""

MAX_ESCAPE_BYTES = 32
"""Length in bytes of the longest escape sequence that is recognised if one read ends within it."""

LAST_PAINTED_BYTES_KEPT = 16_384
"""Number of the last painted bytes that a guest keeps, in which it looks for what a key has changed."""

ESCAPE_SEQUENCE_PATTERN = re.compile(rb"\x1b(?:\[[0-9;?<>$]*[a-zA-Z]|P[^\x1b]*\x1b\\)")
"""Pattern of an escape sequence of a terminal."""

LAST_WORD_PAINTED = b"Leave"
"""The last word of the bottom row of the lobby, which is painted after everything else."""

CHAT_KEY_LABEL = b"Talk"
"""Label, in the bottom row, of the key that opens the chat line."""

ANSWER_TO_COLOUR_QUERY = b"\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b[?62;22c"
"""What a terminal with 24-bit colours answers when the host asks for its colours and its type."""

TYPED_LETTERS = b"#abcdefghijklmnopqrstuvwxyz"
"""The letters that are typed in turn; the first one appears nowhere else on the screen."""


def format_milliseconds(seconds: Sequence[float]) -> str:
    """Return a text with the median, the 95th percentile and the maximum of these seconds, in milliseconds."""
    ordered = sorted(seconds)
    high = quantiles(ordered, n=20)[-1] if len(ordered) > 1 else ordered[0]
    return f"{median(ordered) * 1e3:8.1f} {min(high, ordered[-1]) * 1e3:8.1f} {ordered[-1] * 1e3:8.1f}"


class SshGuest:
    """One ssh client in a pseudo-terminal; a context manager that starts and ends it."""

    def __init__(self, port: int, name: str, *more: str) -> None:
        self._command = [
            *("ssh", "-F", "none", "-p", str(port), "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR"),
            *("-o", "UserKnownHostsFile=/dev/null", "-o", "PubkeyAuthentication=no", f"{name}@127.0.0.1", *more),
        ]
        self.typed = b""
        self._fresh = bytearray()
        self._cut = b""
        self._answered = False
        self._more = asyncio.Event()
        self._over = False

    async def __aenter__(self) -> Self:
        self.started = perf_counter()
        self._loop = asyncio.get_running_loop()
        self._terminal, inside = os.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", TERMINAL_SIZE[1], TERMINAL_SIZE[0], 0, 0))
        self.client = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={"PATH": os.environ["PATH"], "TERM": "xterm-256color", "HOME": "/nonexistent"},
            start_new_session=True,
        )
        os.close(inside)
        os.set_blocking(self._terminal, False)
        self._loop.add_reader(self._terminal, self._read)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._loop.remove_reader(self._terminal)
        if self.client.returncode is None:
            self.client.kill()
        await self.client.wait()
        os.close(self._terminal)

    def _read(self) -> None:
        """Read what the client has written and record the time; answer the host's query for the colours of the terminal
        once.
        """
        try:
            data = os.read(self._terminal, 1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._over = True
            self._loop.remove_reader(self._terminal)
        if not self._answered and b"\x1bP$qm" in data:
            self._answered = True
            os.write(self._terminal, ANSWER_TO_COLOUR_QUERY)
        self._add_painted_text(data)
        self.heard_at = perf_counter()
        self._more.set()

    def _add_painted_text(self, data: bytes) -> None:
        """Append what was painted to the kept text, without escape sequences."""
        data = self._cut + data
        escape = data.rfind(b"\x1b", -MAX_ESCAPE_BYTES)
        at = len(data) if escape < 0 or ESCAPE_SEQUENCE_PATTERN.match(data, escape) else escape
        self._cut = data[at:]
        self._fresh += ESCAPE_SEQUENCE_PATTERN.sub(b"", data[:at])
        del self._fresh[:-LAST_PAINTED_BYTES_KEPT]

    async def wait_for_text(self, text: bytes) -> float:
        """Wait until a text is painted; return the time of `perf_counter` at which its last byte came.

        Ends the bench if the client ends or nothing comes for `MAX_WAIT_SECONDS`.
        """
        end = perf_counter() + MAX_WAIT_SECONDS
        while text not in self._fresh:
            if self._over:
                raise SystemExit(f"A guest was sent away: {bytes(self._fresh[-200:])!r}")
            self._more.clear()
            try:
                await asyncio.wait_for(self._more.wait(), end - perf_counter())
            except TimeoutError:
                raise SystemExit(f"{text!r} was never shown to a guest, but: {bytes(self._fresh[-200:])!r}") from None
        return self.heard_at

    async def seconds_to_first_screen(self) -> float:
        """Wait for the whole first screen; return the seconds that it took since the client was started."""
        seconds = await self.wait_for_text(LAST_WORD_PAINTED) - self.started
        self._fresh.clear()
        return seconds

    async def open_chat_line(self) -> None:
        """Open the input line for chat."""
        os.write(self._terminal, b"t")
        await self.wait_for_text(b"Send")

    async def close_chat_line(self) -> None:
        """Empty and close the input line for chat."""
        self._fresh.clear()
        self.typed = b""
        os.write(self._terminal, b"\x15\x1b")
        await self.wait_for_text(CHAT_KEY_LABEL)

    async def click_chat_key(self, x: int, y: int) -> float:
        """Click the cell (x, y), where the key is that opens the chat line; return the seconds until that line is
        painted.
        """
        self._fresh.clear()
        clicked = perf_counter()
        os.write(self._terminal, f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode())
        return await self.wait_for_text(b"Send") - clicked

    async def press_letter(self) -> float:
        """Type a letter into the chat line; return the seconds until it is painted."""
        if len(self.typed) == len(TYPED_LETTERS):
            self._fresh.clear()
            self.typed = b""
            os.write(self._terminal, b"\x15")
            await self.wait_for_text(b"o say something")
        letter = TYPED_LETTERS[len(self.typed)].to_bytes()
        self.typed += letter
        self._fresh.clear()
        pressed = perf_counter()
        os.write(self._terminal, letter)
        return await self.wait_for_text(self.typed) - pressed

    def open_and_close_help(self) -> None:
        """Send the keys that open and close the help, four times over, as far as the connection takes them."""
        with suppress(BlockingIOError):
            os.write(self._terminal, b"\x1bOP\x1b\x1b" * 4)

    def send_many_keys(self) -> int:
        """Send as many keys as the connection takes at this moment; return how many were sent."""
        try:
            return os.write(self._terminal, b"x" * 4_096)
        except BlockingIOError:
            return 0


class SshHost(HeadlessHost):
    """A program that hosts one table for SSH at `port`; `arguments` are appended to the command ``queens host``."""

    def __init__(self, *arguments: str) -> None:
        self.port = free_port()
        super().__init__("--insecure", "--port", str(free_port()), "--ssh", str(self.port), *arguments)


class GuestGroup:
    """Guests of one host; a context manager at whose end they all leave."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.guests: list[SshGuest] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(guest.__aexit__() for guest in self.guests))

    async def add_guest(self) -> float:
        """Start one more client; return the seconds until its whole first screen was painted."""
        guest = SshGuest(self._port, f"guest{len(self.guests)}")
        self.guests.append(guest)
        await guest.__aenter__()
        return await guest.seconds_to_first_screen()

    async def add_guests(self, guest_count: int, at_once: int = MAX_GUESTS_AT_ONCE) -> list[float]:
        """Start `guest_count` more clients, `at_once` at a time; return for each the seconds until its whole first
        screen was painted.
        """
        seconds: list[float] = []
        while len(seconds) < guest_count:
            coming = min(at_once, guest_count - len(seconds))
            seconds += await asyncio.gather(*(self.add_guest() for _ in range(coming)))
        return seconds


async def measure_refusals(port: int, times: int) -> list[float]:
    """Start ssh with a command `times` times, one after the other; return the seconds until each is refused."""
    found: list[float] = []
    for _ in range(times):
        async with SshGuest(port, "nobody", "true") as guest:
            await guest.wait_for_text(b"no commands")
            found.append(guest.heard_at - guest.started)
    return found


async def measure_guests(host: SshHost, guest_counts: Sequence[int], key_count: int, settle_seconds: float) -> None:
    """Print, for each number of guests, the memory per guest and the times of joining and of keys.

    The bench waits `settle_seconds` before it reads the memory.
    """
    async with SshGuest(host.port, "first") as first:  # after it everything is read that the host needs for anybody
        await first.seconds_to_first_screen()
    await asyncio.sleep(settle_seconds)
    refusals = await measure_refusals(host.port, 5)
    print(f"ssh alone, to be sent away      {format_milliseconds(refusals)}")
    for number in guest_counts:
        before = host.private_megabytes()
        async with GuestGroup(host.port) as crowd:
            await crowd.add_guests(number)
            await asyncio.sleep(settle_seconds)
            each = (host.private_megabytes() - before) / number
            joins = [await crowd.add_guest() for _ in range(5)]
            # until all have been shown who has come
            await asyncio.sleep(settle_seconds + number * SECONDS_BEFORE_MEASUREMENT_PER_GUEST)
            await crowd.guests[0].open_chat_line()
            presses = []
            for _ in range(key_count):
                await asyncio.sleep(PAUSE_BETWEEN_KEYS_SECONDS / 2)
                presses.append(await crowd.guests[0].press_letter())
        await asyncio.sleep(settle_seconds)
        print(f"{number:4} guests  MB each {each:6.2f}")
        print(f"             join to full paint {format_milliseconds(joins)}")
        print(f"             key to repaint     {format_milliseconds(presses)}", flush=True)


@asynccontextmanager
async def typing_players(players: Sequence[SshGuest]) -> AsyncIterator[list[float]]:
    """Context manager: all players type letters in turn during its block.

    It yields a list, which at the end of the block holds the seconds that each key took.
    """
    over = asyncio.Event()

    async def type_on(player: SshGuest, wait: float) -> list[float]:
        """Type letters for one player after a pause of `wait` seconds; return the seconds that each took."""
        await asyncio.sleep(wait)
        found = []
        while not over.is_set():
            found.append(await player.press_letter())
            await asyncio.sleep(PAUSE_BETWEEN_KEYS_SECONDS)
        return found

    apart, keys = PAUSE_BETWEEN_KEYS_SECONDS / len(players), list[float]()
    typing = asyncio.gather(*(type_on(player, apart * number) for number, player in enumerate(players)))
    yield keys
    over.set()
    for found in await typing:
        keys += found


async def measure_joins(host: SshHost, players: int, joins: int) -> None:
    """Print how long the keys of `players` guests take while `joins` others join at once."""
    async with GuestGroup(host.port) as crowd:
        await crowd.add_guests(players)
        playing = list(crowd.guests)
        for player in playing:
            await player.open_chat_line()
        async with typing_players(playing) as keys:
            await asyncio.sleep(TYPING_BEFORE_JOINS_SECONDS)
            begun, cpu = perf_counter(), host.cpu_seconds()
            taken = await crowd.add_guests(joins, at_once=joins)
            spent, worked = perf_counter() - begun, host.cpu_seconds() - cpu
    print(f"{joins} join within {spent:.1f} s, the host worked for {worked:.1f} s")
    print(f"             join to full paint {format_milliseconds(taken)}")
    print(f"             others' keys       {format_milliseconds(keys)}", flush=True)


async def measure_key_flood(host: SshHost, players: int, seconds: float) -> None:
    """Print how long the keys of `players` guests take while one more sends keys without a pause for `seconds`."""
    async with GuestGroup(host.port) as crowd:
        await crowd.add_guests(players + 1)
        flooder, *playing = crowd.guests
        for player in playing:
            await player.open_chat_line()
        sent, cpu, begun = 0, host.cpu_seconds(), perf_counter()
        async with typing_players(playing) as keys:
            while perf_counter() - begun < seconds:
                sent += flooder.send_many_keys()
                await asyncio.sleep(0.01)
        share = (host.cpu_seconds() - cpu) / (perf_counter() - begun)
    print(f"one floods: {sent / 1e3:.0f} kB went into their line, the host worked {share:.0%} of the time")
    print(f"             others' keys       {format_milliseconds(keys)}", flush=True)


async def measure_help_screens(host: SshHost, players: int, seconds: float) -> None:
    """Print how long the keys of `players` guests take while one more opens and closes screens for `seconds`."""
    async with GuestGroup(host.port) as crowd:
        await crowd.add_guests(players + 1)
        restless, *playing = crowd.guests
        for player in playing:
            await player.open_chat_line()
        cpu, begun = host.cpu_seconds(), perf_counter()
        async with typing_players(playing) as keys:
            while perf_counter() - begun < seconds:
                restless.open_and_close_help()
                await asyncio.sleep(0.1)
        share = (host.cpu_seconds() - cpu) / (perf_counter() - begun)
    print(f"one opens and closes screens, the host worked {share:.0%} of the time")
    print(f"             others' keys       {format_milliseconds(keys)}", flush=True)


async def measure_guests_hanging_up(host: SshHost, players: int, leavers: int, seconds: float, waves: int) -> None:
    """Print how long the keys of `players` guests take in the `seconds` after `leavers` others have hung up at once.

    The others come and hang up `waves` times; each time the memory of the host is printed, too.
    """
    async with GuestGroup(host.port) as crowd:
        await crowd.add_guests(players)
        for player in crowd.guests:
            await player.open_chat_line()
        print(f"{leavers} hang up at once: the keys of the {seconds:.0f} s after it")
        for _ in range(waves):
            async with GuestGroup(host.port) as leaving:
                await leaving.add_guests(leavers)
                async with typing_players(crowd.guests) as keys:
                    for guest in leaving.guests:
                        guest.client.kill()
                    await asyncio.sleep(seconds)
            print(
                f"             others' keys       {format_milliseconds(keys)}  {host.private_megabytes():.0f} MB",
                flush=True,
            )


async def measure_many_visits(host: SshHost, guest_count: int, settle_seconds: float) -> None:
    """Print the memory of the host at five moments while `guest_count` guests come and go."""

    async def come_and_go(name: str) -> None:
        """Join, wait for the first screen and leave."""
        async with SshGuest(host.port, name) as guest:
            await guest.seconds_to_first_screen()

    print(f"{'come and gone':>14}{'MB':>8}")
    gone, step = 0, max(guest_count // 5, 1)
    while gone < guest_count:
        for _ in range(0, step, MAX_GUESTS_AT_ONCE // 2):
            await asyncio.gather(*(come_and_go(f"guest{gone + at}") for at in range(MAX_GUESTS_AT_ONCE // 2)))
            gone += MAX_GUESTS_AT_ONCE // 2
        await asyncio.sleep(settle_seconds)
        print(f"{gone:14}{host.private_megabytes():8.1f}", flush=True)


async def run_measurements(chosen: argparse.Namespace) -> None:
    """Start a host and make the measurements that the command line chose."""
    wanted = chosen.only
    print(f"{'':32}{'median':>8} {'p95':>8} {'most':>8}  ms")
    with SshHost() as host:
        if "guests" in wanted:
            await measure_guests(host, chosen.guests, chosen.keys, chosen.settle)
        if "joins" in wanted:
            await measure_joins(host, chosen.players, chosen.joins)
        if "flood" in wanted:
            await measure_key_flood(host, chosen.players, chosen.seconds)
        if "screens" in wanted:
            await measure_help_screens(host, chosen.players, chosen.seconds)
        if "leave" in wanted:
            await measure_guests_hanging_up(host, chosen.players, chosen.leavers, chosen.after, chosen.waves)
        if "come-and-go" in wanted:
            await measure_many_visits(host, chosen.come_and_go, chosen.settle)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, and print the figures."""
    everything = ("guests", "joins", "flood", "screens", "leave", "come-and-go")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--guests", type=int, nargs="+", default=[1, 20, 100], metavar="N")
    parser.add_argument("--joins", type=int, default=20, metavar="N", help="how many join at once (20)")
    parser.add_argument("--keys", type=int, default=40, metavar="N", help="how many keys are pressed (40)")
    parser.add_argument("--players", type=int, default=5, metavar="N", help="how many play meanwhile (5)")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="how long one guest floods (5)")
    parser.add_argument("--leavers", type=int, default=100, metavar="N", help="how many hang up at once (100)")
    parser.add_argument("--waves", type=int, default=1, metavar="N", help="how often as many hang up (1)")
    parser.add_argument("--after", type=float, default=20.0, metavar="S", help="seconds measured after it (20)")
    parser.add_argument("--come-and-go", type=int, default=500, metavar="N", help="how many come and go (500)")
    parser.add_argument("--settle", type=float, default=2.0, metavar="S", help="seconds before memory is read (2)")
    parser.add_argument("--only", nargs="+", choices=everything, default=everything)
    asyncio.run(run_measurements(parser.parse_args(arguments)))


if __name__ == "__main__":
    main()
