"""The tokens of the people in the hall of a club. A token contains its own proof, so a club recognises it after a
restart."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from net.security.table_code import CODE_ALPHABET

PERSON_ID_CHARACTERS: Final = 16
"""Number of characters of a token that identify the person; the rest proves that the club has issued it."""

ORGANISER_KEY_GROUPS: Final = 3
"""Number of groups of four characters in the key by which an organiser of the club is recognised."""


class HallTokens:
    """Makes and checks the tokens of a club, from its `secret`.

    `process`, random bytes, differs in every process that runs the club, so that no token is issued twice.
    """

    def __init__(self, secret: bytes, process: bytes) -> None:
        self._secret = secret
        self._process = process
        self._issued = 0

    def new_token(self) -> str:
        """Return the token of a new person."""
        self._issued += 1
        person = sha256(self._process + str(self._issued).encode()).hexdigest()[:PERSON_ID_CHARACTERS]
        return person + self._proof_of_person(person)

    def token_of_guest(self, identity: str) -> str:
        """Return the token of the guest with this identity: the same whenever, and at whatever host, they come in."""
        person = hmac.new(self._secret, f"guest {identity}".encode(), sha256).hexdigest()[:PERSON_ID_CHARACTERS]
        return person + self._proof_of_person(person)

    def guest_address_token(self, address: str) -> str:
        """Return the token by which a host of the club tells another one the IP address of a guest whose screen it
        draws.
        """
        return f"{self._address_proof(address)}@{address}"

    def guest_address(self, tokens: Iterable[str]) -> str:
        """Return the address in the first of these tokens that a host has made by `guest_address_token`; "" without
        one.
        """
        for token in tokens:
            proof, at, address = token.partition("@")
            if at and hmac.compare_digest(self._address_proof(address).encode(), proof.encode()):
                return address
        return ""

    def person_of(self, token: str) -> str:
        """Return the public identifier of the person to whom this token was issued; empty for a false token."""
        person, proof = token[:PERSON_ID_CHARACTERS], token[PERSON_ID_CHARACTERS:]
        return person if hmac.compare_digest(self._proof_of_person(person).encode(), proof.encode()) else ""

    @property
    def organiser_key(self) -> str:
        """The secret key by which a person becomes an organiser of the club, in groups of letters and digits (60
        bits)."""
        bits = int.from_bytes(hmac.new(self._secret, b"owner", sha256).digest()[:8], "big")
        groups = [bits >> 20 * place & 0xFFFFF for place in range(ORGANISER_KEY_GROUPS)]
        return "-".join("".join(CODE_ALPHABET[group >> 5 * place & 31] for place in range(4)) for group in groups)

    @property
    def host_key(self) -> str:
        """The secret by which one host of the club proves to another that it belongs to the club."""
        return hmac.new(self._secret, b"host", sha256).hexdigest()[:32]

    @property
    def club_id(self) -> str:
        """The public identifier of the club."""
        return hmac.new(self._secret, b"club", sha256).hexdigest()[:32]

    def _address_proof(self, address: str) -> str:
        """Return the signature in a token that binds it to an address; only hosts of the club can make it."""
        return hmac.new(self._secret, f"address {address}".encode(), sha256).hexdigest()[:32]

    def _proof_of_person(self, person: str) -> str:
        """Return the signature in a person's token; only this club can make it."""
        return hmac.new(self._secret, f"person {person}".encode(), sha256).hexdigest()[:32]
