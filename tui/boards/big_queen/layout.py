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

from tui.boards.common.background import LOG_BESIDE_COLUMNS, MIN_BOARD_COLUMNS
from tui.cards import CHIP, HUGE, LARGE, MID, MIN_FAN_STEP, MINI, Size
from tui.drawing import Rect

RANKS: Final = 12
"""How many places for sets a play area has, one for each natural rank (all but the twos)."""

MAX_AREA_ROWS: Final = 30
"""The greatest number of rows of a play area."""

STRIP_COLUMNS: Final = 3
"""The width of a strip, one row of a card that shows only its index: ``10♥``."""

LOW_TABLE_ROWS: Final = 21
"""The height of a board below which no row is free for gaps."""

WIDE_COLUMNS: Final = 100
"""The width of a board from which the log stands beside the hand, if it also has `WIDE_ROWS`."""

WIDE_ROWS: Final = 28
"""The height of a board from which the log stands beside the hand, if it also has `WIDE_COLUMNS`."""

TALL_TABLE_ROWS: Final = 40
"""The height from which a board narrower than `WIDE_COLUMNS` has a zone for the log below the hand."""

SPACIOUS_NARROW_ROWS: Final = 34
"""The height from which a narrow table has a free row below players in several lines."""

ROOMY_ROWS: Final = 56
"""The height of a board from which the buttons have an empty row above and below them."""

LARGE_TABLE_COLUMNS: Final = 200
"""The width from which a board, if it also has `ROOMY_ROWS`, shows every hand in the largest cards."""

LABEL_COLUMNS: Final = 8
"""The width of the label before the sets of a narrow board: team and points."""

UNSEEN_COLUMNS: Final = 30
"""The width of the bars that show how many cards of each rank I have not seen."""

LEAST_PILE_COLUMNS: Final = 44
"""The least width of the discard pile if those bars stand beside it."""

MIN_CARDS_IN_HAND: Final = 11
"""A hand of fewer cards has the layout of this many, so that nothing moves while a hand shrinks."""

CARDS_IN_NARROW_LINE: Final = 10
"""How many cards a line of the hand has on a narrow board, whose layout is for full lines: so a drawn card moves
nothing."""


class _CardSizes(Struct, frozen=True):
    """Sizes of cards that go together: in the hand, of the discard pile, in sets.

    `sets` is the size of the last card of a set, None if that is a strip too. `strips` is the least number of rows that
    the cards above the last one need.
    """

    hand: Size
    pile: Size
    sets: Size | None
    strips: int = 3


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
"""The sizes of cards for a table of `LARGE_TABLE_COLUMNS` and `ROOMY_ROWS`: a large hand keeps the largest, in two
lines."""

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

MAX_HAND_LINES, MAX_NARROW_HAND_LINES = 2, 3
"""In how many lines a hand lies at most, and one of a narrow table."""

PLAYERS_PER_LINE: Final = 3
"""The players of a team in a line of a narrow heading."""

_LEAST_CARDS: Final = _CardSizes(CHIP, MINI, None, 2)
"""The sizes of cards for a table on which no other choice fits."""


