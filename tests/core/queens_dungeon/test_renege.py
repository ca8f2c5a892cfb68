"""Reneging in the honour mode of Queen's Dungeon, where wrong cards can be played: rulings QD-40 to QD-45."""

import pytest

from core import IllegalAction, Remark, games, replay

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""
DEFAULT_HANDS = ("9♣ 2♥ 2♠ A♠", "3♣ 4♥ 4♠ K♠", "5♣ 6♥ 6♠ J♠", "7♣ 8♥ 8♠ 10♠")
"""The hands of seats 0 to 3 unless a test gives others."""


def act(match, seat, text):
    """Carry out the action that `text` writes; return its changes."""
    return match.act(seat, GAME.parse(text))


def legal_verbs(match, seat):
    """Return the verbs of the legal actions of a seat."""
    return {action.verb for action in match.legal(seat)}


@pytest.fixture
def arrange_honour_hand(arrange_hand):
    """Return a function that lays out a hand in the honour mode, with `DEFAULT_HANDS` unless other hands are given."""

    def lay_out(*hands, **options):
        return arrange_hand(*(hands or DEFAULT_HANDS), reneging="honour", **{"scores": (50, 300, 90, 100), **options})

    return lay_out


def test_in_honour_mode_any_card_may_follow_but_only_a_legal_card_may_be_led(
    arrange_honour_hand, play_cards, playable_cards
):
    match = arrange_honour_hand("9♦ 2♥ 2♠ A♠", *DEFAULT_HANDS[1:])
    assert playable_cards(match, 0) == {"2♥", "2♠", "A♠"}
    play_cards(match, "2♥")
    assert playable_cards(match, 1) == {"3♣", "4♥", "4♠", "K♠"}


def test_ruling_qd_40_a_wrong_card_may_be_taken_back_until_the_next_is_laid(
    arrange_honour_hand, play_cards, playable_cards
):
    match = arrange_honour_hand()
    play_cards(match, "9♣ 4♥")
    assert "take-back" in legal_verbs(match, 1)
    act(match, 1, "take-back")
    view = match.view(1)
    assert "4♥" in map(str, view.cards("hand/1"))
    assert [str(card) for card in view.cards("trick")] == ["9♣"]
    assert match.number_in_fact(2) == 1
    assert playable_cards(match, 1) == {"3♣"}  # and now a right one
    assert match.score(1) == 300


def test_ruling_qd_40_card_cannot_be_taken_back_after_the_next_card(arrange_honour_hand, play_cards):
    match = arrange_honour_hand()
    play_cards(match, "9♣ 4♥ 5♣")
    assert "take-back" not in legal_verbs(match, 1)
    with pytest.raises(IllegalAction):
        act(match, 1, "take-back")


def test_ruling_qd_40_last_card_of_a_trick_can_be_taken_back_until_the_next_lead(arrange_honour_hand, play_cards):
    match = arrange_honour_hand()
    play_cards(match, "9♣ 3♣ 5♣ 8♥")
    assert match.view(None).facts["tricks/0"] == 1
    act(match, 3, "take-back")
    view = match.view(None)
    assert (view.facts["tricks/0"], view.facts["turn"], view.facts["last"]) == (0, 3, ())
    assert [str(card) for card in view.cards("trick")] == ["9♣", "3♣", "5♣"]
    play_cards(match, "7♣")
    assert match.view(None).facts["tricks/0"] == 1
    assert match.score(3) == 100


def test_ruling_qd_41_owning_up_costs_25_and_play_resumes_at_the_wrong_card(
    arrange_honour_hand, play_cards, playable_cards
):
    match = arrange_honour_hand()
    play_cards(match, "9♣ 4♥ 5♣")
    act(match, 1, "own-up")
    assert match.score(1) == 275
    assert match.view(None).facts["condemned/1"] is False
    assert [str(card) for card in match.view(None).cards("trick")] == ["9♣"]
    assert "5♣" in map(str, match.view(2).cards("hand/2"))
    assert match.number_in_fact(2) == 1
    assert playable_cards(match, 1) == {"3♣"}
    play_cards(match, "3♣ 5♣ 7♣ 2♥")
    act(match, 0, "accuse 1")
    assert match.score(1) == 275  # settled


