from __future__ import annotations

import random

import pytest

from core import Action, cards
from core.big_queen import ANNOUNCE, ASK
from tui.boards.big_queen.commands import (
    Catch,
    CatchOrDescribeSeat,
    ClearSelection,
    Discard,
    Draw,
    FindNext,
    FindOtherWay,
    Lay,
    SelectPileCard,
    SelectSet,
    Take,
    TakeOrLay,
    ToggleCard,
    ToggleCardAtCursor,
)
from tui.boards.big_queen.cursor import ALL_CARDS, ChangeZone, MoveCursor, PressRankKey
from tui.boards.big_queen.render import render
from tui.boards.big_queen.selection import ORDERS, own_set_ranks, target_rank
from tui.boards.common.commands import Answer, Choose, SortHand

DEAL = Action(("deal",))
ONE_WORD = {
    "draw": Draw(),
    "deal": Draw(),
    "ask": Choose(ASK),
    "announce": Choose(ANNOUNCE),
    "yes": Answer(yes=True),
    "no": Answer(yes=False),
}
"""The commands of the actions of one word."""

TURN_COMMANDS = (Draw(), Take(), Lay(), TakeOrLay(), Discard(), FindNext(), Choose(ASK), Choose(DEAL))
OTHER_COMMANDS = (Answer(yes=True), Answer(yes=False), Choose(ANNOUNCE), Catch())


def select(side, wanted):
    """Select cards by keys alone."""
    side.do(ClearSelection(), ChangeZone(1), ChangeZone(1))
    assert side.pick.zone == "hand"
    for card in wanted:
        index = next(i for i, held in enumerate(side.pick.hand) if held == card and i not in side.pick.selected)
        side.do(MoveCursor(-ALL_CARDS), *[MoveCursor(1)] * index, ToggleCardAtCursor())
    assert sorted(side.pick.chosen) == sorted(wanted)


def by_keys(side, action):
    """Return what is decided by the keys that lead to an action."""
    verb = action.verb
    if verb in ONE_WORD:
        return side.do(ONE_WORD[verb])
    if verb == "catch":
        decided = side.do(Catch())
        if decided:
            return decided
        catches = [one for one in side.scene().legal if one.verb == "catch"]
        return side.do(PressRankKey(str(catches.index(action) + 1)))
    select(side, action.cards)
    if verb == "discard":
        loud = Action((*action[:2], "announce")) in side.scene().legal
        return side.do(Discard(silently=loud and len(action) == 2))
    if verb == "take":
        side.do(ChangeZone(-1))
        assert side.pick.zone == "pile"
        side.do(MoveCursor(-ALL_CARDS), *[MoveCursor(1)] * (action[1] - 1))
    elif verb == "add" and len(action) == 4:
        side.do(ChangeZone(-1), ChangeZone(-1))
        while target_rank(side.view, side.pick) != action[3]:
            side.do(MoveCursor(1))
    return side.do(TakeOrLay())


def click(side, command, size):
    """Click on something, wherever it is painted."""
    width, height = size
    commands = {command for _, command in render(side.scene(width=width, height=height)).click_areas}
    assert command in commands, (command, size)
    return side.do(command)


def by_mouse(side, action, size):
    """Return what is decided by the clicks that lead to an action."""
    verb = action.verb
    if verb in ONE_WORD:
        return click(side, ONE_WORD[verb], size)
    if verb == "catch":
        return click(side, CatchOrDescribeSeat(action[1]), size)
    side.do(ClearSelection())
    left = list(side.pick.hand)
    for card in action.cards:
        index = left.index(card)
        left[index] = None
        click(side, ToggleCard(index), size)
    if verb == "discard":
        loud = Action((*action[:2], "announce")) in side.scene().legal
        return click(side, Discard(silently=loud and len(action) == 2), size)
    if verb == "take":
        decided = click(side, SelectPileCard(action[1]), size)
        return decided or click(side, Take(), size)
    if verb == "add" and len(action) == 4:
        return click(side, SelectSet(side.scene().team, action[3]), size)
    return click(side, Lay(), size)


@pytest.mark.parametrize(("seats", "seed"), [(4, 1), (10, 2)])
def test_every_legal_action_of_a_match_is_reached_by_keys(play, seats, seed):
    met = set()
    for number, side in enumerate(play(seats, seed, target=600)):
        legal = side.scene().legal
        chance = random.Random(number)
        for action in chance.sample(legal, min(len(legal), 8)):
            assert by_keys(side.copy(), action) == (action,), str(action)
            met.add(action.verb)
    assert met >= {"deal", "draw", "take", "meld", "add", "discard", "ask", "yes", "no"}


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (120, 39)])
def test_every_legal_action_of_a_match_has_a_click_area(play, size):
    met = set()
    for number, side in enumerate(play(8, 5, target=700)):
        legal = side.scene().legal
        verbs = {action.verb: action for action in random.Random(number).sample(legal, len(legal))}
        if number % 5 == 0 or not {"catch", "announce", "ask"}.isdisjoint(verbs):
            for action in verbs.values():
                assert by_mouse(side.copy(), action, size) == (action,), str(action)
                met.add(action.verb)
    assert met >= {"deal", "draw", "take", "meld", "add", "discard", "ask"}


