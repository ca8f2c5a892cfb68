"""The log of every game is true: the numbers, cards, suits and seats of each sentence are those of the match."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from core import Action, Card, Match, cards, games
from core.engine.cards import JOKER, RANKS
from core.engine.english import SUIT_WORDS, rank_word
from core.engine.piles import EVERYONE, Remark
from core.engine.rule_set import REVISION_OPTION_NAME
from tests.core.log.log_sentence import LogSentence, SentenceCheck, check_sentences, choose_by_verb
from tests.support.depth import count_for_depth

CARD_PATTERN = r"(?:Jk|(?:10|[2-9JQKA])[♣♦♥♠])"
"""Regular expression of a card in a sentence."""

CARDS_PATTERN = rf"{CARD_PATTERN}(?:, {CARD_PATTERN})*(?: and {CARD_PATTERN})?"
"""Regular expression of one or more cards in a sentence, such as ``3♠, 4♠ and 5♠``."""

TURNED_PATTERN = "(?:both cards turned are|one card is)"
"""Regular expression of the words for the cards that a banned Joker has turned at a seat."""

SUIT_BY_WORD = {word: suit for suit, word in SUIT_WORDS.items()}
"""Maps the word for a suit to the suit."""

RANK_BY_WORD = {rank_word(rank): rank for rank in RANKS}
"""Maps the word for a rank to the rank."""

BANNED_VALUE_COUNT = 13
"""Number of different values that banned cards can have."""


def is_queen(card: Card) -> bool:
    """Whether a card is a Queen."""
    return card.rank == "Q"


def is_hit_by(banned_card: Card, card: Card) -> bool:
    """Return whether `banned_card` bans `card`: by its rank, or if it is a Queen by its suit.

    Queens and Jokers are never banned.
    """
    if card.rank in ("Jk", "Q") or banned_card.rank == "Jk":
        return False
    return banned_card.suit == card.suit if is_queen(banned_card) else banned_card.rank == card.rank


# Mad Queens


def banned_cards_in_force(sentence: LogSentence) -> tuple[Card, ...]:
    """Return the banned cards in force for the seat that a sentence is about, the shared ones first."""
    return (*sentence.pile("banned"), *sentence.pile("temp/"))


def is_true_about_catch(sentence: LogSentence) -> bool:
    """Whether the banned card that the sentence names catches the named card, and the lost row has the named number of
    cards besides the caught one.
    """
    (card,), (banned,) = sentence.cards_in("card"), sentence.cards_in("banned")
    row, suit = sentence.pile("shown/"), sentence.groups["suit"]
    return (
        card in row
        and (sentence.groups["same"] is not None) == (card == banned)
        and banned in banned_cards_in_force(sentence)
        and is_hit_by(banned, card)
        and len(row) - 1 == int(sentence.groups["lost"] or 0)
        and suit == (SUIT_WORDS[banned.suit] if is_queen(banned) else None)
        and sentence.pile("shown/", sentence.view_after_action) == ()
        and not Counter(row) - Counter(sentence.pile("gone/", sentence.view_after_action))
    )


def is_true_about_price(sentence: LogSentence) -> bool:
    """Whether the price of the Queen in the sentence is right, and the named cards were paid from the top of the
    bank.
    """
    (queen,) = sentence.cards_in("queen")
    paid, bank = sentence.cards_in("paid"), sentence.pile("bank/")
    price = 2 + sum(card.suit == queen.suit for card in sentence.pile("shown/"))
    return (
        sentence.number("price") == price == len(paid)
        and paid == bank[::-1][:price]
        and sentence.pile("bank/", sentence.next_view) == bank[:-price]
    )


def is_true_about_unpaid_queen(sentence: LogSentence) -> bool:
    """Whether the Queen costs what the sentence says, and the bank has the number of cards that it says, which is too
    small.
    """
    (queen,) = sentence.cards_in("queen")
    price = 2 + sum(card.suit == queen.suit for card in sentence.pile("shown/"))
    return sentence.number("price") == price > sentence.number("bank") == len(sentence.pile("bank/"))


def is_true_about_event(sentence: LogSentence) -> bool:
    """Whether a sentence about a Joker event names what counts in the event: the rank of the other banned card, or its
    suit if that card is a Queen.
    """
    (other,) = [card for card in sentence.pile("banned") if card.rank != "Jk"] or [None]
    what = sentence.groups["what"]
    if other is None:
        return False
    if is_queen(other):
        return what == f"a {SUIT_WORDS[other.suit][:-1]}"
    word = {"J": "jack", "K": "king", "A": "ace"}.get(other.rank, other.rank)
    return what == ("an " if word in ("ace", "8") else "a ") + word


def is_discarded_for_its_value(sentence: LogSentence) -> bool:
    """Whether the drawn card has the same value as the other banned card, which the sentence names by its word, and
    therefore must be discarded."""
    (card,) = sentence.cards_in("card")
    word = {"Jk": "Joker", "Q": "Queen"}.get(card.rank, rank_word(card.rank))
    return sentence.groups["value"] == word and sum(other.rank == card.rank for other in sentence.pile("banned")) == 2


def is_true_about_suit_ban(sentence: LogSentence) -> bool:
    """Whether the sentence names the suit that a banned Queen bans, and no suit for another card."""
    (card,) = sentence.cards_in("card")
    return sentence.groups["suit"] == (SUIT_WORDS[card.suit] if is_queen(card) else None)


def is_true_about_temporary_card(sentence: LogSentence) -> bool:
    """Whether the card is a temporary card of the seat, and the suit that it bans, if any, is named."""
    return is_true_about_suit_ban(sentence) and sentence.cards_in("card")[0] in sentence.pile("temp/")


def is_true_about_end(sentence: LogSentence) -> bool:
    """Whether the seat's facts have the cause of the end of its game, and the score, that the sentence names."""
    cause = sentence.groups["cause"]
    deck = sentence.pile("deck/")
    meaning = {
        "A Queen could not be paid": "cannot pay",
        "All four Queens have been turned": "fourth queen",
        "The deck has run out": "deck out",
        "No card but Queens is left to turn": "deck out",
        "Enough is enough": "chosen",
    }
    return (
        meaning[cause] == sentence.fact("cause/")
        and sentence.number("score") == sentence.fact("score/") == sentence.fact("score/", sentence.view_after_action)
        and (cause != "The deck has run out" or not deck)
        and (cause != "No card but Queens is left to turn" or all(map(is_queen, deck)))
        and (cause != "All four Queens have been turned" or sum(map(is_queen, sentence.pile("gone/"))) == 4)
        and (cause != "Enough is enough" or len(deck) <= 12)
    )


