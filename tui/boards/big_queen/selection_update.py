"""The selection after changes of the match (the order of the hand, new cards, and the cursor), and for an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from core import Action, Card, View
from tui.boards.big_queen.scene import HandSelection, own_hand, seats_in_fact
from tui.boards.big_queen.selection import sorted_hand, take_actions_by_place


def initial_selection(view: View) -> HandSelection:
    """Return the selection at the beginning of a match."""
    return _place_cursor(HandSelection(hand=sorted_hand(own_hand(view), "rank")), None, view)


def updated_selection(selection: HandSelection, view_before: View, view: View) -> HandSelection:
    """Return the selection after the view has changed: new cards are marked, and the cursor is on them.

    Without new cards the cursor stays on its card. Of a hand that has just been dealt no card is marked.
    """
    hand = sorted_hand(own_hand(view), selection.order)
    if Counter(hand) != Counter(selection.hand):
        gained = Counter(hand) - Counter(selection.hand)
        lost = Counter(selection.hand) - Counter(hand)
        still_new = Counter(selection.hand[index] for index in selection.new_cards) - lost  # equal cards are not new
        fresh = indexes_of_cards(hand, gained or still_new)
        if view_before.facts["phase"] == "deal" or view_before.facts["round"] != view.facts["round"]:
            fresh = frozenset()
        kept: frozenset[int] = frozenset() if lost else indexes_of_cards(hand, Counter(selection.selected_cards))
        held = selection.hand[selection.cursor] if selection.hand and not gained else None
        stays = held is not None and held in hand
        cursor = hand.index(held) if held is not None and stays else min(selection.cursor, max(len(hand) - 1, 0))
        selection = replace(
            selection,
            hand=hand,
            new_cards=fresh,
            selected_indexes=kept,
            found_indexes=frozenset(),
            cursor=min(fresh) if gained and fresh else cursor,
            cursor_is_chosen=stays and selection.cursor_is_chosen,
        )
    selection = replace(selection, hand=hand)
    if seats_in_fact(view, "due") == ():
        selection = replace(selection, open_question="")
    return _place_cursor(selection, view_before, view)


def _place_cursor(selection: HandSelection, view_before: View | None, view: View) -> HandSelection:
    """Return the selection with a valid cursor.

    When phase or turn change, the cursor moves to the hand, and nothing is selected: Enter takes what the cursor is on
    in the discard pile, and the person has chosen nothing there yet.
    """
    pile = view.count("discard")
    now = (view.facts["phase"], view.facts["turn"] == view.seat)
    if view_before is None or now != (view_before.facts["phase"], view_before.facts["turn"] == view_before.seat):
        selection = replace(
            selection, zone="hand", pile_place=pile, clicked_place=0, pair_index=0, selected_indexes=frozenset()
        )
        if view.seat is None or not now[1]:
            selection = replace(selection, new_cards=frozenset())
    if selection.zone == "pile" and not pile:
        selection = replace(selection, zone="hand")
    return replace(selection, pile_place=min(selection.pile_place or pile, pile))


def selection_for_action(selection: HandSelection, possible_actions: Sequence[Action], action: Action) -> HandSelection:
    """Return the selection with which one key takes a legal action: its cards are selected, or the cursor is on them.

    `possible_actions` are the legal actions. An action without cards that can be pointed at, such as a draw, has its
    own key and leaves the selection as it is.
    """
    if action.verb == "take":
        place = int(action[1])
        pair = take_actions_by_place(possible_actions)[place].index(action)
        return replace(
            selection, zone="pile", pile_place=place, clicked_place=0, pair_index=pair, selected_indexes=frozenset()
        )
    if action.verb not in ("meld", "add", "discard"):
        return selection
    indexes = indexes_of_cards(selection.hand, Counter(action.cards))
    selection = replace(selection, zone="hand", cursor=min(indexes), cursor_is_chosen=action.verb == "discard")
    if action.verb == "discard":
        return replace(selection, selected_indexes=frozenset(), found_indexes=frozenset())
    target = str(action[3]) if len(action) == 4 and action.verb == "add" else selection.target_rank
    return replace(selection, selected_indexes=indexes, found_indexes=indexes, target_rank=target)


def indexes_of_cards(hand: Sequence[Card], card_counts: Counter[Card]) -> frozenset[int]:
    """Return the indexes in a hand of some cards: of each card as many as `card_counts` says, of equal ones the
    last."""
    left = Counter(card_counts)
    found = []
    for index in range(len(hand) - 1, -1, -1):
        if left[hand[index]] > 0:
            left[hand[index]] -= 1
            found.append(index)
    return frozenset(found)
