"""The commitments, the seal and the seed of a deal: the hashes of the commit–reveal that `core.fairness` describes.

All are SHA-256 of UTF-8 text, in hexadecimal. MATCH is as `DealtMatch` prints it, WHO is ``host`` or ``seat 3``:

    commitment   queens-fair-2 commitment\\nMATCH\\nWHO SECRET
    seal         queens-fair-2 seal\\nMATCH\\nabandoned N\\nhost COMMITMENT\\nseat 0 PART NAME\\n…    for all seats
    seed         queens-fair-2 seed\\nSEAL\\nhost SECRET\\nseat 0 SECRET\\n…                  for all committed seats

PART is the commitment of a person, a minus sign for a person without one, or ``program``.

Records of versions 0.1 and 0.2: `core.fairness.commitments_of_0_2`. A whole match: `core.fairness.verification`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from core.engine.record_proof import MISSING_HASH, DealProof

SECRET_BYTES: Final = 32
"""Number of random bytes in a secret that a host or person adds to the seed of a deal."""

HOST_LABEL: Final = "host"
"""The name of the host in the texts that are hashed."""

PROGRAM_LABEL: Final = "program"
"""The text that stands in the seal for the contribution of a seat that a program plays."""


def seat_label(seat: int) -> str:
    """Return the name of a seat in the texts that are hashed, such as ``seat 3``."""
    return f"seat {seat}"


# The deal


class DealtMatch(NamedTuple):
    """The match that a deal is for: its table, number, game, number of seats, and options other than the defaults.

    `match_number` counts the matches at the table. The options include the revision of the rules, as records write it
    (`core.engine.rule_set.RuleSet.record_options`).
    """

    table_id: str
    match_number: int
    game: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        settings = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.table_id} {self.match_number} {self.game} {self.seats}{settings}"


def commitment(dealt_match: DealtMatch, party: str, secret: str) -> str:
    """Return the hexadecimal hash that binds a `party`, the host (`HOST_LABEL`) or a seat (`seat_label`), to its
    secret."""
    return _tagged_hash("commitment", f"{dealt_match}\n{party} {secret}")


def deal_seal(dealt_match: DealtMatch, names: Sequence[str], deal: DealProof) -> str:
    """Return the seal of a deal: the hash of all that is fixed before anybody reveals a secret.

    `names` are the names of the players by seat; a seat that is not among `deal.contributions` is a bot's. The secrets
    of the deal are not part of the hash.
    """
    parts = {part.seat: part.commitment or MISSING_HASH for part in deal.contributions}
    lines = [str(dealt_match), f"abandoned {deal.abandoned_deals}", f"{HOST_LABEL} {deal.host_commitment}"]
    for seat in range(dealt_match.seats):
        name = names[seat] if seat < len(names) else ""
        lines.append(f"{seat_label(seat)} {parts.get(seat, PROGRAM_LABEL)} {' '.join(name.split())}")
    return _tagged_hash("seal", "\n".join(lines))


def deal_seed(deal: DealProof) -> str:
    """Return the seed of a match: the hash of the seal of its deal and all secrets, the host's included."""
    secrets = (f"{seat_label(part.seat)} {part.secret}" for part in deal.contributions if part.commitment)
    return _tagged_hash("seed", "\n".join([deal.seal, f"{HOST_LABEL} {deal.host_secret}", *secrets]))


def deal_fault(dealt_match: DealtMatch, names: Sequence[str], deal: DealProof) -> str:
    """Return in one sentence the first fault in the secrets or the seal of a deal, or "" if there is none."""
    fault = secrets_fault(dealt_match, deal, commitment)
    if fault:
        return fault
    for part in deal.contributions:
        if part.commitment and not part.secret:
            return f"The secret of seat {part.seat + 1} was not revealed, so the deal is void."
    if deal_seal(dealt_match, names, deal) != deal.seal:
        return "The deal is not the one that was sealed: a name, a commitment or the number of abandoned deals differs."
    return ""


def secrets_fault(dealt_match: DealtMatch, deal: DealProof, commit: Callable[[DealtMatch, str, str], str]) -> str:
    """Return in one sentence which secret of a deal does not match its commitment, or "" if all do.

    The secret of a seat may be missing, that of the host may not. `commit` is the function `commitment` of the scheme
    by which the deal was made.
    """
    if not deal.host_secret:
        return "The host has not revealed its secret."
    if commit(dealt_match, HOST_LABEL, deal.host_secret) != deal.host_commitment:
        return "The host's secret is not the one it committed to."
    for part in deal.contributions:
        if part.seat >= dealt_match.seats:
            return f"The deal has a part of seat {part.seat + 1}, and there are only {dealt_match.seats}."
        if part.secret and commit(dealt_match, seat_label(part.seat), part.secret) != part.commitment:
            return f"The secret of seat {part.seat + 1} is not the one it committed to."
    return ""


def _tagged_hash(tag: str, text: str) -> str:
    """Return the SHA-256 hash, in hexadecimal, of `text` below a line with the `tag`, which names what is hashed."""
    return sha256(f"queens-fair-2 {tag}\n{text}".encode()).hexdigest()