def test_ruling_qd_41_owning_up_after_the_trick_undoes_the_trick(arrange_honour_hand, play_cards):
    hands = ("Q♣ 2♥ 2♠", "3♣ 4♥ 4♠", "Q♥ 5♣ 6♠", "Q♠ 7♣ 8♠")
    match = arrange_honour_hand(*hands, scores=(200, 300, 90, 100))
    play_cards(match, "Q♣ 4♥ Q♥ Q♠")
    assert match.score(0) == 89
    assert match.view(None).facts["condemned/0"] is True
    act(match, 1, "own-up")
    view = match.view(None)
    assert (match.score(0), view.facts["condemned/0"], view.facts["queens/0"]) == (200, False, 0)
    assert view.piles["won/0"] == 52 - 12
    play_cards(match, "3♣ 5♣ 7♣")
    assert match.score(0) == 200
    assert match.score(1) == 275


def test_ruling_qd_41_owning_up_undoes_a_change_of_trump(arrange_honour_hand, play_cards):
    hands = ("Q♣ 2♥ 2♠", "3♣ 4♥ 4♠", "Q♥ 5♣ 6♠", "7♣ 8♠ 9♠")
    match = arrange_honour_hand(*hands, broken=True, trump="♦")
    play_cards(match, "Q♣ 4♥ Q♥ 7♣")
    assert match.view(None).facts["phase"] == "change"
    act(match, 3, "trump ♥")
    assert match.view(None).facts["trump"] == "♥"
    act(match, 1, "own-up")
    view = match.view(None)
    assert (view.facts["trump"], view.facts["broken"], view.facts["phase"]) == ("♦", True, "play")
    assert view.facts["called"] == ("♦",)
    play_cards(match, "3♣ 5♣ 7♣")
    assert match.view(None).facts["phase"] == "play"


def test_ruling_qd_42_accusation_after_the_next_lead_is_decided_at_once(arrange_honour_hand, play_cards):
    match = arrange_honour_hand(tricks=(0, 0, 0, 9))
    play_cards(match, "9♣ 4♥ 5♣ 7♣ 2♥")
    act(match, 2, "accuse 1")
    assert match.score(1) == 50  # at the low score, not one below
    assert match.view(None).facts["condemned/1"] is True
    play_cards(match, "3♣")
    assert match.view(None).facts["tricks/0"] == 1  # tricks stand


def test_ruling_qd_42_tricks_from_the_offence_on_do_not_count_for_the_dealers_quota(arrange_honour_hand, play_cards):
    hands = ("9♣ 2♥ 2♠", "3♣ 4♥ 4♠", "5♣ 6♥ 6♠", "7♣ 8♦ A♠")
    match = arrange_honour_hand(*hands, broken=True, tricks=(0, 0, 0, 2), scores=(0, 0, 0, 300))
    play_cards(match, "9♣ 3♣ 5♣ 8♦")  # the dealer trumps, wrongly, and takes a third trick
    play_cards(match, "7♣")
    act(match, 0, "accuse 3")
    assert match.view(None).facts["uncounted"] == 1
    play_cards(match, "2♥ 4♥ 6♥ A♠ 2♠ 4♠ 6♠")
    assert match.view(None).facts["hand"] == 2
    assert match.score(3) == 0 - 50  # five tricks, but only four of them count
    assert match.score(0) == 0


def test_ruling_qd_42_a_trick_undone_after_the_discovery_counts_again(arrange_honour_hand, play_cards):
    hands = ("9♣ 2♥ 2♠", "3♣ 4♥ 4♠", "5♣ 6♥ 6♠", "7♣ 8♦ A♠")
    match = arrange_honour_hand(*hands, broken=True, tricks=(0, 0, 0, 3))
    play_cards(match, "9♣ 3♣ 5♣ 8♦")  # the dealer's trump was wrong
    play_cards(match, "A♠ 2♠ 4♥ 6♠")  # and now seat 1's heart was
    act(match, 0, "accuse 3")
    assert (match.view(None).facts["tricks/3"], match.view(None).facts["uncounted"]) == (5, 2)
    act(match, 1, "own-up")
    assert (match.view(None).facts["tricks/3"], match.view(None).facts["uncounted"]) == (4, 1)


def test_ruling_qd_42_no_trick_is_taken_from_the_quota_twice(arrange_honour_hand, play_cards):
    hands = ("9♣ 3♣ 2♥", "4♣ 3♥ 4♥", "6♣ 5♥ 6♥", "7♣ 8♦ K♠")
    match = arrange_honour_hand(*hands, broken=True, tricks=(2, 0, 0, 2), scores=(50, 300, 90, 500))
    play_cards(match, "9♣ 4♣ 6♣ K♠")  # the dealer's first wrong card
    play_cards(match, "3♣ 3♥ 5♥ 8♦")  # and the second, which takes the trick
    act(match, 1, "accuse 3")
    assert (match.score(3), match.view(None).facts["uncounted"]) == (50, 1)
    play_cards(match, "7♣")
    act(match, 1, "accuse 3")
    assert (match.score(3), match.view(None).facts["uncounted"]) == (-50, 1)


