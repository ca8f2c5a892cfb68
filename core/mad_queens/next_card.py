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
from core.engine.rule_set import REVISION_OPTION_NAME, SECOND_REVISION
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
from core.mad_queens.points import card_points, has_exact_hits, number_in_fact, price_of_queen, row_points

NO_SUIT: Final = 4
"""The suit of a `CardKind` for which the suit has no consequence, because no Queen of that suit can come."""


class NextCardFigures(NamedTuple):
    """Figures about the next card of a deck: how many of its cards would be caught, end the game, count double and so
    on, and the mean result of turning one."""

    card_count: int
    """The number of cards in the deck."""
    caught_count: int
    """The number of cards of the deck that would be caught."""
    queen_count: int
    """The number of cards of the deck that are Queens."""
    fatal_queen_count: int
    """The number of cards of the deck that are Queens who would end the seat's game."""
    fourth_queen_price: int
    """The number of cards that the fourth Queen takes from the bank before she ends the seat's game; 0 if the next card
    is not the fourth, or she cannot be paid."""
    exact_hit_count: int
    """The number of cards of the deck that are exact hits."""
    joker_count: int
    """The number of cards of the deck that are Jokers, which turn two more cards."""
    row_points: int
    """The points of the cards in the row."""
    mean_points: float
    """The mean change of points by turning the next card, and all cards that a Joker or a Queen turns up after it. The
    points of the row count as part of the score, until the row is lost."""
    row_loss_chance: float
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

    mean_points: float
    """The mean change of the score. It includes the points of cards that are still turned if the row is kept, but not
    those of cards in the row already."""
    chance_row_kept: float
    """The probability that the row is kept, with the cards that are in it already."""


ROW_LOST_OUTCOME: Final = RevealOutcome(0.0, 0.0)
"""The mean result of the rest of a reveal once the row is lost."""
ROW_KEPT_OUTCOME: Final = RevealOutcome(0.0, 1.0)
"""The mean result of the rest of a reveal once all its cards are turned and the row is kept."""


class RevealState(NamedTuple):
    """The state of a seat in the middle of a reveal, with cards counted by kind (`CardKind`)."""

    deck_counts: tuple[int, ...]
    """For each kind the number of cards left in the deck, by the index of the kind."""
    queued_kinds: tuple[int, ...]
    """The turned cards whose consequences have not been carried out yet, in their order, as indexes of kinds. Safe ones
    are left out, and caught ones are in it only where one of them cancels what comes after it."""
    row_suit_counts: tuple[int, ...]
    """The number of cards in the row of each suit that a Queen may ask for."""
    is_row_caught: bool
    """Whether a card of the row is caught."""
    old_bank_cards: int
    """The number of cards of the bank before the reveal that are still in it."""
    exact_hit_points: tuple[int, ...]
    """The points of each exact hit that this reveal has added to the bank, the newest last."""
    queens_turned: int
    """The number of Queens that the seat has turned."""
    queen_kinds_aside: tuple[int, ...]
    """The kinds of the Queens that may still be added to the deck."""


