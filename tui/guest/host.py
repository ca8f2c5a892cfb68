"""What the guests of one host share, over whatever carrier they come: limits, turns, memory and tokens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

import msgspec

from tui.app.eager_tasks import forbid_eager_tasks
from tui.guest.device_codes import DeviceCodes
from tui.guest.guest_limit import GuestLimit
from tui.guest.guest_tokens import find_guest_token, guest_token_key, keep_guest_token
from tui.guest.identity import GuestPlace, ResumeInfo
from tui.guest.limits import (
    MAX_GUESTS_KNOWN,
    MAX_PROGRAMS_ENDING,
    MAX_PROGRAMS_STARTING,
    PAUSE_AFTER_PROGRAM_END_SECONDS,
)
from tui.guest.runtime import GcPolicy, meter_loop_time

if TYPE_CHECKING:
    from net.host.club_storage import SharedGuestTokens
    from tui.guest.guest_service import GuestService

ParametersT = ParamSpec("ParametersT")
ResultT = TypeVar("ResultT")

log = logging.getLogger("queens.guest")
"""The log of errors in guests' programs, for developers."""

GUEST_PLACE_KEY_WORD: Final = "place"
"""The word, in place of a table's identifier, in the key under which the hosts of a club store where a guest is."""


class GuestHost:
    """What all guests of a host share. `service` is the table or club that they come to; their tokens are in `folder`.

    `resume_info_by_identity` has what guests need to return, by identity. `guest_count` is the number of sessions so
    far, and `device_codes` has the codes by which other devices of guests take over their seats.
    """

    def __init__(self, service: GuestService, folder: Path) -> None:
        self.service = service
        self.folder = folder
        self.guest_limit = GuestLimit()
        self.gc_policy = GcPolicy()
        self.resume_info_by_identity: dict[str, ResumeInfo] = {}
        self.device_codes = DeviceCodes()
        self.guest_count = 0
        self._start_slots = asyncio.Semaphore(MAX_PROGRAMS_STARTING)
        self._starting = 0
        self._end_slots = asyncio.Semaphore(MAX_PROGRAMS_ENDING)
        self._last_number = 0
        self._listeners = 0
        self._is_stopped = False
        self._disk = asyncio.Lock()
        self._unwritten_places: dict[str, GuestPlace] = {}  # the newest one of each guest, by identity
        self._place_writers: dict[str, asyncio.Task[None]] = {}  # by the identity of the guest

    def add_listener(self) -> None:
        """Count a listener that opens, and prepare the event loop for guests' programs."""
        loop = asyncio.get_running_loop()
        forbid_eager_tasks(loop)
        meter_loop_time(loop)
        self._listeners += 1

    def stop(self) -> None:
        """Record that the table closes; from now on programs may end at the same time."""
        self._is_stopped = True

    def remove_listener(self) -> None:
        """Stop counting a listener that has closed; after the last one, give all objects back to Python's garbage
        collector.
        """
        self._listeners -= 1
        if self._listeners <= 0:
            self.gc_policy.unfreeze()

    @asynccontextmanager
    async def wait_to_start_program(self) -> AsyncIterator[None]:
        """Wait until a program may start; it counts as starting until the context ends, at its first screen."""
        self._starting += 1
        try:
            async with self._start_slots:
                yield
        finally:
            self._starting -= 1

    @asynccontextmanager
    async def wait_to_end_program(self) -> AsyncIterator[None]:
        """Wait until a program may end, so that guests who leave together do not hold up others.

        When the table closes, do not wait.
        """
        if self._is_stopped:
            yield
            return
        async with self._end_slots:
            yield
            if not self._is_stopped:
                await asyncio.sleep(PAUSE_AFTER_PROGRAM_END_SECONDS)

    def is_program_starting(self) -> bool:
        """Return whether a guest's program is starting."""
        return self._starting > 0

    def has_room_for_animation(self) -> bool:
        """Return whether so few guests are connected that their boards may be animated."""
        return self.guest_limit.leaves_room_for_animation

    def next_guest_number(self) -> int:
        """Return a number that no guest has had; guests have turns in this order."""
        self._last_number += 1
        return self._last_number

    def remember_guest(self, identity: str, resume_info: ResumeInfo) -> None:
        """Store in memory what a guest needs to return; above `MAX_GUESTS_KNOWN`, drop the oldest one without a seat.

        Anybody can make new keys, so guests who have a seat are never dropped for others.
        """
        self.resume_info_by_identity.pop(identity, None)
        self.resume_info_by_identity[identity] = resume_info
        if len(self.resume_info_by_identity) > MAX_GUESTS_KNOWN:
            has_seat = self.service.has_seat
            forgotten = next(
                (other for other, kept in self.resume_info_by_identity.items() if not has_seat(kept)), None
            )
            if forgotten is not None:
                del self.resume_info_by_identity[forgotten]

    async def find_token(self, identity: str, table: str) -> str:
        """Return the token of a guest for the table, or club, with this identifier; "" without one.

        It is read from disk, or from where all hosts of a club keep the tokens of guests.
        """
        shared = self.service.shared_tokens
        if shared is not None:
            found = await shared.find(guest_token_key(identity, table))
            return found or (shared.hall_token(identity) if table == self.service.public_id else "")
        return await self._run_in_disk_thread(find_guest_token, self.folder, guest_token_key(identity, table))

    async def keep_token(self, identity: str, table: str, token: str) -> None:
        """Store the token of a guest for the table, or club, with this identifier where `find_token` finds it."""
        key, priorities = guest_token_key(identity, table), self.service.token_priorities()
        shared = self.service.shared_tokens
        if shared is not None:
            await shared.keep(key, token)
            return
        await self._run_in_disk_thread(keep_guest_token, self.folder, key, token, priorities)

    async def find_place(self, identity: str) -> GuestPlace | None:
        """Return where a guest is, or was when their connection ended, as the hosts of a club know it.

        None if it is not known, or if the club has one host.
        """
        shared = self.service.shared_tokens
        if shared is None:
            return None
        if identity in self._place_writers:
            await asyncio.wait([self._place_writers[identity]])
        kept = await shared.find(guest_token_key(identity, GUEST_PLACE_KEY_WORD))
        try:
            return msgspec.json.decode(kept, type=GuestPlace) if kept else None
        except msgspec.MsgspecError:
            return None

    def keep_place(self, identity: str, place: GuestPlace) -> None:
        """Tell all hosts of a club where a guest is; returns at once, and nothing is kept if the club has one host."""
        shared = self.service.shared_tokens
        if shared is not None:
            self._unwritten_places[identity] = place
            if identity not in self._place_writers:
                writing = self._write_newest_place(identity, shared)
                self._place_writers[identity] = asyncio.get_running_loop().create_task(writing)

    async def _write_newest_place(self, identity: str, shared: SharedGuestTokens) -> None:
        """Store where a guest is, and again if they have gone elsewhere meanwhile; places between are left out."""
        key = guest_token_key(identity, GUEST_PLACE_KEY_WORD)
        try:
            while (place := self._unwritten_places.pop(identity, None)) is not None:
                await shared.keep(key, msgspec.json.encode(place).decode())
        finally:
            del self._place_writers[identity]

    async def finish_place_writes(self) -> None:
        """Return when the places of all guests are stored, or could not be."""
        if self._place_writers:
            await asyncio.wait(list(self._place_writers.values()))

    async def _run_in_disk_thread(
        self, function: Callable[ParametersT, ResultT], *arguments: ParametersT.args, **options: ParametersT.kwargs
    ) -> ResultT:
        """Call a function that uses the disk in a thread, and return its result; the calls run one after the other."""
        async with self._disk:
            return await asyncio.to_thread(function, *arguments, **options)

    def report_crash(self, error: BaseException) -> None:
        """Log the error that ended a guest's program, for developers; neither guests nor players see it."""
        log.debug("a guest's program has failed", exc_info=error)
