"""The bot `teammate` of Big Queen, and the decisions in which other bots differ from it; bots decide by the view of
their seat only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from core.big_queen.hand_value import (
    cheapest_last_discard,
    counts_without_cards,
    laying_outcome_of_hand,
    meld_of_most_points,
    melds_with_twos,
    points_of_count,
)
from core.big_queen.layout import (
    ANSWER_YES,
    ANSWERS_PENDING,
    BIG_QUEEN,
    NATURAL_RANKS,
    NOT_ASKED_YET,
    POINTS_BY_CARD,
    TARGET_BY_SEATS,
    TEAM_NAMES,
    TEAM_OF_SEAT,
)
from core.big_queen.legal import (
    ASK_ACTION,
    DEAL_ACTION,
    DRAW_ACTION,
    SAY_NO_ACTION,
    SAY_YES_ACTION,
    TAKE_FREE_UPCARD_ACTION,
    legal,
    set_ranks_of_team,
)
from core.big_queen.melds import (
    ADDITIONS_BY_RANK,
    ANNOUNCED_DISCARD_BY_CARD,
    COUNT_OF_ONE_CARD,
    DISCARD_ACTION_BY_CARD,
    NUMBER_OF_CARDS_BY_COUNT,
    TWO_ADDITIONS_BY_RANK,
    cards_of_count,
    counts_by_rank,
    ways_to_take,
)
from core.engine.action import Action, Actions
from core.engine.cards import RANKS, Card
from core.engine.game import Bot
from core.engine.temperament import PLAIN, Temperament
from core.engine.view import View

HELD_CARD_POINTS: Final = 10
"""The estimated points of each card in another player's hand."""

DRAWN_CARD_POINTS: Final = 12
"""The estimated value, in points, of an unknown card of the stock."""

MAX_CARDS_TO_BE_NEARLY_OUT: Final = 3
"""A player who holds at most this number of cards is *nearly out*: the player may end the round at any moment."""

MAX_TWOS_KEPT: Final = 2
"""Maximum number of twos that are kept for later sets while no opponent is nearly out (may end the round soon)."""

BOLD_TAKING_BONUS: Final = 8
"""Number of points that a bold bot adds to the value of taking cards from the discard pile."""

CAREFUL_TAKING_PENALTY: Final = 2
"""Number of points that a careful bot subtracts from the value of taking cards from the discard pile. If it subtracted
8, a careful team of the level *hard* won only 45 % of its matches."""

QUEEN_TAKING_BONUS: Final = 12
"""Number of points that a bot that loves Queens adds to the value of taking cards from the discard pile, for each Queen
among them."""

QUEEN_KEEPING_BONUS: Final = 15
"""Number of points that a bot that loves Queens adds to the value of keeping a Queen."""

KEEPING_BONUS_PER_POINT: Final = 0.5
"""Number of points that a bold bot adds to the value of keeping a card, and a careful one subtracts, for each point of
the card."""

MAX_POINTS_FOR_KEEPING_BONUS: Final = 20
"""`KEEPING_BONUS_PER_POINT` is added for at most this number of points of a card; more would be too much for the Queen
of spades, which has 100."""

ENDING_MARGIN_POINTS: Final = 60
"""A bold bot, which hopes for more, ends a round only if its team is ahead by this number of points; a careful one ends
it even if the team is behind by up to this number."""


