"""The settings screen."""

from __future__ import annotations

import pytest

from tui.cards import LOOKS, look_with_back, solid_look
from tui.connect.request import TableRequest
from tui.screens.match import MatchScreen
from tui.screens.themes import ThemesScreen
from tui.settings import Settings
from tui.widgets.form import Form
from tui.widgets.menu import Menu


@pytest.fixture(autouse=True)
def shorten_theme_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a theme be shown for only a millisecond before the next, so that tests need not wait."""
    monkeypatch.setattr("tui.screens.themes.PREVIEW_SECONDS", 0.001)


async def test_changed_setting_is_applied_and_saved_at_once(make_program, tmp_path) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("down", "right")
        await pilot.pause()
        assert app.look is LOOKS["two"]
        await pilot.press("down", "right", "right")
        await pilot.pause()
        assert app.look is look_with_back(LOOKS["two"], "diamonds")
        await pilot.press("down", "down", "down", "right")
        await pilot.pause()
        assert app.look is look_with_back(LOOKS["two-ascii"], "diamonds")
        await pilot.press("home", "right")
        await pilot.pause()
        assert app.look is look_with_back(solid_look("night", "two", ascii_only=True), "diamonds")
    kept = Settings.load(tmp_path)
    assert (kept.theme, kept.suits, kept.back, kept.ascii) == ("night", "two", "diamonds", True)


async def test_theme_under_the_cursor_is_shown_and_escape_restores_the_former_one(make_program, tmp_path) -> None:
    app = make_program()
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.press("s", "t")
        await pilot.pause()
        await pilot.press("down", "down")
        await pilot.pause()
        assert app.look is solid_look("paper")
        assert app.screen.styles.background.hex.lower() == app.look.palette.felt
        await pilot.press("escape")
        await pilot.pause()
        assert app.look is solid_look("felt")
        await pilot.press("t", "down", "enter")
        await pilot.pause()
        assert app.look is solid_look("night")
        assert app.screen.query_one(Form).fields[0].value == "night"
    assert Settings.load(tmp_path).theme == "night"


async def test_theme_that_is_only_shown_is_not_saved_with_another_setting(make_program, tmp_path) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press("s", "t", "end")
        await pilot.pause()
        assert app.look is solid_look("delft")
        app.settings.remember_address("192.168.1.20")
        app.save_settings()
        app.apply_settings()
        assert app.look is solid_look("delft")
    kept = Settings.load(tmp_path)
    assert (kept.theme, kept.addresses) == ("felt", ["192.168.1.20"])


async def test_only_first_and_last_of_several_themes_passed_quickly_are_shown(make_program, monkeypatch) -> None:
    monkeypatch.setattr("tui.screens.themes.PREVIEW_SECONDS", 3600.0)
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press("s", "t")
        await pilot.pause()
        shown = []
        preview_theme = app.preview_theme
        monkeypatch.setattr(app, "preview_theme", lambda name: (shown.append(name), preview_theme(name)))
        await pilot.press("down", "down", "down", "down")
        await pilot.pause()
        assert shown == ["night"]
        app.screen._show_pointed()  # as its timer does
        assert shown == ["night", "velvet"]
        await pilot.press("up", "up", "enter")
        await pilot.pause()
        assert shown == ["night", "velvet", None]
        assert app.look is solid_look("paper")


async def test_theme_that_is_chosen_at_a_table_colours_the_board(make_program) -> None:
    app = make_program(TableRequest("host", "mad-queens", 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.client.start_match()
        await pilot.pause()
        await pilot.press("m")
        await pilot.pause()
        app.screen.query_one(Menu).point_at("themes")
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("end", "enter")
        await pilot.pause()
        delft = solid_look("delft").palette.felt
        grounds = {style.bgcolor and style.bgcolor.name for _, style, _ in app.screen.board._canvas.segments(5)}
        assert grounds & {delft, solid_look("delft").palette.panel}


async def test_theme_that_is_only_shown_is_replaced_by_the_former_one_if_a_match_begins(make_program) -> None:
    app = make_program(TableRequest("host", "mad-queens", 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.push_screen(ThemesScreen())
        await pilot.press("end")
        await pilot.pause()
        assert app.look is solid_look("delft")
        app.session.client.start_match()
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert app.look is solid_look("felt")
        assert app.screen.board.look is look_with_back(app.look, "crowns")


async def test_animation_setting_that_is_switched_off_and_on_again_is_on(make_program) -> None:
    app = make_program(animation="quick")
    async with app.run_test() as pilot:
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("down", "down", "down", "left")
        await pilot.pause()
        assert (app.settings.animation, app.animation_level) == ("off", "none")
        await pilot.press("right")
        await pilot.pause()
        assert (app.settings.animation, app.animation_level) == ("quick", "full")


async def test_name_entered_in_the_settings_is_saved_unless_it_is_empty(make_program, tmp_path) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press("s")
        await pilot.pause()
        field = app.screen.query_one("#name")
        field.value = "Ines\x1b[31m"
        await pilot.pause()
        field.value = "   "
        await pilot.pause()
    assert Settings.load(tmp_path).name == "Ines"


async def test_arrows_reach_the_name_field_of_the_settings(make_program) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press("s", "up")
        await pilot.pause()
        assert app.focused is app.screen.query_one("#name")
        await pilot.press("down", "right")
        await pilot.pause()
        assert app.settings.theme == "night"


@pytest.mark.parametrize("times_changed", [0, 1, 2])
async def test_setting_of_the_questions_before_slips_reaches_the_board(make_program, times_changed) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        names = [field.name for field in app.screen.query_one(Form).fields]
        await pilot.press(*["down"] * names.index("questions"), *["right"] * times_changed, "escape")
        await pilot.pause()
        app.go_to_table(TableRequest("play"))
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert app.screen.board.asks_about_slips is (times_changed != 1)
