"""A table, without I/O: who is at it, what it plays, and what everybody is sent.

`table` holds `Table`, whose `handle(inputs, now)` is the way in and out; `tick` its inputs and its result; `spec` what
a table is opened with. `state` holds everything that is true at a table and the phases that it goes through. The other
modules are the parts that read and change that state, one for each thing that happens at a table.

Hosts import `Table`, `TableSpec` and the values of `tick`. Clients import nothing from here.
"""
