"""The possible consequences of turning the next card of a seat's deck, with all that a Joker or a Queen turns up:
exact, by counting.

Every order in which the cards may come is counted, but cards that have the same consequences are counted together, and
what follows from the same state is computed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from typing import Final, NamedTuple

from core.engine.cards import JOKER, SUITS, Card
from core.engine.rule_set import RULES, SECOND_REVISION
from core.engine.view import View
from core.mad_queens.bot import banned_cards_in_force, cards_left_in_deck
from core.mad_queens.hit_masks import (
    CAUGHT_FATE,
    EXACT_HIT_FATE,
    JOKER_FATE,
    QUEEN_FATE,
    SAFE_FATE,
    fate_by_card,
    is_queen,
)
from core.mad_queens.points import card_points, fact_number, has_exact_hits, price_of_queen, row_points

NO_SUIT: Final = 4
"""The suit of a `CardKind` for which the suit has no consequence, because no Queen of that suit can come."""


class NextCardFigures(NamedTuple):
    """Figures about the next card of a deck: the number of cards that would do something, and the mean result of
    turning one."""

    cards: int
    """The number of cards in the deck."""
    caught: int
    """The number of cards of the deck that would be caught."""
    queens: int
    """The number of cards of the deck that are Queens."""
    fatal: int
    """The number of cards of the deck that are Queens who would end the seat's game."""
    exact: int
    """The number of cards of the deck that are exact hits."""
    jokers: int
    """The number of cards of the deck that are Jokers, which turn two more cards."""
    row: int
    """The points of the cards in the row."""
    points: float
    """The mean change of points by turning the next card, with all cards that a Joker or a Queen turns up after it; the
    row counts as scored before, and afterwards unless it is lost."""
    loss: float
    """The probability that the row is lost, by the next card or by one that it turns up."""


class CardKind(NamedTuple):
    """A group of cards with the same consequences: their fate (`core.mad_queens.hit_masks`), points and suit.

    The suit is `NO_SUIT` where it does not matter.
    """

    fate: int
    points: int
    suit: int


class RevealOutcome(NamedTuple):
    """The mean result of a reveal, or of the rest of one."""

    points: float
    """The mean change of the score. It includes the points of cards that are still turned if the row is kept, but not
    those of cards in the row already."""
    kept: float
    """The probability that the row is kept, with the cards that are in it already."""


ROW_LOST_OUTCOME: Final = RevealOutcome(0.0, 0.0)
"""The mean result of the rest of a reveal once the row is lost."""
ROW_KEPT_OUTCOME: Final = RevealOutcome(0.0, 1.0)
"""The mean result of the rest of a reveal once all its cards are turned and the row is kept."""


class RevealState(NamedTuple):
    """The state of a seat in the middle of a reveal, with cards counted by kind (`CardKind`)."""

    deck: tuple[int, ...]
    """For each kind the number of cards left in the deck, by the index of the kind."""
    queue: tuple[int, ...]
    """The turned cards whose consequences have not been carried out yet, in their order, as indexes of kinds. Safe ones
    are left out, and caught ones are in it only where one of them cancels what comes after it."""
    suits: tuple[int, ...]
    """The number of cards in the row of each suit that a Queen may ask for."""
    caught: bool
    """Whether a card of the row is caught."""
    banked: int
    """The number of cards of the bank before the reveal that are still in it."""
    hits: tuple[int, ...]
    """The points of the exact hits that have been added to the bank since, the newest last."""
    spent: int
    """The number of Queens that the seat has turned."""
    aside: tuple[int, ...]
    """The kinds of the Queens that may still be added to the deck."""


