"""The panel at the end of a round of Big Queen."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from core import games
from tests.support.board_app import BoardApp, press
from tests.support.board_pictures import BOARD_SIZES, NARROW_BOARD_SIZES, check_picture
from tests.support.depth import parametrize
from tests.tui.boards.big_queen.conftest import SeatSide
from tui.boards.big_queen.overlays import paint_summary
from tui.boards.big_queen.render import layout_of, render
from tui.cards import LOOKS, Canvas, style
from tui.drawing import Brush, Rect

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""

SEAT_NAMES = ("Ada", "Björn", "Chidi", "Dora")
"""The names of the seats."""


def app_in_first_round(seat=0, seed=11):
    """Return an app that shows a board in the first round of a match, and the bot that plays all seats."""
    match = GAME.start(4, seed=seed, options={"target": 10_000})
    bot = next(iter(GAME.bots.values()))
    app = BoardApp(match, SEAT_NAMES, seat=seat, animate=True)
    return app, bot


def play_round(app, bot):
    """Play all seats by the bot until the round is over; animate only the action that ends it."""
    number = app.match.view(None).facts["round"]
    app.board.animation.enabled = False
    while True:
        seat = min(app.match.awaited)
        action = bot(app.match.view(seat))
        trial = app.match.copy()
        trial.act(seat, action)
        if trial.view(None).facts["round"] != number:
            app.board.animation.enabled = True
            app.act(seat, action)
            return
        app.act(seat, action)


def check_scores_rise_to_the_new_ones(panels):
    """Check that the panel first shows the old scores and then, step by step, scores up to the new ones."""
    for team in panels[0].summary.team_scores:
        change = f"{team.change:+}"
        shown = []
        for scene in panels:
            rows = str(render(scene).canvas).split("\n")
            row = next(row for row in rows if f"Team {team.team} " in row and change in row)
            score = re.search(r"-?\d+", row.split(change, 1)[1]).group()
            shown.append(int(score))
        assert shown == sorted(shown, reverse=team.change < 0)
        assert shown[-1] == team.score
        assert team.change == 0 or shown[0] != team.score


def rows_of_areas(scene):
    """Return the rows of the picture of a scene in which the play areas lie."""
    area = layout_of(scene).areas[0]
    return str(render(scene).canvas).split("\n")[area.y : area.bottom]


@parametrize("seat", [0, None], 1)
async def test_panel_at_the_end_of_a_round_has_the_numbers_of_the_header_and_the_log(seat):
    app, bot = app_in_first_round(seat)
    async with app.run_test(size=(80, 24)):
        for _ in range(4):
            play_round(app, bot)
            before = list(app.play_frames())
            *counting, panel = [scene for scene in before if scene.effect.shows_summary]
            check_scores_rise_to_the_new_ones([*counting, panel])
            sentence = " ".join(line.text for line in panel.log)
            for team in panel.summary.team_scores:
                assert panel.view.facts[f"score/{team.team}"] == team.score
                assert f"Team {team.team}: {team.laid_points} laid" in sentence
            assert "is over:" in panel.summary.title
            for earlier in before[: before.index(counting[0])]:
                for team in panel.summary.team_scores:
                    assert earlier.view.facts[f"score/{team.team}"] == team.score - team.change
            for width, height in BOARD_SIZES + NARROW_BOARD_SIZES:
                shown = replace(panel, width=width, height=height)
                check_picture(shown)
                if width == 60:
                    rows = str(render(shown).canvas).split("\n")
                    assert not set("".join(rows[3:-6])) & set("▏╳♣♦♥♠"), "no parts of cards beside the panel"
                if width == 80:
                    areas = rows_of_areas(shown)
                    assert not set("".join(areas)) & set("▏╳♣♦♥♠"), "no parts of sets beside the panel"
                bare = render(replace(shown, effect=replace(shown.effect, shows_summary=False)))
                for heading in layout_of(shown).teams:
                    for y in range(heading.y, heading.bottom):
                        row = str(render(shown).canvas).split("\n")[y][heading.x : heading.right]
                        assert not re.search(r"\d laid|\+\d", row), "the score has these points already"
                        assert list(render(shown).canvas.segments(y)) == list(bare.canvas.segments(y)), (width, y)
                for row in str(render(shown).canvas).split("\n"):
                    assert not ("go on" in row and " reach" in row), "in a row of its own"
                text = str(render(shown).canvas)
                assert panel.summary.title in text
                for team in panel.summary.team_scores:
                    row = next(
                        row for row in text.split("\n") if f"Team {team.team} " in row and str(team.laid_points) in row
                    )
                    assert str(abs(team.change)) in row
                    assert str(abs(team.score)) in row


def cells_of_table(scene):
    """Return the cells of a board, by row and column, in which the play areas and the discard pile lie: the glyph and
    the colour of its ground."""
    layout, canvas = layout_of(scene), render(scene).canvas
    rows = range(layout.felt.y, layout.felt.bottom)
    cells = {
        (y, x): cell
        for y in rows
        for x, cell in enumerate((glyph, one.style.bgcolor) for one in canvas.segments(y) for glyph in one.text)
    }
    log = layout.log or Rect(0, 0, 0, 0)
    return {(y, x): cell for (y, x), cell in cells.items() if not (y >= log.y and log.x <= x < log.right)}


@parametrize("size", [*BOARD_SIZES, *NARROW_BOARD_SIZES, (80, 22), (90, 50), (120, 38), (120, 47), (140, 40)], 4)
async def test_panel_at_the_end_of_a_round_leaves_no_part_of_a_card(size):
    """Cards that touch each other are shown all, or none of them."""
    app, bot = app_in_first_round(seed=12)
    async with app.run_test(size=(80, 24)):
        for _ in range(3):
            play_round(app, bot)
            last = [scene for scene in app.play_frames() if scene.effect.shows_summary][-1]
            panel = replace(last, width=size[0], height=size[1])
            palette = panel.look.palette
            papers = {style(None, paper).bgcolor for paper in (palette.paper, palette.temporary_paper)}
            shown = cells_of_table(panel)
            bare = cells_of_table(replace(panel, summary=None, effect=replace(panel.effect, shows_summary=False)))
            cards = {place for place, (_, ground) in bare.items() if ground in papers}
            kept = {place for place in cards if shown[place] == bare[place]}
            for y, x in kept:
                assert {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} & cards <= kept, (size, y, x)


async def test_enter_closes_the_panel_of_a_round_and_decides_nothing():
    app, bot = app_in_first_round()
    async with app.run_test(size=(80, 24)) as pilot:
        play_round(app, bot)
        while not app.board.scene.effect.shows_summary:
            app.board.animation.next_frame()
        await pilot.pause()
        assert "Enter: go on" in app.text
        assert app.board.animating
        await press(pilot, "enter")
        assert not app.board.animating
        assert app.texts_of_chosen_actions == []
        assert not app.board.scene.effect.shows_summary


@pytest.mark.parametrize("width", [54, 56, 76])
@pytest.mark.parametrize("rows", [3, 4, 6])
def test_each_number_of_a_team_has_its_word_above_it_or_beside_it(rows, width):
    side = SeatSide(GAME.start(4, seed=11))
    bot = next(iter(GAME.bots.values()))
    while side.summary is None:
        seat = min(side.match.awaited)
        side.act(seat, bot(side.match.view(seat)))
    canvas = Canvas(width, rows)
    paint_summary(Brush(canvas, LOOKS["four"]), Rect(0, 0, width, rows), side.scene(), side.summary)
    (team, *_), text = side.summary.team_scores, str(canvas)
    (row,) = (row for row in text.splitlines() if f"Team {team.team}" in row and "needs" not in row)
    words = row if rows == 3 else text.partition("Team")[0]
    assert re.search(r"\blaid\b.*\b(held|in hands)\b.*\bround\b.*\btotal\b", words), text
    change = re.escape(f"{team.change:+}")
    assert re.search(rf" {team.laid_points}\b.* -?{team.held_points}\b.* {change}\b.* {team.score}\b", row), text
