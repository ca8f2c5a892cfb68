"""`LogSentence`: a sentence of the log of a match, with the states of the match that it speaks of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from core import Action, Card, Game, Match, Remark, View, cards


@dataclass(frozen=True)
class LogSentence:
    """A sentence of the log about `seat`. Its views show the whole match, all hidden cards included."""

    seat: int | None
    groups: Mapping[str, str]
    """The parts of the sentence that its regular expression names."""
    view_before_action: View
    """The view before the action."""
    view_now: View
    """The view when the sentence was written."""
    next_view: View
    """The view when the next sentence was written or the action was over."""
    view_after_action: View
    """The view after the action."""

    def number(self, name: str) -> int:
        """Return a part of the sentence as a number."""
        return int(self.groups[name])

    def cards_in(self, name: str) -> tuple[Card, ...]:
        """Return a named part of the sentence, such as ``3♠, 4♠ and 5♠``, as cards."""
        return cards(self.groups[name].replace(",", "").replace(" and ", " "))

    def pile(self, name: str, view: View | None = None) -> tuple[Card, ...]:
        """Return the cards of a pile now, or in `view`; if the name ends in a slash, the seat's number is added to
        it.
        """
        return (view or self.view_now).cards(self._name_with_seat(name))

    def fact(self, name: str, view: View | None = None) -> object:
        """Return the value of a fact now, or in `view`; if the name ends in a slash, the seat's number is added to
        it.
        """
        return (view or self.view_now).facts[self._name_with_seat(name)]

    def gain(self, fact: str = "score/") -> int:
        """Return by how much the value of a fact, a number, has grown between this sentence and the next."""
        after, before = self.fact(fact, self.next_view), self.fact(fact)
        assert isinstance(after, int)
        assert isinstance(before, int)
        return after - before

    def _name_with_seat(self, name: str) -> str:
        """Return the name of a pile or fact; if it ends in a slash, this seat's number is added to it."""
        return f"{name}{self.seat}" if name.endswith("/") else name


SentenceCheck: TypeAlias = Callable[[LogSentence], bool]
"""A function of a sentence that returns whether what the sentence says is true."""

ActionChooser: TypeAlias = Callable[[Match, Random], tuple[int, Action]]
"""A function that chooses the seat that acts next in a match, and its action."""


def view_of_everything(match: Match) -> View:
    """Return the match as a view that sees all cards and facts."""
    piles = {place.name: tuple(pile) for place, pile in zip(match.layout.piles, match.piles, strict=True)}
    facts = {fact.name: value for fact, value in zip(match.layout.facts, match.facts, strict=True)}
    return View(match.game.slug, match.seats, match.options, None, piles, facts)


def choose_by_verb(match: Match, random: Random) -> tuple[int, Action]:
    """Return a random seat that may act, mostly one that the match waits for, and a random action of it; each verb is
    equally likely.
    """
    seat = random.choice(sorted(match.awaited if random.random() < 0.9 else match.waiting))
    verbs = sorted({action.verb for action in match.legal(seat)})
    verb = random.choice(verbs)
    return seat, random.choice([action for action in match.legal(seat) if action.verb == verb])


def check_sentences(
    game: Game,
    match: Match,
    checks: Mapping[str, SentenceCheck],
    actions: int,
    random: Random,
    choose: ActionChooser = choose_by_verb,
) -> Iterator[str]:
    """Play a match for this number of actions and check every sentence of its log; yield the pattern that each sentence
    matches. `checks` maps patterns of whole sentences to their checks. A sentence that no pattern matches is a fault.
    """
    for _ in range(actions):
        if match.over:
            return
        seat, action = choose(match, random)
        views = [view_of_everything(match)]
        changes = match.act(seat, action)
        for change in changes:
            views.append(views[-1].apply(change))
        said = [at for at, change in enumerate(changes) if isinstance(change, Remark)]
        for at, following in zip(said, [*said[1:], len(changes)], strict=False):
            remark = changes[at]
            assert isinstance(remark, Remark)
            sentence = game.sentence(remark)
            matching = [(pattern, found) for pattern in checks if (found := re.fullmatch(pattern, sentence))]
            assert len(matching) == 1, f"{len(matching)} patterns match {sentence!r}"
            pattern, found = matching[0]
            said = LogSentence(remark.seat, found.groupdict(), views[0], views[at], views[following], views[-1])
            assert checks[pattern](said), f"untrue at {len(match.actions)} of {match.dealer.seed}: {sentence}"
            yield pattern
