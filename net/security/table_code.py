"""The code of a private table: what its people read out to each other.

A code is groups of letters and digits such as ``7KQ4-M2ZN-8RTV-3F5H``. Its first three groups are 60 bits of the
fingerprint of the host's key, so that whoever has the code has checked the host too; what follows is the
table's secret, made by chance (20 bits) or chosen as a word. Case, spaces and dashes do not matter, and the
letters O, I and L are taken for the digits that they look like (the base 32 of Douglas Crockford).
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import pbkdf2_hmac
from hmac import compare_digest
from typing import Final
from unicodedata import normalize

from msgspec import Struct

from net.errors import BadCode

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The 32 signs that no eye or ear takes for another; each is five bits."""

KEY_SIGNS: Final = 12
"""The signs of a code that stand for the host's key: 60 bits."""

SECRET_SIGNS: Final = 4
"""The signs of a secret made by chance: 20 bits, at five tries a minute for some four months of guessing."""

LONGEST_SECRET: Final = KEY_SIGNS
"""The signs of a word that somebody chooses: with fewer than a whole code has, it is never taken for one."""

GROUP: Final = 4

STRETCH_ROUNDS: Final = 32_768
"""What makes each try to find another key with the same 60 bits 2 ** 15 times as dear, at some 10 ms for us."""

_FOLDED: Final = str.maketrans("OIL", "011")


class TableCode(Struct, frozen=True):
    """A code as somebody wrote it: the part for the host's key, empty if there is only a secret, and the secret."""

    key: str
    secret: str

    @classmethod
    def read(cls, text: str) -> TableCode:
        """Return the code that `text` writes; too little for a whole code is a secret alone."""
        folded = fold(text)
        key, secret = folded[:KEY_SIGNS], folded[KEY_SIGNS:]
        if not secret or not set(key) <= set(ALPHABET):
            return cls("", folded)
        return cls(key, secret)

    def fits(self, fingerprint: str) -> bool:
        """Whether the host with this fingerprint is the one that the code is for."""
        return compare_digest(self.key, key_signs(fingerprint))


def fold(text: str) -> str:
    """Return what counts of a code: two texts that fold to the same are the same code."""
    signs = normalize("NFKC", text).upper()
    return "".join(sign for sign in signs if sign.isalnum()).translate(_FOLDED)


def chosen_secret(text: str) -> str:
    """Return the secret that somebody has chosen for a table, without the space around it.

    Raises `net.errors.BadCode` for one that lets in whoever gives none, or that is taken for a whole code.
    """
    if not 0 < len(fold(text)) <= LONGEST_SECRET:
        raise BadCode(f"A code is a word of 1 to {LONGEST_SECRET} letters and digits.")
    return text.strip()


def same_secret(one: str, other: str) -> bool:
    """Whether two people mean the same secret, in a time that does not tell where they differ; nothing is none."""
    return bool(fold(one)) and compare_digest(fold(one).encode(), fold(other).encode())


@lru_cache(maxsize=16)
def key_signs(fingerprint: str) -> str:
    """Return the twelve signs of a code that stand for the key with this fingerprint."""
    bits = int.from_bytes(pbkdf2_hmac("sha256", fingerprint.encode(), b"queens code", STRETCH_ROUNDS, 8), "big") >> 4
    return "".join(ALPHABET[bits >> shift & 31] for shift in range(5 * (KEY_SIGNS - 1), -1, -5))


def new_secret(chance: bytes) -> str:
    """Return a secret made of at least three bytes of chance."""
    bits = int.from_bytes(chance, "big")
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in range(SECRET_SIGNS))


def write_code(fingerprint: str, secret: str) -> str:
    """Return the whole code of a table, to be shown and read out; a secret that was chosen stands as it was chosen."""
    signs = key_signs(fingerprint)
    groups = [signs[at : at + GROUP] for at in range(0, len(signs), GROUP)]
    return "-".join((*groups, "-".join(secret.split())))
