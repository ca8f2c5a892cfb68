"""The sentences about the moments of a match."""

from __future__ import annotations

import pytest

from core import games
from core.engine.computation import run_to_end
from core.engine.registry import match_at_start
from core.engine.simulation import play_out
from core.engine.story import LEAD_MOMENT, Moment, work_out_story
from tui.text.story import (
    course_axis_labels,
    highlights_text,
    moment_with_part_text,
    time_line,
    time_line_moments,
)


@pytest.mark.parametrize(("part", "sentence"), [("Play 7", "Play 7: Bob took the lead."), ("", "Bob took the lead.")])
def test_sentence_of_a_moment_begins_with_the_part_of_the_match_if_the_game_has_parts(part, sentence):
    assert moment_with_part_text(Moment(3, part, LEAD_MOMENT, 1, "took the lead", 1.0), ("Ann", "Bob")) == sentence


@pytest.mark.parametrize("slug", list(games))
def test_time_line_shows_every_moment_with_a_symbol_of_its_own(slug):
    game = games[slug]
    match = game.start(game.usual_seats, "time-line")
    play_out(game, match, [next(iter(game.bots.values()))] * game.usual_seats)
    story = run_to_end(work_out_story(game, match_at_start(match.record), match.record.actions))
    shown = time_line_moments(game, story)
    signed = [one for one in story.moments if one.kind in game.moment_signs]
    assert [one for one in shown if one.kind in game.moment_signs] == signed
    assert {*story.best_moments(16)} <= {*shown}
    assert [one.step for one in shown] == sorted(one.step for one in shown)
    row = time_line(game, shown, 0, len(match.actions), 400)
    for sign in set(game.moment_signs.values()):
        steps = {one.step for one in signed if game.moment_signs[one.kind] == sign}
        assert row.count(sign) >= len(steps) - 4, "as good as every step has a column of its own"


def test_highlights_call_the_reader_you():
    game = games["queen-bees-ii"]
    match = game.start(4, "highlights")
    play_out(game, match, [next(iter(game.bots.values()))] * 4)
    remarks = run_to_end(work_out_story(game, match_at_start(match.record), match.record.actions)).remarks
    names = ("Ann", "Bea", "Cleo", "Dora")
    told = highlights_text(game, remarks, names)
    named = next(seat for seat, name in enumerate(names) if f"({name}" in told)
    assert highlights_text(game, remarks, names, named) == told.replace(names[named], "you")


@pytest.mark.parametrize(
    ("parts", "labels"),
    [
        (("Play 1", "Play 2", "Play 12"), ("Play", 12)),
        (("Round of Ann 1", "Round of Ann 3"), ("Round of Ann", 3)),
        (("Noon", "Night"), ("Noon", "Night")),
        (("Play 1", "Play 1"), ("", "")),
        ((), ("", "")),
    ],
)
def test_labels_below_the_curves_are_numbers_of_parts_or_the_first_and_the_last_part(parts, labels):
    assert course_axis_labels(parts) == labels
