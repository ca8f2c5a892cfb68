"""The animations of Big Queen, for the changes that matter most.

Animated are the dice and the deal, cards that are drawn, taken, laid or discarded and the points that they bring, the
Queen of spades, a catch, going out, and the end of a round. The last frame shows the view after all changes.

In the texts of this board *I* am the player for whom it is painted; a *set* is a meld, and *twos* are the wild cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from msgspec import structs

from core import Card, Change, FactChanged, Moved, Remark, View
from core.big_queen import BIG_QUEEN, POINTS_BY_CARD, TEAM_NAMES, team_letter
from tui.boards.big_queen.scene import BigQueenFrameEffect, RoundSummary, TeamRoundScore, own_hand
from tui.boards.big_queen.selection import sorted_hand
from tui.boards.common.animator import Animator
from tui.boards.common.frame_queue import Frame
from tui.boards.common.log_writer import LogWriter
from tui.boards.common.numbers import as_number
from tui.boards.common.travel import (
    SCORE_COUNT_FRAME_SECONDS,
    SCORE_COUNT_FRAMES,
    TRAVEL_FRAME_SECONDS,
    Travel,
    eased_position,
    travels,
)
from tui.drawing import Banner
from tui.drawing.styles import BadgeKind

ROLLING_FRAME_SECONDS: Final = 0.07
"""How long each frame of the rolling dice is shown."""

ROLLING_FRAMES: Final = 7
"""The number of frames of the rolling dice."""

DICE_RESULT_SECONDS: Final = 0.9
"""How long the result of the dice is shown."""

DICE_BONUS_SECONDS: Final = 1.8
"""How long the result of the dice is shown if it brings a bonus."""

DEALT_CARD_SECONDS: Final = 0.045
"""The time for which each dealt card is shown before the next one."""

LARGE_QUEEN_OF_SPADES_SECONDS: Final = 1.3
"""How long the large Queen of spades is shown."""

PENALTY_BANNER_SECONDS: Final = 1.1
"""How long it is shown that a player was caught and draws a card for it."""

ANSWER_BANNER_SECONDS: Final = 0.6
"""How long a partner's answer or an announcement is shown."""

GOING_OUT_SECONDS: Final = 1.1
"""How long it is shown that a player goes out."""

ROUND_SUMMARY_SECONDS: Final = 5.0
"""How long the summary of a round is shown."""

WIN_BANNER_SECONDS: Final = 1.4
"""How long the winning team is shown."""


class BigQueenFrame(Frame, frozen=True):
    """A frame of Big Queen: its effect, and a summary of the round that the board shows from then on.

    `summary` is None if the frame brings no new one.
    """

    effect: BigQueenFrameEffect = BigQueenFrameEffect()
    summary: RoundSummary | None = None

    @property
    def shows_queen(self) -> bool:
        return self.effect.shows_queen


