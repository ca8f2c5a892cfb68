"""The command `python -m tests.core.figures`, which measures the figures of RULINGS 7 and 8 again."""

from __future__ import annotations

import pytest

from core import games
from tests.core import figures
from tests.core.queen_bees_ii import test_figures as queen_bees


@pytest.fixture
def measure_few_matches(monkeypatch):
    """Make the command measure the figures of Queen Bees II from few matches."""
    queen_bees.play_random_matches.cache_clear()
    monkeypatch.setattr(queen_bees, "RANDOM_MATCH_COUNT", 20)
    yield
    queen_bees.play_random_matches.cache_clear()


def test_slugs_of_games_with_figures_are_in_the_registry():
    assert figures.MEASUREMENT_BY_SLUG.keys() <= games.keys()


def test_each_line_of_the_figures_command_has_the_documented_and_the_measured_figure(measure_few_matches, capsys):
    figures.main(["queen-bees-ii"])
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split()[-2:] == ["documented", "measured"]
    (trumps,) = [line for line in lines if "4 players: trumps are set in trick 1" in line]
    section, documented, measured = trumps.split()[0], *trumps.split()[-2:]
    assert (section, documented) == ("8.4", "94.893")
    assert float(measured) == pytest.approx(94.893, abs=10)


def test_figures_command_refuses_a_game_without_figures(capsys):
    with pytest.raises(SystemExit):
        figures.main(["no-such-game"])
    assert "there are no figures of no-such-game" in capsys.readouterr().err
