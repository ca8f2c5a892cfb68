"""Parts of the reasons of the coaches of the trick games: the choices that they name, and why a card is good."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core import Action, cards, games
from core.engine.cards import QUEENS
from core.engine.coach import CHANCE_UNIT, MATCH_WON_LABEL, POINT_UNIT, Choice, Figure
from core.queens_dungeon.dungeon_reasons import fall_clause, why_of_dungeon
from core.queens_dungeon.figures import DUNGEON_LABEL, OWN_QUOTA_LABEL
from core.queens_dungeon.follow_suit import strengths_in_view
from core.queens_dungeon.points_reasons import needed_least_clause
from core.queens_dungeon.queen_reasons import new_trump_wordings, queens_taken_clause
from core.queens_dungeon.quota_reasons import beaten_dealer_wordings, sentence_on_trick_spared
from core.queens_dungeon.reasons import (
    WordsOnTrick,
    _kept_for_later_parts,
    _partner_clause,
    _why_of_new_trump,
    _why_of_quota,
    _why_of_trick,
    _words_on_trick,
)
from core.trick_taking.cards_left import cards_left
from core.trick_taking.coach import chance_to_take_trick
from core.trick_taking.reasons import (
    MAX_REASON_LENGTH,
    close_choices_sentence,
    compared_choices,
    equals_sentence,
    likeliest_taker,
    lost_trick_clause,
    reason_of_parts,
    trick_chance_clause,
    trick_clause_with_cause,
    worse_choices_name,
)


def play_of(card, takes=0.0, error=0.0, worth=None, loss=None):
    """Return the choice of a card that takes the present trick with this probability, known up to `error`; with a
    `loss` it is worth this number of points less than 0, unless another `worth` is given."""
    loss_figure = None if loss is None else Figure("loss", loss, 3.0, POINT_UNIT)
    worth = -(loss or 0.0) if worth is None else worth
    figures = (Figure("takes the trick", takes, error),)
    return Choice(Action(("play", *cards(card))), figures, Figure("points", worth, 5.0, POINT_UNIT), loss=loss_figure)


def dungeon_view(trick="", hand="2♠", trump="♣", seats=4, **facts):
    """Return a view of seat 0 in Queen's Dungeon with these cards on the table and in its hand."""
    options = {"partners": facts.pop("partners", False)}
    view = games["queens-dungeon"].start(seats, 1, options).view(0)
    piles = {**view.piles, "trick": cards(trick), "hand/0": cards(hand)}
    leader = (0 - len(cards(trick))) % seats
    return replace(view, facts={**view.facts, "trump": trump, "leader": leader, **facts}, piles=piles)


def left_in(view):
    """Return the cards left as seat 0 of Queen's Dungeon knows them."""
    return cards_left(view, games["queens-dungeon"].memory(view), strengths_in_view(view), QUEENS, 2)


@pytest.mark.parametrize(
    ("best", "worse", "not_worse", "words"),
    [
        ("2♣", "3♠", "", "the other card"),
        ("2♣", "3♠ 4♠ 5♠ 6♠ 7♠", "", "any other card"),
        ("2♣", "3♠", "4♦", "3♠"),
        ("2♣", "3♠ 4♠ 5♥", "4♦", "3♠, 4♠ or 5♥"),
        ("2♣", "3♠ 4♠ 5♠ 6♠ 7♠", "4♦ 3♦ 6♣", "any spade"),
        ("2♠", "3♠ 4♠ 5♠ 6♠ 7♠", "4♦ 3♦ 6♣", "any other spade"),
        ("2♠", "3♠ 4♠ 5♠ 6♥", "4♦ 3♦ 6♣", "3♠, 4♠, 5♠ or 6♥"),
        ("2♠", "3♠ 4♠ 5♠ 6♠ 7♥", "4♦ 3♦", ""),
        ("2♠", "3♠ 4♠ 5♠ 6♠ 7♠", "K♠", ""),
    ],
)
def test_reason_names_the_cards_that_are_worse_than_the_best_or_their_suit(best, worse, not_worse, words):
    choices = [[play_of(card) for card in text.split()] for text in (worse, not_worse)]
    assert worse_choices_name(play_of(best), *choices) == words
    if words:
        assert compared_choices(play_of(best), *choices) == (choices[0], words)


