"""The recording of a match in the README: an asciicast, and the animated picture that is made from it."""

from __future__ import annotations

import json

from rich.segment import Segment
from rich.style import Style

from tests.gallery.recording import animated_svg, frames_of
from tui.app.replay_export import Recording
from tui.drawing.svg import cells_of

GOLD_STYLE = Style(color="#ffb102", bgcolor="#12372b", bold=True)
"""The style of the cards in the recorded screens."""
PLAIN_STYLE = Style(color="#e6efe8", bgcolor="#12372b")
"""The style of the texts in the recorded screens."""
FIRST_SCREEN = [[Segment("Q♠", GOLD_STYLE), Segment("  turn", PLAIN_STYLE)], [Segment("▀▀▀▀▀▀▀▀", GOLD_STYLE)]]
"""The rows of the first recorded screen, each with its segments."""
SECOND_SCREEN = [[Segment("Q♠", GOLD_STYLE), Segment("  bank", PLAIN_STYLE)], [Segment("▀▀▀▀▀▀▀▀", GOLD_STYLE)]]
"""The rows of the second recorded screen."""


def record_two_screens() -> str:
    """Return a recording of two screens."""
    recording = Recording((8, 2))
    recording.add_screen(FIRST_SCREEN, 1.5)
    recording.add_screen(SECOND_SCREEN, 0.25)
    return recording.text


def test_recording_has_the_format_asciicast_version_2():
    header, *events = map(json.loads, record_two_screens().splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, 8, 2)
    assert [(seconds, kind) for seconds, kind, _ in events] == [(0.0, "o"), (1.5, "o"), (1.75, "o")]
    assert "turn" not in events[1][2]
    assert events[2][2] == ""


def test_frames_of_a_recording_show_the_recorded_screens():
    frames, size = frames_of(record_two_screens())
    assert size == (8, 2)
    assert [frame.seconds for frame in frames] == [1.5, 0.25]
    for frame, rows in zip(frames, (FIRST_SCREEN, SECOND_SCREEN), strict=True):
        for y, row in enumerate(rows):
            for x, cell in enumerate(cells_of(row)):
                shown = frame.screen[x, y]
                assert (shown.glyph, shown.ground) == (cell.glyph, cell.ground)
                assert cell.glyph == " " or shown == cell


def test_picture_of_a_recording_draws_only_the_cells_that_change():
    svg = animated_svg(record_two_screens(), "Two screens")
    assert "turn" in svg
    assert svg.count("Q♠") == 1
    assert "1.75s step-end infinite" in svg
