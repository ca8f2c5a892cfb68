"""Every game is played to its standings in the line mode, by choosing only numbers."""

from __future__ import annotations

import asyncio
import re

from core import Record, games
from core.engine.registry import match_at_start
from core.engine.story import MAX_MOMENTS_IN_SUMMARY, Story, work_out_story
from net.host.local_table import open_table
from net.host.table_spec import make_table_spec
from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS
from tui.line_mode import ConversationContext, LineFormat, converse
from tui.text.records import seat_names
from tui.text.story import story_lines

SHORT_MATCH_OPTIONS_BY_SLUG = {
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
"""Maps the slug of a game to sets of options with which a match is short and every kind of choice occurs; other games
need no options.
"""

GAMES_WITH_OPTIONS = [(slug, options) for slug in games for options in SHORT_MATCH_OPTIONS_BY_SLUG.get(slug, [{}])]
"""All pairs of game and options."""


def check_lines_printable(lines: list[str], *, ascii_only: bool = False) -> None:
    """Check that lines are printable, and ASCII if `ascii_only`."""
    for line in lines:
        assert line.isprintable(), line
        assert not ascii_only or line.isascii(), line


@parametrize(("slug", "options"), GAMES_WITH_OPTIONS, 5, ids=str)
async def test_match_is_played_to_its_standings(slug, options, new_random_player) -> None:
    seats = 3 if options.get("exchange") else games[slug].usual_seats
    client = await open_table(
        make_table_spec(slug, seats=seats, bots=seats - 1, options=options, seed=5, pace=0), "Ada"
    )
    person = new_random_player(7)

    async def sentence_about_first_win(game: str) -> str:
        """Return a sentence that names the game."""
        return f"Your first win in {game}!"

    async def read_line() -> str | None:
        """Return the next line of the person; they end the input when they have been told the story."""
        line = await person.read_line()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while line is None and f"Your first win in {slug}!" not in person.lines:  # noqa: ASYNC110 (a list has no event)
                await asyncio.sleep(0.005)
        return line

    context = ConversationContext(solo=True, firsts_and_bests_sentence=sentence_about_first_win)
    why = await converse(client, read_line, person.write_line, LineFormat(is_typed=False), context)
    verified = client.verdict
    await client.close()
    assert why == "left"
    assert person.lines[-1] == "You leave the table."
    assert "The match is over." in person.lines
    assert re.search(r"^1\. .+: -?\d+ (point|card)", person.text, re.MULTILINE)
    result = person.lines[person.lines.index("The match is over.") :]
    menu = next(number for number, line in enumerate(result) if line.startswith("1) "))
    assert result.index(f"{games[slug].score_unit.capitalize()}s after each quarter of the match:") < menu
    assert result.index(f"Your first win in {slug}!") == menu - 1, "the choices come last"
    assert "I do not know" not in person.text
    assert "honour" in options.values() or "not possible" not in person.text
    check_lines_printable(person.lines)
    after_end = person.lines[person.lines.index("The match is over.") :]
    assert verified is not None
    assert verified.record is not None
    told = story_lines(games[slug], story_of_record(verified.record), seat_names(verified.record), 0)
    assert 1 <= len(told) <= MAX_MOMENTS_IN_SUMMARY + 1
    for part, sentence in told:
        assert (f"{part}: {sentence}" if part else sentence) in after_end
    assert f"Your first win in {slug}!" in after_end


def story_of_record(record: Record) -> Story:
    """Return the story of a recorded match."""
    start = match_at_start(record)
    work = work_out_story(games[record.game], start, record.actions)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def test_cases_of_whole_matches_cover_every_game() -> None:
    assert {slug for slug, _ in GAMES_WITH_OPTIONS} == set(games)
    assert set(SHORT_MATCH_OPTIONS_BY_SLUG) <= set(games)