def test_reason_compares_a_card_with_the_nearest_one_if_the_worse_ones_are_many():
    worths_by_card = {"3♠": 1, "4♠": 3, "5♠": 2, "6♠": 4, "7♥": 0}
    worse = [play_of(card, worth=worth) for card, worth in worths_by_card.items()]
    worse[3] = worse[3]._replace(loss=Figure("loss", 0.2, 0.1, CHANCE_UNIT))  # it loses no points
    assert compared_choices(play_of("2♠", worth=9), worse, [play_of("4♦")]) == ([worse[1]], "4♠")
    assert compared_choices(play_of("2♠", worth=9), worse, []) == (worse, "any other card")


@pytest.mark.parametrize(
    ("equally_good", "words"),
    [
        ("", ""),
        ("3♠", "3♠ would do as well"),
        ("3♠ 4♠ 5♠ 6♠", "3♠, 4♠, 5♠ and 6♠ would do as well"),
        ("3♠ 4♠ 5♠ 6♠ 7♠", "3♠, 4♠, 5♠ and two more would do as well"),
    ],
)
def test_reason_names_the_choices_that_are_as_good_as_the_best(equally_good, words):
    best, close = play_of("A♠"), [play_of(card) for card in equally_good.split()]
    assert equals_sentence(best, close) == words


@pytest.mark.parametrize(
    ("worths", "words"),
    [
        ((40, 39.4), "3♠ would do as well"),
        ((40, 23), "3♠ may be as good"),
        ((40, 23, 40), "4♠ and 3♠ may be as good"),
        ((40, 39, 40), "4♠ and 3♠ would do as well"),
        ((50, 48, 47, 49, 50, 46), "6♠, 5♠, 3♠ and two more may be as good"),
    ],
)
def test_choices_that_are_shown_far_apart_may_be_as_good_and_the_best_of_them_are_named(worths, words):
    best, *close = (
        play_of(card, worth=worth) for card, worth in zip(("2♠", "3♠", "4♠", "5♠", "6♠", "7♠"), worths, strict=False)
    )
    assert equals_sentence(best, close) == words


def test_reason_counts_what_the_dealer_may_do_as_well():
    swaps = [Choice(Action(("swap", *cards(pair)))) for pair in ("2♣ 3♣", "2♣ 4♣")]
    keep = Choice(Action(("keep",)))
    assert equals_sentence(keep, swaps) == "Two other choices would do as well"
    assert equals_sentence(keep, swaps[:1]) == "Another choice would do as well"


def test_reason_names_the_suits_that_are_worse_for_trump_and_counts_swaps():
    def trumps(suits):
        return [Choice(Action(("trump", suit))) for suit in suits]

    best, nouns = Choice(Action(("trump", "♠"))), ("choice", "choices")
    assert worse_choices_name(best, trumps("♣"), trumps("♦"), *nouns) == "♣"
    assert worse_choices_name(best, trumps("♣♦"), trumps("♥"), *nouns) == "♣ or ♦"
    assert worse_choices_name(best, trumps("♣♦"), [], *nouns) == "any other choice"
    swaps = [Choice(Action(("swap", *cards(pair)))) for pair in ("2♣ 3♣", "2♣ 4♣", "2♣ 5♣")]
    keep = Choice(Action(("keep",)))
    assert worse_choices_name(keep, swaps[1:], swaps[:1], *nouns) == "any of 2 other choices"
    assert worse_choices_name(keep, swaps[1:2], swaps[:1], *nouns) == "another choice"


@pytest.mark.parametrize(
    ("worths", "errors", "words"),
    [
        ((5.0, 4.6), (1.0,), "Any card you may play will do about as well"),
        ((5.4, 4.4), (9.0,), "Any card you may play will do about as well"),
        (
            (5.0, 1.0, -3.0),
            (4.2, 9.0),
            "No card you may play is clearly better than the rest",
        ),
        ((5.0, 15.0), (4.0,), "No card you may play is clearly better than the rest"),
        (
            (5.0, 10.0, -3.0),  # 13 points apart, not 8
            (9.0, 9.0),
            "No card you may play is clearly better than the rest",
        ),
    ],
)
def test_cards_are_called_equally_good_only_if_their_figures_look_so(worths, errors, words):
    best, *close = (
        play_of(card, worth=worth)._replace(loss=Figure("loss", worths[0] - worth, error, POINT_UNIT))
        for card, worth, error in zip(("2♠", "3♠", "4♠"), worths, (0.0, *errors), strict=False)
    )
    assert close_choices_sentence(best, close) == words


