"""The command that measures the figures of RULINGS 7 and 8 again."""

from __future__ import annotations

import pytest

from core import games
from tests.core import figures
from tests.core.queen_bees_ii import test_figures as queen_bees


@pytest.fixture
def few_matches(monkeypatch):
    """Measure the figures of Queen Bees II from few matches, in this test only."""
    queen_bees.random_play.cache_clear()
    monkeypatch.setattr(queen_bees, "MATCH_COUNT", 20)
    yield
    queen_bees.random_play.cache_clear()


def test_figures_are_those_of_games_that_exist():
    assert figures.FIGURES.keys() <= games.keys()


def test_a_figure_is_printed_as_documented_and_as_measured(few_matches, capsys):
    figures.main(["queen-bees-ii"])
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split()[-2:] == ["documented", "measured"]
    (trumps,) = [line for line in lines if "4 players: trumps are set in trick 1" in line]
    section, documented, measured = trumps.split()[0], *trumps.split()[-2:]
    assert (section, documented) == ("8.4", "94.893")
    assert float(measured) == pytest.approx(94.893, abs=10)


def test_a_game_without_figures_is_refused(capsys):
    with pytest.raises(SystemExit):
        figures.main(["no-such-game"])
    assert "there are no figures of no-such-game" in capsys.readouterr().err
