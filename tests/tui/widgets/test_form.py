"""A form shows each value near its label, however wide it is."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from core import games
from tui.cards import FOUR_COLOURS
from tui.widgets.form import Field, Form

LONGEST_WAY_CELLS = 40
"""A value begins at most this many cells behind the end of its label."""


class FormApp(App[None]):
    """A program with one form for the options of Mad Queens."""

    look = FOUR_COLOURS
    used_with_fingers = False

    def compose(self) -> ComposeResult:
        yield Form(Field.of_option(name, option) for name, option in games["mad-queens"].options.items())


@pytest.mark.parametrize("width", [60, 120, 200])
async def test_value_of_a_field_is_near_its_label_and_only_a_click_on_it_changes_it(width) -> None:
    app = FormApp()
    async with app.run_test(size=(width, 40)) as pilot:
        form = app.query_one(Form)
        before = form.fields
        labels = [row.text for row in form.render_lines(form.size.region) if "‹" in row.text]
        assert len(labels) == len(before)
        for text, field in zip(labels, before, strict=True):
            assert text.index("‹") - text.index(field.label) - len(field.label) <= LONGEST_WAY_CELLS
        arrow = labels[0].rindex("›")
        await pilot.click(form, offset=(min(arrow + 4, form.size.width - 1), form.cursor_rows[0]))
        assert form.fields == before or arrow + 4 >= form.size.width
        before = form.fields
        await pilot.click(form, offset=(arrow, form.cursor_rows[0]))
        assert form.fields[0].value != before[0].value


def test_arrows_step_through_a_long_range_of_numbers_by_its_multiples_of_fifty() -> None:
    field = Field("target", "Points to win", "160", bounds=(1, 100_000))
    assert [field.step(by).value for by in (1, -1, 2, -4)] == ["200", "150", "250", "1"]
    assert field.step(1).step(1).value == "250"
    assert Field("rounds", "Rounds at most", "99", bounds=(1, 1000)).step(1).value == "100"


async def test_page_keys_move_through_the_fields_and_change_none() -> None:
    app = FormApp()
    async with app.run_test(size=(60, 12)) as pilot:
        form = app.query_one(Form)
        before = form.fields
        await pilot.press("pagedown")
        assert form.index > 1
        await pilot.press("pagedown", "pagedown", "pagedown", "pagedown")
        assert form.index == len(before) - 1
        await pilot.press("pageup")
        assert form.index < len(before) - 1
        assert form.fields == before
