"""The hall of a club: people who have come in, the list of tables, and the way to a table. No I/O, clock or chance.

`hall.Hall` takes what has arrived in one tick and returns what to send and which tables to open and
close; `directory` is where the hosts of a club tell of their tables.
"""
