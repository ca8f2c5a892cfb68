"""The commands of the Big Queen board that move the cursor or sort the hand, and decide nothing."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core import Action
from core.engine.english import rank_word
from tui.boards.big_queen.scene import BigQueenScene, HandSelection, Zone, own_hand
from tui.boards.big_queen.selection import HAND_SORT_ORDERS, index_of_rank, own_set_ranks, sorted_hand, target_rank
from tui.boards.big_queen.selection_update import indexes_of_cards
from tui.drawing import BoardCommand

CARDS_PER_PAGE: Final = 10
"""The number of cards by which Page Up and Page Down move the cursor."""

STEP_TO_THE_END: Final = 1000
"""A number of steps that reaches the end of every zone."""

_RANK_BY_DIGIT_KEY: Final = {"0": "10", "1": "A"}
"""Maps a digit key whose name is not a rank to the rank that it stands for."""


class CommandResult(Struct, frozen=True):
    """The result of a command: the new selection, the actions to send in this order, and a note ("" for none)."""

    selection: HandSelection
    actions: tuple[Action, ...] = ()
    note: str = ""


class BigQueenCommand(BoardCommand, frozen=True):
    """The base of the commands that only this board has."""

    @abstractmethod
    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the new selection, the actions and the note that the command results in."""


class MoveCursor(BigQueenCommand, frozen=True):
    """The command to move the cursor by `step` places in its zone.

    In the hand a single step wraps round at the ends; among the sets every step moves by one and wraps round.
    """

    step: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the moved cursor."""
        selection, view, step = scene.selection, scene.view, self.step
        if selection.zone == "pile":
            place = min(max(selection.pile_place + step, 1), view.count("discard"))
            return CommandResult(replace(selection, pile_place=place, pair_index=0))
        if selection.zone == "sets":
            ranks = own_set_ranks(view)
            if ranks:
                at = ranks.index(target_rank(view, selection)) + (step > 0) - (step < 0)
                selection = replace(selection, target_rank=ranks[at % len(ranks)])
            return CommandResult(selection)
        if abs(step) == 1 and selection.hand:
            return CommandResult(_with_cursor(selection, (selection.cursor + step) % len(selection.hand)))
        index = min(max(selection.cursor + step, 0), max(len(selection.hand) - 1, 0))
        return CommandResult(_with_cursor(selection, index))


class MoveAlongPile(BigQueenCommand, frozen=True):
    """The command to move the cursor by `step` cards along the discard pile, or along the hand if the pile is empty."""

    step: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        zone: Zone = "pile" if scene.view.count("discard") else "hand"
        return MoveCursor(self.step).result(replace(scene, selection=replace(scene.selection, zone=zone)))


class ChangeZone(BigQueenCommand, frozen=True):
    """The command to move the cursor to the next zone above (`step` -1) or below (1) that has anything in it."""

    step: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the cursor in the other zone."""
        selection, view = scene.selection, scene.view
        zones = [
            zone
            for zone, there in (
                ("sets", own_set_ranks(view)),
                ("pile", view.count("discard")),
                ("hand", selection.hand),
            )
            if there or zone == selection.zone
        ]
        at = min(max(zones.index(selection.zone) + self.step, 0), len(zones) - 1)
        return CommandResult(replace(selection, zone=zones[at]))


class PressRankKey(BigQueenCommand, frozen=True):
    """The command to move the cursor to the next card of the rank of a key: ``7``, ``0`` for a 10, ``1`` for an ace,
    ``K``.
    """

    key: str

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the cursor on the next card of the rank, or a note that I have none."""
        selection = scene.selection
        rank = _RANK_BY_DIGIT_KEY.get(self.key, self.key)
        index = index_of_rank(selection.hand, rank, selection.cursor if selection.zone == "hand" else -1)
        if index is None:
            word = "Queen" if rank == "Q" else rank_word(rank)
            return CommandResult(selection, note=f"You have no {word}.")
        return CommandResult(_with_cursor(replace(selection, zone="hand"), index))


def _with_cursor(selection: HandSelection, index: int) -> HandSelection:
    """Return the selection with the cursor on a card of the hand, chosen by the person."""
    return replace(selection, cursor=index, cursor_is_chosen=True)


def sort_hand(scene: BigQueenScene) -> CommandResult:
    """Return the selection with the hand in the next of `HAND_SORT_ORDERS`, the same cards selected, and a note on the
    order.
    """
    selection, raw = scene.selection, own_hand(scene.view)
    order = HAND_SORT_ORDERS[(HAND_SORT_ORDERS.index(selection.order) + 1) % len(HAND_SORT_ORDERS)]
    hand = sorted_hand(raw, order)
    card = selection.hand[selection.cursor] if selection.hand else None
    return CommandResult(
        replace(
            selection,
            order=order,
            hand=hand,
            selected_indexes=indexes_of_cards(hand, Counter(selection.selected_cards)),
            found_indexes=indexes_of_cards(hand, Counter(selection.hand[index] for index in selection.found_indexes)),
            new_cards=indexes_of_cards(hand, Counter(selection.hand[index] for index in selection.new_cards)),
            cursor=hand.index(card) if card is not None else 0,
        ),
        note=f"Your hand is {'as it came' if order == 'drawn' else f'sorted by {order}'}.",
    )
