"""The reasons why an action of Big Queen is refused, each one sentence for the player who tried it.

`why_not` is the reason for an action now; `why_not_take` the reason that follows from a hand alone, on any seat's turn,
and `can_take` whether there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.big_queen.layout import ANSWER_NO, ANSWER_YES, ANSWERS_PENDING, NOT_ASKED_YET, team_of
from core.big_queen.legal import SAY_YES_ACTION, partners_yet_to_answer, seat_on_turn, set_ranks_of_team
from core.big_queen.melds import card_sort_key
from core.engine.action import Action
from core.engine.cards import RANKS, Card
from core.engine.english import english_list, rank_word
from core.engine.rule_set import NOT_YOUR_TURN_SENTENCE
from core.engine.view import View

_BIG_QUEEN_VERBS: Final = ("deal", "draw", "take", "meld", "add", "discard", "ask", "yes", "no", "announce", "catch")
"""The first words of all actions of Big Queen."""


def why_not(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return why the seat of `view`, which has these `choices`, may not do `action`.

    Returns "" where the sentence common to all games fits (`RuleSet.refusal`), such as "It is not your turn."
    """
    if choices or action.verb in ("yes", "no", "announce", "catch"):
        return refusal_reason(view, choices, action)
    if view.facts["asked"] == ANSWERS_PENDING:
        return _why_wait_for_partners(view)
    return ""


def _why_wait_for_partners(view: View) -> str:
    """Return why the seat can do nothing now: it has asked its partners whether to go out, and they have not
    answered."""
    if view.seat == view.facts["turn"]:
        return "Your partners have not yet said whether you may go out."
    return "First the partners must say whether the player may go out."


