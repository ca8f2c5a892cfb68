"""Choosing: what a key or a click does to what the player picks, and what the player decides by it.

`choose` is all of it: a scene and a command in, what is picked then and the actions that are decided on out.
Nothing here needs a screen, so every legal action can be shown to be within reach.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from core import Action
from core.big_queen import GAME, TEAMS
from core.engine.english import count
from tui.boards.big_queen.cursor import PAGE, Step, across, sort, to_rank, to_zone, wheel
from tui.boards.big_queen.scene import BigQueenScene, hand_of, set_of
from tui.boards.big_queen.selection import (
    laying,
    own_sets,
    points,
    suggestions,
    takes,
    taking,
    target_of,
)
from tui.boards.big_queen.text import NOBODY_TO_CATCH, my_turn, not_now, set_words, why_not

NOTHING_TO_TAKE: Final = "No card of the discard pile can be taken with your hand: draw one."
NOTHING_TO_LAY: Final = "Nothing of your hand can be laid now."


def choose(scene: BigQueenScene, command: str) -> Step:
    """Do what a command stands for; unknown ones do nothing."""
    verb, _, rest = command.partition(" ")
    if scene.pick.asking == "catch" and verb == "key":
        catches = [action for action in scene.legal if action.verb == "catch"]
        number = int(rest) if rest.isdigit() else 0
        return choose(scene, str(catches[number - 1])) if 1 <= number <= len(catches) else Step(scene.pick)
    if scene.pick.asking and verb in ("no", "clear"):
        return Step(replace(scene.pick, asking=""))
    if scene.pick.asking and verb != "catch":
        scene = replace(scene, pick=replace(scene.pick, asking=""))
    doing = _COMMANDS.get(verb)
    return doing(scene, rest) if doing is not None else Step(scene.pick)


# Picking


def _pick(scene: BigQueenScene, rest: str) -> Step:
    """Select the card under the cursor, or put it back."""
    pick = scene.pick
    if pick.zone == "hand" and pick.hand:
        return Step(replace(pick, selected=pick.selected ^ {pick.cursor}))
    if pick.zone == "pile":
        return Step(pick, note="Enter takes this card if you can; D draws from the stock.")
    return _lay(scene, "")


def _card(scene: BigQueenScene, rest: str) -> Step:
    """Select a card of the hand, or put it back."""
    pick, index = scene.pick, int(rest)
    if index >= len(pick.hand):
        return Step(pick)
    return Step(replace(pick, zone="hand", cursor=index, selected=pick.selected ^ {index}, pair=0))


def _clear(scene: BigQueenScene, rest: str) -> Step:
    """Put all selected cards back."""
    return Step(replace(scene.pick, selected=frozenset()))


def _pile(scene: BigQueenScene, rest: str) -> Step:
    """Look at a card of the discard pile; a second time takes it."""
    pick, place = scene.pick, int(rest)
    if pick.zone == "pile" and pick.place == pick.aimed == place:
        return _take(scene, "")
    pair = pick.pair if pick.place == place else 0
    place = min(place, scene.view.count("discard"))
    return Step(replace(pick, zone="pile", place=place, aimed=place, pair=pair))


def _set(scene: BigQueenScene, rest: str) -> Step:
    """Put the selected cards into a set, or say what is in it."""
    pick, view = scene.pick, scene.view
    team, rank = rest.split()
    cards = set_of(view, TEAMS.index(team), rank)
    if not pick.selected or scene.phase != "play" or scene.turn != scene.seat:
        chosen = replace(pick, target=rank) if team == TEAMS[scene.team] and cards else pick
        return Step(chosen, note=set_words(team, rank, cards))
    if TEAMS.index(team) != scene.team:
        return Step(pick, note="Cards go to your own team's sets only.")
    if all(card.rank == "2" for card in pick.chosen) and not cards:
        return Step(pick, note=f"Your team has no set of rank {rank} yet; twos alone do not begin one.")
    if any(card.rank not in ("2", rank) for card in pick.chosen):
        return Step(pick, note=f"Only cards of rank {rank} and twos go there.")
    return _lay(replace(scene, pick=replace(pick, target=rank)), "")


def _find(scene: BigQueenScene, rest: str) -> Step:
    """Go to the next thing that could be taken or laid."""
    pick, view = scene.pick, scene.view
    if not my_turn(scene):
        return Step(pick, note=not_now(scene))
    if scene.phase == "draw":
        places = sorted(takes(scene.legal), reverse=True)
        if not places:
            return Step(pick, note=NOTHING_TO_TAKE)
        start = pick.place if pick.zone == "pile" else len(view.cards("discard")) + 1
        place = next((place for place in places if place < start), places[0])
        return Step(replace(pick, zone="pile", place=place, pair=0, selected=frozenset()))
    found = [cards for cards in suggestions(view, pick.hand) if laying(view, replace(pick, selected=cards)).actions]
    if not found:
        return Step(pick, note=NOTHING_TO_LAY)
    at = found.index(pick.selected) + 1 if pick.selected in found else 0
    selected = found[at % len(found)]
    return Step(replace(pick, zone="hand", selected=selected, cursor=min(selected)))


def _other(scene: BigQueenScene, rest: str) -> Step:
    """Go to another way of doing the same: another pair to take with, another set for twos."""
    pick, view = scene.pick, scene.view
    if scene.phase == "play" and own_sets(view):
        ranks = own_sets(view)
        at = ranks.index(target_of(view, pick)) + 1
        return Step(replace(pick, target=ranks[at % len(ranks)]))
    if scene.phase == "draw" and pick.place:
        ways = len(taking(view, scene.legal, pick, pick.place).ways)
        if ways > 1:
            return Step(replace(pick, zone="pile", pair=(pick.pair + 1) % ways))
    return Step(pick, note="There is no other way.")


# Deciding


def _plain(verb: str) -> Callable[[BigQueenScene, str], Step]:
    """Return what decides on an action of one word."""

    def decide(scene: BigQueenScene, rest: str) -> Step:
        action = Action((verb,))
        if action in scene.legal:
            return Step(scene.pick, (action,))
        return Step(scene.pick, note=why_not(scene, action))

    return decide


def _draw(scene: BigQueenScene, rest: str) -> Step:
    return _plain("deal")(scene, "") if scene.phase == "deal" and my_turn(scene) else _plain("draw")(scene, "")


def _take(scene: BigQueenScene, rest: str) -> Step:
    """Take the card of the discard pile under the cursor."""
    pick, view = scene.pick, scene.view
    if not my_turn(scene) or scene.phase == "deal":
        return Step(pick, note=not_now(scene))
    if scene.phase == "play":
        return Step(pick, note=GAME.refusal(view, Action(("draw",))))
    found = taking(view, scene.legal, pick, pick.place)
    return Step(pick, (found.action,)) if found.action else Step(replace(pick, zone="pile"), note=found.reason)


def _lay(scene: BigQueenScene, rest: str) -> Step:
    """Lay the selected cards: as a new set, or in one that lies."""
    pick = scene.pick
    if not my_turn(scene) or scene.phase == "deal":
        return Step(pick, note=not_now(scene))
    if not pick.selected:
        return Step(pick, note="Select the cards to lay first, with Space or a click; F finds some.")
    if scene.phase == "draw":
        return Step(pick, note=GAME.refusal(scene.view, Action(("meld",))))
    found = laying(scene.view, pick)
    return Step(pick, found.actions, found.reason)


def _discard(scene: BigQueenScene, rest: str) -> Step:
    """Discard the card that is meant, and say that one is left if one is; ``quietly`` keeps silent."""
    pick = scene.pick
    if not my_turn(scene) or scene.phase == "deal":
        return Step(pick, note=not_now(scene))
    if scene.phase == "draw":
        return Step(pick, note=GAME.refusal(scene.view, Action(("discard",))))
    if pick.card is None:
        return Step(pick, note="One card is discarded: select just that one.")
    quiet, loud = Action(("discard", pick.card)), Action(("discard", pick.card, "announce"))
    if loud in scene.legal and rest != "quietly":
        return Step(pick, (loud,))
    if rest == "quietly" and loud not in scene.legal:
        return Step(pick, note="Keeping silent is only for a discard that leaves you one card.")
    return Step(pick, (quiet,))


def _catch(scene: BigQueenScene, rest: str) -> Step:
    """Catch a seat; without one the only one there is, or ask which."""
    pick = replace(scene.pick, asking="")
    catches = [action for action in scene.legal if action.verb == "catch"]
    if rest:
        catches = [action for action in catches if str(action[1]) == rest]
    if not catches:
        if rest and int(rest) == scene.seat:
            return Step(pick, note="You cannot catch yourself.")
        return Step(pick, note=NOBODY_TO_CATCH)
    if len(catches) == 1:
        return Step(pick, (catches[0],))
    return Step(replace(pick, asking="catch"))


def _seat(scene: BigQueenScene, rest: str) -> Step:
    """Catch a seat that can be caught, else say how it stands."""
    seat = int(rest)
    if Action(("catch", seat)) in scene.legal:
        return _catch(scene, rest)
    held = count(scene.view.count(f"hand/{seat}"), "card")
    if seat == scene.seat:
        worth = count(points(hand_of(scene.view)), "point")
        return Step(scene.pick, note=f"You of Team {TEAMS[seat % 2]} have {held}, worth {worth}.")
    return Step(scene.pick, note=f"{scene.names[seat]} of Team {TEAMS[seat % 2]} has {held}.")


def _enter(scene: BigQueenScene, rest: str) -> Step:
    """Do what lies nearest: deal, take, or lay."""
    if not my_turn(scene):
        return Step(scene.pick, note=not_now(scene))
    if scene.phase == "deal":
        return _draw(scene, "")
    if scene.phase == "draw":
        return _take(scene, "")
    return _lay(scene, "")


def _number(scene: BigQueenScene, rest: str) -> Step:
    """A number answers a question about seats, else it goes to a rank."""
    return to_rank(scene, {"0": "10", "1": "A"}.get(rest, rest))


_COMMANDS: Final[dict[str, Callable[[BigQueenScene, str], Step]]] = {
    "left": lambda scene, rest: across(scene, -1),
    "right": lambda scene, rest: across(scene, 1),
    "back": lambda scene, rest: across(scene, -PAGE),
    "on": lambda scene, rest: across(scene, PAGE),
    "older": lambda scene, rest: wheel(scene, -1),
    "newer": lambda scene, rest: wheel(scene, 1),
    "first": lambda scene, rest: across(scene, -1000),
    "last": lambda scene, rest: across(scene, 1000),
    "up": lambda scene, rest: to_zone(scene, -1),
    "down": lambda scene, rest: to_zone(scene, 1),
    "key": _number,
    "sort": sort,
    "pick": _pick,
    "card": _card,
    "clear": _clear,
    "pile": _pile,
    "set": _set,
    "find": _find,
    "other": _other,
    "enter": _enter,
    "draw": _draw,
    "deal": _plain("deal"),
    "take": _take,
    "lay": _lay,
    "discard": _discard,
    "ask": _plain("ask"),
    "yes": _plain("yes"),
    "no": _plain("no"),
    "announce": _plain("announce"),
    "catch": _catch,
    "seat": _seat,
}
"""What each command does, by its first word."""
