"""What happens in front of one seat: turning cards, paying Queens, banking, and the end of its game.

Both Mad Queens games are built on this. They differ in a few methods, and in when the shared cards are seen
to (`core.mad_queens.shared`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from core.engine.action import Action
from core.engine.cards import JOKER, QUEENS, Card, pack
from core.engine.match import Match
from core.engine.piles import Fact, Value
from core.mad_queens.actions import DECIDE, bankings
from core.mad_queens.hit_masks import HITS, IS_QUEEN, is_queen, watched
from core.mad_queens.layout import QueensLayout

FRESH_DECK: Final = tuple(card for card in pack(jokers=2) if not is_queen(card))
"""The fifty cards that a deck starts with; the Queens are set aside (2.1)."""

QUEENS_OF_A_SEAT: Final = 4
"""How many Queens a deck can hold, and so the largest deck that can consist of them alone."""

MARKS: Final = (1, 2, 4)
"""The marks of the banned cards in force: the shared slots each their own, all temporary cards the same (MQ-30).

So a hit on a shared card leaves the temporary ones in place, and the other way round (MQ-31)."""

CANNOT_PAY: Final = "cannot pay"
FOURTH_QUEEN: Final = "fourth queen"
DECK_OUT: Final = "deck out"
CHOSEN: Final = "chosen"
"""The ways in which a seat's game ends (2.8)."""


