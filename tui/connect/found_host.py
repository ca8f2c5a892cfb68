"""`FoundHost`: a host on another machine as a person has found it, with a single table or a club."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from tui.settings import data_folder
from tui.text.table import renamed_sentence

if TYPE_CHECKING:
    from net.client.deal_memory import DealMemory
    from net.client.join_spec import HostSpec
    from net.security.known_hosts import HostTrust
    from tui.connect.request import TableRequest


class FoundHost(Struct, frozen=True):
    """A host at the address of a `request` to join, and the person who joins.

    `name` is what they want to be called, `trust` decides whether the host is trusted, and `deals` is what the program
    remembers of the deals of all hosts.
    """

    request: TableRequest
    name: str
    trust: HostTrust | None
    deals: DealMemory | None = None

    def spec(self, find_tokens: Callable[[str], Sequence[str]] = lambda fingerprint: ()) -> HostSpec:
        """Return what the client needs to connect to this host.

        `find_tokens` returns the seat tokens that the client may offer to a host whose key has the given fingerprint.
        """
        from net.client.join_spec import HostSpec
        from tui.connect.seat_tokens import find_tokens_of_other_names

        def find_others(host: str) -> tuple[str, ...]:
            """Return the tokens that this program has got for other names at a host; see `HostSpec`."""
            key = self.request.address if self.trust is None else host
            return find_tokens_of_other_names(data_folder(), f"{key}:{self.request.port}", self.name)

        return HostSpec(
            self.request.address, self.request.port, self.trust, find_tokens, find_tokens_of_other_names=find_others
        )

    @property
    def token_place(self) -> str:
        """The name of the host under which the person's seat tokens for it are saved: the fingerprint of its key, and
        its port.

        It is right only after the host has been reached; a host without TLS has its address in place of the
        fingerprint.
        """
        return f"{self.request.address if self.trust is None else self.trust.fingerprint}:{self.request.port}"

    @property
    def join_code(self) -> str:
        """The table code that others need to come in, "" without one; it is complete only after the host has been
        reached."""
        return self.request.code.strip() if self.trust is None else self.trust.whole_code

    def notices(self, name: str) -> list[str]:
        """Return what to tell a person who is called `name` there: how the host is trusted, and their new name."""
        trust = self.trust
        met = [trust.trust_sentence()] if trust is not None and (trust.is_new_host or self.request.code) else []
        return [*met, *filter(None, [renamed_sentence(self.name, name)])]

    def find_tokens(self, token_place: str) -> tuple[str, ...]:
        """Return the tokens of the person that are saved under the name `token_place` of a host or of a table of its
        club."""
        from tui.connect.seat_tokens import find_seat_tokens

        return find_seat_tokens(data_folder(), token_place, self.name)

    def store_token(self, token_place: str, token: str, table_id: str, *, has_left: bool) -> None:
        """Save a token of the person under the name `token_place` of a host or of a table of its club.

        `table_id` is the id of the table or of the club. `has_left`: the person has left it.
        """
        from tui.connect.seat_tokens import store_seat_token

        store_seat_token(data_folder(), token_place, self.name, token, table_id, has_left=has_left)
