"""One person alone with the real program in a real terminal: from the home screen to the final standings, and out."""

from __future__ import annotations

import pytest

from tests.support.depth import only_deep

pytestmark = pytest.mark.slow


def test_solo_match_from_the_home_screen_reaches_its_standings(open_program) -> None:
    terminal = open_program()
    terminal.wait_for("Play now")
    terminal.press("p")
    terminal.play_to_the_end()
    result = terminal.show_standings()
    assert len(result) == 3
    assert "Wanda" in dict(result)
    assert [score for _, score in result] == sorted((score for _, score in result), reverse=True)
    terminal.wait_for("Enter Choose")
    terminal.press("h")
    terminal.wait_for("Play now")
    terminal.press("q")
    assert terminal.finish() == 0


@only_deep
def test_solo_match_of_mad_queens_classic_reaches_its_standings(open_program) -> None:
    terminal = open_program("play", "mad-queens-classic", "--bots", "2", "--seed", "4")
    terminal.play_to_the_end()
    assert "Turn" in terminal.text.splitlines()[0]
    result = terminal.show_standings()
    assert len(result) == 3
    assert "Wanda" in dict(result)
    assert [score for _, score in result] == sorted((score for _, score in result), reverse=True)
    terminal.press("\x11")
    assert terminal.finish() == 0


@only_deep
def test_every_screen_opens_by_its_key_and_closes_by_escape(open_program) -> None:
    terminal = open_program()
    terminal.wait_for("Play now")
    for key, last_row in (("t", "D Defaults"), ("j", "Enter Join"), ("r", "Next page"), ("s", "Esc Done")):
        terminal.press(key)
        terminal.wait_until(lambda text, row=last_row: text.count(row) > text.count("Play now"), last_row)
        terminal.press("\x1b")
        terminal.wait_for("Play now")
    terminal.press("\x11")
    assert terminal.finish() == 0


def test_program_asks_once_before_it_leaves_a_running_match(open_program) -> None:
    terminal = open_program("play", "mad-queens", "--bots", "1")
    terminal.wait_for("Your move")
    terminal.press("\x11")
    terminal.wait_for("Leave the match?")
    terminal.press("n")
    terminal.wait_for("Your move")
    terminal.press("\x11")
    terminal.wait_for("Leave the match?")
    terminal.press("\x11")
    assert terminal.finish() == 0


@only_deep
def test_program_ends_when_its_terminal_is_closed(open_program) -> None:
    terminal = open_program("play", "mad-queens", "--bots", "1")
    terminal.wait_for("Your move")
    terminal.close_terminal()
    terminal.wait_for_exit()
