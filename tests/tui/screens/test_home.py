"""The home screen: its choices by key and mouse, help, and small windows."""

from __future__ import annotations

import re

import pytest

from tests.support.depth import parametrize
from tui.drawing.title import large_title_rows
from tui.screens.help import HelpScreen
from tui.screens.history import HistoryScreen
from tui.screens.home import HomeScreen
from tui.screens.join import JoinScreen
from tui.screens.match import MatchScreen
from tui.screens.rules import RulesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table_setup import TableSetupScreen

SCREEN_BY_LETTER = {
    "t": TableSetupScreen,
    "h": TableSetupScreen,
    "j": JoinScreen,
    "m": HistoryScreen,
    "r": RulesScreen,
    "s": SettingsScreen,
    "p": MatchScreen,
}
"""Maps each letter of the home screen to the class of the screen that it opens."""


async def test_every_home_choice_has_a_letter(make_program) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        for letter, screen in SCREEN_BY_LETTER.items():
            await pilot.pause()
            assert isinstance(app.screen, HomeScreen), f"before {letter}"
            await pilot.press(letter)
            await pilot.pause()
            assert isinstance(app.screen, screen), letter
            await pilot.press("escape")


async def test_arrows_and_enter_choose_on_the_home_screen(make_program) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableSetupScreen)


async def test_mouse_chooses_on_the_home_screen(make_program) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click("#choices", offset=(6, 6))
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)


async def test_escape_key_leads_from_every_screen_back_to_the_home_screen(make_program) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        for letter in "tjmrs":
            await pilot.press(letter)
            await pilot.pause()
            assert not isinstance(app.screen, HomeScreen)
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, HomeScreen)


@parametrize("key", ["f1", "question_mark"], 1)
async def test_help_opens_and_closes_on_the_home_screen(make_program, key) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_click_on_the_key_bar_of_the_home_screen_runs_the_command(make_program) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(offset=(28, 23))
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)


@pytest.mark.parametrize("size", [(59, 24), (80, 17), (20, 5)])
async def test_small_terminal_shows_a_request_for_a_larger_window(make_program, screen_text, size) -> None:
    app = make_program()
    async with app.run_test(size=size):
        text = " ".join(screen_text(app).split())
        assert "60" in text
        assert "Play now" not in text


async def test_home_screen_is_shown_again_in_a_large_enough_window(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(50, 15)) as pilot:
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Play now" in screen_text(app)


async def test_q_key_on_the_home_screen_quits_the_program(make_program) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0


def test_letters_of_the_large_title_have_three_rows() -> None:
    rows = large_title_rows("MAD QUEENS")
    assert len(rows) == 3
    assert max(map(len, rows)) <= 60


async def test_home_screen_in_ascii_and_without_colours_has_only_ascii_characters(
    make_program, screen_text, tmp_path
) -> None:
    app = make_program(ascii=True)
    async with app.run_test() as pilot:
        assert screen_text(app).isascii()
        await pilot.press("t")
        await pilot.pause()
        assert screen_text(app).isascii()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_question_over_the_home_screen_leaves_no_cut_pieces_of_menu_and_name(
    make_program, screen_text, size
) -> None:
    app = make_program()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "Past matches" in screen_text(app)
        app.settings.lesson_offered = False
        app.lessons.offer_lesson_once()
        await pilot.pause()
        text = screen_text(app)
        assert "First time here?" in text
        assert "Q♥" in text
        assert not re.search(r"▸ +P|Past|Settings|Quit", text)
        assert (large_title_rows("MAD QUEENS")[1] in text) == (size[1] == 40)
        for words in ("First time", "minutes", "Yes, show me"):
            row = next(row for row in text.split("\n") if words in row)
            assert not re.match(r" {0,17}[^ ]", row), "a stump of the name or of the menu beside the box"
        await pilot.press("n")
        await pilot.pause()
        assert "Past matches" in screen_text(app)