class BigQueenLayout(Struct, frozen=True):
    """The zones of the board, and the sizes of its cards. Rectangles, rows and columns are those of the whole board."""

    size: Size
    """The size of cards of the discard pile and the stock."""

    set_size: Size | None
    """The size of the lowest card of a set; None if all cards of a set are strips."""

    hand_size: Size
    """The size of cards in the hand."""

    hand_lines: int
    """The number of lines of cards in the hand."""

    status: Rect
    """The status line."""
    teams: tuple[Rect, Rect]
    """The heading of each team: its score and players."""
    felt: Rect
    """The zone of the play areas and the discard pile, which has the background of a card table."""

    log: Rect | None
    """The log beside or below the table; None if it lies over the table."""

    areas: tuple[Rect, Rect]
    """The play areas of both teams."""
    label_columns: int
    """The columns of the label before the sets; 0 if the headings stand above the areas."""
    sets_across: int
    """How many sets of an area lie side by side, in `RANKS // sets_across` lines."""
    set_step: int
    """Columns from one set to the next."""
    title_row: int
    """The row of the titles above stock and discard pile."""
    stock: Rect
    """The rectangle of the stock."""

    pile: Rect
    """Where the cards of the discard pile lie; its last row is for the cursor if they lie in one row."""
    unseen: Rect | None
    """The bars of the cards that I have not seen, beside the discard pile; None where there is no room for them."""
    prompt: Rect
    """The lines that say which actions are possible now."""

    hand: Rect
    """The player's hand, with its title and the rows for the cursor."""
    bar: Rect
    """The buttons."""
    bar_lines: int = 1
    """How many lines of buttons there are."""
    narrow: bool = False
    """Whether the table is narrow."""

    @property
    def stage(self) -> Rect:
        """The area of banners, questions and summaries: over the discard pile."""
        right = self.pile.right + 1 if self.unseen is None else self.unseen.right + 2
        return Rect(self.felt.x, self.title_row, right, self.prompt.y - self.title_row)

    @property
    def set_columns(self) -> int:
        """The width of the cards of a set."""
        return STRIP_COLUMNS if self.set_size is None else self.set_size.width

    def set_rect(self, team: int, number: int) -> Rect:
        """Return the rectangle of a team's set of a rank, as wide as its cards; `number` is the rank's index from 0."""
        area = self.areas[team]
        lines = RANKS // self.sets_across
        line, column = divmod(number, self.sets_across)
        rows = (area.height - lines + 1) // lines
        margin = (
            area.width - self.label_columns - self.set_step * self.sets_across + self.set_step - self.set_columns
        ) // 2
        x = area.x + (self.label_columns or max(margin, 0)) + column * self.set_step
        return Rect(x, area.y + line * (rows + 1), self.set_columns, rows)


class _AroundCards(Struct, frozen=True):
    """What surrounds the cards: the board's size, and the columns and rows that log, headings and buttons take.

    `tall`: whether the log lies below the hand, if anywhere. `wide`: whether it stands beside the hand.

    `width` and `height` are the board's columns and rows. `log_columns` is the width of a log beside the table and
    `log_rows` the height of one below the hand, each 0 without one. `bar_lines` is how many lines of buttons there are,
    and `bar_rows` how many rows they take. `lines_of_players` is how many lines the plates of one team take.
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
    def choices(self) -> tuple[_CardSizes, ...]:
        """The sizes of cards, the largest first."""
        if self.narrow:
            return _NARROW_CARD_SIZES
        large = self.width >= LARGE_TABLE_COLUMNS and self.height >= ROOMY_ROWS
        return _CARD_SIZES_OF_LARGE_TABLES if large else _CARD_SIZES

    @property
    def headed(self) -> bool:
        """Whether each team's heading stands above its area."""
        return self.tall or self.wide or self.narrow

    @property
    def tight(self) -> bool:
        """Whether no row is free for gaps."""
        return self.height < LOW_TABLE_ROWS

    @property
    def heading_rows(self) -> int:
        """The rows of a team's heading."""
        if self.narrow:
            below = self.lines_of_players > 1 and self.height >= SPACIOUS_NARROW_ROWS  # for fingers, see `tui.web.tap`
            return 1 + self.lines_of_players + below
        return 2 if self.tall or self.height >= ROOMY_ROWS else 1

    @property
    def prompt_rows(self) -> int:
        """The rows of the prompt."""
        return 3 if self.narrow else 1 if self.tight else 2

    @property
    def areas_width(self) -> int:
        """The columns of a play area."""
        return self.width if self.headed else self.width - self.log_columns

    @property
    def hand_width(self) -> int:
        """The columns of the hand."""
        return self.width - self.log_columns if self.wide else self.width

    @property
    def text_rows(self) -> int:
        """The rows without cards: status line, headings, title of the pile, prompt, log below, buttons."""
        return 1 + 2 * self.heading_rows + 1 + self.prompt_rows + self.log_rows + self.bar_rows


