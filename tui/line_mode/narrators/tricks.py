"""The narrator of the trick-taking games, Queen's Dungeon and Queen Bees II."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from core import Action, BadNotation, Card, Change, FactChanged, Moved, Remark, View
from core.engine.cards import QUEENS
from core.engine.english import SUIT_WORDS, count, english_list
from tui.boards.tricks.labels import ACCUSE_LABEL, CALL_CHALLENGE_LABEL, OWN_UP_LABEL, WRONG_CARD_QUESTION
from tui.boards.tricks.log_writer import TrickLogWriter
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.table_text import dealer_sentence, standing_sentence, state_sentences
from tui.boards.tricks.trick_text import (
    cards_on_table_sentence,
    dungeon_question,
    next_queen_text,
    queens_not_taken_text,
    trick_number_text,
    trick_worth_text,
    trump_sentence,
    trump_text,
)
from tui.boards.tricks.trick_view import (
    is_trump,
    last_trick_by_player,
    players_clockwise,
    trick_by_player,
    trump_ranks,
    trump_suit,
)
from tui.boards.tricks.turn_text import TRUMP_QUEEN_SENTENCE, exchange_question, own_task_text, turn_text, waiting_text
from tui.line_mode.narrators.base import (
    NO_CARDS_IN_HAND_SENTENCE,
    STATUS_CELLS,
    InfoCommand,
    Narrator,
    ParsedInput,
    log_sentences,
)
from tui.line_mode.narrators.choices import NumberedChoice

_SCORE_REMARK_KEYS = ("earned", "dealer made", "dealer missed", "points", "dungeon", "reneged")
"""The keys of those remarks (lines that the rules write in the log) that report a change of the scores."""


class TrickNarrator(Narrator):
    """The narrator of a trick-taking game: each card played, each trick, and the scores of each hand."""

    log_writer = TrickLogWriter

    def __init__(self, view: View, names: Sequence[str]) -> None:
        super().__init__(view, names)
        self._scores_have_changed = False

    @property
    def scene(self) -> TrickScene:
        """The board's scene of the view; the sentences are made from it."""
        view = self.view
        return TrickScene(
            view=view,
            names=self.names,
            focus=view.seat or 0,
            legal=self.legal,
            title=self.game.title,
            taught_later=self.taught_later,
        )

    # Changes

    def opening_sentences(self, changes: Sequence[Change]) -> list[str]:
        return [*super().opening_sentences(changes), *self._deal_sentences()]

    def change_sentences(self, change: Change) -> list[str]:
        """Return sentences for one change; `view` is the state before it."""
        if isinstance(change, Moved):
            return self._move_sentences(change)
        said = log_sentences(self.log_lines((change,)))
        if isinstance(change, Remark):
            self._scores_have_changed = self._scores_have_changed or change.key in _SCORE_REMARK_KEYS
        elif isinstance(change, FactChanged):
            if self._scores_have_changed and (
                change.fact.name == "hand" or (change.fact.name == "over" and change.value)
            ):
                self._scores_have_changed = False
                said = [self.scores_sentence(), *said]
            if change.fact.name == "dealer":
                self.view = self.view.apply(change)
                said += self._deal_sentences()
        return said

    def _deal_sentences(self) -> list[str]:
        """Return the sentence with the dealer and the quotas of a new hand."""
        scene = self.scene
        if not scene.has_dungeon:
            return [dealer_sentence(scene)]
        dealer = scene.number("dealer")
        who = "You deal and need" if dealer == scene.view.seat else f"{scene.third_person_name(dealer)} deals and needs"
        return [f"{who} {count(scene.number('quota'), 'trick')}."]

    def _move_sentences(self, change: Moved) -> list[str]:
        """Return sentences for cards that were dealt, played or exchanged."""
        view, cards = self.view, change.cards if isinstance(change.cards, tuple) else ()
        source, target, mine = change.source.name, change.target.name, f"hand/{self.view.seat}"
        if target == mine and source == "stock" and cards:
            self.view = view.apply(change)
            said = self._hand_sentences()
            self.view = view
            return said
        if target == "trick" and cards and not source.startswith("won/"):
            player = self._seat_of_pile(source)
            me = player == view.seat
            verb = "play" if view.cards("trick") else "lead"
            return [f"{self.scene.name(player)} {verb if me else f'{verb}s'} {english_list(cards)}."]
        if target == mine and cards and source.startswith("aside/"):
            return [f"{english_list(cards)} comes into your hand."]
        return []

    def _seat_of_pile(self, pile_name: str) -> int:
        """Return the seat in the name of a pile, such as ``hand/1``; the dummy's seat for a pile without one."""
        seat = pile_name.partition("/")[2]
        return int(seat) if seat else players_clockwise(self.view)[1]

    # State

    @property
    def waiting_sentence(self) -> str:
        return f"{waiting_text(self.scene).rstrip('.')}."

    def status_texts(self) -> list[str]:
        scene = self.scene
        trick = [trick_number_text(scene, STATUS_CELLS)] if scene.phase == "play" and not scene.over else []
        return [self.game.title, trump_text(scene, STATUS_CELLS), *trick, turn_text(scene, STATUS_CELLS)]

    def table_sentences(self) -> list[str]:
        return [*state_sentences(self.scene), *self.other_players_sentences(), self.waiting_sentence]

    def hand_sentences(self) -> list[str]:
        return self._hand_sentences() or [NO_CARDS_IN_HAND_SENTENCE]

    def hand_cards(self) -> Sequence[Card]:
        return () if self.view.seat is None else self.scene.hand

    def cards_by_heading(self) -> list[tuple[str, Sequence[Card]]]:
        return [(self.name(player), (card,)) for player, card in trick_by_player(self.view)]

    def decision_trumps(self) -> Collection[Card]:
        return [card for _, cards in self.decision_cards() for card in cards if is_trump(self.view, card)]

    def decision_sentence(self) -> str:
        """Return who led and what lies on the table while cards are played, and which trumps there are if they are
        known."""
        ranks, suit = trump_ranks(self.view), trump_suit(self.view)
        trumps = f"Trumps: {' '.join(ranks)}." if ranks else f"Trump: {suit}." if suit else ""
        return " ".join(filter(None, (self._lead_sentence(), trumps)))

    def _lead_sentence(self) -> str:
        """Return who has led and what lies on the table, or that the person leads; "" while no cards are played."""
        scene, trick = self.scene, trick_by_player(self.view)
        if scene.phase != "play":
            return ""
        if not trick:
            return "You lead."
        leader, card = trick[0]
        if len(trick) == 1:
            return f"{scene.name(leader)} led {card}."
        return f"{scene.name(leader)} led. {cards_on_table_sentence(scene)}"

    def _hand_sentences(self) -> list[str]:
        """Return the sentence with the person's own hand; none if it is empty."""
        hand = self.scene.hand
        return [f"Your hand: {' '.join(map(str, hand))}."] if hand else []

    def _trick_sentences(self) -> list[str]:
        """Return the cards of the trick, who is ahead, and what its Queens are worth and threaten."""
        view, scene = self.view, self.scene
        trick = trick_by_player(view)
        if not trick:
            return ["No card lies on the table."]
        said = [cards_on_table_sentence(scene)]
        if scene.has_dungeon and any(card in QUEENS for _, card in trick):
            said.append(f"In this trick: {trick_worth_text(scene)}.")
        stakes = "" if "next Queen" in scene.taught_later else next_queen_text(scene)
        return [*said, f"{stakes}."] if stakes else said

    def _queens_sentences(self) -> list[str]:
        """Return the sentence on how many Queens have not been taken in this hand."""
        return [f"{queens_not_taken_text(self.view)}."]

    def _trump_sentences(self) -> list[str]:
        """Return the sentence on what is trump."""
        return [trump_sentence(self.scene)]

    def _last_trick_sentences(self) -> list[str]:
        """Return the sentence with the cards of the last trick."""
        trick = last_trick_by_player(self.view)
        if not trick:
            return ["No trick of this hand is over yet."]
        scene = self.scene
        played = english_list(f"{card} by {scene.name_inside_sentence(player)}" for player, card in trick)
        return [f"The last trick: {played}; it went to {scene.name_inside_sentence(scene.number('leader'))}."]

    def other_players_sentences(self) -> list[str]:
        return [standing_sentence(self.scene, player) for player in sorted(players_clockwise(self.view))]

    def slip_question(self, action: Action) -> str:
        return dungeon_question(self.view, self.legal, action)

    @property
    def info_commands(self) -> Mapping[str, InfoCommand]:
        """The commands that print a part of the state of this game, by name."""
        return {
            "trick": ("the cards on the table", self._trick_sentences),
            "trump": ("what is trump", self._trump_sentences),
            "last": ("the last trick", self._last_trick_sentences),
            **(
                {"queens": ("how many Queens nobody has taken", self._queens_sentences)}
                if self.scene.has_dungeon
                else {}
            ),
        }

    # Choices

    def heading_sentences(self) -> list[str]:
        """Return the sentences written before the choices: what the person decides on."""
        scene = self.scene
        if scene.seat_on_turn != self.view.seat:
            return []
        lines = [f"{own_task_text(scene)}."]
        if scene.phase == "play":
            lines = [" ".join([*lines, *(self._trick_sentences() if self.view.cards("trick") else [])])]
        elif scene.phase == "call":
            lines.append(TRUMP_QUEEN_SENTENCE)
        elif scene.phase == "switch":
            lines += self._hand_sentences()
        elif scene.phase == "exchange":
            lines += [*self._hand_sentences(), exchange_question(scene)]
        return lines

    def choices(self) -> tuple[NumberedChoice, ...]:
        """Return the choices of the match menu, the most important first."""
        by_verb: dict[str, list[Action]] = {}
        for action in self.legal:
            by_verb.setdefault(action.verb, []).append(action)
        found = [
            NumberedChoice(SUIT_WORDS[str(a[1])], str(a), row="Trump", keys=_suit_keys(a))
            for a in by_verb.get("trump", ())
        ]
        if "keep" in by_verb:
            found.append(NumberedChoice("Keep the hand", "keep", keys=("k",)))
        if "exchange" in by_verb:
            found.append(NumberedChoice("Take the spare hand unseen", "exchange"))
        found += self._swap_choices(by_verb.get("swap", ()))
        playable = {action.cards[0] for action in by_verb.get("play", ())}
        found += [NumberedChoice(str(card), f"play {card}", row="Play") for card in self.scene.hand if card in playable]
        if "challenge" in by_verb:
            found.append(NumberedChoice(CALL_CHALLENGE_LABEL, "challenge"))
        if "take-back" in by_verb:
            found.append(NumberedChoice("Take your card back", "take-back"))
        if "own-up" in by_verb:
            found.append(NumberedChoice(OWN_UP_LABEL, "own-up"))
        if "accuse" in by_verb and self.scene.seat_on_turn == self.view.seat:
            found.append(self._accusation_choice(by_verb["accuse"]))
        return tuple(found)

    def _swap_choices(self, swaps: Sequence[Action]) -> list[NumberedChoice]:
        """Return a choice for each leftover card; its submenu asks which card of the hand it replaces."""
        found: dict[Card, list[Action]] = {}
        hand = self.scene.hand
        for action in sorted(swaps, key=lambda swap: hand.index(swap.cards[0])):
            found.setdefault(action.cards[1], []).append(action)
        return [
            NumberedChoice(
                f"Swap for the leftover {back}",
                submenu=tuple(NumberedChoice(str(action.cards[0]), str(action), row="Give") for action in actions),
                heading=f"Which card will you give for {back}?",
            )
            for back, actions in found.items()
        ]

    def _accusation_choice(self, accusations: Sequence[Action]) -> NumberedChoice:
        """Return the choice that opens the menu of players who can be accused."""
        named = tuple(
            NumberedChoice(self.scene.third_person_name(int(action[1])), self.game.text_of_action(action), row="Accuse")
            for action in accusations
        )
        return NumberedChoice(ACCUSE_LABEL, submenu=named, heading=WRONG_CARD_QUESTION)

    @property
    def shortcuts(self) -> Mapping[str, str]:
        """Maps each shortcut to the command that it stands for in this match."""
        options, found = self.view.options, {"v": "last"}
        if options.get("switch") or options.get("exchange"):
            found |= {"f": "keep", "k": "keep"}
        if options.get("exchange"):
            found["e"] = "exchange"
        if options.get("challenge"):
            found["x"] = "challenge"
        if options.get("reneging") == "honour":
            found |= {"b": "take-back", "u": "own-up", "w": "accuse"}
        return found

    @property
    def action_forms(self) -> list[str]:
        """How the actions of this match are typed."""
        options = self.view.options
        found = ["Qs (plays that card)"]
        if self.scene.has_dungeon:
            found.append("trump hearts")
        if options.get("switch"):
            found.append("swap 3c Kd (gives 3c for Kd)")
        if options.get("reneging") == "honour":
            found.append("accuse NAME")
        verbs = dict.fromkeys(word for word in self.shortcuts.values() if word not in (*self.info_commands, "accuse"))
        return [*found, *verbs]

    def parse(self, text: str) -> ParsedInput | None:
        """Return the meaning of typed text, or None if it is not an action of this game."""
        words = text.split()
        verb = words[0].lower()
        if verb == "time":  # the command `time` of the line mode handles it
            return None
        if len(words) == 1:
            card, suit = _parse_card(verb), _parse_suit(verb)
            if card is not None:
                return super().parse(f"play {card}")
            if suit and any(action.verb == "trump" for action in self.legal):
                return super().parse(f"trump {suit}")
        if verb == "trump" and len(words) == 2 and _parse_suit(words[1].lower()):
            return super().parse(f"trump {_parse_suit(words[1].lower())}")
        if verb == "accuse" and len(words) > 1:
            return self.parse_with_player("accuse", " ".join(words[1:]))
        return super().parse(text)

    def parse_incomplete_action(self, verb: str, text: str) -> ParsedInput | None:
        """Return the meaning of a verb alone, an action or a menu; None if it has no legal action."""
        found = [action for action in self.legal if action.verb == verb]
        if verb == "accuse" and found and len(text.split()) == 1:
            return ParsedInput(question=self._accusation_choice(found))
        if verb == "swap" and found and len(text.split()) == 1:
            return ParsedInput(
                question=NumberedChoice("", submenu=tuple(self._swap_choices(found)), heading="Which card do you want?")
            )
        return super().parse_incomplete_action(verb, text)


def _parse_card(word: str) -> Card | None:
    """Return the card that a word names; None if it names none."""
    try:
        return Card.parse(word)
    except BadNotation:
        return None


def _parse_suit(word: str) -> str:
    """Return the suit that a word names (``hearts``, ``heart``, ``h`` or its symbol), or ""."""
    signs = {name: sign for sign, name in SUIT_WORDS.items()}
    by_letter = {name[0]: sign for name, sign in signs.items()}
    return (
        next((found[word] for found in (signs, by_letter) if word in found), "")
        or signs.get(f"{word}s", "")
        or (word if word in SUIT_WORDS else "")
    )


def _suit_keys(action: Action) -> tuple[str, ...]:
    """Return the words that choose the suit of an action: its first letter and its name."""
    word = SUIT_WORDS[str(action[1])]
    return (word[0], word)
