"""The reasons that the coach of Big Queen gives for the choice that it advises, one or two sentences for a beginner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.big_queen.action_texts import activity_of_choice
from core.big_queen.choice_order import LAYING_VERBS, can_be_laid_together
from core.big_queen.compared_choices import (
    AS_WELL_CLAUSE,
    ComparedChoices,
    choice_with_most_points_ahead,
    comparison_clause,
    text_on_loss_of,
)
from core.big_queen.discard_reasons import near_end_sentence, reason_to_discard, reason_to_lay_no_more
from core.big_queen.layout import (
    BIG_QUEEN,
    PACK_COUNT_BY_SEATS,
    POINTS_BY_CARD,
    SEATS_WITH_ONE_PARTNER,
    TEAM_NAMES,
    TEAM_OF_SEAT,
)
from core.big_queen.legal import set_ranks_of_team
from core.big_queen.refusals import can_take
from core.engine.action import Action
from core.engine.cards import RANKS, Card
from core.engine.coach import POINT_UNIT
from core.engine.english import count, english_list, number_word
from core.engine.view import View

REASON_TO_KEEP_SILENT: Final = "You would only cost your own team a card: keep silent."
"""The reason if it is best for a seat not to act out of turn."""


def reason_for_best_choice(compared: ComparedChoices) -> str:
    """Return the reason for the best choice."""
    view, best = compared.view, compared.best
    match best.action.verb:
        case "draw":
            if not best.figures:
                return "The stock is out, so the round ends when you draw: draw."
            return _reason_to_draw(compared)
        case "take":
            return _reason_to_take(compared)
        case "meld" | "add":
            return _reason_to_lay(compared)
        case "discard":
            can_lay = any(choice.action.verb in LAYING_VERBS for choice in compared.choices)
            says_more = len(best.action) == 3 or best.action.cards[0] == BIG_QUEEN  # the announcement, or her points
            if can_lay and best.worth is not None and not says_more:
                return reason_to_lay_no_more(compared)
            return reason_to_discard(compared)
        case "ask":
            return _reason_to_ask(view)
        case "yes" | "no":
            return _reason_for_answer(compared)
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


def _reason_for_answer(compared: ComparedChoices) -> str:
    """Return the reason for an answer to a partner who asks to go out: by how much it is better, in the whole points in
    which both worths are shown; or that neither answer is clearly better."""
    _, choices, best, equally_good, _ = compared
    answer = best.action.verb
    (other,) = (choice for choice in choices if choice.action.verb in ("yes", "no") and choice is not best)
    if other in equally_good:
        told = f"{activity_of_choice(other)} {comparison_clause(best, other)}"
        return f"Neither answer is clearly better; {told}: {answer}."
    than = "to play on than to end the round" if answer == "no" else "to end the round than to play on"
    gain = 0
    if best.worth is not None and other.worth is not None:
        gain = round(best.worth.value) - round(other.worth.value)
    amount = f"{count(gain, POINT_UNIT)} better" if gain > 0 else "better"
    return f"It should be {amount} for your team {than}: {answer}."


def _reason_to_draw(compared: ComparedChoices) -> str:
    """Return the reason for drawing a card of the stock, or of the pile that becomes the new stock."""
    view, choices, best, equally_good, means = compared
    close = [choice for choice in equally_good if choice.action.verb == "take"]
    take = choice_with_most_points_ahead(close or [choice for choice in choices if choice.action.verb == "take"])
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
            told = comparison_clause(best, take)
            if told == AS_WELL_CLAUSE:
                return f"{what}{', but drawing' if is_free else '. Drawing'} {told}: draw."
            return f"{what}{', but taking it' if is_free else '. Taking it'} {told}: draw."
        told = text_on_loss_of(take, best, means)
        if not told:
            return f"{what}: draw."
        return f"{what}, but taking it is {told}: draw." if is_free else f"{what}. Taking it is {told}: draw."
    hand = view.cards(f"hand/{view.seat}")
    if len(hand) < 2:
        return "You hold too few cards to take one from the pile: draw."
    if not any(can_take(hand, card) for card in view.cards("discard")):
        return "No card in the pile goes with two of yours: draw."
    return "What you could take from the pile would leave you too few cards: draw."


def _reason_to_lay(compared: ComparedChoices) -> str:
    """Return the reason for laying cards: what they are worth on the table, and how other cards compare that cannot be
    laid beside them."""
    view, choices, best, equally_good, means = compared
    action, laid = best.action, count(int(best.figures[0].value), POINT_UNIT)
    losers_count = view.options["losers_count_melds"]
    fate = "are safe" if losers_count else "count unless the other team goes out"
    if BIG_QUEEN in action.cards and len(action.cards) > 1:
        why = f"{laid} on the table {fate}; in your hand {BIG_QUEEN} alone costs {POINTS_BY_CARD[BIG_QUEEN]}"
    elif _opens_way_for_big_queen(view, action):
        points = POINTS_BY_CARD[BIG_QUEEN]
        why = f"{laid} on the table {fate}, and to a set of queens your team can add {BIG_QUEEN} ({points})"
    else:
        why = f"{laid} on the table {fate}; in your hand they count against you"
    instead = [
        one
        for one in choices
        if one.action.verb in LAYING_VERBS
        and {card.rank for card in one.action.cards} - {"2"} != {card.rank for card in action.cards} - {"2"}
        and not can_be_laid_together(view, action, one.action)
    ]
    other = choice_with_most_points_ahead(instead)
    told = ""
    if other is not None and other in equally_good:
        told = comparison_clause(best, other)
    elif other is not None and (loss := text_on_loss_of(other, best, means)):
        told = f"is {loss}"
    but = f"; {activity_of_choice(other)} instead {told}" if other is not None and told else ""
    return f"{near_end_sentence(view)}{why}{but}: {best.wording or action}."


def _opens_way_for_big_queen(view: View, action: Action) -> bool:
    """Return whether an action begins the set of queens of the team while a Queen of spades is not laid yet."""
    assert view.seat is not None
    rank = BIG_QUEEN.rank
    if action.verb != "meld" or all(card.rank != rank for card in action.cards):
        return False
    laid = sum(view.cards(f"meld/{team}/{rank}").count(BIG_QUEEN) for team in TEAM_NAMES)
    has_set = set_ranks_of_team(view, TEAM_OF_SEAT[view.seat]) >> RANKS.index(rank) & 1
    return not has_set and laid < PACK_COUNT_BY_SEATS[view.seats]


def _reason_to_take(compared: ComparedChoices) -> str:
    """Return the reason for taking a card of the discard pile."""
    view, best = compared.view, compared.best
    action, laid = best.action, count(int(best.figures[0].value), POINT_UNIT)
    place = action[1]
    assert isinstance(place, int)
    chosen, *along = view.cards("discard")[place - 1 :]
    if len(action) == 2:
        if chosen.rank == "2" or any(card.rank == chosen.rank for card in view.cards(f"hand/{view.seat}")):
            return f"{chosen} is free, and it fits your hand: take it."
        likely = _likely_verb(is_close=any(choice.action.verb == "draw" for choice in compared.equally_good))
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
