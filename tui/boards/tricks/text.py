"""The sentences of the trick board: whose turn it is, trump, the dealer's quota, and the whole table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from core import Action, Card, View
from core.engine.cards import QUEENS
from core.engine.english import SUIT_WORDS, count, english_list
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE
from core.queen_bees_ii import QUEEN_BEES_TARGET
from core.queens_dungeon import (
    QUEEN_POINTS,
    QUOTA_MADE_POINTS,
    QUOTA_MISSED_POINTS,
    TRICK_POINTS,
    points_of_dealer,
    score_after_four_queens,
    score_after_three_queens,
)
from tui.boards.common.background import MIN_BOARD_COLUMNS
from tui.boards.common.view_text import add_full_stop
from tui.boards.tricks.cursor import cards_that_follow_suit
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_view import (
    fact_number_or_zero,
    has_trump_suit,
    is_trump,
    last_trick_by_player,
    players_clockwise,
    queens_taken,
    rank_in_suit,
    trick_by_player,
    trump_ranks,
    trump_suit,
    winning_index,
    word_for_hand,
)
from tui.drawing import clip, printable, wrap
from tui.text.results import ordinal

_NUMBERED_NAME_PATTERN: Final = re.compile(r"(.).* (\d+)")
"""The pattern of a name that ends with a number, as seats and some bots have: groups for the first letter and the
number."""

EQUAL_TRUMPS_SUIT_ORDER: Final = "♠ > ♥ > ♦ > ♣"
"""The order in which suits win between trumps of one rank in Queen Bees II."""

QUOTA_STAKES_TEXT: Final = f"{QUOTA_MADE_POINTS:+} if made, {QUOTA_MISSED_POINTS:+} if missed"
"""The text on the points that the dealer's quota brings or costs."""

SHORT_QUOTA_STAKES_TEXT: Final = f"{QUOTA_MADE_POINTS:+} or {QUOTA_MISSED_POINTS:+}"
"""The text on the points that the dealer's quota brings or costs, in few columns."""

CONDEMNED_STAKES_TEXTS: Final = (f"0 if made, {QUOTA_MISSED_POINTS:+} if missed", f"0 or {QUOTA_MISSED_POINTS:+}")
"""Texts on the points that the quota of a dealer in the dungeon costs, the longest first (QD-16)."""

WHAT_COUNTS_TEXT: Final = f"{TRICK_POINTS} a trick, {QUEEN_POINTS} a Queen"
"""The text on what counts in Queen's Dungeon."""

CALL_CHALLENGE_LABEL: Final = "Call the Queen's Challenge"
"""The label of the action `challenge`."""
OWN_UP_LABEL: Final = "Own up to a wrong card"
"""The label of the action `own-up`."""
ACCUSE_LABEL: Final = "Accuse somebody of a wrong card"
"""The label of the actions `accuse`."""

TAKE_SPARE_HAND_LABEL: Final = "Take the spare hand"
"""The label of the action `exchange`."""

WRONG_CARD_QUESTION: Final = "Who played a wrong card?"
"""The question to a player who accuses somebody."""

MIN_QUEENS_FOR_DUNGEON: Final = 3
"""At least this many Queens in one trick send its taker to the dungeon."""

TITLE_BY_QUEEN_SUIT: Final = {
    "♣": "the warrior of clubs",
    "♦": "the schemer of diamonds",
    "♥": "the mad tyrant of hearts",
    "♠": "the widow of spades",
}
"""Maps the suit of a Queen to her title, as her portrait shows her (`tui/cards/art/portraits.py`)."""

ANY_CARD_BUT_TRUMP_TEXT: Final = "any card but a trump"
"""The text on the cards that may be led before trumps may."""

QUEEN_OR_NO_TRUMP_TEXT: Final = "a Queen, or any card but a trump"
"""The text on the cards that may be led before trumps may, for a hand with the trump Queen, which may always be led."""

HAND_SORT_LABELS = {"suit": "by suit", "rank": "by rank", "trumps": "trumps first"}
"""Maps each order in which a hand can be sorted to its label."""


