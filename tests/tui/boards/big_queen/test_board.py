"""The board of Big Queen by keys and mouse."""

from __future__ import annotations

from collections import Counter

import pytest

from core import Dealer, cards, games
from core.big_queen import ASK_ACTION
from net.client.events import MatchEnded
from tests.support.board_app import BoardApp, click, press
from tui.boards.big_queen.board import BigQueenBoard
from tui.boards.big_queen.commands import KEEP_A_CARD_SENTENCE, NOTHING_TO_LAY_SENTENCE
from tui.boards.big_queen.cursor import MoveAlongPile
from tui.boards.big_queen.hand import _hand_card_states
from tui.boards.big_queen.render import layout_of
from tui.boards.big_queen.selection_update import selection_for_action
from tui.boards.big_queen.status_and_buttons import buttons
from tui.boards.big_queen.text import duty_sentences, slip_question
from tui.cards import State
from tui.drawing import Line

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""

SEAT_NAMES = ("Ada", "Björn", "Chidi", "Dora")
"""The names of the seats."""

CARDS_OF_SEAT_1 = "9♣ 9♠ 7♣ 7♠ 7♦ 7♥ 5♦ J♦ Q♠ 2♦ K♣"
"""The cards dealt to seat 1."""

CARDS_OF_OTHER_SEATS = (
    "3♣ 4♣ 5♣ 6♣ 8♣ 10♣ J♣ Q♣ A♣ 3♦ 4♦",
    "3♥ 4♥ 5♥ 6♥ 8♥ 10♥ J♥ Q♥ A♥ 6♦ 8♦",
    "3♠ 4♠ 5♠ 6♠ 8♠ 10♠ J♠ K♠ A♠ 10♦ Q♦",
)
"""The cards dealt to the other seats."""


def stock_order(rest="K♦ 3♥ 4♦ 5♠ 6♣ J♥ A♥ 8♦"):
    """Return an order of the stock with which seat 1 is dealt `CARDS_OF_SEAT_1` and then `9♦` is turned up; `rest`
    follows.
    """
    hands = [cards(CARDS_OF_SEAT_1), *map(cards, CARDS_OF_OTHER_SEATS)]
    dealt = [hand[number] for number in range(11) for hand in hands]
    return [*dealt, *cards(f"9♦ {rest}")]


class BigQueenApp(BoardApp):
    """An app that shows the board of one seat in a match whose first deal is known: after that deal if `dealt`,
    otherwise before it.
    """

    def __init__(self, *, seat=1, animate=False, dealt=True, **options):
        match = GAME.start(4, options=options, dealer=Dealer.scripted({"stock": [stock_order()]}))
        if dealt:
            match.act(0, GAME.parse("deal"))
        super().__init__(match, SEAT_NAMES, seat=seat, animate=animate)
        assert isinstance(self.board, BigQueenBoard)


@pytest.mark.parametrize("seat", [1, None])
async def test_cards_of_sets_are_new_from_the_end_of_my_turn_to_that_of_the_next(seat):
    app = BigQueenApp(seat=seat)
    bot = next(iter(GAME.bots.values()))
    since: list[str] = []
    marked = 0
    async with app.run_test(size=(120, 39)):
        while not app.match.over:
            actor, before = min(app.match.awaited), cards_in_sets(app.match)
            was_mine = app.match.view(None).facts["turn"] == seat
            app.act(actor, bot(app.match.view(actor)))
            facts = app.match.view(None).facts
            since += (cards_in_sets(app.match) - before).elements()
            if seat is None or facts["phase"] == "deal" or (was_mine and facts["turn"] != seat):
                since = []
            added = app.board.scene.cards_added_to_sets
            assert sorted(f"{name} {card}" for name, several in added.items() for card in several) == sorted(since)
            marked += len(since)
    assert (marked > 100) == (seat is not None)


def cards_in_sets(match):
    """Return the cards of all sets, as texts with the name of their set."""
    view = match.view(None)
    piles = [name for name in view.piles if name.startswith("meld/")]
    return Counter(f"{name.removeprefix('meld/')} {card}" for name in piles for card in view.cards(name))


