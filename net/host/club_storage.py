"""`ClubStorage`: the place where a club keeps what outlives its process: its tables, its people, and the secret of its
tokens."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Final, Protocol, TypeAlias

from net.club.directory import MemoryDirectory
from net.club.hall_people import KnownPerson
from net.host.club_people_file import CLUB_PEOPLE_FILE, ClubPeopleFile
from net.host.club_results import ClubResults
from net.host.recovery import JournalSettings
from net.host.table_register import LocalRegister, TableRegister
from net.journal import ClubJournal, club_slot, open_club_journal
from net.private_files import load_private_json, save_private_json

CLUB_FILE: Final = "club.json"
"""The name of the file beside the journal with the secret that proves the tokens of clubs."""


AdmitPerson: TypeAlias = Callable[[str, str, Callable[[], Collection[str]]], Coroutine[Any, Any, KnownPerson]]
"""A function that returns the person with an identifier; a new person gets the asked name, or a similar one that is
free.

Its last argument returns the names that the hall knows to be in use. Raises `net.cluster.store.StoreUnreachable` if the
store does not answer.
"""


class ClubPeople(Protocol):
    """Keeps the people of a club."""

    @property
    def admit(self) -> AdmitPerson | None:
        """The function that admits a person whom this hall does not know, but another host may; None if there is no
        other host.
        """

    def load(self) -> tuple[KnownPerson, ...]:
        """Return the people who were known when the club's last process ended."""

    def keep_up_to_date(
        self,
        people: Callable[[], Sequence[KnownPerson]],
        version: Callable[[], int],
        record_person: Callable[[KnownPerson], None],
    ) -> Coroutine[Any, Any, None]:
        """Save the people whenever `version` has changed, until the task is cancelled.

        `record_person` is called with each person whom another host of the club has saved.
        """


class SharedGuestTokens(Protocol):
    """Keeps the tokens of guests for all hosts of a club, each under a hash of who the guest is and where it is valid:
    in the hall or at which table.

    `hall_token` returns a guest's token for the hall, from the key or cookie by which the guest is recognised.
    """

    hall_token: Callable[[str], str]

    async def find(self, token_hash: str) -> str:
        """Return the token that is kept under a hash, "" if there is none."""

    async def keep(self, token_hash: str, token: str) -> None:
        """Store a guest's token under a hash that tells nobody who the guest is."""


class ClubStorage(Protocol):
    """The storage of a club at a port: its tables, its people and its secret, which it needs again after a restart."""

    def register(self, address: str, port: int) -> TableRegister:
        """Return the register of the club's tables; `address` is that by which people come in.

        Raises `ClubInUse` or `JournalUnusable` if they are on this machine and cannot be used.
        """

    def secret(self, port: int) -> bytes:
        """Return the secret that proves the tokens of the club's hall."""

    async def common_code(self, code: str, *, is_drawn: bool) -> str:
        """Return the code that all hosts of the club ask people for, "" for none; `code` is the one that is wanted
        here.

        A code that was drawn at random (`is_drawn`) is replaced by the code of other hosts, if there are any. Raises
        `NetError` if a code that a person chose differs from theirs, or the store cannot be used.
        """

    def people(self, port: int) -> ClubPeople | None:
        """Return the keeper of the club's people, or None if they are not kept."""

    def guest_tokens(self, hall_token: Callable[[str], str]) -> SharedGuestTokens | None:
        """Return the object that keeps the tokens of guests for all hosts; None if a single host keeps them itself.

        `hall_token` returns a guest's token for the hall, from the key or cookie by which the guest is recognised.
        """

    def results(self) -> ClubResults:
        """Return the results of the club's matches, with the totals of the evening; call `register` first."""


class LocalStorage:
    """The storage of a club on one machine: files beside its `journal`; without a journal nothing is kept."""

    def __init__(self, journal: JournalSettings | None) -> None:
        self._journal = journal
        self._tables: ClubJournal | None = None

    def open_journal(self, port: int) -> ClubJournal | None:
        """Return the journal of its tables, which no other process can open until it is closed; None if nothing is
        kept.

        Raises `ClubInUse` if another process runs or moves the club at this port, or `JournalUnusable`.
        """
        kept = self._journal
        return None if kept is None else open_club_journal(kept.path, kept.clock, port, kept.durable)

    def register(self, address: str, port: int) -> LocalRegister:
        """Return the register of its tables, with the journal.

        Raises `ClubInUse` if another process runs or moves the club at this port, or `JournalUnusable`.
        """
        self._tables = self.open_journal(port)
        return LocalRegister(MemoryDirectory(), self._tables)

    def secret(self, port: int) -> bytes:
        """Return the secret that proves the tokens of the club's hall: the saved one, or else a new one, which is
        saved.
        """
        new = secrets.token_hex(32)
        if self._journal is None:
            return bytes.fromhex(new)
        path, slot = self._journal.path.with_name(CLUB_FILE), club_slot(port)
        saved = load_private_json(path, dict)
        if not isinstance(saved.get(slot), str):
            saved[slot] = new
            save_private_json(path, saved)
        return str(saved[slot]).encode()

    async def common_code(self, code: str, *, is_drawn: bool) -> str:
        """Return the code itself: there is no other host."""
        return code

    def has_club(self, port: int) -> bool:
        """Return whether there has been a club at this port."""
        saved = {} if self._journal is None else load_private_json(self._journal.path.with_name(CLUB_FILE), dict)
        return isinstance(saved.get(club_slot(port)), str)

    def people(self, port: int) -> ClubPeopleFile | None:
        """Return the file that remembers the people of the club at this port, None without a journal."""
        if self._journal is None:
            return None
        return ClubPeopleFile(self._journal.path.with_name(CLUB_PEOPLE_FILE), club_slot(port), self._journal.clock)

    def guest_tokens(self, hall_token: Callable[[str], str]) -> None:
        """Return None: tokens need not be shared, as the club has one host."""

    def results(self) -> ClubResults:
        """Return the results of the club's matches, from the journal."""
        return ClubResults(self._tables)
