"""The journal: an SQLite file that holds every match on this machine, so that nothing acknowledged is ever lost.

What a table does in one tick is one transaction of *entries* (`entries`), written before anything of it is sent. From
the entries a table goes on after a crash; from the list of matches come history, statistics and records.

Other layers import from here what opens a table's journal and finds unfinished matches, `net.journal.entries` for the
entries themselves, and `net.journal.history` for what has been played. The journal knows no table and no client.
"""

from net.journal.club import ClubJournal, ClubMatch, open_club_journal
from net.journal.club_tables import KeptTable
from net.journal.slots import SOLO_SLOT, club_slot, hosted_slot
from net.journal.tables import TableJournal, has_unfinished_match, open_table_journal
from net.journal.unfinished import (
    UnfinishedTable,
    discard_unfinished_table,
    ports_of_unfinished_tables,
    unfinished_tables,
)
from net.private_files import JOURNAL_FILE

__all__ = [
    "JOURNAL_FILE",
    "SOLO_SLOT",
    "ClubJournal",
    "ClubMatch",
    "KeptTable",
    "TableJournal",
    "UnfinishedTable",
    "club_slot",
    "discard_unfinished_table",
    "has_unfinished_match",
    "hosted_slot",
    "open_club_journal",
    "open_table_journal",
    "ports_of_unfinished_tables",
    "unfinished_tables",
]