def short_name(name: str, width: int, cut_mark: str = "…") -> str:
    """Return a name in at most `width` cells: whole, else with its number as in ``S4``, else clipped with the
    `cut_mark`."""
    numbered = _NUMBERED_NAME_PATTERN.fullmatch(name)
    if cell_len(name) > width and numbered and len(f"{numbered[1]}{numbered[2]}") <= width:
        return f"{numbered[1]}{numbered[2]}"
    return clip(name, width, cut_mark)


def last_trick_text(scene: TrickScene) -> str:
    """Return who took the last trick."""
    return f"{scene.name(scene.number('leader'))} took the last trick"


def turn_task_text(scene: TrickScene) -> str:
    """Return what the seat whose turn it is has to do, in the third person: ``names trump``."""
    match scene.phase:
        case "call":
            return "names trump"
        case "change":
            return "must change trump"
        case "switch":
            return "sorts through the leftovers"
        case "exchange":
            return "may take the spare hand"
    return "plays" if scene.view.cards("trick") else "leads"


def own_task_text(scene: TrickScene) -> str:
    """Return what I have to do: ``Name trump``."""
    match scene.phase:
        case "call":
            return "Name trump, before a card is dealt"
        case "change":
            return "Two Queens: change trump"
        case "switch":
            return "Swap leftovers, or play on"
        case "exchange":
            return "Keep your hand, or take the spare one"
    return "Your turn" if scene.view.cards("trick") else "You lead"


def playable_cards_text(scene: TrickScene) -> str:
    """Return which cards of my hand I may play now: ``a spade or a Queen``, ``any card``.

    The words imply the reason: who leads has to wait for trumps, and who follows has to follow suit. Returns "" if it
    is not my turn to play a card, or if no short words describe the cards exactly.
    """
    hand, allowed = set(scene.hand), set(cards_that_follow_suit(scene))
    if scene.phase != "play" or not allowed:
        return ""
    if allowed == hand:
        return "any card"
    view = scene.view
    trumps = {card for card in hand if is_trump(view, card)}
    queens = {card for card in hand if card in QUEENS} if scene.has_dungeon else set()
    if allowed == queens:
        return "a Queen"
    trick = view.cards("trick")
    if not trick:
        if allowed == hand - trumps:
            return ANY_CARD_BUT_TRUMP_TEXT
        return QUEEN_OR_NO_TRUMP_TEXT if allowed == hand - (trumps - queens) else ""
    if is_trump(view, trick[0]) and allowed == trumps and not scene.has_dungeon:
        return "a trump"
    of_suit = {card for card in hand if card.suit == trick[0].suit} - queens
    a_card = f"a {SUIT_WORDS[trick[0].suit].removesuffix('s')}"
    if allowed == of_suit:
        return a_card
    return f"{a_card} or a Queen" if allowed == of_suit | queens else ""


def turn_text(scene: TrickScene, width: int) -> str:
    """Return the text on whom the match waits for, on my turn with the cards that I may play, in the longest form of at
    most `width` cells."""
    is_mine = scene.seat_on_turn is not None and scene.seat_on_turn == scene.view.seat
    shown = playable_cards_text(scene) if is_mine and "trump" not in scene.taught_later else ""
    words = waiting_text(scene, width)
    if not shown or words != own_task_text(scene):
        return words
    verb = "play" if scene.view.cards("trick") else "lead"
    told = f"{verb} {shown}" if verb == "play" else shown
    suit, named = SUIT_WORDS.get(trump_suit(scene.view), ""), told
    if suit:
        named = told.replace("but a trump", f"but a {suit.removesuffix('s')}, which is trump")
    brief = shown.replace(QUEEN_OR_NO_TRUMP_TEXT, "a Queen or no trump").replace(ANY_CARD_BUT_TRUMP_TEXT, "no trump")
    for suit, word in SUIT_WORDS.items():
        brief = brief.replace(f"a {word.removesuffix('s')}", suit)
    forms = (f"{words}: {named}", f"{words}: {told}", f"{verb.capitalize()} {shown}", f"{verb.capitalize()} {brief}")
    return next((text for text in forms if cell_len(text) <= width), words)


