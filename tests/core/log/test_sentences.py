"""The log of every game is true: the numbers, cards, suits and seats of each sentence are those of the match."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from core import Action, Card, Match, cards, games
from core.engine.english import SUIT_WORDS
from core.engine.rule_set import RULES
from tests.core.log.told import Check, Told, at_random, check_sentences

CARD = r"(?:Jk|(?:10|[2-9JQKA])[♣♦♥♠])"
LIST = rf"{CARD}(?:, {CARD})*(?: and {CARD})?"
SUITS = {word: suit for suit, word in SUIT_WORDS.items()}
THIRTEEN = 13


def is_queen(card: Card) -> bool:
    return card.rank == "Q"


def bans(banned: Card, card: Card) -> bool:
    if card.rank in ("Jk", "Q") or banned.rank == "Jk":
        return False
    return banned.suit == card.suit if is_queen(banned) else banned.rank == card.rank


# Mad Queens


def in_force(told: Told) -> tuple[Card, ...]:
    return (*told.pile("banned"), *told.pile("temp/"))


def caught_truly(told: Told) -> bool:
    (card,), (banned,) = told.listed("card"), told.listed("banned")
    row, suit = told.pile("shown/"), told.groups["suit"]
    return (
        card in row
        and banned in in_force(told)
        and bans(banned, card)
        and len(row) == told.number("lost")
        and suit == (SUIT_WORDS[banned.suit] if is_queen(banned) else None)
        and told.pile("shown/", told.end) == ()
        and not Counter(row) - Counter(told.pile("gone/", told.end))
    )


def price_is_true(told: Told) -> bool:
    (queen,) = told.listed("queen")
    paid, bank = told.listed("paid"), told.pile("bank/")
    price = 2 + sum(card.suit == queen.suit for card in told.pile("shown/"))
    return (
        told.number("price") == price == len(paid)
        and paid == bank[::-1][:price]
        and told.pile("bank/", told.then) == bank[:-price]
    )


def unpayable_truly(told: Told) -> bool:
    (queen,) = told.listed("queen")
    price = 2 + sum(card.suit == queen.suit for card in told.pile("shown/"))
    return told.number("price") == price > told.number("bank") == len(told.pile("bank/"))


def event_is_told_truly(told: Told) -> bool:
    (other,) = [card for card in told.pile("banned") if card.rank != "Jk"] or [None]
    what = told.groups["what"]
    if other is None:
        return False
    if is_queen(other):
        return what == f"a {SUIT_WORDS[other.suit][:-1]}"
    word = {"J": "jack", "K": "king", "A": "ace"}.get(other.rank, other.rank)
    return what == ("an " if word in ("ace", "8") else "a ") + word


def same_value(told: Told) -> bool:
    (card,) = told.listed("card")
    return sum(other.rank == card.rank for other in told.pile("banned")) == 2


def suit_is_true(told: Told) -> bool:
    (card,) = told.listed("card")
    return told.groups["suit"] == (SUIT_WORDS[card.suit] if is_queen(card) else None)


def banned_alone(told: Told) -> bool:
    return suit_is_true(told) and told.listed("card")[0] in told.pile("temp/")


def ended_truly(told: Told) -> bool:
    cause = told.groups["cause"]
    deck = told.pile("deck/")
    meaning = {
        "A Queen could not be paid": "cannot pay",
        "All four Queens have been seen": "fourth queen",
        "The deck has run out": "deck out",
        "No card is left to turn": "deck out",
        "That is enough": "chosen",
    }
    return (
        meaning[cause] == told.fact("cause/")
        and told.number("score") == told.fact("score/") == told.fact("score/", told.end)
        and (cause != "The deck has run out" or not deck)
        and (cause != "No card is left to turn" or all(map(is_queen, deck)))
        and (cause != "All four Queens have been seen" or sum(map(is_queen, told.pile("gone/"))) == 4)
        and (cause != "That is enough" or len(deck) <= 12)
    )


def opens_at_most_two(told: Told) -> bool:
    return 0 <= len(told.pile("deck/")) - len(told.pile("deck/", told.then)) <= 2


MAD_QUEENS: dict[str, Check] = {
    r"Play (?P<play>\d+) begins\.": lambda told: told.number("play") == told.fact("play"),
    r"A Joker opens up to two more cards\.": opens_at_most_two,
    rf"(?P<card>{CARD}) is caught by (?P<banned>{CARD})(?:, who bans all (?P<suit>\w+))?: "
    r"(?P<lost>\d+) cards? lost\.": caught_truly,
    rf"(?P<card>{CARD}) is the banned card itself: double, (?P<points>\d+) points\.": lambda told: (
        told.listed("card")[0] in told.pile("shown/")
        and told.listed("card")[0] in in_force(told)
        and told.gain() == told.number("points") == (4 if told.listed("card")[0].suit == "♥" else 2)
    ),
    r"The play ends here, with an empty row: a banking all the same\.": lambda told: told.pile("shown/") == (),
    r"(?P<cards>\d+) cards? banked for (?P<points>\d+) points?\.": lambda told: (
        told.number("cards") == len(told.pile("shown/")) and told.gain() == told.number("points")
    ),
    r"(?P<cause>[A-Z][a-zA-Z ]+): the game ends with (?P<score>\d+) points?\.": ended_truly,
    rf"(?P<queen>{CARD}) takes (?P<price>\d+) cards from the bank: (?P<paid>{LIST})\.": price_is_true,
    rf"(?P<queen>{CARD}) asks for (?P<price>\d+) cards, but the bank holds (?P<bank>\d+)\.": unpayable_truly,
    rf"(?P<queen>{CARD}) is the fourth Queen\.": lambda told: told.fact("spent/") == 4,
    rf"(?P<queen>{CARD}) goes into the deck\.": lambda told: (
        told.listed("queen")[0] in told.pile("deck/", told.then)
        and told.listed("queen")[0] not in told.pile("aside/", told.then)
    ),
    r"No Queen is left aside: a temporary card is due\.": lambda told: told.pile("aside/") == (),
    rf"(?P<card>{CARD}) is banned now(?:, with all (?P<suit>\w+))?\.": lambda told: (
        suit_is_true(told) and told.listed("card")[0] in told.pile("banned")
    ),
    rf"(?P<card>{CARD}) goes: its value is banned already\.": same_value,
    r"A Joker is banned: everybody still playing turns two cards, and banks them if one is (?P<what>.+)\.": (
        event_is_told_truly
    ),
    rf"(?P<cards>{LIST}) banked by the Joker: (?P<points>\d+) points?\.": lambda told: (
        told.listed("cards") == told.pile("shown/") and told.gain() == told.number("points")
    ),
    rf"(?P<cards>{LIST}) lost to the Joker\.": lambda told: (
        told.listed("cards") == told.pile("shown/") and told.pile("shown/", told.then) == () and told.gain() == 0
    ),
    r"A Joker as temporary card: two cards are turned, and banked if one of them is banned\.": lambda told: True,
    rf"(?P<card>{CARD}) is banned for this seat alone(?:, with all (?P<suit>\w+))?\.": banned_alone,
    r"No temporary card: every value is banned already\.": lambda told: (
        len({card.rank for card in in_force(told)}) == THIRTEEN
    ),
    r"(?P<cards>\d+) temporary cards? cleared away\.": lambda told: told.number("cards") == len(told.pile("temp/")) > 0,
    r"The discards are shuffled and become the banned deck\.": lambda told: (
        told.pile("banned-deck") == () and bool(told.pile("banned-gone"))
    ),
    r"A new pack is opened for the banned deck\.": lambda told: told.pile("banned-deck") == (),
}

CLASSIC = {
    **{pattern: check for pattern, check in MAD_QUEENS.items() if "points?" not in pattern and "Play" not in pattern},
    r"The play ends here, with an empty row: a banking all the same\.": lambda told: told.pile("shown/") == (),
    r"Turn (?P<turn>\d+) begins\.": lambda told: told.number("turn") == told.fact("play"),
    r"(?P<cards>\d+) cards? banked\.": lambda told: told.number("cards") == len(told.pile("shown/")) == told.gain(),
    rf"(?P<cards>{LIST}) banked by the Joker\.": lambda told: (
        told.listed("cards") == told.pile("shown/") and told.gain() == len(told.listed("cards"))
    ),
    r"(?P<cause>[A-Z][a-zA-Z ]+): the game ends with (?P<score>\d+) cards?\.": ended_truly,
}


def bold(match: Match, random: Random) -> tuple[int, Action]:
    """Mostly bank early in the match, so that it becomes long; then reveal more and more."""
    seat = random.choice(sorted(match.waiting))
    choices = match.legal(seat)
    banking = [action for action in choices if action.verb == "bank"]
    return seat, random.choice(banking) if banking and random.random() < 0.6 else choices[0]


# Big Queen


def team_of(told: Told) -> str:
    return "AB"[int(str(told.seat)) % 2]


def points_of(some: tuple[Card, ...]) -> int:
    worth = {"A": 15, "2": 20, "10": 10, "J": 10, "Q": 10, "K": 10}
    return sum(100 if str(card) == "Q♠" else worth.get(card.rank, 5) for card in some)


def dealt_truly(told: Told) -> bool:
    roll = 10 * told.number("tens") + told.number("units")
    won = f"score/{team_of(told)}"
    bonus = int(str(told.fact(won, told.end))) - int(str(told.fact(won)))
    return (
        told.number("round") == told.fact("round")
        and roll == told.fact("dice")
        and bonus == (100 if roll in (44, 45) else 0) == int(told.groups["bonus"] or 0)
    )


def scored_truly(told: Told) -> bool:
    team = told.groups["team"]
    laid = sum(points_of(told.pile(name)) for name in told.now.piles if name.startswith(f"meld/{team}/"))
    held = sum(points_of(told.pile(f"hand/{seat}")) for seat in range("AB".index(team), told.now.seats, 2))
    counted = 0 if told.groups["uncounted"] else laid
    change = counted - held
    return (
        (told.number("laid"), told.number("held"), told.number("change")) == (laid, held, change)
        and told.gain(f"score/{team}") == change
        and told.fact(f"score/{team}", told.then) == told.number("score")
    )


def taken_truly(told: Told) -> bool:
    """The card lay where the discard pile ends now, and all above it have come along."""
    (chosen,), used = told.listed("card"), told.listed("used")
    before, left = told.pile("discard", told.start), told.pile("discard")
    more = told.groups["more"].split()
    along = 0 if not more else 1 if more[0] == "One" else int(more[0])
    meld = told.pile(f"meld/{team_of(told)}/{chosen.rank}")
    return (
        before[len(left)] == chosen
        and len(before) - len(left) - 1 == along
        and not Counter((chosen, *used)) - Counter(meld)
        and not Counter(used) - Counter(told.pile("hand/", told.start))
    )


def score_is(told: Told, *teams: str) -> bool:
    return all(told.fact(f"score/{team}") == told.number("score") for team in teams)


BIG_QUEEN: dict[str, Check] = {
    r"Round (?P<round>\d+) is dealt\. The dice show (?P<tens>\d) and (?P<units>\d)"
    r"(?: and win the team (?P<bonus>\d+) points)?\.": dealt_truly,
    rf"(?P<card>{CARD}) is turned up\.": lambda told: told.pile("discard") == told.listed("card"),
    rf"(?P<card>{CARD}) discarded\.": lambda told: (
        told.listed("card")[0] in told.pile("discard", told.then)[-1:]
        or told.listed("card")[0] in told.pile("discard")[-1:]
    ),
    rf"(?P<card>{CARD}) added to its set\.": lambda told: (
        told.listed("card")[0] in told.pile(f"meld/{team_of(told)}/{told.listed('card')[0].rank}", told.then)
    ),
    rf"(?P<card>{CARD}) added to the set of rank (?P<rank>\w+)\.": lambda told: (
        told.listed("card")[0] in told.pile(f"meld/{team_of(told)}/{told.groups['rank']}", told.then)
    ),
    rf"A set is laid: (?P<cards>{LIST})\.": lambda told: (
        len({card.rank for card in told.listed("cards")} - {"2"}) == 1
        and not Counter(told.listed("cards")) - Counter(meld_of(told, "cards"))
    ),
    rf"(?P<card>{CARD}) is taken from the discard pile and laid with (?P<used>{LIST})\."
    r"(?P<more> One card from above it comes into the hand\.| \d+ cards from above it come into the hand\.|)": (
        taken_truly
    ),
    rf"(?P<card>{CARD}) is taken, the first card turned up\.": lambda told: bool(told.listed("card")),
    r"May I go out\?": lambda told: told.seat == told.fact("turn"),
    r"Yes, go out\.": lambda told: told.seat != told.fact("turn"),
    r"No, not yet\.": lambda told: told.seat != told.fact("turn"),
    r"One card left!": lambda told: len(told.pile("hand/", told.then)) == 1,
    r"Caught with one card unannounced: a card is drawn as penalty\.": lambda told: (
        len(told.pile("hand/", told.end)) == 2
    ),
    r"Caught with one card unannounced, but the stock has no card to draw\.": lambda told: told.pile("stock") == (),
    r"Out: the last card is discarded, and the round is over\.": lambda told: told.pile("hand/") == (),
    r"No card is left to draw: the round is blocked, and nobody goes out\.": lambda told: told.pile("stock") == (),
    r"The stock is used up: (?P<cards>\d+) cards? of the discard pile make a new one\.": lambda told: (
        told.pile("stock") == () and len(told.pile("discard")) - 1 == told.number("cards")
    ),
    r"Team (?P<team>[AB]): (?P<laid>\d+) laid(?P<uncounted>, which do not count)?, (?P<held>\d+) left in hands, "
    r"(?P<change>[+-]\d+)\. It has (?P<score>-?\d+) points? now\.": scored_truly,
    r"Both teams have (?P<score>-?\d+) points?: another round decides\.": lambda told: score_is(told, "A", "B"),
    r"That was round (?P<round>\d+), the last one allowed\.": lambda told: (
        told.number("round") == told.fact("round") == told.now.options["max_rounds"]
    ),
    r"Team (?P<team>[AB]) wins with (?P<score>-?\d+) points?\.": lambda told: (
        score_is(told, told.groups["team"])
        and told.number("score") == max(int(str(told.fact("score/A"))), int(str(told.fact("score/B"))))
        and told.fact("over", told.end) is True
    ),
}


def meld_of(told: Told, name: str) -> tuple[Card, ...]:
    """Return the set of the seat's team with the rank of these cards, when the next thing was said."""
    rank = next(card.rank for card in told.listed(name) if card.rank != "2")
    return told.pile(f"meld/{team_of(told)}/{rank}", told.then)


