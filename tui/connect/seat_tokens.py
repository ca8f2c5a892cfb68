"""The tokens of the tables that were joined lately: what brings somebody back to their seat after the program died.

A token is a secret, so the file is for its owner only. It is offered to the same table again, under the same
name, and only when the program that got it does not run any more: a second program beside the first is
somebody else. Like the settings, a file that cannot be read or written counts as absent.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from net.private_files import keep_json, kept_json

FILE: Final = "tokens.json"

KEPT: Final = 16
"""How many tokens are kept; the oldest goes first."""


@dataclass(frozen=True, slots=True)
class SavedToken:
    """A token, for which table and under which name it was got, and by which process.

    A table is ``HOST:PORT``, with the fingerprint of the host's key for its address where that is known.
    """

    table: str
    name: str
    token: str
    process: int


def find_token(folder: Path, table: str, name: str) -> str:
    """Return the newest token that somebody called `name` may offer to a table, or an empty one."""
    offers = (one.token for one in _read(folder) if (one.table, one.name) == (table, name) and not _runs(one.process))
    return next(offers, "")


def keep_token(folder: Path, table: str, name: str, token: str, *, left: bool = False) -> None:
    """Keep a token that this process has got, instead of the one that it or a dead process had for this.

    Once the table is `left`, or lost, another process may offer it.
    """
    ours = SavedToken(table, name, token, 0 if left else os.getpid())
    others = [one for one in _read(folder) if (one.table, one.name) != (table, name) or _runs(one.process)]
    keep_json(folder / FILE, [asdict(one) for one in [ours, *others][:KEPT]])


def _runs(process: int) -> bool:
    """Whether another process of this number runs; where that cannot be asked, none does."""
    if process <= 0 or process == os.getpid() or os.name == "nt":
        return False
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _read(folder: Path) -> list[SavedToken]:
    with suppress(TypeError):
        kept = [SavedToken(**entry) for entry in kept_json(folder / FILE, list)]
        if all(isinstance(one.token, str) and type(one.process) is int for one in kept):
            return kept
    return []
