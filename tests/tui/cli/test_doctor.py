"""``queens doctor``: where the files are, whether they are sound, and saving records from a damaged journal."""

from __future__ import annotations

import os
import sqlite3

import pytest

from net.journal import JOURNAL_FILE
from net.journal.database import JournalDatabase
from tests.support.written_by_0_1 import data_folder_of_0_1
from tui.cli.main import main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a data folder with three matches, one of them unfinished, of which one record is damaged."""
    folder = data_folder_of_0_1("hanna", tmp_path)
    monkeypatch.setenv("QUEENS_DATA", str(folder))
    for file in folder.iterdir():
        file.chmod(0o600)
    return folder


def damage(folder):
    """Change a letter in the record of match 1."""
    with JournalDatabase(folder / JOURNAL_FILE):
        pass
    base = sqlite3.connect(folder / JOURNAL_FILE)
    base.execute("UPDATE matches SET record = replace(record, 'reveal', 'reveel') WHERE id = 1")
    base.commit()
    base.close()


def test_doctor_names_the_files_and_counts_the_matches(folder, capsys):
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"The files of Mad Queens are in {folder}."
    assert any(JOURNAL_FILE in line and "kB" in line for line in lines[1:])
    assert "Matches played to the end: 2; of their records packed, as they are older than a month: 0." in lines[-1]


def test_doctor_without_any_file_reports_an_empty_journal(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "none"))
    assert main(["doctor"]) == 0
    assert "Matches played to the end: 0" in capsys.readouterr().out


def test_doctor_says_what_is_damaged_and_saves_what_can_be_read(folder, tmp_path, capsys):
    damage(folder)
    assert main(["doctor"]) == 1
    assert "is damaged and is left as it is" in capsys.readouterr().out
    assert main(["doctor", "--export", str(tmp_path / "saved")]) == 0
    assert "1 record could be read" in capsys.readouterr().out
    [saved] = (tmp_path / "saved").iterdir()
    assert main(["verify", str(saved)]) == 0
    assert main(["doctor", "--export", str(tmp_path / "saved")]) == 1, "nothing is overwritten"
    assert "File exists" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="the permissions of files are those of POSIX")
def test_doctor_says_which_secret_other_users_can_read(folder, capsys):
    (folder / JOURNAL_FILE).chmod(0o644)
    assert main(["doctor"]) == 1
    assert "chmod 600" in capsys.readouterr().out
