"""The gallery: pictures of the screens from real seeded matches, the same on every machine.

    python -m tests.gallery.draw              draws the pictures in screenshots/ again
    python -m tests.gallery.draw --check      says which pictures are not up to date

Nothing here waits for a clock: animations stand still at the moment that a picture is of.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.gallery.pictures import PICTURES, Picture
from tests.gallery.stage import StagedClient
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.settings import Settings, TableChoice

NAMES: Final = ("You", "Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro")
ADDRESS: Final = "192.168.1.20"
TERMINAL: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


async def draw(picture: Picture, size: tuple[int, int]) -> str:
    """Return one picture as SVG, the same text every time."""

    async def stage(request: TableRequest, settings: Settings) -> TableHandle:
        address = ADDRESS if request.kind == "host" else ""
        client = StagedClient(request.game, NAMES[: request.seats], request.seed or 7, address=address)
        return TableHandle(client, request)

    settings = Settings(name="You", animation="none", table=TableChoice())
    with tempfile.TemporaryDirectory() as folder:
        app = QueensApp(settings, Path(folder), environment=TERMINAL, opener=stage)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await picture.act(app, pilot)
            return without_variable_parts(app.export_screenshot(title="Mad Queens"))


def without_variable_parts(svg: str) -> str:
    """Return an SVG without what differs from run to run, and without fonts from elsewhere."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def write(picture: Picture) -> None:
    """Draw one picture in all sizes, as SVG and as PNG."""
    import cairosvg

    for path, size in picture.files():
        svg = asyncio.run(draw(picture, size))
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, encoding="utf-8")
        cairosvg.svg2png(bytestring=svg.encode(), write_to=str(path.with_suffix(".png")))


def outdated_pictures() -> Iterator[Path]:
    """Yield the pictures that are not what they would be if drawn now."""
    for picture in PICTURES:
        for path, size in picture.files():
            if not path.exists() or path.read_text(encoding="utf-8") != asyncio.run(draw(picture, size)):
                yield path


def main() -> int:
    """Draw the gallery anew, or check it; return the exit status."""
    parser = argparse.ArgumentParser(description="Draw the pictures in screenshots/ anew.")
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
