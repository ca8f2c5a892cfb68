"""Measures what guests in browsers cost and how quickly they are served, with a bare client in place of most browsers.

    python -m tests.bench.web [--guests 20 100] [--joins 20] [--keys 40] [--players 5] [--only joins]

A host without a screen runs in a process of its own, on loopback, for browsers and for SSH. The bench measures the time
until the page and all its files are loaded, and, in a real browser if there is one, until it is painted, and from
"Sit down" to the painted table; for each number of guests in the lobby, the memory of the host per guest,
the time from the socket to the whole screen of one more guest, and from a key or a tap to the last byte of what it
changes, beside a key or a click over SSH; the keys of some players while `--joins` guests join at once, over each
carrier in turn on a host of its own; and the bytes of a whole match. `--only` chooses some of it.

It needs Linux and takes some three minutes. All clients run on the same machine as the host, and are part of every
figure.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
from collections.abc import Sequence
from contextlib import AsyncExitStack
from os import getloadavg
from time import perf_counter

import aiohttp
from playwright.async_api import async_playwright
from pyte import ByteStream

from tests.bench.headless_host import free_port
from tests.bench.ssh import (
    CHAT_KEY_LABEL,
    ESCAPE_SEQUENCE_PATTERN,
    LAST_WORD_PAINTED,
    MAX_WAIT_SECONDS,
    PAUSE_BETWEEN_KEYS_SECONDS,
    SECONDS_BEFORE_MEASUREMENT_PER_GUEST,
    TERMINAL_SIZE,
    TYPED_LETTERS,
    TYPING_BEFORE_JOINS_SECONDS,
    SshGuest,
    SshHost,
    format_milliseconds,
)
from tests.support.browser import BROWSER_PROGRAM_NAMES, LAPTOP_SIZE
from tests.support.screen import FastScreen

SECONDS_BEFORE_MEMORY_READING = 2.0
"""Time in seconds for which the host is left alone before its memory is read."""

MAX_MATCH_SECONDS = 240.0
"""The longest time in seconds that a whole match may take."""

MAX_KEPT_DRAWN_BYTES = 65_536
"""Number of bytes, more than the first screen has; a guest that has kept this many drawn bytes keeps no more."""

CARDS_BEFORE_BANKING = 4
"""Number of cards in the guest's row at which the guest banks instead of revealing another card."""


FIRST_PAINT_SCRIPT = """() => new Promise((done) => new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (paint) done(paint.startTime);
}).observe({type: "paint", buffered: true}))"""
"""JavaScript that returns the milliseconds from opening the address to the first painted text of the page."""

SCREEN_HAS_WORD_SCRIPT = "(word) => document.querySelector('#screen').textContent.includes(word)"
"""JavaScript of a function that takes a word and returns whether the terminal of the page shows it."""


class WebHost(SshHost):
    """A program that hosts one table for browsers and for SSH, without a screen of its own."""

    def __init__(self) -> None:
        self.web_port = free_port()
        super().__init__("--web", str(self.web_port))

    @property
    def page(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.web_port}/"


