"""Fixtures that set up given positions of Queen's Dungeon."""

from collections.abc import Callable, Sequence

import pytest

from core import Dealer, cards, games
from core.engine.cards import CARDS
from core.engine.piles import PHASE_FACT
from core.queens_dungeon.match import QueensDungeonMatch
from core.queens_dungeon.renege import update_choices
from core.trick_taking import DEALER_FACT, LEADER_FACT, TRICKS_OF_FIRST_SEAT_FACT

HandArranger = Callable[..., QueensDungeonMatch]
"""The type of a function that sets a match to the middle of a hand and returns it."""
GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""


def cut_order_won_by(dealer: int, seats: int) -> str:
    """Return the prepared order of a cut, as a text, in which `dealer` draws the highest card."""
    return " ".join("Q♠" if seat == dealer else str(CARDS[seat]) for seat in range(seats))


def start_match_with(
    seats: int, seed: int = 0, dealer: int | None = None, stock: Sequence[str] = (), **options: object
):
    """Return a new match in which `dealer` deals first; `stock` are the first cards of its shuffled packs."""
    script: dict[str, Sequence[str]] = {"stock": stock} if stock else {}
    if dealer is not None:
        script["cut"] = [cut_order_won_by(dealer, seats)]
    return GAME.start(seats, options=options, dealer=Dealer.scripted(script, seed))


@pytest.fixture
def arrange_hand() -> HandArranger:
    """Return a function that sets a match to the middle of a hand: seats hold the given cards.

    All other cards lie in taken tricks.
    """

    def lay_out(
        *hands: str,
        trump: str = "♦",
        broken: bool = False,
        dealer: int | None = None,
        leader: int = 0,
        scores: Sequence[int] = (),
        tricks: Sequence[int] = (),
        queens: Sequence[int] = (),
        dummy: str = "",
        **options: object,
    ) -> QueensDungeonMatch:
        """Return a match in which each seat holds one of `hands`, and the other arguments are facts, by seat from 0.

        `broken`: trumps are broken. `scores`, `tricks` and `queens` are those of the seats so far. `dummy` are the
        dummy's cards, the next one first.
        """
        seats = len(hands)
        dealer = seats - 1 if dealer is None else dealer
        match = start_match_with(seats, dealer=dealer, **options)
        assert isinstance(match, QueensDungeonMatch)
        match.act(dealer, GAME.parse(f"trump {trump}"))
        layout, facts = match.layout, match.facts
        rest = [card for card in CARDS[:52] if card not in match.piles[layout.removed.layout_index]]
        for pile in match.piles:
            if pile is not match.piles[layout.removed.layout_index]:
                pile.clear()
        for pile, hand in zip(match.hands, hands, strict=True):
            pile += cards(hand)
        if layout.dummy:
            match.piles[layout.dummy.layout_index].extend(cards(dummy)[::-1])
        held = {card for pile in match.piles for card in pile}
        match.won_cards[0] += [card for card in rest if card not in held]
        facts[DEALER_FACT], facts[LEADER_FACT], facts[PHASE_FACT] = dealer, leader, "play"
        facts[layout.broken.layout_index] = broken
        facts[layout.trump.layout_index] = trump
        for first, values in (
            (layout.score[0].layout_index, scores),
            (TRICKS_OF_FIRST_SEAT_FACT, tricks),
            (layout.queens[0].layout_index, queens),
        ):
            facts[first : first + len(values)] = values
        match.read_facts()
        match.update_masks()
        match.changes = []
        match.give_turn(leader)
        if match.honour:
            update_choices(match)
        return match

    return lay_out


def playable_card_texts(match: QueensDungeonMatch, seat: int) -> set[str]:
    """Return the cards that a seat may play, as texts."""
    return {str(action.cards[0]) for action in match.legal(seat) if action.verb == "play"}


@pytest.fixture
def playable_cards() -> Callable[[QueensDungeonMatch, int], set[str]]:
    """Return a function that returns the cards, as texts, that a seat may play."""
    return playable_card_texts


@pytest.fixture
def play_cards() -> Callable[[QueensDungeonMatch, str], None]:
    """Return a function that plays cards one after the other, each by the seat on turn."""

    def play_all(match: QueensDungeonMatch, text: str) -> None:
        """Play the cards of a text, each by the seat on turn."""
        for card in cards(text):
            match.act(match.number_in_fact(2), GAME.parse(f"play {card}"))

    return play_all


@pytest.fixture
def start_match() -> Callable[..., QueensDungeonMatch]:
    """Return the function `start_match_with`, which starts a match of this game."""
    return start_match_with  # type: ignore[return-value]
