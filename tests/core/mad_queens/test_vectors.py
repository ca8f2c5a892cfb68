"""The test vectors of RULINGS 2.13, one test each; "source example" marks those that the published rules give."""

from __future__ import annotations

import pytest

from core import IllegalAction


def test_vector_mq_v1_source_example_three_safe_cards_can_be_banked(position_maker):
    position = position_maker.deal("8♠ K♦", "6♥ 2♠ 10♣").act("reveal, reveal, reveal")
    assert position.pile("shown") == "6♥ 2♠ 10♣"
    assert position.legal_actions_text == "reveal, bank"
    position.act("bank")
    assert position.score == 4
    assert position.pile("bank") == "6♥ 2♠ 10♣"
    assert (position.count("aside"), position.count("deck")) == (3, 48)


def test_vector_mq_v2_source_example_a_card_of_a_banned_value_loses_the_row(position_maker):
    position = position_maker.deal("A♠ J♦ 9♣", "2♥ J♠").act("reveal, reveal")
    assert position.score == 0
    assert position.pile("shown") == ""
    assert set(position.pile("gone").split()) == {"2♥", "J♠"}
    assert position.pile("banned") == "A♠ 9♣"
    assert position.pile("banned-gone") == "J♦"
    assert position.legal_actions_text == "reveal"
    assert position.count("aside") == 4


def test_vector_mq_v3_source_example_2_a_queen_takes_the_top_two_cards_of_the_bank(position_maker):
    position = position_maker.lay_out("A♠ J♦", "Q♦ K♥", bank="3♣ 4♣ 5♣").act("reveal")
    assert position.pile("bank") == "3♣"
    assert position.pile("shown") == "K♥"
    assert position.fact("spent") == 1
    assert {"Q♦", "4♣", "5♣"} <= set(position.pile("gone").split())
    assert position.legal_actions_text == "reveal, bank"
    assert position.score == 1


def test_vector_mq_v4_source_example_2_a_queen_costs_one_more_for_her_suit_and_the_next_card_is_caught(position_maker):
    position = position_maker.lay_out("A♠ J♦ 9♣", "2♦ 3♠ Q♦ J♥", bank="3♣ 4♣ 5♣ 6♣").act("reveal, reveal, reveal")
    assert position.pile("bank") == "3♣"
    assert position.score == 1
    assert {"2♦", "3♠", "J♥", "Q♦", "4♣", "5♣", "6♣"} <= set(position.pile("gone").split())
    assert position.pile("banned") == "A♠ 9♣"
    assert position.pile("shown") == ""


def test_vector_mq_v5_an_exact_hit_is_banked_double_at_once(position_maker):
    position = position_maker.deal("J♠ 4♦ 9♣", "5♥ J♠").act("reveal, reveal")
    assert position.pile("bank") == "J♠"
    assert position.pile("shown") == "5♥"
    position.act("bank")
    assert position.pile("bank") == "J♠ 5♥"
    assert position.score == 4
    assert position.fact("doubled") == 1
    assert position.count("aside") == 3
    assert position.pile("banned") == "9♣ 4♦"


def test_vector_mq_v6_an_exact_heart_is_four_points_and_leaves_a_decision(position_maker):
    position = position_maker.deal("J♥ 4♦", "J♥").act("reveal")
    assert position.score == 4
    assert position.pile("shown") == ""
    assert position.count("aside") == 4
    assert position.legal_actions_text == "reveal, bank"
    position.act("bank")
    assert position.count("aside") == 3
    assert position.score == 4


def test_vector_mq_v7_an_exact_hit_stays_banked_when_the_play_busts(position_maker):
    position = position_maker.deal("J♠ 4♦", "J♠ J♦").act("reveal, reveal")
    assert position.pile("bank") == "J♠"
    assert position.score == 2
    assert position.pile("gone") == "J♦"


def test_vector_mq_v8_an_exact_hit_counts_before_a_banned_suit_and_both_banned_cards_are_marked(position_maker):
    position = position_maker.deal("7♠ Q♠ 9♣ 10♦", "7♠").act("reveal")
    assert position.score == 2
    assert position.legal_actions_text == "reveal, bank"
    position.act("bank")
    assert position.pile("banned") == "9♣ 10♦"
    assert position.pile("banned-gone") == "7♠ Q♠"


def test_vector_mq_v9_source_example_a_banned_queen_bans_her_suit(position_maker):
    position = position_maker.deal("Q♣ 9♦ 2♠", "5♣").act("reveal")
    assert position.pile("gone") == "5♣"
    assert position.pile("banned") == "2♠ 9♦"


def test_vector_mq_v10_a_turned_queen_is_never_caught(position_maker):
    position = position_maker.lay_out("Q♣ 8♦", "Q♣ 3♥", bank="2♣ 3♣ 4♣").act("reveal")
    assert position.pile("bank") == "2♣"
    assert position.pile("shown") == "3♥"
    position.act("bank")
    assert position.pile("banned") == "Q♣ 8♦"


def test_vector_mq_v11_a_joker_opens_two_more_cards_and_is_worth_one_point(position_maker):
    position = position_maker.deal("8♠ K♦", "Jk 3♠ 4♥").act("reveal")
    assert position.pile("shown") == "Jk 3♠ 4♥"
    assert position.act("bank").score == 4


