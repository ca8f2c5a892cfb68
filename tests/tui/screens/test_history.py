"""Matches played on this machine: resuming an unfinished one, the list, a single match, its record, the statistics."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
import time
from datetime import datetime
from itertools import count
from typing import NoReturn

import pytest
from msgspec.structs import replace

from core import BadRecord, games
from net.client.deal_memory import DealMemory
from net.client.events import MatchBegan, MatchChanged, MatchEnded
from net.errors import NetError
from net.host.local_table import open_table
from net.host.recovery import JournalSettings
from net.host.table_spec import make_table_spec
from net.journal import JOURNAL_FILE, UnfinishedTable, hosted_slot
from net.journal.checksums import write_checksum
from net.journal.database import JournalDatabase
from net.journal.entries import MatchBeganEntry, SavedSeatBot, TableEntry
from net.journal.history import FinishedMatch, SeatResult, finished_matches
from net.journal.match_list import write_tick
from tests.support.depth import only_deep, parametrize, sample_cases
from tests.support.patience import PATIENCE_SECONDS
from tui.app.app import QueensApp
from tui.app.table_session import MATCH_UNDER_WAY_HEADING
from tui.app.table_switch import SAVED_MATCH_NOTICE
from tui.connect.request import TableRequest
from tui.connect.unfinished import unfinished_tables
from tui.screens.base import ONE_MOMENT_TEXT
from tui.screens.dialog import Dialog
from tui.screens.history import HistoryScreen, read_matches, scores_in_order
from tui.screens.history_match import HistoryMatchScreen
from tui.screens.home import HomeScreen
from tui.screens.match import MatchScreen
from tui.screens.replay import ReplayScreen
from tui.screens.rules import RulesScreen
from tui.screens.statistics import StatisticsScreen, game_charts
from tui.settings import Settings
from tui.text.history_reports import option_sentence
from tui.text.own_results import (
    MAX_MATCHES_IN_CHART,
    GameResults,
    Opponent,
    all_results_sentence,
    game_results_sentence,
    read_game_results,
    score_curves,
)
from tui.text.unfinished import (
    begun_text,
    opponents_of,
    standing_text,
    unfinished_match_in_brief,
    unfinished_match_in_list,
)
from tui.widgets.menu import Menu
from tui.widgets.result_charts import ResultCharts
from tui.widgets.settle_time import TOO_QUICK_SENTENCE

WINDOW_SIZES = [(80, 24), (60, 20), (200, 60)]
"""Widths and heights of the windows in columns and rows."""


async def play_and_leave(folder, game="mad-queens", seats=2, actions=10_000, seed="7", begun=1_700_000_000, name="Ann"):
    """Play a match against bots as `name`, to its end or until the person has made `actions` actions, and leave."""
    times = count(begun, 60)
    keeping = JournalSettings(folder / JOURNAL_FILE, lambda: float(next(times)))
    client = await open_table(
        make_table_spec(game, seats=seats, bots=seats - 1, seed=seed, pace=0), name, journal=keeping
    )
    done = asyncio.Event()
    left = [actions]

    def handle_event(event) -> None:
        """Act when the client can, until enough actions are made or the match has ended."""
        match event:
            case MatchEnded():
                done.set()
            case MatchBegan() | MatchChanged() if client.view is not None and games[game].legal(client.view):
                left[0] -= 1
                if left[0] < 0:
                    done.set()
                else:
                    client.send_action(next(iter(games[game].bots.values()))(client.view))

    client.set_listener(handle_event)
    client.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await done.wait()
    await client.close()


@pytest.fixture
async def make_program_with_journal(tmp_path, monkeypatch):
    """Return a function that makes the program with a real journal; the program leaves its table when the test ends."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    made = []

    def make(**taste) -> QueensApp:
        """Return a program with these settings and the journal of this test."""
        settings = Settings(**{"name": "Ann", "animation": "off", "pace": "fast", **taste})
        made.append(QueensApp(settings, tmp_path, environment={"TERM": "xterm", "NO_COLOR": "1"}))
        return made[-1]

    yield make
    for app in made:
        await app.leave_table()


