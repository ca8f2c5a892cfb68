"""What a seat of Mad Queens remembers: which cards have left each deck, and that a fresh pack was added to the banned
deck.
"""

from __future__ import annotations

from collections import Counter

import pytest

from core import games
from core.engine.cards import pack
from core.engine.piles import BOX, EVERYONE, Moved


def test_memory_knows_that_a_fresh_pack_was_added_to_the_banned_deck_though_nobody_sees_it():
    match = games["mad-queens"].start(2, 5)
    memory = match.game.memory(match.view(0))
    banned_deck = match.layout.banned_deck
    memory.note([Moved(EVERYONE, BOX, banned_deck, tuple(pack(jokers=2)))])
    assert Counter(memory.hidden_piles["banned-deck"].known_cards) == Counter(pack(jokers=2))


def test_memory_refuses_a_banned_deck_filled_with_anything_but_one_whole_pack():
    match = games["mad-queens"].start(2, 5)
    memory = match.game.memory(match.view(0))
    with pytest.raises(ValueError, match="1 cards came from the box"):
        memory.note([Moved(EVERYONE, BOX, match.layout.banned_deck, 1)])
    assert not memory.hidden_piles["banned-deck"].known_cards


def test_memory_knows_the_queen_that_a_banking_puts_into_the_deck(position_maker):
    match = position_maker.deal("8♠ K♦", "5♥ 6♦").match
    memory = match.game.memory(match.view(0))
    for text in ("reveal", "bank"):
        memory.note(match.act(0, match.game.parse(text)))
    deck = memory.hidden_piles["deck/0"]
    assert len(deck.known_cards) == 1
    assert deck.known_cards[0].rank == "Q"
    assert sum(deck.pools[0].places.values()) == 49
    assert not any(card.rank == "Q" for card in +deck.pools[0].cards)
