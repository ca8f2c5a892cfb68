"""Rulings QD-1 to QD-28 of Queen's Dungeon, and RULINGS 5.1 to 5.5."""

from collections import Counter

import pytest

from core import BadOption, Dealer, FactChanged, IllegalAction, Remark, games, replay
from core.engine.cards import CARDS
from tests.support.depth import parametrize

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""


def act(match, seat, text):
    """Carry out the action that `text` writes; return its changes."""
    return match.act(seat, GAME.parse(text))


def remark_sentences(changes):
    """Return the sentences of the remarks among some changes."""
    return [GAME.sentence(change) for change in changes if isinstance(change, Remark)]


@pytest.mark.parametrize(
    ("seats", "removed_twos", "hand_size", "quota"),
    [
        (2, "2♣", 17, 7),
        (3, "2♣", 17, 7),
        (4, "", 13, 5),
        (5, "2♣ 2♦", 10, 4),
        (6, "2♣ 2♦ 2♥ 2♠", 8, 3),
        (7, "2♣ 2♦ 2♥", 7, 2),
        (8, "2♣ 2♦ 2♥ 2♠", 6, 2),
    ],
)
def test_rulings_section_5_1_each_number_of_seats_has_its_hand_size_quota_and_removed_twos(
    start_match, seats, removed_twos, hand_size, quota
):
    match = start_match(seats, dealer=0)
    act(match, 0, "trump ♥")
    view = match.view(None)
    assert " ".join(map(str, view.cards("removed"))) == removed_twos
    assert [view.count(f"hand/{seat}") for seat in range(seats)] == [hand_size] * seats
    assert view.facts["quota"] == quota
    assert view.count("stock") == 0
    assert view.facts["turn"] == view.facts["leader"] == 1
    if seats == 2:
        assert view.piles["dummy"] == 17


def test_ruling_qd_2_the_highest_card_of_the_cut_deals_and_the_tied_draw_again():
    match = GAME.start(4, dealer=Dealer.scripted({"cut": ["Q♣ A♠ Q♥ K♦ 3♣ 9♣"]}))
    assert match.view(None).facts["dealer"] == 2
    assert remark_sentences(match.opening_changes)[-3:] == [
        "Cut 3♣ for the deal.",
        "Cut 9♣ for the deal.",
        "Cut the highest card: first to deal.",
    ]
    assert GAME.start(3, dealer=Dealer.scripted({"cut": ["A♣ K♠ J♥"]})).view(0).facts["dealer"] == 0


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left(start_match):
    match = start_match(4, dealer=1, stock=["2♣ 3♣ 4♣ 5♣ 6♣"])
    act(match, 1, "trump ♥")
    assert [str(match.view(seat).cards(f"hand/{seat}")[0]) for seat in (2, 3, 0, 1)] == ["2♣", "3♣", "4♣", "5♣"]
    assert str(match.view(2).cards("hand/2")[1]) == "6♣"


def test_rulings_section_5_2_trump_is_called_before_any_card_is_dealt(start_match):
    match = start_match(4, dealer=2)
    assert match.waiting == {2}
    assert [str(action) for action in match.legal(2)] == ["trump ♣", "trump ♦", "trump ♥", "trump ♠"]
    assert match.view(2).piles["hand/2"] == ()
    assert match.view(2).facts["trump"] is None


def test_ruling_qd_4_a_queen_played_to_another_suit_does_not_win(arrange_hand, play_cards):
    match = arrange_hand("3♥ 2♣", "5♥ Q♣", "4♥ 4♣", "2♥ 5♣")
    play_cards(match, "3♥ Q♣ 4♥ 2♥")
    assert match.view(None).facts["tricks/2"] == 1


def test_ruling_qd_5_a_queen_led_makes_her_suit_the_suit_led(arrange_hand, play_cards, playable_cards):
    match = arrange_hand("Q♥ 2♣", "5♥ 3♣", "4♣ 6♣", "2♥ 5♣")
    play_cards(match, "Q♥")
    assert playable_cards(match, 1) == {"5♥"}


