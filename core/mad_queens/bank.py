"""A seat's row and bank: banking or losing the row, and the cards of the bank that count double (RULINGS 2.5)."""

from __future__ import annotations

from core.engine.cards import Card
from core.mad_queens.state import MadQueensState


def bank_row(match: MadQueensState, seat: int, exact_hits: tuple[Card, ...] = ()) -> None:
    """Put the row onto the bank in the order turned, and score it (RULINGS 2.5, MQ-18); do nothing if it is empty.

    `exact_hits` are the cards of the row that are exact hits: they lie face up there and count double.
    """
    layout = match.layout
    row = match.rows[seat]
    if row:
        points = sum([match.points_by_card[card] for card in (*row, *exact_hits)])
        match.remark("banked", seat, len(row), points)
        match.move(layout.shown[seat], layout.bank[seat], row)
        if exact_hits:
            add_doubled_cards(match, seat, exact_hits)
        match.set(layout.score[seat], match.score(seat) + points)


def discard_row(match: MadQueensState, seat: int) -> None:
    """Move the seat's row to its cards that are out of play (the pile ``gone``)."""
    match.move(match.layout.shown[seat], match.layout.gone[seat], match.rows[seat][::-1])


def add_doubled_cards(match: MadQueensState, seat: int, cards: tuple[Card, ...]) -> None:
    """Record that these cards of the bank lie face up and count double."""
    set_doubled_cards(match, seat, (*match.doubled_cards(seat), *cards))


def set_doubled_cards(match: MadQueensState, seat: int, cards: tuple[Card, ...]) -> None:
    """Record which cards of the bank count double."""
    match.set(match.layout.exact[seat], cards)
    match.set(match.layout.doubled[seat], len(cards))
