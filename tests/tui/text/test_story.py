"""The sentences about the moments of a match."""

from __future__ import annotations

import pytest

from core.engine.story import LEAD_MOMENT, Moment
from tui.text.story import course_axis_labels, moment_with_part_text


@pytest.mark.parametrize(("part", "sentence"), [("Play 7", "Play 7: Bob took the lead."), ("", "Bob took the lead.")])
def test_sentence_of_a_moment_begins_with_the_part_of_the_match_if_the_game_has_parts(part, sentence):
    assert moment_with_part_text(Moment(3, part, LEAD_MOMENT, 1, "took the lead", 1.0), ("Ann", "Bob")) == sentence


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
