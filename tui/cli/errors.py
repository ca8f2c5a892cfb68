"""Why a command stops: each error carries one sentence for the person who typed it."""

from __future__ import annotations


class WrongCommand(Exception):
    """The command line asks for something that does not exist (exit status 2)."""


class CommandFailed(Exception):
    """The command cannot do what was asked for (exit status 1)."""
