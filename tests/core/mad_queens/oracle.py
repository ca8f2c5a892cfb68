"""The oracle of Mad Queens and Classic: a second, slow and plain implementation, made from the rulings alone.

It shares no line with the rules in `core`. Chance comes from a `RecordedDraws` of the cards that the real match has
turned; everything else the oracle works out by itself."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core import Card, Value, cards
from tests.core.mad_queens.recorded_draws import QUEEN_PUT_IN_EVENT, TURNED_EVENT, RecordedDraws

QUEENS = cards("Q♣ Q♦ Q♥ Q♠")
"""The four Queens."""
JOKER = Card.parse("Jk")
"""The Joker."""
FULL_DECK = Counter([*map(Card, range(52)), JOKER, JOKER])
"""Count of the cards of a deck: a pack with two Jokers."""
FINISHED_STEPS = ("done", "ended")
"""The steps of a play (values of `SeatState.step`) at which a seat has nothing more to decide in this play."""


def is_queen(card: Card) -> bool:
    """Return whether a card is a Queen."""
    return card.rank == "Q"


def is_hit_by(banned_card: Card, card: Card) -> bool:
    """Return whether `banned_card` hits a card turned in a play (RULINGS 2.4): by rank, or if it is a Queen by suit
    (MQ-2, MQ-6, MQ-7).
    """
    if card == JOKER or is_queen(card) or banned_card == JOKER:
        return False
    return banned_card.suit == card.suit if is_queen(banned_card) else banned_card.rank == card.rank


@dataclass
class SeatState:
    """The state of one seat of a match, as the oracle keeps it."""

    number: int
    deck: Counter[Card] = field(default_factory=lambda: FULL_DECK - Counter(QUEENS))
    row: list[Card] = field(default_factory=list)
    bank: list[tuple[Card, bool]] = field(default_factory=list)
    """The banked cards, each with whether it counts double."""
    queens_aside: list[Card] = field(default_factory=lambda: list(QUEENS))
    """The Queens that are not in the deck yet."""
    discarded: list[Card] = field(default_factory=list)
    """The cards of the seat that are out of play."""
    temporaries: list[Card] = field(default_factory=list)
    queens_turned: int = 0
    """The number of Queens turned."""
    temporaries_owed: int = 0
    """Number of temporary banned cards that the seat still has to draw."""
    temporary_was_hit: bool = False
    """Whether one of the seat's temporary banned cards was hit in this play."""
    step: str = "done"
    """The name of the step that the seat has reached in its play."""
    status: str = "playing"
    cause: str = ""
    """Why the seat's game has ended; "" if it has not."""

    @property
    def doubled_cards(self) -> list[Card]:
        """Return the cards of the bank that lie face up and count double."""
        return [card for card, doubled in self.bank if doubled]

    @property
    def has_ended(self) -> bool:
        """Return whether the seat's game has ended."""
        return self.step == "ended"


