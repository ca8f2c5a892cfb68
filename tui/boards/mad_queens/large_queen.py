"""The large picture of a Queen over the banned cards, and beside her the cards that she takes from a bank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from core import Card
from tui.boards.common.background import is_narrow
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.seat_play import cards_that_count_double
from tui.boards.mad_queens.text import title_of
from tui.boards.mad_queens.zones import MadQueensLayout
from tui.cards import (
    FLIP_FRAMES,
    GRAND,
    HUGE,
    LARGE,
    MIN_VISIBLE_COLUMNS,
    MINI,
    SIZES,
    VAST,
    Size,
    State,
    face,
    fan,
    flip_frame,
)
from tui.drawing import Banner, Brush, Rect, big_letter_rows, wrap
from tui.drawing.styles import badge_style, text_style

_WIDTH_BESIDE_QUEEN: Final = 27
"""The width in columns beside a large Queen: a gap, and the word QUEEN in big letters."""

_WORD_ROWS: Final = 4
"""The height in rows of the word beside a large Queen."""


def paint_large_queen(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene, queen: Card) -> None:
    """Paint a Queen in large over the banned cards, with the banner beside her if there is one, and the cards that she
    takes.

    She covers the sheet only where the banned cards are too narrow for her and the banner.
    """
    look, frame = scene.look, scene.effect.entrance_frame
    zone = layout.banned_cards
    if is_narrow(layout.status.width):
        zone = Rect(zone.x, zone.y, zone.width, layout.sheet.bottom - zone.y)
    size = next((size for size in (GRAND, VAST, HUGE) if zone.height >= size.height + 2), LARGE)
    drawing = flip_frame(queen, size, look, frame) if frame < FLIP_FRAMES else face(queen, size, look)
    if zone.width < size.width + _WIDTH_BESIDE_QUEEN:
        left = min(zone.x, layout.sheet.x)
        zone = Rect(left, zone.y, max(zone.right, layout.sheet.right) - left, zone.height)
    brush.fill_ground(zone, "felt")
    left, y = zone.x + 1, zone.y + max((zone.height - size.height) // 2, 0)
    brush.canvas.blit(left, y, drawing)
    banner = scene.effect.banner if scene.effect.is_banner_of_queen else None
    if banner is None:
        return
    x = left + size.width + 2
    beside = Rect(x, y, zone.right - x, zone.bottom - y)
    word_width = _paint_word(brush, x, y, banner)
    room = size.height - _WORD_ROWS - 1
    taken = scene.view.cards(f"bank/{scene.middle_seat}")[::-1][: scene.effect.cards_demanded]
    sentence = brush.displayable_text(banner.sentence)
    places = _places_of_taken_cards(sentence, beside, word_width, len(taken))
    found = next((one for one in places if len(one[0]) <= room), None)
    lines = wrap(sentence, beside.width) if found is None else found[0]
    if found is not None:
        _paint_taken_cards(brush, scene, found[1], found[2], taken)
    for offset, line in enumerate(lines[:room]):
        brush.write(x, y + _WORD_ROWS + 1 + offset, line, "ink", bold=True)


def _paint_word(brush: Brush, x: int, y: int, banner: Banner) -> int:
    """Paint the word of a banner in big letters; return its width in columns."""
    look = brush.look
    rows = big_letter_rows(banner.word, look.ascii)
    width = max(map(len, rows)) + 4
    pen = badge_style(look, banner.badge_kind) if look.coloured else text_style(look, "ink", True)
    if look.coloured:
        brush.canvas.fill(x, y, width, _WORD_ROWS, pen)
    for offset, row in enumerate(rows):
        brush.canvas.text(x + 2, y + offset + look.coloured, row, pen)
    return width


def _places_of_taken_cards(
    sentence: str, beside: Rect, word_width: int, card_count: int
) -> Iterator[tuple[list[str], Rect, Size]]:
    """Yield the lines of the sentence and the place and size of the cards that a Queen takes: cards that lie side by
    side before those that overlap, and of these the largest first.

    `beside` is the rectangle beside her. The cards lie right of the word, with the sentence below the word alone, or
    below the sentence.
    """
    if not card_count:
        return
    x = beside.x + word_width + 3
    narrow, wide = wrap(sentence, word_width), wrap(sentence, beside.width)
    below = beside.y + _WORD_ROWS + 2 + len(wide)
    places = (
        (narrow, Rect(x, beside.y, beside.right - x, beside.height)),
        (wide, Rect(beside.x, below, beside.width, beside.bottom - below)),
    )
    sizes = SIZES[SIZES.index(LARGE) : SIZES.index(MINI) - 1 : -1]
    for has_overlap, size, (lines, place) in product((False, True), sizes, places):
        step = MIN_VISIBLE_COLUMNS if has_overlap else size.width + 1
        if place.height > size.height and place.width >= size.width + (card_count - 1) * step:
            yield lines, place, size


def _paint_taken_cards(brush: Brush, scene: MadQueensScene, place: Rect, size: Size, taken: Sequence[Card]) -> None:
    """Paint the cards that a Queen takes, in the order in which she takes them, below a title; marked are those that
    count double."""
    title = f"FROM {title_of(scene, scene.middle_seat, 'BANK')}"
    doubled = cards_that_count_double(scene.view, scene.middle_seat)
    brush.write(place.x, place.y, title, "muted", bold=True, width=place.width)
    laid = fan(len(taken), place.width, size, focus=len(taken) - 1, centred=False)
    for spot in laid.places:
        edge = spot is not laid.places[0] and laid.step <= size.width
        card = taken[spot.index]
        state = State.DOUBLED if card in doubled else State.NORMAL
        drawing = face(card, size, scene.look, state, spot.visible_columns, edge)
        brush.canvas.blit(place.x + spot.x, place.y + 1, drawing)
