"""The shared banned cards: filling the two slots, Joker events, and temporary cards (2.6, 2.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.cards import JOKER, Card, pack
from core.engine.piles import BOX, TOP
from core.mad_queens.hit_masks import ALL_VALUES, JOKER_BIT, VALUE_BIT, is_queen, values, watched
from core.mad_queens.turn import DECK_OUT, SeatPlay

SLOTS: Final = (0, 1)

SLOTS_MARKED: Final = ((), (0,), (1,), SLOTS)
"""The slots to be replaced, by the marks of all seats together."""


class SharedCards(SeatPlay):
    """The part of both games that concerns the banned cards and the banned deck."""

    __slots__ = ()

    def see_to_banned_cards(self, seats: Sequence[int]) -> None:
        """Do all that 2.6 asks at the end of a play, steps 1 to 5, for these seats in this order.

        Shared cards that nobody has hit stay (MQ-8).
        """
        marks = self._take_marks(seats)
        if marks & 3:
            self.replace(SLOTS_MARKED[marks & 3], seats)
        self._draw_owed(seats)
        self.watch()

    def _take_marks(self, seats: Sequence[int]) -> int:
        """Clear the marks of all seats, and the temporary cards of those that hit them or have ended (2.6 step 1).

        Returns the marks of all seats together.
        """
        layout, facts = self.layout, self.facts
        first = layout.marked[0].index
        marked: list[int] = facts[first : first + self.seats]  # type: ignore[assignment]
        marks = 0
        for seat in seats:
            marks |= marked[seat]
            temporaries = self.temporaries[seat]
            if temporaries and (marked[seat] & 4 or self.ended(seat)):
                self.remark("temporaries go", seat, len(temporaries))
                self.move(layout.temp[seat], layout.banned_gone, temporaries[::-1])
        if marks:
            facts[first : first + self.seats] = [0] * self.seats
        return marks

    def _draw_owed(self, seats: Sequence[int]) -> None:
        """Let each seat draw the temporary cards that it is owed (2.6 step 5)."""
        facts = self.facts
        first = self.layout.owed[0].index
        if any(facts[first : first + self.seats]):
            for seat in seats:
                while facts[first + seat]:  # an event may owe another (option joker_event_costs_queen)
                    facts[first + seat] -= 1  # type: ignore[operator]
                    self.draw_temporary(seat)

    def replace(self, slots: Sequence[int], seats: Sequence[int]) -> None:
        """Replace the banned cards of these slots, and run the event of every Joker that comes (2.6 steps 2 to 4)."""
        layout = self.layout
        banned = self.banned
        self.move(layout.banned, layout.banned_gone, [banned[slot] for slot in slots if slot < len(banned)])
        for slot in slots:
            self._fill(slot)
        while JOKER in self.banned:
            slot = self.banned.index(JOKER)
            others = [card for card in self.banned if card != JOKER]
            self.remark("joker banned", None, *others)
            for seat in self.taking_part(seats):
                self.joker_event(seat, others)
            self.move(layout.banned, layout.banned_gone, (JOKER,))
            self._fill(slot)

    def taking_part(self, seats: Sequence[int]) -> list[int]:
        """Return those of `seats` whose game goes on, in order: they take part in a Joker event (MQ-35)."""
        return [seat for seat in seats if not self.ended(seat)]

    def _fill(self, slot: int) -> None:
        """Turn banned cards until one differs in value from the other one shown; it lies in `slot` (2.6 step 3).

        It may have the value of the card that it replaces (MQ-10) and of anybody's temporary cards (MQ-11).
        """
        layout = self.layout
        at = slot if slot < len(self.banned) else TOP
        taken = values(self.banned)
        while True:
            if not self.banned_deck:
                self._renew(taken)
            card = self.turn(self.banned_stream, layout.banned_deck, layout.banned, at)
            if not taken & VALUE_BIT[card]:
                self.remark("now banned", None, card)
                return
            self.remark("same value", None, card)
            self.move(layout.banned, layout.banned_gone, (card,))

    def _renew(self, taken: int) -> None:
        """Fill the empty banned deck again, so that a value not `taken` can come (the last paragraph of 2.6)."""
        layout = self.layout
        gone = self.piles[layout.banned_gone.index]
        if values(gone) & ~(taken | JOKER_BIT):
            self.remark("banned reshuffled")
            self.move(layout.banned_gone, layout.banned_deck, gone)
        else:
            self.remark("new pack")
            self.move(BOX, layout.banned_deck, pack(jokers=2))
        self.shuffle(layout.banned_deck, self.banned_stream)

    # Temporary cards

    def draw_temporary(self, seat: int) -> None:
        """Draw one temporary card for a seat whose game goes on (2.6 step 5, MQ-27 to MQ-29)."""
        layout = self.layout
        while not self.ended(seat):
            duplicates = self.options["temporary_may_duplicate"]
            taken = 0 if duplicates else values(self.banned) | values(self.temporaries[seat])
            if taken == ALL_VALUES:
                return
            if not self.banned_deck:
                self._renew(taken)
            card = self.turn(self.banned_stream, layout.banned_deck, layout.temp[seat])
            if not (taken | JOKER_BIT) & VALUE_BIT[card]:
                self.remark("temporary", seat, card)
                return
            self.move(layout.temp[seat], layout.banned_gone, (card,))
            if card == JOKER and self.options["temporary_joker"] == "event":
                self.remark("temporary joker", seat)
                self.joker_event(seat, self.banned)

    # Joker events

    def joker_event(self, seat: int, against: list[Card]) -> None:
        """Turn two cards for a seat: if one of them hits a card of `against`, both are banked (2.7, MQ-32 to MQ-36)."""
        layout = self.layout
        queens = self._turn_event_cards(seat)
        while queens:
            if not self.pay_queen(seat, queens.pop(0), event=True):
                return
            if not self.only_queens_left(seat):
                extra = self.deck_streams[seat].draw(self.decks[seat])
                self.lay(layout.deck[seat], layout.gone[seat], extra)
                if is_queen(extra):
                    queens.append(extra)
        row = self.rows[seat]
        if row:
            self._settle_event(seat, row, against)
        if self.only_queens_left(seat):
            self.end(seat, DECK_OUT)

    def _turn_event_cards(self, seat: int) -> list[Card]:
        """Turn the two cards of an event, fewer if there are not so many, and return the Queens among them."""
        return [card for card in self.turn_more(seat, 2) if is_queen(card)]

    def _settle_event(self, seat: int, row: list[Card], against: list[Card]) -> None:
        layout = self.layout
        scoring = watched(against, 0)
        if not any(scoring >> card & 1 for card in row):
            self.remark("event misses", seat, tuple(row))
            self.move(layout.shown[seat], layout.gone[seat], row[::-1])
            return
        exact = tuple([card for card in row if card in against]) if self.exact_hits else ()
        points = sum([self.points[card] * (2 if card in exact else 1) for card in row])
        self.remark("event scores", seat, tuple(row), points)
        self.move(layout.shown[seat], layout.bank[seat], row)
        self.add_exact(seat, exact)
        self.set(layout.score[seat], self.score(seat) + points)
        if self.options["joker_event_costs_queen"] and not self.only_queens_left(seat):
            self.add_queen(seat)
