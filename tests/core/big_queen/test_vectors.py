"""The test vectors of RULINGS 4.8 for Big Queen."""

from __future__ import annotations

import pytest

from core import IllegalAction, cards
from core.big_queen.layout import POINTS_BY_CARD


def total_points(text: str) -> int:
    """Return the points of some cards, given as a text."""
    return sum(POINTS_BY_CARD[card] for card in cards(text))


def test_vector_bq_v1_take_from_the_middle_lays_that_card_and_brings_those_above_it_to_the_hand(arrange_match):
    table = arrange_match({0: "9♣ 9♠ 5♦ J♦"})
    table.act(0, "take 2 9♣ 9♠")
    assert table.pile("meld/A/9") == cards("9♦ 9♣ 9♠")
    assert table.pile("hand/0") == cards("5♦ J♦ K♣ 9♥ 2♠")
    assert table.pile("discard") == cards("4♠")
    table.act(0, "add 9♥", "add 2♠ to 9")
    assert table.pile("meld/A/9") == cards("9♦ 9♣ 9♠ 9♥ 2♠")


def test_vector_bq_v3_two_twos_take_any_card_that_is_no_two(arrange_match):
    table = arrange_match({0: "2♥ 2♦ 5♦ J♦"})
    table.act(0, "take 3 2♥ 2♦")
    assert sorted(table.pile("meld/A/K")) == sorted(cards("K♣ 2♥ 2♦"))
    assert total_points("K♣ 2♥ 2♦") == 10 + 20 + 20
    assert table.pile("hand/0") == cards("5♦ J♦ 9♥ 2♠")


def test_vector_bq_v4_card_cannot_be_taken_with_only_one_card_of_its_rank(arrange_match):
    table = arrange_match({0: "9♣ 5♦ J♦"})
    assert not table.legal_with_verb(0, "take")
    with pytest.raises(IllegalAction, match="taken with two cards of its rank, one and a 2, or two 2s"):
        table.act(0, "take 4 9♣ 5♦")


@pytest.mark.parametrize("hand", ["2♥ 2♦ 5♦", "9♣ 9♠ 5♦"])
def test_vector_bq_v5_two_in_the_discard_pile_cannot_be_taken_for_itself(arrange_match, hand):
    table = arrange_match({0: hand})
    used = " ".join(hand.split()[:2])
    with pytest.raises(IllegalAction, match="no set is made of twos"):
        table.act(0, f"take 5 {used}")
    assert not any(option.startswith("take 5") for option in table.legal_with_verb(0, "take"))


def test_vector_bq_v8_with_permission_a_player_lays_sevens_and_goes_out_by_discarding_a_king(arrange_match):
    table = arrange_match({0: "7♠ 7♦ 7♥ K♣"}, discard="4♠", phase="play")
    table.ask_partners((2, "yes"))
    table.act(0, "meld 7♠ 7♦ 7♥", "discard K♣")
    assert table.pile("hand/0") == ()
    assert (table.fact("round"), table.fact("phase")) == (2, "deal")


@pytest.mark.parametrize(("answer", "expected_reason"), [(None, "ask your partners first"), ("no", "has said no")])
def test_vector_bq_v9_without_permission_the_sevens_are_not_laid(arrange_match, answer, expected_reason):
    table = arrange_match({0: "7♠ 7♦ 7♥ K♣"}, discard="4♠", phase="play")
    if answer:
        table.ask_partners((2, answer))
    with pytest.raises(IllegalAction, match=expected_reason):
        table.act(0, "meld 7♠ 7♦ 7♥")
    assert not table.legal_with_verb(0, "meld")


def test_vector_bq_v10_player_with_one_card_for_the_second_time_must_announce_again(arrange_match):
    table = arrange_match({0: "K♣"}, discard="4♠")
    table.act(0, "draw")
    kept = table.pile("hand/0")[-1]
    table.act(0, "discard K♣")
    assert table.pile("hand/0") == (kept,)
    assert table.fact("due") == (0,)
    assert table.is_legal(0, "announce")
    assert table.is_legal(1, "catch 0")


def test_vector_bq_v11_the_team_that_goes_out_counts_its_sets_less_its_partners_hand(arrange_match):
    sets = [("A", "7♠ 7♦ 7♥"), ("A", "Q♠ Q♥ Q♦"), ("A", "A♠ A♦ 2♥")]
    table = arrange_match({0: "K♣", 2: "K♦ 2♣"}, discard="4♠", phase="play", sets=sets, asked="yes")
    table.act(0, "discard K♣")
    assert sum(total_points(text) for _, text in sets) == 185
    assert table.fact("score/A") == 185 - 30 == 155


def match_after_round_with_scores(arrange_match, score_a: int, score_b: int, **settings: object):
    """Return a match in which seat 0 has gone out in a round that gave the teams A and B these scores."""
    held = total_points("3♣ 5♣")
    return arrange_match(
        {0: "K♣"},
        discard="4♠",
        phase="play",
        asked="yes",
        score_A=score_a + held,
        score_B=score_b + 2 * held,
        **settings,
    ).act(0, "discard K♣")


@pytest.mark.parametrize(("own_total", "other_total", "winning_team"), [(1105, 1010, 0), (990, 1000, 1)])
def test_vector_bq_v13_at_the_target_the_higher_total_wins(arrange_match, own_total, other_total, winning_team):
    table = match_after_round_with_scores(arrange_match, own_total, other_total)
    assert table.scores == (own_total, other_total)
    assert table.match.over
    best, *others = table.match.standings
    assert (best.seat, best.rank, best.score) == (winning_team, 1, max(own_total, other_total))
    assert [standing.seat for standing in others][:1] == [winning_team + 2]
    assert others[0].rank == 1


def test_vector_bq_v13_equal_totals_are_played_off(arrange_match):
    table = match_after_round_with_scores(arrange_match, 1040, 1040)
    assert not table.match.over
    assert (table.fact("playoff"), table.fact("phase"), table.fact("round")) == (True, "deal", 2)


def test_vector_bq_v14_the_bonus_counts_only_at_the_end_of_the_round(arrange_match, start_round_with_hands):
    table = start_round_with_hands(["3♣ 5♣ 6♣", "3♦ 5♦ 6♦", "3♥ 5♥ 6♥", "3♠ 5♠ 6♠"], "4♠", dice="44")
    table.match.facts[table.match.layout.fact("score/A").layout_index] = 950
    table.act(0, "deal")
    assert table.fact("score/A") == 1050
    assert not table.match.over
    after = match_after_round_with_scores(arrange_match, 990, 0)
    assert after.scores == (990, 0)
    assert not after.match.over


@pytest.mark.parametrize(("roll", "bonus"), [(43, 0), (44, 100), (45, 100), (54, 0)])
def test_vector_bq_v15_rolls_44_and_45_win_the_bonus(start_round_with_hands, roll, bonus):
    table = start_round_with_hands(["3♣ 5♣ 6♣", "3♦ 5♦ 6♦", "3♥ 5♥ 6♥", "3♠ 5♠ 6♠"], "4♠", dice=str(roll))
    table.act(0, "deal")
    assert table.fact("dice") == roll
    assert table.scores == (bonus, 0)
