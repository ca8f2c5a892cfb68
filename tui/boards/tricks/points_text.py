"""The texts on points: scores, the tricks that a player has taken, and the quota of the dealer with what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.english import count
from core.queens_dungeon import QUEEN_POINTS, QUOTA_MADE_POINTS, QUOTA_MISSED_POINTS, TRICK_POINTS, points_of_dealer
from tui.boards.tricks.hand_facts import cards_dealt, condemned_dealer_pays, is_hand_over, target_points_of
from tui.boards.tricks.scene import TakenTrick, TrickScene
from tui.boards.tricks.trick_view import players_clockwise
from tui.text.results import ordinal

QUOTA_STAKES_TEXT: Final = f"{QUOTA_MADE_POINTS:+} if made, {QUOTA_MISSED_POINTS:+} if missed"
"""The text on the points that the dealer's quota brings or costs."""

SHORT_QUOTA_STAKES_TEXT: Final = f"{QUOTA_MADE_POINTS:+} or {QUOTA_MISSED_POINTS:+}"
"""The text on the points that the dealer's quota brings or costs, in few columns."""

QUOTA_MISSED_OUTLOOK: Final = "out of reach"
"""The text on a quota that the dealer cannot make any more."""

OPEN_QUOTA_SIGN: Final = "?"
"""The sign after the points of a dealer that count only if the quota is made."""

CONDEMNED_STAKES_TEXTS: Final = (f"0 if made, {QUOTA_MISSED_POINTS:+} if missed", f"0 or {QUOTA_MISSED_POINTS:+}")
"""Texts on the points that the quota of a dealer in the dungeon costs, the longest first (QD-16)."""

WHAT_COUNTS_TEXT: Final = f"{TRICK_POINTS} a trick, {QUEEN_POINTS} a Queen"
"""The text on what counts in Queen's Dungeon."""


def dealer_texts(scene: TrickScene) -> Sequence[tuple[str, str]]:
    """Return the quota of the dealer in two parts, ``Ada's quota:`` and ``3 of 5 tricks``, and then in shorter forms.

    In Queen Bees II, which has no quota, they say who deals.
    """
    dealer = scene.number("dealer")
    mine, name = dealer == scene.view.seat, scene.third_person_name(dealer)
    if not scene.has_dungeon:
        return (("You" if mine else name), "deal" if mine else "deals"), ("", "")
    tricks, quota = scene.counted_tricks_of_dealer, scene.number("quota")
    taken, short = (f"{tricks} tricks ({quota} needed)", "made")
    if tricks <= quota:
        taken, short = f"{tricks} of {quota} tricks", f"{tricks} of {quota}"
    whose = "Your quota:" if mine else f"{name}'s quota:"
    return (whose, taken), (whose, short), ("quota:", short)


def quota_headings(scene: TrickScene) -> Sequence[str]:
    """Return whose quota it is as a heading, ``ADA'S QUOTA``, and then in a shorter form."""
    dealer = scene.number("dealer")
    whose = "YOUR" if dealer == scene.view.seat else f"{scene.third_person_name(dealer).upper()}'S"
    return f"{whose} QUOTA", "QUOTA"


def quota_stakes_texts(scene: TrickScene) -> Sequence[str]:
    """Return texts on what the dealer's quota brings or costs, the longest first; in the dungeon it only costs."""
    if not scene.view.facts.get(f"condemned/{scene.number('dealer')}"):
        return QUOTA_STAKES_TEXT, SHORT_QUOTA_STAKES_TEXT
    return CONDEMNED_STAKES_TEXTS if condemned_dealer_pays(scene) else ()


def quota_outlook_forms(scene: TrickScene) -> Sequence[str]:
    """Return how many tricks the dealer still needs and, once cards are dealt, how many are left, the longest form
    first; or that the quota is made, or out of reach."""
    tricks = sum(scene.number(f"tricks/{player}") for player in players_clockwise(scene.view))
    needed, left = scene.number("quota") - scene.counted_tricks_of_dealer, cards_dealt(scene) - tricks
    if not cards_dealt(scene):
        return f"{count(needed, 'trick')} needed", f"{needed} needed"
    if needed <= 0:
        return ("made",)
    if needed > left:
        return (QUOTA_MISSED_OUTLOOK,)
    return f"{needed} more of {count(left, 'trick')} left", f"{needed} more needed", f"{needed} needed"


def brings_nothing(scene: TrickScene, player: int) -> bool:
    """Return whether the tricks and Queens of a player bring no points in this hand of Queen's Dungeon: in the dungeon,
    for a dealer whose quota is out of reach, and for the dummy."""
    if player >= scene.view.seats or scene.is_condemned(player):
        return True
    is_taught = "quota" not in scene.taught_later
    return is_taught and player == scene.number("dealer") and quota_outlook_forms(scene)[0] == QUOTA_MISSED_OUTLOOK


def is_quota_open(scene: TrickScene, player: int) -> bool:
    """Return whether a player deals and has neither made nor missed the quota, so that what they take may yet be worth
    nothing."""
    if "quota" in scene.taught_later or player != scene.number("dealer") or not scene.has_dungeon:
        return False
    return bool(cards_dealt(scene)) and quota_outlook_forms(scene)[0] not in ("made", QUOTA_MISSED_OUTLOOK)


