"""Sheets: several things of one kind in one picture."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment

from core.engine.cards import CARDS
from tui.cards import FOUR_COLOURS, HUGE, Canvas, face, style
from tui.drawing.svg import svg_picture

PORTRAITS_IN_ROW: Final = 6
"""How many portraits are beside each other."""


def portrait_sheet() -> str:
    """Return the twelve court cards in their largest size as SVG."""
    courts = [card for suit in "♣♦♥♠" for card in CARDS if card.suit == suit and card.rank in "JQK"]
    look = FOUR_COLOURS
    rows = -(-len(courts) // PORTRAITS_IN_ROW)
    ground = style(look.palette.ink, look.palette.felt)
    canvas = Canvas(PORTRAITS_IN_ROW * (HUGE.width + 2) + 2, rows * (HUGE.height + 1) + 1, ground)
    for number, card in enumerate(courts):
        row, column = divmod(number, PORTRAITS_IN_ROW)
        canvas.blit(2 + column * (HUGE.width + 2), 1 + row * (HUGE.height + 1), face(card, HUGE, look))
    return svg_picture([canvas.segments(y) for y in range(canvas.height)], "The portraits of Mad Queens")


def joined(tables: list[list[list[Segment]]], columns: int) -> list[list[Segment]]:
    """Return pictures of one size, as rows of segments, beside and below each other in so many columns."""
    rows: list[list[Segment]] = []
    for start in range(0, len(tables), columns):
        beside = tables[start : start + columns]
        rows += [[segment for table in parts for segment in table] for parts in zip(*beside, strict=True)]
    return rows