def exchange_question(scene: TrickScene) -> str:
    """Return the question to a dealer who may take the spare hand, with the quota of both choices."""
    quota = scene.number("quota")
    return f"Keep this hand and make {quota} tricks, or take the spare hand unseen and make {quota + 1}."


def is_hand_over(scene: TrickScene) -> bool:
    """Return whether the last card of a hand has been played and the next hand has not begun."""
    view = scene.view
    return scene.phase == "play" and not any(view.count(name) for name in ("trick", *_hand_pile_names(scene)))


def _hand_pile_names(scene: TrickScene) -> list[str]:
    """Return the names of the piles of all players' hands."""
    return [f"hand/{seat}" for seat in range(scene.view.seats)]


def trick_winner_text(scene: TrickScene, winner: int) -> str:
    """Return the sentence with the winner of the trick: ``Ada takes the trick``."""
    return f"{scene.name(winner)} {'take' if winner == scene.view.seat else 'takes'} the trick"


def waiting_text(scene: TrickScene, width: int = 1000) -> str:
    """Return the text on whom the match waits for, who takes the trick, or what is over, in the longest form for
    `width` cells.
    """
    if scene.over:
        words = [MATCH_IS_OVER_SENTENCE, f"{MATCH_IS_OVER_SENTENCE} {_winners_sentence(scene)}"]
        return next((text for text in reversed(words) if cell_len(text) <= width), words[0])
    if scene.seat_on_turn is None or is_hand_over(scene):
        deal = word_for_hand(scene.view)
        words = [f"The {deal} is over."]
        if scene.overlay == "hand" and not scene.is_replay:  # the summary of the hand
            if scene.results_wait:
                words += ["Enter: go on.", f"The {deal} is over. Enter: go on."]
            else:
                words += [f"The next {deal} follows.", f"The {deal} is over. The next begins by itself."]
        return next((text for text in reversed(words) if cell_len(text) <= width), words[0])
    taker = scene.effect.collected_trick.winner if scene.effect.collected_trick is not None else scene.effect.taker_seat
    if taker is not None:
        text = trick_winner_text(scene, taker)
        narrow = scene.width < MIN_BOARD_COLUMNS and cell_len(text) > width
        return f"{text.removesuffix('the trick')}it" if narrow else text
    if scene.awaited_seat is None:
        player, card = trick_by_player(scene.view)[-1]
        return f"{scene.name(player)} {'play' if player == scene.view.seat else 'plays'} {card}"
    if scene.seat_on_turn == scene.view.seat:
        words = ["Your turn", own_task_text(scene)]
    else:
        name = scene.third_person_name(scene.seat_on_turn)
        words = [f"{name}'s turn", f"Waiting: {name} {turn_task_text(scene)}"]
    return next((text for text in reversed(words) if cell_len(text) <= width), words[0])


def _winners_sentence(scene: TrickScene) -> str:
    """Return the sentence with the winners: ``Ada wins.``; partners win together."""
    seats = range(scene.view.seats)
    top = max(map(scene.score, seats))
    winners = sorted((seat for seat in seats if scene.score(seat) == top), key=lambda seat: seat != scene.view.seat)
    alone = len(winners) == 1 and winners[0] != scene.view.seat
    return f"{english_list(scene.name(seat) for seat in winners)} {'wins' if alone else 'win'}."


def trump_text(scene: TrickScene, max_width: int = 1000) -> str:
    """Return what is trump: ``♦ is trump, unbroken``; for ranks ``K J 10 4 are trumps in every suit``.

    If trumps are not set yet and the text takes more than `max_width` cells, it is a shorter one.
    """
    view = scene.view
    if scene.has_dungeon:
        trump = trump_suit(view)
        if not trump:
            return "Trump is not named yet"
        state = f", {'broken' if view.facts['broken'] else 'unbroken'}" if "broken" not in scene.taught_later else ""
        return f"{trump} is trump{state}"
    ranks = trump_ranks(view)
    if not ranks:
        text = "No trumps yet: the first trick of one suit sets them"
        return text if len(text) <= max_width else "No trumps until a trick is of one suit"
    return f"{' '.join(ranks)} are trumps in every suit"


