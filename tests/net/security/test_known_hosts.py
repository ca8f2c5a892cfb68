from __future__ import annotations

import json
import os
import stat
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import ChangedKey, HostKeyDamaged, Rejected, WrongHost
from net.limits import HOSTS_KNOWN
from net.security.host_certificate import CERTIFICATE_FILE, fingerprint_of, host_certificate, in_groups
from net.security.known_hosts import KNOWN_HOSTS_FILE, HostTrust, KnownHosts
from net.security.table_code import write_code

HERE, THERE = "192.168.1.20:7433", "[fe80::1%eth0]:7434"
KEY, OTHER = "a" * 64, "b" * 64


def test_the_first_meeting_is_remembered_and_the_same_key_is_welcome_ever_after(tmp_path) -> None:
    trust = HostTrust(tmp_path)
    trust.judge(HERE, KEY)
    assert trust.first_meeting
    assert "first time" in trust.explain()
    again = HostTrust(tmp_path)
    again.judge(HERE, KEY)
    assert not again.first_meeting
    assert in_groups(KEY) in again.explain()
    moved = HostTrust(tmp_path)
    moved.judge(THERE, KEY)
    assert not moved.first_meeting, "it is the same host at another address"


def test_another_key_stops_until_the_person_says_so(tmp_path) -> None:
    HostTrust(tmp_path).judge(HERE, KEY)
    for _ in range(2):
        with pytest.raises(ChangedKey, match="Nothing was told"):
            HostTrust(tmp_path).judge(HERE, OTHER)
    with pytest.raises(ChangedKey):
        HostTrust(tmp_path, accept="c" * 64).judge(HERE, OTHER)
    HostTrust(tmp_path).judge(THERE, OTHER)
    with pytest.raises(ChangedKey, match=r"that of the host you met at .fe80::1%eth0.:7434"):
        HostTrust(tmp_path).judge(HERE, OTHER)
    HostTrust(tmp_path, accept=OTHER).judge(HERE, OTHER)
    assert KnownHosts(tmp_path).key_at(HERE) == OTHER
    HostTrust(tmp_path, accept="any").judge(HERE, KEY)
    assert KnownHosts(tmp_path).key_at(HERE) == KEY


def test_the_code_counts_more_than_what_is_remembered(tmp_path) -> None:
    HostTrust(tmp_path).judge(HERE, KEY)
    trust = HostTrust(tmp_path, write_code(OTHER, "rose"))
    trust.judge(HERE, OTHER)
    assert trust.secret == "R0SE"
    assert "proved" in trust.explain()
    with pytest.raises(WrongHost, match="your code was not given away"):
        HostTrust(tmp_path, write_code(KEY, "rose"), accept="any").judge(HERE, OTHER)


def test_a_secret_alone_is_only_told_to_a_host_that_is_known(tmp_path) -> None:
    with pytest.raises(Rejected, match="whole code"):
        HostTrust(tmp_path, "rose").judge(HERE, KEY)
    assert KnownHosts(tmp_path).key_at(HERE) == ""
    HostTrust(tmp_path).judge(HERE, KEY)
    HostTrust(tmp_path, "rose").judge(HERE, KEY)
    with pytest.raises(ChangedKey):
        HostTrust(tmp_path, "rose").judge(HERE, OTHER)


def test_once_trusted_only_the_same_key_will_do(tmp_path) -> None:
    trust = HostTrust(tmp_path, accept="any")
    trust.judge(HERE, KEY)
    with pytest.raises(ChangedKey):
        trust.judge(HERE, OTHER)
    trust.judge(HERE, KEY)


keys = st.sampled_from([KEY, OTHER, "c" * 64])
places = st.sampled_from([HERE, THERE, "host:1"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(places, keys, st.sampled_from(["", "any"])), max_size=12))
def test_what_is_known_is_what_was_last_trusted(tmp_path_factory, meetings) -> None:
    folder = tmp_path_factory.mktemp("known")
    trusted: dict[str, str] = {}
    for where, key, accept in meetings:
        before = trusted.get(where)
        if accept or before in (None, key):
            HostTrust(folder, accept=accept).judge(where, key)
            trusted[where] = key
            continue
        with pytest.raises(ChangedKey) as caught:
            HostTrust(folder).judge(where, key)
        assert (caught.value.known, caught.value.shown) == (before, key)
    assert {where: KnownHosts(folder).key_at(where) for where in trusted} == trusted


@pytest.mark.parametrize("content", ["", "[]", "{", '{"x": 1, "y": "zz", "z": "A"}', "[" * 100_000])
def test_a_file_that_makes_no_sense_counts_as_absent(tmp_path, content) -> None:
    (tmp_path / KNOWN_HOSTS_FILE).write_text(content)
    trust = HostTrust(tmp_path)
    trust.judge(HERE, KEY)
    assert trust.first_meeting
    assert json.loads((tmp_path / KNOWN_HOSTS_FILE).read_text()) == {HERE: KEY}


def test_no_more_than_so_many_are_kept_and_the_latest_stay(tmp_path) -> None:
    (tmp_path / KNOWN_HOSTS_FILE).write_text(json.dumps({f"host:{number}": KEY for number in range(HOSTS_KNOWN)}))
    KnownHosts(tmp_path).remember(HERE, OTHER)
    kept = json.loads((tmp_path / KNOWN_HOSTS_FILE).read_text())
    assert len(kept) == HOSTS_KNOWN
    assert kept[HERE] == OTHER
    assert f"host:{HOSTS_KNOWN - 1}" not in kept


def test_what_cannot_be_written_is_left(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    HostTrust(tmp_path / "file").judge(HERE, KEY)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_the_hosts_key_is_made_once_for_its_owner_only(tmp_path) -> None:
    folder = tmp_path / "new" / "folder"
    first, second = host_certificate(folder), host_certificate(folder)
    assert first.fingerprint == second.fingerprint
    assert stat.S_IMODE((folder / CERTIFICATE_FILE).stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [CERTIFICATE_FILE]
    assert host_certificate(tmp_path / "other").fingerprint != first.fingerprint


def test_a_damaged_key_is_said_and_left_as_it_is(tmp_path) -> None:
    (tmp_path / CERTIFICATE_FILE).write_text("nonsense")
    with pytest.raises(HostKeyDamaged, match="damaged: move it away"):
        host_certificate(tmp_path)
    assert (tmp_path / CERTIFICATE_FILE).read_text() == "nonsense"


def test_where_nothing_can_be_kept_a_key_is_made_for_this_time(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    assert len(host_certificate(tmp_path / "file").fingerprint) == 64


def test_a_fingerprint_is_that_of_the_whole_certificate() -> None:
    assert fingerprint_of(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert in_groups("0123456789abcdef0123" + "0" * 44) == "0123 4567 89ab cdef 0123"


@pytest.mark.skipif(not hasattr(os, "link"), reason="needs links")
def test_two_who_make_the_key_at_once_end_up_with_the_same(tmp_path, monkeypatch) -> None:
    import net.security.host_certificate

    make = net.security.host_certificate._new_certificate

    def make_late() -> bytes:
        monkeypatch.setattr(net.security.host_certificate, "_new_certificate", make)
        net.security.host_certificate._save(tmp_path / CERTIFICATE_FILE, make())
        return make()

    monkeypatch.setattr(net.security.host_certificate, "_new_certificate", make_late)
    assert host_certificate(tmp_path).fingerprint == host_certificate(tmp_path).fingerprint
