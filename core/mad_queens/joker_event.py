"""A Joker event, which happens when a Joker is drawn as a banned card: every seat turns two cards, and banks them if
one of them hits (RULINGS 2.7)."""

from __future__ import annotations

from core.engine.cards import Card
from core.mad_queens.bank import add_doubled_cards, discard_row
from core.mad_queens.game_end import DECK_OUT_CAUSE, end_game
from core.mad_queens.hit_masks import is_queen, mask_of_cards_that_hit
from core.mad_queens.queens import add_queen_to_deck, pay_queen
from core.mad_queens.state import MadQueensState
from core.mad_queens.turn import turn_more_cards


def run_joker_event(match: MadQueensState, seat: int, banned_cards: list[Card]) -> None:
    """Carry out the event of a Joker that was drawn as a banned card for one seat: it turns two cards of its deck, and
    if one of the two hits a banned card, the two go onto the seat's bank.

    `banned_cards` are the banned cards that count for this. If a turned card is a Queen, the seat pays her price and
    discards one more card of its deck. The seat's game ends by a Queen whose price it cannot pay, by its fourth Queen,
    or if its deck has run out (RULINGS 2.7, MQ-32 to MQ-36).
    """
    layout = match.layout
    queens = [card for card in turn_more_cards(match, seat, 2) if is_queen(card)]
    while queens:
        cause = pay_queen(match, seat, queens.pop(0))
        if cause:
            discard_row(match, seat)
            end_game(match, seat, cause)
            return
        if not match.has_no_card_to_turn(seat):
            extra = match.deck_streams[seat].draw(match.decks[seat])
            match.lay(layout.deck[seat], layout.gone[seat], extra)
            if is_queen(extra):
                queens.append(extra)
            else:
                match.remark("event extra", seat, extra)
    row = match.rows[seat]
    if row:
        _score_joker_event(match, seat, row, banned_cards)
    if match.has_no_card_to_turn(seat):
        end_game(match, seat, DECK_OUT_CAUSE)


def _score_joker_event(match: MadQueensState, seat: int, row: list[Card], banned_cards: list[Card]) -> None:
    """Bank and score the turned cards (`row`) if one of them hits a card of `banned_cards`; else discard them.

    An exact hit counts double. With the option `joker_event_costs_queen` banking them puts a Queen into the deck.
    """
    layout = match.layout
    scoring = mask_of_cards_that_hit(banned_cards, 0)
    if not any(scoring >> card & 1 for card in row):
        match.remark("event misses", seat, tuple(row))
        discard_row(match, seat)
        return
    exact = tuple([card for card in row if card in banned_cards]) if match.has_exact_hits else ()
    points = sum([match.points_by_card[card] * (2 if card in exact else 1) for card in row])
    match.remark("event scores", seat, tuple(row), points)
    match.move(layout.shown[seat], layout.bank[seat], row)
    add_doubled_cards(match, seat, exact)
    match.set(layout.score[seat], match.score(seat) + points)
    if match.options["joker_event_costs_queen"] and not match.has_no_card_to_turn(seat):
        add_queen_to_deck(match, seat)