async def test_whole_turn_is_played_by_keys():
    app = BigQueenApp()
    async with app.run_test(size=(80, 23)) as pilot:
        assert "Your turn: draw or take" in app.text
        assert "your raised" not in app.text, "nothing is chosen yet"
        await press(pilot, "enter")
        assert "Take 9♦, lay it with your raised 9♣ 9♠" in app.text
        assert app.texts_of_chosen_actions == []
        await press(pilot, "enter")
        assert app.texts_of_chosen_actions == ["take 1 9♣ 9♠"]
        assert "lay, then discard" in app.text
        await press(pilot, "7", "space", "right", "space", "right", "space")
        assert "Enter: lay 7♣ 7♠ 7♦, 15 points" in app.text
        await press(pilot, "enter", "7", "enter")
        assert app.texts_of_chosen_actions[1:] == ["meld 7♣ 7♠ 7♦"]
        assert "Select the cards" in app.text
        await press(pilot, "space", "enter", "k", "x")
        assert app.texts_of_chosen_actions[2:] == ["add 7♥", "discard K♣"]
        assert "Chidi" in app.text


async def test_discard_of_a_wild_card_needs_the_key_twice_in_a_row():
    app = BigQueenApp()
    async with app.run_test(size=(80, 23)) as pilot:
        app.board.asks_about_slips = True
        await press(pilot, "f", "enter", "2", "space", "x")
        assert "Discard the wild 2♦? Press X again to discard." in app.text
        await press(pilot, "left", "right", "x")
        assert app.texts_of_chosen_actions == ["take 1 9♣ 9♠"], "another key has answered the question"
        await press(pilot, "x")
        assert app.texts_of_chosen_actions[1:] == ["discard 2♦"]


async def test_whole_turn_is_played_by_mouse():
    app = BigQueenApp()
    async with app.run_test(size=(80, 23)) as pilot:
        await click(pilot, "9♦ ", lowest=False)
        assert app.texts_of_chosen_actions == [], "the first click only looks"
        await click(pilot, "9♦ ", lowest=False)
        assert app.texts_of_chosen_actions == ["take 1 9♣ 9♠"]
        for card in ("7♣", "7♦", "2♦"):
            await click(pilot, card)
        await click(pilot, "Enter Lay")
        assert app.texts_of_chosen_actions[1:] == ["meld 7♣ 7♦ 2♦"]
        await click(pilot, "K♣")
        await click(pilot, "X Discard K♣")
        assert app.texts_of_chosen_actions[2:] == ["discard K♣"]


async def test_click_on_the_stock_draws_a_card():
    app = BigQueenApp()
    async with app.run_test(size=(120, 39)) as pilot:
        await click(pilot, " 59 ")
        assert app.texts_of_chosen_actions == ["draw"]
        assert app.board.scene.selection.hand[app.board.scene.selection.cursor] == cards("K♦")[0]


async def test_actions_of_one_decision_are_sent_one_after_the_other():
    app = BigQueenApp()
    app.answering = False
    async with app.run_test(size=(80, 23)) as pilot:
        app.act(1, "draw")
        await press(pilot, "7", "space", "right", "space", "right", "space", "right", "space", "enter")
        assert app.texts_of_chosen_actions == ["meld 7♣ 7♠ 7♦"]
        app.act(1, app.texts_of_chosen_actions[-1])
        await pilot.pause()
        assert app.texts_of_chosen_actions == ["meld 7♣ 7♠ 7♦", "add 7♥"]
        app.act(1, app.texts_of_chosen_actions[-1])
        await press(pilot, "end", "x")
        assert len(app.texts_of_chosen_actions) == 3


async def test_refusal_cancels_the_remaining_actions_of_a_decision():
    app = BigQueenApp()
    app.answering = False
    async with app.run_test(size=(80, 23)) as pilot:
        app.act(1, "draw")
        await press(pilot, "7", "space", "right", "space", "right", "space", "right", "space", "enter", "x")
        app.board.show_note("The table is paused.")
        await pilot.pause()
        assert "The table is paused." in app.text
        app.act(1, "discard K♣")
        await pilot.pause()
        assert app.texts_of_chosen_actions == ["meld 7♣ 7♠ 7♦"]


