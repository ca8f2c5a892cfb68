"""A match told in sentences, and what may be done in it as choices: what every game has, and what does for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from core import Action, BadNotation, Change, View, games
from net.client.events import Played
from net.protocol.sanitize import find_name
from tui.boards.common.log_writer import LogWriter
from tui.boards.common.refusals import NOT_NOW, OVER, barred
from tui.drawing import Line
from tui.line_mode.choices import MenuChoice

MOST_CHOICES_OF_A_KIND = 9
"""Actions of one kind that are listed by themselves; more stand in a list of their own."""

MOST_SCORES = 12
"""Players whose scores are read out at once."""

Topic: TypeAlias = tuple[str, Callable[[], list[str]]]
"""Something about a match that can be asked for: what it is in a few words, and the answer in sentences."""


@dataclass(frozen=True, slots=True)
class ParsedInput:
    """What typed words mean in a match: actions to be done one after the other, a reason why not, or a question."""

    actions: tuple[Action, ...] = ()
    reason: str = ""
    question: MenuChoice | None = None


class Narrator:
    """Tells one match to one audience.

    `view` is what has been told so far. A game's own teller says more than this one, which knows the games only by
    what all of them offer.
    """

    log_writer: ClassVar[type[LogWriter]] = LogWriter
    """What writes the log lines of this game, the same as on its board."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        self.view = view
        self.names = tuple(names)
        self.game = games[view.game]

    # What happens

    def opening(self, changes: Sequence[Change]) -> list[str]:
        """Return what is to be said of the setting up, which `view` contains already."""
        return log_sentences(self.log_lines(changes))

    def narrate(self, played: Played) -> list[str]:
        """Return what is to be said of what has happened."""
        said = []
        for change in played.changes:
            said += self.change_sentences(change)
            self.view = self.view.apply(change)
        self.view = played.view
        return said

    def change_sentences(self, change: Change) -> list[str]:
        """Return what is to be said of a change; `view` is the one before it."""
        return log_sentences(self.log_lines((change,)))

    def log_lines(self, changes: Iterable[Change]) -> list[Line]:
        """Return what the log says of changes."""
        return self.log_writer(self.names, self.game.sentence).lines(changes, self.view)

    # What is so

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the person may do now."""
        return () if self.view.seat is None else self.game.legal(self.view)

    def name(self, seat: int) -> str:
        """Return the name of a seat; one's own is ``You``."""
        return "You" if seat == self.view.seat else self.names[seat]

    @property
    def waiting(self) -> str:
        """Whom the match waits for, in a sentence."""
        if self.view.facts["over"]:
            return OVER
        return "Your move." if self.legal else "Waiting for the others."

    @property
    def simultaneous(self) -> bool:
        """Whether everybody plays at once, so that it is worth saying whom one waits for."""
        return False

    def table(self) -> list[str]:
        """Return the table in sentences."""
        facts = [f"{name}: {value}" for name, value in self.view.facts.items() if "/" not in name and name != "over"]
        piles = [
            f"{name}: {' '.join(map(str, pile))}"
            for name, pile in self.view.piles.items()
            if isinstance(pile, tuple) and pile and ("/" not in name or name.endswith(f"/{self.view.seat}"))
        ]
        return [*facts, *piles, self.scores()]

    def hand(self) -> list[str]:
        """Return what lies in front of the person, or in their hand."""
        return self.table()

    def others(self) -> list[str]:
        """Return how everybody stands."""
        return [self.scores()]

    def scores(self) -> str:
        """Return the scores in one sentence, best first; one's own is always among them."""
        seats = range(self.view.seats)
        score = {seat: int(str(self.view.facts.get(f"score/{seat}", 0))) for seat in seats}
        ranked = sorted(seats, key=lambda seat: (-score[seat], seat))
        named = ranked[:MOST_SCORES]
        if self.view.seat is not None and self.view.seat not in named:
            named.append(self.view.seat)
        words = [f"{self.name(seat)} {score[seat]}" for seat in named]
        more = [f"and {len(ranked) - len(named)} more"] if len(ranked) > len(named) else []
        return f"Scores: {', '.join([*words, *more])}."

    @property
    def topics(self) -> Mapping[str, Topic]:
        """What else can be asked for, by the word that asks for it."""
        return {}

    # What may be done

    def heading(self) -> list[str]:
        """Return what is read out before the choices."""
        return [self.waiting]

    def choices(self) -> tuple[MenuChoice, ...]:
        """Return what may be done now."""
        return grouped_choices(self.legal, self.action_label)

    def action_label(self, action: Action) -> str:
        """Return an action in words for a list."""
        return str(action)

    @property
    def shortcuts(self) -> Mapping[str, str]:
        """Return what short words and letters stand for."""
        return {}

    @property
    def action_forms(self) -> list[str]:
        """How what may be done in this match is written."""
        return list(self.game.patterns)

    @property
    def help(self) -> list[str]:
        """What can be typed in this match, in sentences."""
        short = [f"{key if key.strip() else 'a space'} for {word}" for key, word in self.shortcuts.items()]
        typed = f"What you do can be typed as well: {', '.join(self.action_forms)}."
        return [typed, *([f"In short: {', '.join(short)}."] if short else [])]

    def parse(self, text: str) -> ParsedInput | None:
        """Return what typed words mean in this match, or None if they do not begin with any word of this game."""
        verb = text.split()[0].lower()
        if verb not in {pattern.split()[0] for pattern in self.game.patterns}:
            return None
        try:
            action = self.game.parse(text)
        except BadNotation as error:
            reading = self.complete_verb(verb, text)
            if reading is not None:
                return reading
            alone = len(text.split()) == 1
            return ParsedInput(reason=self.why_not(Action((verb,))) if alone else str(error))
        if action in self.legal:
            return ParsedInput((action,))
        return self.complete_verb(verb, text) or ParsedInput(reason=self.why_not(action))

    def parse_with_player(self, verb: str, name: str) -> ParsedInput:
        """Return what a word and the name of a player mean."""
        player = find_name(name, self.names)
        if not player:
            return ParsedInput(reason=f"Nobody here is called {name}.")
        action = Action((verb, self.names.index(player)))
        return ParsedInput((action,)) if action in self.legal else ParsedInput(reason=self.why_not(action))

    def complete_verb(self, verb: str, text: str) -> ParsedInput | None:
        """Return what a word by itself means where more belongs to it, or None if that is not so."""
        found = [action for action in self.legal if action.verb == verb]
        if len(text.split()) > 1 or not found:
            return None
        if len(found) == 1:
            return ParsedInput((found[0],))
        return ParsedInput(
            question=MenuChoice("", more=choices_for(found, self.action_label), asks=f"{verb.capitalize()} what?")
        )

    def why_not(self, action: Action) -> str:
        """Return why an action is not possible now."""
        return barred(self.view) or NOT_NOW


