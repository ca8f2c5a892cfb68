"""A menu whose choices change while a person reads it: the person chooses nothing that they have not had time to
read.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from textual.app import App, ComposeResult

from tui.cards import FOUR_COLOURS
from tui.widgets.menu import LetterChoice, Menu

MUTE, REPLACE, OWNER, KICK = (
    LetterChoice(name, "", name.capitalize()) for name in ("mute", "replace", "owner", "kick")
)
"""Choices of a menu about a person."""


class MenuApp(App[None]):
    """A program with one menu; `chosen` lists the names of the choices that were chosen."""

    look = FOUR_COLOURS
    used_with_fingers = False

    def __init__(self, choices: Iterable[LetterChoice]) -> None:
        super().__init__()
        self.menu = Menu(choices)
        self.chosen: list[str] = []
        self.too_soon = 0

    def compose(self) -> ComposeResult:
        yield self.menu

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.chosen.append(message.name)

    def on_menu_chosen_too_soon(self) -> None:
        self.too_soon += 1


@pytest.fixture
def clock_seconds(monkeypatch) -> list[float]:
    """Return a list with one number, the time of the menu's clock in seconds, which a test changes."""
    time = [100.0]
    monkeypatch.setattr("tui.widgets.menu.monotonic", lambda: time[0])
    return time


@pytest.mark.parametrize(("key", "next_name"), [("down", "owner"), ("up", "mute"), ("end", "kick")])
async def test_cursor_is_on_no_choice_after_its_choice_has_gone_until_a_key_moves_it(
    clock_seconds, key, next_name
) -> None:
    app = MenuApp([MUTE, REPLACE, KICK])
    async with app.run_test() as pilot:
        await pilot.press("down")
        app.menu.show_choices([MUTE, OWNER, KICK])
        await pilot.pause()
        clock_seconds[0] += 10
        await pilot.press("enter", "space")
        assert (app.chosen, app.menu.choice_at_cursor) == ([], None)
        await pilot.press(key, "enter")
        await pilot.pause()
        assert app.chosen == [next_name]


async def test_arrow_up_leads_to_the_last_choice_of_a_menu_after_the_one_below_it_has_gone() -> None:
    app = MenuApp([MUTE, REPLACE, KICK])
    async with app.run_test() as pilot:
        await pilot.press("end")
        app.menu.show_choices([MUTE, REPLACE])
        await pilot.press("up")
        assert app.menu.choice_at_cursor == REPLACE


async def test_cursor_stays_on_its_choice_when_others_come_and_go() -> None:
    app = MenuApp([MUTE, REPLACE, KICK])
    async with app.run_test() as pilot:
        await pilot.press("down")
        app.menu.show_choices([OWNER, MUTE, REPLACE])
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.chosen == ["replace"]


@pytest.mark.parametrize("changed", [LetterChoice("mute", "", "Hear again"), LetterChoice("mute", "", "Mute", "Bob")])
async def test_choice_with_another_label_is_chosen_only_after_it_was_shown_for_a_moment(clock_seconds, changed) -> None:
    app = MenuApp([MUTE, KICK])
    async with app.run_test() as pilot:
        await pilot.pause()
        app.menu.show_choices([changed, KICK])
        await pilot.press("enter")
        await pilot.pause()
        assert app.chosen == ([] if changed.label != MUTE.label else ["mute"])
        clock_seconds[0] += 1
        await pilot.press("enter")
        await pilot.pause()
        assert app.chosen[-1:] == ["mute"]


async def test_first_choice_of_a_menu_that_was_empty_is_chosen_only_after_it_was_shown_for_a_moment(
    clock_seconds,
) -> None:
    app = MenuApp([])
    async with app.run_test() as pilot:
        app.menu.show_choices([MUTE])
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.chosen == []
        clock_seconds[0] += 1
        await pilot.press("enter")
        await pilot.pause()
        assert app.chosen == ["mute"]


async def test_click_on_a_menu_chooses_only_a_choice_that_was_in_its_row_for_a_moment(clock_seconds) -> None:
    app = MenuApp([MUTE, REPLACE, KICK])
    async with app.run_test() as pilot:
        clock_seconds[0] += 1
        app.menu.show_choices([MUTE, KICK])
        await pilot.pause()
        await pilot.click(Menu, offset=(5, 1))
        await pilot.pause()
        assert app.chosen == [], "another choice has only just moved there"
        clock_seconds[0] += 1
        await pilot.click(Menu, offset=(5, 1))
        await pilot.pause()
        assert app.chosen == ["kick"]


async def test_click_on_a_choice_that_has_gone_chooses_nothing(clock_seconds) -> None:
    app = MenuApp([MUTE, REPLACE, KICK])
    async with app.run_test() as pilot:
        clock_seconds[0] += 1
        app.menu._choices = (KICK,)  # the screen still shows the choices before
        app.menu.index = 0
        await pilot.click(Menu, offset=(5, 1))
        await pilot.pause()
        assert app.chosen == []


async def test_key_and_click_on_a_choice_that_has_just_appeared_choose_nothing_and_are_reported(clock_seconds) -> None:
    app = MenuApp([MUTE])
    async with app.run_test() as pilot:
        await pilot.press("down")
        app.menu.show_choices([MUTE, KICK])
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert (app.chosen, app.too_soon) == ([], 1)
        await pilot.click(Menu, offset=(4, 1))
        assert (app.chosen, app.too_soon) == ([], 2)
        clock_seconds[0] += 1
        await pilot.press("enter")
        await pilot.pause()
        assert (app.chosen, app.too_soon) == (["kick"], 2)
