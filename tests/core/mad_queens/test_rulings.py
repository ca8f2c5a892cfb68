"""The rulings MQ-1 to MQ-45 of RULINGS 2.12, one test or more each."""

from __future__ import annotations

import itertools

import pytest

from core import Card, Dealer, IllegalAction, Remark, cards, games
from core.engine.first_meetings import meetings_said_by_remark
from core.mad_queens.hit_masks import (
    CAUGHT_FATE,
    EXACT_HIT_FATE,
    HITTING_CARDS_BY_BANNED_CARD,
    JOKER_FATE,
    QUEEN_FATE,
    SAFE_FATE,
    fate_by_card,
    is_hit,
    value_number,
)
from core.mad_queens.state import NEW_DECK_CARDS

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""


def play_until_row_length(match, row_length=3, end_early=False):
    """Play all seats by one policy; yield each seat and its action before it is carried out.

    A seat reveals until the row has `row_length` cards, then banks; with `end_early` it ends its game as soon as that
    is allowed.
    """
    while match.waiting:
        seat = min(match.waiting)
        choices = [str(action) for action in match.legal(seat)]
        row = match.view(None).count(f"shown/{seat}")
        text = (
            "end" if end_early and "end" in choices else "bank" if "bank" in choices and row >= row_length else "reveal"
        )
        yield seat, GAME.parse(text)
        match.act(seat, GAME.parse(text))


# Values, hits, banned cards


def test_ruling_mq_1_two_banned_cards_lie_open_from_the_start():
    view = GAME.start(1, seed=5).view(None)
    assert len(view.cards("banned")) == 2
    assert view.count("banned-deck") + len(view.cards("banned-gone")) == 52


def test_rulings_section_2_1_a_deck_starts_with_fifty_cards_and_the_four_queens_set_aside():
    match = GAME.start(3, seed=5)
    for seat in range(3):
        view = match.view(seat)
        assert view.cards(f"aside/{seat}") == cards("Q♣ Q♦ Q♥ Q♠")
    assert len(NEW_DECK_CARDS) == 50
    assert sum(card.rank == "Jk" for card in NEW_DECK_CARDS) == 2
    assert not any(card.rank == "Q" for card in NEW_DECK_CARDS)


@pytest.mark.parametrize("rank", ["2", "10", "J", "K", "A"])
def test_ruling_mq_2_an_ordinary_card_is_hit_by_its_rank_alone(rank):
    caught = {card for card in NEW_DECK_CARDS if is_hit(card, Card.parse(rank + "♦"))}
    assert caught == set(cards(" ".join(rank + suit for suit in "♣♦♥♠")))


def test_ruling_mq_3_an_exact_hit_is_saved_from_another_banned_suit(position_maker):
    assert position_maker.deal("7♠ Q♠", "7♠").act("reveal").pile("bank") == "7♠"
    assert position_maker.deal("Q♠ 7♠", "7♠").act("reveal").pile("bank") == "7♠"


def test_ruling_mq_4_an_exact_hit_replaces_the_banned_card(position_maker):
    position = position_maker.deal("J♠ 4♦ 9♣", "J♠ 3♣").act("reveal, reveal")
    assert position.pile("banned") == "J♠ 4♦"
    assert position.act("bank").pile("banned") == "9♣ 4♦"


def test_ruling_mq_5_a_card_marks_every_shared_banned_card_that_it_hits(position_maker):
    position = position_maker.deal("7♦ Q♠ 2♣ 3♣", "7♠").act("reveal")
    assert position.pile("banned") == "2♣ 3♣"
    assert position.score == 0


def test_ruling_mq_5_cards_turned_after_a_caught_card_also_mark_banned_cards(position_maker):
    position = position_maker.deal("7♦ K♠ 2♣ 3♣", "Jk 7♠ K♣").act("reveal")
    assert position.pile("banned") == "2♣ 3♣"


def test_ruling_mq_6_a_queen_is_never_caught_and_marks_nothing(position_maker):
    position = position_maker.lay_out("Q♣ 8♦", "Q♣ 3♥", bank="2♦ 3♦").act("reveal", "bank")
    assert position.pile("banned") == "Q♣ 8♦"
    assert not any(is_hit(queen, banned) for queen in cards("Q♣ Q♦ Q♥ Q♠") for banned in map(Card, range(53)))


def test_ruling_mq_7_a_joker_is_never_hit_and_never_hits():
    joker = Card.parse("Jk")
    assert not any(is_hit(joker, Card(n)) or is_hit(Card(n), joker) for n in range(53))


@pytest.mark.parametrize("banned", [Card(number) for number in range(53)])
def test_tables_of_hits_and_fates_follow_from_the_ruling_on_each_pair_of_cards(banned):
    hitting = [card for card in map(Card, range(53)) if is_hit(card, banned)]
    assert HITTING_CARDS_BY_BANNED_CARD[banned] == sum(1 << card for card in hitting)
    fates = bytearray(SAFE_FATE for _ in range(53))
    for card in hitting:
        fates[card] = EXACT_HIT_FATE if card == banned else CAUGHT_FATE
    for queen in cards("Q♣ Q♦ Q♥ Q♠"):
        fates[queen] = QUEEN_FATE
    fates[52] = JOKER_FATE
    assert fate_by_card((banned,), True) == bytes(fates)


