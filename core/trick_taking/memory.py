"""The memory of a seat in a trick game: where the cards are, and which suits or ranks other hands cannot hold.

A seat that does not follow suit shows that its hand has none. All deals that fit are equally likely, so they are
counted and not dealt by trial: see `PossibleDeals`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from math import comb, prod
from typing import NamedTuple

from core.engine.cards import Card
from core.engine.chance import Chance, shuffle_items
from core.engine.memory import Memory, Pool
from core.engine.piles import Change, Moved
from core.engine.view import View
from core.trick_taking.hand_masks import BIT_BY_CARD


class PoolPlacesInPile(NamedTuple):
    """The places of a pool (of unseen cards) in one hidden pile, and the cards that cannot lie there.

    `pile_name` is the name of the pile, `card_count` how many cards of the pool lie in it, and `barred_cards_mask` the
    mask of the cards that cannot be among them, with the bit `BIT_BY_CARD[card]` for each.
    """

    pile_name: str
    card_count: int
    barred_cards_mask: int


class PossibleDeals:
    """The ways to deal some different cards to piles, of which some cannot hold certain cards.

    Cards that the same piles cannot hold are a *kind*. For each pile in turn, every choice of how many cards of each
    kind it gets is weighted by the number of ways in which the other piles can get the rest. So each deal is equally
    likely.
    """

    def __init__(self, cards: Sequence[Card], piles: Iterable[PoolPlacesInPile]) -> None:
        """Prepare the deals of `cards` to piles that together have as many places as there are cards."""
        mask = sum(BIT_BY_CARD[card] for card in cards)
        ordered = sorted(piles, key=lambda pile: (-(pile.barred_cards_mask & mask).bit_count(), pile.pile_name))
        self._barred = [pile for pile in ordered if pile.barred_cards_mask & mask]
        self._free = [pile for pile in ordered if not pile.barred_cards_mask & mask]
        kinds: dict[tuple[bool, ...], list[Card]] = {}
        for card in cards:
            kinds.setdefault(
                tuple(bool(pile.barred_cards_mask & BIT_BY_CARD[card]) for pile in self._barred), []
            ).append(card)
        self._kinds = list(kinds.values())
        self._allowed = [[not barred[pile_index] for barred in kinds] for pile_index in range(len(self._barred))]
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}

    def draw(self, chance: Chance) -> dict[str, list[Card]]:
        """Draw one of the possible deals, and return the cards of each pile, by its name; raises `ValueError` if there
        is none."""
        kinds = [shuffle_items(kind, chance) for kind in self._kinds]
        dealt_cards: dict[str, list[Card]] = {}
        for pile_index, pile in enumerate(self._barred):
            cards_left = tuple(map(len, kinds))
            ways = self._count_deals(pile_index, cards_left)
            if not ways:
                raise ValueError("there is no way to deal these cards")
            taken = self._draw_kind_counts(pile_index, cards_left, chance.randrange(ways))
            dealt_cards[pile.pile_name] = [
                kind.pop() for kind, some in zip(kinds, taken, strict=True) for _ in range(some)
            ]
        rest = shuffle_items((card for kind in kinds for card in kind), chance)
        for pile in self._free:
            dealt_cards[pile.pile_name] = rest[: pile.card_count]
            del rest[: pile.card_count]
        return dealt_cards

    def _draw_kind_counts(self, pile_index: int, cards_left: tuple[int, ...], deal_number: int) -> tuple[int, ...]:
        """Return the number of cards of each kind that the pile at index `pile_index`, among those that cannot hold
        certain cards, gets in one of the deals.

        A kind is a set of cards that the same piles cannot hold (`PossibleDeals`). `cards_left` is the number of cards
        of each kind that are left. `deal_number` is the number of the deal among all possible deals of these cards,
        from 0.
        """
        for taken, number in self._possible_kind_counts(pile_index, cards_left):
            if deal_number < number:
                return taken
            deal_number -= number
        raise ValueError(f"there is no way {deal_number} to deal these cards")

    def _count_deals(self, pile_index: int, cards_left: tuple[int, ...]) -> int:
        """Return the number of ways to deal the cards `cards_left`, counted by kind, to the piles from `pile_index` on.

        Only the piles that cannot hold certain cards are counted by `pile_index`.
        """
        if pile_index == len(self._barred):
            return 1  # the piles that may hold any card take the rest; the number of ways is the same for every rest
        known_count = self._ways.get((pile_index, cards_left))
        if known_count is None:
            known_count = self._ways[pile_index, cards_left] = sum(
                number for _, number in self._possible_kind_counts(pile_index, cards_left)
            )
        return known_count

    def _possible_kind_counts(
        self, pile_index: int, cards_left: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield (numbers of cards by kind that a pile may get, number of deals with them) for the pile at `pile_index`.

        `cards_left` is the number of cards of each kind that are left; `pile_index` counts the piles that cannot hold
        certain cards.
        """
        for taken in _count_compositions(self._barred[pile_index].card_count, cards_left, self._allowed[pile_index]):
            rest = self._count_deals(
                pile_index + 1, tuple(number - some for number, some in zip(cards_left, taken, strict=True))
            )
            if rest:
                yield taken, rest * prod(map(comb, cards_left, taken))