# Queen's Dungeon


def queens_in_last(told: Told) -> int:
    last = told.fact("last")
    assert isinstance(last, tuple)
    return sum(map(is_queen, last))  # type: ignore[arg-type]


def fell_truly(told: Told) -> bool:
    return told.fact("score/") == told.number("before") and told.fact("score/", told.then) == told.number("after")


def quota_is_true(told: Told) -> bool:
    """What the dealer is said to have taken is what counts for the quota, and "only" means that it is too little."""
    uncounted = int(told.groups.get("uncounted") or 0)
    counted = told.number("tricks")
    queens = int(str(told.fact("queens/")))
    condemned, pays = told.fact("condemned/"), told.now.options["condemned_dealer_pays"]
    made = 0 if condemned else 50 + 10 * counted + 25 * queens
    missed = 0 if condemned and not pays else -50
    return (
        counted == int(str(told.fact("tricks/"))) - uncounted
        and uncounted == int(str(told.now.facts.get("uncounted", 0)))
        and told.number("quota") == told.fact("quota")
        and (counted < told.number("quota")) == bool(told.groups["only"])
        and told.number("points") == (missed if told.groups["only"] else made)
    )


def earned_truly(told: Told) -> bool:
    tricks, queens = told.number("tricks"), int(told.groups["queens"] or 0)
    points = 0 if told.fact("condemned/") else 10 * tricks + 25 * queens
    return (told.fact("tricks/"), told.fact("queens/"), points) == (tricks, queens, told.number("points"))


