"""`SavedDealParts`: this program's parts in the deals of unfinished matches, saved so that a restart loses no proof.

A part is saved when its secret has been revealed. Then the seal binds the host, so the secret is needed no longer, and
the file holds none.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from core.engine.record_proof import HASH_PATTERN
from net.client.deal_part import DealPart
from net.limits import MAX_DEAL_PARTS_KEPT
from net.private_files import load_private_json, save_private_json

DEAL_PARTS_FILE: Final = "deals.json"
"""The name of the file with the saved parts, in the program's data folder."""


class SavedDealPart(Struct, frozen=True):
    """What the file stores of this program's part in one deal, to check the match after a restart."""

    host_key: str
    """The text that identifies the host: the fingerprint of its key or its address, in a club with the number of the
    table."""
    table: str
    """The id of the table."""
    match: int
    """The number of the match at the table."""
    seat: int
    """The seat of this program's person in the deal."""
    host: str
    """The host's commitment, which identifies the deal: the hash of the secret that the host adds to the seed."""
    seal: str
    """The hash of all that was fixed before the program revealed its secret (the seal of the deal)."""
    abandoned_before: int
    """The number of deals that were abandoned before this one, by this program's count."""


class SavedDealParts:
    """This program's parts in the deals of unfinished matches, in the file at `path`, or in memory without a path.

    A file that cannot be read or written counts as empty.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._parts: list[SavedDealPart] = []

    def save(self, part: DealPart, host_key: str, abandoned_before: int) -> None:
        """Save this program's part in a deal, in place of those in earlier deals of the host, which are counted as
        abandoned.

        `host_key` identifies the host: the fingerprint of its key or its address, in a club with the number of the
        table. `abandoned_before` is how many deals before this one were abandoned, as this program has counted them.
        """
        if part.seat is not None:
            table, match = part.dealt_match.table_id, part.dealt_match.match_number
            kept = SavedDealPart(host_key, table, match, part.seat, part.host, part.seal, abandoned_before)
            others = [
                other
                for other in self._load_all()
                if other.host_key != host_key or (other.seal == part.seal and other.seat != part.seat)
            ]
            self._save_all([kept, *others][:MAX_DEAL_PARTS_KEPT])

    def restore(self, part: DealPart, host_key: str, seat: int) -> bool:
        """Complete `part` from what is saved of this seat in the same deal; return whether anything is.

        `host_key` identifies the host: the fingerprint of its key or its address, in a club with the number of the
        table.
        """
        wanted = (host_key, part.dealt_match.table_id, part.dealt_match.match_number, part.host, seat)
        for kept in self._load_all():
            found = (kept.host_key, kept.table, kept.match, kept.host, kept.seat)
            if found == wanted and HASH_PATTERN.match(kept.seal):
                part.seat, part.seal, part.abandoned_before = kept.seat, kept.seal, kept.abandoned_before
                part.no_proof_clause = ""
                return True
        return False

    def remove(self, part: DealPart) -> None:
        """Delete what is saved of a part in a deal, because its match has been seen to its end."""
        of_part = (part.dealt_match.table_id, part.dealt_match.match_number, part.seat)
        parts = self._load_all()
        others = [kept for kept in parts if (kept.table, kept.match, kept.seat) != of_part]
        if len(others) < len(parts):
            self._save_all(others)

    def _load_all(self) -> list[SavedDealPart]:
        """Return the saved parts in deals, the newest first; none if the file cannot be read or one of them is
        invalid."""
        if self._path is None:
            return self._parts
        with suppress(TypeError):
            parts = [SavedDealPart(**entry) for entry in load_private_json(self._path, list)]
            if all(isinstance(part.seal, str) and type(part.abandoned_before) is int for part in parts):
                return parts
        return []

    def _save_all(self, parts: list[SavedDealPart]) -> None:
        """Write the whole file, with these parts in deals."""
        if self._path is None:
            self._parts = parts
        else:
            save_private_json(self._path, [asdict(part) for part in parts])
