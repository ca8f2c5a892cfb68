"""The colours of the application, and when it leaves the colours of the terminal unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.app.app import QueensApp
from tui.settings import Settings


@pytest.mark.parametrize(
    ("environment", "keeps_terminal_colours"), [({"NO_COLOR": "1"}, True), ({"COLORTERM": "truecolor"}, False)]
)
def test_program_without_colour_keeps_the_colours_of_the_terminal(
    environment: dict[str, str], keeps_terminal_colours: bool, tmp_path: Path
) -> None:
    app = QueensApp(Settings(), tmp_path, environment=environment)
    assert app.native_ansi_color is keeps_terminal_colours
