"""The file with the people whom a club knows: what it keeps, for how long, and what a broken file costs."""

from __future__ import annotations

import json

import pytest

from net.club.hall_people import KnownPerson
from net.host import club_people_file
from net.host.club_people_file import CLUB_PEOPLE_FILE, ClubPeopleFile
from net.limits import EVENING_SECONDS
from tests.net.host.club_harness import close_clients, come_into_hall, run_club_at, wait_until

KNOWN_PEOPLE = (KnownPerson("a1", "Ann"), KnownPerson("b2", "Bob", True))
"""Two people whom a club knows."""


def people_file_at(folder, slot="club 7433", now=1000.0):
    """Return the file of the people of the club that is kept under the key `slot`, with a clock that stands at
    `now`.
    """
    return ClubPeopleFile(folder / CLUB_PEOPLE_FILE, slot, lambda: now)


def test_file_keeps_the_people_of_each_club_for_an_evening(tmp_path):
    people_file_at(tmp_path).save(KNOWN_PEOPLE)
    people_file_at(tmp_path, "club 1").save(KNOWN_PEOPLE[:1])
    assert people_file_at(tmp_path, now=1000 + EVENING_SECONDS).load() == KNOWN_PEOPLE
    assert people_file_at(tmp_path, "club 1").load() == KNOWN_PEOPLE[:1]
    assert people_file_at(tmp_path, "club 2").load() == ()
    assert people_file_at(tmp_path, now=1001 + EVENING_SECONDS).load() == ()
    assert people_file_at(tmp_path, now=999).load() == ()


def test_only_the_latest_people_are_known_if_the_file_has_too_many(tmp_path, monkeypatch):
    monkeypatch.setattr(club_people_file, "MAX_HALL_PEOPLE_KNOWN", 1)
    people_file_at(tmp_path).save(KNOWN_PEOPLE)
    assert people_file_at(tmp_path).load() == KNOWN_PEOPLE[1:]


INVALID_PEOPLE_FILE_VALUES = [[], {"club 7433": 1}, {"club 7433": {}}, {"club 7433": {"time": "x", "people": []}}]
"""JSON values that are no valid content of the file of people."""
INVALID_PEOPLE_FILE_VALUES += [
    {"club 7433": {"time": 1000, "people": people}} for people in (None, [["a"]], [[1, "Ann"]], "ab")
]


@pytest.mark.parametrize("saved", INVALID_PEOPLE_FILE_VALUES)
def test_file_of_people_that_cannot_be_read_counts_as_empty(tmp_path, saved):
    (tmp_path / CLUB_PEOPLE_FILE).write_text(json.dumps(saved))
    assert people_file_at(tmp_path).load() == ()


async def test_names_are_saved_while_the_club_runs_and_reserved_after_a_restart(tmp_path, monkeypatch):
    monkeypatch.setattr(club_people_file, "CLUB_PEOPLE_SAVE_INTERVAL_SECONDS", 0.01)
    folder = tmp_path / "club"
    saved = folder / CLUB_PEOPLE_FILE
    async with run_club_at(folder) as (_, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        await wait_until(lambda: saved.exists() and "Ann" in saved.read_text())
        token = ann.client.token
        bob = await come_into_hall(port, tmp_path / "bob", "Bob")
        await close_clients(ann.client, bob.client)
    async with run_club_at(folder, port):
        others = [await come_into_hall(port, tmp_path / name, name) for name in ("Ann", "Bob")]
        again = await come_into_hall(port, tmp_path / "ann", "Ann", token=token)
        assert [one.client.name for one in (*others, again)] == ["Ann 2", "Bob 2", "Ann"]
        await close_clients(again.client, *(one.client for one in others))
