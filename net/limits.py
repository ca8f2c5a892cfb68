"""Every bound of the `net` package, with its unit in its name and the reason for the number."""

from __future__ import annotations

from typing import Final

PROTOCOL_VERSION: Final = 4
"""The version of the protocol; both ends must speak the same."""

PORT: Final = 7433
"""The port at which a host listens by default; no registered service that we know of uses it."""

SSH_PORT: Final = 2222
"""The port at which a host listens for SSH clients by default: the usual unprivileged port."""

WEB_PORT: Final = 8222
"""The port at which a host listens for browsers by default: the usual 8000s, with the end of `SSH_PORT`."""

# Bytes

UNAUTHENTICATED_FRAME_BYTES: Final = 1_024
"""One frame of a peer that has not said hello: a usual hello takes a tenth, one with the widest name a fifth."""

UNAUTHENTICATED_BYTES: Final = 32_768
"""All bytes of a connection that the table has not let in, or that is being closed: handshake, hello, and as much
again. They are not charged to the address, whose people would wait for them."""

HANDSHAKE_BYTES: Final = 16_384
"""What a peer may send before its TLS handshake is done: one whole TLS record; our handshake takes a tenth of it."""

RECORD_BYTES: Final = 4_096
"""The piece of data encrypted at once: OpenSSL keeps a buffer of this size, and larger pieces are not faster."""

CLIENT_FRAME_BYTES: Final = 16_384
"""One frame of a client: the longest, a table's settings or a long chat line, takes less than a tenth."""

HOST_FRAME_BYTES: Final = 1_048_576
"""One frame of a host: the whole view of a thousand seats takes some 200 kB. Decoded it can take fifty times that."""

CLIENT_PADDING_BYTES: Final = 64
"""What a client sends at once is padded to a multiple of this: every action of a hidden decision fits in."""

HOST_PADDING_BYTES: Final = 256
"""What a host sends at once is padded to a multiple of this: every answer to an action of a sealed play fits in. The
padding takes at most 5 MB a second of a host whose crowd acts without end (`DELIVERIES_PER_SECOND`)."""

MAX_LIST_ITEMS_OF_CLIENT: Final = 64
"""Most items of one list or map in a client's frame; a game has fewer than twenty options."""

MAX_LIST_ITEMS_OF_HOST: Final = 65_536
"""Most items of one list or map in a host's frame: the changes of one tick, or the facts of a thousand seats."""

MAX_LISTS_OF_HOST: Final = 262_144
"""Most lists and maps in a host's frame, which take most memory: some 20 MB; twenty times those of a thousand seats."""

MAX_PILE_CARDS: Final = 65_536
"""Cards in a pile, or in one move, of which only the number is shown. The largest such pile is the banned deck: after a
thousand seats had thirteen temporary cards each, it has some 13,000."""

MAX_VALUE_DEPTH: Final = 8
"""How deep a fact's value may nest; games use two levels."""

MAX_QUEUE_BYTES: Final = 131_072
"""Unsent bytes above which a connection counts as slow: the table and view of a thousand seats fit in."""

SYSTEM_QUEUE_BYTES: Final = 65_536
"""Unsent bytes that the operating system keeps beside `MAX_QUEUE_BYTES`: some hundred updates, so that
the program is seldom told that it can send more."""

RECORD_PIECE_BYTES: Final = 32_768
"""One piece of a record that a client downloads: a quarter of what makes a connection slow."""

RECORD_PACKED_BYTES: Final = 2_097_152
"""A record as it is downloaded: compressed to a quarter of its text."""

RECORD_TEXT_BYTES: Final = 8_388_608
"""A record's text: a thousand seats with four actions each in each of 54 plays take two million bytes."""

SERVICE_TEXT_BYTES: Final = 1_024
"""The longest mDNS text record of an announced table; the host announces some 250 bytes."""

SERVICE_NAME_BYTES: Final = 40
"""The owner's name within the mDNS service's name, which may have 63 bytes in all (RFC 6763, 4.1)."""

# Counts

MAX_PEOPLE: Final = 1_200
"""People at one table: a thousand players and some spectators."""

