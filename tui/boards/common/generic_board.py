"""The board of games without a board of their own: facts and piles as text, the log, and a list of the legal actions.

A new game can be played on it at once; the boards of single games are listed in `tui.boards.games`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import asdict, replace
from textual.binding import Binding, BindingType

from core import Action
from net.client.events import MatchBegan, MatchChanged
from tui.boards.common.background import MIN_COLUMNS_WITH_LOG_BESIDE_TABLE, paint_log_zone
from tui.boards.common.board import Board
from tui.boards.common.commands import ChooseAction, ToggleLog
from tui.boards.common.frame_queue import Frame
from tui.boards.common.keys import LOG_LABEL, key_name_function
from tui.boards.common.render import render_scene
from tui.boards.common.scene import TableScene
from tui.boards.common.status_line import paint_status_line
from tui.boards.common.view_text import add_full_stop, awaited_text, fact_texts, pile_texts
from tui.drawing import BoardCommand, Brush, Button, ClickArea, Picture, Rect, paint_buttons, paint_note_line, wrap

MAX_SCORES_LISTED = 12
"""The scores of at most this many seats are listed."""


GENERIC_KEYS: Final[list[BindingType]] = [
    Binding("up", "move(-1)", "Select the action above", id="generic.up"),
    Binding("down", "move(1)", "Select the action below", id="generic.down"),
    Binding("enter", "choose", "Do the selected action", id="generic.choose"),
    Binding("l", "toggle_log", LOG_LABEL, id="generic.log"),
]
"""The key bindings of the generic board."""
key_name_of = key_name_function(GENERIC_KEYS)
"""A function that takes the action of a key binding and returns the name of its first key, as buttons show it."""


class GenericScene(TableScene, frozen=True, kw_only=True):
    """The scene of the generic board; `cursor` is the index of the selected action among the legal ones."""

    cursor: int = 0


class GenericBoard(Board[Frame]):
    """The board of a game without its own: shows the view's facts and piles, and sends the selected legal action."""

    BINDINGS: ClassVar[list[BindingType]] = GENERIC_KEYS

    def set_up(self, began: MatchBegan) -> None:
        self._cursor = 0
        self._selected: Action | None = None
        self.log_view.add(self._log_writer.lines(began.opening_changes, began.view))

    def frames_of(self, changed: MatchChanged) -> Sequence[Frame]:
        lines = self._log_writer.lines(changed.changes, changed.view)
        return [Frame(changed.view, lines=tuple(lines))]

    def apply_frame(self, frame: Frame) -> None:
        """Leave the cursor on the selected action, or in its row if that action is no longer legal."""
        legal = self.legal
        if self._selected in legal:
            self._cursor = legal.index(self._selected)
        elif legal:
            self._cursor = min(self._cursor, len(legal) - 1)

    def end_effects(self) -> None:
        """Do nothing: no frame of this board has an effect."""

    @property
    def progress_value(self) -> object:
        return self._view

    @property
    def scene(self) -> GenericScene:
        """The scene of the present state."""
        return GenericScene(**asdict(self.table_scene), cursor=self._cursor)

    def picture(self, width: int, height: int) -> Picture:
        return render(replace(self.scene, width=width, height=height))

    @property
    def description(self) -> str:
        return " ".join(map(add_full_stop, [*state_sentences(self.scene), waiting_text(self.scene)]))

    def point_at(self, action: Action) -> None:
        self._cursor, self._selected = self.legal.index(action), action

    @property
    def pointer(self) -> tuple[int, Action | None]:
        return self._cursor, self._selected

    def move_pointer(self, pointer: object) -> None:
        assert isinstance(pointer, tuple)
        self._cursor, self._selected = pointer

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # After the match the screen handles Enter: it opens the standings.
        if action == "choose":
            return not self._view.facts["over"]
        return super().check_action(action, parameters)

    def run_command(self, command: BoardCommand) -> None:
        """End the animation and run a command: send an action or show why it is not legal, or show or hide the log."""
        self._note.text = ""
        settled = self.show_present_state()
        if command == ToggleLog():
            self.toggle_log()
        elif not self.legal:
            self._note.text = self._game.refusal(
                self._view, command.action if isinstance(command, ChooseAction) else Action()
            )
        elif isinstance(command, ChooseAction) and settled and not self.awaits_answer:
            if command.action in self.legal:
                self.send(command.action)
            else:
                self._note.text = self._game.refusal(self._view, command.action)
        elif not settled:
            self.post_message(self.DecidedTooSoon())
        self._repaint()

    def action_move(self, step: int) -> None:
        """Select the next action (1) or the previous one (-1)."""
        self._note.text = ""
        legal = self.legal
        if legal:
            self._cursor = max(min(self._cursor + step, len(legal) - 1), 0)
            self._selected = legal[self._cursor]
        self._repaint()

    def action_choose(self) -> None:
        """Carry out the selected action."""
        self.run_command(ChooseAction(self.legal[self._cursor] if self.legal else Action()))


