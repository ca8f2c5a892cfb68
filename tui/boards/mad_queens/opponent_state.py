"""What the play of another player has come to: a sign, and words on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core import Card
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.seat_play import SeatPlay, joker_cards_texts, play_end_texts, queen_price_texts
from tui.boards.mad_queens.text import SYMBOL_BY_STATUS, is_play_over, seat_status
from tui.drawing import Brush, Rect
from tui.drawing.styles import BadgeKind

_BADGE_KIND_BY_STATUS: dict[str, BadgeKind] = {"banked": "good", "caught": "bad", "finished": "warn", "done": "good"}
"""Maps the status of a seat to the kind of its badge, which decides its colour; a status without an entry has none."""


class SeatState(NamedTuple):
    """What the play of a seat has come to."""

    status: str
    """The status, as `seat_status` returns it."""
    play: SeatPlay
    is_awaited: bool
    """Whether the match waits for the seat."""
    is_catcher_replaced: bool
    """Whether a card caught the row that is no longer banned."""
    joker_cards: Sequence[Card]
    """The cards that a banned Joker has turned and that lie there; then all words are about these."""

    @property
    def has_badge(self) -> bool:
        """Whether a sign on a coloured ground stands before the words."""
        return not self.joker_cards and self.status in _BADGE_KIND_BY_STATUS


def state_of_seat(scene: MadQueensScene, seat: int, *, is_awaited: bool) -> SeatState:
    """Return what the play of a seat has come to; `is_awaited`: the match waits for it."""
    play = scene.play_of(seat)
    # once the play is over, only a banned Joker lays cards there
    joker_cards = scene.row(seat) if is_play_over(scene.view, seat) else ()
    is_replaced = play.catcher not in (None, *scene.view.cards("banned"), *scene.view.cards(f"temp/{seat}"))
    return SeatState(seat_status(scene.view, seat), play, is_awaited, is_replaced, joker_cards)


def paint_seat_state(brush: Brush, rect: Rect, state: SeatState, row_label: str = "") -> int:
    """Paint how a seat's play stands, what caught its row and what its Queens took; return the column after it.

    If room is short, the text gets shorter, and then what the Queens took is left out. `row_label` is the name of the
    cards below; "" for none.
    """
    texts = seat_state_texts(state, row_label)
    x, room = rect.x, rect.width - 2 * state.has_badge
    told = [(text, price) for price in (*queen_price_texts(state.play)[:2], "") for text in texts]
    widths = [brush.width_in_cells(f"{text}  {price}".rstrip()) for text, price in told]
    shortest = (texts[-1] if state.joker_cards else state.status, "")
    text, price = next((one for one, width in zip(told, widths, strict=True) if width <= room), shortest)
    if state.has_badge:
        kind = _BADGE_KIND_BY_STATUS[state.status]
        x = brush.write_badge(x, rect.y, SYMBOL_BY_STATUS[state.status], kind, width=1) + 1
    present = state.has_badge and state.status == "caught" and not state.is_catcher_replaced
    end = brush.write(x, rect.y, text, "ink" if present else "highlight" if state.is_awaited else "muted")
    return brush.write(end + 2, rect.y, price, "gold") if price else end


def seat_state_texts(state: SeatState, row_label: str = "") -> Sequence[str]:
    """Return texts that say how a seat's play ended, the longest first; if it has not ended, its status.

    `row_label` is the name of the cards below; "" for none.
    """
    if state.joker_cards:
        return joker_cards_texts(state.play, state.joker_cards)
    status = state.status
    texts = play_end_texts(state.play, status)
    if status == "finished":  # beside "#" the name of the Queen alone would be a riddle
        return (*texts[:-1], status)
    if not row_label:
        return texts or (status,)
    if status == "banked":  # that the row is empty says less
        return (f"{status}, {row_label}", status)
    return (f"{row_label} {texts[0]}", *texts) if texts else (f"{status}, {row_label}", row_label, status)


def paint_status_badge_at_right(brush: Brush, right: int, y: int, status: str, play: SeatPlay, max_width: int) -> int:
    """Paint a badge with what caught a seat's row, or with the symbol of its `status`, left of column `right`.

    `max_width` is how many columns the badge may take. Returns the first column of the badge.
    """
    mark = _BADGE_KIND_BY_STATUS.get(status)
    told = (*play_end_texts(play, status)[-1:], *(f"paid {text}" for text in queen_price_texts(play)[-1:]))
    text = first_fitting_text(told, max_width - 2, brush) or SYMBOL_BY_STATUS.get(status, "")
    if not text:
        return right - 3
    start = right - brush.width_in_cells(text) - 2
    brush.write_badge(start, y, text, mark or "gold")
    return start


def first_fitting_text(texts: Sequence[str], max_width: int, brush: Brush) -> str:
    """Return the first of `texts` that takes at most `max_width` columns; "" if none does."""
    return next((text for text in texts if brush.width_in_cells(text) <= max_width), "")
