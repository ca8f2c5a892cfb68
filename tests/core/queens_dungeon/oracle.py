"""The oracle of Queen's Dungeon: a second and slow implementation of section 5 of the rulings."""

from __future__ import annotations

SUIT_SYMBOLS = "♣♦♥♠"
"""The symbols of the suits, in the order of the pack."""
RANKS_LOW_TO_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "K", "A", "Q"]  # from low to high (RULINGS 5.1)
"""The ranks from the lowest to the highest: Queens are highest."""

HAND_SIZE_AND_QUOTA_BY_SEATS = {2: (17, 7), 3: (17, 7), 4: (13, 5), 5: (10, 4), 6: (8, 3), 7: (7, 2), 8: (6, 2)}
"""Maps the number of seats to the cards of a hand and the tricks that the dealer must make (RULINGS 5.1)."""


def suit_of(card: str) -> str:
    """Return the suit of a card."""
    return card[-1]


def rank_in_suit(card: str) -> int:
    """Return the rank of a card within its suit as a number from 0, the lowest."""
    return RANKS_LOW_TO_HIGH.index(card[:-1])


def is_queen(card: str) -> bool:
    """Return whether a card is a Queen."""
    return card[0] == "Q"


def cards_that_may_follow(hand: list[str], led: str) -> list[str]:
    """Return the cards of a hand that may follow `led`: its suit and all Queens; without the suit, the whole hand.

    See RULINGS 5.2.
    """
    if any(suit_of(card) == led for card in hand):
        return [card for card in hand if suit_of(card) == led or is_queen(card)]
    return hand


