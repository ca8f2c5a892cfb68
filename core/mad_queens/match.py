"""Mad Queens: all seats play at the same time, each with its own deck, and wait for each other at the barrier.

RULINGS 2 has the rules.
"""

from __future__ import annotations

from typing import ClassVar, Final, Self

from core.engine.action import Action
from core.engine.chance import Chance
from core.engine.memory import Memory
from core.engine.rule_set import RuleSet
from core.engine.sealed_play import PublicSeatState
from core.engine.view import View
from core.mad_queens.banned_cards import BANNED_CARD_SLOTS, replace_banned_cards, update_banned_cards
from core.mad_queens.game_end import CHOSEN_END_CAUSE, end_game
from core.mad_queens.legal import (
    END_ACTION,
    MAX_CARDS_TO_END,
    REVEAL_ACTION,
    REVEAL_CHOICE,
    REVEAL_OR_BANK_CHOICES,
    REVEAL_OR_END_CHOICES,
    reveal_or_bank_queen_choices,
)
from core.mad_queens.memory import MadQueensMemory
from core.mad_queens.points import DOUBLE_HEARTS_POINTS_BY_CARD
from core.mad_queens.state import MadQueensState
from core.mad_queens.turn import bank_and_end_play, reveal_card

IMAGINED_ROW_CARDS: Final = 3
"""A seat that has finished a play which the others cannot see yet is imagined to have turned this number of cards."""


