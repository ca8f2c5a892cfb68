"""The play areas of both teams: their sets by rank, each a column of cards with its twos on top."""

from __future__ import annotations

from rich.style import Style

from core import Card
from core.big_queen import BIG_QUEEN, TEAMS, card_sort_key
from tui.boards.big_queen.commands import SelectSet
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.scene import NATURAL_RANKS, BigQueenScene, team_set
from tui.boards.big_queen.selection import target_rank
from tui.cards import Look, face, style
from tui.drawing import Brush, ClickArea, Rect
from tui.drawing.styles import badge_style

STRIP_COLUMNS = 3
"""The width of a strip, which shows only the index of a card: ``10♥``."""


def paint_areas(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint both play areas; return the click area of each set and its command."""
    places: list[ClickArea] = []
    for team, rect in enumerate(layout.areas):
        _paint_label(brush, rect, layout, scene, team)
        for number, rank in enumerate(NATURAL_RANKS):
            slot = slot_rect(layout, team, number)
            _paint_set(brush, slot, layout, scene, team, rank)
            places.append((slot, SelectSet(team, rank)))
    return places


def slot_rect(layout: BigQueenLayout, team: int, number: int) -> Rect:
    """Return the rectangle for a team's set of a rank; `number` is its column."""
    rect = layout.areas[team]
    return Rect(rect.x + layout.label + number * layout.slot, rect.y, layout.slot, rect.height)


def _paint_label(brush: Brush, rect: Rect, layout: BigQueenLayout, scene: BigQueenScene, team: int) -> None:
    """Paint the name of a play area's team, and the points laid in it."""
    x, width = rect.x + 1, layout.label - 2
    ours = team == scene.team
    whose = "" if scene.team < 0 else "ours" if ours else "theirs"
    low = rect.height < 3
    head = whose.upper() if low and whose else f"TEAM {TEAMS[team]}"
    brush.write(x, rect.y, head, "highlight" if ours else "ink", bold=True, width=width)
    if not low:
        brush.write(x, rect.y + 1, whose, "muted", width=width)
    laid = str(scene.laid(team))
    words = next((text for text in (f"{laid} points", f"{laid} pt") if brush.width_in_cells(text) <= width), laid)
    brush.write(x, rect.y + (1 if low else 2), words, "ink", bold=True, width=width)


def _paint_set(brush: Brush, slot: Rect, layout: BigQueenLayout, scene: BigQueenScene, team: int, rank: str) -> None:
    """Paint a team's set of a rank, as strips or a column of cards, or its empty place; and the cursor at it."""
    cards = column_order(team_set(scene.view, team, rank))
    aimed = team == scene.team and scene.pick.zone == "sets" and rank == target_rank(scene.view, scene.pick)
    if not cards:
        _paint_no_set(brush, slot, layout, rank)
    elif layout.set_size is not None:
        _paint_column(brush, slot, layout, scene, cards, f"{TEAMS[team]}/{rank}" in scene.grown_sets)
    else:
        _paint_strips(brush, slot, scene, cards, f"{TEAMS[team]}/{rank}" in scene.grown_sets)
    if aimed:
        width = STRIP_COLUMNS if layout.set_size is None else layout.set_size.width
        brush.canvas.text(slot.x + width // 2, slot.bottom, "^" if brush.look.ascii else "▲", _cursor_style(brush.look))


def _cursor_style(look: Look) -> Style:
    """Return the style of the cursor's sign."""
    return style(look.palette.highlight, bold=True)


def column_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a set in the order of their column: twos first, the Queen of spades last."""
    return tuple(sorted(cards, key=lambda card: (card % 13 != 0, card == BIG_QUEEN, card_sort_key(card))))


def _paint_no_set(brush: Brush, slot: Rect, layout: BigQueenLayout, rank: str) -> None:
    """Mark the place of a set that does not exist yet."""
    width = STRIP_COLUMNS if layout.set_size is None else layout.set_size.width
    y = slot.y if layout.set_size is None else slot.y + min(1, slot.height - 1)
    dot = "." if brush.look.ascii else "·"
    text = rank.center(width, " ").replace(" ", dot) if layout.set_size is None else rank.center(width)
    brush.write(slot.x, y, text, "muted")


def _paint_strips(brush: Brush, slot: Rect, scene: BigQueenScene, cards: tuple[Card, ...], grown: bool) -> None:
    """Paint a set as strips, one a row; if there are more cards than rows, the first row shows their number."""
    y = slot.y
    shown = cards
    if len(cards) > slot.height:
        _paint_number(brush, slot.x, y, STRIP_COLUMNS, len(cards), grown)
        y += 1
        shown = _lowest_cards(cards, slot.height - 1)
    for card in shown:
        _paint_strip(brush, slot.x, y, STRIP_COLUMNS, card)
        y += 1
    if grown and y < slot.bottom:
        brush.write(slot.x, y, " + ", "highlight", bold=True)


def _lowest_cards(cards: tuple[Card, ...], rows: int) -> tuple[Card, ...]:
    """Return the last `rows` cards of a column, with a two among them if the set has any."""
    if rows > 1 and cards[0].rank == "2" and cards[-rows].rank != "2":
        return (cards[0], *cards[len(cards) - rows + 1 :])
    return cards[len(cards) - rows :]


def _paint_column(
    brush: Brush, slot: Rect, layout: BigQueenLayout, scene: BigQueenScene, cards: tuple[Card, ...], grown: bool
) -> None:
    """Paint a set as a column of overlapping cards, the last one in full."""
    size = layout.set_size
    assert size is not None
    y = slot.y
    strips = slot.height - size.height
    above = cards[:-1]
    if len(above) > strips:
        _paint_number(brush, slot.x, y, size.width, len(cards), False)
        y += 1
        above = _lowest_cards(cards[:-1], strips - 1) if strips > 1 else ()
    for card in above:
        _paint_strip(brush, slot.x, y, size.width, card)
        y += 1
    brush.canvas.blit(slot.x, y, face(cards[-1], size, brush.look))
    y += size.height
    if grown and y < slot.bottom:
        brush.write(slot.x, y, "+".center(size.width), "highlight", bold=True)


def _paint_strip(brush: Brush, x: int, y: int, width: int, card: Card) -> None:
    """Paint the upper edge of a card: its index."""
    look = brush.look
    text = look.card_text(card)
    text = text.rjust(width) if width == STRIP_COLUMNS else f" {text}".ljust(width) if width > 5 else text.ljust(width)
    wild = card % 13 == 0
    if not look.solid:
        golden = card == BIG_QUEEN and look.coloured
        pen = look.badge("gold") if golden else look.inverse_style() if wild else style(look.suit_ink(card), bold=True)
        brush.canvas.text(x, y, text, pen)
        return
    palette = look.palette
    paper = palette.temp_paper if wild else palette.paper
    if card == BIG_QUEEN:
        paper = palette.gold
    brush.canvas.text(x, y, text, style(look.suit_ink(card), paper, bold=True))


def _paint_number(brush: Brush, x: int, y: int, width: int, many: int, grown: bool) -> None:
    """Paint the number of cards of a set of which some are hidden."""
    text = f"x{many}" if width == STRIP_COLUMNS else f"{many} cards" if width > 7 else f"x {many}"
    if grown and len(text) < STRIP_COLUMNS:
        text += "+"
    brush.canvas.text(x, y, text.center(width)[:width], badge_style(brush.look, "panel"))
