"""The common rules of the trick-taking games: hands as bit masks, the deal, who takes a trick, and who sees which
pile.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Action, BadNotation, Dealer, FactChanged, IllegalAction, Moved, games
from core.engine.cards import CARDS
from core.trick_taking import PLAY_BY_CARD, PLAYS_BY_SUIT_AND_MASK, TrickLayout, lowest_play, strengths_by_card
from core.trick_taking.hand_masks import card_mask_of, suit_masks_of
from core.trick_taking.match import circle_orders_by_player

TRICK_GAME_SLUGS = ["queens-dungeon", "queen-bees-ii"]
"""The slugs of the trick games."""
card_sets = st.sets(st.sampled_from(CARDS[:52]))
"""Hypothesis strategy for sets of cards."""


@given(card_sets)
def test_plays_of_all_suits_of_a_hand_are_those_of_its_cards(hand):
    found = [play for suit, mask in enumerate(suit_masks_of(hand)) for play in PLAYS_BY_SUIT_AND_MASK[suit][mask]]
    assert found == [PLAY_BY_CARD[card] for card in sorted(hand)]


@given(card_sets)
def test_bit_mask_of_a_hand_has_a_bit_for_each_card(hand):
    assert [card for card in CARDS[:52] if card_mask_of(hand) >> card & 1] == sorted(hand)


def test_power_of_cards_rises_in_the_given_order_and_is_zero_for_all_others():
    table = strengths_by_card([CARDS[5], CARDS[3], CARDS[40]])
    assert (table[5], table[3], table[40], sum(table)) == (1, 2, 3, 6)


def test_lowest_play_is_that_of_the_lowest_rank_and_then_of_the_lowest_suit():
    queens_high = (*range(10), 12, 10, 11)
    hand = [PLAY_BY_CARD[CARDS[number]] for number in (51, 50, 49, 11, 24)]  # A♠ K♠ Q♠ K♣ K♦
    assert str(lowest_play(hand, queens_high)) == "play K♣"


def test_seat_orders_go_clockwise_from_each_player():
    after, orders = circle_orders_by_player((1, 2, 0))
    assert after == (1, 2, 0)
    assert orders[2] == (2, 0, 1)
    assert circle_orders_by_player((0, 2, 1))[0] == (2, 0, 1)


def test_a_layout_shows_hands_to_their_owners_and_won_cards_to_nobody():
    layout = TrickLayout(3, piles=[("spare", -2)], facts=[("trump", -1)])
    audiences = {place.name: place.audience for place in layout.piles}
    assert audiences == {
        "hand/0": 0,
        "hand/1": 1,
        "hand/2": 2,
        "won/0": -2,
        "won/1": -2,
        "won/2": -2,
        "trick": -1,
        "stock": -2,
        "spare": -2,
    }
    assert [fact.name for fact in layout.facts][:8] == [
        *("phase", "over", "turn", "dealer", "leader", "hand", "last", "last-leader")
    ]
    assert layout.score[2].name == "score/2"
    assert layout.fact("trump").layout_index == len(layout.facts) - 1


def match_before_first_lead(slug):
    """Return a match in which the first card can be led; if the game has a call of trump, it has been made."""
    match = games[slug].start(4, seed=3)
    while not match.view(None).count("hand/0"):
        seat = min(match.waiting)
        match.act(seat, match.default(seat))
    return match


@pytest.mark.parametrize("slug", TRICK_GAME_SLUGS)
def test_complete_trick_goes_to_its_strongest_card(slug):
    match = match_before_first_lead(slug)
    leader = match.view(None).facts["leader"]
    cards = []
    for step in range(4):
        seat = (leader + step) % 4
        assert match.waiting == {seat}
        changes = match.act(seat, match.default(seat))
        cards.append(match.actions[-1][1].cards[0])
        if step < 3:
            assert [type(change) for change in changes] == [Moved, FactChanged]
            assert match.view(None).cards("trick") == tuple(cards)
    view = match.view(None)
    winner = view.facts["leader"]
    assert view.facts["last"] == tuple(cards)
    assert view.facts["last-leader"] == leader
    assert view.facts[f"tricks/{winner}"] == 1
    assert view.piles[f"won/{winner}"] == 4
    assert view.cards("trick") == ()


@pytest.mark.parametrize("slug", TRICK_GAME_SLUGS)
def test_tuple_equal_to_a_legal_action_is_recorded_as_that_action(slug):
    match = match_before_first_lead(slug)
    seat = min(match.waiting)
    card = int(match.legal(seat)[0].cards[0])
    match.act(seat, Action(("play", card)))
    assert str(match.actions[-1][1]) == f"play {CARDS[card]}"


@pytest.mark.parametrize("slug", TRICK_GAME_SLUGS)
def test_illegal_action_in_a_trick_game_changes_nothing(slug):
    match = match_before_first_lead(slug)
    seat = min(match.waiting)
    digest = match.digest
    missing = next(card for card in CARDS[:52] if card not in match.view(seat).cards(f"hand/{seat}"))
    for action in (PLAY_BY_CARD[missing], Action(("play",)), Action(("play", "♠")), Action(())):
        with pytest.raises(IllegalAction):
            match.act(seat, action)
    with pytest.raises(IllegalAction):
        match.act((seat + 1) % 4, match.legal(seat)[0])
    with pytest.raises(BadNotation):
        games[slug].parse("play")
    assert match.digest == digest


@pytest.mark.parametrize("slug", TRICK_GAME_SLUGS)
def test_copy_of_a_trick_match_is_independent(slug):
    match = match_before_first_lead(slug)
    twin = match.copy()
    for _ in range(60):
        for each in (match, twin):
            seat = min(each.waiting)
            each.act(seat, each.default(seat))
        assert match.digest == twin.digest


def test_the_stock_is_dealt_from_the_seat_after_the_dealer():
    order = " ".join(str(card) for card in CARDS[51::-1])
    match = games["queen-bees-ii"].start(4, dealer=Dealer.scripted({"first": [[2]], "stock": [order]}))
    assert match.view(None).facts["dealer"] == 2
    assert [str(match.view(seat).cards(f"hand/{seat}")[0]) for seat in (3, 0, 1, 2)] == ["A♠", "K♠", "Q♠", "J♠"]