@pytest.mark.parametrize(("worth", "are_equal"), [(4.9, True), (4.6, False)])
def test_cards_of_which_the_table_shows_tenths_are_called_equally_good_only_within_a_tenth(worth, are_equal):
    best, close = (
        play_of(card)._replace(worth=Figure("points", points, 0.3, POINT_UNIT))
        for card, points in (("2♠", 5.0), ("3♠", worth))
    )
    assert close_choices_sentence(best, [close]).startswith("Any card you may play") == are_equal
    assert equals_sentence(best, [close]).endswith("would do as well") == are_equal


@pytest.mark.parametrize(
    ("trick", "choices", "worse", "words"),
    [
        ("K♠ 8♠ 2♠", [("3♠", 0, 0), ("4♠", 0, 0)], "4♠", "You cannot take this trick, so keep 4♠ for later"),
        ("K♠ 8♠ 2♠", [("9♥", 0, 0), ("3♣", 0, 0), ("4♣", 0, 0)], "3♣ 4♣", "so keep your trumps 4♣ and 3♣ for later"),
        (
            "K♠ 8♠ 2♠",
            [("9♥", 0, 0), ("3♣", 0, 0), ("4♣", 0, 0), ("A♣", 0, 0)],
            "3♣ 4♣",
            "so keep your lower trumps 4♣ and 3♣ for later",
        ),
        ("K♠ 8♠ 2♠", [("9♥", 0, 0), ("3♣", 0, 0), ("4♣", 0, 0)], "4♣", "so keep 4♣ for later"),
        (
            "K♠",
            [("3♠", 0, 0.1), ("A♠", 0.4, 0.1)],
            "A♠",
            "3♠ almost surely leaves this trick to others, and you keep A♠ for later",
        ),
        (
            "K♠",
            [("3♠", 0.2, 0.1), ("A♠", 0.4, 0.1)],
            "A♠",
            "You will probably not take this trick, so keep A♠ for later",
        ),
        (
            "K♠",
            [("3♠", 0, 0.1), ("A♠", 0.02, 0.1)],
            "A♠",
            "You will almost surely not take this trick, so keep A♠ for later",
        ),
        ("K♠", [("A♠", 0.4, 0.1), ("3♠", 0, 0.1)], "3♠", "in 40 of 100 cases, more often than your other cards"),
        ("K♠ 8♠ 2♠", [("A♠", 1, 0), ("3♠", 0, 0)], "3♠", "Only A♠ takes this trick"),
        (
            "K♠ 8♠ 2♠",
            [("A♠", 1, 0), ("Q♠", 1, 0), ("3♠", 0, 0)],
            "Q♠ 3♠",
            "A♠ takes this trick, so keep Q♠ for later",
        ),
        (
            "3♠ 8♠ 2♠",
            [("10♠", 1, 0), ("K♠", 1, 0), ("9♠", 1, 0)],
            "K♠",
            "10♠ takes this trick, and so does 9♠, so keep K♠ for later",
        ),
        ("", [("Q♣", 1, 0), ("3♠", 0.1, 0.1)], "3♠", "Q♣ takes this trick, as no card of the others beats it"),
    ],
)
def test_reason_says_why_a_card_is_good_for_the_present_trick(trick, choices, worse, words):
    view = dungeon_view(trick, " ".join(card for card, _, _ in choices))
    tried = [play_of(*choice) for choice in choices]
    worse_choices = [choice for choice in tried if str(choice.action.cards[0]) in worse.split()]
    clause, has_cause = trick_clause_with_cause(left_in(view), tried, tried[0], worse_choices)
    assert clause[0].endswith(words)
    assert has_cause


