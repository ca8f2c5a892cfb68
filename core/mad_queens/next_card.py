"""What the next card of a seat's deck leads to, with all that a Joker or a Queen turns up after it: exact, by counting.

Every order in which the cards may come is counted, but cards that have the same consequences are counted together, and
what follows from the same situation is worked out once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from typing import Final, NamedTuple

from core.engine.cards import JOKER, SUITS, Card
from core.engine.rule_set import RULES, SECOND_REVISION
from core.engine.view import View
from core.mad_queens.bot import banned_cards_in_force, cards_left_in_deck
from core.mad_queens.hit_masks import ASKS_PRICE, CAUGHT, EXACT_HIT, OPENS_TWO_CARDS, SAFE, fates, is_queen
from core.mad_queens.points import card_points, fact_number, has_exact_hits, price_of_queen, row_points

SUITLESS: Final = 4
"""Stands for the suit of a card where its suit has no consequence, because no Queen of that suit can come."""


class NextCard(NamedTuple):
    """The next card of a deck, as far as it can be told."""

    cards: int
    """The number of cards in the deck."""
    caught: int
    """How many cards of the deck would be caught."""
    queens: int
    """How many cards of the deck are Queens."""
    fatal: int
    """How many cards of the deck are Queens who would end the seat's game."""
    exact: int
    """How many cards of the deck are exact hits."""
    jokers: int
    """How many cards of the deck are Jokers, which turn two more cards."""
    row: int
    """The points that lie in the row."""
    points: float
    """The points that turning the next card brings on average, with all cards that a Joker or a Queen turns up after
    it; the row counts as scored before, and afterwards unless it is lost."""
    loss: float
    """The probability that the row is lost, by the next card or by one that it turns up."""


class Kind(NamedTuple):
    """Cards with the same consequences: their fate, points and suit, `SUITLESS` where it does not matter."""

    fate: int
    points: int
    suit: int


class Outlook(NamedTuple):
    """What a reveal brings on average."""

    points: float
    """The mean change of the score, the points of cards that are still turned included if the row is kept, but not
    those that lie in the row already."""
    kept: float
    """The probability that the row is kept, with the cards that lie in it already."""


WITHOUT_ROW: Final = Outlook(0.0, 0.0)
"""What a reveal brings from the moment at which the row is lost."""
WITH_ROW: Final = Outlook(0.0, 1.0)
"""What a reveal brings from the moment at which its cards are turned and the row is kept."""


class Situation(NamedTuple):
    """The state of a seat in the middle of a reveal."""

    deck: tuple[int, ...]
    """How many cards of each kind are left in the deck, by the number of the kind."""
    queue: tuple[int, ...]
    """The turned cards that wait for their consequences, in their order, as numbers of kinds; safe ones do not wait,
    and caught ones only where one of them cancels what comes after it."""
    suits: tuple[int, ...]
    """How many cards of each suit that a Queen may ask for lie in the row."""
    caught: bool
    """Whether a card of the row is caught."""
    banked: int
    """How many of the cards are still in the bank that were there before."""
    hits: tuple[int, ...]
    """The points of the exact hits that have come onto the bank since, the newest last."""
    spent: int
    """The number of Queens that the seat has seen."""
    aside: tuple[int, ...]
    """The kinds of the Queens that may still come into the deck."""


