"""The stock and the discard pile: the pile in one row while it is short, else in rows of chips (cards one row high)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core import Card
from core.big_queen import ANSWERS_PENDING, BIG_QUEEN
from core.engine.english import count
from tui.boards.big_queen.big_queen_badge import big_queen_crown, paint_big_queen_crown, paint_big_queen_points
from tui.boards.big_queen.commands import DrawCard, SelectPileCard
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.scene import BigQueenScene
from tui.boards.big_queen.selection import take_actions_by_place, total_points
from tui.boards.big_queen.text import is_my_turn, is_round_over
from tui.cards import CHIP, MIN_VISIBLE_COLUMNS, MINI, Drawing, State, empty_place, face, fan, stack, style
from tui.cards.state import ADVISED_CARD_LABEL, SHORTEST_ADVISED_CARD_LABEL
from tui.drawing import Brush, ClickArea, Rect, wrap
from tui.drawing.styles import text_style


class PilePosition(NamedTuple):
    """The position at which a card of the discard pile is painted.

    `place` is its place in the pile (1: the oldest card), `x` the column and `y` the row.
    """

    place: int
    x: int
    y: int
    visible_columns: int
    """The number of visible columns of the card."""
    in_one_line: bool
    """Whether the whole pile lies in one line."""
    has_edge: bool
    """Whether the card overlaps another one, so that its edge is painted."""


def may_draw_or_take(scene: BigQueenScene) -> bool:
    """Return whether I may draw or take a card now."""
    return (
        scene.phase == "draw"
        and scene.seat_on_turn == scene.seat
        and scene.permission_answer != ANSWERS_PENDING
        and not scene.over
    )


def paint_stock(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the stock; return its click area."""
    rect, left = layout.stock, scene.view.count("stock")
    brush.write(rect.x, layout.title_row, "STOCK", "muted", bold=True, width=layout.pile.x - rect.x)
    size = layout.size if rect.height >= layout.size.height else MINI if rect.height >= MINI.height else CHIP
    brush.canvas.blit(rect.x, rect.y, stack(left, size, scene.look))
    return [(rect, DrawCard())]


_RULES_OF_TAKING: Final = (
    "Two cards of your hand must go with it: two of its rank, one and a 2, or two 2s. All three are laid at once, and "
    "the cards on top of it come into your hand. You cannot take a 2.",
    "Two of your hand go with it: two of its rank, one and a 2, or two 2s. All three are laid; the cards on top go "
    "into your hand.",
)
"""The rule of taking a card from the discard pile, as it stands beside a short one, the longest form first."""

_RULE_OF_TAKING_WIDTH: Final = 38
"""The rule of taking has at most this many columns."""

_MIN_RULE_OF_TAKING_WIDTH: Final = 26
"""The rule of taking has at least this many columns."""


