"""The board of Mad Queens by keys and mouse."""

from __future__ import annotations

import re
from dataclasses import replace
from time import monotonic

import pytest

from core import Dealer, cards, games
from core.engine.cards import QUEENS, pack
from core.mad_queens import BANK_ACTION, END_ACTION, REVEAL_ACTION
from net.client.events import MatchBegan, MatchChanged, MatchEnded
from tests.support.board_app import BoardApp, click, descriptions_of_keys, press
from tui.boards.mad_queens.board import MadQueensBoard
from tui.boards.mad_queens.render import layout_of
from tui.boards.mad_queens.seat_play import score_before_play
from tui.boards.mad_queens.text import slip_question
from tui.drawing import Line
from tui.widgets.settle_time import SETTLE_SECONDS

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""

SEAT_NAMES = ("Ada", "Björn", "Chidi", "Dora")
"""The names of the seats."""


class MadQueensApp(BoardApp):
    """An app that shows the board of one seat in a match whose first cards are known."""

    def __init__(self, deck="6♥ 2♠ 10♣", *, seats=1, seat=0, animate=False, options=None, slug="mad-queens", **scripts):
        dealer = Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards(deck)], **scripts})
        match = games[slug].start(seats, options=options or {}, dealer=dealer)
        super().__init__(match, SEAT_NAMES, seat=seat, animate=animate)
        assert isinstance(self.board, MadQueensBoard)


async def test_space_key_reveals_and_b_key_banks():
    app = MadQueensApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space", "space", "b")
        assert app.texts_of_chosen_actions == ["reveal", "reveal", "bank"]
        assert "Results of play 1" in app.text
        assert app.match.view(0).facts["score/0"] == 3


async def test_every_action_of_the_board_can_be_done_by_mouse():
    app = MadQueensApp(**{"deck/0": [cards("6♥ 2♠"), cards("3♠")]})
    async with app.run_test(size=(80, 24)) as pilot:
        await click(pilot, "Reveal")
        await click(pilot, " 49 ")
        await click(pilot, "YOUR BANK")
        assert app.texts_of_chosen_actions == ["reveal", "reveal", "bank"]
        await click(pilot, "Reveal")
        await click(pilot, "Bank 1")
        assert str(app.chosen[-1]) == "bank"


async def test_impossible_command_of_the_mad_queens_board_shows_the_reason_and_sends_nothing():
    app = MadQueensApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b")
        assert "There is nothing to bank yet" in app.text
        await click(pilot, "End game")
        assert "You can end at 12 cards or fewer; your deck has 50." in app.text
        assert app.chosen == []
        await press(pilot, "space")
        assert "You can end" not in app.text


async def test_key_that_ends_the_game_says_in_classic_that_it_ends_by_itself():
    app = MadQueensApp(slug="mad-queens-classic")
    async with app.run_test(size=(80, 24)) as pilot:
        assert "End game" not in app.text
        await press(pilot, "e")
        assert "In Classic you cannot end your game by choice" in app.text
        assert app.chosen == []


async def test_refusal_note_disappears_when_the_clock_decides():
    app = MadQueensApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b")
        assert "There is nothing to bank yet" in app.text
        app.act(0, app.match.default(0))
        await pilot.pause()
        assert "There is nothing to bank yet" not in app.text


async def play_until_end_is_legal(pilot):
    """Reveal and bank by keys until the deck is so small that the seat may end its game."""
    app = pilot.app
    while not any(action.verb == "end" for action in app.match.legal(0)):
        assert not app.match.over
        app.act(0, app.match.legal(0)[0])
    await pilot.pause()


@pytest.fixture
def app_with_long_match():
    """Return an app that shows the board of seat 0 in a match in which it can bank until it may end its game."""
    order = "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 9♣ 10♣ J♣ A♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 9♦ 10♦ J♦ A♦ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 9♥ 10♥ J♥ A♥ 2♠ 3♠ 4♠"
    return MadQueensApp(f"{order} 5♠ 6♠ 7♠ 9♠ 8♣")