def trump_sentence(scene: TrickScene) -> str:
    """Return what is trump in a sentence that begins with a word: ``Diamonds are trump, unbroken.``"""
    text = trump_text(scene)
    suit = SUIT_WORDS.get(text[0])
    return f"{text}." if suit is None else f"{suit.capitalize()} are{text.removeprefix(f'{text[0]} is')}."


def dealer_texts(scene: TrickScene) -> Sequence[tuple[str, str]]:
    """Return the quota of the dealer in two parts, ``Ada's quota:`` and ``3 of 5 tricks``, and then in shorter forms.

    In Queen Bees II, which has no quota, they say who deals.
    """
    dealer = scene.number("dealer")
    mine, name = dealer == scene.view.seat, scene.third_person_name(dealer)
    if not scene.has_dungeon:
        return (("You" if mine else name), "deal" if mine else "deals"), ("", "")
    taken = f"{scene.counted_tricks_of_dealer} of {scene.number('quota')}"
    whose = "Your quota:" if mine else f"{name}'s quota:"
    return (whose, f"{taken} tricks"), (whose, taken), ("quota:", taken)


def quota_headings(scene: TrickScene) -> Sequence[str]:
    """Return whose quota it is as a heading, ``ADA'S QUOTA``, and then in a shorter form."""
    dealer = scene.number("dealer")
    whose = "YOUR" if dealer == scene.view.seat else f"{scene.third_person_name(dealer).upper()}'S"
    return f"{whose} QUOTA", "QUOTA"


def quota_stakes_texts(scene: TrickScene) -> Sequence[str]:
    """Return texts on what the dealer's quota brings or costs, the longest first; in the dungeon it only costs."""
    if not scene.view.facts.get(f"condemned/{scene.number('dealer')}"):
        return QUOTA_STAKES_TEXT, SHORT_QUOTA_STAKES_TEXT
    return CONDEMNED_STAKES_TEXTS if condemned_dealer_pays(scene) else ()


def condemned_dealer_pays(scene: TrickScene) -> bool:
    """Return whether a dealer in the dungeon pays for a missed quota: the usual rule, and an option (QD-16)."""
    return scene.view.options.get("condemned_dealer_pays") is True


def quota_outlook_forms(scene: TrickScene) -> Sequence[str]:
    """Return how many tricks the dealer still needs and, once cards are dealt, how many are left, the longest form
    first; or that the quota is made, or out of reach."""
    tricks = sum(scene.number(f"tricks/{player}") for player in players_clockwise(scene.view))
    needed, left = scene.number("quota") - scene.counted_tricks_of_dealer, cards_dealt(scene) - tricks
    if not cards_dealt(scene):
        return (f"{count(needed, 'trick')} needed",)
    if needed <= 0:
        return ("made",)
    if needed > left:
        return ("out of reach",)
    return f"{needed} more of {count(left, 'trick')} left", f"{needed} more, {left} left", f"{needed} more of {left}"


def dealer_sentence(scene: TrickScene) -> str:
    """Return the sentence with the dealer and their quota, in Queen Bees II with the target of the match."""
    dealer = scene.number("dealer")
    mine = dealer == scene.view.seat
    who = "You deal" if mine else f"{scene.third_person_name(dealer)} deals"
    if not scene.has_dungeon:
        return f"{who}, to {QUEEN_BEES_TARGET} points."
    quota = count(scene.number("quota"), "trick")
    return f"{who} and {'need' if mine else 'needs'} {quota}, with {scene.counted_tricks_of_dealer} so far."


def equal_trumps_texts() -> tuple[str, str]:
    """Return which suit wins between trumps of one rank, in a long form and a short one."""
    return f"equal ranks: {EQUAL_TRUMPS_SUIT_ORDER}", f"equal ranks: {EQUAL_TRUMPS_SUIT_ORDER.replace(' ', '')}"


