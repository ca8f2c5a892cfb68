"""The reasons that the coach of Queen's Dungeon gives for the choice that it advises, for a beginner.

They say why a card is good if that is certain, or follows from the figures about the choices: which Queens are taken or
kept, which cards are kept, who goes to the dungeon, and who makes the quota.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import CARDS, QUEENS, SUITS, Card
from core.engine.coach import CHANCE_UNIT, POINT_UNIT, Choice, percent_of
from core.engine.english import SUIT_WORDS, count, english_list, english_list_of_alternatives
from core.engine.memory import Memory
from core.engine.view import View
from core.queens_dungeon.deal_plan import team_of
from core.queens_dungeon.follow_suit import STRENGTHS_BY_TRUMP_AND_SUIT_LED
from core.queens_dungeon.legal import circle_of_players
from core.queens_dungeon.scores import (
    MIN_QUEENS_FOR_DUNGEON,
    QUEEN_POINTS,
    QUEENS_THAT_CHANGE_TRUMP,
    QUOTA_MISSED_POINTS,
    score_after_four_queens,
    score_after_three_queens,
)
from core.trick_taking.coach import cards_others_may_hold, chance_to_take_trick, is_last_to_play
from core.trick_taking.reasons import (
    CASES_TEXT,
    LIKELY_CHANCE,
    MAX_CARDS_NAMED,
    clause_on_forced_card,
    close_choices_reason,
    likeliest_taker,
    sentence_on_lost_trick,
    trick_chance_clause,
    trick_clause_with_cause,
    whole_percent,
    with_equals_named,
    worse_choices_name,
    would_take_clause,
)

DUNGEON_LABEL: Final = "into the dungeon"
"""The label (`Figure.label`) of the probability that this trick sends the seat to the dungeon."""

OWN_QUOTA_LABEL: Final = "your quota made"
"""The label of the probability that the seat, which deals, makes its quota."""

DEALERS_QUOTA_LABEL: Final = "dealer's quota made"
"""The label of the probability that the dealer, another seat, makes the quota."""

POINTS_LABEL: Final = "{} this hand"
"""The label of the points that a choice brings in this hand."""

INVISIBLE_DIFFERENCE_IN_POINTS: Final = 1
"""A difference of at most this many points of a hand makes no card worse, and no reason speaks of it: the hint shows
whole points."""

MIN_CARDS_LEFT_TO_TRUMP: Final = 3
"""A reason speaks of trumps that will take tricks of a suit only if other hands may hold at least this many cards of
it."""

MIN_MENTIONED_DUNGEON_RISK: Final = 0.1
"""A reason mentions the dungeon if its probability is at least this."""

MIN_MENTIONED_QUOTA_DIFFERENCE: Final = 0.1
"""A reason mentions the quota if the best card changes its probability by at least this, compared with worse cards."""

MIN_MENTIONED_POINTS_DIFFERENCE: Final = 3
"""A reason mentions somebody's points in this hand if they differ by at least this between the best and worse cards."""


def strengths_in_view(view: View) -> Sequence[bytes]:
    """Return for each suit led the strength of each card."""
    return STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index(str(view.facts["trump"]))]


