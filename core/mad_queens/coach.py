"""The coach of both Mad Queens games: exact figures about the next card, and whether to turn it.

A seat can tell which cards are left in its deck, and each of them is as likely to be the next.

With others at the table the coach chooses as the level `hard` does, by the chance of winning, which it estimates and
names for each choice; but where the chances are too close to call, by points, as these are shown. Where it chooses what
does not bring most points, the reason says so. The figures about the next card are exact: a player can check them by
the cards. What that card brings if it stays in the deck is estimated, and what an end of the game costs in later
plays.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.coach import (
    AT_STAKE_LABEL,
    CHANCE_UNIT,
    POINT_UNIT,
    Advice,
    AdviceWork,
    Choice,
    Figure,
    Measure,
    percent_of,
    worth_as_shown,
)
from core.engine.english import count
from core.engine.game import Game
from core.engine.memory import Memory
from core.engine.view import View
from core.mad_queens.bot import cards_left_in_deck
from core.mad_queens.contender import later_points_without_next_card, winning_chances_of_actions, worth_of_card_kept
from core.mad_queens.hit_masks import is_queen
from core.mad_queens.legal import BANK_ACTION, END_ACTION, REVEAL_ACTION, has_revealed
from core.mad_queens.levels import choose_to_win_match, have_all_others_finished
from core.mad_queens.next_card import NextCardFigures, count_next_card
from core.mad_queens.points import has_exact_hits, score_of

CAUGHT_LABEL: Final = "caught"
"""The label of the probability that the next card is caught."""
QUEEN_LABEL: Final = "Queen"
"""The label of the probability that the next card is a Queen; it is left out if each of them would end the game."""
LAST_QUEEN_LABEL: Final = "game-ending Queen"
"""The label of the probability that the next card is a Queen who ends the seat's game."""

RISK_LABEL_BY_REMARKS: Final = MappingProxyType(
    {
        ("caught",): CAUGHT_LABEL,
        ("price",): QUEEN_LABEL,
        ("price", "fourth"): LAST_QUEEN_LABEL,
        ("cannot pay",): LAST_QUEEN_LABEL,
    }
)
"""Maps the keys of the remarks on the next card to the label of its probability. There is no entry for what follows
from a card that a Joker or a Queen turns up."""

LOST_BY_LABEL: Final = "or row lost after {}"
"""The form of the label (`Figure.label`) of the probability that the next card is not caught, but the row is lost after
one of the cards that are named in it, a Queen, a Joker or both, or by what they turn up."""

ROW_PART_LABEL: Final = "row"
"""The label of the points of the row, a part of the worth of a choice."""
NEXT_CARD_PART_LABEL: Final = "next card now"
"""The label of what the next card changes in the mean if it is turned now, a part of the worth of a reveal."""
LATER_PART_LABEL: Final = "in a later play about {}"
"""The label of what the next card, which stays in the deck, brings in a later play: a part of the worth of the action
``bank``. In a game with turns the word is ``turn``."""
GAME_END_PART_LABEL: Final = "end of game about {}"
"""The label of what a Queen who ends the game costs in the mean, as the seat makes no points in later plays then: a
part of the worth of a reveal where the seat may bank instead."""

EXACT_WORTH_LABEL: Final = "{} in all"
"""The label of the worth of a reveal whose parts are exact."""
ESTIMATED_WORTH_LABEL: Final = "about {} in all"
"""The label of the worth of a choice of which a part is estimated."""
END_WORTH_LABEL: Final = "brings {} more"
"""The label of the worth of the end of one's game."""

WIN_LABEL: Final = "wins about {}"
"""The label of the estimated chance of winning the match after a choice."""

MAX_HOPELESS_CHANCE: Final = 0.01
"""A seat whose chance of winning is at most this is told to play for its own score."""

HOPELESS_SENTENCE: Final = "You can hardly win any more, so play for your own score."
"""The sentence before the reason of an advice for points to a seat whose chance of winning is so small."""

COST_OF_END_CLAUSE: Final = "about {} of what you could still win later"
"""What is lost on average as the next card may be a Queen who ends the seat's game, to stand after ``risks``."""

