"""The player's hand: a fan in one or two rows, or rows of chips if it is large; all indexes stay visible."""

from __future__ import annotations

from collections.abc import Iterator

from core import Card
from core.big_queen import BIG_QUEEN, POINTS
from core.engine.english import count
from tui.boards.big_queen.commands import ToggleCard
from tui.boards.big_queen.discard_pile import may_draw_or_take
from tui.boards.big_queen.layout import BigQueenLayout, cards_per_line
from tui.boards.big_queen.scene import BigQueenScene, Pick, own_hand
from tui.boards.big_queen.selection import (
    cards_left,
    hand_prospect,
    own_set_ranks,
    sorted_hand,
    take_outcome,
    total_points,
)
from tui.cards import CHIP, MIN_FAN_STEP, MINI, Fan, Size, State, face, fan, paint_fan
from tui.drawing import Brush, ClickArea, Rect
from tui.drawing.styles import Tone, text_style


def shown_pick(scene: BigQueenScene) -> Pick:
    """Return the scene's selection.

    If it is of another hand than the one shown, an empty selection of the hand shown.
    """
    held = own_hand(scene.view)
    if len(held) == len(scene.pick.hand) and sorted(held) == sorted(scene.pick.hand):
        return scene.pick
    return Pick(hand=sorted_hand(held, scene.pick.order), order=scene.pick.order, cursor=-1)


