"""The layout of the Big Queen board: the zones and card sizes for a terminal size. Numbers only, no drawing.

The zones stand below each other: status line, both teams with their play areas, stock and discard pile, prompt, hand,
buttons. A wide table has each team's heading above its area, and the log beside pile and hand; a low one has both
headings at the top, and the log beside areas and pile. A narrow one, as on a phone held upright, has the headings above
the areas too, more rows of text, and two lines of buttons. Of all `_CARD_SIZES` or `_NARROW_CARD_SIZES` the first that
fits decides the sizes of cards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui.boards.common.background import MIN_BOARD_COLUMNS, MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
from tui.cards import CHIP, HUGE, LARGE, MID, MIN_VISIBLE_COLUMNS, MINI, Size
from tui.drawing import Rect

SETS_PER_AREA: Final = 12
"""The number of places for sets in a play area, one for each natural rank (all but the twos)."""

MAX_AREA_ROWS: Final = 30
"""A play area has at most this many rows."""

STRIP_WIDTH: Final = 3
"""The width of a strip, which is one row of a card that shows only rank and suit: ``10♥``."""

MIN_ROWS_WITH_GAPS_BELOW_ZONES: Final = 21
"""Rows stay free as gaps between zones if the board has at least this many rows."""

MIN_COLUMNS_WITH_LOG_BESIDE_HAND: Final = 100
"""The log stands beside the hand if the board has at least this many columns, and `MIN_ROWS_WITH_LOG_BESIDE_HAND`."""

MIN_ROWS_WITH_LOG_BESIDE_HAND: Final = 28
"""The log stands beside the hand if the board has at least this many rows, and `MIN_COLUMNS_WITH_LOG_BESIDE_HAND`."""

MIN_ROWS_WITH_LOG_BELOW_HAND: Final = 40
"""A board narrower than `MIN_COLUMNS_WITH_LOG_BESIDE_HAND` has a zone for the log below the hand if it has at least
this many rows.
"""

MIN_NARROW_ROWS_WITH_GAPS: Final = 34
"""A narrow table has a free row below players' names in several lines if the board has at least this many rows."""

MIN_ROWS_WITH_SPACED_BAR: Final = 56
"""The buttons have an empty row above and below them if the board has at least this many rows."""

MIN_COLUMNS_OF_LARGE_TABLE: Final = 200
"""Every hand is shown in the largest cards if the board has at least this many columns, and `MIN_ROWS_WITH_SPACED_BAR`.
"""

LABEL_WIDTH: Final = 8
"""The width in columns of the label (team and points) before the sets of a narrow board."""

UNSEEN_CARDS_WIDTH: Final = 30
"""The width in columns of the bars that show how many cards of each rank I have not seen."""

MIN_PILE_WIDTH: Final = 44
"""Where the bars of unseen cards stand beside it, the discard pile is at least this many columns wide."""

MIN_CARDS_OF_HAND_LAYOUT: Final = 11
"""A hand of fewer cards than this is laid out like a hand of this many, so that nothing moves while it shrinks."""

CARDS_PER_NARROW_LINE: Final = 10
"""The number of cards in a full line of the hand on a narrow board.

The layout is always for full lines, so that a drawn card moves nothing.
"""


class _CardSizes(Struct, frozen=True):
    """A choice of card sizes: in the hand, of the discard pile, in sets.

    The last card of a set has the size `sets`; None if it is a strip (a single row with rank and suit) like the cards
    above it. `min_strip_rows` is the least number of rows for the cards above the last one.
    """

    hand: Size
    pile: Size
    sets: Size | None
    min_strip_rows: int = 3


_CARD_SIZES: Final = (
    _CardSizes(HUGE, HUGE, HUGE),
    _CardSizes(HUGE, LARGE, HUGE),
    _CardSizes(HUGE, LARGE, LARGE),
    _CardSizes(LARGE, LARGE, LARGE),
    _CardSizes(LARGE, MID, LARGE),
    _CardSizes(LARGE, MID, MID),
    _CardSizes(MID, MID, MID),
    _CardSizes(MID, MID, MID, 2),
    _CardSizes(MID, MINI, MID, 2),
    _CardSizes(MID, MID, MINI),
    _CardSizes(MID, MINI, MINI, 2),
    _CardSizes(MINI, MINI, MINI, 2),
    _CardSizes(MINI, MINI, None),
)
"""The sizes of cards for a table, the largest first."""

