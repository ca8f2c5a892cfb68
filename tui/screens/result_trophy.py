"""The pictures above a result: large letters for a victory, and the winner's cards, which open one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size
from textual.timer import Timer

from core import Card, View, games
from core.engine.cards import QUEENS, RANKS
from tui.cards import CHIP, HUGE, LARGE, MID, MINI, Canvas, Fan, State, face, fan, paint_fan
from tui.drawing.big_letters import big_letter_rows, big_text_width, has_big_letters
from tui.drawing.byte_budget import ByteBudget
from tui.drawing.styles import Styles
from tui.drawing.wrap import clip
from tui.text.results import team_name
from tui.widgets.page import ShrinkablePicture

CARDS_OPENING_SECONDS: Final = 1.8
"""The time that all cards together take to open, unless one card would take longer than `MAX_CARD_OPENING_SECONDS` or
one step less than `MIN_OPENING_STEP_SECONDS`.
"""

MAX_CARD_OPENING_SECONDS: Final = 0.14
"""One card takes at most this many seconds to open."""

MIN_OPENING_STEP_SECONDS: Final = 0.1
"""One step takes at least this many seconds, so that few bytes are written a second; with many cards a step opens
several."""


def cards_won_by(view: View | None, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat or its team has won by the last view of a match; empty if the view does not show
    them.
    """
    return () if view is None else games[view.game].winnings(view, seat)


def winnings_caption(view: View | None, seat: int, owner: str, *, is_own: bool = False) -> str:
    """Return the caption of the cards that a seat has won, with their owner: ``Ada's bank``, ``Team A's sets``.

    `owner` is the name of the seat; `is_own`: it is the person's own.
    """
    name = "bank" if view is None else games[view.game].winnings_name
    team = team_name(view, seat)
    return f"Your {name}" if is_own and not team else f"{team or owner}'s {name}"


VICTORY_LETTER_ROWS: Final = 3
"""The height of large letters in rows."""

MIN_ROWS_FOR_OWN_VICTORY: Final = 22
"""The person's own victory is in large letters if the window has at least this many rows."""

MIN_ROWS_FOR_WINNER_NAME: Final = 32
"""The name of a winner who is somebody else is in large letters if the window has at least this many rows."""


class OthersVictoryLetters(ShrinkablePicture):
    """A widget that paints a few words about somebody else's victory in large golden letters, where everything else has
    room beside them.
    """

    def __init__(self, words: str) -> None:
        super().__init__(id="victory")
        self._words = words.upper()

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        fits = has_big_letters(self._words) and big_text_width(self._words) <= viewport.width - 2 * Trophy.MARGIN
        return (VICTORY_LETTER_ROWS,) if fits and viewport.height >= MIN_ROWS_FOR_WINNER_NAME else (0,)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        _paint_victory_letters(canvas, styles, self._words)


class OwnVictoryLetters(ShrinkablePicture):
    """A widget that paints a few words about the person's own victory in large golden letters; other pictures make room
    for them.
    """

    GOES_LAST: ClassVar[bool] = True

    def __init__(self, words: str) -> None:
        super().__init__(id="victory")
        self._words = words.upper()

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        return (VICTORY_LETTER_ROWS,) if viewport.height >= MIN_ROWS_FOR_OWN_VICTORY else (1,)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        _paint_victory_letters(canvas, styles, self._words)


