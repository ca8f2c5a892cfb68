"""The bar of buttons on a board, in one line and in several lines."""

from __future__ import annotations

from tui.cards import FOUR_COLOURS, Canvas
from tui.drawing import Brush, Button, Rect, paint_buttons, paint_large_buttons
from tui.drawing.rect import BoardCommand
from tui.drawing.styles import badge_style


class PressCommand(BoardCommand, frozen=True):
    """The command that a button of these tests runs when it is pressed; it holds the number of the button."""

    number: int


ELEVEN_COLUMN_BUTTONS = [Button("K", f"label {number}", PressCommand(number)) for number in range(6)]
"""Buttons that are eleven columns wide."""


def test_buttons_that_do_not_fit_go_on_in_the_next_line_and_have_two_rows_to_touch():
    brush = Brush(Canvas(48, 6), FOUR_COLOURS)
    areas = paint_buttons(brush, Rect(0, 2, 48, 4), ELEVEN_COLUMN_BUTTONS, lines=2)
    assert [command.number for _, command in areas] == [0, 1, 2, 3, 4, 5]
    assert [(rect.y, rect.height) for rect, _ in areas] == [(2, 2)] * 4 + [(4, 2)] * 2
    assert all(rect.right <= 48 for rect, _ in areas)
    rows = str(brush.canvas).splitlines()
    assert "label 3" in rows[2]
    assert "label 4" in rows[4]


def test_buttons_beyond_the_last_line_are_not_painted_but_stay_in_the_list():
    brush = Brush(Canvas(24, 4), FOUR_COLOURS)
    assert len(paint_buttons(brush, Rect(0, 0, 24, 2), ELEVEN_COLUMN_BUTTONS)) == 2
    assert len(paint_buttons(brush, Rect(0, 0, 24, 3), ELEVEN_COLUMN_BUTTONS)) == 1  # with more room around each
    assert len(paint_buttons(brush, Rect(0, 0, 24, 4), ELEVEN_COLUMN_BUTTONS, lines=2)) == 2 * (24 // 12)
    assert brush.buttons == tuple(ELEVEN_COLUMN_BUTTONS)


def test_large_buttons_fill_their_rows_and_only_usable_ones_are_bright():
    brush = Brush(Canvas(48, 3), FOUR_COLOURS)
    shown = [
        Button("K", "on", PressCommand(0), primary=True),
        Button("K", "off", PressCommand(1), enabled=False, primary=True),
    ]
    areas = paint_large_buttons(brush, Rect(2, 0, 46, 3), shown)
    assert [(rect.y, rect.height, command.number) for rect, command in areas] == [(0, 3, 0), (0, 3, 1)]
    above, middle, below = str(brush.canvas).splitlines()
    assert middle.split() == ["K", "on", "K", "off"]
    assert above.split() == ["▄" * 8, "▄" * 9]
    assert below.split() == ["▀" * 8, "▀" * 9]
    shining = [text.split() for text, pen in brush.canvas.runs(1) if pen == badge_style(FOUR_COLOURS, "gold")]
    assert shining == [["K", "on"]]
    assert len(paint_large_buttons(brush, Rect(2, 0, 12, 3), shown)) == 1


def test_large_button_of_two_rows_stays_apart_from_the_cards_above_it():
    brush = Brush(Canvas(24, 2), FOUR_COLOURS)
    paint_large_buttons(brush, Rect(2, 0, 22, 2), [Button("K", "on", PressCommand(0), primary=True)])
    above, below = str(brush.canvas).splitlines()
    assert not above.strip(), "half a row above it only, with none below, would look cut off"
    assert below.split() == ["K", "on"]


def test_right_aligned_button_keeps_its_place_whatever_labels_the_other_buttons_have():
    def places(label: str, paint) -> list[Rect]:
        brush = Brush(Canvas(60, 4), FOUR_COLOURS)
        shown = [
            Button("K", label, PressCommand(0)),
            Button("K", "end", PressCommand(1), is_apart=True),
            Button("K", "log", PressCommand(2)),
        ]
        areas = paint(brush, Rect(0, 0, 60, 3), shown)
        assert [command.number for _, command in areas] == [0, 1, 2]
        return [rect for rect, _ in areas]

    for paint in (paint_buttons, paint_large_buttons):
        long, short = places("a label that says much", paint), places("short", paint)
        assert long[1] == short[1]
        assert all(rects[2].right < rects[1].x <= 60 - rects[1].width for rects in (long, short))


def test_right_aligned_buttons_go_on_in_the_next_line_like_others():
    brush = Brush(Canvas(24, 4), FOUR_COLOURS)
    shown = [
        *ELEVEN_COLUMN_BUTTONS[:2],
        Button("K", "end", PressCommand(6), is_apart=True),
        Button("K", "log", PressCommand(7)),
    ]
    areas = paint_buttons(brush, Rect(0, 0, 24, 4), shown, lines=2)
    assert [(rect.y, command.number) for rect, command in areas] == [(0, 0), (0, 1), (2, 6), (2, 7)]
    assert areas[3][0].right < areas[2][0].x
