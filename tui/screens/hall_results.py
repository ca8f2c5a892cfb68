"""HallResultsScreen: the base of the screens with the results of a club's evening."""

from __future__ import annotations

from net.client.hall import HallAnswer
from tui.screens.base import BaseScreen
from tui.screens.program import HallContext


class HallResultsScreen(BaseScreen):
    """The base of the screens that list matches and totals, which they request from the hall; a subclass defines
    `show_answer`.
    """

    CSS_PATH = "hall_results.tcss"

    def __init__(self, hall: HallContext) -> None:
        super().__init__()
        self.hall = hall

    def show_answer(self, answer: HallAnswer) -> None:
        """Show an answer of the hall, if it answers a request of this screen."""
        raise NotImplementedError
