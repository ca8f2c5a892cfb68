"""The house rules of RULINGS 7: each option changes the rule that it names, without any other option."""

from __future__ import annotations

import pytest

from core import BadNotation, IllegalAction, Remark, cards, games


def options_with_house_rule(name, value="on"):
    """Return options in which one house rule has this value."""
    return {name: value}


def test_house_rule_exact_hit_costs_queen_puts_a_queen_into_the_deck(position_maker):
    position = position_maker.deal("J♠ 4♦", "J♠ 2♣", options=options_with_house_rule("exact_hit_costs_queen")).act(
        "reveal"
    )
    assert position.count("aside") == 3
    assert position.count("deck") == 50
    assert position.legal_actions_text == "reveal, bank"


def test_exact_hit_costs_a_temporary_card_when_no_queen_is_aside(position_maker):
    position = position_maker.lay_out(
        "8♠ K♦ 3♦ 2♦",
        "8♠ 9♠",
        spent_queens="Q♦ Q♥",
        queens_in_deck="Q♠ Q♣",
        options=options_with_house_rule("exact_hit_costs_queen"),
    ).act("reveal", "bank")
    assert position.pile("banned") == "3♦ K♦"
    assert position.count("temp") == 2  # one for the exact hit, one for the banking


def test_ruling_mq_38_an_exact_hit_as_the_last_card_puts_no_queen_into_the_deck(position_maker):
    """The deck has run out, so the seat's game is over: no Queen goes into the deck, with which the game could go
    on.
    """
    position = position_maker.lay_out(
        "8♠ K♦", "8♠", without_rest=True, options=options_with_house_rule("exact_hit_costs_queen")
    ).act("reveal")
    assert (position.pile("bank"), position.count("aside"), position.count("deck")) == ("8♠", 4, 0)
    assert (position.status, position.fact("cause")) == ("finished", "deck out")


def test_house_rule_joker_event_costs_queen_puts_a_queen_into_the_deck(position_maker):
    option = options_with_house_rule("joker_event_costs_queen")
    assert position_maker.deal("7♦ Jk 2♣", "7♣ 2♥", options=option).count("aside") == 3
    assert position_maker.deal("7♦ Jk 2♣", "3♣ 2♥", options=option).count("aside") == 4


def test_joker_event_costs_a_temporary_card_when_no_queen_is_aside(position_maker):
    position = position_maker.lay_out(
        "8♠ K♦ Jk 2♦ 3♦",
        "8♥ K♥ 9♣",
        spent_queens="Q♦ Q♥",
        queens_in_deck="Q♠ Q♣",
        options=options_with_house_rule("joker_event_costs_queen"),
    ).act("reveal")
    assert position.pile("bank") == "K♥ 9♣"
    assert position.pile("temp") == "3♦"


def test_an_event_of_a_temporary_joker_costs_one_more_temporary_card(position_maker):
    position = position_maker.lay_out(
        "8♠ K♦ Jk 2♦ 3♦",
        "9♣ K♥ 9♦",
        spent_queens="Q♦ Q♥",
        queens_in_deck="Q♠ Q♣",
        options=options_with_house_rule("joker_event_costs_queen"),
    ).act("reveal", "bank")
    assert position.pile("bank") == "9♣ K♥ 9♦"
    assert position.pile("temp") == "2♦ 3♦"


def test_house_rule_exact_hit_replaces_if_off_keeps_the_banned_card(position_maker):
    position = position_maker.deal(
        "J♠ 4♦ 9♣", "J♠ 3♣", options=options_with_house_rule("exact_hit_replaces", "off")
    ).act("reveal", "bank")
    assert position.pile("banned") == "J♠ 4♦"
    assert position.score == 2


@pytest.mark.parametrize(("setting", "expected_bank", "score"), [("off", "9♣", 1), ("on", "9♣ 2♥ 3♣", 4)])
def test_house_rule_fourth_queen_keeps_row_banks_the_row(position_maker, setting, expected_bank, score):
    position = position_maker.lay_out(
        "8♠ K♦",
        "2♥ 3♣ Q♠",
        bank="9♣ 9♠ 9♦",
        spent_queens="Q♣ Q♦ Q♥",
        options=options_with_house_rule("fourth_queen_keeps_row", setting),
    ).act("reveal, reveal, reveal")
    assert position.pile("bank") == expected_bank
    assert position.score == score
    assert position.fact("cause") == "fourth queen"


POSITION_BEFORE_FOURTH_QUEEN = {"bank": "9♣ 9♠ 9♦", "spent_queens": "Q♣ Q♦ Q♥", "seats": 2, "other_deck": "2♣"}
"""Arguments of `PositionMaker.lay_out` for a seat that has spent three Queens and can pay the fourth."""


