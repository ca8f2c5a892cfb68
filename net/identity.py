"""What only the host can know beforehand: tokens that bring people back, and the seeds of matches."""

from __future__ import annotations

import hmac
from hashlib import sha256

from net.codes import same_secret


class Secrets:
    """Everything that is derived from the secret of one table: 32 random bytes, given by the edge.

    `seed` is the seed of the first match if it is to be a certain one; the later ones follow from it.
    """

    __slots__ = ("_code", "_secret", "_seed", "_tokens")

    def __init__(self, secret: bytes, code: str = "", seed: int | str | None = None) -> None:
        self._secret = secret
        self._code = code.strip()
        self._seed = seed
        self._tokens = 0

    def token(self) -> str:
        """Return a new token of 128 bits, for one person."""
        self._tokens += 1
        return self._derive(f"token {self._tokens}")

    @property
    def table(self) -> str:
        """What tells this table from every other; it is no secret."""
        return self._derive("table")

    def seed(self, match: int) -> int | str:
        """Return the seed of a match, counted from 1."""
        if self._seed is None:
            return self._derive(f"seed {match}")
        return self._seed if match == 1 else f"{self._seed}.{match}"

    @property
    def given(self) -> bool:
        """Whether the seeds follow from one that was given, so that no deal is a fair one."""
        return self._seed is not None

    def deal(self, match: int) -> str:
        """Return the host's secret for the deal of a match, in hexadecimal: nobody else knows it before the end."""
        return hmac.new(self._secret, f"deal {match}".encode(), sha256).hexdigest()

    def opens(self, code: str) -> bool:
        """Whether this is the table's code, or it has none."""
        return not self._code or same_secret(code, self._code)

    def _derive(self, what: str) -> str:
        return sha256(self._secret + what.encode()).hexdigest()[:32]


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
