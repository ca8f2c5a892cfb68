"""The screen of a hall: the list of tables, search, chat, and the ways to a table and back."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from net.client.events import ChatReceived, ConnectionRestored, HostLost, ReconnectAttempt, RefusalReceived
from net.client.hall import RecordFetched, TableGranted
from net.errors import HostGone
from net.protocol.messages import MatchesShown, TableRow, TotalRow, TotalsShown
from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS
from tests.support.staged_hall import (
    FINISHED_MATCH,
    PACKED_RECORD,
    PRIVATE_TABLE_CODE,
    StagedClubInsteadOfTable,
    StagedHall,
)
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.drawing.qr_code import qr_code_rows
from tui.screens import hall as hall_screen
from tui.screens.hall import HallScreen
from tui.screens.home import HomeScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.replay import ReplayScreen
from tui.screens.table_setup import TableSetupScreen
from tui.screens.text_question import TextQuestion
from tui.settings import Settings
from tui.text.hall import (
    BACK_IN_HALL_SENTENCE,
    HALL_AWAY_SENTENCE,
    LADDER_SENTENCE,
    NO_MATCH_RECORD_IN_CLUB_SENTENCE,
    NO_MATCHES_IN_CLUB_SENTENCE,
    NO_TABLES_YET_SENTENCE,
    NOTHING_FOUND_SENTENCE,
    WRONG_CODE_SENTENCE,
    match_title,
)
from tui.widgets.form import Form
from tui.widgets.menu import Menu


@pytest.fixture
def hall_program(tmp_path, monkeypatch):
    """Return a program that comes into the hall of a club, and the hall."""
    monkeypatch.setattr(hall_screen, "SEARCH_PAUSE_SECONDS", 0.001)
    hall = StagedHall()

    async def open_nothing(request, settings, deals):
        """Find a club in place of a table."""
        raise StagedClubInsteadOfTable(hall)

    request = TableRequest("join", address="192.168.1.20")
    settings = Settings("Wanda", animation="off", remarks=False)
    return QueensApp(settings, tmp_path, request, environment={}, opener=open_nothing), hall


async def wait_until_idle(pilot):
    """Wait until everything that was begun has ended."""
    for _ in range(4):
        await pilot.pause()


async def wait_until(pilot, condition):
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():
            await pilot.pause()


async def test_hall_shows_its_tables_and_what_is_said(hall_program, screen_text) -> None:
    app, hall = hall_program
    async with app.run_test(size=(110, 30)) as pilot:
        await wait_until_idle(pilot)
        assert isinstance(app.screen, HallScreen)
        hall.client.report(ChatReceived("Bob", "who plays?"))
        await wait_until_idle(pilot)
        text = screen_text(app)
        for words in ("Café: 4 tables, 5 people", "12  Bob's table, Big Queen", "needs a code", "Bob: who plays?"):
            assert words in text
        assert app.last_notice == ""
        assert hall.notices == app.hall.chat[0].text  # quietly, as a line of the hall
        assert "not met this host" in text
        hall.client.change_rows(TableRow(99, "New", "mad-queens", 4, 4, 0), found_count=3)
        await wait_until_idle(pilot)
        assert "1 of 3 tables" in screen_text(app)
        await pilot.press("n")
        assert hall.client.requests[-1] == ("show_tables", "", {"with_room": False, "after": 99})
        hall.client.change_rows(found_count=3)  # there was none after the last one
        await wait_until_idle(pilot)
        await pilot.press("n")
        assert hall.client.requests[-1] == ("show_tables", "", {"with_room": False, "after": 0})


@pytest.mark.parametrize(("tables", "sentence"), [(0, NO_TABLES_YET_SENTENCE), (9, NOTHING_FOUND_SENTENCE)])
async def test_empty_list_of_tables_is_explained_on_the_hall_screen(
    hall_program, screen_text, tables, sentence
) -> None:
    app, hall = hall_program
    async with app.run_test(size=(110, 30)) as pilot:
        await wait_until_idle(pilot)
        hall.client.tables = tables
        hall.client.change_rows()
        await wait_until_idle(pilot)
        assert sentence in " ".join(screen_text(app).split())
        assert app.screen.query_one("#more").region.y < 6
        await pilot.press("w", "n", "enter")  # there is nothing to do
        assert hall.client.requests == hall.visits == []


@parametrize(
    ("keys", "expected_visit"),
    [(["enter"], (3, "", False)), (["down", "enter"], (12, "", False)), (["down", "w"], (12, "", True))],
    2,
)
async def test_person_in_the_hall_joins_the_table_under_the_cursor_and_comes_back(
    hall_program, keys, expected_visit
) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        await pilot.press(*keys)
        await wait_until_idle(pilot)
        assert hall.visits == [expected_visit]
        assert isinstance(app.screen, LobbyScreen)
        hall.client.report(ChatReceived("Bob", "hello"))
        await pilot.press("escape")
        await wait_until_idle(pilot)
        if not isinstance(app.screen, HallScreen):  # a person with a seat is asked
            await pilot.press("y")
            await wait_until_idle(pilot)
        assert isinstance(app.screen, HallScreen)
        assert app.session is None
        assert [said.text for said in app.hall.chat] == [hall.notices, "hello"]
        await pilot.press("escape")
        await wait_until_idle(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert hall.has_left
        assert app.hall is None


async def test_private_table_of_a_club_asks_for_its_code(hall_program, screen_text) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        await pilot.press("down", "down", "enter")
        await wait_until_idle(pilot)
        assert isinstance(app.screen, TextQuestion)
        await pilot.press(*"wrong", "enter")
        await wait_until_idle(pilot)
        assert isinstance(app.screen, TextQuestion)
        assert WRONG_CODE_SENTENCE in screen_text(app)
        await pilot.press(*PRIVATE_TABLE_CODE, "enter")
        await wait_until_idle(pilot)
        assert hall.visits == [(13, PRIVATE_TABLE_CODE, False)]
        assert isinstance(app.screen, LobbyScreen)
        assert f"In the hall it is table 13, and its code is {PRIVATE_TABLE_CODE}." in screen_text(app)


async def test_hall_screen_says_why_a_table_cannot_be_joined(hall_program, screen_text) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        hall.error = HostGone("That table has just been closed.")
        await pilot.press("enter")
        await wait_until_idle(pilot)
        assert isinstance(app.screen, HallScreen)
        assert "That table has just been closed." in screen_text(app)


async def test_p_key_asks_for_a_table_with_room_and_the_offered_one_is_joined(hall_program) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        await pilot.press("p")
        assert hall.client.requests == [("play_now", "")]
        hall.client.report(TableGranted(14, "code"))
        await wait_until_idle(pilot)
        assert hall.visits == [(14, "code", False)]


@parametrize(
    ("keys", "expected_request"),
    [
        (["down"], {"seats": 4}),
        (["down", "tab", "5", "down", "2", "down", "right"], {"seats": 5, "bots": 2, "private": True}),
        (["down", "a", *"Quiet corner", "enter"], {"seats": 4, "name": "Quiet corner"}),
    ],
    1,
)
async def test_person_in_the_hall_sets_up_a_table_and_opens_it(hall_program, keys, expected_request) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        await pilot.press("o")
        await wait_until_idle(pilot)
        assert isinstance(app.screen, TableSetupScreen)
        await pilot.press(*keys)
        await wait_until_idle(pilot)
        form = app.screen.query_one(Form)
        rule = next(number for number, field in enumerate(form.fields) if field.name == "fourth_queen_keeps_row")
        form.focus()
        form._move_cursor_to(rule)
        await pilot.press("right", "enter")
        await wait_until(pilot, lambda: hall.client.requests)
        assert isinstance(app.screen, HallScreen)
        [(what, game, asked)] = hall.client.requests
        options = asked.pop("options")
        assert (what, game, asked) == ("open_table", "mad-queens-classic", expected_request)
        settings = app.games[game].settings(asked["seats"], options)
        assert app.games[game].changed_options(settings) == (("fourth_queen_keeps_row", "on"),)


async def test_search_in_the_hall_is_sent_when_the_person_stops_typing(hall_program) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        await pilot.press("f", *"bob")
        while not hall.client.requests or hall.client.requests[-1][1] != "bob":
            await pilot.pause(0.01)
        await pilot.press("escape")
        assert app.screen.query_one("#tables").has_focus
        assert isinstance(app.screen, HallScreen)


async def test_search_that_hides_the_table_under_the_cursor_points_at_the_first_table_found(hall_program) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        first, *others = hall.client.rows
        assert app.screen.query_one("#tables", Menu).choice_at_cursor.name == str(first.number)
        await pilot.press("f", *"bob")
        await wait_until(pilot, lambda: hall.client.requests and hall.client.requests[-1][1] == "bob")
        hall.client.change_rows(*others)
        await pilot.press("enter")
        await wait_until_idle(pilot)
        assert app.screen.query_one("#tables", Menu).choice_at_cursor.name == str(others[0].number)
        hall.client.change_rows(*others[1:])
        await wait_until_idle(pilot)
        assert app.screen.query_one("#tables", Menu).choice_at_cursor is None


async def test_newcomer_reads_why_the_club_has_ended_before_anything_is_offered(hall_program, screen_text) -> None:
    app, hall = hall_program
    app.settings.lesson_offered = False
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        hall.client.report(HostLost("The club is closed."))
        await wait_until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await wait_until_idle(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert "The club is closed." in screen_text(app)


async def test_chat_typed_in_the_hall_is_sent(hall_program) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        await pilot.press("t", *"hi all", "enter")
        await wait_until_idle(pilot)
        assert hall.client.requests == [("send_chat", "hi all")]
        assert app.screen.query_one("#tables").has_focus


async def test_hall_screen_shows_refusals_and_a_lost_connection(hall_program, screen_text) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        for event, sentence in (
            (RefusalReceived("Not so fast."), "Not so fast."),
            (ReconnectAttempt(60.0), HALL_AWAY_SENTENCE),
            (ConnectionRestored(), BACK_IN_HALL_SENTENCE),
        ):
            hall.client.report(event)
            await wait_until_idle(pilot)
            assert sentence in screen_text(app)
        assert hall.saved == 1
        await pilot.press("t", *"well", "enter")
        await wait_until_idle(pilot)
        assert BACK_IN_HALL_SENTENCE not in screen_text(app), "a person who goes on has read it"


async def test_club_that_closes_leads_from_the_hall_to_the_home_screen(hall_program, screen_text) -> None:
    app, hall = hall_program
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until_idle(pilot)
        hall.client.report(HostLost("The club is closed."))
        await wait_until_idle(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert "The club is closed." in screen_text(app)
        assert hall.has_left


@parametrize("size", [(110, 30), (80, 24)], 1)
async def test_key_on_the_hall_screen_shows_the_code_to_scan_and_other_ways_to_join(
    hall_program, screen_text, size
) -> None:
    app, hall = hall_program
    async with app.run_test(size=size) as pilot:
        await wait_until_idle(pilot)
        await pilot.press("q")
        await wait_until_idle(pilot)
        text = " ".join(screen_text(app).split())
        for words in (hall.web_address, "queens join 192.168.1.20", "ssh -p 2222 NAME@192.168.1.20"):
            assert words in text
        assert all(row.strip() in screen_text(app) for row in qr_code_rows(hall.web_address))
        await pilot.press("escape")
        await wait_until_idle(pilot)
        assert isinstance(app.screen, HallScreen)


async def test_list_of_tables_keeps_the_focus_whatever_happens_to_window_and_tables(hall_program, screen_text) -> None:
    app, hall = hall_program
    hall.client.rows = ()
    async with app.run_test(size=(110, 30)) as pilot:
        await wait_until_idle(pilot)
        hall.client.change_rows(TableRow(99, "New", "mad-queens", 4, 4, 0))
        for size in ((30, 10), (80, 24), (48, 28)):
            await pilot.resize_terminal(*size)
            await wait_until_idle(pilot)
        assert app.focused is not None
        assert app.focused.id == "tables"
        for words in ("Enter Sit down", "P Play now", "Esc Leave"):  # the narrowest window has room for these keys
            assert words in screen_text(app).splitlines()[-1]


async def test_match_of_the_club_is_chosen_and_shown_again(hall_program, screen_text) -> None:
    app, hall = hall_program
    async with app.run_test(size=(110, 30)) as pilot:
        await wait_until_idle(pilot)
        await pilot.press("m")
        await wait_until_idle(pilot)
        assert hall.client.requests[-1] == ("show_matches", 0)
        hall.client.report(MatchesShown(()))
        await wait_until_idle(pilot)
        assert NO_MATCHES_IN_CLUB_SENTENCE in screen_text(app)
        hall.client.report(MatchesShown((FINISHED_MATCH,), True))
        await wait_until_idle(pilot)
        assert match_title(FINISHED_MATCH) in screen_text(app)
        assert "Ann 41, Ada (bot) 30, Bob 7, and 2 more" in screen_text(app)
        await pilot.press("l")  # there is no later page
        await pilot.press("n", "n")
        assert hall.client.requests[-3:] == [("show_matches", 0), ("show_matches", 17), ("show_matches", 17)]
        await pilot.press("l")  # the hall may refuse the earlier page: as long as it is not shown, this is the latest
        assert hall.client.requests[-1] == ("show_matches", 17)
        await pilot.press("enter")
        assert hall.client.requests[-1] == ("fetch_record", 17)
        hall.client.report(RecordFetched(17, b""))
        await wait_until_idle(pilot)
        assert NO_MATCH_RECORD_IN_CLUB_SENTENCE in screen_text(app)
        hall.client.report(RecordFetched(17, PACKED_RECORD))
        await wait_until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("escape", "escape")
        await wait_until_idle(pilot)
        assert isinstance(app.screen, HallScreen)


async def test_later_page_of_matches_is_the_one_after_the_page_that_is_shown(hall_program) -> None:
    app, hall = hall_program
    async with app.run_test(size=(110, 30)) as pilot:
        await wait_until_idle(pilot)
        await pilot.press("m")
        hall.client.report(MatchesShown((FINISHED_MATCH,), True))
        await wait_until_idle(pilot)
        await pilot.press("n")
        hall.client.report(MatchesShown((replace(FINISHED_MATCH, number=12),), True))
        await wait_until_idle(pilot)
        await pilot.press("n")
        assert hall.client.requests[-1] == ("show_matches", 12)
        await pilot.press("l")  # the hall has not shown the page before 12, and may refuse it
        assert hall.client.requests[-1] == ("show_matches", 0)


async def test_ladder_and_totals_of_the_evening_have_pages(hall_program, screen_text) -> None:
    app, hall = hall_program
    async with app.run_test(size=(110, 30)) as pilot:
        await wait_until_idle(pilot)
        await pilot.press("l")
        await wait_until_idle(pilot)
        assert hall.client.requests[-1] == ("show_totals", "")
        hall.client.report(TotalsShown("", 1, (TotalRow("Wanda", 7, 4, 120, 1_131),)))
        await wait_until_idle(pilot)
        for words in ("Tonight's ladder", "Wanda (you)", "1131", LADDER_SENTENCE[:60]):
            assert words in screen_text(app)
        await pilot.press("right")
        game = next(iter(app.games))
        assert hall.client.requests[-1] == ("show_totals", game)
        hall.client.report(TotalsShown(game, 1, (TotalRow("Bob", 2, 1, 77),)))
        await wait_until_idle(pilot)
        assert "Tonight: Mad Queens" in screen_text(app)
        assert "77" in screen_text(app)
        await pilot.press("left", "left")
        assert hall.client.requests[-1] == ("show_totals", list(app.games)[-1])
