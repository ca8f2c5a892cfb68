"""Records a part of a match, and turns a recording into an animated picture.

The recording is asciicast v2, by the same code as that of ``queens replay --export``. The picture is made from the
recording alone: SVG that plays by CSS, so that a README can show it.

The picture is divided into scenes. The first frame of a scene draws the whole screen; each later frame draws only the
cells that change. A new scene begins once the frames of the last one have drawn as many cells as several screens have.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import pyte
from pyte.screens import Char
from rich.segment import Segment
from rich.style import Style
from textual.pilot import Pilot

from tests.gallery.pictures import begin_seeded_match, hold_frames
from tests.gallery.seeded_table import act_for_person, wait_for_decision
from tests.gallery.table_screens import show_result
from tui.app.app import QueensApp
from tui.app.replay_export import Recording
from tui.app.textual_internals import painted_rows
from tui.drawing.svg import Cell, cells_by_place, cells_of, most_frequent_ground, svg_document, svg_shapes

if TYPE_CHECKING:
    from tui.boards.common.board import Board
    from tui.screens.match import MatchScreen

RECORDING_SIZE: Final = (100, 30)
"""Columns and rows of the recording."""

RECORDED_SEED: Final = "25"
"""The seed of the table of the recorded match: within few actions it has a catch, an exact hit and a Queen, and the
person wins."""

SHOWN_ACTIONS: Final = frozenset((*range(7, 27), 56))
"""The numbers, from 0, of the person's actions that are shown; what lies between them is cut out of the recording."""

PAUSE_BEFORE_ACTION_SECONDS: Final = 1.1
"""Time for which the board stands still before each action."""

RESULT_SECONDS: Final = 7.0
"""Time for which the result is shown."""

MIN_FRAME_SECONDS: Final = 0.09
"""Shortest time of a frame that is kept by itself; a shorter frame is left out and its time added to the next one."""

MAX_REDRAWS_PER_SCENE: Final = 4.0
"""How many times the cells of the whole screen may be drawn within a scene, before a new scene begins."""

ScreenCells: TypeAlias = Mapping[tuple[int, int], Cell]
"""Maps the column and row of each cell of a screen to what it shows."""


@dataclass(frozen=True, slots=True)
class ScreenFrame:
    """What the screen shows for a number of seconds."""

    seconds: float
    screen: ScreenCells


class Recorder:
    """Plays a part of a match in a running program, and records what its screen shows."""

    def __init__(self, app: QueensApp, pilot: Pilot[Any]) -> None:
        self._app = app
        self._pilot = pilot
        self._seconds = 0.0
        self.recording = Recording(RECORDING_SIZE)

    async def record(self) -> None:
        """Play the match; record the frames of the actions in `SHOWN_ACTIONS`, and then those of the result."""
        client = await begin_seeded_match(self._app, self._pilot, RECORDED_SEED)
        screen = cast("MatchScreen", self._app.screen)
        board: Board[Any] = screen.board
        number = 0
        while await wait_for_decision([client]):
            await self._pilot.pause()
            shown = number in SHOWN_ACTIONS
            board.animation.finish()
            if shown:
                board._gate._shown_decision._shown_since = 0.0
                board._repaint()
                await self._keep_frame(PAUSE_BEFORE_ACTION_SECONDS)
            board.animation.enabled = shown
            hold_frames(screen)
            act_for_person(client)
            await wait_for_decision([client])
            await self._pilot.pause()
            while shown and board.animating:
                await self._keep_frame(board.animation.shown.hold_seconds)
                board.animation.next_frame()
            number += 1
        await self._keep_frame(PAUSE_BEFORE_ACTION_SECONDS)
        await show_result(self._app, self._pilot)
        await self._keep_frame(RESULT_SECONDS)

    async def _keep_frame(self, seconds: float) -> None:
        """Record what the screen shows, for this number of seconds.

        A time shorter than `MIN_FRAME_SECONDS` is added to the next frame instead.
        """
        self._seconds += seconds
        if self._seconds >= MIN_FRAME_SECONDS:
            await self._pilot.pause()
            self.recording.add_screen(painted_rows(self._app), self._seconds)
            self._seconds = 0.0


