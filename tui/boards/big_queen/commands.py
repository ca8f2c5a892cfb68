"""The commands of the Big Queen board; each results in a new selection, in actions, or in a note.

`run_command` returns the result of a command for a scene. This file needs no screen, so tests can verify that every
legal action can be reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from core import Action
from core.big_queen import GAME, TEAM_NAMES, team_letter
from core.engine.english import count
from tui.boards.big_queen.cursor import BigQueenCommand, CommandResult, PressRankKey, sort_hand
from tui.boards.big_queen.scene import BigQueenScene, cards_of_team_set, own_hand
from tui.boards.big_queen.selection import (
    is_take_chosen,
    lay_outcome,
    layable_groups,
    must_keep_all_cards,
    own_set_ranks,
    take_actions_by_place,
    take_outcome,
    take_suggestions,
    target_rank,
    total_points,
)
from tui.boards.big_queen.text import NOTHING_TO_TAKE_SENTENCE, is_my_turn, sentence_on_set
from tui.boards.common.commands import AnswerQuestion, ChooseAction, SortHand
from tui.drawing import BoardCommand

NOTHING_TO_LAY_SENTENCE: Final = "Nothing in your hand can be laid now."
"""The note if `FindNextCards` finds no cards to lay."""

KEEP_A_CARD_SENTENCE: Final = "Keep a card to discard; ask before it is your last."
"""The note if cards fit sets, but laying them would leave too few in the hand."""

NOTHING_ELSE_TO_TAKE_SENTENCE: Final = "This is the only card that you can take."
"""The note of `FindNextCards` while one card can be taken and the cursor is on it."""

NOTHING_ELSE_TO_LAY_SENTENCE: Final = "F finds nothing else to lay."
"""The note of `FindNextCards` while the cards that it finds are selected and it finds no others."""

NO_CARD_CHOSEN_SENTENCE: Final = "Which card? Press Space for this one, or move to another."
"""The note of `DiscardCard` if the person has not chosen a card since the hand last changed."""

NO_HAND_CARD_CHOSEN_SENTENCE: Final = "Which card? Go down to your hand, and choose it there."
"""The note of `DiscardCard` if no card is chosen, and the cursor is not in the hand."""

FOUND_CARDS_SENTENCE: Final = "These cards are for laying. Move to the card to discard."
"""The note of `DiscardCard` while cards are selected that `FindNextCards` or the coach has found."""

LEFT_OUT_SENTENCE: Final = "You leave out {}. F selects these cards again."
"""The note of `ToggleCardAtCursor` if it deselects a card of those that were found; the ``{}`` is the card."""

NO_CARDS_SELECTED_SENTENCE: Final = "Select the cards to lay first, with Space or a click; F finds some."
"""The note of `LayCards` if no cards are selected and some can be laid."""

NO_SET_YET_SENTENCE: Final = "Your team has no set yet that a 2 could join."
"""The note of `FindOtherCards` while cards are laid and the team has no set."""

NO_OTHER_SET_SENTENCE: Final = "Your team has no other set that a 2 could join."
"""The note if `FindOtherCards` finds no other set to add twos to."""

NO_TWO_HELD_SENTENCE: Final = "You hold no 2 that could join a set."
"""The note of `FindOtherCards` while cards are laid and the hand has no two."""

NO_TWOS_SELECTED_SENTENCE: Final = "W chooses the set that selected 2s join."
"""The note of `FindOtherCards` while cards are laid and no twos, or other cards too, are selected."""

FIND_CARDS_TO_LAY_SENTENCE: Final = "F finds cards to lay."
"""The end of a note of `FindOtherCards` while cards can be laid."""

FIND_CARD_TO_TAKE_SENTENCE: Final = "F finds another card to take."
"""The end of a note of `FindOtherCards` while another card can be taken."""


def run_command(scene: BigQueenScene, command: BoardCommand) -> CommandResult:
    """Return the result of a command; a command of another board changes nothing.

    While I am asked whom to catch, a number key answers, and every command but `CatchPlayer` closes the question. After
    an action no card is chosen for the discard any more.
    """
    result = _result_of_command(scene, command)
    if not result.actions:
        return result
    return replace(result, selection=replace(result.selection, cursor_is_chosen=False))


def _result_of_command(scene: BigQueenScene, command: BoardCommand) -> CommandResult:
    """Return the result of a command, as `run_command`, with the cursor as it is."""
    if scene.selection.open_question:
        if isinstance(command, PressRankKey):
            return _catch_by_number(scene, command.key)
        if command == AnswerQuestion(yes=False) or isinstance(command, ClearSelection):
            return CommandResult(replace(scene.selection, open_question=""))
        if not isinstance(command, CatchPlayer):
            scene = replace(scene, selection=replace(scene.selection, open_question=""))
    match command:
        case ChooseAction(action):
            return _send_if_legal(scene, action)
        case AnswerQuestion(yes):
            return _send_if_legal(scene, Action(("yes" if yes else "no",)))
        case SortHand():
            return sort_hand(scene)
        case BigQueenCommand():
            return command.result(scene)
    return CommandResult(scene.selection)


def _send_if_legal(scene: BigQueenScene, action: Action) -> CommandResult:
    """Return the result that sends an action; if the action is illegal, the result that shows why."""
    if action in scene.legal:
        return CommandResult(scene.selection, (action,))
    return CommandResult(scene.selection, note=GAME.refusal(scene.view, action))


# Selection


class ToggleCardAtCursor(BigQueenCommand, frozen=True):
    """The command to select or deselect the card under the cursor; with the cursor among the sets, to lay the selected
    cards.
    """

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the result for the zone that the cursor is in.

        In the hand it is the selection with the card under the cursor selected or deselected, on the discard pile a
        note on which keys to use, and among the sets the actions that lay the selected cards, or why they cannot be
        laid.
        """
        selection = scene.selection
        if selection.zone == "hand" and selection.hand:
            selected = selection.selected_indexes ^ {selection.cursor}
            left_out = selection.is_found and selection.cursor in selection.selected_indexes
            note = LEFT_OUT_SENTENCE.format(selection.hand[selection.cursor]) if left_out else ""
            return CommandResult(replace(selection, selected_indexes=selected, found_indexes=frozenset()), note=note)
        if selection.zone == "pile":
            return CommandResult(selection, note="Enter takes this card if you can; D draws from the stock.")
        return LayCards().result(scene)


