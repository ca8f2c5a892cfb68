"""``queens doctor``: where the files are, whether they are sound, and how records of a damaged journal are saved."""

from __future__ import annotations

import os
import sqlite3

import pytest

from net.journal import JOURNAL_FILE
from net.journal.database import JournalDatabase
from tests.support.written_by_0_1 import data_folder_of_0_1
from tui.cli.doctor import examine_folder
from tui.cli.listeners import table_listeners
from tui.cli.main import main
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.settings import Settings


@pytest.fixture(autouse=True)
def fake_network(monkeypatch):
    """Replace the search for tables by one that finds two at once; return a list with these tables and a sentence that
    says what went wrong.
    """
    found = [(object(), object()), ""]

    async def browse(seconds):
        return found

    monkeypatch.setattr("tui.connect.nearby_tables.browse_for_tables", browse)
    monkeypatch.setattr("net.transport.interfaces.own_addresses", lambda: [("127.0.0.1", 8), ("192.168.1.20", 24)])
    return found


@pytest.fixture
def data_folder_with_damaged_record(tmp_path, monkeypatch):
    """Return a data folder with three matches, one of them unfinished, of which one record is damaged."""
    folder = data_folder_of_0_1("hanna", tmp_path)
    monkeypatch.setenv("QUEENS_DATA", str(folder))
    for file in folder.iterdir():
        file.chmod(0o600)
    return folder


def damage_record(folder):
    """Change a letter in the record of match 1."""
    with JournalDatabase(folder / JOURNAL_FILE):
        pass
    base = sqlite3.connect(folder / JOURNAL_FILE)
    base.execute("UPDATE matches SET record = replace(record, 'reveal', 'reveel') WHERE id = 1")
    base.commit()
    base.close()


def test_doctor_names_the_files_and_counts_the_matches(data_folder_with_damaged_record, capsys):
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    files = lines[lines.index(f"The files of Mad Queens are in {data_folder_with_damaged_record}.") :]
    assert any(JOURNAL_FILE in line and "kB" in line for line in files[1:])
    assert len(lines) < 24
    assert "The journal is sound: 2 finished matches, 0 archived." in lines[-1]


def test_doctor_says_what_terminal_and_network_can_do_and_how_to_improve_it(
    tmp_path, monkeypatch, capsys, fake_network
):
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "30")
    monkeypatch.setenv("TERM", "linux")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "note  40 columns by 30 rows. Screens need 60 columns by 18 rows, or 48 by 28: enlarge it." in text
    assert "note  It shows 16 colours. Themes need 256" in text
    assert "good  Searching works: 2 tables found.\n" in text
    fake_network[:] = (object(),), ""
    assert main(["doctor"]) == 0
    assert "good  Searching works: 1 table found.\n" in capsys.readouterr().out
    fake_network[:] = (), ""
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "note  Searching works, but no table answered: " in text
    assert "firewall" in text
    fake_network[:] = (), "No network found."
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "good  80 columns by 30 rows.\n" in text
    assert "good  It shows 256 colours.\n" in text
    assert "good  Encoding: UTF-8." in text
    assert "note  No network found. Then: queens join ADDRESS." in text


def test_doctor_calls_nothing_good_that_it_could_not_find_out(tmp_path, monkeypatch, capsys, fake_network):
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)
    monkeypatch.setattr("shutil.get_terminal_size", lambda fallback=(80, 24): os.terminal_size(fallback))
    monkeypatch.setattr("net.transport.interfaces.own_addresses", lambda: [("127.0.0.1", 8), ("::1", 128)])
    fake_network[:] = (), ""
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  note  Its size is unknown: no terminal answered." in lines
    assert "  note  The width of suit symbols is unknown: no terminal answered." in lines
    assert not any("Searching works" in line for line in lines)
    assert "  note  No other machine can reach this one: its only address is loopback." in lines


def test_doctor_on_a_machine_without_files_reports_an_empty_journal(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "none"))
    assert main(["doctor"]) == 0
    assert "0 finished matches, 0 archived" in capsys.readouterr().out


def test_doctor_does_not_call_a_journal_sound_in_a_folder_that_it_cannot_read(tmp_path, monkeypatch, capsys):
    folder = tmp_path / ("x" * 300)  # so long a name is an error for everybody, also for an administrator
    monkeypatch.setenv("QUEENS_DATA", str(folder))
    assert main(["doctor"]) == 1
    text = capsys.readouterr().out
    assert f"The files of Mad Queens are in {folder}." in text
    assert "note  Its files cannot be read: File name too long. Set QUEENS_DATA to a folder of yours." in text
    assert "sound" not in text


@pytest.mark.skipif(os.name != "posix", reason="only POSIX lets everybody make links")
def test_doctor_passes_over_links_that_lead_nowhere(data_folder_with_damaged_record, capsys):
    (data_folder_with_damaged_record / "loop").symlink_to("loop")
    (data_folder_with_damaged_record / "gone").symlink_to("nowhere")
    assert main(["doctor"]) == 0
    assert "The journal is sound" in capsys.readouterr().out


def test_doctor_says_what_is_damaged_and_saves_what_can_be_read(data_folder_with_damaged_record, tmp_path, capsys):
    damage_record(data_folder_with_damaged_record)
    assert main(["doctor"]) == 1
    assert "is damaged and is left as it is" in capsys.readouterr().out
    assert main(["doctor", "--export", str(tmp_path / "saved")]) == 0
    assert "1 record could be read" in capsys.readouterr().out
    [saved] = (tmp_path / "saved").iterdir()
    assert main(["verify", str(saved)]) == 0
    assert main(["doctor", "--export", str(tmp_path / "saved")]) == 1, "nothing is overwritten"
    assert "File exists" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="the permissions of files are those of POSIX")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o622])
@pytest.mark.parametrize(
    "name",
    [
        JOURNAL_FILE,
        f"{JOURNAL_FILE}-wal",
        "host-key.pem",
        "known_hosts.json",
        "settings.json",
        "ssh_guests.json",
        "ssh_host_key",
        "tokens.json",
    ],
)
def test_doctor_says_which_file_other_users_can_open(data_folder_with_damaged_record, capsys, name, mode):
    with (data_folder_with_damaged_record / name).open("ab"):
        pass
    (data_folder_with_damaged_record / name).chmod(mode)
    assert main(["doctor"]) == 1
    assert f"{name} is open to other users of this machine: chmod 600" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix", reason="the permissions of files are those of POSIX")
async def test_every_file_that_the_program_makes_is_closed_to_other_users(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    request = TableRequest("host", seats=2, bots=1, bind="127.0.0.1", port=0, ssh_port=0, code="dragon")
    settings = Settings("Ann")
    settings.save(tmp_path)
    hosting = await open_table(request, settings, new_opener=table_listeners)
    port = int(hosting.client.table.address.rpartition(":")[2])
    joined = await open_table(
        TableRequest("join", address="127.0.0.1", port=port, code=hosting.join_code), Settings("Bob")
    )
    try:
        sentences, sound = examine_folder(tmp_path)
        assert sound, sentences
        made = {file.name for file in tmp_path.iterdir()}
        assert {"host-key.pem", "settings.json", "ssh_host_key", "tokens.json", JOURNAL_FILE} <= made
    finally:
        await joined.leave()
        await hosting.leave()
