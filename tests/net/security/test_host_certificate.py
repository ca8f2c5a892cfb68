"""The host's certificate: made once, for its owner only, and never replaced when it is damaged."""

from __future__ import annotations

import os
import stat
import sys

import pytest

from net.errors import HostKeyDamaged
from net.security.host_certificate import CERTIFICATE_FILE, fingerprint_of, host_certificate, key_in_groups


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_host_key_is_made_once_and_readable_by_its_owner_only(tmp_path) -> None:
    folder = tmp_path / "new" / "folder"
    first, second = host_certificate(folder), host_certificate(folder)
    assert first.fingerprint == second.fingerprint
    assert stat.S_IMODE((folder / CERTIFICATE_FILE).stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [CERTIFICATE_FILE]
    assert host_certificate(tmp_path / "other").fingerprint != first.fingerprint


def test_damaged_host_key_is_reported_and_left_as_it_is(tmp_path) -> None:
    (tmp_path / CERTIFICATE_FILE).write_text("nonsense")
    with pytest.raises(HostKeyDamaged, match="damaged: move it away"):
        host_certificate(tmp_path)
    assert (tmp_path / CERTIFICATE_FILE).read_text() == "nonsense"


def test_host_key_that_cannot_be_saved_lasts_for_the_process(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    assert len(host_certificate(tmp_path / "file").fingerprint) == 64


def test_fingerprint_is_the_sha256_of_the_certificate() -> None:
    assert fingerprint_of(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert key_in_groups("0123456789abcdef0123" + "0" * 44) == "0123 4567 89ab cdef 0123"


@pytest.mark.skipif(not hasattr(os, "link"), reason="needs links")
def test_two_processes_that_make_the_key_at_once_end_up_with_the_same(tmp_path, monkeypatch) -> None:
    import net.security.host_certificate

    make = net.security.host_certificate.new_certificate

    def make_late() -> bytes:
        """Make a key after another process has saved its own."""
        monkeypatch.setattr(net.security.host_certificate, "new_certificate", make)
        net.security.host_certificate._save_certificate(tmp_path / CERTIFICATE_FILE, make())
        return make()

    monkeypatch.setattr(net.security.host_certificate, "new_certificate", make_late)
    assert host_certificate(tmp_path).fingerprint == host_certificate(tmp_path).fingerprint
