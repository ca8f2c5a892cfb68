"""The figures of RULINGS 8.4, everybody playing a random legal card, and the bot among such players."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

import pytest

from core import Change, Match, Remark, games
from tests.core.acceptance import mean_is_accepted, share_is_accepted
from tests.support.depth import by_depth, parametrize, some_of

pytestmark = pytest.mark.deep

QUEEN_BEES = games["queen-bees-ii"]
"""The game of these tests: Queen Bees II."""

MATCH_COUNT = by_depth(400, 3_000)
"""At random 3,000 have some 16,000 deals of four players, or 13,900 of three, more than the 10,000 of RULINGS 8.4.

Their mean length is accepted within 0.05 deals; a target of 20 or 22 points would shift it by 0.2.
"""

TRUMP_TRICKS = {
    4: {1: 0.94893, 2: 0.0346, 3: 0.0115, 4: 0.0034, 5: 0.0016, 0: 0.00005},
    3: {1: 0.95834, 2: 0.0268, 3: 0.0101, 4: 0.0032, 5: 0.0014, 0: 0.00005},
}
"""By seats: the share of deals in which each trick sets the trumps; 5 stands for 5 or later, 0 for no trick."""

LEADER_TRICKS = {4: (3.143, 1.83), 3: (3.887, 2.02)}
"""By seats: the mean and the SD of the first leader's tricks in a deal."""
MATCH_DEALS = {4: (5.384, 0.81), 3: (4.619, 0.67)}
"""By seats: the mean and the SD of the number of deals in a match."""

TAKEN_BY_TRUMP = {4: 0.544, 3: 0.504}
"""By seats: the share of tricks that a trump takes after trumps are set."""


@dataclass
class RandomPlay:
    """The results of matches of random play: their lengths in deals, and counts of tricks over all deals."""

    lengths: list[int] = field(default_factory=list)
    trump_tricks: Counter[int] = field(default_factory=Counter)
    """Deals by the trick, from 1, that set the trumps; 0 for none."""
    leader_tricks: list[int] = field(default_factory=list)
    """By deal: the tricks of the seat that led first."""
    tricks_with_trumps: int = 0
    taken_by_trump: int = 0

    def deals_set_by(self, trick: int) -> int:
        """Return the number of deals in which the trick of this number set the trumps; see `TRUMP_TRICKS`."""
        return sum(deals for at, deals in self.trump_tricks.items() if min(at, 5) == trick)


def play_deal(match: Match, chance: random.Random, found: RandomPlay) -> None:
    """Play one deal at random and add what happens in it to `found`."""
    leader = match.facts[match.layout.fact("leader").index]
    trumps = match.layout.fact("trumps").index
    set_by = own = 0
    act, draw = match.act, chance.random
    for trick in range(1, (52 if match.seats == 4 else 36) // match.seats + 1):
        ranks = match.facts[trumps]
        assert isinstance(ranks, tuple)
        changes: tuple[Change, ...] = ()
        for _ in range(match.seats):
            ((seat, choices),) = match.choices.items()
            changes = act(seat, choices[int(draw() * len(choices))])
        remarks = {change.key: change for change in changes if isinstance(change, Remark)}
        taken = remarks["trick"]
        own += taken.seat == leader
        if ranks:
            found.tricks_with_trumps += 1
            found.taken_by_trump += taken.particulars[0].rank in ranks  # type: ignore[union-attr]
        elif "trumps" in remarks:
            set_by = trick
    found.trump_tricks[set_by] += 1
    found.leader_tricks.append(own)


@cache
def random_play(seats: int) -> RandomPlay:
    """Play `MATCH_COUNT` matches at random; return their lengths and the tricks counted over all their deals."""
    found, chance = RandomPlay(), random.Random(seats)
    for seed in range(MATCH_COUNT):
        match = QUEEN_BEES.start(seats, seed=seed)
        before = len(found.leader_tricks)
        while not match.over:
            play_deal(match, chance, found)
        found.lengths.append(len(found.leader_tricks) - before)
    return found


@pytest.mark.slow
@parametrize(("seats", "trick"), [(seats, trick) for seats in TRUMP_TRICKS for trick in range(6)], 4)
def test_8_4_share_of_deals_whose_trumps_each_trick_sets_agrees_with_the_rulings(seats: int, trick: int) -> None:
    found = random_play(seats)
    number = found.deals_set_by(trick)
    assert share_is_accepted(TRUMP_TRICKS[seats][trick], number, found.trump_tricks.total(), rounding=0.00005)


@pytest.mark.slow
@pytest.mark.parametrize("seats", LEADER_TRICKS)
def test_8_4_mean_tricks_of_the_first_leader_agree_with_the_rulings(seats: int) -> None:
    tricks, sd = LEADER_TRICKS[seats]
    assert mean_is_accepted(tricks, random_play(seats).leader_tricks, 0.0005, sd)


@pytest.mark.slow
@pytest.mark.parametrize("seats", TAKEN_BY_TRUMP)
def test_8_4_share_of_tricks_taken_by_a_trump_after_trumps_are_set_agrees_with_the_rulings(seats: int) -> None:
    """The tricks of a deal depend on each other; 0.01 is five times the spread between samples of this size."""
    found = random_play(seats)
    assert abs(found.taken_by_trump / found.tricks_with_trumps - TAKEN_BY_TRUMP[seats]) <= 0.01


@pytest.mark.slow
@pytest.mark.parametrize("seats", MATCH_DEALS)
def test_8_4_mean_number_of_deals_in_a_match_agrees_with_the_rulings(seats: int) -> None:
    deals, sd = MATCH_DEALS[seats]
    assert mean_is_accepted(deals, random_play(seats).lengths, 0.0005, sd)


@pytest.mark.deep
@pytest.mark.parametrize("seats", some_of([3, 4], 1))
def test_steady_bot_beats_random_players(seats: int) -> None:
    """One bot among random players wins at least twice its share of 60 matches."""
    chance, steady, wins = random.Random(7), QUEEN_BEES.bots["steady"], 0
    for seed in range(60):
        match = QUEEN_BEES.start(seats, seed=seed)
        while not match.over:
            (seat,) = match.waiting
            action = steady(match.view(seat)) if seat == seed % seats else chance.choice(match.legal(seat))
            match.act(seat, action)
        wins += match.standings[0].seat == seed % seats
    assert wins >= 60 * 2 / seats
