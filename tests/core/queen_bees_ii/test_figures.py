"""The figures of RULINGS 8.4, when everybody plays a random legal card; and how a bot does among such players."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

import pytest

from core import Change, Match, Remark, games
from tests.core.acceptance import mean_is_accepted, share_is_accepted
from tests.support.depth import count_for_depth, parametrize, sample_cases

pytestmark = pytest.mark.deep

QUEEN_BEES = games["queen-bees-ii"]
"""The game of these tests: Queen Bees II."""

RANDOM_MATCH_COUNT = count_for_depth(400, 3_000)
"""Number of matches of random play from which the figures come. 3,000 matches have some 16,000 deals of four players,
or 13,900 of three, more than the 10,000 of RULINGS 8.4. Their mean length is accepted within 0.05 deals; a target of 20
or 22 points would shift it by 0.2.
"""

TRUMP_TRICK_SHARES_BY_SEATS = {
    4: {1: 0.94893, 2: 0.0346, 3: 0.0115, 4: 0.0034, 5: 0.0016, 0: 0.00005},
    3: {1: 0.95834, 2: 0.0268, 3: 0.0101, 4: 0.0032, 5: 0.0014, 0: 0.00005},
}
"""Maps the number of seats to the shares of deals in which trick 1, 2 and so on sets the trumps; 5 stands for trick 5
or later, 0 for no trick.
"""

LEADER_TRICKS_BY_SEATS = {4: (3.143, 1.83), 3: (3.887, 2.02)}
"""Maps the number of seats to the mean and the standard deviation of the number of tricks in a deal that its first
leader takes.
"""
DEALS_PER_MATCH_BY_SEATS = {4: (5.384, 0.81), 3: (4.619, 0.67)}
"""Maps the number of seats to the mean and the standard deviation of the number of deals in a match."""

SHARE_TAKEN_BY_TRUMP_BY_SEATS = {4: 0.544, 3: 0.504}
"""Maps the number of seats to the share of tricks that a trump takes after trumps are set."""


@dataclass
class RandomPlayCounts:
    """Results of matches of random play: the length of each match in deals, and counts of tricks over all deals."""

    deals_of_matches: list[int] = field(default_factory=list)
    deals_by_trump_trick: Counter[int] = field(default_factory=Counter)
    """Maps the number of a trick, from 1, to the number of deals in which it set the trumps; 0 stands for no trick."""
    leader_tricks_by_deal: list[int] = field(default_factory=list)
    """Number of tricks that the first leader took, for each deal in order."""
    tricks_with_trumps: int = 0
    tricks_taken_by_trump: int = 0

    def deals_with_trumps_set_by(self, trick: int) -> int:
        """Return the number of deals in which the trick with this number set the trumps."""
        return sum(deals for at, deals in self.deals_by_trump_trick.items() if min(at, 5) == trick)


def play_deal(match: Match, rng: random.Random, counts: RandomPlayCounts) -> None:
    """Play one deal at random and add what happens in it to `counts`."""
    leader = match.facts[match.layout.fact("leader").layout_index]
    trumps = match.layout.fact("trumps").layout_index
    set_by = own = 0
    act, draw = match.act, rng.random
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
            counts.tricks_with_trumps += 1
            counts.tricks_taken_by_trump += taken.particulars[0].rank in ranks  # type: ignore[union-attr]
        elif "trumps" in remarks:
            set_by = trick
    counts.deals_by_trump_trick[set_by] += 1
    counts.leader_tricks_by_deal.append(own)


@cache
def play_random_matches(seats: int) -> RandomPlayCounts:
    """Play `RANDOM_MATCH_COUNT` matches at random; return their lengths and the tricks counted over all their deals."""
    found, chance = RandomPlayCounts(), random.Random(seats)
    for seed in range(RANDOM_MATCH_COUNT):
        match = QUEEN_BEES.start(seats, seed=seed)
        before = len(found.leader_tricks_by_deal)
        while not match.over:
            play_deal(match, chance, found)
        found.deals_of_matches.append(len(found.leader_tricks_by_deal) - before)
    return found


@pytest.mark.slow
@parametrize(("seats", "trick"), [(seats, trick) for seats in TRUMP_TRICK_SHARES_BY_SEATS for trick in range(6)], 4)
def test_rulings_section_8_4_share_of_deals_whose_trumps_each_trick_sets_agrees_with_the_rulings(
    seats: int, trick: int
) -> None:
    found = play_random_matches(seats)
    number = found.deals_with_trumps_set_by(trick)
    assert share_is_accepted(
        TRUMP_TRICK_SHARES_BY_SEATS[seats][trick], number, found.deals_by_trump_trick.total(), rounding=0.00005
    )


@pytest.mark.slow
@pytest.mark.parametrize("seats", LEADER_TRICKS_BY_SEATS)
def test_rulings_section_8_4_mean_tricks_of_the_first_leader_agree_with_the_rulings(seats: int) -> None:
    tricks, sd = LEADER_TRICKS_BY_SEATS[seats]
    assert mean_is_accepted(tricks, play_random_matches(seats).leader_tricks_by_deal, 0.0005, sd)


@pytest.mark.slow
@pytest.mark.parametrize("seats", SHARE_TAKEN_BY_TRUMP_BY_SEATS)
def test_rulings_section_8_4_share_of_tricks_taken_by_a_trump_after_trumps_are_set_agrees_with_the_rulings(
    seats: int,
) -> None:
    """The tricks of a deal depend on each other, so a difference of 0.01 is accepted: five times the spread between
    samples of this size.
    """
    found = play_random_matches(seats)
    assert abs(found.tricks_taken_by_trump / found.tricks_with_trumps - SHARE_TAKEN_BY_TRUMP_BY_SEATS[seats]) <= 0.01


@pytest.mark.slow
@pytest.mark.parametrize("seats", DEALS_PER_MATCH_BY_SEATS)
def test_rulings_section_8_4_mean_number_of_deals_in_a_match_agrees_with_the_rulings(seats: int) -> None:
    deals, sd = DEALS_PER_MATCH_BY_SEATS[seats]
    assert mean_is_accepted(deals, play_random_matches(seats).deals_of_matches, 0.0005, sd)


@pytest.mark.deep
@pytest.mark.parametrize("seats", sample_cases([3, 4], 1))
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
