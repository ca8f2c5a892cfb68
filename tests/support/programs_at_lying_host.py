"""Runs the real program at a host that lies: each session of its clients is an honest one with random alterations.

``python -m tests.support.programs_at_lying_host 10000`` joins that many times, in lines and, one time in
`EVERY_NTH_SESSION_ON_SCREENS`, on the screens. It prints how the programs ended and how much memory they took. A
session with the same number is altered in the same way, so ``--first N`` with 1 repeats number N; with QUEENS_DEBUG=1
it prints the traceback.

A program has failed if it crashed, hung, wrote anything to standard error or to the log of asyncio, or ended without a
sentence that says why. The command needs Linux, which says how much memory a session took.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType
from typing import Final

from net.limits import HOST_PADDING_MULTIPLE_BYTES
from net.protocol.messages import ConnectionFailed, encode_message
from net.protocol.padded_frames import with_padding
from net.security.host_certificate import host_certificate
from tests.support import idle
from tests.support.altered_sessions import Frames, altered_session, honest_sessions
from tui.app.app import QueensApp
from tui.cli.main import main as run_program
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.settings import Settings

EVERY_NTH_SESSION_ON_SCREENS: Final = 40
"""Of this many sessions in a row one is shown on the screens and the others in lines, because screens take ten times as
long.
"""

EVERY_NTH_SESSION_OVER_TLS: Final = 4
"""Of this many sessions in a row one goes over TLS (the default of the program) and the others do not, because a
handshake takes as long as a session.
"""

MAX_SESSION_SECONDS: Final = 60
"""Time after which a session counts as hung; the longest honest one takes a fraction of a second."""

MAX_GROWTH_BYTES: Final = 64_000_000
"""Largest accepted growth of the memory by one session; the host in the same process is included."""

DRAWINGS_BEFORE_END: Final = 3
"""Number of times that the screens are drawn between the last message of a session and its end; a key may be pressed
each time.
"""

LEFT_BY_KEY_SENTENCE: Final = "A key has left the table."
"""The sentence of a `ProgramOutcome` if a pressed key has left the table: the screens show no sentence then."""

END_OF_SESSION_REASON: Final = "The table closes for the night."
"""The reason that the host gives when it ends the connection after a session."""

TYPED_LINES: Final = (
    "look",
    "scores",
    "log",
    "?",
    "who",
    "1",
    "2",
    "3",
    "reveal",
    "bank",
    "sit",
    "stand",
    "say hello",
    "time",
)
"""Lines that the test may type in the line mode during a session."""


class SessionHung(BaseException):
    """Raised in the program when a session takes longer than `MAX_SESSION_SECONDS`."""


@dataclass
class LyingSession:
    """What a host sends to one program: on its first connection `frames`, and when `may_end` is set, why the connection
    ends.

    On later connections it sends only why they end. With `hangs_up` it closes the first connection without a reason, so
    that the client reconnects. `connections` counts the connections; `sent` is set when the frames have been sent.
    """

    frames: Frames
    hangs_up: bool
    connections: int = 0
    """The number of connections so far."""
    sent: threading.Event = field(default_factory=threading.Event)
    """Set when the frames are sent."""
    may_end: threading.Event = field(default_factory=threading.Event)
    """Set by the test when the session may end."""


class SessionHost:
    """A host in threads of this process that plays `session` to every program that connects.

    `port` is for connections without TLS, `tls_port` for TLS with the key in `folder`.
    """

    def __init__(self, folder: Path) -> None:
        self.session = LyingSession([], False)
        self._context = host_certificate(folder).context
        self._listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        self.port, self.tls_port = (listener.getsockname()[1] for listener in self._listeners)
        for listener in self._listeners:
            threading.Thread(target=self._serve, args=(listener,), daemon=True).start()

    def _serve(self, listener: socket.socket) -> None:
        """Serve the connections of a listener one after the other, without end."""
        while True:
            connection, _ = listener.accept()
            connection.settimeout(MAX_SESSION_SECONDS)
            session = self.session
            session.connections += 1
            with contextlib.suppress(OSError):
                if listener is self._listeners[1]:
                    connection = self._context.wrap_socket(connection, server_side=True)
                serve_session(connection, session)
            connection.close()


def serve_session(connection: socket.socket, session: LyingSession) -> None:
    """Send a session, or on a later connection only its end, and wait until the client has closed."""
    connection.recv(1)  # the hello: an honest host says nothing before
    if session.connections == 1:
        connection.sendall(with_padding(b"".join(session.frames), HOST_PADDING_MULTIPLE_BYTES))
        session.sent.set()
        session.may_end.wait(MAX_SESSION_SECONDS)
    if session.connections > 1 or not session.hangs_up:
        end = encode_message(ConnectionFailed("Rejected", END_OF_SESSION_REASON))
        connection.sendall(with_padding(end, HOST_PADDING_MULTIPLE_BYTES))
    connection.shutdown(socket.SHUT_WR)
    while connection.recv(65_536):
        pass


class ErrorLog(logging.Handler):
    """A log handler that collects what asyncio logs: errors that a callback raised and nobody handled."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record of the log, with its traceback."""
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self.entries.append(f"{record.getMessage()} {trace}")