def reason_for_best_choice(
    view: View,
    memory: Memory,
    choices: Sequence[Choice],
    best: Choice,
    equally_good: Sequence[Choice],
    has_wrong_cards: bool,
) -> str:
    """Return the reason for the best choice.

    `choices` are all choices that follow the rules, `equally_good` those that may be as good as the best;
    `has_wrong_cards` is whether the seat can also play other cards.
    """
    action = best.action
    worse = [choice for choice in choices if choice is not best and choice not in equally_good]
    if len(choices) == 1:
        return f"{_why_of_only_choice(view, action, has_wrong_cards)}: {action}."
    if not worse:
        return _reason_for_close_choices(view, choices, best, equally_good, has_wrong_cards)
    if action.verb != "play":
        return _reason_for_trump_or_swap(view, best, worse, equally_good)
    one, many = ("card that follows the rules", "cards that follow the rules") if has_wrong_cards else ("card", "cards")
    rest = worse_choices_name(best, worse, equally_good, one, many)
    why = (
        _why_of_dungeon(view, choices, best, worse, rest, one, many)
        or ("" if has_wrong_cards else _why_of_queens_saved(view, best, worse))
        or _why_of_quota(view, choices, best, worse, rest, has_wrong_cards)
        or _why_of_match(choices, best, worse, one, many)
        or _why_of_new_trump(view, best, worse, rest)
        or ("" if has_wrong_cards else _why_of_trick(view, memory, choices, best, worse, rest))
        or _why_of_points(view, best, worse, rest)
    )
    return f"{with_equals_named(why, best, equally_good, INVISIBLE_DIFFERENCE_IN_POINTS)}: {action}."


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
    view: View, choices: Sequence[Choice], best: Choice, equally_good: Sequence[Choice], has_wrong_cards: bool
) -> str:
    """Return the reason for the best choice if no other is clearly worse."""
    nouns, before = ("Your choices", "choice of yours"), ""
    if has_wrong_cards:
        nouns = ("The cards that follow the rules", "card that follows the rules")
    elif best.action.verb == "play":
        nouns = ("Your cards", "card of yours")
        before = _risk_of_some_cards(view, choices, best) or sentence_on_lost_trick(best, choices)
    return before + close_choices_reason(best, equally_good, INVISIBLE_DIFFERENCE_IN_POINTS, *nouns)


def _risk_of_some_cards(view: View, choices: Sequence[Choice], best: Choice) -> str:
    """Return which cards are likely to send the seat to the dungeon, as a sentence before a space; "" if none is, or if
    the best card is."""
    risks = [_dungeon_risk(choice) for choice in choices]
    if max(risks) < MIN_MENTIONED_DUNGEON_RISK or _dungeon_risk(best) >= MIN_MENTIONED_DUNGEON_RISK / 2:
        return ""
    return f"{_dungeon_clause(view, choices, best, 'card', 'cards')}. "


def _reason_for_trump_or_swap(view: View, best: Choice, worse: Sequence[Choice], equally_good: Sequence[Choice]) -> str:
    """Return the reason for a new trump, or for what the dealer does with the hand: the quota, or what it brings."""
    action, rest = best.action, worse_choices_name(best, worse, equally_good, "choice", "choices")
    points = _points_of_hand(best)
    holds = _suit_clause(view, action)
    quota = _quota_clause(best, worse, rest, has_partners=bool(view.options["partners"]))
    if quota and not holds:
        return f"{with_equals_named(quota, best, equally_good, INVISIBLE_DIFFERENCE_IN_POINTS)}: {action}."
    if any(_points_of_hand(choice) >= points for choice in worse):
        why = f"{holds}It leaves you better off than {rest}"
    elif not round(points):
        why = f"{holds}In this hand it brings you next to nothing, but more than {rest}"
    elif round(points) < 0:
        why = f"{holds}In this hand it costs you about {count(-round(points), 'point')}, less than {rest}"
    else:
        why = f"{holds}In this hand it brings you about {count(round(points), 'point')}, more than {rest}"
    return f"{with_equals_named(why, best, equally_good, INVISIBLE_DIFFERENCE_IN_POINTS)}: {action}."


