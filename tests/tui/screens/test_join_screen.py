from __future__ import annotations

import pytest

from tui.app import QueensApp
from tui.doors import Place
from tui.plan import Plan
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


async def test_arrows_lead_to_the_earlier_addresses_and_back(program) -> None:
    app = program(addresses=["10.0.0.8", "10.0.0.9"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press("down", "up")
        assert app.screen.query_one("#address").has_focus
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert app.visit.plan.address == "10.0.0.9"


async def test_a_table_that_is_not_there_can_be_tried_again_and_is_not_remembered(tmp_path, shown) -> None:
    async def closed(plan: Plan, settings: Settings) -> Place:
        raise OSError("Nobody answers.")

    plan = Plan("join", address="10.0.0.7", port=8000, code="rose", watch=True)
    app = QueensApp(Settings("You", animation="none"), tmp_path, plan, environment={}, door=closed)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(2):
            assert isinstance(app.screen, Join)
            text = shown(app)
            assert all(word in text for word in ("10.0.0.7:8000", "rose", "Nobody answers."))
            await pilot.press("enter")
            await pilot.pause()
        assert not Settings.load(tmp_path).addresses


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