class ToggleCard(BigQueenCommand, frozen=True):
    """The command to select or deselect a card of the hand by its index."""

    index: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the card selected or deselected, and the cursor on it."""
        selection, index = scene.selection, self.index
        if index >= len(selection.hand):
            return CommandResult(selection)
        return CommandResult(
            replace(
                selection,
                zone="hand",
                cursor=index,
                selected_indexes=selection.selected_indexes ^ {index},
                found_indexes=frozenset(),
                pair_index=0,
            )
        )


class ClearSelection(BigQueenCommand, frozen=True):
    """The command to deselect all cards; if a player to catch is asked for, to catch nobody."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        return CommandResult(replace(scene.selection, selected_indexes=frozenset()))


class SelectPileCard(BigQueenCommand, frozen=True):
    """The command to move the cursor to the card at a place of the discard pile (1: the oldest).

    It takes the card if the cursor was there already.
    """

    place: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the cursor on the card, or the action that takes the card."""
        selection, place = scene.selection, self.place
        if selection.zone == "pile" and selection.pile_place == selection.clicked_place == place:
            return TakeCard().result(scene)
        pair = selection.pair_index if selection.pile_place == place else 0
        place = min(place, scene.view.count("discard"))
        return CommandResult(replace(selection, zone="pile", pile_place=place, clicked_place=place, pair_index=pair))


class SelectSet(BigQueenCommand, frozen=True):
    """The command to lay the selected cards in a team's set of a rank.

    If no card is selected or I cannot lay now, it describes that set. A set of my own team also becomes the one that
    twos are added to.
    """

    team: int
    rank: str

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the actions that lay the selected cards in the set; else a note with its cards, or on why they cannot
        be laid."""
        selection, rank, ours = scene.selection, self.rank, self.team == scene.team
        cards = cards_of_team_set(scene.view, self.team, rank)
        if not selection.selected_indexes or scene.phase != "play" or scene.seat_on_turn != scene.seat:
            chosen = replace(selection, target_rank=rank) if ours and cards else selection
            return CommandResult(chosen, note=sentence_on_set(TEAM_NAMES[self.team], rank, cards))
        if not ours:
            return CommandResult(selection, note="Cards go to your own team's sets only.")
        if all(card.rank == "2" for card in selection.selected_cards) and not cards:
            return CommandResult(
                selection, note=GAME.refusal(scene.view, Action(("add", selection.selected_cards[0], "to", rank)))
            )
        if any(card.rank not in ("2", rank) for card in selection.selected_cards):
            return CommandResult(selection, note=f"Only cards of rank {rank} and twos go there.")
        return LayCards().result(replace(scene, selection=replace(selection, target_rank=rank)))


