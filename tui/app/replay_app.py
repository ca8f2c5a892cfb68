"""ReplayApp: the application of `queens replay`, which shows one record."""

from __future__ import annotations

from pathlib import Path

from net.client.playback import Playback
from tui.app.app import QueensApp
from tui.screens.base import BaseScreen
from tui.screens.replay import ReplayScreen
from tui.settings import Settings


class ReplayApp(QueensApp):
    """Shows one record and ends with its screen; `sentence` is the verdict on the record."""

    def __init__(
        self, settings: Settings, folder: Path, playback: Playback, sentence: str, *, ascii_only: bool = False
    ) -> None:
        super().__init__(settings, folder, ascii_only=ascii_only)
        self._playback = playback
        self._verdict = sentence

    def get_default_screen(self) -> BaseScreen:
        return ReplayScreen(self._playback, self._verdict)
