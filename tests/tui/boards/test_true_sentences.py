"""What boards and narrators say of a state is true: the numbers, cards, suits and seats are those of the match.

The sentences of the log are tested in `tests/core/log`.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

import pytest

from core import Card, Match, View, cards, games
from core.engine.english import SUIT_WORDS
from tests.core.log.log_sentence import choose_by_verb, view_of_everything
from tests.core.log.test_sentences import choose_banking_or_first_action, is_hit_by, is_queen, points_of_cards
from tests.core.queen_bees_ii.oracle import sort_key
from tests.core.queens_dungeon.oracle import rank_in_suit
from tests.support.depth import count_for_depth
from tui.boards.big_queen.selection import _view_after
from tui.boards.games import narrator_for

CARD_PATTERN = r"(?:Jk|(?:10|[2-9JQKA])[♣♦♥♠])"
"""Pattern of a card in a sentence."""

CARDS_PATTERN = rf"{CARD_PATTERN}(?:,? (?:and )?{CARD_PATTERN})*"
"""Pattern of one or more cards in a sentence, such as ``Q♠, 7♥ and Jk``."""

SEAT_NAMES = ("Ada", "Bea", "Cleo", "Dora", "Ed", "Flo")
"""The names of the seats."""

NAME_PATTERN = r"(?:You|you|your|Your|Ada|Bea|Cleo|Dora|Ed|Flo|Dummy)"
"""Pattern of the name of a player in a sentence."""

SUIT_BY_WORD = {word: suit for suit, word in SUIT_WORDS.items()}
"""Maps the word for a suit to its symbol."""


class SentenceInMatch(NamedTuple):
    """A sentence about a state of a match, with everything that is needed to check it."""

    groups: Mapping[str, str]
    """The parts of the sentence, by the names that its pattern gives them."""
    full_view: View
    """A view of the match in which nothing is hidden."""
    view: View
    """The view of the audience that reads the sentence."""
    focus: int
    """The seat whose cards the audience sees large."""

    def number(self, name: str) -> int:
        """Return a named part of the sentence as a number; ``none`` is 0."""
        return int(self.groups[name].replace("none", "0"))

    def cards(self, name: str) -> tuple[Card, ...]:
        """Return a named part of the sentence as cards, in order."""
        return cards(self.groups[name].replace(",", "").replace(" and ", " "))

    def seat(self, name: str = "name") -> int:
        """Return the seat that a part of the sentence names; the dummy counts as the player after the last seat."""
        word = self.groups[name].removesuffix("'s")
        if word.lower() in ("you", "your"):
            assert self.view.seat is not None
            return self.view.seat
        return self.full_view.seats if word == "Dummy" else SEAT_NAMES.index(word)

    def seats(self, name: str) -> list[int]:
        """Return the seats that a part of the sentence lists."""
        return [SEAT_NAMES.index(word) for word in re.findall(NAME_PATTERN, self.groups[name])]

    def pile(self, name: str) -> tuple[Card, ...]:
        """Return the cards of a pile, hidden ones included."""
        return self.full_view.cards(name)

    def fact(self, name: str) -> int:
        """Return the value of a numeric fact of the match."""
        return int(str(self.full_view.facts[name]))


SentenceCheck = Callable[[SentenceInMatch], object]
"""A function of a sentence that returns a true value if the sentence is correct in the state in which it is shown."""


def narrator_of(view: View) -> object:
    """Return the narrator of the game of a view, for this view."""
    return narrator_for(view, SEAT_NAMES[: view.seats])


def sentences_of(narrator: object) -> Iterator[str]:
    """Yield each sentence once that a narrator says about its state: those of the table, of the hand, and of all
    commands that ask for information.
    """
    told = [*narrator.table_sentences(), *narrator.hand_sentences()]
    for _, topic in narrator.info_commands.values():
        told += topic()
    yield from dict.fromkeys(told)


def check_states(
    slug: str, checks: Mapping[str, SentenceCheck], states: int, choose: Callable, seed: int
) -> Counter[str]:
    """Play matches for `states` states and check every sentence of each for a random audience; return how often each
    pattern was used. A match is left after 400 states. `choose(match, random)` returns the next seat and its action.
    """
    random, used = Random(seed), Counter()
    compiled = {pattern: re.compile(pattern) for pattern in checks}
    done = 0
    while done < states:
        game = games[slug]
        seats = random.choice([number for number in game.seats if number <= len(SEAT_NAMES)])
        match = game.start(seats, seed=random.randrange(10**6))
        for _ in range(400):
            done += 1
            check_state(match, random.choice([*range(seats), None]), checks, compiled, used)
            if match.over or done >= states:
                break
            seat, action = choose(match, random)
            match.act(seat, action)
    return used


def check_state(match: Match, audience: int | None, checks: Mapping, compiled: Mapping, used: Counter) -> None:
    """Check that exactly one pattern fits each sentence for an audience and that its check is true; count the pattern
    in `used`. `compiled` maps each pattern to its compiled form.
    """
    view, everything = match.view(audience), view_of_everything(match)
    narrator = narrator_of(view)
    focus = getattr(narrator.scene, "focus", audience or 0)
    for sentence in sentences_of(narrator):
        found = [(pattern, hit) for pattern in checks if (hit := compiled[pattern].fullmatch(sentence))]
        assert len(found) == 1, f"{len(found)} patterns match {sentence!r}"
        pattern, hit = found[0]
        sentence_in_match = SentenceInMatch(
            {name: text or "" for name, text in hit.groupdict().items()}, everything, view, focus
        )
        where = f"untrue after {len(match.actions)} actions of seed {match.dealer.seed}, seat {audience}: {sentence}"
        assert checks[pattern](sentence_in_match), where
        used[pattern] += 1


# Mad Queens


def banned_cards_for(sentence: SentenceInMatch, seat: int) -> tuple[Card, ...]:
    """Return the banned cards in force for a seat."""
    return (*sentence.pile("banned"), *temporary_cards_for(sentence, seat))


def temporary_cards_for(sentence: SentenceInMatch, seat: int) -> tuple[Card, ...]:
    """Return the temporary cards that are banned for a seat: none once the audience knows that its game has ended."""
    return () if sentence.view.facts[f"cause/{seat}"] else sentence.pile(f"temp/{seat}")


def would_be_exact_hit(sentence: SentenceInMatch, card: Card, seat: int) -> bool:
    """Whether a card would be an exact hit for a seat."""
    return (
        sentence.full_view.game == "mad-queens"
        and card.rank != "Jk"
        and not is_queen(card)
        and card in banned_cards_for(sentence, seat)
    )


def would_be_caught(sentence: SentenceInMatch, card: Card, seat: int) -> bool:
    """Whether a card would be caught for a seat."""
    return not would_be_exact_hit(sentence, card, seat) and any(
        is_hit_by(banned, card) for banned in banned_cards_for(sentence, seat)
    )


def is_true_about_risk(sentence: SentenceInMatch) -> bool:
    """Whether the deck has the named number of cards, and the named number of them would be caught."""
    deck = sentence.pile(f"deck/{sentence.focus}")
    if not sentence.groups["total"]:
        return not deck
    may_turn = sentence.full_view.facts[f"status/{sentence.focus}"] == "playing"
    caught = sum(would_be_caught(sentence, card, sentence.focus) for card in deck)
    return may_turn and sentence.number("total") == len(deck) and sentence.number("caught") == caught


def is_true_about_deck(sentence: SentenceInMatch) -> bool:
    """Whether the Queens, exact hits and Jokers of the deck are counted correctly and completely."""
    deck, focus = sentence.pile(f"deck/{sentence.focus}"), sentence.focus
    kinds = {
        "Queen": sum(map(is_queen, deck)),
        "count": sum(would_be_exact_hit(sentence, card, focus) for card in deck),
        "Joker": sum(card.rank == "Jk" for card in deck),
    }
    told = {kind: int(number) for number, kind in re.findall(r"(\d+) (Queen|count|Joker)", sentence.groups["holds"])}
    return sentence.number("cards") == len(deck) and told == {kind: number for kind, number in kinds.items() if number}


def bank_points(sentence: SentenceInMatch, cards: tuple[Card, ...]) -> int:
    """Return the points of cards in the bank."""
    return sum(1 + (sentence.full_view.game == "mad-queens" and card.suit == "♥") for card in cards)


def suits_are_banned(sentence: SentenceInMatch) -> bool:
    """Whether the suits that the sentence names are those of the banned Queens, and it says whether they are banned for
    one player alone."""
    suits = {SUIT_BY_WORD[word] for word in re.findall("|".join(SUIT_BY_WORD), sentence.groups["suits"].lower())}
    is_for_one = not any(map(is_queen, sentence.pile("banned")))
    return bool(sentence.groups["alone"]) == is_for_one and suits == {
        card.suit for card in banned_cards_for(sentence, sentence.focus) if is_queen(card)
    }


def is_true_about_standing(sentence: SentenceInMatch) -> bool:
    """Whether the sentence is right about a seat's score, deck, its Queens, bank, spent Queens, temporary cards and
    row.
    """
    seat = sentence.seat()
    deck, bank = sentence.pile(f"deck/{seat}"), sentence.pile(f"bank/{seat}")
    return (
        sentence.number("score") == sentence.fact(f"score/{seat}")
        and sentence.number("bank") == len(bank)
        and sentence.number("deck") == len(deck)
        and sentence.number("queens") == sum(map(is_queen, deck))
        and sentence.number("spent") == sum(map(is_queen, sentence.pile(f"gone/{seat}")))
        and (sentence.cards("temporary") if sentence.groups["temporary"] else ()) == temporary_cards_for(sentence, seat)
        and (sentence.cards("row") if sentence.groups["row"] else ()) == sentence.pile(f"shown/{seat}")
    )


def is_true_about_players_to_move(sentence: SentenceInMatch) -> bool:
    """Whether the match goes on, the named seats still play, and the number after "more" counts all others who do."""
    turn = sentence.full_view.facts["turn"]
    playing = (
        [turn]
        if turn is not None
        else [s for s in range(sentence.full_view.seats) if sentence.full_view.facts[f"status/{s}"] == "playing"]
    )
    others = [seat for seat in playing if seat != sentence.view.seat]
    named = sentence.seats("others")
    more = re.findall(r"(\d+) more", sentence.groups["others"])
    return (
        not sentence.full_view.facts["over"]
        and (sentence.view.seat in playing) == bool(sentence.groups["mine"])
        and set(named) <= set(others)
        and len(named) + sum(map(int, more)) == len(others)
    )


def is_true_about_scores(sentence: SentenceInMatch) -> bool:
    """Whether the score of every seat is correct."""
    told = {name: int(score) for name, score in re.findall(rf"({NAME_PATTERN}) (-?\d+)", sentence.groups["scores"])}
    return told == {
        "You" if seat == sentence.view.seat else SEAT_NAMES[seat]: sentence.fact(f"score/{seat}")
        for seat in range(sentence.full_view.seats)
    }


def is_true_about_queens(sentence: SentenceInMatch) -> bool:
    """Whether the sentence says correctly where each Queen is."""
    piles = {"still aside": "aside", "in the deck": "deck", "seen": "gone"}
    told = re.findall(rf"({CARD_PATTERN}) (still aside|in the deck|seen)", sentence.groups["queens"])
    return len(told) == 4 and all(
        Card.parse(queen) in sentence.pile(f"{piles[place]}/{sentence.focus}") for queen, place in told
    )


RISK_PATTERN = r"(?:the deck is empty|(?P<caught>none|\d+) of (?P<total>\d+) would be caught)"
"""Pattern of the part of a sentence that says the risk of the next card."""

SCORE_UNIT_PATTERN = r"(?:points?|cards?)"
"""Pattern of the word for the unit of scores: points or cards."""

MAD_QUEENS_CHECK_BY_PATTERN: dict[str, SentenceCheck] = {
    r"(?:Play|Turn) (?P<play>\d+)\.": lambda said: said.number("play") == said.fact("play"),
    rf"Banned: (?P<shared>{CARDS_PATTERN}?)(?:, and for {NAME_PATTERN} alone (?P<own>{CARDS_PATTERN}))?"
    r"(?:; all (?P<suits>.+?) are banned(?P<alone> for (?:you|them))?)?\.": lambda said: (
        said.cards("shared") == said.pile("banned")
        and (not said.groups["own"] or said.cards("own") == temporary_cards_for(said, said.focus))
        and (not said.groups["suits"] or suits_are_banned(said))
    ),
    rf"All (?P<suits>.+?) are banned(?P<alone> for {NAME_PATTERN})?\.": suits_are_banned,
    rf"Banned for (?P<name>{NAME_PATTERN}) alone: (?P<own>{CARDS_PATTERN})\.": lambda said: (
        said.seat() == said.focus and said.cards("own") == temporary_cards_for(said, said.focus)
    ),
    rf"(?P<name>{NAME_PATTERN})(?:'s)? row: (?P<row>{CARDS_PATTERN}), (?P<points>\d+) {SCORE_UNIT_PATTERN}\.": (
        lambda said: (
            said.seat() == said.focus
            and said.cards("row") == said.pile(f"shown/{said.focus}")
            and said.number("points") == bank_points(said, said.cards("row"))
        )
    ),
    r"The row is empty\.": lambda said: not said.pile(f"shown/{said.focus}"),
    rf"(?P<name>{NAME_PATTERN})(?:'s)? bank: (?P<points>\d+) {SCORE_UNIT_PATTERN}\.": lambda said: (
        said.seat() == said.focus and said.number("points") == said.fact(f"score/{said.focus}")
    ),
    rf"(?P<name>{NAME_PATTERN})(?:'s)? bank: (?:empty|(?P<bank>{CARDS_PATTERN}), the top card last; "
    rf"(?P<points>\d+) {SCORE_UNIT_PATTERN})\.": (
        lambda said: (
            said.seat() == said.focus
            and (said.cards("bank") if said.groups["bank"] else ()) == said.pile(f"bank/{said.focus}")
            and int(said.groups["points"] or 0) == said.fact(f"score/{said.focus}")
        )
    ),
    rf"Next card: {RISK_PATTERN}\.": is_true_about_risk,
    r"(?P<cards>\d+) cards? in the deck(?:; in it: (?P<holds>.+))?\.": is_true_about_deck,
    r"The banned cards may change before the next (?P<unit>play|turn)\.": lambda said: (
        said.full_view.facts[f"status/{said.focus}"] != "playing"
        and said.groups["unit"] == ("play" if said.full_view.game == "mad-queens" else "turn")
    ),
    r"Queens: (?P<queens>.+)\.": is_true_about_queens,
    rf"(?P<name>{NAME_PATTERN}): (?:score )?(?P<score>\d+) {SCORE_UNIT_PATTERN}, (?P<bank>\d+) cards? in the "
    rf"bank, (?P<deck>\d+) in the deck "
    rf"with (?P<queens>\d+) Queens?, (?P<spent>\d+) spent\."
    rf"(?: Banned for them alone: (?P<temporary>{CARDS_PATTERN})\.)?"
    rf"(?: In the row: (?P<row>{CARDS_PATTERN})\.)?": is_true_about_standing,
    r"(?P<mine>Your move)(?:\. Also playing: (?P<others>.+))?\.": is_true_about_players_to_move,
    r"Waiting for (?P<others>.+)(?P<mine>)\.": is_true_about_players_to_move,
    r"The match is over\.": lambda said: said.full_view.facts["over"] is True,
    r"The match is over: (?P<winners>.+) won\.": lambda said: is_true_about_winners(said),
}
"""Maps the pattern of a sentence of Mad Queens to the check of whether the sentence is true."""


# Big Queen


def is_true_about_team(sentence: SentenceInMatch) -> bool:
    """Whether the sentence is right about the score and the sets of a team."""
    team = sentence.groups["team"]
    sets = {
        name.rpartition("/")[2]: pile
        for name in sentence.full_view.piles
        if name.startswith(f"meld/{team}/") and (pile := sentence.pile(name))
    }
    laid = sum(map(points_of_cards, sets.values()))
    ranks = re.findall(r"10|[2-9JQKA]", sentence.groups["ranks"])
    return (
        sentence.number("score") == sentence.fact(f"score/{team}")
        and set(ranks) == set(sets)
        and int(sentence.groups["worth"] or 0) == laid
    )


def is_true_about_hand(sentence: SentenceInMatch) -> bool:
    """Whether the sentence is right about the cards, their number and the points of the hand."""
    hand = sentence.pile(f"hand/{sentence.view.seat}")
    told = cards(sentence.groups["cards"])
    size = sentence.groups.get("size")
    return Counter(told) == Counter(hand) and (
        not size or (int(size) == len(hand) and sentence.number("points") == points_of_cards(hand))
    )


def is_true_about_holders(sentence: SentenceInMatch) -> bool:
    """Whether the sentence is right about the team and number of cards of each named player, and leaves out at most one
    player.
    """
    told = re.findall(rf"({NAME_PATTERN}) \(Team ([AB])\) (\d+) card", sentence.groups["held"])
    return (
        all(
            int(number) == len(sentence.pile(f"hand/{seat}")) and team == "AB"[seat % 2]
            for name, team, number in told
            for seat in [sentence.view.seat if name == "You" else SEAT_NAMES.index(name)]
        )
        and len(told) >= sentence.full_view.seats - 1
    )


def is_own_turn(sentence: SentenceInMatch, phase: str) -> bool:
    """Whether it is the turn of the audience, in this phase."""
    return sentence.fact("turn") == sentence.view.seat and sentence.full_view.facts["phase"] == phase


def can_lay_all_but_one(view: View) -> bool:
    """Whether the audience could lay all cards of its hand but one if it may go out, tried in every order."""
    view = dataclasses.replace(view, facts={**view.facts, "asked": "yes"})
    tried: set[tuple[Card, ...]] = set()

    def can_from(view: View) -> bool:
        hand = tuple(sorted(view.cards(f"hand/{view.seat}")))
        if len(hand) == 1 or hand in tried:
            return len(hand) == 1
        tried.add(hand)
        lays = [action for action in games["big-queen"].legal(view) if action.verb in ("meld", "add")]
        return any(can_from(_view_after(view, action)) for action in lays)

    return can_from(view)


BIG_QUEEN_CHECK_BY_PATTERN: dict[str, SentenceCheck] = {
    r"Round (?P<round>\d+), target (?P<target>\d+) points\.": lambda said: said.number("round") == said.fact("round"),
    r"Team (?P<team>[AB]): (?P<score>-?\d+) points?, "
    r"(?:no set yet|sets of (?P<ranks>.+) worth (?P<worth>\d+) points?)\.": is_true_about_team,
    r"Team (?P<team>[AB]), rank (?P<rank>\w+): (?P<cards>.+), (?P<points>\d+) points?\.": lambda said: (
        Counter(cards(said.groups["cards"])) == Counter(said.pile(f"meld/{said.groups['team']}/{said.groups['rank']}"))
        and said.number("points") == points_of_cards(cards(said.groups["cards"]))
    ),
    r"Discard pile, oldest first: (?P<pile>.+)\.": lambda said: cards(said.groups["pile"]) == said.pile("discard"),
    r"The discard pile is empty\.": lambda said: said.pile("discard") == (),
    r"Stock: (?P<stock>\d+) cards?\.": lambda said: said.number("stock") == len(said.pile("stock")),
    r"Your hand: (?:empty|(?P<cards>[^;.]+))(?:; (?P<size>\d+) cards?, (?P<points>\d+) points?)?\."
    r"(?: The Queen of spades is in it: 100 points\.)?": is_true_about_hand,
    r"The Queen of spades is in it: 100 points\.": lambda said: cards("Q♠")[0] in said.pile(f"hand/{said.view.seat}"),
    r"Cards in hand: (?P<held>.+)\.": is_true_about_holders,
    r"Scores: Team A (?P<a>-?\d+), Team B (?P<b>-?\d+)\.": lambda said: (
        (said.number("a"), said.number("b")) == (said.fact("score/A"), said.fact("score/B"))
    ),
    r"No set has been laid in this round\.": lambda said: (
        not any(said.pile(name) for name in said.full_view.piles if name.startswith("meld/"))
    ),
    r"You have no cards in your hand\.": lambda said: said.view.seat is None or not said.pile(f"hand/{said.view.seat}"),
    r"You deal this round\.": lambda said: is_own_turn(said, "deal"),
    rf"Waiting for (?P<name>{NAME_PATTERN}) to deal: 44 or 45 on two ten-sided dice wins 100 points\.": lambda said: (
        said.seat() == said.fact("turn") and said.full_view.facts["phase"] == "deal"
    ),
    r"Draw a card, or take one from the discard pile .+": lambda said: (
        is_own_turn(said, "draw")
        and said.full_view.count("stock") > 0
        and "take" in {action.verb for action in games["big-queen"].legal(said.view)}
    ),
    r"You can take nothing from the discard pile, so draw\.": lambda said: (
        is_own_turn(said, "draw")
        and said.full_view.count("stock") > 0
        and "take" not in {action.verb for action in games["big-queen"].legal(said.view)}
    ),
    r"Draw a card: you hold too few to take one from the pile\.": lambda said: (
        is_own_turn(said, "draw")
        and said.full_view.count("stock") > 0
        and len(said.pile(f"hand/{said.view.seat}")) < 2
        and "take" not in {action.verb for action in games["big-queen"].legal(said.view)}
    ),
    r"The stock is empty: a draw (?P<what>turns the discard pile into it|ends the round)\.": lambda said: (
        is_own_turn(said, "draw")
        and not said.full_view.count("stock")
        and (said.fact("reshuffles") == 0 and said.full_view.count("discard") > 1)
        == said.groups["what"].startswith("turns")
    ),
    r"You can lay nothing now: discard one card\.": lambda said: (
        is_own_turn(said, "play")
        and not {"meld", "add"} & {action.verb for action in games["big-queen"].legal(said.view)}
    ),
    r"Lay sets and add to them if you like, then discard one card\.": lambda said: (
        is_own_turn(said, "play")
        and (len(said.pile(f"hand/{said.view.seat}")) > 9 or not can_lay_all_but_one(said.view))
    ),
    r"Lay sets and add to them, then discard one card\. Ask before you go out\.": lambda said: (
        is_own_turn(said, "play") and said.full_view.facts["asked"] == "" and can_lay_all_but_one(said.view)
    ),
    r"To lay all your cards but one, ask first\.": lambda said: (
        is_own_turn(said, "play")
        and said.full_view.facts["asked"] == ""
        and can_lay_all_but_one(said.view)
        and not {"meld", "add"} & {action.verb for action in games["big-queen"].legal(said.view)}
    ),
    r"You may go out: .+": lambda said: (
        is_own_turn(said, "play") and said.full_view.facts["asked"] == "yes" and can_lay_all_but_one(said.view)
    ),
    r"You may go out, but not with these cards.+": lambda said: (
        is_own_turn(said, "play") and said.full_view.facts["asked"] == "yes" and not can_lay_all_but_one(said.view)
    ),
    r"Discard your last card: you go out, and the round ends\.": lambda said: (
        len(said.pile(f"hand/{said.view.seat}")) == 1
    ),
    rf"(?:A partner|{NAME_PATTERN}) said no: .+": lambda said: (
        is_own_turn(said, "play") and said.full_view.facts["asked"] == "no"
    ),
    rf"May (?P<name>{NAME_PATTERN}) go out\? One no rules it out this turn\.": lambda said: (
        said.seat() == said.fact("turn") != said.view.seat and (said.seat() - int(str(said.view.seat))) % 2 == 0
    ),
    r"(?P<names>.+) (?:has one card and has|have one card and have) not said so\.": lambda said: (
        tuple(said.seats("names")) == tuple(seat for seat in said.full_view.facts["due"] if seat != said.view.seat)
        and all(len(said.pile(f"hand/{seat}")) == 1 for seat in said.seats("names"))
    ),
    r"You have one card left and have not said so\.": lambda said: len(said.pile(f"hand/{said.view.seat}")) == 1,
    rf"Waiting for (?P<name>{NAME_PATTERN}) to (?P<task>deal|draw or take|lay and discard)\.": lambda said: (
        said.seat() == said.fact("turn") != said.view.seat
        and {"deal": "deal", "draw or take": "draw"}.get(said.groups["task"], "play") == said.full_view.facts["phase"]
    ),
    r"Waiting for (?:(?P<names>.+) to answer|(?P<names_too>.+)'s answer)\.": lambda said: (
        said.full_view.facts["asked"] == "waiting"
        and all((seat - said.fact("turn")) % 2 == 0 for seat in said.seats("names") + said.seats("names_too"))
    ),
    r"The match is over\.": lambda said: said.full_view.facts["over"] is True,
}
"""Maps the pattern of a sentence of Big Queen to the check of whether the sentence is true."""


# The trick games


def best_card(sentence: SentenceInMatch) -> Card:
    """Return the card that wins the trick on the table: the highest trump, else the highest of the suit led."""
    trick, facts = sentence.pile("trick"), sentence.full_view.facts
    if sentence.full_view.game == "queens-dungeon":
        trumps = [card for card in trick if card.suit == facts["trump"]]
        return max(
            trumps or [card for card in trick if card.suit == trick[0].suit], key=lambda card: rank_in_suit(str(card))
        )
    trumps = [card for card in trick if card.rank in map(str, facts["trumps"])]
    return max(trumps or [card for card in trick if card.suit == trick[0].suit], key=lambda card: sort_key(str(card)))


def players_clockwise_from(sentence: SentenceInMatch, first: int) -> list[int]:
    """Return all players clockwise from one of them; with two seats the dummy sits to the right of the dealer."""
    seats = sentence.full_view.seats
    around = [*range(seats)]
    if sentence.full_view.game == "queens-dungeon" and seats == 2:
        dealer = sentence.fact("dealer")
        around = [1 - dealer, seats, dealer]
    place = around.index(first)
    return [*around[place:], *around[:place]]


def is_true_about_plays(sentence: SentenceInMatch) -> bool:
    """Whether the named cards lie in the trick, in the order of the players from the leader on, and the named player
    laid the best one.
    """
    told = re.findall(rf"({CARD_PATTERN}) by ({NAME_PATTERN})", sentence.groups["played"])
    players = [sentence._replace(groups={"name": name}).seat() for _, name in told]
    trick = tuple(Card.parse(card) for card, _ in told)
    return (
        trick == sentence.pile("trick")
        and players == players_clockwise_from(sentence, sentence.fact("leader"))[: len(trick)]
        and (not sentence.groups["best"] or sentence.seat("best") == players[trick.index(best_card(sentence))])
        and (bool(sentence.groups["best"]) or len(trick) == 1)
    )


def is_true_about_last_trick(sentence: SentenceInMatch) -> bool:
    """Whether the named cards were the last trick, in the order of the players, and the named player took it."""
    told = re.findall(rf"({CARD_PATTERN}) by ({NAME_PATTERN})", sentence.groups["played"])
    players = [sentence._replace(groups={"name": name}).seat() for _, name in told]
    cards_told = tuple(Card.parse(card) for card, _ in told)
    in_order = players == players_clockwise_from(sentence, players[0])[: len(players)]
    return sentence.seat() == sentence.fact("leader") and cards_told == sentence.full_view.facts["last"] and in_order


PHASE_BY_OWN_TASK = {
    "Name trump, before a card is dealt": "call",
    "Two Queens: change trump": "change",
    "Swap leftovers, or play on": "switch",
    "Keep your hand, or take the spare one": "exchange",
    "Your turn": "play",
    "You lead": "play",
}
"""Maps the words for a task of the reader to the phase in which they have it."""

PHASE_BY_TASK_OF_OTHERS = {
    "names trump": "call",
    "must change trump": "change",
    "sorts through the leftovers": "switch",
    "may take the spare hand": "exchange",
    "plays": "play",
    "leads": "play",
}
"""Maps the words for a task of another player to the phase in which that player has it."""


def is_true_about_task(sentence: SentenceInMatch, phase_of_task: Mapping[str, str]) -> bool:
    """Whether the match is in the phase of the task that the sentence names; "lead" is right only if no card lies on
    the table. `phase_of_task` maps the words of each task to its phase.
    """
    task = sentence.groups["task"]
    leads = task in ("You lead", "leads")
    plays = phase_of_task[task] == "play"
    return phase_of_task[task] == sentence.full_view.facts["phase"] and (
        not plays or leads == (not sentence.pile("trick"))
    )


def is_true_about_standing_of_tricks(sentence: SentenceInMatch) -> bool:
    """Whether the sentence is right about a player's tricks, Queens and dealer's mark, and if it names them, score,
    cards and quota.
    """
    player = sentence.seat()
    tricks = sentence.fact(f"tricks/{player}")
    dealer = sentence.fact("dealer")
    quota = sentence.groups["quota"] or sentence.groups["needed"]
    if quota:
        tricks -= int(str(sentence.full_view.facts.get("uncounted", 0)))
    return (
        sentence.number("tricks") == tricks
        and (not sentence.groups["score"] or sentence.number("score") == sentence.fact(f"score/{player}"))
        and (not sentence.groups["held"] or sentence.number("held") == len(sentence.pile(f"hand/{player}")))
        and int(sentence.groups["queens"] or 0) == int(str(sentence.full_view.facts.get(f"queens/{player}", 0)))
        and (not quota or (player == dealer and int(quota) == sentence.fact("quota")))
        and (not sentence.groups["needed"] or sentence.number("tricks") > sentence.number("needed"))
        and bool(sentence.groups["deals"]) == (player == dealer)
        and bool(sentence.groups["dungeon"]) == bool(sentence.full_view.facts.get(f"condemned/{player}"))
        and (not sentence.groups["gain"] or sentence.number("gain") == _points_of_hand_so_far(sentence, tricks))
    )


def _points_of_hand_so_far(sentence: SentenceInMatch, counted_tricks: int) -> int:
    """Return the points of the hand of a player's tricks and Queens; of a dealer, with those of the quota."""
    player = sentence.seat()
    taken = 10 * sentence.fact(f"tricks/{player}") + 25 * sentence.fact(f"queens/{player}")
    if player != sentence.fact("dealer"):
        return taken
    if counted_tricks >= sentence.fact("quota"):
        return 50 + taken
    left = max(len(sentence.pile(f"hand/{seat}")) for seat in range(sentence.full_view.seats))
    assert counted_tricks + left < sentence.fact("quota"), "the quota is still open"
    return -50


