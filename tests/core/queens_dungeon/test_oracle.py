"""Random matches of Queen's Dungeon, compared with the oracle, a second and slow implementation of the rulings."""

from __future__ import annotations

from random import Random

import pytest

from core import Action, Change, Match, Moved, games
from tests.core.queens_dungeon.honour_oracle import HonourOracle
from tests.core.queens_dungeon.oracle import DungeonOracle, is_queen
from tests.support.depth import count_for_depth, parametrize

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""
OUT_OF_TURN_VERBS = ("take-back", "own-up", "accuse")
"""Verbs of the actions that a seat may take out of turn in the honour mode."""

REMOVED_TWOS_BY_SEATS = {2: 1, 3: 1, 4: 0, 5: 2, 6: 4, 7: 3, 8: 4}
"""Maps the number of seats to the number of twos that are taken out of the pack."""

SEATS_AND_OPTIONS = [
    (2, {}),
    (2, {"switch": True, "challenge": True}),
    (3, {}),
    (3, {"exchange": True}),
    (4, {}),
    (4, {"challenge": True, "target": 700}),
    (4, {"partners": True, "challenge": True}),
    (4, {"change_resets_broken": False, "condemned_dealer_pays": False}),
    (5, {"switch": True}),
    (6, {}),
    (7, {"challenge": True}),
    (8, {}),
    (8, {"switch": True, "target": 200}),
]
"""The numbers of seats and the options of the matches that are compared."""


def pile_texts(match: Match, seat: int, pile: str) -> list[str]:
    """Return the cards of a seat's pile, as texts."""
    return [*map(str, match.view(seat).cards(f"{pile}/{seat}"))]


def assert_equal_states(match: Match, oracle: DungeonOracle) -> None:
    """Check that match and oracle are in the same state, with the same legal and automatic actions."""
    view, facts = match.view(None), match.view(None).facts
    assert match.over == oracle.over
    assert [facts[f"score/{seat}"] for seat in range(match.seats)] == [*map(oracle.score, range(match.seats))]
    if oracle.over:
        assert {standing.seat for standing in match.standings if standing.rank == 1} == {
            seat for seat in range(match.seats) if oracle.score(seat) == max(oracle.scores)
        }
        return
    for seat in range(match.seats):
        assert sorted(pile_texts(match, seat, "hand")) == sorted(oracle.hands[seat])
        assert facts[f"condemned/{seat}"] is (seat in oracle.condemned)
        own = [str(action) for action in match.legal(seat) if action.verb not in OUT_OF_TURN_VERBS]
        assert sorted(own) == (sorted(oracle.legal()) if seat == oracle.turn else [])
        assert GAME.legal(match.view(seat)) == match.legal(seat)
    for name in ("tricks", "queens"):
        assert [facts[f"{name}/{player}"] for player in range(oracle.players)] == getattr(oracle, name)
    for name in ("dealer", "turn", "hand", "trump", "quota", "phase"):
        assert facts[name] == getattr(oracle, name)
    assert [*map(str, view.cards("trick"))] == oracle.trick
    assert str(match.default(oracle.turn)) == oracle.automatic_action()
    if oracle.phase == "play":
        assert facts["leader"] == oracle.leader
        assert oracle.trick or facts["broken"] is oracle.broken


def act_in_both(match: Match, oracle: DungeonOracle, action: Action) -> None:
    """Carry out an action of the seat on turn in the match and in the oracle, which is given all cards dealt."""
    seat, phase = oracle.turn, oracle.phase
    changes = match.act(seat, action)
    oracle.act(str(action))
    if phase == "call" or action.verb == "exchange":
        hands = [pile_texts(match, one, "hand") for one in range(match.seats)]
        unseen = [["?"] * 17] if match.seats == 2 else []
        oracle.deal(hands + unseen, pile_texts(match, seat, "aside") if oracle.phase == "switch" else [])
    for card in cards_played_by_dummy(changes):
        oracle.play_dummy_card(card)


def cards_played_by_dummy(changes: tuple[Change, ...]) -> list[str]:
    """Return the cards that the dummy played, as texts."""
    played = [change for change in changes if isinstance(change, Moved) and str(change.source) == "dummy"]
    return [str(change.cards[0]) for change in played if str(change.target) == "trick"]  # type: ignore[index]


