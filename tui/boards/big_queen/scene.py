"""The scene: everything that decides what is drawn, as one frozen value."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from core import Card, View
from core.big_queen import POINTS, TARGETS, TEAMS
from core.engine.cards import RANKS
from tui.boards.common.scene import TableScene
from tui.drawing import Banner

NATURAL_RANKS: Final = RANKS[1:]
"""The ranks that sets are made of."""

Zone: TypeAlias = Literal["hand", "pile", "sets"]
"""Where the cursor is: in the hand, on the discard pile, or among the sets of one's own team."""


class BigQueenEffect(Struct, frozen=True):
    """What is special about this moment; by default nothing.

    `dice` is the number that the dice show, still `rolling` or not; `queen` shows the Queen of spades large.
    """

    banner: Banner | None = None
    dice: int | None = None
    rolling: bool = False
    queen: bool = False


class Count(Struct, frozen=True):
    """What a round brought a team: points laid, points left in hands, and the score after both."""

    team: str
    laid: int
    held: int
    score: int

    @property
    def change(self) -> int:
        """The points won or lost."""
        return self.laid - self.held


class RoundSummary(Struct, frozen=True):
    """How a round ended, and what it brought both teams."""

    title: str
    counts: tuple[Count, ...]


class Pick(Struct, frozen=True):
    """What the player is about to choose.

    `hand` holds the cards of the hand as they lie, in the `order` of that name; `cursor`, `selected` and `fresh`
    (what has just come) are places in it. `place` is a place in the discard pile, counted from 1 at the oldest, or
    0, `aimed` the place in it that was clicked last, and `pair` which of the pairs that can take that card. `target`
    is the rank of the set that twos go to, `asking` a question to the player that waits for an answer (``catch``).
    """

    hand: tuple[Card, ...] = ()
    order: str = "rank"
    zone: Zone = "hand"
    cursor: int = 0
    selected: frozenset[int] = frozenset()
    fresh: frozenset[int] = frozenset()
    place: int = 0
    aimed: int = 0
    pair: int = 0
    target: str = ""
    asking: str = ""

    @property
    def chosen(self) -> tuple[Card, ...]:
        """The cards that are selected."""
        return tuple(self.hand[index] for index in sorted(self.selected))

    @property
    def card(self) -> Card | None:
        """The one card that is meant: the only selected one, else, if none is selected, the one under the cursor."""
        if len(self.selected) == 1:
            return self.chosen[0]
        return self.hand[self.cursor] if self.hand and not self.selected else None


class BigQueenScene(TableScene, frozen=True, kw_only=True):
    """A Big Queen table; `summary` is how the last round ended, `lately` names the sets grown since my last turn."""

    pick: Pick = Pick()
    effect: BigQueenEffect = BigQueenEffect()
    summary: RoundSummary | None = None
    lately: frozenset[str] = frozenset()

    @property
    def seat(self) -> int | None:
        """My seat, None for a spectator."""
        return self.view.seat

    @property
    def team(self) -> int:
        """My team, 0 or 1; -1 for a spectator."""
        return -1 if self.view.seat is None else self.view.seat % 2

    @property
    def phase(self) -> str:
        """What part of a round it is: ``deal``, ``draw`` or ``play``."""
        return str(self.view.facts["phase"])

    @property
    def asked(self) -> str:
        """What came of asking to go out in this turn."""
        return str(self.view.facts["asked"])

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return self.number("turn")

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that have one card and have not said so."""
        return fact_seats(self.view, "due")

    @property
    def target(self) -> int:
        """The points that end the match."""
        return int(str(self.view.options["target"])) or TARGETS[self.view.seats]

    def laid(self, team: int) -> int:
        """Return the points in a team's play area."""
        return sum(POINTS[card] for rank in NATURAL_RANKS for card in team_set(self.view, team, rank))


def team_set(view: View, team: int, rank: str) -> tuple[Card, ...]:
    """Return the cards of a team's set of a rank."""
    return view.cards(f"meld/{TEAMS[team]}/{rank}")


def fact_seats(view: View, fact: str) -> tuple[int, ...]:
    """Return a fact that is some seats."""
    value = view.facts[fact]
    assert isinstance(value, tuple)
    return value  # type: ignore[return-value]


def own_hand(view: View) -> tuple[Card, ...]:
    """Return my hand as it came; nothing for a spectator."""
    return () if view.seat is None else view.cards(f"hand/{view.seat}")