def score_text(scene: TrickScene, of_target: bool) -> str:
    """Return the points of the seat at the bottom; with `of_target` also the target, while the match continues."""
    score = scene.score(scene.focus)
    if scene.over or not of_target:
        return count(score, "point")
    return f"{score} of {target_points_of(scene)} points"


def target_points_of(scene: TrickScene) -> int:
    """Return the points at which the match ends."""
    target = scene.view.options.get("target", QUEEN_BEES_TARGET)
    return target if isinstance(target, int) else QUEEN_BEES_TARGET


def rank_of_front_seat_text(scene: TrickScene) -> str:
    """Return the rank of the seat at the bottom among all seats: ``5th of 8`` or ``tied 5th of 8``."""
    scores = [scene.score(seat) for seat in range(scene.view.seats)]
    score = scene.score(scene.focus)
    place = ordinal(1 + sum(other > score for other in scores))
    return f"{'tied ' * (scores.count(score) > 1)}{place} of {len(scores)}"


def tricks_taken_texts(scene: TrickScene, player: int, with_queens: bool = True) -> list[str]:
    """Return texts on how many tricks (and Queens, `with_queens`) a player has taken in this hand, the longest form
    first.
    """
    tricks = scene.number(f"tricks/{player}")
    long = short = count(tricks, "trick")
    if scene.has_dungeon and player == scene.number("dealer") and "quota" not in scene.taught_later:
        tricks, quota = scene.counted_tricks_of_dealer, scene.number("quota")
        long, short = f"{tricks} of {count(quota, 'trick')}", f"{tricks} of {quota}"
    queens = scene.number(f"queens/{player}") if with_queens else 0
    if not queens:
        return [long, short]
    return [f"{long}, {count(queens, 'Queen')}", f"{long} {queens}Q", f"{short} {queens}Q", short]


def points_so_far(scene: TrickScene, player: int) -> int | None:
    """Return the points of this hand of Queen's Dungeon that are sure so far, and that the score does not have yet.

    Returns None if there are none: before the first trick and after the hand, for the dummy, in the dungeon, and for a
    dealer whose quota is open.
    """
    tricks, queens = scene.number(f"tricks/{player}"), scene.number(f"queens/{player}")
    if not scene.has_dungeon or player >= scene.view.seats or is_hand_over(scene) or scene.is_condemned(player):
        return None
    if player != scene.number("dealer") or "quota" in scene.taught_later:
        return TRICK_POINTS * tricks + QUEEN_POINTS * queens if tricks else None
    if not cards_dealt(scene) or quota_outlook_forms(scene)[0] not in ("made", "out of reach"):
        return None
    return points_of_dealer(tricks, queens, scene.number("quota"), uncounted_tricks=scene.number("uncounted"))


def points_so_far_texts(scene: TrickScene, player: int) -> Sequence[str]:
    """Return texts on the points that this hand has brought a player so far, the longest first; none if there are
    none."""
    points = points_so_far(scene, player)
    return () if points is None else (f"{points:+d} this hand", f"{points:+d}")


def trick_number_text(scene: TrickScene, max_width: int) -> str:
    """Return the number of the trick in this hand, ``Trick 5 of 13``, or a shorter form if `max_width` cells are too
    few."""
    view = scene.view
    number = sum(scene.number(f"tricks/{player}") for player in players_clockwise(view)) + 1
    of = cards_dealt(scene)
    forms = (f"Trick {number} of {of}", f"Trick {number}/{of}", f"Trick {number}")
    return next((text for text in forms if len(text) <= max_width), forms[-1])


def cards_dealt(scene: TrickScene) -> int:
    """Return how many cards each player was dealt in this hand, 0 before the deal."""
    tricks = sum(scene.number(f"tricks/{player}") for player in players_clockwise(scene.view))
    return tricks + max(cards_held_at_lead(scene, seat) for seat in range(scene.view.seats))


