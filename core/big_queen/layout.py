"""The constants of Big Queen (teams, packs, points), and its piles and facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from core.engine.cards import CARDS, RANKS, Card
from core.engine.english import TEAM_LETTERS
from core.engine.piles import EVERYONE, NOBODY, OVER_FACT, PHASE_FACT, FactChanged, Layout, Moved, Place, Remark, Value
from core.engine.view import View

BIG_QUEEN_SEAT_COUNTS: Final = (4, 6, 8, 10)
"""The numbers of players that Big Queen allows."""
SEATS_WITH_ONE_PARTNER: Final = 4
"""The number of seats of a match in which each player has one partner."""

PACK_COUNT_BY_SEATS: Final[Mapping[int, int]] = {4: 2, 6: 3, 8: 3, 10: 4}
"""Maps the number of players to the number of packs of 52 cards (RULINGS 4.1, BQ-26)."""

TARGET_BY_SEATS: Final[Mapping[int, int]] = {4: 1000, 6: 2000, 8: 2500, 10: 3000}
"""Maps the number of players to the points that end the match (RULINGS 4.1)."""

TEAM_NAMES: Final = TEAM_LETTERS
"""The names of the two teams. Seat 0, which the published rules call Player 1, is of Team A, seat 1 of Team B, and so
on in turn."""

TEAM_OF_SEAT: Final = tuple(seat % len(TEAM_NAMES) for seat in range(max(BIG_QUEEN_SEAT_COUNTS)))
"""For each seat the number of its team; every second seat, clockwise, belongs to one team (RULINGS 4.1).

It is a tuple and not a function, because imagined rounds look it up very often.
"""

NATURAL_RANKS: Final = range(1, 13)
"""The indexes, in `core.engine.cards.RANKS`, of the ranks of naturals, 3 to ace; index 0 is the wild twos (RULINGS
4.1)."""

BIG_QUEEN: Final = Card.parse("Q♠")
"""The Queen of spades, which the game is named after."""
DICE_BONUS: Final = 100
"""The points that the dealer's team gets at once if the dice show one of the `WINNING_ROLLS` (BQ-2)."""

WINNING_ROLLS: Final = (44, 45)
"""The two rolls of the dice, of a hundred, that win the `DICE_BONUS` (BQ-2)."""


def _points_of_card(card: Card) -> int:
    """Return the points of a card, laid or left in a hand."""
    if card == BIG_QUEEN:
        return 100
    return {"2": 20, "A": 15, "10": 10, "J": 10, "Q": 10, "K": 10}.get(card.rank, 5)


POINTS_BY_CARD: Final = tuple(_points_of_card(card) for card in CARDS[:52])
"""The points of each card, laid or left in a hand, at the index of the card's number; a pack has 530 points in all
(RULINGS 4.1)."""

SEAT_ON_TURN_FACT: Final = OVER_FACT + 1
"""Index of the fact with the seat on turn; before a deal that is the dealer."""
ROUND_DEALER_FACT: Final = OVER_FACT + 2
"""Index of the fact with the seat that deals the round."""
ROUND_FACT: Final = OVER_FACT + 3
"""Index of the fact with the number of the round."""
TEAM_A_SCORE_FACT: Final = OVER_FACT + 4
"""Index of the fact with the score of Team A; the next one has that of Team B."""
DICE_FACT: Final = OVER_FACT + 6
"""Index of the fact with the last roll of the dice."""
ASKED_FACT: Final = OVER_FACT + 7
"""Index of the fact with the result of asking: `NOT_ASKED_YET`, `ANSWERS_PENDING`, `ANSWER_YES` or `ANSWER_NO`."""
PERMITTING_PARTNERS_FACT: Final = OVER_FACT + 8
"""Index of the fact with the partners that have allowed the seat to go out so far."""
ANNOUNCEMENT_DUE_FACT: Final = OVER_FACT + 9
"""Index of the fact with the seats that still have to announce their one card."""
RESHUFFLES_FACT: Final = OVER_FACT + 10
"""Index of the fact that counts how often the discard pile has been made the new stock in this round."""
OPENING_FACT: Final = OVER_FACT + 11
"""Index of the fact that is true until a seat has drawn or taken a card in this round."""
PLAYOFF_FACT: Final = OVER_FACT + 12
"""Index of the fact that is true in a round that is a playoff."""

_FACT_NAMES: Final = (
    "turn",
    "dealer",
    "round",
    "score/A",
    "score/B",
    "dice",
    "asked",
    "answers",
    "due",
    "reshuffles",
    "opening",
    "playoff",
)
"""The names of the facts, in the order of their indexes, from `SEAT_ON_TURN_FACT` on; the facts of every game, `phase`
and `over`, come before."""

NOT_ASKED_YET: Final = ""
"""The value of the fact `asked` before a player asks to go out in a turn (RULINGS 4.3)."""

ANSWERS_PENDING: Final = "waiting"
"""The value of the fact `asked` while partners have still to answer."""

ANSWER_YES: Final = "yes"
"""A partner's answer yes to the question whether a player may go out; also the value of the fact `asked` once all
partners have given it."""

ANSWER_NO: Final = "no"
"""A partner's answer, and the value of the fact `asked` after a partner has said no."""