@pytest.mark.parametrize(
    ("trick", "hand", "words"),
    [
        ("K♠ 8♠ 2♠", "4♠ 3♠", "You cannot take this trick"),  # the card kept is the lower one
        ("K♠ Q♠ 2♠", "Q♥ 3♣ 4♣", "You cannot take this trick"),  # the second Queen: clubs will not be trump
    ],
)
def test_reason_names_no_cards_kept_that_are_not_stronger_then(trick, hand, words):
    view, tried = dungeon_view(trick, hand), [play_of(card) for card in hand.split()]
    assert trick_clause_with_cause(left_in(view), tried, tried[0], tried[1:]) == ((words,), False)


def test_reason_without_a_certain_cause_says_only_how_likely_the_trick_is():
    view = dungeon_view("K♠", "A♠ 3♠")
    tried = [play_of("A♠", 0.7, 0.1), play_of("3♠", 0.68, 0.1)]
    clause = trick_clause_with_cause(left_in(view), tried, tried[0], tried[1:])
    assert clause == (("A♠ takes this trick in 70 of 100 cases",), False)


def test_reason_says_that_no_card_takes_the_trick_only_if_that_is_so():
    assert lost_trick_clause([play_of("3♠"), play_of("4♠")]) == "You cannot take this trick"
    assert lost_trick_clause([play_of("3♠", 0.2, 0.1), play_of("4♠")]) == "You will probably not take this trick"
    assert lost_trick_clause([play_of("3♠"), play_of("4♠", 1.0)]) == ""


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([("Why",), ("How much",), ("And more",)], "Why. How much"),
        ([("",), ("How much",)], "How much"),
        ([("Why" * 50,), ("How much",), ("And more",)], "How much. And more"),
        ([("Why" * 40,), ("How much" * 4, "How much"), ("And",)], f"{'Why' * 40}. How much"),
        ([("Why" * 40, "Why"), ("How much" * 4,), ("And",)], f"Why. {'How much' * 4}"),
        ([("Why" * 40,), ("How much" * 4,), ("And",)], f"{'Why' * 40}. And"),
    ],
)
def test_reason_tells_the_most_important_of_its_parts_for_which_it_has_room(parts, told):
    reason = reason_of_parts(play_of("3♠").action, parts)
    assert reason == f"Play 3♠. {told}."
    assert len(reason) <= MAX_REASON_LENGTH


@pytest.mark.parametrize(
    ("trick", "dealer", "words"),
    [
        ("K♠ Q♠ 2♠", 0, "a second Queen lets you name a new trump"),
        ("K♠ Q♠ 2♠", 1, "a second Queen makes the dealer name a new trump"),
        ("K♠ Q♠", 0, ""),  # a third Queen may follow
        ("K♠ Q♠ Q♦", 0, ""),
        ("K♠ J♠ 2♠", 0, ""),
    ],
)
def test_reason_for_a_second_queen_is_the_new_trump(trick, dealer, words):
    view = dungeon_view(trick, "Q♥ 2♥ 3♠", dealer=dealer)
    told = (f"Q♥ cannot take this trick, but {words}", f"Q♥ as {words}") if words else ()
    assert new_trump_wordings(view, play_of("Q♥"), [play_of("3♠")]) == told
    assert not new_trump_wordings(view, play_of("3♠"), [play_of("Q♥")])
    assert not new_trump_wordings(dungeon_view(trick, "Q♥", dealer=dealer), play_of("Q♥"), [play_of("3♠")])
    reason = _why_of_new_trump(view, play_of("Q♥"), *[[play_of("3♠")]] * 2, "the other card")
    assert (reason.parts if reason else ()) == ((told, ("Q♥ is worth more than the other card",)) if words else ())


@pytest.mark.parametrize(
    ("trick", "dealer", "card", "words"),
    [
        ("K♠ 2♠", 2, "A♠", "beats the dealer's K♠"),
        ("K♠ 2♠", 3, "A♠", ""),
        ("K♠ 2♠", 0, "A♠", ""),
        ("K♠ A♠", 2, "2♣", ""),
    ],
)
def test_reason_for_the_quota_says_that_a_card_beats_that_of_the_dealer(trick, dealer, card, words):
    view = dungeon_view(trick, f"{card} 3♠", dealer=dealer)
    told = (f"{card} takes this trick in 90 of 100 cases and {words}", f"{card} {words}") if words else ()
    assert beaten_dealer_wordings(view, play_of(card, 0.9, 0.1)) == told
    assert not beaten_dealer_wordings(view, play_of("3♠"))


