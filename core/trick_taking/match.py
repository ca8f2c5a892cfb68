"""A match of a trick game: dealing out, one card after the other, and who takes the trick."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final, Generic, Self, TypeVar

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.match import Match
from core.engine.piles import EVERYONE, TOP, Change, FactSet, Moved, Place, Shuffled, new_change
from core.errors import IllegalAction
from core.trick_taking.hand_masks import PLAY, RANK_BITS, SUIT_OF, suits_of
from core.trick_taking.layout import DEALER, HAND, LAST, LAST_LEADER, LEADER, TRICKS, TURN, Reset, TrickLayout

LayoutT = TypeVar("LayoutT", bound=TrickLayout)

WAITS_ALONE: Final = tuple(frozenset((seat,)) for seat in range(16))
"""``WAITS_ALONE[seat]``: the set of this seat alone."""

NO_ACTIONS: Final[tuple[Action, ...]] = ()


class TrickMatch(Match, Generic[LayoutT]):
    """A match of a trick game: what such games share.

    A game defines what may be led and followed (`may_lead`, `may_follow`), sets `powers`, by the suit led how
    strong each card is, and decides what a taken trick brings (`trick_taken`).

    hands   the cards of each seat
    masks   the same as masks, one a seat; each has several parts: `PART_OF` each card, and its `BITS` there
    circle  all who play to a trick, clockwise; one of them may have no seat, and plays by `_play_for_dummy`
    after   who comes after each of the circle
    orders  in which order the circle plays from each of them
    quick   the number of cards of a complete trick; while it has fewer, playing one has no consequences but the next
            one's turn. 0 if every card has to go through `card_laid`.
    """

    __slots__ = (
        "after",
        "bits",
        "circle",
        "entries",
        "hands",
        "masks",
        "orders",
        "part_of",
        "places",
        "powers",
        "quick",
        "steps",
        "trick",
        "won",
    )

    layout: LayoutT

    PART_OF: ClassVar[bytes] = SUIT_OF
    BITS: ClassVar[tuple[int, ...]] = RANK_BITS
    bits: tuple[int, ...]
    masks: list[list[int]]
    powers: tuple[bytes, ...]
    hands: list[list[Card]]
    won: list[list[Card]]
    trick: list[Card]

    def _attach(self) -> None:
        seats, layout = self.seats, self.layout
        self.steps, self.entries = layout.steps, layout.entries
        self.part_of, self.bits = self.PART_OF, self.BITS
        self.hands = self.piles[:seats]
        self.won = self.piles[seats : seats + layout.takers]
        self.trick = self.piles[layout.trick.index]

    def set_circle(self, circle: tuple[int, ...]) -> None:
        """Set who plays to a trick, clockwise."""
        self.circle = circle
        self.places = len(circle)
        self.quick = self.places if self.places == self.seats else 0
        self.after, self.orders = circle_orders(circle)

    def copy(self) -> Self:
        twin = super().copy()
        twin.masks = [mask[:] for mask in self.masks]
        twin.powers = self.powers
        twin.circle = self.circle
        twin.places = self.places
        twin.quick = self.quick
        twin.after = self.after
        twin.orders = self.orders
        return twin

    # Reading facts

    def number(self, fact: int) -> int:
        """Return the fact at this place, which is a number."""
        value = self.facts[fact]
        assert isinstance(value, int)
        return value

    def score(self, seat: int) -> int:
        return self.number(self.layout.score[seat].index)

    # Dealing

    def left_of(self, seat: int) -> int:
        """Return the seat to the left of a seat (G-1)."""
        return (seat + 1) % self.seats

    def gather(self, pack: Sequence[Card], *places: Place) -> None:
        """Take up all tricks, and the cards of `places`, as the stock: `pack` in its own order."""
        layout, piles = self.layout, self.piles
        for place in (*layout.won, *places):
            pile = piles[place.index]
            if pile:
                self.changes.append(new_change(Moved, (EVERYONE, place, layout.stock, tuple(pile), TOP)))
                pile.clear()
        piles[layout.stock.index][:] = pack

    def deal_out(self, size: int, places: Sequence[Place]) -> list[Card]:
        """Shuffle the stock and deal it by stream `stock`, one card at a time, `size` to each of `places`.

        Returns what is left over, in the order in which it would have been turned; it stays in the stock.
        """
        layout = self.layout
        stock = self.piles[layout.stock.index]
        order = self.streams[0].deal(stock)
        n = len(places)
        end = size * n
        self.changes.append(new_change(Shuffled, (EVERYONE, layout.stock)))
        for k, place in enumerate(places):
            cards = order[k:end:n]
            self.piles[place.index].extend(cards)
            self.changes.append(new_change(Moved, (EVERYONE, layout.stock, place, tuple(cards), TOP)))
        stock[:] = order[end:]
        self.update_masks()
        return order[end:]

    def update_masks(self) -> None:
        """Work out `masks`; to be called after hands have changed otherwise than by playing a card."""
        self.masks = [self.mask_of(hand) for hand in self.hands]

    def any_play(self, seat: int) -> tuple[Action, ...]:
        """Return every card of a hand as a play."""
        return tuple([PLAY[card] for card in self.hands[seat]])

    def mask_of(self, hand: Sequence[Card]) -> list[int]:
        """Return a hand as a mask, in its parts."""
        return suits_of(hand)

    # Playing

    def act(self, seat: int, action: Action) -> tuple[Change, ...]:
        """As in `Match`, but fast for the commonest action, which is to play a card."""
        choices = self.choices.get(seat, NO_ACTIONS)
        try:
            action = choices[choices.index(action)]
        except ValueError:
            return self.act_unlisted(seat, action)
        if action[0] != "play":
            self.actions.append((seat, action))
            self.changes = []
            self._perform(seat, action)
            return tuple(self.changes)
        card: Card = action[1]  # type: ignore[assignment]
        self.actions.append(self.entries[seat][card])
        hand = self.hands[seat]
        del hand[hand.index(card)]
        self.masks[seat][self.part_of[card]] ^= self.bits[card]
        trick = self.trick
        trick.append(card)
        laid = len(trick)
        if laid < self.quick:
            after = self.after[seat]
            self.facts[TURN] = after
            self.choices = {after: self.may_follow(after)}
            self._waiting = WAITS_ALONE[after]
            return self.steps[seat][card]
        self.changes = [self.steps[seat][card][0]]
        if laid == self.quick:
            self._take_trick()
        else:
            self.card_laid(seat, card)
        return tuple(self.changes)

    def act_unlisted(self, seat: int, action: Action) -> tuple[Change, ...]:
        """Carry out an action that is not among the `choices`; raises `IllegalAction` unless a game knows it."""
        raise IllegalAction(self.refusal(seat, action))

    def card_laid(self, seat: int, card: Card) -> None:
        """Continue after a card if `quick` is 0: a game may override it to do more."""
        self.continue_trick(self.after[seat])

    def continue_trick(self, player: int) -> None:
        """Take the trick if it is complete, else give the turn to the next `player` of the circle."""
        if len(self.trick) == self.places:
            self._take_trick()
        else:
            self.next_turn(player)

    def next_turn(self, player: int) -> None:
        """Give the turn to a `player` of the circle."""
        if player >= self.seats:
            self._play_for_dummy(player)
            return
        if self.facts[TURN] != player:
            self.facts[TURN] = player
            self.changes.append(self.layout.turns[player])
        self.choices = {player: self.may_follow(player) if self.trick else self.may_lead(player)}
        self._waiting = WAITS_ALONE[player]

    def _take_trick(self) -> None:
        """Give the complete trick to the player of its strongest card."""
        layout, facts, trick = self.layout, self.facts, self.trick
        cards = tuple(trick)
        trick.clear()
        leader: int = facts[LEADER]  # type: ignore[assignment]
        power = self.powers[cards[0] // 13]
        strengths = [power[card] for card in cards]
        place = strengths.index(max(strengths))
        winner = self.orders[leader][place]
        best = cards[place]
        self.won[winner] += cards
        taken: int = facts[TRICKS + winner] + 1  # type: ignore[operator]
        facts[TRICKS + winner] = taken
        facts[LAST] = cards
        self.changes += (
            layout.takes[winner][best],
            new_change(Moved, (EVERYONE, layout.trick, layout.won[winner], cards, TOP)),
            layout.took[winner][taken],
            new_change(FactSet, (EVERYONE, layout.last, cards)),
        )
        if facts[LAST_LEADER] != leader:
            facts[LAST_LEADER] = leader
            self.changes.append(layout.led_last[leader])
        if winner != leader:
            facts[LEADER] = winner
            self.changes.append(layout.leads[winner])
        self.trick_taken(winner, best, cards)

    def begin_play(self, leader: int) -> None:
        """Begin the play of a hand that has been dealt."""
        layout = self.layout
        if self.facts[LEADER] != leader:
            self.facts[LEADER] = leader
            self.changes.append(layout.leads[leader])
        self.next_turn(leader)

    def clear_tricks(self) -> None:
        """Reset the facts about tricks, for a new hand."""
        self.reset(self.layout.no_tricks)

    def reset(self, fresh: Sequence[Reset]) -> None:
        """Set these facts, and record those that change."""
        facts, changes = self.facts, self.changes
        for index, value, change in fresh:
            if facts[index] != value:
                facts[index] = value
                changes.append(change)

    def begin_hand(self, number: int, dealer: int) -> None:
        """Record the number of the hand that begins and who deals it."""
        facts = self.layout.facts
        self.set(facts[HAND], number)
        self.set(facts[DEALER], dealer)

    # What a game fills in

    @abstractmethod
    def may_lead(self, seat: int) -> tuple[Action, ...]:
        """Return what a seat that leads may do."""

    @abstractmethod
    def may_follow(self, seat: int) -> tuple[Action, ...]:
        """Return what a seat may do that has to follow the cards of `trick`."""

    @abstractmethod
    def trick_taken(self, winner: int, best: Card, cards: tuple[Card, ...]) -> None:
        """Carry out the consequences of a trick, then give the winner the turn (`next_turn`) or end the hand."""

    def _play_for_dummy(self, player: int) -> None:
        """Play a card for the player of the circle that has no seat."""
        raise NotImplementedError


@lru_cache(maxsize=64)
def circle_orders(circle: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return, for each player of a circle, who comes next, and how all follow each other from there."""
    turned = {player: (*circle[place:], *circle[:place]) for place, player in enumerate(circle)}
    orders = tuple(turned[player] for player in range(len(circle)))
    return tuple(order[1] for order in orders), orders
