"""The layout of the Big Queen board: the zones and card sizes for a terminal size. Numbers only, no drawing.

The zones stand below each other: status line, players in the order of play, both teams with their play areas, stock
and discard pile, prompt, hand, buttons. From `MIN_COLUMNS_WITH_AREAS_BESIDE_EACH_OTHER` on the two teams stand side by
side, each heading above its area, and the log beside pile and hand. A smaller table has one area below the other and no
log beside it, a low one with both headings at the top, beside the players. A narrow one, as on a phone held upright,
has the headings above the areas, more rows of text, and two lines of buttons. Of the choices of card sizes the first
that fits decides the sizes in hand and pile; `set_columns` decides the size of the cards in an area, by the number of
its sets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui.boards.big_queen.set_columns import SetColumns, place_sets
from tui.boards.common.background import MIN_BOARD_COLUMNS, MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
from tui.cards import CHIP, GRAND, HUGE, LARGE, MID, MIN_VISIBLE_COLUMNS, MINI, VAST, Size
from tui.drawing import Rect

MIN_COLUMNS_WITH_AREAS_BESIDE_EACH_OTHER: Final = MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
"""The play areas lie side by side if the board has at least this many columns."""

MAX_AREA_ROWS: Final = 30
"""A play area has at most this many rows."""

MIN_ROWS_WITH_GAPS_BELOW_ZONES: Final = 21
"""Rows stay free as gaps between zones if the board has at least this many rows."""

MIN_ROWS_WITH_GAP_BELOW_AREAS: Final = 28
"""A row stays free below play areas that lie side by side if the board has at least this many rows."""

MIN_COLUMNS_WITH_LONG_TEXTS: Final = 100
"""The log is never below the hand, and the status line names the score, if the board has at least this many columns."""

MIN_ROWS_WITH_LOG_BELOW_HAND: Final = 40
"""A board narrower than `MIN_COLUMNS_WITH_LONG_TEXTS` has a zone for the log below the hand if it has at least this
many rows.
"""

MIN_NARROW_ROWS_WITH_GAPS: Final = 34
"""A narrow table has a free row below players' names in several lines if the board has at least this many rows."""

LABEL_WIDTH: Final = 8
"""The width in columns of the label (team and points) before the sets of a low board without a log beside it."""

SCORE_COLUMNS: Final = 9
"""The columns of symbol, letter and score of a team, before the players, on a low board without a log beside it."""

MIN_PLAYER_COLUMNS: Final = 12
"""The players stand in several lines if one line had fewer columns than this for each."""

UNSEEN_CARDS_WIDTH: Final = 30
"""The least width in columns of the bars that show how many cards of each rank I have not seen."""

_UNSEEN_AND_PILE_WIDTHS: Final = ((69, 60), (43, 60), (UNSEEN_CARDS_WIDTH, 44))
"""Choices of the width of the bars of unseen cards (with bars four, two or one columns wide) and the least width of the
discard pile beside them, the widest first."""

_MIN_COLUMNS_OF_PILE_CARD: Final = 6
"""The bars of unseen cards are narrower if the discard pile would show fewer columns of each card beside them."""

MIN_CARDS_OF_HAND_LAYOUT: Final = 12
"""A hand of fewer cards than this is laid out like a hand of this many: the cards dealt and one drawn, so that nothing
moves in the first turn, nor while the hand shrinks."""

CARDS_PER_NARROW_LINE: Final = 10
"""The number of cards in a full line of the hand on a narrow board.

The layout is always for full lines, so that a drawn card moves nothing.
"""


class _CardSizes(Struct, frozen=True):
    """A choice of card sizes: in the hand, of the discard pile; and the least number of rows of a play area beside
    them."""

    hand: Size
    pile: Size
    area_rows: int


_CARD_SIZES: Final = (
    _CardSizes(GRAND, VAST, 20),
    _CardSizes(VAST, HUGE, 16),
    _CardSizes(HUGE, HUGE, 14),
    _CardSizes(HUGE, LARGE, 12),
    _CardSizes(LARGE, LARGE, 12),
    _CardSizes(LARGE, MID, 8),
    _CardSizes(MID, MID, 8),
    _CardSizes(MID, MINI, 6),
    _CardSizes(MINI, MINI, 6),
    _CardSizes(MINI, MINI, 3),
)
"""The sizes of cards for a table with areas side by side, the largest first."""

_STACKED_CARD_SIZES: Final = (
    _CardSizes(LARGE, MID, 9),
    _CardSizes(MID, MID, 8),
    _CardSizes(MID, MINI, 7),
    _CardSizes(MID, MID, 6),
    _CardSizes(MID, MINI, 5),
    _CardSizes(MINI, MINI, 4),
    _CardSizes(MINI, MINI, 2),
)
"""The sizes of cards for a table with one area below the other, the largest first."""