def test_several_catchable_players_are_offered_by_number(at_play):
    side = at_play("draw", seats=8)
    side.set_facts(due=(2, 4, 5))
    assert side.do(Catch()) == ()
    text = side.text()
    assert "1 Catch Chidi" in text
    assert "3 Catch Fatima" in text
    assert side.do(PressRankKey("2")) == (Action(("catch", 4)),)
    assert side.pick.asking == ""
    for nobody in (ClearSelection(), Answer(yes=False)):
        side.do(Catch())
        assert side.pick.asking == "catch"
        assert side.do(nobody) == ()
        assert side.pick.asking == ""


def test_free_first_card_can_be_taken(at_play):
    side = at_play("draw", free_first_upcard=True)
    ways = [action for action in side.scene().legal if action.verb == "take"]
    assert side.do(TakeOrLay())[0] in ways
    side.do(ClearSelection())
    found = {side.copy().do(*[FindOtherWay()] * turns, TakeOrLay()) for turns in range(len(ways))}
    assert found == {(way,) for way in ways}


def test_set_and_its_additions_are_one_decision(at_play):
    side = at_play()
    side.deal_hand("7♣ 7♠ 7♦ 7♥ 2♣ 2♥ K♣ 4♦")
    for index, card in enumerate(side.pick.hand):
        if card.rank in ("7", "2"):
            side.do(ToggleCard(index))
    assert [str(action) for action in side.do(TakeOrLay())] == [
        "meld 7♣ 7♠ 7♦",
        "add 7♥",
        "add 2♣ to 7",
        "add 2♥ to 7",
    ]
    assert "meld 7♣ 7♠ 7♦, add 7♥ 2♣ 2♥" in side.text()


def test_laying_that_leaves_too_few_cards_is_refused_with_a_reason(at_play):
    side = at_play()
    side.deal_hand("7♣ 7♠ 7♦ K♣")
    side.do(ToggleCard(0), ToggleCard(1), ToggleCard(2))
    assert side.do(TakeOrLay()) == ()
    assert "ask your partners first" in side.note
    assert "ask your partners first" in side.text()
    side.set_facts(asked="yes")
    assert [str(action) for action in side.do(TakeOrLay())] == ["meld 7♣ 7♠ 7♦"]


def test_cards_that_cannot_be_laid_have_a_reason(at_play):
    side = at_play()
    side.deal_hand("7♣ 7♠ 9♦ 10♣ 2♥ 2♣ K♣ 4♦")
    hand = list(side.pick.hand)

    def tried(names):
        side.do(ClearSelection(), *(ToggleCard(hand.index(card)) for card in cards(names)))
        assert side.do(TakeOrLay()) == ()
        return side.note

    assert "A set has one rank" in tried("7♣ 9♦")
    assert "begins with three cards" in tried("7♣ 7♠")
    assert "twos alone" in tried("2♥ 2♣")
    assert side.do(ClearSelection(), TakeOrLay()) == ()
    assert "Select the cards" in side.note
    assert side.do(Draw()) == ()
    assert "already" in side.note


def test_two_is_added_to_the_chosen_set(at_play):
    side = at_play()
    side.deal_hand("2♥ 9♦ 10♣ 4♦", r7="7♠ 7♦ 7♥", rK="K♠ K♦ K♥")
    assert own_set_ranks(side.view) == ["7", "K"]
    two = side.pick.hand.index(cards("2♥")[0])
    assert [str(action) for action in side.do(ToggleCard(two), TakeOrLay())] == ["add 2♥ to 7"]
    assert [str(action) for action in side.do(FindOtherWay(), TakeOrLay())] == ["add 2♥ to K"]
    assert [str(action) for action in side.do(SelectSet(1, "7"))] == ["add 2♥ to 7"]
    assert side.do(SelectSet(0, "7")) == ()
    assert "your own team" in side.note
    assert side.do(SelectSet(1, "9")) == ()
    assert "no set of rank 9" in side.note
    assert side.do(ClearSelection(), SelectSet(1, "K")) == ()
    assert "K♠ K♦ K♥, 30 points" in side.note


