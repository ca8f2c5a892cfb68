"""Promises 5 and 6 of every game: cards are conserved, and every match ends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Card, FactChanged, Match, Moved
from core.engine.piles import BOX
from tests.conformance.examples import few_examples
from tests.support.depth import sample_cases


def count_all_cards(match: Match) -> Counter[Card]:
    """Return a count of each card over all piles of a match."""
    return Counter(card for pile in match.piles for card in pile)


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_card_is_in_exactly_one_pile(table, random_play, data, seed):
    match = table.start(seed, data.draw(table.settings_strategy()))
    cards = count_all_cards(match)
    for seat, action in random_play.random_actions(match, Random(seed), 300):
        for change in match.act(seat, action):
            if isinstance(change, Moved):
                assert not isinstance(change.cards, int)
                if change.source is BOX:
                    cards.update(change.cards)
                if change.target is BOX:
                    cards.subtract(change.cards)
        assert +count_all_cards(match) == +cards


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_piles_of_a_new_match_hold_whole_packs(table, data, seed):
    """Each of the thirteen ranks of a suit occurs as often as in whole packs, so no card is missing from the start."""
    match = table.start(seed, data.draw(table.settings_strategy()))
    numbers = count_all_cards(match)
    assert numbers
    assert len({numbers[Card(n)] for n in range(52) if numbers[Card(n)]}) <= 2


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_copy_of_a_match_and_the_match_do_not_change_each_other(table, random_play, data, seed):
    random = Random(seed)
    match = random_play.after_random_actions(
        table.start(seed, data.draw(table.settings_strategy())), random, random.choice((0, 7, 60))
    )
    twin = match.copy()
    before = match.digest, str(match.record), repr(match.view(None)), match.waiting
    assert (twin.digest, str(twin.record), repr(twin.view(None)), twin.waiting) == before
    assert [twin.legal(seat) for seat in range(table.seats)] == [match.legal(seat) for seat in range(table.seats)]
    actions = []
    for seat, action in random_play.random_actions(twin, random, 30):
        actions.append((seat, action))
        twin.act(seat, action)
    assert (match.digest, str(match.record), repr(match.view(None)), match.waiting) == before
    for seat, action in actions:
        match.act(seat, action)
    assert match.digest == twin.digest
    assert [match.view(audience) for audience in table.audiences] == [twin.view(a) for a in table.audiences]


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_automatic_action_of_a_seat_is_always_legal(table, random_play, data, seed):
    match = table.start(seed, data.draw(table.settings_strategy()))
    for seat, action in random_play.random_actions(match, Random(seed), 150):
        assert match.awaited <= match.waiting
        assert match.awaited or match.over
        for other in match.waiting if table.seats <= 8 else match.awaited & {0, seat}:
            assert match.default(other) in match.legal(other)
            assert match.default(other, is_away=True) in match.legal(other)
        match.act(seat, action)


ACTION_CHOOSER_BY_NAME = {
    "first": lambda match, seat, random: match.legal(seat)[0],
    "last": lambda match, seat, random: match.legal(seat)[-1],
    "default": lambda match, seat, random: match.default(seat),
    "away": lambda match, seat, random: match.default(seat, is_away=True),
    "random": lambda match, seat, random: random.choice(match.legal(seat)),
}
"""Maps the name of a way to choose, such as ``first``, to the function that chooses one of a seat's legal actions in
that way.
"""


PART_NUMBER_FACTS = ("play", "hand", "round")
"""Names of the facts that hold the number of the present play, hand or round of a match; each game has one of them."""


@pytest.mark.deep
@pytest.mark.parametrize("chooser_name", sample_cases(list(ACTION_CHOOSER_BY_NAME), 2))
def test_every_part_of_a_match_ends_whatever_legal_actions_are_chosen(table, chooser_name):
    """Whatever legal actions the seats choose, every part of a match ends within a limited number of actions.

    The match itself goes on until somebody reaches its target, which with foolish play may never happen.
    """
    match = table.start(chooser_name)
    random = Random(chooser_name)
    since = 0
    for _ in range(250 * table.seats):
        if match.over:
            break
        seat = random.choice(sorted(match.awaited))
        since += 1
        for change in match.act(seat, ACTION_CHOOSER_BY_NAME[chooser_name](match, seat, random)):
            if isinstance(change, FactChanged) and change.fact.name in PART_NUMBER_FACTS:
                since = 0
        assert since < 120 * table.seats
    assert sorted(standing.seat for standing in match.standings) == list(range(table.seats))
    ranks = [(standing.rank, -standing.score) for standing in match.standings]
    assert ranks == sorted(ranks)
    assert ranks[0][0] == 1


def test_match_of_random_actions_ends(table):
    match = table.start("end")
    random = Random("end")
    while not match.over:
        seat = random.choice(sorted(match.awaited))
        match.act(seat, random.choice(match.legal(seat)))
        assert len(match.actions) < 3000 * table.seats
    assert match.waiting == match.awaited == frozenset()
    assert all(match.legal(seat) == () for seat in range(table.seats))
    assert match.view(None).facts["over"] is True
    assert match.view(None).facts["phase"] == "over"
