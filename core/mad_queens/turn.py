"""Carries out a seat's decisions: revealing a card with all that follows from it, and banking (RULINGS 2.4, 2.5)."""

from __future__ import annotations

from core.engine.action import Action
from core.engine.cards import JOKER, Card
from core.mad_queens.bank import bank_row
from core.mad_queens.game_end import count_turned_queens, end_game_if_deck_is_out, end_play
from core.mad_queens.hit_masks import IS_QUEEN_BY_CARD
from core.mad_queens.hits import bank_exact_hit, end_game_by_queen, is_exact_hit, lose_row, mark_hit_cards
from core.mad_queens.legal import REVEAL_OR_BANK_CHOICES, reveal_or_bank_queen_choices
from core.mad_queens.queens import add_queen_to_deck, pay_queen
from core.mad_queens.state import MAX_QUEENS_IN_DECK, MadQueensState


def reveal_card(match: MadQueensState, seat: int) -> None:
    """Turn a card and carry out its consequences (RULINGS 2.4), and update the seat's `choices`."""
    card = turn_one_card(match, seat)
    if match.hit_masks[seat] >> card & 1 and not resolve_turned_cards(match, seat, [card]):
        return
    if len(match.decks[seat]) <= MAX_QUEENS_IN_DECK and end_game_if_deck_is_out(match, seat):
        return
    match.choices[seat] = (
        reveal_or_bank_queen_choices(match.asides[seat]) if match.player_chooses_queen else REVEAL_OR_BANK_CHOICES
    )


def bank_and_end_play(match: MadQueensState, seat: int, action: Action) -> None:
    """Bank the row, put a Queen into the deck, and end the play (RULINGS 2.5).

    The action may name the Queen. After an exact hit the row may be empty; the banking still costs a Queen (MQ-22).
    """
    if not match.rows[seat]:
        match.remark("banked", seat, 0, 0)
    bank_row(match, seat)
    add_queen_to_deck(match, seat, *action.cards if len(action) > 1 else ())
    end_play(match, seat, "banked")


def turn_one_card(match: MadQueensState, seat: int) -> Card:
    """Turn the next card of the seat's deck: a Queen is discarded at once, any other card joins the row."""
    card = match.deck_streams[seat].draw(match.decks[seat])
    if IS_QUEEN_BY_CARD[card]:
        match.lay(match.layout.deck[seat], match.layout.gone[seat], card)
    else:  # as `lay` does, without the call: this is the one step that every action takes
        match.rows[seat].append(card)
        match.changes.append(match.layout.turned_card_moves[seat][card])
    return card


def turn_more_cards(match: MadQueensState, seat: int, count: int) -> list[Card]:
    """Turn `count` more cards, or all that may be turned if the deck has fewer, and return them (MQ-14)."""
    turned: list[Card] = []
    while len(turned) < count and not match.has_no_card_to_turn(seat):
        turned.append(turn_one_card(match, seat))
    return turned


def _open_joker(match: MadQueensState, seat: int) -> list[Card]:
    """Turn two more cards for a Joker, or all that may be turned if the deck has fewer, and return them (MQ-14).

    A remark comes before them; its particular is their number if there are fewer than two.
    """
    first_change = len(match.changes)
    turned = turn_more_cards(match, seat, 2)
    match.remark("joker", seat, *([] if len(turned) == 2 else [len(turned)]))
    match.changes.insert(first_change, match.changes.pop())  # only the cards tell how many may be turned (MQ-40)
    return turned


def resolve_turned_cards(match: MadQueensState, seat: int, queue: list[Card]) -> bool:
    """Carry out the consequences of the turned cards in `queue`, in the order in which they were turned.

    See RULINGS 2.4 and MQ-12. The row is lost by a caught card only at the end: a Queen turned with it is paid before,
    and the caught card counts for her price if it is of her suit (MQ-13). Returns whether the seat may decide again; if
    not, its play is over and its row has been discarded or banked.
    """
    eventful = match.hit_masks[seat]
    catch: tuple[Card, Card] | None = None
    for place, card in enumerate(queue, start=1):  # the queue grows during this loop
        if not eventful >> card & 1:
            continue
        if card == JOKER:
            queue += _open_joker(match, seat)
        elif IS_QUEEN_BY_CARD[card]:
            cause = pay_queen(match, seat, card)
            if cause:
                end_game_by_queen(match, seat, cause, catch, queue[place:])
                return False
            queue += turn_more_cards(match, seat, 1)
        elif is_exact_hit(match, seat, card):
            bank_exact_hit(match, seat, card)
        else:
            catcher = mark_hit_cards(match, seat, card)
            catch = catch or (card, catcher)
            if match.options["joker_ban_stops"]:
                count_turned_queens(match, seat)
                break
    if catch:
        lose_row(match, seat, *catch)
    return not catch
