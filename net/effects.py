"""What goes into a table and what comes out: the whole of its dealings with the world.

A *link* is a number that the shell gives to one connection of one person, never used twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from net.errors import NetError
from net.messages import Ask, Tell
from net.saved import Aborted, Acted, Began, Closed, Entry, PersonForgotten, PersonKept, TableKept

__all__ = [
    "Aborted",
    "Acted",
    "Asked",
    "Began",
    "Closed",
    "Drop",
    "Effect",
    "Ending",
    "Entry",
    "Gone",
    "Input",
    "Journal",
    "Link",
    "Paused",
    "PersonForgotten",
    "PersonKept",
    "Resumed",
    "Send",
    "TableKept",
    "WakeAt",
]

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
class Journal:
    """Write this down, in one transaction with the others of this tick, before anything that follows is done."""

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
