"""One person's conversation with a table: events and typed lines go in, sentences come out.

Nothing here waits, reads or writes: `tui.line_mode.session` brings lines and events, in order, and `write` takes each
line to wherever the person reads. `Writing`, `Listing` and `Hearing` are its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.engine.english import listed
from net.client.api import Client
from net.protocol.sanitize import meant
from tui.line_mode.choices import BACK, Choice, Menu
from tui.line_mode.event_text import Hearing
from tui.line_mode.narrators.base import MOST_NAMED, Reading
from tui.line_mode.output import TYPED, Manner
from tui.line_mode.plain_lines import number_in, out_of_words, visible
from tui.text.table import farewell


class Talk(Hearing):
    """What somebody at a table hears and says, from the lobby to the standings, match after match.

    `solo` is whether the table is in this process only. `left` is empty until the conversation is over, then why:
    ``left``, ``lost``, or ``open`` if a table that is hosted here was left to the others. `best`, `kept`, `invitation`,
    `prefer` and `hosting` are as in `converse`.
    """

    def __init__(
        self,
        client: Client,
        write: Callable[[str], None],
        manner: Manner = TYPED,
        *,
        solo: bool = False,
        best: Callable[[str, int], str] | None = None,
        kept: Callable[[], None] | None = None,
        invitation: Sequence[str] = (),
        prefer: Callable[[Manner], None] | None = None,
        hosting: bool = False,
    ) -> None:
        super().__init__(client, write, manner, prefer, solo, best, kept, invitation)
        self.hosting = hosting

    def decides(self, line: str, seen: Menu | None) -> bool:
        """Whether a line is a decision in a match that cannot be taken now, but in time: a script waits for it."""
        if not self.playing or self.client.seat is None or self.teller is None or self._menus or seen is not None:
            return False
        text = out_of_words(line.strip())
        if not text:
            return line.strip("\r\n") in self.teller.shortcuts
        words = self._meant(text)
        return number_in(text) is not None or self.teller.read(words) is not None

    def take(self, line: str, at: float, seen: Menu | None) -> None:
        """Take a line that came in at a time (of the clock that `settle` is told), about the list that was `seen`."""
        self.client.be_here()
        text = out_of_words(visible(line).strip())
        if not text:
            blank = " " if line.strip("\r\n") else ""
            command = self.teller.shortcuts.get(blank, "") if self.playing and self.teller is not None else ""
            if blank and command:
                self.obey(command)
            else:
                self.read_again()
            return
        choice = self._meant_by(text.lower(), at, seen)
        if isinstance(choice, Choice):
            self._choose(choice)
        elif choice:
            self.tell(choice)
            self.read_again()
        elif text.lower() == BACK and len(self._menus) > 1:
            self._go_back()
        elif not self.obey(text):
            self.tell(f"I do not know what {text[:40]!r} means. Type ? for everything that can be typed.")

    def _choose(self, choice: Choice) -> None:
        if choice.more:
            self.open(choice)
        elif choice.command == BACK:
            self._go_back()
        else:
            self.obey(choice.command)

    def obey(self, command: str) -> bool:
        """Do what a command means, and return whether it means anything."""
        from tui.line_mode.commands import obey

        return obey(self, command)

    def decide(self, text: str) -> bool:
        """Do what words of a game mean, and return whether they are any."""
        if not self.playing or self.teller is None or not text.strip():
            return False
        reading = self.teller.read(self._meant(text))
        if reading is None:
            return False
        self._follow(reading)
        return True

    def _meant(self, text: str) -> str:
        """Return text with a shortcut as its first word replaced by what that stands for."""
        assert self.teller is not None
        first, _, rest = text.partition(" ")
        return f"{self.teller.shortcuts.get(first.lower(), first)} {rest}".strip()

    def _follow(self, reading: Reading) -> None:
        if reading.actions:
            self.act(reading.actions)
        elif reading.question is not None:
            self.open(reading.question)
        else:
            self.tell(reading.reason)

    def leave(self, why: str = "left") -> None:
        """End the conversation."""
        self.left = why

    # Who is meant

    def person_meant(self, name: str) -> str:
        """Return whom somebody means who writes `name`: another person at the table; nothing if there is none."""
        return meant(name, self._others())

    def nobody_called(self, name: str) -> str:
        """Say that nobody at the table has this name, and who has which."""
        others = self._others()
        if not others:
            return "Nobody else is here."
        named = [*others[:MOST_NAMED], *([f"{len(others) - MOST_NAMED} more"] if len(others) > MOST_NAMED else [])]
        return f"Nobody else here is called {name[:40]}; here {'are' if len(named) > 1 else 'is'} {listed(named)}."

    def _others(self) -> list[str]:
        """Return the names of the other people: those that the table names, and those who have said something."""
        table = self.client.table
        sitting = [seat.name for seat in table.seats if seat.name and not seat.bot] if table is not None else []
        watching = table.watchers if table is not None else ()
        return [name for name in dict.fromkeys([*sitting, *watching, *self.heard_from]) if name != self.client.name]

    @property
    def farewell(self) -> str:
        """What to ask before leaving, or nothing where leaving costs nothing."""
        return farewell(self.client, self.playing, self.hosting)