class WebSocketGuest:
    """A guest who has only a WebSocket and no browser; a context manager that opens and closes it."""

    def __init__(self, host: WebHost, name: str) -> None:
        self._host, self._name = host, name
        self.received = 0
        self.keys: list[dict[str, str]] = []
        self._typed = 0
        self._fresh = b""
        self._drawn = bytearray()
        self._more = asyncio.Event()

    async def __aenter__(self) -> WebSocketGuest:
        self._stack = AsyncExitStack()
        self._session = await self._stack.enter_async_context(
            aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        )
        async with self._session.get(self._host.page) as page:
            await page.read()
        self.started = perf_counter()
        self._socket = await self._session.ws_connect(
            f"{self._host.page}socket", headers={"Origin": self._host.page.rstrip("/")}, max_msg_size=0
        )
        self._reading = asyncio.create_task(self._read())
        columns, rows = TERMINAL_SIZE
        await self._socket.send_json({"kind": "enter", "name": self._name, "columns": columns, "rows": rows})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()
        await self._reading
        await self._stack.aclose()

    async def _read(self) -> None:
        """Read what the host sends until it ends; record the time of each message."""
        async for message in self._socket:
            self.heard_at = perf_counter()
            self.received += len(message.data)
            if isinstance(message.data, bytes):
                self._drawn += message.data if len(self._drawn) < MAX_KEPT_DRAWN_BYTES else b""
                self._fresh = (self._fresh + ESCAPE_SEQUENCE_PATTERN.sub(b"", message.data))[-16_384:]
            else:
                frame = json.loads(message.data)
                self.keys = frame["keys"] if frame["kind"] == "keys" else self.keys
            self._more.set()

    async def wait_for_text(self, text: bytes) -> None:
        """Wait until a text has been painted since the last call."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while text not in self._fresh:
                self._more.clear()
                await self._more.wait()
        self._fresh = b""

    async def seconds_to_first_screen(self) -> float:
        """Wait for the whole first screen; return the seconds since the socket was opened."""
        await self.wait_for_text(LAST_WORD_PAINTED)
        return self.heard_at - self.started

    async def send(self, keys: bytes) -> None:
        """Send keys in the form in which the page sends what its person types."""
        await self._socket.send_bytes(keys)

    async def open_chat_line(self) -> None:
        """Open the input line for chat."""
        await self.send(b"t")
        await self.wait_for_text(b"Send")

    async def close_chat_line(self) -> None:
        """Empty and close the input line for chat."""
        self._fresh = b""
        await self.send(b"\x15\x1b")
        await self.wait_for_text(CHAT_KEY_LABEL)

    async def click_chat_key(self, x: int, y: int) -> float:
        """Tap the cell (x, y), where the key is that opens the chat line; return the seconds until that line is
        painted.
        """
        self._fresh = b""
        begun = perf_counter()
        await self._socket.send_json({"kind": "tap", "x": x + 0.5, "y": y + 0.5})
        await self.wait_for_text(b"Send")
        return self.heard_at - begun

    def cell_of(self, text: bytes) -> tuple[int, int]:
        """Return the column and the row of a text in what has been drawn so far."""
        screen = FastScreen(*TERMINAL_SIZE)
        ByteStream(screen).feed(bytes(self._drawn))
        y = next(number for number, row in enumerate(screen.display) if text.decode() in row)
        return screen.display[y].index(text.decode()), y

    async def press_letter(self) -> float:
        """Type a letter that appears nowhere else on the screen; return the seconds until it was painted."""
        letter = TYPED_LETTERS[self._typed % len(TYPED_LETTERS)]
        self._typed += 1
        self._fresh = b""
        begun = perf_counter()
        await self.send(bytes([letter]))
        await self.wait_for_text(bytes([letter]))
        return self.heard_at - begun


async def measure_page(host: WebHost) -> None:
    """Print the time until the page and all its files are loaded over one connection, and the number of their bytes."""
    found, loaded = [], 0
    for _ in range(5):
        begun = perf_counter()
        async with aiohttp.ClientSession() as session, session.get(host.page) as page:
            index = await page.text()
            names = re.findall(r'(?:src|href)="(static/[^"]+)"', index)
            loaded = len(index)
            for name in (*names, "static/xterm.js", "static/terminal.js"):
                async with session.get(host.page + name) as file:
                    loaded += len(await file.read())
        found.append(perf_counter() - begun)
    print(f"page with its files {loaded / 1e3:5.0f} kB  {format_milliseconds(found)}", flush=True)


async def measure_paint(host: WebHost) -> None:
    """Print how long a real browser takes to paint the page, and how long from "Sit down" to the painted table."""
    program = next(filter(None, map(shutil.which, BROWSER_PROGRAM_NAMES)), None)
    if program is None:
        print("first paint         not measured: no browser here")
        return
    pages, tables = [], []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program)
        for at in range(5):
            context = await browser.new_context(viewport={"width": LAPTOP_SIZE[0], "height": LAPTOP_SIZE[1]})
            page = await context.new_page()
            await page.goto(host.page)
            pages.append(await page.evaluate(FIRST_PAINT_SCRIPT) / 1e3)
            await page.fill("#name", f"eye{at}")
            begun = perf_counter()
            await page.click("#sit")
            await page.wait_for_function(SCREEN_HAS_WORD_SCRIPT, arg=LAST_WORD_PAINTED.decode())
            tables.append(perf_counter() - begun)
            await context.close()
        await browser.close()
    print(f"first paint in a browser     {format_milliseconds(pages)}")
    print(f"from Sit down to the table   {format_milliseconds(tables)}", flush=True)


async def measure_guests(host: WebHost, guest_counts: Sequence[int], key_count: int) -> None:
    """Print, for each number of guests, the memory per guest and the times of joining and of keys."""
    async with WebSocketGuest(host, "first") as first, SshGuest(host.port, "second") as second:
        await first.seconds_to_first_screen()
        await second.seconds_to_first_screen()
        await asyncio.sleep(SECONDS_BEFORE_MEMORY_READING)
        for number in guest_counts:
            before = host.private_megabytes()
            async with AsyncExitStack() as crowd:
                for at in range(number):
                    guest = await crowd.enter_async_context(WebSocketGuest(host, f"guest{at}"))
                    await guest.seconds_to_first_screen()
                await asyncio.sleep(SECONDS_BEFORE_MEMORY_READING)
                each = (host.private_megabytes() - before) / number
                joins = []
                for at in range(5):
                    guest = await crowd.enter_async_context(WebSocketGuest(host, f"late{at}"))
                    joins.append(await guest.seconds_to_first_screen())
                await asyncio.sleep(SECONDS_BEFORE_MEMORY_READING + number * SECONDS_BEFORE_MEASUREMENT_PER_GUEST)
                talk = guest.cell_of(CHAT_KEY_LABEL)
                presses: dict[str, list[float]] = {"web": [], "ssh": []}
                taps: dict[str, list[float]] = {"web": [], "ssh": []}
                players: dict[str, WebSocketGuest | SshGuest] = {"web": guest, "ssh": second}
                for carrier, player in players.items():
                    for _ in range(key_count):
                        await asyncio.sleep(PAUSE_BETWEEN_KEYS_SECONDS)
                        taps[carrier].append(await player.click_chat_key(*talk))
                        await player.close_chat_line()
                    await player.open_chat_line()
                    for _ in range(key_count):
                        await asyncio.sleep(PAUSE_BETWEEN_KEYS_SECONDS / 2)
                        presses[carrier].append(await player.press_letter())
                    await player.close_chat_line()
                    await asyncio.sleep(SECONDS_BEFORE_MEMORY_READING)
            print(f"{number:4} guests  MB each {each:6.2f}")
            print(f"             join to full paint     {format_milliseconds(joins)}")
            for carrier, seconds in presses.items():
                print(f"             tap to repaint over {carrier} {format_milliseconds(taps[carrier])}")
                print(f"             key to repaint over {carrier} {format_milliseconds(seconds)}", flush=True)
            await asyncio.sleep(SECONDS_BEFORE_MEMORY_READING)


def new_guest(host: WebHost, carrier: str, name: str) -> WebSocketGuest | SshGuest:
    """Return a guest of a host over the carrier "web" or "ssh"; it is not connected yet."""
    return WebSocketGuest(host, name) if carrier == "web" else SshGuest(host.port, name)


async def measure_joins(host: WebHost, carrier: str, players: int, joins: int) -> None:
    """Print how long the host takes to answer the keys that `players` guests press, first alone, then while `joins`
    others join at once over a carrier.
    """
    async with AsyncExitStack() as stack:
        typing = [new_guest(host, carrier, f"player{at}") for at in range(players)]
        for player in typing:
            await stack.enter_async_context(player)
            await player.seconds_to_first_screen()
        await asyncio.sleep(SECONDS_BEFORE_MEMORY_READING)
        for player in typing:
            await player.open_chat_line()
        over, presses = asyncio.Event(), list[float]()

        async def type_on(player: WebSocketGuest | SshGuest, wait: float) -> None:
            """Type letters for one player after a pause of `wait` seconds."""
            await asyncio.sleep(wait)
            while not over.is_set():
                presses.append(await player.press_letter())
                await asyncio.sleep(PAUSE_BETWEEN_KEYS_SECONDS)

        async def join(name: str) -> float:
            """Join, and return the seconds until the whole screen was painted."""
            guest = new_guest(host, carrier, name)
            await stack.enter_async_context(guest)
            return await guest.seconds_to_first_screen()

        apart = PAUSE_BETWEEN_KEYS_SECONDS / players
        tasks = [asyncio.create_task(type_on(player, apart * at)) for at, player in enumerate(typing)]
        await asyncio.sleep(TYPING_BEFORE_JOINS_SECONDS * 5)
        alone, presses[:] = list(presses), []
        worked = host.cpu_seconds()
        seconds = await asyncio.gather(*(join(f"new{at}") for at in range(joins)))
        worked = host.cpu_seconds() - worked
        over.set()
        await asyncio.gather(*tasks)
        print(f"{joins} join at once over {carrier}, the host worked for {worked:.1f} s")
        print(f"keys of {players} players alone          {format_milliseconds(alone)}")
        print(f"     while {joins} join at once     {format_milliseconds(presses)}")
        print(f"     and the joins themselves {format_milliseconds(seconds)}", flush=True)


async def measure_match(host: WebHost) -> None:
    """Print the bytes of a whole match of Mad Queens with three bots, played by one guest by the buttons."""
    async with WebSocketGuest(host, "Ann") as guest, asyncio.timeout(MAX_MATCH_SECONDS):
        await guest.seconds_to_first_screen()
        await guest.send(b"s")
        turned, before = 0, guest.received
        while not any(key["label"] == "Standings" for key in guest.keys):
            buttons = {key["key"]: key["send"] for key in guest.keys if key.get("primary")}
            wanted = "B" if "B" in buttons and turned >= CARDS_BEFORE_BANKING else "Space"
            if wanted in buttons:
                turned = 0 if wanted == "B" else turned + 1
                await guest.send(buttons[wanted].encode())
            elif buttons:
                await guest.send(next(iter(buttons.values())).encode())
            guest._more.clear()
            await asyncio.wait({asyncio.ensure_future(guest._more.wait())}, timeout=0.3)
            await asyncio.sleep(0.3)
        print(f"bytes of a whole match on a screen  {(guest.received - before) / 1e3:6.0f} kB", flush=True)


async def run_measurements(chosen: argparse.Namespace) -> None:
    """Make the measurements that the command line chose, one after the other."""
    print(f"load of this machine {getloadavg()[0]:.1f}")
    if "guests" in chosen.only:
        with WebHost() as host:
            await measure_page(host)
            await measure_paint(host)
            await measure_guests(host, chosen.guests, chosen.keys)
    for carrier in ("ssh", "web") if "joins" in chosen.only else ():
        with WebHost() as host:
            await measure_joins(host, carrier, chosen.players, chosen.joins)
    if "match" in chosen.only:
        with WebHost() as host:
            await measure_match(host)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description="Measure guests in browsers.")
    parser.add_argument("--guests", type=int, nargs="+", default=[20, 100])
    parser.add_argument("--joins", type=int, default=20)
    parser.add_argument("--keys", type=int, default=40)
    parser.add_argument("--players", type=int, default=5)
    everything = ("guests", "joins", "match")
    parser.add_argument("--only", nargs="+", choices=everything, default=everything)
    asyncio.run(run_measurements(parser.parse_args(arguments)))


if __name__ == "__main__":
    main()
