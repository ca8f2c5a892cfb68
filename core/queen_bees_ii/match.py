"""Queen Bees II: every trick a point, and the first trick of one suit makes its ranks trumps (RULINGS 6)."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.piles import PHASE_FACT
from core.engine.rule_set import SECOND_REVISION
from core.queen_bees_ii.layout import PACK_BY_SEATS, QUEEN_BEES_TARGET, BeesLayout
from core.queen_bees_ii.legal import required_plays
from core.queen_bees_ii.trumps import NO_TRUMPS, are_of_one_suit, ranks_of_cards, trumps_of_ranks
from core.trick_taking import DEALER_FACT, HAND_NUMBER_FACT, TRICKS_OF_FIRST_SEAT_FACT, TrickMatch, lowest_play


class QueenBeesMatch(TrickMatch[BeesLayout]):
    """A match of Queen Bees II: its deals, the plays, the trumps that the first trick of one suit sets, the score."""

    __slots__ = ("no_trumps_yet", "trumps", "void_is_free")

    def _stream_names(self) -> Sequence[str]:
        return ("stock", "first")

    def _store_piles_and_streams(self) -> None:
        """Store references to the piles, the option `void_of_trump_free`, and the trump ranks, which are read from the
        facts."""
        super()._store_piles_and_streams()
        self.void_is_free = self.options["void_of_trump_free"] is True
        self._set_trumps(self.facts[self.layout.trumps.layout_index] or NO_TRUMPS)  # type: ignore[arg-type]

    def _set_trumps(self, ranks: tuple[str, ...]) -> None:
        """Update what the match derives from the ranks of the trumps: `trumps_of_ranks`, `strengths_by_suit_led`,
        `no_trumps_yet`."""
        self.trumps = trumps_of_ranks(ranks)
        self.strengths_by_suit_led = self.trumps.strengths_by_suit_led
        self.no_trumps_yet = not ranks

    def _set_up(self) -> None:
        """Draw the first dealer, and deal."""
        self.set_players_of_trick(tuple(range(self.seats)))
        for fact in self.layout.score:
            self.facts[fact.layout_index] = 0
        self.facts[PHASE_FACT] = "play"
        stock = self.piles[self.layout.stock.layout_index]
        stock += PACK_BY_SEATS[self.seats]
        self._deal_cards(1, self.streams[1].deal(range(self.seats))[0])

    def _compute_derived_state(self) -> None:
        """Set the circle of players, and work out what the seat on turn may do."""
        self.set_players_of_trick(tuple(range(self.seats)))
        super()._compute_derived_state()

    def _deal_cards(self, hand_number: int, dealer: int) -> None:
        """Deal everything out, one card at a time from the dealer's left, who leads (RULINGS 6.1)."""
        leader = self.next_seat_clockwise(dealer)
        self.record_new_hand(hand_number, dealer)
        self.reset_trick_facts()
        self.set(self.layout.trumps, NO_TRUMPS)
        self._set_trumps(NO_TRUMPS)
        cards = PACK_BY_SEATS[self.seats]
        self.gather_cards(cards)
        self.deal_out(len(cards) // self.seats, [self.layout.hand[seat] for seat in self.orders[leader]])
        self.begin_play(leader)

    def plays_to_lead(self, seat: int) -> tuple[Action, ...]:
        """Return every card of the hand: trumps may be led at any time (QB-8)."""
        return self.plays_of_hand(seat)

    def plays_to_follow(self, seat: int) -> tuple[Action, ...]:
        """Return the legal plays of a seat that follows to the trick."""
        return required_plays(
            self.hand_masks[seat], self.trick[0], self.trumps, self.void_is_free
        ) or self.plays_of_hand(seat)

    def carry_out_trick(self, winner: int, best_card: Card, cards: tuple[Card, ...]) -> None:
        """Set the trumps if this is the deal's first trick of one suit (QB-9); then begin the next turn, or score."""
        if self.no_trumps_yet and are_of_one_suit(cards):
            ranks = ranks_of_cards(cards)
            self.set(self.layout.trumps, ranks)
            self._set_trumps(ranks)
            if self.hands[winner] or self.revision < SECOND_REVISION:  # after the last trick nobody can play them
                self.remark("trumps", None, cards[0].suit, *ranks)
        if self.hands[winner]:
            self.give_turn(winner)
        else:
            self._score_deal()

    def _score_deal(self) -> None:
        """Add the points of the deal, a point a trick, and end the match or deal again (QB-11)."""
        totals = []
        for seat, fact in enumerate(self.layout.score):
            tricks = self.number_in_fact(TRICKS_OF_FIRST_SEAT_FACT + seat)
            total = self.number_in_fact(fact.layout_index) + tricks
            self.set(fact, total)
            self.remark("points", seat, tricks, total)
            totals.append(total)
        top = max(totals)
        if top >= QUEEN_BEES_TARGET and totals.count(top) == 1:
            self.remark("wins", totals.index(top), top)
            self.finish()
            return
        if top >= QUEEN_BEES_TARGET:
            self.remark("tie", None, top)
        self._deal_cards(
            self.number_in_fact(HAND_NUMBER_FACT) + 1, self.next_seat_clockwise(self.number_in_fact(DEALER_FACT))
        )

    def _perform(self, seat: int, action: Action) -> None:
        raise AssertionError(f"{action} is no play")

    def default(self, seat: int, is_away: bool = False) -> Action:
        return lowest_play(self.choices[seat], range(13))
