"""The animations of the trick games.

A card of another player is shown briefly, a trick is shown before its winner collects it, and events that change the
hand (trump, two Queens, the dungeon, the end of the hand) have separate frames. The last frame always shows the
view as it is after all changes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from core import Card, Change, FactChanged, Moved, Remark, View
from core.engine.cards import QUEENS
from core.engine.english import SUIT_WORDS
from core.queens_dungeon import MIN_QUEENS_FOR_DUNGEON, QUOTA_MADE_POINTS, QUOTA_MISSED_POINTS, THREE_QUEENS_LOSS
from tui.boards.common.animator import Animator
from tui.boards.common.frame_queue import Frame
from tui.boards.common.log_writer import LogWriter
from tui.boards.common.numbers import as_number
from tui.boards.common.travel import (
    SCORE_COUNT_FRAME_SECONDS,
    SCORE_COUNT_FRAMES,
    TRAVEL_FRAME_SECONDS,
    Travel,
    travels,
)
from tui.boards.tricks.labels import TITLE_BY_QUEEN_SUIT
from tui.boards.tricks.points_text import taken_trick_points_text
from tui.boards.tricks.scene import (
    COLLECTED_TRICK_FRAMES,
    CollectedTrick,
    DungeonEffect,
    HandOutcome,
    HandSummary,
    TakenTrick,
    TrickFrameEffect,
    TrickScene,
)
from tui.boards.tricks.trick_view import (
    fact_number_or_zero,
    has_trump_suit,
    players_clockwise,
    rotate_to,
    trick_by_player,
    word_for_hand,
)
from tui.drawing import Banner
from tui.drawing.styles import BadgeKind

PLAYED_CARD_SECONDS: Final = 0.3
"""How long a card of another player is shown before the next one."""

WHOLE_TRICK_SECONDS: Final = 0.9
"""How long a whole trick is shown before it is collected."""

COLLECTED_TRICK_FRAME_SECONDS: Final = 0.05
"""How long each frame of a trick's movement to its winner is shown."""

TRUMP_SECONDS: Final = 1.2
"""How long the named trump is shown."""

QUEEN_ENTRANCE_SECONDS: Final = 0.75
"""How long a Queen who has been played is shown in large."""

BANNER_SECONDS: Final = 1.8
"""How long the banner for two Queens in a trick, for the Challenge or for a player who reneged is shown."""

FALLING_BAR_FRAME_SECONDS: Final = 0.07
"""How long each frame of the bars that fall in front of the dungeon is shown."""

FALLING_SCORE_FRAME_SECONDS: Final = 0.08
"""The time for each frame in which the score of a player sent to the dungeon counts down."""

CLOSED_DUNGEON_SECONDS: Final = 2.0
"""How long the closed dungeon is shown."""

TRUMP_RANKS_SECONDS: Final = 2.2
"""How long the trump ranks are shown."""

HAND_SUMMARY_SECONDS: Final = 5.0
"""How long the summary of a hand is shown."""

CARDS_OF_TRAVELLING_HEAP: Final = 3
"""The number of cards of a collected trick that are painted while it travels to the player who took it."""

ROUNDS_IN_DEAL_ANIMATION: Final = 3
"""The number of rounds in which the cards of a hand are shown being dealt."""

FALLING_BAR_FRAMES: Final = 6
"""The number of frames of the bars that fall in front of the dungeon."""

FALLING_SCORE_FRAMES: Final = 8
"""The number of frames in which the score of a player sent to the dungeon counts down."""

LAST_PLACE_SENTENCE: Final = "That is last place, 1 point below the next."
"""The sentence on a fall into the dungeon by more than the least loss."""

_QUOTA_RESULTS: Final = {
    "dealer made": ("quota made", QUOTA_MADE_POINTS),
    "dealer missed": ("quota missed", QUOTA_MISSED_POINTS),
}
"""Maps the key of a remark on the dealer's quota to its words in the summary of a hand, and to the points for it."""


