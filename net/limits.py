"""Every bound of the `net` package, with its unit in its name and the reason for the number."""

from __future__ import annotations

from typing import Final

PROTOCOL_VERSION: Final = 4
"""The version of the protocol; both ends must speak the same."""

DEFAULT_PORT: Final = 7433
"""The port at which a host listens by default; no registered service that we know of uses it."""

DEFAULT_SSH_PORT: Final = 2222
"""The port at which a host listens for SSH clients by default: the usual unprivileged port."""

DEFAULT_WEB_PORT: Final = 8222
"""The port at which a host listens for browsers by default: a usual number for web servers that ends like
`DEFAULT_SSH_PORT`."""

# Bytes

MAX_UNAUTHENTICATED_FRAME_BYTES: Final = 1_024
"""Maximum length of a frame of a peer that has not said hello: a usual hello takes a tenth, one with the widest name a
fifth."""

MAX_UNAUTHENTICATED_BYTES: Final = 32_768
"""Maximum number of bytes from a connection that the table has not let in, or that is being closed: handshake, hello,
and as much again.

They do not count for the rate limit of their address: other people there would have to wait for it.
"""

MAX_HANDSHAKE_BYTES: Final = 16_384
"""Maximum number of bytes from a peer before its TLS handshake is done: one whole TLS record; our handshake takes a
tenth of it."""

TLS_RECORD_BYTES: Final = 4_096
"""Maximum size of the piece of data encrypted at once: OpenSSL keeps a buffer of this size, and larger pieces are not
faster."""

MAX_CLIENT_FRAME_BYTES: Final = 16_384
"""Maximum length of a frame of a client: the longest, a table's settings or a long chat line, takes less than a
tenth."""

MAX_HOST_FRAME_BYTES: Final = 1_048_576
"""Maximum length of a frame of a host: the whole view of a thousand seats takes some 200 kB. Decoded it can take fifty
times that."""

CLIENT_PADDING_MULTIPLE_BYTES: Final = 64
"""Everything that a client sends at once is padded to a multiple of this number of bytes: every action of a hidden
decision fits in one."""

HOST_PADDING_MULTIPLE_BYTES: Final = 256
"""Everything that a host sends at once is padded to a multiple of this number of bytes: every answer to an action in a
hidden play fits in one.

The padding takes at most 5 MB a second of a host whose crowd acts without end (`MESSAGE_RECIPIENTS_PER_SECOND`).
"""

MAX_LIST_ITEMS_OF_CLIENT: Final = 64
"""Maximum number of items of one list or map in a client's frame; a game has fewer than twenty options."""

MAX_LIST_ITEMS_OF_HOST: Final = 65_536
"""Maximum number of items of one list or map in a host's frame: the changes that are sent at one time, or the facts of
a thousand seats."""

MAX_LISTS_OF_HOST: Final = 262_144
"""Maximum number of lists and maps in a host's frame, which take most memory: some 20 MB; twenty times those of a
thousand seats."""

MAX_PILE_CARDS: Final = 65_536
"""Maximum number of cards in a pile, or in one move, of which only the number is shown.

The largest such pile is the banned deck: after a thousand seats had thirteen temporary cards each, it has some 13,000.
"""

MAX_FACT_VALUE_DEPTH: Final = 8
"""Maximum number of levels of lists in the value of a fact; games use two."""

MAX_QUEUE_BYTES: Final = 131_072
"""A connection counts as slow if it has more unsent bytes than this: the table and view of a thousand seats fit in."""

MAX_SYSTEM_QUEUE_BYTES: Final = 65_536
"""Maximum number of unsent bytes that the operating system keeps beside `MAX_QUEUE_BYTES`: some hundred updates, so
that the system seldom has to report that the program can send more."""

RECORD_PIECE_BYTES: Final = 32_768
"""Length of one piece of a record that a client downloads: a quarter of what makes a connection slow."""

MAX_PACKED_RECORD_BYTES: Final = 2_097_152
"""Maximum length of a record as it is downloaded: compressed to a quarter of its text."""

MAX_RECORD_TEXT_BYTES: Final = 8_388_608
"""Maximum length of a record's text: a thousand seats with four actions each in each of 54 plays take two million
bytes."""

MAX_SERVICE_TEXT_BYTES: Final = 1_024
"""Maximum length of the mDNS text record of an announced table; the host announces some 250 bytes."""

MAX_SERVICE_OWNER_NAME_BYTES: Final = 40
"""Maximum length of the owner's name within the mDNS service's name, which may have 63 bytes in all (RFC 6763, 4.1)."""

# Counts

MAX_PEOPLE: Final = 1_200
"""Maximum number of people at one table: a thousand players and some spectators."""

MAX_HALL_PEOPLE: Final = 2_400
"""Maximum number of people in the hall of a club: a school, with room for some who watch.

Each has a connection to the hall and one to a table, and half of all connections may come from one address: twelve
hundred people behind one router.
"""

