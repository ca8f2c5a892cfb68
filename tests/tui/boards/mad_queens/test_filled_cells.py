"""How much of the Mad Queens board is filled, at rest and during events, at every size of the gallery."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from core import games
from net.client.events import MatchChanged
from tests.gallery.moments import (
    SEAT_COUNT,
    find_mad_queens_moment,
    heart_counts_double,
    is_row_caught,
    is_row_in_progress,
    queen_takes_bank_cards,
)
from tests.gallery.staged_client import StagedClient
from tests.support.depth import parametrize
from tests.support.filled_cells import share_of_filled_cells
from tui.boards.mad_queens.animation import MadQueensAnimator
from tui.boards.mad_queens.log_writer import MadQueensLogWriter
from tui.boards.mad_queens.render import layout_of, render
from tui.boards.mad_queens.scene import MadQueensScene
from tui.cards import LOOKS
from tui.drawing import Rect

BOARD_SIZES = [
    (48, 26),
    (48, 39),
    (52, 43),
    (59, 39),
    (60, 17),
    (80, 23),
    (120, 39),
    (160, 49),
    (200, 59),
    (60, 49),
    (80, 59),
]
"""Widths and heights, in columns and rows, of the boards that are tested."""

SEAT_NAMES = ("Nora", "Ada", "Björn", "Chidi")
"""The names of the seats."""

MIN_FILLED_SHARE = 0.45
"""Smallest accepted share of the table that is filled, with the other players and without the log."""


def scenes_of_moment(moment):
    """Find a match with a moment that meets the condition `moment`; yield the scene at rest if the condition is
    `is_row_in_progress`, and the scene with the banner if there is one.
    """
    found = find_mad_queens_moment(moment)
    client = StagedClient("mad-queens", SEAT_NAMES[:SEAT_COUNT], found.seed)
    changed = []
    client.set_listener(lambda event: changed.append(event) if isinstance(event, MatchChanged) else None)
    client.start_match()
    for action in found.actions[:-1]:
        client.send_action(action)
    before, known = client.view, len(changed)
    client.send_action(found.actions[-1])
    log = MadQueensLogWriter(SEAT_NAMES, client.game.sentence)
    animator = MadQueensAnimator(before, log, 0, [0] * SEAT_COUNT, None)
    frames = animator.frames(changed[known].changes, changed[known].view)
    view = changed[known].view
    scene = MadQueensScene(view=view, names=SEAT_NAMES, focus=0, title="Mad Queens", legal=client.game.legal(view))
    if moment is is_row_in_progress:
        yield scene
    told = next((frame for frame in frames if frame.effect.banner), None)
    if told is not None:
        yield replace(scene, view=told.view, effect=told.effect, plays=told.plays)


def test_most_of_the_mad_queens_board_is_filled_at_every_size():
    for wanted in (is_row_in_progress, is_row_caught, queen_takes_bank_cards, heart_counts_double):
        for scene in scenes_of_moment(wanted):
            for width, height in BOARD_SIZES:
                shown = replace(scene, width=width, height=height)
                felt = layout_of(shown).felt
                share = share_of_filled_cells(render(shown).canvas, scene.look, Rect(0, 1, felt.width, felt.bottom - 1))
                assert share >= MIN_FILLED_SHARE, (wanted.__name__, width, height, share)


@parametrize("slug", ["mad-queens", "mad-queens-classic"], 1)
@parametrize("seats", [2, 4, 3, 6, 8], 2)
def test_most_of_the_table_of_120_columns_is_filled_at_every_own_turn_of_a_match(slug, seats):
    match = games[slug].start(seats, seed=3)
    bot = next(iter(match.game.bots.values()))
    names = tuple(f"Player {seat}" for seat in range(seats))
    shares = []
    while not match.over:
        seat = min(match.awaited)
        if seat == 0:
            view, legal = match.view(0), match.legal(0)
            scene = MadQueensScene(view=view, names=names, focus=0, legal=legal, width=120, height=39)
            felt = layout_of(scene).felt
            shares.append(
                share_of_filled_cells(render(scene).canvas, scene.look, Rect(0, 1, felt.width, felt.bottom - 1))
            )
        match.act(seat, bot(match.view(seat)))
    assert len(shares) > 20
    assert min(shares) >= MIN_FILLED_SHARE, shares


def test_empty_bank_shows_what_cards_of_each_suit_count_and_other_players_show_their_decks():
    match = games["mad-queens"].start(3, seed=3)
    scene = MadQueensScene(
        view=match.view(0), names=SEAT_NAMES[:3], focus=0, legal=match.legal(0), width=120, height=39
    )
    for look in (LOOKS["four"], LOOKS["outline"]):
        rows = str(render(replace(scene, look=look)).canvas).splitlines()
        bank = layout_of(scene).bank
        headings = rows[bank.y + 1][bank.x : bank.right]
        assert " ".join(headings.split()) == "♣ 1 each ♦ 1 each ♥ 2 each ♠ 1 each"
        starts = [headings.index(sign) for sign in "♣♦♥♠"]
        assert all(after - before >= bank.width // 5 for before, after in pairwise([*starts, bank.width]))
        below = [row[bank.x : bank.right] for row in rows[bank.y + 2 : bank.bottom]]
        for start, end in pairwise([*starts, bank.width]):
            assert any(set("█▀▄▌▐") & set(row[start:end]) for row in below), "a large sign stands in each tray"
        others = "\n".join(rows[3 : layout_of(scene).felt.y])
        assert others.count(f" {match.view(0).count('deck/1')} ") == 2


@pytest.mark.parametrize("width", range(60, 161, 4))
@pytest.mark.parametrize("height", [18, 23, 29, 39, 49])
def test_points_in_an_empty_bank_are_whole_or_left_out(width, height):
    match = games["mad-queens"].start(3, seed=3)
    scene = MadQueensScene(
        view=match.view(0), names=SEAT_NAMES[:3], focus=0, legal=match.legal(0), width=width, height=height
    )
    bank = layout_of(scene).bank
    rows = str(render(scene).canvas).splitlines()[bank.y : bank.bottom]
    cut = r"[♣♦♥♠] \d (e(?!ach)|ea(?!ch)|eac(?!h))"
    assert not [row for row in rows if re.search(cut, row[bank.x :])]