_CARD_SIZES_OF_LARGE_TABLES: Final = (*_CARD_SIZES[:3], _CardSizes(HUGE, MID, MID), *_CARD_SIZES[3:])
"""The sizes of cards for a table of `MIN_COLUMNS_OF_LARGE_TABLE` and `MIN_ROWS_WITH_SPACED_BAR`: a large hand keeps the
largest, in two lines."""

_NARROW_CARD_SIZES: Final = (
    _CardSizes(LARGE, MID, MID, 2),
    _CardSizes(MID, MID, MID, 2),
    _CardSizes(MID, MINI, MINI, 2),
    _CardSizes(MID, MID, None, 7),
    _CardSizes(MID, MINI, None, 5),
    _CardSizes(MINI, MINI, None, 4),
    _CardSizes(MINI, MINI, None),
)
"""The sizes of cards for a narrow table, the largest first."""

MAX_HAND_LINES: Final = 2
"""A hand on a table that is not narrow lies in at most this many lines."""

MAX_NARROW_HAND_LINES: Final = 3
"""A hand on a narrow table lies in at most this many lines."""

PLAYERS_PER_LINE: Final = 3
"""The number of players of a team in one line of a narrow heading."""

_SMALLEST_CARD_SIZES: Final = _CardSizes(CHIP, MINI, None, 2)
"""The sizes of cards for a table on which no other choice fits."""


class BigQueenLayout(Struct, frozen=True):
    """The zones of the board, and the sizes of its cards. Rectangles, rows and columns are those of the whole board."""

    size: Size
    """The size of cards of the discard pile and the stock."""

    set_size: Size | None
    """The size of the lowest card of a set; None if every card of a set is a strip, a single row with rank and suit."""

    hand_size: Size
    """The size of cards in the hand."""

    hand_lines: int
    """The number of lines of cards in the hand."""

    status: Rect
    """The rectangle of the status line, at the top of the board."""
    teams: tuple[Rect, Rect]
    """The heading of each team: its score and players."""
    felt: Rect
    """The zone of the play areas and the discard pile, which has the background of a card table."""

    log: Rect | None
    """The log beside or below the table; None if it lies over the table."""

    areas: tuple[Rect, Rect]
    """The play areas of both teams."""
    label_width: int
    """The width in columns of the label before the sets of an area; 0 if the headings stand above the areas."""
    sets_across: int
    """The number of sets of an area that lie side by side, in as many lines as its `SETS_PER_AREA` places need."""
    columns_per_set: int
    """The number of columns from one set to the next."""
    title_row: int
    """The row of the titles above stock and discard pile."""
    stock: Rect
    """The rectangle of the stock."""

    pile: Rect
    """The rectangle of the discard pile; its last row is for the cursor if the cards lie in one row."""
    unseen_cards: Rect | None
    """The rectangle, beside the discard pile, of the bars of cards that I have not seen; None where there is no room.
    """
    prompt: Rect
    """The lines that say which actions are possible now."""

    hand: Rect
    """The player's hand, with its title and the rows for the cursor."""
    bar: Rect
    """The rectangle of the buttons."""
    bar_lines: int = 1
    """The number of lines of buttons."""
    narrow: bool = False
    """Whether the table is narrow."""

    @property
    def stage(self) -> Rect:
        """The rectangle of banners, questions and summaries: over the discard pile."""
        right = self.pile.right + 1 if self.unseen_cards is None else self.unseen_cards.right + 2
        return Rect(self.felt.x, self.title_row, right, self.prompt.y - self.title_row)

    @property
    def width_of_set(self) -> int:
        """The width of the cards of a set, in columns."""
        return STRIP_WIDTH if self.set_size is None else self.set_size.width

    def set_rect(self, team: int, rank_index: int) -> Rect:
        """Return the rectangle of a team's set of a rank, as wide as its cards; `rank_index` is the rank's index from
        0."""
        area = self.areas[team]
        lines = SETS_PER_AREA // self.sets_across
        line, column = divmod(rank_index, self.sets_across)
        rows = (area.height - lines + 1) // lines
        margin = (
            area.width
            - self.label_width
            - self.columns_per_set * self.sets_across
            + self.columns_per_set
            - self.width_of_set
        ) // 2
        x = area.x + (self.label_width or max(margin, 0)) + column * self.columns_per_set
        return Rect(x, area.y + line * (rows + 1), self.width_of_set, rows)


