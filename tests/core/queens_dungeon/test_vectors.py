"""The test vectors of RULINGS 5.9 for Queen's Dungeon; a test of several vectors has their names as parameters."""

import pytest

from core import games
from core.queens_dungeon.scores import score_after_four_queens, score_after_reneging, score_after_three_queens

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""
OTHER_HANDS = ("2♥ 3♥ 4♥", "5♥ 6♥ 7♥")
"""The hands of the seats that a vector does not name."""


def act(match, seat, text):
    """Carry out the action that `text` writes; return its changes."""
    return match.act(seat, GAME.parse(text))


@pytest.mark.parametrize(
    ("vector", "hand", "legal"),
    [
        ("QD-V1", "Q♦ Q♣ 5♠", {"Q♦", "Q♣"}),
        ("QD-V2", "Q♦ 5♠ 2♣", {"Q♦"}),
        ("QD-V4", "5♠ Q♣ 3♠", {"5♠", "Q♣", "3♠"}),
    ],
)
def test_vector_qd_diamond_is_followed_by_diamonds_and_queens_or_without_a_diamond_by_any_card(
    arrange_hand, play_cards, playable_cards, vector, hand, legal
):
    match = arrange_hand("9♦ 8♦ 7♦", hand, *OTHER_HANDS, trump="♠")
    play_cards(match, "9♦")
    assert playable_cards(match, 1) == legal


@pytest.mark.parametrize(
    ("vector", "trick", "winner", "queens"),
    [
        ("QD-V5", "K♠ Q♠ 5♠ 2♦", 3, 1),
        ("QD-V6", "5♣ Q♠ K♣ A♣", 3, 1),
        ("QD-V7", "A♦ Q♣ K♦ Q♦", 3, 2),
    ],
)
def test_vector_qd_trick_goes_to_the_strongest_card(arrange_hand, play_cards, vector, trick, winner, queens):
    own = trick.split()
    match = arrange_hand(
        *(f"{card} {low}" for card, low in zip(own, ("2♥", "3♥", "4♥", "5♥"), strict=True)), broken=True
    )
    play_cards(match, trick)
    assert match.facts[match.layout.tricks[winner].layout_index] == 1
    assert match.facts[match.layout.queens[winner].layout_index] == queens
    assert match.view(None).count(f"won/{winner}") == 4 + (winner == 0) * 44


def test_vector_qd_v7_two_queens_are_worth_fifty_and_the_dealer_must_change(arrange_hand, play_cards):
    match = arrange_hand("A♦ 2♥ 5♣", "Q♣ 3♥ 6♣", "K♦ 4♥ 7♣", "Q♦ 5♥ 8♣", broken=True, dealer=1)
    play_cards(match, "A♦ Q♣ K♦ Q♦")
    assert match.view(None).facts["phase"] == "change"
    assert match.waiting == {1}
    assert [str(action) for action in match.legal(1)] == ["trump ♣", "trump ♥", "trump ♠"]
    act(match, 1, "trump ♠")
    play_cards(match, "5♥ 2♥ 3♥ 4♥ 8♣ 5♣ 6♣ 7♣")
    assert match.score(3) == 10 + 50 + 20


@pytest.mark.parametrize(
    ("vector", "hand", "legal"),
    [
        ("QD-V8", "Q♦ 9♦ 4♠", {"Q♦", "4♠"}),
        ("QD-V9", "9♦ 5♦", {"9♦", "5♦"}),
        ("QD-V9", "9♦ 5♦ Q♠", {"Q♠"}),
    ],
)
def test_trumps_may_not_be_led_before_they_are_broken_unless_they_are_queens_or_the_whole_hand(
    arrange_hand, playable_cards, vector, hand, legal
):
    size = len(hand.split())
    match = arrange_hand(hand, *(" ".join(f"{rank}{suit}" for rank in (2, 3, 4)[:size]) for suit in "♣♥♠"))
    assert playable_cards(match, 0) == legal