HALL_PEOPLE: Final = 2_400
"""People in the hall of a club: a school, with room for some who watch. Each has a connection to the hall and one to a
table, and half of all connections may come from one address: twelve hundred people behind one router."""

HALL_PEOPLE_KNOWN: Final = 4_800
"""People whose name a hall keeps, twice as many as can be in it: those who are away keep theirs for the evening."""

HALL_ROWS: Final = 40
"""Rows of the list of tables that one person is shown at a time: the highest usual screens have not many more."""

RESULTS_NAMED_IN_HALL: Final = 4
"""Results of one match in the list of a hall; a line of a usual window has room for no more names."""

MATCHES_IN_HALL: Final = 2_000
"""Matches of an evening that the people in a hall can replay, half a kilobyte each; the oldest leave the list first."""

MATCHES_READ_AT_ONCE: Final = 100
"""Finished matches that the thread that writes a journal reads between two commits: 5 ms."""

LADDER_PEOPLE: Final = 64
"""People of one match that counts for the ladder: rating these takes a millisecond, a crowd far longer."""

RECORDS_KEPT_IN_HALL: Final = 8
"""Packed records that a club keeps while people fetch them, piece by piece; each is usually some kilobytes."""

HALL_SEARCHES_KEPT: Final = 256
"""Searches in the list of a club whose result is kept until a table changes: people search for few things at a time."""

HALL_WINDOWS_PER_UPDATE: Final = 200
"""Different windows of the list that are brought up to date at once, each in some 0.1 ms; further ones come next."""

CLUB_TABLES: Final = 1_000
"""Tables of a club that run: each takes a file descriptor and some 50 kB; of 1,200 one core is too busy."""

CLUB_SUSPENDED_TABLES: Final = 1_000
"""Suspended tables of a club, in the journal only; above it the oldest is given up, first of those without a match."""

TABLES_PER_PERSON: Final = 3
"""Tables of a club that one person has opened and that are still open: one to play at, and two by mistake."""

UNAUTHENTICATED_CONNECTIONS: Final = 1_024
"""Connections that the table has not let in; after a restart a full table comes back at once. Each costs some 30 kB."""

UNAUTHENTICATED_PER_ADDRESS: Final = 64
"""Connections of one address that the table has not let in: a class behind one router comes at once.

Sixteen addresses with that many fill `UNAUTHENTICATED_CONNECTIONS`."""

PEOPLE_PER_ADDRESS: Final = 600
"""People at the table from one address: half of all, so that no address can take every place."""

ADDRESSES_TRACKED: Final = 4_096
"""Addresses whose rates of messages and bytes are remembered: three times as many as can be connected."""

PEOPLE_REMEMBERED: Final = 1_200
"""People who are not connected and whom the table still knows: as many as can be connected."""

BANNED_PEOPLE: Final = 100
"""Banned people who are remembered; far more than one table bans in an evening."""

MAX_TOKENS_OFFERED: Final = 8
"""Tokens in one hello, each for another table of the same host: as many as a host keeps unfinished tables."""

SPARE_DESCRIPTORS: Final = 64
"""File descriptors kept for other things than connections: journal, terminal, libraries that are loaded later."""

MIN_CONNECTIONS: Final = 64
"""Connections that are accepted even where the operating system's limit on open files seems to allow fewer."""

CROWD_PEOPLE: Final = 100
"""People at a table from which on it is a crowd: arrivals and departures are then sent at intervals, not singly."""

MAX_SPECTATORS_NAMED: Final = 40
"""Spectators whose names are sent to everybody; of further spectators only the number is sent."""

MAX_INBOX_MESSAGES: Final = 10_000
"""Messages that may wait for the next tick before reading stops; ten plays of a thousand seats fit."""

MESSAGES_BEFORE_WELCOME: Final = 32
"""Messages that a client accepts from a host before its welcome; a host of this version sends five."""

RESULTS_KEPT: Final = 16
"""Last results of each person that are kept singly, beside the totals. A person who comes back from another device has
played fewer matches there, and only some of them in common with the seat that they get back."""

TOTALS_NAMED: Final = 40
"""People whose total of the evening is sent to everybody; no screen shows more at once."""

MAX_RESUME_CHANGES: Final = 2_000
"""Changes of a match kept for people who come back: minutes of it at most tables, about as long as a snapshot."""