def is_true_about_winners(sentence: SentenceInMatch) -> bool:
    """Whether the match is over, and the named players are those with the highest score."""
    scores = [sentence.fact(f"score/{seat}") for seat in range(sentence.full_view.seats)]
    told = {
        sentence.view.seat if name == "You" else SEAT_NAMES.index(name)
        for name in re.findall(NAME_PATTERN, sentence.groups["winners"])
    }
    return sentence.full_view.facts["over"] is True and told == {
        seat for seat, score in enumerate(scores) if score == max(scores)
    }


def is_true_about_dealer(sentence: SentenceInMatch) -> bool:
    """Whether the named player deals, and the counted tricks and the quota, or in Queen Bees II the target, are
    right.
    """
    dealer = sentence.fact("dealer")
    if not sentence.groups["quota"]:
        return sentence.seat() == dealer and sentence.number("target") == 21  # RULINGS 6
    uncounted = int(str(sentence.full_view.facts.get("uncounted", 0)))
    return (
        sentence.seat() == dealer
        and sentence.number("quota") == sentence.fact("quota")
        and sentence.number("tricks") == sentence.fact(f"tricks/{dealer}") - uncounted
    )


def is_true_about_worth_of_trick(sentence: SentenceInMatch) -> bool:
    """Whether a trick with Queens is worth the named points: 10, and 25 for each Queen in it (RULINGS 5.4)."""
    queens = sum(map(is_queen, sentence.pile("trick")))
    return queens > 0 and (sentence.number("queens"), sentence.number("sum")) == (25 * queens, 10 + 25 * queens)


