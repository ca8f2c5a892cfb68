"""The benches run; how fast is for them to say, not for a test."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def among_the_benches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent)


def test_the_engines_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    import engines

    engines.main(["queen-bees-ii", "--rounds", "1", "--seconds", "0.001", "--no-peers"])
    heading, bare, *ours = capsys.readouterr().out.splitlines()
    assert heading.split()[-2:] == ["view", "µs"]
    assert bare.split()[-1] == "1.000"
    assert [line.split(",")[0] for line in ours] == ["queen-bees-ii"]


def test_a_start_and_a_key_are_measured() -> None:
    import start

    first_paint, size, answers = start.measure("trivial Textual program", keys=1)
    assert first_paint > 0
    assert size >= start.CELLS
    assert len(answers) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the clients' addresses and epoll are Linux's")
def test_a_table_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    import table

    table.main(["--clients", "2", "5", "--actions", "6", "--tables", "3", "--only", "actions", "play", "join", "idle"])
    heading, two, five, *rest = capsys.readouterr().out.splitlines()
    assert heading.split()[0] == "clients"
    assert [line.split()[0] for line in (two, five)] == ["2", "5"]
    assert "5 players finish a play" in rest[1]
    assert rest[-1].startswith("3 idle tables")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux keeps it")
def test_guests_over_ssh_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import ssh

    monkeypatch.setattr(ssh, "SETTLE_SECONDS", 0.1)
    ssh.main(["--guests", "1", "--keys", "2", "--only", "guests"])
    heading, alone, guests, join, key = capsys.readouterr().out.splitlines()
    assert heading.split() == ["median", "p95", "most", "ms"]
    assert alone.startswith("ssh alone")
    assert guests.split()[:2] == ["1", "guests"]
    assert float(join.split()[-1]) > float(key.split()[-1]) > 0