def cards_held_at_lead(scene: TrickScene, seat: int) -> int:
    """Return how many cards a seat held before the present trick began."""
    return scene.view.count(f"hand/{seat}") + any(player == seat for player, _ in trick_by_player(scene.view))


def winning_card_text(scene: TrickScene, max_width: int, lines: int = 1) -> str:
    """Return the text on who is ahead in the trick, ``Ada is ahead with K♦``, if it fits in `lines` lines of
    `max_width` cells.

    It has a line break before ``with`` if it does not fit in one line. Otherwise it says which card: ``K♦ is ahead``,
    or ``K♦ best`` if a line is too short for that. It is "" before the second card.
    """
    trick = trick_by_player(scene.view)
    if len(trick) < 2:
        return ""
    player, card = trick[winning_index(scene.view, [card for _, card in trick])]
    who = f"{printable(scene.name(player))} {'are' if player == scene.view.seat else 'is'} ahead"
    if cell_len(whole := f"{who} with {card}") <= max_width:
        return whole
    if max(map(cell_len, [*who.split(), "with 10♥"])) <= max_width and len(wrap(who, max_width)) < lines:
        return f"{who}\nwith {card}"
    text = f"{card} is ahead"
    return text if len(text) <= max_width else f"{card} best"


def trick_worth_text(scene: TrickScene) -> str:
    """Return what the trick on the table is worth so far: ``10 + 25 = 35``, in Queen Bees II ``1 point``."""
    if not scene.has_dungeon:
        return "1 point"
    queens = sum(card in QUEENS for card in scene.view.cards("trick"))
    if not queens:
        return f"{TRICK_POINTS} points"
    points = QUEEN_POINTS * queens
    return f"{TRICK_POINTS} + {points} = {TRICK_POINTS + points}"


def next_queen_text(scene: TrickScene) -> str:
    """Return what one more Queen in this trick would do, ``A 3rd Queen: Ada from 295 to 99``.

    Empty before the first Queen, in Queen Bees II, and where another Queen cannot come or changes nothing.
    """
    view = scene.view
    trick = trick_by_player(view)
    queens = sum(card in QUEENS for _, card in trick) if scene.has_dungeon else 0
    if len(trick) == len(players_clockwise(view)) or queens + queens_taken(view) >= len(QUEENS):
        return ""
    if queens == 1:
        is_last = max(cards_held_at_lead(scene, seat) for seat in range(view.seats)) == 1
        dealer = scene.name_inside_sentence(scene.number("dealer"))
        return "" if is_last else f"A 2nd Queen makes {dealer} change trump"
    if queens in (2, 3):
        winner, _ = trick[winning_index(view, [card for _, card in trick])]
        fall = dungeon_fall_text(view, winner, queens + 1, scene.name_inside_sentence(winner))
        return f"A {ordinal(queens + 1)} Queen: {fall}"
    return ""


def dungeon_fall_text(view: View, player: int, queens: int, name: str) -> str:
    """Return what three or four Queens in a trick cost the player who takes it: ``Ada from 295 to 99``.

    The dummy has no score and is never condemned (QD-22); partners have one score (QD-25).
    """
    if player == view.seats:
        return "the dummy goes free"
    score = fact_number_or_zero(view, f"score/{player}")
    if queens > MIN_QUEENS_FOR_DUNGEON:
        new = score_after_four_queens(score)
    else:
        step = 2 if view.options["partners"] else view.seats
        others = [seat for seat in range(view.seats) if (seat - player) % step]
        new = score_after_three_queens(score, min(fact_number_or_zero(view, f"score/{seat}") for seat in others))
    return f"{name} from {score} to {new}"


def queens_not_taken_text(view: View) -> str:
    """Return how many Queens have not been taken in this hand, those in the trick included, and whether that makes the
    dungeon impossible."""
    left = len(QUEENS) - queens_taken(view)
    return f"{count(left, 'Queen')} not taken{', too few for the dungeon' * (0 < left < MIN_QUEENS_FOR_DUNGEON)}"