@pytest.mark.parametrize("deck", ["2♥ Jk 8♦ Q♠", "2♥ Jk Q♠ 8♦"])
def test_fourth_queen_keeps_no_row_with_a_caught_card_and_says_so(position_maker, deck):
    """The caught card costs the row, whether it was turned before the fourth Queen or with her."""
    position = position_maker.lay_out(
        "8♠ K♦ 9♥", deck, **POSITION_BEFORE_FOURTH_QUEEN, options=options_with_house_rule("fourth_queen_keeps_row")
    ).act("reveal, reveal")
    assert (position.pile("bank"), position.score, position.fact("cause")) == ("9♣", 1, "fourth queen")
    caught = next(change for change in position.changes if isinstance(change, Remark) and change.key == "caught")
    assert position.match.game.sentence(caught) == "8♦ is caught by 8♠: the row of 2 cards is lost."
    assert position.act("reveal", "bank", seat=1).pile("banned") == "9♥ K♦"


def test_fourth_queen_that_keeps_the_row_keeps_an_exact_hit_in_it_double(position_maker):
    option = options_with_house_rule("fourth_queen_keeps_row")
    position = position_maker.lay_out("8♥ K♦ 9♥", "2♥ Jk Q♠ 8♥", **POSITION_BEFORE_FOURTH_QUEEN, options=option).act(
        "reveal, reveal"
    )
    assert (position.pile("bank"), position.score) == ("9♣ 2♥ Jk 8♥", 1 + 2 + 1 + 4)
    assert (position.fact("exact"), position.fact("doubled")) == (cards("8♥"), 1)
    assert position.act("reveal", "bank", seat=1).pile("banned") == "9♥ K♦"


def test_fourth_queen_keeps_every_row_in_the_first_revision_of_the_rules(position_maker):
    option = options_with_house_rule("fourth_queen_keeps_row") | {"rules": 1}
    position = position_maker.lay_out("8♠ K♦ 9♥", "2♥ Jk 8♦ Q♠", **POSITION_BEFORE_FOURTH_QUEEN, options=option).act(
        "reveal, reveal"
    )
    assert (position.pile("bank"), position.score) == ("9♣ 2♥ Jk 8♦", 5)


def test_house_rule_exact_hit_replaces_if_off_keeps_temporary_cards_too(position_maker):
    option = options_with_house_rule("exact_hit_replaces", "off")
    position = position_maker.lay_out("8♠ K♦", "5♣ 2♥", temporary_cards="5♣", options=option).act("reveal", "bank")
    assert (position.pile("temp"), position.fact("doubled")) == ("5♣", 1)


def test_exact_hit_costs_no_queen_in_a_joker_event(position_maker):
    assert (
        position_maker.deal("7♦ Jk 2♣", "7♦ 2♥", options=options_with_house_rule("exact_hit_costs_queen")).count(
            "aside"
        )
        == 4
    )


def test_house_rule_joker_ban_stops_spends_a_queen_after_the_ban_and_the_fourth_ends_the_game(position_maker):
    option = options_with_house_rule("joker_ban_stops")
    position = position_maker.lay_out(
        "8♠ K♦", "Jk 8♦ Q♠", bank="9♣ 9♦ 9♠", spent_queens="Q♣ Q♦ Q♥", options=option
    ).act("reveal")
    assert (position.pile("bank"), position.fact("spent"), position.fact("cause")) == ("9♣ 9♦ 9♠", 4, "fourth queen")


def test_fourth_queen_that_keeps_the_row_keeps_no_cards_of_a_joker_event(position_maker):
    """The cards of a Joker event are no row, because an event is no play."""
    position = position_maker.lay_out(
        "8♠ K♦ Jk 2♠",
        "8♥ 3♥ Q♣",
        bank="9♣ 9♠ 9♦",
        spent_queens="Q♠ Q♦ Q♥",
        options=options_with_house_rule("fourth_queen_keeps_row"),
    ).act("reveal")
    assert position.fact("cause") == "fourth queen"
    assert position.pile("bank") == "9♣"


def test_house_rule_joker_ban_stops_ignores_cards_turned_after_the_caught_one(position_maker):
    option = options_with_house_rule("joker_ban_stops")
    position = position_maker.deal("8♠ K♦", "Jk 8♥ K♦", options=option).act("reveal")
    assert position.pile("bank") == ""
    assert position.pile("banned").split()[1] == "K♦"
    position = position_maker.lay_out("8♠ K♦", "Jk 8♥ Q♥ 2♣", bank="2♦ 3♦ 4♦ 5♦", options=option).act("reveal")
    assert position.pile("bank") == "2♦ 3♦ 4♦ 5♦"
    assert position.status == "playing"
    position = position_maker.deal("8♠ K♦", "Jk K♦ 8♥", options=option).act("reveal")
    assert position.pile("bank") == "K♦"


