"""The meaning of a tap with a finger: everything can be hit within two rows, if necessary after a question; a mouse
stays exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from itertools import islice
from math import floor
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from textual.scrollbar import ScrollBar
from textual.widget import Widget

import tui.web.session
import tui.web.tap
from core import games
from net.client.events import MatchBegan
from net.protocol.rate_limit import TokenBucket
from tests.support.board_pictures import NARROW_BOARD_SIZES
from tests.support.depth import IS_DEEP_RUN, count_for_depth, sample_cases
from tests.support.web_guest import WebGuest, WebTable
from tests.tui.boards.common.test_every_picture import changes_of_random_match
from tests.tui.screens.test_every_screen_fits import SCREENS_WITHOUT_PEOPLE, SHOW_SCREEN_BY_NAME, long_names
from tui.app.app import QueensApp
from tui.boards import Board
from tui.boards.games import board_for
from tui.boards.mad_queens.board import MadQueensBoard
from tui.drawing import BoardCommand, Picture
from tui.settings import LastTableSetup, Settings
from tui.web.limits import TAPS_AT_ONCE, TAPS_PER_SECOND
from tui.web.tap import COLUMNS_PER_ROW_HEIGHT, TAP_REACH_ROWS, click_target_at, tap_targets, tapped_cell, tapped_cells
from tui.widgets.canvas_view import CanvasView

TEN_SEAT_NAMES = ("You", "Ada", "Bea", "Cleo", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida")
"""The names of ten seats."""

GAMES_WITH_SEATS = [(slug, seats) for slug, game in games.items() for seats in (2, 4, 6, 10) if seats in game.seats]
"""Pairs of a game and a number of seats: each game with few and with many."""

WINDOW_SIZES = ((80, 24), (48, 28), (48, 40))
"""The sizes in columns and rows of the terminal on a phone: on its side, and held upright."""

SCREENS_WITH_SIZE = [
    (name, size)
    for number, name in enumerate(sample_cases(list(SHOW_SCREEN_BY_NAME), 7))
    for size in (WINDOW_SIZES if IS_DEEP_RUN else (WINDOW_SIZES[number % 2],))
]
"""Pairs of the name of a screen and a window size in which it is tapped: usually one of the first two sizes in turn, in
the deep run all.
"""

TAPS_PER_ROW = count_for_depth(2, 4)
"""Number of taps that are tried over the height of one row."""

MAX_TAP_DISTANCE_COLUMNS = TAP_REACH_ROWS * COLUMNS_PER_ROW_HEIGHT
"""Largest number of columns to the left or to the right that a tap may reach."""

ColumnTargets: TypeAlias = tuple[object, ...]
"""Tuple with the target (what a click is for) of each row in one column of cells; None where a click does nothing."""

ACTIONS_BETWEEN_BOARDS = count_for_depth(48, 24)
"""Number of actions of a match after which its board is examined again."""


@pytest.fixture
async def web_table(tmp_path: Path) -> AsyncIterator[WebTable]:
    """A table that is not open yet; it is closed after the test."""
    async with AsyncExitStack() as stack:
        yield WebTable(tmp_path, stack)


def click_target_function(*cells: tuple[int, int], column_of_tall_area: int = -1) -> Callable[[int, int], object]:
    """Return a function of column and row that returns what a click there is for; only these cells have targets, and
    all those in `column_of_tall_area` have the same one.
    """
    found = {(x, y): "tall area" if x == column_of_tall_area else (x, y) for x, y in cells}
    return partial(value_at, found)


def value_at(cells: Mapping[tuple[int, int], object], x: int, y: int) -> object:
    """Return what `cells` has for the cell (x, y), None for nothing."""
    return cells.get((x, y))


def test_tap_on_a_click_area_means_the_cell_under_the_finger() -> None:
    everywhere = click_target_function(*((x, y) for x in range(9) for y in range(9)))
    assert tapped_cell(4.99, 4.01, everywhere) == (4, 4)
    assert tapped_cell(4.0, 4.0, everywhere) == (4, 4)


def test_tap_up_to_a_row_above_or_below_a_click_area_means_that_area() -> None:
    assert tapped_cell(4.5, 3.1, click_target_function((4, 4))) == (4, 4)
    assert tapped_cell(4.5, 5.9, click_target_function((4, 4))) == (4, 4)
    assert tapped_cell(4.5, 2.9, click_target_function((4, 4))) == (4, 2)
    assert tapped_cell(4.5, 6.1, click_target_function((4, 4))) == (4, 6)


def test_tap_between_two_click_areas_means_the_nearer_one() -> None:
    above_and_below = click_target_function((4, 3), (4, 5))
    assert tapped_cell(4.5, 4.4, above_and_below) == (4, 3)
    assert tapped_cell(4.5, 4.6, above_and_below) == (4, 5)
    left_right_and_below = click_target_function((3, 4), (5, 4), (4, 5))
    assert tapped_cell(4.2, 4.5, left_right_and_below) == (3, 4)
    assert tapped_cell(4.8, 4.5, left_right_and_below) == (5, 4)


def test_tap_between_two_click_areas_prefers_one_of_a_single_row_to_a_taller_one() -> None:
    high_to_the_left = click_target_function((3, 2), (3, 3), (4, 5), column_of_tall_area=3)
    assert tapped_cell(4.1, 4.1, high_to_the_left) == (4, 5)
    assert tapped_cell(4.1, 3.9, high_to_the_left) == (3, 3), "a cell of the same row comes first"


def test_tap_in_a_list_of_single_row_targets_may_mean_any_within_a_row_of_the_finger() -> None:
    list_of_four = click_target_function(*((4, y) for y in range(2, 6)))
    assert tapped_cells(4.5, 3.5, list_of_four) == [(4, 2), (4, 3), (4, 4)]
    assert tapped_cells(4.5, 2.5, list_of_four) == [(4, 2), (4, 3)]
    assert tapped_cells(4.5, 1.5, list_of_four) == [(4, 2)], "the next one is further than a row from the finger"
    assert tapped_cells(5.5, 3.5, list_of_four) == [(4, 2), (4, 3), (4, 4)], "from the column beside them, too"


def test_tap_on_a_target_beside_a_taller_target_means_only_the_tapped_one() -> None:
    below_a_high_one = click_target_function((4, 3), (4, 4), (4, 5), column_of_tall_area=4)
    assert tapped_cells(4.5, 4.5, below_a_high_one) == [(4, 4)]
    assert tapped_cells(9.5, 9.5, below_a_high_one) == [(9, 9)], "nothing is there"


def count_hits_in_middle_column(columns: Sequence[ColumnTargets]) -> Counter[object]:
    """Try `TAPS_PER_ROW` taps for each row of the middle one of some columns; return how many of them reach each
    target.
    """
    x, height = len(columns) // 2, len(columns[0])
    cells = {(x, y): target for x, column in enumerate(columns) for y, target in enumerate(column)}
    with_targets = {y for y in range(height) if any(column[y] is not None for column in columns)}
    reachable = {y + by for y in with_targets for by in range(-TAP_REACH_ROWS, TAP_REACH_ROWS + 1)}
    hits: Counter[object] = Counter()
    for step in range(-TAPS_PER_ROW, (height + 1) * TAPS_PER_ROW):
        y = (step + 0.5) / TAPS_PER_ROW
        if floor(y) not in reachable:
            continue
        reached = {cells.get(cell) for cell in tapped_cells(x + 0.5, y, partial(value_at, cells))} - {None}
        assert cells.get((x, floor(y))) in {None, *reached}
        hits.update(reached)
    return hits


def target_heights(cells: Mapping[tuple[int, int], object], width: int, height: int) -> dict[Any, float]:
    """Return for each target of a screen the number of rows, in the best column, in which a finger reaches it.

    `cells` has what a click on each cell is for. Above and below the screen there is a row in which no tap does
    anything. Check that a tap on a target never means only others.
    """
    nothing: ColumnTargets = (None,) * height
    columns = [tuple(cells.get((x, y)) for y in range(height)) for x in range(width)]
    padded = [nothing] * MAX_TAP_DISTANCE_COLUMNS + columns + [nothing] * MAX_TAP_DISTANCE_COLUMNS
    best = {target: 0.0 for target in cells.values() if target is not None}
    for part in {
        tuple(padded[x : x + 2 * MAX_TAP_DISTANCE_COLUMNS + 1]) for x in range(width)
    }:  # most columns look like their neighbour
        for target, number in count_hits_in_middle_column(part).items():
            best[target] = max(best[target], number / TAPS_PER_ROW)
    return best


def target_heights_on_board(picture: Picture) -> dict[BoardCommand, float]:
    """Return for each command of a picture the number of rows, in the best column, in which a tap runs this command."""
    width, height = picture.canvas.width, picture.canvas.height
    commands = {(x, y): picture.command_at(x, y) for x in range(width) for y in range(height)}
    return target_heights(commands, width, height)


def boards_during_match(slug: str, seats: int) -> Iterator[Board]:
    """Yield a board again and again during a match."""
    match = games[slug].start(seats, seed=1)
    board = board_for(slug)(MatchBegan(match.view(0), TEN_SEAT_NAMES[:seats], match.opening_changes), animate=False)
    yield board
    for number, played in enumerate(islice(changes_of_random_match(match), 96)):
        board.show_played(played)
        if number % ACTIONS_BETWEEN_BOARDS == 0:
            yield board


@pytest.mark.deep
@pytest.mark.parametrize(("slug", "seats"), sample_cases(GAMES_WITH_SEATS, 3))
def test_everything_that_can_be_tapped_on_a_board_is_two_rows_high(slug: str, seats: int) -> None:
    for board in boards_during_match(slug, seats):
        for size in ((80, 23), *NARROW_BOARD_SIZES):
            low = [command for command, rows in target_heights_on_board(board.picture(*size)).items() if rows < 2]
            assert low == [], size


def is_target_whole(app: QueensApp, cells: Mapping[tuple[int, int], object], target: tuple[Widget, object]) -> bool:
    """Return whether all rows of a target are on the screen: a list that scrolls cuts the targets at its edges."""
    widget, part = target
    if not isinstance(widget, CanvasView):
        return True
    width, height = widget.size
    rows = {y for y in range(height) for x in range(width) if widget.click_target(x, y) == part}
    return len(rows) == len({y for (_, y), found in cells.items() if found == target})


@pytest.mark.deep
@pytest.mark.usefixtures("shorten_analysis")
@pytest.mark.parametrize(("name", "size"), SCREENS_WITH_SIZE)
async def test_everything_that_can_be_tapped_on_a_screen_is_two_rows_high(make_program, name, size) -> None:
    people = 4 if name in SCREENS_WITHOUT_PEOPLE else 10
    app = make_program(names=long_names(people), table=LastTableSetup("mad-queens", people, people - 1))
    app.used_with_fingers = True
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await SHOW_SCREEN_BY_NAME[name](app, pilot, people)
        width, height = size
        cells = {(x, y): click_target_at(app.screen, x, y) for x in range(width) for y in range(height)}
        low = [target for target, rows in target_heights(cells, width, height).items() if rows < 2]
        assert [target for target in low if is_target_whole(app, cells, target)] == []
        if not app.screen.query(Board):
            asks = [cell for cell in cells if len(tapped_cells(*cell, partial(value_at, cells))) > 1]
            assert asks == [], "there is room"


def position_of_text(guest: WebGuest, text: str) -> tuple[int, int]:
    """Return column and row where the screen of a guest shows a text."""
    rows = guest.screen.display
    y = next(number for number, row in enumerate(rows) if text in row)
    return rows[y].index(text), y


async def test_actions_of_a_match_are_not_shown_twice_to_fingers(web_table: Any) -> None:
    table = await web_table.open()
    guest = await table.join(fingers=True)
    await guest.wait_for_text("Olga starts it")
    table.owner.start_match()
    await guest.wait_for_text("Your move")
    await guest.wait_for(
        lambda: any(key["label"].startswith("Reveal") for key in guest.frames_of_kind("keys")[-1]["keys"])
    )
    assert "Space" not in guest.text, guest.frames_of_kind("keys")
    guest.send("resize", columns=80, rows=24, fingers=False)
    await guest.wait_for_text("Space Reveal")
    guest.send("resize", columns=48, rows=28, fingers=True)
    await guest.wait_for_text("Space Reveal")  # two rows high


async def test_finger_hits_a_button_from_the_row_below_and_a_mouse_does_not(web_table: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(Picture, "without_low_buttons", lambda picture, look: picture)  # as on a board without others
    table = await web_table.open()
    guest = await table.join(fingers=True)
    await guest.wait_for_text("Olga starts it")
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    await guest.wait_until_settled()
    assert "F1 Help" not in guest.text, "the page has a button for it"
    x, y = position_of_text(guest, "Space Reveal")
    guest.press(f"\x1b[<0;{x + 2};{y + 2}M\x1b[<0;{x + 2};{y + 2}m")
    guest.press("m")
    await guest.wait_for_text("Themes")
    assert (1, "reveal") not in table.table.state.runner.match.record.actions
    guest.press("\x1b")
    await guest.wait_for(lambda: "Themes" not in guest.text, "the board without the menu")
    await guest.wait_until_settled()
    guest.send("tap", x=x + 1.5, y=y + 1.9)
    await table.wait_until(lambda: (1, "reveal") in table.table.state.runner.match.record.actions)


async def test_tap_between_players_who_are_shown_below_each_other_asks_which_one_is_meant(
    web_table: Any, monkeypatch: Any
) -> None:
    looked_at: list[str] = []
    monkeypatch.setattr(MadQueensBoard, "_look_at", lambda board, seat: looked_at.append(board._names[seat]))
    table = await web_table.open(seats=10)
    guest = await table.join(size=(80, 24), fingers=True)
    await guest.wait_for_text("Olga starts it")
    table.owner.start_match()
    await guest.wait_for_text("Your move")
    await guest.wait_until_settled()
    guest.send("tap", x=30.5, y=3.5)
    asked = await guest.wait_for_frame("which")
    below_each_other = [" ".join(row[27:51].split()) for row in guest.screen.display[2:5]]
    assert asked["targets"] == [words for words in below_each_other if "more" not in words]
    assert len(asked["targets"]) > 1
    for place, number in ((0, asked["number"] - 1), (-1, asked["number"]), (9, asked["number"])):
        guest.send("pick", place=place, number=number)
    for place in range(len(asked["targets"])):
        guest.send("pick", place=place, number=asked["number"])
    await web_table.wait_until(lambda: len(looked_at) == len(asked["targets"]))
    assert looked_at == [words.split()[1] for words in asked["targets"]]
    assert len(guest.frames_of_kind("which")) == 1


async def test_screen_used_with_a_mouse_again_has_its_key_bar_and_lists_with_single_rows(web_table: Any) -> None:
    table = await web_table.open()
    guest = await table.join(size=(80, 30), fingers=True)
    await guest.wait_for_text("Olga starts it")
    guest.press("m")
    await guest.wait_for_text("Themes")

    def rows_between() -> int:
        """Return how many rows lie between two entries of the menu that follow each other."""
        rows = guest.screen.display[position_of_text(guest, "Themes")[1] :]
        return next((number for number, row in enumerate(rows) if "Olga" in row), 0)

    for fingers in (True, False, True):
        guest.send("resize", columns=80, rows=30, fingers=fingers)
        await guest.wait_for(lambda rows=1 + fingers: rows_between() == rows)
        await guest.wait_for(lambda fingers=fingers: ("Esc Back" in guest.text) is not fingers)


async def test_tap_on_a_scroll_bar_stays_on_it_and_does_not_reach_the_row_beside_it(tmp_path: Path) -> None:
    app = QueensApp(Settings("Ann"), tmp_path)
    async with app.run_test(size=(60, 20)) as pilot:
        await app.follow_home_choice("settings")
        await pilot.pause()
        cells = [(x, y) for y in range(20) for x in range(60)]
        x, y = next(cell for cell in cells if isinstance(app.screen.get_widget_at(*cell)[0], ScrollBar))
        (target,) = tap_targets(app.screen, x + 0.5, y + 0.5)
        assert target.click == f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode()


async def test_tap_outside_the_screen_does_not_end_the_session(web_table: Any) -> None:
    table = await web_table.open()
    guest = await table.join(fingers=True)
    await guest.wait_for_text("Olga starts it")
    for x, y in ((-1e300, 1e300), (1e300, -1), (80, 24), (-0.5, -0.5)):
        guest.send("tap", x=x, y=y)
    guest.press("m")
    await guest.wait_for_text("Themes")


async def test_flood_of_taps_is_handled_no_faster_than_a_person_taps(web_table: Any, monkeypatch: Any) -> None:
    clock = [0.0]

    class BucketWithClock(TokenBucket):
        """A rate limit whose time is that of `clock`."""

        def __init__(self, per_second: float, at_once: float, now: float) -> None:
            super().__init__(per_second, at_once, clock[0])

        def tokens_left(self, now: float) -> float:
            """Return the number of tokens in the bucket, whatever time it is said to be."""
            return super().tokens_left(clock[0])

    monkeypatch.setattr(tui.web.session, "TokenBucket", BucketWithClock)
    table = await web_table.open()
    guest = await table.join()
    await guest.wait_for_text("Olga starts it")
    taps: list[float] = []
    targets_of = tui.web.tap.tap_targets
    monkeypatch.setattr(tui.web.tap, "tap_targets", lambda screen, x, y: taps.append(x) or targets_of(screen, x, y))
    for seconds in (0, 1):
        clock[0] = float(seconds)
        for _ in range(5 * TAPS_AT_ONCE):
            guest.send("tap", x=1, y=1)
        guest.send("device")
        await guest.wait_for_frame("device", seconds + 1)
        assert len(taps) == TAPS_AT_ONCE + seconds * TAPS_PER_SECOND