@pytest.mark.parametrize(
    ("trick", "taker", "words"),
    [
        ("K♠ 8♠ 2♠", ("A♠", 1, 0), "A♠ would take this trick, but no Queen lies in it"),
        ("K♠", ("A♠", 0.6, 0.1), "A♠ would take this trick in 60 of 100 cases, but no Queen lies in it yet"),
        ("K♠", ("A♠", 0.99, 0.1), "A♠ would almost surely take this trick, but no Queen lies in it yet"),
        ("K♠ 8♠ 2♠", ("Q♣", 1, 0), "Q♣ would take this trick, but no other Queen lies in it"),
        ("K♠ Q♥ 2♠", ("A♠", 1, 0), "A♠ would take this trick, but may take a later one: only Q♠ is above it"),
        (  # nothing lies there yet
            "",
            ("A♠", 0.6, 0.1),
            "A♠ would take this trick in 60 of 100 cases, but may take a later one: only Q♠ is above it",
        ),
    ],
)
def test_reason_for_a_lost_trick_names_the_card_that_is_better_kept_and_what_the_trick_lacks(trick, taker, words):
    view, best = dungeon_view(trick, f"3♠ {taker[0]}"), play_of("3♠")
    worse = [play_of("4♠", loss=1), play_of(*taker, loss=8)]
    found = likeliest_taker(best, worse)
    assert found is worse[1]
    kept = f"Keep {taker[0]}, and you end up about 8 points better off"
    assert kept_parts(view, best, found) == ((words,), (kept,))


def kept_parts(view, best, taker):
    """Return what a reason says of a card that would take the trick, as seat 0 of Queen's Dungeon knows its view."""
    return _kept_for_later_parts(view, games["queens-dungeon"].memory(view), best, taker)


def test_reason_does_not_say_that_no_queen_lies_there_yet_if_all_have_been_taken():
    taker, best = play_of("A♠", 1, loss=8), play_of("3♠")
    for taken, yet in ((3, " yet"), (4, "")):
        view = dungeon_view("K♠", "A♠ 3♠ 2♦", **{"queens/1": taken})
        assert kept_parts(view, best, taker)[0][0].endswith(f"but no Queen lies in it{yet}")
    view = dungeon_view("K♠", "A♠ Q♠ 2♦", **{"queens/1": 3})
    assert kept_parts(view, best, taker)[0][0].endswith("in it"), "it is mine"


def test_dealer_who_will_hardly_make_the_quota_is_not_told_which_trick_it_can_spare():
    view = dungeon_view("K♠", hand="3♠ A♠ 2♦", **{"dealer": 0, "quota": 5, "tricks/0": 4})
    for chance, words in (
        (0.02, "You will hardly make your quota, which"),
        (0.3, "You can spare this trick: "),
    ):
        best, taker = (
            one._replace(figures=(*one.figures, Figure(OWN_QUOTA_LABEL, chance, 0.1)))
            for one in (play_of("3♠"), play_of("A♠", 1, loss=8))
        )
        assert words in sentence_on_trick_spared(view, best, [taker])


def test_reason_names_no_card_to_keep_that_hardly_takes_the_trick_or_whose_points_are_not_known():
    view, best = dungeon_view("K♠"), play_of("3♠")
    assert likeliest_taker(best, [play_of("A♠", 0.2, 0.1, loss=8)]) is None
    assert kept_parts(view, best, None) == ()
    taker = play_of("A♠", 0.8, 0.1)
    for loss in (None, Figure("loss", 0.2, 0.1, CHANCE_UNIT), Figure("loss", 0.3, 1.0, POINT_UNIT)):
        assert kept_parts(view, best, taker._replace(loss=loss)) == ()


