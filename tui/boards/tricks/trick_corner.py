"""The present trick's worth and the last trick, in a corner or beside the hand."""

from __future__ import annotations

from typing import Final

from tui.boards.tricks.corner_lines import paint_heading_and_lines
from tui.boards.tricks.hand_facts import is_hand_over
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_text import next_queen_text, trick_worth_text
from tui.boards.tricks.trick_view import (
    is_trump_of_last_trick,
    last_trick_by_player,
    players_clockwise,
)
from tui.boards.tricks.turn_text import LAST_TRICK_HEADING
from tui.cards import (
    CHIP,
    HUGE,
    LARGE,
    MID,
    MIN_VISIBLE_COLUMNS,
    MINI,
    Size,
    State,
    face,
    fan,
)
from tui.drawing import Brush, Rect, clip, printable

WORTH_ROWS: Final = 3
"""The height in rows of what the trick on the table is worth, in a corner, with an empty row below it."""


def paint_worth_of_present_trick(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint what the trick on the table is worth so far, and what the next Queen would do; nothing while the last trick
    is shown in its place."""
    if scene.phase != "play" or is_hand_over(scene) or scene.overlay == "last":
        return 0
    next_queen = "" if "next Queen" in scene.taught_later else next_queen_text(scene)
    return paint_heading_and_lines(brush, rect, "IN THIS TRICK", [trick_worth_text(scene), next_queen], bold=True)


def size_of_last_trick(rect: Rect, scene: TrickScene) -> Size:
    """Return the largest size with which the cards of a trick, between two lines of text, fit `rect` as a fan, or else
    as two fans below each other; chips, cards one row high, if none does."""
    cards = len(players_clockwise(scene.view))
    fitting = (
        size
        for fans in (1, 2)
        for size in (HUGE, LARGE, MID, MINI)
        if rect.height >= 2 + fans * size.height
        and size.width + (-(-cards // fans) - 1) * MIN_VISIBLE_COLUMNS <= rect.width
    )
    return next(fitting, CHIP)


def columns_of_one_fan(max_columns: int, rows: int, scene: TrickScene) -> int:
    """Return the width of an area of `rows` rows in which all cards of the last trick lie in one fan, as large as fits
    it and `max_columns`, with an empty column at their left; 0 if no fan fits."""
    hidden = (len(players_clockwise(scene.view)) - 1) * MIN_VISIBLE_COLUMNS
    widths = (1 + size.width + hidden for size in (HUGE, LARGE, MID, MINI) if rows >= 2 + size.height)
    return next((width for width in widths if width <= max_columns), 0)


def paint_last_trick(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the last trick in the order of play, and who took it."""
    trick = last_trick_by_player(scene.view)
    if not trick or rect.height < 3:
        return 0
    size = size_of_last_trick(rect, scene)
    most_across = max(1 + (rect.width - size.width) // MIN_VISIBLE_COLUMNS, 1)
    rows = -(-len(trick) // most_across)
    across = -(-len(trick) // rows)
    if 2 + rows * size.height > rect.height:
        return 0
    brush.write(rect.x, rect.y, LAST_TRICK_HEADING, "gold", bold=True)
    winner = scene.number("leader")
    laid = fan(across, max(rect.width, size.width), size, centred=False)
    for number, (player, card) in enumerate(trick):
        row, column = divmod(number, across)
        spot = laid.places[column]
        state = State.NORMAL if player == winner or size is CHIP else State.DIM  # on a dim chip stands a dash
        if is_trump_of_last_trick(scene.view, card):
            state |= State.TRUMP
        edge = laid.step <= size.width
        drawing = face(card, size, scene.card_look, state, spot.visible_columns, edge)
        brush.canvas.blit(rect.x + spot.x, rect.y + 1 + row * size.height, drawing)
    y = rect.y + 1 + rows * size.height
    name, card = printable(scene.name(winner)), next(card for player, card in trick if player == winner)
    forms = (f"{name} won with {card}", f"{clip(name, rect.width - 4)} won")
    told = next((text for text in forms if brush.width_in_cells(text) <= rect.width), forms[-1])
    brush.write(rect.x, y, told, "muted")
    return y + 1 - rect.y
