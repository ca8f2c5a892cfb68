"""The selection after changes of the match: the order of the hand, new cards, and the cursor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from core import Card, View
from tui.boards.big_queen.scene import Pick, Zone, fact_seats, own_hand
from tui.boards.big_queen.selection import sorted_hand


def initial_pick(view: View) -> Pick:
    """Return the selection at the beginning of a match."""
    return _with_cursor_placed(Pick(hand=sorted_hand(own_hand(view), "rank")), None, view)


def updated_pick(pick: Pick, before: View, view: View) -> Pick:
    """Return the selection after the view has changed: new cards are marked, and the cursor goes to them."""
    hand = sorted_hand(own_hand(view), pick.order)
    if Counter(hand) != Counter(pick.hand):
        gained = Counter(hand) - Counter(pick.hand)
        lost = Counter(pick.hand) - Counter(hand)
        dealt = len(gained) and gained.total() == len(hand)
        fresh = places_of(hand, gained if gained else Counter(pick.hand[index] for index in pick.fresh))
        fresh = frozenset() if dealt else fresh
        kept: frozenset[int] = frozenset() if lost else places_of(hand, Counter(pick.chosen))
        cursor = min(fresh) if gained and fresh else min(pick.cursor, max(len(hand) - 1, 0))
        pick = replace(pick, hand=hand, fresh=fresh, selected=kept, cursor=cursor)
    pick = replace(pick, hand=hand)
    if fact_seats(view, "due") == ():
        pick = replace(pick, asking="")
    return _with_cursor_placed(pick, before, view)


def _with_cursor_placed(pick: Pick, before: View | None, view: View) -> Pick:
    """Return the selection with a valid cursor.

    When phase or turn change, the cursor is in the zone that they need, and nothing is selected.
    """
    pile = view.count("discard")
    now = (view.facts["phase"], view.facts["turn"] == view.seat)
    if before is None or now != (before.facts["phase"], before.facts["turn"] == before.seat):
        mine = view.seat is not None and now[1]
        zone: Zone = "pile" if mine and now[0] == "draw" else "hand"
        pick = replace(pick, zone=zone, place=pile, aimed=0, pair=0, selected=frozenset())
        if not mine:
            pick = replace(pick, fresh=frozenset())
    if pick.zone == "pile" and not pile:
        pick = replace(pick, zone="hand")
    return replace(pick, place=min(pick.place or pile, pile))


def places_of(hand: Sequence[Card], wanted: Counter[Card]) -> frozenset[int]:
    """Return the indexes in a hand of the `wanted` cards; of equal cards those at the end."""
    left = Counter(wanted)
    found = []
    for index in range(len(hand) - 1, -1, -1):
        if left[hand[index]] > 0:
            left[hand[index]] -= 1
            found.append(index)
    return frozenset(found)
