"""How an imagined round of Big Queen is played to its end: by a quick and sensible policy for every seat.

The policy sees all cards, because that is quickest, and plays much like the bots: it lays what it can, takes cards that
are worth more than one of the stock, keeps pairs and twos, and ends a round that its team does not lose by much.
"""

from __future__ import annotations

from typing import Final

from core.big_queen.bot import NEARLY_OUT_CARDS
from core.big_queen.hand_value import counts_without, last_discard, prospect
from core.big_queen.layout import (
    ASKED,
    BIG_QUEEN,
    DUE,
    NATURALS,
    NOT_ASKED,
    ON_TURN,
    POINTS,
    ROUND,
    TEAM_OF_SEAT,
    WAITING,
    YES,
)
from core.big_queen.legal import ASK, CATCH, DEAL, DRAW, SAY_NO, SAY_YES
from core.big_queen.match import BigQueenMatch
from core.big_queen.melds import (
    ADDS,
    DISCARD,
    DISCARD_ANNOUNCE,
    NUMBER_OF_CARDS,
    ONE_CARD,
    WILD_ADDS,
    cards_of_count,
    melds_of,
    ranks_of_sets,
    ways_to_take,
)
from core.engine.action import Action
from core.engine.cards import Card
from core.engine.match import Match
from core.engine.piles import PHASE_FACT

UNKNOWN_CARD: Final = 12
"""What a card of the stock is worth before it is drawn."""

LEAST_LEAD: Final = -40
"""The least lead in points with which a team ends a round."""

LEAST_PAIR: Final = 25
"""The least points of a pair that is laid with a two while nobody else is nearly out."""


def play_round_out(match: BigQueenMatch, first: tuple[int, Action]) -> int:
    """Carry out `first`, which is a seat and its action, and play the match on to the end of its round.

    Returns the points of Team A in it less those of Team B, from this action on.
    """
    number = match.facts[ROUND]
    before = match.score(0) - match.score(1)
    match.act(*first)
    while match.facts[ROUND] == number and not match.over:
        match.act(*next_action(match))
    return match.score(0) - match.score(1) - before


def next_action(match: Match) -> tuple[int, Action]:
    """Return (seat, action): who acts next in a match, and how; an opponent catches a seat that has not announced."""
    assert isinstance(match, BigQueenMatch)
    facts = match.facts
    due = match.fact_seats(DUE)
    if due:
        return (due[0] + 1) % match.seats, CATCH[due[0]]
    if facts[ASKED] == WAITING:
        seat = min(match.asked_partners())
        return seat, SAY_YES if _may_end(match, TEAM_OF_SEAT[seat]) else SAY_NO
    seat = match.fact_number(ON_TURN)
    phase = facts[PHASE_FACT]
    if phase == "deal":
        return seat, DEAL
    return seat, _draw_or_take(match, seat) if phase == "draw" else _lay_or_discard(match, seat)


def _may_end(match: BigQueenMatch, team: int) -> bool:
    """Whether a team agrees that its player on turn ends the round now.

    The player on turn is taken to lay the whole hand, so only the cards of the partners count against the team.
    """
    piles, layout = match.piles, match.layout
    asker = match.fact_number(ON_TURN)
    lead = 0
    for side, sign in ((team, 1), (1 - team, -1)):
        lead += sign * sum([POINTS[card] for place in layout.meld[side][1:] for card in piles[place.index]])
        for seat in range(side, match.seats, 2):
            held = sum([POINTS[card] for card in piles[seat]])
            lead += held if seat == asker else -sign * held
    return lead >= LEAST_LEAD or _is_nearly_out(match, team)


def _is_nearly_out(match: BigQueenMatch, team: int) -> bool:
    """Whether an opponent of a team may end the round soon."""
    return min([len(hand) for hand in match.piles[1 - team : match.seats : 2]]) <= NEARLY_OUT_CARDS


def _draw_or_take(match: BigQueenMatch, seat: int) -> Action:
    """Return the take with a pair of naturals that is worth most, or the draw if none is worth an unknown card."""
    counts, discard, sets, held = (
        match.counts[seat],
        match.discard,
        match.sets[TEAM_OF_SEAT[seat]],
        len(match.piles[seat]),
    )
    pairs = [rank for rank in NATURALS if NUMBER_OF_CARDS[counts[rank]] >= 2]
    best, most = DRAW, 0
    for place in range(len(discard), 0, -1):
        rank = discard[place - 1] % 13
        if rank not in pairs or held - 2 + len(discard) - place < 2:
            continue
        if not most:
            most = _worth_of_hand(counts, sets) + UNKNOWN_CARD
        take = ways_to_take(place, rank, counts[rank], counts[0])[0]
        rest = counts_without(counts, take.cards)
        for card in discard[place:]:
            rest[card % 13] += ONE_CARD[card]
        worth = POINTS[discard[place - 1]] + sum([POINTS[card] for card in take.cards])
        worth += _worth_of_hand(rest, sets | 1 << rank)
        if worth > most:
            best, most = take, worth
    return best