def is_true_about_price_of_queen(sentence: SentenceInMatch) -> bool:
    """Whether one more Queen would lower the score of the player who wins the trick so far to the named one (RULINGS
    5.3).
    """
    trick = sentence.pile("trick")
    player = players_clockwise_from(sentence, sentence.fact("leader"))[trick.index(best_card(sentence))]
    if sentence.number("which") != sum(map(is_queen, trick)) + 1:
        return False
    if sentence.groups["dummy"]:
        return player == sentence.full_view.seats
    team = {player, (player + 2) % 4} if sentence.full_view.options["partners"] else {player}
    score = sentence.fact(f"score/{player}")
    lowest = min(sentence.fact(f"score/{seat}") for seat in range(sentence.full_view.seats) if seat not in team)
    new = min(0, score - 250) if sentence.number("which") == 4 else min(score - 100, lowest - 1)
    return sentence.seat() == player and (sentence.number("old"), sentence.number("new")) == (score, new)


def is_true_about_queens_not_taken(sentence: SentenceInMatch) -> bool:
    """Whether the sentence names the number of Queens that nobody has taken in this hand, and adds that they are too
    few for three in one trick if they are 1 or 2, and only then.
    """
    left = 4 - sum(sentence.fact(name) for name in sentence.full_view.facts if name.startswith("queens/"))
    told = sentence.number("left") if sentence.groups["left"] else 0
    return told == left and bool(sentence.groups["few"]) == (left in (1, 2))


