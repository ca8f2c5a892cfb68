"""Only the rows that changed are painted and written to the terminal; what waits for a painting comes after it."""

from __future__ import annotations

import pytest
from textual._compositor import ChopsUpdate
from textual.geometry import Region
from textual.widget import Widget

from tui.connect.request import TableRequest
from tui.widgets.canvas_view import CanvasView

ROWS_OF_TWO_CHOICES = 2
"""Number of rows that two choices of a menu take: the most that may be written when its cursor moves."""


async def written_rows(app, pilot, key):
    """Press a key and return the numbers of the rows that are written then; fail if the whole screen is written."""
    rows = []
    usual = app._display

    def display(screen, renderable):
        """Keep the rows of an update; fail if it is one of the whole screen."""
        assert isinstance(renderable, ChopsUpdate | None), f"the whole screen is written again: {renderable!r}"
        if renderable is not None:
            rows.extend(y for y, _, _ in renderable.spans)
        usual(screen, renderable)

    app._display = display
    await pilot.press(key)
    await pilot.pause()
    del app._display
    return rows


async def test_arrow_key_on_home_screen_writes_only_the_two_choices_that_change(make_program):
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in ("down", "down", "up"):
            rows = await written_rows(app, pilot, key)
            assert len(set(rows)) == len(rows) == ROWS_OF_TWO_CHOICES, (key, rows)


async def test_arrow_key_in_set_up_writes_only_the_rows_of_two_fields(make_program):
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "tab")
        await pilot.pause()
        fields = app.screen.query_one("#options")
        tops = fields._row_ranges[:2]
        rows = await written_rows(app, pilot, "down")
        assert 0 < len(set(rows)) <= sum(bottom - top for top, bottom in tops)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "linux"}, {"COLORTERM": "truecolor"}])
@pytest.mark.parametrize("shown", [None, TableRequest("play")], ids=["home", "match"])
async def test_part_of_a_canvas_is_painted_as_textual_cuts_it_from_whole_rows(make_program, shown, environment):
    app = make_program(shown, environment={"TERM": "xterm-256color", **environment})
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        for view in app.screen.query(CanvasView):
            whole = view.region.size.region
            if not whole:
                continue
            parts = (whole, Region(3, 0, 17, whole.height), Region(0, whole.height // 2, whole.width, 1))
            for part in (part.intersection(whole) for part in parts):
                expected = [strip.simplify() for strip in Widget.render_lines(view, part)]
                assert [strip.simplify() for strip in view.render_lines(part)] == expected, (view, part)


async def test_call_after_the_refresh_of_a_widget_comes_after_its_painting(make_program, monkeypatch):
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        happened = []
        display = app._display
        monkeypatch.setattr(app, "_display", lambda *update: (happened.append("painted"), display(*update)))
        widget = app.screen.query(CanvasView).first()
        widget.call_after_refresh(lambda: happened.append("called"))
        widget.refresh()
        await pilot.pause()
        assert happened == ["painted", "called"]