MAX_HALL_PEOPLE_KNOWN: Final = 4_800
"""Maximum number of people whose name a hall keeps, twice as many as can be in it: those who are away keep theirs for
the evening."""

MAX_HALL_ROWS: Final = 40
"""Maximum number of rows of the list of tables that one person is shown at a time: the tallest usual screens have not
many more."""

MAX_RESULTS_PER_HALL_MATCH: Final = 4
"""Maximum number of results of one match in the list of a hall; a line of a usual window has room for no more names."""

MAX_CLUB_MATCHES_KEPT: Final = 10_000
"""Maximum number of finished matches that the store of a club on several machines keeps; the oldest are removed first.

Five hundred people who play ten matches of four have 1,250 in an evening, so these are eight evenings. A match of four
seats takes 4 to 7 kB in each copy of the store. Every host has the results of all, a kilobyte each, and reads them in
half a second when it is opened. On one machine the journal keeps all matches that were ever played there.
"""

CLUB_MATCHES_REMOVED_AT_ONCE: Final = 20
"""Number of the oldest matches that are removed together from the store of a club: each takes a request."""

MAX_HALL_PAGES_KEPT: Final = 64
"""Maximum number of pages of the list of matches that a club keeps when people have asked for them, 10 kB each: when an
evening is over, many people look at the same ones."""

MAX_MATCHES_READ_AT_ONCE: Final = 100
"""Maximum number of finished matches that the thread that writes a journal reads between two commits: 5 ms."""

MAX_LADDER_PEOPLE_PER_MATCH: Final = 64
"""Maximum number of people of one match that counts for the ladder: rating these takes a millisecond, a crowd far
longer."""

MAX_HALL_RECORDS_KEPT: Final = 8
"""Maximum number of packed records that a club keeps while people fetch them, piece by piece; each is usually some
kilobytes."""

MAX_HALL_SEARCHES_KEPT: Final = 256
"""Maximum number of searches in the list of a club whose result is kept until a table changes: people search for few
things at a time."""

MAX_HALL_WINDOWS_PER_UPDATE: Final = 200
"""Maximum number of different windows of the list that are updated at once, each in some 0.1 ms; further ones come
next."""

MAX_CLUB_TABLES: Final = 1_000
"""Maximum number of tables of a club that run: each takes a file descriptor and some 50 kB, and 1,200 keep one core too
busy."""

MAX_SUSPENDED_CLUB_TABLES: Final = 1_000
"""Maximum number of suspended tables of a club, which are in the journal only; if there are more, the oldest is closed,
first of those without a match."""

MAX_TABLES_PER_PERSON: Final = 3
"""Maximum number of tables of a club that one person has opened and that are still open: one to play at, and two by
mistake."""

MAX_UNAUTHENTICATED_CONNECTIONS: Final = 1_024
"""Maximum number of connections that the table has not let in; after a restart a full table comes back at once. Each
costs some 30 kB."""

MAX_UNAUTHENTICATED_PER_ADDRESS: Final = 64
"""Maximum number of connections of one address that the table has not let in: a class behind one router comes at once.

Sixteen addresses with that many fill `MAX_UNAUTHENTICATED_CONNECTIONS`.
"""

MAX_PEOPLE_PER_ADDRESS: Final = 600
"""Maximum number of people at the table from one address: half of all, so that no address can take every place."""

MAX_ADDRESSES_TRACKED: Final = 4_096
"""Maximum number of addresses whose rates of messages and bytes are remembered: three times as many as can be
connected."""

MAX_ABSENT_PEOPLE_KEPT: Final = 1_200
"""Maximum number of people who are not connected and whom the table still knows: as many as can be connected."""

MAX_BANNED_PEOPLE_KEPT: Final = 100
"""Maximum number of banned people who are remembered; far more than one table bans in an evening."""

MAX_TOKENS_OFFERED: Final = 8
"""Maximum number of tokens in one hello, each for another table of the same host: as many as a host keeps unfinished
tables."""

SPARE_FILE_DESCRIPTORS: Final = 64
"""Number of file descriptors kept for other things than connections: journal, terminal, libraries that are loaded
later."""

MIN_CONNECTIONS: Final = 64
"""Number of connections that are accepted even where the operating system's limit on open files seems to allow
fewer."""

MIN_CROWD_PEOPLE: Final = 100
"""A table is a crowd if it has at least this number of people: arrivals and departures are then sent at intervals, not
singly."""

MAX_SPECTATORS_NAMED: Final = 40
"""Maximum number of spectators whose names are sent to everybody; of further spectators only the number is sent."""

MAX_INBOX_MESSAGES: Final = 10_000
"""Maximum number of messages that wait to be handled together in the next tick before reading stops; ten plays of a
thousand seats fit."""

