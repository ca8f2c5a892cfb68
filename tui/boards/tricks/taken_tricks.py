"""The tray of the tricks taken in this hand, beside my cards: for each the winning card, who won it, and what it is
worth."""

from __future__ import annotations

from typing import Final

from core.queens_dungeon import MIN_QUEENS_FOR_DUNGEON
from tui.boards.tricks.hand_facts import cards_dealt
from tui.boards.tricks.labels import short_name
from tui.boards.tricks.layout import TAKEN_TRICKS_GAP_WIDTH, TrickLayout
from tui.boards.tricks.points_text import taken_trick_points_text
from tui.boards.tricks.scene import TakenTrick, TrickScene
from tui.boards.tricks.trick_view import players_clockwise
from tui.cards import CHIP, MID, MINI, Size, State, back, face, style
from tui.drawing import Brush, Rect, printable
from tui.drawing.styles import Tone, text_style

TRAY_HEADINGS: Final = ("TRICKS SO FAR", "TRICKS")
"""The heading of the tray, and a shorter form, which it has after the match, too."""

MIN_TRICKS_IN_TRAY: Final = 2
"""The tray is shown if at least this many tricks have been taken; a single one is shown as the last trick anyway."""

_LEAST_TRICKS_IN_FULL_WIDTH: Final = 3
"""The columns of the tray are as wide as this many tricks allow, or more of them; fewer are shown only if a column of
this width has room."""

_MIN_TEXT_COLUMNS: Final = 4
"""The least columns of the text beside a card of the tray."""

_MIN_TEXT_COLUMNS_BESIDE_MID: Final = 8
"""The least columns of the text beside a card of medium size of the tray."""


def taken_tricks(scene: TrickScene) -> tuple[TakenTrick | None, ...]:
    """Return the tricks of this hand in their order; None for each that was taken before this board began to watch."""
    number = sum(scene.number(f"tricks/{player}") for player in players_clockwise(scene.view))
    return (*[None] * (number - len(scene.tricks)), *scene.tricks[:number])


def _room_of_tray(layout: TrickLayout, trick_count: int) -> Rect | None:
    """Return the part of the line of the hand that the cards of this number of tricks have left free; None without a
    tray."""
    row = layout.card_row
    if row is None or trick_count < MIN_TRICKS_IN_TRAY:
        return None
    width = (trick_count - 1) * row.step + layout.hand_size.width
    return Rect(row.right - width, layout.hand.y, width, layout.hand.height)


def tray_rect(layout: TrickLayout, trick_count: int, card_count: int) -> Rect | None:
    """Return the rectangle of a tray with this number of tricks, in a deal of `card_count`: what the hand has left free
    of the line that it shares with the tray; None without a tray, or while a column of it has no room."""
    room = _room_of_tray(layout, trick_count)
    if room is None or _size_lines_and_columns(layout, room.height, card_count)[2] >= room.width:
        return None
    return room


