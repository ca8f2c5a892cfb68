"""Every bound of the network half, with its unit in its name and the reason for the number."""

from __future__ import annotations

from typing import Final

PROTOCOL: Final = 3
"""The version of what is said on the wire; both ends must speak the same."""

PORT: Final = 7433
"""Where a host listens unless told otherwise; no service that we know of has registered it."""

SSH_PORT: Final = 2222
"""Where a host listens for SSH clients unless told otherwise: the usual unprivileged port."""

# Bytes

UNAUTHENTICATED_FRAME_BYTES: Final = 1_024
"""One frame of a peer that has not said hello: ours take a tenth of it, with the widest name twice that."""

HANDSHAKE_BYTES: Final = 16_384
"""What a peer may send before its TLS handshake is done: one whole record, of which ours takes a tenth."""

RECORD_BYTES: Final = 4_096
"""What goes through TLS at once: buffers as large as this stay behind, and more would not be faster to notice."""

PERSON_FRAME_BYTES: Final = 16_384
"""One frame of a person: the longest, a table's settings or a long chat line, stays below a tenth of it."""

HOST_FRAME_BYTES: Final = 4_194_304
"""One frame of a host: the whole view of a thousand seats takes some 200 kB."""

PERSON_LIST_ITEMS: Final = 64
"""Items of one list or map in a person's frame; a game has fewer than twenty options."""

HOST_LIST_ITEMS: Final = 65_536
"""Items of one list in a host's frame: the changes of one tick, or the facts of a thousand seats."""

VALUE_DEPTH: Final = 8
"""How deep a fact's value may nest; games use two levels."""

QUEUE_BYTES: Final = 131_072
"""Unsent bytes of a connection above which it counts as slow: the table and the view of a thousand seats fit in."""

SYSTEM_QUEUE_BYTES: Final = 65_536
"""What the system may hold of these besides: some hundred updates, so that few wake-ups are needed."""

PIECE_BYTES: Final = 32_768
"""One piece of a record that somebody fetches to check it: a quarter of what makes a connection slow."""

RECORD_PACKED_BYTES: Final = 2_097_152
"""A record as it is fetched: packed to a quarter of its text."""

RECORD_TEXT_BYTES: Final = 8_388_608
"""A record's text: a thousand seats and four actions of each in every one of 54 plays take two million bytes."""

SERVICE_TEXT_BYTES: Final = 1_024
"""What a table nearby may tell of itself: ours takes some 250 bytes."""

# Counts

PEOPLE: Final = 1_200
"""People at one table: a thousand players and some who watch."""

UNAUTHENTICATED: Final = 1_024
"""Connections that the table has not let in: a full table comes back at once after a restart; each costs some 30 kB."""

UNAUTHENTICATED_PER_ADDRESS: Final = 64
"""Such connections from one address: a class behind one router comes at once, and sixteen of them fill the room."""

PEOPLE_PER_ADDRESS: Final = 600
"""People at the table from one address: half of all, so that no address can take all the room."""

ADDRESSES: Final = 4_096
"""Addresses of which it is kept what they may still do: three times as many as can be connected."""

PEOPLE_REMEMBERED: Final = 1_200
"""People who are not here and whom the table knows all the same: as many as can be here."""

BANNED: Final = 100
"""People who were sent away and cannot come back as themselves; nobody has so many quarrels in an evening."""

SPARE_DESCRIPTORS: Final = 64
"""File descriptors for everything but connections: the journal, the terminal, libraries that are still to be loaded."""

FEWEST_CONNECTIONS: Final = 64
"""Connections that are allowed for even where the system seems to allow fewer."""

CROWD: Final = 100
"""People at a table above which it is a crowd: who comes and goes there is told now and then, not each time."""

WATCHERS_NAMED: Final = 40
"""Watchers whose names everybody is told; of the others only how many they are."""

INBOX_MESSAGES: Final = 10_000
"""What may wait for the next tick before nothing more is read; ten plays of a thousand seats would fit."""

NEWS_MESSAGES: Final = 32
"""What a host may tell somebody before it says welcome; ours says five things."""

