"""The levels of play in Queen's Dungeon: easy takes each trick it can, normal values cards, hard uses imagined
matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.cards import SUITS, Card
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
from core.queens_dungeon.bot import decision_doubt_of_warden_bot, play_as_warden, temperament_bonus_of_play
from core.queens_dungeon.follow_suit import (
    HEIGHT_BY_RANK,
    QUEEN_SET,
    QUEENS_INDEX,
    STRENGTHS_BY_TRUMP_AND_SUIT_LED,
    masks_of_hand,
    plays_to_follow,
)
from core.queens_dungeon.layout import PLAY_PHASE
from core.queens_dungeon.legal import legal, view_without_honour
from core.queens_dungeon.match import QueensDungeonMatch
from core.queens_dungeon.scores import QUEEN_POINTS, TRICK_POINTS
from core.trick_taking import DEALER_FACT, SUIT_BY_CARD
from core.trick_taking.lookahead import Lookahead

DUNGEON_LOSS_POINTS: Final = 170
"""The estimated cost of the dungeon in points, forfeited points of the hand included."""

GIVEN_QUEEN_LOSS_POINTS: Final = 8
"""The estimated cost in points of a Queen in a trick that another player takes, in addition to her own points."""

MATCH_WIN_POINTS: Final = 400
"""The points that are added to the worth of a choice if it wins the match at the end of the hand, and subtracted if it
loses it."""


def play_as_greedy(view: View) -> Action:
    """Return the action of the bot ``greedy``: the lowest card that takes the trick so far, else the lowest; it leads
    the highest.

    A trick with two Queens is not taken with a third. In all other decisions it acts as the bot `warden`.
    """
    choices = [action for action in legal(view) if action.verb == "play"]
    if not choices:
        return play_as_warden(view)
    strengths_by_suit_led, trick = (
        STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index(str(view.facts["trump"]))],
        view.cards("trick"),
    )
    if not trick:
        return max(choices, key=lambda action: HEIGHT_BY_RANK[action.cards[0] % 13])
    hand = view.cards(f"hand/{view.seat}")
    right = plays_to_follow(hand, masks_of_hand(hand), SUIT_BY_CARD[trick[0]], bool(view.facts["challenge"]))
    choices = [action for action in choices if action in right]
    power = strengths_by_suit_led[SUIT_BY_CARD[trick[0]]]
    highest = max(power[card] for card in trick)
    taking = [action for action in choices if power[action.cards[0]] > highest]
    if taking and sum(card in QUEEN_SET for card in trick) < 2:
        return min(taking, key=lambda action: power[action.cards[0]])
    losing = [action for action in choices if action not in taking] or choices
    return min(losing, key=lambda action: HEIGHT_BY_RANK[action.cards[0] % 13])


def make_hard_level_decider(temperament: Temperament) -> Callable[[Game, View, Memory], DecisionWork]:
    """Return the function that works out the decisions of the level hard for bots of this temperament.

    It decides for the play or new trump after which the seat's lead is greatest at the end of imagined hands. In the
    honour mode, where players can break the rules, the bot plays by them and imagines that everybody does. Other
    decisions it makes as the bot `warden`.
    """
    lookahead = DUNGEON_LOOKAHEAD._replace(
        usual_bot=partial(play_as_warden, temperament=temperament),
        temperament_bonus=partial(_temperament_bonus_of_choice, temperament=temperament),
    )

    def think(game: Game, view: View, memory: Memory) -> DecisionWork:
        """Work out the decision of the view's seat; yields after pieces of work and returns the action."""
        if view.facts["phase"] not in (PLAY_PHASE, "change"):
            return play_as_warden(view, temperament)
        view = view_without_honour(view)
        return (yield from lookahead.think(game, view, memory, legal(view)))

    return think


def _temperament_bonus_of_choice(view: View, action: Action, temperament: Temperament) -> float:
    """Return what a temperament adds to the worth of a choice, in points times the number of seats."""
    return view.seats * temperament_bonus_of_play(view, action, temperament)


# The policy in imagined matches


def _value_of_keeping(card: Card, trump: int) -> int:
    """Return the points that a card in the hand may bring later."""
    height = HEIGHT_BY_RANK[card % 13]
    if SUIT_BY_CARD[card] == trump:
        return 26 if card in QUEEN_SET else 8 + height
    return 10 if card in QUEEN_SET else (0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 4, 5)[height]


_KEEPING_VALUE_BY_TRUMP_AND_CARD: Final = tuple(
    tuple(_value_of_keeping(card, trump) for card in map(Card, range(52))) for trump in range(4)
)
"""The points that a card in the hand may bring later: ``[trump][card]``."""

