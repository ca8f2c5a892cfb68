"""The match screen and the result screen, with a staged table."""

from __future__ import annotations

import asyncio
import dataclasses
import re

import pytest
from msgspec.structs import replace

from core import Standing, View, cards, games
from net.client.events import (
    ChatReceived,
    HostLost,
    HostRestarted,
    MatchBegan,
    MatchEnded,
    NoticeReceived,
    RefusalReceived,
    TableChanged,
)
from net.journal import JOURNAL_FILE
from net.journal.database import JournalDatabase
from net.journal.entries import MatchBeganEntry, MatchEndedEntry
from net.journal.match_list import complete_finished_matches, write_tick
from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS
from tui.boards.common.animation import FAST_DURATION_FACTOR
from tui.connect.request import TableRequest
from tui.screens.dialog import Dialog
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.match import FAST_END_SENTENCE, MatchScreen
from tui.screens.result import ResultScreen, result_headline
from tui.screens.rules import RulesScreen
from tui.text.results import own_place_sentence, sole_winner
from tui.text.rulebook import short_rules
from tui.widgets.settle_time import TOO_QUICK_SENTENCE

HOSTILE_NAME = "[@click=app.quit]boo[/]"
"""A name of a person that contains markup of Textual."""


async def play_to_the_end(app, pilot) -> None:
    """Play the match to its end and open the result."""
    await pilot.pause()
    app.session.client.play_on()
    await pilot.pause()
    assert isinstance(app.screen, MatchScreen)
    await pilot.press("enter")
    await pilot.pause()
    assert isinstance(app.screen, ResultScreen)


async def test_second_enter_at_the_result_is_ignored_and_a_letter_starts_another_match(
    make_program, monkeypatch
) -> None:
    monkeypatch.setattr("tui.screens.base.FOCUS_DELAY_SECONDS", 3600)
    app = make_program(TableRequest("play"))
    async with app.run_test() as pilot:
        await play_to_the_end(app, pilot)
        await pilot.press("enter", "space")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)


