"""The facts of the trick, in words above the log of a low board, which has no corners for them: its number, its worth,
who plays when, and which card beats which."""

from __future__ import annotations

from core.engine.cards import QUEENS
from tui.boards.tricks.corner_lines import paint_heading_and_lines
from tui.boards.tricks.hand_facts import is_hand_over, ranks_text
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_text import EQUAL_TRUMPS_SUIT_ORDER, queens_left_text, trick_number_text, trick_worth_text
from tui.boards.tricks.trick_view import (
    is_trump,
    players_clockwise,
    queens_taken,
    rotate_to,
    trump_ranks,
    trump_suit,
)
from tui.drawing import Brush, Rect, wrap
from tui.text.results import ordinal


def shows_trick_facts(scene: TrickScene) -> bool:
    """Return whether the facts of the trick are shown: while cards are played, unless a hint or older lines of the log
    need the room."""
    return _is_trick_played(scene) and not scene.over and not scene.hint and not scene.newer_lines


def _is_trick_played(scene: TrickScene) -> bool:
    """Return whether the cards of a trick are played now: not while a banner is about several Queens, as after two of
    them in the last trick trump changes, and nobody knows which suit takes the next one."""
    playing = scene.phase == "play" and not is_hand_over(scene) and scene.overlay != "last"
    return playing and not scene.effect.several_queens


def paint_trick_facts(brush: Brush, rect: Rect, scene: TrickScene) -> None:
    """Paint the facts of the trick on the table, those that fit whole."""
    brush.fill_ground(rect, "panel")
    x, width = rect.x + 2, rect.width - 3
    brush.write(x, rect.y + 1, trick_number_text(scene, width).upper(), "gold", bold=True)
    y = rect.y + 2
    facts = trick_facts(scene)
    if sum(len(wrap(brush.displayable_text(fact), width)) for fact in facts) > rect.bottom - y:
        facts = trick_facts(scene, is_brief=True)
    for fact in facts:
        lines = wrap(brush.displayable_text(fact), width)
        if y + len(lines) > rect.bottom:  # a part of a fact may be false
            continue
        for line in lines:
            brush.write(x, y, line, "ink")
            y += 1


def paint_turn_in_trick(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint in a corner when the seat in front plays in this trick, and which card takes it; return the rows used."""
    if not _is_trick_played(scene):
        return 0
    turn, orders = _turn_of_front_seat(scene), [_order(scene, is_brief) for is_brief in (False, True)]
    rows = [len(wrap(brush.displayable_text(text), rect.width)) for text in (turn, orders[0])]
    lines = [turn, orders[1 + sum(rows) > rect.height]]
    return paint_heading_and_lines(brush, rect, "THIS TRICK", lines, bold=True)


def trick_facts(scene: TrickScene, *, is_brief: bool = False) -> list[str]:
    """Return the facts of the trick on the table, each in a few words; with `is_brief` in fewer ones."""
    worth = trick_worth_text(scene)
    facts = [
        f"{worth} points here" if "=" in worth else f"{worth} here",
        _turn_of_front_seat(scene),
        _order(scene, is_brief),
    ]
    if scene.has_dungeon:
        facts.append(_queens_not_taken(scene))
    elif trump_ranks(scene.view):
        facts.append(f"Equal ranks {EQUAL_TRUMPS_SUIT_ORDER.replace(' ', '')}")
    if not scene.has_dungeon and (ranks := ranks_text(scene)):
        facts.append(ranks)
    return facts


def _turn_of_front_seat(scene: TrickScene) -> str:
    """Return when the seat in front plays in this trick: ``You play last``."""
    order = rotate_to(players_clockwise(scene.view), scene.number("leader"))
    place = order.index(scene.focus)
    mine, past = scene.focus == scene.view.seat, place < len(scene.view.cards("trick"))
    lead, play = ("led", "played") if past else ("lead", "play") if mine else ("leads", "plays")
    when = "last" if place == len(order) - 1 else f"{ordinal(place + 1)} of {len(order)}"
    return f"{scene.name(scene.focus)} {play} {when}" if place else f"{scene.name(scene.focus)} {lead}"


def _order(scene: TrickScene, is_brief: bool) -> str:
    """Return which card takes the trick, by the suit that was led: ``Highest ♣ takes it, else highest ♠``, with
    `is_brief` ``♣ takes it, else ♠``."""
    view, trump = scene.view, trump_suit(scene.view)
    trick = view.cards("trick")
    trumps = trump or ("Trumps" if trump_ranks(view) else "")
    led = trick[0].suit if trick else "the suit led"
    if trick and is_trump(view, trick[0]):
        return f"Highest {trump or 'trump'} takes it"
    if not trumps:
        return f"Highest {led} takes it" if trick else f"Highest of {led} takes it"
    if is_brief or not trick:
        return f"{trumps} {'takes' if trump else 'take'} it, else {led}"
    return f"Highest {trump or 'trump'} takes it, else highest {led}"


def _queens_not_taken(scene: TrickScene) -> str:
    """Return which Queens nobody has taken: ``Q♣ Q♥ not taken``; only how many if it is all or none, or not known."""
    left = len(QUEENS) - queens_taken(scene.view)
    if scene.unseen_queens_taken or left in (0, len(QUEENS)):
        return queens_left_text(scene.view)
    gone = {queen for queen, _ in scene.queens_taken}
    return f"{' '.join(str(queen) for queen in QUEENS if queen not in gone)} not taken"
