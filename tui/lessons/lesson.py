"""The parts of a lesson: scenes, each a match with a prepared deal, and the steps that are taken in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from core import Record

LESSON_SEAT_NAMES: Final = ("You", "Bea", "Cleo", "Dora")
"""The names of the seats of a lesson; the person has the first seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep:
    """A step of a lesson: it shows one thing and waits for one action of the person."""

    text: str
    """The text that explains what there is to see."""
    table_hint: str = ""
    """A sentence on where to look on the table, which only screens show."""
    task: str = ""
    """The sentence on what the person has to do; a step without `action` and `task` is only read."""
    action: str = ""
    """The action that continues the lesson, as it is written (``bank``)."""
    keys_hint: str = ""
    """The sentence on which keys of the board do the task, which only screens show."""
    following_actions: Sequence[str] = ()
    """The actions of other seats that follow the person's, each as ``seat action``."""
    answer: str = ""
    """The sentence after the right action, on what it has done."""
    answer_tells_of_others: bool = False
    """Whether `answer` tells what the last of `following_actions` has done: it is read once that is shown, else at the
    person's own event."""
    other_replies: Mapping[str, str] = field(default_factory=dict)
    """Maps another legal action, or its verb, to the reply to it."""
    topics: Sequence[str] = ()
    """The names of parts of the board, such as ``quota``, that the board does not show before this step explains
    them."""

    @property
    def text_on_screen(self) -> str:
        """The text for a screen: `text`, and then `table_hint`."""
        return f"{self.text} {self.table_hint}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonScene:
    """A scene of a lesson: a match with a prepared deal, and the steps taken in it."""

    seats: int
    """The number of seats."""
    deal: Mapping[str, str]
    """The prepared deal: maps a random stream, such as ``cut``, to the order of its cards."""
    steps: Sequence[LessonStep]
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the match: maps the name of an option to its value as text."""
    actions_before: Sequence[str] = ()
    """The actions before the first step, each as ``seat action``."""

    def record(self, game: str) -> Record:
        """Return the record of the whole scene, in a match of `game`."""
        actions = list(self.actions_before)
        for step in self.steps:
            actions += [f"0 {step.action}"] if step.action else []
            actions += step.following_actions
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


def deal_in_turns(*hands: str) -> str:
    """Return the prepared order of a stock that deals these hands: one card to each in turn, the first hand first."""
    return " ".join(card for cards in zip(*(hand.split() for hand in hands), strict=True) for card in cards)
