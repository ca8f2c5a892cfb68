"""The entrance of a Queen (the animation when she appears): every game in which she means something has one, and it
takes at most two seconds, even at the slowest pace.
"""

from __future__ import annotations

import random
from itertools import groupby

import pytest

from core import games
from tests.support.board_app import BoardApp
from tests.support.depth import count_for_depth
from tui.boards.common.animation import MAX_QUEEN_ENTRANCE_SECONDS, BoardAnimation
from tui.screens.match import DURATION_FACTOR_BY_PACE

ANIMATED_ACTION_COUNT = count_for_depth(250, 2_000)
"""Number of actions of a match that are animated."""


class EndlessTimer:
    """A stand-in for a timer that never ends."""

    def stop(self):
        """Do nothing."""


def seconds_and_queen_of_frames(frames, pace):
    """Return a pair for each frame that has a duration: its seconds at this pace, and the Queen that it shows, or
    False.
    """
    seconds = []

    def start(duration, end):
        """Record a duration."""
        seconds.append(
            (animation.shown.shows_queen and str(getattr(animation.shown._frame.effect, "queen", "Q♠")), duration)
        )
        return EndlessTimer()

    animation = BoardAnimation(lambda frame: None, lambda: None, lambda: None, start, lambda: 0.0, pace=pace)
    animation.add(frames)
    while len(animation):
        animation.next_frame()
    return seconds


@pytest.mark.deep
@pytest.mark.parametrize("slug", games)
async def test_queen_makes_an_entrance_of_two_seconds_at_most_at_every_pace(slug):
    chance, game = random.Random(3), games[slug]
    match = game.start(game.usual_seats, seed=5)
    app, entrances = BoardApp(match, [f"P{seat}" for seat in range(match.seats)], animate=True), 0
    async with app.run_test(size=(80, 24)):
        for _ in range(ANIMATED_ACTION_COUNT):
            if match.over:
                break
            seat = chance.choice(sorted(match.awaited))
            app.act(seat, chance.choice(match.legal(seat)))
            frames = [*app.board.animation._queue._waiting_frames]
            app.board.show_present_state()
            for pace in DURATION_FACTOR_BY_PACE.values():
                for queen, group in groupby(seconds_and_queen_of_frames(frames, pace), key=lambda shown: shown[0]):
                    together = sum(duration for _, duration in group)
                    entrances += bool(queen)
                    assert not queen or together <= MAX_QUEEN_ENTRANCE_SECONDS, (queen, pace, together)
    assert bool(entrances) == (slug != "queen-bees-ii"), "there she is a card like any other"
