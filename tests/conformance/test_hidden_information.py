"""Promise 1: nothing hidden leaves the host.

A second match is dealt by another seed and a prepared deal: the cards that a seat has been allowed to see are the same,
and as many others as possible are exchanged. All views, changes and refusals of that seat must be the same text in both
matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from core import Action, Card, Dealer, FactChanged, IllegalAction, Match, Moved, Remark
from core.engine.piles import is_in_audience
from core.engine.random_stream import RandomStream
from tests.conformance.examples import few_examples

PUBLIC_STREAMS = ("cut", "dice", "first")
"""Names of the dealer's streams whose results everybody sees: they deal no card, and a remark in the log says what was
drawn.
"""


FACTS_CHANGED_BY_A_NEW_DEAL = ("play", "hand", "round")
"""Names of the facts that number the parts of a match. If one of them changes, the cards are dealt again, and a card
seen before may now be anywhere.
"""


class RecordingDealer(Dealer):
    """A dealer that records every card that its streams turn, in a list for each shuffle."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.turned: dict[str, list[list[int]]] = {}

    def stream(self, name: str) -> RandomStream:
        """Return a stream that records the cards it turns."""
        return _RecordingStream(name, self.seed, self.turned.setdefault(name, []))


class _RecordingStream(RandomStream):
    """A stream of the dealer that adds every card it turns to `turned`, in a list for each shuffle."""

    def __init__(self, name: str, seed: int | str, turned: list[list[int]]) -> None:
        super().__init__(name, seed)
        self.turned = turned

    def shuffle(self, pile: Sequence[int]) -> None:
        """Shuffle a pile, and begin a new list for the cards that are turned after this shuffle."""
        self.turned.append([])
        super().shuffle(pile)

    def draw(self, pile):
        """Draw a card and record it."""
        item = super().draw(pile)
        self.turned[-1].append(item)
        return item

    def deal(self, pile):
        """Deal a pile and record its order."""
        rest = list(pile)
        self.shuffle(rest)
        return [self.draw(rest) for _ in range(len(rest))]


class AudienceLog:
    """Everything that one audience (a seat or the spectators) is shown of a match, as texts: changes, views, legal
    actions and refusals. `texts` is in the order of the match; `seen` holds the numbers of the cards that the audience
    has seen.
    """

    def __init__(self, match: Match, audience: int | None) -> None:
        self.match = match
        self.audience = audience
        self.texts: list[str] = []
        self.seen: set[int] = set()
        self.add_changes(match.opening_changes)

    def add_changes(self, changes) -> None:
        """Add the texts of what the audience is shown after an action that made these changes."""
        for change in changes:
            known = change.seen_by(self.audience)
            if known is not None:
                self.texts.append(f"{type(known).__name__} {known!r} {known}")
                if isinstance(known, Moved) and not isinstance(known.cards, int):
                    self.seen |= set(known.cards)
        match = self.match
        view = match.view(self.audience)
        for pile in view.piles.values():
            if not isinstance(pile, int):
                self.seen |= set(pile)
        self.texts.append(repr(view))
        self.texts.append(f"waiting {sorted(match.waiting)} awaited {sorted(match.awaited)} over {match.over}")
        if self.audience is not None:
            self.texts.append(f"legal {match.legal(self.audience)}")
            for attempt in (Action(("reveal",)), Action(("play", Card(3))), Action(("discard", Card(7)))):
                self.texts.append(refusal_text(match, self.audience, attempt))


def refusal_text(match: Match, seat: int, action: Action) -> str:
    """Return the refusal of an action of `seat`; empty if the action is legal."""
    if action in match.legal(seat):
        return ""
    try:
        match.act(seat, action)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(f"{action} was not refused")


def cards_turned_since_shuffle(turned: dict[str, list[list[int]]]) -> list[tuple[str, int]]:
    """Return (name of the stream, position in it) of every card turned since the last shuffle of its stream."""
    return [(name, place) for name, shuffles in turned.items() if shuffles for place in range(len(shuffles[-1]))]


