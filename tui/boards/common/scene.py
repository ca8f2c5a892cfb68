"""The base of the scenes of all boards."""

from __future__ import annotations

from msgspec import Struct

from core import Action, View
from tui.boards.common.numbers import fact_number
from tui.cards import FOUR_COLOURS, Look
from tui.drawing import Line


class TableScene(Struct, frozen=True, kw_only=True):
    """The base of scenes: the state that a board shows to one audience, in a terminal of one size."""

    view: View
    """The state of the match that is shown."""
    names: tuple[str, ...]
    """The names of the seats."""
    legal: tuple[Action, ...] = ()
    """The legal actions of the person now, () if there are none."""
    decision_counts: bool = True
    """Whether a decision counts now; otherwise, such as during an animation, the buttons of decisions are dim."""
    is_replay: bool = False
    """Whether a finished match is replayed, so that there is nothing to decide."""
    waits_for_reader: bool = False
    """Whether the table shows the result of a round or hand until the person goes on."""
    results_wait: bool = False
    """Whether such a result waits for the person, also while its points are still counted."""
    is_locked: bool = False
    """Whether keys and clicks do nothing on the board, so that all its buttons are dim."""
    host_silent: bool = False
    """Whether the host does not answer, so that a decision waits."""
    log: tuple[Line, ...] = ()
    """The lines of the log."""
    log_open: bool = False
    """Whether the log, if it has no zone of its own, is open and covers the table."""
    table_only: bool = False
    """Whether the table fills the board: log, standings and a spectator's hand have no zones."""
    taught_later: frozenset[str] = frozenset()
    """The verbs and topics that a lesson teaches later: no button offers the verbs, and the table leaves the topics
    out.
    """
    task_verb: str = ""
    """The verb of the action that a lesson asks for now; "" outside lessons."""
    newer_lines: int = 0
    """The number of lines of the log below the last visible one."""
    log_rows_covered: int = 0
    """The number of the first rows of the log that are covered; the newest line is then in the last row."""
    hint: tuple[Line, ...] = ()
    """The lines of the coach's hint, shown in place of the log."""
    hint_figures: tuple[Line, ...] = ()
    """The last lines of the hint, on the figures of each choice; none while only verdict and reason are shown."""
    advised: Action | None = None
    """The action that the hint advises; None without a hint, and if it advises none."""
    note: str = ""
    """A sentence such as a refusal, or ""."""
    title: str = ""
    """The name of the game."""
    width: int = 80
    """The width of the board in columns."""
    height: int = 24
    """The height of the board in rows."""
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
