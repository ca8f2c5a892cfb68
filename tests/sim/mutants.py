"""The host with one mistake in it, each of a kind that must not pass: the simulator has to notice every one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from msgspec.structs import replace

import core.mad_queens.match
import net.table.update_stream
from core.mad_queens.match import MadQueensMatch
from net.host.table_runner import TableRunner
from net.journal.codec import pack, unpack
from net.protocol.change_codec import write_change
from net.protocol.messages import MatchUpdate
from net.table.inputs_effects import Effect, Input, Journal
from net.table.table import Table
from net.table.update_stream import UpdateStream
from tests.sim.virtual_disk import Disk


@dataclass(frozen=True)
class Mutant:
    """A mistake: what is put in another's place, the game at which it is looked for, and a fault that helps."""

    game: str
    patches: tuple[tuple[object, str, Callable[..., Any]], ...] = ()
    often: str = ""
    house: type[TableRunner] = TableRunner
    disk: type[Disk] = Disk

    @contextmanager
    def switched_on(self) -> Iterator[None]:
        """Make the mistake for a while."""
        patchers = [patch.object(where, name, wrong) for where, name, wrong in self.patches]
        for patcher in patchers:
            patcher.start()
        try:
            yield
        finally:
            for patcher in patchers:
                patcher.stop()


class AcknowledgesFirst(TableRunner):
    """Tells people of an action, and then writes it down."""

    def _tick(self) -> None:
        chronicle, self._chronicle = self._chronicle, None
        table = self.table
        told: list[Effect] = []

        def handle(inputs: Sequence[Input], now: float) -> list[Effect]:
            told.extend(table.handle(inputs, now))
            return told

        self.table = SimpleNamespace(handle=handle)  # type: ignore[assignment]
        super()._tick()
        self.table, self._chronicle = table, chronicle
        entries = [effect.entry for effect in told if isinstance(effect, Journal)]
        if chronicle is not None and entries:
            chronicle.commit(entries, lambda error: None)


class IgnoresTornTail(Disk):
    """Takes what is left of a tick for the whole of it."""

    def _torn(self, tick: bytes) -> bytes:
        entries = unpack(tick)
        return pack(entries[: self._world.chance.randint(1, len(entries))])


def forgetful_act(real: Callable[..., None]) -> Callable[..., None]:
    """Every action is taken for a new one, whatever its number."""

    def act(table: Table, person: Any, ask: Any) -> None:
        person.done = ask.id - 1
        real(table, person, ask)

    return act


def careless_decide(real: Callable[..., Any]) -> Callable[..., Any]:
    """An action is taken for an answer to whatever is asked now."""

    def decide(table: Table, person: Any, ask: Any) -> Any:
        running = table.playing
        if running is not None and person.seat is not None:
            ask = replace(ask, match=running.number, step=running.steps[person.seat], version=None)
        return real(table, person, ask)

    return decide


def hasty_perform(real: Callable[..., None]) -> Callable[..., None]:
    """Whoever was the last to decide draws first from what all share."""

    def perform(match: Any, seat: int, action: Any) -> None:
        update = core.mad_queens.match.update_banned_cards
        with patch.object(
            core.mad_queens.match,
            "update_banned_cards",
            lambda same, order: update(same, sorted(order, key=lambda other: (other != seat, other))),
        ):
            real(match, seat, action)

    return perform


def short_since(real: Callable[..., MatchUpdate | None]) -> Callable[..., MatchUpdate | None]:
    """Who comes back is not told the last change that they have missed."""

    def since(news: UpdateStream, *arguments: Any, **options: Any) -> MatchUpdate | None:
        update = real(news, *arguments, **options)
        return update if update is None or not update.changes else replace(update, changes=update.changes[:-1])

    return since


def credulous_since(real: Callable[..., MatchUpdate | None]) -> Callable[..., MatchUpdate | None]:
    """What was told and then lost in a power cut is taken for something that has happened."""

    def since(news: UpdateStream, audience: int | None, version: int, **options: Any) -> MatchUpdate | None:
        return real(news, audience, version)

    return since


def forgetful_recall(real: Callable[..., None]) -> Callable[..., None]:
    """After a restart nobody is waited for."""

    def recall(table: Table, *arguments: Any) -> None:
        real(table, *arguments)
        table.seating.waited.clear()

    return recall


MUTANTS: Final[Mapping[str, Mutant]] = {
    "acknowledge before journalling": Mutant("mad-queens", house=AcknowledgesFirst),
    "forget action ids": Mutant("mad-queens", ((Table, "act", forgetful_act(Table.act)),)),
    "resolve ties by arrival": Mutant(
        "mad-queens", ((MadQueensMatch, "_perform", hasty_perform(MadQueensMatch._perform)),)
    ),
    "send a change unredacted": Mutant(
        "big-queen", ((net.table.update_stream, "_written", lambda change, audience: write_change(change)),)
    ),
    "resume one change short": Mutant("mad-queens", ((UpdateStream, "since", short_since(UpdateStream.since)),)),
    "never replace the absent": Mutant(
        "queen-bees-ii", ((Table, "give_up", lambda table, person: table.seating.wait(person, None)),)
    ),
    "forget absence at restart": Mutant("queen-bees-ii", ((Table, "recall", forgetful_recall(Table.recall)),)),
    "go on from what a power cut has taken": Mutant(
        "mad-queens", ((UpdateStream, "since", credulous_since(UpdateStream.since)),), often="take_back"
    ),
    "ignore a torn tail": Mutant("mad-queens", often="tear_tick", disk=IgnoresTornTail),
    "accept an action for another decision": Mutant(
        "mad-queens", ((Table, "_decide", careless_decide(Table._decide)),)
    ),
}
"""Every mistake by its name."""
