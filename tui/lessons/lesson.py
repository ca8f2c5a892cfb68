"""What a lesson is: scenes, each a match with a prepared deal, and the steps that are taken in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from core import Record

TEACHERS: Final = ("You", "Bea", "Cleo", "Dora")
"""The names of the seats of a lesson; the person sits first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep:
    """One thing shown and one thing done.

    `text` says what there is to see, and `task` what to do. `action`, as it is written (``bank``), is the right one: it
    continues the lesson; a step without `action` and `task` is only read. Two texts are for screens only: `table`,
    where on the table something is to be seen, and `keys`, which keys of the board do the task. `then` are the actions
    of the other seats that follow, each as ``seat action``. `answer` says what the action has done. `instead` has, by
    action or by verb, what is said about another legal action. `topics` are things that the board leaves out before
    this step explains them (``quota``).
    """

    text: str
    table: str = ""
    task: str = ""
    action: str = ""
    keys: str = ""
    then: Sequence[str] = ()
    answer: str = ""
    instead: Mapping[str, str] = field(default_factory=dict)
    topics: Sequence[str] = ()

    @property
    def text_on_screen(self) -> str:
        """The text for a screen: `text`, and then `table`."""
        return f"{self.text} {self.table}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonScene:
    """A match with a prepared deal, and the steps taken in it.

    `deal` and `options` are those of a `Record`; `actions_before` has the actions before the first step, each as ``seat
    action``.

    `seats` is the number of seats.
    """

    seats: int
    deal: Mapping[str, str]
    steps: Sequence[LessonStep]
    options: Mapping[str, str] = field(default_factory=dict)
    actions_before: Sequence[str] = ()

    def record(self, game: str) -> Record:
        """Return the record of the whole scene, in a match of `game`."""
        actions = list(self.actions_before)
        for step in self.steps:
            actions += [f"0 {step.action}"] if step.action else []
            actions += step.then
        pairs = [action.partition(" ") for action in actions]
        return Record(
            game,
            self.seats,
            "1",
            (*self.options.items(), ("rules", "2")),
            tuple(self.deal.items()),
            tuple((int(seat), action) for seat, _, action in pairs),
            "",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """The lesson of a game."""

    game: str
    scenes: Sequence[LessonScene]

    @property
    def steps(self) -> int:
        """The number of steps in all scenes."""
        return sum(len(scene.steps) for scene in self.scenes)


def in_turns(*hands: str) -> str:
    """Return the prepared order of a stock that deals these hands: one card to each in turn, the first hand first."""
    return " ".join(card for cards in zip(*(hand.split() for hand in hands), strict=True) for card in cards)
