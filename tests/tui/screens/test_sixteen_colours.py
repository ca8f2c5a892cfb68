"""Screens on a terminal with sixteen colours, and screens in the colours of the terminal itself."""

from __future__ import annotations

from collections import Counter

import pytest
from rich.color import ColorType

from core import games
from tests.support.depth import GAMES_TO_START, sample_cases
from tests.tui.cards.test_palette import ANSI_NAMES
from tests.tui.screens.test_every_game import staged_table_opener
from tui.cards import ANSI, FOUR_COLOURS_16, TWO_COLOURS_16
from tui.cards.looks import SAFE_COLOURS
from tui.connect.request import TableRequest
from tui.screens.result import ResultScreen

SIXTEEN_COLOUR_ENVIRONMENT = {"TERM": "linux"}
"""Environment variables of a terminal with sixteen colours."""


def count_colour_pairs(app):
    """Return how many cells of the screen have each pair of text colour and background colour.

    None is a colour of the terminal itself; a blank cell has an empty string as its text colour.
    """
    found = Counter()
    for strip in app.screen._compositor.render_strips():
        for text, style, _ in strip:
            colours = (style.color, style.bgcolor)
            if style.reverse:
                colours = colours[::-1]
            for colour in colours:
                assert colour is None or colour.type in (ColorType.DEFAULT, ColorType.STANDARD), (text, colour)
            ink, ground = (
                None if colour is None or colour.number is None else ANSI_NAMES[colour.number] for colour in colours
            )
            found[ink if text.strip() else "", ground] += len(text)
    return found


def check_every_cell_names_its_colours(app):
    """Check that every cell has a text colour and a background, which differ where there is text."""
    for ink, ground in count_colour_pairs(app):
        assert None not in (ink, ground)
        assert ink != ground


async def test_every_cell_of_screens_before_a_match_names_its_colours(make_program) -> None:
    app = make_program(environment=SIXTEEN_COLOUR_ENVIRONMENT)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        home = app.screen
        assert app.look is FOUR_COLOURS_16
        assert app.native_ansi_color
        check_every_cell_names_its_colours(app)
        for key in ("s", "t", "j", "r", "m", "f1"):
            await pilot.press(key)
            await pilot.pause()
            assert app.screen is not home, key
            check_every_cell_names_its_colours(app)
            await pilot.press("escape")
            await pilot.pause()
            assert app.screen is home, key


@pytest.mark.deep
@pytest.mark.parametrize("slug", sample_cases(GAMES_TO_START, 1))
async def test_every_cell_of_match_and_standings_names_its_colours(make_program, slug) -> None:
    app = make_program(environment=SIXTEEN_COLOUR_ENVIRONMENT)
    app.tables.opener = staged_table_opener(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        app.go_to_table(TableRequest("play", slug, games[slug].usual_seats, games[slug].usual_seats - 1))
        await pilot.pause()
        check_every_cell_names_its_colours(app)
        assert ("black", "yellow") in count_colour_pairs(app), "the main button is highlighted"
        for key in ("escape", "escape", "f1"):
            await pilot.press(key)
            await pilot.pause()
            check_every_cell_names_its_colours(app)
        await pilot.press("escape")
        app.session.client.play_on()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)
        check_every_cell_names_its_colours(app)


async def test_every_cell_of_the_lobby_names_its_colours(make_program) -> None:
    app = make_program(TableRequest("host", "mad-queens", 4), environment=SIXTEEN_COLOUR_ENVIRONMENT)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in ("t", "a"):
            check_every_cell_names_its_colours(app)
            await pilot.press(key)
            await pilot.pause()
        check_every_cell_names_its_colours(app)


async def test_colours_of_the_terminal_are_chosen_in_the_settings(make_program) -> None:
    app = make_program(suits="safe")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("down", "right")
        await pilot.pause()
        assert app.look is ANSI
        assert app.native_ansi_color
        found = count_colour_pairs(app)
        assert {ink for ink, _ in found} >= {"green", "bright_blue", "bright_red", "yellow", None}
        assert sum(cells for (_, ground), cells in found.items() if ground is None) > sum(found.values()) / 2
        await pilot.press("left")
        await pilot.pause()
        assert not app.native_ansi_color
        assert app.look is SAFE_COLOURS


async def test_setting_for_suit_colours_counts_on_a_terminal_of_sixteen_colours(make_program) -> None:
    app = make_program(environment=SIXTEEN_COLOUR_ENVIRONMENT, suits="two")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.look is TWO_COLOURS_16
        found = count_colour_pairs(app)
        assert ("bright_red", "black") in found
        assert ("cyan", "black") not in found
