"""Listing: what can be chosen now is read out with numbers, and a number means what it meant when it was read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from core import Action
from net.client.api import Client
from tui.line_mode.choices import BACK, Choice, Menu, ask
from tui.line_mode.narrators.base import Narrator
from tui.line_mode.output import Manner, Writing
from tui.line_mode.plain_lines import number_in
from tui.line_mode.table_text import lobby_choices
from tui.text.table import clock_words

HASTE_SECONDS: Final = 0.7
"""How long after a new list has been written nobody can have read it."""

ACTING: Final = "acting"
"""What is awaited after an action: the answer to it."""

STARTING: Final = "starting"
"""What is awaited after a match was to begin."""

ANSWER: Final = "answer"
"""What is awaited after anything else that changes the table: the change, or a refusal."""

ALREADY: Final = "That is so already."

NOTHING: Final = "There is nothing to choose now."


class Listing(Writing):
    """The part of a conversation that keeps lists of choices, and what is awaited before the next one.

    `teller` tells the match that was played last, `playing` is whether it still goes on.
    """

    def __init__(
        self,
        client: Client,
        write: Callable[[str], None],
        manner: Manner,
        prefer: Callable[[Manner], None] | None,
        solo: bool,
    ) -> None:
        super().__init__(write, manner, prefer)
        self.client = client
        self.solo = solo
        self.left = ""
        self.teller: Narrator | None = None
        self.playing = False
        self._menus: list[Menu] = []
        self._listed: tuple[str, ...] | None = None
        self._last: Menu | None = None
        self._before: Menu | None = None
        self._listed_at = 0.0
        self._next: deque[Action] = deque()
        self._awaited = ""

    @property
    def ready(self) -> bool:
        """Whether nothing is awaited that a typed line would have to wait for."""
        return not self._awaited

    @property
    def seen(self) -> Menu | None:
        """The list that a line which comes in now is about: what a script writes early is for the list to come."""
        if self.manner.typed:
            return self._last
        return self._menus[-1] if self._menus and self.ready else None

    def time_left(self) -> list[str]:
        """Return how long the decision that is waited for may take, in a sentence, or nothing where no clock runs."""
        words = clock_words(self.client) if self.playing else ""
        return [f"{words}."] if words else []

    def _own_time_left(self) -> list[str]:
        clock = self.client.clock
        return self.time_left() if clock is not None and clock.seat == self.client.seat is not None else []

    def settle(self, at: float) -> None:
        """Do what is still to be done, and read out what can be chosen, if that has changed; nothing more is queued."""
        if self._next and self._awaited == "":
            action = self._next.popleft()
            if self.teller is not None and action in self.teller.legal:
                self.act((action, *self._next))
            else:
                self._next.clear()
        if self._awaited or self.left:
            return
        heading, choices = self._choices()
        signature = (*heading, *(f"{choice.command} {choice.words}" for choice in choices))
        if signature == self._listed:
            if len(self._menus) == 1 and self._menus[0].choices != choices:
                self._menus = [Menu(choices)]  # the same to be read out, but what some of them lead to is not
            return
        self._listed = signature
        was_open = bool(self._menus)
        self._menus = [Menu(choices)] if choices else []
        if choices:
            self._listed_at, self._before = at, self._last
            self._read_out([*heading, *self._own_time_left()])
        elif was_open and self.playing and self.teller is not None and self.teller.simultaneous:
            self.tell(self.teller.waiting)

    def _choices(self) -> tuple[tuple[str, ...], tuple[Choice, ...]]:
        if self.playing and self.teller is not None:
            choices = self.teller.choices()
            return (tuple(self.teller.heading()) if choices else ()), choices
        return (), lobby_choices(self.client, solo=self.solo)

    def _read_out(self, heading: Iterable[str] = ()) -> None:
        self._last = self._menus[-1]
        self.tell(*heading, *self._menus[-1].lines)

    def read_again(self) -> None:
        """Read out again what can be chosen, or whom the table waits for."""
        if len(self._menus) > 1:
            self._read_out()
        elif self._menus:
            self._read_out(self._choices()[0])
        elif self.teller is not None and self.playing:
            self.tell(self.teller.waiting)

    def open(self, choice: Choice) -> None:
        """Open the list that a choice leads to."""
        if not self._menus:
            self._menus = [Menu(())]
        self._menus.append(Menu(choice.more, choice.asks, back=not any(one.command == BACK for one in choice.more)))
        self._before = None
        self._read_out()

    def ask_first(self, question: str, yes: str, no: str, command: str) -> None:
        """Ask before something is done that cannot be taken back."""
        self.open(ask(question, yes, no, command))

    def _go_back(self) -> None:
        if len(self._menus) > 1:
            self._menus.pop()
        if self._menus and not self._menus[-1].choices:
            self._menus.pop()
        self.read_again()

    def _unlist(self) -> None:
        self._menus, self._listed = [], None

    def _meant_by(self, word: str, at: float, seen: Menu | None) -> Choice | str:
        """Return the choice that a number or a key meant in the list that was `seen`, or in a sentence why it is none.

        The sentence is empty for what is no number and no key of these lists.
        """
        menu = self._menus[-1] if self._menus else None
        choice = menu.find(word) if menu is not None else None
        if self.manner.typed and at < self._listed_at + HASTE_SECONDS and self._before is not None:
            seen = self._before
        was = seen.find(word) if seen is not None and seen is not menu else None
        number = number_in(word) is not None
        if was is not None and (choice is None or was.meaning != choice.meaning) and (menu is not None or not number):
            return f"The choices have just changed: {word} was meant for others. Choose again."
        if choice is not None:
            return choice
        if not number:
            return ""
        return NOTHING if menu is None else f"There is no choice {word} now. Choose one of these."

    # What is asked of the host, and awaited

    def act(self, actions: tuple[Action, ...]) -> None:
        """Do actions one after the other, each when the one before it has been answered."""
        first, *rest = actions
        self._next = deque(rest)
        self._awaited = ACTING
        del self._menus[1:]
        self._listed = None
        self.client.act(first)

    def start(self) -> None:
        """Begin a match."""
        self._await(STARTING)
        self.client.start()

    def ask_for(self, wish: Callable[[], None], *, already: bool) -> None:
        """Ask the host for something about the table, and let the next typed line wait until it has answered.

        It answers with a change or a refusal. To what is so `already` it has nothing to say: nothing is awaited then.
        """
        if already:
            self.tell(ALREADY)
        else:
            self._await(ANSWER)
        wish()

    def _await(self, what: str) -> None:
        self._awaited = what
        self._listed = None
        del self._menus[1:]

    def give_up_waiting(self) -> None:
        """Wait no longer for an answer that does not come."""
        self._awaited = ""