def refusal_reason(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return why a seat that may do one of `choices` in `view` may not do `action` instead."""
    seat, facts = view.seat, view.facts
    if not action or action[0] not in _BIG_QUEEN_VERBS:
        return f"{str(action)[:40]!r} is not an action of Big Queen."
    hand = view.cards(f"hand/{seat}")
    if action[0] in ("yes", "no"):
        if facts["asked"] == ANSWER_NO and seat in partners_yet_to_answer(view.seats, seat_on_turn(view), ()):
            return "A partner has already said no."
        return "Nobody has asked you anything."
    if seat != facts["turn"] or facts["asked"] == ANSWERS_PENDING:
        return _why_not_out_of_turn(view, action, choices)
    if action[0] in ("announce", "catch"):
        return _why_not_out_of_turn(view, action, choices)
    if facts["phase"] == "deal":
        return "You are the dealer, and a round begins with the deal."
    if action[0] == "deal":
        return "This round has been dealt already."
    if action[0] == "ask":
        return "You may ask once in a turn, and you have."
    missing = _find_missing_card(action, hand)
    if missing is not None:
        return f"You do not have {'another ' if missing in hand else ''}{missing} in your hand."
    if facts["phase"] == "draw":
        return _why_not_before_drawing(view, hand, action)
    return _why_not_after_drawing(view, hand, action)


def _why_not_out_of_turn(view: View, action: Action, choices: Sequence[Action]) -> str:
    """Return why a seat that is not on turn may not do `action`."""
    if action[0] == "announce":
        return "You have nothing to announce until your turn ends with one card."
    if action[0] == "catch" and len(action) > 1 and action[1] == view.seat:
        return "You cannot catch yourself; another player may, until you announce your one card."
    if action[0] == "catch":
        other = action[-1]
        whom = f"Seat {other + 1} cannot" if type(other) is int else "Nobody can"
        return f"{whom} be caught: no announcement is due."
    if SAY_YES_ACTION in choices:
        return "Answer your partner first: yes or no."
    if view.facts["asked"] == ANSWERS_PENDING:
        return _why_wait_for_partners(view)
    return NOT_YOUR_TURN_SENTENCE


def _find_missing_card(action: Action, hand: tuple[Card, ...]) -> Card | None:
    """Return a card that `action` needs more often than the hand holds it; None if the hand holds all."""
    rest = list(hand)
    for card in action.cards:
        if card not in rest:
            return card
        rest.remove(card)
    return None


def _why_not_before_drawing(view: View, hand: tuple[Card, ...], action: Action) -> str:
    """Return why the seat on turn, which has not drawn or taken yet, may not do `action`."""
    if action[0] != "take":
        return f"You cannot {action[0]} yet: first draw a card, or take from the discard pile."
    pile = view.cards("discard")
    place = action[1] if len(action) > 1 else None
    if not isinstance(place, int) or not 1 <= place <= len(pile):
        return f"The discard pile has {len(pile)} cards, counted from 1 at the oldest."
    chosen = pile[place - 1]
    if chosen.rank == "2" or len(action.cards) != 2:
        sets = set_ranks_of_team(view, _team_of_view(view))
        return why_not_take(hand, chosen, sets) or f"Say which two cards of yours take {chosen}."
    if any(card.rank not in (chosen.rank, "2") for card in action.cards):
        return f"{chosen} is taken with two cards of its rank, one and a 2, or two 2s."
    return _why_keep_more_cards(view, len(hand) - 2 + len(pile) - place)


def can_take(hand: Sequence[Card], card: Card) -> bool:
    """Return whether some two cards of `hand` can ever take `card` from the discard pile: of its rank, or twos."""
    return card.rank != "2" and sum(held.rank in (card.rank, "2") for held in hand) >= 2


def why_not_take(hand: Sequence[Card], card: Card, set_ranks: int) -> str:
    """Return why no cards of `hand` can ever take `card` from the discard pile; "" if some of them can.

    `set_ranks` are the ranks of the sets of the hand's team, bit r for rank r: these do not take a card.
    """
    if card.rank == "2":
        return f"You cannot take {card}: no set is made of twos."
    if can_take(hand, card):
        return ""
    rank, held_ranks = rank_word(card.rank), {held.rank for held in hand}
    have = "none of these"
    if card.rank in held_ranks:
        have = f"one {rank} and no 2"
    elif "2" in held_ranks:
        have = f"no {rank} and one 2"
    laid = f" Laid {rank}s do not count." if set_ranks >> RANKS.index(card.rank) & 1 else ""
    return f"{card} needs two cards in your hand, {rank}s or 2s; you hold {have}.{laid}"


def _why_not_after_drawing(view: View, hand: tuple[Card, ...], action: Action) -> str:
    """Return why the seat on turn, which has drawn or taken, may not do `action`."""
    if action[0] in ("draw", "take"):
        return "You have already drawn or taken this turn."
    if action[0] == "discard":
        return f"Announce with a discard that leaves you one card; this one leaves you {len(hand) - 1}."
    if action[0] == "add":
        return _why_not_add(view, hand, action)
    return _why_no_set(view, action.cards) or _why_keep_more_cards(view, len(hand) - 3)


def _why_no_set(view: View, cards: Sequence[Card]) -> str:
    """Return why `cards` are no set; "" if they are one."""
    ranks = list(dict.fromkeys(card.rank for card in sorted(cards, key=card_sort_key) if card.rank != "2"))
    if len(ranks) > 1:
        return f"A set has one rank, and you have chosen {english_list(map(rank_word, ranks))}."
    if cards and not ranks:
        more = (
            "" if set_ranks_of_team(view, _team_of_view(view)) else ", and your team has none yet that they could join"
        )
        return f"No set is made of twos alone{more}."
    if ranks and len(cards) < 3:
        more = "two more" if len(cards) == 1 else "one more"
        return f"A set begins with three cards: {more}, of rank {rank_word(ranks[0])} or twos."
    if len(cards) != 3:
        return "A set is three cards of one rank, where twos may stand for one or two of them, but not for all three."
    return ""


def _team_of_view(view: View) -> int:
    """Return the number of the team to which the seat of a view belongs."""
    assert view.seat is not None
    return team_of(view.seat, view.options)


def _why_not_add(view: View, hand: tuple[Card, ...], action: Action) -> str:
    """Return why the seat on turn may not add the card of `action` to a set."""
    card = action.cards[0] if action.cards else None
    rank = str(action[3]) if len(action) == 4 else card.rank if card is not None else ""
    if card is None or (len(action) == 2 and rank == "2"):
        return "Say which of your team's sets the 2 goes to, as in: add 2♣ to K."
    if card.rank not in ("2", rank):
        return f"{card} belongs to the set of its own rank; only a 2 goes into any."
    if rank not in RANKS or not set_ranks_of_team(view, _team_of_view(view)) >> RANKS.index(rank) & 1:
        return f"Your team has no set of rank {rank} yet; a set begins with three cards."
    return _why_keep_more_cards(view, len(hand) - 1)


def _why_keep_more_cards(view: View, cards_left: int) -> str:
    """Return why a seat must keep more than `cards_left` cards in its hand: it needs enough to discard one at the end
    of its turn."""
    if cards_left < 1:
        return "That would leave you nothing to discard."
    asked = view.facts["asked"]
    if asked == NOT_ASKED_YET:
        return "That would leave you one card to go out with: ask your partners first."
    if asked == ANSWER_NO:
        return "That would leave you one card to go out with, and a partner has said no this turn."
    assert asked in (ANSWER_YES, ANSWERS_PENDING)
    return "That is not possible now."