class _SpaceAroundCards(Struct, frozen=True):
    """The size of the board, and the columns and rows that log, headings and buttons take of it.

    `tall`: whether the log lies below the hand, if anywhere. `wide`: whether it stands beside the hand. `width` and
    `height` are the board's columns and rows. `log_columns` is the width of a log beside the table and `log_rows` the
    height of one below the hand, each 0 without one. `bar_lines` is the number of lines of buttons, and `bar_rows` that
    of the rows they take. `lines_of_players` is the number of lines that the names of one team's players take.
    """

    width: int
    height: int
    tall: bool
    wide: bool
    log_columns: int
    log_rows: int
    bar_lines: int
    bar_rows: int
    lines_of_players: int

    @property
    def narrow(self) -> bool:
        """Whether the table is narrow, as on a phone held upright."""
        return self.width < MIN_BOARD_COLUMNS

    @property
    def card_size_choices(self) -> tuple[_CardSizes, ...]:
        """The choices of card sizes, the largest first."""
        if self.narrow:
            return _NARROW_CARD_SIZES
        large = self.width >= MIN_COLUMNS_OF_LARGE_TABLE and self.height >= MIN_ROWS_WITH_SPACED_BAR
        return _CARD_SIZES_OF_LARGE_TABLES if large else _CARD_SIZES

    @property
    def has_headings_above_areas(self) -> bool:
        """Whether each team's heading stands above its area."""
        return self.tall or self.wide or self.narrow

    @property
    def has_no_free_rows(self) -> bool:
        """Whether no row is free for gaps."""
        return self.height < MIN_ROWS_WITH_GAPS_BELOW_ZONES

    @property
    def heading_rows(self) -> int:
        """The height of a team's heading in rows."""
        if self.narrow:
            below = (
                self.lines_of_players > 1 and self.height >= MIN_NARROW_ROWS_WITH_GAPS
            )  # for fingers, see `tui.web.tap`
            return 1 + self.lines_of_players + below
        return 2 if self.tall or self.height >= MIN_ROWS_WITH_SPACED_BAR else 1

    @property
    def prompt_rows(self) -> int:
        """The height of the prompt in rows."""
        return 3 if self.narrow else 1 if self.has_no_free_rows else 2

    @property
    def areas_width(self) -> int:
        """The width of a play area in columns."""
        return self.width if self.has_headings_above_areas else self.width - self.log_columns

    @property
    def hand_width(self) -> int:
        """The width of the hand in columns."""
        return self.width - self.log_columns if self.wide else self.width

    @property
    def text_rows(self) -> int:
        """The number of rows without cards: status line, headings, title of the pile, prompt, log below, buttons."""
        return 1 + 2 * self.heading_rows + 1 + self.prompt_rows + self.log_rows + self.bar_rows


