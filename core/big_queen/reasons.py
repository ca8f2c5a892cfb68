"""The reasons that the coach of Big Queen gives for the choice that it advises, one or two sentences for a beginner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from core.big_queen.bot import MAX_CARDS_TO_BE_NEARLY_OUT
from core.big_queen.choice_order import LAYING_VERBS, can_be_laid_together
from core.big_queen.hand_value import counts_without_cards
from core.big_queen.layout import (
    BIG_QUEEN,
    NATURAL_RANKS,
    PACK_COUNT_BY_SEATS,
    POINTS_BY_CARD,
    SEATS_WITH_ONE_PARTNER,
    TEAM_NAMES,
    TEAM_OF_SEAT,
)
from core.big_queen.legal import can_be_laid_once_drawn, set_ranks_of_team
from core.big_queen.melds import counts_by_rank
from core.big_queen.refusals import can_take
from core.big_queen.round_result import MIN_SHARE_DIFFERENCE_NAMED, MeanEnding, text_on_loss
from core.engine.action import Action
from core.engine.cards import CARDS, RANKS, Card
from core.engine.coach import POINT_UNIT, Choice, percent_of
from core.engine.english import count, english_list, english_list_of_alternatives, number_word, rank_word
from core.engine.view import View

MAX_EQUAL_DISCARDS_NAMED: Final = 3
"""A reason names at most this many cards that are as good to discard."""


REASON_TO_KEEP_SILENT: Final = "You would only cost your own team a card: keep silent."
"""The reason if it is best for a seat not to act out of turn."""

MAX_SHARE_SELDOM_TAKEN: Final = 0.1
"""The other team seldom takes a discarded card if it does so in at most this share of the imagined rounds."""

MAX_POINTS_TOLD_AS_EQUAL: Final = 1
"""Two choices that may be as good do as well on average if their points ahead, as shown, differ by at most this."""

AS_WELL_CLAUSE: Final = "does as well on average"
"""What is said of a choice that may be as good as another one and brings about as many points."""

ACTIVITY_BY_VERB: Final = {
    "draw": "drawing",
    "take": "taking",
    "lay": "laying",
    "add": "adding",
    "discard": "discarding",
    "ask": "asking",
    "announce": "announcing",
    "yes": "saying yes",
    "no": "saying no",
}
"""Maps the first word of a choice to how it begins as an activity."""


class ComparedChoices(NamedTuple):
    """The choices of a seat in a view, compared by the coach."""

    view: View
    choices: Sequence[Choice]
    """All choices that are of use, those that come to the same only once."""
    best: Choice
    """The choice that the coach advises."""
    equally_good: Sequence[Choice]
    """The other choices that may be as good."""
    means: Mapping[Action, MeanEnding]
    """How the imagined rounds ended after each choice; empty if there were none."""


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
                return _reason_to_lay_no_more(compared)
            return _reason_to_discard(compared)
        case "ask":
            return _reason_to_ask(view)
        case "yes" | "no":
            return _reason_for_answer(compared)
        case "deal":
            return "You are the dealer, and a round begins with the deal: deal."
        case "announce":
            return "You have one card, and being caught silent costs you another: announce."
    return "Somebody kept silent about one card, and a catch costs them another: catch."


def activity_of_choice(choice: Choice) -> str:
    """Return what a player calls a choice, as an activity: ``laying K♣ K♦ 2♠``, ``discarding 3♦``."""
    verb, *rest = (choice.wording or str(choice.action)).replace(" and announce", " and announcing").split(" ", 1)
    if verb == "catch":  # a seat has a number here, and no name
        return "catching a silent player"
    return " ".join([ACTIVITY_BY_VERB[verb], *rest])


def sentence_on_more_points(other: Choice, more: float, *, can_do_both: bool) -> str:
    """Return the sentence, to stand before the reason, on another choice that is shown with this number of points more
    than the best one: both can be done in this turn, or the difference may be chance."""
    told = f"{activity_of_choice(other)} shows {more:g} more {'point' if more == 1 else 'points'}"
    but = "but you can do both in this turn" if can_do_both else "which may be chance"
    return f"{told[:1].upper()}{told[1:]}, {but}. "


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
        told = f"{activity_of_choice(other)} {_comparison_clause(best, other)}"
        return f"Neither answer is clearly better; {told}: {answer}."
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


def _reason_to_draw(compared: ComparedChoices) -> str:
    """Return the reason for drawing a card of the stock, or of the pile that becomes the new stock."""
    view, choices, best, equally_good, means = compared
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
            told = _comparison_clause(best, take)
            if told == AS_WELL_CLAUSE:
                return f"{what}{', but drawing' if is_free else '. Drawing'} {told}: draw."
            return f"{what}{', but taking it' if is_free else '. Taking it'} {told}: draw."
        told = _text_on_loss_of(take, best, means)
        if not told:
            return f"{what}: draw."
        return f"{what}, but taking it is {told}: draw." if is_free else f"{what}. Taking it is {told}: draw."
    hand = view.cards(f"hand/{view.seat}")
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
    other = _choice_with_most_points_ahead(instead)
    told = ""
    if other is not None and other in equally_good:
        told = _comparison_clause(best, other)
    elif other is not None and (loss := _text_on_loss_of(other, best, means)):
        told = f"is {loss}"
    but = f"; {activity_of_choice(other)} instead {told}" if other is not None and told else ""
    return f"{_near_end_sentence(view)}{why}{but}: {best.wording or action}."


def _opens_way_for_big_queen(view: View, action: Action) -> bool:
    """Return whether an action begins the set of queens of the team while a Queen of spades is not laid yet."""
    assert view.seat is not None
    rank = BIG_QUEEN.rank
    if action.verb != "meld" or all(card.rank != rank for card in action.cards):
        return False
    laid = sum(view.cards(f"meld/{team}/{rank}").count(BIG_QUEEN) for team in TEAM_NAMES)
    has_set = set_ranks_of_team(view, TEAM_OF_SEAT[view.seat]) >> RANKS.index(rank) & 1
    return not has_set and laid < PACK_COUNT_BY_SEATS[view.seats]


def _near_end_sentence(view: View) -> str:
    """Return a sentence on a player of the other team who may soon go out, before another one; "" if there is none."""
    assert view.seat is not None
    others = range(1 - TEAM_OF_SEAT[view.seat], view.seats, 2)
    fewest = min(view.count(f"hand/{seat}") for seat in others)
    if not 0 < fewest <= MAX_CARDS_TO_BE_NEARLY_OUT:
        return ""
    return f"The round may end soon: a player of the other team has {count(fewest, 'card')}. "


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


def _reason_to_lay_no_more(compared: ComparedChoices) -> str:
    """Return the reason for a discard while other cards could be laid: what the imagined rounds say of the best way to
    lay some."""
    view, choices, best, equally_good, means = compared
    assert view.seat is not None
    lays = [choice for choice in choices if choice.action.verb in LAYING_VERBS]
    close = [choice for choice in equally_good if choice.action.verb in LAYING_VERBS]
    lay = _choice_with_most_points_ahead(close or lays)
    assert lay is not None
    card = best.action.cards[0]
    told = _comparison_clause(best, lay) if close else f"is {_text_on_loss_of(lay, best, means) or 'about as good'}"
    why = f"{activity_of_choice(lay)} first {told}"
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


def _comparison_clause(best: Choice, close: Choice) -> str:
    """Return by how much a choice that the coach cannot tell from the best is shown with fewer points ahead, or more:
    ``brings 3 points less on average, which may be chance``."""
    if best.worth is None or close.worth is None:
        return "is about as good"
    less = round(best.worth.value) - round(close.worth.value)
    if abs(less) <= MAX_POINTS_TOLD_AS_EQUAL:
        return AS_WELL_CLAUSE
    return f"brings {count(abs(less), POINT_UNIT)} {'less' if less > 0 else 'more'} on average, which may be chance"


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


def _reason_to_discard(compared: ComparedChoices) -> str:
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
    what = f"{card} is your only {rank_word(card.rank)}"
    if not alone or card.rank == "2":
        what = f"{card} is your only card without another of its rank" if card.rank != "2" else what
        return f"{_near_end_sentence(view)}{what}, and counts {points} against you: discard {card}."
    what = f"{what}{_clause_on_use_of_single_card(view, card)}"
    others = [POINTS_BY_CARD[other] for other in alone]
    if points > max(others):
        costs = f"of your single cards it costs most if the round ends ({points})"
        return f"{_near_end_sentence(view)}{what}, and {costs}: discard {card}."
    if as_good := _sentence_on_equal_discards(compared):
        return as_good
    rivals = [other for other in alone if POINTS_BY_CARD[other] > points] or alone
    discards = [one for one in _other_discards(compared) if one.action.cards[0] in rivals]
    told = _comparison_of_discard(compared, discards)
    is_close = any(one in compared.equally_good for one in discards)
    if points < min(others):
        what = f"{what}. Your other single cards bring more once laid"
    elif (is_close or not told) and _is_seldom_taken(compared):
        what = f"{what}, and the other team seldom takes it"
    elif points == min(others):
        what = f"{what}. Your other single cards bring as much or more once laid"
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
    other = _choice_with_most_points_ahead(close or others)
    if other is None:
        return ""
    if close:
        return f"{activity_of_choice(other)} {_comparison_clause(compared.best, other)}"
    return _why_not_other_discard(compared.best, other, compared.means)
