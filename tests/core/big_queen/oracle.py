"""The oracle of Big Queen: a second and slow implementation of section 4 of the rulings."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

SET_RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
"""The ranks that a set can have; twos are wild."""

PACKS_AND_TARGET_BY_SEATS = {4: (2, 1000), 6: (3, 2000), 8: (3, 2500), 10: (4, 3000)}
"""Maps the number of seats to the number of packs and the target score (BQ-26)."""

METHOD_BY_VERB = {"ask": "ask_partners", "yes": "answer_yes", "no": "answer_no"}
"""Maps the verb of an action to the name of the oracle's method that carries it out, for verbs whose method has another
name.
"""


def rank(card: str) -> str:
    """Return the rank of a card."""
    return card[:-1]


def is_wild(card: str) -> bool:
    """Return whether a card is a two, which stands for any rank in a set."""
    return rank(card) == "2"


def points_of_card(card: str) -> int:
    """Return the points of a card (RULINGS 4.1); a whole pack has 530 points."""
    if card == "Q♠":
        return 100
    return {"2": 20, "A": 15, "K": 10, "Q": 10, "J": 10, "10": 10}.get(rank(card), 5)


def all_picks(hand: list[str], pick_size: int) -> set[tuple[str, ...]]:
    """Return all different ways to pick `pick_size` cards from a hand; each way is sorted."""
    return {tuple(sorted(some)) for some in combinations(hand, pick_size)}


def hand_without(hand: list[str], cards: tuple[str, ...]) -> list[str]:
    """Return a hand without these of its cards."""
    return list((Counter(hand) - Counter(cards)).elements())


class BigQueenOracle:
    """A second implementation that follows a match: it is given the cards of each deal, each action, and each card
    drawn.
    """

    def __init__(self, seats: int, options: dict[str, object]) -> None:
        self.seats = seats
        self.options = options
        packs, target = PACKS_AND_TARGET_BY_SEATS[seats]
        self.cards = 52 * packs
        self.target = int(str(options.get("target") or target))
        self.scores = {"A": 0, "B": 0}
        self.round = 1
        self.dealer = 0
        self.playoff = False
        self.begin_round()

    def begin_round(self) -> None:
        """Reset everything that belongs to one round."""
        self.phase = "deal"
        self.seat_on_turn = self.dealer
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.discards: list[str] = []
        self.stock = self.cards
        self.areas: dict[tuple[str, str], list[str]] = {}
        self.due: set[int] = set()
        self.reshuffles = 0
        self.opening = False
        self.reset_turn()

    def reset_turn(self) -> None:
        """Reset everything that belongs to one turn."""
        self.asked = self.allowed = False
        self.waiting: set[int] = set()
        self.drawn: str | None = None
        self.back = ""

    @staticmethod
    def team(seat: int) -> str:
        """Return the letter of a seat's team."""
        return "AB"[seat % 2]

    def deal(self, dice: int, hands: list[list[str]], upcard: str) -> None:
        """Record a deal (RULINGS 4.2, BQ-1, BQ-2): a roll of 44 or 45 earns 100 points at once."""
        size = int(str(self.options.get("hand_size", 11)))
        assert all(len(hand) == size for hand in hands)
        self.scores[self.team(self.dealer)] += 100 if dice in (44, 45) else 0
        self.hands = [list(hand) for hand in hands]
        self.discards = [upcard]
        self.stock = self.cards - self.seats * size - 1
        self.seat_on_turn = (self.dealer + 1) % self.seats
        self.phase = "draw"
        self.opening = True

    # What is legal

    def legal(self, seat: int) -> set[str]:
        """Return the legal actions of a seat, as texts."""
        found = set()
        if seat in self.due:
            found.add("announce")
        found |= {f"catch {other}" for other in self.due if other != seat}
        if self.phase == "answer":
            return found | ({"yes", "no"} if seat in self.waiting else set())
        if seat != self.seat_on_turn:
            return found
        if self.phase == "deal":
            return {"deal"}
        if not self.asked:
            found.add("ask")
        return found | (
            self.legal_draws(self.hands[seat]) if self.phase == "draw" else self.legal_plays(self.hands[seat])
        )

    def may_leave_hand(self, hand: list[str]) -> bool:
        """Return whether a player may lay cards so that only this hand remains: two cards or more, or one with
        permission to go out (RULINGS 4.3, BQ-14).
        """
        return len(hand) > 1 or (len(hand) == 1 and self.allowed)

    def legal_draws(self, hand: list[str]) -> set[str]:
        """Return, as texts, the actions with which a player with this hand may begin a turn: to draw, or to take from
        the discard pile.
        """
        found = {"draw"}
        if self.options.get("free_first_upcard") and self.opening:
            found.add("take 1")
        for pair in all_picks(hand, 2):
            rest = hand_without(hand, pair)
            for place, card in enumerate(self.discards):
                fits = not is_wild(card) and self.is_set((card, *pair))
                if fits and self.may_leave_hand(rest + self.discards[place + 1 :]):
                    found.add(f"take {place + 1} {pair[0]} {pair[1]}")
        return found

    @staticmethod
    def is_set(cards: tuple[str, ...]) -> bool:
        """Return whether cards are a set: of one rank, where a two stands for any rank, and not all of them twos
        (BQ-11).
        """
        return len({rank(card) for card in cards if not is_wild(card)}) == 1

    def legal_plays(self, hand: list[str]) -> set[str]:
        """Return, as texts, the actions that a player with this hand may take after drawing: melds, additions to sets
        and discards.
        """
        found = set()
        for three in all_picks(hand, 3):
            if self.is_set(three) and self.may_leave_hand(hand_without(hand, three)):
                found.add("meld " + " ".join(three))
        team = self.team(self.seat_on_turn)
        own = [one for side, one in self.areas if side == team]
        for card in set(hand):
            if self.may_leave_hand(hand_without(hand, (card,))):
                if is_wild(card):
                    found |= {f"add {card} to {one}" for one in own}
                elif rank(card) in own:
                    found.add(f"add {card}")
            if len(hand) > 1 or self.allowed:
                found.add(f"discard {card}")
            if len(hand) == 2:
                found.add(f"discard {card} announce")
        return found

    def automatic_action(self, seat: int) -> str | None:
        """Return the action that RULINGS 4.6 takes for a player whose time is up, None if that section names none."""
        if self.phase == "answer":
            return "yes"
        if self.phase in ("deal", "draw"):
            return self.phase
        if self.drawn is None or self.drawn not in self.hands[seat]:
            return None
        return f"discard {self.drawn}" + (" announce" if len(self.hands[seat]) == 2 else "")

    # What happens

    def act(self, seat: int, action: str, drawn_card: str | None = None) -> None:
        """Carry out an action of a seat; `drawn_card` is the card that it drew from the stock, None if it drew none."""
        verb, *words = action.split()
        if verb == "draw":
            self.draw(seat, drawn_card)
        elif verb == "catch":
            self.catch(int(words[0]), drawn_card)
        else:
            getattr(self, METHOD_BY_VERB.get(verb, verb))(seat, *words)

    def ask_partners(self, seat: int) -> None:
        """Ask the partners of a seat whether it may go out."""
        self.asked = True
        self.back, self.phase = self.phase, "answer"
        self.waiting = {one for one in range(seat % 2, self.seats, 2) if one != seat}

    def answer_yes(self, seat: int) -> None:
        """Record the answer yes of a partner; the last yes gives permission."""
        self.waiting.discard(seat)
        if not self.waiting:
            self.allowed = True
            self.phase = self.back

    def answer_no(self, seat: int) -> None:
        """Record that a partner has answered no: the seat may not go out, whatever other partners answer."""
        self.waiting = set()
        self.phase = self.back

    def announce(self, seat: int) -> None:
        """Announce the one card of a seat."""
        self.due.discard(seat)

    def catch(self, caught: int, drawn_card: str | None) -> None:
        """Give a seat that was caught one card as a penalty, if there is one (BQ-18, BQ-21)."""
        self.due.discard(caught)
        assert (drawn_card is None) == (self.stock == 0)
        if drawn_card is not None:
            self.stock -= 1
            self.hands[caught].append(drawn_card)

    def draw(self, seat: int, drawn_card: str | None) -> None:
        """Draw the card `drawn_card` and begin to play; an empty stock is refilled first, or ends the round (BQ-21)."""
        if not self.stock:
            if self.reshuffles == int(str(self.options.get("max_reshuffles", 1))) or len(self.discards) == 1:
                assert drawn_card is None
                return self.end_round(None)
            self.reshuffles += 1
            self.stock = len(self.discards) - 1
            self.discards = self.discards[-1:]
        assert drawn_card is not None
        self.stock -= 1
        self.hands[seat].append(drawn_card)
        self.drawn = drawn_card
        self.begin_playing(seat)

    def begin_playing(self, seat: int) -> None:
        """Go on to the phase `play` after a seat has drawn or taken.

        From now on the seat can no longer be caught for not announcing its last card.
        """
        self.due.discard(seat)
        self.opening = False
        self.phase = "play"

    def take(self, seat: int, place: str, *pair: str) -> None:
        """Take a card of the discard pile with all cards above it; lay it, with a pair of the hand if one is given, and
        play on. `place` is the card's place in the pile as a text, 1 for the oldest.
        """
        card, *more = self.discards[int(place) - 1 :]
        del self.discards[int(place) - 1 :]
        self.hands[seat] = hand_without(self.hands[seat], pair) + more
        if pair:
            self.lay_cards(seat, rank(card), [card, *pair])
        else:
            self.hands[seat].append(card)
        self.begin_playing(seat)

    def meld(self, seat: int, *cards: str) -> None:
        """Lay three cards of the hand as a set."""
        self.hands[seat] = hand_without(self.hands[seat], cards)
        self.lay_cards(seat, next(rank(card) for card in cards if not is_wild(card)), list(cards))

    def add(self, seat: int, card: str, *set_rank: str) -> None:
        """Add a card of the hand to the set of its rank, or a two to the set named last."""
        self.hands[seat].remove(card)
        self.lay_cards(seat, set_rank[1] if set_rank else rank(card), [card])

    def lay_cards(self, seat: int, set_rank: str, cards: list[str]) -> None:
        """Put cards into the set of this rank of a seat's team; the card just drawn may be among them."""
        self.areas.setdefault((self.team(seat), set_rank), []).extend(cards)
        self.drawn = None if self.drawn in cards else self.drawn

    def discard(self, seat: int, card: str, *announcement: str) -> None:
        """Discard a card, which ends the turn, or the round if it was the last card."""
        self.hands[seat].remove(card)
        self.discards.append(card)
        if not self.hands[seat]:
            return self.end_round(seat)
        if len(self.hands[seat]) == 1 and not announcement:
            self.due.add(seat)
        self.seat_on_turn = (seat + 1) % self.seats
        self.phase = "draw"
        self.reset_turn()

    def end_round(self, seat_out: int | None) -> None:
        """Score the round (RULINGS 4.5, BQ-19), then end the match or begin the next round (BQ-25).

        `seat_out` is the seat that went out, None in a blocked round.
        """
        for team in "AB":
            melds = sum(points_of_card(card) for (side, _), some in self.areas.items() if side == team for card in some)
            held = sum(
                points_of_card(card)
                for seat in range(self.seats)
                if self.team(seat) == team
                for card in self.hands[seat]
            )
            lost = seat_out is not None and self.team(seat_out) != team
            counts = self.options.get("losers_count_melds", True) or not lost
            self.scores[team] += (melds if counts else 0) - held
        a, b = self.scores.values()
        allowed = int(str(self.options.get("max_rounds", 100)))
        reached = max(a, b) >= self.target or self.playoff or self.round >= allowed  # a tie is played on (RULINGS 7)
        self.playoff = reached and a == b
        if reached and a != b:
            self.phase = "over"
            self.waiting, self.due = set(), set()
            return
        self.round += 1
        self.dealer = (self.dealer + 1) % self.seats
        self.begin_round()
