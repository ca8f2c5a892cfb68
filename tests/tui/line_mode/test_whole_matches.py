"""Every game is played to its standings in the line mode, by choosing numbers only."""

from __future__ import annotations

import re

from core import games
from net.host.local_table import open_table
from net.host.table_spec import table_spec
from tests.support.depth import parametrize
from tui.line_mode import ConversationContext, LineFormat, converse

SHORT_MATCH_OPTIONS = {
    "mad-queens": [{}, {"visibility": "sealed", "queen_choice": "player"}],
    "mad-queens-classic": [{"queen_choice": "player"}],
    "big-queen": [
        {"target": 100, "max_rounds": 2},
        {"free_first_upcard": True, "max_rounds": 1},
    ],
    "queens-dungeon": [
        {"target": 60},
        {"target": 60, "reneging": "honour", "challenge": True},
        {"target": 60, "switch": True},
        {"target": 60, "exchange": True},
        {"target": 60, "partners": True},
    ],
    "queen-bees-ii": [{}],
}
"""Sets of options by game with which a match is short and every choice occurs; other games have none."""

CASES = [(slug, options) for slug in games for options in SHORT_MATCH_OPTIONS.get(slug, [{}])]
"""All pairs of game and options."""


def check_lines_printable(lines: list[str], *, ascii_only: bool = False) -> None:
    """Check that lines are printable, and ASCII if `ascii_only`."""
    for line in lines:
        assert line.isprintable(), line
        assert not ascii_only or line.isascii(), line


@parametrize(("slug", "options"), CASES, 5, ids=str)
async def test_match_is_played_to_its_standings(slug, options, player) -> None:
    seats = 3 if options.get("exchange") else games[slug].usual_seats
    client = await open_table(table_spec(slug, seats=seats, bots=seats - 1, options=options, seed=5, pace=0), "Ada")
    person = player(7)
    why = await converse(
        client, person.read_line, person.write_line, LineFormat(typed=False), ConversationContext(solo=True)
    )
    await client.close()
    assert why == "left"
    assert person.lines[-1] == "You leave the table."
    assert "The match is over." in person.lines
    assert re.search(r"^1\. .+: -?\d+ (point|card)", person.text, re.MULTILINE)
    assert "I do not know" not in person.text
    assert "honour" in options.values() or "not possible" not in person.text
    check_lines_printable(person.lines)


def test_cases_of_whole_matches_cover_every_game() -> None:
    assert {slug for slug, _ in CASES} == set(games)
    assert set(SHORT_MATCH_OPTIONS) <= set(games)