def test_trumps_are_broken_by_a_trump_in_an_earlier_trick(arrange_hand, play_cards, playable_cards):
    match = arrange_hand("3♥ 2♦", "5♥ 3♦", "4♦ 6♣", "2♥ 5♦", trump="♦")
    play_cards(match, "3♥ 5♥")
    assert match.view(None).facts["broken"] is False
    play_cards(match, "4♦")
    changes = act(match, 3, "play 2♥")
    assert match.view(None).facts["broken"] is True
    assert remark_sentences(changes) == ["4♦ takes the trick.", "Trumps are broken: diamonds may be led."]


def test_ruling_qd_7_after_a_change_the_new_trumps_are_unbroken(arrange_hand, play_cards, playable_cards):
    match = arrange_hand("Q♥ 2♣ 3♠", "Q♦ 3♣ 4♠", "4♥ 4♣ 5♠", "2♥ 5♣ 6♠", trump="♦", broken=True, dealer=2)
    play_cards(match, "Q♥ Q♦ 4♥ 2♥")
    act(match, 2, "trump ♠")
    view = match.view(None)
    assert (view.facts["trump"], view.facts["broken"], view.facts["called"]) == ("♠", False, ("♦", "♠"))
    assert playable_cards(match, 1) == {"3♣"}


def test_house_rule_change_resets_broken_if_off_keeps_trumps_broken(arrange_hand, play_cards, playable_cards):
    hands = ("Q♥ 2♣ 3♠", "Q♦ 3♣ 4♠", "4♥ 4♣ 5♠", "2♥ 5♣ 6♠")
    match = arrange_hand(*hands, trump="♦", broken=True, dealer=2, change_resets_broken=False)
    play_cards(match, "Q♥ Q♦ 4♥ 2♥")
    act(match, 2, "trump ♠")
    assert playable_cards(match, 1) == {"3♣", "4♠"}


def test_ruling_qd_8_trump_does_not_change_after_the_last_trick(arrange_hand, play_cards):
    match = arrange_hand("Q♥", "Q♦", "4♥", "2♥", trump="♦", dealer=2)
    play_cards(match, "Q♥ Q♦ 4♥ 2♥")
    assert match.view(None).facts["phase"] == "call"


def test_ruling_qd_9_a_trick_of_three_queens_forces_no_change_of_trump(arrange_hand, play_cards):
    match = arrange_hand("Q♥ 2♣", "Q♦ 3♣", "Q♠ 4♣", "2♥ 5♣", trump="♦", dealer=2)
    play_cards(match, "Q♥ Q♦ Q♠ 2♥")
    assert match.view(None).facts["phase"] == "play"
    assert match.view(None).facts["trump"] == "♦"


def test_rulings_section_5_3_three_queens_send_to_the_dungeon_at_once_and_nothing_more_is_earned_in_the_hand(
    arrange_hand, play_cards
):
    match = arrange_hand("Q♥ 9♣", "Q♦ 3♣", "Q♠ 4♣", "2♥ 5♣", trump="♦", scores=(50, 300, 60, 70), tricks=(0, 4, 0, 0))
    play_cards(match, "Q♥ Q♦ Q♠ 2♥")
    assert match.score(1) == 49
    play_cards(match, "3♣ 4♣ 5♣ 9♣")
    assert match.score(1) == 49
    assert match.score(0) == 60


def test_rulings_section_5_3_the_lowest_score_is_determined_before_anybody_gets_points(arrange_hand, play_cards):
    match = arrange_hand("Q♥", "Q♦", "Q♠", "2♥", trump="♦", scores=(50, 300, 60, 70), tricks=(5, 0, 0, 0))
    play_cards(match, "Q♥ Q♦ Q♠ 2♥")
    assert [match.score(seat) for seat in range(4)] == [100, 49, 60, 20]