async def test_end_key_asks_once_and_the_answer_no_continues_the_game(app_with_long_match):
    app = app_with_long_match
    async with app.run_test(size=(80, 24)) as pilot:
        await play_until_end_is_legal(pilot)
        await press(pilot, "e")
        assert "End your game for good" in app.text
        await press(pilot, "n")
        assert "for good" not in app.text
        await press(pilot, "e", "escape")
        assert app.chosen == []
        await press(pilot, "e", "e")
        assert "End your game for good" in app.text, "the same key is no answer"
        assert app.chosen == []
        await press(pilot, "e", "y")
        assert app.texts_of_chosen_actions == ["end"]
        assert app.match.over
        assert "The match is over" in app.text


async def test_other_key_answers_a_question_with_no_and_acts(app_with_long_match):
    app = app_with_long_match
    async with app.run_test(size=(80, 24)) as pilot:
        await play_until_end_is_legal(pilot)
        await press(pilot, "e", "space")
        assert app.texts_of_chosen_actions == ["reveal"]


async def test_queen_that_a_banking_puts_into_the_deck_is_chosen_by_key_or_mouse():
    app = MadQueensApp(options={"queen_choice": "player"}, **{"deck/0": [cards("6♥ 2♠"), cards("3♠ 4♠"), cards("5♠")]})
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space", "b")
        assert "Which Queen" in app.text
        await press(pilot, "d")
        assert str(app.chosen[-1]) == "bank Q♦"
        await press(pilot, "space", "b")
        await click(pilot, "H Q♥")
        assert str(app.chosen[-1]) == "bank Q♥"