def deal_with_exchanged_cards(
    random: Random, turned: dict[str, list[list[int]]], fixed: set[int]
) -> dict[str, list[list[int]]] | None:
    """Return another deal: `turned` with one or two pairs of a stream's cards exchanged, none of them in `fixed`.

    Return None if no two cards can be exchanged.
    """
    other = {name: [order[:] for order in orders] for name, orders in turned.items()}
    free: dict[str, list[int]] = {}
    for name, place in cards_turned_since_shuffle(turned):
        if name not in PUBLIC_STREAMS and turned[name][-1][place] not in fixed:
            free.setdefault(name, []).append(place)
    names = [name for name, places in free.items() if len(places) > 1]
    if not names:
        return None
    name = random.choice(names)
    order = other[name][-1]
    for _ in range(random.choice((1, 1, 2, 5))):
        a, b = random.sample(free[name], 2)
        order[a], order[b] = order[b], order[a]
    return other if order != turned[name][-1] else None


def texts_after_other_deal(table, options, script, seed, actions, audience) -> list[str] | None:
    """Play the same actions after another deal; return the texts that the audience is shown, or None if the actions are
    not possible.
    """
    match = table.game.start(table.seats, options=options, dealer=Dealer.scripted(script, seed=seed))
    story = AudienceLog(match, audience)
    for seat, action in actions:
        try:
            story.add_changes(match.act(seat, action))
        except IllegalAction:
            return None
    return story.texts


def has_sealed_plays(options) -> bool:
    """Return whether these options make plays sealed: what a seat does stays hidden from the others until the play
    ends.
    """
    return options.get("visibility") == "sealed"


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_order_of_unturned_cards_appears_in_no_view(table, random_play, data, seed):
    """If the unturned cards of every pile are put into another order, nothing changes that any audience sees."""
    options = data.draw(table.settings_strategy())
    dealer = RecordingDealer(seed)
    match = table.game.start(table.seats, options=options, dealer=dealer)
    stories = [AudienceLog(match, audience) for audience in table.audiences]
    actions = []
    random = Random(seed)
    for seat, action in random_play.random_actions(match, random, random.choice((1, 3, 10, 40))):
        changes = match.act(seat, action)
        actions.append((seat, action))
        for story in stories:
            story.add_changes(changes)
    for story in stories:
        assert texts_after_other_deal(table, options, dealer.turned, seed + 1, actions, story.audience) == story.texts


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_hands_of_other_seats_appear_in_no_view(small_table, random_play, data, seed):
    """If cards that a seat has not seen since the last shuffle are exchanged, nothing changes that this seat sees."""
    options = data.draw(small_table.settings_strategy())
    if has_sealed_plays(options):
        options = {name: value for name, value in options.items() if name != "visibility"}
    random = Random(seed)
    dealer = RecordingDealer(seed)
    match = small_table.game.start(small_table.seats, options=options, dealer=dealer)
    audience = random.choice(small_table.audiences)
    story = AudienceLog(match, audience)
    actions: list[tuple[int, Action]] = []
    fixed: set[int] = set()
    shuffles = 0
    for seat, action in random_play.random_actions(match, random, random.choice((1, 2, 5, 12, 30))):
        changes = match.act(seat, action)
        story.add_changes(changes)
        actions.append((seat, action))
        now = sum(map(len, dealer.turned.values()))
        if now != shuffles:
            fixed.clear()
            shuffles = now
        scored = any(isinstance(change, FactChanged) and change.fact.name.startswith("score/") for change in changes)
        fixed |= set(action.cards) | (set(map(Card, range(53))) if scored else set())
    for _ in range(8):
        script = deal_with_exchanged_cards(random, dealer.turned, story.seen | fixed)
        if script is None:
            return
        told = texts_after_other_deal(small_table, options, script, seed + 1, actions, audience)
        assert told is None or told == story.texts


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_changes_shown_to_an_audience_name_only_cards_that_it_may_see(table, random_play, data, seed):
    match = table.start(seed, data.draw(table.settings_strategy()))
    for audience in table.audiences:
        check_named_cards(match.opening_changes, set(), visible_cards(match, audience), audience)
    older: dict[int | None, set[int]] = {audience: set() for audience in table.audiences}
    before = {audience: visible_cards(match, audience) for audience in table.audiences}
    for seat, action in random_play.random_actions(match, Random(seed), 60):
        changes = match.act(seat, action)
        for audience, seen in before.items():
            after = visible_cards(match, audience)
            shown = check_named_cards(changes, seen | older[audience], after, audience)
            if any(
                isinstance(change, FactChanged) and change.fact.name in FACTS_CHANGED_BY_A_NEW_DEAL
                for change in changes
            ):
                older[audience], before[audience] = seen, after
            else:
                before[audience] = seen | after | shown


