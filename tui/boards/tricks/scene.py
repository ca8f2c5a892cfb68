"""The scene of the trick board: a frozen value with everything that decides what is painted."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from core import Card
from core.engine.cards import QUEENS
from tui.boards.common.scene import TableScene
from tui.boards.common.travel import SCORE_COUNT_FRAMES
from tui.boards.tricks.trick_view import (
    HandSortOrder,
    fact_number_or_zero,
    has_trump_suit,
    sorted_hand,
    trick_by_player,
)
from tui.cards import Look
from tui.drawing import Banner

Overlay: TypeAlias = Literal["", "last", "hand"]
"""What lies over the table: nothing, the last trick, or the result of the last hand."""


COLLECTED_TRICK_FRAMES: Final = 5
"""The number of frames in which a trick moves to its winner; in the last it has arrived."""


class TakenTrick(Struct, frozen=True):
    """A trick that has been taken in this hand: the seat of its taker, the card that took it, and its Queens."""

    taker: int
    card: Card
    queens: tuple[Card, ...] = ()
    dungeon_loss: int = 0
    """The points that its taker lost with it in the dungeon; 0 without a dungeon, or if they are not known."""


class CollectedTrick(Struct, frozen=True):
    """A trick that moves to its winner: seats with their cards, the winner's seat, and the frame (0: not moved yet)."""

    trick: tuple[tuple[int, Card], ...]
    winner: int
    frame: int = 0


class DungeonEffect(Struct, frozen=True):
    """The effect of a frame in which a player goes to the dungeon."""

    player: int
    """The seat of the player."""
    queens: tuple[Card, ...]
    """The Queens that the player has taken."""
    score: int
    """The score that this frame shows."""
    new_score: int
    """The score to which it falls."""
    frame: int
    """The frame of the falling bars, 0 before they fall."""
    sentence: str
    """The sentence on who goes to the dungeon and why."""
    reason: str = ""
    """The sentence on how far they fall: why the new score is what it is."""


class TrickFrameEffect(Struct, frozen=True):
    """The effect of a frame: what it shows over the table for a moment; by default nothing.

    What is None is not shown by this frame.
    """

    collected_trick: CollectedTrick | None = None
    """A trick that moves to its winner."""
    banner: Banner | None = None
    """Big letters over the table."""
    second_line: str = ""
    """A second line of big letters, under the banner, or ""."""
    queen: Card | None = None
    """A Queen who has just been played, in large over the table, with the sentence of the banner."""
    several_queens: bool = False
    """Whether the banner is about several Queens: two in one trick, or the Queen's Challenge."""
    dungeon: DungeonEffect | None = None
    """A player who goes to the dungeon."""
    travelling_seat: int | None = None
    """The seat whose card is on its way to the trick, so that it does not lie there yet."""
    cards_dealt: int | None = None
    """The number of cards that each player has while cards are dealt; None at other times."""
    count_step: int = SCORE_COUNT_FRAMES
    """The step, up to `SCORE_COUNT_FRAMES`, in which the scores of the summary of a hand count up to the new ones."""
    taker_seat: int | None = None
    """The seat that took the trick whose results are shown; it is not awaited yet, although it has the turn."""


class HandOutcome(Struct, frozen=True):
    """The results of a hand for a player: tricks, Queens, points, the score after it, and a short remark ("" for none).

    `points` is the change of the score from the beginning of the hand to its end, a fall into the dungeon included;
    None if unknown. `player` is the seat, or the number after the last seat for the dummy; `tricks` and `queens` are
    how many of each it has taken in the hand.
    """

    player: int
    tricks: int
    queens: int
    points: int | None
    score: int
    remark: str = ""


class HandSummary(Struct, frozen=True):
    """The results of a finished hand for each player.

    `title` is the heading of the summary; `outcomes` has one entry for each player; `hand` is the number of the hand.
    """

    title: str
    outcomes: tuple[HandOutcome, ...]
    hand: int


