"""The commands of the Big Queen board: every legal action can be chosen by them, and others are refused with a
reason.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections import Counter

import pytest
from msgspec.structs import replace

from core import Action, cards
from core.big_queen import ANNOUNCE_ACTION, ASK_ACTION, could_go_out
from tests.support.depth import parametrize
from tui.boards.big_queen.commands import (
    FIND_CARD_TO_TAKE_SENTENCE,
    FIND_CARDS_TO_LAY_SENTENCE,
    FOUND_CARDS_SENTENCE,
    KEEP_A_CARD_SENTENCE,
    NO_CARD_CHOSEN_SENTENCE,
    NO_CARDS_SELECTED_SENTENCE,
    NO_HAND_CARD_CHOSEN_SENTENCE,
    NO_OTHER_SET_SENTENCE,
    NO_SET_YET_SENTENCE,
    NO_TWO_HELD_SENTENCE,
    NO_TWOS_SELECTED_SENTENCE,
    NOTHING_ELSE_TO_LAY_SENTENCE,
    NOTHING_ELSE_TO_TAKE_SENTENCE,
    NOTHING_TO_LAY_SENTENCE,
    CatchOrDescribeSeat,
    CatchPlayer,
    ClearSelection,
    DiscardCard,
    DrawCard,
    FindNextCards,
    FindOtherCards,
    LayCards,
    SelectPileCard,
    SelectSet,
    TakeCard,
    TakeOrLayCards,
    ToggleCard,
    ToggleCardAtCursor,
)
from tui.boards.big_queen.cursor import STEP_TO_THE_END, ChangeZone, MoveCursor, PressRankKey
from tui.boards.big_queen.hand import hand_heading_text
from tui.boards.big_queen.render import render
from tui.boards.big_queen.selection import (
    HAND_SORT_ORDERS,
    indexes_of_cards_left,
    lay_outcome,
    own_set_ranks,
    suggested_lays,
    take_outcome,
    target_rank,
    total_points,
)
from tui.boards.big_queen.selection_update import indexes_of_cards, selection_for_action
from tui.boards.big_queen.status_and_buttons import selection_text
from tui.boards.big_queen.text import (
    NOTHING_TO_TAKE_SENTENCE,
    SILENT_DISCARD_QUESTION,
    sentence_on_queen,
    slip_question,
)
from tui.boards.common.commands import AnswerQuestion, ChooseAction, SortHand

DEAL_ACTION = Action(("deal",))
"""The action with which the dealer deals."""

COMMAND_BY_ONE_WORD_ACTION = {
    "draw": DrawCard(),
    "deal": DrawCard(),
    "ask": ChooseAction(ASK_ACTION),
    "announce": ChooseAction(ANNOUNCE_ACTION),
    "yes": AnswerQuestion(yes=True),
    "no": AnswerQuestion(yes=False),
}
"""Maps an action of one word to the command of the board that chooses it."""

COMMANDS_ON_OWN_TURN = (
    DrawCard(),
    TakeCard(),
    LayCards(),
    TakeOrLayCards(),
    DiscardCard(),
    FindNextCards(),
    ChooseAction(ASK_ACTION),
    ChooseAction(DEAL_ACTION),
)
"""Commands of the board that a person may run on their own turn."""

COMMANDS_OUT_OF_TURN = (
    AnswerQuestion(yes=True),
    AnswerQuestion(yes=False),
    ChooseAction(ANNOUNCE_ACTION),
    CatchPlayer(),
)
"""Commands of the board that a person may run when it is not their turn."""


def select_by_keys(side, cards):
    """Select these cards of the hand with commands that keys run."""
    side.run_commands(ClearSelection(), ChangeZone(1), ChangeZone(1))
    assert side.selection.zone == "hand"
    for card in cards:
        index = next(
            i for i, held in enumerate(side.selection.hand) if held == card and i not in side.selection.selected_indexes
        )
        side.run_commands(MoveCursor(-STEP_TO_THE_END), *[MoveCursor(1)] * index, ToggleCardAtCursor())
    assert sorted(side.selection.selected_cards) == sorted(cards)


def decide_by_keys(side, action):
    """Run the commands of the keys that choose an action; return the actions that the board would send."""
    verb = action.verb
    if verb in COMMAND_BY_ONE_WORD_ACTION:
        return side.run_commands(COMMAND_BY_ONE_WORD_ACTION[verb])
    if verb == "catch":
        decided = side.run_commands(CatchPlayer())
        if decided:
            return decided
        catches = [one for one in side.scene().legal if one.verb == "catch"]
        return side.run_commands(PressRankKey(str(catches.index(action) + 1)))
    select_by_keys(side, action.cards)
    if verb == "discard":
        loud = Action((*action[:2], "announce")) in side.scene().legal
        return side.run_commands(DiscardCard(silently=loud and len(action) == 2))
    if verb == "take":
        side.run_commands(ChangeZone(-1))
        assert side.selection.zone == "pile"
        side.run_commands(MoveCursor(-STEP_TO_THE_END), *[MoveCursor(1)] * (action[1] - 1))
    elif verb == "add" and len(action) == 4:
        side.run_commands(ChangeZone(-1), ChangeZone(-1))
        while target_rank(side.view, side.selection) != action[3]:
            side.run_commands(MoveCursor(1))
    return side.run_commands(TakeOrLayCards())


def click_command(side, command, size):
    """Check that at this size a click area runs `command`; run it, and return the actions that the board would send."""
    width, height = size
    commands = {command for _, command in render(side.scene(width=width, height=height)).click_areas}
    assert command in commands, (command, size)
    return side.run_commands(command)


def decide_by_clicks(side, action, size):
    """Run the commands of the clicks that choose an action; return the actions that the board would send."""
    verb = action.verb
    if verb in COMMAND_BY_ONE_WORD_ACTION:
        return click_command(side, COMMAND_BY_ONE_WORD_ACTION[verb], size)
    if verb == "catch":
        return click_command(side, CatchOrDescribeSeat(action[1]), size)
    side.run_commands(ClearSelection())
    left = list(side.selection.hand)
    for card in action.cards:
        index = left.index(card)
        left[index] = None
        click_command(side, ToggleCard(index), size)
    if verb == "discard":
        loud = Action((*action[:2], "announce")) in side.scene().legal
        return click_command(side, DiscardCard(silently=loud and len(action) == 2), size)
    if verb == "take":
        decided = click_command(side, SelectPileCard(action[1]), size)
        return decided or click_command(side, TakeCard(), size)
    if verb == "add" and len(action) == 4:
        return click_command(side, SelectSet(side.scene().team, action[3]), size)
    return click_command(side, LayCards(), size)


@pytest.mark.parametrize(("seats", "seed"), [(4, 1), (10, 2)])
def test_every_legal_action_of_a_match_is_reached_by_keys(play_at_random, seats, seed):
    met = set()
    for number, side in enumerate(play_at_random(seats, seed, target=600)):
        legal = side.scene().legal
        chance = random.Random(number)
        for action in chance.sample(legal, min(len(legal), 8)):
            assert decide_by_keys(side.copy(), action) == (action,), str(action)
            met.add(action.verb)
    assert met >= {"deal", "draw", "take", "meld", "add", "discard", "ask", "yes", "no"}


def test_one_key_takes_each_action_that_a_hint_points_at(play_at_random):
    key_command = {"take": TakeOrLayCards(), "meld": TakeOrLayCards(), "add": TakeOrLayCards()}
    met = set()
    for number, side in enumerate(play_at_random(4, 1, target=600)):
        legal = [action for action in side.scene().legal if action.cards or action.verb == "take"]
        for action in random.Random(number).sample(legal, min(len(legal), 8)):
            advised = side.copy()
            advised.selection = selection_for_action(side.selection, side.scene().legal, action)
            loud = Action((*action[:2], "announce")) in side.scene().legal
            discards = DiscardCard(silently=loud and len(action) == 2)
            assert advised.run_commands(key_command.get(action.verb, discards)) == (action,), str(action)
            met.add(action.verb)
    assert met == {"take", "meld", "add", "discard"}


@parametrize("size", [(60, 17), (80, 23), (120, 39)], 1)
def test_every_legal_action_of_a_match_has_a_click_area(play_at_random, size):
    """All but the request to go out in a turn in which no answer lets me go out."""
    met = set()
    for number, side in enumerate(play_at_random(8, 10, target=700)):
        legal = side.scene().legal
        verbs = {action.verb: action for action in random.Random(number).sample(legal, len(legal))}
        if number % 5 == 0 or not {"catch", "announce", "ask"}.isdisjoint(verbs):
            for action in verbs.values():
                if action == ASK_ACTION and not could_go_out(side.view):
                    continue
                assert decide_by_clicks(side.copy(), action, size) == (action,), str(action)
                met.add(action.verb)
    assert met >= {"deal", "draw", "take", "meld", "add", "discard", "ask"}


def test_several_catchable_players_are_offered_by_number(side_on_turn):
    side = side_on_turn("draw", seats=8)
    side.set_facts(due=(2, 4, 5))
    assert side.run_commands(CatchPlayer()) == ()
    text = side.text()
    assert "1 Catch Chidi" in text
    assert "3 Catch Fatima" in text
    assert side.run_commands(PressRankKey("2")) == (Action(("catch", 4)),)
    assert side.selection.open_question == ""
    for nobody in (ClearSelection(), AnswerQuestion(yes=False)):
        side.run_commands(CatchPlayer())
        assert side.selection.open_question == "catch"
        assert side.run_commands(nobody) == ()
        assert side.selection.open_question == ""


def test_upcard_that_may_be_taken_free_can_be_taken_by_a_command(side_on_turn):
    side = side_on_turn("draw", free_first_upcard=True)
    ways = [action for action in side.scene().legal if action.verb == "take"]
    assert side.run_commands(TakeOrLayCards()) == (), "the first key shows what it would take"
    assert side.run_commands(TakeOrLayCards())[0] in ways
    side.run_commands(ClearSelection())
    found = {side.copy().run_commands(*[FindOtherCards()] * turns, TakeOrLayCards()) for turns in range(len(ways))}
    assert found == {(way,) for way in ways}


def test_an_upcard_that_may_be_taken_free_is_taken_by_the_same_key_twice_whatever_the_hand(side_on_turn):
    for seed in range(30):
        side = side_on_turn("draw", seed=seed, free_first_upcard=True)
        assert side.run_commands(TakeOrLayCards()) == (), seed
        assert side.run_commands(TakeOrLayCards()) == (Action(("take", 1)),)


def test_set_and_the_cards_added_to_it_are_laid_in_one_decision(side_on_turn):
    side = side_on_turn()
    side.deal_hand("7♣ 7♠ 7♦ 7♥ 2♣ 2♥ K♣ 4♦")
    for index, card in enumerate(side.selection.hand):
        if card.rank in ("7", "2"):
            side.run_commands(ToggleCard(index))
    assert [str(action) for action in side.run_commands(TakeOrLayCards())] == [
        "meld 7♣ 7♠ 7♦",
        "add 7♥",
        "add 2♣ to 7",
        "add 2♥ to 7",
    ]
    assert "lay 7♣ 7♠ 7♦, add 7♥ 2♣ 2♥" in side.text()


def test_laying_that_leaves_too_few_cards_is_refused_with_a_reason(side_on_turn):
    side = side_on_turn()
    side.deal_hand("7♣ 7♠ 7♦ K♣")
    side.run_commands(ToggleCard(0), ToggleCard(1), ToggleCard(2))
    assert side.run_commands(TakeOrLayCards()) == ()
    assert "ask your partners first" in side.note
    assert "ask your partners first" in side.text(width=120, height=39)
    side.set_facts(asked="yes")
    assert [str(action) for action in side.run_commands(TakeOrLayCards())] == ["meld 7♣ 7♠ 7♦"]


def test_cards_that_cannot_be_laid_are_refused_with_a_reason(side_on_turn):
    side = side_on_turn()
    side.deal_hand("7♣ 7♠ 9♦ 10♣ 2♥ 2♣ K♣ 4♦")
    hand = list(side.selection.hand)

    def refusal_to_lay(names):
        """Try to lay these cards; return the note that refuses it."""
        side.run_commands(ClearSelection(), *(ToggleCard(hand.index(card)) for card in cards(names)))
        assert side.run_commands(TakeOrLayCards()) == ()
        return side.note

    assert "A set has one rank" in refusal_to_lay("7♣ 9♦")
    assert "begins with three cards" in refusal_to_lay("7♣ 7♠")
    assert "twos alone" in refusal_to_lay("2♥ 2♣")
    assert side.run_commands(ClearSelection(), TakeOrLayCards()) == ()
    assert "Select the cards" in side.note
    assert side.run_commands(DrawCard()) == ()
    assert "already" in side.note


def test_two_is_added_to_the_chosen_set(side_on_turn):
    side = side_on_turn()
    side.deal_hand("2♥ 9♦ 10♣ 4♦", r7="7♠ 7♦ 7♥", rK="K♠ K♦ K♥")
    assert own_set_ranks(side.view) == ["7", "K"]
    two = side.selection.hand.index(cards("2♥")[0])
    assert [str(action) for action in side.run_commands(ToggleCard(two), TakeOrLayCards())] == ["add 2♥ to 7"]
    assert [str(action) for action in side.run_commands(FindOtherCards(), TakeOrLayCards())] == ["add 2♥ to K"]
    assert [str(action) for action in side.run_commands(SelectSet(1, "7"))] == ["add 2♥ to 7"]
    assert side.run_commands(SelectSet(0, "7")) == ()
    assert "your own team" in side.note
    assert side.run_commands(SelectSet(1, "9")) == ()
    assert "no set of rank 9" in side.note
    assert side.run_commands(ClearSelection(), SelectSet(1, "K")) == ()
    assert "K♠ K♦ K♥, 30 points" in side.note


def test_prompt_shows_what_a_take_would_bring(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ J♦ 2♦", "4♠ 9♦ K♣ 9♥ 2♠")
    side.run_commands(SelectPileCard(2))
    assert "Take 9♦, lay it with your raised 9♣ 9♠; you also get 3 cards, 35 points: K♣ 9♥ 2♠." in side.text(
        width=120, height=39
    )
    assert [str(action) for action in side.run_commands(TakeOrLayCards())] == ["take 2 9♣ 9♠"]
    side.run_commands(FindOtherCards())
    assert [str(action) for action in side.run_commands(TakeOrLayCards())] == ["take 2 9♣ 2♦"]
    assert "lay it with your raised 9♣ 2♦" in side.text(width=120, height=39)
    side.run_commands(SelectPileCard(4))
    assert "lay it with your raised 9♣ 9♠; you also get 2♠." in side.text(width=120, height=39)


def test_three_cards_that_join_a_set_of_the_team_are_added_and_laid_elsewhere(side_on_turn):
    side = side_on_turn()
    for laid, words in (("", "lay 10♦ 10♦ 10♥"), ("10♣ 10♣ 10♠", "add 10♦ 10♦ 10♥")):
        side.deal_hand("10♦ 10♦ 10♥ 5♦ 4♣", r10=laid)
        side.run_commands(FindNextCards())
        assert f"{words}, 30 points" in selection_text(side.scene())[0]


def test_card_of_the_pile_is_described_out_of_turn_without_what_nobody_gets(side_on_turn):
    side = side_on_turn("play")
    side.deal_hand("9♣ 9♠ 5♦", "4♠ 9♦ K♣ J♥")
    side.run_commands(ChangeZone(-1), MoveCursor(STEP_TO_THE_END))
    assert selection_text(side.scene())[0] == (
        "Next turn: J♥ needs two cards in your hand, jacks or 2s; you hold none of these."
    )
    side.run_commands(MoveCursor(-1))
    text = selection_text(side.scene())[0]
    assert text == (
        "Next turn: K♣ needs two cards in your hand, kings or 2s; you hold none of these. Discarded after it: J♥."
    )
    side.run_commands(MoveCursor(-1))
    text = selection_text(side.scene())[0]
    assert text.endswith("at the start of your turn, with 9♣ 9♠. Discarded after it: 2 cards, 20 points: K♣ J♥.")


def test_refusal_of_a_take_says_that_cards_of_a_set_on_the_table_do_not_count(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 5♦ J♦", "4♠ 9♦ K♣", r9="9♥ 9♠ 9♣")
    side.run_commands(SelectPileCard(2))
    assert selection_text(side.scene())[0].startswith(
        "9♦ needs two cards in your hand, 9s or 2s; you hold one 9 and no 2. Laid 9s do not count."
    )
    side.run_commands(SelectPileCard(3))
    assert "Laid" not in selection_text(side.scene())[0]


def test_card_of_the_pile_that_cannot_be_taken_is_refused_with_a_reason(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 5♦ J♦", "4♠ 9♦ K♣ 9♥ 2♠")
    for place, reason in (
        (5, "no set is made of twos"),
        (4, "you hold one 9 and no 2"),
        (3, "you hold none of"),
    ):
        assert side.run_commands(SelectPileCard(place), TakeOrLayCards()) == ()
        assert reason in side.note
        assert reason in side.text(width=120, height=39)
    side.deal_hand("9♣ 9♠ 5♦", "4♠ 9♦")
    assert side.run_commands(SelectPileCard(2), TakeOrLayCards()) == ()
    assert "ask your partners first" in side.note


def test_cards_that_were_found_stay_selected_until_the_person_changes_them(side_on_turn):
    """Whoever moves on may discard the card under the cursor all the same, or add it to the cards."""
    side = side_on_turn()
    side.deal_hand("6♠ J♦ K♠ 2♥", r3="3♠ 3♦ 3♥")
    side.run_commands(FindNextCards())
    assert side.selection.selected_cards == cards("2♥")
    for move in (MoveCursor(1), MoveCursor(-STEP_TO_THE_END), PressRankKey("J")):
        side.run_commands(FindNextCards(), move)
        assert side.selection.selected_cards == cards("2♥")
    assert side.run_commands(DiscardCard()) == (Action(("discard", cards("J♦")[0])),)
    assert [str(action) for action in side.run_commands(LayCards())] == ["add 2♥ to 3"]
    side.run_commands(ToggleCardAtCursor())
    assert set(side.selection.selected_cards) == {*cards("2♥ J♦")}
    side.run_commands(ToggleCardAtCursor())
    assert not side.note, "it was no part of what was found"
    side.run_commands(ClearSelection(), FindNextCards(), ToggleCardAtCursor())
    assert side.note == "You leave out 2♥. F selects these cards again."
    assert not side.selection.selected_indexes
    side.run_commands(MoveCursor(-STEP_TO_THE_END), ToggleCardAtCursor(), MoveCursor(1))
    assert side.selection.selected_cards == cards("6♠")
    side.run_commands(FindNextCards(), ChangeZone(-1))
    assert side.selection.selected_cards == cards("2♥"), "they are laid from the zone of the sets, too"


def test_discard_needs_a_card_that_the_person_has_chosen(side_on_turn):
    """Neither the card just drawn nor the one beside a laid set is discarded by one key: it could be the big Queen."""
    side = side_on_turn("draw")
    side.act(1, "draw")
    assert side.run_commands(DiscardCard()) == ()
    assert side.note == NO_CARD_CHOSEN_SENTENCE
    drawn = side.selection.hand[side.selection.cursor]
    for width, height in ((80, 23), (120, 39), (200, 59)):
        assert "X Discard  " in side.text(width=width, height=height)
    assert side.run_commands(ChangeZone(-1), DiscardCard()) == ()
    assert side.note == NO_HAND_CARD_CHOSEN_SENTENCE
    assert side.run_commands(ChangeZone(1), ToggleCardAtCursor(), DiscardCard()) == (Action(("discard", drawn)),)
    side.run_commands(ClearSelection())
    assert side.run_commands(MoveCursor(1), MoveCursor(-1), DiscardCard()) == (Action(("discard", drawn)),)
    side.deal_hand("6♠ 7♠ 7♦ 7♥ Q♠ K♦")
    side.run_commands(MoveCursor(-STEP_TO_THE_END), MoveCursor(1))
    side.run_commands(*[ToggleCardAtCursor(), MoveCursor(1)] * 3)
    (lay,) = side.run_commands(LayCards())
    side.deal_hand("6♠ Q♠ K♦", r7=" ".join(map(str, lay.cards)))
    assert side.selection.hand[side.selection.cursor] == cards("Q♠")[0], "the cursor stays on its card"
    assert side.run_commands(DiscardCard()) == ()
    assert side.note == NO_CARD_CHOSEN_SENTENCE
    assert side.run_commands(PressRankKey("K"), DiscardCard()) == (Action(("discard", cards("K♦")[0])),)


def test_card_chosen_while_a_set_is_on_its_way_is_still_the_one_to_discard(side_on_turn):
    side = side_on_turn()
    side.deal_hand("6♠ 7♠ 7♦ 7♥ Q♠ K♦")
    select_by_keys(side, cards("7♠ 7♦ 7♥"))
    side.run_commands(LayCards())
    side.run_commands(PressRankKey("6"))
    side.deal_hand("6♠ Q♠ K♦", r7="7♠ 7♦ 7♥")
    assert side.run_commands(DiscardCard()) == (Action(("discard", cards("6♠")[0])),)


def test_card_that_was_found_to_be_laid_is_not_discarded(side_on_turn):
    side = side_on_turn()
    side.deal_hand("6♠ J♦ Q♠ K♠", rQ="Q♣ Q♦ Q♥")
    side.run_commands(FindNextCards())
    assert side.selection.selected_cards == cards("Q♠")
    assert side.run_commands(DiscardCard()) == ()
    assert side.note == FOUND_CARDS_SENTENCE
    side.run_commands(SortHand())
    assert side.run_commands(DiscardCard()) == ()
    side.run_commands(ToggleCardAtCursor(), ToggleCardAtCursor())
    assert side.run_commands(DiscardCard()) == (Action(("discard", cards("Q♠")[0])),), "now a person has selected it"


def test_only_card_of_a_hand_needs_no_choice(side_on_turn):
    side = side_on_turn()
    side.deal_hand("6♠")
    side.set_facts(asked="yes")
    assert side.run_commands(DiscardCard()) == (Action(("discard", cards("6♠")[0])),)


def test_find_command_selects_one_set_after_the_other_and_first_those_without_twos(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ K♦ 2♦ 2♥ J♦", "5♠ 9♦ K♣ 9♥ J♠ 2♠")
    places = []
    for _ in range(6):
        side.run_commands(FindNextCards())
        places.append(side.selection.pile_place)
    assert places == [4, 2, 5, 3, 1, 4], "the nines, then what takes one or two twos, then the nines again"
    side.deal_hand("9♣ 9♠ 5♦ 5♥ J♦", "5♠ 9♦ K♣ 9♥ 2♠")
    side.selection = replace(side.selection, zone="hand")
    places = []
    for _ in range(3):
        side.run_commands(FindNextCards())
        places.append(side.selection.pile_place)
    assert places == [4, 2, 1]
    side = side_on_turn()
    side.deal_hand("9♣ 9♠ 9♥ 5♦ 5♥ J♦ 2♣ K♠", r3="3♠ 3♦ 3♥")
    found = []
    for _ in range(3):
        side.run_commands(FindNextCards())
        found.append(" ".join(map(str, side.selection.selected_cards)))
    assert found == ["9♣ 9♠ 9♥", "5♦ 5♥ 2♣", "2♣"]
    side.run_commands(ClearSelection(), LayCards())
    assert side.note == NO_CARDS_SELECTED_SENTENCE
    side.deal_hand("9♣ J♦ K♠ 4♣", r3="")
    for command in (FindNextCards(), LayCards()):
        assert side.run_commands(command) == ()
        assert side.note == NOTHING_TO_LAY_SENTENCE


def test_sorting_keeps_all_cards_and_the_selection(side_on_turn):
    side = side_on_turn()
    before = sorted(side.selection.hand)
    side.run_commands(ToggleCard(3), ToggleCard(7))
    chosen = sorted(side.selection.selected_cards)
    seen = {side.selection.hand}
    for _ in HAND_SORT_ORDERS:
        side.run_commands(SortHand())
        seen.add(side.selection.hand)
        assert sorted(side.selection.hand) == before
        assert sorted(side.selection.selected_cards) == chosen
        assert "Your hand is" in side.note
    assert len(seen) > 2


def test_card_just_drawn_is_marked_and_under_the_cursor(side_on_turn):
    side = side_on_turn("draw")
    before = side.selection.hand
    side.act(1, "draw")
    (index,) = side.selection.new_cards
    assert side.selection.cursor == index
    assert sorted([*before, side.selection.hand[index]]) == sorted(side.selection.hand)
    side.act(1, f"discard {side.selection.hand[0]}")
    assert side.selection.new_cards == frozenset()


def test_card_that_equals_a_new_one_is_not_marked_once_that_is_laid(side_on_turn):
    side = side_on_turn()
    side.deal_hand("7♠ 7♠ 7♦ 7♥ J♦ 4♣")
    (new,) = indexes_of_cards(side.selection.hand, Counter(cards("7♠")))
    side.selection = replace(side.selection, new_cards=frozenset({new}))
    side.deal_hand("7♠ J♦ 4♣")
    assert side.selection.new_cards == frozenset()


def test_no_card_of_a_hand_just_dealt_is_marked_as_new(side_on_turn):
    side = side_on_turn(seed=1)
    bot = next(iter(side.match.game.bots.values()))
    checked = 0
    while not side.match.over:
        seat, was_dealing, held = min(side.match.awaited), side.view.facts["phase"] == "deal", side.selection.hand
        side.act(seat, bot(side.match.view(seat)))
        if was_dealing and side.view.facts["turn"] == side.seat and set(held) & set(side.selection.hand):
            assert side.selection.new_cards == frozenset()
            checked += 1
    assert checked, "I begin no round with a card that I held at the end of the one before"


def test_rank_key_moves_to_the_next_card_of_that_rank(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ 9♠ 10♣ A♦ 2♥")
    seen = []
    for key in "9", "9", "9", "0", "1", "2", "J":
        side.run_commands(PressRankKey(key))
        seen.append(str(side.selection.hand[side.selection.cursor]))
    assert seen[0] != seen[1]
    assert seen[0] == seen[2]
    assert seen[3:] == ["10♣", "A♦", "2♥", "2♥"]


def test_player_who_may_not_act_reads_the_reason(play_at_random):
    for side in play_at_random(4, 8, target=300):
        legal = side.scene().legal
        for command in (*COMMANDS_ON_OWN_TURN, *COMMANDS_OUT_OF_TURN):
            twin = side.copy()
            decided = twin.run_commands(command)
            assert all(action in legal for action in decided[:1])
            assert (
                decided or twin.note.endswith(".") or twin.selection != side.selection or twin.selection.open_question
            ), command
    assert side.run_commands(DrawCard()) == ()
    assert side.note == "The match is over."


def test_spectator_decides_nothing_and_can_look_at_the_sets(play_at_random):
    for number, side in enumerate(play_at_random(4, 8, seat=None, target=300)):
        if number % 7 == 0 and not side.match.over:
            for command in (
                *COMMANDS_ON_OWN_TURN,
                CatchPlayer(),
                SortHand(),
                MoveCursor(-1),
                ChangeZone(-1),
                ToggleCardAtCursor(),
            ):
                assert side.run_commands(command) == ()
            side.run_commands(DrawCard())
            assert "watching" in side.note
            side.run_commands(SelectSet(0, "7"))
            assert "Team A" in side.note


def test_key_of_the_next_find_and_key_of_other_cards_say_apart_what_each_does(side_on_turn):
    """F moves on to another card to take, or other cards to lay; W stays there and changes what goes with it."""
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 2♥ 5♦ J♦ J♥", "4♠ 9♦ K♣ J♣")
    side.run_commands(FindNextCards())
    assert side.selection.pile_place == 4
    for width, height in ((80, 23), (120, 39)):
        text = side.text(width=width, height=height)
        assert re.search(r"F Find (a card to take )?", text)
        assert re.search(r"W (Use )?J♦ 2♥ ", text)
    assert "W uses J♦ 2♥ instead." in selection_text(side.scene())[0]
    before = side.scene()
    side.run_commands(FindOtherCards())
    assert side.selection.pile_place == 4
    assert take_outcome(side.view, before.legal, side.selection, 4).action.cards == cards("J♦ 2♥")
    side.run_commands(FindNextCards())
    assert side.selection.pile_place == 2
    side.deal_hand("9♣ 9♠ 5♦ J♦", "4♠ 9♦")
    side.run_commands(FindOtherCards())
    assert side.note == "No other cards of yours take 9♦."
    side = side_on_turn()
    side.deal_hand("2♥ 5♦ J♦")
    side.run_commands(FindOtherCards())
    assert side.note == NO_SET_YET_SENTENCE
    side.deal_hand("2♥ 5♦ J♦", r7="7♠ 7♦ 7♥")
    side.run_commands(FindOtherCards())
    assert side.note == f"{NO_OTHER_SET_SENTENCE} {FIND_CARDS_TO_LAY_SENTENCE}"
    side.deal_hand("2♥ 5♦ J♦", r7="7♠ 7♦ 7♥", rK="K♠ K♦ K♥")
    side.run_commands(FindOtherCards())
    assert side.note == f"{NO_TWOS_SELECTED_SENTENCE} {FIND_CARDS_TO_LAY_SENTENCE}"
    assert target_rank(side.view, side.selection) == "7"
    side.deal_hand("5♦ J♦", r7="7♠ 7♦ 7♥", rK="K♠ K♦ K♥")
    side.run_commands(FindOtherCards())
    assert side.note == NO_TWO_HELD_SENTENCE


def test_other_cards_for_a_card_of_the_pile_are_denied_with_the_reason(side_on_turn):
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 2♥ 5♦ J♦", "9♦ 4♠")
    side.run_commands(ChangeZone(-1), MoveCursor(1), FindOtherCards())
    assert side.note == "4♠ needs two cards in your hand, 4s or 2s; you hold no 4 and one 2."
    side.run_commands(MoveCursor(-1), ToggleCard(side.selection.hand.index(cards("9♣")[0])))
    side.run_commands(ToggleCard(side.selection.hand.index(cards("9♠")[0])), FindOtherCards())
    assert side.note == "Your selected cards have no other way to take 9♦. Esc deselects them."
    side.run_commands(ToggleCard(side.selection.hand.index(cards("5♦")[0])), FindOtherCards())
    assert side.note.startswith("5♦, 9♣ and 9♠ cannot take 9♦")


def test_as_many_cards_as_can_be_laid_are_found_where_one_must_stay(side_on_turn):
    side = side_on_turn()
    side.deal_hand("7♣ 7♠ 7♦ 7♥ K♠")
    side.run_commands(FindNextCards())
    assert len(side.selection.selected_cards) == 3
    side.deal_hand("Q♣ Q♠ K♠", rQ="Q♦ Q♥ Q♣")
    side.run_commands(FindNextCards())
    assert side.selection.selected_cards == cards("Q♠"), "the most valuable one"


def test_set_with_a_two_that_would_leave_too_few_cards_is_not_found_in_part(side_on_turn):
    side = side_on_turn()
    side.deal_hand("6♣ 6♥ 8♥ 2♥", r8="8♣ 8♠ 8♦")
    found = []
    for _ in range(4):
        side.run_commands(FindNextCards())
        found.append(side.selection.selected_cards)
    assert found == [cards("8♥"), cards("2♥"), cards("8♥"), cards("2♥")]
    side.deal_hand("Q♥ A♦ A♥ 2♥", r8="8♣ 8♠ 8♦")
    side.run_commands(FindNextCards(), FindNextCards())
    assert side.selection.selected_cards == cards("2♥")
    assert side.note == NOTHING_ELSE_TO_LAY_SENTENCE
    side = side_on_turn()
    side.deal_hand("7♠ 7♦ 7♣ 2♥ 4♠ 9♦ K♠")
    side.run_commands(FindNextCards(), FindNextCards())
    assert side.note == "F finds nothing else to lay.", "the 2 could join them"
    side = side_on_turn("draw")
    side.deal_hand("9♣ 9♠ 5♦ J♦", "4♠ 9♦")
    side.run_commands(FindNextCards(), FindNextCards())
    assert side.note == NOTHING_ELSE_TO_TAKE_SENTENCE


@pytest.mark.parametrize("seed", [4, 9])
def test_notes_of_both_find_keys_are_true_in_every_state(play_at_random, seed):
    told = set()
    for number, side in enumerate(play_at_random(4, seed, idle_chance=0.3, target=400, hand_size=5 + seed)):
        legal = side.scene().legal
        can_lay = any(action.verb in ("meld", "add") for action in legal)
        taken_places = {action[1] for action in legal if action.verb == "take"}
        side.run_commands(*[MoveCursor(number % 5)] * (side.selection.zone == "pile"))
        for command in (FindNextCards(), FindOtherCards()):
            twin = side.copy()
            before = twin.selection
            assert twin.run_commands(command) == ()
            told.add(note := twin.note)
            assert note or twin.selection != before
            if command == FindNextCards() and side.scene().phase == "play" and not note:
                assert lay_outcome(twin.view, twin.selection).actions
            if command == FindNextCards() and legal and legal[0].verb not in ("deal", "yes", "announce", "catch"):
                is_none_laid = side.scene().phase == "play" and not can_lay
                assert (note in (NOTHING_TO_LAY_SENTENCE, KEEP_A_CARD_SENTENCE)) == is_none_laid
                fits = bool(suggested_lays(twin.view, twin.selection.hand))
                assert note != KEEP_A_CARD_SENTENCE or fits
                assert note != NOTHING_TO_LAY_SENTENCE or not fits, "the cards in the hand fit a set"
                if is_none_laid:
                    assert " could be laid" not in hand_heading_text(side.scene(), 200) or not fits
                assert (note == NOTHING_TO_TAKE_SENTENCE) == (side.scene().phase == "draw" and not taken_places)
            if FIND_CARDS_TO_LAY_SENTENCE in note:
                assert can_lay
            if FIND_CARD_TO_TAKE_SENTENCE in note:
                assert taken_places - {twin.selection.pile_place}
            if side.scene().phase == "deal" and legal:
                assert note == "You are the dealer, and a round begins with the deal."
    assert {NOTHING_TO_LAY_SENTENCE, NOTHING_TO_TAKE_SENTENCE} <= told


def test_take_that_costs_a_two_is_not_chosen_before_the_person_points_at_it(side_on_turn):
    side = side_on_turn("play")
    side.deal_hand("9♣ 2♠ 5♦ J♦ K♣", "4♠ 6♥ 9♦")
    side.set_facts(phase="draw")
    assert side.selection.zone == "hand"
    for width, height in ((80, 23), (120, 39), (200, 59)):
        text = side.text(width=width, height=height)
        assert "Enter Take" not in text
        assert ("•" if width == 80 else "take 9♦") in text, "the pile says that it can be taken"
    assert side.run_commands(TakeOrLayCards()) == (), "Enter only shows it"
    assert side.selection.zone == "pile"
    assert "Take 9♦, lay it with your raised 9♣ 2♠" in selection_text(side.scene())[0]
    assert [str(action) for action in side.run_commands(TakeOrLayCards())] == ["take 3 9♣ 2♠"]


def test_no_card_is_taken_at_the_beginning_of_a_turn_before_it_was_shown(side_on_turn):
    """The key may have been pressed for something else, and what is laid stays laid."""
    side = side_on_turn("play")
    side.deal_hand("9♣ 9♠ 2♠ 5♦ J♦ K♣", "4♠ 6♥ 9♦")
    side.set_facts(phase="draw")
    assert selection_text(side.scene())[0] == ""
    assert all(button.key != "Enter" for button in render(side.scene()).buttons)
    assert side.run_commands(TakeOrLayCards()) == ()
    assert "Take 9♦, lay it with your raised 9♣ 9♠" in selection_text(side.scene())[0]
    assert [str(action) for action in side.run_commands(TakeOrLayCards())] == ["take 3 9♣ 9♠"]


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("7♥ 7♥ Q♠ Q♦ 2♠ 4♣", "Q♠ Q♦ 2♠"),
        ("9♣ 9♦ K♣ K♥ 2♠ 4♣", "K♣ K♥ 2♠"),
        ("3♣ 3♦ 3♥ K♣ K♦ K♥ 5♦", "K♣ K♦ K♥"),
    ],
)
def test_first_find_of_equally_many_twos_is_worth_most(side_on_turn, hand, first):
    side = side_on_turn()
    side.deal_hand(hand)
    side.run_commands(FindNextCards())
    assert Counter(side.selection.selected_cards) == Counter(cards(first))


def test_first_find_has_no_card_that_the_hand_marks_as_left(side_on_turn):
    chance, pack = random.Random(4), cards("7♥ 7♦ 9♣ 9♦ 9♥ K♣ K♥ Q♠ Q♦ A♣ A♦ 2♠ 2♥ 5♣")
    side = side_on_turn()
    for _ in range(60):
        side.deal_hand(" ".join(map(str, chance.sample(pack, 9))))
        side.selection = replace(side.selection, selected_indexes=frozenset())
        hand, left = side.selection.hand, indexes_of_cards_left(side.view, side.selection.hand)
        groups = suggested_lays(side.view, hand)
        assert not groups or not {index for index in groups[0] if hand[index].rank != "2"} & left, hand
        of_use = [group for group in groups if not {index for index in group if hand[index].rank != "2"} & left]
        ranked = [
            (sum(hand[index].rank == "2" for index in group), -total_points([hand[index] for index in group]))
            for group in of_use
        ]
        assert ranked == sorted(ranked), hand


def test_discard_in_silence_is_asked_about_and_one_with_the_announcement_is_not(side_on_turn):
    side = side_on_turn()
    side.deal_hand("9♣ J♦")
    legal = side.scene().legal
    silent = [action for action in legal if action.verb == "discard" and len(action) == 2]
    assert silent
    for action in silent:
        assert slip_question(side.view, legal, action) == SILENT_DISCARD_QUESTION
        assert slip_question(side.view, legal, Action((*action, "announce"))) == ""


@pytest.mark.parametrize(
    ("hand", "laid", "says", "question"),
    [
        ("Q♥ Q♠ 4♦ 9♣", {}, "It could help you lay Q♠.", "Discard Q♥? It could help you lay Q♠."),
        ("Q♥ Q♦ Q♠ 4♦ 9♣", {}, "", ""),
        ("Q♥ 4♦ 9♣", {}, "It could help another player lay Q♠.", ""),
        ("Q♥ 4♦ 9♣", {"meld/A/Q": "Q♣ Q♦ Q♥"}, "", ""),
        ("Q♥ 4♦ 9♣", {"meld/B/K": "Q♠ Q♠"}, "", ""),
    ],
    ids=["only one beside Q♠", "another one beside Q♠", "Q♠ unseen", "opponents have Queens", "no Q♠ unseen"],
)
def test_discard_of_a_queen_says_whom_she_could_help_to_lay_the_queen_of_spades(
    side_on_turn, hand, laid, says, question
):
    side = side_on_turn()
    side.deal_hand(hand)
    piles = {name: cards(text) for name, text in laid.items()}
    side.view = dataclasses.replace(side.view, piles={**side.view.piles, **piles})
    select_by_keys(side, cards("Q♥"))
    text, _ = selection_text(side.scene())
    assert text.startswith("X discards Q♥.")
    assert re.findall("It could help .*", text) == [says] * bool(says)
    discards = [one for one in side.scene().legal if one.verb == "discard"]
    assert slip_question(side.view, discards, Action(("discard", *cards("Q♥")))) == question
    assert sentence_on_queen(side.view, *cards("Q♥")) == says
    assert sentence_on_queen(dataclasses.replace(side.view, seat=None), *cards("Q♥")) == "", "a spectator has no hand"
