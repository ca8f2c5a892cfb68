"""The log sentences of Big Queen: each remark as one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.english import count, english_list, rank_word, seat_name, unknown_remark
from core.engine.piles import Remark


def sentence(remark: Remark) -> str:
    """Return a remark as a sentence without the name of its seat; raises `ValueError` for an unknown remark."""
    match remark.key, remark.particulars:
        case "discarded", (card,):
            return f"{card} discarded."
        case "added", (Card() as card,):
            return f"{card} added to the {rank_word(card.rank)}s."
        case "added", (card, str(rank)):
            return f"{card} added to the {rank_word(rank)}s."
        case "melded", (tuple(cards),):
            return f"{english_list(cards)} laid."
        case "taken", (chosen, tuple(used), int(along)):
            more = f" {count(along, 'more card')} picked up." if along else ""
            return f"{chosen} taken from the discard pile and laid with {english_list(used)}.{more}"
        case "taken freely", (chosen,):
            return f"{chosen} taken: the first card turned up."
    return _table_sentence(remark) or _going_out_sentence(remark)


def _going_out_sentence(remark: Remark) -> str:
    """Return the sentence of a remark about announcing, catching or going out; `ValueError` for another."""
    match remark.key, remark.particulars:
        case "ask", _:
            return "May I go out?"
        case "answered", (answer,):
            return "Yes, go out." if answer == "yes" else "No, not yet."
        case "announced", _:
            return "One card left!"
        case "caught", (_, True):
            return "Caught with one card unannounced: one penalty card."
        case "caught", (_, False):
            return "Caught with one card unannounced, but the stock has no card to draw."
        case "out", _:
            return "Gone out: no card is left in the hand, and the round is over."
        case "blocked", _:
            return "No card is left to draw: the round is blocked, and nobody goes out."
    raise unknown_remark(remark.key)


def _table_sentence(remark: Remark) -> str:
    """Return the sentence of a remark about the whole table, or "" for another remark."""
    match remark.key, remark.particulars:
        case "deal", (int(number), int(roll), int(bonus)):
            luck = f" and win the team {bonus} points" if bonus else ": 44 or 45 would win 100 points"
            return f"Round {number} is dealt. The dice show {roll:02}{luck}."
        case "upcard", (Card() as card,):
            return f"{card} is turned up."
        case "reshuffled", (int(cards),):
            return f"The stock is used up: {count(cards, 'card')} from the discard pile become the new one."
        case "scored", (team, int(laid), int(held), int(score)):
            return (
                f"Team {team}: {laid} laid, {held} still in hand: {laid - held:+} this round,"
                f" {count(score, 'point')} in all."
            )
        case "scored", (team, 0, int(held), int(score), int(lying)):
            return (
                f"Team {team}: {lying} laid, which do not count, {held} still in hand: {-held:+} this round,"
                f" {count(score, 'point')} in all."
            )
        case "playoff", (int(score),):
            return f"Both teams have {count(score, 'point')}: another round decides."
        case "last round", (int(number),):
            return f"That was round {number}, the last one allowed."
        case "won", (team, int(score)):
            return f"Team {team} wins with {count(score, 'point')}."
    return ""


def deed(action: Action, names: Sequence[str]) -> str:
    """Return what a seat does by an action, as in ``discards 9♦``; `names` are the names of all seats."""
    match action.verb, action.cards:
        case "take", (first, second):
            return f"takes from the discard pile with {first} and {second}"
        case "meld", cards:
            return f"lays {english_list(cards)}"
        case "add", (card,):
            return f"adds {card} to the set of rank {action[3] if len(action) == 4 else card.rank}"
        case "discard", (card,):
            return f"discards {card}{' and announces one card' if action[-1] == 'announce' else ''}"
        case "catch", _:
            return f"catches {seat_name(action[1], names)}"
    return _BIG_QUEEN_DEED_BY_VERB[action.verb]


_BIG_QUEEN_DEED_BY_VERB: Final = {
    "deal": "deals",
    "draw": "draws a card",
    "take": "takes from the discard pile",
    "ask": "asks to go out",
    "yes": "says yes",
    "no": "says no",
    "announce": "announces one card",
}
"""Maps the verb of an action without further words to what a seat does by it: ``draws a card``."""
