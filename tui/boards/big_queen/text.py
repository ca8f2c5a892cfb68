"""The sentences of the Big Queen board: what I can do, whom the match waits for, and what lies on the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from core import Action, Card, View
from core.big_queen import (
    ANSWER_NO,
    ANSWER_YES,
    ANSWERS_PENDING,
    ASK_ACTION,
    BIG_QUEEN,
    NOT_ASKED_YET,
    POINTS_BY_CARD,
    TEAM_NAMES,
    could_go_out,
    may_renew_stock,
    partners_yet_to_answer,
    team_of,
)
from core.engine.english import count, english_list
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE
from tui.boards.big_queen.layout import MIN_COLUMNS_WITH_LONG_TEXTS
from tui.boards.big_queen.scene import NATURAL_RANKS, BigQueenScene, cards_of_team_set, own_hand, seats_in_fact
from tui.boards.big_queen.unseen_cards import unseen_cards
from tui.boards.common.background import MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
from tui.boards.common.signs_help import QUEEN_EDGE_HELP, help_on_signs
from tui.cards import Look

NOTHING_TO_TAKE_SENTENCE: Final = "You can take nothing from the discard pile, so draw."
"""What is said in the phase of drawing if no card can be taken."""

GO_OUT_LABEL: Final = "Yes, go out"
"""The label of the answer that lets the partner go out."""
ASK_LABEL: Final = "Ask to go out"
"""The label of the action that asks the partners whether I may go out."""
SHORT_ASK_LABEL: Final = "Ask"
"""That label where there is little room."""
NOT_YET_LABEL: Final = "No, not yet"
"""The label of the answer that does not let the partner go out."""
ROLL_AND_DEAL_LABEL: Final = "Roll the dice and deal"
"""The label of the action `deal`."""
ANNOUNCE_ONE_CARD_LABEL: Final = "Announce your one card"
"""The label of the action `announce`."""

SILENT_DISCARD_QUESTION: Final = "Say nothing? Whoever is caught must draw a card."
"""The question before a discard after which I do not announce my last card: all see how many cards I hold anyway."""

OWN_USE_OF_QUEEN_SENTENCE: Final = "It could help you lay Q♠."
"""What I give up with the only other Queen in a hand with the Queen of spades."""

OTHERS_USE_OF_QUEEN_SENTENCE: Final = "It could help another player lay Q♠."
"""What the discard of a Queen may bring another player, who takes it together with the Queen of spades."""

QUEEN_HELD_SENTENCE: Final = "The Queen of spades is in it: 100 points."
"""The warning for a hand with the Queen of spades."""

_OWN_TURN_TEXT_BY_PHASE: Final = {
    "deal": "Your deal",
    "draw": "Your turn: draw or take",
    "play": "Your turn: lay, then discard",
}
"""Maps the phase of the round to the text of my own turn."""

_DEAL_SENTENCES: Final = (
    "You deal: D rolls two ten-sided dice, 00 to 99. 44 or 45 wins your team 100 points.",
    "D rolls two ten-sided dice: 44 or 45 wins your team 100 points.",
    "D rolls two ten-sided dice: 44 or 45 wins 100 points.",
    "D rolls two ten-sided dice: 44 or 45 wins 100.",
)
"""The sentences on my deal with its key, and with what the dice may win; the longest first."""


def leading_team_text(scene: BigQueenScene, width: int) -> str:
    """Return the text on who leads by how much and on the points that end the match, as far as a board of `width`
    columns has room.

    ``Ours 1725, ahead by 50, target 2000``; for a spectator ``Team A ahead by 50, target 2000``.
    """
    if width < MIN_COLUMNS_WITH_LOG_BESIDE_TABLE:
        return f"target {scene.target_points}"
    scores = [scene.number(f"score/{letter}") for letter in TEAM_NAMES]
    mine = max(scene.team, 0)
    lead = scores[mine] - scores[1 - mine]
    if not lead:
        leader = "scores tied"  # the sets on the table count at the end of the round only
    elif scene.team < 0:
        leader = f"Team {TEAM_NAMES[lead < 0]} ahead by {abs(lead)}"
    else:
        leader = f"{'ahead' if lead > 0 else 'behind'} by {abs(lead)}"
    if scene.team >= 0 and width >= MIN_COLUMNS_WITH_LONG_TEXTS:
        leader = f"Ours {scores[mine]}, {leader}"
    return f"{leader}, target {scene.target_points}"


def order_sign(look: Look) -> str:
    """Return the sign before each player but the first, which stands for the order of play; in ASCII it differs from
    that of the player whose turn it is."""
    return "-" if look.ascii else "›"


def symbols_help(look: Look) -> str:
    """Return the explanation of the signs of a look at the players, the sets, the discard pile and the hand."""
    ascii_only = look.ascii
    cursor, dot, arrow, turn, crown = "^*<>*" if ascii_only else "▲•◂▸♛"
    then = order_sign(look)
    teams = "o and #" if ascii_only else "● and ■"
    suits = "7sd" if ascii_only else "7♠♦"
    return help_on_signs(
        f"{teams} stand for the teams. The players stand in the order of play, {then} between them; "
        f"after the last comes the first again. {turn} marks whose turn it is, ? a partner who has to answer, "
        "and 1! a player who has not announced one card.",
        f"At the sets and in a long pile, {crown} marks a Queen of spades; elsewhere she has her 100 points on her."
        + f" {QUEEN_EDGE_HELP}" * look.solid,
        f'At the sets, {suits} are two cards of rank 7, x4 says how many cards there are, and "new" or + marks those '
        'that came since your last turn; "laid" are points that count at the end of the round.',
        f'Below the discard pile, "take", "or take", "or" or {dot} marks each card that you can take now, except those '
        f"that you get with the card under the cursor. {cursor} ({arrow} in a long pile) is that card, and + one that "
        "you get with it. TIP, or C or ! where there is little room, is the coach's advice.",
        "Raised cards of your hand are those that you selected, or that would take the card under the cursor.",
        'Below your hand, "lay" and "add" say what can be done with a card, "with" or + marks the cards that a take '
        'needs, "needs a 2" one that could be laid with a 2 that another set would use, and "costs 5" or -5 the points '
        "that a card costs your team if the round ends while you hold it.",
        "NOT SEEN counts the cards of each rank in the stock and in other hands; a long discard pile takes its place.",
        "After a round, +215 is what it brought a team.",
        'In a hint, "held" are the points left in your hand after the choice, and "ahead" those of your team in this '
        "round less those of the other team.",
    )


def slip_question(view: View, legal: Sequence[Action], action: Action) -> str:
    """Return the question before an action of mine that is probably a slip: a discard that costs much or leaves my last
    card unannounced, or to ask whether I may go out when I cannot; "" for other actions."""
    if action.verb == "discard" and Action((*action, "announce")) in legal:
        # a precious card costs more than silence
        return discard_question(view, legal, action) or SILENT_DISCARD_QUESTION
    if action == ASK_ACTION and not could_go_out(view):
        what = "These cards cannot go out" if view.facts["phase"] == "play" else "No draw or take lets you go out"
        return f"{what} this turn: ask anyway?"
    return discard_question(view, legal, action)


def sentence_on_queen(view: View, card: Card) -> str:
    """Return what a discard of mine brings if it is a Queen other than that of spades, with which I or somebody else
    could lay that one; "" for another card, if nobody needs it for that, or for a spectator."""
    if view.seat is None or card.rank != BIG_QUEEN.rank or card == BIG_QUEEN:
        return ""
    hand, team = own_hand(view), team_of(view.seat, view.options)
    sets = [bool(cards_of_team_set(view, number, BIG_QUEEN.rank)) for number in (0, 1)]
    if BIG_QUEEN in hand and not sets[team]:
        others = [held for held in hand if held.rank == card.rank and held != BIG_QUEEN]
        return OWN_USE_OF_QUEEN_SENTENCE if len(others) == 1 else ""
    return OTHERS_USE_OF_QUEEN_SENTENCE if unseen_cards(view)[BIG_QUEEN] and not sets[1 - team] else ""


def discard_question(view: View, legal: Sequence[Action], action: Action) -> str:
    """Return the question before I discard the Queen of spades, the only other Queen beside her, or a two; "" for other
    actions, or if I have no choice."""
    if action.verb != "discard" or not action.cards:
        return ""
    discards = [one.cards[0] for one in legal if one.verb == "discard" and one.cards]
    card = action.cards[0]
    if len(set(discards)) > 1 and (use := sentence_on_queen(view, card)) == OWN_USE_OF_QUEEN_SENTENCE:
        return f"Discard {card}? {use}"
    if not _is_precious(card) or all(map(_is_precious, discards)):
        return ""
    return (
        f"Discard the Queen of spades, {POINTS_BY_CARD[card]} points?"
        if card == BIG_QUEEN
        else f"Discard the wild {card}?"
    )


def _is_precious(card: Card) -> bool:
    """Whether a card is the Queen of spades or wild."""
    return card == BIG_QUEEN or card % 13 == 0


def unanswered_partners(scene: BigQueenScene) -> tuple[int, ...]:
    """Return the partners who have not answered yet whether the player whose turn it is may go out."""
    if scene.permission_answer != ANSWERS_PENDING:
        return ()
    answers = seats_in_fact(scene.view, "answers")
    return tuple(sorted(partners_yet_to_answer(scene.view.seats, scene.seat_on_turn, answers)))


def agreeing_partners(scene: BigQueenScene) -> tuple[int, ...]:
    """Return the partners who have said in this turn that the player whose turn it is may go out."""
    if scene.permission_answer == ANSWERS_PENDING:
        return seats_in_fact(scene.view, "answers")
    if scene.permission_answer != ANSWER_YES:
        return ()
    return tuple(sorted(partners_yet_to_answer(scene.view.seats, scene.seat_on_turn, ())))


def awaited_seats(scene: BigQueenScene) -> tuple[int, ...]:
    """Return the seats that the match waits for."""
    if scene.over:
        return ()
    return unanswered_partners(scene) or (scene.seat_on_turn,)


def has_gone_out(scene: BigQueenScene) -> bool:
    """Return whether the player whose turn it is has just discarded their last card."""
    return scene.phase == "play" and not scene.view.count(f"hand/{scene.seat_on_turn}")


def is_round_over(scene: BigQueenScene) -> bool:
    """Return whether the round is over, so that no card of hand or discard pile can do or cost anything any more."""
    return scene.over or scene.phase == "deal" or has_gone_out(scene)


def waiting_text(scene: BigQueenScene, width: int = 1000) -> str:
    """Return the text on whose turn it is, in the longest form that takes at most `width` cells."""
    if scene.over:
        return MATCH_IS_OVER_SENTENCE.removesuffix(".")
    if has_gone_out(scene):
        return "The round is over"
    if scene.effect.is_dealing:
        return "You deal" if scene.seat_on_turn == scene.seat else f"{scene.names[scene.seat_on_turn]} deals"
    seats = unanswered_partners(scene)
    if scene.seat in awaited_seats(scene):
        words = (
            ["Your answer", f"May {scene.names[scene.seat_on_turn]} go out?"]
            if seats
            else ["Your turn", _OWN_TURN_TEXT_BY_PHASE[scene.phase]]
        )
        return next((text for text in reversed(words) if cell_len(text) <= width), words[0])
    if seats:
        some = english_list([scene.names[seat] for seat in seats])
        words = [f"Waiting for {count(len(seats), 'answer')}", f"Waiting for {some} to answer"]
    else:
        name = scene.names[scene.seat_on_turn]
        task = {"deal": "deal", "draw": "draw or take", "play": "lay and discard"}[scene.phase]
        words = [f"Waiting for {name}", f"Waiting for {name} to {task}"]
    return next((text for text in reversed(words) if cell_len(text) <= width), words[0])


def is_my_turn(scene: BigQueenScene) -> bool:
    """Return whether it is my turn and no partner has to answer first."""
    return scene.seat_on_turn == scene.seat and scene.permission_answer != ANSWERS_PENDING and not scene.over


def duty_sentence(scene: BigQueenScene, *, keys: bool = True) -> str:
    """Return what I can do now, or which action of others the match waits for, as a sentence.

    `keys`: whether to name the board's keys; the line mode has none.
    """
    return duty_sentences(scene, keys=keys)[0]


def duty_sentences(scene: BigQueenScene, *, keys: bool = True) -> Sequence[str]:
    """Return what I can do now, or which action of others the match waits for, as a sentence in several lengths.

    The longest comes first. With names of usual length it fits into 58 cells, and the last one into 46. With `keys` the
    sentence names the keys to press. It is "" while a banner is shown.
    """
    if scene.over:
        return (MATCH_IS_OVER_SENTENCE,)
    if scene.effect.dice is not None:
        return (
            "Two ten-sided dice are rolled: 44 and 45 win 100 points for the dealer's team.",
            "Two ten-sided dice: 44 and 45 win 100 points.",
        )
    if scene.effect.is_dealing:
        return (f"{waiting_text(scene)}.",)
    if scene.phase == "deal" and scene.seat_on_turn != scene.seat and scene.effect.banner is None:
        return (
            f"{waiting_text(scene)}: 44 or 45 on two ten-sided dice wins 100 points.",
            f"{waiting_text(scene)}: 44 or 45 on the dice wins 100 points.",
            f"{waiting_text(scene)}: 44 or 45 wins 100 points.",
            f"{waiting_text(scene)}.",
            f"{waiting_text(scene, 0)}.",
        )
    if scene.seat is None or has_gone_out(scene):
        return (f"{waiting_text(scene)}.", f"{waiting_text(scene, 0)}.")
    if scene.seat in scene.unannounced_seats:
        how = ": O announces it" if keys else ""
        return (
            f"You have one card left and have not said so{how}.",
            f"You have not announced your last card{how}.",
            f"Your last card is not announced{how}.",
        )
    others = [seat for seat in scene.unannounced_seats if seat != scene.seat]
    if others:
        names = english_list(scene.names[seat] for seat in others)
        have = "has one card and has" if len(others) == 1 else "have one card and have"
        how = ": C catches" if keys else ""
        until = f", until {names if len(others) == 1 else 'each'} announces, draws or takes" if keys else ""
        return (
            f"{names} {have} not said so{how}{until}.",
            f"{names} {have} not said so{how}.",
            f"{count(len(others), 'player')} {have} not said so{how}.",
        )
    if scene.effect.banner is not None and not scene.watching:
        return ("",)  # the only key now is the one that ends the pause, which stands beside the banner
    if scene.seat in unanswered_partners(scene):
        asked = waiting_text(scene)
        if not keys:
            return (f"{asked} One no rules it out this turn.",)
        return f"{asked} Y for yes, N for no: one no rules it out this turn.", f"{asked} Y for yes, N for no."
    if scene.seat_on_turn != scene.seat or scene.permission_answer == ANSWERS_PENDING:
        return (f"{waiting_text(scene)}.", f"{waiting_text(scene, 0)}.")
    if scene.phase == "deal":
        return _DEAL_SENTENCES if keys else ("You deal this round.",)
    if scene.phase == "draw" and not scene.view.count("stock"):
        return _empty_stock_sentences(scene)
    if scene.phase == "draw" and len(own_hand(scene.view)) < 2:
        return "Draw a card: you hold too few to take one from the pile.", "Draw a card: you hold too few to take one."
    if scene.phase == "draw" and not any(action.verb == "take" for action in scene.legal):
        return (NOTHING_TO_TAKE_SENTENCE, "You can take nothing: draw.")
    if scene.phase == "draw":
        return (
            "Draw a card, or take one from the discard pile with two from your hand.",
            "Draw, or take from the pile with two from your hand.",
            "Draw a card, or take one from the pile.",
        )
    return _play_duty_sentences(scene, keys=keys)


def _empty_stock_sentences(scene: BigQueenScene) -> Sequence[str]:
    """Return the sentence on what drawing from an empty stock does, and a shorter one."""
    if may_renew_stock(scene.view):
        return (
            "The stock is empty: a draw turns the discard pile into it.",
            "Stock empty: a draw renews it from the pile.",
        )
    return ("The stock is empty: a draw ends the round.",)


def may_ask_to_go_out(scene: BigQueenScene) -> bool:
    """Return whether I have not asked yet in this turn, and could go out with a yes."""
    return (
        scene.permission_answer == NOT_ASKED_YET
        and ASK_ACTION.verb not in scene.taught_later
        and could_go_out(scene.view)
    )


def _play_duty_sentences(scene: BigQueenScene, *, keys: bool) -> Sequence[str]:
    """Return the sentence with my possible actions in the phase in which cards are laid, and shorter ones."""
    held = len(own_hand(scene.view))
    can_lay = any(action.verb in ("meld", "add") for action in scene.legal)
    if scene.permission_answer == ANSWER_YES:
        if held == 1:
            return ("Discard your last card: you go out, and the round ends.", "Discard your last card: you go out.")
        if not could_go_out(scene.view):
            return (
                "You may go out, but not with these cards: lay what you like, then discard.",
                "You may go out, but not with these cards.",
            )
        return (
            "You may go out: lay all but one card and discard that one.",
            "You may go out: lay all but one card.",
        )
    if scene.permission_answer == ANSWER_NO:
        partners = partners_yet_to_answer(scene.view.seats, scene.seat_on_turn, ())
        who = scene.names[min(partners)] if len(partners) == 1 else "A partner"
        if not can_lay:
            return (
                f"{who} said no: you cannot go out this turn. Discard one card.",
                f"{who} said no: discard one card.",
            )
        return (
            f"{who} said no: lay what you like, but keep two cards, and discard one of them.",
            f"{who} said no: lay, but keep two cards to the end.",
            f"{who} said no: keep two cards.",
        )
    if may_ask_to_go_out(scene):
        if not can_lay and held > 1:
            how = ": A asks to go out" if keys else ""
            return (
                f"To lay all your cards but one, ask first{how}.",
                f"To lay all but one, ask first{how}.",
            )
        if not keys:
            return ("Lay sets and add to them, then discard one card. Ask before you go out.",)
        return (
            "Space selects, Enter lays sets, X discards one card. A asks to go out.",
            "Enter lays sets, X discards, A asks to go out.",
            "Enter lays, X discards, A asks to go out.",
        )
    if scene.legal and not can_lay:
        how = ": X discards one card" if keys else ": discard one card"
        return (f"You can lay nothing now{how}.",)
    if not keys:
        return ("Lay sets and add to them if you like, then discard one card.",)
    return (
        "Lay sets if you like: Space selects, Enter lays. Then X discards one card.",
        "Space selects, Enter lays sets, X discards one card.",
        "Space selects, Enter lays, X discards.",
    )


def sentence_on_set(team: str, rank: str, cards: Sequence[Card]) -> str:
    """Return a sentence with the cards and points of the set of a rank that a team, ``A`` or ``B``, has laid."""
    if not cards:
        return f"Team {team} has no set of rank {rank} yet."
    worth = sum(POINTS_BY_CARD[card] for card in cards)
    return f"Team {team}, rank {rank}: {' '.join(map(str, cards))}, {count(worth, 'point')}."


def pile_sentence(view: View) -> str:
    """Return a sentence with the cards of the discard pile."""
    pile = view.cards("discard")
    return f"Discard pile, oldest first: {' '.join(map(str, pile))}." if pile else "The discard pile is empty."


def board_description(scene: BigQueenScene) -> str:
    """Return the state of the table and what I can do, in plain sentences for help, tests and screen readers."""
    return " ".join([*state_sentences(scene), duty_sentence(scene)])


def state_sentences(scene: BigQueenScene) -> list[str]:
    """Return the state of the table in sentences, without the possible actions."""
    view = scene.view
    parts = [f"Round {scene.number('round')}, target {scene.target_points} points."]
    for team, letter in enumerate(TEAM_NAMES):
        ranks = [rank for rank in NATURAL_RANKS if cards_of_team_set(view, team, rank)]
        laid = (
            f"sets of {english_list(ranks)} worth {count(scene.laid_points(team), 'point')}" if ranks else "no set yet"
        )
        parts.append(f"Team {letter}: {count(scene.number(f'score/{letter}'), 'point')}, {laid}.")
    if view.count("discard"):
        parts.append(pile_sentence(view))
    parts.append(f"Stock: {count(view.count('stock'), 'card')}.")
    if scene.seat is not None and scene.phase != "deal":
        parts.append(f"Your hand: {' '.join(map(str, scene.selection.hand)) or 'empty'}.")
        if BIG_QUEEN in scene.selection.hand:
            parts.append(QUEEN_HELD_SENTENCE)
    return parts
