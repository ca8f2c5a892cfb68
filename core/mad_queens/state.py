"""The state of a match of either Mad Queens game, as the modules of the rules read and change it.

The functions of the modules `turn`, `hits`, `queens`, `bank`, `game_end`, `joker_event` and `banned_cards` take this
state as their first argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import ClassVar, Final

from core.engine.cards import QUEENS, Card, pack
from core.engine.match import Match
from core.engine.piles import Fact, Value
from core.engine.view import View
from core.mad_queens.hit_masks import is_queen, mask_of_cards_that_hit
from core.mad_queens.layout import MadQueensLayout
from core.mad_queens.layout import layout as layout_for

NEW_DECK_CARDS: Final = tuple(card for card in pack(jokers=2) if not is_queen(card))
"""The fifty cards of a deck at the start; the Queens are set aside (RULINGS 2.1)."""

MAX_QUEENS_IN_DECK: Final = 4
"""Maximum number of Queens in a deck, and so of cards in a deck that consists of Queens only."""


def dealt_view(view: View) -> View:
    """Return what the audience of `view` saw after the deal, before the first banned card was turned."""
    layout = layout_for(view.seats, view.options)
    filled: dict[str, Sequence[Card]] = {"banned-deck": pack(jokers=2)}
    for seat in range(view.seats):
        filled[f"deck/{seat}"], filled[f"aside/{seat}"] = NEW_DECK_CARDS, QUEENS
    piles = {
        name: tuple(filled.get(name, ())) if is_open else len(filled.get(name, ()))
        for name, is_open in layout.open_piles
    }
    facts = zip(layout.fact_names, layout.first_facts, strict=True)
    return replace(view, piles=piles, facts={name: value for name, value in facts if name in view.facts})


@cache
def stream_names(seats: int) -> tuple[str, ...]:
    """Return the names of the random streams of a match for this many seats, the same objects each time."""
    decks, queens = (tuple(f"{pile}/{seat}" for seat in range(seats)) for pile in ("deck", "queens"))
    return (*decks, *queens, "banned-deck", "first")


class MadQueensState(Match):
    """The base class of `MadQueensMatch` and `ClassicMatch`: piles by seat, random streams, and hit masks.

    `decks`, `rows`, `banks`, `asides` and `temporaries` are the piles of each seat; `asides` are the Queens that are
    not yet in a deck; `hit_masks` says for each seat which cards have a consequence when they are turned there
    (`core.mad_queens.hit_masks.mask_of_cards_that_hit`). A game defines `has_exact_hits`, `points_by_card` and, if it
    differs, `has_no_card_to_turn`.
    """

    __slots__ = (
        "asides",
        "banks",
        "banned",
        "banned_deck",
        "banned_stream",
        "deck_streams",
        "decks",
        "hit_masks",
        "player_chooses_queen",
        "rows",
        "temporaries",
    )

    layout: MadQueensLayout

    has_exact_hits: ClassVar[bool]
    """Whether the very card that is banned counts double instead of being caught (MQ-3)."""

    points_by_card: ClassVar[bytes]
    """The points of each card in a bank, not doubled (RULINGS 2.1)."""

    @property
    def waiting(self) -> frozenset[int]:
        """The seats that have something to decide.

        In a play they only become fewer, one by one, so the set is rebuilt only when it is read.
        """
        if len(self._waiting) != len(self.choices):
            self._waiting = frozenset(self.choices)
        return self._waiting

    def _stream_names(self) -> Sequence[str]:
        """Return the names of the streams: each seat has its own, so the order of the seats' actions has no effect.

        See MQ-41.
        """
        return stream_names(self.seats)

    def _store_piles_and_streams(self) -> None:
        """Store references to the piles and streams of each seat."""
        n, piles, layout = self.seats, self.piles, self.layout
        self.decks, self.rows, self.banks, self.asides = (piles[n * k : n * k + n] for k in range(4))
        self.temporaries = piles[layout.temp[0].layout_index : layout.temp[0].layout_index + n]
        self.banned, self.banned_deck = piles[layout.banned.layout_index], piles[layout.banned_deck.layout_index]
        self.deck_streams, self.banned_stream = self.streams[:n], self.streams[2 * n]
        self.player_chooses_queen = self.options["queen_choice"] == "player"
        self.update_hit_masks()

    def update_hit_masks(self) -> None:
        """Recompute `hit_masks`; to be called after a change of banned or temporary cards."""
        shared = mask_of_cards_that_hit(self.banned)
        self.hit_masks = [mask_of_cards_that_hit(temps, shared) if temps else shared for temps in self.temporaries]

    def prepare_piles(self) -> None:
        """Give every seat a shuffled deck, set its Queens aside, and shuffle the banned deck (RULINGS 2.2)."""
        self.facts[:] = self.layout.first_facts
        for deck, aside in zip(self.decks, self.asides, strict=True):
            deck += NEW_DECK_CARDS
            aside += QUEENS
        self.banned_deck += pack(jokers=2)
        for stream, pile in zip(self.streams, (*self.decks, *self.asides, self.banned_deck), strict=False):
            stream.shuffle(pile)

    # Reading facts

    def score(self, seat: int) -> int:
        return self.number_in_fact(self.layout.score[seat])

    def number_in_fact(self, fact: Fact) -> int:
        """Return the value of a fact that is a number."""
        return self.facts[fact.layout_index]  # type: ignore[return-value]

    def has_ended(self, seat: int) -> bool:
        """Return whether the seat's own game has ended."""
        return self.facts[self.layout.status[seat].layout_index] == "finished"

    def have_all_ended(self) -> bool:
        """Return whether every seat's game has ended."""
        return self.values_by_seat(self.layout.status).count("finished") == self.seats

    def values_by_seat(self, facts: Sequence[Fact]) -> list[Value]:
        """Return the values of a fact that every seat has, seat by seat."""
        first = facts[0].layout_index
        return self.facts[first : first + self.seats]

    def doubled_cards(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of the seat's bank that count double (MQ-4)."""
        doubled = self.facts[self.layout.exact[seat].layout_index]
        assert isinstance(doubled, tuple)
        return doubled  # type: ignore[return-value]

    def has_no_card_to_turn(self, seat: int) -> bool:
        """Return whether the deck holds no card that may be turned, so that the seat's game ends.

        In Mad Queens that is an empty deck: a deck of Queens only is still turned (MQ-40).
        """
        return not self.decks[seat]
