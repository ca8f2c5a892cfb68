"""The coach of Queen Bees II: how likely each card takes the trick and what it leaves, from imagined deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.cards import CARDS, Card
from core.engine.coach import POINT_UNIT, Advice, AdviceWork, Choice, Figure, Measure, estimate_mean, worths_as_shown
from core.engine.comparison import equally_good_indices, index_of_best_shown, loss_against_best
from core.engine.english import SUIT_WORDS, english_list, number_word, rank_word
from core.engine.game import Game
from core.engine.memory import Memory
from core.engine.view import View
from core.queen_bees_ii.layout import PACK_BY_SEATS
from core.queen_bees_ii.legal import trumps_in_view
from core.queen_bees_ii.levels import BEES_LOOKAHEAD
from core.queen_bees_ii.trumps import ranks_of_cards
from core.trick_taking.cards_left import CardsLeft, cards_left
from core.trick_taking.causes import (
    drawn_trumps_sentence,
    kept_clause,
    sentence_on_close_cards,
    wordings_of_cause,
    wordings_on_lost_trick,
)
from core.trick_taking.coach import (
    ImaginedHandResult,
    chance_to_take_trick,
    imagined_results_by_choice,
    trick_chance_figure,
)
from core.trick_taking.equal_cards import first_equal_choices
from core.trick_taking.lookahead import make_chance_for_view
from core.trick_taking.reasons import (
    Wordings,
    clause_on_forced_card,
    close_choices_sentence,
    compared_choices,
    equals_sentence,
    likeliest_taker,
    reason_of_parts,
    trick_clause_with_cause,
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


def _wordings_on_trumps(view: View, card: Card) -> Wordings:
    """Return what trumps a trick with this card would make, and how many of them the hand would keep, as a part of a
    reason; () if the trick can make none.

    The ranks of those who follow become trumps, too, so the hand may keep more trumps than are certain now. A short
    wording speaks only of the ranks on the table and of the card.
    """
    trick = (*view.cards("trick"), card)
    if view.facts["trumps"] or len({one.suit for one in trick}) > 1:
        return ()
    ranks = ranks_of_cards(trick)
    kept = sum(one.rank in ranks for one in view.cards(f"hand/{view.seat}")) - 1
    number = number_word(kept) if kept > 1 else ("one" if kept else "none")  # a digit would look like a rank
    known = ranks if len(ranks) > 1 else [f"{rank_word(rank)}s" for rank in ranks]
    become = f"{english_list(known)} become trumps, and you keep {number}"
    if len(trick) == view.seats:
        return f"{become} of them", become
    suit = SUIT_WORDS[card.suit]
    of_all = f"at least {number}" if kept else "perhaps none"
    return (
        f"If this trick is all {suit}, {english_list([*known, 'the ranks still to come'])} become trumps, "
        f"and you keep {of_all} of them",
        f"If this trick is all {suit}, {become} of them",
        f"If all play {suit}, {become} of them",
        f"If all play {suit}, {become}",
    )


def _parts_on_trick_given_up(left: CardsLeft, best: Choice, worse: Sequence[Choice]) -> list[Wordings]:
    """Return why the card that takes the present trick most likely is better kept, and what speaks for the best card
    against the other worse ones, or how many tricks it costs in all to play the one kept, as parts of a reason.

    Returns none if no worse card takes the trick clearly more likely.
    """
    taker = likeliest_taker(best, worse)
    if taker is None or best.worth is None or taker.worth is None:
        return []
    amount = f"{round(best.worth.value, 1) - round(taker.worth.value, 1):.1f}"
    lost = f"{amount} {'trick' if amount == '1.0' else 'tricks'}"
    card = taker.action.cards[0]
    given_up = f"{would_take_clause(taker)}, but {kept_clause(left, best.action.cards[0], card)}"
    cost = f"Played now, it costs you about {lost} in all"
    others = [choice for choice in worse if choice is not taker]
    if others and (cause := wordings_of_cause(left, best, others)):
        return [(given_up, f"{card} is better kept for later"), cause]
    return [(given_up,), (cost,)]


def _is_gain_in_later_tricks(best: Choice, worse: Sequence[Choice]) -> bool:
    """Return whether the best card is better than each worse one only because of later tricks: it takes the present one
    no more likely."""
    return all(chance_to_take_trick(best).value <= chance_to_take_trick(choice).value for choice in worse)


def _trumps_to_follow(view: View) -> Sequence[Card]:
    """Return the trumps, one of which has to follow the trump that was led; none if no trump was led."""
    trick, is_trump = view.cards("trick"), trumps_in_view(view).is_trump_by_card
    return [card for card in CARDS[:52] if is_trump[card]] if trick and is_trump[trick[0]] else ()


def _cards_left_of_pack(view: View, memory: Memory) -> CardsLeft:
    """Return the cards that matter for the rest of the deal: those of the pack for this number of players."""
    left = cards_left(view, memory, trumps_in_view(view).strengths_by_suit_led)
    unseen = [card for card in left.unseen if card in PACK_BY_SEATS[view.seats]]
    return left._replace(unseen=unseen, may_make_trumps=not view.facts["trumps"])


def _sentence_on_tricks(best: Choice, worse: Sequence[Choice], equally_good: Sequence[Choice]) -> Wordings:
    """Return the tricks of the deal with the best card, and with the nearest worse one, as a sentence without its end,
    the longest wording first: ``You end the deal with about 4.8 tricks, but at most 4.4 with any other card``.
    """
    compared, rest = compared_choices(best, worse, equally_good)
    numbers = [round(choice.worth.value, 1) for choice in (best, *compared) if choice.worth is not None]
    nearest = max(numbers[1:])
    if nearest >= numbers[0]:
        told = f"more than with {rest}"
    else:
        told = f"but {'at most ' if len(compared) > 1 else ''}{nearest:.1f} with {rest}"
    end = f"end the deal with about {numbers[0]:.1f} tricks, {told}"
    later = (f"You take more tricks later, and {end}",) if _is_gain_in_later_tricks(best, worse) else ()
    return (*later, f"You {end}", f"You end with about {numbers[0]:.1f} tricks, {told}")


def reason_for_best_play(
    view: View, memory: Memory, choices: Sequence[Choice], best: Choice, equally_good: Sequence[Choice]
) -> str:
    """Return the reason for the best of the `choices` of cards to play; those `equally_good` may be as good as it."""
    action, card = best.action, best.action.cards[0]
    if len(choices) == 1:
        return reason_of_parts(action, [(clause_on_forced_card(view, card, "trump", _trumps_to_follow(view)),)])
    trumps, left = _wordings_on_trumps(view, card), _cards_left_of_pack(view, memory)
    worse = [choice for choice in choices if choice is not best and choice not in equally_good]
    if not worse:
        close = sentence_on_close_cards(left, choices, best, equally_good)
        told = close_choices_sentence(best, equally_good)
        return reason_of_parts(action, [trumps or (close,), (told,)])
    equals = (equals_sentence(best, equally_good),)
    if not trumps and (given_up := _parts_on_trick_given_up(left, best, worse)):
        return reason_of_parts(action, [*given_up, equals])
    cause = trumps
    if not trumps and _is_gain_in_later_tricks(best, worse) and left.draws_trumps(card):
        cause = (drawn_trumps_sentence(card),)
    elif not trumps:
        cause, has_cause = trick_clause_with_cause(left, choices, best, worse)
        if not has_cause:
            cause = wordings_of_cause(left, best, worse) or wordings_on_lost_trick(left, choices) or cause
    return reason_of_parts(action, [cause, _sentence_on_tricks(best, worse, equally_good), equals])
