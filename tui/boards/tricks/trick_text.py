"""The texts on the trick: its number and worth, who is ahead, what is trump, and what its Queens bring about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from core import Action, Card, View
from core.engine.cards import QUEENS, SUITS
from core.engine.english import SUIT_WORDS, count, english_list
from core.queens_dungeon import (
    MIN_QUEENS_FOR_DUNGEON,
    QUEEN_POINTS,
    TRICK_POINTS,
    score_after_four_queens,
    score_after_three_queens,
)
from tui.boards.tricks.hand_facts import cards_dealt, cards_held_at_lead, prospective_trump_ranks
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_view import (
    fact_number_or_zero,
    has_trump_suit,
    players_clockwise,
    queens_taken,
    trick_by_player,
    trump_ranks,
    trump_suit,
    winning_index,
)
from tui.drawing import printable, wrap
from tui.text.results import ordinal

EQUAL_TRUMPS_SUIT_ORDER: Final = "♠ > ♥ > ♦ > ♣"
"""The order in which suits win between trumps of one rank in Queen Bees II."""


def trump_text(scene: TrickScene, max_width: int = 1000) -> str:
    """Return what is trump: ``♦ is trump, unbroken``; for ranks ``K J 10 4 are trumps in every suit``.

    If trumps are not set yet, it says when they will be, in the longest form of at most `max_width` cells.
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
        forms = (
            "No trumps yet: the first trick with all cards of one suit makes their ranks trumps in every suit",
            "No trumps until all cards of a trick have one suit",
            "No trumps until a trick is all one suit",
        )
        return next((text for text in forms if len(text) <= max_width), forms[-1])
    return f"{' '.join(ranks)} are trumps in every suit"


def prospective_trumps_text(scene: TrickScene, max_width: int) -> str:
    """Return which ranks the trick on the table may make trumps, in at most `max_width` cells; "" if it can make none.

    ``If this trick is all hearts, K 4 ? ? become trumps``
    """
    ranks = prospective_trump_ranks(scene)
    if not ranks:
        return ""
    word = SUIT_WORDS[scene.view.cards("trick")[0].suit]
    text = f"If this trick is all {word}, {' '.join(ranks)} become trumps"
    return text if len(text) <= max_width else ""


def trump_sentence(scene: TrickScene) -> str:
    """Return what is trump in a sentence that begins with a word: ``Diamonds are trump, unbroken.``"""
    text = trump_text(scene)
    suit = SUIT_WORDS.get(text[0])
    return f"{text}." if suit is None else f"{suit.capitalize()} are{text.removeprefix(f'{text[0]} is')}."


def trump_lead_text(scene: TrickScene) -> str:
    """Return which trumps of Queen's Dungeon a hand with other suits may lead: ``No heart but Q♥ may be led.``

    Trumps that lie on the table break them only when the trick is over (RULINGS 5.2, QD-7). It says nothing of the
    Queen once she is played, and more if I hold nothing but trumps (QD-6).
    """
    view, suit = scene.view, trump_suit(scene.view)
    if view.facts["broken"]:
        return "May be led."
    word, queen = SUIT_WORDS[suit], QUEENS[SUITS.index(suit)]
    if scene.hand and all(card.suit == suit for card in scene.hand):
        return f"With only {word}, lead any."
    no_trump = f"No {word.removesuffix('s')}"
    is_gone = queen in view.cards("trick") or any(queen == taken for taken, _ in scene.queens_taken)
    return f"{no_trump} may be led yet." if is_gone else f"{no_trump} but {queen} may be led."


def equal_trumps_texts() -> tuple[str, str]:
    """Return which suit wins between trumps of one rank, in a long form and a short one."""
    return f"equal ranks: {EQUAL_TRUMPS_SUIT_ORDER}", f"equal ranks: {EQUAL_TRUMPS_SUIT_ORDER.replace(' ', '')}"


def number_of_present_trick(scene: TrickScene) -> int:
    """Return the number of the trick that is played in this hand, from 1."""
    return sum(scene.number(f"tricks/{player}") for player in players_clockwise(scene.view)) + 1


def trick_number_text(scene: TrickScene, max_width: int) -> str:
    """Return the number of the trick in this hand, ``Trick 5 of 13``, or a shorter form if `max_width` cells are too
    few."""
    number, of = number_of_present_trick(scene), cards_dealt(scene)
    forms = (f"Trick {number} of {of}", f"Trick {number}/{of}", f"Trick {number}")
    return next((text for text in forms if len(text) <= max_width), forms[-1])


def winning_card_text(scene: TrickScene, max_width: int, lines: int = 1) -> str:
    """Return the text on who is ahead in the trick, ``Ada is ahead with K♦``, if it fits in `lines` lines of
    `max_width` cells.

    It has a line break before ``with`` if it does not fit in one line. Otherwise it says which card: ``K♦ is ahead``,
    or ``K♦ ahead`` if a line is too short for that. It is "" before the second card.
    """
    best = winner_so_far(scene.view)
    if best is None or len(scene.view.cards("trick")) < 2:
        return ""
    _, card = best
    who = printable(_who_is_ahead(scene, best[0]))
    if cell_len(whole := f"{who} with {card}") <= max_width:
        return whole
    if max(map(cell_len, [*who.split(), "with 10♥"])) <= max_width and len(wrap(who, max_width)) < lines:
        return f"{who}\nwith {card}"
    text = f"{card} is ahead"
    return text if len(text) <= max_width else f"{card} ahead"


