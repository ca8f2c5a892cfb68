"""The settings screen."""

from __future__ import annotations

from tui.cards import LOOKS
from tui.settings import Settings


async def test_changed_setting_is_applied_and_saved_at_once(program, tmp_path) -> None:
    app = program()
    async with app.run_test() as pilot:
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        assert app.look is LOOKS["two"]
        await pilot.press("down", "down", "down", "right")
        await pilot.pause()
        assert app.look is LOOKS["two-ascii"]
    kept = Settings.load(tmp_path)
    assert (kept.suits, kept.ascii) == ("two", True)


async def test_player_name_is_saved_and_never_empty(program, tmp_path) -> None:
    app = program()
    async with app.run_test() as pilot:
        await pilot.press("s")
        await pilot.pause()
        field = app.screen.query_one("#name")
        field.value = "Ines\x1b[31m"
        await pilot.pause()
        field.value = "   "
        await pilot.pause()
    assert Settings.load(tmp_path).name == "Ines"


async def test_arrows_reach_the_name_field_of_the_settings(program) -> None:
    app = program()
    async with app.run_test() as pilot:
        await pilot.press("s", "up")
        await pilot.pause()
        assert app.focused is app.screen.query_one("#name")
        await pilot.press("down", "right")
        await pilot.pause()
        assert app.settings.suits == "two"