OUT_OF_REACH = "Your quota is out of reach, so tricks bring you no points"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"tricks/0": 4}, "You can spare this trick: 1 of the next 2 makes your quota"),
        ({"tricks/0": 4, "uncounted": 1}, ""),  # it needs both that are left
        ({"tricks/0": 3}, ""),
        ({"tricks/0": 5}, ""),  # made: each trick brings points
        ({"tricks/0": 1}, OUT_OF_REACH),
        ({"tricks/0": 4, "dealer": 1}, ""),
    ],
)
def test_reason_says_that_the_quota_of_a_dealer_can_spare_the_trick(facts, words):
    view, best = dungeon_view("K♠", hand="3♠ A♠ 2♦", **{"dealer": 0, "quota": 5, **facts}), play_of("3♠")
    taker = play_of("A♠", 1, loss=8)
    told = sentence_on_trick_spared(view, best, [taker])
    assert told == words
    assert not sentence_on_trick_spared(view, best, [play_of("2♦", loss=8)]), "no card takes it"
    assert not sentence_on_trick_spared(view, taker, [best]), "the best card takes it"
    words = WordsOnTrick((trick_chance_clause(best),), False)
    memory = games["queens-dungeon"].memory(view)
    for has_wrong_cards in (False, True):
        parts = _why_of_trick(view, memory, best, [taker], [taker], "A♠", words, has_wrong_cards).parts
        assert ((told,) in parts) == bool(told)
    quota = [(Figure("your quota made", chance, 0.1),) for chance in (0.9, 0.2)]
    choices = [one._replace(figures=one.figures + more) for one, more in zip((best, taker), quota, strict=True)]
    why = _why_of_quota(view, choices[0], choices[1:], choices[1:], "A♠", words)
    reason = reason_of_parts(choices[0].action, why.parts)
    assert f"{told}. You make your quota in 90 of 100 cases" in reason if told else "quota in 90" in reason
    assert why.label == OWN_QUOTA_LABEL


@pytest.mark.parametrize(
    ("trick", "card", "facts", "words"),
    [
        ("K♠ Q♥", "A♠", {}, "with Q♥ and her 25 points in it"),
        ("K♠ Q♥ Q♦", "A♠", {}, "with Q♥ and Q♦ in it, 25 points each"),
        ("K♠", "Q♠", {}, "and her 25 points with it"),
        ("K♠", "A♠", {}, ""),
        ("K♠ Q♥ Q♦", "Q♠", {}, ""),  # to the dungeon
        ("K♠ Q♥", "A♠", {"condemned/0": True}, ""),
        ("K♠ Q♥", "A♠", {"dealer": 0, "quota": 5, "tricks/0": 1}, ""),  # four tricks short, with two cards left
        ("K♠ Q♥", "A♠", {"dealer": 0, "quota": 5, "tricks/0": 3}, "with Q♥ and her 25 points in it"),
        ("K♠ Q♥", "A♠", {"dealer": 1, "quota": 5, "tricks/0": 1}, "with Q♥ and her 25 points in it"),
    ],
)
def test_reason_for_a_trick_taken_names_its_queens(trick, card, facts, words):
    view = dungeon_view(trick, hand=f"{card} 2♠", **{"dealer": 1, **facts})
    assert queens_taken_clause(view, *cards(card)) == words


@pytest.mark.parametrize(
    ("trick", "partners", "words"),
    [
        ("3♠ A♠ 2♠", True, "Your partner takes this trick with A♠"),
        ("A♠ 2♠", True, "Your partner's A♠ takes this trick so far"),
        ("2♦ A♠", True, "Your partner's 2♦ takes this trick so far"),
        ("2♣ A♠", True, "Your partner's 2♣ takes this trick so far"),  # by a trump
        ("3♠ A♠ Q♠", True, ""),
        ("3♠ A♠ 2♠", False, ""),
        ("", True, ""),
    ],
)
def test_reason_says_that_the_partner_takes_the_trick(trick, partners, words):
    assert _partner_clause(dungeon_view(trick, partners=partners)) == words