TOTALS_NAMED: Final = 40
"""People whose total of the evening everybody is told; no screen shows more at once."""

RESUME_CHANGES: Final = 2_000
"""Changes of a match that are kept for those who come back: minutes of it at most tables, as long as a fresh view."""

UPDATE_CHANGES: Final = 20_000
"""Changes told one by one; if more come in one tick everybody gets a fresh view, which is then smaller."""

SPARE_PIECES: Final = 8
"""How many pieces more than there are somebody is given of a record, for what was lost with a link."""

SIGHTS: Final = 8
"""Stretches of a match that an end compares with its record: one, and one after each fresh view that was needed."""

CHECKED_ACTIONS: Final = 50
"""Actions of a record that are checked in one turn of the event loop: a millisecond in most games."""

TABLES_FOUND: Final = 64
"""Tables nearby that are listed: more than fit on a screen, fewer than somebody could make up."""

ADDRESSES_TRIED: Final = 4
"""Addresses of one host nearby that are tried: IPv4 and IPv6, by cable and by air."""

SILENT_KNOCKS: Final = 3
"""After so many tries without an answer a table nearby is not listed any more."""

HOSTS_KNOWN: Final = 500
"""Addresses at which a host's key is remembered; the one not met for longest goes first."""

TABLES_UNFINISHED: Final = 8
"""Tables of one port, or of one person alone, that wait to be gone on with; older ones are given up."""

COMMITS_A_CHECKPOINT: Final = 2_000
"""Commits after which the journal's log is moved into its file: some three megabytes, long enough to cost nothing."""

JOURNAL_LOG_PAGES: Final = 16_000
"""Pages in the log after which a commit itself moves them into the file (16 MB), should nothing else have."""

# Text

NAME_CELLS: Final = 20
"""Width of a name on a screen: it leaves room for a score beside it in a quarter of 80 columns."""

CHAT_CELLS: Final = 240
"""Width of a chat line: three rows of 80 columns."""

REASON_CELLS: Final = 400
"""Width of an explanation; the longest of ours is some 200."""

ADDRESS_CELLS: Final = 80
"""Width of a table's address: the longest IPv6 address and a port take 47, a host's name rarely more than this."""

LINE_CHARACTERS: Final = 4_096
"""Characters of a chat line or an explanation before it is cleaned: ten times what is left of it."""

WORD_CHARACTERS: Final = 200
"""Characters of any other text in a person's frame before it is looked at (an action, an option, a code)."""

# Rates

MESSAGES_PER_SECOND: Final = 200
"""What one person may send on average: far more than keys can be pressed, and one part in a hundred of our time."""

MESSAGES_AT_ONCE: Final = 400
"""What one person may send in a burst, as a program that plays for somebody does."""

PERSON_BYTES_PER_SECOND: Final = 32_768
"""What one person may send on average: four times what so many messages are long."""

PERSON_BYTES_AT_ONCE: Final = 131_072
"""What one person may send in a burst: eight of the longest frames."""

ADDRESS_MESSAGES_PER_SECOND: Final = 1_000
"""What all from one address may send on average; more waits. A tenth of our time, or a hundred who play fast."""

ADDRESS_MESSAGES_AT_ONCE: Final = 4_000
"""What all from one address may send in a burst: a whole play of a thousand seats."""

ADDRESS_BYTES_PER_SECOND: Final = 262_144
"""What all from one address may send on average; more waits. A thousand people's actions take half of it."""

ADDRESS_BYTES_AT_ONCE: Final = 1_048_576
"""What all from one address may send in a burst: a thousand long hellos."""

ARRIVALS_PER_SECOND: Final = 20
"""New connections from one address on average; each says hello once, so this bounds hellos as well."""

ARRIVALS_AT_ONCE: Final = 100
"""New connections from one address in a burst: a full room of people behind one router comes back after a restart."""

WRONG_CODES_PER_MINUTE: Final = 5
"""Wrong codes from one address; then none is looked at for the rest of that minute, the right one included."""

WRONG_CODE_SECONDS: Final = 1.0
"""How much longer each further wrong code within that minute is pondered."""