CHANGES_PACKED_TOGETHER: Final = 128
"""Changes of a match that are compressed together, to 6 bytes each; until then each takes 14."""

SHARED_ACTIONS: Final = 10_000
"""How many different actions the tables of a process share with each other: some 2 MB."""

MAX_UPDATE_CHANGES: Final = 20_000
"""Changes of one tick above which everybody gets a snapshot instead, which is then smaller."""

SPARE_RECORD_PIECES: Final = 8
"""Pieces of a record that a person may ask for again, after a lost connection."""

MAX_OBSERVATIONS: Final = 8
"""Snapshots of a match, each with the changes after it, that a client keeps to compare them with the match's record."""

ACTIONS_PER_CHECK_STEP: Final = 50
"""Actions of a record that a client checks in one turn of its event loop: a millisecond in most games."""

TABLES_FOUND: Final = 256
"""Tables on the network that are listed: more than a usual network, of 254 addresses, can have hosts."""

SERVICES_ASKED: Final = 128
"""Announced tables whose text records are awaited at the same time: most come with the announcement."""

ADDRESSES_ANNOUNCED: Final = 8
"""Addresses of this machine that are announced at most; twice as many as anybody tries."""

ADDRESSES_TRIED: Final = 4
"""Addresses of one announced host that are tried: IPv4 and IPv6, by cable and by Wi-Fi."""

UNANSWERED_PROBES: Final = 3
"""Unanswered probes in a row after which an announced table is no longer listed."""

HOSTS_KNOWN: Final = 500
"""Addresses whose host key is remembered; the one to which nobody has connected for longest is forgotten first."""

TABLES_UNFINISHED: Final = 8
"""Unfinished tables kept for one port, or for solo play; older ones are given up."""

ACTIONS_REPLAYED_FOR_LIST: Final = 3_000
"""Actions of an unfinished match up to which a list says where it stands; replaying more takes too long for a list."""

SNAPSHOTS_KEPT: Final = 64
"""States of a match kept for stepping back in a playback; from the nearest earlier one the match is replayed."""

COMMITS_PER_CHECKPOINT: Final = 2_000
"""Commits after which the journal's log (by then some three megabytes) is moved into the journal's file."""

JOURNAL_FOLD_BYTES: Final = 1_048_576
"""Bytes of entries of one table after which they are folded: an evening of a small table takes less."""

RECORDS_PACKED_AT_ONCE: Final = 100
"""Records that are packed when the journal is opened: a tenth of a second; the others follow at the next openings."""

JOURNAL_LOG_PAGES: Final = 16_000
"""Pages in the journal's log (16 MB) after which a commit itself moves them into the file, if nothing else has."""

# Text

NAME_CELLS: Final = 20
"""Width of a name in cells: it leaves room for a score beside it in a quarter of 80 columns."""

CHAT_CELLS: Final = 240
"""Width of a chat line in cells: three rows of 80 columns."""

REASON_CELLS: Final = 400
"""Width of an explanation in cells; the longest of ours is some 200."""

ADDRESS_CELLS: Final = 80
"""Width of a table's address in cells: the longest IPv6 address and a port take 47, host names rarely more."""

MARKS_AFTER_A_CHARACTER: Final = 2
"""Accents and other marks on one character; the languages that write most use two."""

LINE_CHARACTERS: Final = 4_096
"""Characters of a chat line or an explanation before it is cleaned: ten times what may remain."""

SHORT_TEXT_CHARACTERS: Final = 200
"""Characters of any other text in a client's frame (an action, an option, a code)."""

# Rates

MESSAGES_PER_SECOND: Final = 200
"""Messages of one person on average: far more than key presses; they take a hundredth of the host's time."""

MESSAGES_AT_ONCE: Final = 400
"""Messages of one person in a burst, as a program that plays for somebody sends them."""

PERSON_BYTES_PER_SECOND: Final = 32_768
"""Bytes of one person on average: twice what `MESSAGES_PER_SECOND` messages take, each sent alone and padded."""

PERSON_BYTES_AT_ONCE: Final = 131_072
"""Bytes of one person in a burst: eight of the longest frames."""