MAX_HAND_LINES: Final = 2
"""A hand on a table that is not narrow lies in at most this many lines."""

MAX_NARROW_HAND_LINES: Final = 3
"""A hand on a narrow table lies in at most this many lines."""

PLAYERS_PER_NARROW_LINE: Final = 3
"""The most players in one line of a narrow board."""

LINES_OF_PLAYERS_ON_LOW_BOARD: Final = 2
"""The lines of players on a low board without a log beside it: one beside the score of each team."""


class BigQueenLayout(Struct, frozen=True):
    """The zones of the board, and the sizes of its cards. Rectangles, rows and columns are those of the whole board."""

    size: Size
    """The size of cards of the discard pile and the stock."""

    hand_size: Size
    """The size of the largest cards for which the hand has room; `hand_size_for` is that of the cards shown."""

    hand_lines: int
    """The number of lines of cards in the hand."""

    status: Rect
    """The rectangle of the status line, at the top of the board."""
    players: Rect
    """The lines of players, in the order of play."""
    teams: tuple[Rect, Rect]
    """The heading of each team: its name and score."""
    felt: Rect
    """The zone of the play areas and the discard pile, which has the background of a card table."""

    log: Rect | None
    """The log beside or below the table; None if it lies over the table."""

    areas: tuple[Rect, Rect]
    """The play areas of both teams."""
    areas_are_side_by_side: bool
    """Whether the second area lies beside the first one, not below it."""
    label_width: int
    """The width in columns of the label before the sets of an area; 0 if the headings stand above the areas."""
    title_row: int
    """The row of the titles above stock and discard pile."""
    stock: Rect
    """The rectangle of the stock."""

    pile: Rect
    """The rectangle of a short discard pile; its last row is for the cursor if the cards lie in one row."""
    unseen_cards: Rect | None
    """The rectangle, beside a short discard pile, of the bars of cards that I have not seen; None where there is no
    room."""
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

    def unseen_rect(self, pile_card_count: int) -> Rect | None:
        """Return the rectangle of the bars of unseen cards beside a discard pile of this many cards.

        They are narrower than `unseen_cards` if the pile would else show too few columns of each card; None where there
        is no room for bars beside any pile.
        """
        widest = self.unseen_cards
        if widest is None:
            return None
        pile_width = self.size.width + max(pile_card_count - 1, 0) * _MIN_COLUMNS_OF_PILE_CARD
        room = self.pile.width + widest.width - pile_width
        choices = (bars for bars, _ in _UNSEEN_AND_PILE_WIDTHS if bars <= min(room, widest.width))
        width = next(choices, UNSEEN_CARDS_WIDTH)
        return Rect(widest.right - width, widest.y, width, widest.height)

    def pile_rect(self, card_count: int) -> Rect:
        """Return the rectangle of a discard pile of `card_count` cards."""
        unseen = self.unseen_rect(card_count)
        if unseen is None or self.unseen_cards is None:
            return self.pile
        width = self.pile.width + self.unseen_cards.width - unseen.width
        return Rect(self.pile.x, self.pile.y, width, self.pile.height)

    def hand_size_for(self, card_count: int) -> Size:
        """Return the size of the cards in a hand of `card_count` cards.

        Cards larger than `HUGE` are shown only whole. Where there is room for no larger ones, huge cards give way to
        whole `LARGE` ones if they would cover each other so far that their faces were drawn smaller than on these.
        """
        width, zone = self.hand.width - 2, self.hand_size
        if self.hand_lines > 1 or zone.height < HUGE.height or card_count < 2:
            return zone
        if zone is HUGE:
            visible = (width - HUGE.width) // (card_count - 1)
            return LARGE if visible <= LARGE.width and card_count * LARGE.width <= width else HUGE
        return next((size for size in (zone, VAST) if card_count * size.width <= width), HUGE)

    def set_columns(self, team: int, ranks: tuple[str, ...]) -> SetColumns:
        """Return the columns of a team's sets if it has sets of these ranks, in this order."""
        area = self.areas[team]
        free = Rect(area.x + self.label_width, area.y, area.width - self.label_width, area.height)
        return place_sets(free, self.size, ranks)


