"""The errors of players in playouts of a trick game."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from core.engine.action import Action
from core.trick_taking.playout import ACTIONS_PER_ERROR, action_by_error


def test_errors_come_one_by_one_and_not_in_pairs() -> None:
    choices = (Action(("keep",)), Action(("challenge",)))
    errors = []
    for playout in range(2000):
        for actions in range(60):
            match: Any = SimpleNamespace(dealer=SimpleNamespace(seed=f"{playout}-after-8"), actions=range(actions))
            errors.append(action_by_error(match, choices) is not None)
    share = sum(errors) / len(errors)
    share_after_error = sum(after for before, after in pairwise(errors) if before) / sum(errors)
    assert abs(share - 1 / ACTIONS_PER_ERROR) < 0.01
    assert abs(share_after_error - share) < 0.02
