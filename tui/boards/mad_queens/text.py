"""The sentences of the Mad Queens board: awaited players, scores and ranks, risks, and questions."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, Literal

from rich.cells import cell_len

from core import Action, Card, View, games
from core.engine.cards import QUEENS
from core.engine.english import SUIT_WORDS, count, english_list
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE
from core.mad_queens import MAX_CARDS_TO_END, card_points, has_exact_hits, price_of_queen, row_points
from tui.boards.common.background import MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
from tui.boards.common.numbers import fact_number, seat_scores
from tui.boards.common.signs_help import help_on_signs
from tui.boards.common.standings import SIGNS_HELP_WITHOUT_TURNS, STANDINGS_SIGNS_HELP
from tui.boards.common.view_text import add_full_stop
from tui.boards.mad_queens.odds import (
    Odds,
    banned_suits,
    deck_odds,
    does_exact_hit_replace,
    is_joker_banned,
    score_is_number_of_cards,
    seats_take_turns,
    temporary_cards,
    turns_cards_as_temporary_joker,
)
from tui.boards.mad_queens.scene import LastRow, MadQueensScene
from tui.boards.mad_queens.seat_play import row_sentence
from tui.cards.state import TEMPORARY_CARD_LABEL
from tui.text.results import ordinal

END_FOR_GOOD_LABEL: Final = "Yes, end it for good"
"""The label of the answer that ends the player's own game."""

PLAY_ON_LABEL: Final = "No, play on"
"""The label of the answer with which the player's own game goes on."""

END_GAME_LABEL: Final = "End game"
"""The label of the action `end`, by which a player ends their own game: one at every size of the board, as of a key."""

LOOK_AT_NEXT_LABEL: Final = "Look at the next player"
"""The label of the key with which a spectator sees the table from the next seat."""

LAST_TURNS_TITLE: Final = "Last turns, newest first"
"""The title of the table of what the last turn of each player has brought, in games with turns."""

WHICH_QUEEN_QUESTION: Final = "Which Queen goes into your deck?"
"""The question to a player who chooses the Queen that goes into the deck."""

EXACT_HIT_MARK: Final = "★"
"""The mark of a card of the sheet that would be an exact hit."""

HIT_MARK: Final = "+"
"""The mark of a card of the sheet that would be a hit, which is good, while a banned Joker turns cards."""

BANK_PRICE_TOPIC: Final = "bank price"
"""The topic of a lesson that explains what banking costs; the board says nothing of it before, nor of my Queens."""

TEMPORARY_CARD_TOPIC: Final = "temporary card"
"""The topic of a lesson that explains temporary cards; the board does not offer to bank for one before."""

QUEEN_PRICE_TOPIC: Final = "price"
"""The topic of a lesson that explains what a Queen takes; the board says nothing of it before."""

SYMBOL_BY_STATUS: Final = MappingProxyType({"banked": "+", "caught": "x", "finished": "#", "done": "?"})
"""Maps the status of a seat to the symbol on its badge, which stands before the word for the status, or without it in
one row; ``?`` is a play whose result is hidden."""

MEANING_BY_STATUS: Final = MappingProxyType({"done": "a result still hidden"})
"""Maps the status of a seat to the meaning of its symbol in help, where that is not the status itself."""

MIN_SLIP_RISK: Final = 0.75
"""A reveal that would lose points is probably a slip if at least this share of the deck would lose the row."""


def seat_status(view: View, seat: int) -> str:
    """Return the status of a seat, in a word: the value of ``status`` in the view, or in its place ``done`` or
    ``waiting``.

    ``done``: the seat's play is over, but its result is hidden until the play ends for all. ``waiting``: it is another
    seat's turn.
    """
    word = str(view.facts[f"status/{seat}"])
    if word == "finished" and not view.facts.get(f"cause/{seat}"):
        return "done"
    turn = view.facts.get("turn")
    if word == "playing" and isinstance(turn, int) and turn != seat:
        return "waiting"
    return word