class _SpaceAroundCards(Struct, frozen=True):
    """The size of the board, and the columns and rows that log, headings and buttons take of it.

    `tall`: whether the log lies below the hand, if anywhere. `width` and `height` are the board's columns and rows.
    `log_columns` is the width of a log beside the table and `log_rows` the height of one below the hand, each 0 without
    one. `bar_lines` is the number of lines of buttons, and `bar_rows` that of the rows they take. `lines_of_players` is
    the number of lines of players.
    """

    width: int
    height: int
    tall: bool
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
    def areas_are_side_by_side(self) -> bool:
        """Whether the second area lies beside the first one, not below it."""
        return self.width >= MIN_COLUMNS_WITH_AREAS_BESIDE_EACH_OTHER

    @property
    def card_size_choices(self) -> tuple[_CardSizes, ...]:
        """The choices of card sizes, the largest first."""
        return _CARD_SIZES if self.areas_are_side_by_side else _STACKED_CARD_SIZES

    @property
    def has_headings_above_areas(self) -> bool:
        """Whether each team's heading stands above its area."""
        return self.tall or self.narrow or self.areas_are_side_by_side

    @property
    def has_no_free_rows(self) -> bool:
        """Whether no row is free for gaps."""
        return self.height < MIN_ROWS_WITH_GAPS_BELOW_ZONES

    @property
    def rows_of_players(self) -> int:
        """The height in rows of the lines of players and what lies between them and the table or the first heading."""
        below = self.narrow and self.lines_of_players > 1 and self.height >= MIN_NARROW_ROWS_WITH_GAPS
        return self.lines_of_players + below  # the row below is for fingers, see `tui.web.tap`

    @property
    def heading_rows(self) -> int:
        """The height in rows of a team's heading above its area; 0 if it stands beside the players."""
        return int(self.has_headings_above_areas)

    @property
    def prompt_rows(self) -> int:
        """The height of the prompt in rows."""
        return 3 if self.narrow else 1 if self.has_no_free_rows else 2

    @property
    def hand_width(self) -> int:
        """The width of the hand in columns."""
        return self.width - self.log_columns

    @property
    def text_rows(self) -> int:
        """The number of rows without cards: status line, players, headings, title of the pile, prompt, log below,
        buttons, and the free row below areas side by side."""
        gap = self.areas_are_side_by_side and self.height >= MIN_ROWS_WITH_GAP_BELOW_AREAS
        headings = self.heading_rows * (1 if self.areas_are_side_by_side else 2)
        return 1 + self.rows_of_players + headings + gap + 1 + self.prompt_rows + self.log_rows + self.bar_rows


