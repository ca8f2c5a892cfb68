"""The sentences about the tables of a club."""

from __future__ import annotations

import pytest

from net.protocol.messages import TableRow, TotalRow, TotalsShown
from tui.text.hall import table_row_sentence, totals_lines


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (TableRow(1, "Ours", "mad-queens", 4, 3, 1), "Ours, Mad Queens: 3 of 4 seats free, 1 person"),
        (TableRow(1, "Ours", "bridge", 4, 0, 4), "Ours, bridge: full, 4 people"),
        (TableRow(1, "Ours", "bridge", 4, 0, 0, True, True), "Ours, bridge: playing, nobody there, needs a code"),
        (TableRow(1, "Ours", "bridge", 4, 0, 0, True, suspended=True), "Ours, bridge: asleep in the middle of a match"),
        (TableRow(1, "Ours", "bridge", 4, 4, 0, False, True, True), "Ours, bridge: asleep, needs a code"),
    ],
    ids=["free", "full", "playing", "asleep", "asleep in a lobby"],
)
def test_table_of_a_club_is_described_in_one_line(row, sentence):
    assert table_row_sentence(row) == sentence


def test_totals_of_a_club_leave_out_columns_that_have_no_room():
    totals = TotalsShown("", 1, (TotalRow("Ann", 7, 4, 9, 1_131),))
    widths = {columns: totals_lines(totals, "", columns)[0].split() for columns in (0, 60, 25, 10)}
    assert widths[0] == widths[60] == ["name", "matches", "won", "rating"]
    assert widths[25] == ["name", "won", "rating"]
    assert widths[10] == ["name", "rating"]