END_AS_GOOD_CLAUSE: Final = ", though you would win the match about as often"
"""The clause on an end of the game that brings no points but is about as likely to win as the advised choice."""

WORDS_BY_VERB: Final = MappingProxyType(
    {
        REVEAL_ACTION.verb: ("go on", "going on"),
        BANK_ACTION.verb: ("bank now", "banking now"),
        END_ACTION.verb: ("end your game", "ending your game"),
    }
)
"""Maps the verb of an action to how a sentence names it after ``if you``, and as a noun."""

MIN_CLEAR_DIFFERENCE: Final = 0.01
"""Two chances of winning are too close to call if they differ by no more: they are shown in whole per cent, and the
estimates are no better.

A seat that then goes by points, against three seats of the level `hard`, won 2 ± 5 of 100 matches less than one of that
level in its place, and brought 0.9 ± 1.1 points more, in 400 pairs of matches of Mad Queens.
"""


def advise(game: Game, view: View, memory: Memory, is_brief: bool = False) -> AdviceWork:
    """Return the advice for the seat of a view.

    All figures about the next card are exact, also with `is_brief`, which lets the coaches of other games estimate with
    less work.
    """
    coming = yield from count_next_card(view)
    assert view.seat is not None
    deck = cards_left_in_deck(view, view.seat)
    choices = tuple(_choice_with_figures(view, deck, coming, action) for action in game.legal(view))
    by_points = max(choices, key=_order_by_points).action.verb
    by_rank = choose_to_win_match(view)
    chances = _winning_chance_by_verb(view, choices)
    is_hopeless = bool(chances) and max(chances.values()) <= MAX_HOPELESS_CHANCE
    is_close = bool(chances) and max(chances.values()) - min(chances.values()) <= MIN_CLEAR_DIFFERENCE
    is_for_points = (is_hopeless or is_close) and not have_all_others_finished(view)
    verb = by_points if by_rank is None or is_for_points else by_rank.verb
    if chances and max(chances.values()) - chances[verb] > MIN_CLEAR_DIFFERENCE:
        chances = {}  # the advice follows from the scores, and the estimate speaks against it
    worths = {choice.action.verb: worth_as_shown(choice) for choice in choices}
    is_for_equal_sum = verb == by_points and len({*worths.values()}) < len(worths)
    is_for_rank = verb != by_points or (bool(chances) and is_for_equal_sum and not is_for_points and not is_close)
    if chances:
        # no more points can help a seat that ends its game while it leads: only winning counts then
        may_end_as_well = is_close and not is_hopeless and verb == REVEAL_ACTION.verb and _lead_of_seat(view) > 0
        choices = tuple(
            _with_winning_chance(
                choice, chances, chances[verb], is_for_rank or (may_end_as_well and choice.action == END_ACTION)
            )
            for choice in choices
        )
    best = next(choice for choice in choices if choice.action.verb == verb)
    equally_good: list[Choice] = []
    if best.action.cards:  # a Queen goes into the deck: the fewer cards of her suit there, the lower her price
        bankings = [choice for choice in choices if choice.action.cards]
        best = min(bankings, key=_count_deck_cards_of_added_queens_suit)
        equally_good = [other for other in bankings if other is not best and other.figures == best.figures]
    if is_for_rank:
        reason = _reason_by_winning_chance(view, best, coming, chances, is_for_equal_sum=is_for_equal_sum)
    else:
        reason = _reason_for_best_action(view, choices, best, coming, {} if is_hopeless else chances)
        reason = f"{HOPELESS_SENTENCE} {reason}" if is_hopeless else reason
    return Advice(choices, best, tuple(equally_good), reason)


def _winning_chance_by_verb(view: View, choices: Sequence[Choice]) -> Mapping[str, float]:
    """Return the estimated chance of winning the match after each of the choices, by the verb of the action; empty for
    a seat that plays alone or has no choice."""
    if view.seats == 1 or len(choices) == 1:
        return {}
    reveal, other = winning_chances_of_actions(view)
    verbs = {choice.action.verb for choice in choices}
    return {verb: reveal if verb == REVEAL_ACTION.verb else other for verb in sorted(verbs)}


