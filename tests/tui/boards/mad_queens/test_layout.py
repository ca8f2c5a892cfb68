"""The layout of the Mad Queens board at every size."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.board_pictures import is_inside, overlap
from tui.boards.common.background import LOG_BESIDE_COLUMNS, MIN_BOARD_COLUMNS, MIN_BOARD_ROWS, too_small
from tui.boards.mad_queens.layout import lay_out, sheet_width
from tui.cards import LARGE, MID, MINI
from tui.drawing import Rect

WIDTHS = st.integers(MIN_BOARD_COLUMNS, 400)
"""Columns of a board."""

HEIGHTS = st.integers(MIN_BOARD_ROWS, 150)
"""Rows of a board."""

OTHER_PLAYERS = st.integers(0, 30) | st.just(999)
"""Numbers of other players."""


@given(WIDTHS, HEIGHTS, OTHER_PLAYERS)
def test_layout_zones_stay_in_the_terminal_and_do_not_overlap(width, height, others):
    where = lay_out(width, height, others)
    zones = [where.status, where.seats, where.banned, where.sheet, where.line, where.words, where.bank, where.queens]
    zones += [where.bar, *([where.log] if where.log else [])]
    screen = Rect(0, 0, width, height)
    assert all(is_inside(zone, screen) for zone in zones)
    for one, other in combinations([zone for zone in zones if zone.width and zone.height], 2):
        assert not overlap(one, other), (one, other)


@given(WIDTHS, HEIGHTS, OTHER_PLAYERS)
def test_cards_fit_into_their_zones(width, height, others):
    where = lay_out(width, height, others)
    assert where.banned.width >= 2 * where.size.width + 1
    assert where.banned.height > where.size.height
    assert where.line.height > where.size.height
    assert where.bank.height > where.bank_size.height
    assert where.sheet.width == sheet_width(where.cell)
    assert 0 < where.note < height


@pytest.mark.parametrize(("width", "height", "size"), [(80, 23, MINI), (120, 39, MID), (200, 59, LARGE)])
def test_card_size_grows_with_the_terminal(width, height, size):
    assert lay_out(width, height, 3).size is size


def test_log_stands_beside_a_wide_table():
    assert lay_out(LOG_BESIDE_COLUMNS - 1, 23, 3).log is None
    assert lay_out(LOG_BESIDE_COLUMNS, 23, 3).log is not None


@pytest.mark.parametrize(("others", "seating"), [(0, "none"), (3, "blocks"), (7, "pairs"), (19, "list"), (999, "list")])
def test_many_players_are_shown_as_a_list(others, seating):
    assert lay_out(80, 23, others).seating == seating


def test_board_is_too_small_below_60_columns_or_16_rows():
    assert too_small(59, 24)
    assert too_small(80, 15)
    assert not too_small(60, 16)


@pytest.mark.parametrize(("width", "height"), [(60, 23), (80, 23), (100, 29)])
def test_banner_of_two_rows_covers_nothing_from_24_rows_on(width, height):
    assert lay_out(width, height, 3).words.height >= 2
