"""What the home screen shows beside its choices: who is nearby, how the person has done, and a Queen that sometimes
turns over.
"""

from __future__ import annotations

import pytest

from core import Card
from net.journal.history import FinishedMatch, SeatResult
from tests.gallery.staged_nearby_tables import StagedNearbyTables, make_found_table
from tui.cards import FLIP_FRAMES, LARGE, State, face
from tui.screens import home, home_banner
from tui.screens.home_banner import TitleBanner
from tui.screens.match import MatchScreen
from tui.text.nearby import nearby_hosts_text
from tui.text.own_results import OwnResults, last_match_in_brief
from tui.widgets.menu import LetterChoice

OWN_RESULTS = OwnResults({"mad-queens": ("won 4/12", "best 43"), "big-queen": ("", "")}, "Mad Queens: Ada 41, you 31")
"""The results of the person, which the panels of the home screen show."""


async def test_large_home_screen_has_a_panel_for_each_game_and_its_number_plays_it(
    make_program, screen_text, monkeypatch
):
    monkeypatch.setattr("tui.text.own_results.read_own_results", lambda folder, name: OWN_RESULTS)
    app = make_program()
    async with app.run_test(size=(120, 40)) as pilot:
        while "won 4/12, best 43" not in screen_text(app):
            await pilot.pause()
        assert "Press 1 to 5 to play a game at once" in screen_text(app)
        assert "2 Classic" in screen_text(app), "the whole title would touch the edge"
        assert "5 Queen Bees II" in screen_text(app)
        assert screen_text(app).count("A♦") >= 2, "the panels have pictures"
        queen = str(face(Card.parse("Q♠"), LARGE, app.look, State.NORMAL)).split("\n")[3].strip()
        assert screen_text(app).count(queen) == 3, "she has the same portrait at the top and in the panels"
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert screen_text(app).count("A♦") >= 2
        assert "2 Mad Queens Classic" in screen_text(app)
        assert "won 4/12, best 43" in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "won 4/12" not in screen_text(app)
        await pilot.press("4")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert app.session.request.game == "queens-dungeon"
        assert app.last_table.game == "queens-dungeon", "Play now goes on with it"


LINE_WITH_ALL_GAMES = "1 Mad Queens  2 Classic  3 Big Queen  4 Queen's Dungeon  5 Queen Bees II"
"""The line of a small home screen that names each game with its number."""


async def test_small_home_screen_names_each_game_with_its_number_and_a_click_plays_it(make_program, screen_text):
    app = make_program(names=("You", "Ada", "Ben", "Cy"))
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.read_results()
        while LINE_WITH_ALL_GAMES not in screen_text(app):
            await pilot.pause()
        row, line = next(
            (y, text) for y, text in enumerate(screen_text(app).splitlines()) if LINE_WITH_ALL_GAMES in text
        )
        assert f"Play {LINE_WITH_ALL_GAMES}" in screen_text(app), "the line says what a number does"
        assert "Q  Quit" in screen_text(app)
        assert "▀▀▀▀▀" in screen_text(app), "the large title stays"
        await pilot.resize_terminal(60, 18)
        await pilot.pause()
        assert "1 Mad Queens  2 Classic  3 Big Queen" in screen_text(app)
        assert "4 Queen's Dungeon  5 Queen Bees II" in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await pilot.click(offset=(line.index("Big Queen"), row))
        await pilot.pause()
        assert app.session.request.game == "big-queen"


@pytest.mark.parametrize(
    ("more_choices", "title_is_large", "games_are_shown"), [(1, True, True), (2, True, False), (3, False, True)]
)
async def test_line_of_games_is_left_out_if_the_large_title_fits_only_without_it(
    make_program, screen_text, monkeypatch, more_choices, title_is_large, games_are_shown
):
    usual = home.HomeScreen._choices
    extra = tuple(LetterChoice(f"more{number}", str(number), "More", "choices") for number in range(more_choices))
    monkeypatch.setattr(home.HomeScreen, "_choices", lambda screen: (*usual(screen), *extra))
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.read_results()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert ("▀▀▀▀▀" in screen_text(app)) is title_is_large
        assert (LINE_WITH_ALL_GAMES in screen_text(app)) is games_are_shown


async def test_choice_join_of_the_home_screen_shows_who_is_nearby(make_program, screen_text, monkeypatch):
    monkeypatch.setattr(home, "SEARCH_DELAY_SECONDS", 0.001)
    app = make_program()
    tables = app.new_table_browser = StagedNearbyTables(make_found_table("Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        while "now nearby: Ann" not in screen_text(app):
            await pilot.pause()
        tables.set_tables(make_found_table("Ann"), make_found_table("Bob"))
        await pilot.pause()
        assert "now nearby: Ann and Bob" in screen_text(app)
        await pilot.press("s")
        await pilot.pause()
        assert tables.closed


async def test_queen_on_the_home_screen_turns_over_and_back_unless_animation_is_off(make_program, monkeypatch):
    monkeypatch.setattr(home_banner, "QUEEN_FLIP_SECONDS", 0.001)
    app = make_program(animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        banner = app.screen.query_one(TitleBanner)
        frames = []
        monkeypatch.setattr(banner, "repaint", lambda: frames.append(banner._frame))
        monkeypatch.setattr(home_banner, "FACE_DOWN_SECONDS", 0.001)
        while len(frames) < 2:
            await pilot.pause()
        banner.end_flips()
        assert set(frames) == {0, FLIP_FRAMES - 1}
    app = make_program()
    async with app.run_test(size=(80, 24)):
        assert app.screen.query_one(TitleBanner)._timer is None


@pytest.mark.parametrize(
    ("hosts", "sentence"),
    [
        ((), ""),
        (("Ann",), "now nearby: Ann"),
        (("Ann", "Ann", "Bob"), "now nearby: Ann and Bob"),
        (("Ann", "Bob", "Cleo"), "now nearby: Ann and 2 others"),
    ],
)
def test_hosts_nearby_are_named_once_and_many_are_counted(hosts, sentence):
    assert nearby_hosts_text([make_found_table(host) for host in hosts]) == sentence


def test_home_screen_names_the_winner_of_the_last_match_and_the_person():
    results = (SeatResult(1, "Ada", "", 41, 1), SeatResult(0, "You", "", 31, 2))
    match = FinishedMatch(1, "mad-queens", 2, (), 0.0, 0.0, results)
    assert last_match_in_brief(match, "You") == "Mad Queens: Ada 41, you 31"
    assert last_match_in_brief(match, "Ada") == "Mad Queens: you 41"


def test_home_screen_names_all_who_share_the_win_of_the_last_match():
    scores = (("Cleo", 30, 1), ("Dora", 30, 1), ("You", 0, 3))
    results = tuple(SeatResult(seat, name, "", score, rank) for seat, (name, score, rank) in enumerate(scores))
    match = FinishedMatch(1, "mad-queens", 3, (), 0.0, 0.0, results)
    assert last_match_in_brief(match, "You") == "Mad Queens: Cleo and Dora 30, you 0"
    assert last_match_in_brief(match, "Dora") == "Mad Queens: you and Cleo 30"
    results = tuple(SeatResult(seat, f"P{seat}", "", 7, 1) for seat in range(6))
    match = FinishedMatch(1, "mad-queens", 6, (), 0.0, 0.0, results)
    assert last_match_in_brief(match, "P5") == "Mad Queens: you, P0, P1 and 3 others 7"
