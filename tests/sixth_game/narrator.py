"""The narrator of the game High Card in the line mode: that of any game, and a sentence about the highest card so
far.
"""

from __future__ import annotations

from core.high_card import height_of_card  # type: ignore[import-not-found]

from tui.line_mode.narrators.base import Narrator


class HighCardNarrator(Narrator):
    """The narrator of High Card, which says before each choice which card on the table is the highest."""

    def heading_sentences(self) -> list[str]:
        """Return the sentences written before the choices, the highest card last."""
        laid = self.view.cards("table")
        leading = f"{max(laid, key=height_of_card)} leads." if laid else "Any card leads."
        return [*super().heading_sentences(), leading]
