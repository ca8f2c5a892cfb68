"""Known hosts: which host a client trusts, because its key was accepted before or the table's code proves it.

The fingerprint that the first host at an address shows is saved in the data folder; another one at the same address
later stops the client until the person decides. A table's code alone proves the host, whatever is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from net.errors import ChangedKey, CodeRejected, WrongHost
from net.limits import MAX_HOST_KEYS_KEPT
from net.private_files import load_private_json, save_private_json
from net.security.host_certificate import key_in_groups
from net.security.table_code import TableCode, write_code

KNOWN_HOSTS_FILE: Final = "known_hosts.json"
"""The name of the file of known hosts in the data folder."""

_HEX_DIGITS: Final = frozenset("0123456789abcdef")
"""The digits of a fingerprint."""


class KnownHosts:
    """The file of known hosts: the fingerprint that was accepted last at each address (``HOST:PORT``).

    A file that cannot be read counts as empty; a file that cannot be written stays as it is.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / KNOWN_HOSTS_FILE

    def key_at(self, address: str) -> str:
        """Return the fingerprint known for this address (``HOST:PORT``); "" if none is."""
        return self._read_fingerprints().get(address, "")

    def keys(self) -> dict[str, str]:
        """Return the fingerprint known for each address."""
        return self._read_fingerprints()

    def addresses_of(self, fingerprint: str) -> list[str]:
        """Return the addresses at which this fingerprint was accepted last, the latest first."""
        return [address for address, known in self._read_fingerprints().items() if known == fingerprint]

    def remember(self, address: str, fingerprint: str) -> None:
        """Save the fingerprint of `address` in place of any other.

        The latest `MAX_HOST_KEYS_KEPT` addresses are kept.
        """
        known = self._read_fingerprints()
        if next(iter(known.items()), None) == (address, fingerprint):
            return
        known.pop(address, None)
        save_private_json(self._path, dict([(address, fingerprint), *known.items()][:MAX_HOST_KEYS_KEPT]))

    def _read_fingerprints(self) -> dict[str, str]:
        """Return the fingerprint of each address in the file, invalid ones left out."""
        return {address: key for address, key in load_private_json(self._path, dict).items() if _is_fingerprint(key)}


class HostTrust:
    """Decides whether the host that answers is trusted, at every connection of one client.

    `code` is the table's code as the person wrote it. `accepted_fingerprint` is a fingerprint that the person has
    decided to trust, or ``"any"`` for any key this time. Once a key is accepted, only the same key is accepted again:
    `fingerprint` is its fingerprint ("" before), `is_new_host` whether neither that fingerprint nor the address was
    known before.
    """

    def __init__(self, folder: Path, code: str = "", accepted_fingerprint: str = "") -> None:
        self._known = KnownHosts(folder)
        self._code = TableCode.read(code)
        self._accept = accepted_fingerprint
        self.fingerprint = ""
        self.is_new_host = False

    @property
    def secret(self) -> str:
        """The secret part of the table's code, which is sent to the host once the host is trusted."""
        return self._code.secret

    @property
    def whole_code(self) -> str:
        """The complete code for others, which also proves the trusted host; empty if this person gave no code."""
        return write_code(self.fingerprint, self.secret) if self.secret else ""

    def check_key(self, address: str, fingerprint: str) -> None:
        """Accept and save the key with this fingerprint at `address`, or raise why it is not trusted.

        Raises `WrongHost` if the code is for another host, `ChangedKey` if another key is known for the address,
        `CodeRejected` if only the secret part of a code was given, and the host is unknown.
        """
        if self.fingerprint:
            if fingerprint != self.fingerprint:
                raise changed_key_error(address, self.fingerprint, fingerprint)
            return
        known = self._known.key_at(address)
        if self._code.host_key_part:
            if not self._code.is_for_host(fingerprint):
                raise WrongHost(
                    f"The code is not for the host at {address}: a letter of it is wrong, or somebody else answers "
                    "there; your code was not given away."
                )
        elif self._accept in ("any", fingerprint):
            pass
        elif known and known != fingerprint:
            raise changed_key_error(address, known, fingerprint, self._known.addresses_of(fingerprint))
        elif self._code.secret and known != fingerprint:
            raise CodeRejected(
                f"That is only the end of a code, and the host at {address} is new to you: give the whole code, as the "
                "host's lobby shows it."
            )
        self.fingerprint = fingerprint
        self.is_new_host = not known and not self._known.addresses_of(fingerprint)
        self._known.remember(address, fingerprint)

    def trust_sentence(self) -> str:
        """Return one sentence, for the person, which says how the host was recognised, or that it is new."""
        shown = key_in_groups(self.fingerprint)
        if self._code.host_key_part:
            return f"The code has proved that this is the right host (key {shown})."
        if self.is_new_host:
            return f"You have not met this host before; its key is {shown}, and you will be warned if it changes."
        return f"You know this host (key {shown})."


def trust_only_key(fingerprint: str, code: str = "") -> HostTrust:
    """Return a `HostTrust` that accepts the key with this fingerprint, at any address, and no other; nothing is saved.

    `code` is the table's code, "" for a table without one.
    """
    trust = HostTrust(Path(), code)
    trust.fingerprint = fingerprint
    return trust


def changed_key_error(
    address: str, known_fingerprint: str, shown_fingerprint: str, other_addresses: Sequence[str] = ()
) -> ChangedKey:
    """Return the error for `address`, which shows another key than the known one.

    `known_fingerprint` and `shown_fingerprint` are the fingerprints of the two keys; `other_addresses` are those at
    which the shown key was accepted before.
    """
    meeting = f" The new key is that of the host you met at {other_addresses[0]}." if other_addresses else ""
    shown_key, known_key = key_in_groups(shown_fingerprint), key_in_groups(known_fingerprint)
    reason = (
        f"The host at {address} shows the key {shown_key}, but you know it by another key, {known_key}: "
        f"either it was set up again, or somebody else answers there.{meeting} Nothing was sent to it."
    )
    return ChangedKey(reason, address, known_fingerprint, shown_fingerprint)


def _is_fingerprint(key: object) -> bool:
    """Return whether a value of the file is a fingerprint: 64 hexadecimal digits."""
    return isinstance(key, str) and len(key) == 64 and set(key) <= _HEX_DIGITS