def cards_leave_deck(card_count: int) -> SentenceCheck:
    """Return whether exactly `card_count` cards leave the deck before the next sentence, those that a Joker turns."""
    return lambda said: len(said.pile("deck/")) - len(said.pile("deck/", said.next_view)) == card_count


MAD_QUEENS_CHECKS: dict[str, SentenceCheck] = {
    r"Play (?P<play>\d+) begins\.": lambda said: said.number("play") == said.fact("play"),
    r"A Joker turns two more cards\.": cards_leave_deck(2),
    r"A Joker turns only one more card\.": cards_leave_deck(1),
    r"A Joker, but no card is left to turn\.": cards_leave_deck(0),
    rf"(?P<card>{CARD_PATTERN}) is caught by (?P<same>the banned )?(?P<banned>{CARD_PATTERN})"
    r"(?:, who bans all (?P<suit>\w+))?: "
    r"(?:the row was empty|the row of (?P<lost>\d+) cards? is lost)\.": is_true_about_catch,
    rf"An exact hit on (?P<card>{CARD_PATTERN}): double, (?P<points>\d+) points\.": lambda said: (
        said.cards_in("card")[0] in said.pile("shown/")
        and said.cards_in("card")[0] in banned_cards_in_force(said)
        and said.gain() == said.number("points") == (4 if said.cards_in("card")[0].suit == "♥" else 2)
    ),
    r"The row is empty, but banking it has the usual price: a Queen, or a temporary card\.": lambda said: (
        said.pile("shown/") == ()
    ),
    r"(?P<cards>\d+) cards? banked for (?P<points>\d+) points?\.": lambda said: (
        said.number("cards") == len(said.pile("shown/")) and said.gain() == said.number("points")
    ),
    r"(?P<cause>[A-Z][a-zA-Z ]+): finished with (?P<score>\d+) points?\.": is_true_about_end,
    rf"(?P<queen>{CARD_PATTERN}) takes (?P<price>\d+) cards from the bank: (?P<paid>{CARDS_PATTERN})\.": (
        is_true_about_price
    ),
    rf"(?P<queen>{CARD_PATTERN}) asks for (?P<price>\d+) cards, but the bank holds (?P<bank>\d+)\.": (
        is_true_about_unpaid_queen
    ),
    rf"(?P<queen>{CARD_PATTERN}) is the fourth Queen\.": lambda said: said.fact("spent/") == 4,
    rf"(?P<queen>{CARD_PATTERN}) is shuffled into this player's own deck\.": lambda said: (
        said.cards_in("queen")[0] in said.pile("deck/", said.next_view)
        and said.cards_in("queen")[0] not in said.pile("aside/", said.next_view)
    ),
    r"No Queen is left aside: a temporary card comes instead\.": lambda said: said.pile("aside/") == (),
    rf"(?P<card>{CARD_PATTERN}) is banned now(?:, with all (?P<suit>\w+))?\.": lambda said: (
        is_true_about_suit_ban(said) and said.cards_in("card")[0] in said.pile("banned")
    ),
    r"A Joker lies among the banned cards: it bans nothing\.": lambda said: JOKER in said.pile("banned"),
    rf"(?P<card>{CARD_PATTERN}) is discarded: another (?P<value>\w+) is already among the banned cards\.": (
        is_discarded_for_its_value
    ),
    r"The Joker: everybody still in the match turns two cards, and banks them if one is (?P<what>.+); "
    rf"(?P<other>{CARD_PATTERN}) stays banned\.": lambda said: (
        is_true_about_event(said) and said.cards_in("other")[0] in said.pile("banned", said.next_view)
    ),
    rf"A hit, so {TURNED_PATTERN} banked: (?P<cards>{CARDS_PATTERN}), (?P<points>\d+) points?\.": lambda said: (
        said.cards_in("cards") == said.pile("shown/") and said.gain() == said.number("points")
    ),
    rf"No hit, so {TURNED_PATTERN} lost: (?P<cards>{CARDS_PATTERN})\.": lambda said: (
        said.cards_in("cards") == said.pile("shown/")
        and said.pile("shown/", said.next_view) == ()
        and not set(said.cards_in("cards")) - set(said.pile("deck/", said.view_before_action))
        and not Counter(said.cards_in("cards")) - Counter(said.pile("gone/", said.next_view))
        and not any(is_hit_by(banned, card) for banned in said.pile("banned") for card in said.cards_in("cards"))
        and said.gain() == 0
    ),
    rf"(?P<card>{CARD_PATTERN}) is turned after the Queen and lost: only the Joker's two cards can be "
    r"banked\.": lambda said: (
        said.cards_in("card")[0] in said.pile("gone/")
        and said.cards_in("card")[0] in said.pile("deck/", said.view_before_action)
        and any(map(is_queen, said.pile("gone/")))
        and not is_queen(said.cards_in("card")[0])
    ),
    r"The temporary card is a Joker: two cards are turned, and banked if either hits a card banned for all, "
    r"which stays banned\.": lambda said: said.pile("banned") == said.pile("banned", said.next_view),
    rf"(?P<card>{CARD_PATTERN}) is a temporary card, banned for this player alone(?:, with all (?P<suit>\w+))?\.": (
        is_true_about_temporary_card
    ),
    r"No temporary card: every value is already banned\.": lambda said: (
        len({card.rank for card in banned_cards_in_force(said)}) == BANNED_VALUE_COUNT
    ),
    r"(?P<cards>\d+) temporary cards? (?:is|are) discarded: (?:it|one) was hit, or the game is over\.": (
        lambda said: said.number("cards") == len(said.pile("temp/")) > 0
    ),
    r"The banned deck has run out: the cards discarded from it are shuffled and used again\.": lambda said: (
        said.pile("banned-deck") == () and bool(said.pile("banned-gone"))
    ),
    r"A new pack is opened for the banned deck\.": lambda said: said.pile("banned-deck") == (),
}
"""Maps the pattern of each log sentence of Mad Queens to the check of whether what it says is true."""

