"""The errors that end a command; the text of each is one sentence for the person who typed it."""

from __future__ import annotations


class WrongCommand(Exception):
    """The command line names something that does not exist or contradicts itself (exit status 2)."""


class CommandFailed(Exception):
    """A valid command has failed (exit status 1)."""
