"""The file with the seat tokens of guests, which only its owner can read; so the tokens outlive a restart of the host.

A guest has nowhere to keep a token, so the host keeps it. A guest is recognised by their own SSH key, or by the cookie
of their browser; the file holds only a hash of the key or cookie, of the guest's name and of the table, with the token.
A token is valid for one table. A file that cannot be read or written counts as empty. Where a club has several hosts,
the tokens are in its store instead.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from hashlib import sha256
from pathlib import Path
from typing import Final

from net.private_files import load_private_json, save_private_json
from tui.guest.limits import MAX_GUEST_TOKENS_ON_DISK

GUEST_TOKENS_FILE: Final = "ssh_guests.json"
"""The name of the file with the seat tokens of guests, in the data folder."""


class TokenPriority(IntEnum):
    """The priority of a token in the file: if there are too many tokens, one of the lowest priority is dropped.

    A key can be made in no time, so people who only watch must not displace people with a seat, at this table or at
    another one that may be resumed.
    """

    NO_SEAT = 0
    """The token of somebody who only watches at this table."""
    OTHER_TABLE = 1
    """A token of another table, which may be resumed."""
    SEAT = 2
    """The token of somebody with a seat at this table."""


def guest_token_key(identity: str, table_id: str) -> str:
    """Return the key in the file under which the token of a guest at a table is stored."""
    return sha256(f"{table_id} {identity}".encode()).hexdigest()[:32]


def find_guest_token(folder: Path, key: str) -> str:
    """Return the token stored under this `guest_token_key`, or ""."""
    return read_guest_tokens(folder).get(key, "")


def keep_guest_token(
    folder: Path,
    key: str,
    token: str,
    priority: Callable[[str], TokenPriority] = lambda token: TokenPriority.OTHER_TABLE,
) -> None:
    """Save a token under this `guest_token_key`, replacing an earlier one.

    The file has at most `MAX_GUEST_TOKENS_ON_DISK` tokens: for a further one the token of the lowest `priority` is
    dropped, of equal ones the oldest. Tokens of seats always stay: there are at most as many of them as seats.
    """
    kept = {**{other: kept for other, kept in read_guest_tokens(folder).items() if other != key}, key: token}
    if len(kept) > MAX_GUEST_TOKENS_ON_DISK:
        priorities = {other: priority(kept[other]) for other in kept}
        forgotten = min(priorities, key=priorities.__getitem__)
        if priorities[forgotten] < TokenPriority.SEAT:
            del kept[forgotten]
    save_private_json(folder / GUEST_TOKENS_FILE, kept)


def read_guest_tokens(folder: Path) -> dict[str, str]:
    """Return the tokens in the file by their keys; empty if it cannot be read."""
    kept = load_private_json(folder / GUEST_TOKENS_FILE, dict)
    return {guest: token for guest, token in kept.items() if isinstance(token, str)}
