"""Logins over SSH, and what the server refuses: wrong codes, commands, files, forwarding, keys without a signature."""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import asyncssh
import pytest

from net.limits import WRONG_CODES_PER_MINUTE
from net.transport.admission import Admission
from net.transport.code_attempts import TOO_MANY_WRONG_CODES_SENTENCE
from tests.support.patience import PATIENCE_SECONDS
from tests.tui.ssh.conftest import LOOPBACK_ADDRESS, OpenSshGuest
from tui.guest.guest_service import CODE_QUESTION, WRONG_TABLE_CODE_ANSWER
from tui.guest.guest_tokens import GUEST_TOKENS_FILE, TokenPriority, find_guest_token, guest_token_key, keep_guest_token
from tui.guest.identity import ResumeInfo
from tui.ssh.connection import NO_FORWARDING_SENTENCE, SshConnection
from tui.ssh.host_key import HOST_KEY_FILE, host_key
from tui.ssh.session import NO_COMMANDS_SENTENCE, NO_FILES_SENTENCE


async def run_command(command: list[str], typed: bytes = b"") -> tuple[int, str]:
    """Run a command with `typed` as its input; return its exit status and its output, without the lines in which ssh
    reports a new host.
    """
    done = await asyncio.to_thread(
        subprocess.run,
        command,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    lines = done.stdout.decode().replace("\r", "").splitlines()
    return done.returncode, "\n".join(line for line in lines if line and not line.startswith("Warning: Permanently"))


async def test_ssh_command_execution_is_refused_in_one_line(ssh_table):
    table = await ssh_table.open()
    assert await run_command(table.openssh_command("ann", remote_command=("cat", "/etc/passwd"))) == (
        1,
        NO_COMMANDS_SENTENCE,
    )
    assert table.seat_names() == ["Olga", "", "", ""]


async def test_file_transfer_is_refused_in_one_line(ssh_table):
    table = await ssh_table.open()
    ssh = table.openssh_command("ann")
    sftp = ["sftp", *(("-P" if one == "-p" else one) for one in ssh[1:])]
    status, words = await run_command(sftp)
    assert status != 0
    assert words.splitlines()[0] == NO_FILES_SENTENCE


async def test_port_forwarding_is_refused(ssh_table):
    table = await ssh_table.open()
    connection = await table.connect()
    with pytest.raises(asyncssh.ChannelOpenError, match=NO_FORWARDING_SENTENCE):
        await connection.open_connection("127.0.0.1", 22)
    with pytest.raises(asyncssh.ChannelOpenError, match=NO_FORWARDING_SENTENCE):
        await connection.open_unix_connection("/run/anything")
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.forward_remote_path("/tmp/here", "/tmp/there")


async def test_ssh_connection_may_have_only_one_terminal(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("you")
    with pytest.raises(asyncssh.ChannelOpenError):
        await guest.connection.create_session(asyncssh.SSHClientSession)


async def test_table_code_is_asked_for_and_a_wrong_code_is_refused(ssh_table):
    table = await ssh_table.open(code="tulip")
    guest = await table.join_with_openssh("ann")
    await guest.wait_for_text(CODE_QUESTION)
    guest.press("rose\r")
    await guest.wait_for_text("That is not the code of this table.")
    guest.press("tulix\x7fp\r")
    await guest.wait_for_text("you")
    assert "ann" in table.seat_names()


@pytest.mark.parametrize("terminal_type", ["xterm-256color", "dumb"])
async def test_invitation_shows_the_whole_code_after_a_short_one_was_typed(ssh_table, terminal_type):
    """The short code, which is its secret part alone, is not enough for people who join over TCP and do not know the
    host.
    """
    table = await ssh_table.open(code="P8C1")
    table.table.state.address = "127.0.0.1:7433"
    table.server.guests.service.code = "7KQ4-M2ZN-8RTV-P8C1"
    guest = await table.join_with_openssh("ann", term=terminal_type)
    await guest.wait_for_text(CODE_QUESTION)
    guest.press("p8c1\r")
    await guest.wait_for_text("--code 7KQ4-M2ZN-8RTV-P8C1")


async def test_number_of_remembered_keys_is_limited(ssh_table, monkeypatch):
    monkeypatch.setattr("tui.guest.host.MAX_GUESTS_KNOWN", 2)
    table = await ssh_table.open()
    for identity in ("a", "b", "a", "c"):
        table.server.guests.remember_guest(identity, ResumeInfo(identity))
    assert list(table.server.guests.resume_info_by_identity) == ["a", "c"]


async def test_guest_can_leave_at_the_question_for_the_code(ssh_table):
    table = await ssh_table.open(code="tulip")
    guest = await table.join_with_openssh("ann")
    await guest.wait_for_text(CODE_QUESTION)
    guest.press("\x03")
    assert await guest.wait_for_exit() == 1


async def test_wrong_codes_are_limited_per_address_across_connections(ssh_table, monkeypatch):
    monkeypatch.setattr("net.transport.code_attempts.WRONG_CODE_DELAY_SECONDS", 0.0)
    table = await ssh_table.open(code="tulip")
    for tries in (3, 2):
        guest = await table.join_with_asyncssh(f"guest{tries}")
        for _ in range(tries):
            await guest.wait_for_text(CODE_QUESTION)
            guest.screen.reset()
            guest.press("rose\r")
        await guest.wait_for_text("not the code")
        guest.connection.close()
    last = await table.join_with_asyncssh("last")
    await last.wait_for_text(TOO_MANY_WRONG_CODES_SENTENCE)
    assert await last.wait_for_exit() == 1
    assert table.seat_names() == ["Olga", "", "", ""]


async def test_answer_to_each_further_wrong_code_over_ssh_comes_later(ssh_table, monkeypatch):
    monkeypatch.setattr("net.transport.code_attempts.WRONG_CODE_DELAY_SECONDS", 0.2)
    table = await ssh_table.open(code="tulip")
    guest = await table.join_with_asyncssh()
    loop = asyncio.get_running_loop()
    for before in range(3):
        await guest.wait_for(lambda before=before: guest.data.count(CODE_QUESTION.encode()) > before)  # type: ignore[misc]
        begun = loop.time()
        guest.press("rose\r")
        await guest.wait_for(lambda before=before: guest.data.count(WRONG_TABLE_CODE_ANSWER.encode()) > before)  # type: ignore[misc]
        assert loop.time() - begun >= 0.2 * before


async def test_parallel_wrong_codes_count_against_one_limit(ssh_table, monkeypatch):
    """All guests are asked for the code before the last wrong one is typed; each answer must be counted."""
    monkeypatch.setattr("net.transport.code_attempts.WRONG_CODE_DELAY_SECONDS", 0.05)
    table = await ssh_table.open(code="tulip")
    loop = asyncio.get_running_loop()
    for _ in range(WRONG_CODES_PER_MINUTE - 1):
        table.server.guests.service.code_attempts.check_hello(LOOPBACK_ADDRESS, "rose", "", loop.time())
    one, other, late = [await table.join_with_asyncssh(name) for name in ("ann", "bea", "cat")]
    for guest in (one, other, late):
        await guest.wait_for_text(CODE_QUESTION)
    one.press("rose\r")
    other.press("rose\r")
    for guest in (one, other):
        await guest.wait_for_text(TOO_MANY_WRONG_CODES_SENTENCE)
    late.press("tulip\r")
    await late.wait_for_text(TOO_MANY_WRONG_CODES_SENTENCE)
    assert [await guest.wait_for_exit() for guest in (one, other, late)] == [1, 1, 1]
    assert sorted(WRONG_TABLE_CODE_ANSWER in guest.text for guest in (one, other)) == [False, True]
    assert table.seat_names() == ["Olga", "", "", ""]


async def test_returning_guest_with_a_key_is_not_asked_for_the_code_again(ssh_table, private_key_file):
    table = await ssh_table.open(code="tulip")
    guest = await table.join_with_openssh("ann", key=private_key_file)
    await guest.wait_for_text(CODE_QUESTION)
    guest.press("tulip\r")
    await guest.wait_for_text("you")
    guest.kill()
    await table.wait_until(lambda: not table.server.sessions)
    again = await table.join_with_openssh("ann", key=private_key_file)
    await again.wait_for_text("you")
    assert CODE_QUESTION.encode() not in again.data


class AddressOnlyConnection:
    """A stand-in for a connection that knows only its address."""

    _transport = None
    data_received = None
    validate_public_key = None

    def get_extra_info(self, name: str) -> Any:
        return ("192.0.2.1", 1) if name == "peername" else None

    def abort(self) -> None:
        pass


async def test_ssh_key_without_a_signature_identifies_nobody(ssh_table):
    """A client that shows a public key but cannot sign with it is admitted without an identity."""
    table = await ssh_table.open()
    key = asyncssh.generate_private_key("ssh-ed25519")
    for join_command in (
        lambda door: door.get_kbdint_challenge("ann", "", ""),
        lambda door: door.validate_kbdint_response("ann", []),
        lambda door: door.begin_auth("bea"),
    ):
        door = SshConnection(table.server)
        door.connection_made(cast(asyncssh.SSHServerConnection, AddressOnlyConnection()))
        door.begin_auth("ann")
        door.validate_public_key("ann", key)
        join_command(door)
        door.auth_completed()
        assert door._identity == ""
        door.connection_lost(None)


async def test_bytes_of_other_protocols_log_nothing_and_disturb_nobody(ssh_table, capfd, caplog):
    """Port scanners, browsers and an unfinished greeting leave nothing in the output and the log, and the table goes
    on.
    """
    caplog.set_level(logging.DEBUG)
    table = await ssh_table.open()
    for noise in (b"", b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n" + bytes(range(256)) * 40, b"\x16\x03\x01" * 500):
        reader, writer = await asyncio.open_connection("127.0.0.1", table.server.port)
        writer.write(noise)
        await writer.drain()
        writer.close()
        await table.wait_until(lambda: not table.server.connections)
        del reader
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("you")
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")
    assert not [record for record in caplog.records if record.name.startswith("asyncssh")]


async def test_silent_ssh_connection_is_closed_after_the_login_time(ssh_table, monkeypatch):
    monkeypatch.setattr("tui.ssh.connection.MAX_LOGIN_STEP_SECONDS", 0.3)
    table = await ssh_table.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", table.server.port)
    await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
    writer.close()
    connection = await table.connect()
    await asyncio.wait_for(connection.wait_closed(), PATIENCE_SECONDS)
    await table.wait_until(lambda: not table.server.connections)


async def test_guest_may_compare_the_host_key_for_longer_than_the_login_time(ssh_table, monkeypatch, tmp_path):
    time_is_up = asyncio.Event()
    check_key_exchange = SshConnection._check_key_exchange

    def check_and_note(connection: SshConnection) -> None:
        check_key_exchange(connection)
        time_is_up.set()

    monkeypatch.setattr(SshConnection, "_check_key_exchange", check_and_note)
    table = await ssh_table.open()
    monkeypatch.setattr("tui.ssh.connection.MAX_LOGIN_STEP_SECONDS", 0.3)
    answer, question = tmp_path / "answer", tmp_path / "question"
    os.mkfifo(answer)
    question.write_text(f"#!/bin/sh\ncat {answer}\n")
    question.chmod(0o700)
    (table.folder / "known_hosts").unlink(missing_ok=True)
    asks = {"SSH_ASKPASS": str(question), "SSH_ASKPASS_REQUIRE": "force"}
    command = [word.replace("=accept-new", "=ask") for word in table.openssh_command("ann")]
    async with OpenSshGuest(command, **asks) as guest:
        await asyncio.wait_for(time_is_up.wait(), PATIENCE_SECONDS)
        monkeypatch.setattr("tui.ssh.connection.MAX_LOGIN_STEP_SECONDS", PATIENCE_SECONDS)
        await asyncio.to_thread(answer.write_text, "yes\n")
        await guest.wait_for_text("you")


@pytest.mark.skipif(sys.platform != "linux", reason="all of 127.0.0.0/8 is this machine on Linux only")
@pytest.mark.parametrize("first_bytes", [b"", b"SSH-2.0-OpenSSH_9.2\r\n"], ids=["silent", "half-open"])
async def test_newcomers_log_in_while_silent_connections_from_many_addresses_fill_the_limit(
    ssh_table, monkeypatch, first_bytes
):
    monkeypatch.setattr(
        "tui.ssh.connection.MAX_LOGIN_STEP_SECONDS", PATIENCE_SECONDS
    )  # none may go before all are there
    table = await ssh_table.open(seats=8)
    table.server.admission = Admission(4, 4)
    links = []
    for number in range(6):
        address = (f"127.0.3.{number + 1}", 0)
        links.append(await asyncio.open_connection(LOOPBACK_ADDRESS, table.server.port, local_addr=address))
        links[-1][1].write(first_bytes)
    await table.wait_until(lambda: len(table.server.connections) == 4)
    for number in range(5):
        newcomer = await table.join_with_asyncssh(f"guest{number}", term=None)
        await newcomer.wait_for(lambda newcomer=newcomer: newcomer.data)
        newcomer.connection.abort()
    for _, writer in links:
        writer.close()


async def test_pending_connections_of_a_thousand_addresses_close_no_other_one(ssh_table, monkeypatch):
    """With less room, connections of strangers could close a newcomer's before the newcomer has logged in."""
    monkeypatch.setattr("tui.guest.listener.max_open_connections", lambda wanted: wanted)
    table = await ssh_table.open()
    admission = cast("Admission[str]", table.server.admission)
    newcomer = "newcomer"
    assert admission.add(newcomer, "10.9.9.9", 0.0) is None
    for number in range(1_000):
        assert admission.add(f"silent {number}", f"10.0.{number // 250}.{1 + number % 250}", 0.0) is None
    closed = [admission.add(f"again {number}", f"10.0.0.{1 + number % 250}", 1.0) for number in range(500)]
    assert newcomer not in closed
    assert any(closed), "the places are bounded"


async def test_fingerprint_of_the_listener_equals_that_which_ssh_shows(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann")
    await guest.wait_for_text("you")
    _, shown = await run_command(["ssh-keygen", "-l", "-f", str(table.folder / "known_hosts")])
    assert table.server.fingerprint in shown.split()


def test_ssh_host_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path):
    folder = tmp_path / "new" / "folder"
    key = host_key(folder)
    assert stat.S_IMODE((folder / HOST_KEY_FILE).stat().st_mode) == 0o600
    assert host_key(folder).get_fingerprint() == key.get_fingerprint()
    assert sorted(path.name for path in folder.iterdir()) == [HOST_KEY_FILE]


def test_ssh_host_key_that_others_can_read_is_made_private(tmp_path: Path):
    key = host_key(tmp_path)
    (tmp_path / HOST_KEY_FILE).chmod(0o644)
    assert host_key(tmp_path).get_fingerprint() == key.get_fingerprint()
    assert stat.S_IMODE((tmp_path / HOST_KEY_FILE).stat().st_mode) == 0o600


def test_invalid_ssh_host_key_is_replaced(tmp_path: Path):
    (tmp_path / HOST_KEY_FILE).write_text("no key", encoding="utf-8")
    assert host_key(tmp_path).get_fingerprint() == host_key(tmp_path).get_fingerprint()


def test_ssh_host_key_that_cannot_be_saved_is_used_without_being_saved(tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert host_key(tmp_path / "file").get_algorithm() == "ssh-ed25519"


async def test_guest_is_recognised_after_a_restart_of_the_host(ssh_table, private_key_file):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann", key=private_key_file)
    await guest.wait_for_text("you")
    token = next(iter(table.server.guests.resume_info_by_identity.values())).token
    guest.kill()
    await table.wait_until(lambda: not table.server.sessions)
    kept = table.folder / GUEST_TOKENS_FILE
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert "ann" not in kept.read_text(encoding="utf-8")
    table.server.guests.resume_info_by_identity.clear()  # what a new process would know
    again = await table.join_with_openssh("ann", key=private_key_file)
    await again.wait_for_text("you")
    assert table.seat_names() == ["Olga", "ann", "", ""]
    assert token


def test_guest_tokens_are_kept_per_table_and_name_and_limited(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("tui.guest.guest_tokens.MAX_GUEST_TOKENS_ON_DISK", 3)
    for number in range(5):
        keep_guest_token(tmp_path, f"guest{number}", f"token{number}")
    assert [find_guest_token(tmp_path, f"guest{number}") for number in range(5)] == [
        "",
        "",
        "token2",
        "token3",
        "token4",
    ]
    assert len({guest_token_key(identity, table) for identity in ("a x", "a y") for table in ("1", "2")}) == 4


def test_guest_tokens_with_a_seat_are_never_forgotten_and_those_without_one_go_first(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("tui.guest.guest_tokens.MAX_GUEST_TOKENS_ON_DISK", 3)
    priorities = {
        "seated": TokenPriority.SEAT,
        "kept table": TokenPriority.OTHER_TABLE,
        "also seated": TokenPriority.SEAT,
    }

    def tokens_kept_after_saving(*tokens: str) -> list[str]:
        """Save tokens in this order, each under its own text as the key; return those that are still in the file."""
        for token in tokens:
            keep_guest_token(tmp_path, token, token, lambda one: priorities.get(one, TokenPriority.NO_SEAT))
        return [token for token in (*priorities, *tokens) if find_guest_token(tmp_path, token)]

    assert tokens_kept_after_saving("seated", "kept table") == ["seated", "kept table", "seated", "kept table"]
    assert tokens_kept_after_saving(*(f"throw-away {number}" for number in range(9))) == [
        "seated",
        "kept table",
        "throw-away 8",
    ]
    tokens_kept_after_saving("also seated")
    priorities |= {f"seat {number}": TokenPriority.SEAT for number in range(3)}
    assert tokens_kept_after_saving("seat 0", "seat 1", "seat 2")[:4] == ["seated", "also seated", "seat 0", "seat 1"]


async def test_guest_with_a_seat_comes_back_to_it_after_logins_with_very_many_other_keys(ssh_table, monkeypatch):
    """Meanwhile the table, the memory of the listener and the file are all full of other people."""
    monkeypatch.setattr("tui.guest.host.MAX_GUESTS_KNOWN", 2)
    monkeypatch.setattr("tui.guest.guest_tokens.MAX_GUEST_TOKENS_ON_DISK", 2)
    monkeypatch.setattr("net.table.people.MAX_ABSENT_PEOPLE_KEPT", 2)
    table = await ssh_table.open()
    own = asyncssh.generate_private_key("ssh-ed25519")
    guest = await table.join_with_asyncssh("ann", client_keys=[own])
    await guest.wait_for_text("you")
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    guest.connection.abort()
    await table.wait_until(lambda: not table.server.sessions)
    for number in range(5):
        throw_away = asyncssh.generate_private_key("ssh-ed25519")
        stranger = await table.join_with_asyncssh(f"eve{number}", term=None, client_keys=[throw_away])
        await stranger.wait_for(lambda stranger=stranger: stranger.data)
        stranger.connection.abort()
        await table.wait_until(lambda: not table.server.sessions)
    assert len(table.server.guests.resume_info_by_identity) == 2
    assert any(table.table.has_seat(kept.token) for kept in table.server.guests.resume_info_by_identity.values())
    again = await table.join_with_asyncssh("ann", client_keys=[own])
    await again.wait_for_text("Space Reveal")
    assert table.seat_names()[1] == "ann"
    again.connection.abort()
    await table.wait_until(lambda: not table.server.sessions)
    table.server.guests.resume_info_by_identity.clear()  # what a new process would know
    again = await table.join_with_asyncssh("ann", client_keys=[own])
    await again.wait_for_text("Space Reveal")
    assert table.seat_names()[1] == "ann"


@pytest.mark.parametrize("content", ["", "[]", '{"guest": 1}', "[" * 100_000])
def test_invalid_file_of_guest_tokens_counts_as_empty(tmp_path: Path, content: str):
    (tmp_path / GUEST_TOKENS_FILE).write_text(content, encoding="utf-8")
    assert find_guest_token(tmp_path, "guest") == ""
    keep_guest_token(tmp_path, "guest", "token")
    assert find_guest_token(tmp_path, "guest") == "token"


def test_writes_to_a_client_that_has_hung_up_are_not_logged(caplog):
    """Otherwise one client that opens channels and hangs up would write thousands of lines into the host's terminal."""
    for message in ("socket.send() raised exception.", "something else"):
        logging.getLogger("asyncio").warning(message)
    assert caplog.messages == ["something else"]


def test_asyncssh_is_not_imported_before_an_ssh_listener_opens():
    program = (
        "import tui.cli.main, tui.app.app, tui.connect.open_table, tui.ssh, tui.cli.arguments, net.host.server, sys;"
        "tui.cli.arguments.parser(); print('asyncssh' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"
