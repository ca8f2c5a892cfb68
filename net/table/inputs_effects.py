"""What goes into a table and what comes out: the whole of its dealings with the world.

A *link* is a number that the shell gives to one connection of one person, never used twice.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from net.errors import NetError
from net.journal.entries import (
    ActionEntry,
    Entry,
    MatchAbortedEntry,
    MatchBeganEntry,
    MatchEndedEntry,
    PersonEntry,
    PersonRemovedEntry,
    TableEntry,
)
from net.protocol.messages import ClientMessage, ServerMessage

__all__ = [
    "ActionEntry",
    "Asked",
    "Drop",
    "Effect",
    "Ending",
    "Entry",
    "Gone",
    "Input",
    "Journal",
    "Link",
    "MatchAbortedEntry",
    "MatchBeganEntry",
    "MatchEndedEntry",
    "Paused",
    "PersonEntry",
    "PersonRemovedEntry",
    "Resumed",
    "Send",
    "TableEntry",
    "WakeAt",
]

Link: TypeAlias = int


# Inputs


class Asked(Struct, frozen=True):
    """A person's end said something; the first thing on a link is its hello."""

    link: Link
    message: ClientMessage


class Gone(Struct, frozen=True):
    """A link has ended; nothing more can be sent on it."""

    link: Link


class Paused(Struct, frozen=True):
    """So much is unsent on a link that nothing should be added."""

    link: Link


class Resumed(Struct, frozen=True):
    """What was unsent on a link has gone out."""

    link: Link


class Ending(Struct, frozen=True):
    """The host is about to end; everybody is told goodbye."""


Input: TypeAlias = Asked | Gone | Paused | Resumed | Ending


# Effects


class Journal(Struct, frozen=True):
    """Write this down, in one transaction with the others of this tick, before anything that follows is done."""

    entry: Entry


class Send(Struct, frozen=True):
    """Say this on all these links, in the same bytes."""

    links: tuple[Link, ...]
    message: ServerMessage


class Drop(Struct, frozen=True):
    """End a link when all that was said on it is sent; `error` has been said on it."""

    link: Link
    error: NetError


class WakeAt(Struct, frozen=True):
    """Call `handle` with no input at that time; it replaces any earlier wish, and None ends it."""

    when: float | None


Effect: TypeAlias = Journal | Send | Drop | WakeAt