def _paint_victory_letters(canvas: Canvas, styles: Styles, words: str) -> None:
    """Paint words in the middle of a canvas, in large letters if it has the rows and the look the characters."""
    if canvas.height < VICTORY_LETTER_ROWS or styles.look.ascii:
        spaced = f"*  {' '.join(words)}  *"
        canvas.text((canvas.width - len(spaced)) // 2, canvas.height // 2, spaced, styles.gold)
        return
    rows = big_letter_rows(words)
    for y, row in enumerate(rows):
        canvas.text((canvas.width - len(row)) // 2, y, row, styles.gold)


class Trophy(ShrinkablePicture):
    """A widget that paints the cards that the winner has won, or four Queens while they are not known; those that
    count double are marked.

    `caption`, below them or beside chips, says whose they are, and how many cards do not fit; below them `remark`
    follows. With `animated` the cards open one by one, until `open_all_cards`; each waits until it fits into the byte
    budget.
    """

    GOES_LAST: ClassVar[bool] = True

    MARGIN: Final = 4
    """The number of free columns on either side of the cards."""

    def __init__(
        self,
        winner: int,
        view: View | None,
        caption: str,
        remark: str = "",
        *,
        animated: bool = False,
        budget: ByteBudget | None = None,
    ) -> None:
        super().__init__(id="trophy")
        self._budget = budget
        won = cards_won_by(view, winner)
        self._cards = won or QUEENS
        doubled = view.facts.get(f"exact/{winner}") if view is not None else ()
        self._doubled_cards = frozenset(doubled if isinstance(doubled, tuple) else ())
        self._caption = caption if won else ""
        self._remark = remark
        self._animated = animated
        self._opened_count = 0 if animated else len(self._cards)
        self._timer: Timer | None = None

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        sizes = (HUGE, LARGE, MID, MINI) if viewport.height >= 50 and viewport.width >= 140 else (MID, MINI)
        rows = [size.height + bool(self._caption) for size in (sizes if viewport.height >= 32 else (MINI,))]
        return [*rows, CHIP.height if self._caption else 0]

    @property
    def is_opening(self) -> bool:
        """Whether cards are still closed."""
        return self._opened_count < len(self._cards)

    @property
    def shows_winnings(self) -> bool:
        """Whether the cards are those that the winner has won."""
        return bool(self._caption)

    def show_cards(self, cards: Sequence[Card], caption: str) -> None:
        """Show these cards in place of the Queens; they open one by one unless the animation has been ended."""
        self._cards, self._caption = tuple(cards), caption
        self._opened_count = 0 if self._animated else len(self._cards)
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._begin_to_open()
        self.repaint(layout=True)

    def on_mount(self) -> None:
        self._begin_to_open()

    def _begin_to_open(self) -> None:
        """Start the timer that opens the cards, if any are closed."""
        if self.is_opening:
            step = CARDS_OPENING_SECONDS / len(self._cards)
            self._timer = self.set_interval(
                min(max(step, MIN_OPENING_STEP_SECONDS), MAX_CARD_OPENING_SECONDS), self._open_cards
            )

    def _fan_of_cards(self, width: int, height: int) -> Fan:
        """Return the layout of the cards in a zone of this size."""
        height -= bool(self._caption)
        size = next((size for size in (HUGE, LARGE, MID) if height >= size.height), MINI)
        return fan(len(self._cards), width - 2 * self.MARGIN, size, focus=len(self._cards))

    def _open_cards(self) -> None:
        """Open the next card, several at once if they are many; nothing while that does not fit into the budget."""
        before = self._opened_count
        self._opened_count += max(1, round(len(self._cards) * MIN_OPENING_STEP_SECONDS / CARDS_OPENING_SECONDS))
        if self.is_opening and self._budget is not None and self.size.area:
            canvas = self.make_canvas(*self.size)
            if self._budget.plan_movement(self.update_byte_count(canvas)):
                self.show_canvas(canvas)
            else:
                self._opened_count = before
        else:
            self._show_opened_cards()

    def open_all_cards(self) -> None:
        """Open all cards at once, also those that come later."""
        self._animated = False
        if self.is_opening:
            self._opened_count = len(self._cards)
            self._show_opened_cards()

    def _show_opened_cards(self) -> None:
        """Show the cards that are open, and stop the timer when all are."""
        if not self.is_opening and self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.repaint()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the open cards of the fan, or a line of chips where it has one row."""
        if canvas.height == CHIP.height:
            self._paint_chips(canvas, styles)
            return
        laid = self._fan_of_cards(canvas.width, canvas.height)
        states = [State.DOUBLED if card in self._doubled_cards else State.NORMAL for card in self._cards]
        for place in laid.places:
            if place.index >= self._opened_count:
                states[place.index] = State.DOWN
        caption = self._caption
        if caption and laid.hidden_before:
            caption += f", {len(laid.places)} of {len(self._cards)} cards shown"
            laid = replace(laid, hidden_before=0)  # no arrow, as no key shows the others
        paint_fan(canvas, self.MARGIN, -1, laid, self._cards, states, styles.look)
        if caption:
            caption = clip(f"{caption}{self._remark}", canvas.width, styles.displayable_text("…"))
        canvas.text((canvas.width - cell_len(caption)) // 2, laid.size.height, caption, styles.quiet)

    def _paint_chips(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the caption, and beside it as chips (cards of one row) the cards of the highest ranks, as many as fit;
        the open ones show their faces."""
        step, room = CHIP.width + 1, canvas.width - 2 * self.MARGIN - cell_len(self._caption) - 2
        shown, words = min(len(self._cards), (room + 1) // step), ""
        if shown < len(self._cards):
            shown = (room + 1 - len(_words_for_others(len(self._cards)))) // step
            words = _words_for_others(len(self._cards) - shown)
        by_rank = sorted(range(len(self._cards)), key=lambda place: _height_of_rank(self._cards[place]))
        x = (canvas.width - cell_len(self._caption) - 2 - len(words) - shown * step + 1) // 2
        canvas.text(x, 0, self._caption, styles.quiet)
        x += cell_len(self._caption) + 2
        for place in sorted(by_rank[len(by_rank) - shown :]):
            state = State.NORMAL if place < self._opened_count else State.DOWN
            canvas.blit(x, 0, face(self._cards[place], CHIP, styles.look, state))
            x += step
        canvas.text(x, 0, words, styles.quiet)


def _height_of_rank(card: Card) -> int:
    """Return a number that is the higher the higher a card's rank is; Jokers have the highest."""
    return RANKS.index(card.rank) if card.suit else len(RANKS)


def _words_for_others(cards: int) -> str:
    """Return the words for `cards` cards that are not shown: ``and 23 more``."""
    return f"and {cards} more"