def test_ruling_qd_43_an_early_accusation_waits_and_the_offender_may_still_own_up(arrange_honour_hand, play_cards):
    match = arrange_honour_hand()
    play_cards(match, "9♣ 4♥ 5♣")
    act(match, 3, "accuse 1")
    assert match.score(1) == 300
    owned = match.copy()
    play_cards(match, "7♣ 2♥")
    assert match.score(1) == 50
    act(owned, 1, "own-up")
    play_cards(owned, "3♣ 5♣ 7♣ 2♥")
    assert owned.score(1) == 275
    assert owned.view(None).facts["condemned/1"] is False


def test_ruling_qd_43_a_seat_may_accuse_once_a_trick_and_a_false_accusation_costs_nothing(
    arrange_honour_hand, play_cards
):
    match = arrange_honour_hand()
    play_cards(match, "9♣ 3♣")
    act(match, 2, "accuse 1")
    assert "accuse" not in legal_verbs(match, 2)
    play_cards(match, "5♣ 7♣")
    with pytest.raises(IllegalAction):
        act(match, 2, "accuse 3")
    play_cards(match, "2♥")
    assert [change.particulars for change in match.changes if getattr(change, "key", "") == "unfounded"] == [(1,)]
    assert [match.score(seat) for seat in range(4)] == [50, 300, 90, 100]
    assert "accuse" in legal_verbs(match, 2)


def test_ruling_qd_44_wrong_card_costs_nothing_after_the_hand(arrange_honour_hand, play_cards):
    match = arrange_honour_hand("9♣ 2♥", "3♣ 4♥", "5♣ 6♥", "7♣ 8♥", scores=(50, 300, 90, 100))
    play_cards(match, "9♣ 4♥ 5♣ 7♣ 2♥ 3♣ 6♥ 8♥")
    assert match.view(None).facts["hand"] == 2
    assert all(not {"accuse", "own-up"} & legal_verbs(match, seat) for seat in range(4))


def test_ruling_qd_45_a_queen_is_never_a_wrong_card(arrange_honour_hand, play_cards):
    match = arrange_honour_hand("9♣ 2♥ 2♠", "3♣ Q♥ 4♠", "5♣ 6♥ 6♠", "Q♣ 8♥ 8♠")
    play_cards(match, "9♣ Q♥ 5♣ 8♥")  # the last holds no club but the Queen, and plays neither her nor another
    assert "own-up" not in legal_verbs(match, 1)
    assert "take-back" in legal_verbs(match, 3)
    play_cards(match, "2♥")
    act(match, 0, "accuse 1")
    assert match.score(1) == 300
    act(match, 2, "accuse 3")
    assert match.score(3) == 0


@pytest.mark.parametrize(("rules", "word", "score"), [(2, "take-back", 0), (1, "own-up", -25)])
def test_ruling_qd_22_taking_back_a_card_also_returns_the_card_of_the_dummy(
    arrange_honour_hand, play_cards, rules, word, score
):
    options = {"dummy": "4♠ 4♣ 9♣", "scores": (0, 0), "leader": 1, "rules": rules}
    match = arrange_honour_hand("3♥ 2♣ 5♥", "A♥ 3♣ 6♥", **options)
    play_cards(match, "A♥ 2♣")  # seat 0 should follow; the dummy has played, and taken nothing
    assert match.view(None).facts["tricks/1"] == 1
    act(match, 0, word)
    assert match.view(None).piles["dummy"] == 3
    assert match.score(0) == score
    play_cards(match, "3♥")
    assert [str(card) for card in match.view(None).facts["last"]] == ["A♥", "3♥", "4♠"]


HAND_WHERE_DUMMY_LEADS = {"dummy": "A♥ K♥ 9♣", "scores": (0, 0), "leader": 1}
"""Arguments of the fixture `arrange_honour_hand` for a hand in which the dummy takes the first trick and leads the
next. Seat 1 leads the first trick with a heart, and seat 0 does not follow.
"""


