"""A fixture that sets up given positions of Mad Queens Classic, for the test vectors of the rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from core import Dealer, Match, cards, games
from core.engine.cards import QUEENS

MatchArranger = Callable[..., Match]
"""The type of a function that lays out a match of Mad Queens Classic and returns it."""


@pytest.fixture
def lay_out_match() -> MatchArranger:
    """Return the function `_lay_out_match`, which starts a match with the given cards."""
    return _lay_out_match


def _lay_out_match(
    banned: str,
    deck: str,
    *,
    with_rest: bool = True,
    bank: str = "",
    temporary_cards: str = "",
    spent_queen_count: int = 0,
    queens_aside: str = "Q♣ Q♦ Q♥ Q♠",
    seats: int = 1,
    replacements: str = "",
    options: Mapping[str, object] | None = None,
    game: str = "mad-queens-classic",
) -> Match:
    """Return a match in which seat 0 is about to take its turn.

    The next cards of its deck are `deck`; with `with_rest` the other cards follow. `banned` are the two shared banned
    cards, `replacements` the next cards of the banned deck. `bank` and `temporary_cards` are the seat's own cards,
    `spent_queen_count` is the number of Queens that it has spent, `queens_aside` are the Queens that are not in its
    deck yet.
    """
    script = {"first": ["0"], "banned-deck": [f"{banned} {replacements}"]}
    match = games[game].start(seats, options=options, dealer=Dealer.scripted(script))
    layout = match.layout
    pile = {place.name: match.piles[place.layout_index] for place in layout.piles}
    for card in cards(bank):
        pile["deck/0"].remove(card)
        pile["bank/0"].append(card)
    for card in cards(temporary_cards):
        pile["banned-deck"].remove(card)
        pile["temp/0"].append(card)
    turned = cards(deck)
    for queen in QUEENS:
        if queen not in cards(queens_aside):
            pile["aside/0"].remove(queen)
            pile["deck/0" if queen in turned else "gone/0"].append(queen)
    if not with_rest:
        left = list(turned)
        pile["gone/0"] += [card for card in pile["deck/0"] if card not in left]
        pile["deck/0"][:] = left
    match.facts[layout.fact("spent/0").layout_index] = spent_queen_count
    hearts = sum(card.suit == "♥" for card in pile["bank/0"]) if game == "mad-queens" else 0
    match.facts[layout.fact("score/0").layout_index] = len(pile["bank/0"]) + hearts
    match.streams[0] = Dealer.scripted({"deck/0": [turned]}).stream("deck/0")
    match.streams[0].shuffle(pile["deck/0"])
    match._store_piles_and_streams()
    return match
