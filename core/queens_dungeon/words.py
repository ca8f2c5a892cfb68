"""What the log says of Queen's Dungeon, in plain sentences."""

from __future__ import annotations

from core.cards import Card
from core.piles import Remark
from core.words import SUIT_WORDS, count


def sentence(remark: Remark) -> str:
    """Return what a remark says, without the name of its seat."""
    return _of_the_deal(remark) or _of_tricks(remark) or _of_scores(remark) or _of_honour(remark)


def _of_the_deal(remark: Remark) -> str:
    match remark.key, remark.particulars:
        case "cut", (card,):
            return f"Cuts {card}."
        case "deals first", _:
            return "Deals first."
        case "calls", (str(suit),):
            return f"Calls {SUIT_WORDS[suit]} trump, before a card is dealt."
        case "keeps", (0,):
            return "Keeps the hand as dealt."
        case "keeps", (int(swapped),):
            return f"Goes on with {count(swapped, 'card')} swapped."
        case "exchanges", (int(quota),):
            return f"Takes the spare hand unseen and now needs {count(quota, 'trick')}."
    return ""


def _of_tricks(remark: Remark) -> str:
    match remark.key, remark.particulars:
        case "trick", (card,):
            return f"Takes the trick with {card}."
        case "broken", (str(suit),):
            return f"Trumps are broken: {SUIT_WORDS[suit]} may be led."
        case "challenge", _:
            return "Calls the Queen's Challenge: whoever holds a Queen must play one."
        case "two queens", _:
            return "Two Queens in one trick: the dealer must change trump."
        case "changes", (str(suit),):
            return f"Changes trump to {SUIT_WORDS[suit]}."
    return ""


def _of_scores(remark: Remark) -> str:
    match remark.key, remark.particulars:
        case "dungeon", (3, int(score), int(new)):
            return f"To the dungeon with three Queens: from {score} to {new}, and nothing more from this hand."
        case "dungeon", (4, int(score), int(new)):
            return f"All four Queens, and the key is thrown away: from {score} to {new}."
        case "dealer made", (int(tricks), int(quota), int(points)):
            return f"The dealer has {count(tricks, 'trick')} of the {quota} needed: {points} points."
        case "dealer missed", (int(tricks), int(quota), int(points)):
            return f"The dealer has only {count(tricks, 'trick')} of the {quota} needed: {points} points."
        case "earned", (int(tricks), int(queens), int(points)):
            return f"{count(tricks, 'trick')} and {count(queens, 'Queen')}: {points} points."
        case "forfeits", _:
            return "Tricks and Queens of this hand are forfeited in the dungeon."
        case "time", _:
            return "The time has run out: this hand is the last."
        case "shared lead", (int(score),):
            return f"The highest score, {score}, is shared: another hand is played."
        case "wins", (int(score),):
            return f"Wins with {count(score, 'point')}."
        case "wins", (int(score), _):
            return f"Wins together with the partner opposite, with {count(score, 'point')}."
    return ""


def _of_honour(remark: Remark) -> str:
    match remark.key, remark.particulars:
        case "takes back", (Card() as card,):
            return f"Takes {card} back."
        case "owns up", (Card() as card, int(points)):
            return f"Owns up to a wrong card, {card}: {points} points, and play goes on from there."
        case "tries", _:
            return "Wanted to own up, but has nothing to own up to."
        case "accuses", (int(other),):
            return f"Accuses seat {other} of a wrong card."
        case "reneged", (int(score), int(new)):
            return f"Is found to have reneged: from {score} to {new}, and nothing more from this hand."
    raise ValueError(f"nothing is known to say of {remark.key!r}")