class FindNextCards(BigQueenCommand, frozen=True):
    """The command to move the cursor to the next card that I can take.

    In the phase in which cards are laid, it selects the next cards to lay.
    """

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection for the next card to take or the next cards to lay, or a note that there are none."""
        selection, view = scene.selection, scene.view
        if not is_my_turn(scene) or scene.phase == "deal":
            return CommandResult(selection, note=GAME.refusal(scene.view, Action(("draw",))))
        if scene.phase == "draw":
            places = take_suggestions(scene.legal)
            if not places:
                return CommandResult(selection, note=NOTHING_TO_TAKE_SENTENCE)
            at = (
                places.index(selection.pile_place) + 1
                if selection.zone == "pile" and selection.pile_place in places
                else 0
            )
            place = places[at % len(places)]
            if selection.zone == "pile" and not selection.selected_indexes and selection.pile_place == place:
                return CommandResult(selection, note=NOTHING_ELSE_TO_TAKE_SENTENCE)
            return CommandResult(
                replace(selection, zone="pile", pile_place=place, pair_index=0, selected_indexes=frozenset())
            )
        found = layable_groups(view, selection)
        if not found:
            kept = must_keep_all_cards(view, selection)
            return CommandResult(selection, note=KEEP_A_CARD_SENTENCE if kept else NOTHING_TO_LAY_SENTENCE)
        at = found.index(selection.selected_indexes) + 1 if selection.selected_indexes in found else 0
        selected = found[at % len(found)]
        if selected == selection.selected_indexes:
            return CommandResult(selection, note=NOTHING_ELSE_TO_LAY_SENTENCE)
        return CommandResult(
            replace(
                selection,
                zone="hand",
                selected_indexes=selected,
                found_indexes=selected,
                cursor=min(selected),
                cursor_is_chosen=False,
            )
        )


class FindOtherCards(BigQueenCommand, frozen=True):
    """The command to select another pair of cards that takes the card under the cursor, or another set to add twos
    to."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the next pair, or with the next set to add twos to; or a note that there is
        none."""
        selection, view = scene.selection, scene.view
        if not is_my_turn(scene) or scene.phase == "deal":
            return CommandResult(selection, note=GAME.refusal(view, Action(("draw",))))
        if scene.phase == "draw" and not selection.pile_place:
            return CommandResult(selection, note=NOTHING_TO_TAKE_SENTENCE)
        if scene.phase == "draw":
            ways = len(take_outcome(view, scene.legal, selection, selection.pile_place).take_actions)
            if ways < 2:
                return CommandResult(selection, note=_why_no_other_way(scene))
            return CommandResult(replace(selection, zone="pile", pair_index=(selection.pair_index + 1) % ways))
        ranks = own_set_ranks(view)
        if note := _why_no_other_set(scene, ranks):
            return CommandResult(selection, note=f"{note} {FIND_CARDS_TO_LAY_SENTENCE}" if _can_lay(scene) else note)
        at = ranks.index(target_rank(view, selection)) + 1
        return CommandResult(replace(selection, target_rank=ranks[at % len(ranks)]))


def _why_no_other_way(scene: BigQueenScene) -> str:
    """Return why no other pair of cards takes the card under the cursor of the discard pile."""
    selection, place = scene.selection, scene.selection.pile_place
    found = take_outcome(scene.view, scene.legal, selection, place)
    if found.reason:
        return found.reason
    by_place = take_actions_by_place(scene.legal)
    if len(by_place[place]) > 1:
        return f"Your selected cards have no other way to take {found.card}. Esc deselects them."
    others = f" {FIND_CARD_TO_TAKE_SENTENCE}" if len(by_place) > 1 else ""
    return f"No other cards of yours take {found.card}.{others}"


def _why_no_other_set(scene: BigQueenScene, ranks: Sequence[str]) -> str:
    """Return why selected twos can join no other set of my team, which has sets of these ranks; "" if they can, or if
    the cursor is among the sets."""
    selection = scene.selection
    if len(ranks) < 2:
        return NO_OTHER_SET_SENTENCE if ranks else NO_SET_YET_SENTENCE
    if selection.zone == "sets" or {card.rank for card in selection.selected_cards} == {"2"}:
        return ""
    return NO_TWOS_SELECTED_SENTENCE if any(card.rank == "2" for card in selection.hand) else NO_TWO_HELD_SENTENCE


# Decisions


class DrawCard(BigQueenCommand, frozen=True):
    """The command to draw a card, or to deal if it is my turn to deal."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        dealing = scene.phase == "deal" and is_my_turn(scene)
        return _send_if_legal(scene, Action(("deal" if dealing else "draw",)))


