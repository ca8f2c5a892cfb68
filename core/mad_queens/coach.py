"""The coach of both Mad Queens games: exact figures about the next card, and whether to turn it.

A seat can tell which cards are left in its deck, and each of them is as likely to be the next.

The coach counts points as `ranking` does; once all others have finished, the rank decides. The level `hard` plays for
its chance of winning, an estimate from what decks bring on average. The coach does not, because a player can check
exact points by the cards, and its advice does not depend on who else sits at the table.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from core.engine.action import Action
from core.engine.cards import JOKER, Card
from core.engine.coach import AT_STAKE, POINT, Advice, AdviceThought, Choice, Figure
from core.engine.english import count
from core.engine.game import Game
from core.engine.memory import Memory
from core.engine.view import View
from core.mad_queens.bot import MIN_REVEAL_POINTS, banned_cards_in_force, cards_left_in_deck, careful
from core.mad_queens.hit_masks import CAUGHT, EXACT_HIT, fates, is_queen
from core.mad_queens.legal import END, REVEAL
from core.mad_queens.levels import ranking
from core.mad_queens.points import card_points, has_exact_hits, price_of_queen, row_points, score_of


@dataclass(frozen=True, slots=True)
class NextCard:
    """The next card of a deck, as far as it can be told: how many of the cards that it may be have each consequence.

    cards      the number of cards in the deck
    caught     how many of them would be caught
    queens     how many are Queens
    fatal      how many are Queens who would end the seat's game
    exact      how many are exact hits
    jokers     how many are Jokers, which turn two more cards
    points     the points that they would bring and cost, all together; what a Joker or a Queen turns up is not in it
    row        the points that lie in the row
    """

    cards: int
    caught: int
    queens: int
    fatal: int
    exact: int
    jokers: int
    points: int
    row: int

    @property
    def mean_points(self) -> float:
        """The points that the next card brings on average."""
        return self.points / self.cards


def next_card(view: View) -> NextCard:
    """Return what is known of the next card of the deck of the view's seat."""
    seat = view.seat
    assert seat is not None
    deck = cards_left_in_deck(view, seat)
    fate = fates(banned_cards_in_force(view, seat), has_exact_hits(view))
    row, worth = row_points(view, seat), card_points(view)
    number: Counter[str] = Counter()
    points = 0
    for card, copies in deck.items():
        if is_queen(card):
            change, ends = _effect_of_queen(view, seat, card, row)
            points += copies * change
            number["queens"] += copies
            number["fatal"] += copies * ends
        elif card == JOKER:
            points += copies * worth[card]
            number["jokers"] += copies
        elif fate[card] == CAUGHT:
            points -= copies * row
            number["caught"] += copies
        elif fate[card] == EXACT_HIT:
            points += copies * 2 * worth[card]
            number["exact"] += copies
        else:
            points += copies * worth[card]
    return NextCard(
        cards=deck.total(),
        caught=number["caught"],
        queens=number["queens"],
        fatal=number["fatal"],
        exact=number["exact"],
        jokers=number["jokers"],
        points=points,
        row=row,
    )


def _effect_of_queen(view: View, seat: int, queen: Card, row: int) -> tuple[int, bool]:
    """Return the change of points if this Queen is turned now with this row, and whether she ends the seat's game."""
    price, points = price_of_queen(view, seat, queen), card_points(view)
    doubled = view.facts[f"exact/{seat}"]
    assert isinstance(doubled, tuple)
    paid = sum(points[card] * (2 if card in doubled else 1) for card in price.paid)
    return -paid - (0 if price.keeps_row else row), price.ends_game


def advise(game: Game, view: View, memory: Memory, brief: bool = False) -> AdviceThought:
    """Return the advice for the seat of a view: all figures are exact, also if it is `brief`."""
    seat = view.seat
    assert seat is not None
    coming = next_card(view)
    yield
    deck = cards_left_in_deck(view, seat)
    choices = tuple(_choice(view, deck, coming, action) for action in game.legal(view))
    decided = ranking(view)
    best = next(choice for choice in choices if choice.action.verb == decided.verb)
    as_good: list[Choice] = []
    if best.action.cards:  # a Queen goes into the deck: the fewer cards of her suit there, the lower her price
        bankings = [choice for choice in choices if choice.action.cards]
        best = min(bankings, key=_cards_of_her_suit)
        as_good = [other for other in bankings if other is not best and other.figures == best.figures]
    return Advice(choices, best, tuple(as_good), _reason(view, choices, best, coming))