def _why_of_trick(
    view: View, memory: Memory, choices: Sequence[Choice], best: Choice, worse: Sequence[Choice], rest: str
) -> str:
    """Return why it is good to take the present trick with the best card, or to leave it, and how much that is worth;
    "" if no cause is certain. `rest` is words for the worse cards."""
    card, words = best.action.cards[0], trick_chance_clause(best)
    worth = f"{card} is worth{_gain_text(worse)} more than {rest}"
    if chance_to_take_trick(best).value >= LIKELY_CHANCE:
        queens = _queens_taken_clause(view, card)
        if queens:
            return f"{words}, {queens}. {worth}"
    else:
        partner = _partner_clause(view)
        if partner and not (chance_to_take_trick(best).value or chance_to_take_trick(best).error):
            return f"{partner}. {worth}"
        kept = _kept_for_later_clause(view, likeliest_taker(best, worse))
        if kept:
            return f"{words}.{_sentence_on_trick_spared(view, best, worse)} {kept}"
        last = _last_of_suit_clause(view, memory, best)
        if last:
            return f"{words}, but {last}. {worth}"
    clause, has_cause = trick_clause_with_cause(view, choices, best, worse, strengths_in_view(view))
    if chance_to_take_trick(best).value < LIKELY_CHANCE:
        has_partners = bool(view.options["partners"])
        source = _clause_on_source_of_gain(best, worse, rest, view.seats, has_partners=has_partners)
        needed_least = "" if ", so keep " in clause else _needed_least_clause(view, best, worse, rest)
        worth = source or needed_least or worth
    return f"{clause}. {worth}" if has_cause else ""


def _queens_taken_clause(view: View, card: Card) -> str:
    """Return the Queens that go with the present trick to the player of `card`, who takes it, as the end of a sentence.

    Returns "" if there are none, or if they bring no points: three or more, after the dungeon, or to a dealer who
    can no longer make the quota (QD-17).
    """
    queens = [other for other in view.cards("trick") if other in QUEENS]
    is_condemned = len(queens) + (card in QUEENS) >= MIN_QUEENS_FOR_DUNGEON or view.facts[f"condemned/{view.seat}"]
    if is_condemned or _is_own_quota_lost(view):
        return ""
    if len(queens) == 1:
        return f"with {queens[0]} and her {QUEEN_POINTS} points in it"
    if queens:
        return f"with {english_list(queens)} in it, {QUEEN_POINTS} points each"
    return f"and her {QUEEN_POINTS} points with it" if card in QUEENS else ""


def _tricks_needed(view: View) -> int:
    """Return how many more tricks the seat of a view, which deals, needs for its quota; 0 or less if it is made."""
    quota, tricks, uncounted = view.facts["quota"], view.facts[f"tricks/{view.seat}"], view.facts.get("uncounted", 0)
    assert isinstance(quota, int)
    assert isinstance(tricks, int)
    assert isinstance(uncounted, int)
    return quota - tricks + uncounted


def _is_own_quota_lost(view: View) -> bool:
    """Return whether the seat of a view deals and has too few cards left to make its quota."""
    return view.facts["dealer"] == view.seat and _tricks_needed(view) > len(view.cards(f"hand/{view.seat}"))


def _sentence_on_trick_spared(view: View, best: Choice, worse: Sequence[Choice]) -> str:
    """Return why the seat of a view, which deals, may leave the present trick to others, as a sentence after a space:
    its quota needs fewer tricks than are left after this one, or cannot be made any more (QD-17).

    Returns "" if the best card is likely to take the trick, or if no worse card takes it clearly more likely.
    """
    taker = likeliest_taker(best, worse)
    if taker is None or view.facts["dealer"] != view.seat or chance_to_take_trick(best).value >= LIKELY_CHANCE:
        return ""
    if _is_own_quota_lost(view):
        return " Your quota is out of reach, so tricks bring you no points."
    needed, left = _tricks_needed(view), len(view.cards(f"hand/{view.seat}")) - 1
    if not 0 < needed < left:
        return ""
    return f" You can spare it: your quota needs {needed} of the {left} tricks after it."


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


def _kept_for_later_clause(view: View, taker: Choice | None) -> str:
    """Return that the card of `taker`, a worse choice, would take the present trick, and how much better it is to keep
    it; "" without such a choice, or if that is not known in points."""
    if taker is None or taker.loss is None or taker.loss.unit != POINT_UNIT or round(taker.loss.value) < 1:
        return ""
    card = taker.action.cards[0]
    other, trick = "other " if card in QUEENS else "", view.cards("trick")
    yet = "" if is_last_to_play(view) else " yet"
    has_queen = any(one in QUEENS for one in trick)
    queen = "" if has_queen or not trick else f", but no {other}Queen lies in it{yet}"
    points = count(round(taker.loss.value), "point")
    return f"{would_take_clause(taker)}{queen}. Keep {card}, and you end up about {points} better off"


