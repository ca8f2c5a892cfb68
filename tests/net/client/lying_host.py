"""`LyingHost`: a host for tests that sends real clients whatever a test wants, true or false; and `Victim`, the client
of such a host.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random

from core import Match, Record, games
from core.engine.record_proof import DealProof, Proof, SeatContribution
from core.fairness.commitments import HOST_LABEL, DealtMatch, commitment, deal_seal, deal_seed, seat_label
from core.fairness.verification import MarkTrace
from net.client.deal_memory import HostDeals
from net.client.events import Event, VerificationResult
from net.client.join_spec import JoinSpec, VerifierSpec
from net.client.session import ClientSession
from net.protocol.change_codec import encode_view
from net.protocol.messages import (
    ClientMessage,
    Commit,
    DealProgress,
    MatchAborted,
    MatchResult,
    MatchSnapshot,
    OwnNameAndSeat,
    RecordPiece,
    RequestRecord,
    Reveal,
    Welcome,
)
from net.protocol.table_state import SeatInfo, TableInfo, plain_settings

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""


def made_up_hash(text: str) -> str:
    """Return a hash of `text`, which serves as a secret that the host has made up."""
    return sha256(text.encode()).hexdigest()


class Victim(ClientSession):
    """The unmodified client of one person, which remembers what it has sent and the verdicts on deals that it has
    reported. `deals` is what its program remembers of deals of the host; a second client of the same program gets it,
    too.
    """

    def __init__(self, name: str = "Ann", seed: int = 1, deals: HostDeals | None = None) -> None:
        super().__init__(JoinSpec(name), VerifierSpec(Random(seed).randbytes), deals=deals)
        self.sent: list[ClientMessage] = []
        self.verdicts: list[VerificationResult] = []
        self.set_listener(self._record_event)

    def _record_event(self, event: Event) -> None:
        """Keep an event, and the verdict if it has one."""
        if isinstance(event, VerificationResult):
            self.verdicts.append(event)

    def _send(self, message: ClientMessage) -> None:
        """Record a message that the client sends; no host receives it."""
        self.sent.append(message)

    async def close(self) -> None:
        """Do nothing: there is no connection."""

    @property
    def commitments(self) -> list[Commit]:
        """All commitments that it has sent."""
        return [message for message in self.sent if isinstance(message, Commit)]

    @property
    def reveals(self) -> list[Reveal]:
        """All secrets that it has sent."""
        return [message for message in self.sent if isinstance(message, Reveal)]

    @property
    def latest_verdict(self) -> VerificationResult:
        """The latest verdict that the client has reported."""
        return self.verdicts[-1]


@dataclass(frozen=True)
class MadeUpDeal:
    """A fair deal as the lying host makes it: its own `secret`, and `commitments` and `secrets` by seat, all in
    hexadecimal. A seat that takes no part is in neither; a secret that the host does not know yet is not in `secrets`.
    """

    dealt_match: DealtMatch
    names: tuple[str, ...]
    secret: str
    commitments: Mapping[int, str]
    secrets: Mapping[int, str]
    abandoned: int = 0

    @property
    def host_commitment(self) -> str:
        """The hash by which the host commits itself to its secret before the deal."""
        return commitment(self.dealt_match, HOST_LABEL, self.secret)

    @property
    def deal(self) -> DealProof:
        """The deal as a record holds it, with the seal that belongs to it."""
        parts = tuple(
            SeatContribution(seat, made, self.secrets.get(seat, "")) for seat, made in sorted(self.commitments.items())
        )
        deal = DealProof(
            self.dealt_match.table_id,
            self.dealt_match.match_number,
            self.host_commitment,
            self.secret,
            parts,
            "",
            self.abandoned,
        )
        return replace(deal, seal=deal_seal(self.dealt_match, self.names, deal))


class LyingHost:
    """A host without a table, which sends one victim messages of the protocol, true or false.

    It welcomes the victim at once. `names` are those in the seats and `bots` the seats of bots, as the victim is shown
    them; the victim sits in `seat`, or watches if that is None. `options` are those of the match; those left out have
    their defaults. `match` is the number of the match that is dealt, `deals` the number of deals begun.
    """

    def __init__(
        self,
        victim: Victim,
        names: Sequence[str] = ("Ann", "Eve", "Mallory"),
        bots: Sequence[int] = (),
        seat: int | None = 0,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.victim = victim
        self.names = tuple(names)
        self.bots = tuple(bots)
        self.seat = seat
        self.options = GAME.settings(len(self.names), options or {})
        self.table = "5b0c"
        self.match = 1
        self.deals = 0
        self.connect()

    # The table

    def connect(self, table: str = "5b0c", process: str = "p1") -> None:
        """Welcome the victim to a table, as after a new connection.

        At another table than before, the host's numbers of matches begin anew. `table` and `process` are the ids of the
        table and of the host's process that the victim is sent. It is sent the name Ann, whatever name it asked for.
        """
        self.victim.hello_message()
        if self.victim.table_id and self.victim.table_id != table:
            self.victim._forget_table()
        self.table = table
        self.show_table()
        self.victim.handle_message(OwnNameAndSeat("Ann", self.seat, False))
        self.victim.handle_message(Welcome("token", table, 0, process))

    def show_table(self) -> None:
        """Show the victim the seats in the lobby."""
        seats = tuple(
            SeatInfo(seat, name, "steady" if seat in self.bots else "") for seat, name in enumerate(self.names)
        )
        self.victim.handle_message(TableInfo("t", GAME.slug, plain_settings(self.options), seats, (), "lobby", 0, ""))

    # The deal

    @property
    def dealt_match(self) -> DealtMatch:
        """The facts that identify the match that is dealt."""
        return DealtMatch(self.table, self.match, GAME.slug, len(self.names), GAME.record_options(self.options))

    def begin_deal(self, abandoned: int = 0, secret: str = "") -> MadeUpDeal:
        """Ask for commitments to secrets; return the deal with those of the victim, if it plays, and of the host's
        friends. If the victim sends none, the deal has "" in its place. Everybody else in a seat, except bots, is a
        friend of the host, and the host makes up their secrets. `secret` is the host's own, by default a fresh one;
        `abandoned` is the number of abandoned deals that it admits.
        """
        self.deals += 1
        secret = secret or made_up_hash(f"host {self.deals}")
        made = MadeUpDeal(self.dealt_match, self.names, secret, {}, {}, abandoned)
        before = len(self.victim.commitments)
        self.victim.handle_message(DealProgress(self.match, "commit", made.host_commitment, abandoned))
        sent = self.victim.commitments[before:]
        secrets = {
            seat: made_up_hash(f"friend {seat}")
            for seat in range(len(self.names))
            if seat != self.seat and seat not in self.bots
        }
        commitments = {seat: commitment(self.dealt_match, seat_label(seat), secret) for seat, secret in secrets.items()}
        if self.seat is not None:
            commitments[self.seat] = sent[-1].commitment if sent else ""
        return replace(made, commitments=commitments, secrets=secrets)

    def send_seal(self, made: MadeUpDeal) -> MadeUpDeal:
        """Send the sealed list of the hashes by which everybody has committed to a secret; return the deal with the
        secret that the victim then reveals, if it does.
        """
        before = len(self.victim.reveals)
        listed = tuple((seat, bytes.fromhex(value)) for seat, value in sorted(made.commitments.items()))
        self.victim.handle_message(
            DealProgress(
                made.dealt_match.match_number, "reveal", made.host_commitment, made.abandoned, made.deal.seal, listed
            )
        )
        sent = self.victim.reveals[before:]
        if not sent:
            return made
        assert self.seat is not None
        return replace(made, secrets={**made.secrets, self.seat: sent[-1].secret})

    def settle_seed(self, made: MadeUpDeal) -> None:
        """Tell the victim that the seed of a deal is settled."""
        self.victim.handle_message(
            DealProgress(made.dealt_match.match_number, "settled", made.host_commitment, made.abandoned, made.deal.seal)
        )

    def make_fair_deal(self, abandoned: int = 0) -> MadeUpDeal:
        """Go through all the steps of a deal as an honest host does, and return the deal."""
        made = self.send_seal(self.begin_deal(abandoned))
        self.settle_seed(made)
        return made

    # The match

    def show_match(
        self,
        deal: DealProof | None,
        seed: str = "",
        *,
        seat: int | None = -1,
        names: Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Match:
        """Show the victim the beginning of a match, and return the match.

        `deal`, `seed`, `seat`, `names` and `options` are those of the match; by default they are what the victim
        expects.
        """
        seat = self.seat if seat == -1 else seat
        shown = self.names if names is None else tuple(names)
        seed = seed or (deal_seed(deal) if deal else "x")
        match = GAME.start(len(self.names), seed, {**self.options, **(options or {})})
        self.victim.handle_message(OwnNameAndSeat("Ann", seat, False))
        view = encode_view(match.view(seat), match.layout)
        self.victim.handle_message(
            MatchSnapshot(self.match, 0, GAME.slug, plain_settings(match.options), shown, view, ())
        )
        return match

    def play_match(
        self,
        deal: DealProof | None,
        seed: str = "",
        *,
        seat: int | None = -1,
        names: Sequence[str] | None = None,
        record_names: Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        is_played_out: bool = False,
    ) -> VerificationResult:
        """Show the victim a match and end it, send its record, and return the victim's verdict.

        It is dealt from `seed`, by default that of the deal, and shown from `seat`, by default the victim's own (-1),
        with `names` and perhaps other `options`. `record_names` are the names in its record, by default the true ones.
        With `is_played_out` it is played to its end, else broken off at once.
        """
        match = self.show_match(deal, seed, seat=seat, names=names, options=options)
        trace = MarkTrace(match, self.names if record_names is None else record_names)
        while is_played_out and not match.over:
            actor = min(match.waiting)
            action = match.default(actor)
            trace.add_action(actor, action, match.act(actor, action))
        proof = Proof(trace.names, deal, match.standings, trace.actions_per_mark, trace.marks)
        record = replace(match.record, proof=proof)
        return self.end_match(
            record, tuple((s.seat, s.score, s.rank) for s in match.standings) if is_played_out else None
        )

    def end_match(self, record: Record, standings: tuple[tuple[int, int, int], ...] | None) -> VerificationResult:
        """End the match, show the lobby, send the record if the victim asks for it, and return the latest verdict.

        `standings` are tuples of seat, score and rank; with None the match is broken off.
        """
        if standings is None:
            self.victim.handle_message(MatchAborted(self.match, "Over."))
        else:
            self.victim.handle_message(MatchResult(self.match, standings, self.names))
        self.show_table()
        packed = zlib.compress(str(record).encode(), 1)
        if self.victim.sent and self.victim.sent[-1] == RequestRecord(self.match, 0):
            self.victim.handle_message(RecordPiece(self.match, 0, len(packed), packed))
        return self.victim.latest_verdict