def has_game_ended(view: View, seat: int) -> bool:
    """Return whether a seat's own game has ended, as far as this audience knows: its cause is known before its status
    changes."""
    return seat_status(view, seat) == "finished" or bool(view.facts.get(f"cause/{seat}"))


def are_rows_hidden(view: View) -> bool:
    """Return whether nobody sees the row of another seat before the play ends."""
    return view.options.get("visibility") == "sealed"


def is_play_over(view: View, seat: int) -> bool:
    """Return whether a seat has ended its present play or turn, so that its next card is turned in a later one."""
    return seat_status(view, seat) in ("banked", "caught", "done", "finished")


def awaited_seats(view: View) -> tuple[int, ...]:
    """Return the seats that the table waits for, in order; none while a turn is over that has not yet passed on."""
    if view.facts["over"]:
        return ()
    turn = view.facts.get("turn")
    if isinstance(turn, int):
        return (turn,) if view.facts[f"status/{turn}"] == "playing" else ()
    return tuple(seat for seat in range(view.seats) if view.facts[f"status/{seat}"] == "playing")


def waiting_text(scene: MadQueensScene, width: int = 1000) -> str:
    """Return the text with the seats that the match waits for, in the longest form of at most `width` cells."""
    if scene.over:
        over, winners = MATCH_IS_OVER_SENTENCE.removesuffix("."), [scene.name(seat) for seat in leaders(scene.view)]
        told = f"{over}: {english_list(winners)} won" if winners else over
        return told if cell_len(told) <= width else over
    seats = awaited_seats(scene.view)
    others = [scene.names[seat] for seat in seats if seat != scene.view.seat]
    named = english_list([*others[:2], f"{len(others) - 2} more"] if len(others) > 3 else others) if others else ""
    if not seats:
        return f"Between two {'turns' if seats_take_turns(scene.view) else 'plays'}"
    if scene.view.seat in seats:
        more = count(len(others), "other")
        words = ["Your move"]
        if others:
            words += [
                f"Your move, and {more}'{'s' * (len(others) == 1)}",
                f"Your move, {more} still playing",
                f"Your move. Also playing: {named}",
            ]
    else:
        some = f"Waiting for {others[0]} and {len(others) - 1} more"
        words = [f"Waiting for {count(len(others), 'player')}", *[some] * (len(others) > 1), f"Waiting for {named}"]
    return next((text for text in reversed(words) if cell_len(text) <= width), words[0])


def ranking(view: View) -> list[int]:
    """Return all seats, the highest known score first."""
    scores = seat_scores(view)
    return sorted(range(view.seats), key=lambda seat: (-scores[seat], seat))


def place_in_ranking(view: View, seat: int) -> int:
    """Return the rank of a seat, from 1, by its known score; seats with equal scores have the same rank."""
    scores = seat_scores(view)
    return 1 + sum(score > scores[seat] for score in scores)


def rank_of_front_seat_text(scene: MadQueensScene) -> str:
    """Return the rank of the seat in front: ``2nd of 4``, or ``tied 2nd of 4``, in a narrow window ``tied 2nd``."""
    scores = seat_scores(scene.view)
    place = ordinal(place_in_ranking(scene.view, scene.focus))
    if scores.count(scores[scene.focus]) == 1:
        return f"{place} of {scene.view.seats}"
    return (
        f"tied {place} of {scene.view.seats}" if scene.width >= MIN_COLUMNS_WITH_LOG_BESIDE_TABLE else f"tied {place}"
    )


def leaders(view: View) -> tuple[int, ...]:
    """Return the seats with the highest known score; empty while all scores are equal."""
    scores = seat_scores(view)
    return tuple(seat for seat in range(view.seats) if scores[seat] == max(scores) > min(scores))


def score_text(view: View, score: int) -> str:
    """Return a score with its unit: points, or in Classic cards."""
    return count(score, games[view.game].score_unit)