class BigQueenBotView:
    """A view of Big Queen with the counts and points that the bot derives from it, and the bot's temperament.

    `hand_size` is the number of cards in the seat's hand, `counts` its cards by rank (`core.big_queen.melds`); `sets`
    and `their_sets` are the ranks of both teams' sets, bit r for rank r; `permission_answer` is the value of the fact
    `asked` (whether the partners have let the seat end the round); `others` is the number of cards that each other seat
    holds.
    """

    __slots__ = (
        "counts",
        "hand_size",
        "others",
        "permission_answer",
        "seat",
        "sets",
        "team",
        "temperament",
        "their_sets",
        "view",
    )

    def __init__(self, view: View, temperament: Temperament = PLAIN) -> None:
        assert view.seat is not None
        self.view = view
        self.temperament = temperament
        self.seat = view.seat
        self.team = TEAM_OF_SEAT[view.seat]
        hand = view.cards(f"hand/{view.seat}")
        self.hand_size = len(hand)
        self.counts = counts_by_rank(hand)
        self.sets = set_ranks_of_team(view, self.team)
        self.their_sets = set_ranks_of_team(view, 1 - self.team)
        self.permission_answer = view.facts["asked"]
        self.others = {seat: view.count(f"hand/{seat}") for seat in range(view.seats) if seat != view.seat}

    def cards_held(self, team: int) -> int:
        """Return the number of cards that the seats of a team hold, without the seat of this view."""
        return sum(many for seat, many in self.others.items() if TEAM_OF_SEAT[seat] == team)

    @property
    def is_opponent_nearly_out(self) -> bool:
        """Whether an opponent holds `MAX_CARDS_TO_BE_NEARLY_OUT` cards or fewer, and so may go out soon."""
        return (
            min(many for seat, many in self.others.items() if TEAM_OF_SEAT[seat] != self.team)
            <= MAX_CARDS_TO_BE_NEARLY_OUT
        )

    def points_laid(self, team: int) -> int:
        """Return the points of the cards that a team has laid in this round."""
        ranks = (f"meld/{TEAM_NAMES[team]}/{RANKS[rank]}" for rank in NATURAL_RANKS)
        return sum(POINTS_BY_CARD[card] for name in ranks for card in self.view.cards(name))

    def score(self, team: int) -> int:
        """Return a team's score in the match."""
        score = self.view.facts[f"score/{TEAM_NAMES[team]}"]
        assert isinstance(score, int)
        return score

    @property
    def target_score(self) -> int:
        """The points that end the match."""
        target = self.view.options["target"]
        assert isinstance(target, int)
        return target or TARGET_BY_SEATS[self.view.seats]


class BotStyle(NamedTuple):
    """The decisions in which the bots of Big Queen differ, as functions; they make all other decisions alike."""

    choose_draw_or_take: Callable[[BigQueenBotView, Actions], Action]
    """Returns the first action of a turn, chosen from the legal ones: to draw from the stock, or to take from the
    discard pile."""
    is_worth_laying: Callable[[BigQueenBotView, list[int], int, int, Card | None], bool]
    """Returns whether a hand, given as counts, should lay a set of a rank now, with this number of twos. The card is
    the last discard of a seat that is ending the round in this turn; None for another seat."""
    value_of_keeping: Callable[[BigQueenBotView, Card], float]
    """Returns the value of keeping a card of the hand; the card of the lowest value is discarded."""


