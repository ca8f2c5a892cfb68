"""The story: a batch of changes told as moments, each a view to show, for how long, and what is special in it.

Only what happens in front of the seat that is watched, and to the shared cards, is told slowly; what others do
is simply there. The last moment always shows the view as it is after everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core import Card, Change, FactSet, Moved, Remark, View
from core.engine.cards import QUEENS
from tui.boards.mad_queens.scene import NOTHING_SPECIAL, After, MadQueensEffect, PlayOutcome, PlaySummary
from tui.boards.mad_queens.text import status
from tui.cards import FLIP_FRAMES
from tui.drawing import Banner, Line
from tui.drawing.brush import Mark

FLIP: Final = 0.045
CATCH: Final = 0.9
SWEEP: Final = 0.05
PRICE: Final = 1.0
TAKE: Final = 0.12
EXACT: Final = 0.8
JOKER: Final = 0.6
BANKED: Final = 0.35
FINISHED: Final = 0.9
BARRIER: Final = 0.5
"""Seconds for which the moments last: a frame of a card that turns, and so on."""

CROWDED: Final = 20
"""With more seats than this the log tells only of one's own play and of the table."""


class MadQueensFrame(Struct, frozen=True):
    """What the board shows for `hold` seconds, and what it then remembers.

    `lines` are new in the log. `after` and `summary` replace what is remembered; `fresh` forgets both, because
    a new row begins.
    """

    view: View
    hold: float = 0.0
    effect: MadQueensEffect = NOTHING_SPECIAL
    lines: tuple[Line, ...] = ()
    after: After | None = None
    summary: PlaySummary | None = None
    fresh: bool = False


def log_lines(
    changes: Iterable[Change],
    view: View,
    names: Sequence[str],
    sentence: Callable[[Remark], str],
) -> list[Line]:
    """Return what the log says of some changes."""
    lines = []
    for change in changes:
        if isinstance(change, Remark):
            line = _line(change, view, names, sentence)
            if line is not None:
                lines.append(line)
    return lines


def _line(remark: Remark, view: View, names: Sequence[str], sentence: Callable[[Remark], str]) -> Line | None:
    seat = remark.seat
    if seat is None:
        return Line(sentence(remark).rstrip("."), heading=True) if remark.key == "play" else Line(sentence(remark))
    if view.seats > CROWDED and seat != view.seat and view.seat is not None:
        return None
    mine = seat == view.seat
    return Line(sentence(remark), "You" if mine else names[seat], mine, heading=remark.key == "turn")


