"""The levels of play in Queen Bees II: easy takes each trick it can, normal estimates chances, hard uses imagined
matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.game import (
    DecisionWork,
    Game,
    Level,
    level_of_bot,
    level_of_bot_with_temperaments,
    level_with_temperaments,
)
from core.engine.memory import Memory
from core.engine.temperament import Temperament
from core.engine.view import View
from core.queen_bees_ii.bot import decision_doubt_of_steady_bot, play_as_steady, temperament_bonus_of_play
from core.queen_bees_ii.legal import legal, trumps_in_view
from core.queen_bees_ii.match import QueenBeesMatch
from core.trick_taking import SUIT_BY_CARD
from core.trick_taking.lookahead import Lookahead


def play_as_greedy(view: View) -> Action:
    """Return the action of the bot ``greedy``: the lowest card that takes the trick so far, else the lowest; it leads
    the highest."""
    choices, trick, strengths_by_suit_led = legal(view), view.cards("trick"), trumps_in_view(view).strengths_by_suit_led
    if not trick:
        return max(choices, key=lambda action: strengths_by_suit_led[SUIT_BY_CARD[action.cards[0]]][action.cards[0]])
    power = strengths_by_suit_led[SUIT_BY_CARD[trick[0]]]
    highest = max(power[card] for card in trick)
    taking = [action for action in choices if power[action.cards[0]] > highest]
    if taking:
        return min(taking, key=lambda action: power[action.cards[0]])
    return min(choices, key=lambda action: strengths_by_suit_led[SUIT_BY_CARD[action.cards[0]]][action.cards[0]])


def make_hard_level_decider(temperament: Temperament) -> Callable[[Game, View, Memory], DecisionWork]:
    """Return the function that works out the decisions of the level hard for bots of this temperament.

    It decides for the play after which imagined matches bring the most tricks.
    """
    lookahead = BEES_LOOKAHEAD._replace(
        usual_bot=partial(play_as_steady, temperament=temperament),
        temperament_bonus=partial(temperament_bonus_of_play, temperament=temperament),
    )

    def think(game: Game, view: View, memory: Memory) -> DecisionWork:
        """Work out the play of the view's seat; yields after pieces of work and returns the action."""
        return lookahead.think(game, view, memory, legal(view))

    return think


# The policy in imagined matches


def _choose_policy_play(match: QueenBeesMatch, seat: int) -> Action:
    """Return the cheapest card that takes the trick for certain, where all hands are known, else the lowest."""
    choices, trick, strengths_by_suit_led = match.choices[seat], match.trick, match.strengths_by_suit_led
    if not trick:
        return _choose_policy_lead(match, seat, choices)
    power = strengths_by_suit_led[SUIT_BY_CARD[trick[0]]]
    highest = max([power[card] for card in trick])
    for player in match.orders[seat][1 : match.circle_size - len(trick)]:
        highest = max(highest, _strength_of_best_reply(match, player, trick[0], power))
    best, lowest, least, cheapest = None, choices[0], 256, 256
    for action in choices:
        card: Card = action[1]  # type: ignore[assignment]
        strength = power[card]
        if highest < strength < cheapest:
            best, cheapest = action, strength
        strength = strengths_by_suit_led[SUIT_BY_CARD[card]][card]
        if strength < least:
            lowest, least = action, strength
    return best or lowest


def _choose_policy_lead(match: QueenBeesMatch, seat: int, choices: tuple[Action, ...]) -> Action:
    """Return the lead of a plain card that nobody can beat.

    If there is none, of a trump that nobody can beat, else of the lowest card.
    """
    strengths_by_suit_led, trump = match.strengths_by_suit_led, match.trumps.is_trump_by_card
    others = match.orders[seat][1:]
    lowest, least = choices[0], 256
    tops: dict[tuple[int, int], tuple[int, Action]] = {}
    for action in choices:
        card: Card = action[1]  # type: ignore[assignment]
        suit = SUIT_BY_CARD[card]
        strength = strengths_by_suit_led[suit][card]
        if strength < least:
            lowest, least = action, strength
        kind = trump[card], suit
        if kind not in tops or strength > tops[kind][0]:
            tops[kind] = strength, action
    for (_, suit), (strength, action) in sorted(tops.items()):
        card = action[1]  # type: ignore[assignment]
        power = strengths_by_suit_led[suit]
        if all(_strength_of_best_reply(match, player, card, power) < strength for player in others):
            return action
    return lowest


def _strength_of_best_reply(match: QueenBeesMatch, player: int, led_card: Card, strengths: bytes) -> int:
    """Return the strength of the strongest card that a player may play where `led_card` was led."""
    suit, hand = SUIT_BY_CARD[led_card], match.hands[player]
    if not match.trumps.is_trump_by_card[led_card] and match.hand_masks[player][suit]:
        return max([strengths[card] for card in hand if SUIT_BY_CARD[card] == suit])
    return max([strengths[card] for card in hand])


MAX_BEES_IMAGINED_MATCHES: Final = 40
"""Maximum number of imagined matches for a decision."""
MAX_BEES_LOOKAHEAD_ACTIONS: Final = 8000
"""The approximate number of actions that may be played in the imagined matches of a decision.

One player of this level among three of the level *normal* won 63.1 ± 2.9 % of 1,056 matches, and 59.1 ± 2.9 % of 1,140
with half as many imagined matches and actions, which takes half the time; on 400 deals played with both numbers, 67.0
and 60.0 %.
"""

BEES_LOOKAHEAD: Final = Lookahead(
    QueenBeesMatch,
    play_as_steady,
    _choose_policy_play,
    QueenBeesMatch.score,
    min_deviations=0.0,
    max_matches=MAX_BEES_IMAGINED_MATCHES,
    max_actions=MAX_BEES_LOOKAHEAD_ACTIONS,
)
"""How the level hard of Queen Bees II decides by lookahead."""

QUEEN_BEES_LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": level_of_bot(play_as_greedy),
        "normal": level_of_bot_with_temperaments(play_as_steady, decision_doubt_of_steady_bot),
        "hard": level_with_temperaments(
            lambda one: Level(
                make_hard_level_decider(one), doubt=partial(decision_doubt_of_steady_bot, temperament=one)
            )
        ),
    }
)
"""Maps the name of each level of play to the level, in Queen Bees II."""