def points_if_counted_text(scene: TrickScene, player: int, points: int) -> str:
    """Return points that a player takes in this hand: ``+35``, ``0``, or ``35?`` while the dealer's quota is open."""
    if is_quota_open(scene, player) and points > 0:
        return f"{points}{OPEN_QUOTA_SIGN}"
    return f"{points:+}" if points else "0"


def taken_trick_points_text(scene: TrickScene, trick: TakenTrick) -> str:
    """Return the points that a trick of Queen's Dungeon brings its taker: ``+35``, ``35?`` or ``0``.

    They are those of the dungeon for the trick that led there, and none for the others of a player in the dungeon,
    before and after it, or of a dealer whose quota is out of reach.
    """
    points = TRICK_POINTS + QUEEN_POINTS * len(trick.queens)
    if brings_nothing(scene, trick.taker):
        points = -trick.dungeon_loss
    return points_if_counted_text(scene, trick.taker, points)


def score_text(scene: TrickScene, of_target: bool) -> str:
    """Return the points of the seat at the bottom; with `of_target` also the target, while the match continues."""
    score = scene.score(scene.focus)
    if scene.over or not of_target or score > target_points_of(scene):
        return count(score, "point")
    return f"{score} of {target_points_of(scene)} points"


def rank_of_front_seat_text(scene: TrickScene) -> str:
    """Return the rank of the seat at the bottom among all seats: ``5th of 8`` or ``tied 5th of 8``."""
    scores = [scene.score(seat) for seat in range(scene.view.seats)]
    score = scene.score(scene.focus)
    place = ordinal(1 + sum(other > score for other in scores))
    return f"{'tied ' * (scores.count(score) > 1)}{place} of {len(scores)}"


def tricks_taken_texts(
    scene: TrickScene, player: int, with_queens: bool = True, names_quota: bool = False, verb: str = ""
) -> list[str]:
    """Return texts on how many tricks (and Queens, `with_queens`) a player has taken in this hand, the longest form
    first: after `verb`, as in ``took 3 tricks`` and ``took 3``, so that nobody reads them as points.

    For the dealer they say of how many, with `names_quota` in the longest forms also that this is the quota; the Queens
    stand before that, as they are no part of it.
    """
    tricks = scene.number(f"tricks/{player}")
    long, shortest = f"{verb} {count(tricks, 'trick')}".lstrip(), f"{tricks} won"
    short = f"{verb} {tricks}" if verb else long
    if scene.has_dungeon and player == scene.number("dealer") and "quota" not in scene.taught_later:
        tricks, quota = scene.counted_tricks_of_dealer, scene.number("quota")
        long, short, shortest = f"{tricks} of {count(quota, 'trick')}", f"{tricks} of {quota}", f"{tricks}/{quota}"
        if tricks > quota:
            long, short = f"{tricks} tricks ({quota} needed)", f"{tricks} tricks"
        elif names_quota:
            long, short = f"quota: {long}", f"quota {short}"
    queens = scene.number(f"queens/{player}") if with_queens else 0
    bare = [short, short.removeprefix("quota ")] if short.startswith("quota ") else [short]
    if not queens:
        return [long, *bare, shortest]
    forms = [_with_queens(long, count(queens, "Queen")), *(_with_queens(text, f"{queens}Q") for text in (long, *bare))]
    return [*forms, *bare, shortest]


def _with_queens(text: str, queens: str) -> str:
    """Return a text on tricks taken with one on Queens behind it, or before it if it names the quota."""
    return f"{queens}, {text}" if text.startswith("quota") else f"{text}, {queens}"


def points_so_far(scene: TrickScene, player: int) -> int | None:
    """Return the points of this hand of Queen's Dungeon so far, which the score does not have yet.

    Returns None if there are none: before the first trick and after the hand, for the dummy, in the dungeon, and for a
    dealer whose quota is open.
    """
    tricks, queens = scene.number(f"tricks/{player}"), scene.number(f"queens/{player}")
    if not scene.has_dungeon or player >= scene.view.seats or is_hand_over(scene) or scene.is_condemned(player):
        return None
    if player != scene.number("dealer") or "quota" in scene.taught_later:
        return TRICK_POINTS * tricks + QUEEN_POINTS * queens if tricks else None
    if not cards_dealt(scene) or is_quota_open(scene, player):
        return None
    return points_of_dealer(tricks, queens, scene.number("quota"), uncounted_tricks=scene.number("uncounted"))


def points_so_far_texts(scene: TrickScene, player: int) -> Sequence[str]:
    """Return texts on the points that this hand has brought a player so far, the longest first: ``+35 this hand``, or
    ``35?`` for a dealer whose quota is open; none if there are none."""
    points = points_so_far(scene, player)
    tricks, queens = scene.number(f"tricks/{player}"), scene.number(f"queens/{player}")
    if points is not None:
        text = f"{points:+d}"
    elif tricks and is_quota_open(scene, player) and not scene.is_condemned(player):
        text = points_if_counted_text(scene, player, TRICK_POINTS * tricks + QUEEN_POINTS * queens)
    else:
        return ()
    return f"{text} this hand", text