class MadQueensAnimator:
    """Tells one batch of changes; made anew for each.

    `focus` is the seat in front, `start` the scores at the beginning of the play as far as they are known, and `last`
    the summary so far.
    """

    def __init__(
        self,
        view: View,
        names: Sequence[str],
        focus: int,
        sentence: Callable[[Remark], str],
        start: Sequence[int | None],
        last: PlaySummary | None,
    ) -> None:
        self.view = view
        self.names = names
        self.focus = focus
        self.start = list(start)
        self.last = last
        self._sentence = sentence
        self._pending: list[Change] = []
        self._lines: list[Line] = []
        self._moments: list[MadQueensFrame] = []
        self._fresh = False
        self._summed = False

    def tell(self, changes: Sequence[Change], after: View) -> tuple[MadQueensFrame, ...]:
        """Return the moments of these changes, which led to the view `after`."""
        for change in changes:
            if isinstance(change, Remark):
                self._remark(change)
            elif isinstance(change, FactSet):
                self._fact(change)
            elif isinstance(change, Moved):
                self._moved(change)
            else:
                self._pending.append(change)
        if after.facts["over"] and not self.view.facts["over"] and after.facts["turn"] is None:
            self._summarise("The last play", after)
        self._moments.append(MadQueensFrame(after, 0.0, lines=tuple(self._lines), fresh=self._fresh))
        return tuple(self._moments)

    @property
    def _watched(self) -> int:
        """The seat whose cards lie in the middle."""
        turn = self.view.facts.get("turn")
        return turn if isinstance(turn, int) else self.focus

    def _flush(self) -> None:
        """Bring the view up to date."""
        if self._pending:
            self.view = self.view.apply_all(self._pending)
            self._pending.clear()

    def _show(
        self, effect: MadQueensEffect, hold: float, *, after: After | None = None, summary: PlaySummary | None = None
    ) -> None:
        """Add a moment."""
        self._flush()
        self._moments.append(MadQueensFrame(self.view, hold, effect, tuple(self._lines), after, summary, self._fresh))
        self._lines.clear()
        self._fresh = False

    def _moved(self, change: Moved) -> None:
        """Let cards that are turned turn over."""
        seat = self._watched
        cards = change.cards if isinstance(change.cards, tuple) else ()
        if cards and change.source.name == f"deck/{seat}":
            if change.target.name == f"shown/{seat}":
                self._turn_up([MadQueensEffect(flip=frame, turned=cards[0]) for frame in range(FLIP_FRAMES)])
            elif change.target.name == f"gone/{seat}" and cards[0] in QUEENS:
                self._turn_up([MadQueensEffect(queen=cards[0], entrance=frame) for frame in range(FLIP_FRAMES)])
        self._pending.append(change)
        if cards and change.source.name == "banned-deck" and change.target.name in ("banned", f"temp/{self.focus}"):
            for frame in range(FLIP_FRAMES):
                self._show(MadQueensEffect(ban=cards[0], turning=frame), FLIP)

    def _turn_up(self, effects: Sequence[MadQueensEffect]) -> None:
        """Let the top card of the deck turn over before anything else shows what it is."""
        self._flush()
        self._fresh = self._fresh or not self.view.cards(f"shown/{self._watched}")
        for effect in effects:
            self._show(effect, FLIP)

    def _fact(self, change: FactSet) -> None:
        """See the end of a play coming, and sum it up."""
        name = change.fact.name
        if name.startswith("status/") and change.value != "playing":
            self._summed = False
        elif name == "play" or name.startswith("status/"):
            if self.view.facts.get("turn") is None and not self._summed:
                self._summed = True
                self._summarise(f"Play {self.view.facts['play']} is over")
        elif name == "turn" and isinstance(self.view.facts["turn"], int):
            self._sum_turn(self.view.facts["turn"])
        self._pending.append(change)

    def _summarise(self, title: str, final: View | None = None) -> None:
        """Remember what everybody got from the play that ends here."""
        self._flush()
        view = final or self.view
        scores = [int(str(view.facts[f"score/{seat}"])) for seat in range(view.seats)]
        before = {outcome.seat for outcome in self.last.outcomes if outcome.status == "finished"} if self.last else ()
        outcomes = [
            PlayOutcome(seat, _gain(self.start[seat], score), status(view, seat))
            for seat, score in enumerate(scores)
            if not (seat in before and score == self.start[seat])
        ]
        self.start = [*scores]
        self.last = PlaySummary(title, tuple(outcomes))
        self._show(NOTHING_SPECIAL, BARRIER, summary=self.last)

    def _sum_turn(self, seat: int) -> None:
        """Remember what a turn brought the seat whose turn is over."""
        self._flush()
        score = int(str(self.view.facts[f"score/{seat}"]))
        word = str(self.view.facts[f"status/{seat}"])
        others = [outcome for outcome in self.last.outcomes if outcome.seat != seat] if self.last else []
        outcome = PlayOutcome(seat, _gain(self.start[seat], score), word)
        self.start[seat] = score
        self.last = PlaySummary("The last turns", (*others, outcome))
        self._show(NOTHING_SPECIAL, BARRIER, summary=self.last)

    def _remark(self, remark: Remark) -> None:
        """Give the log its line, and what is watched its moment."""
        line = _line(remark, self.view, self.names, self._sentence)
        if line is not None:
            self._lines.append(line)
        if remark.seat == self._watched or remark.key == "joker banned":
            tell = _MOMENTS.get(remark.key)
            if tell is not None:
                self._flush()
                tell(self, remark)

    def _banner(self, remark: Remark, word: str, kind: Mark) -> Banner:
        sentence = self._sentence(remark)
        if remark.seat is not None and remark.seat != self.view.seat:
            sentence = f"{self.names[remark.seat]}: {sentence}"
        return Banner(word, kind, sentence)

    def _caught(self, remark: Remark) -> None:
        card, catcher = remark.particulars[:2]
        assert isinstance(card, Card)
        assert isinstance(catcher, Card)
        seat = self._watched
        row = self.view.cards(f"shown/{seat}")
        banner = self._banner(remark, "CAUGHT", "bad")
        effect = MadQueensEffect(caught=(card, catcher), banner=banner)
        after = After(row, card, banner) if seat == self.focus else None
        self._show(effect, CATCH, after=after)
        for swept in range(1, len(row)):
            self._show(replace(effect, swept=swept), SWEEP)

    def _price(self, remark: Remark) -> None:
        queen, price = remark.particulars[:2]
        assert isinstance(queen, Card)
        assert isinstance(price, int)
        banner = self._banner(remark, "QUEEN", "gold")
        effect = MadQueensEffect(queen=queen, entrance=FLIP_FRAMES, price=price, banner=banner)
        self._show(effect, PRICE)
        for taken in range(1, price + 1):
            self._show(replace(effect, taken=taken), TAKE)

    def _ruin(self, remark: Remark) -> None:
        queen = remark.particulars[0]
        assert isinstance(queen, Card)
        banner = self._banner(remark, "QUEEN", "bad")
        self._show(MadQueensEffect(queen=queen, entrance=FLIP_FRAMES, banner=banner), PRICE)

    def _exact(self, remark: Remark) -> None:
        card = remark.particulars[0]
        assert isinstance(card, Card)
        self._show(MadQueensEffect(doubled=card, banner=self._banner(remark, "DOUBLE", "good")), EXACT)

    def _joker(self, remark: Remark) -> None:
        self._show(MadQueensEffect(banner=self._banner(remark, "JOKER", "warn")), JOKER)

    def _joker_banned(self, remark: Remark) -> None:
        self._show(MadQueensEffect(banner=self._banner(remark, "JOKER", "warn")), FINISHED)

    def _event(self, remark: Remark) -> None:
        word: tuple[str, Mark] = ("JOKER", "good") if remark.key == "event scores" else ("JOKER", "warn")
        self._show(MadQueensEffect(banner=self._banner(remark, *word)), EXACT)

    def _banked(self, remark: Remark) -> None:
        banner = self._banner(remark, "BANKED", "good")
        after = After((), None, banner) if self._watched == self.focus else None
        self._show(MadQueensEffect(banner=banner), BANKED, after=after)

    def _ended(self, remark: Remark) -> None:
        banner = self._banner(remark, "FINISHED", "gold")
        after = After((), None, banner) if self._watched == self.focus else None
        self._show(MadQueensEffect(banner=banner), FINISHED, after=after)


def _gain(before: int | None, now: int) -> int | None:
    return None if before is None else now - before


_MOMENTS: Final[dict[str, Callable[[MadQueensAnimator, Remark], None]]] = {
    "caught": MadQueensAnimator._caught,
    "price": MadQueensAnimator._price,
    "cannot pay": MadQueensAnimator._ruin,
    "fourth": MadQueensAnimator._ruin,
    "exact": MadQueensAnimator._exact,
    "joker": MadQueensAnimator._joker,
    "temporary joker": MadQueensAnimator._joker,
    "joker banned": MadQueensAnimator._joker_banned,
    "event scores": MadQueensAnimator._event,
    "event misses": MadQueensAnimator._event,
    "banked": MadQueensAnimator._banked,
    "ended": MadQueensAnimator._ended,
}
"""How each kind of remark of the seat that is watched is told."""