_IS_QUEEN_BYTE_BY_CARD: Final = bytes(card in QUEEN_SET for card in map(Card, range(52)))
"""For each card 1 if it is a Queen, else 0."""


def _choose_policy_play(match: QueensDungeonMatch, seat: int) -> Action:
    """Return the play that gains most in this trick, less what keeping its card would be worth; all hands are known
    here."""
    choices = match.choices[seat]
    if choices[0][0] == "trump":
        suits = match.hand_masks[seat]
        return max(choices, key=lambda action: suits[SUITS.index(str(action[1]))].bit_count())
    trick, strengths_by_suit_led, kept = (
        match.trick,
        match.strengths_by_suit_led,
        _KEEPING_VALUE_BY_TRUMP_AND_CARD[match.trump],
    )
    taught_later = match.orders[seat][1 : match.circle_size - len(trick)]
    share = max(1, match.seats - 1)
    takes = TRICK_POINTS + _worth_for_quota(match, seat)
    queens_laid = sum([_IS_QUEEN_BYTE_BY_CARD[card] for card in trick])
    highest_by_suit: dict[int, int] = {}
    best, most = choices[0], -10_000
    for action in choices:
        if action[0] != "play":
            continue  # the Queen's Challenge is not called in thought
        card: Card = action[1]  # type: ignore[assignment]
        suit = SUIT_BY_CARD[trick[0] if trick else card]
        power = strengths_by_suit_led[suit]
        if suit not in highest_by_suit:
            laid = max([power[other] for other in trick], default=0)
            highest_by_suit[suit] = max(
                [_strength_of_best_reply(match, player, suit, power) for player in taught_later] + [laid]
            )
        queens = queens_laid + _IS_QUEEN_BYTE_BY_CARD[card]
        if power[card] > highest_by_suit[suit]:
            gain = takes + QUEEN_POINTS * queens if queens < 3 else -DUNGEON_LOSS_POINTS
        else:
            lost = TRICK_POINTS + QUEEN_POINTS * queens if queens < 3 else -DUNGEON_LOSS_POINTS
            gain = -lost // share - GIVEN_QUEEN_LOSS_POINTS * _IS_QUEEN_BYTE_BY_CARD[card]
        if gain - kept[card] > most:
            best, most = action, gain - kept[card]
    return best


def _worth_for_quota(match: QueensDungeonMatch, seat: int) -> int:
    """Return the points that one more trick is worth to a dealer for the quota (RULINGS 5.4)."""
    if match.facts[DEALER_FACT] != seat:
        return 0
    layout, left = match.layout, len(match.hands[seat])
    needed = match.number_in_fact(layout.quota.layout_index) - match.number_in_fact(layout.tricks[seat].layout_index)
    return 12 + 30 * needed // (left + 1) if 0 < needed <= left else 0


def _strength_of_best_reply(match: QueensDungeonMatch, player: int, suit: int, strengths: bytes) -> int:
    """Return the strength of the strongest card with which a player would follow; 0 for the dummy."""
    if player >= match.seats:
        return 0
    hand, masks = match.hands[player], match.hand_masks[player]
    if masks[suit] or masks[QUEENS_INDEX] >> suit & 1:
        return max([strengths[card] for card in hand if SUIT_BY_CARD[card] == suit])
    return max([strengths[card] for card in hand])


def _lead_worth(match: QueensDungeonMatch, seat: int) -> int:
    """Return a seat's lead over the mean score, times the number of seats; if the match is over, with
    `MATCH_WIN_POINTS`."""
    scores = [match.score(other) for other in range(match.seats)]
    ahead = match.seats * scores[seat] - sum(scores)
    if not match.over:
        return ahead
    return ahead + match.seats * (MATCH_WIN_POINTS if scores[seat] == max(scores) else -MATCH_WIN_POINTS)


DUNGEON_LOOKAHEAD: Final = Lookahead(
    QueensDungeonMatch,
    play_as_warden,
    _choose_policy_play,
    _lead_worth,
    min_deviations=1.0,
    usual_bot_finishes_trick=True,
)
"""How the level hard of Queen's Dungeon decides by lookahead.

The policy, which sees all hands, lays no second Queen on a trick that another player takes, so a third never comes: by
it alone a bot would lead Queens as if nobody could send it to the dungeon.
"""

DUNGEON_LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": level_of_bot(play_as_greedy),
        "normal": level_of_bot_with_temperaments(play_as_warden, decision_doubt_of_warden_bot),
        "hard": level_with_temperaments(
            lambda one: Level(
                make_hard_level_decider(one), doubt=partial(decision_doubt_of_warden_bot, temperament=one)
            )
        ),
    }
)
"""Maps the name of each level of play to the level, in Queen's Dungeon."""
