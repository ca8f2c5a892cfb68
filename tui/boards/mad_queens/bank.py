"""The bank of the seat in front as fans of overlapping cards, one for each suit, and the four Queens of that seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from core import Card
from core.engine.cards import JOKER, SUITS
from core.engine.english import count
from core.mad_queens import card_points
from tui.boards.mad_queens.bank_fans import BankFans, SuitFan, arrange_bank
from tui.boards.mad_queens.odds import score_is_number_of_cards
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.seat_play import cards_that_count_double, points_in_bank
from tui.boards.mad_queens.text import (
    BANK_PRICE_TOPIC,
    QUEEN_PRICE_TOPIC,
    queen_places,
    score_text,
    title_of,
)
from tui.boards.mad_queens.zones import MadQueensLayout
from tui.cards import CHIP, LARGE, Size, State, big_pip, empty_place, face, style
from tui.cards.state import TOP_CARD_LABEL
from tui.drawing import Brush, Rect

_COLUMNS_BETWEEN_PLACES: Final = 2
"""The number of columns between the places of suits in an empty bank."""


def paint_bank(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the bank by suits.

    Marked are cards that count double, cards that a Queen takes, and the one she takes first.
    """
    rect, look, view = layout.bank, scene.look, scene.view
    seat = scene.focus
    bank = view.cards(f"bank/{seat}")
    bank_fans = arrange_bank(layout, bank)
    size = bank_fans.size
    has_sign = not _says_hidden_below(layout, bank_fans)
    if bank_fans.fans and bank_fans.has_headings:
        has_sign = _paint_headings(brush, rect, scene, bank, bank_fans)
    _paint_title(brush, layout, scene, bank, bank_fans, has_sign=has_sign)
    if not bank_fans.fans:
        _paint_suit_places(brush, rect, scene, bank_fans)
        return
    asked = scene.effect.cards_demanded if scene.middle_seat == seat else 0
    states = _bank_card_states(bank, cards_that_count_double(view, seat), asked)
    says_hidden = _says_hidden_below(layout, bank_fans)
    there = len(bank) - (scene.effect.cards_taken if asked else 0)
    for suit_fan in bank_fans.fans:
        x, y = rect.x + suit_fan.x, rect.y + bank_fans.first_row_of(suit_fan)
        _paint_tray(brush, Rect(x, y, suit_fan.tray_width, size.height), suit_fan, size)
        for number, place in enumerate(suit_fan.card_indexes):
            if place >= there:
                continue
            whole = place == suit_fan.card_indexes[-1] or suit_fan.step >= size.width
            visible_columns = size.width if whole else suit_fan.step
            edge = number > 0 and suit_fan.step <= size.width
            marks_top = place == there - 1 and size is not CHIP and _can_queens_take(scene)
            state = states[place] | (State.TOP if marks_top else State.NORMAL)
            brush.canvas.blit(
                x + number * suit_fan.step, y, face(bank[place], size, look, state, visible_columns, edge)
            )
        if not bank_fans.has_headings and suit_fan.cards_left_out:
            first = suit_fan.card_indexes[0]
            first_state = states[first] | (State.TOP if first == there - 1 else State.NORMAL)
            if says_hidden:
                brush.write(x, y + size.height, _more_text(suit_fan.cards_left_out), "ink", bold=True)
            else:
                _paint_left_out_count(brush, layout, suit_fan, bank[first], first_state, size, x, y + size.height)


def _paint_tray(brush: Brush, tray: Rect, suit_fan: SuitFan, size: Size) -> None:
    """Paint the tray of a fan: a dark ground behind the cards, and if there are none, the symbol of the suit."""
    look = brush.look
    if look.solid:
        brush.canvas.fill(tray.x, tray.y, tray.width, tray.height, style(None, look.palette.sheet))
    if not suit_fan.card_indexes and tray.width:
        brush.canvas.blit(tray.x, tray.y, empty_place(Size("tray", tray.width, tray.height), look))
        _paint_suit_symbol(brush, tray, suit_fan.suit, is_huge=size.height > LARGE.height)


