"""The examples in the rulebooks of the two Mad Queens games, played."""

from __future__ import annotations

from collections.abc import Callable

from core import Action, Match, cards

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""
BANK_ACTION = Action(("bank",))
"""The action that banks the cards of the row."""

MatchArranger = Callable[..., Match]
"""The type of the fixture that arranges a match of Mad Queens Classic."""


def pile_cards(match: Match, name: str) -> tuple[object, ...]:
    """Return the cards of a pile, bottom first, hidden ones included."""
    return tuple(match.piles[match.layout.pile(name).layout_index])


def test_example_of_the_mad_queens_rulebook_can_be_played(lay_out_match: MatchArranger) -> None:
    match = lay_out_match(
        "9♠ Q♦", "4♥ Jk Q♥ 9♠ A♣", bank="8♣ 6♣ 2♥ K♠", queens_aside="Q♣ Q♦ Q♠", game="mad-queens", replacements="3♠"
    )
    assert match.score(0) == 5
    match.act(0, REVEAL_ACTION)
    match.act(0, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("8♣ 9♠")
    assert match.score(0) == 3
    assert pile_cards(match, "shown/0") == cards("4♥ Jk A♣")
    match.act(0, BANK_ACTION)
    assert pile_cards(match, "bank/0") == cards("8♣ 9♠ 4♥ Jk A♣")
    assert match.score(0) == 7
    assert len(pile_cards(match, "aside/0")) == 2
    assert pile_cards(match, "banned") == cards("3♠ Q♦")


def test_revealing_once_more_in_the_example_of_mad_queens_loses_the_row(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("9♠ Q♦", "4♥ Jk Q♥ 9♠ A♣ 5♦", bank="8♣ 6♣ 2♥ K♠", queens_aside="Q♣ Q♦ Q♠", game="mad-queens")
    for _ in range(3):
        match.act(0, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("8♣ 9♠")
    assert pile_cards(match, "shown/0") == ()


def test_example_of_the_classic_rulebook_can_be_played(lay_out_match: MatchArranger) -> None:
    match = lay_out_match("9♠ Q♦", "4♥ Jk Q♥ 10♠ A♣", bank="8♣ 6♣ 2♥ K♠", queens_aside="Q♣ Q♦ Q♠", seats=2)
    match.act(0, REVEAL_ACTION)
    match.act(0, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("8♣")
    assert pile_cards(match, "shown/0") == cards("4♥ Jk 10♠ A♣")
    match.act(0, BANK_ACTION)
    assert match.score(0) == 5
    assert match.waiting == {1}


def test_revealing_once_more_in_the_example_of_classic_loses_the_row(lay_out_match: MatchArranger) -> None:
    match = lay_out_match(
        "9♠ Q♦", "4♥ Jk Q♥ 10♠ A♣ 9♠", bank="8♣ 6♣ 2♥ K♠", queens_aside="Q♣ Q♦ Q♠", seats=2, replacements="3♠"
    )
    for _ in range(3):
        match.act(0, REVEAL_ACTION)
    assert pile_cards(match, "bank/0") == cards("8♣")
    assert pile_cards(match, "banned") == cards("3♠ Q♦")
    assert match.waiting == {1}