class BigQueenAnimator(Animator[BigQueenFrame]):
    """The animator of this board: turns a batch of changes into frames.

    `order`: the sort order in which my hand is shown, one of `selection.HAND_SORT_ORDERS`.
    """

    def __init__(self, view: View, log: LogWriter, order: str = "rank") -> None:
        super().__init__(view, log)
        self._order = order
        self._counts: list[TeamRoundScore] = []
        self._summary_due = False
        self._title = ""
        self._is_dealing = False

    def remark_animations(self) -> Mapping[str, Callable[[Remark], None]]:
        """Return the methods that animate the remarks of Big Queen, by key."""
        return {
            "deal": self._animate_dice,
            "taken": self._animate_meld,
            "melded": self._animate_meld,
            "added": self._animate_meld,
            "discarded": self._animate_discard,
            "caught": self._animate_penalty,
            "announced": self._animate_announcement,
            "answered": self._animate_answer,
            "out": self._animate_going_out,
            "blocked": self._animate_blocked_round,
            "scored": self._store_score_of_team,
            "playoff": self._animate_playoff,
            "won": self._animate_win,
        }

    def record_remark(self, remark: Remark) -> None:
        if remark.key != "scored":
            self._sum_up_round()

    def add_final_frames(self, view_after: View) -> None:
        self._sum_up_round()

    def last_frame(self, view_after: View) -> BigQueenFrame:
        return BigQueenFrame(view_after, lines=self.take_lines())

    def _add_effect(
        self, effect: BigQueenFrameEffect, hold_seconds: float, summary: RoundSummary | None = None
    ) -> None:
        """Add a frame that shows an effect for `hold_seconds` seconds.

        From then on the board also shows the `summary` of a round, if it is not None.
        """
        self.add_frame(
            BigQueenFrame(
                self.current_view(),
                hold_seconds,
                self.take_lines(),
                is_summary=effect.shows_summary and effect.count_step == SCORE_COUNT_FRAMES,
                effect=structs.replace(effect, is_dealing=self._is_dealing),
                summary=summary,
            )
        )

    def _add_banner(
        self, word: str, badge_kind: BadgeKind, sentence: str, hold_seconds: float, *, queen: bool = False
    ) -> None:
        """Add a frame that shows a banner for `hold_seconds` seconds: `word` in big letters, and a sentence.

        With `queen` the large Queen of spades is shown as well.
        """
        self._add_effect(
            BigQueenFrameEffect(banner=Banner(word, badge_kind, sentence), shows_queen=queen), hold_seconds
        )

    def _actor_name(self, seat: int | None) -> str:
        """Return the name of the player at the seat that a remark is about."""
        assert seat is not None
        return self.log.name(seat, self.view)

    def add_change(self, change: Change) -> None:
        """Add the frames of a change: the deal, or the summary of a round before other changes."""
        if not (isinstance(change, FactChanged) and change.fact.name.startswith("score/")):
            self._sum_up_round()
        if isinstance(change, Moved) and change.source.name == "stock" and change.card_count > 1:
            self._animate_dealt_cards(change)
        elif isinstance(change, Moved) and self._is_seen_moving(change):
            self._animate_move(change)
        else:
            self.postpone_change(change)

    def _is_seen_moving(self, change: Moved) -> bool:
        """Return whether a move is shown as a travel: if this audience sees its cards, and they do not go back into the
        stock.
        """
        return isinstance(change.cards, tuple) and change.target.name != "stock"

    def _animate_move(self, change: Moved) -> None:
        """Show cards on their way between two piles, and the points of laid ones on their way to the score."""
        assert isinstance(change.cards, tuple)
        before = self.current_view()
        self.postpone_change(change)
        after = self.current_view()
        source, target = self._place_name(change.source.name, change, before), change.target.name
        between = replace(before, piles={**before.piles, change.source.name: after.piles[change.source.name]})
        arriving_set = target.removeprefix("meld/") if target.startswith("meld/") else ""
        effect = BigQueenFrameEffect(arriving_set=arriving_set, cards_on_way=change.cards)
        for travel in travels(source, self._place_name(target, change, after), cards=change.cards):
            self._add_travel(between, travel, effect)
        if target.startswith("meld/"):
            points, letter = sum(POINTS_BY_CARD[card] for card in change.cards), target.split("/")[1]
            for travel in travels(target, f"laid/{letter}", badge=f"+{points}"):
                late = points - eased_position(0, points, travel.step)
                self._add_travel(after, travel, BigQueenFrameEffect(points_on_way=(TEAM_NAMES.index(letter), late)))

    def _add_travel(self, view: View, travel: Travel, effect: BigQueenFrameEffect | None = None) -> None:
        """Add a frame of a travel over a view, with an effect if one is given."""
        lines = self.take_lines()
        effect = structs.replace(effect or BigQueenFrameEffect(), is_dealing=self._is_dealing)
        self.add_frame(BigQueenFrame(view, TRAVEL_FRAME_SECONDS, lines, (travel,), effect=effect))

    def _place_name(self, pile: str, change: Moved, view: View) -> str:
        """Return the name of the place on the board where a pile lies; for my own hand, the name of the place of the
        first card moved."""
        assert isinstance(change.cards, tuple)
        if pile != f"hand/{view.seat}":
            return pile
        hand = sorted_hand(own_hand(view), self._order)
        return f"own/{hand.index(change.cards[0])}/{len(hand)}"

    def _animate_dealt_cards(self, change: Moved) -> None:
        """Add a frame for each card dealt to me; the other players' cards appear at once."""
        seat = self.view.seat
        if change.target.name != f"hand/{seat}" or not isinstance(change.cards, tuple):
            self.postpone_change(change)
            return
        for card in change.cards:
            self.postpone_change(change._replace(cards=(card,)))
            self._add_effect(BigQueenFrameEffect(), DEALT_CARD_SECONDS)

    def _animate_dice(self, remark: Remark) -> None:
        """Show the dice rolling, and their result; the deal has begun with them."""
        self._is_dealing = True
        roll, bonus = as_number(remark.particulars[1]), as_number(remark.particulars[2])
        assert remark.seat is not None
        for frame in range(ROLLING_FRAMES):
            self._add_effect(
                BigQueenFrameEffect(dice=(roll + 37 * (ROLLING_FRAMES - frame)) % 100, dice_are_rolling=True),
                ROLLING_FRAME_SECONDS,
            )
        name, team = self._actor_name(remark.seat), team_letter(remark.seat)
        verb = "roll" if remark.seat == self.view.seat else "rolls"
        if bonus:
            banner = Banner("BONUS", "gold", f"{name} {verb} {roll:02}: {bonus} points for Team {team}!")
        else:
            rolled = f"{name} {verb} {roll:02}."
            banner = Banner("DICE", "panel", f"{rolled} 44 and 45 win 100 points.", (rolled,))
        self._add_effect(
            BigQueenFrameEffect(banner=banner, dice=roll), DICE_BONUS_SECONDS if bonus else DICE_RESULT_SECONDS
        )

    def _animate_meld(self, remark: Remark) -> None:
        """Show the Queen of spades in large if the cards laid include her."""
        cards: list[object] = []
        for particular in remark.particulars:
            cards += particular if isinstance(particular, tuple) else [particular]
        number = sum(isinstance(card, Card) and card == BIG_QUEEN for card in cards)
        if number:
            assert remark.seat is not None
            verb = "lay" if remark.seat == self.view.seat else "lays"
            queens, team = _big_queens_text(number), team_letter(remark.seat)
            sentence = f"{self._actor_name(remark.seat)} {verb} {queens}: {100 * number} for Team {team}."
            self._add_banner("QUEEN", "gold", sentence, LARGE_QUEEN_OF_SPADES_SECONDS, queen=True)

    def _animate_discard(self, remark: Remark) -> None:
        """Show the Queen of spades in large if she is discarded."""
        if remark.particulars[0] == BIG_QUEEN:
            verb = "discard" if remark.seat == self.view.seat else "discards"
            sentence = f"{self._actor_name(remark.seat)} {verb} the big Queen: now she lies open."
            self._add_banner("QUEEN", "warn", sentence, LARGE_QUEEN_OF_SPADES_SECONDS, queen=True)

    def _animate_penalty(self, remark: Remark) -> None:
        """Show that a player was caught and draws a card for it."""
        name = self._actor_name(remark.seat)
        have = "have" if remark.seat == self.view.seat else "has"
        draws = "one penalty card" if remark.particulars[1] else "but the stock is empty"
        self._add_banner("CAUGHT", "bad", f"{name} {have} kept silent about one card: {draws}.", PENALTY_BANNER_SECONDS)

    def _animate_announcement(self, remark: Remark) -> None:
        """Show that a player announces one card."""
        verb = "announce" if remark.seat == self.view.seat else "announces"
        self._add_banner(
            "ONE", "warn", f"{self._actor_name(remark.seat)} {verb}: one card left!", ANSWER_BANNER_SECONDS
        )

    def _animate_answer(self, remark: Remark) -> None:
        """Show that a partner forbids the player to go out; a partner's yes has no frame."""
        turn = self.view.facts["turn"]
        if remark.particulars[0] == "no":
            asker = "you" if turn == self.view.seat else self.log.names[as_number(turn)]
            verb = "say" if remark.seat == self.view.seat else "says"
            self._add_banner(
                "NO",
                "bad",
                f"{self._actor_name(remark.seat)} {verb} no: {asker} may not go out this turn.",
                ANSWER_BANNER_SECONDS,
            )

    def _animate_going_out(self, remark: Remark) -> None:
        """Show that a player goes out, and a Queen of spades left in my hand.

        Store the title for the summary of the round.
        """
        name = self._actor_name(remark.seat)
        go = "go" if remark.seat == self.view.seat else "goes"
        who = "you" if remark.seat == self.view.seat else name
        self._title = f"Round {self.view.facts['round']} is over: {who} went out"
        assert remark.seat is not None
        self._add_banner(
            "END",
            "good",
            f"{name} {go} out for Team {team_letter(remark.seat)}, with no card left. The round is over.",
            GOING_OUT_SECONDS,
        )
        self._animate_queen_in_hand()

    def _animate_blocked_round(self, remark: Remark) -> None:
        """Show that no card can be drawn, and a Queen of spades left in my hand.

        Store the title for the summary of the round.
        """
        self._title = f"Round {self.view.facts['round']} is over: no card is left to draw"
        self._add_banner(
            "BLOCKED", "warn", "No card is left to draw: nobody goes out, and both teams count.", GOING_OUT_SECONDS
        )
        self._animate_queen_in_hand()

    def _animate_queen_in_hand(self) -> None:
        """Show a Queen of spades that is left in my hand at the end of a round."""
        number = own_hand(self.view).count(BIG_QUEEN)
        if number:
            sentence = f"Caught in your hand: {_big_queens_text(number)}, {100 * number} lost."
            self._add_banner("QUEEN", "bad", sentence, LARGE_QUEEN_OF_SPADES_SECONDS, queen=True)

    def _store_score_of_team(self, remark: Remark) -> None:
        """Store the score of a team from a remark, for the summary of the round, which is shown once both are
        stored."""
        team, laid, held, score = remark.particulars[:4]
        self._counts.append(TeamRoundScore(str(team), as_number(laid), as_number(held), as_number(score)))
        self._summary_due = len(self._counts) == len(TEAM_NAMES)

    def _sum_up_round(self) -> None:
        """Add the frame with the summary of a round if it is due: once, after both teams' scores have been stored."""
        if self._summary_due:
            self._summary_due = False
            summary: RoundSummary | None = RoundSummary(
                self._title, tuple(self._counts), as_number(self.view.facts["round"])
            )
            for step in range(1, SCORE_COUNT_FRAMES):
                self._add_effect(
                    BigQueenFrameEffect(shows_summary=True, count_step=step), SCORE_COUNT_FRAME_SECONDS, summary
                )
                summary = None  # it stays
            self._add_effect(BigQueenFrameEffect(shows_summary=True), ROUND_SUMMARY_SECONDS)

    def _animate_playoff(self, remark: Remark) -> None:
        """Show that the teams are tied."""
        self._add_banner("TIE", "gold", self.log.sentence(remark), WIN_BANNER_SECONDS)

    def _animate_win(self, remark: Remark) -> None:
        """Show the winning team."""
        team = str(remark.particulars[0])
        ours = self.view.seat is not None and team_letter(self.view.seat) == team
        kind: BadgeKind = "good" if ours else "gold"
        self._add_banner("WON" if ours else "OVER", kind, self.log.sentence(remark), WIN_BANNER_SECONDS)


def _big_queens_text(number: int) -> str:
    """Return the words for a number of Queens of spades."""
    return "the big Queen" if number == 1 else f"{number} big Queens"
