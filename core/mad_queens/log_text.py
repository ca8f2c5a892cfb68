"""The log sentences of the two Mad Queens games: each remark as one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import JOKER, Card
from core.engine.english import SUIT_WORDS, count, english_list, rank_word, unknown_remark
from core.engine.piles import Remark
from core.engine.view import View
from core.mad_queens.game_end import CANNOT_PAY_CAUSE, CHOSEN_END_CAUSE, DECK_OUT_CAUSE, FOURTH_QUEEN_CAUSE
from core.mad_queens.hit_masks import is_queen

END_CLAUSE_BY_CAUSE: Final = {
    CANNOT_PAY_CAUSE: "A Queen could not be paid",
    FOURTH_QUEEN_CAUSE: "All four Queens have been turned",
    DECK_OUT_CAUSE: "The deck has run out",
    CHOSEN_END_CAUSE: "Enough is enough",
}
"""Maps the cause of the end of a seat's game to the beginning of the log sentence about it."""

END_PHRASE_BY_CAUSE: Final = {
    CANNOT_PAY_CAUSE: "could not pay a Queen",
    FOURTH_QUEEN_CAUSE: "met the fourth Queen",
    DECK_OUT_CAUSE: "the deck ran out",
    CHOSEN_END_CAUSE: "chose to end the game",
}
"""Maps the cause of the end of a seat's game to the words that are shown beside its final score."""


def end_cause(view: View, seat: int) -> str:
    """Return in a few words what ended the game of a seat; "" if it has not ended."""
    return END_PHRASE_BY_CAUSE.get(str(view.facts.get(f"cause/{seat}")), "")


def sentence(remark: Remark) -> str:
    """Return a remark as a sentence without the name of its seat; raises `ValueError` for an unknown remark."""
    match remark.key, remark.particulars:
        case "play", (number,):
            return f"Play {number} begins."
        case "joker", ():
            return "A Joker turns two more cards."
        case "joker", (0,):
            return "A Joker, but no card is left to turn."
        case "joker", _:
            return "A Joker turns only one more card."
        case "caught", (Card() as card, Card() as banned, int(lost)):  # the caught card is one of those lost
            why = f", who bans all {SUIT_WORDS[banned.suit]}" if is_queen(banned) else ""
            row = "the row was empty" if lost == 1 else f"the row of {count(lost - 1, 'card')} is lost"
            return f"{card} is caught by {_named_catcher(card, banned)}{why}: {row}."
        case "exact", (card, int(points)):
            return f"An exact hit on {card}: double, {count(points, 'point')}."
        case "banked", (0, 0):
            return "The row is empty, but banking it has the usual price: a Queen, or a temporary card."
        case "banked", (int(cards), int(points)):
            return f"{count(cards, 'card')} banked for {count(points, 'point')}."
        case "ended", (str(cause), int(score)):
            return f"{END_CLAUSE_BY_CAUSE[cause]}: finished with {count(score, 'point')}."
    return _queen_sentence(remark) or _banned_card_sentence(remark)


def _named_catcher(card: Card, banned_card: Card) -> str:
    """Return how a sentence names the banned card that has caught `card`, if need be apart from the caught one, which
    in Classic may be the same."""
    return f"the banned {banned_card}" if card == banned_card else str(banned_card)


def _queen_sentence(remark: Remark) -> str:
    """Return the sentence of a remark about a Queen, or "" for another remark."""
    match remark.key, remark.particulars:
        case "price", (queen, int(price), tuple(paid)):
            return f"{queen} takes {count(price, 'card')} from the bank: {english_list(paid)}."
        case "cannot pay", (queen, int(price), bank):
            return f"{queen} asks for {count(price, 'card')}, but the bank holds {bank}."
        case "fourth", (queen,):
            return f"{queen} is the fourth Queen."
        case "queen in", (queen,):
            return f"{queen} is shuffled into this player's own deck."
        case "owed", _:
            return "No Queen is left aside: a temporary card comes instead."
    return ""


def _banned_card_sentence(remark: Remark) -> str:
    """Return the sentence of a remark about banned cards; `ValueError` for another remark."""
    match remark.key, remark.particulars:
        case "now banned", (Card() as card,) if card == JOKER:
            return "A Joker lies among the banned cards: it bans nothing."
        case "now banned", (Card() as card,):
            return f"{card} is banned now{_suit_ban_phrase(card)}."
        case "same value", (Card() as card,):
            return f"{card} is discarded: another {_value_word(card)} is already among the banned cards."
        case "joker banned", (Card() as other,):
            what = "everybody still in the match turns two cards, and banks them"
            return f"The Joker: {what} if one is {hitting_cards_phrase(other)}; {other} stays banned."
        case "event scores", (tuple(cards), int(points)):
            return f"{turned_cards_clause(cards, 'A hit', 'banked')}, {count(points, 'point')}."
        case "event misses", (tuple(cards),):
            return f"{turned_cards_clause(cards, 'No hit', 'lost')}."
        case "event extra", (Card() as card,):
            return f"{card} is turned after the Queen and lost: only the Joker's two cards can be banked."
        case "temporary joker", _:
            what = "two cards are turned, and banked if either hits a card banned for all"
            return f"The temporary card is a Joker: {what}, which stays banned."
        case "temporary", (Card() as card,):
            return f"{card} is a temporary card, banned for this player alone{_suit_ban_phrase(card)}."
        case "no temporary", _:
            return "No temporary card: every value is already banned."
        case "temporaries go", (int(number),):
            verb = "is" if number == 1 else "are"
            one = "it" if number == 1 else "one"
            return f"{count(number, 'temporary card')} {verb} discarded: {one} was hit, or the game is over."
        case "banned reshuffled", _:
            return "The banned deck has run out: the cards discarded from it are shuffled and used again."
        case "new pack", _:
            return "A new pack is opened for the banned deck."
    raise unknown_remark(remark.key)


def turned_cards_clause(cards: Sequence[object], cause: str, fate: str) -> str:
    """Return which cards that a banned Joker turned from a deck have this `fate`, and by which `cause`.

    They are two, of which one may be a Joker, too, or one: beside a Queen, or as the last card of the deck.
    """
    turned = "both cards turned are" if len(cards) == 2 else "one card is"
    return f"{cause}, so {turned} {fate}: {english_list(cards)}"


def _value_word(card: Card) -> str:
    """Return the word for a card's value, of which only one may lie among the banned cards; a Queen bans no rank and a
    Joker nothing, so no value is called banned."""
    return "Joker" if card == JOKER else "Queen" if is_queen(card) else rank_word(card.rank)


def _suit_ban_phrase(card: Card) -> str:
    """Return the phrase which says that a banned Queen bans her suit, too; "" for another card."""
    return f", with all {SUIT_WORDS[card.suit]}" if is_queen(card) else ""


def hitting_cards_phrase(banned_card: Card) -> str:
    """Return which cards hit this banned card, with an article: ``a club``, ``an 8``, ``a king``."""
    if is_queen(banned_card):
        return f"a {SUIT_WORDS[banned_card.suit].removesuffix('s')}"
    word = rank_word(banned_card.rank)
    return f"{'an' if word in ('ace', '8') else 'a'} {word}"


def deed(action: Action, names: Sequence[str]) -> str:
    """Return what a seat does by an action, as in ``reveals a card``; `names` are the names of all seats."""
    if action.verb == "bank" and action.cards:
        return f"banks and puts {action.cards[0]} in"
    return {"reveal": "reveals a card", "bank": "banks", "end": "ends the game for good"}[action.verb]
