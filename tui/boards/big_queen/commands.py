"""The commands of the Big Queen board; each results in a new selection, in actions, or in a note.

`run_command` returns the result of a command for a scene. This file needs no screen, so tests can verify that every
legal action can be reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from core import Action
from core.big_queen import GAME, TEAMS, team_letter
from core.engine.english import count
from tui.boards.big_queen.cursor import BigQueenCommand, CommandResult, PressRankKey, sort_hand
from tui.boards.big_queen.scene import BigQueenScene, own_hand, team_set
from tui.boards.big_queen.selection import (
    lay_outcome,
    lay_suggestions,
    own_set_ranks,
    take_outcome,
    take_suggestions,
    target_rank,
    total_points,
)
from tui.boards.big_queen.text import is_my_turn, set_sentence
from tui.boards.common.commands import Answer, Choose, SortHand
from tui.drawing import BoardCommand

NOTHING_TO_TAKE_SENTENCE: Final = "Nothing in the discard pile goes with your hand: draw a card."
"""The note when `FindNext` finds no card to take."""

NOTHING_TO_LAY_SENTENCE: Final = "Nothing in your hand can be laid now."
"""The note when `FindNext` finds no cards to lay."""


def run_command(scene: BigQueenScene, command: BoardCommand) -> CommandResult:
    """Return the result of a command; a command of another board changes nothing.

    While I am asked whom to catch, a number key answers, and every command but `Catch` closes the question.
    """
    if scene.pick.asking:
        if isinstance(command, PressRankKey):
            return _catch_by_number(scene, command.key)
        if command == Answer(yes=False) or isinstance(command, ClearSelection):
            return CommandResult(replace(scene.pick, asking=""))
        if not isinstance(command, Catch):
            scene = replace(scene, pick=replace(scene.pick, asking=""))
    match command:
        case Choose(action):
            return _send_if_legal(scene, action)
        case Answer(yes):
            return _send_if_legal(scene, Action(("yes" if yes else "no",)))
        case SortHand():
            return sort_hand(scene)
        case BigQueenCommand():
            return command.result(scene)
    return CommandResult(scene.pick)


def _send_if_legal(scene: BigQueenScene, action: Action) -> CommandResult:
    """Return the result that sends an action; if the action is illegal, the result that shows why."""
    if action in scene.legal:
        return CommandResult(scene.pick, (action,))
    return CommandResult(scene.pick, note=GAME.refusal(scene.view, action))


# Selection


class ToggleCardAtCursor(BigQueenCommand, frozen=True):
    """Select the card under the cursor, or deselect it; with the cursor among the sets, lay the selected cards."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the card toggled; on the pile a note, among the sets the result of `Lay`."""
        pick = scene.pick
        if pick.zone == "hand" and pick.hand:
            return CommandResult(replace(pick, selected=pick.selected ^ {pick.cursor}))
        if pick.zone == "pile":
            return CommandResult(pick, note="Enter takes this card if you can; D draws from the stock.")
        return Lay().result(scene)


class ToggleCard(BigQueenCommand, frozen=True):
    """Select a card of the hand by its index, or deselect it."""

    index: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the card toggled and the cursor on it."""
        pick, index = scene.pick, self.index
        if index >= len(pick.hand):
            return CommandResult(pick)
        return CommandResult(replace(pick, zone="hand", cursor=index, selected=pick.selected ^ {index}, pair=0))


class ClearSelection(BigQueenCommand, frozen=True):
    """Deselect all cards; if a player to catch is asked for, catch nobody."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        return CommandResult(replace(scene.pick, selected=frozenset()))


