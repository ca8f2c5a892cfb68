"""The seat tokens of recently joined tables, in a file: a player gets their seat back after their process has died.

A token is a secret, so only the user can read the file. A token is offered to the same table again, under the same
name, if the process that received it no longer runs: a second process at the same time is another person. As with the
settings, a file that cannot be read or written counts as absent.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from net.private_files import load_private_json, save_private_json

SEAT_TOKEN_FILE: Final = "tokens.json"

MOST_TOKENS: Final = 16
"""Tokens that are kept; the oldest is dropped first."""


@dataclass(frozen=True, slots=True)
class SavedToken:
    """A token, the table and person's name it belongs to, and the process that got it (0: none any more).

    A table is ``HOST:PORT``, with the fingerprint of the host's key in place of the host where it is known.
    """

    table: str
    name: str
    token: str
    process: int


def find_seat_token(folder: Path, table: str, name: str) -> str:
    """Return the newest token that this process may offer to a table under `name`, or an empty string."""
    offers = (
        saved.token
        for saved in _read_tokens(folder)
        if (saved.table, saved.name) == (table, name) and not _process_runs(saved.process)
    )
    return next(offers, "")


def store_seat_token(folder: Path, table: str, name: str, token: str, *, left: bool = False) -> None:
    """Save a token of this process, in place of the one it or a dead process had for the same table and name.

    `left` means that the person has left or lost the table, so another process may offer the token.
    """
    ours = SavedToken(table, name, token, 0 if left else os.getpid())
    others = [
        saved
        for saved in _read_tokens(folder)
        if (saved.table, saved.name) != (table, name) or _process_runs(saved.process)
    ]
    save_private_json(folder / SEAT_TOKEN_FILE, [asdict(saved) for saved in [ours, *others][:MOST_TOKENS]])


def _process_runs(process: int) -> bool:
    """Whether another process of this number runs; False where the system cannot tell."""
    if process <= 0 or process == os.getpid() or os.name == "nt":
        return False
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _read_tokens(folder: Path) -> list[SavedToken]:
    with suppress(TypeError):
        kept = [SavedToken(**entry) for entry in load_private_json(folder / SEAT_TOKEN_FILE, list)]
        if all(isinstance(saved.token, str) and type(saved.process) is int for saved in kept):
            return kept
    return []
