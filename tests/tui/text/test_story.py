"""The sentences about the moments of a match."""

from __future__ import annotations

import pytest

from core.engine.story import LEAD_MOMENT, Moment
from tui.text.story import moment_with_part_text


@pytest.mark.parametrize(("part", "sentence"), [("Play 7", "Play 7: Bob took the lead."), ("", "Bob took the lead.")])
def test_sentence_of_a_moment_begins_with_the_part_of_the_match_if_the_game_has_parts(part, sentence):
    assert moment_with_part_text(Moment(3, part, LEAD_MOMENT, 1, "took the lead", 1.0), ("Ann", "Bob")) == sentence