def log_sentences(log: Iterable[Line]) -> list[str]:
    """Return lines of the log as they are read out."""
    return [_with_full_stop(f"{line.name}: {line.text}" if line.name else line.text) for line in log]


def _with_full_stop(text: str) -> str:
    return text if text.endswith((".", "!", "?", ")")) else f"{text}."


def choices_for(actions: Iterable[Action], words: Callable[[Action], str], row: str = "") -> tuple[MenuChoice, ...]:
    """Return a choice for each action."""
    return tuple(MenuChoice(words(action), str(action), row=row) for action in actions)


def grouped_choices(actions: Sequence[Action], words: Callable[[Action], str]) -> tuple[MenuChoice, ...]:
    """Return a choice for each action; many of one kind stand in a list of their own."""
    found: list[MenuChoice] = []
    for verb in dict.fromkeys(action.verb for action in actions):
        alike = choices_for((action for action in actions if action.verb == verb), words)
        if len(alike) > MOST_CHOICES_OF_A_KIND:
            found.append(
                MenuChoice(f"{verb.capitalize()} … ({len(alike)})", more=alike, asks=f"{verb.capitalize()} what?")
            )
        else:
            found += alike
    return tuple(found)


__all__ = ["Narrator", "ParsedInput", "Topic", "choices_for", "grouped_choices", "log_sentences"]
