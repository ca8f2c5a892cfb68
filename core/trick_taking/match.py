"""A match of a trick game: the deal, the play of cards, and the taking of tricks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final, Generic, Self, TypeVar

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.match import Match
from core.engine.piles import (
    EVERYONE,
    TOP_POSITION,
    Change,
    FactChanged,
    Moved,
    Place,
    Shuffled,
    make_change_from_fields,
)
from core.errors import IllegalAction
from core.trick_taking.hand_masks import PLAY_BY_CARD, RANK_BIT_BY_CARD, SUIT_BY_CARD, suit_masks_of
from core.trick_taking.layout import (
    DEALER_FACT,
    HAND_NUMBER_FACT,
    LAST_LEADER_FACT,
    LAST_TRICK_FACT,
    LEADER_FACT,
    TRICKS_OF_FIRST_SEAT_FACT,
    TURN_FACT,
    FactReset,
    TrickLayout,
)

LayoutT = TypeVar("LayoutT", bound=TrickLayout)

WAITING_SET_BY_SEAT: Final = tuple(frozenset((seat,)) for seat in range(16))
"""For each seat the value of `Match.waiting` when the match waits for this seat only."""

NO_ACTIONS: Final[tuple[Action, ...]] = ()
"""The legal actions of a seat that may not act: none."""


class TrickMatch(Match, Generic[LayoutT]):
    """The base class of a match of a trick game.

    A game defines the cards that may be led and that may follow (`plays_to_lead`, `plays_to_follow`), sets
    `strengths_by_suit_led` (by suit led, the strength of each card), and carries out the consequences of a taken trick
    (`carry_out_trick`).

    hands         the cards of each seat
    hand_masks    the same cards as bit masks, for each seat a list of masks, usually one for each suit: a card is the
                  bit `BIT_IN_MASK_BY_CARD[card]` of the mask at index `MASK_INDEX_BY_CARD[card]`
    bit_by_card   `BIT_IN_MASK_BY_CARD`, as an attribute of the match itself
    won_cards     the cards taken in tricks, by the player who has taken them
    circle        the players of a trick, clockwise; one without a seat is a dummy, who plays by `_play_for_dummy`
    circle_size   the number of players in the circle
    next_players  the next player of the circle, by player
    orders        the whole circle in the order of play, by the player who leads
    quick_size    the number of cards of a complete trick, where a card before the last has no consequence but the next
                  player's turn; 0 if every card has to go through `continue_after_card`
    """

    __slots__ = (
        "bit_by_card",
        "circle",
        "circle_size",
        "hand_masks",
        "hands",
        "mask_index",
        "next_players",
        "orders",
        "play_changes",
        "play_entries",
        "quick_size",
        "strengths_by_suit_led",
        "trick",
        "won_cards",
    )

    layout: LayoutT

    MASK_INDEX_BY_CARD: ClassVar[bytes] = SUIT_BY_CARD
    BIT_IN_MASK_BY_CARD: ClassVar[tuple[int, ...]] = RANK_BIT_BY_CARD
    bit_by_card: tuple[int, ...]
    hand_masks: list[list[int]]
    strengths_by_suit_led: tuple[bytes, ...]
    hands: list[list[Card]]
    won_cards: list[list[Card]]
    trick: list[Card]

    def _store_piles_and_streams(self) -> None:
        """Store references to the piles and to the changes that the layout has made in advance."""
        seats, layout = self.seats, self.layout
        self.play_changes, self.play_entries = layout.play_changes, layout.play_entries
        self.mask_index, self.bit_by_card = self.MASK_INDEX_BY_CARD, self.BIT_IN_MASK_BY_CARD
        self.hands = self.piles[:seats]
        self.won_cards = self.piles[seats : seats + layout.takers]
        self.trick = self.piles[layout.trick.layout_index]

    def set_players_of_trick(self, circle: tuple[int, ...]) -> None:
        """Set the players of a trick, in clockwise order."""
        self.circle = circle
        self.circle_size = len(circle)
        self.quick_size = self.circle_size if self.circle_size == self.seats else 0
        self.next_players, self.orders = circle_orders_by_player(circle)

    def copy(self) -> Self:
        """Return an independent match in the same state."""
        twin = super().copy()
        twin.hand_masks = [mask[:] for mask in self.hand_masks]
        twin.strengths_by_suit_led = self.strengths_by_suit_led
        twin.circle = self.circle
        twin.circle_size = self.circle_size
        twin.quick_size = self.quick_size
        twin.next_players = self.next_players
        twin.orders = self.orders
        return twin

    def _compute_derived_state(self) -> None:
        """Work out the masks of the hands, and what the seat on turn may do."""
        self.update_masks()
        if not self.over:
            turn = self.number_in_fact(TURN_FACT)
            self.choices = {turn: self.plays_to_follow(turn) if self.trick else self.plays_to_lead(turn)}
            self._waiting = WAITING_SET_BY_SEAT[turn]

    # Reading facts

    def number_in_fact(self, fact: int) -> int:
        """Return the value of the fact at this index, which is a number."""
        value = self.facts[fact]
        assert isinstance(value, int)
        return value

    def score(self, seat: int) -> int:
        return self.number_in_fact(self.layout.score[seat].layout_index)

    # Dealing

    def next_seat_clockwise(self, seat: int) -> int:
        """Return the next seat clockwise among all seats (G-1)."""
        return (seat + 1) % self.seats

    def gather_cards(self, pack: Sequence[Card], *places: Place) -> None:
        """Move all tricks and the cards of `places` to the stock, which then holds `pack` in its own order."""
        layout, piles = self.layout, self.piles
        for place in (*layout.won, *places):
            pile = piles[place.layout_index]
            if pile:
                self.changes.append(
                    make_change_from_fields(Moved, (EVERYONE, place, layout.stock, tuple(pile), TOP_POSITION))
                )
                pile.clear()
        piles[layout.stock.layout_index][:] = pack

    def deal_out(self, size: int, places: Sequence[Place]) -> list[Card]:
        """Shuffle the stock by chance and deal it, one card to each of `places` in order, until each has `size` cards.

        Returns the cards left over, which stay in the stock, in the order in which they would have been dealt.
        """
        layout = self.layout
        stock = self.piles[layout.stock.layout_index]
        order = self.streams[0].deal(stock)
        n = len(places)
        end = size * n
        self.changes.append(make_change_from_fields(Shuffled, (EVERYONE, layout.stock)))
        for k, place in enumerate(places):
            cards = order[k:end:n]
            self.piles[place.layout_index].extend(cards)
            self.changes.append(
                make_change_from_fields(Moved, (EVERYONE, layout.stock, place, tuple(cards), TOP_POSITION))
            )
        stock[:] = order[end:]
        self.update_masks()
        return order[end:]

    def update_masks(self) -> None:
        """Recompute `hand_masks`; to be called after hands have changed in any other way than by playing a card."""
        self.hand_masks = [self.hand_as_masks(hand) for hand in self.hands]

    def plays_of_hand(self, seat: int) -> tuple[Action, ...]:
        """Return the plays of all cards of the seat's hand."""
        return tuple([PLAY_BY_CARD[card] for card in self.hands[seat]])

    def hand_as_masks(self, hand: Sequence[Card]) -> list[int]:
        """Return a hand as bit masks, one for each suit, as `hand_masks` has them for each seat."""
        return suit_masks_of(hand)

    # Playing

    def act(self, seat: int, action: Action) -> tuple[Change, ...]:
        """Carry out an action of a seat and return the changes that it made; playing a card, the most frequent action,
        has a fast path."""
        if self.dealer.script:
            self.try_on_copy(seat, action)
        choices = self.choices.get(seat, NO_ACTIONS)
        try:
            action = choices[choices.index(action)]
        except ValueError:
            return self.act_outside_choices(seat, action)
        if action[0] != "play":
            self.actions.append((seat, action))
            self.changes = []
            self._perform(seat, action)
            return tuple(self.changes)
        card: Card = action[1]  # type: ignore[assignment]
        self.actions.append(self.play_entries[seat][card])
        hand = self.hands[seat]
        del hand[hand.index(card)]
        self.hand_masks[seat][self.mask_index[card]] ^= self.bit_by_card[card]
        trick = self.trick
        trick.append(card)
        laid = len(trick)
        if laid < self.quick_size:
            after = self.next_players[seat]
            self.facts[TURN_FACT] = after
            self.choices = {after: self.plays_to_follow(after)}
            self._waiting = WAITING_SET_BY_SEAT[after]
            return self.play_changes[seat][card]
        self.changes = [self.play_changes[seat][card][0]]
        if laid == self.quick_size:
            self._take_trick()
        else:
            self.continue_after_card(seat, card)
        return tuple(self.changes)

    def act_outside_choices(self, seat: int, action: Action) -> tuple[Change, ...]:
        """Carry out an action that is not among the `choices`; raises `IllegalAction` unless a game overrides it."""
        raise IllegalAction(self.refusal(seat, action))

    def continue_after_card(self, seat: int, card: Card) -> None:
        """Continue the trick after a card that a seat has laid; called only if `quick_size` is 0.

        A game may override it to do more.
        """
        self.continue_trick(self.next_players[seat])

    def continue_trick(self, player: int) -> None:
        """Take the trick if it is complete, else give the turn to `player`, the next in the circle of players."""
        if len(self.trick) == self.circle_size:
            self._take_trick()
        else:
            self.give_turn(player)

    def give_turn(self, player: int) -> None:
        """Give the turn to a `player` of the trick; a dummy, who has no seat, plays at once."""
        if player >= self.seats:
            self._play_for_dummy(player)
            return
        if self.facts[TURN_FACT] != player:
            self.facts[TURN_FACT] = player
            self.changes.append(self.layout.turn_changes[player])
        self.choices = {player: self.plays_to_follow(player) if self.trick else self.plays_to_lead(player)}
        self._waiting = WAITING_SET_BY_SEAT[player]

    def _take_trick(self) -> None:
        """Give the complete trick to the player of its strongest card, then call `carry_out_trick`."""
        layout, facts, trick = self.layout, self.facts, self.trick
        cards = tuple(trick)
        trick.clear()
        leader: int = facts[LEADER_FACT]  # type: ignore[assignment]
        power = self.strengths_by_suit_led[cards[0] // 13]
        strengths = [power[card] for card in cards]
        place = strengths.index(max(strengths))
        winner = self.orders[leader][place]
        best = cards[place]
        self.won_cards[winner] += cards
        taken: int = facts[TRICKS_OF_FIRST_SEAT_FACT + winner] + 1  # type: ignore[operator]
        facts[TRICKS_OF_FIRST_SEAT_FACT + winner] = taken
        facts[LAST_TRICK_FACT] = cards
        self.changes += (
            layout.trick_remarks[winner][best],
            make_change_from_fields(Moved, (EVERYONE, layout.trick, layout.won[winner], cards, TOP_POSITION)),
            layout.trick_counts[winner][taken],
            make_change_from_fields(FactChanged, (EVERYONE, layout.last, cards)),
        )
        if facts[LAST_LEADER_FACT] != leader:
            facts[LAST_LEADER_FACT] = leader
            self.changes.append(layout.last_leader_changes[leader])
        if winner != leader:
            facts[LEADER_FACT] = winner
            self.changes.append(layout.leader_changes[winner])
        self.carry_out_trick(winner, best, cards)

    def begin_play(self, leader: int) -> None:
        """Begin the play of a hand that has been dealt: the `leader` gets the turn."""
        layout = self.layout
        if self.facts[LEADER_FACT] != leader:
            self.facts[LEADER_FACT] = leader
            self.changes.append(layout.leader_changes[leader])
        self.give_turn(leader)

    def reset_trick_facts(self) -> None:
        """Reset the facts about tricks, for a new hand."""
        self.reset_facts(self.layout.trick_resets)

    def reset_facts(self, resets: Sequence[FactReset]) -> None:
        """Set each fact of `resets` to its value, and record a change for each that had another one."""
        facts, changes = self.facts, self.changes
        for index, value, change in resets:
            if facts[index] != value:
                facts[index] = value
                changes.append(change)

    def record_new_hand(self, hand_number: int, dealer: int) -> None:
        """Record the number of the hand that begins, and its dealer."""
        facts = self.layout.facts
        self.set(facts[HAND_NUMBER_FACT], hand_number)
        self.set(facts[DEALER_FACT], dealer)

    # Methods that a game defines

    @abstractmethod
    def plays_to_lead(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of a seat that leads to a trick."""

    @abstractmethod
    def plays_to_follow(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of a seat that follows to the cards of `trick`."""

    @abstractmethod
    def carry_out_trick(self, winner: int, best_card: Card, cards: tuple[Card, ...]) -> None:
        """Carry out the consequences of a trick, then give the winner the turn (`give_turn`) or end the hand."""

    def _play_for_dummy(self, player: int) -> None:
        """Play a card for the dummy, the `player` who has no seat; a game with a dummy overrides this."""
        raise NotImplementedError


@lru_cache(maxsize=64)
def circle_orders_by_player(circle: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return, each by player of a circle: the player who comes next, and the whole circle in order from this player."""
    turned = {player: (*circle[place:], *circle[:place]) for place, player in enumerate(circle)}
    orders = tuple(turned[player] for player in range(len(circle)))
    return tuple(order[1] for order in orders), orders