def _paint_suit_symbol(brush: Brush, rect: Rect, suit: str, is_huge: bool) -> None:
    """Paint the symbol of a suit in the middle of a rectangle, as large as there is room."""
    look = brush.look
    ink = look.palette.sheet_inks[SUITS.index(suit)]
    pen = style(ink) if look.solid else style(ink if look.coloured else None, bold=True)
    signs = ((brush.displayable_text(suit),), *((big_pip(suit, is_huge=False),) if not look.ascii else ()))
    if is_huge and not look.ascii:
        signs = (*signs, big_pip(suit, is_huge=True))
    sign = next(one for one in reversed(signs) if len(one) + 2 <= rect.height and len(one[0]) + 2 <= rect.width)
    for row, text in enumerate(sign, rect.y + (rect.height - len(sign)) // 2):
        brush.canvas.text(rect.x + (rect.width - len(text)) // 2, row, text, pen)


def _paint_suit_places(brush: Brush, rect: Rect, scene: MadQueensScene, bank_fans: BankFans) -> None:
    """Paint the places of the suits in an empty bank without trays, and above each how much a card of the suit
    counts."""
    look, size, y = brush.look, bank_fans.size, rect.y + 1 + bank_fans.has_headings
    if size is CHIP:
        brush.canvas.blit(rect.x, y, empty_place(size, look))
        return
    for number, suit in enumerate(SUITS):
        x = rect.x + number * (size.width + _COLUMNS_BETWEEN_PLACES)
        if x + size.width > rect.right:
            return
        place = SuitFan(suit, (), x - rect.x, size.width, 0, tray_width=size.width)
        _paint_tray(brush, Rect(x, y, size.width, size.height), place, size)
        if bank_fans.has_headings:
            # beside the suit, with a free column behind it
            _paint_points_per_card(brush, x, y - 1, suit, scene, size.width + _COLUMNS_BETWEEN_PLACES - 2)


def _paint_points_per_card(brush: Brush, x: int, y: int, suit: str, scene: MadQueensScene, max_width: int) -> None:
    """Paint a suit and what each of its cards counts in `max_width` columns, the suit alone where every card counts
    one."""
    x = brush.write(x, y, suit, "ink", bold=True)
    if score_is_number_of_cards(scene.view):
        return
    each = card_points(scene.view)[Card(13 * SUITS.index(suit))]
    text = next((text for text in (f"{each} each", f"{each}") if len(text) <= max_width), "")
    brush.write(x + 1, y, text, "highlight" if each > 1 else "muted")


def _paint_title(
    brush: Brush,
    layout: MadQueensLayout,
    scene: MadQueensScene,
    bank: Sequence[Card],
    bank_fans: BankFans,
    *,
    has_sign: bool,
) -> None:
    """Paint whose bank it is, its points and cards, and how many of them count double.

    `has_sign` is whether a sign, and not words, says how many cards are hidden, so that it has to be explained.

    At the right stands what the event of the frame takes from these figures or adds to them, or else the rules of the
    bank.
    """
    rect, seat, view = layout.bank, scene.focus, scene.view
    x = brush.write(rect.x, rect.y, title_of(scene, seat, "BANK"), "muted", bold=True, width=rect.width // 2)
    words = score_text(view, scene.shown_score(seat)) if bank else "empty"
    if bank and not score_is_number_of_cards(view):
        words += f", {count(len(bank), 'card')}"
    changes = _changes_by_event(scene, bank)
    number = view.facts[f"doubled/{seat}"]
    doubled = f", {number} doubled" if number and not changes else ""  # the change matters more than their number
    deck = "" if scene.middle_seat == seat else f", deck {view.count(f'deck/{seat}')}"  # another's lies in the middle
    top = f", top {scene.look.card_text(bank[-1])}" if bank and bank_fans.size is CHIP else ""
    for more in (top, doubled, deck):
        words += more if x + 2 + len(words + more) <= rect.right else ""
    end = brush.write(x + 2, rect.y, words, "ink", width=rect.right - x - 2)
    if changes:
        change = next((text for text in changes if len(text) < rect.right - end), "")
        brush.write_right_aligned(rect.right, rect.y, change, "highlight")
    elif bank and bank_fans.size is not CHIP:
        legends = _explanations_of_arrow(brush, bank_fans) if has_sign else ()
        rules = _bank_explanations(scene, bank, has_headings=bank_fans.has_headings)
        rules = [*(f"{legends[0]}, {rule}" for rule in rules if legends), *legends, *rules]
        brush.write_right_aligned(
            rect.right, rect.y, next((text for text in rules if len(text) < rect.right - end), ""), "muted"
        )


def _changes_by_event(scene: MadQueensScene, bank: Sequence[Card]) -> Sequence[str]:
    """Return what the event of the frame changes, the longest text first: what a Queen takes from the bank, ``-5
    points, -3 cards``, or what an exact hit adds to it; () without either.
    """
    view, seat, effect = scene.view, scene.focus, scene.effect
    if scene.middle_seat != seat:
        return ()
    if effect.exact_hit is not None:
        points = 2 * card_points(view)[effect.exact_hit]
        return f"+{score_text(view, points)}", f"+{points}"
    taken = bank[len(bank) - effect.cards_demanded :]
    if not taken:
        return ()
    points = points_in_bank(view, seat, taken)
    forms = f"-{score_text(view, points)}", f"-{points}"
    return forms if score_is_number_of_cards(view) else (f"{forms[0]}, -{count(len(taken), 'card')}", *forms)


def _bank_explanations(scene: MadQueensScene, bank: Sequence[Card], *, has_headings: bool) -> Sequence[str]:
    """Return explanations of a bank, the longest first: what hearts count, and what `TOP_CARD_LABEL` means, unless a
    lesson teaches that later.

    The card that goes after the top one is named, as a Queen takes two at least, and fans by suit do not show which it
    is. With little room it is what hearts count, unless the headings of the fans say that.
    """
    top = f"Queens take the {TOP_CARD_LABEL} first"
    tops = [*([f"{top}, then {scene.look.card_text(bank[-2])}"] if len(bank) > 1 else ()), top]
    if not _can_queens_take(scene):
        tops.clear()
    heart = next((card for card in bank if card.suit == "♥"), None)
    each = 1 if heart is None else card_points(scene.view)[heart]
    if each == 1:
        return tops
    if has_headings:
        return [form for text in tops for form in (f"a heart is {each}, {text}", text)]
    return [*(f"a heart is {each}, {text}" for text in tops), f"a heart is {each}", f"♥ is {each}"]


def _can_queens_take(scene: MadQueensScene) -> bool:
    """Return whether a Queen may still take cards of the bank in front, and no lesson teaches that later."""
    return QUEEN_PRICE_TOPIC not in scene.taught_later and not scene.view.facts[f"cause/{scene.focus}"]


def _paint_headings(brush: Brush, rect: Rect, scene: MadQueensScene, bank: Sequence[Card], bank_fans: BankFans) -> bool:
    """Paint above each fan its suit and its points, and above hearts that each counts two; return whether a sign, and
    not words, says how many cards are hidden.

    The word *points* stands above all fans or above none; above a suit without cards stands 0 in the same form, or
    nothing where that has no room. Above an empty bank stands what a card of each suit counts.
    """
    view, points_by_card = scene.view, card_points(scene.view)
    if not bank:
        for suit_fan in bank_fans.fans:
            y = rect.y + bank_fans.first_row_of(suit_fan) - 1
            _paint_points_per_card(brush, rect.x + suit_fan.x, y, suit_fan.suit, scene, suit_fan.tray_width - 2)
        return True
    exact = cards_that_count_double(view, scene.focus)
    headings: list[tuple[SuitFan, int, int, int]] = []  # with the points of each card, or 0 if they differ
    for suit_fan in bank_fans.fans:
        of_suit = [card for card in bank if card.suit == suit_fan.suit]
        points = sum(points_by_card[card] * (2 if card in exact and card.suit else 1) for card in of_suit)
        room = bank_fans.end_column_of(suit_fan, rect.width) - suit_fan.x - 1 - len(suit_fan.suit or "Jk")
        each = points_by_card[Card(13 * SUITS.index(suit_fan.suit)) if suit_fan.suit else JOKER]
        headings.append((suit_fan, points, each if points == each * len(of_suit) else 0, room))

    def hidden_part(suit_fan: SuitFan, *, says_hidden: bool) -> str:
        """Return the part of a heading that says how many cards are left out, all in words or all by a sign."""
        left_out = suit_fan.cards_left_out
        if not left_out:
            return ""
        return f", {count(left_out, 'card')} hidden" if says_hidden else f" {_left_out_text(left_out, brush)}"

    def has_units(*, says_hidden: bool) -> bool:
        """Return whether all headings have room for the unit of the points and for how many cards are left out."""
        return all(
            len(f" {score_text(view, points)}{hidden_part(suit_fan, says_hidden=says_hidden)}") <= room
            for suit_fan, points, _, room in headings
            if suit_fan.card_indexes
        )

    says_hidden = has_units(says_hidden=True)  # beside bare numbers the words would seem to be about points
    has_unit = says_hidden or has_units(says_hidden=False)
    for suit_fan, points, each, room in headings:
        hidden = hidden_part(suit_fan, says_hidden=says_hidden)
        number = score_text(view, points) if has_unit else f"{points}"
        texts = [f"{number}, {each} each"] * (has_unit and each > 1)  # two bare numbers would be read as of one unit
        last = f"{points}" if suit_fan.card_indexes else ""
        words = next((text for text in [*texts, number] if len(text + hidden) + 1 <= room), last)
        y = rect.y + bank_fans.first_row_of(suit_fan) - 1
        x = start = brush.write(rect.x + suit_fan.x, y, suit_fan.suit or "Jk", "ink", bold=True)
        x = brush.write(x + 1, y, words, "highlight" if each > 1 else "ink", width=max(room - 1, 1))
        brush.write(x, y, hidden, "muted", width=max(start + room - x, 0))
    return not says_hidden


def _paint_left_out_count(
    brush: Brush,
    layout: MadQueensLayout,
    suit_fan: SuitFan,
    first_card: Card,
    first_state: State,
    size: Size,
    x: int,
    row_below: int,
) -> None:
    """Paint how many cards of a fan without a heading are left out, by a sign: below the fan, or if there is no row
    below, on its `first_card`, which has `first_state`.

    A chip has no room beside rank and suit, so the sign takes its place, and counts it. The sign covers all of ``x2``,
    as its number and the 2 would read as one; it leaves ``TOP`` whole.
    """
    sign = _left_out_text(suit_fan.cards_left_out, brush)
    if _is_row_free(layout, row_below):
        brush.write(x, row_below, sign, "ink", bold=True)
        return
    is_whole = len(suit_fan.card_indexes) == 1 or suit_fan.step >= size.width
    columns = size.width if is_whole else suit_fan.step
    if size is CHIP:
        sign = _left_out_text(suit_fan.cards_left_out + 1, brush).ljust(columns)
    elif is_whole and (State.TOP in first_state or len(sign) >= size.width - len(brush.look.card_text(first_card))):
        sign = _left_out_arrow(brush)  # a number would read as one with the rank behind it
    elif State.DOUBLED in first_state:
        sign = sign.ljust(columns)
    brush.write_badge(x, row_below - 1, sign, "panel", width=len(sign))


def _is_row_free(layout: MadQueensLayout, row_below: int) -> bool:
    """Return whether the row below a line of fans is free for what is written below these."""
    return row_below < layout.felt.bottom and row_below != layout.queens.y


def _says_hidden_below(layout: MadQueensLayout, bank_fans: BankFans) -> bool:
    """Return whether the fans without headings say in words below them how many cards they leave out: all, or none, so
    that there is one way to say it.
    """
    size = bank_fans.size
    short = [suit_fan for suit_fan in bank_fans.fans if suit_fan.cards_left_out]
    return not bank_fans.has_headings and all(
        len(_more_text(suit_fan.cards_left_out)) <= suit_fan.columns(size)
        and _is_row_free(layout, layout.bank.y + bank_fans.first_row_of(suit_fan) + size.height)
        for suit_fan in short
    )


def _more_text(cards_left_out: int) -> str:
    """Return in words how many cards a fan leaves out, below it, where no points are that the number could add to."""
    return f"{cards_left_out} more"


def _left_out_text(cards_left_out: int, brush: Brush) -> str:
    """Return the number of cards that a fan leaves out, with an arrow so that it does not look like points: ``◄2``."""
    return f"{_left_out_arrow(brush)}{cards_left_out}"


def _explanations_of_arrow(brush: Brush, bank_fans: BankFans) -> Sequence[str]:
    """Return explanations of the arrow before the number of cards that a fan leaves out, the longest first; none if no
    card is left out."""
    arrow = _left_out_arrow(brush)
    return (f"{arrow} cards hidden", f"{arrow} hidden") if bank_fans.cards_left_out else ()


def _left_out_arrow(brush: Brush) -> str:
    """Return the arrow before the number of cards that a fan leaves out."""
    return "<" if brush.look.ascii else "◄"


def _bank_card_states(bank: Sequence[Card], doubled: Collection[Card], cards_demanded: int) -> list[State]:
    """Return the states of a bank's cards: DOUBLED for the `doubled` cards, else normal.

    The last `cards_demanded` cards, which a Queen takes now, are TAKEN.
    """
    states = [State.DOUBLED if card in doubled else State.NORMAL for card in bank]
    for place in range(len(bank) - cards_demanded, len(bank)):
        states[place] |= State.TAKEN
    return states


def paint_queens(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> None:
    """Paint the four Queens of the seat in front: laid aside, in the deck face down, or spent; nothing as long as a
    lesson teaches later what they are for."""
    rect, size, look = layout.queens, layout.queen_size, scene.look
    places = queen_places(scene.view, scene.focus)
    if rect.x >= layout.felt.right:
        brush.fill_ground(Rect(layout.felt.right, rect.y, scene.width - layout.felt.right, rect.height), "panel")
    if BANK_PRICE_TOPIC in scene.taught_later:
        return
    if rect.height == 1:
        _paint_queens_in_a_row(brush, rect, places)
        return
    if size is CHIP:
        for number, (number_of_card, place) in enumerate(places):
            if rect.height >= 4:
                x, y, name = rect.x, rect.y + number, look.card_text(Card(number_of_card))
                if place == "in deck":  # a back of one row looks like a dash
                    brush.write(x, y, name, "ink", bold=True)
                else:
                    _paint_queen_chip(brush, x, y, Card(number_of_card), place)
                brush.write(x + 5, y, place, "muted" if place == "spent" else "ink")
            else:
                x, y = rect.x + number % 2 * 9, rect.y + number // 2
                end = brush.write(x, y, look.card_text(Card(number_of_card)), "ink", bold=True)
                brush.write(end, y, f" {place.removeprefix('in ')}", "muted")
        return
    title = title_of(scene, scene.focus, "QUEENS")
    brush.write(rect.x, rect.y, title, "muted", bold=True, width=rect.width)
    for number, (number_of_card, place) in enumerate(places):
        x = rect.x + number * (size.width + 1)
        _paint_queen(brush, x, rect.y + 1, Card(number_of_card), place, size)


def _paint_queens_in_a_row(brush: Brush, rect: Rect, places: Sequence[tuple[int, str]]) -> None:
    """Paint the four Queens side by side in one row; `places` has each Queen's card and the word for where she is."""
    for number, (number_of_card, place) in enumerate(places):
        x = rect.x + number * rect.width // len(places)
        _paint_queen_chip(brush, x, rect.y, Card(number_of_card), place)
        brush.write(x + CHIP.width + 1, rect.y, place.removeprefix("in "), "muted" if place == "spent" else "ink")


def _paint_queen_chip(brush: Brush, x: int, y: int, queen: Card, queen_state: str) -> None:
    """Paint one of the four Queens as a chip; of a spent one the sign "-" is left out, as a word stands beside her."""
    drawing = face(queen, CHIP, brush.look, _card_state_of_queen(queen_state))
    brush.canvas.blit(x, y, drawing)
    if queen_state == "spent":
        brush.canvas.text(x + CHIP.width - 1, y, " ", drawing.styles[0][0] or style())


def _paint_queen(brush: Brush, x: int, y: int, queen: Card, queen_state: str, size: Size) -> None:
    """Paint one of the four Queens, and below her the word `queen_state`, which says where she is."""
    look = brush.look
    brush.canvas.blit(x, y, face(queen, size, look, _card_state_of_queen(queen_state)))
    word = queen_state
    if queen_state == "in deck":  # her back does not say who she is
        word = f"{look.card_text(queen)} deck" if size.width > 5 else look.card_text(queen)
    start = x + (size.width - len(word) + 1) // 2
    brush.write(start, y + size.height, word, "muted" if queen_state == "spent" else "ink")


def _card_state_of_queen(queen_state: str) -> State:
    """Return the state in which a Queen is painted if she is ``aside``, ``in deck`` or ``spent``."""
    return {"aside": State.NORMAL, "in deck": State.DOWN, "spent": State.DIM}[queen_state]
