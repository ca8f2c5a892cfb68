"""The code of a private table, which people read out to each other.

A code is groups of letters and digits such as ``7KQ4-M2ZN-8RTV-3F5H2C``. Its first three groups are 60 bits derived
from the fingerprint of the host's key, so the code proves the host too; the rest is the table's secret, random
(30 bits) or a word chosen by the owner. Case, spaces and dashes do not matter, and the letters O, I and L count as
the digits that they look like (Douglas Crockford's base 32).
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import pbkdf2_hmac
from hmac import compare_digest
from typing import Final
from unicodedata import normalize

from msgspec import Struct

from net.errors import BadCode

CODE_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The 32 characters of Crockford's base 32, which are hard to confuse; each is five bits."""

HOST_KEY_CHARACTERS: Final = 12
"""Number of characters of a code that are derived from the host's key: 60 bits."""

SECRET_CHARACTERS: Final = 6
"""Number of characters of a random secret: 30 bits, which at thirty tries a minute of all addresses take decades to
guess."""

MAX_SECRET_CHARACTERS: Final = HOST_KEY_CHARACTERS
"""Maximum number of characters of a chosen word: fewer than a whole code has, so that it is never taken for one."""

CODE_GROUP_CHARACTERS: Final = 4
"""Number of characters between two dashes of a code as it is shown."""

KEY_STRETCH_ROUNDS: Final = 32_768
"""Number of rounds of PBKDF2: they make it 2 ** 15 times as costly to find another key with the same 60 bits.

One check of a code takes some 10 ms because of them.
"""

_DIGIT_LOOK_ALIKES: Final = str.maketrans("OIL", "011")
"""Maps the letters that no code has to the digits that they look like."""


class TableCode(Struct, frozen=True):
    """A code that somebody wrote: the part for the host's key (empty if only a secret was given) and the secret."""

    host_key_part: str
    secret: str

    @classmethod
    def read(cls, text: str) -> TableCode:
        """Return the code in `text`; a text that is too short for a whole code, or begins with no key, is a secret."""
        folded = canonical_code(text)
        key, secret = folded[:HOST_KEY_CHARACTERS], folded[HOST_KEY_CHARACTERS:]
        if not secret or not set(key) <= set(CODE_ALPHABET):
            return cls("", folded)
        return cls(key, secret)

    def is_for_host(self, fingerprint: str) -> bool:
        """Return whether the code is for the host with this fingerprint."""
        return compare_digest(self.host_key_part, host_key_characters(fingerprint))


def canonical_code(text: str) -> str:
    """Return the canonical form of a code: two texts with the same form are the same code."""
    characters = normalize("NFKC", text).upper()
    return "".join(character for character in characters if character.isalnum()).translate(_DIGIT_LOOK_ALIKES)


def check_chosen_secret(text: str) -> str:
    """Return the secret that an owner has chosen for a table, without the space around it.

    Raises `net.errors.BadCode` for a secret that is soon guessed, or long enough to be taken for a whole code.
    """
    if not SECRET_CHARACTERS <= len(canonical_code(text)) <= MAX_SECRET_CHARACTERS:
        lengths = f"{SECRET_CHARACTERS} to {MAX_SECRET_CHARACTERS}"
        raise BadCode(f"A code has {lengths} letters and digits: a shorter one is soon guessed.")
    return text.strip()


def is_same_code(code: str, other_code: str) -> bool:
    """Return whether two codes are the same, however they are typed; takes constant time.

    An empty code differs from every code, also from another empty one.
    """
    return bool(canonical_code(code)) and compare_digest(
        canonical_code(code).encode(), canonical_code(other_code).encode()
    )


@lru_cache(maxsize=16)
def host_key_characters(fingerprint: str) -> str:
    """Return the twelve characters of a code that are derived from this fingerprint."""
    bits = (
        int.from_bytes(pbkdf2_hmac("sha256", fingerprint.encode(), b"queens code", KEY_STRETCH_ROUNDS, 8), "big") >> 4
    )
    return "".join(CODE_ALPHABET[bits >> shift & 31] for shift in range(5 * (HOST_KEY_CHARACTERS - 1), -1, -5))


def new_secret(chance: bytes) -> str:
    """Return a secret made from at least four random bytes."""
    bits = int.from_bytes(chance, "big")
    return "".join(CODE_ALPHABET[bits >> 5 * place & 31] for place in range(SECRET_CHARACTERS))


def write_code(fingerprint: str, secret: str) -> str:
    """Return the whole code of a table as it is shown; a chosen secret appears as it was chosen."""
    characters = host_key_characters(fingerprint)
    groups = [characters[at : at + CODE_GROUP_CHARACTERS] for at in range(0, len(characters), CODE_GROUP_CHARACTERS)]
    return "-".join((*groups, "-".join(secret.split())))
