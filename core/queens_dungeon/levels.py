"""The levels of play in Queen's Dungeon: a child's greed, the bot that values cards, and one that thinks ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.cards import SUITS, Card
from core.engine.game import Game, Level, Thought, level_by_temperament, level_of, level_with_temperaments
from core.engine.memory import Memory
from core.engine.temperament import Temperament
from core.engine.view import View
from core.queens_dungeon.bot import bonus_of_play, doubt_of_warden, warden
from core.queens_dungeon.follow_suit import POWERS, QUEEN_SET, QUEENS_INDEX, RANK_HEIGHT, masks_of_hand, plays_to_follow
from core.queens_dungeon.layout import PLAY_PHASE
from core.queens_dungeon.legal import legal
from core.queens_dungeon.match import QueensDungeonMatch
from core.queens_dungeon.scoring import QUEEN_POINTS, TRICK_POINTS
from core.trick_taking import DEALER_FACT, SUIT_BY_CARD
from core.trick_taking.lookahead import Lookahead

DUNGEON_LOSS: Final = 170
"""The estimated cost of the dungeon in points, forfeited points of the hand included."""

QUEEN_GIVEN_LOSS: Final = 8
"""The estimated cost in points of a Queen in a trick that another takes, besides her points."""

WIN_WORTH: Final = 400
"""The points that a match won at the end of a hand adds to the worth of a choice, and that a lost one takes off."""


def greedy(view: View) -> Action:
    """Return the play of the lowest card that takes the trick so far, else of the lowest card; lead the highest.

    A trick with two Queens is not taken with a third. All other decisions are those of `warden`.
    """
    choices = [action for action in legal(view) if action.verb == "play"]
    if not choices:
        return warden(view)
    powers, trick = POWERS[SUITS.index(str(view.facts["trump"]))], view.cards("trick")
    if not trick:
        return max(choices, key=lambda action: RANK_HEIGHT[action.cards[0] % 13])
    hand = view.cards(f"hand/{view.seat}")
    right = plays_to_follow(hand, masks_of_hand(hand), SUIT_BY_CARD[trick[0]], bool(view.facts["challenge"]))
    choices = [action for action in choices if action in right]
    power = powers[SUIT_BY_CARD[trick[0]]]
    highest = max(power[card] for card in trick)
    taking = [action for action in choices if power[action.cards[0]] > highest]
    if taking and sum(card in QUEEN_SET for card in trick) < 2:
        return min(taking, key=lambda action: power[action.cards[0]])
    losing = [action for action in choices if action not in taking] or choices
    return min(losing, key=lambda action: RANK_HEIGHT[action.cards[0] % 13])


def think_ahead(temperament: Temperament) -> Callable[[Game, View, Memory], Thought]:
    """Return for a temperament the function `Level.think`.

    Its thoughts lead to the play or new trump after which the seat's lead is greatest at the end of imagined hands. In
    the honour mode the bot plays right, and thinks as if everybody did. Other decisions are those of `warden`.
    """
    lookahead = DUNGEON_LOOKAHEAD._replace(
        usual=partial(warden, temperament=temperament), bonus=partial(_bonus_in_lead, temperament=temperament)
    )

    def think(game: Game, view: View, memory: Memory) -> Thought:
        """Return the thought about the decision of the view's seat."""
        if view.facts["phase"] not in (PLAY_PHASE, "change"):
            return warden(view, temperament)
        if view.options["reneging"] == "honour":
            view = replace(view, options=MappingProxyType({**view.options, "reneging": "refuse"}))
        return (yield from lookahead.think(game, view, memory, legal(view)))

    return think


def _bonus_in_lead(view: View, action: Action, temperament: Temperament) -> float:
    """Return what a temperament adds to the worth of a choice, in points times the number of seats."""
    return view.seats * bonus_of_play(view, action, temperament)


# The policy in imagined matches


def _value_of_keeping(card: Card, trump: int) -> int:
    """Return the points that a card in the hand may bring later."""
    height = RANK_HEIGHT[card % 13]
    if SUIT_BY_CARD[card] == trump:
        return 26 if card in QUEEN_SET else 8 + height
    return 10 if card in QUEEN_SET else (0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 4, 5)[height]


