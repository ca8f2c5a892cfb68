"""Reneging in the honour mode: wrong cards can be played, and cost points only if a seat speaks up (RULINGS 5.8).

The match records a wrong card at once but reveals nothing until a seat speaks up: takes a card back, owns up or
accuses. Every seat may accuse once in a trick, whether any card is wrong or not. Only the seat that played a wrong card
learns of it, because it alone may then take the card back or own up.

`QueensDungeonMatch` calls these functions if its option `reneging` is ``honour``. `Match.waiting` are then the seat on
turn and all seats that may speak up; `Match.awaited` is the seat on turn alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.piles import OVER_FACT, PHASE_FACT, Value
from core.queens_dungeon.follow_suit import HEIGHT_BY_RANK, masks_of_hand, plays_to_follow
from core.queens_dungeon.layout import DUMMY_NUMBER, PLAY_PHASE
from core.queens_dungeon.legal import has_laid_latest_card, is_dummys_lead, out_of_turn_actions, positions_in_trick
from core.queens_dungeon.scores import (
    OWN_UP_POINTS,
    DungeonMatch,
    lowest_other_score,
    number_in_fact,
    score_after_reneging,
    seats_of_team,
    set_score,
)
from core.trick_taking import (
    DEALER_FACT,
    LAST_LEADER_FACT,
    LAST_TRICK_FACT,
    LEADER_FACT,
    PLAY_BY_CARD,
    TRICKS_OF_FIRST_SEAT_FACT,
    TURN_FACT,
    lowest_play,
)

SPEAK_UP_PHASES: Final = (PLAY_PHASE, "change")
"""The phases in which seats may take a card back, own up or accuse (QD-41, QD-42)."""

STRUCK_OFF_MARKER: Final = "struck"
"""The last item of the fact `undo` if the trick that it describes no longer counts for the dealer's quota."""

NO_SEATS_SPOKE_UP: Final[tuple[int, ...]] = ()
"""The first value of the facts that list the seats which have accused or owned up in a trick: none."""


def clear_wrong_cards(match: DungeonMatch) -> None:
    """Delete the record of wrong cards before a new hand: nobody is punished for them any more (QD-44)."""
    layout = match.layout
    match.set(layout.bound, None)
    for fact in (layout.accused, layout.spoken, layout.tried):
        match.set(fact, NO_SEATS_SPOKE_UP)
    for fact in layout.slip:
        match.set(fact, False)
    for fact in (*layout.wrong, layout.undo):
        match.set(fact, None)
    match.set(layout.uncounted, 0)


def uncounted_trick_count(match: DungeonMatch) -> int:
    """Return the number of the dealer's tricks that do not count for the quota, because of a proved wrong card
    (QD-42)."""
    return number_in_fact(match, match.layout.uncounted)


# A card is played


def record_laid_card(match: DungeonMatch, seat: int, card: Card) -> None:
    """Record whether the card that a seat has just laid was wrong; to be called before the next player's turn.

    A lead also closes the trick before it (`decide_last_trick`).
    """
    layout = match.layout
    follows = len(match.trick) > 1  # a wrong lead has been refused (QD-44)
    wrong = follows and PLAY_BY_CARD[card] not in plays_within_rules(match, (*match.hands[seat], card))
    if not follows or is_dummys_lead(
        match.number_in_fact(LEADER_FACT), len(match.trick) - 1, match.seats, match.revision
    ):
        decide_last_trick(match)
    match.set(layout.bound, None)
    match.set(layout.slip[seat], wrong)


def store_facts_before_trick(match: DungeonMatch) -> None:
    """Store the facts that taking the complete trick may change, so that a card of it can be taken back later."""
    match.set(match.layout.undo, tuple(match.facts[index] for index in _facts_changed_by_trick(match)))


