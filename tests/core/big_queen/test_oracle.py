"""Random matches of Big Queen, compared with the oracle, a second and slow implementation of the rulings."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from core import Action, Match, Moved, games
from tests.core.big_queen.oracle import SET_RANKS, BigQueenOracle
from tests.support.depth import count_for_depth, parametrize

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""
SEATS_AND_OPTIONS = [
    (4, {}),
    (4, {"hand_size": 5, "losers_count_melds": False, "target": 200}),
    (4, {"free_first_upcard": True, "max_reshuffles": 0}),
    (6, {"hand_size": 3, "target": 150, "max_reshuffles": 3}),
    (8, {"hand_size": 4, "free_first_upcard": True, "target": 300}),
    (10, {}),
    (4, {"max_rounds": 1}),
]
"""The numbers of seats and the options of the matches that are compared."""

WEIGHT_BY_VERB = {"discard": 0.25, "draw": 1.5, "ask": 0.4, "no": 0.3, "take": 1.5, "meld": 4.0, "add": 4.0}
"""Maps a verb to a weight: how many times as often as other actions a random player chooses it, so that rounds become
long.
"""


def action_with_sorted_cards(action: str) -> str:
    """Return the text of an action with its cards in sorted order where their order does not matter."""
    words = action.split()
    fixed = {"take": 2, "meld": 1}.get(words[0], len(words))
    return " ".join(words[:fixed] + sorted(words[fixed:]))


def assert_equal_states(match: Match, oracle: BigQueenOracle) -> None:
    """Check that match and oracle are in the same state, with the same legal and automatic actions."""
    view, facts = match.view(None), match.view(None).facts
    assert match.over == (oracle.phase == "over")
    assert {"A": facts["score/A"], "B": facts["score/B"]} == oracle.scores
    if match.over:
        best = max(oracle.scores.values())
        winners = {standing.seat for standing in match.standings if standing.rank == 1}
        assert winners == {seat for seat in range(match.seats) if oracle.scores[oracle.team(seat)] == best}
        return
    phase = oracle.back if oracle.phase == "answer" else oracle.phase
    named = [facts[name] for name in ("phase", "turn", "dealer", "round")]
    assert named == [phase, oracle.seat_on_turn, oracle.dealer, oracle.round]
    legal = [oracle.legal(seat) for seat in range(match.seats)]
    for seat in range(match.seats):
        assert sorted(action_with_sorted_cards(str(action)) for action in match.legal(seat)) == sorted(legal[seat])
    assert match.waiting == {seat for seat in range(match.seats) if legal[seat]}
    for seat in oracle.waiting or {oracle.seat_on_turn}:
        assert str(match.default(seat)) == (oracle.automatic_action(seat) or str(match.default(seat)))
    if phase == "deal":
        return
    for seat in range(match.seats):
        assert sorted(map(str, match.view(seat).cards(f"hand/{seat}"))) == sorted(oracle.hands[seat])
    for team in "AB":
        for rank in SET_RANKS:
            laid = view.cards(f"meld/{team}/{rank}")
            assert sorted(map(str, laid)) == sorted(oracle.areas.get((team, rank), []))
    assert view.piles["stock"] == oracle.stock
    assert [*map(str, view.cards("discard"))] == oracle.discards
    assert set(facts["due"]) == oracle.due


def act_in_both(match: Match, oracle: BigQueenOracle, seat: int, action: Action) -> None:
    """Carry out an action in the match and in the oracle, which is given the card drawn from the stock."""
    changes = match.act(seat, action)
    if action.verb == "deal":
        hands = [[*map(str, match.view(one).cards(f"hand/{one}"))] for one in range(match.seats)]
        oracle.deal(match.view(None).facts["dice"], hands, str(match.view(None).cards("discard")[0]))
        return
    moves = [change for change in changes if isinstance(change, Moved) and str(change.source) == "stock"]
    oracle.act(seat, str(action), str(moves[0].cards[0]) if moves else None)  # type: ignore[index]


def choose_action(match: Match, random: Random, is_lazy: bool) -> tuple[int, Action]:
    """Return a random seat that may act and a random action of it; with `is_lazy` mostly its automatic action."""
    seat = random.choice(sorted(match.awaited if random.random() < 0.8 else match.waiting))
    if is_lazy and seat in match.awaited and random.random() < 0.9:
        return seat, match.default(seat)
    by_verb = defaultdict(list)
    for action in match.legal(seat):
        by_verb[action.verb].append(action)
    verbs = [*by_verb]
    [verb] = random.choices(verbs, [WEIGHT_BY_VERB.get(verb, 1.0) for verb in verbs])
    return seat, random.choice(by_verb[verb])


@pytest.mark.deep
@parametrize(("seats", "options"), SEATS_AND_OPTIONS, 4, ids=str)
@pytest.mark.parametrize("is_lazy", [False, True])
def test_random_matches_of_big_queen_agree_with_the_oracle_of_rulings_4(seats, options, is_lazy):
    random = Random(f"{seats} {options} {is_lazy}")
    match = GAME.start(seats, random.randrange(10**6), options)
    oracle = BigQueenOracle(seats, options)
    for _ in range(count_for_depth(100, 400)):
        assert_equal_states(match, oracle)
        if match.over:
            return
        act_in_both(match, oracle, *choose_action(match, random, is_lazy))
