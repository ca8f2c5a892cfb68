"""Carries out the actions of Big Queen: a turn from its first card to its discard, asking, announcing, catching."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.big_queen.layout import (
    ANNOUNCEMENT_DUE_FACT,
    ANSWER_NO,
    ANSWER_YES,
    ANSWERS_PENDING,
    ASKED_FACT,
    NOT_ASKED_YET,
    OPENING_FACT,
    PERMITTING_PARTNERS_FACT,
    SEAT_ON_TURN_FACT,
    TEAM_OF_SEAT,
)
from core.big_queen.legal import CATCH_ACTION_BY_SEAT
from core.big_queen.melds import COUNT_OF_ONE_CARD
from core.big_queen.round import deal_round, end_round, renew_stock
from core.big_queen.state import BigQueenState
from core.engine.action import Action, Word
from core.engine.cards import RANKS, Card
from core.engine.piles import EVERYONE, PHASE_FACT, TOP_POSITION, Change, Moved, make_change_from_fields, remove_cards

MAX_CARDS_THAT_NEED_PERMISSION: Final = 4
"""The legal actions of a hand depend on permission to go out if it has at most this number of cards (RULINGS 4.3)."""


# Dealing, drawing and taking


def _perform_deal(match: BigQueenState, seat: int, action: Action) -> None:
    """Carry out the action `deal`: roll the dice and deal the cards of the round."""
    deal_round(match, seat)


def _perform_draw(match: BigQueenState, seat: int, action: Action) -> None:
    """Draw a card; if there is none and no stock can be made, the round ends blocked (BQ-21)."""
    if not match.stock and not renew_stock(match):
        match.remark("blocked", seat)
        end_round(match, None)
        return
    card = match.draw_from_stock(match.stock)
    match.piles[seat].append(card)
    match.counts[seat][card % 13] += COUNT_OF_ONE_CARD[card]
    facts = match.facts
    if facts[ANNOUNCEMENT_DUE_FACT] or facts[OPENING_FACT]:
        _record_draw_or_take(match, seat)
    facts[PHASE_FACT] = "play"
    match.changes += match.layout.draw_changes[seat][card]


def _record_draw_or_take(match: BigQueenState, seat: int) -> None:
    """Record that a seat has drawn or taken in its turn, so that the opening of the round is over (`OPENING_FACT`).

    If the seat owed an announcement, it owes it no longer, and nobody can catch it any more (RULINGS 4.4).
    """
    match.set_fact(OPENING_FACT, False)
    _clear_owed_announcement(match, seat)
    match._waiting = match.layout.all_seats if match.facts[ANNOUNCEMENT_DUE_FACT] else match.layout.only_seat[seat]


def _perform_take(match: BigQueenState, seat: int, action: Action) -> None:
    """Take a card of the discard pile, lay it with two cards of the hand, and take the cards above it into the hand.

    See BQ-6 to BQ-9. With the option `free_first_upcard` the first upcard of the round goes into the
    hand without being laid.
    """
    layout, discard, facts = match.layout, match.discard, match.facts
    place = action[1]
    assert isinstance(place, int)
    chosen = discard[place - 1]
    if len(action) == 2:
        _take_newest_discards(match, seat, tuple(discard))
        match.remark("taken freely", seat, chosen)
    else:
        along = tuple(discard[place:])
        if along:
            _take_newest_discards(match, seat, along)
        used = action.cards
        area = layout.meld[TEAM_OF_SEAT[seat]][chosen % 13]
        match.piles[area.layout_index].append(discard.pop())
        match.changes.append(make_change_from_fields(Moved, (EVERYONE, layout.discard, area, (chosen,), TOP_POSITION)))
        _lay_cards(match, seat, chosen % 13, used)
        match.remark("taken", seat, chosen, used, len(along))
    if facts[ANNOUNCEMENT_DUE_FACT] or facts[OPENING_FACT]:
        _record_draw_or_take(match, seat)
    facts[PHASE_FACT] = "play"
    match.changes.append(layout.play_phase_change)


def _take_newest_discards(match: BigQueenState, seat: int, cards: tuple[Card, ...]) -> None:
    """Move these cards, which are the newest of the discard pile, into the hand, the oldest first."""
    del match.discard[len(match.discard) - len(cards) :]
    match.piles[seat] += cards
    match.changes.append(
        make_change_from_fields(Moved, (EVERYONE, match.layout.discard, match.layout.hand[seat], cards, TOP_POSITION))
    )
    counts = match.counts[seat]
    for card in cards:
        counts[card % 13] += COUNT_OF_ONE_CARD[card]


# Laying and discarding


def _lay_cards(match: BigQueenState, seat: int, rank: int, cards: tuple[Card, ...]) -> None:
    """Lay cards of the hand in the team's set of a rank (BQ-11 to BQ-13)."""
    team = TEAM_OF_SEAT[seat]
    hand, area, counts = match.layout.hand[seat], match.layout.meld[team][rank], match.counts[seat]
    remove_cards(match.piles[seat], cards)
    match.piles[area.layout_index] += cards
    match.changes.append(make_change_from_fields(Moved, (EVERYONE, hand, area, cards, TOP_POSITION)))
    match.sets[team] |= 1 << rank
    for card in cards:
        counts[card % 13] -= COUNT_OF_ONE_CARD[card]


def _perform_meld(match: BigQueenState, seat: int, action: Action) -> None:
    """Lay the cards of an action as a set."""
    cards = action.cards
    _lay_cards(match, seat, cards[0] % 13, cards)
    match.remark("melded", seat, cards)