@pytest.mark.deep
@parametrize(("seats", "options"), SEATS_AND_OPTIONS, 7, ids=str)
@pytest.mark.parametrize("policy_name", ["at random", "Queens out", "Queens kept"])
def test_random_matches_of_queens_dungeon_agree_with_the_oracle_of_rulings_5(seats, options, policy_name):
    random = Random(f"{seats} {options} {policy_name}")
    match = GAME.start(seats, random.randrange(10**6), options)
    oracle = DungeonOracle(seats, match.view(None).facts["dealer"], options)
    removed = 0 if "switch" in options or "exchange" in options else REMOVED_TWOS_BY_SEATS[seats]
    assert [*map(str, match.view(None).cards("removed"))] == ["2♣", "2♦", "2♥", "2♠"][:removed]
    assert_equal_states(match, oracle)
    while not oracle.over and oracle.hand < count_for_depth(4, 13):
        actions = match.legal(oracle.turn)
        queens = [action for action in actions if action.verb == "play" and is_queen(str(action.cards[0]))]
        if policy_name == "Queens out" and queens and random.random() < 0.7:
            actions = tuple(queens)
        elif policy_name == "Queens kept":
            actions = tuple(action for action in actions if action not in queens) or actions
        act_in_both(match, oracle, random.choice(actions))
        assert_equal_states(match, oracle)


def choose_out_of_turn_actions(match: Match, oracle: HonourOracle, random: Random) -> list[tuple[int, Action]]:
    """Return the out-of-turn actions that some seats take now; most accusations among them are right."""
    words = [
        (seat, action)
        for seat in range(match.seats)
        for action in match.legal(seat)
        if action.verb in OUT_OF_TURN_VERBS
    ]
    wrong = {seat for seat, _ in oracle.wrong}
    true = [
        (seat, said) for seat, said in words if oracle.repair_verb(seat) == said.verb or wrong.intersection(said[1:])
    ]
    return true if true and random.random() < 0.8 else words


def act_out_of_turn_in_both(match: Match, oracle: HonourOracle, seat: int, action: Action) -> None:
    """Carry out an out-of-turn action in the match and in the oracle."""
    match.act(seat, action)
    if action.verb == "accuse":
        oracle.accuse(seat, int(action[1]))
    elif oracle.repair_verb(seat) == action.verb:
        oracle.repair_wrong_card(seat, action.verb)


@pytest.mark.deep
@parametrize(("seats", "options"), SEATS_AND_OPTIONS, 7, ids=str)
@pytest.mark.parametrize("honesty", [0.95, 0.6])
def test_random_matches_in_honour_mode_agree_with_the_oracle_of_rulings_5_8(seats, options, honesty):
    random = Random(f"{seats} {options} {honesty}")
    options = {**options, "reneging": "honour"}
    match = GAME.start(seats, random.randrange(10**6), options)
    oracle = HonourOracle(seats, match.view(None).facts["dealer"], options)
    while not oracle.over and oracle.hand < count_for_depth(2, 8):
        assert_equal_states(match, oracle)
        for seat in range(seats):
            said = {str(action) for action in match.legal(seat) if action.verb in OUT_OF_TURN_VERBS}
            assert oracle.repair_verb(seat) is None or oracle.repair_verb(seat) in said  # QD-40, QD-41
            if oracle.phase in ("play", "change") and (oracle.last or len(oracle.trick) > 1):  # QD-43
                anybody = {f"accuse {other}" for other in range(seats) if other != seat}
                assert said - {"take-back", "own-up"} == (anybody if seat not in oracle.spoken else set())
        words = choose_out_of_turn_actions(match, oracle, random)
        if words and random.random() < (0.4 if oracle.wrong and not oracle.trick else 0.1):
            act_out_of_turn_in_both(match, oracle, *random.choice(words))
            continue
        actions = [action for action in match.legal(oracle.turn) if action.verb not in OUT_OF_TURN_VERBS]
        if oracle.phase == "play" and random.random() < honesty:
            right = oracle.playable(oracle.hands[oracle.turn])
            actions = [action for action in actions if not action.cards or str(action.cards[0]) in right]
        act_in_both(match, oracle, random.choice(actions))
