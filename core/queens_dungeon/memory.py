"""The memory of a seat in Queen's Dungeon: where the cards are, and which seats hold no card of a suit.

In the honour mode a seat also remembers every action of this hand. Hidden facts of the match say which cards were
wrong, and follow from the hands. So a match is imagined there by dealing imagined cards and playing the hand again from
its first lead; only deals count with which the seat is shown the same again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import CARDS, QUEENS, SUITS, Card
from core.engine.piles import Change, FactChanged, Moved, Remark, Value
from core.engine.view import View
from core.queens_dungeon.follow_suit import QUEEN_SET
from core.queens_dungeon.layout import PLAY_PHASE
from core.queens_dungeon.legal import (
    ACCUSE_ACTION_BY_SEAT,
    CHALLENGE_ACTION,
    OWN_UP_ACTION,
    TAKE_BACK_ACTION,
    TIME_IS_UP_ACTION,
    TRUMP_ACTION_BY_SUIT,
    circle_of_players,
)
from core.trick_taking import MASK_BY_SUIT, PLAY_BY_CARD, TrickMemory, card_mask_of

FOUR_QUEENS_MASK: Final = card_mask_of(QUEENS)
"""The mask of the four Queens."""


class DungeonMemory(TrickMemory):
    """The memory of a seat in Queen's Dungeon.

    In the honour mode (`honour`) it also holds what is needed to play the present hand again:

    first_view             the view before the first lead of the hand; None if nothing has happened since, or if the
                           memory began later
    possible_actions_done  pairs (seat, actions) in the order of the match: the seat did one of these actions
    cards_played_by_hand   by the name of a hand, the cards that have been laid from it and not taken back
    """

    __slots__ = (
        "_begins_late",
        "_view",
        "_wrong_if_held",
        "cards_played_by_hand",
        "first_view",
        "honour",
        "possible_actions_done",
    )

    def __init__(self, view: View) -> None:
        removed = view.cards("removed")
        super().__init__(view, [card for card in CARDS[:52] if card not in removed])
        self.honour = view.options["reneging"] == "honour"
        self._view = view
        self.first_view: View | None = None
        self.possible_actions_done: list[tuple[int, tuple[Action, ...]]] = []
        self.cards_played_by_hand: dict[str, list[Card]] = {}
        self._wrong_if_held: dict[int, dict[Card, int]] = {}
        trick = view.cards("trick")
        if trick:
            around = circle_of_players(view.seats, self._number_in_fact("dealer"))
            first = around.index(self._number_in_fact("leader"))
            self.record_trick((*around[first:], *around[:first]), trick)
        self._begins_late = bool(trick or view.facts["last"])

    def note(self, changes: Iterable[Change]) -> None:
        if not self.honour:
            super().note(changes)
            return
        for change in changes:
            super().note((change,))
            known = change.seen_by(self.seat)
            if known is not None:
                self._view = self._view.apply(known)

    def unseen_facts(self, view: View, dealt_cards: Mapping[str, Sequence[Card]]) -> dict[str, Value]:
        """Return the hidden facts of the honour mode for a hand in which no wrong card has been played."""
        if not self.honour:
            return {}
        slips: dict[str, Value] = {f"slip/{seat}": False for seat in range(view.seats) if seat != self.seat}
        wrong: dict[str, Value] = {f"wrong/{seat}": None for seat in range(view.seats)}
        return {**slips, **wrong, "undo": _facts_before_last_trick(view)}

    def cards_before_first_lead(self, dealt_cards: Mapping[str, Sequence[Card]]) -> dict[str, list[Card]]:
        """Return the cards of the hidden piles before the first lead of this hand, if they now hold those
        `dealt_cards`."""
        first = {name: [] if name.startswith("won/") else list(cards) for name, cards in dealt_cards.items()}
        for name, cards in self.cards_played_by_hand.items():
            if name in first:
                first[name] += reversed(cards)  # the dummy plays its top card, so the first one played lay on top
        return first

    def _cards_barred_by_play(self, seat: int, card: Card) -> int:
        """Return the mask of the cards that a seat cannot hold, because it has played this card (RULINGS 5.2).

        In the honour mode any card may follow, unless the seat has just taken a wrong one back.
        """
        if not self.trick:
            return self._cards_barred_by_lead(card)
        barred = 0
        if card not in QUEEN_SET:
            barred = FOUR_QUEENS_MASK if self.facts["challenge"] else 0
            if card // 13 != self.trick[0] // 13:
                barred |= MASK_BY_SUIT[self.trick[0] // 13]
        if not self.honour:
            return barred
        self._wrong_if_held.setdefault(seat, {})[card] = barred
        return barred if self.facts["bound"] == seat else 0

    def _cards_barred_by_lead(self, card: Card) -> int:
        """Return the mask of the cards that a seat cannot hold, because it has led this card (QD-6, QD-26).

        A seat that leads trump before trump is broken has no other suit; one that leads no Queen under a Queen's
        Challenge has no Queen.
        """
        if card in QUEEN_SET:
            return 0
        trump = SUITS.index(str(self.facts["trump"]))
        all_trump = not self.facts["broken"] and card // 13 == trump
        return (FOUR_QUEENS_MASK if self.facts["challenge"] else 0) | (~MASK_BY_SUIT[trump] if all_trump else 0)

    def _number_in_fact(self, name: str) -> int:
        """Return the value of a fact that is a number."""
        value = self.facts[name]
        assert isinstance(value, int)
        return value

    # The honour mode

    def _note_fact(self, change: FactChanged) -> None:
        super()._note_fact(change)
        if change.fact.name == "hand":
            self.first_view, self.possible_actions_done, self.cards_played_by_hand, self._wrong_if_held = (
                None,
                [],
                {},
                {},
            )
            self._begins_late = False

    def _note_move(self, move: Moved) -> None:
        source, target = move.source.name, move.target.name
        if self.honour and isinstance(move.cards, tuple):
            if target == "trick" and not source.startswith("won/"):
                if source != "dummy":
                    self._record_actions_done(
                        int(source.partition("/")[2]), *(PLAY_BY_CARD[card] for card in move.cards)
                    )
                self.cards_played_by_hand.setdefault(source, []).extend(move.cards)
            elif source == "trick" and not target.startswith("won/"):
                for card in move.cards:
                    if card in self.cards_played_by_hand.get(target, ()):
                        self.cards_played_by_hand[target].remove(card)
                    for laid in self._wrong_if_held.values():
                        laid.pop(card, None)
        super()._note_move(move)

    def _note_remark(self, remark: Remark) -> None:
        if not self.honour:
            return
        seat = remark.seat
        match remark.key, remark.particulars:
            case "time", _:
                self._record_actions_done(len(self.barred_cards_by_seat), TIME_IS_UP_ACTION)
            case (("tries" | "takes back" | "owns up"), _) if seat is not None:
                self._record_actions_done(seat, TAKE_BACK_ACTION, OWN_UP_ACTION)
                laid = self._wrong_if_held.get(seat)
                if remark.key == "tries" and laid:
                    self.barred_cards_by_seat[seat] |= list(laid.values())[-1]
            case "accuses", (int(other),) if seat is not None:
                self._record_actions_done(seat, ACCUSE_ACTION_BY_SEAT[other])
            case "changes", (str(suit),) if seat is not None:
                self._record_actions_done(seat, TRUMP_ACTION_BY_SUIT[SUITS.index(suit)])
            case "challenge", _ if seat is not None:
                self._record_actions_done(seat, CHALLENGE_ACTION)
            case "unfounded", (int(other),):
                for card, barred in self._wrong_if_held.get(other, {}).items():
                    if card not in self.trick:
                        self.barred_cards_by_seat[other] |= barred
            case "reneged", _ if seat is not None:
                self._wrong_if_held.pop(seat, None)  # what was wrong is settled, and says nothing about later cards

    def _record_actions_done(self, seat: int, *actions: Action) -> None:
        """Remember that a seat has done one of these actions."""
        if self._begins_late or self.facts["phase"] not in (PLAY_PHASE, "change"):
            return
        if self.first_view is None:
            self.first_view = self._view
        self.possible_actions_done.append((seat, actions))


def _facts_before_last_trick(view: View) -> Value:
    """Return the fact ``undo`` as far as a view shows it: None if no trick has been taken in this hand."""
    facts = view.facts
    last, winner = facts["last"], facts["leader"]
    if not last or facts["over"]:
        return None
    assert isinstance(last, tuple)
    takers = range(view.seats + (view.seats == 2))
    counts = []
    for name, number in (("tricks", 1), ("queens", sum(card in QUEEN_SET for card in last))):
        for taker in takers:
            count = facts[f"{name}/{taker}"]
            assert isinstance(count, int)
            counts.append(count - (number if taker == winner else 0))
    table = (facts["trump"], facts["broken"], facts["called"], facts["challenge"])
    scores = [facts[f"{name}/{seat}"] for name in ("score", "condemned") for seat in range(view.seats)]
    leader = facts["last-leader"]
    return (PLAY_PHASE, facts["turn"], leader, (), leader, *table, *counts, *scores)
