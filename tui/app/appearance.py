"""The look of the program: what the terminal can show, as the settings say."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from core import Game, games
from tui.app.crash import Discreet
from tui.app.theme import theme, variables
from tui.cards import Look, choose_look, colours_of
from tui.settings import Settings, TableChoice


class Dressed(Discreet):
    """A program that has settings and looks as they say.

    `settings` are kept in `folder`. `ascii_only` is for terminals without other characters; `environment` says what
    else the terminal can do (`tui.cards.colours_of`), and is this process's own unless another is given.
    """

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        *,
        ascii_only: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.settings = settings
        self.folder = folder
        self._ascii_only = ascii_only
        self._colours = colours_of(os.environ if environment is None else environment)
        self.look: Look = self._chosen_look()
        # Where nothing is to be coloured Textual would paint the terminal's own colour black, unless it is left alone.
        super().__init__(ansi_color=True if self._colours == 0 else None)
        self.apply_settings()

    @property
    def games(self) -> Mapping[str, Game]:
        """Every game there is, by name."""
        return games

    @property
    def last_table(self) -> TableChoice:
        """The table that was set up last, or the usual one if it does not exist any more."""
        table = self.settings.table
        game = games.get(table.game)
        if game is None or table.seats not in game.seats or not 0 <= table.bots < table.seats:
            game = game or next(iter(games.values()))
            return TableChoice(game.slug, game.usual_seats, game.usual_seats - 1)
        return table

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return variables(self.look.palette)

    def apply_settings(self) -> None:
        """Paint everything as the settings now say."""
        self.look = self._chosen_look()
        self.animation_level = "none" if self.settings.animation == "none" else self.animation_level
        name = f"queens-{self.look.name}"
        if name not in self.available_themes:
            self.register_theme(theme(self.look))
        self.theme = name

    def keep_settings(self) -> None:
        """Remember the settings for the next time."""
        self.settings.save(self.folder)

    def _chosen_look(self) -> Look:
        return choose_look(self._colours, self.settings.suits, self._ascii_only or self.settings.ascii)
