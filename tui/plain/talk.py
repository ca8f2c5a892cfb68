"""One person's conversation with a table: events and typed lines go in, sentences come out.

Nothing here waits, reads or writes: `tui.plain.converse` brings lines and events, in order, and `write` takes each
line to wherever the person reads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from core import Action
from core.words import count
from net.client import (
    Client,
    Event,
    HeldBack,
    Lost,
    MatchBegan,
    MatchEnded,
    MatchStopped,
    Noticed,
    Played,
    Reconnected,
    Reconnecting,
    Refused,
    Said,
    StartedAnew,
    TableChanged,
    TableState,
    Verified,
)
from tui.plain.choices import BACK, Choice, Menu, ask
from tui.plain.lines import lines, number_in, out_of_words, visible
from tui.plain.tables import described, lobby_choices, news, standings_so_far
from tui.plain.teller import Reading, Teller
from tui.plain.tellers import teller_for
from tui.results import headline, standings_in_words
from tui.sentences import told

HASTE_SECONDS: Final = 0.7
"""How long after a new list has been written nobody can have read it."""

LOG_LINES: Final = 300
"""Sentences that are kept to be read again."""

JUST_TOLD: Final = 6
"""Sentences within which the same news is not told twice."""

MOST_PLACES: Final = 40
"""Places of the final standings that are read out, and besides them one's own."""

ACTING: Final = "acting"
"""What is awaited after an action: the answer to it."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How lines are written: `width` columns at most (0: as long as they are), in ASCII or not.

    With `words` cards are written in words. `typed` is whether a person types the answers: then a number that was
    meant for a list that is not the newest any more is refused, while a script, which cannot read, means whatever
    list comes next.
    """

    width: int = 0
    ascii_only: bool = False
    typed: bool = True
    words: bool = False


def written(sentence: str, manner: Manner) -> list[str]:
    """Return a sentence as the lines to be written."""
    return lines(sentence, manner.width, manner.ascii_only, manner.words)


TYPED: Final = Manner()
"""The manner for a person with a terminal of unknown width."""


