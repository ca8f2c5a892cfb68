"""The figures of RULINGS 8.1 and 8.2 for Mad Queens Classic.

The policy B(k) reveals until the row has k cards or more, then banks.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt
from statistics import fmean

import pytest

from core import Action, Match, games
from core.mad_queens.legal import REVEAL_OR_BANK_CHOICES
from tests.core.acceptance import ACCEPTED_STANDARD_ERRORS, GAMES_PER_FIGURE, share_is_accepted
from tests.support.depth import count_for_depth, parametrize

CLASSIC_GAME = games["mad-queens-classic"]
"""The game of these tests: Mad Queens Classic."""
REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""
BANK_ACTION = Action(("bank",))
"""The action that banks the cards of the row."""

ACCEPTED_MEAN_CARDS_BY_K = {1: (16.19, 16.76), 2: (15.59, 16.10), 3: (14.32, 14.81)}
"""Maps k to the interval in which the mean number of banked cards is accepted, over 6,050 games that bank at k cards
(RULINGS 8.2).
"""
ACCEPTED_MEAN_PLAYS_BY_K = {1: (34.43, 35.28), 2: (22.22, 22.63), 3: (17.59, 17.87)}
"""Maps k to the interval in which the mean number of plays is accepted, over 6,050 games that bank at k cards (RULINGS
8.2).
"""

END_CAUSE_SHARES_BY_K = {
    1: {"cannot pay": 0.041, "fourth queen": 0.881, "deck out": 0.078},
    2: {"cannot pay": 0.011, "fourth queen": 0.903, "deck out": 0.087},
    3: {"cannot pay": 0.002, "fourth queen": 0.896, "deck out": 0.102},
}
"""Maps k to the share of games, for each cause of the end, in which a seat that banks at k cards ends by it (RULINGS
8.2).
"""

pytestmark = [pytest.mark.deep, pytest.mark.slow]


class SoloGames:
    """The results of `GAMES_PER_FIGURE` solo games by one policy, and counts over their set-ups and first reveals."""

    def __init__(self) -> None:
        self.scores: list[int] = []
        self.plays: list[int] = []
        self.causes: Counter[object] = Counter()
        self.events: Counter[int] = Counter()
        self.first_reveals: Counter[tuple[bool, bool]] = Counter()
        """By whether a Queen is banned, and whether the first reveal busts."""


def play_with_banking_at_size(match: Match, banking_size: int) -> None:
    """Play a match from its present state to its end; every seat banks at `banking_size` cards."""
    rows = [match.piles[match.layout.pile(f"shown/{seat}").layout_index] for seat in range(match.seats)]
    act = match.act
    while match.choices:
        ((seat, choices),) = match.choices.items()
        act(
            seat,
            BANK_ACTION if len(rows[seat]) >= banking_size and choices == REVEAL_OR_BANK_CHOICES else REVEAL_ACTION,
        )


@cache
def results_of_solo_games(k: int) -> SoloGames:
    """Return the results of `GAMES_PER_FIGURE` solo games in which the seat banks at `k` cards or more."""
    found = SoloGames()
    for seed in range(GAMES_PER_FIGURE):
        match = CLASSIC_GAME.start(1, seed=seed)
        found.events[sum(getattr(change, "key", "") == "joker banned" for change in match.opening_changes)] += 1
        queen = any(card.rank == "Q" for card in match.piles[match.layout.pile("banned").layout_index])
        match.act(0, REVEAL_ACTION)
        found.first_reveals[queen, not match.piles[match.layout.pile("shown/0").layout_index]] += 1
        play_with_banking_at_size(match, k)
        found.scores.append(match.score(0))
        found.plays.append(int(str(match.facts[match.layout.fact("play").layout_index])))
        found.causes[match.facts[match.layout.fact("cause/0").layout_index]] += 1
    return found


def is_mean_accepted(mean: float, low: float, high: float) -> bool:
    """Return whether a mean of `GAMES_PER_FIGURE` games is accepted; `low` and `high` are the bounds for 6,050
    games.
    """
    return abs(mean - (low + high) / 2) <= (high - low) / 2 * sqrt(6_050 / GAMES_PER_FIGURE)


@parametrize("k", ACCEPTED_MEAN_CARDS_BY_K, 2)
def test_rulings_section_8_2_mean_cards_of_classic_policies_agree_with_the_rulings(k: int) -> None:
    assert is_mean_accepted(fmean(results_of_solo_games(k).scores), *ACCEPTED_MEAN_CARDS_BY_K[k])


@pytest.mark.parametrize("k", ACCEPTED_MEAN_PLAYS_BY_K)
def test_rulings_section_8_2_mean_plays_of_classic_policies_agree_with_the_rulings(k: int) -> None:
    assert is_mean_accepted(fmean(results_of_solo_games(k).plays), *ACCEPTED_MEAN_PLAYS_BY_K[k])


@pytest.mark.parametrize("k", END_CAUSE_SHARES_BY_K)
def test_rulings_section_8_2_shares_of_causes_that_end_classic_games_agree_with_the_rulings(k: int) -> None:
    causes = results_of_solo_games(k).causes
    for cause, share in END_CAUSE_SHARES_BY_K[k].items():
        assert share_is_accepted(share, causes[cause], GAMES_PER_FIGURE), cause


def test_rulings_section_8_2_four_classic_seats_that_bank_at_three_cards_have_equal_mean_scores() -> None:
    """Over 2,400 matches the mean of a seat is accepted within 0.40 cards, the mean of all four seats within 0.21."""
    matches = count_for_depth(400, 2_400)
    total = [0.0] * 4
    for seed in range(matches):
        match = CLASSIC_GAME.start(4, seed=seed)
        play_with_banking_at_size(match, 3)
        for seat in range(4):
            total[seat] += match.score(seat)
    means = [score / matches for score in total]
    assert abs(fmean(means) - 15.28) <= 0.02 + ACCEPTED_STANDARD_ERRORS * 5.3 / sqrt(4 * matches)
    assert all(abs(score - 15.28) <= 0.02 + ACCEPTED_STANDARD_ERRORS * 5.3 / sqrt(matches) for score in means)


def test_rulings_section_8_1_shares_at_set_up_and_first_reveal_of_classic_agree_with_exact_values() -> None:
    """The shares are those of banned Queens and Joker events at set-up, and of first reveals that bust."""
    found = results_of_solo_games(1)
    busts = found.first_reveals
    queens = busts[True, True] + busts[True, False]
    assert share_is_accepted(2 / 13, queens, GAMES_PER_FIGURE)
    for number, share in enumerate((0.9244, 0.0740, 0.0015)):
        assert share_is_accepted(share, found.events[number], GAMES_PER_FIGURE)
    assert share_is_accepted(0.19546, busts[True, True] + busts[False, True], GAMES_PER_FIGURE)
    assert share_is_accepted(0.17254, busts[False, True], GAMES_PER_FIGURE - queens)
    assert share_is_accepted(0.32153, busts[True, True], queens)
