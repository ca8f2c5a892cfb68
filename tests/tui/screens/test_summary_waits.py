"""The result of a round or hand: alone and without a clock it waits for its reader, at other tables it goes on by
itself.
"""

from __future__ import annotations

import asyncio
import re
from itertools import product

import pytest
from msgspec.structs import replace

from net.protocol.table_state import Terms
from tests.support.board_app import PACE_THAT_HOLDS_FRAMES
from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS
from tui.connect.request import TableRequest
from tui.screens.lobby import LobbyScreen

FOUR_NAMES = ("You", "Ada", "Björn", "Chidi")
"""The names of the seats, the person's first."""

GAMES_WITH_SUMMARIES = ("big-queen", "queens-dungeon", "queen-bees-ii")
"""The games that show the result of each round or hand over the table."""


async def begin(app, pilot, pace=1e-9):
    """Begin the match, and return its screen; by default each frame of its board ends at once by itself."""
    await pilot.pause()
    if isinstance(app.screen, LobbyScreen):
        app.session.client.start_match()
        await pilot.pause()
    app.screen.board.animation.pace = app.screen.board.animation.slowest_queen_pace = pace
    return app.screen


def number_of_round(view) -> object:
    """Return the number of the round or hand of a view."""
    return view.facts["round" if "round" in view.facts else "hand"]


def play_to_next_round(app) -> None:
    """Let a bot decide for the person until the host is in the second round or hand, in which the person decides."""
    client = app.session.client
    bot = next(iter(client.game.bots.values()))
    while number_of_round(client.match.view(0)) == 1:
        client.send_action(bot(client.match.view(0)))


async def wait_until(pilot, is_reached) -> None:
    """Wait until `is_reached()` is true."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not is_reached():  # noqa: ASYNC110 (what is waited for sets no event)
            await asyncio.sleep(0.01)
    await pilot.pause()


@parametrize(
    ("key", "animation", "game"),
    list(product(["enter", "escape", "space", "r"], ["full", "off"], GAMES_WITH_SUMMARIES)),
    6,
)
async def test_alone_the_result_of_a_round_waits_for_a_key(make_program, screen_text, game, animation, key) -> None:
    app = make_program(TableRequest("play", game), names=FOUR_NAMES, animation=animation)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await begin(app, pilot)
        play_to_next_round(app)
        board = screen.board
        await wait_until(pilot, lambda: board.waits_for_reader)
        shown = screen_text(app)
        assert re.search(r"is over|Result of (hand|deal) 1", shown)
        assert "by itself" not in shown
        assert shown.count("Go on") == shown.count("Enter Go on") == 1, "one button, and not another for the same"
        assert "Esc" not in shown
        for _ in range(20):
            await pilot.pause()
        assert screen_text(app) == shown
        await pilot.press("x", "l", "2", "o", "i")
        assert screen_text(app) == shown
        await pilot.press(key)
        await wait_until(pilot, lambda: not board.animating)
        assert app.screen is screen
        assert board.scene.view == app.session.client.view
        assert "Go on" not in screen_text(app)


@pytest.mark.parametrize("other_key", ["enter", "x"])
@pytest.mark.parametrize("game", GAMES_WITH_SUMMARIES)
async def test_key_that_ends_an_animation_ends_it_at_the_result_of_a_round(
    make_program, screen_text, game, other_key
) -> None:
    app = make_program(TableRequest("play", game), names=FOUR_NAMES, animation="full")
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await begin(app, pilot, pace=PACE_THAT_HOLDS_FRAMES)
        client, board = app.session.client, screen.board
        bot = next(iter(client.game.bots.values()))
        while number_of_round(client.match.view(0)) == 1 and not board.animation.summary_is_ahead:
            await pilot.pause()
            board.animation.finish()
            client.send_action(bot(client.match.view(0)))
            await pilot.pause()
        if not board.waits_for_reader:
            await pilot.press(other_key)
        assert board.waits_for_reader
        assert re.search(r"is over|Result of (hand|deal) 1", screen_text(app))
        await pilot.press("enter")
        assert not board.waits_for_reader


@pytest.mark.parametrize("game", GAMES_WITH_SUMMARIES)
async def test_log_that_was_read_during_a_result_shows_the_newest_line_afterwards(make_program, game) -> None:
    app = make_program(TableRequest("play", game), names=FOUR_NAMES, animation="off")
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await begin(app, pilot)
        play_to_next_round(app)
        await wait_until(pilot, lambda: screen.board.waits_for_reader)
        await pilot.press("comma")
        assert screen.board.table_scene.newer_lines
        await pilot.press("enter")
        await wait_until(pilot, lambda: not screen.board.waits_for_reader)
        assert not screen.board.table_scene.newer_lines


@pytest.mark.parametrize("game", GAMES_WITH_SUMMARIES)
async def test_click_goes_on_after_the_result_of_a_round(make_program, game) -> None:
    app = make_program(TableRequest("play", game), names=FOUR_NAMES, animation="off")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await begin(app, pilot)
        play_to_next_round(app)
        await wait_until(pilot, lambda: screen.board.waits_for_reader)
        await pilot.click("#board", offset=(30, 12))
        await wait_until(pilot, lambda: not screen.board.animating)
        assert screen.board.scene.view == app.session.client.view


@pytest.mark.parametrize("others", ["clock", "table", "bots"])
@pytest.mark.parametrize("game", GAMES_WITH_SUMMARIES)
async def test_result_of_a_round_goes_on_by_itself_if_others_would_wait(make_program, game, others) -> None:
    request = TableRequest("host" if others == "table" else "play", game)
    app = make_program(request, names=FOUR_NAMES, animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await begin(app, pilot)
        client = app.session.client
        if others == "clock":
            client.set_terms(Terms(clock=30))
        elif others == "bots":
            client.set_table_state(seats=tuple(replace(seat, bot="bot") for seat in client.table.seats))
        play_to_next_round(app)
        await wait_until(pilot, lambda: screen.board.scene.view == client.view and not screen.board.animating)


@pytest.mark.parametrize("animation", ["full", "off"])
@pytest.mark.parametrize("game", GAMES_WITH_SUMMARIES)
async def test_result_of_the_last_round_does_not_wait(make_program, game, animation) -> None:
    app = make_program(TableRequest("play", game), names=FOUR_NAMES, animation=animation)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await begin(app, pilot)
        client = app.session.client
        client.play_on()
        while True:
            await wait_until(pilot, lambda: screen.board.waits_for_reader or not screen.board.animating)
            if not screen.board.waits_for_reader:
                break
            await pilot.press("enter")
        assert screen.board.scene.view == client.view
        assert client.view.facts["over"]


@pytest.mark.parametrize("game", GAMES_WITH_SUMMARIES)
async def test_key_of_the_hint_leaves_the_result_of_a_round_alone_while_another_player_is_on_turn(
    make_program, screen_text, game
) -> None:
    app = make_program(TableRequest("play", game), names=FOUR_NAMES, animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await begin(app, pilot)
        play_to_next_round(app)
        await wait_until(pilot, lambda: screen.board.waits_for_reader)
        screen._may_decide = False
        assert screen.check_action("hint", ()) is None
        shown = screen_text(app)
        await pilot.press("i", "I", "f7")
        await pilot.pause()
        assert screen.board.waits_for_reader
        assert screen_text(app) == shown
