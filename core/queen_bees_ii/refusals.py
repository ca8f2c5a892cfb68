"""The reasons why an action of Queen Bees II is refused, each one sentence for the player who tried it."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.action import Action
from core.engine.view import View
from core.queen_bees_ii.legal import trumps_in_view
from core.trick_taking import PLAY_BY_CARD


def why_not(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return why the seat of `view`, which has these `choices`, may not do `action`.

    Returns "" where the sentence common to all games fits (`RuleSet.refusal`), such as "It is not your turn."
    """
    if action not in PLAY_BY_CARD:
        return "All you can do is play a card, as in play Q♠."
    if not choices:
        return ""
    hand = view.cards(f"hand/{view.seat}")
    if action.cards[0] not in hand:
        return f"You do not hold {action.cards[0]}."
    led = view.cards("trick")[0]
    trump = trumps_in_view(view).is_trump_by_card
    if trump[led] and any(trump[card] for card in hand):
        return f"A trump is led, {led}: play a trump, since you hold one."
    return f"{led} is led: follow suit, since you can."