class TrickFrame(Frame, frozen=True):
    """A frame of a trick game: its effect, and the values that the board shows from then on."""

    effect: TrickFrameEffect = TrickFrameEffect()
    summary: HandSummary | None = None
    """The summary of the hand; None if the frame brings no new one."""
    tricks: tuple[TakenTrick, ...] = ()
    """The tricks taken in this hand up to this frame, as far as the board has seen them."""
    shows_named_trump: bool = False
    """Whether the frame shows the trump that is named, which stays on the table."""

    @property
    def shows_queen(self) -> bool:
        return self.effect.queen is not None or self.effect.several_queens

    @property
    def is_event(self) -> bool:
        return super().is_event and not self.shows_named_trump


class TrickAnimator(Animator[TrickFrame]):
    """The animator of this board: turns a batch of changes into frames.

    `scores_at_start` are the scores at the beginning of the hand by seat, None if unknown; `tricks` those taken in it;
    `taught_later` what a lesson teaches later (`TableScene.taught_later`).
    """

    def __init__(
        self,
        view: View,
        log: LogWriter,
        start_scores: Sequence[int | None] = (),
        tricks: tuple[TakenTrick, ...] = (),
        taught_later: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(view, log)
        self.scores_at_start = [*start_scores] or scores_at_start(view)
        self.tricks = tricks
        self._taught_later = taught_later
        self._dealing = False
        self._points_earned: dict[int, tuple[int, str]] = {}
        self._queens: tuple[Card, ...] = ()
        self._taker: int | None = None

    def remark_animations(self) -> Mapping[str, Callable[[Remark], None]]:
        """Return the methods that animate the remarks of a trick game, by key."""
        return {
            "trick": self._animate_trick,
            "calls": self._animate_trump,
            "changes": self._animate_trump,
            "challenge": self._animate_challenge,
            "two queens": self._animate_two_queens,
            "dungeon": self._animate_dungeon,
            "reneged": self._animate_reneging,
            "owns up": self._animate_owning_up,
            "trumps": self._animate_trump_ranks,
            "dealer made": self._store_earnings,
            "dealer missed": self._store_earnings,
            "earned": self._store_earnings,
            "forfeits": self._store_earnings,
            "points": self._store_earnings,
        }

    def opening_frames(self) -> Sequence[TrickFrame]:
        """Return the frames in which the first hand is dealt."""
        self._animate_deal()
        return [*self._frames, self.last_frame(self.view)]

    def frames(self, changes: Sequence[Change], view_after: View) -> tuple[TrickFrame, ...]:
        return super().frames(_put_breaking_of_trumps_before_trick(changes), view_after)

    def add_final_frames(self, view_after: View) -> None:
        self.current_view()
        if self._points_earned:
            self._sum_up_hand()
        if self._dealing:
            self._animate_deal()

    def last_frame(self, view_after: View) -> TrickFrame:
        return TrickFrame(view_after, lines=self.take_lines(), tricks=self.tricks)

    def _add_effect(
        self,
        hold_seconds: float,
        effect: TrickFrameEffect | None = None,
        summary: HandSummary | None = None,
        travels: Iterable[Travel] = (),
        *,
        is_summary: bool = False,
        shows_named_trump: bool = False,
    ) -> None:
        """Add a frame of the present view, shown for `hold_seconds` seconds, with the log lines that no frame has yet.

        `travels` are the cards and points on their way in it; for the others see `TrickFrame`.
        """
        effect = replace(effect or TrickFrameEffect(), taker_seat=self._taker)
        view, lines = self.current_view(), self.take_lines()
        self.add_frame(
            TrickFrame(
                view,
                hold_seconds,
                lines,
                tuple(travels),
                is_summary=is_summary,
                effect=effect,
                summary=summary,
                tricks=self.tricks,
                shows_named_trump=shows_named_trump,
            )
        )

    # Piles and facts

    def add_change(self, change: Change) -> None:
        """Apply a change to the view; add its log lines, the frame of a move, and at the end of a hand its summary."""
        if isinstance(change, Moved):
            self._add_move(change)
            return
        if isinstance(change, FactChanged) and change.fact.name == "hand" and self._points_earned:
            self._sum_up_hand()
        if isinstance(change, FactChanged) and change.fact.name in ("turn", "hand"):
            self._taker = None
        self.postpone_change(change)
        self.add_log_lines(change)

    def _add_move(self, change: Moved) -> None:
        """Add a frame if another player plays a card; before cards go to the stock, the summary of the hand."""
        source, target = change.source.name, change.target.name
        if target == "stock":
            if self._points_earned:
                self._sum_up_hand()
            self.tricks = ()
        self.postpone_change(change)
        if source == "stock" and target.startswith("hand/"):
            self._dealing = True
        elif source.startswith("won/"):
            self.tricks = self.tricks[:-1]
        if target == "trick" and not source.startswith("won/"):
            self._animate_played_card(source)
        elif source == "trick" and self._taker is not None and not self.current_view().cards("trick"):
            self._animate_collected_trick(self._taker)

    def _animate_played_card(self, source_pile: str) -> None:
        """Add the frames of a card that travels from a hand to the trick; another player's card is then shown briefly.

        A Queen makes an entrance in Queen's Dungeon alone, as in Queen Bees II she is a card like any other.
        """
        player, card = trick_by_player(self.current_view())[-1]
        for travel in travels(f"hand/{player}", f"trick/{player}", cards=[card]):
            self._add_effect(TRAVEL_FRAME_SECONDS, TrickFrameEffect(travelling_seat=player), travels=[travel])
        if card in QUEENS and has_trump_suit(self.view):
            who = self.log.name(player, self.view)
            banner = Banner("QUEEN", "gold", f"{who}: {card}, {TITLE_BY_QUEEN_SUIT[card.suit]}.")
            self._add_effect(QUEEN_ENTRANCE_SECONDS, TrickFrameEffect(banner=banner, queen=card))
        elif source_pile != f"hand/{self.view.seat}":
            self._add_effect(PLAYED_CARD_SECONDS)

    def _animate_collected_trick(self, taker: int) -> None:
        """Add the frames in which a collected trick travels face down to its `taker`, and its points to their score."""
        badge = self._badge_of_trick(self.tricks[-1])
        backs = travels(f"trick/{taker}", f"seat/{taker}", cards=[None] * CARDS_OF_TRAVELLING_HEAP)
        badges = travels(f"trick/{taker}", f"points/{taker}", badge=badge)
        for moved in zip(backs, badges, strict=True):
            self._add_effect(TRAVEL_FRAME_SECONDS, travels=moved)

    def _badge_of_trick(self, trick: TakenTrick) -> str:
        """Return the points that a trick brings, as the tray shows them as soon as the facts count it."""
        view = self.current_view()
        if not has_trump_suit(view):
            return "+1"
        facts = dict(view.facts)
        for player in (players := players_clockwise(view)):
            facts[f"tricks/{player}"] = view.count(f"won/{player}") // len(players)
        if len(trick.queens) >= MIN_QUEENS_FOR_DUNGEON and trick.taker < view.seats:
            facts[f"condemned/{trick.taker}"] = True
        counted = dataclasses.replace(view, facts=MappingProxyType(facts))
        scene = TrickScene(view=counted, names=(), focus=0, taught_later=self._taught_later)
        return taken_trick_points_text(scene, trick)

    def _animate_deal(self) -> None:
        """Add the frames in which the hands are dealt, in `ROUNDS_IN_DEAL_ANIMATION` rounds, if every dealt card is
        still in hand."""
        self._dealing = False
        view = self.current_view()
        most = max(view.count(f"hand/{seat}") for seat in range(view.seats))
        if view.cards("trick"):
            return
        dealer = fact_number_or_zero(view, "dealer")
        for number in range(ROUNDS_IN_DEAL_ANIMATION):
            effect = TrickFrameEffect(cards_dealt=most * number // ROUNDS_IN_DEAL_ANIMATION)
            ways = [travels(f"seat/{dealer}", f"hand/{seat}", cards=[None]) for seat in range(view.seats)]
            for moved in zip(*ways, strict=True):
                self._add_effect(TRAVEL_FRAME_SECONDS, effect, travels=moved)

    # Remarks

    def _banner_of(self, remark: Remark, word: str, badge_kind: BadgeKind) -> Banner:
        """Return a banner with `word` in big letters and the log line of a remark as its sentence."""
        line = self.log.remark_line(remark, self.view)
        return Banner(word, badge_kind, f"{line.player_name}: {line.text}" if line.player_name else line.text)

    def _animate_trick(self, remark: Remark) -> None:
        """Add the frames that show the whole trick and move it to its winner, and store its Queens, which the frames of
        the dungeon show."""
        trick = trick_by_player(self.view)
        assert remark.seat is not None
        self._taker, self._queens = remark.seat, tuple(card for _, card in trick if card in QUEENS)
        self._add_effect(WHOLE_TRICK_SECONDS, TrickFrameEffect(CollectedTrick(trick, remark.seat)))
        for frame in range(1, COLLECTED_TRICK_FRAMES):
            self._add_effect(COLLECTED_TRICK_FRAME_SECONDS, TrickFrameEffect(CollectedTrick(trick, remark.seat, frame)))
        best = remark.particulars[0]
        assert isinstance(best, Card)
        self.tricks += (TakenTrick(remark.seat, best, self._queens if has_trump_suit(self.view) else ()),)

    def _animate_trump(self, remark: Remark) -> None:
        """Show the named trump."""
        word = SUIT_WORDS[str(remark.particulars[0])].upper()
        effect = TrickFrameEffect(banner=self._banner_of(remark, word, "gold"))
        self._add_effect(TRUMP_SECONDS, effect, shows_named_trump=True)

    def _animate_challenge(self, remark: Remark) -> None:
        """Show that the Queen's Challenge is called."""
        banner = self._banner_of(remark, "QUEENS", "gold")
        self._add_effect(BANNER_SECONDS, TrickFrameEffect(banner=banner, several_queens=True))

    def _animate_two_queens(self, remark: Remark) -> None:
        """Add the frames that say that a trick has two Queens, so that the dealer must change trump."""
        dealer = fact_number_or_zero(self.view, "dealer")
        sentence = f"{self.log.name(dealer, self.view)}, the dealer, must change trump."
        if dealer == self.view.seat:
            sentence = "You, the dealer, must change trump."
        banner = Banner("2 QUEENS", "warn", f"Two Queens in one trick. {sentence}")
        self._add_effect(BANNER_SECONDS, TrickFrameEffect(banner=banner, several_queens=True))

    def _animate_dungeon(self, remark: Remark) -> None:
        """Add the frames in which the bars come down and the score falls."""
        player = remark.seat
        queens, score, new = map(as_number, remark.particulars)
        assert player is not None
        has_all_queens = queens == len(QUEENS)
        with_what = "all four Queens" if has_all_queens else "three Queens"
        verb = "go" if player == self.view.seat else "goes"
        sentence = f"{self.log.name(player, self.view)} {verb} to the dungeon with {with_what}: from {score} to {new}."
        to_last_place = not has_all_queens and score - new > THREE_QUEENS_LOSS
        reason = LAST_PLACE_SENTENCE if to_last_place else f"It costs {score - new} points."
        cards = self._queens
        self.tricks = (*self.tricks[:-1], replace(self.tricks[-1], dungeon_loss=score - new))
        for frame in range(1, FALLING_BAR_FRAMES + 1):
            self._add_effect(
                FALLING_BAR_FRAME_SECONDS,
                TrickFrameEffect(dungeon=DungeonEffect(player, cards, score, new, frame, sentence, reason)),
            )
        for frame in range(1, FALLING_SCORE_FRAMES + 1):
            now = score + (new - score) * frame // FALLING_SCORE_FRAMES
            hold = FALLING_SCORE_FRAME_SECONDS if frame < FALLING_SCORE_FRAMES else CLOSED_DUNGEON_SECONDS
            self._add_effect(
                hold,
                TrickFrameEffect(dungeon=DungeonEffect(player, cards, now, new, FALLING_BAR_FRAMES, sentence, reason)),
            )

    def _animate_reneging(self, remark: Remark) -> None:
        """Show that a player has reneged."""
        self._add_effect(BANNER_SECONDS, TrickFrameEffect(banner=self._banner_of(remark, "RENEGED", "bad")))

    def _animate_owning_up(self, remark: Remark) -> None:
        """Show that a player owns up to a wrong card."""
        self._add_effect(TRUMP_SECONDS, TrickFrameEffect(banner=self._banner_of(remark, "SORRY", "warn")))

    def _animate_trump_ranks(self, remark: Remark) -> None:
        """Show the trump ranks."""
        ranks = " ".join(map(str, remark.particulars[1:]))
        self._add_effect(
            TRUMP_RANKS_SECONDS, TrickFrameEffect(banner=self._banner_of(remark, "TRUMPS", "gold"), second_line=ranks)
        )

    # The end of a hand

    def _store_earnings(self, remark: Remark) -> None:
        """Store the points of a seat for the summary of the hand, and a word on how it got them.

        The remark ``forfeits`` comes after the one with the points, and only adds the word ``dungeon``.
        """
        assert remark.seat is not None
        if remark.key == "forfeits":
            points, word = self._points_earned[remark.seat]
            self._points_earned[remark.seat] = (points, f"{word}, dungeon" if word else "dungeon")
            return
        points = as_number(remark.particulars[0 if remark.key == "points" else 2])
        word = ""
        if remark.key in _QUOTA_RESULTS:
            word, quota_points = _QUOTA_RESULTS[remark.key]
            if points:  # in the dungeon a quota brings nothing
                word += f" {quota_points:+d}"
        self._points_earned[remark.seat] = (points, word)

    def _sum_up_hand(self) -> None:
        """Add a frame with the summary of the hand that ends, and clear the points stored for it."""
        view = self.current_view()
        outcomes = []
        points: int | None
        around = rotate_to(players_clockwise(view), view.seat if view.seat is not None else 0)
        for player in around:
            points, word = self._points_earned.get(player, (0, "scores for nobody"))
            score = fact_number_or_zero(view, f"score/{player}")
            start = self.scores_at_start[player] if player < view.seats else None
            if start is not None:
                points = score - start  # also of a player who fell into the dungeon
            elif "dungeon" in word:
                points = None
            tricks, queens = (
                fact_number_or_zero(view, f"tricks/{player}"),
                fact_number_or_zero(view, f"queens/{player}"),
            )
            outcomes.append(HandOutcome(player, tricks, queens, points, score, word))
        self._points_earned = {}
        self.scores_at_start = [fact_number_or_zero(view, f"score/{seat}") for seat in range(view.seats)]
        title = f"Result of {word_for_hand(view)} {view.facts['hand']}"  # true also while the next one is played
        summary: HandSummary | None = HandSummary(title, tuple(outcomes), fact_number_or_zero(view, "hand"))
        for step in range(1, SCORE_COUNT_FRAMES):
            self._add_effect(SCORE_COUNT_FRAME_SECONDS, TrickFrameEffect(count_step=step), summary)
            summary = None  # it stays
        self._add_effect(HAND_SUMMARY_SECONDS, is_summary=True)


def _put_breaking_of_trumps_before_trick(changes: Sequence[Change]) -> Sequence[Change]:
    """Return changes with the breaking of trumps moved before its trick, so that it is shown while the trick lies
    there.

    At the beginning of a hand trumps are unbroken again; that change stays where it is.
    """
    shown: list[Change] = []
    trick: int | None = None  # where the trick of this hand stands in `shown`
    for change in changes:
        if isinstance(change, Remark) and change.key == "trick":
            trick = len(shown)
        elif isinstance(change, FactChanged) and change.fact.name == "hand":
            trick = None
        if (
            trick is not None
            and isinstance(change, FactChanged)
            and change.fact.name == "broken"
            and change.value is True
        ):
            shown.insert(trick, change)
            trick += 1
        else:
            shown.append(change)
    return shown


def scores_at_start(view: View) -> list[int | None]:
    """Return the scores at the beginning of a view's hand, by seat; all None if a trick has been taken since."""
    seats = range(view.seats)
    if any(fact_number_or_zero(view, f"tricks/{seat}") for seat in seats):
        return [None] * view.seats
    return [fact_number_or_zero(view, f"score/{seat}") for seat in seats]
