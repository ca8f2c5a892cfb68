"""The scene of the Big Queen board: a frozen value with everything that decides what is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from core import Card, View
from core.big_queen import POINTS_BY_CARD, TARGET_BY_SEATS, TEAM_NAMES, team_of
from core.engine.cards import RANKS
from tui.boards.common.numbers import as_number
from tui.boards.common.scene import TableScene
from tui.boards.common.travel import SCORE_COUNT_FRAMES
from tui.drawing import Banner

NATURAL_RANKS: Final = RANKS[1:]
"""The ranks that sets are made of."""

Zone: TypeAlias = Literal["hand", "pile", "sets"]
"""The zone in which the cursor is: the hand, the discard pile, or the sets of my own team."""


class BigQueenFrameEffect(Struct, frozen=True):
    """What one frame of an animation shows over the table for a moment; by default nothing."""

    banner: Banner | None = None
    """Big letters over the table, None if the frame shows none."""
    dice: int | None = None
    """The number that the dice show; None if no dice are thrown."""
    dice_are_rolling: bool = False
    """Whether the dice are still rolling."""
    is_dealing: bool = False
    """Whether the deal has begun: sets and hands of the last round are gone."""
    shows_queen: bool = False
    """Whether the Queen of spades is shown in large."""
    shows_summary: bool = False
    """Whether the summary of the round is shown."""
    count_step: int = SCORE_COUNT_FRAMES
    """The step, up to `SCORE_COUNT_FRAMES`, in which the scores of the summary of a round count up to the new ones."""
    points_on_way: tuple[int, int] = (0, 0)
    """A team, 0 or 1, and the number of points of its play area that are still on their way to its score."""
    arriving_set: str = ""
    """The name of a set to which cards are on their way, such as ``A/7``: its column has room for them already."""
    cards_on_way: tuple[Card, ...] = ()
    """The cards on their way between two piles, which are in neither."""


class TeamRoundScore(Struct, frozen=True):
    """The score calculation of a team (``A`` or ``B``) for a round, in points."""

    team: str
    laid_points: int
    """The points of the cards in the team's play area."""
    held_points: int
    """The points of the cards left in its players' hands."""
    score: int
    """The score of the team after the round."""

    @property
    def change(self) -> int:
        """The points won or lost in the round."""
        return self.laid_points - self.held_points


class RoundSummary(Struct, frozen=True):
    """The summary of a round: a title that says how it ended, and the score calculation of both teams."""

    title: str
    team_scores: tuple[TeamRoundScore, ...]
    round_number: int
    """The number of the round, 1 for the first."""


class HandSelection(Struct, frozen=True):
    """The player's selection: cursor, selected cards, sort order and the open question."""

    hand: tuple[Card, ...] = ()
    """The cards of the hand, sorted by `order`."""
    order: str = "rank"
    """The sort order, one of `selection.HAND_SORT_ORDERS`."""
    zone: Zone = "hand"
    """The zone of the board in which the cursor is."""
    cursor: int = 0
    """The index in `hand` of the card under the cursor."""
    selected_indexes: frozenset[int] = frozenset()
    """The indexes in `hand` of the selected cards."""
    found_indexes: frozenset[int] = frozenset()
    """The indexes in `hand` of the cards that the program found last and selected: a proposal until another card is
    selected or one of them deselected.
    """
    cursor_is_chosen: bool = False
    """Whether the person has moved the cursor to its card, so that the card may be discarded without selecting it."""
    new_cards: frozenset[int] = frozenset()
    """The indexes in `hand` of the cards drawn or taken last."""
    pile_place: int = 0
    """The cursor's position in the discard pile, 1 for the oldest card, 0 if the pile is empty."""
    clicked_place: int = 0
    """The place in the discard pile of the card that was clicked last, 1 for the oldest; 0 for none."""
    pair_index: int = 0
    """The index of the chosen pair, among the pairs of cards that can take the card under the cursor of the discard
    pile.
    """
    target_rank: str = ""
    """The rank of the set to which twos are added."""
    open_question: str = ""
    """The open question: ``catch``, or "" for none."""

    @property
    def selected_cards(self) -> tuple[Card, ...]:
        """The selected cards."""
        return tuple(self.hand[index] for index in sorted(self.selected_indexes))

    @property
    def card(self) -> Card | None:
        """The card that the person has chosen to discard, None if there is none: the only selected card; if none is
        selected but a proposal of the program, the card to which the cursor was moved, or the only card of the hand."""
        if len(self.hand) == 1:
            return self.hand[0]
        if self.selected_indexes and not self.is_found:
            return self.selected_cards[0] if len(self.selected_indexes) == 1 else None
        return self.hand[self.cursor] if self.hand and self.cursor_is_chosen else None

    @property
    def is_found(self) -> bool:
        """Whether the selected cards are a proposal of the program, which found that they can be laid."""
        return bool(self.selected_indexes) and self.selected_indexes == self.found_indexes


