"""The cards that I have not seen yet, by rank: those in the stock and in other hands, as bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from core import Card, View
from core.big_queen import BIG_QUEEN, TEAM_NAMES
from core.engine.cards import CARDS
from core.engine.english import count
from tui.boards.big_queen.scene import NATURAL_RANKS, BigQueenScene, cards_of_team_set, own_hand
from tui.cards import Drawing, Look, Sketch
from tui.drawing import Brush, Rect
from tui.drawing.brush import BAR_TOP_CHARACTERS
from tui.drawing.styles import text_style

_RANK_ORDER: Final = (*NATURAL_RANKS, "2")
"""The ranks from left to right under the bars, the twos last as in a hand."""

_SCALE_WIDTH: Final = 3
"""The width in columns of the scale left of the bars, which shows 0 and the greatest number of cards of a rank."""

MAX_BAR_ROWS: Final = 12
"""A bar has at most this many rows."""


def unseen_cards(view: View, cards_on_way: Sequence[Card] = ()) -> Counter[Card]:
    """Return how many copies of each card are neither on the table nor in my hand.

    `cards_on_way` are seen between two piles of the view.
    """
    seen = [*cards_on_way, *view.cards("discard"), *own_hand(view)]
    for team in range(len(TEAM_NAMES)):
        for rank in NATURAL_RANKS:
            seen += cards_of_team_set(view, team, rank)
    hidden = view.count("stock") + sum(view.count(f"hand/{seat}") for seat in range(view.seats) if seat != view.seat)
    packs = (len(seen) + hidden) // 52
    return Counter(dict.fromkeys(CARDS[:52], packs)) - Counter(seen)


@lru_cache(maxsize=64)
def _unseen_bars(numbers: tuple[int, ...], max_count: int, height: int, width: int, look: Look) -> Drawing:
    """Return the drawing of one bar for each rank, as high as its number in `numbers`, with the ranks below.

    The bars are `width` columns wide. The number `max_count` fills all `height` rows.
    """
    bars = Sketch(sum(max(len(rank), width) + 1 for rank in _RANK_ORDER), height + 1)
    x = 0
    for rank, number in zip(_RANK_ORDER, numbers, strict=True):
        eighths = -(-8 * height * number // max_count)
        for y in range(height):
            top = BAR_TOP_CHARACTERS[min(max(eighths - 8 * (height - 1 - y), 0), 8)]
            if top != " ":
                bars.put_text(x, y, look.displayable_text(top) * width, text_style(look, "muted"))
        bars.put_text(x, height, rank, text_style(look, "ink" if number else "muted", bold=number > 0))
        x += max(len(rank), width) + 1
    return bars.to_drawing()


def paint_unseen_cards(brush: Brush, rect: Rect | None, scene: BigQueenScene) -> None:
    """Paint how many cards of each rank are unseen, and how many Queens of spades; nothing if `rect` is None."""
    if rect is None:
        return
    unseen = unseen_cards(scene.view, scene.effect.cards_on_way)
    numbers = Counter[str]()
    for card, number in unseen.items():
        numbers[card.rank] += number
    x = brush.write(rect.x, rect.y, "NOT SEEN", "muted", bold=True)
    queens = unseen[BIG_QUEEN]
    queen = brush.look.card_text(BIG_QUEEN)
    total = str(unseen.total())
    special = f"{queens} {'is' if queens == 1 else 'are'} {queen}"
    forms = (f"{count(unseen.total(), 'card')}, {special}", f"{total}, {special}", total)
    words = next((text for text in forms if x + 2 + len(text) <= rect.right), total)
    brush.write(x + 2, rect.y, words, "ink")
    packs = max(max(unseen.values(), default=1), 1)
    by_rank = tuple(numbers[rank] for rank in _RANK_ORDER)
    most, height = 4 * packs, min(rect.height - 2, MAX_BAR_ROWS)
    for number, y in ((most, rect.y + 1), (0, rect.y + height)):
        brush.write_right_aligned(rect.x + _SCALE_WIDTH - 1, y, str(number), "muted")
    width = (rect.width - _SCALE_WIDTH) // len(_RANK_ORDER) - 1
    brush.canvas.blit(rect.x + _SCALE_WIDTH, rect.y + 1, _unseen_bars(by_rank, most, height, width, brush.look))