class OracleMatch:
    """A match by the rulings, without the rules in `core`; `draws` holds the cards that the real match has turned
    during the present action.
    """

    def __init__(self, classic: bool, seats: int, options: Mapping[str, Value]) -> None:
        self.classic = classic
        self.options = options
        self.seats = [SeatState(number) for number in range(seats)]
        self.slots: list[Card | None] = [None, None]
        self.marked_slots: set[int] = set()
        self.banned_deck = +FULL_DECK
        self.banned_gone: list[Card] = []
        self.play = 1
        self.turn: int | None = None
        self.over = False
        self.counts_by_event: Counter[str] = Counter()
        self.draws = RecordedDraws(())
        self.paid_last = False

    def set_up(self) -> None:
        """Set the match up until its first play begins (RULINGS 2.2)."""
        self.fill_slots()
        self.run_joker_events()

    # Actions of a seat

    def act(self, me: SeatState, action: str) -> None:
        """Carry out an action and everything that follows from it without a decision."""
        verb, _, queen = action.partition(" ")
        if verb == "reveal":
            self.reveal(me)
        elif verb == "bank":
            self.bank(me, queen)
        else:
            self.end_game(me, "chosen")
        if all(seat.step in FINISHED_STEPS for seat in self.seats):
            self.end_play(me)

    def turn_card(self, me: SeatState) -> Card:
        """Turn the next card of a seat's deck; a Queen is discarded at once."""
        card = self.draws.take_next(f"deck/{me.number}", TURNED_EVENT)
        assert me.deck[card], f"{card} is not in the deck of seat {me.number}"
        me.deck[card] -= 1
        if is_queen(card):
            me.discarded.append(card)  # she never enters the row, and never comes back (MQ-19)
        return card

    def is_out_of_cards(self, me: SeatState) -> bool:
        """Return whether the deck is empty, or in Classic holds nothing but Queens (MC-3)."""
        return not any(n for card, n in me.deck.items() if not (self.classic and is_queen(card)))

    def turn_cards(self, me: SeatState, max_cards: int) -> list[Card]:
        """Turn `max_cards` cards, or fewer if the deck runs out (MQ-14, MC-3)."""
        turned: list[Card] = []
        while len(turned) < max_cards and not self.is_out_of_cards(me):
            turned.append(self.turn_card(me))
        return turned

    def reveal(self, me: SeatState) -> None:
        """Reveal a card and carry out its consequences in order; the banned cards are changed last (RULINGS 2.4,
        MQ-12)."""
        caught = False
        queue = deque(self.turn_into_row(me, 1))
        while queue:
            card = queue.popleft()
            if card == JOKER:
                queue += self.turn_into_row(me, 2)
            elif is_queen(card):
                if not self.count_queen_and_check_payment(me, card) or self.pay_queen(me, card):
                    self.end_by_queen(me, queue)
                    return
                queue += self.turn_into_row(me, 1)
            elif self.check_hit(me, card):
                caught = True
                if self.options["joker_ban_stops"]:
                    me.queens_turned += sum(map(is_queen, queue))
                    queue.clear()
        if caught:
            self.counts_by_event["caught"] += 1
            self.discard_row(me)
        if me.queens_turned == 4:  # that far only by `joker_ban_stops`, whose fourth Queen is not paid
            self.end_game(me, "fourth queen")
        elif self.is_out_of_cards(me):
            self.bank_row(me)  # MQ-38
            self.end_game(me, "deck out")
        elif caught:
            me.step, me.status = "done", "caught"
        else:
            me.step = "decide"

    def turn_into_row(self, me: SeatState, max_cards: int) -> list[Card]:
        """Turn `max_cards` cards, or fewer if the deck runs out; put all but Queens into the row, and return all."""
        turned = self.turn_cards(me, max_cards)
        me.row += [card for card in turned if not is_queen(card)]
        return turned

    def banned_cards_hit_by(self, me: SeatState, card: Card) -> tuple[list[Card], bool]:
        """Return the banned cards in force that a card hits, and whether it is an exact hit (RULINGS 2.4)."""
        hit = [banned for banned in (*self.shared_banned_cards, *me.temporaries) if is_hit_by(banned, card)]
        return hit, card in hit and not self.classic

    def mark_hits(self, me: SeatState, card: Card) -> None:
        """Mark the banned cards that a turned card hits (MQ-4, MQ-5, MQ-30)."""
        hit, exact = self.banned_cards_hit_by(me, card)
        if not exact or self.options["exact_hit_replaces"]:
            self.marked_slots |= {slot for slot in (0, 1) if self.slots[slot] in hit}
            me.temporary_was_hit |= any(banned in hit for banned in me.temporaries)

    def check_hit(self, me: SeatState, card: Card) -> bool:
        """Compare a card of the row with the banned cards in force; return whether it is caught (MQ-3 to MQ-5)."""
        self.mark_hits(me, card)
        hit, exact = self.banned_cards_hit_by(me, card)
        if exact:
            self.counts_by_event["exact"] += 1
            me.row.remove(card)
            me.bank.append((card, True))
            if self.options["exact_hit_costs_queen"] and not self.is_out_of_cards(me):
                self.put_queen_into_deck(me)
        return bool(hit) and not exact

    def end_by_queen(self, me: SeatState, cards_turned_with_her: Iterable[Card]) -> None:
        """End the game of a seat by a Queen (RULINGS 2.8); the cards turned with her still mark the banned cards that
        they hit (MQ-5).

        The house rule for the fourth Queen saves the row from her, but not from a caught card in it.
        """
        for card in cards_turned_with_her:
            self.mark_hits(me, card)
            self.counts_by_event["marked behind the last Queen"] += bool(self.banned_cards_hit_by(me, card)[0])
        fourth = me.queens_turned == 4 and self.paid_last
        if fourth and self.options["fourth_queen_keeps_row"]:
            fates = [self.banned_cards_hit_by(me, card) for card in me.row]
            if all(exact or not hit for hit, exact in fates):
                self.counts_by_event["doubled in a kept row"] += any(exact for _, exact in fates)
                me.bank += [(card, exact) for card, (_, exact) in zip(me.row, fates, strict=True)]
                me.row = []
            else:
                self.counts_by_event["kept row caught"] += 1
        self.discard_row(me)
        self.end_game(me, "fourth queen" if fourth else "cannot pay")

    def price_of(self, me: SeatState, queen: Card) -> int:
        """Return the price of a Queen: 2, and 1 for each card of her suit in the row."""
        return 2 + sum(card.suit == queen.suit for card in me.row)

    def count_queen_and_check_payment(self, me: SeatState, queen: Card) -> bool:
        """Count a Queen as turned; return whether the bank has enough cards for her price (RULINGS 2.4, MQ-16,
        MQ-19).
        """
        me.queens_turned += 1
        self.paid_last = len(me.bank) >= self.price_of(me, queen)
        return self.paid_last

    def pay_queen(self, me: SeatState, queen: Card) -> bool:
        """Pay a Queen from the top of the bank; return whether she was the fourth (RULINGS 2.4, MQ-17)."""
        for _ in range(self.price_of(me, queen)):
            me.discarded.append(me.bank.pop()[0])
        self.counts_by_event["paid"] += 1
        return me.queens_turned == 4

    def discard_row(self, me: SeatState) -> None:
        """Discard the row."""
        me.discarded += me.row
        me.row = []

    def bank_row(self, me: SeatState) -> None:
        """Put the row onto the bank."""
        me.bank += [(card, False) for card in me.row]
        me.row = []

    def end_game(self, me: SeatState, cause: str) -> None:
        """End the game of a seat for this cause."""
        me.step, me.status, me.cause = "ended", "finished", cause
        self.counts_by_event[f"end {cause}"] += 1

    def bank(self, me: SeatState, queen: str) -> None:
        """Bank the row, end the play, and put a Queen into the deck (RULINGS 2.5)."""
        self.bank_row(me)
        me.step, me.status = "done", "banked"
        self.put_queen_into_deck(me, queen)

    def put_queen_into_deck(self, me: SeatState, queen_suit: str = "") -> None:
        """Put one of the Queens aside into the deck, the one of `queen_suit` if it is given; if none is aside, owe a
        temporary card.
        """
        if me.queens_aside:
            queen = self.draws.take_next(f"deck/{me.number}", QUEEN_PUT_IN_EVENT)
            assert queen in me.queens_aside
            assert not queen_suit or str(queen) == queen_suit
            me.queens_aside.remove(queen)
            me.deck[queen] += 1
        else:
            me.temporaries_owed += 1

    # State that all seats share

    @property
    def shared_banned_cards(self) -> list[Card]:
        """Return the shared banned cards, slot 1 before slot 2."""
        return [card for card in self.slots if card is not None]

    def seats_in_draw_order(self) -> list[SeatState]:
        """Return the seats in the order in which they draw at the barrier, which changes with the plays (MQ-42)."""
        first = 0 if self.classic else (self.play - 1) % len(self.seats)
        return [*self.seats[first:], *self.seats[:first]]

    def end_play(self, last: SeatState) -> None:
        """Carry out the barrier (RULINGS 2.6); in Classic pass the turn from seat `last` to the next."""
        if not self.all_have_ended():
            self.update_banned_cards()
        if self.all_have_ended():
            self.over = True
            return
        self.play += 1
        if self.classic:
            after = [*self.seats[last.number + 1 :], *self.seats[: last.number + 1]]
            self.turn = next(seat.number for seat in after if not seat.has_ended)
        self.begin_play()

    def all_have_ended(self) -> bool:
        """Return whether every seat's game has ended."""
        return all(seat.has_ended for seat in self.seats)

    def begin_play(self) -> None:
        """Begin a play for every seat that has not ended, in Classic for the seat on turn only."""
        for seat in self.seats:
            if not seat.has_ended and self.turn in (None, seat.number):
                seat.step, seat.status = "start", "playing"

    def update_banned_cards(self) -> None:
        """Carry out steps 1 to 5 of RULINGS 2.6."""
        order = self.seats_in_draw_order()
        for seat in order:
            if seat.temporary_was_hit or seat.has_ended:
                self.banned_gone += seat.temporaries
                seat.temporaries = []
            seat.temporary_was_hit = False
        for slot in sorted(self.marked_slots):
            self.discard_slot(slot)
        self.marked_slots.clear()
        self.fill_slots()
        self.run_joker_events()
        for seat in order:
            while seat.temporaries_owed and not seat.has_ended:
                seat.temporaries_owed -= 1
                self.draw_temporary_card(seat)

    def discard_slot(self, slot: int) -> None:
        """Discard the banned card of a slot."""
        card = self.slots[slot]
        assert card is not None
        self.banned_gone.append(card)
        self.slots[slot] = None

    def fill_slots(self) -> None:
        """Fill the empty slots: step 3 of RULINGS 2.6 (MQ-9, MQ-10, MQ-11)."""
        for slot in (0, 1):
            while self.slots[slot] is None:
                taken = {card.rank for card in self.shared_banned_cards}
                card = self.draw_banned_card(taken)
                if card.rank in taken:
                    self.banned_gone.append(card)
                else:
                    self.slots[slot] = card

    def run_joker_events(self) -> None:
        """Run the event of every Joker drawn: step 4 of RULINGS 2.6."""
        while JOKER in self.slots:
            slot = self.slots.index(JOKER)
            others = [card for card in self.shared_banned_cards if card != JOKER]
            for seat in self.seats_in_draw_order():
                if not seat.has_ended:  # MQ-35
                    self.run_joker_event(seat, others)
            self.discard_slot(slot)
            self.fill_slots()

    def draw_temporary_card(self, me: SeatState) -> None:
        """Draw a temporary card for a seat: step 5 of RULINGS 2.6 (MQ-28, MQ-29)."""
        while True:
            taken = {card.rank for card in (*self.shared_banned_cards, *me.temporaries)}
            if self.options["temporary_may_duplicate"]:
                taken = set()
            if len(taken) == 13:
                self.counts_by_event["13 covered"] += 1
                return
            card = self.draw_banned_card(taken)
            if card != JOKER and card.rank not in taken:
                me.temporaries.append(card)
                self.counts_by_event["temporary"] += 1
                return
            self.banned_gone.append(card)
            if card == JOKER and self.options["temporary_joker"] == "event":
                self.counts_by_event["temporary Joker"] += 1
                self.run_joker_event(me, self.shared_banned_cards)
                if me.has_ended:
                    return

    def draw_banned_card(self, refused: set[str]) -> Card:
        """Turn a card of the banned deck, whose value is not in `refused`; an empty deck is refilled first.

        See the end of RULINGS 2.6. Jokers do not stay, so a discard pile of Jokers alone is no new deck.
        """
        if not self.banned_deck.total():
            if any(card.rank not in {*refused, "Jk"} for card in self.banned_gone):
                self.banned_deck = Counter(self.banned_gone)
                self.banned_gone = []
                self.counts_by_event["reshuffle"] += 1
            else:
                self.banned_deck = +FULL_DECK
                self.counts_by_event["fresh pack"] += 1
        card = self.draws.take_next("banned-deck", TURNED_EVENT)
        assert self.banned_deck[card], f"{card} is not in the banned deck"
        self.banned_deck[card] -= 1
        return card

    def run_joker_event(self, me: SeatState, against: Sequence[Card]) -> None:
        """Run a Joker event for one seat; the cards that it turns are compared with the banned cards `against` (RULINGS
        2.7).
        """
        self.counts_by_event["event"] += 1
        event = self.turn_cards(me, 2)
        queue = deque(card for card in event if is_queen(card))
        me.row = [card for card in event if not is_queen(card)]
        while queue:
            self.counts_by_event["event Queen"] += 1
            queen = queue.popleft()
            if not self.count_queen_and_check_payment(me, queen) or self.pay_queen(me, queen):
                self.discard_row(me)
                self.end_game(me, "fourth queen" if self.paid_last else "cannot pay")
                return
            for card in self.turn_cards(me, 1):
                if is_queen(card):
                    queue.append(card)
                else:
                    me.discarded.append(card)  # it takes no part (MQ-34)
        if any(is_hit_by(banned, card) for banned in against for card in me.row):
            me.bank += [(card, card in against and not self.classic) for card in me.row]
            me.row = []
            self.counts_by_event["event scores"] += 1
            if self.options["joker_event_costs_queen"] and not self.is_out_of_cards(me):
                self.put_queen_into_deck(me)
        self.discard_row(me)
        if self.is_out_of_cards(me):
            self.end_game(me, "deck out")
