"""Choosing: what a key or a click does to what the player picks, and what the player decides by it.

`choose` is all of it: a scene and a command in, what is picked then and the actions that are decided on out.
Nothing here needs a screen, so every legal action can be shown to be within reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from core import Action, Card, View
from core.big_queen.layout import TEAMS, WAITING
from core.big_queen.why import reason
from core.words import count
from tui.boards.big_queen.picking import (
    ORDERS,
    arranged,
    index_of_rank,
    laying,
    own_sets,
    points,
    suggestions,
    takes,
    taking,
    target_of,
)
from tui.boards.big_queen.scene import Pick, Scene, Zone, hand_of, seats_of, set_of
from tui.boards.big_queen.words import not_now, set_words

PAGE: Final = 10
"""Cards that Page Up and Page Down go over."""


@dataclass(frozen=True, slots=True)
class Step:
    """What came of a command: what is picked now, the actions that are decided on, in a row, and a note."""

    pick: Pick
    actions: tuple[Action, ...] = ()
    note: str = ""


def choose(scene: Scene, command: str) -> Step:
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


# What is picked follows what happens


def begun(view: View) -> Pick:
    """Return what is picked when somebody comes to a table."""
    return _placed(Pick(hand=arranged(hand_of(view), "rank")), None, view)


def follow(pick: Pick, before: View, view: View) -> Pick:
    """Return what is picked after something has happened: what came is fresh, and the cursor goes to it."""
    hand = arranged(hand_of(view), pick.order)
    if Counter(hand) != Counter(pick.hand):
        gained = Counter(hand) - Counter(pick.hand)
        lost = Counter(pick.hand) - Counter(hand)
        dealt = len(gained) and gained.total() == len(hand)
        fresh = _places(hand, gained if gained else Counter(pick.hand[index] for index in pick.fresh))
        fresh = frozenset() if dealt else fresh
        kept: frozenset[int] = frozenset() if lost else _places(hand, Counter(pick.chosen))
        cursor = min(fresh) if gained and fresh else min(pick.cursor, max(len(hand) - 1, 0))
        pick = replace(pick, hand=hand, fresh=fresh, selected=kept, cursor=cursor)
    pick = replace(pick, hand=hand)
    if seats_of(view, "due") == ():
        pick = replace(pick, asking="")
    return _placed(pick, before, view)


def _placed(pick: Pick, before: View | None, view: View) -> Pick:
    """Put the cursor where it is needed when a part of my turn begins."""
    pile = view.count("discard")
    now = (view.facts["phase"], view.facts["turn"] == view.seat)
    if before is None or now != (before.facts["phase"], before.facts["turn"] == before.seat):
        mine = view.seat is not None and now[1]
        zone: Zone = "pile" if mine and now[0] == "draw" else "hand"
        pick = replace(pick, zone=zone, place=pile, aimed=0, pair=0, selected=frozenset())
        if not mine:
            pick = replace(pick, fresh=frozenset())
    if pick.zone == "pile" and not pile:
        pick = replace(pick, zone="hand")
    return replace(pick, place=min(pick.place or pile, pile))


def _places(hand: Sequence[Card], wanted: Counter[Card]) -> frozenset[int]:
    """Return where in the hand some cards lie, of equal ones the last."""
    left = Counter(wanted)
    found = []
    for index in range(len(hand) - 1, -1, -1):
        if left[hand[index]] > 0:
            left[hand[index]] -= 1
            found.append(index)
    return frozenset(found)


# Moving about


def _across(scene: Scene, step: int) -> Step:
    """Move the cursor in its zone."""
    pick, view = scene.pick, scene.view
    if pick.zone == "pile":
        place = min(max(pick.place + step, 1), view.count("discard"))
        return Step(replace(pick, place=place, pair=0))
    if pick.zone == "sets":
        ranks = own_sets(view)
        if ranks:
            at = ranks.index(target_of(view, pick)) + (step > 0) - (step < 0)
            pick = replace(pick, target=ranks[at % len(ranks)])
        return Step(pick)
    if abs(step) == 1 and pick.hand:
        return Step(replace(pick, cursor=(pick.cursor + step) % len(pick.hand)))
    return Step(replace(pick, cursor=min(max(pick.cursor + step, 0), max(len(pick.hand) - 1, 0))))


def _wheel(scene: Scene, step: int) -> Step:
    """Move along the discard pile, or where that is empty along the hand."""
    zone: Zone = "pile" if scene.view.count("discard") else "hand"
    return _across(replace(scene, pick=replace(scene.pick, zone=zone)), step)


def _to_zone(scene: Scene, step: int) -> Step:
    """Move the cursor to the next zone above or below that has anything in it."""
    pick, view = scene.pick, scene.view
    zones = [
        zone
        for zone, there in (("sets", own_sets(view)), ("pile", view.count("discard")), ("hand", pick.hand))
        if there or zone == pick.zone
    ]
    at = min(max(zones.index(pick.zone) + step, 0), len(zones) - 1)
    return Step(replace(pick, zone=zones[at]))  # type: ignore[arg-type]


def _to_rank(scene: Scene, rank: str) -> Step:
    """Move to the next card of a rank in the hand."""
    pick = scene.pick
    index = index_of_rank(pick.hand, rank, pick.cursor if pick.zone == "hand" else -1)
    return Step(pick) if index is None else Step(replace(pick, zone="hand", cursor=index))


def _sort(scene: Scene, rest: str) -> Step:
    """Let the hand lie in the next order."""
    pick, raw = scene.pick, hand_of(scene.view)
    order = ORDERS[(ORDERS.index(pick.order) + 1) % len(ORDERS)]
    hand = arranged(raw, order)
    card = pick.hand[pick.cursor] if pick.hand else None
    return Step(
        replace(
            pick,
            order=order,
            hand=hand,
            selected=_places(hand, Counter(pick.chosen)),
            fresh=_places(hand, Counter(pick.hand[index] for index in pick.fresh)),
            cursor=hand.index(card) if card is not None else 0,
        ),
        note=f"Your hand lies {'as it came' if order == 'drawn' else f'by {order}'}.",
    )


# Picking


def _pick(scene: Scene, rest: str) -> Step:
    """Select the card under the cursor, or put it back."""
    pick = scene.pick
    if pick.zone == "hand" and pick.hand:
        return Step(replace(pick, selected=pick.selected ^ {pick.cursor}))
    if pick.zone == "pile":
        return Step(pick, note="Enter takes this card if you can; D draws from the stock.")
    return _lay(scene, "")


def _card(scene: Scene, rest: str) -> Step:
    """Select a card of the hand, or put it back."""
    pick, index = scene.pick, int(rest)
    if index >= len(pick.hand):
        return Step(pick)
    return Step(replace(pick, zone="hand", cursor=index, selected=pick.selected ^ {index}, pair=0))


def _clear(scene: Scene, rest: str) -> Step:
    """Put all selected cards back."""
    return Step(replace(scene.pick, selected=frozenset()))


def _pile(scene: Scene, rest: str) -> Step:
    """Look at a card of the discard pile; a second time takes it."""
    pick, place = scene.pick, int(rest)
    if pick.zone == "pile" and pick.place == pick.aimed == place:
        return _take(scene, "")
    pair = pick.pair if pick.place == place else 0
    place = min(place, scene.view.count("discard"))
    return Step(replace(pick, zone="pile", place=place, aimed=place, pair=pair))


def _set(scene: Scene, rest: str) -> Step:
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


def _find(scene: Scene, rest: str) -> Step:
    """Go to the next thing that could be taken or laid."""
    pick, view = scene.pick, scene.view
    if not _my(scene):
        return Step(pick, note=not_now(scene))
    if scene.phase == "draw":
        places = sorted(takes(scene.legal), reverse=True)
        if not places:
            return Step(pick, note="No card of the discard pile can be taken with your hand: draw one.")
        start = pick.place if pick.zone == "pile" else len(view.cards("discard")) + 1
        place = next((place for place in places if place < start), places[0])
        return Step(replace(pick, zone="pile", place=place, pair=0, selected=frozenset()))
    found = [cards for cards in suggestions(view, pick.hand) if laying(view, replace(pick, selected=cards)).actions]
    if not found:
        return Step(pick, note="Nothing of your hand can be laid now.")
    at = found.index(pick.selected) + 1 if pick.selected in found else 0
    selected = found[at % len(found)]
    return Step(replace(pick, zone="hand", selected=selected, cursor=min(selected)))


def _other(scene: Scene, rest: str) -> Step:
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


def _my(scene: Scene) -> bool:
    """Whether it is my turn and nobody has to answer first."""
    return scene.turn == scene.seat and scene.asked != WAITING and not scene.over


def _plain(verb: str) -> Callable[[Scene, str], Step]:
    """Return what decides on an action of one word."""

    def decide(scene: Scene, rest: str) -> Step:
        action = Action((verb,))
        if action in scene.legal:
            return Step(scene.pick, (action,))
        return Step(scene.pick, note=_why(scene, action))

    return decide


def _why(scene: Scene, action: Action) -> str:
    """Say why an action is not possible."""
    if scene.over or scene.seat is None:
        return not_now(scene)
    beside = action.verb in ("announce", "catch")
    if action.verb in ("yes", "no"):
        return "Nobody has asked you anything."
    if not beside and not _my(scene):
        return not_now(scene)
    return reason(scene.view, scene.legal, action)


def _draw(scene: Scene, rest: str) -> Step:
    return _plain("deal")(scene, "") if scene.phase == "deal" and _my(scene) else _plain("draw")(scene, "")


def _take(scene: Scene, rest: str) -> Step:
    """Take the card of the discard pile under the cursor."""
    pick, view = scene.pick, scene.view
    if not _my(scene) or scene.phase == "deal":
        return Step(pick, note=not_now(scene))
    if scene.phase == "play":
        return Step(pick, note=reason(view, scene.legal, Action(("draw",))))
    found = taking(view, scene.legal, pick, pick.place)
    return Step(pick, (found.action,)) if found.action else Step(replace(pick, zone="pile"), note=found.reason)


def _lay(scene: Scene, rest: str) -> Step:
    """Lay the selected cards: as a new set, or in one that lies."""
    pick = scene.pick
    if not _my(scene) or scene.phase == "deal":
        return Step(pick, note=not_now(scene))
    if not pick.selected:
        return Step(pick, note="Select the cards to lay first, with Space or a click; F finds some.")
    if scene.phase == "draw":
        return Step(pick, note=reason(scene.view, scene.legal, Action(("meld",))))
    found = laying(scene.view, pick)
    return Step(pick, found.actions, found.reason)


def _discard(scene: Scene, rest: str) -> Step:
    """Discard the card that is meant, and say that one is left if one is; ``quietly`` keeps silent."""
    pick = scene.pick
    if not _my(scene) or scene.phase == "deal":
        return Step(pick, note=not_now(scene))
    if scene.phase == "draw":
        return Step(pick, note=reason(scene.view, scene.legal, Action(("discard",))))
    if pick.card is None:
        return Step(pick, note="One card is discarded: select just that one.")
    quiet, loud = Action(("discard", pick.card)), Action(("discard", pick.card, "announce"))
    if loud in scene.legal and rest != "quietly":
        return Step(pick, (loud,))
    if rest == "quietly" and loud not in scene.legal:
        return Step(pick, note="Keeping silent is only for a discard that leaves you one card.")
    return Step(pick, (quiet,))


def _catch(scene: Scene, rest: str) -> Step:
    """Catch a seat; without one the only one there is, or ask which."""
    pick = replace(scene.pick, asking="")
    catches = [action for action in scene.legal if action.verb == "catch"]
    if rest:
        catches = [action for action in catches if str(action[1]) == rest]
    if not catches:
        if rest and int(rest) == scene.seat:
            return Step(pick, note="You cannot catch yourself.")
        return Step(pick, note="Nobody is to be caught: no announcement is due.")
    if len(catches) == 1:
        return Step(pick, (catches[0],))
    return Step(replace(pick, asking="catch"))


def _seat(scene: Scene, rest: str) -> Step:
    """Catch a seat that can be caught, else say how it stands."""
    seat = int(rest)
    if Action(("catch", seat)) in scene.legal:
        return _catch(scene, rest)
    held = count(scene.view.count(f"hand/{seat}"), "card")
    if seat == scene.seat:
        worth = count(points(hand_of(scene.view)), "point")
        return Step(scene.pick, note=f"You of Team {TEAMS[seat % 2]} have {held}, worth {worth}.")
    return Step(scene.pick, note=f"{scene.names[seat]} of Team {TEAMS[seat % 2]} has {held}.")


def _enter(scene: Scene, rest: str) -> Step:
    """Do what lies nearest: deal, take, or lay."""
    if not _my(scene):
        return Step(scene.pick, note=not_now(scene))
    if scene.phase == "deal":
        return _draw(scene, "")
    if scene.phase == "draw":
        return _take(scene, "")
    return _lay(scene, "")


def _number(scene: Scene, rest: str) -> Step:
    """A number answers a question about seats, else it goes to a rank."""
    return _to_rank(scene, {"0": "10", "1": "A"}.get(rest, rest))


_COMMANDS: Final[dict[str, Callable[[Scene, str], Step]]] = {
    "left": lambda scene, rest: _across(scene, -1),
    "right": lambda scene, rest: _across(scene, 1),
    "back": lambda scene, rest: _across(scene, -PAGE),
    "on": lambda scene, rest: _across(scene, PAGE),
    "older": lambda scene, rest: _wheel(scene, -1),
    "newer": lambda scene, rest: _wheel(scene, 1),
    "first": lambda scene, rest: _across(scene, -1000),
    "last": lambda scene, rest: _across(scene, 1000),
    "up": lambda scene, rest: _to_zone(scene, -1),
    "down": lambda scene, rest: _to_zone(scene, 1),
    "key": _number,
    "sort": _sort,
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
