"""The command that writes a replay to a file: as a recording, a picture or a text."""

from __future__ import annotations

import argparse
import os
import re
from typing import TYPE_CHECKING, Final

from tui.cli.errors import WrongCommand, writing_failure
from tui.cli.printed_text import print_text, progress_printer
from tui.cli.requests import check_seat_option, load_settings
from tui.text.window_size import MIN_WINDOW_SIZES, is_window_large_enough

if TYPE_CHECKING:
    from core import Record
    from net.client.playback import Playback

DEFAULT_EXPORT_SIZE: Final = (80, 24)
"""The columns and rows of an exported picture, if none are given."""
MAX_EXPORT_SIZE: Final = (300, 100)
"""An exported picture has at most these columns and rows."""

WRONG_ENDING_SENTENCE: Final = (
    "--export writes a recording (.cast), a picture (.svg) or a text (.txt); the name of the file says which."
)
"""The sentence that refuses a file whose kind `--export` cannot write."""


def export_replay(args: argparse.Namespace, record: Record) -> int:
    """Write the replay of a record to the file ``--export``, and print what is there now; return 0.

    Raises `WrongCommand` for another ending, a wrong size, seat or step, `RulesError` if the record cannot be replayed,
    and `CommandFailed` if the file is there already or cannot be written.
    """
    from net.client.playback import Playback

    target: str = args.export
    ending = os.path.splitext(target)[1].lower()
    if ending not in (".cast", ".svg", ".txt"):
        raise WrongCommand(WRONG_ENDING_SENTENCE)
    check_seat_option(args)
    playback = Playback(record, None if args.seat is None else args.seat - 1)
    if args.step is not None and not 0 <= args.step <= playback.total_actions:
        raise WrongCommand(f"--step is a number from 0 to {playback.total_actions}: this match has no more steps.")
    if args.step is not None and ending == ".cast":
        raise WrongCommand("--step shows one step; a recording has them all.")
    try:
        with open(target, "x", encoding="utf-8") as file:
            try:
                file.write(_export_content(args, playback, ending, _parse_size(args.size)))
            except BaseException:
                os.unlink(target)
                raise
    except OSError as error:
        raise writing_failure(error, target) from error
    print_text(f"{target} is written.")
    return 0


def _parse_size(text: str | None) -> tuple[int, int]:
    """Return the columns and rows of ``--size``, such as ``120x40``; `DEFAULT_EXPORT_SIZE` if `text` is None.

    Raises `WrongCommand` if `text` has another form, or the size is too small or too large.
    """
    if text is None:
        return DEFAULT_EXPORT_SIZE
    found = re.fullmatch(r"(\d{1,4})[x×](\d{1,4})", text)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not is_window_large_enough(columns, rows) or columns > MAX_EXPORT_SIZE[0] or rows > MAX_EXPORT_SIZE[1]:
        least, most = " or ".join("{}x{}".format(*size) for size in MIN_WINDOW_SIZES), "{}x{}".format(*MAX_EXPORT_SIZE)
        raise WrongCommand(f"--size is columns and rows, as in 120x40: at least {least}, at most {most}.")
    return columns, rows


def _export_content(args: argparse.Namespace, playback: Playback, ending: str, size: tuple[int, int]) -> str:
    """Return the content of an exported file, whose kind its ending decides: a recording, a picture or a text.

    `size` is in columns and rows.
    """
    from tui.app.replay_export import replay_picture, replay_recording, replay_text

    settings = load_settings(args)
    settings.ascii |= getattr(args, "ascii", False)
    if ending == ".cast":
        return replay_recording(playback, settings, size, progress_printer("Step", playback.total_actions))
    if ending == ".txt" and args.step is None:
        from tui.line_mode.plain_lines import replace_non_ascii
        from tui.line_mode.replay_text import replay_report

        report = replay_report(playback.record, playback.seat)
        return replace_non_ascii(report) if settings.ascii else report
    step = playback.total_actions if args.step is None else args.step
    return (replay_picture if ending == ".svg" else replay_text)(playback, settings, size, step)
