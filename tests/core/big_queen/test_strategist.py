"""The bot `play_as_strategist`, the strong bot of Big Queen: where it decides otherwise than `play_as_teammate`, and
that it is stronger.
"""

from __future__ import annotations

import pytest

from core.big_queen.bot import play_as_teammate
from core.big_queen.strategist import play_as_strategist
from tests.bench.bots import MeasuredRow, play_row
from tests.support.depth import count_for_depth


def test_strategist_discards_a_low_card_where_teammate_discards_an_ace(arrange_match):
    hands = {0: "A♠ 6♦ K♥ 8♣ 8♦ J♠ 10♥ 4♣", 1: "3♣ 5♣ 7♣ 9♣", 3: "3♦ 5♦ 7♦ 9♦"}
    view = arrange_match(hands, phase="play").match.view(0)
    assert str(play_as_teammate(view)) == "discard A♠"
    assert str(play_as_strategist(view)) == "discard 4♣"


def test_strategist_keeps_a_low_pair_with_its_two_until_an_opponent_is_nearly_out(arrange_match):
    hand = "5♠ 5♥ 2♦ K♥ 9♣ J♠ 7♦"
    far = arrange_match({0: hand, 1: "3♣ 4♣ 6♣ 8♣", 3: "3♦ 4♦ 6♦ 8♦"}, phase="play").match.view(0)
    near = arrange_match({0: hand, 1: "3♣ 4♣ 6♣", 3: "3♦ 4♦ 6♦ 8♦"}, phase="play").match.view(0)
    assert str(play_as_teammate(far)) == "meld 5♠ 5♥ 2♦"
    assert play_as_strategist(far).verb == "discard"
    assert str(play_as_strategist(near)) == "meld 5♠ 5♥ 2♦"


def test_strategist_keeps_two_twos_for_the_queen_of_spades(arrange_match):
    table = arrange_match(
        {0: "A♠ A♥ 2♦ 2♥ Q♠ 9♣ J♠ 7♦", 1: "3♣ 4♣ 6♣ 8♣", 3: "3♦ 4♦ 6♦ 8♦"}, discard="4♠", phase="play"
    )
    assert str(play_as_teammate(table.match.view(0))) == "meld A♠ A♥ 2♦"
    assert str(play_as_strategist(table.match.view(0))) == "meld Q♠ 2♦ 2♥"


@pytest.mark.parametrize(("pile", "expected_action"), [("K♣ 9♦ 4♠", "take 1 K♠ K♥"), ("5♣ 9♦ 4♠", "draw")])
def test_strategist_takes_from_the_pile_with_a_pair_of_kings_but_draws_with_a_pair_of_fives(
    arrange_match, pile, expected_action
):
    hands = {0: "5♠ 5♥ K♠ K♥ J♠ 7♦ 8♣", 1: "3♣ 6♣ 8♦ 10♣", 3: "3♦ 6♦ 8♥ 10♦"}
    assert str(play_as_strategist(arrange_match(hands, discard=pile).match.view(0))) == expected_action


@pytest.mark.deep
def test_team_of_strategists_wins_most_matches_against_teammates():
    assert (
        play_row(
            MeasuredRow("big-queen", 4, {}, "hard", "normal"), count_for_depth(40, 100), "strategists"
        ).share_of_wins
        > 0.55
    )


def test_strategist_takes_and_lays_at_a_larger_table_as_teammate_does(arrange_match):
    hands = {0: "5♠ 5♥ 2♦ K♥ 9♣ J♠ 7♦", 1: "3♣ 4♣ 6♣ 8♣", 3: "3♦ 4♦ 6♦ 8♦", 5: "3♥ 4♥ 6♥ 8♥"}
    view = arrange_match(hands, phase="play", seats=6).match.view(0)
    assert str(play_as_strategist(view)) == str(play_as_teammate(view)) == "meld 5♠ 5♥ 2♦"