async def test_key_pressed_during_an_animation_only_ends_it():
    app = MadQueensApp(animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space", "space")
        assert app.texts_of_chosen_actions == ["reveal"]
        assert not app.board.animating
        await press(pilot, "space", "space", "b")
        assert app.texts_of_chosen_actions == ["reveal", "reveal", "bank"]
        assert app.board.animating
        await press(pilot, "b")
        assert len(app.texts_of_chosen_actions) == 3
        assert not app.board.animating
        assert app.board.scene.view == app.match.view(0)
        assert app.board.scene.summary is not None


async def test_key_typed_before_the_hosts_answer_decides_nothing():
    app = MadQueensApp(seats=2)
    app.answering = False
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space", "space", "b")
        app.act(1, "reveal")
        await press(pilot, "space")
        assert app.texts_of_chosen_actions == ["reveal"], "what others do is no answer"
        app.act(0, app.chosen[-1])
        await pilot.pause()
        assert app.texts_of_chosen_actions == ["reveal"]
        await press(pilot, "b")
        assert app.texts_of_chosen_actions == ["reveal", "bank"]


async def test_key_makes_a_decision_again_after_a_refusal():
    app = MadQueensApp()
    app.answering = False
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space", "b")
        app.board.show_note("The table is paused.")
        await pilot.pause()
        assert "The table is paused." in app.text
        await press(pilot, "space")
        assert app.texts_of_chosen_actions == ["reveal", "reveal"]


async def test_revealed_card_turns_over_and_comes_to_rest():
    app = MadQueensApp(animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space")
        scenes = list(app.play_frames())
        assert [scene.effect.flip_frame for scene in scenes] == [0, 1, 2, 3, 4, None]
        assert scenes[-1].row(0) == cards("6♥")


async def test_card_begins_to_turn_with_the_key_and_turns_back_when_refused():
    app = MadQueensApp(animate=True)
    app.answering = False
    async with app.run_test(size=(80, 24)) as pilot:
        before = app.text
        await press(pilot, "space")
        assert app.board.scene.effect.flip_frame == 0
        assert " 49 " in app.text
        app.board.show_note("The table is paused.")
        await pilot.pause()
        assert app.board.scene.effect.flip_frame is None
        assert " 50 " in app.text
        app.board.clear_note()
        await pilot.pause()
        assert app.text == before


async def test_yes_to_the_question_to_end_the_game_first_ends_the_animation_and_then_counts():
    match = GAME.start(2, seed="4")

    def act_until_seat_0_can_end(act) -> None:
        """Call `act` with a seat and an action until a play begins in which seat 0 can end its game."""
        while 0 not in match.waiting or END_ACTION not in match.legal(0):
            seat = min(match.waiting)
            act(seat, BANK_ACTION if BANK_ACTION in match.legal(seat) else REVEAL_ACTION)

    act_until_seat_0_can_end(match.act)
    app = BoardApp(match, SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "l", "l", "e")
        assert "Yes, end it for good" in app.text
        app.act(0, REVEAL_ACTION)  # its clock has run out
        act_until_seat_0_can_end(app.act)
        assert app.board.animating
        await press(pilot, "y")
        assert (app.texts_of_chosen_actions, app.board.animating, app.board.escape_closes) == ([], False, True)
        await press(pilot, "y")
        assert app.texts_of_chosen_actions == ["end"]


async def test_frames_of_many_events_do_not_pile_up():
    app = MadQueensApp(seats=2, animate=True, **{"deck/1": [cards("6♥ 2♠ 10♣")]})
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(40):
            for seat in (0, 1):
                if seat in app.match.waiting:
                    app.act(seat, app.match.legal(seat)[-1])
        await pilot.pause()
        assert len(app.board.animation) <= 200
        await press(pilot, "l")
        assert app.board.scene.view == app.match.view(0)


async def test_lost_row_stays_visible_until_the_play_ends():
    app = MadQueensApp("6♥ 8♦", seats=2)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space", "space")
        assert "8♦ is caught by 8♠" in app.text
        assert "6♥" in app.text
        assert "Waiting for Björn" in app.text


async def test_spectator_changes_the_player_in_front_by_keys():
    app = MadQueensApp(seats=3, seat=None)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Ada's BANK" in app.text
        await press(pilot, "tab")
        assert "Björn's BANK" in app.text
        await click(pilot, "Chidi")
        assert "Chidi's BANK" in app.text
        await press(pilot, "space")
        assert "You are watching" in app.text
        assert app.chosen == []


async def test_click_on_another_player_shows_the_score_of_that_player():
    app = MadQueensApp(seats=2)
    async with app.run_test(size=(80, 24)) as pilot:
        await click(pilot, "Björn", lowest=False)
        assert "Björn: 0 points" in app.text


async def test_classic_board_shows_whose_turn_it_is():
    app = MadQueensApp(seats=3, slug="mad-queens-classic")
    async with app.run_test(size=(80, 24)) as pilot:
        turn = app.match.view(None).facts["turn"]
        assert ("Your move" if turn == 0 else f"Waiting for {SEAT_NAMES[turn]}") in app.text
        await press(pilot, "e")
        assert app.chosen == []
        assert "End game" not in descriptions_of_keys(app.board).values()
        assert app.text.startswith(" Mad Queens Classic  Turn 1 ")
        while not app.match.over:
            seat = min(app.match.waiting)
            app.act(seat, app.match.default(seat))
        await pilot.pause()
        assert app.text.startswith(f" Mad Queens Classic  Turn {app.match.view(0).facts['play']} ")


async def test_board_shows_the_end_of_the_match():
    app = MadQueensApp()
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.match.over:
            app.act(0, app.match.legal(0)[-1])
        app.board.show_end(MatchEnded(app.match.standings, SEAT_NAMES[:1]))
        await pilot.pause()
        assert "The match is over" in app.text
        await press(pilot, "space")
        assert "The match is over." in app.text


async def test_each_frame_of_moving_cards_equals_a_full_repaint_and_changes_few_cells():
    app = MadQueensApp(animate=True, **{"deck/0": [cards("2♣ 3♣"), cards("Q♠ 5♦")], "queens/0": [cards("Q♠")]})
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board, moving = app.board, 0
        for action in ("reveal", "reveal", "bank", "reveal"):
            board.show_present_state()
            app.act(0, action)
            while board.animating:
                before, travels = board._canvas, board.animation.shown.travels
                board.animation.next_frame()
                shown = board._canvas
                if board.animating:  # at rest the buttons change with the time
                    assert shown.changed_runs(board.make_canvas(*board.size)) == []
                if travels and board.animation.shown.travels:
                    moving += 1
                    assert sum(columns for _, _, columns in shown.changed_runs(before)) < 150
        assert moving >= 7, "two cards are banked, and a Queen takes them"


def _note_of(app):
    """Return the text of the note on a board, without the columns of the log."""
    rows = [row[: layout_of(app.board.scene).felt.width] for row in app.text.splitlines()]
    return " ".join(" ".join(rows).split())


async def test_banking_without_cards_needs_the_key_twice():
    app = MadQueensApp("K♦ 6♥")
    async with app.run_test(size=(80, 24)) as pilot:
        app.board.asks_about_slips = True
        await press(pilot, "space", "b")
        assert "Bank an empty row, and a Queen goes in? Press B again to bank." in _note_of(app)
        assert app.texts_of_chosen_actions == ["reveal"]
        await press(pilot, "b")
        assert app.texts_of_chosen_actions == ["reveal", "bank"]


async def test_action_that_a_hint_advises_is_no_slip():
    app = MadQueensApp("K♦ 6♥")
    async with app.run_test(size=(80, 24)) as pilot:
        app.board.asks_about_slips = True
        await press(pilot, "space")
        app.board.show_hint([Line("Coach: bank")], GAME.parse("bank"))
        await press(pilot, "b")
        assert app.texts_of_chosen_actions == ["reveal", "bank"]


async def test_empty_row_is_banked_with_a_chosen_queen_without_a_second_question():
    app = MadQueensApp("K♦ 6♥", options={"queen_choice": "player"})
    async with app.run_test(size=(80, 24)) as pilot:
        app.board.asks_about_slips = True
        await press(pilot, "space", "b", "h")
        assert app.texts_of_chosen_actions == ["reveal", "bank Q♥"]


async def test_second_key_pressed_before_the_question_can_be_read_does_not_bank():
    app = MadQueensApp("K♦ 6♥")
    async with app.run_test(size=(80, 24)) as pilot:
        app.board.asks_about_slips = True
        await press(pilot, "space")
        time = monotonic() + 60
        app.board._gate._clock = lambda: time
        app.board.action_bank()
        app.board.action_bank()
        await pilot.pause()
        assert app.texts_of_chosen_actions == ["reveal"]
        assert "Bank an empty row, and a Queen goes in?" in _note_of(app)
        time += SETTLE_SECONDS
        app.board.action_bank()
        await pilot.pause()
        assert app.texts_of_chosen_actions == ["reveal", "bank"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_board_says_before_an_empty_row_is_banked_that_this_costs_a_queen(size):
    app = MadQueensApp("K♦ 6♥")
    async with app.run_test(size=size) as pilot:
        await press(pilot, "space")
        assert re.search("B Bank (an )?empty row, (a Queen goes in|Queen in)", app.text)
        assert re.search(r"Banking +(brings|ends your play|an empty row)", app.text)
        assert "only ends" not in app.text, "would be read as: nothing else ends it"
        looks = {button.label.split()[0]: button.primary for button in app.board.buttons}
        assert looks["Reveal"]
        assert not looks["Bank"], "it brings nothing"


@pytest.mark.parametrize(("cards_left", "is_asked"), [("8♥ 8♦ 8♣ 2♠", True), ("8♥ 8♦ 2♣ 2♠", False)])
def test_board_asks_before_a_reveal_only_if_most_cards_would_be_caught(cards_left, is_asked):
    deck = [card for card in pack(jokers=2) if card not in (*QUEENS, *cards(cards_left))]
    caught = [card for card in deck if card.rank in ("8", "K")]
    safe = [card for card in deck if card not in caught]
    view = GAME.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]})).view(0)
    view = replace(view, piles={**view.piles, "shown/0": tuple(safe), "gone/0": tuple(caught), "deck/0": 4})
    question = slip_question(view, 0, REVEAL_ACTION)
    assert bool(question) == is_asked
    assert question.startswith("3 of 4 would cost you ") == is_asked
    assert (
        slip_question(replace(view, piles={**view.piles, "shown/0": (), "bank/0": tuple(safe)}), 0, REVEAL_ACTION) == ""
    )


