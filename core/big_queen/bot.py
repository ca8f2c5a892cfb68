"""The bots of Big Queen; they decide by the view of their seat only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from core.big_queen.hand_value import (
    counts_without,
    last_discard,
    meld_of_most_points,
    melds_with_twos,
    points_of_count,
    prospect,
)
from core.big_queen.layout import BIG_QUEEN, NATURALS, NOT_ASKED, POINTS, TARGETS, TEAM_OF_SEAT, TEAMS, WAITING, YES
from core.big_queen.legal import ASK, DEAL, DRAW, SAY_NO, SAY_YES, TAKE_FREELY, legal, sets_of
from core.big_queen.melds import (
    ADDS,
    DISCARD,
    DISCARD_ANNOUNCE,
    NUMBER_OF_CARDS,
    ONE_CARD,
    WILD_ADDS,
    cards_of_count,
    counts_of,
    ways_to_take,
)
from core.engine.action import Action, Actions
from core.engine.cards import RANKS, Card
from core.engine.game import Bot
from core.engine.temperament import PLAIN, Temperament
from core.engine.view import View

USUAL_CARD_VALUE: Final = 10
"""The estimated points of a card in another player's hand."""

DRAWN_CARD_VALUE: Final = 12
"""The estimated value of an unknown card of the stock."""

NEARLY_OUT_CARDS: Final = 3
"""An opponent with this number of cards or fewer may end the round at any moment."""

TWOS_KEPT: Final = 2
"""The number of twos that are kept for later sets while no opponent is nearly out."""

TAKING_BONUS: Final = 8
"""The points by which a bold bot values a take higher."""

CAREFUL_TAKING_PENALTY: Final = 2
"""The points by which a careful bot values a take lower; with 8 a careful team of the level *hard* won only 45 %."""

QUEEN_TAKING_BONUS: Final = 12
"""The points by which a bot that loves Queens values a take higher for each Queen in it."""

QUEEN_KEEPING_BONUS: Final = 15
"""The points by which a bot that loves Queens values keeping a Queen higher."""

POINT_KEEPING_BONUS: Final = 0.5
"""The points by which a bold bot values keeping each point of a card higher, and a careful one lower."""

MAX_POINTS_KEPT: Final = 20
"""A card of more points than this gets no `POINT_KEEPING_BONUS`: for the Queen of spades it would be too much."""

ENDING_MARGIN_POINTS: Final = 60
"""The points by which its team must be better off if a bold bot is to end a round, or may be worse off if a careful one
does."""


class BigQueenBotView:
    """A view of Big Queen with the counts and points that the bot derives from it, and the bot's temperament.

    `held` is the number of cards in the seat's hand, `counts` its cards by rank (`core.big_queen.melds`); `sets` and
    `their_sets` are the ranks of both teams' sets, bit r for rank r; `asked` is the fact of that name; `others` is the
    number of cards that each other seat holds.
    """

    __slots__ = ("asked", "counts", "held", "others", "seat", "sets", "team", "temperament", "their_sets", "view")

    def __init__(self, view: View, temperament: Temperament = PLAIN) -> None:
        assert view.seat is not None
        self.view = view
        self.temperament = temperament
        self.seat = view.seat
        self.team = TEAM_OF_SEAT[view.seat]
        hand = view.cards(f"hand/{view.seat}")
        self.held = len(hand)
        self.counts = counts_of(hand)
        self.sets = sets_of(view, self.team)
        self.their_sets = sets_of(view, 1 - self.team)
        self.asked = view.facts["asked"]
        self.others = {seat: view.count(f"hand/{seat}") for seat in range(view.seats) if seat != view.seat}

    def cards_held(self, team: int) -> int:
        """Return the number of cards that a team holds, those of the seat of this view left out."""
        return sum(many for seat, many in self.others.items() if TEAM_OF_SEAT[seat] == team)

    @property
    def opponent_nearly_out(self) -> bool:
        """Whether an opponent holds `NEARLY_OUT_CARDS` cards or fewer, and so may go out soon."""
        return min(many for seat, many in self.others.items() if TEAM_OF_SEAT[seat] != self.team) <= NEARLY_OUT_CARDS

    def points_laid(self, team: int) -> int:
        """Return the points in a team's play area."""
        ranks = (f"meld/{TEAMS[team]}/{RANKS[rank]}" for rank in NATURALS)
        return sum(POINTS[card] for name in ranks for card in self.view.cards(name))

    def score(self, team: int) -> int:
        """Return a team's score."""
        score = self.view.facts[f"score/{TEAMS[team]}"]
        assert isinstance(score, int)
        return score

    @property
    def target(self) -> int:
        """The points that end the match."""
        target = self.view.options["target"]
        assert isinstance(target, int)
        return target or TARGETS[self.view.seats]