class Talk:
    """What somebody at a table hears and says, from the lobby to the standings, match after match.

    `solo` is whether the table is in this process only. `left` is empty until the conversation is over, then why:
    ``left`` or ``lost``. `best`, `kept`, `invitation` and `prefer` are as in `converse`.
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
    ) -> None:
        self.client = client
        self.manner = manner
        self.solo = solo
        self.left = ""
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.teller: Teller | None = None
        self.playing = False
        self._write = write
        self._best = best
        self._kept = kept
        self.invitation = tuple(invitation)
        self._prefer = prefer
        self._table: TableState | None = None
        self._seat: int | None = None
        self._owner = False
        self._menus: list[Menu] = []
        self._listed: tuple[str, ...] | None = None
        self._last: Menu | None = None
        self._before: Menu | None = None
        self._listed_at = 0.0
        self._next: deque[Action] = deque()
        self._awaited = ""
        self._unfinished_reconnect = False
        self._totals: tuple[object, ...] = ()

    # What is written

    def say(self, *sentences: str) -> None:
        """Write sentences that are news, and keep them to be read again."""
        for sentence in sentences:
            self.log.append(sentence)
            self.tell(sentence)

    def say_once(self, *sentences: str) -> None:
        """Write news that somebody else may just have told."""
        self.say(*(sentence for sentence in sentences if sentence not in list(self.log)[-JUST_TOLD:]))

    def tell(self, *sentences: str) -> None:
        """Write sentences."""
        for sentence in sentences:
            for line in written(sentence, self.manner):
                self._write(line)

    def write_as(self, manner: Manner) -> None:
        """Write in another manner from now on."""
        self.manner = manner
        if self._prefer is not None:
            self._prefer(manner)

    def print_as_it_is(self, text: str) -> None:
        """Write text whose lines are laid out already."""
        for line in text.splitlines():
            spaces = len(line) - len(line.lstrip(" "))
            kept = "  ".join(filter(None, map(visible, line.split("  ")))) if "  " in line.strip() else visible(line)
            for part in lines(kept, 0, self.manner.ascii_only, self.manner.words):
                self._write(" " * spaces + part.strip())

    # What the host tells

    def begin(self, *, start: bool = True) -> None:
        """Say where one is; at a table of one's own begin to play, if `start`."""
        client = self.client
        self._note_table()
        if client.view is not None and client.table is not None and client.table.phase == "playing":
            self._begin_match(MatchBegan(client.view, client.names, ()), under_way=True)
        elif self.solo and start:
            self.start()
        else:
            self.say(*described(client, self.invitation, solo=self.solo))

    def hear(self, event: Event) -> None:
        """Take note of an event, and say what it means."""
        match event:
            case TableChanged():
                self._table_changed(event.table)
            case MatchBegan():
                self._begin_match(event)
            case Played():
                self._played(event)
            case MatchEnded():
                self._ended(event)
            case MatchStopped(reason):
                self.say(reason)
                self._over()
            case Said(name, text):
                self.say(f"{'You say' if name == self.client.name else f'{name} says'}: {text}")
            case Refused():
                self._next.clear()
                self._awaited = ""
                self.say(told(event))
            case Noticed(text):
                self.say_once(text)
            case HeldBack() | Verified():
                self.say(told(event))
            case Reconnected():
                self._back()
                self.say(told(event))
            case Reconnecting():
                self._reconnecting(event)
            case StartedAnew():
                self._back()
                self.say(told(event))
                self._over()
                self._table = None
                self.say(*described(self.client, self.invitation))
            case Lost():
                self.say(told(event))
                self.left = "lost"

    def _back(self) -> None:
        """The line is back: what is not answered by now never will be."""
        self._awaited = ""
        self._unfinished_reconnect = False
        if self._kept is not None:
            self._kept()

    def _reconnecting(self, event: Reconnecting) -> None:
        """Say once that the line is broken, not at every try."""
        if not self._unfinished_reconnect:
            self.say(told(event))
        self._unfinished_reconnect = True

    def _table_changed(self, table: TableState) -> None:
        before, self._table = self._table, table
        if self._awaited not in ("", ACTING, "start"):
            self._awaited = ""
        if before is not None and (not self.solo or self._awaited == ""):
            self.say_once(*news(before, table, self.client.seat))
        if table.totals and table.totals != self._totals and table.phase == "lobby":
            self._totals = table.totals
            self.say(*standings_so_far(table))

    def _note_table(self) -> None:
        self._table, self._seat, self._owner = self.client.table, self.client.seat, self.client.owner

    def _note_self(self) -> None:
        """Say where oneself has come to sit, and whether one runs the table."""
        client = self.client
        if client.seat != self._seat and not self.solo:
            self._seat = client.seat
            self.say("You watch now." if client.seat is None else f"You sit in seat {client.seat + 1}.")
        if client.owner != self._owner:
            self._owner = client.owner
            if not self.solo:
                self.say("You run this table now." if client.owner else "You do not run this table any more.")

    def _begin_match(self, event: MatchBegan, *, under_way: bool = False) -> None:
        """Tell the beginning of a match, or, if it is `under_way`, how it stands."""
        under_way = under_way or self.playing
        self._awaited = ""
        self._next.clear()
        self._unlist()
        self.playing = True
        self.teller = teller = teller_for(event.view, event.names)
        names = ", ".join(f"{name} (you)" if seat == event.view.seat else name for seat, name in enumerate(event.names))
        players = names if len(event.names) <= 12 else f"{len(event.names)} players"
        self.say(f"{teller.game.title} {'goes on' if under_way else 'begins'}: {players}.")
        if under_way:
            self.tell(*teller.table())
        else:
            self.say(*teller.opening(event.opening))
        table = self.client.table
        if event.view.seat is None and table is not None and table.terms.take_over and any(s.bot for s in table.seats):
            self.tell("You watch; sit and the number of a bot's seat takes it over.")

    def _played(self, played: Played) -> None:
        if self.teller is None:
            return
        if not played.changes and played.view != self.teller.view:
            self.teller.view = played.view
            self.tell("The table has moved on; it is now as follows.", *self.teller.table())
        else:
            self.say(*self.teller.tell(played))
        if self._awaited == ACTING and not self.client.unanswered:
            self._awaited = ""

    def _ended(self, ended: MatchEnded) -> None:
        view = self.client.view
        self.say("The match is over.", headline(ended.standings, ended.names, self.client.seat, view))
        places = standings_in_words(ended.standings, ended.names, self.client.seat, view)
        mine = [place for place, one in zip(places, ended.standings, strict=False) if one.seat == self.client.seat]
        self.say(*places[:MOST_PLACES], *(place for place in mine if place not in places[:MOST_PLACES]))
        if len(ended.standings) == 1 and self.client.seat is not None and self._best is not None and view is not None:
            self.say(self._best(view.game, ended.standings[0].score))
        self._over()

    def _over(self) -> None:
        self.playing = False
        self._awaited = ""
        self._next.clear()
        self._unlist()

    # What may be chosen

    @property
    def ready(self) -> bool:
        """Whether nothing is awaited that a typed line would have to wait for."""
        return not self._awaited

    @property
    def has_choices(self) -> bool:
        """Whether there is something to choose now."""
        return bool(self._menus)

    @property
    def seen(self) -> Menu | None:
        """The list that a line which comes in now is about: what a script writes early is for the list to come."""
        if self.manner.typed:
            return self._last
        return self._menus[-1] if self._menus and self.ready else None

    def decides(self, line: str, seen: Menu | None) -> bool:
        """Whether a line is a decision in a match that cannot be taken now, but in time: a script waits for it."""
        if not self.playing or self.client.seat is None or self.teller is None or self._menus or seen is not None:
            return False
        text = out_of_words(line.strip())
        if not text:
            return line.strip("\r\n") in self.teller.shortcuts
        words = self._meant(text)
        return number_in(text) is not None or self.teller.read(words) is not None

    def give_up_waiting(self) -> None:
        """Wait no longer for an answer that does not come."""
        self._awaited = ""

    def settle(self, at: float) -> None:
        """Do what is still to be done, and read out what can be chosen, if that has changed; nothing more is queued."""
        self._note_self()
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
            return
        self._listed = signature
        was_open = bool(self._menus)
        self._menus = [Menu(choices)] if choices else []
        if choices:
            self._listed_at, self._before = at, self._last
            self._read_out([*heading, *self.time_left()])
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

    def time_left(self) -> list[str]:
        """Return how long one may take to decide, in a sentence, or nothing where no clock runs."""
        clock = self.client.clock
        if clock is None or clock.until is None or clock.seat not in (None, self.client.seat) or not self.playing:
            return []
        return [f"{count(max(round(clock.until - self.client.now()), 0), 'second')} to decide."]

    def _unlist(self) -> None:
        self._menus, self._listed = [], None

    def read_again(self) -> None:
        """Read out again what can be chosen, or whom the table waits for."""
        if len(self._menus) > 1:
            self._read_out()
        elif self._menus:
            self._read_out(self._choices()[0])
        elif self.teller is not None and self.playing:
            self.tell(self.teller.waiting)
        else:
            self.tell("There is nothing to choose now.")

    def open(self, choice: Choice, at: float | None = None) -> None:
        """Open the list that a choice leads to."""
        self._menus.append(Menu(choice.more, choice.asks, back=not any(one.command == BACK for one in choice.more)))
        self._before = None
        self._read_out()

    def _go_back(self) -> None:
        if len(self._menus) > 1:
            self._menus.pop()
        if self._menus and not self._menus[-1].choices:
            self._menus.pop()
        self.read_again()

    # What the person types

    def take(self, line: str, at: float, seen: Menu | None) -> None:
        """Take a line that came in at a time (of the clock that `settle` is told), about the list that was `seen`."""
        from tui.plain.commands import obey

        text = out_of_words(visible(line).strip())
        if not text:
            blank = " " if line.strip("\r\n") else ""
            command = self.teller.shortcuts.get(blank, "") if self.playing and self.teller is not None else ""
            if blank and command:
                self.obey(command)
            else:
                self.read_again()
            return
        menu = self._menus[-1] if self._menus else None
        number = number_in(text)
        if number is not None:
            self._number(number, at, seen)
            return
        choice = menu.find(text.lower()) if menu is not None else None
        if choice is not None:
            self._choose(choice)
        elif text.lower() == BACK and len(self._menus) > 1:
            self._go_back()
        elif not obey(self, text):
            self.tell(f"I do not know what {text[:40]!r} means. Type ? for everything that can be typed.")

    def _number(self, number: int, at: float, seen: Menu | None) -> None:
        if not self._menus:
            waits = self.teller.waiting if self.playing and self.teller is not None else ""
            self.tell(f"There is nothing to choose now. {waits}".rstrip())
            return
        menu = self._menus[-1]
        choice = menu.numbers.get(number)
        if self.manner.typed and at < self._listed_at + HASTE_SECONDS:
            seen = self._before if self._before is not None else seen
        if seen is not None and seen is not menu and seen.means(number) not in (None, menu.means(number)):
            self.tell(f"The choices have just changed, and {number} is another one now. Choose again.")
            self.read_again()
        elif choice is None:
            self.tell(f"There is no choice {number} now. Choose one of these.")
            self.read_again()
        else:
            self._choose(choice)

    def _choose(self, choice: Choice) -> None:
        if choice.more:
            self.open(choice)
        elif choice.command == BACK:
            self._go_back()
        else:
            self.obey(choice.command)

    def obey(self, command: str) -> None:
        """Do what a command of our own means."""
        from tui.plain.commands import obey

        obey(self, command)

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
            if not self._menus:
                self._menus = [Menu(())]
            self.open(reading.question)
        else:
            self.tell(reading.reason)

    # What is asked of the host

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
        self.await_answer("start")
        self.client.start()

    def await_answer(self, what: str) -> None:
        """Let the next typed line wait until the host has answered."""
        self._awaited = what
        self._listed = None
        del self._menus[1:]

    def leave(self, why: str = "left") -> None:
        """End the conversation."""
        self.left = why

    def ask_first(self, question: str, yes: str, no: str, command: str) -> None:
        """Ask before something is done that cannot be taken back."""
        if not self._menus:
            self._menus = [Menu(())]
        self.open(ask(question, yes, no, command))

    @property
    def farewell(self) -> str:
        """What to ask before leaving, or nothing where leaving costs nothing."""
        return "Leave the match?" if self.playing and self.client.seat is not None else ""