def _choice(view: View, deck: Counter[Card], coming: NextCard, action: Action) -> Choice:
    """Return a choice with its figures.

    A banking is worth what the next card, which it leaves in the deck, brings later.
    """
    if action == REVEAL:
        return Choice(action, _figures_of_reveal(coming), Figure("worth", coming.mean_points, 0, POINT))
    if action == END:
        assert view.seat is not None
        score = Figure("your score is", score_of(view, view.seat), 0, POINT)
        return Choice(action, (score,), Figure("worth", 0, 0, POINT), "end your game")
    figures = [Figure("{} safe", coming.row, 0, POINT)]
    if action.cards:
        suit = action.cards[0].suit
        same = sum(number for card, number in deck.items() if card.suit == suit and not is_queen(card))
        figures.append(Figure("{} in your deck", same, 0, f"{suit} card"))
    words = f"bank with {action.cards[0]}" if action.cards else ""
    return Choice(action, tuple(figures), Figure("worth", MIN_REVEAL_POINTS, 0, POINT), words)


def _figures_of_reveal(coming: NextCard) -> tuple[Figure, ...]:
    """Return the figures about turning the next card; only a catch is named even if it is impossible."""
    chances = (
        ("caught", coming.caught),
        ("Queen", coming.queens),
        ("last Queen", coming.fatal),
        ("exact hit", coming.exact),
        ("Joker", coming.jokers),
    )
    return (
        *(Figure(what, many / coming.cards) for what, many in chances if many or what == "caught"),
        Figure(AT_STAKE, coming.row, 0, POINT),
    )


def _cards_of_her_suit(choice: Choice) -> float:
    """Return the number of cards in the deck that have the suit of the Queen that a banking names."""
    return choice.figures[-1].value


def _reason(view: View, choices: tuple[Choice, ...], best: Choice, coming: NextCard) -> str:
    """Return the reason for the best choice."""
    verb = best.action.verb
    if len(choices) == 1:
        return "A play begins with a card: reveal."
    if verb != careful(view).verb:
        return _rank_reason(view, verb, coming.row)
    mean = round(coming.mean_points, 1)
    average = (f"{mean:+.1f} {_unit(view)}s on average" if mean else "nothing on average").replace("-", "−")
    if verb == "reveal":
        if not coming.row:
            return f"Your row has no points to lose, and the next card brings {average}: reveal."
        return f"{_caught(coming)}, but the next card brings {average}: reveal."
    name = f"bank with {best.action.cards[0]}" if best.action.cards else verb
    if coming.fatal and coming.fatal * 2 >= coming.caught:
        return f"{_queens(coming.fatal, coming)} who would end your game: {name}."
    if coming.caught and coming.row:
        later = "; on average the card brings more in a later play" if coming.points > 0 else ""
        return f"{_caught(coming)}, and you would lose {count(coming.row, _unit(view))}{later}: {name}."
    if coming.queens:
        return f"{_queens(coming.queens, coming)}, and the next card brings {average}: {name}."
    return f"The next card brings {average}: {name}."


def _rank_reason(view: View, verb: str, row: int) -> str:
    """Return the reason for an action that wins or saves the match and brings fewer points than another."""
    assert view.seat is not None
    best = max(score_of(view, other) for other in range(view.seats) if other != view.seat)
    lead = score_of(view, view.seat) + row - best
    points = count(abs(lead), _unit(view))
    if verb == "reveal":
        even = "even with this row you are" if row else "you are"
        return f"All others have finished and {even} {points} behind, so only another card can help: reveal."
    if verb == "bank":
        return f"All others have finished, and with this row you are {points} ahead: bank."
    return f"All others have finished and you are {points} ahead: end."


def _caught(coming: NextCard) -> str:
    """Return how many of the cards would be caught, as the beginning of a sentence."""
    if coming.caught == coming.cards == 1:
        return "Your last card would be caught"
    return f"{coming.caught or 'None'} of your {count(coming.cards, 'card')} would be caught"


def _queens(many: int, coming: NextCard) -> str:
    """Return how many of the cards are Queens, as the beginning of a sentence."""
    if many == coming.cards == 1:
        return "Your last card is a Queen"
    return f"{many} of your {count(coming.cards, 'card')} {'is a Queen' if many == 1 else 'are Queens'}"


def _unit(view: View) -> str:
    """Return the unit of points in the game of a view."""
    return POINT if has_exact_hits(view) else "card"