_KEPT: Final = tuple(tuple(_value_of_keeping(card, trump) for card in map(Card, range(52))) for trump in range(4))
"""``_KEPT[trump][card]``: the points that a card in the hand may bring later."""

_QUEENS_BY_CARD: Final = bytes(card in QUEEN_SET for card in map(Card, range(52)))
"""For each card 1 if it is a Queen, else 0."""


def _play_open(match: QueensDungeonMatch, seat: int) -> Action:
    """Return the play that gains most in this trick, less what keeping its card would be worth.

    All hands are known here.
    """
    choices = match.choices[seat]
    if choices[0][0] == "trump":
        suits = match.masks[seat]
        return max(choices, key=lambda action: suits[SUITS.index(str(action[1]))].bit_count())
    trick, powers, kept = match.trick, match.powers, _KEPT[match.trump]
    to_come = match.orders[seat][1 : match.circle_size - len(trick)]
    share = max(1, match.seats - 1)
    takes = TRICK_POINTS + _worth_for_quota(match, seat)
    queens_laid = sum([_QUEENS_BY_CARD[card] for card in trick])
    highest_by_suit: dict[int, int] = {}
    best, most = choices[0], -10_000
    for action in choices:
        if action[0] != "play":
            continue  # the Queen's Challenge is not called in thought
        card: Card = action[1]  # type: ignore[assignment]
        suit = SUIT_BY_CARD[trick[0] if trick else card]
        power = powers[suit]
        if suit not in highest_by_suit:
            laid = max([power[other] for other in trick], default=0)
            highest_by_suit[suit] = max([_highest_reply(match, player, suit, power) for player in to_come] + [laid])
        queens = queens_laid + _QUEENS_BY_CARD[card]
        if power[card] > highest_by_suit[suit]:
            gain = takes + QUEEN_POINTS * queens if queens < 3 else -DUNGEON_LOSS
        else:
            lost = TRICK_POINTS + QUEEN_POINTS * queens if queens < 3 else -DUNGEON_LOSS
            gain = -lost // share - QUEEN_GIVEN_LOSS * _QUEENS_BY_CARD[card]
        if gain - kept[card] > most:
            best, most = action, gain - kept[card]
    return best


def _worth_for_quota(match: QueensDungeonMatch, seat: int) -> int:
    """Return the points that one more trick is worth to a dealer for the quota (RULINGS 5.4)."""
    if match.facts[DEALER_FACT] != seat:
        return 0
    layout, left = match.layout, len(match.hands[seat])
    needed = match.fact_number(layout.quota.index) - match.fact_number(layout.tricks[seat].index)
    return 12 + 30 * needed // (left + 1) if 0 < needed <= left else 0


def _highest_reply(match: QueensDungeonMatch, player: int, suit: int, power: bytes) -> int:
    """Return the strength of the strongest card with which a player would follow; 0 for the dummy."""
    if player >= match.seats:
        return 0
    hand, masks = match.hands[player], match.masks[player]
    if masks[suit] or masks[QUEENS_INDEX] >> suit & 1:
        return max([power[card] for card in hand if SUIT_BY_CARD[card] == suit])
    return max([power[card] for card in hand])


def _worth(match: QueensDungeonMatch, seat: int) -> int:
    """Return a seat's lead over the mean score, times the number of seats; if the match is over, with `WIN_WORTH`."""
    scores = [match.score(other) for other in range(match.seats)]
    ahead = match.seats * scores[seat] - sum(scores)
    if not match.over:
        return ahead
    return ahead + match.seats * (WIN_WORTH if scores[seat] == max(scores) else -WIN_WORTH)


DUNGEON_LOOKAHEAD: Final = Lookahead(QueensDungeonMatch, warden, _play_open, _worth, caution=1.0)
"""How the level hard of Queen's Dungeon thinks ahead."""

DUNGEON_LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": level_of(greedy),
        "normal": level_by_temperament(warden, doubt_of_warden),
        "hard": level_with_temperaments(
            lambda one: Level(think_ahead(one), doubt=partial(doubt_of_warden, temperament=one))
        ),
    }
)
"""The levels of play in Queen's Dungeon, by name."""
