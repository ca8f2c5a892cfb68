"""Thousands of hosts that lie at random: the client calls a deal fair only if nobody could have chosen the seed.

The test works out whether anybody could from the messages alone, without the code of the client.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from msgspec import structs

from core.engine.record_proof import DealProof
from core.fairness.commitments import HOST_LABEL, commitment, deal_seal, deal_seed, seat_label
from net.errors import Malformed
from net.limits import MAX_PILE_CARDS
from net.protocol.change_codec import encode_view
from net.protocol.messages import DealProgress, MatchSnapshot, OwnNameAndSeat
from net.protocol.table_state import plain_settings
from tests.net.client.lying_host import GAME, LyingHost, MadeUpDeal, Victim, made_up_hash
from tests.support.depth import count_for_depth

pytestmark = pytest.mark.deep

LYING_HOST_COUNT = count_for_depth(500, 10_000)
"""The number of lying hosts that the tests try."""

CHUNK_COUNT = count_for_depth(5, 20)
"""Number of chunks into which the hosts are divided; each chunk is a test of its own."""

LIE_PROBABILITY = 0.06
"""The probability that a host alters any one thing that it sends; with this value about every third host tells no lie
that matters.
"""


@dataclass
class RandomHost:
    """A host that makes one or more deals and a match, and lies at random; it records what it has done.

    `sent_lists` are the sealed lists that it has sent: number in order, deal and message. `first_list_by_secret` maps
    each secret of the victim to the number of the list after which the victim first revealed it.
    """

    chance: Random
    host: LyingHost = field(init=False)
    sent_lists: list[tuple[int, MadeUpDeal, DealProgress]] = field(default_factory=list)
    first_list_by_secret: dict[str, int] = field(default_factory=dict)
    messages: int = 0

    def __post_init__(self) -> None:
        bots = (2,) if self.chance.random() < 0.3 else ()
        self.host = LyingHost(Victim(seed=self.chance.getrandbits(32)), bots=bots)

    def chooses_to_lie(self) -> bool:
        """Return, by chance, whether the host alters the next thing that it sends; the probability is
        `LIE_PROBABILITY`.
        """
        return self.chance.random() < LIE_PROBABILITY

    def run_deals_and_match(self) -> tuple[bool | None, bool]:
        """Make deals and a match; return whether the victim calls it fair, and whether nobody could choose the seed."""
        made = self.make_deal()
        while self.chooses_to_lie() or self.chooses_to_lie():
            self.disturb_at_random()
            made = self.make_deal()
        return self.make_match(made)

    # The deals

    def disturb_at_random(self) -> None:
        """By chance connect the victim again, change the number of the match, names or bots, or do nothing."""
        host, chance = self.host, self.chance
        what = chance.randrange(6)
        if what == 0:
            host.connect(f"t{chance.randrange(3)}", f"p{chance.randrange(3)}")
        elif what == 1:
            host.match = chance.randrange(1, 4)
        elif what == 2:
            host.names = tuple(chance.sample(host.names, 3))
        elif what == 3:
            host.bots = tuple(sorted(chance.sample((1, 2), chance.randrange(3))))
            host.show_table()
        elif what == 4:
            host.connect(host.table, f"p{chance.randrange(3)}")

    def make_deal(self) -> MadeUpDeal:
        """Go through all steps of one deal, with lies; return the deal as far as the host knows it."""
        host, chance = self.host, self.chance
        secret = (
            made_up_hash(f"again {chance.randrange(2)}")
            if self.chooses_to_lie()
            else made_up_hash(str(chance.getrandbits(64)))
        )
        made = host.begin_deal(abandoned=chance.randrange(2) if self.chooses_to_lie() else 0, secret=secret)
        if self.chooses_to_lie():
            host.begin_deal(secret=secret)
        for seat in range(3):
            if self.chooses_to_lie():
                mine = made_up_hash(f"mine {seat}")
                made = replace(
                    made,
                    commitments={**made.commitments, seat: commitment(made.dealt_match, seat_label(seat), mine)},
                    secrets={**made.secrets, seat: mine},
                )
            if self.chooses_to_lie():
                made = replace(made, commitments={s: c for s, c in made.commitments.items() if s != seat})
        if self.chooses_to_lie():
            made = replace(made, commitments={**made.commitments, chance.randrange(3): ""})
        made = self.send_seal(made)
        if self.chooses_to_lie():
            made = self.send_seal(made)
        if not self.chooses_to_lie():
            host.settle_seed(made)
        if self.chooses_to_lie():
            host.victim.handle_message(DealProgress(host.match, chance.choice(["given", "void", "settled"])))
        return made

    def send_seal(self, made: MadeUpDeal) -> MadeUpDeal:
        """Send the sealed list of a deal, perhaps altered, and record it; return the deal with the secret that the
        victim reveals.
        """
        parts = tuple((seat, bytes.fromhex(value)) for seat, value in sorted(made.commitments.items()))
        message = DealProgress(
            made.dealt_match.match_number, "reveal", made.host_commitment, made.abandoned, made.deal.seal, parts
        )
        if self.chooses_to_lie():
            message = structs.replace(message, seal=self.chance.choice(["", "0" * 64]))
        if self.chooses_to_lie():
            message = structs.replace(message, commitments=parts[::-1])
        if self.chooses_to_lie():
            message = structs.replace(message, abandoned_deals=3)
        if self.chooses_to_lie():
            message = structs.replace(message, host_commitment="1" * 64)
        self.messages += 1
        self.sent_lists.append((self.messages, made, message))
        before = len(self.host.victim.reveals)
        self.host.victim.handle_message(message)
        for reveal in self.host.victim.reveals[before:]:
            self.first_list_by_secret.setdefault(reveal.secret, self.messages)
            made = replace(made, secrets={**made.secrets, 0: reveal.secret})
        return made

    # The match

    def make_match(self, made: MadeUpDeal) -> tuple[bool | None, bool]:
        """Show a match with lies, and its record; return whether the victim calls it fair, and whether nobody could
        choose the seed.
        """
        host, deal = self.host, self.altered_deal(made.deal)
        if self.chooses_to_lie() and self.sent_lists:
            deal = self.altered_deal(replace(self.chance.choice(self.sent_lists)[1], secrets=made.secrets).deal)
        if self.chooses_to_lie():
            self.disturb_at_random()
        seat = self.chance.choice([None, 1, 2]) if self.chooses_to_lie() else 0
        names = tuple(self.chance.sample(host.names, 3)) if self.chooses_to_lie() else host.names
        record_names = names if self.chooses_to_lie() else host.names
        seed = made_up_hash("better") if self.chooses_to_lie() else deal_seed(deal)
        if self.chooses_to_lie():
            self.show_huge_piles(seed, seat, names)
        verdict = host.play_match(deal, seed, seat=seat, names=names, record_names=record_names)
        shown = (host.table, host.match, seat, names, record_names, seed)
        return verdict.fair, self.is_seed_beyond_choice(deal, *shown)

    def show_huge_piles(self, seed: str, seat: int | None, names: tuple[str, ...]) -> None:
        """Show a match whose hidden piles have more cards than any match; the victim refuses it and keeps nothing."""
        host = self.host
        match = GAME.start(len(host.names), seed, host.options)
        view = encode_view(match.view(seat), match.layout)
        count = MAX_PILE_CARDS + 2 ** self.chance.randrange(52)
        view = structs.replace(view, piles=tuple(count if isinstance(pile, int) else pile for pile in view.piles))
        host.victim.handle_message(OwnNameAndSeat("Ann", seat, False))
        with pytest.raises(Malformed):
            host.victim.handle_message(
                MatchSnapshot(host.match, 0, GAME.slug, plain_settings(match.options), names, view, ())
            )

    def altered_deal(self, deal: DealProof) -> DealProof:
        """Return the deal for the record, perhaps altered, and then perhaps with the seal that fits."""
        before = deal
        for place in range(len(deal.contributions)):
            if self.chooses_to_lie():
                part = replace(deal.contributions[place], secret=self.chance.choice(["", made_up_hash("other")]))
                deal = replace(
                    deal, contributions=(*deal.contributions[:place], part, *deal.contributions[place + 1 :])
                )
        if self.chooses_to_lie():
            deal = replace(deal, contributions=tuple(part for part in deal.contributions if self.chance.random() < 0.7))
        if self.chooses_to_lie():
            deal = replace(deal, host_secret=made_up_hash("better"))
        if self.chooses_to_lie():
            deal = replace(deal, host_commitment=commitment(self.host.dealt_match, HOST_LABEL, deal.host_secret))
        if self.chooses_to_lie():
            deal = replace(deal, abandoned_deals=self.chance.randrange(3))
        if deal != before and self.chance.random() < 0.5:
            deal = replace(deal, seal=deal_seal(self.host.dealt_match, self.host.names, deal))
        return deal

    def is_seed_beyond_choice(
        self,
        deal: DealProof,
        table: str,
        match: int,
        seat: int | None,
        names: tuple[str, ...],
        record_names: tuple[str, ...],
        seed: str,
    ) -> bool:
        """Return whether nobody could choose the seed, by the messages and the hashes of `core.fairness.commitments`.

        `deal`, `table`, `match`, `seat`, `names` and `seed` are those of the match that was shown, `record_names` the
        names in its record.
        """
        own = next((part for part in deal.contributions if part.seat == 0), None)
        lists = [
            (when, made)
            for when, made, message in self.sent_lists
            if message
            == DealProgress(
                made.dealt_match.match_number, "reveal", made.host_commitment, 0, made.deal.seal, message.commitments
            )
            and message.commitments == tuple((part.seat, bytes.fromhex(part.commitment)) for part in deal.contributions)
            and (made.host_commitment, made.dealt_match.table_id, made.dealt_match.match_number)
            == (deal.host_commitment, table, match)
            and (deal.table_id, deal.match_number) == (table, match)
            and made.names == names == record_names
        ]
        return (
            own is not None
            and own.secret in self.first_list_by_secret
            and any(
                when <= self.first_list_by_secret[own.secret] for when, _ in lists
            )  # the list was there before the secret
            and len(self.first_list_by_secret) == 1  # no deal was abandoned once a secret was seen
            and deal.abandoned_deals == 0
            and seat == 0
            and commitment(lists[0][1].dealt_match, HOST_LABEL, deal.host_secret) == deal.host_commitment
            and all(
                not part.commitment
                or commitment(lists[0][1].dealt_match, seat_label(part.seat), part.secret) == part.commitment
                for part in deal.contributions
            )
            and seed == deal_seed(replace(deal, seal=lists[0][1].deal.seal))
        )


@pytest.mark.parametrize("chunk", range(CHUNK_COUNT))
def test_client_says_fair_only_if_nobody_could_choose_the_seed(chunk: int) -> None:
    outcomes: Counter[tuple[bool | None, bool]] = Counter()
    for number in range(chunk * LYING_HOST_COUNT // CHUNK_COUNT, (chunk + 1) * LYING_HOST_COUNT // CHUNK_COUNT):
        fair, beyond_choice = RandomHost(Random(number)).run_deals_and_match()
        assert fair is not True or beyond_choice, f"host {number} could choose, and the client said fair"
        outcomes[fair, beyond_choice] += 1
    assert outcomes[True, True] > LYING_HOST_COUNT // CHUNK_COUNT // 20, (
        outcomes
    )  # there are few enough lies to miss none
    assert outcomes[None, False] > LYING_HOST_COUNT // CHUNK_COUNT // 20, outcomes
    assert outcomes[False, False] > LYING_HOST_COUNT // CHUNK_COUNT // 20, outcomes