@pytest.mark.parametrize(
    ("tricks", "pays", "score_change"),
    [(3, True, -50), (3, False, 0), (5, True, 0)],
    ids=["missed", "option off", "made"],
)
def test_ruling_qd_16_condemned_dealer_loses_fifty_or_nothing_for_a_missed_quota_by_the_option(
    arrange_hand, play_cards, tricks, pays, score_change
):
    match = arrange_hand(
        "2♣ Q♥",
        "3♣ Q♣",
        "4♣ Q♠",
        "9♣ Q♦",
        trump="♦",
        tricks=(0, 0, 0, tricks - 2),
        scores=(400, 400, 400, 400),
        condemned_dealer_pays=pays,
        leader=3,
    )
    play_cards(match, "Q♦ 2♣ Q♣ Q♠ 9♣ Q♥ 3♣ 4♣")
    assert match.score(3) == 300 + score_change


def test_ruling_qd_19_players_who_are_tied_play_on_until_one_leads_alone(arrange_hand, play_cards):
    match = arrange_hand("2♣", "9♣", "3♣", "4♣", scores=(520, 510, 90, 540), tricks=(0, 0, 1, 4))
    play_cards(match, "2♣ 9♣ 3♣ 4♣")
    assert not match.over  # 520, 520, 100, 490
    assert match.facts[match.layout.facts[3].layout_index] == 0  # the deal has gone to the left


def test_target_score_of_queens_dungeon_is_an_option(arrange_hand, play_cards):
    match = arrange_hand("2♣", "9♣", "3♣", "4♣", scores=(0, 90, 0, 0), target=100)
    play_cards(match, "2♣ 9♣ 3♣ 4♣")
    assert match.over
    assert match.standings[0].seat == 1


def test_rulings_section_5_5_only_the_last_trick_is_shown(arrange_hand, play_cards):
    match = arrange_hand("3♥ 2♣ 3♣", "5♥ 7♣ 8♣", "4♥ 4♣ 9♣", "2♥ 5♣ 10♣")
    play_cards(match, "3♥ 5♥ 4♥ 2♥ 7♣ 4♣")
    for seat in (None, 0, 1, 2, 3):
        view = match.view(seat)
        assert " ".join(map(str, view.facts["last"])) == "3♥ 5♥ 4♥ 2♥"
        assert view.facts["last-leader"] == 0
        assert " ".join(map(str, view.cards("trick"))) == "7♣ 4♣"
        assert view.piles["won/1"] == 4
        assert [view.piles[f"hand/{other}"] for other in range(4) if other != seat].count(2) >= 1
        assert all(isinstance(view.piles[f"hand/{other}"], int) for other in range(4) if other != seat)


def test_rulings_section_5_5_automatic_action_calls_the_first_suit_and_plays_the_lowest_legal_card(
    arrange_hand, play_cards, start_match
):
    match = start_match(4, dealer=1)
    assert str(match.default(1)) == "trump ♣"
    match = arrange_hand("Q♣ K♣ A♣ 3♦", "3♣ 3♥ 4♣ 4♥", "4♦ 4♠ 5♦ 5♠", "6♣ 6♦ 6♥ 6♠", broken=True)
    assert str(match.default(0)) == "play 3♦"
    match = arrange_hand("Q♣ K♣", "3♣ 3♥", "4♦ 4♠", "6♣ 6♦", broken=True)
    assert str(match.default(0)) == "play K♣"  # K before A before Q
    match = arrange_hand("Q♥ 2♣ 3♠", "Q♦ 3♣ 4♠", "4♥ 4♣ 5♠", "2♥ 5♣ 6♠", trump="♦", dealer=2)
    play_cards(match, "Q♥ Q♦ 4♥ 2♥")
    assert str(match.default(2)) == "trump ♣"


@pytest.mark.parametrize(
    ("hands", "text", "reason"),
    [
        (("3♦ 2♣", "5♥ 3♣", "4♥ 6♣", "2♥ 5♣"), "play 3♦", "not broken"),
        (("3♦ 2♣", "5♥ 3♣", "4♥ 6♣", "2♥ 5♣"), "play A♠", "not in your hand"),
        (("3♦ 2♣", "5♥ 3♣", "4♥ 6♣", "2♥ 5♣"), "trump ♥", "not possible now"),
        (("3♦ 2♣", "5♥ 3♣", "4♥ 6♣", "2♥ 5♣"), "accuse 1", "nothing to put right"),
    ],
)
def test_refused_action_is_explained_and_changes_nothing(arrange_hand, hands, text, reason):
    match = arrange_hand(*hands)
    before = match.digest
    with pytest.raises(IllegalAction, match=reason):
        act(match, 0, text)
    with pytest.raises(IllegalAction, match="not your turn"):
        act(match, 1, "play 5♥")
    assert match.digest == before