def _lead_of_seat(view: View) -> int:
    """Return by how many points the score of the seat of a view is above the best of the other seats; below 0 if it
    trails."""
    assert view.seat is not None
    rivals = max(score_of(view, other) for other in range(view.seats) if other != view.seat)
    return score_of(view, view.seat) - rivals


def _with_winning_chance(
    choice: Choice, chance_by_verb: Mapping[str, float], best_chance: float, is_loss_of_chance: bool
) -> Choice:
    """Return a choice with its chance of winning as the first figure; with `is_loss_of_chance` its loss is one of
    chances, too, and not of points."""
    chance = chance_by_verb[choice.action.verb]
    loss = Figure(WIN_LABEL, best_chance - chance, MIN_CLEAR_DIFFERENCE, CHANCE_UNIT) if is_loss_of_chance else None
    return choice._replace(figures=(Figure(WIN_LABEL, chance), *choice.figures), loss=loss)


def _order_by_points(choice: Choice) -> tuple[float, int]:
    """Return the key by which choices are sorted, those that are worth fewest points first; of two that are shown with
    as many, a banking is better than another card, and another card than the end of the game."""
    return worth_as_shown(choice), (END_ACTION.verb, REVEAL_ACTION.verb, BANK_ACTION.verb).index(choice.action.verb)


def _choice_with_figures(view: View, deck: Counter[Card], next_card_figures: NextCardFigures, action: Action) -> Choice:
    """Return a choice with its figures.

    `deck` are the cards left in the seat's deck, `next_card_figures` are the figures about the next one. The worth of
    each choice is that of the row with the next card, which stays in the deck if the row is banked, less what the seat
    loses in later plays if that card ends its game.
    """
    points, mean = next_card_figures.row_points, next_card_figures.mean_points
    row = Figure(ROW_PART_LABEL, points, 0, POINT_UNIT)
    figures: tuple[Figure, ...] = ()
    parts: tuple[Figure, ...] = ()
    words = ""
    if action == REVEAL_ACTION:
        figures = _figures_about_reveal(next_card_figures)
        cost = _later_points_at_risk(view, next_card_figures)
        ends = (Figure(GAME_END_PART_LABEL, -cost, 0, POINT_UNIT),) if cost else ()
        parts = (row, Figure(NEXT_CARD_PART_LABEL, mean, 0, POINT_UNIT), *ends)
        worth = Figure(ESTIMATED_WORTH_LABEL if ends else EXACT_WORTH_LABEL, points + mean - cost, 0, POINT_UNIT)
    elif action == END_ACTION:
        words = "end your game"
        worth = Figure(END_WORTH_LABEL, 0, 0, POINT_UNIT)
    else:
        if action.cards:
            suit = action.cards[0].suit
            same = sum(number for card, number in deck.items() if card.suit == suit and not is_queen(card))
            figures = (Figure("{} of her suit in your deck", same, 0, "card"),)
            words = f"bank with {action.cards[0]}"
        later = worth_of_card_kept(view)
        label = LATER_PART_LABEL.replace("play", _word_for_play(view))
        parts = (row, Figure(label, later, 0, POINT_UNIT))
        worth = Figure(ESTIMATED_WORTH_LABEL, points + later, 0, POINT_UNIT)
    return Choice(action, figures, worth, words, parts=parts, measure=Measure.ROW_WITH_NEXT_CARD)


def _later_points_at_risk(view: View, figures: NextCardFigures) -> float:
    """Return what the seat of a view loses in later plays on average because the next card may be a Queen who ends its
    game; 0 if that is shown as 0, and before a play, where the other choice, if any, ends the game, too.

    A seat that follows the advice with this part of the sum, against three of the level `hard`, won 0.1 ± 1.3 of 100
    matches more than one without it, in 1,100 pairs of matches of Mad Queens, and 0.5 ± 1.1 less in 800 of Classic.
    """
    if not has_revealed(view):
        return 0.0
    cost = figures.fatal_queen_count / figures.card_count * later_points_without_next_card(view)
    return cost if round(cost, 1) else 0.0


