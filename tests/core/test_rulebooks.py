"""The rulebook of every game: a summary that fits a screen, and a chapter that explains every option.

The examples in a rulebook are tested beside the rules of its game."""

from __future__ import annotations

import re

import pytest

from core import Game, games

MAX_SUMMARY_LINES = 20
"""Largest number of lines that the summary of a rulebook may have."""
MAX_SUMMARY_COLUMNS = 78
"""Largest width in columns of the summary: it must fit below the heading of the rules on a screen of 80 by 24."""

OPTIONS_CHAPTER_BY_SLUG = {
    # a game that is not here has its options under "## Options"
    "mad-queens": "## House rules",
    "mad-queens-classic": "## House rules",
    "big-queen": "## House rules",
    "queens-dungeon": "## House rules",
    "queen-bees-ii": "## House rule",
}
"""Maps the slug of a game to the heading of the chapter of its rulebook that explains the options."""

MAX_COLUMNS_BY_SLUG = {
    "mad-queens": 88,
    "mad-queens-classic": 88,
    "big-queen": 96,
    "queens-dungeon": 120,
    "queen-bees-ii": 88,
}
"""Maps the slug of a game to the largest width in columns of a line of its rulebook."""


@pytest.fixture(params=list(games.values()), ids=list(games))
def game(request: pytest.FixtureRequest) -> Game:
    """Fixture that returns each game of the registry in turn."""
    found: Game = request.param
    return found


def test_rulebook_begins_with_a_summary_that_fits_a_screen(game: Game) -> None:
    lines = game.rules.splitlines()
    assert lines[0] == "## In short"
    summary = lines[: next(n for n, line in enumerate(lines) if n and line.startswith("## "))]
    assert len(summary) <= MAX_SUMMARY_LINES
    assert max(map(len, summary)) <= MAX_SUMMARY_COLUMNS


def test_rulebook_has_no_overlong_line(game: Game) -> None:
    assert max(map(len, game.rules.splitlines())) <= MAX_COLUMNS_BY_SLUG.get(game.slug, 120)


def test_rulebook_explains_every_option(game: Game) -> None:
    _, heading, chapter = game.rules.partition(OPTIONS_CHAPTER_BY_SLUG.get(game.slug, "## Options"))
    assert heading or not game.options
    assert [name for name in game.options if f"`{name}`" not in chapter and f"**{name}**" not in chapter] == []


@pytest.mark.parametrize("slug", games)
def test_summary_of_a_rulebook_begins_with_the_aim_of_the_game(slug):
    first_paragraph = games[slug].rules.partition("## In short\n\n")[2].partition("\n\n")[0]
    assert re.search(r"\bwins?\b", first_paragraph), first_paragraph