CHAT_LINES_PER_SECOND: Final = 1
"""What one person may say on average; nobody reads faster."""

CHAT_LINES_AT_ONCE: Final = 5
"""What one person may say in a burst."""

NOTICES_PER_SECOND: Final = 1
"""What a table says on average about who comes and goes; nobody shall fill everybody's log by doing so."""

NOTICES_AT_ONCE: Final = 10
"""What a table says in a burst about who comes and goes, as when a full table breaks up."""

CROWD_SECONDS: Final = 0.2
"""Between two times that a crowd is told who is there: else a thousand who come would cost a million messages."""

DELIVERIES_PER_SECOND: Final = 20_000
"""To how many people a tick tells something, times ticks a second: a thousand who act without end are told twenty
times a second, which takes a sixth of a processor; no table of a few comes near it."""

DELIVERIES_AT_ONCE: Final = 100_000
"""The same in a burst: whoever acts while nothing else happens never waits."""

SNAPSHOT_INTERVAL_SECONDS: Final = 1.0
"""Between two fresh views that one person may ask for: a view costs as much as a thousand updates."""

# Seconds

CLOCK_SECONDS: Final = (5, 3_600)
"""The clock of a decision, if there is one: nobody reads cards in less, and nobody waits for longer."""

GRACE_SECONDS: Final = 30
"""How long somebody who is away is waited for unless the table says otherwise: a program is started again in that."""

LONGEST_GRACE_SECONDS: Final = 3_600
"""The longest that a table may wait for somebody: an hour, as for a meal."""

EXPIRIES: Final = 3
"""Decisions in a row that somebody lets the clock make before they are away (G-7)."""

HELLO_SECONDS: Final = 5.0
"""From the connection to the hello: a slow network answers within two."""

FRAME_SECONDS: Final = 20.0
"""From a frame's first byte to its last: 16 KiB at modem speed take five."""

BEHIND_SECONDS: Final = 0.05
"""For how long nothing is read while too much waits for the next tick; few disks take longer for one commit."""

PING_SECONDS: Final = 10.0
"""Silence after which a peer is asked whether it is still there; well below the half minute at which routers forget."""

SILENCE_SECONDS: Final = 20.0
"""Silence after which a peer is given up: a Wi-Fi that has gone says nothing, and the way back takes a moment."""

SLOW_SECONDS: Final = 60.0
"""How long a peer may leave its queue full before it is let go; it may come back."""

DEAL_SECONDS: Final = 3.0
"""How long commitments are waited for before a deal, and then secrets: programs answer at once, a slow line in one."""

LINGER_SECONDS: Final = 3.0
"""How long the last words to a peer may take to be read before the connection is cut."""

JOIN_SECONDS: Final = 10.0
"""How long a client waits for a host's welcome."""

NEXT_ADDRESS_SECONDS: Final = 0.25
"""How long a client waits for one address of a host before it tries the next one as well."""

RETURN_SECONDS: Final = 60.0
"""How long a client tries to reach a lost host again before it says so."""

RETRY_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0)
"""Pauses between these tries; the last one repeats."""

ANNOUNCE_SECONDS: Final = 1.0
"""How often it is looked whether there is something new to tell nearby; a lobby changes as fast as that."""

OWN_ADDRESSES_SECONDS: Final = 15.0
"""How often it is looked whether this machine has other addresses than before, as after a night's sleep."""

WITHDRAW_SECONDS: Final = 0.2
"""How long a table's end may be told nearby: two packets."""

SERVICE_MILLISECONDS: Final = 3_000
"""How long a table nearby is asked for its particulars."""

KNOCK_SECONDS: Final = 5.0
"""How often it is tried whether a table nearby still answers."""

KNOCK_ANSWER_SECONDS: Final = 1.0
"""How long one address nearby may take to answer; on a network like this it takes a hundredth of that."""

JOURNAL_BUSY_SECONDS: Final = 10.0
"""How long a commit waits for that of another process; one takes a millisecond, or a sync of the disk."""

SYNC_SECONDS: Final = 0.5
"""How long a commit may wait for its sync to begin: with a slow disk it still ends within a second."""
