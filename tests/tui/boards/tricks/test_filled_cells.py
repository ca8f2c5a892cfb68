"""How much of the trick board is filled, in the middle of a trick, at the sizes of the gallery."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from core import games
from tests.support.filled_cells import filled_share
from tui.boards.tricks.render import layout_of, render
from tui.boards.tricks.scene import TrickScene
from tui.drawing import Rect

NAMES = ("Nora", "Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro")
"""The names of the seats."""

LEAST_SHARES = {(120, 39): 0.45, (160, 49): 0.43, (200, 59): 0.32}
"""By the size of a board: the least share of it, without status line, log, standings and buttons, that is filled."""

LEAST_SHARES_OF_OTHER_TABLES = {
    ("queens-dungeon", 5): 0.4,
    ("queens-dungeon", 6): 0.42,
    ("queens-dungeon", 7): 0.38,
    ("queens-dungeon", 8): 0.36,
    ("queen-bees-ii", 3): 0.39,
}
"""By game and seats: the least share at 120x40 where hands are small or only two cards of others lie on the table."""


def table_share(scene, width, height):
    """Return the share of the table and the hand that is filled on a board of this size."""
    shown = replace(scene, width=width, height=height)
    where, canvas = layout_of(shown), render(shown).canvas
    table = Rect(0, 1, width - (where.log.width if where.log else 0), where.title.y - 1)
    hand = Rect(0, where.title.y, width, where.bar.y - where.title.y)
    cells = [area.width * area.height for area in (table, hand)]
    shares = [filled_share(canvas, scene.look, area) for area in (table, hand)]
    return sum(part * size for part, size in zip(shares, cells, strict=True)) / sum(cells)


def scenes_before_our_card(slug, seats):
    """Yield the scenes of the third trick of a match in which it is our turn and others have played."""
    match = games[slug].start(seats, seed=3)
    chance = random.Random(3)
    for _ in range(400):
        view = match.view(0)
        seat = sorted(match.waiting)[0]
        if seat == 0 and len(view.cards("trick")) >= 2 and view.facts["phase"] == "play":
            yield TrickScene(view=view, names=NAMES[:seats], focus=0, legal=match.legal(0), title=match.game.title)
        match.act(seat, chance.choice(match.legal(seat)))


@pytest.mark.parametrize(
    ("slug", "seats"), [("queens-dungeon", 2), ("queens-dungeon", 3), ("queens-dungeon", 4), ("queen-bees-ii", 4)]
)
def test_most_of_the_trick_board_is_filled(slug, seats):
    scene = next(scenes_before_our_card(slug, seats))
    for (width, height), least in LEAST_SHARES.items():
        assert table_share(scene, width, height) >= least, (width, height)


@pytest.mark.parametrize(("slug", "seats"), LEAST_SHARES_OF_OTHER_TABLES)
def test_trick_board_of_120_columns_is_filled_as_far_as_small_hands_allow(slug, seats):
    scene = next(scenes_before_our_card(slug, seats))
    assert table_share(scene, 120, 39) >= LEAST_SHARES_OF_OTHER_TABLES[slug, seats]
