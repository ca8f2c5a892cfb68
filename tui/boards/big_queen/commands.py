"""The commands of the Big Queen board: the change of the selection and the actions that each results in.

A command is a word, with an argument after a space where it needs one: ``draw``, ``card 3``, ``catch 2``. `run_command`
returns its result for a scene. This file needs no screen, so tests can verify that every legal action can be reached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from core import Action
from core.big_queen import GAME, TEAMS
from core.engine.english import count
from tui.boards.big_queen.cursor import (
    PAGE,
    CommandResult,
    move_along_pile,
    move_in_zone,
    move_to_rank,
    move_to_zone,
    sort_hand,
)
from tui.boards.big_queen.scene import BigQueenScene, own_hand, team_set
from tui.boards.big_queen.selection import (
    lay_outcome,
    lay_suggestions,
    own_set_ranks,
    take_outcome,
    takes_by_place,
    target_rank,
    total_points,
)
from tui.boards.big_queen.text import NOBODY_TO_CATCH, is_my_turn, refusal_sentence, set_sentence, turn_refusal

NOTHING_TO_TAKE: Final = "No card of the discard pile can be taken with your hand: draw one."
NOTHING_TO_LAY: Final = "Nothing of your hand can be laid now."


def run_command(scene: BigQueenScene, command: str) -> CommandResult:
    """Return the result of a command; an unknown command changes nothing."""
    verb, _, rest = command.partition(" ")
    if scene.pick.asking == "catch" and verb == "key":
        catches = [action for action in scene.legal if action.verb == "catch"]
        number = int(rest) if rest.isdigit() else 0
        chosen = 1 <= number <= len(catches)
        return run_command(scene, str(catches[number - 1])) if chosen else CommandResult(scene.pick)
    if scene.pick.asking and verb in ("no", "clear"):
        return CommandResult(replace(scene.pick, asking=""))
    if scene.pick.asking and verb != "catch":
        scene = replace(scene, pick=replace(scene.pick, asking=""))
    handler = _COMMAND_HANDLERS.get(verb)
    return handler(scene, rest) if handler is not None else CommandResult(scene.pick)


# Selection


def _toggle_card_at_cursor(scene: BigQueenScene, rest: str) -> CommandResult:
    """Select the card under the cursor, or deselect it."""
    pick = scene.pick
    if pick.zone == "hand" and pick.hand:
        return CommandResult(replace(pick, selected=pick.selected ^ {pick.cursor}))
    if pick.zone == "pile":
        return CommandResult(pick, note="Enter takes this card if you can; D draws from the stock.")
    return _lay(scene, "")


def _toggle_card(scene: BigQueenScene, rest: str) -> CommandResult:
    """Select a card of the hand by its index, or deselect it."""
    pick, index = scene.pick, int(rest)
    if index >= len(pick.hand):
        return CommandResult(pick)
    return CommandResult(replace(pick, zone="hand", cursor=index, selected=pick.selected ^ {index}, pair=0))


def _clear_selection(scene: BigQueenScene, rest: str) -> CommandResult:
    """Deselect all cards."""
    return CommandResult(replace(scene.pick, selected=frozenset()))


def _select_pile_card(scene: BigQueenScene, rest: str) -> CommandResult:
    """Move the cursor to a card of the discard pile; take it if the cursor was there already."""
    pick, place = scene.pick, int(rest)
    if pick.zone == "pile" and pick.place == pick.aimed == place:
        return _take(scene, "")
    pair = pick.pair if pick.place == place else 0
    place = min(place, scene.view.count("discard"))
    return CommandResult(replace(pick, zone="pile", place=place, aimed=place, pair=pair))


def _select_set(scene: BigQueenScene, rest: str) -> CommandResult:
    """Lay the selected cards in a set; if none is selected, describe the set."""
    pick, view = scene.pick, scene.view
    team, rank = rest.split()
    cards = team_set(view, TEAMS.index(team), rank)
    if not pick.selected or scene.phase != "play" or scene.turn != scene.seat:
        chosen = replace(pick, target=rank) if team == TEAMS[scene.team] and cards else pick
        return CommandResult(chosen, note=set_sentence(team, rank, cards))
    if TEAMS.index(team) != scene.team:
        return CommandResult(pick, note="Cards go to your own team's sets only.")
    if all(card.rank == "2" for card in pick.chosen) and not cards:
        return CommandResult(pick, note=f"Your team has no set of rank {rank} yet; twos alone do not begin one.")
    if any(card.rank not in ("2", rank) for card in pick.chosen):
        return CommandResult(pick, note=f"Only cards of rank {rank} and twos go there.")
    return _lay(replace(scene, pick=replace(pick, target=rank)), "")


def _go_to_next_option(scene: BigQueenScene, rest: str) -> CommandResult:
    """Move to the next card that can be taken, or select the next cards that can be laid."""
    pick, view = scene.pick, scene.view
    if not is_my_turn(scene):
        return CommandResult(pick, note=turn_refusal(scene))
    if scene.phase == "draw":
        places = sorted(takes_by_place(scene.legal), reverse=True)
        if not places:
            return CommandResult(pick, note=NOTHING_TO_TAKE)
        start = pick.place if pick.zone == "pile" else len(view.cards("discard")) + 1
        place = next((place for place in places if place < start), places[0])
        return CommandResult(replace(pick, zone="pile", place=place, pair=0, selected=frozenset()))
    found = [
        cards for cards in lay_suggestions(view, pick.hand) if lay_outcome(view, replace(pick, selected=cards)).actions
    ]
    if not found:
        return CommandResult(pick, note=NOTHING_TO_LAY)
    at = found.index(pick.selected) + 1 if pick.selected in found else 0
    selected = found[at % len(found)]
    return CommandResult(replace(pick, zone="hand", selected=selected, cursor=min(selected)))


def _go_to_other_way(scene: BigQueenScene, rest: str) -> CommandResult:
    """Select another pair of cards that can take, or another set for twos."""
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


def _one_word_command(verb: str) -> Callable[[BigQueenScene, str], CommandResult]:
    """Return the handler of a command that sends an action of one word."""

    def decide(scene: BigQueenScene, rest: str) -> CommandResult:
        action = Action((verb,))
        if action in scene.legal:
            return CommandResult(scene.pick, (action,))
        return CommandResult(scene.pick, note=refusal_sentence(scene, action))

    return decide


def _draw(scene: BigQueenScene, rest: str) -> CommandResult:
    """Draw a card, or deal if it is my turn to deal."""
    dealing = scene.phase == "deal" and is_my_turn(scene)
    return _one_word_command("deal" if dealing else "draw")(scene, "")


def _take(scene: BigQueenScene, rest: str) -> CommandResult:
    """Take the card of the discard pile under the cursor."""
    pick, view = scene.pick, scene.view
    if not is_my_turn(scene) or scene.phase == "deal":
        return CommandResult(pick, note=turn_refusal(scene))
    if scene.phase == "play":
        return CommandResult(pick, note=GAME.refusal(view, Action(("draw",))))
    found = take_outcome(view, scene.legal, pick, pick.place)
    return (
        CommandResult(pick, (found.action,))
        if found.action
        else CommandResult(replace(pick, zone="pile"), note=found.reason)
    )


def _lay(scene: BigQueenScene, rest: str) -> CommandResult:
    """Lay the selected cards, as a new set or in an existing one."""
    pick = scene.pick
    if not is_my_turn(scene) or scene.phase == "deal":
        return CommandResult(pick, note=turn_refusal(scene))
    if not pick.selected:
        return CommandResult(pick, note="Select the cards to lay first, with Space or a click; F finds some.")
    if scene.phase == "draw":
        return CommandResult(pick, note=GAME.refusal(scene.view, Action(("meld",))))
    found = lay_outcome(scene.view, pick)
    return CommandResult(pick, found.actions, found.reason)


def _discard(scene: BigQueenScene, rest: str) -> CommandResult:
    """Discard the selected card, and announce the last card if only one is left."""
    refusal, card = _discard_refusal(scene), scene.pick.card
    if refusal or card is None:
        return CommandResult(scene.pick, note=refusal)
    announcing = Action(("discard", card, "announce"))
    return CommandResult(scene.pick, (announcing if announcing in scene.legal else Action(("discard", card)),))


def _discard_quietly(scene: BigQueenScene, rest: str) -> CommandResult:
    """Discard the selected card without announcing that only one card is left."""
    refusal, card = _discard_refusal(scene), scene.pick.card
    if refusal or card is None:
        return CommandResult(scene.pick, note=refusal)
    if Action(("discard", card, "announce")) not in scene.legal:
        return CommandResult(scene.pick, note="Keeping silent is only for a discard that leaves you one card.")
    return CommandResult(scene.pick, (Action(("discard", card)),))


def _discard_refusal(scene: BigQueenScene) -> str:
    """Return why no card can be discarded now, or an empty string."""
    if not is_my_turn(scene) or scene.phase == "deal":
        return turn_refusal(scene)
    if scene.phase == "draw":
        return GAME.refusal(scene.view, Action(("discard",)))
    return "One card is discarded: select just that one." if scene.pick.card is None else ""


def _catch(scene: BigQueenScene, rest: str) -> CommandResult:
    """Catch (accuse) a player who did not announce the last card: the seat in `rest`, else the only one, else ask."""
    pick = replace(scene.pick, asking="")
    catches = [action for action in scene.legal if action.verb == "catch"]
    if rest:
        catches = [action for action in catches if str(action[1]) == rest]
    if not catches:
        if rest and int(rest) == scene.seat:
            return CommandResult(pick, note="You cannot catch yourself.")
        return CommandResult(pick, note=NOBODY_TO_CATCH)
    if len(catches) == 1:
        return CommandResult(pick, (catches[0],))
    return CommandResult(replace(pick, asking="catch"))


def _catch_or_describe_seat(scene: BigQueenScene, rest: str) -> CommandResult:
    """Catch the seat in `rest` if it did not announce its last card, else show its cards and team."""
    seat = int(rest)
    if Action(("catch", seat)) in scene.legal:
        return _catch(scene, rest)
    held = count(scene.view.count(f"hand/{seat}"), "card")
    if seat == scene.seat:
        worth = count(total_points(own_hand(scene.view)), "point")
        return CommandResult(scene.pick, note=f"You of Team {TEAMS[seat % 2]} have {held}, worth {worth}.")
    return CommandResult(scene.pick, note=f"{scene.names[seat]} of Team {TEAMS[seat % 2]} has {held}.")


def _take_or_lay(scene: BigQueenScene, rest: str) -> CommandResult:
    """Send the main action of the phase: deal, take or lay."""
    if not is_my_turn(scene):
        return CommandResult(scene.pick, note=turn_refusal(scene))
    if scene.phase == "deal":
        return _draw(scene, "")
    if scene.phase == "draw":
        return _take(scene, "")
    return _lay(scene, "")


def _go_to_rank_key(scene: BigQueenScene, rest: str) -> CommandResult:
    """Move to the next card of the rank of a number key."""
    return move_to_rank(scene, {"0": "10", "1": "A"}.get(rest, rest))


_COMMAND_HANDLERS: Final[dict[str, Callable[[BigQueenScene, str], CommandResult]]] = {
    "left": lambda scene, rest: move_in_zone(scene, -1),
    "right": lambda scene, rest: move_in_zone(scene, 1),
    "back": lambda scene, rest: move_in_zone(scene, -PAGE),
    "on": lambda scene, rest: move_in_zone(scene, PAGE),
    "older": lambda scene, rest: move_along_pile(scene, -1),
    "newer": lambda scene, rest: move_along_pile(scene, 1),
    "first": lambda scene, rest: move_in_zone(scene, -1000),
    "last": lambda scene, rest: move_in_zone(scene, 1000),
    "up": lambda scene, rest: move_to_zone(scene, -1),
    "down": lambda scene, rest: move_to_zone(scene, 1),
    "key": _go_to_rank_key,
    "sort": sort_hand,
    "pick": _toggle_card_at_cursor,
    "card": _toggle_card,
    "clear": _clear_selection,
    "pile": _select_pile_card,
    "set": _select_set,
    "find": _go_to_next_option,
    "other": _go_to_other_way,
    "enter": _take_or_lay,
    "draw": _draw,
    "deal": _one_word_command("deal"),
    "take": _take,
    "lay": _lay,
    "discard": _discard,
    "discard-quietly": _discard_quietly,
    "ask": _one_word_command("ask"),
    "yes": _one_word_command("yes"),
    "no": _one_word_command("no"),
    "announce": _one_word_command("announce"),
    "catch": _catch,
    "seat": _catch_or_describe_seat,
}
"""The function of each command, by its first word."""