async def test_discard_typed_before_the_answer_to_a_draw_is_dropped_if_a_card_was_drawn():
    app = BigQueenApp()
    app.answering = False
    async with app.run_test(size=(80, 23)) as pilot:
        await press(pilot, "d", "x")
        assert app.texts_of_chosen_actions == ["draw"]
        app.act(1, "draw")
        await pilot.pause()
        assert app.texts_of_chosen_actions == ["draw"]
        await press(pilot, "x")
        assert app.texts_of_chosen_actions == ["draw"], "the card that came is under the cursor, but nobody chose it"
        await press(pilot, "space", "x")
        assert app.texts_of_chosen_actions == ["draw", "discard K♦"]


async def test_decision_typed_before_an_answer_is_sent_after_an_answer_that_brings_no_card():
    app = BigQueenApp()
    async with app.run_test(size=(80, 23)) as pilot:
        app.act(1, "draw")
        app.answering = False
        await press(pilot, "7", "space", "right", "space", "right", "space", "enter", "end", "x")
        assert app.texts_of_chosen_actions == ["meld 7♣ 7♠ 7♦"]
        app.act(1, app.chosen[-1])
        await pilot.pause()
        assert len(app.texts_of_chosen_actions) == 2
        assert app.texts_of_chosen_actions[-1].startswith("discard")


async def test_impossible_command_of_the_big_queen_board_shows_the_reason_and_sends_nothing():
    app = BigQueenApp()
    async with app.run_test(size=(80, 23)) as pilot:
        for key, words in (
            ("x", "first draw a card"),
            ("c", "Nobody can be caught"),
            ("o", "nothing to announce"),
            ("y", "Nobody has asked you anything"),
            ("4", "You have no 4."),
        ):
            await press(pilot, key)
            assert words in app.text, key
        await click(pilot, "Find")
        assert app.texts_of_chosen_actions == []


async def test_request_that_can_lead_nowhere_has_no_button_and_says_why_before_it_is_sent():
    app = BigQueenApp()
    async with app.run_test(size=(120, 39)) as pilot:
        app.board.asks_about_slips = True
        assert not [button for button in app.board.picture(120, 39).buttons if button.key == "A"]
        await press(pilot, "a")
        assert "No draw or take lets you go out this turn: ask anyway? Press A again to ask." in app.text
        assert app.texts_of_chosen_actions == []
        await press(pilot, "a")
        assert app.texts_of_chosen_actions == ["ask"], "what is legal stays possible"


def test_request_that_a_yes_makes_useful_has_a_button_and_is_sent_at_once(side_on_turn):
    side = side_on_turn()
    for hand, is_of_use in (("7♠ 7♦ 7♥ J♦", True), ("7♠ 7♦ 8♥ J♦", False)):
        side.deal_hand(hand)
        scene = side.scene(width=120, height=39)
        found = [button for button in buttons(scene, layout_of(scene)) if button.key == "A"]
        assert [(button.label, button.enabled) for button in found] == [("Ask to go out", True)] * is_of_use
        question = slip_question(scene.view, scene.legal, ASK_ACTION)
        assert question == ("" if is_of_use else "These cards cannot go out this turn: ask anyway?")


async def test_request_to_go_out_waits_for_the_partners_answer():
    app = BigQueenApp()
    async with app.run_test(size=(80, 23)) as pilot:
        await press(pilot, "a")
        assert app.texts_of_chosen_actions == ["ask"]
        assert "Waiting for Dora" in app.text
        await press(pilot, "d")
        assert "have not yet said" in app.text
        app.act(3, "no")
        await pilot.pause()
        await press(pilot, "d", "right")
        assert "Dora said no" in app.text


@pytest.mark.parametrize("answer", ["y", "n", "Yes, go out", "No, not yet"])
async def test_partner_answers_the_request_to_go_out(answer):
    app = BigQueenApp(seat=3)
    async with app.run_test(size=(80, 23)) as pilot:
        app.act(1, "ask")
        await pilot.pause()
        assert "Björn asks: may I go out?" in app.text
        if len(answer) == 1:
            await press(pilot, answer)
        else:
            await click(pilot, answer, lowest=False)
        assert app.texts_of_chosen_actions == ["yes" if answer[0] in "yY" else "no"]
        assert "asks: may I" not in app.text