def winner_so_far(view: View) -> tuple[int, Card] | None:
    """Return the seat that is ahead in the trick on the table, and its card; None before its first card."""
    trick = trick_by_player(view)
    return trick[winning_index(view, [card for _, card in trick])] if trick else None


def _who_is_ahead(scene: TrickScene, player: int) -> str:
    """Return that a player is ahead: ``Ada is ahead``."""
    return f"{scene.name(player)} {'are' if player == scene.view.seat else 'is'} ahead"


def winner_so_far_text(scene: TrickScene) -> str:
    """Return who is ahead in the trick on the table, ``Ada is ahead with K♦``; "" before its first card."""
    best = winner_so_far(scene.view)
    return f"{_who_is_ahead(scene, best[0])} with {best[1]}" if best else ""


def cards_on_table_sentence(scene: TrickScene) -> str:
    """Return the cards of the trick on the table, and from the second one on who is ahead: ``On the table: 3♦ by Ada
    and K♦ by you; you are ahead.``"""
    trick, best = trick_by_player(scene.view), winner_so_far(scene.view)
    played = english_list(f"{card} by {scene.name_inside_sentence(player)}" for player, card in trick)
    ahead = ""
    if best is not None and len(trick) > 1:
        ahead = f"; {scene.name_inside_sentence(best[0])} {'are' if best[0] == scene.view.seat else 'is'} ahead"
    return f"On the table: {played}{ahead}."


def trick_points(queens_in_trick: int) -> int:
    """Return what a trick of Queen's Dungeon with this number of Queens is worth."""
    return TRICK_POINTS + QUEEN_POINTS * queens_in_trick


def trick_worth_text(scene: TrickScene) -> str:
    """Return what the trick on the table is worth so far: ``10 + 25 = 35``, in Queen Bees II ``1 point``."""
    if not scene.has_dungeon:
        return "1 point"
    queens = sum(card in QUEENS for card in scene.view.cards("trick"))
    if not queens:
        return f"{TRICK_POINTS} points"
    return f"{TRICK_POINTS} + {QUEEN_POINTS * queens} = {trick_points(queens)}"


def next_queen_text(scene: TrickScene) -> str:
    """Return what one more Queen in this trick would do, ``A 3rd Queen: Ada falls from 295 to 99``.

    Empty before the first Queen, in Queen Bees II, and where another Queen cannot come or changes nothing.
    """
    view = scene.view
    trick = trick_by_player(view)
    queens = sum(card in QUEENS for _, card in trick) if scene.has_dungeon else 0
    others = len(players_clockwise(view)) - 1 - len(trick)
    if others < 0 or queens + queens_taken(view) >= len(QUEENS) or (not others and _cannot_play_queen(scene)):
        return ""
    if queens == 1:
        is_last = max(cards_held_at_lead(scene, seat) for seat in range(view.seats)) == 1
        dealer = scene.number("dealer")
        changes = f"{scene.name_inside_sentence(dealer)} change{'s' * (dealer != view.seat)} trump"
        return "" if is_last else f"Exactly 2 Queens: {changes}"
    if queens in (2, 3):
        winner, _ = trick[winning_index(view, [card for _, card in trick])]
        verb = "fall" if winner == view.seat else "falls"
        fall = (
            "the dummy goes free"  # it has no score and is never condemned (QD-22)
            if winner == view.seats
            else f"{scene.name_inside_sentence(winner)} {verb} {dungeon_fall_text(view, winner, queens + 1)}"
        )
        return f"A {ordinal(queens + 1)} Queen: {fall}"
    return ""


def _cannot_play_queen(scene: TrickScene) -> bool:
    """Return whether it is my turn to play a card, and I may play no Queen."""
    plays = [action for action in scene.legal if action.verb == "play"]
    return bool(plays) and not any(action.cards[0] in QUEENS for action in plays)


def dungeon_fall_text(view: View, player: int, queens: int) -> str:
    """Return how the score of the player who takes a trick with three or four Queens falls: ``from 295 to 99``.

    Partners have one score (QD-25).
    """
    score = fact_number_or_zero(view, f"score/{player}")
    if queens == len(QUEENS):
        new = score_after_four_queens(score)
    else:
        step = 2 if view.options["partners"] else view.seats
        others = [seat for seat in range(view.seats) if (seat - player) % step]
        new = score_after_three_queens(score, min(fact_number_or_zero(view, f"score/{seat}") for seat in others))
    return f"from {score} to {new}"


def queens_left_text(view: View) -> str:
    """Return how many Queens have not been taken in this hand, those in the trick included: ``3 Queens not taken``."""
    left = len(QUEENS) - queens_taken(view)
    return f"{count(left, 'Queen')} not taken" if left else "All Queens taken"


def queens_not_taken_text(view: View) -> str:
    """Return how many Queens have not been taken in this hand, and whether that makes the dungeon impossible."""
    return queens_not_taken_texts(view)[0]


def queens_not_taken_texts(view: View) -> Sequence[str]:
    """Return the text on the Queens not taken and shorter ones, the best first: without the noun, for a place above
    their cards, then without the dungeon, in fewer words, and without both."""
    left = len(QUEENS) - queens_taken(view)
    few = ", too few for the dungeon" * (0 < left < MIN_QUEENS_FOR_DUNGEON)
    whole, brief = queens_left_text(view), f"{left} not taken" if left else "All taken"
    short = f"{count(left, 'Queen')} left" if left else brief
    return (*[f"{text}{few}" for text in (whole, brief) if few], whole, short, brief)


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
    return f"Take it, and fall {dungeon_fall_text(view, view.seat, queens)}?"
