"""The board of the trick games by keys and mouse: each legal action can be chosen, and an illegal one is refused with a
reason.
"""

from __future__ import annotations

import random
import re
from itertools import count

import pytest

from core import Action, Dealer, cards, games
from net.client.events import MatchEnded
from tests.support.board_app import BoardApp, click, descriptions_of_keys, press, press_until
from tests.support.depth import parametrize
from tui.boards.common.board import CURSOR_IS_BACK_SENTENCE
from tui.boards.tricks.board import TrickBoard
from tui.drawing import Line

SEAT_NAMES = ("Wanda", "Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro")
"""The names of the seats."""

QUEENS_DUNGEON, QUEEN_BEES = "queens-dungeon", "queen-bees-ii"
"""The slugs of the two trick games."""


class TrickApp(BoardApp):
    """An app that shows the board of one seat in a match of a trick game."""

    def __init__(
        self, slug=QUEENS_DUNGEON, seats=4, *, seat=0, seed=1, options=None, animate=False, dealer=None, match=None
    ):
        match = match or games[slug].start(seats, seed=seed, options=options or {}, dealer=dealer)
        super().__init__(match, SEAT_NAMES, seat=seat, animate=animate)
        assert isinstance(self.board, TrickBoard)

    def act_until(self, is_reached, chance=None):
        """Play random legal actions for all seats until it is seat 0's turn and `is_reached(match)` is true."""
        chance = chance or random.Random(1)
        while not (self.match.view(0).facts["turn"] == 0 and is_reached(self.match)):
            assert not self.match.over
            turn = self.match.view(None).facts["turn"]
            decisions = [a for a in self.match.legal(turn) if a.verb not in ("accuse", "take-back", "own-up")]
            self.act(turn, chance.choice(decisions))


def is_following_restricted(match):
    """Whether cards are played, a trick has begun, and seat 0 may play two or more of its cards, but not all."""
    view = match.view(0)
    plays = [action for action in match.legal(0) if action.verb == "play"]
    return view.facts["phase"] == "play" and view.cards("trick") and 2 <= len(plays) < len(view.cards("hand/0"))


def cards_are_played(match):
    """Whether a match is in the phase in which cards are played."""
    return match.view(0).facts["phase"] == "play"


def dealer_with_cut_won_by(seat, seats=4):
    """Return a `Dealer` (the source of chance) with which this seat wins the cut, so that it deals first."""
    order = ["3♣"] * seats
    order = [f"{rank}♣" for rank in (2, 3, 4, 5, 6, 7, 8, 9)][:seats]
    order[seat] = "Q♠"
    return Dealer.scripted({"cut": [cards(" ".join(order))]})