def _figures_about_reveal(figures: NextCardFigures) -> tuple[Figure, ...]:
    """Return the figures about turning the next card; the chance that it is caught is always among them.

    If a Joker or a Queen may come, the row can be lost by what follows, too; that is left out if it is only lost by the
    Queens who end the game.
    """
    chances = (
        ("exact hit", figures.exact_hit_count),
        (QUEEN_LABEL, 0 if figures.queen_count == figures.fatal_queen_count else figures.queen_count),
        (LAST_QUEEN_LABEL, figures.fatal_queen_count),
        ("Joker", figures.joker_count),
    )
    caught = Figure(CAUGHT_LABEL, figures.caught_count / figures.card_count)
    openers = " or ".join(["a Queen"] * bool(figures.queen_count) + ["a Joker"] * bool(figures.joker_count))
    lost_by_them = figures.row_loss_chance - caught.value if figures.row_points else 0.0
    lost_by_end = figures.fatal_queen_count / figures.card_count
    is_told = not any(math.isclose(lost_by_them, known, abs_tol=1e-9) for known in (0, lost_by_end))
    return (
        caught,
        *((Figure(LOST_BY_LABEL.format(openers), lost_by_them),) if is_told else ()),
        *(Figure(what, many / figures.card_count) for what, many in chances if many),
        Figure(AT_STAKE_LABEL, figures.row_points, 0, POINT_UNIT),
    )


def _count_deck_cards_of_added_queens_suit(choice: Choice) -> float:
    """Return how many cards in the deck have the suit of the Queen that a choice to bank puts into the deck."""
    return choice.figures[-1].value


def _reason_for_best_action(
    view: View,
    choices: tuple[Choice, ...],
    best: Choice,
    figures: NextCardFigures,
    chance_by_verb: Mapping[str, float],
) -> str:
    """Return the reason for the best choice, which is worth most points, in one sentence."""
    verb = best.action.verb
    if len(choices) == 1:
        return f"You must turn a first card; {_caught_clause(figures, is_start=False)}: reveal."
    mean, worth_later = _rounded_mean(figures), round(worth_of_card_kept(view), 1)
    is_little = verb == "bank" and mean <= worth_later
    brings = _brings_clause(view, figures, verb, is_little=is_little)
    cost = round(_later_points_at_risk(view, figures), 1)
    if verb == "reveal":
        end_choice = next((choice for choice in choices if choice.action == END_ACTION), None)
        if not mean and end_choice is not None:
            return "It makes no difference on average whether you go on or end your game: reveal."
        or_end = ""
        if end_choice is not None:
            or_end = f", and {_end_clause(end_choice, chance_by_verb)}"
        fatal = ""
        if figures.fatal_queen_count:
            fatal = f", {_fatal_queens_clause(figures, is_start=False)}"
        contrast = "but" if fatal or (figures.caught_count and figures.row_points) else "" if or_end else "and"
        brings += f" and risks {COST_OF_END_CLAUSE.format(cost)}" if cost else ""
        risk = _caught_clause(figures) if figures.row_points else "You have no row to lose"
        return f"{risk}{fatal}{f', {contrast}' if contrast else ';'} the next card {brings}{or_end}: reveal."
    name = f"bank with {best.action.cards[0]}" if best.action.cards else verb
    later = ""
    if verb == "bank" and mean > worth_later and cost:
        is_gain_left = round(mean - cost, 1) > 0
        kept = f"; kept for a later {_word_for_play(view)} it brings about {worth_later}" if is_gain_left else ""
        later = f", but risks {COST_OF_END_CLAUSE.format(cost)}{kept}"
    elif 0 < mean < worth_later:
        later = f", but about {worth_later} in a later {_word_for_play(view)}"
    elif 0 < mean == worth_later:
        later = f", and about as much in a later {_word_for_play(view)}{_advantage_of_later_row(view, figures)}"
    likelier = _no_likelier_clause(chance_by_verb) if verb == "end" else ""
    brings = f"the next card {brings}{later}{likelier}"
    is_catch_likelier = figures.row_points and figures.fatal_queen_count * 2 < figures.caught_count
    if verb == "bank" and figures.fatal_queen_count and not is_catch_likelier:
        return f"{_fatal_queens_clause(figures)}, and {brings}: {name}."
    if figures.caught_count and figures.row_points:
        lost = f"cost you your row of {count(figures.row_points, _score_unit(view))}"
        return f"{_caught_clause(figures)} and {lost}; {_other_queens_clause(figures)}{brings}: {name}."
    if figures.queen_count:
        joined = "," if likelier else ", and"
        return f"{_queens_clause(figures.queen_count, figures)}{joined} {brings}: {name}."
    return f"{brings[:1].upper()}{brings[1:]}: {name}."