class DungeonOracle:
    """A second implementation that follows a match action by action; it is given the hands when they are dealt, and the
    dummy's cards.
    """

    def __init__(self, seats: int, dealer: int, options: dict[str, object]) -> None:
        self.seats = seats
        self.players = max(seats, 3)  # with two, seat 2 is the dummy (QD-22)
        self.options = options
        self.partners = bool(options.get("partners"))
        self.scores = [0] * (2 if self.partners else seats)
        self.over = False
        self.hand = 0
        self.begin(dealer)

    def team(self, seat: int) -> int:
        """Return the index of a seat's score: its own number, or that of the team if partners share a score."""
        return seat % 2 if self.partners else seat

    def score(self, seat: int) -> int:
        """Return the score of a seat."""
        return self.scores[self.team(seat)]

    def next_player(self, seat: int) -> int:
        """Return the next player clockwise; the dummy sits at the dealer's right (QD-22)."""
        if self.seats > 2:
            return (seat + 1) % self.seats
        circle_orders = [self.dealer, 1 - self.dealer, 2]
        return circle_orders[(circle_orders.index(seat) + 1) % 3]

    def begin(self, dealer: int) -> None:
        """Begin a hand: the dealer calls trump before the deal."""
        self.hand += 1
        self.dealer = self.turn = dealer
        self.size, self.quota = (13, 5) if self.options.get("exchange") else HAND_SIZE_AND_QUOTA_BY_SEATS[self.seats]
        self.phase = "call"
        self.called: list[str] = []
        self.broken = self.challenged = False
        self.tricks = [0] * self.players
        self.queens = [0] * self.players
        self.condemned: set[int] = set()
        self.trick: list[str] = []
        self.last: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.leftover: list[str] = []
        self.aside: list[str] = []
        self.fixed: list[str] = []

    def deal(self, hands: list[list[str]], leftover: list[str]) -> None:
        """Record the hands dealt after the call of trump and the cards left over; of the dummy's hand only the number
        of cards counts.
        """
        self.hands = [list(hand) for hand in hands]
        self.leftover = list(leftover)
        assert all(len(hand) == self.size for hand in self.hands)

    def legal(self) -> set[str]:
        """Return the legal actions of the seat on turn, as texts."""
        if self.phase in ("call", "change"):
            return {f"trump {one}" for one in SUIT_SYMBOLS if one not in self.called[-1:]}
        if self.phase == "exchange":
            return {"keep", "exchange"}
        hand = self.hands[self.turn]
        if self.phase == "switch":
            old = [card for card in hand if card not in self.fixed]
            return {"keep"} | {f"swap {out} {taken}" for out in old for taken in self.leftover}
        return {f"play {card}" for card in self.playable(hand)} | ({"challenge"} if self.may_challenge() else set())

    @property
    def trump(self) -> str | None:
        """The trump suit, None before it is called."""
        return self.called[-1] if self.called else None

    def playable(self, hand: list[str]) -> list[str]:
        """Return the cards of a hand that may be played now."""
        queens = [card for card in hand if is_queen(card)]
        if self.challenged and queens:  # QD-26
            return queens
        if self.trick:
            return cards_that_may_follow(hand, suit_of(self.trick[0]))
        if self.broken or all(suit_of(card) == self.trump for card in hand):
            return hand
        return [card for card in hand if suit_of(card) != self.trump or is_queen(card)]

    def may_challenge(self) -> bool:
        """Return whether the seat on turn may call the Queen's Challenge.

        It must lead and have the lowest score, and another seat must have 400 points (QD-26).
        """
        if not self.options.get("challenge") or self.trick or self.challenged or self.turn >= self.seats:
            return False
        return max(self.scores) >= 400 and self.score(self.turn) == min(self.scores)

    def automatic_action(self) -> str:
        """Return the automatic action of the seat on turn (RULINGS 5.5)."""
        if self.phase in ("call", "change"):
            return "trump " + next(one for one in SUIT_SYMBOLS if one not in self.called)
        if self.phase in ("switch", "exchange"):
            return "keep"
        hand = self.playable(self.hands[self.turn])
        return "play " + min(hand, key=lambda card: (rank_in_suit(card), SUIT_SYMBOLS.index(suit_of(card))))

    def act(self, action: str) -> None:
        """Carry out an action of the seat on turn, which must be legal."""
        verb, *words = action.split()
        assert action in self.legal(), (action, self.legal())
        # a verb is the name of its method, except `trump`, which is a property
        getattr(self, "name_trump" if verb == "trump" else verb)(*words)

    def name_trump(self, new_trump: str) -> None:
        """Call trump before the deal, or change it during the play."""
        self.called.append(new_trump)
        if self.phase == "change":
            self.phase = "play"
            self.turn = self.leader
            return
        remainder = 52 % self.players and self.options.get("switch")
        self.phase = "switch" if remainder else "exchange" if self.options.get("exchange") else "play"
        if self.phase == "play":
            self.begin_play()

    def begin_play(self) -> None:
        """Begin the play: the player after the dealer leads."""
        self.phase = "play"
        self.leader = self.turn = self.next_player(self.dealer)

    def keep(self) -> None:
        """Keep the hand dealt, without an exchange (QD-27), and begin the play."""
        self.begin_play()

    def exchange(self) -> None:
        """Exchange the hand for the spare one; the quota then is one trick higher (QD-27).

        Begin the play. The new hand is given by the next call of `deal`.
        """
        self.quota += 1
        self.begin_play()

    def swap(self, given_card: str, taken: str) -> None:
        """Swap a card of the hand for one of those left over (QD-24); begin the play when none is left."""
        hand = self.hands[self.turn]
        hand[hand.index(given_card)] = taken
        self.leftover.remove(taken)
        self.aside.append(given_card)
        self.fixed.append(taken)
        if not self.leftover:  # nothing is left to decide (G-3)
            self.begin_play()

    def challenge(self) -> None:
        """Call the Queen's Challenge: until the end of the trick, whoever has a Queen must play one (QD-26)."""
        self.challenged = True

    def play(self, card: str) -> None:
        """Play a card of the player on turn; the last card of a trick ends it."""
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = self.next_player(self.turn)
        if len(self.trick) == self.players:
            self.end_trick()

    def play_dummy_card(self, card: str) -> None:
        """Play the dummy's top card; it need not follow suit (QD-22)."""
        assert self.turn == 2
        self.hands[2].pop()
        self.trick.append(card)
        self.turn = self.next_player(2)
        if len(self.trick) == self.players:
            self.end_trick()

    def trick_winner(self) -> int:
        """Return the player of the strongest card of the trick."""
        one = self.trump if any(suit_of(card) == self.trump for card in self.trick) else suit_of(self.trick[0])
        best = max((card for card in self.trick if suit_of(card) == one), key=rank_in_suit)
        seat = self.leader
        for card in self.trick:
            if card == best:
                return seat
            seat = self.next_player(seat)
        raise AssertionError

    def end_trick(self) -> None:
        """Carry out the steps of RULINGS 5.3 in their order."""
        winner = self.trick_winner()
        queens = sum(map(is_queen, self.trick))
        self.tricks[winner] += 1
        self.queens[winner] += queens
        self.broken = self.broken or any(suit_of(card) == self.trump for card in self.trick)
        self.last, self.trick = self.trick, []
        self.challenged = False
        self.leader = self.turn = winner
        if queens > 2 and winner < self.seats:
            self.send_to_dungeon(winner, queens)
        if not self.hands[winner]:
            self.end_hand()
        elif queens == 2:
            self.phase = "change"
            self.turn = self.dealer
            if self.options.get("change_resets_broken", True):
                self.broken = False

    def send_to_dungeon(self, seat: int, queens: int) -> None:
        """Set the score of a seat that has taken three or four Queens, and condemn the seat: it earns nothing more in
        this hand.
        """
        team, own = self.team(seat), self.score(seat)
        low = min(score for other, score in enumerate(self.scores) if other != team)
        self.scores[team] = min(own - 100, low - 1) if queens == 3 else min(0, own - 250)
        self.condemned.add(seat)

    def end_hand(self) -> None:
        """Carry out the steps of RULINGS 5.4 in their order."""
        for seat in range(self.seats):
            self.scores[self.team(seat)] += self.points_earned(seat)
        best = max(self.scores)
        if best >= int(str(self.options.get("target", 500))) and self.scores.count(best) == 1:
            self.over = True
            self.phase = "over"
        else:
            self.begin((self.dealer + 1) % self.seats)

    def points_earned(self, seat: int) -> int:
        """Return the points of a seat for this hand."""
        points = 0 if seat in self.condemned else 10 * self.tricks[seat] + 25 * self.queens[seat]
        if seat != self.dealer:
            return points
        if self.tricks[seat] < self.quota:
            spared = seat in self.condemned and not self.options.get("condemned_dealer_pays", True)
            return 0 if spared else -50
        return 0 if seat in self.condemned else points + 50