@pytest.mark.parametrize(
    ("vector", "tricks", "queens", "points"),
    [("QD-V10", 5, 0, 100), ("QD-V10", 5, 1, 125), ("QD-V11", 4, 3, -50)],
)
def test_dealer_gets_points_and_bonus_with_the_quota_and_loses_fifty_without_it(
    arrange_hand, play_cards, vector, tricks, queens, points
):
    match = arrange_hand("2♣", "3♣", "4♣", "9♣", tricks=(0, 0, 0, tricks - 1), queens=(0, 0, 0, queens))
    play_cards(match, "2♣ 3♣ 4♣ 9♣")
    assert match.score(3) == points


def test_vector_qd_v12_other_player_gets_ten_points_a_trick_and_twenty_five_a_queen(arrange_hand, play_cards):
    match = arrange_hand("2♣", "3♣", "9♣", "4♣", tricks=(0, 0, 2, 0), queens=(0, 0, 2, 0))
    play_cards(match, "2♣ 3♣ 9♣ 4♣")
    assert match.score(2) == 80


@pytest.mark.parametrize(
    ("vector", "score", "lowest", "new_score"),
    [
        ("QD-V13", 300, 90, 89),
        ("QD-V15", 90, 150, -10),
        ("QD-V16", 0, 0, -100),
        ("QD-V17", 200, 101, 100),
        ("QD-V17", 200, 100, 99),
    ],
)
def test_seat_that_takes_three_queens_in_a_trick_has_the_score_of_the_vector(
    arrange_hand, play_cards, vector, score, lowest, new_score
):
    assert score_after_three_queens(score, lowest) == new_score
    match = arrange_hand(
        "Q♥ 2♣", "Q♠ 3♣", "Q♦ 4♣", "2♥ 5♣", trump="♦", scores=(lowest + 1, lowest + 200, score, lowest), dealer=0
    )
    play_cards(match, "Q♥ Q♠ Q♦ 2♥")
    assert match.score(2) == new_score
    assert match.view(0).facts["condemned/2"] is True


@pytest.mark.parametrize(
    ("score", "new_score"), [(480, 0), (250, 0), (249, -1), (100, -150), (0, -250), (-60, -310)], ids=str
)
def test_vector_qd_v19_seat_that_takes_four_queens_loses_250_and_has_zero_at_most(
    arrange_hand, play_cards, score, new_score
):
    assert score_after_four_queens(score) == new_score
    match = arrange_hand("Q♦ 2♣", "Q♠ 3♣", "Q♥ 4♣", "Q♣ 5♣", trump="♦", scores=(score, 7, 8, 9))
    play_cards(match, "Q♦ Q♠ Q♥ Q♣")
    assert match.score(0) == new_score


@pytest.mark.parametrize(("score", "lowest", "new_score"), [(300, 90, 90), (150, 90, 50)])
def test_vector_qd_v21_seat_found_to_have_reneged_loses_100_or_falls_to_the_lowest_score(
    arrange_hand, play_cards, score, lowest, new_score
):
    assert score_after_reneging(score, lowest) == new_score
    match = arrange_hand(
        "9♣ 2♥ 2♠", "3♣ 4♥ 4♠", "5♣ 6♥ 6♠", "7♣ 8♥ 8♠", scores=(lowest, score, 310, 320), reneging="honour"
    )
    play_cards(match, "9♣ 4♥ 5♣ 7♣ 2♥")
    act(match, 2, "accuse 1")
    assert match.score(1) == new_score
    assert match.view(0).facts["condemned/1"] is True


@pytest.mark.parametrize(
    ("scores", "is_over", "winner"), [((510, 520, 190, 100), True, 1), ((520, 510, 90, 50), False, None)]
)
def test_vector_qd_v23_a_highest_score_wins_alone_and_if_it_is_shared_the_match_goes_on(
    arrange_hand, play_cards, scores, is_over, winner
):
    match = arrange_hand("2♣", "9♣", "3♣", "4♣", scores=scores, tricks=(0, 0, 1, 4))
    play_cards(match, "2♣ 9♣ 3♣ 4♣")
    assert match.over is is_over
    if is_over:
        assert [match.score(seat) for seat in range(4)] == [510, 530, 200, 50]
        assert match.standings[0].seat == winner
    else:
        assert match.score(0) == match.score(1) == 520
        assert match.view(None).facts["phase"] == "call"
