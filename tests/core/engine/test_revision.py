"""Revisions of the rules: a match is played, kept and replayed by the rules with which it began."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core import BadOption, BadRecord, Match, Record, games, replay
from core.engine.rule_set import REVISION_OPTION_NAME
from core.fairness.verification import verify_record

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""


def match_played_to_end(options: dict[str, object]) -> Match:
    """Return a match of three seats with these options, played to its end by the first legal action each time."""
    match = GAME.start(3, seed=11, options=options)
    while not match.over:
        for seat in sorted(match.waiting):
            match.act(seat, match.legal(seat)[0])
    return match


def test_new_match_is_played_by_the_newest_rules_and_its_record_names_them() -> None:
    match = match_played_to_end({})
    assert match.revision == GAME.revision == match.view(0).options[REVISION_OPTION_NAME]
    assert f"set rules {GAME.revision}\n" in str(match.record)
    assert replay(Record.parse(str(match.record))).revision == GAME.revision


def test_record_that_names_no_revision_of_the_rules_replays_by_the_first() -> None:
    match = match_played_to_end({REVISION_OPTION_NAME: 1})
    assert "rules" not in str(match.record)
    again = replay(Record.parse(str(match.record)))
    assert (again.revision, again.digest) == (1, match.digest)


@pytest.mark.parametrize("rules", [1, 2])
def test_a_record_whose_rules_were_altered_is_refused(rules: int) -> None:
    record = match_played_to_end({REVISION_OPTION_NAME: rules}).record
    other = replace(record, options=() if rules == 2 else ((REVISION_OPTION_NAME, "2"),))
    with pytest.raises(BadRecord, match="digest"):
        replay(other)
    assert verify_record(other).fair is False


@pytest.mark.parametrize("rules", ["3", "0", "two", "02", "-1"])
def test_a_record_of_unknown_rules_is_refused_in_one_sentence(rules: str) -> None:
    record = replace(match_played_to_end({}).record, options=((REVISION_OPTION_NAME, rules),))
    with pytest.raises(BadRecord) as caught:
        replay(record)
    text = str(caught.value)
    assert f"This program knows rules 1 to 2 of Mad Queens, not rules '{rules}'" in text
    assert text.endswith(".")
    assert "\n" not in text
    assert verify_record(record).sentence == text


def test_revision_of_the_rules_is_not_listed_among_the_options() -> None:
    assert REVISION_OPTION_NAME not in GAME.options
    assert REVISION_OPTION_NAME not in GAME.settings(3, {})
    with pytest.raises(BadOption, match="no option 'rules'"):
        GAME.settings(3, {REVISION_OPTION_NAME: 1})
