"""The layout of the Mad Queens board at every size."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.board_pictures import do_rectangles_overlap, is_rectangle_inside
from tui.boards.common.background import (
    MIN_BOARD_COLUMNS,
    MIN_BOARD_ROWS,
    MIN_COLUMNS_WITH_LOG_BESIDE_TABLE,
    MIN_NARROW_BOARD_COLUMNS,
    MIN_NARROW_BOARD_ROWS,
    is_too_small,
)
from tui.boards.mad_queens.layout import lay_out
from tui.boards.mad_queens.zones import sheet_width
from tui.cards import CHIP, GRAND, HUGE, LARGE, MID, MINI, VAST
from tui.drawing import Rect

narrow_widths = st.integers(MIN_NARROW_BOARD_COLUMNS, MIN_BOARD_COLUMNS - 1)
"""Hypothesis strategy for the width in columns of a board in a narrow window."""

narrow_heights = st.integers(MIN_NARROW_BOARD_ROWS, 150)
"""Hypothesis strategy for the height in rows of a board in a narrow window."""

board_widths = st.integers(MIN_BOARD_COLUMNS, 400)
"""Hypothesis strategy for the width in columns of a board."""

board_heights = st.integers(MIN_BOARD_ROWS, 150)
"""Hypothesis strategy for the height in rows of a board."""

other_player_counts = st.integers(0, 30) | st.just(999)
"""Hypothesis strategy for numbers of other players."""


@given(board_widths, board_heights, other_player_counts)
def test_zones_of_the_mad_queens_board_stay_in_the_terminal_and_do_not_overlap(width, height, others):
    where = lay_out(width, height, others)
    zones = [
        where.status,
        where.seats,
        where.banned_cards,
        where.sheet,
        where.deck_and_row,
        where.odds,
        where.bank,
        where.queens,
    ]
    zones += [where.bar, *(zone for zone in (where.log, where.standings) if zone)]
    screen = Rect(0, 0, width, height)
    assert all(is_rectangle_inside(zone, screen) for zone in zones)
    for one, other in combinations([zone for zone in zones if zone.width and zone.height], 2):
        assert not do_rectangles_overlap(one, other), (one, other)


@given(board_widths, board_heights, other_player_counts)
def test_cards_fit_into_their_zones(width, height, others):
    where = lay_out(width, height, others)
    assert where.banned_cards.width >= 2 * where.banned_card_size.width + 1
    assert where.banned_cards.height > where.banned_card_size.height
    assert where.deck_and_row.height > where.size.height
    assert where.bank.height > where.bank_size.height + where.bank_has_headings
    assert where.queens.height >= (2 if where.queen_size is CHIP else where.queen_size.height + 2)
    assert where.seats.height >= 2 + where.opponent_card_size.height or where.seating != "blocks"
    assert where.sheet.width == sheet_width(where.cell_width)
    assert 0 < where.note_row < height


@pytest.mark.parametrize(
    ("width", "height", "size"), [(80, 23, MINI), (100, 29, MID), (120, 39, HUGE), (160, 49, VAST), (200, 59, GRAND)]
)
def test_card_size_grows_with_the_terminal(width, height, size):
    assert lay_out(width, height, 3).size is size


def test_log_stands_beside_a_wide_table():
    assert lay_out(MIN_COLUMNS_WITH_LOG_BESIDE_TABLE - 1, 23, 3).log is None
    assert lay_out(MIN_COLUMNS_WITH_LOG_BESIDE_TABLE, 23, 3).log is not None


@pytest.mark.parametrize(
    ("others", "seating_layout"), [(0, "none"), (3, "blocks"), (7, "pairs"), (19, "list"), (999, "list")]
)
def test_many_players_are_shown_as_a_list(others, seating_layout):
    assert lay_out(80, 23, others).seating == seating_layout


def test_board_below_60_columns_and_16_rows_or_48_columns_and_26_rows_is_too_small():
    assert is_too_small(59, 25)
    assert is_too_small(47, 60)
    assert not is_too_small(48, 26)
    assert is_too_small(80, 15)
    assert not is_too_small(60, 16)


@pytest.mark.parametrize(("width", "height"), [(60, 23), (80, 23), (100, 29)])
def test_banner_of_two_rows_covers_nothing_from_24_rows_on(width, height):
    assert lay_out(width, height, 3).odds.height >= 2


def test_zones_are_disjoint_at_every_size_of_usual_terminals():
    for width in range(60, 221, 4):
        for height in range(16, 70, 3):
            for others in (0, 1, 3, 7, 39):
                where = lay_out(width, height, others)
                zones = [
                    where.seats,
                    where.banned_cards,
                    where.sheet,
                    where.odds,
                    where.deck_and_row,
                    where.bank,
                    where.queens,
                ]
                zones += [zone for zone in (where.log, where.standings, where.bar) if zone]
                boxes = [zone for zone in zones if zone.width and zone.height]
                screen = Rect(0, 0, width, height)
                assert all(is_rectangle_inside(zone, screen) for zone in boxes), (width, height, others)
                assert not any(do_rectangles_overlap(one, other) for one, other in combinations(boxes, 2)), (
                    width,
                    height,
                    others,
                )


def test_cards_never_shrink_when_the_window_grows():
    for width in range(76, 221, 8):
        rows = [lay_out(width, height, 3).size.height for height in range(16, 70)]
        assert all(after >= before - 2 * (height == 44) for height, (before, after) in enumerate(pairwise(rows), 17))


def test_other_players_are_shown_with_cards_from_120_columns_and_40_rows_on():
    assert lay_out(120, 39, 3).opponent_card_size is MID
    assert lay_out(200, 59, 3).opponent_card_size is LARGE


@pytest.mark.parametrize(("width", "height", "size"), [(160, 49, VAST), (200, 59, GRAND)])
def test_banned_cards_of_a_large_table_are_as_large_as_the_row_and_larger_than_those_of_others(width, height, size):
    for others in (1, 2, 3):
        where = lay_out(width, height, others)
        assert where.banned_card_size is where.size is size
        assert where.bank_size is (HUGE if size is GRAND else LARGE)
        assert where.opponent_card_size is LARGE
        assert where.cell_width >= 4


@pytest.mark.parametrize(("width", "height"), [(120, 39), (160, 49), (180, 55), (200, 59)])
@pytest.mark.parametrize("others", [1, 3, 5])
def test_large_table_has_at_most_one_gap_row_between_the_odds_and_the_row(width, height, others):
    where = lay_out(width, height, others)
    assert where.deck_and_row.y - where.odds.bottom <= 1, "the odds end in a free row"


def test_tall_narrow_table_has_its_log_below():
    where = lay_out(80, 59, 3)
    assert where.log is not None
    assert where.log.y >= where.bank.bottom
    assert where.felt.width == 80


def test_standings_stand_above_the_log_of_a_wide_table():
    assert lay_out(108, 39, 3).standings is None
    where = lay_out(120, 39, 3)
    assert where.standings is not None
    assert where.log is not None
    assert where.standings.bottom == where.log.y
    assert where.log.bottom <= where.queens.y, "the four Queens stand below the log"
    assert lay_out(120, 39, 0).standings is None


@pytest.mark.parametrize(("width", "height", "rows"), [(120, 38, 2), (120, 39, 3), (160, 49, 3), (200, 59, 3)])
def test_large_table_has_its_buttons_between_the_row_and_the_bank(width, height, rows):
    where = lay_out(width, height, 3)
    assert where.are_buttons_on_felt
    assert where.odds.bottom <= where.deck_and_row.y
    assert where.deck_and_row.bottom <= where.bar.y
    assert where.bar.bottom <= where.bank.y
    assert where.bar.height == rows
    assert where.odds.y < where.note_row < where.bar.y
    assert where.felt.bottom == height


@pytest.mark.parametrize(("width", "height"), [(80, 23), (100, 39), (120, 29), (80, 59)])
def test_small_table_has_its_buttons_in_a_bar_below_everything(width, height):
    where = lay_out(width, height, 3)
    assert not where.are_buttons_on_felt
    assert where.bar.bottom == height


@given(narrow_widths, narrow_heights, other_player_counts)
def test_zones_of_a_narrow_board_stand_below_each_other_over_its_whole_width(width, height, others):
    where = lay_out(width, height, others)
    zones = [
        where.status,
        where.seats,
        where.banned_cards,
        where.sheet,
        where.odds,
        where.deck_and_row,
        where.bank,
        where.queens,
    ]
    zones += [zone for zone in (where.log, where.bar) if zone]
    assert all(above.bottom <= below.y for above, below in pairwise(zones)), zones
    assert all(zone.x <= 1 and zone.right >= width - 1 for zone in zones)
    assert where.bar.bottom == height
    assert where.bar.height >= 2
    assert where.banned_cards.height > where.banned_card_size.height
    assert where.deck_and_row.height > where.size.height
    assert where.bank.height > where.bank_size.height
    assert where.seats.height >= 2 + where.opponent_card_size.height or where.seating != "blocks"
    assert where.sheet.width >= sheet_width(where.cell_width)


def test_cards_of_a_narrow_board_grow_with_its_rows():
    sizes = [lay_out(48, height, 3) for height in (26, 29, 39, 45)]
    assert [where.size for where in sizes] == [MINI, MID, LARGE, LARGE]
    assert [where.banned_card_size for where in sizes] == [MINI, MINI, MINI, MID]
    assert [where.bank.height - 1 for where in sizes] == [3, 3, 8, 12]


def test_log_of_a_narrow_board_stands_below_it_when_all_cards_are_large():
    assert lay_out(48, 39, 3).log is None
    where = lay_out(48, 69, 3)
    assert where.log is not None
    assert where.log.height > where.size.height
