"""The scene: everything that decides what is drawn, as one frozen value."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from core import Card
from tui.boards.common.scene import TableScene
from tui.boards.tricks.trick_view import Sort, arranged, has_suit_trump, number
from tui.drawing import Banner

Overlay: TypeAlias = Literal["", "last", "hand"]
"""What is looked at again: nothing, the last trick, or what the last hand brought."""


COLLECT_FRAMES: Final = 5
"""Frames of a trick on its way to its winner; in the last it has arrived."""


class CollectedTrick(Struct, frozen=True):
    """A trick on its way to who takes it: who played which card, its winner, and the frame of the way (0: still)."""

    trick: tuple[tuple[int, Card], ...]
    winner: int
    frame: int = 0


class DungeonDoor(Struct, frozen=True):
    """Somebody goes to the dungeon: who, with which Queens, the score on its way down, and the bars coming down."""

    player: int
    queens: tuple[Card, ...]
    score: int
    new: int
    frame: int
    sentence: str


class TrickEffect(Struct, frozen=True):
    """What is special about this moment; by default nothing. `below` is a second line of big letters."""

    taken: CollectedTrick | None = None
    banner: Banner | None = None
    below: str = ""
    dungeon: DungeonDoor | None = None


class HandOutcome(Struct, frozen=True):
    """What a hand brought somebody: tricks, Queens, points, the score after it, and a word or two besides."""

    player: int
    tricks: int
    queens: int
    points: int
    score: int
    remark: str = ""


class HandSummary(Struct, frozen=True):
    """What everybody got from a hand that is over."""

    title: str
    outcomes: tuple[HandOutcome, ...]


class TrickScene(TableScene, frozen=True, kw_only=True):
    """A table of a trick game.

    `focus` is the seat at the bottom: my own, or the one a spectator sits behind. `cursor` is the card of my hand
    that is pointed at, `suit` the suit that is pointed at while trump is named, `picked` the leftover card that a
    swap would take. `asking` is a question that waits for an answer (``accuse``), `overlay` what is looked at again.
    """

    focus: int
    cursor: Card | None = None
    suit: str = ""
    picked: Card | None = None
    sort: Sort = "suit"
    effect: TrickEffect = TrickEffect()
    summary: HandSummary | None = None
    overlay: Overlay = ""
    asking: str = ""

    @property
    def dungeon(self) -> bool:
        """Whether the game has a dungeon, a quota and a trump suit: Queen's Dungeon and not Queen Bees II."""
        return has_suit_trump(self.view)

    @property
    def phase(self) -> str:
        """What the match is at: ``call``, ``switch``, ``exchange``, ``play``, ``change`` or ``over``."""
        return str(self.view.facts["phase"])

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        turn = self.view.facts["turn"]
        return turn if isinstance(turn, int) and not self.over else None

    @property
    def verbs(self) -> frozenset[str]:
        """The kinds of action that I may do now."""
        return frozenset(action.verb for action in self.legal)

    @property
    def hand(self) -> tuple[Card, ...]:
        """My hand, sorted; nothing for a spectator."""
        return () if self.view.seat is None else arranged(self.view, self.view.cards(f"hand/{self.focus}"), self.sort)

    @property
    def playable(self) -> frozenset[Card]:
        """The cards of my hand that I may play, or put aside for the leftover card that is picked."""
        if self.phase == "switch":
            swaps = [action.cards for action in self.legal if action.verb == "swap"]
            return frozenset(out for out, back in swaps if back == self.picked)
        return frozenset(action.cards[0] for action in self.legal if action.verb == "play")

    @property
    def leftovers(self) -> tuple[Card, ...]:
        """The cards left over that I, the dealer, may swap for some of my hand."""
        if self.phase != "switch" or self.view.seat is None or self.turn != self.view.seat:
            return ()
        return self.view.cards(f"aside/{self.view.seat}")

    def number(self, fact: str) -> int:
        """Return a fact that is a number, 0 where there is none."""
        return number(self.view, fact)

    def score(self, seat: int) -> int:
        """Return the score of a seat."""
        return self.number(f"score/{seat}")

    def named(self, player: int) -> str:
        """Return the name of a player as anybody would say it; the player without a seat is the dummy."""
        return self.names[player] if player < self.view.seats else "Dummy"

    def name(self, player: int) -> str:
        """Return the name of a player; one's own is ``You``."""
        return "You" if player == self.view.seat else self.named(player)
