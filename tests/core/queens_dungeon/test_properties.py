"""Properties of every hand of Queen's Dungeon (RULINGS 8.6), for random actions."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from core import Remark, games, replay
from core.engine.cards import CARDS
from core.queens_dungeon.scores import score_after_four_queens, score_after_reneging, score_after_three_queens
from tests.support.depth import parametrize

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""
SEATS_AND_OPTIONS = [
    *((seats, {}) for seats in GAME.seats),
    (2, {"switch": True, "challenge": True}),
    (3, {"exchange": True}),
    (4, {"partners": True, "challenge": True, "time_limit": 30}),
    (5, {"switch": True}),
    (3, {"reneging": "honour", "exchange": True}),
    (4, {"reneging": "honour", "challenge": True, "partners": True}),
    (2, {"reneging": "honour", "switch": True}),
]
"""The numbers of seats and the options of the matches that are played."""


def play_random_actions(match, rng, count):
    """Carry out at most `count` random actions, fewer if the match ends; yield the seat and the changes of each."""
    for _ in range(count):
        if match.over:
            return
        seat = rng.choice(sorted(match.waiting))
        yield seat, match.act(seat, rng.choice(match.legal(seat)))


@parametrize(("seats", "options"), SEATS_AND_OPTIONS, 7, ids=str)
def test_random_play_of_queens_dungeon_conserves_cards_and_views_give_the_legal_actions(seats, options):
    rng = random.Random(seats)
    match = GAME.start(seats, seed=seats, options=options)
    audiences = (None, *range(seats))
    views = {audience: match.view(audience) for audience in audiences}
    for _, changes in play_random_actions(match, rng, 350):
        assert sorted(card for pile in match.piles for card in pile) == list(CARDS[:52])
        for audience in audiences:
            views[audience] = views[audience].apply_all(
                seen for change in changes if (seen := change.seen_by(audience)) is not None
            )
            assert views[audience] == match.view(audience)
            if audience is not None:
                assert GAME.legal(views[audience]) == match.legal(audience)
                assert bool(match.legal(audience)) == (audience in match.waiting)
                assert not match.legal(audience) or match.default(audience) in match.legal(audience)
        for change in changes:
            if isinstance(change, Remark):
                assert GAME.sentence(change).endswith(".")
    assert replay(match.record).digest == match.digest == match.copy().digest


@given(st.integers(0, 10**6), st.sampled_from(list(GAME.seats)))
@settings(max_examples=30, deadline=None)
def test_tricks_of_a_hand_add_up_and_a_dungeon_raises_no_score(seed, seats):
    rng = random.Random(seed)
    match = GAME.start(seats, seed=seed)
    size = match.deal_plan.cards_per_hand
    before = [0] * seats
    for _, changes in play_random_actions(match, rng, 2 * 52):
        for change in changes:
            if isinstance(change, Remark) and change.key == "dungeon":
                _, score, new = change.particulars
                assert new < score
            if isinstance(change, Remark) and change.key in ("dealer made", "dealer missed"):
                assert change.particulars[0] <= size
        tricks = sum(match.number_in_fact(fact.layout_index) for fact in match.layout.tricks)
        assert tricks + len(match.hands[0]) == size or match.view(None).facts["phase"] == "call" or match.trick
        before = [match.score(seat) for seat in range(seats)]
    assert len(before) == seats


def test_hand_of_four_players_with_the_quota_made_and_nobody_condemned_brings_280_points_in_all():
    found = 0
    for seed in range(40):
        match = GAME.start(4, seed=seed)
        changes = [change for _, each in play_random_actions(match, random.Random(seed), 60) for change in each]
        keys = [change.key for change in changes if isinstance(change, Remark)]
        first = keys.index("earned") if "earned" in keys else len(keys)
        if "dealer made" in keys and "dungeon" not in keys and first < len(keys):
            found += 1
            points = [
                change.particulars[-1]
                for change in changes
                if isinstance(change, Remark) and change.key in ("dealer made", "earned")
            ]
            assert sum(points[:4]) == 280
    assert found


@given(st.integers(-2000, 2000), st.integers(-2000, 2000))
def test_dungeon_never_raises_a_score(score, lowest):
    assert score_after_three_queens(score, lowest) <= score - 100
    assert score_after_four_queens(score) <= score - 250
    assert score_after_reneging(score, lowest) <= score - 100


def test_copy_of_a_dungeon_match_is_independent():
    match = GAME.start(4, seed=1)
    for _ in play_random_actions(match, random.Random(1), 30):
        pass
    twin, digest = match.copy(), match.digest
    for _ in play_random_actions(twin, random.Random(2), 100):
        pass
    assert match.digest == digest
    assert twin.digest != digest
