"""Known hosts: whether a client trusts a host, by its address, by the table code or by the person's decision."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import ChangedKey, Rejected, WrongHost
from net.limits import MAX_HOST_KEYS_KEPT
from net.security.host_certificate import key_in_groups
from net.security.known_hosts import KNOWN_HOSTS_FILE, HostTrust, KnownHosts
from net.security.table_code import write_code

ADDRESS, OTHER_ADDRESS = "192.168.1.20:7433", "[fe80::1%eth0]:7434"
FINGERPRINT, OTHER_FINGERPRINT = "a" * 64, "b" * 64


def test_first_key_of_a_host_is_saved_and_accepted_again(tmp_path) -> None:
    trust = HostTrust(tmp_path)
    trust.check_key(ADDRESS, FINGERPRINT)
    assert trust.is_new_host
    assert "not met" in trust.trust_sentence()
    again = HostTrust(tmp_path)
    again.check_key(ADDRESS, FINGERPRINT)
    assert not again.is_new_host
    assert key_in_groups(FINGERPRINT) in again.trust_sentence()
    moved = HostTrust(tmp_path)
    moved.check_key(OTHER_ADDRESS, FINGERPRINT)
    assert not moved.is_new_host, "it is the same host at another address"


def test_changed_key_is_refused_until_the_person_accepts_it(tmp_path) -> None:
    HostTrust(tmp_path).check_key(ADDRESS, FINGERPRINT)
    for _ in range(2):
        with pytest.raises(ChangedKey, match="Nothing was sent to it"):
            HostTrust(tmp_path).check_key(ADDRESS, OTHER_FINGERPRINT)
    with pytest.raises(ChangedKey):
        HostTrust(tmp_path, accepted_fingerprint="c" * 64).check_key(ADDRESS, OTHER_FINGERPRINT)
    HostTrust(tmp_path).check_key(OTHER_ADDRESS, OTHER_FINGERPRINT)
    with pytest.raises(ChangedKey, match=r"that of the host you met at .fe80::1%eth0.:7434"):
        HostTrust(tmp_path).check_key(ADDRESS, OTHER_FINGERPRINT)
    HostTrust(tmp_path, accepted_fingerprint=OTHER_FINGERPRINT).check_key(ADDRESS, OTHER_FINGERPRINT)
    assert KnownHosts(tmp_path).key_at(ADDRESS) == OTHER_FINGERPRINT
    HostTrust(tmp_path, accepted_fingerprint="any").check_key(ADDRESS, FINGERPRINT)
    assert KnownHosts(tmp_path).key_at(ADDRESS) == FINGERPRINT


def test_table_code_overrides_the_saved_key_of_a_host(tmp_path) -> None:
    HostTrust(tmp_path).check_key(ADDRESS, FINGERPRINT)
    trust = HostTrust(tmp_path, write_code(OTHER_FINGERPRINT, "rose"))
    trust.check_key(ADDRESS, OTHER_FINGERPRINT)
    assert trust.secret == "R0SE"
    assert "proved" in trust.trust_sentence()
    with pytest.raises(WrongHost, match="your code was not given away"):
        HostTrust(tmp_path, write_code(FINGERPRINT, "rose"), accepted_fingerprint="any").check_key(
            ADDRESS, OTHER_FINGERPRINT
        )


def test_table_code_without_the_part_for_the_key_is_sent_only_to_known_hosts(tmp_path) -> None:
    with pytest.raises(Rejected, match="whole code"):
        HostTrust(tmp_path, "rose").check_key(ADDRESS, FINGERPRINT)
    assert KnownHosts(tmp_path).key_at(ADDRESS) == ""
    HostTrust(tmp_path).check_key(ADDRESS, FINGERPRINT)
    HostTrust(tmp_path, "rose").check_key(ADDRESS, FINGERPRINT)
    with pytest.raises(ChangedKey):
        HostTrust(tmp_path, "rose").check_key(ADDRESS, OTHER_FINGERPRINT)


def test_after_the_first_connection_only_the_same_key_is_accepted(tmp_path) -> None:
    trust = HostTrust(tmp_path, accepted_fingerprint="any")
    trust.check_key(ADDRESS, FINGERPRINT)
    with pytest.raises(ChangedKey):
        trust.check_key(ADDRESS, OTHER_FINGERPRINT)
    trust.check_key(ADDRESS, FINGERPRINT)


host_fingerprints = st.sampled_from([FINGERPRINT, OTHER_FINGERPRINT, "c" * 64])
"""Hypothesis strategy for fingerprints of hosts."""
host_addresses = st.sampled_from([ADDRESS, OTHER_ADDRESS, "host:1"])
"""Hypothesis strategy for addresses of hosts."""


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(host_addresses, host_fingerprints, st.sampled_from(["", "any"])), max_size=12))
def test_saved_key_is_the_last_trusted_one(tmp_path_factory, meetings) -> None:
    folder = tmp_path_factory.mktemp("known")
    trusted: dict[str, str] = {}
    for where, key, accept in meetings:
        before = trusted.get(where)
        if accept or before in (None, key):
            HostTrust(folder, accepted_fingerprint=accept).check_key(where, key)
            trusted[where] = key
            continue
        with pytest.raises(ChangedKey) as caught:
            HostTrust(folder).check_key(where, key)
        assert (caught.value.known_fingerprint, caught.value.shown_fingerprint) == (before, key)
    assert {where: KnownHosts(folder).key_at(where) for where in trusted} == trusted


@pytest.mark.parametrize("content", ["", "[]", "{", '{"x": 1, "y": "zz", "z": "A"}', "[" * 100_000])
def test_invalid_known_hosts_file_counts_as_empty(tmp_path, content) -> None:
    (tmp_path / KNOWN_HOSTS_FILE).write_text(content)
    trust = HostTrust(tmp_path)
    trust.check_key(ADDRESS, FINGERPRINT)
    assert trust.is_new_host
    assert json.loads((tmp_path / KNOWN_HOSTS_FILE).read_text()) == {ADDRESS: FINGERPRINT}


def test_number_of_known_hosts_is_bounded_and_the_latest_stay(tmp_path) -> None:
    (tmp_path / KNOWN_HOSTS_FILE).write_text(
        json.dumps({f"host:{number}": FINGERPRINT for number in range(MAX_HOST_KEYS_KEPT)})
    )
    KnownHosts(tmp_path).remember(ADDRESS, OTHER_FINGERPRINT)
    kept = json.loads((tmp_path / KNOWN_HOSTS_FILE).read_text())
    assert len(kept) == MAX_HOST_KEYS_KEPT
    assert kept[ADDRESS] == OTHER_FINGERPRINT
    assert f"host:{MAX_HOST_KEYS_KEPT - 1}" not in kept


def test_unwritable_known_hosts_file_is_no_error(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    HostTrust(tmp_path / "file").check_key(ADDRESS, FINGERPRINT)