def row_count_text(scene: MadQueensScene) -> str:
    """Return how many cards the row in the middle has, and their points: ``3 cards, 4 points``; "" if it has none.

    A caught card and an exact hit do not count: the one has never been of the row, the other goes to the bank at once.
    Of a row that is lost the text ends in ``lost``; one on its way to the bank has no text.
    """
    effect, view = scene.effect, scene.view
    caught = effect.caught_and_banned_card
    row = [*scene.row(scene.middle_seat)]
    for card in (caught and caught[0], effect.exact_hit):
        if card in row:
            row.remove(card)
    if not row or (effect.cards_swept and not caught):
        return ""
    points = "" if score_is_number_of_cards(view) else score_text(view, sum(card_points(view)[card] for card in row))
    return ", ".join(filter(None, (count(len(row), "card"), points))) + (" lost" if caught else "")


def banned_suits_text(view: View, seat: int, name: str = "them") -> str:
    """Return which suits are banned: ``all clubs are banned``; empty if none is, or while a banned Joker lies there.

    If only temporary Queens ban them, it ends with ``for you``, or with the `name` of the seat.
    """
    suits = () if is_joker_banned(view, seat) else banned_suits(view, seat)
    if not suits:
        return ""
    whose = f" for {'you' if seat == view.seat else name}" if not {*QUEENS} & {*view.cards("banned")} else ""
    return f"all {english_list(SUIT_WORDS[suit] for suit in suits)} are banned{whose}"


def risk_text(odds: Odds, *, is_brief: bool = False) -> str:
    """Return the risk of the next card as a number of cards: ``12 of 34 would be caught``, or ``12 of 34 caught``."""
    if odds.card_count == 0:
        return "the deck is empty"
    return f"{odds.caught_count or 'none'} of {odds.card_count} {'' if is_brief else 'would be '}caught"


def risk_percent_text(odds: Odds) -> str:
    """Return the risk of the next card in per cent, ``35 %``; "" for an empty deck."""
    return percent_text(odds.caught_count, odds.card_count) if odds.card_count else ""


def percent_text(card_count: int, total: int) -> str:
    """Return what share `card_count` is of the `total` cards of a deck, in per cent."""
    return f"{round(100 * card_count / total)}%"


def dangers_text(odds: Odds) -> str:
    """Return how many Queens, exact hits and Jokers the deck may hold; "" if none."""
    parts = [count(odds.queen_count, "Queen")] if odds.queen_count else []
    parts += [
        f"{odds.exact_hit_count} counts double" if odds.exact_hit_count == 1 else f"{odds.exact_hit_count} count double"
    ] * bool(odds.exact_hit_count)
    parts += [count(odds.joker_count, "Joker")] if odds.joker_count else []
    return ", ".join(parts)


def sheet_symbols_texts(odds: Odds, *, joker_is_banned: bool = False) -> Sequence[str]:
    """Return explanations of the symbols that the list of the deck's cards (the sheet) has now, the longest first;
    empty if it has none. While a banned Joker turns cards, which `joker_is_banned` says, hits are good."""
    long, brief = (
        (f"{HIT_MARK} would hit", f"{HIT_MARK} hits") if joker_is_banned else ("x would be caught", "x caught")
    )
    if not odds.exact_hit_count:
        return (long, brief) if odds.caught_count else ()
    caught = f"{brief}, " if odds.caught_count else ""
    double = f"{EXACT_HIT_MARK} double"
    what = "a hit" if joker_is_banned else "safe"
    return (f"{caught}{EXACT_HIT_MARK} {what}, counts twice", f"{caught}{double}", double)