class RevealOutcomeCounter:
    """Works out the mean result of turning the next card for the seat of a view, by counting all that can follow.

    `kinds` groups the cards that may come by their consequences; `start_state` is the row and the bank of the seat
    before it.
    """

    def __init__(self, view: View) -> None:
        seat = view.seat
        assert seat is not None
        options = view.options
        revision = options.get(REVISION_OPTION_NAME, SECOND_REVISION)
        assert isinstance(revision, int)
        self.follows_second_revision = revision >= SECOND_REVISION
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
        self.start_state = RevealState(
            deck_counts=tuple(number[kind] for kind in self.kinds),
            queued_kinds=(),
            row_suit_counts=tuple(row.count(suit) if suit in asked else 0 for suit in SUITS),
            is_row_caught=False,
            old_bank_cards=len(self.bank),
            exact_hit_points=(),
            queens_turned=number_in_fact(view, f"spent/{seat}"),
            queen_kinds_aside=tuple(self.kinds.index(kind) for kind in queens),
        )
        self._bank_changes = [at for at, kind in enumerate(self.kinds) if kind.fate in (QUEEN_FATE, EXACT_HIT_FATE)]
        self._known: dict[tuple[int, RevealState], RevealOutcome] = {}

    def _kind_of_card(self, card: Card, fate: int, points: bytes, suits_asked_for: set[str]) -> CardKind:
        """Return the kind of a card; `suits_asked_for` are the suits for which a Queen may ask."""
        suit = card // 13 if card != JOKER and card.suit in suits_asked_for else NO_SUIT
        is_lost = fate == CAUGHT_FATE and not (self.keeps_row and not self.follows_second_revision)
        return CardKind(fate, 0 if fate == QUEEN_FATE or is_lost else points[card], suit)

    def outcome(self) -> Generator[None, None, RevealOutcome]:
        """Return the mean outcome of the reveal; yields after each short piece of work."""
        for place, first in self._states_after_turn(self.start_state):
            if self.kinds[place].fate == JOKER_FATE:  # the most work by far; what is known is not done again
                for _, second in self._states_after_turn(first._replace(queued_kinds=())):
                    for _, third in self._states_after_turn(second) if second.queued_kinds else ():
                        self._outcome_of_turns(0, third)
                        yield
                    self._outcome_of_turns(1, second)
                    yield
            self._outcome_of_turns(0, first)
            yield
        return self._outcome_of_turns(1, self.start_state)

    def _states_after_turn(self, state: RevealState) -> Iterator[tuple[int, RevealState]]:
        """Yield (number of cards of a kind, state after one of them is turned) for each kind that may be turned."""
        for place, left in enumerate(state.deck_counts):
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
        if state.is_row_caught and not self._can_change_bank(state):
            return ROW_LOST_OUTCOME
        if not cards_to_turn or not self._can_turn(state):
            return self._outcome_of_queue(state)
        points = kept = 0.0
        is_last = cards_to_turn == 1 and not state.queued_kinds
        for kind, left, place in zip(self.kinds, state.deck_counts, range(len(self.kinds)), strict=True):
            if not left:
                continue
            if is_last and kind.fate in (
                SAFE_FATE,
                CAUGHT_FATE,
            ):  # what follows is known: most of the work is saved here
                after = ROW_LOST_OUTCOME if state.is_row_caught or kind.fate else ROW_KEPT_OUTCOME
            else:
                after = self._outcome_of_turns(cards_to_turn - 1, self._add_turned_card(state, place))
            points += left * (after.mean_points + after.chance_row_kept * kind.points)
            kept += left * after.chance_row_kept
        cards = sum(state.deck_counts)
        return RevealOutcome(points / cards, kept / cards)

    def _can_change_bank(self, state: RevealState) -> bool:
        """Return whether a Queen or an exact hit is in the queue or may come."""
        return any(
            state.deck_counts[place] or place in state.queued_kinds or place in state.queen_kinds_aside
            for place in self._bank_changes
        )

    def _can_turn(self, state: RevealState) -> bool:
        """Return whether the deck has a card that may be turned: in Classic a deck of Queens only has none."""
        if self.exact_hits:
            return any(state.deck_counts)
        return any(many and kind.fate != QUEEN_FATE for many, kind in zip(state.deck_counts, self.kinds, strict=True))

    def _add_turned_card(self, state: RevealState, kind_index: int) -> RevealState:
        """Return the state after a card of the kind at index `kind_index` was turned; its consequences are in the
        queue."""
        kind = self.kinds[kind_index]
        deck = (
            *state.deck_counts[:kind_index],
            state.deck_counts[kind_index] - 1,
            *state.deck_counts[kind_index + 1 :],
        )
        is_caught = kind.fate == CAUGHT_FATE
        waits = kind.fate in (QUEEN_FATE, JOKER_FATE, EXACT_HIT_FATE) or (is_caught and self.catch_cancels)
        return RevealState(
            deck,
            (*state.queued_kinds, kind_index) if waits else state.queued_kinds,
            state.row_suit_counts
            if kind.fate == QUEEN_FATE
            else _add_to_suit_counts(state.row_suit_counts, kind.suit, 1),
            state.is_row_caught or (is_caught and not waits),
            state.old_bank_cards,
            state.exact_hit_points,
            state.queens_turned,
            state.queen_kinds_aside,
        )

    def _outcome_of_queue(self, state: RevealState) -> RevealOutcome:
        """Return the outcome after all consequences that wait in the queue of `state`, those of the turned cards, which
        are carried out one after the other (RULINGS 2.4)."""
        if not state.queued_kinds:
            return ROW_LOST_OUTCOME if state.is_row_caught else ROW_KEPT_OUTCOME
        kind, state = self.kinds[state.queued_kinds[0]], state._replace(queued_kinds=state.queued_kinds[1:])
        if kind.fate == CAUGHT_FATE:
            return ROW_LOST_OUTCOME
        if kind.fate == JOKER_FATE:
            return self._outcome_of_turns(2, state)
        return (
            self._outcome_of_queen(kind, state) if kind.fate == QUEEN_FATE else self._outcome_of_exact_hit(kind, state)
        )

    def _outcome_of_exact_hit(self, kind: CardKind, state: RevealState) -> RevealOutcome:
        """Return the outcome when an exact hit goes from the row to the bank and counts double."""
        state = state._replace(
            row_suit_counts=_add_to_suit_counts(state.row_suit_counts, kind.suit, -1),
            exact_hit_points=(*state.exact_hit_points, 2 * kind.points),
        )
        after = [self._outcome_of_turns(0, one) for one in self._states_with_queen_added(state)]
        kept = sum(one.chance_row_kept for one in after) / len(after)
        points = sum(one.mean_points for one in after) / len(after)
        return RevealOutcome(2 * kind.points + points - kept * kind.points, kept)

    def _states_with_queen_added(self, state: RevealState) -> list[RevealState]:
        """Return the equally likely states after a Queen has been added to the deck; only `state` if none can be."""
        if not state.queen_kinds_aside or not any(state.deck_counts):
            return [state]
        return [
            state._replace(
                deck_counts=_with_item_increased(state.deck_counts, queen, 1),
                queen_kinds_aside=tuple(other for other in state.queen_kinds_aside if other != queen),
            )
            for queen in state.queen_kinds_aside
        ]

    def _outcome_of_queen(self, kind: CardKind, state: RevealState) -> RevealOutcome:
        """Return the outcome when a Queen asks her price: cards from the top of the bank."""
        price, size = 2 + state.row_suit_counts[kind.suit], state.old_bank_cards + len(state.exact_hit_points)
        if size < price:
            return ROW_LOST_OUTCOME
        from_hits = min(price, len(state.exact_hit_points))
        hits, paid = (
            state.exact_hit_points[: len(state.exact_hit_points) - from_hits],
            state.exact_hit_points[len(state.exact_hit_points) - from_hits :],
        )
        banked = state.old_bank_cards - (price - from_hits)
        cost = sum(paid) + sum(self.bank[banked : state.old_bank_cards])
        state = state._replace(old_bank_cards=banked, exact_hit_points=hits, queens_turned=state.queens_turned + 1)
        after = self._outcome_of_turns(1, state) if state.queens_turned < 4 else self._outcome_of_fourth_queen(state)
        return RevealOutcome(after.mean_points - cost, after.chance_row_kept)

    def _outcome_of_fourth_queen(self, state: RevealState) -> RevealOutcome:
        """Return the outcome when the fourth Queen ends the seat's game: the row is lost unless an option keeps it.

        Cards after her in the queue have no consequence, but a caught one loses the row all the same, and an exact hit
        in a row that is kept counts double (MQ-39). By the first revision of the rules no card after her has any
        consequence.
        """
        if not self.keeps_row:
            return ROW_LOST_OUTCOME
        if not self.follows_second_revision:
            return ROW_KEPT_OUTCOME
        waiting = [self.kinds[place] for place in state.queued_kinds]
        if state.is_row_caught or any(kind.fate == CAUGHT_FATE for kind in waiting):
            return ROW_LOST_OUTCOME
        return RevealOutcome(float(sum(kind.points for kind in waiting if kind.fate == EXACT_HIT_FATE)), 1.0)


