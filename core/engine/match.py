"""A match: one playing of a game, from the deal to the final standings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import Final, Self, TypeAlias

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.chance import Chance
from core.engine.dealer import Dealer
from core.engine.digest import state_digest
from core.engine.memory import Memory
from core.engine.piles import (
    BOX,
    EVERYONE,
    NOBODY,
    OVER_FACT,
    PHASE_FACT,
    TOP_POSITION,
    Change,
    Fact,
    Layout,
    Moved,
    Place,
    Remark,
    Shuffled,
    Value,
    make_change_from_fields,
    remove_cards,
)
from core.engine.random_stream import RandomStream
from core.engine.record import Record
from core.engine.rule_set import FIRST_REVISION, REVISION_OPTION_NAME, RuleSet
from core.engine.sealed_play import SealedSeats
from core.engine.standings import Standing, rank_scores
from core.engine.view import View
from core.errors import IllegalAction

KnownState: TypeAlias = tuple[dict[str, tuple[Card, ...] | int], dict[str, Value]]
"""The piles and the facts of a view, each by name."""

NOBODY_AWAITED: Final[frozenset[int]] = frozenset()
"""The value of `awaited` in a match that is over."""


class Match(ABC):
    """One playing of a game, from the deal to the final standings.

    The state of a match is its `piles` and `facts`, laid out by `layout`, and its random `streams`. A game fills in
    `_set_up` and `_perform`, which change piles and facts only by the methods `move`, `turn`, `lay`, `shuffle`,
    `set` and `remark`; each appends what it did to `changes`. `choices` maps each seat that can act now to its legal
    actions; `waiting` are those seats. From outside, only `act` changes a match.

    `game` is the rule set, `options` every option with its value, `revision` the revision of the rules,
    `opening_changes` the changes by which the match was set up, `actions` the (seat, action) pairs since then, and
    `sealed_play` the part of the seats' play that is hidden from other seats.
    """

    __slots__ = (
        "_public_cache",
        "_waiting",
        "actions",
        "changes",
        "choices",
        "dealer",
        "facts",
        "game",
        "layout",
        "opening_changes",
        "options",
        "piles",
        "revision",
        "sealed_play",
        "seats",
        "streams",
    )

    def __init__(
        self, game: RuleSet, seats: int, options: Mapping[str, Value], dealer: Dealer, template: Match | None = None
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.revision = game.revision_of(options)
        self.dealer = dealer
        self.changes: list[Change] = []
        self._public_cache: tuple[int, KnownState] | None = None
        if template is not None:
            self.layout: Layout = template.layout
            self.piles: list[list[Card]] = [pile[:] for pile in template.piles]
            self.facts: list[Value] = template.facts[:]
            self.sealed_play: SealedSeats = template.sealed_play.copy()
            self.streams: list[RandomStream] = [stream.copy() for stream in template.streams]
            self.choices: dict[int, tuple[Action, ...]] = template.choices.copy()
            self._waiting = template.waiting
            self.actions: list[tuple[int, Action]] = template.actions[:]
            self.opening_changes: tuple[Change, ...] = template.opening_changes
            self._store_piles_and_streams()
            return
        self.layout = game.layout(seats, options)
        self.piles = [[] for _ in self.layout.piles]
        self.facts = [None] * len(self.layout.facts)
        self.sealed_play = SealedSeats()
        self.streams = [dealer.stream(name) for name in self._stream_names()]
        self.choices = {}
        self._waiting = NOBODY_AWAITED
        self.actions = []
        self._store_piles_and_streams()
        self.facts[OVER_FACT] = False
        self._set_up()
        self.opening_changes = tuple(self.changes)

    # The public methods of every match

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return the actions that `seat` may do now, in a stable order; empty if it may not act."""
        return self.choices.get(seat, ())

    def act(self, seat: int, action: Action) -> tuple[Change, ...]:
        """Carry out an action of `seat` and return all changes that it made, in order.

        Raises `IllegalAction`, and changes nothing, if the rules do not allow it now (G-2), and `BadOption`, and
        changes nothing, if a prepared deal lists a card that is not where it should come from.
        """
        if self.dealer.script:
            self.try_on_copy(seat, action)
        choices = self.choices.get(seat, ())
        try:
            action = choices[choices.index(action)]  # record the rules' own value, not an equal one
        except ValueError:
            raise IllegalAction(self.refusal(seat, action)) from None
        self.changes = []
        self._perform(seat, action)
        self.actions.append((seat, action))
        return tuple(self.changes)

    def try_on_copy(self, seat: int, action: Action) -> None:
        """Carry out an action on a copy of this match, to find out whether it raises an error; return nothing.

        Raises `BadOption` if a prepared deal lists a card that is not where it should come from, and `IllegalAction` if
        the rules do not allow the action.
        """
        twin = self.copy()
        twin.dealer = Dealer(self.dealer.seed)  # the streams have their prepared orders already
        twin.act(seat, action)

    @property
    def waiting(self) -> frozenset[int]:
        """The seats that can act now."""
        return self._waiting

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose action the match needs to continue; other seats that are `waiting` may act, but need not.

        Only for awaited seats does a table run the clock, let a stand-in decide or give a bot its turn. In most games
        all waiting seats are awaited.
        """
        return self.waiting

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.facts[OVER_FACT] is True

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings of all seats now, best first; equal scores share a rank."""
        return rank_scores([(seat, self.score(seat)) for seat in range(self.seats)])

    @abstractmethod
    def default(self, seat: int, is_away: bool = False) -> Action:
        """Return the automatic action of a waiting `seat` whose clock ran out (G-7).

        `is_away` is whether nobody is there to play the seat, for whom a game may then choose another action.
        """

    def view(self, seat: int | None) -> View:
        """Return what `seat` (None: a spectator) may know now.

        What all may know is computed once after each action, and kept until `forget_views`.
        """
        piles, facts = self._public_state()
        own = self._seen_by_seat_only(seat) if seat is not None else ()
        if own:
            piles, facts = piles.copy(), facts.copy()
            for item in own:
                if isinstance(item, Fact):
                    facts[item.name] = self.facts[item.layout_index]
                else:
                    pile = self.piles[item.layout_index]
                    piles[item.name] = tuple(pile) if item.audience != NOBODY else len(pile)
        return View(self.game.slug, self.seats, self.options, seat, piles, facts)

    def forget_views(self) -> None:
        """Forget the views that were computed since the last action, to free their memory; the next one is computed
        again."""
        self._public_cache = None

    def _seen_by_seat_only(self, seat: int) -> Sequence[Place | Fact]:
        """Return the places and facts that this seat sees but a spectator does not."""
        private = self.layout.private_by_seat.get(seat, ())
        public_state = self.sealed_play.public_states.get(seat)
        return (
            [*private, *map(self.layout.named, (*public_state.piles, *public_state.facts))] if public_state else private
        )

    def _public_state(self) -> KnownState:
        """Return the piles and facts that a spectator sees."""
        if self._public_cache is None or self._public_cache[0] != len(self.actions):
            layout = self.layout
            piles: dict[str, tuple[Card, ...] | int] = {
                name: tuple(pile) if is_open else len(pile)
                for (name, is_open), pile in zip(layout.open_piles, self.piles, strict=True)
            }
            facts = dict(compress(zip(layout.fact_names, self.facts, strict=True), layout.open_facts))
            for public_state in self.sealed_play.public_states.values():
                piles.update(public_state.piles)
                facts.update(public_state.facts)
            self._public_cache = len(self.actions), (piles, facts)
        return self._public_cache[1]

    def copy(self) -> Self:
        """Return an independent match in the same state, for search."""
        return type(self)(self.game, self.seats, self.options, self.dealer, self)

    def continued_with_seed(self, seed: int | str) -> Self:
        """Return an independent match in the same state, whose further chance comes from another seed.

        All cards are in the same places; cards that are still to be drawn from shuffled piles come in another order.
        The `record` of the new match cannot be replayed.
        """
        twin = self.copy()
        twin.dealer = Dealer.seeded(seed)
        for stream in twin.streams:
            stream.restart(seed)
        return twin

    def imagined_match(self, seat: int, memory: Memory, chance: Chance) -> Self:
        """Return a match that looks like this one to `seat`, with all that the seat does not know drawn by `chance`."""
        return self.imagine(self.game, self.view(seat), memory, chance)

    @classmethod
    def imagine(cls, game: RuleSet, view: View, memory: Memory, chance: Chance) -> Self:
        """Return a match that shows the seat of `view` that view, with all that the seat cannot know drawn by `chance`.

        The hidden cards are drawn from all arrangements that are possible by the view and the memory of that seat, each
        with equal chance, and so is the dealer's seed. The match can be played to its end, but its `actions` have none
        from before the view, so its `record` cannot be replayed. Raises `ValueError` if the view is not the one that
        the changes noted in the memory lead to.
        """
        dealt = memory.deal(view, chance)
        return cls.resume_from_view(game, view, memory, dealt, Dealer.seeded(f"imagined-{chance.randrange(1 << 64):x}"))

    @classmethod
    def resume_from_view(
        cls, game: RuleSet, view: View, memory: Memory, hidden_cards: Mapping[str, Sequence[Card]], dealer: Dealer
    ) -> Self:
        """Return a match in the state of `view`; `hidden_cards` maps the name of each hidden pile to its cards, and
        `dealer` makes its random streams.

        `memory` is what the view's seat remembers: from it come the facts that are not in the view.
        """
        match = cls.__new__(cls)
        match.game, match.seats, match.options, match.dealer = game, view.seats, view.options, dealer
        match.revision = game.revision_of(view.options)
        match.layout = game.layout(view.seats, view.options)
        shown = {name: pile for name, pile in view.piles.items() if not isinstance(pile, int)}
        match.piles = [
            list(hidden_cards[place.name] if place.name in hidden_cards else shown[place.name])
            for place in match.layout.piles
        ]
        facts = {**view.facts, **memory.unseen_facts(view, hidden_cards)}
        match.facts = [facts[name] for name in match.layout.fact_names]
        match.sealed_play = SealedSeats()
        match.streams = [dealer.stream(name) for name in match._stream_names()]
        match.changes, match.actions, match.opening_changes = [], [], ()
        match.choices, match._waiting, match._public_cache = {}, NOBODY_AWAITED, None
        match._store_piles_and_streams()
        match._compute_derived_state()
        return match

    @property
    def record(self) -> Record:
        """The match so far: enough to replay it exactly, with the digest to prove it."""
        actions = tuple((int(seat), str(action)) for seat, action in self.actions)
        return Record(
            self.game.slug,
            self.seats,
            str(self.dealer.seed),
            self.game.record_options(self.options),
            self.dealer.script_text,
            actions,
            self.digest.hex(),
        )

    @property
    def digest(self) -> bytes:
        """A SHA-256 hash of the complete state (piles, facts, streams); two matches in the same state have the same
        hash."""
        options = [f"{name}={option.text_of(self.options[name])}" for name, option in self.game.options.items()]
        if self.revision > FIRST_REVISION:
            options.append(f"{REVISION_OPTION_NAME}={self.revision}")
        heading = f"{self.game.slug} {self.seats} {' '.join(options)}"
        return state_digest(heading, self.layout, self.piles, self.facts, self.streams)

    # Methods that a game defines

    @abstractmethod
    def _set_up(self) -> None:
        """Set piles and facts as they are before the first decision, and `wait_for` the first seats."""

    @abstractmethod
    def _perform(self, seat: int, action: Action) -> None:
        """Carry out a legal action and all its consequences up to the next decision."""

    @abstractmethod
    def _stream_names(self) -> Sequence[str]:
        """Return the names of the dealer's streams that this match uses, in the order of `streams`."""

    @abstractmethod
    def score(self, seat: int) -> int:
        """Return the score of a seat in the present state of the match."""

    def _store_piles_and_streams(self) -> None:  # noqa: B027
        """Store references to the piles and streams that a game uses often; called for a new match and every copy."""

    def _compute_derived_state(self) -> None:
        """Compute from piles and facts the other values that the match stores, and who can act."""
        legal = {seat: self.game.legal(self.view(seat)) for seat in range(self.seats)}
        self.wait_for({seat: actions for seat, actions in legal.items() if actions})

    def refusal(self, seat: int, action: Action) -> str:
        """Return in one sentence why `seat` may not do `action` now."""
        if not self.over and seat not in range(self.seats):
            return f"There is no such seat in this match; the seats are 1 to {self.seats}."
        return self.game.refusal(self.view(None if self.over else seat), action)

    # Methods by which a game changes its state

    def set(self, fact: Fact, value: Value) -> None:
        """Set a fact, and record it if the value is new."""
        if self.facts[fact.layout_index] != value:
            self.facts[fact.layout_index] = value
            self.changes.append(fact.changes_to[value])

    def move(self, source: Place, target: Place, cards: Iterable[Card], position: int = TOP_POSITION) -> None:
        """Move these cards, in this order, to the top of `target` or to position `position`, and record it, if there
        are any.

        Positions count from 0 at the bottom. `source` and `target` may be `BOX`, which holds every card. The cards must
        lie in `source`.
        """
        moved = tuple(cards)
        if not moved:
            return
        if source is not BOX:
            pile = self.piles[source.layout_index]
            if len(moved) == len(pile):
                pile.clear()
            else:
                remove_cards(pile, moved)
        if target is not BOX:
            pile = self.piles[target.layout_index]
            if position == TOP_POSITION:
                pile.extend(moved)
            else:
                pile[position:position] = moved
        self.changes.append(make_change_from_fields(Moved, (EVERYONE, source, target, moved, position)))

    def turn(self, stream: RandomStream, source: Place, target: Place, position: int = TOP_POSITION) -> Card:
        """Draw the next card of a shuffled pile by its stream, lay it on `target`, record that, and return the card.

        It lies at position `position`, from 0 at the bottom, by default at the top.
        """
        card = stream.draw(self.piles[source.layout_index])
        if position == TOP_POSITION:
            self.lay(source, target, card)
        else:
            self.piles[target.layout_index].insert(position, card)
            self.changes.append(make_change_from_fields(Moved, (EVERYONE, source, target, (card,), position)))
        return card

    def lay(self, source: Place, target: Place, card: Card) -> None:
        """Lay a card that has already been drawn from `source` on `target`, and record it."""
        self.piles[target.layout_index].append(card)
        self.changes.append(source.moves_to(target)[card])

    def shuffle(self, place: Place, stream: RandomStream) -> None:
        """Shuffle a pile by a stream, and record it."""
        stream.shuffle(self.piles[place.layout_index])
        self.changes.append(make_change_from_fields(Shuffled, (EVERYONE, place)))

    def remark(self, key: str, seat: int | None = None, *particulars: Value) -> None:
        """Record a line for the log; `key` and `particulars` are for `Game.sentence`."""
        self.changes.append(make_change_from_fields(Remark, (EVERYONE, key, seat, particulars)))

    def wait_for(self, choices: dict[int, tuple[Action, ...]]) -> None:
        """Set who can act now, and what each of these seats may do."""
        self.choices = choices
        self._waiting = frozenset(choices)

    def finish(self) -> None:
        """End the match: set the facts `over` and `phase`, and let no seat act."""
        self.wait_for({})
        self.set(self.layout.facts[PHASE_FACT], "over")
        self.set(self.layout.facts[OVER_FACT], True)