@pytest.mark.parametrize(
    ("spent", "keeps_row", "is_asked"), [(3, False, True), (2, False, False), (3, True, False)], ids=str
)
def test_queen_who_would_end_the_game_and_lose_the_row_counts_among_the_cards_that_cost_it(spent, keeps_row, is_asked):
    """Three cards of four: the Eights are caught, and the Queen of spades may be the last one."""
    left = cards("8♥ 8♦ Q♠ 2♠")
    seen = [card for card in pack(jokers=2) if card not in (*QUEENS, *left)]
    caught = [card for card in seen if card.rank in ("8", "K")]
    row, *bank = [card for card in seen if card not in caught]
    match = GAME.start(
        1, options={"fourth_queen_keeps_row": keeps_row}, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")]})
    )
    view = match.view(0)
    gone = (*caught, *(queen for queen in QUEENS if queen not in left))
    piles = {"shown/0": (row,), "bank/0": tuple(bank), "gone/0": gone, "aside/0": (), "deck/0": 4}
    view = replace(view, piles={**view.piles, **piles}, facts={**view.facts, "spent/0": spent})
    question = slip_question(view, 0, REVEAL_ACTION)
    assert bool(question) is is_asked
    assert question.startswith("3 of 4 would cost you ") is is_asked


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_player_who_returned_before_the_end_of_a_play_reads_how_many_points_it_brought(slug):
    dealer = Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 2♠")], "deck/1": [cards("3♣ 4♣")]})
    match = games[slug].start(2, dealer=dealer)
    first = next(iter(match.waiting))
    board = MadQueensBoard(MatchBegan(match.view(first), SEAT_NAMES[:2], ()), animate=False)
    for seat in (first, 1 - first):
        for verb in ("reveal", "bank"):
            seen = tuple(one for change in match.act(seat, match.game.parse(verb)) if (one := change.seen_by(first)))
            board.show_played(MatchChanged(seen, match.view(first)))
    gains = {outcome.seat: outcome.gain for outcome in board.scene.summary.outcomes}
    assert gains == {0: 2, 1: 1} if slug == "mad-queens" else all(gains.values())


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_recap_of_the_first_play_counts_what_a_joker_brought_before_it(slug):
    script = {
        "banned-deck": [cards("K♦ Jk 8♠")],
        "deck/0": [cards("K♣ 7♥ 8♦")],
        "deck/1": [cards("2♣ 3♣ 4♣")],
    }
    match = games[slug].start(2, dealer=Dealer.scripted(script))
    opening = tuple(one for change in match.opening_changes if (one := change.seen_by(1)))
    brought = match.view(1).facts["score/0"]
    assert brought
    board = MadQueensBoard(MatchBegan(match.view(1), SEAT_NAMES[:2], opening), animate=False)
    for _ in range(2):  # in Classic whoever's turn it is
        seat = min(match.waiting)
        for verb in ("reveal", "bank") if seat else ("reveal",):
            seen = tuple(one for change in match.act(seat, match.game.parse(verb)) if (one := change.seen_by(1)))
            board.show_played(MatchChanged(seen, match.view(1)))
    outcomes = {outcome.seat: outcome for outcome in board.scene.summary.outcomes}
    assert (outcomes[0].gain, outcomes[0].status, outcomes[0].reason) == (brought, "caught", "Joker hit")
    assert outcomes[1].gain == 1


def test_score_before_a_play_is_known_while_no_card_of_it_can_have_changed_the_bank():
    """A row changes nothing yet; an exact hit does, and a spent Queen may have been paid in this play."""
    dealer = Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 2♠")], "deck/1": [cards("K♦ 4♣")]})
    match = GAME.start(3, dealer=dealer)
    for seat in (0, 1):
        match.act(seat, REVEAL_ACTION)
    view = match.view(0)
    assert [score_before_play(view, seat) for seat in range(3)] == [0, None, 0]
    with_spent_queen = replace(view, piles={**view.piles, "gone/0": cards("Q♠")})
    assert score_before_play(with_spent_queen, 0) is None


async def test_one_key_banks_with_the_queen_that_a_hint_advises():
    app = MadQueensApp("K♦ 6♥", options={"queen_choice": "player"})
    async with app.run_test(size=(80, 24)) as pilot:
        app.act(0, "reveal")
        advised = [action for action in app.board.legal if action.verb == "bank"][-1]
        app.board.show_hint([Line(f"Coach: {advised}")], advised)
        await press(pilot, "b")
        assert app.chosen == [advised]