def _measure_space_around_cards(width: int, height: int, table_only: bool, seats: int) -> _SpaceAroundCards:
    """Return the space that a board of this size has around the cards, in a match of `seats` seats.

    With `table_only` there is no log.
    """
    tall = width < MIN_COLUMNS_WITH_LONG_TEXTS and height >= MIN_ROWS_WITH_LOG_BELOW_HAND
    narrow = width < MIN_BOARD_COLUMNS
    side_by_side = width >= MIN_COLUMNS_WITH_AREAS_BESIDE_EACH_OTHER
    logged = not table_only and side_by_side
    if narrow:
        lines = -(-seats // PLAYERS_PER_NARROW_LINE)
    elif side_by_side or tall:
        lines = -(-seats // (width // MIN_PLAYER_COLUMNS))
    else:
        lines = LINES_OF_PLAYERS_ON_LOW_BOARD
    return _SpaceAroundCards(
        width,
        height,
        tall,
        log_columns=min(max(width // 5, 26), width - 54) if logged and not tall else 0,
        log_rows=min(height // 5, 12) if logged and tall else 0,
        bar_lines=2 if narrow else 1,
        bar_rows=4 if narrow else 1,
        lines_of_players=lines,
    )


class _CardArrangement(Struct, frozen=True):
    """An arrangement of the cards on a board.

    `hand` and `pile` are the sizes of cards there, `hand_lines` is the number of lines of cards in the hand;
    `hand_rows` and `pile_rows` are the heights of hand and piles in rows.
    """

    hand: Size
    pile: Size
    hand_lines: int
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
    label = 0 if around.has_headings_above_areas else LABEL_WIDTH
    teams, areas, felt_top, title = _place_teams(around, arrangement)
    players_x = SCORE_COLUMNS if label else 0
    size = arrangement.pile
    pile_x = max(label, size.width + 4)
    table_right = around.hand_width
    pile_right, unseen = table_right, None
    fitting = (bars for bars, pile in _UNSEEN_AND_PILE_WIDTHS if table_right - pile_x >= bars + pile)
    bars_width = next(fitting, 0)
    if bars_width and not around.tall and arrangement.pile_rows > MID.height:
        pile_right -= bars_width + 2
        unseen = Rect(pile_right, title, bars_width, 1 + arrangement.pile_rows)
    prompt = Rect(0, title + 1 + arrangement.pile_rows, around.hand_width, around.prompt_rows)
    hand_rect = Rect(0, prompt.bottom, around.hand_width, arrangement.hand_rows)
    felt = Rect(0, felt_top, width, prompt.y - felt_top)
    return BigQueenLayout(
        size=size,
        hand_size=arrangement.hand,
        hand_lines=arrangement.hand_lines,
        status=Rect(0, 0, width, 1),
        players=Rect(players_x, 1, width - players_x, around.lines_of_players),
        teams=teams,
        felt=felt,
        log=_log_zone(around, title, hand_rect),
        areas=areas,
        areas_are_side_by_side=around.areas_are_side_by_side,
        label_width=label,
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


def _log_zone(space: _SpaceAroundCards, title: int, hand: Rect) -> Rect | None:
    """Return the zone of the log, None where there is no room for it."""
    if space.log_rows:
        return Rect(0, hand.bottom, space.width, space.log_rows)
    if not space.log_columns:
        return None
    return Rect(space.width - space.log_columns, title, space.log_columns, hand.bottom - title)


def _arrange_cards(sizes: _CardSizes, space: _SpaceAroundCards, hand_card_count: int | None) -> _CardArrangement | None:
    """Return the arrangement of cards of these sizes with a hand of `hand_card_count` cards (None: a spectator's
    board).

    Returns None if they do not fit.
    """
    pile_rows = 2 if space.has_no_free_rows else sizes.pile.height + 1
    areas_rows = sizes.area_rows if space.areas_are_side_by_side else 2 * sizes.area_rows + 1
    for lines in range(1, 1 + (MAX_NARROW_HAND_LINES if space.narrow else MAX_HAND_LINES)):
        hand_rows = _hand_rows(sizes, lines, space, hand_card_count)
        if hand_rows and areas_rows <= space.height - space.text_rows - hand_rows - pile_rows:
            return _CardArrangement(sizes.hand, sizes.pile, lines, hand_rows, pile_rows)
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
    return _CardArrangement(CHIP, MINI, lines, 2 * lines, pile_rows)


def cards_per_line(width: int, size: Size) -> int:
    """Return how many overlapping cards fit into a row of a hand; of a large card half stays visible."""
    step = MIN_VISIBLE_COLUMNS if size.width <= MID.width else size.width // 2
    return 1 + (width - 2 - size.width) // step


def _place_teams(
    space: _SpaceAroundCards, arrangement: _CardArrangement
) -> tuple[tuple[Rect, Rect], tuple[Rect, Rect], int, int]:
    """Return the headings and the areas of both teams, the first row of the table, and the row of the titles above
    stock and pile."""
    width, heading = space.width, space.heading_rows
    rows = space.height - space.text_rows - arrangement.hand_rows - arrangement.pile_rows
    title = space.height - space.bar_rows - space.log_rows - arrangement.hand_rows - space.prompt_rows
    title -= arrangement.pile_rows + 1
    felt_top = 1 + space.rows_of_players
    if space.areas_are_side_by_side:
        half, top = width // 2, felt_top + heading
        teams = (Rect(0, felt_top, half, heading), Rect(half, felt_top, width - half, heading))
        each = min(rows, MAX_AREA_ROWS)
        return teams, (Rect(1, top, half - 2, each), Rect(half + 1, top, width - half - 2, each)), top, title
    each, (above, between) = _divide_rows_among_areas(rows, space)
    if not heading:
        first = Rect(0, felt_top + above, width, each)
        second = Rect(0, first.bottom + between, width, each)
        return (Rect(0, 1, SCORE_COLUMNS, 1), Rect(0, 2, SCORE_COLUMNS, 1)), (first, second), felt_top, title
    first_heading = Rect(0, felt_top + above, width, heading)
    first = Rect(1, first_heading.bottom, width - 2, each)
    second_heading = Rect(0, first.bottom + between, width, heading)
    second = Rect(1, second_heading.bottom, width - 2, each)
    return (first_heading, second_heading), (first, second), felt_top, title


def _divide_rows_among_areas(rows: int, space: _SpaceAroundCards) -> tuple[int, tuple[int, int]]:
    """Return the height of each of two areas below each other, and the heights of the gaps above and between them, if
    they have `rows` rows together."""
    each = min(max((rows - 1) // 2, min(rows // 2, 2)), MAX_AREA_ROWS)
    spare = rows - 2 * each
    # The second heading parts the areas, so that a single row is better used above the stock.
    below = max(spare // 3, min(spare, 1) if space.has_headings_above_areas else 0)
    above = (spare - below) // 3
    return each, (above, spare - below - above)