MAX_MESSAGES_BEFORE_WELCOME: Final = 32
"""Maximum number of messages that a client accepts from a host before its welcome; a host of this version sends five,
and at most `MAX_UPDATES_AT_RETURN` updates."""

MAX_UPDATES_AT_RETURN: Final = 16
"""Maximum number of actions that a person has missed of which each is sent on its own when they come back; of more
they are sent a snapshot with the whole past of their seat."""

MAX_RESULTS_KEPT_PER_PERSON: Final = 16
"""Maximum number of last results of each person that are kept singly, beside the totals.

A person who comes back from another device has played fewer matches there, and only some of them in common with the
seat that they get back.
"""

MAX_PEOPLE_IN_TOTALS_SENT: Final = 40
"""Maximum number of people whose total of the evening is sent to everybody; no screen shows more at once."""

MAX_RESUME_CHANGES: Final = 2_000
"""Maximum number of changes of a match kept for people who come back: minutes of it at most tables, about as long as a
snapshot."""

MAX_SEATS_REMEMBERED: Final = 16
"""Maximum number of seats of a match for which clients remember changes. In a larger match that would cost too much:
there a memory follows from the present view alone."""

MAX_PAST_CHANGES: Final = 10_000
"""Maximum number of changes that a seat has been shown for which they are sent to a person who comes to the match, for
their memory and log: some 100 kB. Whole matches of four seats have 600 to 2,500, with wrong cards to challenge 4,800;
those of 8 seats in Queen's Dungeon up to 5,900, and those of 16 in Mad Queens Classic 5,200."""

CHANGES_PER_PACKED_BLOCK: Final = 128
"""Number of changes of a match that are compressed together, to 6 bytes each; until then each takes 14."""

MAX_SHARED_ACTIONS: Final = 10_000
"""Maximum number of different actions that the tables of a process share with each other: some 2 MB."""

MAX_UPDATE_CHANGES: Final = 20_000
"""Maximum number of changes that are sent singly at one time; instead of more, everybody gets a snapshot, which is then
smaller."""

SPARE_RECORD_PIECES: Final = 8
"""Number of pieces that a person may ask for in addition to those of a record, as after a lost connection."""

MAX_OBSERVATIONS_KEPT: Final = 8
"""Maximum number of snapshots of a match, each with the changes after it, that a client keeps to compare them with the
match's record."""

ACTIONS_PER_CHECK_STEP: Final = 50
"""Number of actions of a record that a client checks in one turn of its event loop: a millisecond in most games."""

MAX_TABLES_FOUND: Final = 256
"""Maximum number of tables on the network that are listed: more than a usual network, of 254 addresses, can have
hosts."""

MAX_SERVICES_ASKED_AT_ONCE: Final = 128
"""Maximum number of announced tables whose text records are awaited at the same time: most come with the
announcement."""

MAX_ADDRESSES_ANNOUNCED: Final = 8
"""Maximum number of addresses of this machine that are announced; twice as many as anybody tries."""

MAX_ADDRESSES_TRIED: Final = 4
"""Maximum number of addresses of one announced host that are tried: IPv4 and IPv6, by cable and by Wi-Fi."""

MAX_UNANSWERED_PROBES: Final = 3
"""Number of unanswered probes in a row after which an announced table is no longer listed."""

MAX_HOST_KEYS_KEPT: Final = 500
"""Maximum number of addresses whose host key is remembered; the one to which nobody has connected for longest is
forgotten first."""

MAX_UNFINISHED_TABLES_KEPT: Final = 8
"""Maximum number of unfinished tables that the journal keeps for one port, or for solo play; older ones are
abandoned."""

MAX_ACTIONS_REPLAYED_FOR_LIST: Final = 3_000
"""A list says how far an unfinished match has come only if the match has at most this number of actions; replaying more
takes too long for a list."""

MAX_PLAYBACK_STATES_KEPT: Final = 64
"""Maximum number of states of a match kept for stepping back in a playback; from the nearest earlier one the match is
replayed."""

COMMITS_PER_CHECKPOINT: Final = 2_000
"""Number of commits after which the journal's log (by then some three megabytes) is moved into the journal's file."""

JOURNAL_FOLD_BYTES: Final = 1_048_576
"""Number of bytes of entries of one table after which they are folded (replaced by the fewest that say the same): an
evening of a small table takes less."""

MAX_RECORDS_PACKED_AT_ONCE: Final = 100
"""Maximum number of records that are packed when the journal is opened: a tenth of a second; the others follow at the
next openings."""

JOURNAL_LOG_PAGES: Final = 16_000
"""Number of pages in the journal's log (16 MB) after which a commit itself moves them into the file, if nothing else
has."""

# Text

