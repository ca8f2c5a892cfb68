"""The rulings of Big Queen (RULINGS 4), one by one, where no test vector shows them."""

from __future__ import annotations

import pytest

from core import BadOption, Dealer, IllegalAction, Remark, cards, games
from core.big_queen.layout import POINTS_BY_CARD

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""


@pytest.mark.parametrize(("seats", "decks", "target"), [(4, 2, 1000), (6, 3, 2000), (8, 3, 2500), (10, 4, 3000)])
def test_ruling_bq_26_number_of_players_decides_packs_and_target(seats, decks, target):
    match = GAME.start(seats, seed=5)
    assert (len(match.stock), sum(POINTS_BY_CARD[card] for card in match.stock)) == (52 * decks, 530 * decks)
    assert match.stock.count(cards("Q♠")[0]) == decks
    assert match.target_score == target


@pytest.mark.parametrize("seats", [2, 3, 5, 12])
def test_big_queen_refuses_other_numbers_of_players_than_the_rulings_allow(seats):
    with pytest.raises(BadOption, match="4, 6, 8 or 10"):
        GAME.start(seats)


@pytest.mark.parametrize("seats", [4, 6, 8, 10])
def test_ruling_bq_1_each_player_is_dealt_eleven_cards_and_one_card_is_turned_up(seats):
    match = GAME.start(seats, seed=5)
    assert match.legal(0) == (GAME.parse("deal"),)
    match.act(0, GAME.parse("deal"))
    assert [len(match.piles[seat]) for seat in range(seats)] == [11] * seats
    assert len(match.discard) == 1
    assert match.waiting == {1}


def test_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer():
    match = GAME.start(4, options={"hand_size": 3}, dealer=Dealer.scripted({"stock": ["3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ K♥ A♠"]}))
    match.act(0, GAME.parse("deal"))
    assert match.piles[1][:2] == list(cards("3♣ 7♣"))
    assert match.piles[2][:2] == list(cards("4♣ 8♣"))
    assert match.piles[3][:2] == list(cards("5♣ 9♣"))
    assert match.piles[0][:2] == list(cards("6♣ K♥"))


def test_ruling_bq_1_hand_size_is_an_option():
    match = GAME.start(10, seed=1, options={"hand_size": 13})
    match.act(0, GAME.parse("deal"))
    assert len(match.piles[9]) == 13


def test_ruling_bq_3_dealers_team_gets_the_dice_bonus_at_once(start_round_with_hands):
    table = start_round_with_hands(["3♣ 5♣ 6♣", "3♦ 5♦ 6♦", "3♥ 5♥ 6♥", "3♠ 5♠ 6♠"], "4♠", dice="45").act(0, "deal")
    assert table.scores == (100, 0)


def test_ruling_bq_4_and_bq_27_the_next_player_deals_and_scores_may_be_negative(arrange_match):
    table = arrange_match({0: "K♣", 1: "A♣ A♦"}, phase="play", asked="yes").act(0, "discard K♣")
    assert table.scores[1] == -40
    assert (table.fact("dealer"), table.fact("turn"), table.match.waiting) == (1, 1, {1})
    table.act(1, "deal")
    assert table.seat_on_turn == 2


def test_ruling_bq_5_the_upcard_is_taken_like_any_other(start_round_with_hands):
    table = start_round_with_hands(["3♣ 5♣ 6♣", "9♦ J♦ 6♦", "3♥ 5♥ 6♥", "3♠ 5♠ 6♠"], "9♠").act(0, "deal")
    assert not table.legal_with_verb(1, "take")


def test_ruling_bq_5_first_upcard_is_free_with_the_option(start_round_with_hands):
    hands = ["3♣ 5♣ 6♣", "9♦ J♦ 6♦", "3♥ 5♥ 6♥", "3♠ 5♠ 6♠"]
    table = start_round_with_hands(hands, "2♠", stock="K♠", options={"free_first_upcard": True}).act(0, "deal")
    assert table.legal_with_verb(1, "take") == ["take 1"]
    other = start_round_with_hands(hands, "2♠", stock="K♠", options={"free_first_upcard": True}).act(0, "deal")
    table.act(1, "take 1")
    assert table.pile("hand/1") == cards("9♦ J♦ 6♦ 2♠")
    assert table.pile("discard") == ()
    assert table.fact("phase") == "play"
    table.act(1, "discard 9♦")
    assert not table.legal_with_verb(2, "take"), "only the first card turned up is free"
    other.act(1, "draw", "discard 9♦")
    assert not other.legal_with_verb(2, "take")