def test_ruling_mq_7_a_joker_does_not_count_for_a_queens_price_and_is_worth_one(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Jk 2♠ Q♥ 4♣", bank="3♣ 4♦ 5♣").act("reveal")
    assert position.pile("bank") == "3♣"
    assert position.act("bank").pile("bank") == "3♣ Jk 2♠ 4♣"
    assert position.score == 4


def test_ruling_mq_8_banned_cards_stay_when_nothing_was_hit(position_maker):
    position = position_maker.deal("8♠ K♦", "2♣ 3♣").act("reveal, reveal, bank")
    assert position.pile("banned") == "8♠ K♦"
    assert position.fact("play") == 2


def test_ruling_mq_9_two_queens_are_never_banned_together(position_maker):
    assert position_maker.deal("Q♠ Q♥ 3♣", "2♣").pile("banned") == "Q♠ 3♣"
    assert position_maker.deal("Q♠ 7♠", "2♣").pile("banned") == "Q♠ 7♠"


def test_ruling_mq_9_two_shared_banned_cards_never_have_the_same_rank(position_maker):
    position = position_maker.deal("8♠ 8♦ 8♥ 3♣", "2♣")
    assert position.pile("banned") == "8♠ 3♣"
    assert position.pile("banned-gone") == "8♦ 8♥"


def test_ruling_mq_10_a_replacement_may_have_the_value_it_replaces(position_maker):
    assert position_maker.deal("8♠ K♦ 8♣", "8♥").act("reveal").pile("banned") == "8♣ K♦"


def test_ruling_mq_10_both_slots_are_filled_in_order_when_both_were_hit(position_maker):
    position = position_maker.deal("8♠ K♦ K♣ K♥ 8♣", "Jk 8♥ K♠").act("reveal")
    assert position.pile("banned") == "K♣ 8♣"
    assert position.pile("banned-gone") == "8♠ K♦ K♥"


def test_ruling_mq_11_a_shared_card_may_come_to_equal_a_temporary_one(position_maker):
    position = position_maker.lay_out("8♠ K♦ 5♣", "8♥", temporary_cards="5♦").act("reveal")
    assert position.pile("banned") == "5♣ K♦"
    assert position.pile("temp") == "5♦"


# Reveal, Joker, Queen


def test_ruling_mq_12_both_cards_of_a_joker_are_turned_before_either_counts(position_maker):
    position = position_maker.deal("8♠ K♦", "Jk 8♥ 3♣").act("reveal")
    assert set(position.pile("gone").split()) == {"Jk", "8♥", "3♣"}


def test_ruling_mq_12_an_exact_hit_after_a_caught_card_is_still_banked(position_maker):
    position = position_maker.deal("8♠ K♦", "Jk 8♥ K♦").act("reveal")
    assert position.pile("bank") == "K♦"
    assert set(position.pile("gone").split()) == {"Jk", "8♥"}


def test_ruling_mq_12_a_joker_after_a_caught_card_still_opens_two_cards(position_maker):
    position = position_maker.deal("8♠ K♦", "Jk 8♥ Jk 2♣ K♦").act("reveal")
    assert position.pile("bank") == "K♦"
    assert position.count("gone") == 4


def test_ruling_mq_13_a_queen_in_a_row_with_a_caught_card_is_paid_and_that_card_counts_for_her_price(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Jk 8♥ Q♥ 2♣", bank="2♦ 3♦ 4♦ 5♦").act("reveal")
    assert position.pile("bank") == "2♦"
    assert position.pile("shown") == ""
    assert position.fact("spent") == 1


def test_ruling_mq_14_nested_jokers_open_two_cards_each(position_maker):
    position = position_maker.deal("8♠ K♦", "Jk Jk 2♣ 3♣ 4♣").act("reveal")
    assert position.pile("shown") == "Jk Jk 2♣ 3♣ 4♣"
    assert position.legal_actions_text == "reveal, bank"


def test_ruling_mq_14_nested_jokers_turn_the_whole_deck_if_it_holds_fewer_cards(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Jk 2♣ Jk 3♣", without_rest=True).act("reveal")
    assert position.pile("bank") == "Jk 2♣ Jk 3♣"
    assert position.fact("cause") == "deck out"


@pytest.mark.parametrize(
    ("deck", "sentences", "meetings"),
    [
        ("Jk 2♣ 3♣ 4♣", ["A Joker turns two more cards."], ["joker"]),
        ("Jk 2♣", ["A Joker turns only one more card."], []),
        ("Jk", ["A Joker, but no card is left to turn."], []),
        ("Jk 2♣ Jk", ["A Joker turns two more cards.", "A Joker, but no card is left to turn."], ["joker"]),
    ],
)
def test_ruling_mq_14_the_log_says_how_many_cards_a_joker_turns(position_maker, deck, sentences, meetings):
    changes = position_maker.lay_out("8♠ K♦", deck, without_rest=True).act("reveal").changes
    said = [change for change in changes if isinstance(change, Remark) and change.key == "joker"]
    assert [GAME.sentence(remark) for remark in said] == sentences
    met = [name for remark in said for name, _ in meetings_said_by_remark(GAME.first_meetings, remark, True)]
    assert met == meetings, "the first meeting speaks of two cards"


def test_ruling_mq_15_the_card_after_a_queen_may_be_caught(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Q♦ 8♥", bank="2♣ 3♣ 4♣").act("reveal")
    assert position.pile("bank") == "2♣"
    assert "8♥" in position.pile("gone").split()


def test_ruling_mq_15_the_card_after_a_queen_may_be_an_exact_hit(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Q♦ 8♠", bank="2♣ 3♣ 4♣").act("reveal")
    assert position.pile("bank") == "2♣ 8♠"
    assert position.score == 3


def test_ruling_mq_15_the_card_after_a_queen_may_be_a_joker_or_another_queen(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Q♦ Jk 2♠ 3♠", bank="2♣ 3♣ 4♣").act("reveal")
    assert position.pile("shown") == "Jk 2♠ 3♠"
    position = position_maker.lay_out("8♠ K♦", "Q♦ Q♠ 3♠", bank="2♣ 3♣ 4♣ 5♣ 6♣").act("reveal")
    assert position.pile("bank") == "2♣"
    assert position.fact("spent") == 2


def test_ruling_mq_15_a_queen_as_the_last_card_of_the_deck_turns_no_further_card(position_maker):
    position = position_maker.lay_out("8♠ K♦", "5♥ Q♦", bank="2♣ 3♣ 4♣", without_rest=True).act("reveal, reveal")
    assert position.pile("bank") == "2♣ 5♥"
    assert position.fact("cause") == "deck out"


def test_ruling_mq_16_the_price_of_a_queen_counts_the_row_but_neither_herself_nor_banked_cards(position_maker):
    position = position_maker.lay_out("8♦ K♠", "2♦ 8♦ Q♦ 3♣", bank="2♣ 3♥ 4♣ 5♣").act("reveal, reveal, reveal")
    assert position.pile("bank") == "2♣ 3♥"  # 8♦, 5♣ and 4♣ paid: two, and one for 2♦; 8♦ was in the bank
    assert position.pile("shown") == "2♦ 3♣"


def test_ruling_mq_16_the_price_of_a_queen_counts_a_card_turned_after_an_earlier_queen(position_maker):
    position = position_maker.lay_out("8♣ K♠", "Q♦ 2♥ Q♥ 3♠", bank="2♣ 3♣ 4♣ 5♣ 6♣ 7♣").act("reveal, reveal")
    assert position.pile("bank") == "2♣"
    assert position.pile("shown") == "2♥ 3♠"


def test_ruling_mq_17_doubled_cards_are_taken_from_the_top_too(position_maker):
    position = position_maker.lay_out("J♥ K♦", "J♥ Q♠ 3♣", bank="2♣ 4♣").act("reveal")
    assert (position.score, position.fact("doubled")) == (6, 1)
    position.act("reveal")
    assert position.pile("bank") == "2♣"
    assert (position.score, position.fact("doubled")) == (1, 0)


def test_ruling_mq_18_the_bank_keeps_the_order_in_which_its_cards_were_turned(position_maker):
    position = position_maker.deal("8♠ K♦", ["2♣ 3♣", "4♣ 5♣"]).act("reveal, reveal, bank, reveal, reveal, bank")
    assert position.pile("bank") == "2♣ 3♣ 4♣ 5♣"


def test_ruling_mq_19_a_spent_queen_never_returns(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Q♦ 2♠", bank="2♣ 3♣ 4♣").act("reveal", "bank")
    assert "Q♦" in position.pile("gone").split()
    assert "Q♦" not in position.pile("aside")


def test_ruling_mq_19_a_queen_turned_in_an_event_can_be_the_fourth_that_ends_the_game(position_maker):
    position = position_maker.lay_out("8♠ K♦ Jk 2♠", "8♥ Q♣ 3♣", bank="4♣ 5♣ 6♣ 7♣", spent_queens="Q♦ Q♥ Q♠").act(
        "reveal"
    )
    assert position.fact("spent") == 4
    assert position.fact("cause") == "fourth queen"
    assert position.count("bank") == 1  # the price is two, and one for 3♣, her suit among the event's other cards
    assert position.match.over


def test_ruling_mq_19_a_queen_turned_behind_the_one_that_ended_the_game_counts_as_spent(position_maker):
    """Queens in the deck, aside and spent are always four (RULINGS 8.6)."""
    position = position_maker.lay_out("8♠ K♦", "Jk Q♠ Q♥", bank="2♣").act("reveal")
    assert position.fact("cause") == "cannot pay"
    assert (position.fact("spent"), position.pile("aside")) == (2, "Q♣ Q♦")
    assert {"Q♠", "Q♥"} <= set(position.pile("gone").split())


def test_ruling_mq_20_cause_of_a_fourth_queen_that_cannot_be_paid_is_that_she_cannot_be_paid(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Q♣", bank="4♣", spent_queens="Q♦ Q♥ Q♠").act("reveal")
    assert position.fact("cause") == "cannot pay"
    assert position.score == 1


# Banking


def test_ruling_mq_21_only_the_players_own_banking_costs_a_queen(position_maker):
    position = position_maker.deal("J♠ 4♦", "J♠ 2♣").act("reveal")
    assert position.count("aside") == 4
    assert position_maker.deal("7♦ Jk 2♣", "7♣ 2♥").count("aside") == 4
    assert position_maker.lay_out("8♠ K♦", "6♥", without_rest=True).act("reveal").count("aside") == 4


def test_ruling_mq_22_banking_an_empty_row_after_an_exact_hit_costs_a_queen(position_maker):
    position = position_maker.deal("J♠ 4♦", "J♠").act("reveal", "bank")
    assert position.count("aside") == 3
    assert position.fact("play") == 2
    assert position.remarks[:2] == ["banked", "queen in"]


def test_ruling_mq_23_an_exact_hit_stays_banked_when_a_later_card_of_the_play_is_caught(position_maker):
    assert position_maker.deal("J♠ 4♦", "J♠ 4♣").act("reveal, reveal").pile("bank") == "J♠"


def test_ruling_mq_24_the_queen_is_drawn_by_the_seats_own_stream_and_shown(position_maker):
    position = position_maker.deal("8♠ K♦", "2♣", queens="Q♥ Q♣").act("reveal", "bank")
    assert position.pile("aside") == "Q♣ Q♦ Q♠"
    assert "queen in" in position.remarks
    seen = set()
    for seed in range(40):
        position = position_maker.deal("8♠ K♦", "2♣", seed=seed).act("reveal", "bank")
        seen |= {"Q♣", "Q♦", "Q♥", "Q♠"} - set(position.pile("aside").split())
    assert seen == {"Q♣", "Q♦", "Q♥", "Q♠"}


def test_ruling_mq_25_only_the_rest_of_the_deck_is_shuffled(position_maker):
    position = position_maker.deal("8♠ K♦", "2♣ 3♣").act("reveal, reveal, bank")
    assert position.count("deck") == 50 - 2 + 1


@pytest.mark.parametrize("seed", range(20))
def test_ruling_mq_25_a_seat_has_at_most_54_plays_and_54_cards(seed):
    match = GAME.start(1, seed=seed)
    turned = 0
    for _, action in play_until_row_length(match, row_length=1):
        turned += action == GAME.parse("reveal")
    assert turned <= 54
    assert match.view(None).facts["play"] <= 54


def test_ruling_mq_26_four_bankings_add_queens_and_the_fifth_a_temporary_card(position_maker):
    position = position_maker.deal("8♠ K♦ 5♦ 6♦", ["2♣", "3♣", "4♣", "7♣", "9♣", "10♣"])
    for aside in (3, 2, 1, 0):
        position.act("reveal, bank")
        assert (position.count("aside"), position.pile("temp")) == (aside, "")
    position.act("reveal, bank")
    assert (position.count("aside"), position.pile("temp")) == (0, "5♦")


def position_after_four_bankings(position_maker, banned, deck, deck_after_banking="10♣ 10♦", **position_arguments):
    """Return a position whose seat 0 has put all Queens into its deck and paid two of them: its next banking draws a
    temporary card.
    """
    return position_maker.lay_out(
        banned,
        deck,
        spent_queens="Q♦ Q♥",
        queens_in_deck="Q♠ Q♣",
        deck_after_banking=deck_after_banking,
        **position_arguments,
    )


# Temporary cards


def test_ruling_mq_27_a_temporary_card_is_in_force_from_the_next_play(position_maker):
    position = position_after_four_bankings(position_maker, "8♠ K♦ 5♦", "2♣ 5♣").act("reveal")
    assert position.pile("temp") == ""
    position.act("bank")
    assert position.pile("temp") == "5♦"
    position.act("reveal")
    assert "5♣" in position.pile("gone").split()


def test_ruling_mq_28_a_temporary_queen_bans_her_suit_for_this_seat(position_maker):
    position = position_after_four_bankings(position_maker, "8♠ K♦ Q♣", "2♣ 5♣").act("reveal", "bank")
    assert position.pile("temp") == "Q♣"
    position.act("reveal")
    assert "5♣" in position.pile("gone").split()


def test_ruling_mq_28_a_temporary_joker_is_an_event_for_this_seat_and_another_draw(position_maker):
    position = position_after_four_bankings(position_maker, "8♠ K♦ Jk 3♦", "2♣ 8♥ 3♣").act("reveal", "bank")
    assert position.pile("temp") == "3♦"
    assert position.pile("bank") == "2♣ 8♥ 3♣"
    assert "Jk" in position.pile("banned-gone").split()


def test_ruling_mq_28_others_take_no_part_in_a_temporary_jokers_event(position_maker):
    position = position_after_four_bankings(position_maker, "8♠ K♦ Jk 3♦", "2♣ 8♥ 3♣", seats=2, other_deck="5♠")
    position.act("reveal", "bank").act("reveal", "bank", seat=1)
    assert position.count("deck/1") == 50
    assert position.count("deck/0") == 52 - 3


def test_ruling_mq_29_a_temporary_card_differs_from_all_that_is_banned_for_the_seat(position_maker):
    position = position_after_four_bankings(position_maker, "8♠ K♦ 8♣ K♣ 5♦ 6♦", "2♣", temporary_cards="5♣").act(
        "reveal", "bank"
    )
    assert position.pile("temp") == "5♣ 6♦"
    assert position.pile("banned-gone") == "8♣ K♣ 5♦"


def test_ruling_mq_29_two_queens_are_one_value_for_temporary_cards_too(position_maker):
    position = position_after_four_bankings(position_maker, "Q♠ K♦ Q♦ 6♦", "2♣").act("reveal", "bank")
    assert position.pile("temp") == "6♦"


CARD_OF_EACH_VALUE_BUT_8_AND_K = "2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 9♦ 10♦ J♦ Q♣ A♦"
"""One card of each value that banned cards can have, except 8 and K; one Queen stands for all Queens."""


def test_ruling_mq_29_nothing_is_drawn_when_all_thirteen_values_are_banned(position_maker):
    position = position_after_four_bankings(
        position_maker, "8♠ K♦ 8♣", "8♠", temporary_cards=CARD_OF_EACH_VALUE_BUT_8_AND_K, deck_size=20
    ).act("reveal", "bank")
    assert position.pile("banned") == "8♣ K♦"
    assert position.pile("temp") == CARD_OF_EACH_VALUE_BUT_8_AND_K
    assert position.count("banned-deck") == 54 - 3 - 11


def test_ruling_mq_29_the_last_value_that_is_not_banned_is_drawn(position_maker):
    position = position_after_four_bankings(
        position_maker, "8♠ K♦ 2♣ 3♣ Q♠ 8♥", "8♠", temporary_cards=CARD_OF_EACH_VALUE_BUT_8_AND_K, deck_size=20
    ).act("reveal", "bank")
    assert position.pile("banned") == "2♣ K♦"
    assert position.pile("temp") == CARD_OF_EACH_VALUE_BUT_8_AND_K + " 8♥"
    assert position.pile("banned-gone") == "8♠ 3♣ Q♠"


@pytest.mark.parametrize(("turned_card", "score"), [("5♦", 2), ("5♣", 0)])
def test_ruling_mq_30_an_ordinary_or_exact_hit_on_one_temporary_card_clears_all_of_them(
    position_maker, turned_card, score
):
    position = position_maker.lay_out("8♠ K♦", f"{turned_card} 2♣", temporary_cards="5♦ 3♥").act("reveal")
    if turned_card == "5♦":
        position.act("reveal", "bank")
        score += 1
    assert position.score == score
    assert position.pile("temp") == ""
    assert position.pile("banned") == "8♠ K♦"


def test_ruling_mq_30_temporary_cards_still_catch_after_an_exact_hit_in_the_same_play(position_maker):
    position = position_maker.lay_out("8♠ K♦", "5♦ 3♣", temporary_cards="5♦ 3♥").act("reveal, reveal")
    assert position.pile("bank") == "5♦"
    assert "3♣" in position.pile("gone").split()


def test_ruling_mq_31_a_hit_on_a_shared_banned_card_leaves_the_temporary_cards(position_maker):
    position = position_maker.lay_out("8♠ K♦ 4♦", "8♣", temporary_cards="5♦ 3♥").act("reveal")
    assert position.pile("temp") == "5♦ 3♥"
    assert position.pile("banned") == "4♦ K♦"


def test_ruling_mq_31_a_card_that_hits_a_shared_and_a_temporary_card_marks_both_of_them(position_maker):
    position = position_maker.lay_out("8♠ K♦ 4♦", "8♣", temporary_cards="Q♣ 3♥").act("reveal")
    assert position.pile("temp") == ""
    assert position.pile("banned") == "4♦ K♦"


def test_rulings_section_2_6_temporary_cards_of_a_seat_that_has_ended_are_discarded_at_the_barrier(position_maker):
    position = position_maker.lay_out("8♠ K♦", temporary_cards="5♦ 3♥", deck_size=5, seats=2, other_deck="2♣")
    position.act("end")
    assert position.pile("temp") == "5♦ 3♥"
    position.act("reveal", "bank", seat=1)
    assert position.pile("temp") == ""
    assert set(position.pile("banned-gone").split()) == {"5♦", "3♥"}


# Joker events


def test_ruling_mq_32_both_slots_are_filled_before_the_event_is_run(position_maker):
    position = position_maker.deal("Jk 7♦ 2♣", "7♣ 3♠")
    assert position.pile("bank") == "7♣ 3♠"
    assert position.pile("banned") == "2♣ 7♦"
    assert position.pile("banned-gone") == "Jk"


def test_ruling_mq_32_the_card_that_replaces_the_joker_must_differ_from_the_other(position_maker):
    assert position_maker.deal("Jk 7♦ 7♣ 2♣", "3♣ 3♠").pile("banned") == "2♣ 7♦"


def test_ruling_mq_32_a_second_joker_is_a_second_event(position_maker):
    position = position_maker.deal("Jk 7♦ Jk 2♣", "7♣ 3♠ 4♠ 7♥")
    assert position.pile("bank") == "7♣ 3♠ 4♠ 7♥"
    assert position.pile("banned") == "2♣ 7♦"


def test_rulings_section_2_6_two_jokers_are_never_banned_together(position_maker):
    position = position_maker.deal("Jk Jk 7♦ 2♣", "7♣ 3♠")
    assert position.pile("banned") == "2♣ 7♦"
    assert position.pile("banned-gone") == "Jk Jk"
    assert position.count("deck") == 48


def test_ruling_mq_33_event_cards_are_discarded_when_none_of_them_hits(position_maker):
    position = position_maker.deal("7♦ Jk 2♣", "3♠ 4♠")
    assert (position.count("gone"), position.count("shown"), position.count("bank")) == (2, 0, 0)


def position_after_joker_event(
    position_maker, cards_turned, bank="4♣ 5♣ 6♣ 7♣", banned_card="K♦", **position_arguments
):
    """Return a position after a Joker event between two plays that compared `cards_turned` with the banned card
    `banned_card`. In the play before, seat 0 lost its row by 8♠.
    """
    return position_maker.lay_out(f"8♠ {banned_card} Jk 2♠", f"8♥ {cards_turned}", bank=bank, **position_arguments).act(
        "reveal"
    )


def test_ruling_mq_34_a_queen_in_an_event_is_paid_and_her_extra_card_is_discarded(position_maker):
    position = position_after_joker_event(position_maker, "Q♠ K♣ K♥")
    assert position.pile("bank") == "4♣ 5♣ K♣"
    assert "K♥" in position.pile("gone").split()
    assert position.fact("spent") == 1


def test_ruling_mq_34_a_queens_price_in_an_event_counts_the_other_event_card(position_maker):
    position = position_after_joker_event(position_maker, "K♣ Q♣ 3♠")
    assert position.pile("bank") == "4♣ K♣"
    assert "3♠" in position.pile("gone").split()


def test_ruling_mq_34_an_extra_card_that_is_a_queen_is_resolved_the_same_way(position_maker):
    position = position_after_joker_event(position_maker, "Q♠ K♣ Q♦ K♥")
    assert position.pile("bank") == "K♣"
    assert position.fact("spent") == 2
    assert "K♥" in position.pile("gone").split()


def test_ruling_mq_34_two_queens_in_an_event_leave_nothing_to_bank(position_maker):
    position = position_after_joker_event(position_maker, "Q♠ Q♦ K♥ K♣")
    assert position.pile("bank") == ""
    assert {"K♥", "K♣"} <= set(position.pile("gone").split())
    assert position.fact("spent") == 2


def test_ruling_mq_34_a_queen_in_an_event_that_cannot_be_paid_ends_the_game(position_maker):
    position = position_after_joker_event(position_maker, "Q♠ K♣", bank="4♣")
    assert position.fact("cause") == "cannot pay"
    assert position.pile("bank") == "4♣"
    assert "K♣" in position.pile("gone").split()
    assert position.match.over


def test_rulings_section_2_7_a_joker_in_an_event_opens_nothing_and_goes_with_the_other_card(position_maker):
    position = position_after_joker_event(position_maker, "Jk K♥ 3♣")
    assert position.pile("bank") == "4♣ 5♣ 6♣ 7♣ Jk K♥"
    assert position.score == 4 + 1 + 2
    position = position_after_joker_event(position_maker, "Jk 3♣ K♥")
    assert position.pile("bank") == "4♣ 5♣ 6♣ 7♣"


def test_rulings_section_2_7_an_event_turns_the_one_card_that_the_deck_still_has(position_maker):
    position = position_after_joker_event(position_maker, "K♥", without_rest=True)
    assert position.pile("bank") == "4♣ 5♣ 6♣ 7♣ K♥"
    assert position.fact("cause") == "deck out"
    assert position.match.over


def test_rulings_section_2_7_an_event_that_empties_the_deck_ends_the_game(position_maker):
    position = position_after_joker_event(position_maker, "3♥ 9♣", without_rest=True)
    assert position.fact("cause") == "deck out"
    assert position.pile("bank") == "4♣ 5♣ 6♣ 7♣"


def test_rulings_section_2_7_an_event_is_no_play_and_marks_nothing(position_maker):
    position = position_after_joker_event(position_maker, "K♥ 3♣")
    assert position.fact("play") == 2
    assert position.pile("banned") == "2♠ K♦"
    assert position.count("aside") == 4
    assert position.legal_actions_text == "reveal"


def test_ruling_mq_35_a_seat_that_has_ended_takes_no_part_in_an_event(position_maker):
    position = position_maker.lay_out("8♠ K♦ Jk 2♠", deck_size=5, seats=2, other_deck="8♥ K♥ 3♣").act("end")
    position.act("reveal", seat=1)
    assert position.count("deck/0") == 5
    assert position.pile("bank/1") == "K♥ 3♣"


def test_ruling_mq_36_temporary_cards_are_not_compared_in_an_event(position_maker):
    position = position_after_joker_event(position_maker, "5♥ 3♣", temporary_cards="5♦")
    assert position.pile("bank") == "4♣ 5♣ 6♣ 7♣"
    assert position.pile("temp") == "5♦"


def test_ruling_mq_36_temporary_cards_are_not_compared_in_the_event_of_a_temporary_joker_either(position_maker):
    position = position_after_four_bankings(position_maker, "8♠ K♦ Jk 3♦", "2♣ 5♣ 4♣", temporary_cards="5♦").act(
        "reveal", "bank"
    )
    assert position.pile("bank") == "2♣"
    assert position.pile("temp") == "5♦ 3♦"


def test_ruling_mq_36_an_exact_hit_in_an_event_is_doubled(position_maker):
    position = position_after_joker_event(position_maker, "K♦ 3♥", bank="4♣")
    assert position.pile("bank") == "4♣ K♦ 3♥"
    assert (position.score, position.fact("doubled")) == (1 + 2 + 2, 1)


# Ends


def test_ruling_mq_37_jokers_and_queens_count_among_the_twelve_cards_with_which_a_game_may_end(position_maker):
    assert position_maker.lay_out("8♠ K♦", "Q♣ Q♦ Jk Jk 2♣", deck_size=12).legal_actions_text == "reveal, end"
    assert position_maker.lay_out("8♠ K♦", "Q♣ Q♦ Jk Jk 2♣", deck_size=13).legal_actions_text == "reveal"


def test_ruling_mq_38_an_empty_deck_banks_the_row_and_adds_no_queen(position_maker):
    position = position_maker.lay_out("8♠ K♦", "2♥ 3♣", without_rest=True).act("reveal, reveal")
    assert position.pile("bank") == "2♥ 3♣"
    assert (position.score, position.count("aside"), position.status) == (3, 4, "finished")


def test_ruling_mq_38_an_exact_hit_as_the_last_card_ends_the_game(position_maker):
    position = position_maker.lay_out("8♠ K♦", "2♥ 8♠", without_rest=True).act("reveal, reveal")
    assert position.pile("bank") == "8♠ 2♥"
    assert position.fact("cause") == "deck out"


def test_ruling_mq_39_a_queen_that_cannot_be_paid_and_the_fourth_queen_cost_the_row(position_maker):
    position = position_maker.lay_out("8♠ K♦", "2♥ 3♣ Q♠", bank="9♣").act("reveal, reveal, reveal")
    assert position.pile("bank") == "9♣"
    assert {"2♥", "3♣"} <= set(position.pile("gone").split())
    position = position_maker.lay_out("8♠ K♦", "2♥ 3♣ Q♠", bank="9♣ 9♠ 9♦", spent_queens="Q♣ Q♦ Q♥").act(
        "reveal, reveal, reveal"
    )
    assert position.pile("bank") == "9♣"
    assert {"2♥", "3♣"} <= set(position.pile("gone").split())


def test_rulings_section_2_8_a_failed_payment_comes_before_an_exact_hit_turned_after_the_queen(position_maker):
    position = position_maker.lay_out("8♠ K♦", "Jk Q♠ 8♠", bank="9♣").act("reveal")
    assert position.fact("cause") == "cannot pay"
    assert position.pile("bank") == "9♣"


def test_rulings_section_2_8_the_fourth_queen_comes_before_bust_and_empty_deck(position_maker):
    position = position_maker.lay_out(
        "8♠ K♦", "Jk 8♥ Q♠", bank="9♣ 9♠ 9♦", spent_queens="Q♣ Q♦ Q♥", without_rest=True
    ).act("reveal")
    assert position.fact("cause") == "fourth queen"


def test_ruling_mq_40_a_seat_whose_deck_holds_only_queens_plays_on(position_maker):
    position = position_maker.lay_out("8♠ K♦", "2♣ Q♠ Q♥", without_rest=True).act("reveal")
    assert position.legal_actions_text == "reveal, bank"
    position.act("bank")
    assert position.status == "playing"
    assert position.legal_actions_text == "reveal, end"
    assert {card.rank for card in position.match.decks[0]} == {"Q"}


# Order of actions, end of a play, sealed plays, replacement of banned cards


def test_ruling_mq_41_the_same_actions_in_any_order_give_the_same_match():
    script = {0: "reveal bank", 1: "reveal reveal bank", 2: "reveal"}
    digests = set()
    steps = [(seat, text) for seat, texts in script.items() for text in texts.split()]
    for order in set(itertools.permutations([seat for seat, _ in steps])):
        left = {seat: texts.split() for seat, texts in script.items()}
        deal = {"banned-deck": ["8♠ K♦"], "deck/0": ["2♣"], "deck/1": ["3♣ 4♣"], "deck/2": ["8♥"]}
        match = GAME.start(3, dealer=Dealer.scripted(deal, seed=9))
        for seat in order:
            match.act(seat, GAME.parse(left[seat].pop(0)))
        assert match.view(None).facts["play"] == 2
        digests.add(match.digest)
    assert len(digests) == 1


def test_ruling_mq_42_the_first_seat_at_the_barrier_changes_with_every_play(position_maker):
    """In play t seat (t - 1) mod n draws first; here every seat owes a temporary card after each play."""
    for play in (1, 2, 3, 4):
        match = GAME.start(3, seed=3, dealer=Dealer.scripted({"banned-deck": ["8♠ K♦ 2♦ 3♦ 4♦"]}))
        layout = match.layout
        match.facts[layout.fact("play").layout_index] = play
        for seat in range(3):
            aside = match.piles[layout.pile(f"aside/{seat}").layout_index]
            match.piles[layout.pile(f"gone/{seat}").layout_index] += aside
            aside.clear()
            for card in cards("9♣ 9♦"):
                deck = match.piles[layout.pile(f"deck/{seat}").layout_index]
                deck.remove(card)
                deck.append(card)
        for seat in range(3):
            stream = match.deck_streams[seat]
            stream._prepared_orders, stream._shuffle_count = (cards("9♣ 9♦"),), 0
            stream.shuffle(match.decks[seat])
            match.act(seat, GAME.parse("reveal"))
            match.act(seat, GAME.parse("bank"))
        got = [str(match.view(None).cards(f"temp/{seat}")[0]) for seat in range(3)]
        first = (play - 1) % 3
        expected = {(first + i) % 3: card for i, card in enumerate(["2♦", "3♦", "4♦"])}
        assert got == [expected[seat] for seat in range(3)], play


def test_ruling_mq_43_a_sealed_play_shows_nothing_before_the_barrier(position_maker):
    position = position_maker.deal("8♠ K♦", "2♣ 3♣", "4♣", options={"visibility": "sealed"})
    before = position.match.view(1), position.match.view(None)
    changes = position.act("reveal", "reveal").changes
    assert (position.match.view(1), position.match.view(None)) == before
    assert [change.seen_by(1) for change in changes] == [None] * len(changes)
    assert position.match.view(0).cards("shown/0") == cards("2♣ 3♣")
    position.act("bank")
    assert position.match.view(1).facts["status/0"] == "finished"
    assert position.match.view(0).facts["status/0"] == "banked"
    assert position.match.view(1).facts["score/0"] == 0
    position.act("reveal", "bank", seat=1)
    assert position.match.view(1).facts["score/0"] == 2
    assert position.match.view(1).cards("bank/0") == cards("2♣ 3♣")


def test_ruling_mq_43_a_game_that_ends_in_a_sealed_play_is_shown_only_as_finished(position_maker):
    position = position_maker.lay_out(
        "8♠ K♦", deck_size=5, seats=2, other_deck="4♣", options={"visibility": "sealed"}
    ).act("end")
    assert position.match.view(1).facts["status/0"] == "finished"
    assert position.match.view(1).facts["cause/0"] == ""
    told = [change for change in (change.seen_by(1) for change in position.changes) if change is not None]
    assert [str(change) for change in told] == ["status/0 = finished"]
    position.act("reveal", "bank", seat=1)
    assert position.match.view(1).facts["cause/0"] == "chosen"


def test_ruling_mq_44_the_others_play_on_when_a_seat_has_ended(position_maker):
    position = (
        position_maker.lay_out("8♠ K♦", deck_size=5, seats=2, other_deck="4♣").act("end").act("reveal", "bank", seat=1)
    )
    assert position.match.waiting == {1}
    assert position.fact("play") == 2
    assert position.status == "finished"
    for _ in play_until_row_length(position.match):
        pass
    assert position.match.over
    assert next(standing.seat for standing in position.match.standings) == 1


def test_ruling_mq_45_a_hit_card_is_replaced_only_when_all_seats_have_ended_their_play(position_maker):
    position = position_maker.deal("8♠ K♦ 2♦", "8♣", "4♣").act("reveal")
    assert position.pile("banned") == "8♠ K♦"
    position.act("reveal", "bank", seat=1)
    assert position.pile("banned") == "2♦ K♦"


def test_rulings_section_2_6_a_slot_hit_by_several_seats_is_replaced_once(position_maker):
    position = position_maker.deal("8♠ K♦ 2♦ 3♦", "8♣", "8♥").act("reveal").act("reveal", seat=1)
    assert position.pile("banned") == "2♦ K♦"
    assert position.count("banned-deck") == 51


def test_rulings_section_2_6_banned_cards_are_not_updated_when_every_seat_has_ended(position_maker):
    position = position_maker.lay_out("8♠ K♦", "8♦", without_rest=True).act("reveal")
    assert position.match.over
    assert position.pile("banned") == "8♠ K♦"
    assert position.match.waiting == frozenset()


def test_rulings_section_2_6_an_empty_banned_deck_is_made_of_its_discards(position_maker):
    position = position_maker.lay_out("8♠ K♦ | 2♣", "8♣")
    deck, gone = (
        position.match.piles[position.match.layout.pile(n).layout_index] for n in ("banned-deck", "banned-gone")
    )
    gone += deck
    deck.clear()
    position.act("reveal")
    assert "banned reshuffled" in position.remarks
    assert position.pile("banned") == "2♣ K♦"
    assert (position.count("banned-deck"), position.count("banned-gone")) == (52, 0)


def test_rulings_section_2_6_a_fresh_pack_is_opened_when_no_discard_could_be_accepted(position_maker):
    position = position_maker.lay_out("8♠ K♦", "8♣", seats=1)
    deck, gone = (
        position.match.piles[position.match.layout.pile(n).layout_index] for n in ("banned-deck", "banned-gone")
    )
    gone += cards("K♠ K♥ K♣")
    deck.clear()
    position.match._store_piles_and_streams()
    # The card that was hit goes to the discards first, and it may come back (MQ-10).
    position.act("reveal")
    assert "banned reshuffled" in position.remarks
    position = position_after_four_bankings(position_maker, "8♠ K♦", "2♣")
    deck, gone = (
        position.match.piles[position.match.layout.pile(n).layout_index] for n in ("banned-deck", "banned-gone")
    )
    gone += cards("K♠ 8♥")
    deck.clear()
    position.act("reveal", "bank")
    assert "new pack" in position.remarks
    assert position.count("temp") == 1
    assert position.count("banned-deck") + position.count("banned-gone") + 1 == 54 + 2


# Result, who sees what, automatic actions


def test_rulings_section_2_9_most_points_win_and_equal_points_share_a_rank(position_maker):
    position = position_maker.deal("8♠ K♦", "2♥", "3♥", "4♣")
    for seat in range(3):
        position.act("reveal", "bank", seat=seat)
    assert [(s.seat, s.score, s.rank) for s in position.match.standings] == [(0, 2, 1), (1, 2, 1), (2, 1, 3)]


def test_rulings_section_2_10_every_audience_sees_only_the_number_of_cards_of_a_deck():
    match = GAME.start(2, seed=1)
    for seat in (0, 1, None):
        view = match.view(seat)
        assert [view.piles[name] for name in ("deck/0", "deck/1")] == [50, 50]
        assert isinstance(view.piles["banned-deck"], int)


def test_rulings_section_2_10_the_automatic_action_reveals_first_and_then_banks(position_maker):
    position = position_maker.lay_out("8♠ K♦", "2♣", deck_size=12)
    assert str(position.match.default(0)) == "reveal"
    assert str(position.match.default(0, is_away=True)) == "end"
    assert str(position_maker.lay_out("8♠ K♦", "2♣", deck_size=13).match.default(0, is_away=True)) == "reveal"
    position.act("reveal")
    assert str(position.match.default(0)) == "bank"
    assert str(position.match.default(0, is_away=True)) == "bank"


def test_rulings_section_2_3_a_seat_must_reveal_in_every_play():
    match = GAME.start(1, seed=1)
    with pytest.raises(IllegalAction, match="nothing to bank"):
        match.act(0, GAME.parse("bank"))


@pytest.mark.parametrize("seed", range(15))
def test_rulings_section_8_6_cards_and_queens_are_conserved_at_the_start_of_every_play(seed):
    match = GAME.start(1 + seed % 4, seed=seed)
    plays = dict.fromkeys(range(match.seats), 0)
    for seat, action in play_until_row_length(match, row_length=1 + seed % 3, end_early=seed % 2 == 0):
        view = match.view(None)
        if len(match.waiting) == sum(view.facts[f"status/{s}"] == "playing" for s in range(match.seats)):
            first, second = view.cards("banned")
            assert value_number(first) != value_number(second)
            assert "Jk" not in (first.rank, second.rank)
        for s in range(match.seats):
            assert view.facts[f"score/{s}"] >= 0
            queens = [card for card in view.cards(f"gone/{s}") if card.rank == "Q"]
            assert len(queens) == view.facts[f"spent/{s}"]
            inside = sum(card.rank == "Q" for card in match.decks[s])
            assert len(queens) + inside + len(view.cards(f"aside/{s}")) == 4
            piles = [view.count(f"{name}/{s}") for name in ("deck", "shown", "bank", "aside", "gone")]
            assert sum(piles) == 54
            doubled = view.facts[f"exact/{s}"]
            points = [(2 if c.suit == "♥" else 1) * (2 if c in doubled else 1) for c in view.cards(f"bank/{s}")]
            assert sum(points) == view.facts[f"score/{s}"]
            assert len(doubled) == view.facts[f"doubled/{s}"]
        plays[seat] += str(action) in ("bank", "end")
    assert max(plays.values()) <= 54


# Cards that wait behind the Queen who ends a seat's game (MQ-5, MQ-39, amended 2026-11-22)


@pytest.mark.parametrize("order", ["Jk Q♣ 8♦", "Jk 8♦ Q♣"])
@pytest.mark.parametrize(("rules", "banned"), [(2, "9♥ K♦"), (1, None)], ids=["now", "first rules"])
def test_ruling_mq_5_a_card_behind_the_queen_who_ends_the_game_marks_what_it_hits(position_maker, order, rules, banned):
    position = position_maker.lay_out("8♠ K♦ 9♥", order, seats=2, other_deck="2♣", options={"rules": rules}).act(
        "reveal"
    )
    assert (position.status, position.fact("cause")) == ("finished", "cannot pay")
    position.act("reveal", "bank", seat=1)
    assert position.pile("banned") == (banned or ("8♠ K♦" if order == "Jk Q♣ 8♦" else "9♥ K♦"))


def test_ruling_mq_5_a_card_behind_the_last_queen_marks_temporary_cards_and_both_slots(position_maker):
    position = (
        position_maker.lay_out("8♠ Q♦ 9♥ 10♥", "Jk Q♣ 8♦", seats=2, other_deck="2♣")
        .act("reveal")
        .act("reveal", "bank", seat=1)
    )
    assert position.pile("banned") == "9♥ 10♥"


def test_ruling_mq_5_an_exact_hit_waiting_behind_the_last_queen_is_not_banked_and_its_banned_card_is_replaced(
    position_maker,
):
    position = (
        position_maker.lay_out("8♠ K♦ 9♥", "Jk Q♣ 8♠", seats=2, other_deck="2♣")
        .act("reveal")
        .act("reveal", "bank", seat=1)
    )
    assert (position.pile("bank"), position.score, position.pile("banned")) == ("", 0, "9♥ K♦")


def test_ruling_mq_5_an_exact_hit_waiting_behind_the_last_queen_replaces_nothing_if_the_option_is_off(position_maker):
    options = {"exact_hit_replaces": "off"}
    position = position_maker.lay_out("8♠ K♦ 9♥", "Jk Q♣ 8♠", seats=2, other_deck="2♣", options=options).act("reveal")
    assert position.act("reveal", "bank", seat=1).pile("banned") == "8♠ K♦"


def test_a_catch_before_the_queen_who_ends_the_game_is_logged_with_the_cards_that_it_costs(position_maker):
    position = position_maker.lay_out("8♠ K♦", "3♥ Jk 8♦ Q♣").act("reveal, reveal")
    said = [remark for remark in position.changes if isinstance(remark, Remark)]
    assert [remark.key for remark in said] == ["joker", "cannot pay", "caught", "ended"]
    assert position.match.game.sentence(said[2]) == "8♦ is caught by 8♠: the row of 2 cards is lost."


def test_log_says_that_no_temporary_card_is_drawn_because_all_values_are_banned(position_maker):
    temp = "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 9♣ 10♣ J♣ Q♥ A♣"
    position_arguments = {"temporary_cards": temp, "spent_queens": "Q♦ Q♥", "queens_in_deck": "Q♠ Q♣", "deck_size": 20}
    position = position_maker.lay_out("8♠ K♦", "5♣", **position_arguments, options={"exact_hit_replaces": "off"}).act(
        "reveal", "bank"
    )
    said = [position.match.game.sentence(remark) for remark in position.changes if isinstance(remark, Remark)]
    assert "No Queen is left aside: a temporary card comes instead." in said
    assert "No temporary card: every value is already banned." in said
    assert position.pile("temp") == temp