class SeatPlay(Match):
    """The part of both games that concerns one seat at a time."""

    __slots__ = (
        "_free_choice",
        "asides",
        "banks",
        "banned",
        "banned_deck",
        "banned_stream",
        "deck_streams",
        "decks",
        "rows",
        "temporaries",
        "watched",
    )

    layout: QueensLayout

    exact_hits: ClassVar[bool]
    points: ClassVar[bytes]
    """The points of each card in a bank, not doubled (2.1)."""

    @property
    def waiting(self) -> frozenset[int]:
        """The seats that have something to decide.

        In a play they only ever become fewer, one by one, so they are gathered anew only when somebody asks.
        """
        if len(self._waiting) != len(self.choices):
            self._waiting = frozenset(self.choices)
        return self._waiting

    def _stream_names(self) -> Sequence[str]:
        """Each seat has streams of its own, so that it matters to nobody in which order the seats act (MQ-41)."""
        seats = range(self.seats)
        return [
            *(f"deck/{seat}" for seat in seats),
            *(f"queens/{seat}" for seat in seats),
            "banned-deck",
            "first",
        ]

    def _attach(self) -> None:
        n, piles, layout = self.seats, self.piles, self.layout
        self.decks, self.rows, self.banks, self.asides = (piles[n * k : n * k + n] for k in range(4))
        self.temporaries = piles[layout.temp[0].index : layout.temp[0].index + n]
        self.banned, self.banned_deck = piles[layout.banned.index], piles[layout.banned_deck.index]
        self.deck_streams, self.banned_stream = self.streams[:n], self.streams[2 * n]
        self._free_choice = self.options["queen_choice"] == "player"
        self.watch()

    def watch(self) -> None:
        """Note anew which cards have a consequence at which seat, after banned cards have changed."""
        shared = watched(self.banned)
        self.watched = [watched(temps, shared) if temps else shared for temps in self.temporaries]

    def lay_out(self) -> None:
        """Give every seat a shuffled deck, set its Queens aside, and shuffle the banned deck (2.2)."""
        self.facts[:] = self.layout.first_facts
        for deck, aside in zip(self.decks, self.asides, strict=True):
            deck += FRESH_DECK
            aside += QUEENS
        self.banned_deck += pack(jokers=2)
        for stream, pile in zip(self.streams, (*self.decks, *self.asides, self.banned_deck), strict=False):
            stream.shuffle(pile)

    def score(self, seat: int) -> int:
        return self.number(self.layout.score[seat])

    def number(self, fact: Fact) -> int:
        """Return the value of a fact that is a number."""
        return self.facts[fact.index]  # type: ignore[return-value]

    def ended(self, seat: int) -> bool:
        """Whether the seat's own game has ended."""
        return self.facts[self.layout.status[seat].index] == "finished"

    def all_ended(self) -> bool:
        """Whether every seat's game has ended."""
        return self.each(self.layout.status).count("finished") == self.seats

    def each(self, facts: Sequence[Fact]) -> list[Value]:
        """Return the values of a fact that every seat has, seat by seat."""
        first = facts[0].index
        return self.facts[first : first + self.seats]

    # What the two games do differently

    def only_queens_left(self, seat: int) -> bool:
        """Whether the deck holds nothing that is worth turning, so that the seat's game ends.

        Queens are turned even if there is nothing else (MQ-40).
        """
        return not self.decks[seat]

    # The two actions

    def reveal(self, seat: int) -> None:
        """Turn a card and settle all that follows from it (2.4); `choices` then say whether the seat decides again."""
        card = self.turn_one(seat)
        if self.watched[seat] >> card & 1 and not self.resolve(seat, [card]):
            return
        if len(self.decks[seat]) <= QUEENS_OF_A_SEAT and self.end_if_deck_is_out(seat):
            return
        self.choices[seat] = bankings(self.asides[seat]) if self._free_choice else DECIDE

    def bank(self, seat: int, action: Action) -> None:
        """Bank the row, put a Queen into the deck, chosen by the action if it names one, and end the play (2.5).

        After an exact hit the row may be empty, and the banking costs a Queen all the same (MQ-22).
        """
        if not self.rows[seat]:
            self.remark("banked", seat, 0, 0)
        self.bank_row(seat)
        self.add_queen(seat, *action.cards if len(action) > 1 else ())
        self.close(seat, "banked")

    # Turning cards

    def turn_one(self, seat: int) -> Card:
        """Turn the next card of the seat's deck: a Queen goes straight aside for good, others into the row."""
        card = self.deck_streams[seat].draw(self.decks[seat])
        if IS_QUEEN[card]:
            self.lay(self.layout.deck[seat], self.layout.gone[seat], card)
        else:  # as `lay` does, without the call: this is the one step that every action takes
            self.rows[seat].append(card)
            self.changes.append(self.layout.turned[seat][card])
        return card

    def turn_more(self, seat: int, count: int) -> list[Card]:
        """Turn so many more cards, or as many as there are worth turning (MQ-14)."""
        turned: list[Card] = []
        while len(turned) < count and not self.only_queens_left(seat):
            turned.append(self.turn_one(seat))
        return turned

    def resolve(self, seat: int, queue: list[Card]) -> bool:
        """Settle all that follows from the cards just turned, in the order in which they were (2.4, MQ-12).

        A caught card takes the row only when all is settled: a Queen turned with it is paid, and it counts for her
        if it is of her suit (MQ-13). Returns whether the seat may decide again; if not, its play is over and its row
        is gone.
        """
        eventful = self.watched[seat]
        catch: tuple[Card, Card] | None = None
        for card in queue:  # which grows while it is worked through
            if not eventful >> card & 1:
                continue
            if card == JOKER:
                self.remark("joker", seat)
                queue += self.turn_more(seat, 2)
            elif IS_QUEEN[card]:
                if not self.pay_queen(seat, card):
                    return False
                queue += self.turn_more(seat, 1)
            elif self.exact_hits and (card in self.banned or card in self.temporaries[seat]):
                self.bank_exact(seat, card)
            else:
                catcher = self.mark(seat, card)
                catch = catch or (card, catcher)
                if self.options["joker_ban_stops"]:
                    self._count_queens(seat)
                    break
        if catch:
            self._lose_row(seat, *catch)
        return not catch

    def _count_queens(self, seat: int) -> None:
        """Count as spent every Queen turned (MQ-19), also those that nobody will settle any more.

        Such are turned by a Joker, behind the card that ends the seat's game or, by `joker_ban_stops`, its play.
        """
        gone = self.piles[self.layout.gone[seat].index]
        self.set(self.layout.spent[seat], sum([IS_QUEEN[card] for card in gone]))

    def _lose_row(self, seat: int, caught: Card, catcher: Card) -> None:
        """Discard the row and end the play; an exact hit is in the bank by then, and stays there (MQ-23)."""
        layout = self.layout
        row = self.rows[seat]
        self.remark("caught", seat, caught, catcher, len(row))
        self._drop_row(seat)
        if self.facts[layout.spent[seat].index] == 4:
            self.end(seat, FOURTH_QUEEN)
        elif self.only_queens_left(seat):
            self.end(seat, DECK_OUT)
        else:
            self.close(seat, "caught")

    def mark(self, seat: int, card: Card) -> Card:
        """Mark every banned card in force that `card` hits, and return the first of them (MQ-5, MQ-30)."""
        marked = self.layout.marked[seat].index
        in_force = self.banned + self.temporaries[seat]
        hit = [place for place, banned in enumerate(in_force) if HITS[banned] >> card & 1]
        for place in hit:
            self.facts[marked] |= MARKS[min(place, 2)]  # type: ignore[operator]
        return in_force[hit[0]]

    # Queens

    def pay_queen(self, seat: int, queen: Card, event: bool = False) -> bool:
        """Pay the price of a Queen just turned: 2 cards of the bank and 1 for each card of her suit in the row.

        Returns False if that ended the seat's game: the bank was too small, or she was the fourth (MQ-15 to
        MQ-20, 2.8); either way the row is lost (MQ-39). The cards of an `event` are no row that a house rule could
        keep.
        """
        layout = self.layout
        row, bank = self.rows[seat], self.banks[seat]
        # She herself and what has been banked are not in the row, and a Joker there has no suit (MQ-16).
        price = 2 + sum([card // 13 == queen // 13 for card in row])
        spent = self.number(layout.spent[seat]) + 1
        self.set(layout.spent[seat], spent)
        if len(bank) < price:
            self.remark("cannot pay", seat, queen, price, len(bank))
            self._drop_row(seat)
            self.end(seat, CANNOT_PAY)
            return False
        paid = bank[: -price - 1 : -1]  # from the top, doubled cards as well (MQ-17)
        self.remark("price", seat, queen, price, tuple(paid))
        exact = self._exact(seat)
        lost = sum([self.points[card] * (2 if card in exact else 1) for card in paid])
        self.move(layout.bank[seat], layout.gone[seat], paid)
        if exact:
            self._set_exact(seat, tuple(card for card in exact if card not in paid))
        self.set(layout.score[seat], self.score(seat) - lost)
        if spent == 4:
            self.remark("fourth", seat, queen)
            if self.options["fourth_queen_keeps_row"] and not event:
                self.bank_row(seat)
            self._drop_row(seat)
            self.end(seat, FOURTH_QUEEN)
            return False
        return True

    def _drop_row(self, seat: int) -> None:
        self.move(self.layout.shown[seat], self.layout.gone[seat], self.rows[seat][::-1])

    def _exact(self, seat: int) -> tuple[Card, ...]:
        exact = self.facts[self.layout.exact[seat].index]
        assert isinstance(exact, tuple)
        return exact  # type: ignore[return-value]

    def add_exact(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Note that these cards of the bank lie face up and count double."""
        self._set_exact(seat, (*self._exact(seat), *cards))

    def _set_exact(self, seat: int, exact: tuple[Card, ...]) -> None:
        self.set(self.layout.exact[seat], exact)
        self.set(self.layout.doubled[seat], len(exact))

    # Banking

    def bank_exact(self, seat: int, card: Card) -> None:
        """Bank one card of the row face up, so that it counts double (MQ-3, MQ-4, MQ-21, MQ-38)."""
        layout = self.layout
        points = 2 * self.points[card]
        self.remark("exact", seat, card, points)
        self.move(layout.shown[seat], layout.bank[seat], (card,))
        self.add_exact(seat, (card,))
        self.set(layout.score[seat], self.score(seat) + points)
        self.set(layout.hits[seat], self.number(layout.hits[seat]) + 1)
        if self.options["exact_hit_replaces"]:
            self.mark(seat, card)
        if self.options["exact_hit_costs_queen"] and not self.only_queens_left(seat):  # a deck that is out stays so
            self.add_queen(seat)

    def bank_row(self, seat: int) -> None:
        """Put the row onto the bank in the order turned (2.5, MQ-18)."""
        layout = self.layout
        row = self.rows[seat]
        if row:
            points = sum([self.points[card] for card in row])
            self.remark("banked", seat, len(row), points)
            self.move(layout.shown[seat], layout.bank[seat], row)
            self.set(layout.score[seat], self.score(seat) + points)

    def add_queen(self, seat: int, queen: Card | None = None) -> None:
        """Put a Queen into the deck and shuffle it, or owe a temporary card if none is aside (MQ-24, MQ-26).

        Which Queen is drawn by the seat's own stream, unless `queen` is given. Only what is left of the deck is
        shuffled: discards never come back (MQ-25).
        """
        layout = self.layout
        aside = self.asides[seat]
        if not aside:
            self.facts[layout.owed[seat].index] = self.number(layout.owed[seat]) + 1
            self.remark("owed", seat)
            return
        if queen is None:
            queen = self.streams[self.seats + seat].draw(aside)
            aside.sort()
        else:
            aside.remove(queen)
        self.remark("queen in", seat, queen)
        self.lay(layout.aside[seat], layout.deck[seat], queen)
        self.deck_streams[seat].shuffle(self.decks[seat])

    # The end of a seat's play and of its game

    def close(self, seat: int, status: str) -> None:
        """End the seat's play; it waits for the others."""
        self.set(self.layout.status[seat], status)
        self.choices.pop(seat, None)

    def end(self, seat: int, cause: str) -> None:
        """End the seat's game for good (2.8); a row that is still there has been lost or banked before."""
        self._count_queens(seat)
        self.set(self.layout.cause[seat], cause)
        self.remark("ended", seat, cause, self.score(seat))
        self.close(seat, "finished")

    def end_if_deck_is_out(self, seat: int) -> bool:
        """End the seat's game, its row banked, if its deck has run out (MQ-38); return whether it had."""
        if not self.only_queens_left(seat):
            return False
        self.bank_row(seat)
        self.end(seat, DECK_OUT)
        return True
