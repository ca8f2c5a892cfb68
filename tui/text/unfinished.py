"""Sentences about unfinished matches."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from core import games
from core.engine.english import count, english_list

if TYPE_CHECKING:
    from net.journal import UnfinishedTable

MAX_OPPONENTS_NAMED: Final = 3
"""At most this many opponents are named; if there are more, they are counted."""


def unfinished_match_in_brief(unfinished: UnfinishedTable, name: str, max_width: int) -> str:
    """Return game, players, standing and beginning of an unfinished match of `name`, in `max_width` cells.

    If not all fits, a solo match is described by its standing, and a match with others by the other people.
    """
    game = games.get(unfinished.game)
    title = unfinished.game if game is None else game.title
    named, counted = (fellow_players_text(unfinished, name, limit) for limit in (MAX_OPPONENTS_NAMED, 0))
    stands, begun = standing_text(unfinished, name), begun_text(unfinished, brief=True)
    choices = [[named, begun], [named], [counted, begun], [counted]]
    if stands:
        without_all = choices if unfinished.port else [[stands, begun], [stands]]
        choices = [[named, stands, begun], [counted, stands, begun], *without_all]
    texts = [", ".join(filter(None, [title, *parts])) for parts in choices]
    return next((text for text in texts if cell_len(text) <= max_width), texts[-1])


def unfinished_match_in_list(unfinished: UnfinishedTable, name: str, max_width: int) -> str:
    """Return beginning, players and standing of an unfinished match of `name`, for a list with the game.

    If not all fits into `max_width` cells, the other players are counted, and then parts are left out or shortened; the
    beginning is left out last.
    """
    named, counted = (fellow_players_text(unfinished, name, limit) for limit in (MAX_OPPONENTS_NAMED, 0))
    whole, day = begun_text(unfinished), f"begun {datetime.fromtimestamp(unfinished.began):%Y-%m-%d}"
    where, stands = "hosted here" if unfinished.port else "", standing_text(unfinished, name)
    brief = begun_text(unfinished, brief=True)
    choices = [[whole, named, stands], [whole, counted, stands], [whole, stands], [day, stands]]
    if unfinished.port or not stands:
        choices = [[whole, named, where, stands], [whole, named, where], [brief, named, where]]
        choices += [[brief, named], [brief, counted], [counted]]
    choices.append([brief])
    texts = [", ".join(filter(None, parts)) for parts in choices]
    return next((text for text in texts if cell_len(text) <= max_width), texts[-1])


def standing_text(unfinished: UnfinishedTable, name: str) -> str:
    """Return the text on how far an unfinished match is, and the points of `name`: ``hand 3, 120 points``; "" if not
    known.
    """
    game = games.get(unfinished.game)
    if game is None or not unfinished.scores:
        return ""
    bots = unfinished.bots or ("",) * len(unfinished.names)
    own = [seat for seat, one in enumerate(unfinished.names) if one == name and not bots[seat]]
    points = [count(unfinished.scores[own[0]], game.score_unit)] if own else []
    return ", ".join(filter(None, (unfinished.current_part.lower(), *points)))


def begun_text(unfinished: UnfinishedTable, *, brief: bool = False) -> str:
    """Return the text on when an unfinished match began: ``begun 2026-11-22 17:40``; with `brief` ``since 17:40``, or
    if it was not today, its day.
    """
    began = datetime.fromtimestamp(unfinished.began)
    if not brief:
        return f"begun {began:%Y-%m-%d %H:%M}"
    return f"since {began:%H:%M}" if began.date() == datetime.now().date() else f"{began:%Y-%m-%d}"


def fellow_players_text(unfinished: UnfinishedTable, name: str, limit: int = MAX_OPPONENTS_NAMED) -> str:
    """Return the other players of an unfinished match, for the person called `name`, at most `limit` by name.

    At a hosted table these are all others at it, as in ``with Bob and 2 bots``; in a solo match the opponents, as in
    ``against Ada and Bea``.
    """
    if not unfinished.port:
        return opponents_of(unfinished, name, limit)
    bots = unfinished.bots or ("",) * len(unfinished.names)
    people = [one for one, bot in zip(unfinished.names, bots, strict=True) if not bot and one != name]
    who = people if len(people) <= limit else [f"{len(people)} others"] if len(people) > 1 else ["1 other"]
    programs = sum(map(bool, bots))
    return (
        f"with {english_list([*who, *([count(programs, 'bot')] if programs else [])])}"
        if people or programs
        else "alone"
    )


def opponents_of(unfinished: UnfinishedTable, name: str, limit: int = MAX_OPPONENTS_NAMED) -> str:
    """Return the opponents of the person called `name`, as in ``against Ada and Bea``, at most `limit` by name."""
    others = list(unfinished.names)
    others.remove(name if name in others else others[0])
    if not others:
        return "alone"
    return f"against {english_list(others) if len(others) <= limit else count(len(others), 'bot')}"
