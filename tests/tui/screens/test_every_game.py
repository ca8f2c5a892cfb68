"""Every game of the registry is played on its board, from the start to the standings, and has its rulebook in the
help.
"""

from __future__ import annotations

import pytest

from core import games
from net.client.deal_memory import DealMemory
from tests.gallery.staged_client import StagedClient
from tests.support.depth import GAMES_TO_START, parametrize
from tui.boards.common.board import LOG_IS_SHOWN_SENTENCE
from tui.boards.common.generic_board import GenericBoard
from tui.boards.games import INTERFACE_BY_GAME
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle, TableOpener
from tui.screens.result import ResultScreen
from tui.screens.rules import RulesScreen
from tui.settings import Settings
from tui.text.rulebook import short_rules


def staged_table_opener(slug: str) -> TableOpener:
    """Return a function that opens a staged table of this game with its usual number of players."""

    async def open_staged(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Open the staged table for any request."""
        names = [f"Player {seat}" for seat in range(games[slug].usual_seats)]
        return TableHandle(StagedClient(slug, names), request)

    return open_staged


@parametrize("slug", games, 3)
async def test_every_game_is_played_on_its_board_from_start_to_standings(make_program, slug) -> None:
    game = games[slug]
    app = make_program()

    app.tables.opener = staged_table_opener(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        app.go_to_table(TableRequest("play", slug, game.usual_seats, game.usual_seats - 1))
        await pilot.pause()
        app.session.client.play_on()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)


async def test_game_without_a_board_is_played_on_the_generic_board(make_program, screen_text, monkeypatch) -> None:
    monkeypatch.delitem(INTERFACE_BY_GAME, "mad-queens")
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen.board, GenericBoard)
        before = len(app.session.client.match.actions)
        await pilot.press("enter")
        await pilot.pause()
        assert len(app.session.client.match.actions) > before
        assert "banned" in screen_text(app)
        app.session.client.play_on()
        await pilot.pause()
        assert not app.screen.board.legal
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)


@pytest.mark.deep
@parametrize("slug", GAMES_TO_START, 1)
async def test_help_in_a_match_shows_the_short_rules_and_r_key_opens_the_rulebook(
    make_program, screen_text, slug
) -> None:
    game = games[slug]
    app = make_program()

    app.tables.opener = staged_table_opener(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        app.go_to_table(TableRequest("play", slug, game.usual_seats, game.usual_seats - 1))
        await pilot.pause()
        await pilot.press("f1")
        await pilot.pause()
        assert "In short" in screen_text(app)
        last_word = short_rules(game.rules).rstrip().replace("*", "").replace("`", "").split()[-1]
        pages = 0
        while last_word not in screen_text(app):
            await pilot.press("pagedown")
            await pilot.pause()
            pages += 1
            assert pages <= 6, f"the short rules do not end with {last_word}"
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        assert "In short" in screen_text(app)


@parametrize(
    ("slug", "key", "sentence"),
    [
        ("mad-queens", "r", "R does nothing now."),
        ("mad-queens", "enter", "Enter does nothing now."),
        ("mad-queens", "y", "Y does nothing now."),
        ("mad-queens", "tab", "Tab does nothing now."),
        ("mad-queens-classic", "y", "Y does nothing now."),
        ("big-queen", "ctrl+k", "Ctrl+K does nothing now."),
        ("queens-dungeon", "x", "X does nothing now."),
        ("queens-dungeon", "shift+tab", "Shift+Tab does nothing now."),
        ("queens-dungeon", "up", "Up does nothing now."),
        ("queen-bees-ii", "f", "F does nothing now."),
    ],
    3,
)
async def test_key_without_use_in_a_match_gets_one_short_reply_on_every_board(
    make_program, screen_text, slug, key, sentence
) -> None:
    game = games[slug]
    app = make_program(
        TableRequest("play", slug, game.usual_seats, game.usual_seats - 1), tuple("ABCDEFGHIJ"[: game.usual_seats])
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()
        assert f"{sentence} F1 lists the keys." in " ".join(screen_text(app).split())
        await pilot.press("r" if "queen" in slug and not slug.startswith("mad") else "space")
        await pilot.pause()
        assert sentence not in screen_text(app), "the next key removes it"


@parametrize("slug", list(games), 2)
async def test_key_is_active_if_it_is_one_of_the_active_bindings(make_program, slug) -> None:
    seats = games[slug].usual_seats
    app = make_program(TableRequest("play", slug, seats, seats - 1), tuple("ABCDEFGHIJ"[:seats]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        active = app.screen.active_bindings
        bound = {key for _, bindings in app.screen._modal_binding_chain for key in bindings.key_to_bindings}
        assert {key for key in {*bound, "z", "ctrl+k"} if app.screen.is_key_active(key)} == active.keys()
        assert active.keys() < bound, "a key without use now is bound, but not active"


@pytest.mark.parametrize(("size", "is_shown_anyway"), [((120, 40), True), ((60, 18), False)])
async def test_key_of_the_log_says_so_where_the_log_is_shown_anyway(
    make_program, screen_text, size, is_shown_anyway
) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        assert (LOG_IS_SHOWN_SENTENCE in screen_text(app)) is is_shown_anyway