def visible_cards(match: Match, audience: int | None) -> set[int]:
    """Return the cards that an audience sees now."""
    return {card for pile in match.view(audience).piles.values() if not isinstance(pile, int) for card in pile}


def check_named_cards(changes, before: set[int], after: set[int], audience: int | None) -> set[int]:
    """Check that the changes shown to an audience name only cards that it may see; return the cards moved.

    `before` and `after` are the cards that it saw before and after the changes.
    """
    known = [change for change in (change.seen_by(audience) for change in changes) if change is not None]
    shown: set[int] = set()
    for change in known:
        if isinstance(change, Moved):
            open_to_all = is_in_audience(change.source.audience, audience) or is_in_audience(
                change.target.audience, audience
            )
            assert open_to_all or isinstance(change.cards, int), change
            if not isinstance(change.cards, int):
                shown |= set(change.cards)
        if isinstance(change, FactChanged):
            assert is_in_audience(change.fact.audience, audience), change
    seen = before | after | shown
    for change in known:
        if isinstance(change, FactChanged):
            assert cards_in_value(change.value) <= seen, change
        if isinstance(change, Remark) and change.key not in PUBLIC_STREAMS:
            assert cards_in_value(change.particulars) <= seen, change
    return shown


def cards_in_value(value) -> set[int]:
    """Return the cards in the value of a fact or a remark, also those in nested tuples."""
    if isinstance(value, tuple):
        return set().union(*map(cards_in_value, value)) if value else set()
    return {value} if isinstance(value, Card) else set()


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_seat_in_a_sealed_play_shows_others_only_whether_it_has_finished(table, random_play, data, seed):
    """Whatever a seat does in a sealed play, the other seats see the same until the play ends."""
    if "sealed" not in getattr(table.game.options.get("visibility"), "choices", ()) or table.seats < 2:
        return
    options = {**data.draw(table.settings_strategy()), "visibility": "sealed"}
    random = Random(seed)
    match = random_play.after_random_actions(table.start(seed, options), random, random.choice((0, 5, 40)))
    if len(match.waiting) < 2:
        return
    actor = random.choice(sorted(match.waiting))
    others = [audience for audience in table.audiences if audience != actor]
    before = {audience: repr(match.view(audience)) for audience in others}
    ends = set()
    for _ in range(4):
        twin = match.copy()
        while actor in twin.waiting:
            changes = twin.act(actor, random.choice(twin.legal(actor)))
            told = {audience: [c for c in (c.seen_by(audience) for c in changes) if c] for audience in others}
            if actor in twin.waiting:
                assert not any(told.values())
                assert {audience: repr(twin.view(audience)) for audience in others} == before
        assert all(len(known) == 1 for known in told.values())
        ends.add(repr((told, [twin.view(audience) for audience in others], sorted(twin.waiting))))
    assert len(ends) == 1