def _around_cards(width: int, height: int, table_only: bool, seats: int) -> _AroundCards:
    """Return what surrounds the cards on a board of this size, in a match of `seats` seats.

    With `table_only` there is no log.
    """
    wide = width >= WIDE_COLUMNS and height >= WIDE_ROWS
    tall = width < WIDE_COLUMNS and height >= TALL_TABLE_ROWS
    narrow = width < MIN_BOARD_COLUMNS
    logged = not table_only and width >= LOG_BESIDE_COLUMNS
    return _AroundCards(
        width,
        height,
        tall,
        wide,
        log_columns=min(max(width // 4, 24), width - 56, 46) if logged and not tall else 0,
        log_rows=min(height // 5, 12) if logged and tall else 0,
        bar_lines=2 if narrow else 1,
        bar_rows=4 if narrow else 3 if height >= ROOMY_ROWS else 1,
        lines_of_players=-(-(seats // 2) // PLAYERS_PER_LINE) if narrow else 1,
    )


class _Fit(Struct, frozen=True):
    """How cards fit on a board: their sizes, the lines of the hand, the sets side by side, rows of hand and pile.

    `hand_lines` is how many lines of cards the hand has, `sets_across` how many sets lie side by side; `hand_rows` and
    `pile_rows` are the rows of the hand and of the piles.
    """

    sizes: _CardSizes
    hand_lines: int
    sets_across: int
    hand_rows: int
    pile_rows: int


@lru_cache(maxsize=256)
def lay_out(width: int, height: int, hand: int | None, table_only: bool = False, seats: int = 4) -> BigQueenLayout:
    """Return the layout for a hand of this many cards, None for a spectator; the size must not be `too_small`.

    With `table_only` the log has no zone. `seats` is the number of seats of the match.
    """
    around = _around_cards(width, height, table_only, seats)
    fit = next((fit for sizes in around.choices if (fit := _fit(sizes, around, hand))), None) or _least_fit(
        around, hand
    )
    each, (above, between, below) = _row_shares(fit, around)
    heading, headed = around.heading_rows, around.headed
    felt_top = 1 + (0 if headed else 2 * heading)
    areas_width = around.areas_width
    y = felt_top + above
    first_heading = Rect(0, y if headed else 1, width, heading)
    first = Rect(0, y + heading * headed, areas_width, each)
    y = first.bottom + between
    second_heading = Rect(0, y if headed else 1 + heading, width, heading)
    second = Rect(0, y + heading * headed, areas_width, each)
    title = second.bottom + below
    size, label = fit.sizes.pile, 0 if headed else LABEL_COLUMNS
    pile_x = max(label, size.width + 4)
    table_right = width - around.log_columns
    pile_right, unseen = table_right, None
    if around.wide and fit.pile_rows > MID.height and table_right - pile_x >= UNSEEN_COLUMNS + LEAST_PILE_COLUMNS:
        pile_right -= UNSEEN_COLUMNS + 2
        unseen = Rect(pile_right, title, UNSEEN_COLUMNS, 1 + fit.pile_rows)
    prompt = Rect(0, title + 1 + fit.pile_rows, around.hand_width, around.prompt_rows)
    hand_rect = Rect(0, prompt.bottom, around.hand_width, fit.hand_rows)
    felt = Rect(0, felt_top, areas_width, prompt.y - felt_top)
    return BigQueenLayout(
        size=size,
        set_size=fit.sizes.sets,
        hand_size=fit.sizes.hand,
        hand_lines=fit.hand_lines,
        status=Rect(0, 0, width, 1),
        teams=(first_heading, second_heading),
        felt=felt,
        log=_log_zone(around, felt, title, hand_rect),
        areas=(first, second),
        label_columns=label,
        sets_across=fit.sets_across,
        set_step=(areas_width - label) // fit.sets_across,
        title_row=title,
        stock=Rect(1, title + 1, size.width + 1, min(fit.pile_rows, size.height)),
        pile=Rect(pile_x, title + 1, pile_right - pile_x - 1, fit.pile_rows),
        unseen=unseen,
        prompt=prompt,
        hand=hand_rect,
        bar=Rect(0, height - around.bar_rows, width, around.bar_rows),
        bar_lines=around.bar_lines,
        narrow=around.narrow,
    )


def _log_zone(around: _AroundCards, felt: Rect, title: int, hand: Rect) -> Rect | None:
    """Return the zone of the log, None where there is no room for it."""
    if around.log_rows:
        return Rect(0, hand.bottom, around.width, around.log_rows)
    if not around.log_columns:
        return None
    top, bottom = (title, hand.bottom) if around.wide else (felt.y, felt.bottom)
    return Rect(around.width - around.log_columns, top, around.log_columns, bottom - top)


def _fit(sizes: _CardSizes, around: _AroundCards, hand: int | None) -> _Fit | None:
    """Return how cards of these sizes fit beside a hand of `hand` cards (None: a spectator's board).

    Returns None if they do not fit.
    """
    pile_rows = 2 if around.tight else sizes.pile.height + 1
    for lines in range(1, 1 + (MAX_NARROW_HAND_LINES if around.narrow else MAX_HAND_LINES)):
        hand_rows = _hand_rows(sizes, lines, around, hand)
        if not hand_rows:
            continue
        room = around.height - around.text_rows - hand_rows - pile_rows
        for across in (RANKS, RANKS // 2):
            area_lines = RANKS // across
            columns = sizes.sets.width if sizes.sets is not None else STRIP_COLUMNS
            rows = max(sizes.strips + (sizes.sets.height if sizes.sets is not None else 0), 2)
            area_rows = area_lines * (rows + 1) - 1
            slot = (around.areas_width - (0 if around.headed else LABEL_COLUMNS)) // across
            if slot >= columns + 1 and 2 * area_rows + 1 <= room:
                return _Fit(sizes, lines, across, hand_rows, pile_rows)
    return None


def _hand_rows(sizes: _CardSizes, lines: int, around: _AroundCards, hand: int | None) -> int:
    """Return the rows of a hand of `hand` cards of these sizes in `lines` lines.

    Returns 0 if the lines are too short for them.
    """
    if hand is None:
        return 2 if lines == 1 else 0
    if around.tight or lines * cards_per_line(around.hand_width, sizes.hand) < hand:
        return 0
    return lines * (sizes.hand.height + 2)


def _least_fit(around: _AroundCards, hand: int | None) -> _Fit:
    """Return the fit on the smallest board: a hand of chips in as many lines as there is room for."""
    room = around.height - around.text_rows - 1
    pile_rows = 2 if around.tight else MINI.height
    most = max((room - pile_rows - 4) // 2, 1)
    lines = min(max(-(-(hand or 1) // cards_per_line(around.hand_width, CHIP)), 1), most)
    return _Fit(_LEAST_CARDS, lines, RANKS, 2 * lines, pile_rows)


def cards_per_line(width: int, size: Size) -> int:
    """Return how many overlapping cards fit into a row of a hand; of a large card half stays visible."""
    step = MIN_FAN_STEP if size.width <= MID.width else size.width // 2
    return 1 + (width - 2 - size.width) // step


def _row_shares(fit: _Fit, around: _AroundCards) -> tuple[int, tuple[int, int, int]]:
    """Return the number of rows of each play area, and those of the gaps above, between and below the areas."""
    rows = around.height - around.text_rows - fit.hand_rows - fit.pile_rows
    each = min(max((rows - 1) // 2, min(rows // 2, 2)), MAX_AREA_ROWS)
    spare = rows - 2 * each
    # The second heading parts the areas, so that a single row is better used above the stock.
    below = max(spare // 3, min(spare, 1) if around.headed else 0)
    above = (spare - below) // 3
    return each, (above, spare - below - above, below)