CLUB_TABLE_MESSAGES_PER_SECOND: Final = 300
"""Messages of all people at one table of a club on average; more wait. Six hundred people at a human pace send as many,
and however many want to flood a table, the others wait less than 10 ms for it."""

CLUB_TABLE_MESSAGES_AT_ONCE: Final = 1_000
"""Messages of all people at one table of a club in a burst: a few decisions of two hundred seats."""

ADDRESS_MESSAGES_PER_SECOND: Final = 1_000
"""Messages of one address on average; more wait. They take a tenth of the host's time: a hundred fast players."""

ADDRESS_MESSAGES_AT_ONCE: Final = 4_000
"""Messages of one address in a burst: a whole play of a thousand seats."""

ADDRESS_BYTES_PER_SECOND: Final = 262_144
"""Bytes of one address on average; more wait. A thousand people's actions, each sent alone, take a third of it."""

ADDRESS_BYTES_AT_ONCE: Final = 1_048_576
"""Bytes of one address in a burst: a thousand long hellos."""

ARRIVALS_PER_SECOND: Final = 20
"""New connections from one address on average; each says hello once, so this bounds hellos as well."""

ARRIVALS_AT_ONCE: Final = 100
"""New connections from one address in a burst: many people behind one router come back after a restart."""

WRONG_CODES_PER_MINUTE: Final = 5
"""Wrong codes from one address; after them no code is checked for the rest of that minute, even the right one."""

WRONG_CODES_OF_ALL_PER_MINUTE: Final = 30
"""Wrong codes from all addresses together; after them every answer waits its turn, that to the right code, too."""

LONGEST_CODE_WAIT_SECONDS: Final = 6.0
"""Longest wait for a turn after `WRONG_CODES_OF_ALL_PER_MINUTE`, within `JOIN_SECONDS`; a longer one is refused."""

WRONG_CODE_SECONDS: Final = 1.0
"""How much longer the answer to each further wrong code of an address within a minute waits."""

CHAT_LINES_PER_SECOND: Final = 1
"""Chat lines of one person on average; nobody reads faster."""

CHAT_LINES_AT_ONCE: Final = 5
"""Chat lines of one person in a burst."""

CHAT_LINES_OF_ALL_PER_SECOND: Final = 10
"""Chat lines of all players together, and of all spectators together, on average: more than anybody can read."""

CHAT_LINES_OF_ALL_AT_ONCE: Final = 60
"""Chat lines of all players together, and of all spectators together, in a burst: each of a class says one thing."""

HALL_LINES_PER_SECOND: Final = 2
"""Chat lines of all people in a hall together, on average: each goes to two thousand."""

HALL_LINES_AT_ONCE: Final = 12
"""Chat lines of all people in a hall together, in a burst, as when somebody asks and many answer."""

HALL_REQUESTS_PER_SECOND: Final = 2
"""Requests of one person for tables in the list, on average: nobody reads faster."""

HALL_REQUESTS_AT_ONCE: Final = 20
"""Requests of one person for tables in the list, in a burst: a search that is sent at every letter."""

HALL_PIECES_PER_SECOND: Final = 1
"""Pieces of records that one person in a hall fetches, on average; most records are one piece."""

HALL_PIECES_AT_ONCE: Final = 72
"""Pieces of records that one person in a hall fetches in a burst: the longest record (`RECORD_PACKED_BYTES`)."""

HALL_PIECES_OF_ALL_PER_SECOND: Final = 20
"""Pieces of records that all people in a hall fetch together, on average: 640 kB a second."""

HALL_PIECES_OF_ALL_AT_ONCE: Final = 200
"""Pieces of records that all people in a hall fetch together, in a burst: a finale is over, and a room looks at it."""

OPENINGS_PER_SECOND: Final = 0.1
"""Tables that one person opens, on average."""

OPENINGS_AT_ONCE: Final = 5
"""Tables that one person opens in a burst: somebody who chose the wrong game tries again."""

OPENINGS_OF_ALL_PER_SECOND: Final = 10
"""Tables that all people of a club open together, on average: each takes some 5 ms."""

OPENINGS_OF_ALL_AT_ONCE: Final = 100
"""Tables that all people of a club open together, in a burst: a break begins, and everybody wants to play."""

