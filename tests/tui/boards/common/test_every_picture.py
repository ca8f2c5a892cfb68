"""Pictures of all boards, painted without a running program."""

from __future__ import annotations

import random
import re
from itertools import islice, product

import pytest

from core import games
from net.client.events import MatchBegan, MatchChanged
from tests.support.board_pictures import BOARD_SIZES, HOSTILE_NAMES, check_rows
from tests.support.depth import GAMES_TO_START, count_for_depth, parametrize
from tui.boards.common.generic_board import GenericBoard
from tui.boards.games import board_for
from tui.cards import LOOKS

ACTIONS_PER_PICTURE = 48
"""A picture is painted after this many actions of a match, each in another size and look."""


def board_of_new_match(slug, names, board_class=None, seed=1):
    """Return the board of a match that has just begun, and the match. The board is of `board_class`, by default that of
    the game; it animates nothing.
    """
    match = games[slug].start(games[slug].usual_seats, seed=seed)
    began = MatchBegan(match.view(0), tuple(names[: match.seats]), match.opening_changes)
    return (board_class or board_for(slug))(began, animate=False), match


def changes_of_random_match(match, seed=1):
    """Play a match at random; yield, for each action, the changes that seat 0 may know."""
    chance = random.Random(seed)
    while not match.over:
        mover = chance.choice(sorted(match.waiting))
        changes = match.act(mover, chance.choice(match.legal(mover)))
        yield MatchChanged(tuple(seen for change in changes if (seen := change.seen_by(0))), match.view(0))


@pytest.mark.deep
@parametrize("board_class", [None, GenericBoard], 1, ids=["own board", "generic board"])
@pytest.mark.parametrize("slug", GAMES_TO_START)
def test_pictures_of_a_match_fill_every_size_in_every_look(slug, board_class):
    board, match = board_of_new_match(slug, HOSTILE_NAMES, board_class)
    looks = list(LOOKS.values())
    for number, played in enumerate(islice(changes_of_random_match(match), ACTIONS_PER_PICTURE)):
        board.show_played(played)
        board.look = looks[number % len(looks)]
        width, height = BOARD_SIZES[number % len(BOARD_SIZES)]
        check_rows(board.make_canvas(width, height), width, height)


@pytest.mark.deep
@parametrize("slug", GAMES_TO_START, 2)
def test_no_text_below_the_title_is_cut(slug):
    names = ("You", "Ada", "Bea", "Cleo")
    for seed in range(count_for_depth(1, 3)):
        board, match = board_of_new_match(slug, names, seed=seed)
        for number, played in enumerate(islice(changes_of_random_match(match, seed), 250)):
            board.show_played(played)
            if number % 3 == 0 or 0 in match.waiting:
                for width, height in ((80, 23), (60, 17)):
                    rows = str(board.make_canvas(width, height)).splitlines()[1:]
                    assert [row for row in rows if re.search(r"\S ?…", row)] == []


@pytest.mark.parametrize("slug", games)
def test_board_in_a_too_small_window_asks_for_a_larger_one_and_names_the_awaited_player(slug):
    board, _ = board_of_new_match(slug, [f"Player {seat}" for seat in range(12)])
    for width, height in product(range(0, 60, 7), (0, 3, 10)):
        check_rows(board.make_canvas(width, height), width, height)
    text = str(board.make_canvas(50, 10))
    assert "60 columns" in text
    assert "You" in text or "Player" in text
