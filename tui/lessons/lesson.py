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
    """One thing shown and one thing done."""

    text: str
    """What there is to see."""
    table: str = ""
    """Where on the table something is to be seen; only for screens."""
    task: str = ""
    """What to do; a step without `action` and `task` is only read."""
    action: str = ""
    """The right action as it is written (``bank``): it continues the lesson."""
    keys: str = ""
    """Which keys of the board do the task; only for screens."""
    then: Sequence[str] = ()
    """The actions of the other seats that follow, each as ``seat action``."""
    answer: str = ""
    """What is said after the right action: what it has done."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """By action or by verb, what is said about another legal action."""
    topics: Sequence[str] = ()
    """What the board leaves out before this step explains it (``quota``)."""

    @property
    def text_on_screen(self) -> str:
        """The text for a screen: `text`, and then `table`."""
        return f"{self.text} {self.table}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonScene:
    """A match with a prepared deal, and the steps taken in it."""

    seats: int
    """The number of seats."""
    deal: Mapping[str, str]
    """The prepared deal: for each random stream, such as ``cut``, the order of its cards."""
    steps: Sequence[LessonStep]
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the match by name, each with its value as text."""
    actions_before: Sequence[str] = ()
    """The actions before the first step, each as ``seat action``."""

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
