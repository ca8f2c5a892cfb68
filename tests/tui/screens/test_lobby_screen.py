from __future__ import annotations

from tui.plan import Plan
from tui.screens.confirm import Confirm
from tui.screens.lobby import Lobby
from tui.screens.match import MatchRoom
from tui.screens.setup import SetUp


async def test_the_lobby_says_who_is_here_and_how_to_join(program, shown) -> None:
    app = program(Plan("host", code="rose"), names=("You", "Ada", "Björn"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.visit.client.people(("You", "Ada", ""), watchers=("Dora",))
        await pilot.pause()
        text = shown(app)
        assert "queens join 192.168.1.20 " in text
        for word in ("rose", "Ada", "free seat", "Dora", "Mad Queens"):
            assert word in text


async def test_the_owner_adds_and_removes_bots(program) -> None:
    app = program(Plan("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        client = app.visit.client
        client.people(("You", ""))
        await pilot.press("b")
        await pilot.pause()
        assert client.table.seats[1].bot
        await pilot.press("x")
        await pilot.pause()
        assert not client.table.seats[1].name


async def test_others_are_not_offered_what_only_the_owner_may_do(program, shown) -> None:
    app = program(Plan("join", address="here"), names=("You", "Ada"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.visit.client.owner = False
        app.visit.client.people(("You", "Ada"))
        await pilot.pause()
        text = shown(app)
        assert "Start" not in text
        assert "starts it" in text
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, Lobby)


async def test_enter_sits_down_in_a_free_seat(program) -> None:
    app = program(Plan("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        client = app.visit.client
        client.people(("You", "", ""))
        await pilot.pause()
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert client.seat == 2
        await pilot.press("w")
        await pilot.pause()
        assert client.seat is None


async def test_talk_is_heard_and_escape_leaves_the_line_first(program, shown) -> None:
    app = program(Plan("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("t", *"sbx?", "enter")
        await pilot.pause()
        assert "You: sbx?" in shown(app)
        await pilot.press("escape")
        assert isinstance(app.screen, Lobby)
        assert not app.screen.query_one("#line").has_focus


async def test_the_game_can_be_changed(program) -> None:
    app = program(Plan("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, SetUp)
        await pilot.press("right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Lobby)
        assert len(app.visit.client.table.seats) == 5


async def test_the_mouse_starts_the_match(program) -> None:
    app = program(Plan("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click(offset=(4, 23))
        await pilot.pause()
        assert isinstance(app.screen, MatchRoom)


async def test_closing_a_table_with_guests_asks_first(program) -> None:
    app = program(Plan("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.visit.client.people(("You", "Ada"))
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