def test_ruling_qd_22_a_card_may_still_be_taken_back_after_the_dummy_took_the_trick_and_led(
    arrange_honour_hand, play_cards
):
    match = arrange_honour_hand("3♥ 2♣ 5♥", "4♥ 3♣ 6♥", **HAND_WHERE_DUMMY_LEADS)
    play_cards(match, "4♥ 2♣")
    view = match.view(0)
    assert ([str(card) for card in view.cards("trick")], view.facts["leader"]) == (["K♥"], 2)
    assert "take-back" in legal_verbs(match, 0)
    act(match, 0, "take-back")
    view = match.view(None)
    assert (view.piles["dummy"], view.facts["tricks/2"], view.facts["turn"], view.facts["leader"]) == (3, 0, 0, 1)
    play_cards(match, "3♥")
    view = match.view(None)
    assert [str(card) for card in view.facts["last"]] == ["4♥", "3♥", "A♥"]
    assert [str(card) for card in view.cards("trick")] == ["K♥"]
    assert match.score(0) == 0


def test_ruling_qd_22_a_players_card_to_the_dummys_lead_ends_taking_back_and_can_prove_a_wrong_card(
    arrange_honour_hand, play_cards
):
    match = arrange_honour_hand("3♥ 2♣ 5♥", "4♥ 3♣ 6♥", **HAND_WHERE_DUMMY_LEADS)
    play_cards(match, "4♥ 2♣")
    act(match, 1, "accuse 0")
    assert match.score(0) == 0  # it waits (QD-43)
    play_cards(match, "6♥")
    assert match.score(0) == -100
    assert "take-back" not in legal_verbs(match, 0)


def test_ruling_qd_22_in_the_first_revision_the_dummys_lead_ended_taking_back(arrange_honour_hand, play_cards):
    match = arrange_honour_hand("3♥ 2♣ 5♥", "4♥ 3♣ 6♥", **HAND_WHERE_DUMMY_LEADS, rules=1)
    play_cards(match, "4♥ 2♣")
    assert "take-back" not in legal_verbs(match, 0)
    act(match, 1, "accuse 0")
    assert match.score(0) == -100


# Nothing shows that a card was wrong


def test_views_of_other_seats_do_not_show_whether_a_card_was_wrong(arrange_honour_hand, play_cards):
    wrong = arrange_honour_hand()
    right = arrange_honour_hand("9♣ 2♥ 2♠ A♠", "3♠ 4♥ 4♠ K♠", "5♣ 6♥ 6♠ J♠", "7♣ 8♥ 8♠ 10♠")
    for text in ("9♣", "4♥", "5♣", "7♣", "2♥"):
        seat = wrong.number_in_fact(2)
        changes = [match.act(seat, GAME.parse(f"play {text}")) for match in (wrong, right)]
        assert wrong.waiting == right.waiting
        assert wrong.awaited == right.awaited
        for other in (None, 0, 2, 3):
            shown = [[seen for change in each if (seen := change.seen_by(other))] for each in changes]
            assert shown[0] == shown[1]
            assert wrong.view(other) == right.view(other)
            if other is not None:
                assert wrong.legal(other) == right.legal(other)


def test_seat_that_has_accused_may_own_up_whether_its_card_was_wrong_or_not(arrange_honour_hand, play_cards):
    wrong = arrange_honour_hand()
    right = arrange_honour_hand("9♣ 2♥ 2♠ A♠", "3♠ 4♥ 4♠ K♠", "5♣ 6♥ 6♠ J♠", "7♣ 8♥ 8♠ 10♠")
    for match in (wrong, right):
        play_cards(match, "9♣ 4♥")
        act(match, 1, "accuse 2")
        assert legal_verbs(match, 1) == {"take-back"}
    assert wrong.waiting == right.waiting
    changes = act(right, 1, "take-back")
    assert [GAME.sentence(change) for change in changes if isinstance(change, Remark)] == [
        "There is nothing to own up to."
    ]
    assert not right.legal(1)


def test_card_played_after_taking_back_may_be_wrong_and_owned_up_to(arrange_honour_hand, play_cards):
    """A seat that owned up must play again, and can own up again, whether its first card was wrong or right."""
    wrong, right = (
        arrange_honour_hand(),
        arrange_honour_hand("9♣ 2♥ 2♠ A♠", "3♣ 4♥ 4♠ K♠", "5♠ 6♥ 6♠ J♠", "7♣ 8♥ 8♠ 10♠"),
    )
    for match, first in ((wrong, "5♣"), (right, "5♠")):
        play_cards(match, f"9♣ 4♥ {first}")
        act(match, 2, "accuse 0")
        act(match, 2, "take-back")
        act(match, 1, "own-up")
        play_cards(match, "3♣ 6♥")
    assert wrong.waiting == right.waiting
    assert 2 in wrong.waiting


