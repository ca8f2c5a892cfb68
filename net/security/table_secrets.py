"""The secrets of a table: the tokens that bring people back to their seats, and the secrets and seeds of matches."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256
from typing import TypeAlias

from net.security.table_code import is_same_code

DrawBytes: TypeAlias = Callable[[int], bytes]
"""A source of chance: a function that returns a number of fresh random bytes, such as `secrets.token_bytes`."""


class TableSecrets:
    """Derives tokens and identifiers from the secret of one table, 32 random bytes, and draws the secrets of its deals.

    `given_seed` is the seed of the first match, from which the later ones follow; None derives all from the secret.
    `process` differs in every process that runs the table, so that no token is issued twice. `draw_bytes` returns a
    number of fresh random bytes.
    """

    __slots__ = ("_draw_bytes", "_tokens", "boots", "code", "given_seed", "process", "secret")

    def __init__(
        self,
        secret: bytes,
        code: str = "",
        given_seed: int | str | None = None,
        draw_bytes: DrawBytes | None = None,
    ) -> None:
        self._draw_bytes = draw_bytes
        self.secret = secret
        self.code = code.strip()
        self.given_seed = given_seed
        self.process = ""
        self.boots = 0
        self._tokens = 0

    def new_token(self) -> str:
        """Return a new token of 128 bits for one person."""
        self._tokens += 1
        return self._derive_digits(f"token {self.process} {self._tokens}")

    def set_process(self, previous_process: str, boots: int, entropy: bytes) -> None:
        """Derive `process`, the identifier of this host process, from that of the process before, `previous_process`.

        `boots` is how many times the table has been restored. `entropy`, random bytes, makes the identifier differ from
        that of a restart that a power cut has undone.
        """
        self.boots = boots
        self.process = self._derive_digits(f"process {previous_process} {boots} {entropy.hex()}")

    @property
    def table_id(self) -> str:
        """The public identifier of the table."""
        return self._derive_digits("table")

    def match_seed(self, match: int) -> int | str:
        """Return the seed of a match, counted from 1, at a table whose first match got a chosen seed."""
        assert self.given_seed is not None
        return self.given_seed if match == 1 else f"{self.given_seed}.{match}"

    @property
    def seed_is_given(self) -> bool:
        """Whether the seed of the first match was given beforehand, so that no deal can be proven fair."""
        return self.given_seed is not None

    def draw_bytes(self, byte_count: int) -> bytes:
        """Return this number of fresh random bytes, for the host's secret in one deal."""
        assert self._draw_bytes is not None, "a table without a given seed needs a source of random bytes"
        return self._draw_bytes(byte_count)

    def keyed_hash(self, text: str) -> str:
        """Return a hash of a text and the table's secret: without the secret nobody can find out the text."""
        return self._derive_digits(f"hash {text}")

    def is_code(self, code: str) -> bool:
        """Return whether this is the table's code, or the table has none."""
        return not self.code or is_same_code(code, self.code)

    def _derive_digits(self, purpose: str) -> str:
        """Return 32 hexadecimal digits that follow from the secret and this purpose, and reveal nothing of it."""
        return sha256(self.secret + purpose.encode()).hexdigest()[:32]


def is_same_token(token: str, other_token: str) -> bool:
    """Return whether two tokens are the same, in constant time."""
    return hmac.compare_digest(token.encode(), other_token.encode())
