"""Keys that arrive in one burst, from fast typing, a slow connection or pasted text."""

from __future__ import annotations

import pytest
from textual.events import Key, Paste

from tui.connect.request import TableRequest
from tui.screens.home import HomeScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.match import MatchScreen
from tui.widgets.form import Form

NAMED = {" ": "space"}


def burst(app, *keys: str) -> None:
    """Pass keys to the program without a pause between them."""
    for key in keys:
        app.post_message(Key(NAMED.get(key, key), key if len(key) == 1 else None))


async def until_quiet(app, pilot) -> None:
    for _ in range(50):
        await pilot.pause()
        if not app.key_queue._is_delivering:
            break
    await pilot.pause()


def said(app) -> list[str]:
    return [line.text for line in app.session.chat if line.name]


async def test_keys_typed_after_t_in_the_lobby_only_become_chat(program) -> None:
    app = program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seats = app.session.client.table.seats
        burst(app, "T", *"Start bgxmw T", "enter")
        await until_quiet(app, pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert app.session.client.table.seats == seats
        assert said(app) == ["Start bgxmw T"]


async def test_several_chat_lines_typed_ahead_are_sent_separately(program) -> None:
    app = program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        burst(app, "t", *"one", "enter", "t", *"two", "enter", "t", *"no", "escape")
        await until_quiet(app, pilot)
        assert said(app) == ["one", "two"]
        assert app.screen.query_one("#seats").has_focus


@pytest.mark.parametrize("leaves", ["enter", "escape"])
async def test_keys_after_a_chat_line_are_commands_again(program, leaves) -> None:
    app = program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        burst(app, "t", *"go", leaves, "s")
        await until_quiet(app, pilot)
        assert isinstance(app.screen, MatchScreen)


async def test_text_pasted_after_t_goes_into_the_chat_line(program) -> None:
    app = program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        burst(app, "t")
        app.post_message(Paste("Start, Bo!"))
        burst(app, "enter")
        await until_quiet(app, pilot)
        assert said(app) == ["Start, Bo!"]
        assert isinstance(app.screen, LobbyScreen)


async def test_only_keys_before_t_and_after_the_chat_line_are_played_in_a_match(program) -> None:
    app = program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        burst(app, "s")
        await until_quiet(app, pilot)
        burst(app, " ", "T", *"be  e", "enter")
        await until_quiet(app, pilot)
        assert [str(action) for seat, action in app.session.client.match.actions if seat == 0] == ["reveal"]
        assert said(app) == ["be  e"]
        assert app.screen.board.has_focus
        burst(app, "t", *"x", "escape", "escape", "down", "down", "enter")
        await until_quiet(app, pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_digits_right_after_an_arrow_change_the_field_it_moves_to(program) -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        burst(app, "H")
        await until_quiet(app, pilot)
        form = app.screen.query_one(Form)
        form.focus()
        await pilot.pause()
        burst(app, "1", "2", "down", "1", "1")
        await until_quiet(app, pilot)
        assert [field.value for field in form.fields[:2]] == ["12", "11"]