def test_prompt_shows_what_a_take_would_bring(at_play):
    side = at_play("draw")
    side.deal_hand("9♣ 9♠ 5♦ J♦ 2♦", "4♠ 9♦ K♣ 9♥ 2♠")
    side.do(SelectPileCard(2))
    assert "Take 9♦, lay 9♦ 9♣ 9♠; brings 3 cards, 35 points: K♣ 9♥ 2♠" in side.text()
    assert [str(action) for action in side.do(TakeOrLay())] == ["take 2 9♣ 9♠"]
    side.do(FindOtherWay())
    assert [str(action) for action in side.do(TakeOrLay())] == ["take 2 9♣ 2♦"]
    assert "lay 9♦ 9♣ 2♦" in side.text()


def test_pile_card_that_cannot_be_taken_has_a_reason(at_play):
    side = at_play("draw")
    side.deal_hand("9♣ 5♦ J♦", "4♠ 9♦ K♣ 9♥ 2♠")
    for place, reason in ((5, "A 2 cannot be taken"), (4, "you hold one 9 and no 2"), (3, "no king and no 2")):
        assert side.do(SelectPileCard(place), TakeOrLay()) == ()
        assert reason in side.note
        assert reason in side.text()
    side.deal_hand("9♣ 9♠ 5♦", "4♠ 9♦")
    assert side.do(SelectPileCard(2), TakeOrLay()) == ()
    assert "ask your partners first" in side.note


def test_find_command_goes_through_all_options(at_play):
    side = at_play("draw")
    side.deal_hand("9♣ 9♠ 5♦ 5♥ J♦", "5♠ 9♦ K♣ 9♥ 2♠")
    places = []
    for _ in range(3):
        side.do(FindNext())
        places.append(side.pick.place)
    assert places == [4, 2, 1]
    side = at_play()
    side.deal_hand("9♣ 9♠ 9♥ 5♦ 5♥ J♦ 2♣ K♠", r3="3♠ 3♦ 3♥")
    found = []
    for _ in range(3):
        side.do(FindNext())
        found.append(" ".join(map(str, side.pick.chosen)))
    assert found == ["5♦ 5♥ 2♣", "9♣ 9♠ 9♥", "2♣"]
    side.deal_hand("9♣ J♦ K♠ 4♣")
    assert side.do(FindNext()) == ()
    assert "Nothing of your hand" in side.note


def test_sorting_keeps_all_cards_and_the_selection(at_play):
    side = at_play()
    before = sorted(side.pick.hand)
    side.do(ToggleCard(3), ToggleCard(7))
    chosen = sorted(side.pick.chosen)
    seen = {side.pick.hand}
    for _ in ORDERS:
        side.do(SortHand())
        seen.add(side.pick.hand)
        assert sorted(side.pick.hand) == before
        assert sorted(side.pick.chosen) == chosen
        assert "Your hand lies" in side.note
    assert len(seen) > 2


def test_drawn_card_is_marked_fresh_and_under_the_cursor(at_play):
    side = at_play("draw")
    before = side.pick.hand
    side.act(1, "draw")
    (index,) = side.pick.fresh
    assert side.pick.cursor == index
    assert sorted([*before, side.pick.hand[index]]) == sorted(side.pick.hand)
    side.act(1, f"discard {side.pick.hand[0]}")
    assert side.pick.fresh == frozenset()


def test_rank_key_moves_to_the_next_card_of_that_rank(at_play):
    side = at_play()
    side.deal_hand("9♣ 9♠ 10♣ A♦ 2♥")
    seen = []
    for key in "9", "9", "9", "0", "1", "2", "J":
        side.do(PressRankKey(key))
        seen.append(str(side.pick.hand[side.pick.cursor]))
    assert seen[0] != seen[1]
    assert seen[0] == seen[2]
    assert seen[3:] == ["10♣", "A♦", "2♥", "2♥"]


def test_player_who_may_not_act_reads_the_reason(play):
    for side in play(4, 8, target=300):
        legal = side.scene().legal
        for command in (*TURN_COMMANDS, *OTHER_COMMANDS):
            twin = side.copy()
            decided = twin.do(command)
            assert all(action in legal for action in decided[:1])
            assert decided or twin.note.endswith(".") or twin.pick != side.pick or twin.pick.asking, command
    assert side.do(Draw()) == ()
    assert side.note == "The match is over."


def test_spectator_decides_nothing_and_can_look_at_the_sets(play):
    for number, side in enumerate(play(4, 8, seat=None, target=300)):
        if number % 7 == 0 and not side.match.over:
            for command in (*TURN_COMMANDS, Catch(), SortHand(), MoveCursor(-1), ChangeZone(-1), ToggleCardAtCursor()):
                assert side.do(command) == ()
            side.do(Draw())
            assert "watching" in side.note
            side.do(SelectSet(0, "7"))
            assert "Team A" in side.note
