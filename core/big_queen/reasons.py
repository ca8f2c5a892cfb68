"""The reasons that the coach of Big Queen gives for the choice that it advises, one or two sentences for a beginner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from core.big_queen.choice_order import LAYING_VERBS
from core.big_queen.hand_value import counts_without_cards
from core.big_queen.layout import BIG_QUEEN, NATURAL_RANKS, POINTS_BY_CARD, SEATS_WITH_ONE_PARTNER, TEAM_OF_SEAT
from core.big_queen.legal import can_be_laid_once_drawn, set_ranks_of_team
from core.big_queen.melds import counts_by_rank
from core.big_queen.refusals import can_take
from core.big_queen.round_result import MIN_SHARE_DIFFERENCE_NAMED, MeanEnding, text_on_loss
from core.engine.action import Action
from core.engine.cards import CARDS, RANKS, Card
from core.engine.coach import POINT_UNIT, Choice, percent_of
from core.engine.english import count, english_list, english_list_of_alternatives, number_word
from core.engine.view import View

MAX_EQUAL_DISCARDS_NAMED: Final = 3
"""A reason names at most this many cards that are as good to discard."""

INVISIBLE_DIFFERENCE_IN_ROUND: Final = 1
"""Two choices look equally good if their points, which are shown whole, differ by at most this."""


def reason_for_best_choice(
    view: View,
    choices: Sequence[Choice],
    best: Choice | None,
    equally_good: Sequence[Choice],
    means: Mapping[Action, MeanEnding],
) -> str:
    """Return the reason for the best choice; `equally_good` are those that may be as good, and `means` how the imagined
    rounds ended after each choice, empty if there were none."""
    if best is None:
        return "You would only cost your own team a card: keep silent."
    match best.action.verb:
        case "draw":
            if not best.figures:
                return "The stock is out, so the round ends when you draw: draw."
            return _reason_to_draw(view, choices, best, equally_good, means)
        case "take" | "meld" | "add":
            return _reason_to_lay(view, best, equally_good)
        case "discard":
            can_lay = any(choice.action.verb in LAYING_VERBS for choice in choices)
            says_more = len(best.action) == 3 or best.action.cards[0] == BIG_QUEEN  # the announcement, or her points
            if can_lay and best.worth is not None and not says_more:
                return _reason_to_lay_no_more(view, choices, best, equally_good, means)
            return _reason_to_discard(view, choices, best, equally_good, means)
        case "ask":
            return _reason_to_ask(view)
        case "yes" | "no":
            return _reason_for_answer(choices, best, equally_good)
        case "deal":
            return "You are the dealer, and a round begins with the deal: deal."
        case "announce":
            return "You have one card, and being caught silent costs you another: announce."
    return "Somebody kept silent about one card, and a catch costs them another: catch."


def _likely_verb(*, is_close: bool) -> str:
    """Return the verb for what a choice brings compared with another kind of choice: "may" if one of these `is_close`,
    so that it may be as good, else "should"."""
    return "may" if is_close else "should"


def _reason_to_ask(view: View) -> str:
    """Return the reason for asking the partners whether the seat may go out."""
    agree = "your partner agrees" if view.seats == SEATS_WITH_ONE_PARTNER else "your partners agree"
    if view.facts["phase"] == "play":
        return f"You can lay all but one card and go out with that one, but only if {agree}: ask to go out."
    return f"With the right card you can go out this turn, but only if {agree}: ask to go out."


def _reason_for_answer(choices: Sequence[Choice], best: Choice, equally_good: Sequence[Choice]) -> str:
    """Return the reason for an answer to a partner who asks to go out: by how much it is better, in the whole points in
    which both worths are shown; or that neither answer is clearly better."""
    answer = best.action.verb
    (other,) = (choice for choice in choices if choice.action.verb in ("yes", "no") and choice is not best)
    if other in equally_good:
        return f"Neither answer is clearly better for your team: {answer}."
    than = "to play on than to end the round" if answer == "no" else "to end the round than to play on"
    gain = 0
    if best.worth is not None and other.worth is not None:
        gain = round(best.worth.value) - round(other.worth.value)
    amount = f"{count(gain, POINT_UNIT)} better" if gain > 0 else "better"
    return f"It should be {amount} for your team {than}: {answer}."


def _choice_with_most_points_ahead(choices: Iterable[Choice]) -> Choice | None:
    """Return the choice that is shown with most points ahead, the first one if no points are shown; None if there is no
    choice."""
    return max(choices, key=lambda choice: choice.worth.value if choice.worth is not None else 0, default=None)


def _text_on_loss_of(other: Choice, best: Choice, means: Mapping[Action, MeanEnding]) -> str:
    """Return by how much another choice is worse than the best one in the imagined rounds; "" if it is not."""
    if best.action not in means or other.action not in means:
        return ""
    return text_on_loss(means[best.action], means[other.action])


def _reason_to_draw(
    view: View,
    choices: Sequence[Choice],
    best: Choice,
    equally_good: Sequence[Choice],
    means: Mapping[Action, MeanEnding],
) -> str:
    """Return the reason for drawing a card of the stock, or of the pile that becomes the new stock."""
    close = [choice for choice in equally_good if choice.action.verb == "take"]
    take = _choice_with_most_points_ahead(close or [choice for choice in choices if choice.action.verb == "take"])
    if take is not None:
        place = take.action[1]
        assert isinstance(place, int)
        chosen, *along = view.cards("discard")[place - 1 :]
        is_free = len(take.action) == 2
        if is_free:
            what = f"{chosen} is free"
        else:
            laid = count(int(take.figures[0].value), POINT_UNIT)
            what = f"Taking {chosen} lays {laid}, but you {_price_of_take(take.action.cards, along)}"
        if close:
            return f"{what}, {'but' if is_free else 'and'} a draw {_as_good_clause(best, take)}: draw."
        told = _text_on_loss_of(take, best, means)
        if not told:
            return f"{what}: draw."
        return f"{what}, but taking it is {told}: draw." if is_free else f"{what}. Taking it is {told}: draw."
    hand = view.cards(f"hand/{view.seat}")
    if not any(can_take(hand, card) for card in view.cards("discard")):
        return "No card in the pile goes with two of yours: draw."
    return "What you could take from the pile would leave you too few cards: draw."


def _reason_to_lay(view: View, best: Choice, equally_good: Sequence[Choice]) -> str:
    """Return the reason for laying cards, or for taking a card of the discard pile."""
    action, laid = best.action, count(int(best.figures[0].value), POINT_UNIT)
    if action.verb != "take":
        fate = "are safe" if view.options["losers_count_melds"] else "count unless the other team goes out"
        if any(_has_more_points(choice, best) for choice in equally_good):
            return (
                f"Your team may do as well if you keep them, but {laid} on the table {fate}: {best.wording or action}."
            )
        return f"{laid} on the table {fate}; in your hand they count against you: {best.wording or action}."
    place = action[1]
    assert isinstance(place, int)
    chosen, *along = view.cards("discard")[place - 1 :]
    if len(action) == 2:
        if chosen.rank == "2" or any(card.rank == chosen.rank for card in view.cards(f"hand/{view.seat}")):
            return f"{chosen} is free, and it fits your hand: take it."
        likely = _likely_verb(is_close=any(choice.action.verb == "draw" for choice in equally_good))
        return f"{chosen} is free, and {likely} bring your team more than a card from the stock: take it."
    price = _price_of_take(action.cards, along)
    return f"You {price}, but {chosen} and two of your cards are worth {laid} on the table: take it."


def _price_of_take(laid: Sequence[Card], along: Sequence[Card]) -> str:
    """Return what a take costs: the twos among the cards that are `laid` with the chosen card, and the points of the
    cards that come `along` into the hand, or else the draw that it replaces."""
    twos = [card for card in laid if card.rank == "2"]
    given_up = [*([] if along else ["the draw"]), *([f"your wild {twos[0]}"] if len(twos) == 1 else [])]
    if len(twos) > 1:
        given_up.append(f"{number_word(len(twos))} of your wild 2s")
    costs = [f"give up {english_list(given_up)}"] if given_up else []
    if along:
        which, it = ("counts", "it") if len(along) == 1 else ("count", "them")
        points = count(sum(POINTS_BY_CARD[card] for card in along), POINT_UNIT)
        costs.append(f"get {count(len(along), 'more card')} ({points}) that {which} against you until you lay {it}")
    return " and ".join(costs)


def _has_more_points(choice: Choice, best: Choice) -> bool:
    """Return whether a choice is shown with more points ahead than the best one."""
    return choice.worth is not None and best.worth is not None and choice.worth.value > best.worth.value


def _reason_to_lay_no_more(
    view: View,
    choices: Sequence[Choice],
    best: Choice,
    equally_good: Sequence[Choice],
    means: Mapping[Action, MeanEnding],
) -> str:
    """Return the reason for a discard while other cards could be laid: what the imagined rounds say of the best way to
    lay some."""
    assert view.seat is not None
    lays = [choice for choice in choices if choice.action.verb in LAYING_VERBS]
    close = [choice for choice in equally_good if choice.action.verb in LAYING_VERBS]
    lay = _choice_with_most_points_ahead(close or lays)
    assert lay is not None
    card = best.action.cards[0]
    told = _as_good_clause(best, lay) if close else f"is {_text_on_loss_of(lay, best, means) or 'about as good'}"
    verb, _, cards = (lay.wording or str(lay.action)).partition(" ")
    why = f"{'adding' if verb == 'add' else 'laying'} {cards} first {told}"
    if card.rank == "2":  # what the rest can still do is no reason to give up a wild card
        cost = count(POINTS_BY_CARD[card], POINT_UNIT)
        return f"If the round ends while you hold {card}, it costs {cost}; {why}: discard {card}."
    kept = list(view.cards(f"hand/{view.seat}"))
    kept.remove(card)
    takes = any(can_take(kept, CARDS[rank]) for rank in NATURAL_RANKS)
    if takes and not close:
        return f"What you keep can still take cards from the pile; {why}: discard {card}."
    but = ", but what you keep can still take cards from the pile" if takes else ""
    return f"{why[:1].upper()}{why[1:]}{but}: discard {card}."


def _why_not_other_discard(best: Choice, other: Choice, means: Mapping[Action, MeanEnding]) -> str:
    """Return why another card is not discarded: the other team takes it more often, or by how much it is worse; "" if
    it is not worse in the imagined rounds."""
    told = _text_on_loss_of(other, best, means)
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


def _as_good_clause(best: Choice, close: Choice) -> str:
    """Return what is said of a choice that the coach cannot tell from the best: ``is about as good``, or ``may be as
    good`` if it is shown as clearly worse."""
    if best.worth is None or close.worth is None:
        return "is about as good"
    is_seen = round(best.worth.value) - round(close.worth.value) > INVISIBLE_DIFFERENCE_IN_ROUND
    return "may be as good" if is_seen else "is about as good"


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


def _reason_to_discard(
    view: View,
    choices: Sequence[Choice],
    best: Choice,
    equally_good: Sequence[Choice],
    means: Mapping[Action, MeanEnding],
) -> str:
    """Return the reason for discarding a card."""
    assert view.seat is not None
    action = best.action
    card = action.cards[0]
    points = POINTS_BY_CARD[card]
    hand = view.cards(f"hand/{view.seat}")
    if len(hand) == 1:
        return f"{card} is your last card, and the round ends with it: discard."
    if len(action) == 3:
        other = next((held for held in hand if held != card), card)
        counts_more = f"counts more than {other}, and " if points > POINTS_BY_CARD[other] else ""
        return f"{card} {counts_more}leaves you one card, which you must announce: discard and announce."
    if card == BIG_QUEEN:
        counts = counts_without_cards(counts_by_rank(hand), action.cards)
        can_be_laid = can_be_laid_once_drawn(view, counts, set_ranks_of_team(view, TEAM_OF_SEAT[view.seat]), card)
        unless = "" if can_be_laid else ", and you cannot lay her yet"
        return f"If the round ends while you hold {card}, she costs your team {points} points{unless}: discard {card}."
    rank_counts = Counter(held.rank for held in hand)
    discards = [one for one in choices if one is not best and one.action.verb == "discard" and one.figures]
    others = _discards_as_good(best, equally_good)
    as_good = f"On average it is the same whether you discard {others}: discard {card}." if others else ""
    if rank_counts[card.rank] > 1:
        group = "a pair" if rank_counts[card.rank] == 2 else "a group"
        kept = _cards_worth_more_together(view, card)
        if kept and not any(other.rank != "2" and rank_counts[other.rank] == 1 for other in hand):
            against = f"in your hand it counts {points} against you: discard {card}."
            return f"{card} breaks {group}, but you keep {kept}; {against}"
        if as_good:
            return as_good
        others_of_hand = [one for one in discards if one.action.cards[0].rank != card.rank]
        close = _choice_with_most_points_ahead(one for one in others_of_hand if one in equally_good)
        rather = _choice_with_most_points_ahead(others_of_hand)
        told = ""
        if close is not None:
            told = f"{close.action.cards[0]} {_as_good_clause(best, close)} to discard"
        elif rather is not None:
            told = _why_not_other_discard(best, rather, means)
        return f"{card} breaks {group}{f', but {told}' if told else ''}: discard {card}."
    alone = [other for other in hand if rank_counts[other.rank] == 1 and other != card]
    if not alone:
        return f"{card} is your only card without another of its rank: discard {card}."
    most = max(POINTS_BY_CARD[other] for other in alone)
    if points > most:
        return f"Of your single cards, {card} counts most against you ({points}): discard {card}."
    if as_good:
        return as_good
    if points == most:
        return f"{card} is single, and no single card of yours counts more against you ({points}): discard {card}."
    close = _choice_with_most_points_ahead(
        one for one in equally_good if one in discards and one.action.cards[0] in alone
    )
    if close is not None:
        as_good = f"{close.action.cards[0]} {_as_good_clause(best, close)} to discard"
        return f"{card} is a single card, and {as_good}: discard {card}."
    costlier = [other for other in alone if POINTS_BY_CARD[other] > points]
    rather = _choice_with_most_points_ahead(one for one in discards if one.action.cards[0] in costlier)
    told = "" if rather is None else _why_not_other_discard(best, rather, means)
    other = costlier[0] if rather is None else rather.action.cards[0]
    return f"{card} counts less against you than {other}{f', but {told}' if told else ''}: discard {card}."