def _why_of_dungeon(
    view: View, choices: Sequence[Choice], best: Choice, worse: Sequence[Choice], rest: str, one: str, many: str
) -> str:
    """Return how the best card keeps the seat, or sends another player, to the dungeon, or how likely it is to go there
    all the same; "" if nobody is likely to.

    `rest` is words for the `worse` cards, `one` and `many` are the noun for the choices.
    """
    words, card, risk = trick_chance_clause(best), best.action.cards[0], _dungeon_risk(best)
    queens = sum(other in QUEENS for other in (*view.cards("trick"), card))
    is_lost = not chance_to_take_trick(best).value and not chance_to_take_trick(best).error
    goes_to_opponent = is_lost and view.seats > 2 and not view.options["partners"]
    if goes_to_opponent and card in QUEENS and queens >= MIN_QUEENS_FOR_DUNGEON:
        place = "third" if queens == MIN_QUEENS_FOR_DUNGEON else "fourth"
        return f"{words}. She is the {place} Queen in it, and its taker goes to the dungeon"
    risks = [_dungeon_risk(choice) for choice in choices]
    if risk < MIN_MENTIONED_DUNGEON_RISK / 2 and max(risks) >= MIN_MENTIONED_DUNGEON_RISK:
        return f"{words}. {_dungeon_clause(view, choices, best, one, many)}"
    if risk >= MIN_MENTIONED_DUNGEON_RISK:
        threat = f"{words}. You go to the dungeon in {whole_percent(risk)}{CASES_TEXT}"
        if min(risks) >= risk:
            return f"{threat}, but no other card is safer"
        source = _clause_on_source_of_gain(best, worse, rest, view.seats, has_partners=bool(view.options["partners"]))
        gain = (
            f"{source[0].lower()}{source[1:]}"
            if source
            else f"you end up{_gain_text(worse)} better off than with {rest}"
        )
        return f"{threat}, and {_fall_clause(view)}. Even so, {gain}"
    return ""


def _dungeon_clause(view: View, choices: Sequence[Choice], best: Choice, one: str, many: str) -> str:
    """Return which cards are likely to send the seat to the dungeon, how likely the least of them does so, and how far
    the seat then falls.

    The best choice is none of them. `one` and `many` are the noun for the choices.
    """
    risky = [choice for choice in choices if _dungeon_risk(choice) >= MIN_MENTIONED_DUNGEON_RISK]
    named = english_list_of_alternatives(choice.action.cards[0] for choice in risky)
    if len(risky) > MAX_CARDS_NAMED:
        others = [choice for choice in choices if choice is not best and choice not in risky]
        named = worse_choices_name(best, risky, others, one, many, are_equal=False)
    least = min(map(_dungeon_risk, risky))
    at_least = "at least " if len(risky) > 1 else ""
    cases = f" in {at_least}{whole_percent(least)}{CASES_TEXT}" if least < 1 else ""
    return f"If you play {named}, you go to the dungeon{cases}, and {_fall_clause(view)}"


def _fall_clause(view: View) -> str:
    """Return how far the seat of a view falls if the present trick sends it to the dungeon, as a verb with its object:
    ``fall by 381 points, to 74``.

    Three Queens and four have different results; where both are possible, it is the smaller fall (RULINGS 5.3).
    """
    assert view.seat is not None
    own, team = view.facts[f"score/{view.seat}"], team_of(view.seat, view.options)
    others = [
        seat for seat in range(view.seats) if seat != view.seat and (not team or team_of(seat, view.options) != team)
    ]
    scores = [score for seat in others if isinstance(score := view.facts[f"score/{seat}"], int)]
    assert isinstance(own, int)
    falls = {score_after_three_queens(own, min(scores))}
    players = sum(name.startswith("won/") for name in view.piles)
    taken = [value for name, value in view.facts.items() if name.startswith("queens/")]
    trick = view.cards("trick")
    most = sum(card in QUEENS for card in trick) + players - len(trick)  # Queens in the trick, if all still play one
    if most >= len(QUEENS) and not any(taken):
        falls.add(score_after_four_queens(own))
    to, is_exact = max(falls), len(falls) == 1
    by = f"by {'' if is_exact else 'at least '}{own - to} points"
    return f"fall {by}, to {to}{'' if is_exact else ' or less'}"


