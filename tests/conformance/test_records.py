"""Promise 3: a record replays to the same digest after every action, on any machine and for ever.

`records/` holds golden records: matches as they were once played. They are never written again: if one of them no
longer replayed, matches that people have kept would not either. `write_records.py` makes those of the newest rules.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import BadRecord, Record, games, replay
from core.engine.registry import match_at_start
from core.engine.rule_set import FIRST_REVISION
from tests.conformance import write_records
from tests.conformance.examples import few_examples
from tests.support.depth import sample_cases
from tests.support.patience import PATIENCE_SECONDS

RECORDS_FOLDER = Path(__file__).parent / "records"
"""The folder of the records that every later version must replay."""
GOLDEN_RECORD_FILES = sorted(RECORDS_FOLDER.glob("*.txt"))
"""The files of the golden records."""


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_record_replays_to_the_same_digest_after_every_action(table, random_play, data, seed):
    match = table.start(seed, data.draw(table.settings_strategy()))
    digests = [match.digest]
    for seat, action in random_play.random_actions(match, Random(seed), 60):
        match.act(seat, action)
        digests.append(match.digest)
    record = Record.parse(str(match.record))
    assert record == match.record
    again = match_at_start(record)
    assert again.digest == digests[0]
    for (seat, text), digest in zip(record.actions, digests[1:], strict=True):
        again.act(seat, table.game.parse(text))
        assert again.digest == digest
    assert repr([again.view(a) for a in table.audiences]) == repr([match.view(a) for a in table.audiences])
    assert again.record == match.record


@few_examples
@given(data=st.data(), seed=st.one_of(st.integers(-9, 2**64), st.sampled_from(["yes", "7", "Q♠", "-0", "0x1"])))
def test_record_of_any_number_of_actions_replays(usual_table, random_play, data, seed):
    match = random_play.after_random_actions(
        usual_table.start(seed, data.draw(usual_table.settings_strategy())),
        Random(str(seed)),
        data.draw(st.integers(0, 400)),
    )
    assert replay(match.record).digest == match.digest
    assert replay(Record.parse(str(match.record))).standings == match.standings


def test_record_that_was_altered_is_refused(usual_table, random_play):
    match = random_play.after_random_actions(usual_table.start(5), Random(5), 20)
    record = match.record
    for other in (
        Record(record.game, record.seats, "6", record.options, record.deal, record.actions, record.digest),
        Record(record.game, record.seats, "5", record.options, record.deal, record.actions[:-1], record.digest),
        Record(record.game, record.seats, "5", record.options, record.deal, record.actions, "00" * 32),
    ):
        with pytest.raises(BadRecord):
            replay(other)


@pytest.mark.parametrize("path", GOLDEN_RECORD_FILES, ids=lambda path: path.stem)
def test_golden_record_replays_to_its_digest(path):
    record = Record.parse(path.read_text(encoding="utf-8"))
    assert replay(record).digest.hex() == record.digest
    assert str(record) == path.read_text(encoding="utf-8")


def test_every_game_has_golden_records_of_every_revision_of_its_rules(game):
    found = {replay(record).revision for record in golden_records() if record.game == game.slug}
    assert found >= set(range(FIRST_REVISION, game.revision + 1))


def test_command_write_records_makes_every_record_of_the_newest_rules(tmp_path, capsys):
    """The command writes the golden records again, byte for byte, and no others.

    Those named `changed`, in which all options have other values than their defaults, are not compared: they stay as
    they are when an option is added.
    """
    assert write_records.main(["--check"], tmp_path) == 1
    assert write_records.main([], tmp_path) == 0
    assert write_records.main(["--check"], tmp_path) == 0
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {"mad-queens-2-dealt2.txt", "queens-dungeon-4-changed2.txt"} <= made.keys()
    same = {name: text for name, text in made.items() if "-changed" not in name}
    assert {name: (RECORDS_FOLDER / name).read_bytes() for name in same} == same
    assert made.keys() <= {path.name for path in GOLDEN_RECORD_FILES}


def test_command_write_records_changes_a_record_only_with_overwrite(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(write_records, "games", {"queen-bees-ii": games["queen-bees-ii"]})
    write_records.main([], tmp_path)
    first, *_ = sorted(tmp_path.iterdir())
    right = first.read_bytes()
    first.write_bytes(right.replace(b"\n", b"\r\n"))
    capsys.readouterr()
    assert write_records.main(["--check"], tmp_path) == 1
    assert write_records.main([], tmp_path) == 0
    assert capsys.readouterr().out.splitlines() == [f"{first.name}: differs", f"{first.name}: differs, left alone"]
    assert first.read_bytes() != right
    assert write_records.main(["--overwrite"], tmp_path) == 0
    assert first.read_bytes() == right


def golden_records() -> list[Record]:
    """Return all golden records."""
    return [Record.parse(path.read_text(encoding="utf-8")) for path in GOLDEN_RECORD_FILES]


def test_every_game_has_golden_records(game):
    assert [path for path in GOLDEN_RECORD_FILES if Record.parse(path.read_text(encoding="utf-8")).game == game.slug], (
        f"run tests/conformance/write_records.py once the rules of {game.title} are settled"
    )


@pytest.mark.deep
@pytest.mark.parametrize("hash_seed", sample_cases(["0", "1", "random", "4242"], 2))
def test_golden_records_replay_with_any_hash_seed_of_python(hash_seed):
    program = (
        "import sys; from pathlib import Path; from core import Record, replay\n"
        "for path in sorted(Path(sys.argv[1]).glob('*.txt')):\n"
        "    match = replay(Record.parse(path.read_text(encoding='utf-8')))\n"
        "    print(path.name, match.digest.hex(), match.record == Record.parse(str(match.record)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, str(RECORDS_FOLDER)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
    )
    assert done.stderr == ""
    expected = [
        f"{path.name} {Record.parse(path.read_text(encoding='utf-8')).digest} True" for path in GOLDEN_RECORD_FILES
    ]
    assert done.stdout.splitlines() == expected


def test_golden_records_are_of_games_that_exist():
    assert {path.stem.rpartition("-")[0].rpartition("-")[0] for path in GOLDEN_RECORD_FILES} <= set(games)
