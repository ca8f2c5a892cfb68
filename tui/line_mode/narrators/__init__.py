"""The narrators: each writes a match of its game in sentences for the line mode."""

from __future__ import annotations

from collections.abc import Sequence

from core import View
from tui.boards.registry import load, narrator_reference
from tui.line_mode.narrators.base import Narrator


def narrator_for(view: View, names: Sequence[str]) -> Narrator:
    """Return the narrator of a match for the audience of `view`: that of its game, or the general one."""
    kind: type[Narrator] = load(narrator_reference(view.game))
    return kind(view, names)
