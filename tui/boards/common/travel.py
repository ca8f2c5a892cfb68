"""Travels: cards and points that move over a table, from one place of its layout to another.

A frame of an animation carries its `Travel`s (`Frame.travels`) and names only where they begin and end, so that the
same frame serves every size of the terminal. The board looks the names up in its layout (`Board.place_of`) and paints
the travels over the picture of the frame; from the second frame of a travel on, the picture below is not drawn again.

To let a card travel, an animator adds one frame for each `Travel` of `travels(…)`, each held for
`TRAVEL_FRAME_SECONDS`. The view of these frames must show the card neither at its old place nor at its new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from core import Card
from tui.cards import CHIP, Size, back, face
from tui.drawing import Brush
from tui.drawing.styles import BadgeKind

TRAVEL_FRAMES: Final = 4
"""The number of frames of a travel; the last one is at the target."""

TRAVEL_FRAME_SECONDS: Final = 0.04
"""How long each frame of a travel is shown."""

SCORE_COUNT_FRAMES: Final = 6
"""The number of frames in which a shown score counts up or down to its new value."""

SCORE_COUNT_FRAME_SECONDS: Final = 0.06
"""The time for which each of the `SCORE_COUNT_FRAMES` is shown."""

MAX_TRAVELLING_CARDS: Final = 6
"""At most this many cards of a heap are painted while it travels."""

_HEAP_CARD_COLUMNS: Final = 2
"""The number of columns from one card of a travelling heap to the next."""


class CardPlace(Struct, frozen=True):
    """Where a card that moves over the table starts or arrives: column and row of the top left cell, and the size of
    the cards there."""

    x: int
    y: int
    size: Size


class Travel(Struct, frozen=True):
    """One frame of something that travels over the table: `cards`, or, if there are none, a `badge`: a short text on a
    coloured background, such as ``+5``."""

    source: str
    """The name of the place where the travel begins, such as ``row/2/5``; the module `places` of the game explains
    it."""
    target: str
    """The name of the place where the travel ends, such as ``bank/♥``; the module `places` of the game explains it."""
    step: int
    """The number of the frame, from 1 to `TRAVEL_FRAMES`."""
    cards: tuple[Card | None, ...] = ()
    """The cards; one that is None lies face down."""
    badge: str = ""
    badge_kind: BadgeKind = "gold"
    """The kind of the badge, which decides its colour."""


PlaceFinder: TypeAlias = Callable[[str], CardPlace | None]
"""A function that returns the place of a name; None if it is not visible in the layout, so that nothing is painted."""


def travels(
    source: str, target: str, *, cards: Iterable[Card | None] = (), badge: str = "", badge_kind: BadgeKind = "gold"
) -> Sequence[Travel]:
    """Return all frames of a travel from the place `source` to the place `target`, in order.

    The `cards` travel (one that is None lies face down), or a `badge`, whose colour `badge_kind` decides.
    """
    shown = tuple(cards)[-MAX_TRAVELLING_CARDS:]
    return [Travel(source, target, step, shown, badge, badge_kind) for step in range(1, TRAVEL_FRAMES + 1)]


def eased_position(start: int, end: int, step: int, steps: int = TRAVEL_FRAMES) -> int:
    """Return the column or row after `step` of `steps` frames on the way from `start` to `end`: fast at first, then
    slow.
    """
    steps_left = steps - min(max(step, 0), steps)
    return end - round((end - start) * steps_left * steps_left / (steps * steps))


def paint_travels(brush: Brush, travels: Iterable[Travel], place_of: PlaceFinder) -> None:
    """Paint travels over a picture, each at its position in its frame."""
    for travel in travels:
        source, target = place_of(travel.source), place_of(travel.target)
        if source is not None and target is not None:
            _paint_travel(brush, travel, source, target)


def _paint_travel(brush: Brush, travel: Travel, source: CardPlace, target: CardPlace) -> None:
    """Paint one travel; its cards have the size of the cards at the nearer of its two places."""
    x, y = eased_position(source.x, target.x, travel.step), eased_position(source.y, target.y, travel.step)
    if travel.badge:
        brush.write_badge(x, y, travel.badge, travel.badge_kind)
    size = source.size if 2 * travel.step <= TRAVEL_FRAMES else target.size
    step = CHIP.width if size is CHIP else _HEAP_CARD_COLUMNS
    for number, card in enumerate(travel.cards):
        edge = number > 0
        drawing = back(size, brush.look, edge) if card is None else face(card, size, brush.look, has_edge=edge)
        brush.canvas.blit(x + number * step, y, drawing)
