"""Whether a player could go out, compared with what happens in matches and with a search through the legal actions."""

from __future__ import annotations

from random import Random

import pytest

from core import Match, games
from core.big_queen import could_go_out
from core.big_queen.legal import ASK_ACTION
from core.engine.cards import CARDS
from core.engine.piles import Remark

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""


@pytest.mark.parametrize("free_upcard", [False, True])
def test_nobody_goes_out_in_a_turn_in_which_they_could_not(free_upcard):
    gone_out, hopeless = 0, 0
    for seed in range(8):
        match = GAME.start(seats=4, seed=seed, options={"free_first_upcard": free_upcard})
        bot = next(iter(GAME.bots.values()))
        could = True
        while not match.over and gone_out < 40:
            seat = min(match.awaited)
            view = match.view(seat)
            if ASK_ACTION in match.legal(seat):
                could = could_go_out(view)
                hopeless += not could
            remarks = [one.key for one in match.act(seat, bot(view)) if isinstance(one, Remark)]
            if "out" in remarks:
                gone_out += 1
                assert could, f"seed {seed}"
    assert gone_out >= 10
    assert hopeless >= 100, "most turns offer no way out"


def reaches_end_of_round(match: Match, seat: int) -> bool:
    """Return whether some order of legal actions lets a seat, whom its partner has allowed it, go out in its turn."""
    for action in match.legal(seat):
        trial = match.copy()
        if any(isinstance(one, Remark) and one.key == "out" for one in trial.act(seat, action)):
            return True
        if action.verb in ("meld", "add") and reaches_end_of_round(trial, seat):
            return True
    return False


@pytest.mark.parametrize("sets", [(), (("A", "7♠ 7♦ 7♥"),)])
def test_after_the_draw_the_hand_decides_as_a_search_does(arrange_match, sets):
    chance, ways = Random(5), 0
    pack = [card for card in CARDS[:52] if card.rank in "25KQ7" and str(card) not in ("7♠", "7♦", "7♥")]
    for _ in range(60):
        hand = chance.sample(pack, chance.randint(2, 6))
        table = arrange_match({0: " ".join(map(str, hand)), 2: "3♥ 4♥"}, discard="4♠", sets=sets, phase="play")
        could = could_go_out(table.match.view(0))
        table.ask_partners((2, "yes"))
        assert could == reaches_end_of_round(table.match, 0), hand
        ways += could
    assert 5 <= ways <= 55


@pytest.mark.parametrize(
    ("hand", "discard", "stock", "expected"),
    [
        ("7♠ 7♦ K♣", "4♠", None, True),  # a seven or a two may come
        ("7♠ 8♦ K♣ 5♥", "4♠", None, False),
        ("7♠ 7♦ K♣", "4♠", "", False),  # a draw ends the round
        ("7♠ 7♦ K♣", "7♥", "", True),  # a take leaves K♣
        ("7♠ 7♦ 5♥ 8♥ 9♣ K♣", "4♠ 7♥ K♠ K♦ 5♦ 5♠", "", False),
        ("7♠ 7♦ 5♥ K♣", "4♠ 7♥ K♠ K♦ 5♦ 5♠ 9♥", "", True),  # the cards above it come along
    ],
)
def test_before_the_draw_each_draw_and_each_take_counts(arrange_match, hand, discard, stock, expected):
    table = arrange_match({0: hand}, discard=discard, stock=stock, reshuffles=1)
    assert ASK_ACTION in table.match.legal(0), "asking is legal all the same"
    assert could_go_out(table.match.view(0)) == expected
