"""One person in front of a board, with a real match behind it and nobody else: what every board's test sits down at."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

from textual.app import App

from core import Action
from net.client.events import MatchBegan, MatchChanged
from tui.boards import Board
from tui.games import board_for

STILL = 1e6
"""A pace at which no frame ever ends by itself: a test shows the next one by `Board.next_frame`."""

PATIENCE_SECONDS = 60.0
"""Longest wait for the effect of a key."""


class BoardApp(App[None]):
    """A match with one person in front of the screen, and the others' actions by hand.

    `chosen` are the actions that the board asked for; while `answering`, they are done at once.
    """

    def __init__(self, match, names, *, seat=0, animate=False, clock=None):
        super().__init__()
        self.match = match
        self.seat = seat
        self.chosen: list[Action] = []
        self.answering = True
        kind = board_for(match.game.slug)
        began = MatchBegan(match.view(seat), names[: match.seats], match.opening)
        self.board = kind(began, animate=animate, pace=STILL, clock=clock or itertools.count().__next__)

    def compose(self):
        yield self.board

    def on_mount(self):
        self.board.focus()

    def on_board_chose(self, message: Board.Chose):
        self.chosen.append(message.action)
        if self.answering:
            self.act(self.seat, message.action)

    def act(self, seat, action):
        """Do an action, or what its text says, and tell the board what its seat may know of it."""
        changes = self.match.act(seat, self.match.game.parse(str(action)))
        seen = [change for change in (change.seen_by(self.seat) for change in changes) if change]
        self.board.played(MatchChanged(tuple(seen), self.match.view(self.seat)))

    def scenes(self):
        """Show the frames that wait one after the other, and yield the scene of each, the last one at rest."""
        while self.board.animating:
            yield self.board.scene
            self.board.next_frame()
        yield self.board.scene

    @property
    def said(self):
        """What was chosen, as texts."""
        return [str(action) for action in self.chosen]

    @property
    def text(self):
        return "\n".join(
            "".join(segment.text for segment in self.board.render_line(y)) for y in range(self.board.size.height)
        )


def keys_in_help(board):
    """Return the words of help on each key of a board that is running, as `words by binding id or key`."""
    active = board.screen.active_bindings.values()
    keys = [one for one in active if one.node is board and one.binding.show]
    return {one.binding.id or one.binding.key: words for one in keys if (words := board.words_of_key(one))}


async def press(pilot, *keys):
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def press_until(app: App[None], key: str, reached: Callable[[], bool]) -> None:
    """Press a key and return as soon as `reached()` holds; cheaper than `press`, which waits for an idle processor."""
    app.simulate_key(key)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not reached():  # noqa: ASYNC110 (the effect of a key sets no event)
            await asyncio.sleep(0)


async def click(pilot, words, last=True):
    """Click where the board shows `words`, the lowest such place or the highest."""
    lines = pilot.app.text.split("\n")
    rows = [y for y in range(len(lines)) if words in lines[y]]
    y = rows[-1] if last else rows[0]
    await pilot.click(offset=(lines[y].index(words) + 1, y))
    await pilot.pause()