class BigQueenScene(TableScene, frozen=True, kw_only=True):
    """The scene of Big Queen.

    `selection` is the player's selection in the hand; `summary` is the summary of the last round, None while none is
    shown. `cards_added_to_sets` has the cards that each set has got since my last turn, by its name such as ``A/7``
    (empty for a spectator).
    """

    selection: HandSelection = HandSelection()
    effect: BigQueenFrameEffect = BigQueenFrameEffect()
    summary: RoundSummary | None = None
    cards_added_to_sets: Mapping[str, tuple[Card, ...]] = {}

    @property
    def seat(self) -> int | None:
        """My seat, None for a spectator."""
        return self.view.seat

    @property
    def team(self) -> int:
        """My team, 0 or 1; -1 for a spectator."""
        return -1 if self.view.seat is None else team_of(self.view.seat, self.view.options)

    @property
    def phase(self) -> str:
        """The phase of the round: ``deal``, ``draw`` or ``play``."""
        return str(self.view.facts["phase"])

    @property
    def permission_answer(self) -> str:
        """The state of this turn's request to the partners to go out: ``waiting``, ``yes``, ``no``; "" without a
        request.
        """
        return str(self.view.facts["asked"])

    @property
    def seat_on_turn(self) -> int:
        """The seat whose turn it is."""
        return self.number("turn")

    @property
    def unannounced_seats(self) -> tuple[int, ...]:
        """The seats that have one card left but have not announced it."""
        return seats_in_fact(self.view, "due")

    @property
    def target_points(self) -> int:
        """The points at which the match ends."""
        return as_number(self.view.options["target"]) or TARGET_BY_SEATS[self.view.seats]

    def laid_points(self, team: int) -> int:
        """Return the points in a team's play area, without those that are still on their way to the score."""
        late_team, late = self.effect.points_on_way
        points = sum(
            POINTS_BY_CARD[card] for rank in NATURAL_RANKS for card in cards_of_team_set(self.view, team, rank)
        )
        return points - late if team == late_team else points

    def laid_ranks(self, team: int) -> tuple[str, ...]:
        """Return the ranks of a team's sets, and of a set to which cards are on their way."""
        letter, arriving = TEAM_NAMES[team], self.effect.arriving_set
        return tuple(
            rank for rank in NATURAL_RANKS if self.view.count(f"meld/{letter}/{rank}") or arriving == f"{letter}/{rank}"
        )


def cards_of_team_set(view: View, team: int, rank: str) -> tuple[Card, ...]:
    """Return the cards of a team's set of a rank."""
    return view.cards(f"meld/{TEAM_NAMES[team]}/{rank}")


def seats_in_fact(view: View, fact: str) -> tuple[int, ...]:
    """Return the seats that a fact of the view lists."""
    value = view.facts[fact]
    assert isinstance(value, tuple)
    return value  # type: ignore[return-value]


def own_hand(view: View) -> tuple[Card, ...]:
    """Return my hand in the order in which it was dealt and drawn; empty for a spectator."""
    return () if view.seat is None else view.cards(f"hand/{view.seat}")
