"""The state of the whole table in sentences, for help, the line mode and screen readers, and what its signs mean."""

from __future__ import annotations

from typing import Final

from core.engine.english import count, english_list
from core.queen_bees_ii import QUEEN_BEES_TARGET
from core.queens_dungeon import QUEEN_POINTS, QUOTA_MISSED_POINTS, TRICK_POINTS
from tui.boards.common.signs_help import QUEEN_EDGE_HELP, help_on_signs
from tui.boards.common.standings import STANDINGS_SIGNS_HELP
from tui.boards.common.view_text import add_full_stop
from tui.boards.tricks.hand_facts import condemned_dealer_pays, is_hand_over
from tui.boards.tricks.points_text import OPEN_QUOTA_SIGN, SHORT_QUOTA_STAKES_TEXT, points_so_far, tricks_taken_texts
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.taken_tricks import TRAY_HEADINGS
from tui.boards.tricks.trick_text import (
    EQUAL_TRUMPS_SUIT_ORDER,
    cards_on_table_sentence,
    number_of_present_trick,
    trump_sentence,
    winner_so_far_text,
)
from tui.boards.tricks.trick_view import (
    last_trick_by_player,
    players_clockwise,
    word_for_hand,
)
from tui.boards.tricks.turn_text import waiting_text

DUMMY_HELP: Final = (
    "The Dummy, in a match of two, is a third hand that nobody sees. At its turn its top card is played, whatever was "
    "led, and what it takes counts for nobody."
)
"""The explanation of the dummy."""


def dealer_sentence(scene: TrickScene) -> str:
    """Return the sentence with the dealer and their quota, in Queen Bees II with the target of the match."""
    dealer = scene.number("dealer")
    mine = dealer == scene.view.seat
    who = "You deal" if mine else f"{scene.third_person_name(dealer)} deals"
    if not scene.has_dungeon:
        return f"{who}, to {QUEEN_BEES_TARGET} points."
    quota = count(scene.number("quota"), "trick")
    return f"{who} and {'need' if mine else 'needs'} {quota}, with {scene.counted_tricks_of_dealer} so far."


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
        text += f" {who} {'are' if mine else 'is'} in the dungeon: no points this hand{but}."
    return text


def board_description(scene: TrickScene) -> str:
    """Return in short sentences where the match stands: hand, trick, who is ahead, and what the match waits for.

    They are few, so that a log of few rows has room for them; the board itself shows the rest.
    """
    hand, trick = f"{word_for_hand(scene.view).capitalize()} {scene.number('hand')}", winner_so_far_text(scene)
    if scene.phase == "play" and not is_hand_over(scene):
        hand += f", trick {number_of_present_trick(scene)}"
    said = [hand, *[trick] * bool(trick), waiting_text(scene)]
    return " ".join(map(add_full_stop, said))


def state_sentences(scene: TrickScene) -> list[str]:
    """Return the state of the table in sentences, without the awaited players."""
    view = scene.view
    parts = [f"{word_for_hand(view).capitalize()} {scene.number('hand')}.", trump_sentence(scene)]
    if "quota" not in scene.taught_later:
        parts.append(dealer_sentence(scene))
    if view.cards("trick"):
        parts.append(cards_on_table_sentence(scene))
    elif last_trick_by_player(view):
        parts.append(f"The last trick went to {scene.name_inside_sentence(scene.number('leader'))}.")
    if scene.hand:
        parts.append(f"In your hand: {english_list(scene.hand)}.")
    return parts


def signs_help(scene: TrickScene) -> str:
    """Return the explanation of the signs at the players, on the cards and beside them."""
    common = (
        STANDINGS_SIGNS_HELP,
        "▲ marks the card under the cursor, and bars or ▸ ◂ the one that is ahead in the trick."
        + f" {QUEEN_EDGE_HELP}" * scene.card_look.marks_queens * scene.look.solid
        + " Queens are ordinary cards in this game." * (scene.look.solid and not scene.has_dungeon),
        "T marks a trump, and in a small window - marks a card that cannot be played now.",
        f"{TRAY_HEADINGS[0]} reads down each column, from the left.",
    )
    if not scene.has_dungeon:
        return help_on_signs(
            *common,
            "Each ◆ is a point of a player, and each ◇ one more that the target takes; +2 is what a deal brought.",
            "? stands for a card that nobody has played yet, or for a trick taken before you came or came back.",
            f"Between trumps of one rank the suit decides: {EQUAL_TRUMPS_SUIT_ORDER}.",
        )
    with_queen = TRICK_POINTS + QUEEN_POINTS
    has_dummy = len(players_clockwise(scene.view)) > scene.view.seats
    return help_on_signs(
        *[DUMMY_HELP] * has_dummy,
        *common,
        f"{TRICK_POINTS} + {QUEEN_POINTS} = {with_queen} says what the trick on the table is worth: "
        f"{TRICK_POINTS} points, and {QUEEN_POINTS} for a Queen in it.",
        f"+{with_queen} is what a trick or a hand has brought so far, {SHORT_QUOTA_STAKES_TEXT} what the dealer's "
        "quota brings if made or missed, and 1Q one Queen taken.",
        f"{with_queen}{OPEN_QUOTA_SIGN} counts only if the dealer makes the quota.",
        "? stands for a trick taken before you came or came back, and Q♠? for a Queen who may have been in it.",
    )
