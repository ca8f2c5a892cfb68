"""The values that a client needs to join a table: who the person is (`JoinSpec`), where the host is (`HostSpec`), and
what it checks (`VerifierSpec`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct, field

from net.limits import DEFAULT_PORT, MAX_NAME_CELLS, MAX_TOKENS_OFFERED, PROTOCOL_VERSION
from net.protocol.messages import Hello
from net.protocol.sanitize import clean_text

if TYPE_CHECKING:
    from net.security.known_hosts import HostTrust


class JoinSpec(Struct, frozen=True):
    """Who a person is, and at which table of the host.

    `name` is what they want to be called, and `code` the secret part of the table's code. With `watch` they take no
    seat. `token` is the secret that the host gave an earlier client of this person at this table: it returns them to
    their seat, and an unknown one has no effect. `other_tokens` are those for other tables of the same host. Without
    `can_resume` the person gives up their seat when their client ends. `club_table` is the number of a table of a club;
    `other_tokens` then has the token of the club's hall, too.
    """

    name: str = ""
    code: str = ""
    watch: bool = False
    token: str = ""
    other_tokens: tuple[str, ...] = ()
    can_resume: bool = True
    club_table: int = 0

    def hello(self) -> Hello:
        """Return the first message to the host."""
        return Hello(
            PROTOCOL_VERSION,
            clean_text(self.name, MAX_NAME_CELLS),
            self.code,
            self.watch,
            self.token,
            other_tokens=self.other_tokens[:MAX_TOKENS_OFFERED],
            resumable=self.can_resume,
            club_table=self.club_table,
        )


class HostSpec(Struct, frozen=True):
    """The address of a host on the network, and whether the host is trusted.

    `trust` decides whether the host is trusted, contains the table code and makes the connection TLS; without it
    everything, also the code, is sent unencrypted to any host. For a person without a token, `find_tokens` is called
    with the fingerprint of the host's key; it returns the person's tokens for tables of this host. `find_hosts` returns
    the addresses (``HOST:PORT``) of all hosts of the club, if it has several. `chance` varies the pauses before the
    client reconnects, and the order in which it asks the other hosts. `find_tokens_of_other_names` returns the tokens
    that this program has got at the host with this fingerprint, or without `trust` this address, for other names.
    """

    address: str
    port: int = DEFAULT_PORT
    trust: HostTrust | None = None
    find_tokens: Callable[[str], Sequence[str]] = lambda fingerprint: ()
    find_hosts: Callable[[], Sequence[str]] = lambda: ()
    chance: Random = field(default_factory=Random)
    find_tokens_of_other_names: Callable[[str], Sequence[str]] = lambda host: ()


class VerifierSpec(Struct, frozen=True):
    """How a client takes part in deals and checks matches.

    `draw_bytes`, such as `secrets.token_bytes`, is the source of this person's secrets in commit–reveal deals; without
    it the client takes no part in them. With `checks_matches` off no match is checked. `believes_host`: the host's own
    process runs all this for a guest, to whom it can prove nothing.
    """

    draw_bytes: Callable[[int], bytes] | None = None
    checks_matches: bool = True
    believes_host: bool = False
