"""The layout of the Big Queen board: the zones and card sizes for a terminal size. Numbers only, no drawing."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui.boards.common.background import LOG_BESIDE_COLUMNS
from tui.cards import CHIP, LARGE, MID, MIN_STEP, MINI, Size, size_for_terminal
from tui.drawing import Rect

RANKS_ACROSS: Final = 12
"""The places for sets in a play area, one for each natural rank."""

MAX_AREA_ROWS: Final = 14
"""The greatest number of rows of a play area."""


class BigQueenLayout(Struct, frozen=True):
    """The zones of the table, and the sizes of its cards."""

    size: Size
    """The size of cards of the discard pile and the stock."""

    set_size: Size | None
    """The size of the lowest card of a set; None if all cards of a set are strips."""

    hand_size: Size
    """The size of cards in the hand."""

    hand_lines: int
    """The number of lines of cards in the hand."""

    status: Rect
    teams: Rect
    """Both teams' players, half of the rows each."""
    felt: Rect
    """The table without status line, players and buttons."""

    log: Rect | None
    """The log beside the table; None if it lies over the table."""

    areas: tuple[Rect, Rect]
    """The play areas of both teams."""
    label: int
    """Columns of the label before the sets, and of the stock."""
    slot: int
    """Columns from one set to the next."""
    title: int
    """The row above stock and discard pile."""
    stock: Rect
    """The place of the stock."""

    pile: Rect
    """Where the cards of the discard pile lie; its last row is for the cursor if they lie in one row."""
    prompt: Rect
    """The two lines with the actions possible now."""

    hand: Rect
    bar: Rect
    """The buttons."""

    @property
    def stage(self) -> Rect:
        """The area of banners, questions and summaries: over the discard pile."""
        return Rect(self.felt.x, self.title, self.felt.width, self.prompt.y - self.title)


@lru_cache(maxsize=256)
def lay_out(width: int, height: int, hand: int | None) -> BigQueenLayout:
    """Return the layout for a hand of this many cards, None for a spectator; the size must not be `too_small`."""
    tight = height < 21
    size = size_for_terminal(width, height + 1)
    if size is LARGE and height < 50:
        size = MID
    bar_height = 3 if height >= 36 else 1
    teams_height = 4 if height >= 32 else 2
    prompt_height = 1 if tight else 2
    room = height - 1 - teams_height - prompt_height - bar_height
    hand_size, lines, hand_height = _hand_layout(width, hand, size, tight, room - 8 if tight else room - 10)
    middle = room - hand_height
    pile_height = 2 if tight else size.height + 1
    if not tight and middle - 1 - pile_height < 7:
        pile_height = 3
    each, gaps = _row_shares(middle - 1 - pile_height)
    log_width = min(max(width // 4 + 2, 24), width - 56, 46) if width >= LOG_BESIDE_COLUMNS else 0
    felt = Rect(0, 1 + teams_height, width - log_width, middle)
    label = 8 if felt.width < 84 else 12
    slot = (felt.width - label) // RANKS_ACROSS
    wide = min(slot, 10)
    set_size = None
    if each >= 5 and wide >= 6:
        set_size = MID if each >= 9 and wide >= 8 else MINI
    y = felt.y + gaps[0]
    first = Rect(felt.x, y, felt.width, each)
    second = Rect(felt.x, first.bottom + gaps[1], felt.width, each)
    title = second.bottom + gaps[2]
    prompt = Rect(0, felt.bottom, width, prompt_height)
    pile_x = felt.x + max(label, size.width + 4)
    return BigQueenLayout(
        size=size,
        set_size=set_size,
        hand_size=hand_size,
        hand_lines=lines,
        status=Rect(0, 0, width, 1),
        teams=Rect(0, 1, width, teams_height),
        felt=felt,
        log=Rect(felt.width, felt.y, log_width, felt.height) if log_width else None,
        areas=(first, second),
        label=label,
        slot=slot,
        title=title,
        stock=Rect(felt.x + 1, title + 1, size.width + 1, min(pile_height, size.height)),
        pile=Rect(pile_x, title + 1, felt.right - pile_x - 1, pile_height),
        prompt=prompt,
        hand=Rect(0, prompt.bottom, width, hand_height),
        bar=Rect(0, height - bar_height, width, bar_height),
    )


def _hand_layout(width: int, cards: int | None, size: Size, tight: bool, room: int) -> tuple[Size, int, int]:
    """Return the card size of a hand, its number of rows of cards, and the terminal rows they take."""
    if cards is None:
        return CHIP, 1, 2
    if not tight:
        for candidate in (LARGE, MID, MINI):
            rows = candidate.height + 2
            if candidate.height <= size.height and rows <= room and cards_per_line(width, candidate) >= cards:
                return candidate, 1, rows
        for candidate in (MID, MINI):
            rows = 2 * (candidate.height + 2)
            if candidate.height <= size.height and rows <= room and 2 * cards_per_line(width, candidate) >= cards:
                return candidate, 2, rows
    most = max(room // 2, 1)
    lines = min(max(-(-cards // cards_per_line(width, CHIP)), 1), most)
    return CHIP, lines, max(2 * lines, 4 if tight else 5)


def cards_per_line(width: int, size: Size) -> int:
    """Return how many overlapping cards fit into a row of a hand."""
    return 1 + (width - 2 - size.width) // MIN_STEP


def _row_shares(rows: int) -> tuple[int, tuple[int, int, int]]:
    """Return the rows of the two play areas and of the gaps above, between and below them."""
    each = min((rows - 1) // 2, MAX_AREA_ROWS)
    spare = rows - 2 * each - 1
    below = spare // 3
    above = (spare - below) // 2
    return each, (above, 1 + spare - below - above, below)
