"""The legal actions of Queen's Dungeon, by hands, facts and the trick, for a match and for a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from core.engine.action import Action, Actions
from core.engine.cards import SUITS, Card
from core.engine.rule_set import REVISION_OPTION_NAME, SECOND_REVISION
from core.engine.view import View
from core.queens_dungeon.follow_suit import masks_of_hand, plays_to_follow, plays_to_lead
from core.queens_dungeon.layout import DUMMY_NUMBER
from core.queens_dungeon.scores import CHALLENGE_MIN_SCORE
from core.trick_taking import PLAY_BY_CARD

TRUMP_ACTION_BY_SUIT: Final = tuple(Action(("trump", suit)) for suit in SUITS)
"""For each suit, by its number, the action of the dealer that names it as trump."""
KEEP_ACTION: Final = Action(("keep",))
"""The action of a dealer who keeps the hand, and swaps or exchanges nothing."""
EXCHANGE_ACTION: Final = Action(("exchange",))
"""The action of a dealer who takes the spare hand for one trick more."""
CHALLENGE_ACTION: Final = Action(("challenge",))
"""The action of a leader who calls the Queen's Challenge."""
TAKE_BACK_ACTION: Final = Action(("take-back",))
"""The action that takes a wrong card back."""
OWN_UP_ACTION: Final = Action(("own-up",))
"""The action by which a seat says that it has played a wrong card."""
ACCUSE_ACTION_BY_SEAT: Final = tuple(Action(("accuse", seat)) for seat in range(8))
"""For each seat the action that accuses it of a wrong card."""
TIME_IS_UP_ACTION: Final = Action(("time",))
"""The action by which the table announces that the time limit of the match is over."""

KEEP_OR_EXCHANGE_CHOICES: Final = (KEEP_ACTION, EXCHANGE_ACTION)
"""The legal actions of a dealer who may exchange the hand for the spare hand."""


def change_trump_actions(trump: int) -> Actions:
    """Return the actions of a dealer who must change trump: to name any other suit (QD-8)."""
    return TRUMP_ACTION_BY_SUIT[:trump] + TRUMP_ACTION_BY_SUIT[trump + 1 :]


def swap_actions(hand: Sequence[Card], cards_left_over: Sequence[Card], swapped_cards: int) -> Actions:
    """Return the actions of a dealer who may swap cards of the hand for the cards left over (QD-24).

    The last `swapped_cards` cards of both piles have been swapped already and stay. So every choice of cards can be
    reached, and swapping ends after a limited number of actions.
    """
    out, back = hand[: len(hand) - swapped_cards], cards_left_over[: len(cards_left_over) - swapped_cards]
    return (KEEP_ACTION, *(Action(("swap", card, other)) for card in out for other in back))


def can_challenge(score: int, scores: Sequence[int]) -> bool:
    """Return whether a player with this score, about to lead, may call the Queen's Challenge (QD-26)."""
    return score == min(scores) and max(scores) >= CHALLENGE_MIN_SCORE


@lru_cache(maxsize=64)
def circle_of_players(seats: int, dealer: int) -> tuple[int, ...]:
    """Return the players of a trick, clockwise from the dealer's left; with two, the dummy is at the dealer's right."""
    if seats == 2:
        return (1 - dealer, DUMMY_NUMBER, dealer)
    return tuple((dealer + 1 + k) % seats for k in range(seats))


def positions_in_trick(circle: Sequence[int], leader: int) -> dict[int, int]:
    """Return the position in a trick, from 0, at which each player of the circle plays.

    `circle` are the players of the table, clockwise; `leader` is the player who leads.
    """
    first = circle.index(leader)
    return {player: (place - first) % len(circle) for place, player in enumerate(circle)}


def is_dummys_lead(leader: int, cards_laid: int, seats: int, revision: int) -> bool:
    """Return whether the trick on the table is one card that the dummy has led, in a game of `seats` seats.

    `cards_laid` is the number of cards of the trick, `leader` the player who led it: the dummy if that is not a seat.
    The dummy is a third hand without a seat. While its lead is all that lies there, seats may still speak up about the
    trick before (QD-22). Always False in a revision before `SECOND_REVISION`.
    """
    return cards_laid == 1 and leader >= seats and revision >= SECOND_REVISION


def has_laid_latest_card(positions: Mapping[int, int], seat: int, cards_laid: int, seats: int, revision: int) -> bool:
    """Return whether no other player has laid a card after this seat, in a trick of `cards_laid` cards.

    `positions` gives the position in the trick, from 0, at which each player plays; `seats` is the number of seats.
    From revision `SECOND_REVISION` of the rules on a card of the dummy does not count (QD-22).
    """
    after = [player for player, place in positions.items() if positions[seat] < place < cards_laid]
    return not after if revision < SECOND_REVISION else all(player >= seats for player in after)