def test_vector_mq_v18_a_queen_that_cannot_be_paid_ends_the_game_and_takes_nothing(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Q♠", bank="2♣").act("reveal")
    assert position.status == "finished"
    assert position.fact("cause") == "cannot pay"
    assert position.pile("bank") == "2♣"
    assert position.score == 1
    assert position.match.over


def test_vector_mq_v19_the_fourth_queen_is_paid_and_ends_the_game(position_maker):
    position = position_maker.lay_out("8♠ K♦", "9♠ Q♣", bank="2♣ 3♣ 4♣ 5♣ 6♣", spent_queens="Q♦ Q♥ Q♠").act(
        "reveal, reveal"
    )
    assert position.status == "finished"
    assert position.fact("cause") == "fourth queen"
    assert position.pile("bank") == "2♣ 3♣ 4♣"
    assert "9♠" in position.pile("gone").split()
    assert position.score == 3


def test_vector_mq_v20_the_last_card_is_banked_and_no_queen_goes_into_the_deck(position_maker):
    position = position_maker.lay_out("8♠ K♦", "6♥", without_rest=True).act("reveal")
    assert position.status == "finished"
    assert position.fact("cause") == "deck out"
    assert position.score == 2
    assert position.count("aside") == 4


def test_vector_mq_v21_a_joker_before_the_last_card_turns_only_the_last_card(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Jk 5♣", without_rest=True).act("reveal")
    assert position.status == "finished"
    assert position.pile("bank") == "Jk 5♣"
    assert position.score == 2


def test_vector_mq_v22_the_last_card_caught_loses_the_row_and_ends_the_game(position_maker):
    position = position_maker.lay_out("8♠ K♦", "8♦", bank="2♣", without_rest=True, seats=2, other_deck="2♣").act(
        "reveal"
    )
    assert position.status == "finished"
    assert position.score == 1
    position.act("reveal", "bank", seat=1)
    assert "8♠" in position.pile("banned-gone").split()


def test_vector_mq_v24_temporary_cards_catch_and_are_all_discarded_at_the_barrier(position_maker):
    position = position_maker.lay_out("8♠ K♦", "5♣", temporary_cards="5♦ 3♥").act("reveal")
    assert position.pile("banned") == "8♠ K♦"
    assert position.pile("temp") == ""
    assert set(position.pile("banned-gone").split()) == {"5♦", "3♥"}
    assert position.pile("shown") == ""
    assert "5♣" in position.pile("gone").split()


@pytest.mark.parametrize("size", [1, 11, 12])
def test_vector_mq_v26_a_game_can_be_ended_with_twelve_cards_in_the_deck_at_the_start_of_a_play(position_maker, size):
    position = position_maker.lay_out("8♠ K♦", deck_size=size)
    assert position.legal_actions_text == "reveal, end"
    position.act("end")
    assert position.fact("cause") == "chosen"
    assert position.match.over


@pytest.mark.parametrize("size", [13, 14, 50])
def test_vector_mq_v26_a_game_cannot_be_ended_with_thirteen_cards_in_the_deck(position_maker, size):
    position = position_maker.lay_out("8♠ K♦", deck_size=size)
    assert position.legal_actions_text == "reveal"
    with pytest.raises(IllegalAction, match=f"your deck has {size}"):
        position.act("end")


def test_vector_mq_v26_a_game_cannot_be_ended_in_the_middle_of_a_play(position_maker):
    position = position_maker.lay_out("8♠ K♦", "4♣", deck_size=12).act("reveal")
    assert position.legal_actions_text == "reveal, bank"
    with pytest.raises(IllegalAction, match="start of a play"):
        position.act("end")


def test_vector_mq_v27_a_banking_can_bring_the_deck_back_to_thirteen_cards(position_maker):
    position = position_maker.lay_out("8♠ K♦", "4♣", deck_size=13).act("reveal")
    assert position.count("deck") == 12
    position.act("bank")
    assert position.count("deck") == 13
    assert position.legal_actions_text == "reveal"
    with pytest.raises(IllegalAction):
        position.act("end")


def test_vector_mq_v28_an_event_banks_both_cards_when_one_hits(position_maker):
    position = position_maker.deal("7♦ Jk 2♣", "7♣ 2♥")
    assert position.pile("bank") == "7♣ 2♥"
    assert position.score == 3
    assert position.fact("doubled") == 0
    assert position.count("aside") == 4


def test_vector_mq_v29_a_joker_event_that_hits_no_banned_card_discards_both_cards(position_maker):
    position = position_maker.deal("7♦ Jk 2♣", "3♠ 4♠")
    assert position.pile("bank") == ""
    assert set(position.pile("gone").split()) == {"3♠", "4♠"}
    assert position.score == 0


def test_vector_mq_v30_an_exact_hit_in_an_event_is_doubled(position_maker):
    position = position_maker.deal("7♦ Jk 2♣", "7♦ 9♠")
    assert position.pile("bank") == "7♦ 9♠"
    assert position.score == 3
    assert position.fact("doubled") == 1


def test_vector_mq_v30_any_card_of_a_shown_queens_suit_scores_in_an_event(position_maker):
    assert position_maker.deal("Q♣ Jk 2♣", "3♠ 4♣").score == 2
    assert position_maker.deal("Q♣ Jk 2♣", "3♠ 4♦").score == 0
