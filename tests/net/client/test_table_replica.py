"""The client's copy of the state of a table."""

from __future__ import annotations

import pytest

from core import games
from net.client.table_replica import check_received_table
from net.protocol.table_state import SeatInfo, TableInfo, plain_settings


@pytest.mark.parametrize("field", ["name", "address", "owner_name", "host_name", "missing_founder"])
def test_control_characters_are_removed_from_names_that_a_host_sends(field):
    game = games["mad-queens"]
    options = plain_settings(game.settings(2, {}))
    fields = {"name": "Table", "address": "", field: "Eve\x1b[2J\u202e"}
    told = TableInfo(
        game="mad-queens",
        options=options,
        seats=(SeatInfo(0), SeatInfo(1)),
        spectators=(),
        phase="lobby",
        matches=0,
        **fields,
    )
    shown = getattr(check_received_table(told, 0.0), field)
    assert "Eve" in shown
    assert shown.isprintable()
