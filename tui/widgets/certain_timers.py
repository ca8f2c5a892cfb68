"""`CertainTimers`: the base of widgets whose timers always end."""

from __future__ import annotations

from textual.message_pump import MessagePump
from textual.timer import Timer, TimerCallback


class CertainTimers(MessagePump):
    """A widget whose timers all end, also those of a program that stood still as they began.

    `Timer` of Textual 8.2 leaves out each end that it is late for, and a timer of `set_timer` has one end only: if its
    whole time passes before it first reads the clock again, because another program has the processor, it never ends.
    """

    def set_timer(
        self,
        delay: float,
        callback: TimerCallback | None = None,
        *,
        name: str | None = None,
        pause: bool = False,
    ) -> Timer:
        """Call `callback` once, `delay` seconds from now or as soon as possible after that; return the timer."""
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        timer._skip = False
        return timer
