"""The request of the command line or a screen to open, host or join a table."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from net.limits import DEFAULT_PORT

RequestKind: TypeAlias = Literal["play", "host", "join"]
"""How the table is opened: in this process, on the network by this process, or on another machine."""


class TableRequest(Struct, frozen=True):
    """A request to open a table (``play``: in this process; ``host``: on the network) or to ``join`` one at `address`.

    For ``play`` and ``host``: `seats` is the number of all players and `bots` that of the bots among them, of which
    `bot_kinds` are the levels or names (`net.table.spec.TableSpec`); `options` are the house rules as typed; `seed`
    fixes the deal (None: a new random one). `unfinished_table` is the journal number of the table whose unfinished
    match continues, None for a new match. `repeats_last_table`: seats, bots and options are those that the person set
    up last, which they are told.

    For ``host``: `port` and `bind` are where to listen, and `any_port` allows the next free port. `public_address` is
    the IP address by which people and other hosts reach a club, "" for the one where it listens. `code` is the secret
    part of the table code. At `ssh_port` the table accepts SSH guests as well (0: the usual port or the next free one;
    None: no SSH), at `web_port` browsers (0 and None as for SSH): over HTTPS with the files `certificate` and
    `certificate_key`, or with the host's own certificate if `web_tls`, and under the name `web_host` as well. The host
    resumes the unfinished table of its port, unless `new_table` is set, or `is_game_named` is set (the user named a
    game) and the unfinished table plays another game. `durable` makes the journal survive a power cut.

    For ``join``: `code` is the whole table code as given to the person, `watch` joins as a spectator, `is_big_screen`
    shows the table to a whole room, and `trusted_key` is the fingerprint of a changed host key that the person now
    trusts, or ``"any"``.

    `insecure` leaves out TLS (``host`` and ``join``).
    """

    kind: RequestKind
    game: str = "mad-queens"
    seats: int = 4
    bots: int = 3
    options: dict[str, str] = {}  # msgspec copies it for each request
    seed: str | None = None
    address: str = ""
    port: int = DEFAULT_PORT
    any_port: bool = False
    bind: str = ""
    public_address: str = ""
    code: str = ""
    watch: bool = False
    is_big_screen: bool = False
    unfinished_table: int | None = None
    new_table: bool = False
    is_game_named: bool = False
    durable: bool = False
    insecure: bool = False
    trusted_key: str = ""
    ssh_port: int | None = None
    web_port: int | None = None
    web_tls: bool = False
    web_host: str = ""
    certificate: str = ""
    certificate_key: str = ""
    bot_kinds: tuple[str, ...] = ()
    repeats_last_table: bool = False