class BotStyle(NamedTuple):
    """The decisions in which bots of Big Queen differ, as functions; they make all other decisions alike."""

    draw_or_take: Callable[[BigQueenBotView, Actions], Action]
    """Returns the first action of a turn, one of the legal ones: the draw, or a take."""
    is_worth_laying: Callable[[BigQueenBotView, list[int], int, int, Card | None], bool]
    """Returns whether a hand, given as counts, should lay a set of a rank now, with this number of twos. The card is
    the last discard of a seat that goes out, None for another seat."""
    value_of_keeping: Callable[[BigQueenBotView, Card], float]
    """Returns the value of keeping a card of the hand; the card of the lowest value is discarded."""


def teammate(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return the action of the bot `teammate`, which plays for its team.

    It lays sets, takes cards of the discard pile that gain points, keeps twos for pairs, and goes out when that helps
    the team.
    """
    return act_in_style(view, TEAMMATE_STYLE, temperament)


def act_in_style(view: View, style: BotStyle, temperament: Temperament) -> Action:
    """Return the action of a bot that decides by a `BotStyle` and has a temperament, for the seat of a view.

    The seat must have something to decide.
    """
    choices = legal(view)
    seen = BigQueenBotView(view, temperament)
    if SAY_YES in choices:
        return SAY_YES if _may_go_out(seen) else SAY_NO
    if DEAL in choices:
        return DEAL
    if seen.view.facts["turn"] != seen.seat or seen.asked == WAITING:
        return announce_or_catch(view) or choices[0]
    return style.draw_or_take(seen, choices) if view.facts["phase"] == "draw" else _lay_or_discard(seen, style)


def announce_or_catch(view: View) -> Action | None:
    """Return an announcement or a catch that the seat may make out of turn, or None; it never catches a partner.

    See RULINGS 4.4.
    """
    assert view.seat is not None
    for action in legal(view):
        if action[0] == "announce" or (
            action[0] == "catch" and TEAM_OF_SEAT[_seat_of_catch(action)] != TEAM_OF_SEAT[view.seat]
        ):
            return action
    return None


def _seat_of_catch(action: Action) -> int:
    """Return the seat that a `catch` names."""
    seat = action[1]
    assert isinstance(seat, int)
    return seat


# Drawing or taking


def _draw_or_take(seen: BigQueenBotView, choices: tuple[Action, ...]) -> Action:
    """Return the take of the highest value, or the draw if no take is worth more than an unknown card of the stock.

    A first upcard that is free is taken if it is a two or the hand has its rank.
    """
    best, most = DRAW, _hand_value(seen, seen.counts, seen.sets) + DRAWN_CARD_VALUE
    pile = seen.view.cards("discard")
    if TAKE_FREELY in choices and (pile[0].rank == "2" or NUMBER_OF_CARDS[seen.counts[pile[0] % 13]]):
        return TAKE_FREELY
    least = 1 if seen.asked == YES else 2
    for place in range(len(pile), 0, -1):
        chosen = pile[place - 1]
        rank = chosen % 13
        if not rank or seen.held - 2 + len(pile) - place < least:
            continue
        takes = ways_to_take(place, rank, seen.counts[rank], seen.counts[0])
        if not takes:
            continue
        # Naturals come before twos in the order of actions, so the first saves most twos.
        take = takes[0]
        hand = counts_without(seen.counts, take.cards)
        for card in pile[place:]:
            hand[card % 13] += ONE_CARD[card]
        gained = sum(POINTS[card] for card in (chosen, *take.cards))
        value = gained + _hand_value(seen, hand, seen.sets | 1 << rank) + bonus_of_take(seen, pile[place - 1 :], take)
        if value > most:
            best, most = take, value
    return best


def bonus_of_take(seen: BigQueenBotView, cards: tuple[Card, ...], take: Action) -> int:
    """Return the points that the bot's temperament adds to the value of a take.

    `cards` are the cards that the take brings from the discard pile, the chosen card first.
    """
    boldness = seen.temperament.boldness
    queens = sum(card % 13 == BIG_QUEEN % 13 for card in (*cards, *take.cards))
    bonus = (TAKING_BONUS if boldness > 0 else CAREFUL_TAKING_PENALTY) * boldness
    return bonus + QUEEN_TAKING_BONUS * seen.temperament.fondness * queens


def bonus_of_keeping(seen: BigQueenBotView, card: Card) -> float:
    """Return the points that the bot's temperament adds to the value of keeping a card."""
    bonus = POINT_KEEPING_BONUS * min(POINTS[card], MAX_POINTS_KEPT) * seen.temperament.boldness
    return bonus + (QUEEN_KEEPING_BONUS * seen.temperament.fondness if card % 13 == BIG_QUEEN % 13 else 0)


def _hand_value(seen: BigQueenBotView, counts: list[int], sets: int) -> int:
    """Return the value of a hand: the points that it can lay, less a part of the points left in it.

    `counts` is the hand as counts by rank; `sets` are the ranks of the team's sets, bit r for rank r.
    """
    laid, left, _ = prospect(counts, sets)
    return laid - (left * 3 // 4 if seen.opponent_nearly_out else left // 4)


# Laying


def _lay_or_discard(seen: BigQueenBotView, style: BotStyle) -> Action:
    """Return the next action after the draw: ask, lay cards or, when nothing is left to lay, discard."""
    last = last_discard(seen.counts, seen.sets)
    if last is not None and seen.held > 1:
        if seen.asked == NOT_ASKED and _round_should_end_now(seen, last):
            return ASK
        if seen.asked == YES:
            return _next_lay(seen, style, last, seen.held - 1) or _choose_discard(seen, style, last)
    last = last if seen.held == 1 else None
    return _next_lay(seen, style, None, seen.held - 2) or _choose_discard(seen, style, last)


def _next_lay(seen: BigQueenBotView, style: BotStyle, last: Card | None, spare: int) -> Action | None:
    """Return the next meld or addition, or None; it takes at most `spare` cards out of the hand.

    `last` is the card to discard at the end by a seat that is going out, and stays in the hand; None for another seat.
    """
    counts = seen.counts if last is None else counts_without(seen.counts, (last,))
    twos = NUMBER_OF_CARDS[counts[0]]
    if spare < 1:
        return None
    adding = [rank for rank in NATURALS if counts[rank] and seen.sets >> rank & 1]
    if adding:
        rank = max(adding, key=lambda rank: max(POINTS[card] for card in cards_of_count(rank, counts[rank])))
        return max(ADDS[rank][counts[rank]], key=lambda add: POINTS[add.cards[0]])
    if spare >= 3:
        for wild in (0, 1, 2):
            melds = [
                meld_of_most_points(found)
                for rank in NATURALS
                if wild <= twos
                and (found := melds_with_twos(counts, rank, wild))
                and wild >= 3 - NUMBER_OF_CARDS[counts[rank]]
                and style.is_worth_laying(seen, counts, rank, wild, last)
            ]
            if melds:
                return meld_of_most_points(melds)
    keep = 0 if last is not None or seen.opponent_nearly_out else TWOS_KEPT
    if twos > keep and seen.sets:
        return WILD_ADDS[max(NATURALS, key=lambda rank: seen.sets >> rank & 1)][counts[0]][0]
    return None


def _is_worth_laying(seen: BigQueenBotView, counts: list[int], rank: int, wild: int, last: Card | None) -> bool:
    """Whether a hand, given as `counts` by rank, should lay a set of `rank` with `wild` twos now.

    A set with two twos is laid only for 100 points, when an opponent is nearly out, or when this seat goes out (`last`
    is its last discard, else None).
    """
    return wild < 2 or last is not None or seen.opponent_nearly_out or points_of_count(rank, counts[rank]) >= 100


# Going out


def _round_should_end_now(seen: BigQueenBotView, last: Card) -> bool:
    """Whether it helps the team if this seat goes out now."""
    rest = counts_without(seen.counts, (last,))
    gain = sum(points_of_count(rank, rest[rank]) for rank in range(13))
    return _ending_serves_team(seen, seen.points_laid(seen.team) + gain - USUAL_CARD_VALUE * seen.cards_held(seen.team))


def _ending_serves_team(seen: BigQueenBotView, ours: int) -> bool:
    """Whether the round should end now with `ours` points for the team, by an estimate of the other team's points."""
    theirs = seen.points_laid(1 - seen.team) - USUAL_CARD_VALUE * seen.cards_held(1 - seen.team)
    total, their_total = seen.score(seen.team) + ours, seen.score(1 - seen.team) + theirs
    if max(total, their_total) >= seen.target:
        return total > their_total
    return seen.opponent_nearly_out or ours >= theirs - 40 + ENDING_MARGIN_POINTS * seen.temperament.boldness


def _may_go_out(seen: BigQueenBotView) -> bool:
    """Whether to answer yes to the partner who asks to go out: if the end of the round serves the team.

    The answer is no while this hand has many points to lay and no opponent is nearly out.
    """
    laid, left, _ = prospect(seen.counts, seen.sets)
    asker = seen.view.facts["turn"]
    assert isinstance(asker, int)
    others = seen.cards_held(seen.team) - seen.others[asker]
    ours = (
        seen.points_laid(seen.team)
        + USUAL_CARD_VALUE * (seen.others[asker] - 1)
        - laid
        - left
        - USUAL_CARD_VALUE * others
    )
    if 2 * laid > 120 + 4 * seen.cards_held(1 - seen.team) and not seen.opponent_nearly_out:
        return False
    return _ending_serves_team(seen, ours)


# Discarding


def _choose_discard(seen: BigQueenBotView, style: BotStyle, last: Card | None) -> Action:
    """Return the discard of the card `last`; if that is None, of the card that has the lowest value for this hand.

    A discard that leaves one card announces it.
    """
    card = last
    if card is None:
        held = (card for rank in (*NATURALS, 0) for card in dict.fromkeys(cards_of_count(rank, seen.counts[rank])))
        card = min(held, key=lambda card: style.value_of_keeping(seen, card) + bonus_of_keeping(seen, card))
    return (DISCARD_ANNOUNCE if seen.held == 2 else DISCARD)[card]


def _value_of_keeping(seen: BigQueenBotView, card: Card) -> int:
    """Return the value of keeping a card in this hand; it has no unit and serves only to compare cards.

    It is high for twos, for pairs and, before the end, for the Queen of spades.
    """
    rank = card % 13
    danger = POINTS[card] if seen.opponent_nearly_out else POINTS[card] // 5
    if not rank:
        return 60 - danger
    company = NUMBER_OF_CARDS[seen.counts[rank]] - 1
    value = 14 * company + (30 if seen.sets >> rank & 1 else 0)
    if seen.their_sets >> rank & 1:
        value -= 4
    if card == BIG_QUEEN and not seen.opponent_nearly_out:
        value += 60
    return value - danger


TEAMMATE_STYLE: Final = BotStyle(_draw_or_take, _is_worth_laying, _value_of_keeping)
"""The style of the bot `teammate`."""

BIG_QUEEN_BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"teammate": teammate})
"""The bots that play Big Queen, best first."""
