"""The commands of the Big Queen board that move the cursor or sort the hand, and decide nothing."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core import Action
from tui.boards.big_queen.scene import BigQueenScene, Pick, Zone, own_hand
from tui.boards.big_queen.selection import ORDERS, index_of_rank, own_set_ranks, sorted_hand, target_rank
from tui.boards.big_queen.selection_update import places_of

PAGE: Final = 10
"""Cards that Page Up and Page Down skip."""


class CommandResult(Struct, frozen=True):
    """The result of a command: the new selection, the actions to send, in order, and a note to show."""

    pick: Pick
    actions: tuple[Action, ...] = ()
    note: str = ""


def move_in_zone(scene: BigQueenScene, step: int) -> CommandResult:
    """Move the cursor by `step` places in its zone."""
    pick, view = scene.pick, scene.view
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


def move_along_pile(scene: BigQueenScene, step: int) -> CommandResult:
    """Move the cursor along the discard pile; if that is empty, along the hand."""
    zone: Zone = "pile" if scene.view.count("discard") else "hand"
    return move_in_zone(replace(scene, pick=replace(scene.pick, zone=zone)), step)


def move_to_zone(scene: BigQueenScene, step: int) -> CommandResult:
    """Move the cursor to the next zone above (-1) or below (1) that is not empty."""
    pick, view = scene.pick, scene.view
    zones = [
        zone
        for zone, there in (("sets", own_set_ranks(view)), ("pile", view.count("discard")), ("hand", pick.hand))
        if there or zone == pick.zone
    ]
    at = min(max(zones.index(pick.zone) + step, 0), len(zones) - 1)
    return CommandResult(replace(pick, zone=zones[at]))


def move_to_rank(scene: BigQueenScene, rank: str) -> CommandResult:
    """Move the cursor to the next card of a rank in the hand."""
    pick = scene.pick
    index = index_of_rank(pick.hand, rank, pick.cursor if pick.zone == "hand" else -1)
    return CommandResult(pick) if index is None else CommandResult(replace(pick, zone="hand", cursor=index))


def sort_hand(scene: BigQueenScene, rest: str) -> CommandResult:
    """Sort the hand in the next order."""
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
        note=f"Your hand lies {'as it came' if order == 'drawn' else f'by {order}'}.",
    )
