"""The bot of Queen's Dungeon, called `warden`: it plays by the rules with all seats and options, and beats random
players.
"""

import random
from collections import Counter

import pytest

from core import games
from tests.support.depth import parametrize

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""
WARDEN_BOT = GAME.bots["warden"]
"""The bot that these tests are about."""


def play_with_wardens(seats, seed, wardens, **options):
    """Return a match played to its end: the seats in `wardens` by the bot `warden`, the others at random."""
    match = GAME.start(seats, seed=seed, options=options)
    rng = random.Random(seed)
    while not match.over:
        seat = min(match.awaited)
        match.act(seat, WARDEN_BOT(match.view(seat)) if seat in wardens else rng.choice(match.legal(seat)))
    return match


@parametrize(("seats", "min_wins"), [(2, 17), (3, 14), (4, 12), (6, 7)], 2)
def test_warden_bot_beats_random_players(seats, min_wins):
    won = sum(play_with_wardens(seats, seed, {seed % seats}).standings[0].seat == seed % seats for seed in range(20))
    assert won >= min_wins


@parametrize(
    ("seats", "options"),
    [
        *((seats, {}) for seats in GAME.seats),
        (3, {"exchange": True}),
        (4, {"partners": True, "challenge": True}),
        (5, {"switch": True, "challenge": True}),
        (4, {"reneging": "honour"}),
    ],
    6,
    ids=str,
)
def test_warden_bots_play_matches_of_all_sizes_and_options_to_the_end(seats, options):
    match = play_with_wardens(seats, 7, set(range(seats)), **options)
    assert match.standings[0].score >= 500


def test_condemned_or_leading_warden_bot_decides_by_its_view_only():
    match = GAME.start(4, seed=9)
    match.act(min(match.waiting), GAME.parse("trump ♠"))
    seat = min(match.waiting)
    assert WARDEN_BOT(match.view(seat)) in GAME.legal(match.view(seat))


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_warden_bots_call_each_suit_before_some_deals_and_no_suit_before_most(seats):
    calls = Counter()
    for seed in range(3):
        match = GAME.start(seats, seed=seed)
        while not match.over:
            seat = min(match.awaited)
            view = match.view(seat)
            action = WARDEN_BOT(view)
            if action.verb == "trump" and not view.cards(f"hand/{seat}"):
                calls[action[1]] += 1
            match.act(seat, action)
    assert len(calls) == 4
    assert max(calls.values()) < calls.total() / 2
