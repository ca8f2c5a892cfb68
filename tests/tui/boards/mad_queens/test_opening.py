"""The opening of a match of Mad Queens on the board: the deal, and what a Joker among the first banned cards does."""

from __future__ import annotations

from itertools import groupby

import pytest
from msgspec.structs import replace

from core import Remark, games
from core.mad_queens import dealt_view
from net.client.events import MatchBegan
from tests.support.board_app import BoardApp, press
from tests.support.board_pictures import BOARD_SIZES, check_picture
from tests.support.depth import sample_cases
from tui.boards.mad_queens.board import MadQueensBoard
from tui.boards.mad_queens.render import render
from tui.boards.mad_queens.text import board_description

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""

SEAT_NAMES = ("Ada", "Björn", "Chidi", "Dora")
"""The names of the seats."""

SEED_WITH_BANNED_JOKER = 20
"""A seed with which a Joker is among the first banned cards."""


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_opening_changes_lead_from_the_dealt_view_to_the_first_view(slug):
    events = 0
    for seed in range(60):
        match = games[slug].start(3, seed=seed)
        events += any(isinstance(change, Remark) and change.key == "joker banned" for change in match.opening_changes)
        for audience in (0, 2, None):
            seen = [change for change in (change.seen_by(audience) for change in match.opening_changes) if change]
            assert dealt_view(match.view(audience)).apply_all(seen) == match.view(audience)
    assert events


@pytest.mark.parametrize("seat", [0, None])
async def test_event_of_a_joker_in_the_opening_is_animated_for_each_seat(seat):
    match = GAME.start(4, seed=SEED_WITH_BANNED_JOKER)
    app = BoardApp(match, SEAT_NAMES, seat=seat, animate=True)
    async with app.run_test(size=(80, 24)):
        scenes = list(app.play_frames())
        assert scenes[0].view.count("deck/0") == 50
        assert scenes[-1].view == match.view(seat)
        told = [scene.effect.banner.sentence for scene in scenes if scene.effect.banner]
        assert told[0].startswith("The Joker: everybody")
        scored = [
            change for change in match.opening_changes if getattr(change, "key", "") in ("event scores", "event misses")
        ]
        assert [change.seat for change in scored] == [0, 1, 2, 3]
        rows = {}
        for scene in scenes:
            for other in range(4):
                if scene.effect.banner and scene.row(other):
                    rows[other] = scene.row(other)
        assert rows == {change.seat: change.particulars[0] for change in scored}
        assert [line.text for line in scenes[-1].log] == [
            line.text for line in app.board._log_writer.lines(match.opening_changes, match.view(seat))
        ]


async def test_result_of_the_first_play_names_what_a_joker_brought_before_it():
    match = GAME.start(4, seed=SEED_WITH_BANNED_JOKER)
    brought = {
        change.seat: change.particulars[1]
        for change in match.opening_changes
        if isinstance(change, Remark) and change.key == "event scores"
    }
    app = BoardApp(match, SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)):
        for seat in range(4):
            while seat in match.awaited and match.view(seat).facts["play"] == 1:
                app.act(seat, "bank" if match.view(seat).count(f"shown/{seat}") else "reveal")
        told = next(scene.summary for scene in app.play_frames() if scene.summary)
        with_joker = {one.seat: one.reason for one in told.outcomes if "Joker hit" in one.reason}
        assert brought
        assert with_joker == {seat: f"Joker hit +{points}" for seat, points in brought.items()}


async def test_status_line_names_the_event_of_a_joker_from_its_card_to_the_last_seat():
    app = BoardApp(GAME.start(4, seed=SEED_WITH_BANNED_JOKER), SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)):
        events = [scene.shown_event for scene in app.play_frames()]
        assert [event for event, _ in groupby(events)] == ["", "A Joker", ""]


async def test_key_ends_the_animation_of_the_opening_and_decides_nothing():
    app = BoardApp(GAME.start(4, seed=SEED_WITH_BANNED_JOKER), SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.board.animating
        await press(pilot, "space")
        assert not app.board.animating
        assert app.texts_of_chosen_actions == []
        assert app.board.scene.view == app.match.view(0)


async def test_opening_without_an_event_is_not_animated():
    app = BoardApp(GAME.start(4, seed=7), SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)):
        assert not app.board.animating
        assert app.board.scene.view == app.match.view(0)
        assert [line.text for line in app.board.scene.log]


def test_board_that_animates_nothing_shows_the_whole_opening_at_once():
    match = GAME.start(4, seed=SEED_WITH_BANNED_JOKER)
    board = MadQueensBoard(MatchBegan(match.view(0), SEAT_NAMES, match.opening_changes), animate=False)
    assert board.scene.view == match.view(0)
    assert len(board.scene.log) > 4


@pytest.mark.deep
@pytest.mark.parametrize("size", sample_cases(BOARD_SIZES, 3), ids=str)
async def test_every_scene_of_the_opening_can_be_painted_and_asks_for_nothing(size):
    app = BoardApp(GAME.start(4, seed=SEED_WITH_BANNED_JOKER), SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)):
        for scene in list(app.play_frames())[:-1]:
            shown = replace(scene, width=size[0], height=size[1])
            check_picture(shown)
            assert "Reveal the first card" not in str(render(shown).canvas)
            assert "Banned: ." not in board_description(shown)
