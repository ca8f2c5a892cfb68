"""The keyboard focus: whatever has removed it from a screen, the first key in the screen's key bar works."""

from __future__ import annotations

import asyncio
from itertools import product

import pytest

from core import Record, games
from net.client.events import HostLost
from net.client.playback import Playback
from tests.gallery.pictures import REPLAYED_RECORD_FILE
from tests.support.depth import GAMES_TO_START, IS_DEEP_RUN, parametrize, sample_cases
from tests.support.patience import PATIENCE_SECONDS
from tui.connect.request import TableRequest
from tui.screens.base import BaseScreen
from tui.screens.dialog import Dialog
from tui.screens.history import HistoryScreen
from tui.screens.home import HomeScreen
from tui.screens.join import JoinScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.match import MatchScreen
from tui.screens.replay import ReplayScreen
from tui.screens.rules import RulesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.statistics import StatisticsScreen
from tui.screens.table_settings import TableSettingsScreen
from tui.screens.table_setup import TableSetupScreen
from tui.widgets.key_bar import listed_keys

USUAL_SIZE = (80, 24)
"""Columns and rows of a window of usual size."""

TOO_SMALL_SIZE = (50, 24)
"""Columns and rows of a window that is too small for any screen."""


async def show_home(app, pilot) -> None:
    """Do nothing: the program begins at the home screen."""


def opener_above_home(make_screen):
    """Return a function that opens, above the home screen, the screen that `make_screen` returns."""

    async def act(app, pilot) -> None:
        """Show the screen."""
        await app.push_screen(make_screen())
        await pilot.pause()

    return act


def opener_at_table(kind, slug="mad-queens", make_screen=None):
    """Return a function that opens a table of this `kind`, and above it the screen that `make_screen` returns, if it is
    given.
    """

    async def act(app, pilot) -> None:
        """Open the table and show the screen."""
        app.go_to_table(TableRequest(kind, slug, 4))
        await pilot.pause()
        await pilot.pause()
        if make_screen is not None:
            await app.push_screen(make_screen())
            await pilot.pause()

    return act


async def show_result(app, pilot) -> None:
    """Play a solo match to its end and show the result."""
    await opener_at_table("play")(app, pilot)
    app.session.client.play_on()
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()
    app.screen.end_focus_delay()
    await pilot.pause()


def make_replay_screen():
    """Return a replay screen of a kept match."""
    return ReplayScreen(Playback(Record.parse(REPLAYED_RECORD_FILE.read_text(encoding="utf-8")), 0), "")


SHOW_SCREEN_BY_NAME = {
    "home": show_home,
    "set-up": opener_above_home(lambda: TableSetupScreen("play")),
    "host": opener_above_home(lambda: TableSetupScreen("host")),
    "open in a club": opener_above_home(lambda: TableSetupScreen("club")),
    "join": opener_above_home(JoinScreen),
    "past matches": opener_above_home(HistoryScreen),
    "statistics": opener_above_home(StatisticsScreen),
    "rules": opener_above_home(lambda: RulesScreen("big-queen")),
    "settings": opener_above_home(SettingsScreen),
    "replay": opener_above_home(make_replay_screen),
    "lobby": opener_at_table("host"),
    "change the game": opener_at_table("host", make_screen=lambda: TableSetupScreen("change")),
    "table settings": opener_at_table("host", make_screen=TableSettingsScreen),
    "result": show_result,
    **{slug: opener_at_table("play", slug) for slug in games},
}
"""Maps the name of a screen to the function that shows it."""


def first_key(app) -> str:
    """Return the first key in the key bar of the screen."""
    return listed_keys(app.screen, app.screen.key_description)[0].binding.key


async def does_first_key_act(app, pilot, shown) -> bool:
    """Press the first key in the key bar; return whether anything changes. On a board, first wait until it accepts a
    decision."""
    board = getattr(app.screen, "board", None)
    while board is not None and board.legal and not board.decision_counts:
        await pilot.pause(0.01)
    before = shown(app)
    await pilot.press(first_key(app))
    await pilot.pause()
    return shown(app) != before


SCREENS_OPENED_IN_SMALL_WINDOW = SHOW_SCREEN_BY_NAME if IS_DEEP_RUN else ("home", "join", "lobby", "mad-queens")
"""Names of the screens that are also opened in a window that is too small: one of each kind, in the deep run all."""