CLASSIC_CHECKS = {
    **{
        pattern: check
        for pattern, check in MAD_QUEENS_CHECKS.items()
        if "points?" not in pattern and "Play" not in pattern
    },
    r"The row is empty, but banking it has the usual price: a Queen, or a temporary card\.": lambda said: (
        said.pile("shown/") == ()
    ),
    r"Turn (?P<turn>\d+) begins\.": lambda said: said.number("turn") == said.fact("play"),
    r"(?P<cards>\d+) cards? banked\.": lambda said: said.number("cards") == len(said.pile("shown/")) == said.gain(),
    rf"A hit, so {TURNED_PATTERN} banked: (?P<cards>{CARDS_PATTERN})\.": lambda said: (
        said.cards_in("cards") == said.pile("shown/") and said.gain() == len(said.cards_in("cards"))
    ),
    r"(?P<cause>[A-Z][a-zA-Z ]+): finished with (?P<score>\d+) cards?\.": is_true_about_end,
}
"""Maps the pattern of each log sentence of Mad Queens Classic to the check of whether what it says is true."""


def choose_banking_or_first_action(match: Match, random: Random) -> tuple[int, Action]:
    """Return a random seat that may act; if it can bank, the action is a banking in three of five cases, else its first
    action.
    """
    seat = random.choice(sorted(match.waiting))
    choices = match.legal(seat)
    banking = [action for action in choices if action.verb == "bank"]
    return seat, random.choice(banking) if banking and random.random() < 0.6 else choices[0]


# Big Queen


def team_of(sentence: LogSentence) -> str:
    """Return the letter of the team of the seat."""
    return "AB"[int(str(sentence.seat)) % 2]


def points_of_cards(cards: tuple[Card, ...]) -> int:
    """Return the points of some cards of Big Queen (RULINGS 4.1)."""
    worth = {"A": 15, "2": 20, "10": 10, "J": 10, "Q": 10, "K": 10}
    return sum(100 if str(card) == "Q♠" else worth.get(card.rank, 5) for card in cards)


