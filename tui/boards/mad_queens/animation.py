"""The animations of Mad Queens: frames for the events in the middle of the table; all other changes appear at once.

Animated are the cards in the middle of the table and the banned cards. The last frame always shows the view as it is
after all changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import field
from msgspec.structs import replace

from core import Card, Change, FactChanged, Moved, Remark, View
from core.engine.cards import JOKER, QUEENS
from core.mad_queens import hitting_cards_phrase
from tui.boards.common.animator import Animator
from tui.boards.common.frame_queue import Frame
from tui.boards.common.numbers import as_number, fact_number, seat_scores
from tui.boards.common.travel import TRAVEL_FRAME_SECONDS, Travel, eased_position, travels
from tui.boards.mad_queens.log_writer import MAX_SEATS_WITH_FULL_LOG, MadQueensLogWriter
from tui.boards.mad_queens.odds import is_joker_banned, seats_take_turns, turns_cards_as_temporary_joker
from tui.boards.mad_queens.outcomes import outcome_of_play, outcome_with_later_events
from tui.boards.mad_queens.scene import (
    JOKER_WORD,
    QUEEN_WORD,
    LastRow,
    MadQueensFrameEffect,
    PlayOutcome,
    PlaySummary,
)
from tui.boards.mad_queens.seat_play import SeatPlay, SeatPlays, plays_after_remark
from tui.boards.mad_queens.text import LAST_TURNS_TITLE, row_lost_texts, seat_status
from tui.cards import FLIP_FRAMES
from tui.drawing import Banner
from tui.drawing.styles import BadgeKind

FLIP_FRAME_SECONDS: Final = 0.045
"""How long each frame of a turning card is shown."""

CATCH_SECONDS: Final = 0.9
"""How long a caught card is shown."""

OTHERS_CATCH_SECONDS: Final = 1.2
"""The time for which the summary of a play is shown if it reports what has just happened to other players."""

MAX_TRAVELS_TO_QUEEN: Final = 4
"""The cards that a Queen takes move to her in at most this many travels, one after the other; if there are more cards,
several move at once.
"""

QUEEN_BEFORE_PRICE_SECONDS: Final = 1.0
"""How long a Queen is shown before she takes her price, cards of the bank."""

FOURTH_QUEEN_AFTER_PRICE_SECONDS: Final = 0.3
"""The time for which a Queen who has just taken her price is shown as the fourth one, before the end of the game is
shown.
"""

EXACT_HIT_SECONDS: Final = 0.8
"""How long an exact hit is shown."""

JOKER_SECONDS: Final = 0.6
"""How long a revealed Joker is shown."""

CARDS_OF_JOKER_SECONDS: Final = 0.35
"""How long the cards that a Joker has turned are shown before a Queen among them takes her price."""

OTHERS_EVENT_SECONDS: Final = 0.6
"""How long it is shown what happens to another seat because of a banned Joker."""

BANKED_ROW_SECONDS: Final = 0.35
"""How long it is shown that the row is banked."""

GAME_END_SECONDS: Final = 0.9
"""How long the end of a game is shown."""

PLAY_SUMMARY_SECONDS: Final = 0.5
"""How long the summary of a play is shown."""

FIRST_PLAY_PACE: Final = 2.0
"""The factor for the duration of events of the first play, when a person may see the board for the first time."""


class MadQueensFrame(Frame, frozen=True):
    """A frame of Mad Queens: its effect, and the values that the board shows from then on."""

    effect: MadQueensFrameEffect = MadQueensFrameEffect()
    last_row: LastRow | None = None
    """How the play of the seat in front has ended; with None the board keeps what it shows of the last one."""
    summary: PlaySummary | None = None
    """The results of the play for all seats; with None the board keeps the summary that it shows."""
    begins_row: bool = False
    """Whether a row begins with this frame, so that the board clears the last row and the summary first."""
    plays: SeatPlays = field(default_factory=dict)
    """The events of each seat's play so far."""

    @property
    def shows_queen(self) -> bool:
        return self.effect.queen is not None

    @property
    def is_event(self) -> bool:
        """Whether the frame shows an event; an exact hit and a revealed Joker do not count, as what follows from them
        stays on the table."""
        banner = self.effect.banner
        is_joker = banner is not None and banner.word == JOKER_WORD
        is_revealed_joker = is_joker and not any(is_joker_banned(self.view, seat) for seat in range(self.view.seats))
        return super().is_event and self.effect.exact_hit is None and not is_revealed_joker


