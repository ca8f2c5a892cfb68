"""The moments of matches that have pictures, and a search for seeded matches in which such a moment comes."""

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
"""The seats of a match of Mad Queens in a picture."""

MIN_PLAY_OF_MOMENT: Final = 4
"""Number of the first play from which a moment may be taken; in earlier ones the table is nearly empty."""

MomentCondition: TypeAlias = Callable[[Match, tuple[Change, ...]], bool]
"""Says whether a match, in which these changes came last, is at a certain moment. The picture shows seat 0's board."""


@dataclass(frozen=True, slots=True)
class FoundMoment:
    """A moment of a match: its seed, and the actions of seat 0 up to the moment, which comes with the last of them."""

    seed: str
    actions: tuple[Action, ...]


@cache
def find_moment(condition: MomentCondition) -> FoundMoment:
    """Return the first seeded match of Mad Queens, played by bots, in which an action of seat 0 meets the condition.

    Plays before `MIN_PLAY_OF_MOMENT` do not count. Raise `LookupError` if there is none in 1,999 matches.
    """
    return find_own_action(
        "mad-queens",
        SEAT_COUNT,
        lambda match, changes: _fact_number(match, "play") >= MIN_PLAY_OF_MOMENT and condition(match, changes),
    )


@cache
def find_own_action(slug: str, seats: int, condition: MomentCondition) -> FoundMoment:
    """Return the first seeded match of a game, played by bots, in which an action of seat 0 meets the condition.

    Raise `LookupError` if there is none in 1,999 matches.
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
def find_turn(slug: str, seats: int, condition: MomentCondition) -> FoundMoment:
    """Return the first seeded match of a game in which a turn of seat 0 begins at the moment wanted.

    `condition` is given all changes since the last action of seat 0. Raises `LookupError` if no match of 2000 has such
    a turn.
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
    """Return a fact of a match as a number."""
    return int(str(match.view(0).facts[name]))


def remark_of_seat_0(key: str, changes: tuple[Change, ...]) -> Remark | None:
    """Return the first remark with this key about seat 0 among these changes; None if there is none."""
    for change in changes:
        if isinstance(change, Remark) and change.key == key and change.seat == 0:
            return change
    return None


def row_in_progress(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 plays with a row of three or more, a bank of four or more, and a card that counts double.

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


def row_is_caught(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 has lost a row of three or more by a catch."""
    caught = remark_of_seat_0("caught", changes)
    return caught is not None and isinstance(caught.particulars[2], int) and caught.particulars[2] >= 3


def queen_takes_bank_cards(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether a Queen has taken three or more cards from the bank of seat 0, in which others are left."""
    price = remark_of_seat_0("price", changes)
    return price is not None and int(str(price.particulars[1])) >= 3 and bool(match.view(0).cards("bank/0"))


def heart_counts_double(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether a heart of seat 0 has begun to count double."""
    exact = remark_of_seat_0("exact", changes)
    return exact is not None and exact.particulars[1] == 4


def play_ends_with_our_banking(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 has banked, which ended the play, and the banned cards have changed."""
    over = any(isinstance(change, Remark) and change.key == "play" for change in changes)
    replaced = any(isinstance(change, Remark) and change.key == "now banned" for change in changes)
    return over and replaced and remark_of_seat_0("banked", changes) is not None


def classic_turn_in_progress(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 in Classic has a row, a bank, and a card that is banned for it alone."""
    view = match.view(0)
    return len(view.cards("shown/0")) >= 3 and len(view.cards("bank/0")) >= 4 and bool(view.cards("temp/0"))


def following_is_restricted(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 must follow suit with some of its cards, in a later hand, as one of the last in the trick."""
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


def take_brings_others_along(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether seat 0 can take a card of the discard pile together with others, when both teams have laid much."""
    view = match.view(0)
    laid = [sum(view.count(f"meld/{team}/{rank}") > 0 for rank in RANKS[1:]) for team in "AB"]
    depths = [view.count("discard") - int(action[1]) for action in match.legal(0) if action.verb == "take"]
    return _fact_number(match, "round") >= 2 and min(laid) >= 4 and max(depths, default=0) >= 2


def queen_of_spades_is_laid(match: Match, changes: tuple[Change, ...]) -> bool:
    """Whether the Queen of spades has been laid for team A, in the second round or later."""
    laid = any(
        isinstance(change, Moved) and change.target.name == "meld/A/Q" and BIG_QUEEN in cards_of(change)
        for change in changes
    )
    return laid and _fact_number(match, "round") >= 2


def cards_of(change: Moved) -> tuple[Card, ...]:
    """Return the cards that moved; empty if they are hidden."""
    return change.cards if isinstance(change.cards, tuple) else ()
