"""The layout of the trick board at every size."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.support.board_pictures import do_rectangles_overlap, is_rectangle_inside
from tests.support.depth import sample_cases
from tui.boards.tricks.layout import lay_out
from tui.cards import CHIP, GRAND, HUGE, LARGE, MID, MINI, VAST
from tui.drawing import Rect

HAND_SIZE_BY_OTHER_PLAYER_COUNT = {2: 17, 3: 13, 4: 10, 5: 8, 6: 7, 7: 6}
"""Maps the number of other players to the number of cards in a hand."""


LOW_BOARD_SIZES = sample_cases([(width, height) for width in range(60, 221, 5) for height in range(16, 70, 3)], 200)
"""Widths and heights of boards in columns and rows, from the lowest board on."""

NARROW_BOARD_SIZES = [(width, height) for width in (48, 50, 52, 55, 59) for height in range(26, 64, 3)]
"""Widths and heights of boards in columns and rows, from the narrowest board on."""


@pytest.mark.deep
def test_zones_of_the_trick_board_stay_inside_and_apart_at_every_size_and_number_of_players():
    for width, height in LOW_BOARD_SIZES + NARROW_BOARD_SIZES:
        for others, cards in HAND_SIZE_BY_OTHER_PLAYER_COUNT.items():
            where = lay_out(width, height, others, cards)
            zones = [where.status, where.trump_and_quota, where.title, where.hand, where.bar, where.own_card]
            zones += [
                rect for opponent in where.opponents for rect in (opponent.plate, opponent.card, opponent.hand) if rect
            ]
            zones += [zone for zone in (where.log, where.standings) if zone]
            if where.corners is not None:
                zones += [getattr(where.corners, name) for name in where.corners.__struct_fields__]
            boxes = [zone for zone in zones if zone.width and zone.height]
            screen = Rect(0, 0, width, height)
            assert all(is_rectangle_inside(zone, screen) for zone in boxes), (width, height, others)
            for one, other in combinations(boxes, 2):
                assert not do_rectangles_overlap(one, other), (width, height, others, one, other)
            for rect in (where.own_card, *(opponent.card for opponent in where.opponents)):
                assert is_rectangle_inside(rect, where.felt), (width, height, others)
                assert not do_rectangles_overlap(rect, where.middle) or where.middle.height <= 0


@pytest.mark.deep
def test_middle_of_the_table_has_a_row_at_every_size():
    for width, height in LOW_BOARD_SIZES + NARROW_BOARD_SIZES:
        for others, cards in HAND_SIZE_BY_OTHER_PLAYER_COUNT.items():
            middle = lay_out(width, height, others, cards).middle
            assert middle.height > 0
            assert middle.width > 4


def test_middle_of_a_narrow_table_has_two_rows_apart_from_players_and_corners():
    for width, height in NARROW_BOARD_SIZES:
        for others, cards in HAND_SIZE_BY_OTHER_PLAYER_COUNT.items():
            where = lay_out(width, height, others, cards)
            assert where.middle.height >= 2, (width, height, others)
            assert where.corners is not None
            taken = [opponent.plate for opponent in where.opponents]
            taken += [where.corners.bottom_left, where.corners.bottom_right]
            assert not any(do_rectangles_overlap(where.middle, rect) for rect in taken), (width, height, others)


def test_buttons_and_cards_of_a_narrow_board_are_two_rows_high_and_cards_as_large_as_they_can_be():
    for width, height in NARROW_BOARD_SIZES:
        for others, cards in HAND_SIZE_BY_OTHER_PLAYER_COUNT.items():
            where = lay_out(width, height, others, cards)
            assert where.bar.height >= 2 * where.bar_lines
            assert all(opponent.plate.height >= 2 for opponent in where.opponents)
            if height > 26:
                assert where.hand_size is not CHIP, (width, height, others)
    sizes = [lay_out(48, height, 3, 13) for height in (29, 39, 43)]
    assert [(where.hand_size, where.size) for where in sizes] == [(MINI, MINI), (MID, LARGE), (LARGE, LARGE)]


@pytest.mark.parametrize(
    ("width", "height", "hand", "trick"),
    [(80, 23, "mini", MID), (120, 39, "large", HUGE), (160, 49, "huge", VAST), (200, 59, "vast", GRAND)],
)
def test_four_players_have_cards_as_large_as_the_window_allows(width, height, hand, trick):
    where = lay_out(width, height, 3, 13)
    assert where.hand_size.name == hand
    assert where.size is trick


def test_eight_players_have_large_cards_from_120_columns_and_40_rows_on():
    assert lay_out(120, 39, 7, 6).size is LARGE
    assert lay_out(200, 59, 7, 6).size is GRAND


def test_cards_in_the_middle_of_the_largest_table_are_mirrored_whatever_the_number_of_players():
    for others, cards in HAND_SIZE_BY_OTHER_PLAYER_COUNT.items():
        where = lay_out(200, 59, others, cards)
        assert (where.size, where.hand_size) == (GRAND, {2: HUGE, 3: VAST}.get(others, GRAND)), others
        if where.hand_size is not HUGE:
            assert where.card_row.step >= where.hand_size.width, "cards of the largest sizes overlap"
        assert where.corners is not None
        assert not where.trump_and_quota.height, "trump has no room as a card any more"
        assert all(opponent.hand is not None for opponent in where.opponents), "a hand beside has no room any more"
    for others in (2, 3, 4, 6):
        assert lay_out(160, 49, others, HAND_SIZE_BY_OTHER_PLAYER_COUNT[others]).size in (VAST, GRAND), others
    assert lay_out(120, 39, 2, 17).size is VAST


def test_tall_narrow_table_has_its_log_below_the_hand():
    where = lay_out(60, 49, 3, 13)
    assert where.log is not None
    assert where.standings is not None
    assert where.log.y >= where.hand.bottom
    assert where.table.width >= 58


def test_standings_stand_above_the_log_of_a_wide_table():
    assert lay_out(108, 39, 3, 13).standings is None
    where = lay_out(120, 39, 3, 13)
    assert where.standings is not None
    assert where.log is not None
    assert where.standings.bottom == where.log.y


def test_name_of_a_single_player_across_stands_above_the_middle_of_their_card():
    for width, height in ((80, 23), (120, 39)):
        across = lay_out(width, height, 3, 13).opponents[1]
        assert across.hand is None
        assert abs((across.plate.x + across.plate.right) - (across.card.x + across.card.right)) <= 1
        assert across.plate.width <= across.card.width + 8 + len(", 13 cards")


def test_no_card_touches_the_rim_and_cards_at_the_sides_are_inset_on_a_wide_table():
    for width in range(120, 221, 5):
        for height in range(39, 70, 3):
            for others, cards in HAND_SIZE_BY_OTHER_PLAYER_COUNT.items():
                where = lay_out(width, height, others, cards)
                inside = where.felt.x + 1, where.felt.right - 1
                for card in (where.own_card, *(opponent.card for opponent in where.opponents)):
                    assert inside[0] <= card.x, (width, height, others)
                    assert card.right <= inside[1], (width, height, others)
                    if where.has_rim:
                        assert where.felt.y + 2 <= card.y
                        assert card.bottom <= where.felt.bottom - 2


def test_trump_is_written_in_words_only_where_no_corner_shows_it():
    seen = {bool(lay_out(width, 39, 3, 13).trump_and_quota.height) for width in (80, 120)}
    assert seen == {False, True}
    assert lay_out(120, 39, 3, 13, is_covered=True).trump_and_quota.height == 1
