"""Lessons: for each game some prepared deals, what is said about them, and what the person does.

A lesson is data. It is played on `net.client.playback.Playback`, so every card falls by the real rules; screens and
line mode show it by a `LessonRun`.

`GAMES_WITH_LESSON` is all that a match needs to offer a lesson; `registry` imports the lessons themselves, which would
delay the first screen.
"""

from typing import Final

GAMES_WITH_LESSON: Final = ("mad-queens", "mad-queens-classic", "big-queen", "queens-dungeon", "queen-bees-ii")
"""The slugs of the games that have a lesson, in the order in which `queens learn` lists them."""
