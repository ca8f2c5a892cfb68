"""The narrator of Big Queen; its many possible sets and takes are in submenus.

A *take* is the action that takes a card of the discard pile; *laying* cards is the action ``meld`` or ``add``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from core import Action, BadNotation, Card, Change, FactChanged, Moved
from core.big_queen import BIG_QUEEN, TEAM_NAMES, could_go_out, team_letter
from core.engine.english import count, rank_word
from tui.boards.big_queen.commands import NOTHING_TO_LAY_SENTENCE
from tui.boards.big_queen.log_writer import BigQueenLogWriter
from tui.boards.big_queen.scene import NATURAL_RANKS, BigQueenScene, HandSelection, cards_of_team_set
from tui.boards.big_queen.selection import (
    LayOutcome,
    card_pairs_text,
    lay_outcome,
    own_set_ranks,
    suggested_lays,
    take_actions_by_place,
    take_refusal,
    take_suggestions,
    total_points,
)
from tui.boards.big_queen.selection_update import initial_selection
from tui.boards.big_queen.text import (
    ANNOUNCE_ONE_CARD_LABEL,
    ASK_LABEL,
    GO_OUT_LABEL,
    NOT_YET_LABEL,
    NOTHING_TO_TAKE_SENTENCE,
    QUEEN_HELD_SENTENCE,
    ROLL_AND_DEAL_LABEL,
    awaited_seats,
    duty_sentence,
    is_my_turn,
    pile_sentence,
    sentence_on_set,
    slip_question,
    state_sentences,
    waiting_text,
)
from tui.line_mode.narrators.base import (
    MAX_CHOICES_OF_A_KIND,
    NO_CARDS_IN_HAND_SENTENCE,
    STATUS_CELLS,
    InfoCommand,
    Narrator,
    ParsedInput,
    log_sentences,
)
from tui.line_mode.narrators.choices import NumberedChoice, parse_number

_MAX_TAKES_LISTED = 5
"""The match menu lists at most this many takes from the discard pile; if there are more, a submenu lists them."""


_DISCARD_PILE_HEADING = "Discard pile"
"""The heading of the newest cards of the discard pile."""

_MAX_PILE_CARDS_SHOWN = 5
"""Of the cards that a take moves into the hand, at most this number are shown, as the hand needs room beside them."""


class BigQueenNarrator(Narrator):
    """The narrator of Big Queen: the cards each player draws, lays and discards, as far as the view shows them."""

    log_writer = BigQueenLogWriter

    @property
    def scene(self) -> BigQueenScene:
        """The board's scene of the view; the sentences are made from it."""
        return BigQueenScene(
            view=self.view,
            names=self.names,
            legal=self.legal,
            selection=initial_selection(self.view),
            title=self.game.title,
            taught_later=self.taught_later,
        )

    # Changes

    def change_sentences(self, change: Change) -> list[str]:
        """Return sentences for one change; `view` is the state before it."""
        if isinstance(change, Moved):
            return self._move_sentences(change)
        if isinstance(change, FactChanged) and change.fact.name == "turn" and not self.view.facts["over"]:
            return []
        return log_sentences(self.log_lines((change,)))

    def _move_sentences(self, change: Moved) -> list[str]:
        """Return sentences for a card that a player draws, or for the hand that I am dealt; none for other moves."""
        if change.source.name != "stock" or not change.target.name.startswith("hand/"):
            return []
        seat = int(change.target.name.partition("/")[2])
        if change.card_count > 1:
            if seat != self.view.seat:
                return []
            before, self.view = self.view, self.view.apply(change)
            said = self._hand_sentences()
            self.view = before
            return said
        if seat == self.view.seat and isinstance(change.cards, tuple):
            return [f"You draw {change.cards[0]}."]
        return [f"{self.name(seat)} draws a card."]

    # State

    @property
    def awaited_seats(self) -> Collection[int]:
        return awaited_seats(self.scene)

    @property
    def waiting_sentence(self) -> str:
        return duty_sentence(self.scene, keys=False)

    def status_texts(self) -> list[str]:
        return [self.game.title, f"Round {self.scene.number('round')}", waiting_text(self.scene, STATUS_CELLS)]

    def table_sentences(self) -> list[str]:
        return [*state_sentences(self.scene), *self._opponent_sentences(), self.waiting_sentence]

    def hand_sentences(self) -> list[str]:
        return self._hand_sentences() or [NO_CARDS_IN_HAND_SENTENCE]

    def hand_cards(self) -> Sequence[Card]:
        return () if self.view.seat is None else self.scene.selection.hand

    def cards_by_heading(self) -> list[tuple[str, Sequence[Card]]]:
        view = self.view
        sets = [
            (f"Team {letter}", cards)
            for team, letter in enumerate(TEAM_NAMES)
            for rank in NATURAL_RANKS
            if (cards := cards_of_team_set(view, team, rank))
        ]
        return [(_DISCARD_PILE_HEADING, view.cards("discard")[-1:]), *sets]

    def decision_cards(self, compared: Sequence[Action] = ()) -> list[tuple[str, Sequence[Card]]]:
        pile = self.view.cards("discard")
        oldest = min((int(action[1]) for action in compared if action.verb == "take"), default=len(pile))
        taken = pile[max(oldest - 1, 0) :]
        heading = _DISCARD_PILE_HEADING
        if len(taken) > _MAX_PILE_CARDS_SHOWN:
            heading = f"Pile from {taken[0]} ({len(taken)})"
        hand, _, *sets = super().decision_cards()
        return [hand, (heading, taken[:_MAX_PILE_CARDS_SHOWN]), *sets]

    def _hand_sentences(self) -> list[str]:
        """Return sentences for the person's own hand; none if it is empty."""
        hand = self.scene.selection.hand
        if not hand:
            return []
        queen = f" {QUEEN_HELD_SENTENCE}" if BIG_QUEEN in hand else ""
        size = f"{count(len(hand), 'card')}, {count(total_points(hand), 'point')}"
        return [f"Your hand: {' '.join(map(str, hand))}; {size}.{queen}"]

    def _pile_sentences(self) -> list[str]:
        """Return the sentence about the discard pile."""
        return [pile_sentence(self.view)]

    def _sentences_about_sets(self) -> list[str]:
        """Return a sentence for each set that a team has laid; if there is none, a sentence that says so."""
        view = self.view
        found = [
            sentence_on_set(letter, rank, cards)
            for team, letter in enumerate(TEAM_NAMES)
            for rank in NATURAL_RANKS
            if (cards := cards_of_team_set(view, team, rank))
        ]
        return found or ["No set has been laid in this round."]

    def _opponent_sentences(self) -> list[str]:
        """Return the sentence with the number of cards in each hand."""
        view = self.view
        words = [
            f"{self.name(seat)} (Team {team_letter(seat)}) {count(view.count(f'hand/{seat}'), 'card')}"
            for seat in range(view.seats)
        ]
        return [f"Cards in hand: {', '.join(words)}."]

    def other_players_sentences(self) -> list[str]:
        return [self.scores_sentence(), *self._opponent_sentences()]

    def scores_sentence(self) -> str:
        scene = self.scene
        words = [f"Team {letter} {scene.number(f'score/{letter}')}" for letter in TEAM_NAMES]
        return f"Scores: {', '.join(words)}."

    def slip_question(self, action: Action) -> str:
        return slip_question(self.view, self.legal, action)

    @property
    def info_commands(self) -> Mapping[str, InfoCommand]:
        """The commands that print a part of the state of this game, by name."""
        return {
            "pile": ("the discard pile", self._pile_sentences),
            "sets": ("the sets that are laid", self._sentences_about_sets),
        }

    # Choices

    def heading_sentences(self) -> list[str]:
        """Return the sentences written before the choices: what the person decides on."""
        scene, view = self.scene, self.view
        if not scene.legal:
            return []
        lines = [duty_sentence(scene, keys=False)]
        if scene.seat_on_turn == view.seat and scene.permission_answer != "waiting" and scene.phase == "draw":
            lines = [*self._pile_sentences(), *self._hand_sentences(), *lines]
        return lines

    def choices(self) -> tuple[NumberedChoice, ...]:
        """Return the choices of the match menu, the most important first."""
        legal = self.legal
        verbs = {action.verb for action in legal}
        found: list[NumberedChoice] = []
        if "yes" in verbs:
            found += [
                NumberedChoice(GO_OUT_LABEL, "yes", keys=("y",)),
                NumberedChoice(NOT_YET_LABEL, "no", keys=("n",)),
            ]
        if "deal" in verbs:
            found.append(NumberedChoice(ROLL_AND_DEAL_LABEL, "deal", keys=("d",)))
        if "draw" in verbs:
            found.append(NumberedChoice("Draw a card", "draw", keys=("d",)))
            found += self._take_choices()
        found += self._choices_to_lay_cards()
        if "ask" in verbs:
            label = ASK_LABEL if could_go_out(self.view) else f"{ASK_LABEL} (no use this turn)"
            found.append(NumberedChoice(label, "ask", keys=("a",)))
        if "announce" in verbs:
            found.append(NumberedChoice(ANNOUNCE_ONE_CARD_LABEL, "announce", keys=("o",)))
        catches = [action for action in legal if action.verb == "catch"]
        found += [
            NumberedChoice(f"Catch {self.names[int(action[1])]}", self.game.text_of_action(action))
            for action in catches
        ]
        if "discard" in verbs:
            found += self._discard_choices()
        return tuple(found)

    def _discard_choices(self) -> list[NumberedChoice]:
        """Return a choice for each different card that can be discarded; the title of their line says whether the
        discard announces that one card is left."""
        cards = Counter(self.scene.selection.hand)
        words = {card: f"{card} (one of {many})" if many > 1 else str(card) for card, many in cards.items()}
        announces = any(action.verb == "discard" and len(action) > 2 for action in self.legal)
        row = "Discard and announce your last card" if announces else "Discard"
        return [NumberedChoice(words[card], f"discard {card}", row=row) for card in cards]

    def _take_choices(self) -> list[NumberedChoice]:
        """Return a choice for each card that can be taken, those that need no 2 first, the newest first of these.

        Several ways to take it are in a submenu.
        """
        view, takes = self.view, take_actions_by_place(self.legal)
        pile, found = view.cards("discard"), []
        for place in take_suggestions(self.legal):
            ways = takes[place]
            card, brings = pile[place - 1], pile[place:]
            more = f", which brings {' '.join(map(str, brings))}" if brings else ""
            if len(ways) == 1:
                found.append(NumberedChoice(f"Take {card} with {card_pairs_text(ways)}{more}", str(ways[0])))
                continue
            pairs = tuple(NumberedChoice(" ".join(map(str, way.cards)), str(way), row="With") for way in ways)
            found.append(
                NumberedChoice(f"Take {card}{more}", submenu=pairs, heading=f"Which of your cards take {card}?")
            )
        if len(found) <= _MAX_TAKES_LISTED:
            return found
        return [
            NumberedChoice(
                f"Take a card from the discard pile ({len(found)} possible)",
                submenu=tuple(found),
                heading="Take which?",
            )
        ]

    def _choices_to_lay_cards(self) -> list[NumberedChoice]:
        """Return a choice for the most valuable set of each rank, and one that opens a submenu of all other sets.

        If there are too many ranks, they are in a submenu as well. Empty if no set can be laid.
        """
        view, hand = self.view, self.scene.selection.hand
        lays = [action for action in self.legal if action.verb in ("meld", "add")]
        if not lays:
            return []
        found: dict[str, NumberedChoice] = {}
        for places in suggested_lays(view, hand):
            selection = HandSelection(hand=hand, selected_indexes=places)
            if actions := lay_outcome(view, selection).actions:
                words = " ".join(map(str, selection.selected_cards))
                rank = _rank_of_set(actions[0])
                added = rank in own_set_ranks(view)
                label = f"Add {words} to the set of rank {rank}" if added else f"Lay {words} as a new set"
                found[words] = NumberedChoice(label, f"lay {words}")
        listed_ones = list(found.values())
        if len(listed_ones) > MAX_CHOICES_OF_A_KIND:
            listed_ones = [
                NumberedChoice(f"Lay cards ({len(found)} ways)", submenu=tuple(listed_ones), heading="Lay what?")
            ]
        shown = {choice.command.removeprefix("lay ") for choice in found.values()}
        others = [
            action for action in lays if " ".join(map(str, action.cards)) not in shown or _names_target_set(action)
        ]
        if others:
            listed_ones.append(
                NumberedChoice("Lay other cards", submenu=self._choices_by_rank(others), heading="Of which rank?")
            )
        return listed_ones

    def _choices_by_rank(self, lays: Sequence[Action]) -> tuple[NumberedChoice, ...]:
        """Return a choice for each rank among the actions `lays`; several sets of a rank are in a submenu."""
        found: dict[str, list[Action]] = {}
        for action in lays:
            found.setdefault(_rank_of_set(action), []).append(action)
        return tuple(
            NumberedChoice(
                f"{rank_word(rank)} ({count(len(actions), 'way')})",
                submenu=tuple(NumberedChoice(_typed_lay(action), str(action)) for action in actions),
                heading=f"Which cards of rank {rank_word(rank)}?",
            )
            for rank, actions in found.items()
        )

    @property
    def shortcuts(self) -> Mapping[str, str]:
        """Maps each shortcut to the command that it stands for in this match."""
        deal = any(action.verb == "deal" for action in self.legal)
        find = "lay" if self.view.facts["phase"] == "play" else "take"
        turn = {"d": "deal" if deal else "draw", "f": find, "x": "discard", "a": "ask"}
        return {**turn, "y": "yes", "n": "no", "o": "announce", "c": "catch"}

    @property
    def action_forms(self) -> list[str]:
        """How the actions of this match are typed."""
        return [
            "deal",
            "draw",
            "take 9c (or take 9c 9s 2h, with which cards)",
            "lay 7s 7d 2h",
            "lay 2h to K",
            "discard Kc (announces your one card; discard Kc quietly does not)",
            *("ask", "yes", "no", "announce", "catch NAME"),
        ]

    def parse(self, text: str) -> ParsedInput | None:
        """Return the meaning of typed text, or None if it is not an action of this game."""
        words = text.split()
        verb = words[0].lower()
        if verb in ("lay", "meld", "add") and not (verb == "add" and "to" in words):
            return self._read_lay(words[1:])
        if verb in ("discard", "z") and len(words) > 1:
            quietly = verb == "z" or words[-1].lower() == "quietly"
            return self._read_discard(words[1], quietly)
        if verb == "take" and len(words) in (2, 4) and parse_number(words[1]) is None:
            return self._read_take(words[1:])
        if verb == "catch" and len(words) > 1:
            return self.parse_with_player("catch", " ".join(words[1:]))
        return super().parse(text)

    def _read_lay(self, words: Sequence[str]) -> ParsedInput:
        """Return the meaning of cards to lay: ``7♠ 7♦ 2♥``, or twos for the set of a rank, ``2♥ to K``.

        Without cards, open a menu.
        """
        target = ""
        if len(words) > 2 and words[-2].lower() == "to":
            target, words = words[-1].upper(), words[:-2]
        try:
            cards = [Card.parse(word) for word in words]
        except BadNotation as error:
            return ParsedInput(reason=str(error))
        refusal = self._turn_refusal("meld")
        if refusal:
            return ParsedInput(reason=refusal)
        if not cards:
            lays = tuple(self._choices_to_lay_cards())
            asked = NumberedChoice("", submenu=lays, heading="Lay what?")
            return ParsedInput(question=asked) if lays else ParsedInput(reason=NOTHING_TO_LAY_SENTENCE)
        found = self._lay_outcome(cards, target)
        return ParsedInput(found.actions, found.reason)

    def _lay_outcome(self, cards: Sequence[Card], target: str) -> LayOutcome:
        """Return the actions that lay these cards of the hand, or why not; `target` is the rank of a set, or ""."""
        hand, places = self.scene.selection.hand, set()
        for card in cards:
            place = next((index for index, held in enumerate(hand) if held == card and index not in places), None)
            if place is None:
                return LayOutcome((), self.game.refusal(self.view, Action(("meld", *cards))))
            places.add(place)
        return lay_outcome(self.view, HandSelection(hand=hand, selected_indexes=frozenset(places), target_rank=target))

    def _read_discard(self, word: str, quietly: bool) -> ParsedInput:
        """Return the meaning of a discard of the card in `word`.

        It announces that one card is left, unless `quietly`.
        """
        try:
            card = Card.parse(word)
        except BadNotation as error:
            return ParsedInput(reason=str(error))
        quiet, loud = Action(("discard", card)), Action(("discard", card, "announce"))
        action = loud if loud in self.legal and not quietly else quiet
        return self.action_or_refusal(action)

    def _read_take(self, words: Sequence[str]) -> ParsedInput:
        """Return the meaning of a take: its card, alone or with the two cards that take it, ``9♣ 9♠ 2♥``.

        Several ways to take the card open a menu.
        """
        try:
            card, *pair = [Card.parse(word) for word in words]
        except BadNotation as error:
            return ParsedInput(reason=str(error))
        refusal = self._turn_refusal("take")
        pile = self.view.cards("discard")
        places = [place for place in range(len(pile), 0, -1) if pile[place - 1] == card]
        if refusal or not places:
            return ParsedInput(reason=refusal or f"{card} is not in the discard pile.")
        possible = take_actions_by_place(self.legal)
        place = next((place for place in places if place in possible), places[0])
        ways = [way for way in possible.get(place, []) if not pair or Counter(way.cards) == Counter(pair)]
        if len(ways) == 1:
            return ParsedInput((ways[0],))
        if not ways:
            return ParsedInput(reason=take_refusal(self.view, place))
        pairs = tuple(NumberedChoice(" ".join(map(str, way.cards)), str(way), row="With") for way in ways)
        return ParsedInput(question=NumberedChoice("", submenu=pairs, heading=f"Which of your cards take {card}?"))

    def _turn_refusal(self, verb: str) -> str:
        """Return why the person cannot take (`verb` ``take``) or lay cards at this moment; "" if they can."""
        scene = self.scene
        if not is_my_turn(scene) or scene.phase != ("draw" if verb == "take" else "play"):
            return self.game.refusal(self.view, Action((verb,)))
        return ""

    def parse_incomplete_action(self, verb: str, text: str) -> ParsedInput | None:
        """Return the meaning of a verb alone, or of ``take`` with a place in the pile; None if it has none."""
        if verb == "take" and len(text.split()) == 1:
            found = self._take_choices()
            if not found:
                return ParsedInput(reason=self._turn_refusal("take") or NOTHING_TO_TAKE_SENTENCE)
            return ParsedInput(question=NumberedChoice("", submenu=tuple(found), heading="Take which?"))
        if verb == "discard" and len(text.split()) == 1 and any(action.verb == verb for action in self.legal):
            return ParsedInput(
                question=NumberedChoice("", submenu=tuple(self._discard_choices()), heading="Discard which?")
            )
        if verb == "take" and len(text.split()) == 2:
            return self._parse_take_by_pile_position(parse_number(text.split()[1]) or 0)
        return super().parse_incomplete_action(verb, text)

    def _parse_take_by_pile_position(self, place: int) -> ParsedInput | None:
        """Return the meaning of a take by the place of its card alone (1: the oldest); None if no card lies there."""
        pile = self.view.cards("discard")
        return self._read_take([str(pile[place - 1])]) if 0 < place <= len(pile) else None

    def action_label(self, action: Action) -> str:
        if action.verb == "catch":
            return self.names[int(action[1])]
        return " ".join(map(str, action.cards)) if action.cards else str(action)


def _names_target_set(action: Action) -> bool:
    """Whether an action adds a two to a set of a named rank."""
    return action.verb == "add" and len(action) == 4


def _rank_of_set(action: Action) -> str:
    """Return the rank of the set in which an action lays its cards."""
    return str(action[3]) if _names_target_set(action) else next(c.rank for c in action.cards if c.rank != "2")


def _typed_lay(action: Action) -> str:
    """Return an action as the person can type it, with ``lay`` for ``meld``."""
    return str(action).replace("meld ", "lay ")
