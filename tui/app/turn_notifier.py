"""TurnNotifier: a bell, a title and a notification when a person's turn begins while they look at another window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tui.settings import Settings

TURN_TITLE: Final = "Your turn - Mad Queens"
"""The title of the window until the person has looked at their turn, and the text of the notification."""

BELL_CHARACTER: Final = "\a"
"""The character that rings the bell of a terminal."""
SAVE_TITLE: Final = "\x1b[22;2t"
"""The escape sequence that makes the terminal store its title (XTWINOPS)."""
RESTORE_TITLE: Final = "\x1b[23;2t"
"""The escape sequence that makes the terminal show the stored title again."""
SET_TITLE: Final = f"\x1b]2;{TURN_TITLE}\a"
"""The escape sequence that sets the title of the terminal to `TURN_TITLE`."""

OSC_9_NOTIFICATION: Final = f"\x1b]9;{TURN_TITLE}\a"
"""The escape sequence (OSC 9) that shows a notification in iTerm2, WezTerm, Ghostty and kitty."""

OSC_777_NOTIFICATION: Final = "\x1b]777;notify;Mad Queens;Your turn\a"
"""The escape sequence (OSC 777) that shows a notification in foot and rxvt."""


def notification_sequence(environment: Mapping[str, str]) -> str:
    """Return the escape sequence that shows a notification in the terminal of an environment; empty if it has none."""
    term = environment.get("TERM", "")
    if "TMUX" in environment or term.startswith(("screen", "tmux")):
        return ""  # they would swallow it
    program = environment.get("TERM_PROGRAM")
    if program in ("iTerm.app", "WezTerm", "ghostty") or term in ("xterm-kitty", "xterm-ghostty"):
        return OSC_9_NOTIFICATION
    return OSC_777_NOTIFICATION if term.startswith(("foot", "rxvt")) else ""


class TurnNotifier:
    """Notifies a person that their turn begins, once a turn, and only if the terminal has reported that its window lost
    the focus.

    `settings` say how: not at all, by a bell and the title of the window, or by a notification too. `environment` is
    that of the terminal to which `write` writes.
    """

    def __init__(self, settings: Settings, environment: Mapping[str, str], write: Callable[[str], None]) -> None:
        self._settings = settings
        self._notification = notification_sequence(environment)
        self._write = write
        self._is_my_turn = False
        self._has_notified = False

    def show_turn(self, is_my_turn: bool, focused: bool) -> None:
        """Notify the person if their turn (`is_my_turn`) begins and the window is not `focused`.

        When the turn ends, give the window its title back.
        """
        begins, self._is_my_turn = is_my_turn and not self._is_my_turn, is_my_turn
        if not is_my_turn:
            self.end_notification()
        elif begins and not focused and self._settings.notify != "off":
            self._has_notified = True
            notification = self._notification if self._settings.notify == "full" else ""
            self._write(f"{SAVE_TITLE}{SET_TITLE}{notification or BELL_CHARACTER}")

    def end_notification(self) -> None:
        """Give the window its title back, if a notification has changed it."""
        if self._has_notified:
            self._has_notified = False
            self._write(RESTORE_TITLE)