class SelectPileCard(BigQueenCommand, frozen=True):
    """Move the cursor to the card at a place of the discard pile (1: the oldest).

    Take it if the cursor was there already.
    """

    place: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the cursor on the card, or the take."""
        pick, place = scene.pick, self.place
        if pick.zone == "pile" and pick.place == pick.aimed == place:
            return Take().result(scene)
        pair = pick.pair if pick.place == place else 0
        place = min(place, scene.view.count("discard"))
        return CommandResult(replace(pick, zone="pile", place=place, aimed=place, pair=pair))


class SelectSet(BigQueenCommand, frozen=True):
    """Lay the selected cards in a team's set of a rank; if none is selected or I cannot lay now, describe that set.

    A set of my own team also becomes the one that twos are added to.
    """

    team: int
    rank: str

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the actions that lay the selected cards in the set, or a note with the cards of the set or why not."""
        pick, rank, ours = scene.pick, self.rank, self.team == scene.team
        cards = team_set(scene.view, self.team, rank)
        if not pick.selected or scene.phase != "play" or scene.turn != scene.seat:
            chosen = replace(pick, target=rank) if ours and cards else pick
            return CommandResult(chosen, note=set_sentence(TEAMS[self.team], rank, cards))
        if not ours:
            return CommandResult(pick, note="Cards go to your own team's sets only.")
        if all(card.rank == "2" for card in pick.chosen) and not cards:
            return CommandResult(pick, note=GAME.refusal(scene.view, Action(("add", pick.chosen[0], "to", rank))))
        if any(card.rank not in ("2", rank) for card in pick.chosen):
            return CommandResult(pick, note=f"Only cards of rank {rank} and twos go there.")
        return Lay().result(replace(scene, pick=replace(pick, target=rank)))


class FindNext(BigQueenCommand, frozen=True):
    """Move the cursor to the next card that I can take.

    In the phase in which cards are laid, select the next cards to lay. What needs no 2 comes first.
    """

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection for the next card to take or the next cards to lay, or a note that there are none."""
        pick, view = scene.pick, scene.view
        if not is_my_turn(scene):
            return CommandResult(pick, note=GAME.refusal(scene.view, Action(("draw",))))
        if scene.phase == "draw":
            places = take_suggestions(scene.legal)
            if not places:
                return CommandResult(pick, note=NOTHING_TO_TAKE_SENTENCE)
            at = places.index(pick.place) + 1 if pick.zone == "pile" and pick.place in places else 0
            place = places[at % len(places)]
            return CommandResult(replace(pick, zone="pile", place=place, pair=0, selected=frozenset()))
        found = [
            cards
            for cards in lay_suggestions(view, pick.hand)
            if lay_outcome(view, replace(pick, selected=cards)).actions
        ]
        if not found:
            return CommandResult(pick, note=NOTHING_TO_LAY_SENTENCE)
        at = found.index(pick.selected) + 1 if pick.selected in found else 0
        selected = found[at % len(found)]
        return CommandResult(replace(pick, zone="hand", selected=selected, cursor=min(selected)))


class FindOtherWay(BigQueenCommand, frozen=True):
    """Select another pair of cards that takes the card under the cursor, or another set to add twos to."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the selection with the next pair, or with the next set to add twos to."""
        pick, view = scene.pick, scene.view
        if scene.phase == "play" and own_set_ranks(view):
            ranks = own_set_ranks(view)
            at = ranks.index(target_rank(view, pick)) + 1
            return CommandResult(replace(pick, target=ranks[at % len(ranks)]))
        if scene.phase == "draw" and pick.place:
            ways = len(take_outcome(view, scene.legal, pick, pick.place).ways)
            if ways > 1:
                return CommandResult(replace(pick, zone="pile", pair=(pick.pair + 1) % ways))
        return CommandResult(pick, note="There is no other way.")


# Decisions


class Draw(BigQueenCommand, frozen=True):
    """Draw a card, or deal if it is my turn to deal."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        dealing = scene.phase == "deal" and is_my_turn(scene)
        return _send_if_legal(scene, Action(("deal" if dealing else "draw",)))


class Take(BigQueenCommand, frozen=True):
    """Take the card of the discard pile under the cursor."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the action that takes the card, or the reason why it cannot be taken."""
        pick, view = scene.pick, scene.view
        if not is_my_turn(scene) or scene.phase != "draw":
            return CommandResult(pick, note=GAME.refusal(view, Action(("take",))))
        found = take_outcome(view, scene.legal, pick, pick.place)
        return (
            CommandResult(pick, (found.action,))
            if found.action
            else CommandResult(replace(pick, zone="pile"), note=found.reason)
        )


