"""Keys that arrive at once, from fast typing, a slow connection or pasted text."""

from __future__ import annotations

import asyncio

import pytest
from textual.events import Key, Paste

from net.limits import MAX_CHAT_CELLS
from tests.support.patience import PATIENCE_SECONDS
from tui.connect.request import TableRequest
from tui.screens.home import HomeScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.match import MatchScreen
from tui.widgets.form import Form

KEY_NAME_BY_CHARACTER = {" ": "space"}
"""Maps a character to the name of its key in Textual."""


def send_keys_at_once(app, *keys: str) -> None:
    """Pass keys to the program, all at the same time."""
    for key in keys:
        app.post_message(Key(KEY_NAME_BY_CHARACTER.get(key, key), key if len(key) == 1 else None))


async def wait_until_keys_are_handled(app, pilot) -> None:
    """Wait until the program has handled every key sent."""
    for _ in range(50):
        await pilot.pause()
        if not app.key_queue._is_delivering:
            break
    await pilot.pause()


def chat_lines(app) -> list[str]:
    """Return the chat lines that the person has sent."""
    return [line.text for line in app.session.chat if line.name]


async def test_keys_typed_after_t_in_the_lobby_become_chat_and_no_commands(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seats = app.session.client.table.seats
        send_keys_at_once(app, "T", *"Start bgxmw T", "enter")
        await wait_until_keys_are_handled(app, pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert app.session.client.table.seats == seats
        assert chat_lines(app) == ["Start bgxmw T"]


async def test_several_chat_lines_typed_ahead_are_sent_separately(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        send_keys_at_once(app, "t", *"one", "enter", "t", *"two", "enter", "t", *"no", "escape")
        await wait_until_keys_are_handled(app, pilot)
        assert chat_lines(app) == ["one", "two"]
        assert app.screen.query_one("#seats").has_focus


@pytest.mark.parametrize("key_that_ends_the_line", ["enter", "escape"])
async def test_keys_typed_after_a_chat_line_are_commands(make_program, key_that_ends_the_line) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        send_keys_at_once(app, "t", *"go", key_that_ends_the_line, "s")
        await wait_until_keys_are_handled(app, pilot)
        assert isinstance(app.screen, MatchScreen)


async def test_text_pasted_after_t_goes_into_the_chat_line(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        send_keys_at_once(app, "t")
        app.post_message(Paste("Start, Bo!"))
        send_keys_at_once(app, "enter")
        await wait_until_keys_are_handled(app, pilot)
        assert chat_lines(app) == ["Start, Bo!"]
        assert isinstance(app.screen, LobbyScreen)


async def test_text_too_long_for_a_chat_line_is_pasted_as_far_as_it_fits(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        send_keys_at_once(app, "t", *"Ho: ")
        app.post_message(Paste("x" * 100_000 + "\nand more"))
        send_keys_at_once(app, "enter")
        await wait_until_keys_are_handled(app, pilot)
        assert chat_lines(app) == ["Ho: " + "x" * (MAX_CHAT_CELLS - 4)]


async def test_in_a_match_only_keys_before_and_after_a_chat_line_act_on_the_board(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        send_keys_at_once(app, "s")
        await wait_until_keys_are_handled(app, pilot)
        send_keys_at_once(app, " ", "T", *"be  e", "enter")
        await wait_until_keys_are_handled(app, pilot)
        assert [str(action) for seat, action in app.session.client.match.actions if seat == 0] == ["reveal"]
        assert chat_lines(app) == ["be  e"]
        assert app.screen.board.has_focus
        send_keys_at_once(app, "t", *"x", "escape", "escape", "down", "down", "enter")
        await wait_until_keys_are_handled(app, pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_answer_to_a_key_is_painted_before_the_key_counts_as_handled(make_program, monkeypatch) -> None:
    order = []
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for wait in ("FIRST_CHECK_SECONDS", "MAX_KEY_HANDLING_SECONDS"):  # so that only another key has it asked
            monkeypatch.setattr(f"tui.app.key_queue.{wait}", PATIENCE_SECONDS)
        begin_rounds = app.key_queue._begin_queue_rounds
        monkeypatch.setattr(app.key_queue, "_begin_queue_rounds", lambda: (order.append("asked"), begin_rounds()))
        monkeypatch.setattr(app, "_display", lambda *painted: order.append("painted"))
        async with asyncio.timeout(PATIENCE_SECONDS):
            send_keys_at_once(app, "down")
            while not order:
                await pilot.pause()
            assert set(order) == {"painted"}
            send_keys_at_once(app, "up")
            while "asked" not in order:
                await pilot.pause()


async def test_digits_right_after_an_arrow_change_the_field_it_moves_to(make_program) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        send_keys_at_once(app, "H")
        await wait_until_keys_are_handled(app, pilot)
        form = app.screen.query_one(Form)
        form.focus()
        await pilot.pause()
        send_keys_at_once(app, "1", "2", "down", "1", "1")
        await wait_until_keys_are_handled(app, pilot)
        assert [field.value for field in form.fields[:2]] == ["12", "11"]
