"""The scene of the Mad Queens board: a frozen value with everything that decides what is painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field

from core import Card
from tui.boards.common.scene import TableScene
from tui.boards.mad_queens.odds import is_joker_banned, seats_take_turns
from tui.boards.mad_queens.seat_play import PointsPart, SeatPlay, SeatPlays
from tui.cards import FLIP_FRAMES
from tui.drawing import Banner

QUEEN_WORD: Final = "QUEEN"
"""The word of a banner about a Queen."""

JOKER_WORD: Final = "JOKER"
"""The word of a banner about a Joker."""


class MadQueensFrameEffect(Struct, frozen=True):
    """The effect of a frame: what it shows over the table for a moment; by default nothing.

    The view is still the one before the card turns, so that no text reveals the card too soon.
    """

    flip_frame: int | None = None
    """The number of the frame (0: face down) of the top card of the deck, which turns over onto the row; None if no
    card turns.
    """
    turned_card: Card | None = None
    """The card that turns over, if it is known."""
    caught_and_banned_card: tuple[Card, Card] | None = None
    """The caught card and the banned card that catches it."""
    cards_swept: int = 0
    """The number of cards already removed from the lost row."""
    queen: Card | None = None
    """The Queen shown in large."""
    entrance_frame: int = 0
    """The number of the frame of the entrance of the Queen who is shown in large."""
    cards_demanded: int = 0
    """The number of cards that the Queen takes from the top of the bank."""
    cards_taken: int = 0
    """The number of the cards taken by the Queen that are already removed from the bank."""
    exact_hit: Card | None = None
    """A card of the row that is an exact hit."""
    points_counted: int = 0
    """The number of points of a banked row that are already added to the score."""
    turned_banned_card: Card | None = None
    """A shared or temporary banned card that turns over."""
    banned_card_frame: int = 0
    """The number of the frame of the banned card that turns over."""
    event_seat: int | None = None
    """The seat whose cards of a banned Joker lie in the middle, although it is another seat's turn; None for none."""
    banner: Banner | None = None
    """Big letters over the table, None if the frame shows none."""
    ongoing_event: str = ""
    """The event that goes on in the frame, as the word of its banner: ``JOKER`` while a banned Joker turns over, its
    result is shown, or cards are turned because of a Joker, and ``QUEEN`` while a card is turned because of a Queen; ""
    for none."""

    @property
    def card_is_turning(self) -> bool:
        """Whether the top card of the deck is turning over."""
        return self.flip_frame is not None or (self.queen is not None and self.entrance_frame < FLIP_FRAMES)

    @property
    def is_banner_of_queen(self) -> bool:
        """Whether the banner is about the Queen who is shown in large, and stands beside her; that of a Joker who
        turned her does not."""
        return self.queen is not None and self.banner is not None and self.banner.word == QUEEN_WORD


_EVENT_NAME_BY_BANNER_WORD: Final = {
    "CAUGHT": "A card is caught",
    QUEEN_WORD: "A Queen",
    "DOUBLE": "An exact hit",
    JOKER_WORD: "A Joker",
    "BANKED": "Banked",
    "FINISHED": "The end of a game",
}
"""Maps the word of a banner to the name of the event."""

ABOUT_TO_TURN_EFFECT = MadQueensFrameEffect(flip_frame=0)
"""The effect of a card that lies face down and is about to turn over."""

PLAY_WITHOUT_EVENTS: Final = SeatPlay()
"""A play in which nothing has happened."""


class LastRow(Struct, frozen=True):
    """How the last play of the seat in front ended: the lost row, its caught card, and the banner that says why.

    `risk` says which risk the person took; "" if it was another seat's, or there was nothing to lose. `loss_texts` say
    which card caught the caught one and what was lost, the longest first; empty if that is unknown. `turned_cards` are
    the cards that the last reveal turned one after the other, Queens included: several after a Queen or a Joker.
    """

    row: tuple[Card, ...]
    caught_card: Card | None
    banner: Banner
    risk: str = ""
    loss_texts: Sequence[str] = ()
    turned_cards: tuple[Card, ...] = ()


def last_row_of_play(play: SeatPlay) -> LastRow | None:
    """Return how a seat's play ended if it has lost its row, else None."""
    if not play.sentence:
        return None
    word = "CAUGHT" if play.caught_card is not None else QUEEN_WORD
    return LastRow(play.row, play.caught_card, Banner(word, "bad", play.sentence))


