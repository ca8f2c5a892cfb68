"""What goes into a table and what comes out: the whole of its dealings with the world.

A *link* is a number that the shell gives to one connection of one person, never used twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from net.errors import NetError
from net.messages import Ask, Tell

Link: TypeAlias = int


# Inputs


@dataclass(frozen=True, slots=True)
class Asked:
    """A person's end said something; the first thing on a link is its hello."""

    link: Link
    message: Ask


@dataclass(frozen=True, slots=True)
class Gone:
    """A link has ended; nothing more can be sent on it."""

    link: Link


@dataclass(frozen=True, slots=True)
class Paused:
    """So much is unsent on a link that nothing should be added."""

    link: Link


@dataclass(frozen=True, slots=True)
class Resumed:
    """What was unsent on a link has gone out."""

    link: Link


@dataclass(frozen=True, slots=True)
class Ending:
    """The host is about to end; everybody is told goodbye."""


Input: TypeAlias = Asked | Gone | Paused | Resumed | Ending


# Effects


@dataclass(frozen=True, slots=True)
class Began:
    """For the journal: a match began."""

    match: int
    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Acted:
    """For the journal: a seat did an action.

    `by` is ``person``, ``bot``, ``away`` (done for somebody absent) or ``clock``: then the seat is the number after
    the last one, which stands for the table itself.
    """

    match: int
    seat: int
    action: str
    by: str


@dataclass(frozen=True, slots=True)
class Closed:
    """For the journal: a match is over."""

    match: int


Entry: TypeAlias = Began | Acted | Closed


@dataclass(frozen=True, slots=True)
class Journal:
    """Write this down, before anything that follows is done."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Send:
    """Say this on all these links, in the same bytes."""

    links: tuple[Link, ...]
    message: Tell


@dataclass(frozen=True, slots=True)
class Drop:
    """End a link when all that was said on it is sent; `error` has been said on it."""

    link: Link
    error: NetError


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Call `handle` with no input at that time; it replaces any earlier wish, and None ends it."""

    when: float | None


Effect: TypeAlias = Journal | Send | Drop | WakeAt