def _advantage_of_later_row(view: View, figures: NextCardFigures) -> str:
    """Return the end of a sentence on why a card is worth more in a later play: this row is then banked, or the banned
    cards that the seat has hit are gone; "" for neither."""
    if figures.row_points:
        return ", with this row safe"
    are_gone = view.facts.get(f"hits/{view.seat}") and view.options.get("exact_hit_replaces", True)
    return ", once the banned cards you hit are gone" if are_gone else ""


def _word_for_play(view: View) -> str:
    """Return what the game calls the time from one first card of a seat to the next: a play, or a turn."""
    return "play" if view.facts.get("turn") is None else "turn"


def _rounded_mean(figures: NextCardFigures) -> float:
    """Return the mean result of turning the next card as a reason states it: to a tenth of a point."""
    return round(figures.mean_points, 1)


def _brings_clause(view: View, figures: NextCardFigures, verb: str, *, is_little: bool = False) -> str:
    """Return what turning the next card brings in the mean, to be said after ``the next card``: ``brings +0.9 points on
    average``.

    With `is_little` it says of a gain that it is a small one. What brings nothing costs nothing, where the `verb` of
    the advised action is to go on.
    """
    mean = _rounded_mean(figures)
    if not mean:
        return f"{'costs' if verb == REVEAL_ACTION.verb else 'brings'} nothing on average"
    points = f"only {mean:.1f}" if is_little and mean > 0 else f"{mean:+.1f}"
    return f"brings {points} {_score_unit(view)}s on average"


def _reason_by_winning_chance(
    view: View,
    best: Choice,
    figures: NextCardFigures,
    chance_by_verb: Mapping[str, float],
    *,
    is_for_equal_sum: bool = False,
) -> str:
    """Return the reason for an action that makes winning likelier but is worth fewer points than another, or as many if
    it `is_for_equal_sum`.

    It names the place of the seat only where that is a reason: to go on if it is behind, to stop if it is ahead.
    """
    verb = best.action.verb
    name = best.wording if best.action.cards else verb
    lead = _lead_of_seat(view) + figures.row_points
    points = count(abs(lead), _score_unit(view))
    if not have_all_others_finished(view):
        goes_on = verb == "reveal"
        row = "with this row " if figures.row_points else ""
        likelier = _likelier_clause(chance_by_verb, verb)
        brings = f"The next card {_brings_clause(view, figures, verb, is_little=goes_on)},"
        fatal = f" {_fatal_queens_clause(figures, is_start=False)}," if figures.fatal_queen_count else ""
        if goes_on:
            place = f", since {row}you trail by {points}" if lead < 0 else ""
            contrast = "but" if (_rounded_mean(figures) and not is_for_equal_sum) or fatal else "and"
            return f"{brings}{' and' * bool(fatal)}{fatal} {contrast} {likelier}{place}: reveal."
        risk = fatal if verb == "bank" else ""
        if not risk and lead <= 0:
            if figures.caught_count and figures.row_points:
                risk = f" {_caught_clause(figures, is_start=False)},"
            elif figures.queen_count:
                risk = f" {_queens_clause(figures.queen_count, figures, is_start=False)},"
        why = "" if risk or verb != "bank" else _advantage_of_later_row(view, figures)
        why = f", since {row}you lead by {points}" if lead > 0 else why
        return f"{brings} but{risk}{' and' * bool(risk)} {likelier}{why}: {name}."
    if verb == "reveal":
        even = "even with this row " if figures.row_points else ""
        return f"All others have finished and {even}you trail by {points}, so only another card can help: reveal."
    if verb == "bank":
        return f"All others have finished, and with this row you lead by {points}: {name}."
    return f"All others have finished and you lead by {points}: end."


