"""Moments of matches that pictures show, and a search for seeded matches in which such a moment comes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from core import Action, Card, Change, Match, Remark, games
from core.big_queen import BIG_QUEEN
from core.engine.cards import RANKS
from core.engine.piles import Moved

SEAT_COUNT: Final = 4
"""The number of seats of a match of Mad Queens in a picture."""

MIN_PLAY_OF_MOMENT: Final = 4
"""Number of the first play from which a moment may be taken; in earlier plays the table is nearly empty."""

MomentCondition: TypeAlias = Callable[[Match, tuple[Change, ...]], bool]
"""A function of a match and its last changes that returns whether the match is at a certain moment.

The picture shows seat 0's board.
"""


@dataclass(frozen=True, slots=True)
class FoundMoment:
    """A moment of a match: the seed of the match, and the actions of seat 0 up to the moment.

    The last of them leads to the moment.
    """

    seed: str
    actions: tuple[Action, ...]


@cache
def find_mad_queens_moment(condition: MomentCondition) -> FoundMoment:
    """Return the first moment, over seeded matches of Mad Queens played by bots, at which an action of seat 0 meets the
    condition. Plays before `MIN_PLAY_OF_MOMENT` do not count. Raise `LookupError` if there is none in 1,999 matches.
    """
    return find_moment_after_own_action(
        "mad-queens",
        SEAT_COUNT,
        lambda match, changes: _fact_number(match, "play") >= MIN_PLAY_OF_MOMENT and condition(match, changes),
    )


@cache
def find_moment_after_own_action(slug: str, seats: int, condition: MomentCondition) -> FoundMoment:
    """Return the first moment, over seeded matches of a game played by bots, at which an action of seat 0 meets the
    condition. Raise `LookupError` if there is none in 1,999 matches.
    """
    game = games[slug]
    bot = next(iter(game.bots.values()))
    for seed in range(1, 2000):
        match = game.start(seats, str(seed))
        mine: list[Action] = []
        while not match.over:
            others = sorted(match.waiting - {0})
            seat = others[0] if others else 0
            action = bot(match.view(seat))
            changes = match.act(seat, action)
            if seat == 0:
                mine.append(action)
                if condition(match, changes):
                    return FoundMoment(str(seed), tuple(mine))
    raise LookupError("no seeded match shows what is wanted")


@cache
def find_moment_at_own_turn(slug: str, seats: int, condition: MomentCondition) -> FoundMoment:
    """Return the first moment, over seeded matches of a game played by bots, at which a turn of seat 0 begins and the
    condition is met. `condition` is given all changes since the last action of seat 0. Raise `LookupError` if there is
    none in 2,000 matches.
    """
    game = games[slug]
    bot = next(iter(game.bots.values()))
    for seed in range(1, 2000):
        match = game.start(seats, str(seed))
        mine: list[Action] = []
        since: list[Change] = []
        while not match.over:
            others = sorted(match.waiting - {0})
            seat = others[0] if others else 0
            if seat == 0:
                if mine and condition(match, tuple(since)):
                    return FoundMoment(str(seed), tuple(mine))
                since.clear()
            action = bot(match.view(seat))
            since += match.act(seat, action)
            if seat == 0:
                mine.append(action)
    raise LookupError("no seeded match shows what is wanted")


def _fact_number(match: Match, name: str) -> int:
    """Return the value of a fact of a match that is a number."""
    return int(str(match.view(0).facts[name]))


def remark_of_seat_0(key: str, changes: tuple[Change, ...]) -> Remark | None:
    """Return the first remark with this key about seat 0 among these changes; None if there is none."""
    for change in changes:
        if isinstance(change, Remark) and change.key == key and change.seat == 0:
            return change
    return None


def is_row_in_progress(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 has a row of three cards or more, a bank of four or more, and a card in it that counts double.

    Plays before `MIN_PLAY_OF_MOMENT` do not count.
    """
    view = match.view(0)
    return (
        len(view.cards("shown/0")) >= 3
        and len(view.cards("bank/0")) >= 4
        and view.facts["doubled/0"] != 0
        and view.facts["status/0"] == "playing"
        and _fact_number(match, "play") >= MIN_PLAY_OF_MOMENT
    )


def is_row_caught(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 has lost a row of three or more by a catch."""
    caught = remark_of_seat_0("caught", changes)
    return caught is not None and isinstance(caught.particulars[2], int) and caught.particulars[2] >= 3


def queen_takes_bank_cards(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether a Queen has taken three or more cards from the bank of seat 0, in which others are left."""
    price = remark_of_seat_0("price", changes)
    return price is not None and int(str(price.particulars[1])) >= 3 and bool(match.view(0).cards("bank/0"))


def heart_counts_double(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether a heart in the bank of seat 0 has begun to count double."""
    exact = remark_of_seat_0("exact", changes)
    return exact is not None and exact.particulars[1] == 4


def play_ends_with_banking_of_seat_0(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 has banked its row, which has ended the play and changed the banned cards."""
    over = any(isinstance(change, Remark) and change.key == "play" for change in changes)
    replaced = any(isinstance(change, Remark) and change.key == "now banned" for change in changes)
    return over and replaced and remark_of_seat_0("banked", changes) is not None


def is_classic_turn_in_progress(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0, in Mad Queens Classic, has a row, a bank, and a card that is banned for it alone."""
    view = match.view(0)
    return len(view.cards("shown/0")) >= 3 and len(view.cards("bank/0")) >= 4 and bool(view.cards("temp/0"))


def must_follow_suit_in_later_hand(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0, in a hand after the first, is one of the last two to play to a trick and must choose between some
    of its cards, because others do not follow suit.
    """
    view = match.view(0)
    plays, held = len(match.legal(0)), len(view.cards("hand/0"))
    behind = match.seats - 1 - len(view.cards("trick"))
    trumps = view.facts.get("trump") or view.facts.get("trumps")
    return bool(trumps) and behind <= 1 and 2 <= plays < held and _fact_number(match, "hand") >= 2 and held >= 4


def seat_goes_to_dungeon(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether a player with more than 90 points goes to the dungeon."""
    return any(
        isinstance(change, Remark) and change.key == "dungeon" and int(str(change.particulars[1])) > 90
        for change in changes
    )


def may_take_several_discards(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 may take a card of the discard pile together with the cards above it, at a time when both teams
    have laid many cards.
    """
    view = match.view(0)
    laid = [sum(view.count(f"meld/{team}/{rank}") > 0 for rank in RANKS[1:]) for team in "AB"]
    depths = [view.count("discard") - int(action[1]) for action in match.legal(0) if action.verb == "take"]
    return _fact_number(match, "round") >= 2 and min(laid) >= 4 and max(depths, default=0) >= 2


def queen_of_spades_is_laid(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether the Queen of spades has been laid for team A, in the second round or later."""
    laid = any(
        isinstance(change, Moved) and change.target.name == "meld/A/Q" and BIG_QUEEN in moved_cards(change)
        for change in changes
    )
    return laid and _fact_number(match, "round") >= 2


def moved_cards(change: Moved) -> tuple[Card, ...]:
    """Return the cards that a change has moved; empty if they are hidden."""
    return change.cards if isinstance(change.cards, tuple) else ()
