"""The texts of the status line: whose turn it is, what they have to do, and which cards I may play."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from core.engine.cards import QUEENS, Card
from core.engine.english import SUIT_WORDS, english_list
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE
from tui.boards.common.background import MIN_BOARD_COLUMNS
from tui.boards.tricks.cursor import cards_that_follow_suit
from tui.boards.tricks.hand_facts import is_hand_over
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_view import is_trump, trick_by_player, trump_suit, trump_suit_of_last_trick, word_for_hand
from tui.drawing import wrap

ANY_CARD_BUT_TRUMP_TEXT: Final = "any card but a trump"
"""The text on the cards that may be led before trumps may."""

QUEEN_OR_NO_TRUMP_TEXT: Final = "a Queen, or any card but a trump"
"""The text on the cards that may be led before trumps may, for a hand with the trump Queen, which may always be led."""

TRUMP_QUESTIONS: Final = ("Which suit is trump? Nobody has seen a card yet.", "Which suit is trump?")
"""The question to the dealer before a deal, in full and briefly."""


LAST_TRICK_HEADING: Final = "LAST TRICK"
"""The heading of the cards of the last trick."""

LAST_TRICK_SHOWN_TEXT: Final = "The last trick"
"""The text in place of whose turn it is while the last trick lies on the table again."""


def last_trick_text(scene: TrickScene) -> str:
    """Return who took the last trick, and what was trump if that has changed."""
    suit = trump_suit_of_last_trick(scene.view) if scene.has_dungeon else ""
    were = f"; {SUIT_WORDS[suit]} were trump" if suit != trump_suit(scene.view) else ""
    return f"{scene.name(scene.number('leader'))} took the last trick{were}"


def _turn_task_text(scene: TrickScene) -> str:
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


def turn_sentence(scene: TrickScene) -> str:
    """Return what another seat, whose turn it is, has to do: ``Ada names trump``."""
    assert scene.seat_on_turn is not None
    return f"{scene.third_person_name(scene.seat_on_turn)} {_turn_task_text(scene)}"


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
    """Return which cards of my hand I may play now: ``a spade or a Queen``, ``any card``, ``Q♦``.

    The words imply the reason: who leads has to wait for trumps, and who follows has to follow suit. Returns "" if it
    is not my turn to play a card, or if no short words describe the cards exactly.
    """
    hand, allowed = set(scene.hand), set(cards_that_follow_suit(scene))
    if scene.phase != "play" or not allowed:
        return ""
    view = scene.view
    trumps = {card for card in hand if is_trump(view, card)}
    queens = {card for card in hand if card in QUEENS} if scene.has_dungeon else set()
    trick = view.cards("trick")
    if allowed == hand:
        return _what_all_cards_follow(scene, hand, trumps) or "any card"
    if allowed == queens and (trick or view.facts["challenge"]):
        if view.facts["challenge"]:
            return "a Queen"
        return " or ".join(str(card) for card in scene.hand if card in allowed)  # "a Queen" would read as a rule
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


def _what_all_cards_follow(scene: TrickScene, hand: set[Card], trumps: set[Card]) -> str:
    """Return which kind of card I must play though all cards of my hand are of it, ``a spade``; "" if there is none.

    To a newcomer "any card" says that they cannot follow suit, and so cannot take the trick.
    """
    trick = scene.view.cards("trick")
    if not trick or scene.view.facts.get("challenge"):
        return ""
    if not scene.has_dungeon and is_trump(scene.view, trick[0]) and trumps:
        return "a trump" if hand == trumps else ""
    others = {card for card in hand if card.suit != trick[0].suit}
    if others == hand or (others and not (scene.has_dungeon and all(card in QUEENS for card in others))):
        return ""
    return f"a {SUIT_WORDS[trick[0].suit].removesuffix('s')}{' or a Queen' * bool(others)}"


def turn_text(scene: TrickScene, width: int) -> str:
    """Return the text on whom the match waits for, on my turn with the cards that I may play, in the longest form of at
    most `width` cells."""
    if scene.overlay == "last":
        return LAST_TRICK_SHOWN_TEXT
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
    trick, allowed = scene.view.cards("trick"), cards_that_follow_suit(scene)
    if trick and len(allowed) == 1 and str(min(allowed)) == shown:
        named = f"{told}, your only {SUIT_WORDS[trick[0].suit].removesuffix('s')}"
    brief = shown.replace(QUEEN_OR_NO_TRUMP_TEXT, "a Queen or a non-trump")
    brief = brief.replace(ANY_CARD_BUT_TRUMP_TEXT, "a non-trump")
    for suit, word in SUIT_WORDS.items():
        brief = brief.replace(f"a {word.removesuffix('s')}", suit)
    spoken = verb.capitalize()
    forms = (
        f"{words}: {named}",
        f"{spoken}{named.removeprefix(verb)}" if verb == "play" else f"{words}: {told}",
        f"{words}: {told}",
        f"{spoken} {shown}",
        f"{spoken} {brief}",
        f"{brief[0].upper()}{brief[1:]}",
    )
    return next((text for text in forms if cell_len(text) <= width), words)


TRUMP_QUEEN_SENTENCE: Final = "The Queen of trumps beats every card."
"""The sentence for a dealer who names trump: its Queen beats everything (QD-3)."""


def trump_question(width: int, rows: int) -> str:
    """Return the question to the dealer before a deal, in the longest form that takes at most `rows` lines of `width`
    cells, else the shortest."""
    fitting = (text for text in TRUMP_QUESTIONS if len(wrap(text, max(width, 1))) <= rows)
    return next(fitting, TRUMP_QUESTIONS[-1])


def exchange_question(scene: TrickScene) -> str:
    """Return the question to a dealer who may take the spare hand, with the quota of both choices."""
    quota = scene.number("quota")
    return f"Keep this hand and make {quota} tricks, or take the spare hand unseen and make {quota + 1}."


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
        words = [f"{name}'s turn", f"Waiting: {turn_sentence(scene)}"]
    return next((text for text in reversed(words) if cell_len(text) <= width), words[0])


def _winners_sentence(scene: TrickScene) -> str:
    """Return the sentence with the winners: ``Ada wins.``; partners win together."""
    seats = range(scene.view.seats)
    top = max(map(scene.score, seats))
    winners = sorted((seat for seat in seats if scene.score(seat) == top), key=lambda seat: seat != scene.view.seat)
    alone = len(winners) == 1 and winners[0] != scene.view.seat
    return f"{english_list(scene.name(seat) for seat in winners)} {'wins' if alone else 'win'}."
