"""What is shown in the place of the hand before the deal: what the dice can win, and what will be dealt."""

from __future__ import annotations

from typing import Final

from core.big_queen import DICE_BONUS, WINNING_ROLLS
from core.engine.english import count
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.scene import BigQueenScene
from tui.cards import LARGE, MID, Size, back, style
from tui.drawing import Brush, Rect, big_letter_rows
from tui.drawing.styles import badge_style

_MIN_DEAL_PANEL_ROWS: Final = 9
"""The panels are shown if the place of the hand has at least this many rows."""

_MIN_DEAL_PANEL_COLUMNS: Final = 90
"""The panels are shown if the place of the hand has at least this many columns."""

_DIE: Final = Size("die", 9, 5)
"""A ten-sided die, with its digit in big letters."""


def paint_deal_panels(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> None:
    """Paint beside each other, in the place of the hand, which numbers of the dice win and how many cards are dealt;
    nothing where there is no room."""
    hand = layout.hand
    if hand.height < _MIN_DEAL_PANEL_ROWS or hand.width < _MIN_DEAL_PANEL_COLUMNS:
        return
    half = (hand.width - 1) // 2
    dice = Rect(hand.x, hand.y, half, hand.height)
    deal = Rect(dice.right + 1, hand.y, half, hand.height)
    for panel in (dice, deal):
        if brush.look.solid:
            brush.canvas.fill(panel.x, panel.y, panel.width, panel.height, style(None, brush.look.palette.sheet))
    _paint_winning_dice(brush, dice)
    _paint_cards_to_deal(brush, deal, scene)


def _paint_winning_dice(brush: Brush, rect: Rect) -> None:
    """Paint the numbers that win as two dice each, and what they win."""
    numbers = [f"{number:02}" for number in WINNING_ROLLS]
    x = brush.write(rect.x + 2, rect.y, "THE DICE", "gold", bold=True)
    brush.write(x + 2, rect.y, "show a number from 00 to 99", "muted")
    width = len(numbers) * (2 * _DIE.width + 1) + 4 * (len(numbers) - 1)
    x, y = rect.x + (rect.width - width) // 2, rect.y + (rect.height - _DIE.height) // 2
    pen = badge_style(brush.look, "gold")
    for place, number in enumerate(numbers):
        if place:
            brush.write(x, y + _DIE.height // 2, "or", "ink", bold=True)
            x += 3
        for digit in number:
            brush.canvas.fill(x, y, _DIE.width, _DIE.height, pen)
            for row, text in enumerate(big_letter_rows(digit, brush.look.ascii), y + 1):
                brush.canvas.text(x + 3, row, text, pen)
            x += _DIE.width + 1
    text = f"win the dealer's team {DICE_BONUS} points."
    brush.write(rect.x + (rect.width - len(text)) // 2, rect.bottom - 1, text, "ink", width=rect.width)


def _paint_cards_to_deal(brush: Brush, rect: Rect, scene: BigQueenScene) -> None:
    """Paint as many backs as each player will get, and how many these are."""
    number = scene.view.options["hand_size"]
    assert isinstance(number, int)
    brush.write(rect.x + 2, rect.y, "THE DEAL", "gold", bold=True)
    size = LARGE if rect.height >= LARGE.height + 3 else MID
    step = min((rect.width - 4 - size.width) // max(number - 1, 1), size.width + 1)
    width = (number - 1) * step + size.width
    x, y = rect.x + (rect.width - width) // 2, rect.y + (rect.height - size.height) // 2
    for place in range(number):
        brush.canvas.blit(x + place * step, y, back(size, brush.look, has_edge=place > 0 and step <= size.width))
    text = f"{count(number, 'card')} each, then one is turned up."
    brush.write(rect.x + (rect.width - len(text)) // 2, rect.bottom - 1, text, "ink", width=rect.width)
