"""The base of all narrators: sentences and menu choices for a match of any game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from core import Action, BadNotation, Card, Change, View, games
from net.client.events import MatchChanged
from net.protocol.sanitize import find_name
from tui.boards.common.log_writer import LogWriter
from tui.boards.common.numbers import as_number
from tui.boards.common.view_text import awaited_text, fact_texts, pile_texts
from tui.drawing import Line
from tui.line_mode.narrators.choices import NumberedChoice, parse_number

MAX_CHOICES_OF_A_KIND = 9
"""The match menu lists at most this many actions with the same verb; if there are more, a submenu lists them."""

MAX_SCORES_WRITTEN = 12
"""The scores of at most this many players are written in one sentence."""

STATUS_CELLS: Final = 40
"""Each of the texts on where a match stands takes at most this many cells, if it has so short a form."""

InfoCommand: TypeAlias = tuple[str, Callable[[], list[str]]]
"""A command that prints a part of the state of the match: its help text, and a function that returns the sentences."""


@dataclass(frozen=True, slots=True)
class ParsedInput:
    """The meaning of typed text in a match: `actions` to send in order, a `reason` why there are none, or a `question`
    to open.

    `question` is None if the text opens none.
    """

    actions: tuple[Action, ...] = ()
    reason: str = ""
    question: NumberedChoice | None = None


NO_CARDS_IN_HAND_SENTENCE: Final = "You have no cards in your hand."
"""The sentence about the hand of a player who has no cards."""


class Narrator:
    """The base of narrators: describes one match in sentences for one audience.

    `view` is the state up to the changes that have been narrated. This class uses only the rules API that all games
    share; narrators of single games add sentences.
    """

    log_writer: ClassVar[type[LogWriter]] = LogWriter
    """The writer of this game's log lines, which its board uses too."""

    piles_are_shown = False
    """Whether another interface shows the cards of `cards_by_heading`, so that the sentences need not list them."""

    taught_later: frozenset[str] = frozenset()
    """The verbs and topics that a lesson teaches later, of which no sentence speaks yet."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        self.view = view
        self.names = tuple(names)
        self.game = games[view.game]

    # Changes

    def opening_sentences(self, changes: Sequence[Change]) -> list[str]:
        """Return sentences for the changes of the opening; `view` is the state after them."""
        return log_sentences(self.log_lines(changes))

    def missed_sentences(self, changes: Sequence[Change]) -> list[str]:
        """Return sentences for what happened while the person was away; `view` is the state after it."""
        return log_sentences(self.log_lines(changes))

    def narrate(self, changed: MatchChanged) -> list[str]:
        """Return sentences for changes that were played, and update `view`."""
        said = []
        for change in changed.changes:
            said += self.change_sentences(change)
            self.view = self.view.apply(change)
        self.view = changed.view
        return said

    def change_sentences(self, change: Change) -> list[str]:
        """Return sentences for one change; `view` is the state before it."""
        return log_sentences(self.log_lines((change,)))

    def log_lines(self, changes: Iterable[Change]) -> list[Line]:
        """Return the log lines of changes."""
        return self.log_writer(self.names, self.game.sentence).lines(changes, self.view)

    # State

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions of the person."""
        return () if self.view.seat is None else self.game.legal(self.view)

    def name(self, seat: int) -> str:
        """Return the name of a seat; ``You`` for the audience's own seat."""
        return "You" if seat == self.view.seat else self.names[seat]

    @property
    def waiting_sentence(self) -> str:
        """The sentence that names the seats the match waits for."""
        return f"{awaited_text(self.view, bool(self.legal), self.name).rstrip('.')}."

    def status_texts(self) -> list[str]:
        """Return in a few short texts where the match stands: the game, what counts now, and last whom it waits for."""
        return [self.game.title, self.waiting_sentence.removesuffix(".")]

    @property
    def awaited_seats(self) -> Collection[int]:
        """The seats that the match waits for; by default the one on turn."""
        turn = self.view.facts.get("turn")
        return (turn,) if type(turn) is int and not self.view.facts["over"] else ()

    @property
    def is_simultaneous(self) -> bool:
        """Whether all seats play at the same time, so that the awaited players are written after each action."""
        return False

    def table_sentences(self) -> list[str]:
        """Return sentences that describe the whole view."""
        return [*fact_texts(self.view, self.name), *pile_texts(self.view), self.scores_sentence()]

    def hand_sentences(self) -> list[str]:
        """Return sentences for the person's own cards; by default those of the whole view."""
        return self.table_sentences()

    def other_players_sentences(self) -> list[str]:
        """Return sentences about the other players: by default the scores of all."""
        return [self.scores_sentence()]

    def hand_cards(self) -> Sequence[Card]:
        """Return the cards of the person's own hand."""
        cards = () if self.view.seat is None else self.view.piles.get(f"hand/{self.view.seat}", ())
        return cards if isinstance(cards, tuple) else ()

    def cards_by_heading(self) -> list[tuple[str, Sequence[Card]]]:
        """Return (heading, cards) for the visible cards on the table; a heading names a pile, a player or a team."""
        return [
            (pile.partition("/")[0].replace("-", " ").capitalize(), cards)
            for pile, cards in self.view.piles.items()
            if isinstance(cards, tuple)
            and ("/" not in pile or (pile.endswith(f"/{self.view.seat}") and not pile.startswith("hand/")))
        ]

    def decision_cards(self, compared: Sequence[Action] = ()) -> list[tuple[str, Sequence[Card]]]:
        """Return (heading, cards) for the cards on which the person's decision depends, the most important first.

        `compared` are the choices that a text beside the cards compares, so that it names no card which is not shown.
        """
        return [("Hand", self.hand_cards()), *self.cards_by_heading()]

    def decision_trumps(self) -> Collection[Card]:
        """Return those of the cards on which the person's decision depends that are marked as trumps, as on the
        board."""
        return ()

    def decision_sentence(self) -> str:
        """Return what else the person's decision depends on, as a sentence beside the cards; "" if nothing."""
        return ""

    def scores_sentence(self) -> str:
        """Return the scores in one sentence, the best first, the person's own score always included."""
        seats = range(self.view.seats)
        score = {seat: as_number(self.view.facts.get(f"score/{seat}", 0)) for seat in seats}
        ranked = sorted(seats, key=lambda seat: (-score[seat], seat))
        named = ranked[:MAX_SCORES_WRITTEN]
        if self.view.seat is not None and self.view.seat not in named:
            named.append(self.view.seat)
        words = [f"{self.name(seat)} {score[seat]}" for seat in named]
        more = [f"and {len(ranked) - len(named)} more"] if len(ranked) > len(named) else []
        return f"Scores: {', '.join([*words, *more])}."

    @property
    def info_commands(self) -> Mapping[str, InfoCommand]:
        """The commands that print a part of the state of this game, by name."""
        return {}

    def slip_question(self, action: Action) -> str:
        """Return the question before an action that is probably a slip, the same as on the board; "" for others."""
        return ""

    # Choices

    def heading_sentences(self) -> list[str]:
        """Return the sentences written before the choices."""
        return [self.waiting_sentence]

    @property
    def others_wait(self) -> bool:
        """Whether all play at the same time, and all others are done: then the menu is written once more, below what
        they have done."""
        return False

    def choices(self) -> tuple[NumberedChoice, ...]:
        """Return the choices of the match menu, which is shown whenever the person can act."""
        return grouped_choices(self.legal, self.action_label)

    def action_label(self, action: Action) -> str:
        """Return the label of an action in a menu."""
        return str(action)

    @property
    def shortcuts(self) -> Mapping[str, str]:
        """Maps each shortcut to the command that it stands for."""
        return {}

    @property
    def action_forms(self) -> list[str]:
        """The forms in which the actions of this match are typed, for help."""
        return list(self.game.patterns)

    @property
    def help_sentences(self) -> list[str]:
        """The sentences of the help about this match."""
        short = [f"{key if key.strip() else 'a space'} for {word}" for key, word in self.shortcuts.items()]
        typed = f"You can also type what you do: {', '.join(self.action_forms)}."
        return [typed, *([f"Shortcuts: {', '.join(short)}."] if short else [])]

    def parse(self, text: str) -> ParsedInput | None:
        """Return the meaning of a typed text (not blank); None if its first word is no verb of this game."""
        verb = text.split()[0].lower()
        if verb not in {pattern.split()[0] for pattern in self.game.patterns}:
            return None
        try:
            action = self.game.parse(text)
        except BadNotation as error:
            reading = self.parse_incomplete_action(verb, text)
            if reading is not None:
                return reading
            alone = len(text.split()) == 1
            return ParsedInput(reason=self.game.refusal(self.view, Action((verb,))) if alone else str(error))
        if action in self.legal:
            return ParsedInput((action,))
        return self.parse_incomplete_action(verb, text) or ParsedInput(reason=self.game.refusal(self.view, action))

    def parse_with_player(self, verb: str, name: str) -> ParsedInput:
        """Return the meaning of a verb followed by the name of a player, or by the number of a seat, from 1."""
        number = parse_number(name)
        player = find_name(name, self.names) if number is None else ""
        if not player and number is None:
            return ParsedInput(reason=f"Nobody here is called {name}.")
        action = Action((verb, self.names.index(player) if number is None else number - 1))
        return self.action_or_refusal(action)

    def action_or_refusal(self, action: Action) -> ParsedInput:
        """Return an action to send, or the reason why it is not legal now."""
        if action in self.legal:
            return ParsedInput((action,))
        return ParsedInput(reason=self.game.refusal(self.view, action))

    def parse_incomplete_action(self, verb: str, text: str) -> ParsedInput | None:
        """Return the meaning of a verb typed alone: its only legal action, or a menu of several.

        Returns None if there is no legal action.
        """
        found = [action for action in self.legal if action.verb == verb]
        if len(text.split()) > 1 or not found:
            return None
        if len(found) == 1:
            return ParsedInput((found[0],))
        return ParsedInput(
            question=NumberedChoice(
                "", submenu=choices_for(found, self.action_label), heading=f"{verb.capitalize()} what?"
            )
        )