def _measure_space_around_cards(width: int, height: int, table_only: bool, seats: int) -> _SpaceAroundCards:
    """Return the space that a board of this size has around the cards, in a match of `seats` seats.

    With `table_only` there is no log.
    """
    wide = width >= MIN_COLUMNS_WITH_LOG_BESIDE_HAND and height >= MIN_ROWS_WITH_LOG_BESIDE_HAND
    tall = width < MIN_COLUMNS_WITH_LOG_BESIDE_HAND and height >= MIN_ROWS_WITH_LOG_BELOW_HAND
    narrow = width < MIN_BOARD_COLUMNS
    logged = not table_only and width >= MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
    return _SpaceAroundCards(
        width,
        height,
        tall,
        wide,
        log_columns=min(max(width // 4, 24), width - 56, 46) if logged and not tall else 0,
        log_rows=min(height // 5, 12) if logged and tall else 0,
        bar_lines=2 if narrow else 1,
        bar_rows=4 if narrow else 3 if height >= MIN_ROWS_WITH_SPACED_BAR else 1,
        lines_of_players=-(-(seats // 2) // PLAYERS_PER_LINE) if narrow else 1,
    )


class _CardArrangement(Struct, frozen=True):
    """An arrangement of the cards on a board.

    `sizes` are their sizes, `hand_lines` is the number of lines of cards in the hand, `sets_across` the number of sets
    side by side; `hand_rows` and `pile_rows` are the heights of hand and piles in rows.
    """

    sizes: _CardSizes
    hand_lines: int
    sets_across: int
    hand_rows: int
    pile_rows: int


@lru_cache(maxsize=256)
def lay_out(
    width: int, height: int, hand_card_count: int | None, table_only: bool = False, seats: int = 4
) -> BigQueenLayout:
    """Return the layout for a hand of this many cards, None for a spectator; the size must not be `is_too_small`.

    With `table_only` the log has no zone. `seats` is the number of seats of the match.
    """
    around = _measure_space_around_cards(width, height, table_only, seats)
    arrangement = next(
        (
            arrangement
            for sizes in around.card_size_choices
            if (arrangement := _arrange_cards(sizes, around, hand_card_count))
        ),
        None,
    ) or _smallest_arrangement(around, hand_card_count)
    each, (above, between, below) = _divide_rows_among_areas(arrangement, around)
    heading, has_headings_above_areas = around.heading_rows, around.has_headings_above_areas
    felt_top = 1 + (0 if has_headings_above_areas else 2 * heading)
    areas_width = around.areas_width
    y = felt_top + above
    first_heading = Rect(0, y if has_headings_above_areas else 1, width, heading)
    first = Rect(0, y + heading * has_headings_above_areas, areas_width, each)
    y = first.bottom + between
    second_heading = Rect(0, y if has_headings_above_areas else 1 + heading, width, heading)
    second = Rect(0, y + heading * has_headings_above_areas, areas_width, each)
    title = second.bottom + below
    size, label = arrangement.sizes.pile, 0 if has_headings_above_areas else LABEL_WIDTH
    pile_x = max(label, size.width + 4)
    table_right = width - around.log_columns
    pile_right, unseen = table_right, None
    if (
        around.wide
        and arrangement.pile_rows > MID.height
        and table_right - pile_x >= UNSEEN_CARDS_WIDTH + MIN_PILE_WIDTH
    ):
        pile_right -= UNSEEN_CARDS_WIDTH + 2
        unseen = Rect(pile_right, title, UNSEEN_CARDS_WIDTH, 1 + arrangement.pile_rows)
    prompt = Rect(0, title + 1 + arrangement.pile_rows, around.hand_width, around.prompt_rows)
    hand_rect = Rect(0, prompt.bottom, around.hand_width, arrangement.hand_rows)
    felt = Rect(0, felt_top, areas_width, prompt.y - felt_top)
    return BigQueenLayout(
        size=size,
        set_size=arrangement.sizes.sets,
        hand_size=arrangement.sizes.hand,
        hand_lines=arrangement.hand_lines,
        status=Rect(0, 0, width, 1),
        teams=(first_heading, second_heading),
        felt=felt,
        log=_log_zone(around, felt, title, hand_rect),
        areas=(first, second),
        label_width=label,
        sets_across=arrangement.sets_across,
        columns_per_set=(areas_width - label) // arrangement.sets_across,
        title_row=title,
        stock=Rect(1, title + 1, size.width + 1, min(arrangement.pile_rows, size.height)),
        pile=Rect(pile_x, title + 1, pile_right - pile_x - 1, arrangement.pile_rows),
        unseen_cards=unseen,
        prompt=prompt,
        hand=hand_rect,
        bar=Rect(0, height - around.bar_rows, width, around.bar_rows),
        bar_lines=around.bar_lines,
        narrow=around.narrow,
    )


def _log_zone(space: _SpaceAroundCards, felt: Rect, title: int, hand: Rect) -> Rect | None:
    """Return the zone of the log, None where there is no room for it."""
    if space.log_rows:
        return Rect(0, hand.bottom, space.width, space.log_rows)
    if not space.log_columns:
        return None
    top, bottom = (title, hand.bottom) if space.wide else (felt.y, felt.bottom)
    return Rect(space.width - space.log_columns, top, space.log_columns, bottom - top)


def _arrange_cards(sizes: _CardSizes, space: _SpaceAroundCards, hand_card_count: int | None) -> _CardArrangement | None:
    """Return the arrangement of cards of these sizes with a hand of `hand_card_count` cards (None: a spectator's
    board).

    Returns None if they do not fit.
    """
    pile_rows = 2 if space.has_no_free_rows else sizes.pile.height + 1
    for lines in range(1, 1 + (MAX_NARROW_HAND_LINES if space.narrow else MAX_HAND_LINES)):
        hand_rows = _hand_rows(sizes, lines, space, hand_card_count)
        if not hand_rows:
            continue
        room = space.height - space.text_rows - hand_rows - pile_rows
        for across in (SETS_PER_AREA, SETS_PER_AREA // 2):
            area_lines = SETS_PER_AREA // across
            columns = sizes.sets.width if sizes.sets is not None else STRIP_WIDTH
            rows = max(sizes.min_strip_rows + (sizes.sets.height if sizes.sets is not None else 0), 2)
            area_rows = area_lines * (rows + 1) - 1
            slot = (space.areas_width - (0 if space.has_headings_above_areas else LABEL_WIDTH)) // across
            if slot >= columns + 1 and 2 * area_rows + 1 <= room:
                return _CardArrangement(sizes, lines, across, hand_rows, pile_rows)
    return None


def _hand_rows(sizes: _CardSizes, lines: int, space: _SpaceAroundCards, hand_card_count: int | None) -> int:
    """Return the rows of a hand of `hand_card_count` cards of these sizes in `lines` lines.

    Returns 0 if the lines are too short for them.
    """
    if hand_card_count is None:
        return 2 if lines == 1 else 0
    if space.has_no_free_rows or lines * cards_per_line(space.hand_width, sizes.hand) < hand_card_count:
        return 0
    return lines * (sizes.hand.height + 2)


def _smallest_arrangement(space: _SpaceAroundCards, hand_card_count: int | None) -> _CardArrangement:
    """Return the arrangement on the smallest board: a hand of chips (cards one row high) in as many lines as there is
    room for."""
    room = space.height - space.text_rows - 1
    pile_rows = 2 if space.has_no_free_rows else MINI.height
    most = max((room - pile_rows - 4) // 2, 1)
    lines = min(max(-(-(hand_card_count or 1) // cards_per_line(space.hand_width, CHIP)), 1), most)
    return _CardArrangement(_SMALLEST_CARD_SIZES, lines, SETS_PER_AREA, 2 * lines, pile_rows)


def cards_per_line(width: int, size: Size) -> int:
    """Return how many overlapping cards fit into a row of a hand; of a large card half stays visible."""
    step = MIN_VISIBLE_COLUMNS if size.width <= MID.width else size.width // 2
    return 1 + (width - 2 - size.width) // step


def _divide_rows_among_areas(
    arrangement: _CardArrangement, space: _SpaceAroundCards
) -> tuple[int, tuple[int, int, int]]:
    """Return the height of each play area in rows, and the heights of the gaps above, between and below the areas."""
    rows = space.height - space.text_rows - arrangement.hand_rows - arrangement.pile_rows
    each = min(max((rows - 1) // 2, min(rows // 2, 2)), MAX_AREA_ROWS)
    spare = rows - 2 * each
    # The second heading parts the areas, so that a single row is better used above the stock.
    below = max(spare // 3, min(spare, 1) if space.has_headings_above_areas else 0)
    above = (spare - below) // 3
    return each, (above, spare - below - above, below)
