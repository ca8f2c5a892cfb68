"""The reasons that the coach of Big Queen gives for a discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from core.big_queen.action_texts import activity_of_choice
from core.big_queen.bot import MAX_CARDS_TO_BE_NEARLY_OUT
from core.big_queen.choice_order import LAYING_VERBS
from core.big_queen.compared_choices import (
    ComparedChoices,
    choice_with_most_points_ahead,
    comparison_clause,
    text_on_loss_of,
)
from core.big_queen.hand_value import counts_without_cards
from core.big_queen.layout import BIG_QUEEN, NATURAL_RANKS, POINTS_BY_CARD, TEAM_OF_SEAT
from core.big_queen.legal import can_be_laid_once_drawn, set_ranks_of_team
from core.big_queen.melds import counts_by_rank
from core.big_queen.refusals import can_take
from core.big_queen.round_result import MIN_SHARE_DIFFERENCE_NAMED, MeanEnding
from core.engine.action import Action
from core.engine.cards import CARDS, RANKS, Card
from core.engine.coach import POINT_UNIT, Choice, percent_of
from core.engine.english import count, english_list, english_list_of_alternatives, rank_word
from core.engine.view import View

MAX_EQUAL_DISCARDS_NAMED: Final = 3
"""A reason names at most this many cards that are as good to discard."""

MAX_SHARE_SELDOM_TAKEN: Final = 0.1
"""The other team seldom takes a discarded card if it does so in at most this share of the imagined rounds."""


def reason_to_lay_no_more(compared: ComparedChoices) -> str:
    """Return the reason for a discard while other cards could be laid: what the imagined rounds say of the best way to
    lay some."""
    view, choices, best, equally_good, means = compared
    assert view.seat is not None
    lays = [choice for choice in choices if choice.action.verb in LAYING_VERBS]
    close = [choice for choice in equally_good if choice.action.verb in LAYING_VERBS]
    lay = choice_with_most_points_ahead(close or lays)
    assert lay is not None
    card = best.action.cards[0]
    told = comparison_clause(best, lay) if close else f"is {text_on_loss_of(lay, best, means) or 'about as good'}"
    why = f"{activity_of_choice(lay)} first {told}"
    if card.rank == "2":  # what the rest can still do is no reason to give up a wild card
        cost = count(POINTS_BY_CARD[card], POINT_UNIT)
        return f"If the round ends while you hold {card}, it costs {cost}; {why}: discard {card}."
    kept = list(view.cards(f"hand/{view.seat}"))
    kept.remove(card)
    takes = any(can_take(kept, CARDS[rank]) for rank in NATURAL_RANKS)
    if takes:
        return f"What you keep can still take cards from the pile; {why}: discard {card}."
    return f"{why[:1].upper()}{why[1:]}: discard {card}."


def reason_to_discard(compared: ComparedChoices) -> str:
    """Return the reason for discarding a card."""
    view, action = compared.view, compared.best.action
    card, hand = action.cards[0], view.cards(f"hand/{view.seat}")
    points = POINTS_BY_CARD[card]
    if len(hand) == 1:
        return f"{card} is your last card, and the round ends with it: discard."
    if len(action) == 3:
        other = next((held for held in hand if held != card), card)
        counts_more = f"counts more than {other}, and " if points > POINTS_BY_CARD[other] else ""
        return f"{card} {counts_more}leaves you one card, which you must announce: discard and announce."
    if card == BIG_QUEEN:
        return _reason_to_discard_big_queen(view)
    if sum(held.rank == card.rank for held in hand) > 1:
        return _reason_to_break_group(compared)
    return _reason_to_discard_single_card(compared)


def near_end_sentence(view: View) -> str:
    """Return a sentence on a player of the other team who may soon go out, before another one; "" if there is none."""
    assert view.seat is not None
    others = range(1 - TEAM_OF_SEAT[view.seat], view.seats, 2)
    fewest = min(view.count(f"hand/{seat}") for seat in others)
    if not 0 < fewest <= MAX_CARDS_TO_BE_NEARLY_OUT:
        return ""
    return f"The round may end soon: a player of the other team has {count(fewest, 'card')}. "


def _why_not_other_discard(best: Choice, other: Choice, means: Mapping[Action, MeanEnding]) -> str:
    """Return why another card is not discarded: the other team takes it more often, or by how much it is worse; "" if
    it is not worse in the imagined rounds."""
    told = text_on_loss_of(other, best, means)
    if not told:
        return ""
    card, rather = best.action.cards[0], other.action.cards[0]
    ours, theirs = means[best.action], means[other.action]
    more_for_others = theirs.other_points - ours.other_points
    is_taken_more = theirs.share_of_discard_taken - ours.share_of_discard_taken >= MIN_SHARE_DIFFERENCE_NAMED
    if is_taken_more and more_for_others > ours.own_points - theirs.own_points:
        shares = [percent_of(one.share_of_discard_taken) for one in (theirs, ours)]
        return f"the other team would take {rather} in {shares[0]}% of the rounds, {card} in {shares[1]}%"
    return f"discarding {rather} is {told}"


def _cards_worth_more_together(view: View, discarded: Card) -> str:
    """Return what a hand keeps if it breaks up the rank of a discarded card: the other groups of one rank that are
    worth more points, its twos, and the single cards that fit a set of the team; "" if there is none of these."""
    assert view.seat is not None
    hand = view.cards(f"hand/{view.seat}")
    sets = set_ranks_of_team(view, TEAM_OF_SEAT[view.seat])
    group_by_rank: dict[str, list[Card]] = {}
    for card in hand:
        group_by_rank.setdefault(card.rank, []).append(card)
    broken = sum(POINTS_BY_CARD[card] for card in group_by_rank.pop(discarded.rank))
    twos = group_by_rank.pop("2", [])
    fitting = [group for rank, group in group_by_rank.items() if sets >> RANKS.index(rank) & 1]
    greater = [
        group
        for group in group_by_rank.values()
        if group not in fitting and len(group) > 1 and sum(POINTS_BY_CARD[card] for card in group) > broken
    ]
    told = [
        *(" ".join(map(str, group)) for group in greater[:2]),
        *([f"{' '.join(str(group[0]) for group in fitting[:2])} for your sets"] if fitting else []),
        *([" ".join(map(str, twos))] if twos else []),
    ]
    return english_list(told) if told else ""


def _discards_as_good(best: Choice, equally_good: Sequence[Choice]) -> str:
    """Return the best card to discard and the others with the same points ahead, as they are shown:
    `MAX_EQUAL_DISCARDS_NAMED` of them, and how many more; "" if there are no others."""
    cards = [
        choice.action.cards[0]
        for choice in equally_good
        if choice.action.verb == "discard"
        and best.worth is not None
        and choice.worth is not None
        and round(choice.worth.value) == round(best.worth.value)
    ]
    more = [f"{len(cards) - MAX_EQUAL_DISCARDS_NAMED} more"] if len(cards) > MAX_EQUAL_DISCARDS_NAMED else []
    told = [best.action.cards[0], *cards[:MAX_EQUAL_DISCARDS_NAMED]]
    return english_list_of_alternatives([*map(str, told), *more]) if cards else ""


def _reason_to_discard_big_queen(view: View) -> str:
    """Return the reason for discarding a Queen of spades."""
    assert view.seat is not None
    counts = counts_without_cards(counts_by_rank(view.cards(f"hand/{view.seat}")), (BIG_QUEEN,))
    can_be_laid = can_be_laid_once_drawn(view, counts, set_ranks_of_team(view, TEAM_OF_SEAT[view.seat]), BIG_QUEEN)
    unless = "" if can_be_laid else ", and you cannot lay her yet"
    return (
        f"A player with two queens or 2s may take her, but if the round ends while you hold {BIG_QUEEN}, she costs "
        f"your team {POINTS_BY_CARD[BIG_QUEEN]} points{unless}: discard {BIG_QUEEN}."
    )


def _other_discards(compared: ComparedChoices) -> list[Choice]:
    """Return the discards of cards of other ranks than the advised one."""
    rank = compared.best.action.cards[0].rank
    discards = [one for one in compared.choices if one.action.verb == "discard" and one.figures and one.same_as is None]
    return [one for one in discards if one.action.cards[0].rank != rank]


def _sentence_on_equal_discards(compared: ComparedChoices) -> str:
    """Return the sentence that it is the same which of some cards is discarded; "" if no other has as many points
    ahead."""
    others = _other_discards(compared)
    equal = _discards_as_good(compared.best, [one for one in compared.equally_good if one in others])
    card = compared.best.action.cards[0]
    return f"On average it is the same whether you discard {equal}: discard {card}." if equal else ""


def _reason_to_break_group(compared: ComparedChoices) -> str:
    """Return the reason for discarding a card while others of its rank stay in the hand."""
    view, card = compared.view, compared.best.action.cards[0]
    hand = view.cards(f"hand/{view.seat}")
    rank_counts = Counter(held.rank for held in hand)
    group = "a pair" if rank_counts[card.rank] == 2 else "a group"
    kept = _cards_worth_more_together(view, card)
    if kept and not any(other.rank != "2" and rank_counts[other.rank] == 1 for other in hand):
        against = f"in your hand it counts {POINTS_BY_CARD[card]} against you: discard {card}."
        return f"{card} breaks {group}, but you keep {kept}; {against}"
    if len(rank_counts) == 1 and BIG_QUEEN not in hand:
        return f"You hold {rank_word(card.rank)}s only, so any card does as well: discard {card}."
    if as_good := _sentence_on_equal_discards(compared):
        return as_good
    others = _other_discards(compared)
    told = _comparison_of_discard(compared, others)
    if any(one in others for one in compared.equally_good):
        return f"No discard is clearly better; {told}: discard {card}."
    return f"{card} breaks {group}{f', but {told}' if told else ''}: discard {card}."


def _reason_to_discard_single_card(compared: ComparedChoices) -> str:
    """Return the reason for discarding the only card of its rank: of what use it is, what it costs or brings beside the
    other single cards, and how another discard compares."""
    view, card = compared.view, compared.best.action.cards[0]
    points, hand = POINTS_BY_CARD[card], view.cards(f"hand/{view.seat}")
    rank_counts = Counter(held.rank for held in hand)
    alone = [other for other in hand if rank_counts[other.rank] == 1 and other.rank not in (card.rank, "2")]
    single_twos = [other for other in hand if other.rank == "2" and rank_counts[other.rank] == 1]
    what = f"{card} is your only {rank_word(card.rank)}"
    if not alone or card.rank == "2":
        if card.rank != "2":
            what = f"{card} is your only card{' but the 2' if single_twos else ''} without another of its rank"
        return f"{near_end_sentence(view)}{what}, and counts {points} against you: discard {card}."
    what = f"{what}{_clause_on_use_of_single_card(view, card)}"
    others = [POINTS_BY_CARD[other] for other in alone]
    rest = "Your other single cards bring" if len(alone) > 1 else f"Your other single card, {alone[0]}, brings"
    if points > max(others):
        but_for_two = " but the 2" if any(POINTS_BY_CARD[other] > points for other in single_twos) else ""
        costs = f"of your single cards{but_for_two} it costs most if the round ends ({points})"
        return f"{near_end_sentence(view)}{what}, and {costs}: discard {card}."
    if as_good := _sentence_on_equal_discards(compared):
        return as_good
    rivals = [other for other in alone if POINTS_BY_CARD[other] > points] or alone
    discards = [one for one in _other_discards(compared) if one.action.cards[0] in rivals]
    told = _comparison_of_discard(compared, discards)
    is_close = any(one in compared.equally_good for one in discards)
    if points < min(others):
        what = f"{what}. {rest} more once laid"
    elif (is_close or not told) and _is_seldom_taken(compared):
        what = f"{what}, and the other team seldom takes it"
    elif points == min(others):
        what = f"{what}. {rest} {'as much or more' if len(alone) > 1 else 'as much'} once laid"
    return f"{what}{f'; {told}' if told else ''}: discard {card}."


def _is_seldom_taken(compared: ComparedChoices) -> bool:
    """Return whether the other team took the discarded card in few of the imagined rounds."""
    mean = compared.means.get(compared.best.action)
    return mean is not None and mean.share_of_discard_taken <= MAX_SHARE_SELDOM_TAKEN


def _clause_on_use_of_single_card(view: View, card: Card) -> str:
    """Return the clause that the only card of its rank in a hand is of no use alone; "" if it fits a set of the
    team."""
    assert view.seat is not None
    if set_ranks_of_team(view, TEAM_OF_SEAT[view.seat]) >> RANKS.index(card.rank) & 1:
        return ""
    has_two = any(held.rank == "2" for held in view.cards(f"hand/{view.seat}"))
    return f": {'without a 2' if has_two else 'alone'} it can neither be laid nor take a card"


def _comparison_of_discard(compared: ComparedChoices, others: Sequence[Choice]) -> str:
    """Return how the best of other cards to discard compares with the advised one: of those that are too close to call,
    if there is one, else of all `others`; "" if nothing is known of them."""
    close = [one for one in compared.equally_good if one in others]
    other = choice_with_most_points_ahead(close or others)
    if other is None:
        return ""
    if close:
        return f"{activity_of_choice(other)} {comparison_clause(compared.best, other)}"
    return _why_not_other_discard(compared.best, other, compared.means)
