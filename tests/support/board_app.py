"""`BoardApp`: a small application that shows the board of one seat, with a real match behind it and no table."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

from textual.app import App

from core import Action
from net.client.events import MatchBegan, MatchChanged
from tests.support.patience import PATIENCE_SECONDS
from tui.app.textual_internals import use_late_firing_timers
from tui.boards import Board
from tui.boards.games import board_for

PACE_THAT_HOLDS_FRAMES = 1e6
"""A pace of animation so slow that no frame ends by itself; a test shows the next frame itself."""


class BoardApp(App[None]):
    """Shows the board of one seat of a match; the test makes the actions of the other seats. `names` are the names of
    the players in the order of the seats. `animate`: changes are animated, and the test shows frame after frame
    (`play_frames`). `clock` returns the board's time in seconds, by default one second more at each call. `pace` (of
    the animation) and `budget` (of the bytes written) are passed to the board; by default no frame ends by itself, and
    no movement is left out. `chosen` lists the actions that the person has chosen on the board; as long as `answering`
    is true, they are carried out at once.
    """

    def __init__(self, match, names, *, seat=0, animate=False, pace=PACE_THAT_HOLDS_FRAMES, clock=None, budget=None):
        use_late_firing_timers()  # as the program does
        super().__init__()
        self.match = match
        self.seat = seat
        self.chosen: list[Action] = []
        self.answering = True
        kind = board_for(match.game.slug)
        began = MatchBegan(match.view(seat), names[: match.seats], match.opening_changes)
        clock = clock or itertools.count().__next__
        self.board = kind(began, animate=animate, pace=pace, clock=clock, budget=budget)
        self.board.animation.slowest_queen_pace = pace

    def compose(self):
        yield self.board

    def on_mount(self):
        self.board.focus()

    def on_board_action_chosen(self, message: Board.ActionChosen):
        self.chosen.append(message.action)
        if self.answering:
            self.act(self.seat, message.action)

    def act(self, seat, action):
        """Carry out an action, which may be given as a text, and show the board what its seat may know of it."""
        changes = self.match.act(seat, self.match.game.parse(str(action)))
        seen = [change for change in (change.seen_by(self.seat) for change in changes) if change]
        self.board.show_played(MatchChanged(tuple(seen), self.match.view(self.seat)))

    def play_frames(self):
        """Show the waiting frames of the animation one after the other; yield the scene of each, and at last the scene
        at rest.
        """
        while self.board.animating:
            yield self.board.scene
            self.board.animation.next_frame()
        yield self.board.scene

    @property
    def texts_of_chosen_actions(self):
        """The chosen actions, as texts."""
        return [str(action) for action in self.chosen]

    @property
    def text(self):
        """The text that the board shows, row by row."""
        return "\n".join(
            "".join(segment.text for segment in self.board.render_line(y)) for y in range(self.board.size.height)
        )


def descriptions_of_keys(board):
    """Map each key binding of a board to what it does, in words. The key of the map is the binding's id, or the
    keyboard key if it has no id.
    """
    active = board.screen.active_bindings.values()
    keys = [one for one in active if one.node is board and one.binding.show]
    return {one.binding.id or one.binding.key: words for one in keys if (words := board.key_description(one))}


async def press(pilot, *keys):
    """Press keys, and wait after each until the program is idle."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def press_until(app: App[None], key: str, is_reached: Callable[[], bool]) -> None:
    """Press a key, and return as soon as `is_reached()` is true.

    This is quicker than `press`, which waits until the program is idle.
    """
    app.simulate_key(key)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not is_reached():  # noqa: ASYNC110 (the effect of a key sets no event)
            await asyncio.sleep(0)


async def click(pilot, text, lowest=True):
    """Click a text on the board: its lowest occurrence, or without `lowest` its highest."""
    lines = pilot.app.text.split("\n")
    rows = [y for y in range(len(lines)) if text in lines[y]]
    y = rows[-1] if lowest else rows[0]
    await pilot.click(offset=(lines[y].index(text) + 1, y))
    await pilot.pause()