def sheet_help(view: View) -> str:
    """Return the explanation of the sheet, the list of the cards still in the deck, and of the other signs."""
    has_double = has_exact_hits(view)
    double = f", {EXACT_HIT_MARK} is safe and counts double" if has_double else ""
    shown = [status for status in SYMBOL_BY_STATUS if status != "done" or are_rows_hidden(view)]
    statuses = [f"{SYMBOL_BY_STATUS[status]} is {MEANING_BY_STATUS.get(status, status)}" for status in shown]
    exact = ", not counting the same card, which is safe" if has_double else ""
    goes = "with a hit on one" if does_exact_hit_replace(view) else "in which one catches a card"
    doubled = " x2 marks a card that counts double; where room is short, the mark is 2." * has_double
    temporary_joker = ", a temporary one those of one player alone" * turns_cards_as_temporary_joker(view)
    return help_on_signs(
        "The sheet beside the banned cards keeps track of your deck: a suit symbol is a card still in it, · one "
        f"that is gone or aside; x would be caught{double}, + would be a hit for a banned Joker, Q is a Queen, and Jk "
        "are the Jokers.",
        "▲ marks the banned card that caught you. A card marked TEMP is banned for one player alone; all of that "
        f"player's go after a play {goes}. A Joker, marked no ban or Joker, bans nothing; a hit by the cards "
        "that it turns replaces no banned card.",
        "TOP, or T, marks the card of the bank that a Queen takes first, the one banked last; those banked before it "
        f"follow. TAKEN, or !, marks those that she takes now.{doubled} +5 or -5 are "
        f"{games[view.game].score_unit}s that a bank gains or loses.",
        "Below a banned card, catches 4 or catch 4 says how many cards left in the deck it would catch (0 for none)"
        f"{exact}. While a Queen is banned, the suits that are banned "
        "stand there instead.",
        f"A Joker among the banned cards turns two cards of everybody{temporary_joker}: if "
        "either hits a card that is banned for all, both are banked; if not, both are lost. A Queen among them takes "
        "her price, and the card turned after her is lost, hit or not.",
        "◄2, or 2 more, says that two cards are hidden for lack of room; a card with - behind it is lost or spent.",
        f"At the other players, {english_list(statuses)}; by 9♠ names the card that did it, TEMP 9♠ a card banned for "
        "that player alone, and the card after bank is its top one.",
        STANDINGS_SIGNS_HELP if seats_take_turns(view) else SIGNS_HELP_WITHOUT_TURNS,
    )


def end_question(scene: MadQueensScene) -> str:
    """Return the question whether I end my game; answers are `END_FOR_GOOD_LABEL` and `PLAY_ON_LABEL`."""
    return f"End your game for good, with {score_text(scene.view, scene.score(scene.focus))}?"


def when_game_may_be_ended_text(view: View, seat: int) -> str:
    """Return in a few words what a seat that may not end its game now has to wait for."""
    too_many = view.count(f"deck/{seat}") > MAX_CARDS_TO_END
    return f"at {MAX_CARDS_TO_END} cards or fewer" if too_many else "only before a play"


def bank_price_text(view: View, seat: int, form: Literal["sentence", "table", "brief"] = "sentence") -> str:
    """Return what a seat pays for banking: a Queen who goes into its deck, or a temporary card.

    The text is a clause of a sentence, or fits on a button (`form` "table"), if need be in the fewest words ("brief").
    """
    if view.cards(f"aside/{seat}"):
        return "Queen in" if form == "brief" else "a Queen goes in"
    return {
        "sentence": "you get a temporary card",
        "table": "get a temporary card",
        "brief": f"{TEMPORARY_CARD_LABEL} card",
    }[form]


def tells_bank_price(scene: MadQueensScene) -> bool:
    """Return whether the table may say what banking costs the seat in front: no lesson teaches that later."""
    has_queen_aside = bool(scene.view.cards(f"aside/{scene.focus}"))
    topics = {BANK_PRICE_TOPIC} if has_queen_aside else {BANK_PRICE_TOPIC, TEMPORARY_CARD_TOPIC}
    return not topics & scene.taught_later


def risk_taken_text(view: View, seat: int) -> str:
    """Return the risk that a seat took which revealed a card in this view and lost its row.

    For example ``A 13% risk, with 6 points at stake.``; "" if the row was empty, as then there was nothing to lose.
    """
    known, points = deck_odds(view, seat), row_points(view, seat)
    if not points or not known.card_count:
        return ""
    percent = risk_percent_text(known)
    article = "An" if percent.startswith("8") or percent in ("11%", "18%") else "A"
    return f"{article} {percent} risk, with {score_text(view, points)} at stake."