def _why_of_points(view: View, best: Choice, worse: Sequence[Choice], rest: str) -> str:
    """Return how likely the best card takes the present trick, why a dealer may leave it to others, and by what the
    card is better than the worse ones."""
    words, card = trick_chance_clause(best), best.action.cards[0]
    worth = f"{card} is worth{_gain_text(worse)} more than {rest}"
    if spared := _sentence_on_trick_spared(view, best, worse):
        return f"{words}.{spared} {worth}"
    has_partners = bool(view.options["partners"])
    source = _clause_on_source_of_gain(best, worse, rest, view.seats, has_partners=has_partners)
    if source or (source := _needed_least_clause(view, best, worse, rest)):
        return f"{words}. {source}"
    link = "and" if chance_to_take_trick(best).value >= LIKELY_CHANCE else "but"
    return f"{words}, {link} is worth{_gain_text(worse)} more than {rest}"


def _needed_least_clause(view: View, best: Choice, worse: Sequence[Choice], rest: str) -> str:
    """Return that the seat needs the best card least, as the beginning of a sentence; "" if that need not be why it is
    the best.

    It is if each worse card is more likely to take the present trick, or as likely: then only later tricks can make it
    worse. A Queen brings points to others, or sends them to the dungeon, so nothing is said of one, nor where one lies
    in the trick. Nor is it said of a card that is led, or with a partner: there it matters who takes the trick.
    """
    trick = view.cards("trick")
    if not trick or view.options["partners"] or any(one in QUEENS for one in trick):
        return ""
    card, least = best.action.cards[0], min(chance_to_take_trick(choice).value for choice in worse)
    is_given_up = chance_to_take_trick(best).value <= least and chance_to_take_trick(best).value < LIKELY_CHANCE
    if not is_given_up or any(choice.action.cards[0] in QUEENS for choice in (best, *worse)):
        return ""
    return f"{card} is the card that you need least later: with {rest} you end up{_gain_text(worse)} worse off"


def _clause_on_source_of_gain(
    best: Choice, worse: Sequence[Choice], rest: str, seats: int, *, has_partners: bool = False
) -> str:
    """Return by what the best card is better than the worse ones, in two numbers of one kind, as the beginning of a
    sentence: the quota, else the points of the seat in this hand, else those of the others, of whom a partner is none.

    Returns "" if no such numbers are clearly better than with each worse card (`MIN_MENTIONED_QUOTA_DIFFERENCE`,
    `MIN_MENTIONED_POINTS_DIFFERENCE`). `rest` is words for the worse cards.
    """
    at = "at " if len(worse) > 1 else ""
    if quota := _quota_difference(best, worse, has_partners=has_partners):
        makes, first, nearest = quota
        bound = at and f"{at}{'most' if first > nearest else 'least'} "
        return f"{makes} in {percent_of(first)}{CASES_TEXT}, but in {bound}{percent_of(nearest)} with {rest}"
    points = [round(value) for value in _values_of_figure(POINTS_LABEL, best, worse)]
    if not points or any(choice.worth is None for choice in (best, *worse)):
        return ""
    own, most = points[0], max(points[1:])
    is_own_gain = own - most >= MIN_MENTIONED_POINTS_DIFFERENCE
    if is_own_gain and chance_to_take_trick(best).value >= LIKELY_CHANCE:
        return ""  # they come with the trick
    if is_own_gain:
        return f"You score about {count(own, 'point')} in this hand, but {at and f'{at}most '}{most} with {rest}"
    of_others = [
        round(value - choice.worth.value * seats / (seats - 1))
        for value, choice in zip(_values_of_figure(POINTS_LABEL, best, worse), (best, *worse), strict=True)
        if choice.worth is not None
    ]
    if has_partners or min(of_others[1:]) - of_others[0] < MIN_MENTIONED_POINTS_DIFFERENCE:
        return ""
    whose, each = ("The others", " each") if seats > 2 else ("The other player", "")
    verb, bound = "score" if seats > 2 else "scores", at and f"{at}least "
    told = f"{whose} {verb} about {count(of_others[0], 'point')}{each} in this hand"
    return f"{told}, but {bound}{min(of_others[1:])} with {rest}"