def is_true_about_deal(sentence: LogSentence) -> bool:
    """Whether the named number of the round, roll of the dice and bonus are those of the match."""
    roll = 10 * sentence.number("tens") + sentence.number("units")
    won = f"score/{team_of(sentence)}"
    bonus = int(str(sentence.fact(won, sentence.view_after_action))) - int(str(sentence.fact(won)))
    return (
        sentence.number("round") == sentence.fact("round")
        and roll == sentence.fact("dice")
        and bonus == (100 if roll in (44, 45) else 0) == int(sentence.groups["bonus"] or 0)
    )


def is_true_about_round_score(sentence: LogSentence) -> bool:
    """Whether the points laid and held, the change and the new score of a team are those of the match."""
    team = sentence.groups["team"]
    laid = sum(
        points_of_cards(sentence.pile(name)) for name in sentence.view_now.piles if name.startswith(f"meld/{team}/")
    )
    held = sum(
        points_of_cards(sentence.pile(f"hand/{seat}")) for seat in range("AB".index(team), sentence.view_now.seats, 2)
    )
    counted = 0 if sentence.groups["uncounted"] else laid
    change = counted - held
    return (
        (sentence.number("laid"), sentence.number("held"), sentence.number("change")) == (laid, held, change)
        and sentence.gain(f"score/{team}") == change
        and sentence.fact(f"score/{team}", sentence.next_view) == sentence.number("score")
    )


def is_true_about_take(sentence: LogSentence) -> bool:
    """Whether, before the take, the named card lay directly above the cards that are left in the discard pile, and the
    named number of cards lay on top of it.
    """
    (chosen,), used = sentence.cards_in("card"), sentence.cards_in("used")
    before, left = sentence.pile("discard", sentence.view_before_action), sentence.pile("discard")
    more = sentence.groups["more"].split()
    along = int(more[0]) if more else 0
    meld = sentence.pile(f"meld/{team_of(sentence)}/{chosen.rank}")
    return (
        before[len(left)] == chosen
        and len(before) - len(left) - 1 == along
        and not Counter((chosen, *used)) - Counter(meld)
        and not Counter(used) - Counter(sentence.pile("hand/", sentence.view_before_action))
    )


def has_named_score(sentence: LogSentence, *teams: str) -> bool:
    """Whether the score of each of these teams is the one that the sentence names."""
    return all(sentence.fact(f"score/{team}") == sentence.number("score") for team in teams)


BIG_QUEEN_CHECKS: dict[str, SentenceCheck] = {
    r"Round (?P<round>\d+) is dealt\. The dice show (?P<tens>\d)(?P<units>\d)"
    r"(?: and win the team (?P<bonus>\d+) points|: 44 or 45 would win 100 points)\.": is_true_about_deal,
    rf"(?P<card>{CARD_PATTERN}) is turned up\.": lambda said: said.pile("discard") == said.cards_in("card"),
    rf"(?P<card>{CARD_PATTERN}) discarded\.": lambda said: (
        said.cards_in("card")[0] in said.pile("discard", said.next_view)[-1:]
        or said.cards_in("card")[0] in said.pile("discard")[-1:]
    ),
    rf"(?P<card>{CARD_PATTERN}) added to the (?P<rank>\w+)s\.": lambda said: (
        said.cards_in("card")[0]
        in said.pile(f"meld/{team_of(said)}/{RANK_BY_WORD[said.groups['rank']]}", said.next_view)
    ),
    rf"(?P<cards>{CARDS_PATTERN}) laid\.": lambda said: (
        len({card.rank for card in said.cards_in("cards")} - {"2"}) == 1
        and not Counter(said.cards_in("cards")) - Counter(meld_of(said, "cards"))
    ),
    rf"(?P<card>{CARD_PATTERN}) taken from the discard pile and laid with (?P<used>{CARDS_PATTERN})\."
    r"(?P<more> 1 more card picked up\.| \d+ more cards picked up\.|)": (is_true_about_take),
    rf"(?P<card>{CARD_PATTERN}) taken: the first card turned up\.": lambda said: bool(said.cards_in("card")),
    r"May I go out\?": lambda said: said.seat == said.fact("turn"),
    r"Yes, go out\.": lambda said: said.seat != said.fact("turn"),
    r"No, not yet\.": lambda said: said.seat != said.fact("turn"),
    r"One card left!": lambda said: len(said.pile("hand/", said.next_view)) == 1,
    r"Caught with one card unannounced: one penalty card\.": lambda said: (
        len(said.pile("hand/", said.view_after_action)) == 2
    ),
    r"Caught with one card unannounced, but the stock has no card to draw\.": lambda said: said.pile("stock") == (),
    r"Gone out: no card is left in the hand, and the round is over\.": lambda said: said.pile("hand/") == (),
    r"No card is left to draw: the round is blocked, and nobody goes out\.": lambda said: said.pile("stock") == (),
    r"The stock is used up: (?P<cards>\d+) cards? from the discard pile become the new one\.": lambda said: (
        said.pile("stock") == () and len(said.pile("discard")) - 1 == said.number("cards")
    ),
    r"Team (?P<team>[AB]): (?P<laid>\d+) laid(?P<uncounted>, which do not count)?, (?P<held>\d+) still in hand: "
    r"(?P<change>[+-]\d+) this round, (?P<score>-?\d+) points? in all\.": is_true_about_round_score,
    r"Both teams have (?P<score>-?\d+) points?: another round decides\.": lambda said: has_named_score(said, "A", "B"),
    r"That was round (?P<round>\d+), the last one allowed\.": lambda said: (
        said.number("round") == said.fact("round") == said.view_now.options["max_rounds"]
    ),
    r"Team (?P<team>[AB]) wins with (?P<score>-?\d+) points?\.": lambda said: (
        has_named_score(said, said.groups["team"])
        and said.number("score") == max(int(str(said.fact("score/A"))), int(str(said.fact("score/B"))))
        and said.fact("over", said.view_after_action) is True
    ),
}
"""Maps the pattern of each log sentence of Big Queen to the check of whether what it says is true."""