def count_next_card(view: View) -> Generator[None, None, NextCardFigures]:
    """Return the figures about the next card in the deck of the view's seat; yields after each short piece of work."""
    seat = view.seat
    assert seat is not None
    deck = cards_left_in_deck(view, seat)
    fate = fate_by_card(banned_cards_in_force(view, seat), has_exact_hits(view))
    number: Counter[int] = Counter()
    fatal = fourth_queen_price = 0
    for card, copies in deck.items():
        number[fate[card]] += copies
        price = price_of_queen(view, seat, card) if is_queen(card) else None
        if price is not None and price.ends_game:
            fatal += copies
            fourth_queen_price = len(price.cards_paid)
    after = yield from RevealOutcomeCounter(view).outcome()
    row = row_points(view, seat)
    return NextCardFigures(
        card_count=deck.total(),
        caught_count=number[CAUGHT_FATE],
        queen_count=number[QUEEN_FATE],
        fatal_queen_count=fatal,
        fourth_queen_price=fourth_queen_price,
        exact_hit_count=number[EXACT_HIT_FATE],
        joker_count=number[JOKER_FATE],
        row_points=row,
        mean_points=after.mean_points + (after.chance_row_kept - 1) * row,
        row_loss_chance=1 - after.chance_row_kept,
    )


def _with_item_increased(numbers: tuple[int, ...], index: int, increase: int) -> tuple[int, ...]:
    """Return `numbers` with the number at `index` increased by `increase`."""
    return (*numbers[:index], numbers[index] + increase, *numbers[index + 1 :])


def _add_to_suit_counts(suits: tuple[int, ...], suit: int, added_cards: int) -> tuple[int, ...]:
    """Return `suits`, the number of cards of each suit in the row, after `added_cards` cards of one suit have been
    added.

    `added_cards` is negative if cards are removed; `NO_SUIT` changes nothing.
    """
    return suits if suit == NO_SUIT else _with_item_increased(suits, suit, added_cards)