async def wait_for_journal(app, pilot) -> None:
    """Wait until the screen shows what other threads read from the journal."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


def menu_labels(app) -> list[str]:
    """Return the labels of the menu on the screen."""
    return [choice.label for choice in app.screen.query_one(Menu).choices]


# Unfinished matches that are resumed


async def test_home_screen_without_an_unfinished_match_offers_none_to_continue(make_program_with_journal) -> None:
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_journal(app, pilot)
        assert menu_labels(app)[0] == "Play now"


@pytest.mark.deep
@pytest.mark.parametrize("size", sample_cases(WINDOW_SIZES, 1))
async def test_unfinished_match_is_offered_first_and_resumes(
    make_program_with_journal, screen_text, tmp_path, size
) -> None:
    await play_and_leave(tmp_path, seats=3, actions=2)
    app = make_program_with_journal()
    async with app.run_test(size=size) as pilot:
        await wait_for_journal(app, pilot)
        assert menu_labels(app)[:2] == ["Continue", "Play now"]
        assert re.search(r"Mad Queens, play \d+, \d+ points?", screen_text(app))
        await pilot.press("enter")
        await wait_for_journal(app, pilot)
        assert isinstance(app.screen, MatchScreen)
        assert len(app.session.client.seat_names) == 3
        assert not unfinished_tables(tmp_path)  # it is being played
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert "You can go on" in " ".join(screen_text(app).split())
        await pilot.press("y")
        await wait_for_journal(app, pilot)
        assert menu_labels(app)[0] == "Continue"


async def test_unfinished_match_that_is_kept_is_mentioned_once(make_program_with_journal, tmp_path) -> None:
    await play_and_leave(tmp_path, "queens-dungeon", 3, actions=2)
    app = make_program_with_journal()
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_journal(app, pilot)
        left = app.screen.unfinished_tables
        for notices in ([SAVED_MATCH_NOTICE], []):
            app.screen.unfinished_tables = left
            await pilot.press("p")
            await wait_for_journal(app, pilot)
            assert [line.text for line in app.session.chat] == notices
            await pilot.press("escape", "y")
            await wait_for_journal(app, pilot)


async def test_starting_another_match_keeps_the_unfinished_one(make_program_with_journal, tmp_path) -> None:
    await play_and_leave(tmp_path, "queens-dungeon", 3, actions=2)
    app = make_program_with_journal()
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_journal(app, pilot)
        await pilot.press("p")
        await wait_for_journal(app, pilot)
        assert isinstance(app.screen, MatchScreen)
        assert [line.text for line in app.session.chat] == [SAVED_MATCH_NOTICE]
        assert any("is kept" in line.text for line in app.screen.board.scene.log), "bots may have moved it out of sight"
        await pilot.press("escape", "y")
        await wait_for_journal(app, pilot)
        assert [one.game for one in app.screen.unfinished_tables] == ["mad-queens", "queens-dungeon"]
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        assert [label.split()[0] for label in menu_labels(app)] == ["unfinished"] * 2
        await pilot.press("down", "enter")
        await wait_for_journal(app, pilot)
        assert app.session.client.table.game == "queens-dungeon"
        await pilot.press("escape", "y")
        await wait_for_journal(app, pilot)
        assert [one.game for one in app.screen.unfinished_tables] == ["queens-dungeon", "mad-queens"], (
            "left last is first"
        )


async def test_home_cursor_that_was_moved_stays_when_continue_appears(
    make_program_with_journal, tmp_path, monkeypatch
) -> None:
    await play_and_leave(tmp_path, actions=2)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_journal(app, pilot)
        menu, unfinished = app.screen.query_one(Menu), app.screen.unfinished_tables
        app.screen.show_unfinished(())
        await pilot.press("down")
        app.screen.show_unfinished(unfinished)
        assert menu.choices[menu.index].name == "setup"


@pytest.mark.deep
@pytest.mark.parametrize("size", sample_cases(WINDOW_SIZES, 1))
async def test_unfinished_match_with_others_is_listed_and_hosted_again(
    make_program_with_journal, screen_text, tmp_path, size
) -> None:
    with JournalDatabase(tmp_path / JOURNAL_FILE) as file:
        file.execute("INSERT INTO tables (slot, opened) VALUES (?, ?)", (hosted_slot(7450), 1.0))
        entry = MatchBeganEntry(1, "mad-queens", 3, (), "7", ("Ann", "Bob", "Cat"))
        table = TableEntry(b"s" * 32, 7, "", "Ann's table", "mad-queens", (), (SavedSeatBot(),) * 3)
        write_tick(file, 1, 1, [table, entry], datetime(2026, 3, 1, 17, 40).timestamp())
    app, requests = make_program_with_journal(), []

    async def refuse(request: TableRequest, settings: Settings, deals: DealMemory) -> NoReturn:
        """Record a request and open nothing."""
        requests.append(request)
        raise NetError("The port is in use.")

    app.tables.opener = refuse
    async with app.run_test(size=size) as pilot:
        await wait_for_journal(app, pilot)
        assert menu_labels(app)[0] == "Play now", "no key that was on its way opens a table to others"
        assert "Mad Queens, with Bob and Cat" in screen_text(app)
        await pilot.press("a")
        await wait_for_journal(app, pilot)
        assert "The port is in use." in screen_text(app)
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        began = "begun 2026-03-01 17:40" if size[0] == 200 else "2026-03-01"
        assert f"{began}, with {'Bob and Cat' if size[0] >= 80 else '2 others'}" in screen_text(app)
        assert size[0] < 200 or "hosted here" in screen_text(app)
        assert "Host again" in screen_text(app)
        await pilot.press("enter")
        await wait_for_journal(app, pilot)
    assert requests == [TableRequest("host", "mad-queens", 3, 0, port=7450, unfinished_table=1)] * 2


async def test_match_that_cannot_be_resumed_is_replaced_by_a_new_journalled_one(
    make_program_with_journal, screen_text, tmp_path, monkeypatch
) -> None:
    await play_and_leave(tmp_path, seats=3, actions=2)

    def refuse(*arguments, **options):
        """Raise the error of a match that cannot be replayed."""
        raise BadRecord("The rules have changed.")

    monkeypatch.setattr("net.table.table.Table.restore", refuse)
    app = make_program_with_journal()
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_journal(app, pilot)
        await pilot.press("c")
        await wait_for_journal(app, pilot)
        assert isinstance(app.screen, MatchScreen)
        assert "The rules have changed. This is a new one." in " ".join(line.text for line in app.session.chat)
        assert "You can go on with it from the home screen." in app.session.leave_question


def test_summary_of_an_unfinished_match_fits_the_width() -> None:
    from net.journal import UnfinishedTable

    one = UnfinishedTable(1, "mad-queens", ("Bea", "You", "Cleo"), 3, 0.0)
    day = datetime.fromtimestamp(0).strftime("%Y-%m-%d")
    assert unfinished_match_in_brief(one, "You", 50) == f"Mad Queens, against Bea and Cleo, {day}"
    assert unfinished_match_in_brief(one, "You", 40) == "Mad Queens, against Bea and Cleo"
    assert unfinished_match_in_brief(one, "You", 25) == "Mad Queens, against 2 bots"
    today = replace(one, began=time.time())
    assert re.search(r", since \d\d:\d\d$", unfinished_match_in_brief(today, "You", 50))
    assert (
        unfinished_match_in_brief(UnfinishedTable(1, "mad-queens", ("You",), 3, 0.0), "You", 25) == "Mad Queens, alone"
    )
    assert opponents_of(UnfinishedTable(1, "whist", tuple("abcde"), 3, 0.0), "You") == "against 4 bots"
    stands = replace(one, current_part="Play 4", scores=(9, 1, 7))
    assert unfinished_match_in_brief(stands, "You", 90) == f"Mad Queens, against Bea and Cleo, play 4, 1 point, {day}"
    assert unfinished_match_in_brief(stands, "You", 40) == f"Mad Queens, play 4, 1 point, {day}"
    assert unfinished_match_in_brief(stands, "You", 30) == "Mad Queens, play 4, 1 point"
    assert unfinished_match_in_list(stands, "You", 70).endswith(", against Bea and Cleo, play 4, 1 point")
    assert unfinished_match_in_list(stands, "You", 42) == f"{begun_text(stands)}, play 4, 1 point"
    assert unfinished_match_in_list(stands, "You", 36) == f"begun {day}, play 4, 1 point"
    hosted = replace(stands, names=("Bea", "You", "Cat"), bots=("", "", "careful"), port=7450)
    assert unfinished_match_in_brief(hosted, "You", 40) == "Mad Queens, with Bea and 1 bot"
    assert unfinished_match_in_list(hosted, "You", 45) == f"{day}, with Bea and 1 bot, hosted here"


def test_home_screen_imports_no_journal_no_table_and_no_lesson() -> None:
    heavy = (
        *("sqlite3", "net.journal", "net.host.table_runner", "tui.text.history_reports", "tui.screens.history"),
        *("net.client.api", "net.protocol.messages", "tui.connect.open_table", "tui.lessons", "tui.text.table"),
        *("core.engine.record_proof", "core.fairness", "argparse"),
    )
    program = f"import sys, tui.app.app, tui.screens.home; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True
    )
    assert done.stdout.strip() == "[]"


async def test_unfinished_matches_can_be_distinguished_and_deleted_after_a_question(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    await play_and_leave(tmp_path, "queens-dungeon", 3, actions=2)
    await play_and_leave(tmp_path, "queens-dungeon", 3, actions=5, begun=1_700_100_000)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        first, second = (choice.remark for choice in app.screen.query_one(Menu).choices)
        assert first != second
        assert "begun 2023-11-" in first
        assert "Enter Continue" in screen_text(app)
        for answer, left in (("n", 2), ("y", 1)):
            await pilot.press("x")
            await pilot.pause()
            assert "Throw this match away for good?" in " ".join(screen_text(app).split())
            await pilot.press(answer)
            await wait_for_journal(app, pilot)
            assert len(app.screen.query_one(Menu).choices) == left
        assert app.screen.query_one(Menu).choices[0].remark == second


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_log_of_a_resumed_match_tells_what_was_played_before(make_program_with_journal, tmp_path, size) -> None:
    await play_and_leave(tmp_path, "queens-dungeon", 3, actions=5)
    app = make_program_with_journal()
    async with app.run_test(size=size) as pilot:
        await wait_for_journal(app, pilot)
        await pilot.press("c")
        await wait_for_journal(app, pilot)
        board = app.screen.board
        lines = [line.text for line in board.scene.log]
        assert re.fullmatch(r"Cut \S+ for the deal\.", lines[0])
        taken = [line for line in lines if line.endswith("takes the trick.")]
        assert len(taken) == len(board.scene.tricks) >= 4
        assert MATCH_UNDER_WAY_HEADING not in " ".join(lines)
        assert not board.animating
        assert not board.has_note


async def test_log_of_a_resumed_match_without_its_past_says_where_it_stands(
    make_program_with_journal, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr("net.table.seat_past.MAX_PAST_CHANGES", 0)
    await play_and_leave(tmp_path, "queens-dungeon", 3, actions=5)
    app = make_program_with_journal()
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_journal(app, pilot)
        await pilot.press("c")
        await wait_for_journal(app, pilot)
        (line,) = (line.text for line in app.screen.board.scene.log if line.text.startswith("The match is under way."))
        place = r"Hand 1, trick \d+\. .+ (is|are) ahead with \S+\. Your turn\."
        assert re.fullmatch(rf"The match is under way\. When you came: {place}", line)
        assert "…" not in line


async def test_lists_say_where_an_unfinished_match_stands_and_the_persons_points(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    await play_and_leave(tmp_path, "queens-dungeon", 3, actions=5)
    await play_and_leave(tmp_path, "mad-queens", 2, actions=9, seed="3")
    (first, second), _ = read_matches(tmp_path)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_journal(app, pilot)
        assert f"Mad Queens, {first.current_part.lower()}, {first.scores[0]} points" in screen_text(app)
        await pilot.press("c")
        await wait_for_journal(app, pilot)
        assert app.session.client.view.facts["play"] == int(first.current_part.removeprefix("Play "))
    assert first.scores[0] > 0
    assert second.current_part == "Hand 1"
    assert standing_text(second, "Ann").startswith("hand 1, ")


# The list and one match


@pytest.mark.deep
@pytest.mark.parametrize("size", sample_cases(WINDOW_SIZES, 1))
async def test_past_matches_are_listed_latest_first(make_program_with_journal, screen_text, tmp_path, size) -> None:
    await play_and_leave(tmp_path)
    await play_and_leave(tmp_path, "mad-queens-classic", 3)
    app = make_program_with_journal()
    async with app.run_test(size=size) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        assert isinstance(app.screen, HistoryScreen)
        first, second = (label.split("  ")[1].strip() for label in menu_labels(app))
        assert {first, second} == {"Mad Queens", "Mad Queens Classic"}
        assert "result, winner first" in screen_text(app)
        await pilot.press("enter")
        await wait_for_journal(app, pilot)
        assert isinstance(app.screen, HistoryMatchScreen)
        assert "Watch it again" in screen_text(app)
        assert any(words in screen_text(app) for words in ("You win!", "wins.", "share the win."))
        await pilot.press("v")
        await wait_for_journal(app, pilot)
        assert "followed the rules" in " ".join(screen_text(app).split())
        await pilot.press("b")
        await pilot.pause()
        assert isinstance(app.screen, HistoryScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_g_key_lists_the_matches_of_each_game_in_turn_and_then_all_again(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    await play_and_leave(tmp_path)
    await play_and_leave(tmp_path, "queens-dungeon", 3, actions=2)
    await play_and_leave(tmp_path, "mad-queens-classic", 3)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        assert "G Game" in screen_text(app)
        for heading, listed in (
            ("Past matches: Mad Queens ", ["Mad Queens"]),
            ("Past matches: Mad Queens Classic ", ["Mad Queens Classic"]),
            ("Past matches: Queen's Dungeon ", ["Queen's Dungeon"]),
            ("Past matches ", ["Queen's Dungeon", "Mad Queens Classic", "Mad Queens"]),
        ):
            await pilot.press("g")
            await wait_for_journal(app, pilot)
            assert heading in screen_text(app)
            assert sorted(label.strip().rsplit("  ", 1)[-1] for label in menu_labels(app)) == sorted(listed)
        for key in ("g", "g", "g", "x", "y"):  # the only match of this game is thrown away
            await pilot.press(key)
            await wait_for_journal(app, pilot)
        assert "Past matches " in screen_text(app)
        assert len(menu_labels(app)) == 2


async def test_enter_on_a_list_of_matches_that_has_just_changed_opens_nothing_for_a_moment(
    make_program_with_journal, screen_text, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr("tui.screens.base.TOO_QUICK_NOTICE_SECONDS", 3600)
    await play_and_leave(tmp_path)
    await play_and_leave(tmp_path, "mad-queens-classic", 3)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 3600)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, HistoryScreen)
        assert TOO_QUICK_SENTENCE in screen_text(app)
        app.screen._remove_too_quick_notice()
        await pilot.pause()
        assert TOO_QUICK_SENTENCE not in screen_text(app)
        app.screen.show_notice("Something else.")
        await pilot.press("enter")
        await pilot.pause()
        assert "Something else." in screen_text(app)


async def test_g_key_does_nothing_if_all_matches_are_of_one_game(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    await play_and_leave(tmp_path)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        assert "G Game" not in screen_text(app)
        await pilot.press("g")
        await wait_for_journal(app, pilot)
        assert "Past matches " in screen_text(app)
        assert len(menu_labels(app)) == 1


def test_house_rules_of_a_past_match_are_shown() -> None:
    assert option_sentence("mad-queens", "visibility", "open") == "Others' cards: open"
    assert option_sentence("mad-queens", "visibility", "upside-down").endswith("upside-down")
    assert option_sentence("mad-queens", "of_old", "1") == "of_old: 1"
    assert option_sentence("whist", "trump", "c") == "trump: c"


async def test_long_standings_scroll_and_help_opens_the_rulebook_of_the_game(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    await play_and_leave(tmp_path, "queens-dungeon", 8)
    app = make_program_with_journal()
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        await pilot.press("enter", "v")
        await wait_for_journal(app, pilot)
        assert "Watch it again" in screen_text(app)
        assert "Back" in screen_text(app)
        first = screen_text(app)
        await pilot.press("pagedown")
        await pilot.pause()
        assert screen_text(app) != first
        await pilot.press("f1", "r")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        assert app.screen._game == "queens-dungeon"


async def test_replay_of_a_past_match_returns_to_it(make_program_with_journal, screen_text, tmp_path) -> None:
    await play_and_leave(tmp_path, "big-queen", 4)
    app = make_program_with_journal()
    async with app.run_test(size=(100, 34)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        await pilot.press("enter")
        await pilot.press("w")
        await wait_for_journal(app, pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen._playback.seat == 0
        await pilot.press("right", "end")
        await pilot.pause()
        assert "followed the rules" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HistoryMatchScreen)


async def test_past_match_is_opened_and_verified_by_mouse(make_program_with_journal, tmp_path) -> None:
    await play_and_leave(tmp_path, seats=1)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_journal(app, pilot)
        await pilot.click("#choices", offset=(6, 4))
        await wait_for_journal(app, pilot)
        assert isinstance(app.screen, HistoryScreen)
        await pilot.click("#matches", offset=(20, 0))
        await pilot.pause()
        assert isinstance(app.screen, HistoryMatchScreen)
        await pilot.click("#next", offset=(6, 1))
        await wait_for_journal(app, pilot)
        assert "followed the rules" in str(app.screen.query_one("#notice").render())
        await pilot.click("#next", offset=(6, 3))
        await pilot.pause()
        assert isinstance(app.screen, HistoryScreen)


async def test_long_list_of_matches_scrolls_with_the_cursor(make_program_with_journal, screen_text, tmp_path) -> None:
    await play_and_leave(tmp_path, seats=1)
    with JournalDatabase(tmp_path / JOURNAL_FILE) as file:
        for number in range(2, 60):
            copy = "SELECT ?, place + ?, ?, game, seats, options, began, ?, record, NULL FROM matches WHERE id = 1"
            file.execute(f"INSERT INTO matches {copy}", (number, 1, number, 60_000.0 * number))
            copy = "SELECT ?, seat, name, bot, score, rank FROM results WHERE match = 1"
            file.execute(f"INSERT INTO results {copy}", (number,))
    app = make_program_with_journal()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        assert len(menu_labels(app)) == 59
        await pilot.press("end")
        await pilot.pause()
        assert menu_labels(app)[-1].split()[0] in screen_text(app)
        assert menu_labels(app)[0].split()[0] not in screen_text(app)
        await pilot.press("pageup", "pageup", "home")
        await pilot.pause()
        assert menu_labels(app)[0].split()[0] in screen_text(app)


async def test_missing_or_wrong_record_is_reported_in_one_sentence(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    await play_and_leave(tmp_path, seats=1)
    with JournalDatabase(tmp_path / JOURNAL_FILE) as file:
        file.execute("UPDATE matches SET record = replace(record, '0 bank', '0 reveal')")
        write_checksum(file, "matches", 1)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        await pilot.press("enter", "v")
        await wait_for_journal(app, pilot)
        assert app.screen.query_one("#notice").has_class("-wrong")
        with JournalDatabase(tmp_path / JOURNAL_FILE) as file:
            file.execute("UPDATE matches SET record = 'nothing'")
            write_checksum(file, "matches", 1)
        app.screen._checked_record = None
        await pilot.press("w")
        await wait_for_journal(app, pilot)
        assert isinstance(app.screen, HistoryMatchScreen)
        assert app.screen.query_one("#notice").has_class("-wrong")


# Statistics


async def test_statistics_list_the_results_of_every_player(make_program_with_journal, screen_text, tmp_path) -> None:
    await play_and_leave(tmp_path)
    await play_and_leave(tmp_path, seats=1, seed=None)
    app = make_program_with_journal()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        await pilot.press("s")
        await wait_for_journal(app, pilot)
        assert isinstance(app.screen, StatisticsScreen)
        assert "Mad Queens, alone" in screen_text(app)
        assert "average" in screen_text(app)
        await pilot.press("down", "space", "pageup", "up", "escape")
        await pilot.pause()
        assert isinstance(app.screen, HistoryScreen)


async def test_statistics_have_a_page_for_each_game_with_curves_and_how_games_ended(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    for _ in range(2):
        await play_and_leave(tmp_path, seats=1, seed=None)
        await play_and_leave(tmp_path)
    app = make_program_with_journal()
    async with app.run_test(size=(120, 40)) as pilot:
        await app.push_screen(StatisticsScreen())
        await wait_for_journal(app, pilot)
        assert "Your wins" in screen_text(app)
        await pilot.press("right")
        await wait_for_journal(app, pilot)
        assert "Statistics: Mad Queens" in screen_text(app)
        assert "Points alone: 2 matches, best " in screen_text(app)
        assert "How your last games ended" in screen_text(app)
        await pilot.press("left", "left")
        await wait_for_journal(app, pilot)
        assert "Statistics: Queen Bees II" in screen_text(app)


async def test_page_of_statistics_says_at_once_which_it_is_and_that_it_is_being_read(
    make_program_with_journal, screen_text, tmp_path, monkeypatch
) -> None:
    await play_and_leave(tmp_path)
    may_read = asyncio.Event()
    may_read.set()

    async def read_when_allowed(function, *args):
        """Call a function that reads the journal, once the test lets it be read."""
        await may_read.wait()
        return function(*args)

    monkeypatch.setattr("tui.screens.statistics.to_thread", read_when_allowed)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(StatisticsScreen())
        await wait_for_journal(app, pilot)
        assert "average" in screen_text(app)
        may_read.clear()
        await pilot.press("right")
        assert "Statistics: Mad Queens" in screen_text(app)
        assert ONE_MOMENT_TEXT in screen_text(app)
        assert "average" not in screen_text(app)
        may_read.set()
        await wait_for_journal(app, pilot)
        assert ONE_MOMENT_TEXT not in screen_text(app)
        assert "average" in screen_text(app)


async def test_key_bar_names_the_two_pairs_of_arrow_keys_apart_in_ascii(make_program_with_journal, screen_text) -> None:
    app = make_program_with_journal(ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(StatisticsScreen())
        await wait_for_journal(app, pilot)
        assert "Left/Right Game  Up/Down Scroll" in screen_text(app)


def test_results_in_a_game_without_end_causes_are_read_without_a_replay(tmp_path, monkeypatch) -> None:
    replayed = []
    monkeypatch.setattr("tui.text.own_results.record_text", lambda path, match: replayed.append(match))
    results = [SeatResult(0, "Ann", "", 30, 1), SeatResult(1, "Bea", "", 20, 2)]
    matches = [FinishedMatch(9, "", 2, (), 0.0, 600.0, tuple(results))]
    monkeypatch.setattr("tui.text.own_results.finished_matches", lambda path, game: matches)
    assert read_game_results(tmp_path / JOURNAL_FILE, "queen-bees-ii", "Ann").points == (30,)
    assert not replayed
    assert read_game_results(tmp_path / JOURNAL_FILE, "mad-queens", "Ann").points == (30,)
    assert replayed == [9]


def test_statistics_of_a_single_match_have_no_charts():
    assert game_charts(GameResults((31,), 0, (), (("met the fourth Queen", 1),)), "point") == []
    assert game_charts(GameResults((), 0, (31,), (("met the fourth Queen", 1),)), "point") == []
    two = game_charts(GameResults((31, 20), 0, (), (("met the fourth Queen", 2),)), "point")
    assert [chart.heading for chart in two] == [
        "Points against others: 2 matches, best 31",
        "How your last games ended",
    ]


def test_heading_of_a_curve_says_how_many_of_all_matches_it_shows():
    most = MAX_MATCHES_IN_CHART
    best_first = (90, *range(most))
    [curve] = score_curves(GameResults(best_first, 0, (), ()), "point")
    assert curve.heading == f"Points against others: latest {most} of {most + 1}"
    assert (curve.best, curve.scores) == (max(best_first), best_first[1:])
    [curve] = score_curves(GameResults(best_first[:most], 0, (), ()), "point")
    assert curve.heading == f"Points against others: {most} matches"


STAGED_RESULTS = GameResults(
    points=(18, 24, -3, 31),
    wins=2,
    solo_points=(21, 27, 24, 33),
    counts_of_end_causes=(("met the fourth Queen", 4),),
    ranks=(3, 1, 3, 1),
    opponents=(Opponent("Ada", 2, 4),),
)
"""The results of a person in a game, which the charts show."""


def test_charts_of_a_game_show_places_opponents_spread_of_scores_share_won_and_record():
    charts = {chart.heading: chart for chart in game_charts(STAGED_RESULTS, "point")}
    assert charts["Share of matches won so far: 2 of 4"].values == (0, 50, pytest.approx(100 / 3), 50)
    assert charts["Your record alone: from 21 to 33"].values == (21, 27, 27, 33)
    assert [(bar.label, bar.value) for bar in charts["Where you came in"].bars] == [("1st", 2), ("2nd", 0), ("3rd", 2)]
    assert [bar.text for bar in charts["How often you came in ahead of"].bars] == ["2 of 4"]
    spread = charts["Matches by points"].bars
    assert [(bar.label, bar.value) for bar in spread] == [
        ("-10 to -1", 1),
        ("0 to 9", 0),
        ("10 to 19", 1),
        ("20 to 29", 1),
        ("30 to 39", 1),
    ]


async def test_statistics_count_only_opponents_with_another_rank(tmp_path) -> None:
    await play_and_leave(tmp_path)
    results = read_game_results(tmp_path / JOURNAL_FILE, "mad-queens", "Ann")
    match = finished_matches(tmp_path / JOURNAL_FILE)[0]
    own = next(one for one in match.results if one.name == "Ann")
    others = [one for one in match.results if one.name != "Ann"]
    assert results.ranks == (own.rank,)
    assert results.opponents
    assert {one.name: (one.times_ahead, one.matches) for one in results.opponents} == {
        f"{one.name} (bot)": (one.rank > own.rank, 1) for one in others if one.rank != own.rank
    }, "people alone are in the table below"


async def test_statistics_of_a_single_match_say_its_result_in_words(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    await play_and_leave(tmp_path)
    own = next(one for one in finished_matches(tmp_path / JOURNAL_FILE)[0].results if one.name == "Ann")
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(StatisticsScreen())
        await wait_for_journal(app, pilot)
        assert f"One match so far, of Mad Queens: {'you won' if own.rank == 1 else 'you did not win'}." in screen_text(
            app
        )
        await pilot.press("right")
        await wait_for_journal(app, pilot)
        assert f"One match so far: {own.score} point" in screen_text(app)
        assert f", {'1st' if own.rank == 1 else '2nd'} place (" in screen_text(app)
        assert "┤" not in screen_text(app), "no curve of one dot"


def test_sentence_on_results_compares_the_latest_scores_with_those_before():
    def results(points, alone=()):
        """Return results with these scores, of which the first was a win."""
        return GameResults(tuple(points), 1, tuple(alone), (), (1,) + (2,) * (len(points) - 1))

    assert game_results_sentence(results([1] * 4 + [10, 20] * 5), "point") == (
        "14 matches, 1 won; your last 5 average 16.0, the 5 before 14.0."
    )
    assert game_results_sentence(results([10, 21]), "point") == "2 matches, 1 won; 15.5 points on average."
    assert game_results_sentence(results([], [30, 33]), "point") == "2 matches alone; best 33, 31.5 points on average."
    assert game_results_sentence(results([], [30]), "point") == "One match alone so far: 30 points."
    assert game_results_sentence(results([]), "point") == ""
    both = {"Mad Queens": results([10, 21]), "Big Queen": results([100])}
    assert all_results_sentence(both) == "3 matches, most often Mad Queens; 2 won."
    assert all_results_sentence({"Mad Queens": results([], [3])}) == ""


@pytest.mark.parametrize(("size", "min_charts"), [((200, 60), 8), ((120, 40), 4), ((80, 24), 3)])
async def test_charts_that_need_room_are_shown_only_in_a_large_enough_window(
    make_program, screen_text, size, min_charts
) -> None:
    headings = [chart.heading for chart in game_charts(STAGED_RESULTS, "point")]
    app = make_program()
    async with app.run_test(size=size) as pilot:
        await app.push_screen(StatisticsScreen())
        await wait_for_journal(app, pilot)
        charts = app.screen.query_one(ResultCharts)
        charts.show_charts(game_charts(STAGED_RESULTS, "point"), rows_below=6)
        await pilot.pause()
        shown = [chart.heading for chart, _ in charts._placed_charts(size[0] - 5)]
        assert len(shown) >= min_charts
        assert len(shown) < len(headings) or size == (200, 60)
        assert "How your last games ended" in shown
        if size[0] >= 120:
            assert all(heading in screen_text(app) for heading in shown)


# What can be wrong with a journal


def write_foreign_database(path) -> None:
    """Write an SQLite file that is no journal."""
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE diary (day TEXT)")
    base.close()


@parametrize(
    ("make", "expected_text"),
    [
        (lambda path: None, "are kept by their host."),
        (lambda path: path.write_bytes(b""), "are kept by their host."),
        (lambda path: path.write_bytes(b"The quick brown fox " * 500), "is not a journal of Mad Queens"),
        (write_foreign_database, "is not a journal of Mad Queens"),
        (lambda path: path.mkdir(), "it is not a file"),
    ],
    2,
    ids=["none", "empty", "garbage", "foreign", "folder"],
)
async def test_file_that_is_no_journal_is_reported_in_one_sentence(
    make_program_with_journal, tmp_path, make, expected_text
) -> None:
    make(tmp_path / JOURNAL_FILE)
    app = make_program_with_journal()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_journal(app, pilot)
        assert menu_labels(app)[0] == "Play now"
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        said = str(app.screen.query_one("#notice").render())
        assert expected_text in said
        assert not menu_labels(app)
        await pilot.press("enter", "down", "s")
        await wait_for_journal(app, pilot)
        assert expected_text in str(app.screen.query_one("#tables").render())


@only_deep
async def test_history_screens_are_ascii_when_ascii_is_set(make_program_with_journal, screen_text, tmp_path) -> None:
    await play_and_leave(tmp_path, seats=4)
    await play_and_leave(tmp_path, actions=1)
    app = make_program_with_journal(ascii=True)
    async with app.run_test(size=(60, 20)) as pilot:
        await wait_for_journal(app, pilot)
        assert screen_text(app).isascii()
        for keys in (("m",), ("s",), ("escape", "end", "enter"), ("v",), ("w",)):
            await pilot.press(*keys)
            await wait_for_journal(app, pilot)
            assert screen_text(app).isascii(), keys
        assert isinstance(app.screen, ReplayScreen)


async def test_match_that_cannot_be_journalled_is_reported_in_the_match(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    write_foreign_database(tmp_path / JOURNAL_FILE)
    app = make_program_with_journal()
    async with app.run_test(size=(120, 40)) as pilot:
        app.go_to_table(TableRequest("play", seats=2, bots=1))
        await wait_for_journal(app, pilot)
        assert "not kept" in " ".join(screen_text(app).split())
        assert "home screen" not in app.session.leave_question


async def test_lists_of_matches_mark_the_person_and_the_heading_marks_a_bot_that_won(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    await play_and_leave(tmp_path, seed="3", name="Ann")
    app = make_program_with_journal(name="Ann")
    async with app.run_test(size=(100, 34)) as pilot:
        await pilot.press("m")
        await wait_for_journal(app, pilot)
        assert "Ann (you) " in screen_text(app)
        await pilot.press("enter")
        await wait_for_journal(app, pilot)
        assert "(bot) wins." in screen_text(app)
        await pilot.press("b", "s")
        await wait_for_journal(app, pilot)
        assert "Ann (you)" in screen_text(app)


async def test_match_without_the_person_is_told_from_their_own(
    make_program_with_journal, screen_text, tmp_path
) -> None:
    await play_and_leave(tmp_path, seed="3", name="Ann")
    app = make_program_with_journal(name="Zoe")
    async with app.run_test(size=(100, 34)) as pilot:
        for key, sentence in (("m", "without Zoe: "), ("enter", "Nobody called Zoe played in it.")):
            await pilot.press(key)
            await wait_for_journal(app, pilot)
            assert sentence in " ".join(screen_text(app).split())
            assert "Ann" in screen_text(app)


def test_row_of_a_past_match_names_the_person_although_others_are_left_out():
    match = next(iter(_matches_with_long_results(1)))
    best, mine = match.results[0], match.results[6]
    assert scores_in_order(match, mine.name, 70) == f"{best.name} 900, 7th {mine.name} (you) 894, and 6 more"


def test_row_of_a_past_match_counts_the_places_of_teams_and_not_of_seats():
    names = ("Bea", "Dora", "Nora", "Rex")
    results = [
        SeatResult(2 * (at % 2) + at // 2, name, "", 605 - 285 * (at // 2), 1 + at // 2 * 2)
        for at, name in enumerate(names)
    ]
    match = FinishedMatch(1, "big-queen", 4, (), 1.7e9, 1.7e9 + 600, tuple(results))
    assert scores_in_order(match, "Nora", 40) == "Bea 605, 2nd Nora (you) 320, and 2 more"


@pytest.mark.parametrize("room", range(10, 120, 5))
def test_row_of_a_past_match_begins_with_the_winner_at_every_width(room):
    match = next(iter(_matches_with_long_results(1)))
    for one in match.results:
        assert scores_in_order(match, one.name, room).startswith(match.results[0].name)


def _matches_with_long_results(number):
    """Return finished matches of all games, with more players and longer names than a row has room for."""
    slugs = list(games)
    return tuple(
        FinishedMatch(
            one + 1,
            slugs[one % len(slugs)],
            8,
            (),
            1_700_000_000.0,
            1_700_000_600.0,
            tuple(
                SeatResult(seat, f"Bartholomew {seat:02}" * (1 + one % 2), "", 900 - seat, 1 + seat)
                for seat in range(8)
            ),
        )
        for one in range(number)
    )


@parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)], 4)
@pytest.mark.parametrize("number", [3, 80])
async def test_each_past_match_has_one_row_at_every_width(make_program_with_journal, monkeypatch, size, number) -> None:
    unfinished = UnfinishedTable(
        1, "queens-dungeon", ("Ann", *("Bartholomew the Long",) * 3), 9, 0.0, ("",) + ("b",) * 3
    )
    hosted = replace(unfinished, number=2, bots=(), port=7464, current_part="Hand 12", scores=(100, 2, 3, 4))
    matches = _matches_with_long_results(number)
    monkeypatch.setattr("tui.screens.history.games_with_matches", lambda folder: ())
    monkeypatch.setattr("tui.screens.history.read_matches", lambda folder, game: ((unfinished, hosted), matches))
    app = make_program_with_journal()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await app.push_screen(HistoryScreen())
        await wait_for_journal(app, pilot)
        menu = app.screen.query_one(Menu)
        assert len(menu.choices) == number + 2
        assert menu.size.height == number + 2
