"""Mutants of a club: clubs with one fault each, every one of which the simulator must detect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from net.club.hall import Hall
from net.club.hall_people import HallPeople
from net.club.table_lifecycle import CloseOrder, TableLifecycle
from net.host import club_tables
from net.host.club_tables import ClubTable, ClubTables
from tests.sim.patches import Patch


def make_end_table_close_suspended_tables(real: Callable[..., None]) -> Callable[..., None]:
    """Return `real` (`ClubTables._end_table`) changed so that it closes a table that is suspended in the journal."""

    def end_table(self: ClubTables, number: int, *, for_good: bool, keeps_lobby: bool = False) -> None:
        real(self, number, for_good=True)

    return end_table


async def resume_without_queue(self: ClubTables, number: int) -> ClubTable | None:
    """Resume a suspended table even if it is being resumed for somebody else; this replaces `ClubTables.resume`."""
    return await self._run_suspended_table(number) if number in self._suspended else self._tables.get(number)


def make_resume_skip_waiting(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return `real` (`ClubTables._run_suspended_table`) changed so that it resumes a table while its last runner still
    ends.
    """

    async def resume(self: ClubTables, number: int) -> ClubTable | None:
        endings, self._endings = self._endings, {}
        try:
            return await real(self, number)  # type: ignore[no-any-return]
        finally:
            both = endings | self._endings
            self._endings = {number: ending for number, ending in both.items() if not ending.done()}

    return resume


def make_due_orders_close_deserted_tables(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return `real` (`TableLifecycle.due_orders`) changed so that a deserted table is closed instead of suspended."""

    def due_orders(self: TableLifecycle, now: float) -> tuple[CloseOrder, ...]:
        return tuple(CloseOrder(order.number) for order in real(self, now))

    return due_orders


def make_init_forget_people(real: Callable[..., None]) -> Callable[..., None]:
    """Return `real` (`HallPeople.__init__`) changed so that the club knows nobody after a restart."""

    def make(self: HallPeople, tokens: Any, club: str, known: Any = (), now: float = 0.0) -> None:
        real(self, tokens, club, (), now)

    return make


CLUB_MUTANT_BY_NAME: Final[Mapping[str, Patch]] = {
    "a table with people is suspended": (club_tables, "is_deserted", lambda table: True),
    "a suspended table is closed for good": (
        ClubTables,
        "_end_table",
        make_end_table_close_suspended_tables(ClubTables._end_table),
    ),
    "a table is resumed again for each person": (ClubTables, "resume", resume_without_queue),
    "a table is resumed while its runner ends": (
        ClubTables,
        "_run_suspended_table",
        make_resume_skip_waiting(ClubTables._run_suspended_table),
    ),
    "a deserted table is never suspended": (
        TableLifecycle,
        "due_orders",
        make_due_orders_close_deserted_tables(TableLifecycle.due_orders),
    ),
    "a full club suspends no table": (ClubTables, "_make_room", lambda self: True),
    "suspended tables are not given up": (ClubTables, "_limit_suspended_tables", lambda self: None),
    "who was sent away may sit down": (Hall, "is_sent_away", lambda self, id: False),
    "names are forgotten by a restart": (HallPeople, "__init__", make_init_forget_people(HallPeople.__init__)),
    "matches begin in a club that is told to stop": (ClubTables, "begin_no_more_matches", lambda self, reason: None),
}
"""Maps the name of a fault to the patch that puts it into a club."""