def test_match_in_honour_mode_waits_only_for_the_seat_on_turn(arrange_honour_hand, play_cards):
    match = arrange_honour_hand()
    play_cards(match, "9♣ 4♥")
    assert match.awaited == {2}
    assert match.waiting == {0, 1, 2, 3}
    assert str(match.default(2)) == "play 5♣"


def test_match_in_the_honour_mode_is_recorded_and_replayed(start_match):
    match = start_match(4, seed=3, reneging="honour")
    for step in range(300):
        seats = sorted(match.waiting)
        seat = seats[step % len(seats)]
        actions = match.legal(seat)
        match.act(seat, actions[step * 7 % len(actions)])
    assert replay(match.record).digest == match.digest


# Refusals of plays and of accusations


def refusal_text(match, seat, text):
    """Check that match and game refuse an action with the same text; return this text."""
    with pytest.raises(IllegalAction) as caught:
        act(match, seat, text)
    assert str(caught.value) == GAME.refusal(match.view(seat), GAME.parse(text))
    return str(caught.value)


def test_refusal_of_a_play_out_of_turn_says_only_that_it_is_not_your_turn(arrange_honour_hand, play_cards):
    match = arrange_honour_hand()
    play_cards(match, "9♣ 3♣ 5♣")
    assert match.legal(0)  # may accuse
    for text in ("play 2♠", "play 9♦", "trump ♥", "challenge"):
        assert refusal_text(match, 0, text) == "It is not your turn."


def test_only_the_dealer_hears_which_suit_trump_may_change_to(arrange_honour_hand, play_cards):
    match = arrange_honour_hand("Q♣ 2♥ 2♠", "3♣ 4♥ 4♠", "Q♥ 5♣ 6♠", "7♣ 8♠ 9♠", broken=True)
    play_cards(match, "Q♣ 3♣ Q♥ 7♣")
    assert match.view(None).facts["phase"] == "change"
    assert refusal_text(match, 1, "trump ♦") == "It is not your turn."
    assert refusal_text(match, 3, "trump ♦") == "Two Queens fell: trump must change to a suit other than diamonds."


def test_refusals_of_accusations_say_why(arrange_honour_hand, play_cards):
    match = arrange_honour_hand()
    early = "Nobody has followed in this hand yet, so there is no card to accuse anybody of."
    assert refusal_text(match, 2, "accuse 1") == early
    play_cards(match, "9♣")
    assert refusal_text(match, 2, "accuse 1") == early
    play_cards(match, "3♣")
    act(match, 2, "accuse 1")
    assert refusal_text(match, 2, "accuse 3") == "You have already accused somebody in this trick; wait for the next."
    assert refusal_text(match, 1, "accuse 1") == "You cannot accuse yourself."
    assert refusal_text(match, 1, "accuse 7") == "There is no seat 8 here; the seats are 1 to 4."


def test_refusals_to_take_back_or_own_up_to_a_card_say_why(arrange_honour_hand, play_cards):
    match = arrange_honour_hand()
    play_cards(match, "9♣ 4♥ 5♣")
    assert (
        refusal_text(match, 1, "take-back") == "Another card has been laid since; you can still own up, for 25 points."
    )
    assert refusal_text(match, 2, "own-up") == "You have no wrong card to put right."
    assert refusal_text(match, 0, "take-back") == "You have no wrong card to put right."


def test_actions_of_the_honour_mode_are_refused_at_a_table_that_refuses_wrong_cards(start_match):
    match = start_match(4, dealer=0)
    for text in ("accuse 1", "take-back", "own-up"):
        assert (
            refusal_text(match, 2, text) == "Wrong cards are refused at this table, so there is nothing to put right."
        )


# The quota without tricks that do not count


def test_sentence_of_the_quota_leaves_out_tricks_that_do_not_count(arrange_honour_hand, play_cards):
    match = arrange_honour_hand("9♣ 3♠", "3♣ 4♥", "5♣ 6♥", "8♥ 7♣", dealer=3, tricks=(0, 0, 0, 2))
    made = [
        Remark(-1, "dealer missed", 3, (4, 2, -50, 3)),
        Remark(-1, "dealer missed", 3, (4, 5, -50)),
        Remark(-1, "dealer missed", 3, (0, 5, -50)),
        Remark(-1, "dealer made", 3, (4, 2, 0, 1)),
    ]
    assert [GAME.sentence(remark) for remark in made] == [
        "Without 3 tricks that do not count, the dealer has only 1 and needed 2: -50 points.",
        "Took only 4 of the 5 tricks needed: -50 points.",
        "Took none of the 5 tricks needed: -50 points.",
        "Without 1 trick that does not count, the dealer has 3 and needed 2: 0 points.",
    ]
    assert match.revision == 2
