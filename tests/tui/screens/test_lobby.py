"""The lobby screen: people, bots, chat, the join command and the keys of the owner."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from msgspec.structs import replace

from core import games
from core.engine.piles import EVERYONE, Remark
from net.client.events import MatchBegan, RefusalReceived
from net.client.shown_match import MatchPast
from net.protocol.table_state import SeatInfo, Terms
from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS
from tui.connect.request import TableRequest
from tui.crash_message import WRONG_TABLE_DATA_SENTENCE
from tui.screens.dialog import Dialog
from tui.screens.home import HomeScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.match import MatchScreen
from tui.screens.table_setup import TableSetupScreen
from tui.table.event_reader import EventReader
from tui.text.rulebook import rulebook_text, short_rules


async def test_lobby_shows_people_and_the_join_command(make_program, screen_text) -> None:
    app = make_program(TableRequest("host", code="rose"), names=("You", "Ada", "Björn"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.client.set_people(("You", "Ada", ""), spectators=("Dora",))
        await pilot.pause()
        text = " ".join(screen_text(app).split())
        assert "queens join 192.168.1.20 " in text
        for word in (
            "rose",
            "Ada",
            "free seat",
            "Dora",
            "Mad Queens",
            "When the match starts, bots take the free seats.",
        ):
            assert word in text
        assert "Ada is not ready yet; you can start all the same." in text


@pytest.mark.parametrize(
    ("size", "has_rules"), [((80, 24), False), ((120, 30), False), ((120, 40), True), ((200, 60), True)]
)
async def test_lobby_of_a_large_window_shows_the_short_rules_as_a_whole_and_those_of_another_game_after_a_change(
    size, has_rules, make_program, screen_text
) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        people = app.session.client
        for slug in ("mad-queens", "big-queen"):
            people._change_table(game=slug)
            await pilot.pause()
            text = " ".join(screen_text(app).split())
            rules = rulebook_text("", short_rules(games[slug].rules), 80).split()[1:]
            assert ([word for word in rules if word.strip("-") and word not in text] == []) == has_rules


async def test_lobby_says_whether_there_are_hints(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Mad Queens, hints from the coach" in screen_text(app)
        people = app.session.client
        people._change_table(seats=tuple(replace(seat, bot="") for seat in people.table.seats))
        await pilot.pause()
        assert "Mad Queens, no hints" in screen_text(app)
        told = [said.text for said in app.session.chat]
        assert told[-1] == "There are no hints while more than one person plays."
        people._change_table(terms=Terms(hints=True))
        await pilot.pause()
        assert "Mad Queens, hints from the coach" in screen_text(app)
        people._change_table(terms=Terms(hints=False))
        await pilot.pause()
        assert "Mad Queens, no hints" in screen_text(app)


async def test_lobby_says_who_won_a_match_that_ended_while_the_person_was_away(
    make_program, screen_text, monkeypatch
) -> None:
    monkeypatch.setattr(EventReader, "missed_result_sentences", "The match ended while you were away. Bea wins.")
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "The match ended while you were away. Bea wins." in " ".join(screen_text(app).split())


@pytest.mark.parametrize("method", ["show_table", "on_mouse_move"])
async def test_error_at_a_remote_table_leads_to_the_home_screen_or_ends_the_program_with_a_sentence(
    method, make_program, screen_text, monkeypatch
) -> None:
    """The state of its table that another program sends may be impossible, and raise an error."""

    def fail(*_: object) -> None:
        """Raise an error such as a screen has that shows an impossible state."""
        raise KeyError("no such phase")

    app = make_program(TableRequest("join", address="10.0.0.7"))
    with suppress(KeyError):
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.session.client.is_remote = True
            monkeypatch.setattr(LobbyScreen, method, fail, raising=False)
            if method == "show_table":
                app.session.client.set_people(("You", "Ada", ""))
                await pilot.pause()
                assert isinstance(app.screen, HomeScreen)
                assert WRONG_TABLE_DATA_SENTENCE[:40] in " ".join(screen_text(app).split())
                assert app.crash_error is None
                return
            await pilot.hover(offset=(5, 5))
            await pilot.pause()
    assert app.crash_error is not None
    assert app.crash_sentence == WRONG_TABLE_DATA_SENTENCE


async def test_past_that_no_board_can_show_ends_the_program_at_a_remote_table_with_a_sentence(make_program) -> None:
    match = games["queens-dungeon"].start(4, 1)
    past = MatchPast(match.view(0), (), ((Remark(EVERYONE, "no such remark", 0, ()),),))
    app = make_program(TableRequest("join", address="10.0.0.7"))
    with suppress(ValueError):
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.session.client.is_remote = True
            app.session.receive_event(MatchBegan(match.view(0), ("You", "Ada", "Bea", "Cleo"), (), past=past))
            await pilot.pause()
    assert app.crash_error is not None
    assert app.crash_sentence == WRONG_TABLE_DATA_SENTENCE


async def test_lobby_shows_the_teams(make_program, screen_text) -> None:
    app = make_program(TableRequest("host", "big-queen"), names=("You", "Ada", "Bo", "Chidi"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.client.set_people(("You", "Ada", "", "Chidi"), bots=(3,))
        await pilot.pause()
        rows = [row for row in screen_text(app).splitlines() if "team" in row]
        for row, words in zip(rows, ("you, team A", "Ada", "free seat, team A", "bot, team B"), strict=True):
            assert words in row
        assert "team B" in rows[1]


async def test_c_key_copies_the_join_command(make_program, screen_text) -> None:
    app = make_program(TableRequest("host", code="rose"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "C copies it" in screen_text(app)
        await pilot.press("c")
        await pilot.pause()
        assert app.clipboard == "queens join 192.168.1.20 --code rose"
        assert "Copied" in screen_text(app)


async def test_lobby_warns_about_a_table_without_tls(make_program, screen_text) -> None:
    app = make_program(TableRequest("host", insecure=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "queens join 192.168.1.20 --insecure" in screen_text(app)
        assert "anybody in between can listen" in screen_text(app)


@parametrize(("key_to_add", "key_to_remove"), [("b", "x"), ("B", "X")], 1)
async def test_owner_adds_and_removes_bots_in_the_lobby(make_program, key_to_add, key_to_remove) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(("You", ""))
        await pilot.press(key_to_add)
        await pilot.pause()
        assert client.table.seats[1].bot
        await pilot.press(key_to_remove)
        await pilot.pause()
        assert not client.table.seats[1].name


async def test_owner_keys_are_not_offered_to_others(make_program, screen_text) -> None:
    app = make_program(TableRequest("join", address="here"), names=("You", "Ada"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.client.is_owner = False
        app.session.client.set_people(("You", "Ada"))
        await pilot.pause()
        text = screen_text(app)
        assert "Start" not in text
        assert "starts it" in text
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)


async def test_enter_in_the_lobby_takes_the_free_seat_under_the_cursor(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(("You", "", ""))
        await pilot.pause()
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert client.seat == 2
        await pilot.press("w")
        await pilot.pause()
        assert client.seat is None


async def test_lobby_cursor_starts_at_own_seat_and_enter_there_opens_chat(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.client.set_people(("Ada", "Bob", ""))
        app.session.client.take_seat(2)
        app.call_after_current_screen(app.session.show_lobby)
        await pilot.pause()
        await pilot.press("enter", *"Hello", "enter")
        await pilot.pause()
        assert "You: Hello" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.query_one("#line").has_focus


async def test_lobby_shows_chat_and_escape_first_leaves_only_the_chat_line(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("T", *"sbX?")
        await pilot.pause()
        assert "Enter Send" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "You: sbX?" in screen_text(app)
        assert app.screen.query_one("#seats").has_focus
        await pilot.press("t", "escape")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert app.screen.query_one("#seats").has_focus


async def test_notice_in_the_lobby_disappears_after_a_while_unless_the_host_is_silent(
    make_program, screen_text, monkeypatch
) -> None:
    monkeypatch.setattr("tui.app.app.NOTICE_SECONDS", 0.02)
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.receive_event(RefusalReceived("Not now."))
        await pilot.pause()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while app.last_notice:
                await pilot.pause(0.01)
        assert "Not now." not in screen_text(app)
        app.session.connection_trouble = trouble = "The host does not answer."
        app.show_notice(trouble)
        app._end_notice(trouble)
        assert "The host does not answer." in screen_text(app)


async def test_notice_that_is_shown_again_is_shown_for_its_whole_time(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.show_notice("Not now.")
        first = app._notice_timer
        app.show_notice("Not now.")
        await pilot.pause()
        assert first._task is None, "the timer of the first time is stopped"
        assert app._notice_timer._task is not None


async def test_refused_seat_is_explained_in_the_lobby(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.seat = None
        client.set_people(("Bo", "Ada"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "Bo sits there; every seat is taken." in screen_text(app)
        client.set_people(("Bo", "", "Ada"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "Bo sits there; seat 2 is free." in screen_text(app)


@parametrize("width", [60, 72, 80], 1)
async def test_narrow_lobby_shows_roles_and_the_leave_key(make_program, screen_text, width) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        app.session.client.set_people(("Wilhelmina the Great", "Maximilian the Third", ""))
        await pilot.pause()
        text = screen_text(app)
        assert all(word in text for word in ("you", "free seat", "Esc Leave"))


async def test_change_of_game_starts_from_the_present_table(make_program, screen_text) -> None:
    app = make_program(
        TableRequest("host", "big-queen", options={"target": "300"}), names=("You", "Ada", "Bo", "Chidi")
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        asked: list[tuple[object, ...]] = []
        app.session.client.configure_table = lambda *what: asked.append(what)
        await pilot.press("g")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        ((game, seats, options),) = asked
        assert (game, seats, options["target"]) == ("big-queen", 4, "300")


async def test_owner_changes_the_game_in_the_lobby(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, TableSetupScreen)
        await pilot.press("right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert len(app.session.client.table.seats) == 3, "one more than there were"


async def test_click_on_start_starts_the_match(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click(offset=(4, 23))
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)


async def test_closing_a_table_with_other_people_asks_for_confirmation(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.session.client.set_people(("You", "Ada"))
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert not app.session.client.closed


@pytest.mark.parametrize("kind", ["host", "join"])
async def test_escape_in_the_lobby_asks_before_the_seat_is_lost(make_program, screen_text, kind) -> None:
    app = make_program(TableRequest(kind, address="ada.local"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert "Leave th" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        app.session.client.leave_seat()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Dialog) == (kind == "host"), "who watches loses nothing"


async def test_cursor_of_somebody_without_a_seat_stands_on_the_first_free_one(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.seat = None
        client.set_table_state(seats=(SeatInfo(0, "Ada"), SeatInfo(1, "Bo"), SeatInfo(2), SeatInfo(3)))
        await pilot.pause()
        await app.session.show_lobby()
        await pilot.pause()
        taken: list[int | None] = []
        client.take_seat = taken.append
        await pilot.press("enter")
        assert taken == [2]


async def test_person_who_loses_the_seat_is_told_and_the_owner_is_warned_before(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(("You", "Ada", "Bo"))
        client.set_table_state(name="The square table")
        await pilot.press("g")
        await pilot.pause()
        await pilot.press("left")
        await pilot.pause()
        assert "2 seats for 3 people: Bo will watch." in screen_text(app)
        await pilot.press("right")
        await pilot.pause()
        assert "will watch" not in screen_text(app)
        await pilot.press("escape")
        client.seat = None
        client.set_table_state(name="The round table")
        await pilot.pause()
        assert "You are watching now." in screen_text(app)


async def test_seat_that_the_table_does_not_have_is_not_ready(make_program) -> None:
    """A lying host may name such a seat; the key bar and the table menu ask whether it is ready."""
    app = make_program(TableRequest("join", address="10.0.0.7"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.seat, client.is_owner = 9, False
        assert app.screen.check_action("ready", (True,)) is True
        assert app.screen.check_action("ready", (False,)) is False
        await pilot.press("m")
        await pilot.pause()
    assert app.crash_error is None