@pytest.mark.parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES])
async def test_arrow_keys_move_the_pointer_and_enter_plays(slug):
    app = TrickApp(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(cards_are_played)
        await pilot.pause()
        first = app.board.scene.cursor
        await press(pilot, "right", "right", "left")
        second = app.board.scene.cursor
        assert first != second or len(app.board.scene.hand) == 1
        wanted = app.board.scene.playable_cards
        for _ in range(20):
            if app.board.scene.cursor in wanted:
                break
            await press(pilot, "right")
        card = app.board.scene.cursor
        await press(pilot, "enter")
        assert app.texts_of_chosen_actions == [f"play {card}"]
        assert card not in app.match.view(0).cards("hand/0")


@pytest.mark.parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES])
async def test_keys_of_last_trick_and_last_result_before_the_first_show_a_reason(slug):
    app = TrickApp(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(cards_are_played)
        await pilot.pause()
        await press(pilot, "v")
        assert app.board.scene.overlay == ""
        word = "hand" if slug == QUEENS_DUNGEON else "deal"
        assert f"No trick has been taken in this {word} yet." in app.text
        await press(pilot, "r")
        assert f"No {word} has ended since you sat down." in app.text


@pytest.mark.parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES])
async def test_home_and_end_keys_lead_to_the_first_and_the_last_card_or_suit(slug):
    app = TrickApp(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        if "trump" in app.board.scene.verbs:
            await press(pilot, "end")
            assert app.board.scene.suit == "♠"
            await press(pilot, "home")
            assert app.board.scene.suit == "♣"
        app.act_until(cards_are_played)
        await pilot.pause()
        hand = app.board.scene.hand
        await press(pilot, "end")
        assert app.board.scene.cursor == hand[-1]
        await press(pilot, "home")
        assert app.board.scene.cursor == hand[0]


@pytest.mark.parametrize("keys", [("left", "right"), ("right", "left"), ("end", "home"), ("c", "home")], ids=str)
async def test_moving_away_from_a_doubted_card_and_back_asks_about_it_again(keys):
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(lambda match: 0 in match.awaited)
        await pilot.pause()
        app.board.asks_about_slips = True
        app.board.slip_question = lambda action: "Sure?"
        await press(pilot, "home", "enter")
        first = app.board.scene.cursor
        if first not in [action[1] for action in app.board.legal]:
            pytest.skip("the first card may not be played")
        assert "Sure?" in app.text
        await press(pilot, *keys)
        assert "Sure?" not in app.text
        assert app.board.scene.cursor == first
        await press(pilot, "enter")
        assert "Sure?" in app.text
        assert app.chosen == []


@pytest.mark.parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES])
async def test_illegal_card_shows_the_reason(slug):
    app = TrickApp(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(is_following_restricted)
        await pilot.pause()
        hand, playable = app.board.scene.hand, app.board.scene.playable_cards
        refused = next(card for card in hand if card not in playable)
        while app.board.scene.cursor != refused:
            await press(pilot, "right")
        await press(pilot, "enter")
        assert app.chosen == []
        assert "follow suit" in app.text or "A trump is led" in app.text
        await press(pilot, "right")
        assert "follow suit" not in app.text


async def test_click_on_a_card_plays_it():
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(cards_are_played)
        await pilot.pause()
        card = next(card for card in reversed(app.board.scene.hand) if card in app.board.scene.playable_cards)
        await click(pilot, str(card))
        assert app.texts_of_chosen_actions == [f"play {card}"]


async def test_letter_and_digit_keys_move_the_pointer_to_a_suit_or_rank():
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        hand = app.board.scene.hand
        keys = {"10": "0", **{rank: rank.lower() for rank in ("J", "Q", "K", "A")}}
        for card in hand:
            await press(pilot, keys.get(card.rank, card.rank))
            assert app.board.scene.cursor.rank == card.rank
            await press(pilot, "cdhs"[card // 13])
            assert app.board.scene.cursor.suit == card.suit
        assert app.chosen == []


async def test_key_of_a_card_that_is_not_held_or_not_legal_says_so():
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(lambda match: is_following_restricted(match) and len(match.view(0).cards("hand/0")) < 8)
        await pilot.pause()
        scene = app.board.scene
        lacking = next(rank for rank in "23456789" if rank not in {card.rank for card in scene.hand})
        await press(pilot, lacking)
        assert app.board._note.text == f"You have no {lacking}."
        illegal = next(card for card in scene.hand if card not in scene.playable_cards)
        same = [card for card in scene.hand if card.rank == illegal.rank and card in scene.playable_cards]
        await press(pilot, {"10": "0"}.get(illegal.rank, illegal.rank.lower()))
        assert same or app.board._note.text == games[QUEEN_BEES].refusal(scene.view, Action(("play", illegal)))
        assert same or "led" in app.board._note.text
        playable = next(card for card in scene.hand if card in scene.playable_cards)
        await press(pilot, {"10": "0"}.get(playable.rank, playable.rank.lower()))
        assert app.board._note.text == ""


@pytest.mark.parametrize(("key", "suit"), [("c", "♣"), ("d", "♦"), ("h", "♥"), ("s", "♠")])
async def test_dealer_names_trump_by_a_suit_key(key, suit):
    app = TrickApp(dealer=dealer_with_cut_won_by(0))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Which suit" in app.text
        await press(pilot, key)
        assert app.texts_of_chosen_actions == [f"trump {suit}"]
        assert f"{suit}  is trump, unbroken" in app.text


async def test_dealer_names_trump_by_arrow_keys_or_mouse():
    app = TrickApp(dealer=dealer_with_cut_won_by(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "right", "right", "enter")
        assert str(app.chosen[-1]) == "trump ♥"
    app = TrickApp(dealer=dealer_with_cut_won_by(0))
    async with app.run_test(size=(120, 40)) as pilot:
        await click(pilot, "S Spades")
        assert str(app.chosen[-1]) == "trump ♠"


async def test_dealer_changes_trump_to_another_suit_after_two_queens():
    for seed in count():
        app = TrickApp(seed=seed)
        if app.match.view(None).facts["dealer"] != 0:
            continue
        async with app.run_test(size=(80, 24)) as pilot:
            chance = random.Random(seed)
            while app.match.view(0).facts["phase"] != "change" and app.match.view(0).facts["hand"] == 1:
                turn = app.match.view(None).facts["turn"]
                app.act(turn, chance.choice(app.match.legal(turn)))
            if app.match.view(0).facts["phase"] != "change":
                continue
            await pilot.pause()
            trump = str(app.match.view(0).facts["trump"])
            assert "Two Queens fell: name the new trump." in app.text
            assert "were trump" in app.text, "it cannot be named"
            assert "▲" not in app.text, "the keys point at a suit, and at no card"
            await press(pilot, "cdhs"["♣♦♥♠".index(trump)])
            assert app.chosen == []
            assert "trump must change to a suit other" in app.text
            await press(pilot, "enter")
            assert app.chosen[-1].verb == "trump"
            assert app.match.view(0).facts["trump"] != trump
            return


async def test_both_cards_of_an_advised_swap_have_the_mark_of_the_coach():
    app = TrickApp(seats=6, dealer=dealer_with_cut_won_by(0, 6), options={"switch": True})
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "h")
        swap = next(action for action in app.board.scene.legal if action.verb == "swap")
        app.board.show_hint([Line("Coach: swap.")], swap)
        await pilot.pause()
        assert app.text.count("TIP") == 2
        await press(pilot, "enter")
        assert app.chosen[-1] == swap, "a hint points at both"


@pytest.mark.parametrize("slug", [QUEENS_DUNGEON, QUEEN_BEES])
async def test_enter_takes_what_a_hint_advises(slug):
    app = TrickApp(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        for is_reached in (lambda match: match.view(0).facts["phase"] == "call", is_following_restricted):
            if slug == QUEEN_BEES and is_reached is not is_following_restricted:
                continue
            app.act_until(is_reached)
            await pilot.pause()
            choices = [action for action in app.match.legal(0) if action.verb in ("trump", "play")]
            for advised in (choices[0], choices[-1]):
                app.board.show_hint([Line(f"Coach: {advised}")], advised)
                await pilot.pause()
                assert re.search("Enter (Name|Play) .*◄ coach", app.text)
            await press(pilot, "enter")
            assert app.chosen[-1] == choices[-1]


@pytest.mark.parametrize("close", [lambda board: board.show_hint(()), lambda board: board.action_toggle_log()])
@pytest.mark.parametrize("moves", [0, 1])
async def test_closed_hint_leaves_the_cursor_where_the_person_had_it(moves, close):
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(is_following_restricted)
        await pilot.pause()
        before, plays = (
            app.board.scene.cursor,
            [one for one in app.match.legal(0) if one.cards[0] != app.board.scene.cursor],
        )
        app.board.show_hint([Line("Coach: play it.")], plays[0])
        await press(pilot, *["right"] * moves)
        moved = app.board.scene.cursor
        close(app.board)
        assert not app.board.log_view.hint_is_open
        assert app.board.scene.cursor == (moved if moves else before)
        assert (app.board.scene.note == CURSOR_IS_BACK_SENTENCE) == (not moves)
        await press(pilot, *["left"] * moves)  # by hand onto the card that the hint advised
        by_hand = app.board.scene.cursor
        app.board.show_hint([Line("Coach: play it.")], plays[0])
        close(app.board)
        assert app.board.scene.cursor == by_hand


async def test_closed_hint_leaves_the_cursor_on_a_card_of_the_hand_at_a_later_decision():
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(is_following_restricted)
        await pilot.pause()
        played = next(one for one in app.match.legal(0) if one.cards[0] == app.board.scene.cursor)
        advised = next(one for one in app.match.legal(0) if one != played)
        app.board.show_hint([Line("Coach: play it.")], advised)
        app.act(0, played)
        app.act_until(cards_are_played)
        await pilot.pause()
        app.board.point_at(advised)
        app.board.show_hint([Line("Coach: play it.")], advised)
        app.board.show_hint(())
        assert app.board.scene.cursor == advised.cards[0] in app.board.scene.hand


async def test_decision_counts_only_once_the_advice_of_a_hint_has_been_on_the_screen():
    now = [0.0]
    app = BoardApp(games[QUEEN_BEES].start(4, seed=1), SEAT_NAMES, animate=False, clock=lambda: now[0])
    async with app.run_test(size=(80, 24)) as pilot:
        while app.match.view(0).facts["turn"] != 0:
            turn = app.match.view(None).facts["turn"]
            app.act(turn, app.match.legal(turn)[0])
        await pilot.pause()
        now[0] += 1
        assert app.board.decision_counts
        app.board.show_hint([Line("Coach: play it.")], app.match.legal(0)[-1])
        assert not app.board.decision_counts, "the cursor has moved below the key"
        now[0] += 1
        assert app.board.decision_counts
        app.board.show_hint(())
        assert not app.board.decision_counts, "the cursor is back where it was, below the same key"
        now[0] += 1
        assert app.board.decision_counts


async def test_dealer_swaps_leftovers_by_keys_or_mouse():
    app = TrickApp(seats=6, dealer=dealer_with_cut_won_by(0, 6), options={"switch": True})
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "h")
        leftovers = app.board.scene.leftovers
        assert len(leftovers) == 4
        assert all(str(card) in app.text for card in leftovers)
        before = app.board.scene.picked_leftover
        await click(pilot, "Another leftover")
        assert app.board.scene.picked_leftover != before
        await press(pilot, "down")
        picked, out = app.board.scene.picked_leftover, app.board.scene.cursor
        await press(pilot, "enter")
        assert str(app.chosen[-1]) == f"swap {out} {picked}"
        other = next(
            card for card in app.board.scene.leftovers if card != app.board.scene.picked_leftover and card != out
        )
        await click(pilot, str(other))
        assert app.board.scene.picked_leftover == other
        card = next(card for card in app.board.scene.hand if card in app.board.scene.playable_cards)
        await click(pilot, str(card))
        assert str(app.chosen[-1]) == f"swap {card} {other}"
        await press(pilot, "f")
        assert str(app.chosen[-1]) == "keep"
        assert app.match.view(0).facts["phase"] == "play"


@pytest.mark.parametrize(("key", "action"), [("k", "keep"), ("e", "exchange")])
async def test_dealer_keeps_the_hand_or_takes_the_spare_hand(key, action):
    app = TrickApp(seats=3, dealer=dealer_with_cut_won_by(0, 3), options={"exchange": True})
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "h")
        assert "Keep this hand and make 5 tricks" in app.text
        await press(pilot, key)
        assert str(app.chosen[-1]) == action


async def test_accusation_asks_for_a_player_by_key_or_click():
    for way in ("2", "Björn", "n"):
        app = TrickApp(options={"reneging": "honour"}, seed=3)
        async with app.run_test(size=(80, 24)) as pilot:
            app.act_until(lambda match: cards_are_played(match) and match.view(0).facts["last"])
            await pilot.pause()
            await press(pilot, "w")
            assert "Who played a wrong card?" in app.text
            if way == "Björn":
                await click(pilot, "Björn")
            else:
                await press(pilot, way)
            assert app.texts_of_chosen_actions == ([] if way == "n" else ["accuse 2"])
            assert "Who played a wrong card?" not in app.text


async def test_wrong_card_can_be_taken_back_or_owned_up_to():
    app = TrickApp(options={"reneging": "honour"}, seed=3)
    async with app.run_test(size=(80, 24)) as pilot:
        chance = random.Random(5)
        offered = set()
        while not app.match.over and offered != {"take-back", "own-up"}:
            legal = app.match.legal(0)
            verbs = {action.verb for action in legal} & {"take-back", "own-up"}
            new = verbs - offered
            if new:
                offered |= new
                app.chosen.clear()
                await press(pilot, "b" if "take-back" in new else "u")
                assert [action.verb for action in app.chosen] == list(new)
                continue
            turn = app.match.view(None).facts["turn"]
            plays = [a for a in app.match.legal(turn) if a.verb in ("play", "trump")]
            app.act(turn, chance.choice(plays))
        assert offered == {"take-back", "own-up"}


async def test_illegal_queens_challenge_shows_the_reason():
    app = TrickApp(options={"challenge": True})
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(cards_are_played)
        await press(pilot, "x")
        assert app.chosen == []
        assert "The Queen's Challenge is for the lowest player" in app.text


async def test_x_key_calls_the_queens_challenge():
    match = games[QUEENS_DUNGEON].start(3, seed=1, options={"challenge": True, "target": 5000})
    chance = random.Random(1)
    while not any(Action(("challenge",)) in match.legal(seat) for seat in range(3)):
        (turn,) = match.waiting
        match.act(turn, chance.choice(match.legal(turn)))
    (turn,) = match.waiting
    app = TrickApp(seats=3, seat=turn, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "x")
        assert str(app.chosen[-1]) == "challenge"
        assert "QUEEN'S CHALLENGE" in app.text


async def test_keys_for_options_that_are_off_are_not_keys_of_the_board():
    """So the screen of the match replies to them as to any other key without use."""
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(cards_are_played)
        for key in "xbfuwe":
            await press(pilot, key)
            assert key not in app.screen.active_bindings
            assert app.board._note.text == ""
            await press(pilot, "down")
        assert app.chosen == []


async def test_last_trick_and_last_hand_are_shown_by_a_key():
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(lambda match: match.view(0).facts["last"])
        await press(pilot, "v")
        assert "the last" in app.text
        assert app.board.scene.overlay == "last"
        for card in app.match.view(0).facts["last"]:
            assert str(card) in app.text
        await press(pilot, "v")
        assert app.board.scene.overlay == ""
        app.act_until(lambda match: match.view(0).facts["hand"] == 2)
        await press(pilot, "escape", "r")
        assert "Result of deal 1" in app.text
        await press(pilot, "escape")
        assert "Result of deal 1" not in app.text


async def test_enter_goes_back_from_the_last_trick_before_it_plays_a_card():
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(
            lambda match: match.view(0).facts["last"] and match.awaited == {0} and match.view(0).cards("trick")
        )
        await press(pilot, "v")
        assert "The last trick" in app.text
        assert "Enter" not in app.text
        assert "Your turn" not in app.text
        await press(pilot, "enter")
        assert app.board.scene.overlay == ""
        assert app.chosen == []
        await press(pilot, "enter")
        assert len(app.chosen) == 1


async def test_result_of_the_last_hand_is_closed_by_its_key_while_a_card_lies_on_the_table():
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(lambda match: match.view(0).facts["hand"] == 2 and match.view(0).cards("trick"))
        await press(pilot, "r")
        assert "Result of deal 1" in app.text
        await press(pilot, "r")
        assert "Result of deal 1" not in app.text


async def test_o_key_changes_the_sort_order():
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:

        def title():
            return app.text.split("YOUR HAND")[1].splitlines()[0]

        for words in ("by suit", "by rank", "by suit", "by rank"):  # there are no trumps yet
            assert words in title()
            assert "trumps first" not in app.text
            await press(pilot, "o")
        app.act_until(lambda match: match.view(0).facts["trumps"] and len(match.view(0).cards("hand/0")) > 4)
        await pilot.pause()
        while "by suit" not in title():
            await press(pilot, "o")
        seen = []
        for words in ("by suit", "by rank", "trumps first", "by suit"):
            assert words in title()
            seen.append(app.board.scene.hand)
            await press(pilot, "o")
        assert seen[0] == seen[3] != seen[1]


async def test_key_during_an_animation_never_plays_to_an_unseen_trick():
    app = TrickApp(QUEEN_BEES, animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(
            lambda match: cards_are_played(match) and match.view(0).facts["last"] and match.view(0).cards("trick")
        )
        assert app.board.animating
        await press(pilot, "enter")
        assert app.chosen == []
        assert not app.board.animating
        assert app.board.scene.view == app.match.view(0)
        await press(pilot, "enter")
        assert len(app.chosen) == 1


async def test_second_enter_before_the_answer_plays_nothing():
    app = TrickApp(QUEEN_BEES)
    app.answering = False
    async with app.run_test(size=(80, 24)) as pilot:
        app.act_until(cards_are_played)
        await press(pilot, "enter", "enter", "enter")
        assert len(app.chosen) == 1
        app.board.show_note("The table is paused.")
        await pilot.pause()
        assert "The table is paused." in app.text
        await press(pilot, "enter")
        assert len(app.chosen) == 2


async def test_board_shows_a_whole_trick_before_it_is_collected():
    app = TrickApp(QUEEN_BEES, animate=True)
    async with app.run_test(size=(80, 24)):
        while not app.match.view(0).facts["last"]:
            turn = app.match.view(None).facts["turn"]
            app.act(turn, app.match.legal(turn)[0])
        scenes = list(app.play_frames())
        assert {scene.effect.collected_trick is not None for scene in scenes} == {True, False}
        assert scenes[-1].view == app.match.view(0)


async def test_spectator_changes_the_seat_in_front_by_tab_and_click():
    app = TrickApp(QUEEN_BEES, seat=None)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Wanda's HAND" in app.text
        await press(pilot, "tab")
        assert "Ada's HAND" in app.text
        await click(pilot, "Chidi")
        assert "Chidi's HAND" in app.text
        await press(pilot, "x", "enter")
        assert app.chosen == []
        assert not {"left", "home", "7", "k", "c"} & app.screen.active_bindings.keys(), "they point into the own hand"


async def test_click_on_the_name_of_a_player_shows_their_standing():
    app = TrickApp(QUEEN_BEES)
    async with app.run_test(size=(80, 24)) as pilot:
        await click(pilot, "Björn  ")
        assert "Björn has 0 points, 0 tricks and 13 cards in hand." in app.text


@parametrize(("slug", "seats", "options"), [(QUEENS_DUNGEON, 5, {"target": 40}), (QUEEN_BEES, 3, {})], 1)
async def test_whole_match_is_played_by_enter_alone(slug, seats, options):
    app = TrickApp(slug, seats, options=options)
    async with app.run_test(size=(80, 24)) as pilot:
        chance = random.Random(2)
        sides_before_turns_of_seat_0 = 0
        while not app.match.over:
            turn = app.match.view(None).facts["turn"]
            if turn == 0:
                sides_before_turns_of_seat_0 += 1
                await press_until(app, "enter", lambda turns=sides_before_turns_of_seat_0: len(app.chosen) >= turns)
                assert len(app.chosen) == sides_before_turns_of_seat_0
            else:
                app.act(turn, chance.choice(app.match.legal(turn)))
        app.board.show_end(MatchEnded(app.match.standings, SEAT_NAMES[:seats]))
        await pilot.pause()
        assert len(app.chosen) == sides_before_turns_of_seat_0
        assert "The match is over." in app.text
        assert ("You" if app.match.standings[0].seat == 0 else SEAT_NAMES[app.match.standings[0].seat]) in app.text
        assert "Result of" in app.board.scene.summary.title
        await press(pilot, "enter")


@parametrize(("seats", "options"), [(4, {"reneging": "honour", "challenge": True}), (5, {"switch": True}), (2, {})], 2)
async def test_every_kind_of_decision_is_made_by_the_keys_named_on_its_buttons(seats, options):
    """Random matches are played by the keys that the buttons name."""
    app = TrickApp(seats=seats, options={"target": 60, **options}, dealer=dealer_with_cut_won_by(0, seats))
    sent = set()
    async with app.run_test(size=(80, 24)):
        chance = random.Random(4)
        for _ in range(70):
            if app.match.over:
                break
            legal = app.match.legal(0)
            if legal:
                action = chance.choice(legal)
                app.chosen.clear()
                app.answering = False
                await decide_by_keys(app, action)
                assert app.chosen == [action]
                sent.add(action.verb)
                app.answering = True
                app.act(0, action)
            else:
                seat = chance.choice(sorted(app.match.waiting))
                app.act(seat, chance.choice(app.match.legal(seat)))
    assert {"play", "trump"} <= sent


async def decide_by_keys(app, action):
    """Press the keys that lead to an action."""
    board = app.board

    async def press_until_pointed(key, pointed, wanted):
        """Press `key` until `pointed()`, the card or suit under the cursor, is `wanted`."""
        while (before := pointed()) != wanted:
            await press_until(app, key, lambda: pointed() != before)

    async def send(*keys):
        """Press keys; all but the last open a question, and the last one chooses an action."""
        for key in keys[:-1]:
            await press_until(app, key, lambda: bool(board.scene.open_question))
        await press_until(app, keys[-1], lambda: bool(app.chosen))

    match action.verb:
        case "play":
            await press_until_pointed("right", lambda: board.scene.cursor, action.cards[0])
            await send("enter")
        case "swap":
            await press_until_pointed("down", lambda: board.scene.picked_leftover, action.cards[1])
            await press_until_pointed("right", lambda: board.scene.cursor, action.cards[0])
            await send("enter")
        case "trump":
            await send("cdhs"["♣♦♥♠".index(action[1])])
        case "accuse":
            accused = [other for other in board.legal if other.verb == "accuse"]
            await send("w", str(1 + accused.index(action)))
        case verb:
            await send({"keep": "f", "exchange": "e", "challenge": "x", "take-back": "b", "own-up": "u"}[verb])


async def test_help_omits_keys_for_options_that_are_off():
    async def keys_in_help(slug, **options):
        """Return the keys that help lists on the board of a match with these options."""
        app = TrickApp(slug, seats=3, options=options)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            return descriptions_of_keys(app.board).keys()

    always = await keys_in_help(QUEEN_BEES)
    assert "tricks.play" in always
    assert await keys_in_help(QUEENS_DUNGEON) == always
    assert await keys_in_help(QUEENS_DUNGEON, exchange=True) - always == {"tricks.keep", "tricks.exchange"}
    assert await keys_in_help(QUEENS_DUNGEON, switch=True) - always == {"tricks.keep"}
    assert await keys_in_help(QUEENS_DUNGEON, challenge=True) - always == {"tricks.challenge"}
    assert await keys_in_help(QUEENS_DUNGEON, reneging="honour") - always == {
        "tricks.back",
        "tricks.own",
        "tricks.accuse",
    }


@pytest.mark.parametrize(("slug", "shows_named_trump"), [("queens-dungeon", True), ("queen-bees-ii", False)])
async def test_help_mentions_naming_trump_only_in_games_that_name_it(slug, shows_named_trump):
    app = BoardApp(games[slug].start(3, "7"), ("You", "Ada", "Bea"))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        keys = descriptions_of_keys(app.board).values()
        assert any("Name trump" in words for words in keys) == shows_named_trump
        assert any("oint at a suit" in words for words in keys)
        assert "Show or hide the log in a small window" in keys
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "Show or hide the log in a small window" not in descriptions_of_keys(app.board).values()


async def test_card_that_leads_to_the_dungeon_needs_the_key_twice_if_another_card_would_not():
    hands = (
        "9♥ A♣ 8♠ 6♥ 4♥ J♣ 9♣ 7♣ 5♣ 8♦ 3♦ 2♦ 5♠",
        "Q♣ 8♣ 7♠ 6♠ A♥ 10♥ 8♥ 6♣ 4♣ K♥ 10♦ 7♦ J♠",
        "Q♠ 3♥ 10♣ 3♠ A♦ J♦ 5♦ Q♥ 2♥ K♣ 3♣ 2♣ 9♠",
        "Q♦ 7♥ 6♦ K♠ 10♠ 4♠ 2♠ J♥ 5♥ K♦ 9♦ 4♦ A♠",
    )
    stock = [card for four in zip(*map(cards, hands), strict=True) for card in four]
    dealer = Dealer.scripted({"cut": [cards("Q♠ 2♣ 3♣ 4♣")], "stock": [stock]})
    match = games[QUEENS_DUNGEON].start(4, dealer=dealer)
    for seat, text in ((0, "trump ♦"), (1, "play 9♥"), (2, "play Q♣"), (3, "play Q♥")):
        match.act(seat, match.game.parse(text))
    app = TrickApp(match=match)
    async with app.run_test(size=(80, 24)):
        app.board.asks_about_slips = True
        safe, slip = (match.game.parse(f"play {card}") for card in ("7♥", "Q♦"))
        assert app.board.slip_question(safe) == ""
        assert app.board.slip_question(slip) == "Take it, and fall from 0 to -100?"
        assert not app.board.send(slip)
        assert app.board._note.text == "Take it, and fall from 0 to -100? Press Enter again to play."
        assert app.chosen == []
