"""The board of Big Queen: keys, commands, and the state of the scene."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace
from textual import events
from textual.binding import Binding, BindingType

from core import Action
from core.big_queen import TEAMS
from core.engine.piles import Moved
from net.client.events import MatchBegan, MatchChanged
from tui.boards.big_queen.animation import BigQueenAnimator, BigQueenFrame
from tui.boards.big_queen.commands import run_command
from tui.boards.big_queen.log_writer import BigQueenLogWriter
from tui.boards.big_queen.render import render
from tui.boards.big_queen.scene import BigQueenEffect, BigQueenScene, RoundSummary
from tui.boards.big_queen.selection_update import initial_pick, updated_pick
from tui.boards.big_queen.text import ANNOUNCE_ONE, NOT_YET, board_description
from tui.boards.common.board import Board
from tui.drawing import Picture

_TURN_COMMANDS: Final = ("enter", "pick", "pile", "set", "draw", "deal", "take", "lay", "discard", "discard-quietly")
_DECIDING_COMMANDS: Final = frozenset((*_TURN_COMMANDS, "ask", "yes", "no", "announce", "catch"))
"""Commands that may decide on an action, and so wait until the last decision has been answered."""


class BigQueenBoard(Board[BigQueenFrame]):
    """The board of Big Queen.

    A decision may be several actions in a row (a set and what is added to it); each is sent when the one before it
    has been answered.
    """

    VIEW_ACTIONS = Board.VIEW_ACTIONS | {"do('sort')"}

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "do('draw')", "Draw a card, or deal", id="bigqueen.draw"),
        Binding("enter", "do('enter')", "Take the card, or lay what is selected", id="bigqueen.enter"),
        Binding("space", "do('pick')", "Select a card of your hand", id="bigqueen.pick"),
        Binding("x", "do('discard')", "Discard the card, and announce if one is left", id="bigqueen.discard"),
        Binding("z", "do('discard-quietly')", "Discard and keep silent", id="bigqueen.quiet"),
        Binding("f", "do('find')", "Find what can be taken or laid", id="bigqueen.find"),
        Binding("w", "do('other')", "With other cards, or to another set", id="bigqueen.other"),
        Binding("a", "do('ask')", "Ask your partners whether you may go out", id="bigqueen.ask"),
        Binding("y", "do('yes')", "Yes, the partner may go out", id="bigqueen.yes"),
        Binding("n", "do('no')", NOT_YET, id="bigqueen.no"),
        Binding("o", "do('announce')", ANNOUNCE_ONE, id="bigqueen.announce"),
        Binding("c", "do('catch')", "Catch who has not announced", id="bigqueen.catch"),
        Binding("s", "do('sort')", "Sort the hand in another way", id="bigqueen.sort"),
        Binding("up", "do('up')", "Go to the discard pile, and on to the sets", id="bigqueen.up"),
        Binding("down", "do('down')", "Go back to the hand", id="bigqueen.down"),
        Binding("backspace", "do('clear')", "Put all selected cards back", id="bigqueen.clear"),
        Binding("l", "do('log')", "Show or hide the log", id="bigqueen.log"),
        Binding("left", "do('left')", show=False),
        Binding("right", "do('right')", show=False),
        Binding("home", "do('first')", show=False),
        Binding("end", "do('last')", show=False),
        Binding("pageup", "do('back')", show=False),
        Binding("pagedown", "do('on')", show=False),
        *(Binding(key, f"do('key {key.upper()}')", show=False) for key in "1234567890jqk"),
    ]

    def set_up(self, began: MatchBegan) -> None:
        view = began.view
        self._pick = initial_pick(view)
        self._effect = BigQueenEffect()
        self._summary: RoundSummary | None = None
        self._grown_sets: frozenset[str] = frozenset()
        self._next: deque[Action] = deque()
        self._log.add(self._log_writer.lines(began.opening, view))

    # Changes

    def frames_of(self, played: MatchChanged) -> Sequence[BigQueenFrame]:
        frames = BigQueenAnimator(self._view, self._log_writer).frames(played.changes, played.view)
        self._pick = updated_pick(self._pick, self._view, played.view)
        self._remember_grown_sets(played)
        return frames

    def _remember_grown_sets(self, played: MatchChanged) -> None:
        """Store the sets that have grown since my last turn; a new deal clears them."""
        grown = {
            change.target.name.removeprefix("meld/")
            for change in played.changes
            if isinstance(change, Moved) and change.target.name.startswith("meld/")
        }
        fresh = played.view.facts["turn"] != self._view.facts["turn"] and self._view.facts["turn"] == self._view.seat
        kept = frozenset() if fresh or played.view.facts["phase"] == "deal" else self._grown_sets
        self._grown_sets = kept | grown

    def continue_input(self) -> None:
        if not self._next:
            super().continue_input()
            return
        action = self._next.popleft()
        if action in self.legal:
            self.send(action)
        else:
            self._next.clear()

    def show_note(self, sentence: str) -> None:
        self._next.clear()
        super().show_note(sentence)

    def apply_frame(self, frame: BigQueenFrame) -> None:
        self._effect = frame.effect
        self._summary = frame.summary or self._summary

    def reset_effect(self) -> None:
        self._effect = BigQueenEffect()

    @property
    def progress(self) -> object:
        facts, seat = self._view.facts, self._view.seat
        laid = sum(
            self._view.count(name) for name in self._view.piles if name.startswith(f"meld/{TEAMS[(seat or 0) % 2]}")
        )
        due = seat in facts["due"] if isinstance(facts["due"], tuple) else False
        observed = [facts[name] for name in ("phase", "turn", "round", "asked", "answers")]
        return (*observed, due, facts["due"] if due else (), self._view.count(f"hand/{seat}"), laid)

    # Scene

    @property
    def description(self) -> str:
        return board_description(self.scene)

    @property
    def shown_legal(self) -> tuple[Action, ...]:
        return self.legal if self._shown is self._view else ()

    @property
    def _log_writer(self) -> BigQueenLogWriter:
        return BigQueenLogWriter(self._names, self._game.sentence)

    @property
    def scene(self) -> BigQueenScene:
        """The scene of the present state."""
        return BigQueenScene(
            **self.scene_arguments(),
            pick=self._pick,
            effect=self._effect,
            summary=self._summary,
            grown_sets=self._grown_sets,
        )

    def picture(self, width: int, height: int) -> Picture:
        return render(replace(self.scene, width=width, height=height))

    # Input

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # After the match the screen handles Enter: it opens the standings.
        return not (parameters == ("enter",) and self._view.facts["over"])

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.action_do("older")

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.action_do("newer")

    def action_do(self, command: str) -> None:
        """Run the command of a key or a button."""
        self._finish_animation()
        self._note = ""
        if command == "log":
            self._log.toggle()
        elif (self.awaits_answer or self._next) and command.partition(" ")[0] in _DECIDING_COMMANDS:
            self._typed.append(command)
        else:
            result = run_command(self.scene, command)
            self._pick, self._note = result.pick, result.note
            if result.actions:
                self._next = deque(result.actions[1:])
                self.send(result.actions[0])
        self._repaint()