def play_as_teammate(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return the action of the bot `teammate`, which plays for its team.

    It lays sets, takes cards of the discard pile that gain points, keeps twos for pairs, and goes out when that helps
    the team.
    """
    return choose_action_in_style(view, TEAMMATE_STYLE, temperament)


def choose_action_in_style(view: View, style: BotStyle, temperament: Temperament) -> Action:
    """Return the action that a bot with this style and temperament chooses for the seat of a view.

    The seat must have something to decide.
    """
    choices = legal(view)
    seen = BigQueenBotView(view, temperament)
    if SAY_YES_ACTION in choices:
        return SAY_YES_ACTION if _permits_going_out(seen) else SAY_NO_ACTION
    if DEAL_ACTION in choices:
        return DEAL_ACTION
    if seen.view.facts["turn"] != seen.seat or seen.permission_answer == ANSWERS_PENDING:
        return announcement_or_catch(view) or choices[0]
    return (
        style.choose_draw_or_take(seen, choices)
        if view.facts["phase"] == "draw"
        else _choose_lay_or_discard(seen, style)
    )


def announcement_or_catch(view: View) -> Action | None:
    """Return an announcement or a catch that the seat may make out of turn, None if it may make neither.

    It never catches a partner (RULINGS 4.4).
    """
    assert view.seat is not None
    for action in legal(view):
        if action[0] == "announce" or (
            action[0] == "catch" and TEAM_OF_SEAT[_seat_of_catch(action)] != TEAM_OF_SEAT[view.seat]
        ):
            return action
    return None


def _seat_of_catch(action: Action) -> int:
    """Return the seat that the action ``catch SEAT`` names."""
    seat = action[1]
    assert isinstance(seat, int)
    return seat


# Drawing or taking


def _choose_draw_or_take(bot_view: BigQueenBotView, choices: tuple[Action, ...]) -> Action:
    """Return the action that takes the most valuable cards from the discard pile, or the draw if none is worth more
    than an unknown card of the stock.

    The round's first open card, where it may be taken without a pair, is taken if it is a two or the hand has its rank.
    """
    best, most = DRAW_ACTION, _hand_value(bot_view, bot_view.counts, bot_view.sets) + DRAWN_CARD_POINTS
    pile = bot_view.view.cards("discard")
    if TAKE_FREE_UPCARD_ACTION in choices and (
        pile[0].rank == "2" or NUMBER_OF_CARDS_BY_COUNT[bot_view.counts[pile[0] % 13]]
    ):
        return TAKE_FREE_UPCARD_ACTION
    least = 1 if bot_view.permission_answer == ANSWER_YES else 2
    for place in range(len(pile), 0, -1):
        chosen = pile[place - 1]
        rank = chosen % 13
        if not rank or bot_view.hand_size - 2 + len(pile) - place < least:
            continue
        takes = ways_to_take(place, rank, bot_view.counts[rank], bot_view.counts[0])
        if not takes:
            continue
        # Naturals come before twos in the order of actions, so the first saves most twos.
        take = takes[0]
        hand = counts_without_cards(bot_view.counts, take.cards)
        for card in pile[place:]:
            hand[card % 13] += COUNT_OF_ONE_CARD[card]
        gained = sum(POINTS_BY_CARD[card] for card in (chosen, *take.cards))
        value = (
            gained
            + _hand_value(bot_view, hand, bot_view.sets | 1 << rank)
            + temperament_bonus_of_take(bot_view, pile[place - 1 :], take)
        )
        if value > most:
            best, most = take, value
    return best


def temperament_bonus_of_take(bot_view: BigQueenBotView, cards: tuple[Card, ...], take: Action) -> int:
    """Return the points that the bot's temperament adds to the value of a take.

    `cards` are the cards that the take moves from the discard pile, the chosen card first.
    """
    boldness = bot_view.temperament.boldness
    queens = sum(card % 13 == BIG_QUEEN % 13 for card in (*cards, *take.cards))
    bonus = (BOLD_TAKING_BONUS if boldness > 0 else CAREFUL_TAKING_PENALTY) * boldness
    return bonus + QUEEN_TAKING_BONUS * bot_view.temperament.queen_fondness * queens


def temperament_bonus_of_keeping(bot_view: BigQueenBotView, card: Card) -> float:
    """Return the points that the bot's temperament adds to the value of keeping a card."""
    bonus = (
        KEEPING_BONUS_PER_POINT
        * min(POINTS_BY_CARD[card], MAX_POINTS_FOR_KEEPING_BONUS)
        * bot_view.temperament.boldness
    )
    return bonus + (QUEEN_KEEPING_BONUS * bot_view.temperament.queen_fondness if card % 13 == BIG_QUEEN % 13 else 0)


def _hand_value(bot_view: BigQueenBotView, counts: list[int], set_ranks: int) -> int:
    """Return the value of a hand: the points that it can lay, less a share of the points that stay in it.

    `counts` is the hand as counts by rank; `set_ranks` are the ranks of the team's sets, bit r for rank r.
    """
    laid, left, _ = laying_outcome_of_hand(counts, set_ranks)
    return laid - (left * 3 // 4 if bot_view.is_opponent_nearly_out else left // 4)


# Laying


def _choose_lay_or_discard(bot_view: BigQueenBotView, style: BotStyle) -> Action:
    """Return the next action after the draw: ask the partners for permission to end the round, lay cards or, when
    nothing is left to lay, discard."""
    last_card = cheapest_last_discard(bot_view.counts, bot_view.sets)
    if last_card is not None and bot_view.hand_size > 1:
        if bot_view.permission_answer == NOT_ASKED_YET and _should_end_round_now(bot_view, last_card):
            return ASK_ACTION
        if bot_view.permission_answer == ANSWER_YES:
            return _choose_meld_or_addition(bot_view, style, last_card, bot_view.hand_size - 1) or _choose_discard(
                bot_view, style, last_card
            )
    last_card = last_card if bot_view.hand_size == 1 else None
    return _choose_meld_or_addition(bot_view, style, None, bot_view.hand_size - 2) or _choose_discard(
        bot_view, style, last_card
    )


def _choose_meld_or_addition(
    bot_view: BigQueenBotView, style: BotStyle, last_card: Card | None, max_cards: int
) -> Action | None:
    """Return the next meld or addition, None if nothing more is to be laid; it takes at most `max_cards` cards out of
    the hand.

    `last_card` is the card to discard at the end by a seat that is going out, and stays in the hand; None for another
    seat.
    """
    counts = bot_view.counts if last_card is None else counts_without_cards(bot_view.counts, (last_card,))
    twos = NUMBER_OF_CARDS_BY_COUNT[counts[0]]
    if max_cards < 1:
        return None
    adding = [rank for rank in NATURAL_RANKS if counts[rank] and bot_view.sets >> rank & 1]
    if adding:
        rank = max(adding, key=lambda rank: max(POINTS_BY_CARD[card] for card in cards_of_count(rank, counts[rank])))
        return max(ADDITIONS_BY_RANK[rank][counts[rank]], key=lambda add: POINTS_BY_CARD[add.cards[0]])
    if max_cards >= 3:
        for wild in (0, 1, 2):
            melds = [
                meld_of_most_points(found)
                for rank in NATURAL_RANKS
                if wild <= twos
                and (found := melds_with_twos(counts, rank, wild))
                and wild >= 3 - NUMBER_OF_CARDS_BY_COUNT[counts[rank]]
                and style.is_worth_laying(bot_view, counts, rank, wild, last_card)
            ]
            if melds:
                return meld_of_most_points(melds)
    keep = 0 if last_card is not None or bot_view.is_opponent_nearly_out else MAX_TWOS_KEPT
    if twos > keep and bot_view.sets:
        return TWO_ADDITIONS_BY_RANK[max(NATURAL_RANKS, key=lambda rank: bot_view.sets >> rank & 1)][counts[0]][0]
    return None


def _is_worth_laying(
    bot_view: BigQueenBotView, counts: list[int], rank: int, two_count: int, last_card: Card | None
) -> bool:
    """Return whether a hand, given as `counts` by rank, should lay a set of `rank` with `two_count` twos now.

    A set with two twos is laid only for 100 points, when an opponent is nearly out, or when this seat goes out
    (`last_card` is its last discard, else None).
    """
    return (
        two_count < 2
        or last_card is not None
        or bot_view.is_opponent_nearly_out
        or points_of_count(rank, counts[rank]) >= 100
    )


# Going out


def _should_end_round_now(bot_view: BigQueenBotView, last_card: Card) -> bool:
    """Return whether it helps the team if this seat ends the round now by discarding its last card."""
    rest = counts_without_cards(bot_view.counts, (last_card,))
    gain = sum(points_of_count(rank, rest[rank]) for rank in range(13))
    return _is_ending_good_for_team(
        bot_view,
        bot_view.points_laid(bot_view.team) + gain - HELD_CARD_POINTS * bot_view.cards_held(bot_view.team),
    )


def _is_ending_good_for_team(bot_view: BigQueenBotView, own_points: int) -> bool:
    """Return whether it is good for the team, which now has `own_points` points in the round, to end it now.

    The points of the other team are estimated.
    """
    theirs = bot_view.points_laid(1 - bot_view.team) - HELD_CARD_POINTS * bot_view.cards_held(1 - bot_view.team)
    total, their_total = bot_view.score(bot_view.team) + own_points, bot_view.score(1 - bot_view.team) + theirs
    if max(total, their_total) >= bot_view.target_score:
        return total > their_total
    return (
        bot_view.is_opponent_nearly_out
        or own_points >= theirs - 40 + ENDING_MARGIN_POINTS * bot_view.temperament.boldness
    )


def _permits_going_out(bot_view: BigQueenBotView) -> bool:
    """Return whether to answer yes to the partner who asks to go out (to end the round by discarding its last card): if
    it is good for the team to end the round.

    The answer is no while this hand has many points to lay and no opponent is nearly out.
    """
    laid, left, _ = laying_outcome_of_hand(bot_view.counts, bot_view.sets)
    asker = bot_view.view.facts["turn"]
    assert isinstance(asker, int)
    others = bot_view.cards_held(bot_view.team) - bot_view.others[asker]
    ours = (
        bot_view.points_laid(bot_view.team)
        + HELD_CARD_POINTS * (bot_view.others[asker] - 1)
        - laid
        - left
        - HELD_CARD_POINTS * others
    )
    if 2 * laid > 120 + 4 * bot_view.cards_held(1 - bot_view.team) and not bot_view.is_opponent_nearly_out:
        return False
    return _is_ending_good_for_team(bot_view, ours)


# Discarding


def _choose_discard(bot_view: BigQueenBotView, style: BotStyle, last_card: Card | None) -> Action:
    """Return the discard of the card `last_card`; if that is None, of the card that has the lowest value for this hand.

    A discard that leaves one card announces it.
    """
    card = last_card
    if card is None:
        held = (
            card for rank in (*NATURAL_RANKS, 0) for card in dict.fromkeys(cards_of_count(rank, bot_view.counts[rank]))
        )
        card = min(
            held, key=lambda card: style.value_of_keeping(bot_view, card) + temperament_bonus_of_keeping(bot_view, card)
        )
    return (ANNOUNCED_DISCARD_BY_CARD if bot_view.hand_size == 2 else DISCARD_ACTION_BY_CARD)[card]


def _value_of_keeping(bot_view: BigQueenBotView, card: Card) -> int:
    """Return the value of keeping a card in this hand; it has no unit and serves only to compare cards.

    It is high for twos, for pairs and, before the end, for the Queen of spades.
    """
    rank = card % 13
    danger = POINTS_BY_CARD[card] if bot_view.is_opponent_nearly_out else POINTS_BY_CARD[card] // 5
    if not rank:
        return 60 - danger
    company = NUMBER_OF_CARDS_BY_COUNT[bot_view.counts[rank]] - 1
    value = 14 * company + (30 if bot_view.sets >> rank & 1 else 0)
    if bot_view.their_sets >> rank & 1:
        value -= 4
    if card == BIG_QUEEN and not bot_view.is_opponent_nearly_out:
        value += 60
    return value - danger


TEAMMATE_STYLE: Final = BotStyle(_choose_draw_or_take, _is_worth_laying, _value_of_keeping)
"""How the bot `teammate` draws, lays and discards."""

BIG_QUEEN_BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"teammate": play_as_teammate})
"""The bots that play Big Queen, best first."""
