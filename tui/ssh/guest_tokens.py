"""What brings guests back to their seats when the host was started again: kept for the host's owner only.

A guest is known by a key of their own, and the host forgets everything else about them. What is kept is found again
by a hash of that key's fingerprint and the name they go by; a token is good for its own table and for no other. Like
all small files here, one that cannot be read or written counts as absent.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

from net.private_files import keep_json, kept_json

FILE: Final = "ssh_guests.json"

KEPT: Final = 512
"""How many guests are remembered; the one who came longest ago is forgotten first."""


def mark(identity: str, table: str) -> str:
    """Return what stands for a guest at a table."""
    return sha256(f"{table} {identity}".encode()).hexdigest()[:32]


def find_token(folder: Path, guest: str) -> str:
    """Return what brings this guest back to their seat, or nothing."""
    return _read(folder).get(guest, "")


def keep_token(folder: Path, guest: str, token: str) -> None:
    """Keep what brings this guest back to their seat."""
    kept = {**{other: one for other, one in _read(folder).items() if other != guest}, guest: token}
    keep_json(folder / FILE, dict(list(kept.items())[-KEPT:]))


def _read(folder: Path) -> dict[str, str]:
    return {guest: token for guest, token in kept_json(folder / FILE, dict).items() if isinstance(token, str)}
