"""The sentences on what the banned cards do: what they catch, what is safe, and how long a temporary card stays."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from core import Card, View
from core.engine.cards import CARDS, JOKER, QUEENS
from core.engine.english import SUIT_WORDS, english_list, english_list_of_alternatives, rank_word
from core.mad_queens import CAUGHT_FATE, EXACT_HIT_FATE, has_exact_hits, hitting_cards_phrase, is_hit
from tui.boards.mad_queens.odds import (
    Odds,
    banned_suits,
    deck_odds,
    does_exact_hit_replace,
    is_joker_banned,
    seats_take_turns,
    temporary_cards,
)
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.text import banned_suits_text, name_inside_sentence
from tui.cards.state import TEMPORARY_CARD_LABEL


def banned_rule_text(view: View, seat: int) -> str:
    """Return what the banned cards that count for a seat do, "" if none counts.

    For example ``5s and 4s are caught, but not 5♦, which counts double.``; of cards that have left the deck it does not
    say the latter. If the deck has no card that would be caught: ``5s and 4s are caught: none left; 5♦ counts double.``
    While a Joker lies among the banned cards nothing is caught, and a hit is good.
    """
    return banned_rule_texts(view, seat)[0]


def banned_rule_texts(view: View, seat: int) -> Sequence[str]:
    """Return the text `banned_rule_text` and shorter forms of it, the longest first, which say less of exact hits; the
    second one still says which these are."""
    text = banned_ranks_and_suits_text(view, seat)
    known = deck_odds(view, seat)
    in_deck = [card for card in _ranked_cards_in_force(view, seat) if known.count_by_card[card]]
    if not (text and in_deck and has_exact_hits(view)):
        return (text,)
    exact = list(dict.fromkeys(map(str, in_deck)))
    double = f"{'counts' if len(exact) == 1 else 'count'} double."
    if not known.caught_count:
        safe = f"{text.removesuffix('.')}; {english_list(exact)}"
        return (f"{safe} {double}", f"{safe} safe.", text)
    but = f"{text.removesuffix('.')}, but not {english_list_of_alternatives(exact)}"
    symbols = _banned_symbols_text(view, seat)  # also where room is short the whole of it, not a part
    not_exact = f"{symbols}; not {' '.join(exact)}."
    if any(card.suit in banned_suits(view, seat) for card in in_deck):  # these seem to be caught with their suit
        return (f"{but}, which {double}", f"{but}.", not_exact, text, f"{symbols}.")
    return (f"{but}, which {double}", f"{but}.", f"{text} {english_list(exact)} {double}", text, f"{symbols}.")


def _banned_symbols_text(view: View, seat: int) -> str:
    """Return all that is caught of a seat's cards in few columns: ``Caught: 5 4 J, clubs``."""
    ranks = " ".join(dict.fromkeys(str(card)[:-1] for card in _ranked_cards_in_force(view, seat)))
    return f"Caught: {', '.join(filter(None, (ranks, *(SUIT_WORDS[suit] for suit in banned_suits(view, seat)))))}"


def banned_ranks_and_suits_text(view: View, seat: int) -> str:
    """Return what is caught of a seat's cards, ``5s, 4s and all clubs are caught.``, and if its deck has none of them,
    that none is left; "" if nothing is caught."""
    if is_joker_banned(view, seat):
        return ""
    ranks = [f"{rank_word(rank)}s" for rank in dict.fromkeys(card.rank for card in _ranked_cards_in_force(view, seat))]
    suits = [f"all {SUIT_WORDS[suit]}" for suit in banned_suits(view, seat)]
    none_left = "" if deck_odds(view, seat).caught_count else ": none left"
    return f"{english_list([*ranks, *suits])} are caught{none_left}.".capitalize() if ranks or suits else ""


