"""Whatever keys are pressed and however the window changes, the program runs on, and Esc leads home."""

from __future__ import annotations

from random import Random

import pytest

from core import games
from tests.support.depth import count_for_depth, parametrize
from tui.connect.request import TableRequest
from tui.screens.dialog import Dialog
from tui.screens.home import HomeScreen
from tui.widgets import settle_time

KEYS = (
    *("enter", "escape", "space", "tab", "shift+tab", "up", "down", "left", "right", "home", "end", "pageup"),
    *("pagedown", "backspace", "delete", "f1", "f2", "f3", "ctrl+l", "plus", "minus", "[", "]"),
    *"abcdefghiklmnoprstuvwxyz0123456789?",
)
"""The keys that are pressed: not those that quit, nor the one that looks for tables on the network."""

KEYS_AT_ONCE = 15
"""So many keys are pressed one after the other, before the window gets another size."""

SIZES = ((80, 24), (120, 40), (60, 18), (48, 28), (20, 5), (200, 60))
"""The sizes that the window has; the first is that at the beginning and at the end."""

MAX_ESCAPES = 12
"""From every screen, so many times Esc, and the answer that leaves the table, lead home."""


@pytest.mark.deep
@parametrize("slug", games, 1)
async def test_program_runs_on_whatever_keys_are_pressed_and_esc_leads_home(slug, make_program, monkeypatch):
    chance = Random(slug)
    names = tuple(f"Player {seat}" for seat in range(games[slug].usual_seats))
    changes_left = count_for_depth(10, 50)
    while changes_left:
        app = make_program(TableRequest("play", slug, len(names), len(names) - 1), names)
        async with app.run_test(size=SIZES[0]) as pilot:
            while changes_left and app.is_running:  # Quit, on the home screen, can be chosen with the arrow keys
                changes_left -= 1
                await pilot.press(*chance.choices(KEYS, k=KEYS_AT_ONCE))
                await pilot.resize_terminal(*chance.choice(SIZES))
            await pilot.resize_terminal(*SIZES[0])
            monkeypatch.setattr(settle_time, "SETTLE_SECONDS", 0)  # else a yes may come before its question has settled
            for _ in range(MAX_ESCAPES):
                if not app.is_running or isinstance(app.screen, HomeScreen):
                    break
                await pilot.press("escape")
                await pilot.pause()
                await pilot.press("y")
                await pilot.pause()
                if isinstance(app.screen, Dialog):  # the keys have opened the table to others: close it
                    await pilot.press("down", "down", "enter")
                    await pilot.pause()
            else:
                pytest.fail(f"no way home from {app.screen}")
