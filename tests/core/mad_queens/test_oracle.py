"""Random matches of Mad Queens and Classic, compared with the oracle, a second implementation of the rulings."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from core import Dealer, Match, games
from tests.core.mad_queens.comparing_oracle import ComparingOracle
from tests.support.depth import count_for_depth, parametrize, sample_cases

BANKING_ROW_LENGTHS = (1, 2, 3, 4, 6, 99)
"""Numbers of cards in the row at which the random players bank."""

HOUSE_RULE_OPTIONS = {name: option for name, option in games["mad-queens"].options.items() if name != "visibility"}
"""Maps the name of each option that changes a ruling of Mad Queens to that option."""


def non_default_value(name: str) -> object:
    """Return a value of a house rule that is not its default."""
    option = HOUSE_RULE_OPTIONS[name]
    return next((choice for choice in option.choices if choice != option.default), not option.default)


def play_and_compare(match: Match, random: Random) -> Counter[str]:
    """Play a match to its end beside the oracle, in a random order of seats, each with a random policy of its own;
    return counts of events.
    """
    oracle = ComparingOracle(match)
    lengths = [random.choice(BANKING_ROW_LENGTHS) for _ in range(match.seats)]
    ends = [random.random() < 0.3 for _ in range(match.seats)]
    watching = random.randrange(match.seats)
    while not match.over:
        seat = random.choice(sorted(match.waiting))
        reveal, *others = oracle.legal(oracle.seats[seat])
        at_start = oracle.seats[seat].step == "start"
        other = others and (ends[seat] if at_start else len(oracle.seats[seat].row) >= lengths[seat])
        oracle.perform(seat, random.choice(others) if other else reveal)
        if oracle.sealed:
            oracle.check(None, watching, seat)
        else:
            oracle.check(None)
    return oracle.counts_by_event


def play_many_and_compare(slug: str, matches: int, **options: object) -> Counter[str]:
    """Play matches of one to five seats beside the oracle; return counts of events.

    If they differ, the failure names the seed.
    """
    happened: Counter[str] = Counter()
    for seed in range(matches):
        seats = 1 + seed % 5
        try:
            happened += play_and_compare(games[slug].start(seats, seed=seed, options=options), Random(seed))
        except AssertionError as error:
            raise AssertionError(f"{slug}, {seats} seats, seed {seed}, {options}: {error}") from error
    return happened


@pytest.mark.deep
@pytest.mark.parametrize("visibility", sample_cases(["open", "sealed"], 1))
def test_random_matches_of_mad_queens_agree_with_the_oracle(visibility: str) -> None:
    happened = play_many_and_compare("mad-queens", 40, visibility=visibility)
    usual = ("exact", "caught", "paid", "temporary", "temporary Joker", "event", "event Queen", "event scores")
    ends = ("end chosen", "end deck out", "end fourth queen", "marked behind the last Queen")
    assert all(happened[what] for what in (*usual, *ends, "reshuffle")), happened


@pytest.mark.deep
def test_random_matches_of_classic_agree_with_the_oracle() -> None:
    happened = play_many_and_compare("mad-queens-classic", count_for_depth(20, 40))
    assert happened["end deck out"]
    assert happened["marked behind the last Queen"]
    assert not happened["exact"]


@pytest.mark.deep
@pytest.mark.parametrize("name", HOUSE_RULE_OPTIONS)
@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_random_matches_with_one_house_rule_agree_with_the_oracle(slug: str, name: str) -> None:
    if name in games[slug].options:
        play_many_and_compare(slug, count_for_depth(2, 10), **{name: non_default_value(name)})


@parametrize("seed", range(20), 10)
def test_random_matches_with_several_house_rules_agree_with_the_oracle(seed: int) -> None:
    random = Random(seed)
    options = {name: non_default_value(name) for name in HOUSE_RULE_OPTIONS if random.random() < 0.5}
    play_and_compare(games["mad-queens"].start(3, seed=seed, options=options), random)


@pytest.mark.deep
@pytest.mark.parametrize("slug", sample_cases(["mad-queens", "mad-queens-classic"], 1))
def test_match_of_many_seats_empties_the_banned_deck_opens_fresh_packs_and_agrees_with_the_oracle(slug: str) -> None:
    """Most banned cards lie before seats as temporary cards, so too few come back to the banned deck (end of RULINGS
    2.6).
    """
    match = games[slug].start(40, seed=2)
    oracle = ComparingOracle(match)
    while not match.over:
        for seat in sorted(match.waiting):
            while seat in match.waiting:
                moves = oracle.legal(oracle.seats[seat])
                oracle.perform(seat, "bank" if "bank" in moves else "reveal")
                if slug == "mad-queens-classic":
                    break
        oracle.check(None)
    assert oracle.counts_by_event["fresh pack"]


def act_and_compare(script: dict[str, list[str]], *actions: str, seats: int = 1) -> ComparingOracle:
    """Carry out actions of seat 0 in a match with this prepared deal and in the oracle; return the oracle."""
    match = games["mad-queens"].start(seats, dealer=Dealer.scripted(script))
    oracle = ComparingOracle(match)
    oracle.check(None)
    for action in actions:
        oracle.perform(0, action)
        oracle.check(None, 0)
    return oracle


def test_nothing_is_drawn_when_all_thirteen_values_are_banned() -> None:
    last = "9♥ 9♠ 9♦ 7♠ 7♦ 10♥ 10♠ 10♦ J♥ A♥ 2♦ 8♠"
    oracle = act_and_compare(
        {
            "banned-deck": ["8♠ K♦ Q♣ 3♦ 4♦ 5♦ 6♦ 7♦ 9♦ 10♦ J♦ A♦ 2♣ 8♥"],
            "deck/0": ["5♥", "6♥", "7♥", "4♥", last],
            "queens/0": ["Q♠ Q♥ Q♦ Q♣"],
        },
        *["reveal", "bank"] * 16,
    )
    assert oracle.counts_by_event["13 covered"] == 1
    assert oracle.match.view(None).count("temp/0") == 11


@pytest.mark.parametrize(
    ("banned", "deck"),
    [
        ("Jk 7♦ Jk 7♠ 5♠", "7♦ 9♠ 2♣ 7♣"),  # two events at set-up, one after the other
        ("Jk Jk 7♦ 7♣ 5♠", "7♦ Jk"),  # the second Joker has the value of the first
        ("Q♣ Q♦ Jk 4♣", "3♥ 4♣"),  # two Queens have the same value, and clubs score
        ("8♠ K♦", "Jk Jk 8♠ 2♣ 3♣"),  # a Joker opens a Joker opens an exact hit
        ("8♠ Q♦ K♣ 4♠", "8♠ 8♥"),
        ("8♠ Q♦ 8♦ 4♠", "8♦"),  # both slots hit by one card
    ],
)
def test_matches_from_prepared_deals_agree_with_the_oracle(banned: str, deck: str) -> None:
    oracle = act_and_compare({"banned-deck": [banned], "deck/0": [deck]}, seats=2)
    while 0 in oracle.match.waiting:
        oracle.perform(0, "reveal")
        oracle.check(None, 0, 1)
    while oracle.match.view(None).facts["play"] == 1:
        oracle.perform(1, oracle.legal(oracle.seats[1])[-1])
        oracle.check(None, 0, 1)
