"""What selected cards can do: the sets and additions they would make, and the cards that a take would bring.

A *take* is the action that takes a card of the discard pile, with all newer ones. All functions read a view and its
legal actions; an impossible action comes with its reason in one sentence.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core import Action, Card, View
from core.big_queen import (
    ANSWER_NO,
    GAME,
    POINTS_BY_CARD,
    LayingOutcome,
    best_laying_outcome,
    canonical_action,
    card_sort_key,
    counts_by_rank,
    counts_without_cards,
    set_ranks_of_team,
    team_letter,
    team_of,
    why_not_take,
)
from core.engine.english import english_list, rank_word
from core.engine.rule_set import ONLY_WATCHING_SENTENCE
from tui.boards.big_queen.scene import NATURAL_RANKS, HandSelection, cards_of_team_set, own_hand

MAX_CARDS_NEAR_END: Final = 4
"""Only in a hand of at most this many cards can all that fits be kept back: a set of three and the card to discard."""

HAND_SORT_ORDERS: Final = ("rank", "suit", "points", "drawn")
"""The names of the orders in which a hand can be sorted."""


def sorted_hand(cards: Sequence[Card], order: str) -> tuple[Card, ...]:
    """Return cards in an order: by rank with the twos last, by suit, by points, or as drawn."""
    if order == "rank":
        return tuple(sorted(cards, key=card_sort_key))
    if order == "suit":
        return tuple(sorted(cards, key=lambda card: (card % 13 == 0, card)))
    if order == "points":
        return tuple(sorted(cards, key=lambda card: (POINTS_BY_CARD[card], card_sort_key(card))))
    return tuple(cards)


def total_points(cards: Sequence[Card]) -> int:
    """Return the sum of the points of cards."""
    return sum(POINTS_BY_CARD[card] for card in cards)


def hand_laying_outcome(view: View) -> LayingOutcome:
    """Return how many points of my hand could be laid now at most, and how many would be left in it; in my turn it
    keeps a card to discard, and one more if a partner has said no."""
    return _laying_outcome_of(own_hand(view), _ranks_of_own_sets_as_bits(view), _cards_to_keep(view))


def indexes_of_cards_left(view: View, hand: Sequence[Card]) -> frozenset[int]:
    """Return the indexes in `hand` of the cards that would be left if all were laid that can be: those whose points
    `hand_laying_outcome` counts as left. A card that could be laid, but is kept to discard it, is none of them: it may
    be any of several.

    `hand` holds the cards of my hand in the order in which the board shows them.
    """
    return _indexes_of_cards_left_of(tuple(hand), _ranks_of_own_sets_as_bits(view))


def indexes_of_cards_left_after_take(
    view: View, hand: Sequence[Card], used: Collection[int], pile_place: int
) -> frozenset[int]:
    """Return the indexes in `hand` of the cards that would be left, as `indexes_of_cards_left` has them, after a take.

    It takes the card at a place of the discard pile (1: the oldest) with the cards of the indexes `used`.
    """
    taken, *brought = view.cards("discard")[pile_place - 1 :]
    others = [index for index in range(len(hand)) if index not in used]
    cards = (*(hand[index] for index in others), *brought)
    left = _indexes_of_cards_left_of(cards, _ranks_of_own_sets_as_bits(view) | 1 << taken % 13)
    return frozenset(others[place] for place in left if place < len(others))


def _cards_to_keep(view: View) -> int:
    """Return how many cards of my hand cannot be laid whatever they are (RULINGS 4.3): before I draw, the card that I
    draw is the one to discard."""
    if view.seat is None or view.facts["turn"] != view.seat:
        return 0
    return (view.facts["phase"] == "play") + (view.facts["asked"] == ANSWER_NO)


@lru_cache(maxsize=64)
def _indexes_of_cards_left_of(hand: tuple[Card, ...], sets: int) -> frozenset[int]:
    """Return the indexes of the cards of a hand that would be left if the team has `sets`, a bit for each rank.

    Of the cards without which as much could be laid, one after the other is taken out: so of two pairs that want the
    same 2, one is left, and the other is laid.
    """
    whole = _laying_outcome_of(hand, sets, 0)
    cards_to_lay = len(hand) - whole.cards_left
    left: set[int] = set()
    for index in range(len(hand)):
        others = tuple(card for other, card in enumerate(hand) if other != index and other not in left)
        without = _laying_outcome_of(others, sets, 0)
        if (without.points_to_lay, len(others) - without.cards_left) == (whole.points_to_lay, cards_to_lay):
            left.add(index)
    return frozenset(left)


def _ranks_of_own_sets_as_bits(view: View) -> int:
    """Return the ranks of the sets that my team has laid as a bit mask, a bit for each rank; 0 for a spectator."""
    return 0 if view.seat is None else set_ranks_of_team(view, team_of(view.seat, view.options))


@lru_cache(maxsize=512)
def _laying_outcome_of(hand: tuple[Card, ...], sets: int, kept: int) -> LayingOutcome:
    """Return how much of a hand could be laid, and how much would be left in it, if the team has sets of the ranks in
    the bit mask `sets` and at least `kept` cards stay in the hand."""
    counts = counts_by_rank(hand)
    best = best_laying_outcome(counts, sets)
    if best.cards_left >= kept:
        return best
    return max(
        (
            LayingOutcome(rest.points_to_lay, rest.points_left + total_points(cards), rest.cards_left + len(cards))
            for cards in combinations(hand, min(kept, len(hand)))
            for rest in [best_laying_outcome(counts_without_cards(counts, cards), sets)]
        ),
        key=lambda outcome: (outcome.points_to_lay, -outcome.cards_left),
    )


def own_set_ranks(view: View) -> list[str]:
    """Return the ranks of the sets that my team has laid; empty for a spectator."""
    if view.seat is None:
        return []
    return [rank for rank in NATURAL_RANKS if cards_of_team_set(view, team_of(view.seat, view.options), rank)]


def target_rank(view: View, selection: HandSelection) -> str:
    """Return the rank of the set that twos are added to: the set that was chosen; if none was, my team's first set.
    Returns "" if the team has none."""
    ranks = own_set_ranks(view)
    return selection.target_rank if selection.target_rank in ranks else ranks[0] if ranks else ""


# Laying


class LayOutcome(Struct, frozen=True):
    """The actions that lay the selected cards, in order; or the reason why they cannot be laid."""

    actions: tuple[Action, ...] = ()
    reason: str = ""
    joins_set: bool = False
    """Whether the cards join a set that the team has laid, be it three at once."""

    @property
    def actions_text(self) -> str:
        """The actions in short, "" without any: ``lay 7♠ 7♦ 2♥``, ``add 7♣``, ``add 2♣ to the kings``."""
        if not self.actions:
            return ""
        first, *rest = self.actions
        if not self.joins_set:
            laid = str(first).replace("meld ", "lay ")
            return f"{laid}, add {' '.join(str(action[1]) for action in rest)}" if rest else laid
        added = " ".join(str(card) for action in self.actions for card in action.cards)
        rank = next((str(action[3]) for action in self.actions if action.verb == "add" and len(action) == 4), "")
        return f"add {added} to the {rank_word(rank)}s" if rank else f"add {added}"


def lay_outcome(view: View, selection: HandSelection) -> LayOutcome:
    """Return the actions that would lay the selected cards in my turn, or the reason why they cannot be laid."""
    cards = selection.selected_cards
    if not cards:
        return LayOutcome()
    ranks = list(dict.fromkeys(card.rank for card in sorted(cards, key=card_sort_key) if card.rank != "2"))
    rank = ranks[0] if ranks else target_rank(view, selection)
    if len(ranks) > 1 or not rank or (len(cards) < 3 and rank not in own_set_ranks(view)):
        return LayOutcome((), GAME.refusal(view, Action(("meld", *cards))))
    if len(cards) < 3 or not ranks:
        return _checked_outcome(
            view, rank, [_action_that_adds(card, rank) for card in sorted(cards, key=card_sort_key)]
        )
    # Three cards that make a set are laid as one even where they join one that lies (BQ-12).
    naturals = [card for card in cards if card.rank == rank]
    twos = [card for card in cards if card.rank == "2"]
    begun = [*naturals[:3], *twos[: max(0, 3 - len(naturals))]]
    rest = [*naturals[3:], *twos[max(0, 3 - len(naturals)) :]]
    meld = canonical_action(Action(("meld", *begun)))
    return _checked_outcome(view, rank, [meld, *(_action_that_adds(card, rank) for card in rest)])


def _action_that_adds(card: Card, rank: str) -> Action:
    """Return the action that adds a card to the set of a rank."""
    return Action(("add", card)) if card.rank == rank else Action(("add", card, "to", rank))


def _checked_outcome(view: View, rank: str, actions: Sequence[Action]) -> LayOutcome:
    """Return the actions, which lay cards in the set of a rank, if each is legal after the ones before it, else the
    refusal of the first illegal action."""
    joins_set = rank in own_set_ranks(view)
    for action in actions:
        possible = GAME.legal(view)
        if action not in possible:
            return LayOutcome((), GAME.refusal(view, action))
        view = _view_after(view, action)
    return LayOutcome(tuple(actions), joins_set=joins_set)


def _view_after(view: View, action: Action) -> View:
    """Return the view as it will be after laying cards: only hand and sets are updated, as they alone decide whether
    the next action is legal."""
    assert view.seat is not None
    rank = next((card.rank for card in action.cards if card.rank != "2"), str(action[-1]))
    hand, area = f"hand/{view.seat}", f"meld/{team_letter(view.seat)}/{rank}"
    rest = tuple((Counter(view.cards(hand)) - Counter(action.cards)).elements())
    return dataclasses.replace(view, piles={**view.piles, hand: rest, area: (*view.cards(area), *action.cards)})


def suggested_lays(view: View, hand: Sequence[Card]) -> Sequence[frozenset[int]]:
    """Return groups of cards of a hand that could be laid together, each as indexes: the most valuable ones of each
    rank.

    Groups that need a 2 of which another one makes more, so that the hand marks their cards as left, come after the
    others. Among both, those that need fewer twos come first, and of these those with more points; last the twos alone.
    """
    twos = [index for index, card in enumerate(hand) if card.rank == "2"]
    sets, left = own_set_ranks(view), indexes_of_cards_left(view, hand)
    found: list[tuple[bool, int, int, frozenset[int]]] = []
    for rank in NATURAL_RANKS:
        naturals = [index for index, card in enumerate(hand) if card.rank == rank]
        naturals.sort(key=lambda index: -POINTS_BY_CARD[hand[index]])
        if not naturals:
            continue
        wanted = 0 if rank in sets else max(0, 3 - len(naturals))
        if wanted <= len(twos):
            group = [*naturals, *twos[:wanted]]
            points = total_points([hand[index] for index in group])
            found.append((not left.isdisjoint(naturals), wanted, -points, frozenset(group)))
    found.sort(key=lambda suggestion: suggestion[:3])
    return [*(group for *_, group in found), *[frozenset(twos)] * bool(sets and twos)]


def layable_groups(view: View, selection: HandSelection) -> Sequence[frozenset[int]]:
    """Return the groups of cards of `suggested_lays` that can be laid now, in the same order, each once.

    Of a group of one rank that would leave too few cards in the hand, it is as many as can be laid, the most valuable
    ones. A set with twos is laid whole or not at all: the rest of its cards would be no part of it. There is none only
    if no card can be laid.
    """
    found = []
    for cards in suggested_lays(view, selection.hand):
        kept = sorted(cards, key=lambda index: -POINTS_BY_CARD[selection.hand[index]])
        while kept and not lay_outcome(view, replace(selection, selected_indexes=frozenset(kept))).actions:
            has_one_rank = len({selection.hand[index].rank for index in kept}) == 1
            kept = kept[:-1] if has_one_rank else []
        if kept:
            found.append(frozenset(kept))
    return list(dict.fromkeys(found))


def must_keep_all_cards(view: View, selection: HandSelection) -> bool:
    """Return whether cards of my hand fit sets, but none of them can be laid now, as one must be left to discard, and
    my last one only after my partners were asked."""
    is_near_end = len(selection.hand) <= MAX_CARDS_NEAR_END and view.facts["phase"] == "play"
    return is_near_end and bool(suggested_lays(view, selection.hand)) and not layable_groups(view, selection)


# Taking


class TakeOutcome(Struct, frozen=True):
    """The result that taking `card` of the discard pile would have."""

    card: Card
    cards_brought: tuple[Card, ...]
    """All cards that would come into the hand."""
    take_actions: tuple[Action, ...] = ()
    """The legal actions that take the card, one for each pair of cards of the hand; with selected cards, only pairs
    with all of them."""
    action: Action | None = None
    """The chosen action among `take_actions`, None if there is none."""
    reason: str = ""
    """The sentence on why there is no action, or ""."""


def costs_two(take: Action) -> bool:
    """Return whether a take needs a 2 of my hand, or two of them."""
    return any(card.rank == "2" for card in take.cards)


def take_actions_by_place(possible_actions: Sequence[Action]) -> dict[int, list[Action]]:
    """Return the actions among legal ones that take a card, by its position in the discard pile (1: the oldest)."""
    found: dict[int, list[Action]] = {}
    for action in possible_actions:
        if action[0] == "take":
            found.setdefault(int(action[1]), []).append(action)
    return found


def take_suggestions(possible_actions: Sequence[Action]) -> Sequence[int]:
    """Return the places of the discard pile that can be taken, the newest first; places that need a 2 come last.

    `possible_actions` are the legal actions.
    """
    ways = take_actions_by_place(possible_actions)
    return sorted(ways, key=lambda place: (all(map(costs_two, ways[place])), -place))


def take_outcome(
    view: View, possible_actions: Sequence[Action], selection: HandSelection, pile_position: int
) -> TakeOutcome:
    """Return the result of taking the card at a place of the discard pile; the oldest card lies at place 1.

    `possible_actions` are the legal actions; if `selection` has selected cards, only takes that use all of them count.
    """
    pile = view.cards("discard")
    card, brings = pile[pile_position - 1], pile[pile_position:]
    ways = take_actions_by_place(possible_actions).get(pile_position, [])
    if not ways:
        return TakeOutcome(card, brings, reason=take_refusal(view, pile_position))
    chosen = Counter(selection.selected_cards)
    if not chosen:
        return TakeOutcome(card, brings, tuple(ways), ways[selection.pair_index % len(ways)])
    fitting = [way for way in ways if not chosen - Counter(way.cards)]
    if not fitting:
        pairs = card_pairs_text(ways)
        return TakeOutcome(
            card, brings, reason=f"{english_list(selection.selected_cards)} cannot take {card}; this would: {pairs}."
        )
    return TakeOutcome(card, brings, tuple(fitting), fitting[selection.pair_index % len(fitting)])


def is_take_chosen(selection: HandSelection) -> bool:
    """Return whether the person has chosen a card to take: the cursor is on it, or cards to take it are selected."""
    return selection.zone == "pile" or bool(selection.selected_indexes)


def card_pairs_text(take_actions: Sequence[Action], max_pairs: int = 3) -> str:
    """Return the pairs of cards with which the actions `take_actions` take a card, at most `max_pairs`: ``9♣ 9♠, 9♣
    2♥``."""
    pairs = [" ".join(map(str, way.cards)) or "no other card" for way in take_actions]
    return ", ".join([*pairs[:max_pairs], f"{len(pairs) - max_pairs} more"] if len(pairs) > max_pairs else pairs)


def take_refusal(view: View, pile_position: int) -> str:
    """Return why the card at a place of the discard pile cannot be taken: now, or in my next turn if I have drawn
    already or it is another player's turn."""
    if view.seat is None:
        return ONLY_WATCHING_SENTENCE
    hand = own_hand(view)
    card = view.cards("discard")[pile_position - 1]
    reason = why_not_take(hand, card, _ranks_of_own_sets_as_bits(view))
    if reason:
        is_later = view.facts["phase"] == "play" or (view.facts["phase"] == "draw" and view.facts["turn"] != view.seat)
        return f"Next turn: {reason}" if is_later else reason
    fit = [held for held in sorted_hand(hand, "rank") if held.rank in (card.rank, "2")]
    if view.facts["phase"] != "draw":
        return f"{card} can be taken at the start of your turn, with {fit[0]} {fit[1]}."
    return GAME.refusal(view, Action(("take", pile_position, fit[0], fit[1])))


def index_of_rank(hand: Sequence[Card], rank: str, start_index: int) -> int | None:
    """Return the index in a hand of the next card of a rank after the index `start_index`; None if the hand has no such
    card.

    After the last card the search goes on at the first.
    """
    places = [index for index, card in enumerate(hand) if card.rank == rank]
    return next((index for index in places if index > start_index), places[0] if places else None)
