"""The story: a batch of changes told as moments, each a view to show, for how long, and what is special in it.

Bots and people give a match its pace, so only what changes its course is told slowly: the dice and the deal, the
Queen of spades, a catch, going out, and the end of a round. The last moment shows the view as it is after everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from core import Card, Change, Moved, Remark, View
from core.big_queen.layout import BIG_QUEEN, TEAMS
from tui.boards.big_queen.scene import NOTHING_SPECIAL, BigQueenEffect, Count, RoundSummary, hand_of
from tui.drawing import Banner, Line
from tui.drawing.brush import Mark

ROLL: Final = 0.07
ROLLS: Final = 7
ROLLED: Final = 0.9
BONUS: Final = 1.8
CARD: Final = 0.045
QUEEN: Final = 1.3
CAUGHT: Final = 1.1
SAID: Final = 0.6
OUT: Final = 1.1
SCORED: Final = 2.2
WON: Final = 1.4
"""Seconds for which the moments last."""


class BigQueenFrame(Struct, frozen=True):
    """What the board shows for `hold` seconds, the lines that are new in the log, and what it then remembers."""

    view: View
    hold: float = 0.0
    effect: BigQueenEffect = NOTHING_SPECIAL
    lines: tuple[Line, ...] = ()
    summary: RoundSummary | None = None


def log_lines(
    changes: Iterable[Change], view: View, names: Sequence[str], sentence: Callable[[Remark], str]
) -> list[Line]:
    """Return what the log says of some changes."""
    return [_line(change, view, names, sentence) for change in changes if isinstance(change, Remark)]


def _line(remark: Remark, view: View, names: Sequence[str], sentence: Callable[[Remark], str]) -> Line:
    seat = remark.seat
    if seat is None:
        return Line(sentence(remark))
    mine = seat == view.seat
    if remark.key == "deal":
        return Line(f"{'You deal' if mine else f'{names[seat]} deals'}. {sentence(remark)}", heading=True)
    if remark.key == "caught":
        catcher = remark.particulars[0]
        assert isinstance(catcher, int)
        who = "you" if catcher == view.seat else names[catcher]
        return Line(f"{sentence(remark)} (By {who}.)", "You" if mine else names[seat], mine)
    return Line(sentence(remark), "You" if mine else names[seat], mine)


class BigQueenAnimator:
    """Tells one batch of changes; made anew for each."""

    def __init__(self, view: View, names: Sequence[str], sentence: Callable[[Remark], str]) -> None:
        self.view = view
        self.names = names
        self._sentence = sentence
        self._pending: list[Change] = []
        self._lines: list[Line] = []
        self._moments: list[BigQueenFrame] = []
        self._counts: list[Count] = []
        self._title = ""

    def tell(self, changes: Sequence[Change], after: View) -> tuple[BigQueenFrame, ...]:
        """Return the moments of these changes, which led to the view `after`."""
        for change in changes:
            if isinstance(change, Remark):
                self._remark(change)
            elif isinstance(change, Moved) and change.source.name == "stock" and change.many > 1:
                self._dealt(change)
            else:
                self._pending.append(change)
        self._moments.append(BigQueenFrame(after, 0.0, lines=tuple(self._lines)))
        return tuple(self._moments)

    def _flush(self) -> None:
        """Bring the view up to date."""
        if self._pending:
            self.view = self.view.apply_all(self._pending)
            self._pending.clear()

    def _show(self, effect: BigQueenEffect, hold: float, summary: RoundSummary | None = None) -> None:
        """Add a moment."""
        self._flush()
        self._moments.append(BigQueenFrame(self.view, hold, effect, tuple(self._lines), summary))
        self._lines.clear()

    def _banner(self, word: str, kind: Mark, sentence: str, hold: float, *, queen: bool = False) -> None:
        self._show(BigQueenEffect(banner=Banner(word, kind, sentence), queen=queen), hold)

    def _name(self, seat: int | None) -> str:
        return "You" if seat == self.view.seat else self.names[seat or 0]

    def _dealt(self, change: Moved) -> None:
        """Let my own cards come one by one; the others' are simply there."""
        seat = self.view.seat
        if change.target.name != f"hand/{seat}" or not isinstance(change.cards, tuple):
            self._pending.append(change)
            return
        for card in change.cards:
            self._pending.append(change._replace(cards=(card,)))
            self._show(NOTHING_SPECIAL, CARD)

    def _remark(self, remark: Remark) -> None:
        """Give the log its line, and what matters its moment."""
        self._lines.append(_line(remark, self.view, self.names, self._sentence))
        tell = _MOMENTS.get(remark.key)
        if tell is not None:
            self._flush()
            tell(self, remark)

    def _deal(self, remark: Remark) -> None:
        roll, bonus = int(str(remark.particulars[1])), int(str(remark.particulars[2]))
        assert remark.seat is not None
        for frame in range(ROLLS):
            self._show(BigQueenEffect(dice=(roll + 37 * (ROLLS - frame)) % 100, rolling=True), ROLL)
        name, team = self._name(remark.seat), TEAMS[remark.seat % 2]
        verb = "roll" if remark.seat == self.view.seat else "rolls"
        if bonus:
            banner = Banner("BONUS", "gold", f"{name} {verb} {roll:02}: {bonus} points for Team {team}!")
        else:
            banner = Banner("DICE", "panel", f"{name} {verb} {roll:02}. 44 and 45 win 100 points.")
        self._show(BigQueenEffect(banner=banner, dice=roll), BONUS if bonus else ROLLED)

    def _laid(self, remark: Remark) -> None:
        """The Queen of spades is laid."""
        cards: list[object] = []
        for particular in remark.particulars:
            cards += particular if isinstance(particular, tuple) else [particular]
        many = sum(isinstance(card, Card) and card == BIG_QUEEN for card in cards)
        if many:
            assert remark.seat is not None
            verb = "lay" if remark.seat == self.view.seat else "lays"
            sentence = (
                f"{self._name(remark.seat)} {verb} {_queens(many)}: {100 * many} for Team {TEAMS[remark.seat % 2]}."
            )
            self._banner("QUEEN", "gold", sentence, QUEEN, queen=True)

    def _discarded(self, remark: Remark) -> None:
        """The Queen of spades is thrown away."""
        if remark.particulars[0] == BIG_QUEEN:
            verb = "discard" if remark.seat == self.view.seat else "discards"
            sentence = f"{self._name(remark.seat)} {verb} the big Queen: now she lies open."
            self._banner("QUEEN", "warn", sentence, QUEEN, queen=True)

    def _caught(self, remark: Remark) -> None:
        name = self._name(remark.seat)
        have = "have" if remark.seat == self.view.seat else "has"
        draws = "one card is drawn as penalty" if remark.particulars[1] else "but the stock is empty"
        self._banner("CAUGHT", "bad", f"{name} {have} kept silent about one card: {draws}.", CAUGHT)

    def _announced(self, remark: Remark) -> None:
        verb = "announce" if remark.seat == self.view.seat else "announces"
        self._banner("ONE", "warn", f"{self._name(remark.seat)} {verb}: one card left!", SAID)

    def _answered(self, remark: Remark) -> None:
        turn = self.view.facts["turn"]
        if remark.particulars[0] == "no":
            asker = "you" if turn == self.view.seat else self.names[int(str(turn))]
            verb = "say" if remark.seat == self.view.seat else "says"
            self._banner(
                "NO", "bad", f"{self._name(remark.seat)} {verb} no: {asker} may not go out in this turn.", SAID
            )

    def _out(self, remark: Remark) -> None:
        name = self._name(remark.seat)
        go = "go" if remark.seat == self.view.seat else "goes"
        are = "are" if remark.seat == self.view.seat else "is"
        self._title = f"Round {self.view.facts['round']} is over: {name} {are} out"
        assert remark.seat is not None
        self._banner("OUT", "good", f"{name} {go} out for Team {TEAMS[remark.seat % 2]}. The round is over.", OUT)
        self._caught_in_hand()

    def _blocked(self, remark: Remark) -> None:
        self._title = f"Round {self.view.facts['round']} is over: no card is left to draw"
        self._banner("BLOCKED", "warn", "No card is left to draw: nobody goes out, and both teams count.", OUT)
        self._caught_in_hand()

    def _caught_in_hand(self) -> None:
        """The Queen of spades was still in my hand."""
        many = hand_of(self.view).count(BIG_QUEEN)
        if many:
            sentence = f"Caught in your hand: {_queens(many)}, {100 * many} lost."
            self._banner("QUEEN", "bad", sentence, QUEEN, queen=True)

    def _scored(self, remark: Remark) -> None:
        team, laid, held, score = remark.particulars
        self._counts.append(Count(str(team), int(str(laid)), int(str(held)), int(str(score))))
        if len(self._counts) == len(TEAMS):
            self._show(NOTHING_SPECIAL, SCORED, RoundSummary(self._title, tuple(self._counts)))

    def _playoff(self, remark: Remark) -> None:
        self._banner("TIE", "gold", self._sentence(remark), WON)

    def _won(self, remark: Remark) -> None:
        team = str(remark.particulars[0])
        ours = self.view.seat is not None and TEAMS[self.view.seat % 2] == team
        kind: Mark = "good" if ours else "gold"
        self._banner("WON" if ours else "OVER", kind, self._sentence(remark), WON)


def _queens(many: int) -> str:
    return "the big Queen" if many == 1 else f"{many} big Queens"


_MOMENTS: Final[dict[str, Callable[[BigQueenAnimator, Remark], None]]] = {
    "deal": BigQueenAnimator._deal,
    "taken": BigQueenAnimator._laid,
    "melded": BigQueenAnimator._laid,
    "added": BigQueenAnimator._laid,
    "discarded": BigQueenAnimator._discarded,
    "caught": BigQueenAnimator._caught,
    "announced": BigQueenAnimator._announced,
    "answered": BigQueenAnimator._answered,
    "out": BigQueenAnimator._out,
    "blocked": BigQueenAnimator._blocked,
    "scored": BigQueenAnimator._scored,
    "playoff": BigQueenAnimator._playoff,
    "won": BigQueenAnimator._won,
}
"""How each kind of remark that has its moment is told."""