async def test_match_that_has_begun_is_not_replaced_by_the_last_result_or_the_lobby(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.session.client.start_match()
        await pilot.pause()
        app.session.client.play_on()
        await pilot.pause()
        ended = app.screen._ended
        app.session.client.start_match()
        app.call_after_current_screen(lambda: app.session.show_result(ended))
        app.call_after_current_screen(app.session.show_lobby)
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert app.screen._ended is None


async def test_new_owner_at_the_result_is_notified_and_can_start(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.is_owner = False
        client.set_people(("You", "Ada", "Bo"))
        await pilot.pause()
        client.start_match()
        await play_to_the_end(app, pilot)
        assert "Play again" not in screen_text(app)
        client.is_owner = True
        client.set_people(("You", "Ada", "Bo"))
        await pilot.pause()
        assert "Play again" in screen_text(app)
        assert "You are the owner now." in screen_text(app)
        client.receive_chat("Ada", "Once more?")
        await pilot.pause()
        assert "Ada: Once more?" in screen_text(app)


async def test_key_bar_says_what_escape_does_while_a_discard_is_doubted(make_program, screen_text, monkeypatch) -> None:
    app = make_program(TableRequest("play", "big-queen"), names=("You", "Ada", "Ben", "Cy"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        match = app.session.client.match
        while not (match.legal(0) and match.view(0).facts["phase"] == "play"):
            if match.legal(0):
                app.session.client.send_action(match.legal(0)[0])
            await pilot.pause()
        board = app.screen.board
        monkeypatch.setattr(board, "asks_about_slips", True)
        monkeypatch.setattr(board, "slip_question", lambda action: "Discard it?")
        await pilot.press("space")
        await pilot.pause()
        assert "Esc Deselect" in screen_text(app)
        await pilot.press("x")
        await pilot.pause()
        assert "Discard it?" in screen_text(app)
        assert "Esc Back" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "Discard it?" not in screen_text(app)
        assert "Esc Deselect" in screen_text(app)
        await pilot.press("escape", "left", "x")
        await pilot.pause()
        assert "Esc Back" in screen_text(app), "no card is selected"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert "Esc Leave" in screen_text(app)
        assert match.view(0).facts["phase"] == "play"


@pytest.mark.parametrize("game", games)
async def test_escape_answers_the_question_before_a_probable_slip_on_every_board(
    make_program, screen_text, monkeypatch, game
) -> None:
    app = make_program(TableRequest("play", game), names=("You", "Ada", "Ben", "Cy"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        match, board = app.session.client.match, app.screen.board
        while not match.legal(0):
            await pilot.pause()
        monkeypatch.setattr(board, "asks_about_slips", True)
        monkeypatch.setattr(board, "slip_question", lambda action: "Sure?")
        action, progress = match.legal(0)[0], board.progress_value
        for _ in range(2):
            board.show_present_state()  # as each key does
            assert not board.send(action), "the question is asked again"
            board._repaint()
            await pilot.pause()
            assert "Sure?" in screen_text(app)
            assert "Esc Back" in screen_text(app)
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, MatchScreen)
            assert "Sure?" not in screen_text(app)
            assert "Esc Back" not in screen_text(app)
        assert board.progress_value == progress


async def test_escape_drops_selected_cards_and_only_then_asks_whether_to_leave(make_program, screen_text) -> None:
    app = make_program(TableRequest("play", "big-queen"), names=("You", "Ada", "Ben", "Cy"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        while not app.session.client.match.legal(0):
            await pilot.pause()
        app.session.client.send_action(app.session.client.match.legal(0)[0])
        await pilot.pause()
        board = app.screen.board
        await pilot.press("home", "space")
        await pilot.pause()
        if not board.scene.selection.selected_indexes:  # the cursor was on the discard pile
            await pilot.press("down", "home", "space")
            await pilot.pause()
        assert len(board.scene.selection.selected_indexes) == 1
        assert "Esc Deselect" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert not board.scene.selection.selected_indexes
        assert "Esc Leave" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, MatchScreen), "the question whether to leave"
        await pilot.press("escape", "f1")
        await pilot.pause()
        assert "Deselect all cards; Esc does it, too" in str(app.screen.query_one("#keys").render())


@parametrize("size", [(80, 24), (60, 18), (48, 30)], 2)
async def test_help_lists_keys_in_two_columns(make_program, size) -> None:
    app = make_program(TableRequest("play", "big-queen"), names=("You", "Ada", "Ben", "Cy"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("f1")
        await pilot.pause()
        keys = app.screen.query_one("#keys")
        rows = str(keys.render()).split("\n")
        assert len(rows) == keys.size.height
        assert max(map(len, rows)) <= keys.size.width
        column = rows[0].index("Draw a card, or deal")
        assert all(row[column - 1] == " " != row[column] for row in rows), "each description begins in one column"
        assert rows[[row.split()[0] for row in rows].index("W") + 1][:column].isspace(), "it goes on below itself"
        text = " ".join(row[column:] for row in rows)
        assert "Choose other cards of yours to take the card, or another set for a 2" in text
        assert "Ask to go out: to end the round with your last card" in text


@pytest.mark.parametrize("has_key", [True, False])
async def test_standings_are_offered_once_the_board_has_come_to_the_end_of_the_match(
    make_program, screen_text, has_key
) -> None:
    """Before that the same key goes on to the end, so that nobody leaves what they have not seen."""
    app = make_program(TableRequest("play", "mad-queens-classic"), animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        board.animation.pace = 1000.0
        app.session.client.play_on()
        await pilot.pause()
        assert board.animating
        assert "Enter Go on" in screen_text(app)
        assert "Standings" not in screen_text(app)
        if has_key:
            await pilot.press("enter")
            await pilot.pause()
            assert not board.animating
        while len(board.animation):
            board.animation.next_frame()  # as the timer of a frame does
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert "Enter Standings" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)


async def test_help_lists_the_keys_that_scroll(make_program, screen_text) -> None:
    app = make_program(TableRequest("play", "mad-queens-classic"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert "↑↓ Scroll" in screen_text(app)
        await pilot.press("down")
        await pilot.pause()
        assert app.screen.query_one("#box").scroll_offset.y > 0


async def test_escape_on_a_finished_board_leads_to_the_standings(make_program) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.session.client.play_on()
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)


async def test_result_says_how_many_cards_do_not_fit(make_program, screen_text) -> None:
    app = make_program(TableRequest("play", seed="3"))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_to_the_end(app, pilot)
        standings = app.session.client.match.standings
        cards = len(app.session.client.match.view(None).cards(f"bank/{standings[0].seat}"))
        rows = screen_text(app).splitlines()
        caption = next(number for number, row in enumerate(rows) if "cards shown" in row)
        indexes = next(row for row in rows[caption - 3 :: -1] if re.search("[♣♦♥♠]|Jk", row))
        seen = sum(indexes.count(index) for index in ("♣", "♦", "♥", "♠", "Jk"))
        assert 0 < seen < cards
        assert f"bank, {seen} of {cards} cards shown" in screen_text(app)


async def test_home_screen_is_not_painted_between_match_and_result(make_program) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test() as pilot:
        await pilot.pause()
        shown_one_by_one = []
        app.screen_change_signal.subscribe(app, shown_one_by_one.append, immediate=True)
        await play_to_the_end(app, pilot)
        await pilot.press("p")
        await pilot.pause()
        assert [type(screen) for screen in shown_one_by_one] == [ResultScreen, MatchScreen]


async def test_board_keys_become_actions_at_the_table(make_program) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("space")
        await pilot.pause()
        assert [str(action) for _, action in app.session.client.match.actions if _ == 0] == ["reveal"]


async def test_refused_action_shows_the_sentence_of_the_host(make_program, screen_text) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.session.receive_event(RefusalReceived("Not so fast."))
        await pilot.pause()
        assert "Not so fast." in screen_text(app)


async def test_match_help_has_the_keys_and_the_short_rules(make_program, screen_text) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(120, 50)) as pilot:
        await pilot.pause()
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.pause()
        text = screen_text(app)
        assert "Reveal a card" in text
        assert "In short" in text
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)


@parametrize("game", ["mad-queens", "queens-dungeon", "big-queen"], 1)
async def test_match_help_starts_with_the_short_rules_and_k_scrolls_to_the_keys(
    make_program, screen_text, game
) -> None:
    app = make_program(TableRequest("play", game, 4), names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f1")
        await pilot.pause()
        assert "In short" in screen_text(app)
        assert re.search(r"\bwins?\b", screen_text(app)), "the aim of the game"
        assert "Show or hide the log" not in screen_text(app)
        await pilot.press("k")
        await pilot.pause()
        assert ("Space " if game == "mad-queens" else "Enter") in screen_text(app)
        assert "In short" not in screen_text(app)
        assert screen_text(app).count("The keys") == 2, "the title of the list, and the key that leads to it"


async def test_help_lists_the_key_of_the_hint_also_while_a_whole_hint_is_shown(make_program, screen_text) -> None:
    """Then the bar names Esc as the key that closes the hint, but the help still explains the other one."""
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(120, 60)) as pilot:
        await pilot.pause()
        await pilot.press("i")
        for _ in range(100):
            await pilot.pause(0.05)
            if "Coach:" in screen_text(app):
                break
        if app.screen.hint.has_more:
            await pilot.press("i")
            await pilot.pause()
        assert not app.screen.hint.has_more
        await pilot.press("f1")
        await pilot.pause()
        await pilot.press("k")
        await pilot.pause()
        assert re.search(r"\bI +Hint", screen_text(app))


def test_short_rules_of_a_game_end_before_the_second_section_of_its_rulebook() -> None:
    assert short_rules("# Game\n\n## In short\n\nOne.\n\n## Set-up\n\nTwo.") == "# Game\n\n## In short\n\nOne.\n"


@parametrize(
    ("keys", "leaves"),
    [(["N"], False), (["Y"], True), (["n"], False), (["enter"], False), (["escape"], False), (["y"], True)],
    2,
)
async def test_key_that_leaves_a_running_match_asks_once(make_program, keys, leaves) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test() as pilot:
        await pilot.pause()
        client = app.session.client
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        await pilot.press(*keys)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen if leaves else MatchScreen)
        assert client.closed is leaves


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_program_asks_once_before_it_leaves_a_running_match(make_program, key) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test() as pilot:
        await pilot.pause()
        client = app.session.client
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        await pilot.press(key)
        await pilot.pause()
    assert client.closed
    assert app.return_code == 0


async def test_lost_host_is_reported_in_one_sentence_on_the_home_screen(make_program, screen_text) -> None:
    app = make_program(TableRequest("join", address="here"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.receive_event(HostLost("The host has closed the table."))
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert "The host has closed the table." in screen_text(app)
        assert app.session is None


async def test_result_lists_everybody_and_p_key_starts_another_match(make_program, screen_text) -> None:
    app = make_program(TableRequest("play"), names=("You", "Ada", "Björn"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await play_to_the_end(app, pilot)
        assert isinstance(app.screen, ResultScreen)
        text = screen_text(app)
        for standing in app.session.client.match.standings:
            name = app.session.client.seat_names[standing.seat]
            assert any(name in line and str(standing.score) in line for line in text.splitlines())
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)


async def test_solo_result_compares_with_the_best_score(make_program, screen_text, tmp_path) -> None:
    app = make_program(TableRequest("play"), names=("You",))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await play_to_the_end(app, pilot)
        assert "This is the score to beat" in screen_text(app)
        with JournalDatabase(tmp_path / JOURNAL_FILE) as file:
            for number, score in enumerate((999, 5)):  # the latest is the one that is being looked at
                began = MatchBeganEntry(1, "mad-queens", 1, (), "7", ("You",), ("",))
                ended = MatchEndedEntry(1, ((0, score, 1),), "", "a record\nhost …")
                for tick, entry in enumerate((began, ended), start=1):
                    write_tick(file, number, tick, [entry], 0.0)
            complete_finished_matches(file)
        await pilot.press("p")
        await pilot.pause()
        await play_to_the_end(app, pilot)
        assert "still 999" in screen_text(app)


async def test_network_table_returns_to_its_lobby_after_a_match(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        await pilot.press("s")
        await pilot.pause()
        await play_to_the_end(app, pilot)
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)


async def test_person_who_joins_during_a_match_sees_it_at_once(make_program) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.pause()
        opener = app.tables.opener

        async def open_during_a_match(request, settings, deals):
            """Open the table, with a match already begun."""
            handle = await opener(request, settings, deals)
            handle.client.start_match()
            return handle

        app.tables.opener = open_during_a_match
        app.go_to_table(TableRequest("join", address="here"))
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)


async def test_markup_in_chat_and_notices_is_shown_as_text(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"), names=("You", HOSTILE_NAME))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        app.session.receive_event(ChatReceived(HOSTILE_NAME, HOSTILE_NAME))
        await pilot.pause()
        assert screen_text(app).count(HOSTILE_NAME) >= 3
        await pilot.press("s")
        await pilot.pause()
        app.session.receive_event(ChatReceived(HOSTILE_NAME, HOSTILE_NAME))
        await pilot.pause()
        assert HOSTILE_NAME in screen_text(app)
        await play_to_the_end(app, pilot)
        assert "[@click" in screen_text(app)
        app.session.receive_event(HostLost(HOSTILE_NAME))
        await pilot.pause()
        assert HOSTILE_NAME in screen_text(app)


async def test_new_match_replaces_every_screen_above_home(make_program) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("f1")
        await pilot.pause()
        client = app.session.client
        client.start_match()
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        app.session.receive_event(MatchBegan(client.view, client.seat_names, ()))
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)


async def test_too_small_terminal_shows_whom_the_match_waits_for(make_program, screen_text) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(50, 15)) as pilot:
        await pilot.pause()
        assert "your move" in " ".join(screen_text(app).split())


@pytest.mark.parametrize(
    ("game", "options", "own_seat", "ranks", "sentence"),
    [
        ("big-queen", {}, 0, (1, 3, 1, 3), "Your team wins: You and Cleo!"),
        ("big-queen", {}, 2, (1, 3, 1, 3), "Your team wins: You and Ada!"),
        ("big-queen", {}, 1, (1, 3, 1, 3), "Team A wins: Ada and Cleo."),
        ("queens-dungeon", {"partners": True}, None, (3, 1, 3, 1), "Team B wins: Bo and Dora."),
        ("queens-dungeon", {"partners": False}, 1, (1, 3, 1, 3), "Ada and Cleo share the win."),
        ("queens-dungeon", {"partners": False}, 1, (2, 1, 3, 4), "You win!"),
    ],
)
def test_headline_names_the_winner_or_the_winning_team(game, options, own_seat, ranks, sentence) -> None:
    standings = tuple(Standing(seat, 0, rank) for seat, rank in enumerate(ranks))
    view = View(game, 4, options, own_seat, {}, {})
    assert result_headline(standings, ("Ada", "Bo", "Cleo", "Dora"), own_seat, view) == sentence


def test_player_who_has_not_won_reads_their_place_among_all() -> None:
    ranks = (1, 2, 2, 4)
    standings = tuple(Standing(seat, -rank, rank) for seat, rank in enumerate(ranks))
    names = ("Ada", "Bo", "Cleo", "Dora")
    said = [own_place_sentence(standings, seat) for seat in (None, 0, 1, 3)]
    assert said == ["", "", "You are tied for 2nd of 4.", "You are 4th of 4."]
    assert sole_winner(standings, names) == "Ada"
    assert sole_winner(tuple(Standing(seat, 5, 1) for seat in range(4)), names) == ""


async def test_table_notices_are_shown_in_the_match_log_and_in_the_lobby(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.session.receive_event(NoticeReceived("Dora watches."))
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert "Dora watches." in screen_text(app)
        await pilot.press("s")
        await pilot.pause()
        app.session.receive_event(NoticeReceived("Bo is back."))
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert any((line.player_name, line.text) == ("", "Bo is back.") for line in app.screen.board.scene.log)


async def test_match_screen_of_a_host_that_was_restarted_is_replaced_by_its_lobby(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        app.session.receive_event(HostRestarted("The host has been started anew."))
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        app.session.receive_event(TableChanged(app.session.client.table))
        await pilot.pause()
        assert "has been started anew." in screen_text(app)
        assert not app.session.is_playing


async def test_seat_that_was_taken_over_shows_the_new_name_at_once(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"), names=("You", "Ada", "Cleo"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert "Cleo" in screen_text(app)
        app.session.client.set_people(("You", "Ada", "Wanda"), bots=(1,))
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert "Wanda" in screen_text(app)
        assert app.screen.board.scene.names == ("You", "Ada", "Wanda")


@parametrize("kind", ["play", "host"], 1)
async def test_p_key_makes_bots_play_fast_when_only_bots_decide(make_program, screen_text, kind) -> None:
    app = make_program(TableRequest(kind))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        asked = []
        client.play_on_fast = lambda: asked.append("fast")
        if kind == "host":
            client.start_match()
            await pilot.pause()
        screen, table = app.screen, client.table
        assert isinstance(screen, MatchScreen)
        pace = screen.board.animation.pace
        assert "Speed up the bots" not in screen_text(app)
        await pilot.press("p")
        assert asked == []
        client.table = replace(table, seats=tuple(replace(seat, bot="careful") for seat in table.seats))
        screen.show_table(client.table)
        await pilot.pause()
        assert "P Speed up the bots" in screen_text(app)
        assert FAST_END_SENTENCE in screen_text(app)
        await pilot.press("p")
        await pilot.pause()
        assert asked == ["fast"]
        assert FAST_END_SENTENCE not in screen_text(app)
        assert screen.board.animation.pace == FAST_DURATION_FACTOR < pace
        assert "Speed up the bots" not in screen_text(app)
        client.table = table
        screen.show_table(table)
        await pilot.pause()
        assert screen.board.animation.pace == pace


async def test_page_up_scrolls_the_log_of_a_match(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        for number in range(60):
            app.session.client.receive_chat("Ada", f"line {number}.")
        await pilot.pause()
        assert "line 59." in screen_text(app)
        await pilot.press("pageup")
        await pilot.pause()
        assert "line 59." not in screen_text(app)
        await pilot.press("pagedown")
        await pilot.pause()
        assert "line 59." in screen_text(app)


@pytest.mark.parametrize(("winner", "sentence"), [(0, "Your bank"), (1, "Ada's bank")])
async def test_result_marks_bots_and_says_whose_bank_is_shown(make_program, screen_text, winner, sentence) -> None:
    app = make_program(TableRequest("play"), names=("You", "Ada"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_people(("You", "Ada"), bots=(1,))
        view = dataclasses.replace(client.view, piles={f"bank/{winner}": cards("7♦ 8♦")})
        standings = (Standing(winner, 2, 1), Standing(1 - winner, 0, 2))
        await app.replace_all_but_home(ResultScreen(app.session, MatchEnded(standings, ("You", "Ada")), view))
        await pilot.pause()
        assert "Ada (bot)" in screen_text(app)
        assert winner == 0 or "Ada (bot) wins." in screen_text(app)
        assert sentence in screen_text(app)


async def test_match_with_a_remembered_set_up_names_its_players_and_options(make_program) -> None:
    app = make_program(TableRequest("play", "mad-queens", 2, 1, {"visibility": "sealed"}, repeats_last_table=True))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "From your last set-up: 2 players; Others' cards: sealed." in [line.text for line in app.session.chat]
    usual = make_program(TableRequest("play", "mad-queens", 4, 3, repeats_last_table=True))
    async with usual.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert not usual.session.chat


async def test_key_pressed_before_a_decision_counts_is_answered_each_time(
    make_program, screen_text, monkeypatch
) -> None:
    monkeypatch.setattr("tui.screens.match.TOO_SOON_NOTE_SECONDS", 0.2)
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 3600)
        await pilot.press("space")
        monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 0)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while TOO_QUICK_SENTENCE not in screen_text(app):
                await pilot.pause()
        assert app.session.client.match.view(0).cards("shown/0") == (), "nothing was decided"
        screen = app.screen
        await pilot.press("l", "l")
        assert TOO_QUICK_SENTENCE not in screen_text(app)
        screen._show_too_soon_note(screen.board.commands_run)
        await pilot.pause()
        assert TOO_QUICK_SENTENCE in screen_text(app)


async def test_key_pressed_before_a_decision_counts_is_not_answered_if_another_key_follows(
    make_program, screen_text, monkeypatch
) -> None:
    monkeypatch.setattr("tui.screens.match.TOO_SOON_NOTE_SECONDS", 3600)
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        screen = app.screen
        await pilot.press("l")
        run = screen.board.commands_run
        await pilot.press("l")
        screen._show_too_soon_note(run)
        await pilot.pause()
        assert TOO_QUICK_SENTENCE not in screen_text(app)
        screen._show_too_soon_note(screen.board.commands_run)
        await pilot.pause()
        assert TOO_QUICK_SENTENCE in screen_text(app)
