"""The rulebook of every game: a summary that fits a screen, and a chapter that explains every option.

The examples in a rulebook are tested beside the rules of its game."""

from __future__ import annotations

import re

import pytest

from core import Game, games

SUMMARY_LINES = 20
"""The most lines of a summary."""
SUMMARY_WIDTH = 78
"""What fits below the heading of the rules on a screen of 80 by 24."""

OPTIONS_CHAPTERS = {
    # a game that is not here has its options under "## Options"
    "mad-queens": "## House rules",
    "mad-queens-classic": "## House rules",
    "big-queen": "## House rules",
    "queens-dungeon": "## Options",
    "queen-bees-ii": "## House rule",
}
"""By game: the heading of the chapter that explains the options."""

LONGEST_LINES = {
    "mad-queens": 88,
    "mad-queens-classic": 88,
    "big-queen": 96,
    "queens-dungeon": 120,
    "queen-bees-ii": 88,
}
"""By game: the most columns that a line of its rulebook may have."""


@pytest.fixture(params=list(games.values()), ids=list(games))
def game(request: pytest.FixtureRequest) -> Game:
    """Return each game in turn."""
    found: Game = request.param
    return found


def test_rulebook_begins_with_a_summary_that_fits_a_screen(game: Game) -> None:
    lines = game.rules.splitlines()
    assert lines[0] == "## In short"
    summary = lines[: next(n for n, line in enumerate(lines) if n and line.startswith("## "))]
    assert len(summary) <= SUMMARY_LINES
    assert max(map(len, summary)) <= SUMMARY_WIDTH


def test_rulebook_has_no_overlong_line(game: Game) -> None:
    assert max(map(len, game.rules.splitlines())) <= LONGEST_LINES.get(game.slug, 120)


def test_rulebook_explains_every_option(game: Game) -> None:
    _, heading, chapter = game.rules.partition(OPTIONS_CHAPTERS.get(game.slug, "## Options"))
    assert heading or not game.options
    assert [name for name in game.options if f"`{name}`" not in chapter and f"**{name}**" not in chapter] == []


@pytest.mark.parametrize("slug", games)
def test_short_rules_begin_with_the_aim_of_the_game(slug):
    first_paragraph = games[slug].rules.partition("## In short\n\n")[2].partition("\n\n")[0]
    assert re.search(r"\bwins?\b", first_paragraph), first_paragraph
