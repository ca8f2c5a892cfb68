"""The test vectors of RULINGS 2.13 that hold for Classic, with cards counted instead of points, and those of section
3.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core import Action, IllegalAction, Match, cards

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""
BANK_ACTION = Action(("bank",))
"""The action that banks the cards of the row."""

MatchArranger = Callable[..., Match]
"""The type of the fixture that arranges a match of Mad Queens Classic."""


def pile_cards(match: Match, name: str) -> tuple[object, ...]:
    """Return the cards of a pile, bottom first, hidden ones included."""
    return tuple(match.piles[match.layout.pile(name).layout_index])


def fact_value(match: Match, name: str) -> object:
    """Return the value of a fact."""
    return match.facts[match.layout.fact(name).layout_index]


def act_as_seat_0(match: Match, *actions: Action) -> None:
    """Carry out these actions of seat 0, one after the other."""
    for action in actions:
        match.act(0, action)


def replaced_banned_cards(match: Match) -> tuple[object, ...]:
    """Return the shared banned cards that have been replaced, and those that were drawn and refused."""
    return pile_cards(match, "banned-gone")


def test_vector_mq_v1_three_safe_cards_are_banked_and_a_queen_goes_into_the_deck(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "6♥ 2♠ 10♣")
    act_as_seat_0(match, REVEAL_ACTION, REVEAL_ACTION, REVEAL_ACTION)
    assert match.legal(0) == (REVEAL_ACTION, BANK_ACTION)
    act_as_seat_0(match, BANK_ACTION)
    assert pile_cards(match, "bank/0") == cards("6♥ 2♠ 10♣")
    assert fact_value(match, "score/0") == 3
    assert len(pile_cards(match, "aside/0")) == 3
    assert len(pile_cards(match, "deck/0")) == 48


def test_vector_mq_v2_a_caught_card_takes_the_row_and_the_banned_card_is_replaced(
    lay_out_match: MatchArranger,
) -> None:
    match = lay_out_match("A♠ J♦", "2♥ J♠", replacements="5♣")
    act_as_seat_0(match, REVEAL_ACTION, REVEAL_ACTION)
    assert pile_cards(match, "banned") == cards("A♠ 5♣")
    assert replaced_banned_cards(match) == cards("J♦")
    assert set(cards("2♥ J♠")) <= set(pile_cards(match, "gone/0"))
    assert (fact_value(match, "score/0"), pile_cards(match, "shown/0")) == (0, ())


def test_vector_mq_v3_a_queen_takes_two_cards_and_another_is_turned(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("A♠ J♦", "Q♦ K♥", bank="3♣ 4♣ 5♣", queens_aside="Q♣ Q♥ Q♠")
    act_as_seat_0(match, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("3♣")
    assert pile_cards(match, "shown/0") == cards("K♥")
    assert (fact_value(match, "spent/0"), fact_value(match, "score/0")) == (1, 1)
    assert match.legal(0) == (REVEAL_ACTION, BANK_ACTION)


def test_vector_mq_v4_a_queen_costs_more_for_her_suit_in_the_row_and_the_next_card_can_be_caught(
    lay_out_match: MatchArranger,
) -> None:
    match = lay_out_match("A♠ J♦", "2♦ 3♠ Q♦ J♥", bank="3♣ 4♣ 5♣ 6♣", queens_aside="Q♣ Q♥ Q♠", replacements="9♣")
    act_as_seat_0(match, REVEAL_ACTION, REVEAL_ACTION, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("3♣")
    assert set(cards("2♦ 3♠ J♥ Q♦")) <= set(pile_cards(match, "gone/0"))
    assert replaced_banned_cards(match) == cards("J♦")
    assert fact_value(match, "status/0") == "playing"  # alone, so the next turn is its own again
    assert fact_value(match, "play") == 2


@pytest.mark.parametrize(
    ("vector", "banned", "deck", "reveals", "lost_cards", "marked_cards"),
    [
        ("MQ-V5", "J♠ 4♦", "5♥ J♠", 2, "5♥ J♠", "J♠"),
        ("MQ-V6", "J♥ 4♦", "J♥", 1, "J♥", "J♥"),
        ("MQ-V7", "J♠ 4♦", "J♠ J♦", 1, "J♠", "J♠"),
        ("MQ-V8", "7♠ Q♠", "7♠", 1, "7♠", "7♠ Q♠"),
    ],
)
def test_vector_mq_v5_to_v8_the_very_card_that_is_banned_is_caught_like_any_other(
    lay_out_match: MatchArranger, vector: str, banned: str, deck: str, reveals: int, lost_cards: str, marked_cards: str
) -> None:
    match = lay_out_match(banned, deck, replacements="9♣ 10♦")
    act_as_seat_0(match, *[REVEAL_ACTION] * reveals)
    assert set(cards(lost_cards)) <= set(pile_cards(match, "gone/0"))
    assert replaced_banned_cards(match) == cards(marked_cards)
    assert (pile_cards(match, "bank/0"), fact_value(match, "score/0"), fact_value(match, "doubled/0")) == ((), 0, 0)


def test_vector_mq_v9_a_banned_queen_bans_her_suit(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("Q♣ 9♦", "5♣", replacements="3♥")
    act_as_seat_0(match, REVEAL_ACTION)
    assert pile_cards(match, "gone/0") == cards("5♣")
    assert replaced_banned_cards(match) == cards("Q♣")


def test_vector_mq_v10_a_turned_queen_is_never_caught(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("Q♣ 8♦", "Q♣ 3♥", bank="2♣ 3♣ 4♣", queens_aside="Q♦ Q♥ Q♠")
    act_as_seat_0(match, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("2♣")
    assert pile_cards(match, "shown/0") == cards("3♥")
    act_as_seat_0(match, BANK_ACTION)
    assert pile_cards(match, "banned") == cards("Q♣ 8♦")


def test_vector_mq_v11_a_joker_turns_two_cards_and_counts_as_one_card_itself(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "Jk 3♠ 4♥")
    act_as_seat_0(match, REVEAL_ACTION, BANK_ACTION)
    assert pile_cards(match, "bank/0") == cards("Jk 3♠ 4♥")
    assert fact_value(match, "score/0") == 3


def test_vector_mq_v18_a_queen_that_cannot_be_paid_ends_the_game(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "Q♠", bank="2♣", queens_aside="Q♣ Q♦ Q♥")
    act_as_seat_0(match, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("2♣")
    assert (fact_value(match, "status/0"), fact_value(match, "cause/0"), fact_value(match, "score/0")) == (
        "finished",
        "cannot pay",
        1,
    )
    assert match.over


def test_vector_mq_v19_the_fourth_queen_is_paid_and_ends_the_game(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "9♠ Q♣", bank="2♣ 3♣ 4♣ 5♣ 6♣", spent_queen_count=3, queens_aside="")
    act_as_seat_0(match, REVEAL_ACTION, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("2♣ 3♣ 4♣")
    assert pile_cards(match, "shown/0") == ()
    assert (fact_value(match, "status/0"), fact_value(match, "cause/0"), fact_value(match, "score/0")) == (
        "finished",
        "fourth queen",
        3,
    )


def test_vector_mq_v20_the_last_card_is_banked_and_no_queen_goes_into_the_deck(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "6♥", with_rest=False)
    act_as_seat_0(match, REVEAL_ACTION)
    assert (fact_value(match, "status/0"), fact_value(match, "score/0")) == ("finished", 1)
    assert len(pile_cards(match, "aside/0")) == 4


def test_vector_mq_v21_a_joker_before_the_last_card_turns_only_the_last_card(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "Jk 5♣", with_rest=False)
    act_as_seat_0(match, REVEAL_ACTION)
    assert (fact_value(match, "status/0"), fact_value(match, "score/0")) == ("finished", 2)


def test_vector_mq_v22_a_last_card_that_is_caught_ends_the_game_and_marks_its_slot(
    lay_out_match: MatchArranger,
) -> None:
    match = lay_out_match("8♠ K♦", "8♦", with_rest=False, bank="2♣")
    act_as_seat_0(match, REVEAL_ACTION)
    assert (fact_value(match, "status/0"), fact_value(match, "score/0")) == ("finished", 1)
    assert fact_value(match, "marked/0") == 1


def test_vector_mq_v24_hitting_a_temporary_card_clears_them_all_and_leaves_the_shared_ones(
    lay_out_match: MatchArranger,
) -> None:
    match = lay_out_match("8♠ K♦", "5♣", temporary_cards="5♦ 3♥")
    act_as_seat_0(match, REVEAL_ACTION)
    assert pile_cards(match, "banned") == cards("8♠ K♦")
    assert pile_cards(match, "temp/0") == ()
    assert pile_cards(match, "gone/0") == cards("5♣")


def test_vector_mc_v1_with_only_queens_left_the_row_is_banked_and_the_game_ends(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "5♣ Q♠ Q♥", with_rest=False, queens_aside="Q♣ Q♦")
    act_as_seat_0(match, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("5♣")
    assert pile_cards(match, "aside/0") == cards("Q♣ Q♦")
    assert (fact_value(match, "status/0"), fact_value(match, "cause/0"), fact_value(match, "score/0")) == (
        "finished",
        "deck out",
        1,
    )


def test_vector_mc_v3_a_turn_cannot_begin_with_only_queens_left(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "Q♠ Q♥", with_rest=False, bank="2♣ 3♣ 4♣", queens_aside="Q♣ Q♦")
    match._begin_turn(0, 2)  # type: ignore[attr-defined]
    assert match.over
    assert (fact_value(match, "status/0"), fact_value(match, "spent/0"), fact_value(match, "score/0")) == (
        "finished",
        0,
        3,
    )
    assert sorted(pile_cards(match, "deck/0")) == sorted(cards("Q♠ Q♥"))
    with pytest.raises(IllegalAction):
        match.act(0, REVEAL_ACTION)


def test_vector_mc_v4_a_queen_set_aside_does_not_come_into_an_empty_deck(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("8♠ K♦", "5♣", with_rest=False, queens_aside="Q♥", spent_queen_count=3)
    act_as_seat_0(match, REVEAL_ACTION)
    assert (fact_value(match, "status/0"), fact_value(match, "score/0")) == ("finished", 1)
    assert pile_cards(match, "aside/0") == cards("Q♥")


def test_vector_mc_v6_a_banned_card_that_was_hit_is_replaced_before_the_next_players_turn(
    lay_out_match: MatchArranger,
) -> None:
    match = lay_out_match("J♠ 4♦", "5♥ J♠", seats=2, replacements="9♣")
    act_as_seat_0(match, REVEAL_ACTION, REVEAL_ACTION)
    assert pile_cards(match, "gone/0") == cards("J♠ 5♥")
    assert pile_cards(match, "banned") == cards("9♣ 4♦")
    assert (fact_value(match, "turn"), match.waiting) == (1, {1})