class TakeCard(BigQueenCommand, frozen=True):
    """The command to take the card of the discard pile under the cursor.

    While the cursor is elsewhere and no card is selected, it is the command to find a card to take: the person has not
    seen yet which one it would be, and what it costs.
    """

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the action that takes the card, or the reason why it cannot be taken; or the cursor on the card."""
        selection, view = scene.selection, scene.view
        if not is_my_turn(scene) or scene.phase != "draw":
            return CommandResult(selection, note=GAME.refusal(view, Action(("take",))))
        if not is_take_chosen(selection):
            return FindNextCards().result(scene)
        found = take_outcome(view, scene.legal, selection, selection.pile_place)
        if found.action is None:
            return CommandResult(replace(selection, zone="pile"), note=found.reason)
        return CommandResult(selection, (found.action,))


def _can_lay(scene: BigQueenScene) -> bool:
    """Return whether a card of my hand can be laid now."""
    return any(action.verb in ("meld", "add") for action in scene.legal)


class LayCards(BigQueenCommand, frozen=True):
    """The command to lay the selected cards, as a new set or in an existing one."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the actions that lay the selected cards, or the reason why they cannot be laid."""
        selection = scene.selection
        if not is_my_turn(scene) or scene.phase != "play":
            return CommandResult(selection, note=GAME.refusal(scene.view, Action(("meld",))))
        if not selection.selected_indexes:
            return CommandResult(
                selection, note=NO_CARDS_SELECTED_SENTENCE if _can_lay(scene) else NOTHING_TO_LAY_SENTENCE
            )
        found = lay_outcome(scene.view, selection)
        return CommandResult(selection, found.actions, found.reason)


class TakeOrLayCards(BigQueenCommand, frozen=True):
    """The command to deal, take a card or lay cards, as the phase of the round allows."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the result of the command for the phase."""
        if not is_my_turn(scene):
            return CommandResult(scene.selection, note=GAME.refusal(scene.view, Action(("draw",))))
        by_phase: dict[str, BigQueenCommand] = {"deal": DrawCard(), "draw": TakeCard()}
        return by_phase.get(scene.phase, LayCards()).result(scene)