def meld_of(sentence: LogSentence, name: str) -> tuple[Card, ...]:
    """Return the set of the seat's team with the rank of the named cards, as it is when the next sentence is said."""
    rank = next(card.rank for card in sentence.cards_in(name) if card.rank != "2")
    return sentence.pile(f"meld/{team_of(sentence)}/{rank}", sentence.next_view)


# Queen's Dungeon


def queens_in_last_trick(sentence: LogSentence) -> int:
    """Return the number of Queens in the last trick."""
    last = sentence.fact("last")
    assert isinstance(last, tuple)
    return sum(map(is_queen, last))  # type: ignore[arg-type]


def is_true_about_dungeon_score(sentence: LogSentence) -> bool:
    """Whether the score before and after the dungeon is the one that the sentence names."""
    return sentence.fact("score/") == sentence.number("before") and sentence.fact(
        "score/", sentence.next_view
    ) == sentence.number("after")


def is_true_about_quota(sentence: LogSentence, has_made_it: bool) -> bool:
    """Whether the tricks that the sentence names are those that count for the quota, and enough if the sentence says
    that the dealer `has_made_it`."""
    uncounted = int(sentence.groups.get("uncounted") or 0)
    counted = int(sentence.groups.get("tricks") or 0)
    queens = int(str(sentence.fact("queens/")))
    condemned, pays = sentence.fact("condemned/"), sentence.view_now.options["condemned_dealer_pays"]
    made = 0 if condemned else 50 + 10 * counted + 25 * queens
    missed = 0 if condemned and not pays else -50
    return (
        counted == int(str(sentence.fact("tricks/"))) - uncounted
        and uncounted == int(str(sentence.view_now.facts.get("uncounted", 0)))
        and sentence.number("quota") == sentence.fact("quota")
        and (counted >= sentence.number("quota")) == has_made_it
        and sentence.number("points") == (made if has_made_it else missed)
    )


def is_true_about_earned_points(sentence: LogSentence) -> bool:
    """Whether the tricks, Queens and points of the seat in this hand are right."""
    tricks, queens = sentence.number("tricks"), int(sentence.groups["queens"] or 0)
    points = 0 if sentence.fact("condemned/") else 10 * tricks + 25 * queens
    return (sentence.fact("tricks/"), sentence.fact("queens/"), points) == (tricks, queens, sentence.number("points"))


def trumps_can_be_led_next(sentence: LogSentence) -> bool:
    """Whether trumps of the named suit are broken after the action, so that they can be led, and the same hand goes
    on.
    """
    suit = SUIT_BY_WORD[sentence.groups["suit"]]
    facts = sentence.view_after_action.facts
    return (facts["trump"], facts["broken"], facts["phase"], facts["hand"]) == (
        suit,
        True,
        "play",
        sentence.fact("hand"),
    )


def highest_score(sentence: LogSentence) -> int:
    """Return the highest score of all seats."""
    return max(int(str(sentence.fact(f"score/{seat}"))) for seat in range(sentence.view_now.seats))


def is_true_about_trick_winner(sentence: LogSentence) -> bool:
    """Whether the named card lies in the trick, and the seat gains one trick."""
    return sentence.cards_in("card")[0] in sentence.pile("trick") and sentence.gain("tricks/") == 1


