"""The table menu and the table status: readiness, clock, absence, pause, and requests about people."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from textual.events import Paste
from textual.pilot import Pilot

from core import games
from net.client.events import ConnectionRestored, MatchChanged, QuestionsReceived, ReconnectAttempt
from net.errors import PortTaken
from net.protocol.table_state import SeatInfo, SeatQuestion, ShownClock, Terms, Total
from net.protocol.table_state import SeatQuestionKind as Kind
from tests.support.depth import parametrize
from tui.connect.request import TableRequest
from tui.screens.dialog import Dialog
from tui.screens.lobby import LobbyScreen
from tui.screens.match import MatchScreen
from tui.screens.table_menu import BROWSERS_CHOICE, open_table_menu
from tui.screens.table_settings import TableSettingsScreen, fields_of_terms, terms_of_fields
from tui.widgets.key_bar import KeyBar
from tui.widgets.menu import Menu
from tui.widgets.table_status import TableStatus

HOST_REQUEST = TableRequest("host")
"""A request to host a table."""

FOUR_NAMES = ("You", "Ada", "Bo", "Chidi")
"""Four names, first that of the person."""


async def begin_match(pilot: Pilot[None], *, all_are_awaited: bool = False) -> None:
    """Begin the match of a hosted table; if `all_are_awaited`, the match waits for each seat, as no bot has played."""
    await pilot.pause()
    if all_are_awaited:
        pilot.app.session.client._let_bots_play = lambda: None
    await pilot.press("s")
    await pilot.pause()


async def pick_choice(pilot: Pilot[None], label_part: str) -> None:
    """Choose the entry whose label contains `label_part` in the open dialog."""
    screen = pilot.app.screen
    assert isinstance(screen, Dialog)
    menu = screen.query_one("Menu")
    menu.point_at(next(choice.name for choice in menu.choices if label_part in choice.label))
    await pilot.press("enter")
    await pilot.pause()


async def pick_in_table_menu(pilot: Pilot[None], label_part: str) -> None:
    """Open the table menu and choose the entry whose label contains `label_part`."""
    await pilot.press("m")
    await pilot.pause()
    await pick_choice(pilot, label_part)


def set_away(client, seat: int, **fields) -> None:
    """Mark the person of a seat as away; `fields` are other fields of the seat."""
    seats = client.table.seats
    client.set_table_state(
        seats=(*seats[:seat], SeatInfo(seat, seats[seat].name, is_here=False, **fields), *seats[seat + 1 :])
    )


async def test_seated_person_can_say_ready_and_not_ready(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.client.is_owner = False
        app.session.client.set_table_state(name="The square table")
        await pilot.pause()
        assert "R Ready" in screen_text(app)
        await pilot.press("r")
        await pilot.pause()
        assert "you, ready" in screen_text(app)
        assert "R Not ready" in screen_text(app)


async def test_owner_sees_in_the_lobby_who_is_ready(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(("You", "Ada", "Bo"), bots=(2,))
        client.set_table_state(
            seats=(client.table.seats[0], replace(client.table.seats[1], is_ready=True), client.table.seats[2])
        )
        await pilot.pause()
        assert "ready" in next(row for row in screen_text(app).splitlines() if "Ada" in row)


async def test_table_status_is_shown_only_with_a_clock_or_absent_people(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot, all_are_awaited=True)
        client = app.session.client
        strip = app.screen.query_one(TableStatus)
        assert not strip.display
        client.set_table_state(clock=ShownClock(20.0, 12.0, 0))
        await pilot.pause()
        assert "12 s for you" in screen_text(app).splitlines()[0]
        assert "the game decides" not in screen_text(app)
        set_away(client, 1, away_until=25.0)
        await pilot.pause()
        assert "Ada is away; the table waits 25 s more." in screen_text(app).splitlines()[0]
        set_away(client, 1, stand_in="careful")
        await pilot.pause()
        assert "A bot plays for Ada." in screen_text(app).splitlines()[0]
        client.set_people(FOUR_NAMES, bots=(1, 2, 3))
        client.set_table_state(clock=None)
        await pilot.pause()
        assert not strip.display


async def test_any_key_or_click_ends_the_play_of_the_stand_in_bot(make_program, screen_text) -> None:
    """Tried are a key without a meaning, a click, and the key of a decision."""
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        client = app.session.client
        said: list[bool] = []
        client.set_ready = said.append
        await pilot.press("1")
        assert said == [], "nobody stands in"
        for key in ("1", "", "space"):
            set_away(client, 0, stand_in="careful")
            await pilot.pause()
            assert "A bot plays for you until you do something." in screen_text(app).splitlines()[0], key
            await (pilot.press(key) if key else pilot.click("#board"))
            await pilot.pause()
            assert said == [False], key
            said.clear()


async def test_new_owner_is_notified(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        assert "You are the owner" not in screen_text(app), "the person who opens it knows"
        client.is_owner = False
        client.set_people(FOUR_NAMES)
        await pilot.pause()
        assert "You are no longer the owner." in screen_text(app)
        client.is_owner = True
        client.set_people(FOUR_NAMES)
        client.set_people(FOUR_NAMES)
        await pilot.pause()
        assert screen_text(app).count("You are the owner now.") == 1


async def test_clock_of_a_hidden_decision_shows_only_its_length(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        app.session.client.set_table_state(clock=ShownClock(20.0, None, None))
        await pilot.pause()
        assert "20 s for every decision" in screen_text(app).splitlines()[0]


async def test_clock_shows_its_player_to_everybody_after_a_take_over(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        client = app.session.client
        client.set_table_state(clock=ShownClock(20.0, 20.0, 2))
        await pilot.pause()
        assert "20 s for Bo" in screen_text(app).splitlines()[0]
        assert "When time is up, the game decides for Bo." in screen_text(app).splitlines()[0]
        client.set_people(("You", "Ada", "Wim", "Chidi"))
        await pilot.pause()
        assert "20 s for Wim" in screen_text(app).splitlines()[0]


async def test_displayed_clock_counts_down_without_events_of_the_host(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        client = app.session.client
        client.set_table_state(clock=ShownClock(20.0, 20.0, None))
        client.time = 15.5
        app.screen.query_one(TableStatus).refresh_status()
        await pilot.pause()
        assert "5 s for all who decide" in screen_text(app).splitlines()[0]
        assert "the game decides for them." in screen_text(app).splitlines()[0]


async def test_player_whose_clock_ran_out_is_told_that_the_game_decided(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(100, 30)) as pilot:
        await begin_match(pilot)
        client = app.session.client
        client.set_table_state(clock=ShownClock(20.0, 20.0, client.seat))
        client.time = 12.0
        await pilot.press("space")
        await pilot.pause()
        assert "Time is up" not in screen_text(app)
        client.set_table_state(clock=ShownClock(20.0, 32.0, client.seat))
        client.time = 32.0
        client.send_action(client.match.default(client.seat))
        await pilot.pause()
        assert "Time is up" in screen_text(app)


async def test_owner_pauses_and_resumes_the_match(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        await pick_in_table_menu(pilot, "Pause the match")
        assert "The match is paused: M continues it." in screen_text(app)
        await pick_in_table_menu(pilot, "Continue the match")
        assert "The match is paused" not in screen_text(app)
        await pilot.pause()
        await pick_in_table_menu(pilot, "Pause the match")
        assert "The match is paused: M continues it." in screen_text(app), "a second pause is shown like the first"


async def test_paused_match_names_the_person_who_can_resume_it(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        app.session.client.is_owner = False
        app.session.client.set_table_state(paused=True, owner=1, owner_name="Ada")
        await pilot.pause()
        assert "The match is paused until Ada continues it." in screen_text(app)


@pytest.mark.parametrize("size", [(60, 18), (120, 40)])
async def test_table_waits_only_for_absent_people_whom_the_match_waits_for(make_program, screen_text, size) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=size) as pilot:
        await begin_match(pilot)
        client = app.session.client
        set_away(client, 1, away_until=20.0)
        await pilot.pause()
        assert app.screen.board.awaited_seats == (0,), "the others are done with this play"
        row = screen_text(app).splitlines()[0]
        assert "Ada is away." in row
        assert " s " not in row
        for seat in (2, 3):
            set_away(client, seat, away_until=20.0)
        await pilot.pause()
        row = screen_text(app).splitlines()[0]
        assert "away" in row
        assert " s " not in row


async def test_absent_people_are_summarised_to_fit_the_width(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(120, 40)) as pilot:
        await begin_match(pilot, all_are_awaited=True)
        client = app.session.client
        set_away(client, 1, away_until=20.0)
        set_away(client, 2, away_until=22.0)
        for size, clock, words in (
            ((120, 40), None, "Ada is away; the table waits 20 s more.   Bo is away; the table waits 22 s more."),
            ((80, 24), None, "Ada, Bo and Chidi are away: 27 s more."),
            ((80, 24), ShownClock(20.0, 12.0, 0), "Ada, Bo and Chidi are away: 27 s more."),
            ((60, 24), ShownClock(20.0, 12.0, 0), "3 players are away: 27 s more."),
        ):
            if size[0] < 120:
                set_away(client, 3, away_until=27.0)
            client.set_table_state(clock=clock)
            await pilot.resize_terminal(*size)
            await pilot.pause()
            row = screen_text(app).splitlines()[0]
            assert row.strip().startswith(words), size
            assert "…" not in row, size
            assert ("12 s for you" in row) == (clock is not None), size


@parametrize("name", ["A" * 21, "中" * 10], 1)
async def test_clock_with_a_long_name_leaves_out_its_bar_before_its_text(make_program, screen_text, name) -> None:
    app = make_program(HOST_REQUEST, names=("You", name, "Bo", "Chidi"))
    async with app.run_test(size=(60, 18)) as pilot:
        await begin_match(pilot)
        set_away(app.session.client, 2, stand_in="careful")
        set_away(app.session.client, 3, stand_in="careful")
        app.session.client.set_table_state(clock=ShownClock(20.0, 12.0, 1))
        await pilot.pause()
        row = screen_text(app).splitlines()[0]
        assert f"12 s for {name}" in row
        assert "Bots play for" in row
        assert "…" not in row
        assert "window of" not in screen_text(app)


async def test_pause_note_disappears_when_the_match_resumes(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        app.session.client.set_table_state(paused=True)
        await pilot.pause()
        app.show_notice("The table pauses.")
        await pilot.pause()
        assert "The table pauses." in screen_text(app)
        app.session.client.set_table_state(paused=False)
        await pilot.pause()
        assert "The table pauses." not in screen_text(app)


async def test_status_says_that_the_match_waits_while_nobody_is_present(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        app.session.client.set_table_state(deserted=True)
        await pilot.pause()
        assert "No players here: the match waits." in screen_text(app)
        app.session.client.set_table_state(deserted=False)
        await pilot.pause()
        assert "Nobody is here" not in screen_text(app)


async def test_note_about_waiting_disappears_at_the_next_own_turn(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        board = app.screen.board
        view = app.session.client.view
        board.show_played(MatchChanged((), dataclasses.replace(view, facts={**view.facts, "over": True})))
        app.show_notice("Your play is over.")
        await pilot.pause()
        assert "Your play is over." in screen_text(app)
        board.show_played(MatchChanged((), view))
        await pilot.pause()
        assert "Your play is over." not in screen_text(app)


async def test_ending_a_match_early_asks_for_confirmation_and_leads_to_the_lobby(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        await pick_in_table_menu(pilot, "Call the match off")
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        await pick_in_table_menu(pilot, "Call the match off")
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert "broken the match off" in screen_text(app)


@pytest.mark.parametrize(
    ("label", "expected_request"),
    [("Make Ada the owner", "hand over Ada"), ("Send Ada away", "kick Ada")],
)
async def test_owner_opens_the_menu_of_a_person_in_the_lobby(make_program, label, expected_request) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(("You", "Ada", ""))
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        await pick_choice(pilot, label)
        if expected_request.startswith("kick"):
            assert client.requests == []
            await pilot.press("y")
            await pilot.pause()
        assert client.requests == [expected_request]


async def test_owner_gives_the_seat_of_an_absent_person_to_a_bot(make_program) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        client = app.session.client
        client.set_people(FOUR_NAMES)
        set_away(client, 2, stand_in="careful")
        await pilot.pause()
        await pick_in_table_menu(pilot, "Bo")
        await pick_choice(pilot, "Give Bo's seat to a bot for good")
        assert client.requests == ["replace 2"]


async def test_anybody_can_mute_a_person(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.is_owner = False
        client.set_people(("You", "Ada"), spectators=("Bo",))
        await pilot.pause()
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await pick_choice(pilot, "Mute Bo")
        assert client.muted_names == {"Bo"}
        assert "Bo is muted for you. M, then Bo, undoes it." in screen_text(app)
        await pick_in_table_menu(pilot, "Bo")
        await pick_choice(pilot, "Unmute Bo")
        assert client.muted_names == frozenset()
        assert "You hear Bo again." in screen_text(app)


async def test_muting_during_a_match_is_confirmed(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        app.session.client.set_people(FOUR_NAMES)
        await pilot.pause()
        await pick_in_table_menu(pilot, "Ada")
        await pick_choice(pilot, "Mute Ada")
        assert "Ada is muted for you." in screen_text(app)


async def test_join_command_is_shown_and_copied_during_a_match(make_program, screen_text) -> None:
    app = make_program(TableRequest("host", code="rose"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        await pilot.press("m")
        await pilot.pause()
        assert "queens join 192.168.1.20 --code rose" in " ".join(screen_text(app).split())
        await pick_choice(pilot, "How others join")
        assert app.clipboard == "queens join 192.168.1.20 --code rose"
        assert "Copied" in screen_text(app)


@parametrize(
    ("listener", "label", "copied_text"),
    [
        ({"ssh": SimpleNamespace(port=7434)}, "Or with ssh", "ssh -p 7434 NAME@192.168.1.20"),
        (
            {"web": SimpleNamespace(port=8222, encrypted=False)},
            "Or in a browser",
            "http://192.168.1.20:8222/",
        ),
        ({"web": SimpleNamespace(port=443, encrypted=True)}, "Or in a browser", "https://192.168.1.20/"),
    ],
    1,
)
async def test_table_menu_copies_each_way_to_join_for_which_the_host_listens(
    make_program, listener, label, copied_text
) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        handle = app.session.handle
        app.session.handle = replace(
            handle, host=SimpleNamespace(**{"ssh": None, "web": None, "can_open_to_browsers": False, **listener})
        )
        await pick_in_table_menu(pilot, label)
        assert app.clipboard == copied_text
        app.session.handle = handle


async def test_solo_table_shows_no_join_command(make_program) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        app.session.client.set_table_state(address="192.168.1.20:7433")
        open_table_menu(app.screen, app.session.client)
        await pilot.pause()
        assert [choice.label for choice in app.screen.query_one("Menu").choices if "join" in choice.label] == []


async def test_kick_question_during_a_match_explains_the_consequence(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        app.session.client.set_people(FOUR_NAMES)
        await pilot.pause()
        await pick_in_table_menu(pilot, "Bo")
        await pick_choice(pilot, "Send Bo away")
        text = screen_text(app)  # the log lies beside the dialog, so each row is read alone
        assert "A bot takes over the seat. Bo stays out" in text
        assert "until the table closes" in text


async def test_spectator_takes_the_seat_of_a_bot_during_a_match(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        client = app.session.client
        client.seat, client.is_owner = None, False
        taken: list[int | None] = []
        client.take_seat = taken.append
        await pick_in_table_menu(pilot, "Ada")
        assert "may be asked first" in screen_text(app)
        await pick_choice(pilot, "Sit down and take over from Ada")
        assert taken == [1]


@pytest.mark.parametrize(("seat", "label"), [(0, "Swap seats with Ada"), (None, "Sit down in place of Ada")])
async def test_player_or_spectator_takes_the_seat_of_a_bot_before_the_match(make_program, seat, label) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.seat, client.is_owner = seat, False
        client.set_people(("You" if seat == 0 else "Bo", "Ada"), bots=(1,))
        taken: list[int | None] = []
        client.take_seat = taken.append
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        await pick_choice(pilot, label)
        assert taken == [1]


async def test_person_named_like_a_menu_choice_has_a_person_menu(make_program) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(("You", "terms"), spectators=("1",))
        await pilot.pause()
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await pick_choice(pilot, "Mute 1")
        await pilot.press("m")
        await pilot.pause()
        menu = app.screen.query_one("Menu")
        menu.point_at("@terms")
        await pilot.press("enter")
        await pilot.pause()
        await pick_choice(pilot, "Mute terms")
        assert client.muted_names == {"1", "terms"}


async def test_owner_changes_the_table_settings(make_program) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pick_in_table_menu(pilot, "Table settings")
        assert isinstance(app.screen, TableSettingsScreen)
        await pilot.press("right", "right", "down", "5", "down", "left", "enter")
        await pilot.pause()
        assert app.session.client.table.terms == Terms(15, 5, False)
        assert isinstance(app.screen, LobbyScreen)


async def test_typed_clock_is_shown_to_everybody_in_the_lobby(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pick_in_table_menu(pilot, "Table settings")
        await pilot.press("3", "0", "enter")
        await pilot.pause()
        assert app.session.client.table.terms.clock == 30
        assert "30 s for every decision" in screen_text(app)


@pytest.mark.parametrize(
    "terms", [Terms(), Terms(7, 0, False), Terms(3600, 3600, True, True, True), Terms(hints=False)]
)
def test_form_filled_with_the_terms_of_a_table_returns_the_same_terms(terms) -> None:
    assert terms_of_fields(fields_of_terms(terms)) == terms


async def test_lobby_shows_the_running_totals(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "so far" not in screen_text(app)
        app.session.client.set_table_state(matches=2, totals=(Total("Ada", 2, 1, 61), Total("You", 2, 1, 40)))
        await pilot.pause()
        rows = [row.split() for row in screen_text(app).splitlines()]
        assert ["Ada", "2", "1", "61"] in [row[:4] for row in rows]
        assert ["You", "2", "1", "40"] in [row[:4] for row in rows]


@pytest.mark.parametrize(("key", "agrees"), [("f2", True), ("f3", False)])
@parametrize("match_begins", [False, True], 1, ids=["lobby", "match"])
async def test_question_about_a_seat_stays_on_the_screen_until_a_key_answers_it(
    make_program, screen_text, key, agrees, match_begins
):
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if match_begins:
            await begin_match(pilot)
        client = app.session.client
        answers: list[tuple[SeatQuestion, bool]] = []
        client.answer_question = lambda question, agrees: answers.append((question, agrees))
        await pilot.press(key)
        assert (answers, "F2 Yes" in screen_text(app)) == ([], False)
        client.questions = (SeatQuestion(Kind.RETURN, "Ada 2", 1),)
        app.session.receive_event(QuestionsReceived(client.questions))
        await pilot.pause()
        client.set_table_state(name=client.table.name)
        await pilot.pause()
        assert "Ada 2 says: I am Ada. Give Ada 2 the seat? F2 says yes, F3 no." in " ".join(screen_text(app).split())
        assert "F2 Yes" in screen_text(app)
        await pilot.press(key)
        await pilot.pause()
        assert answers == [(SeatQuestion(Kind.RETURN, "Ada 2", 1), agrees)]


@parametrize("open_screen", ["m", "f1", "escape"], 1, ids=["menu", "help", "question"])
async def test_key_answers_a_question_about_a_seat_while_a_menu_a_dialog_or_help_is_open(
    make_program, screen_text, open_screen
):
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await begin_match(pilot)
        client, question = app.session.client, SeatQuestion(Kind.RETURN, "Ada 2", 1)
        answers: list[tuple[SeatQuestion, bool]] = []
        client.answer_question = lambda question, agrees: answers.append((question, agrees))
        await pilot.press(open_screen)
        await pilot.pause()
        await pilot.press("f2")
        assert answers == []
        client.questions = (question,)
        app.session.receive_event(QuestionsReceived(client.questions))
        await pilot.pause()
        assert "F2 says yes, F3 no." in " ".join(screen_text(app).split())
        await pilot.press("f2")
        assert answers == [(question, True)]


@parametrize("columns", [60, 80, 120], 1)
async def test_line_above_the_match_says_that_the_host_is_silent_until_the_host_answers(
    make_program, screen_text, monkeypatch, columns
):
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(columns, 24)) as pilot:
        await pilot.pause()
        await begin_match(pilot)
        client = app.session.client
        waiting: list[object] = []
        monkeypatch.setattr(type(client), "awaits_answer", property(lambda self: bool(waiting)))
        client.send_action = waiting.append
        app.session.receive_event(ReconnectAttempt(14_000.0))
        await pilot.pause()
        for key in ("x", "left", "l", "l"):
            await pilot.press(key)
        top = screen_text(app).splitlines()[0]
        assert "The host does not answer" in top
        assert "Your move waits" not in top
        assert "Your move" not in screen_text(app)
        assert "Waiting for the host" in screen_text(app).splitlines()[1]
        board = app.screen.board
        board.post_message(board.ActionChosen(games["mad-queens"].legal(app.screen.view)[0]))
        await pilot.pause()
        assert waiting
        top = screen_text(app).splitlines()[0]
        assert "The host does not answer" in top
        assert "Your move waits." in top
        app.session.receive_event(ConnectionRestored())
        await pilot.pause()
        assert "does not answer" not in screen_text(app)
        assert "Waiting for the host" not in screen_text(app)
        assert "Your move" in screen_text(app)


async def test_lines_pasted_into_the_chat_line_are_joined_by_spaces(make_program) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await begin_match(pilot)
        await pilot.press("t")
        app.post_message(Paste("One line,\n  and another one\r\n\nand a third.\n"))
        await pilot.pause()
        assert app.screen.query_one("#line").value == "One line, and another one and a third."


async def test_all_keys_stay_in_the_key_bar_of_the_lobby_beside_a_question(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.client.questions = (SeatQuestion("return", "Ada 2", 1),)
        app.session.receive_event(QuestionsReceived(app.session.client.questions))
        await pilot.pause()
        bar = screen_text(app).splitlines()[-1]
        entries = [f"{key.label} {key.description}" for key in app.screen.query_one(KeyBar).keys]
        assert {"F2 Yes", "W Watch", "M Table", "Esc Leave"} < {*entries}
        assert all(entry in bar for entry in entries)


async def test_key_answers_only_the_question_that_was_shown_for_a_moment(
    make_program, screen_text, monkeypatch
) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        answers: list[tuple[SeatQuestion, bool]] = []
        client.answer_question = lambda question, agrees: answers.append((question, agrees))
        first, second = (
            SeatQuestion(Kind.RETURN, "Ada 2", 1),
            SeatQuestion(Kind.RETURN, "Bo 2", 2),
        )
        client.questions = (first, second)
        app.session.receive_event(QuestionsReceived(client.questions))
        await pilot.pause()
        client.questions = (second,)
        await pilot.press("f2")
        assert answers == [], "the screen still shows the first question"
        monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 3600)
        app.session.receive_event(QuestionsReceived(client.questions))
        await pilot.pause()
        assert "Bo 2 says: I am Bo" in " ".join(screen_text(app).split())
        await pilot.press("f2")
        assert answers == [], "the second question has only just been shown"
        monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 0)
        await pilot.press("f2")
        assert answers == [(second, True)]


async def test_table_menu_offers_the_answers_to_each_question(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(FOUR_NAMES)
        answers: list[tuple[SeatQuestion, bool]] = []
        client.answer_question = lambda question, agrees: answers.append((question, agrees))
        first, second = SeatQuestion(Kind.RETURN, "Ada 2", 1), SeatQuestion(Kind.SWAP, "Bo", 0)
        await pilot.press("m")
        await pilot.pause()
        client.questions = (first, second)
        app.session.receive_event(QuestionsReceived(client.questions))
        await pilot.pause()
        assert "Ada 2 is Ada: give Ada 2 the seat" in screen_text(app)
        await pick_choice(pilot, "Stay, and do not swap seats with Bo")
        assert answers == [(second, False)]


@parametrize("match_begins", [False, True], 1, ids=["lobby", "match"])
async def test_key_answers_a_question_that_was_asked_before_the_person_arrived(make_program, match_begins) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if match_begins:
            await begin_match(pilot)
        client, question = app.session.client, SeatQuestion(Kind.RETURN, "Ada 2", 1)
        answers: list[tuple[SeatQuestion, bool]] = []
        client.answer_question = lambda question, agrees: answers.append((question, agrees))
        client.questions = (question,)
        await app.session.show_first_screen()
        await pilot.pause()
        await pilot.press("f2")
        assert answers == [(question, True)]


async def open_menu_of_absent_ada(app, pilot):
    """Begin a match in which Ada, in seat 1, is away, and put the cursor on the second entry of her menu; return the
    client.
    """
    await begin_match(pilot)
    client = app.session.client
    set_away(client, 1)
    await pick_in_table_menu(pilot, "Ada")
    await pilot.press("down")
    return client


async def test_menu_of_a_person_who_comes_back_makes_only_the_request_that_was_under_the_cursor(
    make_program, screen_text
) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        client = await open_menu_of_absent_ada(app, pilot)
        assert app.screen.query_one("Menu").choice_at_cursor.name == "replace"
        client.set_people(FOUR_NAMES)
        await pilot.pause()
        assert "Make Ada the owner" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert (client.requests, isinstance(app.screen, Dialog)) == ([], True)


async def test_answer_to_a_question_that_has_just_disappeared_closes_no_dialog(make_program) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        client = await open_menu_of_absent_ada(app, pilot)
        dialog = app.screen
        dialog.query_one("Menu").action_choose()  # the message waits while the answers change
        client.table = replace(client.table, seats=(client.table.seats[0], SeatInfo(1, "Ada"), *client.table.seats[2:]))
        dialog.update_answers()
        await pilot.pause()
        assert (client.requests, app.screen) == ([], dialog)


async def test_person_is_moved_to_a_seat_only_if_it_still_has_the_person_shown_there(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        swaps: list[tuple[int, int]] = []
        client.swap_seats = lambda one, other: swaps.append((one, other))
        client.set_people(FOUR_NAMES)
        await pilot.pause()
        await pick_in_table_menu(pilot, "Ada")
        await pick_choice(pilot, "Move Ada to another seat")
        await pilot.press("down")
        assert "swaps with Bo" in screen_text(app)
        client.set_people(("You", "Chidi", "Ada", "Bo"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert swaps == [], "Bo sits elsewhere now"
        await pick_choice(pilot, "Seat 4")
        assert swaps == [(2, 3)], "Ada sits elsewhere now"


async def test_owner_moves_a_person_to_a_seat_picked_from_a_list(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(("You", "Ada", "Bo"))
        client.set_table_state(name="The square table")
        await pilot.pause()
        asked: list[tuple[int, int]] = []
        client.swap_seats = lambda *seats: asked.append(seats)
        client.set_people(FOUR_NAMES)
        await pilot.pause()
        await pick_in_table_menu(pilot, "Ada")
        await pick_choice(pilot, "Move Ada to another seat")
        assert "Where does Ada sit?" in screen_text(app)
        await pick_choice(pilot, "Seat 3")
        assert asked == [(1, 2)]


async def test_open_table_menu_shows_people_coming_back_and_going_away(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST, names=FOUR_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        client = app.session.client
        set_away(client, 1, away_until=25.0)
        await pilot.press("m")
        await pilot.pause()
        row = next(row for row in screen_text(app).splitlines() if "  Ada " in row)
        assert "away" in row
        client.set_people(FOUR_NAMES, bots=(2, 3))
        client.set_table_state(name=client.table.name)
        await pilot.pause()
        row = next(row for row in screen_text(app).splitlines() if "  Ada " in row)
        assert "away" not in row
        await pick_choice(pilot, "Ada")
        assert "Make Ada the owner" in screen_text(app)
        set_away(client, 1, away_until=25.0)
        await pilot.pause()
        assert "Make Ada the owner" not in screen_text(app)


async def test_help_of_the_table_menu_says_what_it_is_and_closes_again(make_program, screen_text) -> None:
    app = make_program(HOST_REQUEST)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin_match(pilot)
        await pilot.press("m")
        await pilot.pause()
        menu = app.screen
        assert isinstance(menu, Dialog)
        await pilot.press("f1")
        await pilot.pause()
        assert app.screen is not menu
        assert "what you can do about" in screen_text(app)
        await pilot.press("escape")
        assert app.screen is menu


class HostThatOpensToBrowsers:
    """A stand-in for a host that can let browsers in, or with `trouble` fails to."""

    announcer = SimpleNamespace(report_trouble_to=lambda report: None)
    server = SimpleNamespace(secret="")
    ssh = web = None
    can_open_to_browsers = True

    def __init__(self, trouble: str) -> None:
        self.trouble = trouble

    async def open_to_browsers(self) -> None:
        """Open the listener, or say why it cannot be opened."""
        if self.trouble:
            raise PortTaken(self.trouble)
        self.can_open_to_browsers = False
        self.web = SimpleNamespace(port=8222, encrypted=False)


@pytest.mark.parametrize("trouble", ["", "Port 8222 is taken."])
async def test_entry_of_the_table_menu_lets_phones_and_browsers_in(make_program, screen_text, trouble) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "Let phones" not in screen_text(app)
        app.session.handle = replace(app.session.handle, host=HostThatOpensToBrowsers(trouble))
        await pilot.press("m")
        await pilot.pause()
        assert "Let phones and browsers in" in screen_text(app)
        app.screen.query_one(Menu).choose(BROWSERS_CHOICE)
        await pilot.pause()
        await pilot.pause()
        assert (trouble or "http://192.168.1.20:8222/") in screen_text(app)
        await pilot.press("m")
        await pilot.pause()
        assert ("Let phones" in screen_text(app)) is bool(trouble)
        app.session.handle = replace(app.session.handle, host=None)