def row_lost_texts(view: View, seat: int, card: Card, catcher: Card) -> Sequence[str]:
    """Return texts, the longest first, that say which card has caught a seat's card, and what that cost.

    For example ``2♠ caught by 2♦: row of 3 cards lost``, ``2♠ caught by 2♦: row lost`` and ``2♠ caught: row lost``. A
    temporary card is ``TEMP 2♦``, as on its badge. `view` is the view in which the
    caught card lies in the row: it has never counted.
    """
    cards_lost = view.count(f"shown/{seat}") - 1
    lost, briefly = (f": row of {count(cards_lost, 'card')} lost", ": row lost") if cards_lost else ("", "")
    by = f"the banned {catcher}" if card == catcher else f"{catcher}"
    if catcher in view.cards(f"temp/{seat}") and catcher not in view.cards("banned"):
        by = f"{TEMPORARY_CARD_LABEL} {catcher}"
    return (
        f"{card} caught by {by}{lost}",
        f"{card} caught by {by}{briefly}",
        f"{card} caught{briefly}",
    )


def lost_row_texts(scene: MadQueensScene, last_row: LastRow) -> Sequence[str]:
    """Return sentences on the row that the seat in front has lost, the longest first: the cards that its last reveal
    turned one after the other, if there were several, and those of the row.

    For example ``You turned Q♦, then Jk, 4♣ and 8♦. Your row was 2♦, Jk and 4♣.``; empty if there is nothing to say.
    """
    whose = possessive_name_at_start(scene, scene.focus)
    order, row = turned_cards_sentence(scene, last_row), row_sentence(last_row.row, last_row.caught_card, whose)
    return list(dict.fromkeys(filter(None, (f"{order} {row}".strip(), order, row))))


def joker_discard_texts(scene: MadQueensScene, cards: Sequence[Card]) -> Sequence[str]:
    """Return sentences, the longest first, on the cards that a banned Joker discarded from the deck of the seat in
    front; () for none."""
    if not cards:
        return ()
    whose = possessive_name(scene, scene.focus)
    named = english_list(cards)
    return (
        f"The banned Joker turned {whose} {named}: no hit, so they are lost.",
        f"Joker: no hit, {whose} {named} lost.",
    )


def turned_cards_sentence(scene: MadQueensScene, last_row: LastRow) -> str:
    """Return which cards the last reveal of the seat in front turned one after the other; "" if it was only one."""
    first, *others = last_row.turned_cards or (None,)
    return f"{scene.name(scene.focus)} turned {first}, then {english_list(others)}." if others else ""


def slip_question(view: View, seat: int, action: Action) -> str:
    """Return the question before I bank an empty row, or risk my row against long odds; "" for other actions."""
    row, known = view.cards(f"shown/{seat}"), deck_odds(view, seat)
    if action.verb == "bank" and not row:
        return f"Bank an empty row, and {bank_price_text(view, seat)}?"
    if action.verb == "reveal" and row:
        lost = known.caught_count + _row_ending_queen_count(view, seat, known)
        if lost >= MIN_SLIP_RISK * known.card_count:
            return f"{lost} of {known.card_count} would cost you {score_text(view, row_points(view, seat))}."
    return ""


def _row_ending_queen_count(view: View, seat: int, odds: Odds) -> int:
    """Return how many cards of a seat's deck are Queens who would end its game without its row being kept."""
    prices = [price_of_queen(view, seat, queen) for queen in QUEENS if odds.count_by_card[queen]]
    return sum(price.ends_game and not price.keeps_row for price in prices)


def possessive_name(scene: MadQueensScene, seat: int) -> str:
    """Return ``your`` for my own seat, else the possessive of the seat's name."""
    return "your" if seat == scene.view.seat else f"{scene.names[seat]}'s"


def possessive_name_at_start(scene: MadQueensScene, seat: int) -> str:
    """Return the possessive name of a seat as a sentence begins with it: ``Your`` for my own seat."""
    return "Your" if seat == scene.view.seat else possessive_name(scene, seat)


