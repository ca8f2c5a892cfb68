"""One playing of a game: the piles and facts as they are, and the one way to change them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import compress
from typing import TYPE_CHECKING, Final, Self, TypeAlias

from core.action import Action
from core.cards import Card
from core.dealer import Dealer, Stream
from core.errors import IllegalAction
from core.game import Standing
from core.piles import (
    BOX,
    EVERYONE,
    NOBODY,
    OVER,
    PHASE,
    TOP,
    Change,
    Fact,
    FactSet,
    Moved,
    Place,
    Remark,
    Shuffled,
    Value,
    all_but,
)
from core.record import Record
from core.view import View

if TYPE_CHECKING:
    from core.game import Game

Known: TypeAlias = tuple[dict[str, tuple[Card, ...] | int], dict[str, Value]]
"""The piles and facts of a view."""

NOBODY_WAITS: Final[frozenset[int]] = frozenset()

new_change: Final = tuple.__new__
"""Makes a change of its fields: by the million, and in half the time that a named tuple's own constructor takes."""


class Match(ABC):
    """One playing of a game from the deal to the final standings.

    What a game adds is `_set_up` and `_perform`; they change the match only by the methods below that record
    what they do. `choices` maps each seat that can act now to its legal actions; `waiting` are those seats.
    Only `act` changes a match.
    """

    __slots__ = (
        "_seen",
        "actions",
        "changes",
        "choices",
        "dealer",
        "facts",
        "game",
        "held",
        "layout",
        "opening",
        "options",
        "piles",
        "seats",
        "shadows",
        "streams",
        "waiting",
    )

    def __init__(self, game: Game, seats: int, options: Mapping[str, Value], dealer: Dealer) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.dealer = dealer
        self.layout = game.layout(seats, options)
        self.piles: list[list[Card]] = [[] for _ in self.layout.piles]
        self.facts: list[Value] = [None] * len(self.layout.facts)
        self.streams: list[Stream] = [dealer.stream(name) for name in self._stream_names()]
        self.choices: dict[int, tuple[Action, ...]] = {}
        self.waiting = NOBODY_WAITS
        self.changes: list[Change] = []
        self.actions: list[tuple[int, Action]] = []
        self.held: dict[int, list[Change]] = {}
        self.shadows: dict[int, Shadow] = {}
        self._seen: tuple[int, Known] | None = None
        self._attach()
        self.facts[OVER] = False
        self._set_up()
        self.opening: tuple[Change, ...] = tuple(self.changes)

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
        twin = object.__new__(type(self))
        twin.game = self.game
        twin.seats = self.seats
        twin.options = self.options
        twin.dealer = self.dealer
        twin.layout = self.layout
        twin.piles = [pile[:] for pile in self.piles]
        twin.facts = self.facts[:]
        twin.streams = [stream.copy() for stream in self.streams]
        twin.choices = self.choices.copy()
        twin.waiting = self.waiting
        twin.changes = []
        twin.actions = self.actions[:]
        twin.held = {seat: changes[:] for seat, changes in self.held.items()} if self.held else {}
        twin.shadows = {seat: shadow.copy() for seat, shadow in self.shadows.items()} if self.shadows else {}
        twin.opening = self.opening
        twin._seen = None
        twin._attach()
        return twin

    @property
    def record(self) -> Record:
        """The match so far: enough to replay it exactly, with the digest to prove it."""
        options = {
            name: option.show(self.options[name])
            for name, option in self.game.options.items()
            if self.options[name] != option.default
        }
        actions = tuple((int(seat), str(action)) for seat, action in self.actions)
        return Record(
            self.game.slug,
            self.seats,
            str(self.dealer.seed),
            tuple(options.items()),
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

    def _attach(self) -> None:  # noqa: B027  most games need none
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

    # The only ways in which a game changes piles and facts

    def set(self, fact: Fact, value: Value) -> None:
        """Give a fact a value, and record it if that is a change."""
        if self.facts[fact.index] != value:
            self.facts[fact.index] = value
            self.changes.append(fact.settings[value])

    def move(self, source: Place, target: Place, cards: Iterable[Card], at: int = TOP) -> None:
        """Move these cards, in this order, to the top of `target` or to the place `at`, and record it.

        `source` may be `BOX`, which holds everything, and so may `target`.
        """
        moved = tuple(cards)
        if not moved:
            return
        if source is not BOX:
            pile = self.piles[source.index]
            if len(moved) == len(pile):
                pile.clear()
            else:
                take(pile, moved)
        if target is not BOX:
            pile = self.piles[target.index]
            if at == TOP:
                pile.extend(moved)
            else:
                pile[at:at] = moved
        self.changes.append(new_change(Moved, (EVERYONE, source, target, moved, at)))

    def turn(self, stream: Stream, source: Place, target: Place, at: int = TOP) -> Card:
        """Turn the next card of a shuffled pile, lay it on `target`, record it and return it."""
        card = stream.draw(self.piles[source.index])
        if at == TOP:
            self.lay(source, target, card)
        else:
            self.piles[target.index].insert(at, card)
            self.changes.append(new_change(Moved, (EVERYONE, source, target, (card,), at)))
        return card

    def lay(self, source: Place, target: Place, card: Card) -> None:
        """Lay on `target` a card that has been drawn from `source` already, and record it."""
        self.piles[target.index].append(card)
        self.changes.append(source.lane(target)[card])

    def shuffle(self, place: Place, stream: Stream) -> None:
        """Shuffle a pile by a stream, and record it."""
        stream.shuffle(self.piles[place.index])
        self.changes.append(new_change(Shuffled, (EVERYONE, place)))

    def remark(self, key: str, seat: int | None = None, *particulars: Value) -> None:
        """Record something worth a line in the log."""
        self.changes.append(new_change(Remark, (EVERYONE, key, seat, particulars)))

    def wait_for(self, choices: dict[int, tuple[Action, ...]]) -> None:
        """Say who can act now, and how."""
        self.choices = choices
        self.waiting = frozenset(choices)

    def finish(self) -> None:
        """End the match."""
        self.wait_for({})
        self.set(self.layout.facts[PHASE], "over")
        self.set(self.layout.facts[OVER], True)

    # Sealed play: a seat sees its own at once, the others see it when the seal is broken

    def seal(self, seat: int, places: Iterable[Place], facts: Iterable[Fact]) -> None:
        """From now on show everybody but `seat` these piles and facts as they are at this moment."""
        self.shadows[seat] = Shadow(
            {
                place.name: tuple(self.piles[place.index])
                if place.audience == EVERYONE
                else len(self.piles[place.index])
                for place in places
            },
            {fact.name: self.facts[fact.index] for fact in facts},
        )
        self.held[seat] = []

    def withhold(self, seat: int) -> None:
        """Keep all that this action has changed so far for its `seat` alone, until the seal is broken."""
        self.held[seat] += self.changes
        self.changes = [change._replace(to=seat) for change in self.changes]

    def hint(self, seat: int, fact: Fact, value: Value) -> None:
        """Let everybody but `seat` believe a sealed fact to be `value`."""
        self.shadows[seat].facts[fact.name] = value
        self.changes.append(FactSet(all_but(seat), fact, value))

    def unseal(self) -> None:
        """Show everybody everything that was withheld, seat by seat."""
        for seat in sorted(self.held):
            self.changes += [change._replace(to=all_but(seat)) for change in self.held[seat]]
        self.held.clear()
        self.shadows.clear()


class Shadow:
    """What everybody but its owner is shown of a sealed seat."""

    __slots__ = ("facts", "piles")

    def __init__(self, piles: dict[str, tuple[Card, ...] | int], facts: dict[str, Value]) -> None:
        self.piles = piles
        self.facts = facts

    def copy(self) -> Shadow:
        """Return an independent shadow."""
        return Shadow(self.piles.copy(), self.facts.copy())


def take(pile: list[Card], cards: Sequence[Card]) -> None:
    """Remove `cards` in order from a pile, each time the topmost of its like; `ValueError` if one lacks."""
    for card in cards:
        if pile[-1] == card:
            pile.pop()
        else:
            del pile[len(pile) - 1 - pile[::-1].index(card)]


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
