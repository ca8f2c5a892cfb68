"""The layout of the Big Queen board at every size."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.board_pictures import BOARD_SIZES, do_rectangles_overlap, is_rectangle_inside
from tui.boards.big_queen.discard_pile import pile_positions
from tui.boards.big_queen.hand import card_rects
from tui.boards.big_queen.layout import (
    MIN_NARROW_ROWS_WITH_GAPS,
    PLAYERS_PER_NARROW_LINE,
    UNSEEN_CARDS_WIDTH,
    lay_out,
)
from tui.boards.big_queen.scene import NATURAL_RANKS
from tui.boards.big_queen.set_columns import STRIP
from tui.boards.common.background import MIN_BOARD_COLUMNS, MIN_BOARD_ROWS, MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
from tui.cards import CHIP, GRAND, HUGE, LARGE, MID, MIN_VISIBLE_COLUMNS, MINI, VAST
from tui.drawing import Rect

hand_sizes = st.sampled_from([None, 11, 13, 17, 25, 40, 60, 100])
"""Hypothesis strategy for numbers of cards in the hand; None stands for a spectator."""


NARROW_WIDTHS = range(48, 60)
"""Widths in columns of narrow boards."""


def check_layout(width, height, hand_card_count, seats=4):
    """Check that the zones of a layout (the areas of the board) lie in the window and apart from each other, and are as
    large as their cards.

    `hand_card_count` is the number of cards in the hand, None for a spectator.
    """
    where = lay_out(width, height, hand_card_count, seats=seats)
    zones = [where.status, where.players, *where.teams, *where.areas, where.stock, where.pile]
    zones += [where.prompt, where.hand, where.bar]
    zones += [zone for zone in (where.log, where.unseen_cards) if zone is not None]
    screen, sentence = Rect(0, 0, width, height), (width, height, hand_card_count, where)
    assert all(is_rectangle_inside(zone, screen) and zone.width > 0 < zone.height for zone in zones), sentence
    assert not any(do_rectangles_overlap(one, other) for one, other in combinations(zones, 2)), sentence
    areas = where.areas[1:] if where.areas_are_side_by_side else where.areas
    rows = (*areas, where.pile, where.prompt, where.hand, where.bar)
    assert all(above.bottom <= below.y for above, below in pairwise(rows)), sentence
    assert where.bar.bottom == height
    assert where.areas[0].height == where.areas[1].height >= 2
    assert where.pile.height >= 2
    assert where.hand.height >= where.hand_lines * (2 if where.hand_size is CHIP else where.hand_size.height + 2) or (
        hand_card_count is None
    )
    for team, area in enumerate(where.areas):
        for number in range(1, len(NATURAL_RANKS) + 1):
            check_columns(where.set_columns(team, NATURAL_RANKS[-number:]), area, sentence)
    return where


def check_columns(columns, area, sentence):
    """Check that the columns of the sets of a team lie in their area, apart from each other and in order, and leave
    rank and suit of each card visible."""
    rects = list(columns.rects.values())
    assert all(is_rectangle_inside(rect, area) for rect in rects), sentence
    assert all(one.right <= other.x for one, other in pairwise(rects)), sentence
    assert all(rect.width >= (STRIP.width if columns.size is STRIP else MIN_VISIBLE_COLUMNS) for rect in rects)
    assert all(rect.height > columns.size.height for rect in rects), sentence
    starts = [(rect.x, rect.x + columns.heading_columns(rank)) for rank, rect in columns.rects.items()]
    assert all(end < start for (_, end), (start, _) in pairwise(starts)), "a column parts the headings"


@given(st.integers(MIN_BOARD_COLUMNS, 400), st.integers(MIN_BOARD_ROWS, 150), hand_sizes)
def test_zones_of_the_big_queen_board_stay_in_the_window_and_do_not_overlap(width, height, hand):
    check_layout(width, height, hand)


def test_zones_are_disjoint_at_every_size_of_usual_terminals():
    for width in range(60, 221, 5):
        for height in range(16, 70, 3):
            for hand in (None, 11, 18):
                check_layout(width, height, hand)


def test_zones_are_disjoint_at_every_size_of_narrow_terminals():
    for width in NARROW_WIDTHS:
        for height in range(26, 64, 3):
            for hand, seats in product((None, 10, 20, 30, 60), (4, 6, 10)):
                where = check_layout(width, height, hand, seats)
                assert where.narrow
                assert where.bar.height == 2 * where.bar_lines
                assert where.prompt.height == 3
                assert where.players.height == -(-seats // PLAYERS_PER_NARROW_LINE)
                free_rows = where.teams[0].y - where.players.bottom
                assert free_rows >= (height >= MIN_NARROW_ROWS_WITH_GAPS), "for fingers"
                assert all(heading.bottom == area.y for heading, area in zip(where.teams, where.areas, strict=True))


def test_cards_of_a_narrow_table_are_as_large_as_its_rows_allow():
    layouts = [lay_out(50, height, 10) for height in (29, 39, 60)]
    sizes = [(where.hand_size, where.set_columns(0, NATURAL_RANKS[:4]).size) for where in layouts]
    assert sizes == [(MINI, STRIP), (MID, MINI), (LARGE, MID)]
    assert lay_out(50, 26, 20).hand_size is CHIP
    assert lay_out(50, 39, 20).hand_size is MINI


@pytest.mark.parametrize(
    ("width", "height", "hand_size", "pile_size", "set_size"),
    [
        (80, 23, MINI, MINI, MINI),
        (100, 29, MID, MID, MID),
        (120, 39, HUGE, LARGE, LARGE),
        (160, 49, VAST, HUGE, HUGE),
        (200, 59, GRAND, VAST, VAST),
        (60, 49, LARGE, MID, MID),
    ],
)
def test_cards_grow_with_the_terminal(width, height, hand_size, pile_size, set_size):
    where = lay_out(width, height, 12)
    assert where.hand_size is hand_size
    assert where.size is pile_size
    assert where.set_columns(0, NATURAL_RANKS[:5]).size is set_size


def test_cards_never_shrink_when_a_wide_window_grows():
    for width in range(100, 221, 10):
        layouts = [lay_out(width, height, 12) for height in range(28, 56)]
        for one, other in pairwise(layouts):
            assert other.hand_size.height >= one.hand_size.height, (width, one, other)
            sizes = [where.set_columns(0, NATURAL_RANKS[:5]).size for where in (one, other)]
            assert sizes[1].height >= sizes[0].height, (width, one, other)


def test_cards_of_a_set_shrink_only_for_lack_of_room():
    where = lay_out(120, 39, 12)
    by_number = [where.set_columns(0, NATURAL_RANKS[:number]) for number in range(1, len(NATURAL_RANKS) + 1)]
    sizes = [columns.size for columns in by_number]
    assert sizes == sorted(sizes, key=lambda size: -size.height)
    assert sizes[:7] == [LARGE] * 7
    for one, other in pairwise(by_number[:5]):
        assert [other.rects[rank].x for rank in one.rects] == [rect.x for rect in one.rects.values()], "nothing moves"


def test_largest_cards_of_the_hand_are_whole_and_smaller_ones_stand_in_their_place():
    where = lay_out(200, 59, 12)
    sizes = [where.hand_size_for(number) for number in (3, 8, 9, 10, 11, 12)]
    assert sizes == [GRAND, GRAND, GRAND, VAST, HUGE, HUGE]
    sizes = [lay_out(120, 39, 12).hand_size_for(number) for number in (7, 8, 9, 10, 11, 12)]
    assert sizes == [HUGE, HUGE, LARGE, LARGE, HUGE, HUGE]
    for number in (3, 9, 12):
        rects = card_rects(where, number).values()
        assert {rect.bottom for rect in rects} == {where.hand.bottom}


@pytest.mark.parametrize("size", [(120, 39), (160, 49), (200, 59)])
def test_bars_of_unseen_cards_stay_beside_a_discard_pile_of_any_length(size):
    """They become narrower, then the pile lies in several lines or shows a part of its cards."""
    where = lay_out(*size, 12)
    assert where.unseen_cards is not None
    assert where.unseen_rect(1) == where.unseen_cards
    assert where.pile_rect(1) == where.pile
    for number in range(1, 90):
        bars, pile = where.unseen_rect(number), where.pile_rect(number)
        assert bars is not None
        assert bars.width >= UNSEEN_CARDS_WIDTH
        assert (bars.width == UNSEEN_CARDS_WIDTH) or number < 20
        assert pile.right < bars.x
        assert bars.right == where.unseen_cards.right
        positions, _ = pile_positions(where, number, number)
        assert all(pile.x <= one.x and one.x + one.visible_columns <= pile.right for one in positions)
        assert positions[-1].place == number


def test_headings_of_a_wide_table_stand_above_their_areas():
    for width, height in ((80, 23), (100, 28), (120, 39), (200, 59), (60, 49)):
        where = lay_out(width, height, 11)
        for heading, area in zip(where.teams, where.areas, strict=True):
            assert heading.bottom == area.y
            assert heading.x <= area.x < area.right <= heading.right
        assert where.teams[0].width == (width if width < 76 else width // 2)


def test_log_beside_the_table_is_shown_from_76_columns_on():
    for height in (23, 39, 59):
        assert lay_out(MIN_COLUMNS_WITH_LOG_BESIDE_TABLE - 1, height, 11).log is None
        assert lay_out(MIN_COLUMNS_WITH_LOG_BESIDE_TABLE, height, 11).log is not None


@pytest.mark.parametrize("size", BOARD_SIZES)
def test_log_beside_the_table_has_room_for_some_lines(size):
    log = lay_out(*size, 11).log
    assert log is None or (log.height >= 9 and log.width >= 20)
