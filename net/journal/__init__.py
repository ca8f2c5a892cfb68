"""The journal: everything that is played is written down, so that nothing acknowledged is ever lost.

For others: `open_chapter` (what a table is written into, for `TableRunner`), `unfinished` (what can go on),
`ports_left` (at which ports hosted matches can), `NAME` (what the file is called), and in `net.journal.history` what
has been played.
"""

from net.journal.database import NAME
from net.journal.tables import (
    ALONE,
    TableJournal,
    UnfinishedTable,
    goes_on,
    hosted,
    open_chapter,
    ports_left,
    unfinished,
)

__all__ = [
    "ALONE",
    "NAME",
    "TableJournal",
    "UnfinishedTable",
    "goes_on",
    "hosted",
    "open_chapter",
    "ports_left",
    "unfinished",
]
