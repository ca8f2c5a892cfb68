"""The result screen shows the verdict of the check of the match, whenever the check ends."""

from __future__ import annotations

import pytest

from net.client.events import VerificationResult
from tests.support.depth import parametrize, sample_cases
from tui.connect.request import TableRequest
from tui.screens.match import MatchScreen
from tui.screens.result import ResultScreen

FAIR_RESULT = VerificationResult(
    True, "Fair deal: everybody shuffled together, and nobody could choose the cards. All 12 moves followed the rules."
)
"""The result of a check that has found no error."""

UNFAIR_RESULT = VerificationResult(False, "The seed of the match does not follow from the secrets of the deal.")
"""The result of a check that has found an error."""


async def play_to_the_end_on_the_board(app, pilot) -> None:
    """Play the match to its end, and stay on the screen with the board."""
    await pilot.pause()
    app.session.client.play_on()
    await pilot.pause()
    assert isinstance(app.screen, MatchScreen)
    app.screen.board.go_on()  # an animation may not have come to the end yet


@pytest.mark.deep
@pytest.mark.parametrize("size", sample_cases([(60, 20), (80, 24)], 1))
@pytest.mark.parametrize("verdict", [FAIR_RESULT, UNFAIR_RESULT])
@parametrize("check_ends_first", [True, False], 1)
async def test_result_shows_the_verdict_of_the_check(make_program, screen_text, verdict, check_ends_first, size):
    app = make_program(TableRequest("play"))
    async with app.run_test(size=size) as pilot:
        await play_to_the_end_on_the_board(app, pilot)
        if check_ends_first:
            await app.session.handle_event(verdict)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)
        if not check_ends_first:
            assert "Fair deal" not in screen_text(app)
            await app.session.handle_event(verdict)
            await pilot.pause()
        assert verdict.sentence[:30] in screen_text(app)
        assert app.screen.query_one("#checked").has_class("-wrong") == (verdict is UNFAIR_RESULT)


async def test_verdict_is_gone_when_the_next_match_begins(make_program, screen_text):
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_to_the_end_on_the_board(app, pilot)
        await app.session.handle_event(FAIR_RESULT)
        app.session.client.start_match()
        await pilot.pause()
        app.session.client.play_on()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)
        assert "Fair deal" not in screen_text(app)


async def test_unfair_match_is_reported_on_every_screen(make_program, screen_text):
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.session.handle_event(UNFAIR_RESULT)
        await pilot.pause()
        assert "The seed of" in screen_text(app)