class PlayOutcome(Struct, frozen=True):
    """The result of a play for a seat: `gain` in points, `score` and status at its end, the points of the row that it
    banked, the `parts` of its points beside these, and the cards of its deck that a banned Joker discarded.

    `gain` is None if unknown, as for a player who returned in the middle of the play; then there are no `parts`.
    `turn_number` is the number of the turn; None for a play for all.
    """

    seat: int
    gain: int | None
    score: int
    status: str
    parts: tuple[PointsPart, ...] = ()
    points_banked: int = 0
    joker_cards_lost: tuple[Card, ...] = ()
    turn_number: int | None = None

    @property
    def points_lost(self) -> int:
        """The number of points that Queens took."""
        return -sum(part.points for part in self.parts if part.points < 0)

    @property
    def is_explained_by_one_hit(self) -> bool:
        """Whether the gain is that of one part alone, whose number would be the same: of hits, as the row was lost."""
        return self.status == "caught" and len(self.parts) == 1 and not self.points_lost

    @property
    def reason(self) -> str:
        """The parts in words: ``exact hit +2, -3 to Q♦``; "" if there are none."""
        return self.parts[0].source if self.is_explained_by_one_hit else ", ".join(map(str, self.parts))


class PlaySummary(Struct, frozen=True):
    """The results of a finished play, a round in which all seats turned cards: one for each seat, and a title."""

    title: str
    outcomes: tuple[PlayOutcome, ...]

    @property
    def are_gains_known(self) -> bool:
        """Whether it is known of every seat how many points it won or lost; if not, scores are shown."""
        return all(outcome.gain is not None for outcome in self.outcomes)


class MadQueensScene(TableScene, frozen=True, kw_only=True):
    """The scene of Mad Queens."""

    focus: int
    """The seat in front: my own, or the one that a spectator has chosen."""
    effect: MadQueensFrameEffect = MadQueensFrameEffect()
    last_row: LastRow | None = None
    """How the last play of the seat in front ended; None if there is nothing to show of it."""
    summary: PlaySummary | None = None
    """The results of the last play for all seats; None if there is nothing to show of it."""
    open_question: str = ""
    """The open question: ``end``, ``queen``, or "" for none."""
    plays: SeatPlays = field(default_factory=dict)
    """The events of each seat's present play, by seat; a seat without events has no entry."""

    @property
    def play_label(self) -> str:
        """The number of the play as a text, ``Play 3``; in games with turns the number of the turn, ``Turn 3``."""
        return f"{'Turn' if seats_take_turns(self.view) else 'Play'} {self.play_number}"

    @property
    def seat_on_turn(self) -> int | None:
        """The seat whose turn it is in games with turns, else None."""
        turn = self.view.facts.get("turn")
        return turn if isinstance(turn, int) and not self.view.facts["over"] else None

    @property
    def middle_seat(self) -> int:
        """The seat whose deck and row lie in the middle: the seat whose turn it is, else the one in front; for the
        moment of a banned Joker the seat that turns cards because of it."""
        if self.effect.event_seat is not None:
            return self.effect.event_seat
        return self.focus if self.seat_on_turn is None else self.seat_on_turn

    @property
    def has_banned_joker(self) -> bool:
        """Whether a Joker lies among the banned cards that count for the seat in the middle."""
        return is_joker_banned(self.view, self.middle_seat)

    @property
    def shown_event(self) -> str:
        """The name of the event that the frame shows, such as ``A card is caught``; "" if it shows none."""
        banner = self.effect.banner
        if banner is None:
            return _EVENT_NAME_BY_BANNER_WORD.get(self.effect.ongoing_event, "")
        return _EVENT_NAME_BY_BANNER_WORD[banner.word]

    @property
    def shows_joker(self) -> bool:
        """Whether the frame shows what a Joker does."""
        return self.shown_event == _EVENT_NAME_BY_BANNER_WORD[JOKER_WORD]

    @property
    def play_number(self) -> int:
        """The number of the play, or of the turn."""
        return self.number("play")

    def score(self, seat: int) -> int:
        """Return the score of a seat as far as this audience knows it."""
        return self.number(f"score/{seat}")

    def shown_score(self, seat: int) -> int:
        """Return the score of a seat with the points that the present frame is adding."""
        return self.score(seat) + (self.effect.points_counted if seat == self.middle_seat else 0)

    def row(self, seat: int) -> tuple[Card, ...]:
        """Return the row of a seat as far as this audience knows it."""
        return self.view.cards(f"shown/{seat}")

    def play_of(self, seat: int) -> SeatPlay:
        """Return what happened to a seat in its present play."""
        return self.plays.get(seat, PLAY_WITHOUT_EVENTS)
