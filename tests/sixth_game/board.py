"""The board of the game High Card: the board for any game, with a note that names the highest card so far."""

from __future__ import annotations

from core.high_card import height_of_card  # type: ignore[import-not-found]
from msgspec.structs import replace

from tui.boards.common.generic_board import GenericBoard, GenericScene


class HighCardBoard(GenericBoard):
    """The board of High Card, which shows which card on the table is the highest."""

    @property
    def scene(self) -> GenericScene:
        """The scene of the present state, whose note names the highest card."""
        scene, laid = super().scene, self._view.cards("table")
        leading = f"{max(laid, key=height_of_card)} leads." if laid else "Any card leads."
        return replace(scene, note=scene.note or leading)
