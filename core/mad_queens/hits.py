"""Hits on banned cards: the marks of a turned card, the exact hit, and the loss of the row (RULINGS 2.4)."""

from __future__ import annotations

from typing import Final

from core.engine.cards import JOKER, Card
from core.engine.rule_set import SECOND_REVISION
from core.mad_queens.bank import add_doubled_cards, bank_row, discard_row
from core.mad_queens.game_end import DECK_OUT_CAUSE, FOURTH_QUEEN_CAUSE, end_game, end_play
from core.mad_queens.hit_masks import HITTING_CARDS_BY_BANNED_CARD, IS_QUEEN_BY_CARD
from core.mad_queens.queens import add_queen_to_deck
from core.mad_queens.state import MadQueensState

HIT_MARK_BITS: Final = (1, 2, 4)
"""The bits that mark which banned cards a seat has hit: the first shared card, the second, and one bit for all
temporary cards (MQ-30).

So a hit on a shared card leaves the temporary cards in place, and the other way round (MQ-31).
"""


def mark_hit_cards(match: MadQueensState, seat: int, card: Card) -> Card:
    """Mark every card banned for this seat that `card` hits, one at least, and return the first (MQ-5, MQ-30)."""
    marked = match.layout.marked[seat].layout_index
    in_force = match.banned + match.temporaries[seat]
    hit = [place for place, banned in enumerate(in_force) if HITTING_CARDS_BY_BANNED_CARD[banned] >> card & 1]
    for place in hit:
        match.facts[marked] |= HIT_MARK_BITS[min(place, 2)]  # type: ignore[operator]
    return in_force[hit[0]]


def is_exact_hit(match: MadQueensState, seat: int, card: Card) -> bool:
    """Return whether a turned card is the very card that is banned for the seat, where that counts (MQ-3)."""
    return match.has_exact_hits and (card in match.banned or card in match.temporaries[seat])


def bank_exact_hit(match: MadQueensState, seat: int, card: Card) -> None:
    """Bank one card of the row face up, so that it counts double (MQ-3, MQ-4, MQ-21, MQ-38).

    By default the banned card is replaced, and no Queen goes into the deck: the options `exact_hit_replaces` and
    `exact_hit_costs_queen`.
    """
    layout = match.layout
    points = 2 * match.points_by_card[card]
    match.remark("exact", seat, card, points)
    match.move(layout.shown[seat], layout.bank[seat], (card,))
    add_doubled_cards(match, seat, (card,))
    match.set(layout.score[seat], match.score(seat) + points)
    match.set(layout.hits[seat], match.number_in_fact(layout.hits[seat]) + 1)
    if match.options["exact_hit_replaces"]:
        mark_hit_cards(match, seat, card)
    if match.options["exact_hit_costs_queen"] and not match.has_no_card_to_turn(seat):  # a deck that is out stays so
        add_queen_to_deck(match, seat)


def end_game_by_queen(
    match: MadQueensState, seat: int, cause: str, catch: tuple[Card, Card] | None, later_cards: list[Card]
) -> None:
    """End the seat's game by a Queen who cannot be paid or is the fourth (MQ-5, MQ-39, RULINGS 2.8).

    cause        `CANNOT_PAY_CAUSE` or `FOURTH_QUEEN_CAUSE`
    catch        the card of the row that was caught before the Queen and the banned card that caught it; None without
                 a caught card
    later_cards  the cards that the same Joker turned after the Queen: they mark the banned cards that they hit, and
                 have no other consequence

    The row is lost, unless the Queen is the fourth, the option `fourth_queen_keeps_row` is on, and no card of the row
    is caught: then it is banked, and its exact hits count double.
    """
    keeps_row = cause == FOURTH_QUEEN_CAUSE and match.options["fourth_queen_keeps_row"] is True
    exact: list[Card] = []
    if match.revision < SECOND_REVISION:
        catch = None
        later_cards = []
    for card in later_cards:
        if not match.hit_masks[seat] >> card & 1 or card == JOKER or IS_QUEEN_BY_CARD[card]:
            continue
        if not is_exact_hit(match, seat, card):
            catcher = mark_hit_cards(match, seat, card)
            if keeps_row:
                catch = catch or (card, catcher)
        else:
            exact.append(card)
            if match.options["exact_hit_replaces"]:
                mark_hit_cards(match, seat, card)
    if catch:
        match.remark("caught", seat, *catch, len(match.rows[seat]))
    elif keeps_row:
        bank_row(match, seat, tuple(exact))
    discard_row(match, seat)
    end_game(match, seat, cause)


def lose_row(match: MadQueensState, seat: int, caught_card: Card, banned_card: Card) -> None:
    """Discard the row and end the play, because the banned card `banned_card` has caught the card `caught_card`.

    The seat's game ends, too, if its deck has run out or it has turned four Queens.
    An exact hit has been banked before, and stays in the bank (MQ-23).
    """
    layout = match.layout
    match.remark("caught", seat, caught_card, banned_card, len(match.rows[seat]))
    discard_row(match, seat)
    if match.facts[layout.spent[seat].layout_index] == 4:
        end_game(match, seat, FOURTH_QUEEN_CAUSE)
    elif match.has_no_card_to_turn(seat):
        end_game(match, seat, DECK_OUT_CAUSE)
    else:
        end_play(match, seat, "caught")