def frames_of(recording: str) -> tuple[list[ScreenFrame], tuple[int, int]]:
    """Return the frames of a recording in asciicast v2, and the size of its terminal as (columns, rows)."""
    header, *lines = recording.splitlines()
    size = json.loads(header)["width"], json.loads(header)["height"]
    events = [json.loads(line) for line in lines]
    screen = pyte.Screen(*size)
    stream = pyte.Stream(screen)
    frames = []
    for (seconds, _, written), (until, _, _) in pairwise(events):
        stream.feed(written)
        rows = [[cell_of_char(screen.buffer[y][x]) for x in range(size[0])] for y in range(size[1])]
        frames.append(ScreenFrame(until - seconds, cells_by_place(rows)))
    return frames, size


@cache
def cell_of_char(char: Char) -> Cell:
    """Return a cell of the terminal as a cell of a picture."""
    if char.data == " " and not (char.underscore or char.reverse):
        char = Char(" ", bg=char.bg)
    style = Style(
        color=rich_colour(char.fg),
        bgcolor=rich_colour(char.bg),
        bold=char.bold,
        italic=char.italics,
        underline=char.underscore,
        reverse=char.reverse,
    )
    (cell, *_) = cells_of([Segment(char.data or " ", style)])
    return cell if char.data else cell._replace(glyph="")


def rich_colour(name: str) -> str:
    """Return the name that Rich has for a colour of the terminal."""
    return name if name == "default" else f"#{name}"


def animated_svg(recording: str, title: str) -> str:
    """Return a recording as an SVG that plays without end; where animation is off, it shows the first frame."""
    frames, size = frames_of(recording)
    total = sum(frame.seconds for frame in frames)
    ground = most_frequent_ground(frames[0].screen)
    layers = [svg_shapes(frames[0].screen, ground)]
    rules = [f"g[id]{{opacity:0;animation:{total:.2f}s step-end infinite}}"]
    rules.append("@media(prefers-reduced-motion:reduce){g[id]{animation-name:none!important}}")
    now = frames[0].seconds
    shown = frames[0].screen
    redrawn = 0
    scene: list[str] = []
    begun = 0.0

    def end_scene() -> None:
        """Put the layers of the scene into a group that is visible from its beginning to now."""
        name = f"s{len(layers)}"
        until = f"{100 * now / total:.2f}%" if now < total - 0.001 else ""
        hidden = f"{until},to{{opacity:0}}" if until else ""
        visible = f"{100 * begun / total:.2f}%" + ("" if until else ",to")
        rules.append(
            f"@keyframes {name}{{0%{{opacity:0}}{visible}{{opacity:1}}{hidden}}}#{name}{{animation-name:{name}}}"
        )
        layers.append(f'<g id="{name}">{"".join(scene)}</g>')

    for number, frame in enumerate(frames[1:], 1):
        changed = {place: cell for place, cell in frame.screen.items() if cell != shown[place]}
        if redrawn + len(changed) > MAX_REDRAWS_PER_SCENE * len(frame.screen):
            end_scene()
            scene, begun, redrawn = [svg_shapes(frame.screen)], now, 0
        elif changed:
            name = f"f{number}"
            start = f"{100 * now / total:.2f}%"
            rules.append(f"@keyframes {name}{{0%{{opacity:0}}{start},to{{opacity:1}}}}#{name}{{animation-name:{name}}}")
            scene.append(f'<g id="{name}">{svg_shapes(changed)}</g>')
            redrawn += len(changed)
        shown = frame.screen
        now += frame.seconds
    end_scene()
    return svg_document(*size, title, ground, "\n".join(layers), "\n".join(rules))