def broken_and_led_next(told: Told) -> bool:
    suit = SUITS[told.groups["suit"]]
    facts = told.end.facts
    return (facts["trump"], facts["broken"], facts["phase"], facts["hand"]) == (suit, True, "play", told.fact("hand"))


def best_of(told: Told) -> int:
    return max(int(str(told.fact(f"score/{seat}"))) for seat in range(told.now.seats))


def trick_taken_truly(told: Told) -> bool:
    return told.listed("card")[0] in told.pile("trick") and told.gain("tricks/") == 1


DUNGEON: dict[str, Check] = {
    rf"(?P<card>{CARD}) is cut\.": lambda told: True,
    r"First to deal\.": lambda told: told.seat == told.fact("dealer", told.end),
    r"(?P<suit>\w+) are trump, called before a card is dealt\.": lambda told: (
        not any(told.pile(f"hand/{seat}") for seat in range(told.now.seats))
        and told.fact("trump", told.then) == SUITS[told.groups["suit"].lower()]
        and told.seat == told.fact("dealer")
    ),
    r"The hand is kept as dealt\.": lambda told: told.fact("swapped") == 0,
    r"(?P<cards>\d+) cards? swapped\.": lambda told: told.fact("swapped") == told.number("cards") > 0,
    r"The spare hand is taken unseen: (?P<quota>\d+) tricks needed now\.": lambda told: (
        told.fact("quota", told.then) == told.number("quota")
    ),
    rf"(?P<card>{CARD}) takes the trick\.": trick_taken_truly,
    r"Trumps are broken: (?P<suit>\w+) may be led\.": broken_and_led_next,
    r"Trumps are broken, and stay so when the suit changes\.": lambda told: (
        (told.end.facts["phase"], told.end.facts["broken"]) == ("change", True)
    ),
    r"The Queen's Challenge: whoever holds a Queen must play one\.": lambda told: (
        told.fact("challenge", told.then) is True
    ),
    r"Two Queens in one trick: the dealer must change trump\.": lambda told: (
        queens_in_last(told) == 2 and told.fact("phase", told.end) == "change"
    ),
    r"Trump changes to (?P<suit>\w+)\.": lambda told: (
        told.fact("trump") != SUITS[told.groups["suit"]] == told.fact("trump", told.then)
    ),
    r"To the dungeon with three Queens: from (?P<before>-?\d+) to (?P<after>-?\d+), "
    r"and nothing more from this hand\.": lambda told: fell_truly(told) and queens_in_last(told) == 3,
    r"All four Queens, and the key is thrown away: from (?P<before>-?\d+) to (?P<after>-?\d+)\.": lambda told: (
        fell_truly(told) and queens_in_last(told) == 4
    ),
    r"The dealer has (?P<only>only )?(?P<tricks>\d+) tricks? of the (?P<quota>\d+) needed: "
    r"(?P<points>-?\d+) points\.": quota_is_true,
    r"Without (?P<uncounted>\d+) tricks? that (?:do|does) not count, the dealer has (?P<only>only )?(?P<tricks>-?\d+) "
    r"of the (?P<quota>\d+) needed: (?P<points>-?\d+) points\.": quota_is_true,
    r"(?P<tricks>\d+) tricks?(?: and (?P<queens>\d+) Queens?)?: (?P<points>\d+) points\.": earned_truly,
    r"Tricks and Queens of this hand are forfeited in the dungeon\.": lambda told: told.fact("condemned/") is True,
    r"The time has run out: this hand is the last\.": lambda told: True,
    r"The highest score, (?P<score>-?\d+), is shared: another hand is played\.": lambda told: (
        told.number("score") == best_of(told) and not told.fact("over", told.end)
    ),
    r"The match is won(?: together with the partner opposite,)? with (?P<score>-?\d+) points?\.": lambda told: (
        told.number("score") == best_of(told) == told.fact("score/") and told.fact("over", told.end) is True
    ),
    rf"(?P<card>{CARD}) is taken back\.": lambda told: was_laid(told),
    rf"A wrong card, (?P<card>{CARD}), is owned up to: -25 points, and play goes on from there\.": lambda told: (
        was_laid(told) and told.listed("card")[0] in told.pile("hand/", told.end)
    ),
    r"There is nothing to own up to\.": lambda told: told.fact("slip/") is False,
    r"Seat (?P<other>\d+) is accused of a wrong card\.": lambda told: (
        1 <= told.number("other") <= told.now.seats and told.number("other") - 1 != told.seat
    ),
    r"The accusation of seat (?P<other>\d+) has come to nothing\.": lambda told: (
        told.fact(f"wrong/{told.number('other') - 1}") is None
    ),
    r"A wrong card is found out: from (?P<before>-?\d+) to (?P<after>-?\d+), and nothing more from this hand\.": (
        fell_truly
    ),
}


