"""A club that is found at the address of a request to join, and its hall, from which the person goes to tables."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from net.errors import REACHED_CLUB_SENTENCE, CodeRejected, NetError
from tui.connect.address import full_address
from tui.connect.invitation import (
    JOIN_CLUB_BY_COMMAND_TEXT,
    guest_invitation_sentences,
    invitation,
    plain_web_notice,
    ssh_invitation,
    web_address,
)
from tui.connect.table_handle import TableHandle
from tui.settings import data_folder
from tui.text.hall import CODE_WANTED_SENTENCE, WRONG_CODE_SENTENCE, table_number_and_code_text

if TYPE_CHECKING:
    from net.client.hall import HallClient, RemoteHallClient
    from tui.connect.found_host import FoundHost
    from tui.connect.request import TableRequest


class ClubInsteadOfTable(NetError):
    """Raised when a person wants to join a table and finds a club at the `host` instead; `enter` goes into its hall.

    `token` is the secret by which the hall knows the person when they come back.
    """

    def __init__(self, host: FoundHost, token: str) -> None:
        super().__init__(REACHED_CLUB_SENTENCE)
        self.request = host.request
        self._host = host
        self._token = token

    async def enter(self) -> HallHandle:
        """Enter the hall, and save the token that lets this person return; raises `NetError` if the connection fails or
        the club refuses."""
        from net.client.hall import enter_hall

        host = self._host
        client = await enter_hall(host.spec(), host.name, host.request.code, token=self._token)
        return RemoteHall(client, host)


class TableRefused(Exception):
    """Raised when a person cannot sit down at a table of a club; the text is a sentence that says why.

    `wants_code`: whether the table needs another code than the one that was given.
    """

    def __init__(self, sentence: str, *, wants_code: bool = False) -> None:
        super().__init__(sentence)
        self.wants_code = wants_code


class HallHandle:
    """An open hall: the `client` of this process in it, and the `request` by which the club was found.

    `notices` holds the sentences to show about how the hall was found, or "", and `join_code` is the one of the club
    that others need to come in, or "".
    """

    client: HallClient
    request: TableRequest
    join_code: str
    notices: str

    @property
    def address(self) -> str:
        """The address and port (``HOST:PORT``) at which others join the club."""
        raise NotImplementedError

    @property
    def join_command(self) -> str:
        """The command with which others join the club."""
        return invitation(self.address, self.join_code, self.request.insecure)

    @property
    def ssh_command(self) -> str:
        """The command with which others join the club with an SSH client; "" if the club does not listen for SSH."""
        return ssh_invitation(self.address, self.client.ssh_port) if self.client.ssh_port else ""

    @property
    def web_address(self) -> str:
        """The address of the page for browsers; empty if the club serves none."""
        client = self.client
        return (
            web_address(self.address, client.web_port, client.web_encrypted, self.join_code) if client.web_port else ""
        )

    @property
    def web_notice(self) -> str:
        """The sentence that the page for browsers is not encrypted; "" if there is no page, or if it is encrypted."""
        return plain_web_notice(self.web_address)

    @property
    def invitation_sentences(self) -> list[str]:
        """The sentences on how others join the club."""
        return [
            f"{JOIN_CLUB_BY_COMMAND_TEXT} {self.join_command}",
            *guest_invitation_sentences(self.ssh_command, self.web_address),
        ]

    def save_token(self) -> None:
        """Store the token that lets this person return; it is called after each reconnect, too."""
        raise NotImplementedError

    async def open_table(self, table_number: int, code: str = "", *, watch: bool = False) -> TableHandle:
        """Sit down at a table of the club, or only `watch`; `code` is the code of the club, or of the table if it has
        its own. Raises `NetError` or `OSError` if the connection fails or the table refuses."""
        raise NotImplementedError

    async def sit_down(self, table_number: int, code: str = "", *, watch: bool = False) -> TableHandle:
        """Sit down at a table of the club, or only `watch`; raises `TableRefused` with the reason as a sentence if that
        fails."""
        try:
            return await self.open_table(table_number, code, watch=watch)
        except CodeRejected:
            sentence = WRONG_CODE_SENTENCE if code else CODE_WANTED_SENTENCE
            raise TableRefused(sentence, wants_code=True) from None
        except (NetError, OSError) as error:
            raise TableRefused(str(error)) from error

    async def leave(self) -> None:
        """Leave the club: end the connection to its hall, with a goodbye."""
        raise NotImplementedError


def club_table_sentence(table_number: int, code: str) -> str:
    """Return the sentence that says which table of its club a table is, with its code if it has one."""
    return f"In the hall it is table {table_number_and_code_text(table_number, code)}"


class RemoteHall(HallHandle):
    """The hall of a club on another machine, at a `host`."""

    client: RemoteHallClient

    def __init__(self, client: RemoteHallClient, host: FoundHost) -> None:
        self.client = client
        self.request = host.request
        self.join_code = host.join_code
        self.notices = " ".join(host.notices(client.name))
        self._host = host
        self._token_place = host.token_place
        self.save_token()

    @property
    def address(self) -> str:
        """The address of the host where this person is now: the host by which they found the club may have died."""
        return full_address(*self.client.present_address)

    def save_token(self) -> None:
        """Store the token of the hall."""
        self._host.store_token(self._token_place, self.client.token, self.client.club_id, has_left=False)

    async def open_table(self, table_number: int, code: str = "", *, watch: bool = False) -> TableHandle:
        """Sit down at a table of the club, with the saved token of this person if there is one; save the new token."""
        from net.client.join_spec import HostSpec, JoinSpec
        from net.client.remote import join
        from net.security.known_hosts import HostTrust

        request = self.request
        token_place = f"{self._token_place}/{table_number}"
        seats = () if watch else self._host.find_tokens(token_place)
        # A table that was hosted here, before the club.
        before = () if watch else self._host.find_tokens(self._token_place)
        tokens = tuple(dict.fromkeys((self.client.token, *seats, *before)))
        host = HostSpec(
            *self.client.present_address,  # the host that the person came by may have died
            None if request.insecure else HostTrust(data_folder(), code),
            lambda host: tokens,
            lambda: self.client.hosts,
        )
        person = JoinSpec(self.client.name, code, watch, other_tokens=tokens, club_table=table_number)
        client = await join(host, person, deals=self._host.deals)

        def save(left: bool = False) -> None:
            """Save the token of the client at the table; `left`: the person has left the table."""
            if not watch:
                self._host.store_token(token_place, client.token, client.table_id, has_left=left)

        save()
        return TableHandle(
            client,
            replace(request, watch=watch),
            save_token=save,
            release_token=partial(save, left=True),
            join_code=self.join_code,
            club_table_sentence=club_table_sentence(table_number, code),
        )

    async def leave(self) -> None:
        """Leave the club, and let other processes of this person use the token."""
        await self.client.close()
        self._host.store_token(self._token_place, self.client.token, self.client.club_id, has_left=True)
