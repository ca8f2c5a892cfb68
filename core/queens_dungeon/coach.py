"""The coach of Queen's Dungeon: how likely a trick, a third Queen and the quota are, and what each choice is worth.

The figures come from imagined hands. In the honour mode, where players can break the rules, the coach assumes that
nobody does, and its reasons say that they compare only the cards that follow the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.cards import QUEENS, SUITS
from core.engine.coach import (
    CHANCE_UNIT,
    MATCH_END_REASON,
    POINT_UNIT,
    Advice,
    AdviceWork,
    Choice,
    Figure,
    Measure,
    estimate_mean,
)
from core.engine.comparison import (
    clear_loss_of_wins,
    equally_good_indices,
    figures_about_match_end,
    index_given_up_for_match_end,
    index_of_best_shown,
    loss_against_best,
)
from core.engine.english import SUIT_WORDS, count, english_list
from core.engine.game import Game
from core.engine.memory import Memory
from core.engine.view import View
from core.queens_dungeon.follow_suit import STRENGTHS_BY_TRUMP_AND_SUIT_LED
from core.queens_dungeon.legal import OWN_UP_ACTION, TAKE_BACK_ACTION, legal
from core.queens_dungeon.levels import DUNGEON_LOOKAHEAD
from core.queens_dungeon.scores import QUEEN_POINTS, TRICK_POINTS
from core.trick_taking.coach import (
    EQUALLY_GOOD_TEXT,
    MAX_WORSE_CHOICES_NAMED,
    ImaginedHandResult,
    cards_others_may_hold,
    imagined_results_by_choice,
    is_last_to_play,
    remark_share_figure,
    trick_chance_clause,
    trick_chance_figure,
    whole_percent,
    worse_choices_name,
)
from core.trick_taking.lookahead import make_chance_for_view

DUNGEON_LABEL: Final = "into the dungeon"
"""The label (`Figure.label`) of the probability that this trick sends the seat to the dungeon."""

OWN_QUOTA_LABEL: Final = "your quota made"
"""The label of the probability that the seat, which deals, makes its quota."""

DEALERS_QUOTA_LABEL: Final = "dealer's quota made"
"""The label of the probability that the dealer, another seat, makes the quota."""

POINTS_LABEL: Final = "{} this hand"
"""The label of the points that a choice brings in this hand."""

MIN_CARDS_LEFT_TO_TRUMP: Final = 3
"""A reason speaks of trumps that will take tricks of a suit only if other hands may hold at least this many cards of
it."""

GAIN_LABEL: Final = "{} ahead of the average player"
"""The label of the points by which the seat scores more in this hand than all seats on average."""

INVISIBLE_DIFFERENCE_IN_POINTS: Final = 1
"""A difference of at most this many points of a hand makes no card worse: the hint shows whole points."""

MIN_MENTIONED_DUNGEON_RISK: Final = 0.1
"""A reason mentions the dungeon if its probability is at least this."""

MIN_MENTIONED_QUOTA_DIFFERENCE: Final = 0.1
"""A reason mentions the quota if the best card changes its probability by at least this, compared with worse cards."""

MAX_CHANCE_OF_LOST_TRICK: Final = 0.5
"""A reason assumes that a trick is lost if the probability to take it is below this."""


_REASON_BY_HONOUR_ACTION: Final = {
    TAKE_BACK_ACTION: "Your card was wrong, and taking it back still costs nothing: take-back.",
    OWN_UP_ACTION: "Your card was wrong, and an accusation costs more: own-up.",
}
"""Maps an action to the reason why a seat that has played a wrong card should do it."""


def advise(game: Game, view: View, memory: Memory, is_brief: bool = False) -> AdviceWork:
    """Return the advice for the seat of a view.

    For the play of cards and a new trump its figures come from imagined matches, few with `is_brief`.
    """
    listed = game.legal(view)
    if view.facts["turn"] != view.seat:
        yield
        return _out_of_turn_advice(view, listed)
    if view.facts["phase"] == "call":
        yield
        calls = tuple(map(Choice, listed))
        usual = calls[listed.index(DUNGEON_LOOKAHEAD.usual_bot(view))]
        others = tuple(choice for choice in calls if choice is not usual)
        return Advice(calls, usual, others, f"Nobody has seen a card yet, so any suit will do: {usual.action}.")
    seen = view
    if view.options["reneging"] == "honour":
        seen = replace(view, options=MappingProxyType({**view.options, "reneging": "refuse"}))
    actions = legal(seen)
    endings = yield from imagined_results_by_choice(
        DUNGEON_LOOKAHEAD, game, seen, memory, actions, make_chance_for_view(view), is_brief=is_brief
    )
    worths = [[ending.worth for ending in found] for found in endings]
    leads = [[ending.lead for ending in found] for found in endings]
    at = DUNGEON_LOOKAHEAD.index_of_best(actions.index(DUNGEON_LOOKAHEAD.usual_bot(view)), worths)
    at = index_of_best_shown(at, equally_good_indices(at, leads, worths), leads, worths)
    ends = [[round(ending.worth / view.seats - ending.lead) for ending in found] for found in endings]
    tried = [
        _choice_from_endings(view, memory, action, found)._replace(
            loss=clear_loss_of_wins(end, ends[at]) or loss_against_best(lead, leads[at], TRICK_POINTS)
        )
        for action, found, lead, end in zip(actions, endings, leads, ends, strict=True)
    ]
    in_points = [[worth / view.seats for worth in found] for found in worths]
    as_good = equally_good_indices(at, leads, in_points, INVISIBLE_DIFFERENCE_IN_POINTS)
    given_up = index_given_up_for_match_end(at, as_good, leads, worths)
    if given_up is not None:
        tried = [
            choice._replace(figures=(*about_end, *choice.figures))
            for choice, about_end in zip(tried, figures_about_match_end(ends), strict=True)
        ]
    equally_good = tuple(tried[other] for other in as_good)
    by_action = dict(zip(actions, tried, strict=True))
    choices = tuple(by_action.get(action, Choice(action)) for action in listed)
    has_wrong_cards = any(action.verb == "play" and action not in by_action for action in listed)
    if given_up is not None:
        reason = MATCH_END_REASON.format(tried[given_up].action, tried[at].action)
    else:
        reason = _reason_for_best_choice(view, memory, tried, tried[at], equally_good, has_wrong_cards)
    return Advice(choices, tried[at], equally_good, reason)


def _choice_from_endings(view: View, memory: Memory, action: Action, endings: Sequence[ImaginedHandResult]) -> Choice:
    """Return a choice with the figures from its endings in imagined matches; its worth is the gain in points.

    Winning the match (`MATCH_WIN_POINTS`) helps to choose the best action, but is not counted in this worth.
    """
    figures: list[Figure] = []
    if action.verb == "play":
        takes = trick_chance_figure(view, memory, action.cards[0], _strengths_by_suit_led(view), endings)
        figures.append(takes)
        if _count_queens_not_taken(view) >= 3:
            risk = remark_share_figure(DUNGEON_LABEL, endings, "dungeon", view.seat)
            is_exact = is_last_to_play(view) or not (takes.value or takes.error)
            figures.append(risk._replace(error=0) if is_exact else risk)
    dealer = view.facts["dealer"]
    assert isinstance(dealer, int)
    label = OWN_QUOTA_LABEL if dealer == view.seat else DEALERS_QUOTA_LABEL
    figures.append(remark_share_figure(label, endings, "dealer made", dealer, in_trick_only=False))
    figures.append(estimate_mean(POINTS_LABEL, [ending.points for ending in endings], POINT_UNIT, TRICK_POINTS))
    present_lead = _present_lead(view)
    gains = [ending.lead - present_lead for ending in endings]
    worth = estimate_mean(GAIN_LABEL, gains, POINT_UNIT, TRICK_POINTS)
    wording = "{} {} for {}".format(*action) if action.verb == "swap" else ""
    return Choice(action, tuple(figures), worth, wording, measure=Measure.GAIN_IN_HAND)


def _strengths_by_suit_led(view: View) -> Sequence[bytes]:
    """Return for each suit led the strength of each card."""
    return STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index(str(view.facts["trump"]))]


def _present_lead(view: View) -> float:
    """Return by how many points the score of the seat of a view is above the mean score of all seats now."""
    scores = {seat: view.facts[f"score/{seat}"] for seat in range(view.seats)}
    points = {seat: score for seat, score in scores.items() if isinstance(score, int)}
    assert view.seat is not None
    return points[view.seat] - sum(points.values()) / view.seats


def _count_queens_not_taken(view: View) -> int:
    """Return the number of Queens that nobody has taken yet in this hand."""
    taken = [value for name, value in view.facts.items() if name.startswith("queens/")]
    return 4 - sum(value for value in taken if isinstance(value, int))


def _out_of_turn_advice(view: View, legal_actions: Sequence[Action]) -> Advice:
    """Return the advice for a seat that may speak up in the honour mode (QD-40 to QD-43)."""
    choices = tuple(map(Choice, legal_actions))
    if view.facts.get(f"slip/{view.seat}"):
        for choice in choices:
            if choice.action in _REASON_BY_HONOUR_ACTION:
                return Advice(choices, choice, (), _REASON_BY_HONOUR_ACTION[choice.action])
    return Advice(choices, None, (), "You need not act; accuse only if you saw a wrong card: wait.")


# The reason


def _reason_for_best_choice(
    view: View,
    memory: Memory,
    choices: Sequence[Choice],
    best: Choice,
    equally_good: Sequence[Choice],
    has_wrong_cards: bool,
) -> str:
    """Return the reason for the best choice.

    `choices` are all choices that follow the rules; `has_wrong_cards` is whether the seat can also play other cards.
    """
    action = best.action
    if len(choices) == 1:
        only = f"No other card of yours follows the rules: {action}."
        return only if has_wrong_cards else f"You have no choice: {action}."
    if len(equally_good) == len(choices) - 1:
        what = "Your cards" if action.verb == "play" else "Your choices"
        return EQUALLY_GOOD_TEXT.format("The cards that follow the rules" if has_wrong_cards else what, action)
    worse = [choice for choice in choices if choice is not best and choice not in equally_good]
    if action.verb != "play":
        rest = worse_choices_name(len(choices) - 1, worse, "choice", "choices")
        points = _points_of_hand(best)
        holds = _suit_clause(view, action)
        if any(_points_of_hand(choice) >= points for choice in worse):
            return f"{holds}It leaves you better off than {rest}: {action}."
        sum_of_points = count(abs(round(points)), "point")
        if not round(points):
            return f"{holds}In this hand it brings you next to nothing, but more than {rest}: {action}."
        if round(points) < 0:
            return f"{holds}In this hand it costs you about {sum_of_points}, less than {rest}: {action}."
        return f"{holds}In this hand it brings you about {sum_of_points}, more than {rest}: {action}."
    one, many = ("card that follows the rules", "cards that follow the rules") if has_wrong_cards else ("card", "cards")
    words = trick_chance_clause(best)
    risks = [_dungeon_risk(choice) for choice in choices]
    if _dungeon_risk(best) < MIN_MENTIONED_DUNGEON_RISK / 2 and max(risks) >= MIN_MENTIONED_DUNGEON_RISK:
        return f"{words}. {_dungeon_clause(choices, one, many)}: {action}."
    rest = worse_choices_name(len(choices) - 1, worse, one, many)
    if _dungeon_risk(best) >= MIN_MENTIONED_DUNGEON_RISK:
        risk = whole_percent(_dungeon_risk(best))
        threat = f"{words}. You go to the dungeon in {risk} of 100 cases"
        if min(risks) >= _dungeon_risk(best):
            return f"{threat}, but no other card is safer: {action}."
        return f"{threat}, but you are still better off than with {rest}: {action}."
    saved = "" if has_wrong_cards else _queens_saved_text(view, best, worse)
    if saved:
        return f"{words}, but keeps {saved} from the others: {action}."
    quota = _quota_clause(best, worse, rest)
    if quota:
        return f"{words}. {quota}: {action}."
    wins = [choice for choice in worse if choice.loss is not None and choice.loss.unit == CHANCE_UNIT]
    if wins:
        losers = worse_choices_name(len(choices) - 1, wins, one, many)
        return f"{words}. You win the match more often than with {losers}: {action}."
    last = "" if has_wrong_cards else _last_of_suit_clause(view, memory, best)
    if last:
        return f"{words}, but {last}. It is worth{_gain_text(worse)} more than {rest}: {action}."
    link = "and" if best.figures[0].value >= MAX_CHANCE_OF_LOST_TRICK else "but"
    return f"{words}, {link} is worth{_gain_text(worse)} more than {rest}: {action}."


def _dungeon_clause(choices: Sequence[Choice], one: str, many: str) -> str:
    """Return which cards are likely to send the seat to the dungeon, and how likely the least of them does so.

    `one` and `many` are the noun for the choices.
    """
    risky = [choice for choice in choices if _dungeon_risk(choice) >= MIN_MENTIONED_DUNGEON_RISK]
    named = " or ".join(str(choice.action.cards[0]) for choice in risky)
    if len(risky) > MAX_WORSE_CHOICES_NAMED:
        named = worse_choices_name(len(choices) - 1, risky, one, many)
    least = min(map(_dungeon_risk, risky))
    at_least = "at least " if len(risky) > 1 else ""
    cases = f" in {at_least}{whole_percent(least)} of 100 cases" if least < 1 else ""
    return f"If you play {named}, you go to the dungeon{cases}"


def _gain_text(worse: Sequence[Choice]) -> str:
    """Return how many points the best card is worth more than the worse ones; "" if it is not known."""
    gains = [round(choice.loss.value) for choice in worse if choice.loss is not None]
    if len(gains) < len(worse) or min(gains) < 1:
        return ""
    return f" {'at least' if len(gains) > 1 else 'about'} {count(min(gains), 'point')}"


def _quota_clause(best: Choice, worse: Sequence[Choice], rest: str) -> str:
    """Return in how many cases the best card lets the seat make its quota, if these are more than with each of the
    worse ones, or another seat its quota, if they are fewer; else "". `rest` is words for the worse cards."""
    for label, sign, makes, than in (
        (OWN_QUOTA_LABEL, 1, "You make your quota", "more"),
        (DEALERS_QUOTA_LABEL, -1, "The dealer makes the quota", "fewer"),
    ):
        chances = [figure.value for choice in (best, *worse) for figure in choice.figures if figure.label == label]
        if len(chances) <= len(worse):
            continue
        first, *others = chances
        nearest = sign * max(sign * chance for chance in others)
        if sign * (first - nearest) >= MIN_MENTIONED_QUOTA_DIFFERENCE:
            return f"{makes} in {whole_percent(first)} of 100 cases, {than} than with {rest}"
    return ""


def _queens_saved_text(view: View, best: Choice, worse: Sequence[Choice]) -> str:
    """Return the Queens that the best card keeps from the others, as in ``Q♥ and her 25 points``; "" if another reason
    makes it the best.

    That is the reason if the best card is likely to leave the trick to them, and each worse one is a Queen that is
    likely to go with it. With partners one of them may be the partner, and with a second Queen trump changes.
    """
    queens = [choice.action.cards[0] for choice in worse]
    lose = all(choice.figures[0].value < MAX_CHANCE_OF_LOST_TRICK for choice in (best, *worse))
    is_other = bool(view.options["partners"]) or any(card in QUEENS for card in view.cards("trick"))
    if is_other or not lose or best.action.cards[0] in QUEENS or not {*queens} <= {*QUEENS}:
        return ""
    points = f" and her {QUEEN_POINTS} points" if len(queens) == 1 else f", {QUEEN_POINTS} points each,"
    return english_list(queens) + points


def _last_of_suit_clause(view: View, memory: Memory, best: Choice) -> str:
    """Return what the best card, likely to lose the trick, is good for if it is the last of its suit and leaves trumps
    in the hand, which may then take tricks of that suit; else "".

    Other hands must still be able to lead the suit (`MIN_CARDS_LEFT_TO_TRUMP`).
    """
    card, hand = best.action.cards[0], view.cards(f"hand/{view.seat}")
    suits = [one.suit for one in hand]
    trump = str(view.facts["trump"])
    is_last = suits.count(card.suit) == 1 and card.suit != trump and trump in suits
    trick = view.cards("trick")
    left = sum(other.suit == card.suit and other not in trick for other in cards_others_may_hold(view, memory))
    if best.figures[0].value >= MAX_CHANCE_OF_LOST_TRICK or not is_last or left < MIN_CARDS_LEFT_TO_TRUMP:
        return ""
    word = SUIT_WORDS[card.suit]
    return f"it is your last {word.removesuffix('s')}, so that you can trump {word} later"


def _suit_clause(view: View, action: Action) -> str:
    """Return how many cards of the suit of a new trump the hand has, as the beginning of a sentence; "" for another
    action, and for none."""
    suits = [card.suit for card in view.cards(f"hand/{view.seat}")]
    number = suits.count(str(action[1])) if action.verb == "trump" else 0
    word = SUIT_WORDS[str(action[1])] if number else ""
    return f"You hold {count(number, word.removesuffix('s'), word)}. " if number else ""


def _points_of_hand(choice: Choice) -> float:
    """Return the points that a choice brings in this hand on average."""
    return next(figure.value for figure in choice.figures if figure.label == POINTS_LABEL)


def _dungeon_risk(choice: Choice) -> float:
    """Return the probability that a choice sends the seat to the dungeon with this trick."""
    return next((figure.value for figure in choice.figures if figure.label == DUNGEON_LABEL), 0.0)