MAX_NAME_CELLS: Final = 20
"""Maximum width of a name in cells: it leaves room for a score beside it in a quarter of 80 columns."""

MAX_CHAT_CELLS: Final = 240
"""Maximum width of a chat line in cells: three rows of 80 columns."""

MAX_REASON_CELLS: Final = 400
"""Maximum width of an explanation in cells; the longest of ours is some 200."""

MAX_ADDRESS_CELLS: Final = 80
"""Maximum width of a table's address in cells: the longest IPv6 address and a port take 47, host names rarely more."""

MAX_MARKS_PER_CHARACTER: Final = 2
"""Maximum number of accents and other marks on one character; the languages that write most use two."""

MAX_LINE_CHARACTERS: Final = 4_096
"""Maximum number of characters of a chat line or an explanation before it is cleaned: ten times what may remain."""

MAX_SHORT_TEXT_CHARACTERS: Final = 200
"""Maximum number of characters of any other text in a client's frame (an action, an option, a code)."""

# Rates

PERSON_MESSAGES_PER_SECOND: Final = 200
"""Maximum number of messages of one person each second, on average: far more than key presses; they take a hundredth of
the host's time."""

PERSON_MESSAGES_AT_ONCE: Final = 400
"""Maximum number of messages of one person in a burst, as a program that plays for somebody sends them."""

PERSON_BYTES_PER_SECOND: Final = 32_768
"""Maximum number of bytes of one person each second, on average: twice what `PERSON_MESSAGES_PER_SECOND` messages take,
each sent alone and padded."""

PERSON_BYTES_AT_ONCE: Final = 131_072
"""Maximum number of bytes of one person in a burst: eight of the longest frames."""

CLUB_TABLE_MESSAGES_PER_SECOND: Final = 300
"""Maximum number of messages of all people at one table of a club each second, on average; what exceeds it has to wait.
Six hundred people at a human pace send as many, and however many want to flood a table, the others wait less than 10 ms
for it."""

CLUB_TABLE_MESSAGES_AT_ONCE: Final = 1_000
"""Maximum number of messages of all people at one table of a club in a burst: a few decisions of two hundred seats."""

ADDRESS_MESSAGES_PER_SECOND: Final = 1_000
"""Maximum number of messages from one address each second, on average; what exceeds it has to wait. They take a tenth
of the host's time: a hundred fast players."""

ADDRESS_MESSAGES_AT_ONCE: Final = 4_000
"""Maximum number of messages from one address in a burst: a whole play of a thousand seats."""

ADDRESS_BYTES_PER_SECOND: Final = 262_144
"""Maximum number of bytes from one address each second, on average; what exceeds it has to wait. A thousand people's
actions, each sent alone, take a third of it."""

ADDRESS_BYTES_AT_ONCE: Final = 1_048_576
"""Maximum number of bytes from one address in a burst: a thousand long hellos."""

NEW_CONNECTIONS_PER_SECOND: Final = 20
"""Maximum number of new connections from one address each second, on average; each says hello once, so this bounds
hellos as well."""

NEW_CONNECTIONS_AT_ONCE: Final = 100
"""Maximum number of new connections from one address in a burst: many people behind one router come back after a
restart."""

RETURNING_PEOPLE_PER_SECOND: Final = 200
"""Maximum number of people from one address who may come back each second, on average, as their tokens prove; new
connections have a rate of their own. The people of a dead host, hundreds of them behind one router, look for their
tables once a second, and each attempt takes a millisecond of the host."""

RETURNING_PEOPLE_AT_ONCE: Final = 400
"""Maximum number of people from one address who may come back in a burst."""

WRONG_CODES_PER_MINUTE: Final = 5
"""Number of wrong codes from one address in a minute after which no code from there is checked for the rest of the
minute, not even the correct one."""

WRONG_CODES_OF_ALL_PER_MINUTE: Final = 30
"""Number of wrong codes from all addresses together in a minute after which every answer is delayed, also that to the
correct code."""

MAX_CODE_WAIT_SECONDS: Final = 6.0
"""How long the answer to a code may have to wait for its turn, after too many wrong ones from all addresses; a code
whose answer would take longer is refused. It is less than `MAX_JOIN_SECONDS`."""

WRONG_CODE_DELAY_SECONDS: Final = 1.0
"""The time by which the answer to each further wrong code from one address within a minute waits longer than the
last."""

CHAT_LINES_PER_SECOND: Final = 1
"""Maximum number of chat lines of one person each second, on average; nobody reads faster."""

CHAT_LINES_AT_ONCE: Final = 5
"""Maximum number of chat lines of one person in a burst."""

CHAT_LINES_OF_ALL_PER_SECOND: Final = 10
"""Maximum number of chat lines of all players together, and of all spectators together each second, on average: more
than anybody can read."""