ORDERS_PER_SECOND: Final = 1
"""Keys of a club that all people in its hall try together, on average: one of 60 bits is never guessed."""

ORDERS_AT_ONCE: Final = 10
"""Keys of a club that all people in its hall try together, in a burst."""

SEAT_CHANGES_PER_SECOND: Final = 2
"""Requests of one person to sit down, stand up or change places, on average: nobody decides faster."""

SEAT_CHANGES_AT_ONCE: Final = 20
"""Requests of one person to sit down, stand up or change places, in a burst: trying all seats of a usual table."""

NOTICES_PER_SECOND: Final = 1
"""Notices about people who come and go, on average: nobody can fill everybody's log by doing so."""

NOTICES_AT_ONCE: Final = 10
"""Notices about people who come and go in a burst, as when a full table breaks up."""

CROWD_UPDATE_SECONDS: Final = 0.2
"""The interval at which the people of a crowd are sent who is there: a message for each of a thousand arrivals would
cost a million messages.
"""

HALL_UPDATE_SECONDS: Final = 0.5
"""The interval at which what has changed in a hall is sent, gathered: nobody reads a list faster."""

RESULTS_SECONDS: Final = 1.0
"""The least time between two looks of a club into its journal for matches that have ended."""

RESULTS_OVERLAP_SECONDS: Final = 60.0
"""How far before the last match that it knows a club looks for others: a clock may have been set back a little."""

HALL_UPDATE_BYTES: Final = 640
"""What one person is sent of changed tables and chat in one `HALL_UPDATE_SECONDS`; the rest waits for the next. With
padding and TLS that is at most 2 kB a second."""

HALL_UPDATE_LEAST_BYTES: Final = 128
"""What is left of `HALL_UPDATE_BYTES` for changed tables however much is said."""

DELIVERIES_PER_SECOND: Final = 20_000
"""Recipients of a tick times ticks a second: a thousand people who act without end are updated twenty times a
second, which takes a sixth of a processor; no table of a few people comes near it."""

DELIVERIES_AT_ONCE: Final = 100_000
"""Recipients of ticks in a burst: a person who acts while nothing else happens never waits."""

SNAPSHOT_INTERVAL_SECONDS: Final = 1.0
"""The least time between two snapshots that one person may ask for: one costs as much as a thousand updates."""

# Seconds

CLOCK_SECONDS: Final = (5, 3_600)
"""The least and most of a decision clock: nobody reads cards in less, and nobody waits for longer."""

GRACE_SECONDS: Final = 30
"""The default grace period of a table: a program is restarted in that time."""

LONGEST_GRACE_SECONDS: Final = 3_600
"""The longest grace period: an hour, as for a meal."""

FOUNDER_AWAY_SECONDS: Final = 3_600.0
"""How long another person runs a table in the founder's absence before it is theirs: a meal does not take longer."""

TIMEOUTS_UNTIL_AWAY: Final = 3
"""Decisions in a row that a person lets the clock make before they count as away (G-7)."""

ATTEMPT_WINDOW_SECONDS: Final = 60.0
"""How long a wrong code counts for the limits on codes a minute."""

CODE_REPORT_SECONDS: Final = 600.0
"""Least time between two reports that very many codes are tried: six in an hour are read, sixty are not."""

DESERTED_TABLE_SECONDS: Final = 3_600.0
"""How long a table of a club without people goes on running: a meal does not take longer."""

EVENING_SECONDS: Final = 43_200.0
"""How long the people of a club that has ended keep their names, and stay sent away: until tomorrow. After a pause of
that length between two matches another evening begins, with new totals. A table without a match is closed after it."""

COLLECTION_SECONDS: Final = 10.0
"""The interval of garbage collections in a club, which examine what is new: 20,000 objects of 1,000 tables."""

FULL_COLLECTION_ROUNDS: Final = 60
"""How many of these collections come before one that examines all objects, if that is due: ten minutes."""

QUICK_COLLECTION_OBJECTS: Final = 120_000
"""Objects of a process up to which a full collection is short enough to come in any case: less than 0.1 s."""

FULL_COLLECTION_OBJECTS: Final = 500_000
"""By how many objects a process has grown when a full collection comes however long it is: garbage of up to 100 MB."""