@pytest.mark.deep
@pytest.mark.parametrize("name", sample_cases(list(SHOW_SCREEN_BY_NAME), 2))
async def test_keys_act_on_a_screen_whose_window_becomes_or_was_at_first_too_small(
    make_program, screen_text, name
) -> None:
    app = make_program(names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        await SHOW_SCREEN_BY_NAME[name](app, pilot)
        focused, keys = app.focused, first_key(app)
        await pilot.resize_terminal(*TOO_SMALL_SIZE)
        await pilot.pause()
        assert "at least 60 columns" in " ".join(screen_text(app).split())
        await pilot.resize_terminal(*USUAL_SIZE)
        await pilot.pause()
        assert (app.focused, first_key(app)) == (focused, keys)
        assert await does_first_key_act(app, pilot, screen_text)
    if name not in SCREENS_OPENED_IN_SMALL_WINDOW:
        return
    app = make_program(names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=TOO_SMALL_SIZE) as pilot:
        await pilot.pause()
        await SHOW_SCREEN_BY_NAME[name](app, pilot)
        await pilot.resize_terminal(*USUAL_SIZE)
        await pilot.pause()
        assert (app.focused and app.focused.css_identifier) == (focused and focused.css_identifier)
        assert await does_first_key_act(app, pilot, screen_text)


@pytest.mark.deep
@pytest.mark.parametrize(("key", "slug"), sample_cases(list(product(["f1", "escape"], GAMES_TO_START)), 1))
async def test_keys_act_after_a_dialog_in_a_window_too_small(make_program, screen_text, key, slug) -> None:
    app = make_program(TableRequest("play", slug), names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        await pilot.press(key)
        for size in (TOO_SMALL_SIZE, (20, 5), USUAL_SIZE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.board.has_focus
        assert await does_first_key_act(app, pilot, screen_text)


async def test_arrow_keys_work_in_a_dialog_after_the_window_was_too_small(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        for size in ((20, 5), USUAL_SIZE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        before = screen_text(app)
        await pilot.press("down")
        await pilot.pause()
        assert screen_text(app) != before


async def test_screen_below_is_as_large_as_the_window_when_it_comes_back(make_program, screen_text) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test(size=TOO_SMALL_SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f1", "r")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        await pilot.resize_terminal(*USUAL_SIZE)
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert "at least 60 columns" not in screen_text(app)
        assert await does_first_key_act(app, pilot, screen_text)


@parametrize("keys", [("escape",), ("m",), ("f1",), ("t", "x")], 2)
async def test_keys_act_after_a_match_was_stopped_under_an_open_dialog_or_chat_line(
    make_program, screen_text, keys
) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        app.session.client.end_match()
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert await does_first_key_act(app, pilot, screen_text)


@parametrize("keys", [("t", "x"), ("m",), ("g",), ("f1",)], 2)
async def test_keys_act_in_a_match_that_begins_under_an_open_dialog_or_chat_line(
    make_program, screen_text, keys
) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        app.session.client.start_match()
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert await does_first_key_act(app, pilot, screen_text)


@parametrize("keys", [(), ("m",), ("t", "x")], 2)
async def test_keys_act_at_home_after_the_host_has_gone(make_program, screen_text, keys) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        await app.session.handle_event(HostLost("The host has closed the table."))
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        app.screen.end_focus_delay()
        await pilot.pause()
        assert app.focused is not None
        assert await does_first_key_act(app, pilot, screen_text)


async def test_keys_typed_while_the_table_ends_choose_nothing_at_home(make_program, screen_text, monkeypatch) -> None:
    monkeypatch.setattr("tui.screens.base.FOCUS_DELAY_SECONDS", 3600)
    app = make_program(TableRequest("join", address="192.168.1.20"))
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        app.session.client.start_match()
        await pilot.pause()
        await app.session.handle_event(HostLost("The host has closed the table."))
        await pilot.press("space", "enter", "q", "h", "escape", "up", "space")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert app.session is None
        assert "The host has closed the table." in screen_text(app)
        app.screen.end_focus_delay()
        await pilot.pause()
        assert "The host has closed the table." in screen_text(app)
        await pilot.press("space")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)


async def test_focus_comes_back_by_itself_a_moment_after_the_table_has_ended(
    make_program, screen_text, monkeypatch
) -> None:
    monkeypatch.setattr("tui.screens.base.FOCUS_DELAY_SECONDS", 0.01)
    app = make_program(TableRequest("host"))
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        await app.session.handle_event(HostLost("The host has closed the table."))
        assert app.screen.focus_is_delayed
        async with asyncio.timeout(PATIENCE_SECONDS):
            while app.focused is None:
                await pilot.pause(0.01)
        assert await does_first_key_act(app, pilot, screen_text)


@pytest.mark.deep
@parametrize("slug", GAMES_TO_START, 1)
async def test_board_keeps_the_focus_when_the_window_changes_during_an_animation(
    make_program, screen_text, slug
) -> None:
    app = make_program(TableRequest("play", slug), names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        board = app.screen.board
        board.animation.enabled, board.animation.pace = True, 1e6
        client = app.session.client
        while not board.animating and not client.match.over:
            client.send_action(client.match.default(0))
            await pilot.pause()
        for size in (TOO_SMALL_SIZE, (120, 40), USUAL_SIZE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert board.has_focus


async def test_focus_moves_to_the_default_widget_when_the_focused_list_disappears(make_program) -> None:
    app = make_program()
    async with app.run_test(size=USUAL_SIZE) as pilot:
        await pilot.pause()
        app.settings.addresses = ["192.168.1.20"]
        await app.push_screen(JoinScreen())
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, BaseScreen)
        await pilot.press("down")
        await pilot.pause()
        assert app.focused.id == "tables"
        app.settings.addresses = []
        screen.show_tables()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while app.focused is None:  # it comes back after the next painting
                await pilot.pause()
