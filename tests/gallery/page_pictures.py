"""Draws pictures of the web page that ``--web`` offers in a real browser: on a phone, on a phone on its side, and on a
TV.

python -m tests.gallery.page_pictures FOLDER

The cards are the same every time. The browser draws the letters, and draws them differently on each machine, so no test
compares these files.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Final

from msgspec import Struct
from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from core import Action, View, games
from net.client.api import Client
from net.client.join_spec import JoinSpec
from net.host.local_client import LocalClient
from net.host.table_runner import TableRunner
from net.table.spec import TableSpec
from net.table.table import Table
from tests.support.browser import BROWSER_PROGRAM_NAMES, LAPTOP_SIZE, PHONE_SIZE, ROTATED_PHONE_SIZE
from tui.guest.guest_service import TableService
from tui.guest.host import GuestHost
from tui.web import open_web_listener
from tui.web.server import WebServer

MAX_COLOURS_OF_PICTURE: Final = 160
"""Largest number of colours in the file of a picture; the limit makes the file a third as large."""

WAIT_BEFORE_PICTURE_MILLISECONDS: Final = 1_500
"""Time for which a page is left alone before its picture is taken."""

WAIT_BEFORE_PICTURE_OF_TV_MILLISECONDS: Final = 8_000
"""The same time for a screen for a whole room, which shows each card on its way."""

TABLE_ADDRESS: Final = "192.168.1.20:7433"
"""The address of the table, as the page shows it."""


class PagePicture(Struct, frozen=True):
    """A picture of the page: its file, the size of its window, the game and its seed, and the number of decisions made
    before it. `choose` makes a decision of the person at the table. `on_tv`: the page shows the table to a whole room,
    and the person sits at another screen.
    """

    file: str
    size: tuple[int, int]
    game: str
    seed: int
    decision_count: int
    choose: Callable[[View, Sequence[Action]], Action]
    on_tv: bool = False


def first_action(view: View, legal: Sequence[Action]) -> Action:
    """Return the first legal action."""
    return legal[0]


def bot_action(view: View, legal: Sequence[Action]) -> Action:
    """Return the action that the game's bot chooses."""
    return next(iter(games[view.game].bots.values()))(view)


PAGE_PICTURES: Final = (
    PagePicture("phone-390x844.png", PHONE_SIZE, "queens-dungeon", 5, 3, bot_action),
    PagePicture("phone-844x390.png", ROTATED_PHONE_SIZE, "mad-queens", 3, 5, first_action),
    PagePicture("tv-1280x800.png", LAPTOP_SIZE, "queens-dungeon", 5, 22, bot_action, on_tv=True),
)
"""The pictures of the page, in the order of the README."""


@asynccontextmanager
async def open_table(picture: PagePicture) -> AsyncIterator[tuple[TableRunner, WebServer]]:
    """Open a table in this process for browsers; yield its runner and its server."""
    game = games[picture.game]
    table = Table(TableSpec(game, 4, {}, name="Nora's table", bots=3, seed=picture.seed), bytes(32))
    runner = TableRunner(table)
    with tempfile.TemporaryDirectory() as folder:
        guests = GuestHost(TableService(runner), Path(folder))
        server = await open_web_listener(guests, "127.0.0.1", 0)
        table.state.address, table.state.web_port = TABLE_ADDRESS, 8222
        try:
            yield runner, server
        finally:
            server.stop()
            await runner.end_table()
            await server.close()


async def play_until_picture(client: Client, picture: PagePicture) -> None:
    """Begin a match, and make the decisions of the person until the moment that the picture shows."""
    client.start_match()
    made = 0
    while True:
        await asyncio.sleep(0.02)  # for the answer of the table
        legal = games[picture.game].legal(client.view) if client.view is not None else ()
        if legal and made == picture.decision_count:
            return
        if legal and client.view is not None and not client.awaits_answer:
            client.send_action(picture.choose(client.view, legal))
            made += 1


async def admit_page(page: Page, server: WebServer, picture: PagePicture) -> Client:
    """Let a page into the table, as a guest, or as the screen for a whole room; return the client of its guest."""
    await page.fill("#name", "Nora")
    await page.click("#show-room" if picture.on_tv else "#sit")
    await page.wait_for_selector("#table")
    [session] = server.sessions.values()
    assert session.visit is not None
    assert session.visit.table is not None
    return session.visit.table.client


async def take_picture(browser: Browser, picture: PagePicture) -> bytes:
    """Return a picture of the page as PNG."""
    width, height = picture.size
    phone = picture.size != LAPTOP_SIZE
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone else 1,
        color_scheme="dark",
    )
    async with open_table(picture) as (runner, server):
        page = await context.new_page()
        await page.goto(f"http://127.0.0.1:{server.port}/")
        if picture.on_tv:
            player: Client = LocalClient(runner, JoinSpec("Nora"))
            assert isinstance(player, LocalClient)
            await player.join_table()
            await admit_page(page, server, picture)
        else:
            player = await admit_page(page, server, picture)
        await play_until_picture(player, picture)
        await page.wait_for_timeout(
            WAIT_BEFORE_PICTURE_OF_TV_MILLISECONDS if picture.on_tv else WAIT_BEFORE_PICTURE_MILLISECONDS
        )
        png = await page.screenshot()
        await context.close()
    return png


def png_with_few_colours(png: bytes) -> bytes:
    """Return a PNG reduced to `MAX_COLOURS_OF_PICTURE` colours, which makes the file smaller."""
    small = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").quantize(MAX_COLOURS_OF_PICTURE, dither=Image.Dither.NONE).save(
        small, "PNG", optimize=True
    )
    return small.getvalue()


async def draw_pages(folder: Path, names: Sequence[str] = ()) -> None:
    """Write the pictures of the page, or only the files with these names, into a folder, and print how large they
    are.
    """
    program = next(filter(None, map(shutil.which, BROWSER_PROGRAM_NAMES)), None)
    if program is None:
        print("No browser, so no pictures of the page: install chromium-headless-shell.", file=sys.stderr)
        return
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program)
        for picture in PAGE_PICTURES:
            if not names or picture.file in names:
                png = png_with_few_colours(await take_picture(browser, picture))
                (folder / picture.file).write_bytes(png)
                print(f"{picture.file}: {len(png) // 1024} kB")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(draw_pages(Path(sys.argv[1])))
