"""Draws the gallery: pictures of the screens in real seeded matches, the same on every machine.

    python -m tests.gallery.draw              draws the pictures in screenshots/ again
    python -m tests.gallery.draw --check      says which pictures are not up to date

Nothing here depends on a clock: an animation stands still at the frame of its picture.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from net.client.deal_memory import DealMemory
from tests.gallery.pictures import PICTURES, Picture
from tests.gallery.stage import StagedClient
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.settings import Settings, TableChoice

NAMES: Final = ("Nora", "Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro")
"""The names of the people at a table, by seat."""

ADDRESS: Final = "192.168.1.20"
"""The address of a hosted table."""

TERMINAL: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""The environment of a terminal with 24-bit colours."""


async def draw(picture: Picture, size: tuple[int, int]) -> str:
    """Return a picture at a size (columns, rows) as SVG; the same text every time."""

    async def open_staged_table(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Open a table whose client is a `StagedClient`."""
        address = ADDRESS if request.kind == "host" else ""
        client = StagedClient(request.game, NAMES[: request.seats], request.seed or 7, address=address)
        return TableHandle(client, request)

    settings = Settings(name="Nora", animation="none", table=TableChoice())
    with tempfile.TemporaryDirectory() as folder:
        app = QueensApp(settings, Path(folder), environment=TERMINAL, opener=open_staged_table)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await picture.act(app, pilot)
            boards: list[Any] = [board for screen in app.screen_stack for board in screen.query("#board")]
            for board in boards:
                # no clock runs for a picture: its buttons are those of a table that was seen
                board._shown_decision._since = 0.0
                board._repaint()
            await pilot.pause()
            return without_variable_parts(app.export_screenshot(title="Mad Queens"))


def without_variable_parts(svg: str) -> str:
    """Return an SVG without identifiers that differ from run to run, and without fonts from the web."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def write(picture: Picture) -> None:
    """Draw a picture at all sizes and write it as SVG and PNG into its folder, which is made if it is missing."""
    import cairosvg

    for path, size in picture.files():
        svg = asyncio.run(draw(picture, size))
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, encoding="utf-8")
        cairosvg.svg2png(bytestring=svg.encode(), write_to=str(path.with_suffix(".png")))


def outdated_pictures() -> Iterator[Path]:
    """Yield the files whose content differs from what `draw` would make."""
    for picture in PICTURES:
        for path, size in picture.files():
            if not path.exists() or path.read_text(encoding="utf-8") != asyncio.run(draw(picture, size)):
                yield path


def main() -> int:
    """Draw all pictures, or with ``--check`` compare them; return the exit status, 1 if any is outdated."""
    parser = argparse.ArgumentParser(description="Draw the pictures in screenshots/ again.")
    parser.add_argument("--check", action="store_true", help="only say which are not up to date")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these pictures")
    chosen = parser.parse_args()
    if chosen.check:
        paths = list(outdated_pictures())
        for path in paths:
            print(f"{path.name} is not up to date.", file=sys.stderr)
        return 1 if paths else 0
    for picture in PICTURES:
        if not chosen.names or picture.name in chosen.names:
            write(picture)
            print(f"{picture.name}: {picture.shows}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
