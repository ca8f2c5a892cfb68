"""The banned cards and the banned deck: filling the two shared slots, and temporary cards (RULINGS 2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.cards import JOKER, pack
from core.engine.piles import BOX, TOP_POSITION
from core.engine.rule_set import SECOND_REVISION
from core.mad_queens.hit_masks import ALL_VALUES_MASK, JOKER_VALUE_BIT, VALUE_BIT_BY_CARD, mask_of_values
from core.mad_queens.joker_event import run_joker_event
from core.mad_queens.state import MadQueensState

BANNED_CARD_SLOTS: Final = (0, 1)
"""The indexes of the two slots: the places in the pile `banned` where a banned card for all seats lies."""

BANNED_SLOTS_BY_HIT_MARKS: Final = ((), (0,), (1,), BANNED_CARD_SLOTS)
"""Maps the hit marks of all seats, joined by *or* (`core.mad_queens.hits.HIT_MARK_BITS`), to the slots whose banned
card was hit, and is replaced."""


def update_banned_cards(match: MadQueensState, seats: Sequence[int]) -> None:
    """Carry out steps 1 to 5 of RULINGS 2.6, at the end of a play, for these seats in this order: they replace the
    banned cards that were hit, and draw temporary ones.

    Shared cards that no seat has hit stay (MQ-8).
    """
    marks = _clear_hit_marks(match, seats)
    if marks & 3:
        replace_banned_cards(match, BANNED_SLOTS_BY_HIT_MARKS[marks & 3], seats)
    _draw_owed_temporary_cards(match, seats)
    match.update_hit_masks()


def _clear_hit_marks(match: MadQueensState, seats: Sequence[int]) -> int:
    """Clear the hit marks of all seats (which banned cards each has hit), and the temporary cards of the seats that
    have hit one of theirs or whose game has ended.

    This is step 1 of RULINGS 2.6. Returns the marks of all seats, joined by *or*
    (`core.mad_queens.hits.HIT_MARK_BITS`).
    """
    layout, facts = match.layout, match.facts
    first = layout.marked[0].layout_index
    marked: list[int] = facts[first : first + match.seats]  # type: ignore[assignment]
    marks = 0
    for seat in seats:
        marks |= marked[seat]
        temporaries = match.temporaries[seat]
        if temporaries and (marked[seat] & 4 or match.has_ended(seat)):
            match.remark("temporaries go", seat, len(temporaries))
            match.move(layout.temp[seat], layout.banned_gone, temporaries[::-1])
    if marks:
        facts[first : first + match.seats] = [0] * match.seats
    return marks


def _draw_owed_temporary_cards(match: MadQueensState, seats: Sequence[int]) -> None:
    """Draw for each seat the temporary banned cards that it still has to draw; the fact `owed` of a seat is their
    number (RULINGS 2.6 step 5)."""
    facts = match.facts
    first = match.layout.owed[0].layout_index
    if any(facts[first : first + match.seats]):
        for seat in seats:
            while facts[first + seat]:  # an event may owe another (option joker_event_costs_queen)
                facts[first + seat] -= 1  # type: ignore[operator]
                draw_temporary_card(match, seat)


def replace_banned_cards(match: MadQueensState, slots: Sequence[int], seats: Sequence[int]) -> None:
    """Replace the banned cards of these slots, and run the event of every Joker drawn (RULINGS 2.6 steps 2 to 4).

    A slot is the index, 0 or 1, of a shared banned card in the pile `banned`. The events are for those of `seats` whose
    game goes on.
    """
    layout = match.layout
    banned = match.banned
    match.move(layout.banned, layout.banned_gone, [banned[slot] for slot in slots if slot < len(banned)])
    for slot in slots:
        _fill_slot(match, slot)
    while JOKER in banned:
        slot = banned.index(JOKER)
        others = [card for card in banned if card != JOKER]
        match.remark("joker banned", None, *others)
        for seat in [seat for seat in seats if not match.has_ended(seat)]:  # those whose game goes on take part (MQ-35)
            run_joker_event(match, seat, others)
        match.move(layout.banned, layout.banned_gone, (JOKER,))
        _fill_slot(match, slot)


def _fill_slot(match: MadQueensState, slot: int) -> None:
    """Turn banned cards until a card differs in value from the other shared banned card; it lies in `slot`.

    A slot is the index, 0 or 1, in the pile `banned`. RULINGS 2.6 step 3. The card may have the value of the card that
    it replaces (MQ-10) and of any seat's temporary cards (MQ-11).
    """
    layout = match.layout
    at = slot if slot < len(match.banned) else TOP_POSITION
    taken = mask_of_values(match.banned)
    while True:
        if not match.banned_deck:
            _refill_banned_deck(match, taken)
        card = match.turn(match.banned_stream, layout.banned_deck, layout.banned, at)
        if not taken & VALUE_BIT_BY_CARD[card]:
            match.remark("now banned", None, card)
            return
        match.remark("same value", None, card)
        match.move(layout.banned, layout.banned_gone, (card,))


def _refill_banned_deck(match: MadQueensState, taken_values: int) -> None:
    """Fill the empty banned deck so that it holds a value outside `taken_values` (end of RULINGS 2.6).

    `taken_values` is a bit mask of values.
    """
    layout = match.layout
    gone = match.piles[layout.banned_gone.layout_index]
    if mask_of_values(gone) & ~(taken_values | JOKER_VALUE_BIT):
        match.remark("banned reshuffled")
        match.move(layout.banned_gone, layout.banned_deck, gone)
    else:
        match.remark("new pack")
        match.move(BOX, layout.banned_deck, pack(jokers=2))
    match.shuffle(layout.banned_deck, match.banned_stream)


def draw_temporary_card(match: MadQueensState, seat: int) -> None:
    """Draw one temporary banned card for a seat whose game goes on (RULINGS 2.6 step 5, MQ-27 to MQ-29).

    If a Joker is drawn first, its event runs where the options say so, and another card is drawn. No card is drawn if
    every value is taken.
    """
    layout = match.layout
    while not match.has_ended(seat):
        duplicates = match.options["temporary_may_duplicate"]
        taken = 0 if duplicates else mask_of_values(match.banned) | mask_of_values(match.temporaries[seat])
        if taken == ALL_VALUES_MASK:
            if match.revision >= SECOND_REVISION:
                match.remark("no temporary", seat)
            return
        if not match.banned_deck:
            _refill_banned_deck(match, taken)
        card = match.turn(match.banned_stream, layout.banned_deck, layout.temp[seat])
        if not (taken | JOKER_VALUE_BIT) & VALUE_BIT_BY_CARD[card]:
            match.remark("temporary", seat, card)
            return
        match.move(layout.temp[seat], layout.banned_gone, (card,))
        if card == JOKER and match.options["temporary_joker"] == "event":
            match.remark("temporary joker", seat)
            run_joker_event(match, seat, match.banned)
