"""The errors that end a command, each with one sentence for the person who typed it."""

from __future__ import annotations


class WrongCommand(Exception):
    """Raised when the command line names something that does not exist (exit status 2)."""


class CommandFailed(Exception):
    """Raised when a valid command fails (exit status 1)."""