class MadQueensAnimator(Animator[MadQueensFrame]):
    """The animator of this board: turns a batch of changes into frames.

    `focus`: the seat in front. `scores_at_start`: the scores at the beginning of the play by seat, None if unknown.
    `last_summary`: the summary of the last play, in Classic of each seat's last turn; None before. `plays`: the events
    of each seat's play so far. The animator updates `scores_at_start`, `last_summary` and `plays`, for the animator of
    the next batch.
    """

    def __init__(
        self,
        view: View,
        log: MadQueensLogWriter,
        focus: int,
        scores_at_start: Sequence[int | None],
        last_summary: PlaySummary | None,
        plays: SeatPlays | None = None,
    ) -> None:
        super().__init__(view, log)
        self._risk_taken = log.risk_taken_text
        self._view_before = view
        self.focus = focus
        self.scores_at_start = list(scores_at_start)
        self.last_summary = last_summary
        self.plays = plays or {}
        self._plays_before = self.plays
        self._begins_row = False
        self._summed_up = False
        self._ongoing_event = ""  # as in `MadQueensFrameEffect`
        self._cards_to_turn = 0  # the cards that are turned because of it
        self._joker_banner: Banner | None = None  # of a revealed Joker whose cards are being turned
        self._waiting_queen: Card | None = None  # turned by it, and not yet dealt with
        self._turned_cards: tuple[Card, ...] = ()  # of the watched seat, by its last reveal
        self._discard_of_joker: Moved | None = None  # of a temporary one, which lies there until its event is over

    def remark_animations(self) -> Mapping[str, Callable[[Remark], None]]:
        """Return the methods that animate the remarks of Mad Queens, by key."""
        return {
            "caught": self._animate_catch,
            "price": self._animate_queen_taking_price,
            "cannot pay": self._animate_game_ending_queen,
            "fourth": self._animate_game_ending_queen,
            "exact": self._animate_exact_hit,
            "joker": self._animate_joker,
            "temporary joker": self._animate_joker,
            "joker banned": self._animate_banned_joker,
            "event scores": self._animate_banned_joker_event,
            "event misses": self._animate_banned_joker_event,
            "banked": self._animate_banking,
            "ended": self._animate_game_end,
        }

    def is_animated(self, remark: Remark) -> bool:
        if remark.key in ("event scores", "event misses"):
            return remark.seat == self._watched_seat or self.view.seats <= MAX_SEATS_WITH_FULL_LOG
        return remark.seat == self._watched_seat or remark.key == "joker banned"

    def add_final_frames(self, view_after: View) -> None:
        if view_after.facts["over"] and not self.view.facts["over"] and view_after.facts["turn"] is None:
            self._sum_up_play("Results of the last play", view_after)

    def last_frame(self, view_after: View) -> MadQueensFrame:
        return MadQueensFrame(
            view_after, lines=self.take_lines(), begins_row=self._has_row_begun_since_last_call(), plays=self.plays
        )

    @property
    def _watched_seat(self) -> int:
        """The seat in front, whose cards lie in the middle of the table."""
        turn = self.view.facts.get("turn")
        return turn if isinstance(turn, int) else self.focus

    def _add_effect(
        self,
        effect: MadQueensFrameEffect,
        hold_seconds: float,
        *,
        last_row: LastRow | None = None,
        summary: PlaySummary | None = None,
        travels: Iterable[Travel] = (),
        is_decisive: bool = False,
    ) -> None:
        """Add a frame that is shown for `hold_seconds` seconds; `is_decisive` as in `Frame`.

        `last_row` is how the play ended for the seat in front, `summary` the result of the play for all; None for none.
        `travels` are the cards and points that are on their way in it.
        """
        view, lines, begins_row = self.current_view(), self.take_lines(), self._has_row_begun_since_last_call()
        effect = replace(effect, ongoing_event=self._ongoing_event) if self._ongoing_event else effect
        if hold_seconds >= PLAY_SUMMARY_SECONDS and view.facts["play"] == 1 and effect.queen is None:
            hold_seconds *= FIRST_PLAY_PACE
        frame = MadQueensFrame(
            view,
            hold_seconds,
            lines,
            tuple(travels),
            is_decisive=is_decisive,
            effect=effect,
            last_row=last_row,
            summary=summary,
            begins_row=begins_row,
            plays=self.plays,
        )
        self.add_frame(frame)

    def _has_row_begun_since_last_call(self) -> bool:
        """Return whether a row has begun since the last call of this method."""
        begins_row, self._begins_row = self._begins_row, False
        return begins_row

    def record_remark(self, remark: Remark) -> None:
        self.plays = plays_after_remark(self.plays, remark, self.current_view(), self.log.sentence(remark))

    def add_change(self, change: Change) -> None:
        """Add the frames of a change: a revealed card, or the end of a play or turn."""
        if isinstance(change, FactChanged):
            self._add_fact(change)
        elif isinstance(change, Moved):
            self._add_move(change)
        else:
            self.postpone_change(change)

    def _add_move(self, change: Moved) -> None:
        """Add the frames in which a revealed card or a banned card turns over."""
        seat = self._watched_seat
        cards = change.cards if isinstance(change.cards, tuple) else ()
        if change.source.name == "banned-deck":
            self._discard_temporary_joker()
        has_event = turns_cards_as_temporary_joker(self.view)
        if change.source.name == f"temp/{seat}" and cards == (JOKER,) and has_event:
            self._discard_of_joker = change
            return
        if cards and change.source.name == f"deck/{seat}":
            self._turned_cards = (*(self._turned_cards if self._cards_to_turn > 0 else ()), *cards)
            if change.target.name == f"shown/{seat}":
                self._add_frames_of_turning_card(
                    [MadQueensFrameEffect(flip_frame=frame, turned_card=cards[0]) for frame in range(FLIP_FRAMES)]
                )
            elif change.target.name == f"gone/{seat}" and cards[0] in QUEENS:
                self._add_frames_of_turning_card(
                    [MadQueensFrameEffect(queen=cards[0], entrance_frame=frame) for frame in range(FLIP_FRAMES)]
                )
        self.postpone_change(change)
        if cards and change.source.name == "banned-deck" and change.target.name in ("banned", f"temp/{self.focus}"):
            turns_cards = cards[0] == JOKER and (change.target.name == "banned" or has_event)
            self._ongoing_event = JOKER_WORD if turns_cards else ""
            for frame in range(FLIP_FRAMES):
                self._add_effect(
                    MadQueensFrameEffect(turned_banned_card=cards[0], banned_card_frame=frame), FLIP_FRAME_SECONDS
                )

    def _discard_temporary_joker(self) -> None:
        """Apply the change that discards a temporary Joker, if one still lies there: its event is over."""
        if self._discard_of_joker is not None:
            self.postpone_change(self._discard_of_joker)
            self._discard_of_joker = None

    def _add_frames_of_turning_card(self, effects: Sequence[MadQueensFrameEffect]) -> None:
        """Add the frames in which the top card of the deck turns over; a row begins with its first card."""
        view, seat = self.current_view(), self._watched_seat
        if seat_status(view, seat) == "playing":  # the cards of a banned Joker are no row: the result of the play stays
            self._begins_row = self._begins_row or not view.cards(f"shown/{seat}")
        for effect in effects:
            if effect.queen is not None:
                self._waiting_queen = effect.queen
            shown = replace(effect, banner=self._joker_banner)
            if effect.queen is None and self._waiting_queen is not None:
                shown = replace(shown, queen=self._waiting_queen, entrance_frame=FLIP_FRAMES)
            self._add_effect(shown, FLIP_FRAME_SECONDS)
        self._cards_to_turn -= 1
        if self._cards_to_turn:
            return
        if self._joker_banner is not None and self._waiting_queen is not None:
            self._add_effect(shown, CARDS_OF_JOKER_SECONDS)
        self._ongoing_event, self._joker_banner = "", None

    def _prolong_event(self, banner: Banner, card_count: int) -> None:
        """Let frames name the event of a banner until `card_count` more cards are turned, as nothing can be decided
        before; the banner of a Joker stays until then."""
        self._ongoing_event, self._cards_to_turn = banner.word, max(self._cards_to_turn, 0) + card_count
        self._joker_banner = banner if banner.word == JOKER_WORD else None

    def _end_prolonged_event(self, remark: Remark) -> None:
        """End the event that a Joker or a Queen prolonged for cards which the deck no longer has, or which take no part
        in it, as a remark about the watched seat says."""
        if remark.seat == self._watched_seat and self._cards_to_turn > 0:
            self._cards_to_turn, self._ongoing_event, self._joker_banner = 0, "", None

    def _add_fact(self, change: FactChanged) -> None:
        """Apply a fact to the view; if it ends a play or a turn, first add the frame of the summary."""
        name = change.fact.name
        if name in ("play", "turn") or name.startswith("status/"):
            self._discard_temporary_joker()
        if name.startswith("status/") and change.value != "playing":
            self._summed_up = False
        elif name in ("play", "turn") or name.startswith("status/"):
            turn = self.view.facts.get("turn")
            if isinstance(turn, int):
                if name == "play" or (name == "turn" and not self._summed_up):
                    self._sum_up_turn(turn)  # the number changes before the seat, which alone changes at the end
                self._summed_up = name == "play"
            elif name != "turn" and not self._summed_up:
                self._summed_up = True
                self._sum_up_play(f"Results of play {self.view.facts['play']}")
        self.postpone_change(change)

    def _sum_up_play(self, title: str, final_view: View | None = None) -> None:
        """Add a frame with the summary of the play that ends, titled `title`.

        The scores are those in `final_view`, or if it is None, in the present view.
        """
        self._ongoing_event = ""
        current = self.current_view()
        view = final_view or current
        scores = seat_scores(view)
        last = self.last_summary
        playing = (
            {outcome.seat for outcome in last.outcomes if outcome.status != "finished"} if last else range(view.seats)
        )
        outcomes = [
            self._outcome_of_play(seat, score, seat_status(view, seat))
            for seat, score in enumerate(scores)
            if seat in playing or score != self.scores_at_start[seat]
        ]
        self.scores_at_start = [*scores]
        self.last_summary = PlaySummary(title, tuple(outcomes))
        self._add_effect(
            MadQueensFrameEffect(),
            self._summary_seconds,
            summary=self.last_summary,
            is_decisive=any(outcome.status == "finished" for outcome in outcomes),
        )

    def _outcome_of_play(self, seat: int, score: int, status: str) -> PlayOutcome:
        """Return the result of a play for a seat: `score` and `status` are those at its end."""
        return outcome_of_play(seat, self.scores_at_start[seat], score, status, self.plays.get(seat, SeatPlay()))

    @property
    def _summary_seconds(self) -> float:
        """Return the time for which the summary of a play is shown: longer if only the summary reports what happened to
        other seats.
        """
        others = {seat: play for seat, play in self.plays.items() if seat != self.focus}
        new = any(self._plays_before.get(seat) != play for seat, play in others.items())
        return OTHERS_CATCH_SECONDS if new else PLAY_SUMMARY_SECONDS

    def _sum_up_turn(self, seat: int) -> None:
        """Add a frame with a summary of every seat's last turn; the turn of `seat` ends now.

        What a banned Joker did to the others after this turn stands beside their last turns, not at their next ones.
        """
        self._ongoing_event = ""
        view = self.current_view()
        score, word = fact_number(view, f"score/{seat}"), str(view.facts[f"status/{seat}"])
        others = [
            self._with_later_events(outcome, view)
            for outcome in (self.last_summary.outcomes if self.last_summary else ())
            if outcome.seat != seat
        ]
        outcome = replace(self._outcome_of_play(seat, score, word), turn_number=fact_number(view, "play"))
        self.scores_at_start[seat] = score
        self.last_summary = PlaySummary(LAST_TURNS_TITLE, (*others, outcome))
        self._add_effect(
            MadQueensFrameEffect(), PLAY_SUMMARY_SECONDS, summary=self.last_summary, is_decisive=word == "finished"
        )

    def _with_later_events(self, outcome: PlayOutcome, view: View) -> PlayOutcome:
        """Return the result of a seat's last turn with what a banned Joker has done to the seat since; its next turn
        begins without that."""
        seat, play = outcome.seat, self.plays.get(outcome.seat, SeatPlay())
        score, has_ended = fact_number(view, f"score/{seat}"), view.facts[f"status/{seat}"] == "finished"
        self.scores_at_start[seat] = score
        if seat in self.plays:
            self.plays = {**self.plays, seat: replace(play, between_turns=None)}
        return outcome_with_later_events(outcome, score, play, has_ended=has_ended)

    def _banner_of(
        self, remark: Remark, word: str, badge_kind: BadgeKind, shorter_sentences: Iterable[str] = ()
    ) -> Banner:
        """Return the banner of a remark, `word` in big letters; it names the seat if it is not the audience's own.

        `shorter_sentences` say the same as the remark in fewer words, the longest first.
        """
        is_others = remark.seat is not None and remark.seat != self.view.seat
        name = f"{self.log.names[remark.seat]}: " if is_others and remark.seat is not None else ""
        sentence, *shorter = (f"{name}{one}" for one in (self.log.sentence(remark), *shorter_sentences))
        return Banner(word, badge_kind, sentence, tuple(shorter))

    def _animate_catch(self, remark: Remark) -> None:
        """Add the frames in which the caught card is shown and the lost row swept off.

        If it is the row of the seat in front, the frames carry it as that seat's last row, shown until the seat reveals
        again.
        """
        card, catcher = remark.particulars[:2]
        assert isinstance(card, Card)
        assert isinstance(catcher, Card)
        seat = self._watched_seat
        row = self.view.cards(f"shown/{seat}")
        lost = row_lost_texts(self.view, seat, card, catcher)
        banner = self._banner_of(remark, "CAUGHT", "bad", [f"{text}." for text in lost])
        effect = MadQueensFrameEffect(caught_and_banned_card=(card, catcher), banner=banner)
        result = LastRow(row, card, banner, self._risk_taken(remark), lost, self._turned_cards)
        after = result if seat == self.focus else None
        self._add_effect(effect, CATCH_SECONDS, last_row=after)
        moved = [travels(f"row/{place}/{len(row)}", "swept", cards=[lost]) for place, lost in enumerate(row)]
        for at_once in [*zip(*moved, strict=True)][:-1]:  # in the last one they are off the table
            self._add_effect(replace(effect, cards_swept=len(row)), TRAVEL_FRAME_SECONDS, travels=at_once)

    def _animate_queen_taking_price(self, remark: Remark) -> None:
        """Show a Queen, and the cards that she takes from the bank."""
        queen, price = remark.particulars[:2]
        assert isinstance(queen, Card)
        assert isinstance(price, int)
        banner = self._banner_of(remark, QUEEN_WORD, "gold")
        effect = MadQueensFrameEffect(queen=queen, entrance_frame=FLIP_FRAMES, cards_demanded=price, banner=banner)
        self._add_effect(effect, QUEEN_BEFORE_PRICE_SECONDS)
        seat = self._watched_seat
        paid = self.view.cards(f"bank/{seat}")[-price:][::-1]
        at_once = max(-(-len(paid) // MAX_TRAVELS_TO_QUEEN), 1)
        for first in range(0, len(paid), at_once):
            effect = replace(effect, cards_taken=min(first + at_once, len(paid)))
            ways = [
                travels(f"bank/{card.suit}" if seat == self.focus else f"seat/{seat}", "queen", cards=[card])
                for card in paid[first : first + at_once]
            ]
            for moved in [*zip(*ways, strict=True)][:-1]:  # where she covers them, they are not seen
                self._add_effect(effect, TRAVEL_FRAME_SECONDS, travels=moved)
        self._waiting_queen = None
        self._prolong_event(banner, 1)

    def _animate_game_ending_queen(self, remark: Remark) -> None:
        """Show the Queen that ends a seat's game, because its bank cannot pay her or because she is its fourth."""
        queen = remark.particulars[0]
        assert isinstance(queen, Card)
        banner = self._banner_of(remark, QUEEN_WORD, "bad")
        before = self._frames[-1].effect if self._frames else MadQueensFrameEffect()
        hold = (
            FOURTH_QUEEN_AFTER_PRICE_SECONDS
            if before.queen == queen and before.cards_demanded
            else QUEEN_BEFORE_PRICE_SECONDS
        )
        effect = MadQueensFrameEffect(queen=queen, entrance_frame=FLIP_FRAMES, banner=banner)
        self._add_effect(effect, hold, is_decisive=True)
        self._waiting_queen = None

    def _animate_exact_hit(self, remark: Remark) -> None:
        """Show an exact hit: a turned card equal to a banned card, which counts double."""
        card = remark.particulars[0]
        assert isinstance(card, Card)
        self._add_effect(
            MadQueensFrameEffect(exact_hit=card, banner=self._banner_of(remark, "DOUBLE", "good")), EXACT_HIT_SECONDS
        )

    def _animate_joker(self, remark: Remark) -> None:
        """Show a Joker that was turned from a deck; cards that it turns follow below its banner."""
        shorter = ["Two cards are turned: a hit banks both."] if remark.key == "temporary joker" else []
        banner = self._banner_of(remark, JOKER_WORD, "warn", shorter)
        self._add_effect(MadQueensFrameEffect(banner=banner), JOKER_SECONDS)
        cards_to_turn = as_number(remark.particulars[0]) if remark.particulars else 2
        if cards_to_turn:
            self._prolong_event(banner, cards_to_turn)

    def _animate_banned_joker(self, remark: Remark) -> None:
        """Show a Joker that was turned as a banned card."""
        other = remark.particulars[0]
        assert isinstance(other, Card)
        shorter = [f"All turn two cards: {hitting_cards_phrase(other)} banks both."]
        self._add_effect(
            MadQueensFrameEffect(banner=self._banner_of(remark, JOKER_WORD, "warn", shorter)), GAME_END_SECONDS
        )

    def _animate_banned_joker_event(self, remark: Remark) -> None:
        """Show what happens to a seat because of a banned Joker."""
        word: tuple[str, BadgeKind] = (JOKER_WORD, "good") if remark.key == "event scores" else (JOKER_WORD, "warn")
        hold = EXACT_HIT_SECONDS if remark.seat == self.focus else OTHERS_EVENT_SECONDS
        seat = None if remark.seat == self._watched_seat or not seats_take_turns(self.view) else remark.seat
        self._add_effect(MadQueensFrameEffect(banner=self._banner_of(remark, *word), event_seat=seat), hold)
        self._end_prolonged_event(remark)
        if remark.seat == self._watched_seat:
            self._discard_temporary_joker()

    def _animate_banking(self, remark: Remark) -> None:
        """Show that the row is banked."""
        self._end_prolonged_event(remark)
        banner = self._banner_of(remark, "BANKED", "good")
        after = LastRow((), None, banner) if self._watched_seat == self.focus else None
        effect = MadQueensFrameEffect(banner=banner)
        self._add_effect(effect, BANKED_ROW_SECONDS, last_row=after)
        self._move_row_to_bank(remark, effect)

    def _move_row_to_bank(self, remark: Remark, effect: MadQueensFrameEffect) -> None:
        """Show the cards of the row on their way to the bank, and their points on the way to the score."""
        seat = self._watched_seat
        row = self.view.cards(f"shown/{seat}")
        points = as_number(remark.particulars[1])
        if not row:
            return
        mine = seat == self.focus
        moved = [
            travels(f"row/{place}/{len(row)}", f"banked/{card.suit}" if mine else f"seat/{seat}", cards=[card])
            for place, card in enumerate(row)
        ]
        if points:
            moved.append(travels(f"row/0/{len(row)}", "score" if mine else f"seat/{seat}", badge=f"+{points}"))
        for step, at_once in enumerate(zip(*moved, strict=True), 1):
            counted = eased_position(0, points, step) if mine else 0
            self._add_effect(
                replace(effect, cards_swept=len(row), points_counted=counted), TRAVEL_FRAME_SECONDS, travels=at_once
            )

    def _animate_game_end(self, remark: Remark) -> None:
        """Show that the game of a seat has ended."""
        self._end_prolonged_event(remark)
        banner = self._banner_of(remark, "FINISHED", "gold")
        play = self.plays.get(self.focus, SeatPlay())
        result = LastRow((), None, banner)
        if play.end_cause and play.sentence:  # a Queen has cost the row; by a house rule the fourth keeps it
            sentence = f"{play.sentence} {self.log.sentence(remark)}"
            told = replace(banner, sentence=sentence, shorter_sentences=(banner.sentence,))
            result = LastRow(play.row, None, told, turned_cards=self._turned_cards)
        after = result if self._watched_seat == self.focus else None
        self._add_effect(MadQueensFrameEffect(banner=banner), GAME_END_SECONDS, last_row=after, is_decisive=True)