def _facts_changed_by_trick(match: DungeonMatch) -> tuple[int, ...]:
    """Return the indexes of the facts that taking a trick may change."""
    layout = match.layout
    facts = (layout.trump, layout.broken, layout.called, layout.challenge)
    groups = (*layout.tricks, *layout.queens, *layout.score, *layout.condemned)
    return (
        PHASE_FACT,
        TURN_FACT,
        LEADER_FACT,
        LAST_TRICK_FACT,
        LAST_LEADER_FACT,
        *(fact.layout_index for fact in (*facts, *groups)),
    )


def decide_last_trick(match: DungeonMatch) -> None:
    """Close the last trick: its wrong cards can be proved from now on, and no longer be taken back (QD-42).

    To be called when the next trick is led, or, if the dummy leads it, when a player has followed to that card (QD-22).
    All undecided accusations are decided.
    """
    layout = match.layout
    for seat in range(match.seats):
        slip, wrong = layout.slip[seat], layout.wrong[seat]
        if match.facts[slip.layout_index] is True and match.facts[wrong.layout_index] is None:
            counted = match.facts[LEADER_FACT] == seat and not _is_last_trick_struck_off(match)
            match.set(wrong, match.number_in_fact(TRICKS_OF_FIRST_SEAT_FACT + seat) - counted)
        match.set(slip, False)
    accused = _tuple_in_fact(match, layout.accused.layout_index)
    for fact in (layout.accused, layout.spoken, layout.tried):
        match.set(fact, NO_SEATS_SPOKE_UP)
    match.set(layout.undo, None)
    for accusation in accused:
        accuser: int = accusation[0]  # type: ignore[index, assignment]
        other: int = accusation[1]  # type: ignore[index, assignment]
        if match.facts[layout.wrong[other].layout_index] is not None:
            _punish_earlier_wrong_card(match, other)
        else:
            match.remark("unfounded", accuser, other)


def plays_within_rules(match: DungeonMatch, hand: Sequence[Card]) -> tuple[Action, ...]:
    """Return the plays of a hand that follow to the trick without being wrong (QD-45)."""
    return plays_to_follow(
        hand, masks_of_hand(hand), match.trick[0] // 13, match.facts[match.layout.challenge.layout_index] is True
    )


# Who may act


def update_choices(match: DungeonMatch) -> None:
    """Set who can act now: the seat on turn with its decision, and every seat that may speak up (QD-40 to QD-43)."""
    turn = match.number_in_fact(TURN_FACT)
    choices = {turn: _actions_on_turn(match, turn)} if not match.facts[OVER_FACT] else {}
    if match.facts[PHASE_FACT] in SPEAK_UP_PHASES:
        for seat in range(match.seats):
            actions = choices.get(seat, ()) + _actions_out_of_turn(match, seat)
            if actions:
                choices[seat] = actions
    match.wait_for(choices)


def _actions_on_turn(match: DungeonMatch, seat_on_turn: int) -> tuple[Action, ...]:
    """Return the legal actions of the seat on turn, without its out-of-turn actions.

    Any card may follow, unless the seat has just taken a wrong card back (QD-40, QD-41).
    """
    if match.facts[PHASE_FACT] != PLAY_PHASE:
        return tuple(
            action for action in match.choices[seat_on_turn] if action.verb not in ("take-back", "own-up", "accuse")
        )
    if not match.trick:
        return match.plays_to_lead(seat_on_turn)
    return (
        match.plays_to_follow(seat_on_turn)
        if match.facts[match.layout.bound.layout_index] == seat_on_turn
        else match.plays_of_hand(seat_on_turn)
    )


def _actions_out_of_turn(match: DungeonMatch, seat: int) -> tuple[Action, ...]:
    """Return what a seat may do now though it is not its turn: take a card back, own up, or accuse."""
    layout = match.layout
    laid, leader = _latest_trick(match)
    if not _tuple_in_fact(match, LAST_TRICK_FACT) and len(laid) < 2:
        return ()
    positions = positions_in_trick(match.circle, leader)
    return out_of_turn_actions(
        seat,
        match.seats,
        has_laid_latest_card(positions, seat, len(laid), match.seats, match.revision),
        0 < positions[seat] < len(laid),
        match.facts[layout.slip[seat].layout_index] is True,
        seat in _tuple_in_fact(match, layout.spoken.layout_index),
        seat in _tuple_in_fact(match, layout.tried.layout_index),
    )


