"""The games on the home screen: in a large window a panel for each, otherwise a line with their numbers and titles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual import events
from textual.geometry import Size
from textual.message import Message

from core import Card, games
from tui.cards import HUGE, LARGE, MID, Canvas, Look, State, face, fan
from tui.cards import Size as CardSize
from tui.drawing.styles import Styles, styles_on
from tui.drawing.wrap import clip, wrap
from tui.widgets.page import ShrinkablePicture

if TYPE_CHECKING:
    from tui.text.own_results import OwnResults

MIN_COLUMNS_WITH_PANELS: Final = 110
"""The home screen has panels if the terminal has at least this many columns."""

MIN_ROWS_WITH_PANELS: Final = 36
"""The home screen has panels if the terminal has at least this many rows."""

MAX_GAME_PANEL_WIDTH: Final = 38
"""A panel is at most this many columns wide."""

MIN_WIDTH_OF_WIDE_PANEL: Final = 29
"""A panel of at least this many columns has three lines about its game at most, a narrower one five."""

LINE_HEADING: Final = "Play"
"""The word before the first game of a line, where there is room for it: a number begins a match at once."""

PANEL_HINT: Final = "Press 1 to {0} to play a game at once"
"""The line above the panels; ``{0}`` is the number of games."""

MIN_COLUMNS_FOR_ONE_LINE: Final = 76
"""All games are named in one line if the window has at least this many columns."""

GAME_GAP_COLUMNS: Final = 2
"""The number of free columns between two games in a line."""

PANEL_CARD_SIZES: Final = (HUGE, LARGE, MID)
"""The sizes of the cards in the picture of a panel, the larger first."""

MIN_CARDS_IN_PANEL: Final = 2
"""A picture has at least this many cards beside each other, the last ones of its game."""

PANEL_CARDS_BY_GAME: Final = ("8♦ 5♥ Q♥", "10♠ 7♣ Q♠", "2♥ 2♣ Q♠", "Q♣ Q♦ Q♥", "J♦ A♦ Q♦")
"""The cards in the picture of each game's panel, by the index of the game.

