"""The big screen of a spectator: large letters for table, scores, log and result, in every game and window."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core import games
from net.client.deal_memory import DealMemory
from net.client.events import MatchBegan, MatchChanged
from tests.gallery.staged_client import StagedClient
from tests.support.depth import GAMES_TO_START, only_deep, parametrize, sample_cases
from tui.boards.common.generic_board import GenericBoard
from tui.boards.tricks.board import TrickBoard
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.drawing.big_letters import big_letter_rows
from tui.drawing.qr_code import qr_code_rows
from tui.screens.big_screen import BIG_SCREEN_TOO_SMALL_SENTENCE, BigScreen, turn_text
from tui.screens.match import MatchScreen
from tui.screens.result import ResultScreen
from tui.settings import Settings

TELEVISION_SIZES = [(120, 40), (200, 60), (240, 67)]
"""Widths and heights of televisions in columns and rows, from large letters to small ones."""

BIG_SCREEN_REQUEST = TableRequest("join", address="192.168.1.20", watch=True, is_big_screen=True)
"""The request of a spectator for the big screen of a table."""


class WatchingClient(StagedClient):
    """A stand-in for a client that watches a table of bots; the bots take only the next `actions` actions of the
    match.
    """

    actions = 12

    def __init__(self, game: str, seats: int, web_port: int, options: Mapping[str, object]) -> None:
        names = [("Ada", "Björn", "Chidi", "Dora")[seat] if seat < 4 else f"Guest {seat}" for seat in range(seats)]
        super().__init__(game, names, options=options, address="192.168.1.20:7433")
        self.name, self.seat, self.is_remote = "TV", None, True
        self.set_table_state(web_port=web_port)

    def _let_bots_play(self) -> None:
        assert self.match is not None
        bot = next(iter(self.game.bots.values()))
        for _ in range(self.actions):
            if not self.match.over:
                seat = min(self.match.awaited)
                self._perform(seat, bot(self.match.view(seat)))

    def play_on(self) -> None:
        """Make the bots play to the end."""
        assert self.match is not None
        while not self.match.over:
            self._let_bots_play()


@pytest.fixture
def make_big_screen_program(make_program):
    """Return a function that makes a program which shows a table of a game on the big screen."""

    def make(
        slug: str, seats: int = 0, web_port: int = 0, request: TableRequest = BIG_SCREEN_REQUEST, **options: object
    ):
        async def open_watched(asked: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
            """Open the staged table."""
            return TableHandle(WatchingClient(slug, seats or games[slug].usual_seats, web_port, options), asked)

        app = make_program(request)
        app.tables.opener = open_watched
        return app

    return make


async def begin_match(app, pilot) -> StagedClient:
    """Begin the match; return the client."""
    await pilot.pause()
    await pilot.pause()
    app.session.client.start_match()
    await pilot.pause()
    await pilot.pause()
    return app.session.client


def has_word_in_big_letters(text: str, word: str) -> bool:
    """Return whether the text of a screen shows a word in big letters."""
    return all(row.strip() in text for row in big_letter_rows(word.upper()))


@pytest.mark.deep
@parametrize("slug", GAMES_TO_START, 1)
async def test_big_screen_says_in_large_letters_whose_turn_it_is_and_the_scores(
    make_big_screen_program, screen_text, slug
) -> None:
    app = make_big_screen_program(slug)
    async with app.run_test(size=TELEVISION_SIZES[0]) as pilot:
        client = await begin_match(app, pilot)
        for size in TELEVISION_SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text, board = screen_text(app), app.screen.board
            assert isinstance(app.screen, BigScreen)
            assert has_word_in_big_letters(
                text, turn_text(client.view, client.seat_names, board.awaited_seats, board.event_text)
            ), size
            teams = games[slug].has_teams(client.view.options)
            names = ("Team A", "Team B") if teams else client.seat_names
            assert [name for name in names if not has_word_in_big_letters(text, name)] == [], size
            assert "queens join 192.168.1.20" in text, size
            newest = board.log_view.lines[-1]
            words = f"{newest.player_name}: {newest.text}" if newest.player_name else newest.text
            assert words in text or has_word_in_big_letters(text, words.split()[-1].rstrip(".")), size
            assert board.log_zone(*board.size) is None, size


@parametrize(("slug", "seats"), [("queens-dungeon", 4), ("queen-bees-ii", 3)], 1)
def test_head_of_the_big_screen_says_who_takes_a_trick_while_it_is_shown(slug, seats) -> None:
    """The seat whose turn is next is awaited only when the trick has been taken away."""
    match = games[slug].start(seats=seats, seed=3)
    names = ("Ada", "Bea", "Cleo", "Dora")[:seats]
    board = TrickBoard(MatchBegan(match.view(None), names, match.opening_changes), animate=False)
    heads = []
    while len(heads) < 8 and not match.over:
        seat = min(match.waiting)
        changes = match.act(seat, match.legal(seat)[0])
        seen = tuple(change for change in (one.seen_by(None) for one in changes) if change)
        changed = MatchChanged(seen, match.view(None))
        frames = board.frames_of(changed)
        for frame in frames:
            board._shown_view = frame.view
            board.apply_frame(frame)
            if frame.effect.collected_trick or frame.effect.taker_seat is not None:
                heads.append(turn_text(frame.view, names, board.awaited_seats, board.event_text))
                taker = frame.effect.collected_trick.winner if frame.effect.collected_trick else frame.effect.taker_seat
                assert heads[-1] == f"{names[taker]} takes the trick"
        board.end_effects()
        board.show_played(changed)
    assert heads


@pytest.mark.deep
@pytest.mark.parametrize("slug", sample_cases(["queens-dungeon", "queen-bees-ii", "big-queen"], 1))
async def test_big_screen_shows_no_hand(make_big_screen_program, screen_text, slug) -> None:
    app = make_big_screen_program(slug)
    async with app.run_test(size=(200, 60)) as pilot:
        client = await begin_match(app, pilot)
        assert all(isinstance(client.view.piles[f"hand/{seat}"], int) for seat in range(client.view.seats))
        assert "HAND" not in screen_text(app)


async def test_big_screen_has_a_code_to_scan_where_browsers_are_let_in(make_big_screen_program, screen_text) -> None:
    app = make_big_screen_program("mad-queens", web_port=8222)
    code = qr_code_rows("http://192.168.1.20:8222/")
    doubled = ["".join("██" if cell in "▀█" else "  " for cell in row) for row in code]
    async with app.run_test(size=TELEVISION_SIZES[0]) as pilot:
        await begin_match(app, pilot)
        for size in TELEVISION_SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = screen_text(app).replace("\N{NO-BREAK SPACE}", " ")
            assert "http://192.168.1.20:8222/" in text, size
            assert all(row in text for row in code) or all(row in text for row in doubled), size


@only_deep
async def test_big_screen_shows_the_first_of_a_thousand_players_and_counts_the_others(
    make_big_screen_program, screen_text
) -> None:
    app = make_big_screen_program("mad-queens", 1000)
    async with app.run_test(size=(240, 67)) as pilot:
        await begin_match(app, pilot)
        text = screen_text(app)
        assert has_word_in_big_letters(text, "Björn")
        assert "and 9" in text
        assert " more" in text


async def test_big_screen_in_a_small_window_says_so_once_and_shows_the_usual_table(
    make_big_screen_program, screen_text
) -> None:
    app = make_big_screen_program("queens-dungeon")
    async with app.run_test(size=(99, 30)) as pilot:
        await begin_match(app, pilot)
        board = app.screen.board
        assert [line.text for line in board.log_view.lines].count(BIG_SCREEN_TOO_SMALL_SENTENCE) == 1
        assert board.size.width == 99
        assert board.log_zone(*board.size) is not None
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert board.log_zone(*board.size) is None
        assert has_word_in_big_letters(screen_text(app), "turn")


async def test_result_on_the_big_screen_is_a_ceremony_and_then_the_standings(
    make_big_screen_program, screen_text, monkeypatch
) -> None:
    monkeypatch.setattr("tui.screens.big_screen.SECONDS_BEFORE_RESULT", 0.001)
    app = make_big_screen_program("queens-dungeon", target=100)
    async with app.run_test(size=(120, 40)) as pilot:
        client = await begin_match(app, pilot)
        client.play_on()
        await pilot.pause()
        await pilot.pause()
        assert app.screen.has_class("-ended")
        assert not app.screen.board.display
        assert "█████" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)


async def test_next_match_is_on_the_big_screen_again(make_big_screen_program) -> None:
    app = make_big_screen_program("queens-dungeon", target=100)
    async with app.run_test(size=(120, 40)) as pilot:
        client = await begin_match(app, pilot)
        client.play_on()
        await pilot.pause()
        await pilot.press("enter")
        await begin_match(app, pilot)
        assert isinstance(app.screen, BigScreen)
        assert not app.screen.has_class("-ended")


async def test_only_a_spectator_with_the_option_big_gets_the_big_screen(make_big_screen_program) -> None:
    app = make_big_screen_program("queens-dungeon", request=TableRequest("join", address="192.168.1.20", watch=True))
    async with app.run_test(size=(200, 60)) as pilot:
        await begin_match(app, pilot)
        assert type(app.screen) is MatchScreen


async def test_game_without_a_board_is_shown_on_the_big_screen_too(
    make_big_screen_program, screen_text, monkeypatch
) -> None:
    from tui.boards.games import INTERFACE_BY_GAME

    monkeypatch.delitem(INTERFACE_BY_GAME, "queens-dungeon")
    app = make_big_screen_program("queens-dungeon")
    async with app.run_test(size=(200, 60)) as pilot:
        await begin_match(app, pilot)
        assert isinstance(app.screen.board, GenericBoard)
        assert has_word_in_big_letters(screen_text(app), "Ada")