def _likelier_clause(chance_by_verb: Mapping[str, float], verb: str) -> str:
    """Return the clause that the action with this verb makes winning clearly likelier than the other, with both
    chances."""
    (other,) = (one for one in chance_by_verb if one != verb)
    chance, smaller = (percent_of(chance_by_verb[one]) for one in (verb, other))
    named, other_named = (WORDS_BY_VERB[one][0] for one in (verb, other))
    less = f"{smaller}%" if smaller < chance else "less"  # two small chances are both shown as 1%
    return f"you are more likely to win if you {named} (about {chance}%) than if you {other_named} ({less})"


def _end_clause(end_choice: Choice, chance_by_verb: Mapping[str, float]) -> str:
    """Return the clause on what it would bring to end the game, where going on is better: no points, and how often the
    seat would win if that is clearly less, or about as often all the same."""
    if chance_by_verb:
        go_on, at_end = (percent_of(chance_by_verb[action.verb]) for action in (REVEAL_ACTION, END_ACTION))
        if at_end < go_on and max(chance_by_verb.values()) - min(chance_by_verb.values()) > MIN_CLEAR_DIFFERENCE:
            return f"if you end your game now, you would win less often ({at_end}%, not about {go_on}%)"
    return f"ending now brings nothing more{END_AS_GOOD_CLAUSE if end_choice.loss is not None else ''}"


def _no_likelier_clause(chance_by_verb: Mapping[str, float]) -> str:
    """Return the clause, to be joined to one about the next card, that it makes winning no likelier than the end of the
    game does, or less likely, with both chances as shown; "" if this is not so, or if `chance_by_verb` is empty."""
    if not chance_by_verb:
        return ""
    go_on, end = (percent_of(chance_by_verb[action.verb]) for action in (REVEAL_ACTION, END_ACTION))
    if go_on < end:
        return f", and you would win less often with it (about {go_on}%, and {end}% if you end your game)"
    return f", and it makes you no likelier to win (about {end}% either way)" if go_on == end else ""


def _caught_clause(figures: NextCardFigures, *, is_start: bool = True) -> str:
    """Return how many of the cards in the deck would be caught, as a clause that is the beginning of a sentence or
    stands in it."""
    if figures.card_count == 1:
        return f"{'Your' if is_start else 'your'} last card would {'' if figures.caught_count else 'not '}be caught"
    number = figures.caught_count or ("None" if is_start else "none")
    return f"{number} of your {count(figures.card_count, 'card')} would be caught"


def _queens_clause(queen_count: int, figures: NextCardFigures, *, is_start: bool = True) -> str:
    """Return that `queen_count` of the cards in the deck are Queens, as a clause that is the beginning of a sentence or
    stands in it."""
    if queen_count == figures.card_count == 1:
        return f"{'Your' if is_start else 'your'} last card is a Queen"
    return f"{queen_count} of your {count(figures.card_count, 'card')} {_queens_phrase(queen_count)}"


def _other_queens_clause(figures: NextCardFigures) -> str:
    """Return how many cards in the deck are Queens, and how many of these would end the game, to be said after the
    number of cards that would be caught and before a clause on the next card; "" if none is."""
    number, fatal = figures.queen_count, figures.fatal_queen_count
    if not number:
        return ""
    ends = f"{' who' if fatal == number else f', {fatal} of whom'} would end your game" if fatal else ""
    return f"{number} {'other' if number == 1 else 'others'} {_queens_phrase(number)}{ends}, and "


def _fatal_queens_clause(figures: NextCardFigures, *, is_start: bool = True) -> str:
    """Return how many of the cards in the deck are Queens who would end the game, and what the fourth would take
    first, as a clause that is the beginning of a sentence or stands in it."""
    queens = _queens_clause(figures.fatal_queen_count, figures, is_start=is_start)
    price = f"take {count(figures.fourth_queen_price, 'card')} and " if figures.fourth_queen_price else ""
    return f"{queens} who would {price}end your game"


def _queens_phrase(queen_count: int) -> str:
    """Return the verb and noun after a number of Queens: ``is a Queen`` after 1, else ``are Queens``."""
    return "is a Queen" if queen_count == 1 else "are Queens"


def _score_unit(view: View) -> str:
    """Return the unit of points in the game of a view."""
    return POINT_UNIT if has_exact_hits(view) else "card"
