"""How a match begins: who sits there settles with the host what is dealt, and then everybody is shown the match."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.proof import Deal
from core.fairness.commitments import Occasion
from net.protocol.deal_stage import DealStage
from net.protocol.messages import Commit, DealProgress, RequestRecord, Reveal, TableNotice
from net.security.table_secrets import TableSecrets
from net.table.commit_reveal import CommitReveal, given, told
from net.table.inputs_effects import Journal, MatchBeganEntry
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.play import Playing
from net.table.record_download import RecordDownload
from net.table.seats import best_bot
from net.table.spec import TableSpec
from net.table.state import PLAYING


class Settling(Playing):
    """The part of a table that begins a match, and gives out its record when it is over."""

    def __init__(self, spec: TableSpec, secrets: TableSecrets) -> None:
        super().__init__(spec, secrets)
        self.dealing: CommitReveal | None = None
        self.shelf = RecordDownload()

    @property
    def next_number(self) -> int:
        """The number of the next match: also after a power cut it is that of no match that anybody has seen begin."""
        return self.matches + self.secrets.boots + 1

    def start(self) -> None:
        """Let a match begin: free seats are filled, and those who sit there settle with the host what is dealt."""
        number = self.next_number
        self.seating.fill(best_bot(self.game))
        if self.secrets.given:
            self._begin(self.secrets.seed(self.matches + 1), None)
            return
        seats, options = len(self.seating.chairs), self.game.departures(self.options)
        occasion = Occasion(self.secrets.table, number, self.game.slug, seats, options)
        self.dealing = CommitReveal(occasion, self.secrets.deal(number), self._able(), self.now)
        self.telling.table(self.state())
        self.telling.everybody(self.dealing.told())
        self.deal()

    def settle(self, person: Person, message: Commit | Reveal) -> None:
        """Take in the part that somebody has in the deal; what is late or out of place counts for nothing."""
        dealing = self.dealing
        if dealing is None or person.seat is None or message.match != dealing.occasion.match:
            return
        if isinstance(message, Commit):
            dealing.commit(person.seat, message.commitment)
        else:
            dealing.reveal(person.seat, message.secret)

    def deal(self) -> None:
        """Go on with the deal if nobody is waited for any more, and begin the match when it is settled."""
        dealing = self.dealing
        if dealing is None:
            return
        moved = dealing.go_on(self.now, set(dealing.seats) - self._able())
        if dealing.stage is DealStage.SETTLED:
            self.dealing = None
            self._name_silent(dealing.silent)
            self._begin(dealing.seed, dealing.deal)
        elif moved:
            self.telling.everybody(dealing.told())

    def _able(self) -> set[int]:
        """Return the seats whose persons are here and listen."""
        people = self.telling.listeners()
        return {person.seat for person in people if person.seat is not None}

    def _name_silent(self, seats: Sequence[int]) -> None:
        names = [name for name in (self.seating.names()[seat] for seat in seats[:3]) if name]
        if names:
            others = f" and {len(seats) - 3} others" if len(seats) > 3 else ""
            what = "took no part in the deal; the match goes on without that."
            self.telling.everybody(TableNotice(f"{', '.join(names)}{others} {what}"))

    def deal_is(self) -> DealProgress | None:
        """Return what everybody may know of the deal of the match that is dealt or played, if there is one."""
        if self.dealing is not None:
            return self.dealing.told()
        running = self.playing
        if running is None:
            return None
        return given(running.number) if running.deal is None else told(running.deal)

    def prove(self, person: Person, ask: RequestRecord) -> None:
        """Give somebody a piece of the record of the last match, to check it."""
        piece = self.shelf.piece(ask.match, ask.at, person.token)
        if piece is not None:
            self.telling.tell(person, piece)

    def _begin(self, seed: int | str, deal: Deal | None) -> None:
        """Begin a match, and show everybody what they may know."""
        seating, telling = self.seating, self.telling
        seating.fill(best_bot(self.game))
        number = self.next_number
        self.matches += 1
        self.phase = PLAYING
        self.stirred = True
        began = MatchBeganEntry(
            number,
            self.game.slug,
            len(seating.chairs),
            tuple((name, str(value)) for name, value in self.options.items()),
            str(seed),
            seating.names(),
            tuple(chair.bot for chair in seating.chairs),
            "" if deal is None else str(deal),
        )
        running = self.set_up(began, seed, deal, self.time)
        self.outcome = None
        telling.effects.append(Journal(began))
        telling.table(self.state())
        dealt = self.deal_is()
        if dealt is not None:
            telling.everybody(dealt)
        telling.begin(running, telling.listeners(), opening=True)

    def set_up(self, began: MatchBeganEntry, seed: int | str, deal: Deal | None, when: float) -> MatchRunner:
        """Set a match up as it began at a time, with programs in all seats that are nobody's."""
        match = self.game.start(began.seats, seed, dict(self.options))
        self.running = running = MatchRunner(began.match, match, began.names, self.pace, when)
        running.deal = deal
        running.set_clock(self.terms.clock)
        for seat, chair in enumerate(self.seating.chairs):
            if chair.person is None:
                running.entrust(seat, chair.bot or best_bot(self.game))
        return running
