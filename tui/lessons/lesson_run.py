"""LessonRun: the state of a lesson that a person takes, without any interface."""

from __future__ import annotations

from core import Action, View, games
from net.client.events import MatchBegan, MatchChanged
from net.client.playback import Playback
from tui.lessons.lesson import LESSON_SEAT_NAMES, Lesson, LessonScene, LessonStep

WRONG_ACTION_SENTENCE = "That is allowed, but not what this lesson is about."
"""The reply to a legal action that is not the right one, if the step has no reply of its own to it."""


class LessonRun:
    """The state of a lesson after some of its steps.

    `steps_done` is the number of steps done, and `answer` the sentence on what the last of them has changed. After
    `choose` has accepted the right action, each call of `next_event` carries out one action of the step, first the
    person's, then the other seats', until it returns None; `begin_next_step` then begins the next step.
    """

    def __init__(self, lesson: Lesson, steps_done: int = 0) -> None:
        self.lesson = lesson
        self.steps_done = max(0, min(steps_done, lesson.steps - 1))
        self.answer = ""
        self._enter_scene()

    def _enter_scene(self) -> None:
        """Deal the scene of the present step, and play it to that step."""
        number, self._first_step_of_scene = 0, 0
        while self.steps_done - self._first_step_of_scene >= len(self.lesson.scenes[number].steps):
            self._first_step_of_scene += len(self.lesson.scenes[number].steps)
            number += 1
        self._scene: LessonScene = self.lesson.scenes[number]
        self.playback = Playback(self._scene.record(self.lesson.game), 0)
        self.playback.move_to(self._actions_before(self.steps_done - self._first_step_of_scene))

    def _actions_before(self, step: int) -> int:
        """Return the number of actions that the scene has before the step with this index."""
        steps = self._scene.steps[:step]
        return len(self._scene.actions_before) + sum(bool(one.action) + len(one.following_actions) for one in steps)

    @property
    def step(self) -> LessonStep:
        """The step of the lesson that the person has to do now."""
        return self._scene.steps[self.steps_done - self._first_step_of_scene]

    @property
    def is_last(self) -> bool:
        """Whether the present step is the last one."""
        return self.steps_done == self.lesson.steps - 1

    @property
    def is_step_played(self) -> bool:
        """Whether all actions of the present step have been carried out."""
        return self.playback.actions_done == self._actions_before(self.steps_done - self._first_step_of_scene + 1)

    @property
    def taught_later(self) -> frozenset[str]:
        """The verbs of actions and the topics of the rules that only later steps teach, and that the present step does
        not mention; a board does not show them yet.
        """
        steps = [step for scene in self.lesson.scenes for step in scene.steps]
        met, later = (
            {taught for step in some for taught in (step.action.partition(" ")[0], *step.topics)}
            for some in (steps[: self.steps_done + 1], steps)
        )
        said = {action.partition(" ")[0] for action in self.step.other_replies}
        return frozenset(later - met - said)

    @property
    def task_verb(self) -> str:
        """The verb of the action that the present step asks for; "" if it asks for none."""
        return self.step.action.partition(" ")[0]

    @property
    def view(self) -> View:
        """The view of the match that the person has now."""
        return self.playback.view

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return LESSON_SEAT_NAMES[: self._scene.seats]

    @property
    def match_began(self) -> MatchBegan:
        """The event by which a board shows the present scene."""
        opening = () if self.playback.actions_done else self.playback.opening_changes
        return MatchBegan(self.view, self.names, opening)

    def choose(self, action: Action) -> str:
        """Return "" if a legal action is the right one for the present step, else the sentence on why it is not."""
        if action == games[self.lesson.game].parse(self.step.action):
            return ""
        instead = self.step.other_replies
        return instead.get(str(action)) or instead.get(action.verb) or WRONG_ACTION_SENTENCE

    def next_event(self) -> MatchChanged | None:
        """Carry out the next action of the present step, and return what it changes; None if none is left."""
        return None if self.is_step_played else self.playback.step_forward()

    def begin_next_step(self) -> bool:
        """Begin the next step, after all events of this one.

        Returns whether another scene is dealt for it.
        """
        self.answer = self.step.answer
        self.steps_done += 1
        if self.steps_done - self._first_step_of_scene < len(self._scene.steps):
            return False
        self._enter_scene()
        return True