def title_of(scene: MadQueensScene, seat: int, what: str) -> str:
    """Return the title of what a seat has, in capitals: ``YOUR ROW`` for my own seat, else ``Ann's ROW``."""
    return f"YOUR {what}" if seat == scene.view.seat else f"{possessive_name(scene, seat)} {what}"


def name_inside_sentence(scene: MadQueensScene, seat: int) -> str:
    """Return ``you`` for my own seat, else the name of the seat."""
    return "you" if seat == scene.view.seat else scene.names[seat]


def board_description(scene: MadQueensScene) -> str:
    """Return the state of the table in plain sentences, for help, tests and screen readers."""
    return " ".join([*state_sentences(scene), add_full_stop(waiting_text(scene))])


def state_sentences(scene: MadQueensScene) -> list[str]:
    """Return the state of the table in sentences, without the awaited players."""
    view, seat = scene.view, scene.focus
    shared = english_list(view.cards("banned"))
    parts = [f"{scene.play_label}.", *[f"Banned: {shared}."] * bool(shared)]
    suits = banned_suits_text(view, seat, scene.names[seat])
    if suits:
        parts.append(f"{suits[0].upper()}{suits[1:]}.")
    temporary = temporary_cards(view, seat)
    if temporary:
        parts.append(f"Banned for {name_inside_sentence(scene, seat)} alone: {english_list(temporary)}.")
    row, whose = scene.row(seat), possessive_name_at_start(scene, seat)
    if row:
        parts.append(f"{whose} row: {english_list(row)}, {score_text(view, row_points(view, seat))}.")
    parts.append(f"{whose} bank: {score_text(view, scene.score(seat))}.")
    if has_odds(view, seat):
        parts.append(next_card_sentence(view, seat))
    return parts


def has_odds(view: View, seat: int) -> bool:
    """Return whether a card of a seat's deck can still be turned and caught; while a banned Joker turns cards, they are
    not caught."""
    is_finished = bool(view.facts["over"]) or has_game_ended(view, seat)
    return not is_finished and not is_joker_banned(view, seat) and view.count(f"deck/{seat}") > 0


def next_card_sentence(view: View, seat: int) -> str:
    """Return the sentence on the risk of a seat's next card; once its play is over, that the banned cards may change
    before it."""
    return next_card_sentences(view, seat)[0]


def next_card_sentences(view: View, seat: int) -> Sequence[str]:
    """Return the sentence `next_card_sentence`, and shorter forms of it, the longest first."""
    if is_play_over(view, seat):
        following = "turn" if seats_take_turns(view) else "play"
        return (
            f"The banned cards may change before the next {following}.",
            f"Banned cards may change before the next {following}.",
            "The banned cards may still change.",
        )
    return (f"Next card: {risk_text(deck_odds(view, seat))}.",)


def queen_places(view: View, seat: int) -> Sequence[tuple[int, str]]:
    """Return for each of a seat's Queens her card and where she is: ``aside``, ``in deck`` or ``spent``."""
    aside, gone = view.cards(f"aside/{seat}"), view.cards(f"gone/{seat}")
    return [(queen, "aside" if queen in aside else "spent" if queen in gone else "in deck") for queen in QUEENS]


def standing_sentence(view: View, seat: int, name: str, *, names_queens: bool = True) -> str:
    """Return a sentence with a seat's points, cards, Queens (with `names_queens`), and temporary banned cards."""
    score = score_text(view, fact_number(view, f"score/{seat}"))
    bank, deck = count(view.count(f"bank/{seat}"), "card"), view.count(f"deck/{seat}")
    places = [place for _, place in queen_places(view, seat)]
    queens = f" with {count(places.count('in deck'), 'Queen')}, {places.count('spent')} spent" if names_queens else ""
    score = f"score {score}" if score_is_number_of_cards(view) else score
    text = f"{name}: {score}, {bank} in the bank, {deck} in the deck{queens}."
    temporary = temporary_cards(view, seat)
    return f"{text} Banned for them alone: {english_list(temporary)}." if temporary else text