CHAT_LINES_OF_ALL_AT_ONCE: Final = 60
"""Maximum number of chat lines of all players together, and of all spectators together, in a burst: each of a class
says one thing."""

HALL_CHAT_LINES_PER_SECOND: Final = 2
"""Maximum number of chat lines of all people in a hall together each second, on average: each line is sent to two
thousand people."""

HALL_CHAT_LINES_AT_ONCE: Final = 12
"""Maximum number of chat lines of all people in a hall together, in a burst, as when somebody asks and many answer."""

HALL_REQUESTS_PER_SECOND: Final = 2
"""Maximum number of requests of one person for tables in the list each second, on average: nobody reads faster."""

HALL_REQUESTS_AT_ONCE: Final = 20
"""Maximum number of requests of one person for tables in the list, in a burst: a search that is sent at every
letter."""

HALL_RECORD_PIECES_PER_SECOND: Final = 1
"""Maximum number of pieces of records that one person in a hall fetches each second, on average; most records are one
piece."""

HALL_RECORD_PIECES_AT_ONCE: Final = 72
"""Maximum number of pieces of records that one person in a hall fetches in a burst: the longest record
(`MAX_PACKED_RECORD_BYTES`)."""

HALL_RECORD_PIECES_OF_ALL_PER_SECOND: Final = 20
"""Maximum number of pieces of records that all people in a hall fetch together each second, on average: 640 kB."""

HALL_RECORD_PIECES_OF_ALL_AT_ONCE: Final = 200
"""Maximum number of pieces of records that all people in a hall fetch together, in a burst: a finale is over, and
everybody looks at it."""

TABLE_OPENINGS_PER_SECOND: Final = 0.1
"""Maximum number of tables that one person opens each second, on average."""

TABLE_OPENINGS_AT_ONCE: Final = 5
"""Maximum number of tables that one person opens in a burst: somebody who chose the wrong game tries again."""

TABLE_OPENINGS_OF_ALL_PER_SECOND: Final = 10
"""Maximum number of tables that all people of a club open together each second, on average: each takes some 5 ms."""

TABLE_OPENINGS_OF_ALL_AT_ONCE: Final = 100
"""Maximum number of tables that all people of a club open together, in a burst: a break begins, and everybody wants to
play."""

ORGANISER_KEY_TRIES_PER_SECOND: Final = 1
"""Maximum number of tries of the key that makes somebody an organiser, by all people in a hall together, each second on
average: a key of 60 bits is never guessed.
"""

ORGANISER_KEY_TRIES_AT_ONCE: Final = 10
"""Maximum number of tries of the key that makes somebody an organiser, by all people in a hall together, in a burst."""

SEAT_CHANGES_PER_SECOND: Final = 2
"""Maximum number of requests of one person to sit down, stand up or swap seats each second, on average: nobody
decides faster."""

SEAT_CHANGES_AT_ONCE: Final = 20
"""Maximum number of requests of one person to sit down, stand up or swap seats, in a burst: trying all seats of a
usual table."""

NOTICES_PER_SECOND: Final = 1
"""Maximum number of notices about people who come and go each second, on average: nobody can fill everybody's log by
doing so."""

NOTICES_AT_ONCE: Final = 10
"""Maximum number of notices about people who come and go in a burst, as when a full table breaks up."""

PAST_CHANGES_PER_SECOND: Final = 5_000
"""Maximum number of changes that people of one table are sent for memories and logs each second, on average: the match
is played again for them, which takes 3 to 20 µs a change, a tenth of the host's time at most."""

PAST_CHANGES_AT_ONCE: Final = 60_000
"""Maximum number of changes that people of one table are sent for memories and logs in a burst: all 16 of them come
back with new programs near the end of their match."""

CROWD_UPDATE_INTERVAL_SECONDS: Final = 0.2
"""The interval at which the people of a crowd are sent who is there: a message for each of a thousand arrivals would
cost a million messages.
"""

HALL_UPDATE_SECONDS: Final = 0.5
"""The interval at which all changes in a hall are sent together: nobody reads a list faster."""

CLUB_RESULTS_INTERVAL_SECONDS: Final = 1.0
"""Minimum time between two readings of its journal by which a club finds matches that have ended."""

CLUB_RESULTS_OVERLAP_SECONDS: Final = 60.0
"""A club searches for new results from this time before the end of the last match that it knows: a clock may have been
set back a little."""

MAX_HALL_UPDATE_BYTES: Final = 640
"""Maximum number of bytes of changed tables and chat that one person is sent in one `HALL_UPDATE_SECONDS`; the rest
waits for the next.

With padding and TLS that is at most 2 kB a second.
"""

MIN_HALL_UPDATE_BYTES_FOR_TABLES: Final = 128
"""Minimum number of bytes of `MAX_HALL_UPDATE_BYTES` that are reserved for changed tables, however much chat there
is."""