def _values_of_figure(label: str, best: Choice, worse: Sequence[Choice]) -> list[float]:
    """Return the values of a figure of the best choice and of each worse one; none if one of them lacks it."""
    values = [figure.value for one in (best, *worse) for figure in one.figures if figure.label == label]
    return values if len(values) == 1 + len(worse) else []


def _gain_text(worse: Sequence[Choice]) -> str:
    """Return how many points the best card is worth more than the worse ones; "" if it is not known."""
    gains = [round(choice.loss.value) for choice in worse if choice.loss is not None]
    if len(gains) < len(worse) or min(gains) < 1:
        return ""
    return f" {'at least' if len(gains) > 1 else 'about'} {count(min(gains), 'point')}"


def _why_of_quota(
    view: View,
    choices: Sequence[Choice],
    best: Choice,
    worse: Sequence[Choice],
    rest: str,
    has_wrong_cards: bool,
) -> str:
    """Return how likely the best card takes the present trick, what it is good for, and what it does for the quota; ""
    if that is little."""
    quota = _quota_clause(best, worse, rest, has_partners=bool(view.options["partners"]))
    if not quota:
        return ""
    dealer = view.facts["dealer"]
    if not view.facts[f"condemned/{dealer}"]:  # else an option decides
        whom = "you" if dealer == view.seat else "the dealer"
        quota += f", and a missed one costs {whom} {-QUOTA_MISSED_POINTS} points"
    cause = _new_trump_clause(view, best, worse) or _beaten_dealer_clause(view, best)
    if cause:
        return f"{trick_chance_clause(best)}{cause}. {quota}"
    words = trick_chance_clause(best)
    if not has_wrong_cards:
        words, _ = trick_clause_with_cause(view, choices, best, worse, strengths_in_view(view))
    return f"{words}.{_sentence_on_trick_spared(view, best, worse)} {quota}"


def _why_of_new_trump(view: View, best: Choice, worse: Sequence[Choice], rest: str) -> str:
    """Return that the best card makes the dealer change trump, and what it is worth; "" if it does not, or if it takes
    the Queens."""
    new_trump = _new_trump_clause(view, best, worse)
    if not new_trump or chance_to_take_trick(best).value >= LIKELY_CHANCE:
        return ""
    card = best.action.cards[0]
    return f"{trick_chance_clause(best)}{new_trump}. {card} is worth{_gain_text(worse)} more than {rest}"


def _new_trump_clause(view: View, best: Choice, worse: Sequence[Choice]) -> str:
    """Return that the best card is the second Queen of the trick, which makes the dealer name a new trump, as the end
    of a sentence; "" if it is not, if another Queen may follow (QD-9), if the trick is the last of the hand, or if
    each worse card is a Queen, too."""
    card, trick = best.action.cards[0], view.cards("trick")
    second = card in QUEENS and sum(one in QUEENS for one in trick) == QUEENS_THAT_CHANGE_TRUMP - 1
    is_certain = second and is_last_to_play(view) and view.count(f"hand/{view.seat}") > 1
    if not is_certain or all(choice.action.cards[0] in QUEENS for choice in worse):
        return ""
    who = "lets you name" if view.facts["dealer"] == view.seat else "makes the dealer name"
    link = "and" if chance_to_take_trick(best).value >= LIKELY_CHANCE else "but"
    return f", {link} a second Queen {who} a new trump"


