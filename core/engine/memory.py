"""The memory of one seat in a match: where the cards are that it does not see, as far as that can be known.

A memory begins with a view of its seat and is kept by the changes that the seat is shown. It knows nothing else, so
what follows from it, a bot's thoughts or a coach's advice, cannot leak a card.

The cards that a seat does not see lie in hidden piles. Of some it knows in which one, because it saw them go there; the
others belong to *pools*. A pool is a number of cards and the same number of places for them in hidden piles; which card
lies in which place is unknown, and every arrangement is equally likely. So the stock and the hands are one pool after
a deal, and the cards of a new stock, made of discards that everybody saw, are a pool of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from core.engine.cards import Card
from core.engine.chance import Chance, shuffle_items
from core.engine.piles import BOX, Change, FactChanged, Moved, Place, Remark, Value, is_in_audience
from core.engine.view import View


class Pool:
    """A set of unseen cards that lie in known hidden piles, and for each of these piles the number of cards in it that
    come from the set."""

    __slots__ = ("cards", "places")

    def __init__(self, cards: Counter[Card], places: dict[str, int]) -> None:
        self.cards = cards
        self.places = places


class HiddenPile:
    """A pile that a seat does not see: the cards that it knows to lie there, the latest last, and the pools that the
    others belong to."""

    __slots__ = ("known_cards", "pools")

    def __init__(self) -> None:
        self.known_cards: list[Card] = []
        self.pools: list[Pool] = []


class Memory:
    """What one seat remembers of a match. A game whose seats can tell more derives its own class from it.

    `seat` is that seat, `hidden_piles` are the piles that it does not see, by name, `pools` all pools, and `facts` the
    facts that it knows, as they were after the last change noted.
    """

    __slots__ = ("facts", "hidden_piles", "pools", "seat")

    def __init__(self, view: View, pile_groups: Iterable[tuple[Sequence[str], Iterable[Card]]]) -> None:
        """Begin with what a view shows.

        `pile_groups` are the hidden piles in groups, each with the cards that lie in the piles of the group together.
        Raises `ValueError` for the view of a spectator, who has no memory.
        """
        if view.seat is None:
            raise ValueError("a spectator decides nothing and has no memory")
        self.seat = view.seat
        self.facts: dict[str, Value] = dict(view.facts)
        self.hidden_piles: dict[str, HiddenPile] = {
            name: HiddenPile() for name, pile in view.piles.items() if isinstance(pile, int)
        }
        self.pools: list[Pool] = []
        for names, cards in pile_groups:
            self._add_pool(Pool(Counter(cards), {name: view.count(name) for name in names if view.count(name)}))

    def note(self, changes: Iterable[Change]) -> None:
        """Remember what the seat can learn from these changes.

        They are the changes of the match in their order; what the seat may not know of a change is ignored. Raises
        `ValueError` for changes that cannot follow those noted before.
        """
        for change in changes:
            known = change.seen_by(self.seat)
            if isinstance(known, Moved):
                self._note_move(known)
            elif isinstance(known, FactChanged):
                self._note_fact(known)
                self.facts[known.fact.name] = known.value
            elif isinstance(known, Remark):
                self._note_remark(known)

    def deal(self, view: View, chance: Chance) -> dict[str, list[Card]]:
        """Return cards for each hidden pile, drawn by `chance` from all arrangements that are possible.

        Cards known to lie in a pile are on top of the others. Raises `ValueError` if the view is not the one that the
        changes noted lead to.
        """
        dealt: dict[str, list[Card]] = {name: [] for name in self.hidden_piles}
        for pool in self.pools:
            self._deal_pool(pool, dealt, chance)
        for name, pile in self.hidden_piles.items():
            dealt[name] += pile.known_cards
            if len(dealt[name]) != view.count(name):
                raise ValueError(f"the memory has {len(dealt[name])} cards in {name}, the view {view.count(name)}")
        return dealt

    def fits(self, view: View) -> bool:
        """Return whether a view has as many cards in each hidden pile as this memory, and each pool as many cards as
        places: so it is after all changes that lead to the view."""
        sizes = {
            name: len(pile.known_cards) + sum(pool.places[name] for pool in pile.pools)
            for name, pile in self.hidden_piles.items()
        }
        return all(pool.cards.total() == sum(pool.places.values()) for pool in self.pools) and all(
            view.count(name) == size for name, size in sizes.items()
        )

    def unseen_facts(self, view: View, dealt_cards: Mapping[str, Sequence[Card]]) -> dict[str, Value]:
        """Return the facts that the seat does not see, with their values if its hidden piles hold the cards
        `dealt_cards`."""
        return {}

    def _deal_pool(self, pool: Pool, dealt_cards: dict[str, list[Card]], chance: Chance) -> None:
        """Add the cards of a pool to the piles `dealt_cards`; every arrangement is equally likely."""
        cards = shuffle_items(sorted(pool.cards.elements()), chance)
        for name, number in pool.places.items():
            dealt_cards[name] += cards[:number]
            del cards[:number]

    # Changes

    def _note_fact(self, change: FactChanged) -> None:
        """Remember what follows from a change of a fact, before the new value is stored; by default nothing.

        `facts` still has the old value.
        """

    def _note_remark(self, remark: Remark) -> None:
        """Remember what a line of the log says about the cards of the seats."""

    def _note_move(self, move: Moved) -> None:
        """Remember from which pile to which other pile cards were moved."""
        source, target = self._hidden_pile(move.source), self._hidden_pile(move.target)
        if isinstance(move.cards, int):
            if move.source is BOX:
                cards = list(self._cards_of_new_packs())
                if len(cards) != move.cards:
                    raise ValueError(f"{move.cards} cards came from the box, from which {len(cards)} come")
                self.hidden_piles[move.target.name].known_cards += cards
            else:
                self._move_unknown_cards(move.source.name, move.target.name, move.cards)
            return
        if source is not None:
            for card in move.cards:
                self._remove_card_seen_leaving(source, move.source.name, card)
        if target is not None:
            target.known_cards += move.cards

    def _cards_of_new_packs(self) -> Iterable[Card]:
        """Return the cards that new packs bring into hidden piles; everybody knows which cards a new pack has."""
        raise NotImplementedError("no card comes from the box in this game")

    def _hidden_pile(self, place: Place) -> HiddenPile | None:
        """Return the hidden pile at a place, or None if the seat sees the pile there or it is the box."""
        return None if place is BOX or is_in_audience(place.audience, self.seat) else self.hidden_piles[place.name]

    def _move_unknown_cards(self, source: str, target: str, card_count: int) -> None:
        """Move `card_count` cards, of which only the number is known, from one hidden pile to another.

        `source` and `target` are the names of the piles.
        """
        here, there = self.hidden_piles[source], self.hidden_piles[target]
        if card_count == len(here.known_cards) + sum(pool.places[source] for pool in here.pools):
            there.known_cards += here.known_cards
            here.known_cards = []
            for pool in here.pools[:]:
                self._move_places(pool, source, target, pool.places[source])
            return
        if here.known_cards or len(here.pools) != 1:
            self._merge_pools(here.pools, source)
        self._move_places(here.pools[0], source, target, card_count)

    def _move_places(self, pool: Pool, source: str, target: str, place_count: int) -> None:
        """Move `place_count` places of a pool from one hidden pile to another.

        `source` and `target` are the names of the piles.
        """
        if target not in pool.places:
            self.hidden_piles[target].pools.append(pool)
        pool.places[target] = pool.places.get(target, 0) + place_count
        self._remove_places(pool, source, place_count)

    def _remove_places(self, pool: Pool, name: str, place_count: int) -> None:
        """Remove `place_count` places of a pool from the hidden pile called `name`."""
        pool.places[name] -= place_count
        if not pool.places[name]:
            del pool.places[name]
            self.hidden_piles[name].pools.remove(pool)
            if not pool.places:
                self.pools.remove(pool)

    def _remove_card_seen_leaving(self, pile: HiddenPile, name: str, card: Card) -> None:
        """Remove a card that the seat has seen leave a hidden pile; raises `ValueError` if it cannot have been there.

        If the card was known to lie in the pile, that card is removed. Else it came from a pool. If it may have come
        from several pools, they are merged first, because nobody can tell from which of them it came.
        """
        if card in pile.known_cards:
            del pile.known_cards[len(pile.known_cards) - 1 - pile.known_cards[::-1].index(card)]
            return
        pools = [pool for pool in pile.pools if pool.cards[card]]
        if not pools:
            raise ValueError(f"{card} left {name}, where it cannot have been")
        pool = pools[0] if len(pools) == 1 else self._merge_pools(pools)
        pool.cards[card] -= 1
        self._remove_places(pool, name, 1)

    def _merge_pools(self, pools: Sequence[Pool], pile_of_known_cards: str | None = None) -> Pool:
        """Make one pool of `pools` and of the cards known to lie in the pile called `pile_of_known_cards`, if any;
        return it."""
        cards: Counter[Card] = Counter()
        places: Counter[str] = Counter()
        for pool in list(pools):
            cards.update(pool.cards)
            places.update(pool.places)
            self.pools.remove(pool)
            for name in pool.places:
                self.hidden_piles[name].pools.remove(pool)
        if pile_of_known_cards is not None:
            pile = self.hidden_piles[pile_of_known_cards]
            cards.update(pile.known_cards)
            places[pile_of_known_cards] += len(pile.known_cards)
            pile.known_cards = []
        return self._add_pool(Pool(cards, dict(places)))

    def _add_pool(self, pool: Pool) -> Pool:
        """Record a pool of unseen cards for each pile that holds some of them; return it."""
        if pool.places:
            self.pools.append(pool)
        for name in pool.places:
            self.hidden_piles[name].pools.append(pool)
        return pool