def paint_hand(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the hand; return the click areas of its cards."""
    pick = shown_pick(scene)
    if not pick.hand:
        return []
    if layout.hand_size is CHIP:
        return _paint_chips(brush, layout, scene, pick)
    places: list[ClickArea] = []
    states = _hand_states(scene, pick)
    left, used = cards_left(scene.view, pick.hand), _cards_used_to_take(scene, pick)
    taken = scene.view.cards("discard")[pick.place - 1] if used else None
    for first, y, laid in _fans(layout, len(pick.hand)):
        cards = pick.hand[first : first + len(laid.places)]
        paint_fan(brush.canvas, layout.hand.x + 1, y, laid, cards, states[first : first + len(cards)], scene.look)
    for index, rect in card_rects(layout, len(pick.hand)).items():
        if State.CURSOR not in states[index]:
            _paint_sign(brush, rect, scene, pick, index, left, taken if index in used else None)
        if pick.hand[index] == BIG_QUEEN:
            raised = State.SELECTED in states[index]
            _paint_big_queen_points(brush, rect.x, rect.y + 2 - raised, layout.hand_size)
        places.append((rect, ToggleCard(index)))
    return places


def _fans(layout: BigQueenLayout, number: int) -> Iterator[tuple[int, int, Fan]]:
    """Yield for each line of a hand of `number` cards the index of its first card, its first row, and its fan."""
    each = -(-number // layout.hand_lines)
    for line in range(layout.hand_lines):
        cards = min(each, number - line * each)
        laid = fan(cards, layout.hand.width - 2, layout.hand_size)
        yield line * each, layout.hand.y + line * (layout.hand_size.height + 2), laid


def card_rects(layout: BigQueenLayout, number: int) -> dict[int, Rect]:
    """Return the visible rectangle of each card of a hand of `number` cards by index, with the rows above and below.

    Empty for a hand of chips: it scrolls, so that the place of a card depends on the cursor.
    """
    if layout.hand_size is CHIP or not number:
        return {}
    height = layout.hand_size.height + 2
    return {
        first + place.index: Rect(layout.hand.x + 1 + place.x, y, place.reach, height)
        for first, y, laid in _fans(layout, number)
        for place in laid.places
    }


def _paint_sign(
    brush: Brush,
    rect: Rect,
    scene: BigQueenScene,
    pick: Pick,
    index: int,
    cannot_be_laid: frozenset[Card],
    taken: Card | None,
) -> None:
    """Paint the word below a card of the hand: it takes `taken`, is new, costs points, or fits a set.

    `cannot_be_laid` are the cards that could not be laid now, so that their points would be lost; `taken` is the card
    of the discard pile that this card would take, or None.
    """
    card = pick.hand[index]
    tone: Tone = "ink"
    if taken is not None:
        name = brush.look.card_text(taken)
        forms, tone = [f"with {name}", f"+ {name}", f"+{name}"], "highlight"
    elif index in pick.fresh:
        forms, tone = ["new"], "highlight"
    elif may_draw_or_take(scene) and card in cannot_be_laid:
        return  # what stays in the hand is asked only once there is something to discard
    elif card in cannot_be_laid:
        forms, tone = [f"costs {POINTS[card]}", f"−{POINTS[card]}"], "muted"
    elif card.rank in own_set_ranks(scene.view):
        forms = [f"fits {card.rank}s", "fits"]
    else:
        forms = ["lay"]
    words = next((text for text in forms if len(text) <= rect.width), forms[-1])
    brush.write(rect.x, rect.bottom - 1, words.center(rect.width), tone, bold=tone == "highlight", width=rect.width)


def _paint_big_queen_points(brush: Brush, x: int, y: int, size: Size) -> None:
    """Paint on a Queen of spades in the hand the points that she costs if she stays there."""
    margin = int(size is not MINI)
    brush.write_badge(x + margin, y, str(POINTS[BIG_QUEEN]), "bad", width=MIN_FAN_STEP - margin)


def _hand_states(scene: BigQueenScene, pick: Pick) -> list[State]:
    """Return the states of the hand's cards: selected, used for taking, or under the cursor."""
    raised = set(pick.selected) | _cards_used_to_take(scene, pick)
    states = [State.SELECTED if index in raised else State.NORMAL for index in range(len(pick.hand))]
    if pick.zone == "hand" and 0 <= pick.cursor < len(states):
        states[pick.cursor] |= State.CURSOR
    return states


def _cards_used_to_take(scene: BigQueenScene, pick: Pick) -> set[int]:
    """Return the indexes in the hand of the cards that would take the card under the cursor of the discard pile."""
    pile = scene.view.count("discard")
    if pick.zone != "pile" or not 1 <= pick.place <= pile or not may_draw_or_take(scene) or pick.cursor < 0:
        return set()
    action = take_outcome(scene.view, scene.legal, pick, pick.place).action
    left: list[Card] = list(action.cards) if action is not None else []
    used = set()
    for index, card in enumerate(pick.hand):
        if card in left:
            left.remove(card)
            used.add(index)
    return used


def _paint_chips(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene, pick: Pick) -> list[ClickArea]:
    """Paint the hand as rows of chips, each with a row below it for the cursor.

    If not all chips fit, only those around the cursor are painted.
    """
    across = cards_per_line(layout.hand.width, CHIP)
    lines = -(-len(pick.hand) // across)
    if layout.narrow:
        across = -(-len(pick.hand) // lines)
    first = max(min(pick.cursor // across - layout.hand_lines // 2, lines - layout.hand_lines), 0)
    shown = range(first * across, min(len(pick.hand), (first + layout.hand_lines) * across))
    states = _hand_states(scene, pick)
    left = layout.hand.x + 1 + (layout.hand.width - 2 - 4 * min(across, len(pick.hand))) // 2
    places: list[ClickArea] = []
    for index in shown:
        row, column = divmod(index - shown.start, across)
        x, y = left + 4 * column, layout.hand.y + 2 * row
        state = states[index] & ~State.CURSOR
        brush.canvas.blit(x, y, face(pick.hand[index], CHIP, scene.look, state))
        sign = "▲" if State.CURSOR in states[index] else "+" if index in pick.fresh else ""
        if brush.look.ascii and sign == "▲":
            sign = "^"
        if State.SELECTED in state:
            bar = "=" if brush.look.ascii else "▔"
            brush.canvas.text(x, y + 1, bar * 4, text_style(brush.look, "highlight", True))
        brush.canvas.text(x + 1, y + 1, sign, text_style(brush.look, "highlight", True))
        places.append((Rect(x, y, 4, 2), ToggleCard(index)))
    return places


def hand_text(scene: BigQueenScene, width: int) -> str:
    """Return the text above the hand: its number of cards, and how many of its points could be laid now.

    It names the sort order and the hand's total points too, if that fits into `width` cells.
    """
    pick = shown_pick(scene)
    order = "as it came" if pick.order == "drawn" else f"by {pick.order}"
    cards, points = count(len(pick.hand), "card"), count(total_points(pick.hand), "point")
    worth = hand_prospect(scene.view)
    split = f"{worth.laid} could be laid, {worth.left} would be left."
    text = f"Your hand, {order}: {cards}, {points}: {split}"
    costs = f"{text.removesuffix('.')}, and cost as much."
    forms = (costs, text, f"{cards}: {split}", f"{split[0].upper()}{split[1:]}")
    return next((form for form in forms if len(form) <= width), forms[-1])
