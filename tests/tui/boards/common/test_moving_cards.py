"""Cards and points that move over a table: where they are in each frame, and what a frame paints."""

from __future__ import annotations

from itertools import pairwise

from core import cards, games
from tui.boards.common.frame_queue import MAX_SKIPPED_FRAME_SECONDS, Frame, FrameQueue
from tui.boards.common.travel import TRAVEL_FRAMES, CardPlace, eased_position, paint_travels, travels
from tui.cards import FOUR_COLOURS, LOOKS, MID, MINI, Canvas, face
from tui.drawing import Brush

PLACE_BY_NAME = {"deck": CardPlace(2, 1, MINI), "row": CardPlace(40, 12, MID)}
"""Maps the name of a place on the table, such as a pile, to the upper left corner of its rectangle and the size of its
cards."""

MATCH_VIEW = games["mad-queens"].start(1, seed=1).view(0)
"""The view of a new match; these tests look only at moving cards, so any match will do."""


def canvas_with_moving_cards(moved, look=FOUR_COLOURS):
    """Return a canvas on which moving cards and points are painted."""
    canvas = Canvas(60, 20)
    paint_travels(Brush(canvas, look), moved, PLACE_BY_NAME.get)
    return canvas


def test_moving_card_comes_nearer_with_each_frame_and_ends_at_its_target():
    steps = [eased_position(2, 40, step) for step in range(TRAVEL_FRAMES + 1)]
    assert steps[0] == 2
    assert steps[-1] == 40
    moves = [after - before for before, after in pairwise(steps)]
    assert moves == sorted(moves, reverse=True)
    assert min(moves) > 0
    assert [eased_position(40, 2, step) for step in (0, TRAVEL_FRAMES)] == [40, 2]


def test_moving_card_is_at_its_target_in_the_last_frame_in_every_look():
    card = cards("7♥")[0]
    for look in LOOKS.values():
        expected = Canvas(60, 20)
        expected.blit(40, 12, face(card, MID, look))
        *_, last = travels("deck", "row", cards=[card])
        assert canvas_with_moving_cards([last], look).changed_runs(expected) == []


def test_moving_card_without_a_place_in_the_layout_paints_nothing():
    assert str(canvas_with_moving_cards(travels("deck", "nowhere", cards=cards("7♥")))).strip() == ""


def test_moving_points_are_painted_as_text_on_a_coloured_background():
    *_, last = travels("deck", "row", badge="+5")
    assert str(canvas_with_moving_cards([last])).splitlines()[12][40:].strip() == "+5"


def test_cells_that_a_moving_card_changes_are_those_near_it():
    first, second, *_ = travels("deck", "row", cards=cards("7♥"))
    changed = canvas_with_moving_cards([second]).changed_runs(canvas_with_moving_cards([first]))
    assert 0 < sum(columns for _, _, columns in changed) < 3 * MID.width * MID.height


def test_cells_that_a_moving_card_changes_never_cut_a_wide_character():
    before, after = Canvas(30, 1), Canvas(30, 1)
    before.text(4, 0, "漢字漢字", FOUR_COLOURS.inverse_style())
    after.text(5, 0, "漢字漢字", FOUR_COLOURS.inverse_style())
    assert after.changed_runs(before) == [(0, 4, 9)]
    assert after.changed_runs(after.copy()) == []


def measure_shown_frames(seconds_late):
    """Show an animation while the program is `seconds_late` seconds late after the first frame; return the seconds for
    which each frame is shown, without those that are left out.
    """
    holds = []

    class Timer:
        def stop(self):
            """Do nothing."""

    def start_timer(seconds):
        holds.append(seconds)
        return Timer()

    queue = FrameQueue(lambda frame: None, start_timer)
    queue.add([*[Frame(MATCH_VIEW, MAX_SKIPPED_FRAME_SECONDS)] * 4, Frame(MATCH_VIEW, 1.0), Frame(MATCH_VIEW)])
    queue.advance(seconds_late)
    while queue.frame_is_on:
        queue.advance()
    return holds


def test_animation_leaves_out_short_frames_while_the_program_is_late():
    short = MAX_SKIPPED_FRAME_SECONDS
    assert measure_shown_frames(0.0) == [short, short, short, short, 1.0]
    assert measure_shown_frames(2.5 * short) == [short, short, 1.0]
    assert measure_shown_frames(60.0) == [1.0], "a frame that tells something is always shown"