TRICK_GAME_CHECK_BY_PATTERN: dict[str, SentenceCheck] = {
    r"In this trick: 10 \+ (?P<queens>\d+) = (?P<sum>\d+)\.": is_true_about_worth_of_trick,
    rf"Exactly 2 Queens: (?P<name>{NAME_PATTERN}) changes? trump\.": lambda said: (
        said.seat() == said.fact("dealer") and sum(map(is_queen, said.pile("trick"))) == 1
    ),
    rf"A (?P<which>[34])(?:rd|th) Queen: "
    rf"(?:(?P<name>{NAME_PATTERN}) falls? from (?P<old>-?\d+) to (?P<new>-?\d+)|(?P<dummy>the dummy goes free))\.": (
        is_true_about_price_of_queen
    ),
    r"(?:(?P<left>\d) Queens? not taken|All Queens taken)(?P<few>, too few for the dungeon)?\.": (
        is_true_about_queens_not_taken
    ),
    r"(?:Hand|Deal) (?P<hand>\d+)\.": lambda said: said.number("hand") == said.fact("hand"),
    r"Trump is not named yet\.": lambda said: said.full_view.facts["trump"] in ("", None),
    r"(?P<trump>Clubs|Diamonds|Hearts|Spades) are trump, (?P<broken>broken|unbroken)\.": lambda said: (
        SUIT_WORDS[said.full_view.facts["trump"]] == said.groups["trump"].lower()
        and said.full_view.facts["broken"] == (said.groups["broken"] == "broken")
    ),
    (
        r"No trumps yet: the first trick with all cards of one suit makes their ranks trumps in every suit\."
    ): lambda said: not said.full_view.facts["trumps"],
    r"(?P<ranks>[\dJQKA ]+) are trumps in every suit\.": lambda said: (
        set(said.groups["ranks"].split()) == set(map(str, said.full_view.facts["trumps"]))
    ),
    rf"(?P<name>{NAME_PATTERN}) deals?(?:, to (?P<target>\d+) points"
    r"| and needs? (?P<quota>\d+) tricks?, with (?P<tricks>-?\d+) so far)\.": is_true_about_dealer,
    rf"On the table: (?P<played>.+?)(?:; (?P<best>{NAME_PATTERN}) (?:is|are) ahead)?\.": is_true_about_plays,
    r"No card lies on the table\.": lambda said: said.pile("trick") == (),
    rf"The last trick went to (?P<name>{NAME_PATTERN})\.": lambda said: said.seat() == said.fact("leader"),
    rf"The last trick: (?P<played>.+); it went to (?P<name>{NAME_PATTERN})\.": is_true_about_last_trick,
    r"No trick of this hand is over yet\.": lambda said: not said.full_view.facts["last"],
    rf"In your hand: (?P<cards>{CARDS_PATTERN})\.": lambda said: (
        Counter(said.cards("cards")) == Counter(said.pile(f"hand/{said.view.seat}"))
    ),
    r"Your hand: (?P<cards>.+)\.": lambda said: (
        Counter(cards(said.groups["cards"])) == Counter(said.pile(f"hand/{said.view.seat}"))
    ),
    r"You have no cards in your hand\.": lambda said: said.view.seat is None or not said.pile(f"hand/{said.view.seat}"),
    rf"(?P<name>{NAME_PATTERN}) (?:has|have) (?:(?P<score>-?\d+) points?, )?"
    rf"(?P<tricks>-?\d+)(?: of (?P<quota>\d+))? tricks?(?: \((?P<needed>\d+) needed\))?"
    r"(?:, (?P<queens>\d+) Queens?)?(?: and (?P<held>\d+) cards? in hand)?\."
    rf"(?P<deals> {NAME_PATTERN} deals?\.)?"
    r"(?: This hand so far: (?P<gain>-?\d+) points?\.)?"
    rf"(?P<dungeon> {NAME_PATTERN} (?:is|are) in the dungeon: no points this hand"
    r"(?:, but a missed quota costs 50)?\.)?": (is_true_about_standing_of_tricks),
    r"The match is over\. (?P<winners>.+) wins?\.": is_true_about_winners,
    r"The (?:hand|deal) is over\.": lambda said: not said.pile("trick"),
    rf"Waiting: (?P<name>{NAME_PATTERN}) (?P<task>.+)\.": lambda said: (
        said.seat() == said.fact("turn") != said.view.seat and is_true_about_task(said, PHASE_BY_TASK_OF_OTHERS)
    ),
    rf"(?P<task>{'|'.join(PHASE_BY_OWN_TASK)})\.": lambda said: (
        said.fact("turn") == said.view.seat and is_true_about_task(said, PHASE_BY_OWN_TASK)
    ),
}
"""Maps the pattern of a sentence of the trick games to the check of whether the sentence is true."""

CHECKS_AND_CHOOSER_BY_SLUG = {
    "mad-queens": (MAD_QUEENS_CHECK_BY_PATTERN, choose_banking_or_first_action),
    "mad-queens-classic": (MAD_QUEENS_CHECK_BY_PATTERN, choose_banking_or_first_action),
    "big-queen": (BIG_QUEEN_CHECK_BY_PATTERN, choose_by_verb),
    "queens-dungeon": (TRICK_GAME_CHECK_BY_PATTERN, choose_by_verb),
    "queen-bees-ii": (TRICK_GAME_CHECK_BY_PATTERN, choose_by_verb),
}
"""Maps the slug of a game to the checks by pattern and the function that chooses the actions."""


@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.parametrize("slug", CHECKS_AND_CHOOSER_BY_SLUG)
def test_sentences_of_boards_and_narrators_are_true_in_thousands_of_states(slug):
    checks, choose = CHECKS_AND_CHOOSER_BY_SLUG[slug]
    assert len(check_states(slug, checks, count_for_depth(500, 10_000), choose, seed=2)) > count_for_depth(4, 8)
