"""The bank of the seat in front in fans, one for each suit, and its four Queens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from core import Card
from core.engine.cards import SUITS
from core.engine.english import count
from tui.boards.mad_queens.layout import MadQueensLayout
from tui.boards.mad_queens.odds import card_points, scores_count_cards
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.text import possessive_name, queen_places, score_text
from tui.cards import CHIP, MIN_STEP, Size, State, empty_place, face
from tui.drawing import Brush, Rect

_LEAST_STEP: Final = 3
"""The fewest visible columns of an overlapped card; in a fan of one suit its rank is enough."""

TOP_WORD: Final = "TOP"
"""The mark of the card banked last, which a Queen takes first."""

_FOOT_COLUMNS: Final = 4
"""The columns of rank and suit at the foot of a card, with a free one before them."""

_FAN_GAP: Final = 1
"""The columns between two fans."""


class SuitFan(Struct, frozen=True):
    """The fan of one suit: the indexes of its shown cards in the bank, its first column and step, and cards left out.

    The suit of Jokers is an empty string.
    """

    suit: str
    cards: tuple[int, ...]
    x: int
    step: int
    left_out: int

    def columns(self, size: Size) -> int:
        """Return the columns of the fan."""
        return size.width + (len(self.cards) - 1) * self.step


@lru_cache(maxsize=64)
def suit_fans(bank: tuple[Card, ...], width: int, size: Size) -> tuple[SuitFan, ...]:
    """Return the fans of a bank in `width` columns, in the order of suits; the card banked last lies on top.

    All fans have the same step. If they do not fit, the first cards of the longest fans are left out.
    """
    groups = [[place for place, card in enumerate(bank) if card.suit == suit] for suit in (*SUITS, "")]
    shown = [group for group in groups if group]
    if not shown:
        return ()
    room = width - len(shown) * size.width - (len(shown) - 1) * _FAN_GAP
    while (hidden := sum(map(len, shown)) - len(shown)) and hidden * _LEAST_STEP > room:
        longest = max(shown, key=len)
        shown[shown.index(longest)] = longest[1:]
    step = min(room // hidden, size.width) if hidden else size.width
    fans, x = [], 0
    for group in shown:
        suit = bank[group[0]].suit
        left_out = sum(card.suit == suit for card in bank) - len(group)
        fans.append(SuitFan(suit, tuple(group), x, step, left_out))
        x += fans[-1].columns(size) + _FAN_GAP
    return tuple(fans)


def cards_row(layout: MadQueensLayout) -> int:
    """Return the first row of the cards of the bank, below its title and headings."""
    return layout.bank.y + 1 + layout.bank_heading


def paint_bank(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the bank by suits, with cards that count double, cards that a Queen takes, and the one she takes first."""
    rect, size, look, view = layout.bank, layout.bank_size, scene.look, scene.view
    seat = scene.focus
    bank = view.cards(f"bank/{seat}")
    _paint_title(brush, layout, scene, bank)
    y = cards_row(layout)
    if not bank:
        brush.canvas.blit(rect.x, y, empty_place(size, look))
        return
    asked = scene.effect.price if scene.middle_seat == seat else 0
    states = _bank_states(bank, view.facts[f"exact/{seat}"], asked)
    there = len(bank) - (scene.effect.taken if asked else 0)
    fans = suit_fans(bank, rect.width, size)
    for suit_fan in fans:
        x = rect.x + suit_fan.x
        for number, place in enumerate(suit_fan.cards):
            if place >= there:
                continue
            whole = place == suit_fan.cards[-1] or suit_fan.step >= size.width
            reach = size.width if whole else max(suit_fan.step, MIN_STEP)
            edge = number > 0 and suit_fan.step <= size.width
            drawing = face(bank[place], size, look, states[place], reach, edge)
            brush.canvas.blit(x + number * suit_fan.step, y, drawing)
            if place == there - 1 and size is not CHIP:
                _paint_top_mark(brush, x + number * suit_fan.step, y, size)
        if not layout.bank_heading and suit_fan.left_out:
            _paint_left_out(brush, layout, suit_fan, x, y + size.height)
    if layout.bank_heading:
        _paint_headings(brush, rect, scene, bank, fans)


def _paint_top_mark(brush: Brush, x: int, y: int, size: Size) -> None:
    """Paint the mark of the card banked last, clear of its ranks: across its middle, or at a wide foot."""
    narrow = size.width < len(TOP_WORD) + _FOOT_COLUMNS
    width = size.width if narrow else len(TOP_WORD)
    row = size.height // 2 if narrow else size.height - 1
    brush.write_badge(x, y + row, TOP_WORD.center(width), "gold", width=width)