def waiting_text(scene: GenericScene) -> str:
    """Return the text on whom the match waits for."""
    return awaited_text(scene.view, bool(scene.legal), scene.name)


def state_sentences(scene: GenericScene) -> list[str]:
    """Return scores, facts and piles, one text each; of very many seats only the first `MAX_SCORES_LISTED`."""
    view = scene.view
    names = [scene.name(seat) for seat in range(min(view.seats, MAX_SCORES_LISTED))]
    scores = [
        f"{name}: {view.facts[f'score/{seat}']}" for seat, name in enumerate(names) if f"score/{seat}" in view.facts
    ]
    return [*scores, *fact_texts(view, scene.name), *pile_texts(view)]


def render(scene: GenericScene) -> Picture:
    """Return the picture of a scene."""
    return render_scene(scene, waiting_text, _paint_table)


def _paint_table(brush: Brush, scene: GenericScene) -> list[ClickArea]:
    """Paint the whole table; return the click areas."""
    log_width = scene.width // 3 if scene.width >= MIN_COLUMNS_WITH_LOG_BESIDE_TABLE else 0
    table = Rect(0, 1, scene.width - log_width, scene.height - 2)
    log = Rect(table.right, 1, log_width, table.height) if log_width else None
    paint_status_line(
        brush, Rect(0, 0, scene.width, 1), scene, "", (), lambda _: waiting_text(scene), bold=bool(scene.legal)
    )
    half = table.width // 2
    rows = [row for text in state_sentences(scene) for row in wrap(brush.displayable_text(text), half - 2)]
    for y, row in enumerate(rows[: table.height], table.y):
        brush.write(1, y, row, "ink", width=half - 2)
    areas = _paint_actions(brush, Rect(half, table.y, table.width - half, table.height), scene)
    areas += paint_log_zone(brush, log, table, scene)
    paint_note_line(brush, table, 1, scene.note)
    bar = Rect(0, scene.height - 1, scene.width, 1)
    buttons = [Button(key_name_of("toggle_log"), "Log", ToggleLog())] if log is None else []
    if scene.legal:
        chosen = ChooseAction(scene.legal[scene.cursor])
        buttons.insert(0, Button(key_name_of("choose"), "Do it", chosen, scene.decision_counts, primary=True))
    elif not scene.over and not scene.is_replay:
        buttons.insert(0, Button(key_name_of("choose"), "Do it", ChooseAction(Action()), enabled=False))
    return areas + paint_buttons(brush, bar, buttons)


def _paint_actions(brush: Brush, rect: Rect, scene: GenericScene) -> list[ClickArea]:
    """Paint the legal actions around the selected one, a row each; return their click areas."""
    first = max(min(scene.cursor - rect.height // 2, len(scene.legal) - rect.height), 0)
    areas: list[ClickArea] = []
    for y, place in enumerate(range(first, min(first + rect.height, len(scene.legal))), rect.y):
        action, selected = str(scene.legal[place]), place == scene.cursor
        brush.write(
            rect.x, y, f"{'▸' if selected else ' '} {action}", "highlight" if selected else "ink", width=rect.width
        )
        areas.append((Rect(rect.x, y, rect.width, 1), ChooseAction(scene.legal[place])))
    return areas
