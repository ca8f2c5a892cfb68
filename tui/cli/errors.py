"""The errors that end a command; the text of each is one sentence for the person who typed it."""

from __future__ import annotations


class WrongCommand(Exception):
    """The command line names something that does not exist or contradicts itself (exit status 2)."""


class CommandFailed(Exception):
    """A valid command has failed (exit status 1)."""


def writing_failure(error: OSError, target: object) -> CommandFailed:
    """Return the error of a command that could not write the file or folder `target`."""
    if isinstance(error, FileExistsError):
        return CommandFailed(f"{target} is there already and is left as it is; choose another name.")
    return CommandFailed(f"{target} cannot be written: {error.strerror}.")