def _paint_title(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene, bank: Sequence[Card]) -> None:
    """Paint whose bank it is, its points and cards, and how many of them count double."""
    seat, view, rect = scene.focus, scene.view, layout.bank
    title = "YOUR BANK" if possessive_name(scene, seat) == "your" else f"{possessive_name(scene, seat)} BANK"
    x = brush.write(rect.x, rect.y, title, "muted", bold=True, width=rect.width // 2)
    words = score_text(view, scene.shown_score(seat)) if bank else "empty"
    if bank and not scores_count_cards(view):
        words += f" in {count(len(bank), 'card')}"
    doubled = f", {view.facts[f'doubled/{seat}']} doubled"
    top = f", top {scene.look.card_text(bank[-1])}" if bank and layout.bank_size is CHIP else ""
    for more in (top, doubled if view.facts[f"doubled/{seat}"] else ""):
        words += more if x + 2 + len(words + more) <= rect.right else ""
    brush.write(x + 2, rect.y, words, "ink", width=rect.right - x - 2)


def _paint_headings(
    brush: Brush, rect: Rect, scene: MadQueensScene, bank: Sequence[Card], fans: Sequence[SuitFan]
) -> None:
    """Paint above each fan its suit, its points, and for hearts that each counts two."""
    view = scene.view
    doubled = view.facts[f"exact/{scene.focus}"]
    exact = doubled if isinstance(doubled, tuple) else ()
    ends = [suit_fan.x for suit_fan in fans[1:]] + [rect.width]
    for suit_fan, end in zip(fans, ends, strict=True):
        of_suit = [card for card in bank if card.suit == suit_fan.suit]
        points = sum(card_points(view, card, card in exact and card.suit != "") for card in of_suit)
        each = card_points(view, of_suit[0])
        sign, room = suit_fan.suit or "Jk", end - suit_fan.x - 1
        hidden = ""
        if suit_fan.left_out:
            hidden = f", {suit_fan.left_out} hidden"
            if len(f"{sign} {points}{hidden}") > room:
                hidden = f" {_left_out_sign(suit_fan, brush)}"
        texts = [f"{score_text(view, points)}, {each} each", f"{points}, {each} each", f"{points} = {each} each"]
        texts = [*(texts if each > 1 else []), score_text(view, points), f"{points}"]
        words = next((text for text in texts if len(sign + text + hidden) + 1 <= room), f"{points}")
        x = brush.write(rect.x + suit_fan.x, rect.y + 1, f"{sign} ", "ink", bold=True)
        x = brush.write(x, rect.y + 1, words, "highlight" if each > 1 else "ink", width=max(room - len(sign) - 1, 1))
        brush.write(x, rect.y + 1, hidden, "muted", width=max(rect.x + end - x - 1, 0))


def _paint_left_out(brush: Brush, layout: MadQueensLayout, suit_fan: SuitFan, x: int, below: int) -> None:
    """Paint below a fan without a heading how many cards are left out; on its cards if there is no row below."""
    sign = _left_out_sign(suit_fan, brush)
    if below >= layout.felt.bottom:
        brush.write_badge(x, below - 1, sign, "panel", width=len(sign))
        return
    words = f"{suit_fan.left_out} more"
    brush.write(x, below, words if len(words) <= suit_fan.columns(layout.bank_size) else sign, "ink", bold=True)


def _left_out_sign(suit_fan: SuitFan, brush: Brush) -> str:
    """Return the sign for the cards of a fan that are left out, which does not look like points: ``◄2``."""
    return f"{'<' if brush.look.ascii else '◄'}{suit_fan.left_out}"


def _bank_states(bank: Sequence[Card], exact: object, asked: int) -> list[State]:
    """Return the states of a bank's cards; of two equal Jokers neither counts double."""
    doubled = exact if isinstance(exact, tuple) else ()
    states = [State.DOUBLED if card in doubled else State.NORMAL for card in bank]
    for place in range(len(bank) - asked, len(bank)):
        states[place] |= State.DIM
    return states


def paint_queens(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the four Queens of the seat in front: aside, in the deck face down, or spent."""
    rect, size, look = layout.queens, layout.queen_size, scene.look
    places = queen_places(scene.view, scene.focus)
    if size is CHIP:
        for number, (number_of_card, place) in enumerate(places):
            if rect.height >= 4:
                x, y = rect.x, rect.y + number
                brush.canvas.blit(x, y, face(Card(number_of_card), CHIP, look, _queen_state(place)))
                brush.write(x + 5, y, place, "muted" if place == "spent" else "ink")
            else:
                x, y = rect.x + number % 2 * 9, rect.y + number // 2
                end = brush.write(x, y, look.card_text(Card(number_of_card)), "ink", bold=True)
                brush.write(end, y, f" {place.removeprefix('in ')}", "muted")
        return
    brush.write(rect.x, rect.y, "QUEENS", "muted", bold=True)
    for number, (number_of_card, place) in enumerate(places):
        x = rect.x + number * (size.width + 1)
        _paint_queen(brush, x, rect.y + 1, Card(number_of_card), place, size)


def _paint_queen(brush: Brush, x: int, y: int, queen: Card, place: str, size: Size) -> None:
    """Paint one of the four Queens with the word for her place below."""
    look = brush.look
    brush.canvas.blit(x, y, face(queen, size, look, _queen_state(place)))
    word = place if size.width > 5 or place != "in deck" else "deck"
    start = x + (size.width - len(word) + 1) // 2
    brush.write(start, y + size.height, word, "muted" if place == "spent" else "ink")


def _queen_state(place: str) -> State:
    """Return the state in which a Queen is painted, by her place."""
    return {"aside": State.NORMAL, "in deck": State.DOWN, "spent": State.DIM}[place]