def out_of_turn_actions(
    seat: int,
    seats: int,
    has_newest_card: bool,
    has_followed: bool,
    has_wrong_card: bool,
    has_accused: bool,
    has_tried: bool,
) -> Actions:
    """Return what a seat may do out of turn in the honour mode once somebody has followed (QD-40 to QD-43).

    has_newest_card  whether nobody has laid a card after the seat; a card of the dummy may not count
    has_followed     whether the seat followed to the latest trick, and did not lead it
    has_wrong_card   whether the card with which the seat followed was wrong
    has_accused      whether the seat has accused somebody in this trick
    has_tried        whether the seat has owned up in this trick without a wrong card

    Every seat may accuse once in a trick, so that this action reveals nothing. For the same reason a seat that has
    accused may still own up, whether its card was wrong or not.
    """
    own = (
        (TAKE_BACK_ACTION if has_newest_card else OWN_UP_ACTION,)
        if has_followed and (has_wrong_card or (has_accused and not has_tried))
        else ()
    )
    if has_accused:
        return own
    return own + ACCUSE_ACTION_BY_SEAT[:seat] + ACCUSE_ACTION_BY_SEAT[seat + 1 : seats]


def legal(view: View) -> Actions:
    """Return the legal actions of the seat of a view, from nothing but what the seat sees (RULINGS 5.2)."""
    seat, facts = view.seat, view.facts
    if seat is None or facts["over"]:
        return ()
    own = _actions_on_turn(view, seat) if facts["turn"] == seat else ()
    if view.options["reneging"] == "honour" and facts["phase"] in ("play", "change"):
        return own + _actions_out_of_turn(view, seat)
    return own


def view_without_honour(view: View) -> View:
    """Return a view in which wrong cards are refused, so that only actions that follow the rules are legal; the view
    itself unless it is of the honour mode."""
    if view.options["reneging"] != "honour":
        return view
    return replace(view, options=MappingProxyType({**view.options, "reneging": "refuse"}))


def _actions_on_turn(view: View, seat: int) -> Actions:
    """Return the legal actions of the seat on turn."""
    facts = view.facts
    trump = SUITS.index(str(facts["trump"])) if facts["trump"] else 0
    match facts["phase"]:
        case "call":
            return TRUMP_ACTION_BY_SUIT
        case "change":
            return change_trump_actions(trump)
        case "exchange":
            return KEEP_OR_EXCHANGE_CHOICES
        case "switch":
            return swap_actions(
                view.cards(f"hand/{seat}"), view.cards(f"aside/{seat}"), _number_in_fact(view, "swapped")
            )
    hand, trick = view.cards(f"hand/{seat}"), view.cards("trick")
    masks, challenged = masks_of_hand(hand), bool(facts["challenge"])
    if trick:
        if view.options["reneging"] == "honour" and facts["bound"] != seat:
            return tuple(PLAY_BY_CARD[card] for card in hand)
        return plays_to_follow(hand, masks, trick[0] // 13, challenged)
    lead = plays_to_lead(hand, masks, trump, bool(facts["broken"]), challenged)
    scores = [_number_in_fact(view, f"score/{other}") for other in range(view.seats)]
    if view.options["challenge"] and not challenged and can_challenge(scores[seat], scores):
        return (*lead, CHALLENGE_ACTION)
    return lead


def _actions_out_of_turn(view: View, seat: int) -> Actions:
    """Return the actions by which a seat may speak up in the honour mode."""
    facts, trick = view.facts, view.cards("trick")
    last = facts["last"]
    assert isinstance(last, tuple)
    revision = view.options.get(REVISION_OPTION_NAME, SECOND_REVISION)
    assert isinstance(revision, int)
    leader, laid = _number_in_fact(view, "leader"), len(trick)
    if not trick or is_dummys_lead(leader, laid, view.seats, revision):
        leader, laid = facts["last-leader"], len(last)  # type: ignore[assignment]
    if not last and laid < 2:
        return ()
    positions = positions_in_trick(circle_of_players(view.seats, _number_in_fact(view, "dealer")), leader)
    spoken, tried = facts["spoken"], facts["tried"]
    assert isinstance(spoken, tuple)
    assert isinstance(tried, tuple)
    return out_of_turn_actions(
        seat,
        view.seats,
        has_laid_latest_card(positions, seat, laid, view.seats, revision),
        0 < positions[seat] < laid,
        bool(facts[f"slip/{seat}"]),
        seat in spoken,
        seat in tried,
    )


def _number_in_fact(view: View, name: str) -> int:
    """Return the value of a fact that is a number."""
    value = view.facts[name]
    assert isinstance(value, int)
    return value