async def test_last_card_can_be_announced_with_the_discard_or_later_or_never():
    app = BigQueenApp(hand_size=4)
    async with app.run_test(size=(120, 39)) as pilot:
        while not any(len(action) == 3 and action.verb == "discard" for action in app.match.legal(1)):
            seat = app.match.view(1).facts["turn"]
            legal = app.match.legal(seat)
            verbs = ("draw", "meld", "add", "discard") if seat == 1 else ("draw", "discard")
            app.act(seat, next(action for verb in verbs for action in legal if action.verb == verb))
        await pilot.pause()
        assert "announce" in app.text
        await press(pilot, "end", "z")
        assert "announce" not in app.texts_of_chosen_actions[-1]
        assert app.match.view(1).facts["due"] == (1,)
        assert "You have one card left and have not said so" in app.text
        await press(pilot, "o")
        assert app.texts_of_chosen_actions[-1] == "announce"
        assert app.match.view(1).facts["due"] == ()


async def test_player_who_did_not_announce_can_be_caught():
    app = BigQueenApp(hand_size=4)
    async with app.run_test(size=(80, 23)) as pilot:
        for _ in range(400):
            if 2 in app.match.view(1).facts["due"]:
                break
            seat = app.match.view(1).facts["turn"]
            legal = app.match.legal(seat)
            verbs = ("deal", "draw", "meld", "add", "discard") if seat == 2 else ("deal", "draw", "discard")
            app.act(seat, next(action for verb in verbs for action in legal if action.verb == verb))
        await pilot.pause()
        assert "Chidi has one card and has not said so: C catches." in app.text
        assert duty_sentences(app.board.scene)[0].endswith(": C catches, until Chidi announces, draws or takes.")
        await click(pilot, "Chidi", lowest=False)
        assert app.texts_of_chosen_actions == ["catch 2"]


async def test_mouse_wheel_moves_the_cursor_along_the_discard_pile():
    app = BigQueenApp()
    async with app.run_test(size=(80, 23)):
        app.act(1, "draw")
        app.act(1, "discard K♦")
        app.board.run_command(MoveAlongPile(-1))
        assert app.board.scene.selection.pile_place == 1
        app.board.run_command(MoveAlongPile(1))
        assert app.board.scene.selection.pile_place == 2


async def test_spectator_of_big_queen_has_no_commands_that_decide():
    app = BigQueenApp(seat=None)
    async with app.run_test(size=(80, 23)) as pilot:
        await press(pilot, "d", "enter", "x", "space", "left", "up")
        assert "You are watching" in app.text or "Waiting for Björn" in app.text
        assert "7" not in app.screen.active_bindings
        assert app.texts_of_chosen_actions == []


async def test_whole_match_is_shown_and_enter_is_left_to_the_screen_at_its_end():
    app = BigQueenApp(seat=0, target=100)
    bot = next(iter(GAME.bots.values()))
    async with app.run_test(size=(100, 30)) as pilot:
        while not app.match.over:
            seat = sorted(app.match.awaited)[0]
            app.act(seat, bot(app.match.view(seat)))
            assert app.board.scene.view == app.match.view(0)
        app.board.show_end(MatchEnded(app.match.standings, SEAT_NAMES))
        await press(pilot, "enter", "d")
        assert "The match is over" in app.text
        assert "laid" in app.text
        assert app.texts_of_chosen_actions == []
        assert app.board.check_action("take_or_lay", ()) is False


async def test_escape_drops_the_selection_and_is_then_left_to_the_screen():
    app = BigQueenApp()
    async with app.run_test(size=(80, 23)) as pilot:
        assert not app.board.check_action("close", ())
        app.act(1, "draw")
        await press(pilot, "7", "space", "right", "space")
        assert len(app.board.scene.selection.selected_indexes) == 2
        assert app.board.check_action("close", ())
        app.board.show_hint([Line("The hint.")])
        assert not app.board.check_action("close", ()), "what lies over the table is closed before"
        app.board.show_hint([])
        await press(pilot, "escape")
        assert not app.board.scene.selection.selected_indexes
        assert not app.board.check_action("close", ())


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)])
@pytest.mark.parametrize("verb", ["draw", "take", "meld", "discard"])
async def test_button_with_what_a_hint_advises_has_the_mark_of_the_coach_and_does_it(size, verb):
    app = BigQueenApp()
    async with app.run_test(size=size) as pilot:
        if verb in ("meld", "discard"):
            app.act(1, "draw")
        await pilot.pause()
        advised = next(action for action in reversed(app.match.legal(1)) if action.verb == verb)
        app.board.show_hint([Line(f"Coach: {advised}")], advised)
        await pilot.pause()
        (marked,) = [button for button in app.board.buttons if "◄" in button.label]
        assert size[0] == 80 or "◄ coach" in marked.label
        assert f"{marked.key} {marked.label}" in app.text
        await press(pilot, marked.key.lower())
        assert app.chosen[-1] == advised


