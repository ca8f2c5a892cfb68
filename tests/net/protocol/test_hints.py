"""Whether a table gives hints: as its owner says, or if they have not said, while one person plays alone."""

from __future__ import annotations

import msgspec
import pytest

from net.protocol.table_state import SeatInfo, TableInfo, Terms, gives_hints

BOT_SEAT = SeatInfo(1, "Bea", bot="careful")
"""A seat with a bot."""
FREE_SEAT = SeatInfo(2)
"""A free seat."""


def table_info_with_seats(*seats: SeatInfo, hints: bool | None = None) -> TableInfo:
    """Return the state of a table with these seats; `hints` is what its owner has decided about hints (None:
    nothing).
    """
    return TableInfo("Table", "mad-queens", {}, seats, (), "lobby", 0, "", terms=Terms(hints=hints))


@pytest.mark.parametrize(
    ("other_seat", "expected"),
    [(BOT_SEAT, True), (FREE_SEAT, True), (SeatInfo(1, "Bob"), False), (SeatInfo(1, "Bob", is_here=False), False)],
)
def test_hints_are_given_while_no_other_person_has_a_seat(other_seat, expected):
    assert gives_hints(table_info_with_seats(SeatInfo(0, "Ann"), other_seat)) is expected


@pytest.mark.parametrize("hints", [True, False])
def test_owner_decides_whether_hints_are_given(hints):
    assert gives_hints(table_info_with_seats(SeatInfo(0, "Ann"), SeatInfo(1, "Bob"), hints=hints)) is hints
    assert gives_hints(table_info_with_seats(SeatInfo(0, "Ann"), BOT_SEAT, hints=hints)) is hints


def test_saved_terms_without_hints_leave_it_open_whether_hints_are_given():
    kept = {"clock": 30, "grace": 20, "take_over": False, "take_over_often": False}
    assert msgspec.convert(kept, Terms) == Terms(30, 20, False, hints=None)
