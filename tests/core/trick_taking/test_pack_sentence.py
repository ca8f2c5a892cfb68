"""The sentence on the cards that are dealt to each number of players."""

from __future__ import annotations

import pytest

from core import games


@pytest.mark.parametrize(
    ("slug", "seats", "options", "sentence"),
    [
        ("queen-bees-ii", 3, {}, "The 2s, 3s, 4s and 5s are left out: 36 cards, 12 each."),
        ("queen-bees-ii", 4, {}, "The whole pack is dealt: 52 cards, 13 each."),
        ("queens-dungeon", 2, {}, "2♣ is left out: 51 cards, 17 each."),
        ("queens-dungeon", 4, {}, "The whole pack is dealt: 52 cards, 13 each."),
        ("queens-dungeon", 5, {}, "2♣ and 2♦ are left out: 50 cards, 10 each."),
        ("queens-dungeon", 5, {"switch": True}, "The whole pack is dealt: 52 cards, 10 each and 2 spare."),
        ("queens-dungeon", 8, {}, "The 2s are left out: 48 cards, 6 each."),
        ("queens-dungeon", 3, {"exchange": True}, "The whole pack is dealt: 52 cards, 13 each and 13 spare."),
        ("big-queen", 4, {}, ""),
    ],
)
def test_sentence_says_which_cards_are_dealt(slug, seats, options, sentence):
    game = games[slug]
    assert game.pack_sentence(seats, game.settings(seats, options)) == sentence


@pytest.mark.parametrize("slug", ["queen-bees-ii", "queens-dungeon"])
def test_cards_that_the_sentence_leaves_out_are_not_dealt(slug):
    game = games[slug]
    for seats in game.seats:
        match = game.start(seats, 1)
        while not any(match.view(None).count(f"hand/{seat}") for seat in range(seats)):
            (seat,) = match.waiting
            match.act(seat, match.default(seat))
        held = [card for seat in range(seats) for card in match.view(seat).cards(f"hand/{seat}")]
        told, _, dealt = game.pack_sentence(seats, match.options).rpartition(": ")
        assert f"{len(held) // seats} each" in dealt
        for word in told.replace(",", "").split():
            assert not any(word in (str(card), f"{card.rank}s") for card in held)
