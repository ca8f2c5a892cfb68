"""Private files: a small file is written completely or not at all, and no temporary draft of it is left."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from net.private_files import load_private_json, save_private_file, save_private_json, write_private_draft
from net.security import host_certificate as certificates
from net.security.known_hosts import KNOWN_HOSTS_FILE, KnownHosts
from tests.support.full_disk import simulate_full_disk

skip_without_posix_modes = pytest.mark.skipif(os.name != "posix_only", reason="modes and limits are those of POSIX")
"""Mark that skips a test where files have no POSIX modes."""


def test_saved_value_can_be_read_and_leaves_no_other_file_in_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file.json"
    for content in ({"a": "é"}, {"b": 1}):
        save_private_json(path, content)
        assert load_private_json(path, dict) == content
    assert [one.name for one in path.parent.iterdir()] == ["file.json"]


@skip_without_posix_modes
def test_file_is_readable_by_its_owner_only_after_a_rewrite(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o644)
    save_private_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@skip_without_posix_modes
def test_full_disk_leaves_the_old_file_and_no_temporary_draft(tmp_path: Path) -> None:
    save_private_file(tmp_path / "file", b"old")
    with simulate_full_disk():
        save_private_file(tmp_path / "file", b"new")
        save_private_json(tmp_path / "other", {"a": 1})
        with pytest.raises(OSError, match="too large"):
            certificates._save_certificate(tmp_path / certificates.CERTIFICATE_FILE, b"key")
        KnownHosts(tmp_path).remember("host:1", "a" * 64)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"
    KnownHosts(tmp_path).remember("host:1", "a" * 64)
    assert json.loads((tmp_path / KNOWN_HOSTS_FILE).read_text()) == {"host:1": "a" * 64}


def test_draft_that_cannot_replace_its_file_is_removed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    save_private_file(tmp_path / "folder", b"no file can stand here")
    with write_private_draft(tmp_path / "file", b"x") as draft:
        assert draft.read_bytes() == b"x"
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def test_private_file_in_a_folder_that_cannot_be_made_raises_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    save_private_file(tmp_path / "file" / "within", b"x")
    assert load_private_json(tmp_path / "file" / "within", list) == []


@pytest.mark.parametrize("text", ["", "{", "[1]", '"a"', "3", "null", "\x00", "[" * 100_000])
def test_saved_value_of_another_type_counts_as_absent(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text)
    assert load_private_json(tmp_path / "file", dict) == {}
    (tmp_path / "file").write_bytes(b"\xff{}")
    assert load_private_json(tmp_path / "file", dict) == {}


@skip_without_posix_modes
def test_draft_of_a_private_file_follows_no_link_and_overwrites_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else has guessed the name of the draft and put a link in its place."""
    monkeypatch.setattr("secrets.token_hex", lambda size: "guessed")
    (tmp_path / "theirs").write_bytes(b"untouched")
    for draft in ("file.guessed", f"file.{os.getpid()}"):
        (tmp_path / draft).symlink_to(tmp_path / "theirs")
    save_private_file(tmp_path / "file", b"secret")
    assert (tmp_path / "theirs").read_bytes() == b"untouched"
    assert (tmp_path / "file.guessed").is_symlink()


@skip_without_posix_modes
def test_other_users_cannot_read_a_new_data_folder(tmp_path: Path) -> None:
    save_private_file(tmp_path / "above" / "data" / "file", b"x")
    assert stat.S_IMODE((tmp_path / "above" / "data").stat().st_mode) == 0o700


@skip_without_posix_modes
def test_host_key_that_others_can_read_is_made_private(tmp_path: Path) -> None:
    certificates.host_certificate(tmp_path)
    (tmp_path / certificates.CERTIFICATE_FILE).chmod(0o644)
    certificates.host_certificate(tmp_path)
    assert stat.S_IMODE((tmp_path / certificates.CERTIFICATE_FILE).stat().st_mode) == 0o600
