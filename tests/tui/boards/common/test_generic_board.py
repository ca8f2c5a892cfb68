"""The board for games without a board of their own: every game of the registry can be played on it."""

from __future__ import annotations

import pytest

from core import games
from net.client.events import MatchBegan, MatchEnded
from tests.support.board_app import BoardApp, click, press
from tests.support.depth import parametrize
from tui.boards.common.generic_board import GenericBoard
from tui.boards.games import INTERFACE_BY_GAME, board_for
from tui.drawing import Line

SEAT_NAMES = ("You", "Ada", "Bea", "Cleo")
"""The names of the seats."""


@pytest.fixture
def app_on_generic_board(monkeypatch):
    """Fixture that returns a function which starts a match of a game on the generic board."""

    def start_unlisted(slug, seat=0):
        """Remove a game from the list of those with a board; return the app of a board of a seat in a match of it."""
        monkeypatch.delitem(INTERFACE_BY_GAME, slug, raising=False)
        game = games[slug]
        app = BoardApp(game.start(game.usual_seats, "7"), [*SEAT_NAMES, *map(str, range(game.usual_seats))], seat=seat)
        assert isinstance(app.board, GenericBoard)
        return app

    return start_unlisted


def test_unlisted_game_has_the_generic_board():
    assert board_for("whist") is GenericBoard


@parametrize("slug", games, 3)
async def test_every_game_is_played_to_its_end_on_the_generic_board(app_on_generic_board, slug):
    app = app_on_generic_board(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.match.legal(0):
            seat = min(app.match.waiting)
            app.act(seat, app.match.default(seat))
        await pilot.pause()
        wanted = app.match.legal(0)[min(1, len(app.match.legal(0)) - 1)]
        await press(pilot, "down", "enter")
        assert app.chosen == [wanted]
        bots = next(iter(games[slug].bots.values()))
        while not app.match.over:
            seat = min(app.match.waiting)
            app.match.act(seat, bots(app.match.view(seat)))
        app.board.begin(MatchBegan(app.match.view(0), app.board._names, ()))
        app.board.show_end(MatchEnded(app.match.standings, SEAT_NAMES))
        await press(pilot, "down")
        assert "The match is over" in app.text
        assert "Do it" not in app.text
        assert app.board.check_action("choose", ()) is False


async def test_click_on_an_action_of_the_generic_board_sends_it(app_on_generic_board):
    app = app_on_generic_board("mad-queens")
    async with app.run_test(size=(80, 24)) as pilot:
        await click(pilot, "reveal")
        assert app.texts_of_chosen_actions == ["reveal"]
        assert "shown/0:" in app.text


async def test_generic_board_names_the_player_on_turn(app_on_generic_board):
    app = app_on_generic_board("mad-queens-classic", seat=None)
    async with app.run_test(size=(80, 24)):
        turn = app.match.view(None).facts["turn"]
        assert f"turn: {SEAT_NAMES[turn]}" in app.text
        assert f"Waiting for {SEAT_NAMES[turn]}" in app.text


async def test_selected_action_stays_selected_after_the_actions_of_others(app_on_generic_board):
    app = app_on_generic_board("mad-queens")
    async with app.run_test(size=(80, 24)) as pilot:
        app.act(0, "reveal")
        await press(pilot, "down")
        assert app.board.scene.legal[app.board.scene.cursor] == app.match.game.parse("bank")
        app.act(1, "reveal")
        await pilot.pause()
        await press(pilot, "enter")
        assert app.texts_of_chosen_actions == ["bank"]


async def test_spectator_of_the_generic_board_has_no_actions(app_on_generic_board):
    app = app_on_generic_board("mad-queens", seat=None)
    async with app.run_test(size=(60, 18)) as pilot:
        await press(pilot, "enter")
        assert app.chosen == []
        assert "You are watching this match" in app.text
        assert "8♠ is banned" not in app.text
        await press(pilot, "l")
        assert "is banned now" in app.text
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert "60 columns" in app.text.replace("\n", " ")


async def test_hint_on_the_generic_board_points_at_its_action(app_on_generic_board):
    app = app_on_generic_board("big-queen")
    async with app.run_test(size=(80, 24)) as pilot:
        while len(app.match.legal(0)) < 2:
            seat = min(app.match.waiting)
            app.act(seat, app.match.default(seat))
        advised = app.match.legal(0)[-1]
        app.board.show_hint([Line("Coach: this.")], advised)
        await press(pilot, "enter")
        assert app.chosen == [advised]
