"""Facts of the hand that is played: cards dealt, whether it is over, the target, and the trumps that it may bring."""

from __future__ import annotations

from core.engine.cards import RANKS
from core.queen_bees_ii import PACK_BY_SEATS, QUEEN_BEES_TARGET
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_view import players_clockwise, rank_in_suit, trick_by_player, trump_ranks


def is_hand_over(scene: TrickScene) -> bool:
    """Return whether the last card of a hand has been played and the next hand has not begun."""
    view = scene.view
    return scene.phase == "play" and not any(view.count(name) for name in ("trick", *_hand_pile_names(scene)))


def _hand_pile_names(scene: TrickScene) -> list[str]:
    """Return the names of the piles of all players' hands."""
    return [f"hand/{seat}" for seat in range(scene.view.seats)]


def condemned_dealer_pays(scene: TrickScene) -> bool:
    """Return whether a dealer in the dungeon pays for a missed quota: the usual rule, and an option (QD-16)."""
    return scene.view.options.get("condemned_dealer_pays") is True


def target_points_of(scene: TrickScene) -> int:
    """Return the points at which the match ends."""
    target = scene.view.options.get("target", QUEEN_BEES_TARGET)
    return target if isinstance(target, int) else QUEEN_BEES_TARGET


def ends_match_unless_tied(scene: TrickScene) -> bool:
    """Return whether the match ends with the deal of Queen Bees II that is played, unless the highest score is shared
    (QB-11): somebody has the points of the target with the tricks of this deal."""
    seats = range(scene.view.seats)
    reached = any(scene.score(seat) + scene.number(f"tricks/{seat}") >= target_points_of(scene) for seat in seats)
    return reached and not scene.has_dungeon and not scene.over and not is_hand_over(scene)


def cards_dealt(scene: TrickScene) -> int:
    """Return how many cards each player was dealt in this hand, 0 before the deal.

    While a trick travels to its taker, it lies in the pile of tricks won already, but the facts do not count it yet.
    """
    view, players = scene.view, players_clockwise(scene.view)
    counted = sum(scene.number(f"tricks/{player}") for player in players)
    lying = sum(view.count(f"won/{player}") for player in players) // len(players)
    return max(counted, lying) + max(cards_held_at_lead(scene, seat) for seat in range(view.seats))


def cards_to_deal(scene: TrickScene) -> int:
    """Return how many cards each player will be dealt in a hand that is not dealt yet; 1 after the match."""
    hands = len(players_clockwise(scene.view)) + bool(scene.view.options.get("exchange"))
    return 52 // hands if scene.phase != "over" else 1


def ranks_text(scene: TrickScene) -> str:
    """Return the lowest and the highest rank of the cards that are dealt in Queen Bees II, ``Cards 6 to A``, if for
    this number of players some are left out; else ""."""
    ranks = {card % 13 for card in PACK_BY_SEATS[scene.view.seats]}
    return f"Cards {RANKS[min(ranks)]} to {RANKS[max(ranks)]}" if len(ranks) < len(RANKS) else ""


def cards_held_at_lead(scene: TrickScene, seat: int) -> int:
    """Return how many cards a seat held before the present trick began."""
    return scene.view.count(f"hand/{seat}") + any(player == seat for player, _ in trick_by_player(scene.view))


def prospective_trump_ranks(scene: TrickScene) -> tuple[str, ...]:
    """Return the ranks that the present trick would make trumps, with ``?`` for each card that is missing.

    Empty if trumps are set, or if the cards are not all of one suit.
    """
    trick = scene.view.cards("trick")
    if scene.has_dungeon or trump_ranks(scene.view) or not trick or len({card.suit for card in trick}) > 1:
        return ()
    ranks = [card.rank for card in sorted(trick, key=lambda card: -rank_in_suit(scene.view, card))]
    return (*ranks, *"?" * (scene.view.seats - len(trick)))