class RevealCount:
    """Counts all that can follow when the seat of a view turns the next card.

    `kinds` groups the cards that may come by their consequences; `start` is the row and the bank of the seat before it.
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
        table = fate_by_card(banned_cards_in_force(view, seat), self.exact_hits)
        aside = view.cards(f"aside/{seat}") if self.hit_costs_queen else ()
        asked = {queen.suit for queen in (*deck, *aside) if is_queen(queen)}
        number: Counter[CardKind] = Counter()
        for card, copies in deck.items():
            number[self._kind_of_card(card, table[card], points, asked)] += copies
        queens = [self._kind_of_card(queen, QUEEN_FATE, points, asked) for queen in aside]
        self.kinds = tuple(sorted({*number, *queens}))
        doubled = view.facts[f"exact/{seat}"]
        assert isinstance(doubled, tuple)
        self.bank = [points[card] * (2 if card in doubled else 1) for card in view.cards(f"bank/{seat}")]
        row = [card.suit for card in view.cards(f"shown/{seat}")]
        self.start = RevealState(
            deck=tuple(number[kind] for kind in self.kinds),
            queue=(),
            suits=tuple(row.count(suit) if suit in asked else 0 for suit in SUITS),
            caught=False,
            banked=len(self.bank),
            hits=(),
            spent=fact_number(view, f"spent/{seat}"),
            aside=tuple(self.kinds.index(kind) for kind in queens),
        )
        self._bank_changes = [at for at, kind in enumerate(self.kinds) if kind.fate in (QUEEN_FATE, EXACT_HIT_FATE)]
        self._known: dict[tuple[int, RevealState], RevealOutcome] = {}

    def _kind_of_card(self, card: Card, fate: int, points: bytes, suits_asked_for: set[str]) -> CardKind:
        """Return the kind of a card; `suits_asked_for` are the suits for which a Queen may ask."""
        suit = card // 13 if card != JOKER and card.suit in suits_asked_for else NO_SUIT
        is_lost = fate == CAUGHT_FATE and not (self.keeps_row and not self.amended)
        return CardKind(fate, 0 if fate == QUEEN_FATE or is_lost else points[card], suit)

    def outcome(self) -> Generator[None, None, RevealOutcome]:
        """Return the mean outcome of the reveal; yields after each short piece of work."""
        for place, first in self._states_after_turn(self.start):
            if self.kinds[place].fate == JOKER_FATE:  # the most work by far; what is known is not done again
                for _, second in self._states_after_turn(first._replace(queue=())):
                    for _, third in self._states_after_turn(second) if second.queue else ():
                        self._outcome_of_turns(0, third)
                        yield
                    self._outcome_of_turns(1, second)
                    yield
            self._outcome_of_turns(0, first)
            yield
        return self._outcome_of_turns(1, self.start)

    def _states_after_turn(self, state: RevealState) -> Iterator[tuple[int, RevealState]]:
        """Yield (number of cards of a kind, state after one of them is turned) for each kind that may be turned."""
        for place, left in enumerate(state.deck):
            if left:
                yield place, self._add_turned_card(state, place)

    def _outcome_of_turns(self, cards_to_turn: int, state: RevealState) -> RevealOutcome:
        """Return the outcome if `cards_to_turn` more cards are turned, or all cards of the deck if it has fewer."""
        known = self._known.get((cards_to_turn, state))
        if known is None:
            known = self._compute_outcome_of_turns(cards_to_turn, state)
            self._known[cards_to_turn, state] = known
        return known

    def _compute_outcome_of_turns(self, cards_to_turn: int, state: RevealState) -> RevealOutcome:
        """Compute the outcome that `_outcome_of_turns` returns and stores."""
        if state.caught and not self._can_change_bank(state):
            return ROW_LOST_OUTCOME
        if not cards_to_turn or not self._can_turn(state):
            return self._outcome_of_queue(state)
        points = kept = 0.0
        is_last = cards_to_turn == 1 and not state.queue
        for kind, left, place in zip(self.kinds, state.deck, range(len(self.kinds)), strict=True):
            if not left:
                continue
            if is_last and kind.fate in (
                SAFE_FATE,
                CAUGHT_FATE,
            ):  # what follows is known: most of the work is saved here
                after = ROW_LOST_OUTCOME if state.caught or kind.fate else ROW_KEPT_OUTCOME
            else:
                after = self._outcome_of_turns(cards_to_turn - 1, self._add_turned_card(state, place))
            points += left * (after.points + after.kept * kind.points)
            kept += left * after.kept
        cards = sum(state.deck)
        return RevealOutcome(points / cards, kept / cards)

    def _can_change_bank(self, state: RevealState) -> bool:
        """Return whether a Queen or an exact hit is in the queue or may come."""
        return any(state.deck[place] or place in state.queue or place in state.aside for place in self._bank_changes)

    def _can_turn(self, state: RevealState) -> bool:
        """Return whether the deck has a card that may be turned: in Classic a deck of Queens only has none."""
        if self.exact_hits:
            return any(state.deck)
        return any(many and kind.fate != QUEEN_FATE for many, kind in zip(state.deck, self.kinds, strict=True))

    def _add_turned_card(self, state: RevealState, kind_index: int) -> RevealState:
        """Return the state after a card of the kind at index `kind_index` was turned; its consequences are in the
        queue."""
        kind = self.kinds[kind_index]
        deck = (*state.deck[:kind_index], state.deck[kind_index] - 1, *state.deck[kind_index + 1 :])
        is_caught = kind.fate == CAUGHT_FATE
        waits = kind.fate in (QUEEN_FATE, JOKER_FATE, EXACT_HIT_FATE) or (is_caught and self.catch_cancels)
        return RevealState(
            deck,
            (*state.queue, kind_index) if waits else state.queue,
            state.suits if kind.fate == QUEEN_FATE else _with_suit_count(state.suits, kind.suit, 1),
            state.caught or (is_caught and not waits),
            state.banked,
            state.hits,
            state.spent,
            state.aside,
        )

    def _outcome_of_queue(self, state: RevealState) -> RevealOutcome:
        """Return the outcome after all consequences that wait in the queue of `state`, those of the turned cards, which
        are carried out one after the other (RULINGS 2.4)."""
        if not state.queue:
            return ROW_LOST_OUTCOME if state.caught else ROW_KEPT_OUTCOME
        kind, state = self.kinds[state.queue[0]], state._replace(queue=state.queue[1:])
        if kind.fate == CAUGHT_FATE:
            return ROW_LOST_OUTCOME
        if kind.fate == JOKER_FATE:
            return self._outcome_of_turns(2, state)
        return (
            self._outcome_of_queen(kind, state) if kind.fate == QUEEN_FATE else self._outcome_of_exact_hit(kind, state)
        )

    def _outcome_of_exact_hit(self, kind: CardKind, state: RevealState) -> RevealOutcome:
        """Return the outcome when an exact hit goes from the row to the bank and counts double."""
        state = state._replace(suits=_with_suit_count(state.suits, kind.suit, -1), hits=(*state.hits, 2 * kind.points))
        after = [self._outcome_of_turns(0, one) for one in self._states_with_queen_added(state)]
        kept = sum(one.kept for one in after) / len(after)
        points = sum(one.points for one in after) / len(after)
        return RevealOutcome(2 * kind.points + points - kept * kind.points, kept)

    def _states_with_queen_added(self, state: RevealState) -> list[RevealState]:
        """Return the equally likely states after a Queen has been added to the deck; only `state` if none can be."""
        if not state.aside or not any(state.deck):
            return [state]
        return [
            state._replace(
                deck=_with_item_increased(state.deck, queen, 1),
                aside=tuple(other for other in state.aside if other != queen),
            )
            for queen in state.aside
        ]

    def _outcome_of_queen(self, kind: CardKind, state: RevealState) -> RevealOutcome:
        """Return the outcome when a Queen asks her price: cards from the top of the bank."""
        price, size = 2 + state.suits[kind.suit], state.banked + len(state.hits)
        if size < price:
            return ROW_LOST_OUTCOME
        from_hits = min(price, len(state.hits))
        hits, paid = state.hits[: len(state.hits) - from_hits], state.hits[len(state.hits) - from_hits :]
        banked = state.banked - (price - from_hits)
        cost = sum(paid) + sum(self.bank[banked : state.banked])
        state = state._replace(banked=banked, hits=hits, spent=state.spent + 1)
        after = self._outcome_of_turns(1, state) if state.spent < 4 else self._outcome_of_fourth_queen(state)
        return RevealOutcome(after.points - cost, after.kept)

    def _outcome_of_fourth_queen(self, state: RevealState) -> RevealOutcome:
        """Return the outcome when the fourth Queen ends the seat's game: the row is lost unless an option keeps it.

        Cards after her in the queue have no consequence, but a caught one loses the row all the same, and an exact hit
        in a row that is kept counts double (MQ-39). By the first rules no card after her has any consequence.
        """
        if not self.keeps_row:
            return ROW_LOST_OUTCOME
        if not self.amended:
            return ROW_KEPT_OUTCOME
        waiting = [self.kinds[place] for place in state.queue]
        if state.caught or any(kind.fate == CAUGHT_FATE for kind in waiting):
            return ROW_LOST_OUTCOME
        return RevealOutcome(float(sum(kind.points for kind in waiting if kind.fate == EXACT_HIT_FATE)), 1.0)


def count_next_card(view: View) -> Generator[None, None, NextCardFigures]:
    """Return the figures about the next card in the deck of the view's seat; yields after each short piece of work."""
    seat = view.seat
    assert seat is not None
    deck = cards_left_in_deck(view, seat)
    fate = fate_by_card(banned_cards_in_force(view, seat), has_exact_hits(view))
    number: Counter[int] = Counter()
    fatal = 0
    for card, copies in deck.items():
        number[fate[card]] += copies
        if is_queen(card) and price_of_queen(view, seat, card).ends_game:
            fatal += copies
    after = yield from RevealCount(view).outcome()
    row = row_points(view, seat)
    return NextCardFigures(
        cards=deck.total(),
        caught=number[CAUGHT_FATE],
        queens=number[QUEEN_FATE],
        fatal=fatal,
        exact=number[EXACT_HIT_FATE],
        jokers=number[JOKER_FATE],
        row=row,
        points=after.points + (after.kept - 1) * row,
        loss=1 - after.kept,
    )


def _with_item_increased(numbers: tuple[int, ...], index: int, increase: int) -> tuple[int, ...]:
    """Return `numbers` with the number at `index` increased by `increase`."""
    return (*numbers[:index], numbers[index] + increase, *numbers[index + 1 :])


def _with_suit_count(suits: tuple[int, ...], suit: int, added_cards: int) -> tuple[int, ...]:
    """Return `suits`, the number of cards of each suit in the row, after `added_cards` cards of one suit have been
    added.

    `added_cards` is negative if cards are removed; `NO_SUIT` changes nothing.
    """
    return suits if suit == NO_SUIT else _with_item_increased(suits, suit, added_cards)
