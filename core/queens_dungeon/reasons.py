"""The reasons that the coach of Queen's Dungeon gives for the choice that it advises, for a beginner.

They say why a card is good if that is certain, or follows from the figures about the choices: which Queens are taken or
kept, which cards are kept, who goes to the dungeon, and who makes the quota.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.engine.action import Action
from core.engine.cards import CARDS, QUEENS
from core.engine.coach import CHANCE_UNIT, MATCH_LOST_LABEL, Choice, percent_of
from core.engine.english import SUIT_WORDS, count
from core.engine.memory import Memory
from core.engine.view import View
from core.queens_dungeon.deal_plan import team_of
from core.queens_dungeon.dungeon_reasons import risk_of_some_cards, why_of_dungeon
from core.queens_dungeon.figures import Reason, points_of_hand
from core.queens_dungeon.follow_suit import strengths_in_view
from core.queens_dungeon.legal import circle_of_players
from core.queens_dungeon.points_reasons import gain_text, gains_as_shown, needed_least_clause, source_of_gain
from core.queens_dungeon.queen_reasons import (
    count_queens_taken,
    new_trump_wordings,
    queens_taken_clause,
    why_of_queens_saved,
)
from core.queens_dungeon.quota_reasons import beaten_dealer_wordings, quota_reason, sentence_on_trick_spared
from core.queens_dungeon.scores import QUEENS_THAT_CHANGE_TRUMP, QUOTA_MISSED_POINTS
from core.trick_taking.cards_left import CardsLeft, cards_left
from core.trick_taking.causes import (
    kept_clause,
    sentence_on_close_cards,
    wordings_of_cause,
    wordings_on_lost_trick,
)
from core.trick_taking.coach import chance_to_take_trick, is_last_to_play
from core.trick_taking.reasons import (
    LIKELY_CHANCE,
    MAX_REASON_LENGTH,
    Wordings,
    cannot_take_trick,
    clause_on_forced_card,
    close_choices_sentence,
    compared_choices,
    equals_sentence,
    likeliest_taker,
    reason_of_parts,
    surely_takes_trick,
    trick_chance_clause,
    trick_clause_with_cause,
    would_take_clause,
)

INVISIBLE_DIFFERENCE_IN_POINTS: Final = 1
"""A difference of at most this many points of a hand makes no card worse, and no reason speaks of it."""

CARD_NOUNS: Final = ("card", "cards")
"""The noun for the cards of which one is played, in the singular and the plural."""
RULES_NOUNS: Final = ("card that follows the rules", "cards that follow the rules")
"""`CARD_NOUNS` where other cards can be played, too."""
OTHER_NOUNS: Final = ("choice", "choices")
"""The noun for what is no play of a card."""


class WordsOnTrick(NamedTuple):
    """What a reason says of a card in the present trick."""

    wordings: Wordings
    """What is certain and speaks for the card, if `has_cause`; else how likely it takes the trick."""
    has_cause: bool


def reason_for_best_choice(
    view: View,
    memory: Memory,
    choices: Sequence[Choice],
    best: Choice,
    equally_good: Sequence[Choice],
    has_wrong_cards: bool,
) -> tuple[str, str]:
    """Return the reason for the best choice, and the label of the figure that decides in it; "" for none.

    `choices` are all choices that follow the rules, `equally_good` those that may be as good as the best;
    `has_wrong_cards` is whether the seat can also play other cards.
    """
    action = best.action
    worse = [choice for choice in choices if choice is not best and choice not in equally_good]
    if len(choices) == 1:
        return reason_of_parts(action, [(_why_of_only_choice(view, action, has_wrong_cards),)]), ""
    if not worse:
        why = _reason_for_close_choices(view, memory, choices, best, equally_good, has_wrong_cards)
    elif action.verb != "play":
        why = _why_of_trump_or_swap(view, best, *compared_choices(best, worse, equally_good, *OTHER_NOUNS))
    else:
        nouns = RULES_NOUNS if has_wrong_cards else CARD_NOUNS
        compared, rest = compared_choices(best, worse, equally_good, *nouns)
        words = _words_on_trick(view, memory, choices, best, worse, has_wrong_cards)
        why = (
            why_of_dungeon(view, choices, best, compared, rest, *nouns)
            or (None if has_wrong_cards else why_of_queens_saved(view, best, worse))
            or _why_of_quota(view, best, worse, compared, rest, words)
            or _why_of_match(choices, best, worse, words, *nouns)
            or _why_of_new_trump(view, best, worse, compared, rest)
            or _why_of_trick(view, memory, best, worse, compared, rest, words, has_wrong_cards)
        )
    equals = equals_sentence(best, equally_good if worse else ())
    return reason_of_parts(action, [*why.parts, (equals,)]), why.label


def _words_on_trick(
    view: View,
    memory: Memory,
    choices: Sequence[Choice],
    best: Choice,
    worse: Sequence[Choice],
    has_wrong_cards: bool,
) -> WordsOnTrick:
    """Return what is certain about the best card and speaks for it, or else how likely it takes the present trick."""
    left = _cards_left_with_queens(view, memory)
    if not has_wrong_cards:
        words, has_cause = trick_clause_with_cause(left, choices, best, worse)
        if has_cause:
            return WordsOnTrick(words, True)
    cause = wordings_of_cause(left, best, worse)
    if not cause and not has_wrong_cards:
        cause = wordings_on_lost_trick(left, choices)
    return WordsOnTrick(cause or (trick_chance_clause(best),), bool(cause))


def _cards_left_with_queens(view: View, memory: Memory) -> CardsLeft:
    """Return the cards that matter for the rest of the hand, as the seat of a view knows them."""
    return cards_left(view, memory, strengths_in_view(view), QUEENS, QUEENS_THAT_CHANGE_TRUMP)


def _why_of_only_choice(view: View, action: Action, has_wrong_cards: bool) -> str:
    """Return why the rules allow no other choice."""
    if has_wrong_cards:
        return "No other card of yours follows the rules"
    if action.verb != "play":
        return "You have no choice"
    if view.facts["challenge"]:
        return clause_on_forced_card(view, action.cards[0], "Queen", QUEENS)
    if not view.cards("trick"):
        others = [card for card in CARDS[:52] if card.suit != view.facts["trump"]]
        return clause_on_forced_card(view, action.cards[0], "card that is not a trump", others)
    return clause_on_forced_card(view, action.cards[0])


def _reason_for_close_choices(
    view: View,
    memory: Memory,
    choices: Sequence[Choice],
    best: Choice,
    equally_good: Sequence[Choice],
    has_wrong_cards: bool,
) -> Reason:
    """Return the reason for the best choice if no other is clearly worse."""
    nouns, before = ("Any of your choices", "choice of yours"), Reason(())
    if best.action.verb == "play":
        nouns = ("Any card you may play", "card you may play")
        if has_wrong_cards:
            told = _sentence_on_cards_by_rules(choices, best)
        else:
            left = _cards_left_with_queens(view, memory)
            told = sentence_on_close_cards(left, choices, best, equally_good)
        before = risk_of_some_cards(view, choices, best) or Reason(((told,),))
    if has_wrong_cards:
        nouns = ("Any card that follows the rules", "card that follows the rules")
    told = close_choices_sentence(best, equally_good, *nouns)
    return before._replace(parts=(*before.parts, (told,)))


def _sentence_on_cards_by_rules(choices: Sequence[Choice], best: Choice) -> str:
    """Return that each card of the choices takes the present trick, or that none does, where other cards would break
    the rules, as a sentence without its end; if it is not certain, how likely the best card takes it."""
    if all(map(cannot_take_trick, choices)):
        return "No card that follows the rules takes this trick"
    if all(map(surely_takes_trick, choices)):
        return "Each card that follows the rules takes this trick"
    return trick_chance_clause(best)


def _why_of_trump_or_swap(view: View, best: Choice, worse: Sequence[Choice], rest: str) -> Reason:
    """Return the reason for a new trump, or for what the dealer does with the hand: the quota, or what it brings.
    `rest` is words for the worse choices."""
    points, holds = points_of_hand(best), (_suit_clause(view, best.action),)
    quota = quota_reason(view, best, worse, rest)
    if quota and not any(holds):
        return quota
    if any(points_of_hand(choice) >= points for choice in worse):
        told = f"It leaves you better off than {rest}"
    elif not round(points):
        told = f"In this hand it brings you next to nothing, but more than {rest}"
    elif round(points) < 0:
        told = f"In this hand it costs you about {count(-round(points), 'point')}, less than {rest}"
    else:
        told = f"In this hand it brings you about {count(round(points), 'point')}, more than {rest}"
    return Reason((holds, (told,)))


def _why_of_trick(
    view: View,
    memory: Memory,
    best: Choice,
    worse: Sequence[Choice],
    compared: Sequence[Choice],
    rest: str,
    words: WordsOnTrick,
    has_wrong_cards: bool,
) -> Reason:
    """Return why it is good to take the present trick with the best card, or to leave it, and how much that is worth.

    `compared` are the worse cards of which `rest` are the words, `words` is what else is said of the card in the trick.
    """
    card, chance = best.action.cards[0], trick_chance_clause(best)
    worth = (f"{card} is worth{gain_text(best, compared)} more than {rest}",)
    is_taken = chance_to_take_trick(best).value >= LIKELY_CHANCE
    if is_taken and (queens := queens_taken_clause(view, card)) and not has_wrong_cards:
        return Reason(((f"{chance}, {queens}",), worth))
    spared = (sentence_on_trick_spared(view, best, worse),)
    if not is_taken and not has_wrong_cards:
        partner = _partner_clause(view)
        if partner and not (chance_to_take_trick(best).value or chance_to_take_trick(best).error):
            return Reason(((partner,), worth))
        if kept := _kept_for_later_parts(view, memory, best, likeliest_taker(best, worse)):
            return Reason((spared, *kept) if any(spared) else kept)
    if any(spared):
        return Reason((spared, worth))
    if is_taken and words.has_cause:
        return Reason((words.wordings, worth))
    source = source_of_gain(view, best, compared, rest) or Reason((worth,))
    if not words.has_cause and (least := needed_least_clause(view, best, worse)):
        return source._replace(parts=((least,), *source.parts))
    return source._replace(parts=(words.wordings, *source.parts))


def _partner_clause(view: View) -> str:
    """Return that the present trick goes, or would go now, to the partner of the seat of a view; "" if it does not."""
    trick = view.cards("trick")
    dealer, leader = view.facts["dealer"], view.facts["leader"]
    assert isinstance(dealer, int)
    around = circle_of_players(view.seats, dealer)
    players = (*around[around.index(leader) :], *around[: around.index(leader)])
    power = strengths_in_view(view)[trick[0] // 13] if trick else b""
    strongest = max(range(len(trick)), key=lambda place: power[trick[place]], default=None)
    team = team_of(view.seat, view.options) if view.seat is not None else None
    if strongest is None or team is None or team_of(players[strongest], view.options) != team:
        return ""
    card = trick[strongest]
    return (
        f"Your partner takes this trick with {card}"
        if is_last_to_play(view)
        else f"Your partner's {card} takes this trick so far"
    )


def _kept_for_later_parts(view: View, memory: Memory, best: Choice, taker: Choice | None) -> tuple[Wordings, ...]:
    """Return that the card of `taker`, a worse choice, would take the present trick, and why and how much better it is
    to keep it, as parts of a reason; none without such a choice, or if that is not known in points."""
    (gain,) = gains_as_shown(best, () if taker is None else (taker,)) or (0,)
    if taker is None or gain < 1:
        return ()
    card, trick = taker.action.cards[0], view.cards("trick")
    if not trick or any(one in QUEENS for one in trick):
        why = kept_clause(_cards_left_with_queens(view, memory), best.action.cards[0], card)
    else:
        other = "other " if card in QUEENS else ""
        seen = sum(one in QUEENS for one in (*trick, *view.cards(f"hand/{view.seat}")))
        yet = "" if is_last_to_play(view) or seen + count_queens_taken(view) == len(QUEENS) else " yet"
        why = f"no {other}Queen lies in it{yet}"
    points = count(gain, "point")
    return (f"{would_take_clause(taker)}, but {why}",), (f"Keep {card}, and you end up about {points} better off",)


def _why_of_quota(
    view: View, best: Choice, worse: Sequence[Choice], compared: Sequence[Choice], rest: str, words: WordsOnTrick
) -> Reason | None:
    """Return what the best card is good for, what it does for the quota, and what that costs if it is missed; None if
    the card does little for it.

    `compared` are the worse cards of which `rest` are the words, `words` is what is said of the card in the trick.
    """
    quota = quota_reason(view, best, compared, rest)
    if quota is None:
        return None
    dealer = view.facts["dealer"]
    costs: Wordings = ("",)
    if not view.facts[f"condemned/{dealer}"]:  # else an option decides
        costs = (f"A missed one costs {'you' if dealer == view.seat else 'the dealer'} {-QUOTA_MISSED_POINTS} points",)
    cause = new_trump_wordings(view, best, worse) or beaten_dealer_wordings(view, best)
    if not cause and (spared := sentence_on_trick_spared(view, best, worse)):
        cause = (spared,)
    if not cause and words.has_cause:
        cause = words.wordings
    if cause:  # a shorter one only where else the number of tricks that the quota needs had no room
        others = f"{best.action}. . {quota.parts[0][0]}."
        fitting = [one for one in cause if len(one) + len(others) <= MAX_REASON_LENGTH]
        return quota._replace(parts=(tuple(fitting[:1]) or cause[-1:], *quota.parts))
    with_need = quota_reason(view, best, compared, rest, must_tell_need=True) or quota
    return with_need._replace(parts=(*with_need.parts, words.wordings, costs))


def _why_of_new_trump(
    view: View, best: Choice, worse: Sequence[Choice], compared: Sequence[Choice], rest: str
) -> Reason | None:
    """Return that the best card makes the dealer change trump, and what it is worth; None if it does not, or if it
    takes the Queens. `compared` are the worse cards of which `rest` are the words."""
    new_trump = new_trump_wordings(view, best, worse)
    if not new_trump or chance_to_take_trick(best).value >= LIKELY_CHANCE:
        return None
    card = best.action.cards[0]
    worth = f"{card} is worth{gain_text(best, compared)} more than {rest}"
    return Reason((new_trump, (worth,)))


def _why_of_match(
    choices: Sequence[Choice], best: Choice, worse: Sequence[Choice], words: WordsOnTrick, one: str, many: str
) -> Reason | None:
    """Return that the best card wins the match more often than others, or loses it less often, which are clearly worse
    in that, or not better in points; None if there are none of these.

    `words` is what is said of the card in the trick; `one` and `many` are the noun for the choices.
    """
    losers = [choice for choice in worse if choice.loss is not None and choice.loss.unit == CHANCE_UNIT]
    if not losers and max(gains_as_shown(best, worse), default=0) < 1:
        losers = [choice for choice in worse if _loses_match_more_often(choice, best)]
    if not losers:
        return None
    others = [choice for choice in choices if choice is not best and choice not in losers]
    _, named = compared_choices(best, losers, others, one, many)
    more = "lose the match less often" if _loses_match_more_often(losers[0], best) else "win the match more often"
    return Reason((words.wordings, (f"You {more} than with {named}",)))


def _loses_match_more_often(choice: Choice, best: Choice) -> bool:
    """Return whether the first figure of two choices is how likely the match is lost, and shown as greater for the one
    that is not the best."""
    if not choice.figures or not best.figures or choice.figures[0].label != MATCH_LOST_LABEL:
        return False
    return percent_of(choice.figures[0].value) > percent_of(best.figures[0].value)


def _suit_clause(view: View, action: Action) -> str:
    """Return how many cards of the suit of a new trump the hand has, as a sentence without its end; "" for
    another action, and for none."""
    suits = [card.suit for card in view.cards(f"hand/{view.seat}")]
    number = suits.count(str(action[1])) if action.verb == "trump" else 0
    word = SUIT_WORDS[str(action[1])] if number else ""
    return f"You hold {count(number, word.removesuffix('s'), word)}" if number else ""