class TrickScene(TableScene, frozen=True, kw_only=True):
    """The scene of a trick game."""

    focus: int
    """The seat at the bottom: my own, or the one that a spectator has chosen."""
    cursor: Card | None = None
    """The card of my hand at the cursor, None while there is none."""
    suit: str = ""
    """The suit at the cursor while trump is named."""
    picked_leftover: Card | None = None
    """The leftover card that a swap would take, None while there is none."""
    sort_order: HandSortOrder = "suit"
    """The order of my hand."""
    effect: TrickFrameEffect = TrickFrameEffect()
    summary: HandSummary | None = None
    """The result of the last hand, None while there is none to show."""
    tricks: tuple[TakenTrick, ...] = ()
    """The tricks of this hand in their order, as far as they are known: without those before this board began to watch.
    """
    unseen_queens_taken: int = 0
    """The number of further Queens that were taken in this hand before this board began to watch."""
    overlay: Overlay = ""
    """The last trick or the last hand, if it is shown again."""
    open_question: str = ""
    """The question that the board asks: ``accuse`` (whether to accuse somebody of a wrong card), or "" for none."""

    @property
    def card_look(self) -> Look:
        """The look of cards that overlap: only in Queen's Dungeon a Queen is more than another card."""
        return self.look if self.has_dungeon else self.look.without_marked_queens()

    @property
    def has_dungeon(self) -> bool:
        """Whether the game has a dungeon, a quota and a trump suit: Queen's Dungeon and not Queen Bees II."""
        return has_trump_suit(self.view)

    @property
    def phase(self) -> str:
        """The phase of the match: ``call``, ``switch``, ``exchange``, ``play``, ``change`` or ``over``."""
        return str(self.view.facts["phase"])

    @property
    def seat_on_turn(self) -> int | None:
        """The seat whose turn it is; None if it is nobody's turn."""
        turn = self.view.facts["turn"]
        return turn if isinstance(turn, int) and not self.over else None

    @property
    def awaited_seat(self) -> int | None:
        """The seat whose move the match waits for; None while the board still shows the last card or trick."""
        effect, laid = self.effect, trick_by_player(self.view)
        shows_play = (
            effect.collected_trick is not None
            or effect.taker_seat is not None
            or (laid and laid[-1][0] == self.seat_on_turn)
        )
        return None if shows_play and self.phase == "play" else self.seat_on_turn

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs of my legal actions."""
        return frozenset(action.verb for action in self.legal)

    @property
    def hand(self) -> tuple[Card, ...]:
        """My hand, sorted; empty for a spectator."""
        return (
            ()
            if self.view.seat is None
            else sorted_hand(self.view, self.view.cards(f"hand/{self.focus}"), self.sort_order)
        )

    @property
    def playable_cards(self) -> frozenset[Card]:
        """The cards of my hand that I may play, or give away for the selected leftover card."""
        if self.phase == "switch":
            swaps = [action.cards for action in self.legal if action.verb == "swap"]
            return frozenset(out for out, back in swaps if back == self.picked_leftover)
        return frozenset(action.cards[0] for action in self.legal if action.verb == "play")

    @property
    def leftovers(self) -> tuple[Card, ...]:
        """The leftover cards that I, the dealer, may swap for some of my hand."""
        if self.phase != "switch" or self.view.seat is None or self.seat_on_turn != self.view.seat:
            return ()
        return self.view.cards(f"aside/{self.view.seat}")

    def number(self, fact: str) -> int:
        """Return the value of a numeric fact, 0 if it is missing."""
        return fact_number_or_zero(self.view, fact)

    @property
    def queens_taken(self) -> tuple[tuple[Card, int], ...]:
        """The Queens taken in this hand, each with the seat that took her, as far as they are known."""
        return tuple((queen, trick.taker) for trick in self.tricks for queen in trick.queens)

    def queens_of(self, player: int) -> tuple[Card, ...]:
        """Return the Queens of this hand that a player is known to have taken."""
        return tuple(card for card, taker in self.queens_taken if taker == player)

    @property
    def doubtful_queens(self) -> tuple[Card, ...]:
        """The Queens that may have been taken before this board began to watch; it is not known which of them were."""
        if not self.unseen_queens_taken:
            return ()
        known = {card for card, _ in self.queens_taken}
        known.update(*(pile for pile in self.view.piles.values() if not isinstance(pile, int)))
        return tuple(queen for queen in QUEENS if queen not in known)

    def cards_held(self, player: int) -> int:
        """Return the number of cards in a player's hand; while cards are dealt, only those that have arrived count."""
        pile = f"hand/{player}" if player < self.view.seats else "dummy"
        return self.view.count(pile) if self.effect.cards_dealt is None else self.effect.cards_dealt

    @property
    def counted_tricks_of_dealer(self) -> int:
        """The tricks of the dealer that count for the quota: not those taken after a wrong card that was found out."""
        return self.number(f"tricks/{self.number('dealer')}") - self.number("uncounted")

    def is_condemned(self, player: int) -> bool:
        """Return whether a player is in the dungeon, so that no trick and no Queen of this hand counts for them."""
        door = self.effect.dungeon
        return bool(self.view.facts.get(f"condemned/{player}")) or (door is not None and door.player == player)

    def score(self, seat: int) -> int:
        """Return the score of a seat; if the player goes to the dungeon, the score falls while the bars fall."""
        door = self.effect.dungeon
        return door.score if door is not None and door.player == seat else self.number(f"score/{seat}")

    def third_person_name(self, player: int) -> str:
        """Return the name of a player in the third person; the player without a seat is the dummy."""
        return self.names[player] if player < self.view.seats else "Dummy"

    def name_inside_sentence(self, player: int) -> str:
        """Return the name of a player within a sentence; ``you`` for my own seat."""
        return "you" if player == self.view.seat else self.third_person_name(player)

    def name(self, player: int) -> str:
        """Return the name of a player; ``You`` for my own seat."""
        return "You" if player == self.view.seat else self.third_person_name(player)
