"""The commit–reveal scheme of versions 0.1 and 0.2, by which the deals in old records are verified.

Its hashes are SHA-256 of UTF-8 text, in hexadecimal, with MATCH and WHO as in `core.fairness.commitments`:

    commitment   queens-fair-1 commitment\\nMATCH\\nWHO SECRET
    deal         queens-fair-1 settled\\nhost COMMITMENT\\nseat 0 COMMITMENT SECRET\\n…     in the order of the seats
    seed         queens-fair-1 seed\\nMATCH\\nDEAL\\nhost SECRET

A commitment or secret that was not received in time is a minus sign, and its seat added nothing to the seed. So a host
that knew all secrets could choose which of them it received: that is why there is another scheme.
"""

from __future__ import annotations

from hashlib import sha256

from core.engine.record_proof import MISSING_HASH, DealProof
from core.fairness.commitments import HOST_LABEL, DealtMatch, seat_label, secrets_fault


def old_commitment(dealt_match: DealtMatch, party: str, secret: str) -> str:
    """Return the hash that binds a `party`, `HOST_LABEL` or a `seat_label`, to its secret."""
    return _old_hash("commitment", f"{dealt_match}\n{party} {secret}")


def old_deal_seed(dealt_match: DealtMatch, deal: DealProof) -> str:
    """Return the seed of a match: the hash of the secrets of its deal, the host's secret included."""
    parts = (
        f"{seat_label(p.seat)} {p.commitment or MISSING_HASH} {p.secret or MISSING_HASH}" for p in deal.contributions
    )
    whole = _old_hash("settled", "\n".join([f"{HOST_LABEL} {deal.host_commitment}", *parts]))
    return _old_hash("seed", f"{dealt_match}\n{whole}\n{HOST_LABEL} {deal.host_secret}")


def old_deal_fault(dealt_match: DealtMatch, deal: DealProof) -> str:
    """Return in one sentence the first fault in the secrets of a deal, or "" if there is none."""
    return secrets_fault(dealt_match, deal, old_commitment)


def _old_hash(tag: str, text: str) -> str:
    """Return the SHA-256 hash, in hexadecimal, of `text` below a line with the `tag`, which names what is hashed."""
    return sha256(f"queens-fair-1 {tag}\n{text}".encode()).hexdigest()