If there are more games than these, the cards are used again from the first.
"""


class GameClicked(Message):
    """Event: the person has clicked on the game with this `number`, from 0."""

    def __init__(self, game_number: int) -> None:
        super().__init__()
        self.number = game_number


def _panel_text_rows(width: int) -> int:
    """Return the height of the text of a panel: its title, the lines about the game, and a line with results."""
    return 5 if width >= MIN_WIDTH_OF_WIDE_PANEL else 7


def has_panels(viewport: Size) -> bool:
    """Whether a window of this size has a panel for each game."""
    return viewport.width >= MIN_COLUMNS_WITH_PANELS and viewport.height >= MIN_ROWS_WITH_PANELS


def title_beside_others(title: str, others: Sequence[str]) -> str:
    """Return the title of a game, without its beginning if this is the title of another game.

    >>> title_beside_others("Mad Queens Classic", ["Mad Queens", "Big Queen"])
    'Classic'
    """
    longer = [other for other in others if title.startswith(f"{other} ")]
    return title.removeprefix(f"{longer[0]} ") if longer else title


def paint_cards_of_game(
    canvas: Canvas, x: int, y: int, width: int, size: CardSize, game_number: int, look: Look
) -> None:
    """Paint the cards of the game with this number, from 0: all three in the middle of `width` columns, or the last
    ones if these are too few.
    """
    names = PANEL_CARDS_BY_GAME[game_number % len(PANEL_CARDS_BY_GAME)].split()
    cards = [Card.parse(name) for name in names[-max(width // size.width, MIN_CARDS_IN_PANEL) :]]
    laid = fan(len(cards), width, size)
    for place in laid.places:
        edge = place.index > 0 and laid.step <= size.width
        canvas.blit(x + place.x, y, face(cards[place.index], size, look, State.NORMAL, place.visible_columns, edge))


class GameLines(ShrinkablePicture):
    """A widget that paints the number and the title of each game, where the window is too small for `GamePanels`.

    A click on one posts `GameClicked`.
    """

    SHRINKS_FIRST = True

    def __init__(self) -> None:
        super().__init__()
        self._shows_games = False
        self._places: list[tuple[int, int, int]] = []

    def show_games(self) -> None:
        """Show the games from now on. Nothing is shown before this call, so that the games need not be imported at the
        start, which is quick."""
        self._shows_games = True
        self.repaint()

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        if has_panels(viewport):
            return (0,)
        return (1 if viewport.width >= MIN_COLUMNS_FOR_ONE_LINE else 2, 0)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the games one after the other, in as many lines as there are rows, each line in the middle."""
        self._places = []
        if not self._shows_games or not canvas.height:
            return
        all_titles = [game.title for game in games.values()]
        titles = [title_beside_others(title, all_titles) for title in all_titles]
        in_line = -(-len(titles) // canvas.height)
        for y in range(canvas.height):
            numbers = range(y * in_line, min((y + 1) * in_line, len(titles)))
            columns = [len(titles[number]) + 2 for number in numbers]
            free = canvas.width - sum(columns) - GAME_GAP_COLUMNS * (len(columns) - 1)
            heading = f"{LINE_HEADING} " if y == 0 and free >= len(LINE_HEADING) + 1 else ""
            x = max((free - len(heading)) // 2, 0)
            canvas.text(x, y, heading, styles.quiet)
            x += len(heading)
            for number, width in zip(numbers, columns, strict=True):
                canvas.text(x, y, str(number + 1), styles.key)
                canvas.text(x + 2, y, clip(titles[number], max(canvas.width - x - 2, 0)), styles.quiet)
                self._places.append((x, x + width, y))
                x += width + GAME_GAP_COLUMNS

    def click_target(self, x: int, y: int) -> int | None:
        """Return the number of the game whose title is in this cell; None if none is."""
        return next(
            (number for number, (left, end, row) in enumerate(self._places) if row == y and left <= x < end), None
        )

    def on_click(self, event: events.Click) -> None:
        number = self.click_target(event.x, event.y)
        if number is not None:
            event.stop()
            self.post_message(GameClicked(number))


class GamePanels(ShrinkablePicture):
    """A widget that paints a panel for each game, in the order of the games; a click posts `GameClicked`."""

    def __init__(self) -> None:
        super().__init__()
        self._results: OwnResults | None = None

    def show_results(self, results: OwnResults) -> None:
        """Show the person's results."""
        self._results = results
        self.repaint()

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        if not has_panels(viewport):
            return (0,)
        _, step = self._panel_columns(viewport.width)
        sizes = (size for size in PANEL_CARD_SIZES if step - 2 >= MIN_CARDS_IN_PANEL * size.width)
        rows = 1 + _panel_text_rows(step - 2)
        return (*(rows + size.height for size in sizes), rows, 0)

    def _panel_columns(self, width: int) -> tuple[int, int]:
        """Return the first column of the first panel, and the width of each panel with the gap after it."""
        step = min((width - 4) // len(games), MAX_GAME_PANEL_WIDTH)
        return (width - step * len(games) + 2) // 2, step

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the panels side by side, below the line that says how to play one."""
        x, step = self._panel_columns(canvas.width)
        if canvas.height <= _panel_text_rows(step - 2) or self._results is None:
            return  # before the results are read no game has been imported, and the start shall not wait for them
        hint = PANEL_HINT.format(len(games))
        canvas.text((canvas.width - len(hint)) // 2, 0, hint, styles.quiet)
        for number, slug in enumerate(games):
            self._paint_panel(canvas, styles, x + number * step, step - 2, number, slug)

    def _paint_panel(self, canvas: Canvas, styles: Styles, x: int, width: int, game_number: int, slug: str) -> None:
        """Paint the panel of one game, with the person's results in it; before they have any, a row shorter."""
        assert self._results is not None
        game, panel = games[slug], styles_on(styles.look, "panel")
        has_results = any(any(told) for told in self._results.games.values())
        canvas.fill(x, 1, width, canvas.height - 2 + has_results, panel.plain)
        if not styles.look.solid:
            canvas.text(x, 1, styles.displayable_text("─" * width), styles.quiet)
        text_rows = _panel_text_rows(width)
        top = canvas.height - text_rows
        size = next((size for size in PANEL_CARD_SIZES if size.height < top), None)
        if size is not None:
            paint_cards_of_game(canvas, x, 1, width, size, game_number, styles.look)
        canvas.text(x + 1, top, str(game_number + 1), panel.key)
        room = width - 4
        title = game.title
        if cell_len(title) > room:
            title = title_beside_others(title, [other.title for other in games.values()])
        canvas.text(x + 3, top, clip(title, room), panel.strong)
        for y, line in enumerate(wrap(game.tagline, width - 2)[: text_rows - 2], top + 1):
            canvas.text(x + 1, y, line, panel.quiet)
        told = ", ".join(filter(None, self._results.games.get(slug, ())))
        if has_results:
            canvas.text(x + 1, canvas.height - 1, clip(told, width - 2), panel.gold)

    def click_target(self, x: int, y: int) -> int | None:
        """Return the number of the game whose panel is in this cell; None if none is."""
        if self._results is None or not y:
            return None
        left, step = self._panel_columns(self.size.width)
        number, column = divmod(x - left, step)
        return number if 0 <= number < len(games) and column < step - 2 else None

    def on_click(self, event: events.Click) -> None:
        number = self.click_target(event.x, event.y)
        if number is not None:
            event.stop()
            self.post_message(GameClicked(number))