DUNGEON_CHECKS: dict[str, SentenceCheck] = {
    rf"Cut (?P<card>{CARD_PATTERN}) for the deal\.": lambda said: True,
    r"Cut the highest card: first to deal\.": lambda said: said.seat == said.fact("dealer", said.view_after_action),
    r"(?P<suit>\w+) are trump, named before a card is dealt\.": lambda said: (
        not any(said.pile(f"hand/{seat}") for seat in range(said.view_now.seats))
        and said.fact("trump", said.next_view) == SUIT_BY_WORD[said.groups["suit"].lower()]
        and said.seat == said.fact("dealer")
    ),
    r"The hand is kept as dealt\.": lambda said: said.fact("swapped") == 0,
    r"(?P<cards>\d+) cards? swapped\.": lambda said: said.fact("swapped") == said.number("cards") > 0,
    r"The spare hand is taken unseen: (?P<quota>\d+) tricks needed now\.": lambda said: (
        said.fact("quota", said.next_view) == said.number("quota")
    ),
    rf"(?P<card>{CARD_PATTERN}) takes the trick\.": is_true_about_trick_winner,
    r"Trumps are broken: (?P<suit>\w+) may be led\.": trumps_can_be_led_next,
    r"Trumps are broken, and stay so when the suit changes\.": lambda said: (
        (said.view_after_action.facts["phase"], said.view_after_action.facts["broken"]) == ("change", True)
    ),
    r"The Queen's Challenge: all who hold a Queen must play one\.": lambda said: (
        said.fact("challenge", said.next_view) is True
    ),
    r"Took two Queens in one trick, so the dealer must change trump\.": lambda said: (
        queens_in_last_trick(said) == 2
        and said.seat == said.fact("leader", said.view_after_action)
        and said.fact("phase", said.view_after_action) == "change"
    ),
    r"Trump changes to (?P<suit>\w+)\.": lambda said: (
        said.fact("trump") != SUIT_BY_WORD[said.groups["suit"]] == said.fact("trump", said.next_view)
    ),
    r"To the dungeon with three Queens: from (?P<before>-?\d+) to (?P<after>-?\d+) points, "
    r"and nothing more from this hand\.": lambda said: (
        is_true_about_dungeon_score(said) and queens_in_last_trick(said) == 3
    ),
    r"All four Queens, and the key is thrown away: from (?P<before>-?\d+) to (?P<after>-?\d+) points\.": lambda said: (
        is_true_about_dungeon_score(said) and queens_in_last_trick(said) == 4
    ),
    r"(?P<tricks>\d+) tricks?(?: and (?P<queens>\d+) Queens?)?, and 50 for the quota of (?P<quota>\d+): "
    r"(?P<points>\d+) points\.": (
        lambda said: (
            is_true_about_quota(said, has_made_it=True) and said.fact("queens/") == int(said.groups["queens"] or 0)
        )
    ),
    r"Took only (?P<tricks>\d+) of the (?P<quota>\d+) tricks? needed: (?P<points>-?\d+) points\.": (
        lambda said: is_true_about_quota(said, has_made_it=False)
    ),
    r"Took none of the (?P<quota>\d+) tricks needed: (?P<points>-?\d+) points\.": (
        lambda said: is_true_about_quota(said, has_made_it=False)
    ),
    r"Took (?P<tricks>\d+) tricks?, needed (?P<quota>\d+), and loses nothing more\.": lambda said: (
        said.fact("condemned/") is True
        and said.number("tricks") == said.fact("tricks/")
        and said.number("tricks") >= said.number("quota") == said.fact("quota")
    ),
    r"Without (?P<uncounted>\d+) tricks? that (?:do|does) not count, the dealer has (?P<only>only )?(?P<tricks>-?\d+) "
    r"and needed (?P<quota>\d+): (?P<points>-?\d+) points\.": (
        lambda said: is_true_about_quota(said, has_made_it=not said.groups["only"])
    ),
    r"(?P<tricks>\d+) tricks?(?: and (?P<queens>\d+) Queens?)?: (?P<points>\d+) points\.": is_true_about_earned_points,
    r"In the dungeon: no points this hand\.": lambda said: said.fact("condemned/") is True,
    r"Time is up: this hand is the last\.": lambda said: True,
    r"A tie at the top, (?P<score>-?\d+) points? each: one more hand\.": lambda said: (
        said.number("score") == highest_score(said) and not said.fact("over", said.view_after_action)
    ),
    r"The match is won with (?:the partner opposite: )?(?P<score>-?\d+) points?\.": lambda said: (
        said.number("score") == highest_score(said) == said.fact("score/")
        and said.fact("over", said.view_after_action) is True
    ),
    rf"(?P<card>{CARD_PATTERN}) is taken back\.": lambda said: was_laid(said),
    rf"Owned up to (?P<card>{CARD_PATTERN}), a wrong card: -25 points, and play goes back to it\.": lambda said: (
        was_laid(said) and said.cards_in("card")[0] in said.pile("hand/", said.view_after_action)
    ),
    r"There is nothing to own up to\.": lambda said: said.fact("slip/") is False,
    r"Seat (?P<other>\d+) is accused of a wrong card\.": lambda said: (
        1 <= said.number("other") <= said.view_now.seats and said.number("other") - 1 != said.seat
    ),
    r"The accusation against seat (?P<other>\d+) has come to nothing\.": lambda said: (
        said.fact(f"wrong/{said.number('other') - 1}") is None
    ),
    r"A wrong card is found out: from (?P<before>-?\d+) to (?P<after>-?\d+) points, "
    r"and nothing more from this hand\.": is_true_about_dungeon_score,
}
"""Maps the pattern of each log sentence of Queen's Dungeon to the check of whether what it says is true."""