class Lay(BigQueenCommand, frozen=True):
    """Lay the selected cards, as a new set or in an existing one."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the actions that lay the selected cards, or the reason why they cannot be laid."""
        pick = scene.pick
        if not is_my_turn(scene) or scene.phase != "play":
            return CommandResult(pick, note=GAME.refusal(scene.view, Action(("meld",))))
        if not pick.selected:
            return CommandResult(pick, note="Select the cards to lay first, with Space or a click; F finds some.")
        found = lay_outcome(scene.view, pick)
        return CommandResult(pick, found.actions, found.reason)


class TakeOrLay(BigQueenCommand, frozen=True):
    """Deal, take a card or lay cards, as the phase of the round allows."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the result of the command for the phase."""
        if not is_my_turn(scene):
            return CommandResult(scene.pick, note=GAME.refusal(scene.view, Action(("draw",))))
        by_phase: dict[str, BigQueenCommand] = {"deal": Draw(), "draw": Take()}
        return by_phase.get(scene.phase, Lay()).result(scene)


class Discard(BigQueenCommand, frozen=True):
    """Discard the selected card; if that leaves one card, announce it, unless `silently`."""

    silently: bool = False

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the action that discards, or a note with the reason why nothing can be discarded."""
        refusal, card = _discard_refusal(scene), scene.pick.card
        if refusal or card is None:
            return CommandResult(scene.pick, note=refusal)
        silent, announcing = Action(("discard", card)), Action(("discard", card, "announce"))
        leaves_one = announcing in scene.legal
        if self.silently and not leaves_one:
            return CommandResult(scene.pick, note="Keeping silent is only for a discard that leaves you one card.")
        return CommandResult(scene.pick, (announcing if leaves_one and not self.silently else silent,))


def _discard_refusal(scene: BigQueenScene) -> str:
    """Return why nothing can be discarded with the present selection; "" if the selected card can be."""
    if not is_my_turn(scene) or scene.phase != "play":
        return GAME.refusal(scene.view, Action(("discard",)))
    return "You discard exactly one card. Select only that one." if scene.pick.card is None else ""


class Catch(BigQueenCommand, frozen=True):
    """Catch the player who did not announce their last card; if there are several, ask which one."""

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the action that catches the only player who can be caught.

        If there are several, return the question which one.
        """
        pick = replace(scene.pick, asking="")
        catches = possible_catches(scene)
        if not catches:
            return CommandResult(pick, note=GAME.refusal(scene.view, Action(("catch",))))
        if len(catches) == 1:
            return CommandResult(pick, (catches[0],))
        return CommandResult(replace(pick, asking="catch"))


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
        return CommandResult(scene.pick)
    return CommandResult(replace(scene.pick, asking=""), (catches[number - 1],))


class CatchOrDescribeSeat(BigQueenCommand, frozen=True):
    """Catch a seat if it did not announce its last card, else show its cards and team."""

    seat: int

    def result(self, scene: BigQueenScene) -> CommandResult:
        """Return the action that catches the seat, or a note about its cards and team."""
        seat, team = self.seat, team_letter(self.seat)
        catching = Action(("catch", seat))
        if catching in scene.legal:
            return CommandResult(replace(scene.pick, asking=""), (catching,))
        held = count(scene.view.count(f"hand/{seat}"), "card")
        if seat == scene.seat:
            worth = count(total_points(own_hand(scene.view)), "point")
            return CommandResult(scene.pick, note=f"You, in Team {team}, have {held}, worth {worth}.")
        return CommandResult(scene.pick, note=f"{scene.names[seat]}, in Team {team}, has {held}.")


DECIDING_COMMANDS: Final = (
    Answer,
    Catch,
    Choose,
    Discard,
    Draw,
    Lay,
    SelectPileCard,
    SelectSet,
    Take,
    TakeOrLay,
    ToggleCardAtCursor,
)
"""Commands that may send an action, and so wait until the action sent before is answered."""