def _worth_of_hand(counts: list[int], sets: int) -> int:
    """Return what a hand is worth: the points that it can lay, less a part of the others.

    `sets` are the ranks of the team's sets, bit r for rank r.
    """
    laid, left, _ = prospect(counts, sets)
    return laid - left // 3


def _lay_or_discard(match: BigQueenMatch, seat: int) -> Action:
    """Return the next action after the draw: lay cards, ask to go out or, when nothing is left to lay, discard."""
    counts, team, held = match.counts[seat], TEAM_OF_SEAT[seat], len(match.piles[seat])
    asked, sets = match.facts[ASKED], match.sets[team]
    if asked == YES:
        last = last_discard(counts, sets)
        if last is not None:
            return _lay_all(counts_without(counts, (last,)), sets) or _discard(match, seat, last)
    lay = _lay(match, seat, held - 2) if held > 2 else None
    if lay is not None:
        return lay
    if asked == NOT_ASKED and held > 1 and _can_go_out(counts, sets) and _may_end(match, team):
        return ASK
    return _discard(match, seat, None)


def _can_go_out(counts: list[int], sets: int) -> bool:
    """Whether all cards of a hand but one can be laid; `sets` are the ranks of the team's sets, bit r for rank r."""
    lone = sum([1 for rank in NATURALS if counts[rank] and not sets >> rank & 1])
    return lone <= 3 and last_discard(counts, sets) is not None


def _lay(match: BigQueenMatch, seat: int, spare: int) -> Action | None:
    """Return the next meld or addition of a seat that goes on playing, or None; it takes at most `spare` cards."""
    counts, sets = match.counts[seat], match.sets[TEAM_OF_SEAT[seat]]
    for rank in ranks_of_sets(sets):
        if counts[rank]:
            return ADDS[rank][counts[rank]][-1]
    if spare < 3:
        return None
    twos = NUMBER_OF_CARDS[counts[0]]
    pair = 0
    for rank in NATURALS:
        many = NUMBER_OF_CARDS[counts[rank]]
        if many >= 3:
            return melds_of(rank, counts[rank], 0)[-1]
        if many == 2 and twos:
            points = sum([POINTS[card] for card in cards_of_count(rank, counts[rank])])
            if points >= LEAST_PAIR or _is_nearly_out(match, TEAM_OF_SEAT[seat]):
                pair = rank
    if pair:
        return melds_of(pair, counts[pair], counts[0])[0]
    if counts[BIG_QUEEN % 13] == ONE_CARD[BIG_QUEEN] and twos >= 2:
        return melds_of(BIG_QUEEN % 13, counts[BIG_QUEEN % 13], counts[0])[-1]
    return None


def _lay_all(counts: list[int], sets: int) -> Action | None:
    """Return the next meld or addition of a seat that lays all of a hand, or None if nothing is left.

    `sets` are the ranks of the team's sets, bit r for rank r.
    """
    for rank in NATURALS:
        count = counts[rank]
        if count and sets >> rank & 1:
            return ADDS[rank][count][0]
        if count and NUMBER_OF_CARDS[count] >= 3:
            return melds_of(rank, count, 0)[0]
        if count:
            many = NUMBER_OF_CARDS[count]
            return next(meld for meld in melds_of(rank, count, counts[0]) if _natural_count(meld) == many)
    return WILD_ADDS[ranks_of_sets(sets)[-1]][counts[0]][0] if counts[0] else None


def _natural_count(meld: Action) -> int:
    """Return the number of cards of a meld that are no twos."""
    return sum([card % 13 > 0 for card in meld.cards])


def _discard(match: BigQueenMatch, seat: int, last: Card | None) -> Action:
    """Return the discard of the card `last`; if that is None, of the card that the hand needs least."""
    counts, team = match.counts[seat], TEAM_OF_SEAT[seat]
    card = last
    if card is None:
        theirs, near = match.sets[1 - team], _is_nearly_out(match, team)
        least = 10_000
        for other in match.piles[seat]:
            rank = other % 13
            if rank == 0:
                value = 60
            else:
                value = 14 * (NUMBER_OF_CARDS[counts[rank]] - 1) - (4 if theirs >> rank & 1 else 0)
                value += (0 if near else 60) if other == BIG_QUEEN else 0
            value -= POINTS[other] if near else 0
            if value < least:
                card, least = other, value
        assert card is not None
    return (DISCARD_ANNOUNCE if len(match.piles[seat]) == 2 else DISCARD)[card]