def test_ruling_bq_6_the_two_cards_for_a_take_must_have_the_rank_of_the_card_taken(arrange_match):
    table = arrange_match({0: "9♣ 2♥ 5♦ J♦"})
    assert table.legal_with_verb(0, "take") == ["take 2 9♣ 2♥", "take 4 9♣ 2♥"]


def test_ruling_bq_7_cards_above_the_one_taken_cannot_be_used_to_take_it(arrange_match):
    table = arrange_match({0: "9♣ 5♦ J♦ 6♦"})
    with pytest.raises(IllegalAction, match="You do not have 2♠ in your hand"):
        table.act(0, "take 2 9♣ 2♠")


def test_ruling_bq_8_and_bq_9_cards_above_the_one_taken_may_be_laid_or_discarded_in_the_same_turn(arrange_match):
    table = arrange_match({0: "4♥ 4♦ 5♦ J♦"}).act(0, "take 1 4♦ 4♥")
    assert table.is_legal(0, "meld 9♦ 9♥ 2♠")
    table.act(0, "meld 9♦ 9♥ 2♠", "discard K♣")
    assert table.pile("discard") == cards("K♣")


def test_ruling_bq_10_a_turn_has_one_draw_or_one_take(arrange_match):
    table = arrange_match({0: "9♣ 9♠ 5♦ J♦"}).act(0, "draw")
    for again in ("draw", "take 2 9♣ 9♠"):
        with pytest.raises(IllegalAction, match="already drawn or taken this turn"):
            table.act(0, again)


