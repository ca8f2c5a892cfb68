"""The steps of a recorded match as sentences: who did what."""

from __future__ import annotations

from collections.abc import Sequence

from core import Action
from core.engine.english import SUIT_WORDS, listed


def step_sentence(name: str, action: Action, names: Sequence[str]) -> str:
    """Return a step as a sentence, as in ``Bea plays 7♣.``

    `name` is the name of the player who did it, `names` are the names of all seats. An action that no game here knows
    stands as it is written.
    """
    deed = _deed_with_cards(action) or _deed_without_cards(action) or _deed_about_others(action, names)
    return f"{name} {deed}." if deed else f"{name}: {action}"


def _deed_with_cards(action: Action) -> str:
    """Return what a player does with cards that the action names, in the third person; "" for any other action."""
    match action.verb, action.cards:
        case "play", (card,):
            return f"plays {card}"
        case "bank", (queen,):
            return f"banks and puts {queen} in"
        case "take", (first, second):
            return f"takes from the discard pile with {first} and {second}"
        case "meld", cards:
            return f"lays {listed(cards)}"
        case "add", (card,):
            return f"adds {card} to the set of rank {action[3] if len(action) == 4 else card.rank}"
        case "discard", (card,):
            return f"discards {card}{' and announces one card' if action[-1] == 'announce' else ''}"
        case "swap", (card, leftover):
            return f"swaps {card} for {leftover}"
    return ""


def _deed_without_cards(action: Action) -> str:
    """Return what a player does by a verb alone, in the third person; "" for any other action."""
    return {
        "reveal": "turns a card",
        "bank": "banks",
        "end": "ends the game for good",
        "deal": "deals",
        "draw": "draws a card",
        "take": "takes from the discard pile",
        "ask": "asks to go out",
        "yes": "says yes",
        "no": "says no",
        "announce": "announces one card",
        "keep": "keeps the hand",
        "exchange": "takes the spare hand",
        "challenge": "calls the Queen's Challenge",
        "take-back": "takes a wrong card back",
        "own-up": "owns up to a wrong card",
        "time": "ends the time to take a card back",
    }.get(action.verb, "")


def _deed_about_others(action: Action, names: Sequence[str]) -> str:
    """Return what a player does about a seat or a suit, in the third person; "" for any other action."""
    match action:
        case ("catch", int(seat)) if 0 <= seat < len(names):
            return f"catches {names[seat]}"
        case ("accuse", int(seat)) if 0 <= seat < len(names):
            return f"accuses {names[seat]}"
        case ("trump", str(suit)) if suit in SUIT_WORDS:
            return f"names {SUIT_WORDS[suit]} as trump"
    return ""
