"""LessonOffers: offers lessons to a newcomer, on the home screen and for the command line, and opens them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual.app import App

from tui.widgets.menu import LetterChoice

if TYPE_CHECKING:
    from tui.screens.program import Program


class LessonOffers:
    """Offers the lessons of an application, and shows the one that the person wants."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._program = cast("Program", app)

    async def greet_newcomer(self) -> None:
        """Ask a person who is here for the first time for their name, and offer the lesson of the first game."""
        from tui.screens.name import name_question

        await self._app.push_screen(name_question(self._program), self._save_name_and_offer)

    def _save_name_and_offer(self, name: str | None) -> None:
        """Save the typed name (None: none was typed), and offer the lesson of the first game."""
        from tui.screens.name import save_name

        save_name(self._program, name or "")
        self.offer_lesson_once()

    def offer_lesson_once(self) -> None:
        """Offer the lesson of the first game, unless the person has been offered it before."""
        if not self._program.settings.may_offer_lesson:
            return
        # the lessons are eight modules, which a start without an offer need not import
        from tui.lessons.registry import FIRST_LESSON_OFFER
        from tui.screens.dialog import Dialog

        self._program.settings.lesson_offered = True
        self._program.save_settings()

        first_game = next(iter(self._program.games))

        def decide(lesson: str | None) -> None:
            """Show the lesson that the person wants: that of a game, or with "" the one they then choose."""
            if lesson is not None:
                self.open_lesson(lesson)

        answers = (
            (LetterChoice("yes", "y", "Yes, show me"), first_game),
            (LetterChoice("other", "l", "Learn another game"), ""),
            (LetterChoice("no", "n", "Later"), None),
        )
        question: Dialog[str | None] = Dialog(FIRST_LESSON_OFFER, answers, None, is_narrow=True, close_label="Later")
        self._app.push_screen(question, decide)

    def choose_lesson(self) -> None:
        """Ask which game the person wants to learn, and show its lesson."""
        from tui.lessons.registry import LESSONS, WHICH_LESSON_QUESTION, progress_text
        from tui.screens.dialog import choice_dialog

        done = self._program.settings.lessons
        choices = [
            LetterChoice(slug, str(number), self._program.games[slug].title, progress_text(lesson, done.get(slug, 0)))
            for number, (slug, lesson) in enumerate(LESSONS.items(), 1)
        ]

        def show(game: str | None) -> None:
            """Show the lesson of a game, unless none was chosen."""
            if game:
                self.open_lesson(game)

        self._app.push_screen(choice_dialog(WHICH_LESSON_QUESTION, lambda: choices), show)

    def open_lesson(self, game: str) -> None:
        """Show the lesson of a game after the running handler; with "" first ask which game."""
        if game:
            self._program.call_after_current_screen(partial(self.show_lesson, game))
        else:
            self.choose_lesson()

    async def show_lesson(self, game: str) -> None:
        """Show the lesson of a game, from the step at which the person left it."""
        from tui.lessons.registry import LESSONS
        from tui.screens.lesson import LessonScreen

        await self._app.push_screen(LessonScreen(LESSONS[game], self._program.settings.lessons.get(game, 0)))
