"""Fixtures that set a match of Mad Queens to a given position, such as one that a test vector of the rulings
describes.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core import Card, Change, Dealer, Match, Remark, cards, games
from core.mad_queens.match import MadQueensMatch

PreparedDecks = dict[str, list[str]]
"""Maps the name of a stream to the cards that come first after each of its shuffles, as texts."""


class Position:
    """A match of Mad Queens that a test handles in texts: actions, piles and facts are texts, for one seat by
    default.
    """

    def __init__(self, match: Match, seat: int = 0) -> None:
        self.match = match
        self.seat = seat
        self.changes: tuple[Change, ...] = ()

    def act(self, *texts: str, seat: int | None = None) -> Position:
        """Carry out actions of `seat`, by default of this object's seat, and keep the changes of the last action.

        Each text has one action or several with commas between them. Return this object.
        """
        for text in texts:
            for word in text.split(", "):
                who = self.seat if seat is None else seat
                self.changes = self.match.act(who, self.match.game.parse(word))
        return self

    def pile(self, name: str) -> str:
        """The cards of a pile as everybody sees them, bottom first; a name without a number means this seat's pile."""
        return " ".join(map(str, self.match.view(None).cards(self._name_with_seat(name))))

    def cards(self, name: str) -> list[Card]:
        """Return the cards of a pile that everybody sees, bottom first; a name without a number is this seat's."""
        return list(cards(self.pile(name)))

    def count(self, name: str) -> int:
        """Return the number of cards of a pile; a name without a number is this seat's."""
        return self.match.view(None).count(self._name_with_seat(name))

    def fact(self, name: str) -> object:
        """Return the value of a fact; a name without a number is this seat's."""
        facts = self.match.view(None).facts
        return facts[name] if name in facts else facts[f"{name}/{self.seat}"]

    def _name_with_seat(self, name: str) -> str:
        """Return the name of a pile or fact, with this seat's number added if it has none."""
        return name if name in self.match.view(None).piles else f"{name}/{self.seat}"

    @property
    def legal_actions_text(self) -> str:
        """The legal actions of this seat as a text."""
        return ", ".join(map(str, self.match.legal(self.seat)))

    @property
    def score(self) -> object:
        """The score of this seat."""
        return self.fact("score")

    @property
    def status(self) -> object:
        """The status of this seat."""
        return self.fact("status")

    @property
    def remarks(self) -> list[str]:
        """The keys of the remarks of the latest action."""
        return [change.key for change in self.changes if isinstance(change, Remark)]


class PositionMaker:
    """A maker of positions of Mad Queens: by a prepared deal, or by laying the piles out where no deal leads there
    soon.
    """

    def deal(
        self,
        banned: str,
        *decks: str | list[str],
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        queens: str = "",
    ) -> Position:
        """Return a new match in which the banned deck begins with the cards `banned`, and each seat's deck with one of
        `decks`. A deck that is a list holds, for each shuffle, the cards that come first after it. `queens` are the
        Queens in the order in which seat 0 puts them into its deck.
        """
        script: PreparedDecks = {"banned-deck": [banned]}
        for seat, deck in enumerate(decks):
            script[f"deck/{seat}"] = [deck] if isinstance(deck, str) else deck
        if queens:
            script["queens/0"] = [queens]
        dealer = Dealer.scripted(script, seed=seed)
        match = games["mad-queens"].start(seats or max(1, len(decks)), options=options or {}, dealer=dealer)
        return Position(match)

    def lay_out(
        self,
        banned: str,
        deck: str = "",
        *,
        bank: str = "",
        temporary_cards: str = "",
        spent_queens: str = "",
        queens_in_deck: str = "",
        without_rest: bool = False,
        deck_size: int | None = None,
        deck_after_banking: str = "",
        other_deck: str = "",
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        seats: int = 1,
    ) -> Position:
        """Return a match in which seat 0 has these cards in its `bank`, `temporary_cards` and `spent_queens`.

        `banned` is what the banned deck begins with after each shuffle, separated by ``|``. `deck` are the next cards
        of seat 0; the Queens among them, and those of `queens_in_deck`, are in its deck. The deck holds these cards
        alone (`without_rest`), or `deck_size` cards, or all that are left; after a banking it begins with
        `deck_after_banking`. Seat 1's deck begins with `other_deck`.
        """
        script = {"banned-deck": banned.split("|"), "deck/0": ["", deck, deck_after_banking], "deck/1": [other_deck]}
        match = games["mad-queens"].start(
            seats,
            options=options or {},
            dealer=Dealer.scripted(script, seed=seed),  # type: ignore[arg-type]
        )
        assert isinstance(match, MadQueensMatch)
        pile = {place.name: match.piles[place.layout_index] for place in match.layout.piles}
        next_cards = cards(deck)
        whole, aside, gone = pile["deck/0"], pile["aside/0"], pile["gone/0"]
        for queen in [card for card in (*next_cards, *cards(queens_in_deck)) if card.rank == "Q"]:
            aside.remove(queen)
            whole.append(queen)
        for queen in cards(spent_queens):
            aside.remove(queen)
            gone.append(queen)
        for card in cards(bank):
            whole.remove(card)
            pile["bank/0"].append(card)
        for card in cards(temporary_cards):
            pile["banned-deck"].remove(card)
            pile["temp/0"].append(card)
        keep = len(next_cards) if without_rest else len(whole) if deck_size is None else deck_size
        spare = whole[:]
        for card in (*next_cards, *cards(queens_in_deck)):
            spare.remove(card)
        for card in spare[: len(whole) - keep]:
            whole.remove(card)
            gone.append(card)
        assert len(whole) == keep
        match.facts[match.layout.fact("score/0").layout_index] = sum(2 if c.suit == "♥" else 1 for c in cards(bank))
        match.facts[match.layout.fact("spent/0").layout_index] = len(cards(spent_queens))
        match.deck_streams[0].shuffle(whole)
        match._store_piles_and_streams()
        match.changes = []
        match._begin_play()
        return Position(match)


@pytest.fixture
def position_maker() -> PositionMaker:
    """Return a maker of positions, which deals prepared decks or lays the piles out."""
    return PositionMaker()
