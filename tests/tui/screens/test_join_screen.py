from __future__ import annotations

import pytest

from tui.screens.join import Join
from tui.screens.lobby import Lobby
from tui.settings import Settings


async def test_an_address_leads_to_its_lobby_and_is_remembered(program, tmp_path) -> None:
    app = program()
    async with app.run_test() as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press(*"10.0.0.7:8000", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Lobby)
        assert (app.visit.plan.address, app.visit.plan.port) == ("10.0.0.7", 8000)
    assert Settings.load(tmp_path).addresses == ["10.0.0.7:8000"]


async def test_an_earlier_address_is_one_click_away(program) -> None:
    app = program(addresses=["10.0.0.8"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.click("#recent", offset=(5, 0))
        await pilot.pause()
        assert isinstance(app.screen, Lobby)
        assert app.visit.plan.address == "10.0.0.8"


@pytest.mark.parametrize("text", ["", "two words", "host:0", "host:x"])
async def test_what_is_no_address_is_said_in_one_sentence(program, text, shown) -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        app.screen.query_one("#address").value = text
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Join)
        assert "." in shown(app).split("Code of the table")[1]