def test_refusal_to_follow_names_the_suit_led(arrange_hand, play_cards):
    match = arrange_hand("3♥ 2♣", "5♥ 3♣", "4♥ 6♣", "2♥ 5♣")
    play_cards(match, "3♥")
    with pytest.raises(IllegalAction, match="follow suit with hearts, or play a Queen"):
        act(match, 1, "play 3♣")


# Two players and the dummy (QD-22)


def test_ruling_qd_22_the_dummy_sits_to_the_dealers_right_and_follows_nothing(arrange_hand, play_cards, playable_cards):
    match = arrange_hand("3♥ 2♣", "5♥ 3♣", dummy="4♠ 4♣", trump="♦")  # seat 1 deals
    play_cards(match, "3♥")
    view = match.view(None)
    assert " ".join(map(str, view.cards("trick"))) == "3♥ 4♠"
    assert view.facts["turn"] == 1
    assert playable_cards(match, 1) == {"5♥"}


def test_ruling_qd_22_the_dummy_leads_its_top_card_even_a_trump_and_its_tricks_are_lost(arrange_hand, play_cards):
    match = arrange_hand("3♥ 2♣", "5♥ 3♣", dummy="4♦ 5♦", trump="♦", scores=(10, 20))
    play_cards(match, "3♥ 5♥")
    view = match.view(None)
    assert (view.facts["tricks/2"], view.facts["leader"], view.piles["won/2"]) == (1, 2, 3)
    assert " ".join(map(str, view.cards("trick"))) == "5♦"
    assert view.facts["turn"] == 1
    play_cards(match, "3♣ 2♣")
    assert [match.score(0), match.score(1)] == [10, 20 - 50]


def test_ruling_qd_22_a_two_queen_trick_of_the_dummy_forces_a_change_before_it_leads(arrange_hand, play_cards):
    match = arrange_hand("Q♥ 2♣", "Q♠ 3♣", dummy="4♦ 5♦", trump="♦")
    play_cards(match, "Q♥ Q♠")
    assert match.view(None).facts["phase"] == "change"
    assert match.waiting == {1}
    act(match, 1, "trump ♠")
    assert [str(card) for card in match.view(0).cards("trick")] == ["5♦"]


def test_ruling_qd_22_the_dummy_is_never_condemned(arrange_hand, play_cards):
    match = arrange_hand("Q♥ 2♣", "Q♠ 3♣", dummy="Q♦ 5♦", trump="♦", scores=(300, 200))
    play_cards(match, "Q♥ Q♠")
    assert (match.score(0), match.score(1)) == (300, 200)
    assert "condemned/2" not in match.view(None).facts


def test_ruling_qd_22_the_dummy_moves_with_the_deal(start_match):
    match = start_match(2, dealer=0)
    act(match, 0, "trump ♥")
    assert match.circle == (1, 2, 0)
    while match.view(None).facts["hand"] == 1:
        (seat,) = match.waiting
        match.act(seat, match.default(seat))
    assert match.circle == (0, 2, 1)


def test_the_dummys_top_card_is_the_one_dealt_last(start_match):
    order = CARDS[1:52]  # without the two of clubs
    match = start_match(2, dealer=0, stock=[" ".join(map(str, order))])
    act(match, 0, "trump ♥")
    assert str(match.piles[match.layout.dummy.layout_index][-1]) == str(order[49])


# The variations of RULINGS 5.7