MESSAGE_RECIPIENTS_PER_SECOND: Final = 20_000
"""Maximum number of people whom a table sends something each second, on average, counted for each tick (all that is
sent at one time) by itself. A thousand people who act without end are updated twenty times a second, which takes a
sixth of a processor; no table of a few people comes near it."""

MESSAGE_RECIPIENTS_AT_ONCE: Final = 100_000
"""Maximum number of people whom a table sends something in a burst, counted for each tick by itself (all that is sent
at one time): a person who acts while nothing else happens never waits."""

SNAPSHOT_INTERVAL_SECONDS: Final = 1.0
"""Minimum time between two snapshots that one person may ask for: one costs as much as a thousand updates."""

# Seconds

DECISION_CLOCK_SECONDS_RANGE: Final = (5, 3_600)
"""Minimum and maximum time limit of a decision: nobody reads cards in less, and nobody waits for longer."""

DEFAULT_GRACE_SECONDS: Final = 30
"""The default grace period of a table: a program is restarted in that time."""

MAX_GRACE_SECONDS: Final = 3_600
"""Maximum grace period of a table: an hour, as for a meal."""

FOUNDER_AWAY_SECONDS: Final = 3_600.0
"""How long another person runs a table in the founder's absence before it is theirs: a meal does not take longer."""

TIMEOUTS_UNTIL_AWAY: Final = 3
"""Number of decisions in a row that a person lets the clock make before they count as away (G-7)."""

CODE_ATTEMPT_WINDOW_SECONDS: Final = 60.0
"""How long a wrong code counts for the limits on codes a minute."""

CODE_REPORT_INTERVAL_SECONDS: Final = 600.0
"""Minimum time between two reports that very many codes are tried: six in an hour are read, sixty are not."""

DESERTED_TABLE_SECONDS: Final = 3_600.0
"""How long a table of a club keeps running without people: a meal does not take longer."""

EVENING_SECONDS: Final = 43_200.0
"""How long after the end of a club the names of its people are kept, and who was sent away: until tomorrow.

After a pause of this length between two matches another evening begins, with new totals. A table without a match is
closed after this time.
"""

GARBAGE_COLLECTION_SECONDS: Final = 10.0
"""The interval of garbage collections in a club, which examine what is new: 20,000 objects of 1,000 tables."""

FULL_GARBAGE_COLLECTION_ROUNDS: Final = 60
"""One garbage collection in this number may examine all objects and not only new ones (`GARBAGE_COLLECTION_SECONDS`):
every ten minutes."""

MAX_OBJECTS_FOR_QUICK_FULL_COLLECTION: Final = 120_000
"""A full garbage collection takes place when it is due if the process has at most this number of objects: it takes less
than 0.1 s."""

NEW_OBJECTS_THAT_FORCE_FULL_COLLECTION: Final = 500_000
"""A full garbage collection takes place, however long it lasts, if the process has grown by more than this number of
objects since the last one: garbage of up to 100 MB."""

MAX_NAME_WAIT_SECONDS: Final = 5.0
"""How long somebody who comes into a club of several hosts waits for a name if the store does not answer: half of
`MAX_JOIN_SECONDS`."""

PERSON_RENEWAL_SECONDS: Final = 10_800.0
"""The age at which what the store of a club says of a person is written again, long before the store forgets it."""

CLUB_PEOPLE_SAVE_INTERVAL_SECONDS: Final = 2.0
"""The interval at which the names of the people of a club are saved, if there are new ones."""

DEFAULT_STOP_MINUTES: Final = 15
"""How long a club that is told to stop waits by default for its matches to end: most are over by then."""

MAX_STOP_MINUTES: Final = 1_440
"""Maximum time that a club that is told to stop may wait for its matches: a day."""

WAIT_AFTER_LAST_MATCH_SECONDS: Final = 20.0
"""How long a club that is told to stop waits after its last match: people look at the result, programs at the deal."""

STOP_NOTICE_SECONDS: Final = 5.0
"""How long a club whose organiser stops it stays open at least, though nothing is played: until everybody has read that
it closes, the organiser among them."""

RESERVED_SEAT_SECONDS: Final = 10.0
"""How long a seat to which the hall has sent somebody is kept free of others who want to play: as long as
`MAX_JOIN_SECONDS`."""

MAX_HELLO_SECONDS: Final = 5.0
"""Maximum time from the connection to the hello, which takes two seconds over a slow network."""

MAX_UNACCEPTED_CONNECTIONS: Final = 4_096
"""Maximum number of connections that wait in the system to be accepted; the client of one more tries again after 1 s,
then 3 s."""

MAX_HANDSHAKE_SECONDS_AT_ONCE: Final = 0.005
"""Maximum time that TLS handshakes take the event loop before others have a turn; one takes a millisecond."""