def was_laid(told: Told) -> bool:
    """Whether the card lies in the trick on the table or in the last one."""
    last = told.fact("last")
    assert isinstance(last, tuple)
    return told.listed("card")[0] in (*told.pile("trick"), *last)


def with_tricks_that_end(match: Match, random: Random) -> tuple[int, Action]:
    """Speak up now and then, and often play a Queen."""
    seat = random.choice(sorted(match.awaited if random.random() < 0.93 else match.waiting))
    choices = match.legal(seat)
    queens = [action for action in choices if action.verb == "play" and is_queen(action.cards[0])]
    if queens and random.random() < 0.6:
        return seat, random.choice(queens)
    if len({action.verb for action in choices}) > 1 and seat in match.awaited and random.random() < 0.9:
        choices = tuple(action for action in choices if action.verb == choices[0].verb)
    return seat, random.choice(choices)


# Queen Bees II


def set_truly(told: Told) -> bool:
    last = told.fact("last")
    assert isinstance(last, tuple)
    ranks = tuple(told.groups["ranks"].replace(",", "").replace(" and ", " ").split())
    return (
        {card.suit for card in last} == {SUITS[told.groups["suit"]]}  # type: ignore[union-attr]
        and ranks == told.fact("trumps") == told.fact("trumps", told.end)
        and sorted(ranks) == sorted(card.rank for card in last)  # type: ignore[union-attr]
        and all(told.pile(f"hand/{seat}", told.end) for seat in range(told.now.seats))
    )


