"""Queen Bees II: the test vectors of RULINGS 6.3, its rulings, and its rulebook's example."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Action, Card, Dealer, IllegalAction, Match, Remark, cards, games
from core.engine.cards import CARDS
from core.queen_bees_ii.legal import required_plays
from core.queen_bees_ii.match import QueenBeesMatch
from core.queen_bees_ii.trumps import ranks_of_cards, trumps_of_ranks
from core.trick_taking import suit_masks_of

QUEEN_BEES = games["queen-bees-ii"]
"""The game of these tests: Queen Bees II."""
FOUR_TRUMP_RANKS = ("K", "J", "10", "4")
"""The trump ranks of most of these tests, the highest first."""
PACK_FOR_THREE = [card for card in CARDS[:52] if card % 13 > 3]
"""The cards that three players use: the pack without the ranks from 2 to 5."""


def play_cards(match: Match, *cards: str) -> None:
    """Play these cards one after the other, each by the seat on turn."""
    for text in cards:
        (seat,) = match.waiting
        match.act(seat, QUEEN_BEES.parse(f"play {text}"))


def fact_value(match: Match, name: str) -> object:
    """Return the value of a fact."""
    return match.facts[match.layout.fact(name).layout_index]


def start_with_hands(*first_cards_of_hands: str, seats: int = 4, dealer: int = -1) -> Match:
    """Return a match in which seat 0 leads and each hand begins with the given cards; the other cards are dealt in
    order.
    """
    hands = [list(cards(hand)) for hand in first_cards_of_hands]
    whole = CARDS[:52] if seats == 4 else PACK_FOR_THREE
    rest = [card for card in whole if not any(card in hand for hand in hands)]
    size = len(whole) // seats
    for hand in hands:
        hand += [rest.pop() for _ in range(size - len(hand))]
    order = [hand[turn] for turn in range(size) for hand in hands]
    return QUEEN_BEES.start(seats, dealer=Dealer.scripted({"first": [[dealer % seats]], "stock": [order]}))


def cards_that_may_follow(
    led: str, hand: str, ranks: tuple[str, ...] = FOUR_TRUMP_RANKS, any_card_follows_trump_without_trumps: bool = False
) -> set[Card]:
    """Return the cards of `hand` that may follow `led` while these ranks are trumps."""
    held = cards(hand)
    must = required_plays(
        suit_masks_of(held), Card.parse(led), trumps_of_ranks(ranks), any_card_follows_trump_without_trumps
    )
    return {play.cards[0] for play in must} or set(held)


def winning_card(trick: str, ranks: tuple[str, ...] = FOUR_TRUMP_RANKS) -> str:
    """Return the card that takes this trick while these ranks are trumps."""
    played = cards(trick)
    return str(max(played, key=trumps_of_ranks(ranks).strengths_by_suit_led[played[0] // 13].__getitem__))


def test_vector_qb_v1_source_example_the_first_trick_of_one_suit_sets_the_trumps() -> None:
    match = start_with_hands("K♣", "J♣", "10♣", "4♣")
    play_cards(match, "K♣", "J♣", "10♣")
    assert fact_value(match, "trumps") == ()
    play_cards(match, "4♣")
    assert fact_value(match, "trumps") == FOUR_TRUMP_RANKS
    assert (fact_value(match, "tricks/0"), fact_value(match, "turn"), fact_value(match, "leader")) == (1, 0, 0)


def test_vector_qb_v2_source_example_the_spade_wins_between_two_tens() -> None:
    assert winning_card("A♥ 10♦ 10♠ 2♥") == "10♠"
    match = start_with_hands(
        "K♣ A♥", "J♣ 10♦ 2♠ 3♠ 5♠ 6♠ 7♠ 8♠ 9♠ J♠ Q♠ A♠ K♠", "10♣ 10♠ 2♦ 3♦ 5♦ 6♦ 7♦ 8♦ 9♦ J♦ Q♦ K♦ A♦", "4♣ 2♥"
    )
    play_cards(match, "K♣", "J♣", "10♣", "4♣", "A♥", "10♦", "10♠", "2♥")
    assert (fact_value(match, "turn"), fact_value(match, "tricks/2")) == (2, 1)


def test_vector_qb_v3_source_example_a_trump_of_the_suit_led_may_be_played() -> None:
    assert cards_that_may_follow("A♥", "Q♥ J♥ 3♠") == set(cards("Q♥ J♥"))
    match = start_with_hands("K♣ A♥", "J♣ Q♥ J♥ 3♠", "10♣ 2♥", "4♣ 3♥")
    play_cards(match, "K♣", "J♣", "10♣", "4♣", "A♥", "J♥", "2♥", "3♥")
    assert fact_value(match, "turn") == 1
    assert Action(("play", Card.parse("Q♥"))) in match.legal(1)


def test_vector_qb_v5_without_the_suit_led_any_card_may_follow() -> None:
    assert cards_that_may_follow("A♥", "3♠ 10♠") == set(cards("3♠ 10♠"))


def test_vector_qb_v6_trump_lead_must_be_followed_with_a_trump() -> None:
    assert cards_that_may_follow("J♥", "10♠ 5♥") == set(cards("10♠"))


def test_vector_qb_v8_a_hand_without_trumps_and_the_suit_may_follow_a_trump_with_any_card() -> None:
    assert cards_that_may_follow("J♥", "3♠ 2♦") == set(cards("3♠ 2♦"))


def test_vector_qb_v9_the_highest_trump_takes_the_trick() -> None:
    assert winning_card("J♥ K♦ 4♠ A♥") == "K♦"


def test_vector_qb_v11_a_trick_of_two_suits_sets_no_trumps() -> None:
    match = start_with_hands("5♣", "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦", "6♣", "2♣")
    play_cards(match, "5♣", "A♦", "6♣", "2♣")
    assert fact_value(match, "trumps") == ()
    assert fact_value(match, "turn") == 2


@pytest.mark.parametrize(
    ("totals", "winner"), [((22, 22, 5, 3), None), ((25, 24, 2, 1), 0), ((21, 20, 6, 5), 0), ((20, 20, 10, 2), None)]
)
def test_vector_qb_v12_a_score_of_21_or_more_that_is_highest_and_not_shared_wins(
    totals: tuple[int, ...], winner: int | None
) -> None:
    match = start_with_hands("K♣", "J♣", "10♣", "4♣")
    assert isinstance(match, QueenBeesMatch)
    for seat, total in enumerate(totals):
        match.facts[match.layout.score[seat].layout_index] = total
    match._score_deal()
    assert match.over == (winner is not None)
    assert fact_value(match, "hand") == (1 if match.over else 2)
    assert [s.seat for s in match.standings if s.rank == 1][:1] == [winner or 0]


def test_ruling_qb_3_the_only_heart_is_a_trump_and_must_be_played() -> None:
    assert cards_that_may_follow("A♥", "J♥ 10♠ 3♣") == set(cards("J♥"))


def test_ruling_qb_5_a_plain_heart_keeps_trumps_of_other_suits_in_the_hand() -> None:
    assert cards_that_may_follow("A♥", "5♥ 10♠ K♦") == set(cards("5♥"))


def test_ruling_qb_7_without_a_trump_the_printed_suit_of_a_led_trump_is_followed() -> None:
    assert cards_that_may_follow("J♥", "5♥ 3♠ 2♦") == set(cards("5♥"))
    assert cards_that_may_follow("J♥", "5♥ 3♠ 2♦", any_card_follows_trump_without_trumps=True) == set(cards("5♥ 3♠ 2♦"))
    assert cards_that_may_follow("J♥", "5♥ 10♠", any_card_follows_trump_without_trumps=True) == set(cards("10♠"))


def test_ruling_qb_8_any_card_may_be_led() -> None:
    match = start_with_hands("K♣ K♦", "J♣", "10♣", "4♣")
    play_cards(match, "K♣", "J♣", "10♣", "4♣")
    assert len(match.legal(0)) == 12


def test_ruling_qb_9_trumps_are_set_once_a_deal_and_a_new_deal_has_none() -> None:
    match = start_with_hands("K♣ A♦", "J♣ 2♦", "10♣ 3♦", "4♣ 5♦")
    play_cards(match, "K♣", "J♣", "10♣", "4♣", "A♦", "2♦", "3♦", "5♦")
    assert fact_value(match, "trumps") == FOUR_TRUMP_RANKS
    while fact_value(match, "hand") == 1:
        (seat,) = match.waiting
        match.act(seat, match.legal(seat)[0])
    assert fact_value(match, "trumps") == ()
    assert (fact_value(match, "dealer"), fact_value(match, "turn")) == (0, 1)


def test_ruling_qb_10_suits_decide_only_between_trumps_of_one_rank() -> None:
    assert winning_card("2♥ J♣ J♦ 10♠") == "J♦"
    assert winning_card("2♥ 9♠ A♠ 3♥") == "3♥"


def test_ruling_qb_11_points_are_added_and_the_match_ends_after_a_deal_only() -> None:
    match = QUEEN_BEES.start(4, seed=5)
    while not match.over:
        before = sum(match.score(seat) for seat in range(4))
        (seat,) = match.waiting
        match.act(seat, match.legal(seat)[-1])
        after = sum(match.score(seat) for seat in range(4))
        assert after in (before, before + 13)
        assert after % 13 == 0
    assert match.standings[0].score >= 21
    assert match.standings[0].score > match.standings[1].score


def test_ruling_qb_12_the_first_dealer_is_drawn_and_three_play_with_36_cards() -> None:
    dealers = [fact_value(QUEEN_BEES.start(3, seed=seed), "dealer") for seed in range(300)]
    assert all(70 < dealers.count(seat) < 130 for seat in range(3))
    match = QUEEN_BEES.start(3, seed=1)
    hands = [card for seat in range(3) for card in match.piles[match.layout.pile(f"hand/{seat}").layout_index]]
    assert sorted(hands) == sorted(PACK_FOR_THREE)
    assert fact_value(match, "turn") == (int(str(fact_value(match, "dealer"))) + 1) % 3


def test_first_trick_of_one_suit_of_three_players_sets_three_trump_ranks() -> None:
    match = start_with_hands("K♣", "J♣", "10♣", seats=3)
    play_cards(match, "K♣", "J♣", "10♣")
    assert fact_value(match, "trumps") == ("K", "J", "10")


def test_trump_ranks_are_listed_highest_first() -> None:
    assert ranks_of_cards(cards("4♣ 10♣ K♣ J♣")) == FOUR_TRUMP_RANKS
    assert sum(map(bool, trumps_of_ranks(FOUR_TRUMP_RANKS).is_trump_by_card)) == 16


def test_the_automatic_action_is_the_lowest_legal_card() -> None:
    match = start_with_hands("A♣ K♦ 3♥ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠", "J♣", "10♣", "4♣")
    assert str(match.default(0)) == str(match.default(0, is_away=True)) == "play 3♥"


def test_a_card_that_may_not_be_played_is_refused_and_changes_nothing() -> None:
    match = start_with_hands("K♣", "J♣ 5♦", "10♣", "4♣")
    play_cards(match, "K♣")
    digest = match.digest
    with pytest.raises(IllegalAction, match="K♣ is led: follow suit"):
        match.act(1, QUEEN_BEES.parse("play 5♦"))
    with pytest.raises(IllegalAction, match="You do not hold 10♣"):
        match.act(1, QUEEN_BEES.parse("play 10♣"))
    with pytest.raises(IllegalAction, match="not your turn"):
        match.act(0, QUEEN_BEES.parse("play A♣"))
    assert match.digest == digest


def test_refusal_explains_that_a_trump_must_be_played() -> None:
    match = start_with_hands("K♣ J♥", "J♣ 5♥ J♦", "10♣", "4♣")
    play_cards(match, "K♣", "J♣", "10♣", "4♣", "J♥")
    with pytest.raises(IllegalAction, match="A trump is led, J♥: play a trump"):
        match.act(1, QUEEN_BEES.parse("play 5♥"))


def test_house_rule_void_of_trump_free_lets_any_card_follow_a_trump() -> None:
    begin = ("K♣ J♥", "J♣ 5♥ 2♦ 3♦ 5♦ 6♦ 7♦ 8♦ 9♦ Q♦ A♦ 2♠ 3♠", "10♣", "4♣")
    for free, number in ((False, 1), (True, 12)):
        match = start_with_hands(*begin)
        match = QUEEN_BEES.start(4, options={"void_of_trump_free": free}, dealer=match.dealer)
        play_cards(match, "K♣", "J♣", "10♣", "4♣", "J♥")
        assert len(match.legal(1)) == number
        assert QUEEN_BEES.legal(match.view(1)) == match.legal(1)


def test_example_of_the_queen_bees_rulebook_can_be_played() -> None:
    match = start_with_hands(
        "K♣ A♥ 4♦ K♦ 2♠ 3♠ 5♠ 6♠ 7♠ 8♠ 9♠ Q♠ A♠",
        "J♣ J♥ Q♥ 9♦ A♦ Q♦ 8♦ 7♦ 6♦ 5♦ 3♦ 2♦ 9♥",
        "10♣ 10♦ 10♠ J♠ 2♣ 3♣ 5♣ 6♣ 7♣ 8♣ 9♣ Q♣ A♣",
        "4♣ 2♥ 3♥ J♦ K♥ K♠ 10♥ 4♥ 4♠ 5♥ 6♥ 7♥ 8♥",
    )
    taken = []
    for trick in ("K♣ J♣ 10♣ 4♣", "A♥ J♥ 10♦ 2♥", "Q♥ 10♠ 3♥ 4♦", "J♠ J♦ K♦ 9♦"):
        play_cards(match, *trick.split())
        taken.append(fact_value(match, "leader"))
        if len(taken) == 1:
            assert fact_value(match, "trumps") == FOUR_TRUMP_RANKS
    assert taken == [0, 1, 2, 0]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([3, 4]), st.booleans(), st.randoms(use_true_random=False))
def test_random_play_of_queen_bees_conserves_cards_and_views_give_the_legal_actions(
    seed: int, seats: int, void_of_trump_free: bool, chance: object
) -> None:
    match = QUEEN_BEES.start(seats, seed=seed, options={"void_of_trump_free": void_of_trump_free})
    whole = sorted(CARDS[:52] if seats == 4 else PACK_FOR_THREE)
    while not match.over:
        (seat,) = match.waiting
        assert QUEEN_BEES.legal(match.view(seat)) == match.legal(seat)
        view = match.view(None)
        changes = match.act(seat, chance.choice(match.legal(seat)))  # type: ignore[attr-defined]
        assert view.apply_all(seen for change in changes if (seen := change.seen_by(None))) == match.view(None)
        assert sorted(card for pile in match.piles for card in pile) == whole
        assert all(QUEEN_BEES.sentence(change) for change in changes if isinstance(change, Remark))
        ranks = fact_value(match, "trumps")
        assert isinstance(ranks, tuple)
        assert len(ranks) in (0, seats)
    assert sum(match.score(seat) for seat in range(seats)) == fact_value(match, "hand") * (len(whole) // seats)  # type: ignore[operator]


@pytest.mark.parametrize(("rules", "sentence"), [(2, False), (1, True)], ids=["now", "first rules"])
def test_log_does_not_say_that_the_last_trick_of_a_deal_sets_trumps(rules, sentence):
    match = QUEEN_BEES.start(3, seed=1, options={"rules": rules})
    assert isinstance(match, QueenBeesMatch)
    for hand, card in zip(match.hands, cards("6♥ K♥ A♥"), strict=True):
        hand[:] = [card]
    match.update_masks()
    match.begin_play(0)
    for seat in range(3):
        changes = match.act(seat, match.legal(seat)[0])
    assert match.view(None).facts["hand"] == 2
    assert any(isinstance(change, Remark) and change.key == "trumps" for change in changes) is sentence


def test_summary_of_a_match_counts_the_deals_that_had_trumps():
    said = [Remark(-1, "trumps", None, ("♥", "K", "9", "3")), Remark(-1, "trumps", None, ("♣", "A", "9", "2"))]
    (*_, highlight) = QUEEN_BEES.highlights
    assert highlight.text(said[:1], ("Ann", "Bea", "Cleo")) == "1 deal in which trumps were made"
    assert highlight.text(said, ("Ann", "Bea", "Cleo")) == "2 deals in which trumps were made"
