"""The file with a person's parts in fair deals: it is private, holds no secrets, and keeps only the latest deal of each
host.
"""

from __future__ import annotations

import stat

import pytest

from core.fairness.commitments import DealtMatch
from net.client.deal_memory import DealMemory
from net.client.deal_part import DealPart
from net.client.saved_deal_parts import DEAL_PARTS_FILE, SavedDealParts
from net.limits import MAX_DEAL_PARTS_KEPT

SECRET_PART = "5" * 64
"""The secret of a person in a deal, in hexadecimal digits."""


def make_revealed_part(
    memory: DealMemory, match: int, seat: int = 0, host_key: str = "one", deal: str = ""
) -> DealPart:
    """Return a person's part in the deal of a match at table t; its secret has been revealed to the host with this
    key.
    """
    part = DealPart(DealtMatch("t", match, "mad-queens", 2), (deal or str(match)) * 64)
    part.commit(seat, SECRET_PART)
    part.seal, part.no_proof_clause = (deal or str(match)) * 64, ""
    memory.deals_of_host(host_key).add_reveal(part)
    return part


def restored_part(memory: DealMemory, match: int, seat: int = 0, host_key: str = "one") -> DealPart | None:
    """Return the part of a seat in the deal of a match, as another process restores it from the file; None if there is
    none.
    """
    part = DealPart(DealtMatch("t", match, "mad-queens", 2), str(match) * 64)
    return part if memory.deals_of_host(host_key).restore_part(part, seat) else None


@pytest.fixture
def file_path(tmp_path):
    """The path of the file with the parts in deals."""
    return tmp_path / DEAL_PARTS_FILE


def test_deal_part_is_restored_in_another_process_for_its_own_seat_deal_and_host_only(file_path):
    make_revealed_part(DealMemory(SavedDealParts(file_path)), 3)
    after = DealMemory(SavedDealParts(file_path))
    part = restored_part(after, 3)
    assert part is not None
    assert (part.seat, part.seal, part.proves_fair_deal) == (0, "3" * 64, True)
    assert restored_part(after, 3, seat=1) is restored_part(after, 4) is restored_part(after, 3, host_key="two") is None
    assert restored_part(DealMemory(SavedDealParts()), 3) is None


def test_file_of_parts_is_private_and_holds_no_secret(file_path):
    make_revealed_part(DealMemory(SavedDealParts(file_path)), 3)
    assert stat.S_IMODE(file_path.stat().st_mode) == 0o600
    assert SECRET_PART not in file_path.read_text()


def test_later_deal_of_the_same_host_replaces_the_saved_part_of_the_earlier_deal(file_path):
    memory = DealMemory(SavedDealParts(file_path))
    make_revealed_part(memory, 3)
    make_revealed_part(memory, 5, host_key="two")
    make_revealed_part(memory, 4)
    after = DealMemory(SavedDealParts(file_path))
    assert restored_part(after, 3) is None
    assert restored_part(after, 4) is not None
    assert restored_part(after, 5, host_key="two") is not None


def test_two_people_of_one_data_folder_keep_their_parts_in_the_same_deal(file_path):
    make_revealed_part(DealMemory(SavedDealParts(file_path)), 3, seat=0)
    make_revealed_part(DealMemory(SavedDealParts(file_path)), 3, seat=1)
    after = DealMemory(SavedDealParts(file_path))
    assert restored_part(after, 3, seat=0) is not None
    assert restored_part(after, 3, seat=1) is not None


def test_abandoned_deals_that_were_counted_before_a_restart_stay_counted(file_path):
    memory = DealMemory(SavedDealParts(file_path))
    make_revealed_part(memory, 2)
    make_revealed_part(memory, 3)
    part = restored_part(DealMemory(SavedDealParts(file_path)), 3)
    assert part is not None
    assert part.abandoned_before == 1


def test_deal_that_is_restored_in_the_same_process_is_counted_once(file_path):
    memory = DealMemory(SavedDealParts(file_path))
    part = make_revealed_part(memory, 3)
    again = restored_part(memory, 3)
    assert again is not None
    assert again.number == part.number == memory.deals_of_host("one").last_deal_number == 1


def test_deal_part_of_a_match_that_is_over_is_removed_from_the_file(file_path):
    memory = DealMemory(SavedDealParts(file_path))
    part = make_revealed_part(memory, 3)
    memory.deals_of_host("one").remove_part(part)
    assert restored_part(DealMemory(SavedDealParts(file_path)), 3) is None


@pytest.mark.parametrize("content", ["", "[3]", '[{"table": "t"}]', "{}", "[" * 100_000])
def test_damaged_file_of_deal_parts_counts_as_empty(file_path, content):
    file_path.write_text(content)
    assert restored_part(DealMemory(SavedDealParts(file_path)), 3) is None
    make_revealed_part(DealMemory(SavedDealParts(file_path)), 3)
    assert restored_part(DealMemory(SavedDealParts(file_path)), 3) is not None


def test_file_of_deal_parts_keeps_only_the_latest_ones(file_path):
    memory = DealMemory(SavedDealParts(file_path))
    for host in range(MAX_DEAL_PARTS_KEPT + 1):
        make_revealed_part(memory, 3, host_key=str(host))
    after = DealMemory(SavedDealParts(file_path))
    assert restored_part(after, 3, host_key="0") is None
    assert restored_part(after, 3, host_key="1") is not None
