"""The result screen tells the story of a match: curves, moments and records, and cards that open one by one until a key
is pressed.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from core import Card, Standing, games
from core.engine.cards import CARDS
from net.client.events import VerificationResult
from net.client.evidence import FAIR_DEAL_SAYS_HOST_SENTENCE, FAIR_DEAL_SENTENCE, ONLY_OWN_PROGRAM_CHECKS_SENTENCE
from net.journal.history import FinishedMatch, SeatResult
from net.protocol.table_state import Total
from tests.support.depth import only_deep, parametrize
from tests.support.scripted_terminal import table_info
from tests.support.terminal import read_standings
from tests.tui.screens.test_result_verification import play_to_the_end_on_the_board
from tui.cards import LOOKS, Canvas
from tui.connect.request import TableRequest
from tui.drawing.big_letters import big_letter_rows
from tui.drawing.byte_budget import MAX_BYTES_PER_SECOND, ByteBudget
from tui.drawing.chart import curve_marker, curve_style
from tui.drawing.styles import styles_on
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.result_trophy import OthersVictoryLetters, Trophy, cards_won_by, winnings_caption
from tui.text.results import other_winners_remark, winner_shown
from tui.text.story import firsts_and_bests_sentence, table_firsts_sentence
from tui.widgets.standings import Standings

SEED_OF_WON_MATCH = "20"
"""The seed of a staged match that the person wins."""


async def show_result(app, pilot) -> ResultScreen:
    """Play a match, check it, and show its result with its story."""
    await play_to_the_end_on_the_board(app, pilot)
    record = app.session.client.match.record
    await app.session.handle_event(VerificationResult(True, "The deal was fair.", record))
    await pilot.press("enter")
    await pilot.pause()
    assert isinstance(app.screen, ResultScreen)
    await app.workers.wait_for_complete()
    await pilot.pause()
    return app.screen


@parametrize("slug", ["mad-queens", "big-queen"], 1)
async def test_result_shows_curves_with_the_markers_of_their_players_and_three_moments(make_program, screen_text, slug):
    app = make_program(TableRequest("play", slug), names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=(80, 24)) as pilot:
        await show_result(app, pilot)
        rows = screen_text(app).split("\n")
        mine = curve_marker(0, app.look)
        assert any(f" {mine} " in row and "You" in row for row in rows)
        assert sum(row.count(mine) for row in rows) >= 2, "in the standings and on the curve"
        word = games[slug].part_word_and_fact[0]
        assert sum(row.strip().startswith(f"{word} ") for row in rows) >= 3
        assert "In all" in screen_text(app)
        assert "Play again" in screen_text(app)


async def test_result_on_a_phone_shows_all_names_though_choices_leave_few_rows(make_program, screen_text, monkeypatch):
    """The remarks in the standings would each need a row of their own."""
    names = ("You", "Ada", "Bea", "Cleo", "Dora")
    monkeypatch.setattr("tui.widgets.standings.end_cause", lambda view, seat: "could not pay a Queen")
    app = make_program(TableRequest("play"), names=names)
    app.used_with_fingers = True
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await show_result(app, pilot)
        fair = FAIR_DEAL_SAYS_HOST_SENTENCE.format(who="everybody")
        sentence = f"{fair} All 168 moves followed the rules. {ONLY_OWN_PROGRAM_CHECKS_SENTENCE}"
        screen.show_verdict(VerificationResult(True, sentence, app.session.client.match.record))
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert ONLY_OWN_PROGRAM_CHECKS_SENTENCE.split()[-1] in screen_text(app)
        assert sorted(name for name, _ in read_standings(screen_text(app))) == sorted(names)
        await pilot.resize_terminal(80, 50)
        await pilot.pause()
        assert screen_text(app).count("could not pay a Queen") == len(names)


@only_deep
async def test_result_of_forty_players_has_chart_moments_and_a_list_that_scrolls(make_program, screen_text):
    app = make_program(TableRequest("play"), names=("You", *(f"Bot {number}" for number in range(2, 41))))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await show_result(app, pilot)
        assert "took the lead for good" in screen_text(app) or "In all" in screen_text(app)
        assert screen.page_scrolls
        await pilot.resize_terminal(60, 18)
        await pilot.pause()
        assert "points" in screen_text(app)
        assert "Home" in screen_text(app)


def winner_bank_text(cards: tuple[Card, ...], width: int, remark: str = "") -> str:
    """Return as text the picture of the winner's bank on the result screen, with its caption and a `remark`, for a bank
    with these cards.
    """
    view = games["mad-queens"].start(1, 1).view(0)
    canvas = Canvas(width, 6)
    Trophy(0, replace(view, piles={**view.piles, "bank/0": cards}), "Ann's bank", remark).paint(
        canvas, styles_on(LOOKS["four"])
    )
    return str(canvas)


def test_bank_of_the_winner_is_sorted_by_suits_and_its_caption_says_how_many_are_shown():
    pack = tuple(card for card in reversed(CARDS[:52]) if card.rank != "Q")
    few, many = winner_bank_text(pack[:5], 80), winner_bank_text(pack, 80)
    assert [few.index(name) for name in ("9♠", "10♠", "J♠", "K♠", "A♠")] == sorted(
        few.index(name) for name in ("9♠", "10♠", "J♠", "K♠", "A♠")
    )
    assert few.split("\n")[-1].strip() == "Ann's bank"
    assert "of 48 cards shown" in many.split("\n")[-1]
    assert not any(arrow in many for arrow in "◄►"), "no key shows the others"
    indexes = re.findall(r"\d+[♣♦♥♠]", many.split("\n")[0])
    assert [text[-1] for text in indexes] == sorted((text[-1] for text in indexes), key="♣♦♥♠".index)


def test_cards_of_the_winner_that_count_double_are_marked():
    view, bank = games["mad-queens"].start(1, 1).view(0), CARDS[:4]
    view = replace(view, piles={**view.piles, "bank/0": bank}, facts={**view.facts, "exact/0": bank[1:3]})
    canvas = Canvas(80, 6)
    Trophy(0, view, "Ann's bank").paint(canvas, styles_on(LOOKS["four"]))
    assert str(canvas).count("x2") == 2


def test_bank_of_the_winner_in_one_row_shows_its_highest_cards_and_counts_the_others():
    view = games["mad-queens"].start(1, 1).view(0)
    pack = tuple(card for card in CARDS[:52] if card.rank != "Q")
    for cards, shown, others in ((pack[:5], "2♣ 3♣ 4♣ 5♣ 6♣", 0), (pack, "K♣ A♣ K♦ A♦ K♥ A♥ K♠ A♠", 39)):
        canvas = Canvas(76, 1)
        Trophy(0, replace(view, piles={**view.piles, "bank/0": cards}), "Ann's bank").paint(
            canvas, styles_on(LOOKS["four"])
        )
        text = " ".join(str(canvas).split())
        assert text.startswith("Ann's bank ")
        assert all(name in text for name in shown.split())
        assert text.endswith(f" and {others} more") is bool(others), text


async def test_smallest_window_shows_the_cards_of_the_winner_beside_all_standings_with_their_ends(
    make_program, screen_text, monkeypatch
):
    monkeypatch.setattr("tui.widgets.standings.end_cause", lambda view, seat: "could not pay a Queen")
    app = make_program(TableRequest("play"), names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await show_result(app, pilot)
        fair = FAIR_DEAL_SAYS_HOST_SENTENCE.format(who="everybody")
        screen.show_verdict(VerificationResult(True, f"{fair} All 168 moves followed the rules.", None))
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.query_one(Trophy).size.height == 1
        assert "bank  " in screen_text(app)
        assert "more" in screen_text(app)
        assert len(read_standings(screen_text(app))) == 4
        assert screen_text(app).count("could not pay a Queen") == 4
        assert not screen.page_scrolls


@parametrize("size", [(80, 24), (120, 40)], 1)
async def test_own_victory_is_in_large_letters_above_the_own_cards_in_the_smallest_window_too(
    make_program, screen_text, size
):
    app = make_program(TableRequest("play", seed=SEED_OF_WON_MATCH), names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=size) as pilot:
        screen = await show_result(app, pilot)
        screen.show_verdict(
            VerificationResult(True, f"{FAIR_DEAL_SENTENCE.format(who='everybody')} All is well.", None)
        )
        await app.workers.wait_for_complete()
        await pilot.pause()
        shown = screen_text(app)
        for row in big_letter_rows("YOU WIN!"):
            assert row.strip() in shown
        assert "Your bank" in shown
        assert "Play again" in shown
        assert "All is well." in shown
        assert len(read_standings(shown)) == 4
        assert not screen.page_scrolls


async def test_somebody_elses_victory_is_not_in_large_letters_in_a_small_window(make_program, screen_text):
    app = make_program(TableRequest("play", seed="3"), names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=(80, 24)) as pilot:
        await show_result(app, pilot)
        assert "Cleo (bot) wins. You are 3rd of 4." in screen_text(app)
        assert app.screen.query_one(OthersVictoryLetters).size.height == 0
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert big_letter_rows("CLEO WINS")[0].strip() in screen_text(app)


def test_partners_in_the_standings_have_the_marker_and_colour_of_their_teams_curve():
    view = games["big-queen"].start(4, 1).view(0)
    standings = (Standing(1, 9, 1), Standing(3, 9, 1), Standing(0, 7, 3), Standing(2, 7, 3))
    shown = Standings(standings, ("Ann", "Bea", "Cleo", "Dora"), 0, view)
    shown._curves = {1: 0, 3: 0, 0: 1, 2: 1}
    canvas = Canvas(60, 5)
    shown.paint(canvas, styles_on(LOOKS["four"]))
    colours = [canvas._styles[row][Standings.MARKER_COLUMN].color for row in range(1, 5)]
    assert colours[0] == colours[1] != colours[2] == colours[3]
    assert colours[0] == curve_style(0, own=False, look=LOOKS["four"]).color, "as on the table"


async def test_standings_have_a_heading_that_says_the_remarks_are_about_the_end_of_games(make_program, screen_text):
    app = make_program(TableRequest("play"), names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=(120, 40)) as pilot:
        await show_result(app, pilot)
        head = next(row for row in screen_text(app).split("\n") if "player" in row and "points" in row)
        assert "how it ended" in head


async def test_cards_of_the_winner_open_one_by_one_until_a_key_is_pressed(make_program):
    app = make_program(TableRequest("play"), animation="full")
    async with app.run_test(size=(120, 40)) as pilot:
        await play_to_the_end_on_the_board(app, pilot)
        app.screen.action_standings()
        await pilot.pause()
        trophy = app.screen.query_one(Trophy)
        assert trophy.is_opening
        await pilot.press("down")
        await pilot.pause()
        assert not trophy.is_opening


async def test_cards_of_the_winner_open_within_the_byte_budget(make_program):
    app = make_program(TableRequest("play"), animation="full")
    async with app.run_test(size=(120, 40)) as pilot:
        await play_to_the_end_on_the_board(app, pilot)
        now = 0.0
        app.byte_budget = ByteBudget(lambda: now)
        app.screen.action_standings()
        await pilot.pause()
        trophy = app.screen.query_one(Trophy)
        trophy._timer.stop()
        app.byte_budget.record_written(MAX_BYTES_PER_SECOND)
        shown, opened = str(trophy._canvas), trophy._opened_count
        trophy._open_cards()
        assert (str(trophy._canvas), trophy._opened_count) == (shown, opened)
        now = 1.5
        trophy._open_cards()
        assert trophy._opened_count > opened
        assert str(trophy._canvas) == str(trophy.make_canvas(*trophy.size)) != shown
        assert app.byte_budget.movement_is_planned
        app.byte_budget.record_written(MAX_BYTES_PER_SECOND)
        await pilot.press("down")
        await pilot.pause()
        assert not trophy.is_opening
        assert str(trophy._canvas) == str(trophy.make_canvas(*trophy.size))


async def test_w_key_on_the_result_replays_the_match(make_program):
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(80, 24)) as pilot:
        await show_result(app, pilot)
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)


def past_matches_of_ann(*results: tuple[int, int]) -> list[FinishedMatch]:
    """Return finished matches of Ann, with her score and rank in each, the latest first."""
    return [
        FinishedMatch(9 - number, "mad-queens", 2, (), 0.0, 0.0, (SeatResult(0, "Ann", "", score, rank),))
        for number, (score, rank) in enumerate(results)
    ]


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ([(30, 2)], "Your first match of this game."),
        ([(30, 1), (40, 2)], "Your first win in this game!"),
        ([(20, 1), (40, 1), (10, 1), (50, 2)], "Your 3rd win in a row!"),
        ([(41, 2), (33, 1)], "Your best result so far; the old best was 33."),
        ([(20, 2), (33, 1)], ""),
    ],
)
def test_result_screen_mentions_a_first_match_and_a_best_result(results, sentence):
    assert firsts_and_bests_sentence(past_matches_of_ann(*results), "Ann") == sentence


def match_of_ann(seats: int, score: int, rank: int, bot: str = "") -> FinishedMatch:
    """Return a finished match with `seats` seats and the result of Ann, or of a `bot` called Ann."""
    return FinishedMatch(1, "mad-queens", seats, (), 0.0, 0.0, (SeatResult(0, "Ann", bot, score, rank),))


@pytest.mark.parametrize(
    ("earlier", "sentence"),
    [
        ([(1, 50, 1), (1, 20, 1)], "Your first match of this game against others."),
        ([(1, 50, 1), (2, 40, 2)], "Your first win in this game!"),
        ([(1, 50, 1), (2, 20, 2)], "Your first win in this game! Your best result so far; the old best was 20."),
        ([(2, 40, 1), (1, 50, 1), (2, 10, 2)], "Your 2nd win in a row!"),
    ],
)
def test_matches_alone_are_neither_wins_nor_best_results_against_others(earlier, sentence):
    matches = [match_of_ann(*one) for one in [(2, 30, 1), *earlier]]
    assert firsts_and_bests_sentence(matches, "Ann") == sentence


def test_bot_with_the_persons_name_does_not_hide_their_firsts():
    own, bot = match_of_ann(2, 30, 1), match_of_ann(2, 50, 1, bot="hard")
    assert firsts_and_bests_sentence([own, bot], "Ann") == "Your first match of this game."
    assert firsts_and_bests_sentence([own, bot, match_of_ann(2, 40, 2)], "Ann") == "Your first win in this game!"
    assert firsts_and_bests_sentence([bot, own], "Ann") == ""


def test_results_of_a_bot_with_the_persons_name_are_no_records():
    bot = FinishedMatch(1, "mad-queens", 2, (), 0.0, 0.0, (SeatResult(0, "Ann", "hard", 30, 1),))
    assert firsts_and_bests_sentence([bot], "Ann") == ""


@pytest.mark.parametrize(
    ("own_matches_and_wins", "other_wins", "is_won", "sentence"),
    [
        ((1, 0), 1, False, "Your first match at this table."),
        ((1, 1), 0, True, "Your first match at this table. Your first win here!"),
        ((3, 1), 2, True, "Your first win here!"),
        ((4, 3), 1, True, "Your 3rd win here! Nobody at this table has won more."),
        ((4, 2), 2, True, "Your 2nd win here!"),
        ((4, 3), 1, False, ""),
    ],
)
def test_first_match_or_win_at_somebody_elses_table_follows_from_its_totals(
    own_matches_and_wins, other_wins, is_won, sentence
):
    totals = (Total("Bea", 9, other_wins, 0), Total("Ann", *own_matches_and_wins, 0))
    assert table_firsts_sentence(table_info(totals=totals), "Ann", is_won) == sentence
    assert table_firsts_sentence(table_info(totals=totals), "Cleo", is_won) == ""


async def test_result_screen_at_somebody_elses_table_mentions_a_first_win_from_the_totals(make_program, screen_text):
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.is_remote = True
        client.start_match()
        await pilot.pause()
        client.play_on()
        client._change_table(phase="lobby", matches=1, totals=(Total("You", 1, 0, 0), Total("Ada", 1, 1, 0)))
        await pilot.pause()
        app.screen.action_standings()
        await pilot.pause()
        assert "Your first match at this table." in screen_text(app)


def test_sets_of_the_winning_team_stand_above_the_result_of_big_queen():
    match = games["big-queen"].start(4, 3)
    bot = next(iter(games["big-queen"].bots.values()))
    while not match.over:
        seat = min(match.waiting)
        match.act(seat, bot(match.view(seat)))
    view, winner = match.view(0), match.standings[0].seat
    sets = cards_won_by(view, winner)
    letter = "AB"[winner % 2]
    assert sorted(sets) == sorted(
        card for name in view.piles if name.startswith(f"meld/{letter}/") for card in view.cards(name)
    )
    assert len(sets) >= 3
    assert winnings_caption(view, winner, "Ann", is_own=True) == f"Team {letter}'s sets"


def test_caption_of_a_shared_win_says_who_else_has_won():
    names = ("Ann", "Cleo", "Dora", "Edda")
    standings = (Standing(1, 30, 1), Standing(2, 30, 1), Standing(0, 9, 3), Standing(3, 0, 4))
    assert (winner_shown(standings, 0), winner_shown(standings, 2), winner_shown(standings, None)) == (1, 2, 1)
    assert other_winners_remark(standings, names, 1, None) == ". Dora also won"
    assert other_winners_remark(standings[:1], names, 1, None) == ""
    partners = games["big-queen"].start(4, 3).view(0)
    all_equal = tuple(Standing(seat, 30, 1) for seat in range(4))
    assert other_winners_remark(all_equal, names, 0, partners) == ". Team B also won"
    assert other_winners_remark(all_equal, names, 0, None) == ". Cleo, Dora and Edda also won"
    pack = tuple(card for card in CARDS[:52] if card.rank != "Q")
    caption = winner_bank_text(pack, 80, ". Dora also won").split("\n")[-1]
    assert re.search(r"Ann's bank, \d+ of 48 cards shown\. Dora also won", caption)


def test_result_shows_no_cards_that_the_last_view_hides():
    assert cards_won_by(games["queens-dungeon"].start(4, 1).view(0), 0) == ()


@parametrize("slug", ["queens-dungeon", "queen-bees-ii"], 1)
async def test_result_of_a_trick_game_shows_the_tricks_that_the_winner_took_in_the_last_hand(
    make_program, screen_text, slug
):
    app = make_program(TableRequest("play", slug), names=("You", "Ada", "Bea", "Cleo"))
    async with app.run_test(size=(200, 60)) as pilot:
        await show_result(app, pilot)
        match, trophy = app.session.client.match, app.screen.query_one(Trophy)
        winner = match.standings[0].seat
        assert app.session.client.view.count(f"won/{winner}") == len(trophy._cards) > 0
        assert {*trophy._cards} == {*match.piles[match.layout.pile(f"won/{winner}").layout_index]}
        assert not trophy.is_opening
        who = "you" if winner == 0 else app.session.client.seat_names[winner]
        assert f"Cards {who} took in the last {'deal' if slug == 'queen-bees-ii' else 'hand'}" in screen_text(app)


async def test_tricks_of_the_winner_stay_open_after_a_key_and_open_one_by_one_before_it(make_program):
    app = make_program(TableRequest("play", "queen-bees-ii"), names=("You", "Ada", "Bea", "Cleo"), animation="full")
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await show_result(app, pilot)
        trophy = screen.query_one(Trophy)
        cards = trophy._cards
        trophy.show_cards(cards, "tricks")
        assert trophy.is_opening
        trophy.open_all_cards()
        assert not trophy.is_opening
        trophy.show_cards(cards, "tricks")
        assert not trophy.is_opening
