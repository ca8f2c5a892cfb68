"""Each bench runs and prints its figures. Their sizes are checked only where the clock is virtual."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.start import BAR, FIRST_PAINT_AIM, KEY_AIM
from tests.support.depth import only_deep
from tests.support.nats_servers import needs_nats
from tui.drawing.byte_budget import MAX_BYTES_PER_SECOND

REPOSITORY_ROOT = Path(__file__).parents[2]
"""The root folder of the repository."""


def run_bench(bench: str, *arguments: str) -> list[str]:
    """Run a bench by its command line; return the lines that it prints."""
    command = [sys.executable, "-m", f"tests.bench.{bench}", *arguments]
    return subprocess.run(
        command, cwd=REPOSITORY_ROOT, capture_output=True, text=True, timeout=300, check=True
    ).stdout.splitlines()


def test_bench_of_engines_prints_a_figure_for_each_game() -> None:
    heading, bare, *ours = run_bench("engines", "queen-bees-ii", "--rounds", "1", "--seconds", "0.001", "--no-peers")
    assert heading.split()[-2:] == ["view", "µs"]
    assert bare.split()[-1] == "1.000"
    assert [line.split(",")[0] for line in ours] == ["queen-bees-ii"]


@only_deep
def test_bench_of_engines_compares_two_checkouts() -> None:
    heading, game = run_bench(
        "engines", "queen-bees-ii", "--rounds", "1", "--seconds", "0.001", "--against", str(REPOSITORY_ROOT)
    )
    assert heading.split()[-5:] == ["here", "there", "here", "to", "there"]
    assert float(game.split()[-1]) > 0


@only_deep
def test_bench_of_start_prints_start_and_key_times() -> None:
    bars, *lines = run_bench("start", "--rounds", "1", "--keys", "1")
    assert f"bar: {BAR} times" in bars
    assert f"first paint {FIRST_PAINT_AIM}, key {KEY_AIM}" in bars
    headings = lines[::4]
    assert [heading.partition("  ")[0] for heading in headings] == [
        "time on the clock, median",
        "CPU time, median",
        "CPU time, least",
    ]
    for table in range(0, len(lines), 4):
        _heading, trivial, *ours = lines[table : table + 4]
        assert trivial.startswith("trivial Textual program")
        assert len(ours) == 2
        for row in (trivial, *ours):
            *figures, key_holds = row.split()[-7:]
            first_paint_holds = figures.pop(3)
            first_paint, size, starts, key, keys = map(float, figures)
            assert (starts <= BAR) is (first_paint_holds == "yes") or starts == BAR
            assert (keys <= BAR) is (key_holds == "yes") or keys == BAR
            assert first_paint > 0
            assert size >= 80 * 24
            assert key > 0


@only_deep
@pytest.mark.skipif(sys.platform != "linux", reason="the clients' addresses and epoll are Linux's")
def test_bench_of_table_prints_a_row_for_each_number_of_clients() -> None:
    parts = ["actions", "play", "join", "spectators", "bots", "idle"]
    arguments = ["--clients", "2", "5", "--actions", "6", "--tables", "3", "--spectators", "3", "--only", *parts]
    heading, two, five, *rest = run_bench("table", *arguments)
    assert heading.split()[0] == "clients"
    assert [line.split()[0] for line in (two, five)] == ["2", "5"]
    assert "5 players finish a play" in rest[1]
    assert [line.split()[0] for line in rest[-10:-7]] == ["alone", "among", "while"]
    assert [line.split()[0] for line in rest[-5:-2]] == ["normal", "hard", "hard,"]
    assert rest[-1].startswith("3 idle tables")


@only_deep
@pytest.mark.skipif(sys.platform != "linux", reason="all of 127.0.0.0/8 is this machine on Linux only")
def test_bench_of_idle_connections_prints_how_many_newcomers_got_in() -> None:
    heading, *rows = run_bench("idle_connections", "--addresses", "3", "--newcomers", "1", "--patterns", "silent")
    assert heading.split() == ["got", "in", "slowest", "s", "opened"]
    assert [line.split()[:5] for line in rows] == [[listener, "silent", "1", "of", "1"] for listener in ("tcp", "ssh")]


@only_deep
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux keeps it")
def test_bench_of_ssh_prints_figures_of_refusals_memory_joins_and_keys() -> None:
    heading, alone, guests, join, key = run_bench(
        "ssh", "--guests", "1", "--keys", "2", "--only", "guests", "--settle", "0.1"
    )
    assert heading.split() == ["median", "p95", "most", "ms"]
    assert alone.startswith("ssh alone")
    assert guests.split()[:2] == ["1", "guests"]
    assert float(join.split()[-1]) > 0
    assert float(key.split()[-1]) > 0


@only_deep
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux keeps it")
def test_bench_of_web_prints_figures_of_memory_joins_taps_and_keys_beside_ssh() -> None:
    load, page, *_, guests, join, web_tap, web_key, ssh_tap, ssh_key = run_bench(
        "web", "--guests", "2", "--keys", "2", "--only", "guests"
    )
    assert load.startswith("load")
    assert page.startswith("page with its files")
    assert guests.split()[:2] == ["2", "guests"]
    for row, carrier in ((web_tap, "web"), (web_key, "web"), (ssh_tap, "ssh"), (ssh_key, "ssh")):
        assert carrier in row.split()
        assert float(row.split()[-1]) > 0
    assert float(join.split()[-1]) > 0


def test_bench_of_bots_prints_the_share_of_wins_of_each_row() -> None:
    bars, heading, *rows = run_bench("bots", "mad-queens-classic", "--matches", "4")
    assert "25 ms" in bars
    assert heading.split()[3:5] == ["matches", "won"]
    assert len(rows) == 3
    for row in rows:
        share, interval, even, middle, nearly_most, most = map(float, row.split()[-6:])
        assert 0 <= share <= 100
        assert interval > 0
        assert even == 25
        assert middle <= nearly_most <= most


@only_deep
@pytest.mark.parametrize("slug", ["mad-queens", "queen-bees-ii"])
def test_bench_of_bytes_prints_a_row_for_each_size(slug) -> None:
    heading, *rows = run_bench("match_bytes", slug, "--sizes", "80x24", "120x40", "160x50", "200x60")
    assert heading.split()[:4] == ["bytes", "total", "mean/s", "most/s"]
    assert [row.split(",")[0] for row in rows] == [slug] * 4
    for row in rows:
        total, mean, most, *parts, largest, moving = map(int, row.split()[2:])
        assert most == sum(parts)
        assert total > most >= max(mean, largest, moving)
        assert moving <= MAX_BYTES_PER_SECOND


@only_deep
@pytest.mark.skipif(sys.platform != "linux", reason="the clients' addresses and epoll are Linux's")
def test_bench_of_club_flood_prints_figures_of_calm_and_flooded_halves() -> None:
    calm, flooded, growth = run_bench(
        "club_flood", "--tables", "2", "--flooders", "2", "--rounds", "1", "--seconds", "2", "--rate", "20"
    )
    assert (calm.split()[0], flooded.split()[0]) == ("calm", "flooded")
    assert growth.startswith("p99 grows by")


@only_deep
@pytest.mark.skipif(sys.platform != "linux", reason="the clients' addresses and epoll are Linux's")
def test_bench_of_club_size_prints_figures_of_tables_and_hall() -> None:
    heading, tables, *halls = run_bench(
        "club_size", "--only", "tables", "hall", "--tables", "3", "--seconds", "2", "--people", "20"
    )
    assert heading.startswith("tables in play")
    assert tables.split()[0] == "3"
    assert [line.split()[:3] for line in halls] == [["hall:", "20", "people,"]] * 3


@only_deep
@pytest.mark.skipif(sys.platform != "linux", reason="the clients' addresses and epoll are Linux's")
def test_bench_of_club_size_prints_memory_of_tables_until_their_matches_end() -> None:
    begin, *_, end = run_bench("club_size", "--only", "memory", "--tables", "2", "--pace", "0.05")
    assert "2 matches began 2 go on" in begin
    assert "2 matches began 0 go on" in end
    assert float(end.split()[-4]) > 0


@needs_nats
@only_deep
@pytest.mark.skipif(sys.platform != "linux", reason="the clients' addresses and epoll are Linux's")
def test_bench_of_club_size_prints_how_long_people_are_away_when_a_host_is_killed_and_when_it_is_stopped() -> None:
    one_machine, three_copies, _, killed, stopped = run_bench(
        "club_size", "--only", "cluster", "--actions", "5", "--taken-over", "3"
    )
    for line in (one_machine, three_copies):
        assert line.endswith("5 actions")
    assert re.match(r"take-over of (\d+) tables in play: \1 run again, ", killed)
    assert "; 20 people at these were away for " in killed
    assert " people at these were away for " in stopped
    for line in (killed, stopped):
        shortest, middle, longest = map(float, re.search(r"([\d.]+) / ([\d.]+) / ([\d.]+) s", line).groups())
        assert 0 < shortest <= middle <= longest
