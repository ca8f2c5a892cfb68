"""The seat tokens of recently joined tables, in a file: a player gets their seat back after their process has died.

A token is a secret, so only the user can read the file. A token is offered to the same table again, under the same
name, if the process that received it no longer runs: a second process at the same time is another person. As with the
settings, a file that cannot be read or written counts as absent.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from net.limits import MAX_TOKENS_OFFERED
from net.private_files import load_private_json, save_private_json

if TYPE_CHECKING:
    from net.discovery.announcement import FoundTable

SEAT_TOKEN_FILE: Final = "tokens.json"
"""The name of the file with the seat tokens, in the data folder."""

MAX_TOKENS_KEPT: Final = 64
"""At most this many tokens are stored, of all hosts together; the oldest is dropped first."""


_KEY_AND_TABLE_PATTERN: Final = re.compile(r"([0-9a-f]{64}):\d+((?:/\d+)?)")
"""The pattern of a `SavedToken.place` with the fingerprint of a host's key. Its groups are the fingerprint, and a slash
with the number of a table in a club.
"""


class SavedToken(Struct, frozen=True, rename={"place": "table"}):
    """A seat token, with the address and the table where it is valid, the person's name, and the process that got it.

    `place` is the address at which the table is hosted: ``HOST:PORT``, with the fingerprint of the host key instead of
    the host where it is known. `table_id` is the id of the table, as one host may open several there; version 0.2 did
    not store it, then it is "". `process` is the id of the process, or 0 if any process may use the token. In the file
    the place is called ``table``.
    """

    place: str
    name: str
    token: str
    process: int
    table_id: str = ""


def find_seat_tokens(folder: Path, place: str, name: str) -> tuple[str, ...]:
    """Return the tokens that this process may offer under `name` at a `place` (a `SavedToken.place`), the newest first.

    Tokens for the same key at another port come last: the hosts of a club have one key, and each has a port of its own.
    """
    saved_tokens = [saved for saved in _read_tokens(folder) if saved.name == name and not _process_runs(saved.process)]
    here = [saved.token for saved in saved_tokens if saved.place == place]
    elsewhere = [saved.token for saved in saved_tokens if saved.place != place and _has_same_key(saved.place, place)]
    return (*here, *elsewhere)[:MAX_TOKENS_OFFERED]


def find_tokens_of_other_names(folder: Path, place: str, name: str) -> tuple[str, ...]:
    """Return the tokens that ended processes, or this one, have got for other names than `name` at a `place`, or
    another port of the same host, the newest first."""
    return tuple(
        saved.token
        for saved in _read_tokens(folder)
        if saved.name != name
        and not _process_runs(saved.process)
        and (saved.place == place or _has_same_key(saved.place, place))
    )[:MAX_TOKENS_OFFERED]


def _has_same_key(place: str, other_place: str) -> bool:
    """Return whether two places have the same key of their host, and the same number of a table in a club."""
    first, second = _KEY_AND_TABLE_PATTERN.fullmatch(place), _KEY_AND_TABLE_PATTERN.fullmatch(other_place)
    return first is not None and second is not None and first.groups() == second.groups()


def was_at_another_table(folder: Path, place: str, name: str, table_id: str) -> bool:
    """Return whether the person called `name` last sat at another table of this `place` than the one with the id
    `table_id`.

    Tokens of all processes count. Returns False if the person has never sat at this place, or the table's id was not
    stored.
    """
    last = next((saved for saved in _read_tokens(folder) if (saved.place, saved.name) == (place, name)), None)
    return last is not None and last.table_id not in ("", table_id)


def was_at_table(folder: Path, table: FoundTable, name: str) -> bool:
    """Return whether this process may offer a token under `name` to the table of an announcement.

    Anybody can announce the id and the key of somebody else's table. So the key must also be known for the address of
    the announcement: nobody else has that key, and the client refuses another key there.
    """
    from net.security.known_hosts import KnownHosts

    if not table.host_fingerprint or KnownHosts(folder).key_at(table.join_address) != table.host_fingerprint:
        return False
    return any(
        (saved.place, saved.name, saved.table_id) == (f"{table.host_fingerprint}:{table.port}", name, table.id)
        and not _process_runs(saved.process)
        for saved in _read_tokens(folder)
    )


def store_seat_token(folder: Path, place: str, name: str, token: str, table_id: str, *, has_left: bool = False) -> None:
    """Save a token of this process, in place of the one that it or an ended process had for the same table and name.

    Tokens for other tables at the place stay, as such a table may be opened again. `has_left`: the person has left or
    lost the table, so another process may offer the token.
    """
    ours = SavedToken(place, name, token, 0 if has_left else os.getpid(), table_id)
    others = [
        saved
        for saved in _read_tokens(folder)
        if saved.token != token
        and ((saved.place, saved.name, saved.table_id) != (place, name, table_id) or _process_runs(saved.process))
    ]
    save_private_json(folder / SEAT_TOKEN_FILE, msgspec.to_builtins([ours, *others][:MAX_TOKENS_KEPT]))


def _process_runs(process: int) -> bool:
    """Whether another process, with this id, runs; False where the system cannot tell."""
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
    """Return the stored tokens, the newest first; none if the file cannot be read or one of them is invalid."""
    with suppress(msgspec.ValidationError):
        return msgspec.convert(load_private_json(folder / SEAT_TOKEN_FILE, list), list[SavedToken])
    return []