def paint_taken_tricks(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the tray of the tricks taken, beside the hand where the cards played have left room.

    It has a background of its own and small cards, so that nobody takes them for cards of the hand. The tricks stand
    below each other in columns, the first one at the left: they end at the right, where the hand first leaves room, and
    move one column to the left when a new one begins.
    """
    tricks, card_count = taken_tricks(scene), cards_dealt(scene)
    tray = tray_rect(layout, len(tricks), card_count)
    if tray is None:
        return
    size, lines, step = _size_lines_and_columns(layout, tray.height, card_count)
    if brush.look.solid:
        brush.canvas.fill(tray.x, tray.y, tray.width, tray.height, style(None, brush.look.palette.sheet))
    else:
        line = "|" if brush.look.ascii else "│"
        pen = text_style(brush.look, "muted")
        brush.canvas.fill(tray.x - TAKEN_TRICKS_GAP_WIDTH, tray.y, 1, tray.height, pen, line)
    x = tray.right - step * -(-len(tricks) // lines)
    heading = next((words for words in TRAY_HEADINGS[scene.over :] if len(words) < tray.right - x), "")
    brush.write(x, tray.y, heading, "gold", bold=True)
    for number, trick in enumerate(tricks):
        column, row = divmod(number, lines)
        y = tray.y + 1 + row * ((tray.height - 1) // lines)
        place = Rect(x + column * step, y, step - 1, size.height)
        if size is CHIP:  # no row has room for a number below its name
            digits = len(str(min((column + 1) * lines, card_count)))
            start = brush.write(place.x, y, f"{number + 1:>{digits}} ", "muted")
            place = Rect(start, y, place.right - start, 1)
        _paint_trick(brush, place, scene, number, trick, size)


def _size_lines_and_columns(layout: TrickLayout, rows: int, card_count: int) -> tuple[Size, int, int]:
    """Return the size of the cards in a tray of this many `rows`, the number of tricks below each other, and the number
    of columns from one trick to the next.

    They are the same in the whole deal of `card_count` tricks, so that no trick leaves its row.
    """
    for size, text_columns in ((MID, _MIN_TEXT_COLUMNS_BESIDE_MID), (MINI, _MIN_TEXT_COLUMNS)):
        lines = rows // (size.height + 1)
        if lines > 1 and (step := _columns_per_trick(layout, lines, card_count)) >= size.width + 2 + text_columns:
            return size, lines, step
    return CHIP, rows - 1, _columns_per_trick(layout, rows - 1, card_count)


def _columns_per_trick(layout: TrickLayout, lines: int, card_count: int) -> int:
    """Return the number of columns that each trick has room for in this number of `lines`, at any time of a deal of
    `card_count` tricks."""
    rooms = [(number, _room_of_tray(layout, number)) for number in range(_LEAST_TRICKS_IN_FULL_WIDTH, card_count + 1)]
    widths = [(room.width - 1) // -(-number // lines) for number, room in rooms if room is not None]
    return min(widths, default=layout.hand.width)


def _paint_trick(
    brush: Brush, rect: Rect, scene: TrickScene, number: int, trick: TakenTrick | None, size: Size
) -> None:
    """Paint a trick of the tray: its winning card, and beside it its taker, its points and its number, as many as it
    has rows."""
    x = rect.x + size.width + (size is not CHIP)  # a chip ends with an empty column
    room = rect.right - x
    if trick is None:
        brush.canvas.blit(rect.x, rect.y, back(size, brush.look))
        brush.write(x, rect.y, "not seen" if room >= len("not seen") else "?", "muted")
        return
    brush.canvas.blit(rect.x, rect.y, face(trick.card, size, brush.look, State.SPENT))
    mine = trick.taker == scene.focus
    tone: Tone = "highlight" if mine else "muted"
    name = short_name(brush.displayable_text(printable(scene.name(trick.taker))), room, cut_mark="")
    worth = taken_trick_points_text(scene, trick) if scene.has_dungeon else ""
    worth_tone: Tone = "muted" if worth == "0" else "highlight" if mine else "ink" if trick.queens else "muted"
    if rect.height == 1:
        end = brush.write(x, rect.y, name, tone, bold=mine)
        # a lone 0 says nothing; a free column stays before the number of the next trick
        if worth != "0" and end + 1 + len(worth) < rect.right:
            brush.write_right_aligned(rect.right - 1, rect.y, worth, worth_tone, bold=worth_tone != "muted")
        return
    lines: list[tuple[str, Tone]] = [(name, tone)]
    if _leads_to_dungeon(scene, trick):
        lines.append(("dungeon", "ink"))
        worth = worth if trick.dungeon_loss else ""
    if worth:
        lines.append((worth, worth_tone))
    forms = (f"trick {number + 1}", f"no. {number + 1}")
    lines.append((forms[0] if len(forms[0]) <= room else forms[1], "muted"))
    fitting = [line for line in lines if brush.width_in_cells(line[0]) <= room]
    for y, (text, text_tone) in zip(range(rect.y, rect.bottom), fitting, strict=False):
        brush.write(x, y, text, text_tone, bold=text_tone != "muted")


def _leads_to_dungeon(scene: TrickScene, trick: TakenTrick) -> bool:
    """Return whether a trick has sent its taker to the dungeon."""
    return scene.is_condemned(trick.taker) and len(trick.queens) >= MIN_QUEENS_FOR_DUNGEON