class Reveal:
    """What can follow when the player at the seat of a view turns the next card.

    `kinds` groups the cards that may come by what they do; `start` is the row and the bank of the seat before it.
    """

    def __init__(self, view: View) -> None:
        seat = view.seat
        assert seat is not None
        options = view.options
        revision = options.get(RULES, SECOND_REVISION)
        assert isinstance(revision, int)
        self.amended = revision >= SECOND_REVISION
        self.exact_hits = has_exact_hits(view)
        self.catch_cancels = options["joker_ban_stops"] is True
        self.keeps_row = options["fourth_queen_keeps_row"] is True
        self.hit_costs_queen = self.exact_hits and options["exact_hit_costs_queen"] is True
        deck, points = cards_left_in_deck(view, seat), card_points(view)
        table = fates(banned_cards_in_force(view, seat), self.exact_hits)
        aside = view.cards(f"aside/{seat}") if self.hit_costs_queen else ()
        asked = {queen.suit for queen in (*deck, *aside) if is_queen(queen)}
        number: Counter[Kind] = Counter()
        for card, copies in deck.items():
            number[self._kind(card, table[card], points, asked)] += copies
        queens = [self._kind(queen, ASKS_PRICE, points, asked) for queen in aside]
        self.kinds = tuple(sorted({*number, *queens}))
        doubled = view.facts[f"exact/{seat}"]
        assert isinstance(doubled, tuple)
        self.bank = [points[card] * (2 if card in doubled else 1) for card in view.cards(f"bank/{seat}")]
        row = [card.suit for card in view.cards(f"shown/{seat}")]
        self.start = Situation(
            deck=tuple(number[kind] for kind in self.kinds),
            queue=(),
            suits=tuple(row.count(suit) if suit in asked else 0 for suit in SUITS),
            caught=False,
            banked=len(self.bank),
            hits=(),
            spent=fact_number(view, f"spent/{seat}"),
            aside=tuple(self.kinds.index(kind) for kind in queens),
        )
        self._bank_changes = [at for at, kind in enumerate(self.kinds) if kind.fate in (ASKS_PRICE, EXACT_HIT)]
        self._known: dict[tuple[int, Situation], Outlook] = {}

    def _kind(self, card: Card, fate: int, points: bytes, asked: set[str]) -> Kind:
        """Return the kind of a card; `asked` are the suits for which a Queen may ask."""
        suit = card // 13 if card != JOKER and card.suit in asked else SUITLESS
        is_lost = fate == CAUGHT and not (self.keeps_row and not self.amended)
        return Kind(fate, 0 if fate == ASKS_PRICE or is_lost else points[card], suit)

    def outlook(self) -> Generator[None, None, Outlook]:
        """Return the outlook before the next card; yields after each short piece of work."""
        for place, first in self._turns(self.start):
            if self.kinds[place].fate == OPENS_TWO_CARDS:  # the most work by far; what is known is not done again
                for _, second in self._turns(first._replace(queue=())):
                    for _, third in self._turns(second) if second.queue else ():
                        self._after_turning(0, third)
                        yield
                    self._after_turning(1, second)
                    yield
            self._after_turning(0, first)
            yield
        return self._after_turning(1, self.start)

    def _turns(self, now: Situation) -> Iterator[tuple[int, Situation]]:
        """Yield (index of a kind, situation after a card of that kind is turned) for each kind that may be turned."""
        for place, left in enumerate(now.deck):
            if left:
                yield place, self._with_card(now, place)

    def _after_turning(self, number: int, now: Situation) -> Outlook:
        """Return the outlook if `number` more cards are turned, or all cards of the deck if it has fewer."""
        known = self._known.get((number, now))
        if known is None:
            known = self._computed_outlook(number, now)
            self._known[number, now] = known
        return known

    def _computed_outlook(self, number: int, now: Situation) -> Outlook:
        """Return what `_after_turning` returns, computed again; `_after_turning` stores it."""
        if now.caught and not self._can_change_bank(now):
            return WITHOUT_ROW
        if not number or not self._can_turn(now):
            return self._with_consequences(now)
        points = kept = 0.0
        is_last = number == 1 and not now.queue
        for kind, left, place in zip(self.kinds, now.deck, range(len(self.kinds)), strict=True):
            if not left:
                continue
            if is_last and kind.fate in (SAFE, CAUGHT):  # what follows is known: most of the work is saved here
                after = WITHOUT_ROW if now.caught or kind.fate else WITH_ROW
            else:
                after = self._after_turning(number - 1, self._with_card(now, place))
            points += left * (after.points + after.kept * kind.points)
            kept += left * after.kept
        cards = sum(now.deck)
        return Outlook(points / cards, kept / cards)

    def _can_change_bank(self, now: Situation) -> bool:
        """Whether a Queen or an exact hit is waiting or may come."""
        return any(now.deck[place] or place in now.queue or place in now.aside for place in self._bank_changes)

    def _can_turn(self, now: Situation) -> bool:
        """Whether the deck has a card that may be turned: in Classic a deck of Queens only has none."""
        if self.exact_hits:
            return any(now.deck)
        return any(many and kind.fate != ASKS_PRICE for many, kind in zip(now.deck, self.kinds, strict=True))

    def _with_card(self, now: Situation, place: int) -> Situation:
        """Return the situation after a card of the kind at index `place` was turned; its consequences wait."""
        kind = self.kinds[place]
        deck = (*now.deck[:place], now.deck[place] - 1, *now.deck[place + 1 :])
        is_caught = kind.fate == CAUGHT
        waits = kind.fate in (ASKS_PRICE, OPENS_TWO_CARDS, EXACT_HIT) or (is_caught and self.catch_cancels)
        return Situation(
            deck,
            (*now.queue, place) if waits else now.queue,
            now.suits if kind.fate == ASKS_PRICE else _with_suit(now.suits, kind.suit, 1),
            now.caught or (is_caught and not waits),
            now.banked,
            now.hits,
            now.spent,
            now.aside,
        )

    def _with_consequences(self, now: Situation) -> Outlook:
        """Return the outlook when the turned cards have their consequences (RULINGS 2.4)."""
        if not now.queue:
            return WITHOUT_ROW if now.caught else WITH_ROW
        kind, now = self.kinds[now.queue[0]], now._replace(queue=now.queue[1:])
        if kind.fate == CAUGHT:
            return WITHOUT_ROW
        if kind.fate == OPENS_TWO_CARDS:
            return self._after_turning(2, now)
        return self._after_queen(kind, now) if kind.fate == ASKS_PRICE else self._after_exact_hit(kind, now)

    def _after_exact_hit(self, kind: Kind, now: Situation) -> Outlook:
        """Return the outlook when an exact hit goes from the row to the bank and counts double."""
        now = now._replace(suits=_with_suit(now.suits, kind.suit, -1), hits=(*now.hits, 2 * kind.points))
        after = [self._after_turning(0, one) for one in self._with_queen_in_deck(now)]
        kept = sum(one.kept for one in after) / len(after)
        points = sum(one.points for one in after) / len(after)
        return Outlook(2 * kind.points + points - kept * kind.points, kept)

    def _with_queen_in_deck(self, now: Situation) -> list[Situation]:
        """Return the equally likely situations after a Queen has gone into the deck; only `now` if none can."""
        if not now.aside or not any(now.deck):
            return [now]
        return [
            now._replace(deck=_plus(now.deck, queen, 1), aside=tuple(other for other in now.aside if other != queen))
            for queen in now.aside
        ]

    def _after_queen(self, kind: Kind, now: Situation) -> Outlook:
        """Return the outlook when a Queen asks her price: cards from the top of the bank."""
        price, size = 2 + now.suits[kind.suit], now.banked + len(now.hits)
        if size < price:
            return WITHOUT_ROW
        from_hits = min(price, len(now.hits))
        hits, paid = now.hits[: len(now.hits) - from_hits], now.hits[len(now.hits) - from_hits :]
        banked = now.banked - (price - from_hits)
        cost = sum(paid) + sum(self.bank[banked : now.banked])
        now = now._replace(banked=banked, hits=hits, spent=now.spent + 1)
        after = self._after_turning(1, now) if now.spent < 4 else self._after_fourth_queen(now)
        return Outlook(after.points - cost, after.kept)

    def _after_fourth_queen(self, now: Situation) -> Outlook:
        """Return the outlook when the fourth Queen ends the seat's game: the row is lost unless an option keeps it.

        Cards that wait behind her have no consequence, but a caught one loses the row all the same, and an exact hit in
        a row that is kept counts double (MQ-39). By the first rules no card that waits has any consequence.
        """
        if not self.keeps_row:
            return WITHOUT_ROW
        if not self.amended:
            return WITH_ROW
        waiting = [self.kinds[place] for place in now.queue]
        if now.caught or any(kind.fate == CAUGHT for kind in waiting):
            return WITHOUT_ROW
        return Outlook(float(sum(kind.points for kind in waiting if kind.fate == EXACT_HIT)), 1.0)