@pytest.mark.parametrize(
    ("trick", "card", "partners", "words"),
    [
        (
            "A♣ Q♥ Q♦",
            "Q♠",
            False,
            "Q♠ is the third Queen in this trick, and its taker goes to the dungeon",
        ),
        ("A♣ Q♥ 2♦", "Q♠", False, ""),
        ("A♣ Q♥ Q♦", "K♠", False, ""),
        ("A♣ Q♥ Q♦", "Q♠", True, ""),  # the taker may be the partner
    ],
)
def test_reason_for_a_third_queen_says_that_the_taker_goes_to_the_dungeon(trick, card, partners, words):
    best = play_of(card)
    view = dungeon_view(trick, partners=partners)
    other = play_of("2♠")
    told = why_of_dungeon(view, [best, other], best, [other], "2♠", "card", "cards")
    assert (told.parts[0][0] if told else "") == words


@pytest.mark.parametrize(
    ("scores", "facts", "words"),
    [
        ((455, 75, 200, 300), {"queens/1": 1}, "fall by 381 points, to 74"),
        ((20, 75, 200, 300), {"queens/1": 1}, "fall by 100 points, to -80"),
        ((455, 75, 200, 300), {}, "fall by 381 points, to 74"),  # the ace leaves no room for four
        ((455, 75, 455, 75), {"partners": True, "queens/1": 1}, "fall by 381 points, to 74"),
        ((75, 455, 75, 455), {"partners": True, "queens/1": 1}, "fall by 100 points, to -25"),
    ],
)
def test_reason_says_how_far_the_seat_falls_into_the_dungeon(scores, facts, words):
    view = dungeon_view("Q♥ Q♦", "A♥ 2♥", **facts, **{f"score/{seat}": score for seat, score in enumerate(scores)})
    assert fall_clause(view, cards("A♥")) == words
    best, risky = play_of("2♥"), play_of("A♥", 0.8, 0.1)
    risky = risky._replace(figures=(*risky.figures, Figure("into the dungeon", 0.72, 0.1)))
    why = why_of_dungeon(view, [best, risky], best, [risky], "A♥", "card", "cards")
    risk = "If you play A♥, you go to the dungeon in 72 of 100 cases"
    assert why == (((f"{risk}, and {words}", risk), ("2♥ cannot take this trick",)), DUNGEON_LABEL)


@pytest.mark.parametrize(
    ("trick", "hand", "played", "facts", "words"),
    [
        ("Q♥ Q♦", "Q♠ 2♥", "Q♠", {}, "fall by at least 381 points, to 74 or less"),  # the last player may add Q♣
        ("Q♥ Q♦", "Q♠ Q♣ 2♥", "Q♠", {}, "fall by 381 points, to 74"),  # the fourth Queen stays in the hand
        ("Q♥ Q♦", "Q♠ 2♥", "Q♠", {"queens/1": 1}, "fall by 381 points, to 74"),
        ("Q♥ Q♦", "Q♠ A♥", "Q♠ A♥", {}, "fall by at least 381 points, to 74 or less"),
        ("Q♥ Q♦ Q♣", "Q♠ A♥", "Q♠", {}, "fall by 455 points, to 0"),
        ("Q♥ Q♦ Q♣", "Q♠ A♥", "A♥", {}, "fall by 381 points, to 74"),
        ("", "Q♠ 2♥", "Q♠", {}, "fall by at least 381 points, to 74 or less"),
        ("", "A♠ 2♥", "A♠", {}, "fall by 381 points, to 74"),  # three others lay at most three
    ],
)
def test_fall_is_exact_where_the_cards_decide_between_three_queens_and_four(trick, hand, played, facts, words):
    scores = {f"score/{seat}": score for seat, score in enumerate((455, 75, 200, 300))}
    view = dungeon_view(trick, hand, **facts, **scores)
    assert fall_clause(view, cards(played)) == words


def test_fall_is_at_least_that_of_four_queens_where_three_would_cost_more():
    scores = {f"score/{seat}": score for seat, score in enumerate((455, -20, 200, 300))}
    view = dungeon_view("Q♥ Q♦", "Q♠ 2♥", **scores)
    assert fall_clause(view, cards("Q♠")) == "fall by at least 455 points, to 0 or less"  # to 0 by four, -21 by three


