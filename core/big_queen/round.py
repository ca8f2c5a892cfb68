"""A round of Big Queen: the dice and the deal, the stock, and the score of the round (RULINGS 4.2, 4.5)."""

from __future__ import annotations

from typing import Final

from core.big_queen.layout import (
    ANNOUNCEMENT_DUE_FACT,
    ASKED_FACT,
    DICE_BONUS,
    DICE_FACT,
    NOT_ASKED_YET,
    OPENING_FACT,
    PERMITTING_PARTNERS_FACT,
    PLAYOFF_FACT,
    POINTS_BY_CARD,
    RESHUFFLES_FACT,
    ROUND_DEALER_FACT,
    ROUND_FACT,
    SEAT_ON_TURN_FACT,
    TEAM_A_SCORE_FACT,
    TEAM_NAMES,
    TEAM_OF_SEAT,
    WINNING_ROLLS,
)
from core.big_queen.melds import COUNT_OF_ONE_CARD
from core.big_queen.state import BigQueenState
from core.engine.cards import Card
from core.engine.piles import EVERYONE, PHASE_FACT, Moved
from core.engine.rule_set import SECOND_REVISION

DICE_ROLLS: Final = range(100)
"""All results of two ten-sided dice, one read as tens and one as units: 0 to 99 (BQ-2)."""


def deal_round(match: BigQueenState, dealer: int) -> None:
    """Gather all cards, roll the dice, deal every hand one card at a time, turn the upcard.

    The first card goes to the seat after the dealer, which is on turn then. These steps are one action (RULINGS 4.2,
    BQ-27).
    """
    layout = match.layout
    _return_all_cards(match)
    match.shuffle(layout.stock, match.streams[0])
    _roll_dice(match, dealer)
    first = (dealer + 1) % match.seats
    order = [*range(first, match.seats), *range(first)]
    draw, stock = match.draw_from_stock, match.stock
    hands: list[list[Card]] = [[] for _ in order]
    for _ in range(match.number_in_option("hand_size")):
        for hand in hands:
            hand.append(draw(stock))
    for seat, hand in zip(order, hands, strict=True):
        match.piles[seat] += hand
        match.changes.append(Moved(EVERYONE, layout.stock, layout.hand[seat], tuple(hand)))
        for card in hand:
            match.counts[seat][card % 13] += COUNT_OF_ONE_CARD[card]
    upcard = match.turn(match.streams[0], layout.stock, layout.discard)
    match.remark("upcard", None, upcard)
    match.set_fact(OPENING_FACT, True)
    match.set_fact(SEAT_ON_TURN_FACT, first)
    match.set_fact(PHASE_FACT, "draw")
    match._waiting = match.layout.only_seat[first]


def _return_all_cards(match: BigQueenState) -> None:
    """Put every card back into the stock."""
    layout = match.layout
    for place in (*layout.hand, layout.discard, *layout.meld[0][1:], *layout.meld[1][1:]):
        match.move(place, layout.stock, match.piles[place.layout_index])
    match.counts = [[0] * 13 for _ in range(match.seats)]
    match.sets = [0 for _ in TEAM_NAMES]
    match.set_fact(RESHUFFLES_FACT, 0)


def _roll_dice(match: BigQueenState, dealer: int) -> None:
    """Roll the dice: 44 and 45 give the dealer's team 100 points at once (BQ-2, BQ-3)."""
    rolls = list(DICE_ROLLS)
    match.streams[1].shuffle(rolls)
    roll = match.streams[1].draw(rolls)
    bonus = DICE_BONUS if roll in WINNING_ROLLS else 0
    match.set_fact(DICE_FACT, roll)
    match.remark("deal", dealer, match.number_in_fact(ROUND_FACT), roll, bonus)
    match.set_fact(TEAM_A_SCORE_FACT + TEAM_OF_SEAT[dealer], match.score(dealer) + bonus)


def renew_stock(match: BigQueenState) -> bool:
    """Make a new stock of the discard pile without its newest card; return whether that was possible (BQ-21)."""
    layout = match.layout
    done = match.number_in_fact(RESHUFFLES_FACT)
    if done >= match.number_in_option("max_reshuffles") or len(match.discard) < 2:
        return False
    match.set_fact(RESHUFFLES_FACT, done + 1)
    match.remark("reshuffled", None, len(match.discard) - 1)
    match.move(layout.discard, layout.stock, match.discard[:-1])
    match.shuffle(layout.stock, match.streams[0])
    return True


def end_round(match: BigQueenState, seat_gone_out: int | None) -> None:
    """Score the round, and end the match or begin the next round.

    `seat_gone_out` is the seat that has gone out, None if the stock has run out. A score may fall below 0 (RULINGS 4.5,
    BQ-19 to BQ-21, BQ-27).
    """
    for team in range(len(TEAM_NAMES)):
        lost = seat_gone_out is not None and TEAM_OF_SEAT[seat_gone_out] != team
        lying = _points_laid(match, team)
        laid = lying if match.options["losers_count_melds"] or not lost else 0
        held = sum(POINTS_BY_CARD[card] for seat in range(team, match.seats, 2) for card in match.piles[seat])
        uncounted = (lying,) if lying > laid and match.revision >= SECOND_REVISION else ()
        match.remark("scored", None, TEAM_NAMES[team], laid, held, match.score(team) + laid - held, *uncounted)
        match.set_fact(TEAM_A_SCORE_FACT + team, match.score(team) + laid - held)
    match.set_fact(ASKED_FACT, NOT_ASKED_YET)
    match.set_fact(PERMITTING_PARTNERS_FACT, ())
    match.set_fact(ANNOUNCEMENT_DUE_FACT, ())
    match.set_fact(OPENING_FACT, False)
    if not _end_match_if_decided(match):
        _begin_next_round(match)


def _points_laid(match: BigQueenState, team: int) -> int:
    """Return the points of the cards in a team's sets."""
    return sum(
        POINTS_BY_CARD[card] for place in match.layout.meld[team][1:] for card in match.piles[place.layout_index]
    )


def _end_match_if_decided(match: BigQueenState) -> bool:
    """End the match if this round has decided it; return whether the match has ended (RULINGS 4.5, BQ-25).

    Equal totals begin a play-off, also after the last round that the option `max_rounds` allows. Before revision
    `SECOND_REVISION` the match ended with that round even if the totals were equal.
    """
    ours, theirs = match.score(0), match.score(1)
    round_number, last = match.number_in_fact(ROUND_FACT), match.number_in_option("max_rounds")
    due = match.facts[PLAYOFF_FACT] or max(ours, theirs) >= match.target_score
    if round_number == last or (round_number > last and match.revision < SECOND_REVISION):
        match.remark("last round", None, round_number)
        due = True
    if not due:
        return False
    if ours == theirs and (match.revision >= SECOND_REVISION or round_number < last):
        match.remark("playoff", None, ours)
        match.set_fact(PLAYOFF_FACT, True)
        return False
    if ours != theirs:
        match.remark("won", None, TEAM_NAMES[ours < theirs], max(ours, theirs))
    match.finish()
    return True


def _begin_next_round(match: BigQueenState) -> None:
    """Begin the next round: the next player deals (BQ-4)."""
    dealer = (match.number_in_fact(ROUND_DEALER_FACT) + 1) % match.seats
    match.set_fact(ROUND_FACT, match.number_in_fact(ROUND_FACT) + 1)
    match.set_fact(ROUND_DEALER_FACT, dealer)
    match.set_fact(SEAT_ON_TURN_FACT, dealer)
    match.set_fact(PHASE_FACT, "deal")
    match._waiting = match.layout.only_seat[dealer]
