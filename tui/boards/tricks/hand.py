"""The player's hand: a fan of cards, in two lines on a narrow board, or rows of chips (cards one row high); illegal
cards are dimmed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core import Card
from tui.boards.tricks.commands import ClickCard
from tui.boards.tricks.layout import TrickLayout
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_view import is_trump
from tui.cards import CHIP, Fan, State, back, face, fan, paint_fan
from tui.drawing import Brush, ClickArea, Rect


def paint_hand(brush: Brush, layout: TrickLayout, scene: TrickScene) -> list[ClickArea]:
    """Paint the hand; return the click area of each card with its command. A spectator sees backs without any."""
    if not layout.hand.height:
        return []
    if scene.watching or scene.effect.cards_dealt is not None:
        _paint_backs(brush, layout, scene)
        return []
    return _paint_chips(brush, layout, scene) if layout.hand_size is CHIP else _paint_cards(brush, layout, scene)


def hand_card_states(scene: TrickScene) -> tuple[State, ...]:
    """Return the state in which each card of the hand is painted: while I have to play or swap a card, illegal cards
    are dim, and a legal card at the cursor is raised."""
    playable = scene.playable_cards
    mine = scene.seat_on_turn == scene.view.seat and bool(scene.legal)
    deciding = mine and scene.phase in ("play", "switch") and scene.effect.collected_trick is None
    return tuple(_card_state(scene, card, deciding, card in playable) for card in scene.hand)


def _card_state(scene: TrickScene, card: Card, deciding: bool, playable: bool) -> State:
    """Return the state in which a card of the hand is painted.

    `deciding`: I have a card to play or swap now; `playable`: this card may be played or swapped.
    """
    state = State.DIM if deciding and not playable else State.NORMAL
    if is_trump(scene.view, card):
        state |= State.TRUMP
    if scene.advised is not None and card in scene.advised.cards:
        state |= State.ADVISED
    if card == scene.cursor and "trump" not in scene.verbs:  # then the keys point at a suit
        state |= State.CURSOR
        if deciding and playable:
            state |= State.SELECTED
    return state


def _paint_cards(brush: Brush, layout: TrickLayout, scene: TrickScene) -> list[ClickArea]:
    """Paint a fan of cards in each line; return the click area of the visible part of each."""
    hand, states = scene.hand, hand_card_states(scene)
    found: list[ClickArea] = []
    for first, rect, laid in hand_lines(layout, hand, scene.cursor):
        end = first + laid.hidden_before + len(laid.places) + laid.hidden_after
        paint_fan(brush.canvas, rect.x, rect.y, laid, hand[first:end], states[first:end], scene.card_look)
        found += [
            (Rect(rect.x + place.x, rect.y, place.visible_columns, rect.height), ClickCard(hand[first + place.index]))
            for place in laid.places
        ]
    return found


def hand_lines(layout: TrickLayout, hand: Sequence[Card], focus: Card | None) -> Iterator[tuple[int, Rect, Fan]]:
    """Yield for each line of a hand the index of its first card, its rows, and its fan.

    `focus` is a card that is visible. A hand whose cards fit beside each other has one line.
    """
    rect, size = hand_rect(layout, len(hand)), layout.hand_size
    in_one = 1 + (rect.width - size.width) // (size.width + 1)
    lines = 1 if len(hand) <= in_one else layout.hand_rows
    each = -(-len(hand) // lines)
    index = hand.index(focus) if focus in hand else 0
    for line in range(lines):
        first = line * each
        rows = Rect(rect.x, rect.y + line * (size.height + 1), rect.width, size.height + 2)
        yield first, rows, fan(min(each, len(hand) - first), rect.width, size, focus=max(index - first, 0))


def hand_rect(layout: TrickLayout, card_count: int) -> Rect:
    """Return the rectangle of a hand of this number of cards: the left part of the line in which the taken tricks lie,
    too."""
    rect, row = layout.hand, layout.card_row
    if row is None:
        return rect
    width = max(card_count - 1, 0) * row.step + layout.hand_size.width
    return Rect(row.x, rect.y, width, rect.height)


def _paint_chips(brush: Brush, layout: TrickLayout, scene: TrickScene) -> list[ClickArea]:
    """Paint the hand as rows of chips (cards one row high), each with a row below it for the cursor; return their click
    areas."""
    rect, hand = layout.hand, scene.hand
    across = rect.width // (CHIP.width + 1)
    found: list[ClickArea] = []
    for number, (card, state) in enumerate(zip(hand, hand_card_states(scene), strict=True)):
        row, column = divmod(number, across)
        x, y = rect.x + column * (CHIP.width + 1), rect.y + 1 + 2 * row
        brush.canvas.blit(x, y, face(card, CHIP, scene.look, state))
        if State.CURSOR in state:
            brush.write(x + 1, y + 1, "▲", "highlight", bold=True)
        found.append((Rect(x, y, CHIP.width, 2), ClickCard(card)))
    return found


def _paint_backs(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint the hand of the seat at the bottom face down: for a spectator, and while it is dealt."""
    rect, size = hand_rect(layout, scene.cards_held(scene.focus)), layout.hand_size
    left = scene.cards_held(scene.focus)
    lines = 1 if size is CHIP else layout.hand_rows
    for line in range(lines):
        number = -(-left // (lines - line))
        left -= number
        laid = fan(number, rect.width, size, gap=0 if size is CHIP else 1)
        for place in laid.places:
            edge = place is not laid.places[0] and laid.step <= size.width
            y = rect.y + 1 + line * (size.height + 1)
            brush.canvas.blit(rect.x + place.x, y, back(size, scene.look, has_edge=edge))
