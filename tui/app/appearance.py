"""Chooses how the program looks: from what the terminal can show, and from the player's settings."""

from __future__ import annotations

from collections.abc import Mapping

from tui.cards import Look, choose_look, look_with_back, terminal_colours
from tui.settings import Settings, ThemeName


class Appearance:
    """Chooses the look of a program.

    `environment` says how many colours the terminal has, `ascii_only` forces ASCII. While `preview` is the name of a
    theme, the look has that theme instead of the theme of the settings.
    """

    def __init__(self, settings: Settings, environment: Mapping[str, str], ascii_only: bool) -> None:
        self._settings = settings
        self._ascii_only = ascii_only
        self._colours = terminal_colours(environment)
        self.preview: ThemeName | None = None
        self.look = self._chosen_look()

    @property
    def ansi_color(self) -> bool | None:
        """The value of Textual's setting `ansi_color`: None leaves the choice to Textual.

        It is True for a terminal without colours, which Textual would paint black.
        """
        return True if self._colours == 0 else None

    def apply_settings(self) -> None:
        """Choose the look by the present settings."""
        self.look = self._chosen_look()

    def _chosen_look(self) -> Look:
        """Return the look for the colours of the terminal and the settings."""
        settings = self._settings
        theme = self.preview or settings.theme
        look = choose_look(self._colours, settings.suits, self._ascii_only or settings.ascii, theme)
        return look_with_back(look, settings.back)
