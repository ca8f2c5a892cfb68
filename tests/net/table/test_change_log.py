"""The log of a match's changes: packed or not, it holds the last ones as the rules made them, and when they were
made.
"""

from __future__ import annotations

from bisect import bisect_left
from math import inf

import pytest

from core import games
from net.limits import CHANGES_PER_PACKED_BLOCK, MAX_RESUME_CHANGES
from net.table import change_log
from net.table.change_log import ChangeLog


def log_of_played_match(game, max_actions=400, **options):
    """Play a match of at most `max_actions` actions, and return (its log, all its changes, the time of each)."""
    match = games[game].start(games[game].usual_seats, seed=3, options=options)
    log, changes, times = ChangeLog(match.layout), [], []
    for number in range(max_actions):
        if match.over:
            break
        made = match.act(min(match.waiting), match.default(min(match.waiting)))
        now = number // 3 * 1.4142 - 20
        log.add(made, [now] * len(made))
        changes += made
        times += [now] * len(made)
    return log, changes, times


@pytest.mark.parametrize("game", sorted(games))
@pytest.mark.parametrize("changes_per_block", [1, 7, CHANGES_PER_PACKED_BLOCK])
def test_log_returns_the_changes_as_the_rules_made_them(game, changes_per_block, monkeypatch):
    monkeypatch.setattr(change_log, "CHANGES_PER_PACKED_BLOCK", changes_per_block)
    log, changes, _ = log_of_played_match(game)
    assert len(changes) > changes_per_block
    kept = [repr(change) for change in log.newest_first()]
    assert kept == [repr(change) for change in reversed(changes)][: len(kept)]
    assert len(kept) >= min(len(changes), MAX_RESUME_CHANGES)


def test_log_keeps_the_audiences_of_a_sealed_play():
    log, changes, _ = log_of_played_match("mad-queens", visibility="sealed")
    kept = list(log.newest_first())
    assert kept == changes[: -len(kept) - 1 : -1]
    assert len({change.audience for change in kept}) > 2


@pytest.mark.parametrize("max_changes", [1, 10, 40])
def test_log_drops_old_changes_and_knows_how_many_were_made_before_a_time(max_changes, monkeypatch):
    monkeypatch.setattr(change_log, "MAX_RESUME_CHANGES", max_changes)
    monkeypatch.setattr(change_log, "CHANGES_PER_PACKED_BLOCK", 8)
    log, changes, times = log_of_played_match("mad-queens", 60)
    kept = list(log.newest_first())
    assert max_changes <= len(kept) < max_changes + 2 * 8
    assert kept == changes[: -len(kept) - 1 : -1]
    assert log.change_count == len(changes)
    oldest = len(changes) - len(kept)
    for moment in (-100.0, 0.0, *sorted(set(times)), times[-1] - 0.1, times[-1] + 0.1, inf):
        assert log.number_of_first_change_at(moment) == max(bisect_left(times, moment), oldest), moment


def test_change_made_within_the_same_millisecond_does_not_count_as_older():
    match = games["mad-queens"].start(2, seed=3)
    log = ChangeLog(match.layout)
    changes = match.act(0, match.default(0))
    log.add(changes, [1.0001] * len(changes))
    assert log.number_of_first_change_at(1.0009) == 0
    assert log.number_of_first_change_at(1.0011) == len(changes)


def test_log_of_a_whole_match_is_small():
    log, changes, _ = log_of_played_match("mad-queens")
    assert len(changes) > 500
    assert sum(map(len, log._blocks)) + len(log._last) < 10 * len(changes)
