"""The coach of Queen Bees II: how likely each card takes the trick and what it leaves, from imagined deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.cards import CARDS, Card
from core.engine.coach import POINT_UNIT, Advice, AdviceWork, Choice, Figure, Measure, estimate_mean, worths_as_shown
from core.engine.comparison import equally_good_indices, index_of_best_shown, loss_against_best
from core.engine.english import SUIT_WORDS, count, english_list
from core.engine.game import Game
from core.engine.memory import Memory
from core.engine.view import View
from core.queen_bees_ii.layout import PACK_BY_SEATS
from core.queen_bees_ii.legal import trumps_in_view
from core.queen_bees_ii.levels import BEES_LOOKAHEAD
from core.queen_bees_ii.trumps import ranks_of_cards
from core.trick_taking.cards_left import CardsLeft, cards_left
from core.trick_taking.causes import sentence_on_cause, sentences_on_close_cards
from core.trick_taking.coach import (
    ImaginedHandResult,
    cards_others_may_hold,
    chance_to_take_trick,
    imagined_results_by_choice,
    trick_chance_figure,
)
from core.trick_taking.equal_cards import first_equal_choices
from core.trick_taking.lookahead import make_chance_for_view
from core.trick_taking.reasons import (
    clause_on_forced_card,
    close_choices_reason,
    likeliest_taker,
    trick_chance_clause,
    trick_clause_with_cause,
    with_equals_named,
    worse_choices_name,
    would_take_clause,
)

INVISIBLE_DIFFERENCE_IN_TRICKS: Final = 0.1
"""A difference of at most this many tricks of a deal makes no card worse: the hint shows tenths."""


def advise(game: Game, view: View, memory: Memory, is_brief: bool = False) -> AdviceWork:
    """Return the advice for the seat of a view: which card brings most tricks in this deal.

    It follows from fewer samples with `is_brief`.
    """
    actions = game.legal(view)
    strengths = trumps_in_view(view).strengths_by_suit_led
    first_equals = (  # before trumps are made every rank may become one
        first_equal_choices(view, memory, actions, strengths, (strengths,)) if view.facts["trumps"] else ()
    )
    endings = yield from imagined_results_by_choice(
        BEES_LOOKAHEAD,
        game,
        view,
        memory,
        actions,
        make_chance_for_view(view),
        is_brief=is_brief,
        first_equals=first_equals,
    )
    worths = [[ending.worth for ending in found] for found in endings]
    best = BEES_LOOKAHEAD.index_of_best(actions.index(BEES_LOOKAHEAD.usual_bot(view)), worths)
    points = [[ending.points for ending in found] for found in endings]
    best = index_of_best_shown(best, equally_good_indices(best, worths), points, worths)
    choices = tuple(
        Choice(
            action,
            (trick_chance_figure(view, memory, action.cards[0], strengths, found),),
            _points_of_deal_figure(found),
            loss=loss_against_best(worth, worths[best]),
            measure=Measure.POINTS_OF_DEAL,
        )
        for action, found, worth in zip(actions, endings, worths, strict=True)
    )
    as_good = equally_good_indices(
        best,
        worths,
        invisible_difference=INVISIBLE_DIFFERENCE_IN_TRICKS,
        points_as_shown=worths_as_shown(choices),
    )
    equally_good = tuple(choices[at] for at in as_good)
    return Advice(
        choices, choices[best], equally_good, reason_for_best_play(view, memory, choices, choices[best], equally_good)
    )


def _points_of_deal_figure(endings: Sequence[ImaginedHandResult]) -> Figure:
    """Return a figure with the mean points of the seat from this deal, one point for each trick."""
    return estimate_mean("{} this deal", [ending.points for ending in endings], POINT_UNIT)


def _sentence_on_trumps(view: View, card: Card) -> str:
    """Return what trumps a trick with this card would make, and how many of them the hand would keep, as a sentence
    between two spaces; "" if the trick can make none. Those who follow add their ranks, so that these are at least so
    many."""
    trick = (*view.cards("trick"), card)
    if view.facts["trumps"] or len({one.suit for one in trick}) > 1:
        return ""
    ranks = ranks_of_cards(trick)
    kept = sum(one.rank in ranks for one in view.cards(f"hand/{view.seat}")) - 1
    if len(trick) == view.seats:
        return f" It makes {english_list(ranks)} trumps, and you keep {count(kept, 'trump') if kept else 'none'}. "
    made = f"If only {SUIT_WORDS[card.suit]} follow, {english_list([*ranks, 'their ranks'])} become trumps"
    return f" {made}, and you keep {f'at least {kept}' if kept else 'perhaps none'}. "


def _clause_on_trick_given_up(view: View, best: Choice, worse: Sequence[Choice]) -> str:
    """Return why the best card is better than the one that takes the present trick most likely: after the other the
    seat takes fewer tricks later, and so in all, as the hint shows them.

    Returns "" if no worse card takes the trick clearly more likely.
    """
    taker = likeliest_taker(best, worse)
    if taker is None or best.worth is None or taker.worth is None:
        return ""
    lost = round(best.worth.value, 1) - round(taker.worth.value, 1)
    amount = f"{lost:.1f}"
    is_trump = trumps_in_view(view).is_trump_by_card[taker.action.cards[0]]
    then = "with that trump gone" if is_trump else "then"
    lost_tricks = f"{amount} {'trick' if amount == '1.0' else 'tricks'}"
    return f"{would_take_clause(taker)}, but costs you about {lost_tricks} in all, as {then} you take fewer later"


def _is_gain_in_later_tricks(best: Choice, worse: Sequence[Choice]) -> bool:
    """Return whether the best card is better than each worse one only because of later tricks: it takes the present one
    no more likely."""
    return all(chance_to_take_trick(best).value <= chance_to_take_trick(choice).value for choice in worse)


def _draws_trumps(view: View, memory: Memory, card: Card) -> bool:
    """Return whether a card, led now, is a trump that others may have to answer with trumps of theirs."""
    is_trump = trumps_in_view(view).is_trump_by_card
    others = cards_others_may_hold(view, memory)
    return not view.cards("trick") and bool(is_trump[card]) and any(is_trump[other] for other in others)


def _trumps_to_follow(view: View) -> Sequence[Card]:
    """Return the trumps, one of which has to follow the trump that was led; none if no trump was led."""
    trick, is_trump = view.cards("trick"), trumps_in_view(view).is_trump_by_card
    return [card for card in CARDS[:52] if is_trump[card]] if trick and is_trump[trick[0]] else ()


def _cards_left_of_pack(view: View, memory: Memory, strengths_by_suit_led: Sequence[bytes]) -> CardsLeft:
    """Return the cards that matter for the rest of the deal: those of the pack for this number of players."""
    left = cards_left(view, memory, strengths_by_suit_led)
    return left._replace(unseen=[card for card in left.unseen if card in PACK_BY_SEATS[view.seats]])


def _tricks_compared(best: Choice, worse: Sequence[Choice], equally_good: Sequence[Choice]) -> str:
    """Return the tricks of the deal with the best card, and with the nearest worse one, as the end of a sentence:
    ``about 4.8 tricks, but at most 4.4 with any other card``."""
    numbers = [round(choice.worth.value, 1) for choice in (best, *worse) if choice.worth is not None]
    nearest, rest = max(numbers[1:]), worse_choices_name(best, worse, equally_good)
    told = f"about {numbers[0]:.1f} tricks"
    if nearest >= numbers[0]:
        return f"{told}, more than with {rest}"
    return f"{told}, but {'at most ' if len(worse) > 1 else ''}{nearest:.1f} with {rest}"


def reason_for_best_play(
    view: View, memory: Memory, choices: Sequence[Choice], best: Choice, equally_good: Sequence[Choice]
) -> str:
    """Return the reason for the best of the `choices` of cards to play; those `equally_good` may be as good as it."""
    card = best.action.cards[0]
    if len(choices) == 1:
        return f"{clause_on_forced_card(view, card, 'trump', _trumps_to_follow(view))}: play {card}."
    assert best.worth is not None
    trick, trumps = trick_chance_clause(best), _sentence_on_trumps(view, card)
    left = _cards_left_of_pack(view, memory, trumps_in_view(view).strengths_by_suit_led)
    worse = [choice for choice in choices if choice is not best and choice not in equally_good]
    if not worse:
        reason = close_choices_reason(best, equally_good, INVISIBLE_DIFFERENCE_IN_TRICKS)
        close = sentences_on_close_cards(left, choices, best, equally_good, INVISIBLE_DIFFERENCE_IN_TRICKS)
        return f"{trick}.{trumps}{reason}" if trumps else f"{close or trick}. {reason}"
    given_up = _clause_on_trick_given_up(view, best, worse)
    if given_up:
        why = f"{trick}.{trumps or ' '}{given_up}"
        return f"{with_equals_named(why, best, equally_good, INVISIBLE_DIFFERENCE_IN_TRICKS)}: play {card}."
    how = "You take more tricks later, and" if _is_gain_in_later_tricks(best, worse) else "You"
    draws = how != "You" and _draws_trumps(view, memory, card)
    if draws:
        how = f"It draws trumps from the others. {how}"
    if not trumps:  # they are the cause
        trick, has_cause = trick_clause_with_cause(left, choices, best, worse)
        cause = "" if has_cause or draws else sentence_on_cause(left, choices, best, worse)
        trick = f"{trick}. {cause}" if cause else trick
    why = f"{trick}.{trumps or ' '}{how} end the deal with {_tricks_compared(best, worse, equally_good)}"
    return f"{with_equals_named(why, best, equally_good, INVISIBLE_DIFFERENCE_IN_TRICKS)}: play {card}."
