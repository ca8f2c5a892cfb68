"""A lesson in lines: its texts, tasks and answers, step by step."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from core import Action, games
from tui.boards.games import narrator_for
from tui.lessons.lesson_run import LessonRun
from tui.lessons.registry import LESSONS, WHICH_LESSON_QUESTION, first_open_step, kept_step_sentence, progress_text
from tui.line_mode.narrators.base import Narrator
from tui.line_mode.narrators.choices import BACK_COMMAND, NumberedChoice, NumberedMenu, no_choice_sentence
from tui.line_mode.questions import HELP_WORDS, HOW_TO_CHOOSE_SENTENCE, Questions
from tui.settings import Settings, data_folder

LEAVE_LESSON_WORDS: Final = ("quit", "leave", "exit", "bye")
"""The words that leave a lesson."""

HOW_TO_LEAVE_LESSON_SENTENCE: Final = "Type quit to leave; the lesson waits where you left it."
"""The sentence at the beginning of a lesson on how to leave it."""

PRESS_ENTER_SENTENCE: Final = "Press Enter to go on."
"""The sentence after a text that is only to be read."""

HINT_IN_MATCH_SENTENCE: Final = "Hints come in the match: type hint there to ask the coach."
"""The reply to `HINT_WORDS` in a lesson."""

HINT_WORDS: Final = ("hint", "i")
"""The words that ask the coach in a match."""

LESSON_END_SENTENCE: Final = "That was the lesson. In a match, hint asks the coach, and ? lists what you can type."
"""The sentence after the last step of a lesson."""


class LineLesson:
    """A lesson for one person.

    `ask` reads the next typed line, None at the end of the input; `write` writes sentences; `keep` is called with the
    number of steps that are done, to save it.
    """

    def __init__(
        self,
        run: LessonRun,
        ask: Callable[[], Awaitable[str | None]],
        write: Callable[..., None],
        keep: Callable[[int], None],
    ) -> None:
        self._run = run
        self._ask = ask
        self._write = write
        self._keep = keep
        self._narrator: Narrator = narrator_for(run.view, run.names)

    async def play(self) -> None:
        """Play to the end, or until the person leaves."""
        self._write(HOW_TO_LEAVE_LESSON_SENTENCE)
        run, new_scene = self._run, True
        while True:
            self._keep(run.lesson.steps if run.is_last else run.steps_done)
            self._write(f"Step {run.steps_done + 1} of {run.lesson.steps}. {run.step.text}")
            if run.is_last:
                self._write(LESSON_END_SENTENCE)
                return
            description: list[str] = []
            if new_scene:
                self._narrator = narrator_for(run.view, run.names)
            self._narrator.taught_later = run.taught_later
            if new_scene:
                description = self._narrator.table_sentences()
                self._write(*description)
            self._write(run.step.task)
            if not (await self._do_task(description) if run.step.action else await self._wait_for_enter()):
                self._write(*filter(None, [kept_step_sentence(run.lesson, run.steps_done)]))
                return
            while (event := run.next_event()) is not None:
                self._write(*self._narrator.narrate(event))
            if run.step.answer:
                self._write(run.step.answer)
            new_scene = run.begin_next_step()

    async def _wait_for_enter(self) -> bool:
        """Wait for Enter; return False if the person leaves."""
        self._write(PRESS_ENTER_SENTENCE)
        line = await self._ask()
        return line is not None and line.strip().lower() not in LEAVE_LESSON_WORDS

    async def _do_task(self, description: Sequence[str]) -> bool:
        """Ask until the right action is chosen; return False if the person leaves.

        The heading does not repeat the sentences of `description`, which have just been written. After a refusal the
        menu from which the person chose is still open.
        """
        taught_later = self._narrator.taught_later
        menu = top = NumberedMenu(
            one for one in self._narrator.choices() if one.submenu or one.command.partition(" ")[0] not in taught_later
        )
        heading = [sentence for sentence in self._narrator.heading_sentences() if sentence not in description]
        self._write(*heading, *menu.lines)
        while True:
            line = await self._ask()
            if line is None or line.strip().lower() in LEAVE_LESSON_WORDS:
                return False
            word = line.strip().lower()
            choice = menu.find_choice(word)
            if choice is not None and choice.submenu:
                menu = self._show_submenu(choice)
                continue
            text = choice.command if choice is not None else self._narrator.shortcuts.get(word or line[:1], word)
            info = self._narrator.info_commands.get(text)
            if text == BACK_COMMAND:
                menu = top
            elif info is not None and text not in {action.verb for action in self._narrator.legal}:
                self._write(*info[1]())
            elif text:
                reading = self._narrator.parse(text)
                if reading is None:
                    self._write(*self._reply_to_unread(line.strip()))
                elif reading.question is not None:
                    menu = self._show_submenu(reading.question)
                    continue
                elif reading.reason:
                    self._write(reading.reason)
                elif self._accept_or_explain(reading.actions):
                    return True
            self._write(self._run.step.task, *menu.lines)

    def _reply_to_unread(self, typed: str) -> list[str]:
        """Return the reply to typed words that are no choice and no command of the game."""
        if typed.lower() in HELP_WORDS:
            return self._help_sentences()
        return [HINT_IN_MATCH_SENTENCE if typed.lower() in HINT_WORDS else no_choice_sentence(typed)]

    def _help_sentences(self) -> list[str]:
        """Return sentences with everything that can be typed at a task, as the command ``?`` of a match lists it."""
        narrator = self._narrator
        return [
            HOW_TO_CHOOSE_SENTENCE,
            *narrator.help_sentences,
            *(f"{word}: {help}." for word, (help, _) in narrator.info_commands.items()),
            "quit: leave the lesson.",
        ]

    def _show_submenu(self, choice: NumberedChoice) -> NumberedMenu:
        """Write the submenu of a choice and return it."""
        menu = NumberedMenu(choice.submenu, choice.heading, with_back=True)
        self._write(*menu.lines)
        return menu

    def _accept_or_explain(self, actions: tuple[Action, ...]) -> bool:
        """Return whether the first of the chosen actions is the right one; if it is not, write why."""
        refusal = self._run.choose(actions[0])
        if refusal:
            self._write(refusal)
        return not refusal


async def play_lesson(game: str, settings: Settings, questions: Questions, write: Callable[..., None]) -> None:
    """Play the lesson of a game, from the step at which the person left it; with "" ask for the game first."""
    game = game or await _choose_lesson(settings, questions)
    if game not in LESSONS:
        return

    def keep(done: int) -> None:
        """Save how many steps are done."""
        settings.lessons[game] = done
        settings.save(data_folder())

    lesson = LESSONS[game]
    run = LessonRun(lesson, first_open_step(lesson, settings.lessons.get(game, 0)))
    await LineLesson(run, questions.next_line, write, keep).play()


async def _choose_lesson(settings: Settings, questions: Questions) -> str:
    """Ask for a game, and return its slug; any other word means that the person goes back."""
    choices = [
        NumberedChoice(f"{games[slug].title}, {progress_text(lesson, settings.lessons.get(slug, 0))}", slug)
        for slug, lesson in LESSONS.items()
    ]
    return await questions.choose(choices, WHICH_LESSON_QUESTION, with_back=True)
