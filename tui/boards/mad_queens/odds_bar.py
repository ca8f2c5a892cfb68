"""The odds of the next card as a picture: a bar with the shares of caught cards, Queens and safe cards."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui.boards.mad_queens.layout import BANNER_ROWS, MadQueensLayout
from tui.boards.mad_queens.odds import Odds, deck_odds, row_points
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.text import (
    dangers_text,
    percent_text,
    risk_percent_text,
    risk_text,
    score_text,
    seat_status,
)
from tui.drawing import Brush, Rect
from tui.drawing.styles import BadgeKind, badge_style

_BAR_ROWS: Final = 2
"""The rows of the bar where there is room for a title above and a legend below."""


class _Share(Struct, frozen=True):
    """A part of the bar: what the card would be, how many cards are that, and the sign and colour of its cells."""

    word: str
    number: int
    sign: str
    mark: BadgeKind


def paint_odds(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the odds of the next card of the deck in the middle; nothing if no card of it can be turned any more."""
    known, rect = deck_odds(scene.view, scene.middle_seat), layout.words
    if scene.over or seat_status(scene.view, scene.middle_seat) == "finished" or not known.total:
        return
    shares = _shares(known)
    if rect.height < BANNER_ROWS:
        _paint_bar(brush, Rect(rect.x, rect.y, rect.width, 1), shares, known.total, labels=rect.height == 1)
        if rect.height > 1:
            _paint_legend(brush, Rect(rect.x, rect.y + 1, rect.width, 1), scene, shares, known.total)
        return
    _paint_title(brush, rect, known)
    _paint_bar(brush, Rect(rect.x, rect.y + 1, rect.width, _BAR_ROWS), shares, known.total)
    _paint_legend(brush, Rect(rect.x, rect.y + 1 + _BAR_ROWS, rect.width, 1), scene, shares, known.total)


def _shares(known: Odds) -> tuple[_Share, ...]:
    """Return the parts of the bar; Jokers and exact hits are safe."""
    caught, queens = known.caught, known.queens
    return (
        _Share("caught", caught, "x", "bad"),
        _Share("Queen", queens, "Q", "gold"),
        _Share("safe", known.total - caught - queens, " ", "good"),
    )


def _paint_title(brush: Brush, rect: Rect, known: Odds) -> None:
    """Paint the risk in figures, and the other special cards of the deck."""
    x = brush.write(rect.x, rect.y, "NEXT CARD", "muted", bold=True) + 2
    x = brush.write(x, rect.y, risk_text(known), "ink", bold=True) + 1
    x = brush.write(x, rect.y, risk_percent_text(known), "highlight", bold=True)
    also = dangers_text(known)
    if rect.right - x > brush.width_in_cells(also) + 2:
        brush.write_right_aligned(rect.right, rect.y, also, "muted")


def _paint_bar(brush: Brush, rect: Rect, shares: tuple[_Share, ...], total: int, *, labels: bool = False) -> None:
    """Paint the parts of the bar side by side; with `labels` each with its share in it if there is room."""
    x = rect.x
    for share, columns in zip(shares, _columns(shares, rect.width), strict=True):
        if not columns:
            continue
        pen = badge_style(brush.look, share.mark)
        brush.canvas.fill(x, rect.y, columns, rect.height, pen, " " if brush.look.coloured else share.sign)
        if labels:
            percent = percent_text(share.number, total)
            label = next((text for text in (f" {share.word} {percent} ", f" {percent} ") if len(text) <= columns), "")
            brush.canvas.text(x + (columns - len(label)) // 2, rect.y, label, pen)
        x += columns


def _columns(shares: tuple[_Share, ...], width: int) -> list[int]:
    """Return the columns of each part in a bar of `width`; what may happen has at least one."""
    total = sum(share.number for share in shares)
    columns = [max(round(width * share.number / total), 1) if share.number else 0 for share in shares]
    largest = columns.index(max(columns))
    columns[largest] += width - sum(columns)
    return columns


def _paint_legend(brush: Brush, rect: Rect, scene: MadQueensScene, shares: tuple[_Share, ...], total: int) -> None:
    """Paint the share of each part in words, and at the right end what another card puts at stake."""
    x = rect.x
    for share in shares:
        if share.number:
            x = brush.write(x, rect.y, f"{share.word} ", "muted")
            x = brush.write(x, rect.y, percent_text(share.number, total), "ink", bold=True) + 3
    points = row_points(scene.view, scene.middle_seat)
    stake = f"{score_text(scene.view, points)} at stake"
    if points and rect.right - x >= len(stake):
        brush.write_right_aligned(rect.right, rect.y, stake, "highlight", bold=True)