class BigQueenLayout(Layout):
    """All piles and facts for a number of seats: ``layout.hand[seat]``, ``layout.meld[team][rank]``.

    The change objects of the most frequent actions are built once, here: ``draw_changes[seat][card]``,
    ``discard_changes[seat][card]``, ``request_changes[seat][word]`` (the seat asks to go out, or answers),
    ``permission_changes[value]`` (the fact `asked` gets this value) and `play_phase_change` (the phase becomes
    ``play``). `all_seats` is the set of all seats, ``only_seat[seat]`` the set of that seat only, and
    ``partners[seat]`` the set of its partners.
    """

    __slots__ = (
        "all_seats",
        "discard",
        "discard_changes",
        "draw_changes",
        "hand",
        "meld",
        "only_seat",
        "partners",
        "permission_changes",
        "play_phase_change",
        "request_changes",
        "stock",
    )

    def __init__(self, seats: int) -> None:
        hands = [(f"hand/{seat}", seat) for seat in range(seats)]
        melds = [(f"meld/{team}/{RANKS[rank]}", EVERYONE) for team in TEAM_NAMES for rank in NATURAL_RANKS]
        super().__init__(
            [*hands, ("stock", NOBODY), ("discard", EVERYONE), *melds],
            [(name, EVERYONE) for name in _FACT_NAMES],
        )
        self.hand: tuple[Place, ...] = self.piles[:seats]
        self.stock: Place = self.pile("stock")
        self.discard: Place = self.pile("discard")
        first = self.discard.layout_index + 1
        self.meld: tuple[tuple[Place, ...], ...] = tuple(
            # A rank is its own index: place 0 would be the twos, which have no set of their own (BQ-11).
            (self.discard, *self.piles[first + 12 * team : first + 12 * team + 12])
            for team in range(len(TEAM_NAMES))
        )
        self._prepare_common_changes()

    def _prepare_common_changes(self) -> None:
        """Make the most frequent changes and sets of seats in advance: they are values, so all matches share them."""
        seats = range(len(self.hand))
        phase, turn, asked = self.facts[PHASE_FACT], self.facts[SEAT_ON_TURN_FACT], self.facts[ASKED_FACT]
        self.all_seats = frozenset(seats)
        self.only_seat = tuple(frozenset((seat,)) for seat in seats)
        self.partners = tuple(seats_of_team(len(seats), TEAM_OF_SEAT[seat]) - {seat} for seat in seats)
        self.permission_changes = {
            value: FactChanged(EVERYONE, asked, value)
            for value in (NOT_ASKED_YET, ANSWERS_PENDING, ANSWER_YES, ANSWER_NO)
        }
        self.play_phase_change = FactChanged(EVERYONE, phase, "play")
        self.draw_changes = tuple(
            tuple((Moved(EVERYONE, self.stock, hand, (card,)), self.play_phase_change) for card in CARDS[:52])
            for hand in self.hand
        )
        drawing = FactChanged(EVERYONE, phase, "draw")
        self.discard_changes = tuple(
            tuple(
                (
                    Moved(EVERYONE, hand, self.discard, (card,)),
                    Remark(EVERYONE, "discarded", seat, (card,)),
                    FactChanged(EVERYONE, turn, (seat + 1) % len(seats)),
                    drawing,
                )
                for card in CARDS[:52]
            )
            for seat, hand in enumerate(self.hand)
        )
        self.request_changes = tuple(
            {
                "ask": (Remark(EVERYONE, "ask", seat), self.permission_changes[ANSWERS_PENDING]),
                ANSWER_YES: (Remark(EVERYONE, "answered", seat, (ANSWER_YES,)), self.permission_changes[ANSWER_YES]),
                ANSWER_NO: (Remark(EVERYONE, "answered", seat, (ANSWER_NO,)), self.permission_changes[ANSWER_NO]),
            }
            for seat in seats
        )


@lru_cache(maxsize=8)
def _cached_layout(seats: int) -> BigQueenLayout:
    """Return the layout for this number of seats, created once."""
    return BigQueenLayout(seats)


def layout(seats: int, options: Mapping[str, Value]) -> BigQueenLayout:
    """Return the layout for this number of seats, which is the same for all options."""
    return _cached_layout(seats)


def team_of(seat: int, options: Mapping[str, Value]) -> int:
    """Return the number of a seat's team: 0 for Team A, 1 for Team B."""
    return TEAM_OF_SEAT[seat]


def seats_of_team(seats: int, team: int) -> frozenset[int]:
    """Return the seats that belong to a team, of this number of seats."""
    return frozenset(seat for seat in range(seats) if TEAM_OF_SEAT[seat] == team)


def team_letter(seat: int) -> str:
    """Return the letter by which a seat's team is named: A or B."""
    return TEAM_NAMES[TEAM_OF_SEAT[seat]]


def sets_of_team(view: View, seat: int) -> tuple[Card, ...]:
    """Return the cards of the sets that a seat's team has on the table, set by set."""
    piles = (view.cards(f"meld/{team_letter(seat)}/{RANKS[rank]}") for rank in NATURAL_RANKS)
    return tuple(card for pile in piles for card in pile)
