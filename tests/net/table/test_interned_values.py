"""Equal values of all tables are one shared object in memory; values of different types that compare as equal are not
shared.
"""

from __future__ import annotations

import pytest

from core import Action, games
from core.engine.cards import Card
from core.engine.piles import EVERYONE, Remark
from net.table import interned_values
from net.table.interned_values import intern_value
from net.table.match_runner import MatchRunner


@pytest.fixture(autouse=True)
def clear_interned_values(monkeypatch):
    monkeypatch.setattr(interned_values, "_INTERNED_VALUES", {})


def test_equal_remarks_of_tables_are_one_object():
    first, second = (intern_value(Remark(EVERYONE, "bank", 1, (3, 4))) for _ in range(2))
    assert first is second


@pytest.mark.parametrize(("one", "other"), [(Card(10), 10), (True, 1), ((Card(0),), (0,))])
def test_values_of_different_types_are_never_shared(one, other):
    intern_value(Remark(EVERYONE, "bank", 1, (one,)))
    assert repr(intern_value(Remark(EVERYONE, "bank", 1, (other,)))) == repr(Remark(EVERYONE, "bank", 1, (other,)))


def test_action_is_not_shared_with_an_equal_tuple_of_words():
    intern_value((0, Action(("bank",))))
    assert type(intern_value((0, ("bank",)))[1]) is tuple


def test_number_of_interned_values_is_bounded(monkeypatch):
    monkeypatch.setattr(interned_values, "MAX_SHARED_ACTIONS", 10)
    for number in range(100):
        assert intern_value((number,)) == (number,)
        assert len(interned_values._INTERNED_VALUES) <= 10


def test_two_matches_with_the_same_actions_share_the_action_objects():
    matches = [games["mad-queens"].start(seats=2, seed=7) for _ in range(2)]
    for match in matches:
        runner = MatchRunner(1, match, ("Ann", "Bob"), 0.0, 0.0)
        for _ in range(20):
            seat = min(match.waiting)
            runner.act(seat, match.default(seat), "person", 0.0)
        runner.updates.take_updates([None])
    assert all(one is other for one, other in zip(*(match.actions for match in matches), strict=True))