def _latest_trick(match: DungeonMatch) -> tuple[tuple[Value, ...], int]:
    """Return the cards and the leader of the trick on the table, or of the last trick if the next has not been led.

    A lead of the dummy alone begins no trick in which anybody could be wrong (QD-22).
    """
    if match.trick and not _is_dummys_lead(match):
        return tuple(match.trick), match.number_in_fact(LEADER_FACT)
    last = _tuple_in_fact(match, LAST_TRICK_FACT)
    return last, match.number_in_fact(LAST_LEADER_FACT if last else LEADER_FACT)


def _is_dummys_lead(match: DungeonMatch) -> bool:
    """Return whether the trick on the table is one card that the dummy has led (QD-22)."""
    return is_dummys_lead(match.number_in_fact(LEADER_FACT), len(match.trick), match.seats, match.revision)


def _tuple_in_fact(match: DungeonMatch, fact: int) -> tuple[Value, ...]:
    """Return the value of the fact at this index, which is a tuple."""
    value = match.facts[fact]
    assert isinstance(value, tuple)
    return value


def honour_mode_default(match: DungeonMatch, seat: int) -> Action | None:
    """Return the automatic action of a waiting seat, or None where the honour mode does not change it.

    The seat on turn follows with the lowest card that the rules allow. Any other seat does the first of its legal
    actions.
    """
    if seat != match.facts[TURN_FACT]:
        return match.choices[seat][0]
    if match.facts[PHASE_FACT] == PLAY_PHASE and match.trick:
        return lowest_play(plays_within_rules(match, match.hands[seat]), HEIGHT_BY_RANK)
    return None


# Taking back and owning up


def take_wrong_card_back(match: DungeonMatch, seat: int, is_free: bool) -> bool:
    """Take a wrong card back, with all cards laid after it (QD-40, QD-41); return whether there was one.

    If there was none, the seat is recorded as having tried, and may not try again in this trick. Taking back costs 25
    points unless `is_free`, as for the last card laid. If this returns True, the caller must call
    `QueensDungeonMatch.read_facts` and give the seat the turn.
    """
    layout = match.layout
    if match.facts[layout.slip[seat].layout_index] is not True:
        match.remark("tries", seat)
        match.set(layout.tried, (*_tuple_in_fact(match, layout.tried.layout_index), seat))
        return False
    laid, leader = _latest_trick(match)
    order = match.orders[leader]
    place = order.index(seat)
    card = laid[place]
    match.remark("takes back", seat, card) if is_free else match.remark("owns up", seat, card, OWN_UP_POINTS)
    if _is_dummys_lead(match):
        _return_card_to_hand(match, DUMMY_NUMBER, match.trick[0])
    if not match.trick:
        _reopen_last_trick(match)
    for player, back in reversed(list(zip(order, laid, strict=False))[place:]):
        _return_card_to_hand(match, player, back)  # type: ignore[arg-type]
    match.update_masks()
    if not is_free:
        set_score(match, seat, match.score(seat) + OWN_UP_POINTS)
    match.set(layout.bound, seat)
    return True


def _return_card_to_hand(match: DungeonMatch, player: int, card: Card) -> None:
    """Move a card of the trick back to the player's hand; it is no longer recorded as a wrong card, nor as one that the
    player has admitted."""
    layout = match.layout
    if player < match.seats:
        match.move(layout.trick, layout.hand[player], (card,))
        match.set(layout.slip[player], False)
        tried = _tuple_in_fact(
            match, layout.tried.layout_index
        )  # the seat may own up again, to the card that it plays instead
        match.set(layout.tried, tuple(seat for seat in tried if seat != player))
    else:
        assert layout.dummy is not None
        match.move(layout.trick, layout.dummy, (card,))