@dataclass
class ProgramOutcome:
    """How a program ended: its exit `status`, the last line that it wrote (`sentence`), all lines (`text`), and the
    `faults` found in them.

    The program has failed if there are any faults.
    """

    status: int
    sentence: str
    text: str
    faults: list[str] = field(default_factory=list)


def is_sentence(text: str) -> bool:
    """Return whether a text is a sentence for a person: printable, with a capital letter and a full stop or the like at
    its end.
    """
    return text.isprintable() and text[:1].isupper() and text[-1:] in (".", "!", "?") and len(text) < 500


class ProgramRunner:
    """Runs the program in this process as a person starts it, in lines or on the screens; for each session it has fresh
    data and joins a `SessionHost`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.host = SessionHost(folder / "host")
        self._log = ErrorLog()
        logging.getLogger("asyncio").addHandler(self._log)
        os.environ["QUEENS_DATA"] = str(folder / "data")
        signal.signal(signal.SIGALRM, self._report_hang)

    def _report_hang(self, session_number: int, frame: FrameType | None) -> None:
        """Handle the alarm signal: raise `SessionHung` in the session that takes too long."""
        raise SessionHung

    def run(self, frames: Frames, session_number: int) -> ProgramOutcome:
        """Run a session and return how it ended; its number decides whether it runs in lines or on the screens, and
        over TLS or without.
        """
        self._forget_data()
        chance = Random(session_number)
        session = self.host.session = LyingSession(frames, hangs_up=chance.random() < 0.05)
        self._log.entries.clear()
        errors = io.StringIO()
        tls = session_number % EVERY_NTH_SESSION_OVER_TLS == 0
        signal.alarm(MAX_SESSION_SECONDS)
        try:
            with contextlib.redirect_stderr(errors):
                run = self._run_screens if session_number % EVERY_NTH_SESSION_ON_SCREENS == 1 else self._run_line_mode
                outcome = run(tls, chance)
        except SessionHung:
            outcome = ProgramOutcome(-1, "", "", ["it hangs"])
        finally:
            signal.alarm(0)
            session.may_end.set()
        outcome.faults += [f"standard error: {errors.getvalue()}"] if errors.getvalue() else []
        outcome.faults += [f"log: {entry}" for entry in self._log.entries]
        return outcome

    def _forget_data(self) -> None:
        """Remove the settings and tokens of the session before."""
        data = self._folder / "data"
        data.mkdir(exist_ok=True)
        for file in data.iterdir():
            file.unlink()
        settings = {"name": "Ann", "animation": "off", "pace": "fast", "lesson_offered": True}
        (data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")

    def _run_line_mode(self, tls: bool, chance: Random) -> ProgramOutcome:
        """Join in the line mode by the program's entry point, type a little, and wait until the program ends."""
        typed = "".join(f"{chance.choice(TYPED_LINES)}\n" for _ in range(chance.choice((0, 2, 6))))
        self.host.session.may_end.set()
        reading, writing = os.pipe()
        os.write(writing, typed.encode())
        port = self.host.tls_port if tls else self.host.port
        words = ["join", f"127.0.0.1:{port}", "--plain", "--name", "Ann", *([] if tls else ["--insecure"])]
        standard = sys.stdin, sys.stdout
        with tempfile.TemporaryFile("w+", encoding="utf-8") as output, os.fdopen(reading) as sys.stdin:
            sys.stdout = output
            try:
                status = run_program(words)
            finally:
                sys.stdin, sys.stdout = standard
                os.close(writing)
            output.seek(0)
            text = output.read()
        lines = text.splitlines()
        outcome = ProgramOutcome(status, lines[-1] if lines else "", text)
        if status not in (0, 1):
            outcome.faults.append(f"the status is {status}")
        if not all(line.isprintable() for line in lines):
            outcome.faults.append("a line has control characters")
        if not is_sentence(outcome.sentence):
            outcome.faults.append(f"the last line is no sentence: {outcome.sentence!r}")
        return outcome

    def _run_screens(self, tls: bool, chance: Random) -> ProgramOutcome:
        """Join on the screens, press some keys, and wait until the program is back at the home or the join screen."""
        return asyncio.run(self._play_app(tls, chance))

    async def _play_app(self, tls: bool, chance: Random) -> ProgramOutcome:
        """Run the application without a terminal; return the last sentence that it showed and how it ended."""
        data = self._folder / "data"
        port = self.host.tls_port if tls else self.host.port
        request = TableRequest("join", address="127.0.0.1", port=port, insecure=not tls)
        app = QueensApp(Settings.load(data), data, request, environment={"TERM": "xterm-256color"}, opener=open_table)
        outcome, session, rounds, joined = ProgramOutcome(0, "", ""), self.host.session, 0, False
        try:
            async with app.run_test(size=chance.choice(((80, 24), (120, 40), (60, 18)))) as pilot:
                while app.crash_error is None and not _is_over(app, joined):
                    joined |= app.session is not None
                    await pilot.pause(0.005)
                    rounds += session.sent.is_set()
                    if rounds == DRAWINGS_BEFORE_END:
                        session.may_end.set()
                    if chance.random() < 0.3 and app.session is not None:
                        await pilot.press(chance.choice(("enter", "f1", "escape", "down", "space", "m", "r", "b")))
                await pilot.pause()
        except Exception:  # whatever has crashed the application
            outcome.faults.append(f"it crashed: {traceback.format_exc()}")
        outcome.sentence = outcome.text = app.last_notice or LEFT_BY_KEY_SENTENCE
        if not outcome.faults and not is_sentence(outcome.sentence):
            outcome.faults.append(f"the notice is no sentence: {outcome.sentence!r}")
        return outcome