def paint_pile(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the discard pile with the cursor; return the click areas of its cards."""
    pile, look = scene.view.cards("discard"), scene.look
    rect = layout.pile_rect(len(pile))
    x = brush.write(rect.x, layout.title_row, "DISCARD PILE", "muted", bold=True)
    if not pile:
        brush.write(x + 2, layout.title_row, "empty", "ink")
        if look.solid and rect.height > MINI.height:
            place = style(None, look.palette.sheet)
            brush.canvas.fill(rect.x, rect.y, layout.size.width, layout.size.height, place)
        brush.canvas.blit(rect.x, rect.y, empty_place(layout.size if rect.height > layout.size.height else CHIP, look))
        _paint_rule_of_taking(brush, layout, scene, rect.x)
        return []
    positions, height = pile_positions(layout, len(pile), scene.selection.pile_place)
    cards, points = count(len(pile), "card"), count(total_points(pile), "point")
    hidden = len(pile) - len(positions)
    shown = f", {positions[0].place} to {positions[-1].place} shown" if hidden else ""
    forms = (f"{cards}, {points}{shown}", f"{cards}{shown}", f"{cards}, {hidden} hidden" if hidden else cards)
    room = rect.right - x - 2
    words = next((text for text in forms if len(text) <= room), forms[-1])
    brush.write(x + 2, layout.title_row, words, "ink", width=room)
    can = take_actions_by_place(scene.legal) if may_draw_or_take(scene) else None
    taken_from = (
        scene.selection.pile_place
        if can is not None and scene.selection.zone == "pile" and scene.selection.pile_place in can
        else None
    )
    places: list[ClickArea] = []
    for position in positions:
        usable = None if can is None else position.place in can
        state = State.DIM if usable is False else State.NORMAL
        if taken_from is not None and position.place >= taken_from:
            state = State.SELECTED
        if _is_advised(scene, position):
            state |= State.ADVISED
        _paint_card(brush, layout, position, pile[position.place - 1], usable, state, height)
        cursor = scene.selection.pile_place if scene.selection.zone == "pile" else 0
        marked_from = taken_from or len(pile) + 1
        if position.in_one_line and usable and position.place < marked_from and position.place != cursor:
            following = position.place + 1
            is_free = following < marked_from and following not in (can or ()) and following != cursor
            _paint_take_label(
                brush,
                position,
                pile[position.place - 1],
                height,
                position.visible_columns - (not is_free),
                is_alternative=taken_from is not None,
            )
        elif not (position.in_one_line and State.SELECTED in state):
            _mark_cards_to_take(brush, scene, position, height, taken_from)
        places.append((Rect(position.x, position.y, position.visible_columns, height), SelectPileCard(position.place)))
    _paint_rule_of_taking(brush, layout, scene, max(position.x for position in positions))
    if taken_from is not None and positions[0].in_one_line:
        _paint_bracket(brush, positions[taken_from - 1 :], height)
    return places


def _paint_rule_of_taking(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene, last_card_x: int) -> None:
    """Paint at the right end of the pile's zone how a card is taken, while the pile, whose last card begins in column
    `last_card_x`, ends before it; not while I lay cards."""
    if scene.view.options.get("free_first_upcard"):  # then it is not true of the first card
        return
    if is_my_turn(scene) and scene.phase == "play":
        return
    rect = layout.pile_rect(scene.view.count("discard"))
    x = max(last_card_x + layout.size.width + 2, rect.right - _RULE_OF_TAKING_WIDTH - 1)
    width = rect.right - 1 - x
    if width < _MIN_RULE_OF_TAKING_WIDTH:
        return
    forms = (wrap(brush.displayable_text(text), width) for text in _RULES_OF_TAKING)
    lines = next((lines for lines in forms if 1 + len(lines) <= rect.height), [])
    if not lines:
        return
    brush.write(x, rect.y, "TO TAKE A CARD", "muted", bold=True)
    for y, line in enumerate(lines, rect.y + 1):
        brush.write(x, y, line, "muted")


def _paint_card(
    brush: Brush,
    layout: BigQueenLayout,
    position: PilePosition,
    card: Card,
    usable: bool | None,
    state: State,
    height: int,
) -> None:
    """Paint a card of the pile in `height` rows; `usable`: whether it can be taken, None while nothing can be."""
    if height == CHIP.height:
        _paint_chip(brush, position, card, usable, state)
        return
    size = layout.size if position.in_one_line else MINI
    drawing = face(card, size, brush.look, state, position.visible_columns, position.has_edge)
    brush.canvas.blit(position.x, position.y, upper_rows(drawing, height))
    if card == BIG_QUEEN and height < MINI.height:  # the prompt may need the rows below the first one
        paint_big_queen_crown(brush, position.x + 2 + position.has_edge, position.y)
    elif card == BIG_QUEEN:
        paint_big_queen_points(brush, position.x, position.y + 1, size)


@lru_cache(maxsize=2048)
def upper_rows(drawing: Drawing, height: int) -> Drawing:
    """Return the first `height` rows of a drawing."""
    return drawing.upper_rows(height)


def _paint_chip(brush: Brush, position: PilePosition, card: Card, usable: bool | None, state: State) -> None:
    """Paint a card as its index (rank and suit) alone, for lack of room; a dot marks one that can be taken, and a crown
    the Queen of spades."""
    look = brush.look
    crown = big_queen_crown(look) if card == BIG_QUEEN else ""
    text = f"{crown}{look.card_text(card)}".rjust(3) + (("*" if look.ascii else "•") if usable else " ")
    if look.solid:
        palette = look.palette
        paper = palette.selected_paper if State.SELECTED in state else palette.paper
        ink = look.suit_ink(card)
        if State.DIM in state:
            paper, ink = palette.dim_paper, palette.dim_ink
        brush.canvas.text(position.x, position.y, text, style(ink, paper, bold=State.DIM not in state))
    else:
        pen = style(dim=True) if State.DIM in state else style(look.suit_ink(card), bold=True)
        brush.canvas.text(position.x, position.y, text, pen)


def _paint_take_label(
    brush: Brush, position: PilePosition, card: Card, height: int, room: int, *, is_alternative: bool
) -> None:
    """Write below a card of the pile, into `room` of its columns, that it can be taken; `is_alternative`: instead of
    the card under the cursor."""
    name, dot = brush.look.card_text(card), "*" if brush.look.ascii else "•"
    forms = (f"or take {name}", f"or {name}", dot) if is_alternative else (f"take {name}", "take", dot)
    label = next(text for text in forms if len(text) <= max(room, len(dot)))
    brush.write(position.x + (room - len(label)) // 2, position.y + height, label, "ink")


def _is_advised(scene: BigQueenScene, position: PilePosition) -> bool:
    """Return whether the coach advises to take the card of the pile."""
    return scene.advised is not None and scene.advised[:2] == ("take", position.place)


_ADVISED_CHIP_SIGN: Final = "!"
"""The mark of the coach on a card one row high: no letter, as that would look like part of the card's index."""


def _mark_cards_to_take(
    brush: Brush, scene: BigQueenScene, position: PilePosition, height: int, taken_from: int | None
) -> None:
    """Mark the card of the pile if it is under the cursor, or would come along with the card under the cursor, which
    can be taken and has the place `taken_from`, None if it cannot; and if the coach advises to take it, unless its face
    has room for that badge."""
    pen = style(brush.look.palette.panel, brush.look.palette.highlight, bold=True)
    pen = pen if brush.look.solid else brush.look.badge("gold")
    look, sign = brush.look, _sign_of_cursor(brush, scene, position, height, taken_from)
    is_advised = _is_advised(scene, position) and not position.in_one_line
    if not sign and not is_advised:
        return
    if position.in_one_line:
        brush.canvas.text(
            position.x + position.visible_columns // 2, position.y + height, sign, text_style(look, "highlight", True)
        )
        return
    if height == CHIP.height:
        card = scene.view.cards("discard")[position.place - 1]
        is_first_column_free = card != BIG_QUEEN and card.rank != "10"
        if is_advised and is_first_column_free:
            brush.canvas.text(position.x, position.y, _ADVISED_CHIP_SIGN, pen)
        if sign or not is_first_column_free:  # beside the cursor on a ten or on her, the button alone names the coach
            brush.canvas.text(position.x + 3, position.y, sign or _ADVISED_CHIP_SIGN, pen)
        return
    if is_advised:  # below the index
        sign = f"{sign}{SHORTEST_ADVISED_CARD_LABEL}" if sign else ADVISED_CARD_LABEL
    brush.canvas.text(position.x + 1, position.y + height - 1, sign.center(3), pen)


def _sign_of_cursor(
    brush: Brush, scene: BigQueenScene, position: PilePosition, height: int, taken_from: int | None
) -> str:
    """Return the sign of a card of the pile under the cursor, or of one that comes with it (`_mark_cards_to_take`); ""
    for another card."""
    if scene.selection.zone != "pile" or scene.seat is None or is_round_over(scene):
        return ""
    if position.place != scene.selection.pile_place:
        return "" if taken_from is None or position.place < taken_from else "+"
    is_chip = height == CHIP.height and not position.in_one_line
    return ("<" if brush.look.ascii else "◂") if is_chip else brush.displayable_text("▲")


def _paint_bracket(brush: Brush, taken: Sequence[PilePosition], height: int) -> None:
    """Paint a bracket below the cards that one take moves into the hand, with words in it as far as there is room."""
    first, last = taken[0], taken[-1]
    x, width = first.x, last.x + last.visible_columns - first.x
    number = len(taken)
    words = {1: ("take",), 2: ("you get both", "get both", "both")}.get(
        number, (f"you get all {number}", f"get all {number}", "all")
    )
    forms = [form for text in words for form in (f" {text} ", text)]
    text = next((form for form in forms if len(form) + 2 <= width), "")
    corners, line = ("``", "-") if brush.look.ascii else ("╰╯", "─")
    text = corners[0] + text.center(width - 2, line) + corners[1]
    brush.canvas.text(x, first.y + height, text, text_style(brush.look, "highlight", True))


def pile_positions(layout: BigQueenLayout, card_count: int, focus: int) -> tuple[list[PilePosition], int]:
    """Return the positions of the visible cards of a discard pile of `card_count` cards, and the height of a card in
    rows.

    They lie in one line while there is room, else in several lines of small cards, whole or over each other. If there
    are too many lines, only those around `focus`, a place counted from 1, are visible.
    """
    rect, size = layout.pile_rect(card_count), layout.size
    if rect.height > size.height:
        laid = fan(card_count, rect.width, size, gap=1, centred=False)
        if not laid.hidden_before and not laid.hidden_after:
            over = laid.step <= size.width
            positions = [
                PilePosition(
                    lies.index + 1, rect.x + lies.x, rect.y, lies.visible_columns, True, over and lies.index > 0
                )
                for lies in laid.places
            ]
            return positions, size.height
    lines = -(-card_count // max((rect.width - 1) // MIN_VISIBLE_COLUMNS, 1))
    lines_of_whole_cards = -(-card_count // max((rect.width - 1) // (MINI.width + 1), 1))
    lines = max(lines, min(lines_of_whole_cards, rect.height // MINI.height))
    across = -(-card_count // lines)
    height = max(min(MINI.height, rect.height // lines), 1)
    shown = min(rect.height // height, lines)
    line = (min(max(focus, 1), card_count) - 1) // across
    first = min(max(line - shown // 2, 0), lines - shown)
    step = MIN_VISIBLE_COLUMNS if height < MINI.height else min(MINI.width + 1, (rect.width - 1) // across)
    visible, has_edges = min(step, MINI.width), step <= MINI.width
    pitch = height if height < MINI.height else min(height + 1, rect.height // shown)  # lines apart where there is room
    positions = []
    for index in range(first * across, min(card_count, (first + shown) * across)):
        row, column = divmod(index, across)
        x, y = rect.x + column * step, rect.y + (row - first) * pitch
        # the last card too, as a mark would cover half of its whole face
        positions.append(PilePosition(index + 1, x, y, visible, False, has_edges and column > 0))
    return positions, height
