"""Moments worth a picture, and the seeded matches in which they come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from core import Action, Card, Change, Match, Remark, games
from core.big_queen import BIG_QUEEN
from core.engine.cards import RANKS
from core.engine.piles import Moved

SEATS: Final = 4
PLAYS_WANTED: Final = 4
"""A moment is taken from the play of this number or a later one, so that the table is not empty."""

Wanted: TypeAlias = Callable[[Match, tuple[Change, ...]], bool]
"""Whether a match, after these changes, shows what is wanted."""


@dataclass(frozen=True, slots=True)
class FoundMoment:
    """A match and how many of our actions lead to the moment wanted; the last of them makes it happen."""

    seed: str
    actions: tuple[Action, ...]


@cache
def find(wanted: Wanted) -> FoundMoment:
    """Return the first seeded match, played by bots, in which an action of seat 0 leads to what is wanted."""
    game = games["mad-queens"]
    bot = next(iter(game.bots.values()))
    for seed in range(1, 2000):
        match = game.start(SEATS, str(seed))
        mine: list[Action] = []
        while not match.over:
            others = sorted(match.waiting - {0})
            seat = others[0] if others else 0
            action = bot(match.view(seat))
            changes = match.act(seat, action)
            if seat == 0:
                mine.append(action)
                if _number(match, "play") >= PLAYS_WANTED and wanted(match, changes):
                    return FoundMoment(str(seed), tuple(mine))
    raise LookupError("no seeded match shows what is wanted")


@cache
def find_round(slug: str, seats: int, wanted: Wanted) -> FoundMoment:
    """Return the first seeded match in which our action and the answers to it lead to what is wanted."""
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
                if mine and wanted(match, tuple(since)):
                    return FoundMoment(str(seed), tuple(mine))
                since.clear()
            action = bot(match.view(seat))
            since += match.act(seat, action)
            if seat == 0:
                mine.append(action)
    raise LookupError("no seeded match shows what is wanted")


def _number(match: Match, name: str) -> int:
    return int(str(match.view(0).facts[name]))


def remarked(key: str, changes: tuple[Change, ...]) -> Remark | None:
    """Return the remark with this key about seat 0, or None."""
    for change in changes:
        if isinstance(change, Remark) and change.key == key and change.seat == 0:
            return change
    return None


def row_in_progress(match: Match, changes: tuple[Change, ...]) -> bool:
    """A row of three or more, something in the bank, and a card of ours that counts double."""
    view = match.view(0)
    return (
        len(view.cards("shown/0")) >= 3
        and len(view.cards("bank/0")) >= 4
        and view.facts["doubled/0"] != 0
        and view.facts["status/0"] == "playing"
        and _number(match, "play") >= PLAYS_WANTED
    )


def row_is_caught(match: Match, changes: tuple[Change, ...]) -> bool:
    """Our row of three or more is lost, and others are still playing or the play goes on."""
    caught = remarked("caught", changes)
    return caught is not None and isinstance(caught.particulars[2], int) and caught.particulars[2] >= 3


def queen_takes_bank_cards(match: Match, changes: tuple[Change, ...]) -> bool:
    """A Queen takes three cards or more of our bank, which is not empty then."""
    price = remarked("price", changes)
    return price is not None and int(str(price.particulars[1])) >= 3 and bool(match.view(0).cards("bank/0"))


def heart_counts_double(match: Match, changes: tuple[Change, ...]) -> bool:
    """A heart of ours counts double."""
    exact = remarked("exact", changes)
    return exact is not None and exact.particulars[1] == 4


def play_ends_with_our_banking(match: Match, changes: tuple[Change, ...]) -> bool:
    """A play ends with our banking, and the banned cards change."""
    over = any(isinstance(change, Remark) and change.key == "play" for change in changes)
    replaced = any(isinstance(change, Remark) and change.key == "now banned" for change in changes)
    return over and replaced and remarked("banked", changes) is not None


def classic_turn_in_progress(match: Match, changes: tuple[Change, ...]) -> bool:
    """Our turn in Classic, with a row and a bank, and a card banned for us alone."""
    view = match.view(0)
    return len(view.cards("shown/0")) >= 3 and len(view.cards("bank/0")) >= 4 and bool(view.cards("temp/0"))


def following_is_restricted(match: Match, changes: tuple[Change, ...]) -> bool:
    """We are to follow where some of our cards may not, late enough for tricks and scores to differ."""
    view = match.view(0)
    plays, held = len(match.legal(0)), len(view.cards("hand/0"))
    behind = match.seats - 1 - len(view.cards("trick"))
    trumps = view.facts.get("trump") or view.facts.get("trumps")
    return bool(trumps) and behind <= 1 and 2 <= plays < held and _number(match, "hand") >= 2 and held >= 4


def seat_goes_to_dungeon(match: Match, changes: tuple[Change, ...]) -> bool:
    """Somebody goes to the dungeon who has something to lose."""
    return any(
        isinstance(change, Remark) and change.key == "dungeon" and int(str(change.particulars[1])) > 90
        for change in changes
    )


def take_brings_others_along(match: Match, changes: tuple[Change, ...]) -> bool:
    """We may take a card that brings others along, in a later round, when both teams have laid much."""
    view = match.view(0)
    laid = [sum(view.count(f"meld/{team}/{rank}") > 0 for rank in RANKS[1:]) for team in "AB"]
    depths = [view.count("discard") - int(action[1]) for action in match.legal(0) if action.verb == "take"]
    return _number(match, "round") >= 2 and min(laid) >= 4 and max(depths, default=0) >= 2


def queen_of_spades_is_laid(match: Match, changes: tuple[Change, ...]) -> bool:
    """The Queen of spades is laid, in a later round."""
    laid = any(
        isinstance(change, Moved) and change.target.name == "meld/A/Q" and BIG_QUEEN in cards_of(change)
        for change in changes
    )
    return laid and _number(match, "round") >= 2


def cards_of(change: Moved) -> tuple[Card, ...]:
    """Return the cards that moved, as far as they are known."""
    return change.cards if isinstance(change.cards, tuple) else ()
