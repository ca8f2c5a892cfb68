"""How an imagined round of Big Queen is played to its end: by a quick and sensible policy for every seat.

The policy sees all cards, because that is quickest, and plays much like the bots: it lays what it can, takes cards that
are worth more than one of the stock, keeps pairs and twos, and ends a round that its team does not lose by much.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from core.big_queen.bot import MAX_CARDS_TO_BE_NEARLY_OUT
from core.big_queen.hand_value import cheapest_last_discard, counts_without_cards, laying_outcome_of_hand
from core.big_queen.layout import (
    ANNOUNCEMENT_DUE_FACT,
    ANSWER_YES,
    ANSWERS_PENDING,
    ASKED_FACT,
    BIG_QUEEN,
    NATURAL_RANKS,
    NOT_ASKED_YET,
    POINTS_BY_CARD,
    ROUND_FACT,
    SEAT_ON_TURN_FACT,
    TEAM_OF_SEAT,
)
from core.big_queen.legal import (
    ASK_ACTION,
    CATCH_ACTION_BY_SEAT,
    DEAL_ACTION,
    DRAW_ACTION,
    SAY_NO_ACTION,
    SAY_YES_ACTION,
)
from core.big_queen.match import BigQueenMatch
from core.big_queen.melds import (
    ADDITIONS_BY_RANK,
    ANNOUNCED_DISCARD_BY_CARD,
    COUNT_OF_ONE_CARD,
    DISCARD_ACTION_BY_CARD,
    NUMBER_OF_CARDS_BY_COUNT,
    TWO_ADDITIONS_BY_RANK,
    cards_of_count,
    melds_of_rank,
    ranks_of_sets,
    ways_to_take,
)
from core.engine.action import Action
from core.engine.cards import Card
from core.engine.match import Match
from core.engine.piles import PHASE_FACT

UNKNOWN_CARD_POINTS: Final = 12
"""The estimated value, in points, of a card of the stock that has not been drawn."""

MIN_LEAD_TO_END_ROUND: Final = -40
"""A team ends a round if its lead is at least this number of points."""

MIN_POINTS_TO_LAY_PAIR_WITH_TWO: Final = 25
"""A pair is laid with a two, while nobody else is nearly out, if it has at least this number of points."""


class PlayedRound(NamedTuple):
    """The end of an imagined round that was played on from a first decision."""

    points: tuple[int, int]
    """What this decision and the rest of the round brought Team A and Team B."""
    team_that_went_out: int | None = None
    """The team whose player went out; None if nobody did."""
    team_with_discard: int | None = None
    """The team that took the card which the first decision discarded; None if nobody did."""


def play_round_out(match: BigQueenMatch, first_decision: tuple[int, Action]) -> PlayedRound:
    """Carry out `first_decision`, which is a seat and its action, and play the match on to the end of its round."""
    number = match.facts[ROUND_FACT]
    before = match.score(0), match.score(1)
    match.act(*first_decision)
    place = len(match.discard) if first_decision[1].verb == "discard" else 0
    team_with_discard = None
    while match.facts[ROUND_FACT] == number and not match.over:
        seat, action = next_action(match)
        if place and action.verb == "take" and int(action[1]) <= place:
            team_with_discard, place = TEAM_OF_SEAT[seat], 0
        match.act(seat, action)
        if len(match.discard) < place:  # it lies in the new stock
            place = 0
    out = next((seat for seat in range(match.seats) if not match.piles[seat]), None)
    return PlayedRound(
        (match.score(0) - before[0], match.score(1) - before[1]),
        None if out is None else TEAM_OF_SEAT[out],
        team_with_discard,
    )


def next_action(match: Match) -> tuple[int, Action]:
    """Return (seat, action): a seat that acts next in a match, and its action; an opponent catches a seat that has not
    announced."""
    assert isinstance(match, BigQueenMatch)
    facts = match.facts
    due = match.seats_in_fact(ANNOUNCEMENT_DUE_FACT)
    if due:
        return (due[0] + 1) % match.seats, CATCH_ACTION_BY_SEAT[due[0]]
    if facts[ASKED_FACT] == ANSWERS_PENDING:
        seat = min(match.asked_partners())
        return seat, SAY_YES_ACTION if _does_team_let_round_end(match, TEAM_OF_SEAT[seat]) else SAY_NO_ACTION
    seat = match.number_in_fact(SEAT_ON_TURN_FACT)
    phase = facts[PHASE_FACT]
    if phase == "deal":
        return seat, DEAL_ACTION
    return seat, _choose_draw_or_take(match, seat) if phase == "draw" else _choose_lay_or_discard(match, seat)


def _does_team_let_round_end(match: BigQueenMatch, team: int) -> bool:
    """Return whether a team agrees that its player on turn ends the round now.

    The player on turn is assumed to lay the whole hand, so only the cards of the partners count against the team.
    """
    piles, layout = match.piles, match.layout
    asker = match.number_in_fact(SEAT_ON_TURN_FACT)
    lead = 0
    for side, sign in ((team, 1), (1 - team, -1)):
        lead += sign * sum(
            [POINTS_BY_CARD[card] for place in layout.meld[side][1:] for card in piles[place.layout_index]]
        )
        for seat in range(side, match.seats, 2):
            held = sum([POINTS_BY_CARD[card] for card in piles[seat]])
            lead += held if seat == asker else -sign * held
    return lead >= MIN_LEAD_TO_END_ROUND or _is_nearly_out(match, team)


def _is_nearly_out(match: BigQueenMatch, team: int) -> bool:
    """Return whether an opponent of a team may end the round soon."""
    return min([len(hand) for hand in match.piles[1 - team : match.seats : 2]]) <= MAX_CARDS_TO_BE_NEARLY_OUT


def _choose_draw_or_take(match: BigQueenMatch, seat: int) -> Action:
    """Return the take with a pair of naturals that has the highest worth, or the draw if no take is worth an unknown
    card."""
    counts, discard, sets, held = (
        match.counts[seat],
        match.discard,
        match.sets[TEAM_OF_SEAT[seat]],
        len(match.piles[seat]),
    )
    pairs = [rank for rank in NATURAL_RANKS if NUMBER_OF_CARDS_BY_COUNT[counts[rank]] >= 2]
    best, most = DRAW_ACTION, 0
    for place in range(len(discard), 0, -1):
        rank = discard[place - 1] % 13
        if rank not in pairs or held - 2 + len(discard) - place < 2:
            continue
        if not most:
            most = _worth_of_hand(counts, sets) + UNKNOWN_CARD_POINTS
        take = ways_to_take(place, rank, counts[rank], counts[0])[0]
        rest = counts_without_cards(counts, take.cards)
        for card in discard[place:]:
            rest[card % 13] += COUNT_OF_ONE_CARD[card]
        worth = POINTS_BY_CARD[discard[place - 1]] + sum([POINTS_BY_CARD[card] for card in take.cards])
        worth += _worth_of_hand(rest, sets | 1 << rank)
        if worth > most:
            best, most = take, worth
    return best


def _worth_of_hand(counts: list[int], set_ranks: int) -> int:
    """Return what a hand is worth: the points that it can lay, less a share of the points of its other cards.

    `set_ranks` are the ranks of the team's sets, bit r for rank r.
    """
    laid, left, _ = laying_outcome_of_hand(counts, set_ranks)
    return laid - left // 3


def _choose_lay_or_discard(match: BigQueenMatch, seat: int) -> Action:
    """Return the next action after the draw: lay cards, ask to go out or, when nothing is left to lay, discard."""
    counts, team, held = match.counts[seat], TEAM_OF_SEAT[seat], len(match.piles[seat])
    asked, sets = match.facts[ASKED_FACT], match.sets[team]
    if asked == ANSWER_YES:
        last_card = cheapest_last_discard(counts, sets)
        if last_card is not None:
            return _choose_meld_of_whole_hand(
                counts_without_cards(counts, (last_card,)), sets
            ) or _choose_policy_discard(match, seat, last_card)
    lay = _choose_policy_meld(match, seat, held - 2) if held > 2 else None
    if lay is not None:
        return lay
    if asked == NOT_ASKED_YET and held > 1 and _can_go_out(counts, sets) and _does_team_let_round_end(match, team):
        return ASK_ACTION
    return _choose_policy_discard(match, seat, None)


def _can_go_out(counts: list[int], set_ranks: int) -> bool:
    """Return whether all cards of a hand but one can be laid; `set_ranks` are the ranks of the team's sets, bit r for
    rank r."""
    lone = sum([1 for rank in NATURAL_RANKS if counts[rank] and not set_ranks >> rank & 1])
    return lone <= 3 and cheapest_last_discard(counts, set_ranks) is not None


def _choose_policy_meld(match: BigQueenMatch, seat: int, max_cards: int) -> Action | None:
    """Return the next meld or addition of a seat that is not going out, None if there is none; it takes at most
    `max_cards` cards."""
    counts, sets = match.counts[seat], match.sets[TEAM_OF_SEAT[seat]]
    for rank in ranks_of_sets(sets):
        if counts[rank]:
            return ADDITIONS_BY_RANK[rank][counts[rank]][-1]
    if max_cards < 3:
        return None
    twos = NUMBER_OF_CARDS_BY_COUNT[counts[0]]
    pair = 0
    for rank in NATURAL_RANKS:
        many = NUMBER_OF_CARDS_BY_COUNT[counts[rank]]
        if many >= 3:
            return melds_of_rank(rank, counts[rank], 0)[-1]
        if many == 2 and twos:
            points = sum([POINTS_BY_CARD[card] for card in cards_of_count(rank, counts[rank])])
            if points >= MIN_POINTS_TO_LAY_PAIR_WITH_TWO or _is_nearly_out(match, TEAM_OF_SEAT[seat]):
                pair = rank
    if pair:
        return melds_of_rank(pair, counts[pair], counts[0])[0]
    if counts[BIG_QUEEN % 13] == COUNT_OF_ONE_CARD[BIG_QUEEN] and twos >= 2:
        return melds_of_rank(BIG_QUEEN % 13, counts[BIG_QUEEN % 13], counts[0])[-1]
    return None


def _choose_meld_of_whole_hand(counts: list[int], set_ranks: int) -> Action | None:
    """Return the next meld or addition of a seat that lays all of a hand, or None if nothing is left.

    `set_ranks` are the ranks of the team's sets, bit r for rank r.
    """
    for rank in NATURAL_RANKS:
        count = counts[rank]
        if count and set_ranks >> rank & 1:
            return ADDITIONS_BY_RANK[rank][count][0]
        if count and NUMBER_OF_CARDS_BY_COUNT[count] >= 3:
            return melds_of_rank(rank, count, 0)[0]
        if count:
            many = NUMBER_OF_CARDS_BY_COUNT[count]
            return next(meld for meld in melds_of_rank(rank, count, counts[0]) if _natural_count(meld) == many)
    return TWO_ADDITIONS_BY_RANK[ranks_of_sets(set_ranks)[-1]][counts[0]][0] if counts[0] else None


def _natural_count(meld: Action) -> int:
    """Return the number of cards of a meld that are no twos."""
    return sum([card % 13 > 0 for card in meld.cards])


def _choose_policy_discard(match: BigQueenMatch, seat: int, last_card: Card | None) -> Action:
    """Return the discard of the card `last_card`; if that is None, of the card that the hand needs least."""
    counts, team = match.counts[seat], TEAM_OF_SEAT[seat]
    card = last_card
    if card is None:
        theirs, near = match.sets[1 - team], _is_nearly_out(match, team)
        least = 10_000
        for other in match.piles[seat]:
            rank = other % 13
            if rank == 0:
                value = 60
            else:
                value = 14 * (NUMBER_OF_CARDS_BY_COUNT[counts[rank]] - 1) - (4 if theirs >> rank & 1 else 0)
                value += (0 if near else 60) if other == BIG_QUEEN else 0
            value -= POINTS_BY_CARD[other] if near else 0
            if value < least:
                card, least = other, value
        assert card is not None
    return (ANNOUNCED_DISCARD_BY_CARD if len(match.piles[seat]) == 2 else DISCARD_ACTION_BY_CARD)[card]