def test_house_rule_temporary_may_duplicate_accepts_a_banned_value(position_maker):
    position_arguments = {"spent_queens": "Q♦ Q♥", "queens_in_deck": "Q♠ Q♣"}
    position = position_maker.lay_out(
        "8♠ K♦ 8♣", "2♣", options=options_with_house_rule("temporary_may_duplicate"), **position_arguments
    ).act("reveal", "bank")
    assert position.pile("temp") == "8♣"


def test_temporary_cards_that_may_duplicate_can_be_more_than_there_are_values(position_maker):
    """A seat has fifteen temporary cards.

    A hit on the last one counts like one on the first, and all of them go (MQ-30).
    """
    temp = "A♣ A♦ A♥ A♠ J♣ J♦ J♥ J♠ 10♣ 10♦ 10♥ 10♠ 9♣ 9♦ 2♦"
    position = position_maker.lay_out(
        "8♠ K♦", "2♣", temporary_cards=temp, options=options_with_house_rule("temporary_may_duplicate")
    ).act("reveal")
    assert (position.status, position.pile("temp"), position.pile("banned")) == ("playing", "", "8♠ K♦")
    assert "2♣" in position.pile("gone")


def test_house_rule_temporary_joker_redraw_draws_again_without_an_event(position_maker):
    position_arguments = {"spent_queens": "Q♦ Q♥", "queens_in_deck": "Q♠ Q♣"}
    position = position_maker.lay_out(
        "8♠ K♦ Jk 2♦", "2♣ K♥ 9♦", options=options_with_house_rule("temporary_joker", "redraw"), **position_arguments
    ).act("reveal", "bank")
    assert position.pile("temp") == "2♦"
    assert position.pile("bank") == "2♣"


def test_player_who_may_choose_is_offered_each_queen_aside_and_the_chosen_one_goes_into_the_deck(position_maker):
    position = position_maker.deal(
        "8♠ K♦", ["2♣", "3♣"], options=options_with_house_rule("queen_choice", "player")
    ).act("reveal")
    assert position.legal_actions_text == "reveal, bank Q♣, bank Q♦, bank Q♥, bank Q♠"
    position.act("bank Q♥")
    assert position.pile("aside") == "Q♣ Q♦ Q♠"
    position.act("reveal")
    assert position.legal_actions_text == "reveal, bank Q♣, bank Q♦, bank Q♠"
    with pytest.raises(IllegalAction, match="bank Q♣"):
        position.act("bank")
    position.act("bank Qs")
    assert position.pile("aside") == "Q♣ Q♦"


def test_player_who_may_choose_a_queen_is_offered_a_plain_banking_when_no_queen_is_aside(position_maker):
    position = position_maker.lay_out(
        "8♠ K♦ 2♦",
        "9♣",
        spent_queens="Q♦ Q♥",
        queens_in_deck="Q♠ Q♣",
        options=options_with_house_rule("queen_choice", "player"),
    ).act("reveal")
    assert position.legal_actions_text == "reveal, bank"


def test_choosing_a_queen_is_refused_by_the_default_rules(position_maker):
    position = position_maker.deal("8♠ K♦", "2♣").act("reveal")
    with pytest.raises(IllegalAction):
        position.act("bank Q♣")
    with pytest.raises(BadNotation):
        position.act("bank queen")


@pytest.mark.parametrize("name", [name for name in games["mad-queens"].options if name != "visibility"])
def test_house_rule_is_off_by_default_and_changes_at_least_one_of_some_matches(name):
    """The same seeds and choices must give another result with the house rule in one match at least."""
    game = games["mad-queens"]
    option = game.options[name]
    other = next((c for c in option.choices if c != option.default), not option.default)

    def play(options, seed):
        """Return score and bank of a solo match that banks at three cards."""
        match = game.start(1, seed=seed, options=options)
        while not match.over:
            choices = match.legal(0)
            banking = [action for action in choices if action.verb == "bank"]
            row = match.view(0).count("shown/0")
            match.act(0, banking[0] if banking and row >= 3 else choices[0])
        return match.standings[0].score, match.view(0).piles["bank/0"]

    assert any(play({}, seed) != play({name: other}, seed) for seed in range(60))


def test_doubled_card_of_the_bank_paid_to_a_queen_no_longer_counts_double(position_maker):
    position = position_maker.lay_out("J♥ K♦", "J♥ Q♠ 3♣", bank="2♣ 4♣").act("reveal, reveal")
    assert position.match.view(0).facts["exact/0"] == ()
    assert cards("J♥")[0] not in position.cards("bank")
