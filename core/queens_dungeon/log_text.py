"""The log sentences of Queen's Dungeon: each remark as one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.english import SUIT_WORDS, count, seat_name, unknown_remark
from core.engine.piles import Remark
from core.queens_dungeon.scores import QUEEN_POINTS, QUOTA_MADE_POINTS, TRICK_POINTS


def sentence(remark: Remark) -> str:
    """Return a remark as a sentence without the name of its seat; raises `ValueError` for an unknown remark."""
    return _deal_sentence(remark) or _trick_sentence(remark) or _score_sentence(remark) or _honour_mode_sentence(remark)


def _deal_sentence(remark: Remark) -> str:
    """Return the sentence of a remark about the deal, or "" for another remark."""
    match remark.key, remark.particulars:
        case "cut", (card,):
            return f"Cut {card} for the deal."
        case "deals first", _:
            return "Cut the highest card: first to deal."
        case "calls", (str(suit),):
            return f"{SUIT_WORDS[suit].capitalize()} are trump, named before a card is dealt."
        case "keeps", (0,):
            return "The hand is kept as dealt."
        case "keeps", (int(swapped),):
            return f"{count(swapped, 'card')} swapped."
        case "exchanges", (int(quota),):
            return f"The spare hand is taken unseen: {count(quota, 'trick')} needed now."
    return ""


def _trick_sentence(remark: Remark) -> str:
    """Return the sentence of a remark about a trick or trump, or "" for another remark."""
    match remark.key, remark.particulars:
        case "trick", (card,):
            return f"{card} takes the trick."
        case "broken", (str(suit),):
            return f"Trumps are broken: {SUIT_WORDS[suit]} may be led."
        case "broken", ():
            return "Trumps are broken, and stay so when the suit changes."
        case "challenge", _:
            return "The Queen's Challenge: all who hold a Queen must play one."
        case "two queens", _:
            return "Took two Queens in one trick, so the dealer must change trump."
        case "changes", (str(suit),):
            return f"Trump changes to {SUIT_WORDS[suit]}."
    return ""


def _score_sentence(remark: Remark) -> str:
    """Return the sentence of a remark about scores, or "" for another remark."""
    match remark.key, remark.particulars:
        case "dungeon", (3, int(score), int(new)):
            return f"To the dungeon with three Queens: from {score} to {new} points, and nothing more from this hand."
        case "dungeon", (4, int(score), int(new)):
            return f"All four Queens, and the key is thrown away: from {score} to {new} points."
        case "dealer made", (int(tricks), int(quota), 0):  # in the dungeon (QD-16)
            return f"Took {count(tricks, 'trick')}, needed {quota}, and loses nothing more."
        case "dealer made", (int(tricks), int(quota), int(points)):
            taken = _tricks_and_queens(tricks, (points - QUOTA_MADE_POINTS - TRICK_POINTS * tricks) // QUEEN_POINTS)
            return f"{taken}, and {QUOTA_MADE_POINTS} for the quota of {quota}: {points} points."
        case "dealer missed", (int(tricks), int(quota), int(points)):
            taken = f"only {tricks}" if tricks else "none"
            return f"Took {taken} of the {count(quota, 'trick')} needed: {points} points."
        case "dealer made" | "dealer missed", (int(tricks), int(quota), int(points), int(uncounted)):
            lost = f"{count(uncounted, 'trick')} that {'does' if uncounted == 1 else 'do'} not count"
            only = "only " if remark.key == "dealer missed" else ""
            has = f"the dealer has {only}{tricks - uncounted} and needed {quota}"
            return f"Without {lost}, {has}: {points} points."
        case "earned", (int(tricks), int(queens), int(points)):
            return f"{_tricks_and_queens(tricks, queens)}: {points} points."
        case "forfeits", _:
            return "In the dungeon: no points this hand."
        case "time", _:
            return "Time is up: this hand is the last."
        case "shared lead", (int(score),):
            return f"A tie at the top, {count(score, 'point')} each: one more hand."
        case "wins", (int(score),):
            return f"The match is won with {count(score, 'point')}."
        case "wins", (int(score), _):
            return f"The match is won with the partner opposite: {count(score, 'point')}."
    return ""


def _tricks_and_queens(tricks: int, queens: int) -> str:
    """Return what somebody has taken in a hand: ``6 tricks and 1 Queen``, ``no trick``."""
    with_queens = f" and {count(queens, 'Queen')}" if queens else ""
    return f"{count(tricks, 'trick')}{with_queens}"


def _honour_mode_sentence(remark: Remark) -> str:
    """Return the sentence of a remark about wrong cards; `ValueError` for another remark."""
    match remark.key, remark.particulars:
        case "takes back", (Card() as card,):
            return f"{card} is taken back."
        case "owns up", (Card() as card, int(points)):
            return f"Owned up to {card}, a wrong card: {points} points, and play goes back to it."
        case "tries", _:
            return "There is nothing to own up to."
        case "accuses", (int(other),):
            return f"Seat {other + 1} is accused of a wrong card."
        case "unfounded", (int(other),):
            return f"The accusation against seat {other + 1} has come to nothing."
        case "reneged", (int(score), int(new)):
            return f"A wrong card is found out: from {score} to {new} points, and nothing more from this hand."
    raise unknown_remark(remark.key)


def deed(action: Action, names: Sequence[str]) -> str:
    """Return what a seat does by an action, as in ``plays 7♣``; `names` are the names of all seats."""
    match action.verb, action.cards:
        case "play", (card,):
            return f"plays {card}"
        case "swap", (card, leftover):
            return f"swaps {card} for {leftover}"
        case "trump", _:
            return f"names {SUIT_WORDS[str(action[1])]} as trump"
        case "accuse", _:
            return f"accuses {seat_name(action[1], names)}"
    return _DUNGEON_DEED_BY_VERB[action.verb]


_DUNGEON_DEED_BY_VERB: Final = {
    "keep": "keeps the hand",
    "exchange": "takes the spare hand",
    "challenge": "calls the Queen's Challenge",
    "take-back": "takes a wrong card back",
    "own-up": "owns up to a wrong card",
    "time": "ends the time to take a card back",
}
"""Maps the verb of an action without further words to what a seat does by it: ``keeps the hand``."""