NAME_SECONDS: Final = 5.0
"""How long somebody who comes into a club of several hosts waits for a name if the store does not answer: half of
`JOIN_SECONDS`."""

PERSON_RENEWAL_SECONDS: Final = 10_800.0
"""The age at which what the store of a club says of a person is written again, long before the store forgets it."""

CLUB_PEOPLE_SAVE_SECONDS: Final = 2.0
"""The interval at which the names of the people of a club are saved, if there are new ones."""

STOP_MINUTES: Final = 15
"""How long a club that is told to stop waits for its matches if no time is said: most are over by then."""

LONGEST_STOP_MINUTES: Final = 1_440
"""The longest that a club that is told to stop may wait for its matches: a day."""

LAST_LOOK_SECONDS: Final = 20.0
"""How long a club that is told to stop waits after its last match: people look at the result, programs at the deal."""

RESERVED_SEAT_SECONDS: Final = 10.0
"""How long a seat to which the hall has sent somebody is kept from others who want to play: as `JOIN_SECONDS`."""

HELLO_SECONDS: Final = 5.0
"""From the connection to the hello: a slow network takes two."""

UNACCEPTED_CONNECTIONS: Final = 4_096
"""Connections that wait in the system to be accepted; the client of one above these tries again after 1 s, then 3 s."""

HANDSHAKE_SECONDS_AT_ONCE: Final = 0.005
"""Time that TLS handshakes may take the event loop before others have a turn; one takes a millisecond."""

FRAME_SECONDS: Final = 20.0
"""From a frame's first byte to its last: 16 KiB at modem speed take five."""

READ_PAUSE_SECONDS: Final = 0.05
"""How long reading pauses while too much waits for the next tick; few disks take longer for one commit."""

PING_SECONDS: Final = 10.0
"""Silence after which a peer is sent a ping; well below the half minute at which routers forget a connection."""

SILENCE_SECONDS: Final = 20.0
"""Silence after which a connection is given up: a lost Wi-Fi sends nothing, and coming back takes a moment."""

MAX_SLOW_SECONDS: Final = 60.0
"""How long a peer may leave its queue full before its connection is closed; it may come back."""

FAST_DECISION_SECONDS: Final = 0.1
"""About how long a bot takes for a decision when people only wait for the end of the match; a log can be followed."""

THOUGHT_SECONDS: Final = 3.0
"""How long a bot may think beyond its planned time; then it plays as the usual level. Even slow machines need less."""

MAX_SEATS_IN_DOUBT: Final = 16
"""The most seats of a match in which a bot takes longer for a closer decision; with more that costs too much."""

DEAL_STAGE_SECONDS: Final = 3.0
"""How long commitments are awaited before a deal, and then secrets: clients answer at once, slow lines in a second."""

MAX_VOID_DEALS: Final = 3
"""How many deals of one match may be void; then nobody is asked any more, and the deal proves nothing."""

DEAL_PARTS_KEPT: Final = 64
"""Parts in deals that a client keeps over a restart, of all hosts together; the oldest is dropped first."""

TABLES_REMEMBERED: Final = 256
"""How many tables of a host a client remembers, to know an earlier match number: more than any host opens in a day."""

LINGER_SECONDS: Final = 3.0
"""How long the last message to a peer may take before its connection is cut."""

HOSTS_FOLLOWED: Final = 6
"""How many hosts of a club somebody may be sent to, one after the other, before the table counts as not found."""

NEXT_HOST_SECONDS: Final = 3.0
"""How long a host of a club that has several may take to answer somebody whose connection is broken."""

JOIN_SECONDS: Final = 10.0
"""How long a client waits for a host's welcome."""

NEXT_ADDRESS_SECONDS: Final = 0.25
"""How long a client waits for one address of a host before it tries the next one as well."""

RECONNECT_SECONDS: Final = 14_400.0
"""How long a client tries to reach a lost host again before it gives up: four hours, so that a host that is mended or
started again in the same evening gets everybody back."""

RECONNECT_PAUSES_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0)
"""Pauses between two tries to reach a lost host; the last one repeats."""

ANNOUNCE_SECONDS: Final = 1.0
"""The interval at which an announcement is brought up to date; a lobby changes as fast as that."""

