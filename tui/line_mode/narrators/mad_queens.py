"""The narrator of Mad Queens and Mad Queens Classic."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from core import Action, Card, Change, FactChanged, Moved
from core.engine.english import count, english_list
from core.mad_queens import row_points
from net.client.events import MatchChanged
from tui.boards.mad_queens.log_writer import MAX_SEATS_WITH_FULL_LOG, MadQueensLogWriter
from tui.boards.mad_queens.odds import deck_odds, has_end_action, seats_take_turns, temporary_cards
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.text import (
    BANK_PRICE_TOPIC,
    END_FOR_GOOD_LABEL,
    PLAY_ON_LABEL,
    WHICH_QUEEN_QUESTION,
    awaited_seats,
    banned_suits_text,
    dangers_text,
    end_question,
    has_odds,
    name_inside_sentence,
    next_card_sentence,
    possessive_name_at_start,
    queen_places,
    ranking,
    risk_text,
    score_text,
    slip_question,
    standing_sentence,
    state_sentences,
    waiting_text,
)
from tui.cards.state import TEMPORARY_CARD_LABEL
from tui.line_mode.narrators.base import (
    MAX_SCORES_WRITTEN,
    STATUS_CELLS,
    InfoCommand,
    Narrator,
    ParsedInput,
    log_sentences,
)
from tui.line_mode.narrators.choices import NumberedChoice, yes_no_choice

MAX_PLAYERS_SHOWN_BY_CARD = 4
"""Spectators read every card of every player if there are at most this many players."""

END_AT_ONCE_TEXT = "end for good"
"""The text that ends a player's own game at once, without a question."""