def was_laid(sentence: LogSentence) -> bool:
    """Whether the named card lies in the trick on the table or in the last trick."""
    last = sentence.fact("last")
    assert isinstance(last, tuple)
    return sentence.cards_in("card")[0] in (*sentence.pile("trick"), *last)


def choose_queens_and_seldom_accusations(match: Match, random: Random) -> tuple[int, Action]:
    """Return a random seat, mostly one that the match waits for, and a random action of it.

    It plays Queens often, and seldom speaks up about a wrong card.
    """
    seat = random.choice(sorted(match.awaited if random.random() < 0.93 else match.waiting))
    choices = match.legal(seat)
    queens = [action for action in choices if action.verb == "play" and is_queen(action.cards[0])]
    if queens and random.random() < 0.6:
        return seat, random.choice(queens)
    if len({action.verb for action in choices}) > 1 and seat in match.awaited and random.random() < 0.9:
        choices = tuple(action for action in choices if action.verb == choices[0].verb)
    return seat, random.choice(choices)


# Queen Bees II


def is_true_about_new_trumps(sentence: LogSentence) -> bool:
    """Whether all cards of the last trick are of the named suit, and their ranks are the trumps."""
    last = sentence.fact("last")
    assert isinstance(last, tuple)
    ranks = tuple(sentence.groups["ranks"].replace(",", "").replace(" and ", " ").split())
    return (
        {card.suit for card in last} == {SUIT_BY_WORD[sentence.groups["suit"]]}  # type: ignore[union-attr]
        and ranks == sentence.fact("trumps") == sentence.fact("trumps", sentence.view_after_action)
        and sorted(ranks) == sorted(card.rank for card in last)  # type: ignore[union-attr]
        and all(sentence.pile(f"hand/{seat}", sentence.view_after_action) for seat in range(sentence.view_now.seats))
    )


BEES_CHECKS: dict[str, SentenceCheck] = {
    rf"(?P<card>{CARD_PATTERN}) takes the trick\.": is_true_about_trick_winner,
    r"All (?P<suit>\w+): (?P<ranks>.+) are now trumps in every suit\.": is_true_about_new_trumps,
    r"(?P<tricks>\d+) tricks? in this deal, (?P<score>\d+) points? in all\.": lambda said: (
        (said.fact("tricks/"), said.fact("score/")) == (said.number("tricks"), said.number("score"))
    ),
    r"A tie at the top, (?P<score>\d+) points? each: one more deal\.": lambda said: (
        said.number("score") == highest_score(said) and not said.fact("over", said.view_after_action)
    ),
    r"Alone at the top with (?P<score>\d+) points?: that wins the match\.": lambda said: (
        said.number("score") == highest_score(said) == said.fact("score/")
        and said.fact("over", said.view_after_action) is True
    ),
}
"""Maps the pattern of each log sentence of Queen Bees II to the check of whether what it says is true."""