class DiscardCard(BigQueenCommand, frozen=True):
    """The command to discard the selected card. If one card is left, it is also announced; not if `silently`."""

    silently: bool = False

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the action that discards, or a note with the reason why nothing can be discarded."""
        refusal, card = _discard_refusal(scene), scene.selection.card
        if refusal or card is None:
            return CommandResult(scene.selection, note=refusal)
        silent, announcing = Action(("discard", card)), Action(("discard", card, "announce"))
        leaves_one = announcing in scene.legal
        if self.silently and not leaves_one:
            return CommandResult(scene.selection, note="You can keep silent only if the discard leaves you one card.")
        return CommandResult(scene.selection, (announcing if leaves_one and not self.silently else silent,))


def _discard_refusal(scene: BigQueenScene) -> str:
    """Return why nothing can be discarded with the present selection; "" if the selected card can be."""
    if not is_my_turn(scene) or scene.phase != "play":
        return GAME.refusal(scene.view, Action(("discard",)))
    if scene.selection.card is not None:
        return ""
    if scene.selection.is_found:
        return FOUND_CARDS_SENTENCE
    if scene.selection.selected_indexes:
        return "You discard one card: select just that one."
    return NO_CARD_CHOSEN_SENTENCE if scene.selection.zone == "hand" else NO_HAND_CARD_CHOSEN_SENTENCE


class CatchPlayer(BigQueenCommand, frozen=True):
    """The command to catch the player who did not announce their last card; if there are several, it asks which one."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the action that catches the only player who can be caught.

        If there are several, return the question which one.
        """
        selection = replace(scene.selection, open_question="")
        catches = possible_catches(scene)
        if not catches:
            return CommandResult(selection, note=GAME.refusal(scene.view, Action(("catch",))))
        if len(catches) == 1:
            return CommandResult(selection, (catches[0],))
        return CommandResult(replace(selection, open_question="catch"))


def possible_catches(scene: BigQueenScene) -> Sequence[Action]:
    """Return my legal actions that catch a player."""
    return [action for action in scene.legal if action.verb == "catch"]


def _catch_by_number(scene: BigQueenScene, key: str) -> CommandResult:
    """Return the result that catches the player whose number in the open question is on the key (1: the first).

    Other keys change nothing.
    """
    catches = possible_catches(scene)
    number = int(key) if key.isdigit() else 0
    if not 1 <= number <= len(catches):
        return CommandResult(scene.selection)
    return CommandResult(replace(scene.selection, open_question=""), (catches[number - 1],))


class CatchOrDescribeSeat(BigQueenCommand, frozen=True):
    """The command to catch a seat if it did not announce its last card, else to show its cards and team."""

    seat: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the action that catches the seat, or a note about its cards and team."""
        seat, team = self.seat, team_letter(self.seat)
        catching = Action(("catch", seat))
        if catching in scene.legal:
            return CommandResult(replace(scene.selection, open_question=""), (catching,))
        held = count(scene.view.count(f"hand/{seat}"), "card")
        if seat == scene.seat:
            worth = count(total_points(own_hand(scene.view)), "point")
            return CommandResult(scene.selection, note=f"You, in Team {team}, have {held}, worth {worth}.")
        return CommandResult(scene.selection, note=f"{scene.names[seat]}, in Team {team}, has {held}.")


DECISION_COMMANDS: Final = (
    AnswerQuestion,
    CatchPlayer,
    ChooseAction,
    DiscardCard,
    DrawCard,
    LayCards,
    SelectPileCard,
    SelectSet,
    TakeCard,
    TakeOrLayCards,
    ToggleCardAtCursor,
)
"""Commands that may send an action, and so wait until the action sent before is answered."""