def _is_over(app: QueensApp, joined: bool) -> bool:
    """Return whether the application is no longer at a table, and shows why unless a key has left the table."""
    says_why = bool(app.last_notice) and not app.last_notice.startswith("Looking for")
    return app.session is None and (joined or says_why)


def memory_bytes(kind: str) -> int:
    """Return the bytes of memory that this process holds (`kind` ``VmRSS``), or the most since `reset_memory_peak` was
    called (``VmHWM``).
    """
    found: list[str] = []
    while not found:  # a status without its lines about memory has been seen, once in very many readings
        found = Path("/proc/self/status").read_text().partition(f"{kind}:")[2].split()
    return 1024 * int(found[0])


def reset_memory_peak() -> None:
    """Forget the largest amount of memory that this process has held until now, and count it again from now on."""
    Path("/proc/self/clear_refs").write_text("5")


@dataclass
class SessionsReport:
    """How all sessions ended: how often each sentence was the last one, and the failed sessions with their numbers.

    `max_growth_bytes` is the most memory that one session took, `remaining_growth_bytes` is by how much the process
    grew from before the first to after the last session.
    """

    sentences: Counter[str] = field(default_factory=Counter)
    failed_sessions: list[tuple[int, ProgramOutcome]] = field(default_factory=list)
    max_growth_bytes: int = 0
    remaining_growth_bytes: int = 0


def run_sessions(numbers: Sequence[int], folder: Path) -> SessionsReport:
    """Run the sessions with these numbers in this process, after one honest session of each kind; return how they
    ended. Raises `AssertionError` if an honest session fails.
    """
    programs = ProgramRunner(folder)
    for frames in honest_sessions():
        outcome = programs.run(list(frames), EVERY_NTH_SESSION_OVER_TLS * EVERY_NTH_SESSION_ON_SCREENS)
        assert not outcome.faults, outcome
    for frames in honest_sessions()[:2]:
        outcome = programs.run(list(frames), EVERY_NTH_SESSION_ON_SCREENS + 1)
        assert not outcome.faults, outcome
    before = memory_bytes("VmRSS")
    report = SessionsReport()
    for number in numbers:
        reset_memory_peak()
        held = memory_bytes("VmRSS")
        outcome = programs.run(altered_session(Random(f"session {number}")), number)
        report.max_growth_bytes = max(report.max_growth_bytes, memory_bytes("VmHWM") - held)
        report.sentences[outcome.sentence] += 1
        if outcome.faults:
            report.failed_sessions.append((number, outcome))
    report.remaining_growth_bytes = memory_bytes("VmRSS") - before
    return report


def main() -> int:
    """Run sessions as the command line says, print the report, and return the exit status."""
    words = argparse.ArgumentParser(prog="python -m tests.support.programs_at_lying_host")
    words.add_argument("sessions", type=int, help="how many sessions")
    words.add_argument("--first", type=int, default=0, help="the number of the first one")
    words.add_argument("--sentences", action="store_true", help="print every sentence that ended a session")
    arguments = words.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        report = run_sessions(range(arguments.first, arguments.first + arguments.sessions), Path(folder))
    for number, outcome in report.failed_sessions:
        print(f"session {number}:", *outcome.faults, sep="\n  ")
    if arguments.sentences:
        for sentence, times in report.sentences.most_common():
            print(f"{times:6} {sentence}")
    seconds = time.perf_counter() - began
    print(
        f"{arguments.sessions} sessions in {seconds:.0f} s ({time.process_time():.1f} s of processor time), "
        f"{len(report.failed_sessions)} failed, {len(report.sentences)} sentences, "
        f"at most {report.max_growth_bytes / 1e6:.0f} MB for a session, "
        f"{report.remaining_growth_bytes / 1e6:.0f} MB left behind by all"
    )
    return 1 if report.failed_sessions or report.max_growth_bytes > MAX_GROWTH_BYTES else 0


if __name__ == "__main__":
    idle.install_idle_check()
    sys.exit(main())
