"""What only the host can know beforehand: tokens that bring people back, and the seeds of matches."""

from __future__ import annotations

import hmac
from hashlib import sha256

from net.security.table_code import same_secret


class TableSecrets:
    """Everything that is derived from the secret of one table: 32 random bytes, given by the edge.

    `seed` is the seed of the first match if it is to be a certain one; the later ones follow from it. `process` is
    another one in every process that goes on with the table, so that no token is given out twice.
    """

    __slots__ = ("_tokens", "boots", "code", "first", "process", "secret")

    def __init__(self, secret: bytes, code: str = "", seed: int | str | None = None) -> None:
        self.secret = secret
        self.code = code.strip()
        self.first = seed
        self.process = ""
        self.boots = 0
        self._tokens = 0

    def token(self) -> str:
        """Return a new token of 128 bits, for one person."""
        self._tokens += 1
        return self._derive(f"token {self.process} {self._tokens}")

    def go_on(self, process: str, boots: int, chance: bytes) -> None:
        """Note that another process goes on with the table, the one after `process`, for the `boots`-th time.

        `chance` tells it from one whose last second a power cut has undone.
        """
        self.boots = boots
        self.process = self._derive(f"process {process} {boots} {chance.hex()}")

    @property
    def table(self) -> str:
        """What tells this table from every other; it is no secret."""
        return self._derive("table")

    def seed(self, match: int) -> int | str:
        """Return the seed of a match, counted from 1."""
        if self.first is None:
            return self._derive(f"seed {match}")
        return self.first if match == 1 else f"{self.first}.{match}"

    @property
    def given(self) -> bool:
        """Whether the seeds follow from one that was given, so that no deal is a fair one."""
        return self.first is not None

    def deal(self, match: int) -> str:
        """Return the host's secret for the deal of a match, in hexadecimal: nobody else knows it before the end."""
        return hmac.new(self.secret, f"deal {match}".encode(), sha256).hexdigest()

    def opens(self, code: str) -> bool:
        """Whether this is the table's code, or it has none."""
        return not self.code or same_secret(code, self.code)

    def _derive(self, what: str) -> str:
        return sha256(self.secret + what.encode()).hexdigest()[:32]


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