BEES: dict[str, Check] = {
    rf"(?P<card>{CARD}) takes the trick\.": trick_taken_truly,
    r"A trick all of (?P<suit>\w+): from now on (?P<ranks>.+) are trumps in every suit\.": set_truly,
    r"(?P<tricks>\d+) tricks? in this deal, (?P<score>\d+) points? in all\.": lambda told: (
        (told.fact("tricks/"), told.fact("score/")) == (told.number("tricks"), told.number("score"))
    ),
    r"The lead is shared at (?P<score>\d+) points?: another deal is played\.": lambda told: (
        told.number("score") == best_of(told) and not told.fact("over", told.end)
    ),
    r"Highest alone with (?P<score>\d+) points?: the match is won\.": lambda told: (
        told.number("score") == best_of(told) == told.fact("score/") and told.fact("over", told.end) is True
    ),
}

HOUSE = {
    "exact_hit_costs_queen": True,
    "joker_event_costs_queen": True,
    "temporary_may_duplicate": True,
}
TABLES = {
    "mad queens": ("mad-queens", (1, 3, 6), {}, MAD_QUEENS, bold, 60),
    "mad queens, rows kept": ("mad-queens", (2, 4), {"fourth_queen_keeps_row": True}, MAD_QUEENS, bold, 30),
    "mad queens, bans stop": ("mad-queens", (2, 4), {"joker_ban_stops": True}, MAD_QUEENS, bold, 30),
    "mad queens, costs": ("mad-queens", (3,), HOUSE, MAD_QUEENS, bold, 30),
    "classic": ("mad-queens-classic", (1, 3, 6), {}, CLASSIC, bold, 60),
    "classic, rows kept": ("mad-queens-classic", (3,), {"fourth_queen_keeps_row": True}, CLASSIC, bold, 30),
    "big queen": ("big-queen", (4, 6), {"target": 300}, BIG_QUEEN, at_random, 6),
    "big queen, losers": (
        "big-queen",
        (4, 10),
        {"losers_count_melds": False, "hand_size": 4, "max_rounds": 3, "free_first_upcard": True},
        BIG_QUEEN,
        at_random,
        12,
    ),
    "dungeon": ("queens-dungeon", (2, 4, 8), {}, DUNGEON, with_tricks_that_end, 12),
    "dungeon, partners": (
        "queens-dungeon",
        (4,),
        {"partners": True, "challenge": True, "change_resets_broken": False, "condemned_dealer_pays": False},
        DUNGEON,
        with_tricks_that_end,
        8,
    ),
    "dungeon, switch": ("queens-dungeon", (2, 6), {"switch": True, "target": 150}, DUNGEON, with_tricks_that_end, 12),
    "dungeon, exchange": ("queens-dungeon", (3,), {"exchange": True}, DUNGEON, with_tricks_that_end, 8),
    "dungeon, honour": ("queens-dungeon", (2, 4, 5), {"reneging": "honour"}, DUNGEON, with_tricks_that_end, 12),
    "queen bees": ("queen-bees-ii", (3, 4), {}, BEES, at_random, 25),
}
"""By name: the game, the numbers of seats, the options, the patterns, the way of playing, the number of matches."""


