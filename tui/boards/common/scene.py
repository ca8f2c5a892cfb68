"""The base of the scenes of all boards."""

from __future__ import annotations

from typing import TypedDict

from msgspec import Struct

from core import Action, View
from tui.boards.common.numbers import fact_number
from tui.cards import FOUR_COLOURS, Look
from tui.drawing import Line


class TableScene(Struct, frozen=True, kw_only=True):
    """The base of scenes: the state that a board shows to one audience, in a terminal of one size.

    `view` is the state that is shown, `names` the names of the seats, `legal` has my legal actions. `decides`: whether
    a decision counts now; else the buttons of decisions are dim, for example during an animation. `read_only`: a
    finished match is replayed, so that there is nothing to decide. `host_silent`: the host does not answer, so that a
    decision waits. `log` has the lines of the log, `newer_lines` is how many of them lie below the last visible one,
    and `log_open` whether the log covers the table where it has no zone. `log_to_bottom`: the newest line stands in the
    last row of the log, because something covers the first ones. `hint` is what the coach says, shown in place of the
    log. `note` is a sentence such as a refusal, `title` the name of the game. `table_only`: log, standings and a
    spectator's hand have no zones, so that the table has all the room. `to_come` has what a lesson comes to later:
    verbs of legal actions that no button offers, and topics that the table leaves out. `width` and `height` are in
    columns and rows.
    """

    view: View
    names: tuple[str, ...]
    legal: tuple[Action, ...] = ()
    decides: bool = True
    read_only: bool = False
    host_silent: bool = False
    log: tuple[Line, ...] = ()
    log_open: bool = False
    table_only: bool = False
    to_come: frozenset[str] = frozenset()
    newer_lines: int = 0
    log_to_bottom: bool = False
    hint: tuple[Line, ...] = ()
    note: str = ""
    title: str = ""
    width: int = 80
    height: int = 24
    look: Look = FOUR_COLOURS

    @property
    def watching(self) -> bool:
        """Whether this is a spectator's scene."""
        return self.view.seat is None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.view.facts["over"] is True

    def number(self, fact: str) -> int:
        """Return the value of a numeric fact."""
        return fact_number(self.view, fact)

    def name(self, seat: int) -> str:
        """Return the name of a seat; ``You`` for the player's own seat."""
        return "You" if seat == self.view.seat else self.names[seat]


class SceneArguments(TypedDict):
    """The arguments that the scenes of all games share; see `TableScene`."""

    view: View
    names: tuple[str, ...]
    legal: tuple[Action, ...]
    decides: bool
    read_only: bool
    host_silent: bool
    log: tuple[Line, ...]
    log_open: bool
    table_only: bool
    to_come: frozenset[str]
    newer_lines: int
    log_to_bottom: bool
    hint: tuple[Line, ...]
    note: str
    title: str
    width: int
    height: int
    look: Look
