"""Queens at a seat: the price of a turned Queen, and the Queen that a banking puts into the deck (RULINGS 2.4, 2.5)."""

from __future__ import annotations

from core.engine.cards import Card
from core.mad_queens.bank import set_doubled_cards
from core.mad_queens.game_end import CANNOT_PAY_CAUSE, FOURTH_QUEEN_CAUSE
from core.mad_queens.state import MadQueensState


def pay_queen(match: MadQueensState, seat: int, queen: Card) -> str:
    """Pay the price of a Queen that has been turned: 2 cards of the bank and 1 for each card of her suit in the row.

    Returns why the seat's game ends by her: `CANNOT_PAY_CAUSE` or `FOURTH_QUEEN_CAUSE`, for which the caller must
    discard the row and end that game; "" if it goes on (MQ-15 to MQ-20, RULINGS 2.8).
    """
    layout = match.layout
    row, bank = match.rows[seat], match.banks[seat]
    # The Queen and banked cards are not in the row, and a Joker in the row has no suit (MQ-16).
    price = 2 + sum([card // 13 == queen // 13 for card in row])
    spent = match.number_in_fact(layout.spent[seat]) + 1
    match.set(layout.spent[seat], spent)
    if len(bank) < price:
        match.remark("cannot pay", seat, queen, price, len(bank))
        return CANNOT_PAY_CAUSE
    paid = bank[: -price - 1 : -1]  # from the top, doubled cards as well (MQ-17)
    match.remark("price", seat, queen, price, tuple(paid))
    doubled = match.doubled_cards(seat)
    lost = sum([match.points_by_card[card] * (2 if card in doubled else 1) for card in paid])
    match.move(layout.bank[seat], layout.gone[seat], paid)
    if doubled:
        set_doubled_cards(match, seat, tuple(card for card in doubled if card not in paid))
    match.set(layout.score[seat], match.score(seat) - lost)
    if spent == 4:
        match.remark("fourth", seat, queen)
        return FOURTH_QUEEN_CAUSE
    return ""


def add_queen_to_deck(match: MadQueensState, seat: int, queen: Card | None = None) -> None:
    """Shuffle one of the Queens that the seat has set aside into its deck; if there is none, record that the seat is
    due a temporary card (MQ-24, MQ-26).

    The seat's own stream of random numbers draws one of the Queens set aside, unless `queen` is given (option
    `queen_choice`). Only the cards still in the deck are shuffled: discards never come back (MQ-25).
    """
    layout = match.layout
    aside = match.asides[seat]
    if not aside:
        match.facts[layout.owed[seat].layout_index] = match.number_in_fact(layout.owed[seat]) + 1
        match.remark("owed", seat)
        return
    if queen is None:
        queen = match.streams[match.seats + seat].draw(aside)
        aside.sort()
    else:
        aside.remove(queen)
    match.remark("queen in", seat, queen)
    match.lay(layout.aside[seat], layout.deck[seat], queen)
    match.deck_streams[seat].shuffle(match.decks[seat])
