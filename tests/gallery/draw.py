"""Draws the gallery: pictures of the screens in real seeded matches, the same on every machine.

    python -m tests.gallery.draw              draws the pictures in screenshots/ again, and removes others
    python -m tests.gallery.draw --check      says which pictures are not up to date, but not of those of the page

The pictures of the page for browsers are drawn where there is a browser (`tests.gallery.page_pictures`).

Nothing here depends on a clock: an animation stands still at the frame of its picture.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final

from rich.segment import Segment
from textual.pilot import Pilot

from net.client.deal_memory import DealMemory
from tests.gallery.pictures import PICTURES, SCREENSHOTS_FOLDER, Picture
from tests.gallery.recording import RECORDING_SIZE, Recorder, animated_svg
from tests.gallery.sheets import draw_doctor_sheet, draw_portrait_sheet, join_side_by_side
from tests.gallery.staged_client import StagedClient
from tui.app.app import QueensApp
from tui.app.replay_export import ENVIRONMENT_WITH_COLOURS, RECORDING_TITLE
from tui.app.textual_internals import painted_rows
from tui.cards.themes import THEMES
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.drawing.svg import svg_picture
from tui.settings import LastTableSetup, Settings
from tui.widgets import settle_time

PERSON_NAMES: Final = ("Nora", "Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro")
"""The names of the people at a table, by seat."""


async def run_program(
    act: Callable[[QueensApp, Pilot[Any]], Awaitable[None]], size: tuple[int, int], theme: str = "felt"
) -> list[list[Segment]]:
    """Run the program without a terminal of `size` (columns, rows) and let `act` use it; return what it then shows, row
    by row.
    """

    async def open_staged_table(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Open a table whose client is a `StagedClient`."""
        client = StagedClient(request.game, PERSON_NAMES[: request.seats], request.seed or 7)
        return TableHandle(client, request)

    settings = Settings(name="Nora", animation="off", table=LastTableSetup(), remarks=False, theme=theme)  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as folder:
        app = QueensApp(settings, Path(folder), environment=ENVIRONMENT_WITH_COLOURS, opener=open_staged_table)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(app, pilot)
            boards: list[Any] = [board for screen in app.screen_stack for board in screen.query("#board")]
            for board in boards:
                # no clock runs for a picture: its buttons are those of a table that was seen
                board._gate._shown_decision._shown_since = 0.0
                board._repaint()
            await pilot.pause()
            return painted_rows(app)


async def draw_picture(picture: Picture, size: tuple[int, int]) -> str:
    """Return a picture at a size (columns, rows) as SVG; the text is the same every time."""
    return svg_picture(await run_program(picture.script, size), RECORDING_TITLE)


async def draw_board_in_each_theme() -> str:
    """Return one SVG that shows the same Mad Queens board once in each theme, two boards side by side."""
    play = next(picture for picture in PICTURES if picture.name == "play")
    return svg_picture(
        join_side_by_side([await run_program(play.script, (80, 24), theme) for theme in THEMES], 2), RECORDING_TITLE
    )


async def draw_portraits() -> str:
    """Return one SVG with the portraits of the twelve court cards."""
    return draw_portrait_sheet()


async def draw_doctor_output() -> str:
    """Return an SVG of what ``queens doctor`` prints."""
    return await asyncio.to_thread(draw_doctor_sheet)


async def draw_animated_match() -> str:
    """Return an animated SVG of a part of a match and of its result."""
    recorders = []

    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        """Record the match."""
        recorders.append(Recorder(app, pilot))
        await recorders[0].record()

    await run_program(act, RECORDING_SIZE)
    return animated_svg(recorders[0].recording.text, RECORDING_TITLE)


def all_drawings() -> Iterator[tuple[str, Path, Callable[[], Awaitable[str]]]]:
    """Yield for each picture its name, its file, and a function that returns it as SVG."""
    for picture in PICTURES:
        for path, size in picture.files():
            yield picture.name, path, lambda picture=picture, size=size: draw_picture(picture, size)  # type: ignore[misc]
    yield "themes", SCREENSHOTS_FOLDER / "themes.svg", draw_board_in_each_theme
    yield "portraits", SCREENSHOTS_FOLDER / "portraits.svg", draw_portraits
    yield "doctor", SCREENSHOTS_FOLDER / "doctor.svg", draw_doctor_output
    yield "match", SCREENSHOTS_FOLDER / "match.svg", draw_animated_match


async def svg_of_drawing(drawing: Callable[[], Awaitable[str]]) -> str:
    """Call a function that draws a picture, and return the SVG."""
    return await drawing()


def main() -> int:
    """Draw all pictures, or with ``--check`` only compare them with the files; return the exit status: 1 if a picture
    is not up to date.
    """
    parser = argparse.ArgumentParser(description="Draw the pictures in screenshots/ again.")
    parser.add_argument("--check", action="store_true", help="only say which are not up to date")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these pictures")
    chosen = parser.parse_args()
    pages = [name for name in chosen.names if name.endswith(".png")]
    if unknown := sorted({*chosen.names} - {name for name, _, _ in all_drawings()} - {*pages}):
        parser.error(f"No picture is called {unknown[0]}. Names are without a size, such as play or classic-turn.")
    # as in the tests: a script presses its keys sooner than a person
    settle_time.SETTLE_SECONDS = 0.001  # type: ignore[misc]
    SCREENSHOTS_FOLDER.mkdir(exist_ok=True)
    status = 0
    for name, path, drawing in all_drawings():
        if chosen.names and name not in chosen.names:
            continue
        svg = asyncio.run(svg_of_drawing(drawing))
        if not chosen.check:
            path.write_text(svg, encoding="utf-8")
            print(f"{path.name}: {len(svg.encode()) // 1024} kB")
        elif not path.exists() or path.read_text(encoding="utf-8") != svg:
            print(f"{path.name} is not up to date.", file=sys.stderr)
            status = 1
    if not chosen.check and (not chosen.names or pages):
        from tests.gallery.page_pictures import draw_pages

        asyncio.run(draw_pages(SCREENSHOTS_FOLDER, chosen.names))
    for path in sorted(set(SCREENSHOTS_FOLDER.glob("*.svg")) - {path for _, path, _ in all_drawings()}):
        if chosen.check:
            print(f"{path.name} is no picture of the gallery.", file=sys.stderr)
            status = 1
        elif not chosen.names:
            path.unlink()
    return status


if __name__ == "__main__":
    raise SystemExit(main())
