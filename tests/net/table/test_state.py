"""The phases of a table: only the listed transitions between them can happen."""

from __future__ import annotations

from itertools import product

import pytest

from core import games
from net.security.table_secrets import TableSecrets
from net.table.spec import TableSpec
from net.table.state import NEXT_PHASES_BY_PHASE, TablePhase, TableState


@pytest.mark.parametrize(("before", "after"), list(product(TablePhase, TablePhase)), ids=lambda phase: phase.value)
def test_table_enters_only_the_phases_that_are_listed(before, after):
    state = TableState(TableSpec(games["mad-queens"], 2, {}, "Table"), TableSecrets(bytes(32), "", ""))
    state._phase = before
    if after in NEXT_PHASES_BY_PHASE[before]:
        state._enter_phase(after)
        assert state.phase is after
    else:
        with pytest.raises(AssertionError, match="cannot go from"):
            state._enter_phase(after)
        assert state.phase is before


def test_every_phase_can_be_entered_and_left():
    entered = {phase for phases in NEXT_PHASES_BY_PHASE.values() for phase in phases}
    assert entered == set(NEXT_PHASES_BY_PHASE) == set(TablePhase)