def test_ruling_qd_24_dealer_swaps_cards_for_those_left_over(start_match):
    match = start_match(5, dealer=0, switch=True, stock=[" ".join(map(str, CARDS[:52]))])
    act(match, 0, "trump ♥")
    view = match.view(0)
    assert view.cards("removed") == ()
    assert [str(card) for card in view.cards("aside/0")] == ["K♠", "A♠"]
    assert match.view(1).piles["aside/0"] == 2
    assert view.facts["phase"] == "switch"
    out = view.cards("hand/0")[3]
    act(match, 0, f"swap {out} A♠")
    assert str(match.view(0).cards("hand/0")[-1]) == "A♠"
    assert out in match.view(0).cards("aside/0")
    assert all(action.cards[1:] == view.cards("aside/0")[:1] for action in match.legal(0)[1:])
    act(match, 0, "keep")
    assert match.view(0).facts["turn"] == 1
    assert str(match.default(1)).startswith("play")


def test_ruling_qd_24_dealer_can_swap_each_leftover_card_only_once(start_match):
    match = start_match(8, dealer=0, switch=True)
    act(match, 0, "trump ♥")
    for _ in range(4):
        assert str(match.default(0)) == "keep"
        changes = match.act(0, match.legal(0)[-1])
    assert match.view(None).facts["phase"] == "play"  # to keep the hand is no decision when nothing else is left (G-3)
    assert match.waiting == {1}
    assert [GAME.sentence(change) for change in changes if isinstance(change, Remark)] == ["4 cards swapped."]


def test_first_revision_of_the_rules_still_asks_a_dealer_who_has_swapped_every_card(start_match):
    match = start_match(8, dealer=0, switch=True, rules=1)
    act(match, 0, "trump ♥")
    for _ in range(4):
        match.act(0, match.legal(0)[-1])
    assert [str(action) for action in match.legal(0)] == ["keep"]


def test_ruling_qd_24_the_dealer_swaps_nothing_where_no_cards_are_left_over(start_match):
    match = start_match(4, dealer=0, switch=True)
    act(match, 0, "trump ♥")
    assert match.view(0).facts["phase"] == "play"


def test_ruling_qd_27_dealer_takes_the_spare_hand_for_one_trick_more(start_match):
    match = start_match(3, dealer=0, exchange=True)
    act(match, 0, "trump ♥")
    own = match.view(0).cards("hand/0")
    assert match.view(0).piles["spare"] == 13
    assert [str(action) for action in match.legal(0)] == ["keep", "exchange"]
    kept = match.copy()
    act(match, 0, "exchange")
    assert match.view(0).cards("aside/0") == own
    assert match.view(1).piles["aside/0"] == 13
    assert not set(match.view(0).cards("hand/0")) & set(own)
    assert match.view(None).facts["quota"] == 6
    act(kept, 0, "keep")
    assert kept.view(None).facts["quota"] == 5
    assert kept.view(0).cards("hand/0") == own
    assert kept.view(None).facts["phase"] == "play"


def test_ruling_qd_25_partners_share_one_score(arrange_hand, play_cards):
    match = arrange_hand("2♣", "9♣", "3♣", "4♣", partners=True, scores=(100, 60, 100, 60), tricks=(2, 1, 3, 4))
    play_cards(match, "2♣ 9♣ 3♣ 4♣")
    assert [match.score(seat) for seat in range(4)] == [150, 30, 150, 30]
    assert [(standing.seat, standing.rank) for standing in match.standings] == [(0, 1), (2, 1), (1, 3), (3, 3)]


def test_ruling_qd_25_the_dungeon_compares_with_the_other_team_and_the_partner_still_earns_points(
    arrange_hand, play_cards
):
    hands = ("Q♥", "Q♦", "Q♠", "2♥")
    match = arrange_hand(*hands, partners=True, scores=(150, 400, 150, 400), tricks=(2, 5, 1, 5), queens=(0, 1, 0, 0))
    play_cards(match, "Q♥ Q♦ Q♠ 2♥")
    assert match.score(1) == match.score(3) == 149 + 100
    assert match.score(0) == match.score(2) == 180


def test_ruling_qd_25_a_team_wins_together(arrange_hand, play_cards):
    match = arrange_hand("2♣", "9♣", "3♣", "4♣", partners=True, scores=(495, 60, 495, 60), tricks=(2, 1, 3, 4))
    changes = [
        change for text in ("2♣", "9♣", "3♣", "4♣") for change in act(match, match.number_in_fact(2), f"play {text}")
    ]
    assert match.over
    assert remark_sentences(changes)[-1] == "The match is won with the partner opposite: 545 points."
    assert [standing.rank for standing in match.standings] == [1, 1, 3, 3]


