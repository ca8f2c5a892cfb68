"""The hall of a club: the people in it, the list of tables, and how people get to a table. No I/O, clock or chance.

`hall.Hall` takes what has arrived in one tick and returns what to send and which tables to open and close; `directory`
is where the hosts of a club publish their tables.
"""
