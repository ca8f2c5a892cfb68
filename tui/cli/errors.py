"""Why a command does nothing, or not all of it."""

from __future__ import annotations


class WrongCommand(Exception):
    """The command line asks for something that does not exist; its text is one sentence (exit status 2)."""


class Failed(Exception):
    """What was asked for cannot be done; its text is one sentence (exit status 1)."""