def temporary_ban_texts(scene: MadQueensScene, seat: int) -> Sequence[str]:
    """Return texts, the longest first, on what the temporary banned cards of a seat do, and after what play they go
    (MQ-30).

    For example ``Jacks are caught, too, until after a play with a jack.``; of several cards it names only the ranks
    that the deck still has, and if none of them would be caught, that none is left, and which cards are exact
    hits. Where a suit is banned, too, all that is caught is told elsewhere, and the texts do not name it.
    """
    view = scene.view
    temporary = [card for card in temporary_cards(view, seat) if card != JOKER]
    if not temporary:  # what a Joker does is told beside its word
        return ()
    if is_joker_banned(view, seat):
        told = f"{TEMPORARY_CARD_LABEL} does not count now"
        return (f"{told}: the Joker asks for a card banned for all.", f"{told}.", TEMPORARY_CARD_LABEL)
    whom, known = name_inside_sentence(scene, seat), deck_odds(view, seat)
    in_deck = [card for card in temporary if _number_of_cards_hit(known, card, (CAUGHT_FATE, EXACT_HIT_FATE))]
    ranks = english_list(dict.fromkeys(f"{rank_word(card.rank)}s" for card in in_deck or temporary))
    names_ranks = not banned_suits_text(view, seat)
    caught = [f"{ranks.capitalize()} {verb}, too" for verb in ("are caught", "caught")] if names_ranks else []
    banned = f"{TEMPORARY_CARD_LABEL}: banned for {whom} only"
    if not any(_number_of_cards_hit(known, card, (CAUGHT_FATE,)) for card in temporary):
        exact = [card for card in temporary if known.count_by_card[card] and known.fate_by_card[card] == EXACT_HIT_FATE]
        left = f"none left; {english_list(exact)} safe" if exact else "none left"
        return [f"{text}: {left}." for text in (*caught, banned, TEMPORARY_CARD_LABEL)]
    hit = _hit_clause(view, temporary, names_ranks=names_ranks)
    part = "turn" if seats_take_turns(view) else "play"
    turned = hit.removeprefix("with ") if len(temporary) == 1 and does_exact_hit_replace(view) else ""
    in_which = f"until after a {part} in which {whom} {'turn' if whom == 'you' else 'turns'} {turned}" if turned else ""
    end = f"until after a {part} {hit}"
    one_hit = "one" if does_exact_hit_replace(view) else "one caught"
    one = [f"{TEMPORARY_CARD_LABEL}: {end}.", f"{temporary[0]} goes after a {part} {hit}."]
    return (
        *[f"{TEMPORARY_CARD_LABEL}: {ranks} are caught, too, but only for {whom}, {in_which or end}."] * names_ranks,
        *[f"{text}, {in_which}." for text in caught if in_which],
        *[f"{banned}, {in_which}."] * bool(in_which),
        *[f"{TEMPORARY_CARD_LABEL}: {in_which}."] * bool(in_which),
        *(f"{text}, {ending}." for ending, text in product((end, f"until after a {part} with {one_hit}"), caught)),
        f"{banned}, {end}.",
        *one * (len(temporary) == 1),
        f"{banned}.",
    )


def _hit_clause(view: View, temporary: Sequence[Card], *, names_ranks: bool) -> str:
    """Return after what play these temporary cards go: ``with a jack``, ``with a hit on one``; or, where an exact hit
    replaces nothing, ``with a caught jack``, ``in which one catches a card``. With `names_ranks` their ranks stand
    before it.
    """
    by_exact_hit = does_exact_hit_replace(view)
    if len(temporary) == 1:
        hit = hitting_cards_phrase(temporary[0])
        return f"with {hit}" if by_exact_hit else f"with a caught {hit.partition(' ')[2]}"
    if not by_exact_hit:
        return "in which one catches a card"
    return "with a hit" if names_ranks else "with a hit on one"


def _number_of_cards_hit(odds: Odds, banned_card: Card, fates: Collection[int]) -> int:
    """Return how many cards of a deck that have one of the `fates` would hit a banned card."""
    return sum(
        odds.count_by_card[card] for card in CARDS if odds.fate_by_card[card] in fates and is_hit(card, banned_card)
    )


def _ranked_cards_in_force(view: View, seat: int) -> Sequence[Card]:
    """Return the banned cards that count for a seat, without Queens and Jokers."""
    return [card for card in view.cards("banned") + temporary_cards(view, seat) if card.suit and card not in QUEENS]