def _reopen_last_trick(match: DungeonMatch) -> None:
    """Put the last trick back onto the table, and the facts as they were before it was taken."""
    layout = match.layout
    cards = _tuple_in_fact(match, LAST_TRICK_FACT)
    winner = match.number_in_fact(LEADER_FACT)
    if _is_last_trick_struck_off(match):
        match.set(layout.uncounted, uncounted_trick_count(match) - 1)
    for index, value in zip(
        _facts_changed_by_trick(match), _tuple_in_fact(match, layout.undo.layout_index), strict=False
    ):
        match.set(layout.facts[index], value)
    match.set(layout.undo, None)
    match.move(layout.won[winner], layout.trick, cards)  # type: ignore[arg-type]


# Accusing


def accuse_seat(match: DungeonMatch, seat: int, accused_seat: int) -> None:
    """Accuse the seat `accused_seat` (QD-42, QD-43).

    The accusation is decided at once if a wrong card in an earlier trick can be proved, else when the next trick is
    led.
    """
    layout = match.layout
    match.remark("accuses", seat, accused_seat)
    match.set(layout.spoken, (*_tuple_in_fact(match, layout.spoken.layout_index), seat))
    if match.facts[layout.wrong[accused_seat].layout_index] is not None:
        _punish_earlier_wrong_card(match, accused_seat)
    else:
        match.set(layout.accused, (*_tuple_in_fact(match, layout.accused.layout_index), (seat, accused_seat)))


def _punish_earlier_wrong_card(match: DungeonMatch, seat: int) -> None:
    """Punish a seat for a wrong card in an earlier trick (QD-42): its score falls, and it earns no more in this hand.

    The tricks that a dealer has taken since then do not count for the quota.
    """
    layout = match.layout
    score = match.score(seat)
    new = score_after_reneging(score, lowest_other_score(match, seat))
    match.remark("reneged", seat, score, new)
    set_score(match, seat, new)
    match.set(layout.condemned[seat], True)
    if seat == match.number_in_fact(DEALER_FACT):
        since = match.number_in_fact(TRICKS_OF_FIRST_SEAT_FACT + seat) - number_in_fact(match, layout.wrong[seat])
        match.set(layout.uncounted, uncounted_trick_count(match) + since)
    match.set(layout.wrong[seat], None)
    _punish_wrong_card_in_undo_facts(match, seat)


def _punish_wrong_card_in_undo_facts(match: DungeonMatch, seat: int) -> None:
    """Punish a wrong card in the facts stored in `undo` too, so that the punishment outlasts an undone trick."""
    layout = match.layout
    if match.facts[layout.undo.layout_index] is None:
        return
    struck = _is_last_trick_struck_off(match) or match.number_in_fact(DEALER_FACT) == seat == match.number_in_fact(
        LEADER_FACT
    )
    undo = dict(zip(_facts_changed_by_trick(match), _tuple_in_fact(match, layout.undo.layout_index), strict=False))
    team = seats_of_team(match, seat)
    scores: list[int] = [undo[fact.layout_index] for fact in layout.score]  # type: ignore[misc]
    lowest = min(score for other, score in enumerate(scores) if other not in team)
    for member in team:
        undo[layout.score[member].layout_index] = score_after_reneging(scores[seat], lowest)
    undo[layout.condemned[seat].layout_index] = True
    match.set(layout.undo, (*undo.values(), STRUCK_OFF_MARKER) if struck else tuple(undo.values()))


def _is_last_trick_struck_off(match: DungeonMatch) -> bool:
    """Return whether the last trick, the next not being led yet, no longer counts for the dealer's quota (QD-42)."""
    undo = match.facts[match.layout.undo.layout_index]
    return isinstance(undo, tuple) and undo[-1] == STRUCK_OFF_MARKER
