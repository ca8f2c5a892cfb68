"""The announcement of a table on the local network: what a host writes into it, and what others read from it.

Anybody can announce anything, so what is read is cleaned and bounded in size.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from core import games
from net.limits import MAX_ADDRESSES_TRIED, MAX_NAME_CELLS, MAX_SHORT_TEXT_CHARACTERS, PROTOCOL_VERSION
from net.protocol.sanitize import clean_text
from net.transport.address_errors import MAX_PORT, address_with_port

MAX_ANNOUNCED_NUMBER: Final = 9_999
"""The largest number of seats, or of tables of a club, in an announcement; a club of ten hosts may have more tables."""


@dataclass(frozen=True, slots=True)
class AnnouncedTable:
    """A table as an announcement describes it; base class of `OwnAnnouncement`, which a host makes, and
    `FoundTable`."""

    id: str
    """The public identifier of the table."""
    owner_name: str
    """The name of the table's owner."""
    game: str
    """The slug of the table's game."""
    free_seats: int
    """The number of seats of the table that a newcomer could take."""
    seats: int
    """The number of the table's seats."""
    phase: str
    """The phase of the table: ``lobby`` between two matches, ``playing`` during one."""
    asks_for_code: bool
    """Whether the table asks for a code."""
    is_club: bool = field(default=False, kw_only=True)
    """Whether a club is announced and not a table: then `owner_name` is the name of the club, `seats` the number of its
    tables, and `free_seats` the number of tables where anybody can sit down."""


@dataclass(frozen=True, slots=True)
class OwnAnnouncement(AnnouncedTable):
    """The announcement that a host makes: `port` is its TCP port, `fingerprint` that of its key, empty without TLS.

    `host` is the address of the host, where several announce the same club.
    """

    fingerprint: str
    port: int
    host: str = field(default="", kw_only=True)

    @property
    def host_digits(self) -> str:
        """Six digits in the names under which this host announces its tables; no other host has them, and they survive
        a restart."""
        return sha256(f"{self.host} {self.id}".encode()).hexdigest()[:6]

    @property
    def properties(self) -> dict[str, str]:
        """The keys and values of the service's text record (RFC 6763, 6)."""
        return {
            "v": str(PROTOCOL_VERSION),
            "game": self.game,
            "host": clean_text(self.owner_name, MAX_NAME_CELLS),
            "free": _number_word(self.free_seats),
            "seats": _number_word(self.seats),
            "phase": self.phase,
            "code": str(int(self.asks_for_code)),
            "tls": str(int(bool(self.fingerprint))),
            "id": self.id,
            "key": self.fingerprint,
            **({"club": "1"} if self.is_club else {}),
        }


@dataclass(frozen=True, slots=True)
class FoundTable(AnnouncedTable):
    """A table that a host on the local network announces."""

    uses_tls: bool
    """Whether the host uses TLS."""
    protocol_version: int
    """The version of the host's protocol."""
    host_fingerprint: str
    """The fingerprint of the host's key, "" without TLS."""
    port: int
    """The host's TCP port."""
    addresses: tuple[str, ...]
    """The addresses at which the host may be reached."""
    address: str = ""
    """The one of `addresses` that has answered a probe, "" before the first answer."""
    ping_milliseconds: int | None = None
    """The number of milliseconds in which the host answered the probe, None before the first answer."""

    @property
    def join_address(self) -> str:
        """The address and port at which to join the table, as ``ADDRESS:PORT``."""
        return address_with_port(self.address or self.addresses[0], self.port)

    @property
    def title(self) -> str:
        """The title of the game, or its slug if this program does not have the game."""
        if self.is_club:
            return "Club"
        game = games.get(self.game)
        return game.title if game is not None else self.game

    @property
    def why_not_joinable(self) -> str:
        """One sentence on why this program cannot join the table; "" if it can."""
        if self.protocol_version != PROTOCOL_VERSION:
            newer = "a newer" if self.protocol_version > PROTOCOL_VERSION else "an older"
            return f"{self.owner_name} plays with {newer} version of this program; both ends need the same."
        if self.game not in games and not self.is_club:
            return f"{self.owner_name} plays a game that this program does not have."
        return ""


def read_announcement(
    port: int | None, text: Mapping[bytes, bytes | None], addresses: Iterable[str]
) -> FoundTable | None:
    """Return the table that a service announces; None without an address, or if its port or text record is invalid."""
    words = {key.decode("ascii", "replace"): (value or b"").decode("utf-8", "replace") for key, value in text.items()}
    reachable = tuple(addresses)[:MAX_ADDRESSES_TRIED]
    numbers = [_parse_number(words.get(key, "")) for key in ("v", "free", "seats")]
    if port is None or not 0 < port <= MAX_PORT or not reachable or None in numbers or "id" not in words:
        return None
    version, free, seats = (number or 0 for number in numbers)
    club = words.get("club") == "1"
    return FoundTable(
        id=clean_text(words["id"], MAX_NAME_CELLS * 2),
        owner_name=clean_text(words.get("host", ""), MAX_NAME_CELLS) or "Somebody",
        game=clean_text(words.get("game", ""), MAX_NAME_CELLS),
        free_seats=min(free, seats),
        seats=seats,
        phase="playing" if words.get("phase") == "playing" else "lobby",
        asks_for_code=words.get("code") == "1",
        uses_tls=words.get("tls") != "0",
        protocol_version=version,
        host_fingerprint=clean_text(words.get("key", ""), MAX_SHORT_TEXT_CHARACTERS),
        port=port,
        addresses=reachable,
        is_club=club,
    )


def _number_word(number: int) -> str:
    """Return the word for a number; numbers that are longer than others read them are cut off at the largest one."""
    return str(min(number, MAX_ANNOUNCED_NUMBER))


def _parse_number(word: str) -> int | None:
    """Return the number that a word stands for; None if it is larger than a host announces, or anything else."""
    is_number = word.isascii() and word.isdigit() and len(word) <= len(str(MAX_ANNOUNCED_NUMBER))
    return int(word) if is_number else None