class MadQueensMatch(MadQueensState):
    """A match of Mad Queens: its plays, the actions of the seats, and the barrier."""

    __slots__ = ("_sealed",)

    has_exact_hits: ClassVar[bool] = True
    points_by_card: ClassVar[bytes] = DOUBLE_HEARTS_POINTS_BY_CARD

    def _set_up(self) -> None:
        """Set up decks and banned cards, and begin the first play."""
        self.prepare_piles()
        replace_banned_cards(self, BANNED_CARD_SLOTS, range(self.seats))
        self.update_hit_masks()
        self._begin_play()

    def _store_piles_and_streams(self) -> None:
        """Keep references to the piles and to the streams of random numbers, and whether plays are hidden from others
        until all have finished."""
        super()._store_piles_and_streams()
        self._sealed = self.options["visibility"] == "sealed"

    @classmethod
    def imagine(cls, game: RuleSet, view: View, memory: Memory, chance: Chance) -> Self:
        """Return a match that the seat of `view` cannot tell from the true one: `chance` draws what it does not know.

        What other seats have done in a play that is hidden until all have finished it cannot be known. A seat that has
        finished the play is imagined to have revealed up to `IMAGINED_ROW_CARDS` cards and banked; any other seat to
        have done nothing yet in this play.
        """
        match = super().imagine(game, view, memory, chance)
        if match._sealed and isinstance(memory, MadQueensMemory):
            match._seal_imagined_plays(view, memory)
        return match

    def _seal_imagined_plays(self, view: View, memory: MadQueensMemory) -> None:
        """Hide each seat's play from the others in an imagined match, as it is hidden in the true match until all have
        finished.

        The seats that have finished their play unseen (`MadQueensMemory.seats_finished_unseen`) play now: they reveal
        up to `IMAGINED_ROW_CARDS` cards, and bank.
        """
        layout, facts = self.layout, self.facts
        for seat in self.choices:
            if seat != memory.seat:
                self.sealed_play.seal(
                    seat, PublicSeatState.capture(*layout.places_and_facts_of(seat), self.piles, facts)
                )
        own_status, first = layout.status[memory.seat], memory.first_view
        if first.facts[own_status.name] == "playing" and not self.over:
            own_piles, own_facts = layout.places_and_facts_of(memory.seat)
            piles = {place.name: first.piles[place.name] for place in own_piles}
            self.sealed_play.seal(
                memory.seat, PublicSeatState(piles, {fact.name: first.facts[fact.name] for fact in own_facts})
            )
            self.sealed_play.withhold(memory.seat, memory.own_changes)
            if memory.seat not in self.choices:
                self.sealed_play.set_public_fact(memory.seat, own_status, "finished")
        for seat in memory.seats_finished_unseen(view):
            while seat in self.choices:
                self.act(seat, REVEAL_ACTION if len(self.rows[seat]) < IMAGINED_ROW_CARDS else self.choices[seat][1])
        self.changes, self.actions, self._public_cache = [], [], None

    def _compute_derived_state(self) -> None:
        """Compute which seats have not finished the play, and what they may do."""
        layout, facts = self.layout, self.facts
        choices: dict[int, tuple[Action, ...]] = {}
        for seat, status in enumerate(self.values_by_seat(layout.status)):
            if status == "playing" and not self.over:
                if self.rows[seat] or facts[layout.hits[seat].layout_index]:
                    asides = self.asides[seat]
                    choices[seat] = (
                        reveal_or_bank_queen_choices(asides) if self.player_chooses_queen else REVEAL_OR_BANK_CHOICES
                    )
                else:
                    choices[seat] = REVEAL_CHOICE if len(self.decks[seat]) > MAX_CARDS_TO_END else REVEAL_OR_END_CHOICES
        self.wait_for(choices)

    def default(self, seat: int, is_away: bool = False) -> Action:
        """Return the automatic action of a seat: end its game if it is away and may, else bank if it may, else reveal.

        Where the player has to choose which Queen goes into the deck, the action is the first of the Queens laid aside.
        """
        choices = self.choices[seat]
        if is_away and END_ACTION in choices:
            return END_ACTION
        return REVEAL_ACTION if choices in (REVEAL_CHOICE, REVEAL_OR_END_CHOICES) else choices[1]

    def _begin_play(self, play_number: int = 1) -> None:
        """Begin play `play_number` for every seat whose game has not ended (MQ-44); if there is none, end the match.

        With the option `visibility` at ``sealed`` the others do not see what a seat does until all have finished the
        play.
        """
        layout, facts, decks = self.layout, self.facts, self.decks
        choices: dict[int, tuple[Action, ...]] = {}
        for seat, fact in enumerate(layout.status):
            status = facts[fact.layout_index]
            if status != "finished":
                choices[seat] = REVEAL_CHOICE if len(decks[seat]) > MAX_CARDS_TO_END else REVEAL_OR_END_CHOICES
                if status != "playing":  # as `set` does, without the call: every seat does this in every play
                    facts[fact.layout_index] = "playing"
                    self.changes.append(fact.changes_to["playing"])
        if not choices:
            self.finish()
            return
        if play_number > 1:
            self.set(layout.play, play_number)
            self.remark("play", None, play_number)
        if any(self.values_by_seat(layout.hits)):
            for seat in choices:
                self.set(layout.hits[seat], 0)
        self.wait_for(choices)
        if self._sealed:
            for seat in choices:
                self.sealed_play.seal(
                    seat, PublicSeatState.capture(*layout.places_and_facts_of(seat), self.piles, facts)
                )

    def _perform(self, seat: int, action: Action) -> None:
        """Carry out an action; when every seat has finished its play, end the play for all of them."""
        verb = action[0]
        if verb == "reveal":
            reveal_card(self, seat)
        elif verb == "bank":
            bank_and_end_play(self, seat, action)
        else:
            end_game(self, seat, CHOSEN_END_CAUSE)
        if self._sealed:
            self.changes = self.sealed_play.withhold(seat, self.changes)
            if seat not in self.choices:
                self.changes.append(self.sealed_play.set_public_fact(seat, self.layout.status[seat], "finished"))
        if not self.choices:
            self._end_shared_play()

    def _end_shared_play(self) -> None:
        """When all seats have finished their play, update the banned cards and begin the next play (RULINGS 2.6).

        The seats draw from the banned deck in order; the first of them changes with every play (MQ-42).
        """
        if self._sealed:
            self.changes += self.sealed_play.unseal()
        if self.have_all_ended():
            self.finish()
            return
        play = self.number_in_fact(self.layout.play)
        first = (play - 1) % self.seats
        update_banned_cards(self, [*range(first, self.seats), *range(first)])
        self._begin_play(play + 1)