def test_fall_of_three_players_is_that_of_three_queens():
    view = dungeon_view("Q♥ Q♦", "A♥ 2♥", seats=3, **{"score/0": 200, "score/1": 0, "score/2": 90})
    assert fall_clause(view, cards("Q♠")) == "fall by 201 points, to -1"


@pytest.mark.parametrize(
    ("takes", "points", "words"),
    [
        (0.4, (30, 18), "you score about 30 points in this hand, but 18 with 5♦"),
        (0.6, (30, 18), "you end up about 9 points better off than with 5♦"),  # they come with the trick
        (0.4, (30, 30), "the others score about -10 points each in this hand, but 2 with 5♦"),
    ],
)
def test_reason_for_a_card_that_risks_the_dungeon_says_what_it_is_still_better_in(takes, points, words):
    view = dungeon_view("Q♥ Q♦", "Q♦ 5♦", **{"score/0": 20, "score/1": 75, "queens/1": 1})
    best, other = (
        one._replace(figures=(*one.figures, Figure("into the dungeon", risk, 0.1), Figure("{} this hand", value)))
        for one, risk, value in zip(
            (play_of("Q♦", takes, 0.1, 30), play_of("5♦", worth=21, loss=9)), (0.31, 0), points, strict=True
        )
    )
    why = why_of_dungeon(view, [best, other], best, [other], "5♦", "card", "cards")
    threat = "You go to the dungeon in 31 of 100 cases"
    assert why.parts[0] == (f"{threat}, and fall by 100 points, to -80", threat)
    assert why.parts[1][0] == f"Even so, {words}"


@pytest.mark.parametrize(
    ("best", "other", "words"),
    [
        (
            ("J♣", 0.13, 0.1),
            ("K♣", 0.3, 0.1),
            "J♣ is the card that you need least in later tricks",
        ),
        (("J♣", 0.13, 0.1), ("3♣", 0.05, 0.1), ""),  # it takes the trick more often
        (("J♣", 0.6, 0.1), ("K♣", 0.7, 0.1), ""),
        (("J♣", 0.13, 0.1), ("Q♣", 0.3, 0.1), ""),  # a Queen is more than a trick
    ],
)
def test_reason_to_give_up_a_trick_that_no_card_takes_more_rarely_is_that_the_card_is_needed_least(best, other, words):
    view, first, second = dungeon_view("A♣ 2♣", dealer=1), play_of(*best), play_of(*other, loss=5)
    for lying, partners in (("", False), ("A♣ Q♥", False), ("A♣ 2♣", True)):  # it matters who takes the trick
        elsewhere = dungeon_view(lying, dealer=1, partners=partners)
        assert not needed_least_clause(elsewhere, first, [second])
    assert needed_least_clause(view, first, [second]) == words
    memory = games["queens-dungeon"].memory(view)
    if words:
        without_cause = WordsOnTrick(("Words",), False)
        told = _why_of_trick(view, memory, first, [second], [second], other[0], without_cause, False)
        assert told.parts == ((words,), (f"{best[0]} is worth about 5 points more than {other[0]}",))
    low, lower = play_of("9♠", 0, 0.1), play_of("3♠", 0.01, 0.1, loss=2)
    words = _words_on_trick(view, memory, [low, lower], low, [lower], False)
    assert _why_of_trick(view, memory, low, [lower], [lower], "3♠", words, False).parts == (
        ("Only a trump could beat 9♠",),
        ("9♠ is worth about 2 points more than 3♠",),
    )


def test_chance_to_take_the_trick_is_found_behind_the_chance_to_win_the_match():
    def near_the_target(card, takes, error=0.0):
        """Return the choice of a card that takes the present trick so likely and surely wins the match."""
        choice = play_of(card, takes, error)
        return choice._replace(figures=(Figure(MATCH_WON_LABEL, 1.0, 0.1), *choice.figures))

    best, worse = near_the_target("7♣", 0.0), near_the_target("8♣", 0.9, 0.1)
    assert trick_chance_clause(best) == "7♣ cannot take this trick"
    assert likeliest_taker(best, [worse]) is worse
    assert lost_trick_clause([best]) == "You cannot take this trick"
    with pytest.raises(LookupError):
        chance_to_take_trick(Choice(Action(("trump", "♠"))))
