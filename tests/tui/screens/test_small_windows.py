"""In small windows no texts overlap, no text is cut that would fit, and hidden parts are announced."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from core import games
from net.protocol.table_state import ShownClock, Terms
from tests.support.depth import GAMES_TO_START, parametrize, sample_cases
from tui.connect.request import TableRequest
from tui.screens.dialog import Dialog, choice_dialog, confirmation_dialog
from tui.screens.table_settings import CLOCK_VALUES, TableSettingsScreen, fields_of_terms
from tui.screens.table_setup import MORE_OPTIONS_HINT
from tui.settings import LastTableSetup
from tui.text.table import HOSTED_LEAVE_QUESTION, changed_key_question, hosted_leave_choices
from tui.widgets.form import Form
from tui.widgets.key_bar import KeyBar
from tui.widgets.menu import MENU_GAP_CELLS, LetterChoice, Menu

SIMILAR_NAMES = ("You", "Bob", "Bob 2", "Bob the third")
"""Names that begin alike."""

short_texts = st.text("abc ", max_size=40).map(str.strip)
"""Hypothesis strategy for short texts of several words."""


def rows_with(text: str, *texts: str) -> list[str]:
    """Return the rows of a text that contain all of `texts`."""
    return [row for row in text.splitlines() if all(word in row for word in texts)]


def make_leave_dialog() -> Dialog[str]:
    """Return the dialog that a host is asked before leaving a table."""
    return choice_dialog(
        HOSTED_LEAVE_QUESTION,
        lambda: [
            LetterChoice(name, "", words, remark) for name, words, remark in hosted_leave_choices(is_playing=False)
        ],
    )


@given(
    st.lists(st.tuples(short_texts.filter(bool), short_texts), min_size=1, max_size=6),
    st.integers(20, 100),
    st.booleans(),
    st.booleans(),
)
def test_menu_with_enough_rows_shows_every_choice_whole_within_its_width(
    texts, width, have_letters, have_equal_labels
) -> None:
    choices = [LetterChoice(str(number), "x" if have_letters else "", *text) for number, text in enumerate(texts)]
    menu = Menu(choices, whole_remarks=True, aligns_remarks=have_equal_labels)
    laid_out = list(menu._choice_rows(width))
    assert sum(map(len, laid_out)) == menu.get_content_height(None, None, width)
    for choice, rows in zip(choices, laid_out, strict=True):
        assert "".join(row.label for row in rows).replace(" ", "") == choice.label.replace(" ", "")
        assert "".join(row.remark for row in rows).replace(" ", "") == choice.remark.replace(" ", "")
        for row in rows:
            assert choice.indent + cell_len(row.label) < width
            if row.remark:
                assert row.x + cell_len(row.remark) < width
                assert not row.label or row.x >= choice.indent + cell_len(row.label) + MENU_GAP_CELLS
    if width >= menu.wanted_width:
        assert sum(map(len, laid_out)) == len(choices)
    elif have_equal_labels:
        assert not any(row.label and row.remark for rows in laid_out for row in rows)


def test_number_of_a_choice_of_several_rows_keeps_its_column() -> None:
    choices = [
        LetterChoice("1", "", "  1  Bob's table, Mad Queens Classic", "full"),
        LetterChoice("17", "", " 17  Ann's table"),
    ]
    rows = [row.label for rows in Menu(choices, whole_remarks=True)._choice_rows(30) for row in rows if row.label]
    assert rows == ["  1  Bob's table, Mad", "     Queens Classic", " 17  Ann's table"]


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_leave_choices_are_shown_whole_in_small_windows(make_program, screen_text, size) -> None:
    app = make_program()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.push_screen(make_leave_dialog())
        await pilot.pause()
        for _, words, remark in hosted_leave_choices(is_playing=False):
            assert rows_with(screen_text(app), words, remark)
        assert rows_with(screen_text(app), "Enter Choose", "Esc Back")


async def test_click_on_any_row_of_a_choice_of_several_rows_chooses_it(make_program) -> None:
    app = make_program()
    picked: list[str | None] = []
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        app.push_screen(
            choice_dialog(
                "Which?", lambda: (LetterChoice("one", "", "a " * 40), LetterChoice("two", "", "b", "c " * 40))
            ),
            picked.append,
        )
        await pilot.pause()
        menu = app.screen.query_one(Menu)
        assert menu.size.height == 5
        await pilot.click(menu, offset=(4, 4))
        await pilot.pause()
    assert picked == ["two"]


async def test_keys_in_a_dialog_can_be_clicked(make_program) -> None:
    app = make_program()
    heard: list[object] = []
    async with app.run_test(size=(60, 18)) as pilot:
        for screen, places in (
            (make_leave_dialog, (2, 17)),
            (lambda: confirmation_dialog("Sure?", "Yes", "No"), (2, 17)),
        ):
            for x in places:
                await pilot.pause()
                app.push_screen(screen(), heard.append)
                await pilot.pause()
                await pilot.click(app.screen.query_one(KeyBar), offset=(x, 0))
                await pilot.pause()
    assert heard == ["stay", "", False, False]


async def test_cursor_of_a_long_menu_stays_visible(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        app.push_screen(
            choice_dialog("Which?", lambda: [LetterChoice(str(number), "", f"number {number}") for number in range(40)])
        )
        await pilot.pause()
        await pilot.press("end")
        await pilot.pause()
        assert "▸ number 39" in screen_text(app)


async def test_long_question_fits_the_smallest_screen(make_program, screen_text) -> None:
    from net.errors import ChangedKey

    app = make_program()
    error = ChangedKey("", "192.168.100.200:17433", "ab" * 32, "cd" * 32)
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        app.push_screen(confirmation_dialog(changed_key_question(error), "Trust the new key", "Stay away"))
        await pilot.pause()
        text = " ".join(screen_text(app).split())
        assert "Nothing was sent to it." in text
        assert "Stay away" in text
        assert "Enter Choose Esc Stay away" in text


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_similar_names_are_distinguishable_in_a_small_lobby(make_program, screen_text, size) -> None:
    app = make_program(TableRequest("host", "big-queen"), names=SIMILAR_NAMES)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(SIMILAR_NAMES)
        client.is_owner = False
        seats = tuple(replace(seat, is_ready=True) for seat in client.table.seats)
        client.set_table_state(seats=seats, owner=1, owner_name="Bob")
        await pilot.pause()
        listed = screen_text(app)
        for number, name in enumerate(SIMILAR_NAMES, 1):
            assert rows_with(listed, f" {number}  {name} ")


@pytest.mark.deep
@pytest.mark.parametrize(("purpose", "slug"), sample_cases(list(product("tH", GAMES_TO_START)), 1))
async def test_values_of_a_form_do_not_overlap_its_labels_in_small_windows(
    make_program, screen_text, purpose, slug
) -> None:
    app = make_program(table=LastTableSetup(slug, games[slug].usual_seats, 3))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(purpose)
        for size in ((80, 24), (60, 18)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            form = app.screen.query_one(Form)
            width = form.size.width
            for field in form.fields:
                head = form._label_rows(field, width)
                assert " ".join(head).split() == field.label.split(), size
                assert 3 + cell_len(head[-1]) < form._left_arrow_column(field, width), size


async def test_table_setup_hints_at_hidden_options_and_shows_another_game_from_its_top(
    make_program, screen_text
) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert MORE_OPTIONS_HINT in screen_text(app)
        await pilot.press("tab", "end")
        await pilot.pause()
        assert MORE_OPTIONS_HINT not in screen_text(app)
        assert "Players" not in screen_text(app)
        await pilot.press("shift+tab", "down")
        await pilot.pause()
        assert "Players" in screen_text(app)
        assert MORE_OPTIONS_HINT in screen_text(app)
        assert app.screen.query_one(Form).index == 0


@pytest.mark.deep
@parametrize("slug", GAMES_TO_START, 1)
async def test_clock_and_chat_line_leave_room_for_the_smallest_board(make_program, screen_text, slug) -> None:
    app = make_program(TableRequest("host", slug), names=("You", "Ada", "Bo", "Chidi"))
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        app.session.client.set_table_state(clock=ShownClock(20.0, 12.0, 0))
        await pilot.pause()
        await pilot.press("t", *"hello")
        await pilot.pause()
        rows = screen_text(app).splitlines()
        assert "12 s for you" in rows[0]
        assert "window of" not in screen_text(app)
        assert [number for number, row in enumerate(rows) if row.strip() == "hello"] == [16]
        await pilot.press("enter")
        app.session.client.set_table_state(paused=True)
        await pilot.pause()
        assert "The match is paused: M continues it." in screen_text(app)


async def test_narrow_window_shows_remarks_whole_and_the_parts_of_a_screen_below_each_other(
    make_program, screen_text
) -> None:
    app = make_program()
    async with app.run_test(size=(48, 28)) as pilot:
        await pilot.pause()
        assert "…" not in screen_text(app)
        assert "house rules" in " ".join(screen_text(app).split())
        await pilot.press("t")
        await pilot.pause()
        games_end = app.screen.query_one("#left").region.bottom
        options = app.screen.query_one("#right").region
        assert options.y >= games_end
        assert options.width > 40


# Table settings


@pytest.mark.parametrize(
    ("clock", "next_lower", "next_higher"), [(25, "20", "30"), (7, "none", "10"), (0, "none", "10")]
)
def test_arrow_keys_change_a_typed_clock_to_the_next_listed_value(clock, next_lower, next_higher) -> None:
    field = fields_of_terms(Terms(clock))[0]
    assert (field.step(-1).value, field.step(1).value) == (next_lower, next_higher)


@given(st.integers(0, 3600).filter(lambda number: number == 0 or number >= 5), st.integers(-20, 20).filter(bool))
def test_every_step_of_the_clock_field_leads_to_a_listed_value(number, steps) -> None:
    field = fields_of_terms(Terms(number))[0]
    stepped = field.step(steps)
    assert stepped.value in CLOCK_VALUES
    assert stepped.step(-1000).value == CLOCK_VALUES[0]
    assert stepped.step(1000).value == CLOCK_VALUES[-1]


async def test_any_valid_clock_can_be_typed_and_others_are_refused_in_a_sentence(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(TableSettingsScreen())
        await pilot.pause()
        await pilot.press(*"9999999", "enter")
        await pilot.pause()
        assert "Seconds for a decision is a number from 5 to 3600, or 0 for none." in screen_text(app)
        assert isinstance(app.screen, TableSettingsScreen)
        await pilot.press(*["backspace"] * 6, *"25", "enter")
        await pilot.pause()
        assert app.session.client.table.terms.clock == 25
        app.push_screen(TableSettingsScreen())
        await pilot.pause()
        await pilot.press(*["backspace"] * 2, "0", "enter")
        await pilot.pause()
        assert app.session.client.table.terms.clock == 0


async def test_key_bar_of_table_settings_says_that_escape_changes_nothing(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        app.push_screen(TableSettingsScreen())
        await pilot.pause()
        assert "Esc Leave it as it was" in screen_text(app)
        await pilot.press("right", "escape")
        await pilot.pause()
        assert app.session.client.table.terms == Terms()