def next_card(view: View) -> Generator[None, None, NextCard]:
    """Return what is known of the next card in the deck of the view's seat; yields after each short piece of work."""
    seat = view.seat
    assert seat is not None
    deck = cards_left_in_deck(view, seat)
    fate = fates(banned_cards_in_force(view, seat), has_exact_hits(view))
    number: Counter[int] = Counter()
    fatal = 0
    for card, copies in deck.items():
        number[fate[card]] += copies
        if is_queen(card) and price_of_queen(view, seat, card).ends_game:
            fatal += copies
    after = yield from Reveal(view).outlook()
    row = row_points(view, seat)
    return NextCard(
        cards=deck.total(),
        caught=number[CAUGHT],
        queens=number[ASKS_PRICE],
        fatal=fatal,
        exact=number[EXACT_HIT],
        jokers=number[OPENS_TWO_CARDS],
        row=row,
        points=after.points + (after.kept - 1) * row,
        loss=1 - after.kept,
    )


def _plus(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """Return `numbers` with the one at index `place` greater by `by`."""
    return (*numbers[:place], numbers[place] + by, *numbers[place + 1 :])


def _with_suit(suits: tuple[int, ...], suit: int, more: int) -> tuple[int, ...]:
    """Return `suits`, the number of cards of each suit in the row, after `more` cards of one suit have come.

    `more` is negative if cards go; `SUITLESS` changes nothing.
    """
    return suits if suit == SUITLESS else _plus(suits, suit, more)