class MadQueensNarrator(Narrator):
    """Narrates the person's own game card by card, and only the results of the other players."""

    log_writer = MadQueensLogWriter

    @property
    def scene(self) -> MadQueensScene:
        """The board's scene of the view; the sentences are made from it."""
        seat = self.view.seat
        focus = ranking(self.view)[0] if seat is None else seat
        return MadQueensScene(view=self.view, names=self.names, focus=focus, legal=self.legal, title=self.game.title)

    # Changes

    def narrate(self, changed: MatchChanged) -> list[str]:
        """Return sentences for changes that were played, and update `view`.

        Changes are applied together, and one by one only if a sentence needs it: with a thousand seats there are very
        many.
        """
        said: list[str] = []
        pending: list[Change] = []
        for change in changed.changes:
            if isinstance(change, FactChanged) and change.fact.name == "play":
                self.view = self.view.apply_all(pending)
                pending.clear()
            said += self.change_sentences(change)
            pending.append(change)
        self.view = changed.view
        return said

    def change_sentences(self, change: Change) -> list[str]:
        """Return sentences for one change; `view` is the state before it."""
        if isinstance(change, Moved):
            return self._reveal_sentences(change)
        if isinstance(change, FactChanged) and change.fact.name == "play" and self.view.seats > 1:
            return [self.scores_sentence()] if not seats_take_turns(self.view) or change.value == 1 else []
        log = MadQueensLogWriter(self.names, self.game.sentence, self.view)
        return log_sentences(log.lines((change,), self.view))

    def _reveal_sentences(self, change: Moved) -> list[str]:
        """Return the sentence for a revealed card, if the seat is narrated card by card."""
        pile, _, owner = change.source.name.partition("/")
        if pile != "deck" or not isinstance(change.cards, tuple) or not self._is_narrated_by_card(int(owner)):
            return []
        name = self.name(int(owner))
        return [f"{name} {'reveal' if name == 'You' else 'reveals'} {english_list(change.cards)}."]

    def _is_narrated_by_card(self, seat: int) -> bool:
        """Whether every card of a seat is narrated."""
        view = self.view
        if seat == view.seat:
            return True
        if view.seats > MAX_SEATS_WITH_FULL_LOG:
            return False
        return isinstance(view.facts.get("turn"), int) or (
            view.seat is None and view.seats <= MAX_PLAYERS_SHOWN_BY_CARD
        )

    # State

    @property
    def waiting_sentence(self) -> str:
        return f"{waiting_text(self.scene).rstrip('.')}."

    def status_texts(self) -> list[str]:
        return [self.game.title, self.scene.play_label, waiting_text(self.scene, STATUS_CELLS)]

    @property
    def awaited_seats(self) -> Collection[int]:
        return awaited_seats(self.view)

    @property
    def is_simultaneous(self) -> bool:
        return not isinstance(self.view.facts.get("turn"), int)

    def table_sentences(self) -> list[str]:
        return [*state_sentences(self.scene), *self.other_players_sentences(), self.waiting_sentence]

    def hand_sentences(self) -> list[str]:
        """Return sentences for the row, the bank and the Queens of the seat in front."""
        view, scene = self.view, self.scene
        seat = scene.focus
        row, bank = scene.row(seat), view.cards(f"bank/{seat}")
        whose = possessive_name_at_start(scene, seat)
        lines = [
            f"{whose} row: {english_list(row)}, {score_text(view, row_points(view, seat))}."
            if row
            else "The row is empty."
        ]
        held = f"{english_list(bank)}, the top card last; {score_text(view, scene.score(seat))}" if bank else "empty"
        lines.append(f"{whose} bank: {held}.")
        return [*lines, *self._deck_sentences(), *self._queen_sentences()]

    def cards_by_heading(self) -> list[tuple[str, Sequence[Card]]]:
        view, seat = self.view, self.scene.focus
        others = [other for other in ranking(view)[:MAX_SCORES_WRITTEN] if other != seat]
        return [
            ("Row", view.cards(f"shown/{seat}")),
            ("Bank", view.cards(f"bank/{seat}")),
            ("Queens aside", view.cards(f"aside/{seat}")),
            ("Banned", view.cards("banned")),
            *((TEMPORARY_CARD_LABEL, cards) for cards in (temporary_cards(view, seat),) if cards),
            *((self.names[other], view.cards(f"shown/{other}")) for other in others),
        ]

    def decision_cards(self, compared: Sequence[Action] = ()) -> list[tuple[str, Sequence[Card]]]:
        shown = dict(self.cards_by_heading())
        headings = ("Row", "Banned", TEMPORARY_CARD_LABEL, "Queens aside")
        return [(heading, shown[heading]) for heading in headings if heading in shown]

    def _deck_sentences(self) -> list[str]:
        """Return the sentences about the cards left in the deck."""
        view, seat = self.view, self.scene.focus
        known = deck_odds(view, seat)
        more = dangers_text(known)
        tail = f"; in it: {more}" if more else ""
        risk = [next_card_sentence(view, seat)] if has_odds(view, seat) else []
        return [f"{count(known.card_count, 'card')} in the deck{tail}.", *risk]

    def _queen_sentences(self) -> list[str]:
        """Return the sentence that says where each of the four Queens is."""
        places = queen_places(self.view, self.scene.focus)
        words = {"aside": "still aside", "in deck": "in the deck", "spent": "seen"}
        return [f"Queens: {', '.join(f'{queen} {words[place]}' for queen, place in places)}."]

    def _banned_card_sentences(self) -> list[str]:
        """Return the sentence with the banned cards."""
        view, seat = self.view, self.scene.focus
        shared, own = english_list(view.cards("banned")), temporary_cards(view, seat)
        alone = f", and for {name_inside_sentence(self.scene, seat)} alone {english_list(own)}" if own else ""
        suits = banned_suits_text(view, seat)
        return [f"Banned: {shared}{alone}{f'; {suits}' if suits else ''}."]

    def other_players_sentences(self) -> list[str]:
        """Return a sentence for each other player, the best first."""
        view = self.view
        ranked = [seat for seat in ranking(view) if seat != view.seat]
        said = []
        for seat in ranked[:MAX_SCORES_WRITTEN]:
            row = view.cards(f"shown/{seat}")
            shows = f" In the row: {english_list(row)}." if row else ""
            names_queens = BANK_PRICE_TOPIC not in self.taught_later
            said.append(standing_sentence(view, seat, self.names[seat], names_queens=names_queens) + shows)
        if len(ranked) > MAX_SCORES_WRITTEN:
            said.append(self.scores_sentence())
        return said

    def slip_question(self, action: Action) -> str:
        return "" if self.view.seat is None else slip_question(self.view, self.view.seat, action)

    @property
    def info_commands(self) -> Mapping[str, InfoCommand]:
        """The commands that print a part of the state of this game, by name."""
        return {
            "banned": ("the banned cards", self._banned_card_sentences),
            "deck": ("what is left in your deck", self._deck_sentences),
            "queens": ("where your Queens are", self._queen_sentences),
        }

    # Choices

    def heading_sentences(self) -> list[str]:
        """Return the sentences written before the choices: what the person decides on."""
        seat = self.scene.focus
        row, points = self.scene.row(seat), score_text(self.view, row_points(self.view, seat))
        if not self.piles_are_shown:
            return [f"Your row: {english_list(row)}, {points}."] if row else self._banned_card_sentences()
        suits = banned_suits_text(self.view, seat)
        return [f"Your row: {points}."] if row else [f"{suits.capitalize()}."] if suits else []

    @property
    def others_wait(self) -> bool:
        return self.is_simultaneous and self.view.seats > 1 and list(awaited_seats(self.view)) == [self.view.seat]

    def choices(self) -> tuple[NumberedChoice, ...]:
        """Return the choices of the match menu, the most important first."""
        verbs = {action.verb for action in self.legal}
        row, view = "Your move", self.view
        found = []
        if "reveal" in verbs:
            found.append(
                NumberedChoice(f"reveal, {risk_text(deck_odds(view, self.scene.focus))}", "reveal", row=row, number=1)
            )
        if "bank" in verbs:
            gain = row_points(view, self.scene.focus)
            held = score_text(view, gain) if gain else "an empty row"
            found.append(NumberedChoice(f"bank {held}", "bank", row=row, number=2))
        if "end" in verbs:
            found.append(NumberedChoice("end your game", "end", row=row, number=3))
        return tuple(found)

    @property
    def shortcuts(self) -> Mapping[str, str]:
        found = {" ": "reveal", "r": "reveal", "b": "bank"}
        return {**found, "e": "end"} if has_end_action(self.view) else found

    def parse(self, text: str) -> ParsedInput | None:
        """Return the meaning of typed text, or None if it is not an action of this game."""
        words = text.lower()
        if words in ("end", END_AT_ONCE_TEXT) and has_end_action(self.view):
            end = Action(("end",))
            if end not in self.legal:
                return ParsedInput(reason=self.game.refusal(self.view, end))
            if words == END_AT_ONCE_TEXT:
                return ParsedInput((end,))
            return ParsedInput(
                question=yes_no_choice(end_question(self.scene), END_FOR_GOOD_LABEL, PLAY_ON_LABEL, END_AT_ONCE_TEXT)
            )
        return super().parse(text)

    def parse_incomplete_action(self, verb: str, text: str) -> ParsedInput | None:
        """Return the meaning of a verb typed alone: its only legal action, or a menu of several; None if there is none.

        In the menu of Queens, the first letter of a suit also chooses the Queen of that suit.
        """
        reading = super().parse_incomplete_action(verb, text)
        if reading is None or reading.question is None:
            return reading
        queens = tuple(
            NumberedChoice(str(action.cards[0]), str(action), row="Choose", keys=("cdhs"[action.cards[0] // 13],))
            for action in self.legal
            if action.verb == verb and action.cards
        )
        return ParsedInput(question=NumberedChoice("", submenu=queens, heading=WHICH_QUEEN_QUESTION))