OPTIONS_THAT_COST_QUEENS = {
    "exact_hit_costs_queen": True,
    "joker_event_costs_queen": True,
    "temporary_may_duplicate": True,
}
"""Options of Mad Queens with which more events cost a Queen, so that the sentences about it are written, too."""
LOGGED_MATCHES_BY_GROUP = {
    "mad queens": ("mad-queens", (1, 3, 6), {}, MAD_QUEENS_CHECKS, choose_banking_or_first_action, 60),
    "mad queens, rows kept": (
        "mad-queens",
        (2, 4),
        {"fourth_queen_keeps_row": True},
        MAD_QUEENS_CHECKS,
        choose_banking_or_first_action,
        30,
    ),
    "mad queens, bans stop": (
        "mad-queens",
        (2, 4),
        {"joker_ban_stops": True},
        MAD_QUEENS_CHECKS,
        choose_banking_or_first_action,
        30,
    ),
    "mad queens, costs": (
        "mad-queens",
        (3,),
        OPTIONS_THAT_COST_QUEENS,
        MAD_QUEENS_CHECKS,
        choose_banking_or_first_action,
        30,
    ),
    "classic": ("mad-queens-classic", (1, 3, 6), {}, CLASSIC_CHECKS, choose_banking_or_first_action, 60),
    "classic, rows kept": (
        "mad-queens-classic",
        (3,),
        {"fourth_queen_keeps_row": True},
        CLASSIC_CHECKS,
        choose_banking_or_first_action,
        30,
    ),
    "big queen": ("big-queen", (4, 6), {"target": 300}, BIG_QUEEN_CHECKS, choose_by_verb, 6),
    "big queen, losers": (
        "big-queen",
        (4, 10),
        {"losers_count_melds": False, "hand_size": 4, "max_rounds": 3, "free_first_upcard": True},
        BIG_QUEEN_CHECKS,
        choose_by_verb,
        12,
    ),
    "dungeon": ("queens-dungeon", (2, 4, 8), {}, DUNGEON_CHECKS, choose_queens_and_seldom_accusations, 12),
    "dungeon, partners": (
        "queens-dungeon",
        (4,),
        {"partners": True, "challenge": True, "change_resets_broken": False, "condemned_dealer_pays": False},
        DUNGEON_CHECKS,
        choose_queens_and_seldom_accusations,
        8,
    ),
    "dungeon, switch": (
        "queens-dungeon",
        (2, 6),
        {"switch": True, "target": 150},
        DUNGEON_CHECKS,
        choose_queens_and_seldom_accusations,
        12,
    ),
    "dungeon, exchange": (
        "queens-dungeon",
        (3,),
        {"exchange": True},
        DUNGEON_CHECKS,
        choose_queens_and_seldom_accusations,
        8,
    ),
    "dungeon, honour": (
        "queens-dungeon",
        (2, 4, 5),
        {"reneging": "honour"},
        DUNGEON_CHECKS,
        choose_queens_and_seldom_accusations,
        12,
    ),
    "queen bees": ("queen-bees-ii", (3, 4), {}, BEES_CHECKS, choose_by_verb, 25),
}
"""Maps the name of a group of matches whose logs are checked to what they are: the slug of the game, the numbers of
seats in turn, the options, the checks by pattern, a function that chooses the actions, and the number of matches.
"""


def check_logs_of_group(group: str, rules_revision: int, part_count: int = 1) -> Counter[str]:
    """Check the logs of a group of matches, played by revision `rules_revision`; return how often each pattern of a
    sentence was matched. Only one of `part_count` equal parts of the matches is played: 2 stands for the first half.
    """
    slug, sizes, options, checks, choose, matches = LOGGED_MATCHES_BY_GROUP[group]
    found: Counter[str] = Counter()
    for number in range(-(-matches // part_count)):
        seats = sizes[number % len(sizes)]
        match = games[slug].start(seats, f"log-{number}", {**options, REVISION_OPTION_NAME: rules_revision})
        found.update(check_sentences(games[slug], match, checks, 600, Random(f"{group} {number}"), choose))
    return found


@pytest.mark.deep
@pytest.mark.parametrize("group", LOGGED_MATCHES_BY_GROUP)
def test_every_sentence_of_the_log_is_true(group: str) -> None:
    part = count_for_depth(4, 1)
    found = check_logs_of_group(group, games[LOGGED_MATCHES_BY_GROUP[group][0]].revision, part)
    assert found.total() > 300 / part, found


@pytest.mark.parametrize("group", ["big queen, losers", "dungeon", "dungeon, honour"])
def test_check_finds_the_untrue_log_sentences_of_the_first_revision(group: str) -> None:
    with pytest.raises(AssertionError, match=r"untrue at .*(0 laid|Trumps are broken)"):
        check_logs_of_group(group, rules_revision=1)


def test_check_finds_a_log_sentence_that_names_one_card_too_many() -> None:
    """The check itself must be able to fail; this sentence is untrue."""
    game = games["mad-queens"]
    wrong = {**MAD_QUEENS_CHECKS}
    banked = next(pattern for pattern in wrong if "banked for" in pattern)
    wrong[banked] = lambda said: said.number("cards") == len(said.pile("shown/")) + 1
    with pytest.raises(AssertionError, match="untrue at"):
        list(check_sentences(game, game.start(2, 1), wrong, 400, Random(1), choose_banking_or_first_action))


def test_every_card_of_a_list_in_a_sentence_is_read() -> None:
    said = LogSentence(0, {"cards": "3♠, 10♥ and Jk"}, *[None] * 4)  # type: ignore[list-item]
    assert said.cards_in("cards") == cards("3♠ 10♥ Jk")


@pytest.mark.parametrize(("card", "value"), [("Q♥", "Queen"), ("Jk", "Joker"), ("K♦", "king"), ("7♦", "7")])
def test_card_discarded_from_the_banned_deck_is_never_said_to_be_banned(card: str, value: str) -> None:
    """A Queen bans her suit, not her rank, and a Joker nothing."""
    said = games["mad-queens"].sentence(Remark(EVERYONE, "same value", None, cards(card)))
    assert said == f"{card} is discarded: another {value} is already among the banned cards."