def log_sentences(log: Iterable[Line]) -> list[str]:
    """Return log lines as sentences."""
    return [_add_full_stop(f"{line.player_name}: {line.text}" if line.player_name else line.text) for line in log]


def _add_full_stop(text: str) -> str:
    """Return a sentence with a full stop at its end."""
    return text if text.endswith((".", "!", "?", ")")) else f"{text}."


def choices_for(
    actions: Iterable[Action], label_of: Callable[[Action], str], row: str = ""
) -> tuple[NumberedChoice, ...]:
    """Return a choice for each action; `label_of` returns its label, `row` is the title of their common line."""
    return tuple(NumberedChoice(label_of(action), str(action), row=row) for action in actions)


def grouped_choices(actions: Sequence[Action], label_of: Callable[[Action], str]) -> tuple[NumberedChoice, ...]:
    """Return a choice for each action; many actions with the same verb share a choice that opens a submenu."""
    found: list[NumberedChoice] = []
    for verb in dict.fromkeys(action.verb for action in actions):
        alike = choices_for((action for action in actions if action.verb == verb), label_of)
        if len(alike) > MAX_CHOICES_OF_A_KIND:
            found.append(
                NumberedChoice(
                    f"{verb.capitalize()} … ({len(alike)})", submenu=alike, heading=f"{verb.capitalize()} what?"
                )
            )
        else:
            found += alike
    return tuple(found)


__all__ = ["InfoCommand", "Narrator", "ParsedInput", "choices_for", "grouped_choices", "log_sentences"]