def test_ruling_qd_26_challenge_makes_queens_compulsory(arrange_hand, play_cards, playable_cards):
    hands = ("Q♥ 2♣ Q♣", "5♥ Q♦ 3♣", "4♥ 6♣ 7♣", "2♥ 5♣ Q♠")
    match = arrange_hand(*hands, scores=(0, 400, 10, 20), challenge=True)
    assert str(match.legal(0)[-1]) == "challenge"
    act(match, 0, "challenge")
    assert [str(action) for action in match.legal(0)] == ["play Q♣", "play Q♥"]
    play_cards(match, "Q♥")
    assert playable_cards(match, 1) == {"Q♦"}
    play_cards(match, "Q♦")
    assert playable_cards(match, 2) == {"4♥"}
    play_cards(match, "4♥")
    assert playable_cards(match, 3) == {"Q♠"}
    play_cards(match, "Q♠")
    assert match.view(None).facts["condemned/1"] is True
    assert match.view(None).facts["challenge"] is False


def test_ruling_qd_26_a_leader_without_a_queen_makes_a_normal_lead(arrange_hand, play_cards, playable_cards):
    hands = ("9♦ 2♣ 3♣", "5♥ Q♦ 4♣", "4♥ 6♣ 7♣", "2♥ 5♣ Q♠")
    match = arrange_hand(*hands, scores=(0, 400, 10, 20), challenge=True)
    act(match, 0, "challenge")
    assert playable_cards(match, 0) == {"2♣", "3♣"}


@pytest.mark.parametrize("scores", [(11, 400, 10, 20), (0, 399, 10, 20)], ids=["not lowest", "nobody has 400"])
def test_ruling_qd_26_challenge_needs_the_lowest_score_and_a_score_of_400(arrange_hand, scores):
    match = arrange_hand("9♦ 2♣ 3♣", "5♥ Q♦ 4♣", "4♥ 6♣ 7♣", "2♥ 5♣ Q♠", scores=scores, challenge=True)
    assert all(action.verb == "play" for action in match.legal(0))


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {"switch": True, "exchange": True}),
        (3, {"partners": True}),
        (5, {"partners": True}),
        (4, {"exchange": True}),
    ],
)
def test_ruling_qd_28_excluded_options_are_refused(seats, options):
    with pytest.raises(BadOption):
        GAME.start(seats, options=options)


def test_ruling_qd_28_all_options_that_are_not_excluded_can_be_combined(start_match):
    start_match(4, partners=True, challenge=True, switch=True, reneging="honour", time_limit=5)
    start_match(3, exchange=True, challenge=True, reneging="honour")


# The table's clock (QD-20)


def test_ruling_qd_20_when_the_time_has_run_out_the_hand_is_finished(arrange_hand, play_cards):
    match = arrange_hand("2♣ 4♥", "9♣ 3♥", "3♣ 2♥", "4♣ 5♥", scores=(0, 90, 0, 0), time_limit=30)
    assert match.legal(4) == (GAME.parse("time"),)
    assert 4 not in match.waiting
    with pytest.raises(IllegalAction, match="table's own clock"):
        act(match, 0, "time")
    act(match, 4, "time")
    assert match.legal(4) == ()
    with pytest.raises(IllegalAction):
        act(match, 4, "time")
    play_cards(match, "2♣ 9♣ 3♣ 4♣ 3♥ 2♥ 5♥ 4♥")
    assert match.over
    assert match.standings[0].seat == 1


def test_ruling_qd_20_a_tie_at_the_end_of_the_time_asks_for_another_hand(arrange_hand, play_cards):
    match = arrange_hand("2♣", "9♣", "3♣", "4♣", scores=(100, 90, 0, 0), time_limit=30)
    act(match, 4, "time")
    play_cards(match, "2♣ 9♣ 3♣ 4♣")
    assert not match.over
    assert match.view(None).facts["last-hand"] is True