def _perform_add(match: BigQueenState, seat: int, action: Action) -> None:
    """Lay a card on the set of its rank, or a two on the set that the action names."""
    card = action[1]
    assert isinstance(card, Card)
    if len(action) == 2:
        _lay_cards(match, seat, card % 13, (card,))
        match.remark("added", seat, card)
    else:
        _lay_cards(match, seat, RANKS.index(str(action[3])), (card,))
        match.remark("added", seat, card, action[3])


def _perform_discard(match: BigQueenState, seat: int, action: Action) -> None:
    """Discard a card and end the turn, and with the last card of the hand the round (BQ-23, BQ-24)."""
    card = action[1]
    assert isinstance(card, Card)
    layout, facts, hand = match.layout, match.facts, match.piles[seat]
    # The topmost of its like, as a move takes it.
    del hand[~hand[::-1].index(card)]
    match.discard.append(card)
    match.counts[seat][card % 13] -= COUNT_OF_ONE_CARD[card]
    away: tuple[Change, ...] = layout.discard_changes[seat][card]
    if len(hand) < 2:
        match.changes += away[:2]
        if not _end_round_or_demand_announcement(match, seat, len(action) == 3):
            return
        away = away[2:]
    match.changes += away
    if facts[ASKED_FACT] != NOT_ASKED_YET:
        facts[ASKED_FACT] = NOT_ASKED_YET
        match.changes.append(layout.permission_changes[NOT_ASKED_YET])
    facts[SEAT_ON_TURN_FACT] = turn = (seat + 1) % match.seats
    facts[PHASE_FACT] = "draw"
    match._waiting = layout.all_seats if facts[ANNOUNCEMENT_DUE_FACT] else layout.only_seat[turn]


def _end_round_or_demand_announcement(match: BigQueenState, seat: int, is_announced: bool) -> bool:
    """After a discard that left one card or none: end the round, or record whether the one card is announced or owed.

    Returns False if the round has ended (RULINGS 4.3, BQ-17).
    """
    if not match.piles[seat]:
        match.remark("out", seat)
        end_round(match, seat)
        return False
    if is_announced:
        match.remark("announced", seat)
    else:
        match.set_fact(ANNOUNCEMENT_DUE_FACT, tuple(sorted((*match.seats_in_fact(ANNOUNCEMENT_DUE_FACT), seat))))
    return True


# Asking, announcing and catching


def _perform_ask(match: BigQueenState, seat: int, action: Action) -> None:
    """Ask the partners whether the seat may go out; they answer once no announcement is due."""
    match.facts[ASKED_FACT] = ANSWERS_PENDING
    match.changes += match.layout.request_changes[seat]["ask"]
    match.asker_choices = ()
    if not match.facts[ANNOUNCEMENT_DUE_FACT]:
        match._waiting = match.layout.partners[seat]
        match.asker_choices = match.chosen_from[:-1]


def _perform_answer(match: BigQueenState, seat: int, action: Action) -> None:
    """Record a partner's answer: the first no refuses permission; the yes of every partner gives it (BQ-15, BQ-16)."""
    layout, facts = match.layout, match.facts
    answer = action.verb
    remark, result = layout.request_changes[seat][answer]
    match.changes.append(remark)
    said = match.seats_in_fact(PERMITTING_PARTNERS_FACT)
    if answer == ANSWER_YES and len(said) + 1 < len(layout.partners[seat]):
        match.set_fact(PERMITTING_PARTNERS_FACT, tuple(sorted((*said, seat))))
        match.update_waiting()
        return
    facts[ASKED_FACT] = answer
    match.changes.append(result)
    if said:
        match.set_fact(PERMITTING_PARTNERS_FACT, ())
    asker = match.number_in_fact(SEAT_ON_TURN_FACT)
    match._waiting = layout.all_seats if facts[ANNOUNCEMENT_DUE_FACT] else layout.only_seat[asker]
    # The asker has the same legal actions as before, without asking (the last of them), unless its cards are so few
    # that a yes allows more. (While an announcement is due, the choices can change without the asker.)
    if match.asker_choices and (answer == ANSWER_NO or len(match.piles[asker]) > MAX_CARDS_THAT_NEED_PERMISSION):
        match.choices[asker] = match.asker_choices


def _perform_announce(match: BigQueenState, seat: int, action: Action) -> None:
    """Announce that the seat has one card left; the seat then no longer owes this announcement (the fact `due`)."""
    match.remark("announced", seat)
    _clear_owed_announcement(match, seat)
    match.update_waiting()


def _perform_catch(match: BigQueenState, seat: int, action: Action) -> None:
    """Catch a seat that has not announced its one card: it draws one, if it can (RULINGS 4.4, BQ-18, BQ-21)."""
    caught = CATCH_ACTION_BY_SEAT.index(action)
    _clear_owed_announcement(match, caught)
    match.remark("caught", caught, seat, len(match.stock) > 0)
    if match.stock:
        card = match.turn(match.streams[0], match.layout.stock, match.layout.hand[caught])
        match.counts[caught][card % 13] += COUNT_OF_ONE_CARD[card]
    match.update_waiting()


def _clear_owed_announcement(match: BigQueenState, seat: int) -> None:
    """Remove a seat from the seats that owe an announcement (the fact `due`)."""
    match.set_fact(
        ANNOUNCEMENT_DUE_FACT, tuple(other for other in match.seats_in_fact(ANNOUNCEMENT_DUE_FACT) if other != seat)
    )


PERFORM_BY_VERB: Final[Mapping[Word, Callable[[BigQueenState, int, Action], None]]] = {
    "deal": _perform_deal,
    "draw": _perform_draw,
    "take": _perform_take,
    "meld": _perform_meld,
    "add": _perform_add,
    "discard": _perform_discard,
    "ask": _perform_ask,
    "yes": _perform_answer,
    "no": _perform_answer,
    "announce": _perform_announce,
    "catch": _perform_catch,
}
"""Maps the verb of each action to the function that carries it out."""