MAX_FRAME_SECONDS: Final = 20.0
"""Maximum time from a frame's first byte to its last: 16 KiB at modem speed take five."""

READ_PAUSE_SECONDS: Final = 0.05
"""How long reading pauses while too many messages wait to be handled (`MAX_INBOX_MESSAGES`); few disks take longer for
one commit."""

PING_AFTER_SECONDS: Final = 10.0
"""A peer is sent a ping after this time of silence; well below the half minute at which routers forget a connection."""

MAX_SILENCE_SECONDS: Final = 20.0
"""A connection is given up after this time of silence: a lost Wi-Fi sends nothing, and coming back takes a moment."""

MAX_SLOW_SECONDS: Final = 60.0
"""Maximum time that a peer may leave its queue full before its connection is closed; it may come back."""

FAST_DECISION_SECONDS: Final = 0.1
"""The approximate time that a bot takes for a decision when people only wait for the end of the match; a log can be
followed."""

MAX_THOUGHT_SECONDS: Final = 3.0
"""Maximum time in seconds that a bot may think beyond its planned time; then it plays as a bot of the usual level,
which decides at once. Even slow machines need less."""

MAX_SEATS_WITH_DIFFICULTY: Final = 16
"""Maximum number of seats of a match in which a bot takes longer for a closer decision; with more that costs too
much."""

MAX_DEAL_STAGE_SECONDS: Final = 3.0
"""Maximum time that commitments are awaited before a deal, and then secrets: clients answer at once, slow lines in a
second."""

MAX_VOID_DEALS: Final = 3
"""Maximum number of deals of one match that may be void, because somebody does not reveal their secret; then nobody is
asked any more, and the deal proves nothing."""

MAX_DEAL_PARTS_KEPT: Final = 64
"""Maximum number of deals, of all hosts together, for which a client saves over a restart what it added to them; the
oldest is dropped first."""

MAX_TABLES_REMEMBERED_PER_HOST: Final = 256
"""Maximum number of tables of a host that a client remembers, to recognise a match number that was used before: more
than any host opens in a day."""

MAX_LINGER_SECONDS: Final = 3.0
"""Maximum time that the last message to a peer may take before its connection is cut."""

MAX_HOSTS_FOLLOWED: Final = 6
"""Maximum number of hosts of a club to which somebody is sent, one after the other, before the table counts as not
found."""

OTHER_HOST_ANSWER_SECONDS: Final = 3.0
"""In a club of several hosts: how long another host may take to answer a person whose connection to the first is
broken."""

MAX_JOIN_SECONDS: Final = 10.0
"""How long a client waits for a host's welcome."""

WAIT_BEFORE_NEXT_ADDRESS_SECONDS: Final = 0.25
"""How long a client waits for one address of a host before it tries the next one as well."""

MAX_RECONNECT_SECONDS: Final = 14_400.0
"""How long a client tries to reach a lost host again before it gives up: four hours, so that a host that is mended or
started again in the same evening gets everybody back."""

RECONNECT_PAUSES_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0)
"""Pauses between two tries to reach a lost host; the last one repeats."""

MAX_CLUB_RECONNECT_PAUSE_SECONDS: Final = 1.0
"""The longest pause between two tries to reach a lost host of a club of several hosts: another one may go on with the
table at any moment."""

TABLE_TAKE_OVER_SECONDS: Final = 15.0
"""How long after the death of a host its people may be without their table, if another host and the store work."""

ANNOUNCEMENT_INTERVAL_SECONDS: Final = 1.0
"""The interval at which an announcement is brought up to date; a lobby changes as fast as that."""

OWN_ADDRESSES_INTERVAL_SECONDS: Final = 15.0
"""The interval at which this machine's addresses are read again, as after a night's sleep."""

MAX_ANNOUNCEMENT_WITHDRAWAL_SECONDS: Final = 0.2
"""How long the withdrawal of an announcement may take: two packets."""

SERVICE_ANSWER_MILLISECONDS: Final = 3_000
"""How long an announced table may take to send its text record."""

TABLE_PROBE_INTERVAL_SECONDS: Final = 5.0
"""The interval at which announced tables are probed for an answer."""

FOUND_LIST_UPDATE_SECONDS: Final = 0.1
"""How long changes of the list of tables found on the network are collected before they are shown together: many tables
answer at the same time, and nobody reads faster."""

PROBE_ANSWER_SECONDS: Final = 1.0
"""How long one address may take to answer a probe; on a local network an answer takes a hundredth of that."""

COMMIT_WAIT_SECONDS: Final = 10.0
"""How long a commit waits for the commit of another process, which takes a millisecond, or a sync of the disk."""

RECORD_PACKED_AFTER_SECONDS: Final = 30 * 86_400.0
"""How long after its match a record stays unpacked: what was played lately is looked at most."""

