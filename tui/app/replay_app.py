"""ReplayApp: the application of `queens replay`, which shows one record."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from net.client.playback import Playback
from tui.app.app import QueensApp
from tui.screens.base import BaseScreen
from tui.screens.replay import ReplayScreen
from tui.settings import Settings


class ReplayApp(QueensApp):
    """Shows one record, at first after `step` actions, and ends with its screen.

    `sentence` is the verdict on the record.
    """

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        playback: Playback,
        sentence: str,
        *,
        ascii_only: bool = False,
        environment: Mapping[str, str] | None = None,
        step: int = 0,
    ) -> None:
        super().__init__(settings, folder, ascii_only=ascii_only, environment=environment)
        self._step = step
        self._playback = playback
        self._verdict = sentence

    def get_default_screen(self) -> BaseScreen:
        return ReplayScreen(self._playback, self._verdict, self._step)
