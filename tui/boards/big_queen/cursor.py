"""The commands of the Big Queen board that move the cursor or sort the hand, and decide nothing."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core import Action
from tui.boards.big_queen.scene import BigQueenScene, Pick, Zone, own_hand
from tui.boards.big_queen.selection import ORDERS, index_of_rank, own_set_ranks, sorted_hand, target_rank
from tui.boards.big_queen.selection_update import places_of
from tui.drawing import BoardCommand

PAGE_CARDS: Final = 10
"""How many cards Page Up and Page Down move the cursor by."""

STEP_TO_THE_END: Final = 1000
"""A step that reaches the end of every zone."""

_RANK_OF_KEY: Final = {"0": "10", "1": "A"}
"""The ranks of the keys that are not named like their rank."""


class CommandResult(Struct, frozen=True):
    """The result of a command: the new selection, the actions to send in this order, and a note ("" for none)."""

    pick: Pick
    actions: tuple[Action, ...] = ()
    note: str = ""


class BigQueenCommand(BoardCommand, frozen=True):
    """The base of the commands that only this board has."""

    @abstractmethod
    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the new selection, the actions and the note that the command results in."""


class MoveCursor(BigQueenCommand, frozen=True):
    """Move the cursor by `step` places in its zone.

    In the hand a single step wraps round at the ends; among the sets every step moves by one and wraps round.
    """

    step: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the moved cursor."""
        pick, view, step = scene.pick, scene.view, self.step
        if pick.zone == "pile":
            place = min(max(pick.place + step, 1), view.count("discard"))
            return CommandResult(replace(pick, place=place, pair=0))
        if pick.zone == "sets":
            ranks = own_set_ranks(view)
            if ranks:
                at = ranks.index(target_rank(view, pick)) + (step > 0) - (step < 0)
                pick = replace(pick, target=ranks[at % len(ranks)])
            return CommandResult(pick)
        if abs(step) == 1 and pick.hand:
            return CommandResult(replace(pick, cursor=(pick.cursor + step) % len(pick.hand)))
        return CommandResult(replace(pick, cursor=min(max(pick.cursor + step, 0), max(len(pick.hand) - 1, 0))))


class MoveAlongPile(BigQueenCommand, frozen=True):
    """Move the cursor by `step` cards along the discard pile; if that is empty, along the hand."""

    step: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        zone: Zone = "pile" if scene.view.count("discard") else "hand"
        return MoveCursor(self.step).result(replace(scene, pick=replace(scene.pick, zone=zone)))


class ChangeZone(BigQueenCommand, frozen=True):
    """Move the cursor to the next zone above (`step` -1) or below (1) that has anything in it."""

    step: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the cursor in the other zone."""
        pick, view = scene.pick, scene.view
        zones = [
            zone
            for zone, there in (("sets", own_set_ranks(view)), ("pile", view.count("discard")), ("hand", pick.hand))
            if there or zone == pick.zone
        ]
        at = min(max(zones.index(pick.zone) + self.step, 0), len(zones) - 1)
        return CommandResult(replace(pick, zone=zones[at]))


class PressRankKey(BigQueenCommand, frozen=True):
    """Move the cursor to the next card of the rank of a key: ``7``, ``0`` for a 10, ``1`` for an ace, ``K``."""

    key: str

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the cursor on the next card of the rank."""
        pick = scene.pick
        rank = _RANK_OF_KEY.get(self.key, self.key)
        index = index_of_rank(pick.hand, rank, pick.cursor if pick.zone == "hand" else -1)
        return CommandResult(pick) if index is None else CommandResult(replace(pick, zone="hand", cursor=index))


def sort_hand(scene: BigQueenScene) -> CommandResult:
    """Return the selection with the hand in the next of `ORDERS`, the same cards selected, and a note on the order."""
    pick, raw = scene.pick, own_hand(scene.view)
    order = ORDERS[(ORDERS.index(pick.order) + 1) % len(ORDERS)]
    hand = sorted_hand(raw, order)
    card = pick.hand[pick.cursor] if pick.hand else None
    return CommandResult(
        replace(
            pick,
            order=order,
            hand=hand,
            selected=places_of(hand, Counter(pick.chosen)),
            fresh=places_of(hand, Counter(pick.hand[index] for index in pick.fresh)),
            cursor=hand.index(card) if card is not None else 0,
        ),
        note=f"Your hand is {'as it came' if order == 'drawn' else f'sorted by {order}'}.",
    )
