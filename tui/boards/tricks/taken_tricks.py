"""The tray of the tricks taken in this hand, beside my cards: for each the winning card, who won it, and what it is
worth."""

from __future__ import annotations

from typing import Final

from core.queens_dungeon import QUEEN_POINTS, TRICK_POINTS
from tui.boards.tricks.hand_facts import MIN_QUEENS_FOR_DUNGEON
from tui.boards.tricks.labels import short_name
from tui.boards.tricks.layout import TAKEN_TRICKS_GAP_WIDTH, TrickLayout
from tui.boards.tricks.points_text import brings_nothing
from tui.boards.tricks.scene import TakenTrick, TrickScene
from tui.boards.tricks.trick_view import players_clockwise
from tui.cards import CHIP, MID, MINI, Size, State, back, face, style
from tui.drawing import Brush, Rect, printable
from tui.drawing.styles import Tone, text_style

TRAY_HEADINGS: Final = ("TRICKS SO FAR", "TRICKS")
"""The heading of the tray, and a shorter form."""

MIN_TRICKS_IN_TRAY: Final = 2
"""The tray is shown if at least this many tricks have been taken; a single one is shown as the last trick anyway."""

_MIN_TEXT_COLUMNS: Final = 4
"""The least columns of the text beside a card of the tray."""

_MIN_TEXT_COLUMNS_BESIDE_MID: Final = 8
"""The least columns of the text beside a card of medium size of the tray."""


def taken_tricks(scene: TrickScene) -> tuple[TakenTrick | None, ...]:
    """Return the tricks of this hand in their order; None for each that was taken before this board began to watch."""
    number = sum(scene.number(f"tricks/{player}") for player in players_clockwise(scene.view))
    return (*[None] * (number - len(scene.tricks)), *scene.tricks[:number])


def tray_rect(layout: TrickLayout, trick_count: int) -> Rect | None:
    """Return the rectangle of the tray with this number of tricks: the right part of the line that it shares with the
    hand; None without a tray."""
    row = layout.card_row
    if row is None or trick_count < MIN_TRICKS_IN_TRAY:
        return None
    width = (trick_count - 1) * row.step + layout.hand_size.width
    return Rect(row.right - width, layout.hand.y, width, layout.hand.height)


def paint_taken_tricks(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the tray of the tricks taken, beside the hand where the cards played have left room.

    It has a background of its own and small cards, so that nobody takes them for cards of the hand.
    """
    tricks = taken_tricks(scene)
    tray = tray_rect(layout, len(tricks))
    if tray is None:
        return
    if brush.look.solid:
        brush.canvas.fill(tray.x, tray.y, tray.width, tray.height, style(None, brush.look.palette.sheet))
    else:
        line = "|" if brush.look.ascii else "│"
        pen = text_style(brush.look, "muted")
        brush.canvas.fill(tray.x - TAKEN_TRICKS_GAP_WIDTH, tray.y, 1, tray.height, pen, line)
    inner = Rect(tray.x + 1, tray.y, tray.width - 1, tray.height)
    heading = next((words for words in TRAY_HEADINGS if len(words) <= inner.width), "")
    brush.write(inner.x, inner.y, heading, "gold", bold=True)
    size, lines = CHIP, inner.height - 1
    for larger, text_columns in ((MID, _MIN_TEXT_COLUMNS_BESIDE_MID), (MINI, _MIN_TEXT_COLUMNS)):
        above = inner.height // (larger.height + 1)
        if above > 1 and _columns_per_trick_in_tray(inner, len(tricks), above) >= larger.width + 2 + text_columns:
            size, lines = larger, above
            break
    step = _columns_per_trick_in_tray(inner, len(tricks), lines)
    for number, trick in enumerate(tricks):
        row, column = divmod(number, -(-len(tricks) // lines))
        y = inner.y + 1 + row * ((inner.height - 1) // lines)
        _paint_trick(brush, Rect(inner.x + column * step, y, step - 1, size.height), scene, number, trick, size)


def _columns_per_trick_in_tray(inner: Rect, trick_count: int, line_count: int) -> int:
    """Return the number of columns from one trick of a tray to the next, if the tray has this number of lines of
    tricks."""
    return inner.width // -(-trick_count // line_count)


def _paint_trick(
    brush: Brush, rect: Rect, scene: TrickScene, number: int, trick: TakenTrick | None, size: Size
) -> None:
    """Paint a trick of the tray: its winning card, and beside it its taker, its points and its number, as many as it
    has rows."""
    x, room = rect.x + size.width + 1, rect.width - size.width - 1
    if trick is None:
        brush.canvas.blit(rect.x, rect.y, back(size, brush.look))
        brush.write(x, rect.y, "not seen" if room >= len("not seen") else "?", "muted")
        return
    brush.canvas.blit(rect.x, rect.y, face(trick.card, size, brush.look, State.SPENT))
    mine = trick.taker == scene.focus
    tone: Tone = "highlight" if mine else "muted"
    name = short_name(brush.displayable_text(printable(scene.name(trick.taker))), room, cut_mark="")
    worth = f"{_points_of_trick(scene, trick):+}" if scene.has_dungeon else ""
    worth = worth.replace("+0", "0")
    worth_tone: Tone = "muted" if worth == "0" else "highlight" if mine else "ink" if trick.queens else "muted"
    if rect.height == 1:
        end = brush.write(x, rect.y, name, tone, bold=mine)
        if end + 1 + len(worth) <= rect.right:
            brush.write_right_aligned(rect.right, rect.y, worth, worth_tone, bold=worth_tone != "muted")
        return
    lines: list[tuple[str, Tone]] = [(name, tone)]
    if _leads_to_dungeon(scene, trick):
        lines.append(("dungeon", "ink"))
        worth = worth if trick.dungeon_loss else ""
    if worth:
        lines.append((worth, worth_tone))
    lines.append((f"trick {number + 1}", "muted"))
    fitting = [line for line in lines if brush.width_in_cells(line[0]) <= room]
    for y, (text, text_tone) in zip(range(rect.y, rect.bottom), fitting, strict=False):
        brush.write(x, y, text, text_tone, bold=text_tone != "muted")


def _points_of_trick(scene: TrickScene, trick: TakenTrick) -> int:
    """Return the points that a trick of Queen's Dungeon brings its taker: those of the dungeon for the trick that led
    there, and none for the others of a player in the dungeon, before and after it, or of a dealer whose quota is out of
    reach."""
    if brings_nothing(scene, trick.taker):
        return -trick.dungeon_loss
    return TRICK_POINTS + QUEEN_POINTS * len(trick.queens)


def _leads_to_dungeon(scene: TrickScene, trick: TakenTrick) -> bool:
    """Return whether a trick has sent its taker to the dungeon."""
    return scene.is_condemned(trick.taker) and len(trick.queens) >= MIN_QUEENS_FOR_DUNGEON
