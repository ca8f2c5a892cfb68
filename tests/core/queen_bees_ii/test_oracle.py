"""Random matches of Queen Bees II, compared with the oracle, a second and slow implementation of the rulings."""

from random import Random

import pytest

from core import Match, games
from tests.core.queen_bees_ii.oracle import BeesOracle, sort_key

GAME = games["queen-bees-ii"]
"""The game of these tests: Queen Bees II."""


def hands_as_texts(match: Match) -> list[list[str]]:
    """Return the hand of each seat as texts."""
    return [[*map(str, match.view(seat).cards(f"hand/{seat}"))] for seat in range(match.seats)]


def assert_equal_states(match: Match, oracle: BeesOracle) -> None:
    """Check that match and oracle are in the same state, with the same legal and automatic actions."""
    facts = match.view(None).facts
    assert match.over == oracle.over
    assert [facts[f"score/{seat}"] for seat in range(match.seats)] == oracle.scores
    if oracle.over:
        winner = oracle.scores.index(max(oracle.scores))
        assert [standing.seat for standing in match.standings if standing.rank == 1] == [winner]
        return
    assert [*map(sorted, hands_as_texts(match))] == [*map(sorted, oracle.hands)]
    assert [facts[f"tricks/{seat}"] for seat in range(match.seats)] == oracle.tricks
    assert [*map(str, match.view(None).cards("trick"))] == oracle.trick
    named = [facts[name] for name in ("dealer", "leader", "turn", "hand")]
    assert named == [oracle.dealer, oracle.leader, oracle.turn, oracle.hand_number]
    assert set(facts["trumps"]) == oracle.trumps
    assert match.waiting == {oracle.turn}
    assert sorted(map(str, match.legal(oracle.turn))) == sorted(f"play {card}" for card in oracle.legal())
    assert str(match.default(oracle.turn)) == f"play {min(oracle.legal(), key=sort_key)}"


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("void_of_trump_free", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_random_matches_of_queen_bees_agree_with_the_oracle_of_rulings_6(seats, void_of_trump_free, seed):
    random = Random(seed)
    match = GAME.start(seats, seed, {"void_of_trump_free": void_of_trump_free})
    oracle = BeesOracle(match.view(None).facts["dealer"], hands_as_texts(match), void_of_trump_free)
    assert_equal_states(match, oracle)
    while not match.over:
        actions = match.legal(oracle.turn)
        trumps = [action for action in actions if oracle.is_trump(str(action.cards[0]))]
        action = random.choice(trumps if trumps and seed % 2 and random.random() < 0.8 else actions)
        match.act(oracle.turn, action)
        oracle.play(str(action.cards[0]))
        if oracle.dealing:
            oracle.deal((oracle.dealer + 1) % seats, hands_as_texts(match))
        assert_equal_states(match, oracle)
