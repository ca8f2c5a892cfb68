"""The story: a batch of changes told as moments, each a view to show, for how long, and what is special in it.

A card that somebody else plays rests for a moment, a trick is seen before its winner collects it, and what changes
the hand (trump, two Queens, the dungeon, the end of the hand) has a moment of its own. The last moment always
shows the view as it is after everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from core import Card, Change, FactSet, Moved, Remark, View
from core.engine.cards import QUEENS
from core.engine.english import SUIT_WORDS
from tui.boards.tricks.scene import FRAMES, NOTHING_SPECIAL, Dungeon, HandOutcome, HandSummary, Taken, TrickEffect
from tui.boards.tricks.trick_view import deal_word, laid, number, players, turned
from tui.drawing import Banner, Line
from tui.drawing.brush import Mark

CARD: Final = 0.3
TAKEN: Final = 0.9
COLLECT: Final = 0.05
NAMED: Final = 1.2
QUEENS_FALL: Final = 1.8
BARS: Final = 0.07
FALL: Final = 0.08
DOOR_SHUT: Final = 2.0
TRUMPS_SET: Final = 2.2
HAND_OVER: Final = 5.0
"""Seconds for which the moments last: a card played by somebody else, a trick before it is collected, and so on."""

BAR_FRAMES: Final = 6
SCORE_FRAMES: Final = 8
"""How many frames the bars take to come down, and the score to fall."""


class TrickFrame(Struct, frozen=True):
    """What the board shows for `hold` seconds, and what it then remembers.

    `lines` are new in the log; `summary` replaces the one that is remembered.
    """

    view: View
    hold: float = 0.0
    effect: TrickEffect = NOTHING_SPECIAL
    lines: tuple[Line, ...] = ()
    summary: HandSummary | None = None


def log_lines(
    changes: Iterable[Change], view: View, names: Sequence[str], sentence: Callable[[Remark], str]
) -> list[Line]:
    """Return what the log says of some changes."""
    teller = TrickAnimator(view, names, sentence)
    return [line for change in changes for line in teller.lines_of(change)]


ACCUSATIONS: Final[Mapping[str, tuple[str, str]]] = {
    "accuses": ("{} is accused of a wrong card.", "{} are accused of a wrong card."),
    "unfounded": ("The accusation of {} has come to nothing.", "The accusation of you has come to nothing."),
}
"""What is said of somebody by name, where the rules know only seats: of another, and of oneself."""


class TrickAnimator:
    """Tells one batch of changes; made anew for each. `view` is the view before them."""

    def __init__(self, view: View, names: Sequence[str], sentence: Callable[[Remark], str]) -> None:
        self.view = view
        self.names = names
        self._sentence = sentence
        self._pending: list[Change] = []
        self._lines: list[Line] = []
        self._moments: list[TrickFrame] = []
        self._earned: dict[int, tuple[int, str]] = {}
        self._queens: tuple[Card, ...] = ()

    def tell(self, changes: Sequence[Change], after: View) -> tuple[TrickFrame, ...]:
        """Return the moments of these changes, which led to the view `after`."""
        for change in changes:
            if isinstance(change, Remark):
                self._remark(change)
            elif isinstance(change, Moved):
                self._moved(change)
            else:
                self._fact(change)
        self._flush()
        if self._earned:
            self._sum_up()
        self._moments.append(TrickFrame(after, 0.0, lines=tuple(self._lines)))
        return tuple(self._moments)

    def lines_of(self, change: Change) -> list[Line]:
        """Return what the log says of a change."""
        if isinstance(change, FactSet) and change.fact.name == "hand":
            return [Line(f"{deal_word(self.view).capitalize()} {change.value}", heading=True)]
        if not isinstance(change, Remark):
            return []
        text = self._sentence(change)
        if change.key in ACCUSATIONS:
            accused = self._name(int(str(change.particulars[0])))
            text = ACCUSATIONS[change.key][accused == "You"].format(accused)
        if change.seat is None:
            return [Line(text)]
        return [Line(text, self._name(change.seat), change.seat == self.view.seat)]

    def _name(self, player: int) -> str:
        if player == self.view.seat:
            return "You"
        return self.names[player] if player < self.view.seats else "Dummy"

    def _flush(self) -> None:
        """Bring the view up to date."""
        if self._pending:
            self.view = self.view.apply_all(self._pending)
            self._pending.clear()

    def _show(self, hold: float, effect: TrickEffect = NOTHING_SPECIAL, summary: HandSummary | None = None) -> None:
        """Add a moment."""
        self._flush()
        self._moments.append(TrickFrame(self.view, hold, effect, tuple(self._lines), summary))
        self._lines.clear()

    # Piles and facts

    def _moved(self, change: Moved) -> None:
        source, target = change.source.name, change.target.name
        if target == "stock" and self._earned:
            self._sum_up()
        self._pending.append(change)
        if target == "trick" and not source.startswith("won/") and source != f"hand/{self.view.seat}":
            self._show(CARD)

    def _fact(self, change: Change) -> None:
        if isinstance(change, FactSet) and change.fact.name == "hand" and self._earned:
            self._sum_up()
        self._pending.append(change)
        self._lines += self.lines_of(change)

    # Remarks

    def _remark(self, remark: Remark) -> None:
        """Give the log its line, and what matters its moment."""
        self._lines += self.lines_of(remark)
        tell = _MOMENTS.get(remark.key)
        if tell is not None:
            self._flush()
            tell(self, remark)

    def _banner(self, remark: Remark, word: str, kind: Mark) -> Banner:
        line = self.lines_of(remark)[0]
        return Banner(word, kind, f"{line.name}: {line.text}" if line.name else line.text)

    def _taken(self, remark: Remark) -> None:
        """Let a trick be seen, then let its winner collect it."""
        trick = laid(self.view)
        assert remark.seat is not None
        self._queens = tuple(card for _, card in trick if card in QUEENS)
        self._show(TAKEN, TrickEffect(Taken(trick, remark.seat)))
        for frame in range(1, FRAMES):
            self._show(COLLECT, TrickEffect(Taken(trick, remark.seat, frame)))

    def _named(self, remark: Remark) -> None:
        word = SUIT_WORDS[str(remark.particulars[0])].upper()
        self._show(NAMED, TrickEffect(banner=self._banner(remark, word, "gold")))

    def _challenge(self, remark: Remark) -> None:
        self._show(QUEENS_FALL, TrickEffect(banner=self._banner(remark, "QUEENS", "gold")))

    def _two_queens(self, remark: Remark) -> None:
        dealer = number(self.view, "dealer")
        sentence = f"{self._name(dealer)}, the dealer, must change trump."
        if dealer == self.view.seat:
            sentence = "You, the dealer, must change trump."
        banner = Banner("2 QUEENS", "warn", f"Two Queens in one trick. {sentence}")
        self._show(QUEENS_FALL, TrickEffect(banner=banner))

    def _dungeon(self, remark: Remark) -> None:
        """Let the bars come down and the score fall."""
        player = remark.seat
        queens, score, new = (int(str(value)) for value in remark.particulars)
        assert player is not None
        with_what = "all four Queens" if queens == 4 else "three Queens"
        verb = "go" if player == self.view.seat else "goes"
        sentence = f"{self._name(player)} {verb} to the dungeon with {with_what}: from {score} to {new}."
        cards = self._queens
        for frame in range(1, BAR_FRAMES + 1):
            self._show(BARS, TrickEffect(dungeon=Dungeon(player, cards, score, new, frame, sentence)))
        for frame in range(1, SCORE_FRAMES + 1):
            now = score + (new - score) * frame // SCORE_FRAMES
            hold = FALL if frame < SCORE_FRAMES else DOOR_SHUT
            self._show(hold, TrickEffect(dungeon=Dungeon(player, cards, now, new, BAR_FRAMES, sentence)))

    def _reneged(self, remark: Remark) -> None:
        self._show(QUEENS_FALL, TrickEffect(banner=self._banner(remark, "RENEGED", "bad")))

    def _owned_up(self, remark: Remark) -> None:
        self._show(NAMED, TrickEffect(banner=self._banner(remark, "SORRY", "warn")))

    def _trumps(self, remark: Remark) -> None:
        ranks = " ".join(map(str, remark.particulars[1:]))
        self._show(TRUMPS_SET, TrickEffect(banner=self._banner(remark, "TRUMPS", "gold"), below=ranks))

    # The end of a hand

    def _earn(self, remark: Remark) -> None:
        """Note what a hand brought a seat; ``forfeits`` comes after it."""
        assert remark.seat is not None
        if remark.key == "forfeits":
            points, word = self._earned[remark.seat]
            self._earned[remark.seat] = (points, f"{word}, dungeon" if word else "dungeon")
            return
        points = int(str(remark.particulars[0 if remark.key == "points" else 2]))
        words = {"dealer made": "quota made", "dealer missed": "quota missed"}
        self._earned[remark.seat] = (points, words.get(remark.key, ""))

    def _sum_up(self) -> None:
        """Remember what everybody got from the hand that ends here."""
        self._flush()
        view = self.view
        outcomes = []
        around = turned(players(view), view.seat if view.seat is not None else 0)
        for player in around:
            points, word = self._earned.get(player, (0, "counts for nobody"))
            score = number(view, f"score/{player}")
            tricks, queens = number(view, f"tricks/{player}"), number(view, f"queens/{player}")
            outcomes.append(HandOutcome(player, tricks, queens, points, score, word))
        self._earned = {}
        title = f"{deal_word(view).capitalize()} {view.facts['hand']} is over"
        self._show(HAND_OVER, summary=HandSummary(title, tuple(outcomes)))


_MOMENTS: Final[dict[str, Callable[[TrickAnimator, Remark], None]]] = {
    "trick": TrickAnimator._taken,
    "calls": TrickAnimator._named,
    "changes": TrickAnimator._named,
    "challenge": TrickAnimator._challenge,
    "two queens": TrickAnimator._two_queens,
    "dungeon": TrickAnimator._dungeon,
    "reneged": TrickAnimator._reneged,
    "owns up": TrickAnimator._owned_up,
    "trumps": TrickAnimator._trumps,
    "dealer made": TrickAnimator._earn,
    "dealer missed": TrickAnimator._earn,
    "earned": TrickAnimator._earn,
    "forfeits": TrickAnimator._earn,
    "points": TrickAnimator._earn,
}
"""How each kind of remark is told."""