def dungeon_question(view: View, legal: Sequence[Action], action: Action) -> str:
    """Return the question before I take a trick with three Queens or more by its last card, if I need not; else ""."""
    lying = view.cards("trick")
    is_last = len(lying) == len(players_clockwise(view)) - 1
    if view.seat is None or action.verb != "play" or not is_last or not has_trump_suit(view) or view.facts["challenge"]:
        return ""

    def queens_taken_by(play: Action) -> int:
        """Return the number of Queens in the trick if a card takes it, else 0."""
        trick = [*lying, play.cards[0]]
        return sum(card in QUEENS for card in trick) if winning_index(view, trick) == len(lying) else 0

    queens = queens_taken_by(action)
    plays = [one for one in legal if one.verb == "play"]
    if queens < MIN_QUEENS_FOR_DUNGEON or all(queens_taken_by(play) >= MIN_QUEENS_FOR_DUNGEON for play in plays):
        return ""
    return f"Take it, and fall{dungeon_fall_text(view, view.seat, queens, '')}?"


def prospective_trump_ranks(scene: TrickScene) -> tuple[str, ...]:
    """Return the ranks that the present trick would make trumps, with ``?`` for each card that is missing.

    Empty if trumps are set, or if the cards are not all of one suit.
    """
    trick = scene.view.cards("trick")
    if scene.has_dungeon or trump_ranks(scene.view) or not trick or len({card.suit for card in trick}) > 1:
        return ()
    ranks = [card.rank for card in sorted(trick, key=lambda card: -rank_in_suit(scene.view, card))]
    return (*ranks, *"?" * (scene.view.seats - len(trick)))


def standing_sentence(scene: TrickScene, player: int) -> str:
    """Return a player's score, tricks and number of cards in hand, and whether they deal, in one text."""
    view = scene.view
    mine = player == view.seat
    who, has = ("You", "have") if mine else (scene.third_person_name(player), "has")
    parts = [tricks_taken_texts(scene, player)[0]]
    if player < view.seats:
        parts = [count(scene.score(player), "point"), *parts, f"{count(view.count(f'hand/{player}'), 'card')} in hand"]
    text = f"{who} {has} {english_list(parts)}."
    if player == scene.number("dealer"):
        text += f" {who} {'deal' if mine else 'deals'}."
    gain = points_so_far(scene, player)
    if gain is not None:
        text += f" This hand so far: {count(gain, 'point')}."
    if view.facts.get(f"condemned/{player}"):
        costs = player == scene.number("dealer") and condemned_dealer_pays(scene)
        but = f", but a missed quota costs {-QUOTA_MISSED_POINTS}" if costs else ""
        text += f" {who} {'are' if mine else 'is'} in the dungeon: this hand brings no points{but}."
    return text


def card_text(card: Card | None) -> str:
    """Return a card as text for a button; "" if `card` is None."""
    return f" {card}" if card is not None else ""


def board_description(scene: TrickScene) -> str:
    """Return the state of the table in plain sentences, for help, tests and screen readers."""
    return " ".join([*state_sentences(scene), add_full_stop(waiting_text(scene))])


def state_sentences(scene: TrickScene) -> list[str]:
    """Return the state of the table in sentences, without the awaited players."""
    view = scene.view
    parts = [f"{word_for_hand(view).capitalize()} {scene.number('hand')}.", trump_sentence(scene)]
    if "quota" not in scene.taught_later:
        parts.append(dealer_sentence(scene))
    trick = trick_by_player(view)
    if trick:
        best, _ = trick[winning_index(view, [card for _, card in trick])]
        played = english_list(f"{card} by {scene.name_inside_sentence(player)}" for player, card in trick)
        who = f"{scene.name_inside_sentence(best)} {'are' if best == view.seat else 'is'}"
        parts.append(f"On the table: {played}; {who} winning.")
    elif last_trick_by_player(view):
        parts.append(f"The last trick went to {scene.name_inside_sentence(scene.number('leader'))}.")
    if scene.hand:
        parts.append(f"In your hand: {english_list(scene.hand)}.")
    return parts
