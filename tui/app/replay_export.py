"""Pictures and recordings of a replay, drawn by the program itself without a terminal."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from rich.color import ColorSystem
from rich.segment import Segment
from textual.app import App
from textual.pilot import Pilot

from net.client.playback import Playback
from tui.app.replay_app import ReplayApp
from tui.app.textual_internals import painted_rows
from tui.drawing.screen_update import screen_update, styled_texts
from tui.drawing.svg import svg_picture
from tui.screens.match import DURATION_FACTOR_BY_PACE
from tui.screens.replay import STEP_SECONDS, ReplayScreen
from tui.settings import Settings

RECORDING_TITLE: Final = "Mad Queens"
"""The title of pictures and recordings."""

ENVIRONMENT_WITH_COLOURS: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""The environment of a terminal with 24-bit colours, for which everything is drawn unless ``NO_COLOR`` is set."""

RECORDED_BEGINNING_SECONDS: Final = 2.0
"""The time for which a recording shows the beginning of the match."""


class Recording:
    """A recording of a screen of `size` columns and rows as asciicast v2.

    Its format: https://docs.asciinema.org/manual/asciicast/v2/
    """

    def __init__(self, size: tuple[int, int]) -> None:
        columns, rows = size
        self._lines = [json.dumps({"version": 2, "width": columns, "height": rows, "title": RECORDING_TITLE})]
        self._shown_rows: list[list[Segment]] = []
        self._seconds = 0.0

    def add_screen(self, rows: list[list[Segment]], seconds: float) -> None:
        """Record that the screen shows these rows for some seconds."""
        self._lines.append(self._event_line(_screen_update_text(self._shown_rows, rows)))
        self._shown_rows = rows
        self._seconds += seconds

    @property
    def text(self) -> str:
        """The recording as the text of a file. Its last event writes nothing, and marks the end."""
        return "\n".join([*self._lines, self._event_line("")]) + "\n"

    def _event_line(self, text: str) -> str:
        """Return a line of the recording: what is written to the terminal, and when."""
        return json.dumps([round(self._seconds, 3), "o", text], ensure_ascii=False)


def replay_picture(playback: Playback, settings: Settings, size: tuple[int, int], step: int) -> str:
    """Return the board of a match after `step` actions as SVG; `size` is in columns and rows."""
    pictures: list[str] = []

    async def draw(pilot: Pilot[object]) -> None:
        """Store the picture of the screen."""
        pictures.append(draw_as_svg(pilot.app))

    _run_replay(playback, settings, size, step, draw)
    return pictures[0]


def replay_text(playback: Playback, settings: Settings, size: tuple[int, int], step: int) -> str:
    """Return the board of a match after `step` actions as plain text; `size` is in columns and rows."""
    texts: list[str] = []

    async def draw(pilot: Pilot[object]) -> None:
        """Store the rows of the screen."""
        rows = ("".join(segment.text for segment in row).rstrip() for row in painted_rows(pilot.app))
        texts.append("\n".join(rows).rstrip() + "\n")

    _run_replay(playback, settings, size, step, draw)
    return texts[0]


def replay_recording(
    playback: Playback, settings: Settings, size: tuple[int, int], on_step: Callable[[int], object]
) -> str:
    """Return a recording of a whole replay as asciicast v2, as fast as the replay plays by itself.

    `size` is in columns and rows; `on_step` gets the number of each step that has been drawn.
    """
    recording = Recording(size)

    async def draw(pilot: Pilot[object]) -> None:
        """Draw step after step, and record the time and the text written to the terminal for each."""
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        for step in range(playback.total_actions + 1):
            if step:
                screen.action_forward()
                await pilot.pause()
            seconds = STEP_SECONDS * DURATION_FACTOR_BY_PACE[settings.pace] if step else RECORDED_BEGINNING_SECONDS
            recording.add_screen(painted_rows(pilot.app), seconds)
            on_step(step)

    _run_replay(playback, settings, size, 0, draw)
    return recording.text


def draw_as_svg(app: App[Any]) -> str:
    """Return what an application shows as SVG without fonts from the web; equal screens give equal texts."""
    return svg_picture(painted_rows(app), RECORDING_TITLE)


def _run_replay(
    playback: Playback,
    settings: Settings,
    size: tuple[int, int],
    step: int,
    draw: Callable[[Pilot[object]], Awaitable[None]],
) -> None:
    """Run the replay of a match after `step` actions, without terminal and animation; call `draw` once it is shown."""
    settings.animation = "off"
    environment = {**ENVIRONMENT_WITH_COLOURS, "NO_COLOR": os.environ.get("NO_COLOR", "")}
    app = ReplayApp(settings, Path(), playback, "", environment=environment, step=step)
    failures: list[Exception] = []

    async def pilot(pilot: Pilot[object]) -> None:
        """Call `draw` when everything is on the screen, and end the program."""
        try:
            await pilot.pause()
            await pilot.app.workers.wait_for_complete()  # the moments on the time line
            await pilot.pause()
            await draw(pilot)
        except Exception as error:  # Textual would only print it
            failures.append(error)
        app.exit()

    asyncio.run(app.run_async(headless=True, size=size, auto_pilot=pilot))
    for failure in failures:
        raise failure


def _screen_update_text(earlier_rows: list[list[Segment]], new_rows: list[list[Segment]]) -> str:
    """Return the text that makes a terminal which shows `earlier_rows` show `new_rows`.

    Without `earlier_rows` the text clears the screen first.
    """
    changed = ((y, row) for y, row in enumerate(new_rows) if y >= len(earlier_rows) or earlier_rows[y] != row)
    texts = (text for y, row in changed for text in styled_texts(0, y, row, ColorSystem.TRUECOLOR))
    return ("" if earlier_rows else "\x1b[2J\x1b[?25l") + screen_update(texts)
