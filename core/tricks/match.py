"""A match of a trick game: dealing out, one card after the other, and who takes the trick."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, Self

from core.action import Action
from core.cards import Card
from core.errors import IllegalAction
from core.match import Match, new_change
from core.piles import EVERYONE, TOP, Change, FactSet, Moved, Place, Shuffled
from core.tricks.hands import BITS, mask_of
from core.tricks.layout import DEALER, HAND, LAST, LAST_LEADER, LEADER, TRICKS, TURN, TrickLayout

ALONE: Final = tuple(frozenset((seat,)) for seat in range(16))
"""For each seat: that it alone is waited for."""

NOTHING: Final[tuple[Action, ...]] = ()


class TrickMatch(Match):
    """The part of a match that trick games share.

    A game says what may be led and followed (`may_lead`, `may_follow`), sets `powers`, by the suit led how
    strong each card is, and decides what a taken trick brings (`trick_taken`). `masks` are the hands as masks;
    `circle` are all who play to a trick, clockwise, `after` who comes after each of them. A player of the
    circle without a seat would play by `_play_for`.
    """

    __slots__ = ("after", "circle", "hands", "masks", "orders", "places", "powers", "trick", "won")

    layout: TrickLayout
    powers: Sequence[Sequence[int]]

    def _attach(self) -> None:
        seats, layout = self.seats, self.layout
        self.hands = self.piles[:seats]
        self.won = self.piles[seats : seats + layout.takers]
        self.trick = self.piles[layout.trick.index]

    def sit_round(self, circle: Sequence[int]) -> None:
        """Say who plays to a trick, clockwise."""
        n = len(circle)
        self.circle = tuple(circle)
        self.places = n
        after = [0] * n
        orders: list[tuple[int, ...]] = [()] * n
        for place, player in enumerate(circle):
            after[player] = circle[(place + 1) % n]
            orders[player] = (*circle[place:], *circle[:place])
        self.after = tuple(after)
        self.orders = tuple(orders)

    def copy(self) -> Self:
        twin = super().copy()
        twin.masks = self.masks[:]
        twin.powers = self.powers
        twin.circle = self.circle
        twin.places = self.places
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
        layout = self.layout
        for place in (*layout.won, *places):
            self.move(place, layout.stock, self.piles[place.index])
        self.piles[layout.stock.index][:] = pack

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
        self.masks = [mask_of(hand) for hand in self.hands]
        return order[end:]

    # Playing

    def act(self, seat: int, action: Action) -> tuple[Change, ...]:
        if action not in self.choices.get(seat, NOTHING):
            return self.act_otherwise(seat, action)
        self.actions.append((seat, action))
        if action[0] == "play":
            return self.play(seat, action[1])  # type: ignore[arg-type]
        self.changes = []
        self._perform(seat, action)
        return tuple(self.changes)

    def act_otherwise(self, seat: int, action: Action) -> tuple[Change, ...]:
        """Do what is not among the `choices`; raises `IllegalAction`."""
        raise IllegalAction(self.refusal(seat, action))

    def play(self, seat: int, card: Card) -> tuple[Change, ...]:
        """Play a card that is legal: the commonest thing there is, so nothing is done here that need not be."""
        self.hands[seat].remove(card)
        self.masks[seat] ^= BITS[card]
        trick = self.trick
        trick.append(card)
        layout = self.layout
        played = layout.played[seat][card]
        after = self.after[seat]
        if len(trick) < self.places and after < self.seats:
            self.facts[TURN] = after
            self.choices = {after: self.may_follow(after)}
            self.waiting = ALONE[after]
            return played, layout.turns[after]
        self.changes = [played]
        self.go_on(after)
        return tuple(self.changes)

    def go_on(self, player: int) -> None:
        """Let the next `player` of the circle play, or settle the trick if it is complete."""
        if len(self.trick) == self.places:
            self._settle()
        elif player < self.seats:
            self.set_turn(player)
            self.choices = {player: self.may_follow(player) if self.trick else self.may_lead(player)}
            self.waiting = ALONE[player]
        else:
            self._play_for(player)

    def _settle(self) -> None:
        """The trick is complete: its strongest card takes it."""
        layout, facts, changes = self.layout, self.facts, self.changes
        cards = tuple(self.trick)
        leader: int = facts[LEADER]  # type: ignore[assignment]
        best = max(cards, key=self.powers[cards[0] // 13].__getitem__)
        winner = self.orders[leader][cards.index(best)]
        self.trick.clear()
        self.won[winner] += cards
        taken: int = facts[TRICKS + winner] + 1  # type: ignore[operator]
        facts[TRICKS + winner] = taken
        facts[LAST] = cards
        changes.append(layout.takes[winner][best])
        changes.append(new_change(Moved, (EVERYONE, layout.trick, layout.won[winner], cards, TOP)))
        changes.append(layout.took[winner][taken])
        changes.append(new_change(FactSet, (EVERYONE, layout.facts[LAST], cards)))
        if facts[LAST_LEADER] != leader:
            facts[LAST_LEADER] = leader
            changes.append(new_change(FactSet, (EVERYONE, layout.facts[LAST_LEADER], leader)))
        if winner != leader:
            facts[LEADER] = winner
            changes.append(layout.leads[winner])
        self.trick_taken(winner, best, cards)

    def set_turn(self, seat: int) -> None:
        """Say whose turn it is."""
        if self.facts[TURN] != seat:
            self.facts[TURN] = seat
            self.changes.append(self.layout.turns[seat])

    def begin_play(self, leader: int) -> None:
        """Begin the play of a hand that has been dealt."""
        layout = self.layout
        if self.facts[LEADER] != leader:
            self.facts[LEADER] = leader
            self.changes.append(layout.leads[leader])
        self.go_on(leader)

    def clear_tricks(self) -> None:
        """Forget the tricks of the hand before."""
        facts = self.layout.facts
        self.set(facts[LAST], ())
        self.set(facts[LAST_LEADER], None)
        for fact in self.layout.tricks:
            self.set(fact, 0)

    def begin_hand(self, number: int, dealer: int) -> None:
        """Note the number of the hand that begins and who deals it."""
        facts = self.layout.facts
        self.set(facts[HAND], number)
        self.set(facts[DEALER], dealer)

    # What a game fills in

    @abstractmethod
    def may_lead(self, seat: int) -> tuple[Action, ...]:
        """Return what a seat that leads may do."""

    @abstractmethod
    def may_follow(self, seat: int) -> tuple[Action, ...]:
        """Return what a seat may do that follows to the cards of `trick`."""

    @abstractmethod
    def trick_taken(self, winner: int, best: Card, cards: tuple[Card, ...]) -> None:
        """Draw the consequences of a trick, then go on to the next (`go_on`) or end the hand."""

    def _play_for(self, player: int) -> None:
        """Play a card for somebody in the circle who has no seat."""
        raise NotImplementedError
