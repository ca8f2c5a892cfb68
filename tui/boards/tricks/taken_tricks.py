"""The tricks taken in this hand, beside my cards: for each the winning card, who won it, and what it is worth."""

from __future__ import annotations

from core.queens_dungeon import QUEEN_POINTS, TRICK_POINTS
from tui.boards.tricks.hand import hand_rect
from tui.boards.tricks.layout import TrickLayout
from tui.boards.tricks.scene import TakenTrick, TrickScene
from tui.boards.tricks.text import short_name
from tui.boards.tricks.trick_view import players_clockwise
from tui.cards import State, back, face
from tui.drawing import Brush, printable
from tui.drawing.styles import Tone, text_style


def taken_tricks(scene: TrickScene) -> tuple[TakenTrick | None, ...]:
    """Return the tricks of this hand in their order; None for each that was taken before this board began to watch."""
    number = sum(scene.number(f"tricks/{player}") for player in players_clockwise(scene.view))
    return (*[None] * (number - len(scene.tricks)), *scene.tricks[:number])


def paint_taken_tricks(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the tricks taken, from the left end of the row on, where the cards lay that I have played."""
    row, size, y = layout.row, layout.hand_size, layout.hand.y
    if row is None:
        return
    tricks = taken_tricks(scene)
    for number, trick in enumerate(tricks):
        x = row.x + number * row.step
        last = number == len(tricks) - 1
        reach = size.width if last else min(row.step, size.width)
        edge = number > 0 and row.step <= size.width
        if trick is None:
            brush.canvas.blit(x, y + 1, back(size, brush.look, has_edge=edge))
            continue
        mine = trick.taker == scene.focus
        brush.canvas.blit(x, y + 1, face(trick.card, size, brush.look, State.SPENT, reach, edge))
        room = reach - (row.step <= size.width and not last)
        words = f"{_points_of_trick(trick):+}" if scene.has_dungeon else f"{number + 1}."
        tone: Tone = "highlight" if mine else "ink" if trick.queens else "muted"
        brush.write(x, y, words, tone, bold=mine or bool(trick.queens), width=room)
        name = short_name(
            brush.displayable_text(printable(scene.name(trick.taker))), room, cut_mark=""
        )  # the log has it in full
        brush.write(x, y + size.height + 1, name, "highlight" if mine else "muted", bold=mine)
    if tricks and scene.hand:  # a line, as cards that are played lie next to cards that can be played
        edge_of_hand = hand_rect(layout, len(scene.hand)).x - 1
        pen = text_style(brush.look, "gold", True)
        brush.canvas.fill(edge_of_hand, y, 1, size.height + 2, pen, "|" if brush.look.ascii else "┃")


def _points_of_trick(trick: TakenTrick) -> int:
    """Return the points of a trick in Queen's Dungeon."""
    return TRICK_POINTS + QUEEN_POINTS * len(trick.queens)