def _count_compositions(total: int, max_counts: Sequence[int], allowed: Sequence[bool]) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of cards by kind that add up to `total`: at most `max_counts` of a kind, 0 if not `allowed`."""
    if not max_counts:
        if not total:
            yield ()
        return
    beyond = sum(number for number, may in zip(max_counts[1:], allowed[1:], strict=True) if may)
    for some in range(max(0, total - beyond), (min(total, max_counts[0]) if allowed[0] else 0) + 1):
        for others in _count_compositions(total - some, max_counts[1:], allowed[1:]):
            yield (some, *others)


class TrickMemory(Memory):
    """The memory of a seat in a trick game.

    `barred_cards_by_seat` are for each seat the cards that it has shown not to hold, as a mask. `trick` are the cards
    of the trick on the table. A game defines `_cards_barred_by_play`.
    """

    __slots__ = ("_deals", "barred_cards_by_seat", "trick")

    def __init__(self, view: View, pack: Iterable[Card]) -> None:
        """Begin with a view of a game that is played with `pack`, in which all hidden piles are one pool."""
        hidden = [name for name, pile in view.piles.items() if isinstance(pile, int)]
        seen = {card for pile in view.piles.values() if not isinstance(pile, int) for card in pile}
        super().__init__(view, [(hidden, [card for card in pack if card not in seen])])
        self.barred_cards_by_seat = [0] * view.seats
        self.trick: list[Card] = []
        self._deals: dict[Pool, PossibleDeals] = {}
        last = self.facts["last"]
        assert isinstance(last, tuple)
        if last:
            won = f"won/{self.facts['leader']}"
            for card in last:
                assert isinstance(card, Card)
                self._remove_card_seen_leaving(self.hidden_piles[won], won, card)
                self.hidden_piles[won].known_cards.append(card)

    def note(self, changes: Iterable[Change]) -> None:
        self._deals.clear()
        super().note(changes)

    @abstractmethod
    def _cards_barred_by_play(self, seat: int, card: Card) -> int:
        """Return the mask of the cards that `seat` cannot hold, because it plays `card` to the present trick."""

    def _note_move(self, move: Moved) -> None:
        super()._note_move(move)
        source, target = move.source.name, move.target.name
        if target == "trick" and isinstance(move.cards, tuple):
            kind, _, number = source.partition("/")
            if kind == "hand":
                for card in move.cards:
                    self.record_play(int(number), card)
            self.trick += move.cards
        elif source == "trick" and isinstance(move.cards, tuple):
            for card in move.cards:
                self.trick.remove(card)
        elif source == "stock":
            self.barred_cards_by_seat = [0] * len(self.barred_cards_by_seat)

    def record_trick(self, players: Iterable[int], cards: Iterable[Card]) -> None:
        """Remember which cards the `players` cannot hold, because they have played `cards` to the trick, in this order.

        A game calls it once, after it has created the memory from a view.
        """
        for player, card in zip(players, cards, strict=False):
            if player < len(self.barred_cards_by_seat):
                self.record_play(player, card)
            self.trick.append(card)

    def record_play(self, seat: int, card: Card) -> None:
        """Remember which cards a seat cannot hold, because it plays this card to the present `trick`."""
        self.barred_cards_by_seat[seat] |= self._cards_barred_by_play(seat, card)

    def _deal_pool(self, pool: Pool, dealt_cards: dict[str, list[Card]], chance: Chance) -> None:
        if not any(self.barred_cards_by_seat):
            super()._deal_pool(pool, dealt_cards, chance)
            return
        deals = self._deals.get(pool)
        if deals is None:
            cards = sorted(pool.cards.elements())
            piles = [
                PoolPlacesInPile(name, number, self._cards_barred_in_pile(name)) for name, number in pool.places.items()
            ]
            deals = self._deals[pool] = PossibleDeals(cards, piles)
        for name, cards in deals.draw(chance).items():
            dealt_cards[name] += cards

    def _cards_barred_in_pile(self, name: str) -> int:
        """Return the mask of the cards that a hidden pile cannot hold, apart from the cards known to be in it."""
        kind, _, number = name.partition("/")
        return self.barred_cards_by_seat[int(number)] if kind == "hand" else 0