def test_queens_dungeon_without_a_time_limit_offers_no_action_to_end_it(start_match):
    match = start_match(4)
    assert match.legal(4) == ()
    with pytest.raises(IllegalAction):
        act(match, 4, "time")


def test_end_of_the_time_limit_is_recorded_and_replayed(start_match):
    match = start_match(4, seed=5, time_limit=1)
    act(match, 4, "time")
    while not match.over:
        (seat,) = match.waiting
        match.act(seat, match.default(seat))
    assert "4 time" in str(match.record)
    assert replay(match.record).digest == match.digest


# Log, order of changes, suits that bots call (amended 2026-11-22)


@pytest.mark.parametrize(
    ("hands", "options", "sentence"),
    [
        (("2♥ 9♣", "3♦ 4♣", "5♥ 6♣", "7♥ 8♣"), {}, ["Trumps are broken: diamonds may be led."]),
        (("9♦", "3♦", "5♦", "7♦"), {}, []),
        (("Q♦ 2♥", "3♦ 4♥", "Q♥ 6♥", "7♦ 8♥"), {}, []),
        (
            ("Q♦ 2♥", "3♦ 4♥", "Q♥ 6♥", "7♦ 8♥"),
            {"change_resets_broken": False},
            ["Trumps are broken, and stay so when the suit changes."],
        ),
        (("Q♦ 2♥", "3♦ 4♥", "Q♥ 6♥", "7♦ 8♥"), {"rules": 1}, ["Trumps are broken: diamonds may be led."]),
    ],
    ids=["go on", "last trick", "change", "change without reset", "first rules"],
)
def test_log_says_that_trumps_are_broken_where_they_can_be_led_next(arrange_hand, hands, options, sentence):
    match = arrange_hand(*hands, broken=False, **options)
    for seat, hand in enumerate(hands):
        changes = match.act(seat, GAME.parse(f"play {hand.split()[0]}"))
    assert [text for text in remark_sentences(changes) if "broken" in text] == sentence


def test_change_of_the_dealer_comes_after_the_new_quota_and_the_reset_of_tricks(start_match):
    """A screen that is shown the new dealer must have the quota of this hand then, and not the tricks of the last
    hand.
    """
    match = start_match(3, exchange=True, seed=5)
    view = match.view(None)
    seen = []
    while match.view(None).facts["hand"] < 3:
        seat = min(match.waiting)
        choice = match.legal(seat)[-1]
        for change in match.act(seat, choice):
            known = change.seen_by(None)
            view = view if known is None else view.apply(known)
            if isinstance(known, FactChanged) and known.fact.name == "dealer":
                seen.append([view.facts[name] for name in ("quota", "tricks/0", "tricks/1", "tricks/2", "trump")])
    assert seen == [[5, 0, 0, 0, None]] * 2


@parametrize(("seats", "hands"), [(4, 40), (2, 40), (7, 40)], 1)
def test_warden_bots_call_each_suit_in_some_hand(seats, hands):
    match = GAME.start(seats, seed=8, options={"target": 100_000})
    bot = GAME.bots["warden"]
    called = Counter()
    while match.view(None).facts["hand"] <= hands:
        (seat,) = match.awaited
        action = bot(match.view(seat))
        assert action == bot(match.view(seat))
        if match.view(None).facts["phase"] == "call":
            called[str(action)] += 1
        match.act(seat, action)
    assert len(called) == 4
    assert max(called.values()) < hands / 2


def test_summary_of_a_match_counts_the_best_hand_with_the_quota_and_every_quota_missed():
    said = [
        Remark(-1, "earned", 0, (10, 2, 150)),
        Remark(-1, "dealer made", 1, (6, 5, 160)),
        Remark(-1, "dealer missed", 2, (4, 5, -50)),
        Remark(-1, "dealer missed", 3, (3, 5, -50)),
    ]
    told = [highlight.text(said, ("Ann", "Bea", "Cleo", "Dora")) for highlight in GAME.highlights]
    assert [words for words in told if words] == ["best hand 160 points (Bea)", "2 quotas missed"]
    assert GAME.moment(said[1])[1] == "made the dealer's quota with 6 tricks, for 160 points"
