"""What a guest's program is started with (`ProgramSpec`), and what it asks of the session that runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tui.guest.guest_service import GuestHandle
    from tui.guest.terminal import GuestTerminal


@dataclass(frozen=True, slots=True)
class ProgramSpec:
    """What a guest's program is started with.

    `visit` says where the guest is, who has asked to be called `guest_name`, at a `terminal` with these variables of
    its `environment`. `farewell` is the sentence to write to a guest who has left. `continues_visit`: whether the guest
    was at the table before, and has only switched between screen and line mode.
    """

    terminal: GuestTerminal
    visit: GuestHandle
    guest_name: str
    environment: Mapping[str, str]
    ascii_only: bool
    farewell: str
    continues_visit: bool = False


class RepaintTurns(Protocol):
    """Says when the program of a guest may be repainted for arrivals and departures."""

    def seconds_to_turn(self) -> float:
        """Return the seconds until this guest's turn."""

    def is_program_starting(self) -> bool:
        """Return whether another guest's program is starting."""


class ProgramSession(RepaintTurns, Protocol):
    """The session that runs a guest's program (`tui.guest.session.GuestSession`), as the program sees it."""

    def may_animate_boards(self) -> bool:
        """Return whether boards may be animated: only while few guests are connected."""

    def report_crash(self, error: BaseException) -> None:
        """Report the error with which the program has ended."""

    def record_first_screen(self) -> None:
        """Record that the first screen of the table or the hall is painted."""

    def record_painting(self) -> None:
        """Record that the program has painted."""

    def copy_text(self, text: str) -> bool:
        """Copy a text on the guest's device; return False if the terminal is to be asked for that."""
