"""The oracle of Queen's Dungeon in the honour mode (RULINGS 5.8), where wrong cards can be played and seats speak up
about them.

When a seat speaks up, the oracle replays the hand from its start.
"""

from __future__ import annotations

import copy

from tests.core.queens_dungeon.oracle import DungeonOracle


class HonourOracle(DungeonOracle):
    """A second implementation that follows a match in the honour mode.

    `events` are those of a hand: cards played, trumps called, fees for owning up, and convictions for wrong cards.
    """

    def begin(self, dealer: int) -> None:
        """Begin a hand without wrong cards, accusations and events."""
        super().begin(dealer)
        self.events: list[tuple[str, object]] = []
        self.trick_number = 0  # of the trick on the table, or of the last one until the next is led
        self.wrong: list[tuple[int, int]] = []  # wrong cards not settled: seat and number of the trick
        self.closed = 0  # the number of the last trick whose wrong cards can be proved (QD-42); it stays closed
        self.takers: list[int] = []
        self.void: set[int] = set()  # numbers of tricks that do not count for the dealer's quota (QD-42)
        self.bound: int | None = None
        self.spoken: set[int] = set()
        self.accused: list[int] = []
        self.start: dict[str, object] = {}

    def follows_freely(self) -> bool:
        """Return True: in this mode any card may follow the suit led."""
        return bool(self.trick) and self.bound != self.turn

    def legal(self) -> set[str]:
        """Return the legal actions of the seat on turn: any card may follow."""
        if self.phase == "play" and self.follows_freely():
            return {f"play {card}" for card in self.hands[self.turn]}
        return super().legal()

    def add_event(self, event: tuple[str, object]) -> None:
        """Record an event of the hand, and carry it out."""
        if not self.start:
            self.start = copy.deepcopy(
                {name: value for name, value in vars(self).items() if name not in ("events", "start")}
            )
        self.events.append(event)
        begins = event[0] == "play" and not self.count_players_in_trick()
        self.apply_event(*event)
        if begins:
            self.close_last_trick()

    def count_players_in_trick(self) -> int:
        """Return the number of players who have laid a card to the trick on the table; the dummy does not count
        (QD-22).
        """
        seat, found = self.leader, 0
        for _ in self.trick:
            found += seat < self.seats
            seat = self.next_player(seat)
        return found

    def apply_event(self, kind: str, particulars: object) -> None:
        """Carry out an event of this kind with its particulars; if it plays a card that may not be played, note that
        the card is wrong.
        """
        if kind == "fee":
            self.scores[self.team(int(str(particulars)))] -= 25
        elif kind == "convict":
            seat, closed = particulars  # type: ignore[misc]
            self.convict(seat, closed)
        elif kind == "call":
            super().name_trump(str(particulars))
        elif kind == "challenge":
            super().challenge()
        else:
            self.trick_number += kind == "play" and not self.count_players_in_trick()
            if kind == "dummy":
                super().play_dummy_card(str(particulars))
            else:
                if str(particulars) not in self.playable(self.hands[self.turn]):
                    self.wrong.append((self.turn, self.trick_number))
                super().play(str(particulars))

    def close_last_trick(self) -> None:
        """Decide the accusations that have waited for the lead to the next trick (QD-42, QD-43)."""
        self.spoken = set()
        self.closed = max(self.closed, self.trick_number - 1)
        accused, self.accused = self.accused, []
        for seat in accused:
            self.convict_if_wrong(seat)

    def play(self, card: str) -> None:
        """Play a card of the player on turn."""
        self.bound = None
        self.add_event(("play", card))

    def play_dummy_card(self, card: str) -> None:
        """Play the dummy's top card as an event of the hand."""
        self.add_event(("dummy", card))

    def name_trump(self, new_trump: str) -> None:
        """Call trump; a change during the play is an event."""
        if self.phase == "change":
            self.add_event(("call", new_trump))
        else:
            super().name_trump(new_trump)

    def challenge(self) -> None:
        """Call the Queen's Challenge; it is an event of the hand."""
        self.add_event(("challenge", None))

    def end_trick(self) -> None:
        """Record who takes the trick, and end it."""
        self.takers.append(self.trick_winner())
        super().end_trick()

    def convict(self, seat: int, last_closed_trick: int) -> None:
        """Punish a seat for a wrong card in the tricks up to the number `last_closed_trick` (QD-42).

        Its score falls by 100 or to the lowest of the others, not one below it, and it earns nothing in this hand. If
        the seat is the dealer, the tricks from the first wrong card on do not count for the quota. The wrong cards that
        were proved cannot be proved again.
        """
        team = self.team(seat)
        low = min(score for other, score in enumerate(self.scores) if other != team)
        self.scores[team] = min(self.scores[team] - 100, low)
        self.condemned.add(seat)
        first = min(number for one, number in self.wrong if one == seat)
        if seat == self.dealer:
            self.void |= set(range(first, len(self.takers) + 1))
        self.wrong = [(one, number) for one, number in self.wrong if one != seat or number > last_closed_trick]

    def points_earned(self, seat: int) -> int:
        """Return the points of a seat for this hand; some tricks may not count for the dealer's quota."""
        if seat != self.dealer:
            return super().points_earned(seat)
        lost = sum(self.takers[number - 1] == seat for number in self.void)
        self.tricks[seat] -= lost  # the condemned have no points to lose by it
        points = super().points_earned(seat)
        self.tricks[seat] += lost
        return points

    def convict_if_wrong(self, seat: int) -> bool:
        """Punish a seat if a wrong card of it can be proved; return whether one can."""
        if not any(one == seat and number <= self.closed for one, number in self.wrong):
            return False
        self.add_event(("convict", (seat, self.closed)))
        return True

    def accuse(self, accuser: int, seat: int) -> None:
        """Accuse a seat; an accusation that cannot be proved yet waits."""
        self.spoken.add(accuser)
        if not self.convict_if_wrong(seat):
            self.accused.append(seat)

    def repair_verb(self, seat: int) -> str | None:
        """Return the verb by which a seat may put its newest card right, None if that was not wrong (QD-40, QD-41)."""
        if (
            (seat, self.trick_number) not in self.wrong
            or self.trick_number <= self.closed
            or self.phase not in ("play", "change")
        ):
            return None
        players = [one for one in self.players_of_trick() if one < self.seats]  # not the dummy (QD-22)
        return "take-back" if players[-1] == seat else "own-up"

    def players_of_trick(self) -> list[int]:
        """Return the players, in order, of the newest trick to which a player has laid a card."""
        laid, seat = self.trick, self.leader
        if not self.count_players_in_trick():
            laid = self.last
            seat = self.takers[-2] if len(self.takers) > 1 else self.next_player(self.dealer)
        found = []
        for _ in laid:
            found.append(seat)
            seat = self.next_player(seat)
        return found

    def repair_wrong_card(self, seat: int, verb: str) -> None:
        """Return all cards laid since a seat's wrong card, that card included, to the hands; owning up costs a fee.

        Earlier fees and convictions stay.
        """
        assert self.repair_verb(seat) == verb
        order = self.players_of_trick()
        back = len(order) - order.index(seat)
        if self.trick and not self.count_players_in_trick():
            back += 1  # the dummy has led since
        events, kept = self.events, []
        for event in reversed(events):
            if back and event[0] in ("play", "dummy"):
                back -= 1
            elif not back or event[0] in ("fee", "convict"):
                kept.append(event)
        spoken, accused, closed = self.spoken, self.accused, self.closed
        vars(self).update(copy.deepcopy(self.start))
        self.events = kept[::-1]
        for event in self.events:
            self.apply_event(*event)
        self.spoken, self.accused, self.closed = spoken, accused, closed
        if verb == "own-up":
            self.add_event(("fee", seat))
        self.bound = seat