OWN_ADDRESSES_SECONDS: Final = 15.0
"""The interval at which this machine's addresses are read again, as after a night's sleep."""

WITHDRAW_SECONDS: Final = 0.2
"""How long the withdrawal of an announcement may take: two packets."""

SERVICE_MILLISECONDS: Final = 3_000
"""How long an announced table may take to send its text record."""

PROBE_SECONDS: Final = 5.0
"""The interval at which announced tables are probed for an answer."""

LIST_SECONDS: Final = 0.1
"""How long changes of the list of tables are gathered: many tables answer at the same time, and nobody reads faster."""

PROBE_ANSWER_SECONDS: Final = 1.0
"""How long one address may take to answer a probe; on a local network an answer takes a hundredth of that."""

JOURNAL_BUSY_SECONDS: Final = 10.0
"""How long a commit waits for the commit of another process, which takes a millisecond, or a sync of the disk."""

RECORD_PACKED_AFTER_SECONDS: Final = 30 * 86_400.0
"""How long after its match a record stays as it is: what was played lately is looked at most."""

SHARED_LOG_SECONDS: Final = 0.05
"""The interval at which a log that looks damaged is read again: another process may be in the middle of a commit."""

SYNC_SECONDS: Final = 0.5
"""How long after a commit its sync to the disk begins at the latest; even a slow disk ends it within a second."""

STORE_COPIES: Final = 3
"""How many servers keep a copy of each entry of a club's store, if there are as many: one of them may die."""

STORE_ENTRY_BYTES: Final = 500_000
"""The longest entry in the store of a club; what is longer is written in pieces. NATS takes twice as much, but a third
more is needed where an entry is asked for by its number."""

STORE_PAUSE_SECONDS: Final = 0.2
"""The pause between two attempts to reach the store of a club on several machines: a tenth of what its servers need to
choose another leader."""

STORE_ANSWER_SECONDS: Final = 1.0
"""How long an answer of the store may take: usually some milliseconds, and the copies of one entry never longer."""

STORE_PREPARE_SECONDS: Final = 20.0
"""How long the servers of a new club's store may take to make one of its parts: on busy machines they agree slowly."""

STORE_AWAY_SECONDS: Final = 2.0
"""After this time without an answer of the store people are told that play waits: sooner it would only flicker."""

STORE_SILENCE_SECONDS: Final = 1.5
"""How long a watch of the store may hear nothing, not even a heartbeat, before it begins again."""

TABLE_CHANGE_SECONDS: Final = 2.0
"""How long somebody who comes to a table that changes hosts waits to be told where it is, before they ask again."""

TABLE_CHANGE_LOOKS: Final = 20
"""How many times it is looked at in this time where the table is."""

LEASE_SECONDS: Final = 6.0
"""How long a host that renews its lease no more counts as one that has its tables: three renewals may get lost."""

LEASE_MARGIN_SECONDS: Final = 1.0
"""How much earlier a host itself stops to count on its lease: more than two clocks part in the time of a lease."""

HAND_OVER_SECONDS: Final = 0.5
"""How long the first host may take to go on with a table that was released; then the next one tries it, and so on."""

HANDED_OVER_AT_ONCE: Final = 25
"""How many tables a host that stops hands over at once; others need some tenths of a second for them."""

CUT_OFF_SECONDS: Final = 4.0
"""How long other hosts must be able to write while this one is not, before it leads its people to them.

With the time until it is known that play waits this is the time after which they have taken its tables over. A host
that only needs longer to find the store again, after that was away for all, keeps its people.
"""

CUT_OFF_LOOKS: Final = 8
"""How many times others are asked in this time."""

STORE_PROBE_SECONDS: Final = 2.0
"""How long another host of the club may take to say whether it can write in the store: it may wait for the store."""

RENEWAL_SECONDS: Final = 1.5
"""The interval at which a host renews its lease."""

LEASE_KEPT_SECONDS: Final = 60.0
"""How long the lease of a host that is gone is kept: until everybody has seen that it has lapsed."""

PASSED_ON_KNOWN: Final = 10_000
"""How many entries of other halls a host remembers, so that none is taken in twice: far more than come in a minute."""