@pytest.mark.parametrize("verb", ["meld", "discard"])
@pytest.mark.parametrize("moves", [0, 1])
@pytest.mark.parametrize("close", [lambda board: board.show_hint(()), lambda board: board.action_toggle_log()])
async def test_closed_hint_gives_back_the_selection_unless_the_person_has_changed_it(verb, moves, close):
    app = BigQueenApp()
    async with app.run_test(size=(120, 39)) as pilot:
        app.act(1, "draw")
        await pilot.pause()
        before = app.board.scene.selection
        advised = next(action for action in reversed(app.match.legal(1)) if action.verb == verb)
        app.board.show_hint([Line(f"Coach: {advised}")], advised)
        assert app.board.scene.selection != before
        await press(pilot, *["right"] * moves)
        changed = app.board.scene.selection
        close(app.board)
        assert app.board.scene.selection == (changed if moves else before)


@pytest.mark.parametrize("size", [(80, 23), (120, 39)])
@pytest.mark.parametrize("announces", [True, False])
def test_mark_of_the_coach_tells_a_silent_discard_from_one_that_announces(side_on_turn, size, announces):
    side = side_on_turn()
    side.deal_hand("8♥ J♦")
    advised = next(
        action for action in side.scene().legal if action.verb == "discard" and (len(action) == 3) == announces
    )
    side.selection = selection_for_action(side.selection, side.scene().legal, advised)
    scene = side.scene(width=size[0], height=size[1], advised=advised)
    marked = [button.key for button in buttons(scene, layout_of(scene)) if "◄" in button.label]
    assert marked == ["X" if announces else "Z"]


@pytest.mark.parametrize("verb", ["meld", "discard", "add", "take"])
def test_of_two_equal_cards_the_one_that_is_selected_is_the_advised_one(side_on_turn, verb):
    side = side_on_turn("draw" if verb == "take" else "play")
    side.deal_hand("6♣ 6♦ 6♦ 9♠ 2♠", "6♠", r6="" if verb != "add" else "6♠ 6♠ 6♣")
    text = {"meld": "meld 6♣ 6♦ 2♠", "discard": "discard 6♦", "add": "add 6♦", "take": "take 1 6♣ 6♦"}[verb]
    advised = GAME.parse(text)
    assert advised in side.scene().legal
    side.selection = selection_for_action(side.selection, side.scene().legal, advised)
    scene = side.scene(advised=advised)
    for state in _hand_card_states(scene, scene.selection):
        is_pointed_at = bool(state & (State.CURSOR if verb == "discard" else State.SELECTED))
        assert bool(state & State.ADVISED) == is_pointed_at


def test_player_who_was_told_no_is_asked_for_what_is_still_possible(side_on_turn):
    side = side_on_turn(seats=4)
    side.set_facts(asked="no")
    for hand, said in (("7♠ 7♦ 7♥ J♦ 4♣", "but keep two cards"), ("J♦ 4♣", "you cannot go out this turn. Discard one")):
        side.deal_hand(hand)
        sentences = duty_sentences(side.scene())
        assert said in sentences[0]
        assert all(one.startswith("Dora said no") for one in sentences), "the only partner is named"


@pytest.mark.parametrize("size", [(80, 23), (120, 39)])
def test_button_that_finds_cards_is_dim_while_it_finds_none(side_on_turn, size):
    side = side_on_turn()
    for hand, can_lay, note in (
        ("7♠ 7♦ 7♥ J♦ 4♣", True, ""),
        ("7♠ 7♦ 8♥ J♦ 4♣", False, NOTHING_TO_LAY_SENTENCE),
        ("7♠ 7♦ 7♥ J♦", False, KEEP_A_CARD_SENTENCE),
    ):
        side.deal_hand(hand)
        scene = side.scene(width=size[0], height=size[1])
        (button,) = [button for button in buttons(scene, layout_of(scene)) if button.key == "F"]
        assert (button.enabled, button.primary) == (can_lay, can_lay), hand
        side.run_commands(button.command)
        assert side.note == note