def check_table(table: str, rules: int) -> Counter[str]:
    """Play the matches of a table by a revision of the rules; return how often each pattern was met."""
    slug, sizes, options, checks, choose, matches = TABLES[table]
    said: Counter[str] = Counter()
    for number in range(matches):
        seats = sizes[number % len(sizes)]
        match = games[slug].start(seats, f"log-{number}", {**options, RULES: rules})
        said.update(check_sentences(games[slug], match, checks, 600, Random(f"{table} {number}"), choose))
    return said


@pytest.mark.parametrize("table", TABLES)
def test_every_sentence_of_the_log_is_true(table: str) -> None:
    said = check_table(table, games[TABLES[table][0]].revision)
    assert said.total() > 300, said


@pytest.mark.parametrize("table", ["big queen, losers", "dungeon", "dungeon, honour"])
def test_untrue_sentences_of_the_first_rules_are_found(table: str) -> None:
    with pytest.raises(AssertionError, match=r"untrue at .*(0 laid|Trumps are broken)"):
        check_table(table, rules=1)


def test_an_untrue_sentence_is_found() -> None:
    """The check can fail: a game that says one card too many is caught at it."""
    game = games["mad-queens"]
    wrong = {**MAD_QUEENS}
    banked = next(pattern for pattern in wrong if "banked for" in pattern)
    wrong[banked] = lambda told: told.number("cards") == len(told.pile("shown/")) + 1
    with pytest.raises(AssertionError, match="untrue at"):
        list(check_sentences(game, game.start(2, 1), wrong, 400, Random(1), bold))


def test_cards_of_a_list_are_read() -> None:
    told = Told(0, {"cards": "3♠, 10♥ and Jk"}, *[None] * 4)  # type: ignore[list-item]
    assert told.listed("cards") == cards("3♠ 10♥ Jk")