SHARED_LOG_RETRY_INTERVAL_SECONDS: Final = 0.05
"""The interval at which a journal's log that looks damaged is read again: another process may be in the middle of a
commit."""

MAX_SYNC_DELAY_SECONDS: Final = 0.5
"""Maximum time from a commit to the beginning of its sync to the disk; even a slow disk ends it within a second."""

STORE_VERSION: Final = 2
"""The version of what hosts of a club write in their store; a host refuses a club of another version.

It is raised by one when a host of the version before would misread an entry, or not write what others rely on: in 2,
who has opened a table, where people are, and earlier evenings.
"""

STORE_COPIES: Final = 3
"""Number of servers that keep a copy of each entry of a club's store, if there are as many: one of them may die."""

STORE_ENTRY_BYTES: Final = 500_000
"""Maximum length of an entry in the store of a club; what is longer is written in pieces. NATS takes twice as much, but
a third more is needed where an entry is asked for by its number."""

STORE_RETRY_PAUSE_SECONDS: Final = 0.2
"""The pause between two attempts to reach the store of a club on several machines: a tenth of what its servers need to
choose another leader."""

SEAT_RESERVATION_ANSWER_SECONDS: Final = 5.0
"""How long the store may take to say whether a seat is reserved; then the person is asked to try again."""

MAX_CLAIM_CHECK_PAUSE_SECONDS: Final = 5.0
"""A host that does not know whether its claim of a table is written reads the table's log at least this often."""

STORE_ANSWER_SECONDS: Final = 1.0
"""How long an answer of the store may take: usually some milliseconds, and the copies of one entry never longer."""

STORE_CONNECTION_SECONDS: Final = 2
"""How long one server of the store may take to answer a new connection, before the next server is tried."""

MAX_STORE_READS_AT_ONCE: Final = 10
"""Maximum number of logs that a host reads from the store of a club at the same time, when it takes many tables over.

Each read occupies a consumer of NATS for some milliseconds, or for a quarter of a minute if the answer comes too late.
A server has at most 1,000 consumers for one stream.
"""

STORE_PREPARE_SECONDS: Final = 20.0
"""How long the servers of a new club's store may take to make one of its streams or buckets: on busy machines they
agree slowly."""

STORE_LOSS_NOTICE_SECONDS: Final = 2.0
"""People are told that play waits if the store has not answered for this time; with less the message would only
flicker."""

STORE_SILENCE_SECONDS: Final = 1.5
"""Maximum time that a watch of the store may receive nothing, not even a heartbeat, before it begins again."""

TABLE_MOVE_WAIT_SECONDS: Final = 2.0
"""How long a host waits to learn where a table is that changes hosts, before it tells the person who asks for it to ask
again."""

TABLE_MOVE_CHECKS: Final = 20
"""Number of times in `TABLE_MOVE_WAIT_SECONDS` that the host checks where the table is."""

LEASE_SECONDS: Final = 6.0
"""How long a host that no longer renews its lease is still taken to run its tables: three renewals may get lost."""

LEASE_MARGIN_SECONDS: Final = 1.0
"""A host of a club stops relying on its lease, the entry in the store which says that the host is there, this long
before the lease ends: in the time of one lease two clocks get apart by less."""

MAX_TABLE_HAND_OVER_SECONDS: Final = 0.5
"""How long the first host may take to go on with a table that was released; then the next one tries it, and so on."""

MAX_TABLES_HANDED_OVER_AT_ONCE: Final = 10
"""Maximum number of tables that a host that stops hands over at once; others need a tenth of a second for them, or a
second when they are very busy."""

STORE_CUT_OFF_SECONDS: Final = 4.0
"""A host that cannot write in the store, while other hosts can, leads its people to them after this time.

By then the others have taken its tables over. If no host could write for a while, one that only needs longer than the
others to find the store again keeps its people.
"""

STORE_CUT_OFF_CHECKS: Final = 8
"""Number of times in `STORE_CUT_OFF_SECONDS` that other hosts are asked whether they can write in the store."""

MIN_COMMIT_WAIT_SECONDS: Final = 1.0
"""The clocks of a table stand still while a commit waits, if it waits for longer than this: then its store is away."""

MAX_STORE_PROBE_SECONDS: Final = 2.0
"""How long another host of the club may take to say whether it can write in the store: it may wait for the store."""

LEASE_RENEWAL_INTERVAL_SECONDS: Final = 1.5
"""The interval at which a host of a club renews its lease, the entry in the store which says that the host is there."""

LAPSED_LEASE_KEPT_SECONDS: Final = 60.0
"""How long the store keeps the lease of a host that is gone, the entry which said that it was there: until all other
hosts have seen that it has lapsed."""

MAX_HALL_ENTRY_NUMBERS_KEPT: Final = 10_000
"""Maximum number of entries of other halls that a host remembers, so that none is carried out twice: far more than come
in a minute."""