def _beaten_dealer_clause(view: View, best: Choice) -> str:
    """Return that the best card, likely to take the trick, beats that of the dealer, which is ahead in it, as the end
    of a sentence; "" if it does not."""
    trick, dealer = view.cards("trick"), view.facts["dealer"]
    assert isinstance(dealer, int)
    if not trick or dealer == view.seat or chance_to_take_trick(best).value < LIKELY_CHANCE:
        return ""
    around = circle_of_players(view.seats, dealer)
    place = (around.index(dealer) - around.index(view.facts["leader"])) % len(around)
    strengths = strengths_in_view(view)[trick[0] // 13]
    if place >= len(trick) or strengths[trick[place]] < max(strengths[card] for card in trick):
        return ""
    return (
        f" and beats the dealer's {trick[place]}" if strengths[best.action.cards[0]] > strengths[trick[place]] else ""
    )


def _why_of_match(choices: Sequence[Choice], best: Choice, worse: Sequence[Choice], one: str, many: str) -> str:
    """Return that the best card wins the match more often than others; "" if none is worse in that.

    `one` and `many` are the noun for the choices.
    """
    losers = [choice for choice in worse if choice.loss is not None and choice.loss.unit == CHANCE_UNIT]
    if not losers:
        return ""
    others = [choice for choice in choices if choice is not best and choice not in losers]
    named = worse_choices_name(best, losers, others, one, many, are_equal=False)
    return f"{trick_chance_clause(best)}. You win the match more often than with {named}"


def _quota_clause(best: Choice, worse: Sequence[Choice], rest: str, *, has_partners: bool = False) -> str:
    """Return in how many cases a quota is made with the best card, if that speaks for it; else "". `rest` is words for
    the worse cards."""
    quota = _quota_difference(best, worse, has_partners=has_partners)
    if quota is None:
        return ""
    makes, first, nearest = quota
    return f"{makes} in {whole_percent(first)}{CASES_TEXT}, {'more' if first > nearest else 'fewer'} than with {rest}"


def _quota_difference(best: Choice, worse: Sequence[Choice], *, has_partners: bool) -> tuple[str, float, float] | None:
    """Return who makes a quota, as the beginning of a sentence, with its probability after the best card and the
    nearest one after a worse card, if they differ by `MIN_MENTIONED_QUOTA_DIFFERENCE` and speak for the best card: more
    for the own quota, less for that of another dealer. Of a dealer who may be the partner nothing is said."""
    for label, sign, makes in (
        (OWN_QUOTA_LABEL, 1, "You make your quota"),
        (DEALERS_QUOTA_LABEL, -1, "The dealer makes the quota"),
    ):
        chances = _values_of_figure(label, best, worse)
        if not chances or (has_partners and label == DEALERS_QUOTA_LABEL):
            continue
        nearest = sign * max(sign * chance for chance in chances[1:])
        if sign * (chances[0] - nearest) >= MIN_MENTIONED_QUOTA_DIFFERENCE:
            return makes, chances[0], nearest
    return None


def _why_of_queens_saved(view: View, best: Choice, worse: Sequence[Choice]) -> str:
    """Return that the best card keeps Queens from the others, as in ``keeps Q♥ and her 25 points from the others``; ""
    if another reason makes it the best.

    That is the reason if the best card is likely to leave the trick to them, and each worse one is a Queen that is
    likely to go with it. With partners one of them may be the partner, and with a second Queen trump changes.
    """
    queens = [choice.action.cards[0] for choice in worse]
    lose = all(chance_to_take_trick(choice).value < LIKELY_CHANCE for choice in (best, *worse))
    is_other = bool(view.options["partners"]) or any(card in QUEENS for card in view.cards("trick"))
    if is_other or not lose or best.action.cards[0] in QUEENS or not {*queens} <= {*QUEENS}:
        return ""
    points = f" and her {QUEEN_POINTS} points" if len(queens) == 1 else f", {QUEEN_POINTS} points each,"
    return f"{trick_chance_clause(best)}, but keeps {english_list(queens)}{points} from the others"


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
    if chance_to_take_trick(best).value >= LIKELY_CHANCE or not is_last or left < MIN_CARDS_LEFT_TO_TRUMP:
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