def test_ruling_bq_11_a_set_is_not_all_twos_and_not_of_two_ranks(arrange_match):
    table = arrange_match({0: "2♣ 2♦ 2♥ 7♣ 8♣ 8♦"}, phase="play")
    for cards_, reason in (
        ("2♣ 2♦ 2♥", "No set is made of twos alone"),
        ("7♣ 8♣ 8♦", "A set has one rank, and you have chosen 7 and 8"),
        ("7♣ 8♣ 2♣", "A set has one rank, and you have chosen 7 and 8"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            table.act(0, f"meld {cards_}")


def test_ruling_bq_11_a_set_on_the_table_may_hold_any_number_of_twos(arrange_match):
    table = arrange_match({0: "2♣ 2♦ 2♥ 2♠ 7♣ 8♣ 8♦"}, discard="4♠", phase="play")
    table.act(0, "meld 7♣ 2♣ 2♦", "add 2♥ to 7", "add 2♠ to 7")
    assert table.pile("meld/A/7") == cards("7♣ 2♣ 2♦ 2♥ 2♠")


def test_ruling_bq_12_a_second_meld_of_a_rank_joins_the_first(arrange_match):
    table = arrange_match({0: "7♣ 7♦ 7♥ 8♦ 9♦"}, phase="play", sets=[("A", "7♠ 7♠ 2♣")]).act(0, "meld 7♣ 7♦ 7♥")
    assert len(table.pile("meld/A/7")) == 6


def test_ruling_bq_13_cards_are_added_to_sets_of_the_team_only(arrange_match):
    table = arrange_match({0: "7♣ 8♦ 9♦ 2♥"}, phase="play", sets=[("B", "7♠ 7♦ 2♣"), ("A", "8♠ 8♥ 2♦")])
    assert table.legal_with_verb(0, "add") == ["add 8♦", "add 2♥ to 8"]
    with pytest.raises(IllegalAction, match="Your team has no set of rank 7 yet"):
        table.act(0, "add 7♣")
    with pytest.raises(IllegalAction, match="Your team has no set of rank 7 yet"):
        table.act(0, "add 2♥ to 7")
    with pytest.raises(IllegalAction, match="Say which of your"):
        table.act(0, "add 2♥")


def test_ruling_bq_14_the_hand_is_never_emptied_by_laying(arrange_match):
    table = arrange_match({0: "7♠ 7♦ 7♥"}, phase="play", asked="yes")
    with pytest.raises(IllegalAction, match="nothing to discard"):
        table.act(0, "meld 7♠ 7♦ 7♥")


@pytest.mark.parametrize(("answer", "deepest"), [("", 3), ("yes", 4), ("no", 3)])
def test_ruling_bq_14_a_take_leaves_two_cards_or_with_permission_one(arrange_match, answer, deepest):
    table = arrange_match({0: "2♥ 2♦"}, discard="4♠ 9♦ K♣ 9♥ 5♠", asked=answer)
    places = [int(option.split()[1]) for option in table.legal_with_verb(0, "take")]
    assert places == list(range(1, deepest + 1))


def test_rulings_section_4_3_asking_is_possible_once_a_turn_before_or_after_drawing(arrange_match):
    table = arrange_match({0: "7♠ 7♦ 7♥ K♣"}, discard="4♠")
    table.ask_partners((2, "no"))
    assert not table.legal_with_verb(0, "ask")
    table.act(0, "draw")
    with pytest.raises(IllegalAction, match="once in a turn"):
        table.act(0, "ask")
    table.act(0, "discard K♣")
    assert table.fact("asked") == ""
    assert table.is_legal(1, "ask")


def test_rulings_section_4_3_a_yes_obliges_nobody_and_holds_for_this_turn_only(arrange_match):
    table = arrange_match({0: "7♠ 7♦ 7♥ K♣"}, discard="4♠", phase="play").ask_partners((2, "yes")).act(0, "discard K♣")
    assert len(table.pile("hand/0")) == 3
    assert (table.fact("asked"), table.seat_on_turn) == ("", 1)


def test_ruling_bq_15_the_automatic_answer_is_yes(arrange_match):
    table = arrange_match({0: "7♠ 7♦ 7♥ K♣"}, discard="4♠", phase="play").act(0, "ask")
    assert str(table.match.default(2)) == "yes"
    assert table.match.waiting == table.match.awaited == {2}
    assert table.match.legal(0) == ()


def test_ruling_bq_16_all_partners_are_asked_at_once_and_the_first_no_decides(arrange_match):
    def asked():
        return arrange_match({0: "7♠ 7♦ 7♥ K♣"}, discard="4♠", phase="play", seats=8).act(0, "ask")

    table = asked()
    assert table.match.waiting == {2, 4, 6}
    table.act(4, "yes")
    assert table.match.waiting == {2, 6}
    assert table.fact("answers") == (4,)
    table.act(6, "no")
    assert (table.fact("asked"), table.match.waiting) == ("no", {0})
    with pytest.raises(IllegalAction):
        table.act(2, "yes")
    assert asked().act(6, "no").match.digest == table.match.digest
    one = asked().act(2, "yes").act(6, "yes").act(4, "yes")
    other = asked().act(6, "yes").act(4, "yes").act(2, "yes")
    assert one.fact("asked") == "yes"
    assert one.match.digest == other.match.digest


def test_ruling_bq_17_no_announcement_is_due_while_a_player_lays_cards_to_go_out(arrange_match):
    table = (
        arrange_match({0: "7♠ 7♦ 7♥ K♣"}, discard="4♠", phase="play").ask_partners((2, "yes")).act(0, "meld 7♠ 7♦ 7♥")
    )
    assert table.fact("due") == ()
    assert not table.match.legal(1)


def test_rulings_section_4_4_no_announcement_is_due_after_announcing_with_the_discard(arrange_match):
    table = arrange_match({0: "K♣ 8♦"}, phase="play").act(0, "discard K♣ announce")
    assert table.fact("due") == ()
    assert table.match.waiting == {1}
    with pytest.raises(IllegalAction, match="no announcement is due"):
        table.act(2, "catch 0")


def test_rulings_section_4_4_seat_that_owes_an_announcement_cannot_catch_itself(arrange_match):
    table = arrange_match({0: "K♣ 8♦"}, phase="play").act(0, "discard K♣")
    with pytest.raises(IllegalAction, match="cannot catch yourself"):
        table.act(0, "catch 0")
    assert table.fact("due") == (0,)


def test_rulings_section_4_4_announcing_is_possible_only_with_the_discard_that_leaves_one_card(arrange_match):
    table = arrange_match({0: "K♣ 8♦ 9♦"}, phase="play")
    with pytest.raises(IllegalAction, match="leaves you 2"):
        table.act(0, "discard K♣ announce")
    with pytest.raises(IllegalAction, match="nothing to announce"):
        table.act(0, "announce")


@pytest.mark.parametrize("catcher", [1, 2, 3])
def test_ruling_bq_18_any_other_seat_may_catch_even_a_partner_and_only_once(arrange_match, catcher):
    table = arrange_match({0: "K♣ 8♦"}, phase="play").act(0, "discard K♣")
    assert table.match.waiting == {0, 1, 2, 3}
    assert table.match.awaited == {1}
    table.act(catcher, "catch 0")
    assert len(table.pile("hand/0")) == 2
    assert table.fact("due") == ()
    assert table.match.waiting == {1}
    with pytest.raises(IllegalAction):
        table.act(1, "catch 0")


def test_rulings_section_4_4_seat_that_announces_in_time_cannot_be_caught(arrange_match):
    table = arrange_match({0: "K♣ 8♦"}, phase="play").act(0, "discard K♣", "announce")
    assert len(table.pile("hand/0")) == 1
    with pytest.raises(IllegalAction):
        table.act(1, "catch 0")


@pytest.mark.parametrize("first_action_of_turn", ["draw", "take 1 4♥ 4♦"])
def test_rulings_section_4_4_announcement_is_due_until_the_seats_next_turn_begins(arrange_match, first_action_of_turn):
    hand = "8♦" if first_action_of_turn == "draw" else "4♥ 4♦ 8♦ 9♦"
    table = arrange_match({0: hand}, discard="4♠", due=(0, 2))
    table.act(0, first_action_of_turn)
    assert table.fact("due") == (2,)
    assert table.is_legal(0, "catch 2")
    assert not table.is_legal(1, "catch 0")


def test_rulings_section_4_4_several_announcements_may_be_due_at_once(arrange_match):
    table = arrange_match({0: "8♦", 3: "9♦"}, turn=1, due=(0, 3))
    assert [str(action) for action in table.match.legal(0)] == ["announce", "catch 3"]
    assert [str(action) for action in table.match.legal(2)] == ["catch 0", "catch 3"]
    table.act(2, "catch 3").act(0, "announce")
    assert table.fact("due") == ()


def test_rulings_section_4_4_catching_is_possible_while_partners_answer(arrange_match):
    table = arrange_match({0: "8♦"}, turn=1, due=(0,)).act(1, "ask")
    assert table.match.awaited == {3}
    assert [str(action) for action in table.match.legal(3)] == ["yes", "no", "catch 0"]
    assert [str(action) for action in table.match.legal(1)] == ["catch 0"]
    table.act(1, "catch 0")
    assert table.match.waiting == {3}


def test_ruling_bq_19_and_bq_20_both_teams_count_what_they_have_laid(arrange_match):
    table = arrange_match({0: "K♣", 1: "Q♠ 3♦"}, phase="play", asked="yes", sets=[("B", "Q♠ Q♥ Q♦")]).act(
        0, "discard K♣"
    )
    assert table.fact("score/B") == 120 - 105 - 10
    other = arrange_match(
        {0: "K♣", 1: "Q♠ 3♦"},
        phase="play",
        asked="yes",
        sets=[("B", "Q♠ Q♥ Q♦")],
        options={"losers_count_melds": False},
    ).act(0, "discard K♣")
    assert other.fact("score/B") == -105 - 10


def test_ruling_bq_21_empty_stock_is_refilled_once_from_all_but_the_newest_discard(arrange_match):
    table = arrange_match({0: "8♦ 9♦"}, stock="").act(0, "draw")
    assert table.pile("discard") == cards("2♠")
    assert len(table.pile("stock")) + 1 == 4
    assert table.fact("reshuffles") == 1


def test_ruling_bq_21_round_is_blocked_when_the_stock_is_empty_a_second_time(arrange_match):
    table = arrange_match({0: "8♦ 9♦"}, stock="", reshuffles=1, sets=[("B", "7♠ 7♦ 7♥")]).act(0, "draw")
    assert (table.fact("round"), table.fact("phase")) == (2, "deal")
    assert table.scores == (-20, 15 - 20)


def test_ruling_bq_21_discard_pile_of_one_card_makes_no_new_stock(arrange_match):
    assert arrange_match({0: "8♦ 9♦"}, discard="4♠", stock="").act(0, "draw").fact("round") == 2


def test_ruling_bq_21_max_reshuffles_is_an_option(arrange_match):
    table = arrange_match({0: "8♦ 9♦"}, stock="", reshuffles=1, options={"max_reshuffles": 2}).act(0, "draw")
    assert table.fact("reshuffles") == 2
    assert arrange_match({0: "8♦ 9♦"}, stock="", options={"max_reshuffles": 0}).act(0, "draw").fact("round") == 2


def test_ruling_bq_21_player_may_take_from_the_discard_pile_with_an_empty_stock(arrange_match):
    table = arrange_match({0: "9♣ 9♠ 5♦ J♦"}, stock="", reshuffles=1)
    table.act(0, "take 2 9♣ 9♠")
    assert table.fact("round") == 1


def test_ruling_bq_21_an_empty_stock_gives_no_penalty_card(arrange_match):
    table = arrange_match({0: "8♦"}, turn=1, due=(0,), stock="").act(1, "catch 0")
    assert table.pile("hand/0") == cards("8♦")
    assert table.fact("due") == ()


def test_ruling_bq_22_player_may_draw_and_discard_without_laying_a_set(arrange_match):
    table = arrange_match({0: "7♠ 7♦ 7♥ 9♣ 9♠ K♣"}).act(0, "draw")
    assert table.is_legal(0, "discard 7♠")


def test_ruling_bq_23_any_card_may_be_discarded(arrange_match):
    table = arrange_match({0: "2♥ Q♠ 5♦"}, phase="play")
    assert table.legal_with_verb(0, "discard") == ["discard 5♦", "discard Q♠", "discard 2♥"]


def test_ruling_bq_24_going_out_ends_the_round_at_once_in_the_first_turn_too(start_round_with_hands):
    table = start_round_with_hands(["3♣ 5♣ 6♣ 8♣", "7♦ 7♥ 7♠ K♦", "3♥ 5♥ 6♥ 8♥", "3♠ 5♠ 6♠ 8♠"], "9♠", stock="2♣").act(
        0, "deal"
    )
    table.act(1, "ask").act(3, "yes").act(1, "draw", "meld 7♦ 7♥ 7♠", "add 2♣ to 7", "discard K♦")
    assert table.fact("round") == 2
    assert table.scores == (-40, 35 - 20)


def test_ruling_bq_25_a_playoff_goes_to_the_higher_total_even_below_the_target(arrange_match):
    table = arrange_match(
        {0: "K♣", 2: "A♣ A♦"},
        phase="play",
        asked="yes",
        playoff=True,
        score_A=1000,
        score_B=1000,
    ).act(0, "discard K♣")
    assert table.scores == (970, 980)
    assert table.match.over
    assert [standing.seat for standing in table.match.standings] == [1, 3, 0, 2]


def test_ruling_bq_25_playoffs_go_on_until_the_totals_differ(arrange_match):
    table = arrange_match({0: "K♣"}, phase="play", asked="yes", playoff=True, score_A=500, score_B=510).act(
        0, "discard K♣"
    )
    assert table.scores == (490, 490)
    assert (table.match.over, table.fact("playoff")) == (False, True)


def test_target_score_of_big_queen_is_an_option(arrange_match):
    table = arrange_match({0: "K♣"}, phase="play", asked="yes", score_A=300, options={"target": 250}).act(
        0, "discard K♣"
    )
    assert table.match.over


@pytest.mark.parametrize("score_B", [5, 10])
def test_last_allowed_round_of_big_queen_ends_the_match_unless_it_is_a_tie(arrange_match, score_B):
    options = {"max_rounds": 1}
    scores = {"score_A": 0, "score_B": score_B}
    table = arrange_match({0: "K♣"}, phase="play", asked="yes", **scores, options=options)
    changes = table.match.act(0, GAME.parse("discard K♣"))
    said = [GAME.sentence(change) for change in changes if isinstance(change, Remark)]
    assert "That was round 1, the last one allowed." in said
    assert table.match.over is (score_B == 5)
    if score_B == 10:  # equal totals are played on until they differ (RULINGS 7)
        assert said[-1] == "Both teams have -10 points: another round decides."
        facts = table.match.view(None).facts
        assert (facts["round"], facts["phase"], facts["playoff"]) == (2, "deal", True)


def test_first_revision_of_big_queen_shares_a_tie_after_the_last_allowed_round(arrange_match):
    options = {"max_rounds": 1, "rules": 1}
    table = arrange_match({0: "K♣"}, phase="play", asked="yes", score_A=0, score_B=10, options=options)
    table.act(0, "discard K♣")
    assert table.match.over
    assert {standing.rank for standing in table.match.standings} == {1}


def test_playoff_round_after_max_rounds_decides_the_match(arrange_match):
    table = arrange_match({0: "K♣"}, phase="play", asked="yes", score_A=0, score_B=10, options={"max_rounds": 1})
    match = table.act(0, "discard K♣").match
    said = []
    while not match.over:
        for seat in sorted(match.awaited):
            if seat in match.awaited:
                said += [c.key for c in match.act(seat, match.default(seat)) if isinstance(c, Remark)]
    assert match.standings[0].score != match.standings[-1].score
    assert "last round" not in said
    assert said[-1] == "won"


def test_log_says_that_sets_which_do_not_count_stay_on_the_table():
    off = Remark(-1, "scored", None, ("B", 0, 35, -35, 60))
    assert GAME.sentence(off) == (
        "Team B: 60 laid, which do not count, 35 still in hand: -35 this round, -35 points in all."
    )


def test_members_of_a_big_queen_team_share_score_and_rank(arrange_match):
    table = arrange_match({}, seats=6, score_A=10, score_B=250)
    assert [(entry.seat, entry.score, entry.rank) for entry in table.match.standings] == [
        (1, 250, 1),
        (3, 250, 1),
        (5, 250, 1),
        (0, 10, 4),
        (2, 10, 4),
        (4, 10, 4),
    ]


def test_rulings_section_4_6_an_automatic_turn_draws_a_card_and_discards_it(arrange_match):
    table = arrange_match({0: "8♦"}, discard="4♠")
    match = table.match
    match.act(0, match.default(0))
    drawn = table.pile("hand/0")[-1]
    assert str(match.default(0)) == f"discard {drawn} announce"
    match.act(0, match.default(0))
    assert table.pile("hand/0") == cards("8♦")
    assert table.fact("due") == ()


def test_rulings_section_4_6_hands_are_seen_by_their_owners_only(arrange_match):
    view = arrange_match({0: "8♦ 9♦", 2: "K♣ Q♣"}).match.view(0)
    assert view.piles["hand/0"] == cards("8♦ 9♦")
    assert (view.piles["hand/2"], view.piles["hand/1"]) == (2, 2)
    assert isinstance(view.piles["stock"], int)


def test_actions_that_differ_only_in_equal_cards_of_several_packs_are_offered_once(arrange_match):
    table = arrange_match({0: "7♠ 7♠ 7♦ K♣ 9♦"}, discard="4♠", phase="play")
    assert table.legal_with_verb(0, "discard") == ["discard 7♠", "discard 7♦", "discard 9♦", "discard K♣"]
    assert table.legal_with_verb(0, "meld") == ["meld 7♠ 7♠ 7♦"]


def test_cards_of_an_action_may_be_named_in_any_order_and_are_recorded_in_a_fixed_one(arrange_match):
    table = arrange_match({0: "7♠ 7♦ 2♥ K♣ 9♦ 8♦"}, discard="4♠", phase="play")
    assert str(GAME.parse("meld 2h 7d 7s")) == "meld 7♠ 7♦ 2♥"
    assert str(GAME.parse("take 3 9s 9c")) == "take 3 9♣ 9♠"
    assert str(GAME.parse("add 7♣ to 7")) == "add 7♣"
    from core import Action

    table.match.act(0, Action(("meld", *cards("2♥ 7♦ 7♠"))))
    assert str(table.match.actions[-1][1]) == "meld 7♠ 7♦ 2♥"


@pytest.mark.parametrize(
    "text",
    [
        "deal",
        "draw",
        "take 3 9♣ 9♠",
        "meld 7♠ 7♦ 2♥",
        "add 7♣",
        "add 2♣ to K",
        "ask",
        "yes",
        "no",
        "discard K♣",
        "discard K♣ announce",
        "announce",
        "catch 2",
    ],
)
def test_big_queen_action_prints_as_it_was_parsed(text):
    assert str(GAME.parse(text)) == text


def test_remarks_of_big_queen_have_the_expected_sentences(arrange_match):
    table = arrange_match({0: "9♣ 9♠ 5♦ J♦"})
    changes = table.match.act(0, GAME.parse("take 2 9♣ 9♠"))
    assert [GAME.sentence(change) for change in changes if isinstance(change, Remark)] == [
        "9♦ taken from the discard pile and laid with 9♣ and 9♠. 3 more cards picked up."
    ]
