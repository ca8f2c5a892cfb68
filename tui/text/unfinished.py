"""Sentences about unfinished matches."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from core import games
from core.engine.english import count, listed

if TYPE_CHECKING:
    from net.journal import UnfinishedTable

MAX_OPPONENTS_NAMED: Final = 3
"""Opponents that are named; more of them are counted."""


def unfinished_in_brief(unfinished: UnfinishedTable, name: str, room: int) -> str:
    """Return game, players and beginning of an unfinished match of the person called `name`, in `room` cells.

    If all that does not fit, the beginning is left out, or else the other players are counted.
    """
    game = games.get(unfinished.game)
    title = unfinished.game if game is None else game.title
    named, counted = (fellow_players_text(unfinished, name, limit) for limit in (MAX_OPPONENTS_NAMED, 0))
    begun = begun_text(unfinished, brief=True)
    texts = [text for who in (named, counted) for text in (f"{title}, {who}, {begun}", f"{title}, {who}")]
    return next((text for text in texts if cell_len(text) <= room), texts[-1])


def unfinished_in_list(unfinished: UnfinishedTable, name: str, *, brief: bool = False) -> str:
    """Return beginning (see `begun_text`) and players of an unfinished match of `name`, for a list with the game."""
    where = ", hosted here" if unfinished.port else ""
    return f"{begun_text(unfinished, brief=brief)}, {fellow_players_text(unfinished, name)}{where}"


def begun_text(unfinished: UnfinishedTable, *, brief: bool = False) -> str:
    """Return when an unfinished match began: ``begun 2026-11-22 17:40``, or `brief` the time today, else the day."""
    began = datetime.fromtimestamp(unfinished.began)
    if not brief:
        return f"begun {began:%Y-%m-%d %H:%M}"
    return f"{began:%H:%M}" if began.date() == datetime.now().date() else f"{began:%Y-%m-%d}"


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
    return f"with {listed([*who, *([count(programs, 'bot')] if programs else [])])}" if people or programs else "alone"


def opponents_of(unfinished: UnfinishedTable, name: str, limit: int = MAX_OPPONENTS_NAMED) -> str:
    """Return the opponents of the person called `name`, as in ``against Ada and Bea``, at most `limit` by name."""
    others = list(unfinished.names)
    others.remove(name if name in others else others[0])
    if not others:
        return "alone"
    return f"against {listed(others) if len(others) <= limit else count(len(others), 'bot')}"
