"""One playing of a game, from the deal to the final standings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import compress
from typing import TYPE_CHECKING, Final, Self, TypeAlias

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.change_log import ChangeLog
from core.engine.dealer import Dealer
from core.engine.game import Standing
from core.engine.piles import (
    NOBODY,
    OVER,
    PHASE,
    Change,
    Fact,
    Place,
    Value,
)
from core.engine.random_stream import RandomStream
from core.engine.record import Record
from core.engine.view import View
from core.errors import IllegalAction

if TYPE_CHECKING:
    from core.engine.game import Game

Known: TypeAlias = tuple[dict[str, tuple[Card, ...] | int], dict[str, Value]]
"""The piles and facts of a view."""

NOBODY_WAITS: Final[frozenset[int]] = frozenset()


class Match(ChangeLog, ABC):
    """One playing of a game from the deal to the final standings.

    What a game adds is `_set_up` and `_perform`; they change piles and facts only by what a `ChangeLog` offers.
    `choices` maps each seat that can act now to its legal actions; `waiting` are those seats. Only `act` changes
    a match.
    """

    __slots__ = (
        "_seen",
        "_waiting",
        "actions",
        "choices",
        "dealer",
        "game",
        "opening",
        "options",
        "seats",
        "streams",
    )

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, Value], dealer: Dealer, like: Match | None = None
    ) -> None:
        super().__init__(game.layout(seats, options) if like is None else like.layout, like)
        self.game = game
        self.seats = seats
        self.options = options
        self.dealer = dealer
        self._seen: tuple[int, Known] | None = None
        if like is not None:
            self.streams: list[RandomStream] = [stream.copy() for stream in like.streams]
            self.choices: dict[int, tuple[Action, ...]] = like.choices.copy()
            self._waiting = like.waiting
            self.actions: list[tuple[int, Action]] = like.actions[:]
            self.opening: tuple[Change, ...] = like.opening
            self._attach()
            return
        self.streams = [dealer.stream(name) for name in self._stream_names()]
        self.choices = {}
        self._waiting = NOBODY_WAITS
        self.actions = []
        self._attach()
        self.facts[OVER] = False
        self._set_up()
        self.opening = tuple(self.changes)

    # What every game offers to the outside

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return what `seat` may do now in a stable order; empty when it is not waited for."""
        return self.choices.get(seat, ())

    def act(self, seat: int, action: Action) -> tuple[Change, ...]:
        """Let `seat` do `action` and return everything that it changed, in order.

        Raises `IllegalAction`, and changes nothing, if the rules do not allow it now.
        """
        choices = self.choices.get(seat, ())
        try:
            action = choices[choices.index(action)]  # what is recorded is the rules' own value, not its equal
        except ValueError:
            raise IllegalAction(self.refusal(seat, action)) from None
        self.changes = []
        self._perform(seat, action)
        self.actions.append((seat, action))
        return tuple(self.changes)

    @property
    def waiting(self) -> frozenset[int]:
        """The seats that can act now."""
        return self._waiting

    @property
    def awaited(self) -> frozenset[int]:
        """The seats without which the match does not go on; others that are `waiting` may act, but need not.

        Clocks, absence and bots' turns concern these alone. In most games they are all that are waiting.
        """
        return self.waiting

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.facts[OVER] is True

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Where every seat stands now, best first; equal scores share a rank."""
        return ranked([(seat, self.score(seat)) for seat in range(self.seats)])

    @abstractmethod
    def default(self, seat: int, away: bool = False) -> Action:
        """Return the automatic action of a waiting `seat`: its clock ran out, or (`away`) nobody is there."""

    def view(self, seat: int | None) -> View:
        """Return what `seat` may know now; None is a spectator."""
        piles, facts = self._public()
        own = self._own(seat) if seat is not None else ()
        if own:
            piles, facts = piles.copy(), facts.copy()
            for item in own:
                if isinstance(item, Fact):
                    facts[item.name] = self.facts[item.index]
                else:
                    pile = self.piles[item.index]
                    piles[item.name] = tuple(pile) if item.audience != NOBODY else len(pile)
        return View(self.game.slug, self.seats, self.options, seat, piles, facts)

    def _own(self, seat: int) -> Sequence[Place | Fact]:
        """Return the places and facts of which `seat` is shown something else than everybody."""
        private = self.layout.private.get(seat, ())
        shadow = self.shadows.get(seat)
        return [*private, *map(self.layout.named, (*shadow.piles, *shadow.facts))] if shadow else private

    def _public(self) -> Known:
        """Return what a spectator knows: made once after an action, however many then look."""
        if self._seen is None or self._seen[0] != len(self.actions):
            layout = self.layout
            piles: dict[str, tuple[Card, ...] | int] = {
                name: tuple(pile) if is_open else len(pile)
                for (name, is_open), pile in zip(layout.open_piles, self.piles, strict=True)
            }
            facts = dict(compress(zip(layout.fact_names, self.facts, strict=True), layout.open_facts))
            for shadow in self.shadows.values():
                piles.update(shadow.piles)
                facts.update(shadow.facts)
            self._seen = len(self.actions), (piles, facts)
        return self._seen[1]

    def copy(self) -> Self:
        """Return an independent match in the same state, for search."""
        return type(self)(self.game, self.seats, self.options, self.dealer, self)

    @property
    def record(self) -> Record:
        """The match so far: enough to replay it exactly, with the digest to prove it."""
        actions = tuple((int(seat), str(action)) for seat, action in self.actions)
        return Record(
            self.game.slug,
            self.seats,
            str(self.dealer.seed),
            self.game.departures(self.options),
            self.dealer.script_text,
            actions,
            self.digest.hex(),
        )

    @property
    def digest(self) -> bytes:
        """A hash (SHA-256) of the whole state, piles, facts and dealer, by whatever order of actions reached."""
        state = sha256()
        options = " ".join(f"{name}={self.game.options[name].show(value)}" for name, value in self.options.items())
        state.update(f"{self.game.slug} {self.seats} {options}\n".encode())
        for place, pile in zip(self.layout.piles, self.piles, strict=True):
            state.update(f"pile {place.name} ".encode() + bytes(pile) + b"\n")
        for fact, value in zip(self.layout.facts, self.facts, strict=True):
            state.update(f"fact {fact.name} {spell(value)}\n".encode())
        for stream in self.streams:
            state.update(f"stream {stream.state}\n".encode())
        return state.digest()

    # What a game fills in

    @abstractmethod
    def _set_up(self) -> None:
        """Lay the match out as it is before the first decision."""

    @abstractmethod
    def _perform(self, seat: int, action: Action) -> None:
        """Carry out a legal action and all that follows from it without a decision."""

    @abstractmethod
    def _stream_names(self) -> Sequence[str]:
        """Name the dealer's streams that this match uses, in the order of `streams`."""

    @abstractmethod
    def score(self, seat: int) -> int:
        """Return the score of a seat now."""

    def _attach(self) -> None:
        """Give names of its own to the piles and streams; called again for a copy."""

    def refusal(self, seat: int, action: Action) -> str:
        """Return in one sentence why `seat` may not do `action` now."""
        if self.over:
            return "The match is over."
        if seat not in range(self.seats):
            return f"There is no seat {seat} in this match; the seats are 0 to {self.seats - 1}."
        if not self.choices.get(seat):
            return self.not_now(seat)
        if type(action) is not Action:
            return f"{str(action)[:40]!r} is no action of {self.game.title}."
        return self.why_not(seat, action)

    def not_now(self, seat: int) -> str:
        """Return in one sentence why nothing is asked of `seat` now."""
        return "It is not your turn."

    def why_not(self, seat: int, action: Action) -> str:
        """Return in one sentence why a waiting `seat` may not do `action`."""
        allowed = ", ".join(map(str, self.choices[seat][:12]))
        return f"{action} is not possible now; you may: {allowed}."

    def wait_for(self, choices: dict[int, tuple[Action, ...]]) -> None:
        """Say who can act now, and how."""
        self.choices = choices
        self._waiting = frozenset(choices)

    def finish(self) -> None:
        """End the match."""
        self.wait_for({})
        self.set(self.layout.facts[PHASE], "over")
        self.set(self.layout.facts[OVER], True)


def ranked(scores: Iterable[tuple[int, int]]) -> tuple[Standing, ...]:
    """Return the standings of (seat, score) pairs: highest first, equal scores share a rank."""
    ordered = sorted(scores, key=lambda pair: (-pair[1], pair[0]))
    standings: list[Standing] = []
    for place, (seat, score) in enumerate(ordered, start=1):
        shared = bool(standings) and standings[-1].score == score
        standings.append(Standing(seat, score, standings[-1].rank if shared else place))
    return tuple(standings)


def spell(value: Value) -> str:
    """Return a fact's value as the text that a digest hashes: the same on every machine for ever."""
    if isinstance(value, tuple):
        return "(" + " ".join(map(spell, value)) + ")"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    return str(value)
